/* SPDX-License-Identifier: Apache-2.0
 *
 * States: how they start, and what they are called. A transfer function without given states starts
 * at rest with its first input: x1 = u/a, where u may depend on the states of others, so that
 * Newton's method finds all of them together. One that integrates has no rest and starts at zero.
 */
#include "linalg/dense.h"
#include "system/forces_data.h"
#include <math.h>
#include <string.h>

/* the state of a block that its rest determines, or -1 */
static long rest_state(const TrmEquations *eq, size_t index) {
  const TrmBlock *block = &eq->system->blocks[index];
  size_t m = block->states;
  if (!block->ready || block->start || !m || block->A[(m - 1) * m] == 0) return -1;
  return (long)eq->forces->block_state[index];
}

size_t trm_states_rest_size(const TrmEquations *eq) {
  size_t count = 0;
  for (size_t i = 0; i < eq->system->block_count; i++) count += rest_state(eq, i) >= 0;
  return count * (count + 1);
}

/* the rates of last states and their slopes by first states: count rows of count + 1 */
static size_t rest_rows(const TrmEquations *eq, TrmState *state, double *rows) {
  const struct TrmForces *f = eq->forces;
  size_t count = 0, row = 0, offset = 2 * eq->column_count;
  for (size_t i = 0; i < eq->system->block_count; i++) count += rest_state(eq, i) >= 0;
  trm_forces_evaluate(eq, state, NULL);
  memset(rows, 0, count * (count + 1) * sizeof *rows);
  for (size_t i = 0; i < f->node_count; i++) {
    const TrmForceNode *node = &f->nodes[i];
    size_t n = node->column_count;
    TrmForceCall call;
    trm_node_run(eq, state, node, n, &call);
    if (node->kind != TRM_NODE_INPUT || rest_state(eq, node->index) < 0) continue;
    const double *jet = call.force + (eq->system->blocks[node->index].states - 1) * (n + 1);
    /* rows in the order of nodes, columns in the order of blocks */
    double *out = rows + row++ * (count + 1);
    size_t column = 0;
    for (size_t b = 0; b < eq->system->block_count; b++) {
      long first = rest_state(eq, b);
      for (size_t k = 0; first >= 0 && k < n; k++)
        if (node->column[k] == offset + (size_t)first) out[column] = jet[k + 1];
      column += first >= 0;
    }
    out[count] = jet[0];
  }
  return count;
}

static void find_rest(const TrmEquations *eq, TrmState *state) {
  for (int round = 0; round < 30; round++) {
    size_t count = rest_rows(eq, state, state->rest), k = 0;
    double change = 0, size = 0;
    if (!count || !trm_dense_eliminate(count, state->rest)) return;
    for (size_t b = 0; b < eq->system->block_count; b++) {
      long first = rest_state(eq, b);
      if (first < 0) continue;
      double step = state->rest[k++ * (count + 1) + count];
      state->z[first] -= step;
      change = fmax(change, fabs(step));
      size = fmax(size, fabs(state->z[first]));
    }
    if (!(change > 1e-15 * size)) return;
  }
}

void trm_states_start(const TrmEquations *eq, TrmState *state) {
  const TrmSystem *system = eq->system;
  const struct TrmForces *f = eq->forces;
  memset(state->z, 0, 2 * eq->state_count * sizeof *state->z);
  for (size_t i = 0; i < system->equation_count; i++) state->z[i] = system->equations[i].initial;
  for (size_t i = 0; i < f->node_count; i++) {
    const TrmForceNode *node = &f->nodes[i];
    if (node->implicit) state->externals[node->own] = system->equations[node->index].initial_rate;
  }
  for (size_t b = 0; b < system->block_count; b++) {
    const TrmBlock *block = &system->blocks[b];
    for (size_t k = 0; block->ready && block->start && k < block->states; k++)
      state->z[f->block_state[b] + k] = block->start[k];
  }
  find_rest(eq, state);
}

size_t trm_states_named(const TrmEquations *eq) {
  return eq->system->equation_count + eq->system->block_count;
}

int trm_states_find(const TrmEquations *eq, const char *name) {
  for (size_t i = 0; i < eq->system->equation_count; i++)
    if (strcmp(eq->system->equations[i].item->name, name) == 0) return (int)i;
  return -1;
}

const char *trm_states_name(const TrmEquations *eq, size_t index) {
  const TrmSystem *system = eq->system;
  if (index < system->equation_count) return system->equations[index].item->name;
  return system->blocks[index - system->equation_count].item->name;
}

double trm_states_value(const TrmEquations *eq, TrmState *state, size_t index) {
  const struct TrmForces *f = eq->forces;
  if (index < eq->system->equation_count) return state->z[index];
  for (size_t i = 0; i < f->node_count; i++) {
    const TrmForceNode *node = &f->nodes[i];
    TrmForceCall call;
    if (node->kind != TRM_NODE_OUTPUT || node->index != index - eq->system->equation_count)
      continue;
    trm_node_run(eq, state, node, 0, &call);
    return call.force[0];
  }
  return nan("");
}
