/* SPDX-License-Identifier: Apache-2.0
 *
 * Rub: dry friction in the accelerations. What sticks is a row like others. What slides gives
 * forces mu N along its sliding rows, where N follows from the reactions that these forces change:
 *   N = preload + sum |pad W(lambda)|,  lambda = lambda0 + sum N mu Lambda,
 * with Lambda the answer of the reactions to a unit of normal force. It is solved, not lagged.
 */
#ifndef TRM_FORMULATION_RUB_H
#define TRM_FORMULATION_RUB_H

#include "formulation/formulation.h"
#include "system/dry.h"

/* Held by its rows; sliding; regularised; without a normal force, so that nothing is asked */
typedef enum TrmDryMode { TRM_DRY_STICK, TRM_DRY_SLIDE, TRM_DRY_CREEP } TrmDryMode;

typedef struct TrmRub {
  TrmFlow *flow;
  unsigned char *mode;    /* TrmDryMode of each friction */
  unsigned char *away;    /* its joint is switched off */
  double (*direction)[3]; /* in which it slides, or did when the step began; of length 1 */
  double *began;          /* the sliding speed when the step began */
  double (*speed)[3];     /* components of the sliding velocity, after trm_rub_speeds */
  double *normal;         /* N of each, after trm_rub_act or trm_rub_normals */
  /* of each contact that slides 1 - dN/dN: where its own friction presses it as hard as it pushes
   * this is zero; what is too little for a normal force */
  double *margin, least;
  double (*wrench)[TRM_DRY_MOST_ROWS][6];
  double *G, *f, *x, *answer, *slope, *rest, *residual;
  size_t *sliding, *swap;
  size_t active; /* how many slide, after trm_rub_act */
  size_t failed; /* the friction without a solution, when trm_rub_act fails */
} TrmRub;

extern const double trm_rub_least;

/* NULL where nothing rubs. Only inside a guard. */
TrmRub *trm_rub_new(TrmArena *arena, TrmFlow *flow);

/* 1 when friction j slides so fast along its direction that its velocity says where it goes; below,
 * next to rest, that would be what rounding makes of it. */
int trm_rub_turns(const TrmRub *rub, size_t j);

/* Slopes of all sliding rows and the sliding velocities of the flow's state. */
void trm_rub_speeds(TrmRub *rub);

/* Add friction to flow->a and flow->lambda, which are those without what slides, with the factors
 * at hand. TRM_RETRY when no normal force fits. */
TrmStatus trm_rub_act(TrmRub *rub);

/* Normal force of friction j from flow->lambda; its part from moments at the ends of a length. */
double trm_rub_normal(const TrmRub *rub, size_t j);
double trm_rub_moment_part(const TrmRub *rub, size_t j);

/* Size of the friction force of j in flow->lambda, and of its sliding velocity. */
double trm_rub_force(const TrmRub *rub, size_t j);
double trm_rub_rate(const TrmRub *rub, size_t j);

/* How much all friction changes the second rates of the sliding of j, after trm_rub_act. */
double trm_rub_taken(const TrmRub *rub, size_t j);

/* Power that friction takes out (negative), after trm_rub_act. */
double trm_rub_power(const TrmRub *rub);

#endif
