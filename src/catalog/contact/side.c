/* SPDX-License-Identifier: Apache-2.0
 *
 * Sides of a contact: all shapes of a body, one shape, or a surface written out.
 */
#include "catalog/param.h"

#define SIDE(name, where, text)                                                                    \
  {                                                                                                \
    .key = name, .kind = TRM_KIND_REF, .flags = TRM_HEAD | TRM_REQUIRED, .refs = where,            \
    .summary = text                                                                                \
  }

/* a falling block, and the two sides of a contact that catches it */
#define FALL(side, more)                                                                           \
  "trammel: 1\n"                                                                                   \
  "name: falling block\n"                                                                          \
  "gravity: [0, 0, -9.81]\n" more "bodies:\n"                                                      \
  "  block:\n"                                                                                     \
  "    at: [0, 0, 0.5]\n"                                                                          \
  "    shape: {box: {size: [0.2, 0.1, 0.1], density: 500, name: hull}}\n"                          \
  "    markers: {foot: [0, 0, -0.05]}\n"                                                           \
  "contacts:\n"                                                                                    \
  "  landing:\n"                                                                                   \
  "    between: [" side "]\n"                                                                      \
  "    law: rigid\n"                                                                               \
  "    restitution: 0.3\n"                                                                         \
  "simulate:\n"                                                                                    \
  "  - dynamics: {until: 1, every: 0.005}\n"

static const TrmParam shapes_params[] = {
    SIDE("of", TRM_REF_BODY | TRM_REF_SHAPE, "a body (all its shapes), or one shape as body.shape"),
    {.key = NULL}};

static const TrmType shapes = {.name = "shapes",
                               .summary =
                                   "the shapes of a body, or one of them; a bare name means this",
                               .example = FALL("block.hull, {plane: ground, normal: z}", ""),
                               .params = shapes_params};

static const TrmParam every_params[] = {{.key = "every",
                                         .kind = TRM_KIND_TEXT,
                                         .flags = TRM_HEAD | TRM_REQUIRED,
                                         .summary = "a pattern for names of bodies: ball*, or *"},
                                        {.key = NULL}};

static const TrmType every = {
    .name = "every",
    .summary = "the shapes of all bodies whose names fit a pattern",
    .details = "In the pattern * stands for any letters and ? for one. With the same pattern on "
               "both sides the bodies touch each other.",
    .example = FALL("{every: bl*}, {plane: ground, normal: z}", ""),
    .params = every_params};

static const TrmParam plane_params[] = {
    SIDE("on", TRM_REF_BODY_OR_MARKER, "the body it is fixed on; a marker's z is the normal"),
    TRM_PARAM_PLACE("at", "a point of the plane; the body's origin when left out"),
    TRM_PARAM_DIRECTION("normal", 0, "outward normal"),
    {.key = NULL}};

static const TrmType plane = {.name = "plane",
                              .summary = "an endless plane",
                              .example =
                                  FALL("block, {plane: ground, at: [0, 0, 0.1], normal: z}", ""),
                              .params = plane_params};

static const TrmParam point_params[] = {
    SIDE("on", TRM_REF_BODY_OR_MARKER, "a marker, or a body with `at`"),
    TRM_PARAM_PLACE("at", "the point, when given by a body; left out: its origin"),
    {.key = NULL}};

static const TrmType point = {.name = "point",
                              .summary = "a point of a body",
                              .example =
                                  FALL("{point: block.foot}, {plane: ground, normal: z}", ""),
                              .params = point_params};

static const TrmParam sphere_params[] = {
    SIDE("on", TRM_REF_BODY_OR_MARKER, "a marker at its centre, or a body with `at`"),
    TRM_PARAM_PLACE("at", "its centre, when given by a body; left out: its origin"),
    {.key = "radius",
     .kind = TRM_KIND_NUMBER,
     TRM_POSITIVE | TRM_REQUIRED,
     .dimension = TRM_LENGTH,
     .summary = "its radius"},
    {.key = NULL}};

static const TrmType sphere = {
    .name = "sphere",
    .summary = "a sphere on a body",
    .example = FALL("{sphere: block.foot, radius: 0.02}, {plane: ground, normal: z}", ""),
    .params = sphere_params};

static const TrmParam curve_params[] = {{.key = "curve",
                                         .kind = TRM_KIND_REFS,
                                         .flags = TRM_HEAD | TRM_REQUIRED,
                                         .refs = TRM_REF_SPLINE | TRM_REF_POINT,
                                         .least = 1,
                                         .summary = "a spline, or the points it passes through"},
                                        {.key = "on",
                                         .kind = TRM_KIND_REF,
                                         .flags = TRM_REQUIRED,
                                         .refs = TRM_REF_BODY_OR_MARKER,
                                         .summary = "the body or marker that carries it"},
                                        {.key = "closed",
                                         .kind = TRM_KIND_FLAG,
                                         .fallback = "false",
                                         .summary = "the last point is joined to the first"},
                                        {.key = NULL}};

static const TrmType curve = {
    .name = "curve",
    .summary = "a curve on a body",
    .example = FALL("{point: block.foot}, {curve: [A, B, C, D], on: ground}",
                    "points: {A: [-1, 0, 0.2], B: [-0.3, 0, 0], C: [0.3, 0, 0], D: [1, 0, 0.2]}\n"),
    .params = curve_params};

static const TrmType *const types[] = {&shapes, &every, &plane, &point, &sphere, &curve, NULL};

const TrmTable trm_table_contact_sides = {
    .name = "contact side", .form = TRM_TABLE_HEAD, .types = types, .plain = &shapes};
