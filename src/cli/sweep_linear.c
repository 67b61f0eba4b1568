/* SPDX-License-Identifier: Apache-2.0
 *
 * Sweep of a linear model: the modes over the values of a parameter, as a root locus or Campbell
 * diagram. Modes are followed by their shapes: of a mode p and the next q what counts is
 * |p*q|^2/(p*p q*q), less for a value further away from the last one or from where the last two
 * lead to; the conjugate of a pair counts with the other sign of its frequency, so that a mode may
 * pass through zero.
 */
#include "cli/sweep_linear.h"
#include "cli/linear.h"
#include "cli/messages.h"
#include "cli/output.h"
#include "compile/system.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const double full_turn = 6.283185307179586476925286766559;

enum { MOST_VALUES = 10000, MOST_MODES = 300, MOST_SHOWN = 8 };

/* "speed=0:6:25"; 0 after a message */
static int read_sweep(TrmRequest *request, TrmModeSweep *s) {
  const char *text = trm_request_value(request, "sweep"), *equals = strchr(text, '=');
  char *after;
  double count = 0;
  int good = equals && equals > text;
  if (good) s->from = strtod(equals + 1, &after), good = after > equals + 1 && *after == ':';
  if (good) equals = after, s->to = strtod(equals + 1, &after), good = *after == ':';
  if (good)
    equals = after, count = strtod(equals + 1, &after), good = !*after && after > equals + 1;
  good = good && isfinite(s->from) && isfinite(s->to) && count >= 2 && count <= MOST_VALUES &&
         count == floor(count);
  if (!good) {
    trm_say_usage("--sweep takes parameter=from:to:count with at least two values, not '%s'", text);
    return 0;
  }
  s->name = trm_arena_copy(request->arena, text, (size_t)(strchr(text, '=') - text));
  s->count = (size_t)count;
  s->values = trm_arena_array(request->arena, s->count, sizeof *s->values);
  for (size_t i = 0; i < s->count; i++)
    s->values[i] = s->from + (s->to - s->from) * (double)i / (double)(s->count - 1);
  return 1;
}

/* all modes of a model, of pairs the value with im > 0 */
static size_t read_points(TrmModeSweep *s, TrmAnalysis *analysis, TrmModePoint **out) {
  TrmLinearReport r;
  size_t count = 0;
  trm_analysis_linear(analysis, &r);
  *out = trm_arena_array(s->request->arena, r.values + 1, sizeof **out);
  s->size = r.size;
  for (size_t k = 0; k < r.values && count<MOST_MODES; k += r.im[k]> 0 ? 2 : 1) {
    TrmMode mode;
    TrmModePoint *p = &(*out)[count++];
    if (trm_analysis_mode(analysis, k, &mode) == TRM_NO_MEMORY) trm_guard_leave();
    s->parts = 6 * mode.bodies;
    *p = (TrmModePoint){.re = mode.re, .im = mode.im, .whirl = mode.whirl};
    for (size_t b = 0; b < mode.bodies; b++)
      if (mode.kinetic[b] > mode.kinetic[p->mover]) p->mover = b;
    if (mode.bodies && !(mode.kinetic[p->mover] > 0)) p->mover = SIZE_MAX;
    p->shape = trm_arena_array(s->request->arena, 2 * s->parts + 1, sizeof *p->shape);
    for (size_t b = 0; b < mode.bodies; b++)
      for (size_t i = 0; i < 6; i++) {
        double arm = i < 3 ? 1 : s->size;
        p->shape[2 * (6 * b + i)] = arm * mode.shape[12 * b + i];
        p->shape[2 * (6 * b + i) + 1] = arm * mode.shape[12 * b + 6 + i];
      }
  }
  return count;
}

/* how near q, or with sign -1 its conjugate, is to a value: 0 to 1 */
static double nearness(double value_re, double value_im, const TrmModePoint *q, int sign) {
  double far = hypot(value_re - q->re, value_im - sign * q->im);
  double near = hypot(value_re, value_im) + hypot(q->re, q->im);
  return near > 0 ? 1 - far / near : 1;
}

/* how well q, or with sign -1 its conjugate, goes on track t before value number `at`: 0 to 1 */
static double likeness(const TrmModeSweep *s, const TrmModeTrack *t, size_t at,
                       const TrmModePoint *q, int sign) {
  const TrmModePoint *p = &t->last;
  double re = 0, im = 0, pp = 0, qq = 0;
  for (size_t i = 0; i < s->parts; i++) {
    double a = p->shape[2 * i], b = p->shape[2 * i + 1];
    double c = q->shape[2 * i], d = sign * q->shape[2 * i + 1];
    re += a * c + b * d;
    im += a * d - b * c;
    pp += a * a + b * b;
    qq += c * c + d * d;
  }
  double shapes = pp > 0 && qq > 0 ? (re * re + im * im) / (pp * qq) : 0;
  double near = nearness(p->re, p->im, q, sign);
  /* values are equally far apart */
  if (at > 1 && t->there[at - 1] && t->there[at - 2]) {
    const TrmModePoint *o = &t->points[at - 2];
    near = fmax(near, nearness(2 * p->re - o->re, 2 * p->im - o->im, q, sign));
  }
  return 0.7 * shapes + 0.3 * near;
}

static TrmModeTrack *new_track(TrmModeSweep *s) {
  TrmModeTrack *grown = trm_arena_array(s->request->arena, s->tracks + 1, sizeof *grown);
  if (s->tracks) memcpy(grown, s->track, s->tracks * sizeof *grown);
  s->track = grown;
  TrmModeTrack *t = &s->track[s->tracks++];
  t->points = trm_arena_array(s->request->arena, s->count, sizeof *t->points);
  t->there = trm_arena_array(s->request->arena, s->count, 1);
  return t;
}

static void take(TrmModeTrack *t, size_t at, TrmModePoint p, int sign) {
  p.im *= sign;
  if (sign < 0) p.whirl = -p.whirl;
  t->points[at] = t->last = p;
  t->there[at] = 1;
}

/* give the modes at value number `at` to the tracks, the most alike first */
static void follow(TrmModeSweep *s, size_t at, TrmModePoint *points, size_t count) {
  unsigned char *given = trm_arena_array(s->request->arena, count + 1, 1);
  size_t before = s->tracks;
  for (size_t round = 0; round < before && round < count; round++) {
    double best = -1;
    size_t track = 0, point = 0;
    int sign = 1;
    for (size_t i = 0; i < before; i++)
      for (size_t j = 0; j < count && !s->track[i].there[at]; j++)
        for (int k = 1; k >= -1 && !given[j]; k -= 2) {
          double like = likeness(s, &s->track[i], at, &points[j], k);
          if (like > best) best = like, track = i, point = j, sign = k;
        }
    if (best < 0) break;
    for (size_t i = 0; sign < 0 && i < s->parts; i++) points[point].shape[2 * i + 1] *= -1;
    take(&s->track[track], at, points[point], sign);
    given[point] = 1;
  }
  for (size_t j = 0; j < count; j++)
    if (!given[j]) take(new_track(s), at, points[j], 1);
}

static double frequency(const TrmModePoint *p) {
  return hypot(p->re, p->im) / full_turn;
}

/* Branches that begin together are told apart by where they end: the lower one comes first. */
static void order_tracks(TrmModeSweep *s) {
  for (size_t i = 1; i < s->tracks; i++)
    for (size_t k = i; k > 0; k--) {
      TrmModeTrack *a = &s->track[k - 1], *b = &s->track[k], kept = *a;
      double before = frequency(&a->points[0]), after = frequency(&b->points[0]);
      int together = a->there[0] && b->there[0] && fabs(before - after) <= 1e-6 * after;
      if (!together || frequency(&a->last) <= (1 + 1e-6) * frequency(&b->last)) break;
      *a = *b, *b = kept;
    }
}

static double ratio(const TrmModePoint *p) {
  double size = hypot(p->re, p->im);
  return size > 0 ? 0 - p->re / size : 0;
}

/* a row a value: frequencies of the modes */
static void add_table(const TrmModeSweep *s, TrmText *out) {
  size_t shown = s->tracks < MOST_SHOWN ? s->tracks : MOST_SHOWN;
  trm_text_printf(out, "Undamped frequencies [Hz] of the modes over %s:\n  %12s", s->name, s->name);
  for (size_t k = 0; k < shown; k++) trm_text_printf(out, "  %10zu", k + 1);
  trm_text_char(out, '\n');
  for (size_t i = 0; i < s->count; i++) {
    trm_text_printf(out, "  %12.6g", s->values[i]);
    for (size_t k = 0; k < shown; k++) {
      if (s->track[k].there[i])
        trm_text_printf(out, "  %10.5g", frequency(&s->track[k].points[i]));
      else
        trm_text_printf(out, "  %10s", "");
    }
    while (out->bytes[out->length - 1] == ' ') out->length--;
    trm_text_char(out, '\n');
  }
  if (s->tracks > shown)
    trm_text_printf(out, "  and %zu more modes, in --csv and --json\n", s->tracks - shown);
}

static double number_of(const TrmModePoint *p, int which) {
  const double numbers[] = {frequency(p), ratio(p), p->re, p->im, p->whirl};
  return numbers[which];
}

static const char *const keys[] = {"frequency_hz", "damping_ratio", "re", "im", "whirl"};

static void add_csv(const TrmModeSweep *s, TrmText *out) {
  static const char *const heads[] = {"frequency [Hz]", "damping ratio", "real [1/s]",
                                      "imaginary [1/s]", "whirl"};
  trm_text_add(out, s->name);
  for (size_t k = 0; k < s->tracks; k++)
    for (int i = 0; i < 5; i++) trm_text_printf(out, ",mode %zu %s", k + 1, heads[i]);
  trm_text_char(out, '\n');
  for (size_t i = 0; i < s->count; i++) {
    trm_text_number(out, s->values[i]);
    for (size_t k = 0; k < s->tracks; k++)
      for (int j = 0; j < 5; j++) {
        trm_text_char(out, ',');
        if (s->track[k].there[i]) trm_text_number(out, number_of(&s->track[k].points[i], j));
      }
    trm_text_char(out, '\n');
  }
}

static void add_json(const TrmModeSweep *s, TrmText *out) {
  trm_text_add(out, "{\"file\": ");
  trm_text_json(out, s->request->arguments[0]);
  trm_text_add(out, ", \"parameter\": ");
  trm_text_json(out, s->name);
  trm_text_add(out, ",\n\"values\": [");
  for (size_t i = 0; i < s->count; i++) {
    if (i) trm_text_add(out, ", ");
    trm_text_number(out, s->values[i]);
  }
  trm_text_add(out, "],\n\"modes\": [");
  for (size_t k = 0; k < s->tracks; k++) {
    trm_text_add(out, k ? ",\n  {\"label\": " : "\n  {\"label\": ");
    trm_text_json(out, trm_mode_sweep_label(s, k));
    for (int j = 0; j < 5; j++) {
      trm_text_printf(out, ",\n   \"%s\": [", keys[j]);
      for (size_t i = 0; i < s->count; i++) {
        if (i) trm_text_add(out, ", ");
        if (s->track[k].there[i])
          trm_text_number(out, number_of(&s->track[k].points[i], j));
        else
          trm_text_add(out, "null");
      }
      trm_text_char(out, ']');
    }
    trm_text_char(out, '}');
  }
  trm_text_add(out, "]}\n");
}

/* linearise at one value, and give the modes to the tracks */
static TrmStatus look(TrmModeSweep *s, size_t at) {
  TrmRequest *request = s->request;
  TrmLog *log = trm_request_log(request);
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  TrmAnalysis *analysis = NULL;
  const char *place;
  TrmModePoint *points;
  size_t given = request->given_count;
  char text[40];
  trm_number_format(s->values[at], text);
  trm_request_put(request, "set", trm_arena_printf(request->arena, "%s=%s", s->name, text));
  TrmStatus status = trm_request_analysis(request, log, &model, &system, &analysis);
  request->given_count = given;
  if (status == TRM_OK) status = trm_linear_go(request, analysis, system, log, &place);
  if (status == TRM_OK) status = trm_analysis_linearize_with(analysis, -1, &s->options, log);
  if (status == TRM_NO_MEMORY) trm_guard_leave();
  /* what is said of each value is said once */
  if (status != TRM_OK || at == 0) trm_messages_print(request, log, "the sweep ends here");
  if (status != TRM_OK) return status;
  trm_mode_sweep_keep(s, analysis, system, at);
  size_t count = read_points(s, analysis, &points);
  follow(s, at, points, count);
  return TRM_OK;
}

TrmStatus trm_linear_sweep(TrmRequest *request) {
  TrmModeSweep s = {.request = request};
  const char *csv = trm_request_value(request, "csv");
  TrmText *out = trm_request_text(request);
  if (!trm_linear_check(request) || !read_sweep(request, &s)) return TRM_BAD_USAGE;
  if (!trm_mode_sweep_orders(&s)) return TRM_BAD_USAGE;
  if (trm_linear_options(request, &s.options) != TRM_OK) return TRM_BAD_USAGE;
  for (size_t i = 0; i < s.count; i++) {
    TrmStatus status = look(&s, i);
    if (status != TRM_OK) return status;
  }
  order_tracks(&s);
  TrmStatus status = TRM_OK;
  if (csv) {
    TrmText *table = trm_request_text(request);
    add_csv(&s, table);
    status = trm_output_write(csv, table);
  }
  if (trm_request_flag(request, "json")) {
    add_json(&s, out);
  } else if (!trm_request_flag(request, "quiet") && !(csv && strcmp(csv, "-") == 0)) {
    add_table(&s, out);
  }
  if (status == TRM_OK) status = trm_output_write(NULL, out);
  return status == TRM_OK ? trm_mode_sweep_files(&s, trm_request_log(request)) : status;
}
