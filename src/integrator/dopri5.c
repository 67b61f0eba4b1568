/* SPDX-License-Identifier: Apache-2.0
 *
 * dopri5: the method of Dormand and Prince of order 5 with an embedded one of order 4 and dense
 * output of order 4 (Shampine); step control and stiffness as in Hairer, Norsett and Wanner,
 * Solving Ordinary Differential Equations I, II.5, II.6 and IV.2. Six evaluations a step.
 */
#include "integrator/runge_kutta.h"
#include "integrator/table.h"

enum { WIDTH = 7 };

static const double c[WIDTH] = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};

static const double a[WIDTH][WIDTH] = {
    {0},
    {1.0 / 5},
    {3.0 / 40, 9.0 / 40},
    {44.0 / 45, -56.0 / 15, 32.0 / 9},
    {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
    {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
    {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};

static const double b[WIDTH] = {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784,
                                11.0 / 84,  0};

/* the result of order 5 less that of order 4 */
static const double error[WIDTH] = {71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                                    -17253.0 / 339200, 22.0 / 525, -1.0 / 40};

static const double d[WIDTH] = {-12715105075.0 / 11282082432,  0,
                                87487479700.0 / 32700410799,   -10690763975.0 / 1880347072,
                                701980252875.0 / 199316789632, -1453857185.0 / 822651844,
                                69997945.0 / 29380423};

static const TrmTableau tableau = {
    .width = WIDTH,
    .stages = 6,
    .c = c,
    .a = a[0],
    .b = b,
    .error = {error},
    .error_at_end = 1,
    .polynomial = 1,
    .d = d,
    .room = {1},
    .control = {.safety = 0.9, .alpha = 0.2 - 0.04 * 0.75, .beta = 0.04, .least = 0.2, .most = 10},
    .stiff = 3.25};

static TrmStepper *dopri5_make(TrmArena *arena, const TrmOde *ode, const TrmStepControl *control) {
  return trm_rk_make(arena, &trm_integrator_dopri5, &tableau, ode, control);
}

const TrmIntegratorType trm_integrator_dopri5 = {
    .name = "dopri5",
    .summary = "the Runge-Kutta method of Dormand and Prince of order 5",
    .order = 5,
    .make = dopri5_make,
    .begin = trm_rk_begin,
    .step = trm_rk_step,
    .dense = trm_rk_dense,
    .interpolate = trm_rk_interpolate};
