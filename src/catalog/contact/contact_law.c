/* SPDX-License-Identifier: Apache-2.0
 *
 * Law of a compliant contact: normal force and friction with exact slopes.
 */
#include "catalog/contact/contact_law.h"
#include <string.h>

double trm_contact_rebound(double restitution) {
  double r = fmax(restitution, 0.01), low = 0, high = 1 / r;
  if (r >= 1) return 0;
  for (int i = 0; i < 200; i++) {
    double d = low + (high - low) / 2;
    if (!(d > low && d < high)) break;
    if (log1p(d) - log1p(-r * d) < d * (1 + r)) {
      low = d;
    } else {
      high = d;
    }
  }
  return low;
}

/* mu(v)/v and its slope by v^2 */
static double friction_over_speed(const TrmContactLaw *law, double square, double *slope) {
  double stick = law->stick, v = sqrt(square);
  if (v <= stick) {
    *slope = -0.5 * law->mu_static / (stick * stick * stick);
    return law->mu_static / stick * (1.5 - 0.5 * square / (stick * stick));
  }
  double y = fmin(1, (v - stick) / (law->slip - stick)), change = law->mu_dynamic - law->mu_static;
  double mu = law->mu_static + change * y * y * (3 - 2 * y);
  double rate = change * 6 * y * (1 - y) / (law->slip - stick);
  *slope = (rate * v - mu) / (2 * v * square);
  return mu / v;
}

double trm_contact_friction(const TrmContactLaw *law, double speed) {
  double slope;
  return law->rubs ? speed * friction_over_speed(law, speed * speed, &slope) : 0;
}

/* v + w x (p - r) of one side */
static const double *velocity_at(TrmForceCall *call, int side, const double *point) {
  static const TrmFrame centre = {.body = -1};
  TrmForceSide which = side ? TRM_FORCE_SECOND : TRM_FORCE_FIRST;
  const TrmFrame *kept = call->site[side].frame;
  call->site[side].frame = &centre;
  const double *r = trm_force_point(call, which), *v = trm_force_velocity(call, which);
  const double *w = trm_force_spin(call, which);
  call->site[side].frame = kept;
  double *arm = trm_force_vector(call), *sum = trm_force_vector(call);
  trm_jet_subtract(point, r, arm, call->n);
  trm_jet_cross(w, arm, sum, call->n);
  trm_jet_add(sum, 1, v, call->n);
  return sum;
}

const double *trm_contact_velocity(TrmForceCall *call, const double *point) {
  const double *first = velocity_at(call, 0, point), *second = velocity_at(call, 1, point);
  double *v = trm_force_vector(call);
  trm_jet_subtract(first, second, v, call->n);
  return v;
}

/* normal force as a scalar jet of depth and approach speed; the spring's part in `spring` */
static void press(const TrmContactLaw *law, const double *depth, const double *approach,
                  double begun, double *out, double *spring, size_t n) {
  double x = depth[0], v = approach[0], e = law->exponent;
  double stiff = law->stiffness * pow(x, e), bend = e * law->stiffness * pow(x, e - 1);
  double by_x = bend, by_v = 0;
  *spring = stiff;
  out[0] = stiff;
  if (law->rebound > 0) {
    double a = law->rebound / fmax(begun > 0 ? begun : fabs(v), TRM_CONTACT_SLOW);
    out[0] += stiff * a * v;
    by_x += bend * a * v;
    by_v = stiff * a;
  } else if (law->damping > 0) {
    double y = fmin(1, x / law->depth), c = law->damping * y * y * (3 - 2 * y);
    out[0] += c * v;
    by_x += law->damping * 6 * y * (1 - y) / law->depth * v;
    by_v = c;
  }
  /* surfaces do not pull */
  if (out[0] < 0) out[0] = by_x = by_v = 0;
  for (size_t i = 1; i <= n; i++) out[i] = by_x * depth[i] + by_v * approach[i];
}

void trm_contact_act(const TrmContactLaw *law, TrmForceCall *call, const TrmTouchJets *touch,
                     double begun, TrmContactAct *act) {
  size_t n = call->n;
  const double *v = trm_contact_velocity(call, touch->point);
  double *approach = trm_force_scalar(call), *depth = trm_force_scalar(call), spring;
  double *N = trm_force_scalar(call);
  trm_jet_dot(touch->normal, v, approach, n);
  for (size_t i = 0; i <= n; i++) depth[i] = -touch->gap[i];
  press(law, depth, approach, begun, N, &spring, n);
  act->force = trm_force_zero(call);
  trm_jet_add_scaled(act->force, -1, N, touch->normal, n);
  act->press = N[0];
  act->approach = approach[0];
  act->potential = law->stiffness * pow(depth[0], law->exponent + 1) / (law->exponent + 1);
  act->storing = spring * approach[0];
  act->dissipation = -(N[0] - spring) * approach[0];
  if (!law->rubs) return;
  double *slide = trm_force_vector(call), *square = trm_force_scalar(call), slope;
  double *rub = trm_force_scalar(call);
  memcpy(slide, v, 3 * (n + 1) * sizeof *slide);
  trm_jet_add_scaled(slide, -1, approach, touch->normal, n);
  trm_jet_dot(slide, slide, square, n);
  double factor = friction_over_speed(law, square[0], &slope), sliding = square[0];
  trm_jet_apply(square, factor, slope, n);
  memset(rub, 0, (n + 1) * sizeof *rub);
  trm_jet_add_product(rub, 1, N, square, n);
  trm_jet_add_scaled(act->force, -1, rub, slide, n);
  act->dissipation -= N[0] * factor * sliding;
}
