/* SPDX-License-Identifier: Apache-2.0
 *
 * Angles of joints through full turns: laws of angle(j) over many turns in closed form, in the
 * plane and about a slanted axis, driven joints, rotors that turn far in one step, and runs that go
 * on from what was saved; psi and phi where z axes are parallel.
 */
#include "motion.h"

static const TrmDynamicsOptions tight = {.tolerance = 1e-12, .absolute_tolerance = 1e-12};

/* 1 kg m^2 at 1 m from the pin and 1 kg m^2 of its own: 2 kg m^2 on a coil of 0.08 N m/rad */
static const char plane[] =
    "trammel: 1\n"
    "planar: true\n"
    "bodies: {arm: {at: [1, 0], mass: 1, inertia: 1, spin: 5}}\n"
    "joints: {pin: {revolute: [ground, arm], at: [0, 0]}}\n"
    "forces: {coil: {torque: [arm], vector: -0.08*angle(pin)/rad*N*m}}\n"
    "outputs: {turned: angle(pin), whole: psi(arm), tilt: theta(arm), none: phi(arm)}\n";

/* the same about (1, 1, 1): the inertia is alike about all axes */
static const char slanted[] =
    "trammel: 1\n"
    "bodies:\n"
    "  arm: {at: [0, 0, 0], mass: 1, inertia: [2, 2, 2], spin: [2.886751345948129, "
    "2.886751345948129, 2.886751345948129]}\n"
    "joints: {pin: {revolute: [ground, arm], at: [0, 0, 0], axis: [1, 1, 1]}}\n"
    "forces:\n"
    "  coil: {torque: [arm], vector: [-0.0461880215351700644*angle(pin), "
    "-0.0461880215351700644*angle(pin), -0.0461880215351700644*angle(pin)]}\n"
    "outputs: {turned: angle(pin)}\n";

/* 25 rad, four turns, and back */
static double swing(double t) {
  return 25 * sin(0.2 * t);
}

static void coil(double t, double *v) {
  v[0] = swing(t);
}

static void coil_plane(double t, double *v) {
  v[0] = v[1] = swing(t);
  v[2] = v[3] = 0;
}

/* by every integrator; rk4 with a step that is short enough */
static void check_laws(void) {
  static const char *const signals[] = {"turned", "~whole", "tilt", "none", NULL};
  static const char *const one[] = {"turned", NULL};
  static const char *const integrators[] = {"dop853", "dopri5", "abm", "rk4"};
  for (size_t i = 0; i < 4; i++) {
    TrmDynamicsOptions options = tight;
    char name[64];
    options.integrator = integrators[i];
    options.step = i == 3 ? 1e-3 : 0;
    snprintf(name, sizeof name, "a coil wound four turns, %s", integrators[i]);
    Motion flat = motion_begin(plane, &options), space = motion_begin(slanted, &options);
    double error = motion_follow(&flat, signals, coil_plane, 40, 50);
    error = fmax(error, motion_follow(&space, one, coil, 40, 50));
    check_figure("Counted turns", name, "harmonic motion", error, 1e-9);
    motion_end(&flat);
    motion_end(&space);
  }
}

/* a spring written with psi, which is the angle in the plane, small enough not to turn over */
static void small(double t, double *v) {
  v[0] = v[1] = 0.5 * sin(2 * t);
}

static void check_psi(void) {
  static const char text[] = "trammel: 1\n"
                             "planar: true\n"
                             "bodies: {arm: {at: [1, 0], mass: 1, inertia: 1, spin: 1}}\n"
                             "joints: {pin: {revolute: [ground, arm], at: [0, 0]}}\n"
                             "forces: {coil: {torque: [arm], vector: -8*psi(arm)/rad*N*m}}\n"
                             "outputs: {whole: psi(arm)}\n";
  static const char *const signals[] = {"whole", "arm.psi", NULL};
  Motion m = motion_begin(text, &tight);
  check_figure("Counted turns", "a spring of psi in the plane", "harmonic motion",
               motion_follow(&m, signals, small, 10, 50), 1e-10);
  motion_end(&m);
}

/* driven: 2.5 turns a second, reported every 0.7 s; a follower geared up counts as well */
static void check_driven(void) {
  static const char text[] = "trammel: 1\n"
                             "planar: true\n"
                             "bodies: {arm: {at: [1, 0]}, slow: {at: [3, 0]}}\n"
                             "joints:\n"
                             "  pin: {revolute: [ground, arm], at: [0, 0]}\n"
                             "  pan: {revolute: [ground, slow], at: [3, 0]}\n"
                             "  mesh: {gear: [pin, pan], ratio: 3}\n"
                             "motions: {turn: {joint: pin, angle: 5*pi*rad/s*time}}\n"
                             "outputs: {turned: angle(pin), other: angle(pan)}\n";
  Motion m = {.log = trm_log_new()};
  m.status = trm_model_parse(text, strlen(text), "model", NULL, 0, m.log, &m.model);
  if (m.status == TRM_OK) m.status = trm_system_compile(m.model, m.log, &m.system);
  if (m.status == TRM_OK) m.status = trm_analysis_new(m.system, m.log, &m.a);
  if (m.status == TRM_OK) m.status = trm_analysis_assemble(m.a, m.log);
  if (m.status == TRM_OK) m.status = trm_analysis_drive(m.a, m.log);
  CHECK(m.status == TRM_OK);
  if (m.status != TRM_OK) motion_complain(&m);
  m.count = m.a ? trm_analysis_signals(m.a) : 0;
  m.values = calloc(m.count + 1, sizeof *m.values);
  double worst = 0;
  for (int i = 1; i <= 40 && motion_advance(&m, 0.7 * i); i++) {
    double truth = 5 * acos(-1) * 0.7 * i;
    worst = motion_worse(worst, (motion_value(&m, "turned") - truth) / truth);
    worst = motion_worse(worst, fabs(motion_value(&m, "other")) / (3 * truth) - 1);
  }
  check_figure("Counted turns", "driven through seventy turns", "the motion", worst, 1e-12);
  motion_end(&m);
}

/* a free rotor at 1000 rad/s with a coarse tolerance, whose steps are far */
static void rotor(double t, double *v) {
  v[0] = 1000 * t;
}

static void check_fast(void) {
  static const char text[] = "trammel: 1\n"
                             "bodies: {arm: {mass: 1, inertia: [1, 1, 1], spin: [0, 0, 1000]}}\n"
                             "joints: {pin: {revolute: [ground, arm], at: [0, 0, 0], axis: z}}\n"
                             "outputs: {turned: angle(pin)}\n";
  static const char *const signals[] = {"turned", NULL};
  static const double tolerances[] = {1e-2, 1e-4, 1e-8};
  for (size_t i = 0; i < 3; i++) {
    TrmDynamicsOptions options = {.tolerance = tolerances[i]};
    Motion m = motion_begin(text, &options);
    double error = motion_follow(&m, signals, rotor, 1, 7);
    TrmDynamicsReport report = motion_report(&m);
    printf("tolerance %.0e: %.2f rad a step, error %.1e\n", tolerances[i],
           1000.0 / (double)report.steps, error);
    /* in parts of 1000 rad: no turn is lost */
    CHECK(error < 1e-3);
    motion_end(&m);
  }
}

/* saved in the third turn and taken up by another run: the same bits */
static void check_saved(void) {
  TrmDynamicsOptions options = {.until = 20, .every = 0.05};
  Motion once = motion_begin(plane, &options), later = motion_begin(plane, &options);
  double *saved = NULL, at = 0;
  for (int i = 1; i <= 400 && motion_advance(&once, 0.05 * i); i++) {
    size_t size = trm_analysis_memory(once.a);
    if (at > 0 || i < 120 || !size) continue;
    saved = calloc(size, sizeof *saved);
    if (saved) trm_analysis_save(once.a, saved);
    at = 0.05 * i;
    CHECK(motion_value(&once, "turned") > 13);
  }
  CHECK(at > 0 && saved && trm_analysis_load(later.a, saved) == TRM_OK);
  if (at > 0) CHECK(motion_advance(&later, 20));
  CHECK(memcmp(once.values, later.values, once.count * sizeof *once.values) == 0);
  free(saved);
  motion_end(&once);
  motion_end(&later);
}

int main(void) {
  check_laws();
  check_psi();
  check_driven();
  check_fast();
  check_saved();
  return check_done();
}
