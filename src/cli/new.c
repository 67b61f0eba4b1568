/* SPDX-License-Identifier: Apache-2.0
 *
 * new: write a starter model, to be changed into one's own, or an empty workbook.
 */
#include "cli/output.h"
#include "cli/starter.h"
#include "cli/table.h"
#include "trammel/system.h"
#include <stdio.h>
#include <string.h>

static const char *kind_at(size_t index) {
  for (size_t i = 0; trm_starters[i]; i++)
    if (index-- == 0) return trm_starters[i]->kind;
  return NULL;
}

static TrmStatus list_kinds(TrmRequest *request) {
  TrmText *out = trm_request_text(request);
  for (size_t i = 0; trm_starters[i]; i++)
    trm_output_row(out, trm_starters[i]->kind, 17, trm_starters[i]->summary);
  trm_text_add(out, "\nWrite one: trammel new pendulum\n");
  return trm_output_write(NULL, out);
}

static const TrmStarter *find_starter(const char *kind) {
  for (size_t i = 0; trm_starters[i]; i++)
    if (strcmp(trm_starters[i]->kind, kind) == 0) return trm_starters[i];
  TrmNearest nearest = trm_nearest(kind);
  for (size_t i = 0; trm_starters[i]; i++) trm_nearest_try(&nearest, trm_starters[i]->kind);
  if (nearest.best) {
    trm_say_usage("there is no starter '%s'; did you mean '%s'?", kind, nearest.best);
  } else {
    trm_say_usage("there is no starter '%s'. The starters: trammel new", kind);
  }
  return NULL;
}

/* letters, digits, - and _: good as a file name and as text in YAML everywhere */
static int good_name(const char *name) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  size_t length = strlen(name);
  return length > 0 && length <= 100 && strchr(letters, name[0]) &&
         strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") == length;
}

/* where the file goes, and that nothing is lost there */
static TrmStatus check_target(TrmRequest *request, const char *path) {
  if (strcmp(path, "-") == 0 || !trm_output_exists(path) || trm_request_flag(request, "force"))
    return TRM_OK;
  return trm_say_usage("'%s' exists already; write over it with --force, or choose another name",
                       path);
}

/* --excel: an empty workbook, whose sheets explain themselves */
static TrmStatus new_workbook(TrmRequest *request) {
  const char *path = trm_request_value(request, "output");
  if (!path) path = trm_request_argument(request, 0);
  if (!path) path = "model.xlsx";
  if (trm_request_argument(request, 1)) return trm_say_usage("--excel takes one file");
  TrmStatus status = check_target(request, path);
  if (status) return status;
  size_t length;
  const char *bytes = trm_request_keep(request, trm_workbook_empty(&length));
  TrmText *out = trm_request_text(request);
  trm_text_bytes(out, bytes, length);
  status = trm_output_write(path, out);
  if (status || strcmp(path, "-") == 0 || trm_request_flag(request, "quiet")) return status;
  TrmText *next = trm_request_text(request);
  trm_text_printf(next, "Wrote %s, an empty workbook. Fill it in, then: trammel check %s\n", path,
                  path);
  return trm_output_write(NULL, next);
}

static TrmStatus run(TrmRequest *request) {
  if (trm_request_flag(request, "excel")) return new_workbook(request);
  const char *kind = trm_request_argument(request, 0), *name = trm_request_argument(request, 1);
  if (!kind) return list_kinds(request);
  const TrmStarter *starter = find_starter(kind);
  if (!starter) return TRM_BAD_USAGE;
  if (!name) name = kind;
  if (!good_name(name))
    return trm_say_usage("'%s' cannot name a model: letters, digits, - and _, a letter first",
                         name);
  const char *path = trm_request_value(request, "output");
  if (!path) path = trm_arena_printf(request->arena, "%s.yaml", name);
  int to_screen = strcmp(path, "-") == 0;
  TrmStatus status = check_target(request, path);
  if (status) return status;
  TrmText *out = trm_request_text(request);
  trm_text_printf(out, "# %s: %s\ntrammel: 1\nname: %s\n%s", name, starter->summary, name,
                  starter->text);
  status = trm_output_write(path, out);
  if (status || to_screen || trm_request_flag(request, "quiet")) return status;
  /* what to do next */
  TrmText *next = trm_request_text(request);
  trm_text_printf(next, "Wrote %s, %s.\nTry: trammel check %s\n", path, starter->summary, path);
  return trm_output_write(NULL, next);
}

static const TrmOption options[] = {
    {"excel", 0, NULL, NULL, NULL, "write an empty workbook for Excel, KIND being its file"},
    {"force", 'f', NULL, NULL, NULL, "write over a file that exists"},
    {NULL, 0, NULL, NULL, NULL, NULL},
};

static const TrmExample examples[] = {
    {"new pendulum", "writes pendulum.yaml"},
    {"new four-bar press", "writes press.yaml, a four-bar called press"},
    {"new --excel car.xlsx", "an empty workbook that explains itself"},
    {"new suspension-corner -o front/left.yaml", "writes to a file of your choice"},
    {NULL, NULL},
};

const TrmCommand trm_command_new = {
    .name = "new",
    .summary = "write a starter model to change into your own",
    .usage = "[KIND] [NAME]",
    .details = "Writes NAME.yaml, a small working model whose comments explain the language. "
               "Without KIND it lists the starters. With --excel it writes a workbook to fill in.",
    .options = options,
    .common = TRM_TAKES_OUTPUT,
    .most = 2,
    .examples = examples,
    .word = kind_at,
    .run = run,
};
