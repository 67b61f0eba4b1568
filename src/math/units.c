/* SPDX-License-Identifier: Apache-2.0
 *
 * Units: the table of unit names, unit systems, and dimensions as five whole exponents. A unit's
 * size is in SI (m, kg, s, N, rad); the pound-force is 0.45359237 * 9.80665 N, the slug the mass it
 * gives 1 ft/s^2 (NIST SP 811).
 */
#include "math/units.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define PI 3.14159265358979323846
#define POWER                                                                                      \
  { 1, 0, -1, 1, 0 }
#define FREQUENCY                                                                                  \
  { 0, 0, -1, 0, 0 }

typedef struct Unit {
  const char *name, *meaning;
  double si;
  TrmDimension dimension;
} Unit;

static const Unit units_table[] = {
    {"m", "metre", 1, TRM_LENGTH},
    {"km", "kilometre", 1000, TRM_LENGTH},
    {"cm", "centimetre", 0.01, TRM_LENGTH},
    {"mm", "millimetre", 0.001, TRM_LENGTH},
    {"um", "micrometre", 1e-6, TRM_LENGTH},
    {"in", "inch", 0.0254, TRM_LENGTH},
    {"ft", "foot", 0.3048, TRM_LENGTH},
    {"kg", "kilogram", 1, TRM_MASS},
    {"g", "gram", 0.001, TRM_MASS},
    {"t", "tonne", 1000, TRM_MASS},
    {"lb", "pound", 0.45359237, TRM_MASS},
    {"lbm", "pound (mass)", 0.45359237, TRM_MASS},
    {"slug", "slug", 4.4482216152605 / 0.3048, TRM_MASS},
    {"s", "second", 1, TRM_TIME},
    {"ms", "millisecond", 0.001, TRM_TIME},
    {"us", "microsecond", 1e-6, TRM_TIME},
    {"min", "minute", 60, TRM_TIME},
    {"h", "hour", 3600, TRM_TIME},
    {"N", "newton", 1, TRM_FORCE},
    {"mN", "millinewton", 0.001, TRM_FORCE},
    {"kN", "kilonewton", 1000, TRM_FORCE},
    {"MN", "meganewton", 1e6, TRM_FORCE},
    {"lbf", "pound-force", 4.4482216152605, TRM_FORCE},
    {"rad", "radian", 1, TRM_ANGLE},
    {"deg", "degree", PI / 180, TRM_ANGLE},
    {"rev", "revolution", 2 * PI, TRM_ANGLE},
    {"rpm", "revolution per minute", PI / 30, TRM_SPIN},
    {"Hz", "hertz", 1, FREQUENCY},
    {"J", "joule", 1, TRM_TORQUE},
    {"kJ", "kilojoule", 1000, TRM_TORQUE},
    {"W", "watt", 1, POWER},
    {"kW", "kilowatt", 1000, POWER},
    {"Pa", "pascal", 1, TRM_PRESSURE},
    {"kPa", "kilopascal", 1000, TRM_PRESSURE},
    {"MPa", "megapascal", 1e6, TRM_PRESSURE},
    {"GPa", "gigapascal", 1e9, TRM_PRESSURE},
    {"bar", "bar", 1e5, TRM_PRESSURE},
};

/* units that the section `units` takes and old datasets use; in expressions their short names would
 * be in the way of the user's own */
static const Unit base_units_table[] = {
    {"angstrom", "angstrom", 1e-10, TRM_LENGTH},
    {"nm", "nanometre", 1e-9, TRM_LENGTH},
    {"uin", "microinch", 0.0254e-6, TRM_LENGTH},
    {"mil", "thousandth of an inch", 0.0254e-3, TRM_LENGTH},
    {"yd", "yard", 0.9144, TRM_LENGTH},
    {"mi", "mile", 1609.344, TRM_LENGTH},
    {"ng", "nanogram", 1e-12, TRM_MASS},
    {"ug", "microgram", 1e-9, TRM_MASS},
    {"mg", "milligram", 1e-6, TRM_MASS},
    {"oz", "ounce", 0.45359237 / 16, TRM_MASS},
    {"klb", "thousand pounds", 453.59237, TRM_MASS},
    {"slinch", "twelve slugs", 4.4482216152605 / 0.0254, TRM_MASS},
    {"ton", "short ton", 907.18474, TRM_MASS},
    {"ns", "nanosecond", 1e-9, TRM_TIME},
    {"day", "day", 86400, TRM_TIME},
    {"nN", "nanonewton", 1e-9, TRM_FORCE},
    {"uN", "micronewton", 1e-6, TRM_FORCE},
    {"cN", "centinewton", 0.01, TRM_FORCE},
    {"dyn", "dyne", 1e-5, TRM_FORCE},
    {"pdl", "poundal", 0.45359237 * 0.3048, TRM_FORCE},
    {"ozf", "ounce-force", 4.4482216152605 / 16, TRM_FORCE},
    {"kgf", "kilogram-force", 9.80665, TRM_FORCE},
    {"kip", "thousand pounds-force", 4448.2216152605, TRM_FORCE},
};

static const struct {
  const char *word;
  TrmDimension dimension;
} words_table[] = {
    {"pure number", TRM_DIMENSIONLESS},
    {"length", TRM_LENGTH},
    {"area", TRM_AREA},
    {"volume", {3, 0, 0, 0, 0}},
    {"second moment of area", TRM_AREA_MOMENT},
    {"mass", TRM_MASS},
    {"time", TRM_TIME},
    {"force", TRM_FORCE},
    {"angle", TRM_ANGLE},
    {"velocity", TRM_VELOCITY},
    {"acceleration", TRM_ACCELERATION},
    {"angular velocity", TRM_SPIN},
    {"angular acceleration", TRM_SPIN_RATE},
    {"frequency", FREQUENCY},
    {"moment of inertia", TRM_INERTIA},
    {"density", TRM_DENSITY},
    {"torque", TRM_TORQUE},
    {"power", POWER},
    {"pressure", TRM_PRESSURE},
    {"stiffness", TRM_STIFFNESS},
    {"damping", TRM_DAMPING},
    {"torsional stiffness", TRM_TORSION_STIFFNESS},
    {"torsional damping", TRM_TORSION_DAMPING},
    {"pitch", TRM_PITCH},
};

enum {
  UNIT_COUNT = sizeof units_table / sizeof *units_table,
  BASE_UNIT_COUNT = sizeof base_units_table / sizeof *base_units_table,
  WORD_COUNT = sizeof words_table / sizeof *words_table
};

TrmUnits trm_units_mks(void) {
  return (TrmUnits){1, 1, 1, 1, 1, "m", "kg", "s", "N", "rad"};
}

TrmUnits trm_units_mmks(void) {
  return (TrmUnits){0.001, 1, 1, 1, 1, "mm", "kg", "s", "N", "rad"};
}

/* multiply the fraction top/bottom by size^exponent, whole numbers kept whole */
static void multiply_power(double size, int exponent, double *top, double *bottom) {
  double inverse = 1 / size;
  if (size < 1 && rint(inverse) == inverse) {
    size = inverse;
    exponent = -exponent;
  }
  for (; exponent > 0; exponent--) *top *= size;
  for (; exponent < 0; exponent++) *bottom *= size;
}

double trm_units_scale(const TrmUnits *units, TrmDimension d) {
  double top = 1, bottom = 1;
  multiply_power(units->length, d.length, &top, &bottom);
  multiply_power(units->mass, d.mass, &top, &bottom);
  multiply_power(units->time, d.time, &top, &bottom);
  multiply_power(units->force, d.force, &top, &bottom);
  multiply_power(units->angle, d.angle, &top, &bottom);
  return top / bottom;
}

static const Unit *unit_named(const char *name) {
  for (size_t i = 0; i < UNIT_COUNT; i++)
    if (strcmp(units_table[i].name, name) == 0) return &units_table[i];
  return NULL;
}

static const Unit *base_unit_named(const char *name) {
  for (size_t i = 0; i < BASE_UNIT_COUNT; i++)
    if (strcmp(base_units_table[i].name, name) == 0) return &base_units_table[i];
  return unit_named(name);
}

int trm_units_set(TrmUnits *units, const char *base, const char *name) {
  const struct {
    const char *base;
    TrmDimension dimension;
    double *size;
    const char **name;
  } bases[] = {
      {"length", TRM_LENGTH, &units->length, &units->length_name},
      {"mass", TRM_MASS, &units->mass, &units->mass_name},
      {"time", TRM_TIME, &units->time, &units->time_name},
      {"force", TRM_FORCE, &units->force, &units->force_name},
      {"angle", TRM_ANGLE, &units->angle, &units->angle_name},
  };
  const Unit *unit = base_unit_named(name);
  if (!unit) return 0;
  for (size_t i = 0; i < sizeof bases / sizeof *bases; i++) {
    if (strcmp(bases[i].base, base) != 0) continue;
    if (!trm_dimension_same(bases[i].dimension, unit->dimension)) return 0;
    *bases[i].size = unit->si;
    *bases[i].name = unit->name;
    return 1;
  }
  return 0;
}

int trm_unit_find(const char *name, double *si, TrmDimension *dimension) {
  const Unit *unit = unit_named(name);
  if (!unit) return 0;
  *si = unit->si;
  *dimension = unit->dimension;
  return 1;
}

const char *trm_unit_at(size_t index, const char **meaning) {
  if (index >= UNIT_COUNT) return NULL;
  if (meaning) *meaning = units_table[index].meaning;
  return units_table[index].name;
}

int trm_dimension_same(TrmDimension a, TrmDimension b) {
  return a.length == b.length && a.mass == b.mass && a.time == b.time && a.force == b.force &&
         a.angle == b.angle;
}

int trm_dimension_compatible(const TrmUnits *units, TrmDimension a, TrmDimension b) {
  int length = a.length - b.length, mass = a.mass - b.mass, time = a.time - b.time;
  int force = a.force - b.force, angle = a.angle - b.angle;

  /* radians are pure numbers, other angle units are not */
  if (angle && units->angle != 1) return 0;

  /* force = mass length / time^2, where no factor is hidden in it */
  if (force) {
    double product = units->mass * units->length / (units->time * units->time);
    if (fabs(units->force - product) > 1e-12 * product) return 0;
  }
  return mass + force == 0 && length + force == 0 && time - 2 * force == 0;
}

/* a + sign * b, kept within what an exponent can hold */
static signed char exponent_sum(int a, int b, int sign) {
  int sum = sign < 0 ? a - b : a + b;
  return (signed char)(sum > 127 ? 127 : sum < -127 ? -127 : sum);
}

TrmDimension trm_dimension_product(TrmDimension a, TrmDimension b, int sign_of_b) {
  return (TrmDimension){
      exponent_sum(a.length, b.length, sign_of_b), exponent_sum(a.mass, b.mass, sign_of_b),
      exponent_sum(a.time, b.time, sign_of_b), exponent_sum(a.force, b.force, sign_of_b),
      exponent_sum(a.angle, b.angle, sign_of_b)};
}

/* append `name` with its exponent to a product of `*count` factors in buffer[size] */
static void add_factor(char *buffer, size_t size, int *count, const char *name, int exponent) {
  size_t used = strlen(buffer);
  const char *space = (*count)++ ? " " : "";
  if (exponent == 1)
    snprintf(buffer + used, size - used, "%s%s", space, name);
  else
    snprintf(buffer + used, size - used, "%s%s^%d", space, name, exponent);
}

/* metres and newtons, of which joules and watts are made */
static int has_joules(const TrmUnits *units) {
  return strcmp(units->length_name, "m") == 0 && strcmp(units->force_name, "N") == 0;
}

void trm_dimension_format(const TrmUnits *units, TrmDimension d, char *buffer, size_t size) {
  const struct {
    const char *name;
    int exponent;
  } factors[] = {{units->force_name, d.force},
                 {units->mass_name, d.mass},
                 {units->length_name, d.length},
                 {units->angle_name, d.angle},
                 {units->time_name, d.time}};
  char over[64] = "", under[64] = "";
  int over_count = 0, under_count = 0;
  if (size == 0) return;
  if (trm_dimension_same(d, (TrmDimension)POWER) && has_joules(units) &&
      strcmp(units->time_name, "s") == 0) {
    snprintf(buffer, size, "W");
    return;
  }

  for (size_t i = 0; i < sizeof factors / sizeof *factors; i++) {
    int e = factors[i].exponent;
    if (e > 0) add_factor(over, sizeof over, &over_count, factors[i].name, e);
    if (e < 0) add_factor(under, sizeof under, &under_count, factors[i].name, -e);
  }
  if (under_count == 0)
    snprintf(buffer, size, "%s", over);
  else
    snprintf(buffer, size, under_count > 1 ? "%s/(%s)" : "%s/%s", over_count ? over : "1", under);
}

void trm_energy_format(const TrmUnits *units, char *buffer, size_t size) {
  if (has_joules(units))
    snprintf(buffer, size, "J");
  else
    trm_dimension_format(units, (TrmDimension)TRM_TORQUE, buffer, size);
}

const char *trm_dimension_word(TrmDimension d) {
  for (size_t i = 0; i < WORD_COUNT; i++)
    if (trm_dimension_same(words_table[i].dimension, d)) return words_table[i].word;
  return NULL;
}
