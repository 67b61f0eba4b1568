/* SPDX-License-Identifier: Apache-2.0
 *
 * Hessian of a program, forward over reverse: for every column, tangents of all slots and then of
 * all adjoints. Rotations turn by R exp(dtheta~): R^T g changes by R^T dg - dtheta x R^T g. Turning
 * twice does not commute, so the rows come out unsymmetric by half a commutator; the mean with the
 * transpose is the Hessian in exponential coordinates.
 */
#include "expr/pair.h"
#include "expr/slope.h"

/* a seeded column: tangents of time, one external or one body */
typedef struct Seed {
  double time;
  int64_t external, body; /* number, -1: none */
  double d[18];           /* dr, dtheta, dv, dw, da, dalpha of the body */
} Seed;

/* everything a tangent sweep works on */
typedef struct Sweep {
  const TrmProgram *p;
  const TrmSituation *at;
  const double *v, *a; /* values and adjoints */
  double *dv, *da;     /* their tangents */
  double *slopes, *curves;
  Seed seed;
  double *row;
} Sweep;

static void add(double *to, double factor, const double *v) {
  for (int i = 0; i < 3; i++) to[i] += factor * v[i];
}

/* tangent of c in body axes */
static void inner_tangent(unsigned code, const TrmBodyMotion *m, const double *s, const double *d,
                          double dc[3]) {
  const double *dw = d + 9, *dalpha = d + 15;
  double u[3];
  for (int i = 0; i < 3; i++)
    dc[i] = code == TRM_DO_OMEGA ? dw[i] : code == TRM_DO_ALPHA ? dalpha[i] : 0;
  if (code == TRM_DO_VELOCITY) trm_side_add_cross(dw, s, dc);
  if (code != TRM_DO_ACCELERATION) return;
  trm_side_add_cross(dalpha, s, dc);
  trm_vec3_cross(m->w, s, u);
  trm_side_add_cross(dw, u, dc);
  trm_vec3_cross(dw, s, u);
  trm_side_add_cross(m->w, u, dc);
}

/* the seeded tangents of a body, or zeros */
static const double *tangents(const Sweep *w, const TrmSide *side) {
  static const double still[18] = {0};
  return w->seed.body == side->body ? w->seed.d : still;
}

static uint32_t field_of(const TrmOp *o) {
  return o->code >= TRM_DO_POINT_1 ? o->code - TRM_DO_ONE : o->code;
}

/* position of the base's tangent among the 18: dr, dv or da */
static int base_of(uint32_t field) {
  return field == TRM_DO_POINT ? 0 : field == TRM_DO_VELOCITY ? 6 : 12;
}

/* tangent of a field: +-(d base + R (dtheta x c + dc)) */
static void field_tangent(const Sweep *w, const TrmOp *o) {
  const TrmPair *pair = &w->p->pairs[o->a];
  uint32_t field = field_of(o);
  double out[3] = {0, 0, 0}, c[3], dc[3];
  for (uint32_t n = 0; n < pair->count; n++) {
    const TrmSide *side = &pair->side[n];
    const TrmBodyMotion *m = &w->at->bodies[side->body];
    const double *d = tangents(w, side);
    if (w->seed.body != side->body) continue;
    if (trm_side_base(field, m)) add(out, side->sign, d + base_of(field));
    if (side->centre) continue;
    trm_side_inner(field, m, side->s, c);
    inner_tangent(field, m, side->s, d, dc);
    trm_side_add_cross(d + 3, c, dc);
    for (int i = 0; i < 3; i++) out[i] += side->sign * trm_vec3_dot(m->R + 3 * i, dc);
  }
  if (field == o->code)
    for (uint32_t i = 0; i < 3; i++) w->dv[o->to + i] = out[i];
  else
    w->dv[o->to] = out[o->c];
}

/* tangent of what y gives to the columns of a side */
static void spread_tangent(const Sweep *w, uint32_t field, const TrmSide *side, const double y[3],
                           const double dy[3]) {
  const TrmBodyMotion *m = &w->at->bodies[side->body];
  const double *d = tangents(w, side), *s = side->s;
  double c[3], dc[3], u[3], du[3], z[3], dz[3];
  double *theta = w->row + side->theta, *omega = w->row + side->omega;
  double *alpha = w->row + side->alpha;
  trm_side_inner(field, m, s, c);
  inner_tangent(field, m, s, d, dc);
  trm_side_add_cross(dc, y, theta);
  trm_side_add_cross(c, dy, theta);
  if (field == TRM_DO_OMEGA) add(omega, 1, dy);
  if (field == TRM_DO_ALPHA) add(alpha, 1, dy);
  if (field == TRM_DO_VELOCITY) trm_side_add_cross(s, dy, omega);
  if (field != TRM_DO_ACCELERATION) return;
  trm_side_add_cross(s, dy, alpha);
  /* (w x s) x y + s x (y x w) */
  trm_vec3_cross(m->w, s, u);
  trm_vec3_cross(d + 9, s, du);
  trm_side_add_cross(du, y, omega);
  trm_side_add_cross(u, dy, omega);
  trm_vec3_cross(dy, m->w, z);
  trm_vec3_cross(y, d + 9, dz);
  add(z, 1, dz);
  trm_side_add_cross(s, z, omega);
}

/* R^T g and its tangent R^T dg - dtheta x R^T g */
static void turn_back(const Sweep *w, const TrmSide *side, const double *g, const double *dg,
                      double y[3], double dy[3]) {
  double turn[3];
  trm_side_to_body(&w->at->bodies[side->body], g, y);
  trm_side_to_body(&w->at->bodies[side->body], dg, dy);
  trm_vec3_cross(tangents(w, side) + 3, y, turn);
  add(dy, -1, turn);
}

static void field_reverse(const Sweep *w, const TrmOp *o) {
  const TrmPair *pair = &w->p->pairs[o->a];
  uint32_t field = field_of(o), whole = field == o->code;
  for (uint32_t n = 0; n < pair->count; n++) {
    const TrmSide *side = &pair->side[n];
    double g[3] = {0, 0, 0}, dg[3] = {0, 0, 0}, y[3], dy[3];
    for (uint32_t i = 0; i < (whole ? 3 : 1); i++) {
      g[whole ? i : o->c] = side->sign * w->a[o->to + i];
      dg[whole ? i : o->c] = side->sign * w->da[o->to + i];
    }
    if (trm_side_base(field, &w->at->bodies[side->body])) add(w->row + side->base, 1, dg);
    if (side->centre) continue;
    turn_back(w, side, g, dg, y, dy);
    spread_tangent(w, field, side, y, dy);
  }
}

/* tangent of a direction, R (dtheta x s) */
static void axis_tangent(const Sweep *w, const TrmSide *side, double out[3]) {
  const double *R = w->at->bodies[side->body].R;
  double c[3];
  trm_vec3_cross(tangents(w, side) + 3, side->s, c);
  for (int i = 0; i < 3; i++) out[i] = trm_vec3_dot(R + 3 * i, c);
}

static double axes_tangent(const Sweep *w, const TrmOp *o) {
  const TrmPair *pair = &w->p->pairs[o->a];
  double u[2][3], du[2][3];
  trm_pair_axes(pair, w->at, u[0], u[1]);
  for (int n = 0; n < 2; n++) axis_tangent(w, &pair->side[n], du[n]);
  return trm_vec3_dot(du[0], u[1]) + trm_vec3_dot(u[0], du[1]);
}

static void axes_reverse(const Sweep *w, const TrmOp *o, double g, double dg) {
  const TrmPair *pair = &w->p->pairs[o->a];
  double u[2][3], du[2][3], h[3], dh[3], y[3], dy[3];
  trm_pair_axes(pair, w->at, u[0], u[1]);
  for (int n = 0; n < 2; n++) axis_tangent(w, &pair->side[n], du[n]);
  for (int n = 0; n < 2; n++) {
    for (int i = 0; i < 3; i++) {
      h[i] = g * u[1 - n][i];
      dh[i] = dg * u[1 - n][i] + g * du[1 - n][i];
    }
    turn_back(w, &pair->side[n], h, dh, y, dy);
    trm_side_add_cross(pair->side[n].s, dy, w->row + pair->side[n].theta);
  }
}

static double call_tangent(const Sweep *w, const TrmCall *call) {
  double sum = 0;
  for (uint32_t i = 0; i < call->count; i++) {
    double d = w->dv[call->arguments[i]];
    if (d != 0) sum += w->slopes[call->gradient + i] * d;
  }
  return sum;
}

static void call_reverse(const Sweep *w, const TrmCall *call, double g, double dg) {
  for (uint32_t i = 0; i < call->count; i++) {
    double sum = dg == 0 ? 0 : dg * w->slopes[call->gradient + i];
    const double *curve = w->curves + call->hessian + (size_t)i * call->count;
    for (uint32_t j = 0; j < call->count; j++) {
      double d = w->dv[call->arguments[j]];
      if (d != 0 && g != 0) sum += g * curve[j] * d;
    }
    w->da[call->arguments[i]] += sum;
  }
}

static double times(double a, double b) {
  return a == 0 || b == 0 ? 0 : a * b;
}

/* the operand that a choice takes */
static uint32_t taken(const TrmOp *o, const double *v) {
  if (o->code == TRM_DO_SELECT) return v[o->a] != 0 ? o->b : o->c;
  if (o->code == TRM_DO_SELECT_LESS) return v[o->a] < v[o->b] ? o->c : o->d;
  return v[o->a] <= v[o->b] ? o->c : o->d;
}

static double product_sum_tangent(const Sweep *w, const TrmOp *o) {
  const double *v = w->v, *d = w->dv;
  return o->k[0] * (times(d[o->a], v[o->b]) + times(v[o->a], d[o->b])) + o->k[1] * d[o->c] +
         o->k[2] * d[o->d];
}

/* tangent of x . y / |x| */
static double project_tangent(const Sweep *w, const TrmOp *o) {
  const double *v = w->v, *d = w->dv;
  double rate = trm_vec3_dot(&d[o->a], &v[o->b]) + trm_vec3_dot(&v[o->a], &d[o->b]);
  return (rate - v[o->to] * d[o->c]) / v[o->c];
}

/* tangents of all slots, first to last */
static void forward(const Sweep *w) {
  const TrmProgram *p = w->p;
  const double *v = w->v;
  double *d = w->dv;
  TrmSlope s;
  for (const TrmOp *o = p->ops, *end = o + p->main_count; o < end; o++) {
    switch ((TrmOpCode)o->code) {
    case TRM_DO_TIME: d[o->to] = o->k[0] * w->seed.time; break;
    case TRM_DO_EXTERNAL: d[o->to] = w->seed.external == o->a; break;
    case TRM_DO_ADD: d[o->to] = d[o->a] + d[o->b]; break;
    case TRM_DO_SUBTRACT: d[o->to] = d[o->a] - d[o->b]; break;
    case TRM_DO_MULTIPLY: d[o->to] = times(d[o->a], v[o->b]) + times(v[o->a], d[o->b]); break;
    case TRM_DO_MULTIPLY_ADD:
      d[o->to] = times(d[o->a], v[o->b]) + times(v[o->a], d[o->b]) + d[o->c];
      break;
    case TRM_DO_PRODUCT_SUM: d[o->to] = product_sum_tangent(w, o); break;
    case TRM_DO_AFFINE:
    case TRM_DO_SHIFT: d[o->to] = o->k[0] * d[o->a]; break;
    case TRM_DO_COMBINE:
    case TRM_DO_COMBINE_SHIFTED: d[o->to] = o->k[0] * d[o->a] + o->k[1] * d[o->b]; break;
    case TRM_DO_CALL: d[o->to] = call_tangent(w, &p->calls[o->a]); break;
    case TRM_DO_SELECT:
    case TRM_DO_SELECT_LESS:
    case TRM_DO_SELECT_LESS_EQUAL: d[o->to] = d[taken(o, v)]; break;
    case TRM_DO_VECTOR_SUBTRACT:
      for (uint32_t i = 0; i < 3; i++) d[o->to + i] = d[o->a + i] - d[o->b + i];
      break;
    case TRM_DO_CROSS:
      trm_vec3_cross(&d[o->a], &v[o->b], &d[o->to]);
      trm_side_add_cross(&v[o->a], &d[o->b], &d[o->to]);
      break;
    case TRM_DO_DOT:
      d[o->to] = trm_vec3_dot(&d[o->a], &v[o->b]) + trm_vec3_dot(&v[o->a], &d[o->b]);
      break;
    case TRM_DO_NORM:
      d[o->to] = v[o->to] > 0 ? trm_vec3_dot(&v[o->a], &d[o->a]) / v[o->to] : 0;
      break;
    case TRM_DO_PROJECT: d[o->to] = project_tangent(w, o); break;
    default:
      d[o->to] = 0;
      if (o->code == TRM_DO_AXES)
        d[o->to] = axes_tangent(w, o);
      else if (o->code > TRM_DO_AXES)
        field_tangent(w, o);
      else if (trm_slope_first(o, v, &s))
        d[o->to] = times(s.x, d[o->a]) + (s.two ? times(s.y, d[o->b]) : 0);
    }
  }
}

/* tangent of the norm's adjoint: (dg n + g (dx - n (n . dx)) / |x|) */
static void norm_reverse(const Sweep *w, const TrmOp *o, double g, double dg) {
  double length = w->v[o->to];
  if (!(length > 0)) return;
  double rate = w->dv[o->to] / length;
  for (uint32_t i = 0; i < 3; i++) {
    double n = w->v[o->a + i] / length;
    w->da[o->a + i] += dg * n + g * (w->dv[o->a + i] / length - n * rate);
  }
}

/* tangent of the adjoints of s = x . y / |x|: h y, h x and -h s with h = g / |x| */
static void project_reverse(const Sweep *w, const TrmOp *o, double g, double dg) {
  const double *v = w->v, *dv = w->dv;
  double *d = w->da, h = g / v[o->c], dh = (dg - h * dv[o->c]) / v[o->c];
  for (uint32_t i = 0; i < 3; i++) {
    d[o->a + i] += dh * v[o->b + i] + h * dv[o->b + i];
    d[o->b + i] += dh * v[o->a + i] + h * dv[o->a + i];
  }
  d[o->c] -= dh * v[o->to] + h * dv[o->to];
}

static void product_sum_reverse(const Sweep *w, const TrmOp *o, double g, double dg) {
  const double *v = w->v, *dv = w->dv;
  double *d = w->da, h = g * o->k[0], dh = dg * o->k[0];
  d[o->a] += times(dh, v[o->b]) + times(h, dv[o->b]);
  d[o->b] += times(dh, v[o->a]) + times(h, dv[o->a]);
  d[o->c] += dg * o->k[1];
  d[o->d] += dg * o->k[2];
}

static void slope_reverse(const Sweep *w, const TrmOp *o, double g, double dg) {
  TrmSlope s;
  if (!trm_slope_second(o, w->v, &s)) return;
  double dx = w->dv[o->a], dy = s.two ? w->dv[o->b] : 0;
  w->da[o->a] += times(dg, s.x) + times(g, times(s.xx, dx) + times(s.xy, dy));
  if (s.two) w->da[o->b] += times(dg, s.y) + times(g, times(s.xy, dx) + times(s.yy, dy));
}

static void cross_reverse(const Sweep *w, const TrmOp *o) {
  const double *g = &w->a[o->to], *dg = &w->da[o->to];
  trm_side_add_cross(&w->dv[o->b], g, &w->da[o->a]);
  trm_side_add_cross(&w->v[o->b], dg, &w->da[o->a]);
  trm_side_add_cross(dg, &w->v[o->a], &w->da[o->b]);
  trm_side_add_cross(g, &w->dv[o->a], &w->da[o->b]);
}

/* 1 when adjoint and its tangent are zero: nothing to pass on */
static int idle(const Sweep *w, const TrmOp *o) {
  int vector = o->code == TRM_DO_VECTOR_SUBTRACT || o->code == TRM_DO_CROSS ||
               (o->code >= TRM_DO_POINT && o->code < TRM_DO_POINT_1);
  for (uint32_t i = 0; i < (vector ? 3 : 1); i++)
    if (w->a[o->to + i] != 0 || w->da[o->to + i] != 0) return 0;
  return 1;
}

/* tangents of all adjoints, last to first */
static void backward(const Sweep *w) {
  const TrmProgram *p = w->p;
  const double *v = w->v, *dv = w->dv;
  double *d = w->da;
  for (const TrmOp *o = p->ops + p->main_count; o-- > p->ops;) {
    if (idle(w, o)) continue;
    double g = w->a[o->to], dg = d[o->to];
    switch ((TrmOpCode)o->code) {
    case TRM_DO_TIME: w->row[0] += dg * o->k[0]; break;
    case TRM_DO_EXTERNAL: w->row[o->d] += dg; break;
    case TRM_DO_ADD: d[o->a] += dg, d[o->b] += dg; break;
    case TRM_DO_SUBTRACT: d[o->a] += dg, d[o->b] -= dg; break;
    case TRM_DO_MULTIPLY_ADD: d[o->c] += dg; /* fall through */
    case TRM_DO_MULTIPLY:
      d[o->a] += times(dg, v[o->b]) + times(g, dv[o->b]);
      d[o->b] += times(dg, v[o->a]) + times(g, dv[o->a]);
      break;
    case TRM_DO_PRODUCT_SUM: product_sum_reverse(w, o, g, dg); break;
    case TRM_DO_AFFINE:
    case TRM_DO_SHIFT: d[o->a] += dg * o->k[0]; break;
    case TRM_DO_COMBINE:
    case TRM_DO_COMBINE_SHIFTED: d[o->a] += dg * o->k[0], d[o->b] += dg * o->k[1]; break;
    case TRM_DO_CALL: call_reverse(w, &p->calls[o->a], g, dg); break;
    case TRM_DO_SELECT:
    case TRM_DO_SELECT_LESS:
    case TRM_DO_SELECT_LESS_EQUAL: d[taken(o, v)] += dg; break;
    case TRM_DO_VECTOR_SUBTRACT:
      add(&d[o->a], 1, &d[o->to]);
      add(&d[o->b], -1, &d[o->to]);
      break;
    case TRM_DO_CROSS: cross_reverse(w, o); break;
    case TRM_DO_DOT:
      for (uint32_t i = 0; i < 3; i++) {
        d[o->a + i] += dg * v[o->b + i] + g * dv[o->b + i];
        d[o->b + i] += dg * v[o->a + i] + g * dv[o->a + i];
      }
      break;
    case TRM_DO_NORM: norm_reverse(w, o, g, dg); break;
    case TRM_DO_PROJECT: project_reverse(w, o, g, dg); break;
    default:
      if (o->code == TRM_DO_AXES)
        axes_reverse(w, o, g, dg);
      else if (o->code > TRM_DO_AXES)
        field_reverse(w, o);
      else
        slope_reverse(w, o, g, dg);
    }
  }
}

static Seed seed_of(const TrmColumn *column) {
  Seed seed = {.external = -1, .body = -1};
  switch (column->kind) {
  case TRM_COLUMN_TIME: seed.time = 1; break;
  case TRM_COLUMN_EXTERNAL: seed.external = column->index; break;
  case TRM_COLUMN_BODY:
    seed.body = column->index;
    seed.d[column->component] = 1;
    break;
  }
  return seed;
}

double trm_program_hessian(const TrmProgram *program, const TrmSituation *at, double *scratch,
                           double *gradient, double *hessian) {
  const TrmProgram *p = program;
  size_t n = p->column_count;
  trm_program_forward(p, at, scratch, p->main_count, 2);
  trm_program_reverse(p, at, scratch, gradient);
  double *second = trm_program_second(p, scratch);
  Sweep w = {.p = p, .at = at, .v = scratch, .a = trm_program_adjoints(p, scratch)};
  w.dv = second;
  w.da = second + p->slot_count;
  w.slopes = trm_program_gradients(p, scratch);
  w.curves = trm_program_hessians(p, scratch);
  for (size_t i = 0; i < n * n; i++) hessian[i] = 0;
  for (size_t i = 0; i < p->pool_count; i++) w.dv[i] = 0;
  for (size_t column = 0; column < n; column++) {
    for (size_t i = 0; i < p->slot_count; i++) w.da[i] = 0;
    w.seed = seed_of(&p->columns[column]);
    w.row = hessian + column * n;
    forward(&w);
    backward(&w);
  }
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < i; j++)
      hessian[i * n + j] = hessian[j * n + i] = (hessian[i * n + j] + hessian[j * n + i]) / 2;
  return scratch[p->result];
}
