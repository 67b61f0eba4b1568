/* SPDX-License-Identifier: Apache-2.0
 *
 * Image: rows of pixels, three bytes each, that shapes are filled into with soft edges: a pixel
 * takes as much of a colour as the shape covers of it. Written as PNG. x goes right, y down, and
 * the first pixel is from 0 to 1.
 */
#ifndef TRM_WRITE_IMAGE_H
#define TRM_WRITE_IMAGE_H

#include "base/arena.h"
#include "base/text.h"
#include <stdint.h>

typedef struct TrmImage {
  size_t width, height;
  unsigned char *pixels; /* red, green, blue */
} TrmImage;

/* What is filled: closed outlines, and the pixels it may reach. */
typedef struct TrmShape {
  TrmArena *arena;
  double *edges; /* x0 y0 x1 y1 of each */
  size_t count, capacity;
} TrmShape;

/* A box of pixels, the last ones excluded. */
typedef struct TrmPixels {
  double x0, y0, x1, y1;
} TrmPixels;

/* An image of one colour, 0xRRGGBB. */
TrmImage *trm_image_new(TrmArena *arena, size_t width, size_t height, uint32_t colour);

/* Add a closed outline of `count` points (x, y each), turned so that outlines of one shape never
 * cancel each other; a line of some width with round ends; and forget all outlines. */
void trm_shape_outline(TrmShape *shape, const double *points, size_t count);
void trm_shape_line(TrmShape *shape, const double *points, size_t count, double width);
void trm_shape_clear(TrmShape *shape);

/* Fill what is inside any outline, within `pixels`. */
void trm_image_fill(TrmImage *image, const TrmShape *shape, TrmPixels pixels, uint32_t colour);

/* letters.c: write on the image, from (x, y) on the base line; `size` as of type. */
void trm_image_text(TrmImage *image, TrmArena *arena, double x, double y, double size,
                    uint32_t colour, const char *text);

/* Append the image as a PNG file; only inside a guard. */
void trm_image_png(const TrmImage *image, TrmArena *arena, TrmText *out);

#endif
