/* SPDX-License-Identifier: Apache-2.0
 *
 * Gradient of a program: a backward sweep carries the adjoint of every slot to its operands and at
 * last to the columns. An operation whose adjoint is zero is passed over, so that a branch not
 * taken leaves no trace, not even where its derivative is infinite.
 */
#include "expr/pair.h"
#include "expr/slope.h"
#include <string.h>

static void call_reverse(const TrmProgram *p, const TrmCall *call, double g, double *scratch,
                         double *a) {
  const double *slope = trm_program_gradients(p, scratch) + call->gradient;
  for (uint32_t i = 0; i < call->count; i++) a[call->arguments[i]] += g * slope[i];
}

/* scalars with slopes of their own */
static void curved_reverse(const TrmOp *o, double g, const double *v, double *a) {
  TrmSlope d;
  if (!trm_slope_first(o, v, &d)) return;
  a[o->a] += g * d.x;
  if (d.two) a[o->b] += g * d.y;
}

/* zero n doubles, four at a time: short arrays are not worth a call */
static inline void clear(double *x, size_t n) {
  for (; n >= 4; n -= 4, x += 4) memset(x, 0, 4 * sizeof *x);
  for (; n > 0; n--, x++) memset(x, 0, sizeof *x);
}

/* the same, and up to three behind them */
static inline void clear_more(double *x, size_t n) {
  for (const double *end = x + n; x < end; x += 4) memset(x, 0, 4 * sizeof *x);
}

/* `length` and behind it its reciprocal */
static inline void norm_reverse(const double *x, const double *length, double g, double *a) {
  if (*length > 0) trm_side_add(g * length[1], x, a);
}

static inline void dot_reverse(const TrmOp *o, double g, const double *v, double *a) {
  if (o->a == o->b) {
    trm_side_add(2 * g, &v[o->a], &a[o->a]);
    return;
  }
  trm_side_add(g, &v[o->b], &a[o->a]);
  trm_side_add(g, &v[o->a], &a[o->b]);
}

static inline void project_reverse(const TrmOp *o, double g, const double *v, double *a) {
  g *= v[o->c + 1];
  a[o->c] -= g * v[o->to];
  dot_reverse(o, g, v, a);
}

static inline void product_reverse(const TrmOp *o, double g, const double *v, double *a) {
  a[o->a] += g * v[o->b];
  a[o->b] += g * v[o->a];
}

static inline void product_sum_reverse(const TrmOp *o, double g, const double *v, double *a) {
  product_reverse(o, g * o->k[0], v, a);
  a[o->c] += g * o->k[1];
  a[o->d] += g * o->k[2];
}

static inline void quotient_reverse(const TrmOp *o, double g, const double *v, double *a) {
  double d = g / v[o->b];
  a[o->a] += d;
  a[o->b] -= d * v[o->to];
}

static inline void atan2_reverse(const TrmOp *o, double g, const double *v, double *a) {
  double y = v[o->a], x = v[o->b], r = x * x + y * y;
  if (!(r > 0)) return;
  g /= r;
  a[o->a] += g * x;
  a[o->b] -= g * y;
}

static void vector_reverse(const TrmOp *o, const double *v, double *a) {
  const double *g = &a[o->to];
  if (g[0] == 0 && g[1] == 0 && g[2] == 0) return;
  if (o->code == TRM_DO_CROSS) {
    trm_side_add_cross(&v[o->b], g, &a[o->a]);
    trm_side_add_cross(g, &v[o->a], &a[o->b]);
  } else {
    trm_side_add(1, g, &a[o->a]);
    trm_side_add(-1, g, &a[o->b]);
  }
}

#define FIELD(code)                                                                                \
  case code:                                                                                       \
    if (g != 0 || a[o->to + 1] != 0 || a[o->to + 2] != 0)                                          \
      trm_pair_reverse(code, &p->pairs[o->a], at, &a[o->to], gradient);                            \
    break;                                                                                         \
  case code + TRM_DO_ONE:                                                                          \
    if (g != 0) trm_pair_reverse_component(code, &p->pairs[o->a], at, o->c, g, gradient);          \
    break;

/* before the sweep: adjoints are zero but for the result's, and so are the columns */
static inline double *start(const TrmProgram *p, double *scratch, double *gradient) {
  double *a = trm_program_adjoints(p, scratch);
  clear_more(a, p->slot_count); /* into what is kept for the Hessian */
  clear(gradient, p->column_count);
  a[p->result] = 1;
  return a;
}

void trm_program_reverse(const TrmProgram *p, const TrmSituation *at, double *scratch,
                         double *gradient) {
  double *v = scratch, *a = start(p, scratch, gradient);
  for (const TrmOp *first = p->ops, *o = first + p->main_count; o-- > first;) {
    double g = a[o->to];
    switch ((TrmOpCode)o->code) {
    case TRM_DO_TIME: gradient[0] += g * o->k[0]; break;
    case TRM_DO_EXTERNAL: gradient[o->d] += g; break;
    case TRM_DO_ADD: a[o->a] += g, a[o->b] += g; break;
    case TRM_DO_SUBTRACT: a[o->a] += g, a[o->b] -= g; break;
    case TRM_DO_MULTIPLY_ADD: a[o->c] += g; /* fall through */
    case TRM_DO_MULTIPLY:
      if (g != 0) product_reverse(o, g, v, a);
      break;
    case TRM_DO_PRODUCT_SUM:
      if (g != 0) product_sum_reverse(o, g, v, a);
      break;
    case TRM_DO_AFFINE:
    case TRM_DO_SHIFT: a[o->a] += g * o->k[0]; break;
    case TRM_DO_COMBINE:
    case TRM_DO_COMBINE_SHIFTED: a[o->a] += g * o->k[0], a[o->b] += g * o->k[1]; break;
    case TRM_DO_POLYNOMIAL:
      if (g != 0) a[o->a] += g * trm_slope_polynomial_first(o, v[o->a]);
      break;
    case TRM_DO_DIVIDE:
      if (g != 0) quotient_reverse(o, g, v, a);
      break;
    case TRM_DO_ATAN2:
      if (g != 0) atan2_reverse(o, g, v, a);
      break;
    case TRM_DO_WHOLE_POWER:
    case TRM_DO_FIXED_POWER:
    case TRM_DO_POWER:
    case TRM_DO_HYPOTENUSE:
    case TRM_DO_SINE:
    case TRM_DO_COSINE:
    case TRM_DO_EXPONENTIAL:
    case TRM_DO_TANH:
    case TRM_DO_STEP:
      if (g != 0) curved_reverse(o, g, v, a);
      break;
    case TRM_DO_CALL:
      if (g != 0) call_reverse(p, &p->calls[o->a], g, scratch, a);
      break;
    case TRM_DO_SELECT: a[v[o->a] != 0 ? o->b : o->c] += g; break;
    case TRM_DO_SELECT_LESS: a[v[o->a] < v[o->b] ? o->c : o->d] += g; break;
    case TRM_DO_SELECT_LESS_EQUAL: a[v[o->a] <= v[o->b] ? o->c : o->d] += g; break;
    case TRM_DO_DOT:
      if (g != 0) dot_reverse(o, g, v, a);
      break;
    case TRM_DO_NORM:
      if (g != 0) norm_reverse(&v[o->a], &v[o->to], g, &a[o->a]);
      break;
    case TRM_DO_PROJECT:
      if (g != 0) project_reverse(o, g, v, a);
      break;
    case TRM_DO_VECTOR_SUBTRACT:
    case TRM_DO_CROSS: vector_reverse(o, v, a); break;
    case TRM_DO_AXES:
      if (g != 0) trm_pair_reverse_cosine(&p->pairs[o->a], at, g, &v[o->to + 1], gradient);
      break;
      FIELD(TRM_DO_POINT)
      FIELD(TRM_DO_DIRECTION)
      FIELD(TRM_DO_VELOCITY)
      FIELD(TRM_DO_OMEGA)
      FIELD(TRM_DO_ACCELERATION)
      FIELD(TRM_DO_ALPHA)
    case TRM_DO_LESS:
    case TRM_DO_LESS_EQUAL:
    case TRM_DO_EQUAL:
    case TRM_DO_AND:
    case TRM_DO_OR:
    case TRM_DO_NOT:
    case TRM_DO_TURN: break;
    default: __builtin_unreachable();
    }
  }
}

/* forward for the values, then backward */
__attribute__((noinline)) static double both_ways(const TrmProgram *p, const TrmSituation *at,
                                                  double *scratch, double *gradient) {
  trm_program_forward(p, at, scratch, p->main_count, 1);
  trm_program_reverse(p, at, scratch, gradient);
  return scratch[p->result];
}

double trm_program_gradient(const TrmProgram *program, const TrmSituation *at, double *scratch,
                            double *gradient) {
  if (program->narrow) return trm_program_dual(program, at, scratch, gradient);
  if (program->linear) return trm_program_linear(program, at, scratch, gradient);
  return both_ways(program, at, scratch, gradient);
}
