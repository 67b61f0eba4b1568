/* SPDX-License-Identifier: Apache-2.0
 *
 * Explain: why a motion under forces cannot go on. In this order: a value that is not a number, now
 * or an instant later; motions that jump or run away; constraints that contradict each other or
 * lock the mechanism, told by accelerations that come from them alone; a body or a state that runs
 * away; else forces that change too fast.
 */
#include "analysis/dynamics_data.h"
#include "analysis/kinematics.h"
#include "system/forces.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { MOST_NAMED = 4 };

/* beyond these, in sizes or turns, per second or over the whole run, something runs away */
static const double runaway = 1e9;

int trm_mechanism_report_force(const TrmMechanism *m, TrmState *state, double *Q, TrmLog *log) {
  const TrmUnits *units = &m->system->units;
  trm_forces_evaluate(m->eq, state, Q);
  for (size_t i = 0; i < m->eq->body_count; i++)
    for (int k = 0; k < 6; k++) {
      int c = m->eq->body_column[i][k];
      if (c < 0 || isfinite(Q[c])) continue;
      const TrmItem *item = m->system->bodies[i].item;
      trm_log_add(log, TRM_E_NO_NUMBER, item->place, item->name,
                  "the force on body '%s' is not a finite number at t = %.6g %s", item->name,
                  state->time / units->time, units->time_name);
      return 1;
    }
  return 0;
}

static int bodies_finite(const TrmMechanism *m, const TrmState *state) {
  double sum = 0;
  for (size_t i = 0; i < m->eq->body_count; i++)
    for (int k = 0; k < 3; k++)
      sum += fabs(state->body[i].r[k]) + fabs(state->body[i].v[k]) + fabs(state->body[i].w[k]);
  return isfinite(sum);
}

/* the end of the last good step into the flow's state and the mechanism's, with accelerations */
static int go_back(TrmDynamics *d) {
  TrmMechanism *m = d->m;
  TrmFlow *flow = d->flow;
  if (trm_flow_unpack(flow, d->stepper->t, d->stepper->y) != TRM_OK) return 0;
  int good = trm_flow_accelerate(flow) == TRM_OK;
  trm_state_copy(m->eq, flow->state, m->state);
  trm_state_copy(m->eq, flow->state, m->predicted);
  trm_state_get_velocity(m->eq, flow->state, m->u);
  return good;
}

/* 1 when something has no value, jumps or has a pole just behind the last good step, named */
static int report_values(TrmDynamics *d, TrmLog *log) {
  TrmMechanism *m = d->m;
  /* where the step failed, as far as bodies are still somewhere */
  if (bodies_finite(m, d->flow->state)) {
    if (!trm_mechanism_finite(m, d->flow->state, log)) return 1;
    if (trm_mechanism_report_force(m, d->flow->state, d->flow->Q, log)) return 1;
  }
  go_back(d);
  double t = d->stepper->t;
  m->predicted->time = t + 256 * DBL_EPSILON * fmax(fabs(t), fabs(d->until - t));
  if (m->system->motion_count) trm_state_courses(m->eq, m->predicted);
  return trm_mechanism_report_motions(m, log);
}

/* 1 when an event has no value at the end of the last step, named */
static int report_event(TrmDynamics *d, TrmLog *log) {
  const TrmUnits *units = &d->m->system->units;
  for (size_t k = 0; k < trm_events_count(d->events); k++) {
    const TrmItem *item = isnan(d->after[k]) ? trm_events_item(d->events, d->flow->state, k) : NULL;
    if (!item) continue;
    trm_log_add(log, TRM_E_NO_NUMBER, item->place, item->name,
                "the value of event '%s' is not a number at t = %.6g %s", item->name,
                d->stepper->t / units->time, units->time_name);
    return 1;
  }
  return 0;
}

/* 1 when steps are as short as the user lets them be, which is too long */
static int report_least(TrmDynamics *d, TrmLog *log) {
  const TrmUnits *units = &d->m->system->units;
  const TrmStepControl *control = &d->stepper->control;
  if (!(control->smallest > 0) || d->stepper->natural > 1.01 * control->smallest) return 0;
  trm_log_add(log, TRM_E_STUCK, TRM_NOWHERE, NULL,
              "the motion cannot go on at t = %.6g %s: it takes steps shorter than `min_step`, "
              "%.3g %s",
              d->stepper->t / units->time, units->time_name, control->smallest / units->time,
              units->time_name);
  return 1;
}

/* 1 when a motion is too fast to follow, named */
static int report_course(TrmDynamics *d, TrmLog *log) {
  const TrmMechanism *m = d->m;
  const TrmUnits *units = &m->system->units;
  double span = fmax(d->until, d->stepper->t);
  for (size_t i = 0; i < m->system->motion_count; i++) {
    const TrmCourse *course = &d->flow->state->course[i];
    const TrmItem *item = m->system->motions[i].item;
    int row = m->eq->motion_row[i];
    double unit = row >= 0 && m->eq->rows[row].dimension.length == 1 ? m->size : 1;
    double speed = fmax(fabs(course->rate) * span, fabs(course->second) * span * span);
    if (!(speed > runaway * unit)) continue;
    trm_log_add(log, TRM_E_NO_NUMBER, item->place, item->name,
                "motion '%s' grows without bound at t = %.6g %s", item->name,
                d->stepper->t / units->time, units->time_name);
    trm_log_hint(log, "it has a pole there, such as a division by zero, or runs away too fast to "
                      "follow");
    return 1;
  }
  return 0;
}

/* what a row asks for beyond m->u, in sizes or turns per second; the sum of its parts in *speed */
static double row_rate_gap(const TrmMechanism *m, size_t i, double *speed) {
  double sum = m->phi_t[i], size = fabs(sum);
  for (size_t k = m->eq->start[i]; k < m->eq->start[i + 1]; k++) {
    double part = m->G[k] * m->u[m->eq->column[k]];
    sum += part;
    size += fabs(part);
  }
  *speed = fmax(*speed, size / m->row_size[i]);
  return fabs(sum) / m->row_size[i];
}

/* names of what asks for velocities that m->u does not have, and the worst row; NULL: nothing */
static const char *rate_gap(const TrmMechanism *m, double bearable, size_t *worst) {
  const TrmEquations *eq = m->eq;
  double gap = 0, speed = 1e-6;
  for (size_t i = 0; i < eq->row_count; i++) {
    double value = row_rate_gap(m, i, &speed);
    if (value > gap) *worst = i;
    gap = fmax(gap, value);
  }
  if (!(gap > bearable * speed)) return NULL;
  const char *names = "", *last = NULL;
  size_t count = 0;
  for (size_t i = 0; i < eq->row_count && count < MOST_NAMED; i++) {
    const TrmRow *row = &eq->rows[i];
    if (row_rate_gap(m, i, &speed) < 0.3 * gap || trm_row_name(eq, row) == last) continue;
    last = trm_row_name(eq, row);
    names = trm_arena_printf(m->arena, "%s%s%s '%s'", names, count++ ? " and " : "",
                             trm_row_kind(row), last);
  }
  return names;
}

/* 1 when constraints ask for velocities that cannot be had together, named */
static int report_rates(TrmDynamics *d, TrmLog *log) {
  TrmMechanism *m = d->m;
  const TrmUnits *units = &m->system->units;
  size_t worst = 0;
  trm_mechanism_evaluate(m, m->state);
  const char *names = rate_gap(m, 1e-7, &worst);
  if (!names) return 0;
  const TrmRow *row = &m->eq->rows[worst];
  trm_log_add(log, TRM_E_STUCK, trm_row_place(m->eq, row), trm_row_name(m->eq, row),
              "the motion cannot go on at t = %.6g %s: %s ask for velocities that cannot be had "
              "together",
              m->state->time / units->time, units->time_name, names);
  trm_log_hint(log, "they contradict each other from there on");
  return 1;
}

/* 1 when the constraints stay open where the step failed, named */
static int report_gap(TrmDynamics *d, const double *phi, TrmLog *log) {
  TrmMechanism *m = d->m;
  const TrmUnits *units = &m->system->units;
  size_t worst = 0;
  if (!(trm_mechanism_gap(m, phi, &worst) > 1e-9)) return 0;
  const TrmRow *row = &m->eq->rows[worst];
  char unit[64];
  trm_dimension_format(units, row->dimension, unit, sizeof unit);
  trm_log_add(log, TRM_E_STUCK, trm_row_place(m->eq, row), trm_row_name(m->eq, row),
              "the motion cannot go on at t = %.6g %s: %s '%s' stays open by %.3g%s%s",
              d->stepper->t / units->time, units->time_name, trm_row_kind(row),
              trm_row_name(m->eq, row), fabs(phi[worst]) / trm_units_scale(units, row->dimension),
              *unit ? " " : "", unit);
  trm_log_hint(log, "the constraints contradict each other from there on, or lock the mechanism");
  return 1;
}

/* largest acceleration of the flow, in sizes and turns, and the body that has it */
static double wildest(const TrmDynamics *d, const TrmItem **item) {
  const TrmMechanism *m = d->m;
  double most = 0;
  for (size_t i = 0; i < m->eq->body_count; i++)
    for (int k = 0; k < 6; k++) {
      int c = m->eq->body_column[i][k];
      double value = c < 0 ? 0 : fabs(d->flow->a[c]) * (k < 3 ? 1 : m->eq->length[i]);
      if (value <= most && isfinite(value)) continue;
      most = value;
      if (item) *item = m->system->bodies[i].item;
    }
  return most / m->size;
}

/* 1 when accelerations without applied forces are as large and beyond all measure: the constraints
 * lock the mechanism or contradict each other, named */
static int report_lock(TrmDynamics *d, double all, TrmLog *log) {
  TrmMechanism *m = d->m;
  TrmFlow *flow = d->flow;
  const TrmUnits *units = &m->system->units;
  size_t rows = m->eq->row_count;
  double span = fmax(d->until, d->stepper->t), most = 0;
  if (!rows || !(all * span * span > runaway)) return 0;
  memset(flow->Q, 0, m->eq->column_count * sizeof *flow->Q);
  if (flow->type->accelerate(flow, flow->Q, flow->a, flow->lambda) != TRM_OK) return 0;
  if (!(wildest(d, NULL) > 0.5 * all)) return 0;
  int driven = 0;
  size_t worst = 0;
  for (size_t i = 0; i < rows; i++) {
    m->gamma[i] = fabs(flow->lambda[i]) / (m->eq->rows[i].dimension.length == 1 ? 1 : m->size);
    if (m->gamma[i] > most) worst = i;
    most = fmax(most, m->gamma[i]);
    driven |= m->eq->rows[i].owner == TRM_OWNER_MOTION;
  }
  if (!(most > 0)) return 0;
  for (size_t i = 0; i < rows; i++) m->gamma[i] /= most;
  if (driven) {
    trm_mechanism_report_dead(m, m->gamma, log);
    return 1;
  }
  const TrmRow *row = &m->eq->rows[worst];
  trm_log_add(
      log, TRM_E_STUCK, trm_row_place(m->eq, row), trm_row_name(m->eq, row),
      "the motion cannot go on at t = %.6g %s: %s '%s' is at a dead point, and what it takes "
      "to keep it grows without bound",
      d->stepper->t / units->time, units->time_name, trm_row_kind(row), trm_row_name(m->eq, row));
  return 1;
}

/* 1 when a body or a state of an equation has run away, named */
static int report_runaway(TrmDynamics *d, TrmLog *log) {
  TrmMechanism *m = d->m;
  TrmState *state = d->flow->state;
  const TrmUnits *units = &m->system->units;
  double span = fmax(d->until, d->stepper->t), most = 0;
  const char *name = NULL, *kind = "body";
  TrmPlace place = TRM_NOWHERE;
  for (size_t i = 0; i < m->eq->body_count; i++) {
    double far = 0;
    for (int k = 0; k < 3; k++) {
      far = fmax(far, fabs(state->body[i].v[k]) / m->size);
      far = fmax(far, fabs(state->body[i].w[k]));
    }
    if (!(far * span > fmax(most, runaway))) continue;
    most = far * span;
    name = m->system->bodies[i].item->name;
    place = m->system->bodies[i].item->place;
  }
  trm_forces_evaluate(m->eq, state, d->flow->Q);
  for (size_t k = 0; k < m->system->equation_count; k++) {
    int z = trm_states_find(m->eq, m->system->equations[k].item->name);
    double value = z < 0 ? 0 : fabs(state->z[z]), rate = z < 0 ? 0 : fabs(state->z_rate[z]) * span;
    /* grows within a millionth of the run */
    if (!(rate > 1e6 * fmax(value, 1e-3)) || !(rate > most)) continue;
    most = rate;
    kind = "equation";
    name = m->system->equations[k].item->name;
    place = m->system->equations[k].item->place;
  }
  if (!name) return 0;
  trm_log_add(log, TRM_E_STUCK, place, name,
              "the motion cannot go on at t = %.6g %s: %s '%s' runs away without bound",
              d->stepper->t / units->time, units->time_name, kind, name);
  trm_log_hint(log, d->stepper->type->fixed
                        ? "the step may be too long for what moves there; try a shorter one"
                        : "something feeds itself: a force that grows with its own effect, or a "
                          "wrong sign");
  return 1;
}

void trm_dynamics_explain(TrmDynamics *d, TrmLog *log) {
  const TrmUnits *units = &d->m->system->units;
  const TrmStepper *s = d->stepper;
  const TrmItem *item = NULL;
  const char *why = trm_stepper_failure(s);
  double *phi = d->flow->phi;
  trm_mechanism_evaluate(d->m, d->flow->state);
  memcpy(phi, d->m->phi, d->m->eq->row_count * sizeof *phi);
  if (report_event(d, log) || report_least(d, log)) return;
  if (report_values(d, log) || report_course(d, log)) return;
  double all = go_back(d) ? wildest(d, &item) : 0;
  if (report_lock(d, all, log) || report_gap(d, phi, log)) return;
  if (report_rates(d, log) || report_runaway(d, log)) return;
  trm_log_add(log, TRM_E_STUCK, item ? item->place : TRM_NOWHERE, item ? item->name : NULL,
              "the motion cannot go on at t = %.6g %s: %s%s%s%s", s->t / units->time,
              units->time_name, why && *why ? why : "the step failed", item ? "; body '" : "",
              item ? item->name : "", item ? "' accelerates most" : "");
  trm_log_hint(log, "a force there may be too stiff or jump; try a larger tolerance, a smaller "
                    "first step, or smooth the law");
}

int trm_dynamics_apart(TrmDynamics *d, TrmLog *log) {
  TrmMechanism *m = d->m;
  const TrmUnits *units = &m->system->units;
  size_t worst = 0;
  char unit[64];
  trm_mechanism_evaluate(m, m->state);
  if (!(trm_mechanism_gap(m, m->phi, &worst) > 0.05)) return 0;
  const TrmRow *row = &m->eq->rows[worst];
  trm_dimension_format(units, row->dimension, unit, sizeof unit);
  trm_log_add(log, TRM_E_STUCK, trm_row_place(m->eq, row), trm_row_name(m->eq, row),
              "the motion cannot go on at t = %.6g %s: %s '%s' has come apart by %.3g%s%s, which "
              "formulation '%s' does not prevent",
              m->state->time / units->time, units->time_name, trm_row_kind(row),
              trm_row_name(m->eq, row),
              fabs(m->phi[worst]) / trm_units_scale(units, row->dimension), *unit ? " " : "", unit,
              d->flow->type->name);
  trm_log_hint(log, d->flow->type->soft
                        ? "give a larger penalty, or leave the formulation to `auto`"
                        : "leave the formulation to `auto`: it names what contradicts or jumps");
  return 1;
}

int trm_dynamics_opens(TrmDynamics *d, TrmLog *log) {
  TrmMechanism *m = d->m;
  double t = d->stepper->t;
  if (!go_back(d)) return 0;
  memcpy(m->a, d->flow->a, m->eq->column_count * sizeof *m->a);
  return trm_mechanism_report_opening(m, t + 0.1 * fmax(d->until - t, 0), log);
}

void trm_dynamics_explain_pace(TrmDynamics *d, TrmLog *log) {
  const TrmUnits *units = &d->m->system->units;
  const TrmStepper *s = d->stepper;
  double t = s->t / units->time;
  /* where a law holds the motion to its own switching, each event costs many steps */
  if (d->event_pace.slow > 1 || d->sightings > d->slow_sightings + d->step_pace.window / 10) {
    const TrmItem *item = trm_events_item(d->events, d->flow->state, d->last_event);
    trm_log_add(log, TRM_E_CHATTER, item ? item->place : TRM_NOWHERE, item ? item->name : NULL,
                "'%s' switches again and again without end at t = %.9g %s",
                item ? item->name : "an event", t, units->time_name);
    trm_log_hint(log, "let it switch smoothly, with step() for example, or leave a gap between on "
                      "and off");
    return;
  }
  const TrmItem *item = NULL;
  if (go_back(d)) wildest(d, &item);
  if (report_course(d, log)) return;
  trm_log_add(log, TRM_E_STUCK, item ? item->place : TRM_NOWHERE, item ? item->name : NULL,
              "the motion cannot go on at t = %.6g %s: steps are so short that the rest would take "
              "%.0e of them%s%s%s",
              t, units->time_name, d->step_pace.needed, item ? "; body '" : "",
              item ? item->name : "", item ? "' accelerates most" : "");
  if (s->type->fixed || (s->control.largest > 0 && s->natural > 0.9 * s->control.largest)) {
    trm_log_hint(log, s->type->fixed ? "that is the step asked for; give a longer one"
                                     : "`max_step` may allow no longer ones");
    return;
  }
  trm_log_hint(log, s->stiff >= 15
                        ? "the model is stiff: something is damped much faster than it moves; "
                          "the integrators bdf and radau5 do not mind"
                        : "something turns or oscillates far faster than the run is long; end it "
                          "earlier, soften what is so stiff, or leave its motion out");
}
