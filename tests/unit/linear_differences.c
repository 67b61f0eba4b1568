/* SPDX-License-Identifier: Apache-2.0
 *
 * The linear model of every example, in motion, in coordinates of its joints completed by internal
 * ones: each column of A is what sixth-order differences of the nonlinear accelerations say, along
 * positions and velocities that satisfy the constraints.
 */
#include "analysis/linearize.h"
#include "check.h"
#include "system/forces.h"
#include "trammel/trammel.h"
#include <dirent.h>

enum { MOST = 4000 };

static const double limit = 1e-6;

typedef struct Bench {
  const char *name;
  TrmArena *arena;
  TrmLog *log;
  TrmModel *model;
  TrmSystem *system;
  TrmMechanism *m;
  TrmLinear *l;
  TrmFlow *flow;
  size_t compared, skipped;
  double worst;
} Bench;

/* every joint that has an angle or displacement as a state */
static void ask(Bench *b, char *text, size_t room) {
  size_t used = (size_t)snprintf(text, room, "[{linearize: {states: [");
  int count = 0;
  for (size_t i = 0; i < b->system->joint_count; i++) {
    const TrmJoint *j = &b->system->joints[i];
    if (!j->has_frames || !(j->type->turns || j->type->slides) || used + 200 > room) continue;
    used += (size_t)snprintf(text + used, room - used, "%s%s", count++ ? ", " : "", j->item->name);
  }
  snprintf(text + used, room - used, "]}}]");
  if (!count) snprintf(text, room, "[{linearize: {}}]");
}

static void lay_out(void *context) {
  Bench *b = context;
  b->m = trm_mechanism_new(b->arena, b->system, b->log);
}

static void make_flow(void *context) {
  Bench *b = context;
  const char *why = "";
  b->flow = trm_flow_new(b->arena, b->m->eq, b->m->state, trm_formulation_find("multipliers"), NULL,
                         b->m->size, &why);
}

static void linearize(void *context) {
  Bench *b = context;
  b->l = trm_linearize(b->arena, b->m, b->system->runs[0].item, NULL, b->log);
}

/* near the assembled state, moving anyhow that fits the joints */
static int begin(Bench *b) {
  TrmFlow *flow = b->flow;
  const TrmEquations *eq = flow->eq;
  trm_state_copy(eq, b->m->state, flow->state);
  for (size_t k = 0; k < eq->column_count; k++) flow->u[k] = 0.02 * check_random(-1, 1);
  for (size_t i = 0; i < eq->body_count; i++)
    for (int k = 0; k < 3; k++)
      if (eq->body_column[i][k] >= 0) flow->u[eq->body_column[i][k]] *= b->m->size;
  trm_state_move(eq, flow->state, 1, flow->u);
  for (size_t k = 0; k < eq->column_count; k++) flow->u[k] *= 50 * check_random(-1, 1);
  trm_state_set_velocity(eq, flow->state, flow->u);
  for (size_t i = 0; i < eq->state_count; i++) flow->state->z[i] += check_random(-0.1, 0.1);
  if (trm_flow_close(flow) != TRM_OK) return 0;
  trm_state_accept(eq, flow->state);
  trm_state_copy(eq, flow->state, b->m->state);
  return 1;
}

/* the state moved by s along column j: what velocities, accelerations and rates of states become */
static int look(Bench *b, size_t j, double s, double *u, double *a, double *z) {
  const TrmLinear *l = b->l;
  const TrmEquations *eq = l->eq;
  size_t n = eq->column_count, f = l->positions;
  TrmState *state = b->flow->state;
  const double *dq = j < f ? l->q_S + j * n : NULL, *du = j < f ? l->u_S + j * n : NULL;
  if (j >= f && j < f + l->rates) du = l->u_W + (j - f) * n;
  trm_state_copy(eq, b->m->state, state);
  if (dq) trm_state_move(eq, state, s, dq);
  for (size_t k = 0; k < n; k++) u[k] = l->u[k] + (du ? s * du[k] : 0);
  trm_state_set_velocity(eq, state, u);
  if (j >= f + l->rates) state->z[j - f - l->rates] += s;
  if (trm_flow_close(b->flow) != TRM_OK || trm_flow_accelerate(b->flow) != TRM_OK) return 0;
  trm_state_get_velocity(eq, state, u);
  memcpy(a, b->flow->a, n * sizeof *a);
  trm_states_rate(eq, state, z);
  return 1;
}

/* column j of A by differences; 0 where the model cannot be brought there */
static int difference(Bench *b, size_t j, double h, double *out) {
  static const double weight[3] = {45, -9, 1};
  static double u[MOST], a[MOST], z[MOST], du[MOST], da[MOST], dz[MOST], s[MOST], none[MOST];
  const TrmLinear *l = b->l;
  size_t n = l->eq->column_count, f = l->positions;
  memset(du, 0, n * sizeof *du);
  memset(da, 0, n * sizeof *da);
  memset(dz, 0, (l->states + 1) * sizeof *dz);
  for (int k = 1; k <= 3; k++)
    for (int sign = -1; sign <= 1; sign += 2) {
      double part = sign * weight[k - 1] / (60 * h);
      if (!look(b, j, sign * k * h, u, a, z)) return 0;
      for (size_t i = 0; i < n; i++) du[i] += part * u[i], da[i] += part * a[i];
      for (size_t i = 0; i < l->states; i++) dz[i] += part * z[i];
    }
  const double *dq = j < f ? l->q_S + j * n : none;
  trm_linear_rates(l, dq, du, s);
  memcpy(out, s, f * sizeof *out);
  trm_linear_seconds(l, dq, du, da, s);
  for (size_t i = 0; i < l->rates; i++) out[f + i] = s[l->rate[i]];
  memcpy(out + f + l->rates, dz, l->states * sizeof *out);
  return 1;
}

/* rates and second rates of the user's coordinates straight from the nonlinear model, by j */
static double straight(Bench *b, size_t j, double h) {
  static const double weight[3] = {45, -9, 1};
  static double u[MOST], a[MOST], z[MOST], G[MOST], gamma[MOST], phi_t[MOST], found[2][MOST];
  const TrmLinear *l = b->l;
  const TrmEquations *p = l->probe;
  double worst = 0, size = 1e-9;
  if (p->entry_count >= MOST) return 0;
  memset(found, 0, sizeof found);
  for (int k = 1; k <= 3; k++)
    for (int sign = -1; sign <= 1; sign += 2) {
      double part = sign * weight[k - 1] / (60 * h);
      if (!look(b, j, sign * k * h, u, a, z)) return 0;
      trm_equations_position(p, b->flow->state, NULL, G, phi_t);
      trm_equations_gamma(p, b->flow->state, gamma);
      for (size_t i = 0; i < l->asked_count; i++) {
        double rate = phi_t[i], second = -gamma[i];
        for (size_t e = p->start[i]; e < p->start[i + 1]; e++) {
          rate += G[e] * u[p->column[e]];
          second += G[e] * a[p->column[e]];
        }
        found[0][i] += part * rate;
        found[1][i] += part * second;
      }
    }
  for (size_t i = 0; i < l->order; i++) size = fmax(size, fabs(l->A[i * l->order + j]));
  for (size_t i = 0; i < l->positions; i++) {
    const TrmLinearCoordinate *c = &l->coordinates[i];
    if (!c->user) continue;
    double rate = l->A[i * l->order + j], unit = 1 / c->scale;
    worst = fmax(worst, fabs(unit * found[0][c->index] - rate) / size);
    for (size_t k = 0; k < l->rates; k++)
      if (l->rate[k] == i)
        worst =
            fmax(worst,
                 fabs(unit * found[1][c->index] - l->A[(l->positions + k) * l->order + j]) / size);
  }
  return worst;
}

/* column j against differences that agree with each other */
static void compare(Bench *b, size_t j) {
  static double fine[MOST], coarse[MOST];
  const TrmLinear *l = b->l;
  double h = 1e-2, apart = HUGE_VAL, size = 0;
  size_t n = l->eq->column_count;
  const double *along = j < l->positions ? l->q_S + j * n : NULL;
  if (j >= l->positions && j < l->positions + l->rates) along = l->u_W + (j - l->positions) * n;
  for (size_t k = 0; along && k < n; k++) size = fmax(size, fabs(along[k]));
  if (size > 1) h /= size;
  b->compared++;
  for (int round = 0; round < 6; round++, h /= 4) {
    if (!difference(b, j, h, coarse) || !difference(b, j, h / 2, fine)) continue;
    double most = 0;
    apart = 0;
    for (size_t i = 0; i < l->order; i++) {
      most = fmax(most, fabs(fine[i]));
      apart = fmax(apart, fabs(fine[i] - coarse[i]));
    }
    apart /= fmax(most, 1e-9);
    if (!(apart <= 1e-8)) continue;
    double error = 0;
    for (size_t i = 0; i < l->order; i++)
      error = fmax(error, fabs(fine[i] - l->A[i * l->order + j]));
    b->worst = fmax(b->worst, fmax(error / fmax(most, 1e-9), straight(b, j, h / 2)));
    return;
  }
  b->skipped++;
}

/* 1 when the example was linearised and compared */
static int check_model(Bench *b) {
  static char text[20000];
  int good = 0;
  b->arena = trm_arena_new();
  if (b->model) trm_system_compile(b->model, b->log, &b->system);
  if (b->system) {
    ask(b, text, sizeof text);
    trm_system_free(b->system);
    b->system = NULL;
    CHECK(trm_item_set_yaml(b->model, trm_model_root(b->model), "simulate", text, b->log) ==
          TRM_OK);
    trm_system_compile(b->model, b->log, &b->system);
  }
  if (b->system && trm_guard(lay_out, b) == TRM_OK && b->m &&
      trm_mechanism_assemble(b->m, b->log) == TRM_OK && trm_guard(make_flow, b) == TRM_OK &&
      b->flow && b->m->eq->column_count < 400 && begin(b) && trm_guard(linearize, b) == TRM_OK &&
      b->l) {
    for (size_t j = 0; j < b->l->order; j++) compare(b, j);
    good = b->compared > b->skipped;
  }
  trm_arena_free(b->arena);
  trm_system_free(b->system);
  trm_model_free(b->model);
  trm_log_free(b->log);
  return good;
}

static int by_name(const void *a, const void *b) {
  return strcmp(a, b);
}

int main(void) {
  static char names[300][260];
  size_t count = 0, compared = 0, skipped = 0;
  int checked = 0;
  double worst = 0;
  DIR *folder = opendir("examples");
  CHECK(folder != NULL);
  for (struct dirent *file; folder && (file = readdir(folder)) && count < 300;)
    if (strstr(file->d_name, ".yaml")) snprintf(names[count++], 260, "%s", file->d_name);
  if (folder) closedir(folder);
  qsort(names, count, sizeof *names, by_name);
  for (size_t i = 0; i < count; i++) {
    char path[300];
    Bench b = {.name = names[i], .log = trm_log_new()};
    snprintf(path, sizeof path, "examples/%.259s", names[i]);
    trm_model_read(path, NULL, 0, b.log, &b.model);
    checked += check_model(&b);
    compared += b.compared;
    skipped += b.skipped;
    worst = fmax(worst, b.worst);
    if (!(b.worst <= limit) || (b.compared && b.skipped == b.compared))
      fprintf(stderr, "%s: %.1e, %zu of %zu without a result\n", names[i], b.worst, b.skipped,
              b.compared);
  }
  printf("%d examples, %zu columns, %zu without a result\n", checked, compared, skipped);
  CHECK(checked >= 18 && skipped * 20 <= compared);
  check_figure("linear models", "columns of A of the examples, in motion",
               "differences of the nonlinear accelerations", worst, limit);
  return check_done();
}
