/* SPDX-License-Identifier: Apache-2.0
 *
 * Writing a result. Rows are collected and appended in one write; then come the end of the file,
 * the size of the data and the number of rows, in this order, so that the file is whole after each
 * write, and a reader, or a kill, finds only rows that are there.
 */
#define _XOPEN_SOURCE 700 /* realpath */
#include "results/store.h"
#include "base/map.h"
#include "results/complain.h"
#include "results/skeleton.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { DEFAULT_BYTES = 1 << 16, LARGEST_ROW = 1 << 28, AHEAD = 1 << 20 };

struct TrmStore {
  TrmArena *arena;
  TrmLog *log;
  const char *path;
  int file;
  TrmStatus status; /* of the first failure */
  TrmSkeleton skeleton;
  size_t signals, chunk, held; /* held: rows in `buffer`, not written yet */
  uint64_t rows, end;          /* rows in the file, and where it ends */
  double *buffer;
  time_t written; /* when rows were written last, s */
  char (*notes)[TRM_STORE_NOTE_SIZE];
  size_t note_count;
};

typedef struct Creation {
  TrmStore *store;
  const TrmHdf5 *h;
  const char *path;
  const TrmSignal *signals;
  size_t count, chunk;
  const TrmAttribute *attributes;
  size_t attribute_count;
  TrmStatus status;
} Creation;

static time_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec;
}

static TrmStatus cannot_write(TrmLog *log, const char *path, const char *reason) {
  return trm_result_complain(log, TRM_BAD_FILE, TRM_E_RESULT_WRITE, path, NULL,
                             "cannot write '%s': %s", path, reason);
}

/* names differ, none is empty; those that become names in the file hold no slash */
static TrmStatus check_names(Creation *c) {
  TrmArena *arena = c->store->arena;
  TrmMap *map = trm_map_new(arena);
  const char *wrong = NULL;
  for (size_t i = 0; i < c->count && !wrong; i++) {
    const char *name = c->signals[i].name;
    if (!*name || trm_map_put(map, "signal", name, c)) wrong = name;
  }
  if (wrong || c->count == 0 || c->count > LARGEST_ROW / sizeof(double))
    return trm_result_complain(c->store->log, TRM_BAD_USAGE, TRM_E_RESULT_NAMES, c->path, NULL,
                               "a result cannot have %zu signals of which one is '%s'%s", c->count,
                               wrong ? wrong : "", wrong && *wrong ? " again" : "");
  for (size_t i = 0; i < c->attribute_count; i++) {
    const char *name = c->attributes[i].name;
    if (*name && strcmp(name, ".") != 0 && !strchr(name, '/') &&
        !trm_map_put(map, c->attributes, name, c))
      continue;
    return trm_result_complain(c->store->log, TRM_BAD_USAGE, TRM_E_RESULT_NAMES, c->path, NULL,
                               "a text about a result cannot be called '%s'", name);
  }
  return TRM_OK;
}

/* texts of different length packed into cells of equal size */
static const char *pack(TrmArena *arena, const TrmSignal *signals, size_t count, int units,
                        size_t *size) {
  *size = 1;
  for (size_t i = 0; i < count; i++) {
    size_t length = strlen(units ? signals[i].unit : signals[i].name);
    if (length > *size) *size = length;
  }
  char *cells = trm_arena_array(arena, count, *size);
  for (size_t i = 0; i < count; i++) {
    const char *text = units ? signals[i].unit : signals[i].name;
    memcpy(cells + i * *size, text, strlen(text));
  }
  return cells;
}

/* open a new file beside the target; NULL or why not */
static const char *open_beside(Creation *c, char *target, char *temporary) {
  TrmStore *store = c->store;
  struct stat info;
  if (!realpath(c->path, target)) {
    if (errno != ENOENT) return strerror(errno);
    if (strlen(c->path) >= PATH_MAX) return strerror(ENAMETOOLONG);
    strcpy(target, c->path);
  } else if (stat(target, &info) == 0 && !S_ISREG(info.st_mode)) {
    return "it is not a plain file";
  }
  if (strlen(target) + sizeof ".XXXXXX" > PATH_MAX) return strerror(ENAMETOOLONG);
  strcpy(temporary, target);
  strcat(temporary, ".XXXXXX");
  store->file = mkstemp(temporary);
  if (store->file < 0) return strerror(errno);
  return NULL;
}

/* the permissions that a new file has */
static mode_t new_mode(void) {
  mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

/* lay the file out under a temporary name, then give it its own */
static void create(void *context) {
  Creation *c = context;
  TrmStore *store = c->store;
  TrmOutline outline = {
      .signals = c->count, .attributes = c->attributes, .attribute_count = c->attribute_count};
  store->path = trm_arena_string(store->arena, c->path);
  c->status = check_names(c);
  if (c->status != TRM_OK) return;
  /* all memory is taken before the file is touched */
  outline.names = pack(store->arena, c->signals, c->count, 0, &outline.name_size);
  outline.units = pack(store->arena, c->signals, c->count, 1, &outline.unit_size);
  store->signals = c->count;
  size_t row_bytes = c->count * sizeof(double);
  store->chunk = c->chunk ? c->chunk : DEFAULT_BYTES / row_bytes + 1;
  store->buffer = trm_arena_array(store->arena, store->chunk, row_bytes);
  store->notes = trm_arena_array(store->arena, TRM_STORE_NOTES, TRM_STORE_NOTE_SIZE);
  char *target = trm_arena_alloc(store->arena, PATH_MAX);
  char *temporary = trm_arena_alloc(store->arena, PATH_MAX);
  const char *reason = open_beside(c, target, temporary);
  if (!reason) {
    if (!trm_skeleton_make(c->h, temporary, &outline, &store->skeleton))
      reason = "the HDF5 library could not; is the disk full?";
    else
      reason = trm_skeleton_adopt(store->file, &store->skeleton);
    if (!reason && (fchmod(store->file, new_mode()) != 0 || rename(temporary, target) != 0))
      reason = strerror(errno);
    if (reason) unlink(temporary);
  }
  if (reason) c->status = cannot_write(store->log, c->path, reason);
  store->end = store->skeleton.data;
  store->written = now();
}

/* close and free; the first problem of closing, as errno */
static int release(TrmStore *store) {
  int problem = store->file >= 0 && close(store->file) != 0 ? errno : 0;
  trm_arena_free(store->arena);
  free(store);
  return problem;
}

TrmStatus trm_store_create(const char *path, const TrmSignal *signals, size_t count,
                           const TrmAttribute *attributes, size_t attribute_count, size_t chunk,
                           TrmLog *log, TrmStore **store) {
  *store = NULL;
  TrmStore *made = calloc(1, sizeof *made);
  if (made) *made = (TrmStore){.arena = trm_arena_new(), .log = log, .file = -1};
  if (!made || !made->arena) {
    free(made);
    return TRM_NO_MEMORY;
  }
  Creation creation = {.store = made,
                       .path = path,
                       .signals = signals,
                       .count = count,
                       .chunk = chunk,
                       .attributes = attributes,
                       .attribute_count = attribute_count};
  TrmStatus status = TRM_BAD_FILE;
  creation.h = trm_hdf5_enter(log);
  if (creation.h) {
    status = trm_guard(create, &creation);
    trm_hdf5_leave();
    if (status == TRM_OK) status = creation.status;
  }
  if (status == TRM_OK)
    *store = made;
  else
    release(made);
  return status;
}

static TrmStatus failed(TrmStore *store, int problem) {
  if (problem) store->status = cannot_write(store->log, store->path, strerror(problem));
  return store->status;
}

/* let the file end at `end`: first longer, then said to be so, or the other way round; 0 or errno
 */
static int move_end(TrmStore *store, uint64_t end) {
  uint64_t at = store->skeleton.file_end;
  if (end > store->end && ftruncate(store->file, (off_t)end) != 0) return errno;
  int problem = trm_skeleton_number(store->file, at, end);
  if (!problem && end < store->end && ftruncate(store->file, (off_t)end) != 0) problem = errno;
  if (!problem) store->end = end;
  return problem;
}

/* make room up to `end`, and ahead of it where that is possible; 0 or errno */
static int make_room(TrmStore *store, uint64_t end) {
  if (end <= store->end) return 0;
  return move_end(store, end + AHEAD + end / 8) == 0 ? 0 : move_end(store, end);
}

TrmStatus trm_store_flush(TrmStore *store) {
  if (store->status != TRM_OK || store->held == 0) return store->status;
  const TrmSkeleton *s = &store->skeleton;
  size_t row_bytes = store->signals * sizeof(double);
  uint64_t rows = store->rows + store->held, bytes = rows * row_bytes;
  /* the rows, then what tells of them, from the outermost inwards */
  int problem = make_room(store, s->data + bytes);
  if (!problem)
    problem = trm_skeleton_bytes(store->file, s->data + store->rows * row_bytes, store->buffer,
                                 store->held * row_bytes);
  if (!problem) problem = trm_skeleton_number(store->file, s->size, bytes);
  if (!problem && s->most) problem = trm_skeleton_number(store->file, s->most, rows);
  if (!problem) problem = trm_skeleton_number(store->file, s->rows, rows);
  if (problem) return failed(store, problem);
  store->rows = rows;
  store->held = 0;
  store->written = now();
  return TRM_OK;
}

/* some file systems cannot synchronise, which is no fault; 0 or errno */
static int synchronise(int file) {
  return fsync(file) != 0 && errno != EINVAL && errno != ENOTSUP ? errno : 0;
}

TrmStatus trm_store_sync(TrmStore *store) {
  TrmStatus status = trm_store_flush(store);
  return status == TRM_OK ? failed(store, synchronise(store->file)) : status;
}

TrmStatus trm_store_append(TrmStore *store, const double *row) {
  if (store->status != TRM_OK) return store->status;
  memcpy(store->buffer + store->held * store->signals, row, store->signals * sizeof(double));
  store->held++;
  if (store->held < store->chunk && now() - store->written < 2) return TRM_OK;
  return trm_store_flush(store);
}

TrmStatus trm_store_note(TrmStore *store, const char *name, const char *text) {
  if (store->status != TRM_OK) return store->status;
  size_t index = 0, name_length = strlen(name), text_length = strlen(text);
  while (index < store->note_count && strcmp(store->notes[index], name) != 0) index++;
  if (index == TRM_STORE_NOTES || name_length == 0 || name_length >= TRM_STORE_NOTE_SIZE ||
      text_length >= TRM_STORE_NOTE_SIZE)
    return trm_result_complain(store->log, TRM_BAD_USAGE, TRM_E_RESULT_NOTE, store->path, NULL,
                               "the note '%.40s' cannot be kept in '%s'", name, store->path);
  /* the text first: a note without a name is not there yet */
  char cell[TRM_STORE_NOTE_SIZE] = {0};
  memcpy(cell, text, text_length);
  uint64_t at = store->skeleton.notes + index * 2 * TRM_STORE_NOTE_SIZE;
  int problem = trm_skeleton_bytes(store->file, at + TRM_STORE_NOTE_SIZE, cell, sizeof cell);
  if (!problem && index == store->note_count) {
    memcpy(store->notes[index], name, name_length);
    problem = trm_skeleton_bytes(store->file, at, store->notes[index], TRM_STORE_NOTE_SIZE);
    store->note_count++;
  }
  return problem ? failed(store, problem) : TRM_OK;
}

TrmStatus trm_store_close(TrmStore *store, int complete) {
  if (!store) return TRM_OK;
  TrmStatus status = trm_store_flush(store);
  /* after a failure the file is as after a kill: it says neither */
  char word[TRM_STATUS_SIZE] = {0};
  strcpy(word, complete ? "complete" : "interrupted");
  int problem =
      move_end(store, store->skeleton.data + store->rows * store->signals * sizeof(double));
  if (status == TRM_OK && !problem) {
    problem = synchronise(store->file);
    if (!problem)
      problem = trm_skeleton_bytes(store->file, store->skeleton.status, word, sizeof word);
  }
  if (problem) status = failed(store, problem);
  TrmLog *log = store->log;
  char path[256];
  snprintf(path, sizeof path, "%s", store->path);
  problem = release(store);
  if (problem && status == TRM_OK) status = cannot_write(log, path, strerror(problem));
  return status;
}
