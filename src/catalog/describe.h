/* SPDX-License-Identifier: Apache-2.0
 *
 * Describe: what `trammel describe` prints, at most 100 columns wide, from the tables.
 */
#ifndef TRM_CATALOG_DESCRIBE_H
#define TRM_CATALOG_DESCRIBE_H

#include "base/text.h"
#include "catalog/catalog.h"
#include "expr/function.h"
#include "expr/measure.h"

/* A type: what it is, its parameters, an example. `table` is NULL for types that stand alone. */
void trm_describe_type(const TrmTable *table, const TrmType *type, TrmText *out);

/* A function of numbers; a measure of the mechanism's state. */
void trm_describe_function(const TrmFunction *function, TrmText *out);
void trm_describe_measure(const TrmMeasure *measure, TrmText *out);

/* The function or measure called `name` (any case); returns 0 when there is none. */
int trm_describe_call(const char *name, TrmText *out);

/* Every word of the language with its summary, by table. */
void trm_describe_list(TrmText *out);

#endif
