/* SPDX-License-Identifier: Apache-2.0
 *
 * Energy: sum of (m v.v + w.Jw)/2, and of -m g.r.
 */
#include "system/energy.h"
#include "math/mat3.h"
#include "math/vec3.h"

void trm_state_energy(const TrmEquations *eq, const TrmState *state, double *kinetic,
                      double *potential) {
  *kinetic = *potential = 0;
  for (size_t i = 0; i < eq->body_count; i++) {
    const TrmBody *body = &eq->system->bodies[i];
    const TrmBodyMotion *b = &state->body[i];
    double Jw[3];
    trm_mat3_apply(body->inertia_b, b->w, Jw);
    *kinetic += (body->mass * trm_vec3_dot(b->v, b->v) + trm_vec3_dot(b->w, Jw)) / 2;
    *potential -= body->mass * trm_vec3_dot(eq->system->gravity, b->r);
  }
}
