/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions: every expression of time and state becomes a program. Names mean parameters,
 * variables, outputs, states of differential equations, or words local to the element (a spring's
 * `length`). Motions and forces of elements that the mechanism supplies are externals.
 */
#include "compile/compiler.h"
#include "model/fold.h"
#include "read/adams/read.h"
#include <stdio.h>
#include <string.h>

typedef struct Scope {
  Compiler *compiler;
  const TrmItem *item; /* the element the function belongs to */
} Scope;

/* the number of an external, made when first asked for */
static unsigned external_at(Compiler *c, const char *what, const char *name,
                            const TrmFrame *frame) {
  TrmSystem *system = c->system;
  static const char kind; /* its address stands for externals in the map of numbers */
  char key[512];
  snprintf(key, sizeof key, "%s(%s)", what, name);
  size_t *number = trm_map_get(c->numbers, &kind, key);
  if (number) return (unsigned)*number;
  TrmExternal made = {trm_arena_string(c->arena, what), trm_arena_string(c->arena, name), *frame};
  number = trm_arena_alloc(c->arena, sizeof *number);
  *number = system->external_count;
  trm_map_put(c->numbers, &kind, trm_arena_string(c->arena, key), number);
  TRM_PUSH(c->arena, system->externals, system->external_count, system->external_capacity, made);
  return (unsigned)*number;
}

static unsigned external(Compiler *c, const char *what, const char *name) {
  static const TrmFrame nowhere = {.body = TRM_GROUND, .A = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
  return external_at(c, what, name, &nowhere);
}

/* the expression of a variable or output, parsed once */
static int find_expression(Compiler *c, const char *section, const char *name,
                           TrmMeaning *meaning) {
  const TrmItem *item = trm_model_find(c->model, section, name);
  const TrmValue *value = item ? trm_item_value(item, "value") : NULL;
  if (!item) return 0;
  if (!value) return -1;
  *meaning = (TrmMeaning){.kind = TRM_MEANS_EXPRESSION, .place = value->place};
  meaning->expression = trm_map_get(c->parsed, item, "");
  return meaning->expression ? 1 : -1;
}

/* 1 when functions of this element follow inputs: what holds positions does not */
static int follows_inputs(const TrmItem *element) {
  return trm_table_find(&trm_table_motions, element->type->name) != element->type &&
         trm_table_find(&trm_table_constraints, element->type->name) != element->type;
}

/* a name with a sign: the thing itself (=), or what is added to it (+) */
static int signed_name(const Scope *scope, const char *name, TrmMeaning *meaning) {
  Compiler *c = scope->compiler;
  *meaning = (TrmMeaning){.kind = TRM_MEANS_EXTERNAL};
  if (name[0] == '+') {
    meaning->external = external(c, "input", name + 1);
    return 1;
  }
  TrmExpr *varied;
  if (trm_compile_input(c, name, &varied)) {
    *meaning = (TrmMeaning){.kind = TRM_MEANS_EXPRESSION, .expression = varied};
    return 1;
  }
  TrmConstants constants = trm_parameters_constants(c->parameters);
  *meaning = (TrmMeaning){.kind = TRM_MEANS_CONSTANT};
  int found = constants.find(constants.context, name + 1, TRM_NOWHERE, trm_compile_log(c),
                             &meaning->constant);
  return found ? found : find_expression(c, "variables", name + 1, meaning);
}

static int exact_name(void *context, const char *name, TrmMeaning *meaning) {
  const Scope *scope = context;
  Compiler *c = scope->compiler;
  const TrmItem *element = scope->item;
  while (element->owner && element->owner->owner) element = element->owner;
  if (element->type->locals && trm_words_have(element->type->locals, name)) {
    *meaning = (TrmMeaning){.kind = TRM_MEANS_EXTERNAL};
    meaning->external = external(c, name, element->name ? element->name : "");
    return 1;
  }
  TrmExpr *varied;
  if (*name == '=' || *name == '+') return signed_name(scope, name, meaning);
  if (follows_inputs(element) && trm_compile_input(c, name, &varied)) {
    *meaning = (TrmMeaning){.kind = TRM_MEANS_EXPRESSION, .expression = varied};
    return 1;
  }
  TrmConstants constants = trm_parameters_constants(c->parameters);
  *meaning = (TrmMeaning){.kind = TRM_MEANS_CONSTANT};
  int found =
      constants.find(constants.context, name, TRM_NOWHERE, trm_compile_log(c), &meaning->constant);
  if (found) return found;
  found = find_expression(c, "variables", name, meaning);
  if (!found) found = find_expression(c, "outputs", name, meaning);
  if (found) return found;
  if (trm_model_find(c->model, "equations", name)) {
    *meaning = (TrmMeaning){.kind = TRM_MEANS_EXTERNAL, .external = external(c, "dif", name)};
    return 1;
  }
  static const char *const controls[] = {"transfer_functions", "state_spaces"};
  for (size_t i = 0; i < 2; i++) {
    if (!trm_model_find(c->model, controls[i], name)) continue;
    *meaning = (TrmMeaning){.kind = TRM_MEANS_EXTERNAL, .external = external(c, "output", name)};
    return 1;
  }
  return trm_compile_broken(c, "equations", name) ? -1 : 0;
}

static int exact_frame(void *context, const char *name, TrmFrame *frame) {
  const Scope *scope = context;
  int found = trm_compile_frame(scope->compiler, name, frame);
  /* an equation of the user's holds the bodies it mentions */
  int holds = trm_table_find(&trm_table_constraints, scope->item->type->name) == scope->item->type;
  if (found && holds && frame->body != TRM_GROUND) scope->compiler->body_used[frame->body] = 1;
  return found;
}

static int exact_joint(void *context, const char *name, TrmJointFrames *frames) {
  const Compiler *c = ((const Scope *)context)->compiler;
  int index = trm_compile_index(c, GROUP_JOINT, name);
  if (index < 0) return trm_compile_broken(c, "joints", name) ? -1 : 0;
  const TrmJoint *joint = &c->system->joints[index];
  if (!joint->has_frames) return joint->coupling ? 0 : -1;
  *frames = (TrmJointFrames){.first = joint->frame_first,
                             .second = joint->frame_second,
                             .turns = joint->type->turns,
                             .slides = joint->type->slides};
  return 1;
}

static int exact_spline(void *context, const char *name, const TrmSpline **spline) {
  const Compiler *c = ((const Scope *)context)->compiler;
  if (!trm_model_find(c->model, "splines", name)) return 0;
  *spline = trm_map_get(c->splines, NULL, name);
  return *spline ? 1 : -1;
}

/* sections whose things carry forces, and those that carry states */
static const char *const carriers[] = {"joints", "motions", "forces", "contacts", "constraints"};
static const char *const states[] = {"equations", "transfer_functions", "state_spaces"};

/* where the force of a constraint is reported; 0 for other things, and when it does not say */
static int constraint_frame(Compiler *c, const char *name, TrmFrame *frame) {
  const TrmItem *item = trm_model_find(c->model, "constraints", name);
  const TrmValue *on = item ? trm_item_value(item, "on") : NULL;
  return on && on->form == TRM_FORM_TEXT && trm_compile_frame(c, on->text, frame) > 0;
}

static int exact_element(void *context, const char *what, const char *name, unsigned *number) {
  Compiler *c = ((const Scope *)context)->compiler;
  TrmFrame frame;
  int found = 0;
  if (what[0] == 'e') {
    found = trm_compile_frame(c, name, &frame);
    if (found > 0) *number = external_at(c, what, name, &frame);
    return found;
  }
  if (constraint_frame(c, name, &frame)) {
    *number = external_at(c, what, name, &frame);
    return 1;
  }
  if (strcmp(what, "varval") == 0) {
    found = trm_model_find(c->model, "variables", name) != NULL;
  } else if (strncmp(what, "dif", 3) == 0) {
    for (size_t i = 0; i < 3; i++) found |= trm_model_find(c->model, states[i], name) != NULL;
  } else {
    for (size_t i = 0; i < 5; i++) {
      found |= trm_model_find(c->model, carriers[i], name) != NULL;
      if (trm_compile_broken(c, carriers[i], name)) return -1;
    }
  }
  if (found) *number = external(c, what, name);
  return found;
}

static void offer_section(const Compiler *c, const char *section, TrmNearest *nearest) {
  size_t count;
  TrmItem *const *items = trm_model_section(c->model, section, &count);
  for (size_t i = 0; i < count; i++) trm_nearest_try(nearest, items[i]->name);
}

static void suggest(void *context, const char *what, TrmNearest *nearest) {
  const Compiler *c = ((const Scope *)context)->compiler;
  if (strcmp(what, "frame") == 0) {
    for (size_t i = 0; i < c->system->marker_count; i++)
      trm_nearest_try(nearest, c->system->markers[i].name);
    offer_section(c, "bodies", nearest);
    offer_section(c, "points", nearest);
  } else if (strcmp(what, "joint") == 0) {
    offer_section(c, "joints", nearest);
  } else if (strcmp(what, "spline") == 0) {
    offer_section(c, "splines", nearest);
  } else if (strcmp(what, "element") == 0) {
    for (size_t i = 0; i < 5; i++) offer_section(c, carriers[i], nearest);
    for (size_t i = 0; i < 3; i++) offer_section(c, states[i], nearest);
  } else {
    static const char *const values[] = {"parameters", "variables", "outputs", "equations"};
    for (size_t i = 0; i < 4; i++) offer_section(c, values[i], nearest);
  }
}

/* kinds of names that are looked up together */
typedef enum Kind { KIND_VALUE, KIND_FRAME, KIND_JOINT, KIND_SPLINE, KIND_ELEMENT } Kind;

static void fold_section(Compiler *c, Kind kind, const char *section) {
  size_t count;
  TrmItem *const *items = trm_model_section(c->model, section, &count);
  for (size_t i = 0; i < count; i++) trm_fold_add(c->folded, kind, items[i]->name);
}

/* the spelling in the model of a name that differs only in case; NULL: none, or several */
static const char *spelling(const Scope *scope, Kind kind, const char *name) {
  Compiler *c = scope->compiler;
  if (!c->folded) {
    static const char *const values[] = {"variables", "outputs", "equations", "transfer_functions",
                                         "state_spaces"};
    c->folded = trm_fold_new(c->arena);
    for (size_t i = 0; i < 5; i++) fold_section(c, KIND_VALUE, values[i]);
    for (size_t i = 0; i < c->system->marker_count; i++)
      trm_fold_add(c->folded, KIND_FRAME, c->system->markers[i].name);
    fold_section(c, KIND_FRAME, "bodies");
    fold_section(c, KIND_FRAME, "points");
    trm_fold_add(c->folded, KIND_FRAME, "ground");
    fold_section(c, KIND_JOINT, "joints");
    fold_section(c, KIND_SPLINE, "splines");
    for (size_t i = 0; i < 5; i++) fold_section(c, KIND_ELEMENT, carriers[i]);
    for (size_t i = 0; i < 3; i++) fold_section(c, KIND_ELEMENT, states[i]);
    fold_section(c, KIND_ELEMENT, "variables");
  }
  return trm_fold_find(c->folded, kind, name);
}

/* each look-up by the exact spelling, then by the only one that differs in case */
static int find_name(void *context, const char *name, TrmMeaning *meaning) {
  int found = exact_name(context, name, meaning);
  double si;
  TrmDimension dimension;
  if (found || trm_unit_find(name, &si, &dimension)) return found;
  const char *other = spelling(context, KIND_VALUE, name);
  return other ? exact_name(context, other, meaning) : 0;
}

static int find_frame(void *context, const char *name, TrmFrame *frame) {
  int found = exact_frame(context, name, frame);
  const char *other = found ? NULL : spelling(context, KIND_FRAME, name);
  return other ? exact_frame(context, other, frame) : found;
}

static int find_joint(void *context, const char *name, TrmJointFrames *frames) {
  int found = exact_joint(context, name, frames);
  const char *other = found ? NULL : spelling(context, KIND_JOINT, name);
  return other ? exact_joint(context, other, frames) : found;
}

static int find_spline(void *context, const char *name, const TrmSpline **spline) {
  int found = exact_spline(context, name, spline);
  const char *other = found ? NULL : spelling(context, KIND_SPLINE, name);
  return other ? exact_spline(context, other, spline) : found;
}

static int find_element(void *context, const char *what, const char *name, unsigned *number) {
  int found = exact_element(context, what, name, number);
  const char *other = found ? NULL : spelling(context, KIND_ELEMENT, name);
  return other ? exact_element(context, what, other, number) : found;
}

static TrmResolver resolver_for(Scope *scope) {
  return (TrmResolver){.context = scope,
                       .units = &scope->compiler->system->units,
                       .name = find_name,
                       .frame = find_frame,
                       .joint = find_joint,
                       .spline = find_spline,
                       .element = find_element,
                       .suggest = suggest};
}

/* what the value should be: the parameter's dimension, or for a motion what its joint does */
static TrmDimension expected_dimension(const Compiler *c, const TrmItem *item,
                                       const TrmParam *param) {
  static const TrmDimension rates[2][2] = {{TRM_VELOCITY, TRM_ACCELERATION},
                                           {TRM_SPIN, TRM_SPIN_RATE}};
  int speed = strcmp(param->key, "speed") == 0, rate = strcmp(param->key, "acceleration") == 0;
  if (!speed && !rate) return param->dimension;
  for (size_t i = 0; i < c->system->motion_count; i++)
    if (c->system->motions[i].item == item) return rates[c->system->motions[i].turns][rate];
  return param->dimension;
}

/* one function; `index` is its number in a list, or -1 */
static void compile_function(Compiler *c, const TrmItem *item, const TrmParam *param,
                             const TrmValue *value, int index) {
  if (value->form != TRM_FORM_TEXT && value->form != TRM_FORM_NUMBER) return;
  TrmExpr literal = {.kind = TRM_EXPR_NUMBER};
  const TrmExpr *expr = &literal;
  if (value->form == TRM_FORM_TEXT) {
    expr = trm_expr_parse(c->arena, value->text, value->place, trm_compile_log(c));
  } else {
    literal.number = value->number;
  }
  if (!expr) return;
  expr = trm_compile_law(c, item, param, index, expr);
  Scope scope = {c, item};
  TrmResolver resolver = resolver_for(&scope);
  const TrmSource *source = value->place.source;
  resolver.quiet = source && (trm_adams_is(source) || trm_source_sheet(source));
  TrmDimension dimension = expected_dimension(c, item, param);
  int pure = trm_dimension_same(dimension, (TrmDimension)TRM_DIMENSIONLESS);
  double scale = trm_units_scale(&c->system->units, dimension);
  TrmUse *use = trm_arena_alloc(c->arena, sizeof *use);
  *use = (TrmUse){.value = value, .item = item, .param = param};
  use->program = trm_program_compile(c->arena, expr, value->place, &resolver, scale,
                                     pure ? NULL : &dimension, trm_compile_log(c));
  if (!use->program) return;
  TrmSystem *system = c->system;
  trm_map_put(system->programs, value, "", use);
  TRM_PUSH(c->arena, system->functions, system->function_count, system->function_capacity, use);
}

void trm_compile_function(Compiler *c, const TrmItem *item, const TrmParam *param,
                          const TrmValue *value) {
  if (value->form != TRM_FORM_LIST) {
    compile_function(c, item, param, value, -1);
    return;
  }
  for (unsigned i = 0; i < value->count; i++)
    compile_function(c, item, param, &value->list[i], value->count > 1 ? (int)i : -1);
}

const TrmProgram *trm_system_program(const TrmSystem *system, const TrmValue *value) {
  const TrmUse *use = trm_map_get(system->programs, value, "");
  return use ? use->program : NULL;
}

/* depth-first search for a circle among variables and outputs */
typedef struct Search {
  Compiler *compiler;
  TrmMap *progress; /* item -> its Progress, by address */
} Search;

enum { DEEPEST_SEARCH = 1000 };

static const TrmItem *value_item(const Compiler *c, const char *name) {
  const TrmItem *item = trm_model_find(c->model, "variables", name);
  return item ? item : trm_model_find(c->model, "outputs", name);
}

static int visit(Search *search, const TrmItem *item, unsigned depth);

/* every name in the expression; 0 when a circle was found and reported */
static int visit_names(Search *search, const TrmExpr *expr, unsigned depth) {
  if (expr->kind == TRM_EXPR_NAME || expr->kind == TRM_EXPR_CALL) {
    const TrmItem *item =
        expr->kind == TRM_EXPR_NAME ? value_item(search->compiler, expr->name) : NULL;
    if (item && !visit(search, item, depth + 1)) return 0;
  }
  for (size_t i = 0; i < expr->count; i++)
    if (!visit_names(search, expr->arguments[i], depth)) return 0;
  return 1;
}

static int visit(Search *search, const TrmItem *item, unsigned depth) {
  Compiler *c = search->compiler;
  Progress *progress = trm_map_get(search->progress, item, "");
  if (!progress) {
    progress = trm_arena_alloc(c->arena, sizeof *progress);
    trm_map_put(search->progress, item, "", progress);
  }
  if (*progress == DONE) return 1;
  if (*progress == OPEN || depth > DEEPEST_SEARCH) {
    trm_log_add(trm_compile_log(c), TRM_E_VARIABLE_CYCLE, item->place, item->name,
                *progress == OPEN ? "'%s' depends on itself"
                                  : "'%s' hangs on a chain of too many others",
                item->name);
    return 0;
  }
  *progress = OPEN;
  const TrmExpr *expr = trm_map_get(c->parsed, item, "");
  int good = !expr || visit_names(search, expr, depth);
  *progress = DONE;
  if (good) return 1;
  /* whoever uses a circle cannot be compiled: forget its expression */
  const TrmField *value = trm_item_field(item, trm_type_param(item->type, "value"));
  if (value) trm_log_note(trm_compile_log(c), value->value.place, "through '%s'", item->name);
  return 0;
}

void trm_compile_functions_prepare(Compiler *c) {
  static const char *const sections[] = {"variables", "outputs"};
  Search search = {c, trm_map_new(c->arena)};
  for (size_t s = 0; s < 2; s++) {
    size_t count;
    TrmItem *const *items = trm_model_section(c->model, sections[s], &count);
    for (size_t i = 0; i < count; i++) {
      const TrmValue *value = trm_item_value(items[i], "value");
      TrmExpr *expr = NULL;
      if (value && value->form == TRM_FORM_TEXT)
        expr = trm_expr_parse(c->arena, value->text, value->place, NULL);
      if (value && value->form == TRM_FORM_NUMBER) {
        expr = trm_arena_alloc(c->arena, sizeof *expr);
        expr->kind = TRM_EXPR_NUMBER;
        expr->number = value->number;
      }
      if (expr) trm_map_put(c->parsed, items[i], "", expr);
    }
  }
  for (size_t s = 0; s < 2; s++) {
    size_t count;
    TrmItem *const *items = trm_model_section(c->model, sections[s], &count);
    for (size_t i = 0; i < count && !c->circle; i++) c->circle = !visit(&search, items[i], 0);
  }
}
