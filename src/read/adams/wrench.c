/* SPDX-License-Identifier: Apache-2.0
 *
 * Wrench: what an element puts on its marker I or J. The engine reports force and torque on an
 * element's first body at the origin of its first frame; on the other side they are opposite, and
 * where the origins may part the torque changes by the arm: T' = -(T + d x F), d from there to the
 * first.
 */
#include "read/adams/adams.h"
#include <string.h>

/* how elements are written: which marker is first, and whether the origins may part */
static const struct {
  const char *kind, *types; /* types that slide, separated by bars; NULL: all, "": none */
  int first_is_j;
} elements[] = {{"JOINT", "TRANSLATIONAL|CYLINDRICAL|PLANAR|SCREW", 1},
                {"JPRIM", "INLINE|INPLANE", 1},
                {"MOTION", "", 0},
                {"SFORCE", "", 0},
                {"VFORCE", "", 0},
                {"VTORQUE", "", 0},
                {"GFORCE", "", 0},
                {"SPRINGDAMPER", "", 0},
                {"BUSHING", NULL, 0},
                {"FIELD", NULL, 0},
                {"BEAM", NULL, 1},
                {"PTCV", "", 0},
                {"GCON", "", 0}};

enum { ELEMENTS = sizeof elements / sizeof *elements };

static size_t element_of(const TrmAdamsStatement *e) {
  size_t i = 0;
  /* what is written as a constraint on its I */
  int angle = trm_adams_has(e, "B1") || trm_adams_has(e, "B2") || trm_adams_has(e, "B3");
  const char *kind = angle || trm_adams_has(e, "RACKPIN") ? "GCON" : e->kind->name;
  while (i < ELEMENTS && strcmp(elements[i].kind, kind) != 0) i++;
  return i;
}

static int slides(TrmAdams *a, const TrmAdamsStatement *e, const char *types) {
  if (!types) return 1;
  return *types && trm_adams_choice(a, e, types, 1) != NULL;
}

static TrmAdamsStatement *marker_of(TrmAdams *a, const TrmAdamsStatement *e, int j) {
  const char *key = j && trm_adams_has(e, "JFLOAT") ? "JFLOAT" : j ? "J" : "I";
  long *ids;
  TrmAdamsStatement *view = (TrmAdamsStatement *)(uintptr_t)e;
  if (trm_adams_ids(a, view, key, &ids) != 1) return NULL;
  TrmAdamsStatement *found = trm_adams_find(a, "MARKER", ids[0]);
  return found && found->full ? found : NULL;
}

/* fx(e, rm) */
static TrmExpr *component(TrmAdams *a, const char *name, const TrmAdamsStatement *e,
                          const TrmAdamsStatement *rm) {
  TrmExpr *list[2] = {trm_adams_tree_name(a, e->name),
                      rm ? trm_adams_tree_name(a, rm->full) : NULL};
  return trm_adams_tree_call(a, name, list, rm ? 2 : 1);
}

/* d along axis p times force along axis q */
static TrmExpr *moment(TrmAdams *a, const TrmAdamsStatement *e, int p, int q,
                       TrmAdamsStatement *first, TrmAdamsStatement *other, TrmAdamsStatement *rm) {
  static const char *const places[] = {"dx", "dy", "dz"}, *const forces[] = {"fx", "fy", "fz"};
  TrmAdamsStatement *markers[3] = {first, other, rm};
  return trm_adams_tree_binary(a, TRM_OP_MULTIPLY, trm_adams_tree_measure(a, places[p], markers, 3),
                               component(a, forces[q], e, rm));
}

static TrmExpr *root_of_squares(TrmAdams *a, TrmExpr **x) {
  TrmExpr *sum = NULL;
  for (int k = 0; k < 3; k++) {
    TrmExpr *square = trm_adams_tree_binary(a, TRM_OP_POWER, x[k], trm_adams_tree_number(a, 2));
    sum = sum ? trm_adams_tree_binary(a, TRM_OP_ADD, sum, square) : square;
  }
  return trm_adams_tree_call(a, "sqrt", &sum, 1);
}

TrmExpr *trm_adams_wrench(TrmAdams *a, TrmAdamsStatement *e, int on_j, int part,
                          TrmAdamsStatement *rm) {
  static const char *const names[] = {"fm", "fx", "fy", "fz", "tm", "tx", "ty", "tz"};
  size_t which = element_of(e);
  if (which == ELEMENTS || part < 1 || part > 8) return trm_adams_tree_number(a, 0);
  int first = elements[which].first_is_j;
  /* about a joint, the first is the joint's, which is on its J */
  if (strcmp(e->kind->name, "SPRINGDAMPER") == 0) first = trm_adams_turning_side(a, e) > 0;
  int direct = on_j == first;
  /* sizes do not change with the side, but where the arm counts */
  TrmAdamsStatement *i = marker_of(a, e, 0), *j = marker_of(a, e, 1);
  int arm = part > 4 && !direct && i && j && slides(a, e, elements[which].types);
  if (part == 1 || (part == 5 && !arm)) return component(a, names[part - 1], e, NULL);
  if (part == 5) {
    TrmExpr *x[3];
    for (int k = 0; k < 3; k++) x[k] = trm_adams_wrench(a, e, on_j, 6 + k, rm);
    return root_of_squares(a, x);
  }
  TrmExpr *value = component(a, names[part - 1], e, rm);
  if (direct) return value;
  if (arm) {
    TrmAdamsStatement *here = first ? j : i, *there = first ? i : j;
    int k = part - 6, p = (k + 1) % 3, q = (k + 2) % 3;
    value = trm_adams_tree_binary(a, TRM_OP_ADD, value, moment(a, e, p, q, here, there, rm));
    value = trm_adams_tree_binary(a, TRM_OP_SUBTRACT, value, moment(a, e, q, p, here, there, rm));
  }
  return trm_adams_tree_negative(a, value);
}

/* how an element acts between i and j: 1 on i as its I, -1 on i as its J, 0 not */
static int acts_between(TrmAdams *a, const TrmAdamsStatement *e, const TrmAdamsStatement *i,
                        const TrmAdamsStatement *j) {
  if (!e->kind || e->dropped || element_of(e) == ELEMENTS || strcmp(e->kind->name, "MOTION") == 0)
    return 0;
  const TrmAdamsStatement *own_i = marker_of(a, e, 0), *own_j = marker_of(a, e, 1);
  int alone = trm_adams_has(e, "ACTIONONLY");
  if (strcmp(e->kind->name, "GCON") == 0) return own_i == i ? 1 : own_i && own_i == j ? -1 : 0;
  if (own_i == i && (alone ? !j : own_j == j)) return 1;
  return !alone && own_i == j && own_j == i ? -1 : 0;
}

TrmExpr *trm_adams_between(TrmAdams *a, TrmAdamsStatement *i, TrmAdamsStatement *j, int part,
                           TrmAdamsStatement *rm) {
  TrmExpr *sum = NULL;
  size_t count = 0;
  for (size_t n = 0; n < a->count; n++) count += acts_between(a, a->list[n], i, j) != 0;
  /* the size of a sum is not the sum of sizes */
  if (count > 1 && (part == 1 || part == 5)) {
    TrmExpr *x[3];
    for (int k = 0; k < 3; k++) x[k] = trm_adams_between(a, i, j, part + 1 + k, rm);
    return root_of_squares(a, x);
  }
  for (size_t n = 0; n < a->count; n++) {
    int side = acts_between(a, a->list[n], i, j);
    if (!side) continue;
    TrmExpr *one = trm_adams_wrench(a, a->list[n], side < 0, part, rm);
    sum = sum ? trm_adams_tree_binary(a, TRM_OP_ADD, sum, one) : one;
  }
  return sum ? sum : trm_adams_tree_number(a, 0);
}
