/* SPDX-License-Identifier: Apache-2.0
 *
 * describe: anything a model can say, looked up in the tables: types, functions, measures, units;
 * commands and codes are pointed to as well. A word may mean several things; all of them are shown.
 */
#include "catalog/describe.h"
#include "catalog/catalog.h"
#include "cli/output.h"
#include "cli/table.h"
#include "expr/function.h"
#include "math/units.h"
#include <string.h>

/* word number `index` of all that can be described */
static const char *word_at(size_t index) {
  for (size_t i = 0; trm_catalog_singles[i]; i++)
    if (index-- == 0) return trm_catalog_singles[i]->name;
  for (size_t t = 0; trm_catalog_tables[t]; t++)
    for (size_t i = 0; trm_catalog_tables[t]->types[i]; i++)
      if (index-- == 0) return trm_catalog_tables[t]->types[i]->name;
  for (size_t i = 0; trm_functions[i]; i++)
    if (index-- == 0) return trm_functions[i]->name;
  for (size_t i = 0; trm_measures[i].name; i++)
    if (index-- == 0) return trm_measures[i].name;
  return trm_unit_at(index, &(const char *){NULL});
}

/* separates the meanings of one word */
static void begin(TrmText *out) {
  if (out->length) trm_text_char(out, '\n');
}

static void found_type(void *context, const TrmTable *table, const TrmType *type) {
  TrmText *out = context;
  begin(out);
  trm_describe_type(table, type, out);
}

static void describe_unit(const char *name, TrmText *out) {
  double si;
  TrmDimension dimension;
  if (!trm_unit_find(name, &si, &dimension)) return;
  const char *meaning = "", *unit;
  for (size_t i = 0; (unit = trm_unit_at(i, &meaning)); i++)
    if (strcmp(unit, name) == 0) break;
  TrmUnits mks = trm_units_mks();
  char base[64];
  const char *word = trm_dimension_word(dimension);
  trm_dimension_format(&mks, dimension, base, sizeof base);
  begin(out);
  trm_text_printf(out, "%s: unit%s%s, %s\n\n  1 %s = ", name, word ? " of " : "", word ? word : "",
                  unit ? meaning : name, name);
  trm_text_number(out, si);
  trm_text_printf(out, " %s\n", base);
  trm_text_printf(out, "  In a model it is a number worth one %s in the model's units: 5*%s.\n",
                  unit ? meaning : name, name);
}

/* everything that `word` means; out stays empty when it means nothing */
static void describe_word(const char *word, TrmText *out) {
  trm_catalog_find(word, found_type, out);
  if (trm_function_find(word) || trm_measure_find(word)) {
    begin(out);
    trm_describe_call(word, out);
  }
  describe_unit(word, out);
  const TrmCommand *command = trm_command_find(word);
  if (command) {
    begin(out);
    trm_text_printf(out, "%s: a command, to %s. More: trammel help %s\n", word, command->summary,
                    word);
  }
  trm_explain_code(word, out);
}

static TrmStatus run(TrmRequest *request) {
  TrmText *out = trm_request_text(request);
  if (request->count == 0) {
    trm_describe_list(out);
    return trm_output_write(NULL, out);
  }
  const char *word = request->arguments[0];
  if (request->count == 2)
    word = trm_arena_printf(request->arena, "%s %s", word, request->arguments[1]);
  describe_word(word, out);
  if (out->length) return trm_output_write(NULL, out);
  TrmNearest nearest = trm_nearest(word);
  const char *known;
  for (size_t i = 0; (known = word_at(i)); i++) trm_nearest_try(&nearest, known);
  if (nearest.best)
    return trm_say_usage("nothing is called '%s'; did you mean '%s'?", word, nearest.best);
  return trm_say_usage("nothing is called '%s'. All words: trammel describe", word);
}

static const TrmExample examples[] = {
    {"describe revolute", "what it is, its parameters with units and defaults, an example"},
    {"describe step", "a function: how it is called and what it computes"},
    {"describe", "everything a model can say, by kind"},
    {NULL, NULL},
};

const TrmCommand trm_command_describe = {
    .name = "describe",
    .summary = "look up a joint, force, shape, function, unit or any other word",
    .usage = "[KIND] [WORD]",
    .details = "Without a word it lists all of them. A word that means several things is made "
               "definite by its kind: describe joint planar.",
    .most = 2,
    .examples = examples,
    .word = word_at,
    .run = run,
};
