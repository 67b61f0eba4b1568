/* SPDX-License-Identifier: Apache-2.0
 *
 * Hard models with right answers: masses of 1e-300 kg and ratios of 1e9, gravity of 1e30, joints
 * four times over, structures without freedom, starts in singular positions, laws that jump, end or
 * have no direction, spans from 1e-300 s to 1e15 s, places 1e9 m away. Each is held against a
 * closed form or what must be kept, in bounded time; those that have no answer are among the
 * malformed.
 */
#include "motion.h"
#include <time.h>

static const double g = 9.81;

/* a model, where its signals are to be, and the error allowed in parts of the truth or of 1 */
typedef struct Hard {
  const char *name, *against, *text;
  TrmDynamicsOptions options;
  double until;
  int reports;
  const char *signals[6];
  MotionTruth truth;
  double limit;
} Hard;

#define TIGHT                                                                                      \
  { .tolerance = 1e-12, .absolute_tolerance = 1e-12 }
#define PLANE "trammel: 1\nplanar: true\n"
#define FALL "gravity: [0, -9.81]\n"
#define BODY "bodies: {a: {at: [1, 0], mass: 1, inertia: 1}}\n"
#define SWING PLANE FALL BODY "joints: {p: {revolute: [ground, a], at: [0, 0]}}\n"

static void fall(double t, double *v) {
  v[0] = -g * t * t / 2;
  v[1] = -g * t;
}

static void fall_hard(double t, double *v) {
  v[0] = -1e30 * t * t / 2;
  v[1] = -1e30 * t;
}

/* from the horizontal, 2 kg m^2 about the pin: down after a quarter of the period, up again after a
 * half; K(1/sqrt 2) of the pendulum's amplitude of a right angle */
static const double quarter = 1.85407467730137191843;

static void swing(double t, double *v) {
  double w = sqrt(g / 2), phase = fabs(remainder(t * w / quarter, 4));
  v[0] = phase < 0.5 ? 1 : phase < 1.5 ? 0 : -1;
  v[1] = phase < 0.5 ? 0 : phase < 1.5 ? -1 : 0;
}

static void rest(double t, double *v) {
  (void)t;
  v[0] = 1;
  v[1] = v[2] = v[3] = 0;
}

static void zero_spring(double t, double *v) {
  v[0] = cos(10 * t);
  v[1] = -10 * sin(10 * t);
}

static void hanging(double t, double *v) {
  v[0] = -g / 100 * (1 - cos(10 * t));
  v[1] = -g / 10 * sin(10 * t);
}

static void stiff(double t, double *v) {
  v[0] = 1 + 1e-3 * cos(1e6 * t);
}

/* -sign(x) from x = 1: parabolas, one after the other, of quarter periods sqrt 2 */
static void relay(double t, double *v) {
  double q = sqrt(2), s = fmod(t, 4 * q), sign = 1;
  if (s > 2 * q) s -= 2 * q, sign = -1;
  v[0] = sign * (s < q ? 1 - s * s / 2 : (2 * q - s) * (2 * q - s) / 2 - 1);
  if (s >= q) v[0] = -sign * (1 - (2 * q - s) * (2 * q - s) / 2);
}

/* spinning about a principal axis: the speed stays, the turn is t times it */
static void spin(double t, double *v) {
  v[0] = 1e6;
  v[1] = cos(1e6 * t);
  v[2] = sin(1e6 * t);
}

/* two bodies and a damper along their line */
static void damper(double t, double *v) {
  v[0] = 1 - (t - (1 - exp(-2 * t)) / 2) / 2;
  v[1] = 2 - (t + (1 - exp(-2 * t)) / 2) / 2;
}

/* a force sqrt(1 - t) that ends with the run */
static void ending(double t, double *v) {
  v[0] = 1 + 2.0 / 3 * t - 4.0 / 15 * (1 - pow(1 - t, 2.5));
}

static void load(double t, double *v) {
  v[0] = 1;
  v[1] = -10;
  v[2] = -(100 * sin(t) - g);
}

/* half the weight on each support; the rods push apart by a quarter of it at this slope */
static void truss(double t, double *v) {
  (void)t;
  v[0] = g;
  v[1] = -g / 4;
  v[2] = 0.25;
  v[3] = 0.5;
}

static void driven(double t, double *v) {
  v[0] = cos(1e3 * t);
  v[1] = 1e3 * t;
}

static const Hard cases[] = {
    {"a free body of 1e-300 kg",
     "falling",
     "trammel: 1\ngravity: [0, -9.81, 0]\n"
     "bodies: {a: {mass: 1e-300, inertia: [1e-300, 1e-300, 2e-300]}}\n",
     {0},
     1,
     10,
     {"a.y", "a.vy"},
     fall,
     1e-13},
    {"gravity of 1e30",
     "falling",
     "trammel: 1\ngravity: [0, -1e30, 0]\n"
     "bodies: {a: {mass: 1, inertia: [1, 1, 1]}}\n",
     {0},
     1,
     10,
     {"a.y", "a.vy"},
     fall_hard,
     1e-13},
    {"a run of 1e15 s",
     "falling",
     PLANE FALL "bodies: {a: {mass: 1, inertia: 1}}\n",
     {0},
     1e15,
     10,
     {"a.y", "a.vy"},
     fall,
     1e-13},
    {"a run of 1e-12 s",
     "falling",
     PLANE FALL "bodies: {a: {mass: 1, inertia: 1}}\n",
     {0},
     1e-12,
     10,
     {"a.y", "a.vy"},
     fall,
     1e-24},
    {"a run of 1e-300 s",
     "falling",
     PLANE FALL "bodies: {a: {mass: 1, inertia: 1}}\n",
     {0},
     1e-300,
     10,
     {"a.y", "a.vy"},
     fall,
     1e-312},
    {"a first step longer than the run",
     "falling",
     PLANE FALL "bodies: {a: {mass: 1, inertia: 1}}\n",
     {.step = 10},
     1e-3,
     2,
     {"a.y", "a.vy"},
     fall,
     1e-15},
    {"a last interval shorter than rounding",
     "falling",
     PLANE FALL "bodies: {a: {mass: 1, inertia: 1}}\n",
     {.max_step = 0.3},
     1,
     3,
     {"a.y", "a.vy"},
     fall,
     1e-13},
    {"a pendulum", "elliptic integral", SWING, TIGHT, 0, 8, {"a.x", "a.y"}, swing, 1e-12},
    {"a pendulum on four joints, 13 equations too many",
     "elliptic integral",
     "trammel: 1\ngravity: [0, -9.81, 0]\nbodies: {a: {at: [1, 0, 0], mass: 1, inertia: [1, 1, "
     "1]}}\n"
     "joints:\n  p: {revolute: [ground, a], at: [0, 0, 0], axis: z}\n"
     "  q: {revolute: [ground, a], at: [0, 0, 0], axis: z}\n"
     "  r: {revolute: [ground, a], at: [0, 0, 0.5], axis: z}\n"
     "  s: {spherical: [ground, a], at: [0, 0, 0.3]}\n",
     TIGHT,
     0,
     8,
     {"a.x", "a.y"},
     swing,
     1e-12},
    {"a pendulum on an arm of 1e-9 of its mass",
     "elliptic integral",
     PLANE FALL
     "bodies:\n  arm: {at: [0.5, 0], mass: 1e-9, inertia: 1e-10}\n"
     "  a: {at: [1, 0], mass: 1, inertia: 1}\n"
     "joints:\n  p: {revolute: [ground, arm], at: [0, 0]}\n  q: {fixed: [arm, a], at: [1, 0]}\n",
     TIGHT,
     0,
     8,
     {"a.x", "a.y"},
     swing,
     1e-8},
    {"a body at rest", "none", PLANE BODY, {0}, 1e3, 4, {"a.x", "a.y", "a.vx", "a.vy"}, rest, 0},
    {"a pendulum held upright by its pin's place",
     "none",
     PLANE FALL "bodies: {a: {at: [1, 0], mass: 1, inertia: 1}}\n"
                "joints: {p: {revolute: [ground, a], at: [1, 0]}}\n",
     {0},
     1e3,
     4,
     {"a.x", "a.y", "a.vx", "a.vy"},
     rest,
     0},
    {"a spring of no length, passed through",
     "closed form",
     PLANE BODY "forces: {s: {spring: [ground, a], from: [0, 0], to: [1, 0], k: 100, length: 0}}\n",
     TIGHT,
     3,
     30,
     {"a.x", "a.vx"},
     zero_spring,
     1e-10},
    {"a spring of no length at the start",
     "closed form",
     PLANE FALL "bodies: {a: {mass: 1, inertia: 1}}\n"
                "forces: {s: {spring: [ground, a], from: [0, 0], to: [0, 0], k: 100, length: 0}}\n",
     TIGHT,
     3,
     30,
     {"a.y", "a.vy"},
     hanging,
     1e-10},
    {"a spring of 1e12 N/m",
     "closed form",
     PLANE "bodies: {a: {at: [1.001, 0], mass: 1, inertia: 1}}\n"
           "forces: {s: {spring: [ground, a], from: [0, 0], to: [1.001, 0], k: 1e12, length: 1}}\n",
     TIGHT,
     1e-3,
     10,
     {"a.x"},
     stiff,
     1e-12},
    {"a relay",
     "parabolas",
     PLANE BODY "forces: {f: {force: a, vector: [\"-sign(dx(a))\", 0]}}\n",
     TIGHT,
     20,
     40,
     {"a.x"},
     relay,
     2e-9},
    {"a spin of 1e6 rad/s",
     "closed form",
     "trammel: 1\nbodies: {a: {mass: 1, inertia: [1, 2, 2.5], spin: [1e6, 0, 0], "
     "markers: {m: [0, 1, 0]}}}\n",
     TIGHT,
     1e-3,
     10,
     {"a.wx", "a.m.y", "a.m.z"},
     spin,
     1e-8},
    {"two bodies and a damper without a spring",
     "closed form",
     PLANE "bodies:\n  a: {at: [1, 0], mass: 1, inertia: 1}\n"
           "  b: {at: [2, 0], mass: 1, inertia: 1, velocity: [-1, 0]}\n"
           "forces: {s: {spring: [a, b], from: [1, 0], to: [2, 0], k: 0, c: 1, length: 0}}\n",
     TIGHT,
     4,
     8,
     {"a.x", "b.x"},
     damper,
     2e-12},
    {"a force that ends with the run",
     "closed form",
     PLANE BODY "forces: {f: {force: a, vector: [\"sqrt(1 - time)\", 0]}}\n",
     TIGHT,
     1,
     10,
     {"a.x"},
     ending,
     1e-11},
    {"a body without freedom under load",
     "equilibrium",
     "trammel: 1\ngravity: [0, -9.81, 0]\nbodies: {a: {at: [1, 0, 0], mass: 1, inertia: [1, 1, "
     "1]}}\n"
     "joints: {p: {fixed: [a, ground], at: [0, 0, 0]}}\n"
     "forces: {f: {force: a, vector: [10, \"100*sin(time)\", 0]}}\n",
     {0},
     1,
     10,
     {"a.x", "p.fx", "p.fy"},
     load,
     1e-12},
    {"a truss",
     "equilibrium",
     PLANE FALL
     "points: {A: [0, 0], B: [1, 0], C: [0.5, 1]}\n"
     "bodies:\n  a: {at: [0.25, 0.5], mass: 1, inertia: 0.1}\n"
     "  b: {at: [0.75, 0.5], mass: 1, inertia: 0.1}\n"
     "joints:\n  p: {revolute: [a, ground], at: A}\n  q: {revolute: [ground, b], at: B}\n"
     "  r: {revolute: [a, b], at: C}\n",
     {0},
     10,
     10,
     {"p.fy", "r.fx", "a.x", "a.y"},
     truss,
     1e-12},
    {"a rotor driven at 1000 rad/s",
     "its motion",
     SWING "motions: {m: {joint: p, speed: 1000}}\n",
     /* the Adams methods, which are chosen, round in every one of 7,000 steps */
     {.tolerance = 1e-12, .absolute_tolerance = 1e-12, .integrator = "dop853"},
     1,
     10,
     {"a.x", "~p.angle"},
     driven,
     2e-11},
};

/* models without a closed form: energy must stay, joints must stay closed */
typedef struct Kept {
  const char *name, *text;
  TrmDynamicsOptions options;
  double until, limit;
} Kept;

#define LINKS                                                                                      \
  "bodies:\n  a: {at: A2, mass: 1, inertia: 0.01}\n  b: {at: B2, mass: 1, inertia: 0.1}\n"         \
  "  c: {at: C2, mass: 1, inertia: 0.01}\n"

static const Kept kept[] = {
    {"a parallelogram that starts in line",
     PLANE FALL "points: {A: [0, 0], B: [0.2, 0], C: [0.7, 0], D: [0.5, 0], A2: [0.1, 0], "
                "B2: [0.45, 0], C2: [0.6, 0]}\n" LINKS
                "joints:\n  p: {revolute: [ground, a], at: A}\n  q: {revolute: [a, b], at: B}\n"
                "  r: {revolute: [b, c], at: C}\n  s: {revolute: [ground, c], at: D}\n",
     TIGHT, 2, 1e-12},
    {"a slider-crank that starts at its dead centre",
     PLANE FALL "points: {A: [0, 0], B: [0.2, 0], C: [0.7, 0], A2: [0.1, 0], B2: [0.45, 0], "
                "C2: C}\n" LINKS
                "joints:\n  p: {revolute: [ground, a], at: A}\n  q: {revolute: [a, b], at: B}\n"
                "  r: {revolute: [b, c], at: C}\n  s: {prismatic: [ground, c], at: C, axis: x}\n",
     TIGHT, 2, 2e-12},
    {"a double pendulum of 1e-6 kg and 1000 kg",
     PLANE FALL
     "bodies:\n  a: {at: [0.5, 0], mass: 1e-6, inertia: 1e-7}\n"
     "  b: {at: [1.5, 0], mass: 1000, inertia: 100}\n"
     "joints:\n  p: {revolute: [ground, a], at: [0, 0]}\n  q: {revolute: [a, b], at: [1, 0]}\n",
     TIGHT, 2, 2e-12},
    {"a four-bar with links of 1e-6 kg and one of 1000 kg",
     PLANE FALL "points: {A: [0, 0], B: [0, 0.3], C: [1, 0.5], D: [0.9, 0]}\n"
                "bodies:\n  a: {at: [0, 0.15], mass: 1e-6, inertia: 1e-8}\n"
                "  b: {at: [0.5, 0.4], mass: 1000, inertia: 100}\n"
                "  c: {at: [0.95, 0.25], mass: 1e-6, inertia: 1e-8}\n"
                "joints:\n  p: {revolute: [ground, a], at: A}\n  q: {revolute: [a, b], at: B}\n"
                "  r: {revolute: [b, c], at: C}\n  s: {revolute: [c, ground], at: D}\n",
     TIGHT, 2, 2e-12},
    {"velocities that the joint forbids",
     "trammel: 1\ngravity: [0, -9.81, 0]\nbodies: {a: {at: [1, 0, 0], mass: 1, "
     "inertia: [1, 1, 1], velocity: [5, 1, 3], spin: [1, 2, 3]}}\n"
     "joints: {p: {revolute: [ground, a], at: [0, 0, 0], axis: z}}\n",
     TIGHT, 2, 1e-12},
    {"a pendulum 1e9 m from the origin",
     PLANE FALL "bodies: {a: {at: [1e9 + 1, 0], mass: 1, inertia: 1}}\n"
                "joints: {p: {revolute: [ground, a], at: [1e9, 0]}}\n",
     {0},
     1,
     1e-6},
    {"partitioning without a freedom",
     PLANE FALL BODY "joints: {p: {fixed: [ground, a], at: [0, 0]}}\n",
     {.formulation = "partitioning"},
     1,
     0},
    {"a body of one inertia 1e-10 of the others",
     "trammel: 1\nbodies: {a: {mass: 1, inertia: [1e-10, 1, 1], spin: [1, 2, 3]}}\n",
     {0},
     2,
     1e-7},
};

static void check_kept(const Kept *hard) {
  clock_t began = clock();
  TrmDynamicsOptions options = hard->options;
  options.until = hard->until;
  options.every = hard->until / 50;
  Motion m = motion_begin(hard->text, &options);
  for (int i = 1; i <= 50 && m.status == TRM_OK; i++) motion_advance(&m, hard->until * i / 50);
  TrmDynamicsReport report = motion_report(&m);
  double scale = fmax(report.energy_scale, 1e-300);
  check_figure("hard models", hard->name, "energy",
               m.status ? HUGE_VAL : report.energy_error / scale, hard->limit);
  /* joints to rounding, which is 1e-7 m far away */
  CHECK(report.position_gap < (strstr(hard->text, "1e9") ? 3e-7 : 1e-13));
  CHECK(report.velocity_gap < 1e-11);
  CHECK(trm_log_errors(m.log) == 0);
  double took = (double)(clock() - began) / CLOCKS_PER_SEC;
  CHECK(took < 10);
  if (took > 1) fprintf(stderr, "%s: %.1f s\n", hard->name, took);
  motion_end(&m);
}

static void check_case(const Hard *hard) {
  clock_t began = clock();
  const double until = hard->until > 0 ? hard->until : 8 * quarter / sqrt(g / 2);
  TrmDynamicsOptions options = hard->options;
  options.until = until;
  options.every = until / hard->reports;
  Motion m = motion_begin(hard->text, &options);
  double error = motion_follow(&m, hard->signals, hard->truth, until, hard->reports);
  check_figure("hard models", hard->name, hard->against, error, hard->limit);
  if (!(error <= hard->limit)) motion_complain(&m);
  double took = (double)(clock() - began) / CLOCKS_PER_SEC;
  CHECK(took < 10);
  if (took > 1) fprintf(stderr, "%s: %.1f s\n", hard->name, took);
  motion_end(&m);
}

int main(void) {
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) check_case(&cases[i]);
  for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) check_kept(&kept[i]);
  size_t count = sizeof cases / sizeof *cases + sizeof kept / sizeof *kept;
  printf("%zu hard models\n", count);
  CHECK(count >= 25);
  return check_done();
}
