/* SPDX-License-Identifier: Apache-2.0
 *
 * Wording: a parameter in words, the same on the terminal, in the reference and in editors. Each
 * function fills `buffer`, cutting what does not fit.
 */
#ifndef TRM_CATALOG_WORDING_H
#define TRM_CATALOG_WORDING_H

#include "catalog/catalog.h"

/* What its value looks like: "number", "2 to 3 numbers", "name of a body or marker". */
void trm_word_value(const TrmParam *param, char *buffer, size_t size);

/* Its unit in mks: "N/m"; "" for a pure number. */
void trm_word_unit(const TrmParam *param, char *buffer, size_t size);

/* Its range: "more than 0", "0 to 1"; "" without one. */
void trm_word_range(const TrmParam *param, char *buffer, size_t size);

/* Equations of a joint: "5 equations in space, 2 in the plane"; "" for other types. */
void trm_word_equations(const TrmTable *table, const TrmType *type, char *buffer, size_t size);

/* The key under which users write it: the type's own for the head of a head table. */
const char *trm_word_key(const TrmTable *table, const TrmType *type, const TrmParam *param);

#endif
