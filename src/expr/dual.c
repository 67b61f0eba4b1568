/* SPDX-License-Identifier: Apache-2.0
 *
 * Programs of one to three columns of time and externals: value and derivatives go forward
 * together, which saves the backward sweep. A branch not taken leaves no trace, because SELECT
 * copies the other. The number of columns is a constant in each copy of the sweep. Plain programs,
 * of arithmetic and choices alone, have copies of their own, which call nothing.
 */
#include "expr/constant.h"
#include "expr/program_data.h"
#include "expr/slope.h"
#include <math.h>

#define ALWAYS __attribute__((always_inline)) static inline

/* derivative number j of the slot of an operand or of the result */
#define D(operand) d[(size_t)(operand)*width + j]

/* run a kernel and chain its gradient */
static void kernel(const TrmProgram *p, const TrmOp *o, double *v, double *d, size_t width) {
  const TrmCall *call = &p->calls[o->a];
  v[o->to] = trm_program_kernel(p, call, v, 1);
  const double *gradient = trm_program_gradients(p, v) + call->gradient;
  for (size_t j = 0; j < width; j++) {
    double sum = 0;
    for (uint32_t i = 0; i < call->count; i++)
      if (D(call->arguments[i]) != 0) sum += D(call->arguments[i]) * gradient[i];
    D(o->to) = sum;
  }
}

/* value and derivatives of the other operations with slopes */
static void curved(const TrmOp *o, double *v, double *d, size_t width) {
  TrmSlope s;
  double x = v[o->a], y = v[o->b], value = 0;
  switch (o->code) {
  case TRM_DO_DIVIDE: value = x / y; break;
  case TRM_DO_WHOLE_POWER:
  case TRM_DO_FIXED_POWER: value = trm_constant_power(x, o->k[0]); break;
  case TRM_DO_POWER: value = pow(x, y); break;
  case TRM_DO_ATAN2: value = atan2(x, y); break;
  case TRM_DO_HYPOTENUSE: value = sqrt(x * x + y * y); break;
  case TRM_DO_TANH: value = tanh(x); break;
  default: return;
  }
  v[o->to] = value;
  trm_slope_first(o, v, &s);
  for (size_t j = 0; j < width; j++) {
    double sum = D(o->a) != 0 ? D(o->a) * s.x : 0;
    if (s.two && D(o->b) != 0) sum += D(o->b) * s.y;
    D(o->to) = sum;
  }
}

/* comparisons and logic: no derivative */
static double truth(const TrmOp *o, const double *v) {
  switch (o->code) {
  case TRM_DO_LESS: return v[o->a] < v[o->b];
  case TRM_DO_LESS_EQUAL: return v[o->a] <= v[o->b];
  case TRM_DO_EQUAL: return v[o->a] == v[o->b];
  case TRM_DO_AND: return v[o->a] != 0 && v[o->b] != 0;
  case TRM_DO_OR: return v[o->a] != 0 || v[o->b] != 0;
  default: return v[o->a] == 0;
  }
}

/* the other operations that are not plain */
static void other(const TrmProgram *p, const TrmOp *o, double *v, double *d, size_t width) {
  switch (o->code) {
  case TRM_DO_CALL: kernel(p, o, v, d, width); break;
  case TRM_DO_LESS:
  case TRM_DO_LESS_EQUAL:
  case TRM_DO_EQUAL:
  case TRM_DO_AND:
  case TRM_DO_OR:
  case TRM_DO_NOT:
    v[o->to] = truth(o, v);
    for (size_t j = 0; j < width; j++) D(o->to) = 0;
    break;
  default: curved(o, v, d, width);
  }
}

/* results go to slots that nothing read here uses; the first two are ready before any is written,
 * the others follow one by one, lest pairs be read that were not written as pairs */
#define PUT(value, slope)                                                                          \
  do {                                                                                             \
    size_t j = 0;                                                                                  \
    double put = (value), rate = (slope);                                                          \
    v[o->to] = put;                                                                                \
    D(o->to) = rate;                                                                               \
    for (j = 1; j < width; j++) D(o->to) = (slope);                                                \
  } while (0)

/* the sweep; `width` and `plain` are constants where it is called */
ALWAYS double sweep(const TrmProgram *p, const TrmSituation *at, double *v, double *gradient,
                    const size_t width, const int plain) {
  double *d = trm_program_adjoints(p, v), f, g;
  uint32_t from;
  for (size_t i = 0, count = p->pool_count; i < count; i++) {
    v[i] = p->pool[i];
    for (size_t j = 0; j < width; j++) D(i) = 0;
  }
  for (const TrmOp *o = p->ops, *end = o + p->main_count; o < end; o++) {
    const double *k = o->k;
    switch ((TrmOpCode)o->code) {
    case TRM_DO_TIME: PUT(k[0] * at->time, j == 0 ? k[0] : 0); break;
    case TRM_DO_EXTERNAL: PUT(at->externals[o->a], j == o->d); break;
    case TRM_DO_ADD: PUT(v[o->a] + v[o->b], D(o->a) + D(o->b)); break;
    case TRM_DO_SUBTRACT: PUT(v[o->a] - v[o->b], D(o->a) - D(o->b)); break;
    case TRM_DO_MULTIPLY: PUT(v[o->a] * v[o->b], D(o->a) * v[o->b] + v[o->a] * D(o->b)); break;
    case TRM_DO_MULTIPLY_ADD:
      PUT(v[o->a] * v[o->b] + v[o->c], D(o->a) * v[o->b] + v[o->a] * D(o->b) + D(o->c));
      break;
    case TRM_DO_PRODUCT_SUM:
      f = k[0] * v[o->a], g = k[0] * v[o->b];
      PUT(f * v[o->b] + k[1] * v[o->c] + k[2] * v[o->d],
          D(o->a) * g + f * D(o->b) + k[1] * D(o->c) + k[2] * D(o->d));
      break;
    case TRM_DO_AFFINE: PUT(k[0] * v[o->a] + k[1], k[0] * D(o->a)); break;
    case TRM_DO_SHIFT: PUT(k[0] * (v[o->a] + k[1]), k[0] * D(o->a)); break;
    case TRM_DO_COMBINE:
      PUT(k[0] * v[o->a] + k[1] * v[o->b], k[0] * D(o->a) + k[1] * D(o->b));
      break;
    case TRM_DO_COMBINE_SHIFTED:
      PUT(k[0] * (v[o->a] + k[2]) + k[1] * (v[o->b] + k[3]) + k[4],
          k[0] * D(o->a) + k[1] * D(o->b));
      break;
    case TRM_DO_POLYNOMIAL:
      f = trm_slope_polynomial_first(o, v[o->a]);
      PUT(trm_slope_polynomial(o, v[o->a]), D(o->a) * f);
      break;
    case TRM_DO_STEP:
      f = trm_slope_step(o, v[o->a], &g, NULL);
      PUT(f, D(o->a) * g);
      break;
    case TRM_DO_SINE:
      if (plain) __builtin_unreachable();
      g = cos(v[o->a]);
      PUT(sin(v[o->a]), D(o->a) * g);
      break;
    case TRM_DO_COSINE:
      if (plain) __builtin_unreachable();
      g = -sin(v[o->a]);
      PUT(cos(v[o->a]), D(o->a) * g);
      break;
    case TRM_DO_EXPONENTIAL:
      if (plain) __builtin_unreachable();
      f = exp(v[o->a]);
      PUT(f, D(o->a) * f);
      break;
    case TRM_DO_SELECT:
      from = v[o->a] != 0 ? o->b : o->c;
      PUT(v[from], D(from));
      break;
    case TRM_DO_SELECT_LESS:
      from = v[o->a] < v[o->b] ? o->c : o->d;
      PUT(v[from], D(from));
      break;
    case TRM_DO_SELECT_LESS_EQUAL:
      from = v[o->a] <= v[o->b] ? o->c : o->d;
      PUT(v[from], D(from));
      break;
    default:
      if (plain) __builtin_unreachable();
      other(p, o, v, d, width);
    }
  }
  d += (size_t)p->result * width;
  gradient[0] = d[0];
  if (width > 1) gradient[1] = d[1];
  if (width > 2) gradient[2] = d[2];
  return v[p->result];
}

#define SWEEP(name, width, plain)                                                                  \
  __attribute__((noinline)) static double name(const TrmProgram *p, const TrmSituation *at,        \
                                               double *v, double *gradient) {                      \
    return sweep(p, at, v, gradient, width, plain);                                                \
  }

SWEEP(plain_1, 1, 1)
SWEEP(plain_2, 2, 1)
SWEEP(plain_3, 3, 1)
SWEEP(any_1, 1, 0)
SWEEP(any_2, 2, 0)
SWEEP(any_3, 3, 0)

double trm_program_dual(const TrmProgram *p, const TrmSituation *at, double *scratch,
                        double *gradient) {
  switch (p->column_count + (p->plain ? 0 : 3)) {
  case 1: return plain_1(p, at, scratch, gradient);
  case 2: return plain_2(p, at, scratch, gradient);
  case 3: return plain_3(p, at, scratch, gradient);
  case 4: return any_1(p, at, scratch, gradient);
  case 5: return any_2(p, at, scratch, gradient);
  default: return any_3(p, at, scratch, gradient);
  }
}
