/* SPDX-License-Identifier: Apache-2.0
 *
 * What a compiled function costs: value and exact gradient of twenty typical expressions, against
 * the same expression written by hand in C for the value alone. The hand-written ones read the same
 * situations, do the same marker arithmetic and are called through a pointer.
 */
#include "base/arena.h"
#include "expr/program.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SITUATIONS = 64, ROUNDS = 5 };

static const double offset_a[3] = {0.3, -0.1, 0.2}, offset_b[3] = {-0.2, 0.1, 0.4};
static TrmSpline *table;

typedef double (*Hand)(const TrmSituation *at);

static inline double dot(const double *a, const double *b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void cross(const double *a, const double *b, double *c) {
  c[0] = a[1] * b[2] - a[2] * b[1];
  c[1] = a[2] * b[0] - a[0] * b[2];
  c[2] = a[0] * b[1] - a[1] * b[0];
}

static inline void point(const TrmBodyMotion *m, const double *s, double *p) {
  for (int i = 0; i < 3; i++) p[i] = m->r[i] + dot(m->R + 3 * i, s);
}

static inline void velocity(const TrmBodyMotion *m, const double *s, double *v) {
  double c[3];
  cross(m->w, s, c);
  for (int i = 0; i < 3; i++) v[i] = m->v[i] + dot(m->R + 3 * i, c);
}

/* one component alone */
static inline double difference(const TrmSituation *at, int i) {
  const TrmBodyMotion *m = &at->bodies[0], *n = &at->bodies[1];
  return m->r[i] + dot(m->R + 3 * i, offset_a) - (n->r[i] + dot(n->R + 3 * i, offset_b));
}

static inline double velocity_difference(const TrmSituation *at, int i) {
  const TrmBodyMotion *m = &at->bodies[0], *n = &at->bodies[1];
  double c[3], d[3];
  cross(m->w, offset_a, c);
  cross(n->w, offset_b, d);
  return m->v[i] + dot(m->R + 3 * i, c) - (n->v[i] + dot(n->R + 3 * i, d));
}

static inline void span(const TrmSituation *at, double *d) {
  double p[3], q[3];
  point(&at->bodies[0], offset_a, p);
  point(&at->bodies[1], offset_b, q);
  for (int i = 0; i < 3; i++) d[i] = p[i] - q[i];
}

static inline double distance(const TrmSituation *at, double *d) {
  span(at, d);
  return sqrt(dot(d, d));
}

static inline double separation(const TrmSituation *at, const double *d, double length) {
  double p[3], q[3], v[3];
  velocity(&at->bodies[0], offset_a, p);
  velocity(&at->bodies[1], offset_b, q);
  for (int i = 0; i < 3; i++) v[i] = p[i] - q[i];
  return dot(d, v) / length;
}

static inline double step(double x, double x0, double h0, double x1, double h1) {
  if (x <= x0) return h0;
  if (x >= x1) return h1;
  double t = (x - x0) / (x1 - x0);
  return h0 + (h1 - h0) * t * t * (3 - 2 * t);
}

static inline double impact(double x, double v, double x1, double k, double e, double c, double d) {
  if (x >= x1) return 0;
  double f = k * pow(x1 - x, e) - c * v * step(x, x1 - d, 1, x1, 0);
  return f > 0 ? f : 0;
}

static inline double turn_about_z(const TrmSituation *at) {
  const double *R = at->bodies[0].R, *S = at->bodies[1].R;
  double yx = R[1] * S[0] + R[4] * S[3] + R[7] * S[6];
  double yy = R[1] * S[1] + R[4] * S[4] + R[7] * S[7];
  return atan2(-yx, yy);
}

#define HAND(name, value)                                                                          \
  __attribute__((noinline)) static double name(const TrmSituation *at) {                           \
    return value;                                                                                  \
  }

HAND(hand_ramp, 6.283185307179586 * at->time)
HAND(hand_cubic, 1 + at->time * 2 - 3 * at->time * at->time + 0.5 * at->time * at->time * at->time)
HAND(hand_sine, 0.3 * sin(6.28 * at->time + 0.5))
HAND(hand_sines, 0.3 * sin(2 * at->time) + 0.2 * cos(5 * at->time) + 0.1 * sin(11 * at->time + 1))
HAND(hand_step, step(at->time, 0.2, 0, 0.8, 25))
HAND(hand_steps, step(at->time, 0, 0, 0.4, 10) + step(at->time, 0.6, 0, 0.9, -10))
HAND(hand_decay, 5 * exp(-2 * at->time) * cos(20 * at->time))
HAND(hand_spring, -1000 * (difference(at, 0) - 0.3))
HAND(hand_damper, -20 * velocity_difference(at, 0))
HAND(hand_both, -1000 * (difference(at, 0) - 0.3) - 20 * velocity_difference(at, 0))
HAND(hand_relative, at->externals[0] * at->externals[1] - 3 * at->externals[0] + at->externals[1])
HAND(hand_turn, -50 * turn_about_z(at))
HAND(hand_limit, at->externals[0] < 0.2 ? 100 * (0.2 - at->externals[0]) : 0)
HAND(hand_motor, 40 * tanh(3 * (10 - at->externals[1])) + 0.1 * at->externals[1])

__attribute__((noinline)) static double hand_strut(const TrmSituation *at) {
  double d[3], length = distance(at, d);
  return -1000 * (length - 0.3) - 20 * separation(at, d, length);
}

__attribute__((noinline)) static double hand_hardening(const TrmSituation *at) {
  double d[3], x = distance(at, d) - 0.5;
  return -1000 * x - 5000 * x * x * x;
}

__attribute__((noinline)) static double hand_impact(const TrmSituation *at) {
  return impact(difference(at, 2), velocity_difference(at, 2), 0.4, 1e5, 1.5, 100, 0.01);
}

__attribute__((noinline)) static double hand_square(const TrmSituation *at) {
  double d[3];
  span(at, d);
  return dot(d, d) - 0.25;
}

__attribute__((noinline)) static double hand_table(const TrmSituation *at) {
  double out[6];
  trm_spline_eval(table, 0, at->time, 0, out);
  return out[0];
}

__attribute__((noinline)) static double hand_look_up(const TrmSituation *at) {
  double d[3], out[6];
  trm_spline_eval(table, 0, distance(at, d), 0, out);
  return out[0];
}

static const struct {
  const char *text;
  Hand hand;
} cases[] = {
    {"6.283185307179586*time", hand_ramp},
    {"1 + 2*time - 3*time^2 + 0.5*time^3", hand_cubic},
    {"0.3*sin(6.28*time + 0.5)", hand_sine},
    {"0.3*sin(2*time) + 0.2*cos(5*time) + 0.1*sin(11*time + 1)", hand_sines},
    {"step(time, 0.2, 0, 0.8, 25)", hand_step},
    {"step(time, 0, 0, 0.4, 10) + step(time, 0.6, 0, 0.9, -10)", hand_steps},
    {"5*exp(-2*time)*cos(20*time)", hand_decay},
    {"-1000*(dx(a, b) - 0.3)", hand_spring},
    {"-20*vx(a, b)", hand_damper},
    {"-1000*(dx(a, b) - 0.3) - 20*vx(a, b)", hand_both},
    {"-1000*(dm(a, b) - 0.3) - 20*vr(a, b)", hand_strut},
    {"-1000*(dm(a, b) - 0.5) - 5000*(dm(a, b) - 0.5)^3", hand_hardening},
    {"impact(dz(a, b), vz(a, b), 0.4, 1e5, 1.5, 100, 0.01)", hand_impact},
    {"dx(a, b)^2 + dy(a, b)^2 + dz(a, b)^2 - 0.25", hand_square},
    {"-50*az(a, b)", hand_turn},
    {"p*q - 3*p + q", hand_relative},
    {"if(p < 0.2, 100*(0.2 - p), 0)", hand_limit},
    {"40*tanh(3*(10 - q)) + 0.1*q", hand_motor},
    {"spline(table, time)", hand_table},
    {"spline(table, dm(a, b))", hand_look_up},
};

static int find_name(void *context, const char *name, TrmMeaning *meaning) {
  (void)context;
  *meaning = (TrmMeaning){.kind = TRM_MEANS_EXTERNAL, .external = *name == 'q'};
  return strcmp(name, "p") == 0 || strcmp(name, "q") == 0;
}

static int find_frame(void *context, const char *name, TrmFrame *frame) {
  (void)context;
  *frame = (TrmFrame){*name - 'a', {0}, {1, 0, 0, 0, 1, 0, 0, 0, 1}};
  memcpy(frame->s, *name == 'a' ? offset_a : offset_b, sizeof frame->s);
  return strcmp(name, "a") == 0 || strcmp(name, "b") == 0;
}

static int find_spline(void *context, const char *name, const TrmSpline **spline) {
  (void)context;
  *spline = table;
  return strcmp(name, "table") == 0;
}

static double uniform(void) {
  return rand() / (double)RAND_MAX;
}

/* situations with proper rotations, from random unit quaternions */
static void fill(TrmBodyMotion (*bodies)[2], double (*externals)[2], TrmSituation *at) {
  for (int n = 0; n < SITUATIONS; n++) {
    for (int body = 0; body < 2; body++) {
      TrmBodyMotion *m = &bodies[n][body];
      double e[4], size = 0, *all = (double *)m;
      for (size_t i = 0; i < sizeof *m / sizeof *all; i++) all[i] = uniform() - 0.5;
      for (int i = 0; i < 4; i++) e[i] = uniform() - 0.5, size += e[i] * e[i];
      for (int i = 0; i < 4; i++) e[i] /= sqrt(size);
      double w = e[0], x = e[1], y = e[2], z = e[3];
      double R[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
                     2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
                     2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
      memcpy(m->R, R, sizeof R);
    }
    externals[n][0] = uniform();
    externals[n][1] = 20 * uniform();
    at[n] = (TrmSituation){uniform(), bodies[n], externals[n]};
  }
}

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* nanoseconds per call, the best of some rounds; `sink` keeps the work from being left out */
static double time_hand(Hand volatile hand, const TrmSituation *at, int repeats, double *sink) {
  double best = 1e9;
  for (int round = 0; round < ROUNDS; round++) {
    double start = seconds();
    for (int i = 0; i < repeats; i++)
      for (int n = 0; n < SITUATIONS; n++) *sink += hand(&at[n]);
    best = fmin(best, seconds() - start);
  }
  return 1e9 * best / repeats / SITUATIONS;
}

static double time_program(const TrmProgram *p, const TrmSituation *at, int repeats,
                           double *scratch, double *sink) {
  double best = 1e9, gradient[64];
  for (int round = 0; round < ROUNDS; round++) {
    double start = seconds();
    for (int i = 0; i < repeats; i++)
      for (int n = 0; n < SITUATIONS; n++)
        *sink += trm_program_gradient(p, &at[n], scratch, gradient) + gradient[0];
    best = fmin(best, seconds() - start);
  }
  return 1e9 * best / repeats / SITUATIONS;
}

static void run(void *context) {
  int repeats = *(int *)context;
  static TrmBodyMotion bodies[SITUATIONS][2];
  static double externals[SITUATIONS][2];
  static TrmSituation at[SITUATIONS];
  TrmArena *arena = trm_arena_new();
  TrmUnits units = trm_units_mks();
  TrmResolver resolver = {NULL, &units, find_name, find_frame, NULL, find_spline, NULL, NULL, 0};
  double x[21], y[21], log_sum = 0, hands = 0, programs = 0, sink = 0;
  size_t where, count = sizeof cases / sizeof *cases;
  for (int i = 0; i < 21; i++) x[i] = i * 0.1, y[i] = sin(3 * x[i]);
  trm_spline_new(arena, TRM_SPLINE_CUBIC, TRM_END_LINEAR, x, 21, NULL, 1, y, &where, &table);
  fill(bodies, externals, at);
  printf("%-60s %9s %9s %7s\n", "expression", "hand, ns", "ours, ns", "ratio");
  for (size_t i = 0; i < count; i++) {
    TrmExpr *e = trm_expr_parse(arena, cases[i].text, TRM_NOWHERE, NULL);
    TrmProgram *p = e ? trm_program_compile(arena, e, TRM_NOWHERE, &resolver, 1, NULL, NULL) : NULL;
    if (!p) {
      printf("%-60s does not compile\n", cases[i].text);
      continue;
    }
    double *scratch = trm_arena_array(arena, trm_program_scratch(p), sizeof *scratch);
    double hand = time_hand(cases[i].hand, at, repeats, &sink);
    double ours = time_program(p, at, repeats, scratch, &sink);
    printf("%-60s %9.1f %9.1f %7.2f\n", cases[i].text, hand, ours, ours / hand);
    log_sum += log(ours / hand);
    hands += hand;
    programs += ours;
  }
  printf("%-60s %9.1f %9.1f %7.2f\n", "total", hands, programs, programs / hands);
  printf("geometric mean of the ratios %.2f (sum of values %.3g)\n", exp(log_sum / (double)count),
         sink);
  trm_arena_free(arena);
}

int main(int argc, char **argv) {
  int repeats = argc > 1 ? atoi(argv[1]) : 2000;
  if (repeats < 1) repeats = 1;
  return trm_guard(run, &repeats) == TRM_OK ? 0 : 1;
}
