/* SPDX-License-Identifier: Apache-2.0
 *
 * Checkpoint: fields as "name length", a line end, so many bytes, a line end; the last is the
 * memory; then a sum over all of it. Numbers are written in hexadecimal, so that none is rounded.
 */
#include "cli/checkpoint.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char magic[] = "trammel checkpoint 1\n";
enum { SUM_LENGTH = 21 }; /* "sum ", sixteen digits, line end */

uint64_t trm_checkpoint_hash(const void *bytes, size_t length) {
  const unsigned char *p = bytes;
  uint64_t hash = 14695981039346656037u;
  for (size_t i = 0; i < length; i++) hash = (hash ^ p[i]) * 1099511628211u;
  return hash;
}

static void put(TrmText *out, const char *name, const void *bytes, size_t length) {
  trm_text_printf(out, "%s %zu\n", name, length);
  trm_text_bytes(out, bytes, length);
  trm_text_char(out, '\n');
}

static void put_text(TrmText *out, const char *name, const char *text) {
  put(out, name, text ? text : "", text ? strlen(text) : 0);
}

/* the numbers of the method, in a fixed order */
enum { NUMBERS = 15 };
static void list_numbers(TrmDynamicsOptions *o, TrmTimes *span, double *list[NUMBERS]) {
  double *all[NUMBERS] = {&span->until, &o->tolerance, &o->absolute_tolerance,
                          &o->step,     &o->max_step,  &o->min_step,
                          &o->until,    &o->every,     &o->penalty,
                          &o->omega,    &o->mu,        &o->alpha,
                          &o->beta,     &o->damping,   &o->max_order};
  memcpy(list, all, sizeof all);
}

static void put_all(const TrmCheckpoint *c, TrmText *out) {
  TrmDynamicsOptions options = c->options;
  TrmTimes span = c->span;
  double *numbers[NUMBERS];
  char line[500];
  list_numbers(&options, &span, numbers);
  trm_text_add(out, magic);
  put_text(out, "model", c->model);
  put_text(out, "settings", c->settings);
  put_text(out, "result", c->result);
  put_text(out, "signals", c->signals);
  put_text(out, "integrator", options.integrator);
  put_text(out, "formulation", options.formulation);
  put_text(out, "solver", options.solver);
  int length = snprintf(line, sizeof line, "%" PRIx64 " %zu %zu", c->text, c->rows, span.intervals);
  for (int i = 0; i < NUMBERS; i++)
    length += snprintf(line + length, sizeof line - (size_t)length, " %a", *numbers[i]);
  put_text(out, "numbers", line);
  put(out, "memory", c->memory, c->memory_count * sizeof *c->memory);
  trm_text_printf(out, "sum %016" PRIx64 "\n", trm_checkpoint_hash(out->bytes, out->length));
}

/* let the folder of a file know its name after a power cut; what cannot be done is no fault */
static void keep_name(const char *path) {
  const char *slash = strrchr(path, '/');
  char folder[PATH_MAX] = ".";
  if (slash) snprintf(folder, sizeof folder, "%.*s", (int)(slash - path + 1), path);
  int file = open(folder, O_RDONLY);
  if (file < 0) return;
  fsync(file);
  close(file);
}

/* write and put in the place of the old one */
static TrmStatus replace(const char *path, const char *beside, const TrmText *text) {
  FILE *file = fopen(beside, "wb");
  int good = file != NULL;
  if (good) good = fwrite(text->bytes, 1, text->length, file) == text->length;
  if (good) good = fflush(file) == 0 && fsync(fileno(file)) == 0;
  if (file) good &= fclose(file) == 0;
  if (good) good = rename(beside, path) == 0;
  if (good) keep_name(path);
  return good ? TRM_OK : trm_say_file("cannot write '%s': %s", path, strerror(errno));
}

TrmStatus trm_checkpoint_write(const TrmCheckpoint *checkpoint, const char *path) {
  TrmText text = {0}, beside = {0};
  put_all(checkpoint, &text);
  trm_text_printf(&beside, "%s.part", path);
  TrmStatus status = replace(path, beside.bytes, &text);
  trm_text_clear(&text);
  trm_text_clear(&beside);
  return status;
}

/* what is left to read */
typedef struct Rest {
  const char *at, *end;
  TrmArena *arena;
} Rest;

/* the bytes of the next field, which must have this name; NULL when it has not */
static const char *next(Rest *rest, const char *name, size_t *length) {
  size_t known = strlen(name), room = (size_t)(rest->end - rest->at);
  if (room < known + 1 || memcmp(rest->at, name, known) != 0 || rest->at[known] != ' ') return NULL;
  const char *digits = rest->at + known + 1, *line = memchr(digits, '\n', room - known - 1);
  if (!line || line == digits || line - digits > 18) return NULL;
  *length = 0;
  for (; digits < line; digits++) {
    if (*digits < '0' || *digits > '9') return NULL;
    *length = *length * 10 + (size_t)(*digits - '0');
  }
  if ((size_t)(rest->end - line) < 2 || *length > (size_t)(rest->end - line) - 2) return NULL;
  if (line[1 + *length] != '\n') return NULL;
  rest->at = line + *length + 2;
  return line + 1;
}

static const char *next_text(Rest *rest, const char *name) {
  size_t length;
  const char *bytes = next(rest, name, &length);
  if (!bytes || memchr(bytes, 0, length)) return NULL;
  char *text = trm_arena_alloc(rest->arena, length + 1);
  memcpy(text, bytes, length);
  return text;
}

static int read_numbers(const char *text, TrmCheckpoint *c) {
  double *numbers[NUMBERS];
  char *after;
  list_numbers(&c->options, &c->span, numbers);
  if (!text) return 0;
  c->text = strtoull(text, &after, 16);
  c->rows = (size_t)strtoull(after, &after, 10);
  c->span.intervals = (size_t)strtoull(after, &after, 10);
  for (int i = 0; i < NUMBERS; i++) {
    const char *before = after;
    *numbers[i] = strtod(before, &after);
    if (after == before) return 0;
  }
  return *after == 0 && c->rows > 0 && c->span.intervals > 0;
}

static const char *given(const char *text) {
  return text && *text ? text : NULL;
}

/* 1 when the bytes are a whole checkpoint */
static int parse(const char *bytes, size_t length, TrmArena *arena, TrmCheckpoint *c) {
  size_t head = sizeof magic - 1, size;
  char sum[SUM_LENGTH + 1];
  *c = (TrmCheckpoint){0};
  if (length < head + SUM_LENGTH || memcmp(bytes, magic, head) != 0) return 0;
  snprintf(sum, sizeof sum, "sum %016" PRIx64 "\n",
           trm_checkpoint_hash(bytes, length - SUM_LENGTH));
  if (memcmp(bytes + length - SUM_LENGTH, sum, SUM_LENGTH) != 0) return 0;
  Rest rest = {bytes + head, bytes + length - SUM_LENGTH, arena};
  c->model = next_text(&rest, "model");
  c->settings = c->model ? next_text(&rest, "settings") : NULL;
  c->result = c->settings ? next_text(&rest, "result") : NULL;
  c->signals = c->result ? next_text(&rest, "signals") : NULL;
  const char *integrator = c->signals ? next_text(&rest, "integrator") : NULL;
  const char *formulation = integrator ? next_text(&rest, "formulation") : NULL;
  const char *solver = formulation ? next_text(&rest, "solver") : NULL;
  if (!solver || !read_numbers(next_text(&rest, "numbers"), c)) return 0;
  c->options.integrator = given(integrator);
  c->options.formulation = given(formulation);
  c->options.solver = given(solver);
  const char *memory = next(&rest, "memory", &size);
  if (!memory || rest.at != rest.end || size % sizeof(double)) return 0;
  c->memory_count = size / sizeof(double);
  c->memory = trm_arena_array(arena, c->memory_count + 1, sizeof(double));
  memcpy(c->memory, memory, size);
  return 1;
}

TrmStatus trm_checkpoint_read(const char *path, TrmArena *arena, TrmCheckpoint *checkpoint) {
  TrmText text = {0};
  char block[1 << 16];
  FILE *file = fopen(path, "rb");
  if (!file) return trm_say_file("cannot read '%s': %s", path, strerror(errno));
  for (size_t got; (got = fread(block, 1, sizeof block, file)) > 0;)
    trm_text_bytes(&text, block, got);
  int failed = ferror(file);
  fclose(file);
  int good = !failed && text.length && parse(text.bytes, text.length, arena, checkpoint);
  trm_text_clear(&text);
  if (failed) return trm_say_file("cannot read '%s': %s", path, strerror(EIO));
  return good ? TRM_OK : trm_say_file("'%s' is not a whole checkpoint", path);
}
