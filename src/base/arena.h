/* SPDX-License-Identifier: Apache-2.0
 *
 * Arena: one owner for everything an object allocates. Allocation never returns NULL: when memory
 * is out it leaves the innermost trm_guard, whose caller frees the arena. So code between needs no
 * checks, but must hold no resource that is not in an arena or deferred to one.
 */
#ifndef TRM_BASE_ARENA_H
#define TRM_BASE_ARENA_H

#include "trammel/status.h"
#include <stdarg.h>
#include <stddef.h>

typedef struct TrmArena TrmArena;

/* Run body(context) so that running out of memory inside returns TRM_NO_MEMORY here. Nests. */
TrmStatus trm_guard(void (*body)(void *context), void *context);

/* Leave the innermost guard as when memory is out. */
_Noreturn void trm_guard_leave(void);

/* A new arena; NULL when memory is out (the only function here that may return NULL). */
TrmArena *trm_arena_new(void);

/* Run the deferred releases, newest first, and give all memory back. NULL is allowed. */
void trm_arena_free(TrmArena *arena);

/* `size` zeroed bytes, aligned to 16. Only inside a guard. */
void *trm_arena_alloc(TrmArena *arena, size_t size);

/* Zeroed array of `count` elements of `size` bytes. */
void *trm_arena_array(TrmArena *arena, size_t count, size_t size);

/* An array of at least `*capacity * 2` elements holding the first `count` of `old`. */
void *trm_arena_grow(TrmArena *arena, void *old, size_t count, size_t *capacity, size_t size);

/* Append to an array `items` of `count` used and `capacity` reserved elements. */
#define TRM_PUSH(arena, items, count, capacity, value)                                             \
  do {                                                                                             \
    if ((count) == (capacity))                                                                     \
      (items) = trm_arena_grow((arena), (items), (count), &(capacity), sizeof *(items));           \
    (items)[(count)++] = (value);                                                                  \
  } while (0)

/* Copies of text: `length` bytes and a NUL; a whole string; printf. */
char *trm_arena_copy(TrmArena *arena, const char *text, size_t length);
char *trm_arena_string(TrmArena *arena, const char *text);
char *trm_arena_printf(TrmArena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
char *trm_arena_vprintf(TrmArena *arena, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

/* Call release(object) when the arena is freed. */
void trm_arena_defer(TrmArena *arena, void (*release)(void *object), void *object);

/* Bytes handed out so far. */
size_t trm_arena_bytes(const TrmArena *arena);

#endif
