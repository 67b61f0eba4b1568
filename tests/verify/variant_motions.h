/* SPDX-License-Identifier: Apache-2.0
 *
 * Variant motions: cases for every type of motion and everything it can prescribe, between two
 * moving bodies, and for every type of constraint.
 */
#ifndef TRM_TESTS_VARIANT_MOTIONS_H
#define TRM_TESTS_VARIANT_MOTIONS_H

#include "variant.h"

/* p turns on ground, q turns or slides on p; the motion under test is m */
#define MOVED(pair_type, flat_axis, text, space_motion, plane_motion)                              \
  {.name = text,                                                                                   \
   .joints =                                                                                       \
       "  a: {revolute: [ground, p], at: P(0, 0.1, 0), axis: D(0.2, 1, 0.1)}\n"                    \
       "  j: {" pair_type ": [<p|q>, <q|p>], at: P(0.25, 0.15, 0), axis: D(0.3, -0.5, 0.8)}\n",    \
   .motions = "  n: {joint: a, angle: '0.4*rad*sin(2*rad*time/s)'}\n  m: {" space_motion "}\n",    \
   .links = {{"a", "ground", "p", {{0, 0.1, 0}, {0, 0.1, 0}}, 0, 0},                               \
             {"j", "p", "q", {{0.25, 0.15, 0}, {0.25, 0.15, 0}}, 1, 0}}},                          \
  {                                                                                                \
    .name = text,                                                                                  \
    .joints = "  a: {revolute: [ground, p], at: P(0, 0.1)}\n"                                      \
              "  j: {" pair_type ": [<p|q>, <q|p>], at: P(0.25, 0.15)" flat_axis "}\n",            \
    .motions = "  n: {joint: a, angle: '0.4*rad*sin(2*rad*time/s)'}\n  m: {" plane_motion "}\n",   \
    .links = {{"a", "ground", "p", {{0, 0.1, 0}, {0, 0.1, 0}}, 0, 0},                              \
              {"j", "p", "q", {{0.25, 0.15, 0}, {0.25, 0.15, 0}}, 1, 0}},                          \
    .planar = 1                                                                                    \
  }
#define TURNED(text, course) MOVED("revolute", "", text, "joint: j, " course, "joint: j, " course)
#define SLID(text, course)                                                                         \
  MOVED("prismatic", ", axis: D(0.8, 0.3)", text, "joint: j, " course, "joint: j, " course)
#define TURNED_BETWEEN(text, course)                                                               \
  MOVED("revolute", "", text,                                                                      \
        "between: [<p.o|q.o>, <q.o|p.o>], about: D(0.3, -0.5, 0.8), " course,                      \
        "between: [<p.o|q.o>, <q.o|p.o>], about: z, " course)
#define SLID_BETWEEN(text, course)                                                                 \
  MOVED("prismatic", ", axis: D(0.8, 0.3)", text,                                                  \
        "between: [<p.j|q.j>, <q.j|p.j>], along: D(0.3, -0.5, 0.8), " course,                      \
        "between: [<p.j|q.j>, <q.j|p.j>], along: D(0.8, 0.3), " course)

#define APART(text, start, course)                                                                 \
  MOVED("revolute", "", text, "distance: [<p.t2|q.k>, <q.k|p.t2>], " start(0.1) course,            \
        "distance: [<p.t2|q.k>, <q.k|p.t2>], " start(0.09) course)
#define LENGTH(square) "length: 'sqrt(" #square ")*m + "
#define RATE(square)

#define ANGLE "angle: '<|->(0.3*rad*sin(3*rad*time/s))'"
#define SHIFT "displacement: '<|->(0.05*m*sin(3*rad*time/s))'"
#define SPIN "speed: '<|->(0.8*rad/s*cos(3*rad*time/s))'"
#define SPEED "speed: '<|->(0.1*m/s*cos(3*rad*time/s))'"
#define SPIN_UP "acceleration: '<|->(1.5*rad/s^2*cos(2*rad*time/s))'"
#define SPEED_UP "acceleration: '<|->(0.3*m/s^2*cos(2*rad*time/s))'"

static const Case motion_cases[] = {
    TURNED("joint, angle", ANGLE),
    SLID("joint, displacement", SHIFT),
    TURNED("joint, speed of an angle", SPIN),
    SLID("joint, speed of a displacement", SPEED),
    TURNED("joint, acceleration of an angle", SPIN_UP),
    SLID("joint, acceleration of a displacement", SPEED_UP),
    TURNED_BETWEEN("between, angle", ANGLE),
    SLID_BETWEEN("between, displacement", SHIFT),
    TURNED_BETWEEN("between, speed of an angle", SPIN),
    SLID_BETWEEN("between, speed of a displacement", SPEED),
    TURNED_BETWEEN("between, acceleration of an angle", SPIN_UP),
    SLID_BETWEEN("between, acceleration of a displacement", SPEED_UP),
    APART("distance, length", LENGTH, "0.003*m*sin(3*rad*time/s)'"),
    APART("distance, speed", RATE, "speed: '0.008*m/s*cos(3*rad*time/s)'"),
    APART("distance, acceleration", RATE, "acceleration: '-19*m/s^2*exp(-20*time/s)'")};

static const Case constraint_cases[] = {
    {.name = "holonomic",
     .constraints = "  c: {holonomic: 'dm(<p.b|q.j>, <q.j|p.b>) - sqrt(0.235)*m'}\n"
                    "  e: {holonomic: '<|->(dx(<p.j|q.j>, <q.j|p.j>, p.k))'}\n"},
    {.name = "holonomic",
     .constraints = "  c: {holonomic: 'dm(<p.b|q.j>, <q.j|p.b>) - sqrt(0.145)*m'}\n"
                    "  e: {holonomic: '<|->(dx(<p.j|q.j>, <q.j|p.j>, p.k))'}\n",
     .planar = 1},
    {.name = "nonholonomic",
     .constraints = "  c: {nonholonomic: '<|->(vx(<p.b|q.j>, <q.j|p.b>, p.k)) - 0.2*m/s'}\n"
                    "  e: {nonholonomic: '<|->(vy(<p.t2|q.o>, <q.o|p.t2>, q.k)) - "
                    "0.1*m*<|->(wz(<p.j|q.j>, <q.j|p.j>, p.j))/rad'}\n"},
    {.name = "nonholonomic",
     .constraints = "  c: {nonholonomic: '<|->(vx(<p.b|q.j>, <q.j|p.b>, p.k)) - 0.2*m/s'}\n",
     .planar = 1}};

#endif
