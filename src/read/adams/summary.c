/* SPDX-License-Identifier: Apache-2.0
 *
 * Summary: what of a dataset was read, and what was left out, with lines. What changes the motion
 * and is lacking is an error, unless it is ignored on request.
 */
#include "read/adams/adams.h"
#include <ctype.h>
#include <string.h>

const char *trm_adams_label(TrmAdams *a, const TrmAdamsStatement *s) {
  return s->id < 0 ? s->kind->name : trm_arena_printf(a->arena, "%s/%ld", s->kind->name, s->id);
}

void trm_adams_lacking(TrmAdams *a, TrmAdamsStatement *s, TrmPlace place, const char *what) {
  const char *label = trm_adams_label(a, s);
  s->dropped = 1;
  trm_log_add(a->log, TRM_E_ADAMS_LACKING, place, s->name,
              "%s %s, which changes the motion and is not modelled", label, what);
  trm_log_hint(a->log, "go on without it: --ignore %s", label);
}

void trm_adams_lacking_argument(TrmAdams *a, TrmAdamsStatement *s, const char *key,
                                const char *what) {
  s->dropped = 1;
  trm_log_add(a->log, TRM_E_ADAMS_LACKING, trm_adams_name_place(s, trm_adams_arg(s, key)), s->name,
              "%s %s, which changes the motion and is not modelled", trm_adams_label(a, s), what);
  trm_log_hint(a->log, "go on without it: --ignore %s.%s", s->kind->name, key);
}

void trm_adams_orphan(TrmAdams *a, TrmAdamsStatement *s) {
  (void)a;
  s->dropped = 1;
  s->shown = "it stands on something that was left out";
}

/* "2 parts, 6 markers" */
static const char *counted(TrmAdams *a) {
  const char *text = "";
  for (const TrmAdamsKind *k = trm_adams_kinds; k->name; k++) {
    size_t count = 0;
    for (size_t i = 0; i < a->count; i++)
      count += a->list[i]->kind == k && !a->list[i]->shown && !a->list[i]->dropped;
    if (!count || k->use != TRM_ADAMS_MEANS) continue;
    text = trm_arena_printf(a->arena, "%s%s%zu %s", text, *text ? ", " : "", count, k->name);
  }
  return *text ? text : "nothing";
}

/* why a statement is left out; NULL when it is not */
static const char *reason(const TrmAdamsStatement *s) {
  if (s->shown) return s->shown;
  if (!s->kind) return "an unknown statement";
  return s->kind->use == TRM_ADAMS_SKIP ? s->kind->about : NULL;
}

static int same_group(const TrmAdamsStatement *x, const TrmAdamsStatement *y) {
  const char *p = reason(x), *q = reason(y);
  return x->kind == y->kind && p && q && strcmp(p, q) == 0;
}

/* one line of the list: the kind, its lines and why */
static void note_group(TrmAdams *a, const TrmAdamsStatement *first, size_t from) {
  enum { SHOWN = 6 };
  const char *lines = "";
  size_t count = 0;
  for (size_t i = from; i < a->count; i++) {
    const TrmAdamsStatement *s = a->list[i];
    if (!same_group(first, s)) continue;
    if (count++ < SHOWN)
      lines = trm_arena_printf(a->arena, "%s%s%u", lines, *lines ? ", " : "", s->place.line);
  }
  const char *more =
      count > SHOWN ? trm_arena_printf(a->arena, " and %zu more", count - SHOWN) : "";
  char word[32] = {0};
  for (size_t i = 0; i < first->word && i < sizeof word - 1; i++)
    word[i] = (char)toupper((unsigned char)first->text[i]);
  trm_log_note(a->log, first->place, "left out: %s in line%s %s%s (%s)",
               first->kind ? first->kind->name : word, count == 1 ? "" : "s", lines, more,
               reason(first));
}

void trm_adams_summary(TrmAdams *a) {
  size_t left = 0;
  for (size_t i = 0; i < a->count; i++) left += reason(a->list[i]) != NULL;
  trm_log_add(a->log, TRM_N_ADAMS_READ, trm_source_place(a->source, 0), NULL,
              "Adams dataset: read %s; %zu shape%s; left out %zu statement%s", counted(a),
              a->shapes, a->shapes == 1 ? "" : "s", left, left == 1 ? "" : "s");
  for (size_t i = 0; i < a->count; i++) {
    int first = reason(a->list[i]) != NULL;
    for (size_t k = 0; k < i && first; k++) first = !same_group(a->list[k], a->list[i]);
    if (first) note_group(a, a->list[i], i);
  }
}
