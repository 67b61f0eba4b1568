/* SPDX-License-Identifier: Apache-2.0 */
#include "system/forces.h"
#include <string.h>
void trm_forces_evaluate(const TrmEquations *eq, TrmState *state, double *Q) {
  (void)state;
  memset(Q, 0, eq->column_count * sizeof *Q);
  for (size_t i = 0; i < eq->body_count; i++)
    for (int k = 0; k < 3; k++)
      if (eq->body_column[i][k] >= 0) Q[eq->body_column[i][k]] = eq->system->bodies[i].mass * eq->system->gravity[k];
}
void trm_states_rate(const TrmEquations *eq, TrmState *state, double *rate) { (void)eq; (void)state; (void)rate; }
void trm_forces_energy(const TrmEquations *eq, TrmState *state, TrmForceEnergy *energy) { (void)eq; (void)state; *energy = (TrmForceEnergy){0}; }
size_t trm_forces_event_count(const TrmEquations *eq) { (void)eq; return 0; }
void trm_forces_event_values(const TrmEquations *eq, TrmState *state, double *values) { (void)eq; (void)state; (void)values; }
int trm_states_find(const TrmEquations *eq, const char *name) { (void)eq; (void)name; return -1; }
