/* SPDX-License-Identifier: Apache-2.0
 *
 * Kinds of statements: the table from statements.def, and names that are shortened.
 */
#include "read/adams/write.h"
#include <ctype.h>
#include <string.h>

#define TRM_ADAMS_STATEMENT(name, pass, handler, keys)                                             \
  {#name, TRM_ADAMS_MEANS, keys, trm_adams_write_##handler, NULL, pass},
#define TRM_ADAMS_SKIPPED(name, about) {#name, TRM_ADAMS_SKIP, "", NULL, about, 0},
#define TRM_ADAMS_LACKING(name, about) {#name, TRM_ADAMS_LACK, "", NULL, about, 0},
#define TRM_ADAMS_COMMAND(name, keys) {#name, TRM_ADAMS_ORDER, keys, NULL, NULL, 0},

const TrmAdamsKind trm_adams_kinds[] = {
#include "read/adams/statements.def"
    {NULL, TRM_ADAMS_SKIP, NULL, NULL, NULL, 0}};

#undef TRM_ADAMS_STATEMENT
#undef TRM_ADAMS_SKIPPED
#undef TRM_ADAMS_LACKING
#undef TRM_ADAMS_COMMAND

const TrmAdamsKind *trm_adams_kind(const char *word, size_t length, int commands, int *several) {
  const TrmAdamsKind *found = NULL;
  *several = 0;
  for (const TrmAdamsKind *k = trm_adams_kinds; k->name; k++) {
    size_t n = 0;
    if (k->use == TRM_ADAMS_ORDER && !commands) continue;
    while (n < length && k->name[n] == toupper((unsigned char)word[n])) n++;
    int plural = n + 1 == length && n > 3 && !k->name[n] && (word[n] | 32) == 's';
    if (n < length && !plural) continue;
    if (!k->name[n]) {
      *several = 0;
      return k;
    }
    if (length < 3) continue;
    *several = found != NULL;
    found = k;
  }
  return *several ? NULL : found;
}
