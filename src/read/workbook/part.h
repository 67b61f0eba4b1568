/* SPDX-License-Identifier: Apache-2.0
 *
 * Part: one XML file inside a workbook, unpacked and read piece by piece; and the cells of one that
 * is a sheet.
 */
#ifndef TRM_READ_WORKBOOK_PART_H
#define TRM_READ_WORKBOOK_PART_H

#include "base/text.h"
#include "read/workbook/book.h"
#include "read/workbook/zip.h"
#include "read/xml.h"

typedef struct TrmBookPart {
  TrmArena *arena;
  const TrmSource *source; /* the archive */
  TrmLog *log;
  TrmZip *zip;
  TrmText *text;        /* for collecting characters */
  const char **strings; /* shared by cells */
  size_t string_count;
  size_t cells;    /* in all sheets so far */
  size_t unpacked; /* bytes of all parts: several sheets may name the same part */
} TrmBookPart;

/* Open the archive; 0 after an error. */
int trm_book_open(TrmBookPart *part);

/* Read a part of the archive with these ears, whose `next` is set here; 0 after an error. One that
 * is not there is an error where it is needed. */
int trm_book_part(TrmBookPart *part, const char *path, TrmXmlEars *ears, int needed);

/* The cells of a sheet, in the order of the file; 0 after an error. */
int trm_book_sheet(TrmBookPart *part, const char *path, TrmSheet *sheet);

#endif
