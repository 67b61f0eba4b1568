/* SPDX-License-Identifier: Apache-2.0
 *
 * SVG into pixels: tags and their attributes, styles handed down from groups, and what is drawn.
 */
#include "write/svg.h"
#include "base/text.h"
#include "write/svg_data.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 16 };

/* the value of an attribute of a tag; 0: it has none */
int trm_svg_attribute(const TrmSvgTag *tag, const char *name, TrmSvgPiece *value) {
  size_t length = strlen(name);
  for (const char *c = tag->begin; c + length + 2 < tag->end; c++) {
    if (*c != ' ' || strncmp(c + 1, name, length) != 0 || strncmp(c + 1 + length, "=\"", 2) != 0)
      continue;
    value->begin = c + length + 3;
    const char *end = memchr(value->begin, '"', (size_t)(tag->end - value->begin));
    value->end = end ? end : tag->end;
    return 1;
  }
  return 0;
}

double trm_svg_number(const char **c, const char *end) {
  while (*c < end && (**c == ' ' || **c == ',')) (*c)++;
  char text[40];
  size_t length = 0;
  while (*c + length < end && length + 1 < sizeof text && strchr("+-.0123456789eE", (*c)[length])) {
    /* a sign begins the next number */
    if (length && (*c)[length] == '-' && (*c)[length - 1] != 'e') break;
    text[length] = (*c)[length];
    length++;
  }
  double value = 0;
  if (!length || !trm_number_parse(text, length, &value)) {
    *c = end;
    return 0;
  }
  *c += length;
  return value;
}

double trm_svg_value(const TrmSvgTag *tag, const char *name, double otherwise) {
  TrmSvgPiece piece;
  if (!trm_svg_attribute(tag, name, &piece)) return otherwise;
  const char *c = piece.begin;
  return trm_svg_number(&c, piece.end);
}

static int is(const TrmSvgPiece *piece, const char *word) {
  size_t length = strlen(word);
  return (size_t)(piece->end - piece->begin) == length && strncmp(piece->begin, word, length) == 0;
}

/* "#rrggbb", or none */
static void read_colour(const TrmSvgTag *tag, const char *name, long *colour) {
  TrmSvgPiece piece;
  if (!trm_svg_attribute(tag, name, &piece)) return;
  *colour = *piece.begin == '#' && piece.end - piece.begin == 7 ? strtol(piece.begin + 1, NULL, 16)
                                                                : TRM_SVG_NONE;
}

/* translate(x y) rotate(-90) */
static void read_transform(const TrmSvgTag *tag, TrmSvgStyle *style) {
  TrmSvgPiece piece;
  if (!trm_svg_attribute(tag, "transform", &piece)) return;
  const char *c = strstr(piece.begin, "translate(");
  if (c && c < piece.end) {
    c += 10;
    style->x += trm_svg_number(&c, piece.end);
    style->y += trm_svg_number(&c, piece.end);
  }
  c = strstr(piece.begin, "rotate(");
  if (!c || c >= piece.end) return;
  c += 7;
  style->turn = trm_svg_number(&c, piece.end);
}

static void read_dash(const TrmSvgTag *tag, TrmSvgStyle *style) {
  TrmSvgPiece piece;
  if (!trm_svg_attribute(tag, "stroke-dasharray", &piece)) return;
  const char *c = piece.begin;
  style->dash[0] = trm_svg_number(&c, piece.end);
  style->dash[1] = trm_svg_number(&c, piece.end);
}

/* what a tag changes of the style it is given */
static void read_style(const TrmSvgReader *r, const TrmSvgTag *tag, TrmSvgStyle *style) {
  TrmSvgPiece piece;
  read_colour(tag, "fill", &style->fill);
  read_colour(tag, "stroke", &style->stroke);
  style->width = trm_svg_value(tag, "stroke-width", style->width);
  style->size = trm_svg_value(tag, "font-size", style->size);
  if (trm_svg_attribute(tag, "font-weight", &piece)) style->bold = !is(&piece, "400");
  if (trm_svg_attribute(tag, "text-anchor", &piece))
    style->anchor = is(&piece, "middle") ? 0.5 : is(&piece, "end") ? 1 : 0;
  read_transform(tag, style);
  read_dash(tag, style);
  if (!trm_svg_attribute(tag, "clip-path", &piece)) return;
  for (size_t i = 0; i < r->clip_count; i++) {
    const TrmSvgPiece *name = &r->clip_names[i];
    size_t length = (size_t)(name->end - name->begin);
    /* url(#NAME) */
    if ((size_t)(piece.end - piece.begin) == length + 6 &&
        strncmp(piece.begin + 5, name->begin, length) == 0)
      style->clip = r->clips[i];
  }
}

/* the box of a rect, in pixels */
static TrmPixels box_of(const TrmSvgReader *r, const TrmSvgTag *tag, const TrmSvgStyle *style) {
  TrmSvgPiece width, height;
  double x = trm_svg_value(tag, "x", 0) + style->x, y = trm_svg_value(tag, "y", 0) + style->y;
  double w = trm_svg_value(tag, "width", 0), h = trm_svg_value(tag, "height", 0);
  if (trm_svg_attribute(tag, "width", &width) && width.end[-1] == '%') w *= r->width / 100;
  if (trm_svg_attribute(tag, "height", &height) && height.end[-1] == '%') h *= r->height / 100;
  return (TrmPixels){x * r->scale, y * r->scale, (x + w) * r->scale, (y + h) * r->scale};
}

static void draw_rect(TrmSvgReader *r, const TrmSvgTag *tag, const TrmSvgStyle *style) {
  TrmPixels b = box_of(r, tag, style);
  double p[10] = {b.x0, b.y0, b.x1, b.y0, b.x1, b.y1, b.x0, b.y1, b.x0, b.y0};
  trm_shape_clear(&r->shape);
  if (style->fill != TRM_SVG_NONE) {
    trm_shape_outline(&r->shape, p, 4);
    trm_image_fill(r->image, &r->shape, style->clip, (uint32_t)style->fill);
  }
  if (style->stroke == TRM_SVG_NONE) return;
  trm_shape_clear(&r->shape);
  trm_shape_line(&r->shape, p, 5, style->width * r->scale);
  trm_image_fill(r->image, &r->shape, style->clip, (uint32_t)style->stroke);
}

/* a clipPath: the rect in it, under its name */
static void read_clip(TrmSvgReader *r, const TrmSvgTag *tag, const TrmSvgStyle *style) {
  TrmSvgPiece name;
  const char *rect = strstr(tag->end, "<rect ");
  if (!rect || !trm_svg_attribute(tag, "id", &name) || r->clip_count == TRM_SVG_CLIPS) return;
  const char *end = strchr(rect, '>');
  if (!end) return;
  TrmSvgTag inner = {rect, end};
  r->clip_names[r->clip_count] = name;
  r->clips[r->clip_count++] = box_of(r, &inner, style);
}

static int named(const TrmSvgTag *tag, const char *name) {
  size_t length = strlen(name);
  return strncmp(tag->begin + 1, name, length) == 0 &&
         (tag->begin[1 + length] == ' ' || tag->begin + 1 + length == tag->end);
}

/* draw what lies between the tags of the document, styles handed down */
static void draw_all(TrmSvgReader *r, const char *c) {
  TrmSvgStyle stack[MOST_DEPTH] = {{.fill = 0,
                                    .stroke = TRM_SVG_NONE,
                                    .width = 1,
                                    .size = 16,
                                    .clip = {0, 0, r->width * r->scale, r->height * r->scale}}};
  int depth = 0, skipping = 0;
  while ((c = strchr(c, '<')) != NULL) {
    TrmSvgTag tag = {c, strchr(c, '>')};
    if (!tag.end) return;
    int alone = tag.end[-1] == '/';
    c = tag.end;
    if (tag.begin[1] == '/') {
      if (strncmp(tag.begin, "</g>", 4) == 0 && depth > 0) depth--;
      if (strncmp(tag.begin, "</clipPath>", 11) == 0) skipping = 0;
      continue;
    }
    TrmSvgStyle style = stack[depth];
    read_style(r, &tag, &style);
    if (named(&tag, "svg") || (named(&tag, "g") && !alone)) {
      if (depth + 1 < MOST_DEPTH) stack[++depth] = style;
    } else if (named(&tag, "clipPath")) {
      read_clip(r, &tag, &style);
      skipping = 1;
    } else if (named(&tag, "rect") && !skipping) {
      draw_rect(r, &tag, &style);
    } else if (named(&tag, "path")) {
      trm_svg_path(r, &tag, &style);
    } else if (named(&tag, "text")) {
      c = trm_svg_text(r, &tag, &style);
    }
  }
}

TrmImage *trm_svg_image(const char *svg, double scale, size_t most, TrmArena *arena) {
  const char *begin = strstr(svg, "<svg "), *end = begin ? strchr(begin, '>') : NULL;
  if (!end) return NULL;
  TrmSvgTag tag = {begin, end};
  TrmSvgReader r = {.arena = arena, .scale = scale, .shape = {.arena = arena}};
  r.width = trm_svg_value(&tag, "width", 0);
  r.height = trm_svg_value(&tag, "height", 0);
  double wide = ceil(r.width * scale), high = ceil(r.height * scale);
  if (!(wide >= 1) || !(high >= 1) || !(wide * high <= (double)most)) return NULL;
  r.image = trm_image_new(arena, (size_t)wide, (size_t)high, 0xffffff);
  draw_all(&r, begin);
  return r.image;
}
