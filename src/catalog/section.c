/* SPDX-License-Identifier: Apache-2.0
 *
 * Sections: the maps of named things that make up a model. The top level and `repeat` share them.
 */
#include "catalog/param.h"

#define SECTION(name, what, text)                                                                  \
  { .key = name, .kind = TRM_KIND_ITEMS, .what, .summary = text }

const TrmParam trm_sections[] = {
    SECTION("parameters", type = &trm_type_parameter,
            "named numbers; `--set name=value` changes one"),
    SECTION("points", type = &trm_type_point, "named places at the design position"),
    SECTION("splines", type = &trm_type_spline,
            "curves through given points, for functions and cams"),
    SECTION("bodies", type = &trm_type_body, "rigid bodies; ground is always there"),
    SECTION("flexible", type = &trm_type_flexible, "bodies that bend, from a finite-element file"),
    SECTION("joints", table = &trm_table_joints, "what holds bodies together"),
    SECTION("motions", table = &trm_table_motions, "what drives them along a given course"),
    SECTION("constraints", table = &trm_table_constraints, "equations of your own"),
    SECTION("forces", table = &trm_table_forces, "what pushes, pulls and twists"),
    SECTION("contacts", type = &trm_type_contact, "what may touch what"),
    SECTION("variables", type = &trm_type_variable, "named expressions for use in others"),
    SECTION("equations", type = &trm_type_equation,
            "differential equations with a state of their own"),
    SECTION("transfer_functions", type = &trm_type_transfer_function,
            "linear filters as a ratio of polynomials in s"),
    SECTION("state_spaces", type = &trm_type_state_space, "linear systems given by matrices"),
    SECTION("events", type = &trm_type_event, "what happens when an expression crosses zero"),
    SECTION("suspension", type = &trm_type_suspension,
            "what the parts of a wheel's suspension are, for `trammel suspension`"),
    SECTION("outputs", type = &trm_type_output,
            "expressions reported beside every model's signals"),
    {.key = NULL}};
