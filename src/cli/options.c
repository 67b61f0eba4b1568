/* SPDX-License-Identifier: Apache-2.0
 *
 * Options: from the words of a command line to a request. `--name value`, `--name=value`, `-x
 * value`,
 * `-xvalue`, flags in one word (`-qh`), `--` before words that begin with a dash, `-` for standard
 * input or output.
 */
#include "cli/command.h"
#include "model/type.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* what every command takes, and what only those that say so do */
static const TrmOption for_all[] = {
    {"quiet", 'q', NULL, NULL, NULL, "say nothing but errors"},
    {"colour", 0, "color", "WHEN", "auto|always|never",
     "colours in messages: auto (on a terminal), always, never"},
    {"help", 'h', NULL, NULL, NULL, "show this help"},
    {NULL, 0, NULL, NULL, NULL, NULL},
};
static const struct {
  unsigned bit;
  TrmOption option;
} for_some[] = {
    {TRM_TAKES_SET,
     {"set", 0, NULL, "NAME=VALUE", NULL, "give a parameter another value; may be repeated"}},
    {TRM_TAKES_SET,
     {"ignore", 0, NULL, "LIST", NULL,
      "leave this out of an Adams dataset, as FRICTION,SFORCE/3, or of URDF, as limits,damping"}},
    {TRM_TAKES_OUTPUT, {"output", 'o', NULL, "FILE", NULL, "write to FILE (- is standard output)"}},
    {TRM_TAKES_JSON, {"json", 0, NULL, NULL, NULL, "print JSON for other programs"}},
};

const TrmOption *trm_command_option(const TrmCommand *command, size_t index) {
  /* its own */
  if (command->options) {
    size_t own = 0;
    while (command->options[own].name) own++;
    if (index < own) return &command->options[index];
    index -= own;
  }
  /* those it asks for */
  for (size_t i = 0; i < sizeof for_some / sizeof *for_some; i++)
    if ((command->common & for_some[i].bit) && index-- == 0) return &for_some[i].option;
  /* those of every command */
  return index < sizeof for_all / sizeof *for_all - 1 ? &for_all[index] : NULL;
}

/* one line of the command's own */
static void say(const char *format, va_list args) {
  fputs("trammel: ", stderr);
  vfprintf(stderr, format, args);
  fputc('\n', stderr);
}

TrmStatus trm_say_usage(const char *format, ...) {
  va_list args;
  va_start(args, format);
  say(format, args);
  va_end(args);
  return TRM_BAD_USAGE;
}

TrmStatus trm_say_file(const char *format, ...) {
  va_list args;
  va_start(args, format);
  say(format, args);
  va_end(args);
  return TRM_BAD_FILE;
}

static int same_length(const char *name, const char *word, size_t length) {
  return name && strlen(name) == length && memcmp(name, word, length) == 0;
}

static const TrmOption *find_long(const TrmCommand *command, const char *word, size_t length) {
  const TrmOption *option;
  for (size_t i = 0; (option = trm_command_option(command, i)); i++)
    if (same_length(option->name, word, length) || same_length(option->alias, word, length))
      return option;
  return NULL;
}

static const TrmOption *find_letter(const TrmCommand *command, char letter) {
  const TrmOption *option;
  for (size_t i = 0; (option = trm_command_option(command, i)); i++)
    if (option->letter == letter) return option;
  return NULL;
}

/* "'check' has no option '--jsn'", with the nearest one or the way to the list */
static TrmStatus unknown_option(const TrmRequest *request, const char *word) {
  const char *bare = word + strspn(word, "-");
  char *name = trm_arena_copy(request->arena, bare, strcspn(bare, "="));
  TrmNearest nearest = trm_nearest(name);
  const TrmOption *option;
  for (size_t i = 0; (option = trm_command_option(request->command, i)); i++)
    trm_nearest_try(&nearest, option->name);
  if (nearest.best)
    return trm_say_usage("'%s' has no option '%s'; did you mean '--%s'?", request->command->name,
                         word, nearest.best);
  return trm_say_usage("'%s' has no option '%s'. Its options: trammel help %s",
                       request->command->name, word, request->command->name);
}

/* refuse a value that is not among the option's words */
static TrmStatus check_word(const TrmOption *option, const char *value) {
  if (!option->words || trm_words_have(option->words, value)) return TRM_OK;
  char list[256] = "";
  size_t length, used = 0;
  const char *word;
  for (size_t i = 0; (word = trm_words_at(option->words, i, &length)); i++) {
    int wrote =
        snprintf(list + used, sizeof list - used, "%s%.*s", i ? ", " : "", (int)length, word);
    if (wrote < 0 || (size_t)wrote >= sizeof list - used) break;
    used += (size_t)wrote;
  }
  return trm_say_usage("'--%s %s': the value is one of %s", option->name, value, list);
}

/* refuse a setting that is not name=value */
static TrmStatus check_setting(const TrmOption *option, const char *value) {
  if (strcmp(option->name, "set") != 0) return TRM_OK;
  const char *equals = strchr(value, '=');
  if (equals && equals != value && equals[1]) return TRM_OK;
  return trm_say_usage("'--set %s' is not name=value, such as --set speed=2*pi", value);
}

static TrmStatus give(TrmRequest *request, const TrmOption *option, const char *value) {
  if (value) {
    TrmStatus status = check_word(option, value);
    if (!status) status = check_setting(option, value);
    if (status) return status;
  }
  TrmGiven given = {option, value};
  TRM_PUSH(request->arena, request->given, request->given_count, request->given_capacity, given);
  return TRM_OK;
}

void trm_request_put(TrmRequest *request, const char *name, const char *value) {
  TrmOption *option = trm_arena_alloc(request->arena, sizeof *option);
  *option = (TrmOption){.name = trm_arena_string(request->arena, name), .value = "VALUE"};
  int lines = strcmp(name, "set") == 0;
  while (*value) {
    size_t length = lines ? strcspn(value, "\n") : strlen(value);
    TrmGiven given = {option, trm_arena_copy(request->arena, value, length)};
    if (length)
      TRM_PUSH(request->arena, request->given, request->given_count, request->given_capacity,
               given);
    value += length + (value[length] == '\n');
  }
}

static TrmStatus missing_value(const TrmOption *option, const char *word) {
  return trm_say_usage("'%s' needs a value: --%s %s", word, option->name, option->value);
}

/* --name, --name=value, --name value; `*used` counts the words taken */
static TrmStatus parse_long(TrmRequest *request, int count, char **words, int *used) {
  const char *word = words[0];
  size_t length = strcspn(word + 2, "=");
  const TrmOption *option = find_long(request->command, word + 2, length);
  if (!option) return unknown_option(request, word);
  const char *value = word[2 + length] ? word + 3 + length : NULL;
  if (!option->value) {
    if (value) return trm_say_usage("'--%s' takes no value", option->name);
    return give(request, option, NULL);
  }
  if (!value) {
    if (count < 2) return missing_value(option, word);
    value = words[1];
    *used = 2;
  }
  return give(request, option, value);
}

/* -x, -xyz of flags, -xvalue, -x value */
static TrmStatus parse_letters(TrmRequest *request, int count, char **words, int *used) {
  for (const char *letter = words[0] + 1; *letter; letter++) {
    const TrmOption *option = find_letter(request->command, *letter);
    if (!option) return unknown_option(request, words[0]);
    if (!option->value) {
      TrmStatus status = give(request, option, NULL);
      if (status) return status;
      continue;
    }
    if (letter[1]) return give(request, option, letter + 1);
    if (count < 2) return missing_value(option, words[0]);
    *used = 2;
    return give(request, option, words[1]);
  }
  return TRM_OK;
}

/* too few or too many arguments */
static TrmStatus check_count(const TrmRequest *request) {
  const TrmCommand *command = request->command;
  if (trm_request_flag(request, "help")) return TRM_OK;
  if (request->count < command->least)
    return trm_say_usage("usage: trammel %s %s. More: trammel help %s", command->name,
                         command->usage, command->name);
  if (request->count > command->most)
    return trm_say_usage("'%s' is one argument too many for '%s'. More: trammel help %s",
                         request->arguments[command->most], command->name, command->name);
  return TRM_OK;
}

TrmStatus trm_request_parse(TrmRequest *request, int count, char **words) {
  int only_arguments = 0;
  for (int i = 0, used; i < count; i += used) {
    TrmStatus status = TRM_OK;
    const char *word = words[i];
    used = 1;
    if (only_arguments || word[0] != '-' || !word[1]) {
      TRM_PUSH(request->arena, request->arguments, request->count, request->capacity, word);
    } else if (strcmp(word, "--") == 0) {
      only_arguments = 1;
    } else if (word[1] == '-') {
      status = parse_long(request, count - i, words + i, &used);
    } else {
      status = parse_letters(request, count - i, words + i, &used);
    }
    if (status) return status;
  }
  return check_count(request);
}

const char *trm_request_value(const TrmRequest *request, const char *option) {
  for (size_t i = request->given_count; i-- > 0;)
    if (strcmp(request->given[i].option->name, option) == 0) return request->given[i].value;
  return NULL;
}

int trm_request_flag(const TrmRequest *request, const char *option) {
  for (size_t i = 0; i < request->given_count; i++)
    if (strcmp(request->given[i].option->name, option) == 0) return 1;
  return 0;
}

const char *trm_request_argument(const TrmRequest *request, size_t index) {
  return index < request->count ? request->arguments[index] : NULL;
}

static void clear_text(void *text) {
  trm_text_clear(text);
}

TrmText *trm_request_text(TrmRequest *request) {
  TrmText *text = trm_arena_alloc(request->arena, sizeof *text);
  trm_arena_defer(request->arena, clear_text, text);
  return text;
}

static void free_text(void *text) {
  trm_text_free(text);
}

const char *trm_request_keep(TrmRequest *request, char *text) {
  if (!text) trm_guard_leave();
  trm_arena_defer(request->arena, free_text, text);
  return text;
}
