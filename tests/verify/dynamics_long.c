/* SPDX-License-Identifier: Apache-2.0
 *
 * A thousand seconds: what a motion must keep (energy, momentum, moment of momentum) drifts by less
 * than the tolerance in a second. The quantities are summed here from the signals of the bodies,
 * beside the balance that the run reports.
 */
#include "motion.h"

enum { KEPT = 7, REPORTS = 500 };
static const double until = 1000;

/* bodies of a model: their mass and principal moments */
typedef struct Part {
  const char *name;
  double mass, inertia[3];
} Part;

static double part_value(const Motion *m, const char *body, const char *what) {
  char name[64];
  snprintf(name, sizeof name, "%s.%s", body, what);
  return motion_value(m, name);
}

static void part_vector(const Motion *m, const char *body, const char *prefix, double v[3]) {
  for (int k = 0; k < 3; k++) {
    char what[16];
    snprintf(what, sizeof what, "%s%c", prefix, 'x' + k);
    v[k] = part_value(m, body, what);
  }
}

/* R of a unit quaternion */
static void attitude(const double e[4], double R[3][3]) {
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++)
      R[i][k] = 2 * e[1 + i] * e[1 + k] + (i == k ? 2 * e[0] * e[0] - 1 : 0);
  for (int i = 0; i < 3; i++) {
    R[(i + 2) % 3][(i + 1) % 3] += 2 * e[0] * e[1 + i];
    R[(i + 1) % 3][(i + 2) % 3] -= 2 * e[0] * e[1 + i];
  }
}

/* add momentum p, moment of momentum about the origin h and kinetic energy of a body */
static void add_part(const Motion *m, const Part *part, double p[3], double h[3], double *kinetic) {
  double r[3], v[3], w[3], e[4], R[3][3];
  part_vector(m, part->name, "", r);
  part_vector(m, part->name, "v", v);
  part_vector(m, part->name, "w", w);
  for (int k = 0; k < 4; k++) {
    char what[4] = {'e', (char)('0' + k), 0};
    e[k] = part_value(m, part->name, what);
  }
  attitude(e, R);
  for (int k = 0; k < 3; k++) {
    double spin = R[0][k] * w[0] + R[1][k] * w[1] + R[2][k] * w[2];
    for (int i = 0; i < 3; i++) h[i] += R[i][k] * part->inertia[k] * spin;
    p[k] += part->mass * v[k];
    h[k] += part->mass * (r[(k + 1) % 3] * v[(k + 2) % 3] - r[(k + 2) % 3] * v[(k + 1) % 3]);
    *kinetic += part->mass * v[k] * v[k] / 2 + part->inertia[k] * spin * spin / 2;
  }
}

/* which of p, h, energy a model keeps, as bits in this order */
static void run(const char *what, const char *text, const Part *parts, unsigned keeps,
                double tolerance) {
  TrmDynamicsOptions options = {.tolerance = tolerance, .absolute_tolerance = tolerance};
  Motion m = motion_begin(text, &options);
  double start[KEPT], worst[KEPT] = {0}, size[3] = {0};
  for (int i = 0; i <= REPORTS && m.status == TRM_OK; i++) {
    double now[KEPT] = {0}, kinetic = 0;
    if (i && !motion_advance(&m, until * i / REPORTS)) break;
    for (const Part *part = parts; part->name; part++) add_part(&m, part, now, now + 3, &kinetic);
    now[6] = kinetic + motion_value(&m, "energy.potential");
    if (i == 0) memcpy(start, now, sizeof now);
    for (int k = 0; k < KEPT; k++) {
      worst[k] = motion_worse(worst[k], now[k] - start[k]);
      size[k / 3] = fmax(size[k / 3], k < 6 ? fabs(now[k]) : kinetic);
    }
  }
  static const char *const names[] = {"momentum", "moment of momentum", "energy"};
  for (int group = 0; group < 3; group++) {
    double most = m.status == TRM_OK ? 0 : HUGE_VAL;
    char row[160];
    if (!(keeps >> (3 * group) & 7)) continue;
    for (int k = 3 * group; k < KEPT && k < 3 * group + 3; k++)
      if (keeps >> k & 1) most = motion_worse(most, worst[k] / size[group]);
    snprintf(row, sizeof row, "%s, tolerance %.0e, 1,000 s: %s", what, tolerance, names[group]);
    check_figure("dynamics, long runs", row, "its value at the start, relative", most,
                 until * tolerance);
  }
  motion_end(&m);
}

static void both(const char *what, const char *text, const Part *parts, unsigned keeps) {
  run(what, text, parts, keeps, 1e-8);
  run(what, text, parts, keeps, 1e-12);
}

int main(void) {
  static const Part nut[] = {{"nut", 1, {1, 2, 2.5}}, {0}};
  both("free body about its unstable axis",
       "trammel: 1\n"
       "bodies:\n"
       "  nut: {mass: 1, inertia: [1, 2, 2.5], spin: [0, 2, 0.05], velocity: [0.1, 0.2, -0.3]}\n",
       nut, 0x7f);
  static const Part top[] = {{"top", 1.5, {0.06, 0.06, 0.1}}, {0}};
  both("heavy top",
       "trammel: 1\n"
       "gravity: [0, 0, -9.81]\n"
       "bodies:\n"
       "  top: {mass: 1.5, inertia: [0.06, 0.06, 0.1], cm: [0, 0, 0.4], orient: {axis: x, angle: "
       "0.6}, spin: [0, -10*sin(0.6), 10*cos(0.6) + 0.5]}\n"
       "joints:\n"
       "  foot: {spherical: [ground, top], at: [0, 0, 0]}\n",
       top, 0x60);
  static const Part pair[] = {{"a", 1.5, {0.1, 0.2, 0.25}}, {"b", 4, {0.5, 0.4, 0.3}}, {0}};
  both("two bodies on a spring",
       "trammel: 1\n"
       "bodies:\n"
       "  a: {mass: 1.5, inertia: [0.1, 0.2, 0.25], velocity: [0.3, 0.1, -0.2], markers: {hook: "
       "[0.2, 0.1, 0]}}\n"
       "  b: {at: [1, 0.2, 0], mass: 4, inertia: [0.5, 0.4, 0.3], spin: [0.2, 0.5, 0.1], markers: "
       "{hook: [-0.2, 0, 0.1]}}\n"
       "forces:\n"
       "  band: {spring: [a.hook, b.hook], k: 8, length: 0.4}\n",
       pair, 0x7f);
  static const Part bob[] = {{"bob", 2, {0.2, 0.25, 0.3}}, {0}};
  both("pendulum on a universal joint",
       "trammel: 1\n"
       "gravity: [0, 0, -9.81]\n"
       "bodies:\n"
       "  bob: {mass: 2, inertia: [0.2, 0.25, 0.3], cm: [0, 0, -0.5], spin: [2, 3, 0]}\n"
       "joints:\n"
       "  cross: {universal: [ground, bob], at: [0, 0, 0], axes: [x, y]}\n",
       bob, 0x40);
  return check_done();
}
