/* SPDX-License-Identifier: Apache-2.0
 *
 * Links: bodies at their frames while all joints are at zero, with mass, centre and inertia in the
 * frame of the link. A link without mass that is fixed to the one above is a marker there.
 */
#include "base/text.h"
#include "math/mat3.h"
#include "read/urdf/robot.h"
#include <string.h>

int trm_robot_has_mass(const TrmRobotLink *link) {
  return trm_element_child(link->element, "inertial") != NULL;
}

/* ixx to izz with the products, turned from the axes of <inertial> to those of the link */
static int read_inertia(TrmRobot *r, const TrmElement *inertia, const double R[9], double out[6]) {
  static const char *const names[] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
  double I[6] = {0}, A[9], B[9], Rt[9];
  int good = 1;
  for (int k = 0; k < 6; k++)
    good &= k < 3 ? trm_robot_need(r, inertia, names[k], &I[k])
                  : trm_robot_number(r, inertia, names[k], &I[k]);
  const double own[9] = {I[0], I[3], I[4], I[3], I[1], I[5], I[4], I[5], I[2]};
  trm_mat3_product(R, own, A);
  trm_mat3_transpose(R, Rt);
  trm_mat3_product(A, Rt, B);
  const double turned[6] = {B[0], B[4], B[8], B[1], B[2], B[5]};
  memcpy(out, turned, sizeof turned);
  return good;
}

static void put_mass(TrmRobot *r, TrmRobotLink *link) {
  const TrmElement *inertial = trm_element_child(link->element, "inertial");
  const TrmElement *mass = trm_element_child(inertial, "mass");
  const TrmElement *inertia = trm_element_child(inertial, "inertia");
  double m = 0, cm[3], R[9], I[6];
  if (!inertial) return;
  trm_robot_check_children(r, inertial, "origin|mass|inertia");
  for (int k = 0; k < 2; k++) {
    if (k ? inertia : mass) continue;
    trm_log_add(r->log, TRM_E_URDF_MISSING, inertial->place, link->given,
                "<inertial> of '%s' needs <%s>", link->given, k ? "inertia" : "mass");
  }
  if (!mass || !inertia || !trm_robot_need(r, mass, "value", &m)) return;
  if (!trm_robot_origin(r, trm_element_child(inertial, "origin"), cm, R) ||
      !read_inertia(r, inertia, R, I))
    return;
  TrmPlace place = trm_element_attribute(mass, "value")->place;
  if (!(m > 0)) {
    trm_log_add(r->log, TRM_E_URDF_MASS, place, link->given, "the mass of '%s' must be positive",
                link->given);
    trm_log_hint(r->log, "leave <inertial> out of a link that is only a frame");
    return;
  }
  TrmPlace at = inertia->place;
  int crossed = I[3] != 0 || I[4] != 0 || I[5] != 0;
  trm_node_put(r->arena, link->node, "mass", place, trm_node_number(r->arena, place, m));
  if (cm[0] != 0 || cm[1] != 0 || cm[2] != 0)
    trm_node_put(r->arena, link->node, "cm", inertial->place,
                 trm_robot_vector(r, inertial->place, cm));
  trm_node_put(r->arena, link->node, "inertia", at,
               trm_node_numbers(r->arena, at, I, crossed ? 6 : 3));
}

/* a frame on the body that the link is part of */
static void put_marker(TrmRobot *r, TrmRobotLink *link) {
  TrmRobotLink *body = link->body;
  TrmPlace place = link->element->place;
  double d[3], p[3], R[9];
  for (int k = 0; k < 3; k++) d[k] = link->p[k] - body->p[k];
  trm_mat3_apply_transposed(body->R, d, p);
  trm_mat3_transposed_product(body->R, link->R, R);
  TrmNode *map = trm_node_map(r->arena, place);
  trm_robot_put_frame(r, map, place, p, R, 0);
  if (!body->markers) body->markers = trm_node_map(r->arena, place);
  trm_node_put(r->arena, body->markers, link->name, place, map);
  r->merged++;
}

void trm_robot_link(TrmRobot *r, TrmRobotLink *link) {
  TrmPlace place = link->element->place;
  trm_robot_check_children(r, link->element, "inertial|visual|collision");
  if (link->body != link) {
    if (link->body != &r->ground || strcmp(link->given, "world") != 0) put_marker(r, link);
  } else {
    link->node = trm_node_map(r->arena, place);
    trm_robot_put_frame(r, link->node, place, link->p, link->R, 1);
    put_mass(r, link);
    trm_node_put(r->arena, r->bodies, link->name, place, link->node);
  }
  trm_robot_shapes(r, link);
}
