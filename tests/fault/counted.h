/* SPDX-License-Identifier: Apache-2.0
 *
 * Counted: the program's own malloc, which also serves the libraries it uses. It counts, and fails
 * when told to.
 */
#ifndef TRM_TESTS_COUNTED_H
#define TRM_TESTS_COUNTED_H

#include "check.h"
#include "trammel/trammel.h"
#include <errno.h>
#include <malloc.h>
#include <stddef.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void __libc_free(void *memory);
void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *old, size_t size);
void free(void *memory);

static long countdown = -1; /* allocations until one fails; -1: none fails */
static long live;           /* blocks allocated and not yet freed */
static long made;           /* allocations so far */
static int failed;

static int fails(void) {
  made++;
  if (countdown < 0 || countdown-- > 0) return 0;
  failed = 1;
  errno = ENOMEM;
  return 1;
}

void *malloc(size_t size) {
  if (fails()) return NULL;
  void *memory = __libc_malloc(size);
  live += memory != NULL;
  return memory;
}

void *calloc(size_t count, size_t size) {
  if (fails()) return NULL;
  void *memory = __libc_calloc(count, size);
  live += memory != NULL;
  return memory;
}

/* a block that only shrinks can be had; KLU keeps the larger one when not */
void *realloc(void *old, size_t size) {
  int shrinks = old && size <= malloc_usable_size(old);
  if (!shrinks && fails()) return NULL;
  void *memory = __libc_realloc(old, size);
  live += !old && memory;
  return memory;
}

void free(void *memory) {
  live -= memory != NULL;
  __libc_free(memory);
}

/* a run in which allocations fail, and what it is */
typedef TrmStatus (*CountedUse)(void *context);

/* Each allocation of a run fails in turn, from number `dense` on only one in a while (0: all): the
 * run ends with TRM_NO_MEMORY and leaves nothing behind. It ends with `expected` when none fails.
 */
static inline void counted_each(const char *name, CountedUse use, void *context, TrmStatus expected,
                                long dense, long thin) {
  enum { MOST = 200000, MOST_SPARED = 6 };
  long runs = 0, spared = 0;
  use(context); /* whatever the C library keeps for itself */
  for (long n = 0; n < MOST; n += !dense || n < dense ? 1 : n / thin, runs++) {
    long before = live;
    failed = 0;
    countdown = n;
    TrmStatus status = use(context);
    countdown = -1;
    CHECK(live == before);
    if (live != before)
      fprintf(stderr, "%s: %ld blocks lost when allocation %ld fails\n", name, live - before, n);
    if (!failed) {
      CHECK(status == expected);
      break;
    }
    /* the C library reads a file without its buffer when it cannot have one */
    if (status == expected && ++spared <= MOST_SPARED) continue;
    CHECK(status == TRM_NO_MEMORY);
    if (status == TRM_NO_MEMORY && live == before) continue;
    fprintf(stderr, "%s: status %d when allocation %ld fails\n", name, (int)status, n);
    return;
  }
  CHECK(runs > 10 && runs < MOST);
  printf("%s: %ld allocations failed in turn\n", name, runs);
}

#endif
