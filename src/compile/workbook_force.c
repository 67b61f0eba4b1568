/* SPDX-License-Identifier: Apache-2.0
 *
 * Forces: springs, dampers, torsion springs and actuators as rows, forces and torques from outside
 * as functions of their bodies. A spring with damping is two rows.
 */
#include "compile/compiler.h"
#include "compile/workbook.h"
#include "math/vec3.h"
#include <math.h>
#include <string.h>

static const TrmLayout *const sheet = &trm_layout_forces;

static int is(const TrmForce *force, const char *type) {
  return strcmp(force->type->type.name, type) == 0;
}

static void begin_row(BookWriter *w, const TrmForce *force, const char *word) {
  double p[2][3], R[9];
  trm_workbook_row(w->out, sheet);
  trm_workbook_text(w->out, sheet, TRM_FORCES_TYPE, 0, word);
  for (unsigned k = 0; k < 2; k++) {
    trm_frame_in_ground(w->system, &force->frame[k], p[k], R);
    for (int i = 0; i < 3; i++) p[k][i] /= w->system->units.length;
    trm_workbook_number(w->out, sheet, TRM_FORCES_FIRST + k, 0, force->frame[k].body + 2);
  }
  for (unsigned k = 0; k < 2 && !is(force, "torsion_spring"); k++)
    trm_workbook_numbers(w->out, sheet, TRM_FORCES_PI + k, p[k]);
}

/* a row of one number; the angle or length at which it is free */
static void write_linear(BookWriter *w, const TrmForce *force, const char *word, double constant,
                         double rest) {
  begin_row(w, force, word);
  trm_workbook_number(w->out, sheet, TRM_FORCES_CONSTANT, 0, constant);
  trm_workbook_number(w->out, sheet, TRM_FORCES_REST, 0, rest);
  trm_workbook_text(w->out, sheet, TRM_FORCES_NAME, 0, force->item->name);
}

static const char *negative(BookWriter *w, const char *f) {
  return trm_arena_printf(w->arena, "@(t) -(%s)", strncmp(f, "@(t) ", 5) == 0 ? f + 5 : f);
}

/* a row of one to three functions, each with the intervals' ends */
static void write_functions(BookWriter *w, const TrmForce *force, const char *word,
                            const char *const *functions, const double *below, unsigned count,
                            const char *argument) {
  begin_row(w, force, word);
  trm_workbook_number(w->out, sheet, TRM_FORCES_NUMBER, 0, count);
  for (unsigned i = 0; i + 1 < count; i++)
    trm_workbook_number(w->out, sheet, TRM_FORCES_X1 + i, 0, below[i]);
  for (unsigned i = 0; i < count; i++) trm_book_put(w, sheet, TRM_FORCES_F1 + i, 0, functions[i]);
  trm_workbook_text(w->out, sheet, TRM_FORCES_ARGUMENT, 0, argument);
  trm_workbook_text(w->out, sheet, TRM_FORCES_NAME, 0, force->item->name);
}

/* laws of a spring or torsion spring, in one piece or several */
static void write_laws(BookWriter *w, const TrmForce *force, const char *word) {
  const TrmItem *item = force->item;
  int turns = is(force, "torsion_spring");
  const char *key = turns ? "torque" : "force", *usual = turns ? "angle" : "length";
  const TrmValue *pieces = trm_item_value(item, "pieces"), *law = trm_item_value(item, key);
  BookOwner owner = {.name = item->name, .place = item->place, .words = {usual, "speed"}};
  const char *functions[3] = {0};
  double below[3] = {0};
  unsigned count = pieces ? pieces->count : 1;
  if (count > 3) {
    trm_book_refuse(w, item->place, item->name, "a law of more than three pieces");
    return;
  }
  for (unsigned i = 0; i < count; i++) {
    const TrmItem *piece = pieces ? pieces->list[i].item : NULL;
    functions[i] = trm_book_function(w, piece ? trm_item_value(piece, key) : law, &owner);
    if (!functions[i]) return;
    if (turns) functions[i] = negative(w, functions[i]);
    if (piece && i + 1 < count) trm_book_number(w, piece, "below", &below[i]);
  }
  /* intervals are of the length or angle */
  if (count > 1 && owner.argument && strcmp(owner.argument, usual) != 0)
    trm_book_refuse(w, item->place, item->name, "pieces by another measure than its own");
  const char *argument = count > 1 ? usual : owner.argument ? owner.argument : "time";
  write_functions(w, force, word, functions, below, count, argument);
}

static void write_spring(BookWriter *w, const TrmForce *force) {
  const TrmItem *item = force->item;
  int turns = is(force, "torsion_spring");
  double k = 0, c = 0, rest = 0, preload = 0, p[2][3], R[9], d[3];
  const char *word = turns ? "Tspring" : is(force, "actuator") ? "Actuator" : "Spring";
  if (trm_item_value(item, "pieces") || trm_item_value(item, turns ? "torque" : "force")) {
    write_laws(w, force, word);
    return;
  }
  for (int i = 0; i < 2; i++) trm_frame_in_ground(w->system, &force->frame[i], p[i], R);
  trm_vec3_add(p[1], -1, p[0], d);
  if (!turns) rest = trm_vec3_norm(d) / w->system->units.length;
  trm_book_number(w, item, "k", &k);
  trm_book_number(w, item, "c", &c);
  trm_book_number(w, item, turns ? "angle" : "length", &rest);
  if (trm_book_number(w, item, "preload", &preload) && fabs(preload) > 0)
    trm_book_refuse(w, item->place, item->name, "a preload");
  if (k > 0 || !(c > 0)) write_linear(w, force, word, k, rest);
  if (c > 0 && !turns) write_linear(w, force, "Damper", c, 0);
  if (c > 0 && turns) {
    char number[32];
    trm_number_format(c, number);
    const char *f = trm_arena_printf(w->arena, "@(t) %s*t", number);
    write_functions(w, force, word, &f, NULL, 1, "rate");
  }
}

/* acts in global axes on the centre of a body, and comes from outside */
static int is_load(const BookWriter *w, const TrmForce *force) {
  const TrmFrame *at = &force->frame[TRM_FORCE_FIRST], *axes = &force->frame[TRM_FORCE_AXES];
  double one[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, off = 0;
  if ((!is(force, "force") && !is(force, "torque")) || !force->ready) return 0;
  if (force->paired && force->frame[TRM_FORCE_SECOND].body >= 0) return 0;
  for (int i = 0; i < 9; i++) off += fabs(axes->A[i] - one[i]);
  if (axes->body >= 0 || off > 1e-12 || at->body < 0) return 0;
  return is(force, "torque") || trm_vec3_norm(at->s) <= 1e-12 * w->system->units.length;
}

void trm_book_loads(BookWriter *w, size_t body, const char *functions[6]) {
  for (unsigned k = 0; k < 6; k++) functions[k] = "";
  for (size_t i = 0; i < w->system->force_count; i++) {
    const TrmForce *force = &w->system->forces[i];
    const TrmValue *vector = trm_item_value(force->item, "vector");
    BookOwner owner = {.name = force->item->name, .place = force->item->place};
    unsigned first = is(force, "torque") ? 3 : 0;
    if (!is_load(w, force) || force->frame[0].body != (int)body || !vector) continue;
    int list = vector->form == TRM_FORM_LIST;
    /* one number is a torque in the plane */
    for (unsigned k = list ? 0 : 2; k < (list ? vector->count : 3); k++) {
      unsigned n = first + (list && vector->count == 1 ? 2 : k);
      const char *f = trm_book_function(w, list ? &vector->list[k] : vector, &owner);
      if (!f || strcmp(f, "0") == 0) continue;
      const char *body_of = strncmp(f, "@(t) ", 5) == 0 ? f + 5 : f;
      const char *before = strncmp(functions[n], "@(t) ", 5) == 0 ? functions[n] + 5 : functions[n];
      functions[n] = *before ? trm_arena_printf(w->arena, "@(t) (%s) + (%s)", before, body_of) : f;
    }
  }
}

void trm_book_forces(BookWriter *w) {
  for (size_t i = 0; i < w->system->force_count; i++) {
    const TrmForce *force = &w->system->forces[i];
    if (force->active) trm_book_refuse(w, force->item->place, force->item->name, "active");
    if (is_load(w, force)) continue;
    int line = is(force, "spring") || is(force, "torsion_spring") || is(force, "actuator");
    if (line && force->ready)
      write_spring(w, force);
    else
      trm_book_refuse(w, force->item->place, force->item->name,
                      trm_arena_printf(w->arena, "the type %s", force->type->type.name));
  }
}
