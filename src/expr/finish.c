/* SPDX-License-Identifier: Apache-2.0
 *
 * Layout: the nodes that the result needs become operations in order, then those only events need;
 * constants get the first slots, every other node the next free ones, and each thing the result
 * depends on its derivative columns.
 */
#include "expr/build.h"
#include <string.h>

enum { WHOLE = 8 };

typedef struct Layout {
  TrmBuilder *b;
  TrmProgram *p;
  unsigned char *live;  /* per node: 1 for the result, 2 for events only */
  uint32_t *slot;       /* per node */
  uint32_t *call;       /* per call of the builder: its number in the program */
  unsigned char *parts; /* per vector node: components read alone, bit 3 when read as a whole */
  TrmMap *bodies, *externals;
  size_t body_count;
  uint32_t slots;
} Layout;

/* Columns of a body: which groups (dr, dtheta, dv, dw, da, dalpha) are used, and where they begin
 */
typedef struct BodyColumns {
  uint32_t body, used, column[6];
} BodyColumns;

/* how many of a, b, c, d are nodes */
static int operand_count(uint32_t code) {
  static const unsigned char counts[] = {[TRM_DO_COMPONENT] = 1,
                                         [TRM_DO_ADD] = 2,
                                         [TRM_DO_SUBTRACT] = 2,
                                         [TRM_DO_MULTIPLY] = 2,
                                         [TRM_DO_MULTIPLY_ADD] = 3,
                                         [TRM_DO_PRODUCT_SUM] = 4,
                                         [TRM_DO_DIVIDE] = 2,
                                         [TRM_DO_AFFINE] = 1,
                                         [TRM_DO_SHIFT] = 1,
                                         [TRM_DO_COMBINE] = 2,
                                         [TRM_DO_COMBINE_SHIFTED] = 2,
                                         [TRM_DO_POLYNOMIAL] = 1,
                                         [TRM_DO_WHOLE_POWER] = 1,
                                         [TRM_DO_FIXED_POWER] = 1,
                                         [TRM_DO_POWER] = 2,
                                         [TRM_DO_ATAN2] = 2,
                                         [TRM_DO_HYPOTENUSE] = 2,
                                         [TRM_DO_SINE] = 1,
                                         [TRM_DO_COSINE] = 1,
                                         [TRM_DO_EXPONENTIAL] = 1,
                                         [TRM_DO_TANH] = 1,
                                         [TRM_DO_STEP] = 1,
                                         [TRM_DO_LESS] = 2,
                                         [TRM_DO_LESS_EQUAL] = 2,
                                         [TRM_DO_EQUAL] = 2,
                                         [TRM_DO_AND] = 2,
                                         [TRM_DO_OR] = 2,
                                         [TRM_DO_NOT] = 1,
                                         [TRM_DO_TURN] = 1,
                                         [TRM_DO_SELECT] = 3,
                                         [TRM_DO_SELECT_LESS] = 4,
                                         [TRM_DO_SELECT_LESS_EQUAL] = 4,
                                         [TRM_DO_VECTOR_SUBTRACT] = 2,
                                         [TRM_DO_CROSS] = 2,
                                         [TRM_DO_DOT] = 2,
                                         [TRM_DO_NORM] = 1,
                                         [TRM_DO_PROJECT] = 3,
                                         [TRM_DO_COUNT] = 0};
  return counts[code];
}

static int is_vector(uint32_t code) {
  return code == TRM_DO_CONSTANT_VECTOR || code == TRM_DO_VECTOR_SUBTRACT || code == TRM_DO_CROSS ||
         (code >= TRM_DO_POINT && code <= TRM_DO_ALPHA);
}

/* how many slots an operation writes */
static uint32_t slots_of(uint32_t code) {
  return code == TRM_DO_AXES ? 4 : is_vector(code) ? 3 : code == TRM_DO_NORM ? 2 : 1;
}

static void mark(Layout *l, TrmNodeId id, unsigned char with, unsigned char part) {
  if (!l->live[id]) l->live[id] = with;
  l->parts[id] |= part;
}

/* operands have smaller numbers than what uses them, so one pass from the top reaches all */
static void mark_operands(Layout *l, unsigned char with) {
  for (size_t i = l->b->count; i-- > 0;) {
    if (l->live[i] != with) continue;
    const TrmNode *n = &l->b->nodes[i];
    int count = operand_count(n->code);
    unsigned char part = n->code == TRM_DO_COMPONENT ? (unsigned char)(1u << n->b) : WHOLE;
    if (count > 0) mark(l, n->a, with, part);
    if (count > 1) mark(l, n->b, with, part);
    if (count > 2) mark(l, n->c, with, part);
    if (count > 3) mark(l, n->d, with, part);
    if (n->code != TRM_DO_CALL) continue;
    const TrmCall *call = &l->b->calls[n->a];
    for (uint32_t j = 0; j < call->count; j++) mark(l, call->arguments[j], with, WHOLE);
  }
}

static void place_constants(Layout *l) {
  for (size_t i = 0; i < l->b->count; i++) {
    const TrmNode *n = &l->b->nodes[i];
    if (!l->live[i] || n->code > TRM_DO_CONSTANT_VECTOR) continue;
    l->slot[i] = l->slots;
    l->slots += n->code == TRM_DO_CONSTANT ? 1 : 3;
  }
  l->p->pool_count = l->slots;
  l->p->pool = trm_arena_array(l->b->arena, l->slots, sizeof *l->p->pool);
  for (size_t i = 0; i < l->b->count; i++) {
    const TrmNode *n = &l->b->nodes[i];
    if (!l->live[i] || n->code > TRM_DO_CONSTANT_VECTOR) continue;
    memcpy(l->p->pool + l->slot[i], n->k, (n->code == TRM_DO_CONSTANT ? 1 : 3) * sizeof *n->k);
  }
}

/* the number of `key` in a map that hands out numbers in order */
static uint32_t number_of(TrmMap *map, TrmArena *arena, uint32_t key, size_t *count) {
  const void *owner = (const void *)((uintptr_t)key + 1);
  uint32_t *found = trm_map_get(map, owner, "");
  if (found) return *found;
  found = trm_arena_alloc(arena, sizeof *found);
  *found = (uint32_t)(*count)++;
  trm_map_put(map, owner, "", found);
  return *found;
}

/* the derivative groups a side of a field depends on */
static uint32_t groups_of(uint32_t field, const TrmSide *side) {
  static const uint32_t groups[] = {[TRM_DO_AXES] = 2,      [TRM_DO_POINT] = 1 | 2,
                                    [TRM_DO_DIRECTION] = 2, [TRM_DO_VELOCITY] = 4 | 2 | 8,
                                    [TRM_DO_OMEGA] = 2 | 8, [TRM_DO_ACCELERATION] = 16 | 2 | 8 | 32,
                                    [TRM_DO_ALPHA] = 2 | 32};
  return side->centre ? groups[field] & (1 | 4 | 16) : groups[field];
}

/* the vector form of a field's code */
static uint32_t field_of(uint32_t code) {
  return code >= TRM_DO_POINT_1 ? code - TRM_DO_ONE : code;
}

/* the sides of a field that are on bodies */
static void fill_pair(Layout *l, TrmOp *op, uint32_t sides) {
  const TrmSides *from = &l->b->sides[sides];
  TrmPair *pair = &l->p->pairs[l->p->pair_count];
  uint32_t field = field_of(op->code);
  int has_base = field == TRM_DO_POINT || field == TRM_DO_VELOCITY || field == TRM_DO_ACCELERATION;
  memcpy(pair->offset, from->offset, sizeof pair->offset);
  for (int n = 0; n < 2; n++) {
    if (from->body[n] < 0) continue;
    TrmSide *side = &pair->side[pair->count++];
    side->sign = n ? -1 : 1;
    side->body = (uint32_t)from->body[n];
    memcpy(side->s, from->s[n], sizeof side->s);
    side->centre = has_base && side->s[0] == 0 && side->s[1] == 0 && side->s[2] == 0;
  }
  op->a = (uint32_t)l->p->pair_count++;
}

static void fill_call(Layout *l, TrmOp *op, const TrmNode *n) {
  TrmProgram *p = l->p;
  TrmCall *call = &p->calls[p->call_count];
  *call = l->b->calls[n->a];
  call->arguments = trm_arena_array(l->b->arena, call->count + 1u, sizeof *call->arguments);
  for (uint32_t j = 0; j < call->count; j++)
    call->arguments[j] = l->slot[l->b->calls[n->a].arguments[j]];
  call->gradient = (uint32_t)p->gradient_count;
  call->hessian = (uint32_t)p->hessian_count;
  p->gradient_count += call->count;
  p->hessian_count += (size_t)call->count * call->count;
  l->call[n->a] = (uint32_t)p->call_count;
  op->a = (uint32_t)p->call_count++;
}

/* 1 when only one component of the vector node is ever read: it is computed alone */
static int read_singly(const Layout *l, TrmNodeId id) {
  unsigned char parts = l->parts[id];
  return l->b->nodes[id].code >= TRM_DO_POINT && (parts == 1 || parts == 2 || parts == 4);
}

/* node i as the next operation */
static void place_op(Layout *l, size_t i) {
  TrmProgram *p = l->p;
  const TrmNode *n = &l->b->nodes[i];
  int alone = n->code == TRM_DO_COMPONENT && read_singly(l, n->a);
  if (n->code == TRM_DO_COMPONENT && !alone) {
    l->slot[i] = l->slot[n->a] + n->b;
    return;
  }
  if (is_vector(n->code) && read_singly(l, (TrmNodeId)i)) return;
  TrmOp *op = &p->ops[p->all_count++];
  int operands = operand_count(n->code);
  *op = (TrmOp){.code = n->code, .to = l->slots, .a = n->a, .b = n->b, .c = n->c};
  memcpy(op->k, n->k, sizeof op->k);
  if (operands > 0) op->a = l->slot[n->a];
  if (operands > 1) op->b = l->slot[n->b];
  if (operands > 2) op->c = l->slot[n->c];
  if (operands > 3) op->d = l->slot[n->d];
  if (n->code == TRM_DO_CALL) fill_call(l, op, n);
  if (n->code >= TRM_DO_AXES) fill_pair(l, op, n->a);
  if (alone) {
    op->code = l->b->nodes[n->a].code + TRM_DO_ONE;
    op->c = n->b;
    fill_pair(l, op, l->b->nodes[n->a].a);
  }
  l->slot[i] = l->slots;
  l->slots += slots_of(n->code);
}

/* 1 for what the forward sweep of narrow programs does without a call */
static int is_plain(uint32_t code) {
  return (code >= TRM_DO_TIME && code <= TRM_DO_MULTIPLY_ADD) || code == TRM_DO_PRODUCT_SUM ||
         (code >= TRM_DO_AFFINE && code <= TRM_DO_POLYNOMIAL) || code == TRM_DO_STEP ||
         (code >= TRM_DO_SELECT && code <= TRM_DO_SELECT_LESS_EQUAL);
}

static uint32_t add_column(TrmProgram *p, TrmColumnKind kind, uint32_t index, uint32_t component) {
  p->columns[p->column_count] = (TrmColumn){kind, index, component};
  return (uint32_t)p->column_count++;
}

/* which groups of which bodies the result depends on */
static BodyColumns *find_groups(Layout *l) {
  TrmProgram *p = l->p;
  BodyColumns *bodies = trm_arena_array(l->b->arena, 2 * p->pair_count, sizeof *bodies);
  for (size_t i = 0; i < p->main_count; i++) {
    if (p->ops[i].code < TRM_DO_AXES) continue;
    TrmPair *pair = &p->pairs[p->ops[i].a];
    for (uint32_t n = 0; n < pair->count; n++) {
      TrmSide *side = &pair->side[n];
      uint32_t number = number_of(l->bodies, l->b->arena, side->body, &l->body_count);
      bodies[number].body = side->body;
      bodies[number].used |= groups_of(field_of(p->ops[i].code), side);
    }
  }
  return bodies;
}

/* tell each side of a main operation where its columns begin */
static void link_columns(Layout *l, const BodyColumns *bodies) {
  static const unsigned char base[] = {
      [TRM_DO_VELOCITY] = 2, [TRM_DO_ACCELERATION] = 4, [TRM_DO_COUNT] = 0};
  TrmProgram *p = l->p;
  for (size_t i = 0; i < p->main_count; i++) {
    if (p->ops[i].code < TRM_DO_AXES) continue;
    TrmPair *pair = &p->pairs[p->ops[i].a];
    for (uint32_t n = 0; n < pair->count; n++) {
      TrmSide *side = &pair->side[n];
      uint32_t number = number_of(l->bodies, l->b->arena, side->body, &l->body_count);
      side->base = bodies[number].column[base[field_of(p->ops[i].code)]];
      side->theta = bodies[number].column[1];
      side->omega = bodies[number].column[3];
      side->alpha = bodies[number].column[5];
    }
  }
}

/* time, externals in order of appearance, then each body's groups */
static void place_columns(Layout *l) {
  TrmProgram *p = l->p;
  size_t externals = 0, time = 0;
  for (size_t i = 0; i < p->main_count; i++) {
    if (p->ops[i].code == TRM_DO_TIME) time = 1;
    if (p->ops[i].code == TRM_DO_EXTERNAL)
      p->ops[i].d = number_of(l->externals, l->b->arena, p->ops[i].a, &externals);
  }
  BodyColumns *bodies = find_groups(l);
  p->columns =
      trm_arena_array(l->b->arena, time + externals + 18 * l->body_count, sizeof *p->columns);
  if (time) add_column(p, TRM_COLUMN_TIME, 0, 0);
  for (size_t i = 0; i < p->main_count; i++) {
    TrmOp *op = &p->ops[i];
    if (op->code != TRM_DO_EXTERNAL) continue;
    op->d += (uint32_t)time;
    p->columns[op->d] = (TrmColumn){TRM_COLUMN_EXTERNAL, op->a, 0};
  }
  p->column_count += externals;
  p->plain = 1;
  for (size_t i = 0; i < p->main_count; i++) p->plain &= is_plain(p->ops[i].code);
  p->narrow = p->column_count >= 1 && p->column_count <= 3 && l->body_count == 0;
  for (size_t i = 0; i < l->body_count; i++) {
    for (uint32_t g = 0; g < 6; g++) {
      if (!(bodies[i].used >> g & 1)) continue;
      bodies[i].column[g] = (uint32_t)p->column_count;
      for (uint32_t j = 0; j < 3; j++) add_column(p, TRM_COLUMN_BODY, bodies[i].body, 3 * g + j);
    }
  }
  link_columns(l, bodies);
  trm_program_find_linear(p);
}

/* events once each; the number of a call's events is asked of it */
static void place_events(Layout *l) {
  TrmProgram *p = l->p;
  TrmBuilder *b = l->b;
  unsigned char *seen = trm_arena_alloc(b->arena, b->count);
  p->events = trm_arena_array(b->arena, b->event_count, sizeof *p->events);
  for (size_t i = 0; i < b->event_count; i++) {
    TrmNodeId id = b->events[i];
    if (seen[id]++) continue;
    TrmEvent event = {l->slot[id], NULL, 1};
    double x[TRM_FUNCTION_ARGUMENTS] = {0}, out[8];
    int called = b->nodes[id].code == TRM_DO_CALL;
    size_t count = called ? trm_call_events(&b->calls[b->nodes[id].a], x, out) : 0;
    if (count) {
      event.call = &p->calls[l->call[b->nodes[id].a]];
      event.count = count > 8 ? 8 : (uint32_t)count;
    }
    p->events[p->event_count++] = event;
    p->event_total += event.count;
  }
}

TrmProgram *trm_builder_finish(TrmBuilder *b, TrmNodeId result) {
  TrmProgram *p = trm_arena_alloc(b->arena, sizeof *p);
  Layout l = {.b = b, .p = p, .bodies = trm_map_new(b->arena), .externals = trm_map_new(b->arena)};
  l.live = trm_arena_alloc(b->arena, b->count);
  l.call = trm_arena_array(b->arena, b->call_count, sizeof *l.call);
  l.parts = trm_arena_alloc(b->arena, b->count);
  l.slot = trm_arena_array(b->arena, b->count, sizeof *l.slot);

  /* what the result needs, then what only events need */
  mark(&l, result, 1, WHOLE);
  mark_operands(&l, 1);
  for (size_t i = 0; i < b->event_count; i++) mark(&l, b->events[i], 2, WHOLE);
  mark_operands(&l, 2);

  /* slots and operations */
  p->ops = trm_arena_array(b->arena, b->count, sizeof *p->ops);
  p->calls = trm_arena_array(b->arena, b->call_count, sizeof *p->calls);
  p->pairs = trm_arena_array(b->arena, b->side_count, sizeof *p->pairs);
  place_constants(&l);
  for (unsigned char part = 1; part <= 2; part++) {
    for (size_t i = 0; i < b->count; i++)
      if (l.live[i] == part && b->nodes[i].code > TRM_DO_CONSTANT_VECTOR) place_op(&l, i);
    if (part == 1) p->main_count = p->all_count;
  }
  p->slot_count = l.slots;
  p->result = l.slot[result];
  place_columns(&l);
  place_events(&l);
  return p;
}
