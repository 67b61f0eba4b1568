/* SPDX-License-Identifier: Apache-2.0
 *
 * Columns of numbers from text tables: separators, names, numbers, quotes, comments, and faults
 * with their places.
 */
#include "read/csv.h"
#include "read_fixture.h"

typedef struct Ask {
  const char *path;
  const char *const *wanted;
  size_t count;
  TrmLog *log;
  TrmArena *arena;
  double *columns[4];
  size_t rows;
  TrmStatus status;
} Ask;

static void read_it(void *context) {
  Ask *ask = context;
  ask->status = trm_csv_columns(ask->arena, ask->path, TRM_NOWHERE, ask->wanted, ask->count,
                                ask->log, ask->columns, &ask->rows);
}

/* read `wanted` from a table; the caller frees with done() */
static Ask ask_for(const char *text, const char *const *wanted, size_t count) {
  Ask ask = {.wanted = wanted, .count = count};
  ask.path = fixture_write("table.csv", text);
  ask.log = trm_log_new();
  ask.arena = trm_arena_new();
  CHECK(trm_guard(read_it, &ask) == TRM_OK);
  return ask;
}

static void done(Ask *ask) {
  trm_arena_free(ask->arena);
  trm_log_free(ask->log);
}

/* two rows: 0 1.5 and 2 -3 */
static void check_good(const char *text, const char *first, const char *second) {
  const char *const wanted[] = {first, second};
  Ask ask = ask_for(text, wanted, 2);
  CHECK(ask.status == TRM_OK && ask.rows == 2);
  if (ask.rows == 2) {
    CHECK(ask.columns[0][0] == 0 && ask.columns[1][0] == 1.5);
    CHECK(ask.columns[0][1] == 2 && ask.columns[1][1] == -3);
  }
  done(&ask);
}

static void check_bad(const char *text, const char *first, const char *second, const char *code,
                      unsigned line, unsigned column) {
  const char *const wanted[] = {first, second};
  Ask ask = ask_for(text, wanted, 2);
  TrmEntry entry = {0};
  CHECK(ask.status == TRM_BAD_MODEL && trm_log_entry(ask.log, 0, &entry) == TRM_OK);
  CHECK_TEXT(entry.code, code);
  CHECK(entry.line == line && entry.column == column);
  done(&ask);
}

int main(void) {
  fixture_open();
  check_good("t,y\n0,1.5\n2,-3\n", "t", "y");
  check_good("t,y\n0,1.5\n2,-3", "1", "2");
  check_good("0,1.5\n2,-3\n", "1", "2");
  check_good("0;1.5\r\n2;-3\r\n", "1", "2");
  check_good("0\t1.5\n\n2\t-3\n", "1", "2");
  check_good("  0   1.5\n  2  -3\n", "1", "2");
  check_good("# made by hand\n\"the time\", y , z\n0, 1.5, x\n# more\n2, \"-3\", y\n", "the time",
             "y");
  check_good("y;t\n1.5;0\n-3;2\n", "t", "y");
  check_good("1,x,2\n9,0,1.5\n9,2,-3\n", "x", "2");
  check_bad("t,y\n0,1.5\n2,abc\n", "t", "y", "E040", 3, 3);
  check_bad("t,y\n0,1.5\n2\n", "t", "y", "E040", 3, 1);
  check_bad("t,y\n0,1.5\n2,\n", "t", "y", "E040", 3, 3);
  check_bad("t,y\n", "t", "y", "E040", 1, 1);
  check_bad("", "1", "2", "E040", 1, 1);
  check_bad("t,y\n0,1e999\n", "t", "y", "E040", 2, 3);
  check_bad("t,y\n0,1\n", "t", "z", "E041", 0, 0);
  check_bad("t,y\n0,1\n", "t", "3", "E041", 0, 0);
  check_bad("0,1\n", "0", "1", "E041", 0, 0);
  /* a file that is not there */
  TrmLog *log = trm_log_new();
  TrmArena *arena = trm_arena_new();
  const char *const wanted[] = {"1"};
  Ask ask = {"no-such-folder/t.csv", wanted, 1, log, arena, {0}, 0, TRM_OK};
  CHECK(trm_guard(read_it, &ask) == TRM_OK && ask.status == TRM_BAD_FILE);
  done(&ask);
  fixture_file_count = 1;
  fixture_close();
  return check_done();
}
