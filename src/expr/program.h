/* SPDX-License-Identifier: Apache-2.0
 *
 * Program: an expression compiled once into a flat list of operations on scalars and 3-vectors, and
 * evaluated with exact derivatives: one backward sweep gives the gradient, tangents through both
 * sweeps the Hessian, rates through both the slopes of rates. Evaluating allocates nothing.
 *
 * Columns: derivatives are taken with respect to time, externals, and for each body mentioned dr
 * (ground axes), dtheta (body axes, R <- R exp(dtheta~)), dv (ground axes), dw (body axes) and,
 * only where acceleration measures occur, da (ground axes) and dalpha (body axes). The Hessian is
 * the symmetric one in these exponential coordinates.
 */
#ifndef TRM_EXPR_PROGRAM_H
#define TRM_EXPR_PROGRAM_H

#include "expr/expr.h"
#include "math/spline.h"

typedef struct TrmProgram TrmProgram;

/* A body's motion in SI: centre of mass, rotation body to ground (row-major), velocity (ground
 * axes), angular velocity (body axes), and their rates. */
typedef struct TrmBodyMotion {
  double r[3], R[9], v[3], w[3], a[3], alpha[3];
} TrmBodyMotion;

/* Everything an evaluation reads. */
typedef struct TrmSituation {
  double time;                 /* s */
  const TrmBodyMotion *bodies; /* by body number; ground is not among them */
  const double *externals;     /* by external number, in the model's units */
} TrmSituation;

/* A frame fixed on a body (number -1: ground): origin from the centre of mass in body axes (in
 * ground axes from the origin for ground), axes as columns of A (row-major, frame to body). */
typedef struct TrmFrame {
  int body;
  double s[3], A[9];
} TrmFrame;

/* What a plain name means */
typedef enum TrmMeaningKind {
  TRM_MEANS_CONSTANT,   /* constant */
  TRM_MEANS_EXPRESSION, /* a variable or output: its own expression, compiled in place */
  TRM_MEANS_EXTERNAL    /* a state or signal supplied in TrmSituation.externals */
} TrmMeaningKind;

typedef struct TrmMeaning {
  TrmMeaningKind kind;
  TrmConstant constant;
  const TrmExpr *expression;
  TrmPlace place; /* where the expression stands */
  unsigned external;
  int has_dimension; /* of expression or external */
  TrmDimension dimension;
} TrmMeaning;

/* What a joint means to angle(), displacement() and speed(): its frames on first and second body */
typedef struct TrmJointFrames {
  TrmFrame first, second;
  int turns, slides; /* has a freedom about, along its axis */
} TrmJointFrames;

/* Where a program finds what its names mean. Each call returns 1 when found, 0 when not, -1 when it
 * exists but is in error already reported. */
typedef struct TrmResolver {
  void *context;
  const TrmUnits *units;
  int (*name)(void *context, const char *name, TrmMeaning *meaning);
  int (*frame)(void *context, const char *name, TrmFrame *frame);
  int (*joint)(void *context, const char *name, TrmJointFrames *frames);
  int (*spline)(void *context, const char *name, const TrmSpline **spline);
  /* component `what` ("fx", "tz", "dif", "dif1", "varval", ...) of element `name` as an external */
  int (*element)(void *context, const char *what, const char *name, unsigned *external);
  /* offer candidates for a mistyped name; `what` is "name", "frame", "joint", "spline", "element"
   */
  void (*suggest)(void *context, const char *what, TrmNearest *nearest);
  int quiet; /* dimensions mean nothing where the expression was written: no warnings about them */
} TrmResolver;

/* A column of the derivatives. */
typedef enum TrmColumnKind { TRM_COLUMN_TIME, TRM_COLUMN_EXTERNAL, TRM_COLUMN_BODY } TrmColumnKind;

typedef struct TrmColumn {
  TrmColumnKind kind;
  unsigned index;     /* body or external number */
  unsigned component; /* body: 0-2 dr, 3-5 dtheta, 6-8 dv, 9-11 dw, 12-14 da, 15-17 dalpha */
} TrmColumn;

/* Compile. `scale` multiplies the result (to SI); `expected` (may be NULL) is the dimension the
 * result should have, checked with a warning. Returns NULL after an error, which is in the log. */
TrmProgram *trm_program_compile(TrmArena *arena, const TrmExpr *expr, TrmPlace place,
                                const TrmResolver *resolver, double scale,
                                const TrmDimension *expected, TrmLog *log);

/* Derivative columns; the number of doubles an evaluation needs as scratch memory. */
const TrmColumn *trm_program_columns(const TrmProgram *program, size_t *count);
size_t trm_program_scratch(const TrmProgram *program);

/* 1 when the program does not depend on anything. */
int trm_program_is_constant(const TrmProgram *program);

/* 1 when the dimension of the value is known. `unit`: what the expression as a whole is divided by,
 * where that makes it a pure number: "deg" of angle(hinge)/deg; else NULL. */
int trm_program_dimension(const TrmProgram *program, TrmDimension *dimension, const char **unit);

/* Value; value and gradient[columns]; value, gradient and hessian[columns x columns]. NaN or Inf
 * may come out: the caller judges. */
double trm_program_value(const TrmProgram *program, const TrmSituation *at, double *scratch);
double trm_program_gradient(const TrmProgram *program, const TrmSituation *at, double *scratch,
                            double *gradient);
double trm_program_hessian(const TrmProgram *program, const TrmSituation *at, double *scratch,
                           double *gradient, double *hessian);

/* The rate of `order` 1 or 2 while time runs and the bodies go on as they move: r by v, R by w, and
 * v, w, accelerations and externals held. */
double trm_program_rate(const TrmProgram *program, const TrmSituation *at, double *scratch,
                        int order);

/* The same and its slopes: by[columns] with the motion held, by_motion[columns] by the velocity at
 * which a column moves (v for dr, w for dtheta, the pace of time; zero for the others). The whole
 * slope by w is thus by[dw] + by_motion[dtheta]. */
double trm_program_rate_slopes(const TrmProgram *program, const TrmSituation *at, double *scratch,
                               int order, double *by, double *by_motion);

/* Switching functions, whose zeros are where a derivative jumps; their values at a situation. */
size_t trm_program_events(const TrmProgram *program);
void trm_program_event_values(const TrmProgram *program, const TrmSituation *at, double *scratch,
                              double *values);

#endif
