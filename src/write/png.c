/* SPDX-License-Identifier: Apache-2.0
 *
 * Image: a PNG file (ISO/IEC 15948): a signature, and chunks of length, name, bytes and checksum.
 * Each row is kept as differences to the row above, which deflate shortens.
 */
#include "write/image.h"
#include <string.h>
#include <zlib.h>

static void add_word(TrmText *out, uint32_t word) {
  for (int k = 24; k >= 0; k -= 8) trm_text_char(out, (char)(word >> k & 255));
}

static void add_chunk(TrmText *out, const char name[4], const unsigned char *bytes, size_t length) {
  add_word(out, (uint32_t)length);
  trm_text_bytes(out, name, 4);
  trm_text_bytes(out, (const char *)bytes, length);
  uLong sum = crc32(crc32(0, (const Bytef *)name, 4), bytes, (uInt)length);
  add_word(out, (uint32_t)sum);
}

static void put_word(unsigned char *bytes, size_t word) {
  for (int k = 0; k < 4; k++) bytes[k] = (unsigned char)(word >> (24 - 8 * k));
}

void trm_image_png(const TrmImage *image, TrmArena *arena, TrmText *out) {
  enum { ABOVE = 2, COLOURS = 2, DEPTH = 8 };
  unsigned char head[13] = {0};
  size_t row = 3 * image->width, length = (row + 1) * image->height;
  unsigned char *bytes = trm_arena_alloc(arena, length + 1);
  /* differences to the row above */
  for (size_t y = 0; y < image->height; y++) {
    const unsigned char *own = image->pixels + y * row;
    unsigned char *to = bytes + y * (row + 1);
    *to++ = ABOVE;
    const unsigned char *above = y ? own - row : NULL;
    for (size_t i = 0; i < row; i++) to[i] = (unsigned char)(own[i] - (above ? above[i] : 0));
  }
  uLongf packed = compressBound((uLong)length);
  unsigned char *work = trm_arena_alloc(arena, packed);
  if (compress2(work, &packed, bytes, (uLong)length, 9) != Z_OK) trm_guard_leave();
  put_word(head, image->width);
  put_word(head + 4, image->height);
  head[8] = DEPTH;
  head[9] = COLOURS;
  trm_text_bytes(out, "\x89PNG\r\n\x1a\n", 8);
  add_chunk(out, "IHDR", head, sizeof head);
  add_chunk(out, "IDAT", work, packed);
  add_chunk(out, "IEND", head, 0);
}
