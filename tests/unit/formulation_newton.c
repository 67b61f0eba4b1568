/* SPDX-License-Identifier: Apache-2.0
 *
 * Newton's matrix of every formulation, on all examples, on every joint, motion, constraint and
 * force of the tables and on functions of the state: (I - gamma df/dy)^-1 takes x - gamma (df/dy) x
 * back to x, with (df/dy) x by differences of the sixth order of the flow itself. x leads along the
 * constraints, and off them too where no equation depends on others. TRM_CHANCES takes others.
 * Implicit methods are refused where forces read their effects (verify.dynamics_refused).
 */
#include "analysis/freedoms.h"
#include "catalog/catalog.h"
#include "check.h"
#include "formulation/formulation.h"
#include "formulation/partition.h"
#include "system/forces.h"
#include "system_forces_cases.h"
#include "trammel/trammel.h"
#include <dirent.h>

enum { MOST = 4000, ROUNDS = CHECK_ROUNDS(4) };

/* a model under test */
typedef struct Bench {
  TrmArena *arena;
  TrmLog *log;
  TrmModel *model;
  TrmSystem *system;
  TrmMechanism *m;
  TrmFlow *flow;
  const TrmFormulationType *type;
  size_t skipped, compared;
  int careful; /* rates of the differences at work are taken with care */
  double worst;
} Bench;

/* results of a family of models by formulation */
typedef struct Family {
  const char *name;
  double worst[16];
  const char *where[16];
  int models[16];
  size_t skipped, compared;
} Family;

static void lay_out(void *context) {
  Bench *b = context;
  b->m = trm_mechanism_new(b->arena, b->system, b->log);
  if (!b->m) return;
  /* the rows that hold always: no formulation but few goes with others */
  b->m->eq->switches = 0;
  b->m->eq->dry_count = b->m->eq->side_count = 0;
  b->m->state->off = b->m->trial->off = NULL;
}

static void make_flow(void *context) {
  Bench *b = context;
  const char *why = "";
  b->flow = trm_flow_new(b->arena, b->m->eq, b->m->state, b->type, NULL, b->m->size, &why);
  if (b->flow) trm_flow_prepare(b->flow, b->arena, 1);
}

/* y near the assembled state, moving anyhow that fits the joints */
static int begin(Bench *b, double t, double *y) {
  TrmFlow *flow = b->flow;
  const TrmEquations *eq = flow->eq;
  trm_state_copy(eq, b->m->state, flow->state);
  flow->state->time = t;
  trm_state_courses(eq, flow->state);
  for (size_t k = 0; k < eq->column_count; k++) flow->u[k] = 0.02 * check_random(-1, 1);
  for (size_t i = 0; i < eq->body_count; i++)
    for (int k = 0; k < 3; k++)
      if (eq->body_column[i][k] >= 0) flow->u[eq->body_column[i][k]] *= b->m->size;
  trm_state_move(eq, flow->state, 1, flow->u);
  for (size_t k = 0; k < eq->column_count; k++) flow->u[k] *= 50 * check_random(-1, 1);
  trm_state_set_velocity(eq, flow->state, flow->u);
  for (size_t i = 0; i < eq->state_count; i++) flow->state->z[i] += check_random(-0.1, 0.1);
  memset(y, 0, flow->n * sizeof *y);
  if (trm_flow_close(flow) != TRM_OK) return 0;
  trm_state_accept(eq, flow->state);
  trm_flow_pack(flow, flow->state, y);
  return 1;
}

/* a direction of y, of the sizes of its parts */
static void choose_direction(const Bench *b, double *d) {
  const TrmFlow *flow = b->flow;
  double scale[MOST];
  trm_flow_scale(flow, scale);
  for (size_t k = 0; k < flow->n; k++)
    d[k] = k < flow->work ? check_random(-1, 1) * (k < flow->velocities ? 0.3 * scale[k] : 1) : 0;
}

/* y + s d, brought onto the constraints */
static int look(Bench *b, double t, const double *y, const double *d, double s, int along,
                double *at) {
  TrmFlow *flow = b->flow;
  for (size_t k = 0; k < flow->n; k++) at[k] = y[k] + s * d[k];
  if (!along || flow->partition) return 1;
  if (trm_flow_unpack(flow, t, at) != TRM_OK || trm_flow_close(flow) != TRM_OK) return 0;
  trm_flow_pack(flow, flow->state, at);
  return 1;
}

/* y and its rate at a place of the way; coordinates that follow others go there from y's place. The
 * first says whether rates are taken with care, which is another flow; 0 when this one differs */
static int look_rate(Bench *b, double t, const double *y, const double *d, double s, int along,
                     double *at, double *rate, int first) {
  TrmFlow *flow = b->flow;
  if (flow->partition) trm_partition_return(flow);
  flow->care.mixed = 0;
  if (!look(b, t, y, d, s, along, at) || trm_flow_rate(flow, t, at, rate) != TRM_OK) return 0;
  if (first) b->careful = flow->care.mixed;
  return b->careful == flow->care.mixed || b->m->freedoms == 0;
}

/* x and (df/dy) x along the way by differences of the sixth order; `bent` is what is even in the
 * way but no polynomial of the fourth degree: half of what a kink at y, which no step finds,
 * changes the slope by */
static int difference(Bench *b, double t, const double *y, const double *d, double h, int along,
                      double *x, double *slope, double *bent) {
  static const double weight[4] = {0, 45, -9, 1}, even[4] = {-20, 15, -6, 1};
  size_t n = b->flow->n;
  double at[MOST], rate[MOST];
  memset(x, 0, n * sizeof *x);
  memset(slope, 0, n * sizeof *slope);
  memset(bent, 0, n * sizeof *bent);
  for (int k = -3; k <= 3; k++) {
    double part = (k < 0 ? -1 : 1) * weight[abs(k)] / (60 * h), bend = even[abs(k)] / (12 * h);
    if (!look_rate(b, t, y, d, k * h, along, at, rate, k == -3)) return 0;
    for (size_t i = 0; i < n; i++) {
      x[i] += part * at[i];
      slope[i] += part * rate[i];
      bent[i] += bend * rate[i];
    }
  }
  return 1;
}

/* sizes of the three parts of y: positions, velocities, the rest without work */
static void measure(const Bench *b, const double *v, double size[3]) {
  const TrmFlow *flow = b->flow;
  for (size_t i = 0; i < flow->work; i++) {
    int part = i < flow->velocities ? 0 : i < flow->states ? 1 : 2;
    size[part] = fmax(size[part], fabs(v[i]));
  }
}

/* 1 when two differences agree, and there is no kink between them */
static int settled(Bench *b, double gamma, const double *x, const double *fine,
                   const double *coarse, const double *bent) {
  static double gap[MOST];
  double size[3] = {0}, apart[3] = {0}, kink[3] = {0};
  size_t n = b->flow->work;
  for (size_t i = 0; i < n; i++) gap[i] = gamma * (fine[i] - coarse[i]);
  measure(b, gap, apart);
  for (size_t i = 0; i < n; i++) gap[i] = gamma * bent[i];
  measure(b, gap, kink);
  for (size_t i = 0; i < n; i++) gap[i] = gamma * fine[i];
  measure(b, gap, size);
  measure(b, x, size);
  int good = 1;
  for (int k = 0; k < 3; k++) good &= apart[k] <= 1e-8 * size[k] && kink[k] <= 1e-7 * size[k];
  return good;
}

/* (df/dy) x along the way from y with the longest steps that serve; 0 when none do, as at the
 * joints of splines: such differences say nothing */
static int find_slope(Bench *b, double t, const double *y, const double *d, double gamma, int along,
                      double *x, double *slope) {
  static double coarse[MOST], bent[MOST];
  double length[3] = {0};
  int found = 0;
  measure(b, d, length);
  double h = 1e-2 / fmax(length[0], fmax(length[1], fmax(length[2], 1e-30)));
  b->compared++;
  for (int k = 0; k < 8 && !found; k++, h /= 4)
    found = difference(b, t, y, d, h, along, x, coarse, bent) &&
            difference(b, t, y, d, h / 2, along, x, slope, bent) &&
            settled(b, gamma, x, slope, coarse, bent);
  if (b->flow->partition) trm_partition_return(b->flow);
  b->skipped += !found;
  return found;
}

/* x along the constraints comes back */
static void check_along(Bench *b, double t, const double *y, double gamma) {
  static double d[MOST], x[MOST], fine[MOST], r[MOST];
  TrmFlow *flow = b->flow;
  double size[3] = {0}, error[3] = {0};
  choose_direction(b, d);
  if (!find_slope(b, t, y, d, gamma, 1, x, fine)) return;
  measure(b, x, size);
  /* where nothing can move, nothing leads along the constraints */
  if (!(size[1] > 1e-9)) return;
  for (size_t i = 0; i < flow->n; i++) r[i] = i < flow->work ? x[i] - gamma * fine[i] : 0;
  trm_flow_renew(flow);
  CHECK(trm_flow_factor(flow, t, y, gamma) == TRM_OK);
  CHECK(trm_flow_solve(flow, r) == TRM_OK);
  for (size_t i = 0; i < flow->work; i++) r[i] -= x[i];
  measure(b, r, error);
  for (int k = 0; k < 3; k++)
    if (error[k] > 0 && !(error[k] / size[k] <= b->worst)) b->worst = error[k] / size[k];
}

/* 1 when the flow can be brought to y: coordinates that follow others must not have gone too far */
static int reached(Bench *b, double t, const double *y) {
  static double rate[MOST];
  if (trm_flow_rate(b->flow, t, y, rate) == TRM_OK) {
    if (b->flow->partition) trm_partition_leave(b->flow);
    return 1;
  }
  b->compared++;
  b->skipped++;
  return 0;
}

/* the solution x of any r: what is left of x - gamma (df/dy) x - r, to the sizes of its parts */
static void check_off(Bench *b, double t, const double *y, double gamma) {
  static double d[MOST], x[MOST], fine[MOST], r[MOST], left[MOST];
  TrmFlow *flow = b->flow;
  double size[3] = {0}, error[3] = {0};
  choose_direction(b, r);
  memcpy(d, r, flow->n * sizeof *d);
  trm_flow_renew(flow);
  CHECK(trm_flow_factor(flow, t, y, gamma) == TRM_OK);
  CHECK(trm_flow_solve(flow, d) == TRM_OK);
  if (!find_slope(b, t, y, d, gamma, 0, x, fine)) return;
  for (size_t i = 0; i < flow->work; i++) left[i] = gamma * fine[i];
  measure(b, left, size);
  measure(b, d, size);
  for (size_t i = 0; i < flow->work; i++) left[i] = d[i] - gamma * fine[i] - r[i];
  measure(b, left, error);
  for (int k = 0; k < 3; k++)
    if (error[k] > 0 && !(error[k] / size[k] <= b->worst)) b->worst = error[k] / size[k];
}

/* the same in complex numbers, gamma = re + i im: x = a + i b of any r, with the slopes at hand */
static void check_pair(Bench *b, double t, const double *y, double re, double im) {
  static double x[2][MOST], r[2][MOST], slope[2][MOST], moved[MOST], left[MOST];
  TrmFlow *flow = b->flow;
  double size[3] = {0}, error[3] = {0};
  for (int k = 0; k < 2; k++) {
    choose_direction(b, r[k]);
    memcpy(x[k], r[k], flow->n * sizeof *x[k]);
  }
  trm_flow_renew(flow);
  CHECK(trm_flow_factor_pair(flow, t, y, 1, 1, 1) == TRM_OK);
  CHECK(trm_flow_factor_pair(flow, t, NULL, re, re, im) == TRM_OK);
  CHECK(trm_flow_solve_complex(flow, x[0], x[1]) == TRM_OK);
  for (int k = 0; k < 2; k++)
    if (!find_slope(b, t, y, x[k], fabs(im), 0, moved, slope[k])) return;
  for (int k = 0; k < 2; k++) {
    for (size_t i = 0; i < flow->work; i++) left[i] = im * slope[k][i];
    measure(b, left, size);
    measure(b, x[k], size);
  }
  for (int k = 0; k < 2; k++) {
    double sign = k ? -im : im;
    for (size_t i = 0; i < flow->work; i++)
      left[i] = x[k][i] - re * slope[k][i] + sign * slope[!k][i] - r[k][i];
    measure(b, left, error);
  }
  for (int k = 0; k < 3; k++)
    if (error[k] > 0 && !(error[k] / size[k] <= b->worst)) b->worst = error[k] / size[k];
}

/* one formulation of an assembled model */
static void check_formulation(Bench *b, int exact) {
  static const double gammas[3] = {1e-4, 2e-3, 0.03};
  static double y[MOST];
  b->worst = 0;
  b->compared = b->skipped = 0;
  for (int round = 0; round < ROUNDS; round++)
    for (int k = 0; k < 3; k++) {
      double t = b->m->state->time + check_random(0.001, 0.01);
      if (!begin(b, t, y)) continue;
      if (exact && reached(b, t, y)) check_off(b, t, y, gammas[k]);
      if (exact && reached(b, t, y)) check_pair(b, t, y, 0.7 * gammas[k], -gammas[k]);
      if (!exact) check_along(b, t, y, gammas[k]);
    }
}

/* all formulations of an assembled model */
static void check_formulations(Bench *b, const char *name, Family *family) {
  for (size_t f = 0; trm_formulations[f]; f++) {
    b->type = trm_formulations[f];
    b->flow = NULL;
    if (trm_guard(make_flow, b) != TRM_OK || !b->flow || b->flow->n >= MOST) continue;
    /* off the constraints, what is iterated until they agree is not what it is on them */
    int iterated = b->type->soft && b->type->projects;
    int exact = (b->m->redundant == 0 && !iterated) || b->flow->partition;
    if (!exact && b->m->freedoms == 0) continue;
    check_formulation(b, exact);
    family->models[f] += b->compared > b->skipped;
    family->compared += b->compared;
    family->skipped += b->skipped;
    if (!(b->worst <= 1e-6) || b->skipped == b->compared)
      fprintf(stderr, "%s, %s: %.1e, %zu of %zu without a result\n", name, b->type->name, b->worst,
              b->skipped, b->compared);
    if (!(b->worst <= family->worst[f])) family->worst[f] = b->worst;
  }
}

/* 1 when the model was assembled and looked at */
static int check_model(Bench *b, const char *name, Family *family) {
  size_t body;
  int good = 0;
  /* chances by the name, so that a model has its own whatever others there are */
  const char *chances = getenv("TRM_CHANCES");
  check_seed = 0x9E3779B97F4A7C15ull + (chances ? strtoull(chances, NULL, 10) : 0);
  for (const char *c = name; *c; c++) check_seed = check_seed * 31 + (unsigned char)*c;
  b->arena = trm_arena_new();
  if (b->model) trm_system_compile(b->model, b->log, &b->system);
  if (b->system && b->arena && trm_guard(lay_out, b) == TRM_OK && b->m &&
      trm_solver_masses(b->m->eq, &body) && trm_forces_known(b->m->eq, b->log) &&
      b->m->eq->read_count == 0 && trm_mechanism_assemble(b->m, b->log) == TRM_OK) {
    trm_mechanism_rank(b->m);
    check_formulations(b, name, family);
    good = 1;
  }
  trm_arena_free(b->arena);
  trm_system_free(b->system);
  trm_model_free(b->model);
  trm_log_free(b->log);
  return good;
}

static int check_text(const char *name, const char *text, Family *family) {
  Bench b = {.log = trm_log_new()};
  trm_model_parse(text, strlen(text), name, NULL, 0, b.log, &b.model);
  return check_model(&b, name, family);
}

static int by_name(const void *a, const void *b) {
  return strcmp(a, b);
}

static int check_examples(Family *family) {
  static char names[200][260];
  size_t count = 0;
  int checked = 0;
  DIR *folder = opendir("examples");
  CHECK(folder != NULL);
  for (struct dirent *file; folder && (file = readdir(folder)) && count < 200;)
    if (strstr(file->d_name, ".yaml")) snprintf(names[count++], 260, "%s", file->d_name);
  if (folder) closedir(folder);
  qsort(names, count, sizeof *names, by_name);
  for (size_t i = 0; i < count; i++) {
    char path[300];
    Bench b = {.log = trm_log_new()};
    snprintf(path, sizeof path, "examples/%.259s", names[i]);
    trm_model_read(path, NULL, 0, b.log, &b.model);
    checked += check_model(&b, names[i], family);
  }
  return checked;
}

static void report(const Family *family, int least) {
  for (size_t f = 0; trm_formulations[f]; f++) {
    char what[200];
    snprintf(what, sizeof what, "Newton's matrix of %s, %s", trm_formulations[f]->name,
             family->name);
    check_figure("Formulations", what, "sixth-order differences of the flow", family->worst[f],
                 1e-6);
    CHECK(family->models[f] >= least);
    printf("%-70s %3d models, %.1e\n", what, family->models[f], family->worst[f]);
  }
  CHECK((double)family->skipped < 0.1 * (double)family->compared);
  printf("%zu of %zu without a result\n", family->skipped, family->compared);
}

/* courses that are integrated, on a mechanism that swings; functions of the state in constraints */
static const char courses[] =
    "trammel: 1\n"
    "gravity: [0, -9.81, 0]\n"
    "bodies:\n"
    "  arm: {at: [0.5, 0, 0], mass: 2, inertia: [0.1, 0.3, 0.35]}\n"
    "  block: {at: [1, 0, 0], mass: 1, inertia: [0.2, 0.1, 0.15]}\n"
    "  weight: {at: [1, -0.4, 0.1], mass: 3, inertia: [0.2, 0.3, 0.25], spin: [0.3, 0, 1]}\n"
    "joints:\n"
    "  hinge: {revolute: [ground, arm], at: [0, 0, 0], axis: z}\n"
    "  slide: {prismatic: [arm, block], at: [1, 0, 0], axis: x}\n"
    "  hook: {spherical: [block, weight], at: [1, 0, 0]}\n"
    "motions:\n"
    "  turn: {joint: hinge, speed: '0.4 + sin(3*time)'}\n"
    "  push: {joint: slide, acceleration: '0.3*cos(2*time)'}\n";
static const char functions[] =
    "trammel: 1\n"
    "gravity: [0, 0, -9.81]\n"
    "bodies:\n"
    "  a: {at: [1, 0, 0], mass: 1, inertia: [1, 1.2, 0.8], markers: {m: {at: [0.3, 0.2, -0.4]}}}\n"
    "  b: {at: [0, 1, 0], mass: 2, inertia: [1, 1.5, 1], markers: {m: {at: [-0.2, 0.5, 0.1]}}}\n"
    "constraints:\n"
    "  length: {holonomic: 'dm(a.m, b.m)^2 - 4.21 - 0.3*dx(a.m, b.m, b.m)*time'}\n"
    "  rolls: {nonholonomic: 'vx(a.m) - 0.4*wy(a.m)*dz(b.m, a) + 0.2*sin(time)*vz(b)'}\n";

int main(void) {
  const TrmTable *tables[] = {&trm_table_joints, &trm_table_motions, &trm_table_constraints};
  Family joints = {.name = "joints, motions, constraints"}, forces = {.name = "forces, states"};
  Family examples = {.name = "examples"};
  for (size_t t = 0; t < 3; t++)
    for (const TrmType *const *type = tables[t]->types; *type; type++)
      check_text((*type)->name, (*type)->example, &joints);
  for (const Case *it = cases; it->name; it++) CHECK(check_text(it->name, it->text, &forces));
  CHECK(check_text("courses", courses, &joints));
  CHECK(check_text("functions", functions, &joints));
  CHECK(check_examples(&examples) >= 50);
  report(&joints, 14);
  report(&forces, 27);
  report(&examples, 15);
  return check_done();
}
