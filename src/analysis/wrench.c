/* SPDX-License-Identifier: Apache-2.0
 *
 * Wrench of a user's equation: -G' lambda on the body it is asked for, moved to the origin of its
 * frame. On ground it is minus the sum of those on all bodies, because the equation does not change
 * when everything is moved together. And the quaternion of a frame as the state continues it.
 */
#include "analysis/signals.h"
#include "math/mat3.h"
#include "math/quat.h"
#include "math/vec3.h"
#include <string.h>

/* what row `row` puts on body `b`: force, and torque about the point `p` of ground */
static void body_wrench(const TrmMechanism *m, size_t row, size_t b, const double p[3],
                        double force[3], double torque[3]) {
  const TrmEquations *eq = m->eq;
  const TrmBodyMotion *body = &m->state->body[b];
  double turn[3] = {0, 0, 0}, arm[3], moment[3];
  memset(force, 0, 3 * sizeof *force);
  for (size_t k = eq->start[row]; k < eq->start[row + 1]; k++)
    for (int c = 0; c < 6; c++) {
      if (eq->body_column[b][c] < 0 || (size_t)eq->body_column[b][c] != eq->column[k]) continue;
      double *entry = c < 3 ? &force[c] : &turn[c - 3];
      *entry -= m->lambda[row] * m->G[k];
    }
  trm_mat3_apply(body->R, turn, torque);
  trm_vec3_add(body->r, -1, p, arm);
  trm_vec3_cross(arm, force, moment);
  trm_vec3_add(torque, 1, moment, torque);
}

int trm_constraint_reaction(const TrmMechanism *m, const TrmExternal *external, double force[3],
                            double torque[3]) {
  size_t count;
  TrmItem *const *items = trm_model_section(m->system->model, "constraints", &count);
  size_t i = 0;
  while (i < count && strcmp(items[i]->name, external->name) != 0) i++;
  if (i == count || m->eq->constraint_row[i] < 0) return 0;
  size_t row = (size_t)m->eq->constraint_row[i];
  const TrmFrame *at = &external->frame;
  double p[3] = {at->s[0], at->s[1], at->s[2]}, arm[3], f[3], t[3];
  if (at->body >= 0) {
    trm_mat3_apply(m->state->body[at->body].R, at->s, arm);
    trm_vec3_add(m->state->body[at->body].r, 1, arm, p);
  }
  trm_equations_row_slopes(m->eq, m->state, row, m->G + m->eq->start[row]);
  if (at->body >= 0) {
    body_wrench(m, row, (size_t)at->body, p, force, torque);
    return 1;
  }
  for (size_t b = 0; b < m->eq->body_count; b++) {
    body_wrench(m, row, b, p, f, t);
    trm_vec3_add(force, -1, f, force);
    trm_vec3_add(torque, -1, t, torque);
  }
  return 1;
}

double trm_joint_span(const TrmMechanism *m, const TrmJoint *joint) {
  double last[3] = {0, 0, 0}, p[3], d[3], sum = 0;
  for (size_t i = 0; i < joint->eye_count; i++) {
    const TrmFrame *eye = &joint->eyes[i];
    const TrmBodyMotion *b = eye->body < 0 ? &trm_ground_motion : &m->state->body[eye->body];
    trm_mat3_apply(b->R, eye->s, p);
    trm_vec3_add(p, 1, b->r, p);
    for (int k = 0; k < 3; k++) d[k] = p[k] - last[k];
    if (i) sum += trm_vec3_norm(d);
    memcpy(last, p, sizeof last);
  }
  return sum;
}

double trm_frame_parameter(const TrmMechanism *m, const TrmFrame *frame, int n) {
  double own[4], q[4];
  trm_quat_from_matrix(frame->A, own);
  if (frame->body < 0) return own[n];
  trm_quat_product(m->state->e[frame->body], own, q);
  return q[n];
}
