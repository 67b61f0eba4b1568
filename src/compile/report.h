/* SPDX-License-Identifier: Apache-2.0
 *
 * What was understood of a model, as text for people and as JSON.
 */
#ifndef TRM_COMPILE_REPORT_H
#define TRM_COMPILE_REPORT_H

#include "base/text.h"
#include "compile/system.h"

void trm_report_text(const TrmSystem *system, TrmArena *arena, TrmText *out);
void trm_report_json(const TrmSystem *system, TrmArena *arena, TrmText *out);

#endif
