/* SPDX-License-Identifier: Apache-2.0
 *
 * Large linear models: the lowest modes from the sparse equations against closed forms and against
 * the matrices of models that are small enough for both; matrices by several threads, bit for bit.
 */
#include "linalg/arnoldi.h"
#include "linear.h"

#define GROUP "linear models"

/* masses in a row on springs, the first held: 2 sqrt(k/m) sin((2 j - 1) pi/(2 (2 n + 1))) */
static char *row_of_masses(int count) {
  char *text = malloc(2000);
  if (text)
    snprintf(text, 2000,
             "trammel: 1\n"
             "bodies: {}\n"
             "repeat:\n"
             "  - for: {i: 1..%d}\n"
             "    bodies:\n"
             "      \"b{i}\": {at: [i, 0, 0], mass: 2, inertia: [0.1, 0.1, 0.1]}\n"
             "    joints:\n"
             "      \"j{i}\": {prismatic: [ground, \"b{i}\"], at: [i, 0, 0], axis: x}\n"
             "  - for: {i: 2..%d}\n"
             "    forces:\n"
             "      \"s{i}\": {spring: [\"b{i-1}\", \"b{i}\"], from: [i-1, 0, 0], to: [i, 0, 0], "
             "k: 50, length: 1}\n"
             "forces:\n"
             "  s1: {spring: [ground, b1], from: [0, 0, 0], to: [1, 0, 0], k: 50, length: 1}\n",
             count, count);
  return text;
}

static void check_masses(int count, size_t modes) {
  const double turn = 2 * acos(-1);
  char *text = row_of_masses(count);
  TrmLinearOptions options = {.modes = modes, .dense = 1};
  Linear m = linear_with(text ? text : "", LINEAR_ASSEMBLED, &options);
  double worst = 0, shape = 0;
  CHECK(m.l.order == 2 * (size_t)count && m.l.values == 2 * modes && !m.l.A && !m.l.K);
  for (size_t k = 0; 2 * k < m.l.values; k++) {
    double phase = ((double)k + 0.5) * turn / (2 * (2.0 * count + 1)), most = 0;
    double expected = 2 * sqrt(50 / 2.0) * sin(phase);
    worst = rest_worse(worst, hypot(m.l.re[2 * k], m.l.im[2 * k] - expected) / expected);
    /* mass i moves like sin(2 i phase) */
    TrmMode mode;
    CHECK(trm_analysis_mode(m.r.a, 2 * k, &mode) == TRM_OK);
    for (int i = 1; i <= count; i++) most = fmax(most, fabs(sin(2 * i * phase)));
    double sign = mode.bodies && mode.shape[0] < 0 ? -1 : 1;
    for (size_t i = 0; i < mode.bodies; i++)
      shape =
          rest_worse(shape, sign * mode.shape[12 * i] - sin(2 * (double)(i + 1) * phase) / most);
  }
  check_figure(GROUP, "row of masses on springs: lowest eigenvalues", "closed form", worst, 1e-9);
  check_figure(GROUP, "row of masses on springs: their shapes", "closed form", shape, 1e-6);
  linear_end(&m);
  free(text);
}

/* pendulums one below the other with dampers and springs in their hinges, and a controller that
 * pushes the last */
static const char arms[] =
    "trammel: 1\n"
    "gravity: [0, 0, -9.81]\n"
    "bodies: {}\n"
    "repeat:\n"
    "  - for: {i: 1..40}\n"
    "    bodies:\n"
    "      \"b{i}\": {at: [0, 0, -i + 0.5], mass: 1 + 0.01*i, inertia: [0.1, 0.1, 0.01]}\n"
    "  - for: {i: 2..40}\n"
    "    joints:\n"
    "      \"j{i}\": {universal: [\"b{i-1}\", \"b{i}\"], at: [0, 0, -i + 1], axes: [x, y]}\n"
    "joints:\n"
    "  j1: {universal: [ground, b1], at: [0, 0, 0], axes: [x, y]}\n"
    "forces:\n"
    "  wind: {force: b40, at: [0, 0, -40], vector: ['-3*vx(b40) + dif(lag)*N', '-2*vy(b40)', 0]}\n"
    "equations:\n"
    "  lag: {rate: '-2*dif(lag) - 5*dx(b40)'}\n"
    "outputs: {place: dx(b40), place_y: dy(b40)}\n"
    "simulate: [{linearize: {states: [place, place_y]}}]\n";

/* the same with brakes that read the load on a hinge and a filter of an acceleration, which pushes
 * back */
static const char sensing[] =
    "trammel: 1\n"
    "gravity: [0, 0, -9.81]\n"
    "bodies: {}\n"
    "repeat:\n"
    "  - for: {i: 1..20}\n"
    "    bodies:\n"
    "      \"b{i}\": {at: [0, 0, -i + 0.5], mass: 1 + 0.01*i, inertia: [0.1, 0.1, 0.01]}\n"
    "  - for: {i: 2..20}\n"
    "    joints:\n"
    "      \"j{i}\": {universal: [\"b{i-1}\", \"b{i}\"], at: [0, 0, -i + 1], axes: [x, y]}\n"
    "joints:\n"
    "  j1: {universal: [ground, b1], at: [0, 0, 0], axes: [x, y]}\n"
    "variables: {load: fm(j7), side: fx(j3)}\n"
    "forces:\n"
    "  brake: {torque: b5, vector: ['-0.02*load*wx(b5)', '-0.02*load*wy(b5) - 0.3*side', 0]}\n"
    "  back: {force: b20, at: [0, 0, -20], vector: ['-0.5*felt - 0.2*accx(b9)', 0, 0]}\n"
    "transfer_functions:\n"
    "  felt: {input: accx(b20), numerator: [1], denominator: [0.3, 1]}\n";

/* discs in a row on soft bushings, turning together, in axes that turn with the first */
static const char shaft[] =
    "trammel: 1\n"
    "bodies: {}\n"
    "repeat:\n"
    "  - for: {i: 1..6}\n"
    "    bodies:\n"
    "      \"b{i}\": {at: [0, 0, i], mass: 2 + 0.1*i, inertia: [0.2, 0.2 + 0.01*i, 0.3 + 0.02*i], "
    "spin: [0, 0, 1.7]}\n"
    "    forces:\n"
    "      \"g{i}\": {field: \"b{i}\", at: [0, 0, i], force: "
    "[\"-3*dx(b{i})\", \"-3*dy(b{i})\", \"-2*(dz(b{i}) - i)\"]}\n"
    "  - for: {i: 2..6}\n"
    "    forces:\n"
    "      \"s{i}\": {bushing: [\"b{i-1}\", \"b{i}\"], at: [0, 0, i - 0.5], k: [90, 80, 200], "
    "kt: [30, 40, 20], c: [0.1, 0.2, 0.3], ct: [0.1, 0.1, 0.1]}\n"
    "simulate: [{linearize: {frame: b1}}]\n";

/* sleds on edges, one behind the other on springs, the first pulled along */
static const char sleds[] =
    "trammel: 1\n"
    "planar: true\n"
    "bodies: {}\n"
    "repeat:\n"
    "  - for: {i: 1..6}\n"
    "    bodies:\n"
    "      \"b{i}\": {at: [-i, 0], mass: 1 + 0.1*i, inertia: 0.2, velocity: [0.9, 0], markers: "
    "{edge: [-0.2, 0], nose: [0.3, 0], tail: [-0.4, 0]}}\n"
    "    constraints:\n"
    "      \"r{i}\": {nonholonomic: \"vy(b{i}.edge)*cos(az(b{i})) - "
    "vx(b{i}.edge)*sin(az(b{i}))\"}\n"
    "  - for: {i: 2..6}\n"
    "    forces:\n"
    "      \"s{i}\": {spring: [\"b{i-1}.tail\", \"b{i}.nose\"], k: 5 + i, c: 0.3, length: 0.3}\n";

/* eigenvalues of the sparse equations against those of the matrices, and shapes; those at zero,
 * which stand twice, are as near to it as rounding lets them be */
static void compare(const char *what, const char *text, int place, size_t modes) {
  TrmLinearOptions options = {.modes = modes, .dense = 1};
  Linear sparse = linear_with(text, place, &options), dense = linear_with(text, place, NULL);
  double worst = 0, size = 0, shape = 0;
  size_t compared = 0;
  CHECK(sparse.l.values >= modes && sparse.l.values < dense.l.values);
  CHECK(rest_says(&sparse.r, "N399", "modes") && !rest_says(&dense.r, "N399", ""));
  for (size_t k = 0; k < sparse.l.values && k < dense.l.values; k++)
    size = fmax(size, hypot(dense.l.re[k], dense.l.im[k]));
  for (size_t k = 0; k < sparse.l.values && k < dense.l.values; k++) {
    if (hypot(dense.l.re[k], dense.l.im[k]) < 1e-4 * size) {
      CHECK(hypot(sparse.l.re[k], sparse.l.im[k]) < 1e-4 * size);
      continue;
    }
    compared++;
    worst = rest_worse(
        worst, hypot(sparse.l.re[k] - dense.l.re[k], fabs(sparse.l.im[k]) - fabs(dense.l.im[k])));
  }
  for (size_t k = 0; k < sparse.l.values; k++) {
    TrmMode a, b;
    if (hypot(dense.l.re[k], dense.l.im[k]) < 1e-4 * size) continue;
    CHECK(trm_analysis_mode(sparse.r.a, k, &a) == TRM_OK);
    CHECK(trm_analysis_mode(dense.r.a, k, &b) == TRM_OK);
    for (size_t i = 0; i < a.bodies; i++) {
      shape = rest_worse(shape, a.kinetic[i] - b.kinetic[i]);
      for (size_t c = 0; c < 12; c++)
        shape = rest_worse(shape, a.shape[12 * i + c] - b.shape[12 * i + c]);
    }
  }
  CHECK(compared >= 3);
  check_figure(GROUP, what, "matrices of the same model", worst / size, 1e-9);
  check_figure(GROUP, what, "shapes by the matrices", shape, 1e-6);
  linear_end(&sparse);
  linear_end(&dense);
}

/* matrices by 1, 2, 3 and 5 threads */
static void check_threads(const char *text, int place) {
  Linear one = linear_with(text, place, NULL);
  for (size_t threads = 2; threads <= 5; threads++) {
    TrmLinearOptions options = {.threads = threads};
    Linear many = linear_with(text, place, &options);
    size_t n = one.l.order, f = one.l.rates;
    CHECK(n && many.l.order == n && many.l.rates == f);
    if (many.l.order == n) {
      CHECK(memcmp(one.l.A, many.l.A, n * n * sizeof(double)) == 0);
      CHECK(memcmp(one.l.B, many.l.B, n * one.l.inputs * sizeof(double)) == 0);
      CHECK(memcmp(one.l.C, many.l.C, n * one.l.outputs * sizeof(double)) == 0);
      CHECK(memcmp(one.l.D, many.l.D, one.l.inputs * one.l.outputs * sizeof(double)) == 0);
      CHECK(memcmp(one.l.M, many.l.M, f * f * sizeof(double)) == 0);
      CHECK(memcmp(one.l.re, many.l.re, n * sizeof(double)) == 0);
    }
    linear_end(&many);
  }
  linear_end(&one);
}

/* a search again has the same bits; some modes of matrices are the first of all */
static void check_again(const char *text) {
  TrmLinearOptions options = {.modes = 4, .dense = 1}, some = {.modes = 4};
  Linear a = linear_with(text, LINEAR_ASSEMBLED, &options);
  Linear b = linear_with(text, LINEAR_ASSEMBLED, &options);
  Linear c = linear_with(text, LINEAR_ASSEMBLED, &some);
  Linear all = linear_with(text, LINEAR_ASSEMBLED, NULL);
  CHECK(a.l.values == b.l.values);
  if (a.l.values == b.l.values) CHECK(memcmp(a.l.re, b.l.re, a.l.values * sizeof(double)) == 0);
  if (a.l.values == b.l.values) CHECK(memcmp(a.l.im, b.l.im, a.l.values * sizeof(double)) == 0);
  CHECK(c.l.A && c.l.values <= 8 && c.l.values < all.l.values);
  for (size_t k = 0; k < c.l.values; k++)
    CHECK(c.l.re[k] == all.l.re[k] && c.l.im[k] == all.l.im[k]);
  linear_end(&a);
  linear_end(&b);
  linear_end(&c);
  linear_end(&all);
}

/* pendulums with inputs and outputs */
static const char driven[] =
    "trammel: 1\n"
    "gravity: [0, 0, -9.81]\n"
    "parameters: {push: 0, pull: 0}\n"
    "bodies: {}\n"
    "repeat:\n"
    "  - for: {i: 1..12}\n"
    "    bodies:\n"
    "      \"b{i}\": {at: [0, 0, -i + 0.5], mass: 1, inertia: [0.1, 0.1, 0.01]}\n"
    "  - for: {i: 2..12}\n"
    "    joints:\n"
    "      \"j{i}\": {revolute: [\"b{i-1}\", \"b{i}\"], at: [0, 0, -i + 1], axis: y}\n"
    "joints:\n"
    "  j1: {revolute: [ground, b1], at: [0, 0, 0], axis: y}\n"
    "forces:\n"
    "  first: {force: b3, at: [0, 0, -3], vector: ['push + pull', 0, '0.1*pull']}\n"
    "  last: {force: b12, at: [0, 0, -12], vector: ['push - vx(b12)', 0, 0]}\n"
    "equations:\n"
    "  lag: {rate: 'dx(b5) - dif(lag)'}\n"
    "outputs: {tip: dx(b12), load: fx(j1), lagging: dif(lag)}\n"
    "simulate: [{linearize: {inputs: [push, pull], outputs: [tip, load, lagging]}}]\n";

int main(void) {
  CHECK(trm_arnoldi_available());
  check_masses(CHECK_TIMED ? 3000 : 200, 6);
  compare("pendulums, dampers, a controller, coordinates of the user's: lowest eigenvalues", arms,
          LINEAR_ASSEMBLED, 8);
  compare("pendulums with brakes and filters that read reactions: lowest eigenvalues", sensing,
          LINEAR_ASSEMBLED, 8);
  compare("discs on bushings in turning axes: lowest eigenvalues", shaft, LINEAR_ASSEMBLED, 12);
  compare("sleds on springs: lowest eigenvalues", sleds, LINEAR_ASSEMBLED, 12);
  check_threads(driven, LINEAR_ASSEMBLED);
  check_threads(arms, LINEAR_ASSEMBLED);
  check_again(arms);
  return check_done();
}
