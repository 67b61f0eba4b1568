/* SPDX-License-Identifier: Apache-2.0
 *
 * Models written as Excel workbooks and read back move as they did: places, velocities and
 * accelerations of all bodies, at tight tolerances. The benchmarks kept as workbooks in
 * examples/excel move as the YAML models do. Drivers keep motions.
 */
#include "verify/motion.h"

/* models that the layout holds, and how long they are followed, s */
static const struct {
  const char *path, *workbook; /* kept; NULL: only written here */
  double until;
} models[] = {{"examples/a01-pendulum.yaml", "examples/excel/a01-pendulum.xlsx", 0.5},
              {"examples/a01-pendulum-thesis.yaml", NULL, 0.5},
              {"examples/a02-four-bars-3d.yaml", "examples/excel/a02-four-bars.xlsx", 0.5},
              {"examples/a02-four-bars.yaml", NULL, 0.5},
              {"examples/a03-andrews.yaml", "examples/excel/a03-andrews.xlsx", 0.03},
              {"examples/a04-bricard.yaml", "examples/excel/a04-bricard.xlsx", 0.5},
              {"examples/a05-flyball.yaml", "examples/excel/a05-flyball.xlsx", 0.5},
              {NULL, NULL, 0.5}, /* the model below */
              {"examples/crank-rocker.yaml", NULL, 0.5},
              {"examples/double-pendulum.yaml", NULL, 0.5},
              {"examples/double-wishbone.yaml", NULL, 0.5},
              {"examples/four-bar.yaml", NULL, 0.5},
              {"examples/four-bar-weight.yaml", NULL, 0.5},
              {"examples/lamp.yaml", NULL, 0.5},
              {"examples/pendulum.yaml", NULL, 0.5},
              {"examples/peaucellier.yaml", NULL, 0.5},
              {"examples/spatial-slider-crank.yaml", NULL, 0.5},
              {"examples/truss.yaml", NULL, 0.5}};

/* the flyball as other programs saved it, its sheets in another order beside one of notes, with
 * formulas, merged cells, dates and texts kept apart; LibreOffice stores 15 digits */
static const struct {
  const char *path, *what;
} foreign[] = {{"tests/verify/workbook/gnumeric.xlsx", "a workbook saved by Gnumeric"},
               {"tests/verify/workbook/libreoffice.xlsx", "a workbook saved by LibreOffice"}};

/* every row that the layout has, and every way in which a function can depend */
static const char every_row[] =
    "trammel: 1\n"
    "units: mmks\n"
    "gravity: [0, 0, -9806.65]\n"
    "parameters: {k: 0.4, stiff: 3*N/mm}\n"
    "bodies:\n"
    "  arm: {at: [100, 0, 0], orient: {bryant: [0.2, 0.3, 0.4]}, mass: 2,\n"
    "    inertia: [8000, 9000, 6000, 200, -100, 300], spin: [0, 1, 0]}\n"
    "  link: {at: [300, 0, 50], mass: 1, inertia: [900, 4000, 4200], velocity: [0, 10, -200]}\n"
    "  block: {at: [400, 0, 100], mass: 3, inertia: [5000, 6000, 7000]}\n"
    "  bob: {at: [250, 0, -100], mass: 0.5, inertia: [300, 300, 300], spin: [1, 2, 3]}\n"
    "  cross: {at: [250, 0, -250], mass: 0.7, inertia: [800, 900, 1000]}\n"
    "  tip: {at: [250, 40, -400], mass: 0.2, inertia: [90, 90, 90]}\n"
    "  cart: {at: [0, 300, 0], mass: 4, inertia: [1e4, 1e4, 1e4], velocity: [50, 0, 0]}\n"
    "  rocker: {at: [-200, 0, 0], mass: 1, inertia: [3000, 3000, 3000]}\n"
    "  lever: {at: [-100, 0, 200], mass: 1, inertia: [3000, 3000, 3000]}\n"
    "joints:\n"
    "  hinge: {revolute: [ground, arm], at: [0, 0, 0], axis: [0, 1, 0.1]}\n"
    "  ball: {spherical: [arm, link], at: [200, 0, 0]}\n"
    "  rail: {prismatic: [block, ground], at: [400, 0, 100], axis: [1, 0, 0.2]}\n"
    "  pin: {cylindrical: [link, block], at: [400, 0, 100], axis: y}\n"
    "  string: {distance: [arm, bob], from: [200, 0, 0], to: [250, 0, -100]}\n"
    "  cardan: {universal: [bob, cross], at: [250, 0, -150], axes: [x, y]}\n"
    "  rod: {spherical_revolute: [cross, tip], from: [250, 0, -300], to: [250, 40, -400],\n"
    "    axis: [1, 0, 0]}\n"
    "  track: {hold: cart, coordinates: [y, z]}\n"
    "  swing: {revolute: [rocker, ground], at: [-150, 0, 0], axis: y}\n"
    "  pivot: {revolute: [ground, lever], at: [-100, 0, 300], axis: y}\n"
    "  slot: {revolute_prismatic: [rocker, lever], from: [-150, 0, 100], axis: y, slide: z}\n"
    "forces:\n"
    "  coil: {torsion_spring: hinge, k: 2000, c: 30, angle: 0.3}\n"
    "  hair: {torsion_spring: swing, torque: -900*angle - 100*angle^3}\n"
    "  stop: {torsion_spring: pivot, pieces: [{below: -0.1, torque: -5e3*(angle + 0.1)},\n"
    "    {below: 0.1, torque: 0}, {torque: -5e3*(angle - 0.1)}]}\n"
    "  spring: {spring: [ground, block], from: [0, 0, 100], to: [400, 0, 100], k: stiff, c: 0.01,\n"
    "    length: 380}\n"
    "  gas: {spring: [arm, cart], from: [100, 0, 0], to: [0, 300, 0],\n"
    "    force: 'if(length > 300, k*(length - 300), 0)'}\n"
    "  drag: {spring: [ground, cart], from: [-500, 300, 0], to: [0, 300, 0],\n"
    "    force: 0.01*speed + 1e-4*speed*abs(speed)}\n"
    "  band: {spring: [cart, bob], from: [0, 300, 0], to: [250, 0, -100],\n"
    "    pieces: [{below: 395, force: 0}, {force: 0.05*(length - 395)}]}\n"
    "  pull: {actuator: [ground, link], from: [300, 0, 300], to: [300, 0, 50],\n"
    "    force: '5*sin(20*time)^2 + max(0, time - 0.1)'}\n"
    "  wind: {force: tip, vector: [0.1*sin(9*time), 0, -0.2]}\n"
    "  gust: {force: tip, vector: [0.05, 0.02*time, 0]}\n"
    "  motor: {torque: rocker, vector: [0, 500*cos(7*time), 0]}\n"
    "simulate: [{dynamics: {until: 0.5, every: 0.01}}]\n";

/* the model of `m` by way of a workbook */
static Motion way_round(const Motion *m, const TrmDynamicsOptions *options) {
  char *bytes = NULL;
  size_t length = 0;
  Motion again = {.log = trm_log_new()};
  again.status =
      m->system ? trm_system_to_workbook(m->system, again.log, &bytes, &length) : TRM_FAILED;
  if (again.status == TRM_OK)
    again.status = trm_model_parse(bytes, length, "again.xlsx", NULL, 0, again.log, &again.model);
  motion_prepare(&again, options);
  CHECK(again.status == TRM_OK);
  if (again.status != TRM_OK) motion_complain(&again);
  trm_text_free(bytes);
  return again;
}

/* x to az of body `name`, where they begin among the signals; their number when nowhere */
static size_t find_body(const Motion *m, const char *name) {
  char signal[128];
  snprintf(signal, sizeof signal, "%s.x", name);
  for (size_t i = 0; i < m->count; i++)
    if (strcmp(trm_analysis_signal(m->a, i, NULL), signal) == 0) return i;
  return m->count;
}

/* the largest difference of places, velocities and accelerations over the sizes that count */
static double difference(const Motion *m, const Motion *again) {
  enum { QUANTITIES = 9 };
  static const double size[] = {1, 1, 10};
  double worst = 0;
  for (size_t b = 0; b < trm_system_bodies(m->system); b++) {
    TrmBodyInfo info;
    trm_system_body(m->system, b, &info);
    size_t p = find_body(m, info.name), q = find_body(again, info.name);
    CHECK(p < m->count && q < again->count);
    for (size_t k = 0; k < QUANTITIES && p < m->count && q < again->count; k++) {
      double value = m->values[p + k], scale = fmax(size[k / 3], fabs(value));
      worst = motion_worse(worst, (again->values[q + k] - value) / scale);
    }
  }
  return worst;
}

/* how far two models come apart: at the start, and on the way */
static void follow(size_t i, const char *kept, double worst[2]) {
  enum { REPORTS = 5 };
  double until = models[i].until, from_start = 0, on_the_way = 0;
  TrmDynamicsOptions options = {.until = until, .every = until / REPORTS, .tolerance = 1e-12};
  Motion m = models[i].path ? motion_read(models[i].path, NULL, 0, &options)
                            : motion_begin(every_row, &options);
  CHECK(m.status == TRM_OK);
  if (m.status != TRM_OK) motion_complain(&m);
  Motion again = kept ? motion_read(kept, NULL, 0, &options) : way_round(&m, &options);
  if (again.status != TRM_OK) motion_complain(&again);
  for (int k = 0; k <= REPORTS && m.status == TRM_OK && again.status == TRM_OK; k++) {
    if (k &&
        (!motion_advance(&m, until * k / REPORTS) || !motion_advance(&again, until * k / REPORTS)))
      break;
    double apart = difference(&m, &again);
    if (!k) from_start = apart;
    on_the_way = motion_worse(on_the_way, apart);
  }
  if (m.status != TRM_OK || again.status != TRM_OK) from_start = on_the_way = HUGE_VAL;
  printf("%-36s%s start %.2e, on the way %.2e\n", models[i].path ? models[i].path : "every row",
         kept ? " kept" : "     ", from_start, on_the_way);
  worst[0] = motion_worse(worst[0], from_start);
  worst[1] = motion_worse(worst[1], on_the_way);
  motion_end(&again);
  motion_end(&m);
}

static void check_foreign(void) {
  size_t i = 0;
  while (!models[i].path || strcmp(models[i].path, "examples/a05-flyball.yaml") != 0) i++;
  for (size_t k = 0; k < sizeof foreign / sizeof *foreign; k++) {
    double apart[2] = {0, 0};
    follow(i, foreign[k].path, apart);
    check_figure("workbook", foreign[k].what, "the YAML model", fmax(apart[0], apart[1]), 1e-10);
  }
}

/* what a workbook cannot say is refused by name */
static void check_refused(void) { /* and left out: W748 */
  static const char text[] =
      "trammel: 1\ngravity: [1, 1, 0]\nbodies: {b: {mass: 1, inertia: [1, 1, 1]}}\n"
      "joints:\n"
      "  j: {revolute: [ground, b], at: [0, 0, 0], axis: z, limits: [0, 1]}\n"
      "  p: {planar: [ground, b], at: [0, 0, 0], axis: z}\n"
      "forces: {f: {force: b, vector: [dx(b), 0, 0]}}\n";
  TrmLog *log = trm_log_new();
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  char *bytes = NULL;
  size_t length, errors = 0;
  CHECK(trm_model_parse(text, strlen(text), "m.yaml", NULL, 0, log, &model) == TRM_OK);
  CHECK(trm_system_compile(model, log, &system) == TRM_OK);
  CHECK(trm_system_to_workbook(system, log, &bytes, &length) == TRM_BAD_MODEL);
  CHECK(bytes == NULL);
  for (size_t i = 0; i < trm_log_count(log); i++) {
    TrmEntry entry;
    trm_log_entry(log, i, &entry);
    errors += strcmp(entry.code, "E747") == 0;
    CHECK(entry.severity != TRM_ERROR || strcmp(entry.code, "E747") == 0);
  }
  CHECK(errors == 4);
  trm_system_free(system);
  trm_model_free(model);
  trm_log_free(log);
}

int main(void) {
  double written[2] = {0, 0}, kept[2] = {0, 0};
  for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
    follow(i, NULL, written);
    if (models[i].workbook) follow(i, models[i].workbook, kept);
  }
  check_foreign();
  check_figure("workbook", "models written and read back, at the start", "the model", written[0],
               1e-11);
  check_figure("workbook", "models written and read back, on the way", "the model", written[1],
               1e-8);
  check_figure("workbook", "benchmarks kept as workbooks, at the start", "the YAML models", kept[0],
               1e-11);
  check_figure("workbook", "benchmarks kept as workbooks, on the way", "the YAML models", kept[1],
               1e-8);
  check_refused();
  return check_done();
}
