/* SPDX-License-Identifier: Apache-2.0
 *
 * Files of a sweep of a linear model: a result with a row a value, of which the page draws Campbell
 * diagram and root locus, and a picture of both.
 */
#include "cli/messages.h"
#include "cli/output.h"
#include "cli/recorder.h"
#include "cli/sweep_linear.h"
#include "cli/version.h"
#include "compile/picture.h"
#include "compile/system.h"
#include "write/mode_plots.h"
#include "write/svg.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double full_turn = 6.283185307179586476925286766559;

enum { MOST_ORDERS = 8, NUMBERS = 5, POSE = 7, SHAPE = 12 };

/* more numbers of shapes in a row than these are left out */
enum { MOST_SHAPES = 6000 };

static const char *const numbers[NUMBERS][2] = {
    {"frequency", "Hz"}, {"damping_ratio", ""}, {"re", "1/s"}, {"im", "1/s"}, {"whirl", ""}};

int trm_mode_sweep_orders(TrmModeSweep *s) {
  const char *text = trm_request_value(s->request, "orders"), *at = text;
  char *after;
  s->orders = trm_arena_array(s->request->arena, MOST_ORDERS, sizeof *s->orders);
  while (at && s->order_count < MOST_ORDERS) {
    double order = strtod(at, &after);
    if (after == at || !(order > 0) || !isfinite(order) || (*after && *after != ',')) break;
    s->orders[s->order_count++] = order;
    at = *after ? after + 1 : NULL;
  }
  if (!at) return 1;
  trm_say_usage("--orders takes up to %d multiples of the speed, as 1,2, not '%s'", MOST_ORDERS,
                text);
  return 0;
}

void trm_mode_sweep_keep(TrmModeSweep *s, TrmAnalysis *analysis, const TrmSystem *system,
                         size_t at) {
  TrmArena *arena = s->request->arena;
  const TrmValue *name = trm_item_value(system->model->root, "name");
  if (at == 0) {
    char length[32];
    TrmText *picture = trm_request_text(s->request);
    trm_picture_json(system, picture);
    trm_dimension_format(&system->units, (TrmDimension)TRM_LENGTH, length, sizeof length);
    s->model_name = name && name->form == TRM_FORM_TEXT ? name->text : s->request->arguments[0];
    s->model_text = trm_request_keep(s->request, trm_model_to_yaml(system->model));
    s->picture = picture->bytes;
    s->length = trm_arena_string(arena, length);
    s->metres = system->units.length;
    s->turns = trm_units_scale(&system->units, (TrmDimension)TRM_SPIN) / full_turn;
    s->body_count = system->body_count;
    s->bodies = trm_arena_array(arena, s->body_count + 1, sizeof *s->bodies);
    for (size_t b = 0; b < s->body_count; b++) s->bodies[b] = system->bodies[b].item->name;
    s->poses = trm_arena_array(arena, s->count, sizeof *s->poses);
  }
  /* a parameter that changes how many bodies there are leaves no picture of them */
  if (system->body_count == s->body_count) s->poses[at] = trm_linear_poses(analysis, arena);
}

const char *trm_mode_sweep_label(const TrmModeSweep *s, size_t track) {
  const TrmModeTrack *t = &s->track[track];
  size_t first = 0, last = s->count - 1;
  while (first < last && !t->there[first]) first++;
  while (last > first && !t->there[last]) last--;
  double whirl = t->points[last].whirl;
  size_t mover = t->points[first].mover;
  return trm_arena_printf(s->request->arena, "%zu%s%s%s", track + 1,
                          mover < s->body_count ? " " : "",
                          mover < s->body_count ? s->bodies[mover] : "",
                          whirl > 0.5    ? ", forward"
                          : whirl < -0.5 ? ", backward"
                                         : "");
}

static void get_numbers(const TrmModeTrack *t, size_t at, double out[NUMBERS]) {
  const TrmModePoint *p = &t->points[at];
  double size = hypot(p->re, p->im);
  for (int i = 0; i < NUMBERS; i++) out[i] = nan("");
  if (!t->there[at]) return;
  out[0] = size / full_turn;
  out[1] = size > 0 ? 0 - p->re / size : 0;
  out[2] = p->re;
  out[3] = p->im;
  out[4] = p->whirl;
}

/* what the page cannot know: the parameter, labels of modes, multiples of the speed to be drawn */
static const char *describe(const TrmModeSweep *s) {
  TrmText *out = trm_request_text(s->request);
  trm_text_add(out, "{\"parameter\": ");
  trm_text_json(out, s->name);
  trm_text_printf(out, ", \"modes\": %zu, \"labels\": [", s->tracks);
  for (size_t k = 0; k < s->tracks; k++) {
    if (k) trm_text_add(out, ", ");
    trm_text_json(out, trm_mode_sweep_label(s, k));
  }
  trm_text_add(out, "], \"orders\": [");
  for (size_t i = 0; i < s->order_count; i++) {
    trm_text_add(out, i ? ", [" : "[");
    trm_text_number(out, s->orders[i]);
    trm_text_add(out, ", ");
    trm_text_number(out, s->turns);
    trm_text_char(out, ']');
  }
  trm_text_add(out, "]}");
  return out->bytes;
}

/* signals of the shape that a track has on a body, as those of `modes` are called */
static size_t lay_shape(const TrmModeSweep *s, size_t track, size_t body, TrmSignal *signals) {
  static const char *const parts[] = {"move_x", "move_y", "move_z", "turn_x", "turn_y", "turn_z"};
  for (size_t i = 0; i < SHAPE; i++)
    signals[i] = (TrmSignal){trm_arena_printf(s->request->arena, "mode_%zu.%s.%s%s", track + 1,
                                              s->bodies[body], parts[i % 6], i < 6 ? "" : "_im"),
                             i % 6 < 3 ? s->length : "rad"};
  return SHAPE;
}

/* the shape of a track at a value: of all bodies real parts, then imaginary ones, moves and turns
 */
static void get_shape(const TrmModeSweep *s, const TrmModeTrack *t, size_t at, double *out) {
  for (size_t i = 0; i < 2 * s->parts; i++) {
    size_t body = i / SHAPE, k = i % SHAPE % 6, im = i % SHAPE / 6;
    double unit = k < 3 ? s->metres : s->size;
    out[i] = t->there[at] ? t->points[at].shape[2 * (6 * body + k) + im] / unit : nan("");
  }
}

static TrmStatus store(const TrmModeSweep *s, TrmLog *log, const char *path) {
  static const char *const pose[POSE] = {"x", "y", "z", "e0", "e1", "e2", "e3"};
  TrmArena *arena = s->request->arena;
  size_t posed = s->body_count, count = 1 + NUMBERS * s->tracks, next = 0;
  for (size_t i = 0; i < s->count; i++)
    if (!s->poses[i]) posed = 0;
  size_t shapes = posed && s->parts == 6 * posed ? SHAPE * posed * s->tracks : 0;
  if (shapes > MOST_SHAPES) shapes = 0;
  size_t all = count + POSE * posed + shapes;
  TrmSignal *signals = trm_arena_array(arena, all, sizeof *signals);
  double *row = trm_arena_array(arena, all, sizeof *row);
  signals[next++] = (TrmSignal){s->name, ""};
  for (size_t k = 0; k < s->tracks; k++)
    for (int i = 0; i < NUMBERS; i++)
      signals[next++] =
          (TrmSignal){trm_arena_printf(arena, "mode_%zu.%s", k + 1, numbers[i][0]), numbers[i][1]};
  for (size_t b = 0; b < posed; b++)
    for (int k = 0; k < POSE; k++)
      signals[next++] = (TrmSignal){trm_arena_printf(arena, "%s.%s", s->bodies[b], pose[k]),
                                    k < 3 ? s->length : ""};
  for (size_t k = 0; shapes && k < s->tracks; k++)
    for (size_t b = 0; b < posed; b++) next += lay_shape(s, k, b, signals + next);
  TrmAttribute about[] = {{"analysis", "mode_sweep"},
                          {"name", s->model_name},
                          {"model_text", s->model_text},
                          {"picture", s->picture},
                          {"settings", trm_recorder_settings(s->request)},
                          {"sweep", describe(s)},
                          {"version", TRM_VERSION}};
  TrmStore *file = NULL;
  TrmStatus status =
      trm_store_create(path, signals, next, about, sizeof about / sizeof *about, 0, log, &file);
  for (size_t i = 0; i < s->count && status == TRM_OK; i++) {
    row[0] = s->values[i];
    for (size_t k = 0; k < s->tracks; k++) get_numbers(&s->track[k], i, row + 1 + NUMBERS * k);
    if (posed) memcpy(row + count, s->poses[i], POSE * posed * sizeof *row);
    for (size_t k = 0; shapes && k < s->tracks; k++)
      get_shape(s, &s->track[k], i, row + count + POSE * posed + 2 * s->parts * k);
    status = trm_store_append(file, row);
  }
  if (!file) return status;
  TrmStatus closed = trm_store_close(file, status == TRM_OK);
  return status == TRM_OK ? closed : status;
}

static void draw(const TrmModeSweep *s, TrmPlot plots[2]) {
  TrmArena *arena = s->request->arena;
  const char **labels = trm_arena_array(arena, s->tracks + 1, sizeof *labels);
  const double **re = trm_arena_array(arena, s->tracks + 1, sizeof *re);
  const double **im = trm_arena_array(arena, s->tracks + 1, sizeof *im);
  for (size_t k = 0; k < s->tracks; k++) {
    double *x = trm_arena_array(arena, s->count, sizeof *x);
    double *y = trm_arena_array(arena, s->count, sizeof *y), value[NUMBERS];
    for (size_t i = 0; i < s->count; i++) {
      get_numbers(&s->track[k], i, value);
      x[i] = value[2];
      y[i] = value[3];
    }
    re[k] = x;
    im[k] = y;
    labels[k] = trm_mode_sweep_label(s, k);
  }
  trm_mode_plots(&(TrmModeCurves){.model = s->model_name,
                                  .parameter = s->name,
                                  .values = s->values,
                                  .count = s->count,
                                  .modes = s->tracks,
                                  .labels = labels,
                                  .re = re,
                                  .im = im,
                                  .orders = s->orders,
                                  .order_count = s->order_count,
                                  .turns = s->turns},
                 arena, plots);
}

static int ends_with(const char *text, const char *end) {
  size_t length = strlen(text), most = strlen(end);
  return length >= most && trm_same_word(text + length - most, end);
}

static TrmStatus draw_file(const TrmModeSweep *s, const char *path) {
  enum { MOST_PIXELS = 100000000 };
  TrmArena *arena = s->request->arena;
  TrmText *svg = trm_request_text(s->request), *out = svg;
  TrmPlot plots[2];
  draw(s, plots);
  trm_plot_write(plots, 2, 0, 0, arena, svg);
  if (ends_with(path, ".png")) {
    out = trm_request_text(s->request);
    trm_image_png(trm_svg_image(svg->bytes, 2, MOST_PIXELS, arena), arena, out);
  }
  return trm_output_write(path, out);
}

TrmStatus trm_mode_sweep_files(const TrmModeSweep *s, TrmLog *log) {
  const char *plot = trm_request_value(s->request, "plot");
  const char *path = trm_request_value(s->request, "output");
  TrmStatus status = TRM_OK;
  if (plot) status = draw_file(s, plot);
  if (!path || status != TRM_OK) return status;
  status = store(s, log, path);
  if (status == TRM_NO_MEMORY) trm_guard_leave();
  if (status != TRM_OK) trm_messages_print(s->request, log, "the modes were not kept");
  if (status == TRM_OK && !trm_request_flag(s->request, "quiet"))
    fprintf(stderr, "Results: %s   See it: trammel view %s\n", path, path);
  return status;
}
