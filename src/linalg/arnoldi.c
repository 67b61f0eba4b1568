/* SPDX-License-Identifier: Apache-2.0
 *
 * Arnoldi: ARPACK's dnaupd and dneupd, by the names that Fortran gives them.
 */
#define _XOPEN_SOURCE 700
#include "linalg/arnoldi.h"
#include "linalg/eigen.h"
#include <dlfcn.h>
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <string.h>

typedef void (*Step)(int *ido, const char *bmat, const int *n, const char *which, const int *nev,
                     const double *tol, double *resid, const int *ncv, double *v, const int *ldv,
                     int *iparam, int *ipntr, double *workd, double *workl, const int *lworkl,
                     int *info, size_t bmat_length, size_t which_length);
typedef void (*Finish)(const int *rvec, const char *howmny, int *select, double *dr, double *di,
                       double *z, const int *ldz, const double *sigmar, const double *sigmai,
                       double *workev, const char *bmat, const int *n, const char *which,
                       const int *nev, const double *tol, double *resid, const int *ncv, double *v,
                       const int *ldv, int *iparam, int *ipntr, double *workd, double *workl,
                       const int *lworkl, int *info, size_t howmny_length, size_t bmat_length,
                       size_t which_length);

static const char *const libraries[] = {"libarpack.so.2", "libarpack.so", NULL};
static pthread_mutex_t loading = PTHREAD_MUTEX_INITIALIZER, searching = PTHREAD_MUTEX_INITIALIZER;
static Step step;
static Finish finish;

enum { MOST_RESTARTS = 3000, PARAMETERS = 11, POINTERS = 14 };

int trm_arnoldi_available(void) {
  pthread_mutex_lock(&loading);
  for (size_t i = 0; !step && libraries[i]; i++) {
    void *library = dlopen(libraries[i], RTLD_NOW | RTLD_LOCAL);
    void *first = library ? dlsym(library, "dnaupd_") : NULL;
    void *second = library ? dlsym(library, "dneupd_") : NULL;
    if (first && second) {
      trm_eigen_hold_threads(library);
      memcpy(&finish, &second, sizeof finish);
      memcpy(&step, &first, sizeof step);
    } else if (library) {
      dlclose(library);
    }
  }
  pthread_mutex_unlock(&loading);
  return step != NULL;
}

/* what a search works in */
typedef struct Search {
  int n, nev, ncv, lworkl, info, iparam[PARAMETERS], ipntr[POINTERS];
  double tolerance, *resid, *v, *workd, *workl, *workev;
  int *select;
} Search;

/* numbers between -1 and 1 that are the same every time, with a part of every vector */
static void begin_vector(double *x, size_t n) {
  unsigned long long seed = 88172645463325252ULL;
  for (size_t i = 0; i < n; i++) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    x[i] = (double)(seed >> 11) / 4503599627370496.0 - 1;
  }
}

static Search take_room(TrmArena *arena, size_t n, size_t wanted, double tolerance) {
  size_t ncv = 2 * wanted + 20 < n ? 2 * wanted + 20 : n;
  Search s = {.n = (int)n, .nev = (int)wanted, .ncv = (int)ncv, .tolerance = tolerance};
  s.resid = trm_arena_array(arena, n, sizeof *s.resid);
  s.v = trm_arena_array(arena, n * ncv, sizeof *s.v);
  s.workd = trm_arena_array(arena, 3 * n, sizeof *s.workd);
  s.lworkl = (int)(3 * ncv * ncv + 6 * ncv);
  s.workl = trm_arena_array(arena, (size_t)s.lworkl, sizeof *s.workl);
  s.workev = trm_arena_array(arena, 3 * ncv, sizeof *s.workev);
  s.select = trm_arena_array(arena, ncv, sizeof *s.select);
  begin_vector(s.resid, n);
  s.iparam[0] = 1; /* shifts are found by the library */
  s.iparam[2] = MOST_RESTARTS;
  s.iparam[3] = 1;
  s.iparam[6] = 1; /* A x = lambda x */
  s.info = 1;      /* begin with resid */
  return s;
}

/* one search, alone in the library */
static TrmStatus search(Search *s, TrmArnoldiApply apply, void *context, double *re, double *im,
                        double *V) {
  int ido = 0, vectors = 1;
  double none = 0;
  for (;;) {
    step(&ido, "I", &s->n, "LM", &s->nev, &s->tolerance, s->resid, &s->ncv, s->v, &s->n, s->iparam,
         s->ipntr, s->workd, s->workl, &s->lworkl, &s->info, 1, 2);
    if (ido != 1 && ido != -1) break;
    TrmStatus status = apply(context, s->workd + s->ipntr[0] - 1, s->workd + s->ipntr[1] - 1);
    if (status != TRM_OK) return status;
  }
  /* 1: too many restarts, with some found */
  if (s->info < 0 || s->info > 1 || s->iparam[4] < 1) return TRM_FAILED;
  finish(&vectors, "A", s->select, re, im, V, &s->n, &none, &none, s->workev, "I", &s->n, "LM",
         &s->nev, &s->tolerance, s->resid, &s->ncv, s->v, &s->n, s->iparam, s->ipntr, s->workd,
         s->workl, &s->lworkl, &s->info, 1, 1, 2);
  return s->info ? TRM_FAILED : TRM_OK;
}

TrmStatus trm_arnoldi_largest(TrmArena *arena, size_t n, size_t wanted, double tolerance,
                              TrmArnoldiApply apply, void *context, double *re, double *im,
                              double *V, size_t *count) {
  *count = 0;
  if (!trm_arnoldi_available()) return TRM_BAD_FILE;
  if (!wanted || n > INT_MAX / 8 || wanted > 4000 || wanted + 2 >= n) return TRM_FAILED;
  Search s = take_room(arena, n, wanted, tolerance);
  pthread_mutex_lock(&searching);
  TrmStatus status = search(&s, apply, context, re, im, V);
  pthread_mutex_unlock(&searching);
  if (status != TRM_OK) return status;
  *count = (size_t)s.iparam[4];
  /* a conjugate without its partner is left out */
  if (*count && im[*count - 1] > 0) --*count;
  return *count ? TRM_OK : TRM_FAILED;
}
