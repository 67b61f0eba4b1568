/* SPDX-License-Identifier: Apache-2.0
 *
 * From the syntax tree to nodes: names are looked up, calls become measures or kernels, operators
 * arithmetic, and the dimension of every part is followed on the way.
 */
#include "expr/build.h"
#include "expr/constant.h"
#include "expr/measure.h"
#include <math.h>
#include <string.h>

enum { SPINE = 32, DEEPEST = 1500 };

static const TrmQuantity literal = {TRM_QUANTITY_LITERAL, TRM_DIMENSIONLESS};

static TrmTerm fail(TrmBuilder *b) {
  b->failed = 1;
  return (TrmTerm){0, trm_quantity_unknown()};
}

static TrmPlace place_of(const TrmBuilder *b, const TrmExpr *e) {
  return trm_place_part(b->place, e->at, e->length);
}

static TrmDimensionCheck check_of(const TrmBuilder *b) {
  return (TrmDimensionCheck){b->resolver->units, b->place, b->quiet ? NULL : b->log};
}

/* a variable or output: its own expression, compiled once per program */
static TrmTerm build_meaning(TrmBuilder *b, const TrmExpr *e, const TrmMeaning *meaning) {
  TrmQuantity q =
      meaning->has_dimension ? trm_quantity_measured(meaning->dimension) : trm_quantity_unknown();
  TrmTerm *seen = trm_map_get(b->memo, meaning->expression, "");
  b->meant = meaning->expression;
  if (seen) b->meant_quantity = seen->q;
  if (seen) return (TrmTerm){seen->node, q};
  /* its dimensions are checked where it stands, not again wherever it is used */
  TrmPlace outer = b->place;
  int quiet = b->quiet;
  b->place = meaning->place;
  b->quiet = 1;
  TrmTerm *term = trm_arena_alloc(b->arena, sizeof *term);
  *term = trm_build_expr(b, meaning->expression);
  b->place = outer;
  b->quiet = quiet;
  if (b->failed) {
    trm_log_note(b->log, place_of(b, e), "'%s' is used here", e->name);
    return fail(b);
  }
  trm_map_put(b->memo, meaning->expression, "", term);
  b->meant = meaning->expression;
  b->meant_quantity = term->q;
  return (TrmTerm){term->node, q};
}

/* say why a name has no value: it names something else, or nothing */
static TrmTerm unknown_name(TrmBuilder *b, const TrmExpr *e) {
  const TrmResolver *r = b->resolver;
  TrmPlace place = place_of(b, e);
  TrmFrame frame;
  TrmJointFrames joint;
  const TrmSpline *spline;
  const TrmFunction *function = trm_function_find(e->name);
  const TrmMeasure *measure = trm_measure_find(e->name);
  if (function || measure) {
    trm_log_add(b->log, TRM_E_NOT_A_NUMBER, place, e->name, "'%s' is a function, not a number",
                e->name);
    trm_log_hint(b->log, "write %s", function ? function->form : measure->form);
    return fail(b);
  }
  if (r->joint && r->joint(r->context, e->name, &joint) > 0) {
    trm_log_add(b->log, TRM_E_NOT_A_NUMBER, place, e->name, "'%s' is a joint, not a number",
                e->name);
    trm_log_hint(b->log, "angle(%s), displacement(%s) and speed(%s) are numbers", e->name, e->name,
                 e->name);
  } else if (r->frame && r->frame(r->context, e->name, &frame) > 0) {
    trm_log_add(b->log, TRM_E_NOT_A_NUMBER, place, e->name,
                "'%s' is a body, marker or point, not a number", e->name);
    trm_log_hint(b->log, "dx(%s) is its x coordinate", e->name);
  } else if (r->spline && r->spline(r->context, e->name, &spline) > 0) {
    trm_log_add(b->log, TRM_E_NOT_A_NUMBER, place, e->name, "'%s' is a spline, not a number",
                e->name);
    trm_log_hint(b->log, "spline(%s, x) is its value at x", e->name);
  } else {
    trm_log_add(b->log, TRM_E_UNKNOWN_NAME, place, e->name,
                "there is no parameter, variable or output '%s'", e->name);
    if (trm_log_full(b->log)) return fail(b);
    TrmNearest nearest = trm_nearest(e->name);
    if (r->suggest) r->suggest(r->context, "name", &nearest);
    trm_nearest_try(&nearest, "time");
    trm_nearest_try(&nearest, "pi");
    for (size_t i = 0; trm_unit_at(i, NULL); i++) trm_nearest_try(&nearest, trm_unit_at(i, NULL));
    if (nearest.best) trm_log_hint(b->log, "did you mean '%s'?", nearest.best);
  }
  return fail(b);
}

static TrmTerm build_name(TrmBuilder *b, const TrmExpr *e) {
  const TrmResolver *r = b->resolver;
  TrmMeaning meaning = {0};
  double value;
  TrmQuantity q;
  int found = r->name ? r->name(r->context, e->name, &meaning) : 0;
  if (found < 0) return fail(b);
  if (found) {
    switch (meaning.kind) {
    case TRM_MEANS_CONSTANT:
      return (TrmTerm){trm_build_constant(b, meaning.constant.value),
                       trm_quantity_of(&meaning.constant)};
    case TRM_MEANS_EXTERNAL:
      q = meaning.has_dimension ? trm_quantity_measured(meaning.dimension) : trm_quantity_unknown();
      return (TrmTerm){trm_build_external(b, meaning.external), q};
    case TRM_MEANS_EXPRESSION: return build_meaning(b, e, &meaning);
    }
  }
  if (trm_same_word(e->name, "time"))
    return (TrmTerm){trm_build_time(b), trm_quantity_measured((TrmDimension)TRM_TIME)};
  if (trm_constant_builtin(r->units, e->name, &value, &q))
    return (TrmTerm){trm_build_constant(b, value), q};
  return unknown_name(b, e);
}

/* if(c, a, b), or Adams' if(e: negative, zero, positive) */
static TrmTerm build_if(TrmBuilder *b, const TrmExpr *e) {
  int by_sign = e->kind == TRM_EXPR_SIGN_IF;
  size_t count = by_sign ? 4 : 3;
  TrmTerm t[4];
  TrmQuantity q[3];
  if (e->count != count) {
    trm_call_count_error(e, "if(condition, then, else)", b->place, b->log);
    return fail(b);
  }
  for (size_t i = 0; i < count; i++) {
    t[i] = trm_build_expr(b, e->arguments[i]);
    if (b->failed) return t[i];
    if (i) q[i - 1] = t[i].q;
  }
  TrmDimensionCheck check = check_of(b);
  TrmTerm result = {0, trm_quantity_choice(&check, e, 1, q, count - 1)};
  if (by_sign) {
    TrmNodeId zero = trm_build_constant(b, 0);
    TrmNodeId above = trm_build_binary(b, TRM_OP_GREATER, t[0].node, zero);
    TrmNodeId below = trm_build_binary(b, TRM_OP_LESS, t[0].node, zero);
    TrmNodeId rest = trm_build_select(b, above, t[3].node, t[2].node);
    result.node = trm_build_select(b, below, t[1].node, rest);
  } else {
    result.node = trm_build_select(b, t[0].node, t[1].node, t[2].node);
  }
  return result;
}

static TrmTerm build_call(TrmBuilder *b, const TrmExpr *e) {
  if (trm_same_word(e->name, "if")) return build_if(b, e);
  const TrmMeasure *measure = trm_measure_find(e->name);
  if (measure) return trm_measure_build(b, measure, e);
  const TrmFunction *function = trm_call_function(e, b->place, b->log);
  if (!function) return fail(b);
  TrmQuantity q[TRM_FUNCTION_ARGUMENTS];
  TrmCall call = {.kernel = function->kernel,
                  .function = function,
                  .angle = b->resolver->units->angle,
                  .count = (uint32_t)e->count};
  call.arguments = trm_arena_array(b->arena, e->count ? e->count : 1, sizeof *call.arguments);
  for (size_t i = 0; i < e->count; i++) {
    TrmTerm t = trm_build_expr(b, e->arguments[i]);
    if (b->failed) return t;
    call.arguments[i] = t.node;
    q[i] = t.q;
  }
  TrmDimensionCheck check = check_of(b);
  TrmQuantity result = trm_quantity_call(&check, e, function, q);
  TrmNodeId own = e->count ? trm_build_own(b, function, call.arguments) : 0;
  return (TrmTerm){own ? own : trm_build_call(b, &call), result};
}

static TrmTerm build_leaf(TrmBuilder *b, const TrmExpr *e) {
  TrmTerm t;
  switch (e->kind) {
  case TRM_EXPR_NUMBER: return (TrmTerm){trm_build_constant(b, e->number), literal};
  case TRM_EXPR_NAME: return build_name(b, e);
  case TRM_EXPR_CALL: return build_call(b, e);
  case TRM_EXPR_SIGN_IF: return build_if(b, e);
  default:
    t = trm_build_expr(b, e->arguments[0]);
    if (e->operation == TRM_OP_NEGATE) return (TrmTerm){trm_build_affine(b, t.node, -1, 0), t.q};
    return (TrmTerm){trm_build_not(b, t.node), literal};
  }
}

/* chains lean to the left: down the spine by iteration, then back up */
TrmTerm trm_build_expr(TrmBuilder *b, const TrmExpr *e) {
  const TrmExpr *spine[SPINE];
  int n = 0;
  if (b->failed) return fail(b);
  if (b->depth == DEEPEST) {
    trm_log_add(b->log, TRM_E_EXPR_SIZE, place_of(b, e), NULL,
                "the expression and the variables it uses are nested too deeply");
    return fail(b);
  }
  b->depth++;
  for (; e->kind == TRM_EXPR_BINARY && n < SPINE; e = e->arguments[0]) spine[n++] = e;
  TrmTerm left = e->kind == TRM_EXPR_BINARY ? trm_build_expr(b, e) : build_leaf(b, e);
  while (n-- > 0 && !b->failed) {
    TrmTerm right = trm_build_expr(b, spine[n]->arguments[1]);
    if (b->failed) break;
    double exponent;
    int constant = trm_node_constant(b, right.node, &exponent);
    TrmDimensionCheck check = check_of(b);
    left.q = trm_quantity_binary(&check, spine[n], left.q, right.q, constant ? &exponent : NULL);
    left.node = trm_build_binary(b, spine[n]->operation, left.node, right.node);
  }
  b->depth--;
  return left;
}

/* the unit that the whole expression is divided by, as deg in -angle(hinge)/deg */
static const char *divided_by(const TrmExpr *e) {
  TrmDimension dimension;
  double si;
  while (e->kind == TRM_EXPR_UNARY && e->operation == TRM_OP_NEGATE) e = e->arguments[0];
  if (e->kind != TRM_EXPR_BINARY || e->operation != TRM_OP_DIVIDE) return NULL;
  e = e->arguments[1];
  return e->kind == TRM_EXPR_NAME && trm_unit_find(e->name, &si, &dimension) ? e->name : NULL;
}

/* what is known of the dimension of the value */
static void note_dimension(TrmProgram *program, const TrmExpr *e, TrmQuantity q) {
  const TrmDimension none = TRM_DIMENSIONLESS;
  program->has_dimension = trm_quantity_known(q);
  program->dimension = q.dimension;
  if (program->has_dimension && trm_dimension_same(q.dimension, none)) program->per = divided_by(e);
}

TrmProgram *trm_program_compile(TrmArena *arena, const TrmExpr *expr, TrmPlace place,
                                const TrmResolver *resolver, double scale,
                                const TrmDimension *expected, TrmLog *log) {
  TrmBuilder b;
  trm_builder_start(&b, arena, resolver, place, log);
  TrmTerm term = trm_build_expr(&b, expr);
  double value;
  if (!b.failed && trm_node_constant(&b, term.node, &value) && !isfinite(value)) {
    trm_log_add(log, TRM_E_NOT_FINITE, place_of(&b, expr), NULL,
                "the expression has no finite value (%s)",
                isnan(value) ? "not a number" : "infinite");
    return NULL;
  }
  if (!b.failed && expected) {
    TrmDimensionCheck check = check_of(&b);
    trm_quantity_expect(&check, expr, NULL, term.q, *expected);
  }
  TrmNodeId result = trm_build_affine(&b, term.node, scale, 0);
  TrmProgram *program = b.failed ? NULL : trm_builder_finish(&b, result);
  if (program && expr->kind == TRM_EXPR_NAME && b.meant)
    note_dimension(program, b.meant, b.meant_quantity);
  else if (program)
    note_dimension(program, expr, term.q);
  return program;
}
