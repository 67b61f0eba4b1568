/* SPDX-License-Identifier: Apache-2.0
 *
 * Named constants of a model: parameters, points and splines.
 */
#include "catalog/param.h"

static const TrmParam parameter_params[] = {
    {.key = "value",
     .kind = TRM_KIND_NUMBER,
     .flags = TRM_REQUIRED | TRM_SHORTHAND,
     .summary = "number, or expression over units and other parameters"},
    {.key = "description", .kind = TRM_KIND_TEXT, .summary = "what it is, in any words"},
    {.key = NULL}};

const TrmType trm_type_parameter = {
    .name = "parameter",
    .summary = "a named number that expressions can use and `--set` can change",
    .details = "Parameters may refer to each other in any order; a cycle is an error.",
    .example = "trammel: 1\n"
               "gravity: [0, 0, -9.81]\n"
               "parameters:\n"
               "  length: 400*mm\n"
               "  radius: length/40\n"
               "  start: {value: 30*deg, description: angle from the vertical}\n"
               "points:\n"
               "  pivot: [0, 0, 0]\n"
               "  tip: [length*sin(start), 0, -length*cos(start)]\n"
               "bodies:\n"
               "  arm: {shape: {rod: {from: pivot, to: tip, radius: radius, density: 2700}}}\n"
               "joints:\n"
               "  hinge: {revolute: [ground, arm], at: pivot, axis: y}\n",
    .params = parameter_params};

static const TrmParam point_params[] = {{.key = "at",
                                         .kind = TRM_KIND_PLACE,
                                         .flags = TRM_REQUIRED | TRM_SHORTHAND,
                                         .dimension = TRM_LENGTH,
                                         .refs = TRM_REF_PLACE,
                                         .summary = "coordinates in ground, or another point"},
                                        TRM_PARAM_MIRROR,
                                        {.key = NULL}};

const TrmType trm_type_point = {
    .name = "point",
    .summary = "a named place in ground at the design position",
    .details = "A point is a place on the drawing. It belongs to no body; whatever is placed at it "
               "(a joint, the end of a rod) moves with its own body.",
    .example = "trammel: 1\n"
               "planar: true\n"
               "gravity: [0, -9.81]\n"
               "points:\n"
               "  A: [0, 0]\n"
               "  B: [0.4, 0.3]\n"
               "bodies:\n"
               "  bar: {shape: {rod: {from: A, to: B, radius: 0.01, density: 7850}}}\n"
               "joints:\n"
               "  pin: {revolute: [ground, bar], at: A}\n",
    .params = point_params};

static const TrmParam spline_params[] = {
    {.key = "x", .kind = TRM_KIND_VECTOR, .least = 2, .summary = "rising values of the argument"},
    {.key = "y", .kind = TRM_KIND_VECTOR, .least = 2, .summary = "values at x, as many"},
    {.key = "z",
     .kind = TRM_KIND_VECTOR,
     .least = 2,
     .summary = "rising values of a second argument, for a family of curves"},
    {.key = "table",
     .kind = TRM_KIND_MATRIX,
     .least = 2,
     .summary = "family of curves: for each z a row of values at x"},
    {.key = "kind",
     .kind = TRM_KIND_CHOICE,
     .words = "cubic|akima|linear",
     .fallback = "cubic",
     .summary = "cubic: smoothest; akima: no overshoot; linear: straight pieces"},
    {.key = "extrapolate",
     .kind = TRM_KIND_CHOICE,
     .words = "linear|hold|error",
     .fallback = "linear",
     .summary = "beyond the ends: go on straight, hold the value, or stop with an error"},
    {.key = "file", .kind = TRM_KIND_TEXT, .summary = "CSV file with the values, beside the model"},
    {.key = "columns",
     .kind = TRM_KIND_TEXTS,
     .least = 2,
     .summary = "columns of the file for x and y, by name or number"},
    {.key = NULL}};

const TrmType trm_type_spline = {
    .name = "spline",
    .summary = "a curve y(x), or a family of curves y(x, z), through given points",
    .details = "Give x and y, a file with columns, or x, z and a table with one row for each z. "
               "Functions read it by spline(name, x), spline(name, x, z), and its derivatives by a "
               "last argument 1 or 2. Cubic needs 4 points, akima 5, linear 2.",
    .example = "trammel: 1\n"
               "points: {A: [0, 0, 0], B: [0, 0, 0.2]}\n"
               "splines:\n"
               "  lift:\n"
               "    x: [0, 0.25, 0.5, 0.75, 1]\n"
               "    y: [0, 0.02, 0.05, 0.02, 0]\n"
               "    kind: akima\n"
               "    extrapolate: hold\n"
               "bodies:\n"
               "  valve: {shape: {rod: {from: A, to: B, radius: 0.005, density: 7850}}}\n"
               "joints:\n"
               "  guide: {prismatic: [ground, valve], at: A, axis: z}\n"
               "motions:\n"
               "  cam: {joint: guide, displacement: 'spline(lift, mod(time, 1))'}\n"
               "simulate:\n"
               "  - kinematics: {until: 2, every: 0.01}\n",
    .params = spline_params};
