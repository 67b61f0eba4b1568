/* SPDX-License-Identifier: Apache-2.0
 *
 * Forces as statements of Adams: springs and actuators along a line (positive pushes apart there),
 * torsion springs about the markers of their joint, forces by components, bushings and beams.
 */
#include "compile/adams.h"
#include "compile/compiler.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include <string.h>

int trm_adams_item_number(AdamsWriter *w, const TrmItem *item, const char *key, double *value) {
  const TrmValue *given = trm_item_value(item, key);
  TrmConstant constant;
  if (!given || !trm_parameters_number(w->parameters, given, w->log, &constant)) return 0;
  *value = constant.value;
  return 1;
}

static int is(const TrmForce *force, const char *type) {
  return strcmp(force->type->type.name, type) == 0;
}

/* a law by k and c, not by a function */
static int is_linear(const TrmForce *force) {
  return !trm_item_value(force->item, is(force, "torsion_spring") ? "torque" : "force");
}

/* the statement that a force becomes; NULL: none */
static const char *kind_of(const TrmForce *force) {
  if (is(force, "spring") || is(force, "torsion_spring"))
    return is_linear(force) ? "SPRINGDAMPER" : "SFORCE";
  if (is(force, "actuator")) return "SFORCE";
  if (is(force, "force") || is(force, "torque") || is(force, "field")) return "GFORCE";
  if (is(force, "bushing"))
    return trm_item_value(force->item, "stiffness") || trm_item_value(force->item, "damping")
               ? "FIELD"
               : "BUSHING";
  return is(force, "beam") ? "BEAM" : NULL;
}

void trm_adams_number_forces(AdamsWriter *w) {
  for (size_t i = 0; i < w->system->force_count; i++) {
    const TrmForce *force = &w->system->forces[i];
    const char *kind = kind_of(force), *name = force->item->name;
    if (!kind || !force->ready || trm_item_value(force->item, "pieces")) {
      trm_adams_refuse(w, force->item->place, name,
                       kind ? "a law by intervals"
                            : trm_arena_printf(w->arena, "the type %s", force->type->type.name));
      continue;
    }
    if (force->active) trm_adams_refuse(w, force->item->place, name, "active");
    trm_adams_enter(w, kind, name, ++w->count);
    if (is(force, "torsion_spring")) trm_adams_enter(w, "about a joint", name, 1);
  }
}

static void add_number(AdamsWriter *w, const TrmItem *item, const char *key, const char *word,
                       double sign) {
  double value;
  if (!trm_adams_item_number(w, item, key, &value)) return;
  value *= sign;
  trm_adams_add_numbers(w->rest, word, &value, 1);
}

/* the distance of the ends at the design position, in the model's units */
static double design_length(const AdamsWriter *w, const TrmForce *force) {
  double p[3], q[3], R[9];
  trm_frame_in_ground(w->system, &force->frame[TRM_FORCE_FIRST], p, R);
  trm_frame_in_ground(w->system, &force->frame[TRM_FORCE_SECOND], q, R);
  trm_vec3_add(q, -1, p, q);
  return trm_vec3_norm(q) / w->system->units.length;
}

static void write_line(AdamsWriter *w, const TrmForce *force, size_t id) {
  const TrmItem *item = force->item;
  const TrmValue *law = trm_item_value(item, "force");
  size_t i = trm_adams_marker(w, &force->frame[TRM_FORCE_FIRST], NULL);
  size_t j = trm_adams_marker(w, &force->frame[TRM_FORCE_SECOND], NULL);
  AdamsOwner owner = {item->name, item->place, i, j, 0};
  if (law) {
    const char *text = trm_adams_write_function(w, law, &owner);
    if (text)
      trm_text_printf(w->rest, "SFORCE/%zu, TRANSLATIONAL, I = %zu, J = %zu\n, FUNCTION = -(%s)\n",
                      id, i, j, text);
    return;
  }
  double length = design_length(w, force);
  trm_adams_item_number(w, item, "length", &length);
  trm_text_printf(w->rest, "SPRINGDAMPER/%zu, TRANSLATIONAL, I = %zu, J = %zu", id, i, j);
  add_number(w, item, "k", "K", 1);
  add_number(w, item, "c", "C", 1);
  trm_adams_add_numbers(w->rest, "LENGTH", &length, 1);
  add_number(w, item, "preload", "FORCE", -1);
  trm_text_char(w->rest, '\n');
}

static void write_torsion(AdamsWriter *w, const TrmForce *force, size_t id) {
  const TrmItem *item = force->item;
  const TrmValue *joint = trm_item_value(item, "torsion_spring");
  const TrmValue *law = trm_item_value(item, "torque");
  const TrmParam *head = trm_type_flagged(item->type, TRM_HEAD);
  if (!joint && head) joint = &trm_item_field(item, head)->value;
  size_t i = joint ? trm_adams_id_of(w, "I of", joint->text) : 0;
  size_t j = joint ? trm_adams_id_of(w, "J of", joint->text) : 0;
  AdamsOwner owner = {item->name, item->place, i, j, 1};
  if (law) {
    const char *text = trm_adams_write_function(w, law, &owner);
    if (text)
      trm_text_printf(w->rest, "SFORCE/%zu, ROTATION, I = %zu, J = %zu\n, FUNCTION = %s\n", id, i,
                      j, text);
    return;
  }
  trm_text_printf(w->rest, "SPRINGDAMPER/%zu, ROTATION, I = %zu, J = %zu", id, i, j);
  add_number(w, item, "k", "KT", 1);
  add_number(w, item, "c", "CT", 1);
  add_number(w, item, "angle", "ANGLE", 1);
  add_number(w, item, "preload", "TORQUE", 1);
  trm_text_char(w->rest, '\n');
}

/* components along the axes of `in`; a force from outside is borne by ground */
static void write_components(AdamsWriter *w, const TrmForce *force, size_t id) {
  static const char *const names[2][3] = {{"FX", "FY", "FZ"}, {"TX", "TY", "TZ"}};
  const TrmItem *item = force->item;
  const TrmValue *values[2] = {trm_item_value(item, is(force, "field") ? "force" : "vector"),
                               trm_item_value(item, is(force, "field") ? "torque" : "vector")};
  if (is(force, "force")) values[1] = NULL;
  if (is(force, "torque")) values[0] = NULL;
  TrmFrame second = force->frame[TRM_FORCE_SECOND];
  if (!force->paired) second = (TrmFrame){.body = TRM_GROUND};
  size_t i = trm_adams_marker(w, &force->frame[TRM_FORCE_FIRST], NULL);
  size_t rm = trm_adams_marker(w, &force->frame[TRM_FORCE_AXES], NULL);
  size_t j = ++w->marker_count;
  trm_text_printf(w->markers, "MARKER/%zu, PART = %d, FLOATING\n", j, second.body + 2);
  AdamsOwner owner = {.name = item->name, .place = item->place};
  trm_text_printf(w->rest, "GFORCE/%zu, I = %zu, JFLOAT = %zu, RM = %zu", id, i, j, rm);
  for (int v = 0; v < 2; v++)
    for (unsigned k = 0; k < 3 && values[v]; k++) {
      int list = values[v]->form == TRM_FORM_LIST;
      const TrmValue *value = list ? &values[v]->list[k] : values[v];
      if (list && k >= values[v]->count) break;
      const char *text = trm_adams_write_function(w, value, &owner);
      if (text) trm_text_printf(w->rest, "\n, %s = %s\\", names[v][k], text);
      if (!list) break;
    }
  /* the last backslash joins nothing */
  w->rest->length--;
  w->rest->bytes[w->rest->length] = 0;
  trm_text_char(w->rest, '\n');
}

/* three numbers, one of which may count for all */
static void add_triple(AdamsWriter *w, const TrmItem *item, const char *key, const char *word) {
  const TrmValue *given = trm_item_value(item, key);
  double v[3] = {0, 0, 0};
  TrmConstant constant;
  for (unsigned k = 0; given && k < 3; k++) {
    const TrmValue *one = given;
    if (given->form == TRM_FORM_LIST) one = &given->list[given->count == 1 ? 0 : k];
    if (given->form == TRM_FORM_LIST && given->count > 1 && k >= given->count) break;
    if (trm_parameters_number(w->parameters, one, w->log, &constant)) v[k] = constant.value;
  }
  trm_adams_add_numbers(w->rest, word, v, 3);
}

/* a matrix by columns; the diagonal of k and kt where there is none */
static void add_matrix(AdamsWriter *w, const TrmItem *item, const char *key, const char *move,
                       const char *turn, const char *word) {
  const TrmValue *rows = trm_item_value(item, key);
  double m[36] = {0};
  TrmConstant constant;
  for (unsigned r = 0; rows && rows->form == TRM_FORM_LIST && r < rows->count && r < 6; r++)
    for (unsigned c = 0; rows->list[r].form == TRM_FORM_LIST && c < 6; c++)
      if (trm_parameters_number(w->parameters, &rows->list[r].list[c], w->log, &constant))
        m[6 * c + r] = constant.value;
  for (unsigned k = 0; !rows && k < 6; k++) {
    const TrmValue *given = trm_item_value(item, k < 3 ? move : turn);
    if (!given) continue;
    if (given->form == TRM_FORM_LIST) given = &given->list[given->count == 1 ? 0 : k % 3];
    if (trm_parameters_number(w->parameters, given, w->log, &constant)) m[7 * k] = constant.value;
  }
  trm_adams_add_numbers(w->rest, word, m, 36);
}

static void write_bushing(AdamsWriter *w, const TrmForce *force, size_t id, int field) {
  const TrmItem *item = force->item;
  const TrmValue *load = trm_item_value(item, "preload");
  size_t i = trm_adams_marker(w, &force->frame[TRM_FORCE_FIRST], NULL);
  size_t j = trm_adams_marker(w, &force->frame[TRM_FORCE_SECOND], NULL);
  double v[6] = {0};
  TrmConstant constant;
  trm_text_printf(w->rest, "%s/%zu, I = %zu, J = %zu", field ? "FIELD" : "BUSHING", id, i, j);
  for (unsigned k = 0; load && load->form == TRM_FORM_LIST && k < load->count && k < 6; k++)
    if (trm_parameters_number(w->parameters, &load->list[k], w->log, &constant))
      v[k] = constant.value;
  if (field) {
    add_matrix(w, item, "stiffness", "k", "kt", "KMATRIX");
    add_matrix(w, item, "damping", "c", "ct", "CMATRIX");
    trm_adams_add_numbers(w->rest, "FORCE", v, 6);
  } else {
    add_triple(w, item, "k", "K");
    add_triple(w, item, "c", "C");
    add_triple(w, item, "kt", "KT");
    add_triple(w, item, "ct", "CT");
    trm_adams_add_numbers(w->rest, "FORCE", v, 3);
    trm_adams_add_numbers(w->rest, "TORQUE", v + 3, 3);
  }
  trm_text_char(w->rest, '\n');
}

static void write_beam(AdamsWriter *w, const TrmForce *force, size_t id) {
  static const char *const keys[][2] = {
      {"area", "AREA"}, {"ixx", "IXX"},    {"iyy", "IYY"},
      {"izz", "IZZ"},   {"e", "EMODULUS"}, {"g", "GMODULUS"},
      {"asy", "ASY"},   {"asz", "ASZ"},    {"damping_ratio", "CRATIO"}};
  const TrmItem *item = force->item;
  double length = design_length(w, force);
  if (trm_item_value(item, "stiffness") || trm_item_value(item, "damping"))
    trm_adams_refuse(w, item->place, item->name, "a matrix of a beam");
  size_t j = trm_adams_marker(w, &force->frame[TRM_FORCE_FIRST], NULL);
  size_t i = trm_adams_marker(w, &force->frame[TRM_FORCE_SECOND], NULL);
  trm_adams_item_number(w, item, "length", &length);
  trm_text_printf(w->rest, "BEAM/%zu, I = %zu, J = %zu", id, i, j);
  trm_adams_add_numbers(w->rest, "LENGTH", &length, 1);
  for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
    add_number(w, item, keys[k][0], keys[k][1], 1);
  trm_text_char(w->rest, '\n');
}

void trm_adams_write_forces(AdamsWriter *w) {
  for (size_t n = 0; n < w->system->force_count; n++) {
    const TrmForce *force = &w->system->forces[n];
    const char *kind = kind_of(force), *name = force->item->name;
    size_t id = kind ? trm_adams_id_of(w, kind, name) : 0;
    if (!id) continue;
    trm_text_printf(w->rest, "!                adams_view_name='%s'\n", name);
    if (is(force, "torsion_spring"))
      write_torsion(w, force, id);
    else if (is(force, "spring") || is(force, "actuator"))
      write_line(w, force, id);
    else if (strcmp(kind, "GFORCE") == 0)
      write_components(w, force, id);
    else if (strcmp(kind, "BEAM") == 0)
      write_beam(w, force, id);
    else
      write_bushing(w, force, id, strcmp(kind, "FIELD") == 0);
  }
}
