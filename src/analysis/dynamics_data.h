/* SPDX-License-Identifier: Apache-2.0
 *
 * What a run of dynamics holds.
 */
#ifndef TRM_ANALYSIS_DYNAMICS_DATA_H
#define TRM_ANALYSIS_DYNAMICS_DATA_H

#include "analysis/dynamics.h"
#include "analysis/events.h"
#include "formulation/formulation.h"
#include "integrator/integrator.h"

/* Why the next step begins anew. Until then the last one can be looked into. */
enum { TRM_AGAIN_EVENT = 1, TRM_AGAIN_CHOOSE = 2 };

struct TrmDynamics {
  TrmMechanism *m;
  TrmFlow *flow;
  TrmStepper *stepper;
  TrmEvents *events;
  TrmOde ode;
  double *y, *before, *after, *between; /* y at a report; values of events */
  double *saved;                        /* the stepper before the last step, where events are */
  double onto;                          /* the event that steps are to end at; infinite: none */
  double *next;                         /* y to begin again with, when `again` says so */
  unsigned again;                       /* TRM_AGAIN_ bits: before the next step */
  size_t retaken;                       /* times the step onto the event was taken again */
  double until, every;
  double start, scale, worst, last; /* energy: at the start, largest, worst and last defect */
  double jump;                      /* a defect in one step that is worth a warning */
  double position_gap, velocity_gap;
  double last_event;
  size_t event_count, at_once, jumps;
  size_t shown; /* advances so far */
  const char *reason, *stopped;
};

#endif
