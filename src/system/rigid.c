/* SPDX-License-Identifier: Apache-2.0
 *
 * Rigid contacts by places. With p, q the features of a place, n its normal from the first body to
 * the second and c the place itself, the gap g changes as
 *   g' = n . (v2 + w2 x (c - r2) - v1 - w1 x (c - r1)),
 * and its second rate without accelerations follows from the paths of the features, differentiated
 * twice along time: r + R x has the second rate w x (w x R x). The sliding velocity along a tangent
 * t is t . (v2 + w2 x (c - r2) - v1 - w1 x (c - r1)), and changes without accelerations by
 *   t' . (...) + t . (w2 x (c' - v2) - w1 x (c' - v1)).
 */
#include "system/rigid.h"
#include "math/mat3.h"
#include "system/contacts_data.h"
#include <string.h>

/* Places that one-sided conditions are made of: the complementarity problem is dense. */
enum { MOST_PLACES = 512 };

/* a vector on its way: value, first and second rate */
typedef struct Way {
  double f[3], d[3], dd[3];
} Way;

static const TrmBodyMotion *motion_of(const TrmState *state, int body) {
  return body < 0 ? &trm_ground_motion : &state->body[body];
}

/* a direction fixed on a body */
static Way direction_way(const TrmBodyMotion *m, const double x_b[3]) {
  Way way;
  double w[3];
  trm_mat3_apply(m->R, m->w, w);
  trm_mat3_apply(m->R, x_b, way.f);
  trm_vec3_cross(w, way.f, way.d);
  trm_vec3_cross(w, way.d, way.dd);
  return way;
}

/* a place fixed on a body, which turns and flies steadily */
static Way place_way(const TrmBodyMotion *m, const double x_b[3]) {
  Way way = direction_way(m, x_b);
  trm_vec3_add(way.f, 1, m->r, way.f);
  trm_vec3_add(way.d, 1, m->v, way.d);
  return way;
}

/* a . b with its rates */
static void dot_way(const Way *a, const Way *b, double out[3]) {
  out[0] = trm_vec3_dot(a->f, b->f);
  out[1] = trm_vec3_dot(a->d, b->f) + trm_vec3_dot(a->f, b->d);
  out[2] = trm_vec3_dot(a->dd, b->f) + 2 * trm_vec3_dot(a->d, b->d) + trm_vec3_dot(a->f, b->dd);
}

/* a += k s b for a scalar s on its way */
static void add_way(Way *a, double k, const double s[3], const Way *b) {
  trm_vec3_add(a->f, k * s[0], b->f, a->f);
  trm_vec3_add(a->d, k * s[1], b->f, a->d);
  trm_vec3_add(a->d, k * s[0], b->d, a->d);
  trm_vec3_add(a->dd, k * s[2], b->f, a->dd);
  trm_vec3_add(a->dd, 2 * k * s[1], b->d, a->dd);
  trm_vec3_add(a->dd, k * s[0], b->dd, a->dd);
}

/* the root of a square on its way, in place */
static void root_way(double s[3]) {
  double f = sqrt(s[0]), d = s[1] / (2 * f);
  s[2] = (s[2] / 2 - d * d) / f;
  s[1] = d;
  s[0] = f;
}

/* second rate of the gap of a touch, with accelerations zero */
static double gap_second(const TrmTouch *touch, const TrmBodyMotion *const motion[2]) {
  const TrmBodyMotion *one = motion[touch->turned], *two = motion[!touch->turned];
  static const double unit[3] = {1, 0, 0};
  Way d = place_way(one, touch->one[0]), q = place_way(two, touch->two[0]);
  Way axis = direction_way(two, touch->two[1]);
  double along[3], out[3];
  add_way(&d, -1, unit, &q);
  dot_way(&d, &axis, along);
  if (touch->kind == TRM_TOUCH_SPOT_PLANE) return along[2];
  if (touch->kind != TRM_TOUCH_SPOT_SPOT) add_way(&d, -1, along, &axis);
  dot_way(&d, &d, out);
  root_way(out);
  if (touch->kind != TRM_TOUCH_SPOT_RIM) return out[2];
  /* the distance to a circle has the part along its axis besides */
  double beside = out[0] - touch->radius[1];
  double square[3] = {
      beside * beside + along[0] * along[0], 2 * (beside * out[1] + along[0] * along[1]),
      2 * (out[1] * out[1] + beside * out[2] + along[1] * along[1] + along[0] * along[2])};
  root_way(square);
  return square[2];
}

/* the touch at a place */
static const TrmTouch *find_touch(const TrmRigid *rigid, const TrmEquations *eq,
                                  const TrmState *state) {
  TrmEncounter *e = state->contact->encounter;
  for (int i = 0; i < 2; i++) {
    e->surface[i] = rigid->surface[i];
    e->motion[i] = motion_of(state, rigid->surface[i]->body);
  }
  e->planar = eq->system->planar;
  e->margin = HUGE_VAL;
  e->nearest = HUGE_VAL;
  e->count = 0;
  const TrmSurface *plane = rigid->surface[1 - rigid->one];
  if (rigid->spot) {
    trm_encounter_spot_plane(e, rigid->one, rigid->spot, plane->p[0], plane->n, rigid->radius, 0);
  } else {
    trm_encounter_find(e);
  }
  if (!e->count) e->touch[0].gap = nan("");
  return e->touch;
}

/* slopes of the movement along a direction of the second body at the place, less the first's */
static void slopes_along(const TrmTouch *touch, const TrmBodyMotion *const motion[2],
                         const double direction[3], double local[12]) {
  for (int side = 0; side < 2; side++) {
    double arm[3], turn[3], sign = side ? 1 : -1;
    trm_vec3_add(touch->point, -1, motion[side]->r, arm);
    trm_vec3_cross(arm, direction, turn);
    trm_mat3_apply_transposed(motion[side]->R, turn, local + 6 * side + 3);
    for (int k = 0; k < 3; k++) {
      local[6 * side + k] = sign * direction[k];
      local[6 * side + 3 + k] *= sign;
    }
  }
}

static double gap_value(const void *data, const TrmEquations *eq, const TrmState *state,
                        double local[12]) {
  const TrmTouch *touch = find_touch(data, eq, state);
  if (local) slopes_along(touch, state->contact->encounter->motion, touch->normal, local);
  return touch->gap;
}

static double gap_gamma(const void *data, const TrmEquations *eq, const TrmState *state) {
  const TrmTouch *touch = find_touch(data, eq, state);
  return -gap_second(touch, state->contact->encounter->motion);
}

/* the way to the spot from what it touches; of a plane its normal. Second rates are not meant. */
static Way way_to_spot(const TrmTouch *touch, const TrmBodyMotion *const motion[2]) {
  static const double unit[3] = {1, 0, 0};
  const TrmBodyMotion *two = motion[!touch->turned];
  Way d = place_way(motion[touch->turned], touch->one[0]), q = place_way(two, touch->two[0]);
  Way axis = direction_way(two, touch->two[1]), across;
  double along[3], out[3];
  if (touch->kind == TRM_TOUCH_SPOT_PLANE) return axis;
  add_way(&d, -1, unit, &q);
  if (touch->kind == TRM_TOUCH_SPOT_SPOT) return d;
  across = d;
  dot_way(&d, &axis, along);
  add_way(&across, -1, along, &axis);
  if (touch->kind != TRM_TOUCH_SPOT_RIM) return across;
  dot_way(&across, &across, out);
  root_way(out);
  const double inverse[3] = {1 / out[0], -out[1] / (out[0] * out[0]), 0};
  add_way(&d, -touch->radius[1], inverse, &across);
  return d;
}

/* velocity of the second less that of the first at a place that itself moves at `rate`, with their
 * turns alone when `motion` is wanted relative to it */
static void slip_of(const double point[3], const double *rate, const TrmBodyMotion *const motion[2],
                    double slip[3]) {
  memset(slip, 0, 3 * sizeof *slip);
  for (int side = 0; side < 2; side++) {
    const TrmBodyMotion *m = motion[side];
    double w[3], arm[3], turn[3], sign = side ? 1 : -1;
    trm_mat3_apply(m->R, m->w, w);
    trm_vec3_add(rate ? rate : point, -1, rate ? m->v : m->r, arm);
    trm_vec3_cross(w, arm, turn);
    trm_vec3_add(slip, sign, turn, slip);
    if (!rate) trm_vec3_add(slip, sign, m->v, slip);
  }
}

/* rates of the normal and of the place */
static void touch_rates(const TrmTouch *touch, const TrmBodyMotion *const motion[2],
                        double normal[3], double point[3]) {
  Way d = way_to_spot(touch, motion), spot = place_way(motion[touch->turned], touch->one[0]);
  double length = trm_vec3_norm(d.f), slip[3], outward = touch->turned ? -1 : 1;
  double sign = trm_vec3_dot(touch->normal, d.f) < 0 ? -1 : 1;
  for (int k = 0; k < 3; k++) normal[k] = sign * d.d[k] / length;
  trm_vec3_add(normal, -trm_vec3_dot(normal, touch->normal), touch->normal, normal);
  slip_of(touch->point, NULL, motion, slip);
  double opening = trm_vec3_dot(slip, touch->normal);
  memcpy(point, spot.d, 3 * sizeof *point);
  trm_vec3_add(point, outward * (touch->radius[0] + touch->gap / 2), normal, point);
  trm_vec3_add(point, outward * opening / 2, touch->normal, point);
}

/* tangent `axis` of a normal, and how it turns with it: across the axis of ground that the normal
 * is farthest from, and across both; in the plane there is one */
static void tangent_of(int planar, int axis, const double n[3], const double n_rate[3],
                       double tangent[3], double rate[3]) {
  static const double z[3] = {0, 0, 1};
  double e[3] = {0}, first[3], turn[3], size;
  int least = fabs(n[0]) <= fabs(n[1]) ? 0 : 1;
  e[fabs(n[2]) < fabs(n[least]) ? 2 : least] = 1;
  trm_vec3_cross(planar ? z : e, n, first);
  trm_vec3_cross(planar ? z : e, n_rate, turn);
  size = trm_vec3_norm(first);
  for (int k = 0; k < 3; k++) first[k] /= size, turn[k] /= size;
  trm_vec3_add(turn, -trm_vec3_dot(turn, first), first, turn);
  if (axis == 0) {
    memcpy(tangent, first, sizeof first);
    memcpy(rate, turn, sizeof turn);
    return;
  }
  trm_vec3_cross(n, first, tangent);
  trm_vec3_cross(n, turn, rate);
  trm_vec3_cross(n_rate, first, turn);
  trm_vec3_add(rate, 1, turn, rate);
}

/* a sliding row: the place, and which tangent it is along */
typedef struct Slide {
  const TrmRigid *rigid;
  int axis;
} Slide;

static double slide_value(const void *data, const TrmEquations *eq, const TrmState *state,
                          double local[12]) {
  static const double still[3] = {0};
  const Slide *slide = data;
  double tangent[3], rate[3];
  if (!local) return 0;
  const TrmTouch *touch = find_touch(slide->rigid, eq, state);
  tangent_of(eq->system->planar, slide->axis, touch->normal, still, tangent, rate);
  slopes_along(touch, state->contact->encounter->motion, tangent, local);
  return 0;
}

static double slide_gamma(const void *data, const TrmEquations *eq, const TrmState *state) {
  const Slide *slide = data;
  const TrmTouch *touch = find_touch(slide->rigid, eq, state);
  const TrmBodyMotion *const *motion = state->contact->encounter->motion;
  double normal[3], point[3], tangent[3], rate[3], slip[3], turning[3];
  touch_rates(touch, motion, normal, point);
  tangent_of(eq->system->planar, slide->axis, touch->normal, normal, tangent, rate);
  slip_of(touch->point, NULL, motion, slip);
  slip_of(touch->point, point, motion, turning);
  return -trm_vec3_dot(rate, slip) - trm_vec3_dot(tangent, turning);
}

/* why two surfaces have no places that can be followed, or NULL */
static const char *pair_lacks(TrmArena *arena, const TrmSurface *first, const TrmSurface *second) {
  const TrmSurface *a = first->kind > second->kind ? second : first;
  const TrmSurface *b = a == first ? second : first;
  int ball = a->kind == TRM_SURFACE_BALL && b->kind != TRM_SURFACE_CURVE;
  int sharp = a->kind == TRM_SURFACE_BALL && b->kind == TRM_SURFACE_HULL && !(a->radius[0] > 0);
  int cone =
      a->kind == TRM_SURFACE_BALL && b->kind == TRM_SURFACE_ROUND && b->radius[0] != b->radius[1];
  int flat = b->kind == TRM_SURFACE_PLANE && a->kind != TRM_SURFACE_ROUND;
  if ((ball && !sharp && !cone) || (flat && a->kind != TRM_SURFACE_CURVE)) return NULL;
  return trm_arena_printf(arena, "%s against %s", trm_surface_name(first),
                          trm_surface_name(second));
}

/* how many places a pair has */
static size_t count_places(const TrmSurface *a, const TrmSurface *b) {
  const TrmSurface *other = a->kind == TRM_SURFACE_PLANE ? b : a;
  if (a->kind != TRM_SURFACE_PLANE && b->kind != TRM_SURFACE_PLANE) return 1;
  if (other->kind == TRM_SURFACE_CAPSULE) return 2;
  return other->kind == TRM_SURFACE_HULL ? other->solid->corner_count : 1;
}

/* why the contact cannot be followed, or NULL; its places are counted */
static const char *contact_lacks(TrmEquations *eq, size_t contact, size_t *places) {
  const TrmContactPlan *plan = &eq->contacts->plan[contact];
  const TrmContactLaw *law = &plan->contact->law;
  if (law->rubs && law->mu_static < law->mu_dynamic)
    return "surfaces that rub less at rest than in motion";
  if (plan->swept) return "so many surfaces";
  for (size_t k = 0; k < plan->pair_count; k++) {
    const TrmSurface *a = &plan->contact->sides[plan->pairs[k].first].surface;
    const TrmSurface *b = &plan->contact->sides[plan->pairs[k].second].surface;
    const char *lacks = pair_lacks(eq->arena, a, b);
    if (lacks) return lacks;
    *places += count_places(a, b);
    if (*places > MOST_PLACES) return "so many surfaces";
  }
  return NULL;
}

/* the sliding rows and the friction of a place */
static void lay_slides(TrmEquations *eq, TrmRow row, TrmRigid *place, size_t side) {
  const TrmContact *contact = &eq->system->contacts[place->contact];
  place->slides = eq->system->planar ? 1 : 2;
  place->slide_row = eq->row_count;
  row.level = TRM_LEVEL_VELOCITY;
  for (unsigned k = 0; k < place->slides; k++) {
    Slide *slide = trm_arena_alloc(eq->arena, sizeof *slide);
    *slide = (Slide){place, (int)k};
    TrmGiven given = {.data = slide,
                      .body = {place->surface[0]->body, place->surface[1]->body},
                      .value = slide_value,
                      .gamma = slide_gamma};
    row.part++;
    trm_given_add(eq, row, &given);
  }
  trm_dry_add(eq, (TrmDry){.row = place->slide_row,
                           .count = place->slides,
                           .item = contact->item,
                           .stick = contact->law.mu_static,
                           .slide = contact->law.mu_dynamic,
                           .side = (int)side,
                           .joint = -1});
}

/* the row and condition of a place */
static void lay_place(TrmEquations *eq, TrmRigid place) {
  const TrmContact *contact = &eq->system->contacts[place.contact];
  TrmRow row = {.owner = TRM_OWNER_CONTACT, .index = (unsigned)place.contact, .course = -1};
  TrmSide side = {.kind = TRM_SIDE_CONTACT, .item = contact->item};
  TrmRigid *kept = &eq->rigid[eq->rigid_count++];
  *kept = place;
  TrmGiven given = {.data = kept,
                    .body = {place.surface[0]->body, place.surface[1]->body},
                    .value = gap_value,
                    .gamma = gap_gamma};
  row.dimension = (TrmDimension)TRM_LENGTH;
  side.restitution = contact->law.restitution;
  side.poisson = contact->law.poisson;
  side.row = kept->row = trm_given_add(eq, row, &given);
  size_t number = trm_side_add(eq, side);
  if (contact->law.rubs && contact->law.mu_static > 0) lay_slides(eq, row, kept, number);
}

/* the places of two surfaces */
static void lay_pair(TrmEquations *eq, size_t contact, const TrmSurface *a, const TrmSurface *b) {
  int one = a->kind == TRM_SURFACE_PLANE;
  TrmRigid place = {.contact = contact, .surface = {a, b}, .one = one};
  const TrmSurface *other = place.surface[one];
  size_t count = count_places(a, b);
  int spots = other->kind == TRM_SURFACE_CAPSULE || other->kind == TRM_SURFACE_HULL;
  spots = spots && (a->kind == TRM_SURFACE_PLANE || b->kind == TRM_SURFACE_PLANE);
  for (size_t k = 0; k < count; k++) {
    if (spots) {
      int hull = other->kind == TRM_SURFACE_HULL;
      place.spot = hull ? other->solid->corner + 3 * k : other->p[k];
      place.radius = hull ? 0 : other->radius[0];
    }
    lay_place(eq, place);
  }
}

void trm_rigid_layout(TrmLayout *layout) {
  TrmEquations *eq = layout->eq;
  size_t places = 0, lacking = 0, count = eq->contacts->count;
  eq->rigid_lacks = trm_arena_array(eq->arena, count + 1, sizeof *eq->rigid_lacks);
  for (size_t i = 0; i < count; i++) {
    const TrmContact *contact = &eq->system->contacts[i];
    if (!contact->rigid || !contact->ready || contact->lacking) continue;
    eq->rigid_lacks[i] = contact_lacks(eq, i, &places);
    lacking += eq->rigid_lacks[i] != NULL;
  }
  if (lacking || !places) return;
  eq->rigid = trm_arena_array(eq->arena, places + 1, sizeof *eq->rigid);
  for (size_t i = 0; i < count; i++) {
    const TrmContactPlan *plan = &eq->contacts->plan[i];
    const TrmContact *contact = plan->contact;
    if (!contact->rigid || !contact->ready || contact->lacking) continue;
    for (size_t k = 0; k < plan->pair_count; k++)
      lay_pair(eq, i, &contact->sides[plan->pairs[k].first].surface,
               &contact->sides[plan->pairs[k].second].surface);
  }
}

const char *trm_rigid_lacks(const TrmEquations *eq, size_t contact) {
  return eq->rigid_lacks[contact];
}

void trm_rigid_bear(const TrmEquations *eq, TrmState *state, const double *lambda) {
  static const double still[3] = {0};
  memset(state->contact->borne, 0, eq->contacts->count * sizeof *state->contact->borne);
  for (size_t i = 0; i < eq->rigid_count; i++) {
    const TrmRigid *rigid = &eq->rigid[i];
    TrmBorne *borne = &state->contact->borne[rigid->contact];
    double press = state->off[rigid->row] ? 0 : -lambda[rigid->row];
    if (!(press > 0)) continue;
    const TrmTouch *touch = find_touch(rigid, eq, state);
    borne->press += press;
    borne->touches++;
    trm_vec3_add(borne->force, -press, touch->normal, borne->force);
    for (unsigned k = 0; k < rigid->slides; k++) {
      double tangent[3], rate[3];
      tangent_of(eq->system->planar, (int)k, touch->normal, still, tangent, rate);
      trm_vec3_add(borne->force, lambda[rigid->slide_row + k], tangent, borne->force);
    }
    double share = press / borne->press;
    for (int k = 0; k < 3; k++) {
      borne->point[k] += share * (touch->point[k] - borne->point[k]);
      borne->normal[k] += share * (touch->normal[k] - borne->normal[k]);
    }
  }
}
