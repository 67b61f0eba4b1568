/* SPDX-License-Identifier: Apache-2.0
 *
 * Sweep: the page of all sweeps of a suspension, one shown at a time: the mechanism moving, what
 * the wheels do as numbers, and curves over what moves.
 */
#include "cli/output.h"
#include "cli/stored.h"
#include "cli/sweep.h"
#include "write/page.h"
#include <math.h>
#include <string.h>

enum { MOST_SWEEPS = 3 };

/* the column that all others are drawn over: the roll of an axle, else what stands first */
static const TrmSweepColumn *over_of(const TrmSweepTable *table) {
  for (size_t k = 0; k < table->count; k++)
    if (strcmp(table->columns[k].quantity, "roll") == 0) return &table->columns[k];
  return table->columns;
}

/* {"word": "travel", "over": "left_travel", "columns": [[name, wheel, title, unit], ...], ...}; a
 * column that the result has not is given with its values */
static const char *describe(const TrmSweepTable *table, TrmArena *arena, TrmText *out) {
  out->length = 0;
  trm_text_add(out, "{\"word\":");
  trm_text_json(out, table->word);
  trm_text_add(out, ",\"over\":");
  trm_text_json(out, table->count ? over_of(table)->name : "");
  trm_text_add(out, ",\"columns\":[");
  for (size_t k = 0; k < table->count; k++) {
    const TrmSweepColumn *column = &table->columns[k];
    const char *words[] = {column->name, column->wheel, trm_sweep_title(column->quantity),
                           column->unit};
    for (size_t i = 0; i < 4; i++) {
      trm_text_add(out, i ? "," : k ? ",[" : "[");
      trm_text_json(out, words[i]);
    }
    if (column->computed) {
      for (size_t i = 0; i < table->rows; i++) {
        trm_text_add(out, i ? "," : ",[");
        if (isfinite(column->values[i])) {
          trm_text_number(out, column->values[i]);
        } else {
          trm_text_add(out, "null");
        }
      }
      trm_text_add(out, table->rows ? "]" : ",[]");
    }
    trm_text_char(out, ']');
  }
  trm_text_add(out, "]}");
  return trm_arena_copy(arena, out->bytes, out->length);
}

TrmStatus trm_sweep_page(TrmRequest *request, const TrmSweepTable *tables, size_t count,
                         const char *path, TrmLog *log) {
  TrmPageRun runs[MOST_SWEEPS] = {{.result = NULL}};
  TrmText *text = trm_request_text(request), *out = trm_request_text(request);
  TrmStatus status = TRM_OK;
  for (size_t i = 0; i < count && status == TRM_OK; i++) {
    const char *slash = strrchr(tables[i].path, '/');
    runs[i].file = slash ? slash + 1 : tables[i].path;
    runs[i].sheet = tables[i].word;
    runs[i].suspension = describe(&tables[i], request->arena, text);
    status = trm_request_stored(request, tables[i].path, log, &runs[i].result);
  }
  if (status == TRM_OK) status = trm_page_write(runs, count, request->arena, log, out);
  return status == TRM_OK ? trm_output_write(path, out) : status;
}
