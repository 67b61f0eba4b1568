/* SPDX-License-Identifier: Apache-2.0
 *
 * The modes of a linear model over the values of a parameter, followed by their shapes.
 */
#ifndef TRM_CLI_SWEEP_LINEAR_H
#define TRM_CLI_SWEEP_LINEAR_H

#include "cli/linear.h"

/* A mode at one value: eigenvalue with the sign it is followed by, and shape */
typedef struct TrmModePoint {
  double re, im, whirl;
  size_t mover;  /* the body with most of the kinetic energy; SIZE_MAX: none moves */
  double *shape; /* real and imaginary part of each component */
} TrmModePoint;

/* A mode through all values */
typedef struct TrmModeTrack {
  TrmModePoint *points;
  unsigned char *there;
  TrmModePoint last;
} TrmModeTrack;

typedef struct TrmModeSweep {
  TrmRequest *request;
  TrmLinearOptions options;
  const char *name; /* of the parameter */
  double from, to, *values;
  size_t count, tracks, parts;
  TrmModeTrack *track;
  double size; /* arm of turns */
  /* for the result file: of the first value what a file says of a model, bodies, unit of length;
   * of each value the poses of the bodies */
  const char *model_name, *model_text, *picture, *length;
  double metres; /* that a unit of length has */
  const char **bodies;
  size_t body_count;
  double **poses;
  double *orders, turns; /* multiples of the parameter to be drawn, and turns/s of a unit of it */
  size_t order_count;
} TrmModeSweep;

/* sweep_linear_files.c: keep what the files need of the model at value number `at`. */
void trm_mode_sweep_keep(TrmModeSweep *sweep, TrmAnalysis *analysis, const TrmSystem *system,
                         size_t at);

/* Read --orders; 0 after a message. */
int trm_mode_sweep_orders(TrmModeSweep *sweep);

/* "2 rotor, forward": the number of a track, what moves most in it, which way it goes round. */
const char *trm_mode_sweep_label(const TrmModeSweep *sweep, size_t track);

/* The result file of -o and the picture of --plot, where they are wanted. */
TrmStatus trm_mode_sweep_files(const TrmModeSweep *sweep, TrmLog *log);

#endif
