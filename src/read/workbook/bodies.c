/* SPDX-License-Identifier: Apache-2.0
 *
 * The sheet Bodies: centre of mass, one of three forms of orientation, and what a simulation of
 * forces needs besides.
 */
#include "base/text.h"
#include "math/mat3.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include "read/workbook/workbook.h"
#include <string.h>

static const double nothing[3] = {0, 0, 0};

static int is_zero(const double v[3]) {
  return memcmp(v, nothing, sizeof nothing) == 0 || !(trm_vec3_norm(v) > 0);
}

static void complain(const TrmSheetTable *t, uint32_t row, unsigned field, const char *name,
                     const char *text) {
  trm_log_add(t->log, TRM_E_SHEET_ORIENT, trm_table_place(t, row, field, 0), name, "'%s' %s", name,
              text);
}

/* form 1: x and y axes through points */
static int by_points(TrmWorkbook *w, const TrmSheetTable *t, uint32_t row, TrmBookBody *body,
                     const double px[3], const double py[3]) {
  double x[3], y[3];
  TrmPlace place = trm_table_place(t, row, TRM_BODIES_X, 0);
  trm_vec3_add(px, -1, body->p, x);
  trm_vec3_add(py, -1, body->p, y);
  if (!trm_rotation_two_axes(0, x, 1, y, body->R)) {
    complain(t, row, TRM_BODIES_X, body->name, "has points that lie in one line with its centre");
    return 0;
  }
  TrmNode *form = trm_node_map(w->arena, place), *points = trm_node_map(w->arena, place);
  trm_node_put(w->arena, points, "x", place, trm_workbook_vector(w, place, px));
  trm_node_put(w->arena, points, "y", trm_table_place(t, row, TRM_BODIES_Y, 0),
               trm_workbook_vector(w, place, py));
  trm_node_put(w->arena, form, "points", place, points);
  trm_node_put(w->arena, body->node, "orient", place, form);
  return 1;
}

static void put_form(TrmWorkbook *w, TrmBookBody *body, TrmPlace place, const char *key,
                     const double values[3], const double *angle) {
  TrmNode *form = trm_node_map(w->arena, place);
  trm_node_put(w->arena, form, key, place, trm_workbook_vector(w, place, values));
  if (angle) trm_node_put(w->arena, form, "angle", place, trm_node_number(w->arena, place, *angle));
  trm_node_put(w->arena, body->node, "orient", place, form);
}

/* the one form that is filled in; 0 after an error */
static int put_orient(TrmWorkbook *w, const TrmSheetTable *t, uint32_t row, TrmBookBody *body) {
  double px[3], py[3], bryant[3], axis[3], angle = 0;
  int good = trm_table_vector(t, row, TRM_BODIES_X, px);
  good &= trm_table_vector(t, row, TRM_BODIES_Y, py);
  good &= trm_table_vector(t, row, TRM_BODIES_BRYANT, bryant);
  good &= trm_table_vector(t, row, TRM_BODIES_AXIS, axis);
  good &= trm_table_number(t, row, TRM_BODIES_ANGLE, &angle);
  trm_mat3_identity(body->R);
  if (!good) return 0;
  int points = !is_zero(px) || !is_zero(py), turned = angle > 0 || angle < 0;
  int forms = points + !is_zero(bryant) + (turned || !is_zero(axis));
  if (forms > 1) {
    complain(t, row, points ? TRM_BODIES_X : TRM_BODIES_BRYANT, body->name,
             "has its orientation given twice: fill in one of the three forms");
    return 0;
  }
  if (points) return by_points(w, t, row, body, px, py);
  if (!is_zero(bryant)) {
    trm_rotation_bryant(bryant, body->R);
    put_form(w, body, trm_table_place(t, row, TRM_BODIES_BRYANT, 0), "bryant", bryant, NULL);
  }
  if (turned && is_zero(axis)) {
    complain(t, row, TRM_BODIES_AXIS, body->name, "is turned by an angle, but about no axis");
    return 0;
  }
  if (turned) {
    trm_rotation_axis_angle(axis, angle, body->R);
    put_form(w, body, trm_table_place(t, row, TRM_BODIES_AXIS, 0), "axis", axis, &angle);
  }
  return 1;
}

/* three numbers under a key, when any is not zero */
static void put_vector(TrmWorkbook *w, const TrmSheetTable *t, uint32_t row, unsigned field,
                       const char *key, TrmBookBody *body) {
  double v[3];
  TrmPlace place = trm_table_place(t, row, field, 0);
  if (!trm_table_vector(t, row, field, v) || is_zero(v)) return;
  trm_node_put(w->arena, body->node, key, place, trm_workbook_vector(w, place, v));
}

/* a force or moment of three functions */
static void put_load(TrmWorkbook *w, const TrmSheetTable *t, uint32_t row, unsigned field,
                     const char *type, TrmBookBody *body) {
  TrmPlace place = trm_table_place(t, row, field, 0);
  TrmNode *vector = trm_node_list(w->arena, place), *map = trm_node_map(w->arena, place);
  int acts = 0, good = 1;
  for (unsigned k = 0; k < 3; k++) {
    const char *part = trm_table_function(t, row, field, k, "time");
    TrmPlace at = trm_table_place(t, row, field, k);
    good &= part != NULL;
    if (!part || !*part) part = "0";
    acts |= strcmp(part, "0") != 0;
    trm_node_push(w->arena, vector, trm_node_scalar(w->arena, at, part));
  }
  if (!acts || !good) return;
  trm_node_put(w->arena, map, type, place, trm_node_scalar(w->arena, place, body->name));
  trm_node_put(w->arena, map, "vector", place, vector);
  const char *name = trm_arena_printf(w->arena, "%s_%s", body->name, type);
  trm_node_put(w->arena, w->forces_node, trm_workbook_name(w, "forces", name), place, map);
  w->force_count++;
}

static void put_mass(TrmWorkbook *w, const TrmSheetTable *t, uint32_t row, TrmBookBody *body) {
  double mass;
  TrmPlace place = trm_table_place(t, row, TRM_BODIES_MASS, 0);
  if (!trm_table_number(t, row, TRM_BODIES_MASS, &mass)) return;
  if (mass < 0) {
    trm_log_add(t->log, TRM_E_SHEET_ROW, place, body->name, "the mass of '%s' is negative",
                body->name);
    return;
  }
  if (!(mass > 0)) return;
  trm_node_put(w->arena, body->node, "mass", place, trm_node_number(w->arena, place, mass));
  put_vector(w, t, row, TRM_BODIES_INERTIA, "inertia", body);
}

/* row 1: the absolute frame, where everything else is measured from */
static void read_ground(const TrmSheetTable *t, TrmBookBody *body) {
  double p[3];
  body->name = "ground";
  trm_mat3_identity(body->R);
  if (!trm_table_vector(t, t->first, TRM_BODIES_CENTRE, p) || is_zero(p)) return;
  trm_log_add(t->log, TRM_E_SHEET_ROW, trm_table_place(t, t->first, TRM_BODIES_CENTRE, 0), NULL,
              "the first row is the absolute frame, which lies at 0, 0, 0");
  trm_log_hint(t->log, "put a row 'Absolute Frame' before the first body");
}

static void read_body(TrmWorkbook *w, const TrmSheetTable *t, uint32_t row, TrmBookBody *body) {
  const char *name = trm_table_text(t, row, TRM_BODIES_NAME);
  TrmPlace place = trm_table_place(t, row, TRM_BODIES_NAME, 0);
  TrmPlace centre = trm_table_place(t, row, TRM_BODIES_CENTRE, 0);
  body->name = trm_workbook_name(w, "bodies", name && *name ? name : "body");
  body->node = trm_node_map(w->arena, place);
  if (trm_table_vector(t, row, TRM_BODIES_CENTRE, body->p))
    trm_node_put(w->arena, body->node, "at", centre, trm_workbook_vector(w, centre, body->p));
  put_orient(w, t, row, body);
  put_mass(w, t, row, body);
  if (w->dynamic) {
    put_vector(w, t, row, TRM_BODIES_VELOCITY, "velocity", body);
    put_vector(w, t, row, TRM_BODIES_SPIN, "spin", body);
    put_load(w, t, row, TRM_BODIES_FORCE, "force", body);
    put_load(w, t, row, TRM_BODIES_MOMENT, "torque", body);
  }
  trm_node_put(w->arena, w->bodies_node, body->name, place, body->node);
}

void trm_workbook_bodies(TrmWorkbook *w) {
  TrmSheetTable t = trm_sheet_table(w->arena, w->log, w->book, &trm_layout_bodies, 1);
  if (!t.sheet) return;
  trm_workbook_name(w, "bodies", "ground");
  for (uint32_t row = t.first; row <= t.last; row++) {
    TrmBookBody body = {0};
    if (row == t.first)
      read_ground(&t, &body);
    else
      read_body(w, &t, row, &body);
    TRM_PUSH(w->arena, w->bodies, w->body_count, w->body_capacity, body);
  }
  if (w->body_count < 2)
    trm_log_add(w->log, TRM_E_SHEET_ROW, trm_table_place(&t, t.first, TRM_BODIES_NAME, 0), NULL,
                "the sheet 'Bodies' has no body beside the absolute frame");
}
