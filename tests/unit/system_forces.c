/* SPDX-License-Identifier: Apache-2.0
 *
 * Forces and states, for every type of the table (one without a case fails): slopes of forces and
 * rates against differences of the sixth order at 1,000 random states (contacts of all shapes:
 * 250), in space and in the plane; actions and reactions cancel; moving and turning the whole
 * changes nothing; power is the rate of the energy kept plus what goes in and out; other units give
 * the same motion.
 */
#include "catalog/catalog.h"
#include "unit/system_forces_fixture.h"

enum { STATES = CHECK_ROUNDS(1000), CONTACTS = CHECK_ROUNDS(250) };

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
  const TrmForceSlopes slopes = {.force_by_position = add_force_position,
                                 .force_by_velocity = add_force_velocity,
                                 .force_by_state = add_force_state,
                                 .rate_by_position = add_rate_position,
                                 .rate_by_velocity = add_rate_velocity,
                                 .rate_by_state = add_rate_state,
                                 .context = b};
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

/* NaN is worse than anything */
static void worsen(double *worst, double error) {
  if (!(error <= *worst)) *worst = error;
}

/* forces of the elements alone, on each body in ground axes: force, torque about the origin */
static double wrenches(Bench *b, TrmState *s, double (*out)[6], double *size) {
  double Q[MOST], power = 0;
  *size = 1;
  evaluate(b, s, Q);
  for (size_t i = 0; i < b->eq->body_count; i++) {
    const int *column = b->eq->body_column[i];
    const TrmBodyMotion *m = &s->body[i];
    double turn[3] = {0, 0, 0}, arm[3];
    memset(out[i], 0, sizeof out[i]);
    for (int k = 0; k < 3; k++) {
      if (column[k] >= 0)
        out[i][k] = Q[column[k]] - b->system->bodies[i].mass * b->system->gravity[k];
      if (column[3 + k] >= 0) turn[k] = Q[column[3 + k]];
      power += out[i][k] * m->v[k] + turn[k] * m->w[k];
      *size = fmax(*size, fmax(fabs(out[i][k]), fabs(turn[k])));
    }
    trm_mat3_apply(m->R, turn, out[i] + 3);
    trm_vec3_cross(m->r, out[i], arm);
    trm_vec3_add(out[i] + 3, 1, arm, out[i] + 3);
  }
  return power;
}

/* between two bodies nothing is left over */
static void check_reaction(Bench *b) {
  double on[8][6], size, sum[6] = {0};
  wrenches(b, b->state, on, &size);
  for (size_t i = 0; i < b->eq->body_count; i++)
    for (int k = 0; k < 6; k++) sum[k] += on[i][k];
  for (int k = 0; k < 6; k++) worsen(&b->reaction, fabs(sum[k]) / size);
}

/* the whole moved and turned: forces turn with it, torques in body axes stay */
static void check_displacement(Bench *b) {
  double before[MOST], after[MOST], theta[3], move[3], T[9], size = 1;
  evaluate(b, b->state, before);
  trm_state_copy(b->eq, b->state, b->moved);
  for (int k = 0; k < 3; k++) {
    int flat = b->system->planar;
    theta[k] = flat && k < 2 ? 0 : check_random(-2, 2);
    move[k] = flat && k == 2 ? 0 : check_random(-2, 2);
  }
  trm_rotation_exp(theta, T);
  for (size_t i = 0; i < b->eq->body_count; i++) {
    const TrmBodyMotion *from = &b->state->body[i];
    TrmBodyMotion *to = &b->moved->body[i];
    trm_mat3_apply(T, from->r, to->r);
    trm_vec3_add(to->r, 1, move, to->r);
    trm_mat3_apply(T, from->v, to->v);
    trm_mat3_product(T, from->R, to->R);
  }
  evaluate(b, b->moved, after);
  for (size_t i = 0; i < b->eq->body_count; i++) {
    const int *column = b->eq->body_column[i];
    double force[3] = {0}, turned[3];
    for (int k = 0; k < 3; k++)
      if (column[k] >= 0)
        force[k] = before[column[k]] - b->system->bodies[i].mass * b->system->gravity[k];
    trm_mat3_apply(T, force, turned);
    for (int k = 0; k < 6; k++) {
      if (column[k] < 0) continue;
      double weight = k < 3 ? b->system->bodies[i].mass * b->system->gravity[k] : 0;
      double error = after[column[k]] - (k < 3 ? turned[k] + weight : before[column[k]]);
      size = fmax(size, fabs(after[column[k]]));
      worsen(&b->turned, fabs(error) / size);
    }
  }
}

/* rate of the energy kept by differences */
static double kept_rate(Bench *b, double h) {
  static const double weight[3] = {45, -9, 1};
  double u[MOST], rate = 0;
  trm_state_get_velocity(b->eq, b->state, u);
  for (int k = 1; k <= 3; k++)
    for (int sign = -1; sign <= 1; sign += 2) {
      TrmForceEnergy at;
      trm_state_copy(b->eq, b->state, b->moved);
      trm_state_move(b->eq, b->moved, sign * k * h, u);
      trm_forces_energy(b->eq, b->moved, &at);
      rate += sign * weight[k - 1] * at.potential / (60 * h);
    }
  return rate;
}

/* what is neither put into the bodies nor kept comes from outside */
static void check_energy(Bench *b) {
  double on[8][6], size, power = wrenches(b, b->state, on, &size), rate = kept_rate(b, 2e-3);
  TrmForceEnergy energy;
  trm_forces_energy(b->eq, b->state, &energy);
  CHECK(energy.dissipation <= 0);
  size = fmax(size, fmax(fabs(power), fabs(rate)));
  b->compared++;
  if (fabs(rate - kept_rate(b, 4e-3)) <= 1e-11 * size) {
    worsen(&b->kept, fabs(energy.power - rate - power) / size);
  } else {
    b->skipped++;
  }
}

static void figure(const Case *it, const char *what, const char *against, double error,
                   double limit) {
  char name[128];
  snprintf(name, sizeof name, "%s: %s", it->name, what);
  check_figure("forces", name, against, error, limit);
}

static void check_case(const Case *it) {
  static Bench b;
  if (!open_bench(&b, it, it->text)) return;
  CHECK(trm_forces_known(b.eq, b.log));
  int contact = it->type && strcmp(it->type, "contact") == 0;
  for (int i = 0; i < (contact ? CONTACTS : STATES); i++) {
    randomise(&b);
    check_slopes(&b);
    if (it->type && !it->outside) check_reaction(&b);
    if (it->type && !it->outside) check_displacement(&b);
    if (it->type) check_energy(&b);
  }
  figure(it, "slopes of forces and rates", "sixth-order differences", b.worst, 1e-8);
  CHECK((double)b.skipped < 0.05 * (double)b.compared);
  if (it->type) figure(it, "energy kept", "its rate by differences", b.kept, 1e-10);
  if (it->type && !it->outside) {
    figure(it, "action and reaction", "equilibrium of the whole", b.reaction, 1e-13);
    figure(it, "moved and turned as a whole", "forces turned", b.turned, 1e-12);
  }
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
  for (const Case *it = cases; it->name; it++) check_case(it);
  return check_done();
}
