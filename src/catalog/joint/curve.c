/* SPDX-License-Identifier: Apache-2.0
 *
 * Cams: a point that stays on a curve or surface, and two curves that roll or slide on each other.
 * A spline used as a curve is (x, y(x), 0) in the frame of the body or marker that carries it;
 * points are joined by a smooth curve, open or closed. The place along a curve is an unknown of its
 * own.
 */
#include "catalog/joint/joint.h"

static const TrmParam curve_params[] = {{.key = "through",
                                         .kind = TRM_KIND_REFS,
                                         .flags = TRM_REQUIRED | TRM_SHORTHAND,
                                         .refs = TRM_REF_SPLINE | TRM_REF_POINT,
                                         .least = 1,
                                         .summary = "a spline, or the points it passes through"},
                                        {.key = "closed",
                                         .kind = TRM_KIND_FLAG,
                                         .fallback = "false",
                                         .summary = "the last point is joined to the first"},
                                        {.key = NULL}};

const TrmType trm_type_curve = {
    .name = "curve",
    .summary = "a curve on a body: a spline, or a smooth line through points",
    .details = "`curve: profile`, `curve: [A, B, C, D]` or `curve: {through: [A, B, C, D], closed: "
               "true}`. A spline is y(x) in the frame of the body or marker that carries it.",
    .example = "trammel: 1\n"
               "name: bead on a ring\n"
               "gravity: [0, -9.81, 0]\n"
               "points: {A: [0.2, 0, 0], B: [0, 0.2, 0], C: [-0.2, 0, 0], D: [0, -0.2, 0]}\n"
               "bodies:\n"
               "  bead: {at: A, mass: 0.05, point_mass: true}\n"
               "joints:\n"
               "  wire: {point_on_curve: [bead, ground], at: A, curve: {through: [A, B, C, D], "
               "closed: true}}\n"
               "simulate:\n"
               "  - dynamics: {until: 2, every: 0.01}\n",
    .params = curve_params};

static const TrmParam point_params[] = {
    TRM_PARAM_PAIR,
    TRM_PARAM_PLACE("at", "the point on the first; the curve is fixed on the second"),
    {.key = "curve",
     .kind = TRM_KIND_OBJECT,
     .flags = TRM_REQUIRED,
     .type = &trm_type_curve,
     .summary = "spline, points, or {through: points, closed: true}, on the second"},
    {.key = NULL}};

static const TrmRowSpec point_rows[] = {{TRM_ROW_CURVE_POINT, 0, 0, 0, NULL},
                                        {TRM_ROW_CURVE_POINT, 0, 1, 0, NULL},
                                        {TRM_ROW_CURVE_POINT, 0, 2, 0, NULL},
                                        TRM_ROWS_END};
static const TrmRowSpec planar_point_rows[] = {
    {TRM_ROW_CURVE_POINT, 0, 0, 0, NULL}, {TRM_ROW_CURVE_POINT, 0, 1, 0, NULL}, TRM_ROWS_END};
const TrmJointType trm_joint_point_on_curve = {
    .type = {.name = "point_on_curve",
             .aliases = "ptcv",
             .summary = "a point of the first stays on a curve of the second",
             .example = "trammel: 1\n"
                        "name: roller coaster\n"
                        "gravity: [0, -9.81, 0]\n"
                        "splines:\n"
                        "  track: {x: [-2, -1, 0, 1, 2, 3], y: [3, 1.2, 0.2, 0.8, 0.5, 2]}\n"
                        "bodies:\n"
                        "  car: {at: [-2, 3, 0], mass: 200, point_mass: true}\n"
                        "joints:\n"
                        "  rail: {point_on_curve: [car, ground], at: [-2, 3, 0], curve: track}\n"
                        "outputs: {speed_of_car: vm(car)}\n"
                        "simulate:\n"
                        "  - dynamics: {until: 2, every: 0.01}\n",
             .params = point_params,
             .shared = trm_joint_shared},
    .equations = 2,
    .planar_equations = 1,
    .rows = point_rows,
    .planar_rows = planar_point_rows};

static const TrmParam curves_params[] = {
    TRM_PARAM_PAIR,
    {.key = "curves",
     .kind = TRM_KIND_OBJECTS,
     .flags = TRM_REQUIRED,
     .type = &trm_type_curve,
     .least = 2,
     .most = 2,
     .summary = "the curve of the first and that of the second"},
    {.key = NULL}};

static const TrmRowSpec curves_rows[] = {
    {TRM_ROW_CURVE_POINT, 0, 0, 0, NULL},   {TRM_ROW_CURVE_POINT, 0, 1, 0, NULL},
    {TRM_ROW_CURVE_POINT, 0, 2, 0, NULL},   TRM_ROWS_PARALLEL,
    {TRM_ROW_CURVE_TANGENT, 0, 0, 0, NULL}, TRM_ROWS_END};
static const TrmRowSpec planar_curves_rows[] = {{TRM_ROW_CURVE_POINT, 0, 0, 0, NULL},
                                                {TRM_ROW_CURVE_POINT, 0, 1, 0, NULL},
                                                {TRM_ROW_CURVE_TANGENT, 0, 0, 0, NULL},
                                                TRM_ROWS_END};
const TrmJointType trm_joint_curve_on_curve = {
    .type = {.name = "curve_on_curve",
             .aliases = "cvcv",
             .summary = "two curves that stay in touch: a cam and its follower",
             .details =
                 "The curves lie in one plane and share a point and a tangent there; they may "
                 "slide on each other.",
             .example =
                 "trammel: 1\n"
                 "name: cam and flat follower\n"
                 "points: {A: [0.05, 0, 0], B: [0, 0.06, 0], C: [-0.05, 0, 0], D: [0, -0.05, 0]}\n"
                 "splines:\n"
                 "  sole: {x: [-0.1, -0.03, 0.03, 0.1], y: [0.06, 0.06, 0.06, 0.06]}\n"
                 "bodies:\n"
                 "  cam: {mass: 0.5, inertia: [4e-4, 4e-4, 8e-4]}\n"
                 "  follower: {mass: 0.2, inertia: [1e-4, 1e-4, 1e-4]}\n"
                 "joints:\n"
                 "  shaft: {revolute: [ground, cam], at: [0, 0, 0], axis: z}\n"
                 "  guide: {prismatic: [ground, follower], at: B, axis: y}\n"
                 "  face: {curve_on_curve: [cam, follower], curves: [{through: [A, B, C, D], "
                 "closed: true}, sole]}\n"
                 "motions:\n"
                 "  drive: {joint: shaft, angle: 60*rpm*time}\n"
                 "simulate:\n"
                 "  - kinematics: {until: 1, every: 0.01}\n",
             .params = curves_params,
             .shared = trm_joint_shared},
    .equations = 4,
    .planar_equations = 1,
    .rows = curves_rows,
    .planar_rows = planar_curves_rows};

static const TrmParam surface_params[] = {
    TRM_PARAM_PAIR,
    TRM_PARAM_PLACE("at", "the point on the first; the surface is fixed on the second"),
    {.key = "surface",
     .kind = TRM_KIND_REF,
     .flags = TRM_REQUIRED,
     .refs = TRM_REF_SPLINE,
     .summary = "two-parameter spline: height along z over x and y of the second's frame"},
    {.key = NULL}};

static const TrmRowSpec surface_rows[] = {{TRM_ROW_SURFACE, 0, 0, 0, "surface"}, TRM_ROWS_END};
const TrmJointType trm_joint_point_on_surface = {
    .type = {.name = "point_on_surface",
             .summary = "a point of the first stays on a surface of the second",
             .details =
                 "The surface is a spline of two parameters: its x and z arguments are x and "
                 "y in the second's frame, its value the height along z.",
             .example =
                 "trammel: 1\n"
                 "name: marble in a bowl\n"
                 "gravity: [0, 0, -9.81]\n"
                 "splines:\n"
                 "  bowl:\n"
                 "    x: [-0.2, -0.1, 0.1, 0.2]\n"
                 "    z: [-0.2, 0, 0.2]\n"
                 "    table: [[0.08, 0.05, 0.05, 0.08], [0.04, 0.01, 0.01, 0.04], [0.08, 0.05, "
                 "0.05, 0.08]]\n"
                 "bodies:\n"
                 "  marble: {at: [0.1, 0, 0.01], mass: 0.02, point_mass: true}\n"
                 "joints:\n"
                 "  bed: {point_on_surface: [marble, ground], at: [0.1, 0, 0.01], surface: bowl}\n"
                 "simulate:\n"
                 "  - dynamics: {until: 2, every: 0.01}\n",
             .params = surface_params,
             .shared = trm_joint_shared},
    .equations = 1,
    .rows = surface_rows};
