/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions: an expression of Adams is parsed as one of the model language, whose grammar has the
 * spellings of Adams, then its tree is rewritten: ids become names, and every function the word
 * for the same thing (functions.def). Errors stand where they stand in the dataset.
 */
#include "base/log_data.h"
#include "read/adams/adams.h"
#include <ctype.h>
#include <string.h>

typedef enum Way {
  SAME,
  MARKERS,
  NEGATIVE,
  BETWEEN,
  ELEMENT,
  STATE,
  VARIABLE,
  ARRAY,
  PLANT,
  TABLE,
  ORIENT,
  INCANG,
  NONE
} Way;

typedef struct Function {
  const char *name;
  Way way;
  const char *word;
  int count, level;
} Function;

static const Function functions[] = {
#define TRM_ADAMS_FUNCTION(name, way, word, count, level) {#name, way, word, count, level},
#include "read/adams/functions.def"
#undef TRM_ADAMS_FUNCTION
};

enum { FUNCTIONS = sizeof functions / sizeof *functions };

typedef struct Translation {
  TrmAdams *a;
  TrmAdamsStatement *s;
  const TrmAdamsArg *arg;
  int level, failed;
  int left_out; /* what failed is output that is not modelled */
} Translation;

static TrmPlace place_of(const Translation *t, const TrmExpr *e) {
  return trm_adams_place(t->s, t->arg->at + e->at, e->length ? e->length : 1);
}

static TrmExpr *fail(Translation *t) {
  t->failed = 1;
  return trm_adams_tree_number(t->a, 0);
}

/* what is not modelled: of a request, the component is left out */
static void lacking(Translation *t, const TrmExpr *e, const char *what) {
  t->failed = 1;
  if (strcmp(t->s->kind->name, "REQUEST") != 0) {
    trm_adams_lacking(t->a, t->s, place_of(t, e), what);
    return;
  }
  t->left_out = 1;
  trm_log_add(t->a->log, TRM_W_ADAMS_OUTPUT, place_of(t, e), t->s->name,
              "%s %s, which is not modelled; this component is left out",
              trm_adams_label(t->a, t->s), what);
}

static TrmExpr *wrong_arguments(Translation *t, const TrmExpr *call, const char *form) {
  trm_log_add(t->a->log, TRM_E_ADAMS_FUNCTION, place_of(t, call), t->s->name, "%s is written %s",
              call->name, form);
  return fail(t);
}

/* a whole number that stands as argument `index`, 0 when it is left out */
static int whole(Translation *t, const TrmExpr *call, size_t index, long *value) {
  *value = 0;
  if (index >= call->count) return 1;
  const TrmExpr *e = call->arguments[index];
  if (e->kind == TRM_EXPR_NUMBER && e->number >= 0 && e->number < 1e9 &&
      e->number == (double)(long)e->number) {
    *value = (long)e->number;
    return 1;
  }
  trm_log_add(t->a->log, TRM_E_ADAMS_FUNCTION, place_of(t, e), t->s->name,
              "%s needs an id or a whole number here", call->name);
  t->failed = 1;
  return 0;
}

/* the statement of a kind that argument `index` names; NULL for 0 where `optional`, or an error */
static TrmAdamsStatement *named(Translation *t, const TrmExpr *call, size_t index, const char *kind,
                                int optional) {
  long id;
  if (!whole(t, call, index, &id) || (optional && id == 0)) return NULL;
  TrmAdamsStatement *found = trm_adams_find(t->a, kind, id);
  if (found && (strcmp(kind, "MARKER") != 0 || found->full)) return found;
  t->failed = 1;
  TrmPlace place = place_of(t, index < call->count ? call->arguments[index] : call);
  trm_log_add(t->a->log, TRM_E_ADAMS_REFERENCE, place, t->s->name,
              "%s refers to %s/%ld, which does not exist", call->name, kind, id);
  return NULL;
}

static TrmExpr *translate_markers(Translation *t, const Function *f, const TrmExpr *call) {
  TrmAdamsStatement *markers[4] = {NULL, NULL, NULL, NULL};
  if (call->count < 1 || call->count > (size_t)f->count) {
    static const char *const forms[] = {"(i)", "(i, j)", "(i, j, k)", "(i, j, k, l)"};
    return wrong_arguments(t, call,
                           trm_arena_printf(t->a->arena, "%s%s", call->name, forms[f->count - 1]));
  }
  for (size_t i = 0; i < call->count; i++) markers[i] = named(t, call, i, "MARKER", i > 0);
  if (t->failed) return fail(t);
  if (f->level > t->level) t->level = f->level;
  TrmExpr *made = trm_adams_tree_measure(t->a, f->word, markers, call->count);
  return f->way == NEGATIVE ? trm_adams_tree_negative(t->a, made) : made;
}

/* FX(i, j, k) */
static TrmExpr *translate_between(Translation *t, const Function *f, const TrmExpr *call) {
  if (call->count < 1 || call->count > 3)
    return wrong_arguments(t, call, trm_arena_printf(t->a->arena, "%s(i, j, k)", call->name));
  TrmAdamsStatement *i = named(t, call, 0, "MARKER", 0), *j = named(t, call, 1, "MARKER", 1);
  TrmAdamsStatement *rm = named(t, call, 2, "MARKER", 1);
  return t->failed ? fail(t) : trm_adams_between(t->a, i, j, f->count, rm);
}

/* JOINT(id, jflag, comp, rm) */
static TrmExpr *translate_element(Translation *t, const Function *f, const TrmExpr *call) {
  long on_j, part;
  if (call->count < 3 || call->count > 4)
    return wrong_arguments(t, call,
                           trm_arena_printf(t->a->arena, "%s(id, jflag, comp, rm)", call->name));
  TrmAdamsStatement *e = named(t, call, 0, f->word, 0), *rm = named(t, call, 3, "MARKER", 1);
  if (!whole(t, call, 1, &on_j) || !whole(t, call, 2, &part) || t->failed) return fail(t);
  if (part < 1 || part > 8 || on_j > 1) {
    trm_log_add(t->a->log, TRM_E_ADAMS_FUNCTION, place_of(t, call->arguments[on_j > 1 ? 1 : 2]),
                t->s->name, on_j > 1 ? "jflag is 0 or 1" : "components go from 1 to 8");
    return fail(t);
  }
  if (e->dropped) return fail(t);
  return trm_adams_wrench(t->a, e, (int)on_j, (int)part, rm);
}

/* DIF(id), VARVAL(id) */
static TrmExpr *translate_state(Translation *t, const Function *f, const TrmExpr *call) {
  const char *kind = f->way == STATE ? "DIFF" : "VARIABLE";
  if (call->count != 1)
    return wrong_arguments(t, call, trm_arena_printf(t->a->arena, "%s(id)", call->name));
  TrmAdamsStatement *e = named(t, call, 0, kind, 0);
  if (!e || e->dropped) return fail(t);
  TrmExpr *name = trm_adams_tree_name(t->a, e->name);
  return f->way == VARIABLE ? name : trm_adams_tree_call(t->a, f->word, &name, 1);
}

/* ARYVAL(id, n), PINVAL(id, n) */
static TrmExpr *translate_array(Translation *t, const Function *f, const TrmExpr *call) {
  long n;
  if (call->count != 2)
    return wrong_arguments(t, call, trm_arena_printf(t->a->arena, "%s(id, n)", call->name));
  TrmAdamsStatement *e = named(t, call, 0, f->word, 0);
  if (!whole(t, call, 1, &n) || t->failed) return fail(t);
  TrmExpr *made = trm_adams_array_value(t->a, e, n);
  if (made) return made;
  trm_log_add(t->a->log, TRM_E_ADAMS_FUNCTION, place_of(t, call), t->s->name,
              "component %ld of %s/%ld cannot be read", n, e->kind->name, e->id);
  return fail(t);
}

/* AKISPL(x, z, id, order) */
static TrmExpr *translate_table(Translation *t, const Function *f, const TrmExpr *call) {
  long order;
  if (call->count < 3 || call->count > 4)
    return wrong_arguments(t, call,
                           trm_arena_printf(t->a->arena, "%s(x, z, id, order)", call->name));
  TrmAdamsStatement *spline = named(t, call, 2, "SPLINE", 0);
  if (!whole(t, call, 3, &order) || !spline || spline->dropped) return fail(t);
  int curves = 0;
  for (size_t i = 0; i < spline->arg_count; i++) curves += strcmp(spline->args[i].key, "Y") == 0;
  TrmExpr *list[4] = {trm_adams_tree_name(t->a, trm_adams_spline_name(t->a, spline, f->count)),
                      call->arguments[0], NULL, NULL};
  size_t count = 2;
  if (curves > 1) list[count++] = call->arguments[1];
  if (order) list[count++] = trm_adams_tree_number(t->a, (double)order);
  return trm_adams_tree_call(t->a, "spline", list, count);
}

/* ORIENT(27, n, i, j): Euler parameters */
static TrmExpr *translate_orient(Translation *t, const TrmExpr *call) {
  static const char *const words[] = {"e0", "e1", "e2", "e3"};
  long kind, n;
  if (call->count < 3 || call->count > 4)
    return wrong_arguments(t, call, "ORIENT(type, component, i, j)");
  if (!whole(t, call, 0, &kind) || !whole(t, call, 1, &n)) return fail(t);
  TrmAdamsStatement *markers[2] = {named(t, call, 2, "MARKER", 0), named(t, call, 3, "MARKER", 1)};
  if (t->failed) return fail(t);
  if (kind != 27 || n < 1 || n > 4) {
    trm_log_add(t->a->log, TRM_E_ADAMS_FUNCTION, place_of(t, call), t->s->name,
                "ORIENT is known with type 27 (Euler parameters) and components 1 to 4 only");
    return fail(t);
  }
  return trm_adams_tree_measure(t->a, words[n - 1], markers, 2);
}

/* INCANG(i, j, k): the angle at j between the lines to i and to k */
static TrmExpr *translate_angle(Translation *t, const TrmExpr *call) {
  static const char *const words[] = {"dx", "dy", "dz"};
  TrmAdamsStatement *legs[2][2] = {{NULL, NULL}, {NULL, NULL}};
  if (call->count != 3) return wrong_arguments(t, call, "INCANG(i, j, k)");
  for (size_t n = 0; n < 2; n++) {
    legs[n][0] = named(t, call, 2 * n, "MARKER", 0);
    legs[n][1] = named(t, call, 1, "MARKER", 0);
  }
  if (t->failed) return fail(t);
  TrmExpr *sum = NULL, *length[2];
  for (int k = 0; k < 3; k++) {
    TrmExpr *one = trm_adams_tree_binary(t->a, TRM_OP_MULTIPLY,
                                         trm_adams_tree_measure(t->a, words[k], legs[0], 2),
                                         trm_adams_tree_measure(t->a, words[k], legs[1], 2));
    sum = sum ? trm_adams_tree_binary(t->a, TRM_OP_ADD, sum, one) : one;
  }
  for (int n = 0; n < 2; n++) length[n] = trm_adams_tree_measure(t->a, "dm", legs[n], 2);
  TrmExpr *cosine = trm_adams_tree_binary(
      t->a, TRM_OP_DIVIDE, sum, trm_adams_tree_binary(t->a, TRM_OP_MULTIPLY, length[0], length[1]));
  return trm_adams_tree_call(t->a, "acos", &cosine, 1);
}

static const Function *find(const char *name) {
  for (size_t i = 0; i < FUNCTIONS; i++)
    if (trm_same_word(functions[i].name, name)) return &functions[i];
  return NULL;
}

static TrmExpr *unknown(Translation *t, const TrmExpr *call) {
  TrmNearest nearest = trm_nearest(call->name);
  trm_log_add(t->a->log, TRM_E_ADAMS_FUNCTION, place_of(t, call), t->s->name,
              "'%.64s' is no function of Adams that is known here", call->name);
  for (size_t i = 0; i < FUNCTIONS; i++) trm_nearest_try(&nearest, functions[i].name);
  if (nearest.best) trm_log_hint(t->a->log, "did you mean '%s'?", nearest.best);
  return fail(t);
}

static TrmExpr *translate_call(Translation *t, TrmExpr *call) {
  const Function *f = find(call->name);
  if (!f) return unknown(t, call);
  switch (f->way) {
  case SAME: call->name = f->word; return call;
  case MARKERS:
  case NEGATIVE: return translate_markers(t, f, call);
  case BETWEEN: return translate_between(t, f, call);
  case ELEMENT: return translate_element(t, f, call);
  case STATE:
  case VARIABLE: return translate_state(t, f, call);
  case ARRAY:
  case PLANT: return translate_array(t, f, call);
  case TABLE: return translate_table(t, f, call);
  case ORIENT: return translate_orient(t, call);
  case INCANG: return translate_angle(t, call);
  case NONE: break;
  }
  lacking(t, call, trm_arena_printf(t->a->arena, "has the function %s (%s)", f->name, f->word));
  if (t->left_out && strcmp(f->name, "CONTACT") == 0)
    trm_log_hint(t->a->log, "the signals CONTACT_1.fx, .fy and .fz are the force of CONTACT/1");
  return call;
}

static TrmExpr *translate_name(Translation *t, TrmExpr *e) {
  TrmAdams *a = t->a;
  if (trm_same_word(e->name, "time")) {
    e->name = "time";
  } else if (trm_same_word(e->name, "pi")) {
    e->name = "pi";
  } else if (trm_same_word(e->name, "deg") || trm_same_word(e->name, "dtor")) {
    e->name = "deg";
  } else if (trm_same_word(e->name, "rtod")) {
    return trm_adams_tree_binary(a, TRM_OP_DIVIDE, trm_adams_tree_number(a, 1),
                                 trm_adams_tree_name(a, "deg"));
  } else if (trm_same_word(e->name, "mode")) {
    lacking(t, e, "has MODE, the kind of analysis, in a function");
  } else {
    trm_log_add(a->log, TRM_E_ADAMS_FUNCTION, place_of(t, e), t->s->name,
                "'%.64s' means nothing in a function of Adams", e->name);
    return fail(t);
  }
  return e;
}

/* rewrite the tree in `*slot`; a chain of operators is walked down its left side */
static void translate(Translation *t, TrmExpr **slot) {
  while ((*slot)->kind == TRM_EXPR_BINARY) {
    TrmExpr *e = *slot, *right = e->arguments[1];
    /* x*RTOD is x/deg */
    if (e->operation == TRM_OP_MULTIPLY && right->kind == TRM_EXPR_NAME &&
        trm_same_word(right->name, "rtod")) {
      e->operation = TRM_OP_DIVIDE;
      right->name = "deg";
    }
    translate(t, &e->arguments[1]);
    slot = &e->arguments[0];
  }
  TrmExpr *e = *slot;
  if (e->kind == TRM_EXPR_NUMBER) return;
  if (e->kind == TRM_EXPR_NAME) {
    *slot = translate_name(t, e);
    return;
  }
  for (size_t i = 0; i < e->count; i++) translate(t, &e->arguments[i]);
  if (e->kind == TRM_EXPR_SIGN_IF || (e->kind == TRM_EXPR_CALL && trm_same_word(e->name, "if")))
    e->name = "if";
  else if (e->kind == TRM_EXPR_CALL) {
    /* one that fails does not hide the next */
    int before = t->failed;
    t->failed = 0;
    *slot = translate_call(t, e);
    t->failed |= before;
  }
}

/* 1.5D2 is 150, as 1.5E2; 30D and 30D-x are degrees */
static void write_exponents(char *text) {
  for (char *c = text; *c; c++) {
    if (isalpha((unsigned char)*c) || *c == '_') {
      while (isalnum((unsigned char)c[1]) || c[1] == '_') c++;
    } else if (isdigit((unsigned char)*c) || (*c == '.' && isdigit((unsigned char)c[1]))) {
      while (isdigit((unsigned char)c[1]) || c[1] == '.') c++;
      if ((c[1] == 'D' || c[1] == 'd') && isdigit((unsigned char)c[2])) c[1] = 'e';
      if ((c[1] == 'E' || c[1] == 'e') && (c[2] == '+' || c[2] == '-')) c += 2;
      while (isalnum((unsigned char)c[1])) c++;
    }
  }
}

/* the tree of the text; errors found in it are told where they stand in the dataset */
static TrmExpr *parse(TrmAdams *a, TrmAdamsStatement *s, const TrmAdamsArg *arg) {
  char *text = trm_arena_copy(a->arena, s->text + arg->at, arg->length);
  for (char *c = text; *c; c++)
    if (*c == '\n') *c = ' ';
  write_exponents(text);
  TrmPlace start = {s->source, 1, 1, 0};
  if (a->probe->count) trm_log_clear(a->probe);
  TrmExpr *e = trm_expr_parse(a->arena, text, start, a->probe);
  for (size_t i = 0; i < a->probe->count; i++) {
    const LogEntry *entry = &a->probe->entries[i];
    size_t at = entry->place.column ? entry->place.column - 1u : 0;
    if (at >= arg->length) at = arg->length ? arg->length - 1 : 0;
    trm_log_add(a->log, entry->code, trm_adams_place(s, arg->at + at, entry->place.length), s->name,
                "%s", entry->text);
    if (entry->hint) trm_log_hint(a->log, "%s", entry->hint);
  }
  return e;
}

TrmNode *trm_adams_expression(TrmAdams *a, TrmAdamsStatement *s, const TrmAdamsArg *arg,
                              int negative, int *level) {
  Translation t = {.a = a, .s = s, .arg = arg};
  TrmPlace place = trm_adams_value_place(s, arg);
  if (!arg->length) {
    trm_log_add(a->log, TRM_E_ADAMS_VALUE, trm_adams_name_place(s, arg), s->name,
                "%s needs a function", arg->key);
    s->dropped = 1;
    return NULL;
  }
  TrmExpr *e = parse(a, s, arg);
  if (e) translate(&t, &e);
  if (level) *level = t.level;
  if (!e || t.failed) {
    s->dropped |= !t.left_out;
    return NULL;
  }
  return trm_adams_tree_node(a, place, negative ? trm_adams_tree_negative(a, e) : e);
}

TrmNode *trm_adams_function(TrmAdams *a, TrmAdamsStatement *s, const char *key, int negative,
                            int *level) {
  const TrmAdamsArg *arg = trm_adams_arg(s, key);
  return arg ? trm_adams_expression(a, s, arg, negative, level) : NULL;
}
