/* SPDX-License-Identifier: Apache-2.0
 *
 * Watch: a model is run again whenever its file changes, and the browser shows how far it is, what
 * was said at which line, and the page of its result.
 */
#ifndef TRM_CLI_WATCH_H
#define TRM_CLI_WATCH_H

#include "cli/command.h"

/* Until it is interrupted: run the model of the request with `run`, in a process of its own. */
TrmStatus trm_watch(TrmRequest *request, TrmStatus (*run)(TrmRequest *request));

/* watch_page.c: what the browser is given first. */
extern const char *const trm_watch_page[2];

#define TRM_WATCH_OPTIONS                                                                          \
  {"watch", 0, NULL, NULL, NULL, "show it in the browser, and again whenever the file changes"},   \
      {"port", 0, NULL, "NUMBER", NULL, "where the browser finds it, of this machine (any)"}, {    \
    "no-open", 0, NULL, NULL, NULL, "with --watch: do not open a browser"                          \
  }

#endif
