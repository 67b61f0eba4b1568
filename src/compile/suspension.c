/* SPDX-License-Identifier: Apache-2.0
 *
 * Suspension: the wheels that a model describes, with their places in ground at the design
 * position. Single values are judged by the walk; here it is whether they make a wheel.
 */
#include "compile/compiler.h"
#include "math/vec3.h"
#include <math.h>
#include <string.h>

/* what is wrong with a wheel, once */
static int refuse(Compiler *c, const TrmItem *item, const char *key, const char *what,
                  const char *hint) {
  const TrmValue *value = key ? trm_item_value(item, key) : NULL;
  if (trm_item_damaged(item)) return 0;
  trm_log_add(c->log, TRM_E_WHEEL, value ? value->place : item->place, item->name,
              "suspension '%s' %s", item->name, what);
  if (hint) trm_log_hint(c->log, "%s", hint);
  return 0;
}

/* a place of the wheel, in ground; 0 when it is not given or in error */
static int read_place(const TrmValues *values, unsigned mirror, const char *key, double p[3]) {
  if (!values->place(values, key, p)) return 0;
  trm_mirror_vector(mirror, p);
  return 1;
}

/* the axes of the car: they are not mirrored with the wheel */
static int read_car(Compiler *c, const TrmValues *values, TrmWheel *wheel) {
  const double x[3] = {1, 0, 0}, z[3] = {0, 0, 1};
  double d[3], along;
  memcpy(wheel->forward, x, sizeof x);
  memcpy(wheel->up, z, sizeof z);
  if (values->direction(values, "forward", d)) memcpy(wheel->forward, d, sizeof d);
  if (values->direction(values, "up", d)) memcpy(wheel->up, d, sizeof d);
  if (!trm_vec3_unit(wheel->up, wheel->up)) return 0;
  along = trm_vec3_dot(wheel->forward, wheel->up);
  trm_vec3_add(wheel->forward, -along, wheel->up, wheel->forward);
  if (trm_vec3_norm(wheel->forward) < 1e-6 * (1 + fabs(along)))
    return refuse(c, wheel->item, "forward", "goes ahead straight up", NULL);
  trm_vec3_unit(wheel->forward, wheel->forward);
  trm_vec3_cross(wheel->up, wheel->forward, wheel->left);
  return 1;
}

/* centre, side, axis and radius */
static int read_wheel(Compiler *c, const TrmValues *values, unsigned mirror, TrmWheel *wheel) {
  double patch[3], d[3];
  if (!read_place(values, mirror, "wheel_centre", wheel->centre)) return 0;
  double across = trm_vec3_dot(wheel->centre, wheel->left);
  if (across == 0)
    return refuse(c, wheel->item, "wheel_centre", "is in the middle of the car, on neither side",
                  "the car's middle is the plane through ground's origin along `forward` and `up`");
  wheel->side = across > 0 ? 1 : -1;
  for (int k = 0; k < 3; k++) wheel->axis[k] = wheel->side * wheel->left[k];
  if (values->direction(values, "axis", d)) {
    trm_mirror_vector(mirror, d);
    if (!trm_vec3_unit(d, d)) return 0;
    double outward = trm_vec3_dot(d, wheel->axis);
    if (fabs(outward) < 0.5)
      return refuse(c, wheel->item, "axis", "has a wheel that does not roll ahead",
                    "the axis of a wheel lies across the car");
    for (int k = 0; k < 3; k++) wheel->axis[k] = outward > 0 ? d[k] : -d[k];
  }
  int has_patch = read_place(values, mirror, "contact_patch", patch);
  if (values->number(values, "radius", &wheel->radius)) return 1;
  if (!has_patch)
    return refuse(c, wheel->item, NULL, "says nothing of where its tyre stands",
                  "give `radius`, the radius under load, or `contact_patch`");
  trm_vec3_add(wheel->centre, -1, patch, d);
  wheel->radius = trm_vec3_norm(d);
  return wheel->radius > 0 ||
         refuse(c, wheel->item, "contact_patch", "has a wheel without radius", NULL);
}

/* both ends of the steering axis, where it has one */
static int read_steering_axis(Compiler *c, const TrmValues *values, unsigned mirror,
                              TrmWheel *wheel) {
  int lower = values->given(values, "lower_ball_joint");
  int upper = values->given(values, "upper_ball_joint");
  wheel->strut = values->given(values, "strut_top");
  if (upper && wheel->strut)
    return refuse(c, wheel->item, "strut_top", "has two upper ends of its steering axis",
                  "give `upper_ball_joint` or `strut_top`");
  if (lower != (upper || wheel->strut))
    return refuse(c, wheel->item, NULL, "has a steering axis with one end",
                  lower ? "give `upper_ball_joint` or `strut_top` too"
                        : "give `lower_ball_joint` too");
  if (!lower) return 1;
  const char *key = upper ? "upper_ball_joint" : "strut_top";
  if (!read_place(values, mirror, "lower_ball_joint", wheel->lower)) return 0;
  if (!read_place(values, mirror, key, wheel->upper)) return 0;
  double d[3];
  trm_vec3_add(wheel->upper, -1, wheel->lower, d);
  if (!(trm_vec3_dot(d, wheel->up) > 0.1 * trm_vec3_norm(d)))
    return refuse(c, wheel->item, key, "has a steering axis that does not stand upright",
                  "its upper end must lie above its lower one");
  wheel->steered = 1;
  return 1;
}

/* the spring and the joint that steers, by number */
static int read_elements(Compiler *c, const TrmValues *values, TrmWheel *wheel) {
  const char *name;
  const TrmSystem *system = c->system;
  wheel->spring = wheel->rack = -1;
  if (values->given(values, "spring") && values->text(values, "spring", &name))
    for (size_t i = 0; i < system->force_count; i++)
      if (strcmp(system->forces[i].item->name, name) == 0) wheel->spring = (int)i;
  if (wheel->spring >= 0) {
    const TrmForce *spring = &system->forces[wheel->spring];
    if (!spring->paired || !trm_type_param(spring->item->type, "from"))
      return refuse(c, wheel->item, "spring", "has a spring that has no length",
                    "the motion ratio is that of a spring between two points");
  }
  if (values->given(values, "rack") && values->text(values, "rack", &name))
    wheel->rack = trm_compile_index(c, GROUP_JOINT, name);
  if (wheel->rack >= 0) {
    const TrmJointType *type = system->joints[wheel->rack].type;
    if (!type->slides == !type->turns)
      return refuse(c, wheel->item, "rack", "is steered by a joint that does not slide or turn",
                    "name the prismatic joint of the rack, or the revolute joint of the column");
  }
  return 1;
}

static int compile_wheel(Compiler *c, TrmWheel *wheel) {
  const TrmItem *item = wheel->item;
  ValuesContext context = {c, trm_site(item, item->name)};
  TrmValues values = trm_site_values(&context, item);
  const char *word;
  if (c->system->planar)
    return refuse(c, item, NULL, "is described in a planar model", "a suspension is one in space");
  if (!values.text(&values, "carrier", &word)) return 0;
  if (!trm_compile_body(c, word, &wheel->carrier)) return 0;
  if (wheel->carrier == TRM_GROUND)
    return refuse(c, item, "carrier", "is carried by ground, which does not move", NULL);
  if (!read_car(c, &values, wheel)) return 0;
  if (!read_wheel(c, &values, context.site.mirror, wheel)) return 0;
  if (!read_steering_axis(c, &values, context.site.mirror, wheel)) return 0;
  if (!read_elements(c, &values, wheel)) return 0;
  wheel->rear = values.text(&values, "axle", &word) && strcmp(word, "rear") == 0;
  values.number(&values, "wheelbase", &wheel->wheelbase);
  values.number(&values, "cg_height", &wheel->cg_height);
  values.number(&values, "brake_share", &wheel->brake_share);
  values.number(&values, "drive_share", &wheel->drive_share);
  return 1;
}

void trm_compile_suspension(Compiler *c) {
  size_t count;
  TrmItem *const *items = trm_model_section(c->model, "suspension", &count);
  c->system->wheels = trm_arena_array(c->arena, count, sizeof *c->system->wheels);
  c->system->wheel_count = count;
  /* the walk has said what is wrong with single values */
  int quiet = c->quiet;
  for (size_t i = 0; i < count; i++) {
    c->quiet = 1;
    c->system->wheels[i].item = items[i];
    compile_wheel(c, &c->system->wheels[i]);
  }
  c->quiet = quiet;
}
