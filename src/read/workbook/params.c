/* SPDX-License-Identifier: Apache-2.0
 *
 * The sheet SimParam: units, gravity, the analysis; and the note of what was read, with the plots
 * that are asked for.
 */
#include "base/text.h"
#include "read/workbook/workbook.h"
#include <string.h>

/* the cells beside the labels */
typedef struct Labels {
  TrmWorkbook *w;
  const TrmSheet *sheet;
  uint32_t rows[TRM_SIM_COUNT], columns[TRM_SIM_COUNT];
} Labels;

static const TrmCell *cell_of(const Labels *it, unsigned label) {
  return it->rows[label] ? trm_sheet_cell(it->sheet, it->rows[label], it->columns[label]) : NULL;
}

static TrmPlace place_of(const Labels *it, unsigned label) {
  if (!it->rows[label]) return trm_sheet_place(it->sheet, 0, 0);
  return trm_sheet_place(it->sheet, it->rows[label], it->columns[label]);
}

/* the text beside a label, "" when blank or after an error */
static const char *text_of(const Labels *it, unsigned label) {
  const char *text =
      trm_cell_text(it->w->arena, it->w->log, cell_of(it, label), place_of(it, label));
  return text ? text : "";
}

/* one of the words that may stand beside a label, as the layout writes it; NULL: blank or wrong */
static const char *choice_of(const Labels *it, unsigned label) {
  const char *text = text_of(it, label), *plain = trm_sheet_plain(it->w->arena, text);
  const char *words = trm_layout_parameters.columns[label].words;
  if (!*text) return NULL;
  for (const char *at = words; at;) {
    const char *bar = strchr(at, '|');
    size_t count = bar ? (size_t)(bar - at) : strlen(at);
    const char *word = trm_arena_copy(it->w->arena, at, count);
    if (strcmp(trm_sheet_plain(it->w->arena, word), plain) == 0) return word;
    at = bar ? bar + 1 : NULL;
  }
  trm_log_add(it->w->log, TRM_E_CELL_WORD, place_of(it, label), NULL, "'%.40s' is not known here",
              text);
  trm_log_hint(it->w->log, "%s is one of %s", trm_layout_parameters.columns[label].title, words);
  return NULL;
}

/* a number that is there and positive */
static int positive(const Labels *it, unsigned label, double *value) {
  TrmPlace place = place_of(it, label);
  if (!trm_cell_number(it->w->arena, it->w->log, cell_of(it, label), place, value)) return 0;
  if (*value > 0) return 1;
  trm_log_add(it->w->log, TRM_E_SHEET_ROW, place, NULL, "'%s' must be given, and be positive",
              trm_layout_parameters.columns[label].title);
  return 0;
}

static void put_units(const Labels *it) {
  TrmWorkbook *w = it->w;
  const char *units = choice_of(it, TRM_SIM_UNITS);
  if (!units && !*text_of(it, TRM_SIM_UNITS))
    trm_log_add(w->log, TRM_E_SHEET_ROW, place_of(it, TRM_SIM_UNITS), NULL,
                "'Units System' must be given: MMKS, MKS or SI");
  if (!units) return;
  TrmPlace place = place_of(it, TRM_SIM_UNITS);
  const char *name = strcmp(units, "MMKS") == 0 ? "mmks" : "mks";
  trm_node_put(w->arena, w->root, "units", place, trm_node_scalar(w->arena, place, name));
}

static void put_gravity(const Labels *it) {
  TrmWorkbook *w = it->w;
  double g[3] = {0}, size = 0;
  TrmPlace place = place_of(it, TRM_SIM_GRAVITY);
  const char *axis = choice_of(it, TRM_SIM_GRAVITY_AXIS);
  if (!trm_cell_number(w->arena, w->log, cell_of(it, TRM_SIM_GRAVITY), place, &size)) return;
  if (!(size > 0) && !(size < 0)) return;
  if (!axis) {
    if (!*text_of(it, TRM_SIM_GRAVITY_AXIS))
      trm_log_add(w->log, TRM_E_SHEET_ROW, place_of(it, TRM_SIM_GRAVITY_AXIS), NULL,
                  "gravity has a magnitude, but no direction");
    return;
  }
  g[*axis - 'x'] = size;
  trm_node_put(w->arena, w->root, "gravity", place, trm_workbook_vector(w, place, g));
}

/* settings of the integration that may be given */
static void put_method(const Labels *it, TrmNode *map) {
  TrmWorkbook *w = it->w;
  static const struct {
    unsigned label;
    const char *key;
    int word;
  } rows[] = {{TRM_SIM_INTEGRATOR, "integrator", 1}, {TRM_SIM_FORMULATION, "formulation", 1},
              {TRM_SIM_TOLERANCE, "tolerance", 0},   {TRM_SIM_ALPHA, "penalty", 0},
              {TRM_SIM_OMEGA, "omega", 0},           {TRM_SIM_MU, "mu", 0}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    TrmPlace place = place_of(it, rows[i].label);
    const char *word = rows[i].word ? choice_of(it, rows[i].label) : NULL;
    double value;
    if (!cell_of(it, rows[i].label)) continue;
    if (word)
      trm_node_put(w->arena, map, rows[i].key, place, trm_node_scalar(w->arena, place, word));
    if (!rows[i].word && positive(it, rows[i].label, &value))
      trm_node_put(w->arena, map, rows[i].key, place, trm_node_number(w->arena, place, value));
  }
}

static void put_analysis(const Labels *it) {
  TrmWorkbook *w = it->w;
  const char *type = choice_of(it, TRM_SIM_TYPE);
  double every = 0, largest = 0;
  if (!type && !*text_of(it, TRM_SIM_TYPE))
    trm_log_add(w->log, TRM_E_SHEET_ROW, place_of(it, TRM_SIM_TYPE), NULL,
                "'Type of Simulation' must be given: Kin or Dyn");
  int timed = positive(it, TRM_SIM_UNTIL, &w->until) & positive(it, TRM_SIM_EVERY, &every);
  w->dynamic = type && *type == 'D';
  if (!type || !timed) return;
  TrmPlace place = place_of(it, TRM_SIM_UNTIL), step = place_of(it, TRM_SIM_EVERY);
  TrmNode *list = trm_node_list(w->arena, place), *run = trm_node_map(w->arena, place);
  TrmNode *map = trm_node_map(w->arena, place);
  trm_node_put(w->arena, map, "until", place, trm_node_number(w->arena, place, w->until));
  trm_node_put(w->arena, map, "every", step, trm_node_number(w->arena, step, every));
  if (w->dynamic) {
    int own = cell_of(it, TRM_SIM_MAX_STEP) != NULL;
    if (own) step = place_of(it, TRM_SIM_MAX_STEP);
    if (!own || positive(it, TRM_SIM_MAX_STEP, &largest))
      trm_node_put(w->arena, map, "max_step", step,
                   trm_node_number(w->arena, step, own ? largest : every));
    put_method(it, map);
  }
  trm_node_put(w->arena, run, w->dynamic ? "dynamics" : "kinematics", place, map);
  trm_node_push(w->arena, list, run);
  trm_node_put(w->arena, w->root, "simulate", place, list);
}

int trm_workbook_params(TrmWorkbook *w) {
  Labels it = {.w = w};
  it.sheet = trm_sheet_labels(w->arena, w->log, w->book, it.rows, it.columns);
  if (!it.sheet) return 0;
  put_units(&it);
  put_gravity(&it);
  put_analysis(&it);
  const char *roles = choice_of(&it, TRM_SIM_ROLES);
  w->roles_wanted = roles && *roles == 'Y';
  return 1;
}

/* numbers in a cell, apart by anything else: 2, 3; how many */
static size_t list_of(const Labels *it, unsigned label, size_t most, size_t *numbers) {
  size_t count = 0;
  for (const char *c = text_of(it, label); *c && count < most;) {
    size_t number = 0;
    if (*c < '0' || *c > '9') {
      c++;
      continue;
    }
    for (; *c >= '0' && *c <= '9'; c++)
      if (number < 1000000) number = number * 10 + (size_t)(*c - '0');
    numbers[count++] = number;
  }
  return count;
}

static int wanted(const Labels *it, unsigned label) {
  return trm_same_word(text_of(it, label), "yes");
}

/* the signals of one thing, by the quantities that are asked for */
static const char *signals_of(const Labels *it, const char *list, const char *name) {
  static const struct {
    unsigned label;
    const char *stem;
  } kinds[] = {{TRM_SIM_POSITION, ""},
               {TRM_SIM_VELOCITY, "v"},
               {TRM_SIM_SPIN, "w"},
               {TRM_SIM_ACCELERATION, "a"},
               {TRM_SIM_SPIN_RATE, "wd"}};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    if (!wanted(it, kinds[i].label)) continue;
    for (char axis = 'x'; axis <= 'z'; axis++)
      list = trm_arena_printf(it->w->arena, "%s%s%s.%s%c", list, *list ? "," : "", name,
                              kinds[i].stem, axis);
  }
  return list;
}

/* ", 2 joints" */
static const char *counted(TrmWorkbook *w, size_t count, const char *one, const char *several,
                           const char *before) {
  return trm_arena_printf(w->arena, "%s%zu %s", before, count, count == 1 ? one : several);
}

void trm_workbook_plots(TrmWorkbook *w) {
  enum { MOST = 20 };
  Labels it = {.w = w};
  size_t numbers[MOST];
  const char *list = "";
  it.sheet = trm_sheet_labels(w->arena, w->log, w->book, it.rows, it.columns);
  TrmPlace place = {it.sheet ? it.sheet->source : NULL, 0, 0, 0};
  size_t count = wanted(&it, TRM_SIM_CENTRES) ? list_of(&it, TRM_SIM_BODIES, MOST, numbers) : 0;
  for (size_t i = 0; i < count; i++)
    if (numbers[i] >= 2 && numbers[i] <= w->body_count)
      list = signals_of(&it, list, w->bodies[numbers[i] - 1].name);
  count = wanted(&it, TRM_SIM_JOINTS) ? list_of(&it, TRM_SIM_POINTS, MOST, numbers) : 0;
  for (size_t i = 0; i < count; i++) {
    if (numbers[i] < 1 || numbers[i] > w->point_count) continue;
    const TrmBookPoint *point = &w->points[numbers[i] - 1];
    const char *body = w->bodies[point->body - 1].name;
    list = signals_of(&it, list, trm_arena_printf(w->arena, "%s.%s", body, point->name));
  }
  trm_log_add(w->log, TRM_N_WORKBOOK_READ, place, NULL, "Excel workbook: read %s%s%s%s%s%s%s%s",
              counted(w, w->body_count ? w->body_count - 1 : 0, "body", "bodies", ""),
              counted(w, w->joint_count, "joint", "joints", ", "),
              counted(w, w->point_count, "point", "points", ", "),
              counted(w, w->driver_count, "driver", "drivers", ", "),
              counted(w, w->force_count, "force element", "force elements", ", "),
              w->book->others ? "; left out: the sheets " : "", w->book->other_names,
              w->book->others > 4 ? " and others" : "");
  if (*list) trm_log_hint(w->log, "the plots it asks for: --signals '%s'", list);
}
