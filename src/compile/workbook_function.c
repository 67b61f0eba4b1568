/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions in the grammar of MATLAB: parameters and units become numbers, time or the one measure
 * that is used becomes t, if(c, a, b) a sum of which one part is zero.
 */
#include "base/text.h"
#include "compile/compiler.h"
#include "compile/workbook.h"
#include <stdio.h>
#include <string.h>

typedef struct Printing {
  BookWriter *w;
  BookOwner *owner;
  TrmText *out;
  int failed, depth;
} Printing;

static void print(Printing *p, const TrmExpr *e);

static void fail(Printing *p, const char *what) {
  if (!p->failed) trm_book_refuse(p->w, p->owner->place, p->owner->name, what);
  p->failed = 1;
}

/* t stands for one thing in all functions of an element */
static void print_argument(Printing *p, const char *argument) {
  if (p->owner->argument && strcmp(p->owner->argument, argument) != 0)
    fail(p, "a function of several arguments");
  p->owner->argument = argument;
  trm_text_char(p->out, 't');
}

static int print_output(Printing *p, const char *name) {
  const TrmItem *item = trm_model_find(p->w->system->model, "outputs", name);
  const TrmValue *value = item ? trm_item_value(item, "value") : NULL;
  const TrmExpr *e = value && value->form == TRM_FORM_TEXT
                         ? trm_expr_parse(p->w->arena, value->text, value->place, NULL)
                         : NULL;
  if (e) print(p, e);
  return e != NULL;
}

static void print_name(Printing *p, const char *name) {
  TrmConstants constants = trm_parameters_constants(p->w->parameters);
  TrmExpr expr = {.kind = TRM_EXPR_NAME, .name = name};
  TrmConstant constant;
  if (trm_same_word(name, "time")) {
    print_argument(p, "time");
  } else if (p->owner->words[0] && trm_same_word(name, p->owner->words[0])) {
    print_argument(p, p->owner->words[0]);
  } else if (p->owner->words[1] && trm_same_word(name, p->owner->words[1])) {
    print_argument(p, "rate");
  } else if (trm_same_word(name, "pi")) {
    trm_text_add(p->out, "pi");
  } else if (trm_expr_constant(&expr, &constants, p->owner->place, NULL, &constant)) {
    trm_text_char(p->out, '(');
    trm_text_number(p->out, constant.value);
    trm_text_char(p->out, ')');
  } else if (!print_output(p, name)) {
    fail(p, trm_arena_printf(p->w->arena, "the name '%.64s' in a function", name));
  }
}

static void print_call(Printing *p, const TrmExpr *e) {
  static const char same[] = "abs|acos|asin|atan|atan2|ceil|cos|cosh|exp|floor|log|log10|max|min|"
                             "round|sign|sin|sinh|sqrt|tan|tanh";
  char name[16] = {0};
  for (size_t i = 0; e->name[i] && i < sizeof name - 1; i++)
    name[i] = (char)(e->name[i] >= 'A' && e->name[i] <= 'Z' ? e->name[i] + 32 : e->name[i]);
  if (strcmp(name, "if") == 0 && e->count == 3) {
    trm_text_add(p->out, "((");
    print(p, e->arguments[0]);
    trm_text_add(p->out, ")*(");
    print(p, e->arguments[1]);
    trm_text_add(p->out, ") + (~(");
    print(p, e->arguments[0]);
    trm_text_add(p->out, "))*(");
    print(p, e->arguments[2]);
    trm_text_add(p->out, "))");
    return;
  }
  int two = strcmp(name, "max") == 0 || strcmp(name, "min") == 0 || strcmp(name, "atan2") == 0;
  const char *word = strcmp(name, "trunc") == 0 ? "fix" : strcmp(name, "mod") == 0 ? "rem" : name;
  int known = trm_layout_lists(same, name, strlen(name)) && e->count == (two ? 2u : 1u);
  if (!known && word == name) {
    fail(p, trm_arena_printf(p->w->arena, "the function %.40s", e->name));
    return;
  }
  trm_text_printf(p->out, "%s(", word);
  for (size_t i = 0; i < e->count; i++) {
    if (i) trm_text_add(p->out, ", ");
    print(p, e->arguments[i]);
  }
  trm_text_char(p->out, ')');
}

static void print_operation(Printing *p, const TrmExpr *e) {
  static const char *const words[] = {
      [TRM_OP_ADD] = " + ",         [TRM_OP_SUBTRACT] = " - ", [TRM_OP_MULTIPLY] = "*",
      [TRM_OP_DIVIDE] = "/",        [TRM_OP_POWER] = "^",      [TRM_OP_LESS] = " < ",
      [TRM_OP_LESS_EQUAL] = " <= ", [TRM_OP_GREATER] = " > ",  [TRM_OP_GREATER_EQUAL] = " >= ",
      [TRM_OP_EQUAL] = " == ",      [TRM_OP_AND] = " && ",     [TRM_OP_OR] = " || ",
      [TRM_OP_NOT] = "~",           [TRM_OP_NEGATE] = "-"};
  trm_text_char(p->out, '(');
  if (e->kind == TRM_EXPR_BINARY) print(p, e->arguments[0]);
  trm_text_add(p->out, words[e->operation]);
  print(p, e->arguments[e->kind == TRM_EXPR_BINARY]);
  trm_text_char(p->out, ')');
}

static void print(Printing *p, const TrmExpr *e) {
  enum { DEEPEST = 200, LONGEST = 8000 };
  if (p->failed) return;
  if (p->depth >= DEEPEST || p->out->length > LONGEST) {
    fail(p, "a function that is too long for a cell");
    return;
  }
  p->depth++;
  switch (e->kind) {
  case TRM_EXPR_NUMBER: trm_text_number(p->out, e->number); break;
  case TRM_EXPR_NAME: print_name(p, e->name); break;
  case TRM_EXPR_CALL: print_call(p, e); break;
  case TRM_EXPR_SIGN_IF: fail(p, "an arithmetic if"); break;
  default: print_operation(p, e); break;
  }
  p->depth--;
}

static void release_text(void *text) {
  trm_text_clear(text);
}

const char *trm_book_function(BookWriter *w, const TrmValue *value, BookOwner *owner) {
  TrmText *out = trm_arena_alloc(w->arena, sizeof *out);
  TrmConstant constant;
  Printing p = {.w = w, .owner = owner, .out = out};
  trm_arena_defer(w->arena, release_text, out);
  /* a function that is a number is written as one */
  if (trm_parameters_number(w->parameters, value, NULL, &constant)) {
    trm_text_number(out, constant.value);
    return out->bytes;
  }
  const TrmExpr *e = value->form == TRM_FORM_TEXT
                         ? trm_expr_parse(w->arena, value->text, value->place, w->log)
                         : NULL;
  if (!e) {
    fail(&p, "a function that cannot be read");
    return NULL;
  }
  w->functions++;
  trm_text_add(out, "@(t) ");
  print(&p, e);
  return p.failed ? NULL : out->bytes;
}

int trm_book_number(BookWriter *w, const TrmItem *item, const char *key, double *value) {
  const TrmValue *given = trm_item_value(item, key);
  TrmConstant constant;
  if (!given || !trm_parameters_number(w->parameters, given, w->log, &constant)) return 0;
  *value = constant.value;
  return 1;
}

void trm_book_put(BookWriter *w, const TrmLayout *layout, unsigned column, unsigned part,
                  const char *function) {
  double value;
  if (trm_number_parse(function, strlen(function), &value))
    trm_workbook_number(w->out, layout, column, part, value);
  else
    trm_workbook_text(w->out, layout, column, part, function);
}
