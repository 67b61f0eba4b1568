/* SPDX-License-Identifier: Apache-2.0
 *
 * The solver `schur`: the constraint-force method. Accelerations are eliminated first, body by body
 * in closed form, and the forces of the joints follow from
 *   S lambda = G M^-1 f - g,   S = G M^-1 G',
 * with S in blocks of joints, coupled where they share a body, eliminated with the fewest couplings
 * first. S + eps D stands in for S, D its diagonal row by row, and corrections remove the
 * difference, so that redundant rows need no decision and their forces come out smallest.
 */
#include "formulation/schur.h"
#include "math/mat3.h"
#include <math.h>
#include <string.h>

static const double epsilon = 1e-10, faded = 1e-14, hardly = 1e-9, nothing = 1e-17;
enum { MOST_CORRECTIONS = 12, MOST_PASSES = 3, MOST_FADES = 40 };

static TrmSolver *make(TrmArena *arena, const TrmEquations *eq, const char **why) {
  *why = "its order of elimination is fixed, but rows of this model switch on and off";
  if (eq->switches) return NULL;
  TrmSchur *s = trm_schur_new(arena, eq, why);
  if (!s) return NULL;
  s->solver = (TrmSolver){.type = &trm_solver_schur, .eq = eq, .softness = epsilon};
  return &s->solver;
}

/* y = M^-1 x of one body, six numbers */
static inline void apply_inverse(const TrmSchurBody *b, const double *x, double *y) {
  for (int k = 0; k < 3; k++) y[k] = b->move * x[k];
  trm_mat3_apply(b->turn, x + 3, y + 3);
}

/* G by joints and bodies, and G M^-1 */
static void load(TrmSchur *s, TrmState *state) {
  const TrmEquations *eq = s->solver.eq;
  trm_equations_position(eq, state, NULL, s->G, NULL);
  for (size_t e = 0; e < eq->entry_count; e++) s->part_G[s->slot[e]] = s->G[e];
  for (size_t g = 0; g < s->group_count; g++) {
    const TrmSchurGroup *group = &s->group[g];
    double *D = s->D + group->row;
    for (int i = 0; i < group->rows; i++) D[i] = 0;
    for (size_t p = group->first_part; p < group->first_part + group->parts; p++) {
      const TrmSchurPart *part = &s->part[p];
      const TrmSchurBody *body = &s->body[part->body];
      for (int i = 0; i < group->rows; i++) {
        const double *G = s->part_G + part->start + 6 * i;
        apply_inverse(body, G, s->part_MG + part->start + 6 * i);
        for (int k = 0; k < 6; k++) D[i] += G[k] * G[k] * body->diagonal[k];
      }
    }
    for (int i = 0; i < group->rows; i++)
      if (!(D[i] > 0)) D[i] = 1;
  }
}

/* blocks of S + eps D from the pairs of joints that share a body */
static void build(TrmSchur *s) {
  memset(s->block, 0, s->block_size * sizeof *s->block);
  for (size_t k = 0; k < s->pair_count; k++) {
    const TrmSchurPair *pair = &s->pair[k];
    const double *a = s->part_MG + pair->row_start, *b = s->part_G + pair->column_start;
    double *S = s->block + pair->block;
    for (int i = 0; i < pair->rows; i++)
      for (int j = 0; j < pair->columns; j++) {
        double sum = 0;
        for (int c = 0; c < 6; c++) sum += a[6 * i + c] * b[6 * j + c];
        S[pair->columns * i + j] += sum;
      }
  }
  for (size_t g = 0; g < s->group_count; g++)
    for (int i = 0; i < s->group[g].rows; i++)
      s->block[s->group[g].block + (size_t)(i * (s->group[g].rows + 1))] +=
          epsilon * s->D[s->group[g].row + (size_t)i];
}

/* A = L diag L' in place, unit L below the diagonal; 0 when a pivot is not positive */
static int split(double *A, int n) {
  for (int j = 0; j < n; j++) {
    for (int k = 0; k < j; k++) A[n * j + j] -= A[n * j + k] * A[n * j + k] * A[n * k + k];
    if (!(A[n * j + j] > 0)) return 0;
    for (int i = j + 1; i < n; i++) {
      for (int k = 0; k < j; k++) A[n * i + j] -= A[n * i + k] * A[n * j + k] * A[n * k + k];
      A[n * i + j] /= A[n * j + j];
    }
  }
  return 1;
}

/* x <- A^-1 x of a split block, `stride` between its parts */
static void solve_split(const double *A, int n, double *x, int stride) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < i; k++) x[stride * i] -= A[n * i + k] * x[stride * k];
  for (int i = n; i-- > 0;) {
    x[stride * i] /= A[n * i + i];
    for (int k = i + 1; k < n; k++) x[stride * i] -= A[n * k + i] * x[stride * k];
  }
}

/* block LDL': each joint in turn takes its share out of those it is coupled with */
static int eliminate(TrmSchur *s) {
  const size_t *target = s->target;
  for (size_t k = 0; k < s->group_count; k++) {
    const TrmSchurGroup *group = &s->group[s->order[k]];
    double *A = s->block + group->block;
    int n = group->rows;
    if (!split(A, n)) return 0;
    for (size_t a = 0; a < group->links; a++) {
      const TrmSchurLink *link = &s->link[group->first_link + a];
      const double *X = s->block + link->block;
      double *Y = s->over + link->block;
      int m = s->group[link->other].rows;
      memcpy(Y, X, (size_t)(n * m) * sizeof *Y);
      for (int j = 0; j < m; j++) solve_split(A, n, Y + j, m);
      for (size_t b = 0; b <= a; b++) {
        const TrmSchurLink *left = &s->link[group->first_link + b];
        const double *Z = s->block + left->block;
        double *S = s->block + *target++;
        int rows = s->group[left->other].rows;
        for (int i = 0; i < rows; i++)
          for (int j = 0; j < m; j++) {
            double sum = 0;
            for (int c = 0; c < n; c++) sum += Z[rows * c + i] * Y[m * c + j];
            S[m * i + j] -= sum;
          }
      }
    }
  }
  return 1;
}

/* r <- (S + eps D)^-1 r */
static void back_solve(const TrmSchur *s, double *r) {
  for (size_t k = 0; k < s->group_count; k++) {
    const TrmSchurGroup *group = &s->group[s->order[k]];
    for (size_t a = group->first_link; a < group->first_link + group->links; a++) {
      const TrmSchurGroup *other = &s->group[s->link[a].other];
      const double *Y = s->over + s->link[a].block;
      for (int j = 0; j < other->rows; j++)
        for (int c = 0; c < group->rows; c++)
          r[other->row + (size_t)j] -= Y[other->rows * c + j] * r[group->row + (size_t)c];
    }
  }
  for (size_t k = s->group_count; k-- > 0;) {
    const TrmSchurGroup *group = &s->group[s->order[k]];
    solve_split(s->block + group->block, group->rows, r + group->row, 1);
    for (size_t a = group->first_link; a < group->first_link + group->links; a++) {
      const TrmSchurGroup *other = &s->group[s->link[a].other];
      const double *Y = s->over + s->link[a].block;
      for (int c = 0; c < group->rows; c++)
        for (int j = 0; j < other->rows; j++)
          r[group->row + (size_t)c] -= Y[other->rows * c + j] * r[other->row + (size_t)j];
    }
  }
}

static TrmStatus factor(TrmSolver *solver, TrmState *state) {
  TrmSchur *s = (TrmSchur *)(void *)solver;
  solver->factorisations++;
  load(s, state);
  build(s);
  return eliminate(s) ? TRM_OK : TRM_FAILED;
}

/* numbers of a body from its columns, and back */
static inline void gather(const int *c, const double *x, double out[6]) {
  for (int k = 0; k < 6; k++) out[k] = c[k] >= 0 ? x[c[k]] : 0;
}

/* force = f - M x - G' lambda, what the bodies lack */
static void lack(TrmSchur *s, const double *f) {
  const TrmEquations *eq = s->solver.eq;
  for (size_t b = 0; b < eq->body_count; b++) {
    const int *c = eq->body_column[b];
    const TrmSchurBody *body = &s->body[b];
    double x[6], turn[3];
    gather(c, s->x, x);
    trm_mat3_apply(body->inertia, x + 3, turn);
    for (int k = 0; k < 6; k++)
      if (c[k] >= 0) s->force[c[k]] = (f ? f[c[k]] : 0) - (k < 3 ? body->mass * x[k] : turn[k - 3]);
  }
  for (size_t i = 0; i < eq->row_count; i++)
    for (size_t e = eq->start[i]; e < eq->start[i + 1]; e++)
      s->force[eq->column[e]] -= s->G[e] * s->lambda[i];
}

/* x + M^-1 force into `to`; the largest change and the largest number of it */
static void yield(const TrmSchur *s, double *to, double sizes[2]) {
  const TrmEquations *eq = s->solver.eq;
  sizes[0] = sizes[1] = 0;
  for (size_t b = 0; b < eq->body_count; b++) {
    const int *c = eq->body_column[b];
    double in[6], out[6];
    gather(c, s->force, in);
    apply_inverse(&s->body[b], in, out);
    for (int k = 0; k < 6; k++) {
      if (c[k] < 0) continue;
      to[c[k]] = s->x[c[k]] + out[k];
      sizes[0] = fmax(sizes[0], fabs(out[k]));
      sizes[1] = fmax(sizes[1], fabs(to[c[k]]));
    }
  }
}

/* One correction: for what M x + G' lambda - f and G x - soft D lambda - g still are. Both x and
 * lambda are kept, since x from lambda alone is a difference of forces, of which light bodies see
 * the rounding. How large it is, to the size of the solution. */
static double correct(TrmSchur *s, const double *f, const double *g, double soft) {
  const TrmEquations *eq = s->solver.eq;
  double sizes[2], change = 0, size = 0;
  lack(s, f);
  yield(s, s->y, sizes);
  for (size_t i = 0; i < eq->row_count; i++) {
    double sum = -(g ? g[i] : 0) - soft * s->D[i] * s->lambda[i];
    for (size_t e = eq->start[i]; e < eq->start[i + 1]; e++) sum += s->G[e] * s->y[eq->column[e]];
    s->d[i] = sum;
  }
  back_solve(s, s->d);
  for (size_t i = 0; i < eq->row_count; i++) {
    s->lambda[i] += s->d[i];
    change += s->D[i] * s->d[i] * s->d[i];
    size += s->D[i] * s->lambda[i] * s->lambda[i];
    for (size_t e = eq->start[i]; e < eq->start[i + 1]; e++)
      s->force[eq->column[e]] -= s->G[e] * s->d[i];
  }
  yield(s, s->x, sizes);
  change = size > 0 ? sqrt(change / size) : 0;
  return fmax(change, sizes[1] > 0 ? sizes[0] / sizes[1] : 0);
}

/* lambda <- (S + eps D)^-1 eps D lambda, not by S, whose squares have lost what is small; how much
 * that changes it and how much is left, to the size of the whole */
static double fade(TrmSchur *s, double *left) {
  const TrmEquations *eq = s->solver.eq;
  double change = 0, size = 0, rest = 0;
  for (size_t i = 0; i < eq->row_count; i++) {
    s->before[i] = s->lambda[i];
    s->g[i] = -epsilon * s->D[i] * s->lambda[i];
    s->lambda[i] = 0;
  }
  memset(s->x, 0, eq->column_count * sizeof *s->x);
  for (int round = 0; round < 3; round++) correct(s, NULL, s->g, epsilon);
  for (size_t i = 0; i < eq->row_count; i++) {
    double less = s->lambda[i] - s->before[i];
    change += s->D[i] * less * less;
    rest += s->D[i] * s->lambda[i] * s->lambda[i];
    size += s->D[i] * s->whole[i] * s->whole[i];
  }
  *left = size > 0 ? sqrt(rest / size) : 0;
  return size > 0 ? sqrt(change / size) : 0;
}

/* Take out of lambda what rounding has put into directions that G does not decide, some 1e-16/eps
 * of it: fading leaves them as they are and makes the rest smaller every time, down to rounding.
 * Where nothing is left there are none; where it goes on for long a row is about to become
 * dependent, and all stays. */
static void lessen(TrmSchur *s) {
  size_t rows = s->solver.eq->row_count;
  double left = HUGE_VAL;
  memcpy(s->whole, s->lambda, rows * sizeof *s->whole);
  for (int pass = 0; pass < MOST_PASSES && left > nothing; pass++) {
    double last = HUGE_VAL, change = HUGE_VAL;
    for (int round = 0; round < MOST_FADES && last > faded && left > nothing; round++) {
      change = fade(s, &left);
      if (!(change < 0.7 * last)) break;
      last = change;
    }
    for (size_t i = 0; i < rows && change <= hardly; i++) s->whole[i] -= s->lambda[i];
    memcpy(s->lambda, s->whole, rows * sizeof *s->whole);
  }
}

static TrmStatus solve(TrmSolver *solver, const double *f, const double *g, double *x,
                       double *lambda) {
  TrmSchur *s = (TrmSchur *)(void *)solver;
  const TrmEquations *eq = solver->eq;
  double last = HUGE_VAL;
  solver->solves++;
  solver->settling = 0;
  memset(s->lambda, 0, eq->row_count * sizeof *s->lambda);
  memset(s->x, 0, eq->column_count * sizeof *s->x);
  for (int round = 0; round < MOST_CORRECTIONS; round++) {
    double change = correct(s, f, g, 0);
    if (round) solver->corrections++;
    if (!isfinite(change)) return TRM_FAILED;
    if (solver->rough) break;
    if (round > 1 && change > 1e-13) solver->settling = fmax(solver->settling, change / last);
    /* the next one would not be seen, or they do not help any more */
    if (round && (change * change <= 1e-15 * last || change <= 1e-15)) break;
    if (round > 2 && change > 0.5 * last) break;
    last = change;
  }
  for (size_t k = 0; k < eq->column_count; k++)
    if (!isfinite(s->x[k])) return TRM_FAILED;
  if (x) memcpy(x, s->x, eq->column_count * sizeof *x);
  if (!lambda) return TRM_OK;
  lessen(s);
  memcpy(lambda, s->lambda, eq->row_count * sizeof *lambda);
  return TRM_OK;
}

static TrmStatus accelerate(TrmSolver *solver, TrmState *state, const double *Q, double *a,
                            double *lambda) {
  TrmSchur *s = (TrmSchur *)(void *)solver;
  TrmStatus status = factor(solver, state);
  if (status != TRM_OK) return status;
  trm_solver_forces(solver->eq, state, Q, s->f);
  trm_equations_gamma(solver->eq, state, s->g);
  return solve(solver, s->f, s->g, a, lambda);
}

const TrmSolverType trm_solver_schur = {.name = "schur",
                                        .summary = "forces of the joints first, in blocks",
                                        .make = make,
                                        .factor = factor,
                                        .solve = solve,
                                        .accelerate = accelerate};
