/* SPDX-License-Identifier: Apache-2.0
 *
 * The dimension check: products and quotients of known quantities are known, sums and comparisons
 * of two known ones must be alike, functions follow their rule. 5*mm is a length; 10*dx(a, b) may
 * be anything, because the 10 may be a stiffness.
 */
#include "expr/dimension.h"
#include <math.h>
#include <stdio.h>

TrmQuantity trm_quantity_unknown(void) {
  return (TrmQuantity){TRM_QUANTITY_UNKNOWN, TRM_DIMENSIONLESS};
}

TrmQuantity trm_quantity_measured(TrmDimension dimension) {
  return (TrmQuantity){TRM_QUANTITY_MEASURED, dimension};
}

TrmQuantity trm_quantity_of(const TrmConstant *constant) {
  if (!constant->has_dimension) return trm_quantity_unknown();
  return (TrmQuantity){TRM_QUANTITY_CONSTANT, constant->dimension};
}

int trm_quantity_known(TrmQuantity q) {
  return q.kind == TRM_QUANTITY_CONSTANT || q.kind == TRM_QUANTITY_MEASURED;
}

/* "a length (mm)", "an angle (deg)", "a quantity (N s)", "a pure number" */
static void describe(const TrmUnits *units, TrmDimension d, char *out, size_t size) {
  char unit[64];
  const char *word = trm_dimension_word(d);
  trm_dimension_format(units, d, unit, sizeof unit);
  if (!unit[0]) {
    snprintf(out, size, "a pure number");
    return;
  }
  if (!word) word = "quantity";
  int vowel = *word == 'a' || *word == 'e' || *word == 'i' || *word == 'o' || *word == 'u';
  snprintf(out, size, "%s %s (%s)", vowel ? "an" : "a", word, unit);
}

static int alike(const TrmDimensionCheck *check, TrmQuantity a, TrmQuantity b) {
  if (!trm_quantity_known(a) || !trm_quantity_known(b)) return 1;
  return trm_dimension_compatible(check->units, a.dimension, b.dimension);
}

/* the quantity of two that are alike; a side that may be anything leaves the whole open */
static TrmQuantity merge(TrmQuantity a, TrmQuantity b) {
  if (trm_quantity_known(a) && trm_quantity_known(b))
    return a.kind == TRM_QUANTITY_MEASURED ? a : b;
  if (a.kind == TRM_QUANTITY_UNKNOWN || b.kind == TRM_QUANTITY_UNKNOWN)
    return trm_quantity_unknown();
  return trm_quantity_known(a) ? a : b;
}

static TrmPlace place_of(const TrmDimensionCheck *check, const TrmExpr *e) {
  return trm_place_part(check->place, e->at, e->length);
}

static TrmQuantity product(TrmQuantity a, TrmQuantity b, int sign) {
  if (a.kind == TRM_QUANTITY_UNKNOWN || b.kind == TRM_QUANTITY_UNKNOWN)
    return trm_quantity_unknown();
  if (a.kind == TRM_QUANTITY_LITERAL && b.kind == TRM_QUANTITY_LITERAL) return a;
  int literal = a.kind == TRM_QUANTITY_LITERAL || b.kind == TRM_QUANTITY_LITERAL;
  int measured = a.kind == TRM_QUANTITY_MEASURED || b.kind == TRM_QUANTITY_MEASURED;
  if (literal && measured) return trm_quantity_unknown();
  return (TrmQuantity){measured ? TRM_QUANTITY_MEASURED : TRM_QUANTITY_CONSTANT,
                       trm_dimension_product(a.dimension, b.dimension, sign)};
}

/* base^n for whole n up to 12; other powers of a pure number stay pure */
static TrmQuantity power(TrmQuantity base, const double *exponent) {
  if (base.kind == TRM_QUANTITY_LITERAL) return exponent ? base : trm_quantity_unknown();
  if (!trm_quantity_known(base)) return trm_quantity_unknown();
  if (trm_dimension_same(base.dimension, (TrmDimension)TRM_DIMENSIONLESS)) return base;
  if (!exponent || *exponent != floor(*exponent) || fabs(*exponent) > 12)
    return trm_quantity_unknown();
  TrmQuantity result = {base.kind, TRM_DIMENSIONLESS};
  for (int i = 0; i < (int)fabs(*exponent); i++)
    result.dimension =
        trm_dimension_product(result.dimension, base.dimension, *exponent < 0 ? -1 : 1);
  return result;
}

/* warn about the right operand of + - or a comparison */
static void warn_mix(const TrmDimensionCheck *check, const TrmExpr *e, TrmQuantity a,
                     TrmQuantity b) {
  char left[128], right[128];
  describe(check->units, a.dimension, left, sizeof left);
  describe(check->units, b.dimension, right, sizeof right);
  TrmPlace place = place_of(check, e->arguments[1]);
  if (e->operation == TRM_OP_ADD)
    trm_log_add(check->log, TRM_W_DIMENSION_MIX, place, NULL, "adding %s to %s", right, left);
  else if (e->operation == TRM_OP_SUBTRACT)
    trm_log_add(check->log, TRM_W_DIMENSION_MIX, place, NULL, "subtracting %s from %s", right,
                left);
  else
    trm_log_add(check->log, TRM_W_DIMENSION_MIX, place, NULL, "comparing %s with %s", left, right);
}

TrmQuantity trm_quantity_binary(const TrmDimensionCheck *check, const TrmExpr *e, TrmQuantity a,
                                TrmQuantity b, const double *exponent) {
  switch (e->operation) {
  case TRM_OP_MULTIPLY: return product(a, b, 1);
  case TRM_OP_DIVIDE: return product(a, b, -1);
  case TRM_OP_POWER: return power(a, exponent);
  case TRM_OP_ADD:
  case TRM_OP_SUBTRACT:
    if (alike(check, a, b)) return merge(a, b);
    warn_mix(check, e, a, b);
    return trm_quantity_unknown();
  case TRM_OP_AND:
  case TRM_OP_OR: break;
  default:
    if (!alike(check, a, b)) warn_mix(check, e, a, b);
  }
  /* truth values count as plain numbers */
  return (TrmQuantity){TRM_QUANTITY_LITERAL, TRM_DIMENSIONLESS};
}

/* merge values[i] into `sum`; `name` and e->arguments[i] say where a mismatch stands */
static TrmQuantity join(const TrmDimensionCheck *check, const TrmExpr *e, const char *name,
                        TrmQuantity sum, size_t i, TrmQuantity q) {
  if (alike(check, sum, q)) return merge(sum, q);
  char first[128], other[128];
  describe(check->units, sum.dimension, first, sizeof first);
  describe(check->units, q.dimension, other, sizeof other);
  trm_log_add(check->log, TRM_W_DIMENSION_ARGUMENT, place_of(check, e->arguments[i]), name,
              "'%s' is given %s beside %s", name, other, first);
  return trm_quantity_unknown();
}

TrmQuantity trm_quantity_choice(const TrmDimensionCheck *check, const TrmExpr *e, size_t from,
                                const TrmQuantity *values, size_t count) {
  TrmQuantity sum = values[0];
  for (size_t i = 1; i < count; i++) sum = join(check, e, "if", sum, from + i, values[i]);
  return sum;
}

void trm_quantity_expect(const TrmDimensionCheck *check, const TrmExpr *e, const char *function,
                         TrmQuantity q, TrmDimension expected) {
  if (!trm_quantity_known(q) || trm_dimension_compatible(check->units, q.dimension, expected))
    return;
  char is[128], should[128];
  describe(check->units, q.dimension, is, sizeof is);
  describe(check->units, expected, should, sizeof should);
  if (function)
    trm_log_add(check->log, TRM_W_DIMENSION_ARGUMENT, place_of(check, e), function,
                "'%s' is given %s, not %s", function, is, should);
  else
    trm_log_add(check->log, TRM_W_DIMENSION_RESULT, place_of(check, e), NULL,
                "the expression is %s, not %s", is, should);
}

/* an argument that should be an angle or a pure number; `time` alone passes, as in sin(time) */
static void expect_plain(const TrmDimensionCheck *check, const TrmExpr *e, const char *function,
                         TrmQuantity q, TrmDimension expected) {
  if (e->kind == TRM_EXPR_UNARY) e = e->arguments[0];
  if (e->kind == TRM_EXPR_NAME && trm_same_word(e->name, "time")) return;
  trm_quantity_expect(check, e, function, q, expected);
}

static TrmQuantity root(TrmQuantity q) {
  TrmDimension d = q.dimension;
  if (q.kind == TRM_QUANTITY_LITERAL) return q;
  if (d.length % 2 || d.mass % 2 || d.time % 2 || d.force % 2 || d.angle % 2 ||
      !trm_quantity_known(q))
    return trm_quantity_unknown();
  TrmDimension half = {(signed char)(d.length / 2), (signed char)(d.mass / 2),
                       (signed char)(d.time / 2), (signed char)(d.force / 2),
                       (signed char)(d.angle / 2)};
  return (TrmQuantity){q.kind, half};
}

/* merge the arguments numbered in `which` */
static TrmQuantity join_some(const TrmDimensionCheck *check, const TrmExpr *e, const char *name,
                             const TrmQuantity *q, const size_t *which, size_t count) {
  TrmQuantity sum = q[which[0]];
  for (size_t i = 1; i < count; i++)
    if (which[i] < e->count) sum = join(check, e, name, sum, which[i], q[which[i]]);
  return sum;
}

TrmQuantity trm_quantity_call(const TrmDimensionCheck *check, const TrmExpr *e,
                              const TrmFunction *function, const TrmQuantity *q) {
  static const TrmDimension pure = TRM_DIMENSIONLESS, angle = TRM_ANGLE;
  static const size_t starts[] = {0, 1, 3}, heights[] = {2, 4};
  const char *name = function->name;
  TrmQuantity sum = e->count ? q[0] : trm_quantity_unknown();
  int literal = 1;
  for (size_t i = 0; i < e->count; i++) literal &= q[i].kind == TRM_QUANTITY_LITERAL;
  switch (function->rule) {
  case TRM_RULE_NUMBER:
    for (size_t i = 0; i < e->count; i++) expect_plain(check, e->arguments[i], name, q[i], pure);
    return literal ? sum : trm_quantity_measured(pure);
  case TRM_RULE_ANGLE_IN:
    for (size_t i = 0; i < e->count; i++) expect_plain(check, e->arguments[i], name, q[i], angle);
    return literal ? sum : trm_quantity_measured(pure);
  case TRM_RULE_ANGLE_OUT:
    for (size_t i = 0; i < e->count; i++) expect_plain(check, e->arguments[i], name, q[i], pure);
    return trm_quantity_measured(angle);
  case TRM_RULE_ATAN2:
  case TRM_RULE_SAME:
    for (size_t i = 1; i < e->count; i++) sum = join(check, e, name, sum, i, q[i]);
    if (function->rule == TRM_RULE_ATAN2) return trm_quantity_measured(angle);
    break;
  case TRM_RULE_ROOT: return root(sum);
  case TRM_RULE_SIGN: return trm_quantity_measured(pure);
  case TRM_RULE_STEP:
    if (e->count < 5) return trm_quantity_unknown();
    join_some(check, e, name, q, starts, 3);
    sum = join_some(check, e, name, q, heights, 2);
    if (!literal && sum.kind == TRM_QUANTITY_LITERAL) sum = trm_quantity_unknown();
    break;
  case TRM_RULE_ANY: return literal ? sum : trm_quantity_unknown();
  }
  return sum;
}
