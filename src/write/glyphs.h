/* SPDX-License-Identifier: Apache-2.0
 *
 * Glyphs: letters as lines of a pen, for pictures made of pixels. Capitals are 12 high, x is 8; the
 * base line is at 0, y goes up.
 */
#ifndef TRM_WRITE_GLYPHS_H
#define TRM_WRITE_GLYPHS_H

#include <stddef.h>

/* The height of capitals, and of the letters of one size, in units of glyphs. */
enum { TRM_GLYPH_CAPITAL = 12 };
extern const double trm_glyph_em;

/* How wide a text is. */
double trm_glyphs_width(const char *text);

/* Call `line` for each line of the pen of a text that begins at 0: `count` points, x and y. */
void trm_glyphs_draw(const char *text,
                     void (*line)(void *context, const double *points, size_t count),
                     void *context);

#endif
