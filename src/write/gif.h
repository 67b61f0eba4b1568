/* SPDX-License-Identifier: Apache-2.0
 *
 * GIF: a film of pictures (GIF89a) that plays again and again. Colours of a few frames are sorted
 * into at most 255; a frame holds what has changed since the one before.
 */
#ifndef TRM_WRITE_GIF_H
#define TRM_WRITE_GIF_H

#include "write/image.h"

typedef struct TrmGif TrmGif;

/* Begin a film; `images` are some of its pictures, from which its colours are taken. `arena` must
 * outlive it. Only inside a guard, as all here. */
TrmGif *trm_gif_begin(const TrmImage *const *images, size_t count, TrmArena *arena, TrmText *out);

/* Add a picture that is shown for so many hundredths of a second; end the film. */
void trm_gif_add(TrmGif *gif, const TrmImage *image, unsigned hundredths);
void trm_gif_end(TrmGif *gif);

#endif
