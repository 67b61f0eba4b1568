/* SPDX-License-Identifier: Apache-2.0
 *
 * The bicycle against the published benchmark: M q'' + v C1 q' + (g K0 + v v K2) q = 0 of lean and
 * steer, with the matrices of Meijaard, Papadopoulos, Ruina and Schwab, Linearized dynamics
 * equations for the balance and steer of a bicycle, Proc. R. Soc. A 463 (2007), section 4; and the
 * speeds between which it is stable.
 */
#include "linear.h"

#define GROUP "linear models"

static const double M[2][2] = {{80.81722, 2.31941332208709}, {2.31941332208709, 0.29784188199686}};
static const double C1[2][2] = {{0, 33.86641391492494}, {-0.85035641456978, 1.68540397397560}};
static const double K0[2][2] = {{-80.95, -2.59951685249872},
                                {-2.59951685249872, -0.80329488458618}};
static const double K2[2][2] = {{0, 76.59734589573222}, {0, 2.65431523794604}};

/* an entry of s s M + s v C1 + g K0 + v v K2 */
static double complex entry(int i, int j, double v, double complex s) {
  return s * s * M[i][j] + s * v * C1[i][j] + 9.81 * K0[i][j] + v * v * K2[i][j];
}

static double complex determinant(double v, double complex s) {
  return entry(0, 0, v, s) * entry(1, 1, v, s) - entry(0, 1, v, s) * entry(1, 0, v, s);
}

static Linear ride(double v) {
  char set[40];
  snprintf(set, sizeof set, "%.17g*m/s", v);
  TrmSetting setting = {"speed", set};
  Linear m = {.r = {.log = trm_log_new()}};
  Rest *r = &m.r;
  r->status = trm_model_read("examples/bicycle.yaml", &setting, 1, r->log, &r->model);
  if (r->status == TRM_OK) r->status = trm_system_compile(r->model, r->log, &r->system);
  if (r->status == TRM_OK) r->status = trm_analysis_new(r->system, r->log, &r->a);
  if (r->status == TRM_OK) r->status = trm_analysis_assemble(r->a, r->log);
  if (r->status == TRM_OK) r->status = trm_analysis_linearize(r->a, -1, r->log);
  CHECK(r->status == TRM_OK && trm_log_count(r->log) == 0);
  if (r->status != TRM_OK) rest_complain(r);
  if (r->a) trm_analysis_linear(r->a, &m.l);
  CHECK(m.l.positions == 7 && m.l.rates == 3);
  return m;
}

/* four values are those of lean and steer, the largest ones; the others are neutral */
static double values_off(double v) {
  double worst = 0;
  Linear m = ride(v);
  CHECK(m.l.order == 10);
  for (size_t i = 0; i < m.l.order; i++) {
    double complex s = m.l.re[i] + LINEAR_I * m.l.im[i];
    if (cabs(s) < 1e-6) continue;
    /* one step of Newton's method to the root: by how much it moves */
    double complex slope = (determinant(v, s + 1e-5) - determinant(v, s - 1e-5)) / 2e-5;
    worst = rest_worse(worst, cabs(determinant(v, s) / slope) / cabs(s));
  }
  linear_end(&m);
  return worst;
}

/* how far it is from growing, 1/s */
static double growth(double v) {
  double most = -HUGE_VAL;
  Linear m = ride(v);
  for (size_t i = 0; i < m.l.order; i++)
    if (hypot(m.l.re[i], m.l.im[i]) > 1e-6) most = fmax(most, m.l.re[i]);
  linear_end(&m);
  return most;
}

int main(void) {
  static const double speeds[] = {0.5, 2, 4.3, 5, 7.5, 10};
  /* at 5 m/s as printed */
  static const double printed[4][2] = {{-0.322866429004087, 0},
                                       {-0.775341882195845, 4.46486771378823},
                                       {-0.775341882195845, -4.46486771378823},
                                       {-14.0783896927982, 0}};
  double worst = 0;
  for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++)
    worst = rest_worse(worst, values_off(speeds[i]));
  check_figure(GROUP, "benchmark bicycle at six speeds: eigenvalues",
               "matrices of Meijaard and others", worst, 1e-10);
  Linear m = ride(5);
  worst = 0;
  for (size_t i = 6; i < m.l.order; i++)
    worst = rest_worse(
        worst, cabs(m.l.re[i] - printed[i - 6][0] + LINEAR_I * (m.l.im[i] - printed[i - 6][1])));
  check_figure(GROUP, "benchmark bicycle at 5 m/s: eigenvalues", "table of Meijaard and others",
               worst, 1e-10);
  linear_end(&m);
  CHECK(growth(4.29) > 0 && growth(4.295) < 0 && growth(6.02) < 0 && growth(6.03) > 0);
  return check_done();
}
