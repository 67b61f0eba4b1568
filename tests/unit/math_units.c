/* SPDX-License-Identifier: Apache-2.0
 *
 * Units: every name with its size in SI as the standards give it, systems, printed units, words,
 * and which dimensions may be added.
 */
#include "check.h"
#include "math/units.h"

/* sizes and dimensions written a second time */
static const struct {
  const char *name;
  double si;
  TrmDimension dimension;
} expected[] = {
    {"m", 1, {1, 0, 0, 0, 0}},
    {"km", 1e3, {1, 0, 0, 0, 0}},
    {"cm", 1e-2, {1, 0, 0, 0, 0}},
    {"mm", 1e-3, {1, 0, 0, 0, 0}},
    {"um", 1e-6, {1, 0, 0, 0, 0}},
    {"in", 0.0254, {1, 0, 0, 0, 0}},
    {"ft", 12 * 0.0254, {1, 0, 0, 0, 0}},
    {"kg", 1, {0, 1, 0, 0, 0}},
    {"g", 1e-3, {0, 1, 0, 0, 0}},
    {"t", 1e3, {0, 1, 0, 0, 0}},
    {"lb", 0.45359237, {0, 1, 0, 0, 0}},
    {"lbm", 0.45359237, {0, 1, 0, 0, 0}},
    {"slug", 14.593902937206364829, {0, 1, 0, 0, 0}},
    {"s", 1, {0, 0, 1, 0, 0}},
    {"ms", 1e-3, {0, 0, 1, 0, 0}},
    {"us", 1e-6, {0, 0, 1, 0, 0}},
    {"min", 60, {0, 0, 1, 0, 0}},
    {"h", 3600, {0, 0, 1, 0, 0}},
    {"N", 1, {0, 0, 0, 1, 0}},
    {"mN", 1e-3, {0, 0, 0, 1, 0}},
    {"kN", 1e3, {0, 0, 0, 1, 0}},
    {"MN", 1e6, {0, 0, 0, 1, 0}},
    {"lbf", 0.45359237 * 9.80665, {0, 0, 0, 1, 0}},
    {"rad", 1, {0, 0, 0, 0, 1}},
    {"deg", 0.017453292519943295769, {0, 0, 0, 0, 1}},
    {"rev", 6.2831853071795864769, {0, 0, 0, 0, 1}},
    {"rpm", 0.10471975511965977462, {0, 0, -1, 0, 1}},
    {"Hz", 1, {0, 0, -1, 0, 0}},
    {"J", 1, {1, 0, 0, 1, 0}},
    {"kJ", 1e3, {1, 0, 0, 1, 0}},
    {"W", 1, {1, 0, -1, 1, 0}},
    {"kW", 1e3, {1, 0, -1, 1, 0}},
    {"Pa", 1, {-2, 0, 0, 1, 0}},
    {"kPa", 1e3, {-2, 0, 0, 1, 0}},
    {"MPa", 1e6, {-2, 0, 0, 1, 0}},
    {"GPa", 1e9, {-2, 0, 0, 1, 0}},
    {"bar", 1e5, {-2, 0, 0, 1, 0}},
};

enum { EXPECTED = sizeof expected / sizeof *expected };

static void check_names(void) {
  double si, worst = 0;
  TrmDimension d;
  size_t count = 0;
  for (size_t i = 0; i < EXPECTED; i++) {
    CHECK(trm_unit_find(expected[i].name, &si, &d));
    CHECK(trm_dimension_same(d, expected[i].dimension));
    worst = fmax(worst, fabs(si / expected[i].si - 1));
  }
  check_figure("units", "sizes of all units", "NIST SP 811", worst, 3e-16);

  /* all that is listed is expected, and says what it is */
  const char *meaning = NULL, *name;
  for (; (name = trm_unit_at(count, &meaning)); count++) CHECK(meaning && *meaning);
  CHECK(count == EXPECTED);
  CHECK(trm_unit_at(0, NULL) && !trm_unit_at(EXPECTED, NULL));
  CHECK(trm_unit_find("MN", &si, &d) && si == 1e6 && trm_unit_find("mN", &si, &d) && si == 1e-3);
  CHECK(!trm_unit_find("MM", &si, &d) && !trm_unit_find("", &si, &d));
}

static void check_set(void) {
  static const char *const bases[] = {"length", "mass", "time", "force", "angle"};
  TrmUnits u = trm_units_mks();

  /* each base takes the units of its own dimension and no others */
  for (size_t b = 0; b < 5; b++) {
    TrmDimension base = {b == 0, b == 1, b == 2, b == 3, b == 4};
    for (size_t i = 0; i < EXPECTED; i++) {
      int fits = trm_dimension_same(base, expected[i].dimension);
      CHECK(trm_units_set(&u, bases[b], expected[i].name) == fits);
      if (fits) CHECK_NEAR(trm_units_scale(&u, base) / expected[i].si, 1, 3e-16);
    }
  }
  CHECK(!trm_units_set(&u, "length", "furlong") && !trm_units_set(&u, "temperature", "m"));
  CHECK(trm_units_set(&u, "length", "in"));
  CHECK_TEXT(u.length_name, "in");

  /* scales are exact where they can be */
  u = trm_units_mmks();
  CHECK(trm_units_scale(&u, (TrmDimension)TRM_INERTIA) == 1e-6);
  CHECK(trm_units_scale(&u, (TrmDimension)TRM_DENSITY) == 1e9);
  CHECK(trm_units_scale(&u, (TrmDimension)TRM_AREA_MOMENT) == 1e-12);
  CHECK(trm_units_scale(&u, (TrmDimension)TRM_STIFFNESS) == 1e3);
  CHECK(trm_units_scale(&u, (TrmDimension)TRM_PRESSURE) == 1e6);
  CHECK(trm_units_set(&u, "angle", "deg"));
  CHECK_NEAR(trm_units_scale(&u, (TrmDimension)TRM_TORSION_STIFFNESS), 0.001 * 57.29577951308232,
             1e-16);
}

static const char *format(const TrmUnits *u, TrmDimension d) {
  static char buffer[64];
  trm_dimension_format(u, d, buffer, sizeof buffer);
  return buffer;
}

static void check_format(void) {
  TrmUnits u = trm_units_mmks();
  CHECK_TEXT(format(&u, (TrmDimension)TRM_DIMENSIONLESS), "");
  CHECK_TEXT(format(&u, (TrmDimension)TRM_LENGTH), "mm");
  CHECK_TEXT(format(&u, (TrmDimension)TRM_AREA), "mm^2");
  CHECK_TEXT(format(&u, (TrmDimension)TRM_VELOCITY), "mm/s");
  CHECK_TEXT(format(&u, (TrmDimension)TRM_ACCELERATION), "mm/s^2");
  CHECK_TEXT(format(&u, (TrmDimension)TRM_SPIN), "rad/s");
  CHECK_TEXT(format(&u, (TrmDimension)TRM_INERTIA), "kg mm^2");
  CHECK_TEXT(format(&u, (TrmDimension)TRM_DENSITY), "kg/mm^3");
  CHECK_TEXT(format(&u, (TrmDimension)TRM_TORQUE), "N mm");
  CHECK_TEXT(format(&u, (TrmDimension)TRM_STIFFNESS), "N/mm");
  CHECK_TEXT(format(&u, (TrmDimension)TRM_DAMPING), "N s/mm");
  CHECK_TEXT(format(&u, (TrmDimension){0, 0, -1, 0, 0}), "1/s");
  CHECK_TEXT(format(&u, (TrmDimension){-1, 1, -1, 0, 0}), "kg/(mm s)");
  CHECK(trm_units_set(&u, "angle", "deg"));
  CHECK_TEXT(format(&u, (TrmDimension)TRM_TORSION_STIFFNESS), "N mm/deg");
  CHECK_TEXT(format(&u, (TrmDimension)TRM_TORSION_DAMPING), "N mm s/deg");
  CHECK_TEXT(format(&u, (TrmDimension)TRM_PITCH), "mm/deg");
  /* metres and newtons make joules and watts; torques stay what they are */
  TrmUnits si = trm_units_mks();
  char energy[16];
  CHECK_TEXT(format(&si, (TrmDimension)TRM_TORQUE), "N m");
  CHECK_TEXT(format(&si, (TrmDimension){1, 0, -1, 1, 0}), "W");
  CHECK_TEXT(format(&u, (TrmDimension){1, 0, -1, 1, 0}), "N mm/s");
  trm_energy_format(&si, energy, sizeof energy);
  CHECK_TEXT(energy, "J");
  trm_energy_format(&u, energy, sizeof energy);
  CHECK_TEXT(energy, "N mm");
  CHECK(trm_units_set(&si, "time", "ms"));
  CHECK_TEXT(format(&si, (TrmDimension){1, 0, -1, 1, 0}), "N m/ms");
  TrmDimension odd = {127, -127, 127, -127, 127};
  CHECK_TEXT(format(&u, odd), "mm^127 deg^127 s^127/(N^127 kg^127)");

  /* short buffers are filled and terminated */
  char small[4];
  trm_dimension_format(&u, (TrmDimension)TRM_TORSION_STIFFNESS, small, sizeof small);
  CHECK_TEXT(small, "N m");
  trm_dimension_format(&u, (TrmDimension)TRM_TORSION_STIFFNESS, small, 0);
  CHECK_TEXT(small, "N m");

  CHECK_TEXT(trm_dimension_word((TrmDimension)TRM_LENGTH), "length");
  CHECK_TEXT(trm_dimension_word((TrmDimension)TRM_SPIN), "angular velocity");
  CHECK_TEXT(trm_dimension_word((TrmDimension)TRM_TORSION_DAMPING), "torsional damping");
  CHECK_TEXT(trm_dimension_word((TrmDimension)TRM_DIMENSIONLESS), "pure number");
  CHECK(trm_dimension_word(odd) == NULL);
}

static void check_compatible(void) {
  const TrmDimension force = TRM_FORCE, newton = {1, 1, -2, 0, 0}, angle = TRM_ANGLE,
                     none = TRM_DIMENSIONLESS, length = TRM_LENGTH, spin = TRM_SPIN,
                     hertz = {0, 0, -1, 0, 0}, torque = TRM_TORQUE, energy = {2, 1, -2, 0, 0};
  TrmUnits u = trm_units_mks();
  CHECK(trm_dimension_compatible(&u, force, newton) && trm_dimension_compatible(&u, newton, force));
  CHECK(trm_dimension_compatible(&u, torque, energy) && trm_dimension_compatible(&u, spin, hertz));
  CHECK(trm_dimension_compatible(&u, angle, none) && trm_dimension_compatible(&u, none, angle));
  CHECK(!trm_dimension_compatible(&u, force, length) &&
        !trm_dimension_compatible(&u, none, length));
  CHECK(!trm_dimension_compatible(&u, torque, force));
  CHECK(!trm_dimension_compatible(&u, force, (TrmDimension){1, 1, -1, 0, 0}));
  CHECK(!trm_dimension_compatible(&u, force, (TrmDimension){1, 0, -2, 0, 0}));

  /* in millimetres a newton is 1000 kg mm/s^2 */
  u = trm_units_mmks();
  CHECK(!trm_dimension_compatible(&u, force, newton) && trm_dimension_compatible(&u, force, force));
  CHECK(trm_units_set(&u, "mass", "t") && trm_dimension_compatible(&u, force, newton));

  /* pounds of force with slugs and feet, not with pounds of mass */
  CHECK(trm_units_set(&u, "length", "ft") && trm_units_set(&u, "force", "lbf"));
  CHECK(trm_units_set(&u, "mass", "slug") && trm_dimension_compatible(&u, force, newton));
  CHECK(trm_units_set(&u, "mass", "lb") && !trm_dimension_compatible(&u, force, newton));

  /* degrees are not pure numbers */
  CHECK(trm_units_set(&u, "angle", "deg"));
  CHECK(!trm_dimension_compatible(&u, angle, none) && !trm_dimension_compatible(&u, spin, hertz));
  CHECK(trm_dimension_compatible(&u, angle, angle));

  /* products and quotients, kept within range */
  CHECK(trm_dimension_same(trm_dimension_product(force, length, 1), torque));
  CHECK(trm_dimension_same(trm_dimension_product(torque, length, -1), force));
  TrmDimension big = {100, -100, 0, 0, 0}, sum = trm_dimension_product(big, big, 1);
  CHECK(sum.length == 127 && sum.mass == -127);
}

int main(void) {
  check_names();
  check_set();
  check_format();
  check_compatible();
  return check_done();
}
