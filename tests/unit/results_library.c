/* SPDX-License-Identifier: Apache-2.0
 *
 * Without the HDF5 library a result is neither written nor read, and the error E601 says what to
 * install. This program's own dlopen finds nothing.
 */
#include "check.h"
#include "results/store.h"
#include <dlfcn.h>
#include <unistd.h>

void *dlopen(const char *file, int mode) {
  (void)file;
  (void)mode;
  return NULL;
}

int main(void) {
  char path[] = "/tmp/trammel-library-XXXXXX";
  static const TrmSignal time = {"time", "s"};
  TrmLog *log = trm_log_new();
  TrmStore *store = NULL;
  TrmResult *result = NULL;
  TrmEntry entry;
  CHECK(trm_store_create("/tmp/trammel-none.h5", &time, 1, NULL, 0, 0, log, &store) ==
        TRM_BAD_FILE);
  CHECK(!store && trm_log_entry(log, 0, &entry) == TRM_OK);
  CHECK_TEXT(entry.code, "E601");
  CHECK(strstr(entry.hint, "apt install libhdf5") != NULL);
  /* reading gets as far as the library only with a file that looks like a result */
  int file = mkstemp(path);
  CHECK(file >= 0 && write(file, "\211HDF\r\n\032\n", 8) == 8 && close(file) == 0);
  CHECK(trm_result_open(path, log, &result) == TRM_BAD_FILE && !result);
  CHECK(trm_log_entry(log, 1, &entry) == TRM_OK);
  CHECK_TEXT(entry.code, "E601");
  unlink(path);
  trm_log_free(log);
  return check_done();
}
