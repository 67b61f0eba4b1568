/* SPDX-License-Identifier: Apache-2.0
 *
 * Weigh: weights of the assembly, and the pull of what has changed. A turn theta (body axes) from
 * the start counts theta' W theta / 2; its slope along a further turn is Jr(theta)^-T W theta with
 * Jr the right Jacobian of the exponential map.
 */
#include "analysis/weigh.h"
#include "math/mat3.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include <math.h>
#include <string.h>

static const double exact_weight = 1e10, free_weight = 1e-8, curve_weight = 1e-12;

/* add weight b b' to a 3x3 weight, b a unit vector in body axes */
static void weigh_direction(double *W, const double b[3], double weight) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) W[3 * i + j] += weight * b[i] * b[j];
}

/* directions of turn (body axes) that change one of psi, theta, phi and nothing else: exact angles
 * get weight in their dual directions, the gradients of the angles */
static void weigh_angles(const double R[9], unsigned turns, double weight, double *W) {
  double up[3] = {R[6], R[7], R[8]}, axis[3] = {0, 0, 1}, nodes[3], psi[3], phi[3];
  double sine = hypot(R[6], R[7]);
  if (turns == 7 || sine < 1e-6) {
    double x[3] = {1, 0, 0}, y[3] = {0, 1, 0};
    if (turns & 5) weigh_direction(W, axis, weight);
    if (turns & 2 || turns == 7) {
      weigh_direction(W, x, weight);
      weigh_direction(W, y, weight);
    }
    return;
  }
  /* theta turns about the line of nodes; psi's gradient is perpendicular to nodes and body z */
  trm_vec3_cross(up, axis, nodes);
  for (int i = 0; i < 3; i++) nodes[i] /= sine;
  trm_vec3_cross(axis, nodes, psi);
  trm_vec3_cross(up, nodes, phi);
  if (turns & 1) weigh_direction(W, psi, weight);
  if (turns & 2) weigh_direction(W, nodes, weight);
  if (turns & 4) weigh_direction(W, phi, weight);
}

/* the weights that exact values stand out from, and the heaviest mass among them */
static double base_weights(const TrmMechanism *m, TrmWeights *w) {
  double heaviest = 1;
  trm_weights_plain(m->eq, w);
  if (m->by_inertia && trm_weights_mass(m->eq, w, NULL)) {
    heaviest = 0;
    w->curves_light = 0;
    for (size_t i = 0; i < m->eq->body_count; i++)
      heaviest = fmax(heaviest, m->system->bodies[i].mass);
  }
  return heaviest;
}

void trm_weigh_positions(const TrmMechanism *m, TrmWeights *w) {
  double exact = exact_weight * base_weights(m, w);
  for (size_t i = 0; i < m->eq->body_count; i++) {
    const TrmBody *body = &m->system->bodies[i];
    double turn = exact * m->eq->length[i] * m->eq->length[i];
    for (int k = 0; k < 3; k++)
      if (body->exact & 1u << k) w->move[i][k] = exact;
    unsigned turns = body->exact >> 3 & 7;
    if (m->system->planar && turns) w->turn[i][8] = turn;
    if (!m->system->planar && turns) weigh_angles(m->start->body[i].R, turns, turn, w->turn[i]);
  }
  for (size_t i = 0; i < m->eq->curve_count; i++) w->curve[i] = curve_weight * exact / exact_weight;
}

void trm_weigh_velocities(const TrmMechanism *m, TrmWeights *w) {
  double exact = exact_weight * base_weights(m, w);
  for (size_t i = 0; i < m->eq->body_count; i++) {
    const TrmBody *body = &m->system->bodies[i];
    double arm = m->eq->length[i] * m->eq->length[i];
    for (int k = 0; k < 3; k++) {
      if (!body->has_velocity) w->move[i][k] *= free_weight;
      if (body->exact & 1u << (6 + k)) w->move[i][k] = exact;
    }
    for (int k = 0; k < 9 && !body->has_spin; k++) w->turn[i][k] *= free_weight;
    /* exact spins are about ground axes */
    for (int k = 0; k < 3; k++) {
      const double *R = m->state->body[i].R;
      if (body->exact & 1u << (9 + k)) weigh_direction(w->turn[i], R + 3 * k, exact * arm);
    }
  }
  for (size_t i = 0; i < m->eq->curve_count; i++) w->curve[i] = curve_weight * exact / exact_weight;
}

/* Jr(theta)^-T f = f - theta x f / 2 + c theta x (theta x f) */
static void pull_turn(const double theta[3], double f[3]) {
  double angle = trm_vec3_norm(theta), once[3], twice[3];
  double c = angle < 1e-3 ? 1.0 / 12 : (1 - angle / 2 / tan(angle / 2)) / (angle * angle);
  trm_vec3_cross(theta, f, once);
  trm_vec3_cross(theta, once, twice);
  for (int k = 0; k < 3; k++) f[k] += c * twice[k] - once[k] / 2;
}

void trm_weigh_pull(const TrmMechanism *m, const TrmWeights *w, const TrmState *state, double *x,
                    double *f) {
  const TrmEquations *eq = m->eq;
  for (size_t i = 0; i < eq->body_count; i++) {
    const int *c = eq->body_column[i];
    double turn[9], theta[3];
    trm_mat3_transposed_product(m->start->body[i].R, state->body[i].R, turn);
    trm_rotation_log(turn, theta);
    for (int k = 0; k < 3; k++) {
      if (c[k] >= 0) x[c[k]] = state->body[i].r[k] - m->start->body[i].r[k];
      if (c[3 + k] >= 0) x[c[3 + k]] = theta[k];
    }
  }
  for (size_t i = 0; i < eq->curve_count; i++)
    x[eq->curve_column[i]] = state->s[i] - m->start->s[i];
  trm_weights_apply(eq, w, x, f);
  for (size_t i = 0; i < eq->body_count; i++) {
    const int *c = eq->body_column[i];
    if (c[3] >= 0 && c[4] >= 0 && c[5] >= 0) pull_turn(x + c[3], f + c[3]);
  }
  for (size_t k = 0; k < eq->column_count; k++) f[k] = -f[k];
}

/* what a body lacks to weigh, or NULL */
static const char *lacks(const TrmMechanism *m, size_t i) {
  const TrmBody *body = &m->system->bodies[i];
  if (!(body->mass > 0)) return "mass";
  for (int k = 0; k < 3; k++)
    if (m->eq->body_column[i][3 + k] >= 0 && (!body->has_inertia || !(body->inertia_b[4 * k] > 0)))
      return "inertia";
  return NULL;
}

TrmStatus trm_weigh_check(const TrmMechanism *m, TrmLog *log) {
  TrmStatus status = TRM_OK;
  for (size_t i = 0; i < m->eq->body_count && m->by_inertia; i++) {
    const TrmItem *item = m->system->bodies[i].item;
    const char *what = lacks(m, i);
    if (!what) continue;
    trm_log_add(log, TRM_E_NO_WEIGHT, item->place, item->name,
                "the assembly is to weigh by inertia, but body '%s' has no %s", item->name, what);
    if (status == TRM_OK) trm_log_hint(log, "give it one, or assemble with `weights: plain`");
    status = TRM_BAD_MODEL;
  }
  return status;
}
