/* SPDX-License-Identifier: Apache-2.0
 *
 * Touches of two curves in one plane: where their tangents are parallel, their free sides turned
 * against each other and the way between them is shortest, seen from the samples of the first; and
 * where the ends of either have their foot on the other.
 */
#include "catalog/contact/touch_curve.h"
#include <string.h>

enum { MOST_ROUNDS = 30, MOST_FOOT_ROUNDS = 4, MOST_SAMPLES = 129 };

/* places on both */
typedef struct Pair {
  double at[2];
  TrmCurvePlace place[2];
  double gap;
} Pair;

static void look(const TrmEncounter *e, Pair *pair) {
  double d[3];
  for (int i = 0; i < 2; i++) trm_curve_place(e, i, pair->at[i], &pair->place[i]);
  trm_vec3_add(pair->place[0].p, -1, pair->place[1].p, d);
  pair->gap = trm_vec3_dot(d, pair->place[1].out);
}

/* the foot on the second of sample i of the first: its nearest sample, then a few rounds */
static Pair foot_of(const TrmEncounter *e, size_t i, double (*other)[3]) {
  const TrmSurface *a = e->surface[0], *b = e->surface[1];
  double p[3], d[3], least = HUGE_VAL;
  size_t near = 0;
  trm_encounter_place(e, 0, a->samples[i], p);
  for (size_t k = 0; k < b->sample_count; k++) {
    trm_vec3_add(other[k], -1, p, d);
    double square = trm_vec3_dot(d, d);
    if (square < least) least = square, near = k;
  }
  Pair pair = {.at = {trm_curve_sample_at(a, i), trm_curve_sample_at(b, near)}};
  for (int round = 0; round < MOST_FOOT_ROUNDS; round++) {
    look(e, &pair);
    const TrmCurvePlace *f = &pair.place[1];
    trm_vec3_add(f->p, -1, pair.place[0].p, d);
    double slope = trm_vec3_dot(f->tangent, f->tangent) + trm_vec3_dot(d, f->bend);
    double step = slope > 0 ? -trm_vec3_dot(d, f->tangent) / slope : 0;
    pair.at[1] =
        trm_curve_within(b, pair.at[1] + fmax(-b->sample_step, fmin(b->sample_step, step)));
  }
  look(e, &pair);
  return pair;
}

/* tangents parallel and the way across them: Newton's method; 0 where that leads elsewhere */
static int refine(const TrmEncounter *e, Pair *pair) {
  double begin = pair->at[0];
  for (int round = 0; round < MOST_ROUNDS; round++) {
    const TrmCurvePlace *a = &pair->place[0], *b = &pair->place[1];
    double d[3], across[3], m[4];
    trm_vec3_cross(a->tangent, b->tangent, across);
    double f = trm_vec3_dot(across, b->axis);
    trm_vec3_add(a->p, -1, b->p, d);
    double g = trm_vec3_dot(d, b->tangent);
    trm_vec3_cross(a->bend, b->tangent, across);
    m[0] = trm_vec3_dot(across, b->axis);
    trm_vec3_cross(a->tangent, b->bend, across);
    m[1] = trm_vec3_dot(across, b->axis);
    m[2] = trm_vec3_dot(a->tangent, b->tangent);
    m[3] = trm_vec3_dot(d, b->bend) - trm_vec3_dot(b->tangent, b->tangent);
    double det = m[0] * m[3] - m[1] * m[2];
    double step[2] = {-(m[3] * f - m[1] * g) / det, -(m[0] * g - m[2] * f) / det};
    int done = 1;
    for (int i = 0; i < 2; i++) {
      pair->at[i] += step[i];
      done &= fabs(step[i]) <= 1e-14 * (fabs(pair->at[i]) + e->surface[i]->sample_step);
    }
    if (!(fabs(pair->at[0] - begin) <= 3 * e->surface[0]->sample_step)) return 0;
    look(e, pair);
    if (!done) continue;
    for (int i = 0; i < 2; i++)
      if (!trm_curve_holds(e->surface[i], pair->at[i])) return 0;
    return trm_vec3_dot(pair->place[0].out, pair->place[1].out) < 0;
  }
  return 0;
}

static void keep(TrmEncounter *e, const Pair *pair) {
  const TrmSurface *b = e->surface[1];
  TrmTouch touch = {.kind = TRM_TOUCH_CURVE_CURVE,
                    .curve_one = e->surface[0],
                    .curve = b,
                    .at_one = pair->at[0],
                    .at = pair->at[1]};
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 3; i++) touch.two[0][k] += b->carrier.A[3 * k + i] * b->n[i];
  trm_encounter_keep(e, &touch);
}

void trm_touch_curves(TrmEncounter *e, int one) {
  const TrmSurface *a = e->surface[0], *b = e->surface[1];
  double other[MOST_SAMPLES][3];
  Pair pairs[MOST_SAMPLES];
  size_t count = a->sample_count;
  (void)one;
  for (size_t k = 0; k < b->sample_count; k++) trm_encounter_place(e, 1, b->samples[k], other[k]);
  for (size_t i = 0; i < count; i++) pairs[i] = foot_of(e, i, other);
  double last = HUGE_VAL;
  for (size_t i = 0; i < count; i++) {
    if (trm_curve_is_open(a) && (i == 0 || i + 1 == count)) continue;
    double gap = pairs[i].gap;
    if (!(gap < pairs[(i + count - 1) % count].gap && gap <= pairs[(i + 1) % count].gap)) continue;
    Pair pair = pairs[i];
    if (!refine(e, &pair) || fabs(pair.at[0] - last) < 1e-9 * a->sample_step) continue;
    last = pair.at[0];
    keep(e, &pair);
  }
  for (int i = 0; i < 2; i++)
    for (size_t end = 0; end < 2 && trm_curve_is_open(e->surface[i]); end++) {
      const TrmSurface *s = e->surface[i];
      trm_touch_spot_on_curve(e, i, s->samples[end ? s->sample_count - 1 : 0], 0);
    }
}
