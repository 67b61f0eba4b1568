/* SPDX-License-Identifier: Apache-2.0
 *
 * Source: the text of a file as it was read, kept so that a message can show the line; and place,
 * a span of characters in one. Sources are counted references: models and logs both hold them.
 */
#ifndef TRM_BASE_SOURCE_H
#define TRM_BASE_SOURCE_H

#include "trammel/status.h"
#include <stddef.h>
#include <stdint.h>

typedef struct TrmSource TrmSource;

/* Where something stands. line and column count from 1; line 0 means no place. */
typedef struct TrmPlace {
  const TrmSource *source;
  uint32_t line;
  uint16_t column, length;
} TrmPlace;

#define TRM_NOWHERE ((TrmPlace){0})

/* The largest model, and the largest mesh, that is read, bytes. */
#define TRM_SOURCE_LIMIT ((size_t)64 << 20)
#define TRM_SOURCE_MESH_LIMIT ((size_t)256 << 20)

/* A source holding a copy of `text`; NULL when memory is out. */
TrmSource *trm_source_new(const char *name, const char *text, size_t length);

/* A sheet of a workbook, whose places are cells: line and column count its rows and columns. `text`
 * has a line for every row, its cells apart by tabs. */
TrmSource *trm_source_new_sheet(const char *name, const char *sheet, const char *text,
                                size_t length);

/* The name of the sheet; NULL of a file whose places are lines and characters. */
const char *trm_source_sheet(const TrmSource *source);

/* Room for the name of a cell such as "AB12", which is written. */
enum { TRM_CELL_NAME = 16 };
void trm_cell_name(unsigned row, unsigned column, char *name);

/* The text of the cell at a place of a sheet, not terminated; NULL when there is none. */
const char *trm_source_cell(TrmPlace place, size_t *length);

/* Who named a file: a person may give "-" for standard input, or a pipe; a model may name plain
 * files only, so that reading it never waits. */
typedef enum TrmNamedBy { TRM_NAMED_BY_USER, TRM_NAMED_BY_MODEL } TrmNamedBy;

/* Read a file of at most `limit` bytes. Returns TRM_BAD_FILE with `reason`
 * set (static text), TRM_NO_MEMORY, or TRM_OK with `*source` set. */
TrmStatus trm_source_read(const char *path, TrmNamedBy by, size_t limit, TrmSource **source,
                          const char **reason);

/* Tell `heard` of every file before it is read, also of one that cannot be; for a process that
 * does nothing else. NULL: no more. */
void trm_source_listen(void (*heard)(const char *path));

/* The reason given for a file over its limit: compare the pointer. */
extern const char trm_source_too_large[];

TrmSource *trm_source_retain(const TrmSource *source);
void trm_source_release(TrmSource *source);

const char *trm_source_name(const TrmSource *source);
const char *trm_source_text(const TrmSource *source, size_t *length);

/* The text of line `line` (from 1), not terminated; `*length` without the line end; NULL past it.
 */
const char *trm_source_line(const TrmSource *source, uint32_t line, size_t *length);

/* A place `offset` characters into `place` and `length` long (kept on the same line); a cell stays
 * the cell. */
TrmPlace trm_place_part(TrmPlace place, size_t offset, size_t length);

#endif
