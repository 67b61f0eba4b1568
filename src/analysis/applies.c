/* SPDX-License-Identifier: Apache-2.0
 *
 * What stands in the way of dynamics: bodies without mass, one-sided connections, contacts,
 * friction; and the reason when a step fails: a value that is no number, constraints that cannot be
 * closed, forces that change too fast.
 */
#include "analysis/applies.h"
#include "system/forces.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static int check_masses(const TrmMechanism *m, TrmLog *log) {
  size_t body;
  if (trm_solver_masses(m->eq, &body)) return 1;
  const TrmBody *b = &m->system->bodies[body];
  trm_log_add(log, TRM_E_MASSLESS, b->item->place, b->item->name,
              b->mass > 0 ? "body '%s' can turn, but has no moment of inertia"
                          : "body '%s' has no mass, so forces cannot move it",
              b->item->name);
  trm_log_hint(log, b->mass > 0 ? "give `inertia`, or make it a point mass with `point_mass: true`"
                                : "give `mass` and `inertia`, or a shape with `density`");
  return 0;
}

/* one refusal */
static void refuse(const TrmItem *item, const char *what, TrmLog *log) {
  trm_log_add(log, TRM_E_NOT_MOVED, item->place, item->name,
              "'%s' %s, which the dynamics of this version does not follow", item->name, what);
}

static int check_joints(const TrmMechanism *m, TrmLog *log) {
  int good = 1;
  for (size_t i = 0; i < m->system->joint_count; i++) {
    const TrmJoint *joint = &m->system->joints[i];
    static const char *const keys[] = {"friction", "limits", "active"};
    static const char *const words[] = {"has friction", "has limits", "is switched by `active`"};
    if (joint->type->unilateral) {
      refuse(joint->item, "holds one way only", log);
      good = 0;
    }
    for (size_t k = 0; k < 3; k++) {
      if (!trm_item_value(joint->item, keys[k])) continue;
      refuse(joint->item, words[k], log);
      good = 0;
    }
  }
  return good;
}

static int check_sections(const TrmMechanism *m, TrmLog *log) {
  static const char *const sections[] = {"motions", "constraints"};
  int good = 1;
  size_t count;
  TrmItem *const *contacts = trm_model_section(m->system->model, "contacts", &count);
  for (size_t i = 0; i < count; i++) refuse(contacts[i], "is a contact", log);
  good &= count == 0;
  for (size_t s = 0; s < 2; s++) {
    TrmItem *const *items = trm_model_section(m->system->model, sections[s], &count);
    for (size_t i = 0; i < count; i++) {
      if (!trm_item_value(items[i], "active")) continue;
      refuse(items[i], "is switched by `active`", log);
      good = 0;
    }
  }
  return good;
}

/* a force whose law no analysis computes yet must not be left out in silence */
static int check_forces(const TrmMechanism *m, TrmLog *log) {
  int good = 1;
  for (size_t i = 0; i < m->system->force_count; i++) {
    const TrmForce *force = &m->system->forces[i];
    if (force->ready) continue;
    char text[96];
    snprintf(text, sizeof text, "is a force of type %s", force->item->type->name);
    refuse(force->item, text, log);
    good = 0;
  }
  return good;
}

int trm_dynamics_applies(const TrmMechanism *m, TrmLog *log) {
  int good = check_masses(m, log);
  good &= check_forces(m, log);
  good &= check_joints(m, log);
  good &= check_sections(m, log);
  return good;
}

/* the force on a body that is not a number, named; 0 when all are */
static int report_force(const TrmMechanism *m, TrmFlow *flow, TrmLog *log) {
  const TrmUnits *units = &m->system->units;
  trm_forces_evaluate(m->eq, flow->state, flow->Q);
  for (size_t i = 0; i < m->eq->body_count; i++)
    for (int k = 0; k < 6; k++) {
      int c = m->eq->body_column[i][k];
      if (c < 0 || isfinite(flow->Q[c])) continue;
      const TrmItem *item = m->system->bodies[i].item;
      trm_log_add(log, TRM_E_NO_NUMBER, item->place, item->name,
                  "the force on body '%s' is not a finite number at t = %.6g %s", item->name,
                  flow->state->time / units->time, units->time_name);
      return 1;
    }
  return 0;
}

/* 1 when the constraints stay open at the flow's state, named */
static int report_gap(TrmMechanism *m, const TrmFlow *flow, TrmLog *log) {
  const TrmUnits *units = &m->system->units;
  size_t worst = 0;
  trm_mechanism_evaluate(m, flow->state);
  if (!(trm_mechanism_gap(m, m->phi, &worst) > 1e-9)) return 0;
  const TrmRow *row = &m->eq->rows[worst];
  char unit[64];
  trm_dimension_format(units, row->dimension, unit, sizeof unit);
  trm_log_add(log, TRM_E_STUCK, trm_row_place(m->eq, row), trm_row_name(m->eq, row),
              "the motion cannot go on at t = %.6g %s: %s '%s' stays open by %.3g%s%s",
              flow->state->time / units->time, units->time_name, trm_row_kind(row),
              trm_row_name(m->eq, row),
              fabs(m->phi[worst]) / trm_units_scale(units, row->dimension), *unit ? " " : "", unit);
  trm_log_hint(log, "the constraints contradict each other from there on, or lock the mechanism");
  return 1;
}

/* the body that accelerates most, since it stands next to the cause */
static const char *wildest(const TrmMechanism *m, const TrmFlow *flow) {
  const char *name = NULL;
  double most = 0;
  for (size_t i = 0; i < m->eq->body_count; i++)
    for (int k = 0; k < 6; k++) {
      int c = m->eq->body_column[i][k];
      double value = c < 0 ? 0 : fabs(flow->a[c]) * (k < 3 ? 1 : m->eq->length[i]);
      if (value <= most && isfinite(value)) continue;
      most = value;
      name = m->system->bodies[i].item->name;
    }
  return name;
}

void trm_dynamics_explain(TrmMechanism *m, TrmFlow *flow, const TrmStepper *stepper, TrmLog *log) {
  const TrmUnits *units = &m->system->units;
  if (report_force(m, flow, log)) return;
  if (!trm_mechanism_finite(m, flow->state, log)) return;
  if (report_gap(m, flow, log)) return;
  const char *name = wildest(m, flow), *why = trm_stepper_failure(stepper);
  trm_log_add(log, TRM_E_STUCK, TRM_NOWHERE, name,
              "the motion cannot go on at t = %.6g %s: %s%s%s%s", stepper->t / units->time,
              units->time_name, why ? why : "the step failed", name ? "; body '" : "",
              name ? name : "", name ? "' accelerates most" : "");
  trm_log_hint(log, "a force there may be too stiff or jump; try a larger tolerance, a smaller "
                    "first step, or smooth the law");
}
