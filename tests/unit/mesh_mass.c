/* SPDX-License-Identifier: Apache-2.0
 *
 * Mass properties of meshes against closed forms of the same polyhedron; against the round solids
 * they approach; far from the origin; with cavities; and the same bits from every file format.
 */
#include "unit/mesh_fixture.h"

static TrmArena *arena;
static TrmLog *log_;
static Solid solid; /* large, so not on the stack */

static const double pi = 3.14159265358979323846;
static const double unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, nowhere[3];

static void clear(void) {
  solid.point_count = solid.triangle_count = 0;
}

static TrmMassProperties solid_mass(void) {
  TrmText text = {0};
  TrmMassProperties out = {0};
  write_stl_text(&solid, &text);
  CHECK(mass_of(arena, log_, "solid.stl", &text, &out));
  trm_text_clear(&text);
  return out;
}

/* principal moments of density 1 in axes R at `centre` */
static TrmMassProperties principal(double volume, const double moments[3], const double R[9],
                                   const double centre[3]) {
  TrmMassProperties out = {.mass = volume, .volume = volume};
  for (int i = 0; i < 3; i++) {
    out.centre[i] = centre[i];
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 3; k++)
        out.inertia[3 * i + j] += R[3 * i + k] * moments[k] * R[3 * j + k];
  }
  return out;
}

static void test_block(void) {
  double worst = 0, R[9], at[3] = {1, -2, 0.5};
  for (int trial = 0; trial < 10; trial++) {
    double e[3], high[3], low[3], centre[3] = {0};
    for (int i = 0; i < 3; i++) {
      e[i] = check_random(0.2, 2);
      low[i] = -e[i] / 2;
      high[i] = e[i] / 2;
    }
    random_rotation(R);
    clear();
    solid_block(&solid, low, high, 0);
    solid_move(&solid, at, R);
    put(at, R, nowhere, centre);
    double V = e[0] * e[1] * e[2];
    double I[3] = {V * (e[1] * e[1] + e[2] * e[2]) / 12, V * (e[0] * e[0] + e[2] * e[2]) / 12,
                   V * (e[0] * e[0] + e[1] * e[1]) / 12};
    TrmMassProperties ours = solid_mass(), truth = principal(V, I, R, centre);
    worst = fmax(worst, mass_error(&ours, &truth, 1));
  }
  check_figure("mass of meshes", "block of 12 triangles", "closed form", worst, 1e-12);
}

/* regular tetrahedron of edge a: V = a^3/(6 sqrt 2), I = V a^2/20 about every axis; and a right
 * one with legs a, b, c: centre (a, b, c)/4, Jxx = V a^2 3/80, Jxy = -V a b/80 */
static void test_tetrahedron(void) {
  double worst = 0, R[9], at[3] = {3, 1, -2};
  for (int trial = 0; trial < 10; trial++) {
    double s = check_random(0.1, 3), a = s * 2 * sqrt(2.0), V = a * a * a / (6 * sqrt(2.0));
    random_rotation(R);
    clear();
    solid_point(&solid, s, s, s);
    solid_point(&solid, s, -s, -s);
    solid_point(&solid, -s, s, -s);
    solid_point(&solid, -s, -s, s);
    solid_triangle(&solid, 0, 1, 2);
    solid_triangle(&solid, 0, 3, 1);
    solid_triangle(&solid, 0, 2, 3);
    solid_triangle(&solid, 1, 3, 2);
    solid_move(&solid, at, R);
    double I[3] = {V * a * a / 20, V * a * a / 20, V * a * a / 20};
    TrmMassProperties ours = solid_mass(), truth = principal(V, I, R, at);
    worst = fmax(worst, mass_error(&ours, &truth, s));

    double leg[3] = {s, check_random(0.1, 3), check_random(0.1, 3)};
    clear();
    solid_point(&solid, 0, 0, 0);
    solid_point(&solid, leg[0], 0, 0);
    solid_point(&solid, 0, leg[1], 0);
    solid_point(&solid, 0, 0, leg[2]);
    solid_triangle(&solid, 0, 2, 1);
    solid_triangle(&solid, 0, 1, 3);
    solid_triangle(&solid, 0, 3, 2);
    solid_triangle(&solid, 1, 2, 3);
    ours = solid_mass();
    truth = (TrmMassProperties){.volume = leg[0] * leg[1] * leg[2] / 6};
    truth.mass = truth.volume;
    for (int i = 0; i < 3; i++) {
      double x = leg[(i + 1) % 3], y = leg[(i + 2) % 3];
      truth.centre[i] = leg[i] / 4;
      truth.inertia[4 * i] = 3 * truth.volume * (x * x + y * y) / 80;
      for (int j = 0; j < 3; j++)
        if (j != i) truth.inertia[3 * i + j] = truth.volume * leg[i] * leg[j] / 80;
    }
    worst = fmax(worst, mass_error(&ours, &truth, s));
  }
  check_figure("mass of meshes", "regular and right tetrahedra", "closed form", worst, 1e-12);
}

/* a regular prism: A = n r^2 sin(2 pi/n)/2, A r^2 (2 + cos(2 pi/n))/12 about a diameter */
static TrmMassProperties prism_truth(size_t n, double r, double h, const double R[9],
                                     const double at[3]) {
  double step = 2 * pi / (double)n, V = 0.5 * (double)n * r * r * sin(step) * h;
  double disc = r * r * (2 + cos(step)) / 12;
  double I[3] = {V * (disc + h * h / 12), V * (disc + h * h / 12), 2 * V * disc};
  return principal(V, I, R, at);
}

static void test_prism(void) {
  double worst = 0, R[9], at[3] = {-1, 4, 2};
  for (size_t n = 3; n <= 2000; n = n * 2 - 1) {
    double r = check_random(0.1, 1), h = check_random(0.1, 3);
    random_rotation(R);
    clear();
    solid_prism(&solid, n, r, h);
    solid_move(&solid, at, R);
    TrmMassProperties ours = solid_mass(), truth = prism_truth(n, r, h, R, at);
    worst = fmax(worst, mass_error(&ours, &truth, r));
  }
  check_figure("mass of meshes", "regular prisms of 3 to 1,025 sides", "closed form", worst, 1e-12);
}

/* halving the facets brings the round solid four times nearer */
static void test_convergence(void) {
  double last = 0;
  for (size_t n = 16; n <= 1024; n *= 2) {
    clear();
    solid_prism(&solid, n, 0.5, 2);
    TrmMassProperties ours = solid_mass();
    double V = pi * 0.25 * 2, across = V * (0.25 / 4 + 4.0 / 12), I[3] = {across, across, V / 8};
    TrmMassProperties truth = principal(V, I, unit, nowhere);
    double error = mass_error(&ours, &truth, 1);
    if (last > 0) CHECK_NEAR(last / error, 4, n < 100 ? 0.01 : 1e-3);
    last = error;
  }
  check_figure("mass of meshes", "prism of 1,024 sides", "the round cylinder", last, 2e-5);
  last = 0;
  for (size_t n = 12; n <= 48; n *= 2) {
    clear();
    solid_ball(&solid, n, 0.5);
    TrmMassProperties ours = solid_mass();
    double V = 4 * pi / 3 * 0.125, I[3] = {V / 10, V / 10, V / 10};
    TrmMassProperties truth = principal(V, I, unit, nowhere);
    double error = mass_error(&ours, &truth, 1);
    if (last > 0) CHECK_NEAR(last / error, 4, 0.05);
    last = error;
  }
  check_figure("mass of meshes", "ball of 9,024 triangles", "the round ball", last, 1e-2);
}

/* a thousand sizes away: what the coordinates' own rounding leaves */
static void test_far(void) {
  double worst = 0, R[9];
  for (int trial = 0; trial < 10; trial++) {
    double at[3] = {1000, -700, 300};
    random_rotation(R);
    clear();
    solid_prism(&solid, 60, 0.5, 0.5);
    solid_move(&solid, at, R);
    TrmMassProperties ours = solid_mass(), truth = prism_truth(60, 0.5, 0.5, R, at);
    worst = fmax(worst, mass_error(&ours, &truth, 1));
  }
  check_figure("mass of meshes", "prism 1,000 sizes from the origin", "closed form", worst, 1e-9);
}

/* blocks apart, and a block with a cavity */
static void test_parts(void) {
  static const double a[2][3] = {{0, 0, 0}, {1, 2, 3}}, b[2][3] = {{5, 1, 0}, {6, 2, 4}};
  static const double hole[2][3] = {{0.25, 0.5, 1}, {0.75, 1, 2}};
  clear();
  solid_block(&solid, a[0], a[1], 0);
  TrmMassProperties one = solid_mass(), sum = one;
  clear();
  solid_block(&solid, b[0], b[1], 0);
  TrmMassProperties two = solid_mass();
  trm_mass_add(&sum, &two);
  solid_block(&solid, a[0], a[1], 0);
  TrmMassProperties both = solid_mass();
  double worst = mass_error(&both, &sum, 1);
  clear();
  solid_block(&solid, hole[0], hole[1], 0);
  TrmMassProperties core = solid_mass();
  clear();
  solid_block(&solid, a[0], a[1], 0);
  solid_block(&solid, hole[0], hole[1], 1);
  TrmMassProperties shell = solid_mass();
  trm_mass_add(&shell, &core);
  worst = fmax(worst, mass_error(&shell, &one, 1));
  check_figure("mass of meshes", "separate parts and a cavity", "sums of blocks", worst, 1e-12);
}

/* text STL, binary STL with an honest and with a misleading header, OBJ with triangles and quads */
static void test_formats(void) {
  static const double low[3] = {-0.5, 0.25, 1}, high[3] = {1.5, 0.75, 4};
  TrmText texts[5] = {{0}};
  const char *names[5] = {"a.stl", "b.STL", "c.stl", "d.obj", "e"};
  clear();
  solid_block(&solid, low, high, 0);
  write_stl_text(&solid, &texts[0]);
  write_stl_binary(&solid, "binary", &texts[1]);
  write_stl_binary(&solid, "solid facet normal", &texts[2]);
  write_obj(&solid, &texts[3]);
  trm_text_add(&texts[4], "\xEF\xBB\xBF# quads, from the end\r\no block\n");
  for (size_t k = 0; k < 8; k++)
    trm_text_printf(&texts[4], "v %g \\\r\n %g %g 1.0\nvt 0 0 \\\n0\nvn 1 0 0\n",
                    solid.points[k][0], solid.points[k][1], solid.points[k][2]);
  for (size_t f = 0; f < 6; f++) {
    const size_t *c = block_faces[f];
    if (f % 2)
      trm_text_printf(&texts[4], "f %zu/1 %zu/2/3 \\\n %zu//3 %zu # face\\\n", c[0] + 1, c[1] + 1,
                      c[2] + 1, c[3] + 1);
    else
      trm_text_printf(&texts[4], "f -%zu -%zu -%zu -%zu\n", 8 - c[0], 8 - c[1], 8 - c[2], 8 - c[3]);
  }
  TrmMesh *first = parse_bytes(arena, log_, names[0], texts[0].bytes, texts[0].length);
  TrmMassProperties reference = {0}, p = {0};
  CHECK(mass_of(arena, log_, names[0], &texts[0], &reference));
  CHECK(first && first->vertex_count == 8 && first->triangle_count == 12);
  for (int k = 1; k < 5; k++) {
    TrmMesh *mesh = parse_bytes(arena, log_, names[k], texts[k].bytes, texts[k].length);
    CHECK(mesh && mesh->vertex_count == 8 && mesh->triangle_count == 12);
    if (!mesh || !first) continue;
    CHECK(memcmp(mesh->vertices, first->vertices, 24 * sizeof *mesh->vertices) == 0);
    CHECK(memcmp(mesh->triangles, first->triangles, 36 * sizeof *mesh->triangles) == 0);
    CHECK(mass_of(arena, log_, names[k], &texts[k], &p));
    CHECK(memcmp(&p, &reference, sizeof p) == 0);
  }
  for (int k = 0; k < 5; k++) trm_text_clear(&texts[k]);
  CHECK(trm_log_count(log_) == 0);
}

/* a comb-shaped polygon: its triangles all face the same way and cover it once */
static void test_concave(void) {
  static const double comb[11][2] = {{0, 0}, {5, 0}, {5, 3}, {4, 3}, {4, 1}, {3, 1},
                                     {3, 3}, {2, 3}, {2, 1}, {1, 1}, {1, 3}};
  TrmText text = {0};
  for (int level = 0; level < 2; level++)
    for (int k = 0; k < 11; k++)
      trm_text_printf(&text, "v %g %g %d\n", comb[k][0], comb[k][1], level);
  /* top, bottom, walls; the first tooth leans from (1, 3) to (0, 0) */
  trm_text_add(&text, "f 12 13 14 15 16 17 18 19 20 21 22\nf 11 10 9 8 7 6 5 4 3 2 1\n");
  for (int k = 0; k < 11; k++)
    trm_text_printf(&text, "f %d %d %d %d\n", k + 1, (k + 1) % 11 + 1, (k + 1) % 11 + 12, k + 12);
  TrmMesh *mesh = parse_bytes(arena, log_, "comb.obj", text.bytes, text.length);
  CHECK(mesh && mesh->triangle_count == 9 + 9 + 22);
  double area = 0;
  for (size_t t = 0; mesh && t < 9; t++) {
    const double *p[3];
    for (size_t i = 0; i < 3; i++) p[i] = mesh->vertices + 3 * mesh->triangles[3 * t + i];
    double twice =
        (p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) - (p[1][1] - p[0][1]) * (p[2][0] - p[0][0]);
    CHECK(twice > 0);
    area += twice / 2;
  }
  /* by the shoelace formula of the outline */
  double shoelace = 0;
  for (int k = 0; k < 11; k++) {
    const double *a = comb[k], *b = comb[(k + 1) % 11];
    shoelace += (a[0] * b[1] - a[1] * b[0]) / 2;
  }
  CHECK_NEAR(area, shoelace, 1e-15);
  TrmMassProperties p = {0};
  CHECK(mass_of(arena, log_, "comb.obj", &text, &p));
  CHECK_NEAR(p.volume, shoelace, 1e-14);
  trm_text_clear(&text);
}

/* as a shape: scale, place and orientation; a mesh without a mass may be open */
static void test_shape(void) {
  static const char path[] = "trammel-mesh-test.stl";
  static const double low[3] = {0, 0, 0}, high[3] = {100, 200, 300};
  double R[9], at[3] = {4, 5, 6}, centre[3], worst = 0;
  for (int open = 0; open < 2; open++) {
    TrmText text = {0};
    clear();
    solid_block(&solid, low, high, 0);
    if (open) solid.triangle_count--;
    write_stl_binary(&solid, "mm", &text);
    FILE *file = fopen(path, "wb");
    CHECK(file && fwrite(text.bytes, 1, text.length, file) == text.length);
    if (file) fclose(file);
    trm_text_clear(&text);
    random_rotation(R);
    Shape shape;
    TrmMassProperties p;
    shape_start(&shape, "mesh", arena, log_);
    give_text(&shape, "file", path);
    give_number(&shape, "scale", 0.001);
    give_numbers(&shape, "at", at, 3);
    give_numbers(&shape, "orient", R, 9);
    if (open) {
      CHECK(trm_shape_mass(&shape.values, &p));
      CHECK(p.mass == 0 && p.volume == 0 && trm_log_count(log_) == 0);
      give_number(&shape, "mass", 1);
      CHECK(!trm_shape_mass(&shape.values, &p));
      CHECK(one_entry(log_, "E530", 10));
      continue;
    }
    give_number(&shape, "density", 2700);
    CHECK(trm_shape_mass(&shape.values, &p));
    double I[3] = {0.13 / 12, 0.10 / 12, 0.05 / 12};
    put(at, R, (double[3]){0.05, 0.1, 0.15}, centre);
    TrmMassProperties truth = principal(1, I, R, centre);
    truth.mass = 2700 * 0.006;
    truth.volume = 0.006;
    for (int i = 0; i < 9; i++) truth.inertia[i] *= truth.mass;
    worst = mass_error(&p, &truth, 1);
  }
  remove(path);
  check_figure("mass of meshes", "scaled, turned and placed", "closed form", worst, 1e-12);
  Shape shape;
  TrmMassProperties p;
  shape_start(&shape, "mesh", arena, log_);
  give_text(&shape, "file", path);
  CHECK(!trm_shape_mass(&shape.values, &p));
  CHECK(one_entry(log_, "E001", 10));
}

static void run(void *context) {
  (void)context;
  test_block();
  test_tetrahedron();
  test_prism();
  test_convergence();
  test_far();
  test_parts();
  test_formats();
  test_concave();
  test_shape();
}

int main(void) {
  return run_shape_tests(run, &arena, &log_);
}
