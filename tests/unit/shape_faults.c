/* SPDX-License-Identifier: Apache-2.0
 *
 * Shapes that cannot be: each gives one message with its code, the body and the place.
 */
#include "unit/shape_fixture.h"

static TrmArena *arena;
static TrmLog *log_;
static Shape shape;
static const double origin[3], along[3] = {1, 0, 0};

static void start(const char *word) {
  shape_start(&shape, word, arena, log_);
}

/* the shape is refused with this code at this line */
static void refuse(const char *code, unsigned line) {
  TrmMassProperties p;
  give_number(&shape, "density", 1000);
  CHECK(!trm_shape_mass(&shape.values, &p));
  CHECK(one_entry(log_, code, line));
}

static void test_sizes(void) {
  static const double bad[] = {0, -0.01, HUGE_VAL};
  static const char *const bars[] = {"rod", "capsule", "cylinder"};
  for (size_t i = 0; i < 3; i++) {
    for (size_t k = 0; k < 3; k++) {
      start(bars[k]);
      give_numbers(&shape, "from", origin, 3);
      give_numbers(&shape, "to", along, 3);
      give_number(&shape, "radius", bad[i]);
      refuse("E501", 12);
    }
    start("sphere");
    give_number(&shape, "radius", bad[i]);
    refuse("E501", 10);
    start("box");
    give_numbers(&shape, "size", (double[3]){1, bad[i], 1}, 3);
    refuse("E501", 10);
    start("cylinder");
    give_number(&shape, "radius", 1);
    give_number(&shape, "length", bad[i]);
    refuse("E501", 11);
  }
  /* a cone may have one radius of zero, not two, and none below */
  static const double radii[3][2] = {{0, 0}, {-1, 1}, {1, -1}};
  for (size_t i = 0; i < 3; i++) {
    start("cone");
    give_numbers(&shape, "from", origin, 3);
    give_numbers(&shape, "to", along, 3);
    give_number(&shape, "radius", radii[i][0]);
    give_number(&shape, "top_radius", radii[i][1]);
    refuse("E501", i == 2 ? 13 : 12);
  }
}

static void test_bars(void) {
  static const char *const bars[] = {"rod", "capsule", "cylinder", "cone"};
  static const double far[3] = {100, 20, 3}, near[3] = {100, 20, 3 + 1e-14};
  for (size_t k = 0; k < 4; k++) {
    start(bars[k]);
    give_numbers(&shape, "from", far, 3);
    give_numbers(&shape, "to", near, 3);
    give_number(&shape, "radius", 0.1);
    refuse("E502", 11);
    start(bars[k]);
    give_numbers(&shape, "from", origin, 3);
    give_numbers(&shape, "to", origin, 3);
    give_number(&shape, "radius", 0.1);
    refuse("E502", 11);
  }
  start("cylinder");
  give_number(&shape, "radius", 0.1);
  give_number(&shape, "inner_radius", 0.1);
  give_number(&shape, "length", 1);
  refuse("E503", 11);

  /* ends and middle, one end, no length */
  start("cylinder");
  give_number(&shape, "radius", 0.1);
  give_numbers(&shape, "from", origin, 3);
  give_numbers(&shape, "to", along, 3);
  give_number(&shape, "length", 1);
  refuse("E504", 5);
  start("cylinder");
  give_number(&shape, "radius", 0.1);
  give_numbers(&shape, "to", along, 3);
  refuse("E504", 5);
  start("cylinder");
  give_number(&shape, "radius", 0.1);
  give_numbers(&shape, "axis", along, 3);
  refuse("E504", 5);
}

static void test_weights(void) {
  TrmMassProperties p;
  start("sphere");
  give_number(&shape, "radius", 0.1);
  give_number(&shape, "mass", 1);
  refuse("E505", 11);
  start("sphere");
  give_number(&shape, "radius", 0.1);
  give_number(&shape, "mass", -1);
  CHECK(!trm_shape_mass(&shape.values, &p));
  CHECK(one_entry(log_, "E501", 11));
  /* volumes or inertias beyond the range of numbers */
  static const double extreme[] = {1e120, 1e70, 1e-120, 1e-70};
  for (size_t i = 0; i < 4; i++) {
    start("sphere");
    give_number(&shape, "radius", extreme[i]);
    refuse("E506", 5);
  }
  /* several faults are reported in one go */
  start("rod");
  give_numbers(&shape, "from", origin, 3);
  give_numbers(&shape, "to", origin, 3);
  give_number(&shape, "radius", -1);
  give_number(&shape, "density", 0);
  CHECK(!trm_shape_mass(&shape.values, &p));
  CHECK(trm_log_errors(log_) == 3);
  trm_log_clear(log_);
}

/* a plate of `count` corners */
static void plate(const double *corners, size_t count) {
  start("plate");
  give_places(&shape, "points", corners, count);
  give_number(&shape, "thickness", 0.1);
}

static void test_plates(void) {
  static const double two[] = {0, 0, 0, 1, 0, 0, 0, 0, 0};
  plate(two, 3);
  refuse("E510", 10);
  static const double twice[] = {0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 1, 0};
  plate(twice, 4);
  refuse("E510", 10);
  double *many = trm_arena_array(arena, 3 * 10001, sizeof *many);
  for (size_t k = 0; k < 10001; k++) {
    many[3 * k] = cos(6.283185307179586 * (double)k / 10001);
    many[3 * k + 1] = sin(6.283185307179586 * (double)k / 10001);
  }
  plate(many, 10001);
  refuse("E510", 10);
  static const double bent[] = {0, 0, 0, 1, 0, 0, 1, 1, 0.01, 0, 1, 0};
  plate(bent, 4);
  refuse("E511", 10);
  static const double line[] = {0, 0, 0, 1, 1, 1, 3, 3, 3, 2, 2, 2};
  plate(line, 4);
  refuse("E513", 10);

  /* crossing, bow tie of no signed area, touching in a corner, touching along, a spike */
  static const double cross[] = {0, 0, 0, 2, 0, 0, 2, 2, 0, 1, -1, 0, 0, 2, 0};
  plate(cross, 5);
  refuse("E512", 10);
  static const double tie[] = {0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 1, 0};
  plate(tie, 4);
  refuse("E512", 10);
  static const double pinch[] = {0, 0, 0, 2, 0, 0, 2, 2, 0, 1, 0, 0, 0, 2, 0};
  plate(pinch, 5);
  refuse("E512", 10);
  static const double overlap[] = {0, 0, 0, 4, 0, 0, 4, 1, 0, 3, 1, 0,
                                   3, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
  plate(overlap, 8);
  refuse("E512", 10);
  static const double spike[] = {0, 0, 0, 1, 0, 0, 3, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
  plate(spike, 6);
  refuse("E512", 10);

  /* corners in line with their neighbours are fine, and so is a comb */
  TrmMassProperties p;
  static const double comb[] = {0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 3, 2, 0, 2, 2,
                                0, 2, 1, 0, 1, 1, 0, 1, 2, 0, 0, 2, 0, 0, 1, 0};
  plate(comb, 11);
  give_number(&shape, "density", 1);
  CHECK(trm_shape_mass(&shape.values, &p));
  CHECK_NEAR(p.volume, 0.5, 1e-15);
  CHECK_NEAR(p.centre[0], 1.5, 1e-15);
}

/* types are as the tools that read them expect */
static void test_table(void) {
  size_t count = 0;
  for (const TrmType *const *type = trm_table_shapes.types; *type; type++, count++) {
    TrmItem item = {.type = *type};
    CHECK(trm_shape_type(&item)->solid != NULL);
    CHECK((*type)->summary && (*type)->details && (*type)->example);
    CHECK(trm_type_param(*type, "density") && trm_type_param(*type, "mass"));
    CHECK(trm_type_param(*type, "name") && trm_type_param(*type, "colour"));
  }
  CHECK(count == 8);
}

static void run(void *context) {
  (void)context;
  test_sizes();
  test_bars();
  test_weights();
  test_plates();
  test_table();
}

int main(void) {
  return run_shape_tests(run, &arena, &log_);
}
