/* SPDX-License-Identifier: Apache-2.0
 *
 * Signals: variables and outputs, which are named expressions; and events, which watch one cross
 * zero.
 */
#include "catalog/param.h"

#define VALUE(text)                                                                                \
  {                                                                                                \
    .key = "value", .kind = TRM_KIND_FUNCTION, .flags = TRM_REQUIRED | TRM_SHORTHAND,              \
    .summary = text                                                                                \
  }

/* a motor on a rotor, for the models below */
#define ROTOR                                                                                      \
  "bodies:\n"                                                                                      \
  "  rotor: {mass: 1, inertia: [0.002, 0.002, 0.004]}\n"                                           \
  "joints:\n"                                                                                      \
  "  bearing: {revolute: [ground, rotor], at: [0, 0, 0], axis: z}\n"                               \
  "forces:\n"                                                                                      \
  "  motor: {torque: [rotor, ground], vector: [0, 0, drive]}\n"

#define RUN                                                                                        \
  "simulate:\n"                                                                                    \
  "  - dynamics: {until: 2, every: 0.01}\n"

static const TrmParam variable_params[] = {
    VALUE("expression of time and state"),
    {.key = "description", .kind = TRM_KIND_TEXT, .summary = "what it is, in any words"},
    {.key = NULL}};

const TrmType trm_type_variable = {
    .name = "variable",
    .summary = "a named expression of time and state, for use in others",
    .details = "Variables may refer to each other in any order; a cycle is an error.",
    .example = "trammel: 1\n"
               "name: speed control\n"
               "parameters: {wanted: 300*rpm, gain: 0.05}\n" ROTOR "variables:\n"
               "  error: wanted - wz(rotor)\n"
               "  drive: gain*error\n" RUN,
    .params = variable_params};

static const TrmParam output_params[] = {
    VALUE("expression of time and state"),
    {.key = "unit",
     .kind = TRM_KIND_TEXT,
     .summary = "unit to head its column with, such as deg; else the one that the expression has"},
    {.key = "description", .kind = TRM_KIND_TEXT, .summary = "what it is, in any words"},
    {.key = NULL}};

const TrmType trm_type_output = {
    .name = "output",
    .summary = "an expression reported in the results under its own name",
    .details =
        "Beside them every model reports positions, speeds, reactions and energies. Its unit "
        "follows from the expression where dimensions are known: m for dx(crank), deg for "
        "angle(hinge)/deg, none for 10*dx(crank), as the 10 may be anything.",
    .example = "trammel: 1\n"
               "parameters: {drive: 0.5}\n" ROTOR "outputs:\n"
               "  power: tz(motor)*wz(rotor)\n"
               "  speed_rpm: wz(rotor)/rpm\n"
               "  gain: {value: 20*log10(wz(rotor)/rpm), unit: dB}\n" RUN,
    .params = output_params};

static const TrmParam assignment_params[] = {
    VALUE("its new value, worked out when the event happens"), {.key = NULL}};

const TrmType trm_type_assignment = {
    .name = "set",
    .summary = "a new value for the state of an equation when an event happens",
    .example =
        "trammel: 1\n"
        "name: counter of turns\n"
        "parameters: {drive: 0.1}\n" ROTOR "equations:\n"
        "  turns: {rate: 0, initial: 0}\n"
        "events:\n"
        "  top: {when: sin(angle(bearing)), direction: rising, set: {turns: turns + 1}}\n" RUN,
    .params = assignment_params};

#define ELEMENTS(name, text)                                                                       \
  {                                                                                                \
    .key = name, .kind = TRM_KIND_REFS,                                                            \
    .refs = TRM_REF_JOINT | TRM_REF_MOTION | TRM_REF_CONSTRAINT | TRM_REF_FORCE | TRM_REF_CONTACT, \
    .least = 1, .summary = text                                                                    \
  }

static const TrmParam event_params[] = {
    {.key = "when",
     .kind = TRM_KIND_FUNCTION,
     .flags = TRM_REQUIRED,
     .summary = "expression whose crossing of zero is the event"},
    {.key = "direction",
     .kind = TRM_KIND_CHOICE,
     .words = "rising|falling|both",
     .fallback = "both",
     .summary = "which crossings count"},
    {.key = "once", .kind = TRM_KIND_FLAG, .fallback = "false", .summary = "only the first counts"},
    {.key = "stop",
     .kind = TRM_KIND_FLAG,
     .fallback = "false",
     .summary = "end the analysis there"},
    {.key = "message", .kind = TRM_KIND_TEXT, .summary = "what to say when it happens"},
    ELEMENTS("activate", "joints, motions, constraints, forces or contacts to switch on"),
    ELEMENTS("deactivate", "joints, motions, constraints, forces or contacts to switch off"),
    {.key = "set",
     .kind = TRM_KIND_ITEMS,
     .type = &trm_type_assignment,
     .summary = "new values for the states of equations"},
    {.key = NULL}};

const TrmType trm_type_event = {
    .name = "event",
    .summary = "what happens when an expression crosses zero",
    .details = "The crossing is found to the tolerance of the analysis, and the step ends there.",
    .example = "trammel: 1\n"
               "name: stone that is let go\n"
               "gravity: [0, 0, -9.81]\n"
               "bodies:\n"
               "  stone: {at: [0, 0, 2], mass: 0.3, point_mass: true}\n"
               "joints:\n"
               "  hand: {point: [ground, stone], at: [0, 0, 2]}\n"
               "events:\n"
               "  let_go: {when: time - 0.5, direction: rising, deactivate: hand}\n"
               "  landed: {when: dz(stone), direction: falling, stop: true, message: the stone has "
               "landed}\n" RUN,
    .params = event_params};
