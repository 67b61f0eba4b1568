/* SPDX-License-Identifier: Apache-2.0
 *
 * Layout: the sheets of an Excel workbook that describes a model, and the columns of their tables.
 * The reader finds columns by these texts, the writer puts them there.
 */
#ifndef TRM_WRITE_LAYOUT_H
#define TRM_WRITE_LAYOUT_H

#include <stddef.h>

typedef struct TrmLayoutColumn {
  const char *title; /* as written over the column or its group */
  unsigned size;     /* columns in the group */
  const char *parts; /* what stands over the single ones, apart by bars; NULL: nothing */
  const char *also;  /* other titles, in lower case without blanks and marks, apart by bars */
  const char *words; /* what its cells may hold, as a list to choose from; NULL: anything */
  const char *about; /* one line for those who fill it in */
  int needed;        /* without it the table means nothing */
} TrmLayoutColumn;

typedef struct TrmLayout {
  const char *sheet;
  const char *also; /* other names */
  const char *about;
  const TrmLayoutColumn
      *columns; /* the first one tells rows from blank ones; ends with a NULL title */
} TrmLayout;

enum {
  TRM_BODIES_NAME,
  TRM_BODIES_CENTRE,
  TRM_BODIES_X,
  TRM_BODIES_Y,
  TRM_BODIES_BRYANT,
  TRM_BODIES_AXIS,
  TRM_BODIES_ANGLE,
  TRM_BODIES_MASS,
  TRM_BODIES_INERTIA,
  TRM_BODIES_VELOCITY,
  TRM_BODIES_SPIN,
  TRM_BODIES_FORCE,
  TRM_BODIES_MOMENT,
  TRM_BODIES_COUNT
};

enum {
  TRM_JOINTS_TYPE,
  TRM_JOINTS_FIRST,
  TRM_JOINTS_SECOND,
  TRM_JOINTS_P,
  TRM_JOINTS_SI,
  TRM_JOINTS_SJ,
  TRM_JOINTS_P2,
  TRM_JOINTS_NAME,
  TRM_JOINTS_COUNT
};

enum {
  TRM_DRIVERS_BODY,
  TRM_DRIVERS_DIRECTION,
  TRM_DRIVERS_U,
  TRM_DRIVERS_F,
  TRM_DRIVERS_RATE,
  TRM_DRIVERS_SECOND,
  TRM_DRIVERS_COUNT
};

enum {
  TRM_FORCES_TYPE,
  TRM_FORCES_FIRST,
  TRM_FORCES_SECOND,
  TRM_FORCES_PI,
  TRM_FORCES_PJ,
  TRM_FORCES_CONSTANT,
  TRM_FORCES_REST,
  TRM_FORCES_NUMBER,
  TRM_FORCES_X1,
  TRM_FORCES_X2,
  TRM_FORCES_F1,
  TRM_FORCES_F2,
  TRM_FORCES_F3,
  TRM_FORCES_ARGUMENT,
  TRM_FORCES_NAME,
  TRM_FORCES_COUNT
};

enum { TRM_ROLES_POINT, TRM_ROLES_ROLE, TRM_ROLES_COUNT };

/* SimParam has rows, not columns: the label stands in the first, its value in the second. */
enum {
  TRM_SIM_UNTIL,
  TRM_SIM_EVERY,
  TRM_SIM_TYPE,
  TRM_SIM_GRAVITY_AXIS,
  TRM_SIM_GRAVITY,
  TRM_SIM_UNITS,
  TRM_SIM_ROLES,
  TRM_SIM_MAX_STEP,
  TRM_SIM_INTEGRATOR,
  TRM_SIM_FORMULATION,
  TRM_SIM_TOLERANCE,
  TRM_SIM_ALPHA,
  TRM_SIM_OMEGA,
  TRM_SIM_MU,
  TRM_SIM_PLOTS, /* from here on what is to be plotted */
  TRM_SIM_POSITION = TRM_SIM_PLOTS,
  TRM_SIM_VELOCITY,
  TRM_SIM_SPIN,
  TRM_SIM_ACCELERATION,
  TRM_SIM_SPIN_RATE,
  TRM_SIM_CENTRES,
  TRM_SIM_JOINTS,
  TRM_SIM_ANIMATION,
  TRM_SIM_VIDEO,
  TRM_SIM_BODIES,
  TRM_SIM_POINTS,
  TRM_SIM_COUNT
};

extern const TrmLayout trm_layout_parameters;
extern const TrmLayout trm_layout_bodies, trm_layout_joints, trm_layout_drivers;
extern const TrmLayout trm_layout_forces, trm_layout_roles;

/* All of them in the order of a workbook; ends with NULL. */
extern const TrmLayout *const trm_layouts[];

/* 1 when `word` is one of `words`, which are apart by bars. */
int trm_layout_lists(const char *words, const char *word, size_t length);

#endif
