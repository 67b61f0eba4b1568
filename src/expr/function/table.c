/* SPDX-License-Identifier: Apache-2.0
 *
 * The function table, in alphabetical order, and finding a function by its name or another name.
 */
#include "expr/function/families.h"
#include <ctype.h>
#include <string.h>

const TrmFunction *const trm_functions[] = {
#define TRM_FUNCTION(name) &trm_function_##name,
#include "expr/function/functions.def"
#undef TRM_FUNCTION
    NULL};

enum { FUNCTION_COUNT = sizeof trm_functions / sizeof *trm_functions - 1, LONGEST_NAME = 15 };

/* 1 when `word` is one of the names in "ln|alog" */
static int among(const char *names, const char *word, size_t length) {
  while (names) {
    if (strncmp(names, word, length) == 0 && (names[length] == '|' || names[length] == 0)) return 1;
    names = strchr(names, '|');
    if (names) names++;
  }
  return 0;
}

const TrmFunction *trm_function_find(const char *name) {
  char word[LONGEST_NAME + 1];
  size_t length = strlen(name);
  if (length == 0 || length > LONGEST_NAME || strchr(name, '|')) return NULL;
  for (size_t i = 0; i <= length; i++) word[i] = (char)tolower((unsigned char)name[i]);

  /* by its own name */
  size_t low = 0, high = FUNCTION_COUNT;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    int order = strcmp(word, trm_functions[middle]->name);
    if (order == 0) return trm_functions[middle];
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }

  /* by another name */
  for (size_t i = 0; i < FUNCTION_COUNT; i++)
    if (among(trm_functions[i]->aliases, word, length)) return trm_functions[i];
  return NULL;
}
