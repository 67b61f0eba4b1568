/* SPDX-License-Identifier: Apache-2.0
 *
 * Plots of modes: over a parameter, the frequencies at which they swing (Campbell) and the paths of
 * their eigenvalues (root locus); of one linear model, its eigenvalues.
 */
#ifndef TRM_WRITE_MODE_PLOTS_H
#define TRM_WRITE_MODE_PLOTS_H

#include "write/plot.h"

typedef struct TrmModeCurves {
  const char *model, *parameter;
  const double *values; /* of the parameter */
  size_t count, modes;  /* values, modes */
  const char *const *labels;
  const double *const *re, *const *im; /* of each mode at each value; NaN: it is not there */
  const double *orders;                /* multiples of the parameter that are drawn */
  size_t order_count;
  double turns; /* of one of the parameter, in 1/s */
} TrmModeCurves;

/* Make the Campbell diagram and the root locus; only inside a guard. */
void trm_mode_plots(const TrmModeCurves *curves, TrmArena *arena, TrmPlot plots[2]);

/* Make the plane of `count` eigenvalues and their mirror images; only inside a guard. */
void trm_mode_plane(const double *re, const double *im, size_t count, TrmArena *arena,
                    TrmPlot *plot);

#endif
