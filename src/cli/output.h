/* SPDX-License-Identifier: Apache-2.0
 *
 * Output: what a command produces goes to standard output or, whole or not at all, to a file.
 */
#ifndef TRM_CLI_OUTPUT_H
#define TRM_CLI_OUTPUT_H

#include "base/text.h"
#include "trammel/status.h"

/* Write `text` to `path` by way of a temporary file beside it ("-" or NULL: standard output). A
 * message and TRM_BAD_FILE when it cannot be done. */
TrmStatus trm_output_write(const char *path, const TrmText *text);

/* Remove the temporary file being written, if any; may be called from a signal handler. */
void trm_output_abandon(void);

/* 1 when the two paths lead to the same file. */
int trm_output_same(const char *a, const char *b);

/* 1 when something stands at `path`. */
int trm_output_exists(const char *path);

/* Columns that `text` (UTF-8) takes on a screen. */
size_t trm_output_columns(const char *text);

/* Append `text` in lines of at most 80 columns, each indented by `indent`; \n begins a new one. */
void trm_output_wrap(TrmText *out, size_t indent, const char *text);

/* Append one row of a list: `left` padded to `width` columns, then `right` wrapped beside it. */
void trm_output_row(TrmText *out, const char *left, size_t width, const char *right);

#endif
