/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows along an axis: packed and computed directly, they are what their terms say: residuals,
 * Jacobian and gamma of every joint of the tables, in space and in the plane, at random states.
 */
#include "catalog/catalog.h"
#include "system/equations.h"
#include "verify/variant_cases.h"

enum { STATES = CHECK_ROUNDS(500) };

typedef struct Layout {
  TrmArena *arena;
  TrmLog *log;
  TrmModel *model;
  TrmSystem *system;
  TrmEquations *eq;
  TrmState *state;
} Layout;

static void lay_out(void *context) {
  Layout *l = context;
  l->eq = trm_equations_new(l->arena, l->system, l->log);
  if (l->eq) l->state = trm_state_new(l->arena, l->eq);
}

static void randomise(const Layout *l) {
  for (size_t i = 0; i < l->eq->body_count; i++) {
    TrmBodyMotion *m = &l->state->body[i];
    const int *column = l->eq->body_column[i];
    double e[4] = {0.3, 0, 0, check_random(-1, 1)};
    for (int k = 0; k < 3; k++) {
      m->r[k] = column[k] >= 0 ? check_random(-1, 1) : 0;
      m->v[k] = column[k] >= 0 ? check_random(-1, 1) : 0;
      m->w[k] = column[3 + k] >= 0 ? check_random(-1, 1) : 0;
      if (column[3] >= 0) e[k] = check_random(-1, 1);
    }
    if (trm_quat_unit(e, l->state->e[i])) trm_quat_matrix(l->state->e[i], m->R);
  }
}

/* one row by its term, against what the packed row gave */
static double row_error(const Layout *l, size_t row, const double *phi, const double *G,
                        const double *gamma) {
  const TrmEquations *eq = l->eq;
  TrmPiece room;
  const TrmPiece *term = trm_row_piece(eq, &eq->rows[row], 0, &room);
  TrmPairMotion m;
  double g[TRM_LOCAL], rate, second, error, entries[TRM_LOCAL] = {0};
  trm_term_motion(eq, l->state, term, &m);
  trm_term_spins(&term->plan, &m);
  double value = trm_term_gradient(&term->plan, &m, 0, g) - eq->rows[row].offset;
  trm_term_rates(&term->plan, &m, &rate, &second);
  error = fmax(fabs(phi[row] - value) / (1 + fabs(value)),
               fabs(gamma[row] + second) / (1 + fabs(second)));
  for (int k = 0; k < TRM_LOCAL; k++) {
    if (term->entry[k] >= 0) entries[term->entry[k]] += g[k];
    /* what has a column but no entry is zero by form */
    if (term->entry[k] < 0 && k < 6 && term->plan.body[0] >= 0 &&
        eq->body_column[term->plan.body[0]][k] >= 0)
      error = fmax(error, fabs(g[k]));
    if (term->entry[k] < 0 && k >= 6 && k < 12 && term->plan.body[1] >= 0 &&
        eq->body_column[term->plan.body[1]][k - 6] >= 0)
      error = fmax(error, fabs(g[k]));
  }
  for (size_t k = eq->start[row]; k < eq->start[row + 1]; k++)
    error = fmax(error, fabs(G[k] - entries[k - eq->start[row]]));
  return error;
}

/* packed rows of a case */
static size_t check_case(const Case *c) {
  static const Variant plain = {.name = "as it is", .units = "mks"};
  char *text = write_model(c, &plain, "");
  Layout l = {.arena = trm_arena_new(), .log = trm_log_new()};
  size_t packed = 0;
  trm_model_parse(text, strlen(text), "model.yaml", NULL, 0, l.log, &l.model);
  CHECK(l.model && trm_system_compile(l.model, l.log, &l.system) == TRM_OK);
  CHECK(l.system && trm_guard(lay_out, &l) == TRM_OK && l.state);
  if (l.state) {
    const TrmEquations *eq = l.eq;
    double *phi = calloc(3 * eq->row_count + eq->entry_count + 1, sizeof *phi), worst = 0;
    double *gamma = phi + eq->row_count, *phi_t = gamma + eq->row_count, *G = phi_t + eq->row_count;
    packed = eq->along_count;
    CHECK(eq->along_count + eq->other_count == eq->row_count);
    for (int round = 0; round < STATES; round++) {
      randomise(&l);
      trm_equations_position(eq, l.state, phi, G, phi_t);
      trm_equations_gamma(eq, l.state, gamma);
      for (size_t i = 0; i < packed; i++)
        worst = fmax(worst, row_error(&l, eq->along[i].row, phi, G, gamma));
    }
    char what[96];
    snprintf(what, sizeof what, "%s%s: packed rows", c->name, c->planar ? ", plane" : "");
    if (packed) check_figure("constraints", what, "the terms of the rows", worst, 1e-14);
    free(phi);
  }
  trm_system_free(l.system);
  trm_model_free(l.model);
  trm_log_free(l.log);
  trm_arena_free(l.arena);
  free(text);
  return packed;
}

int main(void) {
  size_t packed = 0, rows = 0;
  for (size_t i = 0; i < sizeof joint_cases / sizeof *joint_cases; i++) {
    packed += check_case(&joint_cases[i]);
    rows++;
  }
  /* most joints are made of such rows */
  CHECK(packed > 2 * rows);
  return check_done();
}
