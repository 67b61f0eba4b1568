/* SPDX-License-Identifier: Apache-2.0
 *
 * Balls that fall into a box and settle (examples/pile.yaml) in steps of 2 ms: CPU time of a step
 * by their number while they hang apart, which is that of finding near pairs and of the motion, and
 * while they settle; the greatest depth at any time, and what moves at the end.
 */
#include "verify/motion.h"
#include <time.h>

static double cpu_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef struct Pile {
  double apart, settling; /* s a step */
  double depth;           /* of the radius */
  double kinetic;         /* J a ball, at the end */
  size_t touches;
} Pile;

static Pile measure(int side, double until) {
  char number[16];
  Pile pile = {0};
  TrmSetting setting = {"n", number};
  TrmDynamicsOptions o = {.integrator = "moreau", .step = 2e-3};
  snprintf(number, sizeof number, "%d", side);
  Motion motion = motion_read("examples/pile.yaml", &setting, 1, &o);
  if (motion.status != TRM_OK) motion_complain(&motion);
  /* the first 20 ms are free fall */
  double begin = cpu_seconds();
  motion_advance(&motion, 0.02);
  pile.apart = (cpu_seconds() - begin) / 10;
  begin = cpu_seconds();
  for (double t = 0.1; t <= until + 1e-9; t += 0.1) motion_advance(&motion, t);
  pile.settling = (cpu_seconds() - begin) / ((until - 0.02) / 2e-3);
  TrmDynamicsReport report = motion_report(&motion);
  pile.depth = report.touch_depth / 0.05;
  pile.touches = report.touches;
  pile.kinetic = motion_value(&motion, "energy.kinetic") / (side * side * side);
  motion_end(&motion);
  return pile;
}

int main(void) {
  static const int sides[] = {5, 8, 10, 13, 16};
  Pile first = {0};
  printf("balls that settle in a box, steps of 2 ms for 2 s; growth is that of the time of a step\n"
         "over that of n log n, from 125 balls on\n"
         "%8s %8s %12s %8s %12s %8s %14s %14s\n",
         "balls", "touches", "apart", "growth", "settling", "growth", "depth/radius", "J a ball");
  for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
    int n = sides[i] * sides[i] * sides[i];
    Pile pile = measure(sides[i], 2);
    if (!i) first = pile;
    double work = n * log(n) / (125 * log(125));
    printf("%8d %8zu %9.3f ms %8.2f %9.3f ms %8.2f %14.1e %14.1e\n", n, pile.touches,
           1e3 * pile.apart, pile.apart / first.apart / work, 1e3 * pile.settling,
           pile.settling / first.settling / work, pile.depth, pile.kinetic);
    fflush(stdout);
  }
  return check_done();
}
