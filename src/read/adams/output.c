/* SPDX-License-Identifier: Apache-2.0
 *
 * Requests, whose components become outputs called REQUEST_5.F2 and so on, and graphics, which
 * become shapes of their parts where there is such a shape.
 */
#include "math/mat3.h"
#include "math/vec3.h"
#include "read/adams/write.h"
#include <stdio.h>
#include <string.h>

static void put_output(TrmAdams *a, TrmAdamsStatement *s, int component, TrmNode *value) {
  const char *name = trm_arena_printf(a->arena, "%s.F%d", s->name, component);
  if (!value) return;
  if (!a->sections[TRM_ADAMS_OUTPUTS]) a->sections[TRM_ADAMS_OUTPUTS] = trm_adams_map(a, s->place);
  trm_adams_put(a, a->sections[TRM_ADAMS_OUTPUTS], name, s->place, value);
}

/* what components 1 to 8 of a request are; all take (i, j, rm) but those marked */
static const struct {
  const char *kind, *words[8];
} requests[] = {{"DISPLACEMENT", {"dm", "dx", "dy", "dz", NULL, "psi", "theta", "phi"}},
                {"VELOCITY", {"vm", "vx", "vy", "vz", "wm", "wx", "wy", "wz"}},
                {"ACCELERATION", {"accm", "accx", "accy", "accz", "wdtm", "wdtx", "wdty", "wdtz"}}};

static void write_request(TrmAdams *a, TrmAdamsStatement *s, const char *kind) {
  TrmAdamsStatement *markers[3] = {trm_adams_ref(a, s, "I", "MARKER", 1), NULL, NULL};
  long id;
  /* J and RM may be 0, which is ground */
  if (trm_adams_has(s, "J") && trm_adams_id(a, s, "J", &id) && id)
    markers[1] = trm_adams_ref(a, s, "J", "MARKER", 0);
  if (trm_adams_has(s, "RM") && trm_adams_id(a, s, "RM", &id) && id)
    markers[2] = trm_adams_ref(a, s, "RM", "MARKER", 0);
  for (int k = 0; k < 3; k++)
    if (markers[k] && !markers[k]->full) trm_adams_orphan(a, s);
  if (s->dropped || !markers[0]) return;
  if (strcmp(kind, "FORCE") == 0) {
    for (int k = 1; k <= 8; k++)
      put_output(a, s, k,
                 trm_adams_tree_node(a, s->place,
                                     trm_adams_between(a, markers[0], markers[1], k, markers[2])));
    return;
  }
  size_t which = 0;
  while (strcmp(requests[which].kind, kind) != 0) which++;
  for (int k = 0; k < 8; k++) {
    const char *word = requests[which].words[k];
    /* sizes and angles have no axes */
    int plain = k == 0 || k == 4 || (which == 0 && k > 4);
    if (word)
      put_output(a, s, k + 1,
                 trm_adams_tree_node(a, s->place,
                                     trm_adams_tree_measure(a, word, markers, plain ? 2 : 3)));
  }
}

/* VARIABLE = 1, 2, 3: their values as components 1, 2, 3 */
static void write_listed(TrmAdams *a, TrmAdamsStatement *s) {
  const char *key = trm_adams_has(s, "VARIABLE") ? "VARIABLE" : "VARIABLES";
  long *ids;
  size_t count = trm_adams_ids(a, s, key, &ids);
  for (size_t i = 0; i < count && i < 100; i++) {
    TrmAdamsStatement *v = trm_adams_find(a, "VARIABLE", ids[i]);
    if (v && !v->dropped)
      put_output(a, s, (int)i + 1, trm_adams_word(a, s->place, v->name));
    else if (!v)
      trm_log_add(a->log, TRM_E_ADAMS_REFERENCE, trm_adams_value_place(s, trm_adams_arg(s, key)),
                  s->name, "REQUEST/%ld refers to VARIABLE/%ld, which does not exist", s->id,
                  ids[i]);
  }
}

void trm_adams_write_request(TrmAdams *a, TrmAdamsStatement *s) {
  const char *kind = trm_adams_choice(a, s, "DISPLACEMENT|VELOCITY|ACCELERATION|FORCE", 1);
  if (trm_adams_has(s, "FUNCTION")) {
    s->shown = "output by a user subroutine";
    return;
  }
  write_listed(a, s);
  if (kind) write_request(a, s, kind);
  for (int k = 1; k <= 8; k++) {
    char key[4];
    snprintf(key, sizeof key, "F%d", k);
    put_output(a, s, k, trm_adams_function(a, s, key, 0, NULL));
  }
}

/* the marker of a shape in ground; 0 when it has none (which only costs the picture) */
static int shape_frame(TrmAdams *a, TrmAdamsStatement *s, const char *key,
                       TrmAdamsStatement **marker, double p[3], double R[9]) {
  long *ids;
  if (trm_adams_ids(a, s, key, &ids) != 1) return 0;
  *marker = trm_adams_find(a, "MARKER", ids[0]);
  if (!*marker || !(*marker)->part || !(*marker)->part->shapes) return 0;
  return trm_adams_ground_frame(a, *marker, p, R);
}

/* p + R v */
static void point_at(const double p[3], const double R[9], double x, double y, double z,
                     double out[3]) {
  const double v[3] = {x, y, z}, size = trm_vec3_norm(v);
  double moved[3];
  trm_mat3_apply(R, v, moved);
  /* a picture is the better for plain numbers */
  for (int k = 0; k < 3; k++)
    if (moved[k] < 1e-12 * size && moved[k] > -1e-12 * size) moved[k] = 0;
  trm_vec3_add(p, 1, moved, out);
}

static void add_shape(TrmAdams *a, TrmAdamsStatement *s, const TrmAdamsStatement *marker,
                      const char *word, TrmNode *map) {
  TrmNode *shape = trm_adams_map(a, s->place);
  trm_adams_put(a, shape, word, s->place, map);
  s->shape = map;
  s->part = marker->part;
  trm_adams_push(a, marker->part->shapes, shape);
  a->shapes++;
}

/* round shapes between two points: cylinder and frustum */
static int write_round(TrmAdams *a, TrmAdamsStatement *s, int frustum) {
  TrmAdamsStatement *marker;
  double p[3], R[9], end[3], length = 0, bottom = 0, top = 0;
  if (!shape_frame(a, s, "CM", &marker, p, R)) return 0;
  trm_adams_real(a, s, "LENGTH", &length);
  trm_adams_real(a, s, frustum ? "BOTTOM" : "RADIUS", &bottom);
  if (frustum) trm_adams_real(a, s, "TOP", &top);
  if (length == 0 || !(bottom > 0 || top > 0) || bottom < 0 || top < 0) return 0;
  point_at(p, R, 0, 0, length, end);
  TrmNode *map = trm_adams_map(a, s->place);
  trm_adams_put(a, map, "from", s->place, trm_adams_values(a, s->place, p, 3));
  trm_adams_put(a, map, "to", s->place, trm_adams_values(a, s->place, end, 3));
  trm_adams_put(a, map, "radius", s->place, trm_adams_value(a, s->place, bottom));
  if (frustum) trm_adams_put(a, map, "top_radius", s->place, trm_adams_value(a, s->place, top));
  add_shape(a, s, marker, frustum ? "cone" : "cylinder", map);
  return 1;
}

static int write_box(TrmAdams *a, TrmAdamsStatement *s) {
  static const char *const keys[] = {"X", "Y", "Z"};
  TrmAdamsStatement *marker;
  double p[3], R[9], size[3] = {0, 0, 0}, middle[3];
  if (!shape_frame(a, s, "CORNER", &marker, p, R)) return 0;
  for (int k = 0; k < 3; k++) trm_adams_real(a, s, keys[k], &size[k]);
  point_at(p, R, size[0] / 2, size[1] / 2, size[2] / 2, middle);
  for (int k = 0; k < 3; k++) {
    if (size[k] < 0) size[k] = -size[k];
    if (!(size[k] > 0)) return 0;
  }
  TrmNode *map = trm_adams_map(a, s->place);
  trm_adams_put(a, map, "size", s->place, trm_adams_values(a, s->place, size, 3));
  trm_adams_put(a, map, "at", s->place, trm_adams_values(a, s->place, middle, 3));
  trm_adams_put_orient(a, map, s->place, R);
  add_shape(a, s, marker, "box", map);
  return 1;
}

/* an ellipsoid with equal axes is a sphere; the scales are its diameters */
static int write_sphere(TrmAdams *a, TrmAdamsStatement *s) {
  TrmAdamsStatement *marker;
  double p[3], R[9], x = 0, y = 0, z = 0;
  if (!shape_frame(a, s, "CM", &marker, p, R)) return 0;
  trm_adams_real(a, s, "XSCALE", &x);
  trm_adams_real(a, s, "YSCALE", &y);
  trm_adams_real(a, s, "ZSCALE", &z);
  if (!(x > 0) || x != y || y != z) return 0;
  TrmNode *map = trm_adams_map(a, s->place);
  trm_adams_put(a, map, "radius", s->place, trm_adams_value(a, s->place, x / 2));
  trm_adams_put(a, map, "at", s->place, trm_adams_values(a, s->place, p, 3));
  add_shape(a, s, marker, "sphere", map);
  return 1;
}

void trm_adams_write_graphics(TrmAdams *a, TrmAdamsStatement *s) {
  int kept = 0;
  if (trm_adams_has(s, "CYLINDER")) kept = write_round(a, s, 0);
  if (trm_adams_has(s, "FRUSTUM")) kept = write_round(a, s, 1);
  if (trm_adams_has(s, "BOX")) kept = write_box(a, s);
  if (trm_adams_has(s, "ELLIPSOID")) kept = write_sphere(a, s);
  if (!kept) s->shown = "a picture with no such shape here";
}
