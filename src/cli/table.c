/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of commands: one line each, in the order of the help.
 */
#include "cli/table.h"
#include <string.h>

/* clang-format off */
const TrmCommand *const trm_commands[] = {
    &trm_command_check,
    &trm_command_run,
    &trm_command_assemble,
    &trm_command_kinematics,
    &trm_command_dynamics,
    &trm_command_statics,
    &trm_command_quasistatics,
    &trm_command_linearize,
    &trm_command_compare,
    &trm_command_resume,
    &trm_command_suspension,
    &trm_command_view,
    &trm_command_plot,
    &trm_command_report,
    &trm_command_video,
    &trm_command_info,
    &trm_command_export,
    &trm_command_import,
    &trm_command_new,
    &trm_command_describe,
    &trm_command_explain,
    &trm_command_schema,
    &trm_command_reference,
    &trm_command_man,
    &trm_command_completion,
    &trm_command_version,
    &trm_command_help,
    NULL,
};
/* clang-format on */

const TrmCommand *trm_command_find(const char *word) {
  for (size_t i = 0; trm_commands[i]; i++)
    if (strcmp(trm_commands[i]->name, word) == 0) return trm_commands[i];
  return NULL;
}

const char *trm_command_no_word(size_t index) {
  (void)index;
  return NULL;
}
