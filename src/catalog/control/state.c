/* SPDX-License-Identifier: Apache-2.0
 *
 * Systems with states of their own: differential equations x' = f or 0 = f(x, x'), transfer
 * functions Y/U = numerator(s)/denominator(s), and state spaces x' = A x + B u, y = C x + D u.
 */
#include "catalog/param.h"

/* a cart that is pushed along a rail by `push` */
#define CART                                                                                       \
  "bodies:\n"                                                                                      \
  "  cart: {mass: 5, inertia: [0.1, 0.1, 0.1]}\n"                                                  \
  "joints:\n"                                                                                      \
  "  rail: {prismatic: [ground, cart], at: [0, 0, 0], axis: x}\n"                                  \
  "forces:\n"                                                                                      \
  "  motor: {force: cart, vector: [push, 0, 0]}\n"

#define RUN                                                                                        \
  "simulate:\n"                                                                                    \
  "  - dynamics: {until: 5, every: 0.01}\n"

static const TrmParam equation_params[] = {
    {.key = "rate",
     .kind = TRM_KIND_FUNCTION,
     .flags = TRM_SHORTHAND,
     .summary = "rate of its state, per unit of time"},
    {.key = "residual",
     .kind = TRM_KIND_FUNCTION,
     .summary = "implicit form: an expression of dif(name) and dif1(name) that stays zero"},
    {.key = "initial", .kind = TRM_KIND_NUMBER, .fallback = "0", .summary = "state at the start"},
    {.key = "initial_rate",
     .kind = TRM_KIND_NUMBER,
     .fallback = "0",
     .summary = "guess of the rate at the start, for the implicit form"},
    {.key = NULL}};

const TrmType trm_type_equation = {
    .name = "equation",
    .summary = "a first-order differential equation with a state",
    .details =
        "Its state is read by its name or dif(name), its rate by dif1(name). Give `rate`, or "
        "`residual` for an implicit equation; a bare expression is the rate.",
    .example = "trammel: 1\n"
               "name: cart with integral control\n" CART "equations:\n"
               "  sum: {rate: 1 - displacement(rail), initial: 0}\n"
               "variables:\n"
               "  push: 20*(1 - displacement(rail)) - 15*speed(rail) + 4*sum\n" RUN,
    .params = equation_params};

static const TrmParam transfer_params[] = {
    {.key = "input", .kind = TRM_KIND_FUNCTION, .flags = TRM_REQUIRED, .summary = "what goes in"},
    {.key = "numerator",
     .kind = TRM_KIND_VECTOR,
     .flags = TRM_REQUIRED,
     .least = 1,
     .summary = "coefficients of falling powers of s, the last is the constant"},
    {.key = "denominator",
     .kind = TRM_KIND_VECTOR,
     .flags = TRM_REQUIRED,
     .least = 1,
     .summary = "coefficients of falling powers of s; at least as many as the numerator's"},
    {.key = "initial",
     .kind = TRM_KIND_VECTOR,
     .least = 1,
     .summary = "states at the start; at rest with the initial input when left out"},
    {.key = NULL}};

const TrmType trm_type_transfer_function = {
    .name = "transfer_function",
    .summary = "a linear filter given as a ratio of polynomials in s",
    .details =
        "Its output is read by its name. [1, 3, 2] is s^2 + 3 s + 2, with s per unit of time.",
    .example = "trammel: 1\n"
               "name: cart behind a slow amplifier\n" CART "transfer_functions:\n"
               "  amplifier:\n"
               "    input: 20*(1 - displacement(rail)) - 15*speed(rail)\n"
               "    numerator: [1]\n"
               "    denominator: [0.05, 1]\n"
               "variables:\n"
               "  push: amplifier\n" RUN,
    .params = transfer_params};

#define MATRIX(name, more, text)                                                                   \
  { .key = name, .kind = TRM_KIND_MATRIX, .flags = more, .least = 1, .summary = text }

static const TrmParam space_params[] = {{.key = "inputs",
                                         .kind = TRM_KIND_FUNCTIONS,
                                         .flags = TRM_REQUIRED,
                                         .least = 1,
                                         .summary = "u: what goes in"},
                                        MATRIX("a", TRM_REQUIRED, "states by states"),
                                        MATRIX("b", TRM_REQUIRED, "states by inputs"),
                                        MATRIX("c", TRM_REQUIRED, "outputs by states"),
                                        MATRIX("d", 0, "outputs by inputs; zero when left out"),
                                        {.key = "initial",
                                         .kind = TRM_KIND_VECTOR,
                                         .least = 1,
                                         .summary = "states at the start; zero when left out"},
                                        {.key = NULL}};

const TrmType trm_type_state_space = {
    .name = "state_space",
    .summary = "a linear system given by matrices: x' = A x + B u, y = C x + D u",
    .details = "Its first output is read by its name.",
    .example = "trammel: 1\n"
               "name: cart with a lead filter\n" CART "state_spaces:\n"
               "  filter:\n"
               "    inputs: [1 - displacement(rail), speed(rail)]\n"
               "    a: [[-10, 0], [0, -10]]\n"
               "    b: [[10, 0], [0, 10]]\n"
               "    c: [[20, -15]]\n"
               "variables:\n"
               "  push: filter\n" RUN,
    .params = space_params};
