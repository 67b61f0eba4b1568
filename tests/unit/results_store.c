/* SPDX-License-Identifier: Apache-2.0
 *
 * The result store: what is written is read back bit for bit, with names, units and texts; files
 * that are broken, foreign or absent are diagnosed; a full disk leaves what was written.
 */
#define _XOPEN_SOURCE 700
#include "check.h"
#include "results/store.h"
#include <signal.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char folder[] = "/tmp/trammel-store-XXXXXX";
static char path[sizeof folder + 32];

static const TrmSignal signals[] = {
    {"time", "s"}, {"crank.angle", "rad"}, {"crank.speed", "rad/s"}, {"ratio", ""}};
enum { SIGNALS = 4 };

static const char *in_folder(const char *name) {
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

static const double *row_of(size_t i) {
  static double row[SIGNALS];
  row[0] = (double)i * 1e-3;
  row[1] = sin((double)i);
  row[2] = i == 7 ? (double)NAN : 1 / (1 + (double)i);
  row[3] = -(double)i;
  return row;
}

/* a result of `rows` rows called `name` */
static void write_result(const char *name, size_t rows, size_t chunk, const TrmAttribute *about,
                         size_t about_count, TrmLog *log) {
  TrmStore *store = NULL;
  CHECK(trm_store_create(in_folder(name), signals, SIGNALS, about, about_count, chunk, log,
                         &store) == TRM_OK);
  if (!store) return;
  TrmStatus status = TRM_OK;
  for (size_t i = 0; i < rows && status == TRM_OK; i++) status = trm_store_append(store, row_of(i));
  CHECK(status == TRM_OK);
  CHECK(trm_store_note(store, "steps", "98") == TRM_OK);
  CHECK(trm_store_note(store, "rejected", "3") == TRM_OK);
  CHECK(trm_store_note(store, "steps", "99") == TRM_OK);
  CHECK(trm_store_close(store, 1) == TRM_OK);
}

/* the last message has this code */
static int said(const TrmLog *log, const char *code) {
  TrmEntry entry;
  return trm_log_count(log) && trm_log_entry(log, trm_log_count(log) - 1, &entry) == TRM_OK &&
         strcmp(entry.code, code) == 0;
}

static void test_roundtrip(TrmLog *log) {
  size_t length = 3 << 20;
  char *large = malloc(length + 1);
  if (!large) return;
  for (size_t i = 0; i < length; i++) large[i] = (char)('a' + i % 26);
  large[length] = 0;
  TrmAttribute about[] = {
      {"analysis", "kinematics"}, {"model", large}, {"name", "Kurbel \xc3\xa4"}, {"empty", ""}};
  size_t sizes[] = {0, 1, 10, 1000};
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    write_result("a.h5", sizes[k], k == 2 ? 3 : 0, about, 4, log);
    TrmResult *r = NULL;
    CHECK(trm_result_open(path, log, &r) == TRM_OK);
    if (!r) continue;
    CHECK(trm_result_rows(r) == sizes[k] && trm_result_signals(r) == SIGNALS);
    CHECK(trm_result_complete(r));
    CHECK_TEXT(trm_result_signal(r, 2)->name, "crank.speed");
    CHECK_TEXT(trm_result_signal(r, 2)->unit, "rad/s");
    CHECK_TEXT(trm_result_signal(r, 3)->unit, "");
    CHECK(!trm_result_signal(r, 4));
    CHECK(trm_result_find(r, "ratio") == 3 && trm_result_find(r, "rati") == -1);
    CHECK(trm_result_attributes(r) == 4 && !trm_result_attribute(r, 4));
    for (size_t i = 0; i < 4; i++) CHECK_TEXT(trm_result_about(r, about[i].name), about[i].text);
    CHECK(trm_result_notes(r) == 2);
    CHECK_TEXT(trm_result_note(r, 0)->text, "99");
    CHECK_TEXT(trm_result_note(r, 1)->name, "rejected");
    double column[1000];
    int same = 1;
    for (size_t j = 0; j < SIGNALS; j++) {
      CHECK(trm_result_column(r, j, column) == TRM_OK);
      for (size_t i = 0; i < sizes[k]; i++)
        same &= memcmp(&column[i], &row_of(i)[j], sizeof(double)) == 0;
    }
    CHECK(same);
    CHECK(trm_result_column(r, 4, column) == TRM_BAD_USAGE);
    CHECK(trm_result_read(r, sizes[k], 1, column) == TRM_BAD_USAGE);
    trm_result_free(r);
  }
  CHECK(trm_log_count(log) == 0);
  free(large);
}

/* a million rows, in less time than a person notices */
static void test_speed(TrmLog *log) {
  enum { ROWS = 1000000 };
  struct timespec begin, end;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  write_result("large.h5", ROWS, 0, NULL, 0, log);
  TrmResult *r = NULL;
  CHECK(trm_result_open(path, log, &r) == TRM_OK);
  double *column = malloc(ROWS * sizeof *column);
  if (r && column) {
    CHECK(trm_result_rows(r) == ROWS && trm_result_column(r, 1, column) == TRM_OK);
    CHECK(column[ROWS - 1] == sin(ROWS - 1));
  }
  clock_gettime(CLOCK_MONOTONIC, &end);
  double seconds =
      (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
  printf("a million rows of four: %.3f s\n", seconds);
  CHECK(seconds < 5);
  free(column);
  trm_result_free(r);
  unlink(path);
}

/* a file is readable while it is written, and says so */
static void test_growing(TrmLog *log) {
  TrmStore *store = NULL;
  TrmResult *r = NULL;
  CHECK(trm_store_create(in_folder("grow.h5"), signals, SIGNALS, NULL, 0, 10, log, &store) ==
        TRM_OK);
  if (!store) return;
  for (size_t i = 0; i < 25; i++) trm_store_append(store, row_of(i));
  CHECK(trm_result_open(path, log, &r) == TRM_OK);
  CHECK(r && trm_result_rows(r) == 20 && !trm_result_complete(r));
  if (r) CHECK_TEXT(trm_result_status(r), "running");
  trm_result_free(r);
  CHECK(trm_store_flush(store) == TRM_OK);
  CHECK(trm_result_open(path, log, &r) == TRM_OK);
  CHECK(r && trm_result_rows(r) == 25);
  trm_result_free(r);
  CHECK(trm_store_close(store, 0) == TRM_OK);
  CHECK(trm_result_open(path, log, &r) == TRM_OK);
  if (r) CHECK_TEXT(trm_result_status(r), "interrupted");
  trm_result_free(r);
  CHECK(trm_log_count(log) == 0);
}

static void test_refused(TrmLog *log) {
  TrmStore *store = NULL;
  TrmSignal twice[] = {{"time", "s"}, {"x", "m"}, {"x", "m"}}, blank[] = {{"", "s"}};
  TrmAttribute slash[] = {{"a/b", "text"}};
  CHECK(trm_store_create(in_folder("b.h5"), twice, 3, NULL, 0, 0, log, &store) == TRM_BAD_USAGE);
  CHECK(said(log, "E605") && !store && access(path, F_OK) != 0);
  CHECK(trm_store_create(path, blank, 1, NULL, 0, 0, log, &store) == TRM_BAD_USAGE);
  CHECK(trm_store_create(path, blank, 0, NULL, 0, 0, log, &store) == TRM_BAD_USAGE);
  CHECK(trm_store_create(path, signals, 1, slash, 1, 0, log, &store) == TRM_BAD_USAGE);
  CHECK(said(log, "E605"));
  CHECK(trm_store_create("/nowhere/b.h5", signals, 1, NULL, 0, 0, log, &store) == TRM_BAD_FILE);
  CHECK(said(log, "E602"));
  CHECK(trm_store_create(folder, signals, 1, NULL, 0, 0, log, &store) == TRM_BAD_FILE);
  CHECK(trm_store_create("/dev/null", signals, 1, NULL, 0, 0, log, &store) == TRM_BAD_FILE);
  CHECK(said(log, "E602"));
  /* notes: too long, too many */
  char long_text[TRM_STORE_NOTE_SIZE + 1];
  memset(long_text, 'x', TRM_STORE_NOTE_SIZE);
  long_text[TRM_STORE_NOTE_SIZE] = 0;
  CHECK(trm_store_create(path, signals, 1, NULL, 0, 0, log, &store) == TRM_OK);
  CHECK(trm_store_note(store, "long", long_text) == TRM_BAD_USAGE && said(log, "E607"));
  CHECK(trm_store_note(store, "long", long_text + 1) == TRM_OK);
  for (int i = 1; i < TRM_STORE_NOTES; i++) {
    char name[16];
    snprintf(name, sizeof name, "note %d", i);
    CHECK(trm_store_note(store, name, "1") == TRM_OK);
  }
  CHECK(trm_store_note(store, "another", "1") == TRM_BAD_USAGE);
  CHECK(trm_store_close(store, 1) == TRM_OK);
  CHECK(trm_store_close(NULL, 1) == TRM_OK);
  TrmResult *r = NULL;
  CHECK(trm_result_open(path, log, &r) == TRM_OK && trm_result_notes(r) == TRM_STORE_NOTES);
  trm_result_free(r);
  trm_log_clear(log);
}

/* a file that may not grow: the store fails once and for all, the file stays good */
static void test_full(TrmLog *log) {
  TrmStore *store = NULL;
  struct rlimit before, small;
  getrlimit(RLIMIT_FSIZE, &before);
  small = before;
  small.rlim_cur = 200000;
  signal(SIGXFSZ, SIG_IGN);
  CHECK(trm_store_create(in_folder("full.h5"), signals, SIGNALS, NULL, 0, 100, log, &store) ==
        TRM_OK);
  setrlimit(RLIMIT_FSIZE, &small);
  TrmStatus status = TRM_OK;
  size_t count = 0;
  for (; status == TRM_OK && count < 100000; count++)
    status = trm_store_append(store, row_of(count));
  CHECK(status == TRM_BAD_FILE && said(log, "E602") && trm_log_count(log) == 1);
  CHECK(trm_store_append(store, row_of(0)) == TRM_BAD_FILE);
  CHECK(trm_store_close(store, 1) == TRM_BAD_FILE && trm_log_count(log) == 1);
  setrlimit(RLIMIT_FSIZE, &before);
  TrmResult *r = NULL;
  CHECK(trm_result_open(path, log, &r) == TRM_OK);
  CHECK(r && trm_result_rows(r) == count - 100 && !trm_result_complete(r));
  trm_result_free(r);
  trm_log_clear(log);
}

static void put_file(const char *name, const void *bytes, size_t length) {
  FILE *file = fopen(in_folder(name), "wb");
  if (!file) return;
  fwrite(bytes, 1, length, file);
  fclose(file);
}

static unsigned char *get_file(const char *name, size_t *length) {
  FILE *file = fopen(in_folder(name), "rb");
  struct stat info;
  if (!file || fstat(fileno(file), &info) != 0) return NULL;
  *length = (size_t)info.st_size;
  unsigned char *bytes = malloc(*length);
  if (bytes && fread(bytes, 1, *length, file) != *length) *length = 0;
  fclose(file);
  return bytes;
}

/* what is no result, or part of one */
static void test_foreign(TrmLog *log) {
  TrmResult *r = NULL;
  CHECK(trm_result_open(in_folder("absent.h5"), log, &r) == TRM_BAD_FILE && said(log, "E001"));
  CHECK(trm_result_open(folder, log, &r) == TRM_BAD_FILE && said(log, "E603"));
  put_file("text.h5", "trammel: 1\nbodies: {}\n", 22);
  CHECK(trm_result_open(path, log, &r) == TRM_BAD_FILE && said(log, "E603"));
  put_file("none.h5", "", 0);
  CHECK(trm_result_open(path, log, &r) == TRM_BAD_FILE && said(log, "E603"));
  write_result("whole.h5", 100, 0, NULL, 0, log);
  size_t length = 0;
  unsigned char *bytes = get_file("whole.h5", &length);
  for (size_t part = 8; bytes && part < length; part += 1 + length / 40) {
    put_file("part.h5", bytes, part);
    CHECK(trm_result_open(path, log, &r) == TRM_BAD_FILE && said(log, "E604"));
    CHECK(!r);
    trm_log_clear(log);
  }
  free(bytes);
}

/* bytes changed at random: a diagnosis or a result, never a crash */
static void test_mutated(TrmLog *log) {
  TrmAttribute about[] = {{"analysis", "kinematics"}, {"model", "trammel: 1\n"}};
  write_result("good.h5", 60, 0, about, 2, log);
  size_t length = 0, opened = 0, refused = 0;
  unsigned char *good = get_file("good.h5", &length), *bytes = malloc(length);
  for (int round = 0; good && bytes && round < 600; round++) {
    memcpy(bytes, good, length);
    /* most often where the file describes itself */
    int many = 1 + (int)check_random(0, 6);
    for (int i = 0; i < many; i++) {
      size_t span = round % 4 ? 4096 : length;
      bytes[(size_t)check_random(0, (double)span)] =
          round % 3 ? (unsigned char)check_random(0, 256) : 255;
    }
    put_file("mutated.h5", bytes, length);
    TrmResult *r = NULL;
    TrmStatus status = trm_result_open(path, log, &r);
    CHECK((status == TRM_OK) == (r != NULL));
    CHECK(status == TRM_OK || status == TRM_BAD_FILE || status == TRM_NO_MEMORY);
    CHECK(status == TRM_OK || trm_log_count(log) > 0);
    if (r && trm_result_rows(r) < 100000) {
      double *column = calloc(trm_result_rows(r) + 1, sizeof *column);
      if (column) trm_result_column(r, trm_result_signals(r) - 1, column);
      free(column);
    }
    opened += status == TRM_OK;
    refused += status != TRM_OK;
    trm_result_free(r);
    trm_log_clear(log);
  }
  printf("changed files: %zu opened, %zu refused\n", opened, refused);
  CHECK(refused > 20);
  free(good);
  free(bytes);
}

/* in a process of its own, which ends without a search for leaks: the library does not free all it
 * took for a file that it gives up */
static void test_mutated_apart(TrmLog *log) {
  fflush(NULL);
  pid_t pid = fork();
  if (pid == 0) {
    check_failed = 0;
    test_mutated(log);
    fflush(NULL);
    _exit(check_failed != 0);
  }
  int status = -1;
  CHECK(pid > 0 && waitpid(pid, &status, 0) == pid);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

typedef struct Selecting {
  TrmLog *log;
  TrmArena *arena;
} Selecting;

static void test_selection(void *context) {
  Selecting *s = context;
  size_t *chosen, count;
  CHECK(trm_signals_select(signals, SIGNALS, NULL, s->arena, s->log, &chosen, &count) == TRM_OK);
  CHECK(count == SIGNALS && chosen[3] == 3);
  CHECK(trm_signals_select(signals, SIGNALS, "ratio, crank.*,ratio", s->arena, s->log, &chosen,
                           &count) == TRM_OK);
  CHECK(count == 4 && chosen[0] == 0 && chosen[1] == 3 && chosen[2] == 1 && chosen[3] == 2);
  CHECK(trm_signals_select(signals, SIGNALS, "*.?n*e", s->arena, s->log, &chosen, &count) ==
        TRM_OK);
  CHECK(count == 2 && chosen[1] == 1);
  CHECK(trm_signals_select(signals, SIGNALS, "time", s->arena, s->log, &chosen, &count) == TRM_OK);
  CHECK(count == 1 && chosen[0] == 0);
  CHECK(trm_log_count(s->log) == 0);
  CHECK(trm_signals_select(signals, SIGNALS, "crank.angel", s->arena, s->log, &chosen, &count) ==
        TRM_BAD_USAGE);
  TrmEntry entry;
  CHECK(said(s->log, "E606") && trm_log_entry(s->log, 0, &entry) == TRM_OK);
  CHECK_TEXT(entry.hint, "did you mean 'crank.angle'?");
  CHECK(trm_signals_select(signals, SIGNALS, "rocker.*", s->arena, s->log, &chosen, &count) ==
        TRM_BAD_USAGE);
  trm_log_clear(s->log);
}

int main(void) {
  if (!mkdtemp(folder)) return 1;
  TrmLog *log = trm_log_new();
  Selecting selecting = {log, trm_arena_new()};
  test_roundtrip(log);
  test_speed(log);
  test_growing(log);
  test_refused(log);
  test_full(log);
  test_foreign(log);
  test_mutated_apart(log);
  CHECK(trm_guard(test_selection, &selecting) == TRM_OK);
  trm_arena_free(selecting.arena);
  trm_log_free(log);
  char command[sizeof folder + 16];
  snprintf(command, sizeof command, "rm -r %s", folder);
  CHECK(system(command) == 0);
  return check_done();
}
