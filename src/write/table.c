/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of writers: one line each.
 */
#include "write/write.h"
#include <string.h>

const TrmWriter *const trm_writers[] = {
    &trm_writer_csv,
    &trm_writer_json,
    &trm_writer_mat,
    NULL,
};

const TrmWriter *trm_writer_find(const char *name) {
  for (size_t i = 0; trm_writers[i]; i++)
    if (strcmp(trm_writers[i]->name, name) == 0) return trm_writers[i];
  return NULL;
}

const TrmWriter *trm_writer_for(const char *path) {
  const char *dot = strrchr(path, '.');
  for (size_t i = 0; dot && trm_writers[i]; i++)
    if (trm_same_word(trm_writers[i]->extension, dot)) return trm_writers[i];
  return NULL;
}
