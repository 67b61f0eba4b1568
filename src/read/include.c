/* SPDX-License-Identifier: Apache-2.0
 *
 * Include: other files merged into the model, each in a scope of its own: a prefix for its names, a
 * plane to mirror it across, other values for its parameters. A file may not come to include
 * itself.
 */
#include "read/reader.h"
#include <string.h>
#include <sys/stat.h>

/* `file` beside the file `from` */
static const char *path_beside(TrmReader *r, const TrmSource *from, const char *file) {
  const char *name = trm_source_name(from), *slash = strrchr(name, '/');
  if (*file == '/' || !slash) return trm_arena_string(r->arena, file);
  return trm_arena_printf(r->arena, "%.*s/%s", (int)(slash - name), name, file);
}

static int same_file(const char *a, const char *b) {
  struct stat first, second;
  if (strcmp(a, b) == 0) return 1;
  return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

/* refuse a file that stands in the chain already */
static int check_cycle(TrmReader *r, const char *path, TrmPlace place) {
  for (const TrmScope *s = r->scope; s; s = s->outer) {
    if (!same_file(trm_source_name(s->source), path)) continue;
    trm_log_add(r->log, TRM_E_INCLUDE_CYCLE, place, path, "'%s' comes to include itself", path);
    for (const TrmScope *t = r->scope; t->outer && t != s; t = t->outer)
      trm_log_note(r->log, t->place, "'%s' is included here", trm_source_name(t->source));
    return 0;
  }
  return 1;
}

static int check_limits(TrmReader *r, TrmPlace place) {
  if (r->scope->depth >= TRM_INCLUDE_DEPTH) {
    trm_log_add(r->log, TRM_E_INCLUDE_LIMIT, place, NULL,
                "files include each other more than %d deep", TRM_INCLUDE_DEPTH);
    return 0;
  }
  if (r->files >= TRM_INCLUDE_FILES) {
    /* one message says it all */
    if (r->files == TRM_INCLUDE_FILES)
      trm_log_add(r->log, TRM_E_INCLUDE_LIMIT, place, NULL, "the model has more than %d files",
                  TRM_INCLUDE_FILES);
    r->files = TRM_INCLUDE_FILES + 1;
    return 0;
  }
  r->files++;
  return 1;
}

/* read a file into a source that the model keeps */
static const TrmSource *open_source(TrmReader *r, const char *path, TrmPlace place) {
  const char *reason = NULL;
  TrmStatus status = trm_source_read(path, TRM_NAMED_BY_MODEL, TRM_SOURCE_LIMIT, &r->held, &reason);
  if (status == TRM_NO_MEMORY) trm_guard_leave();
  if (status != TRM_OK) {
    int large = reason == trm_source_too_large;
    trm_log_add(r->log, large ? TRM_E_FILE_SIZE : TRM_E_FILE_OPEN, place, path,
                "'%s' cannot be included: %s", path, reason ? reason : "it cannot be read");
    return NULL;
  }
  const TrmSource *source = r->held;
  trm_model_keep(r->model, source);
  trm_source_release(r->held);
  r->held = NULL;
  return source;
}

/* the planes of the `mirror` option as bits */
static unsigned mirror_bits(const TrmItem *options) {
  const TrmValue *value = trm_item_value(options, "mirror");
  unsigned bits = 0;
  for (unsigned i = 0; value && value->form == TRM_FORM_LIST && i < value->count; i++)
    if (value->list[i].form == TRM_FORM_TEXT) bits ^= 1u << (value->list[i].text[0] - 'x');
  return bits & 7;
}

/* values given to parameters that the file does not have */
static void check_overrides(TrmReader *r, const TrmScope *scope) {
  const TrmValue *given = trm_item_value(scope->options, "parameters");
  for (unsigned i = 0; given && given->form == TRM_FORM_ITEMS && i < given->count; i++) {
    const TrmItem *item = given->items[i];
    const char *whole = trm_arena_printf(r->passing, "%s%s", scope->prefix, item->name);
    if (trm_model_find(r->model, "parameters", whole)) continue;
    trm_log_add(r->log, TRM_E_UNKNOWN_NAME, item->place, item->name, "'%s' has no parameter '%s'",
                trm_source_name(scope->source), item->name);
    if (trm_log_full(r->log)) continue;
    TrmNearest nearest = trm_nearest(whole);
    size_t count, skip = strlen(scope->prefix);
    TrmItem *const *all = trm_model_section(r->model, "parameters", &count);
    for (size_t k = 0; k < count; k++)
      if (strncmp(all[k]->name, scope->prefix, skip) == 0) trm_nearest_try(&nearest, all[k]->name);
    if (nearest.best) trm_log_hint(r->log, "did you mean '%s'?", nearest.best + skip);
  }
}

const TrmValue *trm_include_override(TrmReader *r, const TrmItem *item, const TrmScope **giver) {
  const TrmValue *found = NULL;
  /* the outermost file has the last word */
  for (const TrmScope *s = r->scope; s && s->options; s = s->outer) {
    const TrmParam *param = trm_type_param(s->options->type, "parameters");
    const TrmItem *given =
        param ? trm_section_find(r->model, s->options, param, item->name + strlen(s->prefix))
              : NULL;
    const TrmParam *value = given ? trm_type_flagged(given->type, TRM_SHORTHAND) : NULL;
    const TrmField *field = value ? trm_item_field(given, value) : NULL;
    if (!field) continue;
    found = &field->value;
    *giver = s->outer;
  }
  return found;
}

/* one file with its options */
static void include_file(TrmReader *r, const TrmItem *options) {
  const TrmValue *file = trm_item_value(options, "file");
  const TrmValue *prefix = trm_item_value(options, "prefix");
  if (!file || file->form != TRM_FORM_TEXT) return;
  if (prefix && prefix->form == TRM_FORM_TEXT && *prefix->text && !trm_name_valid(prefix->text)) {
    trm_log_add(r->log, TRM_E_BAD_NAME, prefix->place, prefix->text, "'%.64s' cannot begin a name",
                prefix->text);
    return;
  }
  const char *path = path_beside(r, r->scope->source, file->text);
  if (!check_cycle(r, path, file->place) || !check_limits(r, file->place)) return;
  const TrmSource *source = open_source(r, path, file->place);
  if (!source) return;
  const TrmNode *root = trm_document_read(r->arena, source, r->log);
  if (!root) return;
  TrmScope *scope = trm_arena_alloc(r->arena, sizeof *scope);
  *scope = (TrmScope){.outer = r->scope, .source = source, .place = file->place};
  const char *own = prefix && prefix->form == TRM_FORM_TEXT ? prefix->text : "";
  scope->prefix = trm_arena_printf(r->arena, "%s%s", r->scope->prefix, own);
  scope->mirror = r->scope->mirror ^ mirror_bits(options);
  scope->depth = r->scope->depth + 1;
  scope->options = options;
  r->scope = scope;
  trm_top_read(r, root);
  check_overrides(r, scope);
  r->scope = scope->outer;
}

void trm_include_read(TrmReader *r, const TrmNode *key, const TrmNode *node) {
  const TrmParam *param = trm_type_param(r->model->root->type, key->text);
  TrmValue value = {0};
  if (trm_node_null(node) || !trm_read_value(r, r->model->root, param, node, &value)) return;
  for (unsigned i = 0; value.form == TRM_FORM_LIST && i < value.count; i++)
    if (value.list[i].form == TRM_FORM_ITEM) include_file(r, value.list[i].item);
}
