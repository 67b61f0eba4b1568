/* SPDX-License-Identifier: Apache-2.0
 *
 * Equations: residuals, Jacobian, time derivatives and gamma, row by row in a fixed order.
 */
#include "system/equations.h"
#include "math/mat3.h"
#include "system/onesided.h"
#include <math.h>
#include <string.h>

static const double full_turn = 6.283185307179586476925286766559;

void trm_term_motion(const TrmEquations *eq, const TrmState *state, const TrmPiece *term,
                     TrmPairMotion *m) {
  (void)eq;
  for (int k = 0; k < 2; k++) {
    int body = term->plan.body[k], curve = term->plan.curve[k];
    m->body[k] = body < 0 ? &trm_ground_motion : &state->body[body];
    m->s[k] = curve < 0 ? 0 : state->s[curve];
    m->s_rate[k] = curve < 0 ? 0 : state->s_rate[curve];
  }
}

void trm_term_spins(const TrmTermPlan *plan, TrmPairMotion *m) {
  for (int k = 0; k < 2; k++) {
    if (plan->body[k] < 0) {
      m->w_g[k][0] = m->w_g[k][1] = m->w_g[k][2] = 0;
    } else {
      trm_mat3_apply(m->body[k]->R, m->body[k]->w, m->w_g[k]);
    }
  }
}

static double last_angle(const TrmState *state, const TrmPiece *term) {
  return term->plan.turn < 0 ? 0 : state->angle[term->plan.turn];
}

/* a program's part in a row's value, entries and time derivative */
static double add_program(const TrmRow *row, TrmState *state, double *G, double *time_rate) {
  const TrmRowProgram *p = row->program;
  TrmSituation at = {state->time, state->body, state->externals};
  if (!G) return p->factor * trm_program_value(p->program, &at, state->scratch);
  double value = p->factor * trm_program_gradient(p->program, &at, state->scratch, state->gradient);
  for (size_t i = 0; i < p->column_count; i++)
    if (p->entry[i] >= 0) G[p->entry[i]] += p->factor * state->gradient[i];
  if (p->time >= 0) *time_rate += p->factor * state->gradient[p->time];
  return value;
}

/* what a nonholonomic row is at rest: its value less G u */
static double at_rest(const TrmEquations *eq, const TrmState *state, const TrmRow *row,
                      double value) {
  size_t count;
  const TrmRowProgram *p = row->program;
  const TrmColumn *columns = trm_program_columns(p->program, &count);
  (void)eq;
  for (size_t i = 0; i < count; i++) {
    unsigned c = columns[i].component;
    if (columns[i].kind != TRM_COLUMN_BODY || c < 6) continue;
    const TrmBodyMotion *m = &state->body[columns[i].index];
    value -= p->factor * state->gradient[i] * (c < 9 ? m->v[c - 6] : m->w[c - 9]);
  }
  return value;
}

static double evaluate_row(const TrmEquations *eq, TrmState *state, const TrmRow *row, double *G,
                           double *time_rate) {
  double value = -row->offset;
  *time_rate = 0;
  for (size_t i = 0; i < row->term_count; i++) {
    const TrmPiece *term = &eq->terms[row->first + i];
    TrmPairMotion m;
    double g[TRM_LOCAL];
    trm_term_motion(eq, state, term, &m);
    if (!G) {
      value += trm_term_value(&term->plan, &m, last_angle(state, term));
      continue;
    }
    value += trm_term_gradient(&term->plan, &m, last_angle(state, term), g);
    for (int k = 0; k < TRM_LOCAL; k++)
      if (term->entry[k] >= 0) G[term->entry[k]] += g[k];
  }
  if (row->program) value += add_program(row, state, G, time_rate);
  if (row->course >= 0) {
    value -= state->course[row->course].value;
    *time_rate -= state->course[row->course].rate;
  }
  if (row->wraps) value -= full_turn * nearbyint(value / full_turn);
  return value;
}

/* a row of a provider: its value, and its slopes where they are */
static double given_row(const TrmEquations *eq, const TrmState *state, const TrmRow *row,
                        double *G) {
  const TrmGiven *given = row->given;
  double local[12];
  double value = given->value(given->data, eq, state, G ? local : NULL);
  for (int k = 0; k < 12 && G; k++)
    if (given->entry[k] >= 0) G[given->entry[k]] += local[k];
  return row->level == TRM_LEVEL_VELOCITY ? 0 : value;
}

/* rows that are off ask for nothing, others for what they hold */
static void switch_rows(const TrmEquations *eq, const TrmState *state, double *phi, double *G,
                        double *phi_t) {
  for (size_t i = 0; i < eq->row_count; i++) {
    if (!state->off[i]) {
      if (phi) phi[i] -= state->shift[i];
      continue;
    }
    if (phi) phi[i] = 0;
    if (phi_t) phi_t[i] = 0;
    if (G) memset(G + eq->start[i], 0, (eq->start[i + 1] - eq->start[i]) * sizeof *G);
  }
}

void trm_equations_position(const TrmEquations *eq, TrmState *state, double *phi, double *G,
                            double *phi_t) {
  trm_along_position(eq->along, eq->along_count, eq->system->planar, state->body, phi, G);
  if (phi_t) memset(phi_t, 0, eq->row_count * sizeof *phi_t);
  for (size_t k = 0; k < eq->other_count; k++) {
    size_t i = eq->other[k];
    const TrmRow *row = &eq->rows[i];
    double time_rate, value, *entries = G ? G + eq->start[i] : NULL;
    if (row->form == TRM_FORM_APART) {
      const TrmApart *apart = &eq->apart[row->first];
      value = trm_apart_position(apart, eq->system->planar, state->body, entries);
      if (phi) phi[i] = value;
      continue;
    }
    if (G) memset(entries, 0, (eq->start[i + 1] - eq->start[i]) * sizeof *entries);
    if (row->form == TRM_FORM_GIVEN) {
      /* what is off is zero, and may be costly */
      if (state->off && state->off[i]) continue;
      value = given_row(eq, state, row, entries);
      if (phi) phi[i] = value;
      continue;
    }
    value = evaluate_row(eq, state, row, entries, &time_rate);
    if (row->level == TRM_LEVEL_VELOCITY) {
      if (G) time_rate = at_rest(eq, state, row, value);
      value = 0;
    }
    if (phi) phi[i] = value;
    if (phi_t) phi_t[i] = time_rate;
  }
  if (state->off) switch_rows(eq, state, phi, G, phi_t);
}

double trm_equations_row_value(const TrmEquations *eq, TrmState *state, size_t i) {
  const TrmRow *row = &eq->rows[i];
  double time_rate;
  if (row->form == TRM_FORM_ALONG)
    return trm_along_value(&eq->along[row->first], eq->system->planar, state->body, NULL);
  if (row->form == TRM_FORM_APART)
    return trm_apart_position(&eq->apart[row->first], eq->system->planar, state->body, NULL);
  if (row->form == TRM_FORM_GIVEN) return given_row(eq, state, row, NULL);
  return row->level == TRM_LEVEL_VELOCITY ? 0 : evaluate_row(eq, state, row, NULL, &time_rate);
}

/* second rate of a program with accelerations zero; of a nonholonomic one the first */
static double program_second(const TrmRow *row, TrmState *state) {
  const TrmRowProgram *p = row->program;
  TrmSituation at = {state->time, state->body, state->externals};
  int order = row->level == TRM_LEVEL_VELOCITY ? 1 : 2;
  return p->factor * trm_program_rate(p->program, &at, state->scratch, order);
}

void trm_equations_row_slopes(const TrmEquations *eq, TrmState *state, size_t i, double *G) {
  double time_rate;
  const TrmRow *row = &eq->rows[i];
  if (row->form == TRM_FORM_ALONG) {
    trm_along_value(&eq->along[row->first], eq->system->planar, state->body, G);
  } else if (row->form == TRM_FORM_APART) {
    trm_apart_position(&eq->apart[row->first], eq->system->planar, state->body, G);
  } else {
    memset(G, 0, (eq->start[i + 1] - eq->start[i]) * sizeof *G);
    if (row->form == TRM_FORM_GIVEN) {
      given_row(eq, state, row, G);
    } else {
      evaluate_row(eq, state, row, G, &time_rate);
    }
  }
}

double trm_equations_row_gamma(const TrmEquations *eq, TrmState *state, size_t i) {
  const TrmRow *row = &eq->rows[i];
  double sum = 0;
  if (row->form == TRM_FORM_APART) return trm_apart_gamma(&eq->apart[row->first], state->body);
  if (row->form == TRM_FORM_ALONG)
    return trm_along_right(&eq->along[row->first], eq->system->planar, state->body);
  if (row->form == TRM_FORM_GIVEN) return row->given->gamma(row->given->data, eq, state);
  for (size_t k = 0; k < row->term_count; k++) {
    const TrmPiece *term = &eq->terms[row->first + k];
    TrmPairMotion m;
    double rate, second;
    trm_term_motion(eq, state, term, &m);
    trm_term_spins(&term->plan, &m);
    trm_term_rates(&term->plan, &m, &rate, &second);
    sum += second;
  }
  if (row->program) sum += program_second(row, state);
  if (row->course >= 0) sum -= state->course[row->course].second;
  return -sum;
}

void trm_equations_gamma(const TrmEquations *eq, TrmState *state, double *gamma) {
  trm_along_gamma(eq->along, eq->along_count, eq->system->planar, state->body, gamma);
  for (size_t n = 0; n < eq->other_count; n++)
    if (!state->off || !state->off[eq->other[n]])
      gamma[eq->other[n]] = trm_equations_row_gamma(eq, state, eq->other[n]);
  for (size_t i = 0; state->off && i < eq->row_count; i++)
    if (state->off[i]) gamma[i] = 0;
}

const char *trm_row_kind(const TrmRow *row) {
  static const char *const kinds[] = {"joint", "motion", "constraint", "contact"};
  return kinds[row->owner];
}

const TrmItem *trm_row_item(const TrmEquations *eq, const TrmRow *row) {
  const TrmSystem *system = eq->system;
  size_t count;
  if (row->owner == TRM_OWNER_JOINT) return system->joints[row->index].item;
  if (row->owner == TRM_OWNER_MOTION) return system->motions[row->index].item;
  if (row->owner == TRM_OWNER_CONTACT) return system->contacts[row->index].item;
  return trm_model_section(system->model, "constraints", &count)[row->index];
}

const char *trm_row_name(const TrmEquations *eq, const TrmRow *row) {
  return trm_row_item(eq, row)->name;
}

TrmPlace trm_row_place(const TrmEquations *eq, const TrmRow *row) {
  return trm_row_item(eq, row)->place;
}
