/* SPDX-License-Identifier: Apache-2.0
 *
 * Replay: runs a fuzz target once on every file of the folders named on the command line, so that
 * what the fuzzer ever found stays found without the fuzzer.
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Run the target on one file; 0 when the file cannot be read */
static int replay_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) return 0;
  uint8_t *data = NULL;
  size_t size = 0, capacity = 0, got;
  do {
    if (size == capacity) {
      capacity = capacity ? 2 * capacity : 4096;
      uint8_t *more = realloc(data, capacity);
      if (!more) break;
      data = more;
    }
    got = fread(data + size, 1, capacity - size, file);
    size += got;
  } while (got);
  int good = !ferror(file);
  fclose(file);
  if (good) (void)LLVMFuzzerTestOneInput(data, size);
  free(data);
  return good;
}

int main(int argc, char **argv) {
  size_t count = 0;
  for (int i = 1; i < argc; i++) {
    DIR *folder = opendir(argv[i]);
    if (!folder) {
      fprintf(stderr, "%s: cannot be opened\n", argv[i]);
      return 1;
    }
    for (struct dirent *entry; (entry = readdir(folder));) {
      char path[4096];
      if (entry->d_name[0] == '.') continue;
      snprintf(path, sizeof path, "%s/%s", argv[i], entry->d_name);
      if (!replay_file(path)) {
        fprintf(stderr, "%s: cannot be read\n", path);
        closedir(folder);
        return 1;
      }
      count++;
    }
    closedir(folder);
  }
  printf("%zu inputs replayed\n", count);
  return count ? 0 : 1;
}
