/* SPDX-License-Identifier: Apache-2.0
 *
 * Touch: gap, normal and point of a pair of features in closed form, as jets. The gap's slope is
 * the normal at the point and its moment; the slopes of the normal carry the curvature.
 */
#include "catalog/contact/surface.h"
#include "math/mat3.h"
#include <string.h>

/* roles one and two: the call and the sides they are on */
typedef struct Roles {
  TrmForceCall *call;
  const TrmTouch *touch;
  int one, two;
  size_t n;
} Roles;

/* a place fixed on the body of `side`, and a direction */
static const double *place(const Roles *r, int side, const double x_b[3]) {
  TrmFrame frame;
  const TrmFrame *kept = r->call->site[side].frame;
  memcpy(frame.s, x_b, sizeof frame.s);
  r->call->site[side].frame = &frame;
  const double *p = trm_force_point(r->call, side ? TRM_FORCE_SECOND : TRM_FORCE_FIRST);
  r->call->site[side].frame = kept;
  return p;
}

static double *direction(const Roles *r, int side, const double x_b[3]) {
  double *v = trm_force_vector(r->call);
  trm_site_vector(&r->call->site[side], x_b, v, r->n);
  return v;
}

/* scalar a + scale * scalar b, into a */
static void add_number(double *a, double scale, const double *b, size_t n) {
  for (size_t i = 0; i <= n; i++) a[i] += scale * b[i];
}

/* scalar c = a / b */
static void divide(const double *a, const double *b, double *c, size_t n) {
  c[0] = a[0] / b[0];
  for (size_t i = 1; i <= n; i++) c[i] = (a[i] - c[0] * b[i]) / b[0];
}

/* unit vector and length of d; without a length, a fixed direction: z, in the plane y */
static void unit_or_up(const Roles *r, const double *d, double *length, double *unit) {
  trm_jet_unit(d, length, unit, r->n);
  if (length[0] > 0) return;
  memset(unit, 0, 3 * (r->n + 1) * sizeof *unit);
  unit[r->touch->planar ? 1 : 2] = 1;
  for (size_t i = 1; i <= r->n; i++) length[i] = trm_vec3_dot(unit, d + 3 * i);
}

/* gap and normal (from one to two) are found: the point lies half the gap beyond the spot's skin */
static void finish(const Roles *r, const double *spot, double radius, TrmTouchJets *jets) {
  size_t n = r->n;
  double *ahead = trm_force_scalar(r->call);
  memset(ahead, 0, (n + 1) * sizeof *ahead);
  ahead[0] = radius;
  add_number(ahead, 0.5, jets->gap, n);
  memcpy(jets->point, spot, 3 * (n + 1) * sizeof *spot);
  trm_jet_add_scaled(jets->point, 1, ahead, jets->normal, n);
  if (r->touch->turned)
    for (size_t i = 0; i < 3 * (n + 1); i++) jets->normal[i] = -jets->normal[i];
}

/* of a spot over a plane through q with normal m */
static void over_plane(const Roles *r, const double *spot, const double *q, const double *m,
                       double radius, TrmTouchJets *jets) {
  double *d = trm_force_vector(r->call);
  trm_jet_subtract(spot, q, d, r->n);
  trm_jet_dot(m, d, jets->gap, r->n);
  jets->gap[0] -= radius;
  for (size_t i = 0; i < 3 * (r->n + 1); i++) jets->normal[i] = -m[i];
  finish(r, spot, radius, jets);
}

static void spot_plane(const Roles *r, TrmTouchJets *jets) {
  const TrmTouch *t = r->touch;
  const double *p = place(r, r->one, t->one[0]), *q = place(r, r->two, t->two[0]);
  over_plane(r, p, q, direction(r, r->two, t->two[1]), t->radius[0], jets);
}

/* of a spot at p beside the nearest point that is d away from it */
static void beside(const Roles *r, const double *p, const double *d, double radius_two,
                   TrmTouchJets *jets) {
  const TrmTouch *t = r->touch;
  unit_or_up(r, d, jets->gap, jets->normal);
  jets->gap[0] -= t->radius[0] + radius_two;
  finish(r, p, t->radius[0], jets);
}

static void spot_spot(const Roles *r, TrmTouchJets *jets) {
  const TrmTouch *t = r->touch;
  const double *p = place(r, r->one, t->one[0]), *q = place(r, r->two, t->two[0]);
  double *d = trm_force_vector(r->call);
  trm_jet_subtract(q, p, d, r->n);
  beside(r, p, d, t->radius[1], jets);
}

/* d = -(w - (w . e) e), w = p - q */
static void spot_line(const Roles *r, TrmTouchJets *jets) {
  const TrmTouch *t = r->touch;
  const double *p = place(r, r->one, t->one[0]), *q = place(r, r->two, t->two[0]);
  const double *e = direction(r, r->two, t->two[1]);
  double *d = trm_force_vector(r->call), *along = trm_force_scalar(r->call);
  trm_jet_subtract(q, p, d, r->n);
  trm_jet_dot(d, e, along, r->n);
  trm_jet_add_scaled(d, -1, along, e, r->n);
  beside(r, p, d, t->radius[1], jets);
}

/* n = e x f; the nearest point of the first line is p + s e with s = (w x f) . n / n . n */
static void line_line(const Roles *r, TrmTouchJets *jets) {
  const TrmTouch *t = r->touch;
  size_t n = r->n;
  const double *p = place(r, r->one, t->one[0]), *q = place(r, r->two, t->two[0]);
  const double *e = direction(r, r->one, t->one[1]), *f = direction(r, r->two, t->two[1]);
  double *w = trm_force_vector(r->call), *m = trm_force_vector(r->call);
  double *x = trm_force_vector(r->call), *length = trm_force_scalar(r->call);
  double *top = trm_force_scalar(r->call), *bottom = trm_force_scalar(r->call);
  double *s = trm_force_scalar(r->call), *spot = trm_force_vector(r->call);
  trm_jet_subtract(q, p, w, n);
  trm_jet_cross(e, f, m, n);
  trm_jet_cross(w, f, x, n);
  trm_jet_dot(x, m, top, n);
  trm_jet_dot(m, m, bottom, n);
  divide(top, bottom, s, n);
  trm_jet_unit(m, length, jets->normal, n);
  for (size_t i = 0; i < 3 * (n + 1); i++) jets->normal[i] *= t->cosine;
  trm_jet_dot(jets->normal, w, jets->gap, n);
  jets->gap[0] -= t->radius[0] + t->radius[1];
  memcpy(spot, p, 3 * (n + 1) * sizeof *spot);
  trm_jet_add_scaled(spot, 1, s, e, n);
  finish(r, spot, t->radius[0], jets);
}

/* the rim's lowest point is in the direction u = -(m - (m . x) x) from its centre; where the plane
 * is that of the rim, one fixed on the body */
static void rim_plane(const Roles *r, TrmTouchJets *jets) {
  static const double upright = 1e-6;
  const TrmTouch *t = r->touch;
  size_t n = r->n;
  const double *centre = place(r, r->one, t->one[0]), *x = direction(r, r->one, t->one[1]);
  const double *q = place(r, r->two, t->two[0]), *m = direction(r, r->two, t->two[1]);
  double *u = trm_force_vector(r->call), *v = trm_force_vector(r->call);
  double *d = trm_force_vector(r->call), *along = trm_force_scalar(r->call);
  double *spot = trm_force_vector(r->call);
  trm_jet_dot(m, x, along, n);
  for (size_t i = 0; i < 3 * (n + 1); i++) d[i] = -m[i];
  trm_jet_add_scaled(d, 1, along, x, n);
  if (trm_vec3_norm(d) > upright) {
    trm_jet_unit(d, along, u, n);
  } else {
    const double *a = t->one[1];
    int k = fabs(a[0]) < 0.6 ? 0 : 1;
    double across[3] = {k == 0, k == 1, 0}, fixed[3];
    trm_vec3_cross(a, across, fixed);
    trm_vec3_unit(fixed, fixed);
    trm_site_vector(&r->call->site[r->one], fixed, u, n);
  }
  trm_jet_cross(x, u, v, n);
  memcpy(spot, centre, 3 * (n + 1) * sizeof *spot);
  trm_jet_add(spot, t->radius[0] * t->cosine, u, n);
  trm_jet_add(spot, t->radius[0] * t->sine, v, n);
  over_plane(r, spot, q, m, 0, jets);
}

/* nearest point of the circle: centre + radius times the direction of w across the axis */
static void spot_rim(const Roles *r, TrmTouchJets *jets) {
  const TrmTouch *t = r->touch;
  size_t n = r->n;
  const double *p = place(r, r->one, t->one[0]), *centre = place(r, r->two, t->two[0]);
  const double *x = direction(r, r->two, t->two[1]);
  double *w = trm_force_vector(r->call), *along = trm_force_scalar(r->call);
  double *length = trm_force_scalar(r->call), *u = trm_force_vector(r->call);
  double *d = trm_force_vector(r->call);
  trm_jet_subtract(p, centre, w, n);
  memcpy(d, w, 3 * (n + 1) * sizeof *d);
  trm_jet_dot(w, x, along, n);
  trm_jet_add_scaled(w, -1, along, x, n);
  unit_or_up(r, w, length, u);
  for (size_t i = 0; i < 3 * (n + 1); i++) d[i] = t->radius[1] * u[i] - d[i];
  beside(r, p, d, 0, jets);
}

/* where a line meets the plane that cuts it: s = (b - a) . f / (e . f) */
static void cut_plane(const Roles *r, TrmTouchJets *jets) {
  const TrmTouch *t = r->touch;
  size_t n = r->n;
  const double *a = place(r, r->one, t->one[0]), *e = direction(r, r->one, t->one[1]);
  const double *q = place(r, r->two, t->two[0]), *m = direction(r, r->two, t->two[1]);
  const double *b = place(r, r->two, t->two[2]), *f = direction(r, r->two, t->two[3]);
  double *d = trm_force_vector(r->call), *top = trm_force_scalar(r->call);
  double *bottom = trm_force_scalar(r->call), *s = trm_force_scalar(r->call);
  double *spot = trm_force_vector(r->call);
  trm_jet_subtract(b, a, d, n);
  trm_jet_dot(d, f, top, n);
  trm_jet_dot(e, f, bottom, n);
  divide(top, bottom, s, n);
  memcpy(spot, a, 3 * (n + 1) * sizeof *spot);
  trm_jet_add_scaled(spot, 1, s, e, n);
  over_plane(r, spot, q, m, 0, jets);
}

/* from a spot along its direction n to a face: the gap is s = (q - a) . m / (n . m) */
static void spot_face(const Roles *r, TrmTouchJets *jets) {
  const TrmTouch *t = r->touch;
  size_t n = r->n;
  const double *a = place(r, r->one, t->one[0]), *out = direction(r, r->one, t->one[1]);
  const double *q = place(r, r->two, t->two[0]), *m = direction(r, r->two, t->two[1]);
  double *d = trm_force_vector(r->call), *top = trm_force_scalar(r->call);
  double *bottom = trm_force_scalar(r->call);
  trm_jet_subtract(q, a, d, n);
  trm_jet_dot(d, m, top, n);
  trm_jet_dot(out, m, bottom, n);
  divide(top, bottom, jets->gap, n);
  memcpy(jets->normal, out, 3 * (n + 1) * sizeof *out);
  finish(r, a, 0, jets);
}

/* vector c(s) for a scalar jet s: value and slope along it */
static void along_curve(const double value[3], const double slope[3], const double *s, double *out,
                        size_t n) {
  memcpy(out, value, 3 * sizeof *out);
  for (size_t i = 1; i <= n; i++)
    for (size_t k = 0; k < 3; k++) out[3 * i + k] = slope[k] * s[i];
}

/* the foot c(s) of the spot, (c - w) . c' = 0 in the carrier's axes, so that
 * ds = c' . dw / (c' . c' + (c - w) . c''); outwards is side n x c' */
static void spot_curve(const Roles *r, TrmTouchJets *jets) {
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

void trm_touch_jets(const TrmTouch *touch, TrmForceCall *call, TrmTouchJets *jets) {
  static void (*const forms[])(const Roles *, TrmTouchJets *) = {
      [TRM_TOUCH_SPOT_PLANE] = spot_plane, [TRM_TOUCH_SPOT_SPOT] = spot_spot,
      [TRM_TOUCH_SPOT_LINE] = spot_line,   [TRM_TOUCH_LINE_LINE] = line_line,
      [TRM_TOUCH_RIM_PLANE] = rim_plane,   [TRM_TOUCH_SPOT_RIM] = spot_rim,
      [TRM_TOUCH_CUT_PLANE] = cut_plane,   [TRM_TOUCH_SPOT_FACE] = spot_face,
      [TRM_TOUCH_SPOT_CURVE] = spot_curve};
  Roles roles = {call, touch, touch->turned, !touch->turned, call->n};
  jets->gap = trm_force_scalar(call);
  jets->normal = trm_force_vector(call);
  jets->point = trm_force_vector(call);
  forms[touch->kind](&roles, jets);
}
