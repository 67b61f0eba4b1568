/* SPDX-License-Identifier: Apache-2.0
 *
 * Curve: cubic pieces in the length of the chords, with second derivatives at the points from the
 * tridiagonal conditions of a C2 cubic: not-a-knot ends for an open curve (by TrmSpline), cyclic
 * for a closed one. Reference: de Boor, A Practical Guide to Splines.
 */
#include "math/curve.h"
#include "math/vec3.h"
#include <string.h>

struct TrmCurve {
  const TrmSpline *graph;   /* y(x) */
  double unit;              /* of both */
  const TrmSpline *open[3]; /* components over s */
  size_t count;             /* points of a closed curve */
  double *s, *p, *second;   /* s[count + 1], points and second derivatives, 3 each */
  double low, high;
  int closed;
};

TrmCurve *trm_curve_graph(TrmArena *arena, const TrmSpline *spline, double unit) {
  TrmCurve *curve = trm_arena_alloc(arena, sizeof *curve);
  curve->graph = spline;
  curve->unit = unit;
  trm_spline_range(spline, &curve->low, &curve->high);
  curve->low *= unit;
  curve->high *= unit;
  return curve;
}

/* second derivatives of one component of a closed cubic: a cyclic tridiagonal system by the
 * Sherman-Morrison formula; b, z, d are work of `n` doubles */
static void solve_cyclic(const double *h, const double *right, size_t n, double *out, double *b,
                         double *z) {
  /* rows: h[i-1] m[i-1] + 2 (h[i-1] + h[i]) m[i] + h[i] m[i+1] = right[i] */
  double corner = h[n - 1], gamma = -2 * (h[n - 1] + h[0]);
  for (size_t i = 0; i < n; i++) {
    b[i] = 2 * (h[i ? i - 1 : n - 1] + h[i]);
    out[i] = right[i];
    z[i] = 0;
  }
  b[0] -= gamma;
  b[n - 1] -= corner * corner / gamma;
  z[0] = gamma;
  z[n - 1] = corner;
  for (size_t i = 1; i < n; i++) {
    double factor = h[i - 1] / b[i - 1];
    b[i] -= factor * h[i - 1];
    out[i] -= factor * out[i - 1];
    z[i] -= factor * z[i - 1];
  }
  out[n - 1] /= b[n - 1];
  z[n - 1] /= b[n - 1];
  for (size_t i = n - 1; i-- > 0;) {
    out[i] = (out[i] - h[i] * out[i + 1]) / b[i];
    z[i] = (z[i] - h[i] * z[i + 1]) / b[i];
  }
  double ratio = corner / gamma;
  double factor = (out[0] + ratio * out[n - 1]) / (1 + z[0] + ratio * z[n - 1]);
  for (size_t i = 0; i < n; i++) out[i] -= factor * z[i];
}

static void close_curve(TrmArena *arena, TrmCurve *curve) {
  size_t n = curve->count;
  double *h = trm_arena_array(arena, 5 * n, sizeof *h), *right = h + n, *out = right + n;
  for (size_t i = 0; i < n; i++) h[i] = curve->s[i + 1] - curve->s[i];
  curve->second = trm_arena_array(arena, 3 * n, sizeof *curve->second);
  for (size_t k = 0; k < 3; k++) {
    const double *p = curve->p + k;
    for (size_t i = 0; i < n; i++) {
      size_t before = i ? i - 1 : n - 1, after = i + 1 < n ? i + 1 : 0;
      right[i] = 6 * ((p[3 * after] - p[3 * i]) / h[i] - (p[3 * i] - p[3 * before]) / h[before]);
    }
    solve_cyclic(h, right, n, out, out + n, out + 2 * n);
    for (size_t i = 0; i < n; i++) curve->second[3 * i + k] = out[i];
  }
}

TrmCurve *trm_curve_through(TrmArena *arena, const double *points, size_t count, int closed) {
  if (count < (closed ? 3u : 4u)) return NULL;
  TrmCurve *curve = trm_arena_alloc(arena, sizeof *curve);
  size_t pieces = closed ? count : count - 1;
  curve->closed = closed;
  curve->count = count;
  curve->p = trm_arena_array(arena, 3 * count, sizeof *curve->p);
  memcpy(curve->p, points, 3 * count * sizeof *points);
  curve->s = trm_arena_array(arena, pieces + 1, sizeof *curve->s);
  for (size_t i = 0; i < pieces; i++) {
    double chord[3];
    trm_vec3_add(points + 3 * ((i + 1) % count), -1, points + 3 * i, chord);
    double length = trm_vec3_norm(chord);
    if (!(length > 0)) return NULL;
    curve->s[i + 1] = curve->s[i] + length;
  }
  curve->high = curve->s[pieces];
  if (closed) {
    close_curve(arena, curve);
    return curve;
  }
  double *y = trm_arena_array(arena, count, sizeof *y);
  for (size_t k = 0; k < 3; k++) {
    size_t where;
    TrmSpline *spline = NULL;
    for (size_t i = 0; i < count; i++) y[i] = points[3 * i + k];
    if (trm_spline_new(arena, TRM_SPLINE_CUBIC, TRM_END_LINEAR, curve->s, count, NULL, 1, y, &where,
                       &spline) != TRM_SPLINE_GOOD)
      return NULL;
    curve->open[k] = spline;
  }
  return curve;
}

/* value and three derivatives of a spline */
static void eval_spline(const TrmSpline *spline, double s, double out[4]) {
  double first[6], second[6];
  trm_spline_eval(spline, 0, s, 0, first);
  trm_spline_eval(spline, 1, s, 0, second);
  out[0] = first[0];
  out[1] = first[1];
  out[2] = first[3];
  out[3] = second[3];
}

static void eval_closed(const TrmCurve *curve, double s, double out[4][3]) {
  double period = curve->high;
  s -= period * floor(s / period);
  size_t low = 0, high = curve->count;
  while (high - low > 1) {
    size_t middle = (low + high) / 2;
    if (curve->s[middle] <= s) {
      low = middle;
    } else {
      high = middle;
    }
  }
  size_t next = low + 1 < curve->count ? low + 1 : 0;
  double h = curve->s[low + 1] - curve->s[low], t = s - curve->s[low];
  for (size_t k = 0; k < 3; k++) {
    double p = curve->p[3 * low + k], q = curve->p[3 * next + k];
    double m = curve->second[3 * low + k], n = curve->second[3 * next + k];
    double slope = (q - p) / h - h * (2 * m + n) / 6, third = (n - m) / h;
    out[0][k] = p + t * (slope + t * (m / 2 + t * third / 6));
    out[1][k] = slope + t * (m + t * third / 2);
    out[2][k] = m + t * third;
    out[3][k] = third;
  }
}

void trm_curve_eval(const TrmCurve *curve, double s, double out[4][3]) {
  if (curve->closed) {
    eval_closed(curve, s, out);
    return;
  }
  for (size_t k = 0; k < 3; k++) {
    double component[4] = {0, 0, 0, 0};
    if (curve->graph && k == 0) {
      component[0] = s;
      component[1] = 1;
    } else if (curve->graph && k == 1) {
      double unit = curve->unit;
      eval_spline(curve->graph, s / unit, component);
      component[0] *= unit;
      component[2] /= unit;
      component[3] /= unit * unit;
    } else if (!curve->graph) {
      eval_spline(curve->open[k], s, component);
    }
    for (size_t n = 0; n < 4; n++) out[n][k] = component[n];
  }
}

void trm_curve_range(const TrmCurve *curve, double *low, double *high, int *closed) {
  *low = curve->low;
  *high = curve->high;
  *closed = curve->closed;
}

/* half the squared distance to p, with two derivatives in s */
static double distance(const TrmCurve *curve, double s, const double p[3], double *slope,
                       double *bend) {
  double c[4][3], d[3];
  trm_curve_eval(curve, s, c);
  trm_vec3_add(c[0], -1, p, d);
  *slope = trm_vec3_dot(d, c[1]);
  *bend = trm_vec3_dot(c[1], c[1]) + trm_vec3_dot(d, c[2]);
  return trm_vec3_dot(d, d) / 2;
}

double trm_curve_nearest(const TrmCurve *curve, const double p[3]) {
  enum { SAMPLES = 400, MOST_STEPS = 50 };
  double best = curve->low, least = HUGE_VAL, slope, bend;
  double width = (curve->high - curve->low) / SAMPLES;
  for (int i = 0; i <= SAMPLES; i++) {
    double s = curve->low + width * i, value = distance(curve, s, p, &slope, &bend);
    if (value < least) {
      least = value;
      best = s;
    }
  }
  for (int i = 0; i < MOST_STEPS; i++) {
    distance(curve, best, p, &slope, &bend);
    double step = bend > 0 ? -slope / bend : 0;
    if (!(fabs(step) > 1e-15 * (curve->high - curve->low)) || !(fabs(step) < width)) break;
    best += step;
  }
  return best;
}
