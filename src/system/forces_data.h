/* SPDX-License-Identifier: Apache-2.0
 *
 * Forces as laid out: nodes in an order in which each finds what it reads already computed. A node
 * is a force element, the rate of an equation, the input or the output of a linear block (transfer
 * function, state space). Columns are numbered over the whole: positions, velocities, states,
 * inputs of linear models, reads (reads.h).
 */
#ifndef TRM_SYSTEM_FORCES_DATA_H
#define TRM_SYSTEM_FORCES_DATA_H

#include "system/forces.h"

typedef enum TrmNodeKind {
  TRM_NODE_ELEMENT,
  TRM_NODE_RATE,
  TRM_NODE_INPUT,
  TRM_NODE_OUTPUT
} TrmNodeKind;

/* A component of an element that some function reads: 0-2 force, 3 its size, 4-6 torque, 7 size */
typedef struct TrmOffer {
  int what;
  unsigned external;
} TrmOffer;

typedef struct TrmForceNode {
  TrmNodeKind kind;
  const TrmItem *item;
  size_t index;   /* of the element among the system's forces; of the state; of the block */
  size_t *column; /* sorted */
  size_t column_count;
  const TrmValue **values; /* its functions as they stand in the model */
  TrmForceProgram *programs;
  size_t program_count;
  int active;       /* number of the function that switches it, or -1 */
  int local[2];     /* externals of the element's own names */
  int turn;         /* number of its counted angle, or -1 */
  int (*entry)[12]; /* jet entries of the bodies of its three frames */
  TrmOffer *offers;
  size_t offer_count, offer_capacity;
  int own;      /* external it gives (rate, output), or -1 */
  int implicit; /* a residual, solved for the rate */
  int reads;    /* depends on reads */
} TrmForceNode;

/* A number that functions read although it follows from the forces: the acceleration of a column,
 * or a component of what a joint or motion does to the body of its frame. */
typedef struct TrmRead {
  int column;          /* of an acceleration, or -1 */
  size_t body;         /* of an acceleration */
  int component;       /* 0-2 force or move, 3-5 torque or turn */
  size_t first, count; /* rows */
  const TrmFrame *at;
  double factor;  /* to the model's units, with the sign */
  size_t weights; /* where those of its rows begin */
} TrmRead;

struct TrmForces {
  TrmForceNode *nodes; /* in order */
  size_t node_count;
  const TrmForceNode **element; /* node of each force of the system, NULL: none */
  size_t *block_state;          /* first state of each block; equations come before */
  TrmForceSource *sources;      /* per external */
  int *state_of;                /* per external: the state it is, or -1 */
  int *input_of;                /* the same for inputs of linear models */
  int *read_of;                 /* the same for reads: the first, of so many: */
  unsigned char *read_wide;     /* one, or three whose size it is */
  int *acceleration_of;         /* per column: the read it is, or -1 */
  TrmRead *reads;
  size_t read_count, read_capacity, read_weights;
  size_t first_read;  /* number of the first over the whole */
  size_t *read_list;  /* the numbers of all */
  int coupled;        /* forces on the bodies depend on reads */
  size_t slope_count; /* doubles for slopes of externals */
  size_t work;        /* doubles that the widest node needs */
  size_t event_count;
};

/* forces_layout.c: lay out forces and states; 0 after an error, which is in the log. */
int trm_forces_layout(TrmEquations *eq, TrmLog *log);

/* forces.c: slopes of Q by reads at the state, after trm_forces_evaluate. */
void trm_forces_by_reads(const TrmEquations *eq, TrmState *state, TrmAdd add, void *context);

/* forces.c: run a node; `n` is 0 or its number of columns. Elements leave their result in `call`;
 * rates and inputs leave z' (n = 0) in state->z_rate, and jets of z' in call->work otherwise. */
void trm_node_run(const TrmEquations *eq, TrmState *state, const TrmForceNode *node, size_t n,
                  TrmForceCall *call);

/* Jets of force, and of torque about the centre in body axes, on the body of a side: of call->force
 * at p and call->torque. */
void trm_force_on_body(TrmForceCall *call, int side, const double *p, double *force,
                       double *torque);

/* The same for an element, values and energies. */
void trm_element_energy(const TrmEquations *eq, TrmState *state, const TrmForceNode *node,
                        TrmForceCall *call);

/* forces_report.c: count the turns of torsion springs from here on. */
void trm_forces_accept(const TrmEquations *eq, TrmState *state);

/* states.c: doubles that finding states at rest needs. */
size_t trm_states_rest_size(const TrmEquations *eq);

#endif
