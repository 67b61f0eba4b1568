/* SPDX-License-Identifier: Apache-2.0
 *
 * Reading a model, in order: the main file, the files it includes, names of parameters made whole,
 * settings applied, repeats written out, all other names made whole, what is missing reported.
 */
#include "read/yaml.h"
#include "read/adams/read.h"
#include "read/reader.h"
#include "read/urdf/read.h"
#include "read/workbook/read.h"
#include <stdlib.h>
#include <string.h>

typedef struct Job {
  TrmReader reader;
  TrmSource *source;
  const TrmSetting *settings;
  size_t setting_count;
  const char *ignore; /* statements of a dataset to leave out */
  TrmItem *item;      /* of trm_yaml_fill */
  const TrmParam *param;
} Job;

/* Formats beside YAML, by what a source begins with or is called. */
static const struct {
  int (*is)(const TrmSource *source);
  TrmNode *(*read)(TrmArena *arena, TrmModel *model, const TrmSource *source, const char *ignore,
                   TrmLog *log);
} formats[] = {{trm_adams_is, trm_adams_read},
               {trm_workbook_is, trm_workbook_read},
               {trm_urdf_is, trm_urdf_read}};

/* the tree of the main file; NULL after an error that leaves none */
static const TrmNode *read_tree(const Job *job) {
  const TrmReader *r = &job->reader;
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
    if (!formats[i].is(job->source)) continue;
    const TrmNode *root = formats[i].read(r->arena, r->model, job->source, job->ignore, r->log);
    if (root) r->model->root->place = root->place;
    return root;
  }
  return trm_document_read(r->arena, job->source, r->log);
}

/* inside the guard: the arenas and the scope of the main file */
static void begin(Job *job) {
  TrmReader *r = &job->reader;
  r->arena = trm_arena_new();
  r->passing = r->arena ? trm_arena_new() : NULL;
  if (!r->passing) trm_guard_leave();
  TrmScope *scope = trm_arena_alloc(r->arena, sizeof *scope);
  *scope = (TrmScope){.source = job->source, .prefix = ""};
  r->scope = scope;
  trm_model_keep(r->model, job->source);
}

static void end(TrmReader *r) {
  trm_arena_free(r->arena);
  trm_arena_free(r->passing);
  trm_source_release(r->held);
  trm_text_clear(&r->text);
}

/* a parameter's value from outside, read as if it stood in the main file */
static void apply_setting(TrmReader *r, const TrmSetting *setting) {
  const char *name = setting->name ? setting->name : "";
  const char *text = setting->value ? setting->value : "";
  const char *line = trm_arena_printf(r->arena, "%s=%s", name, text);
  r->held = trm_source_new("--set", line, strlen(line));
  if (!r->held) trm_guard_leave();
  const TrmSource *source = r->held;
  trm_model_keep(r->model, source);
  trm_source_release(r->held);
  r->held = NULL;
  TrmPlace whole = {source, 1, 1, 0};
  TrmItem *item = trm_model_find(r->model, "parameters", name);
  const TrmParam *param = item ? trm_type_flagged(item->type, TRM_SHORTHAND) : NULL;
  if (!param) {
    trm_log_add(r->log, TRM_E_UNKNOWN_NAME, trm_place_part(whole, 0, strlen(name)), name,
                "the model has no parameter '%.64s'", name);
    TrmNearest nearest = trm_nearest(name);
    size_t count;
    TrmItem *const *items = trm_model_section(r->model, "parameters", &count);
    for (size_t i = 0; i < count; i++) trm_nearest_try(&nearest, items[i]->name);
    if (nearest.best) trm_log_hint(r->log, "did you mean '%s'?", nearest.best);
    return;
  }
  TrmNode node = {.kind = TRM_NODE_SCALAR, .plain = 1, .expanded = 1};
  node.text = text;
  node.count = (uint32_t)strlen(text);
  node.place = trm_place_part(whole, strlen(name) + 1, strlen(text));
  TrmValue value = {0};
  if (trm_read_value(r, item, param, &node, &value))
    trm_item_put(r->model, item, param, node.place, value);
}

/* settings of parameters that exist (`late`: of those that only repeats made, and unknown ones) */
static void apply_settings(Job *job, const char *done, int late) {
  for (size_t i = 0; i < job->setting_count; i++) {
    const char *name = job->settings[i].name ? job->settings[i].name : "";
    int known = trm_model_find(job->reader.model, "parameters", name) != NULL;
    if (late ? !done[i] : known) apply_setting(&job->reader, &job->settings[i]);
  }
}

static void write_out_repeats(TrmReader *r) {
  if (r->repeat_count == 0) return;
  r->parameters = trm_parameters_new(r->arena, r->model, trm_model_units(r->model, r->log));
  const TrmScope *main_scope = r->scope;
  for (size_t i = 0; i < r->repeat_count; i++) {
    r->scope = r->repeats[i].scope;
    trm_repeat_read(r, r->repeats[i].node);
  }
  r->scope = main_scope;
}

/* what a model cannot do without */
static void check_missing(TrmReader *r) {
  const TrmItem *root = r->model->root;
  size_t before = trm_log_errors(r->log);
  trm_read_required(r, root);
  r->own_errors += trm_log_errors(r->log) - before;
  if (trm_item_value(root, "bodies") || trm_item_value(root, "flexible")) return;
  trm_log_add(r->log, TRM_E_MISSING_KEY, root->place, NULL, "the model needs 'bodies'");
}

static void read_model(void *context) {
  Job *job = context;
  TrmReader *r = &job->reader;
  begin(job);
  r->model->root->place = trm_source_place(job->source, 0);
  const TrmNode *root = read_tree(job);
  if (!root) return;
  trm_top_read(r, root);
  if (root->kind != TRM_NODE_MAPPING) return;
  /* parameters first: repeats count with them */
  trm_names_flatten(r, 1);
  char *done = trm_arena_alloc(r->arena, job->setting_count + 1);
  for (size_t i = 0; i < job->setting_count; i++)
    done[i] = job->settings[i].name &&
              trm_model_find(r->model, "parameters", job->settings[i].name) != NULL;
  apply_settings(job, done, 0);
  write_out_repeats(r);
  trm_names_flatten(r, 1);
  apply_settings(job, done, 1);
  trm_names_flatten(r, 0);
  check_missing(r);
}

/* run a guarded body with a log to count errors in; `*sound` says whether every error spoils only
 * the thing it stands in */
static TrmStatus run(void (*body)(void *context), Job *job, TrmLog *log, int *sound) {
  TrmLog *own = log ? NULL : trm_log_new();
  if (!log && !own) return TRM_NO_MEMORY;
  job->reader.log = log ? log : own;
  size_t before = trm_log_errors(job->reader.log);
  TrmStatus status = trm_guard(body, job);
  size_t errors = trm_log_errors(job->reader.log) - before;
  *sound = errors == job->reader.own_errors;
  if (status == TRM_OK && errors) status = TRM_BAD_MODEL;
  end(&job->reader);
  trm_log_free(own);
  return status;
}

TrmStatus trm_yaml_draft(TrmSource *source, const TrmReading *reading, TrmLog *log,
                         TrmModel **model) {
  *model = NULL;
  int sound;
  Job job = {.source = source, .settings = reading->settings, .ignore = reading->ignore};
  job.setting_count = reading->settings ? reading->setting_count : 0;
  job.reader.model = trm_model_create(&trm_type_model);
  if (!job.reader.model) return TRM_NO_MEMORY;
  TrmStatus status = run(read_model, &job, log, &sound);
  if (status == TRM_OK || (status == TRM_BAD_MODEL && sound))
    *model = job.reader.model;
  else
    trm_model_free(job.reader.model);
  return status;
}

TrmStatus trm_yaml_read(TrmSource *source, const TrmSetting *settings, size_t count, TrmLog *log,
                        TrmModel **model) {
  TrmReading reading = {.settings = settings, .setting_count = count};
  TrmStatus status = trm_yaml_draft(source, &reading, log, model);
  if (status == TRM_OK) return status;
  trm_model_free(*model);
  *model = NULL;
  return status;
}

static void fill(void *context) {
  Job *job = context;
  TrmReader *r = &job->reader;
  begin(job);
  if (job->param->type == &trm_type_include || job->param->type == &trm_type_repeat) {
    trm_log_add(r->log, TRM_E_UNKNOWN_KEY, TRM_NOWHERE, NULL, "'%s' can stand only in a file",
                job->param->key);
    return;
  }
  const TrmNode *node = trm_document_read(r->arena, job->source, r->log);
  if (!node) return;
  if (job->param->kind == TRM_KIND_ITEMS) {
    trm_read_items(r, job->item, job->param, node, node->place);
    return;
  }
  size_t before = trm_log_errors(r->log);
  TrmValue value = {0};
  if (trm_read_value(r, job->item, job->param, node, &value) && trm_log_errors(r->log) == before)
    trm_item_put(r->model, job->item, job->param, node->place, value);
}

TrmStatus trm_yaml_fill(TrmModel *model, TrmItem *item, const TrmParam *param, TrmSource *source,
                        TrmLog *log) {
  Job job = {.source = source, .item = item, .param = param};
  job.reader.model = model;
  int sound;
  return run(fill, &job, log, &sound);
}
