/* SPDX-License-Identifier: Apache-2.0
 *
 * Model: the top level of a file, and its unit system. From trm_type_model every other type of the
 * language is reached.
 */
#include "catalog/param.h"

#define UNIT(name, text)                                                                           \
  { .key = name, .kind = TRM_KIND_TEXT, .summary = text }

static const TrmParam unit_params[] = {{.key = "system",
                                        .kind = TRM_KIND_CHOICE,
                                        .flags = TRM_SHORTHAND,
                                        .words = "mks|mmks",
                                        .fallback = "mks",
                                        .summary = "mks: m kg s N rad; mmks: mm kg s N rad"},
                                       UNIT("length", "unit of length, such as mm"),
                                       UNIT("mass", "unit of mass, such as kg"),
                                       UNIT("time", "unit of time, such as s"),
                                       UNIT("force", "unit of force, such as N"),
                                       UNIT("angle", "unit of angle, rad or deg"),
                                       {.key = NULL}};

const TrmType trm_type_units = {
    .name = "units",
    .summary = "the units in which the model is written and its results are reported",
    .details = "Write `units: mks`, `units: mmks`, or a map that sets single units; those left out "
               "are mks. The names of units are also numbers in expressions, each worth one such "
               "unit in the model's units, so `5*mm` is right in any model.",
    .example = "trammel: 1\n"
               "name: pendulum in millimetres and degrees\n"
               "units: {length: mm, angle: deg}\n"
               "gravity: [0, -9806.65, 0]\n"
               "points: {pivot: [0, 0, 0], tip: [300, 0, 0]}\n"
               "bodies:\n"
               "  arm: {shape: {rod: {from: pivot, to: tip, radius: 10, density: 7.85e-6}}}\n"
               "joints:\n"
               "  hinge: {revolute: [ground, arm], at: pivot, axis: z}\n"
               "outputs: {swing: angle(hinge)}\n"
               "simulate:\n"
               "  - dynamics: {until: 2, every: 10*ms}\n",
    .params = unit_params};

static const TrmParam model_params[] = {
    {.key = "trammel",
     .kind = TRM_KIND_INTEGER,
     .flags = TRM_REQUIRED | TRM_LIMITED,
     .low = 1,
     .high = 1,
     .summary = "version of the model language: 1"},
    {.key = "name", .kind = TRM_KIND_TEXT, .summary = "what the model is called"},
    {.key = "description", .kind = TRM_KIND_TEXT, .summary = "what it is for, in any words"},
    {.key = "units",
     .kind = TRM_KIND_OBJECT,
     .fallback = "mks",
     .type = &trm_type_units,
     .summary = "units of the numbers in this model and of its results"},
    {.key = "gravity",
     .kind = TRM_KIND_VECTOR,
     .dimension = TRM_ACCELERATION,
     .least = 2,
     .most = 3,
     .summary = "acceleration of free fall, ground axes; none when left out"},
    {.key = "planar",
     .kind = TRM_KIND_FLAG,
     .fallback = "false",
     .summary = "bodies move in the xy plane only: places are [x, y], bodies have an angle"},
    {.key = "include",
     .kind = TRM_KIND_OBJECTS,
     .type = &trm_type_include,
     .summary = "other model files whose sections are merged in"},
    {.key = "repeat",
     .kind = TRM_KIND_OBJECTS,
     .type = &trm_type_repeat,
     .summary = "sections to be copied over a range of numbers"},
    {.key = "simulate",
     .kind = TRM_KIND_VARIANTS,
     .table = &trm_table_analyses,
     .summary = "analyses that `trammel run` performs, in order"},
    {.key = NULL}};

const TrmType trm_type_model = {
    .name = "model",
    .summary = "the top level of a model file",
    .details = "A model is one YAML file: settings, sections of named things, and the analyses to "
               "run. Only `trammel: 1` and `bodies` are needed.",
    .example = "trammel: 1\n"
               "name: crank-rocker\n"
               "gravity: [0, -9.81, 0]\n"
               "parameters: {speed: 60*rpm}\n"
               "points:\n"
               "  A: [0, 0, 0]\n"
               "  B: [0.3, 0, 0]\n"
               "  C: [1.0, 0.7, 0]\n"
               "  D: [1.2, 0, 0]\n"
               "bodies:\n"
               "  crank:   {shape: {rod: {from: A, to: B, radius: 0.01, density: 7850}}}\n"
               "  coupler: {shape: {rod: {from: B, to: C, radius: 0.01, density: 7850}}}\n"
               "  rocker:  {shape: {rod: {from: D, to: C, radius: 0.01, density: 7850}}}\n"
               "joints:\n"
               "  a: {revolute: [ground, crank], at: A, axis: z}\n"
               "  b: {spherical: [crank, coupler], at: B}\n"
               "  c: {cylindrical: [coupler, rocker], at: C, axis: z}\n"
               "  d: {revolute: [rocker, ground], at: D, axis: z}\n"
               "motions:\n"
               "  drive: {joint: a, angle: speed*time}\n"
               "outputs:\n"
               "  rocker_angle: angle(d)/deg\n"
               "simulate:\n"
               "  - kinematics: {until: 1, every: 0.01}\n",
    .params = model_params,
    .shared = trm_sections};
