/* SPDX-License-Identifier: Apache-2.0
 *
 * The three machines of the planar report: slider crank, straight-line linkage and multiplier, held
 * against closed forms, and against the numbers of the report recomputed to all digits.
 */
#include "run.h"

static const double pi = 3.14159265358979323846;

/* slider crank: crank 10 sqrt(2), coupler 15 sqrt(2), guide y = -5, phi2 = pi/4 + t/2 */
static const char *const crank_signals[] = {
    "crank.x",  "crank.y",  "crank.turnz",  "coupler.x",      "coupler.y", "coupler.turnz",
    "slider.x", "slider.y", "slider.turnz", "~coupler_angle", "stroke",    NULL};

static void crank_truth(Jet t, Jet *out) {
  double r = 10 * sqrt(2), l = 15 * sqrt(2);
  Jet phi2 = jet_shift(pi / 4, jet_scale(0.5, t));
  Jet bx = jet_scale(r, jet_cos(phi2)), by = jet_scale(r, jet_sin(phi2));
  Jet phi3 = jet_asin(jet_scale(1 / l, jet_sub(jet(-5), by)));
  Jet x = jet_add(bx, jet_scale(l, jet_cos(phi3)));
  out[0] = jet_scale(0.5, bx);
  out[1] = jet_scale(0.5, by);
  out[2] = phi2;
  out[3] = jet_add(bx, jet_scale(l / 3, jet_cos(phi3)));
  out[4] = jet_add(by, jet_scale(l / 3, jet_sin(phi3)));
  out[5] = phi3;
  out[6] = x;
  out[7] = jet(-5);
  out[8] = jet(0);
  out[9] = phi3;
  out[10] = jet_shift(-25, x);
}

/* x4, v4 and phi3 at whole seconds */
static const double crank_table[11][3] = {
    {25.0, -10.0, -0.7853981633974483},
    {14.235939617165775, -10.39023936844587, -1.066266836660581},
    {6.780806674977489, -4.015164363719462, -1.0909728773580616},
    {5.0175465941559585, -0.25415104230274005, -0.831988264578514},
    {5.4902950412284, 1.045541192533137, -0.4872250820566756},
    {7.007641455343874, 2.004001224390691, -0.1406250405753988},
    {9.613233932203139, 3.3014087428550156, 0.16521060124247175},
    {13.841624006322661, 5.265884997300483, 0.380202433742029},
    {20.19167191114199, 7.297325019564767, 0.44359403371142236},
    {27.73275479500171, 7.256736180239124, 0.33046187708658786},
    {33.566543871545576, 3.8913797496605067, 0.0827136237242397}};

static void test_slider_crank(const char *command) {
  /* the closed form closes the loop and gives the table */
  for (int i = 0; i <= 10; i++) {
    Jet o[RUN_SIGNALS];
    crank_truth(jet_time(i), o);
    JetVec pin = {jet_scale(2, o[0]), jet_scale(2, o[1]), jet(0)}, end = {o[6], o[7], jet(0)};
    check_constant("crank", jet_norm(pin), 10 * sqrt(2), 10);
    check_constant("coupler", jet_norm(jet_vec_sub(end, pin)), 15 * sqrt(2), 10);
    CHECK_NEAR(o[6].v, crank_table[i][0], 1e-14);
    CHECK_NEAR(o[6].d, crank_table[i][1], 1e-13);
    CHECK_NEAR(o[9].v, crank_table[i][2], 1e-14);
  }
  Run run = run_kinematics(command, "examples/slider-crank-report.yaml", "");
  run_compare(&run, "slider crank of the report", "closed form", crank_truth, crank_signals, 25);
  double worst = run.rows ? 0 : HUGE_VAL;
  for (int i = 0; i <= 10; i++) {
    double x = run_value(&run, "slider.x", run_row(&run, i));
    worst = fmax(worst, isnan(x) ? HUGE_VAL : fabs(x - crank_table[i][0]));
  }
  check_figure("kinematics", "slider crank of the report: stroke", "table recomputed to 15 digits",
               worst / 25, 1e-12);
  run_free(&run);
}

/* straight-line linkage: E = (0, 0), D = (5, 0), crank 5, rhombus side 10 sqrt(2), DC = DF = 10 */
static const char *const line_signals[] = {
    "link2.x", "link2.y", "link2.turnz", "link3.x",  "link3.y", "link3.turnz",
    "link4.x", "link4.y", "link4.turnz", "link5.x",  "link5.y", "link5.turnz",
    "link6.x", "link6.y", "link6.turnz", "link7.x",  "link7.y", "link7.turnz",
    "link8.x", "link8.y", "link8.turnz", "off_line", "along",   "~angle3",
    "~angle4", "~angle5", "~angle7",     NULL};

typedef struct Linkage {
  JetVec a, b, c, d, f;
} Linkage;

/* B is the inverse of A in the circle about D, on the other side; C and F stand beside the middle
 */
static Linkage linkage(Jet t) {
  Linkage k;
  Jet phi2 = jet_scale(0.1, t);
  k.d = jet_vec(5, 0, 0);
  k.a = (JetVec){jet_scale(-5, jet_cos(phi2)), jet_scale(-5, jet_sin(phi2)), jet(0)};
  JetVec back = jet_vec_sub(k.d, k.a);
  k.b = jet_vec_add(k.d, jet_vec_mul(jet_div(jet(100), jet_dot(back, back)), back));
  k.c = jet_meet(k.a, 10 * sqrt(2), k.b, 10 * sqrt(2), 1);
  k.f = jet_meet(k.a, 10 * sqrt(2), k.b, 10 * sqrt(2), -1);
  return k;
}

static Jet direction(JetVec from, JetVec to) {
  return jet_atan2(jet_sub(to.y, from.y), jet_sub(to.x, from.x));
}

/* x, y and turn of a link from `from` to `to` whose centre is the fraction `part` along it */
static void link_truth(JetVec from, JetVec to, double part, Jet *out) {
  JetVec centre = jet_vec_add(from, jet_vec_scale(part, jet_vec_sub(to, from)));
  out[0] = centre.x;
  out[1] = centre.y;
  out[2] = direction(from, to);
}

static void line_truth(Jet t, Jet *out) {
  Linkage k = linkage(t);
  link_truth(jet_vec(0, 0, 0), k.a, 0.5, out);
  link_truth(k.a, k.c, 0.5, out + 3);
  link_truth(k.a, k.f, 0.5, out + 6);
  link_truth(k.d, k.c, 0.5, out + 9);
  link_truth(k.f, k.d, 0.5, out + 12);
  link_truth(k.c, k.b, 1, out + 15);
  link_truth(k.f, k.b, 0.5, out + 18);
  out[21] = jet(0);
  out[22] = jet_scale(10, jet_div(jet_sin(jet_scale(0.05, t)), jet_cos(jet_scale(0.05, t))));
  out[23] = out[5];
  out[24] = out[8];
  out[25] = out[11];
  out[26] = out[17];
}

static void test_straight_line(const char *command) {
  for (int i = 0; i <= 19; i++) {
    Jet t = jet_time(0.5 * i), o[RUN_SIGNALS];
    Linkage k = linkage(t);
    line_truth(t, o);
    check_constant("D to C", jet_norm(jet_vec_sub(k.c, k.d)), 10, 10);
    check_constant("D to F", jet_norm(jet_vec_sub(k.f, k.d)), 10, 10);
    check_constant("C to B", jet_norm(jet_vec_sub(k.b, k.c)), 10 * sqrt(2), 10);
    check_constant("F to A", jet_norm(jet_vec_sub(k.a, k.f)), 10 * sqrt(2), 10);
    check_constant("the line", k.b.x, 15, 10);
    check_constant("along the line", jet_sub(k.b.y, o[22]), 0, 10);
  }
  Jet o[RUN_SIGNALS];
  line_truth(jet_time(5), o);
  CHECK_NEAR(o[23].v, 1.0348993161049356, 1e-14);
  CHECK_NEAR(o[24].v, -0.5348993161049355, 1e-14);
  CHECK_NEAR(o[22].v, 2.5534192122103625, 1e-14);
  Run run = run_kinematics(command, "examples/peaucellier-report.yaml", "");
  run_compare(&run, "straight-line linkage", "closed form", line_truth, line_signals, 15);
  run_free(&run);
}

/* multiplier: x = y3 x12 / y11 */
static const char *const product_signals[] = {
    "height.y", "scale.y", "across.x",    "product.x", "p2.x",   "p2.y",         "q2.x",
    "q2.y",     "lever.x", "lever.turnz", "result",    "wanted", "~lever_angle", NULL};

static void product_truth(Jet t, Jet *out) {
  Jet a = jet_shift(10, jet_scale(0.3, t)), b = jet_shift(20, jet_scale(0.1, t));
  Jet c = jet_shift(20, jet_scale(-0.2, t)), product = jet_div(jet_mul(a, b), c);
  Jet lever = jet_atan2(c, b);
  Jet values[] = {
      a,     c,       b,       product, product, a, b, c, jet_scale(5 * sqrt(2), jet_cos(lever)),
      lever, product, product, lever};
  memcpy(out, values, sizeof values);
}

static void test_multiplier(const char *command) {
  /* both crossings lie on the lever */
  for (int i = 0; i <= 10; i++) {
    Jet o[RUN_SIGNALS];
    product_truth(jet_time(i), o);
    Jet away = jet_sub(jet_mul(o[4], jet_sin(o[9])), jet_mul(o[5], jet_cos(o[9])));
    check_constant("the crossing", away, 0, 10);
  }
  Jet o[RUN_SIGNALS];
  product_truth(jet_time(10), o);
  CHECK_NEAR(o[3].v, 15.166666666666666, 1e-14);
  Run run = run_kinematics(command, "examples/multiplier.yaml", "");
  run_compare(&run, "multiplier", "similar triangles", product_truth, product_signals, 20);
  run_free(&run);
}

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  test_slider_crank(argv[1]);
  test_straight_line(argv[1]);
  test_multiplier(argv[1]);
  return check_done();
}
