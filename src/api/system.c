/* SPDX-License-Identifier: Apache-2.0
 *
 * The public calls that turn a system into a report.
 */
#include "trammel/system.h"
#include "compile/adams.h"
#include "compile/report.h"

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
