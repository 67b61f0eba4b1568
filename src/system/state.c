/* SPDX-License-Identifier: Apache-2.0
 *
 * State: positions on the manifold (quaternions multiplied by small turns, normalised), velocities
 * and accelerations by columns, angles with their turns counted, and the courses of motions.
 */
#include "math/mat3.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "system/contacts_data.h"
#include "system/forces_data.h"
#include "system/reads.h"
#include "system/switches.h"
#include "system/turns.h"
#include <string.h>

const TrmBodyMotion trm_ground_motion = {.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}};

static void start_body(const TrmEquations *eq, TrmState *state, size_t i) {
  const TrmBody *body = &eq->system->bodies[i];
  TrmBodyMotion *m = &state->body[i];
  trm_body_centre(body, m->r);
  trm_quat_from_matrix(body->R_gb, state->e[i]);
  trm_quat_matrix(state->e[i], m->R);
  memcpy(m->v, body->v_g, sizeof m->v);
  trm_mat3_apply_transposed(m->R, body->w_g, m->w);
}

TrmState *trm_state_new(TrmArena *arena, const TrmEquations *eq) {
  TrmState *state = trm_arena_alloc(arena, sizeof *state);
  size_t widest = 0;
  state->body = trm_arena_array(arena, eq->body_count + 1, sizeof *state->body);
  state->e = trm_arena_array(arena, eq->body_count + 1, sizeof *state->e);
  state->s = trm_arena_array(arena, 3 * eq->curve_count + 1, sizeof *state->s);
  state->s_rate = state->s + eq->curve_count;
  state->s_second = state->s_rate + eq->curve_count;
  state->angle = trm_arena_array(arena, eq->turn_count + 1, sizeof *state->angle);
  state->externals = trm_arena_array(arena, eq->system->external_count + 1, sizeof(double));
  state->course = trm_arena_array(arena, eq->system->motion_count + 1, sizeof *state->course);
  for (size_t i = 0; i < eq->system->function_count; i++) {
    size_t count;
    trm_program_columns(eq->system->functions[i]->program, &count);
    if (count > widest) widest = count;
  }
  state->scratch = trm_arena_array(arena, eq->scratch + 1, sizeof *state->scratch);
  state->gradient = trm_arena_array(arena, widest + 1, sizeof *state->gradient);
  state->hessian = trm_arena_array(arena, widest * widest + 1, sizeof *state->hessian);
  state->z = trm_arena_array(arena, 2 * eq->state_count + 1, sizeof *state->z);
  state->z_rate = state->z + eq->state_count;
  state->force_work = trm_arena_array(arena, eq->forces->work + 1, sizeof(double));
  state->rest = trm_arena_array(arena, trm_states_rest_size(eq) + 1, sizeof *state->rest);
  state->external_slope = trm_arena_array(arena, eq->forces->slope_count + 1, sizeof(double));
  state->read = trm_arena_array(arena, eq->read_count + 1, sizeof *state->read);
  state->read_work = trm_arena_array(arena, trm_reads_size(eq) + 1, sizeof *state->read_work);
  state->idle = trm_arena_array(arena, eq->system->force_count + 1, sizeof *state->idle);
  if (eq->switches || eq->rigid_count) {
    state->off = trm_arena_array(arena, eq->wide_rows + 1, sizeof *state->off);
    state->shift = trm_arena_array(arena, eq->wide_rows + 1, sizeof *state->shift);
    for (size_t i = eq->narrow_rows; i < eq->wide_rows; i++) state->off[i] = 1;
  }
  trm_contacts_start(arena, eq, state);
  for (size_t i = 0; i < eq->body_count; i++) start_body(eq, state, i);
  memcpy(state->s, eq->curve_start, eq->curve_count * sizeof *state->s);
  trm_state_accept(eq, state);
  trm_state_courses(eq, state);
  trm_states_start(eq, state);
  if (state->off) trm_switches_begin(eq, state);
  return state;
}

void trm_state_copy(const TrmEquations *eq, const TrmState *from, TrmState *to) {
  to->time = from->time;
  memcpy(to->body, from->body, eq->body_count * sizeof *to->body);
  memcpy(to->e, from->e, eq->body_count * sizeof *to->e);
  memcpy(to->s, from->s, 3 * eq->curve_count * sizeof *to->s);
  memcpy(to->angle, from->angle, eq->turn_count * sizeof *to->angle);
  memcpy(to->externals, from->externals, eq->system->external_count * sizeof *to->externals);
  memcpy(to->z, from->z, 2 * eq->state_count * sizeof *to->z);
  memcpy(to->read, from->read, eq->read_count * sizeof *to->read);
  memcpy(to->course, from->course, eq->system->motion_count * sizeof *to->course);
  memcpy(to->idle, from->idle, eq->system->force_count * sizeof *to->idle);
  if (eq->contacts->count)
    memcpy(to->contact->rigid, from->contact->rigid,
           4 * eq->contacts->count * sizeof *to->contact->rigid);
  if (eq->contacts->count)
    memcpy(to->contact->borne, from->contact->borne,
           eq->contacts->count * sizeof *to->contact->borne);
  if (!to->off || !from->off) return;
  memcpy(to->off, from->off, eq->wide_rows * sizeof *to->off);
  memcpy(to->shift, from->shift, eq->wide_rows * sizeof *to->shift);
}

void trm_state_keep(const TrmEquations *eq, const TrmState *state, TrmState *kept) {
  kept->time = state->time;
  for (size_t i = 0; i < eq->body_count; i++)
    memcpy(kept->body[i].r, state->body[i].r, sizeof kept->body[i].r);
  memcpy(kept->e, state->e, eq->body_count * sizeof *kept->e);
  memcpy(kept->s, state->s, eq->curve_count * sizeof *kept->s);
  memcpy(kept->course, state->course, eq->system->motion_count * sizeof *kept->course);
}

void trm_state_restore(const TrmEquations *eq, const TrmState *kept, TrmState *state) {
  trm_state_keep(eq, kept, state);
  for (size_t i = 0; i < eq->body_count; i++) trm_quat_matrix(state->e[i], state->body[i].R);
}

/* cosine of half an angle, and its sine over the angle, from the square of half the angle */
static void half_turn(const double theta[3], double *cosine, double *factor) {
  double h = trm_vec3_dot(theta, theta) / 4;
  if (h < 2e-3) {
    *cosine = 1 - h * (1.0 / 2 - h * (1.0 / 24 - h * (1.0 / 720 - h * (1.0 / 40320))));
    *factor = 0.5 - h * (1.0 / 12 - h * (1.0 / 240 - h * (1.0 / 10080 - h * (1.0 / 725760))));
    return;
  }
  double angle = trm_vec3_norm(theta);
  *cosine = cos(angle / 2);
  *factor = sin(angle / 2) / angle;
}

/* e <- e exp(theta/2), normalised */
static void turn(double e[4], const double theta[3]) {
  double cosine, factor, made[4];
  half_turn(theta, &cosine, &factor);
  double step[4] = {cosine, factor * theta[0], factor * theta[1], factor * theta[2]};
  trm_quat_product(e, step, made);
  /* one step of Newton's for the root where the length is 1 but for rounding */
  double off = made[0] * made[0] + made[1] * made[1] + made[2] * made[2] + made[3] * made[3] - 1;
  if (fabs(off) < 1e-9) {
    for (int k = 0; k < 4; k++) e[k] = made[k] - off / 2 * made[k];
  } else if (!trm_quat_unit(made, e)) {
    memcpy(e, made, sizeof made);
  }
}

void trm_state_move(const TrmEquations *eq, TrmState *state, double scale, const double *dq) {
  for (size_t i = 0; i < eq->body_count; i++) {
    const int *column = eq->body_column[i];
    TrmBodyMotion *m = &state->body[i];
    double theta[3] = {0, 0, 0};
    for (int k = 0; k < 3; k++) {
      if (column[k] >= 0) m->r[k] += scale * dq[column[k]];
      if (column[3 + k] >= 0) theta[k] = scale * dq[column[3 + k]];
    }
    if (column[5] < 0) continue;
    turn(state->e[i], theta);
    trm_quat_matrix(state->e[i], m->R);
  }
  for (size_t i = 0; i < eq->curve_count; i++) state->s[i] += scale * dq[eq->curve_column[i]];
}

/* scatter columns to the bodies' two vectors */
static void set_columns(const TrmEquations *eq, size_t i, const double *x, double *move,
                        double *spin) {
  const int *column = eq->body_column[i];
  for (int k = 0; k < 3; k++) {
    move[k] = column[k] >= 0 ? x[column[k]] : 0;
    spin[k] = column[3 + k] >= 0 ? x[column[3 + k]] : 0;
  }
}

void trm_state_set_velocity(const TrmEquations *eq, TrmState *state, const double *u) {
  for (size_t i = 0; i < eq->body_count; i++)
    set_columns(eq, i, u, state->body[i].v, state->body[i].w);
  for (size_t i = 0; i < eq->curve_count; i++) state->s_rate[i] = u[eq->curve_column[i]];
}

void trm_state_get_velocity(const TrmEquations *eq, const TrmState *state, double *u) {
  for (size_t i = 0; i < eq->body_count; i++)
    for (int k = 0; k < 3; k++) {
      const int *column = eq->body_column[i];
      if (column[k] >= 0) u[column[k]] = state->body[i].v[k];
      if (column[3 + k] >= 0) u[column[3 + k]] = state->body[i].w[k];
    }
  for (size_t i = 0; i < eq->curve_count; i++) u[eq->curve_column[i]] = state->s_rate[i];
}

void trm_state_set_acceleration(const TrmEquations *eq, TrmState *state, const double *a) {
  for (size_t i = 0; i < eq->body_count; i++)
    set_columns(eq, i, a, state->body[i].a, state->body[i].alpha);
  for (size_t i = 0; i < eq->curve_count; i++) state->s_second[i] = a[eq->curve_column[i]];
}

void trm_state_accept(const TrmEquations *eq, TrmState *state) {
  for (size_t i = 0; i < eq->turning_count; i++) {
    const TrmPiece *term = &eq->terms[eq->turning[i]];
    TrmPairMotion m;
    trm_term_motion(eq, state, term, &m);
    double *angle = &state->angle[i];
    *angle = trm_term_value(&term->plan, &m, *angle) / term->plan.factor;
  }
  trm_forces_accept(eq, state);
  trm_contacts_accept(eq, state);
  trm_turns_accept(eq, state);
}

/* a course that was given as speed or acceleration is continued by quadrature elsewhere */
void trm_state_courses(const TrmEquations *eq, TrmState *state) {
  const TrmSystem *system = eq->system;
  TrmSituation at = {state->time, state->body, state->externals};
  for (size_t i = 0; i < system->motion_count; i++) {
    const TrmMotion *motion = &system->motions[i];
    const TrmProgram *program = motion->course ? trm_system_program(system, motion->course) : NULL;
    TrmCourse *course = &state->course[i];
    size_t count;
    if (!program) continue;
    const TrmColumn *columns = trm_program_columns(program, &count);
    double value =
        trm_program_hessian(program, &at, state->scratch, state->gradient, state->hessian);
    double first = 0, second = 0;
    for (size_t k = 0; k < count; k++) {
      if (columns[k].kind != TRM_COLUMN_TIME) continue;
      first = state->gradient[k];
      second = state->hessian[k * count + k];
    }
    if (motion->level == 0) *course = (TrmCourse){value, first, second};
    if (motion->level == 1) *course = (TrmCourse){course->value, value, first};
    if (motion->level == 2) *course = (TrmCourse){course->value, course->rate, value};
  }
}
