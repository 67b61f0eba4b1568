/* SPDX-License-Identifier: Apache-2.0
 *
 * Apart: with w the spins and s' = w x s in ground axes, without accelerations
 *   dphi = 2 f d.(dr_2 - dr_1 - s~_2 dtheta_2 + s~_1 dtheta_1),
 *   phi'' = 2 f (d'.d' + d.d''),  d'' = w_2 x (w_2 x s_2) - w_1 x (w_1 x s_1).
 */
#include "system/apart.h"
#include "compile/system.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include "system/equations.h"
#include <string.h>

int trm_apart_make(const TrmTermPlan *term, double offset, TrmApart *row) {
  if (term->kind != TRM_TERM_LINEAR || term->count != 1 || term->body[0] == term->body[1]) return 0;
  const TrmProduct *product = &term->product[0];
  for (int k = 0; k < 2; k++) {
    const TrmArmSide *a = &product->a.side[k], *b = &product->b.side[k];
    if (a->curve || b->curve || a->c != (k ? 1 : -1) || b->c != a->c) return 0;
    if (memcmp(a->x_b, b->x_b, sizeof a->x_b) != 0) return 0;
    row->body[k] = term->body[k];
    row->entry[k] = -1;
    row->turns[k] = row->arms[k] = 0;
    for (int i = 0; i < 3; i++) {
      row->b[k][i] = a->c * a->x_b[i];
      row->arms[k] |= row->b[k][i] != 0;
    }
  }
  row->factor = term->factor * product->weight;
  row->offset = offset;
  return 1;
}

TrmTermPlan trm_apart_term(const TrmApart *row) {
  TrmTermPlan term = {.kind = TRM_TERM_LINEAR, .factor = row->factor, .count = 1, .turn = -1};
  TrmProduct *product = &term.product[0];
  product->weight = 1;
  for (int k = 0; k < 2; k++) {
    TrmArmSide *side = &product->a.side[k];
    term.body[k] = row->body[k];
    term.curve[k] = -1;
    side->c = k ? 1 : -1;
    for (int i = 0; i < 3; i++) side->x_b[i] = side->c * row->b[k][i];
  }
  product->b = product->a;
  return term;
}

static const TrmBodyMotion *motion_of(const TrmBodyMotion *bodies, int body) {
  return body < 0 ? &trm_ground_motion : &bodies[body];
}

double trm_apart_position(const TrmApart *row, int planar, const TrmBodyMotion *bodies, double *G) {
  const TrmBodyMotion *m[2] = {motion_of(bodies, row->body[0]), motion_of(bodies, row->body[1])};
  double s[2][3], d[3];
  for (int k = 0; k < 2; k++) trm_mat3_apply(m[k]->R, row->b[k], s[k]);
  for (int i = 0; i < 3; i++) d[i] = (m[1]->r[i] + s[1][i]) - (m[0]->r[i] + s[0][i]);
  for (int k = 0; k < 2 && G; k++) {
    if (row->entry[k] < 0) continue;
    double *g = G + row->entry[k], scale = (k ? 2 : -2) * row->factor, turn[3], own[3];
    int count = planar ? 2 : 3;
    for (int i = 0; i < count; i++) *g++ = scale * d[i];
    if (!row->turns[k]) continue;
    trm_vec3_cross(s[k], d, turn);
    trm_mat3_apply_transposed(m[k]->R, turn, own);
    for (int i = planar ? 2 : 0; i < 3; i++) *g++ = scale * own[i];
  }
  return row->factor * trm_vec3_dot(d, d) - row->offset;
}

double trm_apart_gamma(const TrmApart *row, const TrmBodyMotion *bodies) {
  const TrmBodyMotion *m[2] = {motion_of(bodies, row->body[0]), motion_of(bodies, row->body[1])};
  double s[2][3], spin[2][3], far[2][3], d[3], d1[3], d2[3], turned[3];
  for (int k = 0; k < 2; k++) {
    if (!row->arms[k]) {
      memset(s[k], 0, sizeof s[k]);
      memset(spin[k], 0, sizeof spin[k]);
      memset(far[k], 0, sizeof far[k]);
      continue;
    }
    trm_mat3_apply(m[k]->R, row->b[k], s[k]);
    trm_vec3_cross(m[k]->w, row->b[k], turned);
    trm_mat3_apply(m[k]->R, turned, spin[k]);
    trm_vec3_cross(m[k]->w, turned, d);
    trm_mat3_apply(m[k]->R, d, far[k]);
  }
  for (int i = 0; i < 3; i++) {
    d[i] = (m[1]->r[i] + s[1][i]) - (m[0]->r[i] + s[0][i]);
    d1[i] = (m[1]->v[i] + spin[1][i]) - (m[0]->v[i] + spin[0][i]);
    d2[i] = far[1][i] - far[0][i];
  }
  return -2 * row->factor * (trm_vec3_dot(d1, d1) + trm_vec3_dot(d, d2));
}
