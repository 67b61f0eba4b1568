/* SPDX-License-Identifier: Apache-2.0
 *
 * Models for the tests of forces: contacts of all pairs of shapes that can touch. High exponents
 * keep their laws smooth where they begin; friction is that of a wide range of speeds.
 */
#ifndef SYSTEM_FORCES_CONTACTS_H
#define SYSTEM_FORCES_CONTACTS_H

#define SOLID(shape, other)                                                                        \
  "trammel: 1\n"                                                                                   \
  "gravity: [0.3, -2, 1]\n"                                                                        \
  "bodies:\n"                                                                                      \
  "  a: {mass: 1, inertia: [1, 2, 2.5], at: [0.1, 0.2, 0.3], cm: [0.1, -0.1, 0.2], shape: " shape  \
  "}\n"                                                                                            \
  "  b: {mass: 2, inertia: [2, 1, 1.5], at: [0.7, 0.4, 0.1], shape: " other "}\n"
#define FLAT(shape, other)                                                                         \
  "trammel: 1\n"                                                                                   \
  "planar: true\n"                                                                                 \
  "bodies:\n"                                                                                      \
  "  a: {mass: 1, inertia: 2, at: [0.1, 0.2], cm: [0.1, -0.1], shape: " shape "}\n"                \
  "  b: {mass: 2, inertia: 1, at: [0.7, 0.4], shape: " other "}\n"
#define SPHERE "{sphere: {radius: 0.5}}"
#define SMALL "{sphere: {radius: 0.2}}"
#define CAPSULE "{capsule: {from: [0, 0, 0], to: [0.4, 0.6, 0.2], radius: 0.35}}"
#define CYLINDER "{cylinder: {from: [0, 0, 0], to: [0.4, 0.3, 0.2], radius: 0.4}}"
#define CONE "{cone: {from: [0, 0, 0], to: [0.4, 0.3, 0.2], radius: 0.5, top_radius: 0.2}}"
#define CUBE "{box: {size: [0.9, 0.8, 0.7]}}"
#define PLATE "{plate: {points: [[-1, 0, 0], [2, -1, 0], [0.6, 2, 0]], thickness: 0.8}}"
#define LAW "stiffness: 40, exponent: 4, damping: 3, depth: 5"
#define RUBS "friction: {static: 0.7, dynamic: 0.4, stiction_speed: 3, slip_speed: 9}"
#define TOUCH(law) "contacts:\n  f: {between: [a, b], " law "}\n"
#define FLOOR                                                                                      \
  "contacts:\n  f: {between: [a, {plane: b, at: [0.7, 0.3, 0], normal: [0.2, 1, -0.3]}], " LAW     \
  ", " RUBS "}\n"

#define BENT                                                                                       \
  FLAT("{sphere: {radius: 0.1}}",                                                                  \
       "[{box: {size: [0.3, 0.25, 0.2]}}, {capsule: {from: [0, 0], to: "                           \
       "[0.5, 0.4], radius: 0.3}}]")                                                               \
  "points: {A: [0.6, 0.2], B: [0.1, 0.9], C: [-0.5, 0.3], D: [0, -0.3], E: [-1, 1.4], F: [-0.2, "  \
  "0.3], G: [0.6, 0.1], H: [1.5, 0.4], I: [2.2, 1.6]}\n"
#define CONTACT_CASES                                                                              \
  {"contact", "balls", SOLID(SPHERE, SPHERE) TOUCH(LAW ", " RUBS), 0, 0},                          \
      {"contact", "balls that bounce",                                                             \
       SOLID(SPHERE, SPHERE) TOUCH("stiffness: 40, exponent: 4, restitution: 0.6"), 0, 0},         \
      {"contact", "ball on a plane", SOLID(SPHERE, SPHERE) FLOOR, 0, 0},                           \
      {"contact", "ball and capsule", SOLID(SPHERE, CAPSULE) TOUCH(LAW ", " RUBS), 0, 0},          \
      {"contact", "capsules", SOLID(CAPSULE, CAPSULE) TOUCH(LAW), 0, 0},                           \
      {"contact", "capsule on a plane", SOLID(CAPSULE, SPHERE) FLOOR, 0, 0},                       \
      {"contact", "box on a plane", SOLID(CUBE, SPHERE) FLOOR, 0, 0},                              \
      {"contact", "cylinder on a plane", SOLID(CYLINDER, SPHERE) FLOOR, 0, 0},                     \
      {"contact", "ball and box", SOLID(CUBE, SPHERE) TOUCH(LAW), 0, 0},                           \
      {"contact", "small ball and cylinder", SOLID(SMALL, CYLINDER) TOUCH(LAW), 0, 0},             \
      {"contact", "capsule and plate", SOLID(CAPSULE, PLATE) TOUCH(LAW), 0, 0},                    \
      {"contact", "boxes", SOLID(CUBE, CUBE) TOUCH(LAW ", " RUBS), 0, 0},                          \
      {"contact", "planar disc and box",                                                           \
       FLAT("{sphere: {radius: 0.4, at: [0.1, 0.2]}}", "{box: {size: [0.9, 0.8, 0.7]}}")           \
           TOUCH(LAW ", " RUBS),                                                                   \
       0, 0},                                                                                      \
      {"contact", "planar boxes",                                                                  \
       FLAT("{box: {size: [0.9, 0.8, 0.7]}}", "{box: {size: [0.9, 0.8, 0.7]}}") TOUCH(LAW), 0, 0}, \
      {"contact", "point on a curve",                                                              \
       SOLID(SPHERE, SPHERE) "points: {A: [-1, 0, 0.4], B: [-0.3, 0, 0], C: [0.5, 0, 0], D: "      \
                             "[1.4, 0, 0.4], E: [2, 0, 2]}\ncontacts:\n  f: {between: [{sphere: "  \
                             "a, at: [0, 0, 0.3], radius: 0.3}, {curve: [A, B, C, D, E], on: "     \
                             "b}], " LAW ", " RUBS "}\n",                                          \
       1, 0},                                                                                      \
      {"contact", "cylinder and box", SOLID(CYLINDER, CUBE) TOUCH(LAW ", " RUBS), 0, 0},           \
      {"contact", "cylinder and capsule", SOLID(CYLINDER, CAPSULE) TOUCH(LAW), 0, 0},              \
      {"contact", "cylinders", SOLID(CYLINDER, CYLINDER) TOUCH(LAW), 0, 0},                        \
      {"contact", "small ball and cone", SOLID(SMALL, CONE) TOUCH(LAW ", " RUBS), 0, 0},           \
      {"contact", "planar curve on a plane",                                                       \
       BENT "contacts:\n  f: {between: [{curve: [A, B, C, D], on: a, closed: true}, {plane: b, "   \
            "at: [0.7, 0.3], normal: [0.2, 1]}], " LAW ", " RUBS "}\n",                            \
       0, 0},                                                                                      \
      {"contact", "planar curve and box",                                                          \
       BENT "contacts:\n  f: {between: [{curve: [E, F, G, H, I], on: a}, b.box], " LAW "}\n", 0,   \
       0},                                                                                         \
      {"contact", "planar curve and capsule",                                                      \
       BENT                                                                                        \
       "contacts:\n  f: {between: [{curve: [A, B, C, D], on: a, closed: true}, b.capsule], " LAW   \
       "}\n",                                                                                      \
       0, 0},                                                                                      \
      {"contact", "planar curves",                                                                 \
       BENT "contacts:\n  f: {between: [{curve: [A, B, C, D], on: a, closed: true}, {curve: [E, "  \
            "F, G, H, I], on: b}], " LAW ", " RUBS "}\n",                                          \
       0, 0},

#endif
