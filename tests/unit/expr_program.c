/* SPDX-License-Identifier: Apache-2.0
 *
 * Programs: values of operators, branches that leak nothing, kernels without third derivatives,
 * switching functions, columns, sharing,
 * dimension warnings, and every message a compilation can give, with its column and hint.
 */
#include "expr/program_data.h"
#include "unit/expr_fixture.h"

/* the program of `text`, evaluated with its derivatives at p, q */
typedef struct Result {
  TrmProgram *program;
  double value, gradient[MOST_COLUMNS], hessian[16];
} Result;

static Result evaluate(Fixture *f, const char *text, double p, double q) {
  Result r = {.program = fixture_compile(f, text)};
  CHECK(r.program != NULL);
  if (!r.program) return r;
  double *scratch = fixture_scratch(f, r.program), again[MOST_COLUMNS];
  size_t n;
  f->externals[0] = p;
  f->externals[1] = q;
  trm_program_columns(r.program, &n);
  CHECK(n <= 4);
  r.value = trm_program_gradient(r.program, &f->at, scratch, r.gradient);
  /* the same from the Hessian's own sweeps */
  double value = trm_program_hessian(r.program, &f->at, scratch, again, r.hessian);
  CHECK(memcmp(&value, &r.value, sizeof value) == 0);
  for (size_t i = 0; i < n; i++) CHECK_NEAR(again[i], r.gradient[i], 1e-14);
  return r;
}

static void test_operators(Fixture *f) {
  double p = 1.7, q = -0.6, t;
  f->externals[0] = p;
  f->externals[1] = q;
  t = f->at.time;
  const struct {
    const char *text;
    double value;
  } cases[] = {{"p + q", p + q},
               {"p - q", p - q},
               {"3*p - 2*q + 1", 3 * p - 2 * q + 1},
               {"p*q + p/q", p * q + p / q},
               {"-p^2 + (-p)^3", -p * p - p * p * p},
               {"p^q", pow(p, q)},
               {"p^-3", 1 / (p * p * p)},
               {"p^40", pow(p, 40)},
               {"2^q", pow(2, q)},
               {"0*time + 0*p", 0},
               {"p < q", 0},
               {"p >= q and not q > 0 or 0", 1},
               {"p == p", 1},
               {"if(p > q, 5*p, 7*q)", 5 * p},
               {"if(q: 1, 2, 3) + if(p: 10, 20, 30)", 31},
               {"variable", p * q + t},
               {"variable + 2*variable", 3 * (p * q + t)},
               {"time*k", t * 1000},
               {"n*pi", 3 * 3.14159265358979323846},
               {"5*mm", 0.005},
               {"SIN(p)*Cos(q) + EXP(q) - tanh(p)", sin(p) * cos(q) + exp(q) - tanh(p)},
               {"step(p, 0, 1, 2, 3)", 1 + 2 * 0.85 * 0.85 * (3 - 1.7)},
               {"step(p, 2, 1, 3, 4) + 10*step(p, 0, 1, 1, 0.3)", 4},
               {"spline(curve, 1) + cubspl(-1, 0, curve)", 0},
               {"max(p, q) + min(p, q, 3)", p + q}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    CHECK_NEAR(fixture_value(f, cases[i].text), cases[i].value, 1e-14);
  CHECK(trm_log_count(f->log) == 0);
}

/* own operations give what the kernels give */
static void test_own_operations(Fixture *f) {
  static const char *const names[] = {"sin", "cos", "exp", "tanh"};
  for (int i = 0; i < 400; i++) {
    char text[80];
    double x = check_random(-3, 3);
    const TrmFunction *function = trm_function_find(i % 5 < 4 ? names[i % 5] : "step");
    double arguments[5] = {x, -1, 0.3, 2, 0.7}, gradient[5], hessian[25];
    TrmKernel k = {.x = arguments,
                   .n = i % 5 < 4 ? 1 : 5,
                   .angle = 1,
                   .gradient = gradient,
                   .hessian = hessian};
    function->kernel(&k);
    snprintf(text, sizeof text, i % 5 < 4 ? "%s(p)" : "%s(p, -1, 0.3, 2, 0.7)", function->name);
    Result r = evaluate(f, text, x, 0);
    CHECK_NEAR(r.value, k.value, 1e-15);
    CHECK_NEAR(r.gradient[0], gradient[0], 1e-14);
    CHECK_NEAR(r.hessian[0], hessian[0], 1e-14);
  }
}

/* powers at and below zero */
static void test_powers(Fixture *f) {
  Result r = evaluate(f, "p^2", 0, 0);
  CHECK(r.value == 0 && r.gradient[0] == 0 && r.hessian[0] == 2);
  r = evaluate(f, "p^3", -2, 0);
  CHECK(r.value == -8 && r.gradient[0] == 12 && r.hessian[0] == -12);
  r = evaluate(f, "p^3", 0, 0);
  CHECK(r.value == 0 && r.gradient[0] == 0 && r.hessian[0] == 0);
  r = evaluate(f, "p^12", -1, 0);
  CHECK(r.value == 1 && r.gradient[0] == -12 && r.hessian[0] == 132);
  r = evaluate(f, "p^-2", -2, 0);
  CHECK(r.value == 0.25 && r.gradient[0] == 0.25 && r.hessian[0] == 0.375);
  r = evaluate(f, "p^1.5", 0, 0);
  CHECK(r.value == 0 && r.gradient[0] == 0);
  r = evaluate(f, "p^q", 0, 2);
  CHECK(r.value == 0 && r.gradient[0] == 0 && r.gradient[1] == 0 && r.hessian[0] == 2);
  r = evaluate(f, "p^q", -2, 2);
  CHECK(r.value == 4 && r.gradient[0] == -4 && isfinite(r.gradient[1]));
  r = evaluate(f, "p^q", 3, 0);
  CHECK(r.value == 1 && r.gradient[0] == 0);
  CHECK_NEAR(r.gradient[1], log(3), 1e-15);
}

/* the branch not taken may be infinite or not a number */
static void test_branches(Fixture *f) {
  static const char *const texts[] = {
      "if(p > 0, sqrt(p), q)",     "if(p > 0, log(p)*q, q)",
      "if(p > 0, 1/p + q^2/p, q)", "if(p > 0, p^0.5, q)",
      "if(p > 0, p^-3*q, q)",      "if(p > 0, p^q, q)",
      "if(p: q, q, sqrt(p))",      "if(p > 0, if(p > 0, 1/p, log(p)), q)",
      "if(p > 0, asin(p + 7), q)"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    for (int sign = -1; sign <= 0; sign++) {
      Result r = evaluate(f, texts[i], sign, 3);
      CHECK(r.value == 3 && r.gradient[0] == 0 && r.gradient[1] == 1);
      for (int j = 0; j < 4; j++) CHECK(r.hessian[j] == 0);
    }
  /* one column only: the forward form */
  Result r = evaluate(f, "if(p > 0, sqrt(p), 4)", 0, 0);
  CHECK(r.value == 4 && r.gradient[0] == 0 && r.hessian[0] == 0);
  r = evaluate(f, "if(p > 0, 1/p, p*p)", 0, 0);
  CHECK(r.value == 0 && r.gradient[0] == 0 && r.hessian[0] == 2);
}

/* nor does it leave a trace in rates along the motion: here 3 time, whose rate goes with its pace
 */
static void test_branch_rates(Fixture *f) {
  static const char *const texts[] = {
      "if(time > 0, sqrt(time/s), 3*time/s)",
      "if(time > 0, 1/(time/s) + dx(a)^2/(m*time*m/s), 3*time/s)",
      "if(time > 0, (time/s)^0.5*(time/s)^(time/s), 3*time/s)",
      "if(time <= 0, 3*time/s, atan2(time/s, time/s)*log(time/s))",
      "if(time > 0, asin(time/s + 7)*impact(time/s, 1, 0, 1, 0.5, 1, 0.1), 3*time/s)"};
  double by[MOST_COLUMNS], by_motion[MOST_COLUMNS], time = f->at.time;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    for (int sign = -1; sign <= 0; sign++) {
      TrmProgram *p = fixture_compile(f, texts[i]);
      double *scratch = fixture_scratch(f, p);
      size_t n;
      trm_program_columns(p, &n);
      f->at.time = sign;
      for (int order = 1; order <= 2; order++) {
        double rate = trm_program_rate_slopes(p, &f->at, scratch, order, by, by_motion);
        CHECK_NEAR(rate, order == 1 ? 3 : 0, 1e-15);
        CHECK_NEAR(by_motion[0], order == 1 ? 3 : 0, 1e-15);
        for (size_t j = 0; j < n; j++) CHECK(by[j] == 0 && (j == 0 || by_motion[j] == 0));
      }
    }
  f->at.time = time;
}

/* a kernel that knows second derivatives only */
static void square_kernel(TrmKernel *k) {
  k->value = k->x[0] * k->x[0];
  if (k->gradient) k->gradient[0] = 2 * k->x[0];
  if (k->hessian) k->hessian[0] = 2;
}

/* serves wherever they suffice, and gives not a number where third ones are needed */
static void test_missing_third(Fixture *f) {
  double by[MOST_COLUMNS], by_motion[MOST_COLUMNS];
  TrmProgram *moving = fixture_compile(f, "sinh(time/s)"), *still = fixture_compile(f, "sinh(p)");
  moving->calls[0].kernel = still->calls[0].kernel = square_kernel;
  double *scratch = fixture_scratch(f, moving), t = f->at.time;
  CHECK_NEAR(trm_program_rate(moving, &f->at, scratch, 2), 2, 1e-15);
  CHECK_NEAR(trm_program_rate_slopes(moving, &f->at, scratch, 1, by, by_motion), 2 * t, 1e-15);
  CHECK_NEAR(by[0], 2, 1e-15);
  CHECK_NEAR(by_motion[0], 2 * t, 1e-15);
  trm_program_rate_slopes(moving, &f->at, scratch, 2, by, by_motion);
  CHECK(isnan(by[0]));
  CHECK(trm_program_rate_slopes(still, &f->at, fixture_scratch(f, still), 2, by, by_motion) == 0);
  CHECK(by[0] == 0 && by_motion[0] == 0);
}

/* a distance of zero has a value and no infinite slope */
static void test_zero_distance(Fixture *f) {
  static const char *const texts[] = {"dm(a, a)", "wm(a, a)", "dm(arm, arm)"};
  for (size_t i = 0; i < 3; i++) {
    TrmProgram *p = fixture_compile(f, texts[i]);
    double gradient[MOST_COLUMNS], hessian[MOST_COLUMNS * MOST_COLUMNS];
    size_t n;
    trm_program_columns(p, &n);
    CHECK_NEAR(trm_program_hessian(p, &f->at, fixture_scratch(f, p), gradient, hessian), 0, 1e-15);
    for (size_t j = 0; j < n; j++) CHECK(isfinite(gradient[j]));
    double by_motion[MOST_COLUMNS];
    trm_program_rate_slopes(p, &f->at, fixture_scratch(f, p), 2, gradient, by_motion);
    for (size_t j = 0; j < n; j++) CHECK(isfinite(gradient[j]) && isfinite(by_motion[j]));
  }
}

static void test_events(Fixture *f) {
  static const struct {
    const char *text;
    size_t count;
    double first;
  } cases[] = {{"p + q", 0, 0},
               {"if(p < q, 1, 2)", 1, 0.5 - 2},
               {"if(p < q and q > 3, 1, 2)", 2, 0.5 - 2},
               {"if(not p, 1, 2)", 1, 0.5},
               {"if(p, 1, 2)", 1, 0.5},
               {"if(p: 1, 2, 3)", 1, 0.5},
               {"if(1 < 2, p, q)", 0, 0},
               {"(p < q)*(p < q)", 1, 0.5 - 2},
               {"abs(p)", 1, 0.5},
               {"abs(p) + abs(p)", 1, 0.5},
               {"step(p, 0.25, 1, 2, 3)", 2, 0.25},
               {"spline(curve, p)", 0, 0},
               {"spline(surface, p, 0.4)", 1, 0.32},
               {"sin(p)", 0, 0}};
  f->externals[0] = 0.5;
  f->externals[1] = 2;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    double values[16];
    TrmProgram *p = fixture_compile(f, cases[i].text);
    CHECK(p && trm_program_events(p) == cases[i].count);
    if (!p || trm_program_events(p) > 16) continue;
    trm_program_event_values(p, &f->at, fixture_scratch(f, p), values);
    if (cases[i].count) CHECK_NEAR(fabs(values[0]), fabs(cases[i].first), 1e-15);
  }
}

/* number of columns, and of operations where sharing is expected */
static void test_layout(Fixture *f) {
  static const struct {
    const char *text;
    size_t columns, operations;
  } cases[] = {{"1 + 2*3", 0, 0},
               {"sin(pi/2) + n", 0, 0},
               {"time", 1, 1},
               {"time + p + q + p", 3, 6},
               {"2*(3*(4*p))", 1, 2},
               {"p*q + q*p", 2, 4},
               {"dx(arm)", 3, 1},
               {"dx(a)", 6, 1},
               {"dx(g)", 0, 0},
               {"dx(a, b)", 12, 1},
               {"vx(a)", 9, 1},
               {"accx(a)", 12, 1},
               {"az(a)", 3, 3},
               {"dx(a, b)^2 + dy(a, b)^2 + dz(a, b)^2", 12, 2},
               {"dm(a, b) + dm(a, b)*p", 13, 4},
               {"0*dx(a, b)", 0, 0},
               {"fx(spring) + p", 2, 3}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    size_t n = 99;
    TrmProgram *p = fixture_compile(f, cases[i].text);
    CHECK(p != NULL);
    if (!p) continue;
    trm_program_columns(p, &n);
    CHECK(n == cases[i].columns);
    CHECK(trm_program_is_constant(p) == (n == 0));
    CHECK(p->main_count <= cases[i].operations);
    if (n != cases[i].columns || p->main_count > cases[i].operations)
      fprintf(stderr, "%s: %zu columns, %zu operations\n", cases[i].text, n, p->main_count);
  }
}

static const BadExpression bad[] = {
    {"1 + varable", "E204", 5, 7, "'varable'", "'variable'"},
    {"dx(arm.tpi)", "E204", 4, 7, "'arm.tpi'", "'arm.tip'"},
    {"angle(hinj)", "E204", 7, 4, "'hinj'", "'hinge'"},
    {"spline(curv, 1)", "E204", 8, 4, "'curv'", "'curve'"},
    {"fx(sprin)", "E204", 4, 5, "'sprin'", "'spring'"},
    {"dif(nothing_like_it)", "E204", 5, 15, "nothing_like_it", NULL},
    {"dxx(a)", "E410", 1, 3, "'dxx'", "'dx'"},
    {"setp(1, 2)", "E410", 1, 4, "'setp'", "'step'"},
    {"dx()", "E411", 1, 4, "0 arguments", "dx(i"},
    {"dx(a, b, c, g)", "E411", 1, 14, "4 arguments", "dx(i"},
    {"angle(hinge, slide)", "E411", 1, 19, "2 arguments", "angle(j)"},
    {"fx(a, b, c)", "E411", 1, 11, "3 arguments", "fx(e"},
    {"if(1)", "E411", 1, 5, "1 argument", "if("},
    {"dx(3)", "E412", 4, 1, "a number", NULL},
    {"dx(a, 2*b)", "E412", 7, 3, "an expression", NULL},
    {"dx(hinge)", "E412", 4, 5, "a joint", NULL},
    {"dx(k)", "E412", 4, 1, "a number", NULL},
    {"angle(a)", "E412", 7, 1, "a body, marker or point", NULL},
    {"spline(a, 1)", "E412", 8, 1, "a body, marker or point", NULL},
    {"dx(curve)", "E412", 4, 5, "a spline", NULL},
    {"2*arm.tip", "E413", 3, 7, "marker", "dx(arm.tip)"},
    {"hinge + 1", "E413", 1, 5, "a joint", "angle(hinge)"},
    {"curve", "E413", 1, 5, "a spline", "spline(curve"},
    {"sin + 1", "E413", 1, 3, "a function", "sin("},
    {"dx + 1", "E413", 1, 2, "a function", "dx(i"},
    {"1/0", "E415", 1, 3, "infinite", NULL},
    {"log(-1)", "E415", 1, 7, "finite value", NULL},
    {"angle(slide)", "E416", 7, 5, "does not turn", "displacement(slide)"},
    {"displacement(hinge)", "E416", 14, 5, "does not slide", "angle(hinge)"},
    {"speed(weld)", "E416", 7, 4, "does not move", NULL},
    {"spline(curve, p, q)", "E417", 18, 1, "constant", NULL},
    {"spline(curve, p, 0, 3)", "E417", 21, 1, "0, 1 or 2", NULL},
    {"spline(surface, p)", "E411", 1, 18, "needs z", "spline(surface, x, z)"},
    {"noise(time, 1)", "E417", 7, 4, "constant", NULL},
    {"noise(1, 0)", "E417", 10, 1, "positive", NULL},
    {"dx(a) + wx(a)", "W450", 9, 5, "adding an angular velocity", NULL},
    {"dx(a) - 3*deg/s", "W450", 9, 7, "subtracting an angular velocity", NULL},
    {"dx(a) < 3*N", "W450", 9, 3, "comparing a length (m) with a force (N)", NULL},
    {"if(p > 0, dx(a), 2*N)", "W451", 18, 3, "beside", NULL},
    {"sin(dx(a))", "W451", 5, 5, "a length (m)", NULL},
    {"exp(2*N)", "W451", 5, 3, "a force (N)", NULL},
    {"max(dx(a), 2*s)", "W451", 12, 3, "beside", NULL},
    {"step(dx(a), 0, 0, 1*N, 1)", "W451", 19, 3, "beside", NULL},
    {"dx(a)*dy(a)", "W452", 1, 11, "not a length (m)", NULL},
};

static void test_messages(Fixture *f) {
  static const TrmDimension length = TRM_LENGTH;
  TrmResolver resolver = fixture_resolver(f);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    TrmSource *source = trm_source_new("bad.yaml", bad[i].text, strlen(bad[i].text));
    TrmPlace place = {source, 1, 1, (uint16_t)strlen(bad[i].text)};
    trm_log_clear(f->log);
    TrmExpr *e = trm_expr_parse(f->arena, bad[i].text, place, f->log);
    const TrmDimension *expected = strcmp(bad[i].code, "W452") == 0 ? &length : NULL;
    TrmProgram *p = trm_program_compile(f->arena, e, place, &resolver, 1, expected, f->log);
    CHECK((p == NULL) == (bad[i].code[0] == 'E'));
    check_message(&bad[i], f->log);
    trm_source_release(source);
  }
  trm_log_clear(f->log);
}

/* what must pass without a warning */
static void test_silence(Fixture *f) {
  static const char *const texts[] = {"10*dx(a, b) + 5*vx(a, b)",
                                      "dx(a) - 0.3",
                                      "k*dx(a) + 3*N",
                                      "vx(a) - wz(b)*dx(a)",
                                      "sin(time)",
                                      "exp(-time/0.1)",
                                      "sin(2*pi*5*time)",
                                      "angle(hinge)/deg",
                                      "step(time, 0, 0, 1*s, 5*N)",
                                      "dx(a)^2 + dy(a)^2 - 1",
                                      "sqrt(dx(a)^2 + dy(a)^2) - dm(a)",
                                      "max(0, dx(a))",
                                      "if(dx(a) < 0.3, 100*(0.3 - dx(a)), 0)",
                                      "variable + dx(a)"};
  trm_log_clear(f->log);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    CHECK(fixture_compile(f, texts[i]) != NULL);
  CHECK(trm_log_count(f->log) == 0);
  /* a name already in error is not reported again */
  CHECK(fixture_compile(f, "1 + broken") == NULL);
  CHECK(trm_log_count(f->log) == 0);
}

/* 2^n copies of a variable within a variable: shared when equal, refused when too many */
static int find_tower(void *context, const char *name, TrmMeaning *meaning) {
  TrmExpr **levels = context;
  int level = name[1] - 'a';
  if (name[0] != 'v' || level < 0 || level > 25 || !levels[level]) return 0;
  *meaning = (TrmMeaning){.kind = TRM_MEANS_EXPRESSION, .expression = levels[level]};
  return 1;
}

static void test_tower(Fixture *f) {
  TrmExpr *levels[26] = {0};
  TrmResolver resolver = {.context = levels, .units = &f->units, .name = find_tower};
  char text[64];
  levels[0] = trm_expr_parse(f->arena, "time + 1", TRM_NOWHERE, f->log);
  for (int i = 1; i < 26; i++) {
    snprintf(text, sizeof text, "v%c*v%c + sin(v%c)", 'a' + i - 1, 'a' + i - 1, 'a' + i - 1);
    levels[i] = trm_expr_parse(f->arena, text, TRM_NOWHERE, f->log);
  }
  TrmProgram *p =
      trm_program_compile(f->arena, levels[25], TRM_NOWHERE, &resolver, 1, NULL, f->log);
  CHECK(p && p->main_count < 100);
  /* a variable that means itself: the guard on depth */
  TrmExpr *loop = trm_expr_parse(f->arena, "va + 1", TRM_NOWHERE, f->log);
  levels[0] = loop;
  trm_log_clear(f->log);
  CHECK(trm_program_compile(f->arena, loop, TRM_NOWHERE, &resolver, 1, NULL, f->log) == NULL);
  CHECK(trm_log_errors(f->log) == 1);
  trm_log_clear(f->log);
  /* too many operations */
  size_t room = 1 << 20, used = 0;
  char *wide = trm_arena_alloc(f->arena, room);
  TrmExpr *part[26] = {0};
  for (int i = 0; i < 18; i++) {
    used = 0;
    for (int j = 0; j < 19000 && used + 40 < room; j++)
      used +=
          (size_t)snprintf(wide + used, room - used, "%ssin(%d.%d*time)", j ? "+" : "", j, i + 1);
    part[i] = trm_expr_parse(f->arena, wide, TRM_NOWHERE, f->log);
  }
  memcpy(levels, part, sizeof part);
  TrmExpr *all = trm_expr_parse(f->arena, "va+vb+vc+vd+ve+vf+vg+vh+vi+vj", TRM_NOWHERE, f->log);
  CHECK(trm_program_compile(f->arena, all, TRM_NOWHERE, &resolver, 1, NULL, f->log) == NULL);
  CHECK(trm_log_errors(f->log) == 1);
  trm_log_clear(f->log);
}

/* the same bits from two compilations, and from shared and separate scratch memory */
static void test_determinism(Fixture *f) {
  static const char text[] =
      "dm(a,b)*sin(vr(a,b)) + noise(3, 7)*p^3 - impact(dx(a), vx(a), 1, 2, 1.5, 3, 4)";
  double first[2 * MOST_COLUMNS], second[2 * MOST_COLUMNS];
  TrmProgram *p = fixture_compile(f, text), *q = fixture_compile(f, text);
  size_t n;
  trm_program_columns(p, &n);
  for (int i = 0; i < 100; i++) {
    fixture_move(f);
    double *s = fixture_scratch(f, p), *t = fixture_scratch(f, q);
    memset(t, 0x7f, trm_program_scratch(q) * sizeof *t);
    double a = trm_program_gradient(p, &f->at, s, first);
    double b = trm_program_gradient(q, &f->at, t, second);
    CHECK(memcmp(&a, &b, sizeof a) == 0 && memcmp(first, second, n * sizeof *first) == 0);
    for (int order = 1; order <= 2; order++) {
      memset(t, 0x7f, trm_program_scratch(q) * sizeof *t);
      a = trm_program_rate_slopes(p, &f->at, s, order, first, first + n);
      b = trm_program_rate_slopes(q, &f->at, t, order, second, second + n);
      CHECK(memcmp(&a, &b, sizeof a) == 0 && memcmp(first, second, 2 * n * sizeof *first) == 0);
    }
  }
}

static void run(void *context) {
  Fixture *f = context;
  fixture_start(f);
  test_operators(f);
  test_own_operations(f);
  test_powers(f);
  test_branches(f);
  test_branch_rates(f);
  test_missing_third(f);
  test_zero_distance(f);
  test_events(f);
  test_layout(f);
  test_messages(f);
  test_silence(f);
  test_tower(f);
  test_determinism(f);
  fixture_end(f);
}

int main(void) {
  static Fixture f;
  CHECK(trm_guard(run, &f) == TRM_OK);
  return check_done();
}
