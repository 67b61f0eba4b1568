/* SPDX-License-Identifier: Apache-2.0
 *
 * Command: one word after `trammel`. Everything about it is declared here once; parsing, help,
 * shell completion and the man page all come from the descriptor. A request is a command line that
 * was understood: the command, its arguments and the options given.
 */
#ifndef TRM_CLI_COMMAND_H
#define TRM_CLI_COMMAND_H

#include "base/arena.h"
#include "base/text.h"
#include "trammel/log.h"
#include "trammel/model.h"

typedef struct TrmCommand TrmCommand;
typedef struct TrmRequest TrmRequest;

typedef struct TrmOption {
  const char *name;    /* long form without dashes; NULL ends a list */
  char letter;         /* short form, or 0 */
  const char *alias;   /* another long form, or NULL */
  const char *value;   /* what its value is called ("FILE"); NULL: a flag */
  const char *words;   /* the values allowed, "auto|always|never"; NULL: any */
  const char *summary; /* one line, lower case, no full stop */
} TrmOption;

typedef struct TrmExample {
  const char *line;    /* as typed, without "trammel "; NULL ends a list */
  const char *meaning; /* one line, lower case, no full stop */
} TrmExample;

/* Common options a command takes beside --quiet, --colour and --help */
enum { TRM_TAKES_SET = 1 << 0, TRM_TAKES_OUTPUT = 1 << 1, TRM_TAKES_JSON = 1 << 2 };

struct TrmCommand {
  const char *name;
  const char *summary;         /* one line for lists, lower case, no full stop */
  const char *usage;           /* its arguments: "MODEL", "KIND [NAME]", "" */
  const char *details;         /* paragraphs for help, separated by \n */
  const TrmOption *options;    /* its own, NULL: none */
  unsigned common;             /* TRM_TAKES_xxx */
  unsigned least, most;        /* number of arguments */
  int hidden;                  /* left out of lists */
  const TrmExample *examples;  /* two or three real ones */
  const char *(*word)(size_t); /* words its argument can be, NULL past the end; NULL: a file */
  TrmStatus (*run)(TrmRequest *request);
};

typedef struct TrmGiven {
  const TrmOption *option;
  const char *value; /* NULL for a flag */
} TrmGiven;

struct TrmRequest {
  TrmArena *arena;
  const TrmCommand *command;
  const char **arguments;
  size_t count, capacity;
  TrmGiven *given;
  size_t given_count, given_capacity;
  struct TrmCollection *collection; /* JSON of several analyses (cli/collect.h), or NULL */
};

extern const TrmCommand *const trm_commands[]; /* NULL-terminated, in the order of the help */

/* The command called `word`, or NULL. */
const TrmCommand *trm_command_find(const char *word);

/* The words of a command without arguments: none. */
const char *trm_command_no_word(size_t index);

/* Option number `index` that the command takes, own ones first; NULL past the end. */
const TrmOption *trm_command_option(const TrmCommand *command, size_t index);

/* Fill `request` from the words after the command's name. TRM_BAD_USAGE after a message. */
TrmStatus trm_request_parse(TrmRequest *request, int count, char **words);

/* The value of an option as last given, NULL when not; 1 when a flag was given. */
const char *trm_request_value(const TrmRequest *request, const char *option);
int trm_request_flag(const TrmRequest *request, const char *option);

/* Give an option a value as if it had been typed; of `set`, one NAME=VALUE a line. */
void trm_request_put(TrmRequest *request, const char *option, const char *value);

/* Argument number `index`, or NULL. */
const char *trm_request_argument(const TrmRequest *request, size_t index);

/* An empty text that is released with the request. */
TrmText *trm_request_text(TrmRequest *request);

/* Text that the library made, freed with the request; NULL means that memory was out. */
const char *trm_request_keep(TrmRequest *request, char *text);

/* Print `trammel: ...` to standard error. The first returns TRM_BAD_USAGE, the second TRM_BAD_FILE.
 */
TrmStatus trm_say_usage(const char *format, ...) __attribute__((format(printf, 1, 2)));
TrmStatus trm_say_file(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The help of one command, and of the program. */
void trm_help_command(const TrmCommand *command, TrmText *out);
void trm_help_program(TrmText *out);

/* The program: run the command line, return the status that becomes the exit code. */
TrmStatus trm_cli_run(int argc, char **argv);

#endif
