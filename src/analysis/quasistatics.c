/* SPDX-License-Identifier: Apache-2.0
 *
 * Quasi-statics: the path of equilibria. Each step predicts along the last one and corrects by
 * Newton's method; it is halved where that fails, leads away from the prediction, or changes the
 * number of unstable directions. Steps that vanish end at a critical point: either the path ends
 * there and the model snaps to another, or it goes on with another stability.
 */
#include "analysis/kinematics.h"
#include "analysis/statics.h"
#include "math/quat.h"
#include "math/vec3.h"
#include <math.h>
#include <string.h>

/* why a step was not taken */
typedef enum Outcome { TAKEN, LOST, CHANGED } Outcome;

enum { MOST_ITERATIONS = 20 };

void trm_quasistatics_begin(TrmStatics *s) {
  s->secant_time = 0;
  s->reach = HUGE_VAL;
  s->strict = 1;
}

/* the way from one state to another by columns, turns in body axes */
static void find_way(const TrmMechanism *m, const TrmState *from, const TrmState *to, double *dq) {
  const TrmEquations *eq = m->eq;
  for (size_t i = 0; i < eq->body_count; i++) {
    const double *a = from->e[i], *b = to->e[i];
    double back[4] = {a[0], -a[1], -a[2], -a[3]}, turn[4];
    trm_quat_product(back, b, turn);
    double sine = trm_vec3_norm(turn + 1), sign = turn[0] < 0 ? -1 : 1;
    double factor = sine > 0 ? sign * 2 * atan2(sine, fabs(turn[0])) / sine : 0;
    for (int k = 0; k < 3; k++) {
      const int *c = eq->body_column[i];
      if (c[k] >= 0) dq[c[k]] = to->body[i].r[k] - from->body[i].r[k];
      if (c[3 + k] >= 0) dq[c[3 + k]] = factor * turn[1 + k];
    }
  }
  for (size_t i = 0; i < eq->curve_count; i++) dq[eq->curve_column[i]] = to->s[i] - from->s[i];
}

/* one step from the equilibrium in `kept` to `time` */
static Outcome try_step(TrmStatics *s, double time) {
  TrmMechanism *m = s->m;
  double h = time - s->kept->time;
  double ratio = s->secant_time > 0 ? h / s->secant_time : 0;
  trm_state_move(m->eq, m->state, ratio, s->secant);
  for (size_t i = 0; i < s->b->states; i++) m->state->z[i] += ratio * s->dz[i];
  trm_mechanism_set_time(m, time);
  if (trm_mechanism_close(m, m->state) != TRM_OK) return LOST;
  trm_state_keep(m->eq, m->state, m->predicted);
  if (!trm_statics_newton(s, MOST_ITERATIONS)) return LOST;
  double corrected = trm_mechanism_distance(m, m->state, m->predicted);
  double moved = trm_mechanism_distance(m, m->state, s->kept);
  double limit = s->secant_time > 0 ? fmax(1e-4, 0.5 * moved) : 0.02;
  if (corrected > limit) return LOST;
  trm_balance_measure(s->b);
  trm_balance_slopes(s->b);
  return trm_balance_unstable(s->b, 1e-9, s->verdict.worst) == s->unstable ? TAKEN : CHANGED;
}

/* 1 when a step that changed the stability turned round at the end of the path: it moved much in
 * almost no time */
static int turned_round(const TrmStatics *s, double least) {
  double moved = trm_mechanism_distance(s->m, s->m->state, s->kept);
  return moved > 1e3 * 1e-11 * (s->m->state->time - s->kept->time) / least;
}

/* what was gone through since `kept` predicts the next step */
static void take_step(TrmStatics *s) {
  find_way(s->m, s->kept, s->m->state, s->secant);
  for (size_t i = 0; i < s->b->states; i++) s->dz[i] = s->m->state->z[i] - s->kept->z[i];
  s->secant_time = s->m->state->time - s->kept->time;
}

/* the body that jumps farthest from `kept` to the state */
static void note_snap(TrmStatics *s, double time, TrmLog *log) {
  const TrmMechanism *m = s->m;
  const TrmUnits *units = &m->system->units;
  double most = -1;
  size_t body = 0;
  for (size_t i = 0; i < m->eq->body_count; i++) {
    double d[3];
    trm_vec3_add(m->state->body[i].r, -1, s->kept->body[i].r, d);
    if (trm_vec3_norm(d) <= most * (1 + 1e-9)) continue;
    most = trm_vec3_norm(d);
    body = i;
  }
  const TrmItem *item = m->system->bodies[body].item;
  double from[3], to[3];
  for (int k = 0; k < 3; k++) {
    from[k] = s->kept->body[body].r[k] / units->length;
    to[k] = m->state->body[body].r[k] / units->length;
  }
  if (!s->snaps++) {
    s->snap_time = time;
    s->snap_body = item->name;
    memcpy(s->snap_from, s->kept->body[body].r, sizeof s->snap_from);
    memcpy(s->snap_to, m->state->body[body].r, sizeof s->snap_to);
  }
  trm_log_add(
      log, TRM_W_SNAPS, item->place, item->name,
      "at t = %.8g %s the equilibrium ends and the model snaps: body '%s' jumps from (%.5g, "
      "%.5g, %.5g) to (%.5g, %.5g, %.5g) %s",
      time / units->time, units->time_name, item->name, from[0], from[1], from[2], to[0], to[1],
      to[2], units->length_name);
}

/* from the end of the path along the forces to another equilibrium; `way` pushes along the last
 * step or against it, 0 not at all */
static int jump(TrmStatics *s, double time, double way) {
  TrmMechanism *m = s->m;
  trm_state_copy(m->eq, s->kept, m->state);
  trm_mechanism_set_time(m, time);
  if (way != 0) trm_statics_push(s, s->secant, way);
  return trm_statics_relax(s) && trm_statics_newton(s, s->most);
}

/* the path ends between `kept` and `time` */
static TrmStatus snap(TrmStatics *s, double time, TrmLog *log) {
  static const double ways[] = {0.02, 0, -0.02};
  const TrmUnits *units = &s->m->system->units;
  for (size_t i = 0; i < 3; i++) {
    if (ways[i] != 0 && !(s->secant_time > 0)) continue;
    if (!jump(s, time, ways[i])) continue;
    trm_statics_judge(s);
    if (s->verdict.unstable) continue;
    note_snap(s, s->kept->time, log);
    s->secant_time = 0;
    s->reach = HUGE_VAL;
    return TRM_OK;
  }
  trm_state_copy(s->m->eq, s->kept, s->m->state);
  trm_statics_settle(s);
  trm_log_add(log, TRM_E_EQUILIBRIUM_ENDS, TRM_NOWHERE, NULL,
              "the equilibrium ends at t = %.8g %s, and no other was found from there",
              s->kept->time / units->time, units->time_name);
  trm_log_hint(log, "follow the motion with `dynamics` from there, or drive what carries the load "
                    "by a motion");
  return TRM_FAILED;
}

/* the path goes on, but with another number of unstable directions */
static void change(TrmStatics *s, TrmLog *log) {
  const TrmUnits *units = &s->m->system->units;
  size_t before = s->unstable;
  trm_statics_judge(s);
  if (s->unstable <= before) return;
  TrmFreedomName name = s->verdict.direction[0][0].name;
  s->turns++;
  trm_log_add(log, TRM_W_TURNS_UNSTABLE, TRM_NOWHERE, name.name,
              "from t = %.8g %s on the equilibrium is unstable: %s '%s' can %s",
              s->m->state->time / units->time, units->time_name, name.kind,
              name.name ? name.name : "", name.verb);
}

TrmStatus trm_quasistatics_advance(TrmStatics *s, double time, TrmLog *log) {
  TrmMechanism *m = s->m;
  double least = 1e-11 * fmax(fabs(time), time - m->state->time);
  double h = fmin(s->reach, time - m->state->time);
  while (m->state->time < time) {
    double left = time - m->state->time;
    double next = h < left * (1 - 1e-9) ? m->state->time + h : time;
    trm_state_copy(m->eq, m->state, s->kept);
    m->steps++;
    Outcome outcome = try_step(s, next);
    int small = next - s->kept->time <= least;
    if (outcome == CHANGED && small && turned_round(s, least)) outcome = LOST;
    if (outcome == TAKEN || (outcome == CHANGED && small)) {
      if (outcome == CHANGED) change(s, log);
      take_step(s);
      h *= 2;
    } else if (small) {
      TrmStatus status = snap(s, next, log);
      if (status != TRM_OK) return status;
      h = time - m->state->time;
    } else {
      m->halvings++;
      h = (next - s->kept->time) / 2;
      trm_state_copy(m->eq, s->kept, m->state);
    }
  }
  s->reach = h;
  trm_statics_settle(s);
  return trm_statics_check_limits(s, log);
}
