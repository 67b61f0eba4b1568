/* SPDX-License-Identifier: Apache-2.0
 *
 * Data and states: splines, variables, differential equations, arrays, transfer functions, linear
 * systems, sensors. Coefficients of transfer functions rise with the power of s in Adams and fall
 * in the model language. A linear system of several outputs is written once for each.
 */
#include "read/adams/write.h"
#include <string.h>

enum { MOST_STATES = 32 }; /* of a linear system that functions may read one by one */

/* akispl is the usual way to read a spline and takes its name; cubspl another */
const char *trm_adams_spline_name(TrmAdams *a, TrmAdamsStatement *spline, int akima) {
  spline->read_as |= akima ? 2u : 1u;
  return akima ? spline->name : trm_arena_printf(a->arena, "%s_cubic", spline->name);
}

/* the values of X and of one or more Y, each with its z before it where there are several */
static int write_curves(TrmAdams *a, TrmAdamsStatement *s, TrmNode *map, size_t *points) {
  const TrmAdamsArg *x = trm_adams_arg(s, "X");
  size_t curves = 0;
  double *values;
  for (size_t i = 0; i < s->arg_count; i++) curves += strcmp(s->args[i].key, "Y") == 0;
  if (!x || !curves) {
    trm_log_add(a->log, TRM_E_ADAMS_MISSING, s->place, s->name, "SPLINE/%ld needs X and Y", s->id);
    return 0;
  }
  *points = trm_adams_reals(a, s, x, &values);
  if (!*points) return 0;
  trm_adams_put(a, map, "x", trm_adams_name_place(s, x),
                trm_adams_values(a, trm_adams_value_place(s, x), values, *points));
  TrmNode *zs = trm_adams_list(a, s->place), *table = trm_adams_list(a, s->place);
  for (size_t i = 0; i < s->arg_count; i++) {
    const TrmAdamsArg *y = &s->args[i];
    if (strcmp(y->key, "Y") != 0) continue;
    TrmPlace place = trm_adams_value_place(s, y);
    size_t count = trm_adams_reals(a, s, y, &values), first = curves > 1;
    if (!count) return 0;
    if (count != *points + first) {
      trm_log_add(a->log, TRM_E_ADAMS_VALUE, place, s->name, "Y has %zu values for %zu of X%s",
                  count, *points, first ? " (z comes before them)" : "");
      return 0;
    }
    if (!first) {
      trm_adams_put(a, map, "y", trm_adams_name_place(s, y),
                    trm_adams_values(a, place, values, count));
      return 1;
    }
    trm_adams_push(a, zs, trm_adams_value(a, place, values[0]));
    trm_adams_push(a, table, trm_adams_values(a, place, values + 1, *points));
  }
  trm_adams_put(a, map, "z", s->place, zs);
  trm_adams_put(a, map, "table", s->place, table);
  return 1;
}

void trm_adams_write_spline(TrmAdams *a, TrmAdamsStatement *s) {
  const TrmAdamsArg *file = trm_adams_arg(s, "FILE");
  if (file) {
    if (s->read_as) trm_adams_lacking(a, s, trm_adams_name_place(s, file), "a spline from a file");
    return;
  }
  if (!s->read_as) trm_adams_spline_name(a, s, 1);
  for (unsigned bit = 0; bit < 2; bit++) {
    size_t points = 0;
    if (!(s->read_as >> bit & 1)) continue;
    TrmNode *map = trm_adams_map(a, s->place);
    if (!write_curves(a, s, map, &points)) {
      s->dropped = 1;
      return;
    }
    const char *kind = bit && points >= 5 ? "akima" : points >= 4 ? "cubic" : "linear";
    trm_adams_put(a, map, "kind", s->place, trm_adams_word(a, s->place, kind));
    if (!a->sections[TRM_ADAMS_SPLINES])
      a->sections[TRM_ADAMS_SPLINES] = trm_adams_map(a, s->place);
    trm_adams_put(a, a->sections[TRM_ADAMS_SPLINES], trm_adams_spline_name(a, s, (int)bit),
                  s->place, map);
  }
}

/* FUNCTION that must be there */
static TrmNode *law(TrmAdams *a, TrmAdamsStatement *s) {
  const TrmAdamsArg *arg = trm_adams_arg(s, "FUNCTION");
  if (arg) return trm_adams_expression(a, s, arg, 0, NULL);
  s->dropped = 1;
  trm_log_add(a->log, TRM_E_ADAMS_MISSING, s->place, s->name, "%s/%ld needs FUNCTION",
              s->kind->name, s->id);
  return NULL;
}

void trm_adams_write_variable(TrmAdams *a, TrmAdamsStatement *s) {
  TrmNode *value = law(a, s);
  if (!value) return;
  trm_adams_put(a, trm_adams_thing(a, TRM_ADAMS_VARIABLES, s), "value", s->place, value);
}

void trm_adams_write_equation(TrmAdams *a, TrmAdamsStatement *s) {
  TrmNode *value = law(a, s);
  const TrmAdamsArg *ic = trm_adams_arg(s, "IC");
  double initial[2] = {0, 0};
  int count = trm_adams_vector(a, s, "IC", initial, 1, 2);
  if (!value) return;
  TrmNode *map = trm_adams_thing(a, TRM_ADAMS_EQUATIONS, s);
  int implicit = trm_adams_has(s, "IMPLICIT");
  trm_adams_put(a, map, implicit ? "residual" : "rate", s->place, value);
  if (!ic || !count) return;
  TrmPlace place = trm_adams_name_place(s, ic);
  trm_adams_put(a, map, "initial", place, trm_adams_value(a, place, initial[0]));
  if (implicit && count > 1)
    trm_adams_put(a, map, "initial_rate", place, trm_adams_value(a, place, initial[1]));
}

/* arrays and matrices are read by those that refer to them */
void trm_adams_write_array(TrmAdams *a, TrmAdamsStatement *s) {
  (void)a;
  (void)s;
}

void trm_adams_write_matrix(TrmAdams *a, TrmAdamsStatement *s) {
  trm_adams_write_array(a, s);
}

void trm_adams_write_plant(TrmAdams *a, TrmAdamsStatement *s) {
  trm_adams_write_array(a, s);
}

void trm_adams_write_plant_output(TrmAdams *a, TrmAdamsStatement *s) {
  trm_adams_write_array(a, s);
}

/* the system whose outputs (Y) or states (X) array `id` holds */
static TrmAdamsStatement *giver(TrmAdams *a, const char *key, long id) {
  for (size_t i = 0; i < a->count; i++) {
    TrmAdamsStatement *s = a->list[i];
    long *ids;
    if (!s->kind || s->dropped) continue;
    if (strcmp(s->kind->name, "TFSISO") != 0 && strcmp(s->kind->name, "LSE") != 0) continue;
    if (trm_adams_ids(a, s, key, &ids) == 1 && ids[0] == id) return s;
  }
  return NULL;
}

/* state number `n` of a linear system, which is written with it (write_state) */
static TrmExpr *state_value(TrmAdams *a, TrmAdamsStatement *system, long n) {
  if (!system || strcmp(system->kind->name, "LSE") != 0 || n > MOST_STATES) return NULL;
  system->read_as |= 1u << (n - 1);
  return trm_adams_tree_name(a, trm_arena_printf(a->arena, "%s_x%ld", system->name, n));
}

TrmExpr *trm_adams_array_value(TrmAdams *a, TrmAdamsStatement *array, long n) {
  const TrmAdamsArg *numbers = trm_adams_arg(array, "NUMBERS");
  double *values;
  long *ids;
  if (n < 1) return NULL;
  if (numbers) {
    size_t count = trm_adams_reals(a, array, numbers, &values);
    return (size_t)n <= count ? trm_adams_tree_number(a, values[n - 1]) : NULL;
  }
  size_t count = trm_adams_ids(a, array, "VARIABLES", &ids);
  if (count) {
    TrmAdamsStatement *v = (size_t)n <= count ? trm_adams_find(a, "VARIABLE", ids[n - 1]) : NULL;
    return v && !v->dropped ? trm_adams_tree_name(a, v->name) : NULL;
  }
  TrmAdamsStatement *system = giver(a, "Y", array->id);
  if (!system) return state_value(a, giver(a, "X", array->id), n);
  if (n == 1) return trm_adams_tree_name(a, system->name);
  if (strcmp(system->kind->name, "LSE") != 0) return NULL;
  return trm_adams_tree_name(a, trm_arena_printf(a->arena, "%s_%ld", system->name, n));
}

/* the inputs that the array U lists, as names of variables; their number */
static size_t find_inputs(TrmAdams *a, TrmAdamsStatement *s, TrmAdamsStatement **inputs,
                          size_t most) {
  TrmAdamsStatement *u = trm_adams_ref(a, s, "U", "ARRAY", 1);
  long *ids;
  size_t count = u ? trm_adams_ids(a, u, "VARIABLES", &ids) : 0;
  if (u && !count)
    trm_log_add(a->log, TRM_E_ADAMS_REFERENCE, trm_adams_value_place(s, trm_adams_arg(s, "U")),
                s->name, "ARRAY/%ld lists no VARIABLES", u->id);
  if (count > most) count = most;
  for (size_t i = 0; i < count; i++) {
    inputs[i] = trm_adams_find(a, "VARIABLE", ids[i]);
    if (inputs[i] && !inputs[i]->dropped) continue;
    trm_log_add(a->log, TRM_E_ADAMS_REFERENCE, u->place, s->name,
                "ARRAY/%ld refers to VARIABLE/%ld, which does not exist", u->id, ids[i]);
    count = 0;
  }
  if (!count) s->dropped = 1;
  return count;
}

/* numbers in reverse, without zeros before the first */
static TrmNode *falling(TrmAdams *a, TrmAdamsStatement *s, const char *key, size_t *count) {
  const TrmAdamsArg *arg = trm_adams_arg(s, key);
  double *values;
  if (!arg) {
    trm_log_add(a->log, TRM_E_ADAMS_MISSING, s->place, s->name, "%s/%ld needs %s", s->kind->name,
                s->id, key);
    return NULL;
  }
  *count = trm_adams_reals(a, s, arg, &values);
  if (!*count) return NULL;
  while (*count > 1 && values[*count - 1] == 0) --*count;
  TrmNode *list = trm_adams_list(a, trm_adams_value_place(s, arg));
  for (size_t i = *count; i-- > 0;)
    trm_adams_push(a, list, trm_adams_value(a, list->place, values[i]));
  return list;
}

/* the numbers of an IC array, zeros when there is none */
static TrmNode *initial_states(TrmAdams *a, TrmAdamsStatement *s, size_t count) {
  TrmAdamsStatement *ic = trm_adams_ref(a, s, "IC", "ARRAY", 0);
  const TrmAdamsArg *numbers = ic ? trm_adams_arg(ic, "NUMBERS") : NULL;
  double *values;
  if (numbers && trm_adams_reals(a, ic, numbers, &values) == count)
    return trm_adams_values(a, trm_adams_value_place(ic, numbers), values, count);
  values = trm_arena_array(a->arena, count + 1, sizeof *values);
  return trm_adams_values(a, s->place, values, count);
}

void trm_adams_write_transfer(TrmAdams *a, TrmAdamsStatement *s) {
  TrmAdamsStatement *input[1];
  size_t above = 0, below = 0;
  TrmNode *numerator = falling(a, s, "NUMERATOR", &above);
  TrmNode *denominator = falling(a, s, "DENOMINATOR", &below);
  if (!find_inputs(a, s, input, 1) || !numerator || !denominator) return;
  TrmNode *map = trm_adams_thing(a, TRM_ADAMS_TRANSFERS, s);
  trm_adams_put(a, map, "input", s->place, trm_adams_word(a, s->place, input[0]->name));
  trm_adams_put(a, map, "numerator", numerator->place, numerator);
  trm_adams_put(a, map, "denominator", denominator->place, denominator);
  if (below > 1) trm_adams_put(a, map, "initial", s->place, initial_states(a, s, below - 1));
}

/* the entries of a matrix by rows; NULL after an error */
static double *read_entries(TrmAdams *a, TrmAdamsStatement *m, size_t *rows, size_t *columns) {
  const TrmAdamsArg *arg = trm_adams_arg(m, "VALUES");
  double height = 0, width = 0, *values = NULL;
  long *i = NULL, *j = NULL;
  trm_adams_real(a, m, "M", &height);
  trm_adams_real(a, m, "N", &width);
  const char *full = trm_adams_text(a, m, "FULL");
  int sparse = trm_adams_has(m, "SPARSE"), sized = height >= 1 && height <= 1000;
  size_t count = arg ? trm_adams_reals(a, m, arg, &values) : 0;
  if (!sized || !(width >= 1 && width <= 1000) || !(full || sparse)) return NULL;
  *rows = (size_t)height;
  *columns = (size_t)width;
  double *out = trm_arena_array(a->arena, *rows * *columns, sizeof *out);
  if (sparse) {
    if (trm_adams_ids(a, m, "I", &i) != count || trm_adams_ids(a, m, "J", &j) != count) return NULL;
    for (size_t k = 0; k < count; k++) {
      if (i[k] < 1 || j[k] < 1 || (size_t)i[k] > *rows || (size_t)j[k] > *columns) return NULL;
      out[(size_t)(i[k] - 1) * *columns + (size_t)(j[k] - 1)] = values[k];
    }
    return out;
  }
  int by_rows = *full == 'R' || *full == 'r';
  if (count != *rows * *columns) return NULL;
  for (size_t r = 0; r < *rows; r++)
    for (size_t c = 0; c < *columns; c++)
      out[r * *columns + c] = values[by_rows ? r * *columns + c : c * *rows + r];
  return out;
}

double *trm_adams_matrix(TrmAdams *a, TrmAdamsStatement *s, const char *key, size_t *rows,
                         size_t *columns) {
  TrmAdamsStatement *m = trm_adams_ref(a, s, key, "MATRIX", 1);
  double *values = m ? read_entries(a, m, rows, columns) : NULL;
  if (m && !values) {
    trm_log_add(
        a->log, TRM_E_ADAMS_VALUE, m->place, m->name,
        "MATRIX/%ld must be FULL, with M times N VALUES, or SPARSE, with as many I and J as "
        "VALUES",
        m->id);
    s->dropped = 1;
  }
  return values;
}

/* `count` rows of a matrix */
static TrmNode *put_rows(TrmAdams *a, TrmPlace place, const double *values, size_t count,
                         size_t columns) {
  TrmNode *list = trm_adams_list(a, place);
  for (size_t r = 0; r < count; r++)
    trm_adams_push(a, list, trm_adams_values(a, place, values + r * columns, columns));
  return list;
}

/* x' = A x + B u, y = C x + D u, read from a statement; without inputs, one that is zero */
typedef struct Space {
  TrmNode *names, *initial;
  double *A, *B, *C, *D;
  size_t states, inputs, outputs;
} Space;

static int read_space(TrmAdams *a, TrmAdamsStatement *s, Space *x) {
  TrmAdamsStatement *inputs[64];
  size_t rows, columns;
  x->A = trm_adams_matrix(a, s, "A", &x->states, &columns);
  if (trm_adams_has(s, "B")) x->B = trm_adams_matrix(a, s, "B", &rows, &x->inputs);
  if (trm_adams_has(s, "C")) x->C = trm_adams_matrix(a, s, "C", &x->outputs, &columns);
  if (trm_adams_has(s, "D")) x->D = trm_adams_matrix(a, s, "D", &rows, &x->inputs);
  if (s->dropped) return 0;
  x->names = trm_adams_list(a, s->place);
  x->initial = initial_states(a, s, x->states);
  if (x->inputs) {
    size_t count = find_inputs(a, s, inputs, 64);
    if (!count) return 0;
    for (size_t i = 0; i < count; i++)
      trm_adams_push(a, x->names, trm_adams_word(a, s->place, inputs[i]->name));
    if (!x->B) x->B = trm_arena_array(a->arena, x->states * x->inputs, sizeof *x->B);
    return 1;
  }
  x->inputs = 1;
  x->B = trm_arena_array(a->arena, x->states, sizeof *x->B);
  trm_adams_push(a, x->names, trm_adams_word(a, s->place, "0"));
  return 1;
}

/* one output of it as a system of its own, called `name` */
static void write_output(TrmAdams *a, TrmAdamsStatement *s, const Space *x, const char *name,
                         const double *c, const double *d) {
  TrmNode *map = trm_adams_map(a, s->place);
  trm_adams_put(a, map, "inputs", s->place, x->names);
  trm_adams_put(a, map, "a", s->place, put_rows(a, s->place, x->A, x->states, x->states));
  trm_adams_put(a, map, "b", s->place, put_rows(a, s->place, x->B, x->states, x->inputs));
  trm_adams_put(a, map, "c", s->place, put_rows(a, s->place, c, 1, x->states));
  if (d) trm_adams_put(a, map, "d", s->place, put_rows(a, s->place, d, 1, x->inputs));
  trm_adams_put(a, map, "initial", s->place, x->initial);
  if (!a->sections[TRM_ADAMS_SPACES]) a->sections[TRM_ADAMS_SPACES] = trm_adams_map(a, s->place);
  trm_adams_put(a, a->sections[TRM_ADAMS_SPACES], name, s->place, map);
}

void trm_adams_write_space(TrmAdams *a, TrmAdamsStatement *s) {
  Space x = {0};
  if (!read_space(a, s, &x)) return;
  for (size_t n = 0; n < x.outputs && n < 100; n++) {
    const char *name = n ? trm_arena_printf(a->arena, "%s_%zu", s->name, n + 1) : s->name;
    write_output(a, s, &x, name, x.C + n * x.states, x.D ? x.D + n * x.inputs : NULL);
  }
  for (size_t n = 0; n < x.states && n < MOST_STATES; n++) {
    double *c = trm_arena_array(a->arena, x.states, sizeof *c);
    if (!(s->read_as >> n & 1)) continue;
    c[n] = 1;
    write_output(a, s, &x, trm_arena_printf(a->arena, "%s_x%zu", s->name, n + 1), c, NULL);
  }
}

void trm_adams_write_sensor(TrmAdams *a, TrmAdamsStatement *s) {
  const char *side = trm_adams_choice(a, s, "GE|LE|EQ", 1);
  TrmNode *value = law(a, s);
  double level = 0;
  trm_adams_real(a, s, "VALUE", &level);
  if (!value) return;
  if (!trm_adams_has(s, "HALT") && !trm_adams_has(s, "RETURN")) {
    s->shown = "a sensor that neither halts nor returns";
    return;
  }
  char number[32];
  trm_number_format(level, number);
  const char *when =
      level == 0 ? value->text : trm_arena_printf(a->arena, "(%s) - (%s)", value->text, number);
  TrmNode *map = trm_adams_thing(a, TRM_ADAMS_EVENTS, s);
  trm_adams_put(a, map, "when", value->place, trm_adams_word(a, value->place, when));
  if (side && *side != 'E')
    trm_adams_put(a, map, "direction", s->place,
                  trm_adams_word(a, s->place, *side == 'G' ? "rising" : "falling"));
  trm_adams_put(a, map, "stop", s->place, trm_adams_word(a, s->place, "true"));
}
