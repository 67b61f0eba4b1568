/* SPDX-License-Identifier: Apache-2.0
 *
 * Control: the next step of a one-step method from the error of the last, proportional and integral
 * (Gustafsson; Hairer, Norsett and Wanner, IV.2): h_new = h safety err^-alpha err_old^beta, within
 * bounds, and without growth after a refusal.
 */
#ifndef TRM_INTEGRATOR_CONTROL_H
#define TRM_INTEGRATOR_CONTROL_H

typedef struct TrmPiControl {
  double safety, alpha, beta, least, most; /* exponents; bounds of h_new / h */
} TrmPiControl;

/* The factor of the next step after an accepted one with error `err`, the one before `err_old`. */
double trm_control_accept(const TrmPiControl *control, double err, double err_old);

/* The factor of the next trial after a refused one. */
double trm_control_reject(const TrmPiControl *control, double err);

#endif
