/* SPDX-License-Identifier: Apache-2.0
 *
 * Flow: a mechanism as y' = f(t, y). A body in space is r and e, in the plane x, y and the two
 * numbers of e that can differ from zero, so that no sine is taken; e is normalised where it is
 * read. Velocities stand by columns, so that accelerations go straight into y'.
 */
#include "formulation/implicit.h"
#include "formulation/leap.h"
#include "formulation/newton.h"
#include "formulation/rub.h"
#include "math/mat3.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "system/energy.h"
#include "system/reads.h"
#include "system/turns.h"
#include <math.h>
#include <string.h>

/* numbers of e that y holds for a body: 4, 2 in the plane, 0 for a point mass */
static int turn_numbers(const TrmEquations *eq, size_t body) {
  if (eq->body_column[body][5] < 0) return 0;
  return eq->system->planar ? 2 : 4;
}

static void lay_out(TrmFlow *flow, TrmArena *arena) {
  const TrmEquations *eq = flow->eq;
  const TrmSystem *system = eq->system;
  size_t next = 0;
  flow->place = trm_arena_array(arena, eq->body_count + 1, sizeof *flow->place);
  for (size_t i = 0; i < eq->body_count; i++) {
    flow->place[i] = next;
    next += (system->planar ? 2u : 3u) + (size_t)turn_numbers(eq, i);
  }
  flow->curves = next;
  flow->velocities = next += eq->curve_count;
  flow->states = next += eq->column_count;
  if (flow->partition) {
    flow->curves = flow->velocities = trm_partition_freedoms(flow->partition);
    flow->states = next = 2 * flow->velocities;
  }
  flow->courses = next += eq->state_count;
  for (size_t i = 0; i < system->motion_count; i++) next += (size_t)system->motions[i].level;
  flow->work = next;
  flow->n = next + (flow->counts_work ? 2 : 0);
}

/* 1 when energy is put in or taken out, so that its balance needs the work done */
static int work_counts(const TrmEquations *eq) {
  size_t forces;
  trm_model_section(eq->system->model, "forces", &forces);
  if (forces || eq->switches || eq->system->contact_count) return 1;
  for (size_t i = 0; i < eq->row_count; i++) {
    const TrmRow *row = &eq->rows[i];
    if (row->course >= 0 || (row->program && row->program->time >= 0)) return 1;
  }
  return 0;
}

static void take_memory(TrmFlow *flow, TrmArena *arena) {
  const TrmEquations *eq = flow->eq;
  size_t rows = eq->row_count + 1, columns = eq->column_count + 1;
  flow->state = trm_state_new(arena, eq);
  flow->Q = trm_arena_array(arena, columns, sizeof(double));
  flow->a = trm_arena_array(arena, columns, sizeof(double));
  flow->u = trm_arena_array(arena, columns, sizeof(double));
  flow->dq = trm_arena_array(arena, columns, sizeof(double));
  flow->lambda = trm_arena_array(arena, rows, sizeof(double));
  flow->phi = trm_arena_array(arena, rows, sizeof(double));
  flow->phi_t = trm_arena_array(arena, rows, sizeof(double));
  flow->gamma = trm_arena_array(arena, rows, sizeof(double));
  if (flow->type->soft) {
    flow->soft = trm_arena_array(arena, rows, sizeof(double));
    flow->guess = trm_arena_array(arena, rows, sizeof(double));
  }
  flow->G = trm_arena_array(arena, eq->entry_count + 1, sizeof(double));
}

/* masses without what is next to nothing: moments of slender bodies count as those of their mass at
 * a typical arm, and parameters of curves as held */
static void find_sturdy(TrmFlow *flow, TrmArena *arena) {
  const TrmEquations *eq = flow->eq;
  TrmWeights *w = &flow->sturdy;
  *w = trm_weights_new(arena, eq);
  trm_weights_mass(eq, w, NULL);
  for (size_t i = 0; i < eq->body_count; i++)
    for (int k = 0; k < 3; k++) {
      double moment = w->move[i][k] * eq->length[i] * eq->length[i];
      w->turn[i][4 * k] = fmax(w->turn[i][4 * k], moment);
    }
  for (size_t i = 0; i < eq->curve_count; i++) w->curve[i] = HUGE_VAL;
}

/* what work is measured by in the steps: it does not control them, but that a surface which is left
 * behind by what it touched takes energy while nothing is accelerated */
static double find_worth(const TrmFlow *flow, const TrmState *at) {
  const TrmSystem *system = flow->eq->system;
  double kinetic, potential, weight = system->mass * trm_vec3_norm(system->gravity);
  trm_state_energy(flow->eq, at, &kinetic, &potential);
  double energy = kinetic + weight * fmin(1, flow->size);
  return system->contact_count && energy > 0 ? 100 * energy : HUGE_VAL;
}

/* the solver that was asked for, or the first that applies */
static TrmSolver *find_solver(TrmFlow *flow, TrmArena *arena, const char **why) {
  const TrmSolverType *wanted = flow->options.solver;
  if (!wanted && flow->type->solver) wanted = trm_solver_find(flow->type->solver);
  for (size_t i = 0; trm_solvers[i]; i++) {
    if (wanted && trm_solvers[i] != wanted) continue;
    TrmSolver *solver = trm_solvers[i]->make(arena, flow->eq, why);
    if (solver) return solver;
  }
  return NULL;
}

TrmFlow *trm_flow_new(TrmArena *arena, const TrmEquations *eq, const TrmState *at,
                      const TrmFormulationType *type, const TrmFormulationOptions *options,
                      double size, const char **why) {
  TrmFlow *flow = trm_arena_alloc(arena, sizeof *flow);
  flow->type = type;
  *why = "what holds one way only, rubs or is switched needs constraints that hold exactly: take "
         "constraint_force, projection or multipliers";
  if (eq->switches && (type->soft || type->partitions || type->law)) return NULL;
  if (options) flow->options = *options;
  flow->eq = eq;
  flow->size = flow->reach = size;
  flow->latest = HUGE_VAL;
  /* far from the origin rounding leaves less */
  for (size_t i = 0; i < eq->body_count; i++)
    for (int k = 0; k < 3; k++) flow->reach = fmax(flow->reach, 1e-3 * fabs(at->body[i].r[k]));
  flow->counts_work = work_counts(eq);
  flow->worth = find_worth(flow, at);
  for (size_t i = 0; i < eq->row_count; i++) {
    flow->moving_rows |= eq->rows[i].program && eq->rows[i].program->time >= 0;
    flow->driven |= eq->rows[i].course >= 0;
  }
  flow->driven |= flow->moving_rows;
  trm_care_begin(&flow->care);
  take_memory(flow, arena);
  if (type->partitions) {
    flow->partition = trm_partition_new(arena, flow, at, why);
    if (!flow->partition) return NULL;
  }
  lay_out(flow, arena);
  flow->masses = trm_weights_new(arena, eq);
  trm_weights_mass(eq, &flow->masses, NULL);
  /* without corrections curve parameters must be light in the factors */
  for (size_t i = 0; i < eq->curve_count; i++) flow->masses.curve[i] = 1e-12 * eq->system->mass;
  if (type->soft) {
    flow->saddle = trm_saddle_new(arena, eq);
    find_sturdy(flow, arena);
  }
  flow->solver = find_solver(flow, arena, why);
  flow->rub = trm_rub_new(arena, flow);
  return flow->solver ? flow : NULL;
}

/* positions and velocities of all bodies into y */
static void pack_bodies(const TrmFlow *flow, const TrmState *state, double *y) {
  const TrmEquations *eq = flow->eq;
  const TrmSystem *system = eq->system;
  for (size_t i = 0; i < eq->body_count; i++) {
    double *p = y + flow->place[i];
    int turns = turn_numbers(eq, i);
    *p++ = state->body[i].r[0];
    *p++ = state->body[i].r[1];
    if (!system->planar) *p++ = state->body[i].r[2];
    if (turns == 4) memcpy(p, state->e[i], 4 * sizeof *p);
    if (turns == 2) p[0] = state->e[i][0], p[1] = state->e[i][3];
  }
  memcpy(y + flow->curves, state->s, eq->curve_count * sizeof *y);
  trm_state_get_velocity(eq, state, y + flow->velocities);
}

void trm_flow_pack(const TrmFlow *flow, const TrmState *state, double *y) {
  const TrmEquations *eq = flow->eq;
  const TrmSystem *system = eq->system;
  if (flow->partition) {
    trm_partition_pack(flow, state, y);
  } else {
    pack_bodies(flow, state, y);
  }
  memcpy(y + flow->states, state->z, eq->state_count * sizeof *y);
  double *course = y + flow->courses;
  for (size_t i = 0; i < system->motion_count; i++) {
    if (system->motions[i].level > 0) *course++ = state->course[i].value;
    if (system->motions[i].level > 1) *course++ = state->course[i].rate;
  }
}

/* R of the normalised quaternion, which is kept in e; 0 when it has no length */
static int set_turn(double e[4], double R[9]) {
  double unit[4];
  if (!trm_quat_unit(e, unit)) return 0;
  memcpy(e, unit, sizeof unit);
  trm_quat_matrix(e, R);
  return 1;
}

/* positions and velocities of all bodies from y */
static TrmStatus unpack_bodies(TrmFlow *flow, const double *y) {
  const TrmEquations *eq = flow->eq;
  const TrmSystem *system = eq->system;
  TrmState *state = flow->state;
  for (size_t i = 0; i < eq->body_count; i++) {
    const double *p = y + flow->place[i];
    TrmBodyMotion *m = &state->body[i];
    int turns = turn_numbers(eq, i);
    m->r[0] = *p++;
    m->r[1] = *p++;
    if (!system->planar) m->r[2] = *p++;
    if (turns == 4) memcpy(state->e[i], p, 4 * sizeof *p);
    if (turns == 2) {
      state->e[i][0] = p[0];
      state->e[i][1] = state->e[i][2] = 0;
      state->e[i][3] = p[1];
    }
    if (turns && !set_turn(state->e[i], m->R)) return TRM_RETRY;
  }
  memcpy(state->s, y + flow->curves, eq->curve_count * sizeof *y);
  trm_state_set_velocity(eq, state, y + flow->velocities);
  return TRM_OK;
}

TrmStatus trm_flow_unpack(TrmFlow *flow, double t, const double *y) {
  const TrmEquations *eq = flow->eq;
  const TrmSystem *system = eq->system;
  TrmState *state = flow->state;
  state->time = fmin(t, flow->latest);
  trm_turns_expect(eq, state);
  memcpy(state->z, y + flow->states, eq->state_count * sizeof *y);
  const double *course = y + flow->courses;
  for (size_t i = 0; i < system->motion_count; i++) {
    if (system->motions[i].level > 0) state->course[i].value = *course++;
    if (system->motions[i].level > 1) state->course[i].rate = *course++;
  }
  if (system->motion_count) trm_state_courses(eq, state);
  return flow->partition ? trm_partition_unpack(flow, t, y) : unpack_bodies(flow, y);
}

static TrmStatus react(void *context, const double *Q, double *a, double *lambda) {
  TrmFlow *flow = context;
  return flow->type->accelerate(flow, Q, a, lambda);
}

/* accelerations, and where `reactions` says so the multipliers, which cost more than they do */
static TrmStatus accelerate(TrmFlow *flow, int reactions) {
  flow->evaluations++;
  if (flow->eq->read_count)
    return trm_reads_settle(flow->eq, flow->state, react, flow, flow->Q, flow->a, flow->lambda);
  trm_forces_evaluate(flow->eq, flow->state, flow->Q);
  for (size_t k = 0; k < flow->eq->column_count && flow->leap; k++)
    flow->Q[k] += flow->leap->force[k];
  if (flow->rub) reactions = 1;
  TrmStatus status =
      flow->type->accelerate(flow, flow->Q, flow->a, reactions ? flow->lambda : NULL);
  return status == TRM_OK && flow->rub ? trm_rub_act(flow->rub) : status;
}

TrmStatus trm_flow_accelerate(TrmFlow *flow) {
  return accelerate(flow, 1);
}

TrmStatus trm_flow_act(TrmFlow *flow) {
  if (flow->eq->read_count) return trm_flow_accelerate(flow);
  trm_forces_evaluate(flow->eq, flow->state, flow->Q);
  return TRM_OK;
}

/* accelerations of a stage, with care where it is needed; multipliers cost more than accelerations
 * and are left out unless the work counts them */
static TrmStatus accelerate_stage(TrmFlow *flow) {
  int care = flow->type->projects && trm_care_lasts(&flow->care, flow->state->time);
  TrmStatus status = care ? trm_flow_settle(flow) : TRM_OK;
  flow->solver->settling = 0;
  if (status == TRM_OK) status = accelerate(flow, flow->driven);
  if (care || status != TRM_OK || !flow->type->projects) return status;
  if (!trm_care_wanted(&flow->care, flow->state->time, flow->solver->settling)) return TRM_OK;
  status = trm_flow_settle(flow);
  return status == TRM_OK ? accelerate(flow, flow->driven) : status;
}

/* rates of positions: r' = v, e' = e (0, w) / 2, s' */
static void position_rates(const TrmFlow *flow, double *dy) {
  const TrmEquations *eq = flow->eq;
  const TrmState *state = flow->state;
  int planar = eq->system->planar;
  for (size_t i = 0; i < eq->body_count; i++) {
    double *p = dy + flow->place[i];
    const double *v = state->body[i].v, *w = state->body[i].w, *e = state->e[i];
    int turns = turn_numbers(eq, i);
    *p++ = v[0];
    *p++ = v[1];
    if (!planar) *p++ = v[2];
    if (turns == 2) {
      p[0] = -e[3] * w[2] / 2;
      p[1] = e[0] * w[2] / 2;
    } else if (turns == 4) {
      p[0] = -(e[1] * w[0] + e[2] * w[1] + e[3] * w[2]) / 2;
      p[1] = (e[0] * w[0] + e[2] * w[2] - e[3] * w[1]) / 2;
      p[2] = (e[0] * w[1] + e[3] * w[0] - e[1] * w[2]) / 2;
      p[3] = (e[0] * w[2] + e[1] * w[1] - e[2] * w[0]) / 2;
    }
  }
  memcpy(dy + flow->curves, state->s_rate, eq->curve_count * sizeof *dy);
}

/* power of constraints that move, lambda' phi_t, and of forces without a potential */
void trm_flow_work_rates(TrmFlow *flow, double *dy) {
  const TrmEquations *eq = flow->eq;
  TrmForceEnergy energy;
  double power = 0;
  trm_forces_energy(eq, flow->state, &energy);
  if (flow->moving_rows) trm_equations_position(eq, flow->state, NULL, flow->G, flow->phi_t);
  for (size_t i = 0; i < eq->row_count && flow->driven; i++) {
    if (flow->moving_rows) {
      power += flow->lambda[i] * flow->phi_t[i];
    } else if (eq->rows[i].course >= 0) {
      power -= flow->lambda[i] * flow->state->course[eq->rows[i].course].rate;
    }
  }
  if (flow->rub) energy.power += trm_rub_power(flow->rub);
  if (flow->rub) energy.dissipation += trm_rub_power(flow->rub);
  dy[0] = energy.power - energy.dissipation + power;
  dy[1] = energy.dissipation;
}

TrmStatus trm_flow_rate(void *context, double t, const double *y, double *dy) {
  TrmFlow *flow = context;
  const TrmEquations *eq = flow->eq;
  const TrmSystem *system = eq->system;
  TrmStatus status = trm_flow_unpack(flow, t, y);
  if (status == TRM_OK) status = accelerate_stage(flow);
  if (status != TRM_OK) return status < 0 && status != TRM_FAILED ? status : TRM_RETRY;
  for (size_t k = 0; k < eq->column_count; k++)
    if (!isfinite(flow->a[k])) return TRM_RETRY;
  if (flow->partition) {
    trm_partition_rate(flow, dy);
  } else {
    position_rates(flow, dy);
    memcpy(dy + flow->velocities, flow->a, eq->column_count * sizeof *dy);
  }
  if (eq->state_count) trm_states_rate(eq, flow->state, dy + flow->states);
  double *course = dy + flow->courses;
  for (size_t i = 0; i < system->motion_count; i++) {
    if (system->motions[i].level > 0) *course++ = flow->state->course[i].rate;
    if (system->motions[i].level > 1) *course++ = flow->state->course[i].second;
  }
  if (flow->counts_work) trm_flow_work_rates(flow, dy + flow->work);
  return TRM_OK;
}

TrmLaw trm_flow_law(const TrmFlow *flow) {
  return flow->type->law ? flow->type->law(flow) : (TrmLaw){0};
}

void trm_flow_prepare(TrmFlow *flow, TrmArena *arena, int pair) {
  if (flow->partition) {
    flow->reduced = trm_reduced_new(arena, flow, pair);
  } else {
    flow->newton = trm_newton_new(arena, flow, pair);
  }
}

/* the slopes at (t, y) */
static TrmStatus take_slopes(TrmFlow *flow, double t, const double *y) {
  /* where coordinates follow from where they were, this is no place to go on from */
  if (flow->partition) trm_partition_leave(flow);
  TrmStatus status = trm_flow_unpack(flow, t, y);
  if (status == TRM_OK) {
    trm_forces_evaluate(flow->eq, flow->state, flow->Q);
    status = flow->type->accelerate(flow, flow->Q, flow->a, flow->lambda);
  }
  if (status == TRM_OK && flow->newton) trm_newton_take(flow->newton, y);
  if (status == TRM_OK && flow->reduced) status = trm_reduced_take(flow->reduced);
  if (flow->partition) trm_partition_return(flow);
  return status;
}

/* what an integrator is told: try again smaller, or a failure for good */
static TrmStatus outcome(TrmStatus status) {
  return status < 0 && status != TRM_FAILED ? status : status != TRM_OK ? TRM_RETRY : TRM_OK;
}

TrmStatus trm_flow_factor(void *context, double t, const double *y, double gamma) {
  TrmFlow *flow = context;
  TrmStatus status = take_slopes(flow, t, y);
  if (status == TRM_OK)
    status = flow->partition ? trm_reduced_factor(flow->reduced, gamma)
                             : trm_newton_factor(flow->newton, gamma);
  return outcome(status);
}

TrmStatus trm_flow_factor_pair(void *context, double t, const double *y, double gamma, double re,
                               double im) {
  TrmFlow *flow = context;
  TrmStatus status = y ? take_slopes(flow, t, y) : TRM_OK;
  if (status == TRM_OK)
    status = flow->partition ? trm_reduced_factor(flow->reduced, gamma)
                             : trm_newton_factor(flow->newton, gamma);
  if (status == TRM_OK)
    status = flow->partition ? trm_reduced_complex_factor(flow->reduced, re, im)
                             : trm_newton_complex_factor(flow->newton, re, im);
  return outcome(status);
}

TrmStatus trm_flow_solve(void *context, double *r) {
  TrmFlow *flow = context;
  return outcome(flow->partition ? trm_reduced_solve(flow->reduced, r)
                                 : trm_newton_solve(flow->newton, r));
}

TrmStatus trm_flow_solve_complex(void *context, double *re, double *im) {
  TrmFlow *flow = context;
  return outcome(flow->partition ? trm_reduced_complex_solve(flow->reduced, re, im)
                                 : trm_newton_complex_solve(flow->newton, re, im));
}

int trm_flow_accept(TrmFlow *flow) {
  trm_state_accept(flow->eq, flow->state);
  return flow->partition ? trm_partition_far(flow) : 0;
}

void trm_flow_choose(TrmFlow *flow) {
  if (flow->partition) trm_partition_choose(flow);
}

void trm_flow_scale(const TrmFlow *flow, double *scale) {
  const TrmEquations *eq = flow->eq;
  for (size_t k = 0; k < flow->n; k++) scale[k] = 1;
  /* positions of centres in parts of the size */
  for (size_t i = 0; i < eq->body_count && !flow->partition; i++)
    for (int k = 0; k < (eq->system->planar ? 2 : 3); k++)
      scale[flow->place[i] + (size_t)k] = fmin(1, flow->size);
  if (flow->counts_work) scale[flow->work] = scale[flow->work + 1] = flow->worth;
}

enum { CARE = 6 };

size_t trm_flow_memory(const TrmFlow *flow) {
  return CARE + (flow->partition ? trm_partition_memory(flow) : 0);
}

void trm_flow_save(const TrmFlow *flow, double *memory) {
  const TrmCare *care = &flow->care;
  const double kept[CARE] = {care->from, care->to, care->left, care->span, care->since, care->done};
  memcpy(memory, kept, sizeof kept);
  if (flow->partition) trm_partition_save(flow, memory + CARE);
}

void trm_flow_load(TrmFlow *flow, const double *memory) {
  flow->care = (TrmCare){.from = memory[0],
                         .to = memory[1],
                         .left = memory[2],
                         .span = memory[3],
                         .since = memory[4],
                         .done = memory[5]};
  if (flow->partition) trm_partition_load(flow, memory + CARE);
}

void trm_flow_renew(TrmFlow *flow) {
  if (flow->solver->type->renew) flow->solver->type->renew(flow->solver);
  if (flow->saddle) trm_saddle_renew(flow->saddle);
  if (flow->newton) trm_newton_renew(flow->newton);
  if (flow->implicit) trm_implicit_renew(flow->implicit);
  if (flow->leap) trm_leap_renew(flow->leap);
}
