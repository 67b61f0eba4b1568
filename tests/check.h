/* SPDX-License-Identifier: Apache-2.0
 *
 * Check: the few macros every test program uses. A failed check prints its place and goes on; the
 * program's exit code says whether any failed. Figures (measured error against its limit) are
 * appended to the file named by TRM_FIGURES, from which docs/verification.md is generated.
 */
#ifndef TRM_TESTS_CHECK_H
#define TRM_TESTS_CHECK_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* sanitizers slow programs down: many rounds of one thing are then a few */
#if defined(__SANITIZE_ADDRESS__)
#define CHECK_ROUNDS(count) ((count) / 25 + 1)
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CHECK_ROUNDS(count) ((count) / 25 + 1)
#endif
#endif
#ifdef CHECK_ROUNDS
#define CHECK_TIMED 0
#else
#define CHECK_ROUNDS(count) (count)
#define CHECK_TIMED 1
#endif

static int check_count, check_failed;

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    check_count++;                                                                                 \
    if (!(condition)) {                                                                            \
      check_failed++;                                                                              \
      fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);                      \
    }                                                                                              \
  } while (0)

/* |a - b| <= tolerance * max(1, |b|); NaN fails */
#define CHECK_NEAR(a, b, tolerance)                                                                \
  do {                                                                                             \
    double check_a = (a), check_b = (b);                                                           \
    check_count++;                                                                                 \
    if (!(fabs(check_a - check_b) <= (tolerance)*fmax(1, fabs(check_b)))) {                        \
      check_failed++;                                                                              \
      fprintf(stderr, "%s:%d: %s = %.17g, expected %.17g\n", __FILE__, __LINE__, #a, check_a,      \
              check_b);                                                                            \
    }                                                                                              \
  } while (0)

#define CHECK_TEXT(a, b)                                                                           \
  do {                                                                                             \
    const char *check_a = (a), *check_b = (b);                                                     \
    check_count++;                                                                                 \
    if (!check_a || strcmp(check_a, check_b) != 0) {                                               \
      check_failed++;                                                                              \
      fprintf(stderr, "%s:%d: %s is\n%s\nexpected\n%s\n", __FILE__, __LINE__, #a,                  \
              check_a ? check_a : "(null)", check_b);                                              \
    }                                                                                              \
  } while (0)

/* Record a measured error against its limit, and check it; `against` names the independent truth */
static inline void check_figure(const char *group, const char *what, const char *against,
                                double error, double limit) {
  check_count++;
  if (!(error <= limit)) {
    check_failed++;
    fprintf(stderr, "%s: %s: error %.3g is more than %.3g\n", group, what, error, limit);
  }
  const char *path = getenv("TRM_FIGURES");
  if (!path) return;
  FILE *file = fopen(path, "a");
  if (!file) return;
  fprintf(file, "%s\t%s\t%s\t%.2g\t%.0e\n", group, what, against, error, limit);
  fclose(file);
}

/* A measured error in time: with sanitizers it says nothing about the program, and is not judged */
static inline void check_time(const char *group, const char *what, const char *against,
                              double error, double limit) {
  if (CHECK_TIMED) check_figure(group, what, against, error, limit);
}

static inline int check_done(void) {
  printf("%d checks, %d failed\n", check_count, check_failed);
  return check_failed ? 1 : 0;
}

/* a small generator of random numbers, the same on every machine: xorshift64* */
static unsigned long long check_seed = 0x9E3779B97F4A7C15ull;

static inline double check_random(double low, double high) {
  check_seed ^= check_seed >> 12;
  check_seed ^= check_seed << 25;
  check_seed ^= check_seed >> 27;
  unsigned long long bits = check_seed * 0x2545F4914F6CDD1Dull;
  return low + (high - low) * (double)(bits >> 11) / 9007199254740992.0;
}

#endif
