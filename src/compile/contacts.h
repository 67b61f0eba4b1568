/* SPDX-License-Identifier: Apache-2.0
 *
 * Contacts while they are compiled: shapes and curves as surfaces.
 */
#ifndef TRM_COMPILE_CONTACTS_H
#define TRM_COMPILE_CONTACTS_H

#include "compile/compiler.h"

/* contact_surfaces.c: a shape as a surface on its body; 0 when its mesh cannot be read. */
int trm_contact_shape(Compiler *c, const TrmSeen *seen, TrmSurface *surface);

/* The curve of a side; 0 after an error, reported. */
int trm_contact_curve(Compiler *c, const TrmItem *contact, const TrmItem *side,
                      const TrmValue *list, TrmSurface *surface);

/* The free side of a curve is that on which the other surfaces are at the design position. */
void trm_contact_free_sides(TrmContact *contact, const TrmSystem *system);

#endif
