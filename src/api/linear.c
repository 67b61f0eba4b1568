/* SPDX-License-Identifier: Apache-2.0
 *
 * The public calls about linear models.
 */
#include "trammel/linear.h"
#include "api/place.h"
#include <math.h>
#include <string.h>

typedef struct Call {
  TrmLinearPlace *place;
  int entry;
  const TrmLinearOptions *options;
  TrmLog *log;
} Call;

/* the entry of the model's list that says how; NULL: none */
static const TrmItem *find_entry(const TrmSystem *system, int entry) {
  for (size_t i = 0; i < system->run_count; i++) {
    const TrmItem *item = system->runs[i].item;
    if (entry < 0 ? strcmp(item->type->name, "linearize") == 0 : i == (size_t)entry) return item;
  }
  return NULL;
}

static void linearize(void *context) {
  Call *call = context;
  TrmLinearPlace *place = call->place;
  const TrmItem *item = find_entry(place->m->system, call->entry);
  place->linear = trm_linearize(place->arena, place->m, item, call->options, call->log);
}

TrmStatus trm_analysis_linearize(TrmAnalysis *analysis, int entry, TrmLog *log) {
  return trm_analysis_linearize_with(analysis, entry, NULL, log);
}

TrmStatus trm_analysis_linearize_with(TrmAnalysis *analysis, int entry,
                                      const TrmLinearOptions *options, TrmLog *log) {
  TrmLinearPlace *place = trm_analysis_place(analysis);
  place->linear = NULL;
  trm_arena_free(place->arena);
  place->arena = trm_arena_new();
  if (!place->arena) return TRM_NO_MEMORY;
  Call call = {place, entry, options, log};
  TrmStatus status = trm_guard(linearize, &call);
  return status != TRM_OK ? status : place->linear ? TRM_OK : TRM_FAILED;
}

void trm_analysis_linear(const TrmAnalysis *analysis, TrmLinearReport *report) {
  const TrmLinear *l = trm_analysis_place((TrmAnalysis *)analysis)->linear;
  *report = (TrmLinearReport){0};
  if (!l) return;
  *report = (TrmLinearReport){.positions = l->positions,
                              .rates = l->rates,
                              .states = l->states,
                              .order = l->order,
                              .inputs = l->input_count,
                              .outputs = l->output_count,
                              .added = l->added_count,
                              .dropped = l->dropped_count,
                              .time = l->m->state->time,
                              .acceleration = l->residual,
                              .size = l->m->size,
                              .frame = l->frame,
                              .A = l->A,
                              .B = l->B,
                              .C = l->C,
                              .D = l->D,
                              .M = l->M,
                              .damping = l->damping,
                              .K = l->K,
                              .names = l->state_names,
                              .units = l->state_units,
                              .values = l->values,
                              .re = l->re,
                              .im = l->im};
}

static const char *signal(const TrmLinearSignal *list, size_t count, size_t index,
                          const char **unit) {
  if (index >= count) return NULL;
  if (unit) *unit = list[index].unit;
  return list[index].name;
}

const char *trm_linear_input(const TrmAnalysis *analysis, size_t index, const char **unit) {
  const TrmLinear *l = trm_analysis_place((TrmAnalysis *)analysis)->linear;
  return l ? signal(l->inputs, l->input_count, index, unit) : NULL;
}

const char *trm_linear_output(const TrmAnalysis *analysis, size_t index, const char **unit) {
  const TrmLinear *l = trm_analysis_place((TrmAnalysis *)analysis)->linear;
  return l ? signal(l->outputs, l->output_count, index, unit) : NULL;
}

const char *trm_linear_dropped(const TrmAnalysis *analysis, size_t index, const char **why) {
  const TrmLinear *l = trm_analysis_place((TrmAnalysis *)analysis)->linear;
  if (!l || index >= l->dropped_count) return NULL;
  if (why) *why = l->dropped[index].why;
  return l->dropped[index].name;
}

/* a question to the linear model, answered in memory of its own */
typedef struct Question {
  const TrmLinear *l;
  TrmArena *arena;
  double hz, *out, *re, *im;
  size_t output, input, *count;
  TrmStatus status;
} Question;

static TrmStatus ask(TrmAnalysis *analysis, Question *q, void (*answer)(void *context)) {
  q->l = trm_analysis_place(analysis)->linear;
  if (!q->l || !q->l->A) return TRM_BAD_USAGE;
  q->arena = trm_arena_new();
  TrmStatus status = q->arena ? trm_guard(answer, q) : TRM_NO_MEMORY;
  trm_arena_free(q->arena);
  return status == TRM_OK ? q->status : status;
}

static void respond(void *context) {
  Question *q = context;
  q->status = trm_linear_response(q->l, q->arena, q->hz, q->out);
}

TrmStatus trm_analysis_response(TrmAnalysis *analysis, double hz, double *out) {
  Question q = {.hz = hz, .out = out};
  return ask(analysis, &q, respond);
}

static void find_gain(void *context) {
  Question *q = context;
  q->status = trm_linear_gain(q->l, q->arena, q->out);
}

TrmStatus trm_analysis_gain(TrmAnalysis *analysis, double *out) {
  Question q = {.out = out};
  return ask(analysis, &q, find_gain);
}

static void find_zeros(void *context) {
  Question *q = context;
  q->status = trm_linear_zeros(q->l, q->arena, q->output, q->input, q->re, q->im, q->count);
}

TrmStatus trm_analysis_zeros(TrmAnalysis *analysis, size_t output, size_t input, double *re,
                             double *im, size_t *count) {
  Question q = {.output = output, .input = input, .re = re, .im = im, .count = count};
  *count = 0;
  return ask(analysis, &q, find_zeros);
}

/* a mode looked at */
typedef struct Look {
  TrmLinear *l;
  size_t index;
  const TrmLinearMode *mode;
} Look;

static void look(void *context) {
  Look *k = context;
  k->mode = trm_linear_mode(k->l, k->index);
}

TrmStatus trm_analysis_mode(TrmAnalysis *analysis, size_t index, TrmMode *mode) {
  Look k = {.l = trm_analysis_place(analysis)->linear, .index = index};
  *mode = (TrmMode){0};
  if (!k.l || index >= k.l->values) return TRM_BAD_USAGE;
  TrmStatus status = trm_guard(look, &k);
  if (status != TRM_OK) return status;
  double re = k.l->re[index], im = k.l->im[index], size = hypot(re, im);
  *mode = (TrmMode){.re = re,
                    .im = im,
                    .frequency_hz = size / 6.283185307179586476925286766559,
                    .damping_ratio = size > 0 ? 0 - re / size : 0,
                    .half = re != 0 ? 0 - 0.69314718055994530942 / re : HUGE_VAL,
                    .whirl = k.mode->whirl,
                    .bodies = k.l->eq->body_count,
                    .elements = k.l->eq->system->force_count + 1,
                    .shape = k.mode->shape,
                    .kinetic = k.mode->kinetic,
                    .strain = k.mode->strain,
                    .dissipation = k.mode->dissipation};
  return TRM_OK;
}

const char *trm_linear_body(const TrmAnalysis *analysis, size_t index) {
  const TrmSystem *system = trm_analysis_place((TrmAnalysis *)analysis)->m->system;
  return index < system->body_count ? system->bodies[index].item->name : NULL;
}

const char *trm_linear_element(const TrmAnalysis *analysis, size_t index) {
  const TrmSystem *system = trm_analysis_place((TrmAnalysis *)analysis)->m->system;
  if (index > system->force_count) return NULL;
  return index < system->force_count ? system->forces[index].item->name : "joints under load";
}

/* a mode to be checked */
typedef struct Check {
  TrmLinear *l;
  TrmArena *arena;
  size_t index;
  double *error;
  TrmLog *log;
  TrmStatus status;
} Check;

static void verify(void *context) {
  Check *c = context;
  c->status = trm_linear_verify(c->l, c->arena, c->index, c->error, c->log);
}

TrmStatus trm_analysis_verify(TrmAnalysis *analysis, size_t index, double *error, TrmLog *log) {
  Check c = {.l = trm_analysis_place(analysis)->linear, .index = index, .error = error, .log = log};
  if (!c.l || index >= c.l->values) return TRM_BAD_USAGE;
  c.arena = trm_arena_new();
  TrmStatus status = c.arena ? trm_guard(verify, &c) : TRM_NO_MEMORY;
  trm_arena_free(c.arena);
  return status == TRM_OK ? c.status : status;
}
