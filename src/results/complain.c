/* SPDX-License-Identifier: Apache-2.0
 *
 * Complaints: a message and its hint, added to the log inside a guard of its own.
 */
#include "results/complain.h"
#include "base/arena.h"
#include <stdarg.h>
#include <stdio.h>

typedef struct Complaint {
  TrmLog *log;
  TrmCode code;
  const char *path, *hint, *text;
} Complaint;

static void add(void *context) {
  Complaint *c = context;
  trm_log_add(c->log, c->code, TRM_NOWHERE, c->path, "%s", c->text);
  if (c->hint) trm_log_hint(c->log, "%s", c->hint);
}

TrmStatus trm_result_complain(TrmLog *log, TrmStatus status, TrmCode code, const char *path,
                              const char *hint, const char *format, ...) {
  char text[1024];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  Complaint complaint = {log, code, path, hint, text};
  return trm_guard(add, &complaint) == TRM_OK ? status : TRM_NO_MEMORY;
}
