/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of shapes: one line each.
 */
#include "catalog/shape/shape.h"

#define SHAPES(X)                                                                                  \
  X(rod)                                                                                           \
  X(box)                                                                                           \
  X(sphere)                                                                                        \
  X(cylinder)                                                                                      \
  X(capsule)                                                                                       \
  X(cone)                                                                                          \
  X(plate)                                                                                         \
  X(mesh)

#define DECLARE(name) extern const TrmShapeType trm_shape_##name;
#define ENTRY(name) &trm_shape_##name.type,

SHAPES(DECLARE)

static const TrmType *const types[] = {SHAPES(ENTRY) NULL};

const TrmTable trm_table_shapes = {.name = "shape", .form = TRM_TABLE_NESTED, .types = types};
