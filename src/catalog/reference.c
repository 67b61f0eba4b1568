/* SPDX-License-Identifier: Apache-2.0
 *
 * Reference: Markdown pages for the documentation, one per part of the language: each type with its
 * parameters in a table and its example.
 */
#include "catalog/reference.h"
#include "catalog/param.h"
#include "catalog/wording.h"
#include "expr/function.h"
#include "expr/measure.h"
#include "trammel/log.h"
#include <string.h>

const char *const trm_reference_pages[] = {
    "model",    "bodies",      "shapes",   "joints",    "motions", "forces",      "contacts",
    "controls", "suspensions", "analyses", "functions", "units",   "diagnostics", NULL};

enum { CELL = 512, TYPES = 12 };

/* A page of types: those that stand alone, then a table */
typedef struct Page {
  const char *name, *title, *intro;
  const TrmType *singles[TYPES]; /* NULL-terminated */
  const TrmTable *tables[2];
} Page;

static const Page pages[] = {
    {"model",
     "Top level",
     "The keys of a model file, and the sections it is made of.",
     {&trm_type_model, &trm_type_units, &trm_type_parameter, &trm_type_point, &trm_type_spline,
      &trm_type_include, &trm_type_repeat, &trm_type_loop},
     {NULL}},
    {"bodies",
     "Bodies",
     "Rigid and flexible bodies, their frames, orientations and initial motion.",
     {&trm_type_body, &trm_type_velocity, &trm_type_marker, &trm_type_orient,
      &trm_type_orient_points, &trm_type_from_to, &trm_type_flexible},
     {NULL}},
    {"shapes",
     "Shapes",
     "Written under `shape` of a body: `{rod: {from: A, to: B, radius: 0.01}}`.",
     {NULL},
     {&trm_table_shapes}},
    {"joints",
     "Joints",
     "`name: {type: [first, second], ...}`. With bodies, the geometry is given once at the design "
     "position; with markers, the joint acts between the two frames, whose z is the joint axis.",
     {NULL},
     {&trm_table_joints}},
    {"motions",
     "Motions and constraints",
     "What prescribes a course, and equations of your own.",
     {NULL},
     {&trm_table_motions, &trm_table_constraints}},
    {"forces",
     "Forces",
     "`name: {type: [first, second], ...}`.",
     {&trm_type_force_piece, &trm_type_torque_piece},
     {&trm_table_forces}},
    {"contacts",
     "Contacts",
     "What may touch what, and the sides of a contact.",
     {&trm_type_contact, &trm_type_contact_friction},
     {&trm_table_contact_sides}},
    {"controls",
     "Variables, controls, events, outputs",
     "Named expressions, systems with states of their own, and what happens when.",
     {&trm_type_variable, &trm_type_equation, &trm_type_transfer_function, &trm_type_state_space,
      &trm_type_event, &trm_type_assignment, &trm_type_output},
     {NULL}},
    {"suspensions",
     "Suspensions",
     "What the parts of a wheel's suspension are called, for `trammel suspension`.",
     {&trm_type_suspension},
     {NULL}},
    {"analyses",
     "Analyses",
     "Written in the list `simulate`: `- dynamics: {until: 10, every: 0.01}`.",
     {NULL},
     {&trm_table_analyses}}};

/* Text inside a table cell or a paragraph: Markdown's and HTML's own characters escaped */
static void add_cell(TrmText *out, const char *text) {
  int code = 0;
  for (; *text; text++) {
    if (*text == '`') code = !code;
    if (*text == '|' || (!code && strchr("*_<[", *text))) trm_text_char(out, '\\');
    trm_text_char(out, *text);
  }
}

static void add_param(const TrmTable *table, const TrmType *type, const TrmParam *param,
                      TrmText *out) {
  char value[CELL], unit[64], range[64];
  trm_word_value(param, value, sizeof value);
  trm_word_unit(param, unit, sizeof unit);
  trm_word_range(param, range, sizeof range);
  trm_text_printf(out, "| `%s` | ", trm_word_key(table, type, param));
  add_cell(out, value);
  trm_text_add(out, " | ");
  add_cell(out, unit);
  trm_text_add(out, " | ");
  if (param->flags & TRM_REQUIRED)
    trm_text_add(out, "required");
  else if (param->fallback)
    trm_text_printf(out, "`%s`", param->fallback);
  trm_text_add(out, " | ");
  add_cell(out, param->summary);
  if (*range) trm_text_printf(out, " (%s)", range);
  trm_text_add(out, " |\n");
}

static void add_type(const TrmTable *table, const TrmType *type, TrmText *out) {
  char equations[128];
  size_t length;
  const char *word;
  const TrmParam *param;
  trm_text_printf(out, "\n## %s\n\n", type->name);
  /* the summary begins the paragraph with a capital */
  char first = type->summary[0];
  trm_text_char(out, first >= 'a' && first <= 'z' ? (char)(first - 'a' + 'A') : first);
  add_cell(out, type->summary + 1);
  trm_text_add(out, ".");
  trm_word_equations(table, type, equations, sizeof equations);
  if (*equations) trm_text_printf(out, " It has %s.", equations);
  for (size_t i = 0; (word = trm_words_at(type->aliases, i, &length)); i++)
    trm_text_printf(out, "%s`%.*s`", i ? ", " : " Also called ", (int)length, word);
  if (type->aliases) trm_text_char(out, '.');
  if (type->details) {
    trm_text_add(out, "\n\n");
    add_cell(out, type->details);
  }
  trm_text_add(out,
               "\n\n| key | value | unit | default | meaning |\n| --- | --- | --- | --- | --- |\n");
  for (size_t i = 0; (param = trm_type_param_at(type, i)); i++) add_param(table, type, param, out);
  if (type->example) trm_text_printf(out, "\n```yaml\n%s```\n", type->example);
}

static void write_types(const Page *page, TrmText *out) {
  trm_text_printf(out, "# %s\n\n%s\n\nUnits are those of mks models.\n", page->title, page->intro);
  for (size_t i = 0; i < TYPES && page->singles[i]; i++) add_type(NULL, page->singles[i], out);
  for (size_t t = 0; t < 2 && page->tables[t]; t++)
    for (const TrmType *const *type = page->tables[t]->types; *type; type++)
      add_type(page->tables[t], *type, out);
  /* what the joints share has a type of its own */
  if (page->tables[0] == &trm_table_joints) {
    add_type(NULL, &trm_type_friction, out);
    add_type(NULL, &trm_type_axis, out);
    add_type(NULL, &trm_type_curve, out);
  }
}

static void add_call(const char *form, const char *summary, const char *formula,
                     const char *example, TrmText *out) {
  trm_text_printf(out, "| `%s` | ", form);
  add_cell(out, summary);
  trm_text_add(out, " | ");
  add_cell(out, formula ? formula : "");
  trm_text_add(out, " | ");
  if (example) trm_text_printf(out, "`%s`", example);
  trm_text_add(out, " |\n");
}

static void write_functions(TrmText *out) {
  static const char head[] =
      "| call | what it is | definition | example |\n| --- | --- | --- | --- |\n";
  trm_text_add(out, "# Functions\n\nNames are case-insensitive. Every function is differentiated "
                    "exactly.\n\n## Mathematics and shapes in time\n\n");
  trm_text_add(out, head);
  for (const TrmFunction *const *f = trm_functions; *f; f++)
    add_call((*f)->form, (*f)->summary, (*f)->formula, (*f)->example, out);
  trm_text_add(out,
               "\n## Measures\n\nMarkers, bodies or points `i`, `j` (default ground), in the axes "
               "of `k` (default ground).\n\n");
  trm_text_add(out, head);
  for (const TrmMeasure *m = trm_measures; m->name; m++)
    add_call(m->form, m->summary, m->formula, m->example, out);
}

static void write_units(TrmText *out) {
  TrmUnits mks = trm_units_mks();
  const char *unit, *meaning;
  trm_text_add(out,
               "# Units\n\nUnit names are constants in expressions, worth one such unit in the "
               "model's units: `5*mm`, `60*rpm`, `9.81*m/s^2`.\n\n| name | what it is | in SI | "
               "of |\n| --- | --- | --- | --- |\n");
  for (size_t i = 0; (unit = trm_unit_at(i, &meaning)); i++) {
    double si = 1;
    TrmDimension dimension = TRM_DIMENSIONLESS;
    char base[64];
    trm_unit_find(unit, &si, &dimension);
    trm_dimension_format(&mks, dimension, base, sizeof base);
    const char *word = trm_dimension_word(dimension);
    trm_text_printf(out, "| `%s` | %s | ", unit, meaning);
    trm_text_number(out, si);
    trm_text_printf(out, " %s | %s |\n", base, word ? word : "");
  }
}

static void write_codes(TrmText *out) {
  const char *code;
  trm_text_add(out,
               "# Diagnostics\n\nEvery message has a code that never changes: E is an error, W a "
               "warning, N a note. On a terminal: `trammel explain E204`.\n");
  for (size_t i = 0; (code = trm_code_at(i)); i++) {
    trm_text_printf(out, "\n## %s\n\n**", code);
    add_cell(out, trm_code_title(code));
    trm_text_add(out, "**\n\n");
    add_cell(out, trm_code_explanation(code));
    trm_text_char(out, '\n');
  }
}

int trm_reference_write(const char *page, TrmText *out) {
  for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
    if (strcmp(pages[i].name, page) == 0) {
      write_types(&pages[i], out);
      return 1;
    }
  if (strcmp(page, "functions") == 0)
    write_functions(out);
  else if (strcmp(page, "units") == 0)
    write_units(out);
  else if (strcmp(page, "diagnostics") == 0)
    write_codes(out);
  else
    return 0;
  return 1;
}
