/* SPDX-License-Identifier: Apache-2.0
 *
 * The formulations: one line each.
 */
#include "formulation/formulation.h"
#include <string.h>

#define FORMULATIONS(X)                                                                            \
  X(constraint_force)                                                                              \
  X(projection)                                                                                    \
  X(multipliers)                                                                                   \
  X(baumgarte)                                                                                     \
  X(penalty)                                                                                       \
  X(augmented_lagrangian)                                                                          \
  X(partitioning)

#define DECLARE(name) extern const TrmFormulationType trm_formulation_##name;
#define ENTRY(name) &trm_formulation_##name,

FORMULATIONS(DECLARE)

const TrmFormulationType *const trm_formulations[] = {FORMULATIONS(ENTRY) NULL};

const TrmFormulationType *trm_formulation_find(const char *name) {
  for (size_t i = 0; trm_formulations[i]; i++)
    if (strcmp(trm_formulations[i]->name, name) == 0) return trm_formulations[i];
  return NULL;
}
