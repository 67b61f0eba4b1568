/* SPDX-License-Identifier: Apache-2.0
 *
 * Newton's matrix on the constraints: its values, with real numbers or complex ones, and solutions.
 * With du = V dp/u, V = 1 + turn w~/2 for bodies that turn, and rows times a, 1, z:
 *   [ M V - a/u A_u V - a A_q    G'   -a A_z   ] [ dp       ]     [ a r_1 ]
 *   [ G                         -eps D  0      ] [ a dlambda ] = -[ r_2   ]
 *   [ - z/u Z_u V - z Z_q        0   1 - z Z_z ] [ dz       ]     [ z r_3 ]
 * and, stabilised, du and mu as unknowns of their own, with W (V dp - u du) + u (G' mu) in place of
 * du = V dp/u.
 */
#include "formulation/implicit.h"
#include "formulation/implicit_data.h"
#include <math.h>
#include <string.h>

/* in parts of the diagonal of G M^-1 G' */
static const double epsilon = 1e-11;

/* numbers of one or two parts */
typedef struct Number {
  double part[2];
} Number;

/* what the values are made with */
typedef struct Making {
  TrmImplicit *w;
  double *value;
  int parts;
  Number au, a, u, z, zu, turn; /* a/u, a, u, z, z/u, turn */
} Making;

static void add(const Making *m, size_t slot, double x, Number by) {
  for (int p = 0; p < m->parts; p++)
    m->value[(size_t)m->parts * slot + (size_t)p] += x * by.part[p];
}

static void add_plain(const Making *m, size_t slot, double x) {
  m->value[(size_t)m->parts * slot] += x;
}

static Number product(Number a, Number b) {
  return (Number){{a.part[0] * b.part[0] - a.part[1] * b.part[1],
                   a.part[0] * b.part[1] + a.part[1] * b.part[0]}};
}

/* V of the bodies that turn in space */
static void lay_turns(const Making *m) {
  TrmImplicit *w = m->w;
  const TrmFlow *flow = w->flow;
  for (size_t i = 0; i < flow->eq->body_count; i++) {
    const int *c = flow->eq->body_column[i];
    const double *s = flow->state->body[i].w;
    if (c[3] < 0) continue;
    const double skew[9] = {0, -s[2], s[1], s[2], 0, -s[0], -s[1], s[0], 0};
    for (int k = 0; k < 9; k++)
      for (int p = 0; p < 2; p++)
        w->V[c[3 + k / 3]][k % 3][p] = (p == 0 && k % 4 == 0) + m->turn.part[p] * skew[k] / 2;
  }
}

/* an entry by du of a column */
static void add_velocity(const Making *m, const size_t slot[3], size_t column, double x,
                         Number by) {
  const TrmImplicit *w = m->w;
  if (w->stabilised) {
    add(m, slot[0], x, by);
    return;
  }
  for (int k = 0; k < w->wide[column]; k++) {
    const double *v = w->V[column][k];
    add(m, slot[k], x, product(by, (Number){{v[0], v[1]}}));
  }
}

/* what rows are measured by, and eps of it */
static void take_rows(TrmImplicit *w) {
  const TrmEquations *eq = w->flow->eq;
  for (size_t i = 0; i < eq->row_count; i++) {
    double sum = 0;
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++)
      sum += w->flow->G[k] * w->flow->G[k] * w->weight[eq->column[k]];
    w->eps[i] = epsilon * (sum > 0 ? sum : 1);
  }
}

/* a body's moments of inertia I, or I V where `turned` */
static void put_turn(const Making *m, size_t body, const double *I, int turned,
                     const size_t slot[9]) {
  const TrmImplicit *w = m->w;
  const int *c = w->flow->eq->body_column[body];
  for (int k = 0; k < 9; k++) {
    if (c[3 + k / 3] < 0 || c[3 + k % 3] < 0) continue;
    if (!turned || c[3] < 0) {
      add_plain(m, slot[k], I[k]);
      continue;
    }
    for (int j = 0; j < 3; j++) {
      const double *v = w->V[c[3 + j]][k % 3];
      add(m, slot[k], I[3 * (k / 3) + j], (Number){{v[0], v[1]}});
    }
  }
}

static void put_masses(const Making *m) {
  TrmImplicit *w = m->w;
  const TrmEquations *eq = w->flow->eq;
  const double none[9] = {0};
  double minus[9];
  for (size_t i = 0; i < eq->body_count; i++) {
    const int *c = eq->body_column[i];
    for (int k = 0; k < 3; k++)
      if (c[k] >= 0) add_plain(m, w->own[c[k]], w->masses.move[i][k]);
    put_turn(m, i, w->masses.turn[i], !w->stabilised, w->turn[i]);
    if (!w->stabilised) continue;
    for (int k = 0; k < 3; k++)
      if (c[k] >= 0) {
        add_plain(m, w->speed_move[c[k]], w->metric.move[i][k]);
        add_plain(m, w->speed_own[c[k]], -w->metric.move[i][k]);
      }
    for (int k = 0; k < 9; k++) minus[k] = none[k] - w->metric.turn[i][k];
    put_turn(m, i, w->metric.turn[i], 1, w->kinematic[i]);
    put_turn(m, i, minus, 0, w->speed_turn[i]);
  }
  for (size_t i = 0; i < eq->curve_count; i++) {
    size_t c = eq->curve_column[i];
    if (!w->stabilised) continue;
    add_plain(m, w->speed_move[c], w->metric.curve[i]);
    add_plain(m, w->speed_own[c], -w->metric.curve[i]);
  }
  for (size_t i = 0; i < eq->state_count; i++) add_plain(m, w->own[w->columns + i], 1);
}

static void put_slopes(const Making *m) {
  const TrmImplicit *w = m->w;
  const TrmSlopes *s = w->slopes;
  for (size_t i = 0; i < s->count[TRM_BY_POSITION]; i++) {
    const TrmSlope *e = &s->entry[TRM_BY_POSITION][i];
    add(m, w->by_position[i], -e->value, e->row < w->columns ? m->a : m->z);
  }
  for (size_t i = 0; i < s->count[TRM_BY_VELOCITY]; i++) {
    const TrmSlope *e = &s->entry[TRM_BY_VELOCITY][i];
    add_velocity(m, w->by_velocity[i], e->column, -e->value, e->row < w->columns ? m->au : m->zu);
  }
  for (size_t i = 0; i < s->count[TRM_BY_STATE]; i++) {
    const TrmSlope *e = &s->entry[TRM_BY_STATE][i];
    add(m, w->by_state[i], -e->value, e->row < w->columns ? m->a : m->z);
  }
  for (size_t i = 0; i < s->phi_rate_count; i++)
    if (w->stabilised || w->flow->eq->rows[s->phi_rate[i].row].level == TRM_LEVEL_VELOCITY)
      add(m, w->by_rate[i], s->phi_rate[i].value, m->u);
  for (size_t i = 0; i < w->drift_count; i++) add(m, w->by_drift[i], w->drift_bend[i].value, m->u);
}

static void put_rows(const Making *m) {
  const TrmImplicit *w = m->w;
  const TrmEquations *eq = w->flow->eq;
  const double *G = w->flow->G;
  const Number one = {{1, 0}};
  for (size_t i = 0; i < eq->row_count; i++) {
    int holds = eq->rows[i].level == TRM_LEVEL_VELOCITY;
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++) {
      add_plain(m, w->upper[k], G[k]);
      if (!holds) add_plain(m, w->lower[k], G[k]);
      if (holds && !w->stabilised) add_velocity(m, w->lower_turned[k], eq->column[k], G[k], one);
      if (!w->stabilised) continue;
      add_plain(m, w->speed_lower[k], G[k]);
      add_plain(m, w->drift_upper[k], G[k]);
    }
    add_plain(m, w->soft[i], -w->eps[i]);
    if (w->stabilised) add_plain(m, w->drift_soft[i], holds ? 1 : -w->eps[i]);
  }
}

/* the values of one matrix, with the slopes at hand */
static TrmStatus factor(Making *m, TrmSparse *matrix) {
  m->value = trm_sparse_values(matrix);
  lay_turns(m);
  memset(m->value, 0, (size_t)m->parts * trm_sparse_entries(matrix) * sizeof *m->value);
  put_masses(m);
  put_slopes(m);
  put_rows(m);
  TrmStatus status = trm_sparse_factor(matrix);
  if (status == TRM_NO_MEMORY) trm_guard_leave();
  return status == TRM_OK ? TRM_OK : TRM_RETRY;
}

/* slopes at the flow's state */
static void take(TrmImplicit *w) {
  trm_slopes_fill(w->slopes);
  if (w->stabilised) trm_implicit_take_drift(w);
  take_rows(w);
}

TrmStatus trm_implicit_factor(void *context, const TrmStepScale *scale) {
  TrmFlow *flow = context;
  TrmImplicit *w = flow->implicit;
  Making m = {.w = w,
              .parts = 1,
              .au = {{scale->a / scale->u, 0}},
              .a = {{scale->a, 0}},
              .u = {{scale->u, 0}},
              .z = {{scale->z, 0}},
              .zu = {{scale->z / scale->u, 0}},
              .turn = {{scale->turn, 0}}};
  take(w);
  return factor(&m, w->matrix);
}

TrmStatus trm_implicit_factor_pair(void *context, double gamma, double re, double im) {
  TrmFlow *flow = context;
  TrmImplicit *w = flow->implicit;
  const Number h = {{re, im}}, one = {{1, 0}};
  TrmStepScale scale = {gamma, gamma * gamma, gamma, gamma};
  TrmStatus status = trm_implicit_factor(flow, &scale);
  w->shift[0] = re;
  w->shift[1] = im;
  Making m = {
      .w = w, .parts = 2, .au = h, .a = product(h, h), .u = h, .z = h, .zu = one, .turn = h};
  return status == TRM_OK ? factor(&m, w->pair) : status;
}

TrmStatus trm_implicit_solve(void *context, const TrmStepScale *scale, double *r) {
  TrmFlow *flow = context;
  TrmImplicit *w = flow->implicit;
  const TrmEquations *eq = flow->eq;
  for (size_t k = 0; k < w->columns; k++) r[k] *= -scale->a;
  for (size_t i = 0; i < w->rows; i++) {
    int holds = !w->stabilised && eq->rows[i].level == TRM_LEVEL_VELOCITY;
    r[w->columns + i] *= holds ? -scale->u : -1;
  }
  for (size_t i = w->states; i < w->speeds; i++) r[i] *= -scale->z;
  for (size_t i = w->speeds; i < w->n; i++) r[i] *= -scale->u;
  TrmStatus status = trm_sparse_solve(w->matrix, r, 1);
  for (size_t i = w->columns; i < w->states; i++) r[i] /= scale->a;
  for (size_t i = w->speeds; i < w->n; i++) r[i] /= scale->u;
  return status == TRM_OK ? TRM_OK : TRM_RETRY;
}

TrmStatus trm_implicit_solve_complex(void *context, double *re, double *im) {
  TrmFlow *flow = context;
  TrmImplicit *w = flow->implicit;
  const Number h = {{-w->shift[0], -w->shift[1]}}, minus = {{-1, 0}}, h2 = product(h, h);
  const Number a = {{-h2.part[0], -h2.part[1]}};
  double size = h2.part[0] * h2.part[0] + h2.part[1] * h2.part[1];
  const Number inverse = {{h2.part[0] / size, -h2.part[1] / size}};
  for (size_t i = 0; i < w->n; i++) {
    int moves = i < w->columns, row = !moves && i < w->states;
    int holds = row && flow->eq->rows[i - w->columns].level == TRM_LEVEL_VELOCITY;
    Number x = product((Number){{re[i], im[i]}}, moves ? a : row && !holds ? minus : h);
    w->b[2 * i] = x.part[0];
    w->b[2 * i + 1] = x.part[1];
  }
  TrmStatus status = trm_sparse_solve(w->pair, w->b, 1);
  for (size_t i = 0; i < w->n; i++) {
    Number x = {{w->b[2 * i], w->b[2 * i + 1]}};
    if (i >= w->columns && i < w->states) x = product(x, inverse);
    re[i] = x.part[0];
    im[i] = x.part[1];
  }
  return status == TRM_OK ? TRM_OK : TRM_RETRY;
}

void trm_implicit_displace(void *context, const double *x, double *r) {
  TrmFlow *flow = context;
  const TrmImplicit *w = flow->implicit;
  const TrmEquations *eq = flow->eq;
  trm_slopes_apply(w->slopes, TRM_BY_POSITION, -1, x, r);
  for (size_t i = 0; i < eq->row_count; i++) {
    if (eq->rows[i].level == TRM_LEVEL_VELOCITY) continue;
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++)
      r[w->columns + i] += flow->G[k] * x[eq->column[k]];
  }
  for (size_t i = 0; i < w->slopes->phi_rate_count && !w->stabilised; i++) {
    const TrmSlope *e = &w->slopes->phi_rate[i];
    if (eq->rows[e->row].level == TRM_LEVEL_VELOCITY)
      r[w->columns + e->row] += e->value * x[e->column];
  }
}

void trm_implicit_renew(TrmImplicit *w) {
  trm_sparse_renew(w->matrix);
  if (w->pair) trm_sparse_renew(w->pair);
}

size_t trm_implicit_pivots(const TrmImplicit *w) {
  size_t count = trm_sparse_count(w->matrix)->factorisations;
  return w->pair ? count + trm_sparse_count(w->pair)->factorisations : count;
}
