/* SPDX-License-Identifier: Apache-2.0
 *
 * The ladder of loops of the benchmarks: uprights on hinges of the ground, rungs between them.
 */
#ifndef TRM_BENCH_LADDER_H
#define TRM_BENCH_LADDER_H

#include <stdio.h>

/* The sections bodies and joints; `level` is the inertia of rungs. */
static void write_loops(FILE *out, int loops, int planar, const char *level) {
  const char *z = planar ? "" : ", 0", *axis = planar ? "" : ", axis: z";
  const char *up = planar ? "1/12" : "[1/12, 1e-3, 1/12]";
  fputs("bodies:\n", out);
  for (int i = 0; i <= loops; i++)
    fprintf(out, "  u%d: {at: [%d, 0.5%s], mass: 1, inertia: %s}\n", i, i, z, up);
  for (int i = 1; i <= loops; i++)
    fprintf(out, "  h%d: {at: [%g, 1%s], mass: 1, inertia: %s}\n", i, i - 0.5, z, level);
  fputs("joints:\n", out);
  for (int i = 0; i <= loops; i++)
    fprintf(out, "  a%d: {revolute: [ground, u%d], at: [%d, 0%s]%s}\n", i, i, i, z, axis);
  for (int i = 1; i <= loops; i++)
    fprintf(out,
            "  b%d: {revolute: [u%d, h%d], at: [%d, 1%s]%s}\n"
            "  c%d: {revolute: [u%d, h%d], at: [%d, 1%s]%s}\n",
            i, i - 1, i, i - 1, z, axis, i, i, i, i, z, axis);
}

#endif
