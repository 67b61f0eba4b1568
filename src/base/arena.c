/* SPDX-License-Identifier: Apache-2.0
 *
 * Arena: blocks that double in size up to 32 MiB, freed together, those from 2 MiB in large pages
 * where the system has them, so that fewer are looked up in sweeps over large models; and the
 * guard, a stack of jump targets per thread that takes the place of a check after every allocation.
 */
#define _DEFAULT_SOURCE /* madvise */
#include "base/arena.h"
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { FIRST_BLOCK = 4096, LARGEST_BLOCK = 1 << 25, LARGE_PAGE = 1 << 21, ALIGNMENT = 16 };

typedef struct Block {
  struct Block *next;
  size_t size, used;
  size_t mapped; /* bytes to be unmapped; 0: from malloc */
  _Alignas(ALIGNMENT) unsigned char bytes[];
} Block;

typedef struct Deferred {
  struct Deferred *next;
  void (*release)(void *);
  void *object;
} Deferred;

struct TrmArena {
  Block *blocks;
  Deferred *deferred;
  size_t bytes, next_size;
};

typedef struct Guard {
  jmp_buf target;
  struct Guard *outer;
} Guard;

static _Thread_local Guard *innermost;

TrmStatus trm_guard(void (*body)(void *context), void *context) {
  Guard guard;
  guard.outer = innermost;
  innermost = &guard;
  TrmStatus status = TRM_OK;
  if (setjmp(guard.target) == 0) {
    body(context);
  } else {
    status = TRM_NO_MEMORY;
  }
  innermost = guard.outer;
  return status;
}

_Noreturn void trm_guard_leave(void) {
  /* an allocation outside every guard is a fault of the library itself */
  if (!innermost) abort();
  longjmp(innermost->target, 1);
}

TrmArena *trm_arena_new(void) {
  TrmArena *arena = calloc(1, sizeof *arena);
  if (arena) arena->next_size = FIRST_BLOCK;
  return arena;
}

void trm_arena_free(TrmArena *arena) {
  if (!arena) return;
  for (Deferred *d = arena->deferred; d; d = d->next) d->release(d->object);
  for (Block *block = arena->blocks; block;) {
    Block *next = block->next;
    if (block->mapped) {
      munmap(block, block->mapped);
    } else {
      free(block);
    }
    block = next;
  }
  free(arena);
}

/* whole large pages of at least `size` bytes; NULL when there is no memory */
static Block *map_large(size_t size) {
  size_t whole = (size + LARGE_PAGE - 1) & ~(size_t)(LARGE_PAGE - 1), all = whole + LARGE_PAGE;
  if (all < size) return NULL;
  unsigned char *memory =
      mmap(NULL, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return NULL;
  size_t before = (size_t)(-(uintptr_t)memory & (LARGE_PAGE - 1));
  if (before) munmap(memory, before);
  if (before < LARGE_PAGE) munmap(memory + before + whole, LARGE_PAGE - before);
  Block *block = (Block *)(void *)(memory + before);
#ifdef MADV_HUGEPAGE
  madvise(block, whole, MADV_HUGEPAGE);
#endif
  block->mapped = whole;
  return block;
}

/* a block with room for `size` bytes at the head of the list */
static Block *add_block(TrmArena *arena, size_t size) {
  size_t room = arena->next_size;
  if (room < size) room = size;
  if (room > SIZE_MAX - sizeof(Block)) trm_guard_leave();
  int large = room >= LARGE_PAGE;
  Block *block = large ? map_large(sizeof(Block) + room) : malloc(sizeof(Block) + room);
  if (!block) trm_guard_leave();
  if (!large) block->mapped = 0;
  if (arena->next_size < LARGEST_BLOCK) arena->next_size *= 2;
  block->size = large ? block->mapped - sizeof(Block) : room;
  block->used = 0;
  block->next = arena->blocks;
  arena->blocks = block;
  return block;
}

void *trm_arena_alloc(TrmArena *arena, size_t size) {
  if (size > SIZE_MAX - ALIGNMENT) trm_guard_leave();
  size = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
  Block *block = arena->blocks;
  if (!block || block->size - block->used < size) block = add_block(arena, size);
  void *memory = block->bytes + block->used;
  block->used += size;
  arena->bytes += size;
  /* what was mapped is zero as it comes */
  return block->mapped ? memory : memset(memory, 0, size);
}

void *trm_arena_array(TrmArena *arena, size_t count, size_t size) {
  if (size && count > SIZE_MAX / size) trm_guard_leave();
  return trm_arena_alloc(arena, count * size);
}

void *trm_arena_grow(TrmArena *arena, void *old, size_t count, size_t *capacity, size_t size) {
  size_t wanted = *capacity ? *capacity * 2 : 4;
  if (wanted < *capacity) trm_guard_leave();
  void *grown = trm_arena_array(arena, wanted, size);
  if (count) memcpy(grown, old, count * size);
  *capacity = wanted;
  return grown;
}

char *trm_arena_copy(TrmArena *arena, const char *text, size_t length) {
  char *copy = trm_arena_alloc(arena, length + 1);
  if (length) memcpy(copy, text, length);
  return copy;
}

char *trm_arena_string(TrmArena *arena, const char *text) {
  return trm_arena_copy(arena, text, strlen(text));
}

char *trm_arena_vprintf(TrmArena *arena, const char *format, va_list args) {
  va_list again;
  va_copy(again, args);
  int length = vsnprintf(NULL, 0, format, args);
  if (length < 0) {
    va_end(again);
    return trm_arena_copy(arena, "", 0);
  }
  char *text = trm_arena_alloc(arena, (size_t)length + 1);
  vsnprintf(text, (size_t)length + 1, format, again);
  va_end(again);
  return text;
}

char *trm_arena_printf(TrmArena *arena, const char *format, ...) {
  va_list args;
  va_start(args, format);
  char *text = trm_arena_vprintf(arena, format, args);
  va_end(args);
  return text;
}

void trm_arena_defer(TrmArena *arena, void (*release)(void *object), void *object) {
  Deferred *d = trm_arena_alloc(arena, sizeof *d);
  d->release = release;
  d->object = object;
  d->next = arena->deferred;
  arena->deferred = d;
}

size_t trm_arena_bytes(const TrmArena *arena) {
  return arena->bytes;
}
