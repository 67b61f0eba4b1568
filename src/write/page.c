/* SPDX-License-Identifier: Apache-2.0
 *
 * Page: which signals and rows it takes, and how they are written down.
 */
#include "write/page.h"
#include "base/map.h"
#include "write/html.h"
#include "write/pack.h"
#include <string.h>

/* rows that are enough for an eye, values for a browser, and the columns of one block */
enum { MOST_ROWS = 20000, MOST_VALUES = 24000000, BLOCK_VALUES = 1000000 };

/* how early a signal is wanted: where bodies are, what is neither body nor marker, bodies, markers
 */
enum { WANT_POSE, WANT_REST, WANT_BODY, WANT_MARKER, WANT_KINDS };

typedef struct Column {
  size_t signal;
  int kind, order;
  size_t block, place; /* where it is: which block, which column of it */
} Column;

typedef struct Writer {
  TrmPageRun *run;
  TrmArena *arena;
  TrmLog *log;
  TrmText *out;
  Column *columns;
  size_t count, rows, stride;
  float *values; /* column by column */
} Writer;

/* 1 when `name` is NAME.x and such of the seven that place a frame */
static int is_pose(const char *part) {
  static const char *const parts[] = {"x", "y", "z", "e0", "e1", "e2", "e3"};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (strcmp(part, parts[i]) == 0) return 1;
  return 0;
}

/* what stands before the last dot of a name; NULL: nothing */
static const char *owner_of(TrmArena *arena, const char *name, const char **part) {
  const char *dot = strrchr(name, '.');
  if (!dot) return NULL;
  *part = dot + 1;
  return trm_arena_copy(arena, name, (size_t)(dot - name));
}

/* frames are what has a signal e3; markers have a dot in their names */
static unsigned char *kinds_of(const TrmResult *result, TrmArena *arena) {
  size_t all = trm_result_signals(result);
  unsigned char *kinds = trm_arena_array(arena, all, 1);
  TrmMap *frames = trm_map_new(arena);
  const char *part = NULL;
  for (size_t i = 1; i < all; i++) {
    const char *owner = owner_of(arena, trm_result_signal(result, i)->name, &part);
    if (owner && strcmp(part, "e3") == 0) trm_map_put(frames, NULL, owner, kinds);
  }
  for (size_t i = 0; i < all; i++) {
    const char *owner = owner_of(arena, trm_result_signal(result, i)->name, &part);
    if (i == 0)
      kinds[i] = WANT_POSE;
    else if (!owner || !trm_map_get(frames, NULL, owner))
      kinds[i] = WANT_REST;
    else if (strchr(owner, '.'))
      kinds[i] = WANT_MARKER;
    else
      kinds[i] = is_pose(part) ? WANT_POSE : WANT_BODY;
  }
  return kinds;
}

/* the columns in the order of their kinds, as many as may be */
static TrmStatus choose(Writer *w) {
  TrmResult *result = w->run->result;
  size_t *listed, count, all = trm_result_signals(result);
  TrmStatus status = trm_result_select(result, w->run->patterns, w->arena, w->log, &listed, &count);
  if (status != TRM_OK) return status;
  char *wanted = trm_arena_array(w->arena, all, 1);
  for (size_t i = 0; i < count; i++) wanted[listed[i]] = 1;
  const unsigned char *kinds = kinds_of(result, w->arena);
  w->stride = 1 + (trm_result_rows(result) - (trm_result_rows(result) > 0)) / MOST_ROWS;
  w->rows = (trm_result_rows(result) + w->stride - 1) / w->stride;
  w->columns = trm_arena_array(w->arena, all, sizeof *w->columns);
  for (int kind = 0; kind < WANT_KINDS; kind++)
    for (size_t i = 0; i < all; i++) {
      if (kinds[i] != kind || (kind != WANT_POSE && !wanted[i])) continue;
      if (kind != WANT_POSE && (w->count + 1) * w->rows > MOST_VALUES) break;
      w->columns[w->count++] = (Column){.signal = i, .kind = kind};
    }
  w->run->signals = w->count;
  w->run->all_signals = all;
  w->run->rows = w->rows;
  w->run->all_rows = trm_result_rows(result);
  return TRM_OK;
}

static TrmStatus read_values(Writer *w) {
  size_t all = trm_result_signals(w->run->result);
  double *row = trm_arena_array(w->arena, all, sizeof *row);
  TrmStatus status = TRM_OK;
  w->values = trm_arena_array(w->arena, w->count * w->rows, sizeof *w->values);
  for (size_t i = 0; i < w->rows && status == TRM_OK; i++) {
    /* evenly, and the last one always */
    size_t at = i + 1 < w->rows ? i * w->stride : w->run->all_rows - 1;
    status = trm_result_read(w->run->result, at, 1, row);
    for (size_t k = 0; k < w->count && status == TRM_OK; k++)
      w->values[k * w->rows + i] = trm_pack_single(row[w->columns[k].signal]);
  }
  return status;
}

static void add_pair(Writer *w, const char *key, const char *text) {
  trm_text_printf(w->out, ",\n\"%s\":", key);
  trm_text_json(w->out, text ? text : "");
}

/* columns as blocks, each an element of its own, in `blocks` */
static void pack_blocks(Writer *w, size_t *next_block, TrmText *blocks) {
  size_t per_block = w->rows ? BLOCK_VALUES / w->rows + 1 : 1;
  if (per_block > w->count) per_block = w->count;
  size_t most = 4 * per_block * w->rows, room = trm_pack_room(most);
  unsigned char *bytes = trm_arena_alloc(w->arena, most + 1);
  unsigned char *work = trm_arena_alloc(w->arena, room);
  for (size_t first = 0; first < w->count; first += per_block) {
    size_t count = w->count - first < per_block ? w->count - first : per_block;
    for (size_t k = 0; k < count; k++) {
      Column *column = &w->columns[first + k];
      column->order =
          trm_pack_column(w->values + (first + k) * w->rows, w->rows, bytes + 4 * k * w->rows);
      column->block = *next_block;
      column->place = k;
    }
    trm_text_add(blocks, "<script type=\"text/plain\" class=\"block\">");
    trm_pack_deflate(bytes, 4 * count * w->rows, work, room, blocks);
    trm_text_add(blocks, "</script>\n");
    (*next_block)++;
  }
}

/* what the page knows of a run, as an object of JSON */
static void add_run(Writer *w) {
  static const char *const texts[] = {"name",    "analysis",   "version", "settings",
                                      "picture", "model_text", "sweep"};
  TrmResult *result = w->run->result;
  trm_text_add(w->out, "{\"file\":");
  trm_text_json(w->out, w->run->file);
  add_pair(w, "status", trm_result_status(result));
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    add_pair(w, texts[i], trm_result_about(result, texts[i]));
  if (w->run->sheet) add_pair(w, "sheet", w->run->sheet);
  if (w->run->suspension) add_pair(w, "suspension", w->run->suspension);
  trm_text_add(w->out, ",\n\"notes\":[");
  for (size_t i = 0; i < trm_result_notes(result); i++) {
    const TrmAttribute *note = trm_result_note(result, i);
    trm_text_add(w->out, i ? ",[" : "[");
    trm_text_json(w->out, note->name);
    trm_text_char(w->out, ',');
    trm_text_json(w->out, note->text);
    trm_text_char(w->out, ']');
  }
  trm_text_printf(w->out, "],\n\"rows\":%zu,\"all_rows\":%zu,\"all_signals\":%zu,\n\"signals\":[",
                  w->rows, w->run->all_rows, w->run->all_signals);
  for (size_t i = 0; i < w->count; i++) {
    const Column *column = &w->columns[i];
    const TrmSignal *signal = trm_result_signal(result, column->signal);
    trm_text_add(w->out, i ? ",\n[" : "\n[");
    trm_text_json(w->out, signal->name);
    trm_text_char(w->out, ',');
    trm_text_json(w->out, signal->unit);
    trm_text_printf(w->out, ",%zu,%zu,%zu,%d]", column->signal, column->block, column->place,
                    column->order);
  }
  trm_text_add(w->out, "]}");
}

static void add_part(TrmText *out, int part) {
  trm_text_bytes(out, (const char *)trm_page_parts[part].bytes, trm_page_parts[part].length);
}

static void clear_text(void *text) {
  trm_text_clear(text);
}

static TrmText *scratch(TrmArena *arena) {
  TrmText *text = trm_arena_alloc(arena, sizeof *text);
  trm_arena_defer(arena, clear_text, text);
  return text;
}

TrmStatus trm_page_write(TrmPageRun *runs, size_t count, TrmArena *arena, TrmLog *log,
                         TrmText *out) {
  TrmText *json = scratch(arena), *blocks = scratch(arena);
  size_t next_block = 0;
  trm_text_add(json, "{\"format\":1,\"runs\":[");
  for (size_t i = 0; i < count; i++) {
    Writer writer = {.run = &runs[i], .arena = arena, .log = log, .out = json};
    TrmStatus status = choose(&writer);
    if (status == TRM_OK) status = read_values(&writer);
    if (status != TRM_OK) return status;
    pack_blocks(&writer, &next_block, blocks);
    if (i) trm_text_char(json, ',');
    add_run(&writer);
  }
  trm_text_add(json, "]}");
  const char *name = trm_result_about(runs[0].result, "name");
  add_part(out, 0);
  trm_html_text(out, name && *name ? name : runs[0].file);
  add_part(out, 1);
  trm_text_add(out, "<script type=\"application/json\" id=\"trammel\">");
  trm_html_json(out, json->bytes);
  trm_text_add(out, "</script>\n");
  trm_text_bytes(out, blocks->bytes ? blocks->bytes : "", blocks->length);
  add_part(out, 2);
  return TRM_OK;
}
