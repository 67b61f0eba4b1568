/* SPDX-License-Identifier: Apache-2.0
 *
 * Pairs of many surfaces: each in the cell of a grid as wide as the largest of them, the cells
 * sorted; a surface is compared with those of its own cell and of half the cells around it, found
 * by bisection. The order of pairs follows from the sorted cells, so it is that of the state alone.
 */
#include "math/mat3.h"
#include "system/contacts_data.h"
#include <string.h>

static const TrmSurface *surface(const TrmContactPlan *plan, size_t index) {
  return &plan->contact->sides[index].surface;
}

/* centres of all surfaces in ground axes */
static void find_centres(const TrmContactPlan *plan, TrmState *state) {
  for (size_t i = 0; i < plan->contact->surface_count; i++) {
    const TrmSurface *s = surface(plan, i);
    const TrmBodyMotion *m = s->body < 0 ? &trm_ground_motion : &state->body[s->body];
    double *centre = state->contact->centre[i];
    trm_mat3_apply(m->R, s->centre, centre);
    trm_vec3_add(centre, 1, m->r, centre);
  }
}

static int compare_cells(const int a[3], const int b[3]) {
  for (int k = 0; k < 3; k++)
    if (a[k] != b[k]) return a[k] < b[k] ? -1 : 1;
  return 0;
}

static int compare(const TrmGridEntry *a, const TrmGridEntry *b) {
  int order = compare_cells(a->cell, b->cell);
  return order ? order : a->surface < b->surface ? -1 : a->surface > b->surface;
}

/* sort by merging, with as much room behind the entries */
static void sort(TrmGridEntry *entries, size_t count) {
  TrmGridEntry *from = entries, *to = entries + count;
  for (size_t width = 1; width < count; width *= 2) {
    for (size_t low = 0; low < count; low += 2 * width) {
      size_t middle = low + width < count ? low + width : count;
      size_t high = low + 2 * width < count ? low + 2 * width : count;
      for (size_t i = low, k = middle, out = low; out < high; out++) {
        int left = i < middle && (k == high || compare(&from[i], &from[k]) < 0);
        to[out] = left ? from[i++] : from[k++];
      }
    }
    TrmGridEntry *swap = from;
    from = to;
    to = swap;
  }
  if (from != entries) memcpy(entries, from, count * sizeof *entries);
}

/* the first entry of a cell, or the count */
static size_t find_cell(const TrmGridEntry *entries, size_t count, const int cell[3]) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (compare_cells(entries[middle].cell, cell) < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/* one pair, when it may touch */
static void offer(const TrmContactPlan *plan, const TrmState *state, size_t i, size_t k,
                  double margin, TrmContactNear found, void *context) {
  int order =
      i < k ? trm_contact_meets(plan->contact, i, k) : -trm_contact_meets(plan->contact, k, i);
  if (!order) return;
  double d[3], near = surface(plan, i)->reach + surface(plan, k)->reach + margin;
  trm_vec3_add(state->contact->centre[k], -1, state->contact->centre[i], d);
  if (isfinite(near) && trm_vec3_dot(d, d) > near * near) return;
  found(context, order > 0 ? i : k, order > 0 ? k : i);
}

/* number of the cell along an axis, kept within what an int holds */
static int cell_of(double x, double width) {
  double cell = floor(x / width);
  return cell > 1e9 ? 1000000000 : cell < -1e9 ? -1000000000 : isnan(cell) ? 0 : (int)cell;
}

void trm_contacts_sweep(const TrmContactPlan *plan, TrmState *state, double margin,
                        TrmContactNear found, void *context) {
  TrmGridEntry *grid = state->contact->grid;
  size_t count = plan->small_count;
  double width = plan->cell + margin;
  find_centres(plan, state);
  for (size_t i = 0; i < count; i++) {
    const double *centre = state->contact->centre[plan->small[i]];
    grid[i].surface = plan->small[i];
    for (int k = 0; k < 3; k++) grid[i].cell[k] = cell_of(centre[k], width);
  }
  sort(grid, count);
  for (size_t i = 0; i < count; i++) {
    /* its own cell from here on, and the 13 cells that follow in order */
    for (int way = 13; way < 27; way++) {
      int cell[3] = {grid[i].cell[0] + way / 9 - 1, grid[i].cell[1] + way / 3 % 3 - 1,
                     grid[i].cell[2] + way % 3 - 1};
      size_t k = way == 13 ? i + 1 : find_cell(grid, count, cell);
      for (; k < count && compare_cells(grid[k].cell, cell) == 0; k++)
        offer(plan, state, grid[i].surface, grid[k].surface, margin, found, context);
    }
    for (size_t k = 0; k < plan->large_count; k++)
      offer(plan, state, grid[i].surface, plan->large[k], margin, found, context);
  }
  for (size_t i = 0; i < plan->large_count; i++)
    for (size_t k = i + 1; k < plan->large_count; k++)
      offer(plan, state, plan->large[i], plan->large[k], margin, found, context);
}
