/* SPDX-License-Identifier: Apache-2.0
 *
 * Names as arguments of measures: markers, joints, elements, splines, constants; and the messages
 * when something else stands there.
 */
#include "expr/measure.h"

static const TrmFrame ground = {-1, {0, 0, 0}, {1, 0, 0, 0, 1, 0, 0, 0, 1}};

static TrmPlace place_of(const TrmBuilder *b, const TrmExpr *e) {
  return trm_place_part(b->place, e->at, e->length);
}

/* the name that stands as argument `index`, or NULL after an error */
static const char *name_at(TrmBuilder *b, const TrmExpr *call, size_t index, const char *wanted) {
  const TrmExpr *e = call->arguments[index];
  if (e->kind == TRM_EXPR_NAME) return e->name;
  b->failed = 1;
  trm_log_add(b->log, TRM_E_FUNCTION_ARGUMENT_KIND, place_of(b, e), call->name,
              "'%s' needs the name of %s here, not %s", call->name, wanted,
              e->kind == TRM_EXPR_NUMBER ? "a number" : "an expression");
  return NULL;
}

/* what `name` is if not what was wanted, or NULL */
static const char *other_kind(const TrmBuilder *b, const char *name) {
  const TrmResolver *r = b->resolver;
  TrmFrame frame;
  TrmJointFrames joint;
  const TrmSpline *spline;
  TrmMeaning meaning;
  if (r->joint && r->joint(r->context, name, &joint) > 0) return "a joint";
  if (r->frame && r->frame(r->context, name, &frame) > 0) return "a body, marker or point";
  if (r->spline && r->spline(r->context, name, &spline) > 0) return "a spline";
  if (r->name && r->name(r->context, name, &meaning) > 0) return "a number";
  return NULL;
}

/* say that `name` is something else, or does not exist; `what` is the resolver's word */
static void unknown(TrmBuilder *b, const TrmExpr *call, size_t index, const char *wanted,
                    const char *what) {
  const TrmExpr *e = call->arguments[index];
  const char *other = other_kind(b, e->name);
  b->failed = 1;
  if (other) {
    trm_log_add(b->log, TRM_E_FUNCTION_ARGUMENT_KIND, place_of(b, e), e->name,
                "'%s' is %s, but '%s' needs %s here", e->name, other, call->name, wanted);
    return;
  }
  trm_log_add(b->log, TRM_E_UNKNOWN_NAME, place_of(b, e), e->name,
              "'%s' refers to '%s', which does not exist", call->name, e->name);
  if (trm_log_full(b->log) || !b->resolver->suggest) return;
  TrmNearest nearest = trm_nearest(e->name);
  b->resolver->suggest(b->resolver->context, what, &nearest);
  if (nearest.best)
    trm_log_hint(b->log, "'%s' needs %s; did you mean '%s'?", call->name, wanted, nearest.best);
  else
    trm_log_hint(b->log, "'%s' needs %s here", call->name, wanted);
}

TrmFrame trm_argument_frame(TrmBuilder *b, const TrmExpr *call, size_t index) {
  static const char wanted[] = "a marker, body or point";
  const TrmResolver *r = b->resolver;
  TrmFrame frame = ground;
  if (b->failed || index >= call->count) return ground;
  const char *name = name_at(b, call, index, wanted);
  if (!name) return ground;
  int found = r->frame ? r->frame(r->context, name, &frame) : 0;
  if (found > 0) return frame;
  if (found < 0)
    b->failed = 1;
  else if (!trm_same_word(name, "ground"))
    unknown(b, call, index, wanted, "frame");
  return ground;
}

TrmJointFrames trm_argument_joint(TrmBuilder *b, const TrmExpr *call, size_t index) {
  const TrmResolver *r = b->resolver;
  TrmJointFrames frames = {ground, ground, 0, 0};
  if (b->failed) return frames;
  const char *name = name_at(b, call, index, "a joint");
  if (!name) return frames;
  int found = r->joint ? r->joint(r->context, name, &frames) : 0;
  if (found < 0) b->failed = 1;
  if (found == 0) unknown(b, call, index, "a joint", "joint");
  return frames;
}

const TrmSpline *trm_argument_spline(TrmBuilder *b, const TrmExpr *call, size_t index) {
  const TrmResolver *r = b->resolver;
  const TrmSpline *spline = NULL;
  if (b->failed) return NULL;
  const char *name = name_at(b, call, index, "a spline");
  if (!name) return NULL;
  int found = r->spline ? r->spline(r->context, name, &spline) : 0;
  if (found < 0) b->failed = 1;
  if (found == 0) unknown(b, call, index, "a spline", "spline");
  return spline;
}

TrmNodeId trm_argument_element(TrmBuilder *b, const TrmMeasure *measure, const TrmExpr *call) {
  const TrmResolver *r = b->resolver;
  const char *wanted =
      measure->pattern[0] == 'v' ? "a variable or equation" : "a joint, motion or force";
  unsigned external = 0;
  if (b->failed) return 0;
  const char *name = name_at(b, call, 0, wanted);
  if (!name) return 0;
  int found = r->element ? r->element(r->context, measure->name, name, &external) : 0;
  if (found > 0) return trm_build_external(b, external);
  if (found < 0)
    b->failed = 1;
  else
    unknown(b, call, 0, wanted, "element");
  return 0;
}

TrmNodeId trm_argument_supplied(TrmBuilder *b, const char *what, const TrmExpr *call,
                                size_t index) {
  static const char wanted[] = "a marker, body or point";
  const TrmResolver *r = b->resolver;
  unsigned external = 0;
  if (b->failed) return 0;
  const char *name = name_at(b, call, index, wanted);
  if (!name) return 0;
  int found = r->element ? r->element(r->context, what, name, &external) : 0;
  if (found > 0) return trm_build_external(b, external);
  if (found < 0)
    b->failed = 1;
  else
    unknown(b, call, index, wanted, "frame");
  return 0;
}

double trm_argument_constant(TrmBuilder *b, const TrmExpr *call, size_t index) {
  double value = 0;
  TrmTerm term = trm_build_expr(b, call->arguments[index]);
  if (b->failed) return 0;
  if (trm_node_constant(b, term.node, &value)) return value;
  b->failed = 1;
  trm_log_add(b->log, TRM_E_FUNCTION_CONSTANT, place_of(b, call->arguments[index]), call->name,
              "argument %zu of '%s' must be a constant", index + 1, call->name);
  return 0;
}
