/* SPDX-License-Identifier: Apache-2.0
 *
 * Points: named places, each worked out when first asked for, so that one may be given by another.
 */
#include "compile/compiler.h"

enum { DEEPEST_CHAIN = 500 };

int trm_compile_begin(Compiler *c, Progress *progress, const char *kind, const TrmItem *item) {
  if (*progress == DONE) return -1;
  if (*progress == OPEN || c->depth >= DEEPEST_CHAIN) {
    trm_log_add(trm_compile_log(c), TRM_E_PLACE_CYCLE, item->place, item->name,
                *progress == OPEN ? "the place of %s '%s' depends on itself"
                                  : "the place of %s '%s' hangs on a chain of too many others",
                kind, item->name);
    *progress = DONE;
    return 0;
  }
  *progress = OPEN;
  c->depth++;
  return 1;
}

void trm_compile_end(Compiler *c, Progress *progress) {
  *progress = DONE;
  c->depth--;
}

int trm_compile_point(Compiler *c, size_t index) {
  TrmPoint *point = &c->system->points[index];
  Progress *progress = &c->point_progress[index];
  int begun = trm_compile_begin(c, progress, "point", point->item);
  if (begun <= 0) return begun;
  Site site = trm_site(point->item, point->item->name);
  const TrmValue *at = trm_item_value(point->item, "at");
  int good = at && trm_site_place(c, &site, at, point->p_g);
  trm_mirror_vector(site.mirror, point->p_g);
  trm_compile_end(c, progress);
  return good;
}

void trm_compile_points(Compiler *c) {
  TrmItem *const *items = trm_model_section(c->model, "points", &c->system->point_count);
  size_t count = c->system->point_count;
  c->system->points = trm_arena_array(c->arena, count, sizeof *c->system->points);
  c->point_progress = trm_arena_array(c->arena, count, sizeof *c->point_progress);
  for (size_t i = 0; i < count; i++) {
    c->system->points[i].item = items[i];
    trm_compile_register(c, GROUP_POINT, items[i]->name, i);
  }
}
