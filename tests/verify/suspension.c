/* SPDX-License-Identifier: Apache-2.0
 *
 * Suspensions: a double wishbone and a MacPherson strut against loops of vectors solved here, by
 * intersections of three spheres and one search for the height of the wheel; rates against
 * differences of them. Both sides of an axle are alike, and a steered one obeys its definitions.
 */
#include "trammel/suspension.h"
#include "check.h"
#include "trammel/trammel.h"

enum { ROWS = 9 };
static const double degree = 0.017453292519943295;

typedef struct Vec {
  double x, y, z;
} Vec;

static Vec vec(double x, double y, double z) {
  return (Vec){x, y, z};
}
static Vec plus(Vec a, double s, Vec b) {
  return vec(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}
static Vec minus(Vec a, Vec b) {
  return plus(a, -1, b);
}
static double dot(Vec a, Vec b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
static Vec cross(Vec a, Vec b) {
  return vec(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static double norm(Vec a) {
  return sqrt(dot(a, a));
}
static Vec unit(Vec a) {
  return plus(vec(0, 0, 0), 1 / norm(a), a);
}

/* hard points at the design position, mm */
typedef struct Corner {
  int strut;
  Vec lower_front, lower_rear, lower, upper_front, upper_rear, upper, foot, inner, outer, centre;
  Vec spring_top, spring_seat; /* on ground; on the lower arm, or on the upright of a strut */
  double radius, wheelbase, cg_height, brake_share;
} Corner;

static const Corner wishbone = {.lower_front = {180, 380, 195},
                                .lower_rear = {-200, 385, 190},
                                .lower = {5, 715, 180},
                                .upper_front = {110, 450, 480},
                                .upper_rear = {-130, 455, 470},
                                .upper = {-15, 680, 490},
                                .inner = {-125, 370, 260},
                                .outer = {-130, 700, 255},
                                .centre = {0, 770, 315},
                                .radius = 315};

static const Corner macpherson = {.strut = 1,
                                  .lower_front = {20, 390, 205},
                                  .lower_rear = {-310, 400, 215},
                                  .lower = {8, 735, 195},
                                  .upper = {-35, 600, 870},
                                  .foot = {-8, 660, 420},
                                  .inner = {-140, 340, 270},
                                  .outer = {-145, 710, 262},
                                  .centre = {0, 780, 310},
                                  .spring_top = {-35, 600, 870},
                                  .spring_seat = {-8, 660, 420},
                                  .radius = 310,
                                  .wheelbase = 2550,
                                  .cg_height = 540,
                                  .brake_share = 0.65};

/* the point at these distances from three others, of the two that nearer to `near` */
static Vec meet(Vec a, double ra, Vec b, double rb, Vec c, double rc, Vec near) {
  Vec e = unit(minus(b, a)), d = minus(c, a);
  double i = dot(e, d), u = norm(minus(b, a));
  Vec f = unit(plus(d, -i, e)), g = cross(e, f);
  double j = dot(f, d), p = (ra * ra - rb * rb + u * u) / (2 * u);
  double q = (ra * ra - rc * rc + i * i + j * j - 2 * i * p) / (2 * j);
  double h = sqrt(ra * ra - p * p - q * q);
  Vec flat = plus(plus(a, p, e), q, f), one = plus(flat, h, g), other = plus(flat, -h, g);
  return norm(minus(one, near)) < norm(minus(other, near)) ? one : other;
}

/* where a corner is */
typedef struct Place {
  Vec lower, upper, outer, centre, axis, seat;
} Place;

/* a point that three others carry */
static Vec carry(const Vec design[3], const Vec now[3], Vec p) {
  Vec e[2][3];
  for (int k = 0; k < 2; k++) {
    const Vec *q = k ? now : design;
    e[k][0] = unit(minus(q[1], q[0]));
    e[k][2] = unit(cross(e[k][0], minus(q[2], q[0])));
    e[k][1] = cross(e[k][2], e[k][0]);
  }
  Vec d = minus(p, design[0]), out = now[0];
  for (int i = 0; i < 3; i++) out = plus(out, dot(d, e[0][i]), e[1][i]);
  return out;
}

/* with the lower arm turned by an angle and the rack moved */
static Place place_at(const Corner *c, double angle, double rack) {
  Vec axis = unit(minus(c->lower_rear, c->lower_front)), arm = minus(c->lower, c->lower_front);
  Vec along = plus(vec(0, 0, 0), dot(axis, arm), axis), out = minus(arm, along);
  Place p;
  p.lower =
      plus(plus(plus(c->lower_front, 1, along), cos(angle), out), sin(angle), cross(axis, out));
  Vec inner = plus(c->inner, rack, vec(0, 1, 0)), pin = c->upper;
  p.upper = c->upper;
  if (c->strut) {
    /* the top is where the line of the strut, fixed in the upright, has its distance from L */
    Vec line = unit(minus(c->upper, c->foot)), from = minus(c->foot, c->lower);
    double b = dot(line, from), reach = norm(minus(c->upper, p.lower));
    pin = plus(c->foot, -b + sqrt(b * b - dot(from, from) + reach * reach), line);
  } else {
    p.upper = meet(c->upper_front, norm(minus(c->upper, c->upper_front)), c->upper_rear,
                   norm(minus(c->upper, c->upper_rear)), p.lower, norm(minus(c->upper, c->lower)),
                   c->upper);
  }
  p.outer = meet(inner, norm(minus(c->outer, c->inner)), p.lower, norm(minus(c->outer, c->lower)),
                 p.upper, norm(minus(c->outer, pin)), c->outer);
  const Vec design[3] = {c->lower, pin, c->outer}, now[3] = {p.lower, p.upper, p.outer};
  p.centre = carry(design, now, c->centre);
  p.axis = minus(carry(design, now, plus(c->centre, 1, vec(0, 1, 0))), p.centre);
  p.seat = carry(design, now, c->spring_seat);
  return p;
}

/* with the wheel's centre at a height above its design */
static Place place_of(const Corner *c, double travel, double rack) {
  double low = -0.4, high = 0.4;
  int rises = place_at(c, high, rack).centre.z > place_at(c, low, rack).centre.z;
  for (int i = 0; i < 200; i++) {
    double middle = (low + high) / 2;
    int above = place_at(c, middle, rack).centre.z > c->centre.z + travel;
    *(above == rises ? &high : &low) = middle;
  }
  return place_at(c, (low + high) / 2, rack);
}

static Vec contact_of(const Corner *c, const Place *p) {
  double flat = sqrt(1 - p->axis.z * p->axis.z);
  Vec down = unit(vec(p->axis.z * p->axis.x, p->axis.z * p->axis.y, -flat * flat));
  return plus(p->centre, c->radius, down);
}

/* by name, as the definitions say */
static double quantity(const Corner *c, const char *name, double travel, double rack) {
  Place p = place_of(c, travel, rack);
  Vec a = p.axis, u = minus(p.upper, p.lower), t = contact_of(c, &p);
  Vec start = contact_of(c, &(Place){.centre = c->centre, .axis = {0, 1, 0}});
  Vec ground = plus(p.lower, (t.z - p.lower.z) / u.z, u), ahead = unit(cross(a, vec(0, 0, 1)));
  if (strcmp(name, "travel") == 0) return p.centre.z - c->centre.z;
  if (strcmp(name, "camber") == 0) return -asin(a.z) / degree;
  if (strcmp(name, "toe") == 0) return atan2(a.x, a.y) / degree;
  if (strcmp(name, "steer") == 0) return atan2(-a.x, a.y) / degree;
  if (strcmp(name, "caster") == 0) return atan2(-u.x, u.z) / degree;
  if (strcmp(name, "kingpin") == 0) return atan2(-u.y, u.z) / degree;
  if (strcmp(name, "trail") == 0) return dot(minus(ground, t), ahead);
  if (strcmp(name, "scrub") == 0) return dot(minus(t, ground), unit(vec(a.x, a.y, 0)));
  if (strcmp(name, "half_track") == 0) return t.y;
  if (strcmp(name, "wheelbase_change") == 0) return t.x - start.x;
  if (strcmp(name, "spring") == 0) return norm(minus(c->spring_top, p.seat));
  if (strcmp(name, "arm") == 0) return p.centre.x;
  return (double)NAN;
}

/* differences of the fourth order */
static double slope(const Corner *c, const char *name, double travel) {
  const double h = 0.5;
  return (8 * (quantity(c, name, travel + h, 0) - quantity(c, name, travel - h, 0)) -
          quantity(c, name, travel + 2 * h, 0) + quantity(c, name, travel - 2 * h, 0)) /
         (12 * h);
}

/* the velocity of the carrier's point at the contact per height of the wheel */
static Vec contact_rate(const Corner *c, double travel) {
  const double h = 0.5;
  Vec sum = vec(0, 0, 0);
  Place p = place_of(c, travel, 0);
  Vec t = contact_of(c, &p), pin = p.upper;
  static const double weight[4] = {1, -8, 8, -1};
  static const double step[4] = {-2, -1, 1, 2};
  const Vec design[3] = {p.lower, p.outer, p.centre};
  (void)pin;
  for (int i = 0; i < 4; i++) {
    Place q = place_of(c, travel + step[i] * h, 0);
    const Vec now[3] = {q.lower, q.outer, q.centre};
    sum = plus(sum, weight[i] / (12 * h), carry(design, now, t));
  }
  return sum;
}

static double rate(const Corner *c, const char *name, double travel) {
  Place p = place_of(c, travel, 0);
  Vec v = contact_rate(c, travel);
  if (strcmp(name, "camber_gain") == 0) return slope(c, "camber", travel);
  if (strcmp(name, "bump_steer") == 0) return slope(c, "toe", travel);
  if (strcmp(name, "roll_centre") == 0) return contact_of(c, &p).y * v.y / v.z;
  if (strcmp(name, "motion_ratio") == 0) return -slope(c, "spring", travel);
  if (strcmp(name, "anti_dive") == 0)
    return 100 * c->brake_share * c->wheelbase / c->cg_height * v.x / v.z;
  return (double)NAN;
}

/* a sweep of a model and its signals */
typedef struct Swept {
  TrmLog *log;
  TrmModel *model;
  TrmSystem *described, *system;
  TrmAnalysis *analysis;
  TrmStatus status;
  double *values;
} Swept;

static Swept sweep_begin(const char *path, TrmSweep sweep) {
  Swept s = {.log = trm_log_new()};
  s.status = trm_model_read(path, NULL, 0, s.log, &s.model);
  if (s.status == TRM_OK) s.status = trm_suspension_find(s.model, s.log);
  if (s.status == TRM_OK) s.status = trm_system_compile(s.model, s.log, &s.described);
  if (s.status == TRM_OK) s.status = trm_suspension_sweep(s.model, s.described, &sweep, s.log);
  if (s.status == TRM_OK) s.status = trm_system_compile(s.model, s.log, &s.system);
  if (s.status == TRM_OK) s.status = trm_analysis_new(s.system, s.log, &s.analysis);
  if (s.status == TRM_OK) s.status = trm_analysis_assemble(s.analysis, s.log);
  if (s.status == TRM_OK) s.status = trm_analysis_drive(s.analysis, s.log);
  CHECK(s.status == TRM_OK);
  if (s.analysis) s.values = calloc(trm_analysis_signals(s.analysis), sizeof *s.values);
  return s;
}

/* to row i of ROWS */
static int sweep_to(Swept *s, int i) {
  if (s->status != TRM_OK || !s->values) return 0;
  if (i) s->status = trm_analysis_advance(s->analysis, (double)i / (ROWS - 1), s->log);
  CHECK(s->status == TRM_OK);
  if (s->status == TRM_OK) trm_analysis_values(s->analysis, s->values);
  return s->status == TRM_OK;
}

static double sweep_value(const Swept *s, const char *wheel, const char *name) {
  char full[64];
  snprintf(full, sizeof full, "%s_%s", wheel, name);
  for (size_t i = 0; i < trm_analysis_signals(s->analysis); i++)
    if (strcmp(trm_analysis_signal(s->analysis, i, NULL), full) == 0) return s->values[i];
  fprintf(stderr, "no signal %s\n", full);
  return (double)NAN;
}

static void sweep_end(Swept *s) {
  free(s->values);
  trm_analysis_free(s->analysis);
  trm_system_free(s->system);
  trm_system_free(s->described);
  trm_model_free(s->model);
  trm_log_free(s->log);
}

static double worse(double worst, double error) {
  return fabs(error) <= worst ? worst : fabs(error);
}

static const char *const positions[] = {"travel",           "camber", "toe",   "caster",
                                        "kingpin",          "trail",  "scrub", "half_track",
                                        "wheelbase_change", NULL};

/* travel of one wheel against the loop */
static void check_travel(const char *path, const char *wheel, const Corner *corner,
                         const char *what, const char *const *rates) {
  char text[96];
  Swept s = sweep_begin(path, (TrmSweep){TRM_SWEEP_TRAVEL, -0.05, 0.06});
  double worst[16] = {0}, worst_rate[8] = {0};
  for (int i = 0; i < ROWS && sweep_to(&s, i); i++) {
    double travel = -50 + 110.0 * i / (ROWS - 1);
    for (int k = 0; positions[k]; k++)
      worst[k] = worse(worst[k], sweep_value(&s, wheel, positions[k]) -
                                     quantity(corner, positions[k], travel, 0));
    for (int k = 0; rates[k]; k++)
      worst_rate[k] =
          worse(worst_rate[k], sweep_value(&s, wheel, rates[k]) - rate(corner, rates[k], travel));
  }
  for (int k = 0; positions[k]; k++) {
    snprintf(text, sizeof text, "%s of a %s, deg or mm", positions[k], what);
    check_figure("suspensions", text, "loop of vectors", worst[k], 1e-9);
  }
  for (int k = 0; rates[k]; k++) {
    snprintf(text, sizeof text, "%s of a %s", rates[k], what);
    check_figure("suspensions", text, "differences of the loop", worst_rate[k], 1e-7);
  }
  sweep_end(&s);
}

/* steering of the strut against the loop */
static void check_steering(void) {
  static const char *const names[] = {"steer", "camber", "caster", "kingpin",
                                      "trail", "scrub",  NULL};
  Swept s = sweep_begin("examples/macpherson.yaml", (TrmSweep){TRM_SWEEP_STEER, -0.03, 0.04});
  double worst = 0;
  for (int i = 0; i < ROWS && sweep_to(&s, i); i++)
    for (int k = 0; names[k]; k++)
      worst = worse(worst, sweep_value(&s, "left", names[k]) -
                               quantity(&macpherson, names[k], 0, -30 + 70.0 * i / (ROWS - 1)));
  check_figure("suspensions", "steering of a MacPherson strut, deg or mm", "loop of vectors", worst,
               1e-9);
  sweep_end(&s);
}

/* an axle is alike on both sides, and in roll and steering each side is the other's mirror image */
static void check_axle(void) {
  static const char *const names[] = {"travel",     "camber",       "toe",
                                      "caster",     "trail",        "roll_centre",
                                      "bump_steer", "motion_ratio", NULL};
  static const char *const turned[] = {"camber", "kingpin", "trail", "scrub", NULL};
  static const TrmSweep sweeps[] = {{TRM_SWEEP_TRAVEL, -0.03, 0.03},
                                    {TRM_SWEEP_ROLL, -0.04, 0.04},
                                    {TRM_SWEEP_STEER, -0.02, 0.02}};
  for (int k = 0; k < 3; k++) {
    const char *const *list = k == 2 ? turned : names;
    double left[ROWS][16] = {{0}}, right[ROWS][16] = {{0}}, worst = 0, side = 0, middle = 0;
    Swept s = sweep_begin("examples/formula-front-axle.yaml", sweeps[k]);
    for (int i = 0; i < ROWS && sweep_to(&s, i); i++) {
      for (int j = 0; list[j]; j++) {
        left[i][j] = sweep_value(&s, "left", list[j]);
        right[i][j] = sweep_value(&s, "right", list[j]);
      }
      if (k == 0) side = worse(side, sweep_value(&s, "front_axle", "roll_centre_side"));
      if (k == 0)
        middle = worse(middle, sweep_value(&s, "front_axle", "roll_centre_height") -
                                   sweep_value(&s, "left", "roll_centre"));
    }
    for (int i = 0; i < ROWS; i++)
      for (int j = 0; list[j]; j++)
        worst = worse(worst, left[i][j] - right[k ? ROWS - 1 - i : i][j]);
    check_figure("suspensions",
                 k == 0   ? "left against right in travel, deg or mm"
                 : k == 1 ? "left against right in roll, deg or mm"
                          : "left against right in steering, deg or mm",
                 "symmetry", worst, 1e-9);
    if (k == 0)
      check_figure("suspensions", "roll centre of an axle, mm", "that of one wheel in the middle",
                   worse(side, middle), 1e-7);
    sweep_end(&s);
  }
}

int main(void) {
  static const char *const free_rates[] = {"camber_gain", "bump_steer", "roll_centre", NULL};
  static const char *const all_rates[] = {"camber_gain",  "bump_steer", "roll_centre",
                                          "motion_ratio", "anti_dive",  NULL};
  check_travel("examples/quarter-car.yaml", "wheel", &wishbone, "double wishbone", free_rates);
  check_travel("examples/macpherson.yaml", "left", &macpherson, "MacPherson strut", all_rates);
  check_steering();
  check_axle();
  return check_done();
}
