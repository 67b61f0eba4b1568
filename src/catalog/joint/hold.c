/* SPDX-License-Identifier: Apache-2.0
 *
 * Hold: named coordinates of one body keep their initial values, one equation each.
 */
#include "catalog/joint/joint.h"

static const TrmParam params[] = {
    {.key = "body",
     .kind = TRM_KIND_REF,
     .flags = TRM_HEAD | TRM_REQUIRED,
     .refs = TRM_REF_BODY,
     .summary = "the body"},
    {.key = "coordinates",
     .kind = TRM_KIND_WORDS,
     .flags = TRM_REQUIRED,
     .words = "x|y|z|psi|theta|phi",
     .least = 1,
     .most = 6,
     .summary = "those that keep their value; psi is the angle in planar models"},
    {.key = NULL}};

static const TrmRowSpec rows[] = {{TRM_ROW_HOLD, 0, 0, 0, "coordinates"}, TRM_ROWS_END};
const TrmJointType trm_joint_hold = {
    .type = {.name = "hold",
             .summary = "fixes coordinates of a body in ground",
             .details = "x, y, z are the coordinates of the mass centre, psi, theta, phi the "
                        "body-fixed 3-1-3 angles.",
             .example = "trammel: 1\n"
                        "name: plate on a frictionless rail\n"
                        "gravity: [0, 0, -9.81]\n"
                        "bodies:\n"
                        "  plate: {mass: 2, inertia: [0.02, 0.02, 0.03], velocity: [1, 0, 0]}\n"
                        "joints:\n"
                        "  rail: {hold: plate, coordinates: [y, z, psi, theta, phi]}\n"
                        "simulate:\n"
                        "  - dynamics: {until: 1, every: 0.01}\n",
             .params = params,
             .shared = trm_joint_shared},
    .equations = -1,
    .planar_equations = -1,
    .rows = rows,
    .planar_rows = rows};
