/* SPDX-License-Identifier: Apache-2.0
 *
 * Units: a dimension is five whole exponents (force is a base of its own, because users mix N with
 * mm and kg); a unit system gives each base its size in SI. Unit names are constants in
 * expressions, worth one such unit in the model's units.
 */
#ifndef TRM_MATH_UNITS_H
#define TRM_MATH_UNITS_H

#include <stddef.h>

typedef struct TrmDimension {
  signed char length, mass, time, force, angle;
} TrmDimension;

#define TRM_DIMENSIONLESS                                                                          \
  { 0, 0, 0, 0, 0 }
#define TRM_LENGTH                                                                                 \
  { 1, 0, 0, 0, 0 }
#define TRM_AREA                                                                                   \
  { 2, 0, 0, 0, 0 }
#define TRM_MASS                                                                                   \
  { 0, 1, 0, 0, 0 }
#define TRM_TIME                                                                                   \
  { 0, 0, 1, 0, 0 }
#define TRM_FORCE                                                                                  \
  { 0, 0, 0, 1, 0 }
#define TRM_ANGLE                                                                                  \
  { 0, 0, 0, 0, 1 }
#define TRM_VELOCITY                                                                               \
  { 1, 0, -1, 0, 0 }
#define TRM_ACCELERATION                                                                           \
  { 1, 0, -2, 0, 0 }
#define TRM_SPIN                                                                                   \
  { 0, 0, -1, 0, 1 }
#define TRM_SPIN_RATE                                                                              \
  { 0, 0, -2, 0, 1 }
#define TRM_INERTIA                                                                                \
  { 2, 1, 0, 0, 0 }
#define TRM_DENSITY                                                                                \
  { -3, 1, 0, 0, 0 }
#define TRM_TORQUE                                                                                 \
  { 1, 0, 0, 1, 0 }
#define TRM_STIFFNESS                                                                              \
  { -1, 0, 0, 1, 0 }
#define TRM_DAMPING                                                                                \
  { -1, 0, 1, 1, 0 }
#define TRM_TORSION_STIFFNESS                                                                      \
  { 1, 0, 0, 1, -1 }
#define TRM_TORSION_DAMPING                                                                        \
  { 1, 0, 1, 1, -1 }
#define TRM_PITCH                                                                                  \
  { 1, 0, 0, 0, -1 }
#define TRM_PRESSURE                                                                               \
  { -2, 0, 0, 1, 0 }
#define TRM_AREA_MOMENT                                                                            \
  { 4, 0, 0, 0, 0 }

/* Sizes of the base units in SI (m, kg, s, N, rad) and their names. */
typedef struct TrmUnits {
  double length, mass, time, force, angle;
  const char *length_name, *mass_name, *time_name, *force_name, *angle_name;
} TrmUnits;

TrmUnits trm_units_mks(void);
TrmUnits trm_units_mmks(void);

/* SI value of one model unit of dimension `d`. */
double trm_units_scale(const TrmUnits *units, TrmDimension d);

/* Set one base ("length", "mass", ...) to the unit called `name`; 0 when `name` is not a unit of
 * that base. */
int trm_units_set(TrmUnits *units, const char *base, const char *name);

/* A unit name (case matters, as in mm and MN): its SI size and dimension; 0 when unknown. */
int trm_unit_find(const char *name, double *si, TrmDimension *dimension);

/* Unit name number `index` and what it is ("millimetre"); NULL past the end. */
const char *trm_unit_at(size_t index, const char **meaning);

int trm_dimension_same(TrmDimension a, TrmDimension b);

/* 1 when a quantity of `a` may be added to one of `b` in these units: equal, or equal after
 * force = mass length / time^2 where that holds in these units without a factor. */
int trm_dimension_compatible(const TrmUnits *units, TrmDimension a, TrmDimension b);

TrmDimension trm_dimension_product(TrmDimension a, TrmDimension b, int sign_of_b);

/* Write the unit of `d` in `units`, such as "N/mm" or "kg mm^2" ("" for a pure number). */
void trm_dimension_format(const TrmUnits *units, TrmDimension d, char *buffer, size_t size);

/* The same for an energy, which has the dimension of a torque: "J" with metres and newtons. */
void trm_energy_format(const TrmUnits *units, char *buffer, size_t size);

/* A word for common dimensions ("length", "angular velocity"), else NULL. */
const char *trm_dimension_word(TrmDimension d);

#endif
