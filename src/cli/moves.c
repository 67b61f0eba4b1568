/* SPDX-License-Identifier: Apache-2.0
 *
 * Moves: tables of changes in the model's units.
 */
#include "cli/moves.h"
#include "cli/output.h"
#include "compile/system.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_MOVES = 10, MOST_VELOCITIES = 5 };

/* smaller changes are rounding: parts of the size, rad, and of the velocity */
static const double least_move = 1e-10, least_velocity = 1e-9;

static const char *const exact_names[] = {"x",  "y",  "z",  "psi", "theta", "phi",
                                          "vx", "vy", "vz", "wx",  "wy",    "wz"};

/* bring the largest change to the front of what is left, in the order of the model where alike */
static void bring_largest(TrmBodyChange *list, size_t count) {
  size_t best = 0;
  for (size_t i = 1; i < count; i++)
    if (list[i].part > list[best].part) best = i;
  TrmBodyChange largest = list[best];
  memmove(list + 1, list, best * sizeof *list);
  list[0] = largest;
}

/* the bodies that moved, those to be shown first */
static TrmBodyChange *find_moved(const TrmAnalysis *analysis, TrmArena *arena, size_t *count,
                                 size_t *moved) {
  TrmBodyChange change, *list;
  for (*count = 0; trm_analysis_change(analysis, *count, &change);) ++*count;
  list = trm_arena_array(arena, *count + 1, sizeof *list);
  *moved = 0;
  for (size_t i = 0; i < *count; i++) {
    trm_analysis_change(analysis, i, &list[*moved]);
    *moved += list[*moved].part > least_move;
  }
  for (size_t i = 0; i < *moved && i < MOST_MOVES; i++) bring_largest(list + i, *moved - i);
  return list;
}

static void add_moves(const TrmBodyChange *list, size_t moved, const TrmUnits *units,
                      TrmText *out) {
  size_t shown = moved > MOST_MOVES ? MOST_MOVES : moved, width = 4;
  for (size_t i = 0; i < shown; i++) {
    size_t columns = trm_output_columns(list[i].body);
    if (columns > width) width = columns;
  }
  for (size_t i = 0; i < shown; i++) {
    const TrmBodyChange *c = &list[i];
    char move[64] = "";
    if (c->move / units->length > 1e-12)
      snprintf(move, sizeof move, "moved %.4g %s", c->move / units->length, units->length_name);
    trm_text_printf(out, "  %s%*s  ", c->body, (int)(width - trm_output_columns(c->body)), "");
    if (c->turn > least_move)
      trm_text_printf(out, "%-18s  turned %.4g %s\n", move, c->turn / units->angle,
                      units->angle_name);
    else
      trm_text_printf(out, "%s\n", move);
  }
  if (moved > shown) trm_text_printf(out, "  and %zu more\n", moved - shown);
}

/* 1 when what is given was changed by more than rounding */
static int differs(double pair[2][3]) {
  double size = 0, most = 0;
  for (int k = 0; k < 3; k++) {
    size = fmax(size, fmax(fabs(pair[0][k]), fabs(pair[1][k])));
    most = fmax(most, fabs(pair[1][k] - pair[0][k]));
  }
  return most > least_velocity * size;
}

static const char *vector(TrmArena *arena, const double *v, double unit, double size) {
  double shown[3];
  /* beside a large component a small one is rounding */
  for (int k = 0; k < 3; k++) shown[k] = fabs(v[k]) > 1e-9 * size ? v[k] / unit : 0;
  return trm_arena_printf(arena, "(%.4g, %.4g, %.4g)", shown[0], shown[1], shown[2]);
}

static void add_velocity(TrmArena *arena, const char *body, const char *what, double pair[2][3],
                         double unit, const char *name, TrmText *out) {
  double size = 0;
  for (int k = 0; k < 6; k++) size = fmax(size, fabs(pair[k / 3][k % 3]));
  trm_text_printf(out, "  %s of %s: given %s, assembled %s %s\n", what, body,
                  vector(arena, pair[0], unit, size), vector(arena, pair[1], unit, size), name);
}

static void add_velocities(const TrmAnalysis *analysis, const TrmUnits *units, TrmArena *arena,
                           TrmText *out) {
  static const TrmDimension dimensions[] = {TRM_VELOCITY, TRM_SPIN};
  TrmBodyChange c;
  size_t count = 0;
  for (size_t i = 0; trm_analysis_change(analysis, i, &c); i++) {
    for (int spin = 0; spin < 2; spin++) {
      char unit[64];
      if (!(spin ? c.gives_spin : c.gives_velocity) || !differs(spin ? c.spin : c.velocity))
        continue;
      if (count++ == 0) trm_text_add(out, "Velocities that had to change:\n");
      if (count > MOST_VELOCITIES) continue;
      trm_dimension_format(units, dimensions[spin], unit, sizeof unit);
      add_velocity(arena, c.body, spin ? "spin" : "velocity", spin ? c.spin : c.velocity,
                   trm_units_scale(units, dimensions[spin]), unit, out);
    }
  }
  if (count > MOST_VELOCITIES) trm_text_printf(out, "  and %zu more\n", count - MOST_VELOCITIES);
}

static void add_exact(const TrmAnalysis *analysis, TrmArena *arena, TrmText *out) {
  TrmBodyChange c;
  const char *list = "";
  for (size_t i = 0; trm_analysis_change(analysis, i, &c); i++)
    for (int k = 0; k < 12; k++)
      if (c.exact & 1u << k)
        list =
            trm_arena_printf(arena, "%s%s%s.%s", list, *list ? ", " : "", c.body, exact_names[k]);
  if (*list) trm_output_wrap(out, 0, trm_arena_printf(arena, "Kept exactly: %s", list));
}

void trm_moves_text(const TrmAnalysis *analysis, const TrmSystem *system, TrmArena *arena,
                    TrmText *out) {
  size_t count, moved;
  TrmBodyChange *list = find_moved(analysis, arena, &count, &moved);
  if (!moved) trm_text_add(out, "Nothing had to move.\n");
  if (moved)
    trm_text_printf(out, "%zu of %zu bod%s moved:\n", moved, count, count == 1 ? "y" : "ies");
  add_moves(list, moved, &system->units, out);
  add_velocities(analysis, &system->units, arena, out);
  add_exact(analysis, arena, out);
}

static void json_vector(TrmText *out, const double *v, double unit) {
  for (int k = 0; k < 3; k++) {
    trm_text_add(out, k ? ", " : "[");
    trm_text_number(out, v[k] / unit);
  }
  trm_text_char(out, ']');
}

void trm_moves_json(const TrmAnalysis *analysis, const TrmSystem *system, TrmText *out) {
  static const TrmDimension dimensions[] = {TRM_VELOCITY, TRM_SPIN};
  const TrmUnits *units = &system->units;
  TrmBodyChange c;
  trm_text_add(out, "\"moved\": [");
  for (size_t i = 0, count = 0; trm_analysis_change(analysis, i, &c); i++) {
    if (!(c.part > least_move)) continue;
    trm_text_add(out, count++ ? ",\n{\"body\": " : "\n{\"body\": ");
    trm_text_json(out, c.body);
    trm_text_add(out, ", \"move\": ");
    trm_text_number(out, c.move / units->length);
    trm_text_add(out, ", \"turn\": ");
    trm_text_number(out, c.turn / units->angle);
    trm_text_char(out, '}');
  }
  trm_text_add(out, "],\n\"velocities\": [");
  for (size_t i = 0, count = 0; trm_analysis_change(analysis, i, &c); i++)
    for (int spin = 0; spin < 2; spin++) {
      double unit = trm_units_scale(units, dimensions[spin]);
      if (!(spin ? c.gives_spin : c.gives_velocity)) continue;
      trm_text_add(out, count++ ? ",\n{\"body\": " : "\n{\"body\": ");
      trm_text_json(out, c.body);
      trm_text_printf(out, ", \"what\": \"%s\", \"given\": ", spin ? "spin" : "velocity");
      json_vector(out, spin ? c.spin[0] : c.velocity[0], unit);
      trm_text_add(out, ", \"assembled\": ");
      json_vector(out, spin ? c.spin[1] : c.velocity[1], unit);
      trm_text_char(out, '}');
    }
  trm_text_add(out, "],\n\"exact\": [");
  for (size_t i = 0, count = 0; trm_analysis_change(analysis, i, &c); i++)
    for (int k = 0; k < 12; k++)
      if (c.exact & 1u << k)
        trm_text_printf(out, "%s\"%s.%s\"", count++ ? ", " : "", c.body, exact_names[k]);
  trm_text_char(out, ']');
}
