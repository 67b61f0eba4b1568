/* SPDX-License-Identifier: Apache-2.0
 *
 * What stands in the way of dynamics: bodies without mass, one-sided connections, contacts,
 * friction.
 */
#include "analysis/applies.h"
#include "analysis/dynamics.h"
#include "formulation/solver.h"
#include "system/forces.h"
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

void trm_dynamics_read(const TrmRun *run, TrmDynamicsOptions *options) {
  options->integrator = run->integrator;
  options->formulation = run->formulation;
  options->solver = run->solver;
  options->tolerance = run->tolerance;
  options->absolute_tolerance = run->absolute_tolerance;
  options->step = run->step;
  options->max_step = run->max_step;
  options->min_step = run->min_step;
  options->penalty = run->penalty;
  options->omega = run->omega;
  options->mu = run->mu;
  options->alpha = run->alpha;
  options->beta = run->beta;
}
