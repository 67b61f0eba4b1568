/* SPDX-License-Identifier: Apache-2.0
 *
 * Parsing and printing: precedence against values worked out by C, thousands of random trees that
 * must survive print and parse unchanged, and every message with its column and hint.
 */
#include "expr/constant.h"
#include "unit/expr_fixture.h"

typedef struct Test {
  TrmArena *arena;
  TrmLog *log;
  TrmUnits units;
} Test;

static TrmConstants constants_of(Test *t) {
  return (TrmConstants){&t->units, NULL, NULL, NULL};
}

static double constant(Test *t, const char *text) {
  TrmConstants constants = constants_of(t);
  TrmConstant result = {0};
  TrmExpr *e = trm_expr_parse(t->arena, text, TRM_NOWHERE, t->log);
  if (!e || !trm_expr_constant(e, &constants, TRM_NOWHERE, t->log, &result)) return (double)NAN;
  return result.value;
}

static void test_values(Test *t) {
  CHECK_NEAR(constant(t, "-2^2"), -4, 0);
  CHECK_NEAR(constant(t, "2^-1"), 0.5, 0);
  CHECK_NEAR(constant(t, "2^3^2"), 512, 0);
  CHECK_NEAR(constant(t, "2**3"), 8, 0);
  CHECK_NEAR(constant(t, "2^-2^2"), 0.0625, 0);
  CHECK_NEAR(constant(t, "(-2)^3"), -8, 0);
  CHECK_NEAR(constant(t, "0^0 + 0^2"), 1, 0);
  CHECK_NEAR(constant(t, "10 - 4 - 3"), 3, 0);
  CHECK_NEAR(constant(t, "100/5/2*3"), 30, 0);
  CHECK_NEAR(constant(t, "2 + 3*4 - -5"), 19, 0);
  CHECK_NEAR(constant(t, "+3 - +2"), 1, 0);
  CHECK_NEAR(constant(t, "1.5e3 + .5 + 2. + 1E-1"), 1502.6, 1e-15);
  CHECK_NEAR(constant(t, "1 < 2"), 1, 0);
  CHECK_NEAR(constant(t, "1 + 1 >= 3 or not 1 > 2 and 2 <= 2"), 1, 0);
  CHECK_NEAR(constant(t, "not 1 == 1 or 0"), 0, 0);
  CHECK_NEAR(constant(t, "NOT 0 AND 1"), 1, 0);
  CHECK_NEAR(constant(t, "if(2 > 1, 10, 20)"), 10, 0);
  CHECK_NEAR(constant(t, "IF(-1: 1, 2, 3) + 10*if(0: 1, 2, 3) + 100*if(5: 1, 2, 3)"), 321, 0);
  CHECK_NEAR(constant(t, "30D - 30*deg"), 0, 0);
  CHECK_NEAR(constant(t, "180d"), 3.14159265358979323846, 1e-16);
  CHECK_NEAR(constant(t, "SIN(PI/2) + dtor*rtod"), 2, 1e-15);
  CHECK_NEAR(constant(t, "5*mm + 2*kN"), 2000.005, 1e-15);
  CHECK_NEAR(constant(t, "60*rpm"), 2 * 3.14159265358979323846, 1e-15);
  CHECK_NEAR(constant(t, "2^0.5"), sqrt(2), 1e-16);
  CHECK(trm_log_errors(t->log) == 0);
  t->units = trm_units_mmks();
  trm_units_set(&t->units, "angle", "deg");
  CHECK_NEAR(constant(t, "5*mm"), 5, 1e-15);
  CHECK_NEAR(constant(t, "1*m"), 1000, 1e-15);
  CHECK_NEAR(constant(t, "sin(30) + 30D/deg"), 30.5, 1e-15);
  t->units = trm_units_mks();
}

static void test_print(Test *t, const char *text, const char *expected) {
  TrmText out = {0};
  TrmExpr *e = trm_expr_parse(t->arena, text, TRM_NOWHERE, t->log);
  CHECK(e != NULL);
  if (!e) return;
  trm_expr_print(e, NULL, NULL, &out);
  CHECK_TEXT(out.bytes, expected);
  trm_text_clear(&out);
}

static const char *rename_k(void *context, const char *name, int call) {
  (void)context;
  return !call && strcmp(name, "k") == 0 ? "left_k" : call ? "other" : NULL;
}

static void test_prints(Test *t) {
  test_print(t, "((a+b))*c", "(a + b)*c");
  test_print(t, "a-(b-c)", "a - (b - c)");
  test_print(t, "(a-b)-c", "a - b - c");
  test_print(t, "(a*b)/(c*d)", "a*b/(c*d)");
  test_print(t, "(-a)^2", "(-a)^2");
  test_print(t, "-(a^2)", "-a^2");
  test_print(t, "a**(-b)", "a^-b");
  test_print(t, "(a^b)^c", "(a^b)^c");
  test_print(t, "a^(b^c)", "a^b^c");
  test_print(t, "a*(-b)", "a*-b");
  test_print(t, "(a<b) < c", "(a < b) < c");
  test_print(t, "not (a and b)", "not (a and b)");
  test_print(t, "(not a) and b", "not a and b");
  test_print(t, "(a or b) and c", "(a or b) and c");
  test_print(t, "not(a<b)", "not a < b");
  test_print(t, "if(x: 1,2, 3)", "if(x: 1, 2, 3)");
  test_print(t, "STEP(time,0,0,1,30D)", "STEP(time, 0, 0, 1, 30*deg)");
  test_print(t, "dx( crank.tip )+0.10", "dx(crank.tip) + 0.1");
  test_print(t, "f()", "f()");
  TrmText out = {0};
  trm_expr_print(trm_expr_parse(t->arena, "k*k2 + k(k)", TRM_NOWHERE, NULL), rename_k, NULL, &out);
  CHECK_TEXT(out.bytes, "left_k*k2 + other(left_k)");
  trm_text_clear(&out);
}

static int same_tree(const TrmExpr *a, const TrmExpr *b) {
  if (a->kind != b->kind || a->count != b->count) return 0;
  if (a->kind == TRM_EXPR_NUMBER && a->number != b->number) return 0;
  if ((a->kind == TRM_EXPR_UNARY || a->kind == TRM_EXPR_BINARY) && a->operation != b->operation)
    return 0;
  if ((a->kind == TRM_EXPR_NAME || a->kind == TRM_EXPR_CALL) && strcmp(a->name, b->name) != 0)
    return 0;
  for (size_t i = 0; i < a->count; i++)
    if (!same_tree(a->arguments[i], b->arguments[i])) return 0;
  return 1;
}

static size_t choose(size_t n) {
  return (size_t)check_random(0, (double)n);
}

/* a random tree, as the parser could have made it */
static TrmExpr *random_tree(TrmArena *arena, int depth) {
  static const char *const names[] = {"x", "crank.tip", "k_2", "time", "E1"};
  static const TrmExprKind kinds[] = {TRM_EXPR_NUMBER, TRM_EXPR_NAME,   TRM_EXPR_CALL,
                                      TRM_EXPR_UNARY,  TRM_EXPR_BINARY, TRM_EXPR_BINARY,
                                      TRM_EXPR_BINARY, TRM_EXPR_SIGN_IF};
  TrmExpr *e = trm_arena_alloc(arena, sizeof *e);
  e->kind = kinds[choose(depth > 0 ? 8 : 2)];
  e->number =
      choose(2) ? (double)choose(100) : check_random(0, 1) * pow(10, check_random(-300, 300));
  e->name = names[choose(5)];
  e->operation = e->kind == TRM_EXPR_UNARY ? (choose(2) ? TRM_OP_NOT : TRM_OP_NEGATE)
                                           : (unsigned)choose(TRM_OP_NOT);
  if (e->kind == TRM_EXPR_SIGN_IF) e->name = "if";
  e->count = e->kind == TRM_EXPR_CALL      ? choose(4)
             : e->kind == TRM_EXPR_UNARY   ? 1
             : e->kind == TRM_EXPR_BINARY  ? 2
             : e->kind == TRM_EXPR_SIGN_IF ? 4
                                           : 0;
  e->arguments = trm_arena_array(arena, 4, sizeof *e->arguments);
  for (size_t i = 0; i < e->count; i++) e->arguments[i] = random_tree(arena, depth - 1);
  return e;
}

static void test_round_trips(Test *t) {
  for (int i = 0; i < 5000; i++) {
    TrmText first = {0}, second = {0};
    TrmExpr *e = random_tree(t->arena, 1 + i % 6);
    trm_expr_print(e, NULL, NULL, &first);
    TrmExpr *again = trm_expr_parse(t->arena, first.bytes, TRM_NOWHERE, t->log);
    CHECK(again && same_tree(e, again));
    if (again) trm_expr_print(again, NULL, NULL, &second);
    CHECK_TEXT(second.bytes, first.bytes);
    trm_text_clear(&first);
    trm_text_clear(&second);
  }
}

/* each bad expression: its code, column, and part of text and hint */
static const BadExpression bad[] = {
    {"", "E402", 1, 0, "empty", NULL},
    {"1 +", "E402", 4, 1, "ends", NULL},
    {"1 + * 2", "E402", 5, 1, "'*' stands", NULL},
    {"(1 + 2", "E403", 1, 1, "not closed", "add ')'"},
    {"sin(1, (2 + 3", "E403", 8, 1, "not closed", NULL},
    {"1 + 2)", "E403", 6, 1, "closes nothing", "remove"},
    {")", "E403", 1, 1, "')' stands", NULL},
    {"(1, 2)", "E403", 3, 1, "',' stands", "arguments"},
    {"2x + 1", "E404", 1, 2, "between '2' and 'x'", "2*x"},
    {"3 sin(1)", "E404", 3, 3, "before 'sin'", NULL},
    {"a b", "E404", 3, 1, "before 'b'", NULL},
    {"1,5", "E404", 2, 1, "outside", "point"},
    {"1 < 2 < 3", "E404", 7, 1, "another comparison", "and"},
    {"a = b", "E401", 3, 1, "'='", "=="},
    {"a != b", "E401", 3, 2, "'!='", "not (a == b)"},
    {"a && b", "E401", 3, 2, "'&&'", "'and'"},
    {"a % b", "E401", 3, 1, "'%'", "mod"},
    {"2\xc2\xb7x", "E401", 2, 2, "\xc2\xb7", "'*'"},
    {"x\xc2\xb2", "E401", 2, 2, "\xc2\xb2", "'^2'"},
    {"a $ b", "E401", 3, 1, "'$'", NULL},
    {"1 + \x01", "E401", 5, 1, "0x01", NULL},
    {"\xff", "E401", 1, 1, "0xff", NULL},
    {"1e999", "E405", 1, 5, "1e999", "1.8e308"},
    {"1 + not 2", "E402", 5, 3, "'not'", "(not x)"},
    {"if(1: 2, 3)", "E411", 1, 11, "2 values", "if(e:"},
    {"sin(,)", "E402", 5, 1, "','", NULL},
    {"sin()", "E411", 1, 5, "0 arguments", "sin("},
    {"sin(1, 2)", "E411", 1, 9, "2 arguments", "sin("},
    {"if(1, 2)", "E411", 1, 8, "2 arguments", "if(condition"},
    {"sni(1)", "E410", 1, 3, "no function 'sni'", "'sin'"},
    {"1 + lenght", "E204", 5, 6, "'lenght'", NULL},
    {"time", "E414", 1, 4, "'time'", NULL},
    {"1 + dx(a)", "E414", 5, 2, "'dx'", NULL},
    {"sin", "E413", 1, 3, "is a function", "sin("},
    {"1/0", "E415", 1, 3, "infinite", NULL},
    {"0/0", "E415", 1, 3, "not a number", NULL},
};

static void test_errors(Test *t) {
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    TrmSource *source = trm_source_new("bad.yaml", bad[i].text, strlen(bad[i].text));
    TrmPlace place = {source, 1, 1, (uint16_t)strlen(bad[i].text)};
    TrmConstants constants = constants_of(t);
    TrmConstant result;
    trm_log_clear(t->log);
    TrmExpr *e = trm_expr_parse(t->arena, bad[i].text, place, t->log);
    if (e) CHECK(!trm_expr_constant(e, &constants, place, t->log, &result));
    check_message(&bad[i], t->log);
    trm_source_release(source);
  }
  trm_log_clear(t->log);
}

/* `n` copies of `part` around or after `middle` */
static char *repeated(Test *t, const char *open, const char *middle, const char *close, size_t n) {
  size_t a = strlen(open), m = strlen(middle), b = strlen(close);
  char *text = trm_arena_alloc(t->arena, n * (a + b) + m + 1), *p = text;
  for (size_t i = 0; i < n; i++, p += a) memcpy(p, open, a);
  memcpy(p, middle, m);
  p += m;
  for (size_t i = 0; i < n; i++, p += b) memcpy(p, close, b);
  return text;
}

static void test_limits(Test *t) {
  TrmLog *log = t->log;
  CHECK_NEAR(constant(t, repeated(t, "(", "7", ")", 190)), 7, 0);
  CHECK(trm_expr_parse(t->arena, repeated(t, "(", "7", ")", 250), TRM_NOWHERE, log) == NULL);
  CHECK(trm_expr_parse(t->arena, repeated(t, "-", "7", "", 100000), TRM_NOWHERE, log) == NULL);
  CHECK(trm_expr_parse(t->arena, repeated(t, "2^", "7", "", 100000), TRM_NOWHERE, log) == NULL);
  CHECK(trm_expr_parse(t->arena, repeated(t, "sin(", "7", ")", 100000), TRM_NOWHERE, log) == NULL);
  CHECK(trm_expr_parse(t->arena, repeated(t, "", "7", "+1", 400000), TRM_NOWHERE, log) == NULL);
  CHECK(trm_expr_parse(t->arena, repeated(t, "", "7", "     ", 300000), TRM_NOWHERE, log) == NULL);
  CHECK(trm_log_errors(log) == 6);
  /* long sums are fine, printing and working them out */
  char *sum = repeated(t, "", "7", " + 1", 19000);
  CHECK_NEAR(constant(t, sum), 19007, 0);
  test_print(t, sum, sum);
  trm_log_clear(log);
}

static void test_dimensions(Test *t, const char *text, int known, TrmDimension d) {
  TrmConstants constants = constants_of(t);
  TrmConstant result = {0};
  TrmExpr *e = trm_expr_parse(t->arena, text, TRM_NOWHERE, t->log);
  CHECK(e && trm_expr_constant(e, &constants, TRM_NOWHERE, t->log, &result));
  CHECK(result.has_dimension == known);
  if (known) CHECK(trm_dimension_same(result.dimension, d));
}

static void run(void *context) {
  Test *t = context;
  test_values(t);
  test_prints(t);
  test_round_trips(t);
  test_errors(t);
  test_limits(t);
  test_dimensions(t, "5", 0, (TrmDimension)TRM_DIMENSIONLESS);
  test_dimensions(t, "5*mm", 1, (TrmDimension)TRM_LENGTH);
  test_dimensions(t, "-2*(5*mm + 1)", 1, (TrmDimension)TRM_LENGTH);
  test_dimensions(t, "9.81*m/s^2", 1, (TrmDimension)TRM_ACCELERATION);
  test_dimensions(t, "sqrt(4*m*m)", 1, (TrmDimension)TRM_LENGTH);
  test_dimensions(t, "atan2(1*m, 2*mm)", 1, (TrmDimension)TRM_ANGLE);
  test_dimensions(t, "sin(30*deg)", 1, (TrmDimension)TRM_DIMENSIONLESS);
  test_dimensions(t, "if(1 < 2, 3*N, 4*kN)", 1, (TrmDimension)TRM_FORCE);
  CHECK(trm_log_count(t->log) == 0);
  test_dimensions(t, "5*mm + 3*N", 0, (TrmDimension)TRM_LENGTH);
  CHECK(trm_log_warnings(t->log) == 1);
}

int main(void) {
  Test t = {trm_arena_new(), trm_log_new(), trm_units_mks()};
  CHECK(trm_guard(run, &t) == TRM_OK);
  trm_arena_free(t.arena);
  trm_log_free(t.log);
  return check_done();
}
