/* SPDX-License-Identifier: Apache-2.0
 *
 * Allocations of linear models fail one by one: matrices, inputs, outputs, zeros, response, modes,
 * and modes held against motions. Each failed run must end with TRM_NO_MEMORY, and nothing may be
 * left allocated. LAPACK and ARPACK are loaded before.
 */
#include "check.h"
#include "counted.h"
#include "linalg/arnoldi.h"
#include "linalg/eigen.h"
#include "trammel/trammel.h"

static const char cart[] =
    "trammel: 1\n"
    "gravity: [0, -9.81]\n"
    "planar: true\n"
    "parameters: {half: 0.5, load: half*2}\n"
    "bodies:\n"
    "  cart: {at: [0, 0], mass: 4, inertia: 0.1}\n"
    "  pole: {at: [0, -0.5], mass: 1.5, inertia: 0.2}\n"
    "joints:\n"
    "  rail: {prismatic: [ground, cart], at: [0, 0], axis: x}\n"
    "  pin: {revolute: [cart, pole], at: [0, 0]}\n"
    "motions: {drive: {joint: rail, displacement: 0}}\n"
    "forces: {motor: {torque: pole, vector: load - 1}}\n"
    "outputs: {tip: dx(pole), pull: fx(pin)}\n"
    "simulate: [{linearize: {states: [pin, rail], inputs: [half, drive], outputs: [tip, pull]}}]\n";

/* all that can be asked of a linear model */
static TrmStatus ask(TrmAnalysis *analysis, TrmLog *log) {
  TrmLinearReport r;
  double out[64], re[64], im[64], error;
  size_t count;
  TrmMode mode;
  /* the lowest modes alone, where there are enough others */
  TrmLinearOptions large = {.modes = 1, .dense = 1};
  TrmStatus status = trm_analysis_linearize_with(analysis, -1, &large, log);
  if (status == TRM_OK) status = trm_analysis_mode(analysis, 0, &mode);
  if (status == TRM_OK) status = trm_analysis_linearize(analysis, -1, log);
  if (status != TRM_OK) return status;
  trm_analysis_linear(analysis, &r);
  CHECK(r.order <= 14);
  if (r.inputs) status = trm_analysis_response(analysis, 0.3, out);
  if (status == TRM_OK && r.inputs) status = trm_analysis_zeros(analysis, 0, 0, re, im, &count);
  if (status == TRM_OK && r.inputs) {
    status = trm_analysis_gain(analysis, out);
    if (status == TRM_FAILED) status = TRM_OK;
  }
  if (status == TRM_OK) status = trm_analysis_mode(analysis, r.order - 1, &mode);
  if (status == TRM_OK) status = trm_analysis_verify(analysis, r.order - 1, &error, log);
  return status;
}

static TrmStatus use(void *context) {
  const char *path = context;
  TrmLog *log = trm_log_new();
  if (!log) return TRM_NO_MEMORY;
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  TrmAnalysis *analysis = NULL;
  TrmStatus status = path == cart
                         ? trm_model_parse(cart, sizeof cart - 1, "cart", NULL, 0, log, &model)
                         : trm_model_read(path, NULL, 0, log, &model);
  if (status == TRM_OK) status = trm_system_compile(model, log, &system);
  if (status == TRM_OK) status = trm_analysis_new(system, log, &analysis);
  if (status == TRM_OK) status = trm_analysis_assemble(analysis, log);
  if (status == TRM_OK) status = ask(analysis, log);
  trm_analysis_free(analysis);
  trm_system_free(system);
  trm_model_free(model);
  trm_log_free(log);
  return status;
}

int main(void) {
  static char rotor[] = "examples/rotor-stator.yaml", hoop[] = "examples/hoop.yaml";
  CHECK(trm_eigen_available() && trm_arnoldi_available());
  counted_each("cart", use, (void *)cart, TRM_OK, 700, 12);
  counted_each(rotor, use, rotor, TRM_OK, 700, 12);
  counted_each(hoop, use, hoop, TRM_OK, 700, 12);
  return check_done();
}
