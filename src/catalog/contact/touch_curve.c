/* SPDX-License-Identifier: Apache-2.0
 *
 * Touches of balls and points with a curve: at the foot of the centre. Off the ends of an open
 * curve nothing is touched.
 */
#include "catalog/contact/surface.h"
#include "math/mat3.h"
#include <string.h>

void trm_touch_ball_curve(TrmEncounter *e, int one) {
  const TrmSurface *a = e->surface[one], *b = e->surface[1 - one];
  const TrmFrame *carrier = &b->carrier;
  double p[3], origin[3], w[3], turned[3], c[4][3], low, high;
  int closed;
  /* the centre in the carrier's axes */
  trm_encounter_place(e, one, a->p[0], p);
  trm_encounter_place(e, 1 - one, carrier->s, origin);
  trm_vec3_add(p, -1, origin, w);
  trm_mat3_apply_transposed(e->motion[1 - one]->R, w, turned);
  trm_mat3_apply_transposed(carrier->A, turned, w);
  double s = trm_curve_nearest(b->curve, w);
  trm_curve_range(b->curve, &low, &high, &closed);
  trm_curve_eval(b->curve, s, c);
  if (!closed && (s <= low || s >= high)) {
    trm_vec3_add(w, -1, c[0], turned);
    e->nearest = fmin(e->nearest, trm_vec3_norm(turned));
    return;
  }
  TrmTouch touch = {.kind = TRM_TOUCH_SPOT_CURVE, .turned = one, .curve = b, .at = s};
  memcpy(touch.one[0], a->p[0], sizeof touch.one[0]);
  touch.radius[0] = a->radius[0];
  trm_encounter_keep(e, &touch);
}
