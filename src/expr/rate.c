/* SPDX-License-Identifier: Apache-2.0
 *
 * Rates of a program along the motion, and their slopes. Every slot goes with its first and second
 * rate: R' = R w~, so that a field base + R c has the rates base' + R (w x c) and R (w x (w x c)).
 * Backwards the adjoints go with their rates a, a', a'' too, and then f'' has the slopes a'', 2 a'
 * and a by a slot and its two rates, and f' the slopes a' and a (A. Griewank, A. Walther,
 * Evaluating Derivatives, ch. 10).
 */
#include "expr/jet.h"
#include "expr/pair.h"
#include "expr/slope.h"
#include <math.h>

/* everything a sweep works on */
typedef struct Sweep {
  const TrmProgram *p;
  const TrmSituation *at;
  int order;
  const double *v;      /* values, */
  double *d, *dd;       /* their rates, */
  double *a, *da, *dda; /* adjoints and their rates */
  const double *slopes; /* gradients of kernels */
  const double *curves; /* and Hessians */
  double *by, *by_motion;
} Sweep;

static TrmJet at_slot(const Sweep *w, uint32_t slot) {
  return (TrmJet){w->v[slot], w->d[slot], w->dd[slot]};
}

static void put(const Sweep *w, uint32_t slot, TrmJet x) {
  w->d[slot] = x.d;
  w->dd[slot] = x.dd;
}

static TrmJet adjoint(const Sweep *w, uint32_t slot) {
  return (TrmJet){w->a[slot], w->da[slot], w->dda[slot]};
}

static void give(const Sweep *w, uint32_t slot, TrmJet g) {
  w->a[slot] += g.f;
  w->da[slot] += g.d;
  w->dda[slot] += g.dd;
}

static TrmJet dot(const Sweep *w, uint32_t a, uint32_t b) {
  TrmJet sum = {0, 0, 0};
  for (uint32_t i = 0; i < 3; i++)
    sum = trm_jet_add(sum, 1, trm_jet_times(at_slot(w, a + i), at_slot(w, b + i)));
  return sum;
}

static uint32_t field_of(const TrmOp *o) {
  return o->code >= TRM_DO_POINT_1 ? o->code - TRM_DO_ONE : o->code;
}

/* c, w x c and w x (w x c) of a side, in body axes */
static void inner_rates(uint32_t field, const TrmBodyMotion *m, const TrmSide *side,
                        double c[3][3]) {
  trm_side_inner(field, m, side->s, c[0]);
  trm_vec3_cross(m->w, c[0], c[1]);
  trm_vec3_cross(m->w, c[1], c[2]);
}

/* rates of a field */
static void field_forward(const Sweep *w, const TrmOp *o) {
  const TrmPair *pair = &w->p->pairs[o->a];
  uint32_t field = field_of(o);
  double rate[2][3] = {{0, 0, 0}, {0, 0, 0}}, c[3][3], turned[3];
  for (uint32_t n = 0; n < pair->count; n++) {
    const TrmSide *side = &pair->side[n];
    const TrmBodyMotion *m = &w->at->bodies[side->body];
    if (field == TRM_DO_POINT) trm_side_add(side->sign, m->v, rate[0]);
    if (side->centre) continue;
    inner_rates(field, m, side, c);
    for (int k = 0; k < 2; k++) {
      trm_side_to_ground(m, c[k + 1], turned);
      trm_side_add(side->sign, turned, rate[k]);
    }
  }
  if (field != o->code) {
    put(w, o->to, (TrmJet){0, rate[0][o->c], rate[1][o->c]});
    return;
  }
  for (uint32_t i = 0; i < 3; i++) put(w, o->to + i, (TrmJet){0, rate[0][i], rate[1][i]});
}

/* what an adjoint says of a quantity and its first and second rate */
static void weigh(const Sweep *w, TrmJet g, double factor, double out[3]) {
  out[0] = factor * (w->order == 2 ? g.dd : g.d);
  out[1] = factor * (w->order == 2 ? 2 * g.d : g.f);
  out[2] = w->order == 2 ? factor * g.f : 0;
}

/* what the adjoint g of a side of a field gives to the columns */
static void side_backward(const Sweep *w, uint32_t field, const TrmSide *side, double sign,
                          const TrmJet g[3]) {
  const TrmBodyMotion *m = &w->at->bodies[side->body];
  double h[3][3], y[3][3], c[3][3], u[3], z[3];
  for (uint32_t i = 0; i < 3; i++) {
    double part[3];
    weigh(w, g[i], sign, part);
    for (int k = 0; k < 3; k++) h[k][i] = part[k];
  }
  if (trm_side_base(field, m)) trm_side_add(1, h[0], w->by + side->base);
  if (field == TRM_DO_POINT) trm_side_add(1, h[1], w->by_motion + side->base);
  if (side->centre) return;
  for (int k = 0; k < 3; k++) trm_side_to_body(m, h[k], y[k]);
  inner_rates(field, m, side, c);

  /* the turn moves all three, the turning the last two */
  for (int k = 0; k < 3; k++) trm_side_add_cross(c[k], y[k], w->by + side->theta);
  trm_vec3_cross(y[2], m->w, u);
  trm_side_add_cross(c[0], y[1], w->by_motion + side->theta);
  trm_side_add_cross(c[1], y[2], w->by_motion + side->theta);
  trm_side_add_cross(c[0], u, w->by_motion + side->theta);

  /* what c is made of: y0 + y1 x w + (y2 x w) x w */
  trm_side_add(1, y[1], u);
  trm_vec3_cross(u, m->w, z);
  trm_side_add(1, y[0], z);
  trm_side_spread_inner(field, m, side, z, w->by);
}

static void field_backward(const Sweep *w, const TrmOp *o) {
  const TrmPair *pair = &w->p->pairs[o->a];
  uint32_t field = field_of(o);
  TrmJet g[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
  for (uint32_t i = 0; i < (field == o->code ? 3 : 1); i++)
    g[field == o->code ? i : o->c] = adjoint(w, o->to + i);
  for (uint32_t n = 0; n < pair->count; n++)
    side_backward(w, field, &pair->side[n], pair->side[n].sign, g);
}

/* a direction of AXES in ground axes */
static void axis(const Sweep *w, const TrmSide *side, TrmJet out[3]) {
  const TrmBodyMotion *m = &w->at->bodies[side->body];
  double c[3][3], x[3][3];
  inner_rates(TRM_DO_DIRECTION, m, side, c);
  for (int k = 0; k < 3; k++) trm_side_to_ground(m, c[k], x[k]);
  for (int i = 0; i < 3; i++) out[i] = (TrmJet){x[0][i], x[1][i], x[2][i]};
}

static void axes_forward(const Sweep *w, const TrmOp *o) {
  const TrmPair *pair = &w->p->pairs[o->a];
  TrmJet u[2][3], sum = {0, 0, 0};
  for (int n = 0; n < 2; n++) axis(w, &pair->side[n], u[n]);
  for (int i = 0; i < 3; i++) sum = trm_jet_add(sum, 1, trm_jet_times(u[0][i], u[1][i]));
  put(w, o->to, sum);
}

static void axes_backward(const Sweep *w, const TrmOp *o, TrmJet g) {
  const TrmPair *pair = &w->p->pairs[o->a];
  TrmJet u[3], h[3];
  for (int n = 0; n < 2; n++) {
    axis(w, &pair->side[1 - n], u);
    for (int i = 0; i < 3; i++) h[i] = trm_jet_times(g, u[i]);
    side_backward(w, TRM_DO_DIRECTION, &pair->side[n], 1, h);
  }
}

/* row i of a call's Hessian times the rates `d` of its arguments */
static double bend(const Sweep *w, const TrmCall *call, uint32_t i, const double *d) {
  const double *row = w->curves + call->hessian + (size_t)i * call->count;
  double sum = 0;
  for (uint32_t j = 0; j < call->count; j++) sum += trm_jet_part(row[j], d[call->arguments[j]]);
  return sum;
}

static void call_forward(const Sweep *w, const TrmOp *o) {
  const TrmCall *call = &w->p->calls[o->a];
  TrmJet sum = {0, 0, 0};
  for (uint32_t i = 0; i < call->count; i++) {
    uint32_t slot = call->arguments[i];
    double slope = w->slopes[call->gradient + i];
    sum.d += trm_jet_part(slope, w->d[slot]);
    sum.dd += trm_jet_part(slope, w->dd[slot]);
    if (w->order == 2 && w->d[slot] != 0)
      sum.dd += trm_jet_part(w->d[slot], bend(w, call, i, w->d));
  }
  put(w, o->to, sum);
}

/* third derivatives of a kernel along the rates of its arguments: zero when they stand still, NaN
 * when it gives none */
static void call_third(const Sweep *w, const TrmCall *call, double *third) {
  double x[TRM_FUNCTION_ARGUMENTS], d[TRM_FUNCTION_ARGUMENTS];
  int still = 1;
  for (uint32_t i = 0; i < call->count; i++) {
    x[i] = w->v[call->arguments[i]];
    d[i] = w->d[call->arguments[i]];
    still &= d[i] == 0;
  }
  for (uint32_t i = 0; i < call->count; i++) third[i] = still ? 0 : (double)NAN;
  if (still) return;
  TrmKernel k = {.x = x, .n = call->count, .angle = call->angle, .data = call->data};
  k.d = d;
  k.third = third;
  call->kernel(&k);
}

static void call_backward(const Sweep *w, const TrmOp *o, TrmJet g) {
  const TrmCall *call = &w->p->calls[o->a];
  double third[TRM_FUNCTION_ARGUMENTS] = {0};
  if (w->order == 2) call_third(w, call, third);
  for (uint32_t i = 0; i < call->count; i++) {
    TrmJet slope = {w->slopes[call->gradient + i], bend(w, call, i, w->d), third[i]};
    slope.dd += bend(w, call, i, w->dd);
    give(w, call->arguments[i], trm_jet_times(g, slope));
  }
}

/* rates of the curved operations */
static void curve_forward(const Sweep *w, const TrmOp *o) {
  TrmSlope s;
  TrmJet sum = {0, 0, 0};
  if (trm_slope_second(o, w->v, &s)) {
    TrmJet x = at_slot(w, o->a), y = {0, 0, 0};
    if (s.two) y = at_slot(w, o->b);
    sum = trm_jet_of(x, 0, s.x, s.xx);
    sum = trm_jet_add(sum, 1, trm_jet_of(y, 0, s.two ? s.y : 0, s.yy));
    sum.dd += 2 * trm_jet_part(s.xy, trm_jet_part(x.d, y.d));
  }
  put(w, o->to, sum);
}

/* a slope along the motion from its own slopes */
static TrmJet slope_jet(TrmJet x, TrmJet y, double f, const double first[2],
                        const double second[3]) {
  TrmJet out = trm_jet_of(x, f, first[0], second[0]);
  TrmJet more = trm_jet_of(y, 0, first[1], second[2]);
  out = trm_jet_add(out, 1, more);
  out.dd += 2 * trm_jet_part(second[1], trm_jet_part(x.d, y.d));
  return out;
}

static void curve_backward(const Sweep *w, const TrmOp *o, TrmJet g) {
  TrmSlope s;
  TrmJet x = at_slot(w, o->a), y = {0, 0, 0}, slope;
  if (!trm_slope_third(o, w->v, &s)) return;
  if (s.two) y = at_slot(w, o->b);
  slope = slope_jet(x, y, s.x, (double[]){s.xx, s.xy}, s.third);
  give(w, o->a, trm_jet_times(g, slope));
  if (!s.two) return;
  slope = slope_jet(x, y, s.y, (double[]){s.xy, s.yy}, s.third + 1);
  give(w, o->b, trm_jet_times(g, slope));
}

/* the operand that a choice takes */
static uint32_t taken(const TrmOp *o, const double *v) {
  if (o->code == TRM_DO_SELECT) return v[o->a] != 0 ? o->b : o->c;
  if (o->code == TRM_DO_SELECT_LESS) return v[o->a] < v[o->b] ? o->c : o->d;
  return v[o->a] <= v[o->b] ? o->c : o->d;
}

/* component i of x x y */
static TrmJet cross(const Sweep *w, TrmJet (*x)(const Sweep *, uint32_t), uint32_t a,
                    TrmJet (*y)(const Sweep *, uint32_t), uint32_t b, uint32_t i) {
  uint32_t j = (i + 1) % 3, k = (i + 2) % 3;
  return trm_jet_add(trm_jet_times(x(w, a + j), y(w, b + k)), -1,
                     trm_jet_times(x(w, a + k), y(w, b + j)));
}

/* l l = x . x, so that l' = x . x' / l and l'' = ((x . x)''/2 - l' l') / l */
static void norm_forward(const Sweep *w, const TrmOp *o) {
  TrmJet square = dot(w, o->a, o->a);
  double length = w->v[o->to], rate = square.d / 2 / length;
  TrmJet none = {0, 0, 0};
  put(w, o->to, length > 0 ? (TrmJet){0, rate, (square.dd / 2 - rate * rate) / length} : none);
}

static void norm_backward(const Sweep *w, const TrmOp *o, TrmJet g) {
  if (!(w->v[o->to] > 0)) return;
  TrmJet h = trm_jet_times(g, trm_jet_inverse(at_slot(w, o->to)));
  for (uint32_t i = 0; i < 3; i++) give(w, o->a + i, trm_jet_times(h, at_slot(w, o->a + i)));
}

/* s = x . y / l with l the norm of x */
static void project_backward(const Sweep *w, const TrmOp *o, TrmJet g) {
  TrmJet h = trm_jet_times(g, trm_jet_inverse(at_slot(w, o->c)));
  for (uint32_t i = 0; i < 3; i++) {
    give(w, o->a + i, trm_jet_times(h, at_slot(w, o->b + i)));
    give(w, o->b + i, trm_jet_times(h, at_slot(w, o->a + i)));
  }
  give(w, o->c, trm_jet_scale(-1, trm_jet_times(h, at_slot(w, o->to))));
}

/* rates of all slots, first to last */
static void forward(const Sweep *w) {
  for (size_t i = 0; i < w->p->pool_count; i++) w->d[i] = w->dd[i] = 0;
  for (const TrmOp *o = w->p->ops, *end = o + w->p->main_count; o < end; o++) {
    TrmJet x;
    switch ((TrmOpCode)o->code) {
    case TRM_DO_TIME: put(w, o->to, trm_jet_steady(0, o->k[0])); break;
    case TRM_DO_EXTERNAL: put(w, o->to, trm_jet_steady(0, 0)); break;
    case TRM_DO_ADD: put(w, o->to, trm_jet_add(at_slot(w, o->a), 1, at_slot(w, o->b))); break;
    case TRM_DO_SUBTRACT: put(w, o->to, trm_jet_add(at_slot(w, o->a), -1, at_slot(w, o->b))); break;
    case TRM_DO_MULTIPLY: put(w, o->to, trm_jet_times(at_slot(w, o->a), at_slot(w, o->b))); break;
    case TRM_DO_MULTIPLY_ADD:
      x = trm_jet_times(at_slot(w, o->a), at_slot(w, o->b));
      put(w, o->to, trm_jet_add(x, 1, at_slot(w, o->c)));
      break;
    case TRM_DO_PRODUCT_SUM:
      x = trm_jet_scale(o->k[0], trm_jet_times(at_slot(w, o->a), at_slot(w, o->b)));
      x = trm_jet_add(x, o->k[1], at_slot(w, o->c));
      put(w, o->to, trm_jet_add(x, o->k[2], at_slot(w, o->d)));
      break;
    case TRM_DO_AFFINE:
    case TRM_DO_SHIFT: put(w, o->to, trm_jet_scale(o->k[0], at_slot(w, o->a))); break;
    case TRM_DO_COMBINE:
    case TRM_DO_COMBINE_SHIFTED:
      x = trm_jet_scale(o->k[0], at_slot(w, o->a));
      put(w, o->to, trm_jet_add(x, o->k[1], at_slot(w, o->b)));
      break;
    case TRM_DO_CALL: call_forward(w, o); break;
    case TRM_DO_SELECT:
    case TRM_DO_SELECT_LESS:
    case TRM_DO_SELECT_LESS_EQUAL: put(w, o->to, at_slot(w, taken(o, w->v))); break;
    case TRM_DO_VECTOR_SUBTRACT:
      for (uint32_t i = 0; i < 3; i++)
        put(w, o->to + i, trm_jet_add(at_slot(w, o->a + i), -1, at_slot(w, o->b + i)));
      break;
    case TRM_DO_CROSS:
      for (uint32_t i = 0; i < 3; i++) put(w, o->to + i, cross(w, at_slot, o->a, at_slot, o->b, i));
      break;
    case TRM_DO_DOT: put(w, o->to, dot(w, o->a, o->b)); break;
    case TRM_DO_NORM: norm_forward(w, o); break;
    case TRM_DO_PROJECT:
      x = trm_jet_inverse(at_slot(w, o->c));
      put(w, o->to, trm_jet_times(dot(w, o->a, o->b), x));
      break;
    case TRM_DO_AXES: axes_forward(w, o); break;
    default:
      if (o->code > TRM_DO_AXES)
        field_forward(w, o);
      else
        curve_forward(w, o);
    }
  }
}

/* 1 when the adjoint is zero with its rates: nothing to pass on */
static int idle(const Sweep *w, const TrmOp *o) {
  int vector = o->code == TRM_DO_VECTOR_SUBTRACT || o->code == TRM_DO_CROSS ||
               (o->code >= TRM_DO_POINT && o->code < TRM_DO_POINT_1);
  for (uint32_t i = 0; i < (vector ? 3 : 1); i++)
    if (w->a[o->to + i] != 0 || w->da[o->to + i] != 0 || w->dda[o->to + i] != 0) return 0;
  return 1;
}

/* time and externals: the columns themselves */
static void column_backward(const Sweep *w, const TrmOp *o, TrmJet g) {
  double part[3];
  weigh(w, g, o->code == TRM_DO_TIME ? o->k[0] : 1, part);
  if (o->code == TRM_DO_EXTERNAL) {
    w->by[o->d] += part[0];
    return;
  }
  w->by[0] += part[0];
  w->by_motion[0] += part[1];
}

/* operations on vectors */
static void vector_backward(const Sweep *w, const TrmOp *o, TrmJet g) {
  for (uint32_t i = 0; i < 3; i++) {
    if (o->code == TRM_DO_DOT) {
      give(w, o->a + i, trm_jet_times(g, at_slot(w, o->b + i)));
      give(w, o->b + i, trm_jet_times(g, at_slot(w, o->a + i)));
    } else if (o->code == TRM_DO_CROSS) {
      give(w, o->a + i, cross(w, at_slot, o->b, adjoint, o->to, i));
      give(w, o->b + i, cross(w, adjoint, o->to, at_slot, o->a, i));
    } else {
      give(w, o->a + i, adjoint(w, o->to + i));
      give(w, o->b + i, trm_jet_scale(-1, adjoint(w, o->to + i)));
    }
  }
}

/* adjoints of all slots with their rates, last to first */
static void backward(const Sweep *w) {
  for (const TrmOp *o = w->p->ops + w->p->main_count; o-- > w->p->ops;) {
    if (idle(w, o)) continue;
    TrmJet g = adjoint(w, o->to), h = g;
    switch ((TrmOpCode)o->code) {
    case TRM_DO_TIME:
    case TRM_DO_EXTERNAL: column_backward(w, o, g); break;
    case TRM_DO_ADD:
    case TRM_DO_SUBTRACT:
      give(w, o->a, g);
      give(w, o->b, trm_jet_scale(o->code == TRM_DO_ADD ? 1 : -1, g));
      break;
    case TRM_DO_MULTIPLY:
    case TRM_DO_MULTIPLY_ADD:
    case TRM_DO_PRODUCT_SUM:
      if (o->code == TRM_DO_MULTIPLY_ADD) give(w, o->c, g);
      if (o->code == TRM_DO_PRODUCT_SUM) {
        h = trm_jet_scale(o->k[0], g);
        give(w, o->c, trm_jet_scale(o->k[1], g));
        give(w, o->d, trm_jet_scale(o->k[2], g));
      }
      give(w, o->a, trm_jet_times(h, at_slot(w, o->b)));
      give(w, o->b, trm_jet_times(h, at_slot(w, o->a)));
      break;
    case TRM_DO_COMBINE:
    case TRM_DO_COMBINE_SHIFTED: give(w, o->b, trm_jet_scale(o->k[1], g)); /* fall through */
    case TRM_DO_AFFINE:
    case TRM_DO_SHIFT: give(w, o->a, trm_jet_scale(o->k[0], g)); break;
    case TRM_DO_CALL: call_backward(w, o, g); break;
    case TRM_DO_SELECT:
    case TRM_DO_SELECT_LESS:
    case TRM_DO_SELECT_LESS_EQUAL: give(w, taken(o, w->v), g); break;
    case TRM_DO_VECTOR_SUBTRACT:
    case TRM_DO_CROSS:
    case TRM_DO_DOT: vector_backward(w, o, g); break;
    case TRM_DO_NORM: norm_backward(w, o, g); break;
    case TRM_DO_PROJECT: project_backward(w, o, g); break;
    case TRM_DO_AXES: axes_backward(w, o, g); break;
    default:
      if (o->code > TRM_DO_AXES)
        field_backward(w, o);
      else
        curve_backward(w, o, g);
    }
  }
}

/* values, then their rates; `want` as of trm_program_forward */
static Sweep start(const TrmProgram *p, const TrmSituation *at, double *scratch, int order,
                   int want) {
  Sweep w = {.p = p, .at = at, .order = order, .v = scratch};
  w.a = trm_program_adjoints(p, scratch);
  w.d = trm_program_second(p, scratch);
  w.da = w.d + p->slot_count;
  w.dd = trm_program_third(p, scratch);
  w.dda = w.dd + p->slot_count;
  w.slopes = trm_program_gradients(p, scratch);
  w.curves = trm_program_hessians(p, scratch);
  trm_program_forward(p, at, scratch, p->main_count, want);
  forward(&w);
  return w;
}

double trm_program_rate(const TrmProgram *program, const TrmSituation *at, double *scratch,
                        int order) {
  Sweep w = start(program, at, scratch, order, order);
  return order == 2 ? w.dd[program->result] : w.d[program->result];
}

double trm_program_rate_slopes(const TrmProgram *program, const TrmSituation *at, double *scratch,
                               int order, double *by, double *by_motion) {
  Sweep w = start(program, at, scratch, order, 2);
  w.by = by;
  w.by_motion = by_motion;
  for (size_t i = 0; i < program->column_count; i++) by[i] = by_motion[i] = 0;
  for (size_t i = 0; i < program->slot_count; i++) w.a[i] = w.da[i] = w.dda[i] = 0;
  w.a[program->result] = 1;
  backward(&w);
  return order == 2 ? w.dd[program->result] : w.d[program->result];
}
