/* SPDX-License-Identifier: Apache-2.0
 *
 * Radau numbers: the method of Radau with three stages (IIA), order 5: its nodes, the eigenvalues
 * u and a +- i b of A^-1, which T brings to the diagonal, and the weights of its error, over h. E.
 * Hairer and G. Wanner, Solving Ordinary Differential Equations II, IV.8.
 */
#ifndef TRM_INTEGRATOR_RADAU_NUMBERS_H
#define TRM_INTEGRATOR_RADAU_NUMBERS_H

#include <stddef.h>

static const double trm_radau_c1 = 0.15505102572168219018, trm_radau_c2 = 0.64494897427831780982;

/* eigenvalues of A^-1: u, a + i b */
static const double trm_radau_u = 3.6378342527444957322, trm_radau_a = 2.6810828736277521339,
                    trm_radau_b = 3.0504301992474105694;

static const double trm_radau_T[3][3] = {
    {9.1232394870892942792e-02, -0.14125529502095420843, -3.0029194105147424492e-02},
    {0.24171793270710701896, 0.20412935229379993199, 0.38294211275726193779},
    {0.96604818261509293619, 1, 0}};
static const double trm_radau_T_inverse[3][3] = {
    {4.3255798900631553510, 0.33919925181580986954, 0.54177053993587487119},
    {-4.1787185915519047273, -0.32768282076106238708, 0.47662355450055045196},
    {-0.50287263494578687595, 2.5719269498556054292, -0.59603920482822492497}};

static const double trm_radau_error[3] = {-10.048809399827415562, 1.3821427331607488958,
                                          -0.33333333333333333333};

/* out = M in, three vectors each; they may be the same */
static inline void trm_radau_transform(size_t n, const double M[3][3], double *const *in,
                                       double *const *out) {
  for (size_t i = 0; i < n; i++) {
    double x = in[0][i], y = in[1][i], z = in[2][i];
    for (int k = 0; k < 3; k++) out[k][i] = M[k][0] * x + M[k][1] * y + M[k][2] * z;
  }
}

#endif
