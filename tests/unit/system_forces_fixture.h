/* SPDX-License-Identifier: Apache-2.0
 *
 * A model with forces laid out, and random states of it.
 */
#ifndef SYSTEM_FORCES_FIXTURE_H
#define SYSTEM_FORCES_FIXTURE_H

#include "check.h"
#include "math/mat3.h"
#include "math/quat.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include "system/forces.h"
#include "trammel/trammel.h"
#include "unit/system_forces_cases.h"

enum { MOST = 64 };

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
  double worst, reaction, turned, kept;
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

static inline int open_bench(Bench *b, const Case *it, const char *text) {
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

static inline void close_bench(Bench *b) {
  trm_system_free(b->system);
  trm_model_free(b->model);
  trm_log_free(b->log);
  trm_arena_free(b->arena);
}

/* bodies anywhere, turned anyhow (where rotations are to be small, by little), moving anyhow */
static inline void randomise(Bench *b) {
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

/* Q, then z' */
static inline void evaluate(Bench *b, TrmState *s, double *out) {
  trm_forces_evaluate(b->eq, s, out);
  trm_states_rate(b->eq, s, out + b->n);
}

#endif
