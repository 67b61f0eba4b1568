/* SPDX-License-Identifier: Apache-2.0
 *
 * Relocate: every `file` of a model is looked for beside the file that names it. When the model is
 * written to another folder, the path is given from there: up to what both have in common, then
 * down.
 */
#define _XOPEN_SOURCE 700 /* realpath */
#include "cli/relocate.h"
#include "model/model.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef struct Move {
  TrmArena *arena;
  const char *target; /* the folder that the model is written to, absolute */
} Move;

/* the absolute folder of `path`, in the arena; NULL when there is none such */
static const char *folder_of(TrmArena *arena, const char *path) {
  const char *slash = strrchr(path, '/');
  const char *folder = ".";
  if (slash) folder = slash == path ? "/" : trm_arena_copy(arena, path, (size_t)(slash - path));
  char absolute[PATH_MAX];
  return realpath(folder, absolute) ? trm_arena_string(arena, absolute) : NULL;
}

/* `name` in the absolute folder `from`, as seen from the absolute folder `to` */
static const char *path_between(TrmArena *arena, const char *from, const char *to,
                                const char *name) {
  /* the folders that both have in common */
  size_t common = 0, i = 0;
  for (; from[i] && from[i] == to[i]; i++)
    if (from[i] == '/') common = i + 1;
  if ((!from[i] || from[i] == '/') && (!to[i] || to[i] == '/')) common = i;
  const char *down = from + common, *up = to + common;
  while (*down == '/') down++;
  while (*up == '/') up++;
  /* one step up for each folder left of `to` */
  const char *steps = *up ? "../" : "";
  for (; *up; up++)
    if (*up == '/') steps = trm_arena_printf(arena, "../%s", steps);
  return trm_arena_printf(arena, "%s%s%s%s", steps, down, *down ? "/" : "", name);
}

static void move_file(const Move *move, TrmValue *value) {
  if (value->form != TRM_FORM_TEXT || value->text[0] == '/' || !value->place.source) return;
  const char *source = folder_of(move->arena, trm_source_name(value->place.source));
  if (source && strcmp(source, move->target) != 0)
    value->text = path_between(move->arena, source, move->target, value->text);
}

/* every `file` in an item and what it holds; models are at most as deep as YAML is read */
static void move_item(const Move *move, TrmItem *item) {
  for (unsigned i = 0; i < item->field_count; i++) {
    TrmValue *value = &item->fields[i].value;
    if (strcmp(item->fields[i].param->key, "file") == 0) move_file(move, value);
    if (value->form == TRM_FORM_ITEM) move_item(move, value->item);
    for (unsigned k = 0; value->form == TRM_FORM_ITEMS && k < value->count; k++)
      move_item(move, value->items[k]);
    for (unsigned k = 0; value->form == TRM_FORM_LIST && k < value->count; k++)
      if (value->list[k].form == TRM_FORM_ITEM) move_item(move, value->list[k].item);
  }
}

void trm_relocate_files(TrmModel *model, const char *path) {
  Move move = {model->arena, folder_of(model->arena, path ? path : "-")};
  if (move.target) move_item(&move, model->root);
}
