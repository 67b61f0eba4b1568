/* SPDX-License-Identifier: Apache-2.0
 *
 * Where the rim of a cylinder is nearest to a line or to another rim: the distance is sampled along
 * the rim and its least places refined by Newton's method. The normal there is the product of both
 * tangents, which goes on when one sinks into the other; of a line with a radius it is the way to
 * its middle.
 */
#include "catalog/contact/touch_cylinder.h"
#include "math/mat3.h"
#include <string.h>

enum { SAMPLES = 24, MOST_ROUNDS = 30 };

TrmCylinder trm_cylinder_of(const TrmEncounter *e, int i) {
  const TrmSurface *s = e->surface[i];
  TrmCylinder out = {.i = i, .radius = s->radius[0]};
  double d[3];
  for (int k = 0; k < 2; k++) trm_encounter_place(e, i, s->p[k], out.p[k]);
  trm_encounter_turn(e, i, s->n, out.n);
  trm_vec3_add(s->p[1], -1, s->p[0], d);
  out.length = trm_vec3_norm(d);
  return out;
}

static TrmStraight straight(const TrmEncounter *e, int i, const double a[3], const double b[3],
                            double radius) {
  TrmStraight out = {.i = i, .radius = radius};
  memcpy(out.p, a, sizeof out.p);
  trm_vec3_add(b, -1, a, out.d);
  trm_encounter_place(e, i, out.p, out.p_g);
  trm_encounter_turn(e, i, out.d, out.d_g);
  return out;
}

TrmStraight trm_straight_edge(const TrmEncounter *e, int i, size_t edge) {
  const TrmHull *solid = e->surface[i]->solid;
  return straight(e, i, solid->corner + 3 * solid->edge[edge][0],
                  solid->corner + 3 * solid->edge[edge][1], 0);
}

TrmStraight trm_straight_middle(const TrmEncounter *e, int i) {
  const TrmSurface *s = e->surface[i];
  return straight(e, i, s->p[0], s->p[1], s->radius[0]);
}

size_t trm_straight_count(const TrmSurface *s) {
  return s->solid ? s->solid->edge_count : 1;
}

TrmStraight trm_straight_of(const TrmEncounter *e, int i, size_t k) {
  return e->surface[i]->solid ? trm_straight_edge(e, i, k) : trm_straight_middle(e, i);
}

/* a rim in ground axes: centre, two directions, radius */
typedef struct Rim {
  const double *c;
  double u[3], v[3], radius;
} Rim;

static Rim rim_of(const TrmCylinder *a, int end) {
  Rim rim = {.c = a->p[end], .radius = a->radius};
  double across[3] = {0, 0, 0};
  across[fabs(a->n[0]) < 0.6 ? 0 : 1] = 1;
  trm_vec3_cross(a->n, across, rim.u);
  trm_vec3_unit(rim.u, rim.u);
  trm_vec3_cross(a->n, rim.u, rim.v);
  return rim;
}

static void rim_at(const Rim *rim, double at, double p[3], double out[3], double along[3]) {
  double c = cos(at), s = sin(at);
  for (int k = 0; k < 3; k++) {
    out[k] = c * rim->u[k] + s * rim->v[k];
    along[k] = c * rim->v[k] - s * rim->u[k];
    p[k] = rim->c[k] + rim->radius * out[k];
  }
}

/* the places of least distance among samples all round */
static size_t least_places(const double *value, double *at) {
  size_t count = 0;
  for (int i = 0; i < SAMPLES && count < TRM_MOST_NEAR; i++)
    if (value[i] < value[(i + SAMPLES - 1) % SAMPLES] && value[i] <= value[(i + 1) % SAMPLES])
      at[count++] = 2 * acos(-1) * i / SAMPLES;
  return count;
}

/* a touch of the rim at a place whose direction from the centre is `out` */
static TrmTouch touch_of(const TrmEncounter *e, const TrmCylinder *a, int end, TrmTouchKind kind,
                         const double out[3]) {
  const TrmSurface *s = e->surface[a->i];
  TrmTouch touch = {.kind = kind, .turned = a->i};
  memcpy(touch.one[0], s->p[end], sizeof touch.one[0]);
  memcpy(touch.one[1], s->n, sizeof touch.one[1]);
  trm_mat3_apply_transposed(e->motion[a->i]->R, out, touch.one[2]);
  touch.radius[0] = a->radius;
  return touch;
}

/* with w the way from the line across it: g = w . w/2, g' = w . w', g'' = w' . w' + w . w'' */
size_t trm_rim_near_line(const TrmEncounter *e, const TrmCylinder *a, int end,
                         const TrmStraight *line, TrmTouch touches[TRM_MOST_NEAR]) {
  Rim rim = rim_of(a, end);
  double unit[3], base[3], u[3], v[3], value[SAMPLES], at[TRM_MOST_NEAR];
  double length = trm_vec3_norm(line->d_g);
  size_t count = 0;
  if (!trm_vec3_unit(line->d_g, unit)) return 0;
  trm_vec3_add(rim.c, -1, line->p_g, base);
  trm_vec3_add(base, -trm_vec3_dot(base, unit), unit, base);
  trm_vec3_add(rim.u, -trm_vec3_dot(rim.u, unit), unit, u);
  trm_vec3_add(rim.v, -trm_vec3_dot(rim.v, unit), unit, v);
  for (int i = 0; i < SAMPLES; i++) {
    double c = rim.radius * cos(2 * acos(-1) * i / SAMPLES), w[3];
    double s = rim.radius * sin(2 * acos(-1) * i / SAMPLES);
    for (int k = 0; k < 3; k++) w[k] = base[k] + c * u[k] + s * v[k];
    value[i] = trm_vec3_dot(w, w);
  }
  size_t found = least_places(value, at);
  for (size_t j = 0; j < found; j++) {
    double p[3], out[3], along[3], w[3], step = 1;
    for (int round = 0; round < MOST_ROUNDS && fabs(step) > 1e-15; round++) {
      double c = rim.radius * cos(at[j]), s = rim.radius * sin(at[j]), rate[3], part[3];
      for (int k = 0; k < 3; k++) {
        part[k] = c * u[k] + s * v[k];
        rate[k] = c * v[k] - s * u[k];
        w[k] = base[k] + part[k];
      }
      double slope = trm_vec3_dot(rate, rate) - trm_vec3_dot(w, part);
      step = -trm_vec3_dot(w, rate) / slope;
      /* not over the next sample: against the slope instead */
      if (!(slope > 0)) step = trm_vec3_dot(w, rate) > 0 ? -0.05 : 0.05;
      at[j] += fmax(-0.2, fmin(0.2, step));
    }
    rim_at(&rim, at[j], p, out, along);
    trm_vec3_add(p, -1, line->p_g, w);
    double where = trm_vec3_dot(w, unit) / length;
    if (!(where > -1e-9 && where < 1 + 1e-9)) continue;
    TrmTouch *touch = &touches[count++];
    *touch = touch_of(e, a, end, TRM_TOUCH_RIM_LINE, out);
    memcpy(touch->two[0], line->p, sizeof touch->two[0]);
    trm_vec3_unit(line->d, touch->two[1]);
    touch->radius[1] = line->radius;
    touch->cosine = line->radius > 0 ? 0 : 1;
  }
  return count;
}

/* both places together: F = -D . t1, G = D . t2, D from the first to the second */
static int refine_rims(const Rim *a, const Rim *b, double *at, double *other, double out[3]) {
  double step[2] = {1, 1};
  for (int round = 0; round < MOST_ROUNDS; round++) {
    double p[3], q[3], along[2][3], away[3], d[3];
    rim_at(a, *at, p, out, along[0]);
    rim_at(b, *other, q, away, along[1]);
    if (fmax(fabs(step[0]), fabs(step[1])) < 1e-15) return 1;
    trm_vec3_add(q, -1, p, d);
    double F = -trm_vec3_dot(d, along[0]), G = trm_vec3_dot(d, along[1]);
    double m0 = a->radius + trm_vec3_dot(d, out), m3 = b->radius - trm_vec3_dot(d, away);
    double both = trm_vec3_dot(along[0], along[1]);
    double m1 = -both * b->radius, m2 = -both * a->radius, det = m0 * m3 - m1 * m2;
    step[0] = -(m3 * F - m1 * G) / det;
    step[1] = -(m0 * G - m2 * F) / det;
    if (!(det > 0)) step[0] = -F / a->radius / 4, step[1] = -G / b->radius / 4;
    *at += fmax(-0.3, fmin(0.3, step[0]));
    *other += fmax(-0.3, fmin(0.3, step[1]));
  }
  return fmax(fabs(step[0]), fabs(step[1])) < 1e-12;
}

size_t trm_rim_near_rim(const TrmEncounter *e, const TrmCylinder *a, int end, const TrmCylinder *b,
                        int other_end, TrmTouch touches[TRM_MOST_NEAR]) {
  Rim rim = rim_of(a, end), other = rim_of(b, other_end);
  double value[SAMPLES], angle[SAMPLES], at[TRM_MOST_NEAR];
  size_t count = 0;
  for (int i = 0; i < SAMPLES; i++) {
    double p[3], out[3], along[3], w[3];
    rim_at(&rim, 2 * acos(-1) * i / SAMPLES, p, out, along);
    trm_vec3_add(p, -1, other.c, w);
    double height = trm_vec3_dot(w, b->n);
    double x = trm_vec3_dot(w, other.u), y = trm_vec3_dot(w, other.v);
    double away = hypot(x, y) - other.radius;
    value[i] = height * height + away * away;
    angle[i] = atan2(y, x);
  }
  size_t found = least_places(value, at);
  for (size_t j = 0; j < found; j++) {
    double out[3], place = angle[(int)(at[j] / (2 * acos(-1)) * SAMPLES + 0.5) % SAMPLES];
    if (!refine_rims(&rim, &other, &at[j], &place, out)) continue;
    TrmTouch *touch = &touches[count++];
    *touch = touch_of(e, a, end, TRM_TOUCH_RIM_RIM, out);
    memcpy(touch->two[0], e->surface[b->i]->p[other_end], sizeof touch->two[0]);
    memcpy(touch->two[1], e->surface[b->i]->n, sizeof touch->two[1]);
    touch->radius[1] = b->radius;
    touch->cosine = 1;
  }
  return count;
}

void trm_rim_aim(const TrmEncounter *e, TrmTouch *touch, const double n[3]) {
  trm_encounter_measure(e, touch);
  if (touch->cosine == 0 || trm_vec3_dot(touch->normal, n) >= 0) return;
  touch->cosine = -touch->cosine;
  trm_encounter_measure(e, touch);
}

int trm_middle_crosses(const TrmEncounter *e, const TrmCylinder *a, const TrmStraight *line,
                       TrmTouch *touch) {
  const TrmSurface *s = e->surface[a->i];
  double d[3], s_at, t_at, across[3], w[3], p[3], q[3];
  trm_vec3_add(a->p[1], -1, a->p[0], d);
  if (!trm_segments_nearest(a->p[0], d, line->p_g, line->d_g, &s_at, &t_at)) return 0;
  trm_vec3_cross(d, line->d_g, across);
  if (trm_vec3_norm(across) < 1e-7 * trm_vec3_norm(d) * trm_vec3_norm(line->d_g)) return 0;
  if (!(s_at > 0 && s_at < 1 && t_at > 0 && t_at < 1)) return 0;
  trm_vec3_add(a->p[0], s_at, d, p);
  trm_vec3_add(line->p_g, t_at, line->d_g, q);
  trm_vec3_add(q, -1, p, w);
  *touch = (TrmTouch){.kind = TRM_TOUCH_LINE_LINE, .turned = a->i};
  memcpy(touch->one[0], s->p[0], sizeof touch->one[0]);
  trm_vec3_add(s->p[1], -1, s->p[0], touch->one[1]);
  memcpy(touch->two[0], line->p, sizeof touch->two[0]);
  memcpy(touch->two[1], line->d, sizeof touch->two[1]);
  touch->radius[0] = a->radius;
  touch->radius[1] = line->radius;
  touch->cosine = trm_vec3_dot(across, w) < 0 ? -1 : 1;
  trm_encounter_measure(e, touch);
  return 1;
}
