/* SPDX-License-Identifier: Apache-2.0
 *
 * Law: how a force type computes what it does. A type prepares its data once from its parameters;
 * then it acts: from the motion of its frames it finds the force and torque on the first body at
 * its point there, ground axes; the second bears the opposite at the same point. All quantities are
 * jets over the columns that matter to the element, so that one text gives values and exact slopes.
 */
#ifndef TRM_CATALOG_FORCE_LAW_H
#define TRM_CATALOG_FORCE_LAW_H

#include "catalog/values.h"
#include "expr/program.h"
#include "math/jet.h"
#include "math/units.h"

/* The frames of an element */
typedef enum TrmForceSide { TRM_FORCE_FIRST, TRM_FORCE_SECOND, TRM_FORCE_AXES } TrmForceSide;

/* What `prepare` reads: parameters, and what the compiler found out. */
typedef struct TrmForceSetup {
  TrmValues values;
  const TrmUnits *units;
  unsigned mirror;       /* planes its geometry is mirrored across */
  TrmFrame frame[3];     /* may be changed: by TrmForceSide */
  const double *R_gb[2]; /* axes of the bodies of both at the design position */
  double distance;       /* between first and second at the design position */
  const TrmValue **laws; /* functions the law evaluates, in the order of trm_force_law */
  size_t law_count, law_capacity;
} TrmForceSetup;

/* Register a function; its number. */
size_t trm_force_law(TrmForceSetup *setup, const TrmValue *value);

/* Register the components given under `key`, three in space: their numbers and axes, none when left
 * out; a single one is the third. Signs are those of the mirrored element. 0 after an error. */
typedef struct TrmForceComponents {
  size_t count, law[3], axis[3];
  double sign[3];
} TrmForceComponents;
int trm_force_components(TrmForceSetup *setup, const char *key, TrmForceComponents *components);

/* A function of the model ready for jets: which jet entry each of its columns adds to (0: none),
 * and for columns that are externals the entries their own slopes add to. */
typedef struct TrmForceProgram {
  const TrmProgram *program;
  int *entry;
  int **through;
} TrmForceProgram;

/* Where the slopes of an external are kept while slopes are computed. */
typedef struct TrmForceSource {
  size_t first, count;
  const size_t *column; /* of each slope, numbered as in system/forces_data.h */
} TrmForceSource;

/* A frame's body: how it moves, and the jet entries of dr, dtheta, dv, dw (0: none). */
typedef struct TrmForceSite {
  const TrmBodyMotion *motion;
  const TrmFrame *frame;
  const int *entry; /* 12 */
} TrmForceSite;

/* One evaluation. */
typedef struct TrmForceCall {
  const void *data;
  size_t n; /* columns of the jets; 0: values only */
  TrmForceSite site[3];
  const TrmUnits *units;
  TrmSituation at;
  double *externals; /* the same as in `at`, writable */
  const TrmForceProgram *programs;
  const TrmForceSource *sources;
  double *slopes;             /* of externals */
  int local[2];               /* externals of the element's own names, -1: not read */
  const double *turned;       /* the angle when last accepted, for those counted through turns */
  double *scratch, *gradient; /* work of programs */
  double *work;               /* where the next jet goes */
  double *force, *torque;     /* results, zero on entry */
  double length, speed, pull; /* of an element on a line or about an axis */
  int energetic;              /* energies are wanted: */
  double potential, storing;  /* energy kept, and its rate */
  double dissipation;         /* power of dampers, not positive */
} TrmForceCall;

/* Most jets of three numbers that a law may ask for. */
enum { TRM_FORCE_JETS = 48 };

/* A jet of the work space: a vector, a scalar (both as they were), a vector of zeros. */
static inline double *trm_force_vector(TrmForceCall *call) {
  double *jet = call->work;
  call->work += 3 * (call->n + 1);
  return jet;
}
static inline double *trm_force_scalar(TrmForceCall *call) {
  double *jet = call->work;
  call->work += call->n + 1;
  return jet;
}
double *trm_force_zero(TrmForceCall *call);

/* Vectors of a frame, ground axes: its origin, an axis, velocity of the origin, spin. */
const double *trm_force_point(TrmForceCall *call, TrmForceSide side);
const double *trm_force_axis(TrmForceCall *call, TrmForceSide side, int axis);
const double *trm_force_velocity(TrmForceCall *call, TrmForceSide side);
const double *trm_force_spin(TrmForceCall *call, TrmForceSide side);

/* A vector fixed in the body of a site, ground axes. */
void trm_site_vector(const TrmForceSite *site, const double x_b[3], double *out, size_t n);

/* Give the element's own name number `index` (in units of `unit`) a value before functions that
 * read it are evaluated. */
void trm_force_local(TrmForceCall *call, int index, const double *jet, double unit);

/* The function number `index` as a scalar jet. */
const double *trm_force_program(TrmForceCall *call, size_t index);

/* v += the components as a vector along the axes of the third frame. */
void trm_force_add_components(TrmForceCall *call, const TrmForceComponents *components, double *v);

/* What a force's type adds to its parameters. */
typedef struct TrmForceType {
  TrmType type;        /* first, so that a TrmType in the force table is a TrmForceType */
  size_t size;         /* of its data */
  int counts_turns;    /* its angle is counted through full turns */
  int has_line, turns; /* reports length or (turns) angle, speed and force or torque */
  int straight;        /* between bodies, x of its frames points from the first to the second */
  /* fill in `data`; 0 after an error. NULL: no analysis knows the law */
  int (*prepare)(TrmForceSetup *setup, void *data);
  void (*act)(TrmForceCall *call);
  /* the angle that is counted, nearest to the last */
  double (*angle)(const TrmForceSite *first, const TrmForceSite *second, double last);
  /* switching values beside those of its functions, after act: their number (values NULL: only
   * that) */
  size_t (*events)(const TrmForceCall *call, double *values);
} TrmForceType;

/* The force type of an item in `forces`. */
const TrmForceType *trm_force_type(const TrmItem *force);

#endif
