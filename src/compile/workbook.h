/* SPDX-License-Identifier: Apache-2.0
 *
 * Writing a compiled model as an Excel workbook in the layout, in the model's units. What moves
 * the model and has no row there is an error; what does not is left out with a warning.
 */
#ifndef TRM_COMPILE_WORKBOOK_H
#define TRM_COMPILE_WORKBOOK_H

#include "catalog/parameter.h"
#include "compile/system.h"
#include "write/workbook.h"

/* The frame of a body as it is written: its axes may be turned to the principal ones. */
typedef struct BookFrame {
  double p[3], R[9], inertia[3]; /* centre of mass, SI; axes as columns */
  int driven;                    /* rows Driver are to be written */
} BookFrame;

typedef struct BookWriter {
  const TrmSystem *system;
  TrmArena *arena;
  TrmLog *log;
  TrmParameters *parameters;
  TrmWorkbookWriter *out;
  BookFrame *frames;
  size_t functions, points; /* written so far */
  int failed;
} BookWriter;

/* What stands for `length`, `speed` and the like in a function: its argument t. NULL: only time. */
typedef struct BookOwner {
  const char *name;
  TrmPlace place;
  const char *words[2]; /* words of the element that may stand for t: length, speed; angle, speed */
  const char *argument; /* out: "length", "rate", "angle", "time"; NULL: none was used */
} BookOwner;

/* Append the workbook to `out`; 0 after an error, which is in the log. Only inside a guard. */
int trm_system_write_workbook(const TrmSystem *system, TrmArena *arena, TrmLog *log, TrmText *out);

/* Say that something has no row. */
void trm_book_refuse(BookWriter *w, TrmPlace place, const char *name, const char *what);

/* workbook_function.c: a value as "@(t) ..." or as a number; NULL after an error. */
const char *trm_book_function(BookWriter *w, const TrmValue *value, BookOwner *owner);
/* A number of an item in the model's units; 0 when it is not given. */
int trm_book_number(BookWriter *w, const TrmItem *item, const char *key, double *value);
/* Write a function to a cell: a number where it is one. */
void trm_book_put(BookWriter *w, const TrmLayout *layout, unsigned column, unsigned part,
                  const char *function);

/* workbook_joint.c: joints and points; motions. */
void trm_book_joints(BookWriter *w);
void trm_book_motions(BookWriter *w);

/* workbook_force.c: springs and actuators; the functions [force, moment] on body number `body`, ""
 * where there is none. */
void trm_book_forces(BookWriter *w);
void trm_book_loads(BookWriter *w, size_t body, const char *functions[6]);

#endif
