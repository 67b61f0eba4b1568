/* SPDX-License-Identifier: Apache-2.0
 *
 * Analyses: what `simulate` lists, with its times in SI.
 */
#include "compile/compiler.h"
#include <math.h>
#include <string.h>

static double read_time(Compiler *c, const TrmItem *item, const char *key) {
  const TrmParam *param = trm_type_param(item->type, key);
  const TrmValue *value = param ? trm_item_value(item, key) : NULL;
  double si = 0;
  return value && trm_compile_number(c, param, value, item->type->name, &si) ? si : 0;
}

void trm_compile_analyses(Compiler *c) {
  TrmSystem *system = c->system;
  const TrmValue *list = trm_item_value(c->model->root, "simulate");
  if (!list || list->form != TRM_FORM_LIST) return;
  system->runs = trm_arena_array(c->arena, list->count, sizeof *system->runs);
  /* the walk through all values reports what is wrong with them */
  int quiet = c->quiet;
  c->quiet = 1;
  for (unsigned i = 0; i < list->count; i++) {
    const TrmItem *item = list->list[i].form == TRM_FORM_ITEM ? list->list[i].item : NULL;
    if (!item) continue;
    TrmRun *run = &system->runs[system->run_count++];
    run->item = item;
    run->until = read_time(c, item, "until");
    run->every = read_time(c, item, "every");
    double steps = read_time(c, item, "steps");
    run->steps = steps >= 1 && steps <= 1e9 ? (size_t)steps : 0;
    const TrmValue *weights =
        trm_type_param(item->type, "weights") ? trm_item_value(item, "weights") : NULL;
    run->by_inertia =
        weights && weights->form == TRM_FORM_TEXT && strcmp(weights->text, "inertia") == 0;
  }
  c->quiet = quiet;
}
