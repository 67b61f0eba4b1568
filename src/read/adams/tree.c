/* SPDX-License-Identifier: Apache-2.0
 *
 * Trees: expressions put together, and printed into nodes.
 */
#include "read/adams/adams.h"
#include <string.h>

TrmExpr *trm_adams_tree_number(TrmAdams *a, double value) {
  TrmExpr *e = trm_arena_alloc(a->arena, sizeof *e);
  e->kind = TRM_EXPR_NUMBER;
  e->number = value;
  return e;
}

TrmExpr *trm_adams_tree_name(TrmAdams *a, const char *name) {
  TrmExpr *e = trm_arena_alloc(a->arena, sizeof *e);
  e->kind = TRM_EXPR_NAME;
  e->name = name;
  return e;
}

TrmExpr *trm_adams_tree_call(TrmAdams *a, const char *name, TrmExpr **arguments, size_t count) {
  TrmExpr *e = trm_adams_tree_name(a, name);
  e->kind = TRM_EXPR_CALL;
  e->count = count;
  e->arguments = trm_arena_array(a->arena, count + 1, sizeof *e->arguments);
  memcpy(e->arguments, arguments, count * sizeof *arguments);
  return e;
}

TrmExpr *trm_adams_tree_binary(TrmAdams *a, TrmOperator operation, TrmExpr *x, TrmExpr *y) {
  TrmExpr *list[2] = {x, y}, *e = trm_adams_tree_call(a, NULL, list, 2);
  e->kind = TRM_EXPR_BINARY;
  e->operation = operation;
  return e;
}

TrmExpr *trm_adams_tree_negative(TrmAdams *a, TrmExpr *x) {
  if (x->kind == TRM_EXPR_NUMBER) return trm_adams_tree_number(a, -x->number);
  if (x->kind == TRM_EXPR_UNARY && x->operation == TRM_OP_NEGATE) return x->arguments[0];
  TrmExpr *e = trm_adams_tree_call(a, NULL, &x, 1);
  e->kind = TRM_EXPR_UNARY;
  e->operation = TRM_OP_NEGATE;
  return e;
}

TrmExpr *trm_adams_tree_measure(TrmAdams *a, const char *name, TrmAdamsStatement **markers,
                                size_t count) {
  TrmExpr *list[8];
  while (count > 1 && !markers[count - 1]) count--;
  for (size_t i = 0; i < count; i++)
    list[i] = trm_adams_tree_name(a, markers[i] ? markers[i]->full : "ground");
  return trm_adams_tree_call(a, name, list, count);
}

TrmNode *trm_adams_tree_node(TrmAdams *a, TrmPlace place, const TrmExpr *tree) {
  TrmText *text = a->scratch;
  text->length = 0;
  trm_expr_print(tree, NULL, NULL, text);
  return trm_adams_word(a, place, trm_arena_copy(a->arena, text->bytes, text->length));
}
