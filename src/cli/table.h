/* SPDX-License-Identifier: Apache-2.0
 *
 * The commands, one file each.
 */
#ifndef TRM_CLI_TABLE_H
#define TRM_CLI_TABLE_H

#include "cli/command.h"

extern const TrmCommand trm_command_check;
extern const TrmCommand trm_command_assemble;
extern const TrmCommand trm_command_compare;
extern const TrmCommand trm_command_completion;
extern const TrmCommand trm_command_describe;
extern const TrmCommand trm_command_explain;
extern const TrmCommand trm_command_export;
extern const TrmCommand trm_command_help;
extern const TrmCommand trm_command_import;
extern const TrmCommand trm_command_kinematics;
extern const TrmCommand trm_command_dynamics;
extern const TrmCommand trm_command_statics;
extern const TrmCommand trm_command_suspension;
extern const TrmCommand trm_command_quasistatics;
extern const TrmCommand trm_command_report;
extern const TrmCommand trm_command_resume;
extern const TrmCommand trm_command_info;
extern const TrmCommand trm_command_linearize;
extern const TrmCommand trm_command_man;
extern const TrmCommand trm_command_new;
extern const TrmCommand trm_command_plot;
extern const TrmCommand trm_command_reference;
extern const TrmCommand trm_command_run;
extern const TrmCommand trm_command_schema;
extern const TrmCommand trm_command_version;
extern const TrmCommand trm_command_video;
extern const TrmCommand trm_command_view;

/* Append what the code in `word` means; 0 when it is none. */
int trm_explain_code(const char *word, TrmText *out);

#endif
