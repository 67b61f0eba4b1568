/* SPDX-License-Identifier: Apache-2.0
 *
 * Values of attributes: numbers, origins, names. A frame is an origin and roll, pitch, yaw about
 * fixed axes, R = Rz(yaw) Ry(pitch) Rx(roll).
 */
#include "base/text.h"
#include "math/mat3.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "read/urdf/robot.h"
#include "write/layout.h"
#include <math.h>
#include <string.h>

int trm_robot_numbers(TrmRobot *r, const TrmAttribute *a, double *values, size_t count) {
  const char *at = a->value;
  size_t found = 0;
  int good = 1;
  while (*(at += strspn(at, " \t\r\n")) && good) {
    size_t length = strcspn(at, " \t\r\n"), sign = *at == '+';
    double value;
    good = trm_number_parse(at + sign, length - sign, &value) && isfinite(value);
    if (good && found < count) values[found] = value;
    found++;
    at += length;
  }
  if (good && found == count) return 1;
  trm_log_add(r->log, TRM_E_URDF_VALUE, a->place, NULL,
              count == 1 ? "'%s' must be a number, not '%.40s'"
                         : "'%s' must be three numbers, not '%.40s'",
              a->name, a->value);
  if (strstr(a->value, "${") || strstr(a->value, "$("))
    trm_log_hint(r->log, "xacro comes first: xacro robot.xacro -o robot.urdf");
  return 0;
}

int trm_robot_number(TrmRobot *r, const TrmElement *e, const char *name, double *value) {
  const TrmAttribute *a = trm_element_attribute(e, name);
  return !a || trm_robot_numbers(r, a, value, 1);
}

int trm_robot_need(TrmRobot *r, const TrmElement *e, const char *name, double *value) {
  const TrmAttribute *a = trm_element_attribute(e, name);
  if (a) return trm_robot_numbers(r, a, value, 1);
  trm_log_add(r->log, TRM_E_URDF_MISSING, e->place, NULL, "<%s> needs '%s'", e->name, name);
  return 0;
}

int trm_robot_origin(TrmRobot *r, const TrmElement *e, double p[3], double R[9]) {
  const TrmAttribute *xyz = trm_element_attribute(e, "xyz"), *rpy = trm_element_attribute(e, "rpy");
  double a[3] = {0};
  int good = 1;
  memset(p, 0, 3 * sizeof *p);
  if (xyz) good &= trm_robot_numbers(r, xyz, p, 3);
  if (rpy) good &= trm_robot_numbers(r, rpy, a, 3);
  double c[3], s[3];
  for (int k = 0; k < 3; k++) {
    c[k] = cos(a[k]);
    s[k] = sin(a[k]);
  }
  R[0] = c[2] * c[1];
  R[1] = c[2] * s[1] * s[0] - s[2] * c[0];
  R[2] = c[2] * s[1] * c[0] + s[2] * s[0];
  R[3] = s[2] * c[1];
  R[4] = s[2] * s[1] * s[0] + c[2] * c[0];
  R[5] = s[2] * s[1] * c[0] - c[2] * s[0];
  R[6] = -s[1];
  R[7] = c[1] * s[0];
  R[8] = c[1] * c[0];
  return good;
}

const char *trm_robot_text(TrmRobot *r, const TrmElement *e, const char *name) {
  enum { LONGEST = 1000 };
  const TrmAttribute *a = trm_element_attribute(e, name);
  if (a && strlen(a->value) > LONGEST) {
    trm_log_add(r->log, TRM_E_URDF_VALUE, a->place, NULL, "'%s' is longer than %d characters", name,
                LONGEST);
    return NULL;
  }
  if (a && *a->value) return a->value;
  trm_log_add(r->log, TRM_E_URDF_MISSING, a ? a->place : e->place, NULL, "<%s> needs '%s'", e->name,
              name);
  return NULL;
}

const char *trm_robot_name(TrmRobot *r, const char *kind, const char *wanted) {
  return trm_node_unique(r->arena, r->names, kind, wanted);
}

int trm_robot_ignores(const TrmRobot *r, const char *what) {
  size_t length = strlen(what);
  for (const char *at = r->ignore; at && *at; at += strspn(at, ", ")) {
    size_t count = strcspn(at, ", "), same = 0;
    while (same < count && same < length && (at[same] | 0x20) == what[same]) same++;
    if (same == length && count == length) return 1;
    at += count;
  }
  return 0;
}

static int listed(const char *words, const char *word) {
  return trm_layout_lists(words, word, strlen(word));
}

/* is it an element of xacro, which makes robots? */
static int is_xacro(const TrmElement *e) {
  static const char prefix[] = "xacro:";
  size_t length = 0, at = e->place.column ? e->place.column - 1u : 0;
  const char *line = trm_source_line(e->place.source, e->place.line, &length);
  return line && at + sizeof prefix <= length && memcmp(line + at, prefix, sizeof prefix - 1) == 0;
}

static void pass_over(TrmRobot *r, const char *name) {
  if (!listed(r->skipped, name))
    r->skipped = trm_arena_printf(r->arena, "%s%s%s", r->skipped, *r->skipped ? "|" : "", name);
}

void trm_robot_check_children(TrmRobot *r, const TrmElement *e, const char *known) {
  /* what others put into robots for themselves */
  static const char passed[] = "gazebo|transmission|safety_controller|calibration|verbose|sensor|"
                               "ros2_control|contact|self_collision|disable_collisions|plugin|"
                               "group|group_state|end_effector|virtual_joint|frame|actuator|camera";
  for (const TrmElement *child = e->first; child; child = child->next) {
    if (listed(known, child->name)) continue;
    if (is_xacro(child)) {
      pass_over(r, "xacro");
      /* properties that are left over do nothing */
      if (r->xacro_told || listed("property|arg", child->name)) continue;
      r->xacro_told = 1;
      trm_log_add(r->log, TRM_W_URDF_SKIPPED, child->place, NULL,
                  "<xacro:%.40s> makes parts of a robot, and is left out", child->name);
      trm_log_hint(r->log, "xacro comes first: xacro robot.xacro -o robot.urdf");
      continue;
    }
    if (listed(passed, child->name)) {
      pass_over(r, child->name);
      continue;
    }
    trm_log_add(r->log, TRM_W_URDF_SKIPPED, child->place, NULL,
                "<%.40s> in <%s> is not known and is left out", child->name, e->name);
    TrmNearest nearest = trm_nearest(child->name);
    for (const char *at = known; at; at = strchr(at, '|') ? strchr(at, '|') + 1 : NULL)
      trm_nearest_try(&nearest, trm_arena_copy(r->arena, at, strcspn(at, "|")));
    if (nearest.best) trm_log_hint(r->log, "did you mean <%s>?", nearest.best);
  }
}

void trm_robot_compose(const double p[3], const double R[9], const double q[3], const double S[9],
                       double p_out[3], double R_out[9]) {
  double turned[3], both[9];
  trm_mat3_apply(R, q, turned);
  trm_vec3_add(p, 1, turned, p_out);
  trm_mat3_product(R, S, both);
  memcpy(R_out, both, sizeof both);
}

TrmNode *trm_robot_vector(TrmRobot *r, TrmPlace place, const double v[3]) {
  return trm_node_numbers(r->arena, place, v, 3);
}

void trm_robot_put_frame(TrmRobot *r, TrmNode *map, TrmPlace place, const double p[3],
                         const double R[9], int always) {
  double q[4], one[9], off = 0;
  trm_mat3_identity(one);
  for (int k = 0; k < 9; k++) off = fmax(off, fabs(R[k] - one[k]));
  if (always || trm_vec3_norm(p) > 0)
    trm_node_put(r->arena, map, "at", place, trm_robot_vector(r, place, p));
  if (!(off > 0)) return;
  trm_quat_from_matrix(R, q);
  TrmNode *orient = trm_node_map(r->arena, place);
  trm_node_put(r->arena, orient, "quaternion", place, trm_node_numbers(r->arena, place, q, 4));
  trm_node_put(r->arena, map, "orient", place, orient);
}
