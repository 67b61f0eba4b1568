/* SPDX-License-Identifier: Apache-2.0
 *
 * States of the linear model: the rank decision leaves columns free, in the axes of the frame; the
 * user's coordinates take their places by elimination with full pivoting on what they change when
 * these columns move, and the internal ones that are left complete them. What is left of a user's
 * coordinate when others have gone is no coordinate of its own. Rates are chosen in the same way
 * where constraints of velocities leave fewer of them.
 */
#include "analysis/freedoms.h"
#include "analysis/linearize.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include "system/probe.h"
#include "system/second.h"
#include <math.h>
#include <string.h>

/* below this, in parts of what it was, a coordinate depends on others */
static const double dependent = 1e-9;

const char *trm_linear_listed(const TrmItem *item, const char *key, size_t index, TrmPlace *place) {
  const TrmValue *value = item ? trm_item_value(item, key) : NULL;
  if (!value) return NULL;
  if (value->form == TRM_FORM_LIST) {
    if (index >= value->count) return NULL;
    value = &value->list[index];
  } else if (index) {
    return NULL;
  }
  *place = value->place;
  return value->form == TRM_FORM_TEXT ? value->text : NULL;
}

static const char *unit_text(TrmLinear *l, TrmDimension dimension) {
  char text[64];
  trm_dimension_format(&l->m->system->units, dimension, text, sizeof text);
  return trm_arena_string(l->arena, text);
}

/* a joint's angle or displacement; 0 when it has neither */
static int ask_joint(TrmLinear *l, const TrmJoint *joint, TrmProbed *list) {
  const TrmUnits *units = &l->m->system->units;
  for (int slides = 0; slides < 2 && joint->has_frames; slides++) {
    if (!(slides ? joint->type->slides : joint->type->turns)) continue;
    TrmDimension dimension = slides ? (TrmDimension)TRM_LENGTH : (TrmDimension)TRM_ANGLE;
    list[l->asked_count].term =
        slides ? trm_probe_displacement(&joint->frame_first, &joint->frame_second)
               : trm_probe_angle(&joint->frame_first, &joint->frame_second);
    l->asked[l->asked_count] =
        (TrmLinearCoordinate){.name = trm_arena_printf(l->arena, "%s.%s", joint->item->name,
                                                       slides ? "displacement" : "angle"),
                              .unit = unit_text(l, dimension),
                              .user = 1,
                              .index = l->asked_count,
                              .scale = trm_units_scale(units, dimension)};
    l->asked_count++;
  }
  return joint->has_frames && (joint->type->slides || joint->type->turns);
}

/* what a program reads beside positions and time, or NULL */
static const char *reads_more(const TrmProgram *program) {
  size_t count;
  const TrmColumn *columns = trm_program_columns(program, &count);
  for (size_t k = 0; k < count; k++) {
    if (columns[k].kind == TRM_COLUMN_EXTERNAL) return "a force or state";
    if (columns[k].kind != TRM_COLUMN_BODY || columns[k].component < 6) continue;
    return columns[k].component < 12 ? "a velocity" : "an acceleration";
  }
  return NULL;
}

/* one coordinate by its name; 0 after an error */
static int ask(TrmLinear *l, const char *name, TrmPlace place, TrmProbed *list) {
  const TrmSystem *system = l->m->system;
  for (size_t i = 0; i < system->joint_count; i++) {
    if (strcmp(system->joints[i].item->name, name) != 0) continue;
    if (ask_joint(l, &system->joints[i], list)) return 1;
    trm_log_add(l->log, TRM_E_LINEAR_STATE, place, name,
                "joint '%s' has neither an angle nor a displacement", name);
    trm_log_hint(l->log, "measure what it does with an output, such as ax(marker, marker)");
    return 0;
  }
  const TrmItem *item = trm_model_find(system->model, "variables", name);
  if (!item) item = trm_model_find(system->model, "outputs", name);
  const TrmValue *value = item ? trm_item_value(item, "value") : NULL;
  const TrmProgram *program = value ? trm_system_program(system, value) : NULL;
  if (!program) return 0;
  const char *more = reads_more(program);
  if (more) {
    trm_log_add(l->log, TRM_E_LINEAR_STATE, place, name,
                "'%s' depends on %s, so that it is no coordinate", name, more);
    trm_log_hint(l->log, "a coordinate is a function of positions; its rate is a state too");
    return 0;
  }
  const TrmValue *unit = trm_type_param(item->type, "unit") ? trm_item_value(item, "unit") : NULL;
  list[l->asked_count].program = program;
  l->asked[l->asked_count] = (TrmLinearCoordinate){
      .name = name, .unit = "", .user = 1, .index = l->asked_count, .scale = 1};
  if (unit && unit->form == TRM_FORM_TEXT) l->asked[l->asked_count].unit = unit->text;
  l->asked_count++;
  return 1;
}

/* the place of a motion that is an input */
static void ask_motion(TrmLinear *l, const TrmMotion *motion, TrmProbed *list) {
  TrmDimension dimension = motion->turns ? (TrmDimension)TRM_ANGLE : (TrmDimension)TRM_LENGTH;
  if (motion->spans) return;
  list[l->asked_count].term = motion->turns
                                  ? trm_probe_angle(&motion->first, &motion->second)
                                  : trm_probe_displacement(&motion->first, &motion->second);
  l->asked[l->asked_count] =
      (TrmLinearCoordinate){.name = motion->item->name,
                            .unit = unit_text(l, dimension),
                            .user = 1,
                            .index = l->asked_count,
                            .scale = trm_units_scale(&l->m->system->units, dimension)};
  l->asked_count++;
}

int trm_linear_read(TrmLinear *l) {
  const TrmSystem *system = l->m->system;
  size_t count = 0;
  TrmPlace place;
  int good = 1;
  while (trm_linear_listed(l->item, "states", count, &place)) count++;
  size_t most = 2 * count + system->motion_count;
  TrmProbed *list = trm_arena_array(l->arena, most + 1, sizeof *list);
  l->asked = trm_arena_array(l->arena, most + 1, sizeof *l->asked);
  for (size_t i = 0; i < system->motion_count; i++)
    if (l->eq->motion_row[i] >= 0 && l->driven[l->eq->motion_row[i]])
      ask_motion(l, &system->motions[i], list);
  for (size_t i = 0; i < count; i++) {
    const char *name = trm_linear_listed(l->item, "states", i, &place);
    good &= ask(l, name, place, list);
  }
  l->probe = trm_probe_new(l->arena, l->eq, list, l->asked_count);
  return good;
}

/* a row of G along the internal coordinates: moves g R, turns (R_b g) R, R the frame's axes */
static void turn_row(const TrmLinear *l, const double g[3], int body, int turns, double out[3]) {
  double in_ground[3];
  memcpy(in_ground, g, sizeof in_ground);
  if (turns) trm_mat3_apply(l->m->state->body[body].R, g, in_ground);
  trm_mat3_apply_transposed(l->R_gf, in_ground, out);
}

/* where rows are gathered */
typedef struct Gathered {
  TrmRows rows;
  unsigned *start, *column;
  double *value;
  size_t *number; /* of each among the equations */
  unsigned char *motion;
  size_t column_capacity, value_capacity, columns, values;
} Gathered;

static void gather_row(const TrmLinear *l, Gathered *g, size_t row) {
  const TrmEquations *eq = l->eq;
  for (size_t k = eq->start[row]; k < eq->start[row + 1];) {
    size_t column = eq->column[k];
    int body = l->column_body[column], first = l->column_part[column] / 3 * 3;
    if (body < 0) {
      TRM_PUSH(l->arena, g->column, g->columns, g->column_capacity, (unsigned)column);
      TRM_PUSH(l->arena, g->value, g->values, g->value_capacity, l->flow->G[k]);
      k++;
      continue;
    }
    double own[3] = {0, 0, 0}, along[3];
    for (; k < eq->start[row + 1] && l->column_body[eq->column[k]] == body &&
           l->column_part[eq->column[k]] / 3 * 3 == first;
         k++)
      own[l->column_part[eq->column[k]] - first] = l->flow->G[k];
    turn_row(l, own, body, first > 0, along);
    for (int i = 0; i < 3; i++) {
      int to = eq->body_column[body][first + i];
      if (to < 0) continue;
      TRM_PUSH(l->arena, g->column, g->columns, g->column_capacity, (unsigned)to);
      TRM_PUSH(l->arena, g->value, g->values, g->value_capacity, along[i]);
    }
  }
}

/* what to gather: rows of positions alone; rows whose motion is an input too */
enum { POSITIONS = 1, DRIVEN = 2 };

static TrmRank *decide(TrmLinear *l, int which, size_t **kept, size_t *kept_count) {
  const TrmEquations *eq = l->eq;
  const unsigned char *off = l->flow->state->off;
  Gathered g = {0};
  g.start = trm_arena_array(l->arena, eq->row_count + 2, sizeof *g.start);
  g.number = trm_arena_array(l->arena, eq->row_count + 1, sizeof *g.number);
  g.motion = trm_arena_array(l->arena, eq->row_count + 1, 1);
  for (size_t i = 0; i < eq->row_count; i++) {
    if ((which & POSITIONS) && eq->rows[i].level != TRM_LEVEL_POSITION) continue;
    if (!(which & DRIVEN) && l->driven[i]) continue;
    if (off && off[i]) continue;
    g.number[g.rows.row_count] = i;
    g.motion[g.rows.row_count++] = eq->rows[i].owner == TRM_OWNER_MOTION;
    gather_row(l, &g, i);
    g.start[g.rows.row_count] = (unsigned)g.columns;
  }
  double *scale = trm_arena_array(l->arena, eq->column_count + 1, sizeof *scale);
  for (size_t k = 0; k < eq->column_count; k++) {
    scale[k] = l->m->size;
    if (l->column_part[k] > 2) scale[k] /= eq->length[l->column_body[k]];
  }
  g.rows.column_count = eq->column_count;
  g.rows.start = g.start;
  g.rows.column = g.column;
  g.rows.value = g.value;
  TrmRank *rank = trm_rank_new(l->arena, &g.rows, scale, trm_rank_tolerance, g.motion);
  if (which & POSITIONS) {
    l->rank = rank;
    l->rank_row = g.number;
    l->rank_rows = g.rows.row_count;
  }
  *kept = trm_arena_array(l->arena, g.rows.row_count + 1, sizeof **kept);
  *kept_count = 0;
  for (size_t i = 0, next = 0; i < g.rows.row_count; i++) {
    int redundant = next < rank->redundant_count && rank->redundant[next] == i;
    if (redundant) next++;
    if (!redundant) (*kept)[(*kept_count)++] = g.number[i];
  }
  return rank;
}

/* the columns that a null vector along internal coordinates stands for */
static void to_columns(const TrmLinear *l, const double *along, double *columns) {
  memcpy(columns, along, l->eq->column_count * sizeof *columns);
  for (size_t b = 0; b < l->eq->body_count; b++)
    for (int first = 0; first < 6; first += 3) {
      const int *c = l->eq->body_column[b];
      double own[3], in_ground[3], out[3];
      for (int k = 0; k < 3; k++) own[k] = c[first + k] < 0 ? 0 : along[c[first + k]];
      trm_mat3_apply(l->R_gf, own, in_ground);
      memcpy(out, in_ground, sizeof out);
      if (first) trm_mat3_apply_transposed(l->m->state->body[b].R, in_ground, out);
      for (int k = 0; k < 3; k++)
        if (c[first + k] >= 0) columns[c[first + k]] = out[k];
    }
}

/* elimination: P (rows by columns), what it is made of (T, rows by rows), the pivot of each row */
typedef struct Elimination {
  size_t rows, columns;
  double *P, *T;
  long *pivot; /* column, or -1 */
} Elimination;

static Elimination begin(TrmArena *arena, size_t rows, size_t columns) {
  Elimination e = {.rows = rows, .columns = columns};
  e.P = trm_arena_array(arena, rows * columns + 1, sizeof *e.P);
  e.T = trm_arena_array(arena, rows * rows + 1, sizeof *e.T);
  e.pivot = trm_arena_array(arena, rows + 1, sizeof *e.pivot);
  for (size_t i = 0; i < rows; i++) e.T[i * rows + i] = 1, e.pivot[i] = -1;
  return e;
}

/* rows to unit size */
static void normalise(Elimination *e) {
  for (size_t i = 0; i < e->rows; i++) {
    double most = 0;
    for (size_t k = 0; k < e->columns; k++) most = fmax(most, fabs(e->P[i * e->columns + k]));
    for (size_t k = 0; k < e->columns && most > 0; k++) e->P[i * e->columns + k] /= most;
    if (most > 0) e->T[i * e->rows + i] = 1 / most;
  }
}

/* take pivots among the rows from `first` up to `last` until what is left of them is nothing */
static void eliminate(Elimination *e, size_t first, size_t last) {
  size_t n = e->columns;
  for (;;) {
    size_t row = 0, column = 0;
    double most = dependent;
    for (size_t i = first; i < last; i++)
      for (size_t k = 0; e->pivot[i] < 0 && k < n; k++)
        if (fabs(e->P[i * n + k]) > most) most = fabs(e->P[i * n + k]), row = i, column = k;
    if (!(most > dependent)) return;
    e->pivot[row] = (long)column;
    for (size_t i = 0; i < e->rows; i++) {
      double factor = e->P[i * n + column] / e->P[row * n + column];
      if (i == row || e->pivot[i] >= 0 || factor == 0) continue;
      for (size_t k = 0; k < n; k++) e->P[i * n + k] -= factor * e->P[row * n + k];
      for (size_t k = 0; k < e->rows; k++)
        e->T[i * e->rows + k] -= factor * e->T[row * e->rows + k];
      e->P[i * n + column] = 0;
    }
  }
}

/* "it follows from 'a' and 'b'", or that nothing moves it */
static const char *reason(TrmLinear *l, const Elimination *e, size_t row) {
  const double *t = e->T + row * e->rows;
  TrmText text = {0};
  size_t count = 0, said = 0;
  for (size_t i = 0; i < e->rows; i++) count += i != row && fabs(t[i]) > 1e-7 * fabs(t[row]);
  if (!count) return "nothing moves it";
  trm_text_add(&text, "it follows from ");
  for (size_t i = 0; i < e->rows; i++) {
    if (i == row || !(fabs(t[i]) > 1e-7 * fabs(t[row]))) continue;
    trm_text_printf(&text, "%s'%s'",
                    !said               ? ""
                    : said + 1 == count ? " and "
                                        : ", ",
                    l->asked[i].name);
    said++;
  }
  const char *kept = trm_arena_string(l->arena, text.bytes);
  trm_text_clear(&text);
  return kept;
}

/* the internal coordinate of a column */
static TrmLinearCoordinate internal(TrmLinear *l, size_t column) {
  static const char *const parts[] = {"x", "y", "z", "turn_x", "turn_y", "turn_z"};
  int body = l->column_body[column], part = l->column_part[column];
  TrmDimension dimension =
      body < 0 || part < 3 ? (TrmDimension)TRM_LENGTH : (TrmDimension)TRM_ANGLE;
  TrmLinearCoordinate c = {.index = column, .unit = body < 0 ? "" : unit_text(l, dimension)};
  c.scale = body < 0 ? 1 : trm_units_scale(&l->m->system->units, dimension);
  c.name = body < 0 ? trm_arena_printf(l->arena, "curve_%zu", column)
                    : trm_arena_printf(l->arena, "%s.%s", l->m->system->bodies[body].item->name,
                                       parts[part]);
  return c;
}

/* the sum of entries times what the columns do on both sides, and of their sizes */
typedef struct Bend {
  const double *x;
  double sum, size, most; /* most: the largest of x */
} Bend;

static void add_bend(void *context, size_t row, size_t column, double value) {
  Bend *bend = context;
  bend->sum += value * bend->x[row] * bend->x[column];
  bend->size += fabs(value) * bend->most * bend->most;
}

int trm_linear_branches(TrmLinear *l) {
  const TrmEquations *eq = l->eq;
  size_t n = eq->column_count;
  double *y = trm_arena_array(l->arena, 2 * eq->row_count + 2, sizeof *y);
  double *all = y + eq->row_count + 1, most = 0;
  memset(l->dq, 0, n * sizeof *l->dq);
  /* one direction that has a part of each coordinate */
  for (size_t j = 0; j < l->positions; j++)
    l->dq[l->position_rows + j] = sqrt(2 + (double)j) * l->coordinates[j].scale;
  if (l->rank->redundant_count && trm_triplets_solve(l->J0, l->dq) != TRM_OK) return 1;
  for (size_t k = 0; k < n; k++) most = fmax(most, fabs(l->dq[k]));
  for (size_t r = 0; r < l->rank->redundant_count; r++) {
    Bend bend = {.x = l->dq, .most = most};
    trm_rank_dependency(l->rank, r, y);
    memset(all, 0, eq->row_count * sizeof *all);
    for (size_t i = 0; i < l->rank_rows; i++) all[l->rank_row[i]] = y[i];
    trm_equations_bend(eq, l->m->state, all, add_bend, &bend);
    if (fabs(bend.sum) > 1e-6 * bend.size) return 1;
  }
  return 0;
}

/* S from what the user asked for and the columns left free */
static void choose_positions(TrmLinear *l, const TrmRank *rank) {
  size_t n = l->eq->column_count, f = rank->free_count, count = l->asked_count;
  Elimination e = begin(l->arena, count, f);
  unsigned char *taken = trm_arena_array(l->arena, f + 1, 1);
  const TrmEquations *p = l->probe;
  for (size_t k = 0; k < f && count; k++) {
    trm_rank_freedom(rank, k, l->b);
    to_columns(l, l->b, l->dq);
    double size = l->column_part[rank->free_column[k]] > 2 ? 1 : l->m->size;
    for (size_t i = 0; i < count; i++)
      for (size_t j = p->start[i]; j < p->start[i + 1]; j++)
        e.P[i * f + k] += size * l->probe_G[j] * l->dq[p->column[j]];
  }
  (void)n;
  normalise(&e);
  eliminate(&e, 0, count);
  l->coordinates = trm_arena_array(l->arena, f + 1, sizeof *l->coordinates);
  l->dropped = trm_arena_array(l->arena, count + 1, sizeof *l->dropped);
  for (size_t i = 0; i < count; i++) {
    if (e.pivot[i] >= 0) {
      l->coordinates[l->positions++] = l->asked[i];
      taken[e.pivot[i]] = 1;
    } else {
      l->dropped[l->dropped_count++] = (TrmLinearDropped){l->asked[i].name, reason(l, &e, i)};
    }
  }
  l->added_count = f - l->positions;
  for (size_t k = 0; k < f; k++)
    if (!taken[k]) l->coordinates[l->positions++] = internal(l, rank->free_column[k]);
}

/* W: the rates that constraints of velocities leave, the user's first */
static void choose_rates(TrmLinear *l, const TrmRank *rank) {
  size_t f = rank->free_count, count = l->positions, user = 0;
  double *x = trm_arena_array(l->arena, count + 1, sizeof *x);
  Elimination e = begin(l->arena, count, f);
  memset(l->du, 0, l->eq->column_count * sizeof *l->du);
  for (size_t k = 0; k < f; k++) {
    trm_rank_freedom(rank, k, l->b);
    to_columns(l, l->b, l->dq);
    memset(l->da, 0, l->eq->column_count * sizeof *l->da);
    /* the rates with positions held: columns take the place of velocities */
    trm_linear_rates(l, l->da, l->dq, x);
    for (size_t i = 0; i < count; i++) e.P[i * f + k] = x[i];
  }
  while (user < count && l->coordinates[user].user) user++;
  normalise(&e);
  eliminate(&e, 0, user);
  eliminate(&e, 0, count);
  l->rate = trm_arena_array(l->arena, count + 1, sizeof *l->rate);
  for (size_t i = 0; i < count; i++)
    if (e.pivot[i] >= 0) l->rate[l->rates++] = i;
}

int trm_linear_choose(TrmLinear *l) {
  const TrmEquations *eq = l->eq;
  int rolls = 0, driven = 0;
  for (size_t i = 0; i < eq->row_count; i++) {
    rolls |= eq->rows[i].level == TRM_LEVEL_VELOCITY;
    driven |= l->driven[i];
  }
  choose_positions(l, decide(l, POSITIONS, &l->position_row, &l->position_rows));
  const TrmRank *rank = decide(l, 0, &l->rate_row, &l->rate_rows);
  if (rolls) {
    choose_rates(l, rank);
  } else {
    l->rate = trm_arena_array(l->arena, l->positions + 1, sizeof *l->rate);
    for (size_t i = 0; i < l->positions; i++) l->rate[l->rates++] = i;
  }
  if (driven) {
    decide(l, DRIVEN, &l->saddle_row, &l->saddle_rows);
  } else {
    l->saddle_row = l->rate_row;
    l->saddle_rows = l->rate_rows;
  }
  return l->positions == l->rates + (rank->rank - l->position_rows) && l->rates == rank->free_count;
}
