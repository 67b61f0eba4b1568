/* SPDX-License-Identifier: Apache-2.0
 *
 * Image: letters on it.
 */
#include "write/glyphs.h"
#include "write/image.h"

enum { MOST_POINTS = 200 };

typedef struct Pen {
  TrmShape shape;
  double x, y, unit;
} Pen;

static void add_line(void *context, const double *points, size_t count) {
  Pen *pen = context;
  double p[2 * MOST_POINTS];
  for (size_t i = 0; i < count && i < MOST_POINTS; i++) {
    p[2 * i] = pen->x + pen->unit * points[2 * i];
    p[2 * i + 1] = pen->y - pen->unit * points[2 * i + 1];
  }
  trm_shape_line(&pen->shape, p, count < MOST_POINTS ? count : MOST_POINTS, 1.4 * pen->unit);
}

void trm_image_text(TrmImage *image, TrmArena *arena, double x, double y, double size,
                    uint32_t colour, const char *text) {
  Pen pen = {.shape = {.arena = arena}, .x = x, .y = y, .unit = size / trm_glyph_em};
  TrmPixels all = {0, 0, (double)image->width, (double)image->height};
  trm_glyphs_draw(text, add_line, &pen);
  trm_image_fill(image, &pen.shape, all, colour);
}
