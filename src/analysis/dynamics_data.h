/* SPDX-License-Identifier: Apache-2.0
 *
 * What a run of dynamics holds.
 */
#ifndef TRM_ANALYSIS_DYNAMICS_DATA_H
#define TRM_ANALYSIS_DYNAMICS_DATA_H

#include "analysis/dynamics.h"
#include "analysis/events.h"
#include "analysis/pace.h"
#include "formulation/formulation.h"
#include "integrator/integrator.h"

/* Why the next step begins anew. Until then the last one can be looked into. */
enum {
  TRM_AGAIN_EVENT = 1,
  TRM_AGAIN_CHOOSE = 2,
  TRM_AGAIN_SPEED = 4,
  TRM_AGAIN_SWITCH = 8, /* what holds one way only */
  TRM_AGAIN_METHOD = 16 /* another goes on */
};

enum { TRM_MOST_JUMPS = 3 };

/* A jump of the energy balance, and the motion that switched there, or NULL. */
typedef struct TrmJump {
  double t, change;
  const TrmItem *item;
  int corner; /* it is no jump of energy, but of direction */
} TrmJump;

/* What the velocities did since they were `from`: corner.c. */
typedef struct TrmCorner {
  double moved, pushed, sharpest, fastest;
  double *from; /* NULL: constraints do not drift, nothing is watched */
  double *unit; /* of each velocity */
} TrmCorner;

/* Where time goes: steps in all, and of those that are looked at closely the whole and the parts.
 */
typedef struct TrmStopwatch {
  double preparation, steps, reports;
  double whole, stepping; /* of one step in TRM_WATCHED */
  size_t count;           /* of steps */
} TrmStopwatch;

enum { TRM_WATCHED = 16 };

struct TrmDynamics {
  TrmMechanism *m;
  const TrmEquations *eq; /* with all rows that may switch */
  TrmFlow *flow;
  TrmStepper *stepper;      /* at work */
  struct TrmChoice *choice; /* between two; NULL: there is none */
  TrmEvents *events;
  TrmSides *sides; /* one-sided conditions; NULL: none */
  TrmHappened happened;
  TrmBreaks *breaks; /* in time */
  TrmOde ode;
  TrmDae dae;                           /* of methods on the constraints */
  double *y, *before, *after, *between; /* y at a report; values of events */
  double *saved;                        /* the stepper before the last step, where events are */
  double onto;                          /* the event that steps are to end at; infinite: none */
  double *next;                         /* y to begin again with, when `again` says so */
  unsigned again;                       /* TRM_AGAIN_ bits: before the next step */
  size_t retaken;                       /* times the step onto the event was taken again */
  double until, every;
  double start, scale, worst, last; /* energy: at the start, largest, worst and last defect */
  double jump;                      /* a defect in one step that is worth a warning */
  double mark_time, mark;           /* where a defect over many steps is counted from */
  TrmCorner corner;
  double position_gap, velocity_gap;
  double floor;                  /* an energy below which nothing is said */
  double last_jump;              /* time of the last such warning */
  TrmPace step_pace, event_pace; /* whether the end will be reached */
  const TrmItem *switched;       /* the motion that switched at the end of the last step, or NULL */
  size_t last_event;             /* the last one seen */
  size_t event_count, instants;  /* events, and the times they happened at */
  TrmJump jump_at[TRM_MOST_JUMPS]; /* in this interval */
  size_t jump_count, jumps;        /* there, and reported */
  int lost;                        /* energy was, which was said */
  size_t sightings;                /* of events, met or not yet */
  size_t slow_sightings;           /* when steps became slow */
  int opening;                     /* 1: whether joints open was asked; 2: they do */
  double work[2];                  /* put in and taken out at the state shown */
  double kinetic, potential;       /* there */
  size_t shown;                    /* advances so far */
  double shown_time;               /* of the last */
  size_t renewed;                  /* steps when solvers were last renewed */
  int may_save;                    /* they were at the state shown */
  size_t factored;                 /* factorisations of the run that this one goes on from */
  TrmStopwatch watch;
  const char *reason, *stopped;
};

/* Factorisations so far. */
size_t trm_dynamics_factorisations(const TrmDynamics *d);

/* dynamics_energy.c: the energy of the flow's state less the work in y; the balance after a step;
 * the work of an impulse, put in by what changed a speed at once; what there is to say. */
double trm_dynamics_energy(TrmDynamics *d, const double *y, double *kinetic, double *potential);
void trm_dynamics_watch_energy(TrmDynamics *d, const double *y);
void trm_dynamics_count_impulse(TrmDynamics *d, double *y);
void trm_dynamics_report_jumps(TrmDynamics *d, TrmLog *log);
void trm_dynamics_report_lost(TrmDynamics *d, TrmLog *log);

/* dynamics_switch.c: let impulses act and conditions switch at y and t, whose velocities change;
 * the energy that this takes is dissipated. TRM_FAILED after an error, in the log. */
TrmStatus trm_dynamics_switch(TrmDynamics *d, double t, double *y, int first, TrmLog *log);

/* dynamics_method.c: 1 when a method was asked for by its name, when steps leap over rigid
 * contacts, when nobody says how and they have to, since events do not follow some of them; the
 * integrator and the equations of the flow, NULL after an error. */
int trm_dynamics_wanted(const char *name);
int trm_dynamics_leaps(const TrmDynamicsOptions *options);
int trm_dynamics_must_leap(const TrmMechanism *m, const TrmDynamicsOptions *options);
const TrmIntegratorType *trm_dynamics_integrator(TrmDynamics *d, const TrmDynamicsOptions *options,
                                                 TrmLog *log);
TrmFlow *trm_dynamics_flow(TrmDynamics *d, TrmArena *arena, const TrmIntegratorType *integrator,
                           const TrmDynamicsOptions *options, TrmLog *log);

/* What the method needs of d->ode beside rates, after what other methods need. */
void trm_dynamics_prepare(TrmDynamics *d, TrmArena *arena, const TrmIntegratorType *type);

/* corner.c: watch the speed from y on; 1 when it turned a corner by the end of a step of length h
 * from y_old to y, at which the flow's state is. */
void trm_dynamics_watch_corners(TrmDynamics *d, TrmArena *arena);
void trm_dynamics_mark_corner(TrmDynamics *d, const double *y);
int trm_dynamics_turns_corner(TrmDynamics *d, const double *y_old, const double *y, double h);

/* Count steps and events from here on. */
void trm_dynamics_pace(TrmDynamics *d);

/* The mechanism at `time`, inside the last step. */
TrmStatus trm_dynamics_show(TrmDynamics *d, double time);

/* explain.c: say when, where and why the motion cannot go on, and what to try: after a step that
 * failed, or at a pace that leads nowhere. */
void trm_dynamics_explain(TrmDynamics *d, TrmLog *log);
void trm_dynamics_explain_pace(TrmDynamics *d, TrmLog *log);

/* 1 when joints have come apart at the state shown, which is in the log. */
int trm_dynamics_apart(TrmDynamics *d, TrmLog *log);

/* 1 when redundant joints open, which is in the log. */
int trm_dynamics_opens(TrmDynamics *d, TrmLog *log);

#endif
