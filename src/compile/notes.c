/* SPDX-License-Identifier: Apache-2.0
 *
 * Notes: what is not wrong but probably not meant: points nobody uses, bodies that nothing
 * connects, one name for two things; and names for values that clash.
 */
#include "catalog/suspension.h"
#include "compile/compiler.h"
#include <string.h>

/* the same name in two of these sections */
static void check_shared(Compiler *c, const char *const *sections, size_t count, TrmCode code,
                         const char *format) {
  TrmMap *seen = trm_map_new(c->arena);
  for (size_t s = 0; s < count; s++) {
    size_t n;
    TrmItem *const *items = trm_model_section(c->model, sections[s], &n);
    for (size_t i = 0; i < n; i++) {
      const TrmItem *earlier = trm_map_put(seen, NULL, items[i]->name, items[i]);
      if (!earlier) continue;
      trm_log_add(c->log, code, items[i]->place, items[i]->name, "'%s' %s", items[i]->name, format);
      trm_log_note(c->log, earlier->place, "first defined here");
    }
  }
}

/* 1 when `trammel suspension` would find the point by its name */
static int is_known(const Compiler *c, const char *name) {
  if (c->system->wheel_count) return 0;
  for (const TrmSuspensionWord *w = trm_suspension_words; w->key; w++)
    if (trm_suspension_names(name, w->words) >= 0) return 1;
  return 0;
}

void trm_compile_notes(Compiler *c) {
  static const char *const values[] = {"parameters", "variables",          "equations",
                                       "outputs",    "transfer_functions", "state_spaces"};
  static const char *const things[] = {"bodies", "joints", "motions", "forces", "contacts"};
  const TrmSystem *system = c->system;
  check_shared(c, values, 6, TRM_E_VALUE_NAME_TWICE, "is the name of another value already");
  check_shared(c, things, 5, TRM_W_SIGNAL_NAME_SHARED,
               "is the name of another thing, so its signals are hard to tell apart");
  if (trm_log_errors(c->log)) return;
  for (size_t i = 0; i < system->point_count; i++) {
    const TrmItem *item = system->points[i].item;
    if (!system->points[i].used && !is_known(c, item->name))
      trm_log_add(c->log, TRM_N_POINT_UNUSED, item->place, item->name, "point '%s' is not used",
                  item->name);
  }
  size_t flexible;
  TrmItem *const *bending = trm_model_section(c->model, "flexible", &flexible);
  for (size_t i = 0; i < flexible; i++)
    trm_log_add(c->log, TRM_N_FLEXIBLE_RIGID, bending[i]->place, bending[i]->name,
                "flexible body '%s' is read, but no analysis bends it yet", bending[i]->name);
  for (size_t i = 0; i < system->body_count; i++) {
    const TrmItem *item = system->bodies[i].item;
    if (!c->body_used[i])
      trm_log_add(c->log, TRM_N_BODY_UNCONNECTED, item->place, item->name,
                  "nothing connects body '%s': it moves freely", item->name);
  }
}
