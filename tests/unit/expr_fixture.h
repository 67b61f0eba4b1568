/* SPDX-License-Identifier: Apache-2.0
 *
 * Fixture of the expression tests: three bodies in random motion, markers on them and on ground,
 * two joints, splines, a few names, and helpers to parse, compile and evaluate.
 */
#ifndef TRM_TESTS_EXPR_FIXTURE_H
#define TRM_TESTS_EXPR_FIXTURE_H

#include "base/arena.h"
#include "check.h"
#include "expr/program.h"

enum { BODIES = 3, EXTERNALS = 8, MOST_COLUMNS = 1 + EXTERNALS + 18 * BODIES };

typedef struct Fixture {
  TrmArena *arena;
  TrmLog *log;
  TrmUnits units;
  TrmFrame a, b, c, g; /* on bodies 0, 1, 2 and ground */
  TrmSpline *curve, *surface;
  const TrmExpr *variable;
  TrmBodyMotion bodies[BODIES];
  double externals[EXTERNALS];
  TrmSituation at;
} Fixture;

/* An expression and the one message it must get: code, span, and part of text and hint. */
typedef struct BadExpression {
  const char *text, *code;
  unsigned column, length;
  const char *part, *hint; /* hint NULL: any or none */
} BadExpression;

/* the log holds exactly the message that is expected */
static inline void check_message(const BadExpression *bad, const TrmLog *log) {
  TrmEntry entry = {0};
  CHECK(trm_log_count(log) == 1);
  if (trm_log_entry(log, 0, &entry) != TRM_OK) return;
  int right = strcmp(entry.code, bad->code) == 0 && entry.column == bad->column &&
              entry.length == bad->length && strstr(entry.text, bad->part) != NULL &&
              (!bad->hint || (entry.hint && strstr(entry.hint, bad->hint)));
  CHECK(right);
  if (!right)
    fprintf(stderr, "'%s' gives %s at %u+%u: %s (%s)\n", bad->text, entry.code, entry.column,
            entry.length, entry.text, entry.hint ? entry.hint : "no hint");
}

static inline void mat_product(const double *a, const double *b, double *out) {
  double c[9];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      c[3 * i + j] = a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
  memcpy(out, c, sizeof c);
}

static inline void mat_vector(const double *a, const double *x, double *out) {
  for (int i = 0; i < 3; i++) out[i] = a[3 * i] * x[0] + a[3 * i + 1] * x[1] + a[3 * i + 2] * x[2];
}

static inline void mat_transposed(const double *a, const double *x, double *out) {
  for (int i = 0; i < 3; i++) out[i] = a[i] * x[0] + a[3 + i] * x[1] + a[6 + i] * x[2];
}

/* Rodrigues' formula: exp(v~) */
static inline void mat_exp(const double *v, double *out) {
  double t2 = v[0] * v[0] + v[1] * v[1] + v[2] * v[2], t = sqrt(t2);
  double s = t > 1e-4 ? sin(t) / t : 1 - t2 / 6;
  double c = t > 1e-4 ? (1 - cos(t)) / t2 : 0.5 - t2 / 24;
  double w[9] = {0, -v[2], v[1], v[2], 0, -v[0], -v[1], v[0], 0}, w2[9];
  mat_product(w, w, w2);
  for (int i = 0; i < 9; i++) out[i] = (i % 4 == 0) + s * w[i] + c * w2[i];
}

static inline void random_vector(double *v, double size) {
  for (int i = 0; i < 3; i++) v[i] = check_random(-size, size);
}

static inline void random_rotation(double *R) {
  double v[3];
  random_vector(v, 2);
  mat_exp(v, R);
}

static inline TrmFrame random_frame(int body) {
  TrmFrame f = {.body = body};
  random_vector(f.s, 1);
  random_rotation(f.A);
  return f;
}

static inline void fixture_move(Fixture *f) {
  for (int i = 0; i < BODIES; i++) {
    TrmBodyMotion *m = &f->bodies[i];
    random_vector(m->r, 2);
    random_rotation(m->R);
    random_vector(m->v, 2);
    random_vector(m->w, 2);
    random_vector(m->a, 2);
    random_vector(m->alpha, 2);
  }
  for (int i = 0; i < EXTERNALS; i++) f->externals[i] = check_random(-2, 2);
  f->at = (TrmSituation){check_random(0, 3), f->bodies, f->externals};
}

static inline int fixture_name(void *context, const char *name, TrmMeaning *meaning) {
  Fixture *f = context;
  *meaning = (TrmMeaning){.kind = TRM_MEANS_CONSTANT};
  if (strcmp(name, "k") == 0) {
    meaning->constant = (TrmConstant){1000, 1, TRM_STIFFNESS};
  } else if (strcmp(name, "n") == 0) {
    meaning->constant = (TrmConstant){3, 0, TRM_DIMENSIONLESS};
  } else if (strcmp(name, "p") == 0 || strcmp(name, "q") == 0) {
    meaning->kind = TRM_MEANS_EXTERNAL;
    meaning->external = *name == 'p' ? 0 : 1;
  } else if (strcmp(name, "variable") == 0) {
    meaning->kind = TRM_MEANS_EXPRESSION;
    meaning->expression = f->variable;
  } else if (strcmp(name, "broken") == 0) {
    return -1;
  } else {
    return 0;
  }
  return 1;
}

static inline int fixture_frame(void *context, const char *name, TrmFrame *frame) {
  Fixture *f = context;
  TrmFrame body = {0, {0, 0, 0}, {1, 0, 0, 0, 1, 0, 0, 0, 1}};
  if (strcmp(name, "a") == 0 || strcmp(name, "arm.tip") == 0)
    *frame = f->a;
  else if (strcmp(name, "b") == 0)
    *frame = f->b;
  else if (strcmp(name, "c") == 0)
    *frame = f->c;
  else if (strcmp(name, "g") == 0)
    *frame = f->g;
  else if (strcmp(name, "arm") == 0)
    *frame = body;
  else
    return 0;
  return 1;
}

static inline int fixture_joint(void *context, const char *name, TrmJointFrames *frames) {
  Fixture *f = context;
  *frames = (TrmJointFrames){f->a, f->b, 0, 0};
  if (strcmp(name, "hinge") == 0)
    frames->turns = 1;
  else if (strcmp(name, "slide") == 0)
    frames->slides = 1;
  else if (strcmp(name, "weld") != 0)
    return 0;
  return 1;
}

static inline int fixture_spline(void *context, const char *name, const TrmSpline **spline) {
  Fixture *f = context;
  *spline = strcmp(name, "curve") == 0     ? f->curve
            : strcmp(name, "surface") == 0 ? f->surface
                                           : NULL;
  return *spline != NULL;
}

static inline int fixture_element(void *context, const char *what, const char *name,
                                  unsigned *external) {
  (void)context;
  *external = what[0] == 'f' ? 2 : what[0] == 't' ? 3 : strcmp(what, "dif1") == 0 ? 5 : 4;
  return strcmp(name, "spring") == 0 || strcmp(name, "state") == 0;
}

static inline void fixture_suggest(void *context, const char *what, TrmNearest *nearest) {
  (void)context;
  if (strcmp(what, "name") == 0) trm_nearest_try(nearest, "variable");
  if (strcmp(what, "frame") == 0) trm_nearest_try(nearest, "arm.tip");
  if (strcmp(what, "joint") == 0) trm_nearest_try(nearest, "hinge");
  if (strcmp(what, "spline") == 0) trm_nearest_try(nearest, "curve");
  if (strcmp(what, "element") == 0) trm_nearest_try(nearest, "spring");
}

static inline TrmResolver fixture_resolver(Fixture *f) {
  return (TrmResolver){f,
                       &f->units,
                       fixture_name,
                       fixture_frame,
                       fixture_joint,
                       fixture_spline,
                       fixture_element,
                       fixture_suggest,
                       0};
}

static inline void fixture_start(Fixture *f) {
  double x[9], y[27], z[3] = {-2, 0, 2};
  size_t where;
  *f = (Fixture){.arena = trm_arena_new(), .log = trm_log_new(), .units = trm_units_mks()};
  f->a = random_frame(0);
  f->b = random_frame(1);
  f->c = random_frame(2);
  f->g = random_frame(-1);
  for (int i = 0; i < 9; i++) {
    x[i] = i - 4;
    for (int j = 0; j < 3; j++) y[9 * j + i] = sin(x[i]) + 0.3 * z[j] * cos(x[i]);
  }
  trm_spline_new(f->arena, TRM_SPLINE_CUBIC, TRM_END_LINEAR, x, 9, NULL, 1, y + 9, &where,
                 &f->curve);
  trm_spline_new(f->arena, TRM_SPLINE_CUBIC, TRM_END_LINEAR, x, 9, z, 3, y, &where, &f->surface);
  f->variable = trm_expr_parse(f->arena, "p*q + time", TRM_NOWHERE, NULL);
  fixture_move(f);
}

static inline void fixture_end(Fixture *f) {
  trm_arena_free(f->arena);
  trm_log_free(f->log);
}

static inline void fixture_degrees(Fixture *f) {
  f->units = trm_units_mmks();
  trm_units_set(&f->units, "angle", "deg");
  trm_units_set(&f->units, "time", "ms");
}

/* NULL after an error, which is in the log */
static inline TrmProgram *fixture_compile(Fixture *f, const char *text) {
  TrmResolver resolver = fixture_resolver(f);
  TrmExpr *e = trm_expr_parse(f->arena, text, TRM_NOWHERE, f->log);
  return e ? trm_program_compile(f->arena, e, TRM_NOWHERE, &resolver, 1, NULL, f->log) : NULL;
}

static inline double *fixture_scratch(Fixture *f, const TrmProgram *p) {
  return trm_arena_array(f->arena, trm_program_scratch(p) + 1, sizeof(double));
}

/* value of an expression at the fixture's situation; NaN when it does not compile */
static inline double fixture_value(Fixture *f, const char *text) {
  TrmProgram *p = fixture_compile(f, text);
  return p ? trm_program_value(p, &f->at, fixture_scratch(f, p)) : (double)NAN;
}

/* the situation moved by `step` times `direction` along the columns */
static inline void fixture_shift(const Fixture *f, const TrmColumn *columns, size_t count,
                                 const double *direction, double step, Fixture *out) {
  double turn[BODIES][3] = {{0}};
  *out = *f;
  out->at.bodies = out->bodies;
  out->at.externals = out->externals;
  for (size_t i = 0; i < count; i++) {
    double d = step * direction[i];
    if (columns[i].kind == TRM_COLUMN_TIME) out->at.time += d;
    if (columns[i].kind == TRM_COLUMN_EXTERNAL) out->externals[columns[i].index] += d;
    if (columns[i].kind != TRM_COLUMN_BODY) continue;
    TrmBodyMotion *m = &out->bodies[columns[i].index];
    unsigned group = columns[i].component / 3, j = columns[i].component % 3;
    double *parts[6] = {m->r, turn[columns[i].index], m->v, m->w, m->a, m->alpha};
    parts[group][j] += d;
  }
  for (int i = 0; i < BODIES; i++) {
    double E[9];
    mat_exp(turn[i], E);
    mat_product(f->bodies[i].R, E, out->bodies[i].R);
  }
}

/* first and second derivative at 0 of f(step), four levels of Richardson extrapolation */
static inline void differences(double (*value)(void *context, double step), void *context, double h,
                               double *first, double *second) {
  double one[4], two[4], middle = value(context, 0);
  for (int i = 0; i < 4; i++, h /= 2) {
    double up = value(context, h), down = value(context, -h);
    one[i] = (up - down) / (2 * h);
    two[i] = ((up - middle) - (middle - down)) / (h * h);
  }
  for (int level = 1; level < 4; level++)
    for (int i = 3; i >= level; i--) {
      double factor = (double)(1 << (2 * level)) - 1;
      one[i] += (one[i] - one[i - 1]) / factor;
      two[i] += (two[i] - two[i - 1]) / factor;
    }
  *first = one[3];
  *second = two[3];
}

#endif
