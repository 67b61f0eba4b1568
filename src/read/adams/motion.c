/* SPDX-License-Identifier: Apache-2.0
 *
 * Motions of joints, and of markers: along an axis of J, or as one of the three angles that turn J
 * into I about body-fixed axes 1-2-3.
 */
#include "read/adams/write.h"
#include <string.h>

static void missing_course(TrmAdams *a, TrmAdamsStatement *s) {
  trm_log_add(a->log, TRM_E_ADAMS_MISSING, s->place, s->name, "MOTION/%ld needs FUNCTION", s->id);
  s->dropped = 1;
}

/* the course of a motion under the word that its level asks for */
static void put_course(TrmAdams *a, TrmAdamsStatement *s, TrmNode *map, int turns) {
  const TrmAdamsArg *arg = trm_adams_arg(s, "FUNCTION");
  const char *level = trm_adams_choice(a, s, "DISPLACEMENT|VELOCITY|ACCELERATION", 1);
  const char *word = turns ? "angle" : "displacement";
  if (level && strcmp(level, "VELOCITY") == 0) word = "speed";
  if (level && strcmp(level, "ACCELERATION") == 0) word = "acceleration";
  if (!arg) {
    missing_course(a, s);
    return;
  }
  trm_adams_put(a, map, word, trm_adams_name_place(s, arg),
                trm_adams_function(a, s, "FUNCTION", 0, NULL));
}

/* between markers, along (or about) axis number `axis` of J */
static void write_between(TrmAdams *a, TrmAdamsStatement *s, TrmAdamsStatement *pair[2], int axis,
                          int turns) {
  double p[3], R[9], direction[3];
  if (!trm_adams_ground_frame(a, pair[1], p, R)) return;
  for (int k = 0; k < 3; k++) direction[k] = R[3 * k + axis];
  TrmNode *map = trm_adams_thing(a, TRM_ADAMS_MOTIONS, s);
  trm_adams_put(a, map, "between", s->place,
                trm_adams_pair(a, s->place, pair[1]->full, pair[0]->full));
  trm_adams_put(a, map, turns ? "about" : "along", s->place,
                trm_adams_values(a, s->place, direction, 3));
  put_course(a, s, map, turns);
}

/* One of the angles that turn J into I about x, then y, then z. Backwards, from I to J, they are
 * minus the angles about z, y, x. The sine counts on where an angle begins anew. */
static void write_angle(TrmAdams *a, TrmAdamsStatement *s, TrmAdamsStatement *pair[2], int which) {
  static const char *const words[] = {"roll", "pitch", "yaw"};
  const TrmAdamsArg *arg = trm_adams_arg(s, "FUNCTION");
  static const char *const rates[] = {"VELOCITY", "ACCELERATION"};
  for (size_t k = 0; k < 2; k++)
    if (trm_adams_has(s, rates[k])) {
      trm_adams_lacking(a, s, trm_adams_name_place(s, trm_adams_arg(s, rates[k])),
                        "drives the rate of one of three angles between markers");
      return;
    }
  TrmNode *course = arg ? trm_adams_function(a, s, "FUNCTION", 0, NULL) : NULL;
  if (!arg) missing_course(a, s);
  if (!course) return;
  TrmNode *map = trm_adams_thing(a, TRM_ADAMS_CONSTRAINTS, s);
  trm_adams_put(a, map, "holonomic", course->place,
                trm_adams_wordf(a, course->place, "sin(%s(%s, %s) + (%s))", words[which],
                                pair[1]->full, pair[0]->full, course->text));
  trm_adams_put(a, map, "on", s->place, trm_adams_word(a, s->place, pair[0]->full));
}

/* the motion of I relative to J along an axis of J; a rate is integrated from the design position
 */
static void write_point_motion(TrmAdams *a, TrmAdamsStatement *s) {
  static const char *const begun[] = {"ICDISP", "ICVEL"};
  double value;
  for (size_t k = 0; k < 2; k++)
    if (trm_adams_real(a, s, begun[k], &value) && (value < 0 || value > 0))
      trm_adams_lacking_argument(a, s, begun[k], "has an initial value");
  const char *axis = trm_adams_choice(a, s, "X|Y|Z|B1|B2|B3", 0);
  TrmAdamsStatement *pair[2];
  if (!axis || !trm_adams_pair_of(a, s, pair)) return;
  if (*axis == 'B')
    write_angle(a, s, pair, axis[1] - '1');
  else
    write_between(a, s, pair, *axis - 'X', 0);
}

void trm_adams_write_motion(TrmAdams *a, TrmAdamsStatement *s) {
  if (!trm_adams_has(s, "JOINT") && trm_adams_has(s, "I")) {
    write_point_motion(a, s);
    return;
  }
  TrmAdamsStatement *joint = trm_adams_ref(a, s, "JOINT", "JOINT", 1);
  const char *kind = trm_adams_choice(a, s, "ROTATION|ROTATIONAL|TRANSLATION|TRANSLATIONAL", 1);
  if (joint && joint->dropped) trm_adams_orphan(a, s);
  if (!joint || joint->dropped) return;
  int turns = kind ? *kind == 'R' : !trm_adams_has(joint, "TRANSLATIONAL");
  int rate = trm_adams_has(s, "VELOCITY") || trm_adams_has(s, "ACCELERATION");
  TrmAdamsStatement *pair[2];
  /* the rate of a joint that turns and slides would not say which is meant */
  if (rate && trm_adams_has(joint, "CYLINDRICAL") && trm_adams_pair_of(a, joint, pair)) {
    write_between(a, s, pair, 2, turns);
    return;
  }
  TrmNode *map = trm_adams_thing(a, TRM_ADAMS_MOTIONS, s);
  trm_adams_put(a, map, "joint", s->place, trm_adams_word(a, s->place, joint->name));
  put_course(a, s, map, turns);
}
