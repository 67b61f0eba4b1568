/* SPDX-License-Identifier: Apache-2.0
 *
 * Files of a linear model: its modes as CSV, its matrices as MAT, its frequency response as CSV.
 */
#include "cli/linear.h"
#include "cli/output.h"
#include "write/mat.h"
#include <math.h>

static const double full_turn = 6.283185307179586476925286766559;

/* a text as CSV wants it */
static void add_cell(TrmText *out, const char *text) {
  trm_text_char(out, '"');
  for (; *text; text++) {
    if (*text == '"') trm_text_char(out, '"');
    trm_text_char(out, *text);
  }
  trm_text_char(out, '"');
}

static void add_modes(const TrmLinearReport *r, TrmText *out) {
  trm_text_add(out, "mode,frequency [Hz],damping ratio,real [1/s],imaginary [1/s],"
                    "damped frequency [Hz],time to half [s]\n");
  for (size_t k = 0, mode = 1; k < r->values; k++) {
    double re = r->re[k], im = r->im[k], size = hypot(re, im);
    double row[] = {size / full_turn, size > 0 ? 0 - re / size : 0, re, im, fabs(im) / full_turn,
                    0 - log(2) / re};
    /* both values of a pair have the number of the table */
    trm_text_printf(out, "%zu", mode);
    mode += !(im > 0);
    for (int i = 0; i < 6; i++) {
      trm_text_char(out, ',');
      if (isfinite(row[i])) trm_text_number(out, row[i]);
    }
    trm_text_char(out, '\n');
  }
}

static TrmStatus write_modes(TrmRequest *request, const TrmLinearReport *r, const char *path) {
  TrmText *out = trm_request_text(request);
  add_modes(r, out);
  return trm_output_write(path, out);
}

static const char **names_of(TrmRequest *request, const TrmAnalysis *analysis, size_t count,
                             const char *(*name)(const TrmAnalysis *, size_t, const char **)) {
  const char **list = trm_arena_array(request->arena, count + 1, sizeof *list);
  for (size_t i = 0; i < count; i++) list[i] = name(analysis, i, NULL);
  return list;
}

static TrmStatus write_matrices(TrmRequest *request, const TrmAnalysis *analysis,
                                const TrmLinearReport *r, const char *path) {
  TrmText *out = trm_request_text(request);
  size_t n = r->order;
  double *values = trm_arena_array(request->arena, 2 * n + 1, sizeof *values);
  for (size_t k = 0; k < r->values; k++) {
    values[2 * k] = r->re[k];
    values[2 * k + 1] = r->im[k];
  }
  const TrmMatMatrix matrices[] = {{"A", r->A, n, n},
                                   {"B", r->B, n, r->inputs},
                                   {"C", r->C, r->outputs, n},
                                   {"D", r->D, r->outputs, r->inputs},
                                   {"M", r->M, r->rates, r->rates},
                                   {"damping", r->damping, r->rates, r->rates},
                                   {"K", r->K, r->rates, r->positions},
                                   {"eigenvalues", values, r->values, 2},
                                   {NULL, NULL, 0, 0}};
  const TrmMatNames names[] = {
      {"states", r->names, n},
      {"inputs", names_of(request, analysis, r->inputs, trm_linear_input), r->inputs},
      {"outputs", names_of(request, analysis, r->outputs, trm_linear_output), r->outputs},
      {NULL, NULL, 0}};
  if (!trm_mat_matrices(matrices, names, request->arena, out))
    return trm_say_file("the matrices are larger than a MAT-5 file can hold");
  return trm_output_write(path, out);
}

/* frequency number i of `count` from `low` to `high`, in equal ratios */
static double spaced(double low, double high, size_t i, size_t count) {
  return count > 1 ? low * pow(high / low, (double)i / (double)(count - 1)) : low;
}

/* a decade below the lowest mode to a decade above the highest */
static void find_range(const TrmLinearReport *r, double *low, double *high) {
  double least = HUGE_VAL, most = 0;
  for (size_t k = 0; k < r->values; k++) {
    double size = hypot(r->re[k], r->im[k]) / full_turn;
    most = fmax(most, size);
  }
  for (size_t k = 0; k < r->values; k++) {
    double size = hypot(r->re[k], r->im[k]) / full_turn;
    if (size > 1e-7 * most) least = fmin(least, size);
  }
  if (*low == 0) *low = most > 0 ? least / 10 : 0.1;
  if (*high == 0) *high = fmax(most > 0 ? 10 * most : 10, *low);
}

static TrmStatus write_response(TrmRequest *request, TrmAnalysis *analysis,
                                const TrmLinearReport *r, const char *path) {
  double low = trm_request_number(request, "from"), high = trm_request_number(request, "to");
  double points = trm_request_number(request, "points");
  size_t pairs = r->inputs * r->outputs;
  if (low < 0 || high < 0 || points < 0) return TRM_BAD_USAGE;
  if (!pairs)
    return trm_say_usage("--bode needs `inputs` and `outputs` under `linearize` in the model");
  find_range(r, &low, &high);
  size_t count = points > 0 ? (size_t)fmin(1e6, ceil(points)) : 200;
  double *value = trm_arena_array(request->arena, 2 * pairs + 1, sizeof *value);
  TrmText *out = trm_request_text(request);
  trm_text_add(out, "frequency [Hz]");
  for (size_t i = 0; i < r->outputs; i++)
    for (size_t j = 0; j < r->inputs; j++)
      for (int part = 0; part < 2; part++) {
        const char *y = trm_linear_output(analysis, i, NULL);
        const char *u = trm_linear_input(analysis, j, NULL);
        trm_text_char(out, ',');
        add_cell(out, trm_arena_printf(request->arena, "%s/%s %s", y, u,
                                       part ? "phase [deg]" : "magnitude"));
      }
  trm_text_char(out, '\n');
  for (size_t i = 0; i < count; i++) {
    double hz = spaced(low, high, i, count);
    TrmStatus status = trm_analysis_response(analysis, hz, value);
    if (status == TRM_NO_MEMORY) trm_guard_leave();
    /* at a pole: no row */
    if (status != TRM_OK) continue;
    trm_text_number(out, hz);
    for (size_t k = 0; k < pairs; k++) {
      trm_text_char(out, ',');
      trm_text_number(out, hypot(value[2 * k], value[2 * k + 1]));
      trm_text_char(out, ',');
      trm_text_number(out, atan2(value[2 * k + 1], value[2 * k]) * 360 / full_turn);
    }
    trm_text_char(out, '\n');
  }
  return trm_output_write(path, out);
}

TrmStatus trm_linear_files(TrmRequest *request, TrmAnalysis *analysis) {
  const char *csv = trm_request_value(request, "csv"), *mat = trm_request_value(request, "mat");
  const char *bode = trm_request_value(request, "bode");
  TrmStatus status = TRM_OK;
  TrmLinearReport r;
  trm_analysis_linear(analysis, &r);
  if ((mat || bode) && !r.A)
    return trm_say_usage("--%s needs matrices, and there are none of %zu states; `--modes all` "
                         "forms them",
                         mat ? "mat" : "bode", r.order);
  if (csv) status = write_modes(request, &r, csv);
  if (mat && status == TRM_OK) status = write_matrices(request, analysis, &r, mat);
  if (bode && status == TRM_OK) status = write_response(request, analysis, &r, bode);
  return status;
}

TrmStatus trm_linear_verify_all(TrmRequest *request, TrmAnalysis *analysis, TrmLog *log,
                                const double **errors) {
  TrmLinearReport r;
  TrmStatus status = TRM_OK;
  trm_analysis_linear(analysis, &r);
  double *list = trm_arena_array(request->arena, r.values + 1, sizeof *list);
  for (size_t k = 0; k < r.values && status == TRM_OK; k++) {
    status = trm_analysis_verify(analysis, k, &list[k], log);
    if (status == TRM_NO_MEMORY) trm_guard_leave();
    /* the conjugate swings alike */
    if (r.im[k] > 0) list[k + 1] = list[k], k++;
  }
  *errors = list;
  return status;
}
