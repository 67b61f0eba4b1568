/* SPDX-License-Identifier: Apache-2.0
 *
 * Changes: the bodies before and after the assembly.
 */
#include "analysis/changes.h"
#include "math/mat3.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include <math.h>
#include <string.h>

void trm_mechanism_changes(const TrmMechanism *m, TrmBodyChange *changes) {
  for (size_t i = 0; i < m->eq->body_count; i++) {
    const TrmBody *body = &m->system->bodies[i];
    const TrmBodyMotion *sides[2] = {&m->start->body[i], &m->state->body[i]};
    TrmBodyChange *change = &changes[i];
    double moved[3], turned[9], theta[3];
    trm_vec3_add(sides[1]->r, -1, sides[0]->r, moved);
    trm_mat3_transposed_product(sides[0]->R, sides[1]->R, turned);
    trm_rotation_log(turned, theta);
    *change = (TrmBodyChange){.body = body->item->name,
                              .move = trm_vec3_norm(moved),
                              .turn = trm_vec3_norm(theta),
                              .gives_velocity = body->has_velocity,
                              .gives_spin = body->has_spin,
                              .exact = body->exact};
    change->part = fmax(change->move / m->size, change->turn);
    /* velocities in ground axes */
    for (int k = 0; k < 2; k++) {
      memcpy(change->velocity[k], sides[k]->v, sizeof change->velocity[k]);
      trm_mat3_apply(sides[k]->R, sides[k]->w, change->spin[k]);
    }
  }
}
