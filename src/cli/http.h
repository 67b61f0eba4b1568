/* SPDX-License-Identifier: Apache-2.0
 *
 * HTTP for one's own browser: a server on the loopback interface only. It answers GET and HEAD, of
 * requests that name this machine as their host, with what `answer` gives for a path.
 */
#ifndef TRM_CLI_HTTP_H
#define TRM_CLI_HTTP_H

#include "base/arena.h"
#include "base/text.h"

typedef struct TrmHttp TrmHttp;

typedef struct TrmAnswer {
  const char *type;  /* of the body, "text/html"; NULL: there is no such path */
  const char *rules; /* its Content-Security-Policy, or NULL: its own */
  TrmText *body;     /* empty at first */
} TrmAnswer;

typedef void (*TrmAnswerer)(void *context, const char *path, TrmAnswer *answer);

/* Listen at a port, 0: any that is free. NULL: `*problem` is the errno. Freed with the arena. */
TrmHttp *trm_http_open(TrmArena *arena, unsigned port, int *problem);
unsigned trm_http_port(const TrmHttp *http);

/* In a process that was forked off: leave all connections to the first. */
void trm_http_leave(TrmHttp *http);

/* Serve what there is, for at most so many milliseconds; return early when `file` (-1: none) can be
 * read: 1, else 0. */
int trm_http_serve(TrmHttp *http, int milliseconds, int file, TrmAnswerer answer, void *context);

#endif
