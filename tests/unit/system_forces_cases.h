/* SPDX-License-Identifier: Apache-2.0
 *
 * Models for the tests of forces: one or more per type, in space and in the plane, with everything
 * a type can do.
 */
#ifndef SYSTEM_FORCES_CASES_H
#define SYSTEM_FORCES_CASES_H

#include "unit/system_forces_contacts.h"
#include <stddef.h>

typedef struct Case {
  const char *type; /* of the table; NULL: states */
  const char *name, *text;
  int small;   /* rotations are to stay small */
  int outside; /* depends on ground or on a force from outside, not only on relative motion */
} Case;

#define SPACE                                                                                      \
  "trammel: 1\n"                                                                                   \
  "gravity: [0.3, -2, 1]\n"                                                                        \
  "bodies:\n"                                                                                      \
  "  a: {mass: 1, inertia: [1, 2, 2.5], at: [0.1, 0.2, 0.3], cm: [0.1, -0.1, 0.2], markers: {m: "  \
  "{at: [0.3, 0.1, -0.2], orient: {euler: [0.4, 0.7, -0.3]}}}}\n"                                  \
  "  b: {mass: 2, inertia: [2, 1, 1.5], at: [1.3, 0.4, -0.2], markers: {m: {at: [-0.2, 0.3, "      \
  "0.1], "                                                                                         \
  "orient: {euler: [0.2, 0.5, 0.6]}}}}\n"                                                          \
  "  c: {mass: 1, inertia: [1, 1, 1], at: [0, 1, 0]}\n"
#define PLANE                                                                                      \
  "trammel: 1\n"                                                                                   \
  "planar: true\n"                                                                                 \
  "gravity: [0.3, -2]\n"                                                                           \
  "bodies:\n"                                                                                      \
  "  a: {mass: 1, inertia: 2, at: [0.1, 0.2], cm: [0.1, -0.1], markers: {m: {at: [0.3, 0.1], "     \
  "angle: 0.4}}}\n"                                                                                \
  "  b: {mass: 2, inertia: 1, at: [1.3, 0.4], markers: {m: {at: [-0.2, 0.3], angle: 0.7}}}\n"
#define FULL                                                                                       \
  "[[3, 0.1, 0.2, 0.3, 0.1, 0], [0.1, 2, 0.3, 0.1, 0, 0.2], [0.2, 0.3, 4, 0, 0.1, 0.2], [0.3, "    \
  "0.1, "                                                                                          \
  "0, 2, 0.2, 0.1], [0.1, 0, 0.1, 0.2, 3, 0.4], [0, 0.2, 0.2, 0.1, 0.4, 2]]"
#define HINGE "joints:\n  h: {revolute: [a, b], at: [0.5, 0.2, 0.1], axis: [1, 2, 2]}\n"

static const Case cases[] = {
    {"spring", "spring",
     SPACE "forces:\n  f: {spring: [a.m, b.m], k: 3, c: 2, preload: 1.5, length: 0.7}\n", 0, 0},
    {"spring", "spring on ground",
     SPACE "forces:\n  f: {spring: [ground, b], from: [2, 1, 0], to: [1, 0.2, 0.3], k: 3, c: 2}\n",
     0, 1},
    {"spring", "spring by law",
     SPACE "forces:\n  f: {spring: [a, b], from: [0, 0, 0], to: [1, 1, 1], force: 2*length^2 + "
           "sin(speed)*length + dx(c)}\n",
     0, 1},
    {"spring", "spring by spline",
     SPACE "splines: {s: {x: [0, 0.5, 1, 1.5, 2, 3, 5], y: [0, 1, 1.5, 3, 2, 4, 5], kind: "
           "cubic}}\nforces:\n  f: {spring: [a, b], from: [0, 0, 0], to: [1, 1, 1], force: "
           "'spline(s, length)'}\n",
     0, 0},
    {"spring", "spring by pieces",
     SPACE "forces:\n  f: {spring: [a, b], from: [0, 0, 0], to: [1, 1, 1], pieces: [{below: 1.2, "
           "force: 3*length}, {below: 1.6, force: 1 + speed}, {force: length^2}]}\n",
     0, 0},
    {"spring", "planar spring",
     PLANE "forces:\n  f: {spring: [a.m, b.m], k: 3, c: 2, preload: 1.5, length: 0.7}\n", 0, 0},
    {"torsion_spring", "torsion spring",
     SPACE HINGE "forces:\n  f: {torsion_spring: h, k: 3, c: 2, preload: 0.4, angle: 0.3}\n", 1, 0},
    {"torsion_spring", "torsion spring by law",
     SPACE HINGE "forces:\n  f: {torsion_spring: h, torque: -2*angle^3 - speed*angle}\n", 1, 0},
    {"torsion_spring", "planar torsion spring by pieces",
     PLANE "joints:\n  h: {revolute: [a, b], at: [0.5, 0.2]}\nforces:\n  f: {torsion_spring: h, "
           "pieces: [{below: 0, torque: -angle}, {torque: -2*angle - speed}]}\n",
     0, 0},
    {"actuator", "actuator",
     SPACE "forces:\n  f: {actuator: [a, b], from: [0, 0, 0], to: [1, 1, 1], force: 2 + "
           "time*length - 0.3*speed*wz(a)}\n",
     0, 1},
    {"force", "force",
     SPACE "forces:\n  f: {force: a, at: [0.4, 0.1, 0.2], vector: [1 + time, 'dx(b, a)', vy(b)]}\n",
     0, 1},
    {"force", "force in a frame",
     SPACE "forces:\n  f: {force: [a, b], at: [0.4, 0.1, 0.2], vector: ['dm(a, b)*2', 1.5, 'vm(a, "
           "b)'], in: c}\n",
     0, 0},
    {"force", "planar force",
     PLANE "forces:\n  f: {force: [a.m, b.m], vector: ['dm(a, b)*2', 1.5], in: b.m}\n", 0, 0},
    {"torque", "torque",
     SPACE "forces:\n  f: {torque: [a.m, b], vector: ['wx(a, b, a)*2', 1.5, 0.3], in: a.m}\n", 0,
     0},
    {"torque", "planar torque", PLANE "forces:\n  f: {torque: [a, b], vector: 2 - 0.3*wz(a)}\n", 0,
     1},
    {"field", "field",
     SPACE "forces:\n  f: {field: [a.m, b.m], force: ['-3*dx(a.m, b.m, b.m)', "
           "'-2*vy(a.m, b.m, b.m)', 1], torque: ['-ax(a, b)', 0, '-wz(a, b, b)'], in: b.m}\n",
     1, 0},
    {"bushing", "bushing",
     SPACE "forces:\n  f: {bushing: [a, b], at: [0.5, 0.4, 0.2], orient: {euler: [0.3, 0.8, 0.2]}, "
           "k: [1, 2, 3], c: [0.3, 0.2, 0.1], kt: 2, ct: [0.1, 0.2, 0.3], preload: [0.1, 0.2, 0.3, "
           "0.4, 0.5, 0.6]}\n",
     1, 0},
    {"bushing", "bushing by matrices",
     SPACE "forces:\n  f: {bushing: [a.m, b.m], stiffness: " FULL ", damping: " FULL "}\n", 1, 0},
    {"bushing", "planar bushing",
     PLANE "forces:\n  f: {bushing: [a, b], at: [0.5, 0.4], k: [1, 2], c: 0.1, kt: 2, ct: 0.3}\n",
     1, 0},
    {"beam", "beam",
     SPACE
     "forces:\n  f: {beam: [a, b], from: [0.2, 0.1, 0.1], to: [1, 0.3, 0.2], area: 2, ixx: 0.3, "
     "iyy: 0.4, izz: 0.5, e: 3, g: 1, asy: 1.2, asz: 1.1, damping_ratio: 0.1}\n",
     1, 0},
    {"beam", "planar beam",
     PLANE "forces:\n  f: {beam: [a.m, b.m], length: 0.9, area: 2, izz: 0.5, e: 3}\n", 1, 0},
    {"aero", "aero",
     SPACE "forces:\n  f: {aero: a, at: [0.4, 0.1, 0.2], area: 0.7, drag: 0.5 + 0.1*dx(a), lift: "
           "'0.3*wz(a)', up: [0.2, 0.1, 1], wind: [2, dy(b), time], density: 2}\n",
     0, 1},
    {"aero", "planar aero",
     PLANE "forces:\n  f: {aero: a.m, area: 0.7, drag: 0.5, lift: 0.2, up: [0, 1], wind: [2, 3]}\n",
     0, 1},
    {NULL, "forces that read each other",
     SPACE "forces:\n  g: {force: [a, b], vector: [fx(f), 'fm(f)', 2*length_of]}\n  f: {spring: "
           "[a.m, b.m], k: 3, c: 2, length: 0.7}\n  h: {torque: c, vector: [tx(k), 'tm(k)', 0]}\n  "
           "k: {torque: a, vector: [1, wx(b), 0.4]}\nvariables: {length_of: 'dm(a.m, b.m)'}\n",
     0, 1},
    {NULL, "forces that are switched",
     SPACE
     "forces:\n  f: {spring: [a.m, b.m], k: 3, c: 2, length: 0.7, active: 'dm(a, b) > 1.3'}\n",
     0, 0},
    {NULL, "equations",
     SPACE "forces:\n  f: {force: a, vector: [x, 'dif1(y)', varval(v)*y]}\nvariables: {v: "
           "x*dx(a)}\nequations:\n  x: {rate: -2*x + vx(a)*y, initial: 1}\n  y: 'dif1(w) - y^2'\n  "
           "w: {residual: 3*dif1(w) + dif1(w)^3/10 + w - dx(b), initial: 0.2}\n",
     0, 1},
    {NULL, "transfer functions and state spaces",
     SPACE
     "forces:\n  f: {force: a, vector: [slow, lead, plant]}\n  g: {torque: b, vector: "
     "['dif1(slow)', "
     "dif(plant), 0]}\n"
     "transfer_functions:\n"
     "  slow: {input: 2*vx(a) - slow, numerator: [2, 1], denominator: [3, 2, 1, 4]}\n"
     "  lead: {input: dx(a)*slow, numerator: [2, 1], denominator: [3, 2]}\n"
     "state_spaces:\n"
     "  plant: {inputs: [lead, vz(b)], a: [[-1, 2], [0.3, -2]], b: [[1, 0], [0.2, 3]], c: [[1, "
     "2], [0, 1]], d: [[0.1, 0.3], [0, 0]]}\n",
     0, 1},
    CONTACT_CASES{NULL, NULL, NULL, 0, 0}};

#endif
