/* SPDX-License-Identifier: Apache-2.0
 *
 * Turns: angles of joints that functions read, counted through full turns. The angle as it was
 * accepted last is an external of the functions, which take the angle next to it.
 */
#ifndef TRM_SYSTEM_TURNS_H
#define TRM_SYSTEM_TURNS_H

#include "system/equations.h"

/* Find them; after forces are laid out. */
void trm_turns_layout(TrmEquations *eq);

/* Count on to the state, by its angles, speeds and time. */
void trm_turns_accept(const TrmEquations *eq, TrmState *state);

/* Let functions take angles next to what is expected at the state's time. */
void trm_turns_expect(const TrmEquations *eq, TrmState *state);

#endif
