/* SPDX-License-Identifier: Apache-2.0
 *
 * The reader of workbooks, in order: cells, what is to be simulated, bodies, joints and points,
 * drivers, forces; then everything is put under its key.
 */
#include "base/text.h"
#include "read/workbook/read.h"
#include "read/workbook/workbook.h"
#include "read/workbook/zip.h"
#include <string.h>

int trm_workbook_is(const TrmSource *source) {
  size_t length, n = strlen(trm_source_name(source));
  const char *text = trm_source_text(source, &length), *name = trm_source_name(source);
  return trm_zip_is(text, length) || trm_zip_is_compound(text, length) ||
         (n > 5 && trm_same_word(name + n - 5, ".xlsx"));
}

const char *trm_workbook_name(TrmWorkbook *w, const char *kind, const char *wanted) {
  return trm_node_unique(w->arena, w->names, kind, wanted);
}

TrmBookBody *trm_workbook_body(TrmWorkbook *w, const TrmSheetTable *t, uint32_t row,
                               unsigned field) {
  double number;
  if (!trm_table_number(t, row, field, &number)) return NULL;
  if (number >= 1 && number <= (double)w->body_count && number - (double)(size_t)number <= 0)
    return &w->bodies[(size_t)number - 1];
  if (trm_table_given(t, row, field)) {
    trm_log_add(t->log, TRM_E_CELL_BODY, trm_table_place(t, row, field, 0), NULL,
                "there is no body number %.12g; the sheet 'Bodies' has %zu", number, w->body_count);
  } else {
    trm_workbook_lacks(t, row, field, trm_table_text(t, row, 0));
  }
  return NULL;
}

void trm_workbook_lacks(const TrmSheetTable *t, uint32_t row, unsigned field, const char *type) {
  trm_log_add(t->log, TRM_E_SHEET_ROW, trm_table_place(t, row, field, 0), NULL,
              "%s in row %u needs '%s'", type && *type ? type : "the entry", row,
              t->layout->columns[field].title);
}

TrmNode *trm_workbook_vector(TrmWorkbook *w, TrmPlace place, const double values[3]) {
  return trm_node_numbers(w->arena, place, values, 3);
}

/* everything under its key, in the order of the model language */
static void finish(TrmWorkbook *w) {
  const struct {
    const char *key;
    TrmNode *node;
  } sections[] = {{"bodies", w->bodies_node},
                  {"joints", w->joints_node},
                  {"motions", w->motions_node},
                  {"forces", w->forces_node}};
  /* markers last: the sheet Joints adds to the bodies */
  for (size_t i = 0; i < w->body_count; i++) {
    TrmBookBody *body = &w->bodies[i];
    if (!body->markers) continue;
    if (!body->node) {
      body->node = trm_node_map(w->arena, body->markers->place);
      trm_node_put(w->arena, w->bodies_node, body->name, body->markers->place, body->node);
    }
    trm_node_put(w->arena, body->node, "markers", body->markers->place, body->markers);
  }
  for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
    if (sections[i].node && sections[i].node->count)
      trm_node_put(w->arena, w->root, sections[i].key, sections[i].node->place, sections[i].node);
}

/* the model is called after its file */
static void put_name(TrmWorkbook *w, const char *path) {
  const char *slash = strrchr(path, '/');
  char *name = trm_arena_string(w->arena, slash ? slash + 1 : path), *dot = strrchr(name, '.');
  if (dot && dot > name) *dot = 0;
  for (char *c = name; *c; c++)
    if (strchr("{}\\\"", *c) || (unsigned char)*c < 0x20 || (unsigned char)*c >= 0x7F) *c = '_';
  TrmNode *node = trm_node_scalar(w->arena, w->root->place, name);
  node->plain = 0;
  if (*name) trm_node_put(w->arena, w->root, "name", w->root->place, node);
}

TrmNode *trm_workbook_read(TrmArena *arena, TrmModel *model, const TrmSource *source,
                           const char *ignore, TrmLog *log) {
  (void)ignore;
  size_t before = trm_log_errors(log);
  TrmWorkbook *w = trm_arena_alloc(arena, sizeof *w);
  w->arena = arena;
  w->log = log;
  w->names = trm_map_new(arena);
  w->book = trm_book_read(arena, model, source, log);
  if (!w->book) return NULL;
  TrmPlace place = {w->book->count ? w->book->sheets[0].source : source, 0, 0, 0};
  w->root = trm_node_map(arena, place);
  w->bodies_node = trm_node_map(arena, place);
  w->joints_node = trm_node_map(arena, place);
  w->motions_node = trm_node_map(arena, place);
  w->forces_node = trm_node_map(arena, place);
  trm_node_put(arena, w->root, "trammel", place, trm_node_scalar(arena, place, "1"));
  put_name(w, trm_source_name(source));
  if (!trm_workbook_params(w)) return NULL;
  trm_workbook_bodies(w);
  if (trm_log_errors(log) > before && w->body_count < 2) return NULL;
  size_t read = trm_log_errors(log);
  int joints = trm_workbook_joints(w);
  w->jointless = !joints || trm_log_errors(log) > read;
  if (joints) trm_workbook_drivers(w);
  if (w->dynamic) trm_workbook_forces(w);
  finish(w);
  trm_workbook_suspension(w);
  if (trm_log_errors(log) == before) trm_workbook_plots(w);
  return w->root;
}
