/* SPDX-License-Identifier: Apache-2.0
 *
 * Touches of surfaces in random poses against truths found another way: distances to boxes by
 * clamping, of segments and rims by searching them finely and refining, overlap of solids by the
 * support in many directions; what stands on a plane against its lowest corners. Normals are unit
 * and opposite when the sides are exchanged; coincident centres and parallel edges have an answer.
 */
#include "catalog/contact/surface.h"
#include "check.h"
#include "math/mat3.h"
#include "math/rotation.h"

enum { POSES = CHECK_ROUNDS(2000) };

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

/* touches of two surfaces in their poses, and the least gap */
static double meet(const TrmSurface *first, const TrmSurface *second, double margin) {
  e.surface[0] = first;
  e.surface[1] = second;
  for (int i = 0; i < 2; i++) e.motion[i] = &motion[i];
  e.margin = margin;
  trm_encounter_find(&e);
  double least = HUGE_VAL;
  for (size_t i = 0; i < e.count; i++) {
    least = fmin(least, e.touch[i].gap);
    CHECK_NEAR(trm_vec3_norm(e.touch[i].normal), 1, 1e-12);
  }
  return least;
}

static void in_body(const TrmBodyMotion *m, const double p[3], double out[3]) {
  double d[3];
  trm_vec3_add(p, -1, m->r, d);
  trm_mat3_apply_transposed(m->R, d, out);
}

static void in_ground(const TrmBodyMotion *m, const double x[3], double out[3]) {
  trm_mat3_apply(m->R, x, out);
  trm_vec3_add(out, 1, m->r, out);
}

static TrmSurface bounded(TrmSurface s) {
  trm_surface_bound(&s);
  return s;
}

static TrmSurface box(TrmArena *arena, const double half[3]) {
  double axes[3][3] = {{half[0], 0, 0}, {0, half[1], 0}, {0, 0, half[2]}};
  return bounded(
      (TrmSurface){.kind = TRM_SURFACE_HULL, .solid = trm_hull_box(arena, zero, axes, 0)});
}

/* signed distance from a box with these halves */
static double box_distance(const double x[3], const double half[3]) {
  double out = 0, in = -HUGE_VAL;
  for (int k = 0; k < 3; k++) {
    double over = fabs(x[k]) - half[k];
    out += over > 0 ? over * over : 0;
    in = fmax(in, over);
  }
  return out > 0 ? sqrt(out) : in;
}

/* the normal must point from the first to the second: exchanged, it turns round */
static void check_exchange(const TrmSurface *first, const TrmSurface *second, double least) {
  double normal[3];
  if (!e.count) return;
  size_t deepest = 0;
  for (size_t i = 1; i < e.count; i++)
    if (e.touch[i].gap < e.touch[deepest].gap) deepest = i;
  memcpy(normal, e.touch[deepest].normal, sizeof normal);
  TrmBodyMotion swap = motion[0];
  motion[0] = motion[1];
  motion[1] = swap;
  CHECK_NEAR(meet(second, first, HUGE_VAL), least, 1e-12);
  deepest = 0;
  for (size_t i = 1; i < e.count; i++)
    if (e.touch[i].gap < e.touch[deepest].gap) deepest = i;
  for (int k = 0; k < 3; k++) CHECK_NEAR(e.touch[deepest].normal[k], -normal[k], 1e-9);
  swap = motion[0];
  motion[0] = motion[1];
  motion[1] = swap;
}

static void check_ball_box(TrmArena *arena) {
  const double half[3] = {0.5, 0.3, 0.2};
  TrmSurface ball = bounded((TrmSurface){.kind = TRM_SURFACE_BALL, .radius = {0.25}});
  TrmSurface solid = box(arena, half);
  double worst = 0;
  for (int i = 0; i < POSES; i++) {
    double x[3];
    for (int k = 0; k < 2; k++) pose(&motion[k], 0.6);
    in_body(&motion[1], motion[0].r, x);
    double least = meet(&ball, &solid, HUGE_VAL);
    worst = fmax(worst, fabs(least - (box_distance(x, half) - 0.25)));
    check_exchange(&ball, &solid, least);
  }
  check_figure("contact", "ball and box", "distance by clamping", worst, 1e-14);
}

/* least of f over 0 to 1: samples, then golden sections */
static double least_of(double (*f)(double s, const void *data), const void *data) {
  enum { SAMPLES = 60 };
  const double part = 0.61803398874989485;
  double best = 0, value = HUGE_VAL;
  for (int i = 0; i <= SAMPLES; i++) {
    double s = (double)i / SAMPLES, now = f(s, data);
    if (now < value) value = now, best = s;
  }
  double low = fmax(0, best - 1.0 / SAMPLES), high = fmin(1, best + 1.0 / SAMPLES);
  for (int i = 0; i < 60; i++) {
    double a = high - part * (high - low), b = low + part * (high - low);
    if (f(a, data) < f(b, data)) {
      high = b;
    } else {
      low = a;
    }
  }
  return f(low + (high - low) / 2, data);
}

typedef struct Lines {
  double p[2][2][3], q[3];
  const double *half;
} Lines;

static double to_point(double t, const void *data) {
  const Lines *l = data;
  double d[3];
  for (int k = 0; k < 3; k++) d[k] = l->p[1][0][k] + t * (l->p[1][1][k] - l->p[1][0][k]) - l->q[k];
  return trm_vec3_norm(d);
}

static double to_line(double s, const void *data) {
  Lines l = *(const Lines *)data;
  for (int k = 0; k < 3; k++) l.q[k] = l.p[0][0][k] + s * (l.p[0][1][k] - l.p[0][0][k]);
  return least_of(to_point, &l);
}

static double to_box(double s, const void *data) {
  const Lines *l = data;
  double x[3], p[3];
  for (int k = 0; k < 3; k++) p[k] = l->p[0][0][k] + s * (l->p[0][1][k] - l->p[0][0][k]);
  in_body(&motion[1], p, x);
  return box_distance(x, l->half);
}

static void check_capsules(TrmArena *arena) {
  TrmSurface a = {.kind = TRM_SURFACE_CAPSULE, .p = {{-0.3, 0, 0}, {0.4, 0.1, 0}}, .radius = {0.1}};
  TrmSurface b = {.kind = TRM_SURFACE_CAPSULE, .p = {{0, -0.3, 0}, {0, 0.4, 0.1}}, .radius = {0.2}};
  const double half[3] = {0.4, 0.3, 0.2};
  TrmSurface solid = box(arena, half);
  double worst = 0, boxed = 0;
  a = bounded(a);
  b = bounded(b);
  for (int i = 0; i < POSES / 4; i++) {
    Lines l = {.half = half};
    for (int k = 0; k < 2; k++) pose(&motion[k], 0.5);
    for (int k = 0; k < 2; k++) {
      in_ground(&motion[0], a.p[k], l.p[0][k]);
      in_ground(&motion[1], b.p[k], l.p[1][k]);
    }
    double least = meet(&a, &b, HUGE_VAL);
    worst = fmax(worst, fabs(least - (least_of(to_line, &l) - 0.3)));
    check_exchange(&a, &b, least);
    /* outside the box its distance; what passes through it is deep, but where is the ends' matter
     */
    double truth = least_of(to_box, &l);
    if (truth < 1e-3) continue;
    boxed = fmax(boxed, fabs(meet(&a, &solid, HUGE_VAL) - (truth - 0.1)));
  }
  check_figure("contact", "two capsules", "distance by searching", worst, 1e-9);
  check_figure("contact", "capsule and box", "distance by searching", boxed, 1e-9);
}

/* lowest of a cylinder's points over a plane, by its support */
static void check_round(void) {
  TrmSurface round = {.kind = TRM_SURFACE_ROUND,
                      .p = {{-0.2, 0, 0}, {0.3, 0, 0}},
                      .n = {1, 0, 0},
                      .radius = {0.3, 0.2}};
  TrmSurface even = {.kind = TRM_SURFACE_ROUND,
                     .p = {{-0.2, 0, 0}, {0.3, 0, 0}},
                     .n = {1, 0, 0},
                     .radius = {0.3, 0.3}};
  TrmSurface plane = {.kind = TRM_SURFACE_PLANE, .n = {0, 0, 1}};
  TrmSurface ball = {.kind = TRM_SURFACE_BALL, .radius = {0.1}};
  double worst = 0, balls = 0;
  round = bounded(round), even = bounded(even), plane = bounded(plane), ball = bounded(ball);
  for (int i = 0; i < POSES; i++) {
    double n[3], own[3], truth = HUGE_VAL, x[3];
    for (int k = 0; k < 2; k++) pose(&motion[k], 0.5);
    trm_mat3_apply(motion[1].R, plane.n, n);
    trm_mat3_apply_transposed(motion[0].R, n, own);
    for (int k = 0; k < 2; k++) {
      double centre[3];
      in_ground(&motion[0], round.p[k], centre);
      trm_vec3_add(centre, -1, motion[1].r, centre);
      truth = fmin(truth, trm_vec3_dot(n, centre) - round.radius[k] * hypot(own[1], own[2]));
    }
    double least = meet(&round, &plane, HUGE_VAL);
    worst = fmax(worst, fabs(least - truth));
    check_exchange(&round, &plane, least);
    /* a cylinder's distance is that of a rectangle in the half plane through its axis */
    in_body(&motion[0], motion[1].r, x);
    double out[3] = {x[0] - 0.05, hypot(x[1], x[2]), 0};
    const double half[3] = {0.25, 0.3, 1};
    double flat = box_distance(out, half);
    balls = fmax(balls, fabs(meet(&even, &ball, HUGE_VAL) - (flat - 0.1)));
  }
  check_figure("contact", "cone on a plane", "support of its rims", worst, 1e-14);
  check_figure("contact", "ball and cylinder", "distance in the half plane", balls, 1e-14);
}

/* overlap of two boxes along n */
static double overlap(const TrmSurface *a, const TrmSurface *b, const double n[3]) {
  const TrmSurface *s[2] = {a, b};
  double most[2] = {-HUGE_VAL, -HUGE_VAL};
  for (int i = 0; i < 2; i++)
    for (size_t k = 0; k < s[i]->solid->corner_count; k++) {
      double p[3];
      in_ground(&motion[i], s[i]->solid->corner + 3 * k, p);
      most[i] = fmax(most[i], (i ? -1 : 1) * trm_vec3_dot(n, p));
    }
  return most[0] + most[1];
}

/* the deepest touch is as deep as the boxes overlap at least, and no direction overlaps less; all
 * touches lie in both boxes within their depth */
static void check_boxes(TrmArena *arena) {
  const double half[2][3] = {{0.5, 0.3, 0.2}, {0.4, 0.35, 0.15}};
  TrmSurface a = box(arena, half[0]), b = box(arena, half[1]);
  double worst = 0;
  size_t met = 0, most = 0;
  for (int i = 0; i < POSES; i++) {
    for (int k = 0; k < 2; k++) pose(&motion[k], 0.45);
    double least = meet(&a, &b, 0);
    double bound = HUGE_VAL;
    for (int k = 0; k < 400; k++) {
      double n[3] = {check_random(-1, 1), check_random(-1, 1), check_random(-1, 1)};
      if (!trm_vec3_unit(n, n)) continue;
      bound = fmin(bound, overlap(&a, &b, n));
    }
    /* apart: some direction shows it when it is clear */
    if (!e.count) {
      CHECK(e.nearest > 0);
      continue;
    }
    met++;
    most = e.count > most ? e.count : most;
    CHECK(-least <= bound + 1e-12);
    for (size_t k = 0; k < e.count; k++) {
      const TrmTouch *t = &e.touch[k];
      worst = fmax(worst, fabs(overlap(&a, &b, t->normal) + least) / fmax(1, -least));
      for (int side = 0; side < 2; side++) {
        double x[3];
        in_body(&motion[side], t->point, x);
        CHECK(box_distance(x, half[side]) < 1e-9 - t->gap / 2);
      }
    }
  }
  CHECK(met > POSES / 4 && most >= 4);
  check_figure("contact", "two boxes: deepest touch", "overlap along its normal", worst, 1e-12);
}

/* flat on each other: eight corners of an octagon, each cut from an edge */
static void check_flat(TrmArena *arena) {
  const double half[3] = {0.5, 0.5, 0.1};
  const double turn[3] = {0, 0, atan(1)};
  TrmSurface a = box(arena, half), b = box(arena, half);
  for (int k = 0; k < 2; k++) trm_mat3_identity(motion[k].R), memset(motion[k].r, 0, 24);
  motion[1].r[2] = 0.199;
  trm_rotation_exp(turn, motion[1].R);
  CHECK_NEAR(meet(&a, &b, 0), -0.001, 1e-13);
  CHECK(e.count == 8);
  for (size_t i = 0; i < e.count; i++) {
    CHECK_NEAR(e.touch[i].gap, -0.001, 1e-13);
    CHECK_NEAR(fmax(fabs(e.touch[i].point[0]), fabs(e.touch[i].point[1])), 0.5, 1e-12);
    CHECK_NEAR(fmin(fabs(e.touch[i].point[0]), fabs(e.touch[i].point[1])), sqrt(0.5) - 0.5, 1e-12);
    CHECK_NEAR(e.touch[i].normal[2], 1, 1e-15);
  }
  /* in line: four */
  trm_mat3_identity(motion[1].R);
  meet(&a, &b, 0);
  CHECK(e.count == 4);
}

/* cases with no direction of their own */
static void check_degenerate(TrmArena *arena) {
  TrmSurface ball = bounded((TrmSurface){.kind = TRM_SURFACE_BALL, .radius = {0.5}});
  TrmSurface capsule = bounded(
      (TrmSurface){.kind = TRM_SURFACE_CAPSULE, .p = {{-1, 0, 0}, {1, 0, 0}}, .radius = {0.1}});
  const double half[3] = {0.5, 0.5, 0.5};
  TrmSurface solid = box(arena, half);
  for (int k = 0; k < 2; k++) trm_mat3_identity(motion[k].R), memset(motion[k].r, 0, 24);
  CHECK_NEAR(meet(&ball, &ball, 0), -1, 1e-15);
  CHECK_NEAR(e.touch[0].normal[2], 1, 1e-15);
  CHECK_NEAR(meet(&ball, &capsule, 0), -0.6, 1e-15);
  CHECK_NEAR(meet(&ball, &solid, 0), -1, 1e-15);
  /* capsules side by side touch at both ends of where they overlap */
  motion[1].r[0] = 0.5;
  motion[1].r[1] = 0.15;
  CHECK_NEAR(meet(&capsule, &capsule, 0), -0.05, 1e-13);
  CHECK(e.count == 2);
  CHECK_NEAR(fabs(e.touch[0].point[0] - e.touch[1].point[0]), 1.5, 1e-12);
  /* end to end */
  motion[1].r[0] = 2.15;
  motion[1].r[1] = 0;
  CHECK_NEAR(meet(&capsule, &capsule, 0), -0.05, 1e-13);
  CHECK(e.count == 1 && e.touch[0].normal[0] > 0.999);
  CHECK(meet(&solid, &solid, 0) == HUGE_VAL && e.nearest > 1);
  memset(motion[1].r, 0, sizeof motion[1].r);
  CHECK_NEAR(meet(&solid, &solid, 0), -1, 1e-12);
}

/* a cube of twelve triangles has six faces, and touches as a box does */
static void check_mesh(TrmArena *arena) {
  const double half[3] = {0.5, 0.3, 0.2};
  static const uint32_t sides[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                       {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  double corners[24];
  uint32_t triangles[36];
  for (int i = 0; i < 8; i++)
    for (int k = 0; k < 3; k++) corners[3 * i + k] = (i >> k & 1 ? 1 : -1) * half[k];
  for (int f = 0; f < 6; f++) {
    const uint32_t *s = sides[f], loop[6] = {s[0], s[1], s[2], s[0], s[2], s[3]};
    memcpy(triangles + 6 * f, loop, sizeof loop);
  }
  const TrmHull *mesh = trm_hull_mesh(arena, corners, 8, triangles, 12);
  CHECK(mesh->convex && mesh->face_count == 6 && mesh->direction_count == 3);
  CHECK(mesh->edge_count == 12);
  TrmSurface a = bounded((TrmSurface){.kind = TRM_SURFACE_HULL, .solid = mesh});
  TrmSurface b = box(arena, half);
  for (int i = 0; i < POSES / 4; i++) {
    for (int k = 0; k < 2; k++) pose(&motion[k], 0.4);
    double least = meet(&a, &b, 0);
    size_t count = e.count;
    double boxes = meet(&b, &b, 0);
    CHECK(e.count == count);
    if (count) CHECK_NEAR(boxes, least, 1e-12);
  }
}

static void run(void *context) {
  TrmArena *arena = context;
  check_ball_box(arena);
  check_capsules(arena);
  check_round();
  check_boxes(arena);
  check_flat(arena);
  check_degenerate(arena);
  check_mesh(arena);
}

int main(void) {
  TrmArena *arena = trm_arena_new();
  CHECK(trm_guard(run, arena) == TRM_OK);
  trm_arena_free(arena);
  return check_done();
}
