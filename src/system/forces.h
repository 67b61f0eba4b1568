/* SPDX-License-Identifier: Apache-2.0
 *
 * Forces: gravity and the force elements of a system laid out for computing, and the differential
 * states z that equations, transfer functions and state spaces add to the motion. They are part of
 * the equations (eq->forces); z is in the state. All derivatives are exact.
 */
#ifndef TRM_SYSTEM_FORCES_H
#define TRM_SYSTEM_FORCES_H

#include "system/equations.h"
#include "system/second.h"

/* Q[columns]: applied forces on the columns at the state (time, positions, velocities, z), gravity
 * included, gyroscopic terms not. Reads of programs (lengths, speeds, states) are brought up to
 * date on the way. Q may be NULL. */
void trm_forces_evaluate(const TrmEquations *eq, TrmState *state, double *Q);

/* z'[states] per second at the state; after trm_forces_evaluate. What forces read of their own
 * effects, accelerations and reactions, is as trm_reads_settle (reads.h) left it. */
void trm_states_rate(const TrmEquations *eq, TrmState *state, double *rate);

/* The number of the state called `name`, or -1. */
int trm_states_find(const TrmEquations *eq, const char *name);

/* Initial values of z into the state. Transfer functions start at rest with the input they have
 * there, so that this is called again once the mechanism is assembled. */
void trm_states_start(const TrmEquations *eq, TrmState *state);

/* Slopes of Q by positions, velocities and z, and of z' by the same: handed to the callbacks that
 * are not NULL. */
typedef struct TrmForceSlopes {
  TrmAdd force_by_position, force_by_velocity, force_by_state; /* row: column of Q */
  TrmAdd rate_by_position, rate_by_velocity, rate_by_state;    /* row: number of z */
  TrmAdd force_by_input, rate_by_input;                        /* column: number of the input */
  TrmAdd force_by_read, rate_by_read;                          /* column: number of the read */
  void *context;
} TrmForceSlopes;
void trm_forces_slopes(const TrmEquations *eq, TrmState *state, const TrmForceSlopes *slopes);

/* The same of one element alone, after trm_forces_slopes at the state. */
void trm_force_slopes(const TrmEquations *eq, TrmState *state, size_t element,
                      const TrmForceSlopes *slopes);

/* Potential energy of the elements that have one (springs, bushings, beams; gravity not counted),
 * power that all other forces put into the bodies, and of that the part taken by dampers
 * (negative), J and W. */
typedef struct TrmForceEnergy {
  double potential, power, dissipation;
} TrmForceEnergy;
void trm_forces_energy(const TrmEquations *eq, TrmState *state, TrmForceEnergy *energy);

/* What one element does, after trm_forces_evaluate: force and torque on its first body at its point
 * there (ground axes, SI), and for elements on a line length, speed and tension; for torsion
 * springs angle, speed, torque.
 */
typedef struct TrmForceReport {
  double force[3], torque[3];
  int has_line;
  double length, speed, tension;
} TrmForceReport;
void trm_forces_report(const TrmEquations *eq, TrmState *state, size_t element,
                       TrmForceReport *report);

/* 1 when every force and contact of the model can be computed; else each that cannot is named in
 * the log as an error. */
int trm_forces_known(const TrmEquations *eq, TrmLog *log);

/* The first force, equation, transfer function or state space whose value at the state is no finite
 * number, or NULL. */
const TrmItem *trm_forces_broken(const TrmEquations *eq, TrmState *state);

/* Values that people call by name: states of equations, outputs of transfer functions and state
 * spaces, in the model's units; after trm_forces_evaluate. */
size_t trm_states_named(const TrmEquations *eq);
const char *trm_states_name(const TrmEquations *eq, size_t index);
double trm_states_value(const TrmEquations *eq, TrmState *state, size_t index);

/* Switching functions of all laws (their zeros are where a law or its slope jumps). */
size_t trm_forces_event_count(const TrmEquations *eq);
void trm_forces_event_values(const TrmEquations *eq, TrmState *state, double *values);

/* Whose law switching function k is, or NULL. */
const TrmItem *trm_forces_event_item(const TrmEquations *eq, TrmState *state, size_t k);

#endif
