/* SPDX-License-Identifier: Apache-2.0
 *
 * Bars: n of 1 m and 0.5 kg in a row over a span, hinged to each other and to the ground.
 */
#ifndef TRM_TESTS_BARS_H
#define TRM_TESTS_BARS_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The model where bar i leans by first + (i + 1/2) turn; to be freed. */
static inline char *bars_model(int n, double first, double turn, double span) {
  size_t room = 400 * (size_t)n + 2000, used = 0;
  char *text = malloc(room);
  double x = 0, y = 0;
  if (!text) return NULL;
  used += (size_t)snprintf(text, room, "trammel: 1\nplanar: true\ngravity: [0, -10]\nbodies:\n");
  for (int i = 0; i < n; i++) {
    double lean = first + (i + 0.5) * turn;
    used += (size_t)snprintf(text + used, room - used,
                             "  b%d: {at: [%.17g, %.17g], angle: %.17g, mass: 0.5, inertia: 0.05, "
                             "markers: {l: [-0.5, 0], r: [0.5, 0]}}\n",
                             i, x + cos(lean) / 2, y + sin(lean) / 2, lean);
    x += cos(lean);
    y += sin(lean);
  }
  used += (size_t)snprintf(text + used, room - used,
                           "  ground: {markers: {l: [0, 0], r: [%.17g, 0]}}\n"
                           "joints:\n  j0: {revolute: [ground.l, b0.l]}\n",
                           span);
  for (int i = 1; i < n; i++)
    used += (size_t)snprintf(text + used, room - used, "  j%d: {revolute: [b%d.r, b%d.l]}\n", i,
                             i - 1, i);
  snprintf(text + used, room - used, "  j%d: {revolute: [b%d.r, ground.r]}\n", n, n - 1);
  return text;
}

#endif
