/* SPDX-License-Identifier: Apache-2.0
 *
 * help: what the program and each command can do, from the descriptors; every text teaches by
 * examples that work as they stand.
 */
#include "cli/output.h"
#include "cli/table.h"
#include <stdio.h>
#include <string.h>

/* "-o, --output FILE" */
static void option_form(const TrmOption *option, char *buffer, size_t size) {
  char letter[8] = "    ";
  if (option->letter) snprintf(letter, sizeof letter, "-%c, ", option->letter);
  snprintf(buffer, size, "%s--%s%s%s", letter, option->name, option->value ? " " : "",
           option->value ? option->value : "");
}

static void add_options(const TrmCommand *command, TrmText *out) {
  const TrmOption *option;
  char form[80];
  size_t width = 0;
  for (size_t i = 0; (option = trm_command_option(command, i)); i++) {
    option_form(option, form, sizeof form);
    if (strlen(form) > width) width = strlen(form);
  }
  trm_text_add(out, "\nOptions\n");
  for (size_t i = 0; (option = trm_command_option(command, i)); i++) {
    option_form(option, form, sizeof form);
    trm_output_row(out, form, width, option->summary);
  }
}

void trm_help_command(const TrmCommand *command, TrmText *out) {
  trm_text_printf(out, "trammel %s: %s\n\n", command->name, command->summary);
  trm_text_printf(out, "Usage: trammel %s%s%s [options]\n", command->name,
                  *command->usage ? " " : "", command->usage);
  if (command->details) {
    trm_text_char(out, '\n');
    trm_output_wrap(out, 0, command->details);
  }
  add_options(command, out);
  /* examples, each with what it does below it */
  trm_text_add(out, "\nExamples\n");
  for (const TrmExample *e = command->examples; e->line; e++)
    trm_text_printf(out, "  trammel %s\n      %s\n", e->line, e->meaning);
}

void trm_help_program(TrmText *out) {
  trm_text_add(out, "Trammel: the motion and forces of mechanisms, from a text file.\n\n"
                    "Usage: trammel COMMAND [arguments] [options]\n\nCommands\n");
  for (size_t i = 0; trm_commands[i]; i++)
    if (!trm_commands[i]->hidden)
      trm_output_row(out, trm_commands[i]->name, 10, trm_commands[i]->summary);
  trm_text_add(out, "\nStart here\n"
                    "  trammel new pendulum          a first model, with comments\n"
                    "  trammel check pendulum.yaml   what Trammel understood\n"
                    "  trammel describe revolute     anything a model can say\n"
                    "\nMore on a command: trammel help check\n");
}

static TrmStatus run(TrmRequest *request) {
  TrmText *out = trm_request_text(request);
  const char *word = trm_request_argument(request, 0);
  if (!word) {
    trm_help_program(out);
    return trm_output_write(NULL, out);
  }
  const TrmCommand *command = trm_command_find(word);
  if (command) {
    trm_help_command(command, out);
    return trm_output_write(NULL, out);
  }
  TrmNearest nearest = trm_nearest(word);
  for (size_t i = 0; trm_commands[i]; i++)
    if (!trm_commands[i]->hidden) trm_nearest_try(&nearest, trm_commands[i]->name);
  if (nearest.best)
    return trm_say_usage("there is no command '%s'; did you mean '%s'?", word, nearest.best);
  return trm_say_usage("there is no command '%s'. For words of a model: trammel describe %s", word,
                       word);
}

/* the commands that are shown */
static const char *word_at(size_t index) {
  for (size_t i = 0; trm_commands[i]; i++)
    if (!trm_commands[i]->hidden && index-- == 0) return trm_commands[i]->name;
  return NULL;
}

static const TrmExample examples[] = {
    {"help", "the commands"},
    {"help check", "what check does, its options, examples"},
    {NULL, NULL},
};

const TrmCommand trm_command_help = {
    .name = "help",
    .summary = "how to use Trammel or one of its commands",
    .usage = "[COMMAND]",
    .most = 1,
    .examples = examples,
    .word = word_at,
    .run = run,
};
