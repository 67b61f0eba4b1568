/* SPDX-License-Identifier: Apache-2.0
 *
 * One-sided conditions and dry friction, laid out as rows behind those of joints, motions and
 * constraints (rows from eq->row_count to eq->wide_rows), and switched on and off one by one:
 *   gap >= 0, pressure >= 0, gap * pressure = 0    with gap = phi of its row, pressure = -lambda,
 *   |lambda of the sliding rows| <= mu N           with N from the reactions that press.
 * A row that is off has no entries, no residual and no multiplier. A provider of conditions
 * (ropes, separators and limits here; contacts elsewhere) appends rows, then calls trm_side_add and
 * trm_dry_add while the equations are laid out; the engine in analysis/sides.c does the rest.
 */
#ifndef TRM_SYSTEM_ONESIDED_H
#define TRM_SYSTEM_ONESIDED_H

#include "system/plan.h"

/* What an opening and a closing is called in the list of events */
typedef enum TrmSideKind {
  TRM_SIDE_ROPE,
  TRM_SIDE_SEPARATOR,
  TRM_SIDE_LIMIT,
  TRM_SIDE_CONTACT
} TrmSideKind;

/* A one-sided condition. */
typedef struct TrmSide {
  size_t row; /* phi is the gap, G its slopes by columns, gamma its -(G u)' at a = 0 */
  TrmSideKind kind;
  const TrmItem *item; /* whose it is */
  double restitution;  /* Newton's: speed after over speed before */
  int poisson;         /* it is Poisson's: impulse of expansion over that of compression */
} TrmSide;

/* Dry friction: rows whose rates are the components of the sliding velocity, m/s, so that their
 * multipliers are the components of the friction force, N. */
typedef struct TrmDry {
  size_t row;
  unsigned count; /* of sliding rows, 1 to 3, one after the other */
  const TrmItem *item;
  double stick, slide; /* coefficients */
  double preload;      /* N */
  double creep;        /* regularised below this speed, m/s; 0: exact */
  int side;            /* number of the condition whose pressure is N; -1: a joint's reaction */
  int joint; /* its number, or -1 (motions): N = preload + sum of |pad W|, W the force and */
  unsigned pad_count;  /* moment about the origin of the second that the joint's own rows */
  double pad[3][3][6]; /* put on the second body, in the axes of the first */
} TrmDry;

/* A row that is computed by its provider. local[12]: slopes by dr (ground axes), dtheta (body axes)
 * of the first body, then of the second; NULL when only the value is wanted. A row of level
 * TRM_LEVEL_VELOCITY has no value, its slopes are those of the sliding velocity by the velocities.
 */
struct TrmGiven {
  const void *data;
  int body[2]; /* TRM_GROUND for ground */
  double (*value)(const void *data, const TrmEquations *eq, const TrmState *state,
                  double local[12]);
  double (*gamma)(const void *data, const TrmEquations *eq, const TrmState *state);
  int entry[12]; /* filled in by the layout */
};

/* Append a row given by a provider; owner, index, part, level, dimension are taken from `row`. Then
 * a condition or friction on rows already there. Only while laid out. */
size_t trm_given_add(TrmEquations *eq, TrmRow row, const TrmGiven *given);
size_t trm_side_add(TrmEquations *eq, TrmSide side);
size_t trm_dry_add(TrmEquations *eq, TrmDry dry);

/* All rows behind the others; called once by the layout. Then those of rigid contacts, once the
 * contacts are laid out. */
void trm_sides_layout(TrmLayout *layout);
void trm_sides_layout_contacts(TrmLayout *layout);

/* 1 when all ropes and frictions of joints could be laid out; else what is wrong is in the log. */
int trm_sides_serve(const TrmEquations *eq, TrmLog *log);

/* The equations with all rows, in place of those that hold always; the arrays are shared. */
TrmEquations *trm_equations_wide(TrmArena *arena, const TrmEquations *eq);

#endif
