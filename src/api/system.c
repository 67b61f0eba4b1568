/* SPDX-License-Identifier: Apache-2.0
 *
 * The public calls that turn a system into a report.
 */
#include "trammel/system.h"
#include "compile/adams.h"
#include "compile/report.h"
#include "compile/workbook.h"

typedef struct Reporting {
  const TrmSystem *system;
  TrmArena *arena;
  void (*write)(const TrmSystem *system, TrmArena *arena, TrmText *out);
  TrmText out;
} Reporting;

static void write_report(void *context) {
  Reporting *reporting = context;
  reporting->write(reporting->system, reporting->arena, &reporting->out);
}

static char *report(const TrmSystem *system,
                    void (*write)(const TrmSystem *system, TrmArena *arena, TrmText *out)) {
  Reporting reporting = {.system = system, .arena = trm_arena_new(), .write = write};
  if (!reporting.arena || trm_guard(write_report, &reporting) != TRM_OK)
    trm_text_clear(&reporting.out);
  trm_arena_free(reporting.arena);
  return reporting.out.bytes;
}

char *trm_system_report(const TrmSystem *system) {
  return report(system, trm_report_text);
}

char *trm_system_report_json(const TrmSystem *system) {
  return report(system, trm_report_json);
}

typedef struct Exporting {
  const TrmSystem *system;
  TrmArena *arena;
  TrmLog *log;
  TrmText out;
  int good;
} Exporting;

static void write_adams(void *context) {
  Exporting *e = context;
  e->good = trm_system_write_adams(e->system, e->arena, e->log, &e->out);
}

TrmStatus trm_system_to_adams(const TrmSystem *system, TrmLog *log, char **text) {
  Exporting e = {.system = system, .arena = trm_arena_new(), .log = log};
  TrmStatus status = e.arena ? trm_guard(write_adams, &e) : TRM_NO_MEMORY;
  trm_arena_free(e.arena);
  if (status == TRM_OK && !e.good) status = TRM_BAD_MODEL;
  if (status != TRM_OK) trm_text_clear(&e.out);
  *text = e.out.bytes;
  return status;
}

static void write_workbook(void *context) {
  Exporting *e = context;
  e->good = trm_system_write_workbook(e->system, e->arena, e->log, &e->out);
}

TrmStatus trm_system_to_workbook(const TrmSystem *system, TrmLog *log, char **bytes,
                                 size_t *length) {
  Exporting e = {.system = system, .arena = trm_arena_new(), .log = log};
  TrmStatus status = e.arena ? trm_guard(write_workbook, &e) : TRM_NO_MEMORY;
  trm_arena_free(e.arena);
  if (status == TRM_OK && !e.good) status = TRM_BAD_MODEL;
  if (status != TRM_OK) trm_text_clear(&e.out);
  *bytes = e.out.bytes;
  *length = e.out.length;
  return status;
}

static void write_empty(void *context) {
  Exporting *e = context;
  TrmWorkbookWriter *w = trm_workbook_new(e->arena);
  trm_workbook_ground(w);
  trm_workbook_write(w, &e->out);
}

char *trm_workbook_empty(size_t *length) {
  Exporting e = {.arena = trm_arena_new()};
  if (!e.arena || trm_guard(write_empty, &e) != TRM_OK) trm_text_clear(&e.out);
  trm_arena_free(e.arena);
  *length = e.out.length;
  return e.out.bytes;
}
