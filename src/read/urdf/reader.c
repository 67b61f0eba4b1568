/* SPDX-License-Identifier: Apache-2.0
 *
 * The reader of robots, in order: elements, links and joints by name, the tree that they form, the
 * frames of the links, then bodies, joints, what mimics, and loops.
 */
#include "base/text.h"
#include "math/mat3.h"
#include "read/urdf/read.h"
#include "read/urdf/robot.h"
#include <string.h>

int trm_urdf_is(const TrmSource *source) {
  const char *name = trm_source_name(source);
  size_t length, n = strlen(name), at = 0;
  const char *text = trm_source_text(source, &length);
  if (n > 5 && trm_same_word(name + n - 5, ".urdf")) return 1;
  if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) at = 3;
  while (at < length && strchr(" \t\r\n", text[at]) && text[at]) at++;
  static const char *const heads[] = {"<?xml", "<!--", "<robot"};
  for (size_t i = 0; i < 3; i++) {
    size_t count = strlen(heads[i]);
    if (length - at >= count && memcmp(text + at, heads[i], count) == 0) return 1;
  }
  return 0;
}

/* keep a thing under its name; 0 when another has it */
static int enter(TrmRobot *r, TrmMap *map, const TrmElement *e, const char *name, void *thing) {
  if (!trm_map_put(map, NULL, name, thing)) return 1;
  trm_log_add(r->log, TRM_E_URDF_TWICE, trm_element_attribute(e, "name")->place, name,
              "there are two of <%s> called '%s'", e->name, name);
  return 0;
}

/* materials by name; the first of a name holds */
static void read_materials(TrmRobot *r) {
  TrmElement *e = trm_element_child(r->root, "material");
  for (; e; e = trm_element_next(e, "material")) {
    const TrmAttribute *name = trm_element_attribute(e, "name");
    if (name) trm_map_put(r->materials, NULL, name->value, e);
  }
}

static void read_links(TrmRobot *r) {
  const TrmElement *e = trm_element_child(r->root, "link");
  for (; e; e = trm_element_next(e, "link")) {
    const char *name = trm_robot_text(r, e, "name");
    TrmRobotLink *link = trm_arena_alloc(r->arena, sizeof *link);
    link->element = e;
    link->given = name;
    if (!name || !enter(r, r->links_by_name, e, name, link)) continue;
    TRM_PUSH(r->arena, r->links, r->link_count, r->link_capacity, link);
  }
  if (!trm_element_child(r->root, "link"))
    trm_log_add(r->log, TRM_E_URDF_MISSING, r->root->place, NULL, "the robot has no <link>");
}

/* the link that <parent> or <child> names; NULL after an error */
static TrmRobotLink *find_link(TrmRobot *r, const TrmElement *joint, const char *role) {
  const TrmElement *e = trm_element_child(joint, role);
  if (!e) {
    trm_log_add(r->log, TRM_E_URDF_MISSING, joint->place, NULL, "<joint> needs <%s link=...>",
                role);
    return NULL;
  }
  const char *name = trm_robot_text(r, e, "link");
  TrmRobotLink *link = name ? trm_map_get(r->links_by_name, NULL, name) : NULL;
  if (link || !name) return link;
  trm_log_add(r->log, TRM_E_URDF_REFERENCE, trm_element_attribute(e, "link")->place, NULL,
              "there is no link '%.40s'", name);
  if (trm_log_full(r->log)) return NULL;
  TrmNearest nearest = trm_nearest(name);
  for (size_t i = 0; i < r->link_count; i++) trm_nearest_try(&nearest, r->links[i]->given);
  if (nearest.best) trm_log_hint(r->log, "did you mean '%s'?", nearest.best);
  return NULL;
}

static void read_joint(TrmRobot *r, const TrmElement *e) {
  TrmRobotJoint *joint = trm_arena_alloc(r->arena, sizeof *joint);
  joint->element = e;
  joint->given = trm_robot_text(r, e, "name");
  joint->type = trm_robot_type(r, e, 0);
  joint->parent = find_link(r, e, "parent");
  joint->child = find_link(r, e, "child");
  int good = trm_robot_origin(r, trm_element_child(e, "origin"), joint->p, joint->R);
  if (!joint->given || !enter(r, r->joints_by_name, e, joint->given, joint)) return;
  if (!good || !joint->type || !joint->parent || !joint->child) return;
  TrmPlace place = trm_element_attribute(trm_element_child(e, "child"), "link")->place;
  if (joint->child->above) {
    trm_log_add(r->log, TRM_E_URDF_TWICE, place, joint->given,
                "'%s' hangs on '%s' already, by '%s'", joint->child->given,
                joint->child->above->parent->given, joint->child->above->given);
    trm_log_hint(r->log, "close a loop with <loop_joint>");
    return;
  }
  joint->child->above = joint;
  TRM_PUSH(r->arena, r->joints, r->joint_count, r->joint_capacity, joint);
}

/* the frame of a link from that above it, and the body that it is part of */
static void place_link(TrmRobot *r, TrmRobotLink *link) {
  TrmRobotJoint *joint = link->above;
  TrmRobotLink *above = joint ? joint->parent : &r->ground;
  int fixed = !joint || strcmp(joint->type->word, "fixed") == 0;
  if (joint)
    trm_robot_compose(above->p, above->R, joint->p, joint->R, link->p, link->R);
  else
    trm_mat3_identity(link->R);
  link->body = fixed && !trm_robot_has_mass(link) ? above->body : link;
  link->placed = 1;
}

/* place a link after all those above it; 0 after an error */
static int place_chain(TrmRobot *r, TrmRobotLink *link, TrmRobotLink **chain) {
  size_t count = 0;
  for (TrmRobotLink *at = link; !at->placed; at = at->above->parent) {
    if (count == r->link_count) {
      trm_log_add(r->log, TRM_E_URDF_TREE, link->element->place, link->given,
                  "'%s' hangs on itself", link->given);
      return 0;
    }
    chain[count++] = at;
    if (!at->above) break;
  }
  while (count) place_link(r, chain[--count]);
  return 1;
}

/* frames, bodies and names of all links; 0 after an error */
static int place_links(TrmRobot *r) {
  const TrmRobotLink *root = NULL;
  TrmRobotLink **chain = trm_arena_array(r->arena, r->link_count + 1, sizeof *chain);
  r->ground.body = &r->ground;
  r->ground.name = r->ground.given = "ground";
  r->ground.placed = 1;
  trm_mat3_identity(r->ground.R);
  for (size_t i = 0; i < r->link_count; i++) {
    TrmRobotLink *link = r->links[i];
    if (!place_chain(r, link, chain)) return 0;
    int whole = link->body == link;
    const char *kind =
        whole ? "bodies" : trm_arena_printf(r->arena, "markers of %s", link->body->given);
    link->name = trm_robot_name(r, kind, link->given);
    if (link->above) continue;
    if (root) {
      trm_log_add(r->log, TRM_E_URDF_TREE, link->element->place, link->given,
                  "'%s' hangs on nothing, and so does '%s'", link->given, root->given);
      trm_log_hint(r->log, "a robot has one root; join the others to it");
      return 0;
    }
    root = link;
  }
  return root != NULL;
}

/* the root is part of ground, or fixed there */
static void fix_root(TrmRobot *r) {
  for (size_t i = 0; i < r->link_count; i++) {
    TrmRobotLink *link = r->links[i];
    if (link->above || link->body != link) continue;
    TrmPlace place = link->element->place;
    TrmNode *map = trm_node_map(r->arena, place);
    trm_node_put(r->arena, map, "fixed", place,
                 trm_node_both(r->arena, place, "ground", link->name));
    const char *name = trm_arena_printf(r->arena, "%s_base", link->name);
    trm_node_put(r->arena, r->joints_node, trm_robot_name(r, "joints", name), place, map);
  }
}

/* markers and shapes of a body under their keys */
static void finish_body(TrmRobot *r, TrmRobotLink *link) {
  if (link->body != link || (!link->markers && !link->shapes)) return;
  TrmPlace place = link->markers ? link->markers->place : link->shapes->place;
  if (!link->node) {
    link->node = trm_node_map(r->arena, place);
    trm_node_put(r->arena, r->bodies, link->name, place, link->node);
  }
  if (link->markers) trm_node_put(r->arena, link->node, "markers", place, link->markers);
  if (link->shapes) trm_node_put(r->arena, link->node, "shape", place, link->shapes);
}

static void put_section(TrmRobot *r, const char *key, TrmNode *node) {
  if (node->count) trm_node_put(r->arena, r->model, key, node->place, node);
}

static void summarise(TrmRobot *r) {
  size_t moving = 0;
  for (size_t i = 0; i < r->joint_count; i++)
    moving += r->joints[i]->node && strcmp(r->joints[i]->type->word, "fixed") != 0;
  char *skipped = trm_arena_string(r->arena, r->skipped);
  for (char *c = skipped; *c; c++)
    if (*c == '|') *c = ' ';
  trm_log_add(r->log, TRM_N_URDF_READ, r->root->place, NULL,
              "URDF: read %zu link%s, of them %zu as markers, %zu joint%s that move%s, %zu loop%s; "
              "gravity is 9.81 m/s^2 along -z%s%s",
              r->link_count, r->link_count == 1 ? "" : "s", r->merged, moving,
              moving == 1 ? "" : "s", moving == 1 ? "s" : "", r->loops, r->loops == 1 ? "" : "s",
              *skipped ? "; left out: " : "", skipped);
}

/* title, gravity, and what is always there */
static void put_head(TrmRobot *r) {
  static const double down[3] = {0, 0, -9.81};
  TrmPlace place = r->root->place;
  const TrmAttribute *name = trm_element_attribute(r->root, "name");
  trm_node_put(r->arena, r->model, "trammel", place, trm_node_scalar(r->arena, place, "1"));
  if (name && *name->value) {
    TrmNode *node = trm_node_scalar(r->arena, name->place, trm_node_name(r->arena, name->value));
    node->plain = 0;
    trm_node_put(r->arena, r->model, "name", name->place, node);
  }
  trm_node_put(r->arena, r->model, "gravity", place, trm_robot_vector(r, place, down));
}

static TrmRobot *begin(TrmArena *arena, const TrmSource *source, const TrmElement *root,
                       TrmLog *log) {
  TrmRobot *r = trm_arena_alloc(arena, sizeof *r);
  r->arena = arena;
  r->log = log;
  r->source = source;
  r->root = root;
  r->links_by_name = trm_map_new(arena);
  r->joints_by_name = trm_map_new(arena);
  r->names = trm_map_new(arena);
  r->materials = trm_map_new(arena);
  r->skipped = "";
  r->model = trm_node_map(arena, root->place);
  r->bodies = trm_node_map(arena, root->place);
  r->joints_node = trm_node_map(arena, root->place);
  r->constraints = trm_node_map(arena, root->place);
  r->forces = trm_node_map(arena, root->place);
  trm_robot_name(r, "bodies", "ground");
  return r;
}

/* bodies and joints of a tree that is sound */
static void write_robot(TrmRobot *r) {
  for (size_t i = 0; i < r->link_count; i++) trm_robot_link(r, r->links[i]);
  fix_root(r);
  for (size_t i = 0; i < r->joint_count; i++) {
    r->joints[i]->name = trm_robot_name(r, "joints", r->joints[i]->given);
    trm_robot_joint(r, r->joints[i]);
  }
  for (size_t i = 0; i < r->joint_count; i++) trm_robot_mimic(r, r->joints[i]);
  const TrmElement *loop = trm_element_child(r->root, "loop_joint");
  for (; loop; loop = trm_element_next(loop, "loop_joint")) trm_robot_loop(r, loop);
  finish_body(r, &r->ground);
  for (size_t i = 0; i < r->link_count; i++) finish_body(r, r->links[i]);
}

TrmNode *trm_urdf_read(TrmArena *arena, TrmModel *model, const TrmSource *source,
                       const char *ignore, TrmLog *log) {
  (void)model;
  size_t before = trm_log_errors(log);
  const TrmElement *root = trm_element_read(arena, source, log);
  if (!root) return NULL;
  if (strcmp(root->name, "robot") != 0) {
    trm_log_add(log, TRM_E_URDF_ROOT, root->place, NULL, "<%.40s> is no <robot>", root->name);
    return NULL;
  }
  TrmRobot *r = begin(arena, source, root, log);
  r->ignore = ignore;
  trm_robot_check_children(r, root, "link|joint|material|loop_joint");
  put_head(r);
  read_materials(r);
  read_links(r);
  const TrmElement *joint = trm_element_child(root, "joint");
  for (; joint; joint = trm_element_next(joint, "joint")) read_joint(r, joint);
  /* without a tree nothing has a place */
  if (trm_log_errors(log) > before || !place_links(r)) return NULL;
  write_robot(r);
  size_t whole = 0;
  for (size_t i = 0; i < r->link_count; i++) whole += r->links[i]->body == r->links[i];
  if (!whole) {
    trm_log_add(log, TRM_E_URDF_MISSING, root->place, NULL,
                "no link of the robot has a mass or moves");
    return NULL;
  }
  put_section(r, "bodies", r->bodies);
  put_section(r, "joints", r->joints_node);
  put_section(r, "constraints", r->constraints);
  put_section(r, "forces", r->forces);
  if (trm_log_errors(log) == before) summarise(r);
  return r->model;
}
