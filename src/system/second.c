/* SPDX-License-Identifier: Apache-2.0
 *
 * Second derivatives. With H the Hessian in exponential coordinates and g the gradient, moving by d
 * and then by e is moving by d + e + (d x e)/2 in the turns, so that on the turns of one body
 *   (G' lambda)_q = lambda (H + g~/2),   (G x)_q = x' (H + g~/2).
 */
#include "system/second.h"
#include <string.h>

/* h = H + g~/2 of a term */
static void term_bend(const TrmPiece *piece, const TrmPairMotion *m, double last, double *h) {
  double g[TRM_LOCAL];
  trm_term_hessian(&piece->plan, m, h);
  trm_term_gradient(&piece->plan, m, last, g);
  for (size_t k = 0; k < 2; k++)
    for (size_t i = 0; i < 3; i++) {
      size_t base = 6 * k + 3, j = (i + 1) % 3, l = (i + 2) % 3;
      h[TRM_LOCAL * (base + j) + base + l] -= g[base + i] / 2;
      h[TRM_LOCAL * (base + l) + base + j] += g[base + i] / 2;
    }
}

/* lambda (H + g~/2) of a term on its columns */
static void bend_term(const TrmPiece *piece, const TrmPairMotion *m, double last, double lambda,
                      TrmAdd add, void *context) {
  double h[TRM_LOCAL * TRM_LOCAL];
  term_bend(piece, m, last, h);
  for (size_t i = 0; i < TRM_LOCAL; i++)
    for (size_t j = 0; j < TRM_LOCAL; j++)
      if (piece->column[i] >= 0 && piece->column[j] >= 0)
        add(context, (size_t)piece->column[i], (size_t)piece->column[j],
            lambda * h[TRM_LOCAL * i + j]);
}

/* the system's column behind a program's column at `base` (0 positions, 6 velocities), or -1 */
static int column_of(const TrmEquations *eq, const TrmColumn *column, unsigned base) {
  unsigned c = column->component;
  if (column->kind != TRM_COLUMN_BODY || c < base || c >= base + 6) return -1;
  return eq->body_column[column->index][c - base];
}

static void bend_program(const TrmEquations *eq, TrmState *state, const TrmRow *row, double lambda,
                         TrmAdd add, void *context) {
  const TrmRowProgram *p = row->program;
  TrmSituation at = {state->time, state->body, state->externals};
  size_t n;
  const TrmColumn *columns = trm_program_columns(p->program, &n);
  double *g = state->gradient, *h = state->hessian;
  trm_program_hessian(p->program, &at, state->scratch, g, h);
  unsigned base = row->level == TRM_LEVEL_VELOCITY ? 6 : 0;
  lambda *= p->factor;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) {
      int to = column_of(eq, &columns[i], base), by = column_of(eq, &columns[j], 0);
      if (to >= 0 && by >= 0) add(context, (size_t)to, (size_t)by, lambda * h[i * n + j]);
    }
  /* turns of one body: g~/2 */
  for (size_t i = 0; base == 0 && i < n; i++) {
    if (columns[i].kind != TRM_COLUMN_BODY || columns[i].component / 3 != 1) continue;
    const int *body = eq->body_column[columns[i].index];
    unsigned axis = columns[i].component - 3;
    int j = body[3 + (axis + 1) % 3], l = body[3 + (axis + 2) % 3];
    if (j < 0 || l < 0) continue;
    add(context, (size_t)j, (size_t)l, -lambda * g[i] / 2);
    add(context, (size_t)l, (size_t)j, lambda * g[i] / 2);
  }
}

/* lambda (G')_q of a packed row */
static void bend_along(const TrmEquations *eq, const TrmState *state, const TrmAlong *row,
                       double lambda, TrmAdd add, void *context) {
  TrmBent bent[TRM_ALONG_BENT];
  const unsigned *column = eq->column + row->first;
  size_t count = trm_along_second(row, eq->system->planar, state->body, bent);
  for (size_t k = 0; k < count; k++)
    add(context, column[bent[k].to], column[bent[k].by], lambda * bent[k].value);
}

void trm_equations_bend(const TrmEquations *eq, TrmState *state, const double *lambda, TrmAdd add,
                        void *context) {
  for (size_t i = 0; i < eq->row_count; i++) {
    const TrmRow *row = &eq->rows[i];
    if (row->form == TRM_FORM_ALONG) {
      bend_along(eq, state, &eq->along[row->first], lambda[i], add, context);
      continue;
    }
    for (size_t t = 0; t < row->term_count; t++) {
      TrmPiece room;
      const TrmPiece *piece = trm_row_piece(eq, row, t, &room);
      TrmPairMotion m;
      int turn = piece->plan.turn;
      trm_term_motion(eq, state, piece, &m);
      bend_term(piece, &m, turn < 0 ? 0 : state->angle[turn], lambda[i], add, context);
    }
    if (row->program) bend_program(eq, state, row, lambda[i], add, context);
  }
}

/* x' (H + g~/2) of a term on its columns, x from the start of its row */
static void sway_term(const TrmPiece *piece, const TrmPairMotion *m, double last, const double *x,
                      size_t row, TrmAdd add, void *context) {
  double h[TRM_LOCAL * TRM_LOCAL];
  term_bend(piece, m, last, h);
  for (size_t j = 0; j < TRM_LOCAL; j++) {
    double sum = 0;
    if (piece->column[j] < 0) continue;
    for (size_t i = 0; i < TRM_LOCAL; i++)
      if (piece->entry[i] >= 0) sum += x[piece->entry[i]] * h[TRM_LOCAL * i + j];
    add(context, row, (size_t)piece->column[j], sum);
  }
}

/* the velocity behind a program's column, or 0 */
static double velocity_of(const TrmState *state, const TrmColumn *column) {
  unsigned c = column->component;
  if (column->kind != TRM_COLUMN_BODY || c < 6 || c >= 12) return 0;
  const TrmBodyMotion *m = &state->body[column->index];
  return c < 9 ? m->v[c - 6] : m->w[c - 9];
}

/* the same of a program; time goes at `pace` */
static void sway_program(const TrmEquations *eq, TrmState *state, size_t row, const double *x,
                         double pace, TrmAdd add, void *context) {
  const TrmRowProgram *p = eq->rows[row].program;
  TrmSituation at = {state->time, state->body, state->externals};
  size_t n;
  const TrmColumn *columns = trm_program_columns(p->program, &n);
  double *g = state->gradient, *h = state->hessian;
  int speeds = eq->rows[row].level == TRM_LEVEL_VELOCITY;
  trm_program_hessian(p->program, &at, state->scratch, g, h);
  for (size_t j = 0; j < n; j++) {
    int by = column_of(eq, &columns[j], 0);
    double sum = speeds ? pace * g[j] : 0;
    if (by < 0) continue;
    for (size_t i = 0; i < n; i++) {
      double along = p->entry[i] >= 0 ? x[p->entry[i]] : 0;
      if (speeds) along -= pace * velocity_of(state, &columns[i]);
      if (!speeds && (int)i == p->time) along = pace;
      sum += along * h[i * n + j];
    }
    add(context, row, (size_t)by, p->factor * sum);
  }
  /* turns of one body: x' g~/2 */
  for (size_t i = 0; !speeds && i + 2 < n; i++) {
    if (columns[i].kind != TRM_COLUMN_BODY || columns[i].component != 3) continue;
    const int *body = eq->body_column[columns[i].index];
    for (size_t k = 0; k < 3; k++) {
      size_t j = i + (k + 1) % 3, l = i + (k + 2) % 3;
      if (p->entry[j] < 0 || p->entry[l] < 0) continue;
      double half = p->factor * g[i + k] / 2;
      add(context, row, (size_t)body[3 + (k + 2) % 3], -half * x[p->entry[j]]);
      add(context, row, (size_t)body[3 + (k + 1) % 3], half * x[p->entry[l]]);
    }
  }
}

/* x' (G')_q of a packed row */
static void sway_along(const TrmEquations *eq, const TrmState *state, const TrmAlong *row,
                       const double *x, TrmAdd add, void *context) {
  TrmBent bent[TRM_ALONG_BENT];
  double sum[TRM_LOCAL] = {0};
  int touched[TRM_LOCAL] = {0};
  const unsigned *column = eq->column + row->first;
  size_t count = trm_along_second(row, eq->system->planar, state->body, bent);
  for (size_t k = 0; k < count; k++) {
    sum[bent[k].by] += x[bent[k].to] * bent[k].value;
    touched[bent[k].by] = 1;
  }
  for (size_t j = 0; j < TRM_LOCAL; j++)
    if (touched[j]) add(context, row->row, column[j], sum[j]);
}

void trm_equations_sway(const TrmEquations *eq, TrmState *state, const double *x, double pace,
                        TrmAdd add, void *context) {
  for (size_t i = 0; i < eq->row_count; i++) {
    const TrmRow *row = &eq->rows[i];
    if (row->form == TRM_FORM_ALONG) {
      sway_along(eq, state, &eq->along[row->first], x + eq->start[i], add, context);
      continue;
    }
    for (size_t t = 0; t < row->term_count; t++) {
      TrmPiece room;
      const TrmPiece *piece = trm_row_piece(eq, row, t, &room);
      TrmPairMotion m;
      int turn = piece->plan.turn;
      trm_term_motion(eq, state, piece, &m);
      sway_term(piece, &m, turn < 0 ? 0 : state->angle[turn], x + eq->start[i], i, add, context);
    }
    if (row->program) sway_program(eq, state, i, x + eq->start[i], pace, add, context);
  }
}

/* slopes of all terms of a row; which: 0 by positions, 1 by velocities */
static void term_slopes(const TrmEquations *eq, const TrmState *state, size_t i, int which,
                        TrmAdd add, void *context) {
  const TrmRow *row = &eq->rows[i];
  for (size_t t = 0; t < row->term_count; t++) {
    TrmPiece room;
    const TrmPiece *piece = trm_row_piece(eq, row, t, &room);
    TrmPairMotion m;
    double slopes[2][TRM_LOCAL];
    trm_term_motion(eq, state, piece, &m);
    trm_term_spins(&piece->plan, &m);
    trm_term_slopes(&piece->plan, &m, slopes[0], slopes[1]);
    for (int k = 0; k < TRM_LOCAL; k++)
      if (piece->column[k] >= 0) add(context, i, (size_t)piece->column[k], -slopes[which][k]);
  }
}

/* slopes of the program of a row, gamma being less its second rate with accelerations zero (its
 * first, where it is nonholonomic); which: 0 by positions, 1 by velocities */
static void program_slopes(const TrmEquations *eq, TrmState *state, size_t i, int which, TrmAdd add,
                           void *context) {
  const TrmRow *row = &eq->rows[i];
  const TrmRowProgram *p = row->program;
  TrmSituation at = {state->time, state->body, state->externals};
  size_t n;
  const TrmColumn *columns = trm_program_columns(p->program, &n);
  double *by = state->gradient, *by_motion = state->hessian; /* as many as columns, and more */
  int order = row->level == TRM_LEVEL_VELOCITY ? 1 : 2;
  trm_program_rate_slopes(p->program, &at, state->scratch, order, by, by_motion);
  for (size_t k = 0; k < n; k++) {
    int position = column_of(eq, &columns[k], 0), velocity = column_of(eq, &columns[k], 6);
    if (position >= 0)
      add(context, i, (size_t)position, -p->factor * (which ? by_motion[k] : by[k]));
    if (velocity >= 0 && which) add(context, i, (size_t)velocity, -p->factor * by[k]);
  }
}

/* slopes of gamma, row by row */
static void gamma_slopes(const TrmEquations *eq, TrmState *state, int which, TrmAdd add,
                         void *context) {
  for (size_t i = 0; i < eq->row_count; i++) {
    term_slopes(eq, state, i, which, add, context);
    if (eq->rows[i].program) program_slopes(eq, state, i, which, add, context);
  }
}

void trm_equations_gamma_by_velocity(const TrmEquations *eq, TrmState *state, TrmAdd add,
                                     void *context) {
  gamma_slopes(eq, state, 1, add, context);
}

void trm_equations_gamma_by_position(const TrmEquations *eq, TrmState *state, TrmAdd add,
                                     void *context) {
  gamma_slopes(eq, state, 0, add, context);
}

void trm_equations_lead(const TrmEquations *eq, const TrmState *state, size_t i, double g[6],
                        TrmAdd add, void *context) {
  const TrmRow *row = &eq->rows[i];
  TrmPiece first_room, room;
  memset(g, 0, 6 * sizeof *g);
  if (!row->term_count) return;
  const TrmPiece *lead = trm_row_piece(eq, row, 0, &first_room);
  for (size_t t = 0; t < row->term_count; t++) {
    const TrmPiece *piece = t ? trm_row_piece(eq, row, t, &room) : lead;
    double slope[TRM_LOCAL], h[TRM_LOCAL * TRM_LOCAL];
    TrmPairMotion m;
    if (piece->plan.body[0] != lead->plan.body[0] || piece->plan.body[1] != lead->plan.body[1])
      continue;
    double last = piece->plan.turn < 0 ? 0 : state->angle[piece->plan.turn];
    trm_term_motion(eq, state, piece, &m);
    trm_term_gradient(&piece->plan, &m, last, slope);
    term_bend(piece, &m, last, h);
    for (size_t k = 0; k < 6; k++) {
      g[k] += slope[k];
      for (size_t j = 0; j < TRM_LOCAL; j++)
        if (piece->column[j] >= 0) add(context, k, (size_t)piece->column[j], h[TRM_LOCAL * k + j]);
    }
  }
}
