/* SPDX-License-Identifier: Apache-2.0
 *
 * Encoder: the program ffmpeg, which makes a film of the pictures it is given through a pipe. The
 * file appears under its name when all of it is there.
 */
#ifndef TRM_CLI_ENCODER_H
#define TRM_CLI_ENCODER_H

#include "cli/command.h"
#include "write/image.h"

typedef struct TrmEncoder TrmEncoder;

/* Start it: pictures of this size, so many a second, into `path`, which ends in .mp4 or .webm. A
 * message and NULL when it is not there. */
TrmEncoder *trm_encoder_start(TrmRequest *request, const char *path, size_t width, size_t height,
                              double fps);

/* Give it a picture; end the film. */
TrmStatus trm_encoder_add(TrmEncoder *encoder, const TrmImage *image);
TrmStatus trm_encoder_end(TrmEncoder *encoder, TrmStatus status);

#endif
