/* SPDX-License-Identifier: Apache-2.0
 *
 * Partitioning: positions are x, the displacements from a reference position (turns as vectors of
 * the exponential map); y holds the independent x and velocities u, chosen by elimination of G with
 * complete pivoting, and the dependent ones follow from phi(x) = 0 and G u = -phi_t. With
 * u = T(x) x' on the turns of a body. Chosen anew when turns grow or dependent ones move much
 * faster than independent ones. The elimination is dense, which bounds the size of the model.
 */
#include "formulation/partition.h"
#include "math/mat3.h"
#include "math/quat.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include <math.h>
#include <string.h>

enum { MOST_COLUMNS = 600, MOST_ROUNDS = 25 };
static const double rank_tolerance = 1e-9, far_turn = 0.5, far_lever = 2;
static const double least_part = 1.0 / 64;

static TrmSpot new_spot(TrmArena *arena, const TrmEquations *eq) {
  TrmSpot spot = {.x = trm_arena_array(arena, eq->column_count + 1, sizeof(double))};
  spot.course = trm_arena_array(arena, eq->system->motion_count + 1, sizeof(double));
  return spot;
}

static void copy_spot(const TrmEquations *eq, const TrmSpot *from, TrmSpot *to) {
  memcpy(to->x, from->x, eq->column_count * sizeof *to->x);
  memcpy(to->course, from->course, eq->system->motion_count * sizeof *to->course);
  to->time = from->time;
}

/* G as a dense matrix, turns weighed by arms so that pivots compare */
void trm_partition_spread(const TrmFlow *flow, double *dense) {
  const TrmEquations *eq = flow->eq;
  memset(dense, 0, eq->row_count * eq->column_count * sizeof *dense);
  for (size_t i = 0; i < eq->row_count; i++)
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++)
      dense[i * eq->column_count + eq->column[k]] += flow->G[k];
}

static void swap_index(size_t *list, size_t a, size_t b) {
  size_t kept = list[a];
  list[a] = list[b];
  list[b] = kept;
}

/* complete pivoting; `rank` pivots when it is known, else as many as there are */
static void choose(TrmFlow *flow, TrmPartition *p, int first) {
  const TrmEquations *eq = flow->eq;
  size_t rows = eq->row_count, columns = eq->column_count, step = 0;
  double largest = 0;
  trm_equations_position(eq, flow->state, flow->phi, flow->G, flow->phi_t);
  trm_partition_spread(flow, p->dense);
  for (size_t i = 0; i < rows; i++)
    for (size_t k = 0; k < columns; k++) p->dense[i * columns + k] /= p->arm[k];
  for (size_t i = 0; i < rows; i++) p->row[i] = i;
  for (size_t k = 0; k < columns; k++) p->column[k] = k;
  for (; step < rows && step < columns; step++) {
    size_t at_row = step, at_column = step;
    double most = -1;
    for (size_t i = step; i < rows; i++)
      for (size_t k = step; k < columns; k++) {
        double value = fabs(p->dense[p->row[i] * columns + p->column[k]]);
        if (value > most) most = value, at_row = i, at_column = k;
      }
    if (step == 0) largest = most;
    if (!(most > rank_tolerance * largest) || (!first && step == p->rank)) break;
    swap_index(p->row, step, at_row);
    swap_index(p->column, step, at_column);
    const double *pivot = p->dense + p->row[step] * columns;
    for (size_t i = step + 1; i < rows; i++) {
      double *other = p->dense + p->row[i] * columns;
      double factor = other[p->column[step]] / pivot[p->column[step]];
      for (size_t k = step; factor != 0 && k < columns; k++)
        other[p->column[k]] -= factor * pivot[p->column[k]];
    }
  }
  if (first) p->rank = step;
  p->freedoms = columns - p->rank;
  memset(p->x, 0, columns * sizeof *p->x);
  for (size_t i = 0; i < eq->system->motion_count; i++)
    p->now.course[i] = flow->state->course[i].value;
  p->now.time = flow->state->time;
  copy_spot(eq, &p->now, &p->anchor);
  trm_state_copy(eq, flow->state, p->reference);
}

/* place the flow's bodies at the reference moved by x */
static void place(TrmFlow *flow, const TrmPartition *p) {
  const TrmEquations *eq = flow->eq;
  TrmState *state = flow->state;
  for (size_t i = 0; i < eq->body_count; i++) {
    memcpy(state->body[i].r, p->reference->body[i].r, sizeof state->body[i].r);
    memcpy(state->body[i].R, p->reference->body[i].R, sizeof state->body[i].R);
    memcpy(state->e[i], p->reference->e[i], sizeof state->e[i]);
  }
  memcpy(state->s, p->reference->s, eq->curve_count * sizeof *state->s);
  trm_state_move(eq, state, 1, p->x);
}

/* the turn part of x of a body; 0 when it does not turn about three axes */
int trm_partition_turn(const TrmFlow *flow, const TrmPartition *p, size_t body, double theta[3]) {
  const int *c = flow->eq->body_column[body];
  if (c[3] < 0) return 0;
  for (int k = 0; k < 3; k++) theta[k] = p->x[c[3 + k]];
  return 1;
}

/* T(x) = 1 - (1 - cos)/t^2 x~ + (t - sin)/t^3 x~^2, row-major, or its inverse */
void trm_partition_tangent(const double x[3], int inverse, double T[9]) {
  double t = trm_vec3_norm(x), t2 = t * t, first, second;
  if (inverse) {
    first = 0.5;
    second = t > 1e-2 ? 1 / t2 - (1 + cos(t)) / (2 * t * sin(t)) : 1.0 / 12 + t2 / 720;
  } else {
    first = t > 1e-4 ? -(1 - cos(t)) / t2 : -0.5 + t2 / 24;
    second = t > 1e-2 ? (t - sin(t)) / (t2 * t) : 1.0 / 6 - t2 / 120 + t2 * t2 / 5040;
  }
  double X[9] = {0, -x[2], x[1], x[2], 0, -x[0], -x[1], x[0], 0}, XX[9];
  trm_mat3_product(X, X, XX);
  for (int i = 0; i < 9; i++) T[i] = (i % 4 == 0) + first * X[i] + second * XX[i];
}

/* columns of turns from u to x': G T */
void trm_partition_transform(const TrmFlow *flow, const TrmPartition *p) {
  const TrmEquations *eq = flow->eq;
  for (size_t b = 0; b < eq->body_count; b++) {
    double theta[3], T[9], made[3];
    const int *c = eq->body_column[b];
    if (!trm_partition_turn(flow, p, b, theta)) continue;
    trm_partition_tangent(theta, 0, T);
    for (size_t r = 0; r < p->rank; r++) {
      double *row = p->dense + p->row[r] * eq->column_count;
      double old[3] = {row[c[3]], row[c[4]], row[c[5]]};
      trm_mat3_apply_transposed(T, old, made);
      for (int k = 0; k < 3; k++) row[c[3 + k]] = made[k];
    }
  }
}

/* factor the dependent part with partial pivoting; the pivots' ratio */
double trm_partition_factor(const TrmFlow *flow, TrmPartition *p) {
  size_t n = p->rank, columns = flow->eq->column_count;
  double least = HUGE_VAL, most = 0;
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < n; k++) p->lu[i * n + k] = p->dense[p->row[i] * columns + p->column[k]];
  for (size_t s = 0; s < n; s++) {
    size_t best = s;
    for (size_t i = s + 1; i < n; i++)
      if (fabs(p->lu[i * n + s]) > fabs(p->lu[best * n + s])) best = i;
    p->swap[s] = best;
    for (size_t k = 0; best != s && k < n; k++) {
      double kept = p->lu[s * n + k];
      p->lu[s * n + k] = p->lu[best * n + k];
      p->lu[best * n + k] = kept;
    }
    double pivot = p->lu[s * n + s];
    least = fmin(least, fabs(pivot));
    most = fmax(most, fabs(pivot));
    if (pivot == 0) return 0;
    for (size_t i = s + 1; i < n; i++) {
      double l = p->lu[i * n + s] /= pivot;
      for (size_t k = s + 1; l != 0 && k < n; k++) p->lu[i * n + k] -= l * p->lu[s * n + k];
    }
  }
  return n ? least / most : 1;
}

void trm_partition_solve(TrmPartition *p, double *b) {
  size_t n = p->rank;
  for (size_t s = 0; s < n; s++) {
    double kept = b[s];
    b[s] = b[p->swap[s]];
    b[p->swap[s]] = kept;
  }
  for (size_t s = 0; s < n; s++)
    for (size_t i = s + 1; i < n; i++) b[i] -= p->lu[i * n + s] * b[s];
  for (size_t s = n; s-- > 0;) {
    for (size_t k = s + 1; k < n; k++) b[s] -= p->lu[s * n + k] * b[k];
    b[s] /= p->lu[s * n + s];
  }
}

/* how much faster than one independent column any other moves, by arms; of the matrix factored */
static double lever(const TrmFlow *flow, TrmPartition *p) {
  double most = 0;
  for (size_t k = 0; k < p->freedoms; k++) {
    size_t c = p->column[p->rank + k];
    for (size_t i = 0; i < p->rank; i++)
      p->rhs[i] = p->dense[p->row[i] * flow->eq->column_count + c];
    trm_partition_solve(p, p->rhs);
    for (size_t i = 0; i < p->rank; i++)
      most = fmax(most, fabs(p->rhs[i]) * p->arm[p->column[i]] / p->arm[c]);
  }
  return most;
}

/* the lever of columns just chosen */
static void measure(TrmFlow *flow, TrmPartition *p) {
  trm_partition_spread(flow, p->dense);
  trm_partition_factor(flow, p);
  p->lever = fmax(1, lever(flow, p));
}

TrmPartition *trm_partition_new(TrmArena *arena, TrmFlow *flow, const TrmState *at,
                                const char **why) {
  const TrmEquations *eq = flow->eq;
  TrmPartition *p = trm_arena_alloc(arena, sizeof *p);
  size_t rows = eq->row_count + 1, columns = eq->column_count + 1;
  if (eq->column_count > MOST_COLUMNS) {
    *why = "partitioning chooses coordinates by dense elimination, up to 600 columns";
    return NULL;
  }
  p->reference = trm_state_new(arena, eq);
  p->row = trm_arena_array(arena, rows, sizeof *p->row);
  p->column = trm_arena_array(arena, columns, sizeof *p->column);
  p->swap = trm_arena_array(arena, rows, sizeof *p->swap);
  for (size_t i = 0; i < eq->row_count; i++)
    if (eq->rows[i].level == TRM_LEVEL_VELOCITY) {
      *why = "positions do not follow from constraints on velocities";
      return NULL;
    }
  TrmSpot *spots[] = {&p->now, &p->from, &p->kept, &p->anchor, &p->target, &p->aside};
  for (size_t i = 0; i < sizeof spots / sizeof *spots; i++) *spots[i] = new_spot(arena, eq);
  p->x = p->now.x;
  p->arm = trm_arena_array(arena, columns, sizeof *p->arm);
  for (size_t k = 0; k < eq->column_count; k++) p->arm[k] = 1;
  for (size_t b = 0; b < eq->body_count; b++)
    for (int k = 3; k < 6; k++)
      if (eq->body_column[b][k] >= 0) p->arm[eq->body_column[b][k]] = eq->length[b];
  p->rhs = trm_arena_array(arena, rows, sizeof *p->rhs);
  p->dense = trm_arena_array(arena, rows * columns, sizeof *p->dense);
  trm_state_copy(eq, at, flow->state);
  choose(flow, p, 1);
  p->lu = trm_arena_array(arena, p->rank * p->rank + 1, sizeof *p->lu);
  measure(flow, p);
  return p;
}

size_t trm_partition_freedoms(const TrmPartition *p) {
  return p->freedoms;
}

/* dependent positions by Newton's method from those at hand; it must close in fast, or it might end
 * on another branch */
static TrmStatus close_positions(TrmFlow *flow, TrmPartition *p) {
  const TrmEquations *eq = flow->eq;
  double last = HUGE_VAL, way = HUGE_VAL;
  for (int round = 0; round < MOST_ROUNDS; round++) {
    double gap = 0;
    place(flow, p);
    trm_equations_position(eq, flow->state, flow->phi, flow->G, flow->phi_t);
    for (size_t i = 0; i < p->rank; i++) {
      const TrmRow *row = &eq->rows[p->row[i]];
      double size = row->dimension.length == 1 ? flow->reach : 1;
      double value = fabs(flow->phi[p->row[i]]) / size;
      if (!(value <= gap)) gap = value;
      p->rhs[i] = -flow->phi[p->row[i]];
    }
    if (!isfinite(gap)) return TRM_RETRY;
    if (gap <= 1e-14 || (gap < 1e-11 && gap > 0.5 * last)) return TRM_OK;
    last = gap;
    trm_partition_spread(flow, p->dense);
    trm_partition_transform(flow, p);
    if (!(trm_partition_factor(flow, p) > 1e-12)) return TRM_RETRY;
    trm_partition_solve(p, p->rhs);
    double most = 0;
    for (size_t i = 0; i < p->rank; i++) {
      p->x[p->column[i]] += p->rhs[i];
      most = fmax(most, fabs(p->rhs[i]));
    }
    if (most > 0.3 * way && most > 1e-6) return TRM_RETRY;
    way = most;
    flow->corrections++;
  }
  return TRM_RETRY;
}

/* part of the way from p->from to y and the target; all of it to the bit */
static void set_part(TrmFlow *flow, TrmPartition *p, const double *y, double part) {
  TrmState *state = flow->state;
  int whole = part >= 1;
  for (size_t k = 0; k < p->freedoms; k++) {
    size_t c = p->column[p->rank + k];
    p->x[c] = whole ? y[k] : p->from.x[c] + part * (y[k] - p->from.x[c]);
  }
  for (size_t i = 0; i < flow->eq->system->motion_count; i++) {
    double from = p->from.course[i], to = p->target.course[i];
    state->course[i].value = p->now.course[i] = whole ? to : from + part * (to - from);
  }
  p->now.time = whole ? p->target.time : p->from.time + part * (p->target.time - p->from.time);
  state->time = p->now.time;
}

/* the independent x, time and courses go from where they are to their targets in parts, and the
 * dependent x follow; on failure all is where it was */
static TrmStatus move_in_parts(TrmFlow *flow, TrmPartition *p, const double *y, double least) {
  const TrmEquations *eq = flow->eq;
  double done = 0, part = 1;
  copy_spot(eq, &p->now, &p->from);
  while (done < 1) {
    copy_spot(eq, &p->now, &p->kept);
    set_part(flow, p, y, done + part);
    TrmStatus status = close_positions(flow, p);
    if (status == TRM_OK) {
      done += part;
      part = fmin(2 * part, 1 - done);
      continue;
    }
    part /= 2;
    copy_spot(eq, part < least ? &p->from : &p->kept, &p->now);
    if (part < least) return status;
  }
  return TRM_OK;
}

/* from the last position at once, or from the last step's end in parts */
static TrmStatus move_positions(TrmFlow *flow, TrmPartition *p, const double *y) {
  TrmState *state = flow->state;
  p->target.time = state->time;
  for (size_t i = 0; i < flow->eq->system->motion_count; i++)
    p->target.course[i] = state->course[i].value;
  TrmStatus status = move_in_parts(flow, p, y, 1);
  if (status == TRM_OK) return TRM_OK;
  copy_spot(flow->eq, &p->anchor, &p->now);
  status = move_in_parts(flow, p, y, least_part);
  /* the state is that of the target, whatever came out */
  state->time = p->target.time;
  for (size_t i = 0; i < flow->eq->system->motion_count; i++)
    state->course[i].value = p->target.course[i];
  return status;
}

/* dependent velocities */
static TrmStatus close_velocities(TrmFlow *flow, TrmPartition *p, const double *independent) {
  const TrmEquations *eq = flow->eq;
  trm_partition_spread(flow, p->dense);
  if (!(trm_partition_factor(flow, p) > 1e-12)) return TRM_RETRY;
  for (size_t i = 0; i < p->rank; i++) {
    const double *row = p->dense + p->row[i] * eq->column_count;
    p->rhs[i] = -flow->phi_t[p->row[i]];
    for (size_t k = 0; k < p->freedoms; k++)
      p->rhs[i] -= row[p->column[p->rank + k]] * independent[k];
  }
  trm_partition_solve(p, p->rhs);
  for (size_t i = 0; i < p->rank; i++) flow->u[p->column[i]] = p->rhs[i];
  for (size_t k = 0; k < p->freedoms; k++) flow->u[p->column[p->rank + k]] = independent[k];
  trm_state_set_velocity(eq, flow->state, flow->u);
  return TRM_OK;
}

TrmStatus trm_partition_unpack(TrmFlow *flow, double t, const double *y) {
  TrmPartition *p = flow->partition;
  (void)t;
  TrmStatus status = move_positions(flow, p, y);
  return status == TRM_OK ? close_velocities(flow, p, y + p->freedoms) : status;
}

void trm_partition_leave(TrmFlow *flow) {
  copy_spot(flow->eq, &flow->partition->now, &flow->partition->aside);
}

void trm_partition_return(TrmFlow *flow) {
  copy_spot(flow->eq, &flow->partition->aside, &flow->partition->now);
}

void trm_partition_rate(const TrmFlow *flow, double *dy) {
  const TrmEquations *eq = flow->eq;
  const TrmPartition *p = flow->partition;
  memcpy(flow->dq, flow->u, eq->column_count * sizeof *flow->dq);
  for (size_t b = 0; b < eq->body_count; b++) {
    double theta[3], T[9], made[3];
    const int *c = eq->body_column[b];
    if (!trm_partition_turn(flow, p, b, theta)) continue;
    double w[3] = {flow->u[c[3]], flow->u[c[4]], flow->u[c[5]]};
    trm_partition_tangent(theta, 1, T);
    trm_mat3_apply(T, w, made);
    for (int k = 0; k < 3; k++) flow->dq[c[3 + k]] = made[k];
  }
  for (size_t k = 0; k < p->freedoms; k++) {
    dy[k] = flow->dq[p->column[p->rank + k]];
    dy[p->freedoms + k] = flow->a[p->column[p->rank + k]];
  }
}

void trm_partition_pack(const TrmFlow *flow, const TrmState *state, double *y) {
  const TrmEquations *eq = flow->eq;
  const TrmPartition *p = flow->partition;
  /* displacements from the reference */
  for (size_t i = 0; i < eq->body_count; i++) {
    const int *c = eq->body_column[i];
    double turn[9], theta[3];
    trm_mat3_transposed_product(p->reference->body[i].R, state->body[i].R, turn);
    trm_rotation_log(turn, theta);
    for (int k = 0; k < 3; k++) {
      if (c[k] >= 0) p->x[c[k]] = state->body[i].r[k] - p->reference->body[i].r[k];
      if (c[3 + k] >= 0) p->x[c[3 + k]] = theta[k];
    }
  }
  for (size_t i = 0; i < eq->curve_count; i++)
    p->x[eq->curve_column[i]] = state->s[i] - p->reference->s[i];
  trm_state_get_velocity(eq, state, flow->u);
  for (size_t k = 0; k < p->freedoms; k++) {
    y[k] = p->x[p->column[p->rank + k]];
    y[p->freedoms + k] = flow->u[p->column[p->rank + k]];
  }
}

int trm_partition_far(const TrmFlow *flow) {
  const TrmEquations *eq = flow->eq;
  TrmPartition *p = flow->partition;
  int far = lever(flow, p) > far_lever * p->lever;
  copy_spot(eq, &p->now, &p->anchor);
  for (size_t i = 0; i < eq->body_count && !far; i++)
    for (int k = 3; k < 6; k++)
      if (eq->body_column[i][k] >= 0) far |= fabs(p->x[eq->body_column[i][k]]) > far_turn;
  return far;
}

void trm_partition_choose(TrmFlow *flow) {
  choose(flow, flow->partition, 0);
  measure(flow, flow->partition);
}

size_t trm_partition_memory(const TrmFlow *flow) {
  const TrmEquations *eq = flow->eq;
  return 7 * eq->body_count + eq->curve_count + 3 * eq->column_count + eq->row_count +
         2 * eq->system->motion_count + 3;
}

void trm_partition_save(const TrmFlow *flow, double *memory) {
  const TrmEquations *eq = flow->eq;
  const TrmPartition *p = flow->partition;
  for (size_t i = 0; i < eq->body_count; i++, memory += 7) {
    memcpy(memory, p->reference->body[i].r, 3 * sizeof *memory);
    memcpy(memory + 3, p->reference->e[i], 4 * sizeof *memory);
  }
  for (size_t i = 0; i < eq->curve_count; i++) *memory++ = p->reference->s[i];
  for (size_t k = 0; k < eq->column_count; k++) {
    *memory++ = p->x[k];
    *memory++ = p->anchor.x[k];
    *memory++ = (double)p->column[k];
  }
  for (size_t i = 0; i < eq->row_count; i++) *memory++ = (double)p->row[i];
  for (size_t i = 0; i < eq->system->motion_count; i++) {
    *memory++ = p->now.course[i];
    *memory++ = p->anchor.course[i];
  }
  *memory++ = p->now.time;
  *memory++ = p->anchor.time;
  *memory = p->lever;
}

void trm_partition_load(TrmFlow *flow, const double *memory) {
  const TrmEquations *eq = flow->eq;
  TrmPartition *p = flow->partition;
  for (size_t i = 0; i < eq->body_count; i++, memory += 7) {
    memcpy(p->reference->body[i].r, memory, 3 * sizeof *memory);
    memcpy(p->reference->e[i], memory + 3, 4 * sizeof *memory);
    trm_quat_matrix(p->reference->e[i], p->reference->body[i].R);
  }
  for (size_t i = 0; i < eq->curve_count; i++) p->reference->s[i] = *memory++;
  for (size_t k = 0; k < eq->column_count; k++) {
    p->x[k] = *memory++;
    p->anchor.x[k] = *memory++;
    p->column[k] = (size_t)*memory++;
  }
  for (size_t i = 0; i < eq->row_count; i++) p->row[i] = (size_t)*memory++;
  for (size_t i = 0; i < eq->system->motion_count; i++) {
    p->now.course[i] = *memory++;
    p->anchor.course[i] = *memory++;
  }
  p->now.time = *memory++;
  p->anchor.time = *memory++;
  p->lever = *memory;
}
