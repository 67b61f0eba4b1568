/* SPDX-License-Identifier: Apache-2.0
 *
 * Shapes: what <visual> shows, or <collision> where nothing is to be seen, in ground's axes at the
 * design position: boxes, cylinders, spheres and meshes. They are pictures, the mass is the
 * link's own.
 */
#include "base/text.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include "read/urdf/robot.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct Shape {
  TrmRobot *r;
  const TrmElement *element; /* of the geometry */
  const TrmRobotLink *body;  /* whose axes are the shape's where none are given */
  double p[3], R[9];         /* in ground */
  TrmNode *map;
  const char *type;
} Shape;

/* the colour of a material, or of the one in the robot that it is called after */
static void put_colour(Shape *s, const TrmElement *visual) {
  const TrmElement *material = trm_element_child(visual, "material");
  const TrmElement *colour = trm_element_child(material, "color");
  const TrmAttribute *name = trm_element_attribute(material, "name");
  if (name && !colour)
    colour = trm_element_child(trm_map_get(s->r->materials, NULL, name->value), "color");
  const TrmAttribute *rgba = trm_element_attribute(colour, "rgba");
  double c[4];
  char hex[8];
  if (!rgba) return;
  if (sscanf(rgba->value, "%lf %lf %lf %lf", &c[0], &c[1], &c[2], &c[3]) < 3) {
    trm_log_add(s->r->log, TRM_E_URDF_VALUE, rgba->place, NULL,
                "'rgba' must be four numbers, not '%.40s'", rgba->value);
    return;
  }
  unsigned v[3];
  for (int k = 0; k < 3; k++) v[k] = (unsigned)(255 * fmin(fmax(c[k], 0), 1) + 0.5);
  snprintf(hex, sizeof hex, "#%02x%02x%02x", v[0], v[1], v[2]);
  TrmNode *node = trm_node_scalar(s->r->arena, rgba->place, trm_arena_string(s->r->arena, hex));
  node->plain = 0;
  trm_node_put(s->r->arena, s->map, "colour", rgba->place, node);
}

static void put_place(Shape *s, const double p[3], int turned) {
  TrmPlace place = s->element->place;
  if (!turned || memcmp(s->R, s->body->R, sizeof s->R) == 0) {
    trm_node_put(s->r->arena, s->map, "at", place, trm_robot_vector(s->r, place, p));
    return;
  }
  TrmNode *rows = trm_node_list(s->r->arena, place), *orient = trm_node_map(s->r->arena, place);
  for (int i = 0; i < 3; i++)
    trm_node_push(s->r->arena, rows, trm_robot_vector(s->r, place, s->R + 3 * i));
  trm_node_put(s->r->arena, s->map, "at", place, trm_robot_vector(s->r, place, p));
  trm_node_put(s->r->arena, orient, "matrix", place, rows);
  trm_node_put(s->r->arena, s->map, "orient", place, orient);
}

/* a positive number of the geometry under a key */
static int put_size(Shape *s, const char *name) {
  double value;
  const TrmAttribute *a = trm_element_attribute(s->element, name);
  if (!trm_robot_need(s->r, s->element, name, &value)) return 0;
  if (!(value > 0)) {
    trm_log_add(s->r->log, TRM_E_URDF_VALUE, a->place, NULL, "'%s' must be positive", name);
    return 0;
  }
  trm_node_put(s->r->arena, s->map, name, a->place, trm_node_number(s->r->arena, a->place, value));
  return 1;
}

static int put_box(Shape *s, const double size[3], const double middle[3]) {
  double turned[3], p[3];
  trm_mat3_apply(s->R, middle, turned);
  trm_vec3_add(s->p, 1, turned, p);
  s->type = "box";
  trm_node_put(s->r->arena, s->map, "size", s->element->place,
               trm_robot_vector(s->r, s->element->place, size));
  put_place(s, p, 1);
  return 1;
}

/* a file of triangles; of a COLLADA file the box around it */
static int put_mesh(Shape *s) {
  const TrmAttribute *file = trm_element_attribute(s->element, "filename");
  const TrmAttribute *scale = trm_element_attribute(s->element, "scale");
  double k[3] = {1, 1, 1}, low[3], high[3], size[3], middle[3];
  if (!trm_robot_text(s->r, s->element, "filename")) return 0;
  if (scale && !trm_robot_numbers(s->r, scale, k, 3)) return 0;
  const char *path = trm_robot_mesh_path(s->r, file), *dot = path ? strrchr(path, '.') : NULL;
  if (!path) return 0;
  if (dot && trm_same_word(dot, ".dae")) {
    if (!trm_robot_mesh_box(s->r, path, low, high)) {
      trm_log_add(s->r->log, TRM_W_URDF_MESH, file->place, NULL,
                  "no vertices are found in the mesh '%.80s'", file->value);
      return 0;
    }
    for (int i = 0; i < 3; i++) {
      size[i] = fabs(high[i] - low[i]) * fabs(k[i]);
      middle[i] = k[i] * (low[i] + high[i]) / 2;
      if (!(size[i] > 0)) return 0;
    }
    return put_box(s, size, middle);
  }
  int stl = dot && (trm_same_word(dot, ".stl") || trm_same_word(dot, ".obj"));
  int even = fabs(k[1] - k[0]) <= 1e-9 * fabs(k[0]) && fabs(k[2] - k[0]) <= 1e-9 * fabs(k[0]);
  if (!stl || !even || !(k[0] > 0)) {
    trm_log_add(s->r->log, TRM_W_URDF_MESH, stl ? scale->place : file->place, NULL,
                "the mesh '%.80s' is not shown: %s", file->value,
                stl ? "it is stretched or mirrored" : "STL, OBJ and COLLADA files are read");
    return 0;
  }
  TrmNode *node = trm_node_scalar(s->r->arena, file->place, path);
  node->plain = 0;
  s->type = "mesh";
  trm_node_put(s->r->arena, s->map, "file", file->place, node);
  if (k[0] < 1 || k[0] > 1)
    trm_node_put(s->r->arena, s->map, "scale", scale->place,
                 trm_node_number(s->r->arena, scale->place, k[0]));
  put_place(s, s->p, 1);
  s->r->meshes++;
  return 1;
}

/* one geometry; 0 when there is nothing to show */
static int put_geometry(Shape *s) {
  static const double zero[3] = {0, 0, 0};
  const TrmElement *e = s->element;
  double size[3], axis[3] = {s->R[2], s->R[5], s->R[8]};
  if (strcmp(e->name, "mesh") == 0) return put_mesh(s);
  if (strcmp(e->name, "box") == 0) {
    if (!trm_robot_text(s->r, e, "size")) return 0;
    const TrmAttribute *a = trm_element_attribute(e, "size");
    if (!trm_robot_numbers(s->r, a, size, 3)) return 0;
    if (size[0] > 0 && size[1] > 0 && size[2] > 0) return put_box(s, size, zero);
    trm_log_add(s->r->log, TRM_E_URDF_VALUE, a->place, NULL, "'size' must be positive");
    return 0;
  }
  if (strcmp(e->name, "sphere") == 0) {
    s->type = "sphere";
    put_place(s, s->p, 0);
    return put_size(s, "radius");
  }
  if (strcmp(e->name, "cylinder") != 0) {
    trm_log_add(s->r->log, TRM_W_URDF_SKIPPED, e->place, NULL,
                "<%.40s> is no geometry that is known and is left out", e->name);
    return 0;
  }
  s->type = "cylinder";
  put_place(s, s->p, 0);
  trm_node_put(s->r->arena, s->map, "axis", e->place, trm_robot_vector(s->r, e->place, axis));
  return put_size(s, "radius") & put_size(s, "length");
}

static void read_shape(TrmRobot *r, TrmRobotLink *link, const TrmElement *visual) {
  const TrmElement *geometry = trm_element_child(visual, "geometry");
  double p[3], R[9];
  trm_robot_check_children(r, visual, "origin|geometry|material");
  if (!geometry || !geometry->first) {
    trm_log_add(r->log, TRM_E_URDF_MISSING, geometry ? geometry->place : visual->place, link->given,
                "<%s> of '%s' has no geometry", visual->name, link->given);
    return;
  }
  Shape s = {.r = r, .element = geometry->first, .body = link->body};
  if (!trm_robot_origin(r, trm_element_child(visual, "origin"), p, R)) return;
  trm_robot_compose(link->p, link->R, p, R, s.p, s.R);
  s.map = trm_node_map(r->arena, geometry->place);
  if (!put_geometry(&s)) return;
  put_colour(&s, visual);
  TrmRobotLink *body = link->body;
  TrmNode *shape = trm_node_map(r->arena, geometry->place);
  if (!body->shapes) body->shapes = trm_node_list(r->arena, geometry->place);
  trm_node_put(r->arena, shape, s.type, geometry->place, s.map);
  trm_node_push(r->arena, body->shapes, shape);
}

void trm_robot_shapes(TrmRobot *r, TrmRobotLink *link) {
  const char *kind = trm_element_child(link->element, "visual") ? "visual" : "collision";
  const TrmElement *e = trm_element_child(link->element, kind);
  for (; e; e = trm_element_next(e, kind)) read_shape(r, link, e);
}
