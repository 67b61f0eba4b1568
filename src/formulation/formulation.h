/* SPDX-License-Identifier: Apache-2.0
 *
 * Formulation: how the constraints enter the equations of motion. Each turns a mechanism into a
 * flow y' = f(t, y) that any integrator can follow, with
 *   y = positions (r, e), curve parameters, velocities by columns, z, courses, work,
 * or independent coordinates only (partitioning). One const descriptor each, one line in the table.
 */
#ifndef TRM_FORMULATION_FORMULATION_H
#define TRM_FORMULATION_FORMULATION_H

#include "formulation/saddle.h"
#include "formulation/solver.h"

typedef struct TrmFlow TrmFlow;

/* What stands in the rows of the constraints, G a - c lambda = gamma - 2 damping phi' - stiffness
 * phi, with compliances c = diag(G M^-1 G') / penalty; a penalty of 0: c = 0. */
typedef struct TrmLaw {
  double damping, stiffness, penalty;
} TrmLaw;

typedef struct TrmFormulationType {
  const char *name, *summary;
  const char *solver; /* the way of elimination it is made of; NULL: any */
  int soft;           /* constraints are springs: a saddle with a compliant corner */
  int projects;       /* positions and velocities are brought back after every step */
  int partitions;     /* y holds independent coordinates only */
  /* a[columns] and lambda[rows] (may be NULL) of the flow's state with applied forces Q. */
  TrmStatus (*accelerate)(TrmFlow *flow, const double *Q, double *a, double *lambda);
  /* its rows, which are exact in the end; NULL: G a = gamma */
  TrmLaw (*law)(const TrmFlow *flow);
} TrmFormulationType;

extern const TrmFormulationType *const trm_formulations[]; /* NULL-terminated */
const TrmFormulationType *trm_formulation_find(const char *name);

/* Those that methods on the constraints bring with them: not to be asked for by name. */
extern const TrmFormulationType trm_formulation_index3, trm_formulation_stabilised;

/* Numbers of a formulation; 0: its default. */
typedef struct TrmFormulationOptions {
  const TrmSolverType *solver; /* NULL: the first that applies */
  double penalty, omega, mu;   /* penalty and augmented Lagrangian */
  double alpha, beta;          /* Baumgarte */
} TrmFormulationOptions;

/* care.c: rates at projected places. */
typedef struct TrmCare {
  double from, to; /* for from < t <= to */
  double left;     /* steps it still lasts */
  double span;     /* steps it lasts next time */
  double since;    /* steps since it ended */
  double done;     /* the end of the last step */
  int mixed;       /* the step under way has rates of both kinds */
  double weakest;  /* how badly corrections settled in it */
  int refused;     /* how often it was refused */
} TrmCare;

struct TrmFlow {
  const TrmFormulationType *type;
  TrmFormulationOptions options;
  const TrmEquations *eq;
  TrmState *state;   /* where the flow was last evaluated */
  TrmSolver *solver; /* NULL for soft formulations */
  TrmSaddle *saddle; /* of soft formulations and partitioning */
  TrmWeights masses;
  TrmWeights sturdy; /* what alpha counts by: see penalty.c */
  double size;       /* a typical length, m */
  double worth;      /* J by which the error of work is measured; infinite: it is not */
  double reach;      /* what gaps are measured by, m */
  size_t n;          /* of y */
  size_t *place;     /* of each body in y */
  size_t curves, velocities, states, courses, work; /* where these parts begin */
  int counts_work; /* the last two of y are work put in and work dissipated */
  double latest;   /* functions of time are not asked beyond it */
  int moving_rows; /* a row depends on time beyond the courses of motions */
  int driven;      /* reactions do work: there are such rows, or motions */
  double *Q, *a, *lambda, *phi, *phi_t, *gamma, *G, *u, *dq, *soft, *guess;
  struct TrmPartition *partition;
  struct TrmRub *rub;           /* dry friction; NULL: none */
  struct TrmNewton *newton;     /* of implicit methods; NULL: none */
  struct TrmReduced *reduced;   /* the same for partitioning */
  struct TrmLeap *leap;         /* of steps over rigid contacts; NULL: none */
  struct TrmImplicit *implicit; /* of methods on the constraints; NULL: none */
  size_t evaluations, projections, corrections;
  int timed; /* the clock is asked, for `projecting`, s */
  double projecting;
  size_t loose; /* projections in a row that left more than rounding */
  TrmCare care;
};

/* Lay out a flow for a mechanism assembled at `at`; NULL when the formulation does not apply, with
 * the reason in `*why`. Only inside a guard. */
TrmFlow *trm_flow_new(TrmArena *arena, const TrmEquations *eq, const TrmState *at,
                      const TrmFormulationType *type, const TrmFormulationOptions *options,
                      double size, const char **why);

/* y[n] of a state, and the flow's state from y at t (courses and all). */
void trm_flow_pack(const TrmFlow *flow, const TrmState *state, double *y);
TrmStatus trm_flow_unpack(TrmFlow *flow, double t, const double *y);

/* y' at (t, y); TRM_RETRY where it cannot be found or is not a number. */
TrmStatus trm_flow_rate(void *flow, double t, const double *y, double *dy);

/* Take the memory of implicit methods, of complex factors too where `pair`. Only inside a guard.
 */
void trm_flow_prepare(TrmFlow *flow, TrmArena *arena, int pair);

/* Factor I - gamma df/dy at (t, y), and solve with it in place; df/dy is exact but for the two last
 * of y, which are work. */
TrmStatus trm_flow_factor(void *flow, double t, const double *y, double gamma);
TrmStatus trm_flow_solve(void *flow, double *r);

/* The same with a second matrix of gamma = re + i im; y NULL: with the slopes taken last. */
TrmStatus trm_flow_factor_pair(void *flow, double t, const double *y, double gamma, double re,
                               double im);
TrmStatus trm_flow_solve_complex(void *flow, double *re, double *im);

/* Rates of the two works, at the flow's state with its multipliers. */
void trm_flow_work_rates(TrmFlow *flow, double *dy);

/* The law of the formulation with its numbers. */
TrmLaw trm_flow_law(const TrmFlow *flow);

/* Accelerations and multipliers of the flow's state, left in flow->a and flow->lambda. */
TrmStatus trm_flow_accelerate(TrmFlow *flow);

/* Forces of the flow's state, left in flow->Q, with all that they read. */
TrmStatus trm_flow_act(TrmFlow *flow);

/* Bring y onto the constraints; the flow's state is then that of y. */
TrmStatus trm_flow_project(void *flow, double t, double *y);

/* Positions, then velocities of the flow's state onto the constraints. */
TrmStatus trm_flow_close(TrmFlow *flow);

/* Positions alone, unless a gap is so wide that it has jumped open. */
TrmStatus trm_flow_close_positions(TrmFlow *flow);

/* One rough correction of positions, or all of them where they are far off or nearly closed. */
TrmStatus trm_flow_approach(TrmFlow *flow);

/* The same in one round, which leaves the square of what was open. */
TrmStatus trm_flow_settle(TrmFlow *flow);

/* care.c: forget all; 1 when rates at t need care; 1 when one of them, plain, turned out to need
 * it. After a step from t to t_new was tried: 1 when the same step should be tried again, because
 * its rates will be better. */
void trm_care_begin(TrmCare *care);
int trm_care_lasts(const TrmCare *care, double t);
int trm_care_wanted(TrmCare *care, double t, double settling);
int trm_flow_review(void *flow, double t, double t_new, int good);

/* baumgarte.c: phi, G, phi_t of the flow's state and the right-hand sides g of the law. */
void trm_flow_feedback(TrmFlow *flow, const TrmLaw *law, double *g);

/* Count turns from the flow's state on. 1 when coordinates should be chosen again before the next
 * step; then y is to be packed anew. */
int trm_flow_accept(TrmFlow *flow);
void trm_flow_choose(TrmFlow *flow);

/* What the flow keeps beside y: its number of doubles, a copy, and back. */
size_t trm_flow_memory(const TrmFlow *flow);
void trm_flow_save(const TrmFlow *flow, double *memory);
void trm_flow_load(TrmFlow *flow, const double *memory);

/* Forget what earlier evaluations left behind in the solvers: a run goes on from here as one that
 * was loaded here. */
void trm_flow_renew(TrmFlow *flow);

/* Sizes of y for its absolute tolerance: lengths, angles, and speeds per `duration`. */
void trm_flow_scale(const TrmFlow *flow, double *scale);

/* partition.c: y holds the independent coordinates x and their velocities. */
typedef struct TrmPartition TrmPartition;
TrmPartition *trm_partition_new(TrmArena *arena, TrmFlow *flow, const TrmState *at,
                                const char **why);
size_t trm_partition_freedoms(const TrmPartition *partition);
void trm_partition_pack(const TrmFlow *flow, const TrmState *state, double *y);
TrmStatus trm_partition_unpack(TrmFlow *flow, double t, const double *y);
/* Keep the last position while another is looked at, and go back to it. */
void trm_partition_leave(TrmFlow *flow);
void trm_partition_return(TrmFlow *flow);
void trm_partition_rate(const TrmFlow *flow, double *dy);
int trm_partition_far(const TrmFlow *flow);
void trm_partition_choose(TrmFlow *flow);
size_t trm_partition_memory(const TrmFlow *flow);
void trm_partition_save(const TrmFlow *flow, double *memory);
void trm_partition_load(TrmFlow *flow, const double *memory);

#endif
