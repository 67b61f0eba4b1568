/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions in the language of Adams: names of markers and elements become ids, parameters and
 * units numbers, comparisons the arithmetic IF, IF(a - b: x, y, y) for a < b.
 */
#include "compile/adams.h"
#include "expr/function.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

typedef struct Printing {
  AdamsWriter *w;
  const AdamsOwner *owner;
  TrmText *out;
  unsigned depth;
  int failed;
} Printing;

static void print(Printing *p, const TrmExpr *e);

static void fail(Printing *p, const char *what) {
  if (!p->failed) trm_adams_refuse(p->w, p->owner->place, p->owner->name, what);
  p->failed = 1;
}

static void add_id(Printing *p, size_t id) {
  trm_text_printf(p->out, "%zu", id);
}

/* an output stands for its expression; 0 when there is none of that name */
static int print_output(Printing *p, const char *name) {
  const TrmItem *item = trm_model_find(p->w->system->model, "outputs", name);
  const TrmValue *value = item ? trm_item_value(item, "value") : NULL;
  if (!value || value->form != TRM_FORM_TEXT) return 0;
  const TrmExpr *e = trm_expr_parse(p->w->arena, value->text, value->place, NULL);
  if (!e) return 0;
  print(p, e);
  return 1;
}

/* a variable, output, state, parameter, unit, or a word of the element's own */
static void print_name(Printing *p, const char *name) {
  AdamsWriter *w = p->w;
  size_t variable = trm_adams_id_of(w, "VARIABLE", name), state = trm_adams_id_of(w, "DIFF", name);
  size_t array = trm_adams_id_of(w, "ARRAY", name), i = p->owner->i, j = p->owner->j;
  TrmConstants constants = trm_parameters_constants(w->parameters);
  TrmExpr expr = {.kind = TRM_EXPR_NAME, .name = name};
  TrmConstant constant;
  if (trm_same_word(name, "time")) {
    trm_text_add(p->out, "TIME");
  } else if (j && trm_same_word(name, "length")) {
    trm_text_printf(p->out, "DM(%zu,%zu)", i, j);
  } else if (j && !p->owner->turns && trm_same_word(name, "speed")) {
    trm_text_printf(p->out, "VR(%zu,%zu)", i, j);
  } else if (j && trm_same_word(name, "angle")) {
    trm_text_printf(p->out, "AZ(%zu,%zu)", i, j);
  } else if (j && trm_same_word(name, "speed")) {
    trm_text_printf(p->out, "WZ(%zu,%zu,%zu)", i, j, j);
  } else if (variable) {
    trm_text_printf(p->out, "VARVAL(%zu)", variable);
  } else if (state) {
    trm_text_printf(p->out, "DIF(%zu)", state);
  } else if (array) {
    trm_text_printf(p->out, "ARYVAL(%zu,1)", array);
  } else if (trm_expr_constant(&expr, &constants, p->owner->place, NULL, &constant)) {
    if (constant.value < 0) trm_text_char(p->out, '(');
    trm_text_number(p->out, constant.value);
    if (constant.value < 0) trm_text_char(p->out, ')');
  } else if (!print_output(p, name)) {
    fail(p, trm_arena_printf(w->arena, "the name '%.64s' in a function", name));
  }
}

static void print_list(Printing *p, const char *name, const TrmExpr *e) {
  trm_text_printf(p->out, "%s(", name);
  for (size_t i = 0; i < e->count; i++) {
    if (i) trm_text_char(p->out, ',');
    print(p, e->arguments[i]);
  }
  trm_text_char(p->out, ')');
}

/* functions of the same meaning; those with another name in Adams */
static int print_formula(Printing *p, const TrmExpr *e) {
  static const char *const same[] = {
      "abs", "acos",   "asin",   "atan",   "atan2",  "bistop", "cheby", "cos", "cosh", "dim",
      "exp", "forcos", "forsin", "havsin", "impact", "log",    "log10", "mod", "poly", "shf",
      "sin", "sinh",   "sqrt",   "step",   "step5",  "sweep",  "tan",   "tanh"};
  char upper[16] = {0};
  for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
    if (!trm_same_word(e->name, same[i])) continue;
    for (size_t k = 0; same[i][k]; k++) upper[k] = (char)toupper((unsigned char)same[i][k]);
    print_list(p, upper, e);
    return 1;
  }
  if (trm_same_word(e->name, "trunc") || trm_same_word(e->name, "round")) {
    print_list(p, tolower((unsigned char)e->name[0]) == 't' ? "AINT" : "ANINT", e);
  } else if (trm_same_word(e->name, "sign") && e->count == 2) {
    print_list(p, "SIGN", e);
  } else if (trm_same_word(e->name, "sign") && e->count == 1) {
    trm_text_add(p->out, "IF(");
    print(p, e->arguments[0]);
    trm_text_add(p->out, ":-1,0,1)");
  } else if (trm_same_word(e->name, "max") || trm_same_word(e->name, "min")) {
    /* of two in Adams: max(a, max(b, c)) */
    const char *name = tolower((unsigned char)e->name[1]) == 'a' ? "MAX(" : "MIN(";
    for (size_t i = 0; i + 1 < e->count; i++) {
      trm_text_add(p->out, name);
      print(p, e->arguments[i]);
      trm_text_char(p->out, ',');
    }
    print(p, e->arguments[e->count - 1]);
    for (size_t i = 0; i + 1 < e->count; i++) trm_text_char(p->out, ')');
  } else {
    return 0;
  }
  return 1;
}

/* measures between markers have the same names and arguments; 0 stands for ground */
static int print_measure(Printing *p, const TrmExpr *e) {
  static const char names[] =
      "|dx|dy|dz|dm|vx|vy|vz|vm|vr|wx|wy|wz|wm|accx|accy|accz|accm|wdtx|wdty|"
      "wdtz|wdtm|ax|ay|az|psi|theta|phi|yaw|pitch|roll|e0|e1|e2|e3|";
  char name[8] = {0}, key[12];
  for (size_t i = 0; e->name[i] && i < sizeof name - 1; i++)
    name[i] = (char)tolower((unsigned char)e->name[i]);
  snprintf(key, sizeof key, "|%s|", name);
  if (strlen(e->name) >= sizeof name || !strstr(names, key)) return 0;
  int euler = name[0] == 'e', pitch = strcmp(name, "pitch") == 0;
  for (char *c = name; *c; c++) *c = (char)toupper((unsigned char)*c);
  if (euler)
    trm_text_printf(p->out, "ORIENT(27,%c,", name[1] + 1);
  else
    trm_text_printf(p->out, "%s%s(", pitch ? "(-" : "", name);
  for (size_t i = 0; i < e->count; i++) {
    const TrmExpr *x = e->arguments[i];
    size_t id = x->kind == TRM_EXPR_NAME ? trm_adams_frame_id(p->w, x->name) : 0;
    if (i) trm_text_char(p->out, ',');
    if (!id) fail(p, "an argument that is no marker");
    add_id(p, id);
  }
  trm_text_add(p->out, pitch ? "))" : ")");
  return 1;
}

/* fx(e, k) of joints on their J, of forces on their I */
static int print_force(Printing *p, const TrmExpr *e) {
  static const char *const names[] = {"fm", "fx", "fy", "fz", "tm", "tx", "ty", "tz"};
  static const struct {
    const char *kind, *function;
    int on_j;
  } kinds[] = {{"JOINT", "JOINT", 1},   {"JPRIM", "JPRIM", 1},   {"MOTION", "MOTION", 0},
               {"SFORCE", "SFORCE", 0}, {"GFORCE", "GFORCE", 0}, {"BUSHING", "BUSH", 0},
               {"FIELD", "FIELD", 0},   {"BEAM", "BEAM", 1},     {"SPRINGDAMPER", "SPDP", 0},
               {"GCON", "GCON", 0}};
  size_t part = 0;
  while (part < 8 && !trm_same_word(names[part], e->name)) part++;
  if (part == 8 || !e->count || e->arguments[0]->kind != TRM_EXPR_NAME) return 0;
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    size_t id = trm_adams_id_of(p->w, kinds[k].kind, e->arguments[0]->name), rm = 0;
    if (!id) continue;
    if (e->count > 1 && e->arguments[1]->kind == TRM_EXPR_NAME)
      rm = trm_adams_frame_id(p->w, e->arguments[1]->name);
    int on_j = kinds[k].on_j || trm_adams_id_of(p->w, "about a joint", e->arguments[0]->name) != 0;
    trm_text_printf(p->out, "%s(%zu,%d,%zu,%zu)", kinds[k].function, id, on_j, part + 1, rm);
    return 1;
  }
  return 0;
}

/* angle(j), dif(e), spline(name, x, z, order) */
static int print_named(Printing *p, const TrmExpr *e) {
  if (!e->count) return 0;
  const char *name = e->arguments[0]->kind == TRM_EXPR_NAME ? e->arguments[0]->name : "";
  size_t i = trm_adams_id_of(p->w, "I of", name), j = trm_adams_id_of(p->w, "J of", name);
  size_t state = trm_adams_id_of(p->w, "DIFF", name),
         spline = trm_adams_id_of(p->w, "SPLINE", name);
  int slides = trm_adams_id_of(p->w, "slides only", name) != 0;
  if (i && trm_same_word(e->name, "angle")) {
    trm_text_printf(p->out, "AZ(%zu,%zu)", i, j);
  } else if (i && trm_same_word(e->name, "displacement")) {
    trm_text_printf(p->out, "DZ(%zu,%zu,%zu)", i, j, j);
  } else if (i && trm_same_word(e->name, "speed")) {
    trm_text_printf(p->out, slides ? "VZ(%zu,%zu,%zu,%zu)" : "WZ(%zu,%zu,%zu)", i, j, j, j);
  } else if (trm_same_word(e->name, "varval")) {
    print_name(p, name);
  } else if (state && (trm_same_word(e->name, "dif") || trm_same_word(e->name, "dif1"))) {
    trm_text_printf(p->out, "%s(%zu)", e->name[3] ? "DIF1" : "DIF", state);
  } else if (spline && trm_same_word(e->name, "spline") && e->count > 1) {
    int family = trm_adams_id_of(p->w, "family", name) != 0;
    size_t order = family ? 3 : 2;
    trm_text_add(p->out, trm_adams_id_of(p->w, "akima", name) ? "AKISPL(" : "CUBSPL(");
    print(p, e->arguments[1]);
    trm_text_char(p->out, ',');
    if (family && e->count > 2)
      print(p, e->arguments[2]);
    else
      trm_text_char(p->out, '0');
    trm_text_printf(p->out, ",%zu", spline);
    if (e->count > order) {
      trm_text_char(p->out, ',');
      print(p, e->arguments[order]);
    }
    trm_text_char(p->out, ')');
  } else {
    return 0;
  }
  return 1;
}

/* values of IF where the difference is below, at and above zero: 1 where the comparison holds */
static const char *outcomes(unsigned operation) {
  switch (operation) {
  case TRM_OP_LESS: return "100";
  case TRM_OP_LESS_EQUAL: return "110";
  case TRM_OP_GREATER: return "001";
  case TRM_OP_GREATER_EQUAL: return "011";
  case TRM_OP_EQUAL: return "010";
  default: return NULL;
  }
}

/* if(a < b, x, y), or a comparison alone, which is 1 or 0 */
static void print_choice(Printing *p, const TrmExpr *test, const TrmExpr *yes, const TrmExpr *no) {
  const char *outcome = test->kind == TRM_EXPR_BINARY ? outcomes(test->operation) : NULL;
  if (!outcome) {
    fail(p, "a condition that is no single comparison");
    return;
  }
  trm_text_add(p->out, "IF((");
  print(p, test->arguments[0]);
  trm_text_add(p->out, ")-(");
  print(p, test->arguments[1]);
  trm_text_add(p->out, ")");
  for (int k = 0; k < 3; k++) {
    const TrmExpr *value = outcome[k] == '1' ? yes : no;
    trm_text_char(p->out, k ? ',' : ':');
    if (value)
      print(p, value);
    else
      trm_text_char(p->out, outcome[k]);
  }
  trm_text_char(p->out, ')');
}

static void print_call(Printing *p, const TrmExpr *e) {
  if (trm_same_word(e->name, "if") && e->count == 3) {
    print_choice(p, e->arguments[0], e->arguments[1], e->arguments[2]);
  } else if (!print_formula(p, e) && !print_measure(p, e) && !print_force(p, e) &&
             !print_named(p, e)) {
    fail(p, trm_arena_printf(p->w->arena, "the function '%.64s'", e->name));
  }
}

static void print_binary(Printing *p, const TrmExpr *e) {
  static const char *const signs[] = {[TRM_OP_ADD] = "+",
                                      [TRM_OP_SUBTRACT] = "-",
                                      [TRM_OP_MULTIPLY] = "*",
                                      [TRM_OP_DIVIDE] = "/",
                                      [TRM_OP_POWER] = "**"};
  if (outcomes(e->operation)) {
    print_choice(p, e, NULL, NULL);
    return;
  }
  if (e->operation > TRM_OP_POWER) {
    fail(p, "a logical operator");
    return;
  }
  trm_text_char(p->out, '(');
  print(p, e->arguments[0]);
  trm_text_add(p->out, signs[e->operation]);
  print(p, e->arguments[1]);
  trm_text_char(p->out, ')');
}

static void print(Printing *p, const TrmExpr *e) {
  if (p->failed) return;
  if (++p->depth > 2000) {
    fail(p, "a function of more than 2000 terms in a row");
    return;
  }
  switch (e->kind) {
  case TRM_EXPR_NUMBER:
    if (e->number < 0) trm_text_char(p->out, '(');
    trm_text_number(p->out, e->number);
    if (e->number < 0) trm_text_char(p->out, ')');
    break;
  case TRM_EXPR_NAME: print_name(p, e->name); break;
  case TRM_EXPR_CALL: print_call(p, e); break;
  case TRM_EXPR_UNARY:
    if (e->operation != TRM_OP_NEGATE) fail(p, "a logical operator");
    trm_text_add(p->out, "(-");
    print(p, e->arguments[0]);
    trm_text_char(p->out, ')');
    break;
  case TRM_EXPR_BINARY: print_binary(p, e); break;
  case TRM_EXPR_SIGN_IF:
    trm_text_add(p->out, "IF(");
    for (size_t i = 0; i < 4; i++) {
      if (i) trm_text_char(p->out, i == 1 ? ':' : ',');
      print(p, e->arguments[i]);
    }
    trm_text_char(p->out, ')');
    break;
  }
  p->depth--;
}

static void release_text(void *text) {
  trm_text_clear(text);
}

const char *trm_adams_write_function(AdamsWriter *w, const TrmValue *value,
                                     const AdamsOwner *owner) {
  TrmText *out = trm_arena_alloc(w->arena, sizeof *out);
  trm_arena_defer(w->arena, release_text, out);
  TrmExpr number = {.kind = TRM_EXPR_NUMBER, .number = value->number};
  const TrmExpr *e = &number;
  if (value->form == TRM_FORM_TEXT) e = trm_expr_parse(w->arena, value->text, value->place, NULL);
  Printing p = {.w = w, .owner = owner, .out = out};
  if (e) print(&p, e);
  if (!e || p.failed) {
    w->failed = 1;
    return NULL;
  }
  /* no line of a dataset is longer than a screen: break behind commas and operators */
  TrmText *lines = trm_arena_alloc(w->arena, sizeof *lines);
  trm_arena_defer(w->arena, release_text, lines);
  size_t column = 0;
  for (const char *c = out->bytes; *c; c++) {
    trm_text_char(lines, *c);
    if (++column < 70 || !strchr(",(", *c) || !c[1]) continue;
    trm_text_add(lines, "\n, ");
    column = 0;
  }
  return lines->bytes;
}
