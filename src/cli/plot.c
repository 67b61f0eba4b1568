/* SPDX-License-Identifier: Apache-2.0
 *
 * plot: signals of results over time, or over each other, as SVG or PNG, or in the terminal.
 */
#include "cli/messages.h"
#include "cli/output.h"
#include "cli/stored.h"
#include "cli/table.h"
#include "write/curves.h"
#include "write/svg.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { MOST_ARGUMENTS = 100, MOST_PIXELS = 100000000, LEAST_SIDE = 160, MOST_SIDE = 10000 };

typedef struct Sheet {
  unsigned width, height; /* of each plot; 0: as it likes */
  double scale;           /* pixels of a PNG to one of these */
  int terminal;
} Sheet;

static int ends_with(const char *text, const char *end) {
  size_t length = strlen(text), most = strlen(end);
  return length >= most && trm_same_word(text + length - most, end);
}

/* results first, then signals: what is a file or is called like one is a result */
static TrmStatus read_arguments(TrmRequest *request, TrmLog *log, TrmCurves *wanted) {
  TrmStatus status = TRM_OK;
  for (size_t i = 0; i < request->count && status == TRM_OK; i++) {
    const char *word = request->arguments[i], *slash = strrchr(word, '/');
    if (i > 0 && !ends_with(word, ".h5") && !trm_output_exists(word)) {
      wanted->patterns = wanted->patterns
                             ? trm_arena_printf(request->arena, "%s,%s", wanted->patterns, word)
                             : word;
      continue;
    }
    if (wanted->count == TRM_CURVES_RUNS)
      return trm_say_usage("a plot shows at most %d results", TRM_CURVES_RUNS);
    wanted->names[wanted->count] = slash ? slash + 1 : word;
    status = trm_request_stored(request, word, log, &wanted->results[wanted->count++]);
  }
  return status;
}

/* --size 800x400, --scale 2 */
static TrmStatus read_sheet(const TrmRequest *request, Sheet *sheet) {
  const char *size = trm_request_value(request, "size"),
             *scale = trm_request_value(request, "scale");
  char rest;
  if (size && (sscanf(size, "%ux%u%c", &sheet->width, &sheet->height, &rest) != 2 ||
               sheet->width < LEAST_SIDE || sheet->height < LEAST_SIDE ||
               sheet->width > MOST_SIDE || sheet->height > MOST_SIDE))
    return trm_say_usage("--size '%s' is not WIDTHxHEIGHT with sides of %d to %d, as 800x400", size,
                         LEAST_SIDE, MOST_SIDE);
  sheet->scale = 2;
  if (scale && (!trm_number_parse(scale, strlen(scale), &sheet->scale) ||
                !(sheet->scale >= 0.5 && sheet->scale <= 8)))
    return trm_say_usage("--scale '%s' is not a number from 0.5 to 8", scale);
  return TRM_OK;
}

static size_t terminal_width(void) {
  const char *said = getenv("COLUMNS");
  struct winsize size;
  long columns = said ? strtol(said, NULL, 10) : 0;
  if (columns <= 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) columns = size.ws_col;
  return columns >= 40 && columns <= 1000 ? (size_t)columns : 80;
}

static void draw_terminal(TrmRequest *request, const TrmPlot *plots, size_t count, TrmText *out) {
  for (size_t i = 0; i < count; i++) {
    if (i) trm_text_char(out, '\n');
    trm_plot_terminal(&plots[i], terminal_width(), 14, trm_messages_colour(request, STDOUT_FILENO),
                      request->arena, out);
  }
}

/* the plots in the format that the name tells */
static TrmStatus draw(TrmRequest *request, const Sheet *sheet, const char *target,
                      const TrmPlot *plots, size_t count, TrmText *out) {
  TrmText *svg = target && ends_with(target, ".png") ? trm_request_text(request) : out;
  if (sheet->terminal) {
    draw_terminal(request, plots, count, out);
    return TRM_OK;
  }
  trm_plot_write(plots, count, sheet->width, sheet->height, request->arena, svg);
  if (svg == out) return TRM_OK;
  const TrmImage *image = trm_svg_image(svg->bytes, sheet->scale, MOST_PIXELS, request->arena);
  if (!image)
    return trm_say_usage("a picture of more than %d million pixels; choose a smaller --size or "
                         "--scale, or write SVG",
                         MOST_PIXELS / 1000000);
  trm_image_png(image, request->arena, out);
  return TRM_OK;
}

static TrmStatus run(TrmRequest *request) {
  const char *target = trm_request_value(request, "output");
  TrmCurves wanted = {.versus = trm_request_value(request, "versus"),
                      .title = trm_request_value(request, "title")};
  TrmLog *log = trm_request_log(request);
  TrmText *out = trm_request_text(request);
  TrmPlot *plots = NULL;
  size_t count = 0;
  Sheet sheet = {.terminal = trm_request_flag(request, "terminal")};
  if (!target && isatty(STDOUT_FILENO)) sheet.terminal = 1;
  if (target && strcmp(target, "-") != 0 && !ends_with(target, ".svg") &&
      !ends_with(target, ".png"))
    return trm_say_usage("the name '%s' does not tell the format; end it in .svg or .png", target);
  TrmStatus status = read_sheet(request, &sheet);
  if (status != TRM_OK) return status;
  status = read_arguments(request, log, &wanted);
  if (status == TRM_OK) status = trm_curves_plots(&wanted, request->arena, log, &plots, &count);
  if (status == TRM_NO_MEMORY) trm_guard_leave();
  trm_messages_print(request, log, "nothing was drawn");
  if (status != TRM_OK) return status;
  if (!count)
    return trm_say_usage("the model has no outputs; name signals, as 'energy.*'. All of them: "
                         "trammel info %s",
                         request->arguments[0]);
  status = draw(request, &sheet, target, plots, count, out);
  return status == TRM_OK ? trm_output_write(target, out) : status;
}

static const TrmOption options[] = {
    {"versus", 0, NULL, "SIGNAL", NULL, "draw over this signal, not over time"},
    {"title", 0, NULL, "TEXT", NULL, "what stands above; else the name of the model"},
    {"size", 0, NULL, "WIDTHxHEIGHT", NULL, "of each plot (960x600)"},
    {"scale", 0, NULL, "NUMBER", NULL, "pixels of a PNG to each of --size (2)"},
    {"terminal", 0, NULL, NULL, NULL, "draw in the terminal, as without -o"},
    {NULL, 0, NULL, NULL, NULL, NULL},
};

static const TrmExample examples[] = {
    {"plot crank-rocker.h5", "the outputs of the model, in the terminal"},
    {"plot crank-rocker.h5 'rocker.*' drive.torque -o rocker.svg", "signals, a plot for each unit"},
    {"plot before.h5 after.h5 rocker_angle -o both.png", "two results, the second dashed"},
    {"plot crank-rocker.h5 rocker.wz --versus rocker_angle -o phase.svg", "one over the other"},
    {NULL, NULL},
};

const TrmCommand trm_command_plot = {
    .name = "plot",
    .summary = "draw signals of results as SVG or PNG, or in the terminal",
    .usage = "RESULT... [SIGNAL...]",
    .details =
        "Draws signals over time, or over the signal that --versus names; * and ? stand for any "
        "letters and for one. Signals of one unit share a plot, and plots stand one below the "
        "other. Without signals, the outputs of the model are drawn. Several results are laid over "
        "each other. The name after -o tells the format, .svg or .png. Without -o the plot is "
        "drawn in the terminal, and where standard output is no terminal, SVG goes there.",
    .options = options,
    .common = TRM_TAKES_OUTPUT,
    .least = 1,
    .most = MOST_ARGUMENTS,
    .examples = examples,
    .run = run,
};
