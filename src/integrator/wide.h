/* SPDX-License-Identifier: Apache-2.0
 *
 * Wide: functions whose loops are compiled for wide registers too, where the loader can choose.
 * Every element is computed by the same operations in the same order, so that the width of the
 * registers changes no bit.
 */
#ifndef TRM_INTEGRATOR_WIDE_H
#define TRM_INTEGRATOR_WIDE_H

/* sanitizers want one version */
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__SANITIZE_ADDRESS__) &&             \
    !defined(__clang__)
#define TRM_WIDE_LOOPS __attribute__((target_clones("avx2", "default")))
#else
#define TRM_WIDE_LOOPS
#endif

/* Four elements side by side, at any place. */
typedef double TrmFour __attribute__((vector_size(32), aligned(8), may_alias));
#define TRM_FOUR(p) (*(TrmFour *)(void *)(p))
#define TRM_FOUR_CONST(p) (*(const TrmFour *)(const void *)(p))

#endif
