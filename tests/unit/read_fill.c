/* SPDX-License-Identifier: Apache-2.0
 *
 * Interpreting nodes by the descriptors: each way of writing something gives the same model as the
 * plain way; every kind of number; flags; types found by their own word; values set one by one.
 */
#include "catalog/catalog.h"
#include "model/model.h"
#include "read/yaml.h"
#include "read_fixture.h"

#define HEAD "trammel: 1\nbodies:\n  arm: {mass: 1, inertia: [1, 1, 1]}\n"

static const TrmValue *body_value(const TrmModel *model, const char *key) {
  const TrmItem *arm = model ? trm_model_find(model, "bodies", "arm") : NULL;
  return arm ? trm_item_value(arm, key) : NULL;
}

/* what `mass: TEXT` is stored as: a number, or a text */
static void check_mass(const char *text, TrmForm form, double number, const char *expression) {
  char model_text[256];
  snprintf(model_text, sizeof model_text, "trammel: 1\nbodies: {arm: {mass: %s}}\n", text);
  TrmModel *model = fixture_read(model_text);
  const TrmValue *mass = body_value(model, "mass");
  CHECK(mass && mass->form == form);
  if (mass && form == TRM_FORM_NUMBER) CHECK(mass->number == number);
  if (mass && form == TRM_FORM_TEXT) CHECK_TEXT(mass->text, expression);
  trm_model_free(model);
}

static void test_numbers(void) {
  check_mass("1", TRM_FORM_NUMBER, 1, NULL);
  check_mass("+1.5", TRM_FORM_NUMBER, 1.5, NULL);
  check_mass("-2e-3", TRM_FORM_NUMBER, -2e-3, NULL);
  check_mass(".5", TRM_FORM_NUMBER, .5, NULL);
  check_mass("5.", TRM_FORM_NUMBER, 5, NULL);
  check_mass("1E3", TRM_FORM_NUMBER, 1000, NULL);
  check_mass("\"7\"", TRM_FORM_NUMBER, 7, NULL);
  check_mass("0.1", TRM_FORM_NUMBER, 0.1, NULL);
  check_mass("4.9406564584124654e-324", TRM_FORM_NUMBER, 4.9406564584124654e-324, NULL);
  check_mass("1.7976931348623157e308", TRM_FORM_NUMBER, 1.7976931348623157e308, NULL);
  check_mass("2*k", TRM_FORM_TEXT, 0, "2*k");
  check_mass("\"max(k, 3)\"", TRM_FORM_TEXT, 0, "max(k, 3)");
  check_mass("k", TRM_FORM_TEXT, 0, "k");
}

static void test_flags(void) {
  static const char *const yes[] = {"true", "True", "TRUE", "yes", "Yes"};
  static const char *const no[] = {"false", "False", "FALSE", "no", "No"};
  char text[128];
  for (size_t i = 0; i < 5; i++) {
    for (int truth = 0; truth < 2; truth++) {
      snprintf(text, sizeof text, "trammel: 1\nplanar: %s\nbodies: {}\n", truth ? yes[i] : no[i]);
      TrmModel *model = fixture_read(text);
      const TrmValue *flag = model ? trm_item_value(model->root, "planar") : NULL;
      CHECK(flag && flag->form == TRM_FORM_FLAG && flag->number == truth);
      trm_model_free(model);
    }
  }
}

/* long and short ways of writing the same thing */
static void test_short_forms(void) {
  fixture_same(fixture_read(HEAD "points: {A: {at: [1, 2, 3]}}\nparameters: {k: {value: 3}}\n"),
               HEAD "points: {A: [1, 2, 3]}\nparameters: {k: 3}\n");
  fixture_same(fixture_read("trammel: 1\nbodies: {arm: {shape: {sphere: {radius: 1}}}, leg: }\n"),
               "trammel: 1\nbodies: {arm: {shape: [{sphere: {radius: 1}}]}, leg: {}}\n");
  fixture_same(fixture_read(HEAD "joints: {j: {revolute: [ground, arm], at: [0, 0, 0], axis: z, "
                                 "friction: 0.2}}\n"),
               HEAD "joints: {j: {revolute: [ground, arm], at: [0, 0, 0], axis: z, "
                    "friction: {dynamic: 0.2}}}\n");
  fixture_same(fixture_read(HEAD "units: mmks\n"), HEAD "units: {system: mmks}\n");
  fixture_same(fixture_read(HEAD "joints: {j: {revolute: , between: [ground, arm], at: [0, 0, 0], "
                                 "axis: z}}\n"),
               HEAD "joints: {j: {revolute: [ground, arm], at: [0, 0, 0], axis: z}}\n");
  fixture_same(
      fixture_read(HEAD "joints: {j: {translational: [ground, arm], at: [0, 0, 0], axis: z}}\n"),
      HEAD "joints: {j: {prismatic: [ground, arm], at: [0, 0, 0], axis: z}}\n");
  fixture_same(fixture_read(HEAD "simulate: [statics, {assemble: }]\n"),
               HEAD "simulate:\n  - statics: {}\n  - assemble: {}\n");
  fixture_same(fixture_read(HEAD "simulate: {statics: {}}\n"), HEAD "simulate:\n  - statics: {}\n");
  fixture_same(fixture_read(HEAD "points: &p {A: [1, 2, 3]}\nforces:\nmotions: {}\n"),
               HEAD "points: {A: [1, 2, 3]}\n");
}

/* a spring with a law of its own has a key that is also the word of another type */
static void test_type_choice(void) {
  static const char *const orders[] = {
      HEAD "forces: {s: {spring: [ground, arm], from: [0, 0, 0], to: [1, 0, 0], force: 2*time}}\n",
      HEAD "forces: {s: {force: 2*time, from: [0, 0, 0], to: [1, 0, 0], spring: [ground, arm]}}\n"};
  for (int i = 0; i < 2; i++) {
    TrmModel *model = fixture_read(orders[i]);
    CHECK_TEXT(fixture_codes, "");
    const TrmItem *spring = model ? trm_model_find(model, "forces", "s") : NULL;
    CHECK(spring != NULL);
    if (spring) CHECK_TEXT(spring->type->name, "spring");
    trm_model_free(model);
  }
}

/* every error is found in one run, in the order of the file */
static void test_all_errors(void) {
  CHECK_TEXT(fixture_faults("trammel: 1\n"
                            "bodies:\n"
                            "  a: {mas: 1}\n"
                            "  b: {mass: [1]}\n"
                            "  2c: {}\n"
                            "joints:\n"
                            "  j: {revolut: [a, b]}\n"
                            "points: {P: [1, 2, 3, 4], Q: [1, 2*, 3]}\n"
                            "gravity: down\n"),
             "E101 3:7 E102 4:13 E201 5:3 E106 7:7 E103 8:13 E402 8:36 E102 9:10");
}

/* at most a hundred errors are kept, all are counted, and reading goes on */
static void test_many_errors(void) {
  static char text[200000];
  size_t used = (size_t)snprintf(text, sizeof text, "trammel: 1\nbodies:\n");
  for (int i = 0; i < 5000; i++)
    used += (size_t)snprintf(text + used, sizeof text - used, "  b%d: {masss: 1}\n", i);
  TrmLog *log = trm_log_new();
  TrmModel *model = NULL;
  CHECK(trm_model_parse(text, used, "t", NULL, 0, log, &model) == TRM_BAD_MODEL);
  CHECK(!model && trm_log_errors(log) == 5000 && trm_log_count(log) == 100);
  trm_log_free(log);
}

static TrmStatus fill(TrmModel *model, TrmItem *item, const char *key, const char *text,
                      TrmLog *log) {
  TrmSource *source = trm_source_new("value", text, strlen(text));
  TrmStatus status = trm_yaml_fill(model, item, trm_type_param(item->type, key), source, log);
  trm_source_release(source);
  return status;
}

/* values set one by one make the same model as a file */
static void test_fill(void) {
  TrmModel *model = fixture_read("trammel: 1\nbodies: {arm: {mass: 5}}\n");
  TrmLog *log = trm_log_new();
  TrmItem *arm = trm_model_find(model, "bodies", "arm");
  CHECK(fill(model, arm, "mass", "1", log) == TRM_OK);
  CHECK(fill(model, arm, "inertia", "[1, 1, 1]", log) == TRM_OK);
  CHECK(fill(model, model->root, "joints", "{j: {revolute: [ground, arm], at: [0, 0, 0], axis: z}}",
             log) == TRM_OK);
  CHECK(trm_log_errors(log) == 0);
  /* what is wrong is refused and changes nothing */
  CHECK(fill(model, arm, "mass", "[2]", log) == TRM_BAD_MODEL);
  CHECK(fill(model, arm, "mass", "2*(", log) == TRM_BAD_MODEL);
  CHECK(fill(model, arm, "mass", "", log) == TRM_BAD_MODEL);
  CHECK(fill(model, arm, "shape", "{sphere: {radios: 1}}", log) == TRM_BAD_MODEL);
  CHECK(fill(model, model->root, "include", "x.yaml", log) == TRM_BAD_MODEL);
  CHECK(fill(model, arm, "mass", "true", NULL) == TRM_BAD_MODEL);
  trm_log_free(log);
  fixture_codes[0] = 0;
  fixture_same(model, HEAD "joints: {j: {revolute: [ground, arm], at: [0, 0, 0], axis: z}}\n");
}

/* a model is read without a log, too */
static void test_no_log(void) {
  TrmModel *model = NULL;
  static const char good[] = HEAD, bad[] = "trammel: 1\nbodies: 3\n";
  CHECK(trm_model_parse(good, strlen(good), "t", NULL, 0, NULL, &model) == TRM_OK && model);
  trm_model_free(model);
  CHECK(trm_model_parse(bad, strlen(bad), "t", NULL, 0, NULL, &model) == TRM_BAD_MODEL && !model);
}

/* settings take the place of values, and are expressions over the others */
static void test_settings(void) {
  static const char text[] = HEAD "parameters: {k: 1, twice: 2*k}\n";
  TrmSetting settings[] = {{"k", "5*twice0"}, {"twice", "7"}};
  TrmModel *model = fixture_parse(text, strlen(text), "test.yaml", settings, 2);
  fixture_same(model, HEAD "parameters: {k: 5*twice0, twice: 7}\n");
  TrmSetting wrong[] = {{"kk", "1"}, {NULL, NULL}, {"k", ""}, {"k", "1 +"}, {"k", ".inf"}};
  trm_model_free(fixture_parse(text, strlen(text), "test.yaml", wrong, 5));
  CHECK_TEXT(fixture_codes, "E102 1:3 E402 1:6 E108 1:3 E204 1:1 E204 1:1");
}

int main(void) {
  test_numbers();
  test_flags();
  test_short_forms();
  test_type_choice();
  test_all_errors();
  test_many_errors();
  test_fill();
  test_no_log();
  test_settings();
  return check_done();
}
