/* SPDX-License-Identifier: Apache-2.0
 *
 * Linear programs: components of body fields, and at most one sum of them at the end, such as a
 * spring or damper along an axis of ground. The adjoints of the fields are constants, found once,
 * so that value and gradient come out of one sweep.
 */
#include "expr/pair.h"
#include <string.h>

/* what the last operation gives to the field in `slot` */
static double adjoint_of(const TrmOp *last, uint32_t slot) {
  double a = last->a == slot, b = last->b == slot;
  switch ((TrmOpCode)last->code) {
  case TRM_DO_ADD: return a + b;
  case TRM_DO_SUBTRACT: return a - b;
  case TRM_DO_AFFINE:
  case TRM_DO_SHIFT: return a * last->k[0];
  default: return a * last->k[0] + b * last->k[1];
  }
}

static int is_sum(uint32_t code) {
  return code == TRM_DO_ADD || code == TRM_DO_SUBTRACT || code == TRM_DO_AFFINE ||
         code == TRM_DO_SHIFT || code == TRM_DO_COMBINE || code == TRM_DO_COMBINE_SHIFTED;
}

void trm_program_find_linear(TrmProgram *p) {
  size_t fields = 0;
  while (fields < p->main_count && p->ops[fields].code >= TRM_DO_POINT_1) fields++;
  int sum = fields + 1 == p->main_count && is_sum(p->ops[fields].code);
  if (fields == 0 || (fields < p->main_count && !sum) || (!sum && fields > 1)) return;
  p->linear = 1;
  for (size_t i = 0; i < fields; i++)
    p->ops[i].k[0] = sum ? adjoint_of(&p->ops[fields], p->ops[i].to) : 1;
}

/* component i of a field, and what its adjoint g gives to the columns */
TRM_INLINE double field(unsigned code, const TrmPair *pair, const TrmSituation *at, uint32_t i,
                        double g, double *gradient) {
  double sum = pair->offset[i];
  for (uint32_t n = 0; n < pair->count; n++) {
    const TrmSide *side = &pair->side[n];
    const TrmBodyMotion *m = &at->bodies[side->body];
    const double *base = trm_side_base(code, m), *row = m->R + (size_t)3 * i;
    double h = side->sign * g, c[3];
    if (base && side->centre) {
      sum += side->sign * base[i];
      gradient[side->base + i] += h;
      continue;
    }
    trm_side_inner(code, m, side->s, c);
    double y[3] = {row[0] * h, row[1] * h, row[2] * h};
    sum += side->sign * ((base ? base[i] : 0) + trm_vec3_dot(row, c));
    if (base) gradient[side->base + i] += h;
    trm_side_spread(code, m, side, c, y, gradient);
  }
  return sum;
}

#define FIELD(code)                                                                                \
  case code + TRM_DO_ONE:                                                                          \
    v[o->to] = field(code, &p->pairs[o->a], at, o->c, o->k[0], gradient);                          \
    break;

double trm_program_linear(const TrmProgram *p, const TrmSituation *at, double *v,
                          double *gradient) {
  const double *k;
  for (double *x = gradient, *end = x + p->column_count; x < end; x += 3)
    memset(x, 0, 3 * sizeof *x);
  for (const TrmOp *o = p->ops, *end = o + p->main_count; o < end; o++) {
    switch ((TrmOpCode)o->code) {
      FIELD(TRM_DO_POINT)
      FIELD(TRM_DO_DIRECTION)
      FIELD(TRM_DO_VELOCITY)
      FIELD(TRM_DO_OMEGA)
      FIELD(TRM_DO_ACCELERATION)
      FIELD(TRM_DO_ALPHA)
    case TRM_DO_ADD: return v[o->a] + v[o->b];
    case TRM_DO_SUBTRACT: return v[o->a] - v[o->b];
    case TRM_DO_AFFINE: return o->k[0] * v[o->a] + o->k[1];
    case TRM_DO_SHIFT: return o->k[0] * (v[o->a] + o->k[1]);
    case TRM_DO_COMBINE: return o->k[0] * v[o->a] + o->k[1] * v[o->b];
    case TRM_DO_COMBINE_SHIFTED:
      k = o->k;
      return k[0] * (v[o->a] + k[2]) + k[1] * (v[o->b] + k[3]) + k[4];
    default: __builtin_unreachable();
    }
  }
  return v[p->result];
}
