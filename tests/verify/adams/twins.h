/* SPDX-License-Identifier: Apache-2.0
 *
 * Datasets beside models of the same mechanism in the model language, written by hand: the geometry
 * at the design position there, markers here. `same` pairs a signal of the dataset with one of the
 * model, or with minus it.
 */
#ifndef TRM_TESTS_ADAMS_TWINS_H
#define TRM_TESTS_ADAMS_TWINS_H

#include <stddef.h>

typedef struct Twin {
  const char *what, *dataset, *model;
  double until;
  const char *same[20];
} Twin;

#define MKS "UNITS/SYSTEM = MKS\n"
#define DOWN "ACCGRAV/KGRAV = -9.80665\nPART/1, GROUND\nMARKER/1, PART = 1\n"
#define ALSO_DOWN "trammel: 1\ngravity: [0, 0, -9.80665]\n"
/* a part and its body, mass 1, inertia 0.04, 0.1, 0.1 along x, y, z */
#define ROD "PART/2, MASS = 1, CM = 20, IP = 0.04, 0.1, 0.1\nMARKER/20, PART = 2, QP = 2, 0, 0\n"
#define ALSO_ROD "bodies:\n  b: {at: [2, 0, 0], mass: 1, inertia: [0.04, 0.1, 0.1]}\n"

static const Twin twins[] = {
    {"cylindrical, axis at 45 deg",
     "t\n" MKS DOWN ROD "MARKER/2, PART = 1, REULER = 180D, 45D, 180D\n"
     "MARKER/21, PART = 2, REULER = 180D, 45D, 180D\n"
     "JOINT/1, CYLINDRICAL, I = 2, J = 21\n"
     "REQUEST/1, F2=JOINT(1,0,2,0)\\F3=JOINT(1,0,3,0)\\F4=JOINT(1,0,4,0)\\F6=JOINT(1,0,6,0)"
     "\\F7=JOINT(1,0,7,0)\\F8=JOINT(1,0,8,0)\nEND\n",
     ALSO_DOWN ALSO_ROD
     "joints:\n  j: {cylindrical: [ground, b], at: [0, 0, 0], axis: [0, 1, 1]}\n",
     1,
     {"PART_2.x", "b.x", "PART_2.y", "b.y", "PART_2.z", "b.z", "PART_2.wx", "b.wx", "REQUEST_1.F2",
      "j.fx", "REQUEST_1.F4", "j.fz", NULL}},
    {"planar, with spin",
     "t\n" MKS DOWN "PART/2, MASS = 1, CM = 20, IP = 0.04, 0.1, 0.1, VX = 0.3, WZ = 2\n"
     "MARKER/20, PART = 2, QP = 2, 0, 0\nMARKER/2, PART = 1, REULER = 0, 30D, 0\n"
     "MARKER/21, PART = 2, REULER = 0, 30D, 0\nJOINT/1, PLANAR, I = 21, J = 2\nEND\n",
     "trammel: 1\ngravity: [0, 0, -9.80665]\nbodies:\n  b: {at: [2, 0, 0], mass: 1, inertia: "
     "[0.04, "
     "0.1, 0.1], velocity: [0.3, 0, 0], spin: [0, 0, 2]}\njoints:\n  j: {planar: [ground, b], at: "
     "[0, "
     "0, 0], axis: [0, -0.5, 0.86602540378443864676]}\n",
     1,
     {"PART_2.x", "b.x", "PART_2.y", "b.y", "PART_2.z", "b.z", "PART_2.wx", "b.wx", "PART_2.wz",
      "b.wz", NULL}},
    {"Hooke: arms along x of I and y of J",
     "t\n" MKS DOWN "PART/2, MASS = 1, CM = 20, IP = 0.1, 0.13, 0.04, WX = 0.5, WY = 0.2, WM = 1\n"
     "MARKER/20, PART = 2, QP = 0.3, 1, 0.5\nMARKER/2, PART = 1, QP = 0, 0, 0\n"
     "MARKER/21, PART = 2\nJOINT/1, HOOKE, I = 21, J = 2\nEND\n",
     "trammel: 1\ngravity: [0, 0, -9.80665]\nbodies:\n  b: {at: [0.3, 1, 0.5], mass: 1, inertia: "
     "[0.1, 0.13, 0.04], spin: [0.5, 0.2, 0]}\njoints:\n  j: {universal: [ground, b], at: [0, 0, "
     "0], "
     "axes: [y, x]}\n",
     1,
     {"PART_2.x", "b.x", "PART_2.y", "b.y", "PART_2.z", "b.z", "PART_2.wx", "b.wx", "PART_2.wz",
      "b.wz", NULL}},
    {"screw that carries a load",
     "t\n" MKS DOWN "PART/2, MASS = 1, CM = 20, IP = 0.04, 0.1, 0.1\nMARKER/20, PART = 2\n"
     "JOINT/1, SCREW, I = 20, J = 1, PITCH = 0.2\nJOINT/2, CYLINDRICAL, I = 20, J = 1\nEND\n",
     "trammel: 1\ngravity: [0, 0, -9.80665]\nbodies:\n  b: {mass: 1, inertia: [0.04, 0.1, 0.1]}\n"
     "joints:\n  j: {screw: [ground, b], at: [0, 0, 0], axis: z, pitch: 0.2}\n",
     1,
     {"PART_2.z", "b.z", "PART_2.wz", "b.wz", NULL}},
    {"rack and pinion between markers",
     "t\n" MKS DOWN "PART/2, MASS = 1, CM = 20, IP = 0.04, 0.1, 0.1\n"
     "MARKER/2, PART = 1, REULER = 90D, 90D, -90D\nMARKER/20, PART = 2, REULER = 90D, 90D, -90D\n"
     "PART/3, MASS = 1, CM = 30, IP = 0.1, 0.1, 0.04\nMARKER/30, PART = 3, QP = 0, -0.05, 0.1\n"
     "MARKER/31, PART = 3, QP = 0, -0.05, 0, REULER = 0, 180D, 0\n"
     "MARKER/3, PART = 1, QP = 0, -0.05, 0, REULER = 0, 180D, 0\n"
     "JOINT/1, REVOLUTE, I = 2, J = 20\nJOINT/2, TRANSLATIONAL, I = 31, J = 3\n"
     "JOINT/3, RACKPIN, I = 20, J = 31, PD = 0.1\n"
     "REQUEST/1, F2=JOINT(1,0,4,0)\\F3=JOINT(3,0,4,0)\\F4=JOINT(3,0,6,0)\\F5=JOINT(2,0,6,0)\nEND\n",
     "trammel: 1\ngravity: [0, 0, -9.80665]\nbodies:\n  pinion: {mass: 1, inertia: [0.1, 0.1, "
     "0.04]}\n"
     "  rack: {at: [0, -0.05, 0.1], mass: 1, inertia: [0.1, 0.1, 0.04]}\n"
     "joints:\n  a: {revolute: [ground, pinion], at: [0, 0, 0], axis: x}\n"
     "  b: {prismatic: [ground, rack], at: [0, -0.05, 0], axis: -z}\n"
     "  c: {rack_pinion: [a, b], radius: 0.05}\n"
     "outputs:\n  fall: 9.80665 + accz(rack)\n  weight: -2*9.80665 - accz(rack)\n",
     1,
     {"PART_3.z", "rack.z", "PART_2.wx", "pinion.wx", "REQUEST_1.F2", "weight", "REQUEST_1.F3",
      "-fall", NULL}},
    {"gears by their common velocity, a coupler",
     "t\n" MKS DOWN "PART/2, MASS = 1, CM = 20, IP = 0.04, 0.1, 0.1, WZ = 3\nMARKER/20, PART = 2\n"
     "PART/3, MASS = 2, CM = 30, IP = 0.2, 0.2, 0.3, QG = 0.3, 0, 0\nMARKER/30, PART = 3\n"
     "PART/4, MASS = 1, CM = 40, IP = 1, 1, 1, QG = 1, 0, 0\nMARKER/40, PART = 4\n"
     "MARKER/2, PART = 1, QP = 0.3, 0, 0\nMARKER/3, PART = 1, QP = 1, 0, 0\n"
     "MARKER/4, PART = 1, QP = 0.1, 0, 0, ZP = 0.1, 1, 0\n"
     "JOINT/1, REVOLUTE, I = 20, J = 1\nJOINT/2, REVOLUTE, I = 30, J = 2\n"
     "JOINT/3, TRANSLATIONAL, I = 40, J = 3\nGEAR/1, JOINTS = 1, 2, CV = 4\n"
     "COUPLER/1, JOINTS = 2, 3, TYPE = R:T, SCALES = 0.25, -1\nEND\n",
     "trammel: 1\ngravity: [0, 0, -9.80665]\nbodies:\n"
     "  a: {mass: 1, inertia: [0.04, 0.1, 0.1], spin: [0, 0, 3]}\n"
     "  b: {at: [0.3, 0, 0], mass: 2, inertia: [0.2, 0.2, 0.3]}\n"
     "  c: {at: [1, 0, 0], mass: 1, inertia: [1, 1, 1]}\n"
     "joints:\n  p: {revolute: [ground, a], at: [0, 0, 0], axis: z}\n"
     "  q: {revolute: [ground, b], at: [0.3, 0, 0], axis: z}\n"
     "  r: {prismatic: [ground, c], at: [1, 0, 0], axis: z}\n"
     "  teeth: {gear: [p, q], ratio: -0.5}\n  wire: {coupler: [q, r], scales: [0.25, -1]}\n",
     1,
     {"PART_2.wz", "a.wz", "PART_3.wz", "b.wz", "PART_4.z", "c.z", NULL}},
    {"primitives: in line, parallel, in a plane, perpendicular",
     "t\n" MKS DOWN ROD "MARKER/21, PART = 2, QP = 1, 0, 0\n"
     "MARKER/2, PART = 1, QP = 1, 0, 0, ZP = 1, 1, 1\nMARKER/3, PART = 1, QP = 2, 0, 0, ZP = 2, 1, "
     "-1\n"
     "MARKER/22, PART = 2, ZP = 1, 0, 0\nMARKER/4, PART = 1\n"
     "JPRIM/1, INLINE, I = 21, J = 2\nJPRIM/2, INPLANE, I = 20, J = 3\n"
     "JPRIM/3, PERPENDICULAR, I = 22, J = 4\nEND\n",
     ALSO_DOWN ALSO_ROD "joints:\n  a: {inline: [ground, b], at: [1, 0, 0], axis: [0, 1, 1]}\n"
                        "  c: {inplane: [ground, b], at: [2, 0, 0], axis: [0, 1, -1]}\n"
                        "  d: {perpendicular: [ground, b], axes: [z, x]}\n",
     1,
     {"PART_2.x", "b.x", "PART_2.y", "b.y", "PART_2.z", "b.z", "PART_2.wx", "b.wx", "PART_2.wz",
      "b.wz", NULL}},
    {"motions of a joint and between markers",
     "t\n" MKS DOWN ROD
     "MARKER/21, PART = 2\nMARKER/2, PART = 1\nJOINT/1, CYLINDRICAL, I = 21, J = 2\n"
     "MOTION/1, JOINT = 1, ROTATION, FUNCTION = 30D*SIN(4*TIME) + STEP(TIME, 0, 0, 1, 1)\n"
     "MOTION/2, I = 21, J = 2, Z, VELOCITY, FUNCTION = IF(TIME-0.5: 0.1, 0.1, 0.1)*COS(TIME)\n"
     "REQUEST/1, F2=MOTION(1,0,8,0)\\F3=MOTION(2,0,4,0)\nEND\n",
     ALSO_DOWN ALSO_ROD
     "joints:\n  j: {cylindrical: [ground, b], at: [0, 0, 0], axis: z}\n"
     "motions:\n  m: {joint: j, angle: '30*deg*sin(4*time) + step(time, 0, 0, 1, 1)'}\n"
     "  n: {between: [ground, b], along: z, speed: 0.1*cos(time)}\n",
     1,
     {"PART_2.x", "b.x", "PART_2.y", "b.y", "PART_2.z", "b.z", "PART_2.wz", "b.wz", "PART_2.ax",
      "b.ax", "REQUEST_1.F2", "m.torque", "REQUEST_1.F3", "n.force", NULL}},
    {"springs, a bushing, an SFORCE both ways",
     "t\n" MKS DOWN ROD "MARKER/21, PART = 2\nMARKER/22, PART = 2, QP = 4, 0, 0\n"
     "MARKER/2, PART = 1, QP = 4, 0, 3\nMARKER/3, PART = 1\n"
     "BUSHING/1, I = 21, J = 3, K = 1000, 2000, 3000, C = 10, 20, 30, KT = 50, 60, 70, CT = 1, 2, "
     "3\n"
     "SPRINGDAMPER/1, TRANSLATIONAL, I = 22, J = 2, K = 40, C = 2, LENGTH = 2.5, FORCE = 3\n"
     "SFORCE/1, TRANSLATIONAL, I = 20, J = 2, FUNCTION = -5*(DM(20,2)-3) - 0.5*VR(20,2)\n"
     "SFORCE/2, ROTATION, I = 21, J = 3, FUNCTION = 4*SIN(TIME)\n"
     "REQUEST/1, F2=SPDP(1,0,2,0)\\F4=SPDP(1,0,4,0)\\F3=BUSH(1,0,4,0)\\F5=SFORCE(1,0,1,0)\nEND\n",
     "trammel: 1\ngravity: [0, 0, -9.80665]\nbodies:\n  b: {at: [2, 0, 0], mass: 1, inertia: "
     "[0.04, "
     "0.1, 0.1], markers: {end: [2, 0, 0], mid: {}}}\n  ground: {markers: {top: [4, 0, 3]}}\n"
     "forces:\n"
     "  u: {bushing: [b, ground], at: [0, 0, 0], k: [1000, 2000, 3000], c: [10, 20, 30], kt: [50, "
     "60, "
     "70], ct: [1, 2, 3]}\n"
     "  s: {spring: [b.end, ground.top], k: 40, c: 2, length: 2.5, preload: -3}\n"
     "  a: {actuator: [b.mid, ground.top], force: '5*(dm(b.mid, ground.top) - 3) + 0.5*vr(b.mid, "
     "ground.top)'}\n"
     "  t: {torque: [b, ground], vector: [0, 0, 4*sin(time)]}\n",
     1,
     {"PART_2.x", "b.x", "PART_2.y", "b.y", "PART_2.z", "b.z", "PART_2.wy", "b.wy", "REQUEST_1.F2",
      "s.fx", "REQUEST_1.F4", "s.fz", "REQUEST_1.F3", "u.fz", NULL}},
    {"friction of four joints",
     "t\n" MKS DOWN "PART/2, MASS = 2, CM = 20, IP = 1, 1, 1, VX = 3\nMARKER/20, PART = 2\n"
     "MARKER/2, PART = 1, ZP = 1, 0, 0\nMARKER/21, PART = 2, ZP = 1, 0, 0\n"
     "JOINT/1, TRANSLATIONAL, I = 21, J = 2\n"
     "FRICTION/1, JOINT = 1, MU_STATIC = 0.4, MU_DYNAMIC = 0.3, INPUTS = PRELOAD, REACTION\n"
     ", FRICTION_FORCE_PRELOAD = 5, EFFECT = ALL, STICTION_TRANSITION_VELOCITY = 1E-3\n"
     "PART/3, MASS = 1, CM = 30, IP = 0.1, 0.1, 0.1, QG = 0, 5, 0, WY = 4\n"
     "MARKER/30, PART = 3, QP = 0.2, 0, 0\nMARKER/31, PART = 3, ZP = 0, 1, 0\n"
     "MARKER/3, PART = 1, QP = 0, 5, 0, ZP = 0, 6, 0\nJOINT/2, REVOLUTE, I = 31, J = 3\n"
     "FRICTION/2, JOINT = 2, MU_STATIC = 0.3, MU_DYN = 0.2, PIN_RADIUS = 0.05, FRICTION_ARM = "
     "0.08\n"
     ", BENDING_REACTION_ARM = 0.5, FRICTION_TORQUE_PRELOAD = 0.1\n"
     "PART/4, MASS = 1, CM = 40, IP = 0.1, 0.1, 0.1, QG = 0, 10, 0, WX = 2, WZ = 3, WM = 1\n"
     "MARKER/40, PART = 4, QP = 0.2, 0, -0.3\nMARKER/41, PART = 4\nMARKER/4, PART = 1, QP = 0, 10, "
     "0\n"
     "JOINT/3, SPHERICAL, I = 41, J = 4\n"
     "FRICTION/3, JOINT = 3, MU_STATIC = 0.3, MU_DYN = 0.2, BALL_RADIUS = 0.04\n"
     "PART/5, MASS = 1, CM = 50, IP = 0.1, 0.1, 0.1, QG = 0, 15, 0, WZ = 6, VZ = 2, WM = 1\n"
     "MARKER/50, PART = 5, QP = 0, 0, 0\nMARKER/51, PART = 5\nMARKER/5, PART = 1, QP = 0, 15, 0\n"
     "JOINT/4, CYLINDRICAL, I = 51, J = 5\nFRICTION/4, JOINT = 4, MU_STATIC = 0.3, MU_DYN = 0.2\n"
     ", PIN_RADIUS = 0.04, INITIAL_OVERLAP = 0.3, FRICTION_FORCE_PRELOAD = 20\nEND\n",
     "trammel: 1\ngravity: [0, 0, -9.80665]\nbodies:\n"
     "  b: {mass: 2, inertia: [1, 1, 1], velocity: [3, 0, 0]}\n"
     "  c: {at: [0.2, 5, 0], mass: 1, inertia: [0.1, 0.1, 0.1], spin: [0, 4, 0]}\n"
     "  d: {at: [0.2, 10, -0.3], mass: 1, inertia: [0.1, 0.1, 0.1], spin: [2, 0, 3]}\n"
     "  e: {at: [0, 15, 0], mass: 1, inertia: [0.1, 0.1, 0.1], spin: [0, 0, 6], velocity: [0, 0, "
     "2]}\n"
     "joints:\n"
     "  p: {prismatic: [ground, b], at: [0, 0, 0], axis: x, friction: {static: 0.4, dynamic: 0.3, "
     "preload: 5}}\n"
     "  q: {revolute: [ground, c], at: [0, 5, 0], axis: y, friction: {static: 0.3, dynamic: 0.2, "
     "radius: 0.05, axial_arm: 0.08, bending_arm: 0.5, preload: 2}}\n"
     "  r: {spherical: [ground, d], at: [0, 10, 0], friction: {static: 0.3, dynamic: 0.2, radius: "
     "0.04}}\n"
     "  s: {cylindrical: [ground, e], at: [0, 15, 0], axis: z, friction: {static: 0.3, dynamic: "
     "0.2, "
     "radius: 0.04, bending_arm: 0.3, preload: 20}}\n",
     1,
     {"PART_2.x", "b.x", "PART_2.vx", "b.vx", "PART_3.x", "c.x", "PART_3.wy", "c.wy", "PART_4.x",
      "d.x", "PART_4.y", "d.y", "PART_4.wz", "d.wz", "PART_5.z", "e.z", "PART_5.wz", "e.wz", NULL}},
    {"contacts of a ball with a box, a plane and a ball, by IMPACT and POISSON",
     "t\n" MKS DOWN
     "PART/2, MASS = 1, CM = 20, IP = 0.004, 0.004, 0.004, QG = 0, 0, 0.3, VX = 1, WY = 3\n"
     "MARKER/20, PART = 2\nGRAPHICS/2, ELLIPSOID, CM = 20, XS = 0.2, YS = 0.2, ZS = 0.2\n"
     "MARKER/2, PART = 1, QP = -1, -1, -0.1\nGRAPHICS/1, BOX, CORNER = 2, X = 10, Y = 2, Z = 0.1\n"
     "CONTACT/1, IGEOM = 2, JGEOM = 1, IMPACT, STIFFNESS = 1E5, EXPONENT = 1.5, DAMPING = 50\n"
     ", DMAX = 1E-3, COULOMB_FRICTION = ON, MU_STATIC = 0.4, MU_DYNAMIC = 0.3\n"
     ", STICTION_TRANSITION_VELOCITY = 0.05, FRICTION_TRANSITION_VELOCITY = 0.2\n"
     "PART/3, MASS = 2, CM = 30, IP = 0.004, 0.004, 0.004, QG = 0, 5, 0.3\nMARKER/30, PART = 3\n"
     "GRAPHICS/3, ELLIPSOID, CM = 30, XS = 0.2, YS = 0.2, ZS = 0.2\n"
     "GRAPHICS/4, PLANE, RM = 1, XMIN = -1, XMAX = 1, YMIN = -1, YMAX = 1\n"
     "CONTACT/2, IGEOM = 3, JGEOM = 4, POISSON, PENALTY = 1E5, RESTITUTION_COEFFICIENT = 0.7\n"
     "END\n",
     "trammel: 1\ngravity: [0, 0, -9.80665]\nbodies:\n"
     "  b: {at: [0, 0, 0.3], mass: 1, inertia: [0.004, 0.004, 0.004], velocity: [1, 0, 0], spin: "
     "[0, "
     "3, 0], markers: {c: {}}}\n"
     "  c: {at: [0, 5, 0.3], mass: 2, inertia: [0.004, 0.004, 0.004], markers: {c: {}}}\n"
     "contacts:\n"
     "  p: {between: [{sphere: b.c, radius: 0.1}, {plane: ground, normal: z}], stiffness: 1e5, "
     "damping: 50, depth: 1e-3, friction: {static: 0.4, dynamic: 0.3, stiction_speed: 0.05, "
     "slip_speed: 0.2}}\n"
     "  q: {between: [{sphere: c.c, radius: 0.1}, {plane: ground, normal: z}], stiffness: 1e5, "
     "exponent: 1, restitution: 0.7}\n",
     1,
     {"PART_2.x", "b.x", "PART_2.z", "b.z", "PART_2.wy", "b.wy", "PART_3.z", "c.z",
      "CONTACT_1.press", "p.press", NULL}}};

#endif
