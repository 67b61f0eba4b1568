/* SPDX-License-Identifier: Apache-2.0
 *
 * Source: text with an index of its line starts, shared by counted references.
 */
#include "base/source.h"
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct TrmSource {
  atomic_int references;
  char *name, *text;
  char *sheet; /* of a workbook; NULL: a file of lines */
  size_t length;
  size_t *marks; /* offset of every 256th line */
  uint32_t lines;
};

enum { LINES_PER_MARK = 256 };

/* note where every 256th line begins; 0 when memory is out */
static int index_lines(TrmSource *source) {
  size_t lines = 1;
  for (size_t i = 0; i < source->length; i++) lines += source->text[i] == '\n';
  source->marks = malloc((lines / LINES_PER_MARK + 1) * sizeof *source->marks);
  if (!source->marks) return 0;
  source->lines = (uint32_t)lines;
  size_t line = 0;
  source->marks[0] = 0;
  for (size_t i = 0; i < source->length; i++)
    if (source->text[i] == '\n' && ++line % LINES_PER_MARK == 0)
      source->marks[line / LINES_PER_MARK] = i + 1;
  return 1;
}

/* take over `text`, which was allocated with malloc */
static TrmSource *source_adopt(const char *name, char *text, size_t length) {
  TrmSource *source = calloc(1, sizeof *source);
  if (!source) {
    free(text);
    return NULL;
  }
  atomic_init(&source->references, 1);
  source->text = text;
  source->length = length;
  source->name = malloc(strlen(name) + 1);
  if (!source->name || !index_lines(source)) {
    trm_source_release(source);
    return NULL;
  }
  strcpy(source->name, name);
  return source;
}

TrmSource *trm_source_new(const char *name, const char *text, size_t length) {
  char *copy = malloc(length + 1);
  if (!copy) return NULL;
  if (length) memcpy(copy, text, length);
  copy[length] = 0;
  return source_adopt(name, copy, length);
}

TrmSource *trm_source_new_sheet(const char *name, const char *sheet, const char *text,
                                size_t length) {
  TrmSource *source = trm_source_new(name, text, length);
  if (!source) return NULL;
  source->sheet = malloc(strlen(sheet) + 1);
  if (!source->sheet) {
    trm_source_release(source);
    return NULL;
  }
  strcpy(source->sheet, sheet);
  return source;
}

const char trm_source_too_large[] = "it is too large";

/* the rest of `file` in memory from malloc, at most the limit */
static TrmStatus read_all(FILE *file, size_t limit, char **text, size_t *length,
                          const char **reason) {
  size_t capacity = 1 << 16, used = 0;
  char *buffer = malloc(capacity);
  if (!buffer) return TRM_NO_MEMORY;
  for (;;) {
    used += fread(buffer + used, 1, capacity - used - 1, file);
    if (used < capacity - 1) break;
    if (used > limit) {
      free(buffer);
      *reason = trm_source_too_large;
      return TRM_BAD_FILE;
    }
    capacity *= 2;
    char *larger = realloc(buffer, capacity);
    if (!larger) {
      free(buffer);
      return TRM_NO_MEMORY;
    }
    buffer = larger;
  }
  if (ferror(file)) {
    free(buffer);
    *reason = "it cannot be read";
    return TRM_BAD_FILE;
  }
  buffer[used] = 0;
  *text = buffer;
  *length = used;
  return TRM_OK;
}

/* why a file that exists is not even opened; NULL: it may be */
static const char *refuse(const struct stat *info, TrmNamedBy by, size_t limit) {
  if (S_ISDIR(info->st_mode)) return "it is a folder";
  if (by == TRM_NAMED_BY_MODEL && !S_ISREG(info->st_mode)) return "it is not a plain file";
  return info->st_size > (off_t)limit ? trm_source_too_large : NULL;
}

/* open `path`, or say why not */
static FILE *open_file(const char *path, TrmNamedBy by, size_t limit, const char **reason) {
  struct stat info;
  *reason = stat(path, &info) == 0 ? refuse(&info, by, limit) : NULL;
  if (*reason) return NULL;
  errno = 0;
  FILE *file = fopen(path, "rb");
  if (file || errno == ENOMEM) return file;
  *reason = errno == ENOENT   ? "there is no such file"
            : errno == EACCES ? "you may not read it"
                              : "it cannot be opened";
  return NULL;
}

static void (*listener)(const char *path);

void trm_source_listen(void (*heard)(const char *path)) {
  listener = heard;
}

TrmStatus trm_source_read(const char *path, TrmNamedBy by, size_t limit, TrmSource **source,
                          const char **reason) {
  *source = NULL;
  *reason = NULL;
  int standard_input = by == TRM_NAMED_BY_USER && strcmp(path, "-") == 0;
  if (listener && !standard_input) listener(path);
  FILE *file = standard_input ? stdin : open_file(path, by, limit, reason);
  if (!file) return *reason ? TRM_BAD_FILE : TRM_NO_MEMORY;
  char *text = NULL;
  size_t length = 0;
  TrmStatus status = read_all(file, limit, &text, &length, reason);
  if (!standard_input) fclose(file);
  if (status != TRM_OK) return status;
  *source = source_adopt(standard_input ? "(standard input)" : path, text, length);
  return *source ? TRM_OK : TRM_NO_MEMORY;
}

TrmSource *trm_source_retain(const TrmSource *source) {
  TrmSource *shared = (TrmSource *)(uintptr_t)source;
  if (shared) atomic_fetch_add(&shared->references, 1);
  return shared;
}

void trm_source_release(TrmSource *source) {
  if (!source || atomic_fetch_sub(&source->references, 1) > 1) return;
  free(source->name);
  free(source->sheet);
  free(source->text);
  free(source->marks);
  free(source);
}

const char *trm_source_name(const TrmSource *source) {
  return source->name;
}

const char *trm_source_sheet(const TrmSource *source) {
  return source->sheet;
}

void trm_cell_name(unsigned row, unsigned column, char *name) {
  char letters[8];
  int count = 0;
  for (; column && count < 7; column = (column - 1) / 26)
    letters[count++] = (char)('A' + (column - 1) % 26);
  for (int i = 0; i < count; i++) name[i] = letters[count - 1 - i];
  snprintf(name + count, (size_t)(TRM_CELL_NAME - count), "%u", row % 100000000);
}

const char *trm_source_cell(TrmPlace place, size_t *length) {
  size_t left;
  const char *cell = trm_source_line(place.source, place.line, &left);
  for (unsigned column = 1; cell; column++) {
    const char *tab = memchr(cell, '\t', left);
    *length = tab ? (size_t)(tab - cell) : left;
    if (column == place.column) return cell;
    if (!tab) return NULL;
    left -= *length + 1;
    cell = tab + 1;
  }
  return NULL;
}

const char *trm_source_text(const TrmSource *source, size_t *length) {
  *length = source->length;
  return source->text;
}

const char *trm_source_line(const TrmSource *source, uint32_t line, size_t *length) {
  *length = 0;
  if (line == 0 || line > source->lines) return NULL;
  /* from the mark before it, line by line */
  size_t start = source->marks[(line - 1) / LINES_PER_MARK];
  for (uint32_t skip = (line - 1) % LINES_PER_MARK; skip > 0; skip--)
    start = (size_t)((const char *)memchr(source->text + start, '\n', source->length - start) -
                     source->text) +
            1;
  const char *stop = memchr(source->text + start, '\n', source->length - start);
  size_t end = stop ? (size_t)(stop - source->text) : source->length;
  if (end > start && source->text[end - 1] == '\r') end--;
  *length = end - start;
  return source->text + start;
}

TrmPlace trm_place_part(TrmPlace place, size_t offset, size_t length) {
  if (place.source && place.source->sheet) return place;
  size_t column = place.column + offset;
  place.column = (uint16_t)(column < UINT16_MAX ? column : UINT16_MAX);
  place.length = (uint16_t)(length < UINT16_MAX ? length : UINT16_MAX);
  return place;
}
