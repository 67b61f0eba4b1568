/* SPDX-License-Identifier: Apache-2.0
 *
 * Compile: the stages in order, from a model to a system, collecting every error on the way.
 */
#include "compile/compiler.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include <stdlib.h>
#include <string.h>

/* gravity, the plane, the language version */
static void compile_settings(Compiler *c) {
  const TrmItem *root = c->model->root;
  TrmSystem *system = c->system;
  const TrmValue *planar = trm_item_value(root, "planar");
  const TrmValue *gravity = trm_item_value(root, "gravity");
  system->planar = planar && planar->form == TRM_FORM_FLAG && planar->number != 0;
  size_t count;
  if (!gravity || !trm_compile_list(c, trm_type_param(root->type, "gravity"), gravity, NULL,
                                    system->gravity, 3, &count))
    return;
  if (system->planar ? system->gravity[2] != 0 : count != 3)
    trm_log_add(c->log, TRM_E_PLACE_COUNT, gravity->place, "gravity",
                system->planar ? "gravity points out of the plane of a planar model"
                               : "gravity needs three components in space");
}

static void sum_mass(TrmSystem *system) {
  for (size_t i = 0; i < system->body_count; i++) {
    double centre[3];
    trm_body_centre(&system->bodies[i], centre);
    system->mass += system->bodies[i].mass;
    trm_vec3_add(system->centre, system->bodies[i].mass, centre, system->centre);
  }
  for (unsigned k = 0; k < 3 && system->mass > 0; k++) system->centre[k] /= system->mass;
}

static void compile(void *context) {
  Compiler *c = context;
  c->arena = c->system->arena;
  c->system->model = c->model;
  c->numbers = trm_map_new(c->arena);
  c->splines = trm_map_new(c->arena);
  c->parsed = trm_map_new(c->arena);
  c->system->programs = trm_map_new(c->arena);
  c->system->units = trm_model_units(c->model, c->log);
  c->parameters = trm_parameters_new(c->arena, c->model, c->system->units);
  trm_parameters_check(c->parameters, c->log);
  compile_settings(c);
  /* geometry: everything may refer to a point, and points to each other */
  trm_compile_points(c);
  trm_compile_bodies(c);
  for (size_t i = 0; i < c->system->point_count; i++) trm_compile_point(c, i);
  trm_compile_splines(c);
  trm_compile_joints(c);
  trm_compile_motions(c);
  trm_compile_forces(c);
  trm_compile_contacts(c);
  trm_compile_states(c);
  /* functions and whatever else has been written */
  trm_compile_inputs(c);
  trm_compile_functions_prepare(c);
  trm_compile_walk(c);
  trm_compile_analyses(c);
  trm_compile_suspension(c);
  trm_compile_notes(c);
  sum_mass(c->system);
}

TrmStatus trm_system_compile(const TrmModel *model, TrmLog *log, TrmSystem **system) {
  *system = NULL;
  TrmSystem *made = calloc(1, sizeof *made);
  if (!made) return TRM_NO_MEMORY;
  /* errors are counted in a log, the caller's or one of our own */
  TrmLog *own = log ? NULL : trm_log_new();
  Compiler compiler = {.model = model, .system = made, .log = log ? log : own};
  size_t before = compiler.log ? trm_log_errors(compiler.log) : 0;
  made->arena = trm_arena_new();
  int ready = made->arena && compiler.log;
  TrmStatus status = ready ? trm_guard(compile, &compiler) : TRM_NO_MEMORY;
  if (status == TRM_OK && trm_log_errors(compiler.log) > before) status = TRM_BAD_MODEL;
  trm_log_free(own);
  if (status == TRM_OK) {
    *system = made;
  } else {
    trm_system_free(made);
  }
  return status;
}

void trm_system_free(TrmSystem *system) {
  if (!system) return;
  trm_arena_free(system->arena);
  free(system);
}

void trm_body_centre(const TrmBody *body, double out[3]) {
  trm_mat3_apply(body->R_gb, body->c_b, out);
  trm_vec3_add(out, 1, body->p_go_g, out);
}

size_t trm_system_bodies(const TrmSystem *system) {
  return system->body_count;
}

TrmStatus trm_system_body(const TrmSystem *system, size_t index, TrmBodyInfo *info) {
  if (index >= system->body_count) return TRM_BAD_USAGE;
  const TrmBody *body = &system->bodies[index];
  info->name = body->item->name;
  info->mass = body->mass;
  trm_body_centre(body, info->centre);
  memcpy(info->inertia, body->inertia_b, sizeof info->inertia);
  memcpy(info->axes, body->R_gb, sizeof info->axes);
  return TRM_OK;
}

void trm_system_totals(const TrmSystem *system, double *mass, double centre[3]) {
  *mass = system->mass;
  memcpy(centre, system->centre, sizeof system->centre);
}

void trm_system_counts(const TrmSystem *system, int *coordinates, int *joint_equations,
                       int *motion_equations) {
  *coordinates = *joint_equations = 0;
  for (size_t i = 0; i < system->body_count; i++)
    *coordinates +=
        system->bodies[i].point_mass ? (system->planar ? 2 : 3) : (system->planar ? 3 : 6);
  for (size_t i = 0; i < system->joint_count; i++)
    if (!system->joints[i].type->unilateral) *joint_equations += system->joints[i].equations;
  *motion_equations = (int)system->motion_count;
}
