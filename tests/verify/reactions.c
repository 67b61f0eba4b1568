/* SPDX-License-Identifier: Apache-2.0
 *
 * Reactions: every body of every driven example is in equilibrium under the wrenches its joints
 * report, its motions, its springs and other forces, gravity and inertia, and the power of drives
 * and forces is the rate of energy. Where they are
 * not unique they are the smallest: no state of self-stress has a part in them.
 */
#include "analysis/freedoms.h"
#include "analysis/kinematics.h"
#include "analysis/signals.h"
#include "analysis/statics.h"
#include "check.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include "system/contacts.h"
#include "system/forces.h"
#include "trammel/trammel.h"
#include <dirent.h>

typedef struct Bench {
  TrmArena *arena;
  TrmLog *log;
  const TrmSystem *system;
  TrmMechanism *m;
  double (*force)[6]; /* on each body: force, torque about its centre, ground axes */
  double balance, power, stress, start;
  double applied; /* the largest force or torque of forces and contacts */
  int redundant;
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
  for (int k = 0; k < 3; k++)
    b->applied = fmax(b->applied, fmax(fabs(report.force[k]), fabs(report.torque[k])));
  add_wrench(b, body, 1, p, report.force, report.torque);
  if (force->paired) add_wrench(b, force->frame[1].body, -1, p, report.force, report.torque);
}

/* contacts between two bodies: what they report, on both, in the middle of their touches */
static void add_contact(Bench *b, size_t index) {
  const TrmContact *contact = &b->system->contacts[index];
  TrmContactReport report;
  const double none[3] = {0, 0, 0};
  if (!contact->ready || contact->surface_count != 2) return;
  trm_contacts_report(b->m->eq, b->m->state, index, &report);
  for (int k = 0; k < 3; k++) b->applied = fmax(b->applied, fabs(report.force[k]));
  for (size_t k = 0; k < 2; k++)
    add_wrench(b, contact->sides[k].surface.body, k == 0 ? 1 : -1, report.point, report.force,
               none);
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
  b->applied = 0;
  memset(b->force, 0, eq->body_count * sizeof *b->force);
  for (size_t i = 0; i < b->system->joint_count; i++)
    if (!b->system->joints[i].coupling && b->system->joints[i].has_frames) add_joint(b, i);
  for (size_t i = 0; i < b->system->force_count; i++) add_force(b, i);
  for (size_t i = 0; i < b->system->contact_count; i++) add_contact(b, i);
  /* where nothing presses, accelerations of 1 um/s^2 are the measure of what is left by rounding */
  largest = fmax(b->applied, 1e-6 * b->system->mass);
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

/* largest part of the multipliers along a state of self-stress, in the norm of their weights: those
 * of unit moves and of turns by a typical arm */
static void check_least(Bench *b) {
  const TrmEquations *eq = b->m->eq;
  double *D = trm_arena_array(b->arena, 2 * eq->row_count + 2, sizeof *D), size = 0;
  double *y = D + eq->row_count + 1;
  double *inverse = trm_arena_array(b->arena, eq->column_count + 1, sizeof *inverse);
  for (size_t k = 0; k < eq->column_count; k++) inverse[k] = 1;
  for (size_t i = 0; i < eq->body_count; i++)
    for (int k = 3; k < 6; k++)
      if (eq->body_column[i][k] >= 0)
        inverse[eq->body_column[i][k]] = 1 / (eq->length[i] * eq->length[i]);
  TrmRank *rank = trm_mechanism_rank(b->m);
  for (size_t i = 0; i < eq->row_count; i++) {
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++)
      D[i] += b->m->G[k] * b->m->G[k] * inverse[eq->column[k]];
    size += D[i] * b->m->lambda[i] * b->m->lambda[i];
  }
  b->redundant = (int)rank->redundant_count;
  for (size_t r = 0; r < rank->redundant_count; r++) {
    double along = 0, norm = 0;
    trm_rank_dependency(rank, r, y);
    for (size_t i = 0; i < eq->row_count; i++) {
      along += D[i] * y[i] * b->m->lambda[i];
      norm += D[i] * y[i] * y[i];
    }
    if (size > 0) b->stress = fmax(b->stress, fabs(along) / sqrt(norm * size));
  }
}

static void run(void *context) {
  Bench *b = context;
  b->m = trm_mechanism_new(b->arena, b->system, b->log);
  b->status = TRM_FAILED;
  if (!b->m) return;
  b->force = trm_arena_array(b->arena, b->m->eq->body_count + 1, sizeof *b->force);
  trm_mechanism_begin_courses(b->m);
  if (trm_mechanism_assemble(b->m, b->log) != TRM_OK) return;
  /* the assembly by masses and kinematics by motions agree, also on what is not unique */
  double *assembled = trm_arena_array(b->arena, b->m->eq->row_count + 1, sizeof *assembled);
  memcpy(assembled, b->m->lambda, b->m->eq->row_count * sizeof *assembled);
  if (trm_mechanism_drive(b->m, b->log) != TRM_OK) return;
  double largest = 0;
  for (size_t i = 0; i < b->m->eq->row_count; i++)
    b->start = fmax(b->start, fabs(assembled[i] - b->m->lambda[i]));
  for (int i = 1; i <= 50; i++) {
    if (trm_mechanism_advance(b->m, b->until * i / 50, b->log) != TRM_OK) return;
    trm_mechanism_evaluate(b->m, b->m->state);
    check_balance(b);
    check_power(b);
    if (i % 10 == 5) check_least(b);
    for (size_t k = 0; k < b->m->eq->row_count; k++) largest = fmax(largest, fabs(b->m->lambda[k]));
  }
  if (largest > 0) b->start /= largest;
  b->status = TRM_OK;
}

/* the equilibrium: the same wrenches, without inertia */
static void rest(void *context) {
  Bench *b = context;
  b->m = trm_mechanism_new(b->arena, b->system, b->log);
  b->status = TRM_FAILED;
  if (!b->m) return;
  b->force = trm_arena_array(b->arena, b->m->eq->body_count + 1, sizeof *b->force);
  trm_mechanism_begin_courses(b->m);
  if (trm_mechanism_assemble(b->m, b->log) != TRM_OK) return;
  TrmStatics *s = trm_statics_new(b->arena, b->m, NULL, NULL);
  b->status = TRM_BAD_MODEL;
  if (!s) return;
  b->status = trm_statics_find(s, b->log);
  if (b->status != TRM_OK) return;
  trm_mechanism_evaluate(b->m, b->m->state);
  check_balance(b);
  check_least(b);
}

/* every example that statics follows is in equilibrium where it is said to be */
static int check_rest(const char *name, const TrmSystem *system) {
  char what[512];
  Bench b = {.arena = trm_arena_new(), .log = trm_log_new(), .system = system};
  CHECK(trm_guard(rest, &b) == TRM_OK);
  CHECK(b.status == TRM_OK || b.status == TRM_BAD_MODEL);
  if (b.status == TRM_OK) {
    snprintf(what, sizeof what, "%s: equilibrium of every body at rest", name);
    check_figure("reactions", what, "gravity", b.balance, 1e-9);
    snprintf(what, sizeof what, "%s: self-stress in the reactions at rest", name);
    if (b.redundant) check_figure("reactions", what, "none", b.stress, 1e-11);
  }
  trm_log_free(b.log);
  trm_arena_free(b.arena);
  return b.status == TRM_OK;
}

static int resting;

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
  if (system) resting += check_rest(name, system);
  if (b.until > 0) {
    CHECK(trm_guard(run, &b) == TRM_OK && b.status == TRM_OK);
    snprintf(what, sizeof what, "%s: equilibrium of every body", name);
    check_figure("reactions", what, "inertia and gravity", b.balance, 1e-9);
    snprintf(what, sizeof what, "%s: power of the drives", name);
    check_figure("reactions", what, "rate of energy", b.power, 1e-9);
    snprintf(what, sizeof what, "%s: reactions of the assembly", name);
    check_figure("reactions", what, "those kinematics begins with", b.start, 1e-11);
    snprintf(what, sizeof what, "%s: self-stress in the reactions", name);
    if (b.redundant) check_figure("reactions", what, "none", b.stress, 1e-11);
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
  CHECK(resting >= 40);
  return check_done();
}
