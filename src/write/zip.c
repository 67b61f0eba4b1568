/* SPDX-License-Identifier: Apache-2.0
 *
 * Zip: local header and deflated bytes for each file, and a line for it in the directory at the end
 * (APPNOTE 4.3.7 and 4.3.12).
 */
#include "write/zip.h"
#include <stdint.h>
#include <string.h>
#include <zlib.h>

enum { VERSION = 20, UTF8 = 1 << 11, DEFLATED = 8, DAY_ONE = 1 << 5 | 1 }; /* 1 January 1980 */

static void two(TrmText *out, unsigned value) {
  trm_text_char(out, (char)(value & 0xFF));
  trm_text_char(out, (char)(value >> 8 & 0xFF));
}

static void four(TrmText *out, uint32_t value) {
  two(out, value & 0xFFFF);
  two(out, value >> 16);
}

static void release_text(void *text) {
  trm_text_clear(text);
}

TrmZipWriter *trm_zip_begin(TrmArena *arena, TrmText *out) {
  TrmZipWriter *zip = trm_arena_alloc(arena, sizeof *zip);
  zip->arena = arena;
  zip->out = out;
  zip->directory = trm_arena_alloc(arena, sizeof *zip->directory);
  trm_arena_defer(arena, release_text, zip->directory);
  trm_text_add(out, "");
  trm_text_add(zip->directory, "");
  return zip;
}

/* what local header and directory have in common */
static void add_fields(TrmText *out, const char *name, uint32_t checksum, size_t packed,
                       size_t length) {
  two(out, VERSION);
  two(out, UTF8);
  two(out, DEFLATED);
  two(out, 0);
  two(out, DAY_ONE);
  four(out, checksum);
  four(out, (uint32_t)packed);
  four(out, (uint32_t)length);
  two(out, (unsigned)strlen(name));
  two(out, 0);
}

static void end_stream(void *stream) {
  deflateEnd(stream);
}

void trm_zip_add(TrmZipWriter *zip, const char *name, const char *bytes, size_t length) {
  size_t at = zip->out->length;
  z_stream *stream = trm_arena_alloc(zip->arena, sizeof *stream);
  trm_arena_defer(zip->arena, end_stream, stream);
  if (deflateInit2(stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    trm_guard_leave();
  size_t room = deflateBound(stream, (uLong)length);
  unsigned char *packed = trm_arena_alloc(zip->arena, room + 1);
  stream->next_in = (Bytef *)(uintptr_t)bytes;
  stream->avail_in = (uInt)length;
  stream->next_out = packed;
  stream->avail_out = (uInt)room;
  /* there is room for all of it */
  deflate(stream, Z_FINISH);
  size_t size = stream->total_out;
  uint32_t checksum = (uint32_t)crc32(crc32(0, NULL, 0), (const Bytef *)bytes, (uInt)length);
  trm_text_bytes(zip->out, "PK\3\4", 4);
  add_fields(zip->out, name, checksum, size, length);
  trm_text_add(zip->out, name);
  trm_text_bytes(zip->out, (const char *)packed, size);
  trm_text_bytes(zip->directory, "PK\1\2", 4);
  two(zip->directory, VERSION);
  add_fields(zip->directory, name, checksum, size, length);
  /* no comment, first disk, no attributes */
  for (int i = 0; i < 3; i++) two(zip->directory, 0);
  four(zip->directory, 0);
  four(zip->directory, (uint32_t)at);
  trm_text_add(zip->directory, name);
  zip->count++;
}

void trm_zip_end(TrmZipWriter *zip) {
  size_t at = zip->out->length, size = zip->directory->length;
  trm_text_bytes(zip->out, zip->directory->bytes, size);
  trm_text_bytes(zip->out, "PK\5\6", 4);
  four(zip->out, 0);
  two(zip->out, (unsigned)zip->count);
  two(zip->out, (unsigned)zip->count);
  four(zip->out, (uint32_t)size);
  four(zip->out, (uint32_t)at);
  two(zip->out, 0);
}
