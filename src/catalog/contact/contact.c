/* SPDX-License-Identifier: Apache-2.0
 *
 * Contact: a pair of surfaces that may touch. Compliant: normal force = stiffness * depth^exponent
 * + damping that grows over the first `depth`; rigid: no penetration, rebound by restitution.
 */
#include "catalog/param.h"

#define COEFFICIENT(name, more, text)                                                              \
  { .key = name, .kind = TRM_KIND_NUMBER, TRM_NOT_NEGATIVE | (more), .summary = text }

static const TrmParam friction_params[] = {
    COEFFICIENT("static", 0, "coefficient while it sticks; the dynamic one when left out"),
    COEFFICIENT("dynamic", TRM_REQUIRED | TRM_SHORTHAND, "coefficient while it slides"),
    {.key = "stiction_speed",
     .kind = TRM_KIND_NUMBER,
     TRM_POSITIVE,
     .dimension = TRM_VELOCITY,
     .fallback = "0.01*m/s",
     .summary = "sliding speed at which friction reaches the static coefficient"},
    {.key = "slip_speed",
     .kind = TRM_KIND_NUMBER,
     TRM_POSITIVE,
     .dimension = TRM_VELOCITY,
     .fallback = "0.1*m/s",
     .summary = "sliding speed from which it has the dynamic one"},
    {.key = NULL}};

#define BALL(contact)                                                                              \
  "gravity: [0, 0, -9.81]\n"                                                                       \
  "bodies:\n"                                                                                      \
  "  ball:\n"                                                                                      \
  "    at: [0, 0, 1]\n"                                                                            \
  "    shape: {sphere: {radius: 0.1, density: 900, name: skin}}\n"                                 \
  "    velocity: [1, 0, 0]\n"                                                                      \
  "contacts:\n"                                                                                    \
  "  floor:\n"                                                                                     \
  "    between: [ball.skin, {plane: ground, at: [0, 0, 0], normal: z}]\n" contact "simulate:\n"    \
  "  - dynamics: {until: 2, every: 0.005}\n"

const TrmType trm_type_contact_friction = {
    .name = "contact.friction",
    .summary = "dry friction in a contact",
    .details = "The coefficient rises to the static one at the stiction speed and falls to the "
               "dynamic one at the slip speed.",
    .example =
        "trammel: 1\n"
        "name: ball that starts to roll\n" BALL(
            "    law: compliant\n"
            "    stiffness: 1e5\n"
            "    friction: {static: 0.6, dynamic: 0.5, stiction_speed: 0.01, slip_speed: 0.1}\n"),
    .params = friction_params};

static const TrmParam contact_params[] = {
    {.key = "between",
     .kind = TRM_KIND_VARIANTS,
     .flags = TRM_REQUIRED,
     .table = &trm_table_contact_sides,
     .least = 2,
     .most = 2,
     .summary = "the two sides: bodies, shapes (body.shape), or written out"},
    {.key = "law",
     .kind = TRM_KIND_CHOICE,
     .words = "compliant|rigid",
     .fallback = "compliant",
     .summary = "compliant: a stiff spring; rigid: no penetration"},
    {.key = "stiffness",
     .kind = TRM_KIND_NUMBER,
     TRM_POSITIVE,
     .summary = "force at one unit of depth (compliant), in the model's units"},
    {.key = "exponent",
     .kind = TRM_KIND_NUMBER,
     .low = 1,
     .high = HUGE_VAL,
     .flags = TRM_LIMITED,
     .fallback = "1.5",
     .summary = "power of the depth: 1.5 for round bodies (Hertz), 1 for a spring"},
    {.key = "damping",
     .kind = TRM_KIND_NUMBER,
     TRM_NOT_NEGATIVE,
     .dimension = TRM_DAMPING,
     .summary = "greatest damping (compliant)"},
    {.key = "depth",
     .kind = TRM_KIND_NUMBER,
     TRM_POSITIVE,
     .dimension = TRM_LENGTH,
     .fallback = "1e-4*m",
     .summary = "depth at which damping is full (compliant)"},
    {.key = "restitution",
     .kind = TRM_KIND_NUMBER,
     TRM_FRACTION,
     .summary = "speed after over speed before; compliant: in place of damping"},
    {.key = "rebound",
     .kind = TRM_KIND_CHOICE,
     .words = "newton|poisson",
     .fallback = "newton",
     .summary = "restitution of speeds (Newton), or of impulses (Poisson), when rigid"},
    {.key = "friction",
     .kind = TRM_KIND_OBJECT,
     .type = &trm_type_contact_friction,
     .summary = "dry friction, one number for both coefficients; none when left out"},
    TRM_PARAM_ACTIVE,
    TRM_PARAM_MIRROR,
    {.key = NULL}};

const TrmType trm_type_contact = {.name = "contact",
                                  .summary = "two surfaces that may touch",
                                  .example = "trammel: 1\n"
                                             "name: bouncing ball\n" BALL("    law: rigid\n"
                                                                          "    restitution: 0.8\n"),
                                  .params = contact_params};
