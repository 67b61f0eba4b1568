/* SPDX-License-Identifier: Apache-2.0
 *
 * Turns: of each joint the angle, its speed and the time at which they were accepted. The next is
 * the one next to angle + (speed before + speed now) / 2 * time between.
 */
#include "system/turns.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include <math.h>
#include <string.h>

enum { ANGLE, SPEED, TIME, COUNTED };

typedef struct Counted {
  const TrmJoint *joint;
  unsigned external;
} Counted;

struct TrmTurns {
  Counted *list;
  size_t count, capacity;
  size_t first; /* of what they keep in the state's angles */
};

void trm_turns_layout(TrmEquations *eq) {
  const TrmSystem *system = eq->system;
  struct TrmTurns *t = trm_arena_alloc(eq->arena, sizeof *t);
  for (size_t i = 0; i < system->external_count; i++) {
    if (strcmp(system->externals[i].what, "turns") != 0) continue;
    for (size_t k = 0; k < system->joint_count; k++) {
      if (strcmp(system->joints[k].item->name, system->externals[i].name) != 0) continue;
      Counted counted = {&system->joints[k], (unsigned)i};
      TRM_PUSH(eq->arena, t->list, t->count, t->capacity, counted);
    }
  }
  t->first = eq->turn_count;
  eq->turn_count += COUNTED * t->count;
  eq->turns = t;
}

/* angle between -pi and pi and speed of a joint */
static double angle_of(const TrmState *state, const TrmJoint *joint, double *speed) {
  const TrmFrame *frames[2] = {&joint->frame_first, &joint->frame_second};
  double R[2][9], w[2][3], cosine = 0, sine = 0;
  for (int k = 0; k < 2; k++) {
    const TrmBodyMotion *b =
        frames[k]->body < 0 ? &trm_ground_motion : &state->body[frames[k]->body];
    trm_mat3_product(b->R, frames[k]->A, R[k]);
    trm_mat3_apply(b->R, b->w, w[k]);
  }
  *speed = 0;
  for (int k = 0; k < 3; k++) {
    cosine += R[1][3 * k] * R[0][3 * k];
    sine += R[1][3 * k] * R[0][3 * k + 1];
    *speed += (w[1][k] - w[0][k]) * R[0][3 * k + 2];
  }
  return atan2(sine, cosine);
}

void trm_turns_accept(const TrmEquations *eq, TrmState *state) {
  const double turn = 6.283185307179586477;
  const struct TrmTurns *t = eq->turns;
  for (size_t i = 0; i < t->count; i++) {
    double *kept = state->angle + t->first + COUNTED * i, speed;
    double angle = angle_of(state, t->list[i].joint, &speed);
    double expected = kept[ANGLE] + (kept[SPEED] + speed) / 2 * (state->time - kept[TIME]);
    /* what has no number counts no turns */
    if (!isfinite(angle) || !isfinite(expected)) continue;
    kept[ANGLE] = angle + turn * nearbyint((expected - angle) / turn);
    kept[SPEED] = speed;
    kept[TIME] = state->time;
    state->externals[t->list[i].external] = kept[ANGLE];
  }
}

void trm_turns_expect(const TrmEquations *eq, TrmState *state) {
  const struct TrmTurns *t = eq->turns;
  for (size_t i = 0; i < t->count; i++) {
    const double *kept = state->angle + t->first + COUNTED * i;
    state->externals[t->list[i].external] = kept[ANGLE] + kept[SPEED] * (state->time - kept[TIME]);
  }
}
