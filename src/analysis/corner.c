/* SPDX-License-Identifier: Apache-2.0
 *
 * Corner: a change of branch where constraints may drift. Next to a singular position a mechanism
 * whose constraints are open by delta turns off onto another branch within about the root of delta,
 * and does so as smoothly as its steps resolve it: energy need not tell. What tells is the corner:
 * the speed changes its direction within a motion too short for it, no applied force and no drive
 * makes it, and it is as sharp as the gap explains. With closed constraints a motion turns as
 * sharply as its mechanism has it, which is no corner.
 */
#include "analysis/dynamics_data.h"
#include <math.h>
#include <string.h>

/* a motion (in rad, or typical arms) that is short, a change of direction in parts of the speed
 * that is a turn, and the part of it that applied forces may have in one */
static const double window = 0.03, turn = 0.25, push = 0.3;

/* turns per motion, squared, times what is open, from which the gap explains it */
static const double explained = 0.01;

/* a speed below this part of the largest one of late has no direction that says much; what is
 * forgotten of the largest in a motion of one */
static const double slow = 0.3, forgotten = 0.1;

/* the unit of a column of a body's: a typical arm, or 1 rad */
static double unit_of(const TrmEquations *eq, size_t body, int k) {
  return k < 3 ? eq->length[body] : 1;
}

void trm_dynamics_watch_corners(TrmDynamics *d, TrmArena *arena) {
  const TrmEquations *eq = d->m->eq;
  d->corner.from = trm_arena_array(arena, 2 * eq->column_count + 2, sizeof(double));
  d->corner.unit = d->corner.from + eq->column_count + 1;
  for (size_t i = 0; i < eq->body_count; i++)
    for (int k = 0; k < 6; k++)
      if (eq->body_column[i][k] >= 0) d->corner.unit[eq->body_column[i][k]] = unit_of(eq, i, k);
}

void trm_dynamics_mark_corner(TrmDynamics *d, const double *y) {
  TrmCorner *corner = &d->corner;
  corner->moved = corner->pushed = corner->sharpest = 0;
  memcpy(corner->from, y + d->flow->velocities, d->m->eq->column_count * sizeof *corner->from);
}

/* the largest speed of velocities u */
static double speed_of(const TrmEquations *eq, const double *u) {
  double most = 0;
  for (size_t i = 0; i < eq->body_count; i++)
    for (int k = 0; k < 6; k++) {
      int c = eq->body_column[i][k];
      if (c >= 0) most = fmax(most, fabs(u[c]) / unit_of(eq, i, k));
    }
  return most;
}

/* how far the directions of u and w are apart; to and fro is one direction */
static double angle_of(const TrmEquations *eq, const double *u, const double *w) {
  double p = 1 / speed_of(eq, u), q = 1 / speed_of(eq, w), to = 0, fro = 0;
  for (size_t i = 0; i < eq->body_count; i++)
    for (int k = 0; k < 6; k++) {
      int c = eq->body_column[i][k];
      if (c < 0) continue;
      to = fmax(to, fabs(p * u[c] - q * w[c]) / unit_of(eq, i, k));
      fro = fmax(fro, fabs(p * u[c] + q * w[c]) / unit_of(eq, i, k));
    }
  return fmin(to, fro);
}

/* the largest acceleration that applied forces give a body on its own */
static double push_of(const TrmDynamics *d) {
  const TrmEquations *eq = d->m->eq;
  double most = 0;
  for (size_t i = 0; i < eq->body_count; i++) {
    const TrmBody *body = &eq->system->bodies[i];
    for (int k = 0; k < 6; k++) {
      int c = eq->body_column[i][k];
      double inertia = k < 3 ? body->mass : body->inertia_b[4 * (k - 3)];
      if (c >= 0) most = fmax(most, fabs(d->flow->Q[c]) / (inertia * unit_of(eq, i, k)));
    }
  }
  return most;
}

/* the largest change of speed since the mark that drives ask for: of rows that hold time, G at hand
 */
static double driven_of(const TrmDynamics *d, const double *now) {
  const TrmEquations *eq = d->m->eq;
  double most = 0;
  for (size_t i = 0; i < eq->row_count; i++) {
    if (d->m->phi_t[i] == 0) continue;
    double change = 0, size = 0;
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++) {
      size_t c = eq->column[k];
      change += d->m->G[k] * (now[c] - d->corner.from[c]);
      size += fabs(d->m->G[k]) * d->corner.unit[c];
    }
    if (size > 0) most = fmax(most, fabs(change) / size);
  }
  return most;
}

int trm_dynamics_turns_corner(TrmDynamics *d, const double *y_old, const double *y, double h) {
  const TrmEquations *eq = d->m->eq;
  const double *before = y_old + d->flow->velocities, *now = y + d->flow->velocities;
  TrmCorner *corner = &d->corner;
  double speed = fmin(speed_of(eq, now), speed_of(eq, before)), moved = h * speed;
  corner->fastest = fmax(speed, corner->fastest * (1 - forgotten * fmin(moved, 1)));
  corner->moved += moved;
  if (!(corner->moved < window) || !(speed > slow * corner->fastest)) {
    trm_dynamics_mark_corner(d, y);
    return 0;
  }
  corner->pushed += h * push_of(d) / speed;
  corner->sharpest = fmax(corner->sharpest, angle_of(eq, before, now) / moved);
  double turned = angle_of(eq, corner->from, now);
  if (!(turned > turn) || !(corner->pushed < push * turned)) return 0;
  size_t row = 0;
  trm_equations_position(eq, d->flow->state, d->m->phi, d->m->G, d->m->phi_t);
  if (!(driven_of(d, now) < push * turned * speed)) return 0;
  double gap = trm_mechanism_gap(d->m, d->m->phi, &row);
  return gap * corner->sharpest * corner->sharpest > explained;
}
