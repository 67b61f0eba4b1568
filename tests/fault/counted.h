/* SPDX-License-Identifier: Apache-2.0
 *
 * Counted: the program's own malloc, which also serves the libraries it uses. It counts, and fails
 * when told to.
 */
#ifndef TRM_TESTS_COUNTED_H
#define TRM_TESTS_COUNTED_H

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

#endif
