/* SPDX-License-Identifier: Apache-2.0
 *
 * Suspension: what the points of a wheel's suspension are called, for `trammel suspension`. It adds
 * nothing to the model's equations.
 */
#include "catalog/suspension.h"
#include "catalog/param.h"
#include <string.h>

#define LENGTH(name, text)                                                                         \
  { .key = name, .kind = TRM_KIND_NUMBER, TRM_POSITIVE, .dimension = TRM_LENGTH, .summary = text }
#define SHARE(name, text)                                                                          \
  { .key = name, .kind = TRM_KIND_NUMBER, TRM_FRACTION, .fallback = "1", .summary = text }

static const TrmParam params[] = {
    {.key = "carrier",
     .kind = TRM_KIND_REF,
     .flags = TRM_REQUIRED,
     .refs = TRM_REF_BODY,
     .summary = "the body that carries the wheel (upright, knuckle)"},
    {.key = "wheel_centre",
     .kind = TRM_KIND_PLACE,
     .flags = TRM_REQUIRED,
     .dimension = TRM_LENGTH,
     .refs = TRM_REF_PLACE,
     .summary = "centre of the wheel"},
    LENGTH("radius", "of the wheel under load; from `contact_patch` when left out"),
    TRM_PARAM_PLACE("contact_patch", "where the tyre stands; below the centre when left out"),
    TRM_PARAM_DIRECTION("axis", 0, "of the wheel; across the car when left out"),
    TRM_PARAM_PLACE("lower_ball_joint", "lower end of the steering axis, on the carrier"),
    TRM_PARAM_PLACE("upper_ball_joint", "upper end of the steering axis, on the carrier"),
    TRM_PARAM_PLACE("strut_top", "upper end of the steering axis, on ground (MacPherson)"),
    {.key = "spring",
     .kind = TRM_KIND_REF,
     .refs = TRM_REF_FORCE,
     .summary = "the spring, for the motion ratio"},
    {.key = "rack",
     .kind = TRM_KIND_REF,
     .refs = TRM_REF_JOINT,
     .summary = "the joint that steers: a rack that slides, or a column that turns"},
    TRM_PARAM_DIRECTION("forward", 0, "ahead; x when left out"),
    TRM_PARAM_DIRECTION("up", 0, "z when left out"),
    {.key = "axle",
     .kind = TRM_KIND_CHOICE,
     .words = "front|rear",
     .fallback = "front",
     .summary = "which axle: sign of anti-dive and anti-lift, and who it is paired with"},
    LENGTH("wheelbase", "between the axles; for Ackermann and anti-dive"),
    LENGTH("cg_height", "of the car's mass centre above the road; for anti-dive"),
    SHARE("brake_share", "part of the braking force at this axle"),
    SHARE("drive_share", "part of the driving force at this axle, for anti-squat"),
    TRM_PARAM_MIRROR,
    {.key = NULL}};

const TrmType trm_type_suspension = {
    .name = "suspension",
    .summary = "what the parts of a wheel's suspension are, for `trammel suspension`",
    .details =
        "One entry a wheel. Places are those of the design position. Without this section "
        "`trammel suspension` looks for points with the names of these keys, alone or after a "
        "prefix: `left_wheel_centre` beside `left_lower_ball_joint`.",
    .example = "trammel: 1\n"
               "name: trailing arm\n"
               "units: mmks\n"
               "points: {pivot: [400, 600, 300], hub: [0, 600, 300], patch: [0, 600, 0]}\n"
               "bodies:\n"
               "  arm: {shape: {rod: {from: pivot, to: hub, radius: 20, density: 7.85e-6}}}\n"
               "joints:\n"
               "  bush: {revolute: [ground, arm], at: pivot, axis: y}\n"
               "suspension:\n"
               "  left: {carrier: arm, wheel_centre: hub, contact_patch: patch, axle: rear}\n",
    .params = params};

const TrmSuspensionWord trm_suspension_words[] = {
    {"wheel_centre", "wheel_centre|wheel_center"},
    {"contact_patch", "contact_patch|contact_point|tyre_contact"},
    {"lower_ball_joint", "lower_ball_joint|lower_ball|lca_outer|lower_arm_outer"},
    {"upper_ball_joint", "upper_ball_joint|upper_ball|uca_outer|upper_arm_outer"},
    {"strut_top", "strut_top|top_mount|strut_mount"},
    {NULL, NULL}};

int trm_suspension_names(const char *name, const char *words) {
  size_t length, all = strlen(name);
  const char *word;
  for (size_t i = 0; (word = trm_words_at(words, i, &length)); i++)
    if (all >= length && strncmp(name + all - length, word, length) == 0)
      return (int)(all - length);
  return -1;
}
