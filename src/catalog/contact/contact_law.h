/* SPDX-License-Identifier: Apache-2.0
 *
 * Law of a compliant contact. With depth x, approach speed v and sliding velocity s at the point,
 *   N = k x^e + c step(x, 0, 0, depth, 1) v,  or with restitution  N = k x^e (1 + a v),
 * never less than zero, and friction -mu(|s|) N s/|s|. The factor a = d/v0 gives the restitution r
 * exactly when the touch began at v0: ln((1 + d)/(1 - r d)) = d (1 + r), whatever masses, k and e.
 */
#ifndef TRM_CATALOG_CONTACT_LAW_H
#define TRM_CATALOG_CONTACT_LAW_H

#include "catalog/contact/surface.h"

/* Touches that begin slower than this, m/s, are damped as if at this speed. */
#define TRM_CONTACT_SLOW 0.01

typedef struct TrmContactLaw {
  double stiffness, exponent, damping, depth;
  double rebound; /* d, or 0: damping holds */
  double restitution;
  int poisson; /* the restitution is one of impulses (rigid) */
  int rubs;    /* has friction: */
  double mu_static, mu_dynamic, stick, slip;
} TrmContactLaw;

/* d of a restitution; below 0.01 it is that of 0.01. */
double trm_contact_rebound(double restitution);

/* Friction coefficient at a sliding speed: a smooth step from -static to static between plus and
 * minus `stick`, another to dynamic at `slip`. */
double trm_contact_friction(const TrmContactLaw *law, double speed);

/* What a touch does, as jets; the call's sites are the bodies. */
typedef struct TrmContactAct {
  double *force;          /* on the first at the point */
  double press, approach; /* N and v */
  double potential, storing, dissipation;
} TrmContactAct;

/* `begun` is the approach speed when the touch began, 0: not known, it is taken for the present
 * one. The touch has a depth. */
void trm_contact_act(const TrmContactLaw *law, TrmForceCall *call, const TrmTouchJets *touch,
                     double begun, TrmContactAct *act);

/* Velocity of the first less that of the second at the point, a jet. */
const double *trm_contact_velocity(TrmForceCall *call, const double *point);

#endif
