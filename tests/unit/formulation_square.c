/* SPDX-License-Identifier: Apache-2.0
 *
 * A square Jacobian factored by itself: G x = g and G' lambda = f at random right-hand sides, the
 * saddle system's own answers, and its refusal of dead points, after which it comes back.
 */
#include "analysis/mechanism.h"
#include "check.h"
#include "formulation/square.h"
#include "trammel/trammel.h"

/* a four-bar driven by its crank; in line with the coupler the rocker is at a dead point, from
 * which a driven rocker cannot go on */
static const char *const four_bar = "trammel: 1\nplanar: true\ngravity: [0, -9.81]\nbodies:\n"
                                    "  crank: {at: [0.1, 0.02], mass: 1, inertia: 0.01}\n"
                                    "  coupler: {at: [0.5, 0.3], mass: 2, inertia: 0.05}\n"
                                    "  rocker: {at: [1.1, 0.4], mass: 3, inertia: 0.08}\n"
                                    "joints:\n"
                                    "  a: {revolute: [ground, crank], at: [0, 0]}\n"
                                    "  b: {revolute: [crank, coupler], at: [%g, %g]}\n"
                                    "  c: {revolute: [coupler, rocker], at: [0.8, 0.6]}\n"
                                    "  d: {revolute: [rocker, ground], at: [1.2, 0]}\n"
                                    "motions:\n  drive: {joint: %s, angle: time*rad/s}\n";

typedef struct Bench {
  TrmArena *arena;
  TrmLog *log;
  TrmModel *model;
  TrmSystem *system;
  TrmMechanism *m;
  TrmSquare *square;
} Bench;

static void lay_out(void *context) {
  Bench *b = context;
  b->m = trm_mechanism_new(b->arena, b->system, b->log);
  if (b->m) b->square = trm_square_new(b->arena, b->m->eq);
}

static Bench begin(double x, double y, const char *driven) {
  char text[2048];
  Bench b = {.arena = trm_arena_new(), .log = trm_log_new()};
  snprintf(text, sizeof text, four_bar, x, y, driven);
  CHECK(trm_model_parse(text, strlen(text), "model.yaml", NULL, 0, b.log, &b.model) == TRM_OK);
  CHECK(trm_system_compile(b.model, b.log, &b.system) == TRM_OK);
  CHECK(trm_guard(lay_out, &b) == TRM_OK && b.m && b.square);
  trm_mechanism_evaluate(b.m, b.m->state);
  return b;
}

static void end(Bench *b) {
  trm_system_free(b->system);
  trm_model_free(b->model);
  trm_log_free(b->log);
  trm_arena_free(b->arena);
}

/* defects of G x = g and of G' lambda = f */
static double defect(const TrmEquations *eq, const double *G, const double *x, const double *g,
                     const double *lambda, const double *f) {
  double forces[64] = {0}, worst = 0;
  for (size_t i = 0; i < eq->row_count; i++) {
    double sum = g[i];
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++) {
      sum -= G[k] * x[eq->column[k]];
      forces[eq->column[k]] += G[k] * lambda[i];
    }
    worst = fmax(worst, fabs(sum));
  }
  for (size_t k = 0; k < eq->column_count; k++) worst = fmax(worst, fabs(forces[k] - f[k]));
  return worst;
}

static void test_answers(void) {
  Bench b = begin(0.1, 0.3, "a");
  const TrmEquations *eq = b.m->eq;
  double g[64], f[64], x[64], lambda[64], y[64], mu[64], worst = 0, apart = 0;
  CHECK(eq->row_count == eq->column_count && eq->row_count < 64);
  for (int round = 0; round < 100; round++) {
    for (size_t i = 0; i < eq->row_count; i++) {
      g[i] = check_random(-1, 1);
      f[i] = check_random(-1, 1);
    }
    CHECK(trm_square_factor(b.square, b.m->G));
    CHECK(trm_square_solve(b.square, g, x) == TRM_OK);
    CHECK(trm_square_solve_transposed(b.square, f, lambda) == TRM_OK);
    worst = fmax(worst, defect(eq, b.m->G, x, g, lambda, f));
    /* the saddle system with weights: W y + G' mu = f, G y = g */
    CHECK(trm_saddle_factor(b.m->saddle, &b.m->weights, b.m->G, NULL) == TRM_OK);
    CHECK(trm_saddle_solve(b.m->saddle, f, g, y, mu) == TRM_OK);
    double Wy[64];
    trm_weights_apply(eq, &b.m->weights, y, Wy);
    for (size_t k = 0; k < eq->column_count; k++) Wy[k] = f[k] - Wy[k];
    apart = fmax(apart, defect(eq, b.m->G, y, g, mu, Wy));
  }
  check_figure("linear algebra", "square Jacobian of a four-bar", "its equations", worst, 1e-13);
  check_figure("linear algebra", "saddle system by its Jacobian", "its equations", apart, 1e-12);
  end(&b);
}

static void test_dead_point(void) {
  /* a, b, c in line: the rocker's course can go no further */
  Bench dead = begin(0.4, 0.3, "d"), live = begin(0.1, 0.3, "d");
  double *good = live.m->G, *bad = dead.m->G, g[64] = {0}, x[64];
  CHECK(trm_square_factor(live.square, good));
  /* pivots may be out of place, but then no solution passes */
  for (size_t i = 0; i < live.m->eq->row_count; i++) g[i] = check_random(-1, 1);
  CHECK(!trm_square_factor(live.square, bad) || trm_square_solve(live.square, g, x) == TRM_RETRY);
  CHECK(!trm_square_factor(live.square, bad));
  memset(g, 0, sizeof g);
  /* the saddle system goes on where G does not */
  CHECK(trm_saddle_factor(dead.m->saddle, &dead.m->weights, bad, NULL) == TRM_OK);
  CHECK(trm_saddle_solve(dead.m->saddle, NULL, g, x, NULL) == TRM_OK);
  /* left out for a while, then tried again; the same Jacobian has the same answer */
  int tries = 0;
  for (; tries < 100 && !trm_square_factor(live.square, good); tries++) {
    CHECK(!trm_square_factor(live.square, good));
    good[0] *= 1 + 1e-9;
  }
  CHECK(tries > 0 && tries < 10);
  /* what is not a number is no answer */
  g[0] = HUGE_VAL;
  CHECK(trm_square_solve(live.square, g, x) == TRM_FAILED);
  end(&dead);
  end(&live);
}

/* a linkage that moves with as many rows as columns: on its constraints one row depends on others,
 * beside them it does not. What G leaves free must never come from G alone, whatever pivots were at
 * hand */
static void test_paradox(void) {
  Bench b = {.arena = trm_arena_new(), .log = trm_log_new()};
  CHECK(trm_model_read("examples/a04-bricard.yaml", NULL, 0, b.log, &b.model) == TRM_OK);
  CHECK(trm_system_compile(b.model, b.log, &b.system) == TRM_OK);
  CHECK(trm_guard(lay_out, &b) == TRM_OK && b.m && b.square);
  const TrmEquations *eq = b.m->eq;
  double x[64], g[64], move[64];
  int beside = 0;
  CHECK(eq->row_count == eq->column_count && eq->row_count < 64);
  for (int round = 0; round < 100; round++) {
    for (size_t k = 0; k < eq->column_count; k++) move[k] = check_random(-0.03, 0.03);
    trm_state_move(eq, b.m->state, 1, move);
    trm_mechanism_evaluate(b.m, b.m->state);
    beside += trm_square_factor(b.square, b.m->G);
    CHECK(trm_mechanism_assemble(b.m, b.log) == TRM_OK);
    trm_mechanism_evaluate(b.m, b.m->state);
    /* a right-hand side that can be met: a part of that freedom does not show in it */
    for (size_t k = 0; k < eq->column_count; k++) move[k] = check_random(-1, 1);
    for (size_t i = 0; i < eq->row_count; i++) {
      g[i] = 0;
      for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++)
        g[i] += b.m->G[k] * move[eq->column[k]];
    }
    CHECK(!trm_square_factor(b.square, b.m->G) || trm_square_solve(b.square, g, x) == TRM_RETRY);
  }
  /* there were pivots to be misled by */
  CHECK(beside > 0);
  end(&b);
}

int main(void) {
  test_answers();
  test_dead_point();
  test_paradox();
  return check_done();
}
