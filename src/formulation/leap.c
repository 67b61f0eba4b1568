/* SPDX-License-Identifier: Apache-2.0
 *
 * A step: velocities under all forces but those of rigid contacts, impulses, positions.
 */
#include "formulation/leap.h"
#include "formulation/ways.h"
#include "math/mat3.h"
#include "system/contacts_data.h"
#include <math.h>
#include <string.h>

/* inverse of a symmetric matrix, zero where it has none */
static void invert(const double A[9], double out[9]) {
  double c[9];
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) {
      int a = (i + 1) % 3, b = (i + 2) % 3, d = (k + 1) % 3, e = (k + 2) % 3;
      c[3 * k + i] = A[3 * a + d] * A[3 * b + e] - A[3 * a + e] * A[3 * b + d];
    }
  double det = A[0] * c[0] + A[1] * c[3] + A[2] * c[6];
  for (int i = 0; i < 9; i++) out[i] = det > 0 ? c[i] / det : 0;
}

static void lay_masses(TrmLeap *leap, const TrmEquations *eq) {
  for (size_t i = 0; i < eq->body_count; i++) {
    const TrmBody *body = &eq->system->bodies[i];
    const int *c = eq->body_column[i];
    for (int k = 0; k < 3; k++) leap->light[i][k] = c[k] >= 0 ? 1 / body->mass : 0;
    if (c[3] >= 0) {
      invert(body->inertia_b, leap->twist[i]);
    } else if (c[5] >= 0) {
      leap->twist[i][8] = 1 / body->inertia_b[8];
    }
  }
}

static void lay_reach(TrmLeap *leap, const TrmEquations *eq) {
  for (size_t i = 0; i < eq->system->contact_count; i++)
    for (size_t k = 0; k < eq->system->contacts[i].surface_count; k++) {
      const TrmSurface *s = &eq->system->contacts[i].sides[k].surface;
      double reach = trm_vec3_norm(s->centre) + s->reach;
      if (s->body >= 0 && isfinite(reach)) leap->arm[s->body] = fmax(leap->arm[s->body], reach);
    }
}

/* room for touches: of few pairs as many as they may have, of many surfaces as many as balls of
 * like size can meet, and more */
static size_t find_capacity(const TrmEquations *eq) {
  size_t count = 64;
  for (size_t i = 0; i < eq->system->contact_count; i++)
    if (eq->system->contacts[i].rigid) count += trm_contacts_room(eq, i);
  return count;
}

void trm_leap_prepare(TrmFlow *flow, TrmArena *arena) {
  const TrmEquations *eq = flow->eq;
  TrmLeap *leap = trm_arena_alloc(arena, sizeof *leap);
  size_t bodies = eq->body_count + 1;
  flow->leap = leap;
  leap->eq = eq;
  leap->capacity = find_capacity(eq);
  leap->table_size = 2 * leap->capacity + 1;
  leap->strikes = trm_arena_array(arena, leap->capacity, sizeof *leap->strikes);
  leap->last = trm_arena_array(arena, leap->capacity, sizeof *leap->last);
  leap->table = trm_arena_array(arena, leap->table_size, sizeof *leap->table);
  leap->link = trm_arena_array(arena, leap->capacity, sizeof *leap->link);
  leap->light = trm_arena_array(arena, bodies, sizeof *leap->light);
  leap->twist = trm_arena_array(arena, bodies, sizeof *leap->twist);
  leap->speed = trm_arena_array(arena, bodies, sizeof *leap->speed);
  leap->before = trm_arena_array(arena, bodies, sizeof *leap->before);
  leap->way = trm_arena_array(arena, bodies, sizeof *leap->way);
  leap->arm = trm_arena_array(arena, bodies, sizeof *leap->arm);
  leap->free = trm_arena_array(arena, bodies, sizeof *leap->free);
  leap->rest = trm_arena_array(arena, flow->n + 1, sizeof *leap->rest);
  leap->struck = trm_arena_array(arena, bodies, sizeof *leap->struck);
  leap->force = trm_arena_array(arena, eq->column_count + 1, sizeof *leap->force);
  lay_masses(leap, eq);
  lay_reach(leap, eq);
}

/* velocities by columns as speeds of bodies, and back */
static void spread(const TrmEquations *eq, const double *u, double (*speed)[6]) {
  for (size_t i = 0; i < eq->body_count; i++)
    for (int k = 0; k < 6; k++) {
      int column = eq->body_column[i][k];
      speed[i][k] = column >= 0 ? u[column] : 0;
    }
}

static void collect(const TrmEquations *eq, double (*speed)[6], double *u) {
  for (size_t i = 0; i < eq->body_count; i++)
    for (int k = 0; k < 6; k++) {
      int column = eq->body_column[i][k];
      if (column >= 0) u[column] = speed[i][k];
    }
}

/* flow->gamma = -(G u + part phi_t) */
static void open_rates(TrmFlow *flow, double part) {
  const TrmEquations *eq = flow->eq;
  for (size_t i = 0; i < eq->row_count; i++) {
    double sum = -part * flow->phi_t[i];
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++)
      sum -= flow->G[k] * flow->u[eq->column[k]];
    flow->gamma[i] = sum;
  }
}

/* speeds onto the joints with the least change in the metric of the masses */
static TrmStatus hold_at(TrmFlow *flow, double part) {
  const TrmEquations *eq = flow->eq;
  collect(eq, flow->leap->speed, flow->u);
  open_rates(flow, part);
  TrmStatus status = flow->solver->type->solve(flow->solver, NULL, flow->gamma, flow->dq, NULL);
  if (status != TRM_OK) return TRM_RETRY;
  for (size_t k = 0; k < eq->column_count; k++) flow->u[k] += flow->dq[k];
  spread(eq, flow->u, flow->leap->speed);
  return TRM_OK;
}

static TrmStatus hold_moving(TrmFlow *flow) {
  return hold_at(flow, 1);
}

static TrmStatus hold_still(TrmFlow *flow) {
  return hold_at(flow, 0);
}

/* the largest speed of a place on a surface */
static double fastest(const TrmLeap *leap, const TrmEquations *eq, double (*speed)[6]) {
  double most = 0;
  for (size_t i = 0; i < eq->body_count; i++) {
    double now = trm_vec3_norm(speed[i]) + leap->arm[i] * trm_vec3_norm(speed[i] + 3);
    /* what is no number is kept, so that it is seen */
    if (!(now <= most)) most = now;
  }
  return most;
}

/* velocities after h of all forces but the contacts', in speed; the largest move in the step */
static TrmStatus run_free(TrmFlow *flow, double *reach) {
  const TrmEquations *eq = flow->eq;
  TrmLeap *leap = flow->leap;
  flow->evaluations++;
  trm_forces_evaluate(eq, flow->state, flow->Q);
  trm_solver_forces(eq, flow->state, flow->Q, flow->a);
  trm_state_get_velocity(eq, flow->state, flow->u);
  spread(eq, flow->u, leap->before);
  for (size_t k = 0; k < eq->column_count; k++) flow->a[k] *= leap->h;
  trm_equations_position(eq, flow->state, NULL, flow->G, flow->phi_t);
  open_rates(flow, 1);
  TrmStatus status = flow->solver->type->factor(flow->solver, flow->state);
  if (status == TRM_OK)
    status = flow->solver->type->solve(flow->solver, flow->a, flow->gamma, flow->dq, NULL);
  if (status != TRM_OK) return TRM_RETRY;
  for (size_t k = 0; k < eq->column_count; k++) flow->u[k] += flow->dq[k];
  spread(eq, flow->u, leap->speed);
  *reach = 2 * leap->h * fmax(fastest(leap, eq, leap->before), fastest(leap, eq, leap->speed));
  return isfinite(*reach) ? TRM_OK : TRM_RETRY;
}

/* what the impulses took out of the motion, the force they are in the mean, and who bears them */
static double count_impulses(TrmFlow *flow, double (*free)[6]) {
  const TrmEquations *eq = flow->eq;
  TrmLeap *leap = flow->leap;
  double work = 0, *rigid = flow->state->contact->rigid;
  memset(leap->force, 0, eq->column_count * sizeof *leap->force);
  memset(leap->struck, 0, eq->body_count + 1);
  if (rigid) memset(rigid, 0, 4 * eq->system->contact_count * sizeof *rigid);
  for (size_t i = 0; i < leap->count; i++) {
    const TrmStrike *s = &leap->strikes[i];
    if (!(s->impulse[0] > 0)) continue;
    rigid[4 * s->contact + 3] += s->impulse[0] / leap->h;
    for (int k = 0; k < 3; k++)
      trm_vec3_add(rigid + 4 * s->contact, -s->impulse[k] / leap->h, s->direction[k],
                   rigid + 4 * s->contact);
    for (int side = 0; side < 2; side++) {
      int body = s->body[side];
      if (body < 0) continue;
      leap->struck[body] = 1;
      for (int k = 0; k < 3; k++) {
        double P = side ? s->impulse[k] : -s->impulse[k];
        const double *v = leap->speed[body], *f = free[body];
        for (int c = 0; c < 6; c++) {
          int column = eq->body_column[body][c];
          double along = c < 3 ? s->direction[k][c] : s->turn[side][k][c - 3];
          if (column < 0) continue;
          leap->force[column] += P * along / leap->h;
          work += 0.5 * P * along * (v[c] + f[c]);
        }
      }
    }
  }
  return work;
}

/* positions after the step */
static TrmStatus move(TrmFlow *flow) {
  const TrmEquations *eq = flow->eq;
  TrmLeap *leap = flow->leap;
  trm_leap_choose(flow);
  /* what would be left sunk in, from rest */
  memcpy(leap->before, leap->speed, eq->body_count * sizeof *leap->before);
  memset(leap->speed, 0, eq->body_count * sizeof *leap->speed);
  TrmStatus status = trm_leap_lift(flow, eq->row_count ? hold_still : NULL);
  if (status != TRM_OK) return status;
  for (size_t i = 0; i < eq->body_count; i++)
    for (int c = 0; c < 6; c++) {
      int column = eq->body_column[i][c];
      if (column >= 0) flow->a[column] = leap->free[i][c] + leap->speed[i][c];
    }
  for (size_t i = 0; i < eq->curve_count; i++)
    flow->a[eq->curve_column[i]] = flow->u[eq->curve_column[i]];
  trm_state_move(eq, flow->state, leap->h, flow->a);
  collect(eq, leap->before, flow->u);
  trm_state_set_velocity(eq, flow->state, flow->u);
  return TRM_OK;
}

/* courses, states and work, whose rates are those at the beginning */
static void advance_rest(TrmFlow *flow, double lost, const double *y, double *y_new) {
  const TrmEquations *eq = flow->eq;
  const TrmSystem *system = eq->system;
  double h = flow->leap->h, work[2];
  size_t c = flow->courses;
  for (size_t i = 0; i < eq->state_count; i++)
    y_new[flow->states + i] = y[flow->states + i] + h * flow->state->z_rate[i];
  for (size_t i = 0; i < system->motion_count; i++) {
    const TrmCourse *course = &flow->state->course[i];
    if (system->motions[i].level == 1) y_new[c] = y[c] + h * course->rate, c++;
    if (system->motions[i].level < 2) continue;
    y_new[c] = y[c] + h * (course->rate + h / 2 * course->second);
    y_new[c + 1] = y[c + 1] + h * course->second;
    c += 2;
  }
  if (!flow->counts_work) return;
  trm_flow_work_rates(flow, work);
  y_new[flow->work] = y[flow->work] + h * work[0];
  y_new[flow->work + 1] = y[flow->work + 1] + h * work[1] + lost;
}

/* the touches within reach and their impulses; what becomes faster by them reaches farther */
static TrmStatus solve(TrmFlow *flow, double reach) {
  enum { MOST_LOOKS = 4 };
  TrmLeap *leap = flow->leap;
  const TrmEquations *eq = flow->eq;
  memcpy(leap->free, leap->speed, eq->body_count * sizeof *leap->free);
  for (int look = 0; look < MOST_LOOKS; look++) {
    trm_leap_gather(flow, reach);
    if (leap->full) return TRM_FAILED;
    TrmStatus status = trm_leap_sweep(flow, eq->row_count ? hold_moving : NULL);
    if (status != TRM_OK) return status;
    double now = 2 * leap->h * fastest(leap, eq, leap->speed);
    if (!(now > reach)) break;
    reach = 1.5 * now;
    if (look + 1 < MOST_LOOKS)
      memcpy(leap->speed, leap->free, eq->body_count * sizeof *leap->speed);
  }
  return TRM_OK;
}

TrmStatus trm_leap_step(void *context, double t, double h, const double *y, double *y_new) {
  TrmFlow *flow = context;
  TrmLeap *leap = flow->leap;
  const TrmEquations *eq = flow->eq;
  double reach;
  leap->h = h;
  leap->wide = fmax(leap->wide, h);
  TrmStatus status = trm_flow_unpack(flow, t, y);
  if (status == TRM_OK) status = run_free(flow, &reach);
  if (status == TRM_OK) status = solve(flow, reach);
  if (status != TRM_OK) return status;
  double lost = count_impulses(flow, leap->free);
  advance_rest(flow, lost, y, flow->leap->rest);
  collect(eq, leap->speed, flow->u);
  status = move(flow);
  if (status != TRM_OK) return status;
  trm_flow_pack(flow, flow->state, y_new);
  memcpy(y_new + flow->states, leap->rest + flow->states, (flow->n - flow->states) * sizeof *y);
  trm_leap_keep(leap);
  return trm_flow_project(flow, t + h, y_new);
}
