/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of forces: one line each. Also what all forces share.
 */
#include "catalog/force/force.h"

#define FORCES(X)                                                                                  \
  X(spring)                                                                                        \
  X(torsion_spring)                                                                                \
  X(actuator)                                                                                      \
  X(force)                                                                                         \
  X(torque)                                                                                        \
  X(bushing)                                                                                       \
  X(beam)                                                                                          \
  X(field)                                                                                         \
  X(tyre)                                                                                          \
  X(road)                                                                                          \
  X(aero)

#define DECLARE(name) extern const TrmForceType trm_force_##name;
#define ENTRY(name) &trm_force_##name.type,

FORCES(DECLARE)

static const TrmType *const types[] = {FORCES(ENTRY) NULL};

const TrmTable trm_table_forces = {.name = "force", .form = TRM_TABLE_HEAD, .types = types};

const TrmParam trm_force_shared[] = {TRM_PARAM_ACTIVE, TRM_PARAM_MIRROR, {.key = NULL}};

const TrmForceType *trm_force_type(const TrmItem *force) {
  for (const TrmType *const *t = types; *t; t++)
    if (*t == force->type) return (const TrmForceType *)(const void *)*t;
  return NULL;
}
