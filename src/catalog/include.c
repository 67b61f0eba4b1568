/* SPDX-License-Identifier: Apache-2.0
 *
 * Reuse: including other model files, and repeating sections over a range of whole numbers.
 */
#include "catalog/param.h"

static const TrmParam include_params[] = {
    {.key = "file",
     .kind = TRM_KIND_TEXT,
     .flags = TRM_REQUIRED | TRM_SHORTHAND,
     .summary = "model file, looked for beside the file that includes it"},
    {.key = "prefix", .kind = TRM_KIND_TEXT, .summary = "put before every name it defines"},
    {.key = "mirror",
     .kind = TRM_KIND_WORDS,
     .words = "x|y|z",
     .least = 1,
     .most = 3,
     .summary = "mirror its geometry across the plane of ground normal to this axis"},
    {.key = "parameters",
     .kind = TRM_KIND_ITEMS,
     .type = &trm_type_parameter,
     .summary = "other values for parameters that it defines"},
    {.key = NULL}};

const TrmType trm_type_include = {
    .name = "include",
    .summary = "another model file whose sections are merged in",
    .details =
        "`include: corner.yaml` merges the file's sections; a name defined twice is an "
        "error. `include: [{file: corner.yaml, prefix: left_}, {file: corner.yaml, prefix: "
        "right_, mirror: y, parameters: {track: 1.5}}]` makes two copies with names of their "
        "own, the second mirrored across the xz plane and with another parameter.",
    .params = include_params};

static const TrmParam loop_params[] = {{.key = "range",
                                        .kind = TRM_KIND_RANGE,
                                        .flags = TRM_REQUIRED | TRM_SHORTHAND,
                                        .summary = "first..last, whole numbers, both included"},
                                       {.key = NULL}};

const TrmType trm_type_loop = {.name = "loop",
                               .summary = "a loop variable of `repeat` and its range",
                               .example =
                                   "trammel: 1\n"
                                   "bodies:\n"
                                   "  plate: {mass: 2, inertia: [0.1, 0.1, 0.2]}\n"
                                   "joints:\n"
                                   "  hinge: {revolute: [ground, plate], at: [0, 0, 0], axis: z}\n"
                                   "repeat:\n"
                                   "  for: {i: 1..2, j: 1..2}\n"
                                   "  forces:\n"
                                   "    \"spring_{i}{j}\": {spring: [ground, plate], from: [2*i, "
                                   "j, 1], to: [i, j, 0], k: 90}\n",
                               .params = loop_params};

static const TrmParam repeat_params[] = {{.key = "for",
                                          .kind = TRM_KIND_ITEMS,
                                          .flags = TRM_REQUIRED,
                                          .type = &trm_type_loop,
                                          .summary = "loop variables and their ranges: {i: 0..N}"},
                                         {.key = "repeat",
                                          .kind = TRM_KIND_OBJECTS,
                                          .type = &trm_type_repeat,
                                          .summary = "repeats inside this one"},
                                         {.key = NULL}};

const TrmType trm_type_repeat = {
    .name = "repeat",
    .summary = "copies of what it contains, one for each value of its loop variables",
    .details = "`{i}`, `{i+1}` and the like are replaced in names, and `i` can be used in "
               "expressions. Ranges include both ends; an empty range makes nothing. Several "
               "variables in one `for` are nested loops.",
    .example =
        "trammel: 1\n"
        "name: hanging chain\n"
        "gravity: [0, 0, -9.81]\n"
        "parameters: {N: 8, pitch: 0.05}\n"
        "bodies:\n"
        "  link0: {mass: 0.1, inertia: [1e-4, 1e-4, 1e-5]}\n"
        "joints:\n"
        "  pin0: {revolute: [ground, link0], at: [0, 0, 0], axis: y}\n"
        "repeat:\n"
        "  for: {i: 1..N}\n"
        "  bodies:\n"
        "    \"link{i}\": {at: [i*pitch, 0, 0], mass: 0.1, inertia: [1e-4, 1e-4, 1e-5]}\n"
        "  joints:\n"
        "    \"pin{i}\": {revolute: [\"link{i-1}\", \"link{i}\"], at: [i*pitch, 0, 0], axis: y}\n",
    .params = repeat_params,
    .shared = trm_sections};
