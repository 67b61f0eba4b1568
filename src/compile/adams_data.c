/* SPDX-License-Identifier: Apache-2.0
 *
 * Variables, differential equations, linear systems, splines, constraints, events and outputs as
 * statements of Adams.
 */
#include "compile/adams.h"
#include <string.h>

static TrmItem *const *section(const AdamsWriter *w, const char *key, size_t *count) {
  return trm_model_section(w->system->model, key, count);
}

static void number_section(AdamsWriter *w, const char *key, const char *kind) {
  size_t count;
  TrmItem *const *items = section(w, key, &count);
  for (size_t i = 0; i < count; i++) trm_adams_enter(w, kind, items[i]->name, ++w->count);
}

static void refuse_section(AdamsWriter *w, const char *key) {
  size_t count;
  TrmItem *const *items = section(w, key, &count);
  for (size_t i = 0; i < count; i++)
    trm_adams_refuse(w, items[i]->place, items[i]->name,
                     trm_arena_printf(w->arena, "its place under `%s`", key));
}

void trm_adams_number_data(AdamsWriter *w) {
  size_t count;
  number_section(w, "variables", "VARIABLE");
  number_section(w, "equations", "DIFF");
  number_section(w, "transfer_functions", "ARRAY");
  number_section(w, "splines", "SPLINE");
  number_section(w, "state_spaces", "ARRAY");
  number_section(w, "constraints", "GCON");
  refuse_section(w, "flexible");
  TrmItem *const *splines = section(w, "splines", &count);
  for (size_t i = 0; i < count; i++) {
    const TrmValue *kind = trm_item_value(splines[i], "kind");
    const char *word = kind && kind->form == TRM_FORM_TEXT ? kind->text : "cubic";
    if (strcmp(word, "akima") == 0) trm_adams_enter(w, "akima", splines[i]->name, 1);
    if (trm_item_value(splines[i], "table")) trm_adams_enter(w, "family", splines[i]->name, 1);
    if (strcmp(word, "linear") == 0 || !trm_item_value(splines[i], "x"))
      trm_adams_refuse(w, splines[i]->place, splines[i]->name,
                       "straight pieces, or its values in a file");
  }
}

static void begin(AdamsWriter *w, const TrmItem *item, const char *kind, size_t id) {
  trm_text_printf(w->rest, "!                adams_view_name='%s'\n%s/%zu", item->name, kind, id);
}

/* the function under `key`; 0 when there is none or after an error */
static int add_function(AdamsWriter *w, const TrmItem *item, const TrmValue *value,
                        const char *word) {
  AdamsOwner owner = {.name = item->name, .place = item->place};
  const char *text = value ? trm_adams_write_function(w, value, &owner) : NULL;
  if (text) trm_text_printf(w->rest, "\n, %s = %s", word, text);
  return text != NULL;
}

/* numbers of a list; their count */
static size_t list_numbers(AdamsWriter *w, const TrmValue *list, double **out) {
  size_t count = list && list->form == TRM_FORM_LIST ? list->count : 0;
  TrmConstant constant;
  *out = trm_arena_array(w->arena, count + 1, sizeof **out);
  for (size_t i = 0; i < count; i++)
    if (trm_parameters_number(w->parameters, &list->list[i], w->log, &constant))
      (*out)[i] = constant.value;
  return count;
}

static void write_equation(AdamsWriter *w, const TrmEquation *equation) {
  const TrmItem *item = equation->item;
  const double initial[2] = {equation->initial, equation->initial_rate};
  begin(w, item, "DIFF", trm_adams_id_of(w, "DIFF", item->name));
  if (equation->residual) trm_text_add(w->rest, ", IMPLICIT");
  trm_adams_add_numbers(w->rest, "IC", initial, equation->residual ? 2 : 1);
  add_function(w, item, equation->residual ? equation->residual : equation->rate, "FUNCTION");
  trm_text_char(w->rest, '\n');
}

/* Y/U with its arrays: the output's has the id that functions read */
static void write_transfer(AdamsWriter *w, const TrmItem *item) {
  static const char *const keys[][2] = {{"numerator", "NUMERATOR"}, {"denominator", "DENOMINATOR"}};
  size_t y = trm_adams_id_of(w, "ARRAY", item->name), first = w->count;
  if (!trm_item_value(item, "initial"))
    trm_adams_refuse(w, item->place, item->name, "a start at rest with its input");
  w->count += 4;
  trm_text_printf(w->rest, "VARIABLE/%zu", first + 1);
  add_function(w, item, trm_item_value(item, "input"), "FUNCTION");
  trm_text_printf(w->rest, "\nARRAY/%zu, U, VARIABLES = %zu\nARRAY/%zu, X\nARRAY/%zu, Y\n",
                  first + 2, first + 1, first + 3, y);
  double *values;
  size_t count = list_numbers(w, trm_item_value(item, "initial"), &values);
  trm_text_printf(w->rest, "ARRAY/%zu, IC", first + 4);
  trm_adams_add_numbers(w->rest, "NUMBERS", values, count);
  trm_text_char(w->rest, '\n');
  begin(w, item, "TFSISO", y);
  trm_text_printf(w->rest, ", X = %zu, Y = %zu, U = %zu, IC = %zu", first + 3, y, first + 2,
                  first + 4);
  for (size_t k = 0; k < 2; k++) {
    count = list_numbers(w, trm_item_value(item, keys[k][0]), &values);
    for (size_t i = 0; i < count / 2; i++) {
      double kept = values[i];
      values[i] = values[count - 1 - i];
      values[count - 1 - i] = kept;
    }
    trm_adams_add_numbers(w->rest, keys[k][1], values, count);
  }
  trm_text_char(w->rest, '\n');
}

static void write_matrix(AdamsWriter *w, size_t id, size_t rows, size_t columns,
                         const double *values) {
  trm_text_printf(w->rest, "MATRIX/%zu, FULL = RORDER, M = %zu, N = %zu", id, rows, columns);
  trm_adams_add_numbers(w->rest, "VALUES", values, rows * columns);
  trm_text_char(w->rest, '\n');
}

/* x' = A x + B u, y = C x + D u with its arrays and matrices */
static void write_space(AdamsWriter *w, const TrmBlock *block) {
  const TrmItem *item = block->item;
  size_t y = trm_adams_id_of(w, "ARRAY", item->name), n = block->states, m = block->input_count;
  size_t first = w->count, u = first + m + 1;
  double *start = trm_arena_array(w->arena, n + 1, sizeof *start);
  w->count += m + 7;
  if (block->start) memcpy(start, block->start, n * sizeof *start);
  for (size_t i = 0; i < m; i++) {
    trm_text_printf(w->rest, "VARIABLE/%zu", first + 1 + i);
    add_function(w, item, &block->inputs[i], "FUNCTION");
    trm_text_char(w->rest, '\n');
  }
  trm_text_printf(w->rest, "ARRAY/%zu, U, VARIABLES = ", u);
  for (size_t i = 0; i < m; i++) trm_text_printf(w->rest, "%s%zu", i ? ", " : "", first + 1 + i);
  trm_text_printf(w->rest, "\nARRAY/%zu, X\nARRAY/%zu, Y\nARRAY/%zu, IC", u + 1, y, u + 2);
  trm_adams_add_numbers(w->rest, "NUMBERS", start, n);
  trm_text_char(w->rest, '\n');
  write_matrix(w, u + 3, n, n, block->A);
  write_matrix(w, u + 4, n, m, block->B);
  write_matrix(w, u + 5, 1, n, block->C);
  write_matrix(w, u + 6, 1, m, block->D);
  begin(w, item, "LSE", y);
  trm_text_printf(w->rest,
                  ", X = %zu, Y = %zu, U = %zu, IC = %zu\n, A = %zu, B = %zu, C = %zu, D = %zu\n",
                  u + 1, y, u, u + 2, u + 3, u + 4, u + 5, u + 6);
}

/* an event that ends the analysis, and does nothing else, is a sensor */
static void write_event(AdamsWriter *w, const TrmItem *item) {
  static const char *const other[] = {"activate", "deactivate", "set"};
  const TrmValue *stop = trm_item_value(item, "stop"), *side = trm_item_value(item, "direction");
  int more = !stop || stop->number == 0;
  for (size_t i = 0; i < 3; i++) more |= trm_item_value(item, other[i]) != NULL;
  if (more) {
    trm_adams_refuse(w, item->place, item->name, "an event that does more than stop");
    return;
  }
  int rising = side && strcmp(side->text, "rising") == 0;
  int falling = side && strcmp(side->text, "falling") == 0;
  begin(w, item, "SENSOR", ++w->count);
  trm_text_printf(w->rest, ", %s, VALUE = 0, HALT", rising ? "GE" : falling ? "LE" : "EQ");
  add_function(w, item, trm_item_value(item, "when"), "FUNCTION");
  trm_text_char(w->rest, '\n');
}

static void write_spline(AdamsWriter *w, const TrmItem *item) {
  const TrmValue *table = trm_item_value(item, "table");
  double *values, *zs;
  begin(w, item, "SPLINE", trm_adams_id_of(w, "SPLINE", item->name));
  trm_text_add(w->rest, ", LINEAR_EXTRAPOLATE");
  size_t count = list_numbers(w, trm_item_value(item, "x"), &values);
  trm_adams_add_numbers(w->rest, "X", values, count);
  if (!table) {
    count = list_numbers(w, trm_item_value(item, "y"), &values);
    trm_adams_add_numbers(w->rest, "Y", values, count);
  }
  list_numbers(w, trm_item_value(item, "z"), &zs);
  for (unsigned i = 0; table && table->form == TRM_FORM_LIST && i < table->count; i++) {
    double *row;
    count = list_numbers(w, &table->list[i], &values);
    row = trm_arena_array(w->arena, count + 1, sizeof *row);
    row[0] = zs[i];
    memcpy(row + 1, values, count * sizeof *row);
    trm_adams_add_numbers(w->rest, "Y", row, count + 1);
  }
  trm_text_char(w->rest, '\n');
}

static void write_constraint(AdamsWriter *w, const TrmItem *item) {
  const TrmParam *head = trm_type_flagged(item->type, TRM_HEAD);
  const TrmField *equation = head ? trm_item_field(item, head) : NULL;
  const TrmValue *on = trm_item_value(item, "on");
  if (trm_item_value(item, "active")) trm_adams_refuse(w, item->place, item->name, "active");
  begin(w, item, "GCON", trm_adams_id_of(w, "GCON", item->name));
  if (on && on->form == TRM_FORM_TEXT)
    trm_text_printf(w->rest, ", I = %zu", trm_adams_frame_id(w, on->text));
  add_function(w, item, equation ? &equation->value : NULL, "FUNCTION");
  trm_text_char(w->rest, '\n');
}

/* outputs called request.F2 share a request; any other is the first component of its own */
static void write_outputs(AdamsWriter *w) {
  size_t count;
  TrmItem *const *items = section(w, "outputs", &count);
  const char *open = "";
  for (size_t i = 0; i < count; i++) {
    const char *dot = strchr(items[i]->name, '.');
    int component = dot && dot[1] == 'F' && dot[2] >= '1' && dot[2] <= '8' && !dot[3];
    const char *name =
        dot ? trm_arena_copy(w->arena, items[i]->name, (size_t)(dot - items[i]->name))
            : items[i]->name;
    int more = component && strcmp(open, name) == 0;
    if (more)
      trm_text_add(w->rest, "\\");
    else
      trm_text_printf(w->rest, "%s!                adams_view_name='%s'\nREQUEST/%zu",
                      *open ? "\n" : "", name, ++w->count);
    add_function(w, items[i], trm_item_value(items[i], "value"),
                 component ? trm_arena_string(w->arena, dot + 1) : "F1");
    open = component ? name : " ";
  }
  if (count) trm_text_char(w->rest, '\n');
}

void trm_adams_write_data(AdamsWriter *w) {
  size_t count;
  TrmItem *const *items = section(w, "splines", &count);
  for (size_t i = 0; i < count; i++) write_spline(w, items[i]);
  items = section(w, "variables", &count);
  for (size_t i = 0; i < count; i++) {
    begin(w, items[i], "VARIABLE", trm_adams_id_of(w, "VARIABLE", items[i]->name));
    add_function(w, items[i], trm_item_value(items[i], "value"), "FUNCTION");
    trm_text_char(w->rest, '\n');
  }
  for (size_t i = 0; i < w->system->equation_count; i++)
    write_equation(w, &w->system->equations[i]);
  items = section(w, "transfer_functions", &count);
  for (size_t i = 0; i < count; i++) write_transfer(w, items[i]);
  items = section(w, "state_spaces", &count);
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < w->system->block_count; k++)
      if (w->system->blocks[k].item == items[i]) write_space(w, &w->system->blocks[k]);
  items = section(w, "constraints", &count);
  for (size_t i = 0; i < count; i++) write_constraint(w, items[i]);
  items = section(w, "events", &count);
  for (size_t i = 0; i < count; i++) write_event(w, items[i]);
  write_outputs(w);
}
