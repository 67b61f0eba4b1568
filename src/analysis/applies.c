/* SPDX-License-Identifier: Apache-2.0
 *
 * What stands in the way of dynamics: bodies without mass, contacts, forces not yet computed.
 */
#include "analysis/applies.h"
#include "analysis/dynamics.h"
#include "formulation/solver.h"
#include "system/contacts.h"
#include "system/forces.h"
#include "system/onesided.h"
#include "system/rigid.h"
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
  if (b->mass > 0 && trm_item_value(b->item, "shape"))
    trm_log_hint(log,
                 "give the mass to its shape, whose moments are counted then; or give `inertia`");
  else
    trm_log_hint(log, b->mass > 0
                          ? "give `inertia`, or make it a point mass with `point_mass: true`"
                          : "give `mass` and `inertia`, or a shape with `density` or `mass`");
  return 0;
}

/* one refusal */
static void refuse(const TrmItem *item, const char *what, TrmLog *log) {
  trm_log_add(log, TRM_E_NOT_MOVED, item->place, item->name,
              "'%s' %s, which the dynamics of this version does not follow", item->name, what);
}

static int check_contacts(const TrmMechanism *m, TrmLog *log) {
  int good = 1;
  for (size_t i = 0; i < m->system->contact_count; i++) {
    const TrmContact *contact = &m->system->contacts[i];
    if (contact->ready && !contact->lacking) continue;
    char text[160];
    snprintf(text, sizeof text, "is a contact%s%s", contact->lacking ? " of " : "",
             contact->lacking ? contact->lacking : "");
    refuse(contact->item, text, log);
    good = 0;
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

/* rigid contacts that events cannot follow need steps that leap over them */
static int check_rigid(const TrmMechanism *m, int slopes, TrmLog *log) {
  int good = 1;
  for (size_t i = 0; i < m->system->contact_count; i++) {
    const TrmItem *item = m->system->contacts[i].item;
    const char *lacks = trm_rigid_lacks(m->eq, i);
    if (!m->system->contacts[i].rigid || (!lacks && !slopes)) continue;
    if (lacks) {
      trm_log_add(log, TRM_E_NOT_MOVED, item->place, item->name,
                  "'%s' is a rigid contact of %s, which only integrator moreau follows", item->name,
                  lacks);
    } else {
      trm_log_add(log, TRM_E_NOT_MOVED, item->place, item->name,
                  "'%s' is a rigid contact, whose slopes implicit methods would need", item->name);
      trm_log_hint(log, "try dop853, dopri5, abm, rk4 or moreau");
    }
    good = 0;
  }
  return good;
}

int trm_contacts_serve(const TrmMechanism *m, int slopes, int leaps, TrmLog *log) {
  const TrmItem *item = trm_contacts_forget(m->eq);
  if (!leaps && !check_rigid(m, slopes, log)) return 0;
  if (item) {
    trm_log_add(log, TRM_E_CONTACT_MANY, item->place, item->name,
                "contact '%s' has too many pairs for restitution, which remembers how each began",
                item->name);
    trm_log_hint(log, "use `damping`");
    return 0;
  }
  if (!slopes || !trm_contacts_many(m->eq)) return 1;
  trm_log_add(log, TRM_E_CONTACT_MANY, TRM_NOWHERE, NULL,
              "the contacts join too many pairs of bodies for their slopes");
  trm_log_hint(log, "integrators that need none are dop853, dopri5, abm and rk4");
  return 0;
}

int trm_dynamics_applies(const TrmMechanism *m, TrmLog *log) {
  if (!trm_sides_serve(m->eq, log)) return 0;
  int good = check_masses(m, log);
  good &= check_forces(m, log);
  good &= check_contacts(m, log);
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
  options->max_order = run->max_order;
  options->penalty = run->penalty;
  options->omega = run->omega;
  options->mu = run->mu;
  options->alpha = run->alpha;
  options->beta = run->beta;
  options->damping = run->damping;
}
