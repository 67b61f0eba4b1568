/* SPDX-License-Identifier: Apache-2.0
 *
 * Sweep: a method of a peer run over its steps or accuracies until its error is below the tightest
 * that is wanted, then refined around each wanted error, so that time at equal error can be read
 * off. CPU time is of the stepping alone, best of several; the error comes from another run, the
 * same but for looking at the energy after every step. Lines (NOISE is slowest over fastest):
 *   solve PEER MODEL SETTING CPU_MS ERROR POSITION NOISE    eval PEER MODEL BODIES NS_PER_BODY
 */
#ifndef TRM_BENCH_SWEEP_H
#define TRM_BENCH_SWEEP_H

#include "mechanism.h"
#include <cstdio>
#include <functional>
#include <string>
#include <time.h>
#include <vector>

static inline double cpu_now() {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* what one run gave; all infinite when it failed or took too long */
struct Outcome {
  double cpu = HUGE_VAL, drift = HUGE_VAL, miss = HUGE_VAL;
  bool too_long = false;
  static Outcome late() {
    Outcome out;
    out.too_long = true;
    return out;
  }
};

/* how far energy has strayed from its first value */
struct Watch {
  const Mechanism &m;
  bool first = true;
  double start = 0, drift = 0;
  explicit Watch(const Mechanism &mechanism) : m(mechanism) {
  }
  void look(const PartMotion *motion, double turned) {
    double energy = mechanism_energy(&m, motion, turned);
    if (first) start = energy, first = false;
    double off = std::fabs(energy - start);
    drift = off <= drift ? drift : std::isfinite(off) ? off : HUGE_VAL;
  }
};

/* run with a value of the swept parameter; the second argument asks for errors */
using Run = std::function<Outcome(double, bool)>;

struct Sweep {
  const char *peer;
  const Mechanism &m;
  double *best;       /* times at which the two wanted errors were met so far */
  std::string method; /* the value is written after it */
  double first, last, factor;
  Run run;
  bool too_long = false;

  double measure(double value, double *cpu) {
    Outcome errors = run(value, true);
    too_long |= errors.too_long;
    double error = m.by_position ? errors.miss : errors.drift;
    *cpu = HUGE_VAL;
    double spent = 0, slowest = 0;
    for (int i = 0; i < 7 && (i < 2 || spent < 0.5) && std::isfinite(error); i++) {
      Outcome timed = run(value, false);
      too_long |= timed.too_long;
      *cpu = std::fmin(*cpu, timed.cpu);
      slowest = std::fmax(slowest, timed.cpu);
      spent += timed.cpu;
      if (timed.cpu > 1) break;
    }
    char setting[96];
    snprintf(setting, sizeof setting, "%s=%.3g", method.c_str(), value);
    if (std::isfinite(error) && std::isfinite(*cpu))
      printf("solve %s %s %s %.5g %.3g %.3g %.2f\n", peer, m.name, setting, 1e3 * *cpu, error,
             errors.miss, slowest / *cpu);
    else
      printf("solve %s %s %s - %s - -\n", peer, m.name, setting, too_long ? "late" : "failed");
    fflush(stdout);
    for (int k = 0; k < 2; k++)
      if (error <= (k ? m.tight : m.loose)) best[k] = std::fmin(best[k], *cpu);
    return error;
  }

  void go() {
    std::vector<double> values, errors, reached, times;
    double least = HUGE_VAL, cpu = 0;
    int worse = 0;
    for (double value = first; value >= last * 0.999 && worse < 4; value /= factor) {
      double error = measure(value, &cpu);
      values.push_back(value), errors.push_back(error), times.push_back(cpu);
      worse = error < 0.9 * least ? 0 : worse + 1;
      least = std::fmin(least, error);
      reached.push_back(least);
      if (least <= m.tight || too_long || hopeless(times, reached)) break;
    }
    for (double wanted : {m.loose, m.tight}) refine(values, errors, wanted);
  }

  /* slower than what was found already, or too slow at the rate at which errors shrink */
  bool hopeless(const std::vector<double> &times, const std::vector<double> &errors) {
    size_t n = errors.size();
    double error = errors[n - 1], cpu = times[n - 1];
    if (!std::isfinite(cpu)) return false;
    if (cpu > 1.2 * best[error <= m.loose] || cpu > m.limit) return true;
    if (n < 4 || !(error <= m.loose) || !std::isfinite(times[n - 4])) return false;
    double gain = std::log(errors[n - 4] / error), cost = std::log(cpu / times[n - 4]);
    return !(gain > 0.1) ||
           std::log(cpu) + cost * std::log(error / m.tight) / gain > std::log(4 * m.limit);
  }

  /* two more values between the last that misses the wanted error and the first that meets it */
  void refine(const std::vector<double> &values, const std::vector<double> &errors, double wanted) {
    size_t i = 0;
    while (i < errors.size() && !(errors[i] <= wanted)) i++;
    if (i == 0 || i == errors.size()) return;
    double coarse = values[i - 1], fine = values[i], cpu;
    for (int k = 0; k < 2; k++) {
      double middle = std::sqrt(coarse * fine);
      (measure(middle, &cpu) <= wanted ? fine : coarse) = middle;
    }
  }
};

/* the chain whose accelerations are evaluated: rods of 1 m, hinges about z and y in turn */
static inline double chain_angle(int i) {
  return 0.3 * std::sin(1.0 + i);
}
static inline double chain_rate(int i) {
  return 0.2 * std::cos(2.0 * i);
}

/* Best time of `evaluate` per body, in ns; enough rounds for about 0.3 s in all. */
static inline void evaluate_chain(const char *peer, int bodies, std::function<void()> evaluate) {
  evaluate();
  double best = HUGE_VAL, spent = 0;
  for (int i = 0; i < 5 || (spent < 0.3 && i < 100000); i++) {
    double start = cpu_now();
    evaluate();
    double took = cpu_now() - start;
    best = std::fmin(best, took);
    spent += took;
    if (spent > 10) break;
  }
  printf("eval %s chain %d %.1f\n", peer, bodies, 1e9 * best / bodies);
  fflush(stdout);
}

#endif
