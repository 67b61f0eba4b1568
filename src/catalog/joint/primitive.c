/* SPDX-License-Identifier: Apache-2.0
 *
 * Primitives: the single conditions from which joints are made. A body held by some of them moves
 * in ways no machine element allows, which is what makes them useful. Frame of the first: axes x y
 * z, origin O; of the second: origin P, axes X Y Z. inline P on z through O; inplane (P - O).z = 0;
 * orientation axes fixed; parallel Z || z; perpendicular Z.z = 0; point P = O
 */
#include "catalog/joint/joint.h"

/* a block that a primitive holds to ground, and a soft spring that keeps it near */
#define BLOCK                                                                                      \
  "gravity: [0, 0, -9.81]\n"                                                                       \
  "bodies:\n"                                                                                      \
  "  block: {shape: {box: {size: [0.2, 0.1, 0.1], density: 500}}}\n"                               \
  "forces:\n"                                                                                      \
  "  tether: {spring: [ground, block], from: [0, 0, 1], to: [0.05, 0, 0], k: 50, c: 1}\n"          \
  "joints:\n"

#define RUN                                                                                        \
  "simulate:\n"                                                                                    \
  "  - dynamics: {until: 2, every: 0.01}\n"

#define PRIMITIVE(word, others, text, more, model, geometry, in_space, in_plane, ...)              \
  const TrmJointType trm_joint_##word = {.type = {.name = #word,                                   \
                                                  .aliases = others,                               \
                                                  .summary = text,                                 \
                                                  .details = more,                                 \
                                                  .example = "trammel: 1\n" BLOCK model RUN,       \
                                                  .params = geometry,                              \
                                                  .shared = trm_joint_shared},                     \
                                         .equations = in_space,                                    \
                                         .planar_equations = in_plane,                             \
                                         __VA_ARGS__}

static const TrmParam line[] = {TRM_PARAM_PAIR,
                                TRM_JOINT_AT,
                                TRM_JOINT_AXIS(0, "direction of the line, fixed on the first"),
                                {.key = NULL}};
static const TrmParam plane[] = {TRM_PARAM_PAIR,
                                 TRM_JOINT_AT,
                                 TRM_JOINT_AXIS(0, "normal of the plane, fixed on the first"),
                                 {.key = NULL}};
static const TrmParam frames[] = {TRM_PARAM_PAIR, {.key = NULL}};
static const TrmParam axis[] = {
    TRM_PARAM_PAIR, TRM_JOINT_AXIS(0, "the direction that both keep"), {.key = NULL}};
static const TrmParam axes[] = {
    TRM_PARAM_PAIR,
    TRM_PARAM_AXES("[on first, on second]: directions that stay perpendicular"),
    {.key = NULL}};
static const TrmParam place[] = {TRM_PARAM_PAIR, TRM_JOINT_AT, {.key = NULL}};

static const TrmRowSpec inline_rows[] = {TRM_ROWS_LINE, TRM_ROWS_END};
static const TrmRowSpec planar_inline_rows[] = {{TRM_ROW_OFFSET, 0, 0, 0, NULL}, TRM_ROWS_END};
PRIMITIVE(inline, NULL, "a point of the second stays on a line of the first",
          "All turns and the slide along the line are free.",
          "  bead: {inline: [ground, block], at: [0, 0, 0], axis: z}\n", line, 2, 1,
          .rows = inline_rows, .planar_rows = planar_inline_rows, .axis_in_plane = 1);

static const TrmRowSpec inplane_rows[] = {{TRM_ROW_OFFSET, 2, 0, 0, NULL}, TRM_ROWS_END};
static const TrmRowSpec planar_inplane_rows[] = {{TRM_ROW_OFFSET, 2, 0, 0, NULL}, TRM_ROWS_END};
PRIMITIVE(inplane, NULL, "a point of the second stays in a plane of the first",
          "All turns and the slides in the plane are free.",
          "  table: {inplane: [ground, block], at: [0, 0, -0.05], axis: z}\n", plane, 1, 1,
          .rows = inplane_rows, .planar_rows = planar_inplane_rows, .axis_in_plane = 1);

static const TrmRowSpec orientation_rows[] = {TRM_ROWS_ORIENTATION, TRM_ROWS_END};
static const TrmRowSpec planar_orientation_rows[] = {{TRM_ROW_AXES, 0, 1, 0, NULL}, TRM_ROWS_END};
PRIMITIVE(orientation, NULL, "no relative turn; all slides are free", NULL,
          "  level: {orientation: [ground, block]}\n", frames, 3, 1, .rows = orientation_rows,
          .planar_rows = planar_orientation_rows);

static const TrmRowSpec parallel_rows[] = {TRM_ROWS_PARALLEL, TRM_ROWS_END};
PRIMITIVE(parallel, "parallel_axes", "two axes stay parallel",
          "With bodies, `axis` is given once; with markers, their z axes stay parallel.",
          "  upright: {parallel: [ground, block], axis: z}\n", axis, 2, 0, .rows = parallel_rows);

static const TrmRowSpec perpendicular_rows[] = {{TRM_ROW_AXES, 2, 2, 0, NULL}, TRM_ROWS_END};
PRIMITIVE(perpendicular, NULL, "two axes stay perpendicular",
          "With markers, their z axes stay perpendicular.",
          "  level: {perpendicular: [ground, block], axes: [z, x]}\n", axes, 1, 0,
          .rows = perpendicular_rows);

static const TrmRowSpec point_rows[] = {TRM_ROWS_POINT, TRM_ROWS_END};
static const TrmRowSpec planar_point_rows[] = {TRM_ROWS_LINE, TRM_ROWS_END};
PRIMITIVE(point, "atpoint", "two points stay together; in the plane a revolute joint",
          "The same equations as spherical; it also works in planar models.",
          "  corner: {point: [ground, block], at: [0.1, 0.05, 0.05]}\n", place, 3, 2,
          .rows = point_rows, .planar_rows = planar_point_rows);
