/* SPDX-License-Identifier: Apache-2.0
 *
 * Each: a use of a model's file, repeated with every allocation failing once (counted.h).
 */
#ifndef TRM_TESTS_FAULT_EACH_H
#define TRM_TESTS_FAULT_EACH_H

#include "counted.h"
#include "trammel/trammel.h"

/* What a test does with a model: until -1 without an analysis, 0 without time. */
typedef TrmStatus (*UseModel)(const char *path, const TrmSetting *setting, double until);

typedef struct Use {
  UseModel model;
  const char *path;
  const TrmSetting *setting;
  double until;
} Use;

static TrmStatus each_use(void *context) {
  const Use *u = context;
  return u->model(u->path, u->setting, u->until);
}

#endif
