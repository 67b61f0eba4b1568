/* SPDX-License-Identifier: Apache-2.0
 *
 * Frames of parts and markers: an origin (QG, QP) and either body-fixed 3-1-3 angles (REULER) or
 * points on the z axis (ZG, ZP) and in the xz plane (XG, XP). USEXP: the x point is exact instead.
 */
#include "math/mat3.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include "read/adams/adams.h"
#include <string.h>

/* axes from points: 0 after an error */
static int axes_from_points(TrmAdams *a, TrmAdamsStatement *s, const char *z_key,
                            const char *x_key) {
  double z[3] = {0, 0, 1}, x[3] = {1, 0, 0}, p[3];
  const TrmAdamsArg *z_arg = trm_adams_arg(s, z_key), *x_arg = trm_adams_arg(s, x_key);
  if (z_arg && !trm_adams_vector(a, s, z_key, p, 3, 3)) return 0;
  if (z_arg) trm_vec3_add(p, -1, s->p, z);
  if (x_arg && !trm_adams_vector(a, s, x_key, p, 3, 3)) return 0;
  if (x_arg) trm_vec3_add(p, -1, s->p, x);
  int good;
  if (!x_arg)
    good = trm_rotation_one_axis(2, z, s->R);
  else if (trm_adams_has(s, "USEXP"))
    good = trm_rotation_two_axes(0, x, 2, z, s->R);
  else
    good = trm_rotation_two_axes(2, z, 0, x, s->R);
  if (good) return 1;
  trm_log_add(a->log, TRM_E_ADAMS_VALUE, trm_adams_name_place(s, x_arg ? x_arg : z_arg), s->name,
              "the points of %s/%ld give no orientation", s->kind->name, s->id);
  trm_log_hint(a->log, "the origin and both points must not lie on one line");
  return 0;
}

/* origin and axes by the given arguments */
static int read_frame(TrmAdams *a, TrmAdamsStatement *s, const char *origin, const char *z_key,
                      const char *x_key) {
  double angles[3];
  trm_mat3_identity(s->R);
  if (trm_adams_has(s, origin) && !trm_adams_vector(a, s, origin, s->p, 3, 3)) return 0;
  if (trm_adams_has(s, "REULER")) {
    if (!trm_adams_vector(a, s, "REULER", angles, 3, 3)) return 0;
    trm_rotation_euler(angles, s->R);
    return 1;
  }
  if (!trm_adams_has(s, z_key) && !trm_adams_has(s, x_key)) return 1;
  return axes_from_points(a, s, z_key, x_key);
}

int trm_adams_frame(TrmAdams *a, TrmAdamsStatement *s) {
  if (!s->framed) {
    int marker = strcmp(s->kind->name, "MARKER") == 0;
    int good = marker ? read_frame(a, s, "QP", "ZP", "XP") : read_frame(a, s, "QG", "ZG", "XG");
    s->framed = good ? 1 : -1;
  }
  return s->framed > 0;
}

int trm_adams_ground_frame(TrmAdams *a, TrmAdamsStatement *marker, double p[3], double R[9]) {
  TrmAdamsStatement *part = marker->part;
  double arm[3];
  if (!part || !trm_adams_frame(a, part) || !trm_adams_frame(a, marker)) return 0;
  trm_mat3_apply(part->R, marker->p, arm);
  trm_vec3_add(part->p, 1, arm, p);
  trm_mat3_product(part->R, marker->R, R);
  return 1;
}

void trm_adams_put_orient(TrmAdams *a, TrmNode *map, TrmPlace place, const double R[9]) {
  double one[9], z[3] = {R[2], R[5], R[8]}, x[3] = {R[0], R[3], R[6]};
  trm_mat3_identity(one);
  if (memcmp(one, R, sizeof one) == 0) return;
  TrmNode *orient = trm_adams_map(a, place);
  trm_adams_put(a, orient, "z", place, trm_adams_values(a, place, z, 3));
  trm_adams_put(a, orient, "x", place, trm_adams_values(a, place, x, 3));
  trm_adams_put(a, map, "orient", place, orient);
}

const char *trm_adams_turned(TrmAdams *a, TrmAdamsStatement *marker, int axis) {
  static const char *const keys[] = {"x", "y", "z"};
  const char *known = trm_map_get(a->ids, marker, keys[axis]);
  if (axis == 2) return marker->full;
  if (known) return known;
  if (!marker->part || !trm_adams_frame(a, marker)) return marker->full;
  /* the axes in turn, so that this one becomes z */
  double R[9];
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) R[3 * i + k] = marker->R[3 * i + (axis + 1 + k) % 3];
  const char *name = trm_arena_printf(a->arena, "%s_%s", marker->name, keys[axis]);
  char *full = trm_arena_printf(a->arena, "%s.%s", marker->part->name, name);
  TrmNode *map = trm_adams_map(a, marker->place);
  trm_adams_put(a, map, "at", marker->place, trm_adams_values(a, marker->place, marker->p, 3));
  trm_adams_put_orient(a, map, marker->place, R);
  trm_adams_put(a, marker->part->markers, name, marker->place, map);
  trm_map_put(a->ids, marker, keys[axis], full);
  return full;
}

const char *trm_adams_placed(TrmAdams *a, const TrmAdamsStatement *s, TrmAdamsStatement *part,
                             const double p[3], const double R[9]) {
  double arm[3], at[3], back[9], turned[9];
  if (!part->markers || !trm_adams_frame(a, part)) return part->name;
  trm_vec3_add(p, -1, part->p, arm);
  trm_mat3_apply_transposed(part->R, arm, at);
  trm_mat3_transpose(part->R, back);
  trm_mat3_product(back, R, turned);
  TrmNode *map = trm_adams_map(a, s->place);
  trm_adams_put(a, map, "at", s->place, trm_adams_values(a, s->place, at, 3));
  trm_adams_put_orient(a, map, s->place, turned);
  trm_adams_put(a, part->markers, s->name, s->place, map);
  return trm_arena_printf(a->arena, "%s.%s", part->name, s->name);
}
