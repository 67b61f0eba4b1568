/* SPDX-License-Identifier: Apache-2.0
 *
 * Splines: the numbers of a curve or a family of curves, from the model or from a CSV file.
 */
#include "compile/compiler.h"
#include "read/csv.h"
#include <string.h>

typedef struct Data {
  double *x, *y, *z;
  size_t nx, ny, nz;
} Data;

/* all numbers of a list parameter */
static int read_numbers(Compiler *c, const TrmItem *item, const char *key, double **out,
                        size_t *count) {
  const TrmValue *value = trm_item_value(item, key);
  *count = 0;
  if (!value || value->form != TRM_FORM_LIST) return 0;
  *out = trm_arena_array(c->arena, value->count, sizeof **out);
  return trm_compile_list(c, trm_type_param(item->type, key), value, item->name, *out, value->count,
                          count);
}

/* rows of the table one after the other, each as long as x */
static int read_table(Compiler *c, const TrmItem *item, Data *data) {
  const TrmValue *rows = trm_item_value(item, "table");
  if (rows->form != TRM_FORM_LIST) return 0;
  data->y = trm_arena_array(c->arena, rows->count * data->nx, sizeof *data->y);
  for (unsigned i = 0; i < rows->count; i++) {
    size_t count = 0;
    const TrmValue *row = &rows->list[i];
    if (!trm_compile_list(c, trm_type_param(item->type, "table"), row, item->name,
                          data->y + i * data->nx, data->nx, &count) ||
        count != data->nx) {
      trm_log_add(trm_compile_log(c), TRM_E_SPLINE_DATA, row->place, item->name,
                  "row %u of spline '%s' must have as many values as x, %zu", i + 1, item->name,
                  data->nx);
      return 0;
    }
  }
  data->ny = rows->count * data->nx;
  return 1;
}

static void form_error(Compiler *c, const TrmItem *item) {
  trm_log_add(trm_compile_log(c), TRM_E_SPLINE_FORM, item->place, item->name,
              "spline '%s' must be {x, y}, {x, z, table} or {file, columns}", item->name);
}

/* the numbers, in whichever form they were given; 0 after an error */
static int read_data(Compiler *c, const TrmItem *item, Data *data) {
  int x = trm_item_value(item, "x") != NULL, y = trm_item_value(item, "y") != NULL;
  int z = trm_item_value(item, "z") != NULL, table = trm_item_value(item, "table") != NULL;
  const TrmValue *file = trm_item_value(item, "file");
  data->nz = 1;
  if (trm_item_damaged(item)) return 0;
  if (file && !x && !y && !z && !table) {
    const TrmValue *columns = trm_item_value(item, "columns");
    double *found[2];
    if (!trm_csv_read(c->arena, trm_compile_path(c->arena, file), file, columns, trm_compile_log(c),
                      found, &data->nx))
      return 0;
    data->x = found[0];
    data->y = found[1];
    data->ny = data->nx;
    return 1;
  }
  if (file || !x || y == table || z != table || trm_item_value(item, "columns")) {
    form_error(c, item);
    return 0;
  }
  if (!read_numbers(c, item, "x", &data->x, &data->nx)) return 0;
  if (table) return read_numbers(c, item, "z", &data->z, &data->nz) && read_table(c, item, data);
  return read_numbers(c, item, "y", &data->y, &data->ny);
}

/* the value of a choice, as its number among the words */
static unsigned choice(const TrmItem *item, const char *key) {
  const TrmParam *param = trm_type_param(item->type, key);
  const TrmValue *value = trm_item_value(item, key);
  size_t length;
  const char *word;
  int given = value && value->form == TRM_FORM_TEXT;
  for (unsigned i = 0; given && (word = trm_words_at(param->words, i, &length)); i++)
    if (strlen(value->text) == length && memcmp(word, value->text, length) == 0) return i;
  return 0;
}

/* the place of number `index` in a list parameter */
static TrmPlace number_place(const TrmItem *item, const char *key, size_t index) {
  const TrmValue *value = trm_item_value(item, key);
  if (!value || value->form != TRM_FORM_LIST || index >= value->count) return item->place;
  return value->list[index].place;
}

static void compile_spline(Compiler *c, const TrmItem *item) {
  Data data = {0};
  if (!read_data(c, item, &data)) return;
  TrmLog *log = trm_compile_log(c);
  if (data.ny != data.nx * data.nz) {
    trm_log_add(log, TRM_E_SPLINE_DATA, item->place, item->name, "spline '%s' has %zu x but %zu y",
                item->name, data.nx * data.nz, data.ny);
    return;
  }
  TrmSplineKind kind = (TrmSplineKind)choice(item, "kind");
  TrmSplineEnd end = (TrmSplineEnd)choice(item, "extrapolate");
  TrmSpline *spline = NULL;
  size_t where = 0;
  TrmSplineFault fault = trm_spline_new(c->arena, kind, end, data.x, data.nx, data.z, data.nz,
                                        data.y, &where, &spline);
  switch (fault) {
  case TRM_SPLINE_GOOD: trm_map_put(c->splines, NULL, item->name, spline); return;
  case TRM_SPLINE_TOO_FEW:
    trm_log_add(log, TRM_E_SPLINE_DATA, item->place, item->name,
                "spline '%s' has %zu points; %s needs at least %d", item->name, data.nx,
                kind == TRM_SPLINE_AKIMA   ? "akima"
                : kind == TRM_SPLINE_CUBIC ? "cubic"
                                           : "linear",
                kind == TRM_SPLINE_AKIMA   ? 5
                : kind == TRM_SPLINE_CUBIC ? 4
                                           : 2);
    trm_log_hint(log, "write kind: linear for straight pieces");
    return;
  case TRM_SPLINE_NOT_RISING:
    trm_log_add(log, TRM_E_SPLINE_DATA, number_place(item, "x", where), item->name,
                "x of spline '%s' does not rise: %g follows %g", item->name, data.x[where],
                data.x[where - 1]);
    return;
  case TRM_SPLINE_Z_NOT_RISING:
    trm_log_add(log, TRM_E_SPLINE_DATA, number_place(item, "z", where), item->name,
                "z of spline '%s' does not rise: %g follows %g", item->name, data.z[where],
                data.z[where - 1]);
    return;
  }
}

void trm_compile_splines(Compiler *c) {
  size_t count;
  TrmItem *const *items = trm_model_section(c->model, "splines", &count);
  for (size_t i = 0; i < count; i++) compile_spline(c, items[i]);
}
