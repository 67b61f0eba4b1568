/* SPDX-License-Identifier: Apache-2.0
 *
 * Inputs of linear models: what `linearize` lists under `inputs` is varied where functions read it.
 * A variable or parameter v stands in them as the sum of itself (=v) and an external (+v), the law
 * of a force likewise; the external is zero but has a column. A parameter that is made of others
 * that vary stands as its expression, so that it varies with them.
 */
#include "compile/compiler.h"
#include <string.h>

enum { DEEPEST = 2500 };

static TrmExpr *name_of(Compiler *c, char sign, const char *name) {
  TrmExpr *expr = trm_arena_alloc(c->arena, sizeof *expr);
  expr->kind = TRM_EXPR_NAME;
  expr->name = trm_arena_printf(c->arena, "%c%s", sign, name);
  return expr;
}

static TrmExpr *sum(Compiler *c, const TrmExpr *a, TrmExpr *b) {
  TrmExpr *expr = trm_arena_alloc(c->arena, sizeof *expr);
  expr->kind = TRM_EXPR_BINARY;
  expr->operation = TRM_OP_ADD;
  expr->count = 2;
  expr->arguments = trm_arena_array(c->arena, 2, sizeof *expr->arguments);
  memcpy(&expr->arguments[0], &a, sizeof a);
  expr->arguments[1] = b;
  return expr;
}

static void add(Compiler *c, const TrmValue *name) {
  if (name->form != TRM_FORM_TEXT || trm_map_get(c->inputs, NULL, name->text)) return;
  trm_map_put(c->inputs, NULL, name->text,
              sum(c, name_of(c, '=', name->text), name_of(c, '+', name->text)));
}

void trm_compile_inputs(Compiler *c) {
  const TrmValue *list = trm_item_value(c->model->root, "simulate");
  c->inputs = trm_map_new(c->arena);
  if (!list || list->form != TRM_FORM_LIST) return;
  for (unsigned i = 0; i < list->count; i++) {
    const TrmItem *item = list->list[i].form == TRM_FORM_ITEM ? list->list[i].item : NULL;
    if (!item || strcmp(item->type->name, "linearize") != 0) continue;
    const TrmValue *names = trm_item_value(item, "inputs");
    if (!names) continue;
    c->varies = 1;
    if (names->form != TRM_FORM_LIST) add(c, names);
    for (unsigned k = 0; names->form == TRM_FORM_LIST && k < names->count; k++)
      add(c, &names->list[k]);
  }
}

static int made_of_inputs(Compiler *c, const char *name, unsigned depth, TrmExpr **expr);

/* 1 when an expression reads a parameter that varies */
static int reads_input(Compiler *c, const TrmExpr *expr, unsigned depth) {
  if (expr->kind == TRM_EXPR_NAME) {
    TrmExpr *other;
    return trm_map_get(c->inputs, NULL, expr->name) || made_of_inputs(c, expr->name, depth, &other);
  }
  for (size_t i = 0; i < expr->count; i++)
    if (reads_input(c, expr->arguments[i], depth)) return 1;
  return 0;
}

/* what was found out about a parameter: asked, and whether it varies */
typedef struct Decision {
  int varies;
} Decision;

/* 1 when a parameter's own expression varies with inputs: that expression. Each is asked once;
 * while it is being asked it does not vary, so that circles end. */
static int made_of_inputs(Compiler *c, const char *name, unsigned depth, TrmExpr **expr) {
  const TrmItem *item = trm_model_find(c->model, "parameters", name);
  const TrmValue *value = item ? trm_item_value(item, "value") : NULL;
  if (!value || value->form != TRM_FORM_TEXT || depth >= DEEPEST) return 0;
  *expr = trm_map_get(c->parsed, item, "");
  if (!*expr) *expr = trm_expr_parse(c->arena, value->text, value->place, trm_compile_log(c));
  if (!*expr) return 0;
  trm_map_put(c->parsed, item, "", *expr);
  Decision *known = trm_map_get(c->inputs, item, "");
  if (known) return known->varies;
  known = trm_arena_alloc(c->arena, sizeof *known);
  trm_map_put(c->inputs, item, "", known);
  known->varies = reads_input(c, *expr, depth + 1);
  return known->varies;
}

int trm_compile_input(Compiler *c, const char *name, TrmExpr **expr) {
  if (!c->varies) return 0;
  if (*name == '=') return made_of_inputs(c, name + 1, 0, expr);
  *expr = trm_map_get(c->inputs, NULL, name);
  if (!*expr) return made_of_inputs(c, name, 0, expr);
  return trm_model_find(c->model, "parameters", name) ||
         trm_model_find(c->model, "variables", name);
}

const TrmExpr *trm_compile_law(Compiler *c, const TrmItem *item, const TrmParam *param, int index,
                               const TrmExpr *expr) {
  static const char *const parts[2][3] = {{"fx", "fy", "fz"}, {"tx", "ty", "tz"}};
  const TrmItem *top = item;
  while (top->owner && top->owner->owner) top = top->owner;
  if (!c->varies || !top->name || !trm_map_get(c->inputs, NULL, top->name)) return expr;
  if (trm_model_find(c->model, "forces", top->name) != top) return expr;
  if (strcmp(param->key, "active") == 0) return expr;
  int turns = trm_dimension_same(param->dimension, (TrmDimension)TRM_TORQUE);
  if (index < 0 || index > 2) return sum(c, expr, name_of(c, '+', top->name));
  return sum(c, expr,
             name_of(c, '+', trm_arena_printf(c->arena, "%s.%s", top->name, parts[turns][index])));
}
