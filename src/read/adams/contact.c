/* SPDX-License-Identifier: Apache-2.0
 *
 * Friction of joints and contacts between pictures. Adams lets a joint that sticks creep like a
 * spring within MAX_STICTION_DEFORMATION; here it sticks exactly. The normal force of friction is
 * the sum of what INPUTS lists: reaction, moments over their arms, preload. A contact by IMPACT is
 * the compliant law; one by POISSON a spring of stiffness PENALTY with the rebound given.
 */
#include "read/adams/write.h"
#include <string.h>

/* what a FRICTION counts */
enum { PRELOAD = 1, REACTION = 2, BENDING = 4, TORSION = 8, EVERYTHING = 15 };

/* arms of the kinds of joints, by the words of Adams and of the model language; `turns`: a torque
 * is its preload */
static const struct {
  const char *joint, *radius, *bending, *torsion, *axial;
  int turns;
} joints[] = {{"TRANSLATIONAL", NULL, "INITIAL_OVERLAP", "REACTION_ARM", NULL, 0},
              {"CYLINDRICAL", "PIN_RADIUS", "INITIAL_OVERLAP", NULL, NULL, 0},
              {"REVOLUTE", "PIN_RADIUS", "BENDING_REACTION_ARM", NULL, "FRICTION_ARM", 1},
              {"SPHERICAL", "BALL_RADIUS", NULL, NULL, NULL, 1}};

enum { JOINTS = sizeof joints / sizeof *joints };

void trm_adams_nearly(TrmAdams *a, const TrmAdamsStatement *s, TrmPlace place, const char *what) {
  trm_log_add(a->log, TRM_W_ADAMS_NEARLY, place, s->name, "%s %s", trm_adams_label(a, s), what);
}

/* does `word`, of which `length` letters are given, begin so? */
static int begins(const char *text, size_t length, const char *word) {
  char beginning[32] = {0};
  if (length < 2 || length > strlen(word) || length >= sizeof beginning) return 0;
  memcpy(beginning, word, length);
  char given[32] = {0};
  memcpy(given, text, length);
  return trm_same_word(beginning, given);
}

/* the words of INPUTS as bits; -1 after an error */
static int read_inputs(TrmAdams *a, TrmAdamsStatement *s) {
  static const struct {
    const char *word;
    int bits;
  } words[] = {{"ALL", EVERYTHING},         {"NONE", 0},
               {"PRELOAD", PRELOAD},        {"REACTION_FORCE", REACTION},
               {"BENDING_MOMENT", BENDING}, {"TORSIONAL_MOMENT", TORSION}};
  const char *text = trm_adams_text(a, s, "INPUTS");
  int bits = text ? 0 : EVERYTHING;
  while (text && *text) {
    text += strspn(text, " ,:()");
    size_t n = strcspn(text, " ,:()"), k = 0;
    if (!n) break;
    while (k < 6 && !begins(text, n, words[k].word)) k++;
    if (k == 6) {
      trm_log_add(a->log, TRM_E_ADAMS_VALUE, trm_adams_value_place(s, trm_adams_arg(s, "INPUTS")),
                  s->name, "'%.*s' is no input of friction", (int)(n < 40 ? n : 40), text);
      trm_log_hint(a->log, "inputs are ALL, NONE, PRELOAD, REACTION_FORCE, BENDING_MOMENT and "
                           "TORSIONAL_MOMENT");
      return -1;
    }
    bits |= words[k].bits;
    text += n;
  }
  return bits;
}

/* a number under `key`, or what Adams takes when it is left out */
static TrmNode *number_or(TrmAdams *a, TrmAdamsStatement *s, const char *key, double fallback) {
  TrmNode *node = trm_adams_has(s, key) ? trm_adams_real_node(a, s, key) : NULL;
  return node ? node : trm_adams_value(a, s->place, fallback);
}

/* the effect: 1 with stiction, 0 without; -1 after an error */
static int sticks(TrmAdams *a, TrmAdamsStatement *s) {
  const char *text = trm_adams_text(a, s, "EFFECT");
  const TrmAdamsArg *arg = trm_adams_arg(s, "EFFECT");
  int slides = 0, stiction = 0;
  while (text && *text) {
    text += strspn(text, " ,:()");
    size_t n = strcspn(text, " ,:()");
    if (!n) break;
    slides |= begins(text, n, "SLIDING") || begins(text, n, "ALL");
    stiction |= begins(text, n, "STICTION") || begins(text, n, "ALL");
    text += n;
  }
  if (!arg) return 1;
  if (slides) return stiction;
  if (stiction)
    trm_adams_lacking(a, s, trm_adams_name_place(s, arg), "has stiction without sliding friction");
  else
    trm_log_add(a->log, TRM_E_ADAMS_VALUE, trm_adams_value_place(s, arg), s->name,
                "EFFECT needs ALL, STICTION or SLIDING");
  return -1;
}

/* what changes the motion and has no counterpart; 0 when there is any */
static int friction_serves(TrmAdams *a, TrmAdamsStatement *s, int turns) {
  static const char *const limits[] = {"MAX_FRICTION_FORCE", "MAX_FRICTION_TORQUE"};
  const char *overlap = trm_adams_text(a, s, "OVERLAP_DELTA");
  const char *formulation = trm_adams_text(a, s, "FORMULATION");
  const char *other = turns ? "FRICTION_FORCE_PRELOAD" : "FRICTION_TORQUE_PRELOAD";
  double load = 0;
  for (size_t k = 0; k < 2; k++)
    if (trm_adams_has(s, limits[k]))
      trm_adams_lacking_argument(a, s, limits[k], "has a greatest friction");
  if (overlap && !begins(overlap, strlen(overlap), "CONSTANT"))
    trm_adams_lacking_argument(a, s, "OVERLAP_DELTA", "has an overlap that changes");
  if (formulation && begins(formulation, strlen(formulation), "LUGRE"))
    trm_adams_lacking_argument(a, s, "FORMULATION", "follows the LuGre model");
  if (trm_adams_real(a, s, other, &load) && load != 0)
    trm_adams_lacking_argument(a, s, other, "has a preload of both kinds");
  return !s->dropped;
}

/* the arms of the joint's kind that count */
static void put_arms(TrmAdams *a, TrmAdamsStatement *s, TrmNode *map, size_t k, int inputs) {
  const struct {
    const char *key, *word;
    int when;
  } arms[] = {{joints[k].radius, "radius", EVERYTHING},
              {joints[k].bending, "bending_arm", BENDING},
              {joints[k].torsion, "torsion_arm", TORSION},
              {joints[k].axial, "axial_arm", REACTION}};
  for (size_t i = 0; i < 4; i++)
    if (arms[i].key && (inputs & arms[i].when || arms[i].when == EVERYTHING))
      trm_adams_put(a, map, arms[i].word, s->place, number_or(a, s, arms[i].key, 1));
}

/* the preload as a normal force: a torque presses at the radius */
static void put_preload(TrmAdams *a, TrmAdamsStatement *s, TrmNode *map, size_t k) {
  const char *key = joints[k].turns ? "FRICTION_TORQUE_PRELOAD" : "FRICTION_FORCE_PRELOAD";
  double load = 0, radius = 1;
  if (!trm_adams_real(a, s, key, &load) || load == 0) return;
  TrmPlace place = trm_adams_name_place(s, trm_adams_arg(s, key));
  if (joints[k].turns) trm_adams_real(a, s, joints[k].radius, &radius);
  trm_adams_put(a, map, "preload", place,
                joints[k].turns && radius > 0 ? trm_adams_value(a, place, load / radius)
                                              : trm_adams_real_node(a, s, key));
}

void trm_adams_write_friction(TrmAdams *a, TrmAdamsStatement *s) {
  TrmAdamsStatement *joint = trm_adams_ref(a, s, "JOINT", "JOINT", 1);
  size_t k = 0;
  if (!joint) return;
  if (joint->dropped || !joint->node) {
    trm_adams_orphan(a, s);
    return;
  }
  while (k < JOINTS && !trm_adams_has(joint, joints[k].joint)) k++;
  if (k == JOINTS) {
    trm_adams_lacking(a, s, trm_adams_value_place(s, trm_adams_arg(s, "JOINT")),
                      "is friction in a joint that is not translational, cylindrical, revolute or "
                      "spherical");
    return;
  }
  int inputs = read_inputs(a, s), stiction = sticks(a, s);
  if (!friction_serves(a, s, joints[k].turns) || inputs < 0 || stiction < 0) {
    s->dropped = 1;
    return;
  }
  TrmNode *map = trm_adams_map(a, s->place);
  TrmNode *dynamic = number_or(a, s, "MU_DYNAMIC", 0.3);
  trm_adams_put(a, map, "static", s->place, stiction ? number_or(a, s, "MU_STATIC", 0.5) : dynamic);
  trm_adams_put(a, map, "dynamic", s->place, dynamic);
  if (!stiction) {
    trm_adams_put(a, map, "law", s->place, trm_adams_word(a, s->place, "regularised"));
    trm_adams_put(a, map, "stiction_speed", s->place,
                  number_or(a, s, "STICTION_TRANSITION_VELOCITY", 0.1));
  }
  put_arms(a, s, map, k, inputs);
  if (!(inputs & REACTION))
    trm_adams_put(a, map, "reaction", s->place, trm_adams_word(a, s->place, "false"));
  if (inputs & PRELOAD) put_preload(a, s, map, k);
  if (s->dropped) return;
  trm_adams_put(a, joint->node, "friction", s->place, map);
  trm_adams_nearly(a, s, s->place,
                   stiction
                       ? "sticks exactly here; in Adams it creeps below the stiction velocity"
                       : "fades with tanh below the stiction velocity here; in Adams with STEP");
}

/* a picture as a side of a contact; NULL after an error */
static TrmNode *side_of(TrmAdams *a, TrmAdamsStatement *s, const char *key, long id) {
  TrmPlace place = trm_adams_value_place(s, trm_adams_arg(s, key));
  TrmAdamsStatement *g = trm_adams_find(a, "GRAPHICS", id);
  if (!g) {
    s->dropped = 1;
    trm_log_add(a->log, TRM_E_ADAMS_REFERENCE, place, s->name,
                "%s refers to GRAPHICS/%ld, which does not exist", trm_adams_label(a, s), id);
    return NULL;
  }
  if (trm_adams_has(g, "PLANE")) {
    TrmAdamsStatement *rm = trm_adams_ref(a, g, "RM", "MARKER", 1);
    if (!rm || !rm->full) return NULL;
    g->shown = NULL;
    TrmNode *map = trm_adams_map(a, place);
    trm_adams_put(a, map, "plane", place, trm_adams_word(a, place, rm->full));
    trm_adams_nearly(a, s, place,
                     trm_arena_printf(a->arena, "has an endless plane in GRAPHICS/%ld", id));
    return map;
  }
  if (!g->shape || !g->part) {
    trm_adams_lacking(a, s, place,
                      trm_arena_printf(a->arena,
                                       "touches GRAPHICS/%ld, of whose form there is no "
                                       "shape here",
                                       id));
    return NULL;
  }
  if (!g->read_as)
    trm_adams_put(a, g->shape, "name", g->place, trm_adams_word(a, g->place, g->name));
  g->read_as = 1;
  /* balls touch at one place, too */
  if (trm_adams_has(g, "ELLIPSOID")) s->read_as = 1;
  return trm_adams_wordf(a, place, "%s.%s", g->part->name, g->name);
}

/* Coulomb friction by velocities; 0 after an error */
static int put_friction(TrmAdams *a, TrmAdamsStatement *s, TrmNode *map) {
  static const char *const keys[] = {"MU_STATIC", "MU_DYNAMIC", "STICTION_TRANSITION_VELOCITY",
                                     "FRICTION_TRANSITION_VELOCITY"};
  static const char *const words[] = {"static", "dynamic", "stiction_speed", "slip_speed"};
  const char *text = trm_adams_text(a, s, "COULOMB_FRICTION");
  const TrmAdamsArg *arg = trm_adams_arg(s, "COULOMB_FRICTION");
  if (!text || (*text | 32) == 'n' || begins(text, strlen(text), "OFF")) return 1;
  const char *stiction = trm_adams_text(a, s, "STICTION");
  if (stiction && begins(stiction, strlen(stiction), "ON"))
    trm_adams_nearly(a, s, trm_adams_name_place(s, trm_adams_arg(s, "STICTION")),
                     "creeps here below the stiction velocity");
  TrmNode *friction = trm_adams_map(a, trm_adams_value_place(s, arg));
  for (size_t k = 0; k < 4; k++) {
    TrmNode *value = trm_adams_real_node(a, s, keys[k]);
    if (!value && !trm_adams_has(s, keys[k])) {
      trm_log_add(a->log, TRM_E_ADAMS_MISSING, s->place, s->name, "%s has friction and needs %s",
                  trm_adams_label(a, s), keys[k]);
      s->dropped = 1;
    }
    if (!value) return 0;
    trm_adams_put(a, friction, words[k], value->place, value);
  }
  trm_adams_put(a, map, "friction", friction->place, friction);
  return 1;
}

/* the numbers of a law under the words of the model language; 0 when one is missing */
static int put_law(TrmAdams *a, TrmAdamsStatement *s, TrmNode *map) {
  static const char *const keys[] = {"STIFFNESS", "EXPONENT", "DAMPING", "DMAX"};
  static const char *const words[] = {"stiffness", "exponent", "damping", "depth"};
  static const char *const keys_p[] = {"PENALTY", "RESTITUTION_COEFFICIENT"};
  static const char *const words_p[] = {"stiffness", "restitution"};
  int poisson = trm_adams_has(s, "POISSON") || trm_adams_has(s, "PENALTY");
  for (size_t k = 0; k < (poisson ? 2 : 4); k++) {
    const char *key = poisson ? keys_p[k] : keys[k];
    TrmNode *value = trm_adams_real_node(a, s, key);
    if (!value && !trm_adams_has(s, key)) {
      trm_log_add(a->log, TRM_E_ADAMS_MISSING, s->place, s->name, "%s needs %s",
                  trm_adams_label(a, s), key);
      s->dropped = 1;
    }
    if (!value) return 0;
    trm_adams_put(a, map, poisson ? words_p[k] : words[k], value->place, value);
  }
  if (!poisson) return 1;
  trm_adams_put(a, map, "exponent", s->place, trm_adams_word(a, s->place, "1"));
  trm_adams_nearly(a, s, s->place,
                   "is a spring of stiffness PENALTY here, with the rebound that is given");
  return 1;
}

/* what is computed by a subroutine, or touches what is not read; 0 when there is any */
static int contact_serves(TrmAdams *a, TrmAdamsStatement *s) {
  static const char *const by_user[] = {"NORMAL_FUNCTION",  "FRICTION_FUNCTION",
                                        "ROUTINE",          "NORMAL_ROUTINE",
                                        "FRICTION_ROUTINE", "GEOMETRY_ROUTINES"};
  static const char *const others[] = {"IFLEX", "JFLEX", "ICURVE", "JCURVE", "IMARKER", "JMARKER"};
  for (size_t k = 0; k < 6; k++) {
    const TrmAdamsArg *arg = trm_adams_arg(s, by_user[k]);
    if (!arg) arg = trm_adams_arg(s, others[k]);
    if (!arg) continue;
    trm_adams_lacking(a, s, trm_adams_name_place(s, arg),
                      trm_adams_has(s, by_user[k]) ? "is computed by a subroutine"
                                                   : "touches a curve, marker or flexible body");
    return 0;
  }
  if (!trm_adams_has(s, "IMPACT") || !trm_adams_has(s, "POISSON")) return 1;
  trm_adams_choice(a, s, "IMPACT|POISSON", 1);
  s->dropped = 1;
  return 0;
}

void trm_adams_write_contact(TrmAdams *a, TrmAdamsStatement *s) {
  static const char *const keys[] = {"IGEOM", "JGEOM"};
  long *ids[2];
  size_t count[2];
  if (!contact_serves(a, s)) return;
  for (int k = 0; k < 2; k++) {
    count[k] = trm_adams_ids(a, s, keys[k], &ids[k]);
    if (count[k]) continue;
    if (!trm_adams_has(s, keys[k]))
      trm_log_add(a->log, TRM_E_ADAMS_MISSING, s->place, s->name, "%s needs %s",
                  trm_adams_label(a, s), keys[k]);
    s->dropped = 1;
    return;
  }
  const char *first = s->name;
  /* each of I with each of J */
  for (size_t i = 0; i < count[0] && !s->dropped; i++)
    for (size_t j = 0; j < count[1] && !s->dropped; j++) {
      TrmNode *list = trm_adams_list(a, s->place), *sides[2];
      sides[0] = side_of(a, s, keys[0], ids[0][i]);
      sides[1] = side_of(a, s, keys[1], ids[1][j]);
      if (!sides[0] || !sides[1]) return;
      for (int k = 0; k < 2; k++) trm_adams_push(a, list, sides[k]);
      if (i || j)
        s->name = trm_adams_unique(
            a, trm_arena_printf(a->arena, "%s_%zu", first, i * count[1] + j + 1), s->id);
      TrmNode *map = trm_adams_thing(a, TRM_ADAMS_CONTACTS, s);
      trm_adams_put(a, map, "between", s->place, list);
      if (put_law(a, s, map)) put_friction(a, s, map);
    }
  s->name = first;
  if (!s->read_as && !s->dropped)
    trm_adams_nearly(
        a, s, s->place,
        "presses at every corner or edge that touches; in Adams at one place for each overlap");
}
