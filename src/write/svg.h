/* SPDX-License-Identifier: Apache-2.0
 *
 * SVG into pixels: what the plots of this room are made of, and no more of the language: svg, g,
 * path (M L l h v m z, a for whole circles), rect, text with tspan, and clipPath with one rect;
 * fill, stroke, widths, dashes, sizes and anchors of text, translate and rotate by quarters.
 */
#ifndef TRM_WRITE_SVG_H
#define TRM_WRITE_SVG_H

#include "write/image.h"

/* A picture of a document of this room, `scale` pixels to one of its units; only inside a guard.
 * NULL: it has no size, or one beyond `most` pixels. */
TrmImage *trm_svg_image(const char *svg, double scale, size_t most, TrmArena *arena);

#endif
