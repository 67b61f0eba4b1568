/* SPDX-License-Identifier: Apache-2.0
 *
 * Collect: objects kept until the last analysis has ended.
 */
#include "cli/collect.h"
#include "cli/output.h"

struct TrmCollection {
  TrmText *objects;
  const char *name;
  size_t count;
};

void trm_collect_begin(TrmRequest *request) {
  request->collection = trm_arena_alloc(request->arena, sizeof *request->collection);
  *request->collection = (struct TrmCollection){.objects = trm_request_text(request), .name = ""};
}

void trm_collect_name(TrmRequest *request, const char *analysis) {
  if (request->collection) request->collection->name = analysis;
}

TrmStatus trm_collect_write(TrmRequest *request, const TrmText *text) {
  struct TrmCollection *c = request->collection;
  if (!c) return trm_output_write(NULL, text);
  size_t length = text->length;
  while (length && text->bytes[length - 1] == '\n') length--;
  if (!length) return TRM_OK;
  trm_text_printf(c->objects, "%s{\"analysis\": \"%s\", ", c->count++ ? ",\n" : "", c->name);
  trm_text_bytes(c->objects, text->bytes + 1, length - 1);
  return TRM_OK;
}

TrmStatus trm_collect_end(TrmRequest *request, const char *status) {
  struct TrmCollection *c = request->collection;
  if (!c) return TRM_OK;
  request->collection = NULL;
  if (!c->count) return TRM_OK;
  TrmText *out = trm_request_text(request);
  if (c->count != 1) {
    trm_text_add(out, "{\"file\": ");
    trm_text_json(out, request->arguments[0]);
    trm_text_printf(out, ", \"status\": \"%s\",\n\"analyses\": [\n", status);
  }
  if (c->objects->length) trm_text_add(out, c->objects->bytes);
  trm_text_add(out, c->count != 1 ? "]}\n" : "\n");
  return trm_output_write(NULL, out);
}
