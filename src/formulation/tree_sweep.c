/* SPDX-License-Identifier: Apache-2.0
 *
 * Tree, the elimination. With A the inertia of a body and all it carries and B its couplings,
 *   U = A Z,  W_j = B_j' Z,  D = Z' U,
 *   A -= U D^-1 U',  B_j -= U D^-1 W_j',  A_jl -= W_j D^-1 W_l',
 * then the parent takes A_p += E' A E + E' B_p + B_p' E and B_pj += E' B_j. Right-hand sides go the
 * same way down, accelerations the other way up.
 */
#include "formulation/tree.h"
#include <math.h>
#include <string.h>

/* F about the parent's point: the turning part takes d x F; `stride` between parts */
static inline void shift_force(size_t w, const double d[3], double *f, size_t stride) {
  if (w == 3) {
    f[0] += d[0] * f[2 * stride] - d[1] * f[stride];
    return;
  }
  double x = f[3 * stride], y = f[4 * stride], z = f[5 * stride];
  f[0] += d[1] * z - d[2] * y;
  f[stride] += d[2] * x - d[0] * z;
  f[2 * stride] += d[0] * y - d[1] * x;
}

/* y at the parent's point shifted to the child's: v += alpha x d */
static inline void shift_motion(size_t w, const double d[3], const double *y, double *out) {
  if (w == 3) {
    out[0] = y[0];
    out[1] = y[1] - y[0] * d[1];
    out[2] = y[2] + y[0] * d[0];
    return;
  }
  out[0] = y[0];
  out[1] = y[1];
  out[2] = y[2];
  out[3] = y[3] + (y[1] * d[2] - y[2] * d[1]);
  out[4] = y[4] + (y[2] * d[0] - y[0] * d[2]);
  out[5] = y[5] + (y[0] * d[1] - y[1] * d[0]);
}

/* inertia of each body and the stiffness of cuts */
static void load(TrmTree *tree) {
  size_t w = tree->width, square = w * w;
  for (size_t k = 0; k < tree->count; k++) {
    double y[6] = {0}, *A = tree->A + square * k;
    for (size_t i = 0; i < w; i++) {
      y[i] = 1;
      trm_tree_inertia(tree, k, y, A + w * i);
      y[i] = 0;
    }
  }
  memset(tree->B, 0, tree->link_count * square * sizeof *tree->B);
  for (size_t i = 0; i < tree->cut_count; i++) {
    const TrmTreeCut *cut = &tree->cut[i];
    const int *pair = tree->pair + cut->first_pair;
    for (size_t a = 0; a < cut->count; a++) {
      const double *h = tree->h + w * (cut->first + a);
      double *A = tree->A + square * (size_t)tree->side[cut->first + a].node;
      for (size_t r = 0; r < w; r++)
        for (size_t c = 0; c < w; c++) A[w * r + c] += tree->rho[i] * h[r] * h[c];
      for (size_t b = 0; b < a; b++, pair++) {
        const double *other = tree->h + w * (cut->first + b);
        double *B = tree->B + square * (size_t)(*pair & ~TRM_TREE_TRANSPOSED);
        const double *rows = *pair & TRM_TREE_TRANSPOSED ? h : other;
        const double *columns = *pair & TRM_TREE_TRANSPOSED ? other : h;
        for (size_t r = 0; r < w; r++)
          for (size_t c = 0; c < w; c++) B[w * r + c] += tree->rho[i] * rows[r] * columns[c];
      }
    }
  }
}

/* D = L diag L' in place, unit L below the diagonal; 0 when a pivot is not positive */
static int split(double *D, size_t d) {
  for (size_t j = 0; j < d; j++) {
    double size = D[d * j + j];
    for (size_t k = 0; k < j; k++) D[d * j + j] -= D[d * j + k] * D[d * j + k] * D[d * k + k];
    if (!(D[d * j + j] > 1e-14 * size)) return 0;
    for (size_t i = j + 1; i < d; i++) {
      for (size_t k = 0; k < j; k++) D[d * i + j] -= D[d * i + k] * D[d * j + k] * D[d * k + k];
      D[d * i + j] /= D[d * j + j];
    }
  }
  return 1;
}

/* x <- D^-1 x */
static inline void solve_split(const double *D, size_t d, double *x) {
  for (size_t i = 0; i < d; i++)
    for (size_t k = 0; k < i; k++) x[i] -= D[d * i + k] * x[k];
  for (size_t i = d; i-- > 0;) {
    x[i] /= D[d * i + i];
    for (size_t k = i + 1; k < d; k++) x[i] -= D[d * k + i] * x[k];
  }
}

/* target (rows by columns) -= X' Y with X, Y d rows of w */
static void subtract(double *target, size_t w, size_t d, const double *X, const double *Y,
                     int transposed) {
  for (size_t r = 0; r < w; r++)
    for (size_t c = 0; c < w; c++) {
      double sum = 0;
      for (size_t k = 0; k < d; k++) sum += X[w * k + r] * Y[w * k + c];
      target[transposed ? w * c + r : w * r + c] -= sum;
    }
}

/* out (d rows of w) = D^-1 X */
static void divide(const double *D, size_t w, size_t d, const double *X, double *out) {
  for (size_t i = 0; i < w; i++) {
    double x[6];
    for (size_t k = 0; k < d; k++) x[k] = X[w * k + i];
    solve_split(D, d, x);
    for (size_t k = 0; k < d; k++) out[w * k + i] = x[k];
  }
}

/* U, W and D of a body */
static int reduce(TrmTree *tree, size_t k) {
  const TrmTreeNode *node = &tree->node[k];
  size_t w = tree->width, d = (size_t)node->freedom;
  const double *A = tree->A + w * w * k, *Z = tree->Z + node->z;
  double *U = tree->U + node->z, *D = tree->D + node->triangle;
  for (size_t j = 0; j < d; j++)
    for (size_t r = 0; r < w; r++) {
      double sum = 0;
      for (size_t c = 0; c < w; c++) sum += A[w * r + c] * Z[w * j + c];
      U[w * j + r] = sum;
    }
  for (size_t i = 0; i < d; i++)
    for (size_t j = 0; j <= i; j++) {
      double sum = 0;
      for (size_t c = 0; c < w; c++) sum += Z[w * i + c] * U[w * j + c];
      D[d * i + j] = sum;
    }
  for (size_t a = node->first_link; a < node->first_link + node->link_count; a++) {
    const double *B = tree->B + w * w * a;
    double *W = tree->W + tree->w_start[a];
    for (size_t j = 0; j < d; j++)
      for (size_t c = 0; c < w; c++) {
        double sum = 0;
        for (size_t r = 0; r < w; r++) sum += B[w * r + c] * Z[w * j + r];
        W[w * j + c] = sum;
      }
  }
  return split(D, d);
}

/* what a body passes on to its parent */
static void pass_on(TrmTree *tree, size_t k, const double *over) {
  const TrmTreeNode *node = &tree->node[k];
  size_t w = tree->width, d = (size_t)node->freedom, square = w * w;
  const double *shift = tree->place[k].d;
  double X[36], *Ap = tree->A + square * (size_t)node->parent;
  memcpy(X, tree->A + square * k, square * sizeof *X);
  subtract(X, w, d, tree->U + node->z, over, 0);
  for (size_t c = 0; c < w; c++) shift_force(w, shift, X + c, w);
  for (size_t r = 0; r < w; r++) shift_force(w, shift, X + w * r, 1);
  for (size_t i = 0; i < square; i++) Ap[i] += X[i];
  for (size_t a = node->first_link; a < node->first_link + node->link_count; a++) {
    const TrmTreeLink *link = &tree->link[a];
    double Y[36];
    memcpy(Y, tree->B + square * a, square * sizeof *Y);
    subtract(Y, w, d, over, tree->W + tree->w_start[a], 0);
    for (size_t c = 0; c < w; c++) shift_force(w, shift, Y + c, w);
    if (link->with_parent < 0) {
      for (size_t r = 0; r < w; r++)
        for (size_t c = 0; c < w; c++) Ap[w * r + c] += Y[w * r + c] + Y[w * c + r];
    } else {
      double *B = tree->B + square * (size_t)link->with_parent;
      for (size_t r = 0; r < w; r++)
        for (size_t c = 0; c < w; c++)
          B[w * r + c] += link->transposed ? Y[w * c + r] : Y[w * r + c];
    }
  }
}

TrmStatus trm_tree_eliminate(TrmTree *tree) {
  size_t w = tree->width, square = w * w;
  load(tree);
  for (size_t k = 0; k < tree->count; k++) {
    const TrmTreeNode *node = &tree->node[k];
    size_t d = (size_t)node->freedom;
    const double *D = tree->D + node->triangle;
    const int *op = tree->op + node->first_op;
    double over[36];
    if (!reduce(tree, k)) return TRM_FAILED;
    for (size_t a = 0; a < node->link_count; a++) {
      size_t link = node->first_link + a;
      divide(D, w, d, tree->W + tree->w_start[link], over);
      subtract(tree->A + square * (size_t)tree->link[link].other, w, d,
               tree->W + tree->w_start[link], over, 0);
      for (size_t b = 0; b < a; b++, op++)
        subtract(tree->B + square * (size_t)(*op & ~TRM_TREE_TRANSPOSED), w, d,
                 tree->W + tree->w_start[node->first_link + b], over,
                 (*op & TRM_TREE_TRANSPOSED) != 0);
    }
    if (node->parent < 0) continue;
    divide(D, w, d, tree->U + node->z, over);
    pass_on(tree, k, over);
  }
  return TRM_OK;
}

/* forces down the tree: f is used up, t = D^-1 Z' f stays */
static void sweep_down(TrmTree *tree, double *f, const double *c) {
  size_t w = tree->width, square = w * w;
  for (size_t k = 0; k < tree->count; k++) {
    const TrmTreeNode *node = &tree->node[k];
    size_t d = (size_t)node->freedom, last = node->first_link + node->link_count;
    double *fk = f + w * k, *t = tree->t + node->z / w;
    if (c) {
      const double *A = tree->A + square * k, *ck = c + w * k;
      for (size_t r = 0; r < w; r++)
        for (size_t i = 0; i < w; i++) fk[r] -= A[w * r + i] * ck[i];
      for (size_t a = node->first_link; a < last; a++) {
        double *fj = f + w * (size_t)tree->link[a].other;
        for (size_t r = 0; r < w; r++)
          for (size_t i = 0; i < w; i++) fj[i] -= tree->B[square * a + w * r + i] * ck[r];
      }
    }
    for (size_t j = 0; j < d; j++) {
      t[j] = 0;
      for (size_t i = 0; i < w; i++) t[j] += tree->Z[node->z + w * j + i] * fk[i];
    }
    solve_split(tree->D + node->triangle, d, t);
    for (size_t a = node->first_link; a < last; a++) {
      double *fj = f + w * (size_t)tree->link[a].other;
      const double *W = tree->W + tree->w_start[a];
      for (size_t j = 0; j < d; j++)
        for (size_t i = 0; i < w; i++) fj[i] -= W[w * j + i] * t[j];
    }
    if (node->parent < 0) continue;
    for (size_t j = 0; j < d; j++)
      for (size_t i = 0; i < w; i++) fk[i] -= tree->U[node->z + w * j + i] * t[j];
    shift_force(w, tree->place[k].d, fk, 1);
    for (size_t i = 0; i < w; i++) f[w * (size_t)node->parent + i] += fk[i];
  }
}

/* accelerations up the tree */
static void sweep_up(TrmTree *tree, const double *c, double *y) {
  size_t w = tree->width;
  for (size_t k = tree->count; k-- > 0;) {
    const TrmTreeNode *node = &tree->node[k];
    size_t d = (size_t)node->freedom;
    double *yk = y + w * k, q[6], *t = tree->t + node->z / w;
    memset(yk, 0, w * sizeof *yk);
    if (node->parent >= 0) shift_motion(w, tree->place[k].d, y + w * (size_t)node->parent, yk);
    for (size_t j = 0; j < d; j++) {
      q[j] = 0;
      for (size_t i = 0; i < w; i++) q[j] += tree->U[node->z + w * j + i] * yk[i];
    }
    for (size_t a = node->first_link; a < node->first_link + node->link_count; a++) {
      const double *W = tree->W + tree->w_start[a], *yj = y + w * (size_t)tree->link[a].other;
      for (size_t j = 0; j < d; j++)
        for (size_t i = 0; i < w; i++) q[j] += W[w * j + i] * yj[i];
    }
    solve_split(tree->D + node->triangle, d, q);
    for (size_t j = 0; j < d; j++)
      for (size_t i = 0; i < w; i++) yk[i] += tree->Z[node->z + w * j + i] * (t[j] - q[j]);
    if (c)
      for (size_t i = 0; i < w; i++) yk[i] += c[w * k + i];
  }
}

/* c of every joint from the right-hand sides of its rows */
static void find_shifts(TrmTree *tree, const double *g) {
  for (size_t k = 0; k < tree->count; k++) {
    const TrmTreeNode *node = &tree->node[k];
    const TrmTreePlace *p = &tree->place[k];
    double c[6] = {0};
    for (int i = 0; i < node->offsets; i++)
      for (int j = 0; j < 3; j++) c[3 + j] += node->sign * p->a[i][j] * g[node->offset_row[i]];
    for (int i = 0; i < node->axes; i++)
      for (int j = 0; j < 3; j++) c[j] -= node->sign * p->b[i][j] * g[node->axes_row[i]];
    double *out = tree->c + tree->width * k;
    if (tree->width == 6) {
      memcpy(out, c, sizeof c);
    } else {
      out[0] = c[2];
      out[1] = c[3];
      out[2] = c[4];
    }
  }
}

/* multipliers of the tree's rows: what each body needs beyond what acts on it, leaves first */
static void recover(TrmTree *tree, const double *f, double *lambda) {
  size_t w = tree->width;
  double *need = tree->work;
  for (size_t k = 0; k < tree->count; k++) {
    double force[6];
    trm_tree_inertia(tree, k, tree->y + w * k, force);
    for (size_t i = 0; i < w; i++) need[w * k + i] = f[w * k + i] - force[i];
  }
  for (size_t i = 0; i < tree->cut_count; i++) {
    const TrmTreeCut *cut = &tree->cut[i];
    lambda[cut->row] = tree->lambda[i];
    for (size_t s = cut->first; s < cut->first + cut->count; s++)
      for (size_t j = 0; j < w; j++)
        need[w * (size_t)tree->side[s].node + j] -= tree->h[w * s + j] * tree->lambda[i];
  }
  for (size_t k = 0; k < tree->count; k++) {
    const TrmTreeNode *node = &tree->node[k];
    const TrmTreePlace *p = &tree->place[k];
    double wrench[6], *own = need + w * k;
    memcpy(wrench, own, w * sizeof *wrench);
    if (w == 3) {
      wrench[3] = own[1];
      wrench[4] = own[2];
      wrench[5] = 0;
      wrench[2] = own[0];
      wrench[0] = wrench[1] = 0;
    }
    for (int i = 0; i < node->offsets; i++) {
      const double *a = p->a[i];
      lambda[node->offset_row[i]] =
          node->sign * (a[0] * wrench[3] + a[1] * wrench[4] + a[2] * wrench[5]);
    }
    for (int i = 0; i < node->axes; i++) {
      const double *b = p->b[i];
      lambda[node->axes_row[i]] =
          -node->sign * (b[0] * wrench[0] + b[1] * wrench[1] + b[2] * wrench[2]);
    }
    if (node->parent < 0) continue;
    shift_force(w, p->d, own, 1);
    for (size_t i = 0; i < w; i++) need[w * (size_t)node->parent + i] += own[i];
  }
}

/* defects of the cuts, and the right-hand side of the next correction; their largest, scaled */
static double find_defect(TrmTree *tree, const double *f) {
  size_t w = tree->width;
  double worst = 0;
  for (size_t k = 0; k < tree->count; k++) {
    double force[6];
    trm_tree_inertia(tree, k, tree->y + w * k, force);
    for (size_t i = 0; i < w; i++) tree->work[w * k + i] = f[w * k + i] - force[i];
  }
  for (size_t i = 0; i < tree->cut_count; i++) {
    const TrmTreeCut *cut = &tree->cut[i];
    double defect = tree->g[i];
    for (size_t s = cut->first; s < cut->first + cut->count; s++)
      for (size_t j = 0; j < w; j++)
        defect -= tree->h[w * s + j] * tree->y[w * (size_t)tree->side[s].node + j];
    tree->defect[i] = defect;
    worst = fmax(worst, fabs(defect) * sqrt(tree->rho[i]));
    double push = tree->rho[i] * defect - tree->lambda[i];
    for (size_t s = cut->first; s < cut->first + cut->count; s++)
      for (size_t j = 0; j < w; j++)
        tree->work[w * (size_t)tree->side[s].node + j] += tree->h[w * s + j] * push;
  }
  return worst;
}

/* take the correction dy over: y += dy, lambda += rho (h dy - defect); size of the change to y's */
static double correct(TrmTree *tree) {
  size_t w = tree->width;
  double change = 0, size = 0;
  for (size_t i = 0; i < w * tree->count; i++) {
    tree->y[i] += tree->dy[i];
    change = fmax(change, fabs(tree->dy[i]));
    size = fmax(size, fabs(tree->y[i]));
  }
  for (size_t i = 0; i < tree->cut_count; i++) {
    const TrmTreeCut *cut = &tree->cut[i];
    double sum = -tree->defect[i];
    for (size_t s = cut->first; s < cut->first + cut->count; s++)
      for (size_t j = 0; j < w; j++)
        sum += tree->h[w * s + j] * tree->dy[w * (size_t)tree->side[s].node + j];
    tree->lambda[i] += tree->rho[i] * sum;
  }
  return size > 0 ? change / size : change;
}

enum { MOST_CORRECTIONS = 12 };

static TrmStatus refine(TrmTree *tree, const double *f) {
  double last_change = 1;
  for (int round = 0; round < MOST_CORRECTIONS && tree->cut_count; round++) {
    find_defect(tree, f);
    sweep_down(tree, tree->work, NULL);
    sweep_up(tree, NULL, tree->dy);
    double change = correct(tree);
    tree->solver.corrections++;
    if (!isfinite(change)) return TRM_FAILED;
    /* the next one would not be seen, or does not help any more */
    if (change * change <= 1e-15 * last_change || change <= 1e-15) break;
    if (round > 1 && change > 0.5 * last_change) break;
    last_change = change;
  }
  return TRM_OK;
}

TrmStatus trm_tree_solve(TrmTree *tree, const double *f, const double *g, double *x,
                         double *lambda) {
  size_t w = tree->width, n = w * tree->count;
  const double *c = NULL;
  for (size_t k = 0; k < tree->count; k++) trm_tree_gather(tree, k, f, tree->f + w * k);
  if (g) {
    find_shifts(tree, g);
    c = tree->c;
  }
  for (size_t i = 0; i < tree->cut_count; i++) tree->g[i] = g ? g[tree->cut[i].row] : 0;
  memset(tree->y, 0, n * sizeof *tree->y);
  memset(tree->lambda, 0, tree->cut_count * sizeof *tree->lambda);
  /* the first solution carries the shifts of the joints, corrections keep them */
  find_defect(tree, tree->f);
  sweep_down(tree, tree->work, c);
  sweep_up(tree, c, tree->dy);
  correct(tree);
  TrmStatus status = refine(tree, tree->f);
  if (status != TRM_OK) return status;
  for (size_t i = 0; i < n; i++)
    if (!isfinite(tree->y[i])) return TRM_FAILED;
  if (x)
    for (size_t k = 0; k < tree->count; k++) trm_tree_scatter(tree, k, tree->y + w * k, x);
  if (lambda) recover(tree, tree->f, lambda);
  return TRM_OK;
}
