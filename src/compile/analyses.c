/* SPDX-License-Identifier: Apache-2.0
 *
 * Analyses: what `simulate` lists, with its times in SI.
 */
#include "compile/compiler.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* a number of the analysis in SI, 0 when it is not given */
static double read_number(Compiler *c, const TrmItem *item, const char *key) {
  const TrmParam *param = trm_type_param(item->type, key);
  const TrmValue *value = param ? trm_item_value(item, key) : NULL;
  double si = 0;
  return value && trm_compile_number(c, param, value, item->type->name, &si) ? si : 0;
}

static const char *read_word(const TrmItem *item, const char *key) {
  const TrmValue *value = trm_type_param(item->type, key) ? trm_item_value(item, key) : NULL;
  return value && value->form == TRM_FORM_TEXT ? value->text : NULL;
}

/* numerical damping: 1 - spectral radius of the fastest motions, which of hht is (1 + alpha)/(1 -
 * alpha); negative: none; 0: nothing is said */
static double read_damping(Compiler *c, const TrmItem *item, const char *integrator) {
  int hht = integrator && strcmp(integrator, "hht") == 0;
  const char *key = hht ? "alpha" : "spectral_radius";
  if (!trm_type_param(item->type, key) || !trm_item_value(item, key)) return 0;
  double value = read_number(c, item, key);
  double damping = hht ? -2 * value / (1 - value) : 1 - value;
  return damping > 0 ? damping : -1;
}

/* how a dynamics analysis is to be computed */
static void read_method(Compiler *c, const TrmItem *item, TrmRun *run) {
  const TrmParam *param = trm_type_param(item->type, "baumgarte");
  const TrmValue *feedback = param ? trm_item_value(item, "baumgarte") : NULL;
  run->integrator = read_word(item, "integrator");
  run->formulation = read_word(item, "formulation");
  run->solver = read_word(item, "solver");
  run->tolerance = read_number(c, item, "tolerance");
  run->absolute_tolerance = read_number(c, item, "absolute_tolerance");
  run->step = read_number(c, item, "step");
  run->max_step = read_number(c, item, "max_step");
  run->min_step = read_number(c, item, "min_step");
  run->max_order = read_number(c, item, "max_order");
  run->penalty = read_number(c, item, "penalty");
  run->omega = read_number(c, item, "omega");
  run->mu = read_number(c, item, "mu");
  run->damping = read_damping(c, item, run->integrator);
  if (!feedback || feedback->form != TRM_FORM_LIST || feedback->count != 2) return;
  trm_compile_number(c, param, &feedback->list[0], item->type->name, &run->alpha);
  trm_compile_number(c, param, &feedback->list[1], item->type->name, &run->beta);
}

static int ascending(const void *a, const void *b) {
  double p = *(const double *)a, q = *(const double *)b;
  return p < q ? -1 : p > q;
}

/* times of linear models */
static void read_times(Compiler *c, const TrmItem *item, TrmRun *run) {
  const TrmParam *param = trm_type_param(item->type, "times");
  const TrmValue *value = param ? trm_item_value(item, "times") : NULL;
  if (!value) return;
  size_t most = value->form == TRM_FORM_LIST ? value->count : 1;
  run->times = trm_arena_array(c->arena, most + 1, sizeof *run->times);
  if (!trm_compile_list(c, param, value, item->type->name, run->times, most, &run->time_count))
    run->time_count = 0;
  if (run->time_count) qsort(run->times, run->time_count, sizeof *run->times, ascending);
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
    run->until = read_number(c, item, "until");
    run->every = read_number(c, item, "every");
    double steps = read_number(c, item, "steps");
    run->steps = steps >= 1 && steps <= 1e9 ? (size_t)steps : 0;
    read_method(c, item, run);
    read_times(c, item, run);
    double iterations = read_number(c, item, "iterations");
    run->iterations = iterations >= 1 && iterations <= 1e9 ? (size_t)iterations : 0;
    const TrmValue *stable =
        trm_type_param(item->type, "stable") ? trm_item_value(item, "stable") : NULL;
    run->stable = stable && stable->form == TRM_FORM_FLAG && stable->number != 0;
    const TrmValue *weights =
        trm_type_param(item->type, "weights") ? trm_item_value(item, "weights") : NULL;
    run->by_inertia =
        weights && weights->form == TRM_FORM_TEXT && strcmp(weights->text, "inertia") == 0;
  }
  c->quiet = quiet;
}
