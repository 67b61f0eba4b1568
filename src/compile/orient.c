/* SPDX-License-Identifier: Apache-2.0
 *
 * Orientations: exactly one of the language's forms, each made a rotation matrix whose columns are
 * the frame's axes.
 */
#include "compile/compiler.h"
#include "math/mat3.h"
#include "math/quat.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include <string.h>

static void complain(Compiler *c, TrmCode code, TrmPlace place, const Site *site,
                     const char *text) {
  trm_log_add(trm_compile_log(c), code, place, site->owner, "%s", text);
}

static int numbers(Compiler *c, const Site *site, const TrmItem *orient, const char *key,
                   double *out, size_t most) {
  size_t count;
  const TrmParam *param = trm_type_param(orient->type, key);
  return trm_compile_list(c, param, trm_item_value(orient, key), site->owner, out, most, &count);
}

static int by_axis(Compiler *c, const Site *site, const TrmItem *orient, double R[9]) {
  double axis[3], angle;
  const TrmParam *param = trm_type_param(orient->type, "angle");
  if (!trm_site_direction(c, site, trm_item_value(orient, "axis"), axis)) return 0;
  if (!trm_compile_number(c, param, trm_item_value(orient, "angle"), site->owner, &angle)) return 0;
  return trm_rotation_axis_angle(axis, angle, R);
}

static int by_directions(Compiler *c, const Site *site, const TrmItem *orient, double R[9]) {
  const TrmValue *z = trm_item_value(orient, "z"), *x = trm_item_value(orient, "x");
  double first[3], second[3];
  if (!trm_site_direction(c, site, z ? z : x, first)) return 0;
  if (!z || !x) return trm_rotation_one_axis(z ? 2 : 0, first, R);
  if (!trm_site_direction(c, site, x, second)) return 0;
  if (trm_rotation_two_axes(2, first, 0, second, R)) return 1;
  complain(c, TRM_E_ORIENT_PARALLEL, x->place, site, "x and z point along the same line");
  return 0;
}

static int by_points(Compiler *c, const Site *site, const TrmItem *orient, double R[9]) {
  const TrmValue *points = trm_item_value(orient, "points");
  const TrmValue *x = trm_item_value(points->item, "x"), *y = trm_item_value(points->item, "y");
  double a[3], b[3];
  if (!x || !y) {
    if (trm_item_damaged(orient)) return 0;
    complain(c, TRM_E_ORIENT_FORM, points->place, site, "`points` needs both x and y");
    return 0;
  }
  if (!trm_site_place(c, site, x, a) || !trm_site_place(c, site, y, b)) return 0;
  trm_vec3_add(a, -1, site->origin, a);
  trm_vec3_add(b, -1, site->origin, b);
  if (trm_rotation_two_axes(0, a, 1, b, R)) return 1;
  complain(c, TRM_E_ORIENT_PARALLEL, points->place, site,
           "the origin and the two points lie on one line");
  return 0;
}

static int by_quaternion(Compiler *c, const Site *site, const TrmItem *orient, double R[9]) {
  double q[4];
  if (!numbers(c, site, orient, "quaternion", q, 4)) return 0;
  if (trm_quat_unit(q, q)) {
    trm_quat_matrix(q, R);
    return 1;
  }
  complain(c, TRM_E_ORIENT_IMPROPER, trm_item_value(orient, "quaternion")->place, site,
           "the quaternion is zero");
  return 0;
}

static int by_matrix(Compiler *c, const Site *site, const TrmItem *orient, double R[9]) {
  const TrmValue *rows = trm_item_value(orient, "matrix");
  const TrmParam *param = trm_type_param(orient->type, "matrix");
  int good = rows->form == TRM_FORM_LIST && rows->count == 3;
  for (unsigned i = 0; good && i < 3; i++) {
    size_t count = 0;
    good = trm_compile_list(c, param, &rows->list[i], site->owner, &R[3 * i], 3, &count);
    good = good && count == 3;
  }
  /* digits as people type them are good enough, then made exact */
  if (good && trm_rotation_is(R, 1e-6)) {
    double q[4];
    trm_quat_from_matrix(R, q);
    trm_quat_matrix(q, R);
    return 1;
  }
  complain(c, TRM_E_ORIENT_IMPROPER, rows->place, site,
           "the matrix is no rotation: its columns must be perpendicular, of length one and "
           "right-handed");
  return 0;
}

static int by_angles(Compiler *c, const Site *site, const TrmItem *orient, double R[9]) {
  double angles[3];
  int euler = trm_item_value(orient, "euler") != NULL;
  if (!numbers(c, site, orient, euler ? "euler" : "bryant", angles, 3)) return 0;
  if (euler) {
    trm_rotation_euler(angles, R);
  } else {
    trm_rotation_bryant(angles, R);
  }
  return 1;
}

/* the forms: their keys, and how each is read */
typedef struct OrientForm {
  const char *keys[2]; /* all that may stand in it; one is enough for directions only */
  int all;
  int (*read)(Compiler *c, const Site *site, const TrmItem *orient, double R[9]);
} OrientForm;

static const OrientForm forms[] = {
    {{"axis", "angle"}, 1, by_axis},  {{"z", "x"}, 0, by_directions},
    {{"points", NULL}, 1, by_points}, {{"euler", NULL}, 1, by_angles},
    {{"bryant", NULL}, 1, by_angles}, {{"quaternion", NULL}, 1, by_quaternion},
    {{"matrix", NULL}, 1, by_matrix},
};

int trm_site_orient(Compiler *c, const Site *site, const TrmItem *orient, double out[9]) {
  const OrientForm *chosen = NULL;
  unsigned matched = 0, ways = 0;
  trm_mat3_identity(out);
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    int first = trm_item_value(orient, forms[i].keys[0]) != NULL;
    int second = forms[i].keys[1] && trm_item_value(orient, forms[i].keys[1]);
    int wanted = forms[i].keys[1] && forms[i].all ? first && second : first || second;
    if (!wanted) continue;
    ways++;
    chosen = chosen ? chosen : &forms[i];
    matched += (unsigned)(first + second);
  }
  if (ways == 1 && matched == orient->field_count) return chosen->read(c, site, orient, out);
  if (trm_item_damaged(orient)) return 0;
  complain(c, TRM_E_ORIENT_FORM, orient->place, site,
           chosen ? "this orientation is given in two ways" : "this orientation is incomplete");
  trm_log_hint(trm_compile_log(c), "write {axis: d, angle: a}, {z: d, x: d} or {euler: [..]}; "
                                   "`trammel describe orient` shows all forms");
  return 0;
}
