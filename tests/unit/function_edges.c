/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions where they are not smooth: the table itself, domains, kinks and ends, awkward
 * arguments, and switching values, which must change sign wherever a derivative jumps.
 */
#include "check.h"
#include "expr/function.h"
#include <ctype.h>

enum { MOST = TRM_FUNCTION_ARGUMENTS };

static double gradient[MOST], hessian[MOST * MOST], third[MOST], direction[MOST];

/* evaluate by name with all derivatives, in radians; the third along `direction` */
static double call(const char *name, size_t n, const double *x) {
  TrmKernel k = {.x = x, .n = n, .angle = 1, .gradient = gradient, .hessian = hessian};
  for (size_t i = 0; i < MOST; i++) third[i] = (double)NAN;
  k.d = direction;
  k.third = third;
  trm_function_find(name)->kernel(&k);
  return k.value;
}

#define CALL(name, ...)                                                                            \
  call(name, sizeof((double[]){__VA_ARGS__}) / sizeof(double), (double[]){__VA_ARGS__})

/* 1 when every derivative of the last call is zero */
static int flat(size_t n) {
  for (size_t i = 0; i < n * n; i++)
    if (gradient[i / n] != 0 || hessian[i] != 0 || third[i / n] != 0) return 0;
  return 1;
}

static void check_table(void) {
  char upper[32];
  for (size_t i = 0; trm_functions[i]; i++) {
    const TrmFunction *f = trm_functions[i];
    if (i) CHECK(strcmp(trm_functions[i - 1]->name, f->name) < 0);
    CHECK(f->kernel && f->form && f->summary && f->formula && f->example);
    CHECK(strncmp(f->form, f->name, strlen(f->name)) == 0);
    CHECK(strstr(f->example, "time") && strstr(f->example, f->name));
    CHECK(f->least >= 1 && (f->most == 0 || f->most >= f->least) && f->most <= MOST);

    /* found in any case */
    size_t length = strlen(f->name);
    for (size_t j = 0; j <= length; j++) upper[j] = (char)toupper((unsigned char)f->name[j]);
    CHECK(trm_function_find(f->name) == f);
    CHECK(trm_function_find(upper) == f);
  }
  CHECK(trm_function_find("ln") == trm_function_find("LOG"));
  CHECK(trm_function_find("alog") == trm_function_find("log"));
  CHECK(trm_function_find("Alog10") == trm_function_find("log10"));
  CHECK(trm_function_find("AINT") == trm_function_find("trunc"));
  CHECK(trm_function_find("anint") == trm_function_find("round"));
  const char *unknown[] = {"",
                           "a",
                           "si",
                           "sinn",
                           "alo",
                           "l",
                           "ln|alog",
                           "|",
                           "zzz",
                           "step55",
                           "a_name_longer_than_any_function_has"};
  for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
    CHECK(trm_function_find(unknown[i]) == NULL);
}

static void check_domains(void) {
  CHECK(isnan(CALL("sqrt", -1)) && isnan(CALL("log", 0)) && isnan(CALL("log", -2)));
  CHECK(isnan(CALL("log10", 0)) && isnan(CALL("asin", 2)) && isnan(CALL("acos", -1.5)));
  CHECK(isnan(CALL("mod", 1, 0)));
  CHECK(CALL("sqrt", 0) == 0 && gradient[0] > 1e300 && hessian[0] < -1e300);
  CHECK(CALL("sqrt", -0.0) == 0 && gradient[0] > 1e300);
  CHECK(CALL("atan2", 0, 0) == 0 && flat(2));
  CHECK(CALL("tanh", 800) == 1 && flat(1));

  /* pulses that do not fit: negative rise, rise above width, longer than the period */
  CHECK(isnan(CALL("pulse", 1, 0, 1, 0.5, -0.1, 2)) && isnan(CALL("pulse", 1, 0, 1, 0.1, 0.2, 2)));
  CHECK(isnan(CALL("pulse", 1, 0, 1, 0.9, 0.2, 1)) && isnan(CALL("pulse", 1, 0, 1, 0.9, 0.1, -1)));

  /* not a number goes through, wherever it stands first */
  for (size_t i = 0; trm_functions[i]; i++) {
    double x[MOST];
    unsigned n = trm_functions[i]->most ? trm_functions[i]->least : 6;
    for (size_t j = 0; j < MOST; j++) x[j] = 0.5 + (double)j / 4;
    x[0] = (double)NAN;
    CHECK(isnan(call(trm_functions[i]->name, n, x)));
  }
  CHECK(isnan(CALL("step", (double)NAN, 1, 2, 1, 3)));
  CHECK(isnan(CALL("max", 1, (double)NAN, 2)) && isnan(CALL("min", 1, (double)NAN, 2)));
}

static void check_kinks(void) {
  CHECK(CALL("abs", 0) == 0 && gradient[0] == 1 && hessian[0] == 0);
  CHECK(CALL("sign", 0) == 0 && CALL("sign", -3) == -1 && CALL("sign", 3) == 1);
  CHECK(CALL("sign", -3, 0) == 3 && gradient[0] == -1 && CALL("sign", 3, -1) == -3);
  CHECK(CALL("max", 2, 2, 1) == 2 && gradient[0] == 1 && gradient[1] == 0);
  CHECK(CALL("min", 1, 2, 1) == 1 && gradient[0] == 1 && gradient[2] == 0);
  CHECK(CALL("mod", -7, 3) == -1 && gradient[0] == 1 && gradient[1] == 2);
  CHECK(CALL("floor", -0.5) == -1 && CALL("ceil", -1.5) == -1 && CALL("trunc", -1.5) == -1);
  CHECK(CALL("round", 2.5) == 3 && CALL("round", -2.5) == -3 && CALL("dim", 1, 3) == 0);

  /* levels of a step, and the jump of one without width */
  CHECK(CALL("step", -1, 0, 3, 1, 5) == 3 && gradient[2] == 1 && gradient[0] == 0);
  CHECK(CALL("step", 0, 0, 3, 1, 5) == 3 && CALL("step", 1, 0, 3, 1, 5) == 5 && gradient[4] == 1);
  CHECK(CALL("step", 0.5, 0, 3, 1, 5) == 4 && CALL("step5", 0.5, 0, 3, 1, 5) == 4);
  CHECK_NEAR(CALL("havsin", 0.5, 0, 3, 1, 5), 4, 1e-15);
  CHECK(CALL("step", 0.999, 1, 3, 1, 5) == 3 && CALL("step", 1, 1, 3, 1, 5) == 5);
  CHECK(CALL("step", 2, 1, 3, 0, 5) == 3 && CALL("step", -1, 1, 3, 0, 5) == 5);

  /* stops: free, touching, pressed, pulling back (held at zero) */
  CHECK(CALL("impact", 1, -1, 1, 100, 1, 10, 0.1) == 0 && flat(7));
  CHECK(CALL("impact", 2, -1, 1, 100, 1.5, 10, 0.1) == 0 && flat(7));
  CHECK_NEAR(CALL("impact", 0.5, -1, 1, 100, 1, 10, 0.1), 60, 1e-15);
  CHECK_NEAR(gradient[0], -100, 1e-13);
  CHECK(CALL("impact", 0.9, 1e6, 1, 100, 2.2, 10, 0.1) == 0 && flat(7));
  CHECK_NEAR(CALL("impact", 0.5, -1, 1, 100, 3, 10, 0), 22.5, 1e-15);
  CHECK_NEAR(CALL("bistop", 1.5, 1, 0, 1, 100, 1, 10, 0.1), -60, 1e-15);
  CHECK(CALL("bistop", 0.5, 1, 0, 1, 100, 1, 10, 0.1) == 0 && flat(8));

  /* pulse: nothing before x0, half height in the middle of an edge, the plateau, and again */
  CHECK(CALL("pulse", -0.5, 0, 2, 0.5, 0.1, 1) == 0 && flat(6));
  CHECK_NEAR(CALL("pulse", 0.05, 0, 2, 0.5, 0.1, 1), 1, 1e-15);
  CHECK_NEAR(CALL("pulse", 7.55, 0, 2, 0.5, 0.1, 1), 1, 1e-13);
  CHECK(CALL("pulse", 3.3, 0, 2, 0.5, 0.1, 1) == 2 && gradient[2] == 1 && gradient[0] == 0);
  CHECK(CALL("pulse", 3.3, 0, 2, 0.5, 0.1, 0) == 0);
  CHECK(CALL("pulse", 0, 0, 2, 0.5, 0, 1) == 2 && CALL("pulse", 0.5, 0, 2, 0.5, 0, 1) == 0);
  CHECK(CALL("sweep", 0, 2, 1, 1, 5, 10, 0.1) == 0 && flat(7));
}

/* finite value, awkward arguments: no derivative may be NaN */
static void check_awkward(void) {
  static const double odd[] = {0, -0.0, 1, -1, 0.5, 2, -3, 1e-9, -1e-9, 1e-30, 90, 3};
  for (size_t i = 0; trm_functions[i]; i++) {
    const TrmFunction *f = trm_functions[i];
    int bad = 0, bad_event = 0;
    for (int trial = 0; trial < 20000; trial++) {
      double x[MOST], out[8];
      size_t most = f->most ? f->most : 9;
      size_t n = f->least + (size_t)check_random(0, (double)(most - f->least) + 0.99);
      for (size_t j = 0; j < n; j++) {
        x[j] = odd[(size_t)check_random(0, 11.99)];
        direction[j] = (double)(int)check_random(-2.99, 2.99); /* often zero */
      }
      if (!isfinite(call(f->name, n, x))) continue;
      for (size_t j = 0; j < n * n; j++)
        bad += isnan(gradient[j / n]) || isnan(hessian[j]) || isnan(third[j / n]);
      if (f->events) {
        size_t count = f->events(x, n, out);
        CHECK(count >= 1 && count <= 8);
        for (size_t j = 0; j < count; j++) bad_event += isnan(out[j]);
      }
    }
    if (bad || bad_event) fprintf(stderr, "%s: %d, %d\n", f->name, bad, bad_event);
    CHECK(bad == 0);
    CHECK(bad_event == 0);
  }
}

/* walk along lines in argument space: between two near places without a change of sign of any
 * switching value, value and gradient move by little */
static void check_events(const char *name, size_t n, const double box[][2]) {
  const TrmFunction *f = trm_function_find(name);
  int missed = 0, crossed = 0;
  for (int line = 0; line < 200; line++) {
    double from[MOST], to[MOST], before[8], after[8], old[MOST], old_value = 0;
    for (size_t i = 0; i < n; i++) {
      from[i] = check_random(box[i][0], box[i][1]);
      to[i] = i ? from[i] : check_random(box[i][0], box[i][1]);
    }
    size_t count = 0;
    for (int step = 0; step <= 5000; step++) {
      double x[MOST];
      memcpy(x, from, sizeof x);
      x[0] += (to[0] - from[0]) * step / 5000;
      double value = call(name, n, x);
      count = f->events(x, n, after);
      int change = 0;
      for (size_t e = 0; step && e < count; e++) change |= before[e] * after[e] <= 0;
      crossed += change;
      for (size_t i = 0; step && !change && i < n; i++)
        missed += fabs(gradient[i] - old[i]) > 0.15 || fabs(value - old_value) > 0.15;
      memcpy(before, after, sizeof before);
      memcpy(old, gradient, sizeof old);
      old_value = value;
    }
  }
  if (missed) fprintf(stderr, "%s: %d jumps without an event\n", name, missed);
  CHECK(missed == 0);
  CHECK(crossed > 0);
}

static void check_all_events(void) {
  const double pair[][2] = {{-5, 5}, {0.7, 1.5}};
  check_events("abs", 1, pair);
  check_events("sign", 1, pair);
  check_events("sign", 2, pair);
  check_events("floor", 1, pair);
  check_events("ceil", 1, pair);
  check_events("trunc", 1, pair);
  check_events("round", 1, pair);
  check_events("mod", 2, pair);
  check_events("dim", 2, pair);
  check_events("atan2", 2, (const double[][2]){{-2, 2}, {-2, -1}});
  const double several[][2] = {{-2, 2}, {-2, 2}, {-2, 2}, {-2, 2}, {-2, 2},
                               {-2, 2}, {-2, 2}, {-2, 2}, {-2, 2}};
  check_events("max", 2, several);
  check_events("min", 9, several);
  check_events("max", 9, several);
  check_events("step", 5, (const double[][2]){{-2, 3}, {0, 0.5}, {-1, 1}, {1, 2}, {-1, 1}});
  check_events(
      "impact", 7,
      (const double[][2]){{-1, 1}, {-1, 1}, {0, 0.5}, {2, 5}, {2, 3}, {0.5, 3}, {0.3, 0.5}});
  check_events("bistop", 8,
               (const double[][2]){
                   {-2, 2}, {-1, 1}, {-1, -0.5}, {0.5, 1}, {2, 5}, {2, 3}, {0.5, 3}, {0.3, 0.5}});
  check_events("pulse", 6,
               (const double[][2]){{-1, 9}, {-0.2, 0.2}, {-1, 1}, {1, 1.2}, {0, 0}, {1.5, 3}});

  /* the switching values of a jump at whole numbers are continuous between them */
  const TrmFunction *f = trm_function_find("floor");
  double a, b;
  for (double x = -3.0005; x < 3; x += 0.001) {
    f->events(&x, 1, &a);
    double next = x + 0.001;
    f->events(&next, 1, &b);
    CHECK_NEAR(fabs(b - a), 0.001, 1.1e-3);
  }
  /* one pulse train sees no events before it begins */
  f = trm_function_find("pulse");
  double out[8];
  for (double x = -9.5; x < -0.01; x += 0.01) {
    f->events((double[]){x, 0, 1, 0.5, 0.1, 1}, 6, out);
    CHECK(out[0] < 0 && out[1] < 0 && out[2] < 0 && out[3] < 0);
  }
}

int main(void) {
  for (size_t i = 0; i < MOST; i++) direction[i] = 1;
  check_table();
  check_domains();
  check_kinks();
  check_awkward();
  check_all_events();
  return check_done();
}
