/* SPDX-License-Identifier: Apache-2.0
 *
 * Every allocation fails once: read, check, report and reprint five models, failing the first
 * allocation, then the second, and so on until a run needs no more. Each failed run must end with
 * TRM_NO_MEMORY, and nothing may be left allocated. The program's own malloc also serves libyaml.
 */
#include "check.h"
#include "trammel/trammel.h"
#include <errno.h>
#include <stddef.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void __libc_free(void *memory);
void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *old, size_t size);
void free(void *memory);

static long countdown = -1; /* allocations until one fails; -1: none fails */
static long live;           /* blocks allocated and not yet freed */
static int failed;

static int fails(void) {
  if (countdown < 0 || countdown-- > 0) return 0;
  failed = 1;
  errno = ENOMEM;
  return 1;
}

void *malloc(size_t size) {
  if (fails()) return NULL;
  void *memory = __libc_malloc(size);
  live += memory != NULL;
  return memory;
}

void *calloc(size_t count, size_t size) {
  if (fails()) return NULL;
  void *memory = __libc_calloc(count, size);
  live += memory != NULL;
  return memory;
}

void *realloc(void *old, size_t size) {
  if (fails()) return NULL;
  void *memory = __libc_realloc(old, size);
  live += !old && memory;
  return memory;
}

void free(void *memory) {
  live -= memory != NULL;
  __libc_free(memory);
}

/* everything a command does with a model; the first status that is not good */
static TrmStatus use_model(const char *path, const TrmSetting *setting) {
  TrmLog *log = trm_log_new();
  if (!log) return TRM_NO_MEMORY;
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  TrmStatus status = trm_model_read(path, setting, setting != NULL, log, &model);
  if (status == TRM_OK) status = trm_system_compile(model, log, &system);
  if (system) {
    char *texts[] = {trm_system_report(system), trm_system_report_json(system),
                     trm_model_to_yaml(model)};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
      if (!texts[i]) status = TRM_NO_MEMORY;
      trm_text_free(texts[i]);
    }
  }
  char *messages = trm_log_render(log, TRM_LOG_PLAIN);
  if (!messages) status = TRM_NO_MEMORY;
  trm_text_free(messages);
  trm_system_free(system);
  trm_model_free(model);
  trm_log_free(log);
  return status;
}

static void fail_each(const char *path, const TrmSetting *setting, TrmStatus expected) {
  enum { MOST = 200000, MOST_SPARED = 6 };
  long runs = 0, spared = 0;
  use_model(path, setting); /* whatever the C library keeps for itself */
  for (long n = 0; n < MOST; n++, runs++) {
    long before = live;
    failed = 0;
    countdown = n;
    TrmStatus status = use_model(path, setting);
    countdown = -1;
    if (live != before) {
      CHECK(live == before);
      fprintf(stderr, "%s: %ld blocks lost when allocation %ld fails\n", path, live - before, n);
      return;
    }
    if (!failed) {
      CHECK(status == expected);
      break;
    }
    /* the C library reads a file without its buffer when it cannot have one */
    if (status == expected && ++spared <= MOST_SPARED) continue;
    if (status != TRM_NO_MEMORY) {
      CHECK(status == TRM_NO_MEMORY);
      fprintf(stderr, "%s: status %d when allocation %ld fails\n", path, (int)status, n);
      return;
    }
  }
  CHECK(runs > 10 && runs < MOST);
  printf("%s: %ld allocations failed in turn\n", path, runs);
}

int main(void) {
  TrmSetting speed = {"speed", "30*rpm"};
  fail_each("examples/crank-rocker.yaml", &speed, TRM_OK);
  fail_each("examples/axle.yaml", NULL, TRM_OK);
  fail_each("examples/ladder.yaml", NULL, TRM_OK);
  fail_each("tests/fault/everything.yaml", NULL, TRM_OK);
  fail_each("tests/fault/wrong.yaml", NULL, TRM_BAD_MODEL);
  return check_done();
}
