/* SPDX-License-Identifier: Apache-2.0
 *
 * HTTP: connections, each with what it has asked so far and what is still to be sent (RFC 9112).
 */
#include "cli/http.h"
#include "base/clock.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CONNECTIONS = 32, REQUEST = 8192, SECONDS = 20 };

typedef struct Connection {
  int socket; /* -1: free */
  size_t asked;
  char request[REQUEST + 1];
  TrmText reply;
  size_t sent;
  double since;
} Connection;

struct TrmHttp {
  int socket;
  unsigned port;
  Connection connections[CONNECTIONS];
};

static void drop(Connection *c) {
  if (c->socket >= 0) close(c->socket);
  trm_text_clear(&c->reply);
  memset(c, 0, sizeof *c);
  c->socket = -1;
}

static void close_all(void *http) {
  TrmHttp *h = http;
  for (int i = 0; i < CONNECTIONS; i++) drop(&h->connections[i]);
  if (h->socket >= 0) close(h->socket);
}

void trm_http_leave(TrmHttp *http) {
  close_all(http);
  http->socket = -1;
}

TrmHttp *trm_http_open(TrmArena *arena, unsigned port, int *problem) {
  TrmHttp *h = trm_arena_alloc(arena, sizeof *h);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  socklen_t length = sizeof address;
  int on = 1;
  for (int i = 0; i < CONNECTIONS; i++) h->connections[i].socket = -1;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  h->socket = socket(AF_INET, SOCK_STREAM, 0);
  trm_arena_defer(arena, close_all, h);
  if (h->socket < 0 || fcntl(h->socket, F_SETFD, FD_CLOEXEC) < 0 ||
      fcntl(h->socket, F_SETFL, O_NONBLOCK) < 0 ||
      setsockopt(h->socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) < 0 ||
      bind(h->socket, (struct sockaddr *)&address, sizeof address) < 0 ||
      listen(h->socket, CONNECTIONS) < 0 ||
      getsockname(h->socket, (struct sockaddr *)&address, &length) < 0) {
    *problem = errno;
    return NULL;
  }
  h->port = ntohs(address.sin_port);
  return h;
}

unsigned trm_http_port(const TrmHttp *http) {
  return http->port;
}

/* the value of a header of a request, up to the end of its line; NULL: there is none, or two */
static const char *header(const char *request, const char *name, size_t *length) {
  const char *found = NULL;
  size_t wanted = strlen(name);
  for (const char *line = strstr(request, "\r\n"); line; line = strstr(line, "\r\n")) {
    line += 2;
    if (strncasecmp(line, name, wanted) != 0 || line[wanted] != ':') continue;
    if (found) return NULL;
    found = line + wanted + 1;
    found += strspn(found, " \t");
    *length = strcspn(found, "\r");
    while (*length && (found[*length - 1] == ' ' || found[*length - 1] == '\t')) --*length;
  }
  return found;
}

/* 1 when the host that a request names is this machine at this port */
static int is_ours(const TrmHttp *h, const char *request) {
  static const char *const names[] = {"127.0.0.1", "localhost"};
  size_t length = 0;
  const char *host = header(request, "Host", &length);
  for (int i = 0; host && i < 2; i++) {
    char own[64];
    snprintf(own, sizeof own, "%s:%u", names[i], h->port);
    if (strlen(own) == length && strncasecmp(own, host, length) == 0) return 1;
  }
  return 0;
}

static void begin_reply(Connection *c, const char *line, const char *type, const char *rules,
                        size_t length) {
  trm_text_printf(&c->reply,
                  "HTTP/1.1 %s\r\nContent-Type: %s; charset=utf-8\r\nContent-Length: %zu\r\n"
                  "Connection: close\r\nCache-Control: no-store\r\n"
                  "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
                  "Cross-Origin-Resource-Policy: same-origin\r\n%s%s%s\r\n",
                  line, type, length, rules ? "Content-Security-Policy: " : "", rules ? rules : "",
                  rules ? "\r\n" : "");
}

static void refuse(Connection *c, const char *line) {
  begin_reply(c, line, "text/plain", "default-src 'none'", strlen(line) + 1);
  trm_text_printf(&c->reply, "%s\n", line);
}

/* the reply to a whole request */
static void reply(TrmHttp *h, Connection *c, TrmAnswerer answer, void *context) {
  char *request = c->request, *path = strchr(request, ' ');
  int head = strncmp(request, "HEAD ", 5) == 0;
  if (!head && strncmp(request, "GET ", 4) != 0) {
    refuse(c, "405 Method Not Allowed");
    return;
  }
  if (!is_ours(h, request)) {
    refuse(c, "403 Forbidden");
    return;
  }
  /* what comes after ? is for the browser only */
  path++;
  size_t length = strcspn(path, " ?\r");
  char own[256];
  if (*path != '/' || length >= sizeof own) {
    refuse(c, "404 Not Found");
    return;
  }
  memcpy(own, path, length);
  own[length] = 0;
  TrmText body = {0};
  TrmAnswer a = {.body = &body};
  answer(context, own, &a);
  if (!a.type) {
    refuse(c, "404 Not Found");
  } else {
    begin_reply(c, "200 OK", a.type, a.rules, body.length);
    if (!head) trm_text_bytes(&c->reply, body.bytes ? body.bytes : "", body.length);
  }
  trm_text_clear(&body);
}

static void receive(TrmHttp *h, Connection *c, TrmAnswerer answer, void *context) {
  ssize_t got = read(c->socket, c->request + c->asked, REQUEST - c->asked);
  if (got < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (got <= 0) {
    drop(c);
    return;
  }
  c->asked += (size_t)got;
  c->request[c->asked] = 0;
  /* a byte 0 would hide what follows it */
  if (strlen(c->request) != c->asked)
    refuse(c, "400 Bad Request");
  else if (strstr(c->request, "\r\n\r\n"))
    reply(h, c, answer, context);
  else if (c->asked == REQUEST)
    refuse(c, "431 Request Header Fields Too Large");
}

static void give(Connection *c) {
  ssize_t sent = send(c->socket, c->reply.bytes + c->sent, c->reply.length - c->sent, MSG_NOSIGNAL);
  if (sent < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (sent > 0) {
    c->sent += (size_t)sent;
    c->since = trm_clock();
  }
  if (sent <= 0 || c->sent == c->reply.length) drop(c);
}

static void welcome(TrmHttp *h) {
  int socket = accept(h->socket, NULL, NULL);
  if (socket < 0) return;
  for (int i = 0; i < CONNECTIONS; i++) {
    Connection *c = &h->connections[i];
    if (c->socket >= 0) continue;
    c->socket = socket;
    c->since = trm_clock();
    if (fcntl(socket, F_SETFL, O_NONBLOCK) < 0 || fcntl(socket, F_SETFD, FD_CLOEXEC) < 0) drop(c);
    return;
  }
  close(socket);
}

int trm_http_serve(TrmHttp *h, int milliseconds, int file, TrmAnswerer answer, void *context) {
  struct pollfd list[CONNECTIONS + 2] = {{.fd = h->socket, .events = POLLIN},
                                         {.fd = file, .events = POLLIN}};
  for (int i = 0; i < CONNECTIONS; i++) {
    Connection *c = &h->connections[i];
    /* who says nothing for long is forgotten */
    if (c->socket >= 0 && trm_clock() - c->since > SECONDS) drop(c);
    list[i + 2] = (struct pollfd){.fd = c->socket, .events = c->reply.length ? POLLOUT : POLLIN};
  }
  if (poll(list, CONNECTIONS + 2, milliseconds) <= 0) return 0;
  for (int i = 0; i < CONNECTIONS; i++) {
    Connection *c = &h->connections[i];
    if (c->socket < 0 || !list[i + 2].revents) continue;
    if (c->reply.length)
      give(c);
    else
      receive(h, c, answer, context);
  }
  if (list[0].revents & POLLIN) welcome(h);
  return (list[1].revents & (POLLIN | POLLHUP)) != 0;
}
