/* SPDX-License-Identifier: Apache-2.0
 *
 * Schur, the plan. Made once.
 */
#include "formulation/order.h"
#include "formulation/schur.h"
#include "math/mat3.h"
#include <string.h>

/* inverse of a symmetric 3x3 matrix in closed form */
static void invert(const double A[9], double B[9]) {
  double det = trm_mat3_determinant(A);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      int a = (i + 1) % 3, b = (i + 2) % 3, c = (j + 1) % 3, d = (j + 2) % 3;
      B[3 * j + i] = (A[3 * a + c] * A[3 * b + d] - A[3 * a + d] * A[3 * b + c]) / det;
    }
}

static void lay_bodies(TrmSchur *s, const TrmEquations *eq) {
  for (size_t i = 0; i < eq->body_count; i++) {
    const TrmBody *body = &eq->system->bodies[i];
    TrmSchurBody *b = &s->body[i];
    const int *c = eq->body_column[i];
    b->mass = body->mass;
    b->move = 1 / body->mass;
    if (c[3] >= 0) {
      memcpy(b->inertia, body->inertia_b, sizeof b->inertia);
      invert(body->inertia_b, b->turn);
    } else if (c[5] >= 0) {
      b->inertia[8] = body->inertia_b[8];
      b->turn[8] = 1 / body->inertia_b[8];
    }
    for (int k = 0; k < 6; k++)
      if (c[k] >= 0) b->diagonal[k] = k < 3 ? b->move : 1 / body->inertia_b[4 * (k - 3)];
  }
}

/* rows of one owner in a row are a group */
static void lay_groups(TrmSchur *s, const TrmEquations *eq) {
  for (size_t i = 0; i < eq->row_count; i++) {
    const TrmRow *row = &eq->rows[i];
    int same = i && row[-1].owner == row->owner && row[-1].index == row->index;
    if (!same) s->group[s->group_count++].row = i;
    s->group[s->group_count - 1].rows++;
  }
}

/* the bodies of each group, and where the entries of G go */
static void lay_parts(TrmSchur *s, const TrmEquations *eq, TrmArena *arena) {
  size_t capacity = 0, size = 0;
  int *owner = trm_arena_array(arena, 2 * eq->column_count + 1, sizeof *owner);
  int *column = owner + eq->column_count;
  for (size_t i = 0; i < eq->body_count; i++)
    for (int k = 0; k < 6; k++) {
      if (eq->body_column[i][k] < 0) continue;
      owner[eq->body_column[i][k]] = (int)i;
      column[eq->body_column[i][k]] = k;
    }
  for (size_t g = 0; g < s->group_count; g++) {
    TrmSchurGroup *group = &s->group[g];
    group->first_part = s->part_count;
    for (int i = 0; i < group->rows; i++) {
      size_t row = group->row + (size_t)i;
      for (size_t e = eq->start[row]; e < eq->start[row + 1]; e++) {
        size_t p = group->first_part, body = (size_t)owner[eq->column[e]];
        while (p < s->part_count && s->part[p].body != body) p++;
        if (p == s->part_count) {
          TrmSchurPart part = {.body = body, .start = size};
          TRM_PUSH(arena, s->part, s->part_count, capacity, part);
          size += 6 * (size_t)group->rows;
        }
        s->slot[e] = s->part[p].start + 6 * (size_t)i + (size_t)column[eq->column[e]];
      }
    }
    group->parts = s->part_count - group->first_part;
  }
  s->part_G = trm_arena_array(arena, size + 1, sizeof(double));
  s->part_MG = trm_arena_array(arena, size + 1, sizeof(double));
}

/* parts by body: parts[start[b]] to parts[start[b + 1]], and the group of each */
typedef struct Index {
  size_t *start, *parts, *group;
} Index;

static Index index_parts(const TrmSchur *s, size_t bodies, TrmArena *arena) {
  Index x = {.start = trm_arena_array(arena, bodies + 2, sizeof(size_t)),
             .parts = trm_arena_array(arena, s->part_count + 1, sizeof(size_t)),
             .group = trm_arena_array(arena, s->part_count + 1, sizeof(size_t))};
  size_t *next = trm_arena_array(arena, bodies + 1, sizeof(size_t));
  for (size_t p = 0; p < s->part_count; p++) x.start[s->part[p].body + 1]++;
  for (size_t b = 0; b < bodies; b++) x.start[b + 1] += x.start[b];
  for (size_t g = 0; g < s->group_count; g++)
    for (size_t p = s->group[g].first_part; p < s->group[g].first_part + s->group[g].parts; p++) {
      size_t b = s->part[p].body;
      x.group[p] = g;
      x.parts[x.start[b] + next[b]++] = p;
    }
  return x;
}

static size_t reserve_block(TrmSchur *s, int rows, int columns) {
  size_t at = s->block_size;
  s->block_size += (size_t)(rows * columns);
  return at;
}

/* the block of two groups, the earlier one's rows first */
static size_t find_block(const TrmSchur *s, size_t early, size_t late) {
  const TrmSchurGroup *group = &s->group[early];
  if (early == late) return group->block;
  for (size_t a = group->first_link; a < group->first_link + group->links; a++)
    if (s->link[a].other == late) return s->link[a].block;
  return 0;
}

/* couplings in the order of elimination, and what each elimination takes from */
static void lay_links(TrmSchur *s, const TrmOrder *order, const size_t *position, TrmArena *arena) {
  size_t links = 0, capacity = 0, targets = 0;
  for (size_t k = 0; k < s->group_count; k++) links += order->count[k];
  s->link = trm_arena_array(arena, links + 1, sizeof *s->link);
  for (size_t k = 0; k < s->group_count; k++) {
    size_t g = (size_t)order->order[k];
    TrmSchurGroup *group = &s->group[g];
    group->block = reserve_block(s, group->rows, group->rows);
    group->first_link = s->link_count;
    group->links = order->count[g];
    for (size_t a = 0; a < group->links; a++) {
      /* by position, rising */
      size_t other = (size_t)order->near[g][a], at = s->link_count + a;
      for (; at > group->first_link && position[s->link[at - 1].other] > position[other]; at--)
        s->link[at] = s->link[at - 1];
      s->link[at].other = other;
    }
    for (size_t a = 0; a < group->links; a++) {
      TrmSchurLink *link = &s->link[s->link_count + a];
      link->block = reserve_block(s, group->rows, s->group[link->other].rows);
    }
    s->link_count += group->links;
  }
  for (size_t k = 0; k < s->group_count; k++) {
    const TrmSchurGroup *group = &s->group[order->order[k]];
    const TrmSchurLink *link = s->link + group->first_link;
    for (size_t a = 0; a < group->links; a++)
      for (size_t b = 0; b <= a; b++) {
        size_t block = find_block(s, link[b].other, link[a].other);
        TRM_PUSH(arena, s->target, targets, capacity, block);
      }
  }
}

static void lay_pairs(TrmSchur *s, const Index *x, size_t bodies, const size_t *position,
                      TrmArena *arena) {
  size_t capacity = 0;
  for (size_t b = 0; b < bodies; b++)
    for (size_t i = x->start[b]; i < x->start[b + 1]; i++)
      for (size_t j = x->start[b]; j < x->start[b + 1]; j++) {
        size_t p = x->parts[i], q = x->parts[j];
        if (position[x->group[p]] > position[x->group[q]]) continue;
        TrmSchurPair pair = {.row_start = s->part[p].start,
                             .column_start = s->part[q].start,
                             .block = find_block(s, x->group[p], x->group[q]),
                             .rows = s->group[x->group[p]].rows,
                             .columns = s->group[x->group[q]].rows};
        TRM_PUSH(arena, s->pair, s->pair_count, capacity, pair);
      }
}

static void reserve(TrmSchur *s, const TrmEquations *eq, TrmArena *arena) {
  size_t rows = eq->row_count + 1, columns = eq->column_count + 1;
  s->block = trm_arena_array(arena, s->block_size + 1, sizeof(double));
  s->over = trm_arena_array(arena, s->block_size + 1, sizeof(double));
  s->G = trm_arena_array(arena, eq->entry_count + 1, sizeof(double));
  s->D = trm_arena_array(arena, 6 * rows, sizeof(double));
  s->before = s->D + 4 * rows;
  s->whole = s->D + 5 * rows;
  s->lambda = s->D + rows;
  s->d = s->lambda + rows;
  s->g = s->d + rows;
  s->x = trm_arena_array(arena, 4 * columns, sizeof(double));
  s->y = s->x + 3 * columns;
  s->force = s->x + columns;
  s->f = s->force + columns;
}

TrmSchur *trm_schur_new(TrmArena *arena, const TrmEquations *eq, const char **why) {
  TrmSchur *s = trm_arena_alloc(arena, sizeof *s);
  size_t bodies = eq->body_count;
  if (eq->curve_count) {
    *why = "parameters of curves have no mass";
    return NULL;
  }
  if (!trm_solver_masses(eq, NULL)) {
    *why = "a body has no mass or inertia";
    return NULL;
  }
  s->body = trm_arena_array(arena, bodies + 1, sizeof *s->body);
  s->group = trm_arena_array(arena, eq->row_count + 1, sizeof *s->group);
  s->slot = trm_arena_array(arena, eq->entry_count + 1, sizeof *s->slot);
  lay_bodies(s, eq);
  lay_groups(s, eq);
  lay_parts(s, eq, arena);
  Index x = index_parts(s, bodies, arena);
  TrmOrder order = trm_order_new(arena, s->group_count);
  for (size_t b = 0; b < bodies; b++)
    for (size_t i = x.start[b]; i < x.start[b + 1]; i++)
      for (size_t j = x.start[b]; j < i; j++)
        trm_order_couple(&order, (int)x.group[x.parts[i]], (int)x.group[x.parts[j]]);
  if (!trm_order_find(&order, NULL, 256 * s->group_count + 65536)) {
    *why = "its joints are too entangled";
    return NULL;
  }
  s->order = trm_arena_array(arena, 2 * s->group_count + 1, sizeof *s->order);
  size_t *position = s->order + s->group_count;
  for (size_t k = 0; k < s->group_count; k++) {
    s->order[k] = (size_t)order.order[k];
    position[order.order[k]] = k;
  }
  lay_links(s, &order, position, arena);
  lay_pairs(s, &x, bodies, position, arena);
  reserve(s, eq, arena);
  return s;
}
