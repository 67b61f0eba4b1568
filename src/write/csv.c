/* SPDX-License-Identifier: Apache-2.0
 *
 * CSV: a heading `name [unit]` per column, then a line per row, numbers with the fewest digits that
 * read back to the same bits (RFC 4180, with line feeds).
 */
#include "write/write.h"
#include <string.h>

enum { BLOCK = 1 << 14 }; /* values read at a time */

/* a heading, quoted where it holds what CSV uses itself */
static void add_heading(TrmText *out, const TrmSignal *signal, TrmArena *arena) {
  const char *text =
      *signal->unit ? trm_arena_printf(arena, "%s [%s]", signal->name, signal->unit) : signal->name;
  if (!strpbrk(text, ",\"\r\n")) {
    trm_text_add(out, text);
    return;
  }
  trm_text_char(out, '"');
  for (; *text; text++) {
    if (*text == '"') trm_text_char(out, '"');
    trm_text_char(out, *text);
  }
  trm_text_char(out, '"');
}

static TrmStatus write_csv(TrmResult *result, const size_t *signals, size_t count, TrmArena *arena,
                           TrmLog *log, TrmText *out) {
  (void)log;
  size_t width = trm_result_signals(result), rows = trm_result_rows(result);
  size_t step = BLOCK / width + 1;
  double *block = trm_arena_array(arena, step * width, sizeof *block);
  for (size_t k = 0; k < count; k++) {
    if (k) trm_text_char(out, ',');
    add_heading(out, trm_result_signal(result, signals[k]), arena);
  }
  trm_text_char(out, '\n');
  for (size_t first = 0; first < rows; first += step) {
    size_t some = rows - first < step ? rows - first : step;
    TrmStatus status = trm_result_read(result, first, some, block);
    if (status != TRM_OK) return status;
    for (size_t i = 0; i < some; i++)
      for (size_t k = 0; k < count; k++) {
        trm_text_number(out, block[i * width + signals[k]]);
        trm_text_char(out, k + 1 < count ? ',' : '\n');
      }
  }
  return TRM_OK;
}

const TrmWriter trm_writer_csv = {.name = "csv",
                                  .extension = ".csv",
                                  .summary =
                                      "a column per signal, for spreadsheets and everything else",
                                  .write = write_csv};
