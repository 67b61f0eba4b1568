/* SPDX-License-Identifier: Apache-2.0
 *
 * Dynamics, what switches between two steps: one-sided conditions open and close.
 */
#include "analysis/dynamics_data.h"

TrmStatus trm_dynamics_switch(TrmDynamics *d, double t, double *y, int first, TrmLog *log) {
  TrmFlow *flow = d->flow;
  double kinetic, potential;
  TrmStatus status = trm_flow_unpack(flow, t, y);
  if (status != TRM_OK) return TRM_FAILED;
  double before = trm_dynamics_energy(d, y, &kinetic, &potential);
  status = trm_sides_resolve(d->sides, first, log);
  if (status != TRM_OK) {
    d->opening = 2;
    return TRM_FAILED;
  }
  trm_flow_pack(flow, flow->state, y);
  status = trm_flow_project(flow, t, y);
  if (status != TRM_OK) return TRM_FAILED;
  double change = trm_dynamics_energy(d, y, &kinetic, &potential) - before;
  y[flow->work + 1] += change;
  return TRM_OK;
}
