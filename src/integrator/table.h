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
  X(si2)                                                                                           \
  X(hht)                                                                                           \
  X(generalized_alpha)                                                                             \
  X(radau5)                                                                                        \
  X(gstiff)                                                                                        \
  X(moreau)

#define TRM_INTEGRATOR_EXTERN(name) extern const TrmIntegratorType trm_integrator_##name;
TRM_INTEGRATOR_TABLE(TRM_INTEGRATOR_EXTERN)
#undef TRM_INTEGRATOR_EXTERN

/* radau5 where no formulation is asked for */
extern const TrmIntegratorType trm_integrator_radau5_index3;

#endif
