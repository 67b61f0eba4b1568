/* SPDX-License-Identifier: Apache-2.0
 *
 * MAT-5: the files that MATLAB, Octave and SciPy load. A column vector per signal, named as MATLAB
 * allows, and the cell arrays `signal_names` and `signal_units` with the names and units as they
 * are. Format: MathWorks, MAT-File Format, R2023b, chapter 1 (level 5), uncompressed.
 */
#include "write/mat.h"
#include "base/journal.h"
#include "base/map.h"
#include "write/write.h"
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* types of elements and classes of arrays */
enum { INT8 = 1, INT32 = 5, UINT32 = 6, DOUBLE = 9, MATRIX = 14, UTF16 = 17 };
enum { CELL_CLASS = 1, CHAR_CLASS = 4, DOUBLE_CLASS = 6 };
enum { LONGEST_NAME = 63, LARGEST = INT32_MAX };

static void add_number32(TrmText *out, uint32_t value) {
  char bytes[4];
  for (int i = 0; i < 4; i++) bytes[i] = (char)(value >> 8 * i & 255);
  trm_text_bytes(out, bytes, 4);
}

static void add_padding(TrmText *out, size_t length) {
  static const char zeros[8];
  trm_text_bytes(out, zeros, (8 - length % 8) % 8);
}

/* an element of bytes: type, length, the bytes, zeros up to a multiple of eight */
static void add_element(TrmText *out, uint32_t type, const char *bytes, size_t length) {
  add_number32(out, type);
  add_number32(out, (uint32_t)length);
  trm_text_bytes(out, bytes, length);
  add_padding(out, length);
}

/* begin an array; its length is put in by end_array, which takes what this returns */
static size_t begin_array(TrmText *out, uint32_t class, size_t rows, size_t columns,
                          const char *name) {
  add_number32(out, MATRIX);
  add_number32(out, 0);
  size_t begin = out->length;
  add_number32(out, UINT32);
  add_number32(out, 8);
  add_number32(out, class);
  add_number32(out, 0);
  add_number32(out, INT32);
  add_number32(out, 8);
  add_number32(out, (uint32_t)rows);
  add_number32(out, (uint32_t)columns);
  add_element(out, INT8, name, strlen(name));
  return begin;
}

static void end_array(TrmText *out, size_t begin) {
  size_t length = out->length - begin;
  for (int i = 0; i < 4; i++) out->bytes[begin - 4 + (size_t)i] = (char)(length >> 8 * i & 255);
}

/* one code unit; characters beyond the first plane take two */
static size_t add_utf16(TrmText *out, const char *text) {
  size_t units = 0, left = strlen(text);
  while (left) {
    const unsigned char *b = (const unsigned char *)text;
    size_t length = trm_utf8_length(text, left);
    uint32_t c = 0xFFFD;
    if (length == 1) c = b[0];
    if (length == 2) c = (b[0] & 31u) << 6 | (b[1] & 63u);
    if (length == 3) c = (b[0] & 15u) << 12 | (b[1] & 63u) << 6 | (b[2] & 63u);
    if (length == 4) c = (b[0] & 7u) << 18 | (b[1] & 63u) << 12 | (b[2] & 63u) << 6 | (b[3] & 63u);
    uint32_t pair[2] = {c, 0};
    if (c >= 0x10000) {
      pair[0] = 0xD800 + ((c - 0x10000) >> 10);
      pair[1] = 0xDC00 + ((c - 0x10000) & 1023);
    }
    for (int i = 0; i < (c >= 0x10000 ? 2 : 1); i++, units++) {
      trm_text_char(out, (char)(pair[i] & 255));
      trm_text_char(out, (char)(pair[i] >> 8));
    }
    text += length ? length : 1;
    left -= length ? length : 1;
  }
  return units;
}

/* a row of characters inside a cell array */
static void add_text(TrmText *out, const char *text, TrmText *scratch) {
  scratch->length = 0;
  size_t units = add_utf16(scratch, text);
  size_t begin = begin_array(out, CHAR_CLASS, units ? 1 : 0, units, "");
  add_element(out, UTF16, units ? scratch->bytes : "", 2 * units);
  end_array(out, begin);
}

/* letters, digits and underscores, a letter first, each name once */
static const char *valid_name(const char *name, TrmMap *used, TrmArena *arena) {
  char base[LONGEST_NAME + 2] = {0};
  size_t length = 0;
  if (!isalpha((unsigned char)name[0])) base[length++] = 'x';
  for (const char *s = name; *s && length < LONGEST_NAME; s++)
    base[length++] = (char)(isalnum((unsigned char)*s) ? *s : '_');
  char *valid = trm_arena_string(arena, base);
  for (unsigned i = 2; trm_map_put(used, NULL, valid, arena); i++) {
    char end[16];
    int digits = snprintf(end, sizeof end, "_%u", i);
    size_t kept = length + (size_t)digits > LONGEST_NAME ? LONGEST_NAME - (size_t)digits : length;
    valid = trm_arena_printf(arena, "%.*s%s", (int)kept, base, end);
  }
  return valid;
}

/* a cell array with the names or the units of the signals */
static void add_list(TrmResult *result, const size_t *signals, size_t count, int units,
                     const char *name, TrmText *scratch, TrmText *out) {
  size_t begin = begin_array(out, CELL_CLASS, count, 1, name);
  for (size_t k = 0; k < count; k++) {
    const TrmSignal *signal = trm_result_signal(result, signals[k]);
    add_text(out, units ? signal->unit : signal->name, scratch);
  }
  end_array(out, begin);
}

static void clear_text(void *text) {
  trm_text_clear(text);
}

/* the header: a text, no subsystem, version 1, and the order of bytes */
static void add_header(TrmText *out) {
  static const char title[] = "MATLAB 5.0 MAT-file, written by Trammel";
  char header[128];
  memset(header, ' ', 116);
  memset(header + 116, 0, 8);
  memcpy(header, title, sizeof title - 1);
  memcpy(header + 124, "\0\1IM", 4);
  trm_text_bytes(out, header, sizeof header);
}

int trm_mat_matrices(const TrmMatMatrix *matrices, const TrmMatNames *names, TrmArena *arena,
                     TrmText *out) {
  add_header(out);
  for (; matrices->name; matrices++) {
    size_t rows = matrices->rows, columns = matrices->columns;
    if (columns && rows > (LARGEST - 256) / sizeof(double) / columns) return 0;
    double *turned = trm_arena_array(arena, rows * columns + 1, sizeof *turned);
    for (size_t i = 0; i < rows; i++)
      for (size_t j = 0; j < columns; j++) turned[j * rows + i] = matrices->values[i * columns + j];
    size_t begin = begin_array(out, DOUBLE_CLASS, rows, columns, matrices->name);
    add_element(out, DOUBLE, (const char *)turned, rows * columns * sizeof *turned);
    end_array(out, begin);
  }
  TrmText *scratch = trm_arena_alloc(arena, sizeof *scratch);
  trm_arena_defer(arena, clear_text, scratch);
  for (; names->name; names++) {
    size_t begin = begin_array(out, CELL_CLASS, names->count, 1, names->name);
    for (size_t k = 0; k < names->count; k++) add_text(out, names->list[k], scratch);
    end_array(out, begin);
  }
  return 1;
}

static TrmStatus write_mat(TrmResult *result, const size_t *signals, size_t count, TrmArena *arena,
                           TrmLog *log, TrmText *out) {
  size_t rows = trm_result_rows(result);
  if (rows > (LARGEST - 256) / sizeof(double)) {
    trm_log_add(log, TRM_E_RESULT_LIMIT, TRM_NOWHERE, NULL,
                "%zu rows are more than a MAT-5 file can hold", rows);
    trm_log_hint(log, "export to CSV instead");
    return TRM_FAILED;
  }
  double *values = trm_arena_array(arena, count * rows, sizeof *values);
  TrmStatus status = trm_result_columns(result, signals, count, values);
  if (status != TRM_OK) return status;
  add_header(out);
  /* names that are taken; the signals, in the machine's order of bytes, which is little-endian */
  TrmMap *used = trm_map_new(arena);
  trm_map_put(used, NULL, "signal_names", arena);
  trm_map_put(used, NULL, "signal_units", arena);
  for (size_t k = 0; k < count; k++) {
    const char *name = valid_name(trm_result_signal(result, signals[k])->name, used, arena);
    size_t begin = begin_array(out, DOUBLE_CLASS, rows, 1, name);
    add_element(out, DOUBLE, (const char *)(values + k * rows), rows * sizeof *values);
    end_array(out, begin);
  }
  TrmText *scratch = trm_arena_alloc(arena, sizeof *scratch);
  trm_arena_defer(arena, clear_text, scratch);
  add_list(result, signals, count, 0, "signal_names", scratch, out);
  add_list(result, signals, count, 1, "signal_units", scratch, out);
  return TRM_OK;
}

const TrmWriter trm_writer_mat = {.name = "mat",
                                  .extension = ".mat",
                                  .summary = "a vector per signal, for MATLAB, Octave and SciPy",
                                  .write = write_mat};
