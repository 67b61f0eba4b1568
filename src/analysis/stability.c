/* SPDX-License-Identifier: Apache-2.0
 *
 * Stability: the signs of the reduced stiffness at an equilibrium. A direction with a negative one
 * leaves by itself, one without stiffness stays anywhere. Where forces have no potential only their
 * symmetric part is judged, which tells divergence but not flutter, and that is said.
 */
#include "analysis/reduced.h"
#include "analysis/statics.h"
#include <math.h>
#include <string.h>

/* freedoms up to which every direction is looked at */
enum { MOST_DENSE = 300 };

static void judge_each(TrmStatics *s, const TrmReduced *reduced) {
  TrmVerdict *v = &s->verdict;
  size_t n = s->b->columns, f = reduced->freedoms;
  double unit = s->b->force / s->m->size;
  double limit = fmax(1e-10, f ? 1e-12 * fabs(reduced->stiffness[f - 1]) : 0);
  for (size_t k = 0; k < f; k++) {
    double stiffness = reduced->stiffness[k];
    const double *x = reduced->direction + k * n;
    if (stiffness > limit) break;
    int neutral = stiffness >= -limit;
    *(neutral ? &v->neutral : &v->unstable) += 1;
    size_t *named = &v->named[neutral];
    if (*named < TRM_DIRECTIONS)
      v->direction[neutral][(*named)++] =
          (TrmDirection){trm_freedom_name(s->m, x), stiffness * unit};
  }
  v->softest = f ? reduced->stiffness[0] * unit : 0;
  if (f) memcpy(v->worst, reduced->direction, n * sizeof *v->worst);
}

/* many freedoms: those below zero and those near it are counted, one is named */
static void judge_count(TrmStatics *s) {
  TrmVerdict *v = &s->verdict;
  v->unstable = trm_balance_unstable(s->b, 0, v->worst);
  v->softest = nan("");
  if (!v->unstable) return;
  v->named[0] = 1;
  v->direction[0][0] = (TrmDirection){trm_freedom_name(s->m, v->worst), nan("")};
}

void trm_statics_judge(TrmStatics *s) {
  TrmVerdict *v = &s->verdict;
  double *worst = v->worst;
  trm_balance_measure(s->b);
  trm_balance_slopes(s->b);
  TrmReduced *reduced = trm_balance_reduce(s->b, trm_mechanism_passing(s->m), MOST_DENSE);
  *v = (TrmVerdict){.freedoms = reduced->freedoms,
                    .all_known = reduced->stiffness != NULL,
                    .asymmetry = reduced->asymmetry,
                    .states_held = reduced->states_held,
                    .worst = worst};
  /* states that integrate do not follow from the position: the stiffness alone says nothing */
  if (v->all_known && !v->states_held) judge_each(s, reduced);
  if (!v->all_known) judge_count(s);
  s->unstable = v->unstable;
}

/* the directions of one kind as notes of the last message */
static void say_directions(const TrmVerdict *v, int neutral, TrmLog *log) {
  for (size_t i = 0; i < v->named[neutral]; i++) {
    const TrmFreedomName *name = &v->direction[neutral][i].name;
    if (name->name)
      trm_log_note(log, TRM_NOWHERE, "%s '%s' can %s", name->kind, name->name, name->verb);
    else
      trm_log_note(log, TRM_NOWHERE, "a parameter of a curve can change");
  }
}

void trm_statics_say_verdict(const TrmStatics *s, TrmLog *log) {
  const TrmVerdict *v = &s->verdict;
  if (v->unstable) {
    trm_log_add(log, TRM_W_UNSTABLE, TRM_NOWHERE, NULL,
                "the equilibrium is unstable in %zu direction%s", v->unstable,
                v->unstable == 1 ? "" : "s");
    say_directions(v, 0, log);
    if (!s->wants_stable)
      trm_log_hint(log, "look for a stable one with `stable: true` (--stable), or begin from "
                        "another position");
  }
  if (v->neutral) {
    trm_log_add(
        log, TRM_N_NEUTRAL, TRM_NOWHERE, NULL,
        "the equilibrium is neutral in %zu direction%s, in which it was left where it stood",
        v->neutral, v->neutral == 1 ? "" : "s");
    say_directions(v, 1, log);
  }
}
