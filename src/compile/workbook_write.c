/* SPDX-License-Identifier: Apache-2.0
 *
 * The workbook: what is to be simulated, and the bodies in their principal axes; then joints,
 * motions and forces. A planar model becomes a spatial one that stays in the plane.
 */
#include "compile/compiler.h"
#include "compile/workbook.h"
#include "math/eigen3.h"
#include "math/mat3.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include <math.h>
#include <string.h>

void trm_book_refuse(BookWriter *w, TrmPlace place, const char *name, const char *what) {
  w->failed = 1;
  trm_log_add(w->log, TRM_E_WORKBOOK_EXPORT, place, name,
              "'%s' has %s, for which a workbook has no row", name ? name : "the model", what);
}

/* sections that say something about the motion, and have no sheet */
static void check_sections(BookWriter *w) {
  static const char *const keys[] = {"flexible",  "constraints",        "contacts", "variables",
                                     "equations", "transfer_functions", "events",   "state_spaces"};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    size_t count;
    TrmItem *const *items = trm_model_section(w->system->model, keys[i], &count);
    if (count) trm_book_refuse(w, items[0]->place, items[0]->name, keys[i]);
  }
}

/* the analysis that is written: the first of a kind that the layout knows */
static const TrmRun *find_run(const BookWriter *w, int *dynamic) {
  for (size_t i = 0; i < w->system->run_count; i++) {
    const char *type = w->system->runs[i].item->type->name;
    *dynamic = strcmp(type, "dynamics") == 0;
    if (*dynamic || strcmp(type, "kinematics") == 0) return &w->system->runs[i];
  }
  return NULL;
}

static void put_parameter(BookWriter *w, unsigned label, double value) {
  if (value > 0) trm_workbook_number(w->out, &trm_layout_parameters, label, 0, value);
}

static void put_word(BookWriter *w, unsigned label, const char *word) {
  if (word) trm_workbook_text(w->out, &trm_layout_parameters, label, 0, word);
}

/* units and gravity as the layout has them */
static void put_surroundings(BookWriter *w) {
  static const char *const axes[] = {"x", "y", "z"};
  const TrmUnits *u = &w->system->units;
  const double *g = w->system->gravity;
  int millimetres = strcmp(u->length_name, "mm") == 0;
  int largest = fabs(g[1]) > fabs(g[0]) ? 1 : 0;
  if (fabs(g[2]) > fabs(g[largest])) largest = 2;
  for (int k = 0; k < 3; k++)
    if (k != largest && fabs(g[k]) > 0)
      trm_book_refuse(w, TRM_NOWHERE, NULL, "gravity that is not along a global axis");
  if (fabs(g[largest]) > 0) {
    double size = g[largest] / trm_units_scale(u, (TrmDimension)TRM_ACCELERATION);
    put_word(w, TRM_SIM_GRAVITY_AXIS, axes[largest]);
    trm_workbook_number(w->out, &trm_layout_parameters, TRM_SIM_GRAVITY, 0, size);
  }
  int usual = (millimetres || strcmp(u->length_name, "m") == 0) &&
              strcmp(u->mass_name, "kg") == 0 && strcmp(u->time_name, "s") == 0 &&
              strcmp(u->force_name, "N") == 0 && strcmp(u->angle_name, "rad") == 0;
  if (!usual) trm_book_refuse(w, TRM_NOWHERE, NULL, "units other than mmks and mks");
  put_word(w, TRM_SIM_UNITS, millimetres ? "MMKS" : "MKS");
}

static void write_parameters(BookWriter *w) {
  int dynamic = 0;
  const TrmRun *run = find_run(w, &dynamic);
  double time = w->system->units.time, until = run ? run->until / time : 1;
  double every = run ? run->every / time : 0.01;
  if (!run) dynamic = w->system->motion_count == 0;
  if (run && run->steps) every = until / (double)run->steps;
  if (!(every > 0)) every = until / 100;
  if (!run)
    trm_log_add(w->log, TRM_W_WORKBOOK_DROPPED, TRM_NOWHERE, NULL,
                "the model lists no motion to simulate; one of 1 s is written");
  put_parameter(w, TRM_SIM_UNTIL, until);
  put_parameter(w, TRM_SIM_EVERY, every);
  put_word(w, TRM_SIM_TYPE, dynamic ? "Dyn" : "Kin");
  put_surroundings(w);
  if (w->system->wheel_count) put_word(w, TRM_SIM_ROLES, "Yes");
  if (!run || !dynamic) return;
  /* where nothing moves with time the engine takes steps as large as it likes */
  int free = !(run->max_step > 0) && !w->functions;
  put_parameter(w, TRM_SIM_MAX_STEP, free ? until : run->max_step / time);
  put_word(w, TRM_SIM_INTEGRATOR, run->integrator);
  put_word(w, TRM_SIM_FORMULATION, run->formulation);
  put_parameter(w, TRM_SIM_TOLERANCE, run->tolerance);
  put_parameter(w, TRM_SIM_ALPHA, run->penalty);
  put_parameter(w, TRM_SIM_OMEGA, run->omega);
  put_parameter(w, TRM_SIM_MU, run->mu);
}

/* the axes and moments of a body, turned to the principal ones where they are not */
static void find_frame(BookWriter *w, const TrmBody *body, BookFrame *frame) {
  const double *I = body->inertia_b;
  double V[9], cross = fabs(I[1]) + fabs(I[2]) + fabs(I[5]);
  trm_body_centre(body, frame->p);
  memcpy(frame->R, body->R_gb, sizeof frame->R);
  for (int k = 0; k < 3; k++) frame->inertia[k] = I[w->system->planar ? 8 : 4 * k];
  /* a point has no axes: any ball will do */
  for (int k = 0; k < 3 && body->point_mass; k++) {
    double size = 0.1 * w->system->units.length * (w->system->units.length < 0.01 ? 1000 : 1);
    frame->inertia[k] = body->mass * size * size;
  }
  if (body->point_mass) {
    trm_mat3_identity(frame->R);
    trm_log_add(w->log, TRM_W_WORKBOOK_DROPPED, body->item->place, body->item->name,
                "the point mass '%s' becomes a ball, which may turn", body->item->name);
  }
  if (w->system->planar || body->point_mass || !(cross > 1e-14 * (I[0] + I[4] + I[8]))) return;
  if (!trm_eigen3(I, frame->inertia, V)) return;
  trm_mat3_product(body->R_gb, V, frame->R);
  trm_log_add(w->log, TRM_W_WORKBOOK_DROPPED, body->item->place, body->item->name,
              "the axes of '%s' are turned to its principal axes of inertia", body->item->name);
}

static void write_rates(BookWriter *w, const TrmBody *body) {
  const TrmUnits *u = &w->system->units;
  double v[3], spin[3];
  for (int k = 0; k < 3; k++) {
    v[k] = body->v_g[k] / trm_units_scale(u, (TrmDimension)TRM_VELOCITY);
    spin[k] = body->w_g[k] * u->time;
  }
  if (body->has_velocity) trm_workbook_numbers(w->out, &trm_layout_bodies, TRM_BODIES_VELOCITY, v);
  if (body->has_spin) trm_workbook_numbers(w->out, &trm_layout_bodies, TRM_BODIES_SPIN, spin);
}

static void write_body(BookWriter *w, size_t index) {
  const TrmBody *body = &w->system->bodies[index];
  const BookFrame *frame = &w->frames[index];
  const TrmUnits *u = &w->system->units;
  const TrmLayout *sheet = &trm_layout_bodies;
  const char *functions[6];
  double p[3], theta[3], axis[3], inertia[3], unit = trm_units_scale(u, (TrmDimension)TRM_INERTIA);
  for (int k = 0; k < 3; k++) p[k] = frame->p[k] / u->length;
  for (int k = 0; k < 3; k++) inertia[k] = frame->inertia[k] / unit;
  trm_workbook_row(w->out, sheet);
  trm_workbook_text(w->out, sheet, TRM_BODIES_NAME, 0, body->item->name);
  trm_workbook_numbers(w->out, sheet, TRM_BODIES_CENTRE, p);
  trm_rotation_log(frame->R, theta);
  double angle = trm_vec3_norm(theta);
  if (trm_vec3_unit(theta, axis) && angle > 1e-15) {
    trm_workbook_numbers(w->out, sheet, TRM_BODIES_AXIS, axis);
    trm_workbook_number(w->out, sheet, TRM_BODIES_ANGLE, 0, angle);
  }
  if (body->mass > 0) {
    trm_workbook_number(w->out, sheet, TRM_BODIES_MASS, 0, body->mass / u->mass);
    if (body->has_inertia || body->point_mass)
      trm_workbook_numbers(w->out, sheet, TRM_BODIES_INERTIA, inertia);
  }
  write_rates(w, body);
  trm_book_loads(w, index, functions);
  for (unsigned k = 0; k < 6; k++)
    if (functions[k] && *functions[k])
      trm_book_put(w, sheet, k < 3 ? TRM_BODIES_FORCE : TRM_BODIES_MOMENT, k % 3, functions[k]);
  if (body->exact)
    trm_log_add(w->log, TRM_W_WORKBOOK_DROPPED, body->item->place, body->item->name,
                "that values of '%s' are exact is not written", body->item->name);
}

/* what is seen and reported, but does not move the model */
static void warn_dropped(BookWriter *w) {
  static const char *const keys[] = {"outputs", "splines"};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    size_t count;
    TrmItem *const *items = trm_model_section(w->system->model, keys[i], &count);
    if (count)
      trm_log_add(w->log, TRM_W_WORKBOOK_DROPPED, items[0]->place, NULL, "%s are not written (%zu)",
                  keys[i], count);
  }
  if (w->system->run_count > 1)
    trm_log_add(w->log, TRM_W_WORKBOOK_DROPPED, w->system->runs[0].item->place, NULL,
                "a workbook has one analysis; the others are not written");
}

int trm_system_write_workbook(const TrmSystem *system, TrmArena *arena, TrmLog *log, TrmText *out) {
  BookWriter *w = trm_arena_alloc(arena, sizeof *w);
  w->system = system;
  w->arena = arena;
  w->log = log;
  w->parameters = trm_parameters_new(arena, system->model, system->units);
  w->out = trm_workbook_new(arena);
  w->frames = trm_arena_array(arena, system->body_count + 1, sizeof *w->frames);
  check_sections(w);
  for (size_t i = 0; i < system->body_count; i++) find_frame(w, &system->bodies[i], &w->frames[i]);
  trm_workbook_ground(w->out);
  for (size_t i = 0; i < system->body_count; i++) write_body(w, i);
  trm_book_motions(w);
  trm_book_joints(w);
  trm_book_forces(w);
  write_parameters(w);
  warn_dropped(w);
  trm_workbook_write(w->out, out);
  return !w->failed;
}
