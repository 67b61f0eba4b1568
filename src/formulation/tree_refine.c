/* SPDX-License-Identifier: Apache-2.0
 *
 * Tree, corrections and results. A correction solves for what M y + h' lambda - f and h y - g still
 * are; with the stiffness at 1e8 of the effective mass it shrinks them by about six digits, in
 * long loops as in short ones. Multipliers of the tree's rows follow from the balance of each body,
 * leaves first.
 */
#include "formulation/lanes.h"
#include "formulation/tree.h"
#include "math/vec3.h"
#include <math.h>
#include <string.h>

enum { MOST_CORRECTIONS = 40 };

/* a last correction by more than this part has not settled */
static const double most_left = 1e-11;

/* h y of a row, by fours */
static double row_rate(const TrmTree *tree, size_t i, const double *y) {
  const TrmTreeRow *row = &tree->row[i];
  TrmLane sum = {0};
  for (size_t s = row->first; s < row->first + row->count; s++) {
    const double *h = tree->h + tree->width * s;
    const double *x = y + tree->width * (size_t)tree->side[s].node;
    sum += trm_lane_load(h) * trm_lane_load(x);
    if (tree->width > 4) sum += trm_lane_load(h + 4) * trm_lane_load(x + 4);
  }
  return sum[0] + sum[1] + sum[2] + sum[3];
}

static void push_row(const TrmTree *tree, size_t i, double push) {
  const TrmTreeRow *row = &tree->row[i];
  for (size_t s = row->first; s < row->first + row->count; s++) {
    const double *h = tree->h + tree->width * s;
    double *to = tree->work + tree->width * (size_t)tree->side[s].node;
    trm_lane_store(to, trm_lane_load(to) + trm_lane_load(h) * push);
    if (tree->width > 4)
      trm_lane_store(to + 4, trm_lane_load(to + 4) + trm_lane_load(h + 4) * push);
  }
}

/* lambda += rho (rate - wanted) of rows, where y has just changed by `change`; squares of the
 * change and of lambda, to the stiffness */
static void count_rows(TrmTree *tree, const double *change, int first, double sums[2]) {
  sums[0] = sums[1] = 0;
  for (size_t i = 0; i < tree->row_count; i++) {
    double wanted = first ? tree->g[i] : tree->defect[i];
    double more = row_rate(tree, i, change) - wanted;
    tree->lambda[i] = tree->rho[i] * more + (first ? 0 : tree->lambda[i]);
    if (!(tree->rho[i] > 0)) continue;
    sums[0] += tree->rho[i] * more * more;
    sums[1] += tree->lambda[i] * tree->lambda[i] / tree->rho[i];
  }
}

double trm_tree_correct(TrmTree *tree, TrmTreeStage stage) {
  double sums[2], row_sums[2];
  if (!(tree->cut_count + tree->row_count)) return 0;
  if (stage == TRM_STAGE_NONE) memset(tree->lambda, 0, tree->row_count * sizeof *tree->lambda);
  if (stage == TRM_STAGE_FIRST) count_rows(tree, tree->y, 1, row_sums);
  for (size_t i = 0; i < tree->row_count; i++) {
    tree->defect[i] = tree->g[i] - row_rate(tree, i, tree->y);
    push_row(tree, i, tree->rho[i] * tree->defect[i] - tree->lambda[i]);
  }
  tree->kernel->again(tree, stage, sums);
  count_rows(tree, tree->dy, 0, row_sums);
  /* nothing moves where forces are spread: these are what must settle */
  if (tree->loose) memcpy(sums, row_sums, sizeof sums);
  tree->solver.corrections++;
  return sums[1] > 0 ? sqrt(sums[0] / sums[1]) : sqrt(sums[0]);
}

/* corrections until they are not seen any more; the first at `stage` */
static TrmStatus refine(TrmTree *tree, TrmTreeStage stage) {
  double last = 1;
  tree->solver.settling = 0;
  tree->lost = 0;
  if (tree->solver.rough) return TRM_OK;
  for (int round = 0; round < MOST_CORRECTIONS; round++) {
    double change = trm_tree_correct(tree, round ? TRM_STAGE_NEXT : stage);
    if (!isfinite(change)) return TRM_FAILED;
    if (round && change > 1e-13) tree->solver.settling = fmax(tree->solver.settling, change / last);
    /* the next one would not be seen (the first says little of how they shrink), or they do not
     * help any more */
    if (round ? change * change <= 1e-13 * last || change <= 1e-15 : change <= 1e-9) return TRM_OK;
    int idle = round > 1 && change > 0.5 * last;
    last = change;
    if (idle) break;
  }
  tree->lost = last > most_left;
  return TRM_OK;
}

TrmStatus trm_tree_refine(TrmTree *tree) {
  double sums[2];
  if (tree->cut_count + tree->row_count) return refine(tree, TRM_STAGE_FIRST);
  tree->solver.settling = 0;
  tree->lost = 0;
  if (tree->solver.rough || !tree->uneven) return TRM_OK;
  memset(tree->work, 0, tree->width * tree->count * sizeof *tree->work);
  tree->kernel->again(tree, TRM_STAGE_NEXT, sums);
  return TRM_OK;
}

TrmStatus trm_tree_repeat(TrmTree *tree) {
  memset(tree->t, 0, tree->steps * sizeof *tree->t);
  if (!isfinite(tree->kernel->rise(tree, NULL, NULL))) return TRM_FAILED;
  trm_tree_correct(tree, TRM_STAGE_NONE);
  return refine(tree, TRM_STAGE_NEXT);
}

/* turning and moving part of a body's y or force */
static void get_parts(const TrmTree *tree, const double *y, size_t k, double out[6]) {
  if (tree->width == 4) {
    out[0] = out[1] = out[5] = 0;
    out[2] = y[4 * k];
    out[3] = y[4 * k + 1];
    out[4] = y[4 * k + 2];
  } else {
    memcpy(out, y + 8 * k, 3 * sizeof *out);
    memcpy(out + 3, y + 8 * k + 4, 3 * sizeof *out);
  }
}

static void add_parts(const TrmTree *tree, double *y, int k, const double part[6]) {
  double *to = y + (int)tree->width * k;
  if (tree->width == 4) {
    for (int i = 0; i < 3; i++) to[i] += part[2 + i];
  } else {
    for (int i = 0; i < 3; i++) {
      to[i] += part[i];
      to[4 + i] += part[3 + i];
    }
  }
}

/* multipliers of a joint's rows from its torque and force on the second, and minus that */
static void joint_forces(const TrmTree *tree, const TrmTreeRows *rows, double turn, double move,
                         const double *torque, const double *force, double *lambda) {
  TrmTreeAxes x;
  trm_tree_axes(tree, rows, &x);
  for (int i = 0; i < rows->offsets; i++)
    lambda[rows->offset_row[i]] = move * trm_vec3_dot(x.a[i], force) / x.slope;
  for (int i = 0; i < rows->axes; i++)
    lambda[rows->axes_row[i]] = turn * trm_vec3_dot(x.b[i], torque);
}

void trm_tree_recover(TrmTree *tree, double *lambda) {
  if (tree->cut_count) tree->kernel->count(tree);
  tree->kernel->need(tree);
  for (size_t i = 0; i < tree->cut_count; i++) {
    double torque[3], force[3];
    tree->kernel->reactions(tree, i, torque, force);
    joint_forces(tree, tree->cut[i].rows, 1, 1, torque, force, lambda);
  }
  for (size_t i = 0; i < tree->row_count; i++) {
    push_row(tree, i, -tree->lambda[i]);
    lambda[tree->row[i].row] = tree->lambda[i];
  }
  /* what is left is the joint's; its parent feels the opposite */
  for (size_t k = 0; k < tree->count; k++) {
    const TrmTreeNode *node = &tree->node[k];
    double wrench[6], d[3], moment[3];
    get_parts(tree, tree->work, k, wrench);
    if (node->rows.joint >= 0)
      joint_forces(tree, &node->rows, -node->sign, node->sign, wrench, wrench + 3, lambda);
    if (node->parent < 0) continue;
    trm_tree_get3(tree, k, TRM_FIELD_D, d);
    trm_vec3_cross(d, wrench + 3, moment);
    trm_vec3_add(wrench, 1, moment, wrench);
    add_parts(tree, tree->work, node->parent, wrench);
  }
  memset(tree->work, 0, tree->width * tree->count * sizeof *tree->work);
}
