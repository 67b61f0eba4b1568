/* SPDX-License-Identifier: Apache-2.0
 *
 * Touches of two surfaces: a table of pairs; balls, capsules and planes are here. A touch is
 * measured by the same text that gives its slopes (touch_jets.c), without columns.
 */
#include "catalog/contact/surface.h"
#include "math/mat3.h"
#include <float.h>
#include <string.h>

void trm_encounter_place(const TrmEncounter *e, int i, const double x_b[3], double out[3]) {
  trm_mat3_apply(e->motion[i]->R, x_b, out);
  trm_vec3_add(out, 1, e->motion[i]->r, out);
}

void trm_encounter_turn(const TrmEncounter *e, int i, const double x_b[3], double out[3]) {
  trm_mat3_apply(e->motion[i]->R, x_b, out);
}

void trm_encounter_measure(const TrmEncounter *e, TrmTouch *touch) {
  double work[3 * TRM_FORCE_JETS];
  TrmFrame frame = {.body = -1};
  TrmForceCall call = {.site = {{e->motion[0], &frame, NULL}, {e->motion[1], &frame, NULL}},
                       .work = work};
  TrmTouchJets jets;
  touch->planar = e->planar;
  trm_touch_jets(touch, &call, &jets);
  touch->gap = jets.gap[0];
  memcpy(touch->normal, jets.normal, sizeof touch->normal);
  memcpy(touch->point, jets.point, sizeof touch->point);
}

void trm_encounter_keep(TrmEncounter *e, const TrmTouch *touch) {
  TrmTouch measured = *touch;
  trm_encounter_measure(e, &measured);
  e->nearest = fmin(e->nearest, measured.gap);
  /* what is no number is kept, so that it is seen */
  if (measured.gap > e->margin) return;
  if (e->count < TRM_MOST_TOUCHES) {
    e->touch[e->count++] = measured;
    return;
  }
  /* no room: in place of the shallowest */
  size_t shallow = 0;
  for (size_t i = 1; i < e->count; i++)
    if (e->touch[i].gap > e->touch[shallow].gap) shallow = i;
  if (measured.gap < e->touch[shallow].gap) e->touch[shallow] = measured;
}

static TrmTouch touch_of(TrmTouchKind kind, int one, const double a[3], const double b[3],
                         unsigned slot) {
  TrmTouch touch = {.kind = kind, .turned = one, .slot = slot};
  memcpy(touch.one[0], a, sizeof touch.one[0]);
  memcpy(touch.two[0], b, sizeof touch.two[0]);
  return touch;
}

void trm_encounter_spot_spot(TrmEncounter *e, int one, const double a[3], const double b[3],
                             double radius_one, double radius_two, unsigned slot) {
  TrmTouch touch = touch_of(TRM_TOUCH_SPOT_SPOT, one, a, b, slot);
  touch.radius[0] = radius_one;
  touch.radius[1] = radius_two;
  trm_encounter_keep(e, &touch);
}

void trm_encounter_spot_line(TrmEncounter *e, int one, const double a[3], const double b[3],
                             const double unit[3], double radius_one, double radius_two,
                             unsigned slot) {
  TrmTouch touch = touch_of(TRM_TOUCH_SPOT_LINE, one, a, b, slot);
  memcpy(touch.two[1], unit, sizeof touch.two[1]);
  touch.radius[0] = radius_one;
  touch.radius[1] = radius_two;
  trm_encounter_keep(e, &touch);
}

void trm_encounter_spot_plane(TrmEncounter *e, int one, const double a[3], const double b[3],
                              const double normal[3], double radius, unsigned slot) {
  TrmTouch touch = touch_of(TRM_TOUCH_SPOT_PLANE, one, a, b, slot);
  memcpy(touch.two[1], normal, sizeof touch.two[1]);
  touch.radius[0] = radius;
  trm_encounter_keep(e, &touch);
}

static double clamp(double x) {
  return x < 0 ? 0 : x > 1 ? 1 : x;
}

int trm_segments_nearest(const double p[3], const double d[3], const double q[3], const double f[3],
                         double *s, double *t) {
  double w[3], a = trm_vec3_dot(d, d), b = trm_vec3_dot(d, f), c = trm_vec3_dot(f, f);
  trm_vec3_add(p, -1, q, w);
  double g = trm_vec3_dot(d, w), h = trm_vec3_dot(f, w), spread = a * c - b * b;
  int crossing = spread > 1e-14 * a * c;
  /* of the lines, then back onto the second segment, then onto the first */
  *s = crossing ? clamp((b * h - c * g) / spread) : 0;
  *t = c > 0 ? (b * *s + h) / c : 0;
  if (*t < 0 || *t > 1) {
    *t = clamp(*t);
    *s = a > 0 ? clamp((b * *t - g) / a) : 0;
  }
  return crossing;
}

static void ball_ball(TrmEncounter *e, int one) {
  const TrmSurface *a = e->surface[one], *b = e->surface[1 - one];
  trm_encounter_spot_spot(e, one, a->p[0], b->p[0], a->radius[0], b->radius[0], 0);
}

static void ball_plane(TrmEncounter *e, int one) {
  const TrmSurface *a = e->surface[one], *b = e->surface[1 - one];
  trm_encounter_spot_plane(e, one, a->p[0], b->p[0], b->n, a->radius[0], 0);
}

/* a spot of surface `one` and the segment of a capsule, in which place its nearest point is */
static void spot_segment(TrmEncounter *e, int one, const double spot[3], double radius, double s,
                         unsigned slot) {
  const TrmSurface *b = e->surface[1 - one];
  double d[3], unit[3];
  trm_vec3_add(b->p[1], -1, b->p[0], d);
  if (s <= 0 || s >= 1 || !trm_vec3_unit(d, unit)) {
    trm_encounter_spot_spot(e, one, spot, b->p[s >= 1], radius, b->radius[0], slot);
  } else {
    trm_encounter_spot_line(e, one, spot, b->p[0], unit, radius, b->radius[0], slot);
  }
}

/* where on a capsule's segment the place p is nearest, not bounded */
static double beside_segment(const TrmEncounter *e, int capsule, const double p[3]) {
  const TrmSurface *b = e->surface[capsule];
  double d[3], w[3], ends[2][3];
  for (int k = 0; k < 2; k++) trm_encounter_place(e, capsule, b->p[k], ends[k]);
  trm_vec3_add(ends[1], -1, ends[0], d);
  trm_vec3_add(p, -1, ends[0], w);
  double square = trm_vec3_dot(d, d);
  return square > 0 ? trm_vec3_dot(w, d) / square : 0;
}

void trm_encounter_spot_capsule(TrmEncounter *e, int one, const double spot[3], double radius,
                                unsigned slot) {
  double p[3];
  trm_encounter_place(e, one, spot, p);
  spot_segment(e, one, spot, radius, beside_segment(e, 1 - one, p), slot);
}

static void ball_capsule(TrmEncounter *e, int one) {
  const TrmSurface *a = e->surface[one];
  trm_encounter_spot_capsule(e, one, a->p[0], a->radius[0], 0);
}

/* side by side: where ends of either lie beside the other; else the nearest ends */
static void capsules_parallel(TrmEncounter *e, double ends[2][2][3]) {
  size_t before = e->count;
  int kept = 0;
  for (int k = 0; k < 4 && kept < 2; k++) {
    int i = k / 2, end = k % 2;
    double s = beside_segment(e, 1 - i, ends[i][end]);
    if (!(s >= 0 && s <= 1)) continue;
    spot_segment(e, i, e->surface[i]->p[end], e->surface[i]->radius[0], s, (unsigned)kept);
    kept++;
  }
  if (kept || e->count > before) return;
  double least = HUGE_VAL, d[3];
  int near[2] = {0, 0};
  for (int k = 0; k < 4; k++) {
    trm_vec3_add(ends[1][k / 2], -1, ends[0][k % 2], d);
    double square = trm_vec3_dot(d, d);
    if (square < least) least = square, near[0] = k % 2, near[1] = k / 2;
  }
  const TrmSurface *a = e->surface[0], *b = e->surface[1];
  trm_encounter_spot_spot(e, 0, a->p[near[0]], b->p[near[1]], a->radius[0], b->radius[0], 0);
}

static void capsule_capsule(TrmEncounter *e, int one) {
  double ends[2][2][3], d[2][3], s[2];
  (void)one;
  for (int i = 0; i < 2; i++) {
    for (int k = 0; k < 2; k++) trm_encounter_place(e, i, e->surface[i]->p[k], ends[i][k]);
    trm_vec3_add(ends[i][1], -1, ends[i][0], d[i]);
  }
  if (!trm_segments_nearest(ends[0][0], d[0], ends[1][0], d[1], &s[0], &s[1])) {
    capsules_parallel(e, ends);
    return;
  }
  int inside[2] = {s[0] > 0 && s[0]<1, s[1]> 0 && s[1] < 1};
  if (!inside[0] || !inside[1]) {
    /* the end of one, and where it is beside the other */
    int i = inside[0] ? 1 : 0;
    spot_segment(e, i, e->surface[i]->p[s[i] >= 1], e->surface[i]->radius[0], s[1 - i], 0);
    return;
  }
  TrmTouch touch = {.kind = TRM_TOUCH_LINE_LINE, .cosine = 1};
  double across[3], w[3];
  for (int i = 0; i < 2; i++) {
    const TrmSurface *a = e->surface[i];
    double(*role)[3] = i ? touch.two : touch.one;
    memcpy(role[0], a->p[0], sizeof role[0]);
    trm_vec3_add(a->p[1], -1, a->p[0], role[1]);
    touch.radius[i] = a->radius[0];
  }
  trm_vec3_cross(d[0], d[1], across);
  trm_vec3_add(ends[1][0], -1, ends[0][0], w);
  if (trm_vec3_dot(across, w) < 0) touch.cosine = -1;
  trm_encounter_keep(e, &touch);
}

static void capsule_plane(TrmEncounter *e, int one) {
  const TrmSurface *a = e->surface[one], *b = e->surface[1 - one];
  for (unsigned k = 0; k < 2; k++)
    trm_encounter_spot_plane(e, one, a->p[k], b->p[0], b->n, a->radius[0], k);
}

static void solid_plane(TrmEncounter *e, int one) {
  const TrmSurface *a = e->surface[one], *b = e->surface[1 - one];
  double n[3], q[3], w[3], p[3];
  trm_encounter_turn(e, 1 - one, b->n, n);
  trm_encounter_place(e, 1 - one, b->p[0], q);
  for (size_t i = 0; i < a->solid->corner_count; i++) {
    const double *corner = a->solid->corner + 3 * i;
    unsigned slot = a->solid->corner_count <= TRM_MOST_SLOTS ? (unsigned)i : 0;
    /* most corners are far */
    trm_encounter_place(e, one, corner, p);
    trm_vec3_add(p, -1, q, w);
    double gap = trm_vec3_dot(w, n);
    if (gap > e->margin && gap > e->nearest) continue;
    trm_encounter_spot_plane(e, one, corner, b->p[0], b->n, 0, slot);
  }
}

typedef void Pairing(TrmEncounter *e, int one);

/* by kinds, the lower first */
static Pairing *const pairings[TRM_SURFACE_KINDS][TRM_SURFACE_KINDS] = {
    [TRM_SURFACE_BALL] = {ball_ball, ball_capsule, trm_touch_ball_round, trm_touch_ball_solid,
                          trm_touch_ball_curve, ball_plane},
    [TRM_SURFACE_CAPSULE] = {[TRM_SURFACE_CAPSULE] = capsule_capsule,
                             [TRM_SURFACE_ROUND] = trm_touch_cylinder,
                             [TRM_SURFACE_HULL] = trm_touch_capsule_solid,
                             [TRM_SURFACE_CURVE] = trm_touch_capsule_curve,
                             [TRM_SURFACE_PLANE] = capsule_plane},
    [TRM_SURFACE_ROUND] = {[TRM_SURFACE_ROUND] = trm_touch_cylinder,
                           [TRM_SURFACE_HULL] = trm_touch_cylinder,
                           [TRM_SURFACE_PLANE] = trm_touch_round_plane},
    [TRM_SURFACE_HULL] = {[TRM_SURFACE_HULL] = trm_touch_solid_solid,
                          [TRM_SURFACE_CURVE] = trm_touch_solid_curve,
                          [TRM_SURFACE_PLANE] = solid_plane},
    [TRM_SURFACE_CURVE] = {
        [TRM_SURFACE_CURVE] = trm_touch_curves, [TRM_SURFACE_PLANE] = trm_touch_curve_plane}};

/* the pairing, and which surface is of the lower kind */
static Pairing *find_pairing(const TrmSurface *first, const TrmSurface *second, int *one) {
  *one = first->kind > second->kind;
  const TrmSurface *a = *one ? second : first, *b = *one ? first : second;
  return pairings[a->kind][b->kind];
}

/* a cone */
static int tapers(const TrmSurface *s) {
  return s->kind == TRM_SURFACE_ROUND && s->radius[0] != s->radius[1];
}

const char *trm_surface_name(const TrmSurface *surface) {
  static const char *const names[] = {"a ball or point",    "a capsule", "a cylinder",
                                      "a solid with faces", "a curve",   "a plane"};
  return tapers(surface) ? "a cone" : names[surface->kind];
}

const char *trm_surface_apart(TrmArena *arena, const TrmSurface *first, const TrmSurface *second,
                              int planar) {
  int one;
  const TrmSurface *pair[2] = {first, second};
  for (int i = 0; i < 2; i++) {
    const TrmSurface *a = pair[i], *b = pair[1 - i];
    if (a->solid && !a->solid->convex && b->kind != TRM_SURFACE_PLANE)
      return "a shape that is not convex against another than a plane";
  }
  int rounds = 1, curved = 0;
  for (int i = 0; i < 2; i++) {
    TrmSurfaceKind other = pair[1 - i]->kind;
    if (tapers(pair[i]) && other != TRM_SURFACE_PLANE && other != TRM_SURFACE_BALL) rounds = 0;
    curved |= pair[i]->kind == TRM_SURFACE_CURVE;
  }
  /* in space a curve stands for a wall, which balls touch */
  int ball = first->kind == TRM_SURFACE_BALL || second->kind == TRM_SURFACE_BALL;
  int good = rounds && (!curved || planar || ball) && find_pairing(first, second, &one) != NULL;
  return good ? NULL
              : trm_arena_printf(arena, "%s against %s", trm_surface_name(first),
                                 trm_surface_name(second));
}

unsigned trm_surface_slots(const TrmSurface *first, const TrmSurface *second) {
  int one = first->kind > second->kind;
  const TrmSurface *a = one ? second : first, *b = one ? first : second;
  int parallel = a->kind == TRM_SURFACE_CAPSULE && b->kind == TRM_SURFACE_CAPSULE;
  if (parallel) return 2;
  if (b->kind != TRM_SURFACE_PLANE) return 1;
  if (a->kind == TRM_SURFACE_CAPSULE || a->kind == TRM_SURFACE_ROUND) return 2;
  int few = a->solid && a->solid->corner_count <= TRM_MOST_SLOTS;
  return few ? (unsigned)a->solid->corner_count : 1;
}

void trm_encounter_find(TrmEncounter *e) {
  int one;
  Pairing *pairing = find_pairing(e->surface[0], e->surface[1], &one);
  e->count = 0;
  e->nearest = HUGE_VAL;
  if (pairing) pairing(e, one);
}
