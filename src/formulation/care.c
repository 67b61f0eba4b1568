/* SPDX-License-Identifier: Apache-2.0
 *
 * Care: rates f(P(y)) instead of f(y), with P the projection onto the constraints. Stages of a step
 * lie off the constraints by the error of their low order. Rows that depend on each other on the
 * constraints, but not beside them, then contradict each other, and near a singular position the
 * accelerations that keep phi'' = 0 beside phi = 0 bend without bound; f(P(y)) stays smooth in
 * both. It costs twice as much, so it begins where corrections of the solver no longer settle, or
 * where a step fails near a singular position, and lasts for some steps. A step has rates of one
 * kind only.
 */
#include "formulation/formulation.h"
#include <math.h>

/* what a correction leaves of the one before where rows contradict each other; squares of small
 * singular values of G next to a singular position, and in sight of one */
static const double contradiction = 0.9, close = 1e-6, near = 1e-3;
/* steps that care lasts, after which it is needed again soon; refused with care until it is given
 * up */
enum { LEAST_STEPS = 4, SOON = 2, MOST_STEPS = 1 << 20, MOST_REFUSED = 3 };

void trm_care_begin(TrmCare *care) {
  *care = (TrmCare){
      .from = HUGE_VAL, .to = -HUGE_VAL, .span = LEAST_STEPS, .since = HUGE_VAL, .done = -HUGE_VAL};
}

int trm_care_lasts(const TrmCare *care, double t) {
  return t > care->from && t <= care->to;
}

int trm_care_wanted(TrmCare *care, double t, double settling) {
  int wanted = settling > contradiction;
  /* what is looked at inside the last step counts no more */
  if (t <= care->done) return wanted;
  care->weakest = fmax(care->weakest, settling);
  care->mixed |= wanted;
  return wanted;
}

/* from t on, for some steps */
static void start(TrmCare *care, double t, double steps) {
  care->from = t;
  care->to = HUGE_VAL;
  care->left = steps;
}

int trm_flow_review(void *context, double t, double t_new, int good) {
  TrmFlow *flow = context;
  TrmCare *care = &flow->care;
  int lasts = trm_care_lasts(care, t_new), mixed = care->mixed;
  double weakest = care->weakest;
  care->mixed = 0;
  care->weakest = 0;
  if (!flow->type->projects) return 0;
  care->refused = good ? 0 : care->refused + 1;
  if (!lasts && mixed) {
    /* soon after the last time: for longer */
    care->span = care->since <= SOON ? fmin(4 * care->span, MOST_STEPS) : LEAST_STEPS;
    start(care, t, care->span);
    return 1;
  }
  /* it is not the size of the step where it fails next to a singular position, or twice near one */
  double soft = flow->solver->softness;
  int singular = (care->refused == 1 && weakest > soft / close) ||
                 (care->refused == 2 && weakest > soft / near);
  if (!lasts && singular && care->since > SOON) {
    start(care, t, LEAST_STEPS);
    return 1;
  }
  /* the projection is lost in rounding itself: better without */
  if (lasts && care->refused > MOST_REFUSED) {
    care->to = t;
    care->since = care->refused = 0;
  }
  if (!good) return 0;
  care->done = t_new;
  if (!lasts) care->since++;
  if (lasts && (--care->left <= 0 || care->to < HUGE_VAL)) {
    care->to = t_new;
    care->since = 0;
  }
  return 0;
}
