/* SPDX-License-Identifier: Apache-2.0
 *
 * Linearise: the linear model about a state of the mechanism. Its state vector is
 *   x = (S, W, z): positions S, rates W = S', differential states z,
 *   x' = A x + B u,  y = C x + D u,   M W' + C W + K S = f  where nothing but S and W counts.
 * S are coordinates of the user's, completed by internal ones: per body the move of its centre and
 * its small turn, along the axes of a frame. Reference: Negrut and Ortiz, A practical approach for
 * the linearization of the constrained multibody dynamics equations, 2006.
 */
#ifndef TRM_ANALYSIS_LINEARIZE_H
#define TRM_ANALYSIS_LINEARIZE_H

#include "analysis/mechanism.h"
#include "formulation/slopes.h"
#include "linalg/rank.h"
#include "linalg/triplets.h"
#include "trammel/linear.h"

/* A coordinate: one of the probe's rows, or an internal one, by its column. */
typedef struct TrmLinearCoordinate {
  const char *name, *unit;
  int user;
  size_t index;
  double scale; /* SI value of one unit */
} TrmLinearCoordinate;

/* What became of a coordinate the user asked for. */
typedef struct TrmLinearDropped {
  const char *name, *why;
} TrmLinearDropped;

/* An input or output */
typedef struct TrmLinearSignal {
  const char *name, *unit;
  const TrmProgram *program; /* of an output */
  size_t column;             /* of an input, among the inputs of the equations; SIZE_MAX: */
  size_t row;                /* the row of a motion, whose acceleration it is */
  double scale;              /* SI value of its unit */
} TrmLinearSignal;

/* A list of slopes of the probe's rows */
typedef struct TrmLinearSlopes {
  TrmSlope *list;
  size_t count, capacity;
} TrmLinearSlopes;

/* The slopes of an output: by what, which, and how much */
typedef struct TrmLinearEntry {
  int kind;
  size_t index;
  double value;
} TrmLinearEntry;

typedef struct TrmLinearGradient {
  TrmLinearEntry *list;
  size_t count, capacity;
} TrmLinearGradient;

/* A change of everything: columns, states, rows, reads, and a unit of an input (SIZE_MAX: none) */
typedef struct TrmLinearChange {
  const double *dq, *du, *da, *dz, *dlambda, *dr;
  size_t input;
} TrmLinearChange;

/* A slope of what an element puts on the bodies: of the columns' force by positions or velocities,
 * with the sign of a stiffness; the element after the last: joints under load */
typedef struct TrmLinearElement {
  size_t element;
  int by_velocity;
  size_t row, column;
  double value;
} TrmLinearElement;

/* A mode: of each body move and turn in ground axes, real parts, then imaginary ones; in parts of
 * one the kinetic energy of bodies, strain energy of elements (last: joints under load), power of
 * dampers. */
typedef struct TrmLinearMode {
  double *shape, *kinetic, *strain, *dissipation;
  double factor[2]; /* what the vector is, in parts of the shape's: real and imaginary part */
  double whirl;
} TrmLinearMode;

struct TrmLinearRoom; /* linearize_solve.h */

typedef struct TrmLinear {
  TrmArena *arena;
  TrmMechanism *m;
  const TrmEquations *eq;
  TrmLog *log;
  const TrmItem *item; /* what the model asks for, or NULL */
  TrmFlow *flow;
  TrmSlopes *slopes;
  size_t modes;   /* asked for; 0: as many as there are, or a few of a large model */
  size_t threads; /* that solve; 0: one */
  int large;      /* too large for matrices: the lowest modes are all there is */
  /* the frame of internal coordinates: its name, axes in ground, spin and its rate */
  const char *frame;
  int frame_body;
  double R_gf[9], origin[3], velocity[3], acceleration[3], spin[3], spin_rate[3];
  int *column_body, *column_part; /* of each column; body -1: parameter of a curve */
  /* coordinates */
  TrmEquations *probe;
  TrmLinearCoordinate *asked; /* rows of the probe */
  size_t asked_count;
  double *probe_G;
  TrmLinearSlopes rate_q, second_q, second_u;
  TrmRank *rank; /* of the rows of positions, and their numbers */
  size_t *rank_row, rank_rows;
  unsigned char *driven;           /* rows whose motion is an input: they hold nothing */
  size_t *position_row, *rate_row; /* independent rows of positions, of velocities */
  size_t *saddle_row;              /* of accelerations */
  size_t position_rows, rate_rows, saddle_rows;
  TrmLinearCoordinate *coordinates; /* S */
  size_t positions;                 /* of S */
  size_t *rate;                     /* coordinates whose rates are W */
  size_t rates;
  TrmLinearDropped *dropped;
  size_t dropped_count, added_count; /* internal ones beside the user's */
  /* matrices, by rows */
  size_t states, order;
  const char **state_names, **state_units;
  TrmLinearSignal *inputs, *outputs;
  size_t input_count, output_count;
  TrmLinearGradient *gradients;        /* of outputs */
  TrmLinearSlopes by_input;            /* of forces and rates of states */
  TrmLinearSlopes read_q, read_lambda; /* of reads, by columns and by rows */
  double *A, *B, *C, *D, *M, *damping, *K;
  double *u, *a;        /* of the columns, at the state */
  double *q_S;          /* columns by S, one column of S after the other */
  double *u_S, *u_W;    /* the same of velocities by S, and by W */
  double residual;      /* the largest acceleration beside the frame's, m/s^2 */
  const char *restless; /* the body that has it */
  /* eigenvalues, of least size first, and vectors by columns as LAPACK gives them */
  size_t values;
  double *re, *im, *vector;
  TrmLinearMode mode; /* the last one looked at */
  TrmLinearElement *elements;
  size_t element_count, element_capacity;
  double *mode_columns;
  int gathered;
  TrmTriplets *J0, *J1, *saddle;          /* factors */
  struct TrmLinearRoom *room;             /* of the modes of large models */
  double *dq, *du, *da, *b, *by_q, *by_u; /* room */
} TrmLinear;

/* Linearise about the state of the mechanism, which is closed. `item` is an entry `linearize` of
 * the model, or NULL; options may be. NULL after an error, in the log. Only inside a guard. */
TrmLinear *trm_linearize(TrmArena *arena, TrmMechanism *m, const TrmItem *item,
                         const TrmLinearOptions *options, TrmLog *log);

/* linearize_sides.c: the equations that count, those that hold one way only among them; which of
 * these hold at the flow's state, where the mechanism is left. 0 after an error. */
const TrmEquations *trm_linear_equations(TrmArena *arena, const TrmMechanism *m);
int trm_linear_settle(TrmLinear *l);

/* linearize_states.c: read what coordinates are asked for; choose S and W. 0 after an error. */
int trm_linear_read(TrmLinear *l);
int trm_linear_choose(TrmLinear *l);

/* 1 when the constraints depend on each other at this position only, so that coordinates do not
 * tell what follows: a branch point. After the factors are there. */
int trm_linear_branches(TrmLinear *l);

/* linearize_coordinates.c: the slopes of the probe at the state; entries of coordinate i by
 * columns, added to a row of a matrix; its rate and its second rate as columns go. */
void trm_linear_slopes(TrmLinear *l);
void trm_linear_row(const TrmLinear *l, const TrmLinearCoordinate *c, TrmTriplets *matrix,
                    size_t row);
void trm_linear_rates(const TrmLinear *l, const double *dq, const double *du, double *out);
void trm_linear_seconds(const TrmLinear *l, const double *dq, const double *du, const double *da,
                        double *out);

/* The same with room of the caller's, a number for each row of the probe. */
void trm_linear_rates_with(const TrmLinear *l, double *room, const double *dq, const double *du,
                           double *out);
void trm_linear_seconds_with(const TrmLinear *l, double *room, const double *dq, const double *du,
                             const double *da, double *out);

/* The same as entries of a row of a matrix whose columns are dq, du and da one after the other,
 * times `factor`: the coordinate itself (order 0), its rate (1), its second rate (2). */
void trm_linear_entries(TrmLinear *l, const TrmLinearCoordinate *c, int order, double factor,
                        TrmTriplets *matrix, size_t row);

/* The move and turn of a body's columns in ground axes: out[6]. */
void trm_linear_twist(const TrmLinear *l, size_t body, const double *columns, double out[6]);

/* Name number `index` of a list of an entry `linearize`, or NULL; where it stands. */
const char *trm_linear_listed(const TrmItem *item, const char *key, size_t index, TrmPlace *place);

/* linearize_reads.c: slopes of reads at the state; the equations of reads, dr = slopes, in a matrix
 * where accelerations, multipliers (by row_of of each row), and reads begin at such columns, and
 * the reads of forces in its rows from `a` on; then what positions do to reads. */
void trm_linear_read_slopes(TrmLinear *l);
void trm_linear_read_entries(const TrmLinear *l, TrmTriplets *matrix, size_t a,
                             const size_t *row_of, size_t reads);
void trm_linear_read_positions(const TrmLinear *l, const double *dq, double *right);

/* linearize_outputs.c: find the inputs, before coordinates are chosen, and what depends on them;
 * add what a unit of one does to right[columns + rows + states]; find the outputs and their slopes,
 * at the state with its multipliers; how much one changes. 0 after an error. */
int trm_linear_inputs(TrmLinear *l);
void trm_linear_input_slopes(TrmLinear *l);
void trm_linear_push(const TrmLinear *l, size_t input, double *right);
int trm_linear_outputs(TrmLinear *l);
int trm_linear_reads(TrmLinear *l); /* 1 when constraints decide all reactions that are read */
double trm_linear_measure(const TrmLinear *l, size_t output, const TrmLinearChange *change);

/* linearize_modes.c: eigenvalues and vectors of A; put all found in order and keep those of
 * l->modes; 0, when they were not found for the reason given. */
int trm_linear_modes(TrmLinear *l);
void trm_linear_sort(TrmLinear *l);
int trm_linear_complain(TrmLinear *l, TrmStatus status);

/* Real and imaginary part of entry i of the vector of eigenvalue k. */
void trm_linear_part(const TrmLinear *l, size_t k, size_t i, double out[2]);

/* What moves in the mode of eigenvalue k; until the next call. Only inside a guard. */
const TrmLinearMode *trm_linear_mode(TrmLinear *l, size_t k);

/* linearize_response.c: outputs by inputs of the response at a frequency, real and imaginary part
 * one after the other; TRM_FAILED at a pole. At rest, TRM_FAILED with a pole at zero. The zeros of
 * one output to one input: re[order], im[order]. */
TrmStatus trm_linear_response(const TrmLinear *l, TrmArena *arena, double hz, double *out);
TrmStatus trm_linear_gain(const TrmLinear *l, TrmArena *arena, double *out);
TrmStatus trm_linear_zeros(const TrmLinear *l, TrmArena *arena, size_t output, size_t input,
                           double *re, double *im, size_t *count);

/* linearize_verify.c: how far the nonlinear model is off after half a turn of the phase of mode k,
 * in parts of the amplitude; NaN where there is nothing to compare. */
TrmStatus trm_linear_verify(TrmLinear *l, TrmArena *arena, size_t k, double *error, TrmLog *log);

#endif
