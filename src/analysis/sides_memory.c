/* SPDX-License-Identifier: Apache-2.0
 *
 * Memory of the engine of one-sided conditions: what goes on in a run that is kept and resumed.
 */
#include "analysis/sides_data.h"
#include "system/switches.h"
#include <string.h>

/* numbers that go on, and of each condition, friction and row */
enum { NUMBERS = 5, OF_SIDE = 4, OF_FRICTION = 7, OF_ROW = 2, OF_SWITCH = 2 };

size_t trm_sides_memory(const TrmSides *s) {
  if (!s) return 0;
  const TrmEquations *eq = s->eq;
  return NUMBERS + OF_SIDE * eq->side_count + OF_FRICTION * eq->dry_count +
         OF_ROW * (eq->switches ? eq->wide_rows : 0) + OF_SWITCH * eq->switch_count +
         eq->system->force_count;
}

void trm_sides_save(const TrmSides *s, double *memory) {
  if (!s) return;
  const TrmState *state = s->flow->state;
  const double numbers[NUMBERS] = {s->most[0], s->most[1], s->press, s->most_slide, s->fresh};
  memcpy(memory, numbers, sizeof numbers);
  memory += NUMBERS;
  for (size_t i = 0; i < s->eq->side_count; i++, memory += OF_SIDE) {
    memory[0] = s->mode[i];
    memory[1] = s->kept[i];
    memory[2] = s->noise[i];
    memory[3] = s->left_at[i];
  }
  for (size_t j = 0; j < s->eq->dry_count; j++, memory += OF_FRICTION) {
    memory[0] = s->rub->mode[j];
    memory[1] = s->slack[j];
    memory[2] = s->stuck[j];
    memcpy(memory + 3, s->rub->direction[j], sizeof s->rub->direction[j]);
    memory[6] = s->rub->began[j];
  }
  for (size_t i = 0; state->off && i < s->eq->wide_rows; i++, memory += OF_ROW) {
    memory[0] = state->off[i];
    memory[1] = state->shift[i];
  }
  for (size_t i = 0; i < s->eq->switch_count; i++, memory += OF_SWITCH) {
    memory[0] = s->override[i];
    memory[1] = s->on[i];
  }
  for (size_t i = 0; i < s->eq->system->force_count; i++) *memory++ = state->idle[i];
}

void trm_sides_load(TrmSides *s, const double *memory) {
  if (!s) return;
  TrmState *state = s->flow->state;
  s->most[0] = memory[0];
  s->most[1] = memory[1];
  s->press = memory[2];
  s->most_slide = memory[3];
  s->fresh = memory[4] != 0;
  memory += NUMBERS;
  for (size_t i = 0; i < s->eq->side_count; i++, memory += OF_SIDE) {
    s->mode[i] = (unsigned char)memory[0];
    s->kept[i] = memory[1];
    s->noise[i] = memory[2];
    s->left_at[i] = memory[3];
  }
  for (size_t j = 0; j < s->eq->dry_count; j++, memory += OF_FRICTION) {
    s->rub->mode[j] = (unsigned char)memory[0];
    s->slack[j] = memory[1];
    s->stuck[j] = memory[2] != 0;
    memcpy(s->rub->direction[j], memory + 3, sizeof s->rub->direction[j]);
    s->rub->began[j] = memory[6];
  }
  for (size_t i = 0; state->off && i < s->eq->wide_rows; i++, memory += OF_ROW) {
    state->off[i] = memory[0] != 0;
    state->shift[i] = memory[1];
  }
  for (size_t i = 0; i < s->eq->switch_count; i++, memory += OF_SWITCH) {
    s->override[i] = (unsigned char)memory[0];
    s->on[i] = memory[1] != 0;
  }
  for (size_t i = 0; i < s->eq->system->force_count; i++) state->idle[i] = (unsigned char)*memory++;
}
