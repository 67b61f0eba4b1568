/* SPDX-License-Identifier: Apache-2.0
 *
 * The benchmarks as plain data, so that every peer builds the same mechanism: parts with their mass
 * centres, and pins between them, at the start, in ground axes, SI units. Gravity is along -y. Pins
 * marked as cuts close loops; the others form a tree. Energy is computed here from the motion of
 * the parts, in the same way for all. Part -1 is ground.
 */
#ifndef TRM_BENCH_MECHANISM_H
#define TRM_BENCH_MECHANISM_H

#include <math.h>
#include <string.h>

enum { PARTS = 128, PINS = 192 };

typedef struct Part {
  double mass, centre[3], inertia[3]; /* principal, along ground axes at the start */
} Part;

typedef struct Pin {
  int first, second;
  double at[3], axis[3], rate; /* rate at the start, second relative to first */
  int cut;
} Pin;

typedef struct Mechanism {
  char name[16];
  int parts, pins;
  Part part[PARTS];
  Pin pin[PINS];
  double gravity, until;
  int planar, singular; /* singular: all loops flat at times */
  /* a spring from ground to a part, and a torque on the first pin */
  double k, length, spring_ground[3], spring_end[3], torque;
  int spring_part;
  /* a point of a part, and where it is at the end */
  int marked;
  double mark[3], expected[3];
  /* errors for which the time is wanted; of the final position, else of the energy (J) */
  int by_position;
  double loose, tight;
  double limit; /* of the CPU time of one run, s */
} Mechanism;

/* the motion of a part: rotation since the start (row-major), mass centre, velocities */
typedef struct PartMotion {
  double R[9], p[3], v[3], w[3];
} PartMotion;

static inline int mechanism_part(Mechanism *m, double mass, double x, double y, double z, double ix,
                                 double iy, double iz) {
  m->part[m->parts] = (Part){mass, {x, y, z}, {ix, iy, iz}};
  return m->parts++;
}

static inline void mechanism_pin(Mechanism *m, int first, int second, double x, double y, double z,
                                 char axis, int cut, double rate) {
  m->pin[m->pins++] =
      (Pin){first,     second,
            {x, y, z}, {axis == 'x' ? 1. : 0., axis == 'y' ? 1. : 0., axis == 'z' ? 1. : 0.},
            rate,      cut};
}

static inline void mechanism_mark(Mechanism *m, int part, double x, double y, double z, double ex,
                                  double ey, double ez) {
  m->marked = part;
  m->mark[0] = x, m->mark[1] = y, m->mark[2] = z;
  m->expected[0] = ex, m->expected[1] = ey, m->expected[2] = ez;
}

/* A01: 1 kg on a massless bar; engines that need inertia get so little that it does not show */
static inline void mechanism_a01(Mechanism *m) {
  memset(m, 0, sizeof *m);
  strcpy(m->name, "A01");
  m->gravity = 9.81, m->until = 10, m->planar = 1;
  m->by_position = 1, m->loose = 1e-3, m->tight = 1e-6, m->limit = 1;
  int ball = mechanism_part(m, 1, -1, 0, 0, 1e-12, 1e-12, 1e-12);
  mechanism_pin(m, -1, ball, 0, 0, 0, 'z', 0, 0);
  mechanism_mark(m, ball, -1, 0, 0, -0.2750874625761169, -0.961419205099125, 0);
}

/* A02: n windows (2 or 40); cut between the horizontals and the uprights to their right */
static inline void mechanism_a02(Mechanism *m, int n) {
  memset(m, 0, sizeof *m);
  strcpy(m->name, n == 2 ? "A02-2" : "A02-40");
  m->gravity = 9.81, m->until = 10, m->planar = m->singular = 1;
  m->loose = 1e-3, m->tight = 1e-6, m->limit = n == 2 ? 1 : 10;
  for (int i = 0; i <= n; i++) {
    int upright = mechanism_part(m, 1, i, 0.5, 0, 1 / 12., 1e-3, 1 / 12.);
    mechanism_pin(m, -1, upright, i, 0, 0, 'z', 0, -1);
  }
  for (int i = 1; i <= n; i++) {
    int beam = mechanism_part(m, 1, i - 0.5, 1, 0, 1e-3, 1 / 12., 1 / 12.);
    mechanism_pin(m, i - 1, beam, i - 1, 1, 0, 'z', 0, 1);
    mechanism_pin(m, i, beam, i, 1, 0, 'z', 1, 1);
  }
  if (n == 2)
    mechanism_mark(m, 0, 0, 1, 0, 0.3284581115408154, 0.944518538178601, 0);
  else
    mechanism_mark(m, 0, 0, 1, 0, 0.1805122266867284, 0.9835727405823116, 0);
}

/* A03: Andrews' mechanism over 0.05 s; the place of E at the end by extrapolation with one freedom
 */
static inline void mechanism_a03(Mechanism *m) {
  memset(m, 0, sizeof *m);
  strcpy(m->name, "A03");
  m->until = 0.05, m->planar = 1, m->loose = 1e-3, m->tight = 1e-6, m->limit = 1;
  double beta = -0.06171389001427645, gamma = 0.45527981916307037, phi = 0.22266839016588588;
  double delta = 0.48736497954384256, omega = -phi, epsilon = 1.2305474445498212;
  double a[] = {-0.06934, -0.00227}, b[] = {-0.03635, 0.03273};
  double f[] = {7e-3 * cos(beta), 7e-3 * sin(beta)};
  double e[] = {f[0] - 28e-3 * cos(beta), f[1] - 28e-3 * sin(beta)};
  double g[] = {a[0] + 4e-2 * cos(delta), a[1] + 4e-2 * sin(delta)};
  double h[] = {a[0] + 4e-2 * sin(epsilon), a[1] - 4e-2 * cos(epsilon)};
#define BODY(mass, o, angle, x, y, i)                                                              \
  mechanism_part(m, mass, o[0] + (x)*cos(angle) - (y)*sin(angle),                                  \
                 o[1] + (x)*sin(angle) + (y)*cos(angle), 0, i, i, i)
  double o[] = {0, 0};
  int of = BODY(0.04325, o, beta, 92e-5, 0, 2.194e-6);
  int fe = BODY(0.00365, f, beta, -115e-4, 0, 4.41e-7);
  int bed = BODY(0.02373, b, gamma, 1043e-5, -1874e-5, 5.255e-6);
  int ag = BODY(0.0705, a, delta, 2308e-5, 916e-5, 1.169e-5);
  int eg = BODY(0.00706, g, phi + delta, 0, -579e-5, 5.667e-7);
  int ah = BODY(0.05498, a, epsilon, -449e-5, -1228e-5, 1.912e-5);
  int eh = BODY(0.00706, h, omega + epsilon, 579e-5, 0, 5.667e-7);
#undef BODY
  mechanism_pin(m, -1, of, 0, 0, 0, 'z', 0, 0);
  mechanism_pin(m, of, fe, f[0], f[1], 0, 'z', 0, 0);
  mechanism_pin(m, -1, bed, b[0], b[1], 0, 'z', 0, 0);
  mechanism_pin(m, -1, ag, a[0], a[1], 0, 'z', 0, 0);
  mechanism_pin(m, ag, eg, g[0], g[1], 0, 'z', 0, 0);
  mechanism_pin(m, -1, ah, a[0], a[1], 0, 'z', 0, 0);
  mechanism_pin(m, ah, eh, h[0], h[1], 0, 'z', 0, 0);
  mechanism_pin(m, fe, bed, e[0], e[1], 0, 'z', 1, 0);
  mechanism_pin(m, fe, eg, e[0], e[1], 0, 'z', 1, 0);
  mechanism_pin(m, fe, eh, e[0], e[1], 0, 'z', 1, 0);
  m->k = 4530, m->length = 0.07785, m->spring_part = bed, m->torque = 0.033;
  m->spring_ground[0] = 0.014, m->spring_ground[1] = 0.072;
  m->spring_end[0] = b[0] + 2e-2 * cos(gamma) + 18e-3 * sin(gamma);
  m->spring_end[1] = b[1] + 2e-2 * sin(gamma) - 18e-3 * cos(gamma);
  mechanism_mark(m, fe, e[0], e[1], 0, -0.0323896724403564, -0.0020452182684786, 0);
}

/* A04: Bricard's linkage; the cut is in its second hinge */
static inline void mechanism_a04(Mechanism *m) {
  memset(m, 0, sizeof *m);
  strcpy(m->name, "A04");
  double i = 0.02 / 12, j = 1.01 / 12;
  m->gravity = 9.81, m->until = 10, m->loose = 1e-4, m->tight = 1e-6, m->limit = 1;
  mechanism_part(m, 1, 0.5, 0, 0, i, j, j);
  mechanism_part(m, 1, 1, -0.5, 0, j, i, j);
  mechanism_part(m, 1, 1, -1, 0.5, j, j, i);
  mechanism_part(m, 1, 0.5, -1, 1, i, j, j);
  mechanism_part(m, 1, 0, -0.5, 1, j, i, j);
  mechanism_pin(m, -1, 0, 0, 0, 0, 'y', 0, 0);
  mechanism_pin(m, -1, 4, 0, 0, 1, 'x', 0, 0);
  mechanism_pin(m, 4, 3, 0, -1, 1, 'z', 0, 0);
  mechanism_pin(m, 3, 2, 1, -1, 1, 'y', 0, 0);
  mechanism_pin(m, 2, 1, 1, -1, 0, 'x', 0, 0);
  mechanism_pin(m, 0, 1, 1, 0, 0, 'z', 1, 0);
  mechanism_mark(m, 1, 1, -1, 0, 0.9997309873038354, -0.9999999638258172, -0.00026897651224929976);
}

/* where a point of a part, given at the start, is now */
static inline void mechanism_point(const Mechanism *m, int part, const double *start,
                                   const PartMotion *motion, double now[3]) {
  const double *R = motion[part].R, *c = m->part[part].centre;
  for (int k = 0; k < 3; k++) {
    now[k] = motion[part].p[k];
    for (int l = 0; l < 3; l++) now[k] += R[3 * k + l] * (start[l] - c[l]);
  }
}

/* Energy, less the work of the torque through the angle that the first pin has `turned`. */
static inline double mechanism_energy(const Mechanism *m, const PartMotion *motion, double turned) {
  double sum = -m->torque * turned, end[3];
  for (int i = 0; i < m->parts; i++) {
    const Part *part = &m->part[i];
    const PartMotion *now = &motion[i];
    sum += part->mass * m->gravity * now->p[1];
    for (int k = 0; k < 3; k++) {
      double spin = now->R[k] * now->w[0] + now->R[3 + k] * now->w[1] + now->R[6 + k] * now->w[2];
      sum += 0.5 * (part->mass * now->v[k] * now->v[k] + part->inertia[k] * spin * spin);
    }
  }
  if (m->k <= 0) return sum;
  mechanism_point(m, m->spring_part, m->spring_end, motion, end);
  for (int k = 0; k < 3; k++) end[k] -= m->spring_ground[k];
  double stretch = sqrt(end[0] * end[0] + end[1] * end[1] + end[2] * end[2]) - m->length;
  return sum + 0.5 * m->k * stretch * stretch;
}

/* how far the marked point is from where it should be at the end */
static inline double mechanism_miss(const Mechanism *m, const PartMotion *motion) {
  double now[3];
  mechanism_point(m, m->marked, m->mark, motion, now);
  for (int k = 0; k < 3; k++) now[k] -= m->expected[k];
  return sqrt(now[0] * now[0] + now[1] * now[1] + now[2] * now[2]);
}

#endif
