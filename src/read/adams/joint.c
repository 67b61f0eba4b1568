/* SPDX-License-Identifier: Apache-2.0
 *
 * Joints, primitives, couplers, gears and general constraints. A joint is written as
 * [J, I]: then its angle and displacement are those of I relative to J, as in Adams.
 */
#include "math/vec3.h"
#include "read/adams/write.h"
#include <math.h>
#include <string.h>

int trm_adams_pair_of(TrmAdams *a, TrmAdamsStatement *s, TrmAdamsStatement *pair[2]) {
  pair[0] = trm_adams_ref(a, s, "I", "MARKER", 1);
  pair[1] = trm_adams_ref(a, s, "J", "MARKER", 1);
  if (!pair[0] || !pair[1]) return 0;
  for (int k = 0; k < 2; k++)
    if (!pair[k]->full || pair[k]->dropped) {
      trm_adams_orphan(a, s);
      return 0;
    }
  if (pair[0]->part != pair[1]->part) return 1;
  s->dropped = 1;
  trm_log_add(a->log, TRM_E_ADAMS_CLASH, s->place, s->name, "%s/%ld joins PART/%ld with itself",
              s->kind->name, s->id, pair[0]->part->id);
  return 0;
}

/* words of Adams and of the model language; axis of I and of J that becomes z */
static const struct {
  const char *adams, *word;
  int axis_i, axis_j;
} joints[] = {{"REVOLUTE", "revolute", 2, 2},
              {"TRANSLATIONAL", "prismatic", 2, 2},
              {"CYLINDRICAL", "cylindrical", 2, 2},
              {"SPHERICAL", "spherical", 2, 2},
              {"FIXED", "fixed", 2, 2},
              {"PLANAR", "planar", 2, 2},
              {"HOOKE", "universal", 0, 1},
              {"UNIVERSAL", "universal", 2, 2},
              {"CONVEL", "constant_velocity", 2, 2},
              {"SCREW", "screw", 2, 2},
              {"ATPOINT", "point", 2, 2},
              {"INLINE", "inline", 2, 2},
              {"INPLANE", "inplane", 2, 2},
              {"ORIENTATION", "orientation", 2, 2},
              {"PARALLEL_AXES", "parallel", 2, 2},
              {"PERPENDICULAR", "perpendicular", 2, 2}};

static void write_joint(TrmAdams *a, TrmAdamsStatement *s, const char *type) {
  TrmAdamsStatement *pair[2];
  size_t k = 0;
  const TrmAdamsArg *pitch = trm_adams_arg(s, "PITCH");
  int screw = strcmp(type, "SCREW") == 0;
  if (!trm_adams_pair_of(a, s, pair)) return;
  if (screw && !pitch) {
    s->dropped = 1;
    trm_log_add(a->log, TRM_E_ADAMS_MISSING, s->place, s->name, "JOINT/%ld needs PITCH", s->id);
    return;
  }
  while (strcmp(joints[k].adams, type) != 0) k++;
  TrmNode *map = trm_adams_thing(a, TRM_ADAMS_JOINTS, s);
  const char *i = trm_adams_turned(a, pair[0], joints[k].axis_i);
  const char *j = trm_adams_turned(a, pair[1], joints[k].axis_j);
  trm_adams_put(a, map, joints[k].word, s->place, trm_adams_pair(a, s->place, j, i));
  if (screw)
    trm_adams_put(a, map, "pitch", trm_adams_name_place(s, pitch),
                  trm_adams_real_node(a, s, "PITCH"));
}

/* the joint of kind `word` that holds `part` to another part; NULL: none */
static TrmAdamsStatement *joint_of(TrmAdams *a, const char *word, const TrmAdamsStatement *part,
                                   TrmAdamsStatement *pair[2]) {
  for (size_t n = 0; n < a->count; n++) {
    TrmAdamsStatement *s = a->list[n];
    if (!s->kind || s->dropped || strcmp(s->kind->name, "JOINT") != 0) continue;
    if (!trm_adams_has(s, word)) continue;
    pair[0] = trm_adams_ref(a, s, "I", "MARKER", 0);
    pair[1] = trm_adams_ref(a, s, "J", "MARKER", 0);
    if (!pair[0] || !pair[1]) continue;
    if (pair[0]->part == part || pair[1]->part == part) return s;
  }
  return NULL;
}

/* the turn that a revolute joint begins with, and the sign with which its angle counts `part`
 * turning about z of `marker`; 0 when their axes are not in line */
int trm_adams_turn_of(TrmAdams *a, TrmAdamsStatement *pair[2], const TrmAdamsStatement *part,
                      TrmAdamsStatement *marker, double *begun) {
  double p[3], I[9], J[9], M[9], x[2] = {0, 0}, cosine = 0;
  if (!trm_adams_ground_frame(a, pair[0], p, I) || !trm_adams_ground_frame(a, pair[1], p, J) ||
      !trm_adams_ground_frame(a, marker, p, M))
    return 0;
  for (int i = 0; i < 3; i++) {
    x[0] += I[3 * i] * J[3 * i];
    x[1] += I[3 * i] * J[3 * i + 1];
    cosine += J[3 * i + 2] * M[3 * i + 2];
  }
  *begun = fabs(x[1]) > 1e-12 ? atan2(x[1], x[0]) : x[0] < 0 ? atan2(0, -1) : 0;
  if (fabs(cosine) < 0.5) return 0;
  return (cosine > 0 ? 1 : -1) * (pair[0]->part == part ? 1 : -1);
}

/* the rack goes along its z as the pinion turns about its own: as their geometry says; with the
 * rack's axis through the pinion's, forwards */
static double rack_side(TrmAdams *a, TrmAdamsStatement *pinion, TrmAdamsStatement *rack,
                        double radius) {
  double p[3], P[9], q[3], Q[9], arm[3], swept[3];
  if (!trm_adams_ground_frame(a, pinion, p, P) || !trm_adams_ground_frame(a, rack, q, Q)) return 0;
  const double axis[3] = {P[2], P[5], P[8]}, z[3] = {Q[2], Q[5], Q[8]};
  trm_vec3_add(q, -1, p, arm);
  trm_vec3_cross(axis, arm, swept);
  double sweep = trm_vec3_dot(swept, z);
  return sweep < -1e-6 * radius ? -1 : 1;
}

/* The pitch lines roll on each other, with I and J as Adams has it: r (turn of I against J) + dz(I,
 * J, J) stays. The turn is that of the pinion's joint, which counts full turns, less that of the
 * rack, which is always zero but bears its torque. */
static void put_rolling(TrmAdams *a, TrmAdamsStatement *s, TrmAdamsStatement *pair[2],
                        TrmAdamsStatement *carrier, const char *pin, double begun, double radius) {
  double p[3], P[9], q[3], Q[9], arm[3];
  char number[2][32];
  const char *i = pair[0]->full, *j = pair[1]->full;
  if (!trm_adams_ground_frame(a, pair[0], p, P) || !trm_adams_ground_frame(a, pair[1], q, Q))
    return;
  trm_vec3_add(p, -1, q, arm);
  const double z[3] = {Q[2], Q[5], Q[8]};
  double side = rack_side(a, pair[0], pair[1], fabs(radius)) * fabs(radius);
  double rest = -side * begun - trm_vec3_dot(arm, z);
  trm_number_format(side, number[0]);
  trm_number_format(fabs(rest), number[1]);
  const char *more = trm_arena_printf(a->arena, " %c %s", rest < 0 ? '-' : '+', number[1]);
  const char *rack = trm_adams_placed(a, s, pair[1]->part, p, P);
  const char *base = trm_adams_placed(a, s, carrier, p, P);
  TrmNode *map = trm_adams_thing(a, TRM_ADAMS_CONSTRAINTS, s);
  trm_adams_put(a, map, "holonomic", s->place,
                trm_adams_wordf(a, s->place, "%s*(%sangle(%s) - az(%s, %s)) + dz(%s, %s, %s)%s",
                                number[0], radius < 0 ? "-" : "", pin, rack, base, i, j, j,
                                fabs(rest) > 0 ? more : ""));
  trm_adams_put(a, map, "on", s->place, trm_adams_word(a, s->place, i));
}

/* RACKPIN: pinion I and rack J, each held by a joint to the same part, roll on each other */
static void write_rack(TrmAdams *a, TrmAdamsStatement *s) {
  TrmAdamsStatement *pair[2], *turn[2], *move[2];
  double diameter = 0;
  if (!trm_adams_pair_of(a, s, pair)) return;
  if (!trm_adams_real(a, s, "PD", &diameter) || !(diameter > 0)) {
    const TrmAdamsArg *arg = trm_adams_arg(s, "PD");
    s->dropped = 1;
    trm_log_add(a->log, arg ? TRM_E_ADAMS_VALUE : TRM_E_ADAMS_MISSING,
                arg ? trm_adams_value_place(s, arg) : s->place, s->name,
                "JOINT/%ld needs PD, the pitch diameter of the pinion", s->id);
    return;
  }
  TrmAdamsStatement *pin = joint_of(a, "REVOLUTE", pair[0]->part, turn);
  TrmAdamsStatement *slide = joint_of(a, "TRANSLATIONAL", pair[1]->part, move);
  int sign = 0;
  double begun = 0;
  TrmAdamsStatement *carrier = pin ? turn[turn[0]->part == pair[0]->part]->part : NULL;
  if (slide && carrier == move[move[0]->part == pair[1]->part]->part)
    sign = trm_adams_turn_of(a, turn, pair[0]->part, pair[0], &begun);
  if (!sign) {
    trm_adams_lacking(a, s, s->place,
                      "is a rack and pinion that no revolute and translational joint hold to one "
                      "part");
    return;
  }
  put_rolling(a, s, pair, carrier, pin->name, sign * begun, sign * diameter / 2);
}

void trm_adams_write_joint(TrmAdams *a, TrmAdamsStatement *s) {
  const char *type = trm_adams_choice(a, s,
                                      "REVOLUTE|TRANSLATIONAL|CYLINDRICAL|SPHERICAL|FIXED|PLANAR|"
                                      "HOOKE|UNIVERSAL|CONVEL|SCREW|RACKPIN",
                                      0);
  if (!type) {
    s->dropped = 1;
  } else if (strcmp(type, "RACKPIN") == 0) {
    write_rack(a, s);
  } else {
    write_joint(a, s, type);
  }
}

void trm_adams_write_primitive(TrmAdams *a, TrmAdamsStatement *s) {
  const char *type =
      trm_adams_choice(a, s, "ATPOINT|INLINE|INPLANE|ORIENTATION|PARALLEL_AXES|PERPENDICULAR", 0);
  if (type)
    write_joint(a, s, type);
  else
    s->dropped = 1;
}

/* the joints that JOINTS lists; their number, 0 after an error */
static size_t find_joints(TrmAdams *a, TrmAdamsStatement *s, TrmAdamsStatement **list,
                          size_t most) {
  const TrmAdamsArg *arg = trm_adams_arg(s, "JOINTS");
  long *ids = NULL;
  size_t count = trm_adams_ids(a, s, "JOINTS", &ids);
  if (!arg || (count && (count < 2 || count > most))) {
    trm_log_add(a->log, arg ? TRM_E_ADAMS_VALUE : TRM_E_ADAMS_MISSING,
                arg ? trm_adams_value_place(s, arg) : s->place, s->name,
                "%s/%ld needs JOINTS, two%s of them", s->kind->name, s->id,
                most > 2 ? " or three" : "");
    count = 0;
  }
  for (size_t i = 0; i < count; i++) {
    list[i] = trm_adams_find(a, "JOINT", ids[i]);
    if (list[i]) continue;
    trm_log_add(a->log, TRM_E_ADAMS_REFERENCE, trm_adams_value_place(s, arg), s->name,
                "%s/%ld refers to JOINT/%ld, which does not exist", s->kind->name, s->id, ids[i]);
    count = 0;
  }
  if (!count) s->dropped = 1;
  return count;
}

static TrmNode *write_coupler(TrmAdams *a, TrmAdamsStatement *s, TrmAdamsStatement **list,
                              size_t count) {
  TrmNode *map = trm_adams_thing(a, TRM_ADAMS_JOINTS, s);
  TrmNode *names = trm_adams_list(a, s->place);
  for (size_t i = 0; i < count; i++)
    trm_adams_push(a, names, trm_adams_word(a, s->place, list[i]->name));
  trm_adams_put(a, map, "coupler", s->place, names);
  return map;
}

/* a cylindrical joint counts by its angle; with its slide the relation is written out */
static void write_relation(TrmAdams *a, TrmAdamsStatement *s, TrmAdamsStatement **list,
                           const int *slides, const double *scales, size_t count) {
  const char *sum = "";
  TrmAdamsStatement *pair[2];
  for (size_t i = 0; i < count; i++) {
    char scale[32];
    if (!trm_adams_pair_of(a, list[i], pair)) return;
    trm_number_format(scales[i], scale);
    sum = trm_arena_printf(a->arena, "%s%s(%s)*", sum, i ? " + " : "", scale);
    if (slides[i])
      sum = trm_arena_printf(a->arena, "%sdz(%s, %s, %s)", sum, pair[0]->full, pair[1]->full,
                             pair[1]->full);
    else
      sum = trm_arena_printf(a->arena, "%s%s(%s)", sum,
                             trm_adams_has(list[i], "TRANSLATIONAL") ? "displacement" : "angle",
                             list[i]->name);
  }
  TrmNode *map = trm_adams_thing(a, TRM_ADAMS_CONSTRAINTS, s);
  trm_adams_put(a, map, "holonomic", s->place, trm_adams_word(a, s->place, sum));
}

/* the factors, of which the first is 1 when it is left out; 0 after an error */
static int read_scales(TrmAdams *a, TrmAdamsStatement *s, size_t count, double scales[3]) {
  const TrmAdamsArg *arg = trm_adams_arg(s, "SCALES");
  if (!arg) {
    trm_log_add(a->log, TRM_E_ADAMS_MISSING, s->place, s->name, "COUPLER/%ld needs SCALES", s->id);
    return 0;
  }
  int given = trm_adams_vector(a, s, "SCALES", scales, count - 1, count);
  if (given + 1 != (int)count) return given > 0;
  for (size_t i = count - 1; i > 0; i--) scales[i] = scales[i - 1];
  scales[0] = 1;
  return 1;
}

void trm_adams_write_coupler(TrmAdams *a, TrmAdamsStatement *s) {
  TrmAdamsStatement *list[3];
  const TrmAdamsArg *user = trm_adams_arg(s, "FUNCTION");
  size_t count = find_joints(a, s, list, 3);
  double scales[3];
  int slides[3] = {0}, any = 0;
  if (user) {
    trm_adams_lacking(a, s, trm_adams_name_place(s, user), "is a coupler by a user subroutine");
    return;
  }
  if (!count) return;
  const char *types = trm_adams_text(a, s, "TYPE");
  for (size_t i = 0; i < count && types; i++) {
    slides[i] = trm_adams_has(list[i], "CYLINDRICAL") && (*types == 'T' || *types == 't');
    any |= slides[i];
    types += strcspn(types, ":, ");
    while (*types && strchr(":, ", *types)) types++;
  }
  if (!read_scales(a, s, count, scales)) return;
  if (any) {
    write_relation(a, s, list, slides, scales, count);
    return;
  }
  TrmNode *map = write_coupler(a, s, list, count);
  const TrmAdamsArg *arg = trm_adams_arg(s, "SCALES");
  trm_adams_put(a, map, "scales", trm_adams_name_place(s, arg),
                trm_adams_values(a, trm_adams_value_place(s, arg), scales, count));
}

/* how fast the pitch point moves along z of CV for one unit of the joint's coordinate: of a joint
 * that turns z.(axis x arm), of one that slides z.axis; 0 when there is none */
static double gear_rate(TrmAdams *a, TrmAdamsStatement *joint, const TrmAdamsStatement *carrier,
                        const double cv[3], const double z[3]) {
  TrmAdamsStatement *pair[2] = {trm_adams_ref(a, joint, "I", "MARKER", 1),
                                trm_adams_ref(a, joint, "J", "MARKER", 1)};
  double p[3], R[9], arm[3], swept[3];
  if (!pair[0] || !pair[1] || !trm_adams_ground_frame(a, pair[1], p, R)) return 0;
  const double axis[3] = {R[2], R[5], R[8]};
  double sign = pair[1]->part == carrier ? 1 : -1;
  if (trm_adams_has(joint, "TRANSLATIONAL")) return sign * trm_vec3_dot(z, axis);
  trm_vec3_add(cv, -1, p, arm);
  trm_vec3_cross(axis, arm, swept);
  return sign * trm_vec3_dot(z, swept);
}

void trm_adams_write_gear(TrmAdams *a, TrmAdamsStatement *s) {
  TrmAdamsStatement *list[2], *cv = trm_adams_ref(a, s, "CV", "MARKER", 1);
  double p[3], R[9], factors[2];
  if (find_joints(a, s, list, 2) != 2 || !cv || !trm_adams_ground_frame(a, cv, p, R)) return;
  const double z[3] = {R[2], R[5], R[8]};
  for (int k = 0; k < 2; k++) factors[k] = gear_rate(a, list[k], cv->part, p, z);
  if (!(fabs(factors[0]) > 0 && fabs(factors[1]) > 0)) {
    s->dropped = 1;
    trm_log_add(a->log, TRM_E_ADAMS_CLASH, s->place, s->name,
                "the common velocity of GEAR/%ld does not move one of its joints", s->id);
    trm_log_hint(a->log, "z of MARKER/%ld must point along the velocity of the pitch point",
                 cv->id);
    return;
  }
  factors[1] = -factors[1];
  TrmNode *map = write_coupler(a, s, list, 2);
  trm_adams_put(a, map, "scales", s->place, trm_adams_values(a, s->place, factors, 2));
}

void trm_adams_write_constraint(TrmAdams *a, TrmAdamsStatement *s) {
  const TrmAdamsArg *arg = trm_adams_arg(s, "FUNCTION");
  TrmAdamsStatement *on = trm_adams_ref(a, s, "I", "MARKER", 0);
  int level = 0;
  if (!arg) {
    trm_log_add(a->log, TRM_E_ADAMS_MISSING, s->place, s->name, "GCON/%ld needs FUNCTION", s->id);
    s->dropped = 1;
    return;
  }
  TrmNode *value = trm_adams_expression(a, s, arg, 0, &level);
  if (!value) return;
  TrmNode *map = trm_adams_thing(a, TRM_ADAMS_CONSTRAINTS, s);
  trm_adams_put(a, map, level ? "nonholonomic" : "holonomic", trm_adams_name_place(s, arg), value);
  if (on && on->full) trm_adams_put(a, map, "on", s->place, trm_adams_word(a, s->place, on->full));
}
