/* SPDX-License-Identifier: Apache-2.0
 *
 * Touches of curves as jets. Where on a curve a touch is follows from an equation f(s) = 0; with
 * the slopes of f at a fixed s it moves by ds = -df/f'.
 */
#include "catalog/contact/touch_roles.h"
#include "math/mat3.h"

/* vector c(s) for a scalar jet s: value and slope along it */
static void along_curve(const double value[3], const double slope[3], const double *s, double *out,
                        size_t n) {
  memcpy(out, value, 3 * sizeof *out);
  for (size_t i = 1; i <= n; i++)
    for (size_t k = 0; k < 3; k++) out[3 * i + k] = slope[k] * s[i];
}

/* the foot c(s) of the spot, (c - w) . c' = 0 in the carrier's axes, so that
 * ds = c' . dw / (c' . c' + (c - w) . c''); outwards is side n x c' */
void trm_touch_spot_curve(const Roles *r, TrmTouchJets *jets) {
  const TrmTouch *t = r->touch;
  const TrmSurface *surface = t->curve;
  const TrmFrame *carrier = &surface->carrier;
  size_t n = r->n;
  double c[4][3], d[3], x_b[3];
  const double *p = place(r, r->one, t->one[0]), *origin = place(r, r->two, carrier->s);
  double *w = trm_force_vector(r->call), *s = trm_force_scalar(r->call);
  double *m = trm_force_vector(r->call), *local = trm_force_vector(r->call);
  double *foot = trm_force_vector(r->call), *axis[3];
  trm_jet_subtract(p, origin, w, n);
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < 3; i++) x_b[i] = carrier->A[3 * i + k];
    axis[k] = direction(r, r->two, x_b);
    trm_jet_dot(axis[k], w, s, n);
    for (size_t i = 0; i <= n; i++) local[3 * i + (size_t)k] = s[i];
  }
  trm_curve_eval(surface->curve, t->at, c);
  trm_vec3_add(c[0], -1, local, d);
  double slope = trm_vec3_dot(c[1], c[1]) + trm_vec3_dot(d, c[2]);
  s[0] = t->at;
  for (size_t i = 1; i <= n; i++) s[i] = trm_vec3_dot(c[1], local + 3 * i) / slope;
  /* the normal and the foot there, back in ground axes */
  double *length = trm_force_scalar(r->call), *out = trm_force_vector(r->call);
  double value[3], rate[3];
  trm_vec3_cross(surface->n, c[1], value);
  trm_vec3_cross(surface->n, c[2], rate);
  along_curve(value, rate, s, w, n);
  trm_jet_unit(w, length, m, n);
  along_curve(c[0], c[1], s, foot, n);
  memcpy(out, origin, 3 * (n + 1) * sizeof *out);
  double *ground = trm_force_zero(r->call);
  for (size_t k = 0; k < 3; k++) {
    trm_jet_component(foot, k, s, n);
    trm_jet_add_scaled(out, 1, s, axis[k], n);
    trm_jet_component(m, k, s, n);
    trm_jet_add_scaled(ground, surface->side, s, axis[k], n);
  }
  over_plane(r, p, out, ground, t->radius[0], jets);
}

/* A place on a curve, ground axes: where it is, c', and the slopes of both by its parameter */
typedef struct Foot {
  double *p, *tangent, slope[3], bend[3];
} Foot;

static Foot foot_of(const Roles *r, int side, const TrmSurface *surface, double at) {
  const TrmFrame *carrier = &surface->carrier;
  const double *R = r->call->site[side].motion->R;
  double c[4][3], x_b[3], out[3][3];
  Foot foot;
  trm_curve_eval(surface->curve, at, c);
  for (int k = 0; k < 3; k++) trm_mat3_apply(carrier->A, c[k], out[k]);
  trm_vec3_add(out[0], 1, carrier->s, x_b);
  foot.p = trm_force_vector(r->call);
  memcpy(foot.p, place(r, side, x_b), 3 * (r->n + 1) * sizeof *foot.p);
  foot.tangent = direction(r, side, out[1]);
  trm_mat3_apply(R, out[1], foot.slope);
  trm_mat3_apply(R, out[2], foot.bend);
  return foot;
}

static void move_foot(Foot *foot, size_t i, double ds) {
  trm_vec3_add(foot->p + 3 * i, ds, foot->slope, foot->p + 3 * i);
  trm_vec3_add(foot->tangent + 3 * i, ds, foot->bend, foot->tangent + 3 * i);
}

/* where the curve is parallel to the plane: f = c' . m, f' = c'' . m. The gap is m . (c - q) */
void trm_touch_plane_curve(const Roles *r, TrmTouchJets *jets) {
  const TrmTouch *t = r->touch;
  size_t n = r->n;
  const double *q = place(r, r->one, t->one[0]), *m = direction(r, r->one, t->one[1]);
  Foot foot = foot_of(r, r->two, t->curve, t->at);
  double *d = trm_force_vector(r->call), *f = trm_force_scalar(r->call);
  double *spot = trm_force_vector(r->call);
  trm_jet_dot(foot.tangent, m, f, n);
  double rate = trm_vec3_dot(foot.bend, m);
  for (size_t i = 1; i <= n; i++) move_foot(&foot, i, -f[i] / rate);
  trm_jet_subtract(foot.p, q, d, n);
  trm_jet_dot(d, m, jets->gap, n);
  jets->gap[0] -= t->radius[0];
  memcpy(jets->normal, m, 3 * (n + 1) * sizeof *m);
  /* the spot on the skin of the plane's side, across from the foot */
  memcpy(spot, foot.p, 3 * (n + 1) * sizeof *spot);
  trm_jet_add_scaled(spot, -1, jets->gap, m, n);
  finish(r, spot, 0, jets);
}

/* both tangents parallel, and the way between the feet across them:
 * f = n . (a' x b') = 0, g = (a - b) . b' = 0 */
void trm_touch_curve_curve(const Roles *r, TrmTouchJets *jets) {
  const TrmTouch *t = r->touch;
  size_t n = r->n;
  Foot a = foot_of(r, r->one, t->curve_one, t->at_one), b = foot_of(r, r->two, t->curve, t->at);
  double *d = trm_force_vector(r->call), *g = trm_force_scalar(r->call);
  double *across = trm_force_vector(r->call), *f = trm_force_scalar(r->call);
  double *axis = direction(r, r->two, t->two[0]), bent[3], matrix[4];
  trm_jet_cross(a.tangent, b.tangent, across, n);
  trm_jet_dot(across, axis, f, n);
  trm_jet_subtract(a.p, b.p, d, n);
  trm_jet_dot(d, b.tangent, g, n);
  trm_vec3_cross(a.bend, b.slope, bent);
  matrix[0] = trm_vec3_dot(bent, axis);
  trm_vec3_cross(a.slope, b.bend, bent);
  matrix[1] = trm_vec3_dot(bent, axis);
  matrix[2] = trm_vec3_dot(a.slope, b.slope);
  matrix[3] = trm_vec3_dot(d, b.bend) - trm_vec3_dot(b.slope, b.slope);
  double det = matrix[0] * matrix[3] - matrix[1] * matrix[2];
  for (size_t i = 1; i <= n; i++) {
    double da = -(matrix[3] * f[i] - matrix[1] * g[i]) / det;
    double db = -(matrix[0] * g[i] - matrix[2] * f[i]) / det;
    move_foot(&a, i, da);
    move_foot(&b, i, db);
  }
  double *length = trm_force_scalar(r->call), *m = trm_force_vector(r->call);
  trm_jet_cross(axis, b.tangent, across, n);
  trm_jet_unit(across, length, m, n);
  for (size_t i = 0; i < 3 * (n + 1); i++) m[i] *= t->curve->side;
  over_plane(r, a.p, b.p, m, 0, jets);
}
