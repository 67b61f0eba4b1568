/* SPDX-License-Identifier: Apache-2.0
 *
 * Reading the model language: YAML text to a model. The model that comes out is flat: includes and
 * repeats are worked in, names are whole, settings are applied; values are still as written.
 */
#ifndef TRM_READ_YAML_H
#define TRM_READ_YAML_H

#include "base/journal.h"
#include "model/model.h"

/* Read a model. `settings` override parameters. All errors of the text and its includes are put in
 * the log; `*model` is NULL exactly when there was one, or memory ran out. */
TrmStatus trm_yaml_read(TrmSource *source, const TrmSetting *settings, size_t count, TrmLog *log,
                        TrmModel **model);

/* The same, but where every error spoils only the thing it stands in, TRM_BAD_MODEL comes with the
 * rest of the model, so that it can be checked too and all errors are reported in one go. The
 * source may also be an Adams dataset or command file, an Excel workbook, or URDF. */
TrmStatus trm_yaml_draft(TrmSource *source, const TrmReading *reading, TrmLog *log,
                         TrmModel **model);

/* Give `param` of `item` the value written in `source`; the item is unchanged after an error in a
 * plain value (things already added to a section stay). */
TrmStatus trm_yaml_fill(TrmModel *model, TrmItem *item, const TrmParam *param, TrmSource *source,
                        TrmLog *log);

#endif
