/* SPDX-License-Identifier: Apache-2.0
 *
 * Build a four-bar linkage by calls, read another from a file, and look at errors as data.
 *   cc build_a_model.c $(pkg-config --cflags --libs trammel) -o build_a_model
 *   ./build_a_model crank-rocker.yaml
 */
#include <stdio.h>
#include <stdlib.h>
#include <trammel/log.h>
#include <trammel/model.h>
#include <trammel/system.h>

/* Print what the log holds and leave when a call failed */
static void need(TrmStatus status, const TrmLog *log) {
  if (status == TRM_OK) return;
  char *text = trm_log_render(log, TRM_LOG_PLAIN);
  fprintf(stderr, "%s%s\n", text ? text : "", trm_status_text(status));
  trm_text_free(text);
  exit(-(int)status);
}

/* A point of the design position */
static void add_point(TrmModel *model, const char *name, double x, double y, TrmLog *log) {
  TrmItem *point;
  double place[3] = {x, y, 0};
  need(trm_model_add(model, "points", name, NULL, log, &point), log);
  need(trm_item_set_numbers(model, point, "at", place, 3, log), log);
}

/* A steel rod from one point to another; values can be written as in a file */
static void add_rod(TrmModel *model, const char *name, const char *from, const char *to,
                    TrmLog *log) {
  TrmItem *body;
  char shape[128];
  snprintf(shape, sizeof shape, "{rod: {from: %s, to: %s, radius: 0.01, density: 7850}}", from, to);
  need(trm_model_add(model, "bodies", name, NULL, log, &body), log);
  need(trm_item_set_yaml(model, body, "shape", shape, log), log);
}

/* A joint of some type between two bodies */
static TrmItem *add_joint(TrmModel *model, const char *name, const char *type, const char *first,
                          const char *second, const char *at, TrmLog *log) {
  TrmItem *joint;
  const char *bodies[2] = {first, second};
  need(trm_model_add(model, "joints", name, type, log, &joint), log);
  need(trm_item_set_texts(model, joint, type, bodies, 2, log), log);
  need(trm_item_set_text(model, joint, "at", at, log), log);
  return joint;
}

static TrmModel *four_bar(TrmLog *log) {
  TrmModel *model = trm_model_new();
  if (!model) need(TRM_NO_MEMORY, log);
  double gravity[3] = {0, -9.81, 0};
  need(trm_item_set_numbers(model, trm_model_root(model), "gravity", gravity, 3, log), log);

  add_point(model, "A", 0, 0, log);
  add_point(model, "B", 0.3, 0, log);
  add_point(model, "C", 1.0, 0.7, log);
  add_point(model, "D", 1.2, 0, log);
  add_rod(model, "crank", "A", "B", log);
  add_rod(model, "coupler", "B", "C", log);
  add_rod(model, "rocker", "D", "C", log);

  TrmItem *a = add_joint(model, "a", "revolute", "ground", "crank", "A", log);
  add_joint(model, "b", "spherical", "crank", "coupler", "B", log);
  TrmItem *c = add_joint(model, "c", "cylindrical", "coupler", "rocker", "C", log);
  TrmItem *d = add_joint(model, "d", "revolute", "rocker", "ground", "D", log);
  need(trm_item_set_text(model, a, "axis", "z", log), log);
  need(trm_item_set_text(model, c, "axis", "z", log), log);
  need(trm_item_set_text(model, d, "axis", "z", log), log);
  return model;
}

/* Compile a model and print what was understood */
static void report(const TrmModel *model, TrmLog *log) {
  TrmSystem *system;
  need(trm_system_compile(model, log, &system), log);
  printf("bodies by calls:");
  for (size_t i = 0; i < trm_system_bodies(system); i++) {
    TrmBodyInfo body;
    if (trm_system_body(system, i, &body) == TRM_OK) printf(" %s", body.name);
  }
  double mass, centre[3];
  trm_system_totals(system, &mass, centre);
  printf("\nmass %.4f kg, centre (%.4f, %.4f, %.4f) m\n", mass, centre[0], centre[1], centre[2]);
  trm_system_free(system);
}

int main(int argc, char **argv) {
  TrmLog *log = trm_log_new();
  if (!log) return 5;

  /* by calls */
  TrmModel *model = four_bar(log);
  report(model, log);
  trm_model_free(model);
  trm_log_clear(log);

  /* from a file */
  if (argc > 1) {
    need(trm_model_read(argv[1], NULL, 0, log, &model), log);
    printf("read %s: %zu errors\n", argv[1], trm_log_errors(log));
    trm_model_free(model);
    trm_log_clear(log);
  }

  /* a model with a mistake: the entries say what, where, and what to do */
  const char text[] = "trammel: 1\n"
                      "bodies: {arm: {mass: 1, inertia: [1, 1, 1]}}\n"
                      "joints: {hinge: {revolute: [ground, amr], at: [0, 0, 0], axis: z}}\n";
  TrmSystem *system = NULL;
  TrmStatus status = trm_model_parse(text, sizeof text - 1, "text", NULL, 0, log, &model);
  if (status == TRM_OK) status = trm_system_compile(model, log, &system);
  printf("%s\n", trm_status_text(status));
  for (size_t i = 0; i < trm_log_count(log); i++) {
    TrmEntry entry;
    if (trm_log_entry(log, i, &entry) != TRM_OK) continue;
    printf("%s at %s:%u:%u: %s\n", entry.code, entry.file ? entry.file : "-", entry.line,
           entry.column, entry.text);
    if (entry.hint) printf("hint: %s\n", entry.hint);
  }
  trm_system_free(system);
  trm_model_free(model);
  trm_log_free(log);
  return 0;
}
