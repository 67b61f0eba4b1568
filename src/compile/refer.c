/* SPDX-License-Identifier: Apache-2.0
 *
 * References: every name that points at something is looked up where its parameter says, and a
 * mistyped one is answered with the nearest name of the right kind.
 */
#include "compile/compiler.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include <string.h>

int trm_compile_body(const Compiler *c, const char *name, int *body) {
  *body = TRM_GROUND;
  if (strcmp(name, "ground") == 0) return 1;
  *body = trm_compile_index(c, GROUP_BODY, name);
  return *body >= 0;
}

TrmFrame trm_marker_frame(const TrmSystem *system, const TrmMarker *marker) {
  TrmFrame frame = {.body = marker->body};
  memcpy(frame.A, marker->A, sizeof frame.A);
  memcpy(frame.s, marker->s_b, sizeof frame.s);
  if (marker->body != TRM_GROUND)
    trm_vec3_add(marker->s_b, -1, system->bodies[marker->body].c_b, frame.s);
  return frame;
}

TrmFrame trm_frame_on_body(const TrmSystem *system, int body, const double p_g[3],
                           const double R_g[9]) {
  TrmFrame frame = {.body = body};
  memcpy(frame.s, p_g, sizeof frame.s);
  memcpy(frame.A, R_g, sizeof frame.A);
  if (body == TRM_GROUND) return frame;
  const TrmBody *b = &system->bodies[body];
  double centre[3], d[3];
  trm_body_centre(b, centre);
  trm_vec3_add(p_g, -1, centre, d);
  trm_mat3_apply_transposed(b->R_gb, d, frame.s);
  trm_mat3_transposed_product(b->R_gb, R_g, frame.A);
  return frame;
}

void trm_frame_in_ground(const TrmSystem *system, const TrmFrame *frame, double p_g[3],
                         double R_g[9]) {
  memcpy(p_g, frame->s, sizeof frame->s);
  memcpy(R_g, frame->A, sizeof frame->A);
  if (frame->body == TRM_GROUND) return;
  const TrmBody *b = &system->bodies[frame->body];
  double centre[3];
  trm_body_centre(b, centre);
  trm_mat3_apply(b->R_gb, frame->s, p_g);
  trm_vec3_add(p_g, 1, centre, p_g);
  trm_mat3_product(b->R_gb, frame->A, R_g);
}

int trm_compile_frame(Compiler *c, const char *name, TrmFrame *frame) {
  double identity[9];
  trm_mat3_identity(identity);
  int marker = trm_compile_index(c, GROUP_MARKER, name);
  if (marker >= 0) {
    *frame = trm_marker_frame(c->system, &c->system->markers[marker]);
    return 1;
  }
  /* a body stands for its axes at the mass centre */
  int body;
  if (trm_compile_body(c, name, &body)) {
    *frame = (TrmFrame){.body = body};
    memcpy(frame->A, identity, sizeof identity);
    return 1;
  }
  int point = trm_compile_index(c, GROUP_POINT, name);
  if (point < 0) return 0;
  c->system->points[point].used = 1;
  *frame = trm_frame_on_body(c->system, TRM_GROUND, c->system->points[point].p_g, identity);
  return 1;
}

/* call offer(...) on the nearest for every name that `refs` allows */
static void offer_names(const Compiler *c, unsigned refs, TrmNearest *nearest) {
  for (unsigned bit = 1; bit && bit <= TRM_REF_FLEXIBLE; bit <<= 1) {
    const char *section = refs & bit ? trm_ref_section(bit) : NULL;
    if (!section) continue;
    size_t count;
    TrmItem *const *items = trm_model_section(c->model, section, &count);
    for (size_t i = 0; i < count; i++) trm_nearest_try(nearest, items[i]->name);
  }
  if (refs & TRM_REF_BODY) trm_nearest_try(nearest, "ground");
  if (refs & TRM_REF_MARKER)
    for (size_t i = 0; i < c->system->marker_count; i++)
      trm_nearest_try(nearest, c->system->markers[i].name);
}

/* the markers of a body, for the hint: "'tip' and 'root'" */
static const char *marker_list(const Compiler *c, const TrmItem *body) {
  const TrmValue *markers = trm_item_value(body, "markers");
  if (!markers || markers->form != TRM_FORM_ITEMS || markers->count == 0) return NULL;
  const char *text = "";
  unsigned shown = markers->count < 6 ? markers->count : 6;
  for (unsigned i = 0; i < shown; i++) {
    const char *joint = i == 0 ? "" : i + 1 == markers->count ? " and " : ", ";
    text = trm_arena_printf(c->arena, "%s%s'%s'", text, joint, markers->items[i]->name);
  }
  return trm_arena_printf(c->arena, "%s %s%s", markers->count == 1 ? "marker" : "markers", text,
                          shown < markers->count ? ", ..." : "");
}

/* what the bits of a reference are called, one after the other */
static const char *const words[] = {"parameter",   "point",
                                    "spline",      "body",
                                    "marker",      "shape",
                                    "joint",       "motion",
                                    "constraint",  "force",
                                    "contact",     "variable",
                                    "equation",    "transfer function",
                                    "state space", "event",
                                    "output",      "flexible body"};

/* "joint, variable or output" */
static const char *kinds_list(const Compiler *c, unsigned refs) {
  const char *text = "";
  unsigned left = refs & ((1u << (sizeof words / sizeof *words)) - 1);
  for (unsigned i = 0; left; i++) {
    if (!(left >> i & 1)) continue;
    left &= ~(1u << i);
    text = trm_arena_printf(c->arena, "%s%s%s", text, !*text ? "" : left ? ", " : " or ", words[i]);
  }
  return text;
}

/* what else has the name, or NULL: "joint" */
static const char *other_kind(const Compiler *c, const char *name) {
  for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
    const char *section = trm_ref_section(1u << i);
    if (section && trm_model_find(c->model, section, name)) return words[i];
  }
  return NULL;
}

/* add up to six names in quotes to the text; how many there were before and after */
static const char *add_name(const Compiler *c, const char *text, const char *name, size_t *count) {
  if (++*count > 6) return text;
  return trm_arena_printf(c->arena, "%s%s'%s'", text, *text ? ", " : "", name);
}

/* what there is of these kinds: "'a', 'b', 'c', ..." */
static const char *known_list(const Compiler *c, unsigned refs) {
  const char *text = "";
  size_t said = 0;
  if (refs & TRM_REF_BODY) text = add_name(c, text, "ground", &said);
  for (unsigned bit = 1; bit && bit <= TRM_REF_FLEXIBLE; bit <<= 1) {
    const char *section = refs & bit ? trm_ref_section(bit) : NULL;
    size_t count = 0;
    TrmItem *const *items = section ? trm_model_section(c->model, section, &count) : NULL;
    for (size_t i = 0; i < count; i++) text = add_name(c, text, items[i]->name, &said);
  }
  for (size_t i = 0; refs & TRM_REF_MARKER && i < c->system->marker_count; i++)
    text = add_name(c, text, c->system->markers[i].name, &said);
  return said > 6 ? trm_arena_printf(c->arena, "%s, ...", text) : text;
}

/* what the sections in `refs` are called, for people */
static const char *kinds_text(unsigned refs, const char *name) {
  if (strchr(name, '.')) return refs & TRM_REF_MARKER ? "marker" : "shape";
  if (refs & TRM_REF_BODY) return "body";
  if (refs & TRM_REF_POINT) return "point";
  if (refs & TRM_REF_JOINT) return "joint";
  if (refs & TRM_REF_SPLINE) return "spline";
  if (refs & TRM_REF_PARAMETER) return "parameter";
  return "name";
}

/* the name was defined but could not be read, or belongs to something that was not read whole */
static int is_broken(const Compiler *c, unsigned refs, const char *name) {
  char first[256];
  const char *rest = trm_name_split(name, first, sizeof first);
  if (rest) {
    const TrmItem *body = trm_model_find(c->model, "bodies", first);
    return body && trm_item_damaged(body);
  }
  for (unsigned bit = 1; bit && bit <= TRM_REF_FLEXIBLE; bit <<= 1) {
    const char *section = refs & bit ? trm_ref_section(bit) : NULL;
    if (section && trm_compile_broken(c, section, name)) return 1;
  }
  return 0;
}

int trm_compile_broken(const Compiler *c, const char *section, const char *name) {
  const TrmItem *root = c->model->root;
  const TrmParam *param = trm_type_param(root->type, section);
  return param && trm_section_broken(c->model, root, param, name);
}

/* the singular of the section it stands in, or its type */
const char *trm_item_kind(const TrmItem *item) {
  for (const TrmTable *const *table = trm_catalog_tables; *table; table++)
    if (trm_table_find(*table, item->type->name) == item->type) return (*table)->name;
  return item->type->name;
}

void trm_compile_unknown(Compiler *c, TrmPlace place, const char *name, unsigned refs,
                         const char *kind, const char *object) {
  TrmLog *log = trm_compile_log(c);
  if (is_broken(c, refs, name)) return;
  const char *who = object ? trm_arena_printf(c->arena, "%s '%s'", kind, object) : "this";
  const char *kinds = object ? kinds_text(refs, name) : kinds_list(c, refs);
  trm_log_add(log, TRM_E_UNKNOWN_NAME, place, object, "%s refers to %s '%s', which does not exist",
              who, kinds, name);
  if (trm_log_full(log)) return;
  TrmNearest nearest = trm_nearest(name);
  offer_names(c, refs, &nearest);
  char first[256];
  const char *rest = trm_name_split(name, first, sizeof first);
  const TrmItem *body = rest ? trm_model_find(c->model, "bodies", first) : NULL;
  const char *markers = body && refs & TRM_REF_MARKER ? marker_list(c, body) : NULL;
  if (markers) {
    trm_log_hint(log, "body '%s' has %s%s%s%s", first, markers,
                 nearest.best ? "; did you mean '" : "", nearest.best ? nearest.best : "",
                 nearest.best ? "'?" : "");
  } else if (body && refs & TRM_REF_MARKER) {
    trm_log_hint(log, "body '%s' has no markers", first);
  } else if (nearest.best) {
    trm_log_hint(log, "did you mean '%s'?", nearest.best);
  } else if (!rest && other_kind(c, name)) {
    const char *found = other_kind(c, name);
    trm_log_hint(log, "'%s' is %s %s", name, strchr("aeiou", *found) ? "an" : "a", found);
  } else if (!object) {
    const char *known = known_list(c, refs);
    trm_log_hint(log, "there %s %s", strchr(known, ',') ? "are" : "is", *known ? known : "none");
  }
}

/* 1 when body.shape names a shape: by its `name`, or by its type */
static int is_shape(const Compiler *c, const char *name) {
  char first[256];
  const char *rest = trm_name_split(name, first, sizeof first);
  const TrmItem *body = rest ? trm_model_find(c->model, "bodies", first) : NULL;
  const TrmValue *shapes = body ? trm_item_value(body, "shape") : NULL;
  for (unsigned i = 0; shapes && shapes->form == TRM_FORM_LIST && i < shapes->count; i++) {
    const TrmItem *shape = shapes->list[i].item;
    const TrmValue *own = trm_item_value(shape, "name");
    const char *known = own && own->form == TRM_FORM_TEXT ? own->text : shape->type->name;
    if (strcmp(known, rest) == 0) return 1;
  }
  return 0;
}

/* note what the reference keeps from being idle */
static void mark_used(Compiler *c, const char *name) {
  char first[256];
  trm_name_split(name, first, sizeof first);
  int body = trm_compile_index(c, GROUP_BODY, first);
  if (body >= 0) c->body_used[body] = 1;
}

static int exists(Compiler *c, unsigned refs, const char *name) {
  int body;
  if (refs & TRM_REF_BODY && trm_compile_body(c, name, &body)) return 1;
  if (refs & TRM_REF_MARKER && trm_compile_index(c, GROUP_MARKER, name) >= 0) return 1;
  if (refs & TRM_REF_SHAPE && is_shape(c, name)) return 1;
  for (unsigned bit = 1; bit && bit <= TRM_REF_FLEXIBLE; bit <<= 1) {
    const char *section = refs & bit ? trm_ref_section(bit) : NULL;
    if (section && trm_model_find(c->model, section, name)) return 1;
  }
  return 0;
}

void trm_compile_refer(Compiler *c, const TrmParam *param, const TrmValue *value,
                       const TrmItem *item) {
  if (value->form == TRM_FORM_LIST) {
    for (unsigned i = 0; i < value->count; i++) trm_compile_refer(c, param, &value->list[i], item);
    return;
  }
  if (value->form != TRM_FORM_TEXT) return;
  const TrmItem *named = item;
  while (!named->name && named->owner) named = named->owner;
  if (!exists(c, param->refs, value->text)) {
    trm_compile_unknown(c, value->place, value->text, param->refs, trm_item_kind(named),
                        named->name);
    return;
  }
  int point = param->refs & TRM_REF_POINT ? trm_compile_index(c, GROUP_POINT, value->text) : -1;
  if (point >= 0) c->system->points[point].used = 1;
  if (param->refs & (TRM_REF_BODY | TRM_REF_MARKER | TRM_REF_SHAPE)) mark_used(c, value->text);
}
