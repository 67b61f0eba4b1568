/* SPDX-License-Identifier: Apache-2.0
 *
 * Spline: every kind is kept as one cubic per interval, y = c0 + c1 t + c2 t^2 + c3 t^3 with
 * t = x - x_i, made from the slopes at the points. Cubic: slopes from the tridiagonal equations of
 * a continuous second derivative, with the third continuous at the second and last but one point
 * (de Boor, A Practical Guide to Splines, IV); Akima: slopes weighted by the change of the chords
 * (J. ACM 17, 1970).
 */
#include "math/spline.h"
#include <math.h>
#include <stdint.h>
#include <string.h>

struct TrmSpline {
  TrmSplineEnd end;
  int straight; /* linear: the slope jumps at every point */
  size_t nx, nz;
  const double *x, *z;
  double *c;        /* c0..c3 of interval i of curve k at 4 ((nx - 1) k + i) */
  double (*tip)[2]; /* value and slope at the last point of each curve */
};

/* chord slope of interval i */
static double chord(const double *x, const double *y, size_t i) {
  return (y[i + 1] - y[i]) / (x[i + 1] - x[i]);
}

/* slopes s[n] of the not-a-knot cubic; work[n] is overwritten */
static void cubic_slopes(const double *x, const double *y, size_t n, double *s, double *work) {
  /* first row, already divided by its pivot */
  double h0 = x[1] - x[0], h1 = x[2] - x[1], d = x[2] - x[0];
  work[0] = d / h1;
  s[0] = ((h0 + 2 * d) * chord(x, y, 0) + h0 * h0 / h1 * chord(x, y, 1)) / d;

  /* eliminate downwards */
  for (size_t i = 1; i + 1 < n; i++) {
    h0 = x[i] - x[i - 1];
    h1 = x[i + 1] - x[i];
    double right = 3 * (h1 * chord(x, y, i - 1) + h0 * chord(x, y, i));
    double pivot = 2 * (h0 + h1) - h1 * work[i - 1];
    work[i] = h0 / pivot;
    s[i] = (right - h1 * s[i - 1]) / pivot;
  }

  /* last row, then back */
  h0 = x[n - 2] - x[n - 3];
  h1 = x[n - 1] - x[n - 2];
  d = x[n - 1] - x[n - 3];
  double right = (h1 * h1 * chord(x, y, n - 3) + (2 * d + h1) * h0 * chord(x, y, n - 2)) / d;
  s[n - 1] = (right - d * s[n - 2]) / (h0 - d * work[n - 2]);
  for (size_t i = n - 1; i-- > 0;) s[i] -= work[i] * s[i + 1];
}

/* Akima's slopes s[n]; work[n + 3] is overwritten by the chords, two more made up on each side */
static void akima_slopes(const double *x, const double *y, size_t n, double *s, double *work) {
  double *m = work + 2;
  for (size_t i = 0; i + 1 < n; i++) m[i] = chord(x, y, i);
  work[1] = 2 * m[0] - m[1];
  work[0] = 2 * work[1] - m[0];
  m[n - 1] = 2 * m[n - 2] - m[n - 3];
  m[n] = 2 * m[n - 1] - m[n - 2];

  /* where the chords on both sides are equal in pairs, the mean of the two */
  for (size_t i = 0; i < n; i++) {
    const double *c = work + i;
    double after = fabs(c[3] - c[2]), before = fabs(c[1] - c[0]);
    double size = fabs(c[0]) + fabs(c[1]) + fabs(c[2]) + fabs(c[3]);
    int level = after + before <= 1e-9 * size;
    s[i] = level ? (c[1] + c[2]) / 2 : (after * c[1] + before * c[2]) / (after + before);
  }
}

/* the cubics of one curve; slopes s[n] at its points, NULL: straight lines */
static void curve_fill(const double *x, const double *y, size_t n, const double *s, double *c,
                       double tip[2]) {
  for (size_t i = 0; i + 1 < n; i++, c += 4) {
    double h = x[i + 1] - x[i], m = chord(x, y, i);
    double s0 = s ? s[i] : m, s1 = s ? s[i + 1] : m;
    c[0] = y[i];
    c[1] = s0;
    c[2] = s ? (3 * m - 2 * s0 - s1) / h : 0;
    c[3] = s ? (s0 + s1 - 2 * m) / (h * h) : 0;
  }
  tip[0] = y[n - 1];
  tip[1] = s ? s[n - 1] : chord(x, y, n - 2);
}

/* index of the first value that is not finite or not more than the one before; n: none */
static size_t first_not_rising(const double *values, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!isfinite(values[i]) || (i && !(values[i] > values[i - 1]))) return i;
  return n;
}

TrmSplineFault trm_spline_new(TrmArena *arena, TrmSplineKind kind, TrmSplineEnd end,
                              const double *x, size_t nx, const double *z, size_t nz,
                              const double *y, size_t *where, TrmSpline **spline) {
  static const size_t least[] = {
      [TRM_SPLINE_CUBIC] = 4, [TRM_SPLINE_AKIMA] = 5, [TRM_SPLINE_LINEAR] = 2};
  *where = nx;
  if (nx < least[kind] || nz == 0) return TRM_SPLINE_TOO_FEW;
  *where = first_not_rising(x, nx);
  if (*where < nx) return TRM_SPLINE_NOT_RISING;
  *where = nz > 1 ? first_not_rising(z, nz) : nz;
  if (*where < nz) return TRM_SPLINE_Z_NOT_RISING;
  if (nx > SIZE_MAX / 64 / nz) trm_guard_leave();

  TrmSpline *made = trm_arena_alloc(arena, sizeof *made);
  double *grid = trm_arena_array(arena, nx + nz, sizeof *grid);
  memcpy(grid, x, nx * sizeof *x);
  if (nz > 1) memcpy(grid + nx, z, nz * sizeof *z);
  made->end = end;
  made->straight = kind == TRM_SPLINE_LINEAR;
  made->nx = nx;
  made->nz = nz;
  made->x = grid;
  made->z = grid + nx;
  made->c = trm_arena_array(arena, 4 * (nx - 1) * nz, sizeof *made->c);
  made->tip = trm_arena_array(arena, nz, sizeof *made->tip);

  /* slopes of each curve, then its cubics */
  double *slopes = kind == TRM_SPLINE_LINEAR ? NULL : trm_arena_array(arena, 2 * nx + 3, sizeof *x);
  for (size_t k = 0; k < nz; k++, y += nx) {
    if (kind == TRM_SPLINE_CUBIC) cubic_slopes(x, y, nx, slopes, slopes + nx);
    if (kind == TRM_SPLINE_AKIMA) akima_slopes(x, y, nx, slopes, slopes + nx);
    curve_fill(x, y, nx, slopes, made->c + 4 * (nx - 1) * k, made->tip[k]);
  }
  *spline = made;
  return TRM_SPLINE_GOOD;
}

/* the interval of `value` among grid[n], 0 to n - 2 */
static size_t interval(const double *grid, size_t n, double value) {
  size_t low = 0, high = n - 1;
  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;
    if (value < grid[middle])
      high = middle;
    else
      low = middle;
  }
  return low;
}

/* y, y', y'', y''' of curve k at x in interval i; `side` -1, 1: beyond the first, last point */
static void curve_eval(const TrmSpline *p, size_t k, size_t i, int side, double x, double d[5]) {
  const double *c = p->c + 4 * ((p->nx - 1) * k + i);
  memset(d, 0, 5 * sizeof *d);
  if (side == 0) {
    double t = x - p->x[i];
    d[0] = c[0] + t * (c[1] + t * (c[2] + t * c[3]));
    d[1] = c[1] + t * (2 * c[2] + t * 3 * c[3]);
    d[2] = 2 * c[2] + t * 6 * c[3];
    d[3] = 6 * c[3];
    return;
  }
  double value = side < 0 ? c[0] : p->tip[k][0], slope = side < 0 ? c[1] : p->tip[k][1];
  double at = side < 0 ? p->x[0] : p->x[p->nx - 1];
  d[0] = p->end == TRM_END_HOLD ? value : value + slope * (x - at);
  d[1] = p->end == TRM_END_HOLD ? 0 : slope;
}

int trm_spline_eval(const TrmSpline *p, int order, double x, double z, double out[6]) {
  int side = x < p->x[0] ? -1 : x > p->x[p->nx - 1];
  int two = p->nz > 1, z_side = !two ? 0 : z < p->z[0] ? -1 : z > p->z[p->nz - 1];
  int lost = p->end == TRM_END_ERROR && (side || z_side);
  if (lost || order < 0 || order > 2 || isnan(x) || (two && isnan(z))) {
    for (int i = 0; i < 6; i++) out[i] = (double)NAN;
    return !lost;
  }

  /* one curve */
  double a[5], b[5];
  size_t i = side ? (side < 0 ? 0 : p->nx - 2) : interval(p->x, p->nx, x);
  size_t k = two ? interval(p->z, p->nz, z) : 0;
  curve_eval(p, k, i, side, x, a);
  out[0] = a[order];
  out[1] = a[order + 1];
  out[3] = a[order + 2];
  out[2] = out[4] = out[5] = 0;
  if (!two) return 1;

  /* two neighbouring curves, linear between them; beyond the ends held or continued */
  curve_eval(p, k + 1, i, side, x, b);
  double width = p->z[k + 1] - p->z[k], w = (z - p->z[k]) / width;
  int held = z_side && p->end == TRM_END_HOLD;
  if (held) w = z_side > 0;
  out[0] += w * (b[order] - a[order]);
  out[1] += w * (b[order + 1] - a[order + 1]);
  out[3] += w * (b[order + 2] - a[order + 2]);
  if (held) return 1;
  out[2] = (b[order] - a[order]) / width;
  out[4] = (b[order + 1] - a[order + 1]) / width;
  return 1;
}

/* zero at each of the rising values, of the other sign on the other side: between values i and i +
 * 1 it is (-1)^i (x - x_i)(x_i+1 - x)/(x_i+1 - x_i) */
static double alternate(const double *values, size_t n, size_t stride, double x) {
  if (x <= values[0]) return x - values[0];
  size_t low = 0, high = n - 1;
  double sign = high % 2 ? -1 : 1;
  if (x >= values[high * stride]) return sign * (x - values[high * stride]);
  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;
    if (x >= values[middle * stride]) {
      low = middle;
    } else {
      high = middle;
    }
  }
  double a = values[low * stride], b = values[high * stride];
  return (low % 2 ? -1 : 1) * (x - a) * ((b - x) / (b - a));
}

size_t trm_spline_events(const TrmSpline *spline, double x, double z, double out[2]) {
  size_t count = 0;
  if (spline->straight) {
    out[count++] = alternate(spline->x, spline->nx, 1, x);
  } else if (spline->end == TRM_END_HOLD) {
    out[count++] = alternate(spline->x, 2, spline->nx - 1, x);
  }
  if (spline->nz > 1) out[count++] = alternate(spline->z, spline->nz, 1, z);
  return count;
}

int trm_spline_is_linear(const TrmSpline *spline) {
  return spline->straight;
}

double trm_spline_next(const TrmSpline *spline, double x, int direction) {
  size_t low = 0, high = spline->nx; /* the first point behind x, or not before it */
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (direction > 0 ? spline->x[middle] > x : spline->x[middle] >= x) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  if (direction > 0) return low < spline->nx ? spline->x[low] : (double)INFINITY;
  return low > 0 ? spline->x[low - 1] : (double)INFINITY;
}

int trm_spline_two(const TrmSpline *spline) {
  return spline->nz > 1;
}

void trm_spline_range(const TrmSpline *spline, double *low, double *high) {
  *low = spline->x[0];
  *high = spline->x[spline->nx - 1];
}
