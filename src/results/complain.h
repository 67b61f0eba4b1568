/* SPDX-License-Identifier: Apache-2.0
 *
 * Complaints of the result store, which may be made outside every guard.
 */
#ifndef TRM_RESULTS_COMPLAIN_H
#define TRM_RESULTS_COMPLAIN_H

#include "base/journal.h"

/* Append an error about `path` with an optional hint, and return `status`, or TRM_NO_MEMORY. */
TrmStatus trm_result_complain(TrmLog *log, TrmStatus status, TrmCode code, const char *path,
                              const char *hint, const char *format, ...)
    __attribute__((format(printf, 6, 7)));

#endif
