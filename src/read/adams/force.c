/* SPDX-License-Identifier: Apache-2.0
 *
 * Forces. Adams counts a force along a line as positive when it pushes apart, the model language
 * when it pulls together. Forces by components act on I; their reaction on the part of JFLOAT at
 * the same place.
 */
#include "read/adams/write.h"
#include <math.h>
#include <string.h>

/* the marker that `key` names, with a name; NULL after an error */
static TrmAdamsStatement *marker(TrmAdams *a, TrmAdamsStatement *s, const char *key) {
  TrmAdamsStatement *found = trm_adams_ref(a, s, key, "MARKER", 1);
  if (found && found->full && !found->dropped) return found;
  if (found) trm_adams_orphan(a, s);
  return NULL;
}

/* functions by a user subroutine: FUNCTION = USER(...) */
static int by_user(TrmAdams *a, TrmAdamsStatement *s) {
  const TrmAdamsArg *arg = trm_adams_arg(s, "FUNCTION");
  if (!arg) return 0;
  trm_adams_lacking(a, s, trm_adams_name_place(s, arg), "has forces by a user subroutine");
  return 1;
}

void trm_adams_write_single_force(TrmAdams *a, TrmAdamsStatement *s) {
  TrmAdamsStatement *i = marker(a, s, "I"), *j = marker(a, s, "J");
  const TrmAdamsArg *law = trm_adams_arg(s, "FUNCTION");
  const char *kind = trm_adams_choice(a, s, "TRANSLATIONAL|ROTATION|ROTATIONAL", 1);
  int turns = kind && *kind == 'R', alone = trm_adams_has(s, "ACTIONONLY");
  if (!law) {
    trm_log_add(a->log, TRM_E_ADAMS_MISSING, s->place, s->name, "SFORCE/%ld needs FUNCTION", s->id);
    s->dropped = 1;
  }
  if (!i || !j || !law) return;
  TrmNode *value = trm_adams_expression(a, s, law, !turns && !alone, NULL);
  if (!value) return;
  TrmPlace place = trm_adams_name_place(s, law);
  TrmNode *map = trm_adams_thing(a, TRM_ADAMS_FORCES, s);
  if (!turns && !alone) {
    trm_adams_put(a, map, "actuator", s->place, trm_adams_pair(a, s->place, i->full, j->full));
    trm_adams_put(a, map, "force", place, value);
    return;
  }
  /* along or about z of J */
  TrmNode *vector = trm_adams_list(a, place);
  trm_adams_push(a, vector, trm_adams_word(a, place, "0"));
  trm_adams_push(a, vector, trm_adams_word(a, place, "0"));
  trm_adams_push(a, vector, value);
  trm_adams_put(a, map, turns ? "torque" : "force", s->place,
                alone ? trm_adams_word(a, s->place, i->full)
                      : trm_adams_pair(a, s->place, i->full, j->full));
  trm_adams_put(a, map, "vector", place, vector);
  trm_adams_put(a, map, "in", s->place, trm_adams_word(a, s->place, j->full));
}

/* three functions under `keys` as a list, 0 where left out; NULL when none is given */
static TrmNode *components(TrmAdams *a, TrmAdamsStatement *s, const char *const keys[3]) {
  TrmNode *list = NULL;
  for (int k = 0; k < 3; k++) {
    const TrmAdamsArg *arg = trm_adams_arg(s, keys[k]);
    if (arg && !list) list = trm_adams_list(a, trm_adams_name_place(s, arg));
  }
  for (int k = 0; k < 3 && list; k++) {
    const TrmAdamsArg *arg = trm_adams_arg(s, keys[k]);
    TrmNode *value = arg ? trm_adams_expression(a, s, arg, 0, NULL) : NULL;
    trm_adams_push(a, list, value ? value : trm_adams_word(a, list->place, "0"));
  }
  return list;
}

static const char *const forces[] = {"FX", "FY", "FZ"}, *const torques[] = {"TX", "TY", "TZ"};

/* force and torque by components; `word` is what the element is called */
static void write_components(TrmAdams *a, TrmAdamsStatement *s, const char *word,
                             const char *force_key, const char *torque_key) {
  const char *other = trm_adams_has(s, "JFLOAT") ? "JFLOAT" : "J";
  if (by_user(a, s)) return;
  TrmAdamsStatement *i = marker(a, s, "I"), *j = trm_adams_ref(a, s, other, "MARKER", 1);
  /* the axes of ground when left out */
  TrmAdamsStatement *rm = trm_adams_has(s, "RM") ? marker(a, s, "RM") : NULL;
  TrmNode *force = force_key ? components(a, s, forces) : NULL;
  TrmNode *torque = torque_key ? components(a, s, torques) : NULL;
  if (!i || !j || !j->part || (!rm && trm_adams_has(s, "RM")) || s->dropped) return;
  if (!force && !torque) {
    trm_log_add(a->log, TRM_E_ADAMS_MISSING, s->place, s->name, "%s/%ld has no component",
                s->kind->name, s->id);
    return;
  }
  TrmNode *map = trm_adams_thing(a, TRM_ADAMS_FORCES, s);
  trm_adams_put(a, map, word, s->place, trm_adams_pair(a, s->place, i->full, j->part->name));
  if (force) trm_adams_put(a, map, force_key, force->place, force);
  if (torque) trm_adams_put(a, map, torque_key, torque->place, torque);
  if (rm) trm_adams_put(a, map, "in", s->place, trm_adams_word(a, s->place, rm->full));
}

void trm_adams_write_vector_force(TrmAdams *a, TrmAdamsStatement *s) {
  write_components(a, s, "force", "vector", NULL);
}

void trm_adams_write_vector_torque(TrmAdams *a, TrmAdamsStatement *s) {
  write_components(a, s, "torque", NULL, "vector");
}

void trm_adams_write_general_force(TrmAdams *a, TrmAdamsStatement *s) {
  write_components(a, s, "field", "force", "torque");
}

static void put_numbers(TrmAdams *a, TrmAdamsStatement *s, TrmNode *map, const char *key,
                        const char *word, size_t least, size_t most) {
  const TrmAdamsArg *arg = trm_adams_arg(s, key);
  TrmNode *list = trm_adams_vector_node(a, s, key, least, most);
  if (list)
    trm_adams_put(a, map, word, trm_adams_name_place(s, arg), most == 1 ? list->items[0] : list);
}

void trm_adams_write_bushing(TrmAdams *a, TrmAdamsStatement *s) {
  TrmAdamsStatement *i = marker(a, s, "I"), *j = marker(a, s, "J");
  double load[6] = {0};
  if (!i || !j) return;
  TrmNode *map = trm_adams_thing(a, TRM_ADAMS_FORCES, s);
  trm_adams_put(a, map, "bushing", s->place, trm_adams_pair(a, s->place, i->full, j->full));
  put_numbers(a, s, map, "K", "k", 3, 3);
  put_numbers(a, s, map, "C", "c", 3, 3);
  put_numbers(a, s, map, "KT", "kt", 3, 3);
  put_numbers(a, s, map, "CT", "ct", 3, 3);
  int loaded = trm_adams_vector(a, s, "FORCE", load, 3, 3);
  loaded |= trm_adams_vector(a, s, "TORQUE", load + 3, 3, 3);
  if (loaded) trm_adams_put(a, map, "preload", s->place, trm_adams_values(a, s->place, load, 6));
}

/* a symmetric matrix from its lower triangle by columns, or a full one by columns, as rows */
static TrmNode *matrix(TrmAdams *a, TrmAdamsStatement *s, const char *key, double out[36]) {
  double values[36];
  int count = trm_adams_vector(a, s, key, values, 21, 36);
  const TrmAdamsArg *arg = trm_adams_arg(s, key);
  if (!count) return NULL;
  if (count != 21 && count != 36) {
    trm_log_add(a->log, TRM_E_ADAMS_VALUE, trm_adams_value_place(s, arg), s->name,
                "%s needs 36 numbers (or 21 of a symmetric matrix), found %d", key, count);
    return NULL;
  }
  for (int c = 0, n = 0; c < 6; c++)
    for (int r = count == 21 ? c : 0; r < 6; r++, n++) {
      out[6 * r + c] = values[n];
      if (count == 21) out[6 * c + r] = values[n];
    }
  TrmPlace place = trm_adams_value_place(s, arg);
  TrmNode *rows = trm_adams_list(a, place);
  for (int r = 0; r < 6; r++)
    trm_adams_push(a, rows, trm_adams_values(a, place, out + (size_t)6 * (size_t)r, 6));
  return rows;
}

void trm_adams_write_beam(TrmAdams *a, TrmAdamsStatement *s) {
  static const struct {
    const char *key, *word;
  } numbers[] = {{"LENGTH", "length"}, {"AREA", "area"},  {"IXX", "ixx"},
                 {"IYY", "iyy"},       {"IZZ", "izz"},    {"EMODULUS", "e"},
                 {"YOUNGS", "e"},      {"GMODULUS", "g"}, {"SHEAR", "g"},
                 {"ASY", "asy"},       {"ASZ", "asz"},    {"CRATIO", "damping_ratio"}};
  TrmAdamsStatement *i = marker(a, s, "I"), *j = marker(a, s, "J");
  double damping[36];
  if (!i || !j) return;
  TrmNode *map = trm_adams_thing(a, TRM_ADAMS_FORCES, s);
  trm_adams_put(a, map, "beam", s->place, trm_adams_pair(a, s->place, j->full, i->full));
  for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
    put_numbers(a, s, map, numbers[k].key, numbers[k].word, 1, 1);
  TrmNode *rows = matrix(a, s, "CMATRIX", damping);
  if (rows) trm_adams_put(a, map, "damping", rows->place, rows);
}

/* F = FORCE - K (x - LENGTH) - C v, written as a bushing: K LENGTH is a preload */
void trm_adams_write_field(TrmAdams *a, TrmAdamsStatement *s) {
  TrmAdamsStatement *i = marker(a, s, "I"), *j = marker(a, s, "J");
  double K[36] = {0}, C[36], load[6] = {0}, rest[6] = {0}, ratio;
  if (by_user(a, s) || !i || !j) return;
  TrmNode *stiff = matrix(a, s, "KMATRIX", K), *damped = matrix(a, s, "CMATRIX", C);
  if (!stiff) {
    if (!trm_adams_has(s, "KMATRIX"))
      trm_log_add(a->log, TRM_E_ADAMS_MISSING, s->place, s->name, "FIELD/%ld needs KMATRIX", s->id);
    return;
  }
  trm_adams_vector(a, s, "FORCE", load, 6, 6);
  trm_adams_vector(a, s, "LENGTH", rest, 6, 6);
  for (int r = 0; r < 6; r++)
    for (int c = 0; c < 6; c++) load[r] += K[6 * r + c] * rest[c];
  if (!damped && trm_adams_real(a, s, "CRATIO", &ratio)) {
    damped = trm_adams_list(a, s->place);
    for (int r = 0; r < 6; r++) {
      double row[6];
      for (int c = 0; c < 6; c++) row[c] = ratio * K[6 * r + c];
      trm_adams_push(a, damped, trm_adams_values(a, s->place, row, 6));
    }
  }
  TrmNode *map = trm_adams_thing(a, TRM_ADAMS_FORCES, s);
  trm_adams_put(a, map, "bushing", s->place, trm_adams_pair(a, s->place, i->full, j->full));
  trm_adams_put(a, map, "stiffness", stiff->place, stiff);
  if (damped) trm_adams_put(a, map, "damping", damped->place, damped);
  trm_adams_put(a, map, "preload", s->place, trm_adams_values(a, s->place, load, 6));
}

/* z of both markers in line with z of the joint's first */
static int in_line(TrmAdams *a, TrmAdamsStatement *pair[2], TrmAdamsStatement *own[2]) {
  double p[3], I[9], J[9], M[9], cosines[2] = {0, 0};
  if (!trm_adams_ground_frame(a, own[0], p, I) || !trm_adams_ground_frame(a, own[1], p, J) ||
      !trm_adams_ground_frame(a, pair[0], p, M))
    return 0;
  for (int k = 2; k < 9; k += 3) {
    cosines[0] += I[k] * M[k];
    cosines[1] += J[k] * M[k];
  }
  return fabs(cosines[0]) > 1 - 1e-9 && fabs(cosines[1]) > 1 - 1e-9;
}

/* a joint whose turns are those of two markers: az(I, J) = sign * angle + more */
typedef struct Turning {
  TrmAdamsStatement *joint; /* NULL: none */
  int sign;
  int same; /* its I is on the part of I */
  double more;
} Turning;

static Turning turning_of(TrmAdams *a, TrmAdamsStatement *own[2]) {
  Turning found = {NULL, 0, 0, 0};
  for (size_t n = 0; n < a->count; n++) {
    TrmAdamsStatement *s = a->list[n], *pair[2];
    double begun, own_begun;
    if (!s->kind || s->dropped || strcmp(s->kind->name, "JOINT") != 0) continue;
    if (!trm_adams_has(s, "REVOLUTE") && !trm_adams_has(s, "CYLINDRICAL")) continue;
    pair[0] = trm_adams_ref(a, s, "I", "MARKER", 0);
    pair[1] = trm_adams_ref(a, s, "J", "MARKER", 0);
    if (!pair[0] || !pair[1]) continue;
    int same = pair[0]->part == own[0]->part && pair[1]->part == own[1]->part;
    if (!same && !(pair[0]->part == own[1]->part && pair[1]->part == own[0]->part)) continue;
    int sign = trm_adams_turn_of(a, pair, own[0]->part, own[1], &begun);
    if (!sign || !in_line(a, pair, own) ||
        !trm_adams_turn_of(a, own, own[0]->part, own[1], &own_begun))
      continue;
    double more = own_begun - sign * begun;
    found = (Turning){s, sign, same, fabs(more) < 1e-12 ? 0 : more};
    return found;
  }
  return found;
}

int trm_adams_turning_side(TrmAdams *a, TrmAdamsStatement *spring) {
  TrmAdamsStatement *own[2];
  if (!trm_adams_choice(a, spring, "ROTATION|ROTATIONAL", 1)) return 0;
  own[0] = trm_adams_ref(a, spring, "I", "MARKER", 0);
  own[1] = trm_adams_ref(a, spring, "J", "MARKER", 0);
  if (!own[0] || !own[1]) return 0;
  Turning turning = turning_of(a, own);
  return !turning.joint ? 0 : turning.same ? 1 : -1;
}

/* sign and offset turn the rest angle and the torque into those of the joint */
static void write_torsion_spring(TrmAdams *a, TrmAdamsStatement *s, const Turning *turning) {
  TrmNode *map = trm_adams_thing(a, TRM_ADAMS_FORCES, s);
  double rest = 0, load = 0;
  trm_adams_put(a, map, "torsion_spring", s->place,
                trm_adams_word(a, s->place, turning->joint->name));
  put_numbers(a, s, map, "KT", "k", 1, 1);
  put_numbers(a, s, map, "CT", "c", 1, 1);
  if (turning->sign > 0 && !(fabs(turning->more) > 0)) {
    put_numbers(a, s, map, "ANGLE", "angle", 1, 1);
    put_numbers(a, s, map, "TORQUE", "preload", 1, 1);
    return;
  }
  trm_adams_real(a, s, "ANGLE", &rest);
  trm_adams_real(a, s, "TORQUE", &load);
  rest = turning->sign * (rest - turning->more);
  if (fabs(rest) > 0) trm_adams_put(a, map, "angle", s->place, trm_adams_value(a, s->place, rest));
  if (fabs(load) > 0)
    trm_adams_put(a, map, "preload", s->place, trm_adams_value(a, s->place, turning->sign * load));
}

/* T = TORQUE - KT (angle - ANGLE) - CT rate, about z of J on I */
static void write_torsion(TrmAdams *a, TrmAdamsStatement *s, TrmAdamsStatement *i,
                          TrmAdamsStatement *j) {
  double k = 0, c = 0, rest = 0, load = 0;
  char number[4][32];
  trm_adams_real(a, s, "KT", &k);
  trm_adams_real(a, s, "CT", &c);
  trm_adams_real(a, s, "ANGLE", &rest);
  trm_adams_real(a, s, "TORQUE", &load);
  trm_number_format(k, number[0]);
  trm_number_format(c, number[1]);
  trm_number_format(rest, number[2]);
  trm_number_format(load, number[3]);
  TrmNode *vector = trm_adams_list(a, s->place);
  trm_adams_push(a, vector, trm_adams_word(a, s->place, "0"));
  trm_adams_push(a, vector, trm_adams_word(a, s->place, "0"));
  trm_adams_push(a, vector,
                 trm_adams_wordf(a, s->place, "%s - %s*(az(%s, %s) - %s) - %s*wz(%s, %s, %s)",
                                 number[3], number[0], i->full, j->full, number[2], number[1],
                                 i->full, j->full, j->full));
  TrmNode *map = trm_adams_thing(a, TRM_ADAMS_FORCES, s);
  trm_adams_put(a, map, "torque", s->place, trm_adams_pair(a, s->place, i->full, j->full));
  trm_adams_put(a, map, "vector", s->place, vector);
  trm_adams_put(a, map, "in", s->place, trm_adams_word(a, s->place, j->full));
}

void trm_adams_write_spring(TrmAdams *a, TrmAdamsStatement *s) {
  TrmAdamsStatement *i = marker(a, s, "I"), *j = marker(a, s, "J");
  const char *kind = trm_adams_choice(a, s, "TRANSLATIONAL|ROTATION|ROTATIONAL", 1);
  double load = 0;
  if (!i || !j) return;
  if (kind && *kind == 'R') {
    TrmAdamsStatement *own[2] = {i, j};
    Turning turning = turning_of(a, own);
    if (turning.joint)
      write_torsion_spring(a, s, &turning);
    else
      write_torsion(a, s, i, j);
    return;
  }
  TrmNode *map = trm_adams_thing(a, TRM_ADAMS_FORCES, s);
  trm_adams_put(a, map, "spring", s->place, trm_adams_pair(a, s->place, i->full, j->full));
  put_numbers(a, s, map, "K", "k", 1, 1);
  put_numbers(a, s, map, "C", "c", 1, 1);
  /* the free length is 0 when left out */
  if (trm_adams_has(s, "LENGTH"))
    put_numbers(a, s, map, "LENGTH", "length", 1, 1);
  else
    trm_adams_put(a, map, "length", s->place, trm_adams_word(a, s->place, "0"));
  if (trm_adams_real(a, s, "FORCE", &load) && load != 0)
    trm_adams_put(a, map, "preload", s->place, trm_adams_value(a, s->place, -load));
}
