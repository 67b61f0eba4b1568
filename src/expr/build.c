/* SPDX-License-Identifier: Apache-2.0
 *
 * Making nodes: equal nodes are shared through a hash table, constants fold, products with
 * constants fuse into k x + c and k x + m y. Offsets are not pulled through factors: 1000 (x - 0.3)
 * keeps its exact difference.
 */
#include "expr/build.h"
#include "expr/constant.h"
#include <math.h>
#include <string.h>

enum { FIRST_TABLE = 64 };

static const double no_data[3] = {0};

static uint64_t mix(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
  return hash ^ (hash >> 29);
}

static uint64_t bits_of(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

/* hash of a call by what it computes */
static uint64_t hash_call(const TrmCall *call) {
  uint64_t hash = mix(call->count, (uint64_t)(uintptr_t)call->function);
  for (uint32_t i = 0; i < call->count; i++) hash = mix(hash, call->arguments[i]);
  return hash;
}

static uint64_t hash_sides(uint64_t hash, const TrmSides *sides) {
  hash = mix(mix(hash, (uint64_t)sides->body[0]), (uint64_t)sides->body[1]);
  for (int i = 0; i < 3; i++) {
    hash = mix(mix(hash, bits_of(sides->s[0][i])), bits_of(sides->s[1][i]));
    hash = mix(hash, bits_of(sides->offset[i]));
  }
  return hash;
}

static uint64_t hash_node(const TrmBuilder *b, const TrmNode *n) {
  if (n->code == TRM_DO_CALL) return hash_call(&b->calls[n->a]);
  if (n->code >= TRM_DO_AXES) return hash_sides(n->code, &b->sides[n->a]);
  uint64_t hash = mix(n->code, (uint64_t)n->a << 32 | n->b);
  hash = mix(hash, (uint64_t)n->c << 32 | n->d);
  for (int i = 0; i < 5; i++) hash = mix(hash, bits_of(n->k[i]));
  return hash;
}

static int same_call(const TrmCall *x, const TrmCall *y) {
  return x->kernel == y->kernel && x->count == y->count && x->data_size == y->data_size &&
         memcmp(x->arguments, y->arguments, x->count * sizeof *x->arguments) == 0 &&
         (x->data_size == 0 || memcmp(x->data, y->data, x->data_size) == 0);
}

static int same_node(const TrmBuilder *b, const TrmNode *x, const TrmNode *y) {
  if (x->code != y->code) return 0;
  if (x->code == TRM_DO_CALL) return same_call(&b->calls[x->a], &b->calls[y->a]);
  if (x->code >= TRM_DO_AXES)
    return memcmp(&b->sides[x->a], &b->sides[y->a], sizeof *b->sides) == 0;
  return x->a == y->a && x->b == y->b && x->c == y->c && x->d == y->d &&
         memcmp(x->k, y->k, sizeof x->k) == 0;
}

/* the place in the table where `node` is or belongs */
static size_t find_place(const TrmBuilder *b, const TrmNode *node) {
  size_t i = hash_node(b, node) & (b->table_size - 1);
  while (b->table[i] && !same_node(b, &b->nodes[b->table[i] - 1], node))
    i = (i + 1) & (b->table_size - 1);
  return i;
}

static void grow_table(TrmBuilder *b) {
  b->table_size = b->table_size ? b->table_size * 2 : FIRST_TABLE;
  b->table = trm_arena_array(b->arena, b->table_size, sizeof *b->table);
  for (size_t i = 0; i < b->count; i++) b->table[find_place(b, &b->nodes[i])] = (TrmNodeId)(i + 1);
}

TrmNodeId trm_build_node(TrmBuilder *b, TrmNode node) {
  if (b->failed) return 0;
  if (2 * b->count >= b->table_size) grow_table(b);
  size_t at = find_place(b, &node);
  if (b->table[at]) return b->table[at] - 1;
  if (b->count == TRM_NODE_LIMIT) {
    b->failed = 1;
    trm_log_add(b->log, TRM_E_EXPR_SIZE, b->place, NULL,
                "the expression takes more than %d operations", TRM_NODE_LIMIT);
    trm_log_hint(b->log, "look for variables or outputs that refer to each other many times");
    return 0;
  }
  TRM_PUSH(b->arena, b->nodes, b->count, b->capacity, node);
  b->table[at] = (TrmNodeId)b->count;
  return (TrmNodeId)(b->count - 1);
}

void trm_builder_start(TrmBuilder *b, TrmArena *arena, const TrmResolver *resolver, TrmPlace place,
                       TrmLog *log) {
  *b = (TrmBuilder){.arena = arena, .resolver = resolver, .place = place, .log = log};
  b->quiet = resolver->quiet;
  b->memo = trm_map_new(arena);
  trm_build_constant(b, 0);
}

int trm_node_constant(const TrmBuilder *b, TrmNodeId id, double *value) {
  *value = b->nodes[id].k[0];
  return b->nodes[id].code == TRM_DO_CONSTANT;
}

static TrmNodeId node2(TrmBuilder *b, TrmOpCode code, TrmNodeId x, TrmNodeId y) {
  return trm_build_node(b, (TrmNode){.code = code, .a = x, .b = y});
}

TrmNodeId trm_build_constant(TrmBuilder *b, double value) {
  return trm_build_node(b, (TrmNode){.code = TRM_DO_CONSTANT, .k = {value}});
}

TrmNodeId trm_build_time(TrmBuilder *b) {
  return trm_build_node(b, (TrmNode){.code = TRM_DO_TIME, .k = {1 / b->resolver->units->time}});
}

TrmNodeId trm_build_external(TrmBuilder *b, unsigned number) {
  return trm_build_node(b, (TrmNode){.code = TRM_DO_EXTERNAL, .a = number});
}

TrmNodeId trm_build_affine(TrmBuilder *b, TrmNodeId x, double factor, double offset) {
  double value;
  if (b->failed) return 0;
  if (trm_node_constant(b, x, &value)) return trm_build_constant(b, value * factor + offset);
  if (factor == 0) return trm_build_constant(b, offset);
  if (factor == 1 && offset == 0) return x;
  const TrmNode *n = &b->nodes[x];
  TrmNode node = {.code = TRM_DO_AFFINE, .a = x, .k = {factor, offset}};
  /* k (l x) and (x + l) + m; the factor of time */
  if (n->code == TRM_DO_AFFINE && (n->k[1] == 0 || factor == 1)) {
    node.a = n->a;
    node.k[0] = n->k[0] * factor;
    node.k[1] = n->k[1] * factor + offset;
  } else if (n->code == TRM_DO_TIME && offset == 0) {
    node = (TrmNode){.code = TRM_DO_TIME, .k = {n->k[0] * factor}};
  }
  if (n->code == TRM_DO_POLYNOMIAL && isfinite(factor)) {
    node = *n;
    for (int i = 0; i < 4; i++) node.k[i] *= factor;
    node.k[0] += offset;
  }
  /* (k x + m y) + c in one operation */
  if ((n->code == TRM_DO_COMBINE || n->code == TRM_DO_COMBINE_SHIFTED) && factor == 1) {
    node = *n;
    node.code = TRM_DO_COMBINE_SHIFTED;
    node.k[4] += offset;
  }
  /* k (x + c) in one operation */
  if (n->code == TRM_DO_AFFINE && fabs(n->k[0]) == 1 && n->k[1] != 0 && offset == 0) {
    double sign = n->k[0];
    node = (TrmNode){.code = TRM_DO_SHIFT, .a = n->a, .k = {sign * factor, sign * n->k[1]}};
  }
  if (n->code == TRM_DO_SHIFT && offset == 0)
    node = (TrmNode){.code = TRM_DO_SHIFT, .a = n->a, .k = {n->k[0] * factor, n->k[1]}};
  if (node.code == TRM_DO_AFFINE && node.k[0] == 1 && node.k[1] == 0) return node.a;
  return trm_build_node(b, node);
}

/* the node under a pure factor, and the factor */
static TrmNodeId unscaled(TrmBuilder *b, TrmNodeId x, double *factor) {
  const TrmNode *n = &b->nodes[x];
  *factor = 1;
  if (n->code != TRM_DO_SHIFT && (n->code != TRM_DO_AFFINE || n->k[1] != 0)) return x;
  *factor = n->k[0];
  return n->code == TRM_DO_SHIFT ? trm_build_affine(b, n->a, 1, n->k[1]) : n->a;
}

/* the components 0, 1, 2 of one vector in any order: that vector, else 0 */
static TrmNodeId whole_vector(const TrmBuilder *b, TrmNodeId x, TrmNodeId y, TrmNodeId z) {
  const TrmNode *p = &b->nodes[x], *q = &b->nodes[y], *r = &b->nodes[z];
  if (p->code != TRM_DO_COMPONENT || q->code != TRM_DO_COMPONENT || r->code != TRM_DO_COMPONENT ||
      p->a != q->a || q->a != r->a)
    return 0;
  return (1u << p->b | 1u << q->b | 1u << r->b) == 7 ? p->a : 0;
}

/* x y + z, and x^2 + y^2 + z^2 of a vector's components; 0 when there is no product */
static TrmNodeId sum_of_products(TrmBuilder *b, TrmNodeId x, double k, TrmNodeId y, double m) {
  TrmNodeId swap = x;
  if (k != 1 || m != 1) return 0;
  if (b->nodes[y].code != TRM_DO_MULTIPLY) x = y, y = swap;
  if (b->nodes[y].code != TRM_DO_MULTIPLY) return 0;
  const TrmNode *p = &b->nodes[y], *s = &b->nodes[x];
  if (s->code == TRM_DO_MULTIPLY_ADD && b->nodes[s->c].code == TRM_DO_MULTIPLY) {
    const TrmNode *t = &b->nodes[s->c];
    TrmNodeId vector =
        p->a == p->b && s->a == s->b && t->a == t->b ? whole_vector(b, p->a, s->a, t->a) : 0;
    if (vector) return trm_build_dot(b, vector, vector);
  }
  return trm_build_node(b, (TrmNode){.code = TRM_DO_MULTIPLY_ADD, .a = p->a, .b = p->b, .c = x});
}

/* k x + m y, with offsets that x and y bring along */
static TrmNodeId combine(TrmBuilder *b, TrmNodeId x, double k, TrmNodeId y, double m) {
  TrmNode node = {.code = TRM_DO_COMBINE, .a = x, .b = y, .k = {k, m}};
  const TrmNode *p = &b->nodes[x], *q = &b->nodes[y];
  if (p->code == TRM_DO_AFFINE && p->k[0] == 1) node.a = p->a, node.k[2] = p->k[1];
  if (q->code == TRM_DO_AFFINE && q->k[0] == 1) node.b = q->a, node.k[3] = q->k[1];
  if (node.k[2] != 0 || node.k[3] != 0)
    node.code = TRM_DO_COMBINE_SHIFTED;
  else if (k == 1 && m == 1)
    return node2(b, TRM_DO_ADD, x < y ? x : y, x < y ? y : x);
  else if (k == 1 && m == -1)
    return node2(b, TRM_DO_SUBTRACT, x, y);
  return trm_build_node(b, node);
}

/* x + sign y */
static TrmNodeId sum(TrmBuilder *b, TrmNodeId x, TrmNodeId y, double sign) {
  double value, k, m;
  if (trm_node_constant(b, y, &value)) return trm_build_affine(b, x, 1, sign * value);
  if (trm_node_constant(b, x, &value)) return trm_build_affine(b, y, sign, value);
  TrmNodeId p = unscaled(b, x, &k), q = unscaled(b, y, &m);
  m *= sign;
  if (p == q) return trm_build_affine(b, p, k + m, 0);
  TrmNodeId fused = trm_build_polynomial(b, p, k, q, m);
  if (!fused) fused = sum_of_products(b, p, k, q, m);
  if (!fused) fused = trm_build_product_sum(b, p, k, q, m);
  return fused ? fused : combine(b, p, k, q, m);
}

/* x y, factors in front: (k x) (m y) = km (x y) */
static TrmNodeId product(TrmBuilder *b, TrmNodeId x, TrmNodeId y) {
  double value, k, m;
  if (trm_node_constant(b, x, &value)) return trm_build_affine(b, y, value, 0);
  if (trm_node_constant(b, y, &value)) return trm_build_affine(b, x, value, 0);
  TrmNodeId p = unscaled(b, x, &k), q = unscaled(b, y, &m);
  TrmNodeId node = node2(b, TRM_DO_MULTIPLY, p < q ? p : q, p < q ? q : p);
  return trm_build_affine(b, node, k * m, 0);
}

static TrmNodeId quotient(TrmBuilder *b, TrmNodeId x, TrmNodeId y) {
  double value;
  if (trm_node_constant(b, y, &value) && isfinite(1 / value))
    return trm_build_affine(b, x, 1 / value, 0);
  /* a . b / |a| */
  const TrmNode *p = &b->nodes[x], *q = &b->nodes[y];
  if (p->code == TRM_DO_DOT && q->code == TRM_DO_NORM && (q->a == p->a || q->a == p->b)) {
    uint32_t other = q->a == p->a ? p->b : p->a;
    return trm_build_node(b, (TrmNode){.code = TRM_DO_PROJECT, .a = q->a, .b = other, .c = y});
  }
  return node2(b, TRM_DO_DIVIDE, x, y);
}

static TrmNodeId power(TrmBuilder *b, TrmNodeId x, TrmNodeId y) {
  double n;
  if (!trm_node_constant(b, y, &n)) return node2(b, TRM_DO_POWER, x, y);
  if (n == 0) return trm_build_constant(b, 1);
  if (n == 1) return x;
  if (n == 2) return product(b, x, x);
  if (n > 0 && n <= 8 && n == floor(n)) {
    /* a few products: x^3 = x x^2, x^4 = x^2 x^2, ... */
    TrmNodeId half = power(b, x, trm_build_constant(b, floor(n / 2)));
    TrmNodeId rest = power(b, x, trm_build_constant(b, n - floor(n / 2)));
    return b->failed ? 0 : product(b, half, rest);
  }
  int whole = n == floor(n) && fabs(n) <= 32;
  return trm_build_node(
      b, (TrmNode){.code = whole ? TRM_DO_WHOLE_POWER : TRM_DO_FIXED_POWER, .a = x, .k = {n}});
}

void trm_build_event(TrmBuilder *b, TrmNodeId node) {
  double value;
  if (b->failed || trm_node_constant(b, node, &value)) return;
  /* a factor does not move the zero */
  node = unscaled(b, node, &value);
  TRM_PUSH(b->arena, b->events, b->event_count, b->event_capacity, node);
}

/* a number used as a truth value jumps where it crosses zero; comparisons have noted theirs */
static void truth_event(TrmBuilder *b, TrmNodeId x) {
  uint32_t code = b->nodes[x].code;
  if (code < TRM_DO_LESS || code > TRM_DO_NOT) trm_build_event(b, x);
}

static TrmNodeId comparison(TrmBuilder *b, TrmOpCode code, TrmNodeId x, TrmNodeId y) {
  trm_build_event(b, sum(b, x, y, -1));
  return node2(b, code, x, y);
}

TrmNodeId trm_build_binary(TrmBuilder *b, unsigned operation, TrmNodeId x, TrmNodeId y) {
  double p, q;
  if (b->failed) return 0;
  if (trm_node_constant(b, x, &p) & trm_node_constant(b, y, &q))
    return trm_build_constant(b, trm_constant_binary(operation, p, q));
  switch (operation) {
  case TRM_OP_ADD: return sum(b, x, y, 1);
  case TRM_OP_SUBTRACT: return sum(b, x, y, -1);
  case TRM_OP_MULTIPLY: return product(b, x, y);
  case TRM_OP_DIVIDE: return quotient(b, x, y);
  case TRM_OP_POWER: return power(b, x, y);
  case TRM_OP_LESS: return comparison(b, TRM_DO_LESS, x, y);
  case TRM_OP_LESS_EQUAL: return comparison(b, TRM_DO_LESS_EQUAL, x, y);
  case TRM_OP_GREATER: return comparison(b, TRM_DO_LESS, y, x);
  case TRM_OP_GREATER_EQUAL: return comparison(b, TRM_DO_LESS_EQUAL, y, x);
  case TRM_OP_EQUAL: return comparison(b, TRM_DO_EQUAL, x, y);
  default:
    truth_event(b, x);
    truth_event(b, y);
    return node2(b, operation == TRM_OP_AND ? TRM_DO_AND : TRM_DO_OR, x, y);
  }
}

TrmNodeId trm_build_not(TrmBuilder *b, TrmNodeId x) {
  double value;
  if (b->failed) return 0;
  if (trm_node_constant(b, x, &value)) return trm_build_constant(b, value == 0);
  truth_event(b, x);
  return node2(b, TRM_DO_NOT, x, 0);
}

TrmNodeId trm_build_select(TrmBuilder *b, TrmNodeId condition, TrmNodeId yes, TrmNodeId no) {
  double value;
  if (b->failed) return 0;
  if (trm_node_constant(b, condition, &value)) return value != 0 ? yes : no;
  if (yes == no) return yes;
  truth_event(b, condition);
  const TrmNode *n = &b->nodes[condition];
  if (n->code == TRM_DO_LESS || n->code == TRM_DO_LESS_EQUAL) {
    TrmOpCode code = n->code == TRM_DO_LESS ? TRM_DO_SELECT_LESS : TRM_DO_SELECT_LESS_EQUAL;
    return trm_build_node(b, (TrmNode){.code = code, .a = n->a, .b = n->b, .c = yes, .d = no});
  }
  return trm_build_node(b, (TrmNode){.code = TRM_DO_SELECT, .a = condition, .b = yes, .c = no});
}

TrmNodeId trm_build_atan2(TrmBuilder *b, TrmNodeId y, TrmNodeId x) {
  double p, q;
  if (b->failed) return 0;
  if (trm_node_constant(b, y, &p) & trm_node_constant(b, x, &q))
    return trm_build_constant(b, atan2(p, q));
  return node2(b, TRM_DO_ATAN2, y, x);
}

TrmNodeId trm_build_counted(TrmBuilder *b, TrmNodeId y, TrmNodeId x, unsigned number) {
  double value;
  TrmNodeId angle = trm_build_atan2(b, y, x);
  if (b->failed || trm_node_constant(b, angle, &value)) return angle;
  TrmNodeId turns = trm_build_node(b, (TrmNode){.code = TRM_DO_TURN, .a = angle, .c = number});
  return node2(b, TRM_DO_ADD, angle, turns);
}

TrmNodeId trm_build_hypotenuse(TrmBuilder *b, TrmNodeId x, TrmNodeId y) {
  double p, q;
  if (b->failed) return 0;
  if (trm_node_constant(b, x, &p) & trm_node_constant(b, y, &q))
    return trm_build_constant(b, sqrt(p * p + q * q));
  return node2(b, TRM_DO_HYPOTENUSE, x, y);
}

TrmNodeId trm_build_own(TrmBuilder *b, const TrmFunction *function, const TrmNodeId *arguments) {
  static const struct {
    const char *name;
    TrmOpCode code;
    int angle;
  } own[] = {{"sin", TRM_DO_SINE, 1},
             {"cos", TRM_DO_COSINE, 1},
             {"exp", TRM_DO_EXPONENTIAL, 0},
             {"tanh", TRM_DO_TANH, 0}};
  double k[4];
  if (b->failed || trm_node_constant(b, arguments[0], k)) return 0;
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
    if (strcmp(function->name, own[i].name) != 0) continue;
    double unit = own[i].angle ? b->resolver->units->angle : 1;
    return node2(b, own[i].code, trm_build_affine(b, arguments[0], unit, 0), 0);
  }
  if (strcmp(function->name, "step") != 0) return 0;
  /* a step between constants; a jump (x1 = x0) is left to the kernel */
  for (size_t i = 0; i < 4; i++)
    if (!trm_node_constant(b, arguments[i + 1], &k[i])) return 0;
  if (k[0] == k[2] || !isfinite(k[2] - k[0]) || !isfinite(1 / (k[2] - k[0]))) return 0;
  trm_build_event(b, trm_build_affine(b, arguments[0], 1, -k[0]));
  trm_build_event(b, trm_build_affine(b, arguments[0], 1, -k[2]));
  TrmNode node = {.code = TRM_DO_STEP, .a = arguments[0]};
  /* the ends in rising order: the same curve */
  size_t first = k[0] < k[2] ? 0 : 2;
  for (size_t i = 0; i < 4; i++) node.k[i] = k[i ^ first];
  node.k[4] = 1 / (node.k[2] - node.k[0]);
  return trm_build_node(b, node);
}

TrmNodeId trm_build_call(TrmBuilder *b, const TrmCall *call) {
  double x[TRM_FUNCTION_ARGUMENTS];
  int constant = 1;
  if (b->failed) return 0;
  for (uint32_t i = 0; i < call->count; i++)
    constant &= trm_node_constant(b, call->arguments[i], &x[i]);
  if (constant) {
    TrmKernel k = {
        .x = call->count ? x : no_data, .n = call->count, .angle = call->angle, .data = call->data};
    call->kernel(&k);
    return trm_build_constant(b, k.value);
  }
  TRM_PUSH(b->arena, b->calls, b->call_count, b->call_capacity, *call);
  size_t before = b->count;
  TrmNodeId id =
      trm_build_node(b, (TrmNode){.code = TRM_DO_CALL, .a = (uint32_t)(b->call_count - 1)});
  if (b->count == before) {
    b->call_count--;
  } else if ((call->function && call->function->events) || call->events) {
    trm_build_event(b, id);
  }
  return id;
}
