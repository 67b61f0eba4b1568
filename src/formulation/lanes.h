/* SPDX-License-Identifier: Apache-2.0
 *
 * Lanes: the same arithmetic for four bodies side by side, with the compiler's portable vectors.
 * Every lane does what scalar code would do, operation by operation, so that the width of the
 * machine's registers does not change a bit of the result.
 */
#ifndef TRM_FORMULATION_LANES_H
#define TRM_FORMULATION_LANES_H

enum { TRM_LANES = 4 };

/* Compiled for wide registers too where the loader can choose; sanitizers want one version */
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__SANITIZE_ADDRESS__) &&             \
    !defined(__clang__)
#define TRM_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define TRM_WIDE
#endif
#define TRM_INLINE static inline __attribute__((always_inline))

typedef double TrmLane __attribute__((vector_size(32)));
typedef double TrmLaneAt __attribute__((vector_size(32), aligned(8), may_alias));

typedef struct TrmLane3 {
  TrmLane x, y, z;
} TrmLane3;

TRM_INLINE TrmLane trm_lane_load(const double *p) {
  return *(const TrmLaneAt *)(const void *)p;
}

TRM_INLINE void trm_lane_store(double *p, TrmLane a) {
  *(TrmLaneAt *)(void *)p = a;
}

/* zeros, four at a time */
TRM_INLINE void trm_lane_clear(double *p, int fours) {
  TrmLane none = {0};
  for (int i = 0; i < fours; i++) trm_lane_store(p + 4 * i, none);
}

TRM_INLINE TrmLane3 trm_lane3_load(const double *p) {
  return (TrmLane3){trm_lane_load(p), trm_lane_load(p + 4), trm_lane_load(p + 8)};
}

TRM_INLINE void trm_lane3_store(double *p, TrmLane3 a) {
  trm_lane_store(p, a.x);
  trm_lane_store(p + 4, a.y);
  trm_lane_store(p + 8, a.z);
}

/* four rows of four to four columns */
TRM_INLINE void trm_lane_turn(TrmLane a[4]) {
  TrmLane low01 = __builtin_shufflevector(a[0], a[1], 0, 4, 2, 6);
  TrmLane high01 = __builtin_shufflevector(a[0], a[1], 1, 5, 3, 7);
  TrmLane low23 = __builtin_shufflevector(a[2], a[3], 0, 4, 2, 6);
  TrmLane high23 = __builtin_shufflevector(a[2], a[3], 1, 5, 3, 7);
  a[0] = __builtin_shufflevector(low01, low23, 0, 1, 4, 5);
  a[1] = __builtin_shufflevector(high01, high23, 0, 1, 4, 5);
  a[2] = __builtin_shufflevector(low01, low23, 2, 3, 6, 7);
  a[3] = __builtin_shufflevector(high01, high23, 2, 3, 6, 7);
}

TRM_INLINE void trm_lane_transpose(const double *a, const double *b, const double *c,
                                   const double *d, TrmLane out[4]) {
  out[0] = trm_lane_load(a);
  out[1] = trm_lane_load(b);
  out[2] = trm_lane_load(c);
  out[3] = trm_lane_load(d);
  trm_lane_turn(out);
}

TRM_INLINE TrmLane3 trm_lane3_add(TrmLane3 a, TrmLane3 b) {
  return (TrmLane3){a.x + b.x, a.y + b.y, a.z + b.z};
}

TRM_INLINE TrmLane3 trm_lane3_less(TrmLane3 a, TrmLane3 b) {
  return (TrmLane3){a.x - b.x, a.y - b.y, a.z - b.z};
}

TRM_INLINE TrmLane3 trm_lane3_scale(TrmLane s, TrmLane3 a) {
  return (TrmLane3){s * a.x, s * a.y, s * a.z};
}

TRM_INLINE TrmLane trm_lane3_dot(TrmLane3 a, TrmLane3 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

TRM_INLINE TrmLane3 trm_lane3_cross(TrmLane3 a, TrmLane3 b) {
  return (TrmLane3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/* R a with R row-major */
TRM_INLINE TrmLane3 trm_lane3_turn(const TrmLane R[9], TrmLane3 a) {
  return (TrmLane3){R[0] * a.x + R[1] * a.y + R[2] * a.z, R[3] * a.x + R[4] * a.y + R[5] * a.z,
                    R[6] * a.x + R[7] * a.y + R[8] * a.z};
}

#endif
