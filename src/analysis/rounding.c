/* SPDX-License-Identifier: Apache-2.0
 *
 * Rounding of gaps: what positions, the places on bodies that they are measured between, and
 * lengths and limits leave of a gap that is zero.
 */
#include "analysis/sides_data.h"
#include "math/vec3.h"
#include "system/contacts.h"
#include "system/rigid.h"
#include <float.h>
#include <math.h>

static double arm_of_joint(const TrmJoint *joint) {
  double arm = 0;
  if (joint->has_frames)
    arm = trm_vec3_norm(joint->frame_first.s) + trm_vec3_norm(joint->frame_second.s);
  for (size_t k = 0; k < joint->eye_count; k++) arm += trm_vec3_norm(joint->eyes[k].s);
  return arm;
}

static double arm_of_surface(const TrmSurface *surface) {
  double reach = trm_vec3_norm(surface->centre) + surface->reach;
  return isfinite(reach) ? reach : trm_vec3_norm(surface->p[0]);
}

void trm_sides_measure(TrmSides *s) {
  const TrmEquations *eq = s->eq;
  for (size_t i = 0; i < eq->side_count; i++) {
    const TrmRow *row = &eq->rows[eq->sides[i].row];
    s->arm[i] = fabs(row->offset);
    if (eq->sides[i].kind != TRM_SIDE_CONTACT)
      s->arm[i] += arm_of_joint(&eq->system->joints[row->index]);
  }
  for (size_t k = 0; k < eq->rigid_count; k++) {
    const TrmRigid *place = &eq->rigid[k];
    for (size_t i = 0; i < eq->side_count; i++)
      if (eq->sides[i].row == place->row)
        s->arm[i] += arm_of_surface(place->surface[0]) + arm_of_surface(place->surface[1]);
  }
}

double trm_sides_rounding(const TrmSides *s, size_t i) {
  const TrmEquations *eq = s->eq;
  size_t row = eq->sides[i].row;
  double size = s->arm[i];
  trm_equations_row_slopes(eq, s->flow->state, row, s->flow->G + eq->start[row]);
  for (size_t k = eq->start[row]; k < eq->start[row + 1]; k++)
    for (size_t b = 0; b < eq->body_count; b++)
      for (int c = 0; c < 6; c++)
        if (eq->body_column[b][c] == (int)eq->column[k])
          size += fabs(s->flow->G[k]) * (c < 3 ? fabs(s->flow->state->body[b].r[c]) : 1);
  return 2 * DBL_EPSILON * size;
}
