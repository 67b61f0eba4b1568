/* SPDX-License-Identifier: Apache-2.0
 *
 * The IFToMM benchmarks A01 to A05 and the variants of a thesis, against tables computed without
 * any multibody program (their first lines say how). The names over a table's columns are signals;
 * "~" marks angles of which whole turns are left out. A tight run is held to the accuracy that each
 * benchmark must reach, a run with nothing chosen to 5e-6 of the range of every signal.
 */
#include "table.h"

enum { SETTINGS = 6 };

typedef struct Case {
  const char *what, *model, *table;
  TrmSetting settings[SETTINGS];
  double tolerance, limit; /* of the tight run */
} Case;

static const Case cases[] = {
    {"A01", "a01-pendulum", "a01", {{0}}, 1e-13, 1e-10},
    {"A01 of the thesis, g = 9.86", "a01-pendulum-thesis", "a01-thesis-9.86", {{0}}, 1e-13, 1e-10},
    {"A01 of the thesis, g = 9.81",
     "a01-pendulum-thesis",
     "a01-thesis-9.81",
     {{"g", "9.81"}},
     1e-13,
     1e-10},
    {"A02, N = 2", "a02-four-bars", "a02-2", {{0}}, 1e-11, 1e-8},
    {"A02, N = 2, in space", "a02-four-bars-3d", "a02-2", {{0}}, 1e-11, 1e-8},
    {"A02, N = 40", "a02-four-bars", "a02-40", {{"N", "40"}}, 1e-10, 2e-8},
    {"A02, N = 40, in space", "a02-four-bars-3d", "a02-40", {{"N", "40"}}, 1e-10, 2e-8},
    {"A02 of the thesis",
     "a02-four-bars",
     "a02-thesis",
     {{"m", "1.03"}, {"izz", "0.0915"}, {"v0", "1.5"}},
     1e-11,
     1e-8},
    {"A02 of the thesis, in space",
     "a02-four-bars-3d",
     "a02-thesis",
     {{"m", "1.03"}, {"izz", "0.0915"}, {"v0", "1.5"}},
     1e-11,
     1e-8},
    {"A03", "a03-andrews", "a03", {{0}}, 1e-13, 1e-9},
    {"A03, start rounded", "a03-andrews", "a03-rounded", {{"beta0", "-0.0620"}}, 1e-13, 1e-9},
    {"A04", "a04-bricard", "a04", {{0}}, 1e-13, 1e-8},
    {"A04, slender rods",
     "a04-bricard",
     "a04-slender",
     {{"axial", "1e-10"}, {"across", "1/12"}},
     1e-13,
     1e-8},
    {"A04 of the thesis, gravity along x",
     "a04-bricard-thesis",
     "a04-thesis-x",
     {{0}},
     1e-13,
     1e-8},
    {"A04 of the thesis, gravity along -y",
     "a04-bricard-thesis",
     "a04-thesis-y",
     {{"gx", "0"}, {"gy", "-9.81"}},
     1e-13,
     1e-8},
    {"A04 of the thesis, gravity along -z",
     "a04-bricard-thesis",
     "a04-thesis-z",
     {{"gx", "0"}, {"gz", "-9.81"}},
     1e-13,
     1e-8},
    {"A05", "a05-flyball", "a05", {{0}}, 1e-12, 1e-9},
    {"A05 of the thesis",
     "a05-flyball",
     "a05-thesis",
     {{"mr", "5.9425"},
      {"lc", "0.9825876245913134"},
      {"ia", "0.010867"},
      {"it", "0.35"},
      {"mp", "0"},
      {"shaft", "7.808e-05"}},
     1e-12,
     1e-9},
};

/* one benchmark, tight or with nothing chosen */
static void run(const Case *c, int plain) {
  static Table table;
  char path[256], what[160];
  double worst[2] = {HUGE_VAL, HUGE_VAL};
  size_t settings = 0;
  TrmLog *log = trm_log_new();
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  TrmAnalysis *a = NULL;
  TrmDynamicsOptions tight = {.tolerance = c->tolerance, .absolute_tolerance = c->tolerance};
  snprintf(path, sizeof path, "examples/%s.yaml", c->model);
  while (settings < SETTINGS && c->settings[settings].name) settings++;
  table_read(&table, c->table);
  TrmStatus status = trm_model_read(path, c->settings, settings, log, &model);
  if (status == TRM_OK) status = trm_system_compile(model, log, &system);
  if (status == TRM_OK) status = trm_analysis_new(system, log, &a);
  if (status == TRM_OK) status = trm_analysis_assemble(a, log);
  if (status == TRM_OK) status = trm_analysis_begin_dynamics(a, plain ? NULL : &tight, log);
  CHECK(status == TRM_OK);
  if (status == TRM_OK) table_measure(a, &table, plain, log, worst);
  double limit = plain ? 5e-6 : c->limit;
  snprintf(what, sizeof what, "%s: positions%s", c->what, plain ? ", nothing chosen" : "");
  check_figure("benchmarks", what, plain ? "table, of the range" : "table", worst[0], limit);
  int rates = 0;
  for (size_t i = 1; i < table.columns; i++) rates += table_is_rate(table.names[i]);
  snprintf(what, sizeof what, "%s: velocities%s", c->what, plain ? ", nothing chosen" : "");
  if (rates)
    check_figure("benchmarks", what, plain ? "table, of the range" : "table, of the largest",
                 worst[1], limit);
  trm_analysis_free(a);
  trm_system_free(system);
  trm_model_free(model);
  trm_log_free(log);
}

int main(void) {
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    for (int plain = 0; plain < 2; plain++) run(&cases[i], plain);
  return check_done();
}
