/* SPDX-License-Identifier: Apache-2.0
 *
 * Forces: nodes run one after the other; what an element does to its bodies is put on the columns.
 * With force F and torque T on the first at its point p, the first feels F and R1'(T + (p - r1) x
 * F), the second the opposite at the same point: -F and -R2'(T + (p - r2) x F).
 */
#include "math/mat3.h"
#include "system/contacts.h"
#include "system/forces_data.h"
#include "system/reads.h"
#include <math.h>
#include <string.h>

/* a call ready for the node's functions */
static void begin_call(const TrmEquations *eq, TrmState *state, const TrmForceNode *node, size_t n,
                       TrmForceCall *call) {
  *call = (TrmForceCall){.n = n,
                         .units = &eq->system->units,
                         .at = {state->time, state->body, state->externals},
                         .externals = state->externals,
                         .programs = node->programs,
                         .sources = eq->forces->sources,
                         .slopes = state->external_slope,
                         .local = {node->local[0], node->local[1]},
                         .scratch = state->scratch,
                         .gradient = state->gradient,
                         .work = state->force_work};
}

static void begin_element(const TrmEquations *eq, TrmState *state, const TrmForceNode *node,
                          TrmForceCall *call) {
  const TrmForce *force = &eq->system->forces[node->index];
  call->data = force->data;
  if (node->turn >= 0) call->turned = &state->angle[node->turn];
  for (int s = 0; s < 3; s++) {
    int body = force->frame[s].body;
    call->site[s].motion = body < 0 ? &trm_ground_motion : &state->body[body];
    call->site[s].frame = &force->frame[s];
    call->site[s].entry = node->entry[s];
  }
}

/* give an external its value, and its slopes from the jet */
static void offer(TrmForceCall *call, int external, const double *jet, double unit) {
  if (external < 0) return;
  call->externals[external] = jet[0] / unit;
  double *slopes = call->slopes + call->sources[external].first;
  for (size_t i = 0; i < call->n; i++) slopes[i] = jet[i + 1] / unit;
}

static void offer_components(TrmForceCall *call, const TrmForceNode *node) {
  size_t n = call->n;
  double *work = call->work;
  for (size_t i = 0; i < node->offer_count; i++) {
    int what = node->offers[i].what;
    const double *v = what < 4 ? call->force : call->torque;
    double unit = call->units->force * (what < 4 ? 1 : call->units->length);
    double *jet = trm_force_scalar(call), *direction = trm_force_vector(call);
    if (what % 4 < 3) {
      trm_jet_component(v, (size_t)(what % 4), jet, n);
    } else {
      trm_jet_unit(v, jet, direction, n);
    }
    offer(call, (int)node->offers[i].external, jet, unit);
    call->work = work;
  }
}

static void run_element(const TrmEquations *eq, TrmState *state, const TrmForceNode *node,
                        TrmForceCall *call) {
  const TrmForce *force = &eq->system->forces[node->index];
  begin_element(eq, state, node, call);
  call->force = trm_force_zero(call);
  call->torque = trm_force_zero(call);
  force->type->act(call);
  /* switched off: it is still where it is, but does nothing */
  int on = node->active < 0 ||
           trm_program_value(node->programs[node->active].program, &call->at, call->scratch) != 0;
  /* an event has the last word */
  if (state->idle[node->index]) on = state->idle[node->index] == TRM_IDLE_NOT;
  if (!on) {
    memset(call->force, 0, 6 * (call->n + 1) * sizeof *call->force);
    call->pull = call->potential = call->storing = call->dissipation = 0;
  }
  if (node->offer_count) offer_components(call, node);
}

/* solve a residual for the rate, by Newton's method from the last one: jet of the rate */
static void solve_rate(TrmForceCall *call, const TrmForceNode *node, double *rate) {
  enum { MOST = 50 };
  const TrmProgram *program = node->programs[0].program;
  double *unknown = &call->externals[node->own], begin = *unknown, slope = 0;
  size_t count, own = 0, n = call->n;
  const TrmColumn *columns = trm_program_columns(program, &count);
  for (size_t k = 0; k < count; k++)
    if (columns[k].kind == TRM_COLUMN_EXTERNAL && (int)columns[k].index == node->own) own = k;
  int round = 0, settled = 0;
  for (; round < MOST && !settled; round++) {
    double value = trm_program_gradient(program, &call->at, call->scratch, call->gradient);
    slope = call->gradient[own];
    double step = value / slope;
    *unknown -= step;
    settled = !(fabs(step) > 1e-14 * fabs(*unknown)) || value == 0;
  }
  int found = settled && isfinite(*unknown);
  if (!found) *unknown = begin;
  const double *residual = n ? trm_force_program(call, 0) : NULL;
  rate[0] = found ? *unknown : nan("");
  for (size_t i = 1; i <= n; i++) rate[i] = -residual[i] / slope;
}

static void run_rate(TrmState *state, const TrmForceNode *node, TrmForceCall *call) {
  size_t n = call->n;
  double *rate = trm_force_scalar(call);
  if (node->implicit) {
    solve_rate(call, node, rate);
  } else {
    memcpy(rate, trm_force_program(call, 0), (n + 1) * sizeof *rate);
  }
  /* a rate that was not found must not be where the next search begins */
  if (isfinite(rate[0])) offer(call, node->own, rate, 1);
  for (size_t i = 0; i <= n; i++) rate[i] /= call->units->time;
  state->z_rate[node->index] = rate[0];
  call->force = rate;
}

/* out = (row of states) x + (row of inputs) u as a jet */
static void combine(const TrmEquations *eq, const TrmState *state, const TrmForceNode *node,
                    const double *of_states, const double *of_inputs, const double *const *u,
                    size_t n, double *out) {
  const TrmBlock *block = &eq->system->blocks[node->index];
  size_t first = eq->forces->block_state[node->index];
  memset(out, 0, (n + 1) * sizeof *out);
  for (size_t k = 0; k < block->states; k++) out[0] += of_states[k] * state->z[first + k];
  for (size_t k = 0, c = 0; n && k < block->states; k++) {
    while (node->column[c] != 2 * eq->column_count + first + k) c++;
    out[c + 1] += of_states[k];
  }
  for (size_t k = 0; u && k < block->input_count; k++)
    for (size_t i = 0; i <= n; i++) out[i] += of_inputs[k] * u[0][k * (n + 1) + i];
}

/* inputs one after the other, NULL when the node reads none */
static const double *run_inputs(TrmForceCall *call, const TrmForceNode *node) {
  const double *first = NULL;
  for (size_t k = 0; k < node->program_count; k++) {
    const double *u = trm_force_program(call, k);
    if (!k) first = u;
  }
  return first;
}

static void run_block(const TrmEquations *eq, TrmState *state, const TrmForceNode *node,
                      TrmForceCall *call) {
  const TrmBlock *block = &eq->system->blocks[node->index];
  size_t n = call->n, m = block->states, first = eq->forces->block_state[node->index];
  const double *u = run_inputs(call, node);
  call->force = call->work;
  if (node->kind == TRM_NODE_OUTPUT) {
    double *y = trm_force_scalar(call);
    combine(eq, state, node, block->C, block->D, u ? &u : NULL, n, y);
    offer(call, node->own, y, 1);
    return;
  }
  for (size_t k = 0; k < m; k++) {
    double *rate = trm_force_scalar(call);
    combine(eq, state, node, block->A + k * m, block->B + k * block->input_count, &u, n, rate);
    if (!k) offer(call, node->own, rate, 1);
    for (size_t i = 0; i <= n; i++) rate[i] /= call->units->time;
    state->z_rate[first + k] = rate[0];
  }
}

void trm_node_run(const TrmEquations *eq, TrmState *state, const TrmForceNode *node, size_t n,
                  TrmForceCall *call) {
  begin_call(eq, state, node, n, call);
  if (node->kind == TRM_NODE_ELEMENT) {
    run_element(eq, state, node, call);
  } else if (node->kind == TRM_NODE_RATE) {
    run_rate(state, node, call);
  } else {
    run_block(eq, state, node, call);
  }
}

void trm_element_energy(const TrmEquations *eq, TrmState *state, const TrmForceNode *node,
                        TrmForceCall *call) {
  begin_call(eq, state, node, 0, call);
  call->energetic = 1;
  run_element(eq, state, node, call);
}

/* states as externals */
static void offer_states(const TrmEquations *eq, TrmState *state) {
  const struct TrmForces *f = eq->forces;
  for (size_t i = 0; i < eq->system->external_count; i++) {
    if (f->input_of[i] >= 0) state->external_slope[f->sources[i].first] = 1;
    if (f->state_of[i] < 0) continue;
    state->externals[i] = state->z[f->state_of[i]];
    state->external_slope[f->sources[i].first] = 1;
  }
  if (f->read_count) trm_reads_offer(eq, state);
}

void trm_force_on_body(TrmForceCall *call, int side, const double *p, double *force,
                       double *torque) {
  size_t n = call->n;
  const TrmForceSite *site = &call->site[side];
  const TrmBodyMotion *m = site->motion;
  const int *entry = site->entry;
  double *arm = trm_force_vector(call), *moment = trm_force_vector(call), sign = side ? -1 : 1;
  memcpy(arm, p, 3 * (n + 1) * sizeof *arm);
  trm_vec3_add(arm, -1, m->r, arm);
  for (int k = 0; k < 3 && n; k++)
    if (entry[k]) arm[3 * entry[k] + k] -= 1;
  trm_jet_cross(arm, call->force, moment, n);
  trm_jet_add(moment, 1, call->torque, n);
  for (size_t i = 0; i <= n; i++) {
    trm_mat3_apply_transposed(m->R, moment + 3 * i, torque + 3 * i);
    for (size_t k = 0; k < 3; k++) {
      torque[3 * i + k] *= sign;
      force[3 * i + k] = sign * call->force[3 * i + k];
    }
  }
  /* the body's axes turn too: d(R'm) = R' dm - dtheta x R'm */
  for (int k = 0; k < 3 && n; k++) {
    double axis[3] = {k == 0, k == 1, k == 2}, turned[3];
    if (!entry[3 + k]) continue;
    trm_vec3_cross(axis, torque, turned);
    trm_vec3_add(torque + 3 * entry[3 + k], -1, turned, torque + 3 * entry[3 + k]);
  }
}

/* what an element puts on its bodies */
static void add_element(const TrmEquations *eq, const TrmForceCall *call, const TrmForceNode *node,
                        double *Q) {
  const TrmForce *force = &eq->system->forces[node->index];
  const TrmForceSite *first = &call->site[TRM_FORCE_FIRST];
  const double *F = call->force;
  double p[3];
  trm_mat3_apply(first->motion->R, first->frame->s, p);
  trm_vec3_add(p, 1, first->motion->r, p);
  for (int side = 0; side <= force->paired; side++) {
    int body = force->frame[side].body;
    if (body < 0) continue;
    const TrmBodyMotion *m = call->site[side].motion;
    const int *column = eq->body_column[body];
    double arm[3], moment[3], turned[3], sign = side ? -1 : 1;
    trm_vec3_add(p, -1, m->r, arm);
    trm_vec3_cross(arm, F, moment);
    trm_vec3_add(moment, 1, call->torque, moment);
    trm_mat3_apply_transposed(m->R, moment, turned);
    for (int k = 0; k < 3; k++) {
      if (column[k] >= 0) Q[column[k]] += sign * F[k];
      if (column[3 + k] >= 0) Q[column[3 + k]] += sign * turned[k];
    }
  }
}

static void add_gravity(const TrmEquations *eq, double *Q) {
  const TrmSystem *system = eq->system;
  for (size_t i = 0; i < eq->body_count; i++)
    for (int k = 0; k < 3; k++) {
      int column = eq->body_column[i][k];
      if (column >= 0) Q[column] += system->bodies[i].mass * system->gravity[k];
    }
}

void trm_forces_evaluate(const TrmEquations *eq, TrmState *state, double *Q) {
  const struct TrmForces *f = eq->forces;
  if (Q) memset(Q, 0, eq->column_count * sizeof *Q);
  if (Q) add_gravity(eq, Q);
  offer_states(eq, state);
  for (size_t i = 0; i < f->node_count; i++) {
    TrmForceCall call;
    trm_node_run(eq, state, &f->nodes[i], 0, &call);
    if (Q && f->nodes[i].kind == TRM_NODE_ELEMENT) add_element(eq, &call, &f->nodes[i], Q);
  }
  if (Q) trm_contacts_apply(eq, state, Q);
}

void trm_states_rate(const TrmEquations *eq, TrmState *state, double *rate) {
  memcpy(rate, state->z_rate, eq->state_count * sizeof *rate);
}

/* hand out the slopes of one row */
static void put_slopes(const TrmEquations *eq, const TrmForceNode *node, size_t row,
                       const double *jet, size_t stride, const TrmAdd add[5], void *context) {
  size_t n = eq->column_count, inputs = 2 * n + eq->state_count, reads = eq->forces->first_read;
  for (size_t i = 0; i < node->column_count; i++) {
    size_t column = node->column[i];
    size_t kind = column < n        ? 0
                  : column < 2 * n  ? 1
                  : column < inputs ? 2
                  : column < reads  ? 3
                                    : 4;
    size_t first = kind == 4 ? reads : kind == 3 ? inputs : kind * n;
    if (add[kind]) add[kind](context, row, column - first, jet[stride * (i + 1)]);
  }
}

/* slopes of what an element puts on its bodies */
static void put_element(const TrmEquations *eq, TrmForceCall *call, const TrmForceNode *node,
                        const TrmForceSlopes *s) {
  const TrmForce *force = &eq->system->forces[node->index];
  const TrmAdd add[5] = {s->force_by_position, s->force_by_velocity, s->force_by_state,
                         s->force_by_input, s->force_by_read};
  const double *p = trm_force_point(call, TRM_FORCE_FIRST);
  for (int side = 0; side <= force->paired; side++) {
    int body = force->frame[side].body;
    if (body < 0) continue;
    double *moved = trm_force_vector(call), *turned = trm_force_vector(call);
    trm_force_on_body(call, side, p, moved, turned);
    for (size_t k = 0; k < 6; k++) {
      int column = eq->body_column[body][k];
      const double *jet = k < 3 ? moved + k : turned + k - 3;
      if (column >= 0) put_slopes(eq, node, (size_t)column, jet, 3, add, s->context);
    }
  }
}

void trm_forces_slopes(const TrmEquations *eq, TrmState *state, const TrmForceSlopes *slopes) {
  const struct TrmForces *f = eq->forces;
  const TrmAdd add[5] = {slopes->rate_by_position, slopes->rate_by_velocity, slopes->rate_by_state,
                         slopes->rate_by_input, slopes->rate_by_read};
  offer_states(eq, state);
  for (size_t i = 0; i < f->node_count; i++) {
    const TrmForceNode *node = &f->nodes[i];
    size_t n = node->column_count;
    TrmForceCall call;
    trm_node_run(eq, state, node, n, &call);
    if (node->kind == TRM_NODE_ELEMENT) {
      if (n) put_element(eq, &call, node, slopes);
    } else if (node->kind == TRM_NODE_RATE && n) {
      put_slopes(eq, node, node->index, call.force, 1, add, slopes->context);
    } else if (node->kind == TRM_NODE_INPUT && n) {
      size_t states = eq->system->blocks[node->index].states;
      for (size_t k = 0; k < states; k++)
        put_slopes(eq, node, f->block_state[node->index] + k, call.force + k * (n + 1), 1, add,
                   slopes->context);
    }
  }
  trm_contacts_slopes(eq, state, slopes);
}

void trm_force_slopes(const TrmEquations *eq, TrmState *state, size_t element,
                      const TrmForceSlopes *slopes) {
  const TrmForceNode *node = eq->forces->element[element];
  TrmForceCall call;
  if (!node || !node->column_count) return;
  trm_node_run(eq, state, node, node->column_count, &call);
  put_element(eq, &call, node, slopes);
}

void trm_forces_by_reads(const TrmEquations *eq, TrmState *state, TrmAdd add, void *context) {
  const struct TrmForces *f = eq->forces;
  const TrmForceSlopes slopes = {.force_by_read = add, .context = context};
  for (size_t i = 0; i < f->node_count; i++) {
    const TrmForceNode *node = &f->nodes[i];
    TrmForceCall call;
    if (!node->reads) continue;
    /* columns other than reads may be of another state, and are not asked for */
    trm_node_run(eq, state, node, node->column_count, &call);
    if (node->kind == TRM_NODE_ELEMENT) put_element(eq, &call, node, &slopes);
  }
}
