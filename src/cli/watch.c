/* SPDX-License-Identifier: Apache-2.0
 *
 * Watch: the files beside the model, the process that runs it, and what the browser is told.
 */
#define _XOPEN_SOURCE 700 /* st_mtim, mkdtemp */
#include "cli/watch.h"
#include "base/source.h"
#include "cli/desktop.h"
#include "cli/http.h"
#include "cli/messages.h"
#include "cli/output.h"
#include "cli/recorder.h"
#include "cli/stored.h"
#include "write/page.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LOOK = 200, MOST_OUTPUT = 200000, MOST_FILES = 4000, MOST_MODEL = 4000000 };

typedef struct Watch {
  TrmRequest *request;
  TrmStatus (*run)(TrmRequest *request);
  TrmHttp *http;
  const char *model, *name, *beside; /* the file, its name, the folder it is in */
  const char *folder, *html;         /* of results, and the page in it */
  const char *heard;                 /* the files that the run has read, and how they were then */
  pid_t child;                       /* 0: none runs */
  int pipe;
  TrmText look;
  TrmText output, line, last; /* what was said; the line that is being said, and the one before */
  int code;
  unsigned runs, page;     /* how many began; of which the page is */
  unsigned long long seen; /* what the files looked like */
} Watch;

static volatile sig_atomic_t ended;

static void end(int number) {
  (void)number;
  ended = 1;
}

/* what a file looks like, as one number; 0: there is none */
static unsigned long long look_at(int folder, const char *path) {
  struct stat info;
  if (fstatat(folder, path, &info, 0) != 0) return 0;
  unsigned long long own = (unsigned long long)info.st_mtim.tv_sec * 1000000007ull +
                           (unsigned long long)info.st_mtim.tv_nsec;
  own = own * 31 + (unsigned long long)info.st_size;
  return (own * 31 + (unsigned long long)info.st_ino) * 1099511628211ull | 1;
}

/* files that a model may be made of: names, sizes and times of all in its folder, as one number */
static unsigned long long look_at_files(const Watch *w) {
  static const char *const kinds[] = {".yaml", ".yml", ".csv",  ".stl", ".obj",
                                      ".adm",  ".acf", ".xlsx", ".txt"};
  unsigned long long sum = 1469598103934665603ull;
  DIR *list = opendir(w->beside);
  int count = 0;
  for (struct dirent *file; list && count < MOST_FILES && (file = readdir(list)); count++) {
    const char *dot = strrchr(file->d_name, '.');
    int wanted = strcmp(file->d_name, w->name) == 0;
    for (size_t i = 0; dot && i < sizeof kinds / sizeof *kinds; i++)
      wanted |= strcmp(dot, kinds[i]) == 0;
    /* a sum, so that the order of the folder is no matter */
    if (wanted) sum += look_at(dirfd(list), file->d_name);
  }
  if (list) closedir(list);
  return sum;
}

/* in the process of a run: note a file that is read, wherever it is */
static int notes = -1;
static void hear(const char *path) {
  char note[4200];
  int length = snprintf(note, sizeof note, "%llu %s", look_at(AT_FDCWD, path), path);
  if (length < 0 || (size_t)length >= sizeof note) return;
  /* what cannot be noted is not watched */
  if (write(notes, note, (size_t)length + 1) < 0) notes = -1;
}

static int add_file(const char *path, size_t most, TrmText *out);

/* 1 when a file that the run has read is not what it was */
static int have_changed(Watch *w) {
  w->look.length = 0;
  if (!add_file(w->heard, MOST_MODEL, &w->look) || !w->look.length) return 0;
  /* one that is being written just now has no end yet */
  while (w->look.length && w->look.bytes[w->look.length - 1]) w->look.length--;
  for (const char *at = w->look.bytes, *end = at + w->look.length; at < end;) {
    char *path;
    unsigned long long was = strtoull(at, &path, 10);
    if (*path == ' ' && look_at(AT_FDCWD, path + 1) != was) return 1;
    at = path + strlen(path) + 1;
  }
  return 0;
}

/* the result that was written last */
static const char *newest_result(const Watch *w) {
  const char *best = NULL;
  struct timespec time = {0};
  DIR *list = opendir(w->folder);
  for (struct dirent *file; list && (file = readdir(list));) {
    const char *dot = strrchr(file->d_name, '.');
    struct stat info;
    if (!dot || strcmp(dot, ".h5") != 0 || fstatat(dirfd(list), file->d_name, &info, 0) != 0)
      continue;
    if (best && (info.st_mtim.tv_sec < time.tv_sec ||
                 (info.st_mtim.tv_sec == time.tv_sec && info.st_mtim.tv_nsec < time.tv_nsec)))
      continue;
    time = info.st_mtim;
    best = trm_arena_printf(w->request->arena, "%s/%s", w->folder, file->d_name);
  }
  if (list) closedir(list);
  return best;
}

/* in the process of a run: run, then write the page of what there is */
static void run_and_show(Watch *w) {
  TrmRequest *request = w->request;
  size_t kept = 0;
  trm_http_leave(w->http);
  /* its own options, without those of watching */
  for (size_t i = 0; i < request->given_count; i++) {
    const char *name = request->given[i].option->name;
    if (strcmp(name, "watch") != 0 && strcmp(name, "port") != 0 && strcmp(name, "no-open") != 0)
      request->given[kept++] = request->given[i];
  }
  request->given_count = kept;
  trm_request_put(request, "output", trm_arena_printf(request->arena, "%s/result.h5", w->folder));
  trm_recorder_watched();
  notes = open(w->heard, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (notes >= 0) trm_source_listen(hear);
  TrmStatus status = w->run(request), shown = TRM_OK;
  const char *path = newest_result(w);
  if (path) {
    TrmLog *log = trm_request_log(request);
    TrmText *out = trm_request_text(request);
    TrmPageRun page = {.file = w->name};
    shown = trm_request_stored(request, path, log, &page.result);
    if (shown == TRM_OK) shown = trm_page_write(&page, 1, request->arena, log, out);
    if (shown == TRM_OK) shown = trm_output_write(w->html, out);
  }
  fflush(stderr);
  if (status == TRM_OK) status = shown;
  _exit(status > 0 ? -TRM_INTERNAL : -status);
}

static void empty_folder(const Watch *w) {
  DIR *list = opendir(w->folder);
  for (struct dirent *file; list && (file = readdir(list));)
    if (file->d_name[0] != '.') unlinkat(dirfd(list), file->d_name, 0);
  if (list) closedir(list);
}

static void stop_run(Watch *w) {
  if (!w->child) return;
  kill(w->child, SIGKILL);
  while (waitpid(w->child, NULL, 0) < 0 && errno == EINTR) continue;
  close(w->pipe);
  w->child = 0;
  w->pipe = -1;
}

static TrmStatus start_run(Watch *w) {
  int ends[2];
  stop_run(w);
  empty_folder(w);
  w->output.length = w->line.length = w->last.length = 0;
  w->code = 0;
  w->runs++;
  if (pipe(ends) != 0) return trm_say_file("cannot start the run: %s", strerror(errno));
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fflush(stderr);
  w->child = fork();
  if (w->child < 0) return trm_say_file("cannot start the run: %s", strerror(errno));
  if (w->child == 0) {
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    dup2(ends[1], STDOUT_FILENO);
    dup2(ends[1], STDERR_FILENO);
    close(ends[0]);
    close(ends[1]);
    run_and_show(w);
  }
  close(ends[1]);
  w->pipe = ends[0];
  return TRM_OK;
}

/* 1 for a line that tells where the result lies: here it goes with the page */
static int tells_place(const TrmText *line) {
  static const char *const begins[] = {"Results: ", "See it: "};
  for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
    if (line->length >= strlen(begins[i]) && memcmp(line->bytes, begins[i], strlen(begins[i])) == 0)
      return 1;
  return 0;
}

/* take in what the run says: a line that begins anew with \r is progress */
static void listen_to(Watch *w) {
  char bytes[4096];
  ssize_t got = read(w->pipe, bytes, sizeof bytes);
  if (got < 0 && errno == EINTR) return;
  for (ssize_t i = 0; i < got; i++) {
    if (bytes[i] == '\r') {
      w->line.length = 0;
    } else if (bytes[i] == '\n') {
      if (w->output.length + w->line.length < MOST_OUTPUT) {
        trm_text_bytes(&w->output, w->line.bytes ? w->line.bytes : "", w->line.length);
        trm_text_char(&w->output, '\n');
      }
      if (!tells_place(&w->line)) {
        TrmText last = w->last;
        w->last = w->line;
        w->line = last;
      }
      w->line.length = 0;
    } else if (w->line.length < MOST_OUTPUT) {
      trm_text_char(&w->line, bytes[i]);
    }
  }
  if (got > 0) return;
  /* it has ended */
  int code = 0;
  while (waitpid(w->child, &code, 0) < 0 && errno == EINTR) continue;
  close(w->pipe);
  w->pipe = -1;
  w->child = 0;
  w->code = WIFEXITED(code) ? WEXITSTATUS(code) : -TRM_INTERNAL;
  struct stat info;
  if (stat(w->html, &info) == 0) w->page = w->runs;
}

static void add_text(TrmText *out, const char *name, TrmText *text) {
  trm_text_printf(out, ", \"%s\": ", name);
  if (text->length) text->bytes[text->length] = 0;
  trm_text_json(out, text->length ? text->bytes : "");
}

static void add_state(Watch *w, TrmText *out) {
  trm_text_add(out, "{\"model\": ");
  trm_text_json(out, w->model);
  trm_text_printf(out, ", \"run\": %u, \"running\": %s, \"code\": %d, \"page\": %u", w->runs,
                  w->child ? "true" : "false", w->code, w->page);
  add_text(out, "progress", &w->line);
  add_text(out, "output", &w->output);
  add_text(out, "last", &w->last);
  trm_text_add(out, "}\n");
}

/* a file of ours; nothing when it is not there */
static int add_file(const char *path, size_t most, TrmText *out) {
  char bytes[65536];
  int file = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t got = 0;
  if (file < 0) return 0;
  while (out->length < most && (got = read(file, bytes, sizeof bytes)) > 0)
    trm_text_bytes(out, bytes, (size_t)got);
  close(file);
  return got >= 0;
}

static void answer(void *context, const char *path, TrmAnswer *a) {
  Watch *w = context;
  if (strcmp(path, "/") == 0) {
    a->type = "text/html";
    a->rules = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
               "img-src data:; connect-src 'self'; frame-src 'self'; frame-ancestors 'none'";
    for (int k = 0; k < 2; k++) trm_text_add(a->body, trm_watch_page[k]);
  } else if (strcmp(path, "/state") == 0) {
    a->type = "application/json";
    add_state(w, a->body);
  } else if (strcmp(path, "/model") == 0) {
    a->type = add_file(w->model, MOST_MODEL, a->body) ? "text/plain" : NULL;
  } else if (strcmp(path, "/page") == 0 && w->page) {
    /* it forbids itself every connection, and only we may show it */
    a->rules = "frame-ancestors 'self'";
    a->type = add_file(w->html, SIZE_MAX / 2, a->body) ? "text/html" : NULL;
  }
}

static TrmStatus serve(Watch *w, TrmHttp *http) {
  TrmStatus status = start_run(w);
  w->seen = look_at_files(w);
  while (!ended && status == TRM_OK) {
    if (trm_http_serve(http, LOOK, w->child ? w->pipe : -1, answer, w)) listen_to(w);
    unsigned long long now = look_at_files(w);
    if (now == w->seen && !have_changed(w)) continue;
    w->seen = now;
    status = start_run(w);
  }
  return status;
}

/* the folder that results are written to while we watch */
static const char *make_folder(TrmArena *arena) {
  const char *place = getenv("TMPDIR");
  char *folder =
      trm_arena_printf(arena, "%s/trammel-watch-XXXXXX", place && *place ? place : "/tmp");
  return mkdtemp(folder);
}

TrmStatus trm_watch(TrmRequest *request, TrmStatus (*run)(TrmRequest *request)) {
  const char *text = trm_request_value(request, "port"), *slash;
  double port = 0;
  int problem = 0;
  if (strcmp(request->arguments[0], "-") == 0)
    return trm_say_usage("--watch watches a file, not standard input");
  if (trm_request_value(request, "output") || trm_request_value(request, "csv"))
    return trm_say_usage("--watch shows the result and keeps no file; leave out -o and --csv");
  if (text && (!trm_number_parse(text, strlen(text), &port) || !(port >= 0 && port <= 65535) ||
               port != (double)(unsigned)port))
    return trm_say_usage("--port '%s' is not a number from 0 to 65535", text);
  if (!trm_output_exists(request->arguments[0]))
    return trm_say_file("there is no '%s' to watch", request->arguments[0]);
  Watch w = {.request = request, .run = run, .model = request->arguments[0], .pipe = -1};
  slash = strrchr(w.model, '/');
  w.name = slash ? slash + 1 : w.model;
  TrmHttp *http = trm_http_open(request->arena, (unsigned)port, &problem);
  if (!http) return trm_say_file("cannot listen at port %g: %s", port, strerror(problem));
  w.http = http;
  w.folder = make_folder(request->arena);
  if (!w.folder) return trm_say_file("cannot make a folder for results: %s", strerror(errno));
  w.html = trm_arena_printf(request->arena, "%s/page.html", w.folder);
  w.heard = trm_arena_printf(request->arena, "%s/heard", w.folder);
  w.beside = slash ? trm_arena_copy(request->arena, w.model, (size_t)(slash - w.model) + 1) : ".";
  struct sigaction ours = {.sa_handler = end};
  sigaction(SIGINT, &ours, NULL);
  sigaction(SIGTERM, &ours, NULL);
  const char *address =
      trm_arena_printf(request->arena, "http://127.0.0.1:%u/", trm_http_port(http));
  fprintf(stderr, "Watching %s at %s   End with Ctrl-C.\n", w.model, address);
  if (!trm_request_flag(request, "no-open")) trm_desktop_show(address);
  TrmStatus status = serve(&w, http);
  stop_run(&w);
  empty_folder(&w);
  rmdir(w.folder);
  trm_text_clear(&w.look);
  trm_text_clear(&w.output);
  trm_text_clear(&w.line);
  trm_text_clear(&w.last);
  return status;
}
