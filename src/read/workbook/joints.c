/* SPDX-License-Identifier: Apache-2.0
 *
 * The sheet Joints: what each type means in the model language; and points of interest, which
 * become markers. Rows Driver only say that rows of the sheet Joints Drivers apply.
 */
#include "base/text.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include "read/workbook/workbook.h"
#include <string.h>

enum { AT = 1, AXIS = 2, AXES = 4, TO = 8 };

/* a type of the layout, and the joint it is */
typedef struct Kind {
  const char *word, *joint;
  unsigned needs; /* AT: P; AXIS: s_i; AXES: s_i and s_j; TO: P2 */
} Kind;

static const Kind kinds[] = {{"spherical", "spherical", AT},
                             {"compspherical", "distance", AT | TO},
                             {"universal", "universal", AT | AXES},
                             {"revolute", "revolute", AT | AXIS},
                             {"cylindrical", "cylindrical", AT | AXIS},
                             {"translation", "prismatic", AT | AXIS},
                             {"sphrev", "spherical_revolute", AT | AXIS | TO},
                             {"trarev", "revolute_prismatic", AT | AXES | TO}};

typedef struct Row {
  TrmWorkbook *w;
  const TrmSheetTable *t;
  uint32_t row;
  const Kind *kind;
  const char *type, *name;
  TrmBookBody *first, *second;
  TrmNode *map;
} Row;

static TrmPlace place_of(const Row *r, unsigned field) {
  return trm_table_place(r->t, r->row, field, 0);
}

/* a vector under a key; one that has a direction */
static int put(Row *r, unsigned field, const char *key) {
  double v[3];
  if (!trm_table_vector(r->t, r->row, field, v)) return 0;
  trm_node_put(r->w->arena, r->map, key, place_of(r, field),
               trm_workbook_vector(r->w, place_of(r, field), v));
  return 1;
}

static int direction(Row *r, unsigned field, double v[3]) {
  if (!trm_table_vector(r->t, r->row, field, v)) return 0;
  if (trm_vec3_norm(v) > 0) return 1;
  trm_workbook_lacks(r->t, r->row, field, r->type);
  return 0;
}

/* a name from the sheet, or one of type and row */
static const char *name_of(Row *r, const char *stem, size_t number) {
  const char *given = trm_table_text(r->t, r->row, TRM_JOINTS_NAME);
  if (!given || !*given) given = trm_arena_printf(r->w->arena, "%s_%zu", stem, number);
  return trm_workbook_name(r->w, "joints", given);
}

static void keep(Row *r) {
  r->w->joint_count++;
  trm_node_put(r->w->arena, r->w->joints_node, r->name, place_of(r, TRM_JOINTS_TYPE), r->map);
}

/* the pair of bodies; the ball of SphRev is on body j and comes first */
static void put_pair(Row *r) {
  int swap = strcmp(r->kind->word, "sphrev") == 0;
  TrmPlace place = place_of(r, TRM_JOINTS_FIRST);
  const char *first = r->first->name, *second = r->second->name;
  trm_node_put(r->w->arena, r->map, r->kind->joint, place_of(r, TRM_JOINTS_TYPE),
               trm_node_both(r->w->arena, place, swap ? second : first, swap ? first : second));
}

static void keep_hinge(Row *r, const double axis[3]) {
  int hinge = strcmp(r->kind->word, "revolute") == 0 || strcmp(r->kind->word, "cylindrical") == 0;
  if (!hinge) return;
  TrmBookHinge it = {r->name, r->first - r->w->bodies + 1, r->second - r->w->bodies + 1, {0}};
  memcpy(it.axis, axis, sizeof it.axis);
  TRM_PUSH(r->w->arena, r->w->hinges, r->w->hinge_count, r->w->hinge_capacity, it);
}

/* axes of the joint; 0 after an error */
static int put_axes(Row *r) {
  double si[3], sj[3], cross[3];
  unsigned needs = r->kind->needs;
  TrmPlace place = place_of(r, TRM_JOINTS_SI);
  if (!(needs & (AXIS | AXES))) return 1;
  if (!direction(r, TRM_JOINTS_SI, si)) return 0;
  if (needs & AXIS) {
    trm_node_put(r->w->arena, r->map, "axis", place, trm_workbook_vector(r->w, place, si));
    keep_hinge(r, si);
    if (!trm_table_vector(r->t, r->row, TRM_JOINTS_SJ, sj) || !(trm_vec3_norm(sj) > 0)) return 1;
    trm_vec3_cross(si, sj, cross);
    if (trm_vec3_norm(cross) > 1e-6 * trm_vec3_norm(si) * trm_vec3_norm(sj))
      trm_log_add(r->t->log, TRM_W_SHEET_UNUSED, place_of(r, TRM_JOINTS_SJ), r->name,
                  "s_j of '%s' is not parallel to s_i and is not used", r->name);
    return 1;
  }
  if (!direction(r, TRM_JOINTS_SJ, sj)) return 0;
  if (r->kind->needs & TO) {
    trm_node_put(r->w->arena, r->map, "axis", place, trm_workbook_vector(r->w, place, si));
    trm_node_put(r->w->arena, r->map, "slide", place_of(r, TRM_JOINTS_SJ),
                 trm_workbook_vector(r->w, place_of(r, TRM_JOINTS_SJ), sj));
    return 1;
  }
  TrmNode *axes = trm_node_list(r->w->arena, place);
  trm_node_push(r->w->arena, axes, trm_workbook_vector(r->w, place, si));
  trm_node_push(r->w->arena, axes, trm_workbook_vector(r->w, place_of(r, TRM_JOINTS_SJ), sj));
  trm_node_put(r->w->arena, r->map, "axes", place, axes);
  return 1;
}

static void read_joint(Row *r) {
  r->second = trm_workbook_body(r->w, r->t, r->row, TRM_JOINTS_SECOND);
  if (!r->first || !r->second) return;
  if (r->first == r->second) {
    trm_log_add(r->t->log, TRM_E_SHEET_ROW, place_of(r, TRM_JOINTS_SECOND), NULL,
                "%s joins body %zu to itself", r->type, (size_t)(r->first - r->w->bodies) + 1);
    return;
  }
  r->name = name_of(r, r->kind->word, r->w->joint_count + 1);
  put_pair(r);
  /* from is on the first of the pair, to on the second */
  int swap = strcmp(r->kind->word, "sphrev") == 0, linked = (r->kind->needs & TO) != 0;
  if (!put(r, TRM_JOINTS_P, !linked ? "at" : swap ? "to" : "from")) return;
  if (linked && !trm_table_given(r->t, r->row, TRM_JOINTS_P2)) {
    trm_workbook_lacks(r->t, r->row, TRM_JOINTS_P2, r->type);
    return;
  }
  if (linked && !put(r, TRM_JOINTS_P2, swap ? "from" : "to")) return;
  if (put_axes(r)) keep(r);
}

static void read_ground(Row *r) {
  if (!r->first) return;
  r->name = name_of(r, "ground", r->w->joint_count + 1);
  trm_node_put(r->w->arena, r->map, "fixed", place_of(r, TRM_JOINTS_TYPE),
               trm_node_both(r->w->arena, place_of(r, TRM_JOINTS_FIRST), "ground", r->first->name));
  keep(r);
}

/* a coordinate that is held; a rotation about x is held by keeping y and z perpendicular */
static void read_simple(Row *r) {
  static const char *const coordinates[] = {"x", "y", "z"};
  long held;
  if (!r->first || !trm_table_whole(r->t, r->row, TRM_JOINTS_SECOND, 1, 6, &held)) return;
  TrmArena *arena = r->w->arena;
  TrmPlace place = place_of(r, TRM_JOINTS_SECOND), body = place_of(r, TRM_JOINTS_FIRST);
  TrmNode *list = trm_node_list(arena, place);
  r->name = name_of(r, "simple", r->w->joint_count + 1);
  if (held <= 3) {
    trm_node_put(arena, r->map, "hold", body, trm_node_scalar(arena, body, r->first->name));
    trm_node_push(arena, list, trm_node_scalar(arena, place, coordinates[held - 1]));
    trm_node_put(arena, r->map, "coordinates", place, list);
  } else {
    trm_node_put(arena, r->map, "perpendicular", body,
                 trm_node_both(arena, body, "ground", r->first->name));
    for (long k = 1; k <= 2; k++)
      trm_node_push(arena, list, trm_node_scalar(arena, place, coordinates[(held - 4 + k) % 3]));
    trm_node_put(arena, r->map, "axes", place, list);
  }
  keep(r);
}

static void read_point(Row *r) {
  TrmBookPoint point = {.place = place_of(r, TRM_JOINTS_P)};
  const char *name = trm_table_text(r->t, r->row, TRM_JOINTS_NAME);
  if (!r->first || !trm_table_vector(r->t, r->row, TRM_JOINTS_P, point.p)) return;
  point.body = r->first - r->w->bodies + 1;
  point.name = name && *name ? name : NULL;
  TRM_PUSH(r->w->arena, r->w->points, r->w->point_count, r->w->point_capacity, point);
}

static void read_row(Row *r) {
  const char *plain = trm_sheet_plain(r->w->arena, r->type);
  static const struct {
    const char *word, *type;
  } others[] = {{"sphsph", "compspherical"},
                {"hooke", "universal"},
                {"hinge", "revolute"},
                {"translational", "translation"},
                {"prismatic", "translation"}};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (strcmp(plain, others[i].word) == 0) plain = others[i].type;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (strcmp(kinds[i].word, plain) == 0) r->kind = &kinds[i];
  int ground = strcmp(plain, "ground") == 0, driver = strcmp(plain, "driver") == 0;
  int simple = strcmp(plain, "simple") == 0;
  int point = strcmp(plain, "points") == 0 || strcmp(plain, "point") == 0;
  if (!r->kind && !ground && !driver && !simple && !point) {
    trm_log_add(r->t->log, TRM_E_CELL_WORD, place_of(r, TRM_JOINTS_TYPE), NULL,
                "'%.40s' is no type of joint", r->type);
    TrmNearest nearest = trm_nearest(plain);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
      trm_nearest_try(&nearest, kinds[i].word);
    if (nearest.best)
      trm_log_hint(r->t->log, "did you mean '%s'?", nearest.best);
    else
      trm_log_hint(r->t->log, "it is one of %s", trm_layout_joints.columns[TRM_JOINTS_TYPE].words);
    return;
  }
  r->first = trm_workbook_body(r->w, r->t, r->row, TRM_JOINTS_FIRST);
  if (r->kind) read_joint(r);
  if (ground) read_ground(r);
  if (simple) read_simple(r);
  if (point) read_point(r);
  if (driver && r->first) r->first->driven++;
}

/* names that the sheet PosProcessing gives to points */
static void read_roles(TrmWorkbook *w) {
  TrmSheetTable t = trm_sheet_table(w->arena, w->log, w->book, &trm_layout_roles, 1);
  for (uint32_t row = t.first; t.sheet && row <= t.last; row++) {
    long number;
    const char *role = trm_table_text(&t, row, TRM_ROLES_ROLE);
    if (!trm_table_whole(&t, row, TRM_ROLES_POINT, 1, (long)w->point_count, &number)) continue;
    if (role && *role)
      w->points[number - 1].name = w->points[number - 1].role = role;
    else if (role)
      trm_workbook_lacks(&t, row, TRM_ROLES_ROLE, "the point");
  }
}

/* points become markers of their bodies */
static void put_points(TrmWorkbook *w) {
  for (size_t i = 0; i < w->point_count; i++) {
    TrmBookPoint *point = &w->points[i];
    TrmBookBody *body = &w->bodies[point->body - 1];
    double d[3], p[3];
    trm_vec3_add(point->p, -1, body->p, d);
    trm_mat3_apply_transposed(body->R, d, p);
    const char *wanted = point->name;
    if (!wanted) wanted = trm_arena_printf(w->arena, "point_%zu", i + 1);
    /* markers of other bodies may be called the same */
    const char *kind = trm_arena_printf(w->arena, "points of %s", body->name);
    point->name = trm_workbook_name(w, kind, wanted);
    if (!body->markers) body->markers = trm_node_map(w->arena, point->place);
    trm_node_put(w->arena, body->markers, point->name, point->place,
                 trm_workbook_vector(w, point->place, p));
  }
}

int trm_workbook_joints(TrmWorkbook *w) {
  TrmSheetTable t = trm_sheet_table(w->arena, w->log, w->book, &trm_layout_joints, 1);
  for (uint32_t row = t.first; t.sheet && row <= t.last; row++) {
    Row r = {.w = w, .t = &t, .row = row};
    r.type = trm_table_text(&t, row, TRM_JOINTS_TYPE);
    if (!r.type || !*r.type) continue;
    r.map = trm_node_map(w->arena, trm_table_place(&t, row, TRM_JOINTS_TYPE, 0));
    read_row(&r);
  }
  if (w->roles_wanted) read_roles(w);
  put_points(w);
  return t.sheet != NULL;
}
