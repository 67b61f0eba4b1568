/* SPDX-License-Identifier: Apache-2.0
 *
 * The report of a run of dynamics: the energy balance, what the constraints kept, what was counted,
 * and where the time went.
 */
#include "analysis/choice.h"
#include "analysis/dynamics_data.h"
#include "formulation/implicit.h"
#include "formulation/leap.h"
#include "formulation/newton.h"
#include <math.h>

size_t trm_dynamics_factorisations(const TrmDynamics *d) {
  const TrmFlow *flow = d->flow;
  const TrmSparseCount *sparse = flow->saddle ? trm_saddle_count(flow->saddle) : NULL;
  size_t count = d->factored + flow->solver->factorisations;
  if (flow->implicit) count += d->stepper->count.factorisations;
  return sparse ? count + sparse->factorisations + sparse->refactorisations : count;
}

/* the time of steps divided as it was in those looked at */
static void report_phases(const TrmDynamics *d, TrmPhases *seconds) {
  const TrmStopwatch *w = &d->watch;
  double unit = w->whole > 0 ? w->steps / w->whole : 0;
  seconds->preparation = w->preparation;
  seconds->projection = unit * d->flow->projecting;
  seconds->integration = fmax(0, unit * (w->stepping - d->flow->projecting));
  seconds->events = fmax(0, unit * (w->whole - w->stepping));
  seconds->reports = w->reports;
}

void trm_dynamics_report(const TrmDynamics *d, TrmDynamicsReport *report) {
  const TrmStepCount *count = &d->stepper->count;
  *report = (TrmDynamicsReport){.integrator = d->stepper->type->name,
                                .formulation = d->flow->type->name,
                                .solver = d->flow->solver->type->name,
                                .reason = d->reason,
                                .steps = count->steps,
                                .rejected = count->rejected,
                                .evaluations = count->evaluations,
                                .projections = d->flow->projections,
                                .factorisations = trm_dynamics_factorisations(d),
                                .events = d->event_count,
                                .pivots = d->flow->solver->pivots,
                                .time = d->stepper->t,
                                .energy_start = d->start,
                                .energy_error = d->worst,
                                .energy_scale = d->scale,
                                .position_gap = d->position_gap,
                                .velocity_gap = d->velocity_gap,
                                .stopped = d->stopped};
  trm_choice_report(d, report);
  report->kinetic = d->kinetic;
  report->potential = d->potential;
  if (d->flow->saddle) report->pivots += trm_saddle_count(d->flow->saddle)->factorisations;
  if (d->flow->implicit) report->pivots += trm_implicit_pivots(d->flow->implicit);
  if (d->flow->newton) report->pivots += trm_newton_pivots(d->flow->newton);
  if (d->flow->leap) {
    report->touches = d->flow->leap->most;
    report->touch_depth = d->flow->leap->deepest;
    report->touch_change = d->flow->leap->left;
  }
  report->work = d->work[0];
  report->dissipated = 0 - d->work[1];
  report->stored = report->kinetic + report->potential - d->start;
  report_phases(d, &report->seconds);
}

size_t trm_dynamics_happened(const TrmDynamics *d, const TrmHappening **list) {
  *list = d->happened.list;
  return d->happened.count;
}
