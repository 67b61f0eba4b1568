/* SPDX-License-Identifier: Apache-2.0
 *
 * Modes in result files: one row a mode with the pose of every body and its complex shape; or one
 * mode played, as a motion that the page and every reader of results know.
 */
#include "cli/linear.h"
#include "cli/recorder.h"
#include "cli/version.h"
#include "compile/picture.h"
#include "compile/system.h"
#include "math/quat.h"
#include <math.h>
#include <string.h>

static const double full_turn = 6.283185307179586476925286766559;

/* signals on the way into a store, with the row at hand */
typedef struct Table {
  TrmArena *arena;
  TrmSignal *list;
  double *row;
  size_t count, capacity, row_count, row_capacity, next;
} Table;

static void add(Table *t, const char *owner, const char *name, const char *unit) {
  TrmSignal signal = {owner ? trm_arena_printf(t->arena, "%s.%s", owner, name) : name, unit};
  TRM_PUSH(t->arena, t->list, t->count, t->capacity, signal);
  TRM_PUSH(t->arena, t->row, t->row_count, t->row_capacity, 0);
}

static void put(Table *t, double value) {
  t->row[t->next++] = value;
}

static const char *const pose[] = {"x", "y", "z", "e0", "e1", "e2", "e3"};
static const char *const parts[] = {"move_x", "move_y", "move_z", "turn_x", "turn_y", "turn_z"};

/* numbers of the signals of a pose among all of the analysis, body after body */
static size_t *find_poses(const TrmAnalysis *analysis, TrmArena *arena) {
  size_t count = trm_analysis_signals(analysis), bodies = 0, next = 0;
  while (trm_linear_body(analysis, bodies)) bodies++;
  size_t *found = trm_arena_array(arena, 7 * bodies + 1, sizeof *found);
  for (size_t b = 0; b < bodies; b++)
    for (size_t k = 0; k < 7; k++) {
      const char *name = trm_linear_body(analysis, b);
      size_t length = strlen(name), from = next;
      for (;; next = (next + 1) % count) {
        const char *signal = trm_analysis_signal(analysis, next, NULL);
        if (strncmp(signal, name, length) == 0 && signal[length] == '.' &&
            strcmp(signal + length + 1, pose[k]) == 0)
          break;
        if ((next + 1) % count == from) break;
      }
      found[7 * b + k] = next;
    }
  return found;
}

static TrmStatus open_store(TrmRequest *request, const TrmSystem *system, TrmLog *log,
                            const Table *t, const char *path, const char *analysis,
                            TrmStore **store) {
  const TrmValue *name = trm_item_value(system->model->root, "name");
  TrmText *picture = trm_request_text(request);
  trm_picture_json(system, picture);
  TrmAttribute about[] = {
      {"analysis", analysis},
      {"name", name && name->form == TRM_FORM_TEXT ? name->text : request->arguments[0]},
      {"model_text", trm_request_keep(request, trm_model_to_yaml(system->model))},
      {"picture", picture->bytes},
      {"settings", trm_recorder_settings(request)},
      {"version", TRM_VERSION}};
  return trm_store_create(path, t->list, t->count, about, sizeof about / sizeof *about, 0, log,
                          store);
}

static TrmStatus close_store(TrmStore *store, TrmStatus status) {
  TrmStatus closed = trm_store_close(store, status == TRM_OK);
  return status == TRM_OK ? closed : status;
}

/* the present pose of all bodies in the model's units */
static double *read_pose(TrmAnalysis *analysis, TrmArena *arena, const size_t *signals,
                         size_t count) {
  double *all = trm_arena_array(arena, trm_analysis_signals(analysis) + 1, sizeof *all);
  double *values = trm_arena_array(arena, count + 1, sizeof *values);
  trm_analysis_want(analysis, signals, count);
  trm_analysis_values(analysis, all);
  trm_analysis_want(analysis, NULL, 0);
  for (size_t i = 0; i < count; i++) values[i] = all[signals[i]];
  return values;
}

double *trm_linear_poses(TrmAnalysis *analysis, TrmArena *arena) {
  size_t bodies = 0;
  while (trm_linear_body(analysis, bodies)) bodies++;
  return read_pose(analysis, arena, find_poses(analysis, arena), 7 * bodies);
}

/* signals of the file of all modes */
static void lay_modes(Table *t, const TrmAnalysis *analysis, const char *length) {
  static const char *const numbers[][2] = {{"mode", ""},          {"re", "1/s"},
                                           {"im", "1/s"},         {"frequency", "Hz"},
                                           {"damping_ratio", ""}, {"whirl", ""}};
  const char *name;
  for (size_t i = 0; i < 6; i++) add(t, NULL, numbers[i][0], numbers[i][1]);
  for (size_t b = 0; (name = trm_linear_body(analysis, b)); b++) {
    for (int k = 0; k < 7; k++) add(t, name, pose[k], k < 3 ? length : "");
    for (int k = 0; k < 6; k++) add(t, name, parts[k], k < 3 ? length : "rad");
    for (int k = 0; k < 6; k++)
      add(t, name, trm_arena_printf(t->arena, "%s_im", parts[k]), k < 3 ? length : "rad");
    add(t, name, "kinetic", "");
  }
  for (size_t e = 0; (name = trm_linear_element(analysis, e)); e++) {
    int last = !trm_linear_element(analysis, e + 1);
    add(t, last ? "joints_under_load" : name, "strain", "");
    if (!last) add(t, name, "dissipation", "");
  }
}

static void put_mode(Table *t, const TrmMode *mode, size_t number, const double *at,
                     double length) {
  double head[] = {(double)number,      mode->re,   mode->im, mode->frequency_hz,
                   mode->damping_ratio, mode->whirl};
  t->next = 0;
  for (int i = 0; i < 6; i++) put(t, head[i]);
  for (size_t b = 0; b < mode->bodies; b++) {
    for (size_t k = 0; k < 7; k++) put(t, at[7 * b + k]);
    for (size_t k = 0; k < 12; k++) put(t, mode->shape[12 * b + k] / (k % 6 < 3 ? length : 1));
    put(t, mode->kinetic[b]);
  }
  for (size_t e = 0; e < mode->elements; e++) {
    put(t, mode->strain[e]);
    if (e + 1 < mode->elements) put(t, mode->dissipation[e]);
  }
}

TrmStatus trm_linear_store(TrmRequest *request, TrmLog *log, TrmAnalysis *analysis,
                           const TrmSystem *system, const char *path) {
  Table t = {.arena = request->arena};
  TrmLinearReport r;
  TrmStore *store = NULL;
  char length[32];
  trm_dimension_format(&system->units, (TrmDimension)TRM_LENGTH, length, sizeof length);
  trm_analysis_linear(analysis, &r);
  lay_modes(&t, analysis, trm_arena_string(request->arena, length));
  double *at = trm_linear_poses(analysis, request->arena);
  TrmStatus status = open_store(request, system, log, &t, path, "modes", &store);
  for (size_t k = 0, number = 1; k < r.values && status == TRM_OK; k++, number++) {
    TrmMode mode;
    status = trm_analysis_mode(analysis, k, &mode);
    if (status == TRM_NO_MEMORY) trm_guard_leave();
    put_mode(&t, &mode, number, at, system->units.length);
    if (status == TRM_OK) status = trm_store_append(store, t.row);
    k += r.im[k] > 0;
  }
  return store ? close_store(store, status) : status;
}

/* a pose moved along a shape by Re((move, turn) e^(i phase)) times `size` */
static void move_pose(const double *at, const double *shape, double phase, double size,
                      double length, double out[7]) {
  double x[6], e[4], half;
  for (int k = 0; k < 6; k++) x[k] = size * (shape[k] * cos(phase) - shape[6 + k] * sin(phase));
  for (int k = 0; k < 3; k++) out[k] = at[k] + x[k] / length;
  half = sqrt(x[3] * x[3] + x[4] * x[4] + x[5] * x[5]) / 2;
  double factor = half > 0 ? sin(half) / half / 2 : 0.5;
  const double turn[4] = {cos(half), factor * x[3], factor * x[4], factor * x[5]};
  memcpy(e, at + 3, sizeof e);
  trm_quat_product(turn, e, out + 3);
}

enum { FRAMES = 48 };

TrmStatus trm_linear_animate(TrmRequest *request, TrmLog *log, TrmAnalysis *analysis,
                             const TrmSystem *system, size_t number, const char *path) {
  Table t = {.arena = request->arena};
  TrmLinearReport r;
  TrmStore *store = NULL;
  TrmMode mode;
  char length[32];
  const char *name;
  size_t k = 0, found = 1;
  trm_dimension_format(&system->units, (TrmDimension)TRM_LENGTH, length, sizeof length);
  trm_analysis_linear(analysis, &r);
  for (; k < r.values && found<number; k += r.im[k]> 0 ? 2 : 1) found++;
  if (!number || k >= r.values)
    return trm_say_usage("there is no mode %zu to animate; the table numbers them", number);
  if (trm_analysis_mode(analysis, k, &mode) == TRM_NO_MEMORY) trm_guard_leave();
  add(&t, NULL, "time", "s");
  for (size_t b = 0; (name = trm_linear_body(analysis, b)); b++)
    for (int i = 0; i < 7; i++)
      add(&t, name, pose[i], i < 3 ? trm_arena_string(request->arena, length) : "");
  double *at = trm_linear_poses(analysis, request->arena);
  /* a turn of the phase in the time that it takes, or a second for what does not swing */
  double period = fabs(mode.im) > 0 ? full_turn / fabs(mode.im) : 1;
  TrmStatus status = open_store(request, system, log, &t, path, "mode", &store);
  for (int i = 0; i <= FRAMES && status == TRM_OK; i++) {
    double phase = full_turn * (i % FRAMES) / FRAMES, out[7];
    t.next = 0;
    put(&t, period * i / FRAMES);
    for (size_t b = 0; b < mode.bodies; b++) {
      move_pose(at + 7 * b, mode.shape + 12 * b, phase, 0.1 * r.size, system->units.length, out);
      for (int p = 0; p < 7; p++) put(&t, out[p]);
    }
    status = trm_store_append(store, t.row);
  }
  return store ? close_store(store, status) : status;
}
