/* SPDX-License-Identifier: Apache-2.0
 *
 * Layout of forces: nodes for everything that is computed, who gives each external that functions
 * read, an order in which nothing is read before it is known, and the columns that each depends on,
 * its own and those of what it reads.
 */
#include "base/map.h"
#include "system/reads.h"
#include <stdlib.h>
#include <string.h>

/* who gives an external: a node, a state, or nobody here */
typedef struct Layout {
  TrmEquations *eq;
  struct TrmForces *f;
  const TrmSystem *system;
  TrmLog *log;
  TrmForceNode *nodes; /* as found, before they are ordered */
  size_t count;
  int *giver;     /* per external: number of a node, or -1 */
  TrmMap *things; /* name -> node of a force */
  TrmMap *states; /* name -> first node of an equation or block */
} Layout;

/* a node with room for its functions */
static TrmForceNode *add_node(Layout *l, TrmNodeKind kind, const TrmItem *item, size_t index,
                              size_t programs) {
  TrmForceNode *node = &l->nodes[l->count++];
  TrmArena *arena = l->eq->arena;
  *node = (TrmForceNode){.kind = kind, .item = item, .index = index, .active = -1, .turn = -1};
  node->local[0] = node->local[1] = node->own = -1;
  node->values = trm_arena_array(arena, programs + 1, sizeof *node->values);
  node->programs = trm_arena_array(arena, programs + 1, sizeof *node->programs);
  return node;
}

/* 0 when the function could not be compiled, which is in the log */
static int add_program(const Layout *l, TrmForceNode *node, const TrmValue *value) {
  const TrmProgram *program = value ? trm_system_program(l->system, value) : NULL;
  node->values[node->program_count] = value;
  node->programs[node->program_count++].program = program;
  return program != NULL;
}

static void add_element(Layout *l, size_t index) {
  const TrmForce *force = &l->system->forces[index];
  if (!force->ready) return;
  size_t before = l->count;
  TrmForceNode *node = add_node(l, TRM_NODE_ELEMENT, force->item, index, force->law_count + 1);
  int good = 1;
  for (size_t i = 0; i < force->law_count; i++) good &= add_program(l, node, force->laws[i]);
  if (force->active) node->active = (int)node->program_count;
  if (force->active) good &= add_program(l, node, force->active);
  if (!good) {
    l->count = before;
    return;
  }
  if (force->type->counts_turns) node->turn = (int)l->eq->turn_count++;
  trm_map_put(l->things, NULL, force->item->name, node);
}

/* an output that does not pass its input on depends on states only */
static int passes_input(const TrmBlock *block) {
  for (size_t i = 0; i < block->input_count; i++)
    if (block->D[i] != 0) return 1;
  return 0;
}

static void add_states(Layout *l) {
  const TrmSystem *system = l->system;
  size_t next = system->equation_count;
  for (size_t i = 0; i < system->equation_count; i++) {
    const TrmEquation *e = &system->equations[i];
    TrmForceNode *node = add_node(l, TRM_NODE_RATE, e->item, i, 1);
    node->implicit = e->residual != NULL;
    add_program(l, node, e->residual ? e->residual : e->rate);
    trm_map_put(l->states, NULL, e->item->name, node);
  }
  for (size_t i = 0; i < system->block_count; i++) {
    const TrmBlock *block = &system->blocks[i];
    l->f->block_state[i] = next;
    if (!block->ready) continue;
    TrmForceNode *node = add_node(l, TRM_NODE_INPUT, block->item, i, block->input_count);
    for (size_t k = 0; k < block->input_count; k++) add_program(l, node, &block->inputs[k]);
    TrmForceNode *output = add_node(l, TRM_NODE_OUTPUT, block->item, i, block->input_count);
    for (size_t k = 0; k < block->input_count && passes_input(block); k++)
      add_program(l, output, &block->inputs[k]);
    trm_map_put(l->states, NULL, block->item->name, node);
    next += block->states;
  }
  l->eq->state_count = next;
}

/* number of the component `what` of an element, or -1 */
static int component(const char *what) {
  static const char *const names[] = {"fx", "fy", "fz", "fm", "tx", "ty", "tz", "tm"};
  for (int i = 0; i < 8; i++)
    if (strcmp(what, names[i]) == 0) return i;
  return -1;
}

static int is_local(const TrmForceNode *node, const char *what) {
  const char *locals = node->item->type->locals, *word;
  size_t length;
  for (unsigned k = 0; locals && k < 2 && (word = trm_words_at(locals, k, &length)); k++)
    if (strlen(what) == length && memcmp(word, what, length) == 0) return (int)k;
  return -1;
}

/* who gives each external */
static void find_givers(Layout *l) {
  const TrmSystem *system = l->system;
  for (size_t i = 0; i < system->external_count; i++) {
    const TrmExternal *e = &system->externals[i];
    TrmForceNode *thing = trm_map_get(l->things, NULL, e->name);
    TrmForceNode *state = trm_map_get(l->states, NULL, e->name);
    int what = component(e->what), local = thing ? is_local(thing, e->what) : -1;
    l->giver[i] = l->f->state_of[i] = l->f->input_of[i] = l->f->read_of[i] = -1;
    if (strcmp(e->what, "input") == 0) l->f->input_of[i] = (int)l->eq->input_count++;
    if (thing && what >= 0) {
      TrmOffer offer = {what, (unsigned)i};
      TRM_PUSH(l->eq->arena, thing->offers, thing->offer_count, thing->offer_capacity, offer);
      l->giver[i] = (int)(thing - l->nodes);
    } else if (thing && local >= 0) {
      thing->local[local] = (int)i;
      l->giver[i] = (int)(thing - l->nodes);
    }
    if (!state) continue;
    size_t first = state->kind == TRM_NODE_RATE ? state->index : l->f->block_state[state->index];
    int empty = state->kind == TRM_NODE_INPUT && !system->blocks[state->index].states;
    if (strcmp(e->what, "output") == 0) {
      state[1].own = (int)i;
      l->giver[i] = (int)(state - l->nodes) + 1;
    } else if (strcmp(e->what, "dif1") == 0 && !empty) {
      state->own = (int)i;
      l->giver[i] = (int)(state - l->nodes);
    } else if (strcmp(e->what, "dif") == 0 && !empty) {
      l->f->state_of[i] = (int)first;
    }
  }
}

/* the column whose acceleration a column of a program is, or -1 */
static int acceleration_column(const TrmEquations *eq, const TrmColumn *c) {
  int is = c->kind == TRM_COLUMN_BODY && c->component >= 12;
  return is ? eq->body_column[c->index][c->component - 12] : -1;
}

/* say why an external cannot be read */
static void report_read(const Layout *l, const TrmForceNode *node, TrmPlace place,
                        const TrmExternal *external) {
  const char *name = node->item->name;
  const TrmModel *model = l->system->model;
  int state = strncmp(external->what, "dif", 3) == 0;
  int force = trm_model_find(model, "forces", external->name) ||
              trm_model_find(model, "contacts", external->name);
  trm_log_add(l->log, TRM_E_FORCE_DEPENDS, place, name, "'%s' depends on %s(%s), %s", name,
              external->what, external->name,
              state   ? "but that has no state"
              : force ? "which no analysis of this version computes"
                      : "whose reaction acts at no single place");
  trm_log_hint(l->log, "let it depend on positions, velocities, accelerations, states, forces, and "
                       "reactions of joints with a frame of their own and of motions");
}

/* what the programs of a node may not read */
static int check_node(Layout *l, const TrmForceNode *node) {
  int own_rate = 0;
  for (size_t i = 0; i < node->program_count; i++) {
    if (!node->programs[i].program) return 0;
    size_t count;
    const TrmColumn *columns = trm_program_columns(node->programs[i].program, &count);
    for (size_t k = 0; k < count; k++) {
      const TrmColumn *c = &columns[k];
      int external = c->kind == TRM_COLUMN_EXTERNAL;
      if (external && (int)c->index == node->own) own_rate = 1;
      int unknown = external && l->giver[c->index] < 0 && l->f->state_of[c->index] < 0 &&
                    l->f->input_of[c->index] < 0 && l->f->read_of[c->index] < 0;
      int column = acceleration_column(l->eq, c);
      if (column >= 0) trm_reads_add_acceleration(l->eq, l->f, (size_t)column);
      if (!unknown || trm_reads_add_external(l->eq, l->f, c->index)) continue;
      if (node->kind == TRM_NODE_OUTPUT) return 0; /* said of its input */
      report_read(l, node, node->values[i]->place, &l->system->externals[c->index]);
      return 0;
    }
  }
  if (!node->implicit || own_rate) return 1;
  trm_log_add(l->log, TRM_E_EQUATION_RATE, node->values[0]->place, node->item->name,
              "the residual of equation '%s' does not depend on its rate", node->item->name);
  trm_log_hint(l->log, "it must contain dif1(%s); what has no rate is a variable",
               node->item->name);
  return 0;
}

/* the next node that a node reads, or -1 when there are no more */
static int next_read(const Layout *l, const TrmForceNode *node, size_t *program, size_t *column) {
  for (; *program < node->program_count; ++*program, *column = 0) {
    size_t count;
    const TrmColumn *columns = trm_program_columns(node->programs[*program].program, &count);
    while (*column < count) {
      const TrmColumn *c = &columns[(*column)++];
      if (c->kind != TRM_COLUMN_EXTERNAL) continue;
      int giver = l->giver[c->index], self = (int)(node - l->nodes);
      /* its own length, or the rate that a residual is solved for */
      int inner = giver == self && (node->implicit ? (int)c->index == node->own
                                                   : (int)c->index == node->local[0] ||
                                                         (int)c->index == node->local[1]);
      if (giver >= 0 && !inner) return giver;
    }
  }
  return -1;
}

static void report_circle(const Layout *l, const size_t *stack, size_t depth, size_t again) {
  size_t from = depth;
  while (from > 0 && stack[from] != again) from--;
  const TrmForceNode *node = &l->nodes[again];
  TrmPlace place = node->program_count ? node->values[0]->place : node->item->place;
  trm_log_add(l->log, TRM_E_FORCE_CIRCLE, place, node->item->name, "'%s' depends on itself",
              node->item->name);
  for (size_t i = from + 1; i <= depth; i++)
    trm_log_note(l->log, l->nodes[stack[i]].item->place, "through '%s'",
                 l->nodes[stack[i]].item->name);
  trm_log_hint(l->log, "a differential equation breaks the circle: it delays what goes round");
}

/* depth-first order; 0 when there is a circle, which is reported */
static int order_nodes(Layout *l, size_t *order) {
  TrmArena *arena = l->eq->arena;
  size_t *stack = trm_arena_array(arena, l->count + 1, sizeof *stack), done = 0;
  size_t(*at)[2] = trm_arena_array(arena, l->count + 1, sizeof *at);
  char *mark = trm_arena_array(arena, l->count + 1, 1); /* 1 on the stack, 2 done */
  for (size_t i = 0; i < l->count; i++) {
    if (mark[i]) continue;
    size_t depth = 0;
    stack[0] = i;
    mark[i] = 1;
    at[0][0] = at[0][1] = 0;
    for (;;) {
      int read = next_read(l, &l->nodes[stack[depth]], &at[depth][0], &at[depth][1]);
      if (read >= 0 && mark[read] == 1) {
        report_circle(l, stack, depth, (size_t)read);
        return 0;
      }
      if (read >= 0 && mark[read] == 2) continue;
      if (read >= 0) {
        stack[++depth] = (size_t)read;
        mark[read] = 1;
        at[depth][0] = at[depth][1] = 0;
        continue;
      }
      mark[stack[depth]] = 2;
      order[done++] = stack[depth];
      if (depth-- == 0) break;
    }
  }
  return 1;
}

static int compare(const void *a, const void *b) {
  size_t p = *(const size_t *)a, q = *(const size_t *)b;
  return p < q ? -1 : p > q;
}

/* a growing list of columns */
typedef struct Columns {
  size_t *list, count, capacity;
} Columns;

static void put_column(const Layout *l, Columns *c, size_t column) {
  TRM_PUSH(l->eq->arena, c->list, c->count, c->capacity, column);
}

/* number over the whole of component `k` (dr dtheta dv dw dv' dw') of a body, or -1 */
static long body_column(const TrmEquations *eq, int body, unsigned k) {
  const struct TrmForces *f = eq->forces;
  int column = body < 0 ? -1 : eq->body_column[body][k % 6];
  if (column < 0) return -1;
  if (k >= 12)
    return f->acceleration_of[column] < 0 ? -1 : (long)f->first_read + f->acceleration_of[column];
  return (long)column + (k < 6 ? 0 : (long)eq->column_count);
}

/* columns of an external */
static const size_t *external_columns(const Layout *l, const int *where, unsigned external,
                                      size_t *state, size_t *count) {
  int giver = l->giver[external], input = l->f->input_of[external];
  int read = l->f->read_of[external];
  *count = 0;
  if (read >= 0) {
    *count = l->f->read_wide[external];
    return l->f->read_list + read;
  }
  if (input >= 0) {
    *count = 1;
    *state = 2 * l->eq->column_count + l->eq->state_count + (size_t)input;
    return state;
  }
  if (l->f->state_of[external] >= 0) {
    *count = 1;
    *state = 2 * l->eq->column_count + (size_t)l->f->state_of[external];
    return state;
  }
  if (giver < 0) return NULL;
  const TrmForceNode *node = &l->f->nodes[where[giver]];
  *count = node->column_count;
  return node->column;
}

static void gather_program(const Layout *l, const int *where, const TrmForceNode *node,
                           const TrmProgram *program, Columns *out) {
  size_t count, state;
  const TrmColumn *columns = trm_program_columns(program, &count);
  for (size_t k = 0; k < count; k++) {
    if (columns[k].kind == TRM_COLUMN_BODY) {
      long column = body_column(l->eq, (int)columns[k].index, columns[k].component);
      if (column >= 0) put_column(l, out, (size_t)column);
    }
    int inner = columns[k].kind == TRM_COLUMN_EXTERNAL && l->giver[columns[k].index] >= 0 &&
                &l->f->nodes[where[l->giver[columns[k].index]]] == node;
    if (columns[k].kind != TRM_COLUMN_EXTERNAL || inner) continue;
    size_t n;
    const size_t *list = external_columns(l, where, columns[k].index, &state, &n);
    for (size_t i = 0; i < n; i++) put_column(l, out, list[i]);
  }
}

/* all columns of a node, sorted, each once */
static void gather(const Layout *l, const int *where, TrmForceNode *node) {
  Columns c = {0};
  const TrmForce *force = node->kind == TRM_NODE_ELEMENT ? &l->system->forces[node->index] : NULL;
  for (int s = 0; force && s < 3; s++)
    for (unsigned k = 0; k < 12; k++) {
      int used = s == 1 ? force->paired : 1;
      long column = used ? body_column(l->eq, force->frame[s].body, k) : -1;
      if (column >= 0) put_column(l, &c, (size_t)column);
    }
  for (size_t i = 0; i < node->program_count; i++)
    gather_program(l, where, node, node->programs[i].program, &c);
  if (node->kind == TRM_NODE_INPUT || node->kind == TRM_NODE_OUTPUT) {
    size_t first = 2 * l->eq->column_count + l->f->block_state[node->index];
    for (size_t i = 0; i < l->system->blocks[node->index].states; i++) put_column(l, &c, first + i);
  }
  if (c.count) qsort(c.list, c.count, sizeof *c.list, compare);
  for (size_t i = 0; i < c.count; i++)
    if (!node->column_count || c.list[node->column_count - 1] != c.list[i])
      c.list[node->column_count++] = c.list[i];
  node->column = c.list;
  node->reads = node->column_count && c.list[node->column_count - 1] >= l->f->first_read;
  l->f->coupled |= node->reads && node->kind == TRM_NODE_ELEMENT;
}

/* jet entry of a column: from 1, 0 when it is none of the node's */
static int entry_of(const TrmForceNode *node, long column) {
  if (column < 0 || !node->column_count) return 0;
  size_t key = (size_t)column;
  const size_t *at = bsearch(&key, node->column, node->column_count, sizeof key, compare);
  return at ? (int)(at - node->column) + 1 : 0;
}

static void map_program(const Layout *l, const int *where, const TrmForceNode *node,
                        TrmForceProgram *p) {
  size_t count, state;
  const TrmColumn *columns = trm_program_columns(p->program, &count);
  p->entry = trm_arena_array(l->eq->arena, count + 1, sizeof *p->entry);
  p->through = trm_arena_array(l->eq->arena, count + 1, sizeof *p->through);
  for (size_t k = 0; k < count; k++) {
    if (columns[k].kind == TRM_COLUMN_BODY)
      p->entry[k] = entry_of(node, body_column(l->eq, (int)columns[k].index, columns[k].component));
    if (columns[k].kind != TRM_COLUMN_EXTERNAL) continue;
    if (node->implicit && (int)columns[k].index == node->own) continue;
    size_t n;
    const size_t *list = external_columns(l, where, columns[k].index, &state, &n);
    p->through[k] = trm_arena_array(l->eq->arena, n + 1, sizeof **p->through);
    for (size_t i = 0; i < n; i++) p->through[k][i] = entry_of(node, (long)list[i]);
  }
}

/* everything of a node that needs its place in the order */
static void finish_node(Layout *l, const int *where, TrmForceNode *node) {
  struct TrmForces *f = l->f;
  gather(l, where, node);
  for (size_t i = 0; i < node->program_count; i++) {
    map_program(l, where, node, &node->programs[i]);
    /* what an output reads its input has counted */
    if (node->kind != TRM_NODE_OUTPUT)
      f->event_count += trm_program_events(node->programs[i].program);
  }
  if (node->kind == TRM_NODE_ELEMENT) {
    const TrmForce *force = &l->system->forces[node->index];
    node->entry = trm_arena_array(l->eq->arena, 3, sizeof *node->entry);
    for (int s = 0; s < 3; s++)
      for (unsigned k = 0; k < 12; k++)
        node->entry[s][k] = entry_of(node, body_column(l->eq, force->frame[s].body, k));
    f->element[node->index] = node;
    TrmForceCall call = {.data = force->data};
    if (force->type->events) f->event_count += force->type->events(&call, NULL);
  }
  size_t vectors = node->kind == TRM_NODE_ELEMENT ? TRM_FORCE_JETS : node->program_count + 4;
  if (node->kind == TRM_NODE_INPUT) vectors += l->system->blocks[node->index].states;
  size_t work = 3 * vectors * (node->column_count + 1);
  if (work > f->work) f->work = work;
}

static void lay_sources(Layout *l, const int *where) {
  struct TrmForces *f = l->f;
  for (size_t i = 0; i < l->system->external_count; i++) {
    size_t state;
    f->sources[i].first = f->slope_count;
    const size_t *list = external_columns(l, where, (unsigned)i, &state, &f->sources[i].count);
    size_t *kept = trm_arena_array(l->eq->arena, f->sources[i].count + 1, sizeof *kept);
    if (f->sources[i].count) memcpy(kept, list, f->sources[i].count * sizeof *kept);
    f->sources[i].column = kept;
    f->slope_count += f->sources[i].count;
  }
}

int trm_forces_layout(TrmEquations *eq, TrmLog *log) {
  const TrmSystem *system = eq->system;
  TrmArena *arena = eq->arena;
  size_t most = system->force_count + system->equation_count + 2 * system->block_count;
  size_t externals = system->external_count + 1;
  struct TrmForces *f = trm_arena_alloc(arena, sizeof *f);
  Layout l = {.eq = eq, .f = f, .system = system, .log = log};
  eq->forces = f;
  l.nodes = trm_arena_array(arena, most + 1, sizeof *l.nodes);
  l.giver = trm_arena_array(arena, externals, sizeof *l.giver);
  l.things = trm_map_new(arena);
  l.states = trm_map_new(arena);
  f->element = trm_arena_array(arena, system->force_count + 1, sizeof *f->element);
  f->block_state = trm_arena_array(arena, system->block_count + 1, sizeof *f->block_state);
  f->sources = trm_arena_array(arena, externals, sizeof *f->sources);
  f->state_of = trm_arena_array(arena, externals, sizeof *f->state_of);
  f->input_of = trm_arena_array(arena, externals, sizeof *f->input_of);
  f->read_of = trm_arena_array(arena, externals, sizeof *f->read_of);
  f->read_wide = trm_arena_array(arena, externals, sizeof *f->read_wide);
  f->acceleration_of = trm_arena_array(arena, eq->column_count + 1, sizeof *f->acceleration_of);
  for (size_t k = 0; k < eq->column_count; k++) f->acceleration_of[k] = -1;
  f->nodes = trm_arena_array(arena, most + 1, sizeof *f->nodes);
  for (size_t i = 0; i < system->force_count; i++) add_element(&l, i);
  add_states(&l);
  find_givers(&l);
  int good = 1;
  for (size_t i = 0; i < l.count; i++) good &= check_node(&l, &l.nodes[i]);
  trm_reads_number(eq, f);
  size_t *order = trm_arena_array(arena, most + 1, sizeof *order);
  int *where = trm_arena_array(arena, most + 1, sizeof *where);
  if (!good || !order_nodes(&l, order)) return 0;
  for (size_t i = 0; i < l.count; i++) where[order[i]] = (int)i;
  f->node_count = l.count;
  for (size_t i = 0; i < l.count; i++) {
    f->nodes[i] = l.nodes[order[i]];
    finish_node(&l, where, &f->nodes[i]);
  }
  lay_sources(&l, where);
  return 1;
}
