/* SPDX-License-Identifier: Apache-2.0
 *
 * Measure: a function of the mechanism's state rather than of numbers: distances, speeds and angles
 * between markers, coordinates of joints, forces of elements, states, splines, noise. One
 * descriptor each; checks, compilation and the reference page come from it.
 */
#ifndef TRM_EXPR_MEASURE_H
#define TRM_EXPR_MEASURE_H

#include "expr/build.h"

typedef struct TrmMeasure TrmMeasure;

struct TrmMeasure {
  const char *name;    /* lower case; matched without regard to case */
  const char *form;    /* how it is called: "dx(i, j, k)" with optional arguments in brackets */
  const char *summary; /* one line */
  const char *formula; /* its definition, plain text */
  const char *example; /* an expression that uses it */
  /* one letter per argument: m marker, body or point; j joint; e element; v variable or equation;
   * s spline; x expression; c constant. After '|' arguments may be left out. */
  const char *pattern;
  int has_dimension;
  TrmDimension dimension;
  unsigned component; /* 0 x, 1 y, 2 z, 3 magnitude, or what `build` takes it for */
  /* The node of the value in the model's units, or in SI where has_dimension says how to convert.
   */
  TrmTerm (*build)(TrmBuilder *b, const TrmMeasure *measure, const TrmExpr *call);
};

extern const TrmMeasure trm_measures[]; /* ends with a NULL name */

/* The measure called `name` (any case), or NULL. */
const TrmMeasure *trm_measure_find(const char *name);

/* Check the number of arguments and build; on an error b->failed is set. */
TrmTerm trm_measure_build(TrmBuilder *b, const TrmMeasure *measure, const TrmExpr *call);

/* Names as arguments. Each sets b->failed after an error. A missing marker (index past the last
 * argument) is ground. */
TrmFrame trm_argument_frame(TrmBuilder *b, const TrmExpr *call, size_t index);
TrmJointFrames trm_argument_joint(TrmBuilder *b, const TrmExpr *call, size_t index);
TrmNodeId trm_argument_element(TrmBuilder *b, const TrmMeasure *measure, const TrmExpr *call);
/* Component `what` of the body, marker or point at argument `index`, supplied from outside. */
TrmNodeId trm_argument_supplied(TrmBuilder *b, const char *what, const TrmExpr *call, size_t index);
const TrmSpline *trm_argument_spline(TrmBuilder *b, const TrmExpr *call, size_t index);
double trm_argument_constant(TrmBuilder *b, const TrmExpr *call, size_t index);

/* `node` in SI as a term in the model's units of the measure's dimension. */
TrmTerm trm_measure_term(TrmBuilder *b, const TrmMeasure *measure, TrmNodeId node);

/* Builders of the families. */
TrmTerm trm_measure_place(TrmBuilder *b, const TrmMeasure *m, const TrmExpr *call);
TrmTerm trm_measure_velocity(TrmBuilder *b, const TrmMeasure *m, const TrmExpr *call);
TrmTerm trm_measure_approach(TrmBuilder *b, const TrmMeasure *m, const TrmExpr *call);
TrmTerm trm_measure_spin(TrmBuilder *b, const TrmMeasure *m, const TrmExpr *call);
TrmTerm trm_measure_acceleration(TrmBuilder *b, const TrmMeasure *m, const TrmExpr *call);
TrmTerm trm_measure_spin_rate(TrmBuilder *b, const TrmMeasure *m, const TrmExpr *call);
TrmTerm trm_measure_axis_angle(TrmBuilder *b, const TrmMeasure *m, const TrmExpr *call);
TrmTerm trm_measure_euler(TrmBuilder *b, const TrmMeasure *m, const TrmExpr *call);
TrmTerm trm_measure_yaw(TrmBuilder *b, const TrmMeasure *m, const TrmExpr *call);
TrmTerm trm_measure_joint(TrmBuilder *b, const TrmMeasure *m, const TrmExpr *call);
TrmTerm trm_measure_element(TrmBuilder *b, const TrmMeasure *m, const TrmExpr *call);
TrmTerm trm_measure_force(TrmBuilder *b, const TrmMeasure *m, const TrmExpr *call);
TrmTerm trm_measure_parameter(TrmBuilder *b, const TrmMeasure *m, const TrmExpr *call);
TrmTerm trm_measure_variable(TrmBuilder *b, const TrmMeasure *m, const TrmExpr *call);
TrmTerm trm_measure_spline(TrmBuilder *b, const TrmMeasure *m, const TrmExpr *call);
TrmTerm trm_measure_table(TrmBuilder *b, const TrmMeasure *m, const TrmExpr *call);
TrmTerm trm_measure_noise(TrmBuilder *b, const TrmMeasure *m, const TrmExpr *call);

/* Noise of time: a cubic through seeded random values at whole multiples of 1/rate. */
typedef struct TrmNoise {
  double seed, rate;
} TrmNoise;
void trm_noise_kernel(TrmKernel *k);

/* A spline at a derivative order. */
typedef struct TrmLookup {
  const TrmSpline *spline;
  int order;
} TrmLookup;
void trm_lookup_kernel(TrmKernel *k);

#endif
