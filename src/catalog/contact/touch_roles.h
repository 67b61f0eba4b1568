/* SPDX-License-Identifier: Apache-2.0
 *
 * Roles: what the files of touches as jets have in common: places and directions of both sides, and
 * how a touch follows from its gap and normal.
 */
#ifndef TRM_CATALOG_CONTACT_TOUCH_ROLES_H
#define TRM_CATALOG_CONTACT_TOUCH_ROLES_H

#include "catalog/contact/surface.h"
#include <string.h>

/* roles one and two: the call and the sides they are on */
typedef struct Roles {
  TrmForceCall *call;
  const TrmTouch *touch;
  int one, two;
  size_t n;
} Roles;

/* a place fixed on the body of `side`, and a direction */
static inline const double *place(const Roles *r, int side, const double x_b[3]) {
  TrmFrame frame;
  const TrmFrame *kept = r->call->site[side].frame;
  memcpy(frame.s, x_b, sizeof frame.s);
  r->call->site[side].frame = &frame;
  const double *p = trm_force_point(r->call, side ? TRM_FORCE_SECOND : TRM_FORCE_FIRST);
  r->call->site[side].frame = kept;
  return p;
}

static inline double *direction(const Roles *r, int side, const double x_b[3]) {
  double *v = trm_force_vector(r->call);
  trm_site_vector(&r->call->site[side], x_b, v, r->n);
  return v;
}

/* scalar a + scale * scalar b, into a */
static inline void add_number(double *a, double scale, const double *b, size_t n) {
  for (size_t i = 0; i <= n; i++) a[i] += scale * b[i];
}

/* scalar c = a / b */
static inline void divide(const double *a, const double *b, double *c, size_t n) {
  c[0] = a[0] / b[0];
  for (size_t i = 1; i <= n; i++) c[i] = (a[i] - c[0] * b[i]) / b[0];
}

/* unit vector and length of d; without a length, a fixed direction: z, in the plane y */
static inline void unit_or_up(const Roles *r, const double *d, double *length, double *unit) {
  trm_jet_unit(d, length, unit, r->n);
  if (length[0] > 0) return;
  memset(unit, 0, 3 * (r->n + 1) * sizeof *unit);
  unit[r->touch->planar ? 1 : 2] = 1;
  for (size_t i = 1; i <= r->n; i++) length[i] = trm_vec3_dot(unit, d + 3 * i);
}

/* gap and normal (from one to two) are found: the point lies half the gap beyond the spot's skin */
static inline void finish(const Roles *r, const double *spot, double radius, TrmTouchJets *jets) {
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
static inline void over_plane(const Roles *r, const double *spot, const double *q, const double *m,
                              double radius, TrmTouchJets *jets) {
  double *d = trm_force_vector(r->call);
  trm_jet_subtract(spot, q, d, r->n);
  trm_jet_dot(m, d, jets->gap, r->n);
  jets->gap[0] -= radius;
  for (size_t i = 0; i < 3 * (r->n + 1); i++) jets->normal[i] = -m[i];
  finish(r, spot, radius, jets);
}

/* of a spot at p beside the nearest point that is d away from it */
static inline void beside(const Roles *r, const double *p, const double *d, double radius_two,
                          TrmTouchJets *jets) {
  const TrmTouch *t = r->touch;
  unit_or_up(r, d, jets->gap, jets->normal);
  jets->gap[0] -= t->radius[0] + radius_two;
  finish(r, p, t->radius[0], jets);
}

/* touch_jets_rim.c, touch_jets_curve.c: the kinds of these */
void trm_touch_spot_cone(const Roles *r, TrmTouchJets *jets);
void trm_touch_rim_line(const Roles *r, TrmTouchJets *jets);
void trm_touch_rim_rim(const Roles *r, TrmTouchJets *jets);
void trm_touch_cut_rim(const Roles *r, TrmTouchJets *jets);
void trm_touch_spot_curve(const Roles *r, TrmTouchJets *jets);
void trm_touch_plane_curve(const Roles *r, TrmTouchJets *jets);
void trm_touch_curve_curve(const Roles *r, TrmTouchJets *jets);

#endif
