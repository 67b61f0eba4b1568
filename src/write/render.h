/* SPDX-License-Identifier: Apache-2.0
 *
 * Render: a picture of forms in space, by a depth buffer of several samples to a pixel. Light comes
 * from the sky, the ground and a sun over the shoulder; colours are mixed as light, and kept as
 * screens take them.
 */
#ifndef TRM_WRITE_RENDER_H
#define TRM_WRITE_RENDER_H

#include "write/image.h"
#include "write/solid.h"

typedef struct TrmCamera {
  double eye[3], right[3], up[3], ahead[3]; /* orthonormal */
  double slope;                             /* half the height that is seen, one unit ahead */
  double sun[3], sky[3];                    /* towards them, of length one */
} TrmCamera;

enum { TRM_RENDER_STEPS = 1024 };

typedef struct TrmRender {
  TrmArena *arena;
  size_t width, height; /* of the image */
  size_t samples;       /* along each side of a pixel */
  unsigned char *pixels;
  float *depth;          /* one over the distance ahead, 0: nothing */
  unsigned char *screen; /* what screens take for light of 0 to 1, in TRM_RENDER_STEPS steps */
  TrmCamera camera;
  int plain; /* no light falls on what is drawn: it has its own colour all over */
} TrmRender;

TrmRender *trm_render_new(TrmArena *arena, size_t width, size_t height, size_t samples);

/* Begin a picture: all of one colour, 0xRRGGBB. */
void trm_render_clear(TrmRender *r, uint32_t colour);

/* Draw a form where it stands; a line of some pixels' width, through which as much is seen as
 * `cover` leaves of 1. */
void trm_render_solid(TrmRender *r, const TrmSolid *form, const TrmPose *place, uint32_t colour);
void trm_render_line(TrmRender *r, const double a[3], const double b[3], double width,
                     uint32_t colour, double cover);

/* Draw a flat sheet of four corners through which what is behind is seen. */
void trm_render_veil(TrmRender *r, const double corners[4][3], uint32_t colour, double cover);

/* Where a point is in the image, in pixels; 0: behind the eye. */
int trm_render_project(const TrmRender *r, const double point[3], double out[3]);

/* The picture, samples averaged. */
void trm_render_image(const TrmRender *r, TrmImage *image);

#endif
