/* SPDX-License-Identifier: Apache-2.0
 *
 * Touches of rims and cones as jets. A rim is a circle; where on it a touch is follows from an
 * equation f = 0. With the slopes of f at a place fixed on the body, the touch moves along the rim
 * by -df/f', f' the rate of f along it.
 */
#include "catalog/contact/touch_roles.h"

/* a place on a rim: direction from the centre, place, unit tangent */
typedef struct Place {
  double *out, *p, *along;
} Place;

static Place rim_place(const Roles *r) {
  const TrmTouch *t = r->touch;
  Place rim = {direction(r, r->one, t->one[2]), trm_force_vector(r->call),
               trm_force_vector(r->call)};
  const double *axis = direction(r, r->one, t->one[1]);
  memcpy(rim.p, place(r, r->one, t->one[0]), 3 * (r->n + 1) * sizeof *rim.p);
  trm_jet_add(rim.p, t->radius[0], rim.out, r->n);
  trm_jet_cross(axis, rim.out, rim.along, r->n);
  return rim;
}

/* move the place by ds = -df/rate in its slopes */
static void move_place(const Roles *r, Place *rim, const double *f, double rate) {
  double curvature = 1 / r->touch->radius[0];
  for (size_t i = 1; i <= r->n; i++) {
    double ds = -f[i] / rate;
    trm_vec3_add(rim->p + 3 * i, ds, rim->along, rim->p + 3 * i);
    trm_vec3_add(rim->along + 3 * i, -curvature * ds, rim->out, rim->along + 3 * i);
  }
}

/* D from the place to the other and the other's tangent there are known: gap and normal */
static void between(const Roles *r, const Place *rim, const double *d, const double *tangent,
                    double radius, TrmTouchJets *jets) {
  const TrmTouch *t = r->touch;
  size_t n = r->n;
  if (t->cosine == 0) {
    unit_or_up(r, d, jets->gap, jets->normal);
  } else {
    double *across = trm_force_vector(r->call), *length = trm_force_scalar(r->call);
    trm_jet_cross(rim->along, tangent, across, n);
    trm_jet_unit(across, length, jets->normal, n);
    for (size_t i = 0; i < 3 * (n + 1); i++) jets->normal[i] *= t->cosine;
    trm_jet_dot(jets->normal, d, jets->gap, n);
  }
  jets->gap[0] -= radius;
  finish(r, rim->p, 0, jets);
}

/* from the place to the nearest point of the line through q along e */
static void to_line(const Roles *r, const double *p, const double *q, const double *e, double *d) {
  double *along = trm_force_scalar(r->call);
  trm_jet_subtract(q, p, d, r->n);
  trm_jet_dot(d, e, along, r->n);
  trm_jet_add_scaled(d, -1, along, e, r->n);
}

/* f = D . t, f' = -(1 - (t . e)^2) - D . out/R */
void trm_touch_rim_line(const Roles *r, TrmTouchJets *jets) {
  const TrmTouch *t = r->touch;
  Place rim = rim_place(r);
  const double *q = place(r, r->two, t->two[0]), *e = direction(r, r->two, t->two[1]);
  double *d = trm_force_vector(r->call), *f = trm_force_scalar(r->call);
  to_line(r, rim.p, q, e, d);
  trm_jet_dot(d, rim.along, f, r->n);
  double share = trm_vec3_dot(rim.along, e);
  move_place(r, &rim, f, -(1 - share * share) - trm_vec3_dot(d, rim.out) / t->radius[0]);
  to_line(r, rim.p, q, e, d);
  between(r, &rim, d, e, t->radius[1], jets);
}

/* from the place to the nearest point of the circle about c, and its direction from c */
static void to_rim(const Roles *r, const double *p, const double *c, const double *x, double *d,
                   double *out, double *distance) {
  double *w = trm_force_vector(r->call), *along = trm_force_scalar(r->call);
  size_t n = r->n;
  trm_jet_subtract(p, c, w, n);
  for (size_t i = 0; i < 3 * (n + 1); i++) d[i] = -w[i];
  trm_jet_dot(w, x, along, n);
  trm_jet_add_scaled(w, -1, along, x, n);
  unit_or_up(r, w, distance, out);
  trm_jet_add(d, r->touch->radius[1], out, n);
}

/* f = D . t; the nearest point moves by R2 (t' - (t' . out) out)/distance, t' = t across x */
void trm_touch_rim_rim(const Roles *r, TrmTouchJets *jets) {
  const TrmTouch *t = r->touch;
  size_t n = r->n;
  Place rim = rim_place(r);
  const double *c = place(r, r->two, t->two[0]), *x = direction(r, r->two, t->two[1]);
  double *d = trm_force_vector(r->call), *out = trm_force_vector(r->call);
  double *distance = trm_force_scalar(r->call), *f = trm_force_scalar(r->call);
  double *tangent = trm_force_vector(r->call), moved[3];
  to_rim(r, rim.p, c, x, d, out, distance);
  trm_jet_dot(d, rim.along, f, n);
  trm_vec3_add(rim.along, -trm_vec3_dot(rim.along, x), x, moved);
  trm_vec3_add(moved, -trm_vec3_dot(moved, out), out, moved);
  double rate = t->radius[1] / distance[0] * trm_vec3_dot(moved, rim.along) - 1 -
                trm_vec3_dot(d, rim.out) / t->radius[0];
  move_place(r, &rim, f, rate);
  to_rim(r, rim.p, c, x, d, out, distance);
  trm_jet_cross(x, out, tangent, n);
  between(r, &rim, d, tangent, 0, jets);
}

/* where the rim meets the plane through b with normal m: f = (p - b) . m, f' = t . m */
void trm_touch_cut_rim(const Roles *r, TrmTouchJets *jets) {
  const TrmTouch *t = r->touch;
  Place rim = rim_place(r);
  const double *q = place(r, r->two, t->two[0]), *normal = direction(r, r->two, t->two[1]);
  const double *b = place(r, r->two, t->two[2]), *m = direction(r, r->two, t->two[3]);
  double *d = trm_force_vector(r->call), *f = trm_force_scalar(r->call);
  trm_jet_subtract(rim.p, b, d, r->n);
  trm_jet_dot(d, m, f, r->n);
  move_place(r, &rim, f, trm_vec3_dot(rim.along, m));
  over_plane(r, rim.p, q, normal, 0, jets);
}

/* with x along the axis and y from it, the side is y = R + k x:
 * gap (y - R - k x)/s - r, normal -(out - k axis)/s, s = sqrt(1 + k^2) */
void trm_touch_spot_cone(const Roles *r, TrmTouchJets *jets) {
  const TrmTouch *t = r->touch;
  size_t n = r->n;
  double k = t->cosine, s = sqrt(1 + k * k);
  const double *p = place(r, r->one, t->one[0]), *c = place(r, r->two, t->two[0]);
  const double *axis = direction(r, r->two, t->two[1]);
  double *w = trm_force_vector(r->call), *x = trm_force_scalar(r->call);
  double *y = trm_force_scalar(r->call), *out = trm_force_vector(r->call);
  trm_jet_subtract(p, c, w, n);
  trm_jet_dot(w, axis, x, n);
  trm_jet_add_scaled(w, -1, x, axis, n);
  unit_or_up(r, w, y, out);
  for (size_t i = 0; i <= n; i++) jets->gap[i] = (y[i] - k * x[i]) / s;
  jets->gap[0] -= t->radius[1] / s + t->radius[0];
  for (size_t i = 0; i < 3 * (n + 1); i++) jets->normal[i] = (k * axis[i] - out[i]) / s;
  finish(r, p, t->radius[0], jets);
}
