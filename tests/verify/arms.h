/* SPDX-License-Identifier: Apache-2.0
 *
 * Arms: a row of suspension arms in bushings of 1e7 N/m, as a model that is stiff.
 */
#ifndef TRM_TESTS_ARMS_H
#define TRM_TESTS_ARMS_H

#include "check.h"

enum { PAIRS = CHECK_ROUNDS(15) };

/* arms in bushings on the ground, each with a carrier on a hinge, sprung to ground and neighbours
 */
static inline char *row_of_arms(void) {
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&text, &length);
  fputs("trammel: 1\ngravity: [0, 0, -9.81]\nbodies:\n", out);
  for (int i = 0; i < PAIRS; i++) {
    double x = 0.5 * i, mass = 18 + 0.5 * i;
    fprintf(out, "  arm%d: {at: [%g, 0.2, 0], mass: 0.6, inertia: [9e-3, 1e-3, 9e-3]}\n", i, x);
    fprintf(out, "  carrier%d: {at: [%g, 0.4, 0.05], mass: %g, inertia: [0.3, 0.2, 0.25]}\n", i, x,
            mass);
  }
  fputs("joints:\n", out);
  for (int i = 0; i < PAIRS; i++)
    fprintf(out, "  hinge%d: {revolute: [arm%d, carrier%d], at: [%g, 0.4, 0], axis: x}\n", i, i, i,
            0.5 * i);
  fputs("forces:\n", out);
  for (int i = 0; i < PAIRS; i++) {
    double x = 0.5 * i;
    fprintf(out,
            "  bush%d: {bushing: [ground, arm%d], at: [%g, 0, 0], k: 1e7, c: 2e4, "
            "kt: [20, 2e5, 2e5], ct: [0.5, 300, 300]}\n",
            i, i, x);
    fprintf(out,
            "  strut%d: {spring: [ground, carrier%d], from: [%g, 0.3, 0.5], to: [%g, 0.4, 0.1], "
            "k: 2e4, c: 900}\n",
            i, i, x, x);
    fprintf(out,
            "  stay%d: {bushing: [arm%d, carrier%d], at: [%g, 0.4, 0], k: 0, kt: [900, 0, 0], "
            "ct: [40, 0, 0]}\n",
            i, i, i, x);
    if (i)
      fprintf(out,
              "  tie%d: {spring: [carrier%d, carrier%d], from: [%g, 0.4, 0.1], "
              "to: [%g, 0.45, 0.1], k: 6e3, c: 60}\n",
              i, i - 1, i, x - 0.5, x);
  }
  fclose(out);
  return text;
}

#endif
