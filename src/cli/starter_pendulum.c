/* SPDX-License-Identifier: Apache-2.0
 *
 * Starter: one rod that swings under gravity.
 */
#include "cli/starter.h"

const TrmStarter trm_starter_pendulum = {
    .kind = "pendulum",
    .summary = "one rod that swings under gravity",
    .text =
        "\n"
        "# Lengths are in m, masses in kg, times in s, angles in rad (units: mks, the default).\n"
        "# Unit names may be used in any number: 30*deg, 5*mm, 60*rpm.\n"
        "\n"
        "gravity: [0, -9.81, 0]            # the y axis points up\n"
        "\n"
        "parameters:                       # numbers to play with: --set start=60*deg\n"
        "  L: 1                            # length of the rod\n"
        "  start: 30*deg                   # angle from hanging straight down\n"
        "\n"
        "points:                           # places at the start, used by name below\n"
        "  pivot: [0, 0, 0]\n"
        "  tip: [L*sin(start), -L*cos(start), 0]\n"
        "\n"
        "bodies:                           # mass and inertia follow from shape and density\n"
        "  rod: {shape: {rod: {from: pivot, to: tip, radius: 0.01, density: 7850}}}\n"
        "\n"
        "joints:                           # `ground` is always there\n"
        "  hinge: {revolute: [ground, rod], at: pivot, axis: z}\n"
        "\n"
        "outputs:                          # a joint's angle counts from where it starts\n"
        "  swing: (start + angle(hinge))/deg\n"
        "\n"
        "simulate:\n"
        "  - dynamics: {until: 5, every: 0.01}\n",
};
