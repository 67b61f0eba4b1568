/* SPDX-License-Identifier: Apache-2.0
 *
 * Scope: what texts mean where they stand. Inside `repeat`, `{i+1}` in a text and `i` in an
 * expression are replaced by their values at once, so that the finished model knows no loops.
 */
#include "read/reader.h"
#include <math.h>
#include <string.h>

const TrmLoop *trm_scope_loop(const TrmReader *r, const char *name) {
  for (const TrmLoop *loop = r->loop; loop; loop = loop->outer)
    if (strcmp(loop->name, name) == 0) return loop;
  return NULL;
}

/* names in a constant expression: loop variables, then parameters by the prefixes outward */
static int find_constant(void *context, const char *name, TrmPlace place, TrmLog *log,
                         TrmConstant *constant) {
  TrmReader *r = context;
  const TrmLoop *loop = trm_scope_loop(r, name);
  if (loop) {
    *constant = (TrmConstant){.value = (double)loop->value};
    return 1;
  }
  TrmConstants base = trm_parameters_constants(r->parameters);
  for (const TrmScope *scope = r->scope; scope && *scope->prefix; scope = scope->outer) {
    const char *whole = trm_arena_printf(r->passing, "%s%s", scope->prefix, name);
    if (trm_model_find(r->model, "parameters", whole))
      return base.find(base.context, whole, place, log, constant);
  }
  return base.find(base.context, name, place, log, constant);
}

static void suggest_constants(void *context, TrmNearest *nearest) {
  TrmReader *r = context;
  for (const TrmLoop *loop = r->loop; loop; loop = loop->outer)
    trm_nearest_try(nearest, loop->name);
  TrmConstants base = trm_parameters_constants(r->parameters);
  if (base.suggest) base.suggest(base.context, nearest);
}

int trm_scope_whole(TrmReader *r, const char *text, TrmPlace place, TrmCode code, long *value) {
  const TrmExpr *expr = trm_expr_parse(r->passing, text, place, r->log);
  if (!expr) return 0;
  TrmConstants constants = trm_parameters_constants(r->parameters);
  constants.find = find_constant;
  constants.suggest = suggest_constants;
  constants.context = r;
  TrmConstant result;
  if (!trm_expr_constant(expr, &constants, place, r->log, &result)) return 0;
  /* whole, up to rounding of expressions such as L/pitch */
  double whole = nearbyint(result.value);
  if (fabs(result.value - whole) <= 1e-9 * fmax(1, fabs(whole)) && fabs(whole) <= 1e9) {
    *value = (long)whole;
    return 1;
  }
  trm_log_add(r->log, code, place, NULL, "'%.64s' is %.12g, which is not a whole number%s", text,
              result.value, fabs(whole) > 1e9 ? " within 1e9" : "");
  return 0;
}

/* work out what stands between two braces and write it */
static int expand_braces(TrmReader *r, const TrmNode *node, const char *open, const char *close) {
  size_t length = (size_t)(close - open - 1);
  TrmPlace place = trm_place_part(node->place, (size_t)(open + 1 - node->text), length);
  if (length == 0) {
    trm_log_add(r->log, TRM_E_REPEAT_TEXT, node->place, NULL,
                "'{}' has nothing between its braces");
    return 0;
  }
  long value = 0;
  const char *inner = trm_arena_copy(r->passing, open + 1, length);
  if (!trm_scope_whole(r, inner, place, TRM_E_REPEAT_TEXT, &value)) return 0;
  trm_text_printf(&r->text, "%ld", value);
  return 1;
}

const char *trm_scope_text(TrmReader *r, const TrmNode *node, size_t *length) {
  *length = node->count;
  if (!r->loop || !memchr(node->text, '{', node->count)) return node->text;
  r->text.length = 0;
  const char *rest = node->text;
  for (;;) {
    const char *open = strchr(rest, '{');
    const char *close = open ? strchr(open, '}') : NULL;
    if (!close) break;
    trm_text_bytes(&r->text, rest, (size_t)(open - rest));
    if (!expand_braces(r, node, open, close)) return NULL;
    rest = close + 1;
  }
  trm_text_add(&r->text, rest);
  *length = r->text.length;
  return trm_arena_copy(r->passing, r->text.bytes, r->text.length);
}

typedef struct Renaming {
  TrmReader *r;
  int changed;
} Renaming;

/* the value of a loop variable in place of its name */
static const char *rename_loop(void *context, const char *name, int call) {
  Renaming *renaming = context;
  const TrmLoop *loop = call ? NULL : trm_scope_loop(renaming->r, name);
  if (!loop) return NULL;
  renaming->changed = 1;
  return trm_arena_printf(renaming->r->passing, loop->value < 0 ? "(%ld)" : "%ld", loop->value);
}

const char *trm_scope_expression(TrmReader *r, const char *text, TrmPlace place) {
  if (trm_name_valid(text)) return text;
  const TrmExpr *expr = trm_expr_parse(r->passing, text, place, r->log);
  if (!expr || !r->loop) return expr ? text : NULL;
  Renaming renaming = {r, 0};
  r->text.length = 0;
  trm_expr_print(expr, rename_loop, &renaming, &r->text);
  if (!renaming.changed) return text;
  return trm_arena_copy(r->passing, r->text.bytes, r->text.length);
}

void trm_scope_mark(TrmReader *r, TrmItem *item, const TrmParam *param) {
  if (!*r->scope->prefix) return;
  TrmFlat flat = {item, param, r->scope};
  TRM_PUSH(r->arena, r->flats, r->flat_count, r->flat_capacity, flat);
}

void trm_scope_renew(TrmReader *r) {
  enum { LARGE = 1 << 20 };
  if (trm_arena_bytes(r->passing) < LARGE) return;
  TrmArena *fresh = trm_arena_new();
  if (!fresh) trm_guard_leave();
  trm_arena_free(r->passing);
  r->passing = fresh;
}
