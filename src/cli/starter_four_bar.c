/* SPDX-License-Identifier: Apache-2.0
 *
 * Starter: a four-bar linkage in the plane.
 */
#include "cli/starter.h"

const TrmStarter trm_starter_four_bar = {
    .kind = "four-bar",
    .summary = "a four-bar linkage in the plane",
    .text = "\n"
            "# planar: true keeps every body in the xy plane: places are [x, y], and joints\n"
            "# need no axis.\n"
            "\n"
            "planar: true\n"
            "gravity: [0, -9.81]\n"
            "\n"
            "parameters:\n"
            "  speed: 60*rpm\n"
            "\n"
            "points:                           # change these to get another linkage\n"
            "  A: [0, 0]\n"
            "  B: [0.3, 0]\n"
            "  C: [1.0, 0.7]\n"
            "  D: [1.2, 0]\n"
            "\n"
            "bodies:\n"
            "  crank:   {shape: {rod: {from: A, to: B, radius: 0.01, density: 7850}}}\n"
            "  coupler:\n"
            "    shape: {rod: {from: B, to: C, radius: 0.01, density: 7850}}\n"
            "    markers: {tracer: [0.65, 0.6]}       # a point of the coupler whose path we want\n"
            "  rocker:  {shape: {rod: {from: D, to: C, radius: 0.01, density: 7850}}}\n"
            "\n"
            "joints:\n"
            "  a: {revolute: [ground, crank],   at: A}\n"
            "  b: {revolute: [crank, coupler],  at: B}\n"
            "  c: {revolute: [coupler, rocker], at: C}\n"
            "  d: {revolute: [rocker, ground],  at: D}\n"
            "\n"
            "motions:\n"
            "  drive: {joint: a, angle: speed*time}\n"
            "\n"
            "outputs:\n"
            "  rocker_angle: angle(d)/deg\n"
            "  path_x: dx(coupler.tracer)      # measures read markers, here relative to ground\n"
            "  path_y: dy(coupler.tracer)\n"
            "\n"
            "simulate:\n"
            "  - kinematics: {until: 1, every: 0.01}\n",
};
