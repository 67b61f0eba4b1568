/* SPDX-License-Identifier: Apache-2.0
 *
 * Pulses in time that are far shorter than the interval of reports, written in every way the
 * language has: each gives a body the momentum that its integral says, whatever the integrator and
 * however seldom it is reported.
 */
#include "motion.h"

/* a force on 1 kg and its integral from 0 to 1 s */
typedef struct Pulse {
  const char *name, *force;
  double integral, limit;
} Pulse;

static const Pulse pulses[] = {
    {"two steps", "1000*(step(time,0.5,0,0.50005,1) - step(time,0.50005,0,0.5001,1))", 0.05, 1e-9},
    {"two quintic steps", "1000*(step5(time,0.3,0,0.30005,1) - step5(time,0.30005,0,0.3001,1))",
     0.05, 1e-9},
    {"half sine waves", "1000*havsin(time,0.7,0,0.70005,1) - 1000*havsin(time,0.70005,0,0.7001,1)",
     0.05, 5e-9},
    {"a window", "if(time > 0.5 and time < 0.5001, 1000, 0)", 0.1, 1e-9},
    {"a window closed at its ends", "if(time >= 0.5 and time <= 0.5001, 1000, 0)", 0.1, 1e-9},
    {"a window of another clock", "if(abs(1 - 2*time) < 2e-4, 1000, 0)", 0.2, 1e-9},
    {"a tip", "1e7*max(0, 1e-4 - abs(time - 0.5))", 0.1, 1e-9},
    {"one pulse", "pulse(time, 0.5, 1000, 1e-4, 1e-5, 0)", 0.1, 1e-9},
    {"a train of pulses", "pulse(time, 0.0502, 1000, 1e-4, 1e-5, 1e-3)", 95, 1e-9},
    {"a remainder", "if(mod(time, 1e-3) < 1e-4, 1000, 0)", 100, 1e-9},
    {"whole numbers", "if(1e3*time - floor(1e3*time) > 0.9, 1000, 0)", 100, 1e-9},
    {"a linear spline", "1000*spline(tip, time)", 0.05, 1e-9},
    {"a linear spline run backwards", "1000*spline(tip, 1 - time)", 0.05, 1e-9},
    {"an Akima spline", "1000*spline(smooth, time)", 0.05, 1e-7},
    {"half of a fast sine", "1000*max(sin(2000*pi*time), 0)", 318.309886183790672, 3e-5}};

static void check(const Pulse *pulse, const char *integrator, double every, double *worst) {
  char text[2048];
  snprintf(text, sizeof text,
           "trammel: 1\n"
           "planar: true\n"
           "splines:\n"
           "  tip: {x: [0, 0.4999, 0.49995, 0.5, 1], y: [0, 0, 1, 0, 0], kind: linear}\n"
           "  smooth: {x: [0, 0.1, 0.2, 0.3, 0.4, 0.49, 0.5, 0.50005, 0.5001, 0.6, 0.7, 0.8, 0.9, "
           "1], y: [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0], kind: akima}\n"
           "bodies: {a: {at: [0, 0], mass: 1, inertia: 1}}\n"
           "forces: {f: {force: [a], vector: [\"%s\", 0]}}\n",
           pulse->force);
  TrmDynamicsOptions options = {
      .until = 1, .every = every, .integrator = integrator, .tolerance = 1e-10};
  Motion m = motion_begin(text, &options);
  for (int i = 1; i * every < 1 + every / 2 && motion_advance(&m, fmin(1, i * every)); i++)
    continue;
  double error = motion_value(&m, "a.vx") / pulse->integral - 1;
  *worst = motion_worse(*worst, error);
  if (!(fabs(error) <= pulse->limit))
    fprintf(stderr, "%s, %s every %g: %.3g\n", pulse->name, integrator, every, error);
  motion_end(&m);
}

int main(void) {
  static const char *const integrators[] = {"dop853", "dopri5", "abm", "rk4"};
  for (size_t i = 0; i < sizeof pulses / sizeof *pulses; i++) {
    double worst = 0;
    for (size_t k = 0; k < 4; k++) {
      check(&pulses[i], integrators[k], 0.1, &worst);
      check(&pulses[i], integrators[k], 1, &worst);
    }
    check_figure("Short pulses", pulses[i].name, "their integral", worst, pulses[i].limit);
  }
  return check_done();
}
