/* SPDX-License-Identifier: Apache-2.0
 *
 * What stands in the way of statics: elements that this version does not know at rest, and the
 * reason when no equilibrium is found: a value that is no number, a force along a freedom that
 * nothing holds, an equation that never rests, or an iteration that ended elsewhere.
 */
#include "analysis/applies.h"
#include "analysis/reduced.h"
#include "analysis/statics.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include "system/forces.h"
#include <math.h>
#include <string.h>

static void refuse(const TrmItem *item, const char *what, TrmLog *log) {
  trm_log_add(log, TRM_E_NOT_MOVED, item->place, item->name,
              "'%s' %s, which the statics of this version does not follow", item->name, what);
}

/* connections that hold one way only, and whatever is switched */
static int check_items(const TrmMechanism *m, TrmLog *log) {
  static const char *const sections[] = {"joints", "motions", "constraints"};
  int good = 1;
  for (size_t i = 0; i < m->system->joint_count; i++) {
    const TrmJoint *joint = &m->system->joints[i];
    if (!joint->type->unilateral) continue;
    refuse(joint->item, "holds one way only", log);
    good = 0;
  }
  for (size_t s = 0; s < 3; s++) {
    size_t count;
    TrmItem *const *items = trm_model_section(m->system->model, sections[s], &count);
    for (size_t i = 0; i < count; i++) {
      if (!trm_item_value(items[i], "active")) continue;
      refuse(items[i], "is switched by `active`", log);
      good = 0;
    }
  }
  return good;
}

/* a nonholonomic constraint that asks for a speed at rest */
static int check_rows(const TrmMechanism *m, TrmLog *log) {
  const TrmEquations *eq = m->eq;
  int good = 1;
  trm_equations_position(eq, m->state, m->phi, m->G, m->phi_t);
  for (size_t i = 0; i < eq->row_count; i++) {
    if (!m->velocity_rows[i] || !(fabs(m->phi_t[i]) > 1e-12)) continue;
    trm_log_add(log, TRM_E_NO_REST, trm_row_place(eq, &eq->rows[i]), trm_row_name(eq, &eq->rows[i]),
                "%s '%s' asks for a speed, so that nothing can be at rest",
                trm_row_kind(&eq->rows[i]), trm_row_name(eq, &eq->rows[i]));
    good = 0;
  }
  return good;
}

int trm_statics_applies(const TrmMechanism *m, TrmLog *log) {
  int good = trm_forces_known(m->eq, log);
  good &= check_items(m, log);
  good &= trm_contacts_serve(m, 1, 1, log);
  return good && check_rows(m, log);
}

const char *trm_statics_when(TrmStatics *s) {
  const TrmUnits *units = &s->m->system->units;
  if (!s->m->steps) return "";
  return trm_arena_printf(s->m->arena, " at t = %.6g %s", s->m->state->time / units->time,
                          units->time_name);
}

/* 1 when a force is not a number, which is said */
static int explain_numbers(TrmStatics *s, TrmLog *log) {
  const TrmMechanism *m = s->m;
  trm_forces_evaluate(m->eq, m->state, s->b->Q);
  for (size_t i = 0; i < m->eq->body_count; i++)
    for (int k = 0; k < 6; k++) {
      int column = m->eq->body_column[i][k];
      if (column < 0 || isfinite(s->b->Q[column])) continue;
      const TrmItem *item = m->system->bodies[i].item;
      trm_log_add(log, TRM_E_NO_NUMBER, item->place, item->name,
                  "the force on body '%s' is not a finite number%s", item->name,
                  trm_statics_when(s));
      return 1;
    }
  return !trm_mechanism_finite(s->m, m->state, log);
}

/* 1 when a state has a rate that nothing brings to zero, which is said */
static int explain_states(TrmStatics *s, TrmLog *log) {
  const TrmSystem *system = s->m->system;
  double forces = 0, worst = 0;
  size_t first = s->b->columns + s->b->rows, which = 0;
  for (size_t k = 0; k < s->b->columns; k++)
    forces = fmax(forces, fabs(s->b->r[k] * s->b->scale_row[k]));
  for (size_t i = 0; i < s->b->states; i++) {
    double part = fabs(s->b->rate[i] * s->b->scale_row[first + i]);
    if (!(part > worst)) continue;
    worst = part;
    which = i;
  }
  if (!(worst > s->tolerance && worst > forces)) return 0;
  const TrmItem *item = NULL;
  if (which < system->equation_count) item = system->equations[which].item;
  size_t state = system->equation_count;
  for (size_t i = 0; i < system->block_count && !item; i++) {
    state += system->blocks[i].states;
    if (which < state) item = system->blocks[i].item;
  }
  trm_log_add(log, TRM_E_NO_REST, item ? item->place : TRM_NOWHERE, item ? item->name : NULL,
              "no position was found%s in which '%s' rests: its rate stays %.4g per second",
              trm_statics_when(s), item ? item->name : "a state", s->b->rate[which]);
  return 1;
}

/* "a force of 5 N", "a torque of 5 N m": what is left */
static const char *load_text(const TrmStatics *s) {
  const TrmUnits *units = &s->m->system->units;
  TrmDimension force = TRM_FORCE, torque = TRM_TORQUE, what = s->unbalanced.turns ? torque : force;
  char unit[64];
  trm_dimension_format(units, what, unit, sizeof unit);
  return trm_arena_printf(s->m->arena, "a %s of %.4g %s", s->unbalanced.turns ? "torque" : "force",
                          s->unbalanced.actual / trm_units_scale(units, what), unit);
}

/* 1 when the forces push along a freedom that has no stiffness, which is said */
static int explain_freedom(TrmStatics *s, TrmLog *log) {
  const TrmMechanism *m = s->m;
  trm_balance_measure(s->b);
  trm_balance_slopes(s->b);
  TrmReduced *reduced = trm_balance_reduce(s->b, trm_mechanism_passing(s->m), TRM_BALANCE_DENSE);
  double worst = 0;
  const double *x = NULL;
  for (size_t k = 0; reduced->stiffness && k < reduced->freedoms; k++) {
    const double *direction = reduced->direction + k * s->b->columns;
    double push = 0;
    for (size_t i = 0; i < s->b->columns; i++) push += s->b->r[i] * direction[i];
    push /= m->size * s->b->force;
    if (fabs(reduced->stiffness[k]) > 1e-7 || !(fabs(push) > fmax(worst, s->tolerance))) continue;
    worst = fabs(push);
    x = direction;
  }
  if (!x) return 0;
  TrmFreedomName name = trm_freedom_name(m, x);
  s->unbalanced = trm_balance_worst(s->b);
  trm_log_add(log, TRM_E_NOTHING_HOLDS, TRM_NOWHERE, name.name,
              "there is no equilibrium%s: nothing holds %s '%s', which is free to %s, against %s",
              trm_statics_when(s), name.kind, name.name ? name.name : "", name.verb, load_text(s));
  trm_log_hint(log, "support it by a joint, a spring or a motion, or balance the force");
  return 1;
}

TrmStatus trm_statics_explain(TrmStatics *s, TrmLog *log) {
  TrmMechanism *m = s->m;
  if (explain_numbers(s, log)) return TRM_FAILED;
  if (trm_mechanism_close(m, m->state) != TRM_OK || trm_balance_look(s->b) != TRM_OK) {
    trm_log_add(log, TRM_E_NO_EQUILIBRIUM, TRM_NOWHERE, NULL,
                "no equilibrium was found%s: on the way to one the joints cannot be closed",
                trm_statics_when(s));
    return TRM_FAILED;
  }
  if (explain_states(s, log) || explain_freedom(s, log)) return TRM_FAILED;
  s->unbalanced = trm_balance_worst(s->b);
  const TrmItem *item = m->system->bodies[s->unbalanced.body].item;
  trm_log_add(log, TRM_E_NO_EQUILIBRIUM, item->place, item->name,
              "no equilibrium was found%s: %s on body '%s' stays unbalanced", trm_statics_when(s),
              load_text(s), item->name);
  trm_log_hint(log, "begin nearer to the equilibrium, look whether a force jumps or pulls without "
                    "end, or let the model come to rest with dampers in `dynamics`");
  return TRM_FAILED;
}

/* the angle of a joint that turns, the way of one that slides, SI */
static double joint_coordinate(const TrmMechanism *m, const TrmJoint *joint) {
  const TrmFrame *frames[2] = {&joint->frame_first, &joint->frame_second};
  double p[2][3], R[2][9], cosine = 0, sine = 0, way = 0;
  for (int k = 0; k < 2; k++) {
    const TrmBodyMotion *b =
        frames[k]->body < 0 ? &trm_ground_motion : &m->state->body[frames[k]->body];
    double arm[3];
    trm_mat3_apply(b->R, frames[k]->s, arm);
    trm_vec3_add(b->r, 1, arm, p[k]);
    trm_mat3_product(b->R, frames[k]->A, R[k]);
  }
  for (int k = 0; k < 3; k++) {
    cosine += R[1][3 * k] * R[0][3 * k];
    sine += R[1][3 * k] * R[0][3 * k + 1];
    way += (p[1][k] - p[0][k]) * R[0][3 * k + 2];
  }
  return joint->type->slides ? way : atan2(sine, cosine);
}

TrmStatus trm_statics_check_limits(TrmStatics *s, TrmLog *log) {
  const TrmSystem *system = s->m->system;
  TrmStatus status = TRM_OK;
  for (size_t i = 0; i < system->joint_count; i++) {
    const TrmJoint *joint = &system->joints[i];
    if (!joint->limited || !joint->has_frames) continue;
    int slides = joint->type->slides;
    double value = joint_coordinate(s->m, joint), margin = 1e-9 * (slides ? s->m->size : 1);
    if (value >= joint->limits[0] - margin && value <= joint->limits[1] + margin) continue;
    double unit = slides ? system->units.length : system->units.angle;
    trm_log_add(
        log, TRM_E_BEYOND_LIMITS, joint->item->place, joint->item->name,
        "the equilibrium%s lies beyond the limits of joint '%s': %.6g is not within %.6g to "
        "%.6g %s",
        trm_statics_when(s), joint->item->name, value / unit, joint->limits[0] / unit,
        joint->limits[1] / unit, slides ? system->units.length_name : system->units.angle_name);
    status = TRM_FAILED;
  }
  return status;
}
