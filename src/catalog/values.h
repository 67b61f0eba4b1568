/* SPDX-License-Identifier: Apache-2.0
 *
 * Values: how a type's own code reads the parameters of one item, evaluated: SI units, names
 * resolved, defaults filled in, places and directions in ground axes at the design position (not
 * yet mirrored). The compiler supplies the functions; types call them and never see expressions.
 * Each returns 1 when the value was given or has a default, 0 when not (or in error, reported).
 */
#ifndef TRM_CATALOG_VALUES_H
#define TRM_CATALOG_VALUES_H

#include "base/journal.h"
#include "model/model.h"

typedef struct TrmValues TrmValues;

struct TrmValues {
  const TrmItem *item;
  TrmArena *arena;
  TrmLog *log;
  const char *owner; /* name of the body or element the item belongs to, for messages */
  int planar;
  double origin[3]; /* where a place that is left out lies: the body's origin, ground axes */
  double axes[9];   /* orientation that is left out: the body's axes, row-major, to ground */
  int (*given)(const TrmValues *values, const char *key);
  int (*number)(const TrmValues *values, const char *key, double *out);
  int (*vector)(const TrmValues *values, const char *key, double *out, size_t most, size_t *count);
  int (*row)(const TrmValues *values, const char *key, size_t index, double *out, size_t most,
             size_t *count); /* of a matrix */
  int (*place)(const TrmValues *values, const char *key, double out[3]);
  int (*places)(const TrmValues *values, const char *key, double **out, size_t *count);
  int (*direction)(const TrmValues *values, const char *key, double out[3]);
  int (*orient)(const TrmValues *values, const char *key, double out[9]);
  int (*text)(const TrmValues *values, const char *key, const char **out);
  /* path of a file named by the model, beside the file that names it */
  int (*file)(const TrmValues *values, const char *key, const char **path);
  TrmPlace (*where)(const TrmValues *values, const char *key);
  void *context;
};

#endif
