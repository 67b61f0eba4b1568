/* SPDX-License-Identifier: Apache-2.0
 *
 * Touches of cylinders and cones: with planes at four places of either rim, from its lowest point a
 * quarter turn apart, so that it lies on two lines' ends and stands on four points; with balls at
 * the side, the ends or a rim.
 */
#include "catalog/contact/surface.h"
#include <string.h>

void trm_touch_round_plane(TrmEncounter *e, int one) {
  static const double quarter[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  const TrmSurface *a = e->surface[one], *b = e->surface[1 - one];
  for (unsigned end = 0; end < 2; end++) {
    if (!(a->radius[end] > 0)) {
      trm_encounter_spot_plane(e, one, a->p[end], b->p[0], b->n, 0, end);
      continue;
    }
    TrmTouch touch = {.kind = TRM_TOUCH_RIM_PLANE, .turned = one, .slot = end};
    memcpy(touch.one[0], a->p[end], sizeof touch.one[0]);
    memcpy(touch.one[1], a->n, sizeof touch.one[1]);
    memcpy(touch.two[0], b->p[0], sizeof touch.two[0]);
    memcpy(touch.two[1], b->n, sizeof touch.two[1]);
    touch.radius[0] = a->radius[end];
    for (int k = 0; k < 4; k++) {
      touch.cosine = quarter[k][0];
      touch.sine = quarter[k][1];
      trm_encounter_keep(e, &touch);
    }
  }
}

static void ball_on_rim(TrmEncounter *e, int one, int end) {
  const TrmSurface *a = e->surface[one], *b = e->surface[1 - one];
  if (!(b->radius[end] > 0)) {
    trm_encounter_spot_spot(e, one, a->p[0], b->p[end], a->radius[0], 0, 0);
    return;
  }
  TrmTouch touch = {.kind = TRM_TOUCH_SPOT_RIM, .turned = one};
  memcpy(touch.one[0], a->p[0], sizeof touch.one[0]);
  memcpy(touch.two[0], b->p[end], sizeof touch.two[0]);
  memcpy(touch.two[1], b->n, sizeof touch.two[1]);
  touch.radius[0] = a->radius[0];
  touch.radius[1] = b->radius[end];
  trm_encounter_keep(e, &touch);
}

static void ball_on_end(TrmEncounter *e, int one, int end) {
  const TrmSurface *a = e->surface[one], *b = e->surface[1 - one];
  double normal[3];
  for (int i = 0; i < 3; i++) normal[i] = end ? b->n[i] : -b->n[i];
  trm_encounter_spot_plane(e, one, a->p[0], b->p[end], normal, a->radius[0], 0);
}

/* in the half plane through the axis, x along it and y from it, the side is y = R + k x */
static void ball_cone(TrmEncounter *e, int one, double x, double y, double length) {
  const TrmSurface *a = e->surface[one], *b = e->surface[1 - one];
  double k = (b->radius[1] - b->radius[0]) / length, s = sqrt(1 + k * k);
  double over = (y - b->radius[0] - k * x) / s, beyond = fmax(-x, x - length);
  double foot = (x + k * (y - b->radius[0])) / (s * s);
  int end = x > length / 2, inside = over <= 0 && beyond <= 0;
  if (inside ? over >= beyond : over > 0 && foot >= 0 && foot <= length) {
    TrmTouch touch = {.kind = TRM_TOUCH_SPOT_CONE, .turned = one, .cosine = k};
    memcpy(touch.one[0], a->p[0], sizeof touch.one[0]);
    memcpy(touch.two[0], b->p[0], sizeof touch.two[0]);
    memcpy(touch.two[1], b->n, sizeof touch.two[1]);
    touch.radius[0] = a->radius[0];
    touch.radius[1] = b->radius[0];
    trm_encounter_keep(e, &touch);
  } else if (inside || (beyond > 0 && y <= b->radius[end])) {
    ball_on_end(e, one, end);
  } else {
    ball_on_rim(e, one, over > 0 ? foot > length : end);
  }
}

void trm_touch_ball_round(TrmEncounter *e, int one) {
  const TrmSurface *a = e->surface[one], *b = e->surface[1 - one];
  double p[3], ends[2][3], axis[3], w[3], length, beside[3];
  trm_encounter_place(e, one, a->p[0], p);
  for (int k = 0; k < 2; k++) trm_encounter_place(e, 1 - one, b->p[k], ends[k]);
  trm_encounter_turn(e, 1 - one, b->n, axis);
  trm_vec3_add(ends[1], -1, ends[0], w);
  length = trm_vec3_dot(w, axis);
  trm_vec3_add(p, -1, ends[0], w);
  double along = trm_vec3_dot(w, axis);
  trm_vec3_add(w, -along, axis, beside);
  if (b->radius[0] != b->radius[1]) {
    ball_cone(e, one, along, trm_vec3_norm(beside), length);
    return;
  }
  double away = trm_vec3_norm(beside) - b->radius[0];
  int far = along > length / 2;
  /* beyond the nearer end, and beyond the side */
  double beyond = far ? along - length : -along;
  if (beyond > 0 && away > 0) {
    ball_on_rim(e, one, far);
  } else if (away >= beyond) {
    trm_encounter_spot_line(e, one, a->p[0], b->p[0], b->n, a->radius[0], b->radius[0], 0);
  } else {
    ball_on_end(e, one, far);
  }
}
