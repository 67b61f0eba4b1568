/* SPDX-License-Identifier: Apache-2.0
 *
 * Touches of curves: with spots at the foot of the centre, with planes, sides of polygons and
 * capsules where the curve is parallel to them, with curves where both are, and everywhere with the
 * ends of what ends. Such places are looked for among samples and refined by Newton's method.
 */
#include "catalog/contact/touch_curve.h"
#include "math/mat3.h"
#include <string.h>

enum { SAMPLES = 128, MOST_ROUNDS = 24 };

void trm_surface_sample(TrmArena *arena, TrmSurface *s) {
  double low, high, c[4][3];
  int closed;
  trm_curve_range(s->curve, &low, &high, &closed);
  if (closed) high += low;
  double(*samples)[3] = trm_arena_array(arena, SAMPLES + 1, sizeof *samples);
  s->sample_count = closed ? SAMPLES : SAMPLES + 1;
  s->sample_first = low;
  s->sample_step = (high - low) / SAMPLES;
  for (size_t i = 0; i < s->sample_count; i++) {
    trm_curve_eval(s->curve, low + s->sample_step * (double)i, c);
    trm_mat3_apply(s->carrier.A, c[0], samples[i]);
    trm_vec3_add(samples[i], 1, s->carrier.s, samples[i]);
  }
  s->samples = samples;
}

int trm_curve_is_open(const TrmSurface *s) {
  return s->sample_count > SAMPLES;
}

double trm_curve_sample_at(const TrmSurface *s, size_t i) {
  return s->sample_first + s->sample_step * (double)i;
}

int trm_curve_holds(const TrmSurface *s, double at) {
  double last = s->sample_first + s->sample_step * SAMPLES;
  return !trm_curve_is_open(s) || (at > s->sample_first && at < last);
}

double trm_curve_within(const TrmSurface *s, double at) {
  double last = s->sample_first + s->sample_step * SAMPLES;
  return trm_curve_is_open(s) ? fmax(s->sample_first, fmin(last, at)) : at;
}

void trm_curve_place(const TrmEncounter *e, int i, double at, TrmCurvePlace *place) {
  const TrmSurface *s = e->surface[i];
  double c[4][3], body[3], across[3];
  trm_curve_eval(s->curve, at, c);
  trm_mat3_apply(s->carrier.A, c[0], body);
  trm_vec3_add(body, 1, s->carrier.s, body);
  trm_encounter_place(e, i, body, place->p);
  for (int k = 1; k < 3; k++) {
    trm_mat3_apply(s->carrier.A, c[k], body);
    trm_encounter_turn(e, i, body, k == 1 ? place->tangent : place->bend);
  }
  trm_mat3_apply(s->carrier.A, s->n, body);
  trm_encounter_turn(e, i, body, place->axis);
  trm_vec3_cross(place->axis, place->tangent, across);
  trm_vec3_unit(across, place->out);
  for (int k = 0; k < 3; k++) place->out[k] *= s->side;
}

void trm_touch_spot_on_curve(TrmEncounter *e, int one, const double spot[3], double radius) {
  const TrmSurface *b = e->surface[1 - one];
  const TrmFrame *carrier = &b->carrier;
  double p[3], origin[3], w[3], turned[3], c[4][3], low, high;
  int closed;
  /* the centre in the carrier's axes */
  trm_encounter_place(e, one, spot, p);
  trm_encounter_place(e, 1 - one, carrier->s, origin);
  trm_vec3_add(p, -1, origin, w);
  trm_mat3_apply_transposed(e->motion[1 - one]->R, w, turned);
  trm_mat3_apply_transposed(carrier->A, turned, w);
  double s = trm_curve_nearest(b->curve, w);
  trm_curve_range(b->curve, &low, &high, &closed);
  trm_curve_eval(b->curve, s, c);
  if (!closed && (s <= low || s >= high)) {
    trm_vec3_add(w, -1, c[0], turned);
    e->nearest = fmin(e->nearest, trm_vec3_norm(turned) - radius);
    return;
  }
  TrmTouch touch = {.kind = TRM_TOUCH_SPOT_CURVE, .turned = one, .curve = b, .at = s};
  memcpy(touch.one[0], spot, sizeof touch.one[0]);
  touch.radius[0] = radius;
  trm_encounter_keep(e, &touch);
}

void trm_touch_ball_curve(TrmEncounter *e, int one) {
  const TrmSurface *a = e->surface[one];
  trm_touch_spot_on_curve(e, one, a->p[0], a->radius[0]);
}

/* a side that the curve can touch: a point and its normal, body axes; ground axes */
typedef struct Side {
  const double *p, *n;
  double radius, p_g[3], n_g[3];
} Side;

/* where the curve is parallel to the side, from a sample on; 0 where it is not */
static int refine_parallel(const TrmEncounter *e, int curve, const Side *side, double *at) {
  const TrmSurface *s = e->surface[curve];
  double begin = *at;
  for (int round = 0; round < MOST_ROUNDS; round++) {
    TrmCurvePlace place;
    trm_curve_place(e, curve, *at, &place);
    double f = trm_vec3_dot(place.tangent, side->n_g), rate = trm_vec3_dot(place.bend, side->n_g);
    /* the lowest place, not the highest */
    if (!(rate > 0)) return 0;
    double step = -f / rate;
    *at += step;
    if (!(fabs(*at - begin) <= 2 * s->sample_step)) return 0;
    if (fabs(step) <= 1e-14 * (fabs(*at) + s->sample_step))
      return trm_curve_holds(s, *at) && trm_vec3_dot(place.out, side->n_g) < 0;
  }
  return 0;
}

/* what says whether a place may touch a side: it lies before it and behind no other */
typedef int Allowed(const TrmEncounter *e, int one, const Side *side, const double p[3]);

static void side_curve(TrmEncounter *e, int one, Side *side, Allowed *allowed) {
  const TrmSurface *s = e->surface[1 - one];
  size_t count = s->sample_count;
  double gap[SAMPLES + 1], p[3];
  trm_encounter_place(e, one, side->p, side->p_g);
  trm_encounter_turn(e, one, side->n, side->n_g);
  for (size_t i = 0; i < count; i++) {
    trm_encounter_place(e, 1 - one, s->samples[i], p);
    trm_vec3_add(p, -1, side->p_g, p);
    gap[i] = trm_vec3_dot(p, side->n_g) - side->radius;
  }
  for (size_t i = 0; i < count; i++) {
    if (trm_curve_is_open(s) && (i == 0 || i + 1 == count)) continue;
    if (!(gap[i] < gap[(i + count - 1) % count] && gap[i] <= gap[(i + 1) % count])) continue;
    TrmTouch touch = {.kind = TRM_TOUCH_PLANE_CURVE, .turned = one, .curve = s};
    touch.at = trm_curve_sample_at(s, i);
    if (!refine_parallel(e, 1 - one, side, &touch.at)) continue;
    TrmCurvePlace place;
    trm_curve_place(e, 1 - one, touch.at, &place);
    if (allowed && !allowed(e, one, side, place.p)) continue;
    memcpy(touch.one[0], side->p, sizeof touch.one[0]);
    memcpy(touch.one[1], side->n, sizeof touch.one[1]);
    touch.radius[0] = side->radius;
    trm_encounter_keep(e, &touch);
  }
}

void trm_touch_curve_plane(TrmEncounter *e, int one) {
  const TrmSurface *a = e->surface[one], *b = e->surface[1 - one];
  Side side = {.p = b->p[0], .n = b->n};
  side_curve(e, 1 - one, &side, NULL);
  for (size_t end = 0; end < 2 && trm_curve_is_open(a); end++) {
    const double *p = a->samples[end ? a->sample_count - 1 : 0];
    trm_encounter_spot_plane(e, one, p, b->p[0], b->n, 0, 0);
  }
}

/* beside the capsule, between its ends and on this side of its middle */
static int beside_capsule(const TrmEncounter *e, int one, const Side *side, const double p[3]) {
  const TrmSurface *a = e->surface[one];
  double axis[3], d[3], w[3];
  trm_vec3_add(a->p[1], -1, a->p[0], d);
  trm_encounter_turn(e, one, d, axis);
  trm_vec3_add(p, -1, side->p_g, w);
  double along = trm_vec3_dot(w, axis);
  return along > 0 && along < trm_vec3_dot(axis, axis) && trm_vec3_dot(w, side->n_g) > 0;
}

void trm_touch_capsule_curve(TrmEncounter *e, int one) {
  const TrmSurface *a = e->surface[one], *b = e->surface[1 - one];
  double d[3], left[3], right[3];
  for (int k = 0; k < 2; k++) trm_touch_spot_on_curve(e, one, a->p[k], a->radius[0]);
  trm_vec3_add(a->p[1], -1, a->p[0], d);
  for (int k = 0; k < 2; k++) {
    double *n = k ? right : left;
    n[0] = k ? d[1] : -d[1], n[1] = k ? -d[0] : d[0], n[2] = 0;
    if (!trm_vec3_unit(n, n)) return;
    Side side = {.p = a->p[0], .n = n, .radius = a->radius[0]};
    side_curve(e, one, &side, beside_capsule);
  }
  for (size_t end = 0; end < 2 && trm_curve_is_open(b); end++)
    trm_encounter_spot_capsule(e, 1 - one, b->samples[end ? b->sample_count - 1 : 0], 0, 0);
}

/* over the side, and inside the polygon least deep under it */
static int over_side(const TrmEncounter *e, int one, const Side *side, const double p[3]) {
  const TrmHull *solid = e->surface[one]->solid;
  double w[3], x[3], over = 0, most = -HUGE_VAL;
  trm_vec3_add(p, -1, e->motion[one]->r, w);
  trm_mat3_apply_transposed(e->motion[one]->R, w, x);
  for (size_t f = 0; f < solid->face_count; f++) {
    const double *n = solid->normal + 3 * f;
    double here = trm_vec3_dot(n, x) - solid->offset[f];
    most = fmax(most, here);
    if (n != side->n) continue;
    const double *a = solid->corner + 3 * solid->loop[solid->start[f]];
    const double *b = solid->corner + 3 * solid->loop[solid->start[f] + 1];
    double d[3], q[3];
    over = here;
    trm_vec3_add(b, -1, a, d);
    trm_vec3_add(x, -1, a, q);
    double along = trm_vec3_dot(q, d);
    if (!(along >= 0 && along <= trm_vec3_dot(d, d))) return 0;
  }
  return over >= most;
}

void trm_touch_solid_curve(TrmEncounter *e, int one) {
  const TrmSurface *a = e->surface[one], *b = e->surface[1 - one];
  const TrmHull *solid = a->solid;
  for (size_t i = 0; i < solid->corner_count; i++)
    trm_touch_spot_on_curve(e, one, solid->corner + 3 * i, 0);
  for (size_t f = 0; f < solid->face_count; f++) {
    const double *corner = solid->corner + 3 * solid->loop[solid->start[f]];
    Side side = {.p = corner, .n = solid->normal + 3 * f};
    side_curve(e, one, &side, over_side);
  }
  for (size_t end = 0; end < 2 && trm_curve_is_open(b); end++)
    trm_touch_spot_on_solid(e, 1 - one, b->samples[end ? b->sample_count - 1 : 0], 0, 0);
}
