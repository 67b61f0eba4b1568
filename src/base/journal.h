/* SPDX-License-Identifier: Apache-2.0
 *
 * Journal: how the rooms append to the caller's log. Every message has a code from the .def files
 * in this folder; notes and the hint attach to the message added last.
 */
#ifndef TRM_BASE_JOURNAL_H
#define TRM_BASE_JOURNAL_H

#include "base/source.h"
#include "trammel/log.h"

/* TRM_E_xxx, TRM_W_xxx, TRM_N_xxx: one enumerator per code */
typedef enum TrmCode {
#define TRM_CODE(letter, number, id, title, explanation) TRM_##letter##_##id,
#include "base/codes.def"
#undef TRM_CODE
  TRM_CODE_COUNT
} TrmCode;

/* The most errors one log keeps; later ones are only counted. */
#define TRM_LOG_CAP 100

/* Append a message about `object` (may be NULL) at `place`. A NULL log swallows it. */
void trm_log_add(TrmLog *log, TrmCode code, TrmPlace place, const char *object, const char *format,
                 ...) __attribute__((format(printf, 5, 6)));

/* Attach a further place to the message added last, or its one hint (the first stays). */
void trm_log_note(TrmLog *log, TrmPlace place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void trm_log_hint(TrmLog *log, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* True when the cap is reached and costly work for hints is pointless. */
int trm_log_full(const TrmLog *log);

/* Keep `source` alive as long as the log (places in entries do so by themselves). */
void trm_log_keep(TrmLog *log, const TrmSource *source);

/* The code's printed form, such as "E204". */
const char *trm_code_name(TrmCode code);

#endif
