/* SPDX-License-Identifier: Apache-2.0
 *
 * Relations: what a joint needs beside its frames: numbers such as a pitch or a length, the joints
 * that a coupling relates, the curves and surfaces of cams, the coordinates that are held.
 */
#include "compile/compiler.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include <string.h>

static void read_numbers(Compiler *c, TrmJoint *joint, const char *key) {
  const TrmItem *item = joint->item;
  const TrmParam *param = key ? trm_type_param(item->type, key) : NULL;
  const TrmValue *value = param ? trm_item_value(item, key) : NULL;
  if (!value || param->kind == TRM_KIND_WORDS || param->kind == TRM_KIND_REF) return;
  /* the walk through all values reports what is wrong with them */
  int quiet = c->quiet;
  c->quiet = 1;
  if (value->form == TRM_FORM_LIST) {
    trm_compile_list(c, param, value, item->name, joint->numbers, 3, &joint->number_count);
  } else if (trm_compile_number(c, param, value, item->name, joint->numbers)) {
    joint->number_count = 1;
  }
  c->quiet = quiet;
  unsigned mirror = trm_item_mirror(item), odd = (mirror ^ mirror >> 1 ^ mirror >> 2) & 1;
  if (param->flags & TRM_MIRROR_TURN && odd) joint->numbers[0] = -joint->numbers[0];
}

/* the joints of a coupling, each with a coordinate that the relation can use */
static void read_joints(Compiler *c, TrmJoint *joint) {
  const TrmValue *list = trm_item_value(joint->item, "joints");
  if (!list || list->form != TRM_FORM_LIST || list->count > 3) return;
  for (unsigned i = 0; i < list->count; i++) {
    const TrmValue *name = &list->list[i];
    int index = name->form == TRM_FORM_TEXT ? trm_compile_index(c, GROUP_JOINT, name->text) : -1;
    if (index < 0) return;
    const TrmJointType *type = c->system->joints[index].type;
    int rack = joint->type->rows->second == 1, gear = joint->type->rows->second == 2;
    int good = rack ? (i ? type->slides : type->turns) : type->turns || (type->slides && !gear);
    if (!good) {
      trm_log_add(trm_compile_log(c), TRM_E_COUPLED_JOINT, name->place, joint->item->name,
                  "'%s' relates joint '%s', but a %s joint does not %s", joint->item->name,
                  name->text, type->type.name,
                  gear    ? "turn about one axis"
                  : !rack ? "turn about one axis or slide along it"
                  : i     ? "slide"
                          : "turn");
      return;
    }
    for (size_t k = 0; k < joint->joint_count; k++) {
      if (index != joint->joints[k]) continue;
      trm_log_add(trm_compile_log(c), TRM_E_COUPLED_JOINT, name->place, joint->item->name,
                  "'%s' relates joint '%s' to itself", joint->item->name, name->text);
      return;
    }
    joint->joints[joint->joint_count++] = index;
  }
  if (joint->joint_count != list->count) joint->joint_count = 0;
  if (joint->number_count > 1 && joint->number_count != joint->joint_count)
    trm_log_add(trm_compile_log(c), TRM_E_COUPLED_JOINT, joint->item->place, joint->item->name,
                "'%s' relates %zu joints with %zu scales", joint->item->name, joint->joint_count,
                joint->number_count);
}

TrmFrame trm_compile_carrier(Compiler *c, const TrmValue *side) {
  TrmFrame frame = {.body = TRM_GROUND};
  int body;
  trm_mat3_identity(frame.A);
  if (side->form != TRM_FORM_TEXT) return frame;
  if (!trm_compile_body(c, side->text, &body)) {
    trm_compile_frame(c, side->text, &frame);
  } else if (body != TRM_GROUND) {
    frame.body = body;
    for (int i = 0; i < 3; i++) frame.s[i] = -c->system->bodies[body].c_b[i];
  }
  return frame;
}

static const TrmSpline *find_spline(const Compiler *c, const TrmValue *value) {
  return value && value->form == TRM_FORM_TEXT ? trm_map_get(c->splines, NULL, value->text) : NULL;
}

/* points are in ground at the design position; the curve is in the carrier's frame */
static const TrmCurve *curve_through(Compiler *c, const TrmItem *item, const TrmValue *list,
                                     int closed, const TrmFrame *frame) {
  double *points = trm_arena_array(c->arena, (size_t)list->count * 3, sizeof *points);
  double origin[3], R[9];
  Site site = trm_site(item, item->name);
  trm_frame_in_ground(c->system, frame, origin, R);
  for (unsigned i = 0; i < list->count; i++) {
    double p[3];
    if (!trm_site_place(c, &site, &list->list[i], p)) return NULL;
    trm_mirror_vector(site.mirror, p);
    trm_vec3_add(p, -1, origin, p);
    trm_mat3_apply_transposed(R, p, points + 3 * (size_t)i);
  }
  TrmCurve *curve = trm_curve_through(c->arena, points, list->count, closed);
  if (!curve)
    trm_log_add(trm_compile_log(c), TRM_E_CURVE_POINTS, list->place, item->name,
                "the curve of '%s' needs at least %d points, no two neighbours the same",
                item->name, closed ? 3 : 4);
  return curve;
}

const TrmCurve *trm_compile_curve(Compiler *c, const TrmItem *item, const TrmValue *through,
                                  int closed, const TrmFrame *frame) {
  const TrmValue *one = through;
  if (through->form == TRM_FORM_LIST && through->count == 1) one = &through->list[0];
  const TrmSpline *spline = find_spline(c, one);
  if (spline && !trm_spline_two(spline))
    return trm_curve_graph(c->arena, spline, c->system->units.length);
  if (spline) {
    trm_log_add(trm_compile_log(c), TRM_E_CURVE_POINTS, one->place, item->name,
                "the curve of '%s' is a family of curves; one y(x) is needed", item->name);
    return NULL;
  }
  if (through->form != TRM_FORM_LIST) return NULL;
  return curve_through(c, item, through, closed, frame);
}

static const TrmCurve *read_curve(Compiler *c, const TrmJoint *joint, const TrmValue *value,
                                  const TrmFrame *frame) {
  if (!value || value->form != TRM_FORM_ITEM) return NULL;
  const TrmValue *through = trm_item_value(value->item, "through");
  const TrmValue *closed = trm_item_value(value->item, "closed");
  if (!through) return NULL;
  return trm_compile_curve(c, joint->item, through, closed && closed->number != 0, frame);
}

static void read_cam(Compiler *c, TrmJoint *joint, const TrmValue *pair) {
  const TrmItem *item = joint->item;
  const TrmValue *curve = trm_item_value(item, "curve"), *curves = trm_item_value(item, "curves");
  for (int i = 0; i < 2; i++) joint->carrier[i] = trm_compile_carrier(c, &pair->list[i]);
  if (curve) joint->curve[1] = read_curve(c, joint, curve, &joint->carrier[1]);
  for (unsigned i = 0; curves && curves->form == TRM_FORM_LIST && i < 2 && i < curves->count; i++)
    joint->curve[i] = read_curve(c, joint, &curves->list[i], &joint->carrier[i]);
  const TrmValue *surface = trm_item_value(item, "surface");
  joint->surface = find_spline(c, surface);
  if (joint->surface && !trm_spline_two(joint->surface))
    trm_log_add(trm_compile_log(c), TRM_E_CURVE_POINTS, surface->place, item->name,
                "the surface of '%s' is a single curve; a family {x, z, table} is needed",
                item->name);
}

void trm_compile_relation(Compiler *c, TrmJoint *joint) {
  const TrmItem *item = joint->item;
  const TrmRowSpec *rows = c->system->planar ? joint->type->planar_rows : joint->type->rows;
  const TrmParam *head = trm_type_flagged(item->type, TRM_HEAD);
  const TrmField *field = head ? trm_item_field(item, head) : NULL;
  for (; rows && rows->kind; rows++) {
    if (rows->kind == TRM_ROW_DISTANCE) {
      read_numbers(c, joint, rows->key);
      joint->length = joint->number_count ? joint->numbers[0] : 0;
    } else if (rows->kind != TRM_ROW_HOLD) {
      read_numbers(c, joint, rows->key);
    }
  }
  if (joint->coupling) read_joints(c, joint);
  if (field && field->value.form == TRM_FORM_LIST && field->value.count == 2 && !joint->coupling)
    read_cam(c, joint, &field->value);
  const TrmValue *held = trm_item_value(item, "coordinates");
  static const char words[] = "x|y|z|psi|theta|phi";
  for (unsigned i = 0; held && held->form == TRM_FORM_LIST && i < held->count; i++) {
    const char *word;
    size_t length;
    for (unsigned k = 0; (word = trm_words_at(words, k, &length)); k++)
      if (held->list[i].form == TRM_FORM_TEXT && strlen(held->list[i].text) == length &&
          memcmp(word, held->list[i].text, length) == 0)
        joint->held |= 1u << k;
  }
}
