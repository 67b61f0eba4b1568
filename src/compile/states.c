/* SPDX-License-Identifier: Apache-2.0
 *
 * States: differential equations, and transfer functions and state spaces as linear blocks. A
 * transfer function (b0 s^n + ... + bn)/(a0 s^n + ... + an) becomes the controllable form: x_i' =
 * x_(i+1), x_n' = u - sum a_(n+1-i)/a0 x_i, y = sum c_i x_i + b0/a0 u. Numbers are in the model's
 * units.
 */
#include "compile/compiler.h"
#include <string.h>

static double number_of(Compiler *c, const TrmItem *item, const char *key) {
  const TrmValue *value = trm_item_value(item, key);
  double si = 0;
  if (value) trm_compile_number(c, trm_type_param(item->type, key), value, item->name, &si);
  return si;
}

static void compile_equation(Compiler *c, TrmEquation *equation) {
  const TrmItem *item = equation->item;
  equation->rate = trm_item_value(item, "rate");
  equation->residual = trm_item_value(item, "residual");
  if (!equation->rate == !equation->residual && !trm_item_damaged(item)) {
    trm_log_add(c->log, TRM_E_EQUATION_FORM, item->place, item->name,
                equation->rate ? "equation '%s' has both a rate and a residual"
                               : "equation '%s' has no rate",
                item->name);
    trm_log_hint(c->log, "give `rate`, or `residual` for an implicit equation");
    equation->rate = equation->residual = NULL;
  }
  equation->initial = number_of(c, item, "initial");
  equation->initial_rate = number_of(c, item, "initial_rate");
}

static int complain(Compiler *c, const TrmItem *item, const char *key, const char *text) {
  const TrmValue *value = trm_item_value(item, key);
  if (!trm_item_damaged(item))
    trm_log_add(c->log, TRM_E_MATRIX_SIZE, value ? value->place : item->place, item->name,
                "%s of '%s' %s", key, item->name, text);
  return 0;
}

/* a list of numbers; its length, 0 when left out or in error */
static size_t read_list(Compiler *c, const TrmItem *item, const char *key, double **out) {
  const TrmValue *value = trm_item_value(item, key);
  size_t count = !value ? 0 : value->form == TRM_FORM_LIST ? value->count : 1;
  *out = trm_arena_array(c->arena, count + 1, sizeof **out);
  if (!count ||
      !trm_compile_list(c, trm_type_param(item->type, key), value, item->name, *out, count, &count))
    return 0;
  return count;
}

/* `rows` by `columns` numbers, 0 rows: any number; NULL after an error */
static double *read_matrix(Compiler *c, const TrmItem *item, const char *key, size_t rows,
                           size_t columns) {
  const TrmValue *value = trm_item_value(item, key);
  if (!value || value->form != TRM_FORM_LIST) return NULL;
  double *out = trm_arena_array(c->arena, value->count * columns + 1, sizeof *out);
  int good = !rows || value->count == rows;
  for (unsigned i = 0; i < value->count && good; i++) {
    const TrmValue *row = &value->list[i];
    size_t count = row->form == TRM_FORM_LIST ? row->count : 1;
    good = count == columns;
    if (good && !trm_compile_list(c, trm_type_param(item->type, key), row, item->name,
                                  out + i * columns, columns, &count))
      return NULL;
  }
  if (good) return out;
  complain(c, item, key,
           rows ? trm_arena_printf(c->arena, "must have %zu rows of %zu", rows, columns)
                : trm_arena_printf(c->arena, "must have rows of %zu", columns));
  return NULL;
}

static int read_start(Compiler *c, TrmBlock *block) {
  if (!trm_item_value(block->item, "initial")) return 1;
  if (read_list(c, block->item, "initial", &block->start) == block->states) return 1;
  return complain(c, block->item, "initial",
                  trm_arena_printf(c->arena, "must have %zu values", block->states));
}

static int read_transfer(Compiler *c, TrmBlock *block) {
  const TrmItem *item = block->item;
  double *a, *b;
  size_t n = read_list(c, item, "denominator", &a), m = read_list(c, item, "numerator", &b);
  if (!n || !m) return 0;
  if (a[0] == 0) return complain(c, item, "denominator", "must not begin with zero");
  for (; m > n && b[0] == 0; m--) b++;
  if (m > n) return complain(c, item, "numerator", "has more coefficients than the denominator");
  block->states = --n;
  block->A = trm_arena_array(c->arena, n * n + 1, sizeof *block->A);
  block->B = trm_arena_array(c->arena, n + 1, sizeof *block->B);
  block->C = trm_arena_array(c->arena, n + 1, sizeof *block->C);
  block->D = trm_arena_array(c->arena, 1, sizeof *block->D);
  block->D[0] = m == n + 1 ? b[0] / a[0] : 0;
  for (size_t i = 0; i < n; i++) {
    /* the coefficients of s^i */
    double top = i < m ? b[m - 1 - i] : 0, bottom = a[n - i];
    block->C[i] = top / a[0] - bottom / a[0] * block->D[0];
    block->A[(n - 1) * n + i] = -bottom / a[0];
    if (i + 1 < n) block->A[i * n + i + 1] = 1;
  }
  if (n) block->B[n - 1] = 1;
  block->inputs = trm_item_value(item, "input");
  block->input_count = 1;
  return block->inputs && read_start(c, block);
}

static int read_space(Compiler *c, TrmBlock *block) {
  const TrmItem *item = block->item;
  const TrmValue *a = trm_item_value(item, "a"), *u = trm_item_value(item, "inputs");
  if (!a || a->form != TRM_FORM_LIST || !u) return 0;
  size_t n = a->count, p = u->form == TRM_FORM_LIST ? u->count : 1;
  const TrmValue *rows = trm_item_value(item, "c");
  size_t outputs = rows && rows->form == TRM_FORM_LIST ? rows->count : 0;
  block->states = n;
  block->inputs = u->form == TRM_FORM_LIST ? u->list : u;
  block->input_count = p;
  block->A = read_matrix(c, item, "a", n, n);
  block->B = block->A ? read_matrix(c, item, "b", n, p) : NULL;
  block->C = block->B ? read_matrix(c, item, "c", 0, n) : NULL;
  if (!block->C) return 0;
  block->D = trm_arena_array(c->arena, p, sizeof *block->D);
  if (trm_item_value(item, "d") && !(block->D = read_matrix(c, item, "d", outputs, p))) return 0;
  block->start = trm_arena_array(c->arena, n + 1, sizeof *block->start);
  return read_start(c, block);
}

void trm_compile_states(Compiler *c) {
  TrmSystem *system = c->system;
  size_t transfers, spaces;
  TrmItem *const *equations = trm_model_section(c->model, "equations", &system->equation_count);
  TrmItem *const *first = trm_model_section(c->model, "transfer_functions", &transfers);
  TrmItem *const *second = trm_model_section(c->model, "state_spaces", &spaces);
  int quiet = c->quiet;
  c->quiet = 1; /* the walk reports what is wrong with single values */
  system->equations =
      trm_arena_array(c->arena, system->equation_count + 1, sizeof *system->equations);
  for (size_t i = 0; i < system->equation_count; i++) {
    system->equations[i].item = equations[i];
    compile_equation(c, &system->equations[i]);
  }
  system->block_count = transfers + spaces;
  system->blocks = trm_arena_array(c->arena, system->block_count + 1, sizeof *system->blocks);
  for (size_t i = 0; i < system->block_count; i++) {
    TrmBlock *block = &system->blocks[i];
    block->item = i < transfers ? first[i] : second[i - transfers];
    block->ready = i < transfers ? read_transfer(c, block) : read_space(c, block);
  }
  c->quiet = quiet;
}
