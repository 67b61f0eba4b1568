/* SPDX-License-Identifier: Apache-2.0
 *
 * Vector nodes: fields of bodies and what measures make of them. Fields of ground are constants;
 * a single component in ground axes is computed alone, without its vector.
 */
#include "expr/build.h"
#include "math/vec3.h"

static const double zero[3] = {0};

static TrmNodeId vector_constant(TrmBuilder *b, const double v[3]) {
  /* + 0 makes -0 and 0 the same node */
  return trm_build_node(
      b, (TrmNode){.code = TRM_DO_CONSTANT_VECTOR, .k = {v[0] + 0, v[1] + 0, v[2] + 0}});
}

/* the value of a constant vector, or NULL */
static const double *constant_of(const TrmBuilder *b, TrmNodeId x) {
  return b->nodes[x].code == TRM_DO_CONSTANT_VECTOR ? b->nodes[x].k : NULL;
}

static int is_zero(const double *v) {
  return v && v[0] == 0 && v[1] == 0 && v[2] == 0;
}

/* the node of a field with the given sides */
static TrmNodeId field(TrmBuilder *b, TrmOpCode code, const TrmSides *sides) {
  TRM_PUSH(b->arena, b->sides, b->side_count, b->side_capacity, *sides);
  size_t before = b->count;
  TrmNodeId id = trm_build_node(b, (TrmNode){.code = code, .a = (uint32_t)(b->side_count - 1)});
  if (b->count == before) b->side_count--;
  return id;
}

TrmNodeId trm_build_difference(TrmBuilder *b, TrmOpCode code, const TrmFrame *i,
                               const TrmFrame *j) {
  if (b->failed) return 0;
  const TrmFrame *frames[2] = {i, j};
  TrmSides sides = {.body = {-1, -1}};
  /* w and alpha do not depend on the point */
  int turning = code == TRM_DO_OMEGA || code == TRM_DO_ALPHA;
  if (turning && j && i->body == j->body) return vector_constant(b, zero);
  for (int n = 0; n < 2 && frames[n]; n++) {
    const TrmFrame *f = frames[n];
    for (int c = 0; c < 3; c++) {
      if (f->body < 0 && (code == TRM_DO_POINT || code == TRM_DO_DIRECTION))
        sides.offset[c] += n ? -f->s[c] : f->s[c];
      if (f->body >= 0 && !turning) sides.s[n][c] = f->s[c] + 0;
    }
    sides.body[n] = f->body < 0 ? -1 : f->body;
  }
  if (sides.body[0] < 0 && sides.body[1] < 0) return vector_constant(b, sides.offset);
  return field(b, code, &sides);
}

TrmNodeId trm_build_axis(TrmBuilder *b, const TrmFrame *frame, unsigned n) {
  TrmFrame direction = {frame->body, {frame->A[n], frame->A[3 + n], frame->A[6 + n]}, {0}};
  return trm_build_difference(b, TRM_DO_DIRECTION, &direction, NULL);
}

TrmNodeId trm_build_axes(TrmBuilder *b, const TrmFrame *i, unsigned p, const TrmFrame *j,
                         unsigned q) {
  if (b->failed) return 0;
  TrmSides sides = {.body = {i->body, j->body}};
  for (unsigned c = 0; c < 3; c++) {
    sides.s[0][c] = i->A[3 * c + p] + 0;
    sides.s[1][c] = j->A[3 * c + q] + 0;
  }
  if (i->body == j->body) return trm_build_constant(b, trm_vec3_dot(sides.s[0], sides.s[1]));
  if (i->body >= 0 && j->body >= 0) return field(b, TRM_DO_AXES, &sides);
  return trm_build_dot(b, trm_build_axis(b, i, p), trm_build_axis(b, j, q));
}

TrmNodeId trm_build_vector_subtract(TrmBuilder *b, TrmNodeId x, TrmNodeId y) {
  if (b->failed) return 0;
  const double *p = constant_of(b, x), *q = constant_of(b, y);
  if (is_zero(q)) return x;
  if (p && q) {
    double v[3];
    trm_vec3_add(p, -1, q, v);
    return vector_constant(b, v);
  }
  return trm_build_node(b, (TrmNode){.code = TRM_DO_VECTOR_SUBTRACT, .a = x, .b = y});
}

TrmNodeId trm_build_cross(TrmBuilder *b, TrmNodeId x, TrmNodeId y) {
  if (b->failed) return 0;
  const double *p = constant_of(b, x), *q = constant_of(b, y);
  if (is_zero(p) || is_zero(q)) return vector_constant(b, zero);
  if (p && q) {
    double v[3];
    trm_vec3_cross(p, q, v);
    return vector_constant(b, v);
  }
  return trm_build_node(b, (TrmNode){.code = TRM_DO_CROSS, .a = x, .b = y});
}

TrmNodeId trm_build_component(TrmBuilder *b, TrmNodeId x, unsigned component) {
  if (b->failed) return 0;
  TrmNode n = b->nodes[x];
  if (n.code == TRM_DO_CONSTANT_VECTOR) return trm_build_constant(b, n.k[component]);
  if (n.code == TRM_DO_VECTOR_SUBTRACT)
    return trm_build_binary(b, TRM_OP_SUBTRACT, trm_build_component(b, n.a, component),
                            trm_build_component(b, n.b, component));
  return trm_build_node(b, (TrmNode){.code = TRM_DO_COMPONENT, .a = x, .b = component});
}

/* the component that a constant vector along an axis of ground picks, with its size; -1: none */
static int single_component(const double *v) {
  if (!v) return -1;
  int count = (v[0] != 0) + (v[1] != 0) + (v[2] != 0);
  return count != 1 ? -1 : v[0] != 0 ? 0 : v[1] != 0 ? 1 : 2;
}

TrmNodeId trm_build_dot(TrmBuilder *b, TrmNodeId x, TrmNodeId y) {
  if (b->failed) return 0;
  const double *p = constant_of(b, x), *q = constant_of(b, y);
  if (p && q) return trm_build_constant(b, trm_vec3_dot(p, q));
  if (is_zero(p) || is_zero(q)) return trm_build_constant(b, 0);
  int i = single_component(p), j = single_component(q);
  if (i >= 0) {
    double factor = p[i];
    return trm_build_affine(b, trm_build_component(b, y, (unsigned)i), factor, 0);
  }
  if (j >= 0) {
    double factor = q[j];
    return trm_build_affine(b, trm_build_component(b, x, (unsigned)j), factor, 0);
  }
  return trm_build_node(b, (TrmNode){.code = TRM_DO_DOT, .a = x < y ? x : y, .b = x < y ? y : x});
}

TrmNodeId trm_build_norm(TrmBuilder *b, TrmNodeId x) {
  if (b->failed) return 0;
  const double *p = constant_of(b, x);
  if (p) return trm_build_constant(b, trm_vec3_norm(p));
  return trm_build_node(b, (TrmNode){.code = TRM_DO_NORM, .a = x});
}
