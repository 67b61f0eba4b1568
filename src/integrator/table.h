/* SPDX-License-Identifier: Apache-2.0
 *
 * Table: the methods, one line each.
 */
#ifndef TRM_INTEGRATOR_TABLE_H
#define TRM_INTEGRATOR_TABLE_H

#include "integrator/integrator.h"

#define TRM_INTEGRATOR_TABLE(X)                                                                    \
  X(rk4)                                                                                           \
  X(dopri5)                                                                                        \
  X(dop853)                                                                                        \
  X(abm)                                                                                           \
  X(bdf)                                                                                           \
  X(radau5)

#define TRM_INTEGRATOR_EXTERN(name) extern const TrmIntegratorType trm_integrator_##name;
TRM_INTEGRATOR_TABLE(TRM_INTEGRATOR_EXTERN)
#undef TRM_INTEGRATOR_EXTERN

#endif
