/* SPDX-License-Identifier: Apache-2.0
 *
 * Value of a program: one forward sweep over its operations.
 */
#include "expr/constant.h"
#include "expr/pair.h"
#include "expr/slope.h"
#include <math.h>

/* run a kernel, keeping what the backward sweep needs */
double trm_program_kernel(const TrmProgram *p, const TrmCall *call, double *scratch, int want) {
  double x[TRM_FUNCTION_ARGUMENTS];
  for (uint32_t i = 0; i < call->count; i++) x[i] = scratch[call->arguments[i]];
  TrmKernel k = {.x = x, .n = call->count, .angle = call->angle, .data = call->data};
  if (want > 0) k.gradient = trm_program_gradients(p, scratch) + call->gradient;
  if (want > 1) k.hessian = trm_program_hessians(p, scratch) + call->hessian;
  call->kernel(&k);
  return k.value;
}

/* norm and its reciprocal */
static inline void norm(const double *v, double *out) {
  out[0] = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  out[1] = 1 / out[0];
}

static inline double combine(const TrmOp *o, const double *v) {
  return o->k[0] * (v[o->a] + o->k[2]) + o->k[1] * (v[o->b] + o->k[3]) + o->k[4];
}

static inline double product_sum(const TrmOp *o, const double *v) {
  return o->k[0] * v[o->a] * v[o->b] + o->k[1] * v[o->c] + o->k[2] * v[o->d];
}

/* 2 pi times the whole number that brings the angle next to the one counted last */
static inline double full_turns(const double *externals, uint32_t number, double angle) {
  const double turn = 6.283185307179586477;
  return externals ? turn * nearbyint((externals[number] - angle) / turn) : 0;
}

static inline void subtract(const double *a, const double *b, double *out) {
  out[0] = a[0] - b[0];
  out[1] = a[1] - b[1];
  out[2] = a[2] - b[2];
}

#define FIELD(code)                                                                                \
  case code: trm_pair_vector(code, &p->pairs[o->a], at, &v[o->to]); break;                         \
  case code + TRM_DO_ONE: v[o->to] = trm_pair_component(code, &p->pairs[o->a], at, o->c); break;

void trm_program_forward(const TrmProgram *p, const TrmSituation *at, double *scratch, size_t count,
                         int want) {
  double *v = scratch;
  for (size_t i = 0; i < p->pool_count; i++) v[i] = p->pool[i];
  for (const TrmOp *o = p->ops, *end = o + count; o < end; o++) {
    switch ((TrmOpCode)o->code) {
    case TRM_DO_TIME: v[o->to] = o->k[0] * at->time; break;
    case TRM_DO_EXTERNAL: v[o->to] = at->externals[o->a]; break;
    case TRM_DO_ADD: v[o->to] = v[o->a] + v[o->b]; break;
    case TRM_DO_SUBTRACT: v[o->to] = v[o->a] - v[o->b]; break;
    case TRM_DO_MULTIPLY: v[o->to] = v[o->a] * v[o->b]; break;
    case TRM_DO_MULTIPLY_ADD: v[o->to] = v[o->a] * v[o->b] + v[o->c]; break;
    case TRM_DO_PRODUCT_SUM: v[o->to] = product_sum(o, v); break;
    case TRM_DO_DIVIDE: v[o->to] = v[o->a] / v[o->b]; break;
    case TRM_DO_AFFINE: v[o->to] = o->k[0] * v[o->a] + o->k[1]; break;
    case TRM_DO_SHIFT: v[o->to] = o->k[0] * (v[o->a] + o->k[1]); break;
    case TRM_DO_COMBINE: v[o->to] = o->k[0] * v[o->a] + o->k[1] * v[o->b]; break;
    case TRM_DO_COMBINE_SHIFTED: v[o->to] = combine(o, v); break;
    case TRM_DO_POLYNOMIAL: v[o->to] = trm_slope_polynomial(o, v[o->a]); break;
    case TRM_DO_WHOLE_POWER: v[o->to] = trm_constant_power(v[o->a], o->k[0]); break;
    case TRM_DO_FIXED_POWER: v[o->to] = pow(v[o->a], o->k[0]); break;
    case TRM_DO_POWER: v[o->to] = pow(v[o->a], v[o->b]); break;
    case TRM_DO_ATAN2: v[o->to] = atan2(v[o->a], v[o->b]); break;
    case TRM_DO_HYPOTENUSE: v[o->to] = sqrt(v[o->a] * v[o->a] + v[o->b] * v[o->b]); break;
    case TRM_DO_SINE: v[o->to] = sin(v[o->a]); break;
    case TRM_DO_COSINE: v[o->to] = cos(v[o->a]); break;
    case TRM_DO_EXPONENTIAL: v[o->to] = exp(v[o->a]); break;
    case TRM_DO_TANH: v[o->to] = tanh(v[o->a]); break;
    case TRM_DO_STEP: v[o->to] = trm_slope_step(o, v[o->a], NULL, NULL); break;
    case TRM_DO_CALL: v[o->to] = trm_program_kernel(p, &p->calls[o->a], scratch, want); break;
    case TRM_DO_LESS: v[o->to] = v[o->a] < v[o->b]; break;
    case TRM_DO_LESS_EQUAL: v[o->to] = v[o->a] <= v[o->b]; break;
    case TRM_DO_EQUAL: v[o->to] = v[o->a] == v[o->b]; break;
    case TRM_DO_AND: v[o->to] = v[o->a] != 0 && v[o->b] != 0; break;
    case TRM_DO_OR: v[o->to] = v[o->a] != 0 || v[o->b] != 0; break;
    case TRM_DO_NOT: v[o->to] = v[o->a] == 0; break;
    case TRM_DO_TURN: v[o->to] = full_turns(at->externals, o->c, v[o->a]); break;
    case TRM_DO_SELECT: v[o->to] = v[o->a] != 0 ? v[o->b] : v[o->c]; break;
    case TRM_DO_SELECT_LESS: v[o->to] = v[o->a] < v[o->b] ? v[o->c] : v[o->d]; break;
    case TRM_DO_SELECT_LESS_EQUAL: v[o->to] = v[o->a] <= v[o->b] ? v[o->c] : v[o->d]; break;
    case TRM_DO_VECTOR_SUBTRACT: subtract(&v[o->a], &v[o->b], &v[o->to]); break;
    case TRM_DO_CROSS: trm_vec3_cross(&v[o->a], &v[o->b], &v[o->to]); break;
    case TRM_DO_DOT: v[o->to] = trm_vec3_dot(&v[o->a], &v[o->b]); break;
    case TRM_DO_NORM: norm(&v[o->a], &v[o->to]); break;
    case TRM_DO_PROJECT: v[o->to] = trm_vec3_dot(&v[o->a], &v[o->b]) * v[o->c + 1]; break;
    case TRM_DO_AXES:
      trm_pair_cosine(&p->pairs[o->a], at, &v[o->to]);
      break;
      FIELD(TRM_DO_POINT)
      FIELD(TRM_DO_DIRECTION)
      FIELD(TRM_DO_VELOCITY)
      FIELD(TRM_DO_OMEGA)
      FIELD(TRM_DO_ACCELERATION)
      FIELD(TRM_DO_ALPHA)
    default: __builtin_unreachable();
    }
  }
}

double trm_program_value(const TrmProgram *program, const TrmSituation *at, double *scratch) {
  trm_program_forward(program, at, scratch, program->main_count, 0);
  return scratch[program->result];
}
