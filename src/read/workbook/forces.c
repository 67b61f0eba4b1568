/* SPDX-License-Identifier: Apache-2.0
 *
 * The sheet Force Elements: springs, dampers and actuators on lines, torsion springs about hinges;
 * linear, or by one to three functions of which each holds on an interval.
 */
#include "base/text.h"
#include "math/vec3.h"
#include "read/workbook/workbook.h"
#include <math.h>
#include <string.h>

typedef enum Type { SPRING, DAMPER, TSPRING, ACTUATOR, TYPES } Type;

static const char *const words[] = {"spring", "damper", "tspring", "actuator"};

typedef struct Row {
  TrmWorkbook *w;
  const TrmSheetTable *t;
  uint32_t row;
  Type type;
  const char *word, *name;
  TrmBookBody *first, *second;
  TrmNode *map;
  const TrmBookHinge *hinge;
  int swapped;  /* the hinge has the bodies the other way round */
  double angle; /* of Tspring at the design position */
  double constant, rest;
} Row;

static TrmPlace place_of(const Row *r, unsigned field) {
  return trm_table_place(r->t, r->row, field, 0);
}

static void put_number(Row *r, unsigned field, const char *key, double value) {
  trm_node_put(r->w->arena, r->map, key, place_of(r, field),
               trm_node_number(r->w->arena, place_of(r, field), value));
}

static const char *shifted(Row *r, const char *name, double zero) {
  char number[32];
  if (!(fabs(zero) > 0)) return name;
  trm_number_format(zero, number);
  return trm_arena_printf(r->w->arena, "%s - (%s)", name, number);
}

/* what t stands for: an expression of the element; the coordinate whose intervals the engine knows
 * itself in `*along`, with its zero. NULL after an error. */
static const char *argument(Row *r, double *zero, int *along) {
  static const char *const usual[] = {"stretch", "rate", "angle", "time"};
  const char *given = trm_table_text(r->t, r->row, TRM_FORCES_ARGUMENT);
  if (!given) return NULL;
  const char *plain = trm_sheet_plain(r->w->arena, given);
  if (!*plain) plain = usual[r->type];
  int turns = r->type == TSPRING, length = strcmp(plain, "length") == 0 && !turns;
  *zero = 0;
  *along = 0;
  if (strcmp(plain, "time") == 0) return "time";
  if (strcmp(plain, "rate") == 0) return r->swapped ? "-speed" : "speed";
  if (turns && strcmp(plain, "angle") == 0) {
    /* theta - theta0, with theta = angle at the design position + angle of the hinge */
    *zero = r->swapped ? r->angle - r->rest : r->rest - r->angle;
    *along = !r->swapped;
    if (!r->swapped) return shifted(r, "angle", *zero);
    char number[32];
    trm_number_format(*zero, number);
    if (!(fabs(*zero) > 0)) return "-angle";
    return trm_arena_printf(r->w->arena, "%s - angle", number);
  }
  if (length || (!turns && strcmp(plain, "stretch") == 0)) {
    *zero = length ? 0 : r->rest;
    *along = r->type != ACTUATOR;
    return shifted(r, "length", *zero);
  }
  trm_log_add(r->t->log, TRM_E_CELL_WORD, place_of(r, TRM_FORCES_ARGUMENT), r->name,
              "'%.40s' is no argument of a %s", given, r->word);
  trm_log_hint(r->t->log, turns ? "angle, rate or time" : "stretch, length, rate or time");
  return NULL;
}

/* the functions in the model language; a torque on the second body is against the angle */
static int read_functions(Row *r, long count, const char *of, const char *functions[3]) {
  for (long i = 0; i < count; i++) {
    unsigned field = (unsigned)(TRM_FORCES_F1 + i);
    functions[i] = trm_table_function(r->t, r->row, field, 0, of);
    if (!functions[i]) return 0;
    if (!*functions[i]) {
      trm_workbook_lacks(r->t, r->row, field, r->word);
      return 0;
    }
    if (r->type == TSPRING && !r->swapped)
      functions[i] = trm_arena_printf(r->w->arena, "-(%s)", functions[i]);
  }
  return 1;
}

/* intervals as the engine has them, of length or angle */
static void put_pieces(Row *r, long count, const char *const functions[3], const double x[2],
                       double zero) {
  TrmArena *arena = r->w->arena;
  TrmPlace place = place_of(r, TRM_FORCES_F1);
  TrmNode *list = trm_node_list(arena, place);
  for (long i = 0; i < count; i++) {
    TrmPlace at = place_of(r, (unsigned)(TRM_FORCES_F1 + i));
    TrmPlace end = place_of(r, i ? TRM_FORCES_X2 : TRM_FORCES_X1);
    TrmNode *piece = trm_node_map(arena, at);
    if (i + 1 < count)
      trm_node_put(arena, piece, "below", end, trm_node_number(arena, end, x[i] + zero));
    trm_node_put(arena, piece, r->type == TSPRING ? "torque" : "force", at,
                 trm_node_scalar(arena, at, functions[i]));
    trm_node_push(arena, list, piece);
  }
  trm_node_put(arena, r->map, "pieces", place, list);
}

/* one to three functions; 0 after an error */
static int put_functions(Row *r, long count) {
  const char *functions[3] = {0}, *of, *whole;
  double x[2] = {0}, zero = 0;
  int along = 0;
  of = argument(r, &zero, &along);
  if (!of || !read_functions(r, count, of, functions)) return 0;
  if (!trm_table_number(r->t, r->row, TRM_FORCES_X1, &x[0]) ||
      !trm_table_number(r->t, r->row, TRM_FORCES_X2, &x[1]))
    return 0;
  if (count == 3 && !(x[1] > x[0])) {
    trm_log_add(r->t->log, TRM_E_SHEET_ROW, place_of(r, TRM_FORCES_X2), r->name,
                "x2 must be more than x1");
    return 0;
  }
  if (count > 1 && along) {
    put_pieces(r, count, functions, x, zero);
    return 1;
  }
  whole = functions[count - 1];
  for (long i = count - 2; i >= 0; i--) {
    char number[32];
    trm_number_format(x[i] + 0, number);
    whole = trm_arena_printf(r->w->arena, "if(%s %s %s, %s, %s)", of, i ? "<=" : "<", number,
                             functions[i], whole);
  }
  TrmPlace place = place_of(r, TRM_FORCES_F1);
  trm_node_put(r->w->arena, r->map, r->type == TSPRING ? "torque" : "force", place,
               trm_node_scalar(r->w->arena, place, whole));
  return 1;
}

/* the hinge between the two bodies, and the angle from s_i to s_j about it; 0 after an error */
static int find_hinge(Row *r) {
  long i = r->first - r->w->bodies + 1, j = r->second - r->w->bodies + 1;
  double si[3], sj[3], cross[3], axis[3] = {0};
  for (size_t k = 0; k < r->w->hinge_count && !r->hinge; k++) {
    const TrmBookHinge *hinge = &r->w->hinges[k];
    r->swapped = hinge->first == j && hinge->second == i;
    if (r->swapped || (hinge->first == i && hinge->second == j)) r->hinge = hinge;
  }
  /* it may stand in a sheet that could not be read */
  if (!r->hinge && r->w->jointless) return 0;
  if (!r->hinge) {
    trm_log_add(r->t->log, TRM_E_SHEET_ROW, place_of(r, TRM_FORCES_TYPE), r->name,
                "Tspring needs a joint Revolute or Cylindrical between bodies %ld and %ld", i, j);
    return 0;
  }
  if (!trm_table_vector(r->t, r->row, TRM_FORCES_PI, si) ||
      !trm_table_vector(r->t, r->row, TRM_FORCES_PJ, sj))
    return 0;
  int given = (trm_vec3_norm(si) > 0) + (trm_vec3_norm(sj) > 0);
  if (given == 1) {
    trm_workbook_lacks(r->t, r->row, trm_vec3_norm(si) > 0 ? TRM_FORCES_PJ : TRM_FORCES_PI,
                       "Tspring");
    return 0;
  }
  trm_vec3_unit(r->hinge->axis, axis);
  trm_vec3_cross(si, sj, cross);
  /* in the plane of the hinge */
  double along = trm_vec3_dot(si, axis) * trm_vec3_dot(sj, axis);
  r->angle = given ? atan2(trm_vec3_dot(cross, axis), trm_vec3_dot(si, sj) - along) : 0;
  if (r->angle < 0) r->angle += 6.283185307179586476925286766559;
  return 1;
}

static void put_torsion(Row *r, long count) {
  if (!find_hinge(r)) return;
  trm_node_put(r->w->arena, r->map, "torsion_spring", place_of(r, TRM_FORCES_TYPE),
               trm_node_scalar(r->w->arena, place_of(r, TRM_FORCES_TYPE), r->hinge->name));
  if (count && !put_functions(r, count)) return;
  if (!count) {
    put_number(r, TRM_FORCES_CONSTANT, "k", r->constant);
    put_number(r, TRM_FORCES_REST, "angle", r->swapped ? r->angle - r->rest : r->rest - r->angle);
  }
  trm_node_put(r->w->arena, r->w->forces_node, r->name, place_of(r, TRM_FORCES_TYPE), r->map);
  r->w->force_count++;
}

static void put_line(Row *r, long count) {
  static const char *const keys[] = {"from", "to"};
  double p[2][3], d[3];
  TrmPlace place = place_of(r, TRM_FORCES_TYPE);
  trm_node_put(
      r->w->arena, r->map, r->type == ACTUATOR ? "actuator" : "spring", place,
      trm_node_both(r->w->arena, place_of(r, TRM_FORCES_FIRST), r->first->name, r->second->name));
  for (unsigned k = 0; k < 2; k++) {
    if (!trm_table_vector(r->t, r->row, TRM_FORCES_PI + k, p[k])) return;
    trm_node_put(r->w->arena, r->map, keys[k], place_of(r, TRM_FORCES_PI + k),
                 trm_workbook_vector(r->w, place_of(r, TRM_FORCES_PI + k), p[k]));
  }
  trm_vec3_add(p[1], -1, p[0], d);
  if (!(trm_vec3_norm(d) > 0)) {
    trm_log_add(r->t->log, TRM_E_SHEET_ROW, place_of(r, TRM_FORCES_PJ), r->name,
                "P_i and P_j of %s in row %u are the same place", r->word, r->row);
    return;
  }
  if (count && !put_functions(r, count)) return;
  if (!count && r->type == SPRING) {
    put_number(r, TRM_FORCES_CONSTANT, "k", r->constant);
    put_number(r, TRM_FORCES_REST, "length", r->rest);
  }
  if (!count && r->type == DAMPER) put_number(r, TRM_FORCES_CONSTANT, "c", r->constant);
  if (!count && r->type == ACTUATOR) put_number(r, TRM_FORCES_CONSTANT, "force", r->constant);
  trm_node_put(r->w->arena, r->w->forces_node, r->name, place, r->map);
  r->w->force_count++;
}

static void read_row(Row *r) {
  long count;
  const char *plain = trm_sheet_plain(r->w->arena, r->word);
  while (r->type < TYPES && strcmp(words[r->type], plain) != 0) r->type++;
  if (r->type == TYPES) {
    trm_log_add(r->t->log, TRM_E_CELL_WORD, place_of(r, TRM_FORCES_TYPE), NULL,
                "'%.40s' is no type of force element", r->word);
    trm_log_hint(r->t->log, "Spring, Damper, Tspring or Actuator");
    return;
  }
  const char *name = trm_table_text(r->t, r->row, TRM_FORCES_NAME);
  if (!name || !*name) name = trm_arena_printf(r->w->arena, "%s_%zu", plain, r->w->force_count + 1);
  r->name = trm_workbook_name(r->w, "forces", name);
  r->first = trm_workbook_body(r->w, r->t, r->row, TRM_FORCES_FIRST);
  r->second = trm_workbook_body(r->w, r->t, r->row, TRM_FORCES_SECOND);
  if (!trm_table_whole(r->t, r->row, TRM_FORCES_NUMBER, 0, 3, &count) ||
      !trm_table_number(r->t, r->row, TRM_FORCES_CONSTANT, &r->constant) ||
      !trm_table_number(r->t, r->row, TRM_FORCES_REST, &r->rest) || !r->first || !r->second)
    return;
  if (r->type == TSPRING)
    put_torsion(r, count);
  else
    put_line(r, count);
}

void trm_workbook_forces(TrmWorkbook *w) {
  TrmSheetTable t = trm_sheet_table(w->arena, w->log, w->book, &trm_layout_forces, 0);
  for (uint32_t row = t.first; t.sheet && row <= t.last; row++) {
    Row r = {.w = w, .t = &t, .row = row};
    r.word = trm_table_text(&t, row, TRM_FORCES_TYPE);
    if (!r.word || !*r.word) continue;
    r.map = trm_node_map(w->arena, trm_table_place(&t, row, TRM_FORCES_TYPE, 0));
    read_row(&r);
  }
}
