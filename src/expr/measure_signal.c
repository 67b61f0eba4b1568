/* SPDX-License-Identifier: Apache-2.0
 *
 * Measures that are not geometry: forces of elements and states (supplied from outside), splines,
 * and noise. Noise is a Catmull-Rom cubic (C1) through hashed values in [-1, 1] at whole multiples
 * of 1/rate, so it is the same on every machine and has exact derivatives.
 */
#include "expr/function/kernel.h"
#include "expr/measure.h"
#include <math.h>
#include <string.h>

TrmTerm trm_measure_element(TrmBuilder *b, const TrmMeasure *m, const TrmExpr *call) {
  TrmNodeId node = trm_argument_element(b, m, call);
  TrmQuantity q = m->has_dimension ? trm_quantity_measured(m->dimension) : trm_quantity_unknown();
  return (TrmTerm){node, q};
}

/* F . x_k = sum of F_q (x_k . x_q), q the axes of ground */
TrmTerm trm_measure_force(TrmBuilder *b, const TrmMeasure *m, const TrmExpr *call) {
  static const char *const names[2][3] = {{"fx", "fy", "fz"}, {"tx", "ty", "tz"}};
  static const TrmFrame ground = {.body = -1, .A = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
  if (call->count == 1 || m->component == 3) return trm_measure_element(b, m, call);
  TrmFrame k = trm_argument_frame(b, call, 1);
  TrmNodeId sum = trm_build_constant(b, 0);
  for (unsigned q = 0; q < 3 && !b->failed; q++) {
    TrmMeasure part = *m;
    part.name = names[m->name[0] == 't'][q];
    TrmNodeId along = trm_build_axes(b, &k, m->component, &ground, q);
    TrmNodeId product =
        trm_build_binary(b, TRM_OP_MULTIPLY, trm_argument_element(b, &part, call), along);
    if (!b->failed) sum = trm_build_binary(b, TRM_OP_ADD, sum, product);
  }
  return (TrmTerm){sum, trm_quantity_measured(m->dimension)};
}

/* conj(q_j) q_i, of quaternions that are continued in time */
TrmTerm trm_measure_parameter(TrmBuilder *b, const TrmMeasure *m, const TrmExpr *call) {
  static const char *const names[] = {"e0", "e1", "e2", "e3"};
  /* component n of the product: factors of j times i, with their signs */
  static const int order[4][4] = {{0, 1, 2, 3}, {1, 0, 3, 2}, {2, 3, 0, 1}, {3, 2, 1, 0}};
  static const int sign[4][4] = {{1, 1, 1, 1}, {1, -1, -1, 1}, {1, 1, -1, -1}, {1, -1, 1, -1}};
  TrmQuantity q = trm_quantity_measured(m->dimension);
  if (call->count == 1) return (TrmTerm){trm_argument_supplied(b, names[m->component], call, 0), q};
  TrmNodeId sum = trm_build_constant(b, 0);
  for (unsigned k = 0; k < 4 && !b->failed; k++) {
    TrmNodeId i = trm_argument_supplied(b, names[order[m->component][k]], call, 0);
    TrmNodeId j = trm_argument_supplied(b, names[k], call, 1);
    TrmNodeId product = b->failed ? 0 : trm_build_binary(b, TRM_OP_MULTIPLY, j, i);
    if (!b->failed)
      sum = trm_build_binary(b, sign[m->component][k] > 0 ? TRM_OP_ADD : TRM_OP_SUBTRACT, sum,
                             product);
  }
  return (TrmTerm){sum, q};
}

/* second derivatives of the next order; pieces are cubics in x and linear in z */
static void lookup_third(TrmKernel *k) {
  const TrmLookup *lookup = k->data;
  double out[6];
  if (!trm_kernel_thirds(k) || lookup->order == 2) return;
  trm_spline_eval(lookup->spline, lookup->order + 1, k->x[0], k->n > 1 ? k->x[1] : 0, out);
  trm_kernel_third(k, 0, 0, 0, out[3]);
  if (k->n > 1) trm_kernel_third(k, 0, 0, 1, out[4]);
}

/* a variable is its expression, compiled in place; anything else is supplied from outside */
TrmTerm trm_measure_variable(TrmBuilder *b, const TrmMeasure *m, const TrmExpr *call) {
  const TrmResolver *r = b->resolver;
  const TrmExpr *e = call->arguments[0];
  TrmMeaning meaning;
  int named = e->kind == TRM_EXPR_NAME && r->name && r->name(r->context, e->name, &meaning) > 0;
  if (named && meaning.kind == TRM_MEANS_EXPRESSION) return trm_build_expr(b, e);
  return trm_measure_element(b, m, call);
}

void trm_lookup_kernel(TrmKernel *k) {
  const TrmLookup *lookup = k->data;
  double out[6];
  trm_spline_eval(lookup->spline, lookup->order, k->x[0], k->n > 1 ? k->x[1] : 0, out);
  k->value = out[0];
  for (size_t i = 0; k->gradient && i < k->n; i++) k->gradient[i] = out[1 + i];
  if (k->third) lookup_third(k);
  if (!k->hessian) return;
  k->hessian[0] = out[3];
  if (k->n == 1) return;
  k->hessian[1] = k->hessian[2] = out[4];
  k->hessian[3] = out[5];
}

static size_t lookup_events(const void *data, const double *x, double *out) {
  const TrmLookup *lookup = data;
  return trm_spline_events(lookup->spline, x[0], trm_spline_two(lookup->spline) ? x[1] : 0, out);
}

/* the order of derivative at argument `index`, 0 when it is left out */
static int order_at(TrmBuilder *b, const TrmExpr *call, size_t index) {
  if (index >= call->count) return 0;
  double order = trm_argument_constant(b, call, index);
  if (b->failed || order == 0 || order == 1 || order == 2) return (int)order;
  const TrmExpr *e = call->arguments[index];
  b->failed = 1;
  trm_log_add(b->log, TRM_E_FUNCTION_CONSTANT, trm_place_part(b->place, e->at, e->length),
              call->name, "the order of derivative is %g, but must be 0, 1 or 2", order);
  return 0;
}

/* look up at (x, z); z counts only for families */
static TrmTerm look_up(TrmBuilder *b, const TrmSpline *spline, TrmNodeId x, TrmNodeId z,
                       int order) {
  TrmTerm result = {0, trm_quantity_unknown()};
  if (b->failed) return result;
  TrmLookup *lookup = trm_arena_alloc(b->arena, sizeof *lookup);
  lookup->spline = spline;
  lookup->order = order;
  TrmCall call = {.kernel = trm_lookup_kernel, .data = lookup, .data_size = sizeof *lookup};
  double none[2];
  if (trm_spline_events(spline, 0, 0, none)) call.events = lookup_events;
  call.count = trm_spline_two(spline) ? 2 : 1;
  call.arguments = trm_arena_array(b->arena, 2, sizeof *call.arguments);
  call.arguments[0] = x;
  call.arguments[1] = z;
  result.node = trm_build_call(b, &call);
  return result;
}

TrmTerm trm_measure_spline(TrmBuilder *b, const TrmMeasure *m, const TrmExpr *call) {
  (void)m;
  const TrmSpline *spline = trm_argument_spline(b, call, 0);
  TrmTerm x = trm_build_expr(b, call->arguments[1]), z = {0, trm_quantity_unknown()};
  /* one curve: a third argument alone is the order */
  int two = !b->failed && trm_spline_two(spline);
  size_t order = two || call->count == 4 ? 3 : 2;
  if (order == 3 && call->count > 2) z = trm_build_expr(b, call->arguments[2]);
  if (two && call->count == 2) {
    b->failed = 1;
    trm_log_add(b->log, TRM_E_FUNCTION_ARGUMENTS, trm_place_part(b->place, call->at, call->length),
                call->name, "'%s' is a family of curves and needs z", call->arguments[0]->name);
    trm_log_hint(b->log, "write spline(%s, x, z)", call->arguments[0]->name);
  }
  if (b->failed) return z;
  return look_up(b, spline, x.node, z.node, order_at(b, call, order));
}

TrmTerm trm_measure_table(TrmBuilder *b, const TrmMeasure *m, const TrmExpr *call) {
  (void)m;
  const TrmSpline *spline = trm_argument_spline(b, call, 2);
  TrmTerm x = trm_build_expr(b, call->arguments[0]), z = trm_build_expr(b, call->arguments[1]);
  if (b->failed) return z;
  return look_up(b, spline, x.node, z.node, order_at(b, call, 3));
}

/* a value in [-1, 1] for a knot: splitmix64 of seed and index */
static double knot(double seed, int64_t index) {
  uint64_t bits;
  memcpy(&bits, &seed, sizeof bits);
  bits += (uint64_t)index * 0x9E3779B97F4A7C15u;
  bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9u;
  bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBu;
  bits ^= bits >> 31;
  return (double)(bits >> 11) / 4503599627370496.0 - 1;
}

void trm_noise_kernel(TrmKernel *k) {
  const TrmNoise *noise = k->data;
  double u = k->x[0] * noise->rate, first = floor(u), f = u - first;
  double c[4] = {0, 0, 0, 0};
  /* beyond 2^52 there are no fractions left, and no noise */
  if (fabs(u) < 4503599627370496.0) {
    int64_t i = (int64_t)first;
    double p = knot(noise->seed, i - 1), q = knot(noise->seed, i);
    double r = knot(noise->seed, i + 1), s = knot(noise->seed, i + 2);
    c[0] = q;
    c[1] = (r - p) / 2;
    c[2] = p - 2.5 * q + 2 * r - 0.5 * s;
    c[3] = (s - p + 3 * (q - r)) / 2;
  }
  double value = c[0] + f * (c[1] + f * (c[2] + f * c[3])), rate = noise->rate;
  trm_kernel_chain(k, value, rate * (c[1] + f * (2 * c[2] + f * 3 * c[3])),
                   rate * rate * (2 * c[2] + f * 6 * c[3]), rate * rate * rate * 6 * c[3]);
}

TrmTerm trm_measure_noise(TrmBuilder *b, const TrmMeasure *m, const TrmExpr *call) {
  TrmNoise *noise = trm_arena_alloc(b->arena, sizeof *noise);
  TrmTerm result = {0, trm_quantity_measured(m->dimension)};
  noise->seed = trm_argument_constant(b, call, 0);
  noise->rate = trm_argument_constant(b, call, 1);
  if (!b->failed && !(noise->rate > 0 && isfinite(noise->rate) && isfinite(noise->seed))) {
    const TrmExpr *e = call->arguments[1];
    b->failed = 1;
    trm_log_add(b->log, TRM_E_FUNCTION_CONSTANT, trm_place_part(b->place, e->at, e->length),
                call->name, "the rate of '%s' is %g, but must be positive", call->name,
                noise->rate);
  }
  if (b->failed) return result;
  TrmCall kernel = {
      .kernel = trm_noise_kernel, .data = noise, .data_size = sizeof *noise, .count = 1};
  kernel.arguments = trm_arena_array(b->arena, 1, sizeof *kernel.arguments);
  kernel.arguments[0] = trm_build_time(b);
  result.node = trm_build_call(b, &kernel);
  return result;
}
