/* SPDX-License-Identifier: Apache-2.0
 *
 * Rotation: the ways to write a rotation matrix R (row-major, columns are the turned axes) and the
 * ways back. Angles are in radians.
 */
#ifndef TRM_MATH_ROTATION_H
#define TRM_MATH_ROTATION_H

/* R turns by `angle` about `axis` (any length); 0 when the axis has none. */
int trm_rotation_axis_angle(const double axis[3], double angle, double R[9]);

/* R = exp(theta~), a turn about theta by its length; and theta = log R with |theta| <= pi. */
void trm_rotation_exp(const double theta[3], double R[9]);
void trm_rotation_log(const double R[9], double theta[3]);

/* Body-fixed 3-1-3: R = Rz(psi) Rx(theta) Rz(phi); back with 0 <= theta <= pi, and phi = 0 where
 * theta is 0 or pi. */
void trm_rotation_euler(const double angles[3], double R[9]);
void trm_rotation_to_euler(const double R[9], double angles[3]);

/* Body-fixed 1-2-3: R = Rx(a) Ry(b) Rz(c); back with |b| <= pi/2, and c = 0 where |b| is pi/2. */
void trm_rotation_bryant(const double angles[3], double R[9]);
void trm_rotation_to_bryant(const double R[9], double angles[3]);

/* Axis number `axis` (0 to 2) of R points along `direction`, by the least turn (half a turn about
 * the next axis when it is opposite); 0 when the direction has no length. */
int trm_rotation_one_axis(int axis, const double direction[3], double R[9]);

/* Axis `first` points along `a`, axis `second` (another one) lies in the plane of a and b on the
 * side of b; 0 when one has no length or they are parallel within 1e-9 rad. */
int trm_rotation_two_axes(int first, const double a[3], int second, const double b[3], double R[9]);

/* 1 when R is orthonormal and right-handed within `tolerance`. */
int trm_rotation_is(const double R[9], double tolerance);

#endif
