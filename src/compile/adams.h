/* SPDX-License-Identifier: Apache-2.0
 *
 * Writing a compiled model as an Adams dataset, in the model's units: things of the model become
 * statements with ids, their names comments above them. What a dataset cannot say is an error.
 */
#ifndef TRM_COMPILE_ADAMS_H
#define TRM_COMPILE_ADAMS_H

#include "base/map.h"
#include "base/text.h"
#include "catalog/parameter.h"
#include "compile/system.h"

typedef struct AdamsWriter {
  const TrmSystem *system;
  TrmArena *arena;
  TrmLog *log;
  TrmParameters *parameters;
  TrmText *parts, *markers, *rest; /* in the order in which they are put together */
  TrmMap *ids;                     /* (kind, name) -> id */
  size_t marker_count, count;      /* markers made; other statements made */
  int failed;
} AdamsWriter;

/* The element whose function is being written: names such as `length` mean its own. */
typedef struct AdamsOwner {
  const char *name;
  TrmPlace place;
  size_t i, j; /* its markers; 0: none */
  int turns;
} AdamsOwner;

/* Append the dataset to `out`; 0 after an error, which is in the log. Only inside a guard. */
int trm_system_write_adams(const TrmSystem *system, TrmArena *arena, TrmLog *log, TrmText *out);

/* adams_function.c: the text of a function in the language of Adams; NULL after an error. */
const char *trm_adams_write_function(AdamsWriter *w, const TrmValue *value,
                                     const AdamsOwner *owner);

/* adams_write.c: the id of a new marker at a frame; ids of markers and things by name, 0: none. */
size_t trm_adams_marker(AdamsWriter *w, const TrmFrame *frame, const char *name);
size_t trm_adams_frame_id(AdamsWriter *w, const char *name);
size_t trm_adams_id_of(const AdamsWriter *w, const char *kind, const char *name);
void trm_adams_enter(AdamsWriter *w, const char *kind, const char *name, size_t id);
int trm_adams_refuse(AdamsWriter *w, TrmPlace place, const char *name, const char *what);

/* adams_force.c, adams_data.c: ids first, because functions may name what comes later. */
void trm_adams_number_forces(AdamsWriter *w);
void trm_adams_number_data(AdamsWriter *w);
void trm_adams_write_forces(AdamsWriter *w);
void trm_adams_write_data(AdamsWriter *w);

/* adams_contact.c: friction of a joint; pictures and the contacts between them. */
void trm_adams_write_rub(AdamsWriter *w, const TrmJoint *joint);
void trm_adams_write_contacts(AdamsWriter *w);

/* A number of an item in the model's units; 0 when it is not given. */
int trm_adams_item_number(AdamsWriter *w, const TrmItem *item, const char *key, double *value);
void trm_adams_add_numbers(TrmText *out, const char *key, const double *values, size_t count);

#endif
