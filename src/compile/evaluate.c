/* SPDX-License-Identifier: Apache-2.0
 *
 * Evaluate: a number as written becomes a number in SI: its expression worked out over the
 * parameters, its units checked against the parameter's, its range judged.
 */
#include "compile/compiler.h"
#include <math.h>
#include <string.h>

TrmLog *trm_compile_log(const Compiler *c) {
  return c->quiet ? NULL : c->log;
}

/* "mass of 'rod'", or the key alone where there is no name */
static const char *called(const Compiler *c, const TrmParam *param, const char *object) {
  return object ? trm_arena_printf(c->arena, "%s of '%s'", param->key, object) : param->key;
}

/* "more than 0 kg", "between 0 and 1", in the model's units */
static const char *range_text(const Compiler *c, const TrmParam *param, double scale,
                              const char *unit) {
  const char *low = param->flags & TRM_ABOVE_LOW ? "more than" : "at least";
  const char *high = param->flags & TRM_BELOW_HIGH ? "less than" : "at most";
  const char *space = *unit ? " " : "";
  if (isinf(param->high))
    return trm_arena_printf(c->arena, "%s %g%s%s", low, param->low / scale, space, unit);
  if (isinf(param->low))
    return trm_arena_printf(c->arena, "%s %g%s%s", high, param->high / scale, space, unit);
  if (param->low >= param->high)
    return trm_arena_printf(c->arena, "%g%s%s", param->low / scale, space, unit);
  return trm_arena_printf(c->arena, "%s %g and %s %g%s%s", low, param->low / scale, high,
                          param->high / scale, space, unit);
}

void trm_compile_range(Compiler *c, const TrmParam *param, TrmPlace place, const char *object,
                       double si) {
  if (c->unranged || !(param->flags & TRM_LIMITED)) return;
  int low = param->flags & TRM_ABOVE_LOW ? si > param->low : si >= param->low;
  int high = param->flags & TRM_BELOW_HIGH ? si < param->high : si <= param->high;
  if (low && high) return;
  const TrmUnits *units = &c->system->units;
  double scale = trm_units_scale(units, param->dimension);
  char unit[64];
  trm_dimension_format(units, param->dimension, unit, sizeof unit);
  trm_log_add(trm_compile_log(c), TRM_E_OUT_OF_RANGE, place, object, "%s is %g%s%s; it must be %s",
              called(c, param, object), si / scale, *unit ? " " : "", unit,
              range_text(c, param, scale, unit));
  if (si == 0 && strcmp(param->key, "mass") == 0)
    trm_log_hint(trm_compile_log(c), "a part without mass is none for forces: make it markers of a "
                                     "neighbour, or leave `mass` out where motions alone move it");
}

static int is_pure(TrmDimension d) {
  return trm_dimension_same(d, (TrmDimension)TRM_DIMENSIONLESS);
}

/* units in the value that say it is another quantity */
static void check_dimension(Compiler *c, const TrmParam *param, TrmPlace place, const char *object,
                            const TrmConstant *constant) {
  const TrmUnits *units = &c->system->units;
  if (!constant->has_dimension || is_pure(param->dimension)) return;
  if (trm_dimension_compatible(units, constant->dimension, param->dimension)) return;
  char found[64], wanted[64];
  trm_dimension_format(units, constant->dimension, found, sizeof found);
  trm_dimension_format(units, param->dimension, wanted, sizeof wanted);
  trm_log_add(trm_compile_log(c), TRM_W_VALUE_DIMENSION, place, object,
              "%s is in %s, but this value is in %s", called(c, param, object), wanted,
              *found ? found : "no unit");
}

int trm_compile_number(Compiler *c, const TrmParam *param, const TrmValue *value,
                       const char *object, double *si) {
  TrmConstant constant;
  *si = 0;
  if (!trm_parameters_number(c->parameters, value, trm_compile_log(c), &constant)) return 0;
  check_dimension(c, param, value->place, object, &constant);
  *si = constant.value * trm_units_scale(&c->system->units, param->dimension);
  if (param->kind == TRM_KIND_INTEGER && constant.value != floor(constant.value))
    trm_log_add(trm_compile_log(c), TRM_E_NOT_WHOLE, value->place, object,
                "%s is %g; it must be a whole number", called(c, param, object), constant.value);
  trm_compile_range(c, param, value->place, object, *si);
  return 1;
}

int trm_compile_list(Compiler *c, const TrmParam *param, const TrmValue *value, const char *object,
                     double *si, size_t most, size_t *count) {
  const TrmValue *list = value->form == TRM_FORM_LIST ? value->list : value;
  size_t given = value->form == TRM_FORM_LIST ? value->count : 1;
  int good = given <= most;
  *count = given < most ? given : most;
  for (size_t i = 0; i < *count; i++)
    good &= trm_compile_number(c, param, &list[i], object, &si[i]);
  return good;
}

/* each group has an address of its own to stand for it in the map */
static const char groups[GROUP_JOINT + 1];

int trm_compile_index(const Compiler *c, Group group, const char *name) {
  const size_t *number = trm_map_get(c->numbers, &groups[group], name);
  return number ? (int)*number : -1;
}

void trm_compile_register(Compiler *c, Group group, const char *name, size_t index) {
  size_t *number = trm_arena_alloc(c->arena, sizeof *number);
  *number = index;
  trm_map_put(c->numbers, &groups[group], name, number);
}
