/* SPDX-License-Identifier: Apache-2.0
 *
 * The analysis: a system set in motion. It is assembled, then moved from one time to the next;
 * after each the signals can be read. One thread at a time; the system must outlive it.
 */
#ifndef TRAMMEL_ANALYSIS_H
#define TRAMMEL_ANALYSIS_H

#include "trammel/system.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TrmAnalysis TrmAnalysis;

/* Lay out the equations of a system. On failure `*analysis` is NULL and the log says why. */
TrmStatus trm_analysis_new(const TrmSystem *system, TrmLog *log, TrmAnalysis **analysis);
void trm_analysis_free(TrmAnalysis *analysis);

/* Let the assembly weigh changes by mass and inertia (1), or alike for all bodies (0), in place of
 * what the model says. */
void trm_analysis_weigh(TrmAnalysis *analysis, int by_inertia);

/* Bring the bodies into a position that closes all joints, with the least change; velocities,
 * accelerations and reactions follow. TRM_FAILED when that is impossible. */
TrmStatus trm_analysis_assemble(TrmAnalysis *analysis, TrmLog *log);

/* Prepare kinematics after the assembly: every freedom must be driven. */
TrmStatus trm_analysis_drive(TrmAnalysis *analysis, TrmLog *log);

/* Move the driven mechanism on to `time` (s), in as many steps as that needs. */
TrmStatus trm_analysis_advance(TrmAnalysis *analysis, double time, TrmLog *log);

/* How the motion under forces is computed; zero or NULL: the default. Times in s. */
typedef struct TrmDynamicsOptions {
  const char *integrator;  /* "auto", "dop853", "dopri5", "abm", "bdf", "radau5", "rk4" */
  const char *formulation; /* "auto", "constraint_force", "projection", ... */
  const char *solver;      /* "tree", "schur", "sparse": the elimination, to check one by another */
  double tolerance;        /* error allowed in a step, relative; 1e-8 */
  double absolute_tolerance;
  double step;               /* of rk4, or the first one tried */
  double max_step, min_step; /* bounds of the step */
  double until;              /* steps may go beyond a report time, but not beyond this */
  double every; /* interval of the results: bounds the step where laws move with time */
  double penalty, omega, mu; /* of penalty and augmented_lagrangian */
  double alpha, beta;        /* of baumgarte */
  double max_order;          /* the highest of gstiff, si2 and bdf, 1 to 5; 0: 5 */
  double damping; /* of hht and generalized_alpha: 1 - spectral radius of the fastest motions; 0:
                     0.2, negative: none */
} TrmDynamicsOptions;

/* Prepare the motion under forces after the assembly. From here on trm_analysis_advance follows the
 * dynamics; it may stop early at an event (trm_analysis_dynamics tells). */
TrmStatus trm_analysis_begin_dynamics(TrmAnalysis *analysis, const TrmDynamicsOptions *options,
                                      TrmLog *log);

/* Seconds of the clock on the wall that each part of a motion under forces took so far. What is
 * inside of steps is found from every 16th of them. */
typedef struct TrmPhases {
  double assembly, preparation; /* the closed start; equations and methods laid out */
  double integration;           /* steps, their evaluations and factorisations among them */
  double projection;            /* of states onto the constraints after steps */
  double events;                /* looks for events and at the energy after steps */
  double reports;               /* states at report times, and their accelerations */
} TrmPhases;

/* Where `auto` went over to another integrator; the first of them are kept. */
enum { TRM_SWITCHES = 8 };
typedef struct TrmMethodChange {
  double time;
  const char *to;
} TrmMethodChange;

/* What a motion under forces took, and how well it kept what it should keep. SI units. */
typedef struct TrmDynamicsReport {
  const char *integrator, *formulation, *solver, *reason; /* begun with */
  size_t switches;                                        /* in all, and the first ones */
  TrmMethodChange switched[TRM_SWITCHES];
  size_t steps, rejected, evaluations, projections, factorisations, events;
  size_t pivots; /* times that a sparse factorisation chose its pivots anew, in this process */
  double time;   /* reached */
  double kinetic, potential;             /* now */
  double energy_start, work, dissipated; /* at the start; put in and taken out since */
  double stored;                         /* kinetic + potential - energy_start */
  double energy_error, energy_scale;     /* worst defect of the balance; largest energy */
  double position_gap, velocity_gap;     /* worst violations at report times, m or rad */
  const char *stopped;                   /* the event that ended it, or NULL */
  /* of steps over rigid contacts: most touches in one, the deepest, m, and the largest change of a
   * velocity that the last sweep of a step still made, m/s */
  size_t touches;
  double touch_depth, touch_change;
  TrmPhases seconds;
} TrmDynamicsReport;
void trm_analysis_dynamics(const TrmAnalysis *analysis, TrmDynamicsReport *report);

/* What happened during a motion under forces, in the order of time. */
typedef enum TrmHappeningKind {
  TRM_HAPPENED_STICK,
  TRM_HAPPENED_SLIP,
  TRM_HAPPENED_IMPACT,  /* with an impulse */
  TRM_HAPPENED_CONTACT, /* stays in touch from here on */
  TRM_HAPPENED_SEPARATION,
  TRM_HAPPENED_SLACK,
  TRM_HAPPENED_TAUT,
  TRM_HAPPENED_LIMIT, /* rests at a limit from here on */
  TRM_HAPPENED_USER   /* an event of the model */
} TrmHappeningKind;
typedef struct TrmHappening {
  double time; /* s */
  TrmHappeningKind kind;
  const char *name; /* of the joint, contact or event */
} TrmHappening;

/* The list so far and its length; the word for a kind. */
size_t trm_analysis_happened(const TrmAnalysis *analysis, const TrmHappening **list);
const char *trm_happening_word(TrmHappeningKind kind);

/* How an equilibrium is sought; zero: the default. */
typedef struct TrmStaticsOptions {
  double tolerance;  /* largest force left unbalanced, in parts of the largest force; 1e-8 */
  size_t iterations; /* of Newton's method before the model is relaxed instead; 50 */
  int stable;        /* go on from an unstable equilibrium to a stable one */
} TrmStaticsOptions;

/* After the assembly: the position in which all forces balance, at the time of the assembly, with
 * velocities zero. TRM_FAILED when none is found, with the reason in the log; the position is then
 * the best that was found. The log has a warning when it is unstable, a note when it is neutral. */
TrmStatus trm_analysis_statics(TrmAnalysis *analysis, const TrmStaticsOptions *options,
                               TrmLog *log);

/* The same, and from here on trm_analysis_advance follows the equilibrium through time. Where it
 * ends the model snaps to another, with a warning, or TRM_FAILED when there is none. */
TrmStatus trm_analysis_begin_quasistatics(TrmAnalysis *analysis, const TrmStaticsOptions *options,
                                          TrmLog *log);

/* Signs of the stiffness in the directions that the constraints leave; not judged where states
 * integrate, so that they do not follow from the position. */
typedef enum TrmStability { TRM_STABLE, TRM_NEUTRAL, TRM_UNSTABLE, TRM_NOT_JUDGED } TrmStability;

/* What an equilibrium took, and what it is like. SI units. */
typedef struct TrmStaticsReport {
  size_t iterations, relaxations;     /* of Newton's method; steps along the forces */
  size_t steps, halvings;             /* of a path */
  double unbalanced, force, length;   /* largest force left; in the model; a typical length */
  const char *body;                   /* on which it is left */
  TrmStability stability;             /* of the last equilibrium judged */
  size_t freedoms, unstable, neutral; /* directions */
  double stiffness;                   /* the least, N/m, turns by a typical arm; NaN: not known */
  int by_potential;                   /* the stiffness is symmetric and there are no states */
  size_t snaps;                       /* of a path, and the first of them: */
  double snap_time, snap_from[3], snap_to[3];
  const char *snap_body;
} TrmStaticsReport;
void trm_analysis_equilibrium(const TrmAnalysis *analysis, TrmStaticsReport *report);

/* Before the assembly: begin at the positions, counted angles and states of another analysis of the
 * same system, with its velocities, in place of those of the model. */
void trm_analysis_begin_at(TrmAnalysis *analysis, const TrmAnalysis *other);

/* What a motion under forces goes on from, as doubles: their number (0 when it cannot be kept now;
 * it can after every 64th advance, and where an advance ends 64 steps after the last time), a copy,
 * and back into an analysis prepared in the same way, which then goes on with the same bits. */
size_t trm_analysis_memory(const TrmAnalysis *analysis);
void trm_analysis_save(const TrmAnalysis *analysis, double *memory);
TrmStatus trm_analysis_load(TrmAnalysis *analysis, const double *memory);

/* Signals: their number, name and unit, and their values now, in the model's units. */
size_t trm_analysis_signals(const TrmAnalysis *analysis);
const char *trm_analysis_signal(const TrmAnalysis *analysis, size_t index, const char **unit);
void trm_analysis_values(TrmAnalysis *analysis, double *values);

/* The same; TRM_FAILED when one of those wanted is not a finite number: which one, and when, is in
 * the log. */
TrmStatus trm_analysis_read_values(TrmAnalysis *analysis, double *values, TrmLog *log);

/* Only these signals are computed from here on; the others are NaN. */
void trm_analysis_want(TrmAnalysis *analysis, const size_t *signals, size_t count);

/* What the assembly did to a body, SI, ground axes. */
typedef struct TrmBodyChange {
  const char *body;
  double move, turn;              /* of its mass centre, of its axes */
  double part;                    /* the larger of move in parts of the mechanism's size and turn */
  int gives_velocity, gives_spin; /* the model does */
  double velocity[2][3];          /* as given, as assembled */
  double spin[2][3];
  unsigned exact; /* values kept: bits in the order x y z psi theta phi vx vy vz wx wy wz */
} TrmBodyChange;

/* The change of body number `index`, in the order of the model; 0 past the last one. */
int trm_analysis_change(const TrmAnalysis *analysis, size_t index, TrmBodyChange *change);

/* What the assembly and the motion took. */
typedef struct TrmAnalysisCount {
  size_t steps, halvings, iterations; /* steps tried, of them halved, Newton iterations */
  size_t factorisations, refactorisations, solves;
  double solving; /* seconds spent in the sparse factorisations and solutions */
} TrmAnalysisCount;
void trm_analysis_count(const TrmAnalysis *analysis, TrmAnalysisCount *count);

/* Decide freedoms, redundancy and which reactions are not unique at the present position; reactions
 * once found not unique stay so. A look before and one or two on the way find those of a run. */
TrmStatus trm_analysis_judge(TrmAnalysis *analysis);

/* 0 for a reaction that the equations do not decide: the smallest is reported. */
int trm_analysis_unique(const TrmAnalysis *analysis, size_t signal);

/* Freedoms by rank at the present position, and how many equations depend on others. */
void trm_analysis_freedoms(TrmAnalysis *analysis, int *freedoms, int *redundant);

/* The freedoms in truth and the equations that depend on each other, explained, at the present
 * position; free with trm_text_free. NULL when memory is out. */
char *trm_analysis_report(TrmAnalysis *analysis);

#ifdef __cplusplus
}
#endif
#endif
