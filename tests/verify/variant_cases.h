/* SPDX-License-Identifier: Apache-2.0
 *
 * Variant cases: for every type of the tables a model in space, and one in the plane where the type
 * exists there. A type whose first and second have different roles cannot be exchanged; its twin
 * says the same by equations of the user's own, measured from the other body.
 */
#ifndef TRM_TESTS_VARIANT_CASES_H
#define TRM_TESTS_VARIANT_CASES_H

#include "variant.h"

#define AT "at: P(0.25, 0.15, 0)"
#define AXIS "axis: D(0.3, -0.5, 0.8)"
#define FROM_TO                                                                                    \
  "from: <P(0.1, -0.2, 0.3)|P(0.4, 0.3, 0.1)>, to: <P(0.4, 0.3, 0.1)|P(0.1, -0.2, 0.3)>"
#define PAIR "[<p|q>, <q|p>]"
#define ONE_LINK .links = {{"j", "p", "q", {{0.25, 0.15, 0}, {0.25, 0.15, 0}}, 1, 0}}, .balance = 3
#define ROD_LINK .links = {{"j", "p", "q", {{0.1, -0.2, 0.3}, {0.4, 0.3, 0.1}}, 1, 0}}, .balance = 3
/* joint a with the coupling on it, and the coupling as it acts on joint b when that comes first */
#define COUPLED                                                                                    \
  .links = {{"a", "ground", "p", {{0.25, 0.15, 0}, {0.25, 0.15, 0}}, 1, 0},                        \
            {"j", "ground", "p", {{0.25, 0.15, 0}, {0.25, 0.15, 0}}, 1, 1},                        \
            {"j", "ground", "q", {{0.4, 0.1, 0}, {0.4, 0.1, 0}}, 0, 2}},                           \
  .balance = 1

#define FLAT_AT "at: P(0.25, 0.15)"
#define FLAT_AXIS "axis: D(0.8, 0.3)"
#define FLAT_FROM_TO "from: <P(0.1, -0.2)|P(0.4, 0.3)>, to: <P(0.4, 0.3)|P(0.1, -0.2)>"
#define FLAT_ROD_LINK                                                                              \
  .links = {{"j", "p", "q", {{0.1, -0.2}, {0.4, 0.3}}, 1, 0}}, .balance = 3, .planar = 1

#define TRACK                                                                                      \
  "splines:\n  track: {x: [-0.2*m, 0, 0.1*m, 0.25*m, 0.4*m, 0.7*m], y: [0.3*m, 0.22*m, 0.2*m, "    \
  "0.15*m, 0.18*m, 0.3*m]}\n"
/* linear between the rows, so that the point begins half way */
#define BOWL                                                                                       \
  "splines:\n  bowl: {x: [-0.2*m, 0.05*m, 0.25*m, 0.5*m], z: [-0.3*m, 0, 0.3*m, 0.6*m],\n"         \
  "    table: [[0.1*m, 0.05*m, 0.05*m, 0.1*m], [0.04*m, 0.01*m, 0.02*m, 0.05*m],\n"                \
  "      [0.02*m, -0.03*m, -0.02*m, 0.01*m], [0.08*m, 0.05*m, 0.05*m, 0.08*m]]}\n"

#define CAM(z)                                                                                     \
  "points: {A: P(0.05, 0" z "), B: P(0, 0.06" z "), C: P(-0.05, 0" z "), D: P(0, -0.05" z ")}\n"   \
  "splines:\n  sole: {x: [-0.1*m, -0.03*m, 0.03*m, 0.1*m], y: [0.06*m, 0.06*m, 0.06*m, 0.06*m]}\n"
#define CAM_JOINT                                                                                  \
  "  j: {curve_on_curve: " PAIR ", curves: [<{through: [A, B, C, D], closed: true}|sole>, "        \
  "<sole|{through: [A, B, C, D], closed: true}>]}\n"

static const Case joint_cases[] = {
    {.name = "fixed", .joints = "  j: {fixed: " PAIR ", " AT "}\n", ONE_LINK},
    {.name = "revolute", .joints = "  j: {revolute: " PAIR ", " AT ", " AXIS "}\n", ONE_LINK},
    {.name = "prismatic", .joints = "  j: {prismatic: " PAIR ", " AT ", " AXIS "}\n", ONE_LINK},
    {.name = "cylindrical", .joints = "  j: {cylindrical: " PAIR ", " AT ", " AXIS "}\n", ONE_LINK},
    {.name = "universal",
     .joints = "  j: {universal: " PAIR ", " AT ", axes: [<D(1, 0.2, 0)|D(-0.1, 0.5, 1)>, "
               "<D(-0.1, 0.5, 1)|D(1, 0.2, 0)>]}\n",
     ONE_LINK},
    {.name = "constant_velocity",
     .joints = "  j: {constant_velocity: " PAIR ", " AT ", axes: [<D(1, 0.2, 0)|D(1, -0.3, 0.2)>, "
               "<D(1, -0.3, 0.2)|D(1, 0.2, 0)>]}\n",
     ONE_LINK},
    {.name = "spherical", .joints = "  j: {spherical: " PAIR ", " AT "}\n", ONE_LINK},
    {.name = "planar", .joints = "  j: {planar: " PAIR ", " AT ", " AXIS "}\n", ONE_LINK},
    {.name = "screw",
     .joints = "  j: {screw: " PAIR ", " AT ", " AXIS ", pitch: 0.2*m}\n",
     ONE_LINK},
    {.name = "rack_pinion",
     .joints = "  a: {revolute: [<ground|p>, <p|ground>], " AT ", " AXIS "}\n"
               "  b: {prismatic: [ground, q], at: P(0.4, 0.1, 0), axis: D(1, 0.2, 0)}\n"
               "  j: {rack_pinion: [a, b], radius: <0.08*m|-0.08*m>}\n",
     COUPLED},
    {.name = "gear",
     .joints = "  a: {revolute: [<ground|p>, <p|ground>], " AT ", " AXIS "}\n"
               "  b: {revolute: [ground, q], at: P(0.4, 0.1, 0), axis: D(1, 0.2, 0)}\n"
               "  j: {gear: [~a|b~, ~b|a~], ratio: ~<-0.5|0.5>|<-2|2>~}\n",
     COUPLED},
    {.name = "coupler",
     .joints = "  a: {cylindrical: [<ground|p>, <p|ground>], " AT ", " AXIS "}\n"
               "  b: {prismatic: [ground, q], at: P(0.4, 0.1, 0), axis: D(1, 0.2, 0)}\n"
               "  j: {coupler: [~a|b~, ~b|a~], scales: [~<0.3/rad|-0.3/rad>|2/m~, "
               "~2/m|<0.3/rad|-0.3/rad>~]}\n",
     COUPLED},
    {.name = "inline",
     .joints = "  j: {inline: [p, q], " AT ", " AXIS "}\n",
     .twin_constraints = "  c: {holonomic: 'dx(p.j, q.j, p.j)'}\n"
                         "  d: {holonomic: 'dy(p.j, q.j, p.j)'}\n",
     ONE_LINK},
    {.name = "inplane",
     .joints = "  j: {inplane: [p, q], " AT ", " AXIS "}\n",
     .twin_constraints = "  c: {holonomic: 'dz(p.j, q.j, p.j)'}\n",
     ONE_LINK},
    {.name = "orientation", .joints = "  j: {orientation: " PAIR "}\n", ONE_LINK},
    {.name = "parallel", .joints = "  j: {parallel: " PAIR ", " AXIS "}\n", ONE_LINK},
    {.name = "perpendicular",
     .joints = "  j: {perpendicular: " PAIR ", axes: [<D(1, 0.2, 0)|D(-0.1, 0.5, 1)>, "
               "<D(-0.1, 0.5, 1)|D(1, 0.2, 0)>]}\n",
     ONE_LINK},
    {.name = "point", .joints = "  j: {point: " PAIR ", " AT "}\n", ONE_LINK},
    {.name = "distance", .joints = "  j: {distance: " PAIR ", " FROM_TO "}\n", ROD_LINK},
    {.name = "spherical_revolute",
     .joints = "  j: {spherical_revolute: [p, q], from: P(0.1, -0.2, 0.3), to: P(0.4, 0.3, 0.1), "
               "axis: D(0.5, -0.3, 0)}\n",
     .twin_constraints = "  c: {holonomic: 'dm(q.k, p.b) - sqrt(0.38)*m'}\n"
                         "  d: {holonomic: '0.5*dx(p.b, q.k, q.o) - 0.3*dy(p.b, q.k, q.o)'}\n",
     ROD_LINK},
    {.name = "revolute_revolute",
     .joints = "  j: {revolute_revolute: " PAIR ", " FROM_TO ", axis: D(0.2, 0, 0.3)}\n",
     ROD_LINK},
    {.name = "revolute_prismatic",
     .joints = "  j: {revolute_prismatic: [p, q], from: P(0.25, 0.15, 0), " AXIS
               ", slide: D(0.8, 0, -0.3)}\n",
     .twin_joints = "  t: {parallel: [q, p], " AXIS "}\n",
     .twin_constraints = "  c: {holonomic: 'dy(p.j, q.j, q.j)'}\n"
                         "  d: {holonomic: 'dz(p.j, q.j, q.j)'}\n",
     ONE_LINK},
    {.name = "revolute_cylindrical",
     .joints = "  j: {revolute_cylindrical: [p, q], from: P(0.25, 0.15, 0), " AXIS
               ", slide: D(0.8, 0, -0.3)}\n",
     .twin_joints = "  t: {perpendicular: [q, p], axes: [D(0.8, 0, -0.3), D(0.3, -0.5, 0.8)]}\n",
     .twin_constraints = "  c: {holonomic: 'dy(p.j, q.j, q.j)'}\n"
                         "  d: {holonomic: 'dz(p.j, q.j, q.j)'}\n",
     ONE_LINK},
    {.name = "point_on_curve",
     .joints = "  j: {point_on_curve: [p, q], " AT ", curve: track}\n",
     .extra = TRACK,
     .twin_constraints =
         "  c: {holonomic: 'dy(p.j, q.o, q.o) - spline(track, dx(p.j, q.o, q.o))'}\n"
         "  d: {holonomic: 'dz(q.o, p.j, q.o)'}\n",
     ONE_LINK},
    {.name = "curve_on_curve",
     .joints = CAM_JOINT,
     .extra = CAM(", 0"),
     .links = {{"j", "p", "q", {{0.35, 0.25, 0.06}, {0.05, 0.1, -0.04}}, 1, 0}},
     .balance = 3},
    {.name = "point_on_surface",
     .joints = "  j: {point_on_surface: [p, q], " AT ", surface: bowl}\n",
     .extra = BOWL,
     .twin_constraints =
         "  c: {holonomic: 'dz(p.j, q.o, q.o) - spline(bowl, dx(p.j, q.o, q.o), dy(p.j, q.o, "
         "q.o))'}\n",
     ONE_LINK},
    {.name = "hold",
     .joints = "  j: {hold: p, coordinates: [x, y, z, psi, theta, phi]}\n",
     .twin_joints = "  j: {fixed: [p, ground], at: P(0.05, 0.1, -0.04)}\n",
     .links = {{"j", "p", "ground", {{0.05, 0.1, -0.04}, {0.05, 0.1, -0.04}}, 1, 0}},
     .balance = 3},
    {.name = "rope", .joints = "  j: {rope: " PAIR ", " FROM_TO ", length: 0.7*m}\n", ROD_LINK},
    {.name = "separator",
     .joints = "  j: {separator: " PAIR ", " FROM_TO ", length: 0.1*m}\n",
     ROD_LINK},

    {.name = "fixed", .joints = "  j: {fixed: " PAIR ", " FLAT_AT "}\n", ONE_LINK, .planar = 1},
    {.name = "revolute",
     .joints = "  j: {revolute: " PAIR ", " FLAT_AT "}\n",
     ONE_LINK,
     .planar = 1},
    {.name = "prismatic",
     .joints = "  j: {prismatic: " PAIR ", " FLAT_AT ", " FLAT_AXIS "}\n",
     ONE_LINK,
     .planar = 1},
    {.name = "rack_pinion",
     .joints = "  a: {revolute: [<ground|p>, <p|ground>], " FLAT_AT "}\n"
               "  b: {prismatic: [ground, q], at: P(0.4, 0.1), axis: D(1, 0.2)}\n"
               "  j: {rack_pinion: [a, b], radius: <0.08*m|-0.08*m>}\n",
     COUPLED,
     .planar = 1},
    {.name = "gear",
     .joints = "  a: {revolute: [<ground|p>, <p|ground>], " FLAT_AT "}\n"
               "  b: {revolute: [ground, q], at: P(0.4, 0.1)}\n"
               "  j: {gear: [~a|b~, ~b|a~], ratio: ~<-0.5|0.5>|<-2|2>~}\n",
     COUPLED,
     .planar = 1},
    {.name = "coupler",
     .joints = "  a: {revolute: [<ground|p>, <p|ground>], " FLAT_AT "}\n"
               "  b: {prismatic: [ground, q], at: P(0.4, 0.1), axis: D(1, 0.2)}\n"
               "  j: {coupler: [~a|b~, ~b|a~], scales: [~<0.3/rad|-0.3/rad>|2/m~, "
               "~2/m|<0.3/rad|-0.3/rad>~]}\n",
     COUPLED,
     .planar = 1},
    {.name = "inline",
     .joints = "  j: {inline: [p, q], " FLAT_AT ", " FLAT_AXIS "}\n",
     .twin_constraints = "  c: {holonomic: '0.3*dx(p.j, q.j, p.o) - 0.8*dy(p.j, q.j, p.o)'}\n",
     ONE_LINK,
     .planar = 1},
    {.name = "inplane",
     .joints = "  j: {inplane: [p, q], " FLAT_AT ", " FLAT_AXIS "}\n",
     .twin_constraints = "  c: {holonomic: '0.8*dx(p.j, q.j, p.o) + 0.3*dy(p.j, q.j, p.o)'}\n",
     ONE_LINK,
     .planar = 1},
    {.name = "orientation", .joints = "  j: {orientation: " PAIR "}\n", ONE_LINK, .planar = 1},
    {.name = "point", .joints = "  j: {point: " PAIR ", " FLAT_AT "}\n", ONE_LINK, .planar = 1},
    {.name = "distance", .joints = "  j: {distance: " PAIR ", " FLAT_FROM_TO "}\n", FLAT_ROD_LINK},
    {.name = "revolute_revolute",
     .joints = "  j: {revolute_revolute: " PAIR ", " FLAT_FROM_TO "}\n",
     FLAT_ROD_LINK},
    {.name = "revolute_prismatic",
     .joints = "  j: {revolute_prismatic: [p, q], from: P(0.25, 0.15), slide: D(0.8, 0.3)}\n",
     .twin_constraints = "  c: {holonomic: '0.3*dx(p.j, q.j, q.o) - 0.8*dy(p.j, q.j, q.o)'}\n",
     ONE_LINK,
     .planar = 1},
    {.name = "point_on_curve",
     .joints = "  j: {point_on_curve: [p, q], " FLAT_AT ", curve: track}\n",
     .extra = TRACK,
     .twin_constraints =
         "  c: {holonomic: 'dy(p.j, q.o, q.o) - spline(track, dx(p.j, q.o, q.o))'}\n",
     ONE_LINK,
     .planar = 1},
    {.name = "curve_on_curve",
     .joints = CAM_JOINT,
     .extra = CAM(""),
     .links = {{"j", "p", "q", {{0.35, 0.25, 0}, {0.05, 0.1, 0}}, 1, 0}},
     .balance = 3,
     .planar = 1},
    {.name = "hold",
     .joints = "  j: {hold: p, coordinates: [x, y, psi]}\n",
     .twin_joints = "  j: {fixed: [p, ground], at: P(0.05, 0.1)}\n",
     .links = {{"j", "p", "ground", {{0.05, 0.1, 0}, {0.05, 0.1, 0}}, 1, 0}},
     .balance = 3,
     .planar = 1},
    {.name = "rope",
     .joints = "  j: {rope: " PAIR ", " FLAT_FROM_TO ", length: 0.7*m}\n",
     FLAT_ROD_LINK},
    {.name = "separator",
     .joints = "  j: {separator: " PAIR ", " FLAT_FROM_TO ", length: 0.1*m}\n",
     FLAT_ROD_LINK}};

#endif
