/* SPDX-License-Identifier: Apache-2.0
 *
 * Mass properties of every shape against Gauss quadrature of the solid itself, which is exact for
 * these integrands, in random placements; and of composites against the whole.
 */
#include "unit/shape_fixture.h"

static TrmArena *arena;
static TrmLog *log_;

enum { NODES = 8, ANGLES = 16 };
static double node[NODES], weight[NODES];

static const double pi = 3.14159265358979323846;

/* Gauss-Legendre on 0..1 by Newton's method on the Legendre polynomial */
static void make_nodes(void) {
  for (int k = 0; k < NODES; k++) {
    double x = cos(pi * (k + 0.75) / (NODES + 0.5)), slope = 1;
    for (int iteration = 0; iteration < 50; iteration++) {
      double p = 1, q = 0;
      for (int j = 1; j <= NODES; j++) {
        double r = q;
        q = p;
        p = ((2 * j - 1) * x * q - (j - 1) * r) / j;
      }
      slope = NODES * (x * p - q) / (x * x - 1);
      x -= p / slope;
    }
    node[k] = 0.5 * (1 + x);
    weight[k] = 1 / ((1 - x * x) * slope * slope);
  }
}

/* a piece of a solid: a point and the volume factor for each (u, v, w) in the unit cube; with
 * `round` v is a full turn, taken at equal steps */
typedef struct Piece {
  double (*map)(const double *data, double u, double v, double w, double out[3]);
  double data[12];
  int round;
} Piece;

/* visit the quadrature points: sums of weights, or moments about `centre` when it is given */
static void quadrature(const Piece *pieces, size_t count, const double at[3], const double R[9],
                       const double *centre, double *volume, double first[3], double second[9]) {
  *volume = 0;
  memset(first, 0, 3 * sizeof *first);
  memset(second, 0, 9 * sizeof *second);
  for (size_t p = 0; p < count; p++) {
    int turns = pieces[p].round ? ANGLES : NODES;
    for (int i = 0; i < NODES; i++)
      for (int j = 0; j < turns; j++)
        for (int k = 0; k < NODES; k++) {
          double local[3], x[3], v = pieces[p].round ? (double)j / ANGLES : node[j];
          double w = weight[i] * weight[k] * (pieces[p].round ? 1.0 / ANGLES : weight[j]);
          w *= pieces[p].map(pieces[p].data, node[i], v, node[k], local);
          put(at, R, local, x);
          *volume += w;
          for (int a = 0; a < 3; a++) {
            first[a] += w * (x[a] - (centre ? centre[a] : at[a]));
            if (!centre) continue;
            for (int b = 0; b < 3; b++)
              second[3 * a + b] += w * (x[a] - centre[a]) * (x[b] - centre[b]);
          }
        }
  }
}

/* mass properties of density `density` by two passes of quadrature */
static TrmMassProperties integrate(const Piece *pieces, size_t count, const double at[3],
                                   const double R[9], double density) {
  double volume, first[3], second[9], centre[3];
  quadrature(pieces, count, at, R, NULL, &volume, first, second);
  for (int i = 0; i < 3; i++) centre[i] = at[i] + first[i] / volume;
  quadrature(pieces, count, at, R, centre, &volume, first, second);
  TrmMassProperties result = {.mass = density * volume, .volume = volume};
  double trace = second[0] + second[4] + second[8];
  for (int i = 0; i < 3; i++) result.centre[i] = centre[i];
  for (int i = 0; i < 9; i++) result.inertia[i] = density * ((i % 4 == 0 ? trace : 0) - second[i]);
  return result;
}

/* block: low corner, extents */
static double map_block(const double *d, double u, double v, double w, double out[3]) {
  out[0] = d[0] + d[3] * u;
  out[1] = d[1] + d[4] * v;
  out[2] = d[2] + d[5] * w;
  return d[3] * d[4] * d[5];
}

/* round bar along z: height, bottom radius, top radius, bore as a fraction */
static double map_frustum(const double *d, double u, double v, double w, double out[3]) {
  double R = d[1] + (d[2] - d[1]) * w, s = d[3] + (1 - d[3]) * u, r = s * R;
  out[0] = r * cos(2 * pi * v);
  out[1] = r * sin(2 * pi * v);
  out[2] = d[0] * w;
  return 2 * pi * r * R * (1 - d[3]) * d[0];
}

/* zone of a ball: radius, height of the centre, cosine from, cosine to */
static double map_ball(const double *d, double u, double v, double w, double out[3]) {
  double r = d[0] * u, c = d[2] + (d[3] - d[2]) * w, s = sqrt(1 - c * c);
  out[0] = r * s * cos(2 * pi * v);
  out[1] = r * s * sin(2 * pi * v);
  out[2] = d[1] + r * c;
  return 2 * pi * r * r * d[0] * (d[3] - d[2]);
}

/* triangular prism: three corners in the plane, then the thickness */
static double map_prism(const double *d, double u, double v, double w, double out[3]) {
  for (int i = 0; i < 2; i++) out[i] = d[i] + u * ((d[2 + i] - d[i]) + v * (d[4 + i] - d[2 + i]));
  out[2] = d[6] * (w - 0.5);
  double det = (d[2] - d[0]) * (d[5] - d[1]) - (d[3] - d[1]) * (d[4] - d[0]);
  return u * det * d[6];
}

/* the shape's answer against the quadrature; returns the error */
static double compare(Shape *shape, const Piece *pieces, size_t count, const double at[3],
                      const double R[9], double size) {
  TrmMassProperties ours, truth = integrate(pieces, count, at, R, 7850);
  give_number(shape, "density", 7850);
  CHECK(trm_shape_mass(&shape->values, &ours));
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) CHECK(ours.inertia[3 * i + j] == ours.inertia[3 * j + i]);
  double error = mass_error(&ours, &truth, size);

  /* the same by mass */
  shape->count--;
  give_number(shape, "mass", truth.mass);
  CHECK(trm_shape_mass(&shape->values, &ours));
  CHECK(ours.mass == truth.mass || fabs(ours.mass / truth.mass - 1) < 1e-15);
  error = fmax(error, mass_error(&ours, &truth, size));

  /* neither: the shape is a picture */
  shape->count--;
  CHECK(trm_shape_mass(&shape->values, &ours));
  CHECK(ours.mass == 0 && ours.inertia[0] == 0 && ours.inertia[5] == 0);
  CHECK_NEAR(ours.volume, truth.volume, 1e-12);
  return error;
}

typedef struct Errors {
  double rod, box, sphere, cylinder, tube, capsule, cone, plate;
} Errors;

/* one random placement of every round shape along an axis */
static void try_round(const double at[3], const double R[9], Errors *worst) {
  Shape shape;
  double h = check_random(0.2, 2), r = check_random(0.05, 0.8), top[3], middle[3];
  put(at, R, (double[3]){0, 0, h}, top);
  put(at, R, (double[3]){0, 0, h / 2}, middle);

  shape_start(&shape, "rod", arena, log_);
  give_numbers(&shape, "from", at, 3);
  give_numbers(&shape, "to", top, 3);
  give_number(&shape, "radius", r);
  Piece bar = {map_frustum, {h, r, r, 0}, 1};
  worst->rod = fmax(worst->rod, compare(&shape, &bar, 1, at, R, h));

  shape_start(&shape, "capsule", arena, log_);
  give_numbers(&shape, "from", at, 3);
  give_numbers(&shape, "to", top, 3);
  give_number(&shape, "radius", r);
  Piece capsule[3] = {bar, {map_ball, {r, 0, -1, 0}, 1}, {map_ball, {r, h, 0, 1}, 1}};
  worst->capsule = fmax(worst->capsule, compare(&shape, capsule, 3, at, R, h));

  /* a frustum, and a cone with its tip at either end */
  for (int kind = 0; kind < 3; kind++) {
    double low = kind == 1 ? 0 : r, high = kind == 2 ? 0 : 0.3 * r;
    shape_start(&shape, kind ? "cone" : "frustum", arena, log_);
    give_numbers(&shape, "from", at, 3);
    give_numbers(&shape, "to", top, 3);
    give_number(&shape, "radius", low);
    if (kind != 2) give_number(&shape, "top_radius", high);
    Piece cone = {map_frustum, {h, low, high, 0}, 1};
    worst->cone = fmax(worst->cone, compare(&shape, &cone, 1, at, R, h));
  }

  /* a tube by its ends, a disc by its middle and axis (of any length) */
  shape_start(&shape, "cylinder", arena, log_);
  give_numbers(&shape, "from", at, 3);
  give_numbers(&shape, "to", top, 3);
  give_number(&shape, "radius", r);
  give_number(&shape, "inner_radius", 0.9 * r);
  Piece tube = {map_frustum, {h, r, r, 0.9}, 1};
  worst->tube = fmax(worst->tube, compare(&shape, &tube, 1, at, R, h));
  shape_start(&shape, "cylinder", arena, log_);
  give_numbers(&shape, "at", middle, 3);
  give_numbers(&shape, "axis", (double[3]){-3 * R[2], -3 * R[5], -3 * R[8]}, 3);
  give_number(&shape, "radius", r);
  give_number(&shape, "length", h);
  worst->cylinder = fmax(worst->cylinder, compare(&shape, &bar, 1, at, R, h));

  /* the same cylinder where the body is */
  shape_start(&shape, "cylinder", arena, log_);
  memcpy(shape.values.origin, middle, sizeof middle);
  memcpy(shape.values.axes, R, 9 * sizeof *R);
  give_number(&shape, "radius", r);
  give_number(&shape, "length", h);
  worst->cylinder = fmax(worst->cylinder, compare(&shape, &bar, 1, at, R, h));

  shape_start(&shape, "sphere", arena, log_);
  give_numbers(&shape, "at", at, 3);
  give_number(&shape, "radius", r);
  Piece ball = {map_ball, {r, 0, -1, 1}, 1};
  worst->sphere = fmax(worst->sphere, compare(&shape, &ball, 1, at, R, r));
}

/* boxes and plates: one given in place, one left to the body's frame */
static void try_flat(const double at[3], const double R[9], Errors *worst) {
  Shape shape;
  double a = check_random(0.1, 2), b = check_random(0.1, 2), c = check_random(0.1, 2);
  Piece block = {map_block, {-a / 2, -b / 2, -c / 2, a, b, c}, 0};
  for (int kind = 0; kind < 2; kind++) {
    shape_start(&shape, "box", arena, log_);
    give_numbers(&shape, "size", (double[3]){a, b, c}, 3);
    if (kind) {
      give_numbers(&shape, "at", at, 3);
      give_numbers(&shape, "orient", R, 9);
    } else {
      memcpy(shape.values.origin, at, 3 * sizeof *at);
      memcpy(shape.values.axes, R, 9 * sizeof *R);
    }
    worst->box = fmax(worst->box, compare(&shape, &block, 1, at, R, a));
  }

  /* an L, as two blocks, in both directions around and with its first corner repeated */
  double t = 0.1 * c;
  double outline[7][2] = {{0, 0}, {2 * a, 0}, {2 * a, b}, {a, b}, {a, 3 * b}, {0, 3 * b}, {0, 0}};
  Piece ell[2] = {{map_block, {0, 0, -t / 2, 2 * a, b, t}, 0},
                  {map_block, {0, b, -t / 2, a, 2 * b, t}, 0}};
  for (int kind = 0; kind < 3; kind++) {
    double places[21];
    size_t n = kind == 2 ? 7 : 6;
    for (size_t k = 0; k < n; k++) {
      size_t corner = kind == 1 ? n - 1 - k : k;
      put(at, R, (double[3]){outline[corner][0], outline[corner][1], 0}, places + 3 * k);
    }
    shape_start(&shape, "plate", arena, log_);
    give_places(&shape, "points", places, n);
    give_number(&shape, "thickness", t);
    worst->plate = fmax(worst->plate, compare(&shape, ell, 2, at, R, a));
  }

  /* a triangle */
  Piece prism = {map_prism, {0, 0, a, 0.1, 0.2 * a, b, t}, 0};
  double places[9];
  for (size_t k = 0; k < 3; k++)
    put(at, R, (double[3]){prism.data[2 * k], prism.data[2 * k + 1], 0}, places + 3 * k);
  shape_start(&shape, "plate", arena, log_);
  give_places(&shape, "points", places, 3);
  give_number(&shape, "thickness", t);
  worst->plate = fmax(worst->plate, compare(&shape, &prism, 1, at, R, a));
}

static void test_shapes(void) {
  Errors worst = {0};
  make_nodes();
  for (int trial = 0; trial < 20; trial++) {
    double at[3], R[9];
    for (int i = 0; i < 3; i++) at[i] = trial ? check_random(-3, 3) : 0;
    random_rotation(R);
    try_round(at, R, &worst);
    try_flat(at, R, &worst);
  }
  const char *truth = "Gauss quadrature of the solid";
  check_figure("mass of shapes", "rod", truth, worst.rod, 1e-12);
  check_figure("mass of shapes", "box", truth, worst.box, 1e-12);
  check_figure("mass of shapes", "sphere", truth, worst.sphere, 1e-12);
  check_figure("mass of shapes", "cylinder", truth, worst.cylinder, 1e-12);
  check_figure("mass of shapes", "hollow cylinder", truth, worst.tube, 1e-12);
  check_figure("mass of shapes", "capsule", truth, worst.capsule, 1e-12);
  check_figure("mass of shapes", "cone and frustum", truth, worst.cone, 1e-12);
  check_figure("mass of shapes", "plate (L, triangle)", truth, worst.plate, 1e-12);
  CHECK(trm_log_count(log_) == 0);
}

/* a few values everyone knows, so that quadrature and shape cannot be wrong together */
static void test_known(void) {
  Shape shape;
  TrmMassProperties p;
  shape_start(&shape, "ball", arena, log_);
  give_number(&shape, "radius", 2);
  give_number(&shape, "mass", 5);
  CHECK(trm_shape_mass(&shape.values, &p));
  CHECK_NEAR(p.inertia[0], 8, 1e-15);
  CHECK_NEAR(p.volume, 32 * pi / 3, 1e-15);
  shape_start(&shape, "box", arena, log_);
  give_numbers(&shape, "size", (double[3]){1, 2, 3}, 3);
  give_number(&shape, "mass", 12);
  CHECK(trm_shape_mass(&shape.values, &p));
  CHECK_NEAR(p.inertia[0], 13, 1e-15);
  CHECK_NEAR(p.inertia[4], 10, 1e-15);
  CHECK_NEAR(p.inertia[8], 5, 1e-15);
  /* a cone: 3/10 m r^2, 3/80 m (4 r^2 + h^2), centre at a quarter */
  shape_start(&shape, "cone", arena, log_);
  give_numbers(&shape, "from", (double[3]){0, 0, 0}, 3);
  give_numbers(&shape, "to", (double[3]){0, 4, 0}, 3);
  give_number(&shape, "radius", 2);
  give_number(&shape, "mass", 80);
  CHECK(trm_shape_mass(&shape.values, &p));
  CHECK_NEAR(p.inertia[4], 96, 1e-15);
  CHECK_NEAR(p.inertia[0], 96, 1e-15);
  CHECK_NEAR(p.centre[1], 1, 1e-15);
}

/* a block cut in eight unequal parts; a bar as core and mantle; a cone as tip and frustum */
static void test_composites(void) {
  double worst = 0, R[9], at[3] = {5, -3, 2}, e[3] = {0.7, 1.1, 0.4}, cut[3] = {0.3, 0.9, 0.1};
  random_rotation(R);
  TrmMassProperties sum = {0}, part, whole;
  Shape shape;
  for (int k = 0; k < 8; k++) {
    double size[3], local[3], place[3];
    for (int i = 0; i < 3; i++) {
      double low = k >> i & 1 ? cut[i] : 0, high = k >> i & 1 ? e[i] : cut[i];
      size[i] = high - low;
      local[i] = low + 0.5 * size[i];
    }
    put(at, R, local, place);
    shape_start(&shape, "box", arena, log_);
    give_numbers(&shape, "size", size, 3);
    give_numbers(&shape, "at", place, 3);
    give_numbers(&shape, "orient", R, 9);
    give_number(&shape, "density", 2700);
    CHECK(trm_shape_mass(&shape.values, &part));
    trm_mass_add(&sum, &part);
    /* pictures add no mass */
    part.mass = 0;
    part.volume = 0;
    trm_mass_add(&sum, &part);
  }
  double middle[3];
  put(at, R, (double[3]){e[0] / 2, e[1] / 2, e[2] / 2}, middle);
  shape_start(&shape, "box", arena, log_);
  give_numbers(&shape, "size", e, 3);
  give_numbers(&shape, "at", middle, 3);
  give_numbers(&shape, "orient", R, 9);
  give_number(&shape, "density", 2700);
  CHECK(trm_shape_mass(&shape.values, &whole));
  worst = fmax(worst, mass_error(&sum, &whole, 1));

  /* cone of height 1 and radius 0.5, cut at 0.6 */
  double tip[3], waist[3];
  put(at, R, (double[3]){0, 0, 1}, tip);
  put(at, R, (double[3]){0, 0, 0.6}, waist);
  sum = (TrmMassProperties){0};
  for (int k = 0; k < 3; k++) {
    shape_start(&shape, "cone", arena, log_);
    give_numbers(&shape, "from", k == 1 ? waist : at, 3);
    give_numbers(&shape, "to", k == 0 ? waist : tip, 3);
    give_number(&shape, "radius", k == 1 ? 0.2 : 0.5);
    if (k == 0) give_number(&shape, "top_radius", 0.2);
    give_number(&shape, "density", 1000);
    CHECK(trm_shape_mass(&shape.values, k < 2 ? &part : &whole));
    if (k < 2) trm_mass_add(&sum, &part);
  }
  worst = fmax(worst, mass_error(&sum, &whole, 1));
  check_figure("mass of shapes", "sum of parts", "the undivided shape", worst, 1e-12);
}

static void run(void *context) {
  (void)context;
  test_shapes();
  test_known();
  test_composites();
}

int main(void) {
  return run_shape_tests(run, &arena, &log_);
}
