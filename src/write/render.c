/* SPDX-License-Identifier: Apache-2.0
 *
 * Render: projection, triangles by their edge functions (Pineda 1988), light at corners.
 */
#include "write/render.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include <math.h>
#include <string.h>

enum { VEIL_PARTS = 8 };

/* a corner on the screen: samples to the right and down, one over the distance, light */
typedef struct Corner {
  double x, y, depth;
  double light[3];
} Corner;

TrmRender *trm_render_new(TrmArena *arena, size_t width, size_t height, size_t samples) {
  TrmRender *r = trm_arena_alloc(arena, sizeof *r);
  size_t all = width * height * samples * samples;
  *r = (TrmRender){.arena = arena, .width = width, .height = height, .samples = samples};
  r->pixels = trm_arena_array(arena, all, 3);
  r->depth = trm_arena_array(arena, all, sizeof *r->depth);
  r->screen = trm_arena_alloc(arena, TRM_RENDER_STEPS + 1);
  for (int i = 0; i <= TRM_RENDER_STEPS; i++) {
    double l = (double)i / TRM_RENDER_STEPS;
    double v = l <= 0.0031308 ? 12.92 * l : 1.055 * pow(l, 1 / 2.4) - 0.055;
    r->screen[i] = (unsigned char)(255 * v + 0.5);
  }
  return r;
}

void trm_render_clear(TrmRender *r, uint32_t colour) {
  size_t all = r->width * r->height * r->samples * r->samples;
  for (size_t i = 0; i < all; i++)
    for (size_t k = 0; k < 3; k++) r->pixels[3 * i + k] = (unsigned char)(colour >> (16 - 8 * k));
  memset(r->depth, 0, all * sizeof *r->depth);
}

/* a value of a screen as light (IEC 61966-2-1), and back */
static double to_light(double v) {
  return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

static unsigned char to_screen(const TrmRender *r, double light) {
  return r->screen[(int)(fmin(fmax(light, 0), 1) * TRM_RENDER_STEPS + 0.5)];
}

int trm_render_project(const TrmRender *r, const double point[3], double out[3]) {
  const TrmCamera *c = &r->camera;
  double d[3];
  trm_vec3_add(point, -1, c->eye, d);
  double ahead = trm_vec3_dot(d, c->ahead), scale = (double)r->height / (2 * c->slope);
  if (!(ahead > 1e-9)) return 0;
  out[0] = (double)r->width / 2 + scale * trm_vec3_dot(d, c->right) / ahead;
  out[1] = (double)r->height / 2 - scale * trm_vec3_dot(d, c->up) / ahead;
  out[2] = 1 / ahead;
  return 1;
}

/* light at a point with this normal: sky and ground from their sides, the sun where it is faced */
static void light_at(const TrmRender *r, const double point[3], const double normal[3],
                     const double colour[3], double light[3]) {
  static const double ground[3] = {0.205, 0.246, 0.305};
  double n[3], d[3];
  if (r->plain) {
    memcpy(light, colour, 3 * sizeof *light);
    return;
  }
  if (!trm_vec3_unit(normal, n)) n[0] = n[1] = 0, n[2] = 1;
  trm_vec3_add(point, -1, r->camera.eye, d);
  /* surfaces have two sides, and we see the one that faces us */
  double way = trm_vec3_dot(n, d) > 0 ? -1 : 1;
  double up = 0.5 + 0.5 * way * trm_vec3_dot(n, r->camera.sky);
  double sun = fmax(0, way * trm_vec3_dot(n, r->camera.sun));
  for (int k = 0; k < 3; k++)
    light[k] = colour[k] * (0.13 + 0.48 * (up + (1 - up) * ground[k]) + 0.62 * sun);
}

/* cover the samples inside a triangle; cover < 1: mixed into what is there; a veil hides nothing
 * that is drawn later */
static void fill(TrmRender *r, const Corner *a, const Corner *b, const Corner *c, double cover,
                 int veil) {
  double wide = (double)(r->width * r->samples), high = (double)(r->height * r->samples);
  double area = (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x);
  if (!(fabs(area) > 1e-12)) return;
  double left = fmax(0, floor(fmin(a->x, fmin(b->x, c->x)) - 0.5));
  double right = fmin(wide, ceil(fmax(a->x, fmax(b->x, c->x)) + 0.5));
  double top = fmax(0, floor(fmin(a->y, fmin(b->y, c->y)) - 0.5));
  double bottom = fmin(high, ceil(fmax(a->y, fmax(b->y, c->y)) + 0.5));
  if (!(right > left) || !(bottom > top)) return;
  /* parts of b and c grow evenly along a row */
  double ub = (c->y - a->y) / area, uc = -(b->y - a->y) / area;
  for (size_t y = (size_t)top; y < (size_t)bottom; y++) {
    double py = (double)y + 0.5 - a->y, px = left + 0.5 - a->x;
    double pb = (px * (c->y - a->y) - py * (c->x - a->x)) / area;
    double pc = (py * (b->x - a->x) - px * (b->y - a->y)) / area;
    size_t at = y * (size_t)wide + (size_t)left;
    for (size_t x = (size_t)left; x < (size_t)right; x++, at++, pb += ub, pc += uc) {
      double pa = 1 - pb - pc;
      if (pa < -1e-9 || pb < -1e-9 || pc < -1e-9) continue;
      double depth = pa * a->depth + pb * b->depth + pc * c->depth;
      if (!(depth > (double)r->depth[at])) continue;
      unsigned char *pixel = r->pixels + 3 * at;
      for (int k = 0; k < 3; k++) {
        unsigned char own = to_screen(r, pa * a->light[k] + pb * b->light[k] + pc * c->light[k]);
        pixel[k] = cover < 1 ? (unsigned char)(pixel[k] + cover * (own - pixel[k]) + 0.5) : own;
      }
      if (!veil) r->depth[at] = (float)depth;
    }
  }
}

static void light_of(uint32_t colour, double light[3]) {
  for (int k = 0; k < 3; k++) light[k] = to_light((double)(colour >> (16 - 8 * k) & 255) / 255);
}

/* a point on the screen, in samples */
static int find_corner(const TrmRender *r, const double point[3], Corner *corner) {
  double at[3];
  if (!trm_render_project(r, point, at)) return 0;
  corner->x = at[0] * (double)r->samples;
  corner->y = at[1] * (double)r->samples;
  corner->depth = at[2];
  return isfinite(corner->x) && isfinite(corner->y);
}

/* the matrix that turns normals: cofactors, which need no division */
static void cofactors(const double R[9], double C[9]) {
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) {
      int a = (i + 1) % 3, b = (i + 2) % 3, c = (k + 1) % 3, d = (k + 2) % 3;
      C[3 * i + k] = R[3 * a + c] * R[3 * b + d] - R[3 * a + d] * R[3 * b + c];
    }
}

void trm_render_solid(TrmRender *r, const TrmSolid *form, const TrmPose *place, uint32_t colour) {
  double own[3], C[9];
  light_of(colour, own);
  cofactors(place->R, C);
  for (size_t i = 0; i + 2 < form->count; i += 3) {
    Corner corner[3];
    int seen = 1;
    for (size_t k = 0; k < 3 && seen; k++) {
      double p[3], n[3];
      trm_pose_apply(place, form->corners[i + k], p);
      trm_mat3_apply(C, form->corners[i + k] + 3, n);
      seen = find_corner(r, p, &corner[k]);
      if (seen) light_at(r, p, n, own, corner[k].light);
    }
    if (seen) fill(r, &corner[0], &corner[1], &corner[2], 1, 0);
  }
}

void trm_render_line(TrmRender *r, const double a[3], const double b[3], double width,
                     uint32_t colour, double cover) {
  Corner end[2], p[4];
  if (!find_corner(r, a, &end[0]) || !find_corner(r, b, &end[1])) return;
  double dx = end[1].x - end[0].x, dy = end[1].y - end[0].y, length = hypot(dx, dy);
  if (!(length > 1e-9)) return;
  double half = 0.5 * width * (double)r->samples / length;
  for (int k = 0; k < 4; k++) {
    double side = k == 0 || k == 3 ? half : -half;
    p[k] = end[k >= 2];
    p[k].x -= side * dy;
    p[k].y += side * dx;
    light_of(colour, p[k].light);
  }
  fill(r, &p[0], &p[1], &p[2], cover, 0);
  fill(r, &p[0], &p[2], &p[3], cover, 0);
}

void trm_render_veil(TrmRender *r, const double corners[4][3], uint32_t colour, double cover) {
  /* in small squares, so that what is behind the eye leaves the rest */
  for (int i = 0; i < VEIL_PARTS * VEIL_PARTS; i++) {
    Corner p[4];
    int seen = 1;
    for (int k = 0; k < 4 && seen; k++) {
      double u = (double)(i % VEIL_PARTS + (k == 1 || k == 2)) / VEIL_PARTS;
      double v = (double)(i / VEIL_PARTS + (k > 1)) / VEIL_PARTS, at[3];
      for (int x = 0; x < 3; x++)
        at[x] = (1 - v) * ((1 - u) * corners[0][x] + u * corners[1][x]) +
                v * ((1 - u) * corners[3][x] + u * corners[2][x]);
      seen = find_corner(r, at, &p[k]);
      light_of(colour, p[k].light);
    }
    if (!seen) continue;
    fill(r, &p[0], &p[1], &p[2], cover, 1);
    fill(r, &p[0], &p[2], &p[3], cover, 1);
  }
}

void trm_render_image(const TrmRender *r, TrmImage *image) {
  size_t n = r->samples, row = r->width * n;
  for (size_t y = 0; y < r->height; y++)
    for (size_t x = 0; x < r->width; x++)
      for (size_t k = 0; k < 3; k++) {
        unsigned sum = 0;
        for (size_t j = 0; j < n; j++)
          for (size_t i = 0; i < n; i++) sum += r->pixels[3 * ((y * n + j) * row + x * n + i) + k];
        image->pixels[3 * (y * r->width + x) + k] = (unsigned char)((sum + n * n / 2) / (n * n));
      }
}
