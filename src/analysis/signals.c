/* SPDX-License-Identifier: Apache-2.0
 *
 * Signals: groups of values, each made by one function of this file.
 */
#include "analysis/signals.h"
#include "math/mat3.h"
#include "math/quat.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include "system/contacts.h"
#include "system/energy.h"
#include "system/forces.h"
#include "system/onesided.h"
#include <math.h>
#include <string.h>

typedef enum GroupKind {
  GROUP_TIME,
  GROUP_FRAME, /* a body or marker */
  GROUP_JOINT,
  GROUP_MOTION,
  GROUP_FORCE,
  GROUP_CONTACT,
  GROUP_STATE,
  GROUP_WHOLE,
  GROUP_OUTPUT
} GroupKind;

typedef struct Group {
  GroupKind kind;
  size_t index, first, count;
  TrmFrame frame;
  int wanted;
} Group;

struct TrmSignals {
  TrmArena *arena;
  const TrmMechanism *m;
  TrmSignalInfo *list;
  double *scale; /* SI value of one unit */
  size_t count, capacity, scale_count, scale_capacity;
  Group *groups;
  size_t group_count, group_capacity;
  int external_wanted, force_wanted;
  unsigned char *open;              /* 1 for reactions that are not unique */
  size_t joint_group, motion_group; /* the first of each */
};

static void add_as(TrmSignals *s, const char *owner, const char *name, TrmDimension dimension,
                   const char *unit) {
  const TrmUnits *units = &s->m->system->units;
  TrmSignalInfo info = {owner ? trm_arena_printf(s->arena, "%s.%s", owner, name) : name,
                        trm_arena_string(s->arena, unit)};
  TRM_PUSH(s->arena, s->list, s->count, s->capacity, info);
  double scale = trm_units_scale(units, dimension);
  TRM_PUSH(s->arena, s->scale, s->scale_count, s->scale_capacity, scale);
}

static void add(TrmSignals *s, const char *owner, const char *name, TrmDimension dimension) {
  char unit[64];
  trm_dimension_format(&s->m->system->units, dimension, unit, sizeof unit);
  add_as(s, owner, name, dimension, unit);
}

static void add_energy(TrmSignals *s, const char *name) {
  char unit[64];
  trm_energy_format(&s->m->system->units, unit, sizeof unit);
  add_as(s, NULL, name, (TrmDimension)TRM_TORQUE, unit);
}

static Group *begin(TrmSignals *s, GroupKind kind, size_t index) {
  Group group = {.kind = kind, .index = index, .first = s->count, .wanted = 1};
  TRM_PUSH(s->arena, s->groups, s->group_count, s->group_capacity, group);
  return &s->groups[s->group_count - 1];
}

static void end(TrmSignals *s) {
  Group *group = &s->groups[s->group_count - 1];
  group->count = s->count - group->first;
}

/* components of a frame in the order that frame_values writes them */
static void add_frame(TrmSignals *s, const char *name, const TrmFrame *frame) {
  static const struct {
    const char *names[3];
    TrmDimension dimension;
  } vectors[] = {{{"x", "y", "z"}, TRM_LENGTH},          {{"vx", "vy", "vz"}, TRM_VELOCITY},
                 {{"ax", "ay", "az"}, TRM_ACCELERATION}, {{"wx", "wy", "wz"}, TRM_SPIN},
                 {{"wdx", "wdy", "wdz"}, TRM_SPIN_RATE}, {{"psi", "theta", "phi"}, TRM_ANGLE}};
  static const char *const quaternion[] = {"e0", "e1", "e2", "e3"};
  begin(s, GROUP_FRAME, 0)->frame = *frame;
  for (size_t i = 0; i < 6; i++)
    for (int k = 0; k < 3; k++) add(s, name, vectors[i].names[k], vectors[i].dimension);
  for (int k = 0; k < 4; k++) add(s, name, quaternion[k], (TrmDimension)TRM_DIMENSIONLESS);
  end(s);
}

static void frame_values(const TrmMechanism *m, const TrmFrame *frame, double *v) {
  const TrmBodyMotion *b = frame->body < 0 ? &trm_ground_motion : &m->state->body[frame->body];
  double arm[3], w[3], alpha[3], carried[3], twice[3], R[9];
  trm_mat3_apply(b->R, frame->s, arm);
  trm_mat3_apply(b->R, b->w, w);
  trm_mat3_apply(b->R, b->alpha, alpha);
  trm_mat3_product(b->R, frame->A, R);
  trm_vec3_cross(w, arm, carried);
  trm_vec3_cross(w, carried, twice);
  trm_vec3_add(b->r, 1, arm, v);
  trm_vec3_add(b->v, 1, carried, v + 3);
  trm_vec3_cross(alpha, arm, carried);
  for (int k = 0; k < 3; k++) {
    v[6 + k] = b->a[k] + carried[k] + twice[k];
    v[9 + k] = w[k];
    v[12 + k] = alpha[k];
  }
  trm_rotation_to_euler(R, v + 15);
  trm_quat_from_matrix(R, v + 18);
}

static void add_joint(TrmSignals *s, size_t index) {
  static const char *const names[] = {"fx", "fy", "fz", "tx", "ty", "tz"};
  const TrmJoint *joint = &s->m->system->joints[index];
  const char *name = joint->item->name;
  begin(s, GROUP_JOINT, index);
  for (int k = 0; k < 6; k++)
    add(s, name, names[k], k < 3 ? (TrmDimension)TRM_FORCE : (TrmDimension)TRM_TORQUE);
  if (joint->has_frames && joint->type->turns) {
    add(s, name, "angle", (TrmDimension)TRM_ANGLE);
    add(s, name, "angle_rate", (TrmDimension)TRM_SPIN);
  }
  if (joint->has_frames && joint->type->slides) {
    add(s, name, "displacement", (TrmDimension)TRM_LENGTH);
    add(s, name, "displacement_rate", (TrmDimension)TRM_VELOCITY);
  }
  if (joint->type->unilateral && joint->eye_count) {
    add(s, name, "length", (TrmDimension)TRM_LENGTH);
    add(s, name, "force", (TrmDimension)TRM_FORCE);
  }
  end(s);
}

/* wrench of the rows on the first body of their first term: force, torque about `p` */
static void row_wrench(const TrmMechanism *m, int first, int count, const TrmFrame *at,
                       double force[3], double torque[3]) {
  double turn[3] = {0, 0, 0}, arm[3], moment[3];
  const TrmBodyMotion *body = &trm_ground_motion;
  memset(force, 0, 3 * sizeof *force);
  memset(torque, 0, 3 * sizeof *torque);
  for (int i = first; i < first + count; i++) {
    const TrmRow *row = &m->eq->rows[i];
    if (row->given) {
      double g[12];
      row->given->value(row->given->data, m->eq, m->state, g);
      if (row->given->body[0] >= 0) body = &m->state->body[row->given->body[0]];
      trm_vec3_add(force, -m->lambda[i], g, force);
      trm_vec3_add(turn, -m->lambda[i], g + 3, turn);
    }
    if (!row->term_count) continue;
    /* a coupling acts through its first joint */
    TrmPiece first_room, room;
    const TrmPiece *lead = trm_row_piece(m->eq, row, 0, &first_room);
    for (size_t t = 0; t < row->term_count; t++) {
      const TrmPiece *piece = t ? trm_row_piece(m->eq, row, t, &room) : lead;
      double g[TRM_LOCAL];
      TrmPairMotion pair;
      if (piece->plan.body[0] != lead->plan.body[0] || piece->plan.body[1] != lead->plan.body[1])
        continue;
      trm_term_motion(m->eq, m->state, piece, &pair);
      trm_term_gradient(&piece->plan, &pair, 0, g);
      body = pair.body[0];
      trm_vec3_add(force, -m->lambda[i], g, force);
      trm_vec3_add(turn, -m->lambda[i], g + 3, turn);
    }
  }
  trm_mat3_apply(body->R, turn, torque);
  trm_mat3_apply(body->R, at->s, arm);
  trm_vec3_cross(arm, force, moment);
  trm_vec3_add(torque, -1, moment, torque);
}

void trm_joint_reaction(const TrmMechanism *m, size_t index, double force[3], double torque[3]) {
  const TrmJoint *joint = &m->system->joints[index];
  TrmFrame at = joint->frame_first;
  if (!joint->has_frames) at = (TrmFrame){.body = joint->coupling ? TRM_GROUND : joint->first};
  if (joint->coupling && joint->joint_count) at = m->system->joints[joint->joints[0]].frame_first;
  double more[3], twist[3];
  row_wrench(m, m->eq->joint_row[index], m->eq->joint_rows[index], &at, force, torque);
  if (!m->eq->tail_rows[index]) return;
  /* limits, ropes and friction */
  row_wrench(m, m->eq->tail_row[index], m->eq->tail_rows[index], &at, more, twist);
  trm_vec3_add(force, 1, more, force);
  trm_vec3_add(torque, 1, twist, torque);
}

static void joint_values(const TrmMechanism *m, const Group *group, double *v) {
  const TrmJoint *joint = &m->system->joints[group->index];
  const TrmState *state = m->state;
  trm_joint_reaction(m, group->index, v, v + 3);
  v += 6;
  if (joint->type->unilateral && joint->eye_count) {
    v[0] = trm_joint_span(m, joint);
    v[1] = trm_vec3_norm(v - 6);
    return;
  }
  if (!joint->has_frames) return;
  const TrmFrame *frames[2] = {&joint->frame_first, &joint->frame_second};
  double p[2][3], R[2][9], vel[2][3], w[2][3], d[3], z[3], carried[3];
  for (int k = 0; k < 2; k++) {
    const TrmBodyMotion *b =
        frames[k]->body < 0 ? &trm_ground_motion : &state->body[frames[k]->body];
    double arm[3];
    trm_mat3_apply(b->R, frames[k]->s, arm);
    trm_mat3_apply(b->R, b->w, w[k]);
    trm_mat3_product(b->R, frames[k]->A, R[k]);
    trm_vec3_add(b->r, 1, arm, p[k]);
    trm_vec3_cross(w[k], arm, vel[k]);
    trm_vec3_add(vel[k], 1, b->v, vel[k]);
  }
  for (int k = 0; k < 3; k++) z[k] = R[0][3 * k + 2];
  trm_vec3_add(p[1], -1, p[0], d);
  if (joint->type->turns) {
    double cosine = 0, sine = 0, spin[3];
    for (int k = 0; k < 3; k++) {
      cosine += R[1][3 * k] * R[0][3 * k];
      sine += R[1][3 * k] * R[0][3 * k + 1];
    }
    trm_vec3_add(w[1], -1, w[0], spin);
    *v++ = atan2(sine, cosine);
    *v++ = trm_vec3_dot(spin, z);
  }
  if (joint->type->slides) {
    double rate[3];
    trm_vec3_cross(w[0], d, carried);
    trm_vec3_add(vel[1], -1, vel[0], rate);
    trm_vec3_add(rate, -1, carried, rate);
    *v++ = trm_vec3_dot(d, z);
    *v = trm_vec3_dot(rate, z);
  }
}

static void motion_values(const TrmMechanism *m, size_t index, double *v) {
  int row = m->eq->motion_row[index];
  v[0] = v[1] = 0;
  if (row < 0) return;
  TrmPiece room;
  const TrmPiece *piece = trm_row_piece(m->eq, &m->eq->rows[row], 0, &room);
  TrmPairMotion at;
  double rate, second;
  trm_term_motion(m->eq, m->state, piece, &at);
  trm_term_spins(&piece->plan, &at);
  trm_term_rates(&piece->plan, &at, &rate, &second);
  v[0] = -m->lambda[row];
  v[1] = v[0] * rate;
}

/* force and torque on the first, then what an element on a line or about an axis reports */
static void add_force(TrmSignals *s, size_t index) {
  static const char *const names[] = {"fx", "fy", "fz", "tx", "ty", "tz"};
  const TrmForce *force = &s->m->system->forces[index];
  const char *name = force->item->name;
  int turns = force->type->turns;
  if (!force->ready) return;
  begin(s, GROUP_FORCE, index);
  for (int k = 0; k < 6; k++)
    add(s, name, names[k], k < 3 ? (TrmDimension)TRM_FORCE : (TrmDimension)TRM_TORQUE);
  if (force->type->has_line) {
    add(s, name, turns ? "angle" : "length",
        turns ? (TrmDimension)TRM_ANGLE : (TrmDimension)TRM_LENGTH);
    add(s, name, "speed", turns ? (TrmDimension)TRM_SPIN : (TrmDimension)TRM_VELOCITY);
    add(s, name, turns ? "torque" : "force",
        turns ? (TrmDimension)TRM_TORQUE : (TrmDimension)TRM_FORCE);
  }
  end(s);
}

static void force_values(TrmMechanism *m, const Group *group, double *v) {
  TrmForceReport report;
  trm_forces_report(m->eq, m->state, group->index, &report);
  memcpy(v, report.force, sizeof report.force);
  memcpy(v + 3, report.torque, sizeof report.torque);
  if (!report.has_line) return;
  v[6] = report.length;
  v[7] = report.speed;
  v[8] = report.tension;
}

/* force on the first side, where and along what, the gap, and what presses */
static void add_contact(TrmSignals *s, size_t index) {
  static const struct {
    const char *names[3];
    TrmDimension dimension;
  } vectors[] = {{{"fx", "fy", "fz"}, TRM_FORCE},
                 {{"x", "y", "z"}, TRM_LENGTH},
                 {{"nx", "ny", "nz"}, TRM_DIMENSIONLESS}};
  const char *name = s->m->system->contacts[index].item->name;
  begin(s, GROUP_CONTACT, index);
  for (size_t i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) add(s, name, vectors[i].names[k], vectors[i].dimension);
  add(s, name, "gap", (TrmDimension)TRM_LENGTH);
  add(s, name, "press", (TrmDimension)TRM_FORCE);
  add(s, name, "touches", (TrmDimension)TRM_DIMENSIONLESS);
  end(s);
}

static void contact_values(TrmMechanism *m, size_t index, double *v) {
  TrmContactReport report;
  trm_contacts_report(m->eq, m->state, index, &report);
  memcpy(v, report.force, sizeof report.force);
  memcpy(v + 3, report.point, sizeof report.point);
  memcpy(v + 6, report.normal, sizeof report.normal);
  v[9] = report.gap;
  v[10] = report.press;
  v[11] = report.touches;
}

void trm_mechanism_energy(const TrmMechanism *m, double *kinetic, double *potential) {
  trm_state_energy(m->eq, m->state, kinetic, potential);
}

/* worst violations of positions (m or rad) and velocities */
static void violations(TrmMechanism *m, double *position, double *velocity) {
  const TrmEquations *eq = m->eq;
  *position = *velocity = 0;
  trm_equations_position(eq, m->state, m->phi, m->G, m->phi_t);
  for (size_t i = 0; i < eq->row_count; i++) {
    double rate = m->phi_t[i];
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++) rate += m->G[k] * m->u[eq->column[k]];
    *position = fmax(*position, fabs(m->phi[i]));
    *velocity = fmax(*velocity, fabs(rate));
  }
}

static void whole_values(TrmMechanism *m, double *v) {
  TrmForceEnergy stored;
  trm_mechanism_energy(m, &v[0], &v[1]);
  trm_forces_energy(m->eq, m->state, &stored);
  v[1] += stored.potential;
  v[2] = v[0] + v[1];
  v[3] = m->freedoms;
  violations(m, &v[4], &v[5]);
}

/* one component of a reaction or drive into `value`, in the model's units; forces and states are
 * there already */
static void element(const TrmMechanism *m, const TrmExternal *external, double *value) {
  static const char *const names[] = {"fx", "fy", "fz", "tx", "ty", "tz"};
  const TrmSystem *system = m->system;
  double wrench[6] = {0};
  int found = 0;
  if (external->what[0] == 'e') {
    *value = trm_frame_parameter(m, &external->frame, external->what[1] - '0');
    return;
  }
  found = trm_constraint_reaction(m, external, wrench, wrench + 3);
  for (size_t i = 0; i < system->joint_count; i++) {
    if (strcmp(system->joints[i].item->name, external->name) != 0) continue;
    trm_joint_reaction(m, i, wrench, wrench + 3);
    found = 1;
  }
  for (size_t i = 0; i < system->motion_count; i++) {
    const TrmMotion *motion = &system->motions[i];
    if (strcmp(motion->item->name, external->name) != 0 || m->eq->motion_row[i] < 0) continue;
    /* of a motion, what drives the second */
    row_wrench(m, m->eq->motion_row[i], 1, &motion->first, wrench, wrench + 3);
    for (int k = 0; k < 6; k++) wrench[k] = -wrench[k];
    found = 1;
  }
  if (!found) return;
  double force = trm_units_scale(&system->units, (TrmDimension)TRM_FORCE);
  double torque = trm_units_scale(&system->units, (TrmDimension)TRM_TORQUE);
  for (int k = 0; k < 6; k++)
    if (strcmp(external->what, names[k]) == 0) *value = wrench[k] / (k < 3 ? force : torque);
  if (strcmp(external->what, "fm") == 0) *value = trm_vec3_norm(wrench) / force;
  if (strcmp(external->what, "tm") == 0) *value = trm_vec3_norm(wrench + 3) / torque;
}

static double output_value(TrmMechanism *m, size_t index) {
  size_t count;
  TrmItem *const *items = trm_model_section(m->system->model, "outputs", &count);
  const TrmValue *value = trm_item_value(items[index], "value");
  const TrmProgram *program = value ? trm_system_program(m->system, value) : NULL;
  TrmSituation at = {m->state->time, m->state->body, m->state->externals};
  return program ? trm_program_value(program, &at, m->state->scratch) : nan("");
}

const char *trm_output_unit(TrmArena *arena, const TrmSystem *system, const TrmItem *item) {
  const TrmValue *value = trm_item_value(item, "value");
  const TrmValue *unit = trm_type_param(item->type, "unit") ? trm_item_value(item, "unit") : NULL;
  if (unit && unit->form == TRM_FORM_TEXT) return unit->text;
  const TrmProgram *program = value ? trm_system_program(system, value) : NULL;
  const char *per = NULL;
  TrmDimension dimension;
  char text[64];
  if (!program || !trm_program_dimension(program, &dimension, &per)) return "";
  if (per) return per;
  trm_dimension_format(&system->units, dimension, text, sizeof text);
  return trm_arena_string(arena, text);
}

static void add_outputs(TrmSignals *s) {
  size_t count;
  TrmItem *const *items = trm_model_section(s->m->system->model, "outputs", &count);
  for (size_t i = 0; i < count; i++) {
    begin(s, GROUP_OUTPUT, i);
    add(s, NULL, items[i]->name, (TrmDimension)TRM_DIMENSIONLESS);
    s->list[s->count - 1].unit = trm_output_unit(s->arena, s->m->system, items[i]);
    end(s);
  }
}

static void add_whole(TrmSignals *s) {
  static const TrmDimension none = TRM_DIMENSIONLESS;
  begin(s, GROUP_WHOLE, 0);
  add_energy(s, "energy.kinetic");
  add_energy(s, "energy.potential");
  add_energy(s, "energy.total");
  add(s, NULL, "freedoms", none);
  add(s, NULL, "constraint.position", none);
  add(s, NULL, "constraint.velocity", none);
  end(s);
}

TrmSignals *trm_signals_new(TrmArena *arena, TrmMechanism *m) {
  const TrmSystem *system = m->system;
  TrmSignals *s = trm_arena_alloc(arena, sizeof *s);
  s->arena = arena;
  s->m = m;
  begin(s, GROUP_TIME, 0);
  add(s, NULL, "time", (TrmDimension)TRM_TIME);
  end(s);
  for (size_t i = 0; i < system->body_count; i++) {
    TrmFrame frame = {.body = (int)i};
    trm_mat3_identity(frame.A);
    add_frame(s, system->bodies[i].item->name, &frame);
  }
  for (size_t i = 0; i < system->marker_count; i++) {
    TrmFrame frame = trm_marker_frame(system, &system->markers[i]);
    add_frame(s, system->markers[i].name, &frame);
  }
  s->joint_group = s->group_count;
  for (size_t i = 0; i < system->joint_count; i++) add_joint(s, i);
  s->motion_group = s->group_count;
  for (size_t i = 0; i < system->motion_count; i++) {
    int turns = system->motions[i].turns;
    const char *name = system->motions[i].item->name;
    TrmDimension power = {1, 0, -1, 1, 0};
    begin(s, GROUP_MOTION, i);
    add(s, name, turns ? "torque" : "force",
        turns ? (TrmDimension)TRM_TORQUE : (TrmDimension)TRM_FORCE);
    add(s, name, "power", power);
    end(s);
  }
  for (size_t i = 0; i < system->force_count; i++) add_force(s, i);
  for (size_t i = 0; i < system->contact_count; i++) add_contact(s, i);
  for (size_t i = 0; i < trm_states_named(m->eq); i++) {
    begin(s, GROUP_STATE, i);
    add(s, NULL, trm_states_name(m->eq, i), (TrmDimension)TRM_DIMENSIONLESS);
    end(s);
  }
  add_whole(s);
  add_outputs(s);
  s->external_wanted = s->force_wanted = 1;
  s->open = trm_arena_array(arena, s->count, sizeof *s->open);
  return s;
}

void trm_signals_mark(TrmSignals *s, TrmOwnerKind owner, size_t index, size_t part) {
  size_t first = owner == TRM_OWNER_JOINT ? s->joint_group : s->motion_group;
  s->open[s->groups[first + index].first + part] = 1;
}

int trm_signals_unique(const TrmSignals *s, size_t index) {
  return !s->open[index];
}

void trm_signals_save(const TrmSignals *s, double *marks) {
  for (size_t i = 0; i < s->count; i++) marks[i] = s->open[i];
}

void trm_signals_load(TrmSignals *s, const double *marks) {
  for (size_t i = 0; i < s->count; i++) s->open[i] = marks[i] != 0;
}

const TrmSignalInfo *trm_signals_list(const TrmSignals *signals, size_t *count) {
  *count = signals->count;
  return signals->list;
}

void trm_signals_want(TrmSignals *s, const size_t *wanted, size_t count) {
  for (size_t g = 0; g < s->group_count; g++) s->groups[g].wanted = !wanted;
  for (size_t i = 0; wanted && i < count; i++) {
    size_t low = 0, high = s->group_count;
    while (high - low > 1) {
      size_t middle = (low + high) / 2;
      if (s->groups[middle].first <= wanted[i]) {
        low = middle;
      } else {
        high = middle;
      }
    }
    s->groups[low].wanted = 1;
  }
  s->external_wanted = s->force_wanted = 0;
  for (size_t g = 0; g < s->group_count; g++) {
    const Group *group = &s->groups[g];
    if (group->kind == GROUP_OUTPUT) s->external_wanted |= group->wanted;
    if (group->kind == GROUP_FORCE || group->kind == GROUP_STATE || group->kind == GROUP_CONTACT)
      s->force_wanted |= group->wanted;
  }
}

void trm_mechanism_externals(TrmMechanism *m) {
  const TrmSystem *system = m->system;
  trm_forces_evaluate(m->eq, m->state, NULL);
  for (size_t i = 0; i < system->external_count; i++)
    element(m, &system->externals[i], &m->state->externals[i]);
}

void trm_signals_evaluate(TrmSignals *s, TrmMechanism *m, double *values) {
  if (s->external_wanted) {
    trm_mechanism_externals(m);
  } else if (s->force_wanted) {
    trm_forces_evaluate(m->eq, m->state, NULL);
  }
  for (size_t g = 0; g < s->group_count; g++) {
    const Group *group = &s->groups[g];
    double *v = values + group->first;
    if (!group->wanted) {
      for (size_t k = 0; k < group->count; k++) v[k] = nan("");
      continue;
    }
    switch (group->kind) {
    case GROUP_TIME: v[0] = m->state->time; break;
    case GROUP_FRAME: frame_values(m, &group->frame, v); break;
    case GROUP_JOINT: joint_values(m, group, v); break;
    case GROUP_MOTION: motion_values(m, group->index, v); break;
    case GROUP_FORCE: force_values(m, group, v); break;
    case GROUP_CONTACT: contact_values(m, group->index, v); break;
    case GROUP_STATE: v[0] = trm_states_value(m->eq, m->state, group->index); break;
    case GROUP_WHOLE: whole_values(m, v); break;
    case GROUP_OUTPUT: v[0] = output_value(m, group->index); break;
    }
    for (size_t k = 0; k < group->count; k++) v[k] /= s->scale[group->first + k];
  }
}

/* the output, force or other signal k that has no finite value */
static void complain(const TrmSignals *s, const TrmMechanism *m, const Group *group, size_t k,
                     double value, TrmLog *log) {
  const TrmUnits *units = &m->system->units;
  const char *name = s->list[k].name;
  const TrmItem *item = NULL;
  size_t count;
  TrmItem *const *outputs = trm_model_section(m->system->model, "outputs", &count);
  if (group->kind == GROUP_OUTPUT) item = outputs[group->index];
  if (group->kind == GROUP_JOINT) item = m->system->joints[group->index].item;
  if (group->kind == GROUP_MOTION) item = m->system->motions[group->index].item;
  if (group->kind == GROUP_FORCE) item = m->system->forces[group->index].item;
  if (group->kind == GROUP_CONTACT) item = m->system->contacts[group->index].item;
  trm_log_add(log, TRM_E_NO_NUMBER, item ? item->place : TRM_NOWHERE, name,
              "%s '%s' is %s at t = %.6g %s", group->kind == GROUP_OUTPUT ? "output" : "signal",
              name, isnan(value) ? "not a number" : "infinite", m->state->time / units->time,
              units->time_name);
  if (group->kind == GROUP_OUTPUT)
    trm_log_hint(log, "it divides by what becomes zero, or leaves the range of a function; "
                      "if(condition, a, b) takes only the part that holds");
}

int trm_signals_finite(const TrmSignals *s, const TrmMechanism *m, const double *values,
                       TrmLog *log) {
  for (size_t g = 0; g < s->group_count; g++) {
    const Group *group = &s->groups[g];
    for (size_t k = group->first; group->wanted && k < group->first + group->count; k++) {
      if (isfinite(values[k])) continue;
      complain(s, m, group, k, values[k], log);
      return 0;
    }
  }
  return 1;
}
