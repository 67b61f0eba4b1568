/* SPDX-License-Identifier: Apache-2.0
 *
 * What holds one way only in a linear model: ropes that are taut and separators and limits that
 * press hold like joints, others are not there; which of them do is found as at the beginning of a
 * run. Dry friction, which is not smooth where it matters, is left out, and said.
 */
#include "analysis/linearize.h"
#include "analysis/sides_data.h"
#include <string.h>

const TrmEquations *trm_linear_equations(TrmArena *arena, const TrmMechanism *m) {
  if (!m->eq->wide_sides) return m->eq;
  TrmEquations *wide = trm_equations_wide(arena, m->eq);
  wide->dry_count = 0;
  return wide;
}

/* friction of joints and contacts; motions that are as strong as they must be are as they stand */
static void say_friction(const TrmLinear *l) {
  const TrmEquations *eq = l->m->eq;
  const TrmItem *last = NULL;
  for (size_t j = 0; j < eq->wide_dries; j++) {
    const TrmDry *dry = &eq->dry[j];
    if (dry->item == last || dry->side >= 0) continue;
    last = dry->item;
    int motion = dry->joint < 0;
    if (motion && !l->flow->state->off[dry->row]) continue;
    trm_log_add(l->log, TRM_W_LINEAR_LEFT_OUT, dry->item->place, dry->item->name,
                motion ? "the linear model leaves out motion '%s', whose force has a limit"
                       : "the linear model leaves out the dry friction of '%s'",
                dry->item->name);
    trm_log_hint(l->log, motion ? "it counts where a run with dynamics ends while it holds"
                                : "small motions about rest would stick; a damper stands for what "
                                  "friction takes of motions that do not");
  }
}

int trm_linear_settle(TrmLinear *l) {
  const TrmEquations *eq = l->m->eq;
  TrmState *state = l->flow->state;
  say_friction(l);
  if (l->eq == eq) return 1;
  for (size_t j = 0; j < eq->wide_dries; j++)
    for (size_t k = 0; k < eq->dry[j].count; k++)
      if (eq->dry[j].row + k >= eq->narrow_rows) state->off[eq->dry[j].row + k] = 1;
  TrmHappened *happened = trm_arena_alloc(l->arena, sizeof *happened);
  *happened = (TrmHappened){.arena = l->arena};
  TrmSides *s = trm_sides_new(l->arena, l->m, l->flow, happened);
  if (!s) return 1;
  /* what holds goes on, and what events have switched stays so */
  for (size_t i = 0; i < l->eq->side_count; i++)
    s->mode[i] = state->off[l->eq->sides[i].row] ? TRM_SIDE_OPEN : TRM_SIDE_CLOSED;
  l->m->as_it_stands = 1;
  TrmStatus status = trm_sides_resolve(s, 1, l->log);
  l->m->as_it_stands = 0;
  if (status != TRM_OK) return 0;
  for (size_t i = 0; i < l->eq->side_count; i++) {
    const TrmSide *side = &l->eq->sides[i];
    if (side->kind != TRM_SIDE_CONTACT || state->off[side->row]) continue;
    trm_log_add(l->log, TRM_E_LINEAR_RIGID, side->item->place, side->item->name,
                "rigid contact '%s' is closed, which linear models do not follow",
                side->item->name);
    trm_log_hint(l->log, "give the contact a `stiffness` in place of `law: rigid`");
    return 0;
  }
  trm_state_copy(l->eq, state, l->m->state);
  return 1;
}
