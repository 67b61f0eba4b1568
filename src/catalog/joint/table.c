/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of joints: one line each. Also what all joints share.
 */
#include "catalog/joint/joint.h"

#define JOINTS(X)                                                                                  \
  X(fixed)                                                                                         \
  X(revolute)                                                                                      \
  X(prismatic)                                                                                     \
  X(cylindrical)                                                                                   \
  X(universal)                                                                                     \
  X(constant_velocity)                                                                             \
  X(spherical)                                                                                     \
  X(planar)                                                                                        \
  X(screw)                                                                                         \
  X(rack_pinion)                                                                                   \
  X(gear)                                                                                          \
  X(coupler)                                                                                       \
  X(inline)                                                                                        \
  X(inplane)                                                                                       \
  X(orientation)                                                                                   \
  X(parallel)                                                                                      \
  X(perpendicular)                                                                                 \
  X(point)                                                                                         \
  X(distance)                                                                                      \
  X(spherical_revolute)                                                                            \
  X(revolute_revolute)                                                                             \
  X(revolute_prismatic)                                                                            \
  X(revolute_cylindrical)                                                                          \
  X(point_on_curve)                                                                                \
  X(curve_on_curve)                                                                                \
  X(point_on_surface)                                                                              \
  X(hold)                                                                                          \
  X(rope)                                                                                          \
  X(separator)

#define DECLARE(name) extern const TrmJointType trm_joint_##name;
#define ENTRY(name) &trm_joint_##name.type,

JOINTS(DECLARE)

static const TrmType *const types[] = {JOINTS(ENTRY) NULL};

const TrmTable trm_table_joints = {.name = "joint", .form = TRM_TABLE_HEAD, .types = types};

const TrmParam trm_joint_shared[] = {
    {.key = "friction",
     .kind = TRM_KIND_OBJECT,
     .type = &trm_type_friction,
     .summary = "dry friction in the joint"},
    {.key = "limits",
     .kind = TRM_KIND_VECTOR,
     .least = 2,
     .most = 2,
     .summary = "[low, high] of its angle or displacement, in the unit of that"},
    {.key = "restitution",
     .kind = TRM_KIND_NUMBER,
     TRM_FRACTION,
     .fallback = "0",
     .summary = "rebound at a limit: speed after over speed before"},
    TRM_PARAM_ACTIVE,
    TRM_PARAM_MIRROR,
    {.key = NULL}};

const TrmJointType *trm_joint_type(const TrmItem *joint) {
  for (const TrmType *const *t = types; *t; t++)
    if (*t == joint->type) return (const TrmJointType *)(const void *)*t;
  return NULL;
}
