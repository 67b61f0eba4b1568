/* SPDX-License-Identifier: Apache-2.0
 *
 * Reactions: every body of every driven example is in equilibrium under the wrenches its joints
 * report, its motions, its springs and other forces, gravity and inertia, and the power of drives
 * and forces is the rate of energy.
 */
#include "analysis/freedoms.h"
#include "analysis/kinematics.h"
#include "analysis/signals.h"
#include "check.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include "system/forces.h"
#include "trammel/trammel.h"
#include <dirent.h>

typedef struct Bench {
  TrmArena *arena;
  TrmLog *log;
  const TrmSystem *system;
  TrmMechanism *m;
  double (*force)[6]; /* on each body: force, torque about its centre, ground axes */
  double balance, power;
  double until;
  TrmStatus status;
} Bench;

static void add_wrench(Bench *b, int body, double sign, const double p[3], const double f[3],
                       const double t[3]) {
  double arm[3], moment[3];
  if (body < 0) return;
  trm_vec3_add(p, -1, b->m->state->body[body].r, arm);
  trm_vec3_cross(arm, f, moment);
  for (int k = 0; k < 3; k++) {
    b->force[body][k] += sign * f[k];
    b->force[body][3 + k] += sign * (t[k] + moment[k]);
  }
}

/* joints between two bodies: what they report, on both, at the joint */
static void add_joint(Bench *b, size_t index) {
  const TrmJoint *joint = &b->system->joints[index];
  const TrmBodyMotion *first =
      joint->first < 0 ? &trm_ground_motion : &b->m->state->body[joint->first];
  double f[3], t[3], p[3];
  trm_joint_reaction(b->m, index, f, t);
  trm_mat3_apply(first->R, joint->frame_first.s, p);
  trm_vec3_add(p, 1, first->r, p);
  add_wrench(b, joint->first, 1, p, f, t);
  add_wrench(b, joint->second, -1, p, f, t);
}

/* springs and other forces: what they report, on both, at the first's point */
static void add_force(Bench *b, size_t index) {
  const TrmForce *force = &b->system->forces[index];
  int body = force->frame[0].body;
  const TrmBodyMotion *first = body < 0 ? &trm_ground_motion : &b->m->state->body[body];
  TrmForceReport report;
  double p[3];
  trm_forces_report(b->m->eq, b->m->state, index, &report);
  trm_mat3_apply(first->R, force->frame[0].s, p);
  trm_vec3_add(p, 1, first->r, p);
  add_wrench(b, body, 1, p, report.force, report.torque);
  if (force->paired) add_wrench(b, force->frame[1].body, -1, p, report.force, report.torque);
}

/* everything else by its row of G: couplings, motions, equations of the user, holds */
static void add_row(Bench *b, size_t i) {
  const TrmEquations *eq = b->m->eq;
  for (size_t body = 0; body < eq->body_count; body++) {
    double turn[3] = {0, 0, 0}, turned[3];
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++)
      for (int c = 0; c < 6; c++) {
        if (eq->body_column[body][c] != (int)eq->column[k]) continue;
        double value = -b->m->lambda[i] * b->m->G[k];
        if (c < 3) b->force[body][c] += value;
        if (c >= 3) turn[c - 3] += value;
      }
    trm_mat3_apply(b->m->state->body[body].R, turn, turned);
    for (int k = 0; k < 3; k++) b->force[body][3 + k] += turned[k];
  }
}

/* power of the forces alone */
static double force_power(Bench *b) {
  double sum = 0;
  memset(b->force, 0, b->m->eq->body_count * sizeof *b->force);
  for (size_t i = 0; i < b->system->force_count; i++) add_force(b, i);
  for (size_t i = 0; i < b->m->eq->body_count; i++) {
    const TrmBodyMotion *s = &b->m->state->body[i];
    double w[3];
    trm_mat3_apply(s->R, s->w, w);
    sum += trm_vec3_dot(b->force[i], s->v) + trm_vec3_dot(b->force[i] + 3, w);
  }
  return sum;
}

static void check_balance(Bench *b) {
  const TrmEquations *eq = b->m->eq;
  double largest = 0, worst = 0;
  memset(b->force, 0, eq->body_count * sizeof *b->force);
  for (size_t i = 0; i < b->system->joint_count; i++)
    if (!b->system->joints[i].coupling && b->system->joints[i].has_frames) add_joint(b, i);
  for (size_t i = 0; i < b->system->force_count; i++) add_force(b, i);
  for (size_t i = 0; i < eq->row_count; i++) {
    const TrmRow *row = &eq->rows[i];
    int done = row->owner == TRM_OWNER_JOINT && !b->system->joints[row->index].coupling &&
               b->system->joints[row->index].has_frames;
    if (!done) add_row(b, i);
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++)
      largest = fmax(largest, fabs(b->m->lambda[i] * b->m->G[k]));
  }
  for (size_t i = 0; i < eq->body_count; i++) {
    const TrmBody *body = &b->system->bodies[i];
    const TrmBodyMotion *s = &b->m->state->body[i];
    double Jw[3], Ja[3], gyro[3], need_b[3], need[3];
    trm_mat3_apply(body->inertia_b, s->w, Jw);
    trm_mat3_apply(body->inertia_b, s->alpha, Ja);
    trm_vec3_cross(s->w, Jw, gyro);
    trm_vec3_add(Ja, 1, gyro, need_b);
    trm_mat3_apply(s->R, need_b, need);
    for (int k = 0; k < 3; k++) {
      double inertia = body->mass * (s->a[k] - b->system->gravity[k]);
      largest = fmax(largest, fabs(inertia));
      if (eq->body_column[i][k] >= 0) worst = fmax(worst, fabs(b->force[i][k] - inertia));
      if (eq->body_column[i][3 + k] >= 0 && eq->body_column[i][3] >= 0)
        worst = fmax(worst, fabs(b->force[i][3 + k] - need[k]));
      if (eq->body_column[i][5] >= 0 && k == 2) worst = fmax(worst, fabs(b->force[i][5] - need[2]));
    }
  }
  if (largest > 0) b->balance = fmax(b->balance, worst / largest);
}

static void check_power(Bench *b) {
  const TrmEquations *eq = b->m->eq;
  double drives = force_power(b), energy = 0, size, kinetic, potential;
  /* at constant speed no power flows: what would bring the mechanism to rest is the measure */
  trm_mechanism_energy(b->m, &kinetic, &potential);
  size = fmax(kinetic / b->until, fabs(drives));
  for (size_t i = 0; i < eq->row_count; i++) {
    double power = b->m->lambda[i] * b->m->phi_t[i];
    drives += power;
    size = fmax(size, fabs(power));
  }
  for (size_t i = 0; i < eq->body_count; i++) {
    const TrmBody *body = &b->system->bodies[i];
    const TrmBodyMotion *s = &b->m->state->body[i];
    double Ja[3];
    trm_mat3_apply(body->inertia_b, s->alpha, Ja);
    double moving = body->mass * trm_vec3_dot(s->v, s->a) + trm_vec3_dot(s->w, Ja);
    double lifting = -body->mass * trm_vec3_dot(b->system->gravity, s->v);
    energy += moving + lifting;
    size = fmax(size, fmax(fabs(moving), fabs(lifting)));
  }
  if (size > 0) b->power = fmax(b->power, fabs(drives - energy) / size);
}

static void run(void *context) {
  Bench *b = context;
  b->m = trm_mechanism_new(b->arena, b->system, b->log);
  b->status = TRM_FAILED;
  if (!b->m) return;
  b->force = trm_arena_array(b->arena, b->m->eq->body_count + 1, sizeof *b->force);
  trm_mechanism_begin_courses(b->m);
  if (trm_mechanism_assemble(b->m, b->log) != TRM_OK) return;
  if (trm_mechanism_drive(b->m, b->log) != TRM_OK) return;
  for (int i = 1; i <= 50; i++) {
    if (trm_mechanism_advance(b->m, b->until * i / 50, b->log) != TRM_OK) return;
    trm_mechanism_evaluate(b->m, b->m->state);
    check_balance(b);
    check_power(b);
  }
  b->status = TRM_OK;
}

static int check_example(const char *name) {
  char path[512], what[512];
  Bench b = {.arena = trm_arena_new(), .log = trm_log_new()};
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  snprintf(path, sizeof path, "examples/%s", name);
  if (trm_model_read(path, NULL, 0, b.log, &model) == TRM_OK)
    trm_system_compile(model, b.log, &system);
  for (size_t i = 0; system && i < system->run_count; i++)
    if (strcmp(system->runs[i].item->type->name, "kinematics") == 0)
      b.until = system->runs[i].until;
  b.system = system;
  if (b.until > 0) {
    CHECK(trm_guard(run, &b) == TRM_OK && b.status == TRM_OK);
    snprintf(what, sizeof what, "%s: equilibrium of every body", name);
    check_figure("reactions", what, "inertia and gravity", b.balance, 1e-9);
    snprintf(what, sizeof what, "%s: power of the drives", name);
    check_figure("reactions", what, "rate of energy", b.power, 1e-9);
  }
  trm_system_free(system);
  trm_model_free(model);
  trm_log_free(b.log);
  trm_arena_free(b.arena);
  return b.until > 0;
}

int main(void) {
  struct dirent **files;
  int count = scandir("examples", &files, NULL, alphasort), driven = 0;
  for (int i = 0; i < count; i++) {
    const char *dot = strrchr(files[i]->d_name, '.');
    if (dot && strcmp(dot, ".yaml") == 0) driven += check_example(files[i]->d_name);
    free(files[i]);
  }
  if (count >= 0) free(files);
  CHECK(driven >= 20);
  return check_done();
}
