/* SPDX-License-Identifier: Apache-2.0
 *
 * Dynamics that cannot be: what a model has that is not followed, and methods that do not go
 * together, are refused with a code and a reason; nothing is left out in silence.
 */
#include "motion.h"

/* a refusal with the code and words of its first error */
static void refused(Motion m, const char *code, const char *words) {
  TrmEntry entry = {0};
  int found = 0;
  CHECK(m.status != TRM_OK);
  for (size_t i = 0; trm_log_entry(m.log, i, &entry) == TRM_OK && !found; i++)
    found = strcmp(entry.code, code) == 0 && strstr(entry.text, words) != NULL;
  CHECK(found);
  if (!found) fprintf(stderr, "expected %s %s\n", code, words), motion_complain(&m);
  motion_end(&m);
}

int main(void) {
  TrmDynamicsOptions none = {0};
  const char *plain = "examples/pendulum.yaml";
  refused(motion_read("examples/wheel.yaml", NULL, 0, &none), "E331", "tread");
  static const char ramp[] =
      "trammel: 1\n"
      "points: {A: [-3, 0, 0], B: [-1, 0, 0.1], C: [1, 0, 0], D: [3, 0, 0]}\n"
      "bodies:\n"
      "  crate: {at: [0, 0, 2], shape: {box: {size: [1, 1, 1], density: 300}}}\n"
      "contacts:\n"
      "  ramp: {between: [{point: crate}, {curve: [A, B, C, D], on: "
      "ground}], law: rigid}\n";
  Motion curved = {.log = trm_log_new()};
  curved.status = trm_model_parse(ramp, strlen(ramp), "model", NULL, 0, curved.log, &curved.model);
  const TrmDynamicsOptions explicit = {.integrator = "dop853"};
  motion_prepare(&curved, &explicit);
  refused(curved, "E331", "is a rigid contact");

  /* methods of which the combination does not exist */
  TrmDynamicsOptions options = {.integrator = "euler"};
  refused(motion_read(plain, NULL, 0, &options), "E332", "no integrator 'euler'");
  options = (TrmDynamicsOptions){.integrator = "gstiff", .formulation = "baumgarte"};
  refused(motion_read(plain, NULL, 0, &options), "E332", "solves the constraints itself");
  options = (TrmDynamicsOptions){.formulation = "index3"};
  refused(motion_read(plain, NULL, 0, &options), "E332", "no such formulation");
  options = (TrmDynamicsOptions){.solver = "dense"};
  refused(motion_read(plain, NULL, 0, &options), "E332", "no such elimination");

  /* coordinates are chosen by dense elimination: at most 600 columns */
  TrmSetting many = {"N", "120"};
  options = (TrmDynamicsOptions){.formulation = "partitioning"};
  refused(motion_read("examples/a02-four-bars.yaml", &many, 1, &options), "E332", "600 columns");
  return check_done();
}
