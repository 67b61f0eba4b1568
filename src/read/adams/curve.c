/* SPDX-License-Identifier: Apache-2.0
 *
 * Curves: a CURVE is the points of a matrix in the axes of a marker RM; PTCV keeps a point on one,
 * CVCV two of them in touch. The points become points of the model at the design position, through
 * which the model language draws its own smooth line.
 */
#include "math/mat3.h"
#include "math/vec3.h"
#include "read/adams/write.h"
#include <string.h>

/* curves are read by those that refer to them */
void trm_adams_write_curve(TrmAdams *a, TrmAdamsStatement *s) {
  double order;
  static const char *const orders[] = {"ORDER", "INTERPOLATION_ORDER"};
  const TrmAdamsArg *user = trm_adams_arg(s, "FUNCTION");
  if (user)
    trm_adams_lacking(a, s, trm_adams_name_place(s, user), "is a curve by a user subroutine");
  if (trm_adams_has(s, "CONTROL_POINTS"))
    trm_adams_lacking_argument(a, s, "CONTROL_POINTS", "is a curve that misses its points");
  for (size_t k = 0; k < 2; k++)
    if (trm_adams_real(a, s, orders[k], &order) && (order < 4 || order > 4))
      trm_adams_lacking_argument(a, s, orders[k], "is a curve of another order than 4");
}

/* the curve of `s` on marker `rm`, its points called after `s` and `letter`; NULL after an error */
static TrmNode *put_curve(TrmAdams *a, TrmAdamsStatement *s, const char *key, TrmAdamsStatement *rm,
                          const char *letter) {
  TrmAdamsStatement *curve = trm_adams_ref(a, s, key, "CURVE", 1);
  double p[3], R[9], *values;
  size_t rows, columns;
  if (!curve || !trm_adams_ground_frame(a, rm, p, R)) return NULL;
  if (curve->dropped) {
    trm_adams_orphan(a, s);
    return NULL;
  }
  values = trm_adams_matrix(a, curve, "MATRIX", &rows, &columns);
  if (values && (columns != 3 || rows < 4)) {
    trm_log_add(a->log, TRM_E_ADAMS_VALUE, curve->place, curve->name,
                "the matrix of CURVE/%ld needs three columns and four rows at least", curve->id);
    values = NULL;
  }
  if (!values) {
    s->dropped = 1;
    return NULL;
  }
  /* closed curves end where they begin */
  int closed = trm_adams_has(curve, "CLOSED");
  if (closed && memcmp(values, values + 3 * (rows - 1), 3 * sizeof *values) == 0) rows--;
  TrmNode *names = trm_adams_list(a, s->place), *map = trm_adams_map(a, s->place);
  if (!a->sections[TRM_ADAMS_POINTS]) a->sections[TRM_ADAMS_POINTS] = trm_adams_map(a, s->place);
  for (size_t i = 0; i < rows; i++) {
    double at[3];
    trm_mat3_apply(R, values + 3 * i, at);
    trm_vec3_add(p, 1, at, at);
    const char *name =
        trm_adams_unique(a, trm_arena_printf(a->arena, "%s_%s%zu", s->name, letter, i + 1), s->id);
    trm_adams_put(a, a->sections[TRM_ADAMS_POINTS], name, s->place,
                  trm_adams_values(a, s->place, at, 3));
    trm_adams_push(a, names, trm_adams_word(a, s->place, name));
  }
  trm_adams_put(a, map, "through", s->place, names);
  if (closed) trm_adams_put(a, map, "closed", s->place, trm_adams_word(a, s->place, "true"));
  return map;
}

/* a marker that `key` names and that has a place; NULL after an error */
static TrmAdamsStatement *marker(TrmAdams *a, TrmAdamsStatement *s, const char *key) {
  TrmAdamsStatement *found = trm_adams_ref(a, s, key, "MARKER", 1);
  if (found && (!found->full || found->dropped)) {
    trm_adams_orphan(a, s);
    return NULL;
  }
  return found;
}

static void warn(TrmAdams *a, TrmAdamsStatement *s) {
  trm_adams_nearly(
      a, s, s->place,
      "has a smooth line through its points, from which the spline of Adams may differ "
      "between them");
}

/* speeds along the curve at the start */
static void refuse_rates(TrmAdams *a, TrmAdamsStatement *s) {
  static const char *const keys[] = {"VELOCITY", "IVELOCITY", "JVELOCITY"};
  for (size_t k = 0; k < 3; k++)
    if (trm_adams_has(s, keys[k]))
      trm_adams_lacking_argument(a, s, keys[k], "has a speed to begin");
}

void trm_adams_write_point_on_curve(TrmAdams *a, TrmAdamsStatement *s) {
  TrmAdamsStatement *i = marker(a, s, "I"), *rm = marker(a, s, "RM");
  refuse_rates(a, s);
  if (!i || !rm || s->dropped) return;
  TrmNode *curve = put_curve(a, s, "CURVE", rm, "p");
  if (!curve) return;
  warn(a, s);
  TrmNode *map = trm_adams_thing(a, TRM_ADAMS_JOINTS, s);
  trm_adams_put(a, map, "point_on_curve", s->place, trm_adams_pair(a, s->place, i->full, rm->full));
  trm_adams_put(a, map, "curve", s->place, curve);
}

void trm_adams_write_curve_on_curve(TrmAdams *a, TrmAdamsStatement *s) {
  TrmAdamsStatement *i = marker(a, s, "IRM"), *j = marker(a, s, "JRM");
  refuse_rates(a, s);
  if (!i || !j || s->dropped) return;
  TrmNode *curves = trm_adams_list(a, s->place);
  TrmNode *first = put_curve(a, s, "ICURVE", i, "i"), *second = put_curve(a, s, "JCURVE", j, "j");
  if (!first || !second) return;
  warn(a, s);
  trm_adams_push(a, curves, first);
  trm_adams_push(a, curves, second);
  TrmNode *map = trm_adams_thing(a, TRM_ADAMS_JOINTS, s);
  trm_adams_put(a, map, "curve_on_curve", s->place, trm_adams_pair(a, s->place, i->full, j->full));
  trm_adams_put(a, map, "curves", s->place, curves);
}
