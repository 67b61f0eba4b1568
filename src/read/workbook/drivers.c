/* SPDX-License-Identifier: Apache-2.0
 *
 * The sheet Joints Drivers: absolute coordinates and angles as functions of time, which become
 * motions between ground and the body. The equations are x = u_x f along x, and about an axis the
 * turn of the body from the absolute frame is f. Derivatives that are given are compared with the
 * exact ones.
 */
#include "base/text.h"
#include "expr/program.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "read/workbook/workbook.h"
#include <math.h>
#include <string.h>

/* Where the program of a function finds names: it has none but time and constants. */
static int no_name(void *context, const char *name, TrmMeaning *meaning) {
  (void)context;
  (void)name;
  (void)meaning;
  return 0;
}

static void no_suggestion(void *context, const char *what, TrmNearest *nearest) {
  (void)context;
  (void)what;
  (void)nearest;
}

static TrmProgram *compile(TrmWorkbook *w, const char *text, TrmPlace place) {
  TrmUnits units = trm_units_mks();
  TrmResolver resolver = {.units = &units, .name = no_name, .suggest = no_suggestion, .quiet = 1};
  TrmExpr *tree = trm_expr_parse(w->arena, text, place, w->log);
  return tree ? trm_program_compile(w->arena, tree, place, &resolver, 1, NULL, w->log) : NULL;
}

/* compare a derivative that is given with that of f, at times over the run */
static void check_rate(TrmWorkbook *w, const TrmSheetTable *t, uint32_t row, unsigned field,
                       const char *f, int order) {
  enum { TIMES = 23 };
  const char *given = trm_table_function(t, row, field, 0, "time");
  TrmPlace place = trm_table_place(t, row, field, 0);
  TrmProgram *exact = given && *given ? compile(w, f, place) : NULL;
  TrmProgram *own = exact ? compile(w, given, place) : NULL;
  if (!own) return;
  size_t n = trm_program_scratch(exact), m = trm_program_scratch(own);
  double *scratch = trm_arena_array(w->arena, (n > m ? n : m) + 1, sizeof *scratch), size = 0;
  double values[TIMES][2];
  for (int i = 0; i < TIMES; i++) {
    TrmSituation at = {.time = w->until * i / (TIMES - 1)};
    values[i][0] = trm_program_rate(exact, &at, scratch, order);
    values[i][1] = trm_program_value(own, &at, scratch);
    if (isfinite(values[i][0])) size = fmax(size, fabs(values[i][0]));
  }
  for (int i = 0; i < TIMES; i++) {
    if (!isfinite(values[i][0]) || fabs(values[i][1] - values[i][0]) <= 1e-6 * size) continue;
    trm_log_add(w->log, TRM_W_DRIVER_RATE, place, NULL,
                "'%s' is %.6g at t = %.6g s, where the derivative of f is %.6g",
                t->layout->columns[field].title, values[i][1], w->until * i / (TIMES - 1),
                values[i][0]);
    trm_log_hint(w->log, "the exact derivative is used; the cell may be left blank");
    return;
  }
}

/* how far a body is turned about an axis: the turn's part along it, from -pi to pi */
static double turned(const TrmBookBody *body, const double axis[3]) {
  double q[4], u[3] = {0};
  trm_quat_from_matrix(body->R, q);
  trm_vec3_unit(axis, u);
  return 2 * atan2(trm_vec3_dot(q + 1, u), q[0]);
}

/* both z axes along the axis: then angles are measured between the x axes, absolutely */
static int absolute(const TrmBookBody *body, const double axis[3]) {
  double cross[3], z[3] = {body->R[2], body->R[5], body->R[8]};
  trm_vec3_cross(z, axis, cross);
  return axis[2] > 0 && !(axis[0] * axis[0] + axis[1] * axis[1] > 0) &&
         trm_vec3_norm(cross) <= 1e-9 * trm_vec3_norm(axis) && trm_vec3_dot(z, axis) > 0;
}

/* u, where all blank means the axis itself; 0 after an error */
static int read_axis(const TrmSheetTable *t, uint32_t row, long direction, double u[3]) {
  long k = (direction - 1) % 3;
  if (!trm_table_vector(t, row, TRM_DRIVERS_U, u)) return 0;
  if (!(trm_vec3_norm(u) > 0)) u[k] = 1;
  if (fabs(u[k]) > 0) return 1;
  trm_log_add(t->log, TRM_E_SHEET_ROW, trm_table_place(t, row, TRM_DRIVERS_U, (unsigned)k), NULL,
              "direction %ld is driven, but u has no part along it", direction);
  return 0;
}

/* f with a factor before it and an angle taken away */
static const char *course(TrmWorkbook *w, const char *f, double factor, double less) {
  char number[32];
  if (fabs(factor - 1) > 0) {
    trm_number_format(factor, number);
    f = trm_arena_printf(w->arena, "%s*(%s)", number, f);
  }
  if (!(fabs(less) > 0)) return f;
  trm_number_format(less, number);
  return trm_arena_printf(w->arena, "%s - (%s)", f, number);
}

static void read_row(TrmWorkbook *w, const TrmSheetTable *t, uint32_t row) {
  static const char *const axes[] = {"x", "y", "z"};
  long direction;
  double u[3];
  TrmBookBody *body = trm_workbook_body(w, t, row, TRM_DRIVERS_BODY);
  TrmPlace place = trm_table_place(t, row, TRM_DRIVERS_F, 0);
  int good = trm_table_whole(t, row, TRM_DRIVERS_DIRECTION, 1, 6, &direction);
  const char *f = trm_table_function(t, row, TRM_DRIVERS_F, 0, "time");
  int asked = body && body->driven != 0;
  if (asked) body->driven = -1;
  if (!body || !good || !f || !read_axis(t, row, direction, u)) return;
  if (!*f) {
    trm_workbook_lacks(t, row, TRM_DRIVERS_F, "the driver");
    return;
  }
  check_rate(w, t, row, TRM_DRIVERS_RATE, f, 1);
  check_rate(w, t, row, TRM_DRIVERS_SECOND, f, 2);
  if (!asked) {
    trm_log_add(w->log, TRM_W_SHEET_UNUSED, trm_table_place(t, row, TRM_DRIVERS_BODY, 0),
                body->name, "the driver of '%s' is not used", body->name);
    trm_log_hint(w->log, "add a row Driver with its number to the sheet Joints");
    return;
  }
  TrmPlace where = trm_table_place(t, row, TRM_DRIVERS_U, 0);
  TrmNode *map = trm_node_map(w->arena, place);
  long k = (direction - 1) % 3;
  trm_node_put(
      w->arena, map, "between", place,
      trm_node_both(w->arena, trm_table_place(t, row, TRM_DRIVERS_BODY, 0), "ground", body->name));
  if (direction <= 3)
    trm_node_put(w->arena, map, "along", where, trm_node_scalar(w->arena, where, axes[k]));
  else
    trm_node_put(w->arena, map, "about", where, trm_workbook_vector(w, where, u));
  double less = direction <= 3 || absolute(body, u) ? 0 : turned(body, u);
  const char *value = course(w, f, direction <= 3 ? u[k] : 1, less);
  trm_node_put(w->arena, map, direction <= 3 ? "displacement" : "angle", place,
               trm_node_scalar(w->arena, place, value));
  const char *name = trm_arena_printf(w->arena, "%s_driver_%ld", body->name, direction);
  trm_node_put(w->arena, w->motions_node, trm_workbook_name(w, "motions", name), place, map);
  w->driver_count++;
}

void trm_workbook_drivers(TrmWorkbook *w) {
  int needed = 0;
  for (size_t i = 0; i < w->body_count; i++) needed |= w->bodies[i].driven;
  TrmSheetTable t = trm_sheet_table(w->arena, w->log, w->book, &trm_layout_drivers, needed);
  for (uint32_t row = t.first; t.sheet && row <= t.last; row++)
    if (trm_table_given(&t, row, TRM_DRIVERS_BODY)) read_row(w, &t, row);
  for (size_t i = 0; t.sheet && i < w->body_count; i++) {
    if (w->bodies[i].driven <= 0) continue;
    trm_log_add(w->log, TRM_E_SHEET_ROW, trm_table_place(&t, t.first, TRM_DRIVERS_BODY, 0),
                w->bodies[i].name, "the sheet '%s' has no row for the driver of body %zu, '%s'",
                t.sheet->name, i + 1, w->bodies[i].name);
  }
}
