/* SPDX-License-Identifier: Apache-2.0
 *
 * A shape with its values in a small table, for tests of the shapes alone.
 */
#ifndef TRM_TESTS_SHAPE_FIXTURE_H
#define TRM_TESTS_SHAPE_FIXTURE_H

#include "catalog/catalog.h"
#include "catalog/shape/shape.h"
#include "check.h"

typedef struct Given {
  const char *key, *text;
  double numbers[9];
  const double *places;
  size_t count;
} Given;

typedef struct Shape {
  TrmValues values;
  TrmItem item;
  Given given[12];
  size_t count;
} Shape;

static inline const Given *shape_find(const TrmValues *values, const char *key) {
  const Shape *shape = values->context;
  for (size_t i = 0; i < shape->count; i++)
    if (strcmp(shape->given[i].key, key) == 0) return &shape->given[i];
  return NULL;
}

static inline int shape_given(const TrmValues *values, const char *key) {
  return shape_find(values, key) != NULL;
}

static inline int shape_number(const TrmValues *values, const char *key, double *out) {
  const Given *given = shape_find(values, key);
  const TrmParam *param = trm_type_param(values->item->type, key);
  CHECK(param != NULL);
  if (given) {
    *out = given->numbers[0];
    return 1;
  }
  if (!param || !param->fallback) return 0;
  *out = atof(param->fallback);
  return 1;
}

static inline int shape_vector(const TrmValues *values, const char *key, double *out, size_t most,
                               size_t *count) {
  const Given *given = shape_find(values, key);
  if (!given) return 0;
  *count = given->count < most ? given->count : most;
  for (size_t i = 0; i < *count; i++) out[i] = given->numbers[i];
  return 1;
}

static inline int shape_triple(const TrmValues *values, const char *key, double out[3]) {
  size_t count;
  return shape_vector(values, key, out, 3, &count);
}

static inline int shape_nine(const TrmValues *values, const char *key, double out[9]) {
  size_t count;
  return shape_vector(values, key, out, 9, &count);
}

static inline int shape_places(const TrmValues *values, const char *key, double **out,
                               size_t *count) {
  const Given *given = shape_find(values, key);
  if (!given) return 0;
  *count = given->count;
  *out = trm_arena_array(values->arena, 3 * given->count, sizeof **out);
  memcpy(*out, given->places, 3 * given->count * sizeof **out);
  return 1;
}

static inline int shape_text(const TrmValues *values, const char *key, const char **out) {
  const Given *given = shape_find(values, key);
  if (given) *out = given->text;
  return given != NULL;
}

/* keys stand on lines of their own, in the order given, from line 10 on */
static inline TrmPlace shape_where(const TrmValues *values, const char *key) {
  const Shape *shape = values->context;
  const Given *given = shape_find(values, key);
  TrmPlace place = {NULL, 9, 1, 1};
  if (given) place.line = 10 + (unsigned)(given - shape->given);
  return place;
}

/* a shape of the type called `word`, of the body 'part' at the origin */
static inline void shape_start(Shape *shape, const char *word, TrmArena *arena, TrmLog *log) {
  *shape =
      (Shape){.item = {.type = trm_table_find(&trm_table_shapes, word), .place = {NULL, 5, 1, 1}},
              .values = {.arena = arena,
                         .log = log,
                         .owner = "part",
                         .axes = {1, 0, 0, 0, 1, 0, 0, 0, 1},
                         .given = shape_given,
                         .number = shape_number,
                         .vector = shape_vector,
                         .place = shape_triple,
                         .places = shape_places,
                         .direction = shape_triple,
                         .orient = shape_nine,
                         .text = shape_text,
                         .file = shape_text,
                         .where = shape_where}};
  CHECK(shape->item.type != NULL);
  shape->values.item = &shape->item;
  shape->values.context = shape;
}

static inline Given *shape_give(Shape *shape, const char *key) {
  CHECK(trm_type_param(shape->item.type, key) != NULL);
  shape->given[shape->count] = (Given){.key = key};
  return &shape->given[shape->count++];
}

static inline void give_number(Shape *shape, const char *key, double number) {
  Given *given = shape_give(shape, key);
  given->numbers[0] = number;
  given->count = 1;
}

static inline void give_numbers(Shape *shape, const char *key, const double *numbers,
                                size_t count) {
  Given *given = shape_give(shape, key);
  memcpy(given->numbers, numbers, count * sizeof *numbers);
  given->count = count;
}

static inline void give_places(Shape *shape, const char *key, const double *places, size_t count) {
  Given *given = shape_give(shape, key);
  given->places = places;
  given->count = count;
}

static inline void give_text(Shape *shape, const char *key, const char *text) {
  shape_give(shape, key)->text = text;
}

/* a random rotation, row-major */
static inline void random_rotation(double R[9]) {
  double e[4], n = 0;
  for (int i = 0; i < 4; i++) {
    e[i] = check_random(-1, 1);
    n += e[i] * e[i];
  }
  for (int i = 0; i < 4; i++) e[i] /= sqrt(n);
  double w = e[0], x = e[1], y = e[2], z = e[3];
  double M[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
                 2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
                 2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
  memcpy(R, M, sizeof M);
}

/* at + R local */
static inline void put(const double at[3], const double R[9], const double local[3],
                       double out[3]) {
  for (int i = 0; i < 3; i++)
    out[i] = at[i] + R[3 * i] * local[0] + R[3 * i + 1] * local[1] + R[3 * i + 2] * local[2];
}

/* the largest relative difference: mass and volume, centre by `size`, inertia by its trace */
static inline double mass_error(const TrmMassProperties *a, const TrmMassProperties *b,
                                double size) {
  double trace = b->inertia[0] + b->inertia[4] + b->inertia[8];
  double error = fmax(fabs(a->mass - b->mass) / b->mass, fabs(a->volume - b->volume) / b->volume);
  for (int i = 0; i < 3; i++) error = fmax(error, fabs(a->centre[i] - b->centre[i]) / size);
  for (int i = 0; i < 9; i++) error = fmax(error, fabs(a->inertia[i] - b->inertia[i]) / trace);
  return isfinite(error) ? error : HUGE_VAL;
}

/* the log has one entry, with this code and, where not 0, this line; then it is cleared */
static inline int one_entry(TrmLog *log, const char *code, unsigned line) {
  TrmEntry entry;
  int ok = trm_log_count(log) == 1 && trm_log_entry(log, 0, &entry) == TRM_OK &&
           strcmp(entry.code, code) == 0 && (!line || entry.line == line) && entry.object &&
           strcmp(entry.object, "part") == 0;
  if (!ok) {
    fprintf(stderr, "expected one %s at line %u, found %zu:\n", code, line, trm_log_count(log));
    for (size_t i = 0; trm_log_entry(log, i, &entry) == TRM_OK; i++)
      fprintf(stderr, "  %u: %s: %s\n", entry.line, entry.code, entry.text);
  }
  trm_log_clear(log);
  return ok;
}

/* run the tests of one program with an arena and a log; nothing may be left in the log */
static inline int run_shape_tests(void (*tests)(void *context), TrmArena **arena, TrmLog **log) {
  *arena = trm_arena_new();
  *log = trm_log_new();
  CHECK(trm_guard(tests, NULL) == TRM_OK);
  CHECK(trm_log_count(*log) == 0);
  trm_arena_free(*arena);
  trm_log_free(*log);
  return check_done();
}

#endif
