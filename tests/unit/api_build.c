/* SPDX-License-Identifier: Apache-2.0
 *
 * The public calls: a model built by calls is the same as the one read from a file, and what cannot
 * be done comes back as data.
 */
#include "check.h"
#include "trammel/trammel.h"

static TrmLog *record;

static TrmItem *add(TrmModel *model, const char *section, const char *name, const char *type) {
  TrmItem *item = NULL;
  CHECK(trm_model_add(model, section, name, type, record, &item) == TRM_OK && item);
  return item;
}

static void rod(TrmModel *model, const char *name, const char *from, const char *to) {
  char yaml[128];
  snprintf(yaml, sizeof yaml, "{rod: {from: %s, to: %s, radius: 0.01, density: 7850}}", from, to);
  TrmItem *body = add(model, "bodies", name, NULL);
  CHECK(trm_item_set_yaml(model, body, "shape", yaml, record) == TRM_OK);
}

static TrmItem *joint(TrmModel *model, const char *name, const char *type, const char *first,
                      const char *second, const char *at, const char *axis) {
  const char *pair[] = {first, second};
  TrmItem *item = add(model, "joints", name, type);
  CHECK(trm_item_set_texts(model, item, type, pair, 2, record) == TRM_OK);
  CHECK(trm_item_set_text(model, item, "at", at, record) == TRM_OK);
  if (axis) CHECK(trm_item_set_text(model, item, "axis", axis, record) == TRM_OK);
  return item;
}

static TrmModel *build(void) {
  TrmModel *model = trm_model_new();
  TrmItem *root = trm_model_root(model);
  static const double gravity[] = {0, -9.81, 0};
  static const double places[][3] = {{0, 0, 0}, {0.3, 0, 0}, {1.0, 0.7, 0}, {1.2, 0, 0}};
  static const char *const names[] = {"A", "B", "C", "D"};
  CHECK(trm_item_set_text(model, root, "name", "crank-rocker", record) == TRM_OK);
  CHECK(trm_item_set_numbers(model, root, "gravity", gravity, 3, record) == TRM_OK);
  TrmItem *speed = add(model, "parameters", "speed", NULL);
  CHECK(trm_item_set_text(model, speed, "value", "60*rpm", record) == TRM_OK);
  for (int i = 0; i < 4; i++) {
    TrmItem *point = add(model, "points", names[i], NULL);
    CHECK(trm_item_set_numbers(model, point, "at", places[i], 3, record) == TRM_OK);
  }
  rod(model, "crank", "A", "B");
  rod(model, "coupler", "B", "C");
  rod(model, "rocker", "D", "C");
  joint(model, "a", "revolute", "ground", "crank", "A", "z");
  joint(model, "b", "spherical", "crank", "coupler", "B", NULL);
  joint(model, "c", "cylindrical", "coupler", "rocker", "C", "z");
  joint(model, "d", "revolute", "rocker", "ground", "D", "z");
  TrmItem *drive = add(model, "motions", "drive", "joint");
  CHECK(trm_item_set_text(model, drive, "joint", "a", record) == TRM_OK);
  CHECK(trm_item_set_text(model, drive, "angle", "speed*time", record) == TRM_OK);
  TrmItem *output = add(model, "outputs", "rocker_angle", NULL);
  CHECK(trm_item_set_text(model, output, "value", "angle(d)/deg", record) == TRM_OK);
  CHECK(trm_item_set_yaml(model, root, "simulate", "[{kinematics: {until: 1, every: 0.01}}]",
                          record) == TRM_OK);
  CHECK(trm_log_count(record) == 0);
  return model;
}

/* the code of the last entry */
static const char *last_code(void) {
  static char code[8];
  TrmEntry entry;
  size_t count = trm_log_count(record);
  if (!count || trm_log_entry(record, count - 1, &entry) != TRM_OK) return "none";
  snprintf(code, sizeof code, "%s", entry.code);
  return code;
}

static void check_refusals(TrmModel *model) {
  TrmItem *item = NULL;
  double nothing = 0;
  CHECK(trm_model_add(model, "joint", "x", "revolute", record, &item) == TRM_BAD_USAGE && !item);
  CHECK_TEXT(last_code(), "E101");
  CHECK(trm_model_add(model, "joints", "x", "revolut", record, &item) == TRM_BAD_USAGE && !item);
  CHECK_TEXT(last_code(), "E106");
  CHECK(trm_model_add(model, "joints", "no name", "revolute", record, &item) == TRM_BAD_MODEL);
  CHECK_TEXT(last_code(), "E201");
  CHECK(trm_model_add(model, "joints", "a", "revolute", record, &item) == TRM_BAD_MODEL && !item);
  CHECK_TEXT(last_code(), "E202");
  TrmItem *crank = trm_model_item(model, "bodies", "crank");
  CHECK(crank && !trm_model_item(model, "bodies", "crnk"));
  CHECK(trm_item_set_number(model, crank, "mas", 1, record) == TRM_BAD_USAGE);
  CHECK_TEXT(last_code(), "E101");
  CHECK(trm_item_set_number(model, crank, "mass", (double)INFINITY, record) == TRM_BAD_MODEL);
  CHECK(trm_item_set_text(model, crank, "mass", "1 +", record) == TRM_BAD_MODEL);
  CHECK(trm_item_set_yaml(model, crank, "markers", "{tip: [0, 0", record) == TRM_BAD_MODEL);
  CHECK(trm_item_set_numbers(model, crank, "inertia", &nothing, 0, record) == TRM_BAD_MODEL);
  TrmEntry entry;
  CHECK(trm_log_entry(record, 1000, &entry) == TRM_BAD_USAGE);
}

/* what calls leave out is found when the model is compiled */
static void check_missing(void) {
  TrmModel *model = trm_model_new();
  TrmSystem *system = NULL;
  add(model, "bodies", "arm", NULL);
  add(model, "joints", "hinge", "revolute");
  add(model, "points", "P", NULL);
  trm_log_clear(record);
  CHECK(trm_system_compile(model, record, &system) == TRM_BAD_MODEL && !system);
  CHECK(trm_log_errors(record) == 2);
  CHECK_TEXT(last_code(), "E104");
  trm_model_free(model);
}

/* nobody wants to know: the status alone tells */
static void check_without_log(void) {
  static const char good[] = "trammel: 1\nbodies: {arm: {mass: 1, inertia: [1, 1, 1]}}\n";
  static const char bad[] = "trammel: 1\nbodies: {arm: {mass: -1}, leg: {mas: 1}}\n";
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  CHECK(trm_model_parse(good, strlen(good), "good", NULL, 0, NULL, &model) == TRM_OK && model);
  CHECK(trm_system_compile(model, NULL, &system) == TRM_OK && system);
  trm_system_free(system);
  trm_model_free(model);
  CHECK(trm_model_parse(bad, strlen(bad), "bad", NULL, 0, NULL, &model) == TRM_BAD_MODEL && !model);
  CHECK(trm_model_read("no/such/file", NULL, 0, NULL, &model) == TRM_BAD_FILE && !model);
}

/* nested sections by calls */
static void check_markers(TrmModel *model) {
  TrmItem *tip = NULL;
  static const double at[] = {0.3, 0, 0};
  TrmItem *crank = trm_model_item(model, "bodies", "crank");
  CHECK(trm_item_add(model, crank, "markers", "tip", NULL, record, &tip) == TRM_OK && tip);
  CHECK(tip && trm_item_set_numbers(model, tip, "at", at, 3, record) == TRM_OK);
  TrmSystem *system = NULL;
  trm_log_clear(record);
  CHECK(trm_system_compile(model, record, &system) == TRM_OK);
  TrmBodyInfo info;
  CHECK(system && trm_system_bodies(system) == 3);
  CHECK(trm_system_body(system, 3, &info) == TRM_BAD_USAGE);
  CHECK(trm_system_body(system, 0, &info) == TRM_OK);
  /* a rod of steel: pi r^2 L rho */
  CHECK_NEAR(info.mass, acos(-1.0) * 0.01 * 0.01 * 0.3 * 7850, 1e-14);
  CHECK_NEAR(info.centre[0], 0.15, 1e-15);
  int coordinates, joints, motions;
  trm_system_counts(system, &coordinates, &joints, &motions);
  CHECK(coordinates == 18 && joints == 17 && motions == 1);
  trm_system_free(system);
}

int main(void) {
  record = trm_log_new();
  TrmModel *built = build(), *read = NULL;
  CHECK(trm_model_read("examples/crank-rocker.yaml", NULL, 0, record, &read) == TRM_OK);
  char *first = trm_model_to_yaml(built), *second = trm_model_to_yaml(read);
  CHECK_TEXT(first, second);
  trm_text_free(first);
  trm_text_free(second);
  check_refusals(built);
  check_markers(built);
  check_missing();
  check_without_log();
  trm_model_free(built);
  trm_model_free(read);
  trm_log_free(record);
  return check_done();
}
