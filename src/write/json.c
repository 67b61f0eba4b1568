/* SPDX-License-Identifier: Apache-2.0
 *
 * JSON: one object with what was run, the signals and their values by name. JSON has no numbers
 * that are not finite; they become null.
 */
#include "write/write.h"
#include <math.h>

static TrmStatus write_json(TrmResult *result, const size_t *signals, size_t count, TrmArena *arena,
                            TrmLog *log, TrmText *out) {
  (void)log;
  size_t rows = trm_result_rows(result);
  double *values = trm_arena_array(arena, count * rows, sizeof *values);
  TrmStatus status = trm_result_columns(result, signals, count, values);
  if (status != TRM_OK) return status;
  /* what was run */
  trm_text_add(out, "{\"about\": {");
  for (size_t i = 0; i < trm_result_attributes(result); i++) {
    const TrmAttribute *attribute = trm_result_attribute(result, i);
    trm_text_json(out, attribute->name);
    trm_text_add(out, ": ");
    trm_text_json(out, attribute->text);
    trm_text_add(out, ", ");
  }
  trm_text_printf(out, "\"complete\": %s},\n\"signals\": [",
                  trm_result_complete(result) ? "true" : "false");
  for (size_t k = 0; k < count; k++) {
    const TrmSignal *signal = trm_result_signal(result, signals[k]);
    trm_text_add(out, k ? ", {\"name\": " : "{\"name\": ");
    trm_text_json(out, signal->name);
    trm_text_add(out, ", \"unit\": ");
    trm_text_json(out, signal->unit);
    trm_text_char(out, '}');
  }
  /* the values, a line per signal */
  trm_text_add(out, "],\n\"data\": {");
  for (size_t k = 0; k < count; k++) {
    trm_text_add(out, k ? ",\n" : "\n");
    trm_text_json(out, trm_result_signal(result, signals[k])->name);
    trm_text_add(out, ": [");
    for (size_t i = 0; i < rows; i++) {
      double value = values[k * rows + i];
      if (i) trm_text_char(out, ',');
      if (isfinite(value))
        trm_text_number(out, value);
      else
        trm_text_add(out, "null");
    }
    trm_text_char(out, ']');
  }
  trm_text_add(out, "}}\n");
  return TRM_OK;
}

const TrmWriter trm_writer_json = {
    .name = "json",
    .extension = ".json",
    .summary = "one object with what was run, signals and values, for programs",
    .write = write_json};
