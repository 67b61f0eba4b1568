/* SPDX-License-Identifier: Apache-2.0
 *
 * Parameters: the model's named constants, worked out on demand in any order; a cycle is an error
 * that names its members. Also the unit system that the model asks for.
 */
#ifndef TRM_CATALOG_PARAMETER_H
#define TRM_CATALOG_PARAMETER_H

#include "catalog/catalog.h"
#include "expr/expr.h"

typedef struct TrmParameters TrmParameters;

/* The units that the root's `units` asks for (mks when absent or in error, which is logged). */
TrmUnits trm_model_units(const TrmModel *model, TrmLog *log);

/* Nothing is evaluated yet; parameters added to the model later are seen too. */
TrmParameters *trm_parameters_new(TrmArena *arena, const TrmModel *model, TrmUnits units);

/* For trm_expr_constant: looks names up among the parameters. */
TrmConstants trm_parameters_constants(TrmParameters *parameters);

/* Work out a number as it stands in the model (literal or expression); 0 after an error. */
int trm_parameters_number(TrmParameters *parameters, const TrmValue *value, TrmLog *log,
                          TrmConstant *result);

/* Evaluate all parameters, so that every error is found. */
void trm_parameters_check(TrmParameters *parameters, TrmLog *log);

#endif
