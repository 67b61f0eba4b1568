/* SPDX-License-Identifier: Apache-2.0
 *
 * Wording: a parameter's kind, unit and range in words.
 */
#include "catalog/wording.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Append to a buffer of fixed size */
__attribute__((format(printf, 3, 4))) static void append(char *buffer, size_t size,
                                                         const char *format, ...) {
  size_t used = strlen(buffer);
  va_list args;
  va_start(args, format);
  vsnprintf(buffer + used, size - used, format, args);
  va_end(args);
}

static const struct {
  unsigned bit;
  const char *word;
} ref_words[] = {{TRM_REF_PARAMETER, "parameter"},
                 {TRM_REF_POINT, "point"},
                 {TRM_REF_SPLINE, "spline"},
                 {TRM_REF_BODY, "body"},
                 {TRM_REF_MARKER, "marker"},
                 {TRM_REF_SHAPE, "shape"},
                 {TRM_REF_JOINT, "joint"},
                 {TRM_REF_MOTION, "motion"},
                 {TRM_REF_CONSTRAINT, "constraint"},
                 {TRM_REF_FORCE, "force"},
                 {TRM_REF_CONTACT, "contact"},
                 {TRM_REF_VARIABLE, "variable"},
                 {TRM_REF_EQUATION, "equation"},
                 {TRM_REF_TRANSFER_FUNCTION, "transfer function"},
                 {TRM_REF_STATE_SPACE, "state space"},
                 {TRM_REF_EVENT, "event"},
                 {TRM_REF_OUTPUT, "output"},
                 {TRM_REF_FLEXIBLE, "flexible body"}};

/* "body, marker or point" */
static void append_refs(unsigned refs, char *buffer, size_t size) {
  size_t left = 0, written = 0;
  for (size_t i = 0; i < sizeof ref_words / sizeof *ref_words; i++)
    if (refs & ref_words[i].bit) left++;
  for (size_t i = 0; i < sizeof ref_words / sizeof *ref_words; i++) {
    if (!(refs & ref_words[i].bit)) continue;
    left--;
    append(buffer, size, "%s%s", !written++ ? "" : left ? ", " : " or ", ref_words[i].word);
  }
}

/* "mks or mmks" */
static void append_words(const char *words, char *buffer, size_t size) {
  size_t length, next;
  const char *word;
  for (size_t i = 0; (word = trm_words_at(words, i, &length)); i++) {
    const char *after = trm_words_at(words, i + 1, &next);
    append(buffer, size, "%s%.*s", !i ? "" : after ? ", " : " or ", (int)length, word);
  }
}

/* "2 to 3 numbers", "1 or more names", "6 rows" */
static void append_count(const TrmParam *param, const char *plural, char *buffer, size_t size) {
  if (param->most == 0 && param->least <= 1)
    append(buffer, size, "one or more %s", plural);
  else if (param->most == 0)
    append(buffer, size, "%u or more %s", param->least, plural);
  else if (param->least == param->most)
    append(buffer, size, "%u %s", param->least, plural);
  else
    append(buffer, size, "%u to %u %s", param->least, param->most, plural);
}

/* "list of X", "2 X" for lists of things */
static void append_things(const TrmParam *param, const char *word, char *buffer, size_t size) {
  if (param->most && param->least == param->most)
    append(buffer, size, "list of %u: %s", param->least, word);
  else
    append(buffer, size, "%s, or list of them", word);
}

void trm_word_value(const TrmParam *param, char *buffer, size_t size) {
  const char *of = param->type ? param->type->name : param->table ? param->table->name : "";
  buffer[0] = 0;
  switch (param->kind) {
  case TRM_KIND_NUMBER: append(buffer, size, "number"); break;
  case TRM_KIND_INTEGER: append(buffer, size, "whole number"); break;
  case TRM_KIND_FLAG: append(buffer, size, "true or false"); break;
  case TRM_KIND_TEXT: append(buffer, size, "text"); break;
  case TRM_KIND_CHOICE: append_words(param->words, buffer, size); break;
  case TRM_KIND_REF: append_refs(param->refs, buffer, size); break;
  case TRM_KIND_FUNCTION: append(buffer, size, "function"); break;
  case TRM_KIND_VECTOR: append_count(param, "numbers", buffer, size); break;
  case TRM_KIND_FUNCTIONS: append_count(param, "functions", buffer, size); break;
  case TRM_KIND_MATRIX: append_count(param, "rows of numbers", buffer, size); break;
  case TRM_KIND_PLACE: append(buffer, size, "place"); break;
  case TRM_KIND_DIRECTION: append(buffer, size, "direction"); break;
  case TRM_KIND_REFS:
    append_count(param, "names: ", buffer, size);
    append_refs(param->refs, buffer, size);
    break;
  case TRM_KIND_WORDS:
    append(buffer, size, "list of ");
    append_words(param->words, buffer, size);
    break;
  case TRM_KIND_TEXTS: append_count(param, "texts", buffer, size); break;
  case TRM_KIND_PLACES: append_count(param, "places", buffer, size); break;
  case TRM_KIND_RANGE: append(buffer, size, "first..last"); break;
  case TRM_KIND_OBJECT: append(buffer, size, "%s", of); break;
  case TRM_KIND_VARIANT: append(buffer, size, "%s", of); break;
  case TRM_KIND_OBJECTS:
  case TRM_KIND_VARIANTS: append_things(param, of, buffer, size); break;
  case TRM_KIND_ITEMS: append(buffer, size, "map of name: %s", of); break;
  }
}

void trm_word_unit(const TrmParam *param, char *buffer, size_t size) {
  TrmUnits mks = trm_units_mks();
  buffer[0] = 0;
  trm_dimension_format(&mks, param->dimension, buffer, size);
}

void trm_word_range(const TrmParam *param, char *buffer, size_t size) {
  char low[32], high[32];
  buffer[0] = 0;
  if (!(param->flags & TRM_LIMITED)) return;
  snprintf(low, sizeof low, "%.4g", param->low);
  snprintf(high, sizeof high, "%.4g", param->high);
  const char *above = param->flags & TRM_ABOVE_LOW ? "more than" : "at least";
  const char *below = param->flags & TRM_BELOW_HIGH ? "less than" : "at most";
  if (isinf(param->high))
    append(buffer, size, "%s %s", above, low);
  else if (isinf(param->low))
    append(buffer, size, "%s %s", below, high);
  else if (param->low == param->high)
    append(buffer, size, "%s", low);
  else if (param->flags & (TRM_ABOVE_LOW | TRM_BELOW_HIGH))
    append(buffer, size, "%s %s, %s %s", above, low, below, high);
  else
    append(buffer, size, "%s to %s", low, high);
}

/* "5 equations in space" */
static void append_equations(int count, const char *where, char *buffer, size_t size) {
  if (count < 0)
    append(buffer, size, "one equation per named coordinate");
  else
    append(buffer, size, "%d equation%s %s", count, count == 1 ? "" : "s", where);
}

void trm_word_equations(const TrmTable *table, const TrmType *type, char *buffer, size_t size) {
  buffer[0] = 0;
  if (table != &trm_table_joints) return;
  const TrmJointType *joint = (const TrmJointType *)(const void *)type;
  append_equations(joint->equations, "in space", buffer, size);
  if (joint->equations < 0) return;
  if (joint->planar_equations == 0)
    append(buffer, size, "; not in planar models");
  else
    append(buffer, size, ", %d in the plane", joint->planar_equations);
}

const char *trm_word_key(const TrmTable *table, const TrmType *type, const TrmParam *param) {
  int own = table && table->form == TRM_TABLE_HEAD && (param->flags & TRM_HEAD);
  return own ? type->name : param->key;
}
