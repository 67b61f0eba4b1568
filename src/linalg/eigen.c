/* SPDX-License-Identifier: Apache-2.0
 *
 * Eigen: LAPACK's dgeev, by the name that Fortran gives it. Reference: Anderson and
 * others, LAPACK Users' Guide, 3rd edition.
 */
#define _XOPEN_SOURCE 700
#include "linalg/eigen.h"
#include <dlfcn.h>
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <string.h>

typedef void (*General)(const char *left, const char *right, const int *n, double *A,
                        const int *lda, double *re, double *im, double *VL, const int *ldvl,
                        double *VR, const int *ldvr, double *work, const int *lwork, int *info,
                        size_t left_length, size_t right_length);
static const char *const libraries[] = {"liblapack.so.3", "libopenblas.so.0", "liblapack.so",
                                        "libopenblas.so", NULL};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static General general;

void trm_eigen_hold_threads(void *library) {
  void (*set)(int);
  void *symbol = dlsym(library, "openblas_set_num_threads");
  if (!symbol) return;
  memcpy(&set, &symbol, sizeof set);
  set(1);
}

int trm_eigen_available(void) {
  pthread_mutex_lock(&lock);
  for (size_t i = 0; !general && libraries[i]; i++) {
    void *library = dlopen(libraries[i], RTLD_NOW | RTLD_LOCAL);
    void *first = library ? dlsym(library, "dgeev_") : NULL;
    if (first) {
      trm_eigen_hold_threads(library);
      memcpy(&general, &first, sizeof general);
    } else if (library) {
      dlclose(library);
    }
  }
  pthread_mutex_unlock(&lock);
  return general != NULL;
}

static int all_finite(const double *x, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!isfinite(x[i])) return 0;
  return 1;
}

TrmStatus trm_eigen_general(TrmArena *arena, size_t n, double *A, double *re, double *im,
                            double *V) {
  if (!n) return TRM_OK;
  if (!trm_eigen_available()) return TRM_BAD_FILE;
  if (n > INT_MAX / 8 || !all_finite(A, n * n)) return TRM_FAILED;
  int order = (int)n, room = -1, info = 0, one = 1;
  const char *right = V ? "V" : "N";
  double wanted = 0, none;
  general("N", right, &order, A, &order, re, im, &none, &one, V ? V : &none, V ? &order : &one,
          &wanted, &room, &info, 1, 1);
  room = info ? 4 * order : (int)fmin(wanted, INT_MAX / 2);
  double *work = trm_arena_array(arena, (size_t)room + 1, sizeof *work);
  general("N", right, &order, A, &order, re, im, &none, &one, V ? V : &none, V ? &order : &one,
          work, &room, &info, 1, 1);
  return info ? TRM_FAILED : TRM_OK;
}
