/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts, point masses and markers; units and gravity.
 */
#include "math/mat3.h"
#include "math/units.h"
#include "math/vec3.h"
#include "read/adams/write.h"
#include <ctype.h>
#include <string.h>

/* units of Adams and of the model language */
static const struct {
  const char *adams, *unit;
} units[] = {
#define TRM_ADAMS_UNIT(adams, unit) {#adams, unit},
#include "read/adams/units.def"
#undef TRM_ADAMS_UNIT
};

/* whole systems: length, mass, time, force */
static const struct {
  const char *adams, *unit[4];
} systems[] = {{"MKS", {"m", "kg", "s", "N"}},    {"MMKS", {"mm", "kg", "s", "N"}},
               {"CGS", {"cm", "g", "s", "dyn"}},  {"FPS", {"ft", "lb", "s", "lbf"}},
               {"IPS", {"in", "lb", "s", "lbf"}}, {"NONE", {"m", "kg", "s", "N"}}};

static const char *const unit_keys[] = {"LENGTH", "MASS", "TIME", "FORCE"};
static const char *const unit_words[] = {"length", "mass", "time", "force"};

/* a unit of a quantity by its name, in the plural too, or by a beginning of it that means one */
static const char *find_unit(const char *word, const char *quantity) {
  const char *found = NULL;
  size_t length = strlen(word);
  int several = 0;
  for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
    TrmUnits trial = trm_units_mks();
    size_t n = strlen(units[i].adams), k = 0;
    if (!trm_units_set(&trial, quantity, units[i].unit)) continue;
    while (k < length && k < n && toupper((unsigned char)word[k]) == units[i].adams[k]) k++;
    if (k == n && (length == n || (length == n + 1 && (word[n] == 'S' || word[n] == 's'))))
      return units[i].unit;
    if (k < length || length < 2) continue;
    several |= found && strcmp(found, units[i].unit) != 0;
    if (!found) found = units[i].unit;
  }
  return several ? NULL : found;
}

static void put_unit(TrmAdams *a, TrmAdamsStatement *s, TrmNode *map, size_t which,
                     const char *unit) {
  const TrmAdamsArg *arg = trm_adams_arg(s, unit_keys[which]);
  TrmPlace place = arg ? trm_adams_value_place(s, arg) : s->place;
  if (arg) {
    const char *word = trm_adams_text(a, s, unit_keys[which]);
    unit = find_unit(word, unit_words[which]);
    if (!unit) {
      trm_log_add(a->log, TRM_E_ADAMS_VALUE, place, NULL, "'%.40s' is no unit of %s that is known",
                  word, unit_words[which]);
      return;
    }
  }
  if (unit) trm_adams_put(a, map, unit_words[which], place, trm_adams_word(a, place, unit));
}

/* force times UCF is mass times acceleration: the masses are divided, as by GC */
static void put_factor(TrmAdams *a, TrmAdamsStatement *s, int named) {
  double factor;
  if (!trm_adams_has(s, "UCF")) return;
  if (named) {
    trm_adams_lacking_argument(a, s, "UCF", "has a units conversion factor beside named units");
  } else if (trm_adams_real(a, s, "UCF", &factor)) {
    if (factor > 0)
      a->mass_unit = factor;
    else
      trm_log_add(a->log, TRM_E_ADAMS_VALUE, trm_adams_value_place(s, trm_adams_arg(s, "UCF")),
                  NULL, "UCF must be positive");
  }
}

void trm_adams_write_units(TrmAdams *a, TrmAdamsStatement *s) {
  const char *const *system = NULL;
  const char *word = trm_adams_text(a, s, "SYSTEM");
  TrmNode *map = trm_adams_map(a, s->place);
  for (size_t i = 0; word && i < sizeof systems / sizeof *systems; i++)
    if (trm_same_word(systems[i].adams, word)) system = systems[i].unit;
  if (word && !system)
    trm_log_add(a->log, TRM_E_ADAMS_VALUE, trm_adams_value_place(s, trm_adams_arg(s, "SYSTEM")),
                NULL, "'%.40s' is no system of units that is known here", word);
  for (size_t i = 0; i < 4; i++) put_unit(a, s, map, i, system ? system[i] : NULL);
  put_factor(a, s, map->count > 0 && (!word || !trm_same_word(word, "NONE")));
  if (map->count) trm_adams_put(a, a->root, "units", s->place, map);
}

void trm_adams_write_gravity(TrmAdams *a, TrmAdamsStatement *s) {
  static const char *const keys[] = {"IGRAV", "JGRAV", "KGRAV"};
  TrmNode *list = trm_adams_list(a, s->place);
  double gc;
  for (int k = 0; k < 3; k++) {
    TrmNode *value = trm_adams_real_node(a, s, keys[k]);
    trm_adams_push(a, list, value ? value : trm_adams_word(a, s->place, "0"));
  }
  trm_adams_put(a, a->root, "gravity", s->place, list);
  if (!trm_adams_real(a, s, "GC", &gc)) return;
  if (gc > 0)
    a->mass_unit = gc;
  else
    trm_log_add(a->log, TRM_E_ADAMS_VALUE, trm_adams_value_place(s, trm_adams_arg(s, "GC")), NULL,
                "GC must be positive");
}

/* origin and angles as they are given */
static void put_frame(TrmAdams *a, TrmAdamsStatement *s, TrmNode *map, const char *origin) {
  const TrmAdamsArg *angles = trm_adams_arg(s, "REULER"), *place = trm_adams_arg(s, origin);
  if (!trm_adams_frame(a, s)) return;
  if (s->moved) {
    trm_adams_put(a, map, "at", s->place, trm_adams_values(a, s->place, s->p, 3));
    trm_adams_put_orient(a, map, s->place, s->R);
    return;
  }
  if (place && (s->p[0] != 0 || s->p[1] != 0 || s->p[2] != 0))
    trm_adams_put(a, map, "at", trm_adams_name_place(s, place),
                  trm_adams_vector_node(a, s, origin, 3, 3));
  double v[3];
  int turned =
      angles && trm_adams_vector(a, s, "REULER", v, 3, 3) && (v[0] != 0 || v[1] != 0 || v[2] != 0);
  if (turned) {
    TrmNode *orient = trm_adams_map(a, trm_adams_value_place(s, angles));
    trm_adams_put(a, orient, "euler", orient->place, trm_adams_vector_node(a, s, "REULER", 3, 3));
    trm_adams_put(a, map, "orient", trm_adams_name_place(s, angles), orient);
  } else if (!angles) {
    trm_adams_put_orient(a, map, s->place, s->R);
  }
}

/* three components that may be given one by one; turned to ground by a marker on any part */
static int read_rates(TrmAdams *a, TrmAdamsStatement *s, const char *const keys[3],
                      const char *axes, TrmAdamsStatement *fallback, double v[3], TrmPlace *place) {
  double given[3] = {0, 0, 0}, p[3], R[9];
  int count = 0;
  for (int k = 0; k < 3; k++) {
    const TrmAdamsArg *arg = trm_adams_arg(s, keys[k]);
    if (!arg) continue;
    if (!count++) *place = trm_adams_name_place(s, arg);
    trm_adams_real(a, s, keys[k], &given[k]);
  }
  if (!count) return 0;
  TrmAdamsStatement *marker = trm_adams_ref(a, s, axes, "MARKER", 0);
  if (!marker) marker = fallback;
  if (!marker) {
    memcpy(v, given, sizeof given);
    return 1;
  }
  if (!trm_adams_ground_frame(a, marker, p, R)) return 0;
  trm_mat3_apply(R, given, v);
  return 1;
}

static void put_rates(TrmAdams *a, TrmAdamsStatement *s, TrmNode *map, TrmAdamsStatement *cm) {
  static const char *const moves[] = {"VX", "VY", "VZ"}, *const turns[] = {"WX", "WY", "WZ"};
  double v[3], p[3], R[9];
  TrmPlace place = s->place;
  if (s->set_off) {
    trm_adams_put(a, map, "velocity", place, trm_adams_values(a, place, s->v, 3));
    if (strcmp(s->kind->name, "PART") == 0)
      trm_adams_put(a, map, "spin", place, trm_adams_values(a, place, s->w, 3));
    return;
  }
  if (read_rates(a, s, moves, "VM", NULL, v, &place)) {
    TrmNode *velocity = trm_adams_values(a, place, v, 3);
    if (cm && trm_adams_ground_frame(a, cm, p, R)) {
      TrmNode *at_point = trm_adams_map(a, place);
      trm_adams_put(a, at_point, "point", place, trm_adams_values(a, place, p, 3));
      trm_adams_put(a, at_point, "velocity", place, velocity);
      velocity = at_point;
    }
    trm_adams_put(a, map, "velocity", place, velocity);
  }
  if (read_rates(a, s, turns, "WM", cm, v, &place))
    trm_adams_put(a, map, "spin", place, trm_adams_values(a, place, v, 3));
}

/* EXACT = X:Y:PSI */
static void put_exact(TrmAdams *a, TrmAdamsStatement *s, TrmNode *map) {
  const TrmAdamsArg *arg = trm_adams_arg(s, "EXACT");
  const char *text = trm_adams_text(a, s, "EXACT");
  if (!text) return;
  TrmPlace place = trm_adams_value_place(s, arg);
  TrmNode *list = trm_adams_list(a, place);
  while (*text) {
    size_t n = strcspn(text, ":, ");
    char *word = trm_arena_copy(a->arena, text, n);
    for (char *c = word; *c; c++)
      if (*c >= 'A' && *c <= 'Z') *c = (char)(*c - 'A' + 'a');
    if (n) trm_adams_push(a, list, trm_adams_word(a, place, word));
    text += n + (text[n] != 0);
  }
  if (list->count) trm_adams_put(a, map, "exact", trm_adams_name_place(s, arg), list);
}

void trm_adams_write_part(TrmAdams *a, TrmAdamsStatement *s) {
  s->markers = trm_adams_map(a, s->place);
  s->shapes = trm_adams_list(a, s->place);
  s->node = trm_adams_thing(a, TRM_ADAMS_BODIES, s);
  if (trm_adams_has(s, "GROUND")) {
    trm_adams_frame(a, s);
    return;
  }
  put_frame(a, s, s->node, "QG");
  TrmAdamsStatement *cm = trm_adams_own_marker(a, s, "CM");
  trm_adams_put_mass(a, s, s->node, cm);
  put_rates(a, s, s->node, cm);
  put_exact(a, s, s->node);
  if (strcmp(s->kind->name, "POINT_MASS") == 0)
    trm_adams_put(a, s->node, "point_mass", s->place, trm_adams_word(a, s->place, "true"));
}

void trm_adams_write_marker(TrmAdams *a, TrmAdamsStatement *s) {
  if (!s->part) return;
  if (!s->part->markers) {
    s->dropped = 1;
    return;
  }
  /* a floating marker has no place of its own */
  TrmNode *map = trm_adams_map(a, s->place);
  put_frame(a, s, map, "QP");
  trm_adams_put(a, s->part->markers, s->name, s->place, map);
}
