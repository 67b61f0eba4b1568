/* SPDX-License-Identifier: Apache-2.0
 *
 * Reading a result. What a file says of itself is checked before it is believed: classes, ranks and
 * sizes of everything that is read, against each other and against limits. A file that is still
 * being written may grow between two looks at it, so that opening is tried again.
 */
#include "results/complain.h"
#include "results/hdf5.h"
#include "results/store.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
  TRIES = 5,
  MOST_ATTRIBUTES = 10000,
  BLOCK = 1 << 14,        /* values read at a time */
  MOST_SIGNALS = 1 << 25, /* in a row */
  MOST_RATIO = 1100       /* a repacked file may be compressed, deflate's best is 1032 */
};

/* bytes of text read in one piece: more than the largest model */
#define MOST_TEXT ((size_t)256 << 20)

struct TrmResult {
  TrmArena *arena;
  TrmLog *log;
  const char *path;
  hid_t file, data;
  size_t rows, signals, attributes, notes;
  TrmSignal *signal;
  TrmAttribute *attribute, *note;
  const char *status;
  double *block;
};

typedef struct Opening {
  TrmResult *result;
  const TrmHdf5 *h;
  const char *path;
  const char *wrong; /* what is wrong with the file, NULL: nothing */
} Opening;

/* strings of a dataset: `count` cells of `size` bytes */
typedef struct Cells {
  char *bytes;
  size_t count, size;
} Cells;

static char *cell(TrmArena *arena, const Cells *cells, size_t index) {
  const char *bytes = cells->bytes + index * cells->size;
  const char *end = memchr(bytes, 0, cells->size);
  return trm_arena_copy(arena, bytes, end ? (size_t)(end - bytes) : cells->size);
}

/* the cells of an open dataset; 0 when they are no strings of fixed length, or too many */
static int measure_cells(const TrmHdf5 *h, hid_t type, hid_t space, Cells *cells) {
  hsize_t dims[2] = {1, 1};
  int rank = h->H5Sget_simple_extent_ndims(space);
  if (rank < 0 || rank > 2 || h->H5Tget_class(type) != H5T_STRING ||
      h->H5Tis_variable_str(type) != 0)
    return 0;
  if (rank > 0 && h->H5Sget_simple_extent_dims(space, dims, NULL) < 0) return 0;
  if (dims[0] > MOST_TEXT || dims[1] > MOST_TEXT) return 0;
  cells->size = h->H5Tget_size(type);
  cells->count = (size_t)dims[0] * (size_t)dims[1];
  return cells->size > 0 && cells->count > 0 && cells->size <= MOST_TEXT / cells->count;
}

/* read a dataset of strings; 0 when it is not there or not as expected */
static int read_cells(Opening *o, hid_t parent, const char *name, Cells *cells) {
  const TrmHdf5 *h = o->h;
  hid_t set = h->H5Dopen2(parent, name, H5P_DEFAULT);
  if (set < 0) return 0;
  hid_t type = h->H5Dget_type(set), space = h->H5Dget_space(set), memory = h->H5Tcopy(h->text);
  int good = measure_cells(h, type, space, cells);
  /* no more than the file holds, in case the sizes are wrong */
  good = good && h->H5Dget_storage_size(set) >= cells->count * cells->size / MOST_RATIO;
  cells->bytes = good ? calloc(cells->count, cells->size) : NULL;
  good = good && cells->bytes && h->H5Tset_size(memory, cells->size) >= 0 &&
         h->H5Tset_strpad(memory, H5T_STR_NULLPAD) >= 0 &&
         h->H5Tset_cset(memory, H5T_CSET_UTF8) >= 0 &&
         h->H5Dread(set, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, cells->bytes) >= 0;
  h->H5Tclose(memory);
  h->H5Sclose(space);
  h->H5Tclose(type);
  h->H5Dclose(set);
  if (cells->bytes) trm_arena_defer(o->result->arena, free, cells->bytes);
  return good;
}

/* signals and their units */
static const char *read_signals(Opening *o) {
  TrmResult *r = o->result;
  Cells names, units;
  if (!read_cells(o, r->file, "signals", &names)) return "its list of signals cannot be read";
  if (!read_cells(o, r->file, "units", &units)) return "its list of units cannot be read";
  if (names.count != r->signals || units.count != r->signals)
    return "the numbers of signals, units and columns differ";
  r->signal = trm_arena_array(r->arena, r->signals, sizeof *r->signal);
  for (size_t i = 0; i < r->signals; i++) {
    r->signal[i].name = cell(r->arena, &names, i);
    r->signal[i].unit = cell(r->arena, &units, i);
  }
  return NULL;
}

/* what was run, and how it went */
static const char *read_about(Opening *o) {
  static const char wrong[] = "what it says about itself cannot be read";
  const TrmHdf5 *h = o->h;
  TrmResult *r = o->result;
  Cells cells;
  if (!read_cells(o, r->file, "status", &cells)) return wrong;
  r->status = cell(r->arena, &cells, 0);
  if (!read_cells(o, r->file, "statistics", &cells)) return wrong;
  r->note = trm_arena_array(r->arena, cells.count / 2 + 1, sizeof *r->note);
  for (size_t i = 0; i + 1 < cells.count && cells.bytes[i * cells.size]; i += 2)
    r->note[r->notes++] = (TrmAttribute){cell(r->arena, &cells, i), cell(r->arena, &cells, i + 1)};
  /* texts by name */
  hid_t group = h->H5Gopen2(r->file, "about", H5P_DEFAULT);
  H5G_info_t info;
  int good = group >= 0 && h->H5Gget_info(group, &info) >= 0 && info.nlinks <= MOST_ATTRIBUTES;
  size_t count = good ? (size_t)info.nlinks : 0;
  r->attribute = trm_arena_array(r->arena, count + 1, sizeof *r->attribute);
  for (size_t i = 0; i < count && good; i++) {
    char name[512];
    ssize_t length = h->H5Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, (hsize_t)i, name,
                                           sizeof name, H5P_DEFAULT);
    good = length > 0 && (size_t)length < sizeof name && read_cells(o, group, name, &cells);
    if (good)
      r->attribute[r->attributes++] =
          (TrmAttribute){trm_arena_string(r->arena, name), cell(r->arena, &cells, 0)};
  }
  if (group >= 0) h->H5Gclose(group);
  return good ? NULL : wrong;
}

/* `count` rows from `first` on, with the lock held */
static int read_rows(const TrmHdf5 *h, TrmResult *r, size_t first, size_t count, double *out) {
  hsize_t start[2] = {first, 0}, many[2] = {count, r->signals};
  hid_t file = h->H5Dget_space(r->data), memory = h->H5Screate_simple(2, many, NULL);
  int good = h->H5Sselect_hyperslab(file, H5S_SELECT_SET, start, NULL, many, NULL) >= 0 &&
             h->H5Dread(r->data, h->number, memory, file, H5P_DEFAULT, out) >= 0;
  h->H5Sclose(memory);
  h->H5Sclose(file);
  return good;
}

/* rows that are read at a time */
static size_t block_rows(const TrmResult *r) {
  return BLOCK / r->signals + 1;
}

/* the table of numbers: two dimensions, as large as the file allows */
static const char *read_data(Opening *o) {
  static const char wrong[] = "its table of numbers cannot be read";
  const TrmHdf5 *h = o->h;
  TrmResult *r = o->result;
  r->data = h->H5Dopen2(r->file, "data", H5P_DEFAULT);
  if (r->data < 0) return wrong;
  hid_t type = h->H5Dget_type(r->data), space = h->H5Dget_space(r->data);
  hsize_t dims[2] = {0, 0};
  int good = h->H5Tget_class(type) == H5T_FLOAT && h->H5Tget_size(type) == sizeof(double) &&
             h->H5Sget_simple_extent_ndims(space) == 2 &&
             h->H5Sget_simple_extent_dims(space, dims, NULL) == 2;
  h->H5Sclose(space);
  h->H5Tclose(type);
  if (!good || dims[1] == 0 || dims[1] > MOST_SIGNALS) return wrong;
  uint64_t stored = h->H5Dget_storage_size(r->data);
  if (dims[0] > INT64_MAX / sizeof(double) / dims[1] ||
      dims[0] * dims[1] / MOST_RATIO > stored / sizeof(double))
    return "it says to hold more numbers than it does";
  r->rows = (size_t)dims[0];
  r->signals = (size_t)dims[1];
  return NULL;
}

/* room for rows, and the last of them */
static const char *read_last(Opening *o) {
  TrmResult *r = o->result;
  r->block = trm_arena_array(r->arena, block_rows(r) * r->signals, sizeof(double));
  if (r->rows && !read_rows(o->h, r, r->rows - 1, 1, r->block)) return "its last rows are cut off";
  return NULL;
}

/* close what is open; with the lock held */
static void close_file(const TrmHdf5 *h, TrmResult *r) {
  if (r->data >= 0) h->H5Dclose(r->data);
  if (r->file >= 0) h->H5Fclose(r->file);
  r->data = r->file = -1;
}

static void read_all(void *context) {
  Opening *o = context;
  TrmResult *r = o->result;
  r->path = trm_arena_string(r->arena, o->path);
  r->file = o->h->H5Fopen(o->path, TRM_HDF5_READ, H5P_DEFAULT);
  o->wrong = r->file < 0 ? "it is cut off, or was changed" : read_data(o);
  if (!o->wrong) o->wrong = read_signals(o);
  if (!o->wrong) o->wrong = read_last(o);
  if (!o->wrong) o->wrong = read_about(o);
}

/* a plain file that begins as HDF5 does; else an error in the log */
static TrmStatus check_file(const char *path, TrmLog *log) {
  static const char hint[] = "a result is the .h5 file that an analysis writes";
  unsigned char start[8];
  struct stat info;
  int file = open(path, O_RDONLY | O_NONBLOCK);
  if (file < 0)
    return trm_result_complain(log, TRM_BAD_FILE, TRM_E_FILE_OPEN, path, NULL,
                               "cannot open '%s': %s", path, strerror(errno));
  int plain = fstat(file, &info) == 0 && S_ISREG(info.st_mode);
  ssize_t got = plain ? read(file, start, sizeof start) : 0;
  close(file);
  if (got == sizeof start && memcmp(start, "\211HDF\r\n\032\n", sizeof start) == 0) return TRM_OK;
  return trm_result_complain(
      log, TRM_BAD_FILE, TRM_E_RESULT_FORMAT, path, hint,
      plain && info.st_size == 0 ? "'%s' is empty" : "'%s' is no result file", path);
}

/* one try; TRM_RETRY with `*wrong` set when the file makes no sense */
static TrmStatus try_open(const char *path, TrmLog *log, TrmResult **result, const char **wrong) {
  TrmResult *r = calloc(1, sizeof *r);
  if (r) *r = (TrmResult){.arena = trm_arena_new(), .log = log, .file = -1, .data = -1};
  if (!r || !r->arena) {
    free(r);
    return TRM_NO_MEMORY;
  }
  Opening opening = {.result = r, .path = path};
  TrmStatus status = TRM_BAD_FILE;
  opening.h = trm_hdf5_enter(log);
  if (opening.h) {
    status = trm_guard(read_all, &opening);
    if (status == TRM_OK && opening.wrong) status = TRM_RETRY;
    if (status != TRM_OK) close_file(opening.h, r);
    trm_hdf5_leave();
  }
  *wrong = opening.wrong;
  if (status == TRM_OK) {
    *result = r;
  } else {
    trm_arena_free(r->arena);
    free(r);
  }
  return status;
}

TrmStatus trm_result_open(const char *path, TrmLog *log, TrmResult **result) {
  const char *wrong = NULL;
  *result = NULL;
  TrmStatus status = check_file(path, log);
  if (status != TRM_OK) return status;
  status = TRM_RETRY;
  for (int i = 0; i < TRIES && status == TRM_RETRY; i++) {
    struct timespec moment = {0, i * 1000000L};
    nanosleep(&moment, NULL);
    status = try_open(path, log, result, &wrong);
  }
  if (status == TRM_RETRY)
    status = trm_result_complain(log, TRM_BAD_FILE, TRM_E_RESULT_DAMAGED, path, NULL,
                                 "'%s' is damaged, or no result: %s", path, wrong);
  return status;
}

void trm_result_free(TrmResult *result) {
  if (!result) return;
  const TrmHdf5 *h = trm_hdf5_enter(NULL);
  if (h) {
    close_file(h, result);
    trm_hdf5_leave();
  }
  trm_arena_free(result->arena);
  free(result);
}

static TrmStatus unreadable(TrmResult *r) {
  return trm_result_complain(r->log, TRM_BAD_FILE, TRM_E_RESULT_DAMAGED, r->path, NULL,
                             "'%s' is damaged: some of its rows cannot be read", r->path);
}

TrmStatus trm_result_read(TrmResult *result, size_t first, size_t count, double *out) {
  if (first > result->rows || count > result->rows - first) return TRM_BAD_USAGE;
  if (count == 0) return TRM_OK;
  const TrmHdf5 *h = trm_hdf5_enter(result->log);
  if (!h) return TRM_BAD_FILE;
  int good = read_rows(h, result, first, count, out);
  trm_hdf5_leave();
  return good ? TRM_OK : unreadable(result);
}

TrmStatus trm_result_columns(TrmResult *result, const size_t *signals, size_t count, double *out) {
  size_t step = block_rows(result), width = result->signals;
  for (size_t k = 0; k < count; k++)
    if (signals[k] >= width) return TRM_BAD_USAGE;
  /* in blocks of rows, each read once */
  for (size_t first = 0; first < result->rows; first += step) {
    size_t rows = result->rows - first < step ? result->rows - first : step;
    TrmStatus status = trm_result_read(result, first, rows, result->block);
    if (status != TRM_OK) return status;
    for (size_t k = 0; k < count; k++)
      for (size_t i = 0; i < rows; i++)
        out[k * result->rows + first + i] = result->block[i * width + signals[k]];
  }
  return TRM_OK;
}

TrmStatus trm_result_column(TrmResult *result, size_t signal, double *out) {
  return trm_result_columns(result, &signal, 1, out);
}

size_t trm_result_signals(const TrmResult *result) {
  return result->signals;
}

size_t trm_result_rows(const TrmResult *result) {
  return result->rows;
}

const TrmSignal *trm_result_signal(const TrmResult *result, size_t index) {
  return index < result->signals ? &result->signal[index] : NULL;
}

int trm_result_find(const TrmResult *result, const char *name) {
  for (size_t i = 0; i < result->signals && i < INT_MAX; i++)
    if (strcmp(result->signal[i].name, name) == 0) return (int)i;
  return -1;
}

size_t trm_result_attributes(const TrmResult *result) {
  return result->attributes;
}

const TrmAttribute *trm_result_attribute(const TrmResult *result, size_t index) {
  return index < result->attributes ? &result->attribute[index] : NULL;
}

size_t trm_result_notes(const TrmResult *result) {
  return result->notes;
}

const TrmAttribute *trm_result_note(const TrmResult *result, size_t index) {
  return index < result->notes ? &result->note[index] : NULL;
}

const char *trm_result_about(const TrmResult *result, const char *name) {
  for (size_t i = 0; i < result->attributes; i++)
    if (strcmp(result->attribute[i].name, name) == 0) return result->attribute[i].text;
  return NULL;
}

int trm_result_complete(const TrmResult *result) {
  return strcmp(result->status, "complete") == 0;
}

const char *trm_result_status(const TrmResult *result) {
  return result->status;
}
