/* SPDX-License-Identifier: Apache-2.0
 *
 * Freedoms: the rank of the Jacobian, columns scaled by typical arms, decided at one position; the
 * freedoms that no motion drives, by the joints that move in them.
 */
#include "analysis/freedoms.h"
#include "analysis/watch.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include <math.h>
#include <string.h>

const double trm_rank_tolerance = 1e-9;

TrmRank *trm_mechanism_rank(TrmMechanism *m) {
  return trm_mechanism_rank_at(m, m->arena, trm_rank_tolerance);
}

TrmRank *trm_mechanism_rank_at(TrmMechanism *m, TrmArena *arena, double tolerance) {
  const TrmEquations *eq = m->eq;
  double *scale = trm_arena_array(arena, eq->column_count + 1, sizeof *scale);
  unsigned char *prefer = trm_arena_array(arena, eq->row_count + 1, 1);
  trm_mechanism_evaluate(m, m->state);
  for (size_t k = 0; k < eq->column_count; k++) scale[k] = m->size;
  for (size_t i = 0; i < eq->body_count; i++)
    for (int k = 3; k < 6; k++)
      if (eq->body_column[i][k] >= 0) scale[eq->body_column[i][k]] = m->size / eq->length[i];
  /* of dependent equations rather call a motion's redundant than a joint's */
  for (size_t i = 0; i < eq->row_count; i++) prefer[i] = eq->rows[i].owner == TRM_OWNER_MOTION;
  for (size_t k = 0; k < eq->entry_count; k++)
    if (!isfinite(m->G[k])) m->G[k] = 0;
  TrmRows rows = {eq->row_count, eq->column_count, eq->start, eq->column, m->G};
  TrmRank *rank = trm_rank_new(arena, &rows, scale, tolerance, prefer);
  m->freedoms = (double)eq->column_count - (double)rank->rank;
  m->redundant = (double)rank->redundant_count;
  /* rows that are off repeat nothing */
  for (size_t i = 0; m->state->off && i < eq->row_count; i++) m->redundant -= m->state->off[i];
  return rank;
}

/* how the second side of a joint moves against the first when the columns move at x: its place, as
 * a part of the first, and its turn; the joint's axis in z */
static void joint_twist(const TrmMechanism *m, const TrmJoint *joint, const double *x,
                        double move[3], double spin[3], double z[3]) {
  const TrmFrame *frames[2] = {&joint->frame_first, &joint->frame_second};
  memset(move, 0, 3 * sizeof *move);
  memset(spin, 0, 3 * sizeof *spin);
  for (int k = 0; k < 2; k++) {
    int body = frames[k]->body;
    const TrmBodyMotion *b = body < 0 ? &trm_ground_motion : &m->state->body[body];
    double axis[3] = {frames[k]->A[2], frames[k]->A[5], frames[k]->A[8]};
    if (k == 0) trm_mat3_apply(b->R, axis, z);
    if (body < 0) continue;
    const int *c = m->eq->body_column[body];
    double moves[3] = {0}, spin_b[3] = {0}, turns[3], arm[3], carried[3];
    for (int i = 0; i < 3; i++) {
      if (c[i] >= 0) moves[i] = x[c[i]];
      if (c[3 + i] >= 0) spin_b[i] = x[c[3 + i]];
    }
    trm_mat3_apply(b->R, spin_b, turns);
    trm_mat3_apply(b->R, frames[k]->s, arm);
    trm_vec3_cross(turns, arm, carried);
    trm_vec3_add(moves, 1, carried, moves);
    trm_vec3_add(move, k ? 1 : -1, moves, move);
    trm_vec3_add(spin, k ? 1 : -1, turns, spin);
  }
}

/* how fast a joint turns or slides along its axis when the columns move at x */
static double joint_rate(const TrmMechanism *m, const TrmJoint *joint, const double *x,
                         int slides) {
  double move[3], spin[3], z[3];
  joint_twist(m, joint, x, move, spin, z);
  return slides ? trm_vec3_dot(move, z) / m->size : trm_vec3_dot(spin, z);
}

int trm_joint_moves(const TrmMechanism *m, const TrmJoint *joint, const double *x) {
  double move[3], spin[3], z[3], most = 0;
  if (!joint->has_frames) return 0;
  for (size_t i = 0; i < m->eq->body_count; i++)
    for (int k = 0; k < 6; k++) {
      int column = m->eq->body_column[i][k];
      if (column >= 0) most = fmax(most, fabs(x[column]) / (k < 3 ? m->size : 1));
    }
  joint_twist(m, joint, x, move, spin, z);
  return fmax(trm_vec3_norm(move) / m->size, trm_vec3_norm(spin)) > 1e-6 * most;
}

/* the body that moves most, and how much */
static TrmFreedomName body_name(const TrmMechanism *m, const double *x, double *most) {
  static const char *const verbs[] = {"move along x", "move along y", "move along z",
                                      "turn about x", "turn about y", "turn about z"};
  TrmFreedomName found = {"curve", NULL, "move"};
  for (size_t i = 0; i < m->eq->body_count; i++)
    for (int k = 0; k < 6; k++) {
      int column = m->eq->body_column[i][k];
      double size = column >= 0 ? fabs(x[column]) / (k < 3 ? m->size : 1) : 0;
      if (size <= *most) continue;
      *most = size;
      found = (TrmFreedomName){"body", m->system->bodies[i].item->name, verbs[k]};
    }
  return found;
}

TrmFreedomName trm_freedom_name(const TrmMechanism *m, const double *x) {
  const TrmSystem *system = m->system;
  double body = 0, most = 0;
  TrmFreedomName found = body_name(m, x, &body);
  for (size_t i = 0; i < system->joint_count; i++) {
    const TrmJoint *joint = &system->joints[i];
    for (int slides = 0; slides < 2 && joint->has_frames; slides++) {
      if (!(slides ? joint->type->slides : joint->type->turns)) continue;
      double rate = fabs(joint_rate(m, joint, x, slides));
      if (rate <= most * (1 + 1e-6) || rate < 1e-9 * body) continue;
      most = rate;
      /* a body that moves with its joints at rest is named itself */
      if (rate > 0.1 * body)
        found = (TrmFreedomName){"joint", joint->item->name, slides ? "slide" : "turn"};
    }
  }
  return found;
}

void trm_mechanism_name_freedoms(TrmMechanism *m, const TrmRank *rank, TrmLog *log) {
  double *x = trm_arena_array(m->arena, m->eq->column_count + 1, sizeof *x);
  for (size_t k = 0; k < rank->free_count && k < 6; k++) {
    trm_rank_freedom(rank, k, x);
    TrmFreedomName name = trm_freedom_name(m, x);
    if (name.name)
      trm_log_note(log, TRM_NOWHERE, "%s '%s' is free to %s", name.kind, name.name, name.verb);
    else
      trm_log_note(log, TRM_NOWHERE, "a parameter of a curve is free");
  }
}

/* things whose history counts */
static TrmStatus check_history(const TrmMechanism *m, TrmLog *log) {
  static const char *const sections[] = {"joints", "motions", "constraints"};
  TrmStatus status = TRM_OK;
  for (size_t s = 0; s < 3; s++) {
    size_t count;
    TrmItem *const *items = trm_model_section(m->system->model, sections[s], &count);
    for (size_t i = 0; i < count; i++) {
      const TrmValue *active = trm_item_value(items[i], "active");
      int rolls = strcmp(items[i]->type->name, "nonholonomic") == 0;
      if (!active && !rolls) continue;
      trm_log_add(log, TRM_E_NOT_KINEMATIC, items[i]->place, items[i]->name,
                  rolls ? "'%s' restricts velocities, so positions do not follow from time alone"
                        : "'%s' is switched by `active`, which kinematics does not do",
                  items[i]->name);
      status = TRM_BAD_MODEL;
    }
  }
  return status;
}

/* what dependency y asks of accelerations when the velocities are scale * x */
static double asked(TrmMechanism *m, const double *y, const double *x, double scale, double *size) {
  const TrmEquations *eq = m->eq;
  double sum = 0;
  for (size_t k = 0; k < eq->column_count; k++) m->u[k] = scale * x[k];
  trm_state_copy(eq, m->state, m->trial);
  trm_state_set_velocity(eq, m->trial, m->u);
  trm_equations_gamma(eq, m->trial, m->gamma);
  for (size_t i = 0; i < eq->row_count; i++) {
    sum += y[i] * m->gamma[i];
    *size = fmax(*size, fabs(y[i] * m->gamma[i]));
  }
  return sum;
}

/* 1 when every freedom bends the equations that depend on each other, y' (G x)_q x not zero: then
 * it is one of this position only, a branch point of a driven mechanism */
static int branches_here(TrmMechanism *m, const TrmRank *rank) {
  double *x = trm_arena_array(m->arena, m->eq->column_count + m->eq->row_count + 2, sizeof *x);
  double *y = x + m->eq->column_count + 1;
  for (size_t f = 0; f < rank->free_count; f++) {
    int bends = 0;
    trm_rank_freedom(rank, f, x);
    for (size_t k = 0; k < rank->redundant_count && !bends; k++) {
      double size = 0;
      trm_rank_dependency(rank, k, y);
      double bend =
          asked(m, y, x, 1, &size) + asked(m, y, x, -1, &size) - 2 * asked(m, y, x, 0, &size);
      bends = fabs(bend) > 1e-6 * size;
    }
    if (!bends) return 0;
  }
  return 1;
}

TrmStatus trm_mechanism_drive(TrmMechanism *m, TrmLog *log) {
  TrmStatus status = check_history(m, log);
  if (status != TRM_OK) return status;
  TrmRank *rank = trm_mechanism_rank(m);
  if (rank->free_count) {
    trm_log_add(log, TRM_E_FREEDOMS_LEFT, TRM_NOWHERE, NULL,
                "%zu freedom%s no motion drives, so positions do not follow from time",
                rank->free_count, rank->free_count == 1 ? " is left that" : "s are left that");
    trm_mechanism_name_freedoms(m, rank, log);
    if (branches_here(m, rank))
      trm_log_hint(log, "this is a branch point, with links in line perhaps: begin at another "
                        "position, from which the mechanism can pass it");
    else
      trm_log_hint(log, "add %s under `motions`, or run the dynamics",
                   rank->free_count == 1 ? "a motion" : "motions");
    return TRM_BAD_MODEL;
  }
  if (trm_mechanism_close(m, m->state) != TRM_OK || trm_mechanism_rates(m, m->state) != TRM_OK)
    return trm_mechanism_report_rates(m, log);
  trm_watch_begin(m);
  return TRM_OK;
}
