/* SPDX-License-Identifier: Apache-2.0
 *
 * The next step from the error of the last.
 */
#include "integrator/control.h"
#include <math.h>

double trm_control_accept(const TrmPiControl *control, double err, double err_old) {
  if (err <= 0) return control->most;
  double factor = control->safety * pow(err, -control->alpha);
  if (control->beta > 0) factor *= pow(err_old, control->beta);
  return fmin(fmax(factor, control->least), control->most);
}

double trm_control_reject(const TrmPiControl *control, double err) {
  return fmax(control->safety * pow(err, -control->alpha), control->least);
}
