/* SPDX-License-Identifier: Apache-2.0
 *
 * Statics against closed forms: weights on springs, beams, bushings and balances, chains, linkages,
 * springs counted through turns, states at rest. Each equilibrium is found from a position that is
 * not one.
 */
#include "bars.h"
#include "rest.h"

#define GROUP "statics"

static const double pi = 3.14159265358979323846;

/* m g = k x */
static void check_spring(void) {
  Rest r = rest_of("trammel: 1\n"
                   "gravity: [0, 0, -9.81]\n"
                   "bodies: {load: {at: [0, 0, -1], mass: 3, inertia: [1, 2, 3]}}\n"
                   "joints: {guide: {prismatic: [ground, load], at: [0, 0, -1], axis: z}}\n"
                   "forces: {coil: {spring: [ground, load], from: [0, 0, 0], to: [0, 0, -1],\n"
                   "                k: 450, c: 7, length: 0.9}}\n");
  double x = 3 * 9.81 / 450;
  double error = rest_worse(fabs(rest_value(&r, "load.z") + 0.9 + x), 0);
  error = rest_worse(error, (rest_value(&r, "coil.force") - 3 * 9.81) / 29.43);
  check_figure(GROUP, "weight on a spring: place and force", "m g/k", error, 1e-14);
  CHECK(r.report.stability == TRM_STABLE && r.report.by_potential);
  CHECK(r.report.iterations <= 3);
  rest_end(&r);
}

/* the four-bar of the report, with the weight that reproduces its printed multipliers: V1 = 1.5 W,
 * V2 = 0.5 W, H = 0 where it hangs straight; held askew H = W cot(phi), moment 200 W cos(phi) */
static void check_four_bar(void) {
  const char *path = "examples/four-bar-weight.yaml";
  Rest r = rest_read(path, NULL, 0, NULL, 0);
  static const struct {
    const char *signal;
    double value;
  } facts[] = {{"left.x", 0},      {"left.y", -50},    {"left.psi", -1.5707963267948966},
               {"floor.x", 50},    {"floor.y", -100},  {"floor.psi", 0},
               {"right.x", 100},   {"right.y", -50},   {"a.fx", 0},
               {"a.fy", -386.088}, {"b.fy", -128.696}, {"c.fx", 0},
               {"c.fy", 128.696},  {"d.fy", 386.088}};
  double place = 0, force = 0;
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    double error = rest_value(&r, facts[i].signal) - facts[i].value;
    double *worst = strstr(facts[i].signal, ".f") ? &force : &place;
    *worst = rest_worse(*worst, error / (worst == &force ? 386.088 : 100));
  }
  check_figure(GROUP, "four-bar under its own weight: position", "hanging straight", place, 1e-14);
  check_figure(GROUP, "four-bar under its own weight: multipliers", "1.5 W, 0.5 W", force, 1e-14);
  CHECK(r.report.stability == TRM_STABLE && r.report.freedoms == 1);
  rest_end(&r);
  TrmSetting half[] = {{"weight", "386.088"}};
  r = rest_read(path, half, 1, NULL, 0);
  double error =
      rest_worse(fabs(rest_value(&r, "a.fy") + 579.132), rest_value(&r, "b.fy") + 193.044);
  check_figure(GROUP, "four-bar of the printed mass: multipliers", "1.5 W, 0.5 W", error / 579,
               1e-14);
  rest_end(&r);
}

static void check_four_bar_held(void) {
  Rest r = {.log = trm_log_new()};
  TrmLog *log = r.log;
  r.status = trm_model_read("examples/four-bar-weight.yaml", NULL, 0, log, &r.model);
  CHECK(r.status == TRM_OK);
  char *text = trm_model_to_yaml(r.model);
  size_t room = strlen(text) + 100;
  char *held = malloc(room);
  snprintf(held, room, "%s\nmotions: {hold: {joint: a, angle: 0}}\n", text);
  trm_text_free(text);
  rest_end(&r);
  r = rest_of(held);
  free(held);
  double W = 257.392, phi = 1.3962;
  double error = rest_worse(0, (fabs(rest_value(&r, "a.fx")) - W / tan(phi)) / W);
  error = rest_worse(error, (fabs(rest_value(&r, "a.fy")) - 1.5 * W) / W);
  error = rest_worse(error, (fabs(rest_value(&r, "b.fy")) - 0.5 * W) / W);
  error = rest_worse(error, (fabs(rest_value(&r, "hold.torque")) - 200 * W * cos(phi)) / (200 * W));
  check_figure(GROUP, "four-bar held askew: multipliers and moment", "W cot phi, 200 W cos phi",
               error, 1e-14);
  /* as printed */
  CHECK_NEAR(fabs(rest_value(&r, "a.fx")), 45.40198084944035, 1e-12);
  CHECK_NEAR(fabs(rest_value(&r, "hold.torque")), 8942.344559283943, 1e-12);
  CHECK(r.report.freedoms == 0);
  rest_end(&r);
}

/* a chain of n bars of length 1 and weight w over the span s: with the horizontal force H the bar
 * number i from the left, from 1 to n, leans by tan(theta) = ((n + 1)/2 - i) w/H downwards */
static struct {
  int n;
  long double w, span;
} chain;

static long double chain_span(long double H) {
  long double sum = 0;
  for (int i = 1; i <= chain.n; i++) {
    long double slope = ((chain.n + 1) / 2.0L - i) * chain.w / H;
    sum += 1 / sqrtl(1 + slope * slope);
  }
  return sum - chain.span;
}

/* bars from the start to the end of an arc over the span, joined at their ends */
static char *chain_model(int n, double span) {
  /* an arc of chords of length 1: radius R with 2 R asin... , found by bisection */
  double low = span / 2 * 1.0000001, high = 1e6;
  for (int i = 0; i < 200; i++) {
    double R = (low + high) / 2, each = 2 * asin(0.5 / R);
    double open = 2 * R * sin(n * each / 2);
    /* a flatter arc spans more */
    if (n * each > 2 * pi || open < span) {
      low = R;
    } else {
      high = R;
    }
  }
  double each = 2 * asin(0.5 / high);
  return bars_model(n, -n * each / 2, each, span);
}

static void check_chain(int n, double span, double limit) {
  char what[100], name[40];
  char *text = chain_model(n, span);
  Rest r = rest_of(text);
  free(text);
  chain.n = n;
  chain.w = 5;
  chain.span = (long double)span;
  double H = (double)rest_root(chain_span, 1e-3L, 1e7L), x = 0, y = 0, place = 0, force = 0;
  for (int i = 1; i <= n; i++) {
    double lean = -atan(((n + 1) / 2.0 - i) * 5 / H), V = (n / 2.0 - i + 1) * 5;
    snprintf(name, sizeof name, "b%d.x", i - 1);
    place = rest_worse(place, (rest_value(&r, name) - (x + cos(lean) / 2)) / span);
    snprintf(name, sizeof name, "b%d.y", i - 1);
    place = rest_worse(place, (rest_value(&r, name) - (y + sin(lean) / 2)) / span);
    x += cos(lean);
    y += sin(lean);
    /* on the first of joint i - 1, to the left */
    snprintf(name, sizeof name, "j%d.fx", i - 1);
    force = rest_worse(force, (rest_value(&r, name) - H) / (H + 2.5 * n));
    snprintf(name, sizeof name, "j%d.fy", i - 1);
    force = rest_worse(force, (rest_value(&r, name) + V) / (H + 2.5 * n));
  }
  snprintf(what, sizeof what, "chain of %d bars: places", n);
  check_figure(GROUP, what, "link by link", place, limit);
  snprintf(what, sizeof what, "chain of %d bars: forces", n);
  check_figure(GROUP, what, "link by link", force, limit);
  CHECK(r.report.stability == TRM_STABLE && r.report.freedoms == (size_t)n - 1 - 1);
  printf("chain of %d: %zu iterations, %zu relaxations\n", n, r.report.iterations,
         r.report.relaxations);
  rest_end(&r);
}

/* Timoshenko: P L^3/(3 E I) + asy P L/(G A) and the slope P L^2/(2 E I), exact for this element */
static void check_beam(void) {
  Rest r = rest_of("trammel: 1\n"
                   "bodies: {tip: {at: [2, 0, 0], mass: 1, inertia: [1, 1, 1]}}\n"
                   "forces:\n"
                   "  blade: {beam: [ground, tip], from: [0, 0, 0], to: [2, 0, 0], area: 2e-3,\n"
                   "    ixx: 4e-6, iyy: 1e-6, izz: 3e-6, e: 2e11, g: 8e10, asy: 1.2, asz: 1.1}\n"
                   "  load: {force: tip, at: [2, 0, 0], vector: [5000, 900, -400]}\n");
  double y = 900 * 8 / (3 * 2e11 * 3e-6) + 1.2 * 900 * 2 / (8e10 * 2e-3);
  double z = -400 * 8 / (3 * 2e11 * 1e-6) - 1.1 * 400 * 2 / (8e10 * 2e-3);
  double x = 5000 * 2 / (2e11 * 2e-3);
  double error = rest_worse(0, (rest_value(&r, "tip.x") - 2 - x) / x);
  error = rest_worse(error, (rest_value(&r, "tip.y") - y) / y);
  error = rest_worse(error, (rest_value(&r, "tip.z") - z) / z);
  check_figure(GROUP, "cantilever: deflection of its tip", "Timoshenko", error, 1e-10);
  CHECK(r.report.unstable == 0 && r.report.neutral == 0 && r.report.freedoms == 6);
  rest_end(&r);
}

/* in the plane of bending nothing is nonlinear */
static void check_beam_plane(void) {
  Rest r = rest_of("trammel: 1\n"
                   "bodies: {tip: {at: [2, 0, 0], mass: 1, inertia: [1, 1, 1]}}\n"
                   "joints: {flat: {planar: [ground, tip], at: [2, 0, 0], axis: z}}\n"
                   "forces:\n"
                   "  blade: {beam: [ground, tip], from: [0, 0, 0], to: [2, 0, 0], area: 2e-3,\n"
                   "    ixx: 4e-6, iyy: 1e-6, izz: 3e-6, e: 2e11, g: 8e10, asy: 1.2}\n"
                   "  load: {force: tip, at: [2, 0, 0], vector: [5000, 9e4, 0]}\n");
  double EI = 2e11 * 3e-6, y = 9e4 * 8 / (3 * EI) + 1.2 * 9e4 * 2 / (8e10 * 2e-3);
  double slope = 9e4 * 4 / (2 * EI);
  double error = rest_worse(0, (rest_value(&r, "tip.y") - y) / y);
  error =
      rest_worse(error, (rest_value(&r, "tip.psi") + rest_value(&r, "tip.phi") - slope) / slope);
  check_figure(GROUP, "cantilever in its plane: deflection and slope", "Timoshenko", error, 1e-12);
  rest_end(&r);
}

/* an engine on two mounts, its weight beside the middle: linear in the heave, the lean follows
 * from the moments about the lean's axis; solved here with the mounts' laws in the plane */
static struct { long double k, kx, kt, half, below, weight, offset; } engine;

/* moment about the centre for a lean, after heave and shift are balanced */
static long double engine_moment(long double a) {
  /* two mounts at (+-half, -below) from the centre of the body's frame; weight acts at `offset` */
  long double c = cosl(a), s = sinl(a), sum = 0;
  long double mean = -engine.below * c, drift = engine.below * s;
  long double drop = -engine.weight / (2 * engine.k);
  for (int side = -1; side <= 1; side += 2) {
    long double x = side * engine.half * c + engine.below * s,
                y = side * engine.half * s - engine.below * c;
    /* forces on the body at the mount: stiffness times the place's change, ground axes */
    long double fx = -engine.kx * (x - side * engine.half - drift);
    long double fy = -engine.k * (y - mean + drop);
    sum += x * fy - y * fx - engine.kt * a;
  }
  return sum - engine.weight * engine.offset * c;
}

static void check_engine(void) {
  engine.k = 4e5L, engine.kx = 2e5L, engine.kt = 1e3L, engine.half = 0.3L, engine.below = 0.2L;
  engine.weight = 120 * 9.81L, engine.offset = 0.07L;
  Rest r = rest_of("trammel: 1\n"
                   "gravity: [0, -9.81, 0]\n"
                   "bodies: {engine: {at: [0, 0, 0], mass: 120, cm: [0.07, 0, 0],\n"
                   "                  inertia: [6, 9, 7], markers: {m: [0, 0, 0]}}}\n"
                   "joints: {flat: {planar: [ground, engine], at: [0, 0, 0], axis: z}}\n"
                   "forces:\n"
                   "  left: {bushing: [engine, ground], at: [-0.3, -0.2, 0], k: [2e5, 4e5, 1e5],\n"
                   "         kt: 1e3, c: 40}\n"
                   "  right: {bushing: [engine, ground], at: [0.3, -0.2, 0], k: [2e5, 4e5, 1e5],\n"
                   "          kt: 1e3, c: 40}\n");
  double lean = (double)rest_root(engine_moment, -0.5L, 0.5L);
  double drop = (double)(-engine.weight / (2 * engine.k)), below = (double)engine.below;
  double x = -below * sin(lean), y = drop + below * (cos(lean) - 1);
  double error = rest_worse(0, (rest_value(&r, "engine.m.x") - x) / drop);
  error = rest_worse(error, (rest_value(&r, "engine.m.y") - y) / drop);
  error = rest_worse(error,
                     (rest_value(&r, "engine.psi") + rest_value(&r, "engine.phi") - lean) / lean);
  check_figure(GROUP, "engine on mounts: heave, shift and lean", "balance of moments", error,
               1e-11);
  CHECK(r.report.stability == TRM_STABLE);
  rest_end(&r);
}

/* a torque of 3.5 turns of a torsion spring turns its wheel so far, and counts */
static void check_turns(void) {
  Rest r = rest_of("trammel: 1\n"
                   "bodies: {wheel: {mass: 1, inertia: [0.1, 0.1, 0.2]}}\n"
                   "joints: {axle: {revolute: [ground, wheel], at: [0, 0, 0], axis: z}}\n"
                   "forces:\n"
                   "  coil: {torsion_spring: axle, k: 2, c: 0.1}\n"
                   "  twist: {torque: wheel, vector: [0, 0, 2*7*pi]}\n");
  double error = rest_worse(0, (fabs(rest_value(&r, "coil.angle")) - 7 * pi) / (7 * pi));
  error = rest_worse(error, (fabs(rest_value(&r, "coil.torque")) - 14 * pi) / (14 * pi));
  check_figure(GROUP, "torsion spring wound 3.5 turns: angle", "torque/k", error, 1e-14);
  rest_end(&r);
}

/* a slider crank that hangs against a spring: the slope of its energy over the crank's angle */
static long double crank_slope(long double a) {
  long double r = 0.1L, l = 0.3L, s = sinl(a), c = cosl(a);
  long double reach = sqrtl(l * l - r * r * s * s), x = r * c + reach;
  long double dx = -r * s - r * r * s * c / reach;
  /* weights: crank 2 kg at r/2, rod 3 kg at the middle (height r s/2), slider 1 kg on its line;
   * gravity along -y; a spring from the slider to a wall, 2000 N/m, free at x = 0.35 */
  long double weight = 9.81L * (2 * r * c / 2 + 3 * r * c / 2);
  return weight + 2000 * (x - 0.35L) * dx;
}

static void check_slider_crank(void) {
  Rest r =
      rest_of("trammel: 1\n"
              "planar: true\n"
              "gravity: [0, -9.81]\n"
              "points: {O: [0, 0], A: [0.1*cos(1), 0.1*sin(1)],\n"
              "         B: [0.1*cos(1) + sqrt(0.09 - (0.1*sin(1))^2), 0]}\n"
              "bodies:\n"
              "  ground: {markers: {wall: [0, 0]}}\n"
              "  crank: {at: [0.05*cos(1), 0.05*sin(1)], angle: 1, mass: 2, inertia: 1e-3}\n"
              "  rod: {at: [0.1*cos(1) + sqrt(0.09 - (0.1*sin(1))^2)/2, 0.05*sin(1)], mass: 3,\n"
              "        inertia: 0.02}\n"
              "  slider: {at: B, mass: 1, inertia: 1e-3, markers: {pin: [0, 0]}}\n"
              "joints:\n"
              "  main: {revolute: [ground, crank], at: O}\n"
              "  big: {revolute: [crank, rod], at: A}\n"
              "  small: {revolute: [rod, slider], at: B}\n"
              "  guide: {prismatic: [ground, slider], at: B, axis: x}\n"
              "forces: {coil: {spring: [ground.wall, slider.pin], k: 2000, length: 0.35}}\n");
  double angle = rest_value(&r, "crank.psi");
  /* the root it found, to the last digit */
  double truth =
      (double)rest_root(crank_slope, (long double)angle - 0.05L, (long double)angle + 0.05L);
  check_figure(GROUP, "slider crank against a spring: angle", "slope of its energy",
               fabs(angle - truth), 1e-13);
  CHECK(r.report.stability == TRM_STABLE || r.report.stability == TRM_UNSTABLE);
  /* the sign of the energy's curvature is the verdict */
  double curvature =
      (double)(crank_slope((long double)truth + 1e-6L) - crank_slope((long double)truth - 1e-6L));
  CHECK((curvature > 0) == (r.report.stability == TRM_STABLE));
  rest_end(&r);
}

/* a load on a spring whose foot a controller moves: states come to rest with it */
static void check_states(void) {
  Rest r = rest_of(
      "trammel: 1\n"
      "gravity: [0, -9.81, 0]\n"
      "bodies: {load: {at: [0, -1, 0], mass: 2, inertia: [1, 1, 1]}}\n"
      "joints: {guide: {prismatic: [ground, load], at: [0, -1, 0], axis: y}}\n"
      "forces:\n"
      "  coil: {spring: [ground, load], from: [0, 0, 0], to: [0, -1, 0], k: 300,\n"
      "         c: 5, length: 1}\n"
      "  lift: {force: load, vector: [0, pull, 0]}\n"
      "variables: {pull: 40*hold + lag}\n"
      "equations:\n"
      "  hold: {rate: -3*hold - 2*displacement(guide) + 0.1, initial: 5}\n"
      "transfer_functions:\n"
      "  lag: {input: 6 - 10*displacement(guide), numerator: [1], denominator: [0.5, 2]}\n");
  /* with x = displacement: hold = (0.1 - 2x)/3, lag = (6 - 10x)/2; -300x + 40 hold + lag = m g */
  double x = (40 * 0.1 / 3 + 3 - 2 * 9.81) / (300 + 80.0 / 3 + 5);
  double error = rest_worse(0, (rest_value(&r, "guide.displacement") - x) / x);
  error = rest_worse(error, rest_value(&r, "hold") - (0.1 - 2 * x) / 3);
  error = rest_worse(error, rest_value(&r, "lag") - (6 - 10 * x) / 2);
  check_figure(GROUP, "states at rest with a load: place and states", "linear equations", error,
               1e-13);
  CHECK(r.report.stability == TRM_STABLE && !r.report.by_potential);
  rest_end(&r);
}

/* the pole held by hand: the drift must cancel the push of its lean, the cart stands at zero */
static void check_balance(void) {
  Rest r = rest_read("examples/balance.yaml", NULL, 0, NULL, 0);
  double lean = 3 * pi / 180;
  double error = rest_worse(0, rest_value(&r, "travel"));
  error = rest_worse(error, rest_value(&r, "drift") + 20 * lean);
  error = rest_worse(error, rest_value(&r, "motor.fx"));
  /* the hand carries the pole's weight at its arm; the capsule's centre is in its middle */
  double arm = rest_value(&r, "pole.x") - rest_value(&r, "cart.x");
  error = rest_worse(error, arm - 0.4 * sin(lean));
  double weight = rest_value(&r, "pivot.fz");
  error = rest_worse(error, fabs(rest_value(&r, "hand.torque")) - fabs(weight * arm));
  check_figure(GROUP, "pole and controller at rest: states, forces", "by hand", error, 1e-13);
  CHECK(r.report.stability == TRM_NOT_JUDGED);
  rest_end(&r);
}

int main(void) {
  check_spring();
  check_four_bar();
  check_four_bar_held();
  check_chain(8, 5, 1e-14);
  check_chain(100, 60, 2e-14);
  check_chain(400, 300, 1e-12);
  check_beam();
  check_beam_plane();
  check_engine();
  check_turns();
  check_slider_crank();
  check_states();
  check_balance();
  return check_done();
}
