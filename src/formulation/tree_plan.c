/* SPDX-License-Identifier: Apache-2.0
 *
 * Tree, the plan: a spanning tree by breadth from ground, so that loops are cut short; which rows
 * of a joint it holds; the order of elimination (fewest couplings first, children before parents,
 * the latest that became ready first); couplings and where each update goes. Done once.
 */
#include "formulation/tree.h"
#include <string.h>

/* work of planning */
typedef struct Plan {
  TrmArena *arena;
  const TrmEquations *eq;
  TrmTree *tree;
  int loose;
  TrmTreeNode *body; /* by body */
  int *parent;       /* body numbers, TRM_GROUND */
  int *children;     /* not yet eliminated */
  unsigned char *reached, *in_tree, *gone;
  int **near; /* couplings of each body, while eliminating */
  size_t *near_count, *near_capacity;
  int *order;
  int **pattern; /* couplings of each body when it was eliminated */
  size_t *pattern_count;
  size_t total;
} Plan;

/* rows of a joint that the tree can hold, into the node; their number */
static int usable_rows(const Plan *p, size_t index, TrmTreeNode *node) {
  const TrmEquations *eq = p->eq;
  const TrmJoint *joint = &eq->system->joints[index];
  const TrmRowSpec *spec = eq->system->planar ? joint->type->planar_rows : joint->type->rows;
  int planar = eq->system->planar, count = 0;
  node->offsets = node->axes = 0;
  for (; spec && spec->kind; spec++) count++;
  if (!count || joint->coupling || joint->type->unilateral || !joint->has_frames) return 0;
  if (count != eq->joint_rows[index] || joint->first == joint->second) return 0;
  spec = planar ? joint->type->planar_rows : joint->type->rows;
  for (int i = 0; i < count; i++, spec++) {
    int row = eq->joint_row[index] + i;
    if (spec->kind == TRM_ROW_OFFSET && node->offsets < (planar ? 2 : 3)) {
      node->offset_axis[node->offsets] = spec->first;
      node->offset_row[node->offsets++] = row;
    } else if (spec->kind == TRM_ROW_AXES && node->axes < (planar ? 1 : 3)) {
      int k = node->axes;
      /* pairs share the first axis, triples are the cyclic ones */
      if (k == 1 && node->axes_first[0] != spec->first &&
          (spec->first != (node->axes_first[0] + 1) % 3 || spec->second != (spec->first + 1) % 3))
        continue;
      if (k == 2 && node->axes_first[0] == node->axes_first[1]) continue;
      node->axes_first[k] = spec->first;
      node->axes_second[k] = spec->second;
      node->axes_row[node->axes++] = row;
    }
  }
  return node->offsets + node->axes;
}

static int is_point(const TrmEquations *eq, int body) {
  return body >= 0 && eq->body_column[body][5] < 0;
}

/* hold `child` by joint `index` */
static void hold(Plan *p, size_t index, int child, const TrmTreeNode *rows) {
  const TrmJoint *joint = &p->eq->system->joints[index];
  TrmTreeNode *node = &p->body[child];
  *node = *rows;
  node->joint = (int)index;
  node->sign = joint->second == child ? 1 : -1;
  p->parent[child] = node->sign > 0 ? joint->first : joint->second;
  p->reached[child] = 1;
  for (int k = 0; k < node->offsets; k++) p->in_tree[node->offset_row[k]] = 1;
  for (int k = 0; k < node->axes; k++) p->in_tree[node->axes_row[k]] = 1;
}

/* lists of joints by body; ground is the last */
static void list_joints(const Plan *p, size_t *start, size_t *list) {
  const TrmSystem *system = p->eq->system;
  size_t n = p->eq->body_count;
  for (int fill = 0; fill < 2; fill++) {
    for (size_t i = 0; i < system->joint_count; i++) {
      const TrmJoint *joint = &system->joints[i];
      if (joint->coupling || !joint->has_frames) continue;
      size_t ends[2] = {joint->first < 0 ? n : (size_t)joint->first,
                        joint->second < 0 ? n : (size_t)joint->second};
      for (int k = 0; k < 2; k++) {
        if (fill) {
          list[start[ends[k]]++] = i;
        } else {
          start[ends[k] + 1]++;
        }
      }
    }
    /* counts to starts, and back again after filling */
    if (!fill) {
      for (size_t i = 0; i <= n; i++) start[i + 1] += start[i];
    } else {
      memmove(start + 1, start, (n + 1) * sizeof *start);
      start[0] = 0;
    }
  }
}

static void spread_tree(Plan *p) {
  const TrmEquations *eq = p->eq;
  size_t n = eq->body_count, head = 0, tail = 0;
  size_t *start = trm_arena_array(p->arena, n + 3, sizeof *start);
  size_t *list = trm_arena_array(p->arena, 2 * eq->system->joint_count + 1, sizeof *list);
  size_t *queue = trm_arena_array(p->arena, n + 2, sizeof *queue);
  list_joints(p, start, list);
  for (size_t i = 0; i < n; i++) {
    p->body[i] = (TrmTreeNode){.body = i, .joint = -1, .parent = -1, .sign = 1};
    p->parent[i] = TRM_GROUND;
  }
  queue[tail++] = n;
  for (size_t next = 0; tail <= n + 1;) {
    for (; head < tail; head++) {
      size_t at = queue[head];
      if (p->loose || (at < n && is_point(eq, (int)at))) continue;
      for (size_t k = start[at]; k < start[at + 1]; k++) {
        const TrmJoint *joint = &eq->system->joints[list[k]];
        int here = at == n ? TRM_GROUND : (int)at;
        int other = joint->first == here ? joint->second : joint->first;
        TrmTreeNode rows = {.body = other < 0 ? 0 : (size_t)other};
        if (other < 0 || p->reached[other] || is_point(eq, other)) continue;
        if (!usable_rows(p, list[k], &rows)) continue;
        hold(p, list[k], other, &rows);
        queue[tail++] = (size_t)other;
      }
    }
    while (next < n && p->reached[next]) next++;
    if (next == n) break;
    p->reached[next] = 1;
    queue[tail++] = next;
  }
}

static int is_near(const Plan *p, int a, int b) {
  for (size_t k = 0; k < p->near_count[a]; k++)
    if (p->near[a][k] == b) return 1;
  return 0;
}

static void couple(Plan *p, int a, int b) {
  if (a == b || is_near(p, a, b)) return;
  TRM_PUSH(p->arena, p->near[a], p->near_count[a], p->near_capacity[a], b);
  TRM_PUSH(p->arena, p->near[b], p->near_count[b], p->near_capacity[b], a);
  p->total++;
}

/* bodies of the rows outside the tree are coupled with each other */
static void couple_cuts(Plan *p) {
  const TrmTree *tree = p->tree;
  for (size_t i = 0; i < tree->cut_count; i++) {
    const TrmTreeCut *cut = &tree->cut[i];
    for (size_t a = 0; a < cut->count; a++)
      for (size_t b = 0; b < a; b++)
        couple(p, tree->side[cut->first + a].node, tree->side[cut->first + b].node);
  }
}

/* cuts with their bodies (numbers of bodies here, positions later) */
static void list_cuts(Plan *p) {
  const TrmEquations *eq = p->eq;
  TrmTree *tree = p->tree;
  size_t cuts = 0, sides = 0, cut_capacity = 0, side_capacity = 0;
  int *owner = trm_arena_array(p->arena, 2 * eq->column_count + 1, sizeof *owner);
  int *part = owner + eq->column_count;
  for (size_t i = 0; i < eq->body_count; i++)
    for (int k = 0; k < 6; k++) {
      if (eq->body_column[i][k] < 0) continue;
      owner[eq->body_column[i][k]] = (int)i;
      part[eq->body_column[i][k]] = k;
    }
  for (size_t i = 0; i < eq->row_count; i++) {
    if (p->in_tree[i]) continue;
    TrmTreeCut cut = {.row = i, .first = sides};
    for (size_t e = eq->start[i]; e < eq->start[i + 1]; e++) {
      size_t s = cut.first;
      int body = owner[eq->column[e]];
      while (s < sides && tree->side[s].node != body) s++;
      if (s == sides) {
        TrmTreeSide side = {.node = body, .entry = {-1, -1, -1, -1, -1, -1}};
        TRM_PUSH(p->arena, tree->side, sides, side_capacity, side);
      }
      tree->side[s].entry[part[eq->column[e]]] = (int)(e - eq->start[i]);
    }
    cut.count = sides - cut.first;
    TRM_PUSH(p->arena, tree->cut, cuts, cut_capacity, cut);
  }
  tree->cut_count = cuts;
  tree->side_count = sides;
}

/* stacks of bodies that are ready, by the number of their couplings */
typedef struct Ready {
  int *first, *next; /* by degree; by body */
  int *degree;
  size_t least;
} Ready;

static void make_ready(Ready *r, const Plan *p, int body) {
  size_t degree = p->near_count[body] + 1;
  r->degree[body] = (int)degree;
  r->next[body] = r->first[degree];
  r->first[degree] = body;
  if (degree < r->least) r->least = degree;
}

static void forget(Plan *p, int from, int body) {
  for (size_t k = 0; k < p->near_count[from]; k++)
    if (p->near[from][k] == body) p->near[from][k--] = p->near[from][--p->near_count[from]];
}

/* take a ready body of the lowest degree; those whose degree has changed are put back */
static int take_ready(Ready *r, const Plan *p) {
  for (;;) {
    while (r->first[r->least] < 0) r->least++;
    int body = r->first[r->least];
    r->first[r->least] = r->next[body];
    if (p->near_count[body] + 1 == r->least) return body;
    make_ready(r, p, body);
  }
}

/* the order; 0 when couplings fill up */
static int find_order(Plan *p) {
  size_t n = p->eq->body_count, limit = 64 * n + 4096;
  Ready ready = {.least = n + 1};
  ready.first = trm_arena_array(p->arena, n + 3, sizeof(int));
  ready.next = trm_arena_array(p->arena, 2 * n + 1, sizeof(int));
  ready.degree = ready.next + n;
  for (size_t i = 0; i < n + 3; i++) ready.first[i] = -1;
  for (size_t i = 0; i < n; i++)
    if (p->parent[i] >= 0) p->children[p->parent[i]]++;
  for (size_t i = n; i-- > 0;)
    if (!p->children[i]) make_ready(&ready, p, (int)i);
  for (size_t k = 0; k < n; k++) {
    int body = take_ready(&ready, p), parent = p->parent[body];
    size_t count = p->near_count[body];
    p->order[k] = body;
    p->gone[body] = 1;
    int *list = p->pattern[body] = p->near[body];
    p->pattern_count[body] = count;
    for (size_t a = 0; a < count; a++) forget(p, list[a], body);
    for (size_t a = 0; a < count; a++) {
      if (parent >= 0) couple(p, list[a], parent);
      for (size_t b = 0; b < a; b++) couple(p, list[a], list[b]);
    }
    if (parent >= 0 && --p->children[parent] == 0) make_ready(&ready, p, parent);
    if (p->total > limit) return 0;
  }
  return 1;
}

/* the link between two positions; the flag when `a` comes later */
static int find_link(const TrmTree *tree, int a, int b) {
  int low = a < b ? a : b, high = a < b ? b : a;
  const TrmTreeNode *node = &tree->node[low];
  for (size_t k = 0; k < node->link_count; k++)
    if (tree->link[node->first_link + k].other == high)
      return (int)(node->first_link + k) | (a < b ? 0 : TRM_TREE_TRANSPOSED);
  return -1;
}

/* couplings in the order of elimination, and the targets of each body's updates */
static void lay_links(Plan *p) {
  TrmTree *tree = p->tree;
  size_t ops = 0, capacity = 0, links = 0, op_count = 0;
  for (size_t k = 0; k < tree->count; k++) links += p->pattern_count[p->order[k]];
  tree->link = trm_arena_array(p->arena, links + 1, sizeof *tree->link);
  for (size_t k = 0; k < tree->count; k++) {
    int body = p->order[k];
    TrmTreeNode *node = &tree->node[k];
    node->first_link = tree->link_count;
    node->link_count = p->pattern_count[body];
    for (size_t a = 0; a < node->link_count; a++) {
      /* by position, rising */
      int other = tree->position[p->pattern[body][a]];
      size_t at = tree->link_count + a;
      for (; at > node->first_link && tree->link[at - 1].other > other; at--)
        tree->link[at] = tree->link[at - 1];
      tree->link[at] = (TrmTreeLink){.other = other, .with_parent = -1};
    }
    tree->link_count += node->link_count;
  }
  for (size_t k = 0; k < tree->count; k++) {
    TrmTreeNode *node = &tree->node[k];
    node->first_op = op_count;
    for (size_t a = 0; a < node->link_count; a++) {
      TrmTreeLink *link = &tree->link[node->first_link + a];
      if (node->parent >= 0 && link->other != node->parent) {
        int found = find_link(tree, node->parent, link->other);
        link->with_parent = found & ~TRM_TREE_TRANSPOSED;
        link->transposed = (found & TRM_TREE_TRANSPOSED) != 0;
      }
      /* pairs b < a: row is the earlier body */
      for (size_t b = 0; b < a; b++) {
        int found = find_link(tree, tree->link[node->first_link + b].other, link->other);
        TRM_PUSH(p->arena, tree->op, ops, capacity, found);
        op_count++;
      }
    }
  }
  tree->op_count = op_count;
}

/* positions instead of bodies in cuts, and the links of their pairs */
static void finish_cuts(Plan *p) {
  TrmTree *tree = p->tree;
  size_t pairs = 0, capacity = 0;
  for (size_t i = 0; i < tree->side_count; i++)
    tree->side[i].node = tree->position[tree->side[i].node];
  for (size_t i = 0; i < tree->cut_count; i++) {
    TrmTreeCut *cut = &tree->cut[i];
    cut->first_pair = pairs;
    for (size_t a = 0; a < cut->count; a++)
      for (size_t b = 0; b < a; b++) {
        int link =
            find_link(tree, tree->side[cut->first + b].node, tree->side[cut->first + a].node);
        TRM_PUSH(p->arena, tree->pair, pairs, capacity, link);
      }
  }
  tree->pair_count = pairs;
}

static void count_freedoms(Plan *p) {
  TrmTree *tree = p->tree;
  for (size_t k = 0; k < tree->count; k++) {
    int body = p->order[k], planar = p->eq->system->planar;
    TrmTreeNode *node = &tree->node[k];
    *node = p->body[body];
    node->body = (size_t)body;
    node->parent = p->parent[body] < 0 ? -1 : tree->position[p->parent[body]];
    node->point = is_point(p->eq, body);
    node->turning = node->point ? 0 : (planar ? 1 : 3) - node->axes;
    node->freedom = node->turning + (planar ? 2 : 3) - node->offsets;
    node->z = tree->z_count;
    node->triangle = tree->triangle_count;
    tree->z_count += (size_t)node->freedom * tree->width;
    tree->triangle_count += (size_t)(node->freedom * node->freedom);
  }
}

static double *doubles(TrmArena *arena, size_t count) {
  return trm_arena_array(arena, count + 1, sizeof(double));
}

/* memory of everything that changes */
static void reserve(Plan *p) {
  TrmTree *tree = p->tree;
  TrmArena *arena = p->arena;
  size_t w = tree->width, n = tree->count * w, most = 1, sum = 0;
  tree->place = trm_arena_array(arena, tree->count + 1, sizeof *tree->place);
  tree->A = doubles(arena, n * w);
  tree->B = doubles(arena, tree->link_count * w * w);
  tree->Z = doubles(arena, tree->z_count);
  tree->U = doubles(arena, tree->z_count);
  tree->D = doubles(arena, tree->triangle_count);
  tree->w_start = trm_arena_array(arena, tree->link_count + 1, sizeof(size_t));
  for (size_t k = 0; k < tree->count; k++)
    for (size_t a = 0; a < tree->node[k].link_count; a++) {
      tree->w_start[tree->node[k].first_link + a] = sum;
      sum += w * (size_t)tree->node[k].freedom;
    }
  tree->W = doubles(arena, sum);
  tree->h = doubles(arena, tree->side_count * w);
  tree->rho = doubles(arena, tree->cut_count);
  for (size_t i = 0; i < tree->cut_count; i++) {
    size_t row = tree->cut[i].row, entries = p->eq->start[row + 1] - p->eq->start[row];
    if (entries > most) most = entries;
  }
  tree->row_G = doubles(arena, most);
  tree->y = doubles(arena, n);
  tree->dy = doubles(arena, n);
  tree->f = doubles(arena, n);
  tree->work = doubles(arena, n);
  tree->c = doubles(arena, n);
  tree->t = doubles(arena, tree->z_count);
  tree->lambda = doubles(arena, tree->cut_count);
  tree->g = doubles(arena, tree->cut_count);
  tree->defect = doubles(arena, tree->cut_count);
  tree->f_column = doubles(arena, p->eq->column_count);
  tree->g_row = doubles(arena, p->eq->row_count);
}

static void invert_masses(Plan *p) {
  const TrmEquations *eq = p->eq;
  p->tree->inverse = doubles(p->arena, eq->column_count);
  for (size_t i = 0; i < eq->body_count; i++)
    for (int k = 0; k < 6; k++) {
      const TrmBody *body = &eq->system->bodies[i];
      int c = eq->body_column[i][k];
      if (c >= 0) p->tree->inverse[c] = 1 / (k < 3 ? body->mass : body->inertia_b[4 * (k - 3)]);
    }
}

TrmTree *trm_tree_new(TrmArena *arena, const TrmEquations *eq, int loose, const char **why) {
  TrmTree *tree = trm_arena_alloc(arena, sizeof *tree);
  size_t n = eq->body_count + 1;
  Plan p = {.arena = arena, .eq = eq, .tree = tree, .loose = loose};
  if (eq->curve_count) {
    *why = "it has parameters of curves, which are without mass";
    return NULL;
  }
  if (!trm_solver_masses(eq, NULL)) {
    *why = "it has bodies without mass or inertia";
    return NULL;
  }
  tree->eq = eq;
  tree->count = eq->body_count;
  tree->width = eq->system->planar ? 3 : 6;
  p.body = trm_arena_array(arena, n, sizeof *p.body);
  p.parent = trm_arena_array(arena, 3 * n, sizeof(int));
  p.children = p.parent + n;
  p.order = p.children + n;
  p.reached = trm_arena_array(arena, 2 * n + eq->row_count, 1);
  p.gone = p.reached + n;
  p.in_tree = p.gone + n;
  p.near = trm_arena_array(arena, 2 * n, sizeof *p.near);
  p.pattern = p.near + n;
  p.near_count = trm_arena_array(arena, 3 * n, sizeof(size_t));
  p.near_capacity = p.near_count + n;
  p.pattern_count = p.near_capacity + n;
  tree->node = trm_arena_array(arena, n, sizeof *tree->node);
  tree->position = trm_arena_array(arena, n, sizeof *tree->position);
  spread_tree(&p);
  list_cuts(&p);
  couple_cuts(&p);
  if (!find_order(&p)) {
    *why = "its loops are too entangled for a tree";
    return NULL;
  }
  for (size_t k = 0; k < tree->count; k++) tree->position[p.order[k]] = (int)k;
  count_freedoms(&p);
  lay_links(&p);
  finish_cuts(&p);
  reserve(&p);
  invert_masses(&p);
  return tree;
}
