/* SPDX-License-Identifier: Apache-2.0
 *
 * The result that a request names.
 */
#ifndef TRM_CLI_STORED_H
#define TRM_CLI_STORED_H

#include "cli/command.h"
#include "results/store.h"

/* Open the result of the request's first argument; freed with the request. */
TrmStatus trm_request_result(TrmRequest *request, TrmLog *log, TrmResult **result);

/* Open the result at `path` in the same way. */
TrmStatus trm_request_stored(TrmRequest *request, const char *path, TrmLog *log,
                             TrmResult **result);

#endif
