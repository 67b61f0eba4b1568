/* SPDX-License-Identifier: Apache-2.0
 *
 * Verify: the nonlinear model moved along a mode by a little, forth and back, and followed for half
 * a turn of its phase; half the difference of both is held against Re(x e^(lambda t)), body by body
 * in the axes of the frame as it has turned meanwhile. What is left is of the second order of the
 * little.
 */
#include "analysis/dynamics.h"
#include "analysis/freedoms.h"
#include "analysis/linearize.h"
#include "math/mat3.h"
#include "math/quat.h"
#include "math/vec3.h"
#include <math.h>
#include <string.h>

static const double half_turn = 3.1415926535897932384626433832795;

/* how far the largest move goes at most and at least, in parts of the size; the power of e that
 * anything may grow by */
static const double little = 1e-4, least = 1e-8, most_growth = 5;

/* the state of the model after `time` when it begins moved by `amount` along the mode's columns */
static TrmStatus follow(TrmLinear *l, TrmArena *arena, const double *columns, double amount,
                        double time, TrmMechanism **out, TrmLog *log) {
  size_t n = l->eq->column_count;
  const double *q = columns, *u = columns + 2 * n, *z = columns + 4 * n;
  TrmState *state = l->flow->state;
  double *v = trm_arena_array(arena, n + 1, sizeof *v);
  trm_state_copy(l->eq, l->m->state, state);
  trm_state_move(l->eq, state, amount, q);
  for (size_t k = 0; k < n; k++) v[k] = l->u[k] + amount * u[k];
  trm_state_set_velocity(l->eq, state, v);
  for (size_t i = 0; i < l->states; i++) state->z[i] += amount * z[i];
  TrmStatus status = trm_flow_close(l->flow);
  if (status != TRM_OK) return TRM_FAILED;
  /* a mechanism of its own moves on from there */
  TrmMechanism *m = *out = trm_mechanism_new(arena, l->m->system, log);
  if (!m) return TRM_FAILED;
  trm_state_copy(m->eq, state, m->state);
  trm_state_get_velocity(m->eq, m->state, m->u);
  trm_mechanism_rank(m);
  m->as_it_stands = 1;
  TrmDynamicsOptions options = {.until = l->m->state->time + time, .tolerance = 1e-11};
  TrmDynamics *d = trm_dynamics_new(arena, m, &options, log);
  return d ? trm_dynamics_advance(d, l->m->state->time + time, log) : TRM_FAILED;
}

/* half of what one state is apart from another: move and turn of a body, ground axes */
static void half_apart(const TrmState *plus, const TrmState *minus, size_t body, double out[6]) {
  const double *a = plus->e[body], *b = minus->e[body];
  const double back[4] = {b[0], -b[1], -b[2], -b[3]};
  double turn[4];
  for (int k = 0; k < 3; k++) out[k] = (plus->body[body].r[k] - minus->body[body].r[k]) / 2;
  trm_quat_product(a, back, turn);
  double sign = turn[0] < 0 ? -1 : 1;
  for (int k = 0; k < 3; k++) out[3 + k] = sign * turn[1 + k];
}

/* the frame's axes at a state that has gone on */
static void turned_frame(const TrmLinear *l, const TrmState *state, double R[9]) {
  double kept[9];
  memcpy(R, l->R_gf, sizeof kept);
  if (l->frame_body < 0) return;
  /* from where the body was to where it is */
  const double *before = l->m->state->body[l->frame_body].R;
  trm_mat3_transposed_product(before, l->R_gf, kept);
  trm_mat3_product(state->body[l->frame_body].R, kept, R);
}

/* the mode's columns and z as real numbers at phase zero: q, two of nothing, u, z; 0 when nothing
 * moves in it */
static int lay_mode(TrmLinear *l, size_t k, double *real, double *imaginary) {
  size_t n = l->eq->column_count, first = l->positions + l->rates;
  const TrmLinearMode *mode = trm_linear_mode(l, k);
  double re = mode->factor[0], im = mode->factor[1], square = re * re + im * im;
  if (!(square > 0)) return 0;
  for (size_t part = 0; part < 2; part++)
    for (size_t i = 0; i < n; i++) {
      double a = l->mode_columns[2 * part * n + i], b = l->mode_columns[(2 * part + 1) * n + i];
      real[2 * part * n + i] = (a * re + b * im) / square;
      imaginary[2 * part * n + i] = (b * re - a * im) / square;
    }
  for (size_t i = 0; i < l->states; i++) {
    double x[2];
    trm_linear_part(l, k, first + i, x);
    real[4 * n + i] = (x[0] * re + x[1] * im) / square;
    imaginary[4 * n + i] = (x[1] * re - x[0] * im) / square;
  }
  return 1;
}

TrmStatus trm_linear_verify(TrmLinear *l, TrmArena *arena, size_t k, double *error, TrmLog *log) {
  size_t n = l->eq->column_count, all = 4 * n + l->states + 1;
  double *real = trm_arena_array(arena, 2 * all, sizeof *real), *imaginary = real + all;
  double size = hypot(l->re[k], l->im[k]), most = hypot(l->re[l->values - 1], l->im[l->values - 1]);
  double growth = 0;
  TrmMechanism *plus, *minus, *middle = l->m;
  *error = nan("");
  if (!(size > 1e-6 * most) || !lay_mode(l, k, real, imaginary)) return TRM_OK;
  /* what grows faster would take over from what rounding makes of it */
  for (size_t i = 0; i < l->values; i++) growth = fmax(growth, l->re[i]);
  double time = half_turn / size, amount = little * l->m->size;
  if (growth * time > most_growth) time = most_growth / growth;
  /* nor may states go far where bodies hardly move; where they do not, there is nothing to compare
   */
  for (size_t i = 0; i < l->states; i++) {
    double part = hypot(real[4 * n + i], imaginary[4 * n + i]);
    if (part > 0) amount = fmin(amount, little * fmax(1, fabs(l->m->state->z[i])) / part);
  }
  if (!(amount > least * l->m->size)) return TRM_OK;
  TrmStatus status = follow(l, arena, real, amount, time, &plus, log);
  if (status == TRM_OK) status = follow(l, arena, real, -amount, time, &minus, log);
  if (status == TRM_OK && l->frame_body >= 0)
    status = follow(l, arena, real, 0, time, &middle, log);
  trm_state_copy(l->eq, l->m->state, l->flow->state);
  if (status != TRM_OK) return status;
  /* Re(x e^(lambda t)), then both in the frame's axes */
  double grown = exp(l->re[k] * time), c = grown * cos(l->im[k] * time);
  double s = grown * sin(l->im[k] * time), worst = 0, R[9];
  turned_frame(l, middle->state, R);
  for (size_t i = 0; i < n; i++) real[i] = c * real[i] - s * imaginary[i];
  for (size_t b = 0; b < l->eq->body_count; b++) {
    double apart[6], expected[6], x[3], y[3];
    half_apart(plus->state, minus->state, b, apart);
    trm_linear_twist(l, b, real, expected);
    for (int part = 0; part < 6; part += 3) {
      trm_mat3_apply_transposed(R, apart + part, x);
      trm_mat3_apply_transposed(l->R_gf, expected + part, y);
      trm_vec3_add(x, -amount, y, x);
      worst = fmax(worst, trm_vec3_norm(x) * (part ? l->eq->length[b] : 1));
    }
  }
  *error = worst / (amount * fmax(1, grown));
  return TRM_OK;
}
