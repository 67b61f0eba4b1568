/* SPDX-License-Identifier: Apache-2.0
 *
 * Picture: what is seen of a system, as JSON in the model's units, kept with every result so that
 * it can be shown without the model's files. Points are in body axes from the centre of mass, as
 * the signals of bodies are; body -1 is ground.
 */
#ifndef TRM_COMPILE_PICTURE_H
#define TRM_COMPILE_PICTURE_H

#include "base/text.h"
#include "compile/system.h"

/* Append the picture to `out`; only inside a guard. */
void trm_picture_json(const TrmSystem *system, TrmText *out);

/* picture_mesh.c: append the triangles of a mesh, or of its box when it has very many or cannot be
 * read again. `axes` are the origin and the ends of the file's axes where it is put, 3 each. */
void trm_picture_mesh(const char *path, const double axes[12], TrmText *out);

#endif
