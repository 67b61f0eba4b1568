/* SPDX-License-Identifier: Apache-2.0
 *
 * Massless links: two joints and the rod between them as one element, so that no small body is
 * needed. With s equations in space at one end and t at the other, the link leaves s + t - 6.
 * P and the axis on the first, Q and its axis on the second, all at the design position.
 */
#include "catalog/joint/joint.h"

#define LINK_FROM TRM_PARAM_PLACE("from", "end of the link on the first body")
#define LINK_TO TRM_PARAM_PLACE("to", "end of the link on the second body")

/* two arms on parallel hinges, driven by the first; a link joins their tips */
#define ARMS                                                                                       \
  "points: {A: [0, 0, 0], B: [0.1, 0.2, 0], C: [0.5, 0.3, 0], D: [0.5, 0, 0]}\n"                   \
  "bodies:\n"                                                                                      \
  "  left: {shape: {rod: {from: A, to: B, radius: 0.01, density: 7850}}}\n"                        \
  "  right: {shape: {rod: {from: D, to: C, radius: 0.01, density: 7850}}}\n"                       \
  "joints:\n"                                                                                      \
  "  a: {revolute: [ground, left], at: A, axis: z}\n"                                              \
  "  d: {revolute: [ground, right], at: D, axis: z}\n"

#define SWING                                                                                      \
  "motions:\n"                                                                                     \
  "  drive: {joint: a, angle: 20*deg*sin(3*time)}\n"                                               \
  "simulate:\n"                                                                                    \
  "  - kinematics: {until: 2, every: 0.01}\n"

static const TrmParam distance_params[] = {
    TRM_PARAM_PAIR,
    LINK_FROM,
    LINK_TO,
    {.key = "length",
     .kind = TRM_KIND_NUMBER,
     TRM_POSITIVE,
     .dimension = TRM_LENGTH,
     .summary = "distance kept; that of the design position when left out"},
    {.key = NULL}};

static const TrmRowSpec distance_rows[] = {{TRM_ROW_DISTANCE, 0, 0, 0, "length"}, TRM_ROWS_END};
const TrmJointType trm_joint_distance = {
    .type = {.name = "distance",
             .aliases = "spherical_spherical|rod",
             .summary = "two points stay at a distance: a massless rod with ball ends",
             .example = "trammel: 1\n"
                        "name: four-bar with a massless coupler\n" ARMS
                        "  bar: {distance: [left, right], from: B, to: C}\n" SWING,
             .params = distance_params,
             .shared = trm_joint_shared},
    .equations = 1,
    .planar_equations = 1,
    .rows = distance_rows,
    .planar_rows = distance_rows};

static const TrmParam spherical_revolute_params[] = {
    TRM_PARAM_PAIR,
    LINK_FROM,
    LINK_TO,
    TRM_JOINT_AXIS(TRM_AXIAL, "axis of the revolute end, perpendicular to the link"),
    {.key = NULL}};

static const TrmRowSpec spherical_revolute_rows[] = {
    {TRM_ROW_DISTANCE, 0, 0, 0, NULL}, {TRM_ROW_OFFSET_SECOND, 0, 2, 1, NULL}, TRM_ROWS_END};
const TrmJointType trm_joint_spherical_revolute = {
    .type = {.name = "spherical_revolute",
             .summary = "a massless link, ball joint on the first and hinge on the second",
             .details = "`from` is the ball, `to` the hinge, `axis` the axis of the hinge.",
             .example =
                 "trammel: 1\n"
                 "name: link with a ball and a hinge\n" ARMS
                 "  bar: {spherical_revolute: [left, right], from: B, to: C, axis: z}\n" SWING,
             .params = spherical_revolute_params,
             .shared = trm_joint_shared},
    .equations = 2,
    .rows = spherical_revolute_rows};

static const TrmParam revolute_revolute_params[] = {
    TRM_PARAM_PAIR,
    LINK_FROM,
    LINK_TO,
    TRM_JOINT_AXIS(TRM_AXIAL,
                   "axis of both hinges, perpendicular to the link; not in planar models"),
    {.key = NULL}};

static const TrmRowSpec revolute_revolute_rows[] = {TRM_ROWS_PARALLEL,
                                                    {TRM_ROW_OFFSET, 2, 0, 1, NULL},
                                                    {TRM_ROW_DISTANCE, 0, 0, 0, NULL},
                                                    TRM_ROWS_END};
static const TrmRowSpec planar_link_rows[] = {{TRM_ROW_DISTANCE, 0, 0, 0, NULL}, TRM_ROWS_END};
const TrmJointType trm_joint_revolute_revolute = {
    .type = {.name = "revolute_revolute",
             .summary = "a massless link with parallel hinges at both ends",
             .details = "One equation in planar models, where it equals `distance`.",
             .example = "trammel: 1\n"
                        "name: planar four-bar with a massless coupler\n"
                        "planar: true\n"
                        "points: {A: [0, 0], B: [0.1, 0.2], C: [0.5, 0.3], D: [0.5, 0]}\n"
                        "bodies:\n"
                        "  left: {shape: {rod: {from: A, to: B, radius: 0.01, density: 7850}}}\n"
                        "  right: {shape: {rod: {from: D, to: C, radius: 0.01, density: 7850}}}\n"
                        "joints:\n"
                        "  a: {revolute: [ground, left], at: A}\n"
                        "  d: {revolute: [ground, right], at: D}\n"
                        "  bar: {revolute_revolute: [left, right], from: B, to: C}\n" SWING,
             .params = revolute_revolute_params,
             .shared = trm_joint_shared},
    .equations = 4,
    .planar_equations = 1,
    .rows = revolute_revolute_rows,
    .planar_rows = planar_link_rows};

#define HINGE_AXIS TRM_JOINT_AXIS(TRM_AXIAL, "axis of the hinge on the first; not in planar models")
#define SLIDE_AXIS TRM_PARAM_DIRECTION("slide", 0, "direction of the slide on the second")

static const TrmParam hinge_slide_params[] = {
    TRM_PARAM_PAIR,
    TRM_PARAM_PLACE("from", "a point on the hinge, on the first body"),
    TRM_PARAM_PLACE("to",
                    "a point on the line of the slide, on the second body; `from` when left out"),
    HINGE_AXIS,
    SLIDE_AXIS,
    {.key = NULL}};

/* an arm on a hinge, and a rocker along which the arm's tip slides */
#define SLOT(word)                                                                                 \
  "trammel: 1\n"                                                                                   \
  "name: quick-return drive\n"                                                                     \
  "points: {A: [0, 0.3, 0], B: [0.1, 0.3, 0], D: [0, 0, 0]}\n"                                     \
  "bodies:\n"                                                                                      \
  "  crank: {shape: {rod: {from: A, to: B, radius: 0.01, density: 7850}}}\n"                       \
  "  rocker: {shape: {rod: {from: D, to: B, radius: 0.01, density: 7850}}}\n"                      \
  "joints:\n"                                                                                      \
  "  a: {revolute: [ground, crank], at: A, axis: z}\n"                                             \
  "  d: {revolute: [ground, rocker], at: D, axis: z}\n"                                            \
  "  slot: {" word ": [crank, rocker], from: B, axis: z, slide: {from: D, to: B}}\n"               \
  "motions:\n"                                                                                     \
  "  drive: {joint: a, angle: 60*rpm*time}\n"                                                      \
  "simulate:\n"                                                                                    \
  "  - kinematics: {until: 1, every: 0.005}\n"

static const TrmRowSpec revolute_prismatic_rows[] = {{TRM_ROW_OFFSET_SECOND, 0, 1, 0, NULL},
                                                     {TRM_ROW_OFFSET_SECOND, 0, 2, 0, NULL},
                                                     TRM_ROWS_PARALLEL,
                                                     TRM_ROWS_END};
static const TrmRowSpec planar_slot_rows[] = {{TRM_ROW_OFFSET_SECOND, 0, 1, 0, NULL}, TRM_ROWS_END};
const TrmJointType trm_joint_revolute_prismatic = {
    .type = {.name = "revolute_prismatic",
             .summary = "a massless block, hinged on the first and sliding on the second",
             .example = SLOT("revolute_prismatic"),
             .params = hinge_slide_params,
             .shared = trm_joint_shared},
    .equations = 4,
    .planar_equations = 1,
    .rows = revolute_prismatic_rows,
    .planar_rows = planar_slot_rows,
    .along = "slide"};

static const TrmRowSpec revolute_cylindrical_rows[] = {{TRM_ROW_OFFSET_SECOND, 0, 1, 0, NULL},
                                                       {TRM_ROW_OFFSET_SECOND, 0, 2, 0, NULL},
                                                       {TRM_ROW_AXES, 2, 0, 0, NULL},
                                                       TRM_ROWS_END};
const TrmJointType trm_joint_revolute_cylindrical = {
    .type = {.name = "revolute_cylindrical",
             .summary = "a massless block, hinged on the first, sliding and turning on the second",
             .example = SLOT("revolute_cylindrical"),
             .params = hinge_slide_params,
             .shared = trm_joint_shared},
    .equations = 3,
    .rows = revolute_cylindrical_rows,
    .along = "slide"};
