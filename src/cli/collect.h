/* SPDX-License-Identifier: Apache-2.0
 *
 * Collect: the JSON of the analyses of one command line. One analysis prints its own object;
 * several print one object that lists them.
 */
#ifndef TRM_CLI_COLLECT_H
#define TRM_CLI_COLLECT_H

#include "cli/command.h"

/* From now on objects are kept, each headed by the name of its analysis. */
void trm_collect_begin(TrmRequest *request);
void trm_collect_name(TrmRequest *request, const char *analysis);

/* Print an object (`text` begins with a brace), or keep it. */
TrmStatus trm_collect_write(TrmRequest *request, const TrmText *text);

/* Print what was kept, if anything: `status` is that of the whole ("complete", "failed",
 * "interrupted"). */
TrmStatus trm_collect_end(TrmRequest *request, const char *status);

#endif
