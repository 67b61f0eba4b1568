/* SPDX-License-Identifier: Apache-2.0
 *
 * Touch: gap, normal and point of a pair of features in closed form, as jets. The gap's slope is
 * the normal at the point and its moment; the slopes of the normal carry the curvature.
 */
#include "catalog/contact/touch_roles.h"

static void spot_plane(const Roles *r, TrmTouchJets *jets) {
  const TrmTouch *t = r->touch;
  const double *p = place(r, r->one, t->one[0]), *q = place(r, r->two, t->two[0]);
  over_plane(r, p, q, direction(r, r->two, t->two[1]), t->radius[0], jets);
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

void trm_touch_jets(const TrmTouch *touch, TrmForceCall *call, TrmTouchJets *jets) {
  static void (*const forms[])(const Roles *,
                               TrmTouchJets *) = {[TRM_TOUCH_SPOT_PLANE] = spot_plane,
                                                  [TRM_TOUCH_SPOT_SPOT] = spot_spot,
                                                  [TRM_TOUCH_SPOT_LINE] = spot_line,
                                                  [TRM_TOUCH_LINE_LINE] = line_line,
                                                  [TRM_TOUCH_RIM_PLANE] = rim_plane,
                                                  [TRM_TOUCH_SPOT_RIM] = spot_rim,
                                                  [TRM_TOUCH_CUT_PLANE] = cut_plane,
                                                  [TRM_TOUCH_SPOT_FACE] = spot_face,
                                                  [TRM_TOUCH_SPOT_CURVE] = trm_touch_spot_curve,
                                                  [TRM_TOUCH_SPOT_CONE] = trm_touch_spot_cone,
                                                  [TRM_TOUCH_RIM_LINE] = trm_touch_rim_line,
                                                  [TRM_TOUCH_RIM_RIM] = trm_touch_rim_rim,
                                                  [TRM_TOUCH_CUT_RIM] = trm_touch_cut_rim,
                                                  [TRM_TOUCH_PLANE_CURVE] = trm_touch_plane_curve,
                                                  [TRM_TOUCH_CURVE_CURVE] = trm_touch_curve_curve};
  Roles roles = {call, touch, touch->turned, !touch->turned, call->n};
  jets->gap = trm_force_scalar(call);
  jets->normal = trm_force_vector(call);
  jets->point = trm_force_vector(call);
  forms[touch->kind](&roles, jets);
}
