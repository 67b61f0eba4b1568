/* SPDX-License-Identifier: Apache-2.0
 *
 * Relocate: a model names files beside the file it was read from; written elsewhere, it must name
 * them from there.
 */
#ifndef TRM_CLI_RELOCATE_H
#define TRM_CLI_RELOCATE_H

#include "trammel/model.h"

/* Make the files that `model` names be found from the folder of `path` (NULL, "-": this folder). */
void trm_relocate_files(TrmModel *model, const char *path);

#endif
