/* SPDX-License-Identifier: Apache-2.0
 *
 * Forces: what every force's file begins with. A force is one `const TrmForceType
 * trm_force_<name>`, with its law (law.h), and one line in table.c.
 */
#ifndef TRM_CATALOG_FORCE_H
#define TRM_CATALOG_FORCE_H

#include "catalog/force/law.h"
#include "catalog/param.h"

/* Parameters any force may carry: active, mirror. */
extern const TrmParam trm_force_shared[];

#define TRM_FORCE_FROM TRM_PARAM_PLACE("from", "its end on the first, when given by bodies")
#define TRM_FORCE_TO TRM_PARAM_PLACE("to", "its end on the second, when given by bodies")

/* The frame that components are given in */
#define TRM_FORCE_IN                                                                               \
  {                                                                                                \
    .key = "in", .kind = TRM_KIND_REF, .refs = TRM_REF_BODY_OR_MARKER, .fallback = "ground",       \
    .summary = "body or marker whose axes the components are along"                                \
  }

#define TRM_FORCE_NUMBER(name, range, size, text)                                                  \
  { .key = name, .kind = TRM_KIND_NUMBER, range, .dimension = size, .summary = text }

#define TRM_FORCE_MATRIX(name, text)                                                               \
  { .key = name, .kind = TRM_KIND_MATRIX, .least = 6, .most = 6, .summary = text }

#endif
