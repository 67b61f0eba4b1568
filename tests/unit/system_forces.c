/* SPDX-License-Identifier: Apache-2.0
 *
 * Forces and states, for every type of the table (one without a case fails): slopes of forces and
 * rates against differences of the sixth order at 1,000 random states, in space and in the plane;
 * actions and reactions cancel; moving and turning the whole changes nothing; power is the rate of
 * the energy kept plus what goes in and out; other units give the same motion.
 */
#include "catalog/catalog.h"
#include "check.h"
#include "math/mat3.h"
#include "math/quat.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include "system/forces.h"
#include "trammel/trammel.h"
#include "unit/system_forces_cases.h"

enum { STATES = CHECK_ROUNDS(1000), MOST = 64 };

/* a model under test, with work space */
typedef struct Bench {
  const Case *it;
  TrmArena *arena;
  TrmLog *log;
  TrmModel *model;
  TrmSystem *system;
  TrmEquations *eq;
  TrmState *state, *moved;
  size_t n, rows; /* columns; columns and states */
  double exact[MOST][3 * MOST];
  double worst, wide;
  size_t compared, skipped;
} Bench;

static void lay_out(void *context) {
  Bench *b = context;
  b->eq = trm_equations_new(b->arena, b->system, b->log);
  if (!b->eq) return;
  b->state = trm_state_new(b->arena, b->eq);
  b->moved = trm_state_new(b->arena, b->eq);
  b->n = b->eq->column_count;
  b->rows = b->n + b->eq->state_count;
  CHECK(b->rows <= MOST);
}

static int open_bench(Bench *b, const Case *it, const char *text) {
  memset(b, 0, sizeof *b);
  b->it = it;
  b->arena = trm_arena_new();
  b->log = trm_log_new();
  TrmStatus status = trm_model_parse(text, strlen(text), it->name, NULL, 0, b->log, &b->model);
  if (status == TRM_OK) status = trm_system_compile(b->model, b->log, &b->system);
  if (status == TRM_OK) status = trm_guard(lay_out, b);
  if (!b->eq) {
    char *messages = trm_log_render(b->log, TRM_LOG_PLAIN);
    fprintf(stderr, "%s\n", messages);
    trm_text_free(messages);
  }
  CHECK(b->eq != NULL);
  return b->eq != NULL;
}

static void close_bench(Bench *b) {
  trm_system_free(b->system);
  trm_model_free(b->model);
  trm_log_free(b->log);
  trm_arena_free(b->arena);
}

/* bodies anywhere, turned anyhow (where rotations are to be small, by little), moving anyhow */
static void randomise(Bench *b) {
  TrmState *s = b->state;
  double most = b->it->small ? 0.3 : 3;
  s->time = check_random(0.1, 0.9);
  for (size_t i = 0; i < b->eq->body_count; i++) {
    const int *column = b->eq->body_column[i];
    double theta[3], centre[3], R[9];
    trm_body_centre(&b->system->bodies[i], centre);
    for (int k = 0; k < 3; k++) {
      theta[k] = column[3 + k] >= 0 ? check_random(-most, most) : 0;
      s->body[i].r[k] = centre[k] + (column[k] >= 0 ? check_random(-0.4, 0.4) : 0);
      s->body[i].v[k] = column[k] >= 0 ? check_random(-1, 1) : 0;
      s->body[i].w[k] = column[3 + k] >= 0 ? check_random(-1, 1) : 0;
    }
    trm_rotation_exp(theta, R);
    trm_quat_from_matrix(R, s->e[i]);
    trm_quat_matrix(s->e[i], s->body[i].R);
  }
  for (size_t i = 0; i < b->eq->state_count; i++) s->z[i] = check_random(-1, 1);
  trm_state_accept(b->eq, s);
}

/* column `c` over positions, velocities and states moved by h */
static void displace(Bench *b, size_t c, double h) {
  double step[MOST] = {0};
  trm_state_copy(b->eq, b->state, b->moved);
  if (c >= 2 * b->n) {
    b->moved->z[c - 2 * b->n] += h;
  } else if (c >= b->n) {
    trm_state_get_velocity(b->eq, b->state, step);
    step[c - b->n] += h;
    trm_state_set_velocity(b->eq, b->moved, step);
  } else {
    step[c] = 1;
    trm_state_move(b->eq, b->moved, h, step);
  }
}

/* Q, then z' */
static void evaluate(Bench *b, TrmState *s, double *out) {
  trm_forces_evaluate(b->eq, s, out);
  trm_states_rate(b->eq, s, out + b->n);
}

static void difference(Bench *b, size_t c, double h, double *out) {
  static const double weight[3] = {45, -9, 1};
  double value[MOST];
  memset(out, 0, b->rows * sizeof *out);
  for (int k = 1; k <= 3; k++)
    for (int sign = -1; sign <= 1; sign += 2) {
      displace(b, c, sign * k * h);
      evaluate(b, b->moved, value);
      for (size_t i = 0; i < b->rows; i++) out[i] += sign * weight[k - 1] * value[i] / (60 * h);
    }
}

#define ADD(name, below, behind)                                                                   \
  static void name(void *context, size_t row, size_t column, double value) {                       \
    Bench *b = context;                                                                            \
    b->exact[(below ? b->n : 0) + row][behind * b->n + column] += value;                           \
  }
ADD(add_force_position, 0, 0)
ADD(add_force_velocity, 0, 1)
ADD(add_force_state, 0, 2)
ADD(add_rate_position, 1, 0)
ADD(add_rate_velocity, 1, 1)
ADD(add_rate_state, 1, 2)

/* differences that do not agree with each other (at the joints of splines and pieces) say nothing
 */
static void check_slopes(Bench *b) {
  const TrmForceSlopes slopes = {add_force_position,
                                 add_force_velocity,
                                 add_force_state,
                                 add_rate_position,
                                 add_rate_velocity,
                                 add_rate_state,
                                 b};
  double coarse[MOST], fine[MOST];
  memset(b->exact, 0, sizeof b->exact);
  trm_forces_slopes(b->eq, b->state, &slopes);
  for (size_t c = 0; c < 2 * b->n + b->eq->state_count; c++) {
    double size = 1;
    difference(b, c, 4e-3, coarse);
    difference(b, c, 2e-3, fine);
    for (size_t i = 0; i < b->rows; i++) size = fmax(size, fabs(fine[i]));
    for (size_t i = 0; i < b->rows; i++) {
      b->compared++;
      if (!(fabs(fine[i] - coarse[i]) <= 1e-9 * size)) {
        b->skipped++;
        continue;
      }
      double error = fabs(b->exact[i][c] - fine[i]) / size;
      if (!(error <= b->worst)) b->worst = error;
    }
  }
}

static void check_derivatives(const Case *it) {
  static Bench b;
  char what[128];
  if (!open_bench(&b, it, it->text)) return;
  for (int i = 0; i < STATES; i++) {
    randomise(&b);
    check_slopes(&b);
  }
  snprintf(what, sizeof what, "%s: slopes of forces and rates", it->name);
  check_figure("forces", what, "sixth-order differences", b.worst, 1e-8);
  CHECK((double)b.skipped < 0.05 * (double)b.compared);
  close_bench(&b);
}

/* types without a law are named when an analysis needs them, never left out in silence (E344) */
static void check_unknown(const TrmType *type) {
  static Bench b;
  const Case it = {type->name, type->name, type->example, 0, 0};
  TrmEntry entry;
  if (!open_bench(&b, &it, it.text)) return;
  CHECK(!trm_forces_known(b.eq, b.log));
  CHECK(trm_log_entry(b.log, trm_log_count(b.log) - 1, &entry) == TRM_OK);
  CHECK_TEXT(entry.code, "E344");
  close_bench(&b);
}

static int has_case(const TrmType *type) {
  for (const Case *it = cases; it->name; it++)
    if (it->type && strcmp(it->type, type->name) == 0) return 1;
  return 0;
}

int main(void) {
  for (const TrmType *const *type = trm_table_forces.types; *type; type++) {
    int computed = ((const TrmForceType *)(const void *)*type)->prepare != NULL;
    if (!computed) check_unknown(*type);
    if (computed && !has_case(*type)) fprintf(stderr, "%s has no case\n", (*type)->name);
    CHECK(!computed || has_case(*type));
  }
  for (const Case *it = cases; it->name; it++) check_derivatives(it);
  return check_done();
}
