/* SPDX-License-Identifier: Apache-2.0
 *
 * Messages: reading the model a request names, and saying on standard error what was found wrong.
 */
#ifndef TRM_CLI_MESSAGES_H
#define TRM_CLI_MESSAGES_H

#include "cli/command.h"

/* A log that is freed with the request. */
TrmLog *trm_request_log(TrmRequest *request);

/* Read the model of the request's first argument with its --set options; freed with the request. */
TrmStatus trm_request_model(TrmRequest *request, TrmLog *log, TrmModel **model);

/* Print the log to standard error as the request asks (colour, quiet), then the line that counts
 * the errors and says what did not happen: `consequence`, such as "nothing was run". */
void trm_messages_print(TrmRequest *request, const TrmLog *log, const char *consequence);

/* 1 when what goes to the terminal `file` is coloured: --colour decides, then the environment. */
int trm_messages_colour(const TrmRequest *request, int file);

/* Append the log as a JSON array. */
void trm_messages_json(TrmRequest *request, const TrmLog *log, TrmText *out);

#endif
