/* SPDX-License-Identifier: Apache-2.0
 *
 * Running the trials of a comparison: a process each, two or more at a time. The parent waits for
 * the end of a pipe that every child holds open. Their limit is one of CPU time, so that what comes
 * of them does not depend on what else the machine does.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "analysis/dynamics.h"
#include "base/clock.h"
#include "cli/compare.h"
#include "integrator/integrator.h"
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_WORKERS = 64, MOST_ROUNDS = 5 };

/* a short run is timed again until all took so long, s */
static const double timed_long_enough = 0.05;

/* what is tried for the reference may take so many times longer; and where a process gets none of
 * the machine's time, it is given up after so many times its limit on the clock */
static const double patience = 3, starved = 60;

static volatile sig_atomic_t stopped;

static void stop(int number) {
  (void)number;
  stopped = 1;
}

/* of the one thread there is: the clock of a process under a limit goes in ticks */
static double cpu_time(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

TrmDynamicsOptions trm_trial_options(const TrmComparison *c, const TrmTrial *trial) {
  const TrmMethod *method = &c->methods[trial->method];
  TrmDynamicsOptions o = {0};
  if (c->run) trm_dynamics_read(c->run, &o);
  o.until = c->span.until;
  o.every = c->span.until / (double)c->span.intervals;
  o.integrator = method->integrator;
  o.formulation = method->formulation;
  o.tolerance = trial->tolerance;
  o.absolute_tolerance = 0;
  o.step = trial->step;
  return o;
}

static void copy_text(char *to, size_t room, const char *text) {
  snprintf(to, room, "%s", text ? text : "");
}

/* why a trial failed: the first error in the log */
static void tell_why(const TrmLog *log, TrmTrialOutcome *out) {
  TrmEntry entry;
  for (size_t i = 0; trm_log_entry(log, i, &entry) == TRM_OK; i++) {
    if (entry.severity != TRM_ERROR) continue;
    copy_text(out->code, sizeof out->code, entry.code);
    copy_text(out->why, sizeof out->why, entry.text);
    return;
  }
  copy_text(out->why, sizeof out->why, "it ended without a reason");
}

/* an analysis ready to move; NULL when it does not begin */
static TrmAnalysis *begin(const TrmComparison *c, const TrmTrial *trial, TrmLog *log) {
  TrmDynamicsOptions options = trm_trial_options(c, trial);
  TrmAnalysis *a = NULL;
  TrmStatus status = trm_analysis_new(c->system, log, &a);
  const char *weights = trm_request_value(c->request, "weights");
  if (status == TRM_OK && weights) trm_analysis_weigh(a, strcmp(weights, "inertia") == 0);
  if (status == TRM_OK) status = trm_analysis_assemble(a, log);
  if (status == TRM_OK) status = trm_analysis_begin_dynamics(a, &options, log);
  if (status == TRM_OK) return a;
  trm_analysis_free(a);
  return NULL;
}

/* where each body's signals begin: x y z, and 18 further on e0 to e3 */
static void find_signals(const TrmComparison *c, const TrmAnalysis *a, size_t *first) {
  char name[256];
  size_t at = 0, count = trm_analysis_signals(a);
  for (size_t i = 0; i < c->bodies; i++) {
    snprintf(name, sizeof name, "%s.x", c->system->bodies[i].item->name);
    while (at < count && strcmp(trm_analysis_signal(a, at, NULL), name) != 0) at++;
    first[i] = at;
  }
}

/* move to the end with reports on the way, whose places are kept */
static TrmStatus follow(const TrmComparison *c, TrmAnalysis *a, TrmLog *log, TrmTrialOutcome *out,
                        const size_t *first, double *values) {
  double length = c->system->units.length;
  TrmStatus status = TRM_OK;
  for (size_t i = 1; i <= c->times && status == TRM_OK; i++) {
    double began = cpu_time();
    status = trm_analysis_advance(a, c->span.until * ((double)i / (double)c->times), log);
    out->seconds += cpu_time() - began;
    if (status == TRM_OK) status = trm_analysis_read_values(a, values, log);
    double *to = out->places + (i - 1) * c->bodies * TRM_BODY_NUMBERS;
    for (size_t k = 0; k < c->bodies && status == TRM_OK; k++, to += TRM_BODY_NUMBERS) {
      for (int j = 0; j < 3; j++) to[j] = values[first[k] + (size_t)j] * length;
      memcpy(to + 3, values + first[k] + 18, 4 * sizeof *to);
    }
  }
  return status;
}

/* the same without reports, for its time alone */
static void time_again(const TrmComparison *c, const TrmTrial *trial, TrmTrialOutcome *out) {
  double spent = out->seconds;
  for (int round = 0; round < MOST_ROUNDS && spent < timed_long_enough; round++) {
    TrmLog *log = trm_log_new();
    TrmAnalysis *a = log ? begin(c, trial, log) : NULL;
    double began = cpu_time();
    TrmStatus status = a ? trm_analysis_advance(a, c->span.until, log) : TRM_FAILED;
    double took = cpu_time() - began;
    spent += took;
    if (status == TRM_OK) out->seconds = fmin(out->seconds, took);
    trm_analysis_free(a);
    trm_log_free(log);
  }
}

/* what a child does */
static void perform(const TrmComparison *c, const TrmTrial *trial) {
  TrmTrialOutcome *out = trial->outcome;
  TrmArena *arena = trm_arena_new();
  TrmLog *log = trm_log_new();
  TrmAnalysis *a = arena && log ? begin(c, trial, log) : NULL;
  if (!a) {
    tell_why(log, out);
    return;
  }
  size_t count = trm_analysis_signals(a);
  size_t *first = trm_arena_array(arena, c->bodies + 1, sizeof *first);
  double *values = trm_arena_array(arena, count + 32, sizeof *values);
  find_signals(c, a, first);
  trm_analysis_want(a, first, c->bodies);
  TrmDynamicsReport report;
  trm_analysis_dynamics(a, &report);
  copy_text(out->formulation, sizeof out->formulation, report.formulation);
  copy_text(out->integrator, sizeof out->integrator, report.integrator);
  copy_text(out->reason, sizeof out->reason, report.reason);
  TrmStatus status = follow(c, a, log, out, first, values);
  trm_analysis_dynamics(a, &report);
  out->steps = report.steps;
  out->rejected = report.rejected;
  out->evaluations = report.evaluations;
  out->factorisations = report.factorisations;
  if (status == TRM_OK) time_again(c, trial, out);
  if (status != TRM_OK) tell_why(log, out);
  out->done = status == TRM_OK;
}

typedef struct Child {
  const TrmComparison *c;
  const TrmTrial *trial;
} Child;

static void guarded(void *context) {
  Child *child = context;
  perform(child->c, child->trial);
}

/* a trial at work: its process, the end of its pipe, and when it is given up */
typedef struct Worker {
  TrmTrial *trial;
  pid_t process;
  int pipe;
  double until;
} Worker;

static double patience_for(const TrmComparison *c, const TrmTrial *trial) {
  return trial->for_reference ? patience * c->limit : c->limit;
}

/* the process is ended when it has used so many seconds of CPU time, whoever else uses the machine
 */
static void limit_time(double seconds) {
  double whole = floor(fmin(seconds, 1e8));
  struct itimerval timer = {
      .it_value = {.tv_sec = (time_t)whole, .tv_usec = (suseconds_t)(1e6 * (seconds - whole))}};
  if (timer.it_value.tv_sec == 0 && timer.it_value.tv_usec == 0) timer.it_value.tv_usec = 1;
  signal(SIGPROF, SIG_DFL);
  setitimer(ITIMER_PROF, &timer, NULL);
}

/* 0 when the machine gives no process */
static int start(TrmComparison *c, TrmTrial *trial, Worker *worker) {
  int ends[2];
  double limit = patience_for(c, trial);
  if (pipe(ends) != 0) return 0;
  fflush(NULL);
  pid_t process = fork();
  if (process < 0) {
    close(ends[0]);
    close(ends[1]);
    return 0;
  }
  if (process == 0) {
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    limit_time(limit);
    close(ends[0]);
    Child child = {c, trial};
    if (trm_guard(guarded, &child) != TRM_OK)
      copy_text(trial->outcome->why, sizeof trial->outcome->why, "out of memory");
    _exit(0);
  }
  close(ends[1]);
  *worker = (Worker){trial, process, ends[0], trm_clock() + starved * limit};
  trial->state = TRM_TRIAL_RUNS;
  return 1;
}

/* take leave of a worker; `given_up`: it is ended */
static void finish(Worker *worker, int given_up) {
  TrmTrial *trial = worker->trial;
  TrmTrialOutcome *out = trial->outcome;
  int state = 0;
  if (given_up) kill(worker->process, SIGKILL);
  while (waitpid(worker->process, &state, 0) < 0 && errno == EINTR) {
  }
  close(worker->pipe);
  given_up |= WIFSIGNALED(state) && WTERMSIG(state) == SIGPROF;
  trial->state = out->done ? TRM_TRIAL_DONE : given_up ? TRM_TRIAL_SLOW : TRM_TRIAL_FAILED;
  if (trial->state == TRM_TRIAL_FAILED && WIFSIGNALED(state))
    snprintf(out->why, sizeof out->why, "it broke (signal %d)", WTERMSIG(state));
  else if (trial->state == TRM_TRIAL_FAILED && !*out->why)
    copy_text(out->why, sizeof out->why, "it ended without a reason");
}

/* what a looser tolerance did not come through, a tighter one is spared */
static int hopeless(const TrmComparison *c, const TrmTrial *trial) {
  for (size_t i = 0; i < c->trial_count; i++) {
    const TrmTrial *other = &c->trials[i];
    if (other == trial || other->method != trial->method) continue;
    if (other->state == TRM_TRIAL_SLOW && other->tolerance >= trial->tolerance &&
        other->step >= trial->step && !trial->for_reference && !other->for_reference)
      return 1;
  }
  return 0;
}

/* the next trial that waits, or NULL */
static TrmTrial *next_trial(TrmComparison *c) {
  for (size_t i = 0; i < c->trial_count; i++) {
    TrmTrial *trial = &c->trials[i];
    if (trial->state != TRM_TRIAL_WAITS) continue;
    if (!hopeless(c, trial)) return trial;
    trial->state = TRM_TRIAL_LEFT;
  }
  return NULL;
}

/* those that were at work when a looser tolerance turned out to be slow count as spared, as they
 * are where one trial follows the other */
static void spare_late(TrmComparison *c) {
  for (size_t i = 0; i < c->trial_count; i++)
    if (c->trials[i].state == TRM_TRIAL_SLOW && hopeless(c, &c->trials[i]))
      c->trials[i].outcome->done = -1;
  for (size_t i = 0; i < c->trial_count; i++)
    if (c->trials[i].outcome->done < 0) c->trials[i].state = TRM_TRIAL_LEFT;
}

/* a bar with the time that is left, if all take as long as those before */
static void show_progress(const TrmComparison *c, double began, double *shown, int last) {
  double time = trm_clock();
  size_t over = 0;
  if (trm_request_flag(c->request, "quiet") || !isatty(STDERR_FILENO)) return;
  if (!last && time - *shown < 0.1) return;
  *shown = time;
  for (size_t i = 0; i < c->trial_count; i++)
    over += c->trials[i].state != TRM_TRIAL_WAITS && c->trials[i].state != TRM_TRIAL_RUNS;
  double done = (double)over / (double)c->trial_count;
  fprintf(stderr, "\r%zu of %zu runs ", over, c->trial_count);
  for (int i = 0; i < 20; i++) fputs(i < (int)(20 * done) ? "█" : " ", stderr);
  if (over) fprintf(stderr, "  %.1f s left  ", (time - began) * (1 - done) / done);
  if (last) fputs("\r\033[K", stderr);
  fflush(stderr);
}

/* memory that children share, zeroed by the system */
static TrmStatus take_memory(TrmComparison *c) {
  size_t size = sizeof(TrmTrialOutcome) + c->times * c->bodies * TRM_BODY_NUMBERS * sizeof(double);
  for (size_t i = 0; i < c->trial_count; i++) {
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return TRM_NO_MEMORY;
    c->trials[i].outcome = memory;
  }
  return TRM_OK;
}

/* wait until a worker is through, or has taken too long, or somebody is impatient */
static void wait_for_any(Worker *workers, size_t *count) {
  struct pollfd ends[MOST_WORKERS];
  double now = trm_clock(), soonest = now + 0.1;
  for (size_t i = 0; i < *count; i++) {
    ends[i] = (struct pollfd){.fd = workers[i].pipe, .events = POLLIN};
    soonest = fmin(soonest, workers[i].until);
  }
  poll(ends, *count, (int)fmax(0, ceil(1e3 * (soonest - now))));
  now = trm_clock();
  for (size_t i = *count; i-- > 0;) {
    int over = (ends[i].revents & (POLLHUP | POLLERR | POLLIN)) != 0;
    if (!over && now < workers[i].until && !stopped) continue;
    finish(&workers[i], !over);
    workers[i] = workers[--*count];
  }
}

TrmStatus trm_comparison_run(TrmComparison *c) {
  Worker workers[MOST_WORKERS];
  struct sigaction ours = {.sa_handler = stop}, before[2];
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  size_t most = c->workers ? c->workers : cores < 1 ? 1 : (size_t)cores, count = 0;
  if (most > MOST_WORKERS) most = MOST_WORKERS;
  double began = trm_clock(), shown = began;
  TrmTrial *trial;
  TrmStatus status = take_memory(c);
  if (status != TRM_OK) return status;
  sigaction(SIGINT, &ours, &before[0]);
  sigaction(SIGTERM, &ours, &before[1]);
  while (!stopped) {
    while (count < most && (trial = next_trial(c))) {
      if (start(c, trial, &workers[count])) {
        count++;
        continue;
      }
      /* no process: with fewer of them, or not at all */
      most = count;
      if (count == 0) status = TRM_NO_MEMORY;
      break;
    }
    if (count == 0) break;
    wait_for_any(workers, &count);
    show_progress(c, began, &shown, 0);
  }
  while (count > 0) finish(&workers[--count], 1);
  spare_late(c);
  show_progress(c, began, &shown, 1);
  sigaction(SIGINT, &before[0], NULL);
  sigaction(SIGTERM, &before[1], NULL);
  c->interrupted = stopped != 0;
  return status;
}
