/* SPDX-License-Identifier: Apache-2.0
 *
 * Status: what every function that can fail returns.
 * 0 is success, a positive value can be retried (a smaller step), a negative value is final.
 * The command's exit code is the negated final status.
 */
#ifndef TRAMMEL_STATUS_H
#define TRAMMEL_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

typedef enum TrmStatus {
  TRM_OK = 0,         /* done */
  TRM_RETRY = 1,      /* not done, a smaller step may succeed */
  TRM_BAD_USAGE = -1, /* the caller's arguments make no sense */
  TRM_BAD_MODEL = -2, /* the model is invalid; the log says where */
  TRM_FAILED = -3,    /* the analysis failed; what was computed is kept */
  TRM_BAD_FILE = -4,  /* a file cannot be read or written */
  TRM_NO_MEMORY = -5, /* out of memory */
  TRM_INTERNAL = -6   /* a fault of Trammel's own */
} TrmStatus;

/* A short phrase for `status`, for messages. */
const char *trm_status_text(TrmStatus status);

#ifdef __cplusplus
}
#endif
#endif
