/* SPDX-License-Identifier: Apache-2.0
 *
 * Moves: what an assembly changed, as people and programs read it.
 */
#ifndef TRM_CLI_MOVES_H
#define TRM_CLI_MOVES_H

#include "cli/command.h"
#include "trammel/analysis.h"

/* The bodies that moved, largest first, velocities that changed, and values kept exactly. */
void trm_moves_text(const TrmAnalysis *analysis, const TrmSystem *system, TrmArena *arena,
                    TrmText *out);

/* The same, complete, as members of a JSON object: `"moved": ..., "velocities": ..., "exact": ...`.
 */
void trm_moves_json(const TrmAnalysis *analysis, const TrmSystem *system, TrmText *out);

#endif
