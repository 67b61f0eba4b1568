/* SPDX-License-Identifier: Apache-2.0
 *
 * Linearise: the sensitivities of Table 1 of the paper, level by level, since its matrix is block
 * triangular. With J = [G; s_q] of the rows and coordinates chosen, for a change of S, W or z
 *   J0 dq = (0, dS),   J1 du = (-(G u + phi_t)_q dq, dW - s'_q dq),
 *   [M G'; G 0] (da, dlambda) = slopes of (f, gamma - G a) by dq, du, dz (slopes.h),
 * then dW' = ds'', dS' = ds' and dz' = h_q dq + h_u du + h_z dz; each matrix is factored once.
 */
#include "analysis/applies.h"
#include "analysis/linearize_solve.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include "system/forces.h"
#include <math.h>
#include <string.h>

/* states up to which there are matrices, modes that are found beyond */
enum { DENSE = 2000, FEW = 20 };

static void number_columns(TrmLinear *l) {
  const TrmEquations *eq = l->eq;
  l->column_body = trm_arena_array(l->arena, eq->column_count + 1, sizeof *l->column_body);
  l->column_part = trm_arena_array(l->arena, eq->column_count + 1, sizeof *l->column_part);
  for (size_t k = 0; k < eq->column_count; k++) l->column_body[k] = -1;
  for (size_t i = 0; i < eq->body_count; i++)
    for (int k = 0; k < 6; k++) {
      int column = eq->body_column[i][k];
      if (column < 0) continue;
      l->column_body[column] = (int)i;
      l->column_part[column] = k;
    }
}

static void take_room(TrmLinear *l) {
  const TrmEquations *eq = l->eq;
  size_t n = eq->column_count, all = n + eq->row_count + eq->state_count + l->asked_count + 1;
  l->u = trm_arena_array(l->arena, 5 * n + 5, sizeof *l->u);
  l->a = l->u + n + 1;
  l->dq = l->a + n + 1;
  l->du = l->dq + n + 1;
  l->da = l->du + n + 1;
  l->b = trm_arena_array(l->arena, 3 * all, sizeof *l->b);
  l->by_q = l->b + all;
  l->by_u = l->by_q + all;
}

/* accelerations and multipliers at the state, as the formulation that everything is checked by
 * finds them; 0 after an error */
static int find_motion(TrmLinear *l) {
  TrmMechanism *m = l->m;
  const char *why = "";
  TrmFormulationOptions options = {0};
  l->flow = trm_flow_new(l->arena, l->eq, m->state, trm_formulation_find("multipliers"), &options,
                         m->size, &why);
  if (!l->flow) {
    trm_log_add(l->log, TRM_E_COMBINATION, TRM_NOWHERE, NULL, "linearise: %s", why);
    return 0;
  }
  trm_state_copy(l->eq, m->state, l->flow->state);
  if (!trm_linear_settle(l)) return 0;
  TrmStatus status = trm_flow_accelerate(l->flow);
  for (size_t k = 0; k < l->eq->column_count; k++)
    if (!isfinite(l->flow->a[k])) status = TRM_FAILED;
  if (status != TRM_OK) {
    trm_log_add(l->log, TRM_E_LINEAR_SINGULAR, TRM_NOWHERE, NULL,
                "the accelerations cannot be found at t = %.6g %s",
                m->state->time / m->system->units.time, m->system->units.time_name);
    trm_log_hint(l->log, "linearise at another position");
    return 0;
  }
  trm_state_get_velocity(l->eq, m->state, l->u);
  memcpy(l->a, l->flow->a, l->eq->column_count * sizeof *l->a);
  memcpy(m->u, l->u, l->eq->column_count * sizeof *m->u);
  memcpy(m->a, l->a, l->eq->column_count * sizeof *m->a);
  memcpy(m->lambda, l->flow->lambda, l->eq->row_count * sizeof *m->lambda);
  trm_state_set_acceleration(l->eq, m->state, l->a);
  trm_equations_position(l->eq, m->state, NULL, l->flow->G, NULL);
  return 1;
}

/* the frame `name` as a marker or body; ground when there is none */
static void find_frame(TrmLinear *l, const char *name, TrmFrame *frame) {
  const TrmSystem *system = l->m->system;
  *frame = (TrmFrame){.body = TRM_GROUND, .A = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
  for (size_t i = 0; name && i < system->marker_count; i++)
    if (strcmp(system->markers[i].name, name) == 0)
      *frame = trm_marker_frame(system, &system->markers[i]);
  for (size_t i = 0; name && i < system->body_count; i++) {
    if (strcmp(system->bodies[i].item->name, name) != 0) continue;
    frame->body = (int)i;
    memset(frame->s, 0, sizeof frame->s);
  }
}

/* axes of the frame and how they move */
static void take_frame(TrmLinear *l) {
  const TrmValue *value = l->item ? trm_item_value(l->item, "frame") : NULL;
  TrmFrame frame;
  l->frame = value && value->form == TRM_FORM_TEXT ? value->text : "ground";
  find_frame(l, l->frame, &frame);
  const TrmBodyMotion *m = frame.body < 0 ? &trm_ground_motion : &l->m->state->body[frame.body];
  double arm[3], carried[3], twice[3];
  l->frame_body = frame.body;
  trm_mat3_product(m->R, frame.A, l->R_gf);
  trm_mat3_apply(m->R, m->w, l->spin);
  trm_mat3_apply(m->R, m->alpha, l->spin_rate);
  trm_mat3_apply(m->R, frame.s, arm);
  trm_vec3_add(m->r, 1, arm, l->origin);
  trm_vec3_cross(l->spin, arm, carried);
  trm_vec3_add(m->v, 1, carried, l->velocity);
  trm_vec3_cross(l->spin, carried, twice);
  trm_vec3_cross(l->spin_rate, arm, carried);
  trm_vec3_add(m->a, 1, carried, l->acceleration);
  trm_vec3_add(l->acceleration, 1, twice, l->acceleration);
}

/* the largest acceleration of a body seen from the frame, turns by a typical arm */
static void find_residual(TrmLinear *l) {
  for (size_t i = 0; i < l->eq->body_count; i++) {
    const TrmBodyMotion *m = &l->m->state->body[i];
    double d[3], v[3], a[3], x[3], y[3], alpha[3], size;
    trm_vec3_add(m->r, -1, l->origin, d);
    trm_vec3_cross(l->spin, d, x);
    trm_vec3_add(m->v, -1, l->velocity, v);
    trm_vec3_add(v, -1, x, v);
    trm_vec3_add(m->a, -1, l->acceleration, a);
    trm_vec3_cross(l->spin, x, y);
    trm_vec3_add(a, -1, y, a);
    trm_vec3_cross(l->spin, v, y);
    trm_vec3_add(a, -2, y, a);
    trm_vec3_cross(l->spin_rate, d, y);
    trm_vec3_add(a, -1, y, a);
    /* the same of turns: (R_b w)' = R_b alpha */
    trm_mat3_apply(m->R, m->alpha, alpha);
    trm_mat3_apply(m->R, m->w, x);
    trm_vec3_cross(l->spin, x, y);
    for (int k = 0; k < 3; k++) alpha[k] -= l->spin_rate[k] + y[k];
    if (l->frame_body < 0) memcpy(a, m->a, sizeof a);
    size = fmax(trm_vec3_norm(a), trm_vec3_norm(alpha) * l->eq->length[i]);
    if (!(size > l->residual)) continue;
    l->residual = size;
    l->restless = l->m->system->bodies[i].item->name;
  }
}

/* J of some rows and coordinates */
static TrmTriplets *factor_choice(TrmLinear *l, const size_t *row, size_t rows, const size_t *which,
                                  size_t count) {
  const TrmEquations *eq = l->eq;
  if (rows + count != eq->column_count) return NULL;
  TrmTriplets *J = trm_triplets_new(l->arena, eq->column_count);
  for (size_t i = 0; i < rows; i++)
    for (size_t k = eq->start[row[i]]; k < eq->start[row[i] + 1]; k++)
      trm_triplets_add(J, i, eq->column[k], l->flow->G[k]);
  for (size_t i = 0; i < count; i++)
    trm_linear_row(l, &l->coordinates[which ? which[i] : i], J, rows + i);
  return trm_triplets_factor(J) == TRM_OK ? J : NULL;
}

static TrmTriplets *factor_saddle(TrmLinear *l) {
  const TrmEquations *eq = l->eq;
  const TrmSystem *system = eq->system;
  size_t n = eq->column_count;
  TrmTriplets *s = trm_triplets_new(l->arena, n + l->saddle_rows + eq->read_count);
  size_t *row_of = trm_arena_array(l->arena, eq->row_count + 1, sizeof *row_of);
  for (size_t i = 0; i < eq->row_count; i++) row_of[i] = SIZE_MAX;
  for (size_t i = 0; i < l->saddle_rows; i++) row_of[l->saddle_row[i]] = n + i;
  trm_linear_read_entries(l, s, 0, row_of, n + l->saddle_rows);
  for (size_t i = 0; i < eq->body_count; i++) {
    const int *c = eq->body_column[i];
    for (int k = 0; k < 3; k++)
      if (c[k] >= 0) trm_triplets_add(s, (size_t)c[k], (size_t)c[k], system->bodies[i].mass);
    for (int k = 0; k < 9; k++)
      if (c[3 + k / 3] >= 0 && c[3 + k % 3] >= 0)
        trm_triplets_add(s, (size_t)c[3 + k / 3], (size_t)c[3 + k % 3],
                         system->bodies[i].inertia_b[k]);
  }
  for (size_t i = 0; i < l->saddle_rows; i++)
    for (size_t k = eq->start[l->saddle_row[i]]; k < eq->start[l->saddle_row[i] + 1]; k++) {
      trm_triplets_add(s, n + i, eq->column[k], l->flow->G[k]);
      trm_triplets_add(s, eq->column[k], n + i, l->flow->G[k]);
    }
  return trm_triplets_factor(s) == TRM_OK ? s : NULL;
}

/* y += M x of the columns */
static void add_mass(const TrmLinear *l, const double *x, double *y) {
  const TrmSystem *system = l->eq->system;
  for (size_t i = 0; i < l->eq->body_count; i++) {
    const int *c = l->eq->body_column[i];
    for (int k = 0; k < 3; k++)
      if (c[k] >= 0) y[c[k]] += system->bodies[i].mass * x[c[k]];
    for (int k = 0; k < 9; k++)
      if (c[3 + k / 3] >= 0 && c[3 + k % 3] >= 0)
        y[c[3 + k / 3]] += system->bodies[i].inertia_b[k] * x[c[3 + k % 3]];
  }
}

static int all_finite(const double *x, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!isfinite(x[i])) return 0;
  return 1;
}

static int find_matrix(TrmLinear *l) {
  size_t n = l->eq->column_count;
  l->A = trm_arena_array(l->arena, l->order * l->order + 1, sizeof *l->A);
  l->q_S = trm_arena_array(l->arena, l->positions * n + 1, sizeof *l->q_S);
  l->u_S = trm_arena_array(l->arena, l->positions * n + 1, sizeof *l->u_S);
  l->u_W = trm_arena_array(l->arena, l->rates * n + 1, sizeof *l->u_W);
  l->B = trm_arena_array(l->arena, l->order * l->input_count + 1, sizeof *l->B);
  l->C = trm_arena_array(l->arena, l->output_count * l->order + 1, sizeof *l->C);
  l->D = trm_arena_array(l->arena, l->output_count * l->input_count + 1, sizeof *l->D);
  return trm_linear_columns(l) && all_finite(l->A, l->order * l->order) &&
         all_finite(l->B, l->order * l->input_count);
}

/* out[rates by columns of A from `first`] = -M A */
static double *times_mass(TrmLinear *l, size_t first, size_t count) {
  double *out = trm_arena_array(l->arena, l->rates * count + 1, sizeof *out);
  for (size_t i = 0; i < l->rates; i++)
    for (size_t k = 0; k < l->rates; k++) {
      double m = -l->M[i * l->rates + k];
      const double *row = l->A + (l->positions + k) * l->order + first;
      for (size_t j = 0; j < count; j++) out[i * count + j] += m * row[j];
    }
  return out;
}

/* M = u_W' M u_W, C and K, in the model's force by length for energies */
static void find_mass(TrmLinear *l) {
  size_t n = l->eq->column_count, f = l->rates;
  const TrmUnits *units = &l->m->system->units;
  double unit = trm_units_scale(units, (TrmDimension)TRM_TORQUE);
  l->M = trm_arena_array(l->arena, f * f + 1, sizeof *l->M);
  for (size_t j = 0; j < f; j++) {
    memset(l->b, 0, n * sizeof *l->b);
    add_mass(l, l->u_W + j * n, l->b);
    for (size_t i = 0; i <= j; i++) {
      double sum = 0;
      const double *u = l->u_W + i * n;
      for (size_t k = 0; k < n; k++) sum += u[k] * l->b[k];
      l->M[i * f + j] = l->M[j * f + i] = sum / unit;
    }
  }
  l->damping = times_mass(l, l->positions, f);
  l->K = times_mass(l, 0, l->positions);
}

static void name_states(TrmLinear *l) {
  const TrmSystem *system = l->eq->system;
  size_t next = 0;
  l->state_names = trm_arena_array(l->arena, l->order + 1, sizeof *l->state_names);
  l->state_units = trm_arena_array(l->arena, l->order + 1, sizeof *l->state_units);
  for (size_t i = 0; i < l->positions; i++, next++) {
    l->state_names[next] = l->coordinates[i].name;
    l->state_units[next] = l->coordinates[i].unit;
  }
  for (size_t i = 0; i < l->rates; i++, next++) {
    const TrmLinearCoordinate *c = &l->coordinates[l->rate[i]];
    l->state_names[next] = trm_arena_printf(l->arena, "%s'", c->name);
    l->state_units[next] = *c->unit ? trm_arena_printf(l->arena, "%s/s", c->unit) : "1/s";
  }
  for (size_t i = 0; i < l->states; i++) l->state_units[next + i] = "";
  for (size_t i = 0; i < system->equation_count; i++)
    l->state_names[next++] = system->equations[i].item->name;
  for (size_t i = 0; i < system->block_count; i++)
    for (size_t k = 0; system->blocks[i].ready && k < system->blocks[i].states; k++)
      l->state_names[next++] =
          trm_arena_printf(l->arena, "%s.%zu", system->blocks[i].item->name, k + 1);
}

/* what there is to say of the coordinates and of the place */
static void say(TrmLinear *l) {
  TrmPlace place = l->item ? l->item->place : TRM_NOWHERE;
  double most = 0, fast = 0, g = trm_vec3_norm(l->m->system->gravity);
  for (size_t i = 0; i < l->dropped_count; i++) {
    trm_log_add(l->log, TRM_W_LINEAR_DROPPED, place, l->dropped[i].name,
                "'%s' is not used as a coordinate: %s", l->dropped[i].name, l->dropped[i].why);
    trm_log_hint(l->log, "leave it out of `states`, or in place of it one that it follows from; "
                         "as an output it is reported all the same");
  }
  find_residual(l);
  for (size_t i = 0; i < l->eq->body_count; i++)
    fast = fmax(fast, trm_vec3_norm(l->m->state->body[i].v));
  for (size_t i = 0; i < l->eq->body_count; i++)
    for (int k = 0; k < 3; k++)
      if (l->eq->body_column[i][k] >= 0)
        most =
            fmax(most, fabs(l->flow->Q[l->eq->body_column[i][k]]) / l->m->system->bodies[i].mass);
  /* what rounding leaves of forces that cancel is none */
  if (!(l->residual > fmax(1e-6 * fmax(most, g), 1e-12 * fast * fast / l->m->size))) return;
  if (!l->restless) return;
  trm_log_add(l->log, TRM_W_LINEAR_RESTLESS, place, l->restless,
              "the model is not at rest or in steady motion: '%s' accelerates by %.3g m/s^2",
              l->restless, l->residual);
  trm_log_hint(l->log, "find the equilibrium first, with `statics` (--at equilibrium); the linear "
                       "model holds for this instant only");
}

static int fail(TrmLinear *l) {
  trm_log_add(l->log, TRM_E_LINEAR_SINGULAR, TRM_NOWHERE, NULL,
              "the linear equations are singular at t = %.6g %s",
              l->m->state->time / l->m->system->units.time, l->m->system->units.time_name);
  trm_log_hint(l->log, "links are in line here, perhaps; linearise at another position");
  return 0;
}

static TrmLinearRoom *room_of(TrmLinear *l) {
  TrmLinearRoom *room = trm_arena_alloc(l->arena, sizeof *room);
  *room = trm_linear_room(l);
  return room;
}

/* matrices up to so many states */
static int solve(TrmLinear *l, size_t dense) {
  trm_linear_slopes(l);
  if (!trm_linear_choose(l)) return fail(l);
  if (!l->positions && !l->eq->state_count) {
    trm_log_add(l->log, TRM_E_LINEAR_NO_FREEDOM, TRM_NOWHERE, NULL,
                "the joints and motions leave nothing free to move");
    trm_log_hint(l->log, "leave out a motion, or give it as an input of `linearize`");
    return 0;
  }
  l->slopes = trm_slopes_new(l->arena, l->flow, 1);
  trm_slopes_fill(l->slopes);
  trm_linear_input_slopes(l);
  trm_linear_read_slopes(l);
  if (!trm_linear_reads(l) || !trm_linear_outputs(l)) return 0;
  int holonomic = l->rates == l->positions;
  l->J0 = factor_choice(l, l->position_row, l->position_rows, NULL, l->positions);
  l->J1 = holonomic ? l->J0 : factor_choice(l, l->rate_row, l->rate_rows, l->rate, l->rates);
  l->saddle = factor_saddle(l);
  if (!l->J0 || !l->J1 || !l->saddle) return fail(l);
  l->order = l->positions + l->rates + l->states;
  /* a search for nearly all of them is none */
  l->large = l->order > dense && 2 * (l->modes ? l->modes : FEW) + 5 < l->order;
  if (!l->large && !find_matrix(l)) return fail(l);
  if (l->large) l->room = room_of(l);
  if (trm_linear_branches(l)) return fail(l);
  if (!l->large) find_mass(l);
  name_states(l);
  return 1;
}

/* of a large model its modes of lowest frequency are all there is */
static void say_large(TrmLinear *l) {
  trm_log_add(l->log, TRM_N_LINEAR_LARGE, TRM_NOWHERE, NULL,
              "the model has %zu states: its %zu modes of lowest frequency were found, and no "
              "matrices",
              l->order, l->modes);
}

TrmLinear *trm_linearize(TrmArena *arena, TrmMechanism *m, const TrmItem *item,
                         const TrmLinearOptions *options, TrmLog *log) {
  static const TrmLinearOptions usual = {0};
  const TrmValue *modes = item ? trm_item_value(item, "modes") : NULL;
  if (!options) options = &usual;
  TrmLinear *l = trm_arena_alloc(arena, sizeof *l);
  *l = (TrmLinear){.arena = arena, .m = m, .log = log, .item = item};
  l->eq = trm_linear_equations(arena, m);
  l->modes = options->modes;
  l->threads = options->threads;
  if (!l->modes && modes && modes->form == TRM_FORM_NUMBER) l->modes = (size_t)modes->number;
  if (!trm_dynamics_applies(m, log)) return NULL;
  l->states = l->eq->state_count;
  l->driven = trm_arena_array(arena, l->eq->row_count + 1, 1);
  if (!trm_linear_inputs(l)) return NULL;
  if (!trm_linear_read(l)) return NULL;
  take_room(l);
  number_columns(l);
  if (!find_motion(l)) return NULL;
  take_frame(l);
  if (!solve(l, options->dense ? options->dense : DENSE)) return NULL;
  say(l);
  if (!l->large) return trm_linear_modes(l) ? l : NULL;
  if (!l->modes) l->modes = FEW;
  if (!trm_linear_lowest(l)) return NULL;
  say_large(l);
  return l;
}
