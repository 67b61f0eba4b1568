/* SPDX-License-Identifier: Apache-2.0
 *
 * Freedoms: how many a mechanism has in truth, which equations depend on others and whether they
 * agree, by a rank decision at one position. Never made inside a time loop.
 */
#ifndef TRM_ANALYSIS_FREEDOMS_H
#define TRM_ANALYSIS_FREEDOMS_H

#include "analysis/mechanism.h"
#include "linalg/rank.h"

/* What elimination leaves below this counts as zero at an assembled position. */
extern const double trm_rank_tolerance;

/* Rank of the Jacobian at the state; fills freedoms and redundant of the mechanism. The second
 * takes its memory from `arena` and counts as zero what is below `tolerance`. */
TrmRank *trm_mechanism_rank(TrmMechanism *m);
TrmRank *trm_mechanism_rank_at(TrmMechanism *m, TrmArena *arena, double tolerance);

/* 1 when the two sides of a joint move against each other as the columns move at x. */
int trm_joint_moves(const TrmMechanism *m, const TrmJoint *joint, const double *x);

/* What moves most in a direction of the columns: "joint 'a'" can "turn", "body 'b'" can "move along
 * x"; name is NULL for the parameter of a curve. */
typedef struct TrmFreedomName {
  const char *kind, *name, *verb;
} TrmFreedomName;
TrmFreedomName trm_freedom_name(const TrmMechanism *m, const double *x);

/* Name the freedoms left as notes of the message added last. */
void trm_mechanism_name_freedoms(TrmMechanism *m, const TrmRank *rank, TrmLog *log);

/* Check that every freedom is driven and nothing needs history; velocities and accelerations of the
 * assembled position follow from the motions. */
TrmStatus trm_mechanism_drive(TrmMechanism *m, TrmLog *log);

/* redundancy.c: what depends on what at the assembled position, as text for people. */
void trm_mechanism_report(TrmMechanism *m, TrmText *out);

#endif
