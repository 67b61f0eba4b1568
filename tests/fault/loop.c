/* SPDX-License-Identifier: Apache-2.0
 *
 * No allocation between reports: runs by every integrator, formulation and elimination, over
 * events, redundant loops and singular positions. Only KLU asks for memory, where it chooses its
 * pivots anew, and the log for what it has to say.
 */
#include "check.h"
#include "counted.h"
#include "formulation/formulation.h"
#include "integrator/integrator.h"
#include "machine.h"
#include "trammel/trammel.h"

enum { REPORTS = 80, WARM = 2, MOST_SIGNALS = 4096 };

static const char machine[] = MACHINE(" + pulse(time, 0.1, 20, 1e-3, 1e-4, 0.05)", "", "");

/* a model, its text where it has no file, and how long it runs */
typedef struct Case {
  const char *path, *text;
  double until;
} Case;

static const Case cases[] = {{"machine", machine, 0.8},
                             {"examples/a02-four-bars.yaml", NULL, 0.8},
                             {"examples/a04-bricard.yaml", NULL, 0.8},
                             {"examples/double-pendulum.yaml", NULL, 0.8},
                             {"examples/crank-rocker.yaml", NULL, 0.4}};

typedef struct Tally {
  int runs, refused;
  long steps, events, pivots, blocks; /* choices of pivots on the way, and blocks they took */
} Tally;

static TrmStatus read_case(const Case *it, TrmLog *log, TrmModel **model) {
  return it->text ? trm_model_parse(it->text, strlen(it->text), it->path, NULL, 0, log, model)
                  : trm_model_read(it->path, NULL, 0, log, model);
}

static size_t pivots_of(const TrmAnalysis *analysis) {
  TrmDynamicsReport report;
  trm_analysis_dynamics(analysis, &report);
  return report.pivots;
}

/* follow a run and count between its reports */
static void count_run(TrmAnalysis *analysis, const TrmDynamicsOptions *o, TrmLog *log,
                      const char *name, Tally *tally) {
  /* what needs no sparse factorisation */
  int direct = strcmp(o->formulation, "constraint_force") == 0 &&
               strcmp(o->solver, "sparse") != 0 && !trm_integrator_find(o->integrator)->implicit;
  enum { BLOCKS = 30 }; /* that KLU takes at most to choose pivots, growing as it goes */
  static double values[MOST_SIGNALS];
  TrmStatus status = TRM_OK;
  TrmDynamicsReport report;
  CHECK(trm_analysis_signals(analysis) < MOST_SIGNALS);
  for (int i = 1; i <= REPORTS && status == TRM_OK; i++) {
    size_t pivots = pivots_of(analysis), said = trm_log_count(log);
    long before = made;
    status = trm_analysis_advance(analysis, o->until * i / REPORTS, log);
    trm_analysis_values(analysis, values);
    long now = made - before, anew = (long)(pivots_of(analysis) - pivots);
    if (i <= WARM || trm_log_count(log) > said) continue;
    tally->pivots += anew;
    tally->blocks += now;
    CHECK(now <= BLOCKS * anew);
    if (direct) CHECK(anew == 0 && now == 0);
    if (now <= BLOCKS * anew) continue;
    fprintf(stderr, "%s: %ld allocations before report %d\n", name, now, i);
    break;
  }
  CHECK(status == TRM_OK);
  if (status != TRM_OK) fprintf(stderr, "%s ends with %d\n", name, (int)status);
  trm_analysis_dynamics(analysis, &report);
  tally->steps += (long)report.steps;
  tally->events += (long)report.events;
  tally->runs++;
}

static void check_case(const Case *it, const TrmIntegratorType *integrator,
                       const TrmFormulationType *formulation, const TrmSolverType *solver,
                       Tally *tally) {
  TrmLog *log = trm_log_new();
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  TrmAnalysis *analysis = NULL;
  char name[256];
  /* a coarse tolerance and short reports: what counts is the way, not where it leads */
  TrmDynamicsOptions o = {.integrator = integrator->name,
                          .formulation = formulation->name,
                          .solver = solver->name,
                          .tolerance = 1e-5,
                          .step = integrator->fixed ? 2e-3 : 0,
                          .until = it->until,
                          .every = it->until / REPORTS};
  snprintf(name, sizeof name, "%s, %s + %s (%s)", it->path, formulation->name, integrator->name,
           solver->name);
  TrmStatus status = read_case(it, log, &model);
  if (status == TRM_OK) status = trm_system_compile(model, log, &system);
  if (status == TRM_OK) status = trm_analysis_new(system, log, &analysis);
  if (status == TRM_OK) status = trm_analysis_assemble(analysis, log);
  CHECK(status == TRM_OK);
  if (status == TRM_OK) status = trm_analysis_begin_dynamics(analysis, &o, log);
  if (status == TRM_OK) {
    count_run(analysis, &o, log, name, tally);
  } else {
    TrmEntry entry = {0};
    size_t count = trm_log_count(log);
    CHECK(status == TRM_BAD_MODEL && count > 0);
    if (count) trm_log_entry(log, count - 1, &entry);
    CHECK(count && strcmp(entry.code, "E332") == 0);
    tally->refused++;
  }
  trm_analysis_free(analysis);
  trm_system_free(system);
  trm_model_free(model);
  trm_log_free(log);
}

int main(void) {
  Tally tally = {0};
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
    for (size_t i = 0; trm_integrators[i]; i++)
      for (size_t f = 0; trm_formulations[f]; f++)
        for (size_t s = 0; trm_solvers[s]; s++)
          check_case(&cases[c], trm_integrators[i], trm_formulations[f], trm_solvers[s], &tally);
  printf("%d runs, %d refused by name, %ld steps, %ld events; pivots chosen %ld times, with %ld "
         "blocks\n",
         tally.runs, tally.refused, tally.steps, tally.events, tally.pivots, tally.blocks);
  CHECK(tally.runs >= 200 && tally.events > 100 && tally.steps > 10000);
  /* they are rare */
  CHECK(tally.pivots * 20 < tally.steps);
  return check_done();
}
