/* SPDX-License-Identifier: Apache-2.0
 *
 * The methods by name.
 */
#include "integrator/table.h"
#include <string.h>

#define ENTRY(name) &trm_integrator_##name,
const TrmIntegratorType *const trm_integrators[] = {TRM_INTEGRATOR_TABLE(ENTRY) NULL};
#undef ENTRY

const TrmIntegratorType *trm_integrator_find(const char *name) {
  for (const TrmIntegratorType *const *type = trm_integrators; *type; type++)
    if (strcmp((*type)->name, name) == 0) return *type;
  return NULL;
}
