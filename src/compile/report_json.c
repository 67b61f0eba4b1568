/* SPDX-License-Identifier: Apache-2.0
 *
 * Report as JSON: everything that was understood, in the model's units, for editors and scripts.
 */
#include "compile/compiler.h"
#include "compile/report.h"
#include "compile/topology.h"
#include <string.h>

typedef struct Json {
  const TrmSystem *system;
  TrmText *out;
} Json;

static void add_numbers(Json *j, const char *key, const double *v, size_t count,
                        TrmDimension dimension) {
  double scale = trm_units_scale(&j->system->units, dimension);
  trm_text_printf(j->out, ", \"%s\": [", key);
  for (size_t i = 0; i < count; i++) {
    if (i) trm_text_add(j->out, ", ");
    trm_text_number(j->out, v[i] / scale);
  }
  trm_text_char(j->out, ']');
}

static void add_number(Json *j, const char *key, double v, TrmDimension dimension) {
  trm_text_printf(j->out, ", \"%s\": ", key);
  trm_text_number(j->out, v / trm_units_scale(&j->system->units, dimension));
}

static void add_name(Json *j, const char *key, const char *name) {
  trm_text_printf(j->out, "\"%s\": ", key);
  trm_text_json(j->out, name);
}

static const char *end_name(const TrmSystem *system, int body) {
  return body == TRM_GROUND ? "ground" : system->bodies[body].item->name;
}

static void add_body(Json *j, const TrmBody *body) {
  double centre[3];
  trm_body_centre(body, centre);
  trm_text_char(j->out, '{');
  add_name(j, "name", body->item->name);
  add_number(j, "mass", body->mass, (TrmDimension)TRM_MASS);
  add_numbers(j, "centre", centre, 3, (TrmDimension)TRM_LENGTH);
  if (body->has_inertia) add_numbers(j, "inertia", body->inertia_b, 9, (TrmDimension)TRM_INERTIA);
  add_numbers(j, "axes", body->R_gb, 9, (TrmDimension)TRM_DIMENSIONLESS);
  trm_text_char(j->out, '}');
}

static void add_joint(Json *j, const TrmJoint *joint, int closes) {
  trm_text_char(j->out, '{');
  add_name(j, "name", joint->item->name);
  trm_text_add(j->out, ", ");
  add_name(j, "type", joint->item->type->name);
  if (!joint->coupling) {
    trm_text_add(j->out, ", ");
    add_name(j, "first", end_name(j->system, joint->first));
    trm_text_add(j->out, ", ");
    add_name(j, "second", end_name(j->system, joint->second));
  }
  if (joint->has_frames) {
    double p[3], R[9];
    trm_frame_in_ground(j->system, &joint->frame_first, p, R);
    double axis[3] = {R[2], R[5], R[8]};
    add_numbers(j, "at", p, 3, (TrmDimension)TRM_LENGTH);
    add_numbers(j, "axis", axis, 3, (TrmDimension)TRM_DIMENSIONLESS);
  }
  trm_text_printf(j->out, ", \"equations\": %d, \"closes_loop\": %s}", joint->equations,
                  closes ? "true" : "false");
}

static void add_units(Json *j) {
  const TrmUnits *u = &j->system->units;
  trm_text_printf(j->out,
                  ", \"units\": {\"length\": \"%s\", \"mass\": \"%s\", \"time\": \"%s\", "
                  "\"force\": \"%s\", \"angle\": \"%s\"}",
                  u->length_name, u->mass_name, u->time_name, u->force_name, u->angle_name);
}

void trm_report_json(const TrmSystem *system, TrmArena *arena, TrmText *out) {
  Json json = {system, out};
  const TrmTopology *topology = trm_topology_new(arena, system);
  char *closes = trm_arena_array(arena, system->joint_count, 1);
  for (size_t i = 0; i < topology->first[system->body_count + 1]; i++)
    if (topology->branches[i].closes) closes[topology->branches[i].joint] = 1;
  const TrmValue *name = trm_item_value(system->model->root, "name");
  trm_text_char(out, '{');
  add_name(&json, "name", name && name->form == TRM_FORM_TEXT ? name->text : "");
  add_units(&json);
  trm_text_printf(out, ", \"planar\": %s", system->planar ? "true" : "false");
  add_numbers(&json, "gravity", system->gravity, 3, (TrmDimension)TRM_ACCELERATION);
  add_number(&json, "mass", system->mass, (TrmDimension)TRM_MASS);
  add_numbers(&json, "centre", system->centre, 3, (TrmDimension)TRM_LENGTH);
  int coordinates, joints, motions;
  trm_system_counts(system, &coordinates, &joints, &motions);
  trm_text_printf(out,
                  ", \"coordinates\": %d, \"joint_equations\": %d, \"motion_equations\": %d, "
                  "\"loops\": %zu,\n\"bodies\": [",
                  coordinates, joints, motions, topology->loop_count);
  for (size_t i = 0; i < system->body_count; i++) {
    trm_text_add(out, i ? ",\n " : "");
    add_body(&json, &system->bodies[i]);
  }
  trm_text_add(out, "],\n\"joints\": [");
  for (size_t i = 0; i < system->joint_count; i++) {
    trm_text_add(out, i ? ",\n " : "");
    add_joint(&json, &system->joints[i], closes[i]);
  }
  trm_text_add(out, "]}");
}
