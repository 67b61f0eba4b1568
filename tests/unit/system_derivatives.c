/* SPDX-License-Identifier: Apache-2.0
 *
 * Constraint equations: first derivatives, gamma, (G' lambda)_q, (G x)_q and the slopes of gamma of
 * every joint, motion and constraint of the tables, and of constraints and motions that are
 * functions of the state, against differences of the sixth order at 1,000 random states each. Also
 * that each joint has as many equations as its table says.
 */
#include "catalog/catalog.h"
#include "check.h"
#include "math/quat.h"
#include "system/second.h"
#include "trammel/trammel.h"

enum { STATES = CHECK_ROUNDS(1000) };

/* a model under test, with work space */
typedef struct Bench {
  TrmArena *arena;
  TrmLog *log;
  TrmModel *model;
  TrmSystem *system;
  TrmEquations *eq;
  TrmState *state, *moved;
  double *G, *phi, *phi_t, *gamma, *lambda, *u, *step, *matrix, *x;
  double worst[6];
  size_t skipped;
} Bench;

static void lay_out(void *context) {
  Bench *b = context;
  b->eq = trm_equations_new(b->arena, b->system, b->log);
  if (!b->eq) return;
  size_t n = b->eq->column_count + 1, m = b->eq->row_count + 1;
  b->state = trm_state_new(b->arena, b->eq);
  b->moved = trm_state_new(b->arena, b->eq);
  b->G = trm_arena_array(b->arena, b->eq->entry_count + 1, sizeof(double));
  b->phi = trm_arena_array(b->arena, m, sizeof(double));
  b->phi_t = trm_arena_array(b->arena, m, sizeof(double));
  b->gamma = trm_arena_array(b->arena, m, sizeof(double));
  b->lambda = trm_arena_array(b->arena, m, sizeof(double));
  b->u = trm_arena_array(b->arena, n, sizeof(double));
  b->step = trm_arena_array(b->arena, n, sizeof(double));
  b->x = trm_arena_array(b->arena, b->eq->entry_count + 1, sizeof(double));
  b->matrix = trm_arena_array(b->arena, (n > m ? n : m) * n, sizeof(double));
}

/* bodies anywhere, turned anyhow, moving anyhow */
static void randomise(Bench *b) {
  TrmState *s = b->state;
  s->time = check_random(0.1, 0.9);
  for (size_t i = 0; i < b->eq->body_count; i++) {
    double e[4] = {check_random(-1, 1), check_random(-1, 1), check_random(-1, 1),
                   check_random(-1, 1)};
    int planar = b->system->planar;
    if (planar) e[1] = e[2] = 0;
    if (!b->system->bodies[i].point_mass && trm_quat_unit(e, s->e[i]))
      trm_quat_matrix(s->e[i], s->body[i].R);
    for (int k = 0; k < 3; k++) {
      const int *column = b->eq->body_column[i];
      s->body[i].r[k] = column[k] >= 0 ? check_random(-1, 1) : 0;
      s->body[i].v[k] = column[k] >= 0 ? check_random(-1, 1) : 0;
      s->body[i].w[k] = column[3 + k] >= 0 ? check_random(-1, 1) : 0;
    }
  }
  for (size_t i = 0; i < b->eq->curve_count; i++) {
    s->s[i] = b->eq->curve_start[i] + check_random(-0.05, 0.05);
    s->s_rate[i] = check_random(-1, 1);
  }
  for (size_t i = 0; i < b->eq->row_count; i++) b->lambda[i] = check_random(-1, 1);
  for (size_t k = 0; k < b->eq->entry_count; k++) b->x[k] = check_random(-1, 1);
  trm_state_accept(b->eq, s);
  trm_state_courses(b->eq, s);
  trm_state_get_velocity(b->eq, s, b->u);
}

/* what is differentiated: its size, and its values at a state */
typedef enum What { PHI, RATE, FORCE, GAMMA, ALONG } What;

/* of time in (G x + pace phi_t)_q */
static const double pace = 0.7;

static size_t size_of(const Bench *b, What what) {
  return what == FORCE ? b->eq->column_count : b->eq->row_count;
}

static void evaluate(Bench *b, TrmState *s, What what, double *out) {
  const TrmEquations *eq = b->eq;
  if (what == GAMMA) {
    trm_equations_gamma(eq, s, out);
    return;
  }
  trm_equations_position(eq, s, b->phi, b->G, b->phi_t);
  memset(out, 0, size_of(b, what) * sizeof *out);
  trm_state_get_velocity(eq, s, b->step);
  for (size_t i = 0; i < eq->row_count; i++) {
    if (what == PHI) out[i] = b->phi[i];
    if (what == RATE) out[i] = b->phi_t[i];
    if (what == ALONG) out[i] = pace * b->phi_t[i];
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++) {
      if (what == RATE) out[i] += b->G[k] * b->step[eq->column[k]];
      if (what == ALONG) out[i] += b->G[k] * b->x[k];
      if (what == FORCE) out[eq->column[k]] += b->G[k] * b->lambda[i];
    }
  }
}

/* move along a column (or along u and time when it is past the last), or change a velocity */
static void displace(Bench *b, size_t column, int velocity, double h) {
  const TrmEquations *eq = b->eq;
  trm_state_copy(eq, b->state, b->moved);
  if (column == eq->column_count) {
    trm_state_move(eq, b->moved, h, b->u);
    b->moved->time += h;
    trm_state_courses(eq, b->moved);
    return;
  }
  memset(b->step, 0, eq->column_count * sizeof *b->step);
  if (!velocity) {
    b->step[column] = 1;
    trm_state_move(eq, b->moved, h, b->step);
    return;
  }
  trm_state_get_velocity(eq, b->state, b->step);
  b->step[column] += h;
  trm_state_set_velocity(eq, b->moved, b->step);
}

/* derivative by central differences of the sixth order */
static void difference(Bench *b, What what, size_t column, int velocity, double h, double *out) {
  static const double weight[3] = {45, -9, 1};
  double value[256];
  size_t n = size_of(b, what);
  memset(out, 0, n * sizeof *out);
  for (int k = 1; k <= 3; k++)
    for (int sign = -1; sign <= 1; sign += 2) {
      displace(b, column, velocity, sign * k * h);
      evaluate(b, b->moved, what, value);
      for (size_t i = 0; i < n; i++) out[i] += sign * weight[k - 1] * value[i] / (60 * h);
    }
}

/* compare column by column; differences that do not agree with each other (at the joints of
 * splines, near singular angles) say nothing and are passed over */
static void compare(Bench *b, int figure, What what, size_t column, int velocity,
                    const double *exact, size_t stride) {
  double coarse[256], fine[256];
  size_t n = size_of(b, what);
  difference(b, what, column, velocity, 4e-3, coarse);
  difference(b, what, column, velocity, 2e-3, fine);
  for (size_t i = 0; i < n; i++) {
    double size = 1 + fabs(fine[i]), error = fabs(exact[i * stride] - fine[i]) / size;
    if (!(fabs(fine[i] - coarse[i]) <= 1e-9 * size)) {
      b->skipped++;
      continue;
    }
    if (!(error <= b->worst[figure])) b->worst[figure] = error;
  }
}

static void add_entry(void *context, size_t row, size_t column, double value) {
  Bench *b = context;
  b->matrix[row * b->eq->column_count + column] += value;
}

static void check_state(Bench *b) {
  const TrmEquations *eq = b->eq;
  size_t n = eq->column_count, m = eq->row_count;
  size_t most = (n > m ? n : m) * n;
  double column[256];
  /* G by columns */
  memset(b->matrix, 0, most * sizeof *b->matrix);
  trm_equations_position(eq, b->state, b->phi, b->G, b->phi_t);
  for (size_t i = 0; i < m; i++)
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++)
      if (eq->rows[i].level == TRM_LEVEL_POSITION) add_entry(b, i, eq->column[k], b->G[k]);
  for (size_t c = 0; c < n; c++) compare(b, 0, PHI, c, 0, b->matrix + c, n);
  /* gamma = -d/dt (G u + phi_t) */
  trm_equations_gamma(eq, b->state, column);
  for (size_t i = 0; i < m; i++) column[i] = -column[i];
  compare(b, 1, RATE, n, 0, column, 1);
  /* (G' lambda)_q */
  memset(b->matrix, 0, most * sizeof *b->matrix);
  trm_equations_bend(eq, b->state, b->lambda, add_entry, b);
  for (size_t c = 0; c < n; c++) compare(b, 2, FORCE, c, 0, b->matrix + c, n);
  /* slopes of gamma */
  memset(b->matrix, 0, most * sizeof *b->matrix);
  trm_equations_gamma_by_position(eq, b->state, add_entry, b);
  for (size_t c = 0; c < n; c++) compare(b, 3, GAMMA, c, 0, b->matrix + c, n);
  memset(b->matrix, 0, most * sizeof *b->matrix);
  trm_equations_gamma_by_velocity(eq, b->state, add_entry, b);
  for (size_t c = 0; c < n; c++) compare(b, 4, GAMMA, c, 1, b->matrix + c, n);
  /* (G x + pace phi_t)_q */
  memset(b->matrix, 0, most * sizeof *b->matrix);
  trm_equations_sway(eq, b->state, b->x, pace, add_entry, b);
  for (size_t c = 0; c < n; c++) compare(b, 5, ALONG, c, 0, b->matrix + c, n);
}

/* rows of each joint, less the parameters of its curves, are what the table says */
static void check_rows(const Bench *b) {
  for (size_t i = 0; i < b->system->joint_count; i++) {
    const TrmJoint *joint = &b->system->joints[i];
    int curves = (joint->curve[0] != NULL) + (joint->curve[1] != NULL);
    if (!joint->type->unilateral) CHECK(b->eq->joint_rows[i] - curves == joint->equations);
  }
}

static void check_model(const char *name, const char *text) {
  static const char *const figures[] = {
      "Jacobian", "gamma", "(G' lambda)_q", "gamma by positions", "gamma by velocities", "(G x)_q"};
  Bench b = {.arena = trm_arena_new(), .log = trm_log_new()};
  CHECK(trm_model_parse(text, strlen(text), name, NULL, 0, b.log, &b.model) == TRM_OK);
  CHECK(trm_system_compile(b.model, b.log, &b.system) == TRM_OK);
  CHECK(trm_guard(lay_out, &b) == TRM_OK && b.eq);
  if (b.eq && b.eq->row_count) {
    check_rows(&b);
    CHECK(b.eq->column_count < 256 && b.eq->row_count < 256);
    size_t compared = STATES * (3 * b.eq->column_count + 1) * b.eq->row_count;
    for (int i = 0; i < STATES; i++) {
      randomise(&b);
      check_state(&b);
    }
    for (int k = 0; k < 6; k++) {
      char what[128];
      snprintf(what, sizeof what, "%s: %s", name, figures[k]);
      check_figure("constraints", what, "sixth-order differences", b.worst[k], 1e-8);
    }
    CHECK((double)b.skipped < 0.1 * (double)compared);
  }
  trm_system_free(b.system);
  trm_model_free(b.model);
  trm_log_free(b.log);
  trm_arena_free(b.arena);
}

/* constraints in space of all kinds of operations and functions, of time too */
static const char in_space[] =
    "trammel: 1\n"
    "splines:\n"
    "  rise: {x: [-9, -5, -2, 0, 3, 6, 9], y: [0, 1, 0.5, -1, 0, 2, 1]}\n"
    "bodies:\n"
    "  a: {at: [1, 0, 0], mass: 1, inertia: [1, 1, 1], markers: {m: {at: [0.3, 0.2, -0.4]}}}\n"
    "  b: {at: [0, 1, 0], mass: 1, inertia: [1, 1, 1],\n"
    "      markers: {m: {at: [-0.2, 0.5, 0.1], orient: {axis: [1, 2, 3], angle: 50*deg}}}}\n"
    "  c: {at: [0, 0, 1], mass: 1, point_mass: true}\n"
    "constraints:\n"
    "  lengths: {holonomic: 'dm(a.m, b.m)^2 - 0.3*dx(a.m, b.m, b.m)*dy(c, a.m) - 0.2*time'}\n"
    "  angles: {holonomic: 'sin(ax(a.m, b.m)) * 0.3 + cos(2*ay(b.m)) - 0.5*time^2'}\n"
    "  table: {holonomic: 'spline(rise, 0.3*dx(a, b.m) + 0.2*time) + step5(dz(c), -9, 0, 9, 2)'}\n"
    "  mixed: {holonomic: 'exp(0.3*dx(c, b.m)) * sin(dy(a.m)) - tanh(dz(a.m, c, b.m)/2)^2'}\n"
    "  powers: {holonomic: '(2 + dm(a.m, c))^1.5 / (1 + dx(b.m)^2) + atan2(dy(b.m), 4 + dz(c))'}\n"
    "  choice: {holonomic: 'if(dx(c) > 5, 1, 2)*max(dz(a.m), -9)*poly(dx(a.m), 0.2, 1, 2, "
    "dy(c))'}\n"
    "  rolls: {nonholonomic: 'vx(a.m) - 0.4*wy(a.m)*dz(b.m, c) + 0.2*sin(time)*vz(c)'}\n"
    "  slips: {nonholonomic: 'vr(c, a.m)*exp(0.2*dx(b.m)) + wz(a.m, b.m, b.m)*time - 0.3*dy(c)'}\n"
    "  skates: {nonholonomic: 'vy(b.m, a.m, b.m, a.m)*sin(dx(c)) - vx(b.m, a.m, b.m)/(2 + "
    "dy(c)^2)'}\n";

/* motions whose courses depend on the state */
static const char driven[] =
    "trammel: 1\n"
    "bodies:\n"
    "  a: {at: [1, 0, 0], mass: 1, inertia: [1, 1, 1], markers: {m: {at: [0.3, 0.2, -0.4]}}}\n"
    "  b: {at: [0, 1, 0], mass: 1, inertia: [1, 1, 1], markers: {m: {at: [-0.2, 0.5, 0.1]}}}\n"
    "joints:\n"
    "  slide: {prismatic: [ground, a], at: [0, 0, 0], axis: [1, 2, 2]}\n"
    "  hinge: {revolute: [a, b], at: [0.2, 0.1, 0.3], axis: [2, -1, 2]}\n"
    "motions:\n"
    "  push: {joint: slide, displacement: '0.3*sin(2*time)*dx(b.m) + step(dy(b.m), -9, 0, 9, 1)'}\n"
    "  turn: {joint: hinge, angle: '0.5*dx(a.m)^2 - 0.2*exp(0.3*dz(b.m, a.m))*time*rad'}\n";

/* the same in the plane */
static const char in_plane[] =
    "trammel: 1\n"
    "planar: true\n"
    "bodies:\n"
    "  a: {at: [1, 0], mass: 1, inertia: 1, markers: {m: {at: [0.3, 0.2]}}}\n"
    "  b: {at: [0, 1], mass: 1, inertia: 1, markers: {m: {at: [-0.2, 0.5]}}}\n"
    "joints:\n"
    "  hinge: {revolute: [a, b], at: [0.2, 0.1]}\n"
    "motions:\n"
    "  turn: {joint: hinge, angle: '0.4*dx(a.m)*dy(b.m) + 0.3*sin(time*dx(b.m))*rad'}\n"
    "constraints:\n"
    "  curve: {holonomic: 'dy(a.m) - 0.3*dx(a.m, b.m)^3 + 0.2*sin(az(b))*time'}\n"
    "  skates: {nonholonomic: 'vy(a.m)*cos(az(a)) - vx(b.m)*sin(az(a)) + 0.1*wz(b)*dx(a.m)'}\n";

int main(void) {
  const TrmTable *tables[] = {&trm_table_joints, &trm_table_motions, &trm_table_constraints};
  for (size_t t = 0; t < 3; t++)
    for (const TrmType *const *type = tables[t]->types; *type; type++)
      check_model((*type)->name, (*type)->example);
  check_model("constraints by functions of the state", in_space);
  check_model("motions by functions of the state", driven);
  check_model("functions of the state in the plane", in_plane);
  return check_done();
}
