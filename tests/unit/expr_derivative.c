/* SPDX-License-Identifier: Apache-2.0
 *
 * Gradients and Hessians of programs against extrapolated differences of their values along random
 * directions of the exponential coordinates, for every measure and operator, in two unit systems;
 * their rates along the motion against gradient and Hessian, and the slopes of the rates against
 * differences of the rates.
 */
#include "unit/expr_fixture.h"

enum { STATES = CHECK_ROUNDS(1000) }; /* per expression and unit system */

static const char *const expressions[] = {"dx(a,b)",
                                          "dy(a,b,c)",
                                          "dz(a)",
                                          "dx(a,b,g)",
                                          "dm(a,b)",
                                          "dm(arm)",
                                          "dx(arm)",
                                          "vx(arm)",
                                          "accx(arm)",
                                          "vx(a,b)",
                                          "vy(a,b,c)",
                                          "vz(a,b,c,c)",
                                          "vx(a,b,g,c)",
                                          "vm(a,b)",
                                          "vm(a,b,c)",
                                          "vr(a,b)",
                                          "vr(a)",
                                          "wx(a,b)",
                                          "wy(a,b,c)",
                                          "wz(a)",
                                          "wm(a,b)",
                                          "accx(a,b)",
                                          "accy(a,b,c)",
                                          "accz(a,b,c,c)",
                                          "accx(a)",
                                          "accm(a,b)",
                                          "accm(a,b,c)",
                                          "wdtx(a,b)",
                                          "wdty(a,b,c)",
                                          "wdtz(a,b,c,c)",
                                          "wdtm(a,b)",
                                          "wdtm(a,b,c)",
                                          "ax(a,b)",
                                          "ay(a,b)",
                                          "az(a,b)",
                                          "az(a)",
                                          "psi(a,b)",
                                          "theta(a,b)",
                                          "phi(a,b)",
                                          "theta(a)",
                                          "yaw(a,b)",
                                          "pitch(a,b)",
                                          "roll(a,b)",
                                          "angle(hinge)",
                                          "displacement(slide)",
                                          "speed(hinge)",
                                          "speed(slide)",
                                          "fx(spring)*p",
                                          "tz(spring)^3",
                                          "dif(state)*dif1(state)",
                                          "varval(state)*time",
                                          "noise(7, 3/s)",
                                          "spline(curve,dx(a,b)/m)",
                                          "spline(surface,p,q)",
                                          "spline(surface,p,q,1)",
                                          "akispl(p,q,surface)*time",
                                          "cubspl(p,0,curve,1)",
                                          "variable*variable",
                                          "p + q - time",
                                          "p*q/(3*s + time)",
                                          "-p^2",
                                          "p^3 + q^-2",
                                          "(p + 4)^2.5",
                                          "(p + 4)^q",
                                          "2^p",
                                          "p^5*q^7",
                                          "if(p < q, p*q, p/(q+5))",
                                          "if(p: q^2, 1, q^3)",
                                          "(p < q)*p + q",
                                          "sin(dx(a,b)*rad/m)*exp(-p) + cos(q)*p",
                                          "sqrt(p^2 + q^2 + 1)",
                                          "atan2(p, q)*atan2(q + 3, p)",
                                          "-1000*(dm(a,b) - 0.3*m) - 10*vr(a,b)",
                                          "dx(a,b)^2 + dy(a,b)^2 + dz(a,b)^2",
                                          "dx(a,b)*vx(a,b) + dx(a)*wz(b)",
                                          "step(p, -3, 1, 3, q)",
                                          "poly(p, 0.5, q, 1, 2, 3)",
                                          "time^2*sin(3*time)",
                                          "dx(a,b)/dm(a,b)",
                                          "(dm(a,b)/m)^2.5 - (dx(a,b)/(5*m))^5",
                                          "(dm(a,b)/m)^(dy(a,b)/(3*m))",
                                          "3^(dy(a,b)/(3*m))",
                                          "atan2(dx(a,b), dm(a,b))",
                                          "exp(-dm(a,b)/m)*tanh(dx(a,b)/(4*m))*cos(dy(a,b)*rad/m)",
                                          "step(dx(a,b)/m, -9, 1, 9, 3)",
                                          "step5(dx(a,b)/m, dy(a,b)/m - 20, 1, 20, dz(a)/m)",
                                          "(dx(a,b)/(4*m))^3 - 2*(dx(a,b)/(4*m))^2 + dx(a,b)/m",
                                          "log(dm(a,b)/m)*sinh(dx(a,b)/(6*m))",
                                          "poly(dx(a,b)/(5*m), time/s, dy(a)/m, 1, 2, 3)",
                                          "impact(-dm(a,b)/m, vr(a,b)*s/m, 0, 9, 2.2, 1, 20)",
                                          "spline(surface,dx(a,b)/(5*m),1 + dy(a,b)/(9*m))",
                                          "if(dx(a) <= dx(b), dx(a)*dm(b)/m, -dm(a)*dx(b)/m)",
                                          "sqrt(dx(a,b)^2 + dy(a,b)^2 + 4*m^2)"};

typedef struct Path {
  const Fixture *f;
  const TrmProgram *p;
  const TrmColumn *columns;
  size_t count;
  const double *direction;
  double *scratch;
} Path;

static double along(void *context, double step) {
  Path *path = context;
  Fixture shifted;
  fixture_shift(path->f, path->columns, path->count, path->direction, step, &shifted);
  return trm_program_value(path->p, &shifted.at, path->scratch);
}

/* 1 when the state is away from where the measure or its piecewise form is not smooth */
static int smooth(Fixture *f, const TrmProgram *p, double *scratch) {
  double events[64];
  size_t count = trm_program_events(p);
  if (count > 64) return 0;
  trm_program_event_values(p, &f->at, scratch, events);
  for (size_t i = 0; i < count; i++)
    if (fabs(events[i]) < 0.2) return 0;
  for (int i = 0; i < 2; i++) {
    double u = f->externals[i];
    if (fabs(u - round(u)) < 0.15 || fabs(u) < 0.3) return 0;
  }
  double t = 3 * f->at.time, x = fixture_value(f, "dx(a,b)/m");
  return fabs(t - round(t)) > 0.15 && fabs(x - round(x)) > 0.1;
}

/* distance of the state from the nearest singularity of the angles and lengths used */
static int regular(Fixture *f, const char *const *guards, size_t count) {
  for (size_t i = 0; i < count; i++) {
    double v = fixture_value(f, guards[i]);
    if (!(fabs(v) > 0.4)) return 0;
  }
  return 1;
}

static const char *const guards[] = {
    "dm(a,b)/m",           "dm(a)/m",         "vm(a,b)*s/m",       "vm(a,b,c)*s/m",
    "wm(a,b)*s/rad",       "accm(a,b)*s^2/m", "accm(a,b,c)*s^2/m", "wdtm(a,b)*s^2/rad",
    "wdtm(a,b,c)*s^2/rad", "dm(arm)/m",       "dx(a,b)/m",         "sin(theta(a,b))",
    "sin(theta(a))",       "cos(pitch(a,b))", "sin(theta(b,a))"};

static double largest(const double *v, size_t n) {
  double big = 0;
  for (size_t i = 0; i < n; i++) big = fmax(big, fabs(v[i]));
  return big;
}

/* angles are far from their cut and their axes far from the poles */
static int angle_regular(const char *text, double value, double slope) {
  static const char *const names[] = {"ax(",  "ay(",  "az(",    "psi(",  "theta(",
                                      "phi(", "yaw(", "pitch(", "roll(", "angle("};
  int angle = 0;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    angle |= strncmp(text, names[i], strlen(names[i])) == 0;
  return !angle || (fabs(value) < 2.6 && slope < 4);
}

/* what is worst: gradient, Hessian, rates, slopes of the first and of the second rate */
enum { GRADIENT, HESSIAN, RATES, FIRST, SECOND, FIGURES };

/* the rate of a program along a path */
typedef struct RatePath {
  Path path;
  int order;
} RatePath;

static double rate_along(void *context, double step) {
  RatePath *r = context;
  Fixture shifted;
  fixture_shift(r->path.f, r->path.columns, r->path.count, r->path.direction, step, &shifted);
  return trm_program_rate(r->path.p, &shifted.at, r->path.scratch, r->order);
}

/* the program's columns, and behind them the velocities of its positions that it has not itself */
static size_t with_velocities(const TrmColumn *columns, size_t n, TrmColumn *out) {
  size_t count = n;
  memcpy(out, columns, n * sizeof *out);
  for (size_t i = 0; i < n; i++) {
    TrmColumn v = columns[i];
    int known = v.kind != TRM_COLUMN_BODY || v.component >= 6;
    v.component += 6;
    for (size_t j = 0; j < n; j++)
      known |= columns[j].kind == v.kind && columns[j].index == v.index &&
               columns[j].component == v.component;
    if (!known) out[count++] = v;
  }
  return count;
}

/* the rate of a column while bodies go on as they move */
static double column_rate(const Fixture *f, const TrmColumn *column) {
  if (column->kind == TRM_COLUMN_TIME) return 1;
  if (column->kind == TRM_COLUMN_EXTERNAL || column->component >= 6) return 0;
  const TrmBodyMotion *m = &f->bodies[column->index];
  return column->component < 3 ? m->v[column->component] : m->w[column->component - 3];
}

/* rates are u'g and u'Hu */
static void test_rates(Fixture *f, const TrmProgram *p, double *scratch, const double *gradient,
                       const double *hessian, double *worst) {
  size_t n;
  const TrmColumn *columns = trm_program_columns(p, &n);
  double sum[2] = {0, 0}, size[2] = {1e-3, 1e-3};
  for (size_t i = 0; i < n; i++) {
    double u = column_rate(f, &columns[i]), part = gradient[i] * u;
    sum[0] += part;
    size[0] += fabs(part);
    for (size_t j = 0; j < n; j++) {
      part = u * hessian[i * n + j] * column_rate(f, &columns[j]);
      sum[1] += part;
      size[1] += fabs(part);
    }
  }
  for (int k = 0; k < 2; k++) {
    double error = fabs(trm_program_rate(p, &f->at, scratch, k + 1) - sum[k]) / size[k];
    *worst = error <= *worst ? *worst : error;
  }
}

/* slopes of a rate along a random direction of positions, velocities and the rest */
static double slope_error(Fixture *f, const TrmProgram *p, double *scratch, int order) {
  size_t n;
  const TrmColumn *columns = trm_program_columns(p, &n);
  TrmColumn all[2 * MOST_COLUMNS];
  double by[MOST_COLUMNS], by_motion[MOST_COLUMNS], direction[2 * MOST_COLUMNS];
  size_t count = with_velocities(columns, n, all);
  double rate = trm_program_rate_slopes(p, &f->at, scratch, order, by, by_motion);
  CHECK(rate == trm_program_rate(p, &f->at, scratch, order));
  double exact = 0, slope, ignored;
  for (size_t i = 0; i < count; i++) {
    direction[i] = check_random(-1, 1);
    if (i < n) exact += by[i] * direction[i];
    for (size_t j = 0; j < n; j++) /* what moves this velocity's position */
      if (all[i].kind == TRM_COLUMN_BODY && columns[j].kind == TRM_COLUMN_BODY &&
          columns[j].index == all[i].index && columns[j].component + 6 == all[i].component)
        exact += by_motion[j] * direction[i];
  }
  for (size_t j = 0; j < n; j++)
    if (columns[j].kind == TRM_COLUMN_EXTERNAL ||
        (columns[j].kind == TRM_COLUMN_BODY && columns[j].component >= 6))
      CHECK(by_motion[j] == 0);
  RatePath path = {{f, p, all, count, direction, scratch}, order};
  differences(rate_along, &path, 0.008, &slope, &ignored);
  double size = 1e-3 + fabs(rate) + largest(by, n) + largest(by_motion, n);
  return fabs(exact - slope) / size;
}

/* 1 when the state was fit for a test */
static int test(Fixture *f, const char *text, double worst[FIGURES]) {
  TrmProgram *p = fixture_compile(f, text);
  CHECK(p != NULL);
  if (!p) {
    char *shown = trm_log_render(f->log, TRM_LOG_PLAIN);
    fprintf(stderr, "%s\n%s", text, shown);
    trm_text_free(shown);
    return 1;
  }
  size_t n;
  const TrmColumn *columns = trm_program_columns(p, &n);
  double *scratch = fixture_scratch(f, p);
  double gradient[MOST_COLUMNS], direction[MOST_COLUMNS];
  double *hessian = trm_arena_array(f->arena, n * n, sizeof(double));
  if (!smooth(f, p, scratch)) return 0;
  double value = trm_program_hessian(p, &f->at, scratch, gradient, hessian);
  double unit = f->units.angle;
  if (!angle_regular(text, value * unit, largest(gradient, n) * unit)) return 0;
  CHECK(value == trm_program_value(p, &f->at, scratch));
  /* columns scaled alike, whatever the units of time */
  for (size_t i = 0; i < n; i++) direction[i] = check_random(-1, 1);
  double first = 0, second = 0, by1, by2;
  for (size_t i = 0; i < n; i++) {
    first += gradient[i] * direction[i];
    for (size_t j = 0; j < n; j++) {
      second += direction[i] * hessian[i * n + j] * direction[j];
      CHECK(hessian[i * n + j] == hessian[j * n + i]);
    }
  }
  Path path = {f, p, columns, n, direction, scratch};
  differences(along, &path, 0.012, &by1, &by2);
  double size = 1e-3 + fabs(value) + largest(gradient, n);
  double e1 = fabs(first - by1) / size;
  double e2 = fabs(second - by2) / (size + largest(hessian, n * n));
  test_rates(f, p, scratch, gradient, hessian, &worst[RATES]);
  double e3 = slope_error(f, p, scratch, 1), e4 = slope_error(f, p, scratch, 2);
  if (!(e1 <= 1e-8 && e2 <= 1e-6 && e3 <= 1e-8 && e4 <= 1e-8))
    fprintf(stderr, "%s: %g %g %g %g\n", text, e1, e2, e3, e4);
  worst[GRADIENT] = fmax(worst[GRADIENT], e1);
  worst[HESSIAN] = fmax(worst[HESSIAN], e2);
  worst[FIRST] = isnan(e3) ? 1e9 : fmax(worst[FIRST], e3);
  worst[SECOND] = isnan(e4) ? 1e9 : fmax(worst[SECOND], e4);
  return 1;
}

static void run(void *context) {
  int *degrees = context;
  double worst[FIGURES] = {0};
  int tested[sizeof expressions / sizeof *expressions] = {0}, least = 0;
  size_t count = sizeof expressions / sizeof *expressions;
  for (int tries = 0; least < STATES && tries < 20 * STATES; tries++) {
    Fixture f;
    fixture_start(&f);
    if (regular(&f, guards, sizeof guards / sizeof *guards)) {
      if (*degrees) fixture_degrees(&f);
      least = STATES;
      for (size_t i = 0; i < count; i++) {
        if (tested[i] < STATES) tested[i] += test(&f, expressions[i], worst);
        if (tested[i] < least) least = tested[i];
      }
    }
    fixture_end(&f);
  }
  CHECK(least == STATES);
  const char *units = *degrees ? "mm, ms, deg" : "SI";
  char what[80];
  static const struct {
    const char *what, *against;
    double limit;
  } figures[FIGURES] = {
      {"gradient of every measure and operator", "extrapolated differences", 1e-8},
      {"Hessian of every measure and operator", "extrapolated differences", 1e-6},
      {"rates of every measure and operator", "gradient and Hessian", 1e-12},
      {"slopes of first rates of every measure and operator", "extrapolated differences", 1e-8},
      {"slopes of second rates of every measure and operator", "extrapolated differences", 1e-8}};
  for (int k = 0; k < FIGURES; k++) {
    snprintf(what, sizeof what, "%s, %s", figures[k].what, units);
    check_figure("functions", what, figures[k].against, worst[k], figures[k].limit);
    printf("%s: %.2g\n", what, worst[k]);
  }
}

int main(void) {
  int degrees = 0;
  CHECK(trm_guard(run, &degrees) == TRM_OK);
  degrees = 1;
  CHECK(trm_guard(run, &degrees) == TRM_OK);
  return check_done();
}
