/* SPDX-License-Identifier: Apache-2.0
 *
 * Tree, the elimination in space. A body carries the inertia A = [J H; H' M] about its point, its
 * own and what others pass on, and couplings B with bodies that come later. Each freedom z takes
 *   U = A z,  D = z'U,  W = B'z:   A -= U U'/D,  B -= U W'/D,  A_jl -= W_j W_l'/D,
 * then the parent takes A_p += E'A E, B_pj += E'B_j. Forces go with it down, motions come up.
 */
#include "formulation/lanes.h"
#include "formulation/tree.h"
#include <string.h>

/* inertia and force that a body carries: J xx yy zz xy xz yz, H and M by rows (M like J) */
typedef struct Load {
  double J[6], H[9], M[6], f[6];
} Load;

_Static_assert(sizeof(Load) == 27 * sizeof(double), "as kept");

TRM_INLINE void add_load(Load *to, const Load *from) {
  for (int i = 0; i < 6; i++) to->J[i] += from->J[i];
  for (int i = 0; i < 9; i++) to->H[i] += from->H[i];
  for (int i = 0; i < 6; i++) to->M[i] += from->M[i];
  for (int i = 0; i < 6; i++) to->f[i] += from->f[i];
}

/* the body's own, from its fields */
TRM_INLINE void add_own(Load *to, const double *field, double m) {
  const double *J = field + 4 * TRM_FIELD_J, *f = field + 4 * TRM_FIELD_F;
  const double *rho = field + 4 * TRM_FIELD_RHO;
  double x = m * rho[0], y = m * rho[4], z = m * rho[8];
  for (int i = 0; i < 6; i++) to->J[i] += J[4 * i];
  to->H[1] -= z;
  to->H[2] += y;
  to->H[3] += z;
  to->H[5] -= x;
  to->H[6] -= y;
  to->H[7] += x;
  for (int i = 0; i < 3; i++) to->M[i] += m;
  for (int i = 0; i < 6; i++) to->f[i] += f[4 * i];
}

/* b = S a with S symmetric, stored like J */
TRM_INLINE void apply_symmetric(const double S[6], const double a[3], double b[3]) {
  b[0] = S[0] * a[0] + S[3] * a[1] + S[4] * a[2];
  b[1] = S[3] * a[0] + S[1] * a[1] + S[5] * a[2];
  b[2] = S[4] * a[0] + S[5] * a[1] + S[2] * a[2];
}

/* y = A x of two parts */
TRM_INLINE void apply_load(const Load *a, const double x[6], double y[6]) {
  double top[3], low[3];
  apply_symmetric(a->J, x, top);
  apply_symmetric(a->M, x + 3, low);
  for (int i = 0; i < 3; i++) {
    y[i] = top[i] + (a->H[3 * i] * x[3] + a->H[3 * i + 1] * x[4] + a->H[3 * i + 2] * x[5]);
    y[3 + i] = low[i] + (a->H[i] * x[0] + a->H[3 + i] * x[1] + a->H[6 + i] * x[2]);
  }
}

/* one freedom: U/D, 1/D and t; with `on` the load is reduced by it. 0 when it has no inertia */
TRM_INLINE int reduce(Load *a, double z0, double z1, double z2, int slide, int on, double U[6],
                      double *ratio, double *inv, double *t) {
  const double *H = a->H, *S = slide ? a->M : a->J;
  double z[3] = {z0, z1, z2}, own[3];
  int here = slide ? 3 : 0, there = 3 - here;
  apply_symmetric(S, z, own);
  for (int i = 0; i < 3; i++) {
    U[here + i] = own[i];
    U[there + i] = slide ? H[3 * i] * z0 + H[3 * i + 1] * z1 + H[3 * i + 2] * z2
                         : H[i] * z0 + H[3 + i] * z1 + H[6 + i] * z2;
  }
  double D = z0 * own[0] + z1 * own[1] + z2 * own[2];
  double u = z0 * a->f[here] + z1 * a->f[here + 1] + z2 * a->f[here + 2];
  if (!(D > 0)) return 0;
  *inv = 1 / D;
  *t = u * *inv;
  for (int i = 0; i < 6; i++) ratio[i] = U[i] * *inv;
  if (!on) return 1;
  a->J[0] -= ratio[0] * U[0];
  a->J[1] -= ratio[1] * U[1];
  a->J[2] -= ratio[2] * U[2];
  a->J[3] -= ratio[0] * U[1];
  a->J[4] -= ratio[0] * U[2];
  a->J[5] -= ratio[1] * U[2];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) a->H[3 * i + j] -= ratio[i] * U[3 + j];
  a->M[0] -= ratio[3] * U[3];
  a->M[1] -= ratio[4] * U[4];
  a->M[2] -= ratio[5] * U[5];
  a->M[3] -= ratio[3] * U[4];
  a->M[4] -= ratio[3] * U[5];
  a->M[5] -= ratio[4] * U[5];
  for (int i = 0; i < 6; i++) a->f[i] -= ratio[i] * u;
  return 1;
}

/* torque about the parent's point: tau += d x F */
TRM_INLINE void shift_force(const double d[3], double f[6]) {
  f[0] += d[1] * f[5] - d[2] * f[4];
  f[1] += d[2] * f[3] - d[0] * f[5];
  f[2] += d[0] * f[4] - d[1] * f[3];
}

/* E'A E: H += d~ M, J += d~ H' - H_new d~ */
TRM_INLINE void shift_load(const double d[3], Load *a) {
  const double x = d[0], y = d[1], z = d[2];
  double *J = a->J, *H = a->H, *M = a->M;
  double K[9] = {
      H[0] + (y * M[4] - z * M[3]), H[1] + (y * M[5] - z * M[1]), H[2] + (y * M[2] - z * M[5]),
      H[3] + (z * M[0] - x * M[4]), H[4] + (z * M[3] - x * M[5]), H[5] + (z * M[4] - x * M[2]),
      H[6] + (x * M[3] - y * M[0]), H[7] + (x * M[1] - y * M[3]), H[8] + (x * M[5] - y * M[4])};
  J[0] += (y * H[2] - z * H[1]) - (K[1] * z - K[2] * y);
  J[1] += (z * H[3] - x * H[5]) - (K[5] * x - K[3] * z);
  J[2] += (x * H[7] - y * H[6]) - (K[6] * y - K[7] * x);
  J[3] += (y * H[5] - z * H[4]) - (K[2] * x - K[0] * z);
  J[4] += (y * H[8] - z * H[7]) - (K[0] * y - K[1] * x);
  J[5] += (z * H[6] - x * H[8]) - (K[3] * y - K[4] * x);
  memcpy(H, K, sizeof K);
  shift_force(d, a->f);
}

TRM_INLINE void find_shift(const TrmTree *tree, double *field, int parent, double d[3]) {
  const double *P = field + 4 * TRM_FIELD_P,
               *at = trm_tree_field(tree, (size_t)parent, TRM_FIELD_P);
  double *D = field + 4 * TRM_FIELD_D;
  for (int i = 0; i < 3; i++) D[4 * i] = d[i] = P[4 * i] - at[4 * i];
}

/* the couplings of a body take one of its freedoms: W, then B and the bodies at the other end */
static void reduce_links(TrmTree *tree, const TrmTreeSpot *spot, const double *z, int slide,
                         const double U[6], double inv, double t, size_t w) {
  const int *op = tree->op + spot->first_op;
  double *ratio = tree->W + 6 * w;
  for (int a = 0; a < spot->links; a++) {
    const TrmTreeLink *link = &tree->link[spot->first_link + a];
    double *B = tree->B + 36 * (spot->first_link + a), W[6];
    Load *to = (Load *)(void *)(tree->kept + 27 * tree->spot[link->other].slot);
    const double *part = B + (slide ? 18 : 0);
    for (int i = 0; i < 6; i++) {
      W[i] = part[i] * z[0] + part[6 + i] * z[1] + part[12 + i] * z[2];
      ratio[6 * a + i] = W[i] * inv;
    }
    const double *r = ratio + 6 * a;
    if (spot->parent >= 0 || spot->turning + spot->sliding > 1)
      for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++) B[6 * i + j] -= U[i] * r[j];
    to->J[0] -= r[0] * W[0];
    to->J[1] -= r[1] * W[1];
    to->J[2] -= r[2] * W[2];
    to->J[3] -= r[0] * W[1];
    to->J[4] -= r[0] * W[2];
    to->J[5] -= r[1] * W[2];
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) to->H[3 * i + j] -= r[i] * W[3 + j];
    to->M[0] -= r[3] * W[3];
    to->M[1] -= r[4] * W[4];
    to->M[2] -= r[5] * W[5];
    to->M[3] -= r[3] * W[4];
    to->M[4] -= r[3] * W[5];
    to->M[5] -= r[4] * W[5];
    for (int i = 0; i < 6; i++) to->f[i] -= W[i] * t;
    for (int b = 0; b < a; b++, op++) {
      double *C = tree->B + 36 * (*op & ~TRM_TREE_TRANSPOSED);
      const double *s = ratio + 6 * b;
      for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++) C[6 * i + j] -= s[i] * W[j];
    }
  }
}

/* the parent takes over the couplings: B_pj += E'B_j; with itself, A_p += E'B + B'E */
static void pass_links(TrmTree *tree, const TrmTreeSpot *spot, const double d[3]) {
  for (int a = 0; a < spot->links; a++) {
    const TrmTreeLink *link = &tree->link[spot->first_link + a];
    double *B = tree->B + 36 * (spot->first_link + a);
    for (int j = 0; j < 6; j++) {
      B[j] += d[1] * B[30 + j] - d[2] * B[24 + j];
      B[6 + j] += d[2] * B[18 + j] - d[0] * B[30 + j];
      B[12 + j] += d[0] * B[24 + j] - d[1] * B[18 + j];
    }
    if (link->with_parent >= 0) {
      double *C = tree->B + 36 * link->with_parent;
      for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++) C[6 * i + j] += link->transposed ? B[6 * j + i] : B[6 * i + j];
      continue;
    }
    Load *to = (Load *)(void *)(tree->kept + 27 * tree->spot[spot->parent].slot);
    static const int row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};
    for (int i = 0; i < 6; i++) {
      to->J[i] += B[6 * row[i] + column[i]] + B[6 * column[i] + row[i]];
      to->M[i] += B[6 * row[i] + column[i] + 21] + B[6 * column[i] + row[i] + 21];
    }
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) to->H[3 * i + j] += B[6 * i + 3 + j] + B[6 * (3 + j) + i];
  }
}

/* forces of a given part c of the motion, on the other ends of couplings: f_j -= B'c */
static void push_links(TrmTree *tree, const TrmTreeSpot *spot, const double c[6]) {
  for (int a = 0; a < spot->links; a++) {
    const TrmTreeLink *link = &tree->link[spot->first_link + a];
    const double *B = tree->B + 36 * (spot->first_link + a);
    Load *to = (Load *)(void *)(tree->kept + 27 * tree->spot[link->other].slot);
    for (int j = 0; j < 6; j++) {
      double sum = 0;
      for (int i = 0; i < 6; i++) sum += B[6 * i + j] * c[i];
      to->f[j] -= sum;
    }
  }
}

/* every freedom of a body that is no hinge */
static int reduce_odd(TrmTree *tree, const TrmTreeSpot *spot, Load *load) {
  size_t w = (size_t)spot->first_w;
  int count = spot->turning + spot->sliding;
  for (int k = 0; k < count; k++, w += (size_t)spot->links) {
    size_t step = (size_t)(spot->first_step + k);
    const double *z = tree->z + 3 * step;
    double U[6];
    int slide = k >= spot->turning;
    if (!reduce(load, z[0], z[1], z[2], slide, 1, U, tree->U + 6 * step, tree->inv + step,
                tree->t + step))
      return 0;
    if (spot->links) reduce_links(tree, spot, z, slide, U, tree->inv[step], tree->t[step], w);
  }
  return 1;
}

/* down the tree; 0 when a freedom has no inertia */
TRM_WIDE static int eliminate(TrmTree *tree) {
  Load load;
  int carried = 0;
  for (size_t k = 0; k < tree->count; k++) {
    const TrmTreeSpot *spot = &tree->spot[k];
    double *field = trm_tree_field(tree, k, 0), c[6], product[6], d[3];
    double m = tree->fixed[4 * (TRM_FIXED * (k / 4) + TRM_FIXED_MASS) + k % 4];
    if (!carried) memset(&load, 0, sizeof load);
    if (spot->slot >= 0)
      add_load(&load, (const Load *)(const void *)(tree->kept + 27 * spot->slot));
    add_own(&load, field, m);
    for (int i = 0; i < 6; i++) c[i] = field[4 * (TRM_FIELD_C + i)];
    apply_load(&load, c, product);
    for (int i = 0; i < 6; i++) load.f[i] -= product[i];
    if (spot->links) push_links(tree, spot, c);
    if (spot->hinge) {
      double U[6],
          z[3] = {field[4 * TRM_FIELD_Z], field[4 * TRM_FIELD_Z + 4], field[4 * TRM_FIELD_Z + 8]};
      size_t step = (size_t)spot->first_step;
      double *inv = tree->inv + step, *t = tree->t + step;
      if (!reduce(&load, z[0], z[1], z[2], 0, 1, U, tree->U + 6 * step, inv, t)) return 0;
      if (spot->links) reduce_links(tree, spot, z, 0, U, *inv, *t, (size_t)spot->first_w);
    } else if (!reduce_odd(tree, spot, &load)) {
      return 0;
    }
    carried = spot->carries;
    if (spot->parent < 0) continue;
    find_shift(tree, field, spot->parent, d);
    shift_load(d, &load);
    if (spot->links) pass_links(tree, spot, d);
    if (!carried) {
      Load *to = (Load *)(void *)(tree->kept + 27 * tree->spot[spot->parent].slot);
      add_load(to, &load);
    }
  }
  return 1;
}

/* up the tree: motions from the freedoms' t; with `shifts` c is added */
TRM_INLINE void rise(TrmTree *tree, double *y, int shifts) {
  for (size_t k = tree->count; k-- > 0;) {
    const TrmTreeSpot *spot = &tree->spot[k];
    const double *field = trm_tree_field(tree, k, 0), *d = field + 4 * TRM_FIELD_D;
    double x[6] = {0};
    if (spot->parent >= 0) {
      const double *p = y + 6 * spot->parent;
      for (int i = 0; i < 3; i++) x[i] = p[i];
      x[3] = p[3] + (p[1] * d[8] - p[2] * d[4]);
      x[4] = p[4] + (p[2] * d[0] - p[0] * d[8]);
      x[5] = p[5] + (p[0] * d[4] - p[1] * d[0]);
    }
    for (int j = spot->turning + spot->sliding; j-- > 0;) {
      size_t step = (size_t)(spot->first_step + j);
      const double *U = tree->U + 6 * step, *z = tree->z + 3 * step;
      double q = tree->t[step], sum = 0;
      for (int i = 0; i < 6; i++) sum += U[i] * x[i];
      q -= sum;
      for (int a = 0; a < spot->links; a++) {
        const double *W = tree->W + 6 * (spot->first_w + j * spot->links + a);
        const double *other = y + 6 * tree->link[spot->first_link + a].other;
        sum = 0;
        for (int i = 0; i < 6; i++) sum += W[i] * other[i];
        q -= sum;
      }
      double *part = x + (j >= spot->turning ? 3 : 0);
      if (spot->hinge) {
        z = field + 4 * TRM_FIELD_Z;
        for (int i = 0; i < 3; i++) part[i] += z[4 * i] * q;
      } else {
        for (int i = 0; i < 3; i++) part[i] += z[i] * q;
      }
    }
    for (int i = 0; i < 6; i++)
      y[6 * k + (size_t)i] = shifts ? x[i] + field[4 * (TRM_FIELD_C + i)] : x[i];
  }
}

TRM_WIDE static void rise_first(TrmTree *tree) {
  rise(tree, tree->y, 1);
}

/* forces in tree->work down and motions up into dy, with the factors at hand */
TRM_WIDE void trm_tree_space_again(TrmTree *tree) {
  double *f = tree->work;
  for (size_t k = 0; k < tree->count; k++) {
    const TrmTreeSpot *spot = &tree->spot[k];
    const double *field = trm_tree_field(tree, k, 0);
    double *own = f + 6 * k, d[3];
    for (int j = 0; j < spot->turning + spot->sliding; j++) {
      size_t step = (size_t)(spot->first_step + j);
      const double *U = tree->U + 6 * step, *z = tree->z + 3 * step;
      const double *part = own + (j >= spot->turning ? 3 : 0);
      const double *axis = field + 4 * TRM_FIELD_Z;
      double u = spot->hinge ? axis[0] * part[0] + axis[4] * part[1] + axis[8] * part[2]
                             : z[0] * part[0] + z[1] * part[1] + z[2] * part[2];
      tree->t[step] = u * tree->inv[step];
      for (int i = 0; i < 6; i++) own[i] -= U[i] * u;
      for (int a = 0; a < spot->links; a++) {
        const double *W = tree->W + 6 * (spot->first_w + j * spot->links + a);
        double *other = f + 6 * tree->link[spot->first_link + a].other;
        for (int i = 0; i < 6; i++) other[i] -= W[i] * u;
      }
    }
    if (spot->parent < 0) continue;
    for (int i = 0; i < 3; i++) d[i] = field[4 * (TRM_FIELD_D + i)];
    shift_force(d, own);
    for (int i = 0; i < 6; i++) f[6 * spot->parent + i] += own[i];
  }
  rise(tree, tree->dy, 0);
}

/* stiffness of a cut on one of its bodies, by its arm e: E'K E and E'K g */
static void load_side(const TrmTreeCut *cut, const TrmTreeCutPlace *p, int side, const double Ka[6],
                      const double Kv[6], Load *to) {
  Load part = {.J = {0}};
  double sign = side ? 1 : -1;
  memcpy(part.M, Kv, sizeof part.M);
  for (int i = 0; i < cut->rows.offsets; i++)
    for (int j = 0; j < 3; j++) part.f[3 + j] += sign * cut->along * p->g[i] * p->a[i][j];
  shift_load(p->arm[side], &part);
  for (int i = 0; i < 6; i++) part.J[i] += Ka[i];
  for (int i = 0; i < cut->rows.axes; i++)
    for (int j = 0; j < 3; j++) part.f[j] -= sign * cut->about * p->g[3 + i] * p->n[i][j];
  add_load(to, &part);
}

/* -E_row' K E_column into the coupling of the two bodies */
static void load_link(const double Ka[6], const double Kv[6], const double row[3],
                      const double column[3], double *B) {
  static const int at[9] = {0, 3, 4, 3, 1, 5, 4, 5, 2};
  double K[9], up[9], over[9], both[9];
  for (int i = 0; i < 9; i++) K[i] = Kv[at[i]];
  /* K e~ by rows (k x e), then e~ times both */
  for (int i = 0; i < 9; i += 3) {
    over[i] = K[i + 1] * column[2] - K[i + 2] * column[1];
    over[i + 1] = K[i + 2] * column[0] - K[i] * column[2];
    over[i + 2] = K[i] * column[1] - K[i + 1] * column[0];
  }
  for (int j = 0; j < 3; j++) {
    up[j] = row[1] * K[6 + j] - row[2] * K[3 + j];
    up[3 + j] = row[2] * K[j] - row[0] * K[6 + j];
    up[6 + j] = row[0] * K[3 + j] - row[1] * K[j];
    both[j] = row[1] * over[6 + j] - row[2] * over[3 + j];
    both[3 + j] = row[2] * over[j] - row[0] * over[6 + j];
    both[6 + j] = row[0] * over[3 + j] - row[1] * over[j];
  }
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      B[6 * i + j] += both[3 * i + j] - Ka[at[3 * i + j]];
      B[6 * i + 3 + j] -= up[3 * i + j];
      B[6 * (3 + i) + j] += over[3 * i + j];
      B[6 * (3 + i) + 3 + j] -= K[3 * i + j];
    }
}

/* sum of weight * v v' over some vectors */
static void add_squares(double weight, int count, double v[3][3], double K[6]) {
  for (int i = 0; i < count; i++) {
    double x = weight * v[i][0], y = weight * v[i][1], z = weight * v[i][2];
    K[0] += x * v[i][0];
    K[1] += y * v[i][1];
    K[2] += z * v[i][2];
    K[3] += x * v[i][1];
    K[4] += x * v[i][2];
    K[5] += y * v[i][2];
  }
}

static void load_cuts(TrmTree *tree) {
  for (size_t i = 0; i < tree->cut_count; i++) {
    const TrmTreeCut *cut = &tree->cut[i];
    TrmTreeCutPlace *p = &tree->cut_place[i];
    double Ka[6] = {0}, Kv[6] = {0};
    if (cut->rows.offsets == 3) {
      Kv[0] = Kv[1] = Kv[2] = cut->along;
    } else {
      add_squares(cut->along, cut->rows.offsets, p->a, Kv);
    }
    add_squares(cut->about, cut->rows.axes, p->n, Ka);
    for (int k = 0; k < 2; k++)
      if (cut->node[k] >= 0)
        load_side(cut, p, k, Ka, Kv,
                  (Load *)(void *)(tree->kept + 27 * tree->spot[cut->node[k]].slot));
    if (cut->link >= 0)
      load_link(Ka, Kv, p->arm[cut->flipped], p->arm[!cut->flipped], tree->B + 36 * cut->link);
  }
}

/* rows one by one */
static void load_rows(TrmTree *tree) {
  static const int row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};
  for (size_t i = 0; i < tree->row_count; i++) {
    const TrmTreeSide *side = tree->side + tree->row[i].first;
    const int *pair = tree->pair + tree->row[i].first_pair;
    double rho = tree->rho[i];
    for (size_t a = 0; a < tree->row[i].count; a++) {
      const double *h = tree->h + 6 * (tree->row[i].first + a);
      Load *to = (Load *)(void *)(tree->kept + 27 * tree->spot[side[a].node].slot);
      for (int k = 0; k < 6; k++) {
        to->J[k] += rho * h[row[k]] * h[column[k]];
        to->M[k] += rho * h[3 + row[k]] * h[3 + column[k]];
        to->f[k] += rho * tree->g[i] * h[k];
      }
      for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) to->H[3 * r + c] += rho * h[r] * h[3 + c];
      for (size_t b = 0; b < a; b++, pair++) {
        const double *other = tree->h + 6 * (tree->row[i].first + b);
        double *B = tree->B + 36 * (*pair & ~TRM_TREE_TRANSPOSED);
        int turned = (*pair & TRM_TREE_TRANSPOSED) != 0;
        for (int r = 0; r < 6; r++)
          for (int c = 0; c < 6; c++)
            B[6 * r + c] += rho * (turned ? h[r] * other[c] : other[r] * h[c]);
      }
    }
  }
}

TrmStatus trm_tree_space_solve(TrmTree *tree) {
  if (tree->slots) memset(tree->kept, 0, 27 * tree->slots * sizeof *tree->kept);
  if (tree->link_count) memset(tree->B, 0, 36 * tree->link_count * sizeof *tree->B);
  load_cuts(tree);
  load_rows(tree);
  if (!eliminate(tree)) return TRM_FAILED;
  rise_first(tree);
  return TRM_OK;
}
