/* SPDX-License-Identifier: Apache-2.0
 *
 * Initial values of joints: displacement and rate of I relative to J at the start (ICROT, ICTRAN,
 * and ICDISP, ICVEL of motions). What hangs on one side of the joint is moved there as a whole, and
 * set off with the rate; that takes a joint that no loop goes through.
 */
#include "math/mat3.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include "read/adams/adams.h"
#include <math.h>
#include <string.h>

/* one coordinate of a joint at the start */
typedef struct Start {
  TrmAdamsStatement *s, *joint, *pair[2]; /* who says so; the joint, its markers I and J */
  const char *key;
  double value[2]; /* displacement and rate */
  int count, turns;
  int gone; /* an error was told */
} Start;

typedef struct Starts {
  TrmAdams *a;
  Start *list;
  size_t count, capacity;
  size_t *above;             /* of each statement that is a part: union-find */
  TrmAdamsStatement **holds; /* statements that hold two parts together, with those parts */
  size_t (*ends)[2];
  size_t hold_count;
} Starts;

static void refuse(Starts *all, Start *start, const char *why) {
  start->gone = 1;
  trm_adams_lacking_argument(all->a, start->s, start->key, why);
}

/* the marker that `key` names, quietly; NULL: none that is on a part */
static TrmAdamsStatement *marker_of(TrmAdams *a, const TrmAdamsStatement *s, const char *key) {
  const TrmAdamsArg *arg = trm_adams_arg(s, key);
  long id = 0;
  size_t i = arg ? arg->at : 0, end = arg ? arg->at + arg->length : 0;
  if (!arg || !arg->length || arg->length > 9) return NULL;
  for (; i < end; i++) {
    if (s->text[i] < '0' || s->text[i] > '9') return NULL;
    id = 10 * id + (s->text[i] - '0');
  }
  TrmAdamsStatement *found = trm_adams_find(a, "MARKER", id);
  return found && found->part && !found->dropped ? found : NULL;
}

static size_t root_of(const Starts *all, size_t i) {
  while (all->above[i] != i) {
    all->above[i] = all->above[all->above[i]];
    i = all->above[i];
  }
  return i;
}

/* what holds two parts together */
static void find_holds(Starts *all) {
  static const struct {
    const char *kind, *i, *j;
  } kinds[] = {{"JOINT", "I", "J"},     {"JPRIM", "I", "J"},    {"MOTION", "I", "J"},
               {"PTCV", "I", "JFLOAT"}, {"CVCV", "IRM", "JRM"}, {"GCON", "I", "J"}};
  TrmAdams *a = all->a;
  all->above = trm_arena_array(a->arena, a->count + 1, sizeof *all->above);
  all->holds = trm_arena_array(a->arena, a->count + 1, sizeof *all->holds);
  all->ends = trm_arena_array(a->arena, a->count + 1, sizeof *all->ends);
  for (size_t n = 0; n < a->count; n++) a->list[n]->index = n;
  for (size_t n = 0; n < a->count; n++) {
    TrmAdamsStatement *s = a->list[n];
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds && s->kind && !s->dropped; k++) {
      if (strcmp(s->kind->name, kinds[k].kind) != 0) continue;
      const TrmAdamsStatement *i = marker_of(a, s, kinds[k].i), *j = marker_of(a, s, kinds[k].j);
      if (!i || !j || i->part == j->part) continue;
      all->holds[all->hold_count] = s;
      all->ends[all->hold_count][0] = i->part->index;
      all->ends[all->hold_count++][1] = j->part->index;
    }
  }
}

/* groups of parts that are held together without this joint */
static void group(Starts *all, const TrmAdamsStatement *joint) {
  for (size_t n = 0; n < all->a->count; n++) all->above[n] = n;
  for (size_t n = 0; n < all->hold_count; n++)
    if (all->holds[n] != joint)
      all->above[root_of(all, all->ends[n][0])] = root_of(all, all->ends[n][1]);
}

static int has_ground(const Starts *all, size_t root) {
  for (size_t n = 0; n < all->a->count; n++) {
    const TrmAdamsStatement *s = all->a->list[n];
    if (s->kind && strcmp(s->kind->name, "PART") == 0 && trm_adams_has(s, "GROUND") &&
        root_of(all, n) == root)
      return 1;
  }
  return 0;
}

/* the group that moves, and with which sign: that of I, or of J where ground is with I; 0 when a
 * loop goes through the joint */
static int find_side(Starts *all, const Start *start, size_t *root) {
  group(all, start->joint);
  size_t i = root_of(all, start->pair[0]->part->index);
  size_t j = root_of(all, start->pair[1]->part->index);
  if (i == j) return 0;
  *root = has_ground(all, i) ? j : i;
  return *root == i ? 1 : -1;
}

/* keep what an argument says of a coordinate */
static void keep(Starts *all, TrmAdamsStatement *s, TrmAdamsStatement *joint, const char *key,
                 int turns, int rate) {
  Start start = {.s = s, .joint = joint, .key = key, .turns = turns};
  double value[2] = {0, 0};
  if (!trm_adams_has(s, key)) return;
  start.count = trm_adams_vector(all->a, s, key, value, 1, rate < 0 ? 2 : 1);
  if (!start.count) return;
  start.value[0] = value[0];
  start.value[1] = value[1];
  /* ICVEL is a rate alone */
  if (rate > 0) {
    start.count = -1;
    start.value[1] = value[0];
  }
  start.pair[0] = marker_of(all->a, joint, "I");
  start.pair[1] = marker_of(all->a, joint, "J");
  if (!start.pair[0] || !start.pair[1] || joint->dropped) return;
  TRM_PUSH(all->a->arena, all->list, all->count, all->capacity, start);
}

static void collect(Starts *all) {
  TrmAdams *a = all->a;
  for (size_t n = 0; n < a->count; n++) {
    TrmAdamsStatement *s = a->list[n];
    if (!s->kind || s->dropped) continue;
    if (strcmp(s->kind->name, "JOINT") == 0) {
      int turns = !trm_adams_has(s, "TRANSLATIONAL");
      keep(all, s, s, "ICROT", 1, -1);
      keep(all, s, s, "ICTRAN", 0, -1);
      keep(all, s, s, "IC", turns, -1);
    } else if (strcmp(s->kind->name, "MOTION") == 0 && trm_adams_has(s, "JOINT")) {
      TrmAdamsStatement *joint = trm_adams_ref(a, s, "JOINT", "JOINT", 0);
      if (!joint) continue;
      int slides = trm_adams_has(joint, "TRANSLATIONAL") || trm_adams_has(s, "TRANSLATION") ||
                   trm_adams_has(s, "TRANSLATIONAL");
      /* where the place follows from rates only */
      int rate = trm_adams_has(s, "VELOCITY"), slope = trm_adams_has(s, "ACCELERATION");
      if (rate || slope) keep(all, s, joint, "ICDISP", !slides, 0);
      if (slope) keep(all, s, joint, "ICVEL", !slides, 1);
    }
  }
}

/* does the joint have this coordinate? */
static int fits(const Start *start) {
  const TrmAdamsStatement *j = start->joint;
  if (trm_adams_has(j, "CYLINDRICAL")) return 1;
  return trm_adams_has(j, start->turns ? "REVOLUTE" : "TRANSLATIONAL");
}

/* the coordinate as the parts stand, with the axis and origin of J; 0 without frames */
static int measure(Starts *all, const Start *start, double *value, double z[3], double origin[3]) {
  double p[3], I[9], J[9], d[3], x[2] = {0, 0};
  if (!trm_adams_ground_frame(all->a, start->pair[0], p, I) ||
      !trm_adams_ground_frame(all->a, start->pair[1], origin, J))
    return 0;
  for (int k = 0; k < 3; k++) {
    z[k] = J[3 * k + 2];
    x[0] += I[3 * k] * J[3 * k];
    x[1] += I[3 * k] * J[3 * k + 1];
  }
  trm_vec3_add(p, -1, origin, d);
  *value = start->turns ? atan2(x[1], x[0]) : trm_vec3_dot(d, z);
  return 1;
}

/* move the parts of a group by `by` along or about an axis */
static void displace(Starts *all, size_t root, int turns, double by, const double z[3],
                     const double origin[3]) {
  double turn[9], turned[9], arm[3];
  for (size_t n = 0; n < all->a->count; n++) {
    TrmAdamsStatement *part = all->a->list[n];
    int is_part = part->kind && (strcmp(part->kind->name, "PART") == 0 ||
                                 strcmp(part->kind->name, "POINT_MASS") == 0);
    if (!is_part || root_of(all, n) != root || !trm_adams_frame(all->a, part)) continue;
    part->moved = 1;
    if (!turns) {
      trm_vec3_add(part->p, by, z, part->p);
      continue;
    }
    trm_rotation_axis_angle(z, by, turn);
    trm_vec3_add(part->p, -1, origin, arm);
    trm_mat3_apply(turn, arm, part->p);
    trm_vec3_add(part->p, 1, origin, part->p);
    trm_mat3_product(turn, part->R, turned);
    memcpy(part->R, turned, sizeof turned);
  }
}

/* set the parts of a group off with a rate; 0 when one has a speed of its own */
static int set_off(Starts *all, size_t root, int turns, double rate, const double z[3],
                   const double origin[3]) {
  static const char *const keys[] = {"VX", "VY", "VZ", "WX", "WY", "WZ"};
  double arm[3], swept[3];
  for (size_t n = 0; n < all->a->count; n++) {
    TrmAdamsStatement *part = all->a->list[n];
    int is_part = part->kind && (strcmp(part->kind->name, "PART") == 0 ||
                                 strcmp(part->kind->name, "POINT_MASS") == 0);
    if (!is_part || root_of(all, n) != root || !trm_adams_frame(all->a, part)) continue;
    for (size_t k = 0; k < 6; k++)
      if (trm_adams_has(part, keys[k])) return 0;
    part->set_off = 1;
    if (!turns) {
      trm_vec3_add(part->v, rate, z, part->v);
      continue;
    }
    trm_vec3_add(part->p, -1, origin, arm);
    trm_vec3_cross(z, arm, swept);
    trm_vec3_add(part->v, rate, swept, part->v);
    trm_vec3_add(part->w, rate, z, part->w);
  }
  return 1;
}

/* displacements first, in turn; then the rates, where the parts have come to */
static void apply(Starts *all, Start *start, int rates) {
  double now, z[3], origin[3];
  size_t root = 0;
  if (start->gone || !measure(all, start, &now, z, origin)) return;
  double by = rates ? start->value[1] : start->value[0] - now;
  if (start->count < 0 && !rates) return;
  if (fabs(by) < 1e-12 * (1 + fabs(now))) return;
  int sign = fits(start) ? find_side(all, start, &root) : 0;
  if (!sign)
    refuse(all, start,
           fits(start) ? "has an initial value in a loop" : "has an initial value of another kind");
  else if (!rates)
    displace(all, root, start->turns, sign * by, z, origin);
  else if (!set_off(all, root, start->turns, sign * by, z, origin))
    refuse(all, start, "has an initial rate beside those of parts");
}

void trm_adams_starts(TrmAdams *a) {
  Starts all = {.a = a};
  collect(&all);
  if (!all.count) return;
  find_holds(&all);
  for (int rates = 0; rates < 2; rates++)
    for (size_t i = 0; i < all.count; i++) apply(&all, &all.list[i], rates);
}
