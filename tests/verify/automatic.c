/* SPDX-License-Identifier: Apache-2.0
 *
 * The automatic choice: a stone that falls on a stop of 1e7 N/m and is lifted off it again is stiff
 * in between only, and has a closed form, as the swinging rod beside it has a truth of its own; a
 * stiff model begins with a stiff method, one that is not goes as if its method had been named. A
 * run goes on from a checkpoint with the same bits, whatever method was at work there.
 */
#include "arms.h"
#include "motion.h"

static const double mass = 2, gravity = 9.81, stiffness = 1e7, damping = 4e4, lift = 22;
static const double lifted = 6, until = 20;
enum { REPORTS = 200 };

static const char late[] =
    "trammel: 1\n"
    "gravity: [0, 0, -9.81]\n"
    "bodies:\n"
    "  stone: {at: [0, 0, 2], mass: 2, point_mass: true}\n"
    "  rod: {at: [0.5, 1, 0], mass: 2, inertia: [0.01, 0.2, 0.2]}\n"
    "joints:\n"
    "  hinge: {revolute: [ground, rod], at: [0, 1, 0], axis: y}\n"
    "forces:\n"
    "  stop: {force: stone, at: [0, 0, 2],\n"
    "         vector: [0, 0, \"if(dz(stone) < 0, -1e7*dz(stone) - 4e4*vz(stone), 0)\"]}\n"
    "  lift: {force: stone, at: [0, 0, 2], vector: [0, 0, \"if(time > 6, 22, 0)\"]}\n";

/* on the stop under a force: z'' = force/m - (k z + c z')/m from z, v; overdamped */
static void on_stop(double force, double t, double *z, double *v) {
  double half = damping / (2 * mass), root = sqrt(half * half - stiffness / mass);
  /* the slow rate without the difference of large numbers */
  double fast = -half - root, slow = stiffness / mass / fast, rest = force / stiffness;
  double a = (*v - fast * (*z - rest)) / (slow - fast), b = *z - rest - a;
  *z = rest + a * exp(slow * t) + b * exp(fast * t);
  *v = a * slow * exp(slow * t) + b * fast * exp(fast * t);
}

/* height and speed of the stone */
static void stone_truth(double t, double *z, double *v) {
  double fall = sqrt(2 * 2 / gravity), weight = -mass * gravity;
  *z = 2 - gravity * t * t / 2;
  *v = -gravity * t;
  if (t <= fall) return;
  *z = 0;
  *v = -gravity * fall;
  on_stop(weight, fmin(t, lifted) - fall, z, v);
  if (t <= lifted) return;
  /* when it leaves the stop, by bisection */
  double low = 0, high = 1, z0 = *z, v0 = *v;
  for (int i = 0; i < 100; i++) {
    double middle = (low + high) / 2, z1 = z0, v1 = v0;
    on_stop(weight + lift, middle, &z1, &v1);
    if (z1 < 0)
      low = middle;
    else
      high = middle;
  }
  on_stop(weight + lift, fmin(t - lifted, low), z, v);
  double free = t - lifted - low, a = (weight + lift) / mass;
  if (free <= 0) return;
  *z += free * (*v + a * free / 2);
  *v += a * free;
}

/* the rod's angle below the horizontal and its rate */
static void rod_rate(long double t, const long double *y, long double *dy) {
  (void)t;
  dy[0] = y[1];
  dy[1] = 2 * 9.81L * 0.5L * cosl(y[0]) / 0.7L;
}

static Motion begin(const char *text, const char *integrator, double tolerance) {
  TrmDynamicsOptions options = {.integrator = integrator,
                                .formulation = "constraint_force",
                                .tolerance = tolerance,
                                .until = until};
  return motion_begin(text, &options);
}

/* the worst error of the stone and the rod at all reports */
static double follow(Motion *m) {
  long double y[2] = {0, 0}, t = 0;
  double worst = 0;
  for (int i = 1; i <= REPORTS && motion_advance(m, until * i / REPORTS); i++) {
    double time = until * i / REPORTS, z, v;
    stone_truth(time, &z, &v);
    truth_advance(rod_rate, &t, (long double)time, 0.01L, y, 2);
    worst = motion_worse(worst, motion_value(m, "stone.z") - z);
    worst = motion_worse(worst, motion_value(m, "stone.vz") - v);
    worst = motion_worse(worst, motion_value(m, "rod.x") - (double)(0.5L * cosl(y[0])));
    worst = motion_worse(worst, motion_value(m, "rod.z") + (double)(0.5L * sinl(y[0])));
  }
  return worst;
}

/* 1 when the log has so many entries with this code */
static int noted(const TrmLog *log, const char *code, size_t wanted) {
  TrmEntry entry;
  size_t found = 0;
  for (size_t i = 0; trm_log_entry(log, i, &entry) == TRM_OK; i++)
    found += strcmp(entry.code, code) == 0;
  return found == wanted;
}

/* two switches, each where it is due; as accurate as the methods by themselves, for far less work
 */
static void check_late(void) {
  for (double tolerance = 1e-5; tolerance > 1e-11; tolerance /= 100) {
    char what[80];
    Motion m = begin(late, "auto", tolerance),
           named[2] = {begin(late, "dop853", tolerance), begin(late, "radau5", tolerance)};
    double error = follow(&m), other = fmax(follow(&named[0]), follow(&named[1]));
    snprintf(what, sizeof what, "stone on a stop, automatic, tolerance %.0e", tolerance);
    /* what it is pressed in by the stop, 2e-6 m, must be more than the tolerance */
    if (tolerance < 1e-8) check_figure("stiff", what, "closed form", error, 1000 * tolerance);
    CHECK(error <= 2 * other);
    TrmDynamicsReport r = motion_report(&m), alone = motion_report(&named[0]);
    printf("%s: error %.1e (methods alone %.1e), %zu steps, %zu evaluations (dop853 alone %zu)\n",
           what, error, other, r.steps, r.evaluations, alone.evaluations);
    CHECK_TEXT(r.integrator, "dop853");
    CHECK(r.switches == 2 && noted(m.log, "N382", 2));
    CHECK(r.switched[0].time > sqrt(4 / gravity) && r.switched[0].time < 1);
    CHECK(r.switched[1].time > lifted && r.switched[1].time < until);
    CHECK(r.switches == 2 && strcmp(r.switched[0].to, "radau5") == 0 &&
          strcmp(r.switched[1].to, "dop853") == 0);
    CHECK(10 * r.evaluations < alone.evaluations && alone.switches == 0);
    motion_end(&m);
    motion_end(&named[0]);
    motion_end(&named[1]);
  }
}

/* rows of all signals from report `first` on */
static int record(Motion *m, int first, double *rows) {
  for (int i = first; i <= REPORTS; i++) {
    if (!motion_advance(m, until * i / REPORTS)) return 0;
    memcpy(rows + (size_t)i * m->count, m->values, m->count * sizeof *rows);
  }
  return 1;
}

/* saved at the start, on the stop, when it was lifted, and after: the same bits from there */
static void check_resume(void) {
  Motion m = begin(late, NULL, 1e-8);
  size_t size = (REPORTS + 1) * (m.count + 1), memory = trm_analysis_memory(m.a);
  double *rows = calloc(size, sizeof *rows), *again = calloc(size, sizeof *again);
  double *saved = calloc(4 * (memory + 1), sizeof *saved);
  CHECK(rows && again && saved && memory > 0);
  if (!rows || !again || !saved) return;
  for (int i = 0; i <= REPORTS; i++) {
    if (i) CHECK(motion_advance(&m, until * i / REPORTS));
    memcpy(rows + (size_t)i * m.count, m.values, m.count * sizeof *rows);
    if (i % 64) continue;
    CHECK(trm_analysis_memory(m.a) == memory);
    trm_analysis_save(m.a, saved + (size_t)(i / 64) * memory);
  }
  TrmDynamicsReport whole = motion_report(&m);
  CHECK(whole.switches == 2 && whole.switched[0].time < 6.4 && whole.switched[1].time > 6.4);
  for (int i = 0; i < 4; i++) {
    Motion later = begin(late, NULL, 1e-8);
    CHECK(trm_analysis_load(later.a, saved + (size_t)i * memory) == TRM_OK);
    int from = 64 * i + 1;
    CHECK(record(&later, from, again));
    size_t start = (size_t)from * m.count;
    CHECK(memcmp(rows + start, again + start,
                 (size_t)(REPORTS + 1 - from) * m.count * sizeof *rows) == 0);
    TrmDynamicsReport r = motion_report(&later);
    CHECK(r.switches == 2 && r.steps == whole.steps && r.evaluations == whole.evaluations);
    CHECK(r.switched[0].time == whole.switched[0].time &&
          r.switched[1].time == whole.switched[1].time);
    CHECK_TEXT(r.integrator, whole.integrator);
    motion_end(&later);
  }
  free(rows);
  free(again);
  free(saved);
  motion_end(&m);
}

/* a stiff model begins with a stiff method and stays with it: on the constraints, with a hundredth
 * of the tolerance, or on the formulation that was asked for */
static void check_row(void) {
  char *text = row_of_arms();
  for (int i = 0; i < 2; i++) {
    TrmDynamicsOptions options = {
        .formulation = i ? "constraint_force" : NULL, .tolerance = 1e-6, .until = 0.5};
    Motion m = motion_begin(text, &options);
    options.integrator = i ? "radau5" : "gstiff";
    if (!i) options.tolerance = 1e-8;
    Motion named = motion_begin(text, &options);
    CHECK(motion_advance(&m, 0.5) && motion_advance(&named, 0.5));
    TrmDynamicsReport r = motion_report(&m), other = motion_report(&named);
    CHECK_TEXT(r.integrator, options.integrator);
    CHECK_TEXT(r.formulation, other.formulation);
    CHECK(r.reason && strstr(r.reason, "stiff: something dies out within"));
    CHECK(r.switches == 0 && 10 * r.steps <= 11 * other.steps);
    CHECK(2 * r.evaluations <= 3 * other.evaluations);
    printf("arms: %zu steps, %zu evaluations; %s alone %zu, %zu\n", r.steps, r.evaluations,
           r.integrator, other.steps, other.evaluations);
    motion_end(&m);
    motion_end(&named);
  }
  free(text);
}

/* a hoop that rolls straight on is reported right however far it turns in a step, and so is what
 * rests on a stiff contact after it has bounced, for which the stiff method is found */
static void check_turning(void) {
  static const char *const methods[] = {"radau5", "gstiff", "si2", "hht", "generalized_alpha"};
  for (int k = 0; k < 5; k++) {
    TrmDynamicsOptions options = {.integrator = methods[k], .tolerance = 1e-6, .until = 3};
    Motion m = motion_read("examples/hoop.yaml", NULL, 0, &options);
    double worst = 0;
    for (int i = 1; i <= 300 && motion_advance(&m, 0.01 * i); i++) {
      double e0 = motion_value(&m, "hoop.e0"), e2 = motion_value(&m, "hoop.e2");
      worst = motion_worse(worst, e0 * sin(0.02 * i) - e2 * cos(0.02 * i));
    }
    char what[80];
    snprintf(what, sizeof what, "%s, hoop that rolls on: its turn at all reports", methods[k]);
    check_figure("stiff", what, "closed form", worst, 1e-4);
    motion_end(&m);
  }
}

static void check_resting(void) {
  TrmDynamicsOptions options = {.integrator = "auto", .tolerance = 1e-6, .until = 6};
  Motion m = motion_read("examples/bounce.yaml", NULL, 0, &options);
  options.integrator = "dop853";
  Motion named = motion_read("examples/bounce.yaml", NULL, 0, &options);
  CHECK(motion_advance(&m, 6) && motion_advance(&named, 6));
  TrmDynamicsReport r = motion_report(&m), other = motion_report(&named);
  printf("bounce: %zu steps, %zu evaluations; dop853 alone %zu, %zu\n", r.steps, r.evaluations,
         other.steps, other.evaluations);
  CHECK(r.switches > 0 && 2 * r.steps < other.steps);
  CHECK_NEAR(motion_value(&m, "ball.x"), motion_value(&named, "ball.x"), 1e-4);
  motion_end(&m);
  motion_end(&named);
}

/* what is not stiff goes as it would with its method by name, bit for bit */
static void check_others(void) {
  static const struct {
    const char *path;
    double until;
  } models[] = {{"examples/a01-pendulum.yaml", 10},   {"examples/a02-four-bars.yaml", 3},
                {"examples/a03-andrews.yaml", 0.03},  {"examples/a04-bricard.yaml", 10},
                {"examples/double-pendulum.yaml", 5}, {"examples/planar-ladder.yaml", 2}};
  for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
    TrmDynamicsOptions options = {.until = models[i].until, .every = models[i].until / 10};
    Motion m = motion_read(models[i].path, NULL, 0, &options);
    options.integrator = "dop853";
    Motion named = motion_read(models[i].path, NULL, 0, &options);
    CHECK(motion_advance(&m, models[i].until) && motion_advance(&named, models[i].until));
    TrmDynamicsReport r = motion_report(&m), other = motion_report(&named);
    CHECK_TEXT(r.integrator, "dop853");
    CHECK(r.switches == 0 && r.steps == other.steps && r.evaluations == other.evaluations);
    CHECK(r.reason && strncmp(r.reason, "nothing is stiff", 16) == 0 && !other.reason);
    int freedoms, redundant;
    trm_analysis_freedoms(m.a, &freedoms, &redundant);
    CHECK((redundant > 0) == (strstr(r.reason, "redundant") != NULL));
    CHECK(memcmp(m.values, named.values, m.count * sizeof *m.values) == 0);
    motion_end(&m);
    motion_end(&named);
  }
}

/* a weight that hangs on an undamped spring of 1e7 N/m and swings on it oscillates on: no method
 * saves any step, and none is taken but the explicit one */
static void check_ringing(void) {
  TrmDynamicsOptions options = {.tolerance = 1e-8, .until = 2};
  Motion m = motion_begin("trammel: 1\n"
                          "bodies:\n"
                          "  stone: {at: [1, 0, 0], mass: 2, point_mass: true}\n"
                          "forces:\n"
                          "  spring: {spring: [ground, stone], from: [0, 0, 0], to: [1, 0, 0], "
                          "k: 1e7, length: 0.99}\n",
                          &options);
  CHECK(motion_advance(&m, 2));
  TrmDynamicsReport r = motion_report(&m);
  CHECK_TEXT(r.integrator, "dop853");
  CHECK(r.switches == 0);
  /* x = 0.99 + 0.01 cos(sqrt(k/m) t) */
  check_figure("stiff", "undamped spring of 1e7 N/m, automatic", "closed form",
               fabs(motion_value(&m, "stone.x") - 0.99 - 0.01 * cos(sqrt(1e7 / 2) * 2)), 1e-5);
  motion_end(&m);
}

/* steps that are held short for what happens in time are those of few evaluations, at tolerances
 * that they can meet */
static void check_held(void) {
  for (int i = 0; i < 3; i++) {
    TrmDynamicsOptions options = {
        .tolerance = i < 2 ? 1e-7 : 1e-10, .until = 2, .every = i ? 0.01 : 1};
    Motion m =
        motion_begin("trammel: 1\n"
                     "bodies:\n"
                     "  stone: {at: [1, 0, 0], mass: 2, point_mass: true}\n"
                     "forces:\n"
                     "  push: {force: stone, at: [1, 0, 0], vector: [\"sin(time)\", 0, 0]}\n",
                     &options);
    TrmDynamicsReport r = motion_report(&m);
    CHECK_TEXT(r.integrator, i == 1 ? "dopri5" : "dop853");
    CHECK((i == 1) == (strstr(r.reason, "held to 0.01 s") != NULL));
    /* x = 1 + (t - sin t)/2 */
    CHECK(motion_advance(&m, 2));
    check_figure("stiff", "pushed stone, automatic", "closed form",
                 fabs(motion_value(&m, "stone.x") - 2 + sin(2) / 2), 1e-9);
    motion_end(&m);
  }
}

/* a drum on its side, whose line of touch no event follows: it slides as one mu g slower */
static void check_leaping(void) {
  TrmDynamicsOptions options = {.until = 0.2, .every = 0.1};
  Motion m = motion_begin("trammel: 1\n"
                          "gravity: [0, 0, -9.81]\n"
                          "bodies:\n"
                          "  drum:\n"
                          "    at: [0, 0, 0.3]\n"
                          "    velocity: [0, 2, 0]\n"
                          "    shape: {cylinder: {from: [0, -0.5, 0.3], to: [0, 0.5, 0.3], radius: "
                          "0.3, density: 1000}}\n"
                          "contacts:\n"
                          "  floor: {between: [{plane: ground, normal: z}, drum], law: rigid, "
                          "friction: {static: 0.4, dynamic: 0.4}}\n",
                          &options);
  TrmDynamicsReport r = motion_report(&m);
  CHECK_TEXT(r.integrator, "moreau");
  CHECK(r.reason && strstr(r.reason, "rigid contacts"));
  motion_advance(&m, 0.2);
  check_figure("contact", "moreau by itself, a drum along its axis: speed", "closed form",
               fabs(motion_value(&m, "drum.vy") - (2 - 0.4 * 9.81 * 0.2)), 1e-9);
  motion_end(&m);
}

int main(void) {
  check_leaping();
  check_held();
  check_turning();
  check_resting();
  check_late();
  check_resume();
  check_row();
  check_others();
  check_ringing();
  return check_done();
}
