/* SPDX-License-Identifier: Apache-2.0
 *
 * What the tests of reading share: reading a text, printing the model, listing the codes reported,
 * and a folder of files that is removed at the end.
 */
#ifndef TRM_TESTS_READ_FIXTURE_H
#define TRM_TESTS_READ_FIXTURE_H

#include "check.h"
#include "trammel/trammel.h"
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static char fixture_codes[4096];

/* Read `text` as the file `name`; the codes reported go to fixture_codes as "E101 3:4 ...". */
static inline TrmModel *fixture_parse(const char *text, size_t length, const char *name,
                                      const TrmSetting *settings, size_t count) {
  TrmLog *log = trm_log_new();
  TrmModel *model = NULL;
  trm_model_parse(text, length, name, settings, count, log, &model);
  size_t used = 0;
  fixture_codes[0] = 0;
  for (size_t i = 0; i < trm_log_count(log) && used + 64 < sizeof fixture_codes; i++) {
    TrmEntry entry;
    trm_log_entry(log, i, &entry);
    used += (size_t)snprintf(fixture_codes + used, sizeof fixture_codes - used, "%s%s %u:%u",
                             i ? " " : "", entry.code, entry.line, entry.column);
  }
  CHECK((model != NULL) == (trm_log_errors(log) == 0));
  trm_log_free(log);
  return model;
}

static inline TrmModel *fixture_read(const char *text) {
  return fixture_parse(text, strlen(text), "test.yaml", NULL, 0);
}

/* Read and forget; returns the codes. */
static inline const char *fixture_faults(const char *text) {
  trm_model_free(fixture_read(text));
  return fixture_codes;
}

/* Two texts must be read as the same model; the second is the plain way to write the first. */
static inline void fixture_same(TrmModel *model, const char *plain) {
  CHECK_TEXT(fixture_codes, "");
  TrmModel *expected = fixture_read(plain);
  CHECK_TEXT(fixture_codes, "");
  char *a = model ? trm_model_to_yaml(model) : NULL;
  char *b = expected ? trm_model_to_yaml(expected) : NULL;
  CHECK_TEXT(a, b ? b : "");
  trm_text_free(a);
  trm_text_free(b);
  trm_model_free(model);
  trm_model_free(expected);
}

static inline double fixture_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A new folder below the system's temporary one, and files in it. */
static char fixture_folder[256];
static char fixture_files[64][320];
static size_t fixture_file_count;

static inline void fixture_open(void) {
  const char *base = getenv("TMPDIR");
  snprintf(fixture_folder, sizeof fixture_folder, "%s/trammel-test-XXXXXX", base ? base : "/tmp");
  CHECK(mkdtemp(fixture_folder) != NULL);
}

static inline const char *fixture_write(const char *name, const char *text) {
  char *path = fixture_files[fixture_file_count++ % 64];
  snprintf(path, sizeof fixture_files[0], "%s/%s", fixture_folder, name);
  FILE *file = fopen(path, "wb");
  CHECK(file != NULL);
  if (file) {
    fputs(text, file);
    fclose(file);
  }
  return path;
}

static inline void fixture_close(void) {
  for (size_t i = 0; i < fixture_file_count && i < 64; i++) remove(fixture_files[i]);
  CHECK(rmdir(fixture_folder) == 0);
}

#endif
