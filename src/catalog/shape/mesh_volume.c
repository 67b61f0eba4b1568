/* SPDX-License-Identifier: Apache-2.0
 *
 * Volume integrals of a closed mesh: each triangle a, b, c spans a tetrahedron with a reference
 * point; with det = a.(b x c) and s = a + b + c its volume is det/6, its first moment det s/24, its
 * second det (s s^T + a a^T + b b^T + c c^T)/120. The signs add up to the solid (divergence
 * theorem). The second pass takes the centre as reference, so that nothing cancels; sums are
 * compensated.
 */
#include "catalog/shape/mesh.h"
#include <math.h>
#include <string.h>

/* a volume less than this part of surface times size is none */
static const double flat = 1e-12;

/* a sum that keeps what rounding loses (Neumaier) */
typedef struct Sum {
  double value, lost;
} Sum;

static void sum_add(Sum *sum, double term) {
  double next = sum->value + term;
  sum->lost +=
      fabs(sum->value) >= fabs(term) ? (sum->value - next) + term : (term - next) + sum->value;
  sum->value = next;
}

static double sum_get(const Sum *sum) {
  return sum->value + sum->lost;
}

typedef struct Integrals {
  double volume, surface, first[3], second[9];
} Integrals;

/* corners of triangle `t` from `origin`; returns a.(b x c) and the doubled area */
static double triangle_from(const TrmMesh *mesh, size_t t, const double origin[3], double p[3][3],
                            double *area) {
  for (size_t v = 0; v < 3; v++)
    for (size_t i = 0; i < 3; i++)
      p[v][i] = mesh->vertices[3 * (size_t)mesh->triangles[3 * t + v] + i] - origin[i];
  double det = 0, squares = 0;
  for (int i = 0; i < 3; i++) {
    int k = (i + 1) % 3, l = (i + 2) % 3;
    /* the triangle's own area vector is more accurate than b x c when it is far away */
    double normal =
        (p[1][k] - p[0][k]) * (p[2][l] - p[0][l]) - (p[1][l] - p[0][l]) * (p[2][k] - p[0][k]);
    det += p[0][i] * normal;
    squares += normal * normal;
  }
  *area = sqrt(squares);
  return det;
}

static Integrals integrate(const TrmMesh *mesh, const double origin[3]) {
  Sum volume = {0}, surface = {0}, first[3] = {{0}}, second[3][3] = {{{0}}};
  for (size_t t = 0; t < mesh->triangle_count; t++) {
    double p[3][3], area, det = triangle_from(mesh, t, origin, p, &area), s[3];
    sum_add(&volume, det / 6);
    sum_add(&surface, area / 2);
    for (int i = 0; i < 3; i++) {
      s[i] = p[0][i] + p[1][i] + p[2][i];
      sum_add(&first[i], det * s[i] / 24);
    }
    for (int i = 0; i < 3; i++)
      for (int j = i; j < 3; j++)
        sum_add(&second[i][j],
                det / 120 *
                    (s[i] * s[j] + p[0][i] * p[0][j] + p[1][i] * p[1][j] + p[2][i] * p[2][j]));
  }
  Integrals result = {.volume = sum_get(&volume), .surface = sum_get(&surface)};
  for (int i = 0; i < 3; i++) {
    result.first[i] = sum_get(&first[i]);
    for (int j = i; j < 3; j++)
      result.second[3 * i + j] = result.second[3 * j + i] = sum_get(&second[i][j]);
  }
  return result;
}

/* 0 and a message when the volume is nothing or negative */
static int check_volume(const Integrals *integrals, double size, const TrmMeshReport *report) {
  if (fabs(integrals->volume) <= flat * integrals->surface * size) {
    trm_log_add(report->log, TRM_E_MESH_FLAT, report->place, report->owner,
                "mesh of '%s' encloses no volume: %g for a surface of %g, in the file's units",
                report->owner, integrals->volume, integrals->surface);
    return 0;
  }
  if (integrals->volume > 0) return 1;
  trm_log_add(report->log, TRM_E_MESH_INSIDE_OUT, report->place, report->owner,
              "mesh of '%s' is inside out: its volume is %g, in the file's units", report->owner,
              integrals->volume);
  trm_log_hint(report->log, "flip the normals in the program that made the mesh");
  return 0;
}

int trm_mesh_solid(TrmArena *arena, const TrmMesh *mesh, const TrmMeshReport *report,
                   TrmMassProperties *out) {
  double origin[3];
  for (int i = 0; i < 3; i++) origin[i] = mesh->low[i] + 0.5 * (mesh->high[i] - mesh->low[i]);
  Integrals integrals = integrate(mesh, origin);
  if (!check_volume(&integrals, mesh->size, report) || !trm_mesh_parts(arena, mesh, report))
    return 0;
  for (int i = 0; i < 3; i++) origin[i] += integrals.first[i] / integrals.volume;
  integrals = integrate(mesh, origin);

  /* what is left between the reference and the centre */
  double offset[3], moments[9];
  for (int i = 0; i < 3; i++) offset[i] = integrals.first[i] / integrals.volume;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      moments[3 * i + j] = integrals.second[3 * i + j] - integrals.volume * offset[i] * offset[j];
  for (int i = 0; i < 3; i++) origin[i] += offset[i];
  static const double unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  trm_solid_turn(out, integrals.volume, moments, unit, origin);
  return 1;
}
