/* SPDX-License-Identifier: Apache-2.0
 *
 * Unique: which reactions the equations decide. Multipliers may change by any left null vector y of
 * G, a state of self-stress, and with them the components of force and torque that y has at a
 * joint. What no y reaches is unique.
 */
#include "analysis/freedoms.h"
#include "analysis/signals.h"
#include <math.h>
#include <string.h>

/* parts of the largest component of a self-stress, torques by the size, that count as none */
static const double least_part = 1e-7;

/* 1 when a joint has rows in y */
static int has_part(const TrmMechanism *m, size_t joint, const double *y) {
  for (int i = 0; i < m->eq->joint_rows[joint]; i++)
    if (y[m->eq->joint_row[joint] + i] != 0) return 1;
  return 0;
}

/* mark what one self-stress reaches; wrench[joints][6] is work */
static void mark(TrmSignals *signals, TrmMechanism *m, double *y, double (*wrench)[6]) {
  const TrmSystem *system = m->system;
  double most = 0, *kept = m->lambda;
  m->lambda = y;
  for (size_t i = 0; i < system->joint_count; i++) {
    memset(wrench[i], 0, sizeof wrench[i]);
    if (has_part(m, i, y)) trm_joint_reaction(m, i, wrench[i], wrench[i] + 3);
    for (int k = 0; k < 6; k++) most = fmax(most, fabs(wrench[i][k] /= k < 3 ? 1 : m->size));
  }
  m->lambda = kept;
  for (size_t i = 0; i < system->motion_count; i++) {
    int row = m->eq->motion_row[i];
    if (row >= 0) most = fmax(most, fabs(y[row]) / (system->motions[i].turns ? m->size : 1));
  }
  for (size_t i = 0; i < system->joint_count; i++)
    for (size_t k = 0; k < 6; k++)
      if (fabs(wrench[i][k]) > least_part * most) trm_signals_mark(signals, TRM_OWNER_JOINT, i, k);
  for (size_t i = 0; i < system->motion_count; i++) {
    int row = m->eq->motion_row[i];
    if (row < 0) continue;
    double part = fabs(y[row]) / (system->motions[i].turns ? m->size : 1);
    for (size_t k = 0; k < 2 && part > least_part * most; k++)
      trm_signals_mark(signals, TRM_OWNER_MOTION, i, k);
  }
}

void trm_signals_judge(TrmSignals *signals, TrmMechanism *m) {
  TrmArena *arena = trm_mechanism_passing(m);
  TrmRank *rank = trm_mechanism_rank_at(m, arena, trm_rank_tolerance);
  if (!rank->redundant_count) return;
  double *y = trm_arena_array(arena, m->eq->row_count + 1, sizeof *y);
  double(*wrench)[6] = trm_arena_array(arena, m->system->joint_count + 1, sizeof *wrench);
  for (size_t k = 0; k < rank->redundant_count; k++) {
    double most = 0;
    trm_rank_dependency(rank, k, y);
    for (size_t i = 0; i < m->eq->row_count; i++) most = fmax(most, fabs(y[i]));
    for (size_t i = 0; i < m->eq->row_count; i++)
      if (fabs(y[i]) < 1e-12 * most) y[i] = 0;
    mark(signals, m, y, wrench);
  }
}
