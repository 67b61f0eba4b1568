/* SPDX-License-Identifier: Apache-2.0
 *
 * Tree, the spanning: by breadth from ground, so that loops are cut short. A joint in the tree
 * holds its body by the rows that have closed forms, a rod what nothing else reaches; all other
 * rows are cuts. A point mass is held by rods only, because its rows know no turn.
 */
#include "formulation/tree_plan.h"
#include <math.h>
#include <string.h>

/* a pair of axis rows shares the first axis, a triple is the cyclic one */
static int fits(const TrmTreeRows *rows, const TrmRowSpec *spec) {
  int first = rows->axes_first[0];
  if (rows->axes == 0) return 1;
  int cyclic = spec->first == (rows->axes_first[rows->axes - 1] + 1) % 3 &&
               spec->second == (spec->first + 1) % 3 && rows->axes_second[0] == (first + 1) % 3;
  if (rows->axes == 1)
    return cyclic ||
           (spec->first == first && spec->second != first && rows->axes_second[0] != first);
  return cyclic && rows->axes_first[1] != first;
}

/* 1 when a joint is a rod that holds two points apart */
static int is_rod(const TrmEquations *eq, size_t index) {
  const TrmJoint *joint = &eq->system->joints[index];
  if (eq->joint_rows[index] != 1 || joint->first == joint->second) return 0;
  const TrmRow *row = &eq->rows[eq->joint_row[index]];
  return row->form == TRM_FORM_APART && row->level == TRM_LEVEL_POSITION;
}

/* the rows of a joint that have closed forms; their number */
static int usable_rows(const TrmEquations *eq, size_t index, TrmTreeRows *rows) {
  const TrmJoint *joint = &eq->system->joints[index];
  int planar = eq->system->planar, count = 0;
  const TrmRowSpec *spec = planar ? joint->type->planar_rows : joint->type->rows;
  *rows = (TrmTreeRows){.joint = (int)index};
  for (const TrmRowSpec *s = spec; s && s->kind; s++) count++;
  if (!count || joint->coupling || joint->type->unilateral || !joint->has_frames) return 0;
  if (count != eq->joint_rows[index] || joint->first == joint->second) return 0;
  for (int row = eq->joint_row[index]; spec->kind; row++, spec++) {
    if (spec->kind == TRM_ROW_OFFSET && rows->offsets < (planar ? 2 : 3)) {
      rows->offset_axis[rows->offsets] = (signed char)spec->first;
      rows->offset_row[rows->offsets++] = row;
    } else if (spec->kind == TRM_ROW_AXES && rows->axes < (planar ? 1 : 3) && fits(rows, spec)) {
      rows->axes_first[rows->axes] = (signed char)spec->first;
      rows->axes_second[rows->axes] = (signed char)spec->second;
      rows->axes_row[rows->axes++] = row;
    }
  }
  return rows->offsets + rows->axes;
}

static int is_point(const TrmEquations *eq, int body) {
  return body >= 0 && eq->body_column[body][5] < 0;
}

static void take(TrmTreePlan *p, const TrmTreeRows *rows) {
  for (int k = 0; k < rows->offsets; k++) p->taken[rows->offset_row[k]] = 1;
  for (int k = 0; k < rows->axes; k++) p->taken[rows->axes_row[k]] = 1;
}

/* hold `child` by the rows of a joint */
static void hold(TrmTreePlan *p, int child, const TrmTreeRows *rows) {
  const TrmJoint *joint = &p->eq->system->joints[rows->joint];
  TrmTreeNode *node = &p->body[child];
  node->rows = *rows;
  node->sign = joint->second == child ? 1 : -1;
  p->parent[child] = node->sign > 0 ? joint->first : joint->second;
  p->held[rows->joint] = 1;
  take(p, rows);
}

/* lists of joints by body; ground is the last */
static void list_joints(const TrmEquations *eq, size_t *start, size_t *list) {
  const TrmSystem *system = eq->system;
  size_t n = eq->body_count;
  for (int fill = 0; fill < 2; fill++) {
    for (size_t i = 0; i < system->joint_count; i++) {
      const TrmJoint *joint = &system->joints[i];
      if (joint->coupling || !joint->has_frames) continue;
      for (int k = 0; k < 2; k++) {
        int body = k ? joint->second : joint->first;
        size_t end = body < 0 ? n : (size_t)body;
        if (fill) {
          list[start[end]++] = i;
        } else {
          start[end + 1]++;
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

/* the bodies at hand, in the order in which they were reached */
typedef struct Reach {
  size_t *start, *list, *queue, tail;
  unsigned char *reached;
} Reach;

static void reach(Reach *r, size_t body) {
  r->reached[body] = 1;
  r->queue[r->tail++] = body;
}

/* joints other than rods from a body to those not reached yet */
static void follow_joints(TrmTreePlan *p, Reach *r, size_t at) {
  const TrmEquations *eq = p->eq;
  int here = at == eq->body_count ? TRM_GROUND : (int)at;
  if (is_point(eq, here)) return;
  for (size_t k = r->start[at]; k < r->start[at + 1]; k++) {
    const TrmJoint *joint = &eq->system->joints[r->list[k]];
    int other = joint->first == here ? joint->second : joint->first;
    TrmTreeRows rows;
    if (other < 0 || r->reached[other] || is_point(eq, other)) continue;
    if (!usable_rows(eq, r->list[k], &rows)) continue;
    hold(p, other, &rows);
    reach(r, (size_t)other);
  }
}

/* a rod from a body to one that nothing else reaches; 0 when there is none. Bodies that more than
 * two joints hold are left free, so that nets of rods have no order forced on them. */
static int follow_rod(TrmTreePlan *p, Reach *r, size_t at) {
  const TrmEquations *eq = p->eq;
  int here = at == eq->body_count ? TRM_GROUND : (int)at;
  for (size_t k = r->start[at]; k < r->start[at + 1]; k++) {
    size_t index = r->list[k];
    const TrmJoint *joint = &eq->system->joints[index];
    int other = joint->first == here ? joint->second : joint->first;
    if (other < 0 || r->reached[other] || !is_rod(eq, index)) continue;
    if (r->start[other + 1] - r->start[other] > 2) continue;
    TrmTreeRows rows = {
        .joint = (int)index, .rod = 1, .offsets = 1, .offset_row = {eq->joint_row[index]}};
    hold(p, other, &rows);
    reach(r, (size_t)other);
    return 1;
  }
  return 0;
}

void trm_tree_span(TrmTreePlan *p) {
  const TrmEquations *eq = p->eq;
  size_t n = eq->body_count, head = 0, far = 0, next = 0;
  Reach r = {.start = trm_arena_array(p->paper, n + 3, sizeof(size_t)),
             .list = trm_arena_array(p->paper, 2 * eq->system->joint_count + 1, sizeof(size_t)),
             .queue = trm_arena_array(p->paper, n + 2, sizeof(size_t)),
             .reached = trm_arena_array(p->paper, n + 1, 1)};
  list_joints(eq, r.start, r.list);
  for (size_t i = 0; i < n; i++) {
    p->body[i] = (TrmTreeNode){.rows = {.joint = -1}, .body = i, .parent = -1, .sign = 1};
    p->parent[i] = TRM_GROUND;
  }
  reach(&r, n);
  while (!p->loose) {
    for (; head < r.tail; head++) follow_joints(p, &r, r.queue[head]);
    while (far < r.tail && !follow_rod(p, &r, r.queue[far])) far++;
    if (far < r.tail) continue;
    while (next < n && r.reached[next]) next++;
    if (next == n) break;
    reach(&r, next);
  }
}

/* the body that stands for all that are joined with one */
static int find_root(int *root, int body) {
  while (root[body] != body) body = root[body] = root[root[body]];
  return body;
}

/* the most loops that hang together other than by ground */
static double count_loops(TrmArena *arena, const TrmEquations *eq) {
  int *root = trm_arena_array(arena, eq->body_count + 1, sizeof *root);
  double *loops = trm_arena_array(arena, eq->body_count + 1, sizeof *loops), most = 0;
  for (size_t i = 0; i < eq->body_count; i++) root[i] = (int)i;
  for (size_t i = 0; i < eq->system->joint_count; i++) {
    const TrmJoint *joint = &eq->system->joints[i];
    if (joint->first >= 0 && joint->second >= 0)
      root[find_root(root, joint->first)] = find_root(root, joint->second);
  }
  for (size_t i = 0; i < eq->body_count; i++) loops[find_root(root, (int)i)]--;
  for (size_t i = 0; i < eq->system->joint_count; i++) {
    const TrmJoint *joint = &eq->system->joints[i];
    int body = joint->first >= 0 ? joint->first : joint->second;
    if (body >= 0) loops[find_root(root, body)]++;
  }
  for (size_t i = 0; i < eq->body_count; i++) most = fmax(most, loops[i]);
  return most;
}

double trm_tree_stiffness(TrmArena *arena, const TrmEquations *eq) {
  double least = HUGE_VAL, most = 0, loops = count_loops(arena, eq) / 40;
  for (size_t i = 0; i < eq->body_count; i++) {
    least = fmin(least, eq->system->bodies[i].mass);
    most = fmax(most, eq->system->bodies[i].mass);
  }
  double spread = most > least ? most / least : 1;
  return 1e8 * fmin(1e4, fmax(spread, loops * loops));
}

/* stiffness of a joint: the mean over its directions; of turns, between the lightest and the
 * heaviest axis */
static void find_stiffness(const TrmEquations *eq, double stiffness, TrmTreeCut *cut) {
  const TrmJoint *joint = &eq->system->joints[cut->rows->joint];
  double along = 0, about = 0;
  for (int k = 0; k < 2; k++) {
    int body = k ? joint->second : joint->first;
    const double *s = k ? joint->frame_second.s : joint->frame_first.s;
    if (body < 0) continue;
    const TrmBody *b = &eq->system->bodies[body];
    const double *I = b->inertia_b;
    along += 1 / b->mass;
    if (eq->system->planar) {
      along += (s[0] * s[0] + s[1] * s[1]) / (2 * I[8]);
      about += 1 / I[8];
    } else {
      double light = fmax(1 / I[0], fmax(1 / I[4], 1 / I[8]));
      double heavy = fmin(1 / I[0], fmin(1 / I[4], 1 / I[8]));
      about += sqrt(light * heavy);
      for (int i = 0; i < 3; i++) {
        double arm = s[(i + 1) % 3] * s[(i + 1) % 3] + s[(i + 2) % 3] * s[(i + 2) % 3];
        along += arm / (3 * I[4 * i]);
      }
    }
  }
  cut->along = stiffness / along;
  cut->about = stiffness / about;
}

/* joints outside the tree, hinges first */
static void list_joint_cuts(TrmTreePlan *p) {
  const TrmEquations *eq = p->eq;
  TrmTree *tree = p->tree;
  size_t capacity = 0;
  for (int hinges = 1; hinges >= 0; hinges--) {
    for (size_t i = 0; i < eq->system->joint_count; i++) {
      const TrmJoint *joint = &eq->system->joints[i];
      TrmTreeCut cut = {.link = -1};
      TrmTreeRows rows;
      if (p->held[i] || joint->coupling || !joint->has_frames) continue;
      if (is_point(eq, joint->first) || is_point(eq, joint->second)) continue;
      if (!usable_rows(eq, i, &rows)) continue;
      if (trm_tree_hinge(&rows, eq->system->planar) != hinges) continue;
      TrmTreeRows *kept = trm_arena_alloc(p->arena, sizeof *kept);
      *kept = rows;
      cut.rows = kept;
      cut.node[0] = joint->first;
      cut.node[1] = joint->second;
      find_stiffness(eq, p->tree->stiffness, &cut);
      take(p, cut.rows);
      TRM_PUSH(p->paper, tree->cut, tree->cut_count, capacity, cut);
    }
    if (hinges) tree->hinge_count = tree->cut_count;
  }
}

/* the rest, row by row, with its bodies */
static void list_rows(TrmTreePlan *p) {
  const TrmEquations *eq = p->eq;
  TrmTree *tree = p->tree;
  size_t row_capacity = 0, side_capacity = 0;
  int *owner = trm_arena_array(p->paper, 2 * eq->column_count + 1, sizeof *owner);
  int *part = owner + eq->column_count;
  for (size_t i = 0; i < eq->body_count; i++)
    for (int k = 0; k < 6; k++) {
      if (eq->body_column[i][k] < 0) continue;
      owner[eq->body_column[i][k]] = (int)i;
      part[eq->body_column[i][k]] = k;
    }
  for (size_t i = 0; i < eq->row_count; i++) {
    if (p->taken[i]) continue;
    TrmTreeRow row = {.row = i, .first = tree->side_count};
    for (size_t e = eq->start[i]; e < eq->start[i + 1]; e++) {
      size_t s = row.first;
      int body = owner[eq->column[e]];
      while (s < tree->side_count && tree->side[s].node != body) s++;
      if (s == tree->side_count) {
        TrmTreeSide side = {.node = body, .entry = {-1, -1, -1, -1, -1, -1}};
        TRM_PUSH(p->paper, tree->side, tree->side_count, side_capacity, side);
      }
      tree->side[s].entry[part[eq->column[e]]] = (int)(e - eq->start[i]);
    }
    row.count = tree->side_count - row.first;
    TRM_PUSH(p->paper, tree->row, tree->row_count, row_capacity, row);
  }
}

void trm_tree_list_cuts(TrmTreePlan *p) {
  if (!p->loose) list_joint_cuts(p);
  list_rows(p);
}
