/* SPDX-License-Identifier: Apache-2.0
 *
 * The list of events.
 */
#include "analysis/happened.h"
#include <string.h>

void trm_happened_add(TrmHappened *happened, double time, TrmHappeningKind kind, const char *name) {
  TrmHappening one = {time, kind, name};
  TRM_PUSH(happened->arena, happened->list, happened->count, happened->capacity, one);
  for (size_t i = happened->count - 1; i > 0 && happened->list[i - 1].time > time; i--) {
    happened->list[i] = happened->list[i - 1];
    happened->list[i - 1] = one;
  }
}

const char *trm_happening_word(TrmHappeningKind kind) {
  static const char *const words[] = {"stick", "slip", "impact", "contact", "separation",
                                      "slack", "taut", "limit",  "user"};
  return kind <= TRM_HAPPENED_USER ? words[kind] : "";
}

/* sections whose elements have events, and how far apart their numbers are */
static const char *const sections[] = {"joints", "events",  "contacts",
                                       "forces", "motions", "constraints"};
enum { SECTIONS = sizeof sections / sizeof *sections, APART = 10000000, EACH = 3 };

static double number_of(const TrmModel *model, const char *name) {
  for (size_t s = 0; s < SECTIONS; s++) {
    size_t count;
    TrmItem *const *items = trm_model_section(model, sections[s], &count);
    for (size_t i = 0; i < count; i++)
      if (items[i]->name == name) return (double)(s * APART + i);
  }
  return -1;
}

size_t trm_happened_memory(void) {
  return 1 + EACH * TRM_HAPPENED_KEPT;
}

void trm_happened_save(const TrmHappened *happened, const TrmModel *model, double *memory) {
  size_t count = happened->count < TRM_HAPPENED_KEPT ? happened->count : TRM_HAPPENED_KEPT;
  memset(memory, 0, trm_happened_memory() * sizeof *memory);
  *memory++ = (double)count;
  for (size_t i = 0; i < count; i++, memory += EACH) {
    memory[0] = happened->list[i].time;
    memory[1] = (double)happened->list[i].kind;
    memory[2] = number_of(model, happened->list[i].name);
  }
}

void trm_happened_load(TrmHappened *happened, const TrmModel *model, const double *memory) {
  size_t saved = (size_t)*memory++;
  happened->count = 0;
  for (size_t i = 0; i < saved && i < TRM_HAPPENED_KEPT; i++, memory += EACH) {
    size_t number = memory[2] >= 0 ? (size_t)memory[2] : 0, count;
    if (memory[2] < 0 || number / APART >= SECTIONS) continue;
    TrmItem *const *items = trm_model_section(model, sections[number / APART], &count);
    if (number % APART >= count) continue;
    trm_happened_add(happened, memory[0], (TrmHappeningKind)memory[1], items[number % APART]->name);
  }
}
