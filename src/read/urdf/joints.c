/* SPDX-License-Identifier: Apache-2.0
 *
 * Joints: between the bodies of two links, at their origin and along their axis as they stand at
 * zero. Damping and friction become forces about or along the joint, mimic a coupler. Loops are
 * closed by joints between two markers, exactly.
 */
#include "base/text.h"
#include "math/mat3.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include "read/urdf/robot.h"
#include <math.h>
#include <string.h>

static const TrmRobotType types[] = {
    {"revolute", "revolute", 1, 0, 1, 0},      {"continuous", "revolute", 1, 0, 1, 0},
    {"prismatic", "prismatic", 0, 1, 1, 0},    {"fixed", "fixed", 0, 0, 0, 0},
    {"planar", "planar", 0, 0, 1, 0},          {"floating", NULL, 0, 0, 0, 0},
    {"spherical", "spherical", 0, 0, 0, 1},    {"ball", "spherical", 0, 0, 0, 1},
    {"cylindrical", "cylindrical", 1, 1, 1, 1}};

const TrmRobotType *trm_robot_type(TrmRobot *r, const TrmElement *e, int loop) {
  const char *word = trm_robot_text(r, e, "type");
  if (!word) return NULL;
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (strcmp(types[i].word, word) == 0 && (loop ? types[i].joint != NULL : !types[i].loop_only))
      return &types[i];
  trm_log_add(r->log, TRM_E_URDF_TYPE, trm_element_attribute(e, "type")->place, NULL,
              "'%.40s' is no type of %s", word, loop ? "loop joint" : "joint");
  TrmNearest nearest = trm_nearest(word);
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (loop || !types[i].loop_only) trm_nearest_try(&nearest, types[i].word);
  if (nearest.best) trm_log_hint(r->log, "did you mean '%s'?", nearest.best);
  return NULL;
}

/* the axis in the frame of the joint; x when it is left out */
static int read_axis(TrmRobot *r, const TrmElement *e, double axis[3]) {
  const TrmElement *given = trm_element_child(e, "axis");
  const TrmAttribute *xyz = trm_element_attribute(given, "xyz");
  axis[0] = 1;
  axis[1] = axis[2] = 0;
  if (given && !trm_robot_text(r, given, "xyz")) return 0;
  if (xyz && !trm_robot_numbers(r, xyz, axis, 3)) return 0;
  if (trm_vec3_norm(axis) > 0) return 1;
  trm_log_add(r->log, TRM_E_URDF_VALUE, xyz->place, NULL, "the axis has no length");
  return 0;
}

static void put_limits(TrmRobot *r, TrmRobotJoint *joint) {
  const TrmElement *limit = trm_element_child(joint->element, "limit");
  int asked = strcmp(joint->type->word, "revolute") == 0 || joint->type->slides;
  double range[2] = {0, 0}, low, high;
  if (!limit || !asked || trm_robot_ignores(r, "limits")) return;
  int given = trm_element_attribute(limit, "lower") || trm_element_attribute(limit, "upper");
  if (!trm_robot_number(r, limit, "lower", &range[0]) ||
      !trm_robot_number(r, limit, "upper", &range[1]) || !given)
    return;
  low = range[0];
  high = range[1];
  if (!(high >= low)) {
    trm_log_add(r->log, TRM_E_URDF_VALUE, limit->place, joint->given,
                "the limits of '%s' have the lower above the upper", joint->given);
    return;
  }
  if (high > low)
    trm_node_put(r->arena, joint->node, "limits", limit->place,
                 trm_node_numbers(r->arena, limit->place, range, 2));
}

/* c and the dry friction as one law of the speed: -c v - F tanh(v/v0) with v0 = 1e-3 */
static const char *resistance(TrmRobot *r, const char *speed, double c, double friction) {
  char damping[32], dry[32];
  trm_number_format(c, damping);
  trm_number_format(friction, dry);
  const char *text = "";
  if (c > 0) text = trm_arena_printf(r->arena, "-%s*%s", damping, speed);
  if (friction > 0)
    text =
        trm_arena_printf(r->arena, "%s%s%s*tanh(1000*%s)", text, *text ? " - " : "-", dry, speed);
  return text;
}

/* along a slide: on the child, borne by the parent, in ground's axes at the design position */
static TrmNode *slide_force(TrmRobot *r, TrmRobotJoint *joint, TrmPlace place, const char *law) {
  TrmRobotLink *parent = joint->parent->body, *child = joint->child->body;
  TrmNode *map = trm_node_map(r->arena, place), *vector = trm_node_list(r->arena, place);
  double axis[3], p[3];
  /* the direction in the parent's axes, which carry it along */
  trm_mat3_apply_transposed(parent->R, joint->axis_g, axis);
  memcpy(p, joint->child->p, sizeof p);
  trm_node_put(r->arena, map, "force", place,
               trm_node_both(r->arena, place, child->name, parent->name));
  trm_node_put(r->arena, map, "at", place, trm_robot_vector(r, place, p));
  for (int k = 0; k < 3; k++) {
    char number[32];
    trm_number_format(axis[k] + 0, number);
    trm_node_push(r->arena, vector,
                  fabs(axis[k]) > 0 ? trm_node_printf(r->arena, place, "%s*(%s)", number, law)
                                    : trm_node_scalar(r->arena, place, "0"));
  }
  trm_node_put(r->arena, map, "vector", place, vector);
  trm_node_put(r->arena, map, "in", place, trm_node_scalar(r->arena, place, parent->name));
  return map;
}

static void put_resistance(TrmRobot *r, TrmRobotJoint *joint) {
  const TrmElement *dynamics = trm_element_child(joint->element, "dynamics");
  double c = 0, friction = 0;
  if (!dynamics || !trm_robot_number(r, dynamics, "damping", &c) ||
      !trm_robot_number(r, dynamics, "friction", &friction))
    return;
  if (c < 0 || friction < 0) {
    trm_log_add(r->log, TRM_E_URDF_VALUE, dynamics->place, joint->given,
                "damping and friction of '%s' must not be negative", joint->given);
    return;
  }
  if (trm_robot_ignores(r, "damping")) c = 0;
  if (trm_robot_ignores(r, "friction")) friction = 0;
  int moves = joint->type->turns || joint->type->slides;
  if (!(c > 0 || friction > 0) || !moves) return;
  TrmPlace place = dynamics->place;
  TrmNode *map = NULL;
  if (joint->type->turns) {
    map = trm_node_map(r->arena, place);
    trm_node_put(r->arena, map, "torsion_spring", place,
                 trm_node_scalar(r->arena, place, joint->name));
    if (friction > 0)
      trm_node_put(r->arena, map, "torque", place,
                   trm_node_scalar(r->arena, place, resistance(r, "speed", c, friction)));
    else
      trm_node_put(r->arena, map, "c", place, trm_node_number(r->arena, place, c));
  } else {
    const char *speed = trm_arena_printf(r->arena, "speed(%s)", joint->name);
    map = slide_force(r, joint, place, resistance(r, speed, c, friction));
  }
  const char *name = trm_arena_printf(r->arena, "%s_resistance", joint->name);
  trm_node_put(r->arena, r->forces, trm_robot_name(r, "forces", name), place, map);
}

void trm_robot_joint(TrmRobot *r, TrmRobotJoint *joint) {
  const TrmElement *e = joint->element;
  TrmPlace place = e->place;
  double axis[3] = {0};
  trm_robot_check_children(r, e, "parent|child|origin|axis|limit|dynamics|mimic");
  if (joint->type->has_axis && !read_axis(r, e, axis)) return;
  TrmRobotLink *parent = joint->parent->body, *child = joint->child->body;
  trm_mat3_apply(joint->child->R, axis, joint->axis_g);
  if (!joint->type->joint || parent == child) return;
  joint->node = trm_node_map(r->arena, place);
  trm_node_put(r->arena, joint->node, joint->type->joint, place,
               trm_node_both(r->arena, place, parent->name, child->name));
  trm_node_put(r->arena, joint->node, "at", place, trm_robot_vector(r, place, joint->child->p));
  if (joint->type->has_axis)
    trm_node_put(r->arena, joint->node, "axis", place, trm_robot_vector(r, place, joint->axis_g));
  if (joint->type->turns || joint->type->slides) put_limits(r, joint);
  trm_node_put(r->arena, r->joints_node, joint->name, place, joint->node);
  put_resistance(r, joint);
}

/* q = multiplier * q of the other + offset */
void trm_robot_mimic(TrmRobot *r, TrmRobotJoint *joint) {
  const TrmElement *mimic = trm_element_child(joint->element, "mimic");
  double factors[2] = {1, -1}, offset = 0;
  if (!mimic || !joint->node || trm_robot_ignores(r, "mimic")) return;
  const char *given = trm_robot_text(r, mimic, "joint");
  if (!given || !trm_robot_number(r, mimic, "multiplier", &factors[0]) ||
      !trm_robot_number(r, mimic, "offset", &offset))
    return;
  const TrmRobotJoint *other = trm_map_get(r->joints_by_name, NULL, given);
  int good = other && other != joint && other->node && (other->type->turns || other->type->slides);
  if (!good || !(joint->type->turns || joint->type->slides)) {
    trm_log_add(r->log, TRM_E_URDF_REFERENCE, trm_element_attribute(mimic, "joint")->place,
                joint->given, "'%s' cannot mimic '%.40s'%s", joint->given, given,
                other ? "" : ", which is no joint");
    return;
  }
  TrmPlace place = mimic->place;
  TrmNode *map = trm_node_map(r->arena, place);
  const char *name = trm_arena_printf(r->arena, "%s_mimic", joint->name);
  const char *unique = trm_robot_name(r, "joints", name);
  if (!(fabs(offset) > 0) && fabs(factors[0]) > 0) {
    trm_node_put(r->arena, map, "coupler", place,
                 trm_node_both(r->arena, place, other->name, joint->name));
    trm_node_put(r->arena, map, "scales", place, trm_node_numbers(r->arena, place, factors, 2));
    trm_node_put(r->arena, r->joints_node, unique, place, map);
    return;
  }
  char a[32], b[32];
  trm_number_format(factors[0], a);
  trm_number_format(offset, b);
  trm_node_put(r->arena, map, "holonomic", place,
               trm_node_printf(r->arena, place, "%s(%s) - (%s)*%s(%s) - (%s)",
                               joint->type->turns ? "angle" : "displacement", joint->name, a,
                               other->type->turns ? "angle" : "displacement", other->name, b));
  trm_node_put(r->arena, r->constraints, unique, place, map);
}

/* one side of a loop: a marker on the body of its link, z along the axis; NULL after an error */
static const char *loop_side(TrmRobot *r, const TrmElement *e, const char *side, const char *name,
                             const double axis[3]) {
  const TrmElement *end = trm_element_child(e, side);
  double p[3], R[9], Z[9], d[3], S[9], at[3];
  if (!end) {
    trm_log_add(r->log, TRM_E_URDF_MISSING, e->place, name, "<%s> needs <%s>", e->name, side);
    return NULL;
  }
  const char *given = trm_robot_text(r, end, "link");
  TrmRobotLink *link = given ? trm_map_get(r->links_by_name, NULL, given) : NULL;
  if (!link || !link->body) {
    if (given)
      trm_log_add(r->log, TRM_E_URDF_REFERENCE, trm_element_attribute(end, "link")->place, name,
                  "there is no link '%.40s'", given);
    return NULL;
  }
  if (!trm_robot_origin(r, end, p, R)) return NULL;
  /* in ground, then in the body */
  trm_robot_compose(link->p, link->R, p, R, d, S);
  trm_rotation_one_axis(2, axis, Z);
  trm_mat3_product(S, Z, R);
  for (int k = 0; k < 3; k++) d[k] -= link->body->p[k];
  trm_mat3_apply_transposed(link->body->R, d, at);
  trm_mat3_transposed_product(link->body->R, R, S);
  TrmNode *map = trm_node_map(r->arena, end->place);
  trm_robot_put_frame(r, map, end->place, at, S, 0);
  if (!link->body->markers) link->body->markers = trm_node_map(r->arena, end->place);
  const char *marker =
      trm_robot_name(r, trm_arena_printf(r->arena, "markers of %s", link->body->name), name);
  trm_node_put(r->arena, link->body->markers, marker, end->place, map);
  return trm_arena_printf(r->arena, "%s.%s", link->body->name, marker);
}

void trm_robot_loop(TrmRobot *r, const TrmElement *e) {
  const char *given = trm_robot_text(r, e, "name"), *sides[2];
  const TrmRobotType *type = trm_robot_type(r, e, 1);
  double axis[3] = {0, 0, 1};
  trm_robot_check_children(r, e, "link1|link2|axis");
  if (!given || !type || (type->has_axis && !read_axis(r, e, axis))) return;
  const char *name = trm_robot_name(r, "joints", given);
  sides[0] = loop_side(r, e, "link1", name, axis);
  sides[1] = loop_side(r, e, "link2", name, axis);
  if (!sides[0] || !sides[1]) return;
  TrmNode *map = trm_node_map(r->arena, e->place);
  trm_node_put(r->arena, map, type->joint, e->place,
               trm_node_both(r->arena, e->place, sides[0], sides[1]));
  trm_node_put(r->arena, r->joints_node, name, e->place, map);
  r->loops++;
}
