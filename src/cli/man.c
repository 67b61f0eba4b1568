/* SPDX-License-Identifier: Apache-2.0
 *
 * man: the manual page, in the classic man macros, from the descriptors of the commands.
 */
#include "cli/output.h"
#include "cli/table.h"
#include "cli/version.h"
#include "trammel/status.h"

/* text in which nothing is a request: backslashes, dashes, a dot or quote first on a line */
static void add_plain(TrmText *out, const char *text) {
  int fresh = 1;
  for (; *text; text++) {
    if (fresh && (*text == '.' || *text == '\'')) trm_text_add(out, "\\&");
    fresh = *text == '\n';
    if (*text == '\\') {
      trm_text_add(out, "\\e");
    } else if (*text == '-') {
      trm_text_add(out, "\\-");
    } else {
      trm_text_char(out, *text);
    }
  }
}

static void add_option(TrmText *out, const TrmOption *option) {
  trm_text_add(out, ".TP\n");
  if (option->letter) trm_text_printf(out, "\\fB\\-%c\\fR, ", option->letter);
  trm_text_add(out, "\\fB\\-\\-");
  add_plain(out, option->name);
  trm_text_add(out, "\\fR");
  if (option->value) trm_text_printf(out, " \\fI%s\\fR", option->value);
  trm_text_char(out, '\n');
  add_plain(out, option->summary);
  trm_text_add(out, "\n");
}

static void add_command(TrmText *out, const TrmCommand *command) {
  trm_text_add(out, ".SS trammel ");
  add_plain(out, command->name);
  if (*command->usage) {
    trm_text_char(out, ' ');
    add_plain(out, command->usage);
  }
  trm_text_char(out, '\n');
  add_plain(out, command->summary);
  trm_text_add(out, ".\n");
  if (command->details) {
    trm_text_add(out, ".PP\n");
    add_plain(out, command->details);
    trm_text_char(out, '\n');
  }
  const TrmOption *option;
  for (size_t i = 0; (option = trm_command_option(command, i)); i++) add_option(out, option);
  trm_text_add(out, ".PP\nExamples:\n");
  for (const TrmExample *e = command->examples; e->line; e++) {
    trm_text_add(out, ".TP\n.B trammel ");
    add_plain(out, e->line);
    trm_text_char(out, '\n');
    add_plain(out, e->meaning);
    trm_text_char(out, '\n');
  }
}

/* what scripts rely on: each exit code is a negated status */
static void add_exit_codes(TrmText *out) {
  trm_text_add(out, ".SH EXIT STATUS\n");
  for (int code = 0; code <= -TRM_INTERNAL; code++) {
    trm_text_printf(out, ".TP\n.B %d\n", code);
    add_plain(out, trm_status_text((TrmStatus)-code));
    trm_text_char(out, '\n');
  }
  trm_text_add(out, ".TP\n.B 130\ninterrupted\n");
}

static TrmStatus run(TrmRequest *request) {
  TrmText *out = trm_request_text(request);
  trm_text_printf(
      out,
      ".\\\" SPDX-License-Identifier: Apache-2.0\n.\\\" Written by: trammel man\n"
      ".TH TRAMMEL 1 \"\" \"Trammel %s\" \"User Commands\"\n"
      ".SH NAME\ntrammel \\- the motion and forces of mechanisms, from a text file\n"
      ".SH SYNOPSIS\n.B trammel\n\\fICOMMAND\\fR [\\fIarguments\\fR] "
      "[\\fIoptions\\fR]\n"
      ".SH DESCRIPTION\nA model is one YAML file that names bodies, joints, motions and "
      "forces.\nTrammel reads it, checks it and computes how it moves.\n"
      "Messages go to standard error, results to standard output or to files.\n"
      ".SH COMMANDS\n",
      TRM_VERSION);
  for (size_t i = 0; trm_commands[i]; i++)
    if (!trm_commands[i]->hidden) add_command(out, trm_commands[i]);
  add_exit_codes(out);
  trm_text_add(out, ".SH ENVIRONMENT\n"
                    ".TP\n.B NO_COLOR\nwhen set and not empty, messages have no colours\n"
                    ".TP\n.B TERM\nwhen it is\n.IR dumb ,\nmessages have no colours\n");
  return trm_output_write(trm_request_value(request, "output"), out);
}

static const TrmExample examples[] = {
    {"man -o trammel.1", "write the page"},
    {"man | man -l -", "read it"},
    {NULL, NULL},
};

const TrmCommand trm_command_man = {
    .name = "man",
    .summary = "print the manual page",
    .usage = "",
    .common = TRM_TAKES_OUTPUT,
    .hidden = 1,
    .examples = examples,
    .word = trm_command_no_word,
    .run = run,
};
