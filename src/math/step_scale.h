/* SPDX-License-Identifier: Apache-2.0
 *
 * Step scale: how much the increments that an implicit method solves for change everything else:
 * of positions, dp, velocities by dp/u and accelerations by dp/a; of states, dz, their rates by
 * dz/z. A body that turns by dp has turned by `turn` times its velocity before.
 */
#ifndef TRM_MATH_STEP_SCALE_H
#define TRM_MATH_STEP_SCALE_H

typedef struct TrmStepScale {
  double u, a, z, turn;
} TrmStepScale;

#endif
