/* SPDX-License-Identifier: Apache-2.0
 *
 * Pace: counting in windows.
 */
#include "analysis/pace.h"

void trm_pace_begin(TrmPace *pace, size_t window, double most, double t) {
  *pace = (TrmPace){.window = window, .most = most, .since = t};
}

int trm_pace_hopeless(TrmPace *pace, size_t count, double t, double until) {
  if (count - pace->began < pace->window) return 0;
  double gone = t - pace->since, left = until - t;
  pace->needed = (double)(count - pace->began) * left / gone;
  pace->slow = pace->needed < pace->most ? 0 : pace->slow + 1;
  pace->began = count;
  pace->since = t;
  return pace->slow > 1;
}
