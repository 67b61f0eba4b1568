/* SPDX-License-Identifier: Apache-2.0
 *
 * A run killed at any instant leaves a file that opens and holds an exact prefix of its rows, with
 * every row that was reported as written. A child appends rows and reports each flush over a pipe;
 * it is killed after a random time, fifty times.
 */
#define _XOPEN_SOURCE 700
#include "check.h"
#include "results/store.h"
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ROUNDS = 50, CHUNK = 7, SIGNALS = 3 };

static const TrmSignal signals[SIGNALS] = {{"time", "s"}, {"half", "m"}, {"sine", ""}};

static void fill_row(uint64_t i, double *row) {
  row[0] = (double)i;
  row[1] = (double)i * 0.5;
  row[2] = sin((double)i);
}

/* append for ever; after each chunk, report how many rows are written */
static void child(const char *path, int report) {
  TrmStore *store = NULL;
  TrmLog *log = trm_log_new();
  if (trm_store_create(path, signals, SIGNALS, NULL, 0, CHUNK, log, &store) != TRM_OK) _exit(1);
  uint64_t rows = 0;
  for (;;) {
    double row[SIGNALS];
    fill_row(rows++, row);
    if (trm_store_append(store, row) != TRM_OK) _exit(2);
    /* a note now and then, and rows that are written early */
    if (rows % 64 == 0) trm_store_note(store, "rows", "some");
    if (rows % 50 == 0) trm_store_flush(store);
    /* a full pipe must not hold the child up, so that the report may be late but never early */
    if (rows % 350 == 0 && write(report, &rows, sizeof rows) < 0) continue;
  }
}

/* the last complete report in the pipe */
static uint64_t last_report(int pipe_end) {
  uint64_t reports[512], last = 0;
  ssize_t got;
  while ((got = read(pipe_end, reports, sizeof reports)) >= (ssize_t)sizeof *reports)
    last = reports[(size_t)got / sizeof *reports - 1];
  return last;
}

/* rows of the file, which must be the first of those appended; -1 when it does not open */
static int64_t check_prefix(const char *path) {
  TrmLog *log = trm_log_new();
  TrmResult *r = NULL;
  int64_t rows = -1;
  if (trm_result_open(path, log, &r) == TRM_OK) {
    rows = (int64_t)trm_result_rows(r);
    double *all = malloc(((size_t)rows * SIGNALS + 1) * sizeof *all);
    int same = all && trm_result_read(r, 0, (size_t)rows, all) == TRM_OK;
    for (int64_t i = 0; same && i < rows; i++) {
      double row[SIGNALS];
      fill_row((uint64_t)i, row);
      same = memcmp(all + i * SIGNALS, row, sizeof row) == 0;
    }
    CHECK(same);
    CHECK(!trm_result_complete(r) && trm_result_signals(r) == SIGNALS);
    free(all);
  } else {
    char *text = trm_log_render(log, TRM_LOG_PLAIN);
    fprintf(stderr, "%s", text ? text : "");
    trm_text_free(text);
  }
  trm_result_free(r);
  trm_log_free(log);
  return rows;
}

int main(void) {
  char folder[] = "/tmp/trammel-kill-XXXXXX", path[sizeof folder + 16];
  if (!mkdtemp(folder)) return 1;
  snprintf(path, sizeof path, "%s/run.h5", folder);
  int64_t fewest = INT64_MAX, most = 0;
  int early = 0, reported = 0;
  for (int round = 0; round < ROUNDS; round++) {
    int ends[2];
    unlink(path);
    if (pipe(ends) != 0) return 1;
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    fflush(NULL);
    pid_t pid = fork();
    if (pid < 0) return 1;
    if (pid == 0) child(path, ends[1]);
    close(ends[1]);
    /* from before the file is there to some thousands of flushes */
    double wait = round < 10 ? check_random(0, 0.02) : check_random(0.005, 0.1);
    struct timespec time = {0, (long)(wait * 1e9)};
    nanosleep(&time, NULL);
    /* halfway it is read while being written */
    if (round % 5 == 0 && access(path, F_OK) == 0) CHECK(check_prefix(path) >= 0);
    kill(pid, SIGKILL);
    int status = 0;
    waitpid(pid, &status, 0);
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    uint64_t written = last_report(ends[0]);
    close(ends[0]);
    /* no file yet, or one that opens */
    if (access(path, F_OK) != 0) {
      CHECK(written == 0);
      early++;
      continue;
    }
    int64_t rows = check_prefix(path);
    CHECK(rows >= 0 && (uint64_t)rows >= written);
    reported += written > 0;
    if (rows < fewest) fewest = rows;
    if (rows > most) most = rows;
  }
  printf("%d kills: %d before the file, %d after a report, %lld to %lld rows\n", ROUNDS, early,
         reported, (long long)fewest, (long long)most);
  CHECK(reported >= ROUNDS / 2);
  char command[sizeof folder + 16];
  snprintf(command, sizeof command, "rm -rf %s", folder);
  CHECK(system(command) == 0);
  return check_done();
}
