/* SPDX-License-Identifier: Apache-2.0
 *
 * What a sweep adds to a model.
 */
#ifndef TRM_API_SUSPENSION_H
#define TRM_API_SUSPENSION_H

#include "compile/system.h"
#include "trammel/suspension.h"

/* a sweep being made */
typedef struct TrmSweeping {
  TrmModel *model;
  const TrmSystem *system;
  const TrmSweep *sweep;
  TrmLog *log;
  TrmStatus status; /* the first that was not TRM_OK */
  TrmArena *arena;
} TrmSweeping;

/* Add an item with one value written in YAML; nothing after a failure. */
void trm_sweeping_add(TrmSweeping *s, const char *section, const char *name, const char *type,
                      const char *key, const char *yaml);

/* suspension_outputs.c: what describes a wheel, and both of an axle. The markers it measures
 * between are there. */
void trm_sweeping_describe(TrmSweeping *s, const TrmWheel *wheel);
void trm_sweeping_describe_axle(TrmSweeping *s, const TrmWheel *left, const TrmWheel *right);

#endif
