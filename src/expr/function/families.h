/* SPDX-License-Identifier: Apache-2.0
 *
 * The functions the families define, for the table.
 */
#ifndef TRM_EXPR_FUNCTION_FAMILIES_H
#define TRM_EXPR_FUNCTION_FAMILIES_H

#include "expr/function.h"

#define TRM_FUNCTION(name) extern const TrmFunction trm_function_##name;
#include "expr/function/functions.def"
#undef TRM_FUNCTION

#endif
