/* SPDX-License-Identifier: Apache-2.0
 *
 * Blows: impulses of conditions that are struck. Without friction they are a linear complementarity
 * problem. With Coulomb's friction every place has a problem of its own,
 *   w = v- + sum W P,  0 <= P_n - base, w_n + e v_n- >= 0, their product 0,
 *   |P_t| <= mu P_n, and P_t = -mu P_n w_t/|w_t| where w_t is not zero,
 * which is solved exactly, place after place, until nothing changes any more (Moreau 1988).
 */
#include "analysis/sides_data.h"
#include "formulation/solver.h"
#include "linalg/dense.h"
#include <math.h>
#include <string.h>

enum { MOST_ROUNDS = 1000, MOST_SWEEPS = 20000, DIRECTIONS = 24, HALVINGS = 100 };

/* Places that are struck: of place a its rows, the first along the normal. */
struct TrmBlows {
  size_t rows, columns;
  size_t *first, *row; /* of those near: the first of its rows; of each row its number in all */
  double *W, *x;       /* how rows answer to impulses of rows; columns of the answers */
  double *rate, *P, *base;
  int *dry; /* of each condition: number of its friction, or -1 */
  double *friction;
};

void trm_blows_new(TrmSides *s, TrmArena *arena) {
  const TrmEquations *eq = s->eq;
  TrmBlows *b = s->blows = trm_arena_alloc(arena, sizeof *b);
  size_t rows = eq->side_count, rubbing = 0;
  b->dry = trm_arena_array(arena, eq->side_count + 1, sizeof *b->dry);
  for (size_t i = 0; i < eq->side_count; i++) b->dry[i] = -1;
  for (size_t j = 0; j < eq->dry_count; j++) {
    if (eq->dry[j].joint >= 0) continue;
    b->dry[eq->dry[j].side] = (int)j;
    rows += eq->dry[j].count;
    rubbing++;
  }
  if (!rubbing) return;
  b->columns = eq->column_count;
  b->first = trm_arena_array(arena, eq->side_count + 1, sizeof *b->first);
  b->row = trm_arena_array(arena, rows + 1, sizeof *b->row);
  b->W = trm_arena_array(arena, rows * rows + 1, sizeof *b->W);
  b->x = trm_arena_array(arena, rows * eq->column_count + 1, sizeof *b->x);
  b->rate = trm_arena_array(arena, 2 * rows + 1, sizeof *b->rate);
  b->P = b->rate + rows;
  b->base = trm_arena_array(arena, 2 * eq->side_count + 1, sizeof *b->base);
  b->friction = b->base + eq->side_count;
}

/* entries of a row among those near */
static const double *slopes_of(const TrmSides *s, size_t a, size_t k) {
  const TrmBlows *b = s->blows;
  const double *G = k == b->first[a] ? s->flow->G : s->rub->G;
  return G + s->eq->start[b->row[k]];
}

/* rows of the places near, and how they answer, with the factors at hand; 0 rows: nothing rubs */
static TrmStatus find_rubbing(TrmSides *s, size_t count) {
  const TrmEquations *eq = s->eq;
  TrmBlows *b = s->blows;
  TrmSolver *solver = s->flow->solver;
  size_t rubbing = 0;
  b->rows = 0;
  for (size_t n = 0; n < count && b->first; n++) {
    int j = b->dry[s->near[n]];
    rubbing += j >= 0;
    b->friction[n] = j >= 0 ? eq->dry[j].slide : 0;
    b->first[n] = b->rows;
    b->row[b->rows++] = eq->sides[s->near[n]].row;
    for (unsigned i = 0; j >= 0 && i < eq->dry[j].count; i++)
      b->row[b->rows++] = eq->dry[j].row + i;
    b->first[n + 1] = b->rows;
  }
  if (!rubbing) {
    b->rows = 0;
    return TRM_OK;
  }
  trm_rub_speeds(s->rub);
  for (size_t n = 0; n < count; n++)
    for (size_t k = b->first[n]; k < b->first[n + 1]; k++) {
      const double *G = slopes_of(s, n, k);
      memset(s->f, 0, b->columns * sizeof *s->f);
      for (size_t e = eq->start[b->row[k]], i = 0; e < eq->start[b->row[k] + 1]; e++, i++)
        s->f[eq->column[e]] = G[i];
      TrmStatus status = solver->type->solve(solver, s->f, NULL, b->x + k * b->columns, NULL);
      if (status != TRM_OK) return TRM_FAILED;
    }
  for (size_t n = 0; n < count; n++)
    for (size_t k = b->first[n]; k < b->first[n + 1]; k++)
      for (size_t l = 0; l < b->rows; l++) {
        const double *G = slopes_of(s, n, k);
        double sum = 0;
        for (size_t e = eq->start[b->row[k]], i = 0; e < eq->start[b->row[k] + 1]; e++, i++)
          sum += G[i] * b->x[l * b->columns + eq->column[e]];
        b->W[k * b->rows + l] = sum;
      }
  return TRM_OK;
}

/* one place: W of its rows, rates without its impulses with -e v_n- taken out, and what it asks */
typedef struct Place {
  size_t count;
  double W[3][3], rate[3], mu, base;
} Place;

/* the impulse that slides along d, and the sliding velocity that it leaves */
static int slide_along(const Place *p, const double d[2], double P[3], double left[2]) {
  double push = p->W[0][0];
  for (size_t i = 1; i < p->count; i++) push -= p->mu * p->W[0][i] * d[i - 1];
  if (!(push > 1e-12 * p->W[0][0])) return 0;
  P[0] = fmax(-p->rate[0] / push, p->base);
  for (size_t i = 1; i < p->count; i++) P[i] = -p->mu * P[0] * d[i - 1];
  left[0] = left[1] = 0;
  for (size_t i = 1; i < p->count; i++) {
    left[i - 1] = p->rate[i];
    for (size_t k = 0; k < p->count; k++) left[i - 1] += p->W[i][k] * P[k];
  }
  return 1;
}

/* how far the velocity that is left turns away from d; *ahead: it goes along d */
static double turn_away(const Place *p, double angle, double P[3], int *ahead) {
  double d[2] = {cos(angle), sin(angle)}, left[2];
  *ahead = 0;
  if (!slide_along(p, d, P, left)) return 0;
  *ahead = left[0] * d[0] + left[1] * d[1] > 0;
  return d[0] * left[1] - d[1] * left[0];
}

/* it slides: in the plane one way or the other, in space in the direction that it keeps */
static int slide_place(const Place *p, double P[3]) {
  static const double ways[2][2] = {{1, 0}, {-1, 0}}, turn = 6.283185307179586476925286766559;
  double left[2], from = atan2(p->rate[2], p->rate[1]), step = turn / DIRECTIONS;
  int ahead, ahead_next;
  for (int k = 0; k < 2 && p->count == 2; k++) {
    const double *d = ways[p->rate[1] < 0 ? !k : k];
    if (slide_along(p, d, P, left) && left[0] * d[0] >= 0) return 1;
  }
  for (int k = 0; k <= DIRECTIONS && p->count == 3; k++) {
    /* 0, 1, -1, 2, -2, ...: the way it comes first */
    double low = from + step * ((k % 2 ? k / 2 : -k / 2) - 0.5), high = low + step;
    double at_low = turn_away(p, low, P, &ahead), at_high = turn_away(p, high, P, &ahead_next);
    if (!ahead || !ahead_next || !((at_low <= 0) != (at_high <= 0))) continue;
    for (int i = 0; i < HALVINGS; i++) {
      /* secant within the bracket, halved now and then */
      double middle =
          i % 3 == 2 ? (low + high) / 2 : low - at_low * (high - low) / (at_high - at_low);
      if (!(middle > low && middle < high)) middle = (low + high) / 2;
      double value = turn_away(p, middle, P, &ahead);
      if (middle == low || middle == high || value == 0) break;
      if ((value <= 0) == (at_low <= 0)) {
        low = middle, at_low = value;
      } else {
        high = middle, at_high = value;
      }
    }
    return 1;
  }
  return 0;
}

/* solve the equations of the first `count` rows, or of those behind the first with P[0] given */
static int hold_place(const Place *p, int given, double P[3]) {
  size_t first = given ? 1 : 0, n = p->count - first, swap[3];
  double A[9], r[3];
  for (size_t i = 0; i < n; i++) {
    r[i] = -p->rate[first + i] - (given ? p->W[first + i][0] * P[0] : 0);
    for (size_t k = 0; k < n; k++) A[i * n + k] = p->W[first + i][first + k];
  }
  if (n && !trm_dense_factor(n, A, swap)) return 0;
  if (n) trm_dense_solve(n, A, swap, r);
  for (size_t i = 0; i < n; i++) P[first + i] = r[i];
  return 1;
}

static int bears(const Place *p, const double P[3]) {
  double friction = p->count == 3 ? hypot(P[1], P[2]) : p->count == 2 ? fabs(P[1]) : 0;
  return friction <= p->mu * P[0] * (1 + 1e-14);
}

/* impulses of one place; where nothing fits its sliding (it would press harder than it pushes) it
 * stops */
static void solve_place(const Place *p, double P[3]) {
  memset(P, 0, 3 * sizeof *P);
  if (p->base <= 0 && p->rate[0] >= 0) return;
  int holds = hold_place(p, 0, P);
  if (holds && P[0] >= p->base && bears(p, P)) return;
  if (!holds || P[0] < p->base) {
    P[0] = p->base;
    if (hold_place(p, 1, P) && bears(p, P)) {
      double opening = p->rate[0];
      for (size_t k = 0; k < p->count; k++) opening += p->W[0][k] * P[k];
      if (opening >= 0) return;
    }
  }
  if (p->count > 1 && slide_place(p, P)) return;
  hold_place(p, 0, P);
  P[0] = fmax(P[0], p->base);
}

/* sweeps over the set until nothing changes; `newton`: places rebound by Newton's law */
static TrmStatus sweep(TrmSides *s, size_t set, int newton) {
  TrmBlows *b = s->blows;
  double last = HUGE_VAL;
  for (int round = 0; round < MOST_SWEEPS; round++) {
    double change = 0, size = 0;
    for (size_t a = 0; a < set; a++) {
      size_t n = s->set[a], first = b->first[n];
      const TrmSide *side = &s->eq->sides[s->near[n]];
      Place p = {.count = b->first[n + 1] - first, .mu = b->friction[n], .base = b->base[n]};
      double P[3];
      for (size_t i = 0; i < p.count; i++) {
        const double *W = b->W + (first + i) * b->rows;
        p.rate[i] = b->rate[first + i];
        for (size_t k = 0; k < p.count; k++) p.W[i][k] = W[first + k];
        for (size_t c = 0; c < set; c++)
          for (size_t k = b->first[s->set[c]]; k < b->first[s->set[c] + 1] && c != a; k++)
            p.rate[i] += W[k] * b->P[k];
      }
      if (newton && !side->poisson) p.rate[0] += side->restitution * b->rate[first];
      solve_place(&p, P);
      for (size_t i = 0; i < p.count; i++) {
        double unit = sqrt(b->W[(first + i) * b->rows + first + i]);
        change = fmax(change, unit * fabs(P[i] - b->P[first + i]));
        size = fmax(size, unit * fabs(P[i]));
        b->P[first + i] = P[i];
      }
    }
    if (!isfinite(change)) return TRM_FAILED;
    if (set == 1 || change <= 1e-16 * size) return TRM_OK;
    if (change <= 1e-13 * size && !(change < last)) return TRM_OK;
    last = change;
  }
  return last < HUGE_VAL ? TRM_OK : TRM_FAILED;
}

/* 1 when none of the set rebounds */
static int all_dead(const TrmSides *s, size_t set) {
  for (size_t a = 0; a < set; a++)
    if (s->eq->sides[s->near[s->set[a]]].restitution > 0) return 0;
  return 1;
}

/* impulses of the set, added to flow->u: with P of the compression, which ends the approach,
 * Poisson's law asks for at least e P more; Newton's for the speed -e v- */
static TrmStatus solve_smooth(TrmSides *s, size_t count, size_t set, int dead) {
  const TrmSide *sides = s->eq->sides;
  int poisson = 0;
  double *more = s->gap; /* the impulses that are there before the problem is solved */
  for (size_t a = 0; a < set && !dead; a++) poisson |= sides[s->near[s->set[a]]].poisson;
  for (size_t a = 0; a < set && poisson; a++) s->q[a] = s->speed[s->set[a]];
  TrmStatus status = poisson ? trm_sides_solve(s, count, set) : TRM_OK;
  if (status != TRM_OK) return status;
  for (size_t a = 0; a < set; a++) {
    const TrmSide *side = &sides[s->near[s->set[a]]];
    more[a] = poisson && side->poisson ? (1 + side->restitution) * s->z[a] : 0;
    s->q[a] = s->speed[s->set[a]] * (dead || side->poisson ? 1 : 1 + side->restitution);
  }
  for (size_t a = 0; a < set && poisson; a++)
    for (size_t b = 0; b < set; b++) s->q[a] += s->S[s->set[a] * count + s->set[b]] * more[b];
  status = trm_sides_solve(s, count, set);
  for (size_t a = 0; a < set; a++) s->z[a] += more[a];
  if (status == TRM_OK) trm_sides_add(s, set, s->flow->u);
  return status;
}

/* rates of the rows of the set, and no impulses yet */
static void begin_sweeps(TrmSides *s, size_t set) {
  TrmBlows *b = s->blows;
  for (size_t a = 0; a < set; a++) {
    size_t n = s->set[a], first = b->first[n];
    int j = b->dry[s->near[n]];
    b->rate[first] = s->speed[n];
    for (size_t k = first + 1; k < b->first[n + 1]; k++)
      b->rate[k] = s->rub->speed[j][k - first - 1];
    for (size_t k = first; k < b->first[n + 1]; k++) b->P[k] = 0;
    b->base[n] = 0;
  }
}

/* rates after the impulses of the set, which are added to flow->u; what Newton's law asks for is
 * taken out, Poisson's asks for at least e of the compression */
static void go_on(TrmSides *s, size_t set) {
  TrmBlows *b = s->blows;
  for (size_t a = 0; a < set; a++)
    for (size_t k = b->first[s->set[a]]; k < b->first[s->set[a] + 1]; k++) {
      for (size_t c = 0; c < b->columns && b->P[k] != 0; c++)
        s->flow->u[c] += b->P[k] * b->x[k * b->columns + c];
      for (size_t e = 0; e < set; e++)
        for (size_t l = b->first[s->set[e]]; l < b->first[s->set[e] + 1]; l++)
          b->rate[k] += b->W[k * b->rows + l] * b->P[l];
    }
  for (size_t a = 0; a < set; a++) {
    size_t n = s->set[a], first = b->first[n];
    const TrmSide *side = &s->eq->sides[s->near[n]];
    s->z[a] += b->P[first];
    b->base[n] = side->poisson ? side->restitution * b->P[first] : 0;
    if (!side->poisson) b->rate[first] += side->restitution * s->speed[n];
    for (size_t k = first; k < b->first[n + 1]; k++) b->P[k] = 0;
  }
}

/* the same with friction: Newton's law in one problem, Poisson's in two */
static TrmStatus solve_rubbing(TrmSides *s, size_t set, int dead) {
  const TrmSide *sides = s->eq->sides;
  int poisson = 0;
  for (size_t a = 0; a < set && !dead; a++) poisson |= sides[s->near[s->set[a]]].poisson;
  trm_rub_speeds(s->rub);
  begin_sweeps(s, set);
  memset(s->z, 0, set * sizeof *s->z);
  TrmStatus status = sweep(s, set, !dead);
  if (status == TRM_OK) go_on(s, set);
  if (status != TRM_OK || !poisson) return status;
  status = sweep(s, set, 0);
  if (status == TRM_OK) go_on(s, set);
  return status;
}

TrmStatus trm_blows_strike(TrmSides *s, size_t count) {
  const TrmEquations *eq = s->eq;
  TrmFlow *flow = s->flow;
  double first = 0;
  if (find_rubbing(s, count) != TRM_OK) return TRM_FAILED;
  for (int round = 0; round < MOST_ROUNDS; round++) {
    size_t set = trm_sides_approaching(s, count);
    double worst = 0;
    if (!set) return TRM_OK;
    for (size_t a = 0; a < set; a++) {
      worst = fmax(worst, -s->speed[s->set[a]]);
      s->culprit = s->eq->sides[s->near[s->set[a]]].item;
      if (s->rigid[s->set[a]]) return TRM_FAILED;
    }
    if (round == 0) first = worst;
    /* without rebound all that touch take part, and where blows have become next to nothing */
    int dead = all_dead(s, set) || worst < 1e-10 * first || round + 2 > MOST_ROUNDS;
    for (size_t n = 0, kept = set; dead && n < count; n++) {
      int there = 0;
      for (size_t a = 0; a < kept; a++) there |= s->set[a] == n;
      if (!there && !s->rigid[n]) s->set[set++] = n;
    }
    TrmStatus status =
        s->blows->rows ? solve_rubbing(s, set, dead) : solve_smooth(s, count, set, dead);
    if (status != TRM_OK) return status;
    for (size_t a = 0; a < set; a++)
      if (s->z[a] > 0 && -s->speed[s->set[a]] > 0) {
        s->struck[s->near[s->set[a]]] = 1;
        s->blow |= eq->sides[s->near[s->set[a]]].restitution < 1;
      }
    trm_state_set_velocity(eq, flow->state, flow->u);
  }
  return TRM_OK;
}
