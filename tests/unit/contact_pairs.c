/* SPDX-License-Identifier: Apache-2.0
 *
 * Touches of cylinders with boxes, capsules and cylinders in random poses, against the largest gap
 * between the supports of both over all directions, which is searched without knowing of faces and
 * rims; of balls with cones, against the distance to the points of the cone; of curves in the
 * plane, against distances between their points. What rests flat touches all round.
 */
#include "catalog/contact/surface.h"
#include "check.h"
#include "math/mat3.h"
#include "math/rotation.h"

enum { POSES = CHECK_TIMED ? 300 : 120 };

static TrmEncounter e;
static TrmBodyMotion motion[2];
static const double zero[3] = {0, 0, 0};

static void pose(TrmBodyMotion *m, double spread) {
  double theta[3];
  for (int k = 0; k < 3; k++) {
    theta[k] = check_random(-3, 3);
    m->r[k] = check_random(-spread, spread);
  }
  trm_rotation_exp(theta, m->R);
}

static double meet(const TrmSurface *first, const TrmSurface *second, double margin) {
  double least = HUGE_VAL;
  e.surface[0] = first;
  e.surface[1] = second;
  for (int i = 0; i < 2; i++) e.motion[i] = &motion[i];
  e.margin = margin;
  trm_encounter_find(&e);
  for (size_t i = 0; i < e.count; i++) {
    least = fmin(least, e.touch[i].gap);
    CHECK_NEAR(trm_vec3_norm(e.touch[i].normal), 1, 1e-12);
  }
  return least;
}

/* how far a surface reaches along sign * n */
static double support(const TrmSurface *s, const TrmBodyMotion *m, const double n[3], double sign) {
  double own[3], most = -HUGE_VAL;
  trm_mat3_apply_transposed(m->R, n, own);
  for (size_t k = 0; s->solid && k < s->solid->corner_count; k++)
    most = fmax(most, sign * trm_vec3_dot(own, s->solid->corner + 3 * k));
  for (int k = 0; k < 2 && !s->solid; k++) {
    double along = trm_vec3_dot(own, s->n), reach = s->radius[0];
    if (s->kind == TRM_SURFACE_ROUND) reach *= sqrt(fmax(0, 1 - along * along));
    most = fmax(most, sign * trm_vec3_dot(own, s->p[k]) + reach);
  }
  return most + sign * trm_vec3_dot(n, m->r);
}

static double gap_along(const TrmSurface *a, const TrmSurface *b, const double n[3]) {
  return -support(b, &motion[1], n, -1) - support(a, &motion[0], n, 1);
}

/* directions about n: n + x u + y v */
typedef struct Window {
  const TrmSurface *a, *b;
  double n[3], u[3], v[3], x, half;
} Window;

static double across(const Window *w, double y) {
  double n[3];
  for (int k = 0; k < 3; k++) n[k] = w->n[k] + w->x * w->u[k] + y * w->v[k];
  trm_vec3_unit(n, n);
  return gap_along(w->a, w->b, n);
}

static double widest_across(Window *w, double x);

/* the most over one coordinate by golden sections: of the other at its best, or at x */
static double widest_over(Window *w, int outer) {
  const double part = 0.61803398874989485;
  double low = -w->half, high = w->half;
  double p = high - part * (high - low), q = low + part * (high - low);
  double at_p = outer ? widest_across(w, p) : across(w, p);
  double at_q = outer ? widest_across(w, q) : across(w, q);
  for (int i = 0; i < 48; i++) {
    if (at_p > at_q) {
      high = q, q = p, at_q = at_p, p = high - part * (high - low);
      at_p = outer ? widest_across(w, p) : across(w, p);
    } else {
      low = p, p = q, at_p = at_q, q = low + part * (high - low);
      at_q = outer ? widest_across(w, q) : across(w, q);
    }
  }
  return fmax(at_p, at_q);
}

static double widest_across(Window *w, double x) {
  w->x = x;
  return widest_over(w, 0);
}

/* from a direction uphill with ever smaller random moves, then all that is near */
static double climb(const TrmSurface *a, const TrmSurface *b, double n[3]) {
  double best = gap_along(a, b, n);
  for (double size = 0.3; size > 1e-3; size *= 0.8)
    for (int k = 0; k < 12; k++) {
      double tried[3];
      for (int i = 0; i < 3; i++) tried[i] = n[i] + size * check_random(-1, 1);
      trm_vec3_unit(tried, tried);
      double now = gap_along(a, b, tried);
      if (now > best) best = now, memcpy(n, tried, sizeof tried);
    }
  for (double half = 0.12; half > 1e-3; half /= 4) {
    Window w = {.a = a, .b = b, .half = half};
    double axis[3] = {0, 0, 0};
    axis[fabs(n[0]) < 0.6 ? 0 : 1] = 1;
    memcpy(w.n, n, sizeof w.n);
    trm_vec3_cross(n, axis, w.u);
    trm_vec3_unit(w.u, w.u);
    trm_vec3_cross(n, w.u, w.v);
    best = fmax(best, widest_over(&w, 1));
  }
  return best;
}

static double widest_gap(const TrmSurface *a, const TrmSurface *b) {
  enum { STARTS = 3, DIRECTIONS = 500 };
  double best = -HUGE_VAL;
  for (int start = 0; start < STARTS; start++) {
    double n[3] = {1, 0, 0}, most = -HUGE_VAL;
    for (int k = 0; k < DIRECTIONS; k++) {
      double tried[3] = {check_random(-1, 1), check_random(-1, 1), check_random(-1, 1)};
      if (!trm_vec3_unit(tried, tried)) continue;
      double now = gap_along(a, b, tried);
      if (now > most) most = now, memcpy(n, tried, sizeof tried);
    }
    best = fmax(best, climb(a, b, n));
  }
  return best;
}

static TrmSurface bounded(TrmSurface s) {
  trm_surface_bound(&s);
  return s;
}

static TrmSurface cylinder(double length, double radius) {
  return bounded((TrmSurface){.kind = TRM_SURFACE_ROUND,
                              .p = {{0, 0, -length / 2}, {0, 0, length / 2}},
                              .n = {0, 0, 1},
                              .radius = {radius, radius}});
}

static TrmSurface box(TrmArena *arena, double x, double y, double z) {
  double axes[3][3] = {{x, 0, 0}, {0, y, 0}, {0, 0, z}};
  return bounded(
      (TrmSurface){.kind = TRM_SURFACE_HULL, .solid = trm_hull_box(arena, zero, axes, 0)});
}

/* the deepest touch against the widest gap: apart, and sunk in by up to `deep`; touches lie on both
 */
static void check_pair(const TrmSurface *a, const TrmSurface *b, double spread, double deep,
                       const char *name) {
  char what[96];
  double apart = 0, sunk = 0;
  size_t met = 0, lone = 0;
  for (int i = 0; i < POSES; i++) {
    for (int k = 0; k < 2; k++) pose(&motion[k], spread);
    double truth = widest_gap(a, b), least = meet(a, b, HUGE_VAL);
    if (truth < -deep) continue;
    lone += e.count == 0;
    met += truth < 0;
    double *worst = truth < 0 ? &sunk : &apart;
    *worst = fmax(*worst, fabs(least - truth));
    /* exchanged, it turns round */
    double normal[3] = {0}, point[3];
    if (e.count == 1) memcpy(normal, e.touch[0].normal, sizeof normal);
    memcpy(point, e.touch[0].point, sizeof point);
    size_t count = e.count;
    TrmBodyMotion swap = motion[0];
    motion[0] = motion[1], motion[1] = swap;
    CHECK_NEAR(meet(b, a, HUGE_VAL), least, 1e-9);
    if (count == 1 && e.count == 1)
      for (int k = 0; k < 3; k++) {
        CHECK_NEAR(e.touch[0].normal[k], -normal[k], 1e-6);
        CHECK_NEAR(e.touch[0].point[k], point[k], 1e-6);
      }
  }
  CHECK(lone == 0 && met > POSES / 30);
  snprintf(what, sizeof what, "%s apart", name);
  check_figure("contact", what, "widest gap of supports", apart, 3e-8);
  snprintf(what, sizeof what, "%s sunk in", name);
  check_figure("contact", what, "widest gap of supports", sunk, 3e-8);
}

static void stand(double x, double y, double z) {
  for (int k = 0; k < 2; k++) trm_mat3_identity(motion[k].R), memset(motion[k].r, 0, 24);
  motion[0].r[0] = x, motion[0].r[1] = y, motion[0].r[2] = z;
}

/* how many touches are as deep as this, and the largest and smallest x and y of them */
static size_t deep_ones(double depth, double low[2], double high[2]) {
  size_t count = 0;
  for (int k = 0; k < 2; k++) low[k] = HUGE_VAL, high[k] = -HUGE_VAL;
  for (size_t i = 0; i < e.count; i++) {
    if (fabs(e.touch[i].gap + depth) > 1e-12) continue;
    count++;
    for (int k = 0; k < 2; k++) {
      low[k] = fmin(low[k], e.touch[i].point[k]);
      high[k] = fmax(high[k], e.touch[i].point[k]);
    }
  }
  return count;
}

/* on its end on a slab and over the edge of it, on its side, under a slab, on another */
static void check_flat(TrmArena *arena) {
  TrmSurface drum = cylinder(0.6, 0.3), pin = cylinder(0.8, 0.1), disc = cylinder(0.1, 0.4);
  TrmSurface slab = box(arena, 0.6, 0.5, 0.1), cube = box(arena, 0.2, 0.2, 0.2);
  const double over[3] = {acos(-1) / 2, 0, 0};
  double low[2], high[2], half = sqrt(0.3 * 0.3 - 0.1 * 0.1);
  stand(0, 0, 0.399);
  CHECK_NEAR(meet(&drum, &slab, 0), -0.001, 1e-14);
  CHECK(deep_ones(0.001, low, high) == 4);
  CHECK_NEAR(high[0] - low[0], 0.6, 1e-12);
  stand(0.5, 0, 0.399);
  meet(&drum, &slab, 0);
  deep_ones(0.001, low, high);
  CHECK_NEAR(high[0], 0.6, 1e-12);
  CHECK_NEAR(low[0], 0.2, 1e-12);
  CHECK_NEAR(high[1], 0.3, 1e-12);
  size_t cut = 0;
  for (size_t i = 0; i < e.count; i++)
    cut +=
        fabs(e.touch[i].point[0] - 0.6) < 1e-12 && fabs(fabs(e.touch[i].point[1]) - half) < 1e-12;
  CHECK(cut == 2);
  /* corners of a cube on a wide disc, four; the rim of a drum under a slab */
  stand(0, 0, 0.249);
  CHECK_NEAR(meet(&cube, &disc, 0), -0.001, 1e-14);
  CHECK(deep_ones(0.001, low, high) == 4);
  CHECK_NEAR(high[1], 0.2, 1e-12);
  stand(0, 0, 0.399);
  CHECK_NEAR(meet(&slab, &drum, 0), -0.001, 1e-14);
  CHECK(deep_ones(0.001, low, high) == 4);
  /* lying on a slab; over a side of it, where that bears */
  stand(0, 0, 0.199);
  trm_rotation_exp(over, motion[0].R);
  CHECK_NEAR(meet(&pin, &slab, 0), -0.001, 1e-12);
  CHECK(deep_ones(0.001, low, high) == 2);
  CHECK_NEAR(high[1] - low[1], 0.8, 1e-12);
  motion[0].r[1] = 0.3;
  CHECK_NEAR(meet(&pin, &slab, 0), -0.001, 1e-12);
  CHECK(deep_ones(0.001, low, high) == 2);
  CHECK_NEAR(high[1], 0.5, 1e-12);
  /* a disc on a disc: where the rims cross, and what of either lies in the other */
  stand(0.3, 0, 0.099);
  CHECK_NEAR(meet(&disc, &disc, 0), -0.001, 1e-14);
  CHECK(deep_ones(0.001, low, high) >= 4);
  CHECK_NEAR(high[1], sqrt(0.16 - 0.0225), 1e-12);
  CHECK_NEAR(high[0], 0.4, 1e-12);
  CHECK_NEAR(low[0], -0.1, 1e-12);
  /* side by side: both ends of what they share */
  stand(0.199, 0, 0.3);
  CHECK_NEAR(meet(&pin, &pin, 0), -0.001, 1e-14);
  CHECK(e.count == 2);
  CHECK_NEAR(fabs(e.touch[0].point[2] - e.touch[1].point[2]), 0.5, 1e-12);
}

/* in the half plane through its axis a cone is a polygon; below 0 inside */
static double polygon_distance(const double (*corner)[2], int count, const double p[2]) {
  double least = HUGE_VAL;
  int inside = 1;
  for (int i = 0; i + 1 < count; i++) {
    double d[2], w[2];
    for (int k = 0; k < 2; k++) d[k] = corner[i + 1][k] - corner[i][k], w[k] = p[k] - corner[i][k];
    double t = (w[0] * d[0] + w[1] * d[1]) / (d[0] * d[0] + d[1] * d[1]);
    t = fmax(0, fmin(1, t));
    least = fmin(least, hypot(w[0] - t * d[0], w[1] - t * d[1]));
    inside &= d[0] * w[1] - d[1] * w[0] <= 0;
  }
  return inside ? -least : least;
}

static void check_cone(void) {
  static const double radii[3][2] = {{0.4, 0.2}, {0.1, 0.35}, {0.3, 0}};
  TrmSurface ball = bounded((TrmSurface){.kind = TRM_SURFACE_BALL, .radius = {0.1}});
  double worst = 0;
  for (int i = 0; i < 3 * POSES; i++) {
    const double *r = radii[i % 3];
    TrmSurface cone = bounded((TrmSurface){.kind = TRM_SURFACE_ROUND,
                                           .p = {{0, 0, -0.2}, {0, 0, 0.4}},
                                           .n = {0, 0, 1},
                                           .radius = {r[0], r[1]}});
    const double section[4][2] = {{-0.2, 0}, {-0.2, r[0]}, {0.4, r[1]}, {0.4, 0}};
    double w[3], x[3];
    for (int k = 0; k < 2; k++) pose(&motion[k], 0.45);
    trm_vec3_add(motion[0].r, -1, motion[1].r, w);
    trm_mat3_apply_transposed(motion[1].R, w, x);
    double truth = polygon_distance(section, 4, (double[2]){x[2], hypot(x[0], x[1])}) - 0.1;
    worst = fmax(worst, fabs(meet(&ball, &cone, HUGE_VAL) - truth));
  }
  check_figure("contact", "ball and cone", "distance in the half plane", worst, 1e-14);
}

static TrmSurface curve(TrmArena *arena, const double *points, size_t count) {
  TrmSurface s = {.kind = TRM_SURFACE_CURVE, .n = {0, 0, 1}, .side = -1};
  trm_mat3_identity(s.carrier.A);
  s.curve = trm_curve_through(arena, points, count, 1);
  trm_surface_sample(arena, &s);
  return bounded(s);
}

/* a point of surface i at s from 0 to 1, ground axes: of a curve, capsule's middle, box's sides */
static void point_at(const TrmSurface *a, int i, double s, double p[3]) {
  double c[4][3], x[3] = {0, 0, 0}, low, high;
  int closed;
  if (a->curve) {
    trm_curve_range(a->curve, &low, &high, &closed);
    trm_curve_eval(a->curve, low + s * high, c);
    memcpy(x, c[0], sizeof x);
  } else if (a->solid) {
    int k = (int)fmin(3, floor(4 * s));
    for (int j = 0; j < 3; j++)
      x[j] = a->solid->corner[3 * k + j] +
             (4 * s - k) * (a->solid->corner[3 * ((k + 1) % 4) + j] - a->solid->corner[3 * k + j]);
  } else {
    for (int j = 0; j < 3; j++) x[j] = a->p[0][j] + s * (a->p[1][j] - a->p[0][j]);
  }
  trm_mat3_apply(motion[i].R, x, p);
  trm_vec3_add(p, 1, motion[i].r, p);
}

static double apart_at(const TrmSurface *a, const TrmSurface *b, double s, double t) {
  double p[3], q[3];
  point_at(a, 0, s, p);
  point_at(b, 1, t, q);
  trm_vec3_add(p, -1, q, p);
  return trm_vec3_norm(p) - a->radius[0] - b->radius[0];
}

/* least distance of two lines by sampling, then ever finer about the best */
static double least_apart(const TrmSurface *a, const TrmSurface *b) {
  enum { FIRST = 160, LATER = 8 };
  double at[2] = {0.5, 0.5}, best = HUGE_VAL;
  for (int i = 0; i < FIRST; i++)
    for (int k = 0; k < FIRST; k++) {
      double s[2] = {(i + 0.5) / FIRST, (k + 0.5) / FIRST}, now = apart_at(a, b, s[0], s[1]);
      if (now < best) best = now, memcpy(at, s, sizeof at);
    }
  for (double half = 1.0 / FIRST; half > 1e-9; half *= 0.7) {
    double middle[2] = {at[0], at[1]};
    for (int i = -LATER; i <= LATER; i++)
      for (int k = -LATER; k <= LATER; k++) {
        double s[2] = {middle[0] + half * i / LATER, middle[1] + half * k / LATER};
        for (int j = 0; j < 2; j++) s[j] = fmax(0, fmin(1, s[j]));
        double now = apart_at(a, b, s[0], s[1]);
        if (now < best) best = now, memcpy(at, s, sizeof at);
      }
  }
  return best;
}

static void check_curves(TrmArena *arena) {
  static const double egg[] = {0.5, 0, 0, 0.1, 0.4, 0, -0.3, 0.1, 0, -0.2, -0.3, 0, 0.3, -0.35, 0};
  static const double bean[] = {0.4,  0,   0, 0.2,  0.3,  0, 0, 0.15,  0,
                                -0.3, 0.3, 0, -0.4, -0.2, 0, 0, -0.35, 0};
  TrmSurface surfaces[4] = {curve(arena, egg, 5), curve(arena, bean, 6)};
  static const char *const names[] = {"", "two curves", "curve and capsule", "curve and box"};
  double axes[3][3] = {{0.3, 0, 0}, {0, 0.2, 0}, {0, 0, 0.1}};
  surfaces[2] = bounded((TrmSurface){
      .kind = TRM_SURFACE_CAPSULE, .p = {{-0.3, 0, 0}, {0.3, 0.1, 0}}, .radius = {0.1}});
  surfaces[3] =
      bounded((TrmSurface){.kind = TRM_SURFACE_HULL, .solid = trm_hull_box(arena, zero, axes, 1)});
  e.planar = 1;
  for (int which = 1; which < 4; which++) {
    double worst = 0;
    size_t compared = 0;
    for (int i = 0; i < POSES / 6; i++) {
      for (int k = 0; k < 2; k++) {
        double theta[3] = {0, 0, check_random(-3, 3)};
        pose(&motion[k], 0.9);
        motion[k].r[2] = 0;
        trm_rotation_exp(theta, motion[k].R);
      }
      double truth = least_apart(&surfaces[0], &surfaces[which]);
      double least = meet(&surfaces[0], &surfaces[which], HUGE_VAL);
      if (truth < 0.01) continue;
      compared++;
      worst = fmax(worst, fabs(least - truth));
    }
    CHECK(compared > POSES / 20);
    check_figure("contact", names[which], "distance by searching", worst, 1e-9);
  }
  /* the lowest place over a plane */
  TrmSurface plane = bounded((TrmSurface){.kind = TRM_SURFACE_PLANE, .n = {0.6, 0.8, 0}});
  double worst = 0;
  for (int i = 0; i < POSES / 3; i++) {
    double theta[3] = {0, 0, check_random(-3, 3)}, truth = HUGE_VAL, p[3];
    stand(check_random(-1, 1), check_random(-1, 1), 0);
    trm_rotation_exp(theta, motion[0].R);
    for (int k = 0; k < 200000; k++) {
      point_at(&surfaces[1], 0, k / 200000.0, p);
      truth = fmin(truth, 0.6 * p[0] + 0.8 * p[1]);
    }
    worst = fmax(worst, fabs(meet(&surfaces[1], &plane, HUGE_VAL) - truth));
  }
  check_figure("contact", "curve on a plane", "its lowest point", worst, 1e-9);
  e.planar = 0;
}

static void run(void *context) {
  TrmArena *arena = context;
  TrmSurface drum = cylinder(0.6, 0.3), disc = cylinder(0.1, 0.4), pin = cylinder(0.8, 0.1);
  TrmSurface capsule = bounded((TrmSurface){
      .kind = TRM_SURFACE_CAPSULE, .p = {{-0.3, 0, 0}, {0.3, 0.1, 0}}, .radius = {0.1}});
  TrmSurface cube = box(arena, 0.3, 0.25, 0.2), slab = box(arena, 0.6, 0.5, 0.1);
  check_pair(&drum, &cube, 0.42, 0.05, "cylinder and box");
  check_pair(&disc, &slab, 0.36, 0.04, "disc and slab");
  check_pair(&drum, &capsule, 0.35, 0.05, "cylinder and capsule");
  check_pair(&drum, &pin, 0.35, 0.05, "two cylinders");
  check_pair(&disc, &disc, 0.26, 0.04, "two discs");
  check_flat(arena);
  check_cone();
  check_curves(arena);
}

int main(void) {
  TrmArena *arena = trm_arena_new();
  CHECK(trm_guard(run, arena) == TRM_OK);
  trm_arena_free(arena);
  return check_done();
}
