/* SPDX-License-Identifier: Apache-2.0
 *
 * SVG into pixels: what its files share.
 */
#ifndef TRM_WRITE_SVG_DATA_H
#define TRM_WRITE_SVG_DATA_H

#include "write/image.h"

/* no colour; how many clip paths are kept */
enum { TRM_SVG_NONE = -1, TRM_SVG_CLIPS = 64 };

typedef struct TrmSvgPiece {
  const char *begin, *end;
} TrmSvgPiece;

/* from its < up to its > */
typedef TrmSvgPiece TrmSvgTag;

typedef struct TrmSvgStyle {
  long fill, stroke; /* 0xRRGGBB or TRM_SVG_NONE */
  double width, dash[2];
  double size, anchor; /* of text: 0 begins, 0.5 is centred, 1 ends there */
  int bold;
  double x, y, turn; /* moved by, then turned by degrees */
  TrmPixels clip;
} TrmSvgStyle;

typedef struct TrmSvgReader {
  TrmArena *arena;
  TrmImage *image;
  TrmShape shape;
  double width, height, scale;
  TrmSvgPiece clip_names[TRM_SVG_CLIPS];
  TrmPixels clips[TRM_SVG_CLIPS];
  size_t clip_count;
} TrmSvgReader;

/* svg.c: the text of an attribute, 0 when there is none; its number; the next number of a list. */
int trm_svg_attribute(const TrmSvgTag *tag, const char *name, TrmSvgPiece *value);
double trm_svg_value(const TrmSvgTag *tag, const char *name, double otherwise);
double trm_svg_number(const char **c, const char *end);

/* svg_draw.c: a path; a text with what is in it, whose end is returned. */
void trm_svg_path(TrmSvgReader *r, const TrmSvgTag *tag, const TrmSvgStyle *style);
const char *trm_svg_text(TrmSvgReader *r, const TrmSvgTag *tag, const TrmSvgStyle *style);

#endif
