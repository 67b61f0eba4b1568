/* SPDX-License-Identifier: Apache-2.0
 *
 * Equations: the constraints of a system laid out for computing: columns (six per body in space,
 * three in the plane, then curve parameters), rows (sums of terms and programs), and the fixed
 * pattern of the Jacobian G, stored by rows. Made once, shared by threads; what changes is in
 * TrmState.
 */
#ifndef TRM_SYSTEM_EQUATIONS_H
#define TRM_SYSTEM_EQUATIONS_H

#include "compile/system.h"
#include "system/along.h"
#include "system/apart.h"

/* Who a row belongs to */
typedef enum TrmOwnerKind {
  TRM_OWNER_JOINT,
  TRM_OWNER_MOTION,
  TRM_OWNER_CONSTRAINT,
  TRM_OWNER_CONTACT
} TrmOwnerKind;

/* When a row counts */
typedef enum TrmRowLevel {
  TRM_LEVEL_POSITION, /* holonomic */
  TRM_LEVEL_VELOCITY  /* nonholonomic: linear in velocities */
} TrmRowLevel;

/* A program in a row: factor * (program), with the entry of G of each of its columns (-1: none) */
typedef struct TrmRowProgram {
  const TrmProgram *program;
  double factor;
  int *entry;
  size_t column_count;
  int time; /* column of time, or -1 */
} TrmRowProgram;

/* How a row is kept: as terms, or packed in one of these forms */
typedef enum TrmRowForm {
  TRM_FORM_TERMS,
  TRM_FORM_ALONG,
  TRM_FORM_APART,
  TRM_FORM_GIVEN /* computed by its provider, see onesided.h */
} TrmRowForm;

typedef struct TrmGiven TrmGiven;

/* One equation: sum of terms + program + course - offset = 0. */
typedef struct TrmRow {
  const TrmRowProgram *program; /* NULL: none */
  TrmGiven *given;              /* of that form; else NULL */
  double offset;
  int course;                 /* number of the motion whose course is subtracted, or -1 */
  unsigned index;             /* of joint, motion, constraint or contact */
  unsigned first;             /* number of its first term or of its packed form */
  unsigned char owner, level; /* TrmOwnerKind, TrmRowLevel */
  unsigned char form;         /* TrmRowForm */
  unsigned char term_count;
  unsigned char wraps;    /* its value counts modulo a full turn */
  unsigned char part;     /* number within its owner */
  TrmDimension dimension; /* of its value */
} TrmRow;

/* A term as laid out: where its columns are. */
typedef struct TrmPiece {
  TrmTermPlan plan;
  int entry[TRM_LOCAL];  /* entry of G from the start of its row, or -1 */
  int column[TRM_LOCAL]; /* column of the system, or -1 */
} TrmPiece;

typedef struct TrmEquations {
  TrmArena *arena;
  const TrmSystem *system;
  size_t body_count, curve_count, turn_count;
  size_t column_count, row_count, entry_count, term_count, row_capacity, term_capacity;
  int (*body_column)[6]; /* columns of dr and dtheta of a body, -1 where it has none */
  size_t *curve_column;
  double *curve_start; /* parameters at the design position */
  TrmRow *rows;
  TrmPiece *terms; /* of rows that are kept as terms */
  TrmAlong *along; /* rows of that form */
  TrmApart *apart; /* rows of that form */
  unsigned *other; /* numbers of the rows that are not along */
  size_t along_count, apart_count, other_count;
  size_t *turning; /* numbers of the terms whose turns are counted; their angles come first */
  size_t turning_count;
  struct TrmTurns *turns; /* joints whose angles functions read, see turns.h */
  unsigned *start;        /* entries of row i: start[i] to start[i + 1] */
  unsigned *column;       /* of each entry */
  double *length;         /* per body: a typical arm, for weights of turns against moves */
  size_t scratch;         /* doubles that programs need */
  int *motion_row, *constraint_row; /* first row of each */
  int *joint_row, *joint_rows;      /* first row of a joint and how many */
  const TrmProgram **outputs;
  size_t output_count;
  const struct TrmForces *forces; /* forces and states as laid out, see forces.h */
  size_t state_count;             /* differential states z */
  struct TrmContacts *contacts;   /* as laid out, see contacts.h */
  /* one-sided conditions and friction, see onesided.h: rows from narrow_rows on, and what is
   * counted with them; 1 where any row may be off */
  size_t narrow_rows, wide_rows, wide_entries, wide_along, wide_apart, wide_other;
  struct TrmSide *sides;
  size_t side_count, side_capacity;
  struct TrmDry *dry;
  size_t dry_count, dry_capacity;
  size_t wide_sides, wide_dries; /* of all rows; the counts are those of the rows laid out */
  struct TrmRigid *rigid;        /* places of rigid contacts, see rigid.h; all rows have them */
  size_t rigid_count;
  const char **rigid_lacks;      /* of each contact: why it has no places, or NULL */
  struct TrmSwitch *switch_list; /* what is not always there, see switches.h */
  size_t switch_count, switch_capacity;
  int *tail_row, *tail_rows; /* of each joint, behind the others: the first and how many */
  int switches;
  size_t input_count; /* inputs of linear models: always zero */
  size_t read_count;  /* accelerations and reactions that forces read, see reads.h */
} TrmEquations;

/* What an event said of a force: it acts, or not, whatever its `active` says */
enum { TRM_IDLE_NOT = 1, TRM_IDLE = 2 };

/* The value of a motion's course and its rates at a time. */
typedef struct TrmCourse {
  double value, rate, second;
} TrmCourse;

/* Everything that changes while time runs. */
typedef struct TrmState {
  double time;
  TrmBodyMotion *body;           /* of each body, consistent with e */
  double (*e)[4];                /* unit quaternions, body to ground */
  double *s, *s_rate, *s_second; /* curve parameters */
  double *angle;                 /* counted angles as last accepted */
  double *externals;
  double *z, *z_rate; /* differential states, in the model's units, and their rates per second */
  double *force_work, *external_slope, *rest; /* work of forces */
  double *read, *read_work;                   /* what forces read of their effects, and work */
  struct TrmContactState *contact;            /* work of contacts */
  TrmCourse *course;                          /* of each motion */
  double *scratch, *gradient, *hessian;       /* work of programs */
  unsigned char *off;                         /* 1 for rows that are off; NULL: none ever is */
  double *shift;       /* what a row holds in place of zero; NULL with `off` */
  unsigned char *idle; /* TRM_IDLE_ of forces: what an event said of them, or 0 */
} TrmState;

/* Lay out; NULL after an error, which is in the log. Only inside a guard. */
TrmEquations *trm_equations_new(TrmArena *arena, const TrmSystem *system, TrmLog *log);

/* A state at the design position with the velocities the model gives. */
TrmState *trm_state_new(TrmArena *arena, const TrmEquations *eq);
void trm_state_copy(const TrmEquations *eq, const TrmState *from, TrmState *to);

/* Keep time, courses and positions (r, e, s) of a state in another, and put them back. */
void trm_state_keep(const TrmEquations *eq, const TrmState *state, TrmState *kept);
void trm_state_restore(const TrmEquations *eq, const TrmState *kept, TrmState *state);

/* Move by dq (columns), on the manifold; set velocities or accelerations from columns and back. */
void trm_state_move(const TrmEquations *eq, TrmState *state, double scale, const double *dq);
void trm_state_set_velocity(const TrmEquations *eq, TrmState *state, const double *u);
void trm_state_get_velocity(const TrmEquations *eq, const TrmState *state, double *u);
void trm_state_set_acceleration(const TrmEquations *eq, TrmState *state, const double *a);

/* Count the turns of angles from here on. */
void trm_state_accept(const TrmEquations *eq, TrmState *state);

/* Courses of all motions at the state's time; 0 when one depends on more than time. */
void trm_state_courses(const TrmEquations *eq, TrmState *state);

/* Residuals phi[rows], Jacobian G[entries] and partial time derivatives phi_t[rows] (each may be
 * NULL). Nonholonomic rows: phi is zero, G is d/du, and phi_t what remains at u = 0. */
void trm_equations_position(const TrmEquations *eq, TrmState *state, double *phi, double *G,
                            double *phi_t);

/* One row of the same, whether it is on or off: its value, its entries G (from start[i] on) and its
 * gamma. */
double trm_equations_row_value(const TrmEquations *eq, TrmState *state, size_t i);
void trm_equations_row_slopes(const TrmEquations *eq, TrmState *state, size_t i, double *G);
double trm_equations_row_gamma(const TrmEquations *eq, TrmState *state, size_t i);

/* Right-hand sides of the accelerations: G a = gamma. */
void trm_equations_gamma(const TrmEquations *eq, TrmState *state, double *gamma);

/* Term t of a row as it was planned; one that is packed is laid out again in `room`. */
const TrmPiece *trm_row_piece(const TrmEquations *eq, const TrmRow *row, size_t t, TrmPiece *room);

/* The motion of a term's two bodies. */
void trm_term_motion(const TrmEquations *eq, const TrmState *state, const TrmPiece *term,
                     TrmPairMotion *m);

/* Fill in the angular velocities of the two bodies in ground axes. */
void trm_term_spins(const TrmTermPlan *plan, TrmPairMotion *m);

/* What a row belongs to, its name, and its kind ("joint", "motion", "constraint"). */
const TrmItem *trm_row_item(const TrmEquations *eq, const TrmRow *row);
const char *trm_row_name(const TrmEquations *eq, const TrmRow *row);
const char *trm_row_kind(const TrmRow *row);
TrmPlace trm_row_place(const TrmEquations *eq, const TrmRow *row);

extern const TrmBodyMotion trm_ground_motion;

#endif
