/* SPDX-License-Identifier: Apache-2.0
 *
 * Freedoms: the rank of the Jacobian, columns scaled by typical arms, decided at one position; the
 * freedoms that no motion drives, by the joints that move in them.
 */
#include "analysis/freedoms.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include <math.h>
#include <string.h>

static const double rank_tolerance = 1e-9;

TrmRank *trm_mechanism_rank(TrmMechanism *m) {
  const TrmEquations *eq = m->eq;
  double *scale = trm_arena_array(m->arena, eq->column_count + 1, sizeof *scale);
  unsigned char *prefer = trm_arena_array(m->arena, eq->row_count + 1, 1);
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
  TrmRank *rank = trm_rank_new(m->arena, &rows, scale, rank_tolerance, prefer);
  m->freedoms = (double)eq->column_count - (double)rank->rank;
  m->redundant = (double)rank->redundant_count;
  return rank;
}

/* how fast a joint turns and slides when the columns move at x */
static double joint_rate(const TrmMechanism *m, const TrmJoint *joint, const double *x,
                         int slides) {
  const TrmFrame *frames[2] = {&joint->frame_first, &joint->frame_second};
  double z[3] = {0, 0, 1}, rate = 0;
  for (int k = 0; k < 2; k++) {
    int body = frames[k]->body;
    const TrmBodyMotion *b = body < 0 ? &trm_ground_motion : &m->state->body[body];
    double axis[3] = {frames[k]->A[2], frames[k]->A[5], frames[k]->A[8]};
    if (k == 0) trm_mat3_apply(b->R, axis, z);
    if (body < 0) continue;
    const int *c = m->eq->body_column[body];
    double move[3] = {0}, spin_b[3] = {0}, spin[3], arm[3], carried[3];
    for (int i = 0; i < 3; i++) {
      if (c[i] >= 0) move[i] = x[c[i]];
      if (c[3 + i] >= 0) spin_b[i] = x[c[3 + i]];
    }
    trm_mat3_apply(b->R, spin_b, spin);
    trm_mat3_apply(b->R, frames[k]->s, arm);
    trm_vec3_cross(spin, arm, carried);
    trm_vec3_add(move, 1, carried, move);
    rate += (k ? 1 : -1) * trm_vec3_dot(slides ? move : spin, z);
  }
  return slides ? rate / m->size : rate;
}

/* the joint or body that moves most in a freedom, in words */
static const char *freedom_name(TrmMechanism *m, const double *x) {
  const TrmSystem *system = m->system;
  double most = 0;
  const char *text = NULL;
  for (size_t i = 0; i < system->joint_count; i++) {
    const TrmJoint *joint = &system->joints[i];
    for (int slides = 0; slides < 2 && joint->has_frames; slides++) {
      if (!(slides ? joint->type->slides : joint->type->turns)) continue;
      double rate = fabs(joint_rate(m, joint, x, slides));
      if (rate <= most * (1 + 1e-6) || rate < 1e-9) continue;
      most = rate;
      text = trm_arena_printf(m->arena, "joint '%s' is free to %s", joint->item->name,
                              slides ? "slide" : "turn");
    }
  }
  for (size_t i = 0; i < system->body_count && !text; i++)
    for (int k = 0; k < 6; k++) {
      int column = m->eq->body_column[i][k];
      double size = column >= 0 ? fabs(x[column]) / (k < 3 ? m->size : 1) : 0;
      if (size <= most) continue;
      most = size;
      text = trm_arena_printf(m->arena, "body '%s' is free to %s %c", system->bodies[i].item->name,
                              k < 3 ? "move along" : "turn about", "xyzxyz"[k]);
    }
  return text ? text : "a parameter of a curve is free";
}

void trm_mechanism_name_freedoms(TrmMechanism *m, const TrmRank *rank, TrmLog *log) {
  double *x = trm_arena_array(m->arena, m->eq->column_count + 1, sizeof *x);
  for (size_t k = 0; k < rank->free_count && k < 6; k++) {
    trm_rank_freedom(rank, k, x);
    trm_log_note(log, TRM_NOWHERE, "%s", freedom_name(m, x));
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

TrmStatus trm_mechanism_drive(TrmMechanism *m, TrmLog *log) {
  TrmStatus status = check_history(m, log);
  if (status != TRM_OK) return status;
  TrmRank *rank = trm_mechanism_rank(m);
  if (rank->free_count) {
    trm_log_add(log, TRM_E_FREEDOMS_LEFT, TRM_NOWHERE, NULL,
                "%zu freedom%s no motion drives, so positions do not follow from time",
                rank->free_count, rank->free_count == 1 ? " is left that" : "s are left that");
    trm_mechanism_name_freedoms(m, rank, log);
    trm_log_hint(log, "add %s under `motions`, or run the dynamics",
                 rank->free_count == 1 ? "a motion" : "motions");
    return TRM_BAD_MODEL;
  }
  if (trm_mechanism_close(m, m->state) != TRM_OK || trm_mechanism_rates(m, m->state) != TRM_OK)
    return trm_mechanism_report_rates(m, log);
  return TRM_OK;
}
