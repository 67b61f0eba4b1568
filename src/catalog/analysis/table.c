/* SPDX-License-Identifier: Apache-2.0
 *
 * Analyses: what `simulate` lists and the commands of the same names perform.
 */
#include "catalog/param.h"

#define NUMBER(name, range, size, text)                                                            \
  { .key = name, .kind = TRM_KIND_NUMBER, range, .dimension = size, .summary = text }

/* when to stop and how often to report */
#define UNTIL NUMBER("until", TRM_POSITIVE | TRM_REQUIRED, TRM_TIME, "time at which it ends")
#define EVERY                                                                                      \
  NUMBER("every", TRM_POSITIVE, TRM_TIME,                                                          \
         "interval of the results; a hundredth of it all when left out")
#define STEPS                                                                                      \
  {                                                                                                \
    .key = "steps", .kind = TRM_KIND_INTEGER, .low = 1, .high = HUGE_VAL, .flags = TRM_LIMITED,    \
    .summary = "number of intervals, in place of `every`"                                          \
  }
#define TOLERANCE(value, text)                                                                     \
  { .key = "tolerance", .kind = TRM_KIND_NUMBER, TRM_POSITIVE, .fallback = value, .summary = text }
#define ITERATIONS                                                                                 \
  {                                                                                                \
    .key = "iterations", .kind = TRM_KIND_INTEGER, .low = 1, .high = HUGE_VAL,                     \
    .flags = TRM_LIMITED, .fallback = "50", .summary = "iterations after which it gives up"        \
  }

/* a slider-crank, for the models below */
#define CRANK                                                                                      \
  "trammel: 1\n"                                                                                   \
  "planar: true\n"                                                                                 \
  "gravity: [0, -9.81]\n"                                                                          \
  "points: {O: [0, 0], A: [0, 0.1], B: [0.3, 0]}\n"                                                \
  "bodies:\n"                                                                                      \
  "  crank: {shape: {rod: {from: O, to: A, radius: 0.01, density: 7850}}}\n"                       \
  "  rod: {shape: {rod: {from: A, to: B, radius: 0.01, density: 7850}}}\n"                         \
  "  piston: {at: B, mass: 0.5, inertia: 1e-3}\n"                                                  \
  "joints:\n"                                                                                      \
  "  main: {revolute: [ground, crank], at: O}\n"                                                   \
  "  big_end: {revolute: [crank, rod], at: A}\n"                                                   \
  "  small_end: {revolute: [rod, piston], at: B}\n"                                                \
  "  bore: {prismatic: [ground, piston], at: B, axis: x}\n"

static const TrmParam assemble_params[] = {
    TOLERANCE("1e-10", "largest gap left in a constraint, relative to the size of the model"),
    ITERATIONS,
    {.key = "weights",
     .kind = TRM_KIND_CHOICE,
     .words = "plain|inertia",
     .fallback = "plain",
     .summary = "what a change counts: alike for all bodies, or by their mass and inertia"},
    {.key = NULL}};

static const TrmType assemble = {
    .name = "assemble",
    .summary = "brings the bodies into a position that satisfies all joints",
    .details = "Positions and velocities change as little as possible; those under `exact` not at "
               "all. With `weights: inertia` heavy bodies move least. Every other analysis begins "
               "with it, in the same way.",
    .example = CRANK "simulate:\n"
                     "  - assemble: {}\n",
    .params = assemble_params};

static const TrmParam kinematics_params[] = {
    UNTIL,
    EVERY,
    STEPS,
    TOLERANCE("1e-10", "largest gap left in a constraint, relative to the size of the model"),
    {.key = NULL}};

static const TrmType kinematics = {
    .name = "kinematics",
    .summary = "motion of a model whose motions leave no freedom",
    .details = "Positions, velocities and accelerations follow from the joints and motions alone; "
               "masses are needed only for reactions.",
    .example = CRANK "motions:\n"
                     "  drive: {joint: main, angle: 60*rpm*time}\n"
                     "simulate:\n"
                     "  - kinematics: {until: 1, every: 0.01}\n",
    .params = kinematics_params};

static const TrmParam dynamics_params[] = {
    UNTIL,
    EVERY,
    STEPS,
    {.key = "integrator",
     .kind = TRM_KIND_CHOICE,
     .words = "auto|gstiff|si2|hht|generalized_alpha|abm|bdf|dopri5|dop853|rk4|radau5|moreau",
     .fallback = "auto",
     .summary = "method that steps through time; auto chooses and says why"},
    {.key = "formulation",
     .kind = TRM_KIND_CHOICE,
     .words = "auto|multipliers|baumgarte|penalty|augmented_lagrangian|projection|partitioning|"
              "constraint_force",
     .fallback = "auto",
     .summary = "how the joints enter the equations, with the ODE integrators"},
    TOLERANCE("1e-8", "error allowed in a step, relative"),
    {.key = "absolute_tolerance",
     .kind = TRM_KIND_NUMBER,
     TRM_POSITIVE,
     .summary = "error allowed in a step for values near zero, SI; tolerance when left out"},
    NUMBER("step", TRM_POSITIVE, TRM_TIME, "fixed step (rk4), or the first one tried"),
    NUMBER(
        "max_step", TRM_POSITIVE, TRM_TIME,
        "largest step; when left out the interval of the results where laws move with time, else "
        "any"),
    NUMBER("min_step", TRM_POSITIVE, TRM_TIME, "smallest step before it gives up"),
    {.key = "max_order",
     .kind = TRM_KIND_INTEGER,
     .low = 1,
     .high = 5,
     .flags = TRM_LIMITED,
     .summary = "highest order of gstiff, si2 and bdf; 5 when left out"},
    {.key = "solver",
     .kind = TRM_KIND_CHOICE,
     .words = "auto|tree|schur|sparse",
     .fallback = "auto",
     .summary = "how accelerations and constraint forces are eliminated; all give the same"},
    {.key = "penalty",
     .kind = TRM_KIND_NUMBER,
     TRM_POSITIVE,
     .summary =
         "alpha of penalty and augmented_lagrangian, in parts of the effective mass; 1e8 and "
         "1e7 when left out"},
    {.key = "omega",
     .kind = TRM_KIND_NUMBER,
     TRM_POSITIVE,
     .summary = "Omega of penalty and augmented_lagrangian, 1/s; 100 and 10 when left out"},
    {.key = "mu",
     .kind = TRM_KIND_NUMBER,
     TRM_POSITIVE,
     .summary = "damping ratio of penalty and augmented_lagrangian; 1 when left out"},
    {.key = "baumgarte",
     .kind = TRM_KIND_VECTOR,
     .least = 2,
     .most = 2,
     .low = 0,
     .high = HUGE_VAL,
     .flags = TRM_LIMITED,
     .summary = "[alpha, beta] of baumgarte, 1/s; [10, 10] when left out"},
    {.key = "alpha",
     .kind = TRM_KIND_NUMBER,
     .low = -0.3333333333333333,
     .high = 0,
     .flags = TRM_LIMITED,
     .summary = "numerical damping of hht; 0 is none"},
    {.key = "spectral_radius",
     .kind = TRM_KIND_NUMBER,
     TRM_FRACTION,
     .summary = "numerical damping of generalized_alpha; 1 is none"},
    {.key = NULL}};

static const TrmType dynamics = {
    .name = "dynamics",
    .summary = "motion under forces from the initial state",
    .details =
        "integrator: gstiff (index-3 BDF), si2 (stabilised index-2 BDF), hht, "
        "generalized_alpha, abm (Adams, variable order), bdf, dopri5, dop853, rk4 (fixed "
        "step), radau5. A formulation goes with the ODE integrators abm, bdf, dopri5, dop853, "
        "rk4 and radau5.",
    .example = CRANK "simulate:\n"
                     "  - dynamics: {until: 2, every: 0.01, integrator: auto, tolerance: 1e-8}\n",
    .params = dynamics_params};

#define STABLE                                                                                     \
  {                                                                                                \
    .key = "stable", .kind = TRM_KIND_FLAG, .fallback = "false",                                   \
    .summary = "go on from an unstable equilibrium to a stable one"                                \
  }

static const TrmParam statics_params[] = {
    TOLERANCE("1e-8", "largest force left unbalanced, relative to the forces in the model"),
    ITERATIONS,
    STABLE,
    {.key = NULL}};

#define HUNG                                                                                       \
  CRANK "forces:\n"                                                                                \
        "  stop: {spring: [ground, piston], from: [0.5, 0], to: B, k: 2000, c: 10}\n"

static const TrmType statics = {.name = "statics",
                                .summary = "the position of equilibrium",
                                .details = "Finds a position in which all forces balance, says "
                                           "whether it is stable, and hands it on: the analyses "
                                           "after it begin there, at rest.",
                                .example = HUNG "simulate:\n"
                                                "  - statics: {}\n",
                                .params = statics_params};

static const TrmParam quasistatics_params[] = {
    UNTIL,
    EVERY,
    STEPS,
    TOLERANCE("1e-8", "largest force left unbalanced, relative to the forces in the model"),
    ITERATIONS,
    STABLE,
    {.key = NULL}};

static const TrmType quasistatics = {
    .name = "quasistatics",
    .summary = "a row of equilibria while motions and forces change slowly",
    .details = "Begins with statics and follows the equilibrium through time. Where it ends, the "
               "model snaps to another one, which is said.",
    .example = CRANK "forces:\n"
                     "  stop: {spring: [ground, piston], from: [0.5, 0], to: B, k: 2000}\n"
                     "  load: {torque: crank, vector: 5*time}\n"
                     "simulate:\n"
                     "  - quasistatics: {until: 1, every: 0.05}\n",
    .params = quasistatics_params};

#define NAMES(name, where, text)                                                                   \
  { .key = name, .kind = TRM_KIND_REFS, .refs = where, .least = 1, .summary = text }

static const TrmParam linearize_params[] = {
    NAMES("states", TRM_REF_JOINT | TRM_REF_VARIABLE | TRM_REF_OUTPUT,
          "joints, variables or outputs to use as coordinates; chosen when left out"),
    NAMES("inputs", TRM_REF_PARAMETER | TRM_REF_VARIABLE | TRM_REF_MOTION | TRM_REF_FORCE,
          "parameters, variables, motions or forces to vary"),
    NAMES("outputs", TRM_REF_OUTPUT | TRM_REF_VARIABLE, "outputs or variables to report"),
    {.key = "frame",
     .kind = TRM_KIND_REF,
     .refs = TRM_REF_BODY_OR_MARKER,
     .fallback = "ground",
     .summary = "frame in which the motion is steady, such as a rotor's axis"},
    {.key = "times",
     .kind = TRM_KIND_VECTOR,
     TRM_POSITIVE,
     .dimension = TRM_TIME,
     .least = 1,
     .summary = "times up to which the motion is followed, and linearised at; none: as it stands"},
    {.key = "modes",
     .kind = TRM_KIND_INTEGER,
     .low = 1,
     .high = HUGE_VAL,
     .flags = TRM_LIMITED,
     .summary = "how many modes, those of lowest frequency; all, or 20 of more than 2000 states"},
    {.key = NULL}};

static const TrmType linearize = {
    .name = "linearize",
    .aliases = "linearise",
    .summary = "the linear model about the present position: frequencies, modes, A B C D",
    .example = HUNG "outputs:\n"
                    "  travel: displacement(bore)\n"
                    "simulate:\n"
                    "  - statics: {}\n"
                    "  - linearize: {outputs: travel}\n"
                    "  - linearize: {times: [0.1, 0.2], modes: 1}\n",
    .params = linearize_params};

static const TrmType *const types[] = {&assemble,     &kinematics, &dynamics, &statics,
                                       &quasistatics, &linearize,  NULL};

const TrmTable trm_table_analyses = {.name = "analysis", .form = TRM_TABLE_NESTED, .types = types};
