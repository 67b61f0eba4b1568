/* SPDX-License-Identifier: Apache-2.0
 *
 * Linear models reported: the table of modes for people, everything as JSON for programs.
 */
#include "cli/linear.h"
#include "cli/messages.h"
#include "compile/system.h"
#include <math.h>
#include <stdint.h>

enum { MOST_NAMES = 12 };

static const double full_turn = 6.283185307179586476925286766559;

/* undamped frequency in Hz, damping ratio */
static double frequency(const TrmLinearReport *r, size_t k) {
  return hypot(r->re[k], r->im[k]) / full_turn;
}

static double ratio(const TrmLinearReport *r, size_t k) {
  double size = hypot(r->re[k], r->im[k]);
  return size > 0 ? 0 - r->re[k] / size : 0;
}

static void add_coordinates(const TrmLinearReport *r, TrmText *out) {
  if (!r->positions) return;
  size_t own = r->positions - r->added;
  trm_text_add(out, "Coordinates: ");
  for (size_t i = 0; i < r->positions && i < MOST_NAMES; i++)
    trm_text_printf(out, "%s%s", !i ? "" : i == own ? "; completed by " : ", ", r->names[i]);
  if (r->positions > MOST_NAMES) trm_text_printf(out, " and %zu more", r->positions - MOST_NAMES);
  if (r->rates < r->positions) trm_text_printf(out, "; %zu of their rates are free", r->rates);
  trm_text_add(out, ".\n");
}

/* states up to which the table says who moves */
enum { MOST_STATES = 400, MOST_BODIES = 3 };

/* "engine 63 %, mast 30 %": bodies with a tenth of the kinetic energy or more, the largest first */
static void add_bodies(TrmAnalysis *analysis, size_t index, TrmText *out) {
  TrmMode mode;
  double below = 2;
  if (trm_analysis_mode(analysis, index, &mode) == TRM_NO_MEMORY) trm_guard_leave();
  for (int said = 0; said < MOST_BODIES; said++) {
    size_t best = 0;
    double most = 0;
    for (size_t b = 0; b < mode.bodies; b++)
      if (mode.kinetic[b] > most && mode.kinetic[b] < below) most = mode.kinetic[b], best = b;
    if (!(most >= 0.1)) return;
    trm_text_printf(out, "%s%s %.0f %%", said ? ", " : "  ", trm_linear_body(analysis, best),
                    100 * most);
    below = most;
  }
}

/* elements that have a hundredth or more of an energy, the largest first; "-" when nothing has */
static void add_shares(const TrmAnalysis *analysis, const double *part, size_t count,
                       const char *(*name)(const TrmAnalysis *, size_t), const char *what,
                       TrmText *out) {
  double below = 2;
  size_t said = 0, last = 0;
  trm_text_printf(out, "%-13s", what);
  for (;;) {
    size_t best = SIZE_MAX;
    for (size_t i = 0; i < count; i++) {
      /* of equal ones the first comes first */
      double size = fabs(part[i]);
      int before = size < below || (size == below && said && i > last);
      if (size >= 0.01 && before && (best == SIZE_MAX || size > fabs(part[best]))) best = i;
    }
    if (best == SIZE_MAX) break;
    trm_text_printf(out, "%s%s %.1f", said++ ? ", " : "", name(analysis, best), 100 * part[best]);
    below = fabs(part[best]);
    last = best;
  }
  trm_text_add(out, said ? "\n" : "-\n");
}

/* energies of every mode in per cent: of bodies, of elements */
static void add_energies(TrmAnalysis *analysis, const TrmLinearReport *r, TrmText *out) {
  trm_text_add(out, "Energies by mode, from one per cent on:\n");
  for (size_t k = 0, number = 1; k<r->values; k += r->im[k]> 0 ? 2 : 1, number++) {
    TrmMode mode;
    if (trm_analysis_mode(analysis, k, &mode) == TRM_NO_MEMORY) trm_guard_leave();
    trm_text_printf(out, "  %4zu  ", number);
    add_shares(analysis, mode.kinetic, mode.bodies, trm_linear_body, "kinetic", out);
    trm_text_add(out, "        ");
    add_shares(analysis, mode.strain, mode.elements, trm_linear_element, "strain", out);
    trm_text_add(out, "        ");
    add_shares(analysis, mode.dissipation, mode.elements, trm_linear_element, "dissipation", out);
  }
}

/* the mode that is furthest off */
static void say_errors(const TrmLinearReport *r, const double *errors, TrmText *out) {
  size_t worst = 0, compared = 0;
  double most = -1;
  for (size_t k = 0, mode = 1; k<r->values; k += r->im[k]> 0 ? 2 : 1, mode++) {
    if (!isfinite(errors[k])) continue;
    compared++;
    if (errors[k] > most) most = errors[k], worst = mode;
  }
  if (!compared) {
    trm_text_add(out, "Nothing swings or decays, so there is nothing to verify.\n");
    return;
  }
  trm_text_printf(out,
                  "Verified: after half a turn of the phase the nonlinear model is off by at most "
                  "%.1g of the amplitude (mode %zu; %zu compared).\n",
                  most, worst, compared);
}

void trm_linear_text(TrmAnalysis *analysis, const TrmSystem *system, const char *place,
                     int energies, const double *errors, TrmText *out) {
  TrmLinearReport r;
  const TrmValue *name = trm_item_value(system->model->root, "name");
  trm_analysis_linear(analysis, &r);
  trm_text_printf(out, "%s linearised %s, t = %.6g %s, in the axes of %s: %zu state%s.\n",
                  name && name->text ? name->text : "Model", place, r.time / system->units.time,
                  system->units.time_name, r.frame, r.order, r.order == 1 ? "" : "s");
  add_coordinates(&r, out);
  int bodies = r.order <= MOST_STATES;
  trm_text_printf(out, "  mode  frequency [Hz]  damping ratio     real [1/s]  imaginary [1/s]%s\n",
                  bodies ? "  kinetic energy" : "");
  for (size_t k = 0, mode = 1; k < r.values; k++, mode++) {
    int pair = r.im[k] > 0;
    trm_text_printf(out, "  %4zu  %14.6g  %13.6g  %13.6g  %s%-11.6g", mode, frequency(&r, k),
                    ratio(&r, k), r.re[k], pair ? "+/- " : "    ", fabs(r.im[k]));
    if (bodies) add_bodies(analysis, k, out);
    while (out->bytes[out->length - 1] == ' ') out->length--;
    trm_text_char(out, '\n');
    k += (size_t)pair;
  }
  if (energies) add_energies(analysis, &r, out);
  if (errors) say_errors(&r, errors, out);
}

/* a matrix as a list of its rows */
static void add_matrix(TrmText *out, const char *name, const double *values, size_t rows,
                       size_t columns) {
  trm_text_printf(out, ",\n\"%s\": [", name);
  for (size_t i = 0; i < rows; i++) {
    trm_text_add(out, i ? ",\n  [" : "\n  [");
    for (size_t j = 0; j < columns; j++) {
      if (j) trm_text_add(out, ", ");
      trm_text_number(out, values[i * columns + j]);
    }
    trm_text_char(out, ']');
  }
  trm_text_char(out, ']');
}

static void add_eigenvalues(const TrmLinearReport *r, TrmText *out) {
  trm_text_add(out, ",\n\"eigenvalues\": [");
  for (size_t k = 0; k < r->values; k++) {
    trm_text_add(out, k ? ",\n  {\"re\": " : "\n  {\"re\": ");
    trm_text_number(out, r->re[k]);
    trm_text_add(out, ", \"im\": ");
    trm_text_number(out, r->im[k]);
    trm_text_add(out, ", \"frequency_hz\": ");
    trm_text_number(out, frequency(r, k));
    trm_text_add(out, ", \"damping_ratio\": ");
    trm_text_number(out, ratio(r, k));
    trm_text_char(out, '}');
  }
  trm_text_char(out, ']');
}

/* names with their units */
static void add_names(TrmText *out, const char *key, const TrmAnalysis *analysis,
                      const char *(*name)(const TrmAnalysis *, size_t, const char **)) {
  const char *text, *unit;
  trm_text_printf(out, ",\n\"%s\": [", key);
  for (size_t i = 0; (text = name(analysis, i, &unit)); i++) {
    trm_text_add(out, i ? ", {\"name\": " : "{\"name\": ");
    trm_text_json(out, text);
    trm_text_add(out, ", \"unit\": ");
    trm_text_json(out, unit);
    trm_text_char(out, '}');
  }
  trm_text_char(out, ']');
}

static const char *state(const TrmAnalysis *analysis, size_t index, const char **unit) {
  TrmLinearReport r;
  trm_analysis_linear(analysis, &r);
  if (index >= r.order) return NULL;
  *unit = r.units[index];
  return r.names[index];
}

static void add_dropped(const TrmAnalysis *analysis, TrmText *out) {
  const char *text, *why;
  trm_text_add(out, ",\n\"dropped\": [");
  for (size_t i = 0; (text = trm_linear_dropped(analysis, i, &why)); i++) {
    trm_text_add(out, i ? ", {\"name\": " : "{\"name\": ");
    trm_text_json(out, text);
    trm_text_add(out, ", \"why\": ");
    trm_text_json(out, why);
    trm_text_char(out, '}');
  }
  trm_text_char(out, ']');
}

/* internal coordinates beside those that were asked for */
static void add_added(const TrmLinearReport *r, TrmText *out) {
  size_t own = r->positions - r->added;
  trm_text_add(out, ",\n\"added\": [");
  for (size_t i = own; i < r->positions; i++) {
    trm_text_add(out, i > own ? ", {\"name\": " : "{\"name\": ");
    trm_text_json(out, r->names[i]);
    trm_text_add(out, ", \"why\": ");
    trm_text_json(out, own ? "it completes those that were asked for" : "none was asked for");
    trm_text_char(out, '}');
  }
  trm_text_char(out, ']');
}

/* numbers of a list */
static void add_list(TrmText *out, const char *key, const double *values, size_t count) {
  trm_text_printf(out, "\"%s\": [", key);
  for (size_t i = 0; i < count; i++) {
    if (i) trm_text_add(out, ", ");
    trm_text_number(out, values[i]);
  }
  trm_text_char(out, ']');
}

/* shapes and energies, one object a mode; a pair is one */
static void add_modes(TrmAnalysis *analysis, const TrmLinearReport *r, TrmText *out) {
  const char *name;
  trm_text_add(out, ",\n\"bodies\": [");
  for (size_t b = 0; (name = trm_linear_body(analysis, b)); b++) {
    if (b) trm_text_add(out, ", ");
    trm_text_json(out, name);
  }
  trm_text_add(out, "], \"elements\": [");
  for (size_t e = 0; (name = trm_linear_element(analysis, e)); e++) {
    if (e) trm_text_add(out, ", ");
    trm_text_json(out, name);
  }
  trm_text_add(out, "],\n\"modes\": [");
  for (size_t k = 0; k<r->values; k += r->im[k]> 0 ? 2 : 1) {
    TrmMode mode;
    if (trm_analysis_mode(analysis, k, &mode) == TRM_NO_MEMORY) trm_guard_leave();
    trm_text_add(out, k ? ",\n  {\"re\": " : "\n  {\"re\": ");
    trm_text_number(out, mode.re);
    trm_text_add(out, ", \"im\": ");
    trm_text_number(out, mode.im);
    trm_text_add(out, ", \"frequency_hz\": ");
    trm_text_number(out, mode.frequency_hz);
    trm_text_add(out, ", \"damped_hz\": ");
    trm_text_number(out, fabs(mode.im) / full_turn);
    trm_text_add(out, ", \"damping_ratio\": ");
    trm_text_number(out, mode.damping_ratio);
    if (isfinite(mode.half)) {
      trm_text_add(out, ", \"time_to_half\": ");
      trm_text_number(out, mode.half);
    }
    trm_text_add(out, ", \"whirl\": ");
    trm_text_number(out, mode.whirl);
    trm_text_add(out, ",\n   ");
    add_list(out, "shape", mode.shape, 12 * mode.bodies);
    trm_text_add(out, ",\n   ");
    add_list(out, "kinetic", mode.kinetic, mode.bodies);
    trm_text_add(out, ", ");
    add_list(out, "strain", mode.strain, mode.elements);
    trm_text_add(out, ", ");
    add_list(out, "dissipation", mode.dissipation, mode.elements);
    trm_text_char(out, '}');
  }
  trm_text_char(out, ']');
}

/* pairs up to which zeros are found, and states */
enum { MOST_PAIRS = 100, MOST_ZEROS = 400 };

/* gain at rest and zeros of each output to each input */
static void add_transfer(TrmRequest *request, TrmAnalysis *analysis, const TrmLinearReport *r,
                         TrmText *out) {
  size_t pairs = r->inputs * r->outputs, count;
  if (!pairs || pairs > MOST_PAIRS || r->order > MOST_ZEROS) return;
  double *gain = trm_arena_array(request->arena, pairs, sizeof *gain);
  double *re = trm_arena_array(request->arena, 2 * r->order + 2, sizeof *re);
  double *im = re + r->order + 1;
  int known = trm_analysis_gain(analysis, gain) == TRM_OK;
  trm_text_add(out, ",\n\"transfer\": [");
  for (size_t k = 0; k < pairs; k++) {
    size_t i = k / r->inputs, j = k % r->inputs;
    trm_text_add(out, k ? ",\n  {\"output\": " : "\n  {\"output\": ");
    trm_text_json(out, trm_linear_output(analysis, i, NULL));
    trm_text_add(out, ", \"input\": ");
    trm_text_json(out, trm_linear_input(analysis, j, NULL));
    trm_text_add(out, ", \"gain\": ");
    if (known)
      trm_text_number(out, gain[k]);
    else
      trm_text_add(out, "null");
    trm_text_add(out, ", \"zeros\": [");
    if (trm_analysis_zeros(analysis, i, j, re, im, &count) == TRM_NO_MEMORY) trm_guard_leave();
    for (size_t z = 0; z < count; z++) {
      trm_text_add(out, z ? ", {\"re\": " : "{\"re\": ");
      trm_text_number(out, re[z]);
      trm_text_add(out, ", \"im\": ");
      trm_text_number(out, im[z]);
      trm_text_char(out, '}');
    }
    trm_text_add(out, "]}");
  }
  trm_text_char(out, ']');
}

/* errors of --verify, null where nothing was compared */
static void add_errors(const TrmLinearReport *r, const double *errors, TrmText *out) {
  trm_text_add(out, ",\n\"verified\": [");
  for (size_t k = 0; k < r->values; k++) {
    if (k) trm_text_add(out, ", ");
    if (isfinite(errors[k]))
      trm_text_number(out, errors[k]);
    else
      trm_text_add(out, "null");
  }
  trm_text_char(out, ']');
}

static void add_matrices(TrmRequest *request, TrmAnalysis *analysis, const TrmLinearReport *r,
                         TrmText *out) {
  add_transfer(request, analysis, r, out);
  add_matrix(out, "A", r->A, r->order, r->order);
  add_matrix(out, "B", r->B, r->order, r->inputs);
  add_matrix(out, "C", r->C, r->outputs, r->order);
  add_matrix(out, "D", r->D, r->outputs, r->inputs);
  add_matrix(out, "M", r->M, r->rates, r->rates);
  add_matrix(out, "damping", r->damping, r->rates, r->rates);
  add_matrix(out, "K", r->K, r->rates, r->positions);
}

void trm_linear_json(TrmRequest *request, TrmAnalysis *analysis, const TrmLog *log,
                     TrmStatus status, const double *errors, TrmText *out) {
  TrmLinearReport r;
  trm_analysis_linear(analysis, &r);
  trm_text_add(out, "{\"file\": ");
  trm_text_json(out, request->arguments[0]);
  trm_text_printf(out,
                  ", \"linearised\": %s,\n\"diagnostics\": ", status == TRM_OK ? "true" : "false");
  trm_messages_json(request, log, out);
  while (out->length && out->bytes[out->length - 1] == '\n') out->length--;
  if (status == TRM_OK) {
    trm_text_add(out, ",\n\"time\": ");
    trm_text_number(out, r.time);
    trm_text_add(out, ", \"frame\": ");
    trm_text_json(out, r.frame);
    trm_text_printf(out, ", \"positions\": %zu, \"rates\": %zu, \"differential_states\": %zu",
                    r.positions, r.rates, r.states);
    add_eigenvalues(&r, out);
    add_names(out, "states", analysis, state);
    add_names(out, "inputs", analysis, trm_linear_input);
    add_names(out, "outputs", analysis, trm_linear_output);
    add_dropped(analysis, out);
    add_added(&r, out);
    if (errors) add_errors(&r, errors, out);
    if (trm_request_flag(request, "shapes")) add_modes(analysis, &r, out);
    if (r.A) add_matrices(request, analysis, &r, out);
  }
  trm_text_add(out, "}\n");
}
