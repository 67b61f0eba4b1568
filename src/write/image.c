/* SPDX-License-Identifier: Apache-2.0
 *
 * Image: filling by scan lines, sixteen to a row of pixels, each covered exactly along x.
 */
#include "write/image.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 16, ROUND = 12 };

typedef struct Edge {
  double x, step; /* where it crosses this scan line, and how much further the next */
  long first, last;
  int way; /* 1 down, -1 up */
} Edge;

TrmImage *trm_image_new(TrmArena *arena, size_t width, size_t height, uint32_t colour) {
  TrmImage *image = trm_arena_alloc(arena, sizeof *image);
  *image = (TrmImage){width, height, trm_arena_array(arena, width * height, 3)};
  for (size_t i = 0; i < width * height; i++)
    for (size_t k = 0; k < 3; k++)
      image->pixels[3 * i + k] = (unsigned char)(colour >> (16 - 8 * k));
  return image;
}

static void add_edge(TrmShape *s, double x0, double y0, double x1, double y1) {
  if (s->count == s->capacity)
    s->edges = trm_arena_grow(s->arena, s->edges, s->count, &s->capacity, 4 * sizeof(double));
  memcpy(s->edges + 4 * s->count++, (double[4]){x0, y0, x1, y1}, 4 * sizeof(double));
}

void trm_shape_clear(TrmShape *shape) {
  shape->count = 0;
}

void trm_shape_outline(TrmShape *shape, const double *p, size_t count) {
  double area = 0;
  for (size_t i = 0; i < 2 * count; i++)
    if (!isfinite(p[i])) return;
  for (size_t i = 0; i < count; i++) {
    const double *a = p + 2 * i, *b = p + 2 * ((i + 1) % count);
    area += a[0] * b[1] - b[0] * a[1];
  }
  for (size_t i = 0; i < count; i++) {
    const double *a = p + 2 * i, *b = p + 2 * ((i + 1) % count);
    if (area >= 0)
      add_edge(shape, a[0], a[1], b[0], b[1]);
    else
      add_edge(shape, b[0], b[1], a[0], a[1]);
  }
}

/* a disc about a point */
static void add_disc(TrmShape *shape, const double *at, double radius) {
  double p[2 * ROUND];
  for (int i = 0; i < ROUND; i++) {
    double angle = 2 * 3.14159265358979 * i / ROUND;
    p[2 * i] = at[0] + radius * cos(angle);
    p[2 * i + 1] = at[1] + radius * sin(angle);
  }
  trm_shape_outline(shape, p, ROUND);
}

void trm_shape_line(TrmShape *shape, const double *p, size_t count, double width) {
  double r = width / 2;
  for (size_t i = 0; i < count; i++) {
    const double *a = p + 2 * i, *b = a + 2;
    add_disc(shape, a, r);
    if (i + 1 == count) break;
    double dx = b[0] - a[0], dy = b[1] - a[1], length = hypot(dx, dy);
    if (!(length > 0)) continue;
    double nx = -dy / length * r, ny = dx / length * r;
    trm_shape_outline(shape,
                      (double[8]){a[0] + nx, a[1] + ny, b[0] + nx, b[1] + ny, b[0] - nx, b[1] - ny,
                                  a[0] - nx, a[1] - ny},
                      4);
  }
}

/* scan line number `i` is in the middle of its strip */
static double height_of(long i) {
  return ((double)i + 0.5) / LINES;
}

static int by_first(const void *a, const void *b) {
  long p = ((const Edge *)a)->first, q = ((const Edge *)b)->first;
  return p < q ? -1 : p > q;
}

/* the edges that cross a scan line between rows y0 and y1, in the order in which they begin */
static Edge *list_edges(const TrmShape *shape, double y0, double y1, size_t *count) {
  Edge *list = trm_arena_array(shape->arena, shape->count + 1, sizeof *list);
  *count = 0;
  for (size_t i = 0; i < shape->count; i++) {
    const double *e = shape->edges + 4 * i;
    int down = e[3] > e[1];
    const double *top = down ? e : e + 2, *end = down ? e + 2 : e;
    double from = fmax(top[1], y0), to = fmin(end[1], y1);
    if (!(to > from)) continue;
    Edge edge = {.way = down ? 1 : -1,
                 .first = (long)ceil(from * LINES - 0.5),
                 .last = (long)ceil(to * LINES - 0.5) - 1};
    if (edge.last < edge.first) continue;
    double slope = (end[0] - top[0]) / (end[1] - top[1]);
    edge.x = top[0] + slope * (height_of(edge.first) - top[1]);
    edge.step = slope / LINES;
    list[(*count)++] = edge;
  }
  qsort(list, *count, sizeof *list, by_first);
  return list;
}

/* add a span of one scan line to what is covered of a row */
static void cover(float *row, TrmPixels box, double x0, double x1) {
  x0 = fmax(x0, box.x0);
  x1 = fmin(x1, box.x1);
  if (!(x1 > x0)) return;
  long first = (long)floor(x0), last = (long)ceil(x1) - 1;
  for (long i = first; i <= last; i++) {
    double part = fmin(x1, (double)i + 1) - fmax(x0, (double)i);
    row[i] += (float)(part / LINES);
  }
}

/* mix the colour into a row of pixels as far as it is covered */
static void paint(TrmImage *image, long y, float *row, uint32_t colour) {
  unsigned char *pixel = image->pixels + 3 * (size_t)y * image->width;
  for (size_t i = 0; i < image->width; i++, pixel += 3) {
    if (!(row[i] > 0)) continue;
    float part = row[i] < 1 ? row[i] : 1;
    for (int k = 0; k < 3; k++) {
      float own = (float)(colour >> (16 - 8 * k) & 255);
      pixel[k] = (unsigned char)((float)pixel[k] + part * (own - (float)pixel[k]) + 0.5f);
    }
    row[i] = 0;
  }
}

void trm_image_fill(TrmImage *image, const TrmShape *shape, TrmPixels box, uint32_t colour) {
  box.x0 = fmax(box.x0, 0);
  box.y0 = fmax(box.y0, 0);
  box.x1 = fmin(box.x1, (double)image->width);
  box.y1 = fmin(box.y1, (double)image->height);
  size_t count, next = 0, alive = 0;
  if (!(box.x1 > box.x0) || !(box.y1 > box.y0)) return;
  Edge *list = list_edges(shape, box.y0, box.y1, &count);
  Edge *now = trm_arena_array(shape->arena, count + 1, sizeof *now);
  float *row = trm_arena_array(shape->arena, image->width + 1, sizeof *row);
  long first = count ? list[0].first : 0, end = (long)(box.y1 * LINES);
  for (long line = first; line < end && (next < count || alive); line++) {
    /* edges that begin and end, in order of x: nearly sorted from the line before */
    while (next < count && list[next].first <= line) now[alive++] = list[next++];
    size_t kept = 0;
    for (size_t i = 0; i < alive; i++)
      if (now[i].last >= line) now[kept++] = now[i];
    alive = kept;
    for (size_t i = 1; i < alive; i++) {
      Edge edge = now[i];
      size_t k = i;
      for (; k > 0 && now[k - 1].x > edge.x; k--) now[k] = now[k - 1];
      now[k] = edge;
    }
    /* inside is where more outlines have been entered than left */
    int winding = 0;
    double from = 0;
    for (size_t i = 0; i < alive; i++) {
      if (winding == 0) from = now[i].x;
      winding += now[i].way;
      if (winding == 0) cover(row, box, from, now[i].x);
      now[i].x += now[i].step;
    }
    if (line % LINES == LINES - 1 || line + 1 == end || (next == count && !alive))
      paint(image, line / LINES, row, colour);
  }
  /* what is left of the last row */
  if (count)
    paint(image, (list[count - 1].last > 0 ? list[count - 1].last : 0) / LINES, row, colour);
}
