/* SPDX-License-Identifier: Apache-2.0
 *
 * Parameters: depth-first evaluation with three colours (not yet, being worked out, done), so that
 * a cycle is found where it closes and named whole.
 */
#include "catalog/parameter.h"
#include "base/map.h"
#include "model/fold.h"
#include <stdio.h>
#include <string.h>

typedef enum Progress { UNSEEN, OPEN, GOOD, BAD } Progress;

typedef struct Known {
  const TrmItem *item;
  struct Known *asked_by; /* the parameter whose expression led here */
  Progress progress;
  TrmConstant constant;
} Known;

struct TrmParameters {
  TrmArena *arena;
  const TrmModel *model;
  TrmUnits units;
  TrmMap *known;
  TrmFold *folded;
  size_t folded_count; /* parameters entered there so far */
  Known *current;      /* the one being worked out */
  unsigned depth;
};

enum { DEEPEST_CHAIN = 2000 };

/* the five bases in the order of TrmUnits */
static const char *const bases[] = {"length", "mass", "time", "force", "angle"};

TrmUnits trm_model_units(const TrmModel *model, TrmLog *log) {
  TrmUnits units = trm_units_mks();
  const TrmValue *value = trm_item_value(model->root, "units");
  if (!value || value->form != TRM_FORM_ITEM) return units;
  const TrmValue *system = trm_item_value(value->item, "system");
  if (system && system->form == TRM_FORM_TEXT && strcmp(system->text, "mmks") == 0)
    units = trm_units_mmks();
  for (size_t i = 0; i < sizeof bases / sizeof *bases; i++) {
    const TrmValue *unit = trm_item_value(value->item, bases[i]);
    if (!unit || unit->form != TRM_FORM_TEXT) continue;
    if (trm_units_set(&units, bases[i], unit->text)) continue;
    trm_log_add(log, TRM_E_UNKNOWN_UNIT, unit->place, unit->text, "'%s' is not a unit of %s",
                unit->text, bases[i]);
    TrmNearest nearest = trm_nearest(unit->text);
    const char *name;
    for (size_t k = 0; (name = trm_unit_at(k, NULL)); k++) {
      TrmUnits trial = units;
      if (trm_units_set(&trial, bases[i], name)) trm_nearest_try(&nearest, name);
    }
    if (nearest.best) trm_log_hint(log, "did you mean '%s'?", nearest.best);
  }
  return units;
}

TrmParameters *trm_parameters_new(TrmArena *arena, const TrmModel *model, TrmUnits units) {
  TrmParameters *parameters = trm_arena_alloc(arena, sizeof *parameters);
  parameters->arena = arena;
  parameters->model = model;
  parameters->units = units;
  parameters->known = trm_map_new(arena);
  parameters->folded = trm_fold_new(arena);
  return parameters;
}

/* name the members of a cycle that closes at `known` */
static void report_cycle(TrmParameters *parameters, Known *known, TrmLog *log) {
  char names[256] = "";
  size_t used = 0;
  for (Known *k = parameters->current; k && used < sizeof names - 1; k = k->asked_by) {
    int wrote =
        snprintf(names + used, sizeof names - used, "%s%s", used ? " <- " : "", k->item->name);
    used += wrote > 0 ? (size_t)wrote : 0;
    if (k == known) break;
  }
  trm_log_add(log, TRM_E_PARAMETER_CYCLE, known->item->place, known->item->name,
              "parameter '%s' depends on itself: %s <- %s", known->item->name, known->item->name,
              names);
}

static Known *known_for(TrmParameters *parameters, const TrmItem *item) {
  Known *known = trm_map_get(parameters->known, NULL, item->name);
  if (known && known->item == item) return known;
  known = trm_arena_alloc(parameters->arena, sizeof *known);
  known->item = item;
  trm_map_put(parameters->known, NULL, item->name, known);
  return known;
}

static int work_out(TrmParameters *parameters, const TrmItem *item, TrmLog *log,
                    TrmConstant *constant) {
  Known *known = known_for(parameters, item);
  if (known->progress == OPEN) {
    report_cycle(parameters, known, log);
    return -1;
  }
  if (known->progress == UNSEEN) {
    const TrmValue *value = trm_item_value(item, "value");
    known->progress = OPEN;
    known->asked_by = parameters->current;
    parameters->current = known;
    int good = 0;
    if (value && parameters->depth < DEEPEST_CHAIN) {
      parameters->depth++;
      good = trm_parameters_number(parameters, value, log, &known->constant);
      parameters->depth--;
    } else if (value) {
      trm_log_add(log, TRM_E_PARAMETER_CYCLE, item->place, item->name,
                  "parameter '%s' stands at the end of a chain of more than %d parameters",
                  item->name, DEEPEST_CHAIN);
    }
    parameters->current = known->asked_by;
    known->progress = good ? GOOD : BAD;
  }
  *constant = known->constant;
  return known->progress == GOOD ? 1 : -1;
}

/* a parameter spelt with other capitals; units keep their own spelling */
static const TrmItem *find_folded(TrmParameters *parameters, const char *name) {
  double si;
  TrmDimension dimension;
  if (trm_unit_find(name, &si, &dimension)) return NULL;
  size_t count;
  TrmItem *const *items = trm_model_section(parameters->model, "parameters", &count);
  for (; parameters->folded_count < count; parameters->folded_count++)
    trm_fold_add(parameters->folded, 0, items[parameters->folded_count]->name);
  const char *spelling = trm_fold_find(parameters->folded, 0, name);
  return spelling ? trm_model_find(parameters->model, "parameters", spelling) : NULL;
}

static int find(void *context, const char *name, TrmPlace place, TrmLog *log,
                TrmConstant *constant) {
  (void)place;
  TrmParameters *parameters = context;
  const TrmItem *item = trm_model_find(parameters->model, "parameters", name);
  if (!item) item = find_folded(parameters, name);
  return item ? work_out(parameters, item, log, constant) : 0;
}

static void suggest(void *context, TrmNearest *nearest) {
  const TrmParameters *parameters = context;
  size_t count;
  TrmItem *const *items = trm_model_section(parameters->model, "parameters", &count);
  for (size_t i = 0; i < count; i++) trm_nearest_try(nearest, items[i]->name);
}

TrmConstants trm_parameters_constants(TrmParameters *parameters) {
  return (TrmConstants){&parameters->units, find, suggest, parameters};
}

int trm_parameters_number(TrmParameters *parameters, const TrmValue *value, TrmLog *log,
                          TrmConstant *result) {
  *result = (TrmConstant){0};
  if (value->form == TRM_FORM_NUMBER) {
    result->value = value->number;
    return 1;
  }
  if (value->form != TRM_FORM_TEXT) return 0;
  const TrmExpr *expr = trm_expr_parse(parameters->arena, value->text, value->place, log);
  if (!expr) return 0;
  TrmConstants constants = trm_parameters_constants(parameters);
  return trm_expr_constant(expr, &constants, value->place, log, result);
}

void trm_parameters_check(TrmParameters *parameters, TrmLog *log) {
  size_t count;
  TrmItem *const *items = trm_model_section(parameters->model, "parameters", &count);
  TrmConstant constant;
  for (size_t i = 0; i < count; i++) work_out(parameters, items[i], log, &constant);
}
