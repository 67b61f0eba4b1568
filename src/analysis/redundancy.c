/* SPDX-License-Identifier: Apache-2.0
 *
 * Redundancy: sets of equations that depend on each other, explained. A left null vector y of G is
 * a state of self-stress: forces of joints in balance with each other. Its wrench at the joint that
 * closes the set tells the direction. Dropping rows R removes the redundancy without adding a
 * freedom exactly where the null vectors restricted to R are a regular matrix, which is how
 * replacements of joints are tried.
 */
#include "analysis/freedoms.h"
#include "analysis/signals.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SETS = 20, MOST_JOINTS = 10, MOST_VECTORS = 12 };

/* equations that depend on each other, with their null vectors */
typedef struct Set {
  size_t owners[MOST_JOINTS]; /* joints by number; motions and constraints beyond */
  size_t owner_count;
  int others; /* more owners than fit, or owners that are not joints */
  double *y[MOST_VECTORS];
  size_t count;
} Set;

/* which loosening of a joint drops which of its equations */
static const struct Loosening {
  const char *from, *to;
  unsigned dropped; /* bits by number within the joint */
} loosenings[] = {{"revolute", "spherical", 0x18},    {"revolute", "cylindrical", 0x04},
                  {"prismatic", "cylindrical", 0x04}, {"prismatic", "inline", 0x1c},
                  {"universal", "spherical", 0x08},   {"cylindrical", "inline", 0x0c},
                  {"spherical", "inline", 0x04},      {"planar", "inplane", 0x06},
                  {"revolute", "inline", 0x1c}};

static size_t owner_number(const TrmMechanism *m, const TrmRow *row) {
  size_t base = row->owner == TRM_OWNER_JOINT ? 0 : m->system->joint_count;
  if (row->owner == TRM_OWNER_CONSTRAINT) base += m->system->motion_count;
  return base + row->index;
}

static void find_owners(const TrmMechanism *m, const double *y, Set *set) {
  double most = 0;
  for (size_t i = 0; i < m->eq->row_count; i++) most = fmax(most, fabs(y[i]));
  for (size_t i = 0; i < m->eq->row_count; i++) {
    if (fabs(y[i]) < 1e-9 * most) continue;
    size_t owner = owner_number(m, &m->eq->rows[i]);
    if (m->eq->rows[i].owner != TRM_OWNER_JOINT) set->others = 1;
    int known = 0;
    for (size_t k = 0; k < set->owner_count; k++) known |= set->owners[k] == owner;
    if (known) continue;
    if (set->owner_count == MOST_JOINTS) {
      set->others = 2;
      return;
    }
    set->owners[set->owner_count++] = owner;
  }
}

/* one set of owners holds the other */
static int holds(const Set *a, const Set *b) {
  for (size_t i = 0; i < b->owner_count; i++) {
    int found = 0;
    for (size_t k = 0; k < a->owner_count; k++) found |= a->owners[k] == b->owners[i];
    if (!found) return 0;
  }
  return 1;
}

static size_t find_sets(TrmMechanism *m, const TrmRank *rank, Set *sets) {
  size_t count = 0;
  for (size_t k = 0; k < rank->redundant_count && k < 4 * MOST_SETS; k++) {
    Set found = {.count = 1};
    found.y[0] = trm_arena_array(m->arena, m->eq->row_count, sizeof(double));
    trm_rank_dependency(rank, k, found.y[0]);
    find_owners(m, found.y[0], &found);
    size_t s = 0;
    for (; s < count; s++) {
      if (!holds(&sets[s], &found) && !holds(&found, &sets[s])) continue;
      if (sets[s].count == MOST_VECTORS) continue;
      if (found.owner_count > sets[s].owner_count) {
        sets[s].owner_count = found.owner_count;
        memcpy(sets[s].owners, found.owners, sizeof found.owners);
      }
      sets[s].others |= found.others;
      sets[s].y[sets[s].count++] = found.y[0];
      break;
    }
    if (s == count && count < MOST_SETS) sets[count++] = found;
  }
  return count;
}

/* orthonormal basis of the wrenches of a set at a joint, torques in parts of the size */
static size_t wrench_basis(TrmMechanism *m, const Set *set, size_t joint,
                           double basis[MOST_VECTORS][6]) {
  size_t count = 0;
  double *kept = m->lambda;
  for (size_t v = 0; v < set->count; v++) {
    double w[6], most = 0, norm = 0;
    m->lambda = set->y[v];
    trm_joint_reaction(m, joint, w, w + 3);
    for (int k = 3; k < 6; k++) w[k] /= m->size;
    for (int k = 0; k < 6; k++) most = fmax(most, fabs(w[k]));
    if (!(most > 0)) continue;
    for (int k = 0; k < 6; k++) w[k] /= most;
    for (int round = 0; round < 2; round++)
      for (size_t b = 0; b < count; b++) {
        double dot = 0;
        for (int k = 0; k < 6; k++) dot += w[k] * basis[b][k];
        for (int k = 0; k < 6; k++) w[k] -= dot * basis[b][k];
      }
    for (int k = 0; k < 6; k++) norm += w[k] * w[k];
    norm = sqrt(norm);
    if (norm < 1e-7 || count == 6) continue;
    for (int k = 0; k < 6; k++) basis[count][k] = w[k] / norm;
    count++;
  }
  m->lambda = kept;
  return count;
}

/* the directions in which a set is redundant, in words */
static void add_directions(TrmMechanism *m, const Set *set, size_t joint, TrmText *out) {
  static const char *const names[] = {"translation along x", "translation along y",
                                      "translation along z", "rotation about x",
                                      "rotation about y",    "rotation about z"};
  double basis[MOST_VECTORS][6];
  size_t count = wrench_basis(m, set, joint, basis), named = 0;
  for (int k = 0; k < 6; k++) {
    double inside = 0;
    for (size_t b = 0; b < count; b++) inside += basis[b][k] * basis[b][k];
    if (fabs(inside - 1) > 1e-6) continue;
    trm_text_printf(out, "%s%s", named++ ? ", " : "    ", names[k]);
  }
  if (named == count && named) {
    trm_text_char(out, '\n');
    return;
  }
  if (named) trm_text_char(out, '\n');
  for (size_t b = 0; b < count; b++) {
    const double *w = basis[b];
    double f = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
    double t = sqrt(w[3] * w[3] + w[4] * w[4] + w[5] * w[5]);
    if (f > 1e-7)
      trm_text_printf(out, "    translation along (%.3g, %.3g, %.3g)%s", w[0] / f + 0.0,
                      w[1] / f + 0.0, w[2] / f + 0.0, t > 1e-7 ? " with " : "\n");
    if (t > 1e-7)
      trm_text_printf(out, "%srotation about (%.3g, %.3g, %.3g)\n", f > 1e-7 ? "" : "    ",
                      w[3] / t + 0.0, w[4] / t + 0.0, w[5] / t + 0.0);
  }
}

/* |determinant| of the null vectors restricted to rows, columns scaled; by elimination */
static double regular(const Set *set, const size_t *rows) {
  double A[MOST_VECTORS][MOST_VECTORS], det = 1;
  size_t n = set->count;
  for (size_t i = 0; i < n; i++) {
    double most = 0;
    for (size_t j = 0; j < n; j++) most = fmax(most, fabs(A[i][j] = set->y[i][rows[j]]));
    if (!(most > 0)) return 0;
    for (size_t j = 0; j < n; j++) A[i][j] /= most;
  }
  for (size_t k = 0; k < n; k++) {
    size_t pivot = k;
    for (size_t i = k; i < n; i++)
      if (fabs(A[i][k]) > fabs(A[pivot][k])) pivot = i;
    for (size_t j = 0; j < n; j++) {
      double swap = A[k][j];
      A[k][j] = A[pivot][j];
      A[pivot][j] = swap;
    }
    det *= A[k][k];
    if (fabs(A[k][k]) < 1e-6) return 0;
    for (size_t i = k + 1; i < n; i++)
      for (size_t j = n; j-- > k;) A[i][j] -= A[i][k] / A[k][k] * A[k][j];
  }
  return fabs(det);
}

/* a search for loosenings that together drop as many rows as the set has too many */
typedef struct Search {
  TrmMechanism *m;
  const Set *set;
  size_t rows[MOST_VECTORS], row_count;
  const struct Loosening *chosen[3];
  size_t joints[3], depth;
} Search;

static int try_joints(Search *s, size_t from) {
  const size_t kinds = sizeof loosenings / sizeof *loosenings;
  if (s->row_count == s->set->count) return regular(s->set, s->rows) > 0;
  if (s->depth == 3) return 0;
  for (size_t k = from; k < s->set->owner_count; k++) {
    size_t joint = s->set->owners[k];
    if (joint >= s->m->system->joint_count) continue;
    const char *type = s->m->system->joints[joint].item->type->name;
    for (size_t l = 0; l < kinds; l++) {
      size_t before = s->row_count;
      if (strcmp(loosenings[l].from, type) != 0) continue;
      for (int bit = 0; bit < 6; bit++)
        if (loosenings[l].dropped & 1u << bit && s->row_count < MOST_VECTORS)
          s->rows[s->row_count++] = (size_t)s->m->eq->joint_row[joint] + (size_t)bit;
      s->chosen[s->depth] = &loosenings[l];
      s->joints[s->depth++] = joint;
      if (s->row_count <= s->set->count && try_joints(s, k + 1)) return 1;
      s->depth--;
      s->row_count = before;
    }
  }
  return 0;
}

static void add_replacement(TrmMechanism *m, const Set *set, TrmText *out) {
  Search search = {.m = m, .set = set};
  if (m->system->planar || set->others) return;
  /* loosen joints in the middle of the loop rather than the first */
  if (!try_joints(&search, 1) &&
      (memset(&search, 0, sizeof search), search.m = m, search.set = set, !try_joints(&search, 0)))
    return;
  trm_text_add(out, "  To remove the redundancy: make ");
  for (size_t i = 0; i < search.depth; i++)
    trm_text_printf(out, "%s%s %s", i ? " and " : "",
                    m->system->joints[search.joints[i]].item->name, search.chosen[i]->to);
  trm_text_add(out, " (tried: 0 of these equations redundant, same freedoms).\n");
}

static void add_set(TrmMechanism *m, const Set *set, TrmText *out) {
  const TrmEquations *eq = m->eq;
  size_t named = 0, joint = m->system->joint_count;
  trm_text_add(out, "  ");
  for (size_t i = 0; i < eq->row_count; i++) {
    size_t owner = owner_number(m, &eq->rows[i]);
    int first = i == 0 || owner_number(m, &eq->rows[i - 1]) != owner, member = 0;
    for (size_t k = 0; k < set->owner_count; k++) member |= set->owners[k] == owner;
    if (!first || !member) continue;
    if (owner < m->system->joint_count) joint = owner;
    trm_text_printf(out, "%s%s", named++ ? ", " : "", trm_row_name(eq, &eq->rows[i]));
  }
  trm_text_printf(out, "%s depend on each other%s\n", set->others == 2 ? " and more" : "",
                  joint < m->system->joint_count ? " in" : "");
  if (joint < m->system->joint_count) add_directions(m, set, joint, out);
  add_replacement(m, set, out);
}

static double largest_gap(const TrmMechanism *m) {
  double gap = 0;
  for (size_t i = 0; i < m->eq->row_count; i++)
    if (m->eq->rows[i].dimension.length == 1) gap = fmax(gap, fabs(m->phi[i]));
  return gap;
}

void trm_mechanism_report(TrmMechanism *m, TrmText *out) {
  TrmRank *rank = trm_mechanism_rank(m);
  const TrmUnits *units = &m->system->units;
  size_t freedoms = rank->free_count, redundant = rank->redundant_count;
  double gap = largest_gap(m) / units->length;
  trm_text_printf(out, "In truth %zu freedom%s: ", freedoms, freedoms == 1 ? "" : "s");
  if (!redundant) {
    trm_text_add(out, "all equations are independent.\n");
  } else {
    trm_text_printf(out, "%zu equation%s redundant.\n", redundant,
                    redundant == 1 ? " is" : "s are");
    Set *sets = trm_arena_array(m->arena, MOST_SETS, sizeof *sets);
    size_t count = find_sets(m, rank, sets);
    for (size_t i = 0; i < count && i < 6; i++) add_set(m, &sets[i], out);
    if (redundant > 6 && count > 6) trm_text_printf(out, "  ... and %zu more sets\n", count - 6);
    trm_text_printf(
        out,
        "  They agree with each other (largest gap %.2g %s), so the motion is right, but "
        "reactions in these\n  directions are not unique: those reported are the smallest "
        "that hold the mechanism.\n",
        gap < 1e-14 ? 0 : gap, units->length_name);
  }
}
