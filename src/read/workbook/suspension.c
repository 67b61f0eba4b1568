/* SPDX-License-Identifier: Apache-2.0
 *
 * The section `suspension` from what the sheet PosProcessing calls points: each wheel_centre is a
 * wheel, carried by the body of that point; the others have the same words before theirs, as in
 * left_lower_ball_joint. Springs and racks are known by their names.
 */
#include "catalog/suspension.h"
#include "read/workbook/workbook.h"
#include <string.h>

/* is `name` one of `words` after the first `length` letters of `prefix`? */
static int is_called(const char *name, const char *prefix, size_t length, const char *words) {
  int before = trm_suspension_names(name, words);
  return before >= 0 && (size_t)before == length && strncmp(name, prefix, length) == 0;
}

/* the point of a role: on the carrier where several are called so, or not on it */
static const TrmBookPoint *find_point(const TrmWorkbook *w, const char *prefix, size_t length,
                                      const char *words, long carrier, int off) {
  const TrmBookPoint *found = NULL;
  for (size_t i = 0; i < w->point_count; i++) {
    const TrmBookPoint *p = &w->points[i];
    if (!p->role || !is_called(p->role, prefix, length, words)) continue;
    if ((p->body == carrier) != off) return p;
    if (!found) found = p;
  }
  return found;
}

static void put_point(TrmWorkbook *w, TrmNode *wheel, const char *key, const TrmBookPoint *p) {
  const char *body = w->bodies[p->body - 1].name;
  trm_node_put(w->arena, wheel, key, p->place,
               trm_node_printf(w->arena, p->place, "%s.%s", body, p->name));
}

/* the first thing of a section of type `type` whose name has one of `words` after the prefix, or,
 * where `shared`, alone */
static const char *find_thing(const TrmNode *section, const char *type, const char *prefix,
                              size_t length, const char *words, int shared) {
  for (uint32_t i = 0; i < section->count; i++) {
    const char *name = section->pairs[i].key->text;
    const TrmNode *map = section->pairs[i].value;
    int before = trm_suspension_names(name, words), fits = 0;
    for (uint32_t k = 0; k < map->count; k++) fits |= strcmp(map->pairs[k].key->text, type) == 0;
    if (!fits || before < 0) continue;
    if ((size_t)before == length && strncmp(name, prefix, length) == 0) return name;
    if (shared && before == 0) return name;
  }
  return NULL;
}

static void put_thing(TrmWorkbook *w, TrmNode *wheel, const char *key, TrmPlace place,
                      const char *name) {
  if (name) trm_node_put(w->arena, wheel, key, place, trm_node_scalar(w->arena, place, name));
}

/* the wheel whose centre is `centre`, called after what stands before that */
static void put_wheel(TrmWorkbook *w, TrmNode *section, const TrmBookPoint *centre, size_t length,
                      int alone) {
  const char *prefix = centre->role;
  TrmNode *wheel = trm_node_map(w->arena, centre->place);
  const char *name = trm_arena_string(w->arena, "wheel");
  if (length)
    name = trm_arena_copy(w->arena, prefix, length - (length > 1 && prefix[length - 1] == '_'));
  put_thing(w, wheel, "carrier", centre->place, w->bodies[centre->body - 1].name);
  int upper = 0;
  for (const TrmSuspensionWord *word = trm_suspension_words; word->key; word++) {
    int strut = strcmp(word->key, "strut_top") == 0;
    const TrmBookPoint *p = word == trm_suspension_words
                                ? centre
                                : find_point(w, prefix, length, word->words, centre->body, strut);
    /* a steering axis has one upper end */
    if (!p || (strut && upper)) continue;
    upper |= strcmp(word->key, "upper_ball_joint") == 0;
    put_point(w, wheel, word->key, p);
  }
  put_thing(w, wheel, "spring", centre->place,
            find_thing(w->forces_node, "spring", prefix, length, "spring|coil|strut", alone));
  const char *rack = find_thing(w->joints_node, "prismatic", prefix, length, "rack|steering", 1);
  put_thing(w, wheel, "rack", centre->place, rack);
  trm_node_put(w->arena, section, name, centre->place, wheel);
}

/* how long the prefix of a wheel's centre is; -1 when a point is none */
static int wheel_at(const TrmBookPoint *p) {
  if (!p->role || p->body < 2) return -1;
  return trm_suspension_names(p->role, trm_suspension_words[0].words);
}

void trm_workbook_suspension(TrmWorkbook *w) {
  TrmNode *section = trm_node_map(w->arena, w->root->place);
  size_t wheels = 0;
  for (size_t i = 0; i < w->point_count; i++) wheels += wheel_at(&w->points[i]) >= 0;
  for (size_t i = 0; i < w->point_count; i++) {
    int length = wheel_at(&w->points[i]);
    if (length >= 0) put_wheel(w, section, &w->points[i], (size_t)length, wheels == 1);
  }
  if (section->count)
    trm_node_put(w->arena, w->root, "suspension", section->pairs[0].key->place, section);
}
