/* SPDX-License-Identifier: Apache-2.0
 *
 * Joints at their places as drawn, the points of interest, and motions as absolute coordinates of
 * the bodies that ground drives. Bodies of a planar model that no hinge or slide holds in the plane
 * are held by rows Simple.
 */
#include "compile/compiler.h"
#include "compile/workbook.h"
#include "math/mat3.h"
#include "math/quat.h"
#include "math/vec3.h"
#include <math.h>
#include <string.h>

/* types with a row of their own; what frames must have in common at the design position */
typedef struct Kind {
  const char *type, *word;
  int same_place, same_axis; /* origins meet; z axes are parallel */
  int axes;                  /* s_i and s_j: 1, s_i alone: 2 the first's z, 3 the second's */
  int swapped, second_place; /* body i is the second; P2 is needed */
} Kind;

static const Kind kinds[] = {{"spherical", "Spherical", 1, 0, 0, 0, 0},
                             {"revolute", "Revolute", 1, 1, 2, 0, 0},
                             {"cylindrical", "Cylindrical", 0, 1, 2, 0, 0},
                             {"prismatic", "Translation", 0, 1, 2, 0, 0},
                             {"universal", "Universal", 1, 0, 1, 0, 0},
                             {"distance", "CompSpherical", 0, 0, 0, 0, 1},
                             {"spherical_revolute", "SphRev", 0, 0, 3, 1, 1},
                             {"revolute_prismatic", "TraRev", 0, 1, 1, 0, 1}};

static const TrmLayout *const sheet = &trm_layout_joints;

static void put_place(BookWriter *w, unsigned column, const double p_g[3]) {
  double p[3];
  for (int k = 0; k < 3; k++) p[k] = p_g[k] / w->system->units.length;
  trm_workbook_numbers(w->out, sheet, column, p);
}

static void begin_row(BookWriter *w, const char *type, int first, int second) {
  trm_workbook_row(w->out, sheet);
  trm_workbook_text(w->out, sheet, TRM_JOINTS_TYPE, 0, type);
  trm_workbook_number(w->out, sheet, TRM_JOINTS_FIRST, 0, first + 2);
  if (second >= TRM_GROUND) trm_workbook_number(w->out, sheet, TRM_JOINTS_SECOND, 0, second + 2);
}

/* the frames must meet as drawn, because only one place and axis is written */
static int drawn(BookWriter *w, const TrmJoint *joint, const Kind *kind, const double p[2][3],
                 const double R[2][9]) {
  double d[3], cross[3], z[2][3], size = trm_vec3_norm(p[0]) + w->system->units.length;
  trm_vec3_add(p[1], -1, p[0], d);
  for (int s = 0; s < 2; s++)
    for (int k = 0; k < 3; k++) z[s][k] = R[s][3 * k + 2];
  trm_vec3_cross(z[0], z[1], cross);
  int good = (!kind->same_place || trm_vec3_norm(d) <= 1e-9 * size) &&
             (!kind->same_axis || trm_vec3_norm(cross) <= 1e-9);
  /* along one axis: the second's origin lies on it */
  if (good && kind->same_axis && !kind->same_place && !kind->second_place) {
    trm_vec3_cross(z[0], d, cross);
    good = trm_vec3_norm(cross) <= 1e-9 * size;
  }
  if (strcmp(kind->type, "distance") == 0 && joint->length > 0)
    good = fabs(joint->length - trm_vec3_norm(d)) <= 1e-9 * size;
  if (!good)
    trm_book_refuse(w, joint->item->place, joint->item->name, "parts that do not meet as drawn");
  return good;
}

static void put_axes(BookWriter *w, const Kind *kind, const double R[2][9]) {
  int s = kind->axes == 3, slide = strcmp(kind->type, "revolute_prismatic") == 0;
  const double si[3] = {R[s][2], R[s][5], R[s][8]};
  /* the slide of a block is along x of the second */
  int column = slide ? 0 : 2;
  const double sj[3] = {R[1][column], R[1][3 + column], R[1][6 + column]};
  if (kind->axes) trm_workbook_numbers(w->out, sheet, TRM_JOINTS_SI, si);
  if (kind->axes == 1) trm_workbook_numbers(w->out, sheet, TRM_JOINTS_SJ, sj);
}

static void write_hold(BookWriter *w, const TrmJoint *joint) {
  if (joint->held > 7) {
    trm_book_refuse(w, joint->item->place, joint->item->name, "angles that are held");
    return;
  }
  for (int k = 0; k < 3; k++) {
    if (!(joint->held >> k & 1)) continue;
    begin_row(w, "Simple", joint->first >= 0 ? joint->first : joint->second, k - 1);
    trm_workbook_text(w->out, sheet, TRM_JOINTS_NAME, 0, joint->item->name);
  }
}

static void write_joint(BookWriter *w, const TrmJoint *joint) {
  static const char *const extras[] = {"friction", "limits", "active"};
  const char *type = joint->type->type.name, *name = joint->item->name;
  const Kind *kind = NULL;
  double p[2][3], R[2][9];
  for (size_t i = 0; i < 3; i++)
    if (trm_item_value(joint->item, extras[i]))
      trm_book_refuse(w, joint->item->place, name, extras[i]);
  if (strcmp(type, "hold") == 0) {
    write_hold(w, joint);
    return;
  }
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !joint->coupling; i++)
    if (strcmp(kinds[i].type, type) == 0) kind = &kinds[i];
  int ground = joint->first < 0 || joint->second < 0;
  if (strcmp(type, "fixed") == 0 && ground && joint->has_frames) {
    begin_row(w, "Ground", joint->first < 0 ? joint->second : joint->first, TRM_GROUND - 1);
    trm_workbook_text(w->out, sheet, TRM_JOINTS_NAME, 0, name);
    return;
  }
  if (!kind || !joint->has_frames) {
    trm_book_refuse(w, joint->item->place, name, trm_arena_printf(w->arena, "the type %s", type));
    return;
  }
  trm_frame_in_ground(w->system, &joint->frame_first, p[0], R[0]);
  trm_frame_in_ground(w->system, &joint->frame_second, p[1], R[1]);
  if (!drawn(w, joint, kind, (const double(*)[3])p, (const double(*)[9])R)) return;
  int s = kind->swapped;
  begin_row(w, kind->word, s ? joint->second : joint->first, s ? joint->first : joint->second);
  put_place(w, TRM_JOINTS_P, p[s]);
  put_axes(w, kind, (const double(*)[9])R);
  if (kind->second_place) put_place(w, TRM_JOINTS_P2, p[!s]);
  trm_workbook_text(w->out, sheet, TRM_JOINTS_NAME, 0, name);
}

/* hinges and slides keep what they join in one plane */
static int holds_plane(const TrmJoint *joint) {
  const char *type = joint->type->type.name;
  return !joint->coupling && (strcmp(type, "revolute") == 0 || strcmp(type, "prismatic") == 0 ||
                              strcmp(type, "fixed") == 0);
}

static void hold_in_plane(BookWriter *w) {
  const TrmSystem *system = w->system;
  char *held = trm_arena_alloc(w->arena, system->body_count + 1);
  for (size_t b = 0; b < system->body_count; b++) {
    for (int changed = 1; changed;) {
      changed = 0;
      for (size_t i = 0; i < system->joint_count; i++) {
        const TrmJoint *joint = &system->joints[i];
        if (!holds_plane(joint)) continue;
        int first = joint->first < 0 || held[joint->first];
        int second = joint->second < 0 || held[joint->second];
        if (first == second) continue;
        held[first ? joint->second : joint->first] = 1;
        changed = 1;
      }
    }
    if (held[b]) continue;
    held[b] = 1;
    /* z, and the turns about x and y */
    for (int direction = 3; direction <= 5; direction++)
      begin_row(w, "Simple", (int)b, direction - 2);
  }
}

/* a point of a wheel with its role */
static void write_role(BookWriter *w, const TrmWheel *wheel, int body, const char *key,
                       const double p[3]) {
  const char *role = trm_arena_printf(w->arena, "%s_%s", wheel->item->name, key);
  begin_row(w, "Points", body, TRM_GROUND - 1);
  put_place(w, TRM_JOINTS_P, p);
  trm_workbook_text(w->out, sheet, TRM_JOINTS_NAME, 0, role);
  trm_workbook_row(w->out, &trm_layout_roles);
  trm_workbook_number(w->out, &trm_layout_roles, TRM_ROLES_POINT, 0, (double)++w->points);
  trm_workbook_text(w->out, &trm_layout_roles, TRM_ROLES_ROLE, 0, role);
}

static void write_wheel(BookWriter *w, const TrmWheel *wheel) {
  double patch[3];
  memcpy(patch, wheel->centre, sizeof patch);
  trm_vec3_add(wheel->centre, -wheel->radius, wheel->up, patch);
  write_role(w, wheel, wheel->carrier, "wheel_centre", wheel->centre);
  write_role(w, wheel, wheel->carrier, "contact_patch", patch);
  if (wheel->steered) {
    write_role(w, wheel, wheel->carrier, "lower_ball_joint", wheel->lower);
    write_role(w, wheel, wheel->strut ? TRM_GROUND : wheel->carrier,
               wheel->strut ? "strut_top" : "upper_ball_joint", wheel->upper);
  }
  static const char *const keys[] = {"wheelbase", "cg_height", "brake_share", "drive_share",
                                     "spring",    "rack",      "axle",        "axis"};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    if (trm_item_value(wheel->item, keys[i])) {
      trm_log_add(w->log, TRM_W_WORKBOOK_DROPPED, wheel->item->place, wheel->item->name,
                  "of the suspension '%s' only the points are written", wheel->item->name);
      return;
    }
}

static void write_points(BookWriter *w) {
  for (size_t i = 0; i < w->system->marker_count; i++) {
    const TrmMarker *marker = &w->system->markers[i];
    TrmFrame frame = trm_marker_frame(w->system, marker);
    double p[3], R[9];
    trm_frame_in_ground(w->system, &frame, p, R);
    begin_row(w, "Points", marker->body, TRM_GROUND - 1);
    put_place(w, TRM_JOINTS_P, p);
    trm_workbook_text(w->out, sheet, TRM_JOINTS_NAME, 0, marker->item->name);
    w->points++;
  }
  for (size_t i = 0; i < w->system->wheel_count; i++) write_wheel(w, &w->system->wheels[i]);
}

void trm_book_joints(BookWriter *w) {
  for (size_t i = 0; i < w->system->joint_count; i++) write_joint(w, &w->system->joints[i]);
  if (w->system->planar) hold_in_plane(w);
  for (size_t b = 0; b < w->system->body_count; b++)
    if (w->frames[b].driven) begin_row(w, "Driver", (int)b, TRM_GROUND - 1);
  write_points(w);
}

/* the angle of the second's x axis from the first's, and the offset along z of the first */
static double design_value(const BookWriter *w, const TrmMotion *motion, double axis[3]) {
  double p[2][3], R[2][9], d[3], x[3], y[3], second[3];
  trm_frame_in_ground(w->system, &motion->first, p[0], R[0]);
  trm_frame_in_ground(w->system, &motion->second, p[1], R[1]);
  for (int k = 0; k < 3; k++) {
    x[k] = R[0][3 * k];
    y[k] = R[0][3 * k + 1];
    axis[k] = R[0][3 * k + 2];
    second[k] = R[1][3 * k];
  }
  trm_vec3_add(p[1], -1, p[0], d);
  if (!motion->turns) return trm_vec3_dot(axis, d) / w->system->units.length;
  return atan2(trm_vec3_dot(second, y), trm_vec3_dot(second, x));
}

/* f with a factor and a constant, as a cell holds it */
static const char *shifted(BookWriter *w, const char *f, double factor, double more) {
  char a[32], b[32];
  const char *body = strncmp(f, "@(t) ", 5) == 0 ? f + 5 : f;
  trm_number_format(factor, a);
  trm_number_format(more, b);
  if (!(fabs(factor - 1) > 0) && !(fabs(more) > 0)) return f;
  return trm_arena_printf(w->arena, "@(t) %s*(%s) + (%s)", a, body, b);
}

static void write_motion(BookWriter *w, const TrmMotion *motion) {
  const TrmItem *item = motion->item;
  BookOwner owner = {.name = item->name, .place = item->place};
  double axis[3], p[3], u[3] = {0};
  int swapped = motion->second.body < 0, body = swapped ? motion->first.body : motion->second.body;
  int ground = motion->first.body < 0 || motion->second.body < 0, k = 0;
  if (trm_item_value(item, "active")) trm_book_refuse(w, item->place, item->name, "active");
  if (motion->spans) {
    trm_book_refuse(w, item->place, item->name, "a distance that it drives");
    return;
  }
  if (!motion->has_frames || !motion->course || !ground || body < 0 || motion->level) {
    trm_book_refuse(w, item->place, item->name,
                    motion->level ? "a speed or acceleration that it drives"
                                  : "something that it drives between two bodies");
    return;
  }
  const char *f = trm_book_function(w, motion->course, &owner);
  double design = design_value(w, motion, axis), sign = swapped ? -1 : 1;
  if (!f) return;
  for (int i = 1; i < 3; i++)
    if (fabs(axis[i]) > fabs(axis[k])) k = i;
  trm_workbook_row(w->out, &trm_layout_drivers);
  trm_workbook_number(w->out, &trm_layout_drivers, TRM_DRIVERS_BODY, 0, body + 2);
  trm_workbook_number(w->out, &trm_layout_drivers, TRM_DRIVERS_DIRECTION, 0,
                      k + 1 + (motion->turns ? 3 : 0));
  w->frames[body].driven = 1;
  if (motion->turns) {
    double q[4];
    for (int i = 0; i < 3; i++) u[i] = sign * axis[i];
    trm_quat_from_matrix(w->frames[body].R, q);
    f = shifted(w, f, 1, 2 * atan2(trm_vec3_dot(q + 1, u), q[0]) - design);
  } else {
    /* the body may move along the axis only */
    u[k] = 1;
    for (int i = 0; i < 3; i++) p[i] = w->frames[body].p[i] / w->system->units.length;
    f = shifted(w, f, sign * axis[k], p[k] - sign * axis[k] * design);
    double across = 1 - fabs(axis[k]);
    if (motion->joint < 0 && across > 1e-12)
      trm_book_refuse(w, item->place, item->name, "a direction that is no global axis");
    /* a row is about the mass centre, and about global axes */
    const double *arm = swapped ? motion->first.s : motion->second.s;
    if (motion->joint < 0 && (swapped || trm_vec3_norm(arm) > 1e-9 * w->system->units.length))
      trm_book_refuse(w, item->place, item->name, "a driven point that is no mass centre");
  }
  trm_workbook_numbers(w->out, &trm_layout_drivers, TRM_DRIVERS_U, u);
  trm_book_put(w, &trm_layout_drivers, TRM_DRIVERS_F, 0, f);
}

void trm_book_motions(BookWriter *w) {
  for (size_t i = 0; i < w->system->motion_count; i++) write_motion(w, &w->system->motions[i]);
}
