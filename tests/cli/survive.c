/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs that are interrupted: dynamics by every integrator, over events and differential equations,
 * killed at random instants and while checkpoints are being written. The result then opens, its
 * rows are the first of those of the undisturbed run bit for bit, and `resume` makes it the same as
 * if nothing had happened. Ctrl-C ends in order. TRM_SEED gives other instants.
 */
#define _XOPEN_SOURCE 700
#include "check.h"
#include "integrator/integrator.h"
#include "machine.h"
#include "results/store.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { KILLS = 50, MOST_WORDS = 32 };

static const char machine[] = MACHINE(" + pulse(time, 0.1, 20, 1e-3, 1e-4, 0.05)",
                                      "  heat: {rate: 0.2*wz(crank)^2 - heat, initial: 1}\n",
                                      "outputs: {count: turns, warm: heat, wound: angle(a)}\n");

static const char *command;
static char folder[] = "/tmp/trammel-survive-XXXXXX";

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void pause_for(double seconds) {
  struct timespec t = {(time_t)seconds, (long)(1e9 * (seconds - floor(seconds)))};
  nanosleep(&t, NULL);
}

/* start the command with words separated by spaces; what it says goes to `said` */
static pid_t start(const char *line) {
  static char text[2048];
  char *words[MOST_WORDS] = {(char *)(uintptr_t)command};
  int count = 1;
  snprintf(text, sizeof text, "%s", line);
  for (char *w = strtok(text, " "); w && count < MOST_WORDS - 1; w = strtok(NULL, " "))
    words[count++] = w;
  fflush(NULL);
  pid_t pid = fork();
  if (pid != 0) return pid;
  int out = open("said", O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (out < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0) _exit(99);
  execv(command, words);
  _exit(98);
}

/* its exit code, or less than zero for a signal */
static int finish(pid_t pid) {
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

static void show_said(const char *line) {
  char text[4096];
  FILE *file = fopen("said", "r");
  size_t got = file ? fread(text, 1, sizeof text - 1, file) : 0;
  if (file) fclose(file);
  text[got] = 0;
  fprintf(stderr, "trammel %s\n%s\n", line, text);
}

static int there(const char *path) {
  struct stat info;
  return stat(path, &info) == 0;
}

/* a result in memory */
typedef struct Rows {
  size_t rows, signals;
  double *values;
  char names[16384], notes[16384];
  int complete;
} Rows;

/* what a note says must be the same, but not how long things took */
static int is_timing(const char *name) {
  return strncmp(name, "seconds", 7) == 0;
}

static Rows read_rows(const char *path) {
  Rows r = {0};
  TrmLog *log = trm_log_new();
  TrmResult *result = NULL;
  int good = trm_result_open(path, log, &result) == TRM_OK;
  CHECK(good);
  if (good) {
    r.rows = trm_result_rows(result);
    r.signals = trm_result_signals(result);
    r.complete = trm_result_complete(result);
    r.values = calloc(r.rows * r.signals + 1, sizeof *r.values);
    CHECK(r.values && trm_result_read(result, 0, r.rows, r.values) == TRM_OK);
    for (size_t i = 0; i < r.signals; i++) {
      const TrmSignal *s = trm_result_signal(result, i);
      size_t used = strlen(r.names);
      snprintf(r.names + used, sizeof r.names - used, "%s [%s]\n", s->name, s->unit);
    }
    const TrmAttribute *note;
    for (size_t i = 0; (note = trm_result_note(result, i)); i++) {
      size_t used = strlen(r.notes);
      if (!is_timing(note->name))
        snprintf(r.notes + used, sizeof r.notes - used, "%s: %s\n", note->name, note->text);
    }
    for (size_t i = 0; (note = trm_result_attribute(result, i)); i++) {
      size_t used = strlen(r.names);
      snprintf(r.names + used, sizeof r.names - used, "%s: %s\n", note->name, note->text);
    }
  } else {
    char *text = trm_log_render(log, TRM_LOG_PLAIN);
    fprintf(stderr, "%s", text ? text : "");
    trm_text_free(text);
  }
  trm_result_free(result);
  trm_log_free(log);
  return r;
}

/* 1 when the rows of `part` are the first of those of `whole` */
static int is_prefix(const Rows *part, const Rows *whole) {
  return part->values && part->rows <= whole->rows && strcmp(part->names, whole->names) == 0 &&
         memcmp(part->values, whole->values, part->rows * part->signals * sizeof(double)) == 0;
}

static void check_prefix(const Rows *whole, const char *when, size_t *kept) {
  Rows part = read_rows("run.h5");
  int prefix = is_prefix(&part, whole);
  CHECK(prefix);
  if (!prefix) fprintf(stderr, "%s: %zu rows are not the first\n", when, part.rows);
  *kept += part.rows;
  free(part.values);
}

static void check_whole(const Rows *whole, const char *when) {
  Rows all = read_rows("run.h5");
  int same = all.rows == whole->rows && all.complete && is_prefix(&all, whole);
  CHECK(same);
  if (!same) fprintf(stderr, "%s: %zu rows of %zu, or others\n", when, all.rows, whole->rows);
  CHECK_TEXT(all.notes, whole->notes);
  free(all.values);
}

/* how an instant is chosen */
typedef struct Instant {
  double seconds; /* after the start */
  int writing;    /* so many checkpoints are seen on their way before that */
  double late;    /* seconds after the last of them is seen */
} Instant;

/* start a command and kill it; 1 when it was still running */
static int kill_at(const char *line, Instant at, int *seen_writing) {
  pid_t pid = start(line);
  double began = now();
  int seen = 0, before = 0;
  while (at.writing && seen < at.writing && now() - began < at.seconds) {
    int is = there("run.point.part");
    seen += is && !before;
    before = is;
  }
  if (at.writing)
    pause_for(at.late);
  else
    pause_for(at.seconds);
  *seen_writing += there("run.point.part");
  kill(pid, SIGKILL);
  int code = finish(pid);
  CHECK(code == -SIGKILL || code == 0);
  if (code != -SIGKILL && code != 0) show_said(line);
  return code == -SIGKILL;
}

typedef struct Case {
  const char *name, *model, *options;
} Case;

static int run_to_end(const char *line) {
  int code = finish(start(line));
  if (code != 0) show_said(line);
  CHECK(code == 0);
  return code == 0;
}

typedef struct Tally {
  int kills, running, writing, resumed, again, early;
  size_t kept;
} Tally;

/* one kill, perhaps another while it resumes, and the rest of the run */
static void round_of(const char *line, const Rows *whole, double takes, int k, int count,
                     Tally *tally) {
  static const char resume[] = "resume run.point --quiet --checkpoint-every 0.004";
  Instant at = {takes * (k + check_random(0, 1)) / count, 0, 0};
  /* every third time a checkpoint is on its way */
  if (k % 3 == 2) {
    at.writing = 1 + (int)check_random(0, 8);
    at.late = check_random(0, 2e-4);
    at.seconds = 2 * takes;
  }
  unlink("run.h5");
  unlink("run.point");
  unlink("run.point.part");
  tally->kills++;
  tally->running += kill_at(line, at, &tally->writing);
  if (there("run.h5")) check_prefix(whole, line, &tally->kept);
  /* killed before the first checkpoint, there is nothing to go on from, which is said */
  if (!there("run.point")) {
    CHECK(finish(start(resume)) == 4);
    tally->early++;
    if (run_to_end(line)) check_whole(whole, line);
    return;
  }
  if (k % 2) {
    Instant next = {check_random(0, 0.7 * takes), 0, 0};
    tally->again += kill_at(resume, next, &tally->writing);
    check_prefix(whole, line, &tally->kept);
  }
  tally->resumed++;
  if (run_to_end(resume)) check_whole(whole, line);
}

/* Ctrl-C: what is done is kept, in order */
static void interrupt(const char *line, const Rows *whole, double takes) {
  int code = 0;
  /* once it is under way; sooner when it was over already */
  for (int k = 0; k < 8 && code == 0; k++, takes /= 3) {
    unlink("run.h5");
    unlink("run.point");
    pid_t pid = start(line);
    for (double began = now(); !there("run.point") && now() - began < 10;) pause_for(1e-4);
    pause_for(check_random(0.05, 0.3) * takes);
    kill(pid, SIGINT);
    code = finish(pid);
  }
  CHECK(code == 130);
  if (code != 130) show_said(line);
  Rows part = read_rows("run.h5");
  CHECK(is_prefix(&part, whole) && !part.complete && part.rows > 0 && part.rows < whole->rows);
  free(part.values);
  if (run_to_end("resume run.point --quiet")) check_whole(whole, line);
}

/* the same digits in CSV as without a checkpoint */
static void check_csv(const Case *c) {
  char line[1024];
  snprintf(line, sizeof line, "dynamics %s %s -o plain.h5 --quiet", c->model, c->options);
  if (!run_to_end(line)) return;
  if (!run_to_end("export plain.h5 -o plain.csv") || !run_to_end("export run.h5 -o run.csv"))
    return;
  CHECK(system("cmp plain.csv run.csv") == 0);
}

static void check_case(const Case *c, int kills, Tally *tally) {
  char line[1024];
  snprintf(line, sizeof line,
           "dynamics %s %s -o run.h5 --checkpoint run.point --checkpoint-every 0.004 --quiet",
           c->model, c->options);
  double began = now();
  if (!run_to_end(line)) return;
  double takes = now() - began;
  Rows whole = read_rows("run.h5");
  CHECK(whole.complete && whole.rows > 100);
  printf("%s: %zu rows in %.3f s\n", c->name, whole.rows, takes);
  for (int k = 0; k < kills; k++) round_of(line, &whole, takes, k, kills, tally);
  interrupt(line, &whole, takes);
  check_csv(c);
  free(whole.values);
}

/* a method that dynamics does not know how to use is refused by name */
static int is_refused(const char *integrator) {
  char line[256];
  snprintf(line, sizeof line, "dynamics machine.yaml --integrator %s --until 0.01 -o no.h5",
           integrator);
  int code = finish(start(line));
  CHECK(code == 0 || (code == 2 && system("grep -q E332 said") == 0));
  return code != 0;
}

int main(int argc, char **argv) {
  static Case cases[32];
  static char options[32][256];
  int count = 0;
  const char *seed = getenv("TRM_SEED");
  static char bricard[4200], here[4096];
  if (argc < 2 || !getcwd(here, sizeof here) || !mkdtemp(folder)) return 1;
  command = argv[1];
  snprintf(bricard, sizeof bricard, "%s/examples/a02-four-bars-3d.yaml", here);
  if (chdir(folder) != 0) return 1;
  if (seed) check_seed = strtoull(seed, NULL, 0) | 1;
  printf("TRM_SEED=%llu\n", check_seed);
  FILE *file = fopen("machine.yaml", "w");
  CHECK(file && fputs(machine, file) >= 0 && fclose(file) == 0);
  /* every integrator, and formulations and eliminations that keep memories of their own */
  for (const TrmIntegratorType *const *type = trm_integrators; *type && count < 24; type++) {
    if (is_refused((*type)->name)) continue;
    snprintf(options[count], sizeof options[count],
             "--integrator %s --until 2 --steps 400 --tolerance 1e-6%s", (*type)->name,
             (*type)->fixed ? " --step 1e-3" : "");
    cases[count] = (Case){(*type)->name, "machine.yaml", options[count]};
    count++;
  }
  cases[count++] =
      (Case){"partitioning", "machine.yaml",
             "--formulation partitioning --integrator abm --until 1 --steps 200 --tolerance 1e-6"};
  cases[count++] =
      (Case){"redundant", bricard, "--solver sparse --integrator dop853 --until 3 --steps 400"};
  Tally tally = {0};
  for (int i = 0; i < count; i++)
    check_case(&cases[i], CHECK_ROUNDS(KILLS / count + (i < KILLS % count)), &tally);
  printf("%d kills, %d while running, %d while a checkpoint was on its way, %d before the first; "
         "%d resumed, of them %d killed again; %zu rows kept\n",
         tally.kills, tally.running, tally.writing, tally.early, tally.resumed, tally.again,
         tally.kept);
  /* the instants were what they should be */
  CHECK(tally.kills >= CHECK_ROUNDS(KILLS) && tally.running * 2 >= tally.kills);
  CHECK(tally.resumed * 4 >= tally.kills && tally.kept > 10 * (size_t)tally.kills);
  char line[sizeof folder + 16];
  snprintf(line, sizeof line, "rm -rf %s", folder);
  CHECK(chdir("/") == 0 && system(line) == 0);
  return check_done();
}
