/* SPDX-License-Identifier: Apache-2.0
 *
 * Dynamics, the energy balance E - E0 - work = 0 on the way: jumps, what creeps up, and what is off
 * at the end.
 */
#include "analysis/dynamics_data.h"
#include "system/energy.h"
#include "system/forces.h"
#include <math.h>

/* part of the largest energy that a run may miss without a word; less where a method on the
 * constraints may damp, or feed, what oscillates fast: the balance alone shows it */
static const double most_lost = 0.01, most_lost_implicit = 1e-3;

/* energies of the flow's state, work from y */
double trm_dynamics_energy(TrmDynamics *d, const double *y, double *kinetic, double *potential) {
  TrmForceEnergy element = {0};
  trm_state_energy(d->m->eq, d->flow->state, kinetic, potential);
  trm_forces_energy(d->m->eq, d->flow->state, &element);
  *potential += element.potential;
  double work = 0;
  if (d->flow->counts_work) work = y[d->flow->work] + y[d->flow->work + 1];
  return *kinetic + *potential - work;
}

/* the balance jumped by `change`: kept until the interval is done, since what ends a motion says
 * more
 */
static void note_jump(TrmDynamics *d, double change, int corner) {
  double t = d->stepper->t;
  /* of steps over impacts the whole is judged at the end */
  if (d->stepper->type->leaps) return;
  /* one message for one place */
  if (d->jumps + d->jump_count > TRM_MOST_JUMPS || t - d->last_jump < 1e-3 * fabs(t)) return;
  if (d->jump_count < TRM_MOST_JUMPS)
    d->jump_at[d->jump_count++] = (TrmJump){t, change, d->switched, corner};
  d->last_jump = t;
}

/* say that the balance jumped, or the direction */
static void report_jump(const TrmDynamics *d, const TrmJump *jump, TrmLog *log) {
  const TrmUnits *units = &d->m->system->units;
  double unit = trm_units_scale(units, (TrmDimension)TRM_TORQUE);
  char name[64];
  trm_energy_format(units, name, sizeof name);
  if (jump->corner) {
    trm_log_add(log, TRM_W_BRANCH, TRM_NOWHERE, NULL,
                "the motion turns a corner at t = %.6g %s: the mechanism goes off its branch at a "
                "singular position, since formulation '%s' lets its constraints drift",
                jump->t / units->time, units->time_name, d->flow->type->name);
    trm_log_hint(log, "leave the formulation to `auto`, which keeps them closed, or try a smaller "
                      "tolerance");
    return;
  }
  trm_log_add(log, TRM_W_BRANCH, TRM_NOWHERE, NULL,
              "the energy balance jumps by %.3g %s at t = %.6g %s", jump->change / unit, name,
              jump->t / units->time, units->time_name);
  trm_log_hint(log, d->stepper->type->fixed
                        ? "the step is too long for what moves there; try a shorter one"
                        : "the mechanism may have changed its branch there; try a smaller "
                          "tolerance");
}

/* say which jumps there were */
void trm_dynamics_report_jumps(TrmDynamics *d, TrmLog *log) {
  const TrmUnits *units = &d->m->system->units;
  double unit = trm_units_scale(units, (TrmDimension)TRM_TORQUE);
  char name[64];
  trm_energy_format(units, name, sizeof name);
  for (size_t i = 0; i < d->jump_count && d->jumps < TRM_MOST_JUMPS; i++, d->jumps++) {
    const TrmJump *jump = &d->jump_at[i];
    const TrmItem *item = jump->item;
    if (item) {
      trm_log_add(log, TRM_W_BRANCH, item->place, item->name,
                  "'%s' changes a speed at once at t = %.6g %s: the energy jumps by %.3g %s",
                  item->name, jump->t / units->time, units->time_name, jump->change / unit, name);
      trm_log_hint(log, "the bodies get the impulse that this takes; where it is not meant, let "
                        "speeds change smoothly, with step5() for example");
      continue;
    }
    report_jump(d, jump, log);
    if (d->jumps + 1 == TRM_MOST_JUMPS)
      trm_log_note(log, TRM_NOWHERE, "jumps that follow are not reported");
  }
  d->jump_count = 0;
}

/* what the energy changes by when all of y changes by its tolerance, forces as they were last;
 * velocities that follow from positions change by that of a length in a step */
static double energy_slack(const TrmDynamics *d) {
  const TrmEquations *eq = d->m->eq;
  const TrmFlow *flow = d->flow;
  double sum = 0, h = d->stepper->t - d->stepper->t_old;
  double part = d->stepper->type->dae && h > 0 ? fmax(1, 1 / h) : 1;
  for (size_t i = 0; i < eq->body_count; i++) {
    const TrmBody *body = &eq->system->bodies[i];
    const TrmBodyMotion *m = &flow->state->body[i];
    for (int k = 0; k < 3; k++) {
      int move = eq->body_column[i][k], turn = eq->body_column[i][3 + k];
      if (move >= 0)
        sum += fabs(flow->Q[move]) * fmin(1, flow->size) + part * body->mass * fabs(m->v[k]);
      if (turn >= 0) sum += fabs(flow->Q[turn]) + part * body->inertia_b[4 * k] * fabs(m->w[k]);
    }
  }
  return d->stepper->control.absolute * sum;
}

/* 1 when the balance changed by more than the errors of a step explain; methods on the constraints
 * let the work follow without a test of its error, so that only its whole tells */
static int jumps(const TrmDynamics *d, double change) {
  if (d->stepper->type->dae && d->flow->counts_work) return 0;
  return fabs(change) > d->jump * fmax(d->scale, d->floor) && fabs(change) > 10 * energy_slack(d);
}

/* 1 when it did so in a thousandth of the run, in steps each too short to show it: so a mechanism
 * creeps onto another branch. Soft constraints keep energy of their own, and what motions put in at
 * a singular position is not known so well. */
static int creeps(TrmDynamics *d, double defect) {
  const TrmStepper *s = d->stepper;
  if (s->t - d->mark_time > 1e-3 * fmax(d->until, s->t)) {
    d->mark_time = s->t_old;
    d->mark = d->last;
  }
  double change = fabs(defect - d->mark);
  if (s->type->fixed || d->flow->type->soft || d->flow->counts_work) return 0;
  return change > 0.01 * d->jump * fmax(d->scale, d->floor) && change > 1e3 * energy_slack(d);
}

/* say at the end that the balance is off, where no jump tells more */
void trm_dynamics_report_lost(TrmDynamics *d, TrmLog *log) {
  const TrmUnits *units = &d->m->system->units;
  double unit = trm_units_scale(units, (TrmDimension)TRM_TORQUE);
  char name[64];
  int ends = d->stopped || d->shown_time >= d->until * (1 - 1e-12);
  if (d->lost || d->jumps || !ends) return;
  int watched = d->stepper->type->dae && !d->flow->driven;
  if (!(d->worst > (watched ? most_lost_implicit : most_lost) * d->scale) ||
      !(d->worst > 1e-4 * d->floor + 1e-9 * fabs(d->start)))
    return;
  trm_energy_format(units, name, sizeof name);
  d->lost = 1;
  trm_log_add(log, TRM_W_ENERGY_LOST, TRM_NOWHERE, NULL,
              "the energy balance is off by %.3g %s of %.3g %s up to t = %.6g %s", d->worst / unit,
              name, d->scale / unit, name, d->shown_time / units->time, units->time_name);
  trm_log_hint(log, d->stepper->type->fixed ? "try a shorter step" : "try a smaller tolerance");
}

/* constraints that drift may leave their branch without a change of energy */
static void watch_corner(TrmDynamics *d, const double *y) {
  const TrmStepper *s = d->stepper;
  int turned = trm_dynamics_turns_corner(d, s->y_old, y, s->t - s->t_old);
  if (turned) note_jump(d, 0, 1);
  /* after it, or where an event begins anew, the speed is another */
  if (turned || d->again) trm_dynamics_mark_corner(d, d->again ? d->next : y);
}

/* the balance after a step; a sudden defect is said */
void trm_dynamics_watch_energy(TrmDynamics *d, const double *y) {
  double kinetic, potential;
  double defect = trm_dynamics_energy(d, y, &kinetic, &potential) - d->start,
         change = defect - d->last;
  d->scale = fmax(d->scale, fmax(kinetic, fabs(potential - d->start)));
  d->worst = fmax(d->worst, fabs(defect));
  if (jumps(d, change)) {
    note_jump(d, change, 0);
  } else if (creeps(d, defect)) {
    note_jump(d, defect - d->mark, 0);
    d->mark = defect;
  }
  if (d->corner.from) watch_corner(d, y);
  d->last = defect;
}

/* the work of an impulse at the flow's state, put in by what changed its speed at once */
void trm_dynamics_count_impulse(TrmDynamics *d, double *y) {
  double kinetic, potential;
  double change = trm_dynamics_energy(d, y, &kinetic, &potential) - d->start - d->last;
  if (jumps(d, change)) note_jump(d, change, 0);
  if (d->flow->counts_work) y[d->flow->work] += change;
}
