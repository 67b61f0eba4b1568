/* SPDX-License-Identifier: Apache-2.0
 *
 * Flexible body: a body that bends, described by the modes in a finite-element file.
 */
#include "catalog/param.h"

static const TrmParam flexible_params[] = {
    {.key = "file",
     .kind = TRM_KIND_TEXT,
     .flags = TRM_REQUIRED,
     .summary = "file with the modes, beside the model"},
    TRM_PARAM_PLACE("at", "origin of the body frame, ground coordinates"),
    TRM_PARAM_ORIENT(0, "orientation of the body frame"),
    {.key = "damping",
     .kind = TRM_KIND_NUMBER,
     TRM_NOT_NEGATIVE,
     .fallback = "0",
     .summary = "damping of the modes as a fraction of critical"},
    {.key = "markers",
     .kind = TRM_KIND_ITEMS,
     .type = &trm_type_marker,
     .summary = "named frames fixed on the body"},
    TRM_PARAM_MIRROR,
    {.key = NULL}};

const TrmType trm_type_flexible = {
    .name = "flexible",
    .summary = "a body that bends, from a finite-element file",
    .details =
        "`flexible: {blade: {file: blade.mnf, at: hub}}`. The file gives mass, mode shapes "
        "and stiffness; joints and forces refer to the body and its markers as to any other.",
    .params = flexible_params};
