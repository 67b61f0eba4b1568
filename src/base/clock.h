/* SPDX-License-Identifier: Apache-2.0
 *
 * Clock: seconds that never go back, for statistics only; no result depends on them.
 */
#ifndef TRM_BASE_CLOCK_H
#define TRM_BASE_CLOCK_H

#include <time.h>

static inline double trm_clock(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

#endif
