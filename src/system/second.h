/* SPDX-License-Identifier: Apache-2.0
 *
 * Second derivatives of the constraints, which implicit methods and linearisation need. Entries are
 * handed out one by one, to be added at (row, column) of whatever matrix the caller keeps.
 */
#ifndef TRM_SYSTEM_SECOND_H
#define TRM_SYSTEM_SECOND_H

#include "system/equations.h"

typedef void (*TrmAdd)(void *context, size_t row, size_t column, double value);

/* The matrix (G' lambda)_q: columns by columns. Not symmetric, since turns do not commute. */
void trm_equations_bend(const TrmEquations *eq, TrmState *state, const double *lambda, TrmAdd add,
                        void *context);

/* The matrix (G x)_q + pace (phi_t)_q: rows by columns. x[entries] is held, and may differ from row
 * to row; of nonholonomic rows G u + phi_t is the value. */
void trm_equations_sway(const TrmEquations *eq, TrmState *state, const double *x, double pace,
                        TrmAdd add, void *context);

/* What row i does to the first body of its first term, which may be ground: g, the row's slopes by
 * the body's move (ground axes) and turn (body axes), and the slopes of g by the columns, handed
 * out as (component of g, column). */
void trm_equations_lead(const TrmEquations *eq, const TrmState *state, size_t i, double g[6],
                        TrmAdd add, void *context);

/* Slopes of gamma by velocities, and by positions with velocities held (v in ground axes, w in body
 * axes): rows by columns. */
void trm_equations_gamma_by_velocity(const TrmEquations *eq, TrmState *state, TrmAdd add,
                                     void *context);
void trm_equations_gamma_by_position(const TrmEquations *eq, TrmState *state, TrmAdd add,
                                     void *context);

#endif
