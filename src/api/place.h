/* SPDX-License-Identifier: Apache-2.0
 *
 * What the calls about linear models need of an analysis.
 */
#ifndef TRM_API_PLACE_H
#define TRM_API_PLACE_H

#include "analysis/linearize.h"
#include "trammel/analysis.h"

typedef struct TrmLinearPlace {
  TrmMechanism *m;
  TrmArena *arena; /* of the linear model */
  TrmLinear *linear;
} TrmLinearPlace;

/* The place of the linear model in an analysis. */
TrmLinearPlace *trm_analysis_place(TrmAnalysis *analysis);

#endif
