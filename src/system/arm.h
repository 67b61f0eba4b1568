/* SPDX-License-Identifier: Apache-2.0
 *
 * Arm: a vector that depends on the motion of two bodies, in ground axes,
 *   v = sum over both of c r + x,  dv = sum of c dr + omega x x + (dx/ds) ds,
 * where x is fixed on its body (or runs along a curve on it, at parameter s) and omega is the small
 * turn. Every geometric constraint is a function of scalar products of arms, and the rate of an
 * arm is an arm, so value, gradient, second derivatives, gamma and its slopes all come from
 * here.
 */
#ifndef TRM_SYSTEM_ARM_H
#define TRM_SYSTEM_ARM_H

#include "expr/program.h"
#include "math/curve.h"

/* Local columns: of the first body dr (ground axes) and dtheta (body axes), the same of the second,
 * then ds of the curve on the first and on the second. */
enum { TRM_LOCAL = 14, TRM_LOCAL_SECOND = 6, TRM_LOCAL_CURVE = 12 };

/* The motion of the two bodies and parameters an arm depends on. */
typedef struct TrmPairMotion {
  const TrmBodyMotion *body[2];
  double w_g[2][3];       /* angular velocities, ground axes */
  double s[2], s_rate[2]; /* parameters of curves and their rates */
} TrmPairMotion;

typedef struct TrmArm {
  double v[3];
  double c[2];
  double x[2][3];
  int curved;
  double xs[2][3][3]; /* where curved: first to third derivatives of x with respect to s */
} TrmArm;

/* A curve on a body, as part of an arm. */
typedef struct TrmArmCurve {
  const TrmCurve *curve; /* in the frame (origin s_b, axes A) on the body */
  double sign;
  int order;  /* 0: its point, 1: its tangent */
  int across; /* turned by a quarter about the frame's z: the normal */
  double s_b[3], A[9];
} TrmArmCurve;

/* How an arm is made: on each side c, and x as a vector in body axes, or along a curve. */
typedef struct TrmArmSide {
  double c;
  double x_b[3];
  const TrmArmCurve *curve; /* NULL: none */
} TrmArmSide;

typedef struct TrmArmPlan {
  TrmArmSide side[2];
} TrmArmPlan;

/* The arm of a plan at a motion. */
void trm_arm_make(const TrmArmPlan *plan, const TrmPairMotion *m, TrmArm *arm);

/* Its rate, positions and velocities at `m`; derivatives of the rate are with respect to positions
 * with velocities held (v in ground axes, w in body axes). */
void trm_arm_rate(const TrmArm *arm, const TrmPairMotion *m, TrmArm *rate);

double trm_arm_dot(const TrmArm *a, const TrmArm *b);

/* out[TRM_LOCAL] += scale * gradient of a . b. */
void trm_arm_gradient(const TrmArm *a, const TrmArm *b, const TrmPairMotion *m, double scale,
                      double *out);

/* out[TRM_LOCAL][TRM_LOCAL] += scale * second derivatives of a . b in exponential coordinates. */
void trm_arm_hessian(const TrmArm *a, const TrmArm *b, const TrmPairMotion *m, double scale,
                     double *out);

#endif
