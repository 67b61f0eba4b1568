/* SPDX-License-Identifier: Apache-2.0
 *
 * Suspension: a model becomes the model of a sweep: markers on the carriers, motions that drive the
 * wheel centres and what steers, outputs that describe the wheels. And a suspension that is not
 * described is found by the names of its points.
 */
#include "api/suspension.h"
#include "catalog/suspension.h"
#include "compile/compiler.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include <math.h>
#include <string.h>

static const char *const carriers[] = {"upright", "carrier", "knuckle", "hub_carrier", NULL};

void trm_sweeping_add(TrmSweeping *s, const char *section, const char *name, const char *type,
                      const char *key, const char *yaml) {
  TrmItem *item = NULL;
  if (s->status == TRM_OK) s->status = trm_model_add(s->model, section, name, type, s->log, &item);
  if (s->status == TRM_OK) s->status = trm_item_set_text(s->model, item, key, yaml, s->log);
}

/* the item of a body; ground has one only where something is fixed to it */
static TrmItem *body_item(TrmSweeping *s, int body) {
  TrmItem *item;
  if (body != TRM_GROUND)
    return trm_model_item(s->model, "bodies", s->system->bodies[body].item->name);
  item = trm_model_item(s->model, "bodies", "ground");
  if (!item && s->status == TRM_OK)
    s->status = trm_model_add(s->model, "bodies", "ground", NULL, s->log, &item);
  return item;
}

/* a marker at a place in ground at the design position, on a body */
static TrmItem *add_marker(TrmSweeping *s, int body, const char *name, const double p_g[3]) {
  TrmItem *owner = body_item(s, body), *marker = NULL;
  double at[3];
  memcpy(at, p_g, sizeof at);
  if (body != TRM_GROUND) {
    const TrmBody *b = &s->system->bodies[body];
    double d[3];
    trm_vec3_add(p_g, -1, b->p_go_g, d);
    trm_mat3_apply_transposed(b->R_gb, d, at);
    /* markers are mirrored with their body */
    trm_mirror_vector(trm_item_mirror(b->item), at);
  }
  for (int k = 0; k < 3; k++) at[k] /= s->system->units.length;
  if (s->status == TRM_OK)
    s->status = trm_item_add(s->model, owner, "markers", name, NULL, s->log, &marker);
  if (s->status == TRM_OK) s->status = trm_item_set_numbers(s->model, marker, "at", at, 3, s->log);
  return marker;
}

static void add_markers(TrmSweeping *s, const TrmWheel *w) {
  const char *name = w->item->name;
  double end[3], R[9];
  trm_vec3_add(w->centre, 1, w->axis, end); /* a metre along the axis */
  add_marker(s, w->carrier, trm_arena_printf(s->arena, "%s_centre", name), w->centre);
  add_marker(s, w->carrier, trm_arena_printf(s->arena, "%s_axis", name), end);
  if (w->steered) {
    add_marker(s, w->carrier, trm_arena_printf(s->arena, "%s_lower", name), w->lower);
    add_marker(s, w->strut ? TRM_GROUND : w->carrier, trm_arena_printf(s->arena, "%s_upper", name),
               w->upper);
  }
  for (int k = 0; w->spring >= 0 && k < 2; k++) {
    const TrmFrame *frame = &s->system->forces[w->spring].frame[k];
    trm_frame_in_ground(s->system, frame, end, R);
    add_marker(s, frame->body, trm_arena_printf(s->arena, "%s_spring_%c", name, 'i' + k), end);
  }
  /* the axes of the car */
  const double origin[3] = {0, 0, 0};
  TrmItem *car = add_marker(s, TRM_GROUND, trm_arena_printf(s->arena, "%s_car", name), origin);
  const char *orient =
      trm_arena_printf(s->arena, "{x: [%.17g, %.17g, %.17g], z: [%.17g, %.17g, %.17g]}",
                       w->forward[0], w->forward[1], w->forward[2], w->up[0], w->up[1], w->up[2]);
  if (s->status == TRM_OK) s->status = trm_item_set_yaml(s->model, car, "orient", orient, s->log);
}

/* a function of time that runs from low to high, in the model's units */
static const char *course(const TrmSweeping *s, double low, double high) {
  double second = 1 / s->system->units.time;
  return trm_arena_printf(s->arena, "(%.17g + (%.17g)*time/%.17g)", low, high - low, second);
}

/* hold the wheel's centre at its height and beyond */
static void drive_wheel(TrmSweeping *s, const TrmWheel *w) {
  const TrmSweep *sweep = s->sweep;
  const TrmUnits *units = &s->system->units;
  const char *name = w->item->name, *travel = "0";
  double height = trm_vec3_dot(w->centre, w->up) / units->length;
  double across = fabs(trm_vec3_dot(w->centre, w->left)) / units->length;
  TrmItem *item = NULL;
  if (sweep->kind == TRM_SWEEP_TRAVEL)
    travel = course(s, sweep->low / units->length, sweep->high / units->length);
  if (sweep->kind == TRM_SWEEP_ROLL)
    travel = trm_arena_printf(s->arena, "%.17g*tan%s", -w->side * across,
                              course(s, sweep->low / units->angle, sweep->high / units->angle));
  const char *drive = trm_arena_printf(s->arena, "%s_travel_drive", name);
  const char *carrier = s->system->bodies[w->carrier].item->name;
  const char *ends[] = {"ground", trm_arena_printf(s->arena, "%s.%s_centre", carrier, name)};
  if (s->status == TRM_OK)
    s->status = trm_model_add(s->model, "motions", drive, "between", s->log, &item);
  if (s->status == TRM_OK)
    s->status = trm_item_set_texts(s->model, item, "between", ends, 2, s->log);
  if (s->status == TRM_OK)
    s->status = trm_item_set_numbers(s->model, item, "along", w->up, 3, s->log);
  if (s->status == TRM_OK)
    s->status = trm_item_set_text(s->model, item, "displacement",
                                  trm_arena_printf(s->arena, "%.17g + %s", height, travel), s->log);
}

/* hold or move what steers, once where several wheels name it */
static void drive_rack(TrmSweeping *s, size_t wheel) {
  const TrmWheel *w = &s->system->wheels[wheel];
  if (w->rack < 0) return;
  for (size_t i = 0; i < wheel; i++)
    if (s->system->wheels[i].rack == w->rack) return;
  const TrmJoint *rack = &s->system->joints[w->rack];
  int turns = rack->type->turns > 0;
  double unit = turns ? s->system->units.angle : s->system->units.length;
  const char *value = s->sweep->kind == TRM_SWEEP_STEER
                          ? course(s, s->sweep->low / unit, s->sweep->high / unit)
                          : "0";
  TrmItem *item = NULL;
  const char *name = trm_arena_printf(s->arena, "%s_drive", rack->item->name);
  if (s->status == TRM_OK)
    s->status = trm_model_add(s->model, "motions", name, "joint", s->log, &item);
  if (s->status == TRM_OK)
    s->status = trm_item_set_text(s->model, item, "joint", rack->item->name, s->log);
  if (s->status == TRM_OK)
    s->status = trm_item_set_text(s->model, item, turns ? "angle" : "displacement", value, s->log);
}

/* does a motion move the bodies of a joint against each other? */
static int moves_joint(const TrmMotion *motion, const TrmJoint *joint) {
  int first = motion->first.body, second = motion->second.body;
  return (first == joint->first && second == joint->second) ||
         (first == joint->second && second == joint->first);
}

/* 1 when a motion of the model moves a carrier or what steers */
static int replaced(const TrmSweeping *s, const TrmMotion *motion) {
  for (size_t i = 0; i < s->system->wheel_count; i++) {
    const TrmWheel *w = &s->system->wheels[i];
    if (motion->joint >= 0 && motion->joint == w->rack) return 1;
    if (motion->joint >= 0 || !motion->has_frames) continue;
    if (w->rack >= 0 && moves_joint(motion, &s->system->joints[w->rack])) return 1;
    if (motion->first.body == w->carrier || motion->second.body == w->carrier) return 1;
  }
  return 0;
}

static void leave_motions_out(TrmSweeping *s) {
  TrmField *field = trm_item_field(s->model->root, trm_type_param(s->model->root->type, "motions"));
  if (!field) return;
  unsigned kept = 0;
  for (unsigned i = 0; i < field->value.count && i < s->system->motion_count; i++)
    if (!replaced(s, &s->system->motions[i])) field->value.items[kept++] = field->value.items[i];
  field->value.count = kept;
}

static void make_sweep(void *context) {
  TrmSweeping *s = context;
  const TrmSystem *system = s->system;
  leave_motions_out(s);
  for (size_t i = 0; i < system->wheel_count; i++) {
    add_markers(s, &system->wheels[i]);
    drive_wheel(s, &system->wheels[i]);
    drive_rack(s, i);
    trm_sweeping_describe(s, &system->wheels[i]);
  }
  /* the first wheel on each side of an axle */
  for (int rear = 0; rear < 2; rear++) {
    const TrmWheel *side[2] = {NULL, NULL};
    for (size_t i = system->wheel_count; i-- > 0;)
      if (system->wheels[i].rear == rear) side[system->wheels[i].side < 0] = &system->wheels[i];
    if (side[0] && side[1]) trm_sweeping_describe_axle(s, side[0], side[1]);
  }
}

TrmStatus trm_suspension_sweep(TrmModel *model, const TrmSystem *system, const TrmSweep *sweep,
                               TrmLog *log) {
  TrmSweeping s = {.model = model, .system = system, .sweep = sweep, .log = log};
  s.arena = trm_arena_new();
  TrmStatus status = s.arena ? trm_guard(make_sweep, &s) : TRM_NO_MEMORY;
  trm_arena_free(s.arena);
  return status == TRM_OK ? s.status : status;
}

size_t trm_suspension_wheels(const TrmSystem *system, int *steers, int *turns) {
  *steers = *turns = 0;
  for (size_t i = 0; i < system->wheel_count; i++) {
    if (system->wheels[i].rack < 0) continue;
    *steers = 1;
    *turns = system->joints[system->wheels[i].rack].type->turns > 0;
  }
  return system->wheel_count;
}

/* the point of the model called prefix + one of `words`, or NULL */
static const char *find_point(const TrmSweeping *s, const char *prefix, int prefix_length,
                              const char *words) {
  size_t length;
  const char *word;
  for (size_t i = 0; (word = trm_words_at(words, i, &length)); i++) {
    const char *name =
        trm_arena_printf(s->arena, "%.*s%.*s", prefix_length, prefix, (int)length, word);
    if (trm_model_item(s->model, "points", name)) return name;
  }
  return NULL;
}

/* describe the wheel whose centre is called prefix + word */
static void describe(TrmSweeping *s, const char *prefix, int length) {
  const char *carrier = NULL, *named = length ? prefix : "wheel";
  int shown = length ? length - (prefix[length - 1] == '_') : 5;
  TrmItem *item = NULL;
  for (size_t i = 0; carriers[i] && !carrier; i++) {
    carrier = trm_arena_printf(s->arena, "%.*s%s", length, prefix, carriers[i]);
    if (!trm_model_item(s->model, "bodies", carrier)) carrier = NULL;
  }
  if (!carrier) return;
  const char *name = trm_arena_printf(s->arena, "%.*s", shown, named);
  s->status = trm_model_add(s->model, "suspension", name, NULL, s->log, &item);
  if (s->status == TRM_OK)
    s->status = trm_item_set_text(s->model, item, "carrier", carrier, s->log);
  for (const TrmSuspensionWord *w = trm_suspension_words; w->key; w++) {
    const char *point = find_point(s, prefix, length, w->words);
    /* a steering axis has one upper end */
    if (strcmp(w->key, "strut_top") == 0 && trm_item_value(item, "upper_ball_joint")) point = NULL;
    if (point && s->status == TRM_OK)
      s->status = trm_item_set_text(s->model, item, w->key, point, s->log);
  }
}

static void find(void *context) {
  TrmSweeping *s = context;
  size_t count, described;
  trm_model_section(s->model, "suspension", &described);
  if (described) return;
  TrmItem *const *points = trm_model_section(s->model, "points", &count);
  for (size_t i = 0; i < count && s->status == TRM_OK; i++) {
    int prefix = trm_suspension_names(points[i]->name, trm_suspension_words[0].words);
    if (prefix >= 0) describe(s, points[i]->name, prefix);
  }
  trm_model_section(s->model, "suspension", &described);
  if (described || s->status != TRM_OK) return;
  trm_log_add(s->log, TRM_E_NO_SUSPENSION, TRM_NOWHERE, "suspension",
              "the model does not say what its suspension is");
  trm_log_hint(s->log, "describe each wheel in a section `suspension` (trammel describe "
                       "suspension), or name its points `wheel_centre`, `contact_patch`, "
                       "`lower_ball_joint`, `upper_ball_joint` and its carrier `upright`");
  s->status = TRM_BAD_MODEL;
}

TrmStatus trm_suspension_find(TrmModel *model, TrmLog *log) {
  TrmSweeping s = {.model = model, .log = log};
  s.arena = trm_arena_new();
  TrmStatus status = s.arena ? trm_guard(find, &s) : TRM_NO_MEMORY;
  trm_arena_free(s.arena);
  return status == TRM_OK ? s.status : status;
}
