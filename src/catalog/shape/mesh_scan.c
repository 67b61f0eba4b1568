/* SPDX-License-Identifier: Apache-2.0
 *
 * Scanner: words of a mesh file, line by line. Any byte that is no blank or line end belongs to a
 * word; messages show words with unprintable bytes replaced.
 */
#include "catalog/shape/mesh_build.h"
#include <string.h>

TrmMeshScan trm_mesh_scan(const TrmSource *source, const TrmMeshReport *report) {
  size_t length;
  const char *text = trm_source_text(source, &length);
  TrmMeshScan scan = {.source = source, .report = report, .at = text, .end = text + length};
  /* a byte order mark is no part of the text */
  if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) scan.at += 3;
  scan.line_start = text;
  scan.line = scan.word_line = 1;
  scan.word = "";
  return scan;
}

static int is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

/* step over a backslash at the end of a line */
static int join_line(TrmMeshScan *scan) {
  const char *next = scan->at + 1;
  if (*scan->at != '\\') return 0;
  if (next < scan->end && *next == '\r') next++;
  if (next >= scan->end || *next != '\n') return 0;
  scan->at = scan->line_start = next + 1;
  scan->line++;
  return 1;
}

int trm_mesh_scan_word(TrmMeshScan *scan) {
  while (scan->at < scan->end) {
    if (is_blank(*scan->at))
      scan->at++;
    else if (!join_line(scan))
      break;
  }
  scan->word = scan->at;
  scan->word_line = scan->line;
  scan->word_column = (size_t)(scan->at - scan->line_start) + 1;
  while (scan->at < scan->end && !is_blank(*scan->at) && *scan->at != '\n') {
    if (*scan->at == '\\' && scan->at + 1 < scan->end &&
        (scan->at[1] == '\n' || scan->at[1] == '\r'))
      break;
    scan->at++;
  }
  scan->length = (size_t)(scan->at - scan->word);
  return scan->length > 0;
}

int trm_mesh_scan_line(TrmMeshScan *scan) {
  while (scan->at < scan->end && *scan->at != '\n') scan->at++;
  if (scan->at == scan->end) return 0;
  scan->line_start = ++scan->at;
  scan->line++;
  return 1;
}

int trm_mesh_scan_is(const TrmMeshScan *scan, const char *word) {
  char copy[16];
  if (scan->length >= sizeof copy) return 0;
  memcpy(copy, scan->word, scan->length);
  copy[scan->length] = 0;
  return strlen(copy) == scan->length && trm_same_word(copy, word);
}

void trm_mesh_scan_error(TrmMeshScan *scan, TrmCode code, const char *expected) {
  char shown[32];
  size_t n = 0;
  for (; n < scan->length && n < 24; n++) {
    char c = scan->word[n];
    shown[n] = (char)(c >= ' ' && c <= '~' ? c : '?');
  }
  memcpy(shown + n, n < scan->length ? "..." : "", n < scan->length ? 4 : 1);
  /* the place is in the mesh file; a note leads back to the model */
  TrmPlace place = {scan->source, scan->word_line, 0, 0};
  place = trm_place_part(place, scan->word_column, scan->length ? scan->length : 1);
  const char *owner = scan->report->owner;
  if (scan->length)
    trm_log_add(scan->report->log, code, place, owner, "mesh of '%s' has '%s' where %s is expected",
                owner, shown, expected);
  else
    trm_log_add(scan->report->log, code, place, owner, "mesh of '%s' ends where %s is expected",
                owner, expected);
  trm_log_note(scan->report->log, scan->report->place, "the mesh of '%s' is named here", owner);
}

int trm_mesh_scan_number(TrmMeshScan *scan, double *out) {
  if (trm_mesh_scan_word(scan) && trm_number_parse(scan->word, scan->length, out)) return 1;
  trm_mesh_scan_error(scan, TRM_E_MESH_VALUE, "a finite number");
  return 0;
}
