/* SPDX-License-Identifier: Apache-2.0
 *
 * Schema: the model language as JSON Schema (draft-07), from the tables, for editors.
 */
#ifndef TRM_CATALOG_SCHEMA_H
#define TRM_CATALOG_SCHEMA_H

#include "base/text.h"

void trm_schema_write(TrmText *out);

#endif
