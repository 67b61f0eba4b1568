/* SPDX-License-Identifier: Apache-2.0
 *
 * Workbook: what the readers of its sheets share: the bodies with their frames, names that are
 * taken, and the sections of the model being written.
 */
#ifndef TRM_READ_WORKBOOK_WORKBOOK_H
#define TRM_READ_WORKBOOK_WORKBOOK_H

#include "base/map.h"
#include "read/workbook/table.h"

/* A body, numbered by its row; number 1 is ground. */
typedef struct TrmBookBody {
  const char *name;
  double p[3], R[9]; /* centre of mass, axes as columns, at the design position */
  int has_frame;
  TrmNode *node, *markers;
  int driven; /* rows Driver of the sheet Joints */
} TrmBookBody;

/* A hinge that a torsion spring may act about. */
typedef struct TrmBookHinge {
  const char *name;
  long first, second;
  double axis[3];
} TrmBookHinge;

typedef struct TrmBookPoint {
  const char *name; /* NULL until the sheet PosProcessing or the row names it */
  const char *role; /* as the sheet PosProcessing has it; NULL: none */
  long body;
  double p[3];
  TrmPlace place;
} TrmBookPoint;

typedef struct TrmWorkbook {
  TrmArena *arena;
  TrmLog *log;
  const TrmBook *book;
  TrmMap *names; /* taken, in lower case; the owner is the section */
  TrmNode *root, *bodies_node, *joints_node, *motions_node, *forces_node;
  TrmBookBody *bodies; /* from 1 */
  size_t body_count, body_capacity;
  TrmBookHinge *hinges;
  size_t hinge_count, hinge_capacity;
  int jointless; /* the sheet Joints could not be read, or not all of it */
  TrmBookPoint *points;
  size_t point_count, point_capacity;
  double until;
  int dynamic, roles_wanted;
  size_t joint_count, driver_count, force_count;
} TrmWorkbook;

/* A name for the section `kind` that nothing there has yet. */
const char *trm_workbook_name(TrmWorkbook *w, const char *kind, const char *wanted);

/* The body whose number stands in a field; NULL after an error. */
TrmBookBody *trm_workbook_body(TrmWorkbook *w, const TrmSheetTable *t, uint32_t row,
                               unsigned field);

/* A row that is not complete. */
void trm_workbook_lacks(const TrmSheetTable *t, uint32_t row, unsigned field, const char *type);

/* Lists of numbers as nodes. */
TrmNode *trm_workbook_vector(TrmWorkbook *w, TrmPlace place, const double values[3]);

/* params.c: SimParam; and the note of what was read. */
int trm_workbook_params(TrmWorkbook *w);
void trm_workbook_plots(TrmWorkbook *w);

/* bodies.c, joints.c (0 without the sheet), drivers.c, forces.c: the others, in this order. */
void trm_workbook_bodies(TrmWorkbook *w);
int trm_workbook_joints(TrmWorkbook *w);
void trm_workbook_drivers(TrmWorkbook *w);
void trm_workbook_forces(TrmWorkbook *w);

/* suspension.c: what the roles of points say of a suspension. */
void trm_workbook_suspension(TrmWorkbook *w);

#endif
