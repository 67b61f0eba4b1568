/* SPDX-License-Identifier: Apache-2.0
 *
 * Selection of signals by a list of names and patterns. In a pattern * stands for any characters
 * and ? for one.
 */
#include "base/journal.h"
#include "base/text.h"
#include "results/store.h"
#include <string.h>

/* an error that names the nearest signal, or where to find them */
static void unknown(const TrmSignal *all, size_t count, const char *pattern, TrmLog *log) {
  if (strpbrk(pattern, "*?")) {
    trm_log_add(log, TRM_E_RESULT_SIGNAL, TRM_NOWHERE, pattern, "no signal is like '%s'", pattern);
    return;
  }
  trm_log_add(log, TRM_E_RESULT_SIGNAL, TRM_NOWHERE, pattern, "there is no signal '%s'", pattern);
  TrmNearest nearest = trm_nearest(pattern);
  for (size_t i = 0; i < count; i++) trm_nearest_try(&nearest, all[i].name);
  if (nearest.best) trm_log_hint(log, "did you mean '%s'?", nearest.best);
}

/* a name as it stands, then as a pattern */
static int take(const TrmSignal *all, size_t all_count, const char *pattern, char *taken,
                size_t *signals, size_t *count) {
  int found = 0, pass = 0;
  for (; pass < 2 && !found; pass++) {
    for (size_t i = 0; i < all_count; i++) {
      if (pass == 0 ? strcmp(pattern, all[i].name) != 0 : !trm_text_fits(pattern, all[i].name))
        continue;
      found = 1;
      if (!taken[i]) signals[(*count)++] = i;
      taken[i] = 1;
    }
  }
  return found;
}

TrmStatus trm_signals_select(const TrmSignal *all, size_t all_count, const char *patterns,
                             TrmArena *arena, TrmLog *log, size_t **signals, size_t *count) {
  char *taken = trm_arena_alloc(arena, all_count);
  *signals = trm_arena_array(arena, all_count, sizeof **signals);
  *count = 0;
  if (all_count == 0) return TRM_OK;
  /* time is always first */
  (*signals)[(*count)++] = 0;
  taken[0] = 1;
  TrmStatus status = TRM_OK;
  if (!patterns || !*patterns) patterns = "*";
  while (*patterns) {
    size_t length = strcspn(patterns, ",");
    const char *start = patterns, *end = patterns + length;
    patterns = *end ? end + 1 : end;
    while (start < end && *start == ' ') start++;
    while (end > start && end[-1] == ' ') end--;
    if (start == end) continue;
    const char *pattern = trm_arena_copy(arena, start, (size_t)(end - start));
    if (take(all, all_count, pattern, taken, *signals, count)) continue;
    unknown(all, all_count, pattern, log);
    status = TRM_BAD_USAGE;
  }
  return status;
}

TrmStatus trm_result_select(const TrmResult *result, const char *patterns, TrmArena *arena,
                            TrmLog *log, size_t **signals, size_t *count) {
  return trm_signals_select(trm_result_signal(result, 0), trm_result_signals(result), patterns,
                            arena, log, signals, count);
}
