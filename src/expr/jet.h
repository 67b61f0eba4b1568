/* SPDX-License-Identifier: Apache-2.0
 *
 * Jet: a quantity along a path with its first and second rate, and the rules of sums, products and
 * functions for them. In a product a rate that is zero wins over an infinite factor, so that what
 * stands still leaves no trace.
 */
#ifndef TRM_EXPR_JET_H
#define TRM_EXPR_JET_H

typedef struct TrmJet {
  double f, d, dd;
} TrmJet;

/* a b, where zero wins */
static inline double trm_jet_part(double a, double b) {
  return a == 0 || b == 0 ? 0 : a * b;
}

/* What changes steadily: value and rate. */
static inline TrmJet trm_jet_steady(double f, double d) {
  return (TrmJet){f, d, 0};
}

/* a + k b */
static inline TrmJet trm_jet_add(TrmJet a, double k, TrmJet b) {
  return (TrmJet){a.f + k * b.f, a.d + k * b.d, a.dd + k * b.dd};
}

static inline TrmJet trm_jet_scale(double k, TrmJet a) {
  return (TrmJet){k * a.f, k * a.d, k * a.dd};
}

static inline TrmJet trm_jet_times(TrmJet a, TrmJet b) {
  return (TrmJet){trm_jet_part(a.f, b.f), trm_jet_part(a.d, b.f) + trm_jet_part(a.f, b.d),
                  trm_jet_part(a.dd, b.f) + 2 * trm_jet_part(a.d, b.d) + trm_jet_part(a.f, b.dd)};
}

/* A function of x: its value and first and second derivative there. */
static inline TrmJet trm_jet_of(TrmJet x, double f, double f1, double f2) {
  return (TrmJet){f, trm_jet_part(f1, x.d),
                  trm_jet_part(f1, x.dd) + trm_jet_part(f2, trm_jet_part(x.d, x.d))};
}

/* 1 / x */
static inline TrmJet trm_jet_inverse(TrmJet x) {
  double f = 1 / x.f;
  return trm_jet_of(x, f, -f * f, 2 * f * f * f);
}

#endif
