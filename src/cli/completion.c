/* SPDX-License-Identifier: Apache-2.0
 *
 * completion: a script that teaches a shell the commands, their options and the words they take.
 * Everything is written out from the descriptors, so that pressing Tab runs nothing.
 */
#include "cli/output.h"
#include "cli/table.h"
#include "model/type.h"
#include <string.h>

/* text inside single quotes of a shell; fish and the POSIX shells differ in how ' is written */
static void add_quoted(TrmText *out, const char *text, int fish) {
  trm_text_char(out, '\'');
  for (; *text; text++) {
    if (*text == '\'') {
      trm_text_add(out, fish ? "\\'" : "'\\''");
    } else if (*text == '\\' && fish) {
      trm_text_add(out, "\\\\");
    } else {
      trm_text_char(out, *text);
    }
  }
  trm_text_char(out, '\'');
}

/* the shown commands, separated by spaces */
static void add_commands(TrmText *out) {
  const char *word;
  for (size_t i = 0; (word = trm_command_help.word(i)); i++)
    trm_text_printf(out, "%s%s", i ? " " : "", word);
}

/* the words an option's value or a command's argument can be, separated by spaces */
static void add_bars(TrmText *out, const char *words) {
  size_t length;
  const char *word;
  for (size_t i = 0; (word = trm_words_at(words, i, &length)); i++)
    trm_text_printf(out, "%s%.*s", i ? " " : "", (int)length, word);
}

static void add_words(TrmText *out, const TrmCommand *command) {
  const char *word;
  for (size_t i = 0; (word = command->word(i)); i++)
    trm_text_printf(out, "%s%s", i ? " " : "", word);
}

/* every option of a command as it is typed: "--set -o --output" */
static void add_options(TrmText *out, const TrmCommand *command) {
  const TrmOption *option;
  for (size_t i = 0; (option = trm_command_option(command, i)); i++) {
    trm_text_printf(out, "%s--%s", i ? " " : "", option->name);
    if (option->letter) trm_text_printf(out, " -%c", option->letter);
  }
}

/* bash: one case for the option before the cursor, one for the command */
static void write_bash(TrmText *out) {
  trm_text_add(out, "# bash completion for trammel\n"
                    "_trammel() {\n"
                    "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
                    "  local command=${COMP_WORDS[1]} options= words= files=\n"
                    "  COMPREPLY=()\n"
                    "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
                    "    COMPREPLY=($(compgen -W '");
  add_commands(out);
  trm_text_add(out, "' -- \"$cur\"))\n    return\n  fi\n  case $command in\n");
  for (size_t i = 0; trm_commands[i]; i++) {
    const TrmCommand *command = trm_commands[i];
    if (command->hidden) continue;
    trm_text_printf(out, "  %s)\n    options='", command->name);
    add_options(out, command);
    trm_text_add(out, "'\n    case $prev in\n");
    const TrmOption *option;
    for (size_t k = 0; (option = trm_command_option(command, k)); k++) {
      if (!option->value) continue;
      trm_text_add(out, "    ");
      if (option->letter) trm_text_printf(out, "-%c|", option->letter);
      if (option->alias) trm_text_printf(out, "--%s|", option->alias);
      trm_text_printf(out, "--%s) ", option->name);
      if (option->words) {
        trm_text_add(out, "words='");
        add_bars(out, option->words);
        trm_text_add(out, "' ;;\n");
      } else if (strcmp(option->value, "FILE") == 0) {
        trm_text_add(out, "files=1 ;;\n");
      } else {
        trm_text_add(out, "return ;;\n");
      }
    }
    trm_text_add(out, "    *) ");
    if (command->word) {
      trm_text_add(out, "words='");
      add_words(out, command);
      trm_text_add(out, "' ;;\n");
    } else {
      trm_text_add(out, "files=1 ;;\n");
    }
    trm_text_add(out, "    esac ;;\n");
  }
  trm_text_add(out, "  esac\n"
                    "  case $cur in\n"
                    "  -*) COMPREPLY=($(compgen -W \"$options\" -- \"$cur\")) ;;\n"
                    "  *)\n"
                    "    if [ -n \"$files\" ]; then\n"
                    "      compopt -o filenames 2>/dev/null\n"
                    "      COMPREPLY=($(compgen -f -- \"$cur\"))\n"
                    "    else\n"
                    "      COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
                    "    fi ;;\n"
                    "  esac\n"
                    "}\n"
                    "complete -F _trammel trammel\n");
}

/* [ ] : \ are part of the syntax of _arguments */
static void add_zsh(TrmText *out, const char *text) {
  for (; *text; text++) {
    if (strchr("[]:\\", *text)) trm_text_char(out, '\\');
    if (*text == '\'') {
      trm_text_add(out, "'\\''");
    } else {
      trm_text_char(out, *text);
    }
  }
}

/* zsh: `'(-o --output)'{-o,--output}'[write to FILE]:FILE:_files'` */
static void write_zsh_option(TrmText *out, const TrmOption *option) {
  int many = strcmp(option->name, "set") == 0;
  trm_text_add(out, " \\\n      ");
  if (option->letter) {
    trm_text_printf(out, "'(-%c --%s)'{-%c,--%s}'[", option->letter, option->name, option->letter,
                    option->name);
  } else {
    trm_text_printf(out, "'%s--%s[", many ? "*" : "", option->name);
  }
  add_zsh(out, option->summary);
  trm_text_char(out, ']');
  if (option->value) {
    trm_text_printf(out, ":%s:", option->value);
    if (option->words) {
      trm_text_char(out, '(');
      add_bars(out, option->words);
      trm_text_char(out, ')');
    } else if (strcmp(option->value, "FILE") == 0) {
      trm_text_add(out, "_files");
    }
  }
  trm_text_char(out, '\'');
}

static void write_zsh(TrmText *out) {
  trm_text_add(out, "#compdef trammel\n_trammel() {\n  local -a commands\n  commands=(\n");
  for (size_t i = 0; trm_commands[i]; i++) {
    if (trm_commands[i]->hidden) continue;
    trm_text_printf(out, "    '%s:", trm_commands[i]->name);
    add_zsh(out, trm_commands[i]->summary);
    trm_text_add(out, "'\n");
  }
  trm_text_add(out, "  )\n"
                    "  if (( CURRENT == 2 )); then\n"
                    "    _describe command commands\n"
                    "    return\n"
                    "  fi\n"
                    "  local command=$words[2]\n"
                    "  shift words\n"
                    "  (( CURRENT-- ))\n"
                    "  case $command in\n");
  for (size_t i = 0; trm_commands[i]; i++) {
    const TrmCommand *command = trm_commands[i];
    if (command->hidden) continue;
    trm_text_printf(out, "  %s)\n    _arguments", command->name);
    const TrmOption *option;
    for (size_t k = 0; (option = trm_command_option(command, k)); k++)
      write_zsh_option(out, option);
    if (command->most && !command->word) trm_text_add(out, " \\\n      '1:file:_files'");
    if (command->most && command->word) {
      trm_text_add(out, " \\\n      '1:word:(");
      add_words(out, command);
      trm_text_add(out, ")'");
    }
    trm_text_add(out, "\n    ;;\n");
  }
  trm_text_add(out,
               "  esac\n}\nif [ \"$funcstack[1]\" = _trammel ]; then\n  _trammel \"$@\"\nelse\n"
               "  compdef _trammel trammel\nfi\n");
}

/* fish: one line for each command, option and list of words */
static void write_fish_command(TrmText *out, const TrmCommand *command) {
  const TrmOption *option;
  for (size_t k = 0; (option = trm_command_option(command, k)); k++) {
    trm_text_printf(out, "complete -c trammel -n '__fish_seen_subcommand_from %s' -l %s",
                    command->name, option->name);
    if (option->letter) trm_text_printf(out, " -s %c", option->letter);
    if (option->value) trm_text_add(out, strcmp(option->value, "FILE") == 0 ? " -r -F" : " -x");
    if (option->words) {
      trm_text_add(out, " -a '");
      add_bars(out, option->words);
      trm_text_char(out, '\'');
    }
    trm_text_add(out, " -d ");
    add_quoted(out, option->summary, 1);
    trm_text_char(out, '\n');
  }
  trm_text_printf(out, "complete -c trammel -n '__fish_seen_subcommand_from %s' ", command->name);
  if (!command->word) {
    trm_text_add(out, "-F\n");
    return;
  }
  trm_text_add(out, "-f -a '");
  add_words(out, command);
  trm_text_add(out, "'\n");
}

static void write_fish(TrmText *out) {
  trm_text_add(out, "# fish completion for trammel\ncomplete -c trammel -f\n");
  for (size_t i = 0; trm_commands[i]; i++) {
    if (trm_commands[i]->hidden) continue;
    trm_text_printf(out, "complete -c trammel -n __fish_use_subcommand -a %s -d ",
                    trm_commands[i]->name);
    add_quoted(out, trm_commands[i]->summary, 1);
    trm_text_char(out, '\n');
  }
  for (size_t i = 0; trm_commands[i]; i++)
    if (!trm_commands[i]->hidden) write_fish_command(out, trm_commands[i]);
}

static const struct {
  const char *name;
  void (*write)(TrmText *out);
} shells[] = {{"bash", write_bash}, {"zsh", write_zsh}, {"fish", write_fish}};

static const char *shell_at(size_t index) {
  return index < sizeof shells / sizeof *shells ? shells[index].name : NULL;
}

static TrmStatus run(TrmRequest *request) {
  for (size_t i = 0; i < sizeof shells / sizeof *shells; i++) {
    if (strcmp(shells[i].name, request->arguments[0]) != 0) continue;
    TrmText *out = trm_request_text(request);
    shells[i].write(out);
    return trm_output_write(trm_request_value(request, "output"), out);
  }
  return trm_say_usage("'%s' is not a shell known here: bash, zsh or fish", request->arguments[0]);
}

static const TrmExample examples[] = {
    {"completion bash > ~/.local/share/bash-completion/completions/trammel",
     "then open a new shell and press Tab after trammel"},
    {"completion zsh > ~/.zfunc/_trammel", "with ~/.zfunc in fpath before compinit"},
    {"completion fish > ~/.config/fish/completions/trammel.fish", "for fish"},
    {NULL, NULL},
};

const TrmCommand trm_command_completion = {
    .name = "completion",
    .summary = "print a script that completes commands in your shell",
    .usage = "SHELL",
    .details = "SHELL is bash, zsh or fish.",
    .common = TRM_TAKES_OUTPUT,
    .least = 1,
    .most = 1,
    .examples = examples,
    .word = shell_at,
    .run = run,
};
