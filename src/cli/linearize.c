/* SPDX-License-Identifier: Apache-2.0
 *
 * linearize: the linear model of small motions about a state.
 */
#include "cli/linear.h"
#include "cli/messages.h"
#include "cli/table.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static TrmStatus record(TrmRequest *request, TrmLog *log, TrmAnalysis *analysis,
                        const TrmSystem *system, const struct TrmRun *run) {
  return trm_record_linear(request, log, analysis, system, run, NULL);
}

TrmStatus trm_linear_options(const TrmRequest *request, TrmLinearOptions *options) {
  const char *modes = trm_request_value(request, "modes");
  double threads = trm_request_number(request, "threads");
  *options = (TrmLinearOptions){0};
  if (modes && strcmp(modes, "all") == 0) {
    options->dense = SIZE_MAX;
  } else if (modes) {
    char *after;
    double count = strtod(modes, &after);
    if (*after || !(count >= 1 && count <= 1000) || count != floor(count))
      return trm_say_usage("--modes takes a number from 1 to 1000, or `all`, not '%s'", modes);
    options->modes = (size_t)count;
  }
  if (threads < 0) return TRM_BAD_USAGE;
  if (threads > 256 || threads != floor(threads))
    return trm_say_usage("--threads takes a whole number up to 256, not '%s'",
                         trm_request_value(request, "threads"));
  options->threads = (size_t)threads;
  return TRM_OK;
}

/* what a sweep alone has, and a picture whose format its name does not tell */
static TrmStatus check(const TrmRequest *request) {
  const char *plot = trm_request_value(request, "plot"), *dot = plot ? strrchr(plot, '.') : NULL;
  int sweep = trm_request_value(request, "sweep") != NULL;
  if (!sweep && (plot || trm_request_value(request, "orders")))
    return trm_say_usage("--%s is of --sweep, which is not given", plot ? "plot" : "orders");
  if (plot && !(dot && (trm_same_word(dot, ".svg") || trm_same_word(dot, ".png"))))
    return trm_say_usage("the name '%s' does not tell the format; end it in .svg or .png", plot);
  return TRM_OK;
}

static TrmStatus run(TrmRequest *request) {
  if (check(request) != TRM_OK) return TRM_BAD_USAGE;
  return trm_request_value(request, "sweep") ? trm_linear_sweep(request)
                                             : trm_request_record(request, record);
}

static const TrmOption options[] = {
    {"at", 0, NULL, "PLACE", NULL,
     "equilibrium, assembled, or a time to which the motion is followed"},
    {"modes", 0, NULL, "NUMBER", NULL,
     "so many modes, those of lowest frequency; `all` of a large model too"},
    {"threads", 0, NULL, "NUMBER", NULL, "threads that solve for the matrices (1); the same bits"},
    {"sweep", 0, NULL, "NAME=A:B:N", NULL, "follow the modes over N values of a parameter"},
    {"plot", 0, NULL, "FILE", NULL, "draw the modes of --sweep to FILE as SVG or PNG"},
    {"orders", 0, NULL, "LIST", NULL,
     "multiples of the parameter, a speed, to draw there too: 1,2"},
    {"verify", 0, NULL, NULL, NULL, "hold every mode against a motion of the nonlinear model"},
    {"shapes", 0, NULL, NULL, NULL,
     "energies of the modes by body and element; with --json shapes too"},
    {"animate", 0, NULL, "NUMBER", NULL, "write the motion of one mode to the file of -o"},
    {"csv", 0, NULL, "FILE", NULL, "write the modes to FILE as CSV (- is standard output)"},
    {"mat", 0, NULL, "FILE", NULL, "write the matrices to FILE for MATLAB, Octave and SciPy"},
    {"bode", 0, NULL, "FILE", NULL, "write magnitude and phase of outputs by inputs as CSV"},
    {"from", 0, NULL, "HZ", NULL, "lowest frequency of --bode"},
    {"to", 0, NULL, "HZ", NULL, "highest frequency of --bode"},
    {"points", 0, NULL, "NUMBER", NULL, "frequencies of --bode (200)"},
    TRM_WEIGHTS_OPTION,
    {NULL, 0, NULL, NULL, NULL, NULL},
};

static const TrmExample examples[] = {
    {"linearize mount.yaml", "frequencies and damping of the modes about the equilibrium"},
    {"linearize rotor.yaml --at assembled --json", "eigenvalues and matrices for other programs"},
    {"linearize car.yaml --at 2.5", "about the motion at that time"},
    {"linearize rotor.yaml --sweep speed=0:6:25", "a Campbell diagram as a table"},
    {"linearize rotor.yaml --sweep speed=0:6:25 --plot rotor.svg --orders 1",
     "drawn, with the root locus and the line of the speed itself"},
    {"linearize car.yaml -o modes.h5", "frequencies, shapes and energies of all modes in a file"},
    {"linearize car.yaml --animate 3 -o third.h5", "the third mode as a motion, for trammel view"},
    {NULL, NULL},
};

const TrmCommand trm_command_linearize = {
    .name = "linearize",
    .summary = "find the modes and the linear model of small motions",
    .usage = "MODEL",
    .details =
        "Linearises the model about a state and prints its modes: frequency, damping ratio, "
        "eigenvalue. Coordinates, inputs, outputs and the frame are those of the model's "
        "`linearize`, where it has one. Without --at that is the equilibrium of a model that is at "
        "rest as assembled, and the assembled state of one that moves. A model that accelerates "
        "there has a linear model for that instant only, which is said.",
    .options = options,
    .common = TRM_TAKES_SET | TRM_TAKES_OUTPUT | TRM_TAKES_JSON,
    .least = 1,
    .most = 1,
    .examples = examples,
    .run = run,
};
