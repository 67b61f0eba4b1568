/* SPDX-License-Identifier: Apache-2.0
 *
 * Inputs and outputs of the linear model. An input is an external of functions, always zero, or the
 * acceleration of a motion, whose place and speed are then states. An output is a program: its
 * exact gradient by positions, velocities, accelerations and externals; those that are forces bring
 * slopes of their own, those that are reactions have the
 * slopes of reads.h.
 */
#include "analysis/linearize.h"
#include "analysis/signals.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include "system/reads.h"
#include "system/second.h"
#include <math.h>
#include <string.h>

/* what an entry of an output goes by */
enum { BY_Q, BY_U, BY_A, BY_Z, BY_INPUT, BY_LAMBDA, BY_READ };

static void add(TrmLinear *l, TrmLinearGradient *g, int kind, size_t index, double value) {
  TrmLinearEntry entry = {kind, index, value};
  if (value != 0) TRM_PUSH(l->arena, g->list, g->count, g->capacity, entry);
}

/* the number of an input of the equations by the external that stands for it */
static int number_of(const TrmLinear *l, size_t external) {
  return l->eq->forces->input_of[external];
}

static void add_input(TrmLinear *l, size_t *capacity, TrmLinearSignal input) {
  TRM_PUSH(l->arena, l->inputs, l->input_count, *capacity, input);
}

/* the input `name`: its externals, "f.fx" among those of "f"; 0 when nothing reads it */
static int find_externals(TrmLinear *l, const char *name, size_t *capacity) {
  const TrmSystem *system = l->m->system;
  size_t length = strlen(name), before = l->input_count;
  for (size_t i = 0; i < system->external_count; i++) {
    const TrmExternal *e = &system->externals[i];
    if (strcmp(e->what, "input") != 0 || strncmp(e->name, name, length) != 0) continue;
    if (e->name[length] && e->name[length] != '.') continue;
    add_input(l, capacity,
              (TrmLinearSignal){.name = e->name, .unit = "", .column = (size_t)number_of(l, i)});
  }
  return l->input_count > before;
}

int trm_linear_inputs(TrmLinear *l) {
  const TrmSystem *system = l->m->system;
  size_t capacity = 0;
  TrmPlace place;
  const char *name;
  int good = 1;
  for (size_t k = 0; (name = trm_linear_listed(l->item, "inputs", k, &place)); k++) {
    int motion = -1;
    for (size_t i = 0; i < system->motion_count; i++)
      if (strcmp(system->motions[i].item->name, name) == 0) motion = (int)i;
    int row = motion < 0 ? -1 : l->eq->motion_row[motion];
    if (row >= 0) {
      TrmDimension rate = system->motions[motion].turns ? (TrmDimension)TRM_SPIN_RATE
                                                        : (TrmDimension)TRM_ACCELERATION;
      char unit[64];
      trm_dimension_format(&system->units, rate, unit, sizeof unit);
      l->driven[row] = 1;
      add_input(l, &capacity,
                (TrmLinearSignal){.name = trm_arena_printf(l->arena, "%s.acceleration", name),
                                  .unit = trm_arena_string(l->arena, unit),
                                  .column = SIZE_MAX,
                                  .row = (size_t)row,
                                  .scale = trm_units_scale(&system->units, rate)});
    } else if (motion >= 0 || !find_externals(l, name, &capacity)) {
      trm_log_add(l->log, TRM_E_LINEAR_INPUT, place, name,
                  "no function of time and state depends on input '%s'", name);
      trm_log_hint(l->log, "vary a variable or parameter that the law of a force or an equation "
                           "reads, a force with a law of its own, or a motion");
      good = 0;
    }
  }
  return good;
}

static void put_input(void *context, size_t row, size_t column, double value) {
  TrmLinear *l = context;
  TrmSlope entry = {row, column, value};
  TRM_PUSH(l->arena, l->by_input.list, l->by_input.count, l->by_input.capacity, entry);
}

static void put_rate(void *context, size_t row, size_t column, double value) {
  const TrmLinear *l = context;
  put_input(context, l->eq->column_count + l->eq->row_count + row, column, value);
}

void trm_linear_input_slopes(TrmLinear *l) {
  TrmForceSlopes slopes = {.force_by_input = put_input, .rate_by_input = put_rate, .context = l};
  trm_forces_slopes(l->eq, l->flow->state, &slopes);
}

void trm_linear_push(const TrmLinear *l, size_t input, double *right) {
  const TrmLinearSignal *signal = &l->inputs[input];
  if (signal->column == SIZE_MAX) {
    right[l->eq->column_count + signal->row] += signal->scale;
    return;
  }
  for (size_t i = 0; i < l->by_input.count; i++)
    if (l->by_input.list[i].column == signal->column)
      right[l->by_input.list[i].row] += l->by_input.list[i].value;
}

/* what an output adds up of a joint's or motion's reaction */
typedef struct Reaction {
  TrmLinear *l;
  TrmLinearGradient *g;
} Reaction;

static void put_by_position(void *context, size_t row, size_t column, double value) {
  const Reaction *r = context;
  (void)row;
  add(r->l, r->g, BY_Q, column, value);
}

static void put_by_multiplier(void *context, size_t row, size_t i, double value) {
  const Reaction *r = context;
  (void)row;
  add(r->l, r->g, BY_LAMBDA, i, value);
}

/* weights wF and wT of force and torque about the frame's origin */
static void add_reaction(TrmLinear *l, TrmLinearGradient *out, int first, int count,
                         const TrmFrame *at, const double wF[3], const double wT[3]) {
  Reaction r = {l, out};
  TrmReaction reaction = {.at = at, .first = (size_t)first, .count = (size_t)count};
  memcpy(reaction.force, wF, sizeof reaction.force);
  memcpy(reaction.torque, wT, sizeof reaction.torque);
  trm_reaction_slopes(l->eq, l->m->state, &reaction, l->m->lambda, put_by_position,
                      put_by_multiplier, &r);
}

/* weights of a component of force F or torque T, in the model's units; 0 when there is none */
static int weigh(const TrmLinear *l, const char *what, const double F[3], const double T[3],
                 double wF[3], double wT[3]) {
  const TrmUnits *units = &l->m->system->units;
  int turns = what[0] == 't', axis = what[1] - 'x';
  double unit = trm_units_scale(units, turns ? (TrmDimension)TRM_TORQUE : (TrmDimension)TRM_FORCE);
  const double *v = turns ? T : F;
  double *w = turns ? wT : wF, size = trm_vec3_norm(v);
  memset(wF, 0, 3 * sizeof *wF);
  memset(wT, 0, 3 * sizeof *wT);
  if (strlen(what) != 2 || (what[0] != 'f' && !turns)) return 0;
  if (axis >= 0 && axis < 3) {
    w[axis] = 1 / unit;
    return 1;
  }
  for (int k = 0; k < 3 && size > 0; k++) w[k] = v[k] / size / unit;
  return what[1] == 'm';
}

/* 1 when the constraints decide the multipliers of these rows */
static int decided(TrmLinear *l, int first, int count) {
  for (size_t r = 0; r < l->rank->redundant_count; r++) {
    trm_rank_dependency(l->rank, r, l->b);
    for (size_t i = 0; i < l->rank_rows; i++) {
      int row = (int)l->rank_row[i];
      if (row >= first && row < first + count && fabs(l->b[i]) > 1e-9) return 0;
    }
  }
  return 1;
}

int trm_linear_reads(TrmLinear *l) {
  const struct TrmForces *f = l->eq->forces;
  const TrmSystem *system = l->m->system;
  for (size_t k = 0; k < system->external_count; k++) {
    const TrmRead *read = f->read_of[k] < 0 ? NULL : &f->reads[f->read_of[k]];
    if (!read || decided(l, (int)read->first, (int)read->count)) continue;
    const TrmExternal *e = &system->externals[k];
    trm_log_add(l->log, TRM_E_LINEAR_OUTPUT, TRM_NOWHERE, e->name,
                "a force, equation or filter depends on %s(%s), which linear models do not follow",
                e->what, e->name);
    trm_log_hint(l->log, "joints share this reaction in a way that the equations do not decide");
    return 0;
  }
  return 1;
}

/* what an output reads of a joint or motion; 0 when it is neither, or not decided */
static int find_reaction(TrmLinear *l, const TrmExternal *e, TrmLinearGradient *whole) {
  const TrmSystem *system = l->m->system;
  double F[3], T[3], wF[3], wT[3];
  for (size_t i = 0; i < system->joint_count; i++) {
    const TrmJoint *joint = &system->joints[i];
    if (strcmp(joint->item->name, e->name) != 0) continue;
    int first = l->eq->joint_row[i], count = l->eq->joint_rows[i];
    TrmFrame at = joint->frame_first;
    if (!joint->has_frames || joint->coupling || !decided(l, first, count)) return 0;
    trm_joint_reaction(l->m, i, F, T);
    if (!weigh(l, e->what, F, T, wF, wT)) return 0;
    add_reaction(l, whole, first, count, &at, wF, wT);
    return 1;
  }
  for (size_t i = 0; i < system->motion_count; i++) {
    int row = l->eq->motion_row[i];
    if (strcmp(system->motions[i].item->name, e->name) != 0 || row < 0) continue;
    /* of a motion, what drives the second */
    if (!decided(l, row, 1) || e->what[1] == 'm') return 0;
    if (!weigh(l, e->what, wF, wT, wF, wT)) return 0;
    for (int k = 0; k < 3; k++) wF[k] = -wF[k], wT[k] = -wT[k];
    add_reaction(l, whole, row, 1, &system->motions[i].first, wF, wT);
    return 1;
  }
  return 0;
}

/* the slopes of an external, times `factor`; 0 when it has none here */
static int add_external(TrmLinear *l, TrmLinearGradient *g, size_t external, double factor) {
  const struct TrmForces *f = l->eq->forces;
  const TrmForceSource *source = &f->sources[external];
  size_t n = l->eq->column_count, z = 2 * n, last = z + l->eq->state_count, reads = f->first_read;
  if (source->count) {
    for (size_t i = 0; i < source->count; i++) {
      size_t column = source->column[i];
      int kind = column < n       ? BY_Q
                 : column < z     ? BY_U
                 : column < last  ? BY_Z
                 : column < reads ? BY_INPUT
                                  : BY_READ;
      size_t begin = kind == BY_Q       ? 0
                     : kind == BY_U     ? n
                     : kind == BY_Z     ? z
                     : kind == BY_INPUT ? last
                                        : reads;
      add(l, g, kind, column - begin, factor * l->flow->state->external_slope[source->first + i]);
    }
    return 1;
  }
  TrmLinearGradient whole = {0};
  if (!find_reaction(l, &l->m->system->externals[external], &whole)) return 0;
  for (size_t i = 0; i < whole.count; i++)
    add(l, g, whole.list[i].kind, whole.list[i].index, factor * whole.list[i].value);
  return 1;
}

/* one output: its gradient; 0 after an error */
static int differentiate(TrmLinear *l, const TrmLinearSignal *signal, TrmPlace place,
                         TrmLinearGradient *g) {
  TrmState *state = l->m->state;
  TrmSituation at = {state->time, state->body, state->externals};
  size_t count;
  const TrmColumn *columns = trm_program_columns(signal->program, &count);
  double *slope = trm_arena_array(l->arena, count + 1, sizeof *slope);
  double value = trm_program_gradient(signal->program, &at, state->scratch, slope);
  for (size_t k = 0; k < count; k++) {
    const TrmColumn *c = &columns[k];
    if (!isfinite(slope[k]) || !isfinite(value)) {
      trm_log_add(l->log, TRM_E_NO_NUMBER, place, signal->name,
                  "output '%s' has no finite slope here", signal->name);
      return 0;
    }
    if (c->kind == TRM_COLUMN_BODY) {
      int column = l->eq->body_column[c->index][c->component % 6];
      if (column >= 0) add(l, g, (int)c->component / 6, (size_t)column, slope[k]);
    }
    if (c->kind != TRM_COLUMN_EXTERNAL || add_external(l, g, c->index, slope[k])) continue;
    const TrmExternal *e = &l->m->system->externals[c->index];
    trm_log_add(l->log, TRM_E_LINEAR_OUTPUT, place, signal->name,
                "output '%s' depends on %s(%s), which linear models do not follow", signal->name,
                e->what, e->name);
    trm_log_hint(l->log, "reactions count of joints and motions that are not redundant");
    return 0;
  }
  if (!g->count) {
    trm_log_add(l->log, TRM_W_LINEAR_STILL, place, signal->name,
                "output '%s' depends on nothing that moves: its rows are zero", signal->name);
    trm_log_hint(l->log, "let it read a place, speed, force or state, as dx(body) does");
  }
  return 1;
}

int trm_linear_outputs(TrmLinear *l) {
  const TrmSystem *system = l->m->system;
  size_t count = 0;
  TrmPlace place;
  int good = 1;
  while (trm_linear_listed(l->item, "outputs", count, &place)) count++;
  l->outputs = trm_arena_array(l->arena, count + 1, sizeof *l->outputs);
  l->gradients = trm_arena_array(l->arena, count + 1, sizeof *l->gradients);
  if (count) trm_mechanism_externals(l->m);
  for (size_t k = 0; k < count; k++) {
    const char *name = trm_linear_listed(l->item, "outputs", k, &place);
    const TrmItem *item = trm_model_find(system->model, "outputs", name);
    if (!item) item = trm_model_find(system->model, "variables", name);
    const TrmValue *value = item ? trm_item_value(item, "value") : NULL;
    const TrmProgram *program = value ? trm_system_program(system, value) : NULL;
    if (!program) return 0;
    l->outputs[l->output_count++] = (TrmLinearSignal){
        .name = name, .unit = trm_output_unit(l->arena, system, item), .program = program};
    good &= differentiate(l, &l->outputs[k], place, &l->gradients[k]);
  }
  return good;
}

double trm_linear_measure(const TrmLinear *l, size_t output, const TrmLinearChange *change) {
  const TrmLinearGradient *g = &l->gradients[output];
  double sum = 0;
  for (size_t i = 0; i < g->count; i++) {
    const TrmLinearEntry *e = &g->list[i];
    double x = 0;
    if (e->kind == BY_Q) x = change->dq[e->index];
    if (e->kind == BY_U) x = change->du[e->index];
    if (e->kind == BY_A) x = change->da[e->index];
    if (e->kind == BY_Z) x = change->dz[e->index];
    if (e->kind == BY_INPUT)
      x = change->input < l->input_count && l->inputs[change->input].column == e->index;
    if (e->kind == BY_LAMBDA) x = change->dlambda[e->index];
    if (e->kind == BY_READ) x = change->dr[e->index];
    sum += e->value * x;
  }
  return sum;
}
