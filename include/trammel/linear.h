/* SPDX-License-Identifier: Apache-2.0
 *
 * The linear model about a state of an analysis: with S positions, W = S' rates and z differential
 * states, x = (S, W, z),
 *   x' = A x + B u,   y = C x + D u,   M W' + C W + K S = f.
 * Lengths and angles are in the model's units, times in s, energies in its force by its length.
 */
#ifndef TRAMMEL_LINEAR_H
#define TRAMMEL_LINEAR_H

#include "trammel/analysis.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Matrices stand by rows. Everything belongs to the analysis and lasts until it is linearised again
 * or freed. */
typedef struct TrmLinearReport {
  size_t positions, rates, states, order; /* order: the sum of the three */
  size_t inputs, outputs, added;          /* added: internal coordinates beside those asked for */
  size_t dropped;                         /* coordinates asked for and not used */
  double time;                            /* s */
  double size;                            /* of the model, a typical length, m */
  double acceleration;                    /* the largest beside that of the frame, m/s^2 */
  const char *frame;
  const double *A, *B, *C, *D;             /* order x order, x inputs; outputs x order, x inputs;
                                              NULL, as M and K, of a large model */
  const double *M, *damping, *K;           /* rates x rates, x rates, x positions */
  const char *const *names, *const *units; /* of x */
  size_t values;                           /* eigenvalues that were found: order, or fewer */
  const double *re, *im;                   /* eigenvalues, 1/s, ascending by size; of a pair the
                                              one with im > 0 first */
} TrmLinearReport;

/* Linearise about the state of the analysis, as entry `entry` (from 0) of the model's `simulate`
 * says; less than 0: as its first `linearize` does, if there is one. */
TrmStatus trm_analysis_linearize(TrmAnalysis *analysis, int entry, TrmLog *log);

/* The same with options; NULL: as above. Of a model with more states than `dense`, the modes of
 * lowest frequency are found from sparse equations, and no matrices. The numbers do not depend on
 * how many threads there are. */
typedef struct TrmLinearOptions {
  size_t modes;   /* wanted, those of lowest frequency; 0: all, or 20 of a large model */
  size_t dense;   /* 0: 2000 */
  size_t threads; /* 0: one */
} TrmLinearOptions;
TrmStatus trm_analysis_linearize_with(TrmAnalysis *analysis, int entry,
                                      const TrmLinearOptions *options, TrmLog *log);

/* What was found; all zero before. */
void trm_analysis_linear(const TrmAnalysis *analysis, TrmLinearReport *report);

/* Names and units of inputs and outputs; NULL past the last one. A coordinate that was dropped, and
 * why. */
const char *trm_linear_input(const TrmAnalysis *analysis, size_t index, const char **unit);
const char *trm_linear_output(const TrmAnalysis *analysis, size_t index, const char **unit);
const char *trm_linear_dropped(const TrmAnalysis *analysis, size_t index, const char **why);

/* One mode. Of each body, in ground axes, move and turn (m, rad), real parts, then imaginary ones:
 * its place goes as r + a Re(move e^(i p)), its axes turn by a Re(turn e^(i p)) about ground's. The
 * largest move, or turn times a typical arm, is 1 and real. Energies in parts of their sum. */
typedef struct TrmMode {
  double re, im, frequency_hz, damping_ratio;
  double half;  /* s until it has halved; negative: until it has doubled; infinite: neither */
  double whirl; /* 1: bodies go round as they spin, -1: the other way, 0: in a plane */
  size_t bodies, elements;
  const double *shape;                          /* 12 numbers a body */
  const double *kinetic, *strain, *dissipation; /* bodies; elements; elements */
} TrmMode;

/* The mode of eigenvalue `index`; what it points to lasts until the next call. */
TrmStatus trm_analysis_mode(TrmAnalysis *analysis, size_t index, TrmMode *mode);

/* Move the nonlinear model along a mode by 1e-4 of the model's size and follow it for half a turn
 * of the phase: how far it is off what the linear model says, in parts of the amplitude; NaN where
 * nothing swings or decays. */
TrmStatus trm_analysis_verify(TrmAnalysis *analysis, size_t index, double *error, TrmLog *log);

/* Name of a body, and of an element, of which the last are joints under load; NULL past the end. */
const char *trm_linear_body(const TrmAnalysis *analysis, size_t index);
const char *trm_linear_element(const TrmAnalysis *analysis, size_t index);

/* The response y/u at a frequency in Hz: outputs x inputs, real and imaginary part one after the
 * other; TRM_FAILED at a pole. The gain at rest, outputs x inputs; TRM_FAILED with a pole at zero.
 * These and the zeros are TRM_BAD_USAGE without matrices. */
TrmStatus trm_analysis_response(TrmAnalysis *analysis, double hz, double *out);
TrmStatus trm_analysis_gain(TrmAnalysis *analysis, double *out);

/* The zeros of one output to one input, into re[order] and im[order]. */
TrmStatus trm_analysis_zeros(TrmAnalysis *analysis, size_t output, size_t input, double *re,
                             double *im, size_t *count);

#ifdef __cplusplus
}
#endif
#endif
