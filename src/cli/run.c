/* SPDX-License-Identifier: Apache-2.0
 *
 * Run: find the command that the first word names, parse the rest, and carry it out inside a guard,
 * so that running out of memory anywhere ends in one message.
 */
#include "base/arena.h"
#include "cli/command.h"
#include "cli/output.h"
#include <stdio.h>
#include <string.h>

typedef struct Line {
  int count;
  char **words;
  TrmArena *arena;
  TrmStatus status;
} Line;

/* the program's own options, which stand before or in place of a command */
static const char *command_word(const char *word) {
  if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) return "help";
  if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0) return "version";
  return word;
}

static TrmStatus unknown_command(const char *word) {
  TrmNearest nearest = trm_nearest(word);
  for (size_t i = 0; trm_commands[i]; i++)
    if (!trm_commands[i]->hidden) trm_nearest_try(&nearest, trm_commands[i]->name);
  if (nearest.best)
    return trm_say_usage("unknown command '%s'; did you mean '%s'?", word, nearest.best);
  /* a model alone is a likely first try */
  size_t length = strlen(word);
  if (length > 5 && strcmp(word + length - 5, ".yaml") == 0)
    return trm_say_usage("'%s' is a file, not a command. Try: trammel check %s", word, word);
  return trm_say_usage("unknown command '%s'. The commands: trammel help", word);
}

static void run_line(void *context) {
  Line *line = context;
  TrmRequest request = {.arena = line->arena};
  /* nothing said: show what can be said */
  if (line->count < 2) {
    TrmText *help = trm_request_text(&request);
    trm_help_program(help);
    fputs(help->bytes, stderr);
    line->status = TRM_BAD_USAGE;
    return;
  }
  request.command = trm_command_find(command_word(line->words[1]));
  if (!request.command) {
    line->status = unknown_command(line->words[1]);
    return;
  }
  line->status = trm_request_parse(&request, line->count - 2, line->words + 2);
  if (line->status) return;
  if (trm_request_flag(&request, "help")) {
    TrmText *help = trm_request_text(&request);
    trm_help_command(request.command, help);
    line->status = trm_output_write(NULL, help);
    return;
  }
  line->status = request.command->run(&request);
}

TrmStatus trm_cli_run(int argc, char **argv) {
  Line line = {.count = argc, .words = argv, .arena = trm_arena_new()};
  TrmStatus status = line.arena ? trm_guard(run_line, &line) : TRM_NO_MEMORY;
  if (status == TRM_OK) status = line.status;
  trm_arena_free(line.arena);
  if (status == TRM_NO_MEMORY) fputs("trammel: out of memory\n", stderr);
  return status;
}
