/* SPDX-License-Identifier: Apache-2.0
 *
 * Spatial mechanisms with closed forms: slider crank, Cardan shaft, constant-velocity joint, and
 * Bricard's linkage, whose folds p and q alternate with (1 + cos p)(1 + cos q) = 1.
 */
#include "run.h"

static const double pi = 3.14159265358979323846;

/* x, y, z of a centre and the turns of a body, in the order of the signals */
static void body_truth(JetVec centre, JetVec spin, Jet *out) {
  Jet values[] = {centre.x, centre.y, centre.z, spin.x, spin.y, spin.z};
  memcpy(out, values, sizeof values);
}

/* slider crank: B on a circle about A = (0, 0.1, 0.12), C on the x axis, rod 0.3 */
static const char *const slider_signals[] = {
    "rod.x",        "rod.y",        "rod.z",        "rod.turnx", "rod.turny",
    "rod.turnz",    "slider.x",     "slider.y",     "slider.z",  "crank.turnx",
    "slider.turnx", "slider.turny", "slider.turnz", "stroke",    NULL};

static void slider_points(Jet t, JetVec *b, JetVec *c) {
  Jet angle = jet_scale(2 * pi, t);
  b->x = jet(0);
  b->y = jet_shift(0.1, jet_scale(-0.08, jet_sin(angle)));
  b->z = jet_shift(0.12, jet_scale(0.08, jet_cos(angle)));
  Jet away = jet_add(jet_mul(b->y, b->y), jet_mul(b->z, b->z));
  *c = (JetVec){jet_sqrt(jet_sub(jet(0.09), away)), jet(0), jet(0)};
}

/* the rod's arm of the cross stays perpendicular to the rod and to the slider's arm z */
static void slider_truth(Jet t, Jet *out) {
  JetVec b, c, axes[3];
  slider_points(t, &b, &c);
  axes[0] = jet_unit(jet_vec_sub(c, b));
  axes[1] = jet_unit(jet_cross(jet_vec(0, 0, 1), axes[0]));
  axes[2] = jet_cross(axes[0], axes[1]);
  body_truth(jet_vec_scale(0.5, jet_vec_add(b, c)), jet_spin(axes), out);
  Jet rest[] = {c.x, c.y, c.z, jet_scale(2 * pi, t), jet(0), jet(0), jet(0), jet_shift(-0.2, c.x)};
  memcpy(out + 6, rest, sizeof rest);
}

static void test_slider(const char *command) {
  for (int i = 0; i <= 20; i++) {
    JetVec b, c;
    slider_points(jet_time(0.05 * i), &b, &c);
    check_constant("rod", jet_norm(jet_vec_sub(c, b)), 0.3, 10);
    check_constant("crank", jet_norm(jet_vec_sub(b, jet_vec(0, 0.1, 0.12))), 0.08, 10);
  }
  Run run = run_kinematics(command, "examples/spatial-slider-crank.yaml", "");
  run_compare(&run, "spatial slider crank", "closed form", slider_truth, slider_signals, 0.3);
  run_free(&run);
}

/* Cardan shaft: tan(out) = tan(in) cos(bend) when the driver's arm starts across both shafts */
static const char *const hooke_signals[] = {
    "driver.turnx", "driven.turnx", "driven.turny", "driven.turnz", "driven.x", "driven.y",
    "driven.z",     "speed_out",    "arm_x",        "arm_z",        NULL};

static Jet hooke_angle(Jet in, double bend) {
  return jet_atan2(jet_scale(cos(bend), jet_sin(in)), jet_cos(in));
}

static void hooke_truth(Jet t, Jet *out) {
  double bend = pi / 6;
  Jet in = jet_scale(2 * pi, t), angle = hooke_angle(in, bend);
  Jet values[] = {in,
                  jet_scale(cos(bend), angle),
                  jet_scale(sin(bend), angle),
                  jet(0),
                  jet(0.15 * cos(bend)),
                  jet(0.15 * sin(bend)),
                  jet(0),
                  jet(angle.d),
                  jet_scale(-0.3 * sin(bend), jet_cos(angle)),
                  jet_scale(0.3, jet_sin(angle))};
  memcpy(out, values, sizeof values);
}

static void test_hooke(const char *command) {
  /* the arms of the cross stay perpendicular */
  for (int i = 0; i <= 20; i++) {
    double bend = pi / 6;
    Jet in = jet_scale(2 * pi, jet_time(0.05 * i));
    JetVec shaft = jet_vec(cos(bend), sin(bend), 0);
    JetVec one = jet_turn(jet_vec(0, 0, 1), jet_vec(1, 0, 0), in);
    JetVec two = jet_turn(jet_vec(-sin(bend), cos(bend), 0), shaft, hooke_angle(in, bend));
    check_constant("the cross", jet_dot(one, two), 0, 40);
  }
  Run run = run_kinematics(command, "examples/hooke-shaft.yaml", "");
  run_compare(&run, "Cardan shaft at 30 degrees", "closed form", hooke_truth, hooke_signals, 0.3);
  run_free(&run);
}

/* Steered wheel: the shortest turn from one shaft to the other is the steering angle, so the wheel
 * turns in its knuckle as the shaft does in the gearbox. */
static const char *const wheel_signals[] = {
    "wheel.x", "wheel.y", "wheel.z", "wheel.turnx",   "wheel.turny", "wheel.turnz",
    "rim_x",   "rim_y",   "rim_z",   "knuckle.turnz", "shaft.turny", NULL};

static void wheel_truth(Jet t, Jet *out) {
  JetVec x = jet_vec(1, 0, 0), y = jet_vec(0, 1, 0), z = jet_vec(0, 0, 1), axes[3] = {x, y, z};
  Jet turn = jet_scale(10 * pi, t);
  Jet steer = jet_scale(35 * pi / 180, jet_sin(jet_scale(2 * pi, t)));
  for (int i = 0; i < 3; i++) axes[i] = jet_turn(jet_turn(axes[i], y, turn), z, steer);
  body_truth(jet_vec_scale(0.125, axes[1]), jet_spin(axes), out);
  JetVec rim = jet_vec_add(jet_vec_scale(0.1, axes[1]), jet_vec_scale(0.3, axes[2]));
  Jet rest[] = {rim.x, rim.y, rim.z, steer, turn};
  memcpy(out + 6, rest, sizeof rest);
}

static void test_wheel(const char *command) {
  /* angular velocity is that of the knuckle and of the shaft's turn about the wheel's axis */
  Jet t = jet_time(0.3), out[RUN_SIGNALS];
  wheel_truth(t, out);
  Jet steer = out[9];
  CHECK_NEAR(out[3].d, -10 * pi * sin(steer.v), 1e-13);
  CHECK_NEAR(out[4].d, 10 * pi * cos(steer.v), 1e-13);
  CHECK_NEAR(out[5].d, steer.d, 1e-13);
  Run run = run_kinematics(command, "examples/constant-velocity.yaml", "");
  run_compare(&run, "constant-velocity joint, steered", "equal turns", wheel_truth, wheel_signals,
              0.3);
  run_free(&run);
}

/* Bricard's linkage: hinges at P, with axes y z x y z x; even hinges turn by one angle with
 * alternating sign, odd ones by another */
static const char *const bricard_signals[] = {
    "rod1.x", "rod1.y", "rod1.z", "rod1.turnx", "rod1.turny", "rod1.turnz",
    "rod2.x", "rod2.y", "rod2.z", "rod2.turnx", "rod2.turny", "rod2.turnz",
    "rod3.x", "rod3.y", "rod3.z", "rod3.turnx", "rod3.turny", "rod3.turnz",
    "rod4.x", "rod4.y", "rod4.z", "rod4.turnx", "rod4.turny", "rod4.turnz",
    "rod5.x", "rod5.y", "rod5.z", "rod5.turnx", "rod5.turny", "rod5.turnz",
    "x",      "y",      "z",      NULL};

/* the chain of rods from ground, for the folds p and q; gives the end of the chain and its axes */
static JetVec bricard_chain(Jet p, Jet q, Jet *out, JetVec axes[3]) {
  static const int hinge[6] = {1, 2, 0, 1, 2, 0};
  static const double rod[6][3] = {{1, 0, 0}, {0, -1, 0}, {0, 0, 1}, {-1, 0, 0}, {0, 1, 0}, {0}};
  JetVec place = jet_vec(0, 0, 0);
  Jet even = jet_shift(-pi / 2, p), odd = jet_shift(pi / 2, q);
  axes[0] = jet_vec(1, 0, 0), axes[1] = jet_vec(0, 1, 0), axes[2] = jet_vec(0, 0, 1);
  for (int k = 0; k < 6; k++) {
    /* signs - + - + - + along the chain */
    Jet angle = jet_scale(k % 2 ? 1 : -1, k % 2 ? odd : even);
    JetVec axis = axes[hinge[k]];
    for (int i = 0; i < 3; i++) axes[i] = jet_turn(axes[i], axis, angle);
    JetVec way = jet_vec_scale(rod[k][0], axes[0]);
    way = jet_vec_add(way, jet_vec_scale(rod[k][1], axes[1]));
    way = jet_vec_add(way, jet_vec_scale(rod[k][2], axes[2]));
    if (k < 5)
      body_truth(jet_vec_add(place, jet_vec_scale(0.5, way)), jet_spin(axes), out + 6L * k);
    place = jet_vec_add(place, way);
    if (k == 1) out[30] = place.x, out[31] = place.y, out[32] = place.z;
  }
  return place;
}

/* driven at the first hinge: p = 90 deg cos(2 pi t) */
static void fold_angles(Jet t, Jet *p, Jet *q) {
  *p = jet_scale(pi / 2, jet_cos(jet_scale(2 * pi, t)));
  Jet cosine = jet_shift(-1, jet_inverse(jet_shift(1, jet_cos(*p))));
  *q = jet_scale(-1, jet_acos(cosine));
}

/* driven through whole turns: (p + q)/4 and (p - q)/4 are asin(sin/sqrt(2)) and asin(cos/sqrt(2))
 */
static void turn_angles(Jet t, Jet *p, Jet *q) {
  Jet turn = jet_scale(2 * pi, t);
  Jet sum = jet_scale(2, jet_asin(jet_scale(sqrt(0.5), jet_sin(turn))));
  Jet difference = jet_scale(2, jet_asin(jet_scale(sqrt(0.5), jet_cos(turn))));
  *p = jet_add(sum, difference);
  *q = jet_sub(sum, difference);
}

static void fold_truth(Jet t, Jet *out) {
  Jet p, q;
  JetVec axes[3];
  fold_angles(t, &p, &q);
  bricard_chain(p, q, out, axes);
}

static void turn_truth(Jet t, Jet *out) {
  Jet p, q;
  JetVec axes[3];
  turn_angles(t, &p, &q);
  bricard_chain(p, q, out, axes);
}

/* the chain ends at P5 on ground, with ground's axes */
static void bricard_closes(void (*angles)(Jet t, Jet *p, Jet *q)) {
  for (int i = 0; i <= 20; i++) {
    Jet p, q, out[RUN_SIGNALS];
    JetVec axes[3];
    angles(jet_time(0.05 * i), &p, &q);
    JetVec end = bricard_chain(p, q, out, axes);
    check_constant("x of the end", end.x, 0, 1000);
    check_constant("y of the end", end.y, 0, 1000);
    check_constant("z of the end", end.z, 1, 1000);
    check_constant("x axis", axes[0].x, 1, 1000);
    check_constant("y axis", axes[1].y, 1, 1000);
  }
}

static void test_bricard(const char *command) {
  bricard_closes(fold_angles);
  bricard_closes(turn_angles);
  Run run = run_kinematics(command, "examples/bricard.yaml", "");
  run_compare(&run, "Bricard's linkage, folded", "closed form", fold_truth, bricard_signals, 1);
  run_free(&run);
  run = run_kinematics(command, "examples/bricard-turn.yaml", "");
  run_compare(&run, "Bricard's linkage, whole turns", "closed form", turn_truth, bricard_signals,
              1);
  run_free(&run);
}

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  test_slider(argv[1]);
  test_hooke(argv[1]);
  test_wheel(argv[1]);
  test_bricard(argv[1]);
  return check_done();
}
