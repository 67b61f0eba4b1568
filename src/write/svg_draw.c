/* SPDX-License-Identifier: Apache-2.0
 *
 * SVG into pixels: paths, whole or dashed, and letters.
 */
#include "write/glyphs.h"
#include "write/svg_data.h"
#include <math.h>
#include <string.h>

enum { CIRCLE = 24, MOST_RUNS = 8, RUN_SIZE = 400 };

/* the points of a path under way, in pixels */
typedef struct Path {
  TrmSvgReader *r;
  const TrmSvgStyle *style;
  double *points;
  size_t count, capacity;
  double x, y; /* where the pen is */
  int filled;  /* this round fills, else it draws lines */
} Path;

static void add_point(Path *p) {
  if (p->count == p->capacity)
    p->points = trm_arena_grow(p->r->arena, p->points, p->count, &p->capacity, 2 * sizeof(double));
  p->points[2 * p->count] = (p->x + p->style->x) * p->r->scale;
  p->points[2 * p->count++ + 1] = (p->y + p->style->y) * p->r->scale;
}

/* a line as dashes: a part drawn, a part left out */
static void add_dashes(Path *p) {
  const double scale = p->r->scale, *dash = p->style->dash;
  double left = dash[0] * scale, piece[4], at[2] = {p->points[0], p->points[1]};
  int drawn = 1;
  for (size_t i = 1; i < p->count; i++) {
    const double *to = p->points + 2 * i;
    double length = hypot(to[0] - at[0], to[1] - at[1]);
    while (length > 0) {
      double part = fmin(1, left / length);
      memcpy(piece, at, sizeof at);
      for (int k = 0; k < 2; k++) at[k] += part * (to[k] - at[k]);
      memcpy(piece + 2, at, sizeof at);
      if (drawn) trm_shape_line(&p->r->shape, piece, 2, p->style->width * scale);
      left -= part * length;
      length -= part * length;
      if (left > 1e-9) break;
      drawn = !drawn;
      left = fmax(dash[drawn ? 0 : 1] * scale, 0.1);
    }
  }
}

/* what was drawn since the pen came down */
static void end_line(Path *p) {
  if (p->count && p->filled)
    trm_shape_outline(&p->r->shape, p->points, p->count);
  else if (p->count && p->style->dash[0] > 0)
    add_dashes(p);
  else if (p->count)
    trm_shape_line(&p->r->shape, p->points, p->count, p->style->width * p->r->scale);
  p->count = 0;
}

/* a half circle to the point dx further: all arcs here are halves of circles */
static void add_arc(Path *p, double radius, double dx, double dy) {
  double cx = p->x + dx / 2, cy = p->y + dy / 2, from = atan2(-dy, -dx);
  double ex = p->x + dx, ey = p->y + dy;
  for (int k = 1; k <= CIRCLE / 2; k++) {
    double angle = from - 3.14159265358979 * 2 * k / CIRCLE;
    p->x = cx + radius * cos(angle);
    p->y = cy + radius * sin(angle);
    add_point(p);
  }
  p->x = ex;
  p->y = ey;
}

static void walk(Path *p, TrmSvgPiece d) {
  const char *c = d.begin;
  char command = 'M';
  double first_x = 0, first_y = 0;
  while (c < d.end) {
    if (*c == ' ' || *c == ',' || *c == '\n') {
      c++;
      continue;
    }
    if (strchr("MLlhvmzaZ", *c)) command = *c++;
    if (command == 'z' || command == 'Z') {
      p->x = first_x;
      p->y = first_y;
      add_point(p);
      end_line(p);
      continue;
    }
    double a = trm_svg_number(&c, d.end), b = 0;
    if (command == 'a') {
      double radius = a, dx;
      for (int k = 0; k < 4; k++) trm_svg_number(&c, d.end);
      dx = trm_svg_number(&c, d.end);
      add_arc(p, radius, dx, trm_svg_number(&c, d.end));
      continue;
    }
    if (command != 'h' && command != 'v') b = trm_svg_number(&c, d.end);
    int starts = command == 'M' || command == 'm';
    if (starts) end_line(p);
    if (command == 'h')
      p->x += a;
    else if (command == 'v')
      p->y += a;
    else if (command == 'M' || command == 'L')
      p->x = a, p->y = b;
    else
      p->x += a, p->y += b;
    if (starts) first_x = p->x, first_y = p->y, command = command == 'M' ? 'L' : 'l';
    add_point(p);
  }
  end_line(p);
}

void trm_svg_path(TrmSvgReader *r, const TrmSvgTag *tag, const TrmSvgStyle *style) {
  TrmSvgPiece d;
  if (!trm_svg_attribute(tag, "d", &d)) return;
  for (int filled = 1; filled >= 0; filled--) {
    long colour = filled ? style->fill : style->stroke;
    if (colour == TRM_SVG_NONE) continue;
    Path path = {.r = r, .style = style, .filled = filled};
    trm_shape_clear(&r->shape);
    walk(&path, d);
    trm_image_fill(r->image, &r->shape, style->clip, (uint32_t)colour);
  }
}

/* a part of a text in one size */
typedef struct Run {
  char text[RUN_SIZE];
  double size, rise;
} Run;

/* letters from their own units into pixels */
typedef struct Letters {
  TrmSvgReader *r;
  double x, y, unit, cosine, sine, pen;
} Letters;

static void add_letter(void *context, const double *points, size_t count) {
  Letters *l = context;
  double p[400];
  for (size_t i = 0; i < count && 2 * i + 1 < 400; i++) {
    double x = points[2 * i] * l->unit, y = -points[2 * i + 1] * l->unit;
    p[2 * i] = l->x + l->cosine * x - l->sine * y;
    p[2 * i + 1] = l->y + l->sine * x + l->cosine * y;
  }
  trm_shape_line(&l->r->shape, p, count, l->pen);
}

/* the text up to the next tag, entities replaced */
static const char *read_run(const char *c, Run *run) {
  static const struct {
    const char *name;
    char letter;
  } entities[] = {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}};
  size_t length = 0;
  while (*c && *c != '<') {
    char letter = *c;
    size_t taken = 1;
    for (size_t i = 0; i < sizeof entities / sizeof *entities; i++)
      if (strncmp(c, entities[i].name, strlen(entities[i].name)) == 0) {
        letter = entities[i].letter;
        taken = strlen(entities[i].name);
      }
    if (length + 1 < RUN_SIZE) run->text[length++] = letter;
    c += taken;
  }
  run->text[length] = 0;
  return c;
}

static void draw_runs(TrmSvgReader *r, const TrmSvgTag *tag, const TrmSvgStyle *style,
                      const Run *runs, size_t count) {
  double wide = 0, angle = style->turn * 3.14159265358979 / 180, along = 0;
  for (size_t i = 0; i < count; i++)
    wide += trm_glyphs_width(runs[i].text) * runs[i].size / trm_glyph_em;
  Letters l = {.r = r, .cosine = cos(angle), .sine = sin(angle)};
  along = -style->anchor * wide;
  double x = trm_svg_value(tag, "x", 0), y = trm_svg_value(tag, "y", 0);
  trm_shape_clear(&r->shape);
  for (size_t i = 0; i < count; i++) {
    double dx = x + along, dy = y + runs[i].rise;
    l.x = (style->x + l.cosine * dx - l.sine * dy) * r->scale;
    l.y = (style->y + l.sine * dx + l.cosine * dy) * r->scale;
    l.unit = runs[i].size / trm_glyph_em * r->scale;
    l.pen = (style->bold ? 1.75 : 1.2) * l.unit;
    trm_glyphs_draw(runs[i].text, add_letter, &l);
    along += trm_glyphs_width(runs[i].text) * runs[i].size / trm_glyph_em;
  }
  if (style->fill != TRM_SVG_NONE)
    trm_image_fill(r->image, &r->shape, style->clip, (uint32_t)style->fill);
}

const char *trm_svg_text(TrmSvgReader *r, const TrmSvgTag *tag, const TrmSvgStyle *style) {
  Run *runs = trm_arena_array(r->arena, MOST_RUNS, sizeof *runs);
  size_t count = 0;
  double size = style->size, rise = 0;
  const char *c = tag->end + 1;
  while (*c) {
    if (*c != '<') {
      Run spare, *run = count < MOST_RUNS ? &runs[count++] : &spare;
      run->size = size;
      run->rise = rise;
      c = read_run(c, run);
      continue;
    }
    TrmSvgTag inner = {c, strchr(c, '>')};
    if (!inner.end || strncmp(c, "</text>", 7) == 0) break;
    /* what a tspan moves stays moved after it */
    if (strncmp(c, "<tspan", 6) == 0) {
      rise += trm_svg_value(&inner, "dy", 0);
      size = trm_svg_value(&inner, "font-size", size);
    } else {
      size = style->size;
    }
    c = inner.end + 1;
  }
  draw_runs(r, tag, style, runs, count);
  return c;
}
