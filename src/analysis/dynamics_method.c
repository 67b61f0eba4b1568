/* SPDX-License-Identifier: Apache-2.0
 *
 * Dynamics, the methods: which integrator and which formulation, of those asked for or by
 * themselves, and why some do not go together.
 */
#include "analysis/dynamics_data.h"
#include "formulation/implicit.h"
#include "formulation/leap.h"
#include "system/rigid.h"
#include <string.h>

/* 1 when a method was asked for by its name */
int trm_dynamics_wanted(const char *name) {
  return name && strcmp(name, "auto") != 0;
}

/* 1 when steps leap over rigid contacts */
int trm_dynamics_leaps(const TrmDynamicsOptions *o) {
  const TrmIntegratorType *type =
      trm_dynamics_wanted(o->integrator) ? trm_integrator_find(o->integrator) : NULL;
  return type && type->leaps;
}

int trm_dynamics_must_leap(const TrmMechanism *m, const TrmDynamicsOptions *o) {
  if (trm_dynamics_wanted(o->integrator) || trm_dynamics_wanted(o->formulation)) return 0;
  if (m->eq->switches || m->eq->read_count) return 0;
  for (size_t i = 0; i < m->system->contact_count; i++)
    if (m->system->contacts[i].rigid && trm_rigid_lacks(m->eq, i)) return 1;
  return 0;
}

/* the integrator that was asked for, or the one for the model, on the constraints themselves where
 * it works so and no formulation is asked for; NULL after an error */
const TrmIntegratorType *trm_dynamics_integrator(TrmDynamics *d, const TrmDynamicsOptions *o,
                                                 TrmLog *log) {
  const char *name = o->integrator;
  int chosen = !trm_dynamics_wanted(name);
  const TrmIntegratorType *type = trm_integrator_find(chosen ? "dop853" : name);
  if (chosen) d->reason = "nothing is known to be stiff";
  if (!type) {
    trm_log_add(log, TRM_E_COMBINATION, TRM_NOWHERE, NULL,
                "this version has no integrator '%s' for dynamics", name);
    trm_log_hint(log, "try dop853, dopri5, abm, rk4, bdf, radau5, gstiff or si2");
    return NULL;
  }
  if (type->implicit && d->eq->dry_count) {
    trm_log_add(log, TRM_E_COMBINATION, TRM_NOWHERE, NULL,
                "integrator '%s' does not apply: forces of friction follow from reactions, whose "
                "slopes implicit methods would need",
                name);
    trm_log_hint(log, "try dop853, dopri5, abm or rk4");
    return NULL;
  }
  if ((type->implicit || type->dae || type->leaps) && d->m->eq->read_count) {
    trm_log_add(log, TRM_E_COMBINATION, TRM_NOWHERE, NULL,
                "integrator '%s' does not apply: forces or states read accelerations or reactions, "
                "whose slopes implicit methods would need",
                name);
    trm_log_hint(log, "try dop853, dopri5, abm or rk4");
    return NULL;
  }
  int on_constraints = type->on_constraints && !d->eq->switches;
  if (!trm_dynamics_wanted(o->formulation) && on_constraints) return type->on_constraints;
  int own = type->dae || type->leaps;
  if (!own || (!trm_dynamics_wanted(o->formulation) && !d->eq->switches)) return type;
  if (d->eq->switches) {
    trm_log_add(log, TRM_E_COMBINATION, TRM_NOWHERE, NULL,
                "integrator '%s' does not apply: it solves the constraints itself, but in this "
                "model some hold one way only, rub or are switched",
                name);
    trm_log_hint(log, "try dop853, dopri5, abm or rk4");
    return NULL;
  }
  trm_log_add(log, TRM_E_COMBINATION, TRM_NOWHERE, NULL,
              "integrator '%s' solves the constraints itself, so that no formulation goes with it",
              name);
  trm_log_hint(log, "let formulation be auto, or try bdf or radau5 with '%s'", o->formulation);
  return NULL;
}

TrmFlow *trm_dynamics_flow(TrmDynamics *d, TrmArena *arena, const TrmIntegratorType *integrator,
                           const TrmDynamicsOptions *o, TrmLog *log) {
  const char *name = trm_dynamics_wanted(o->formulation) ? o->formulation : "constraint_force";
  const TrmFormulationType *type = trm_formulation_find(name);
  if (integrator->dae)
    type = integrator->dae > 1 ? &trm_formulation_stabilised : &trm_formulation_index3;
  const TrmSolverType *solver = o->solver ? trm_solver_find(o->solver) : NULL;
  const char *why = "there is no such formulation";
  TrmFormulationOptions numbers = {solver, o->penalty, o->omega, o->mu, o->alpha, o->beta};
  TrmFlow *flow = NULL;
  if (o->solver && !solver) {
    why = "there is no such elimination; there are tree, schur and sparse";
  } else if (type) {
    flow = trm_flow_new(arena, d->eq, d->m->state, type, &numbers, d->m->size, &why);
  }
  if (!flow)
    trm_log_add(log, TRM_E_COMBINATION, TRM_NOWHERE, NULL, "formulation '%s' does not apply: %s",
                name, why);
  return flow;
}

/* the problem as methods on the constraints want it */
static void set_constraints(TrmDynamics *d, TrmArena *arena, const TrmIntegratorType *type) {
  TrmFlow *flow = d->flow;
  flow->implicit = trm_implicit_new(arena, flow, type->dae > 1, type->pair);
  double *scale = trm_arena_array(arena, flow->n + 1, sizeof *scale);
  trm_implicit_scale(flow, scale);
  d->dae = (TrmDae){.velocities = flow->velocities,
                    .states = flow->states,
                    .courses = flow->courses,
                    .work = flow->work,
                    .multipliers = trm_implicit_multipliers(flow->implicit),
                    .unknowns = trm_implicit_unknowns(flow->implicit),
                    .stabilised = type->dae > 1,
                    .scale = scale,
                    .start = trm_implicit_start,
                    .settle = trm_implicit_settle,
                    .speeds = trm_implicit_speeds,
                    .chart = trm_implicit_chart,
                    .chart_speeds = trm_implicit_chart_speeds,
                    .close = trm_implicit_close,
                    .follow = trm_implicit_follow,
                    .residual = trm_implicit_residual,
                    .factor = trm_implicit_factor,
                    .solve = trm_implicit_solve,
                    .move = trm_implicit_move,
                    .displace = trm_implicit_displace,
                    .displace_positions = trm_implicit_displace_positions,
                    .factor_pair = trm_implicit_factor_pair,
                    .solve_complex = trm_implicit_solve_complex};
  d->ode.dae = &d->dae;
}

void trm_dynamics_prepare(TrmDynamics *d, TrmArena *arena, const TrmIntegratorType *type) {
  if (type->dae) {
    set_constraints(d, arena, type);
  } else if (type->implicit) {
    trm_flow_prepare(d->flow, arena, type->pair);
    d->ode.factor = trm_flow_factor;
    d->ode.solve = trm_flow_solve;
    d->ode.factor_pair = trm_flow_factor_pair;
    d->ode.solve_complex = trm_flow_solve_complex;
  } else if (type->leaps) {
    trm_leap_prepare(d->flow, arena);
    d->ode.leap = trm_leap_step;
  }
}
