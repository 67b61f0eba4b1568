/* SPDX-License-Identifier: Apache-2.0
 *
 * Zip: the directory (APPNOTE 4.3.12) is read whole and judged, then single files are unpacked by
 * zlib. The lengths in the directory hold; those in front of the files are not looked at.
 */
#include "read/workbook/zip.h"
#include "base/text.h"
#include <string.h>
#include <zlib.h>

enum {
  END_SIZE = 22,
  ENTRY_SIZE = 46,
  LOCAL_SIZE = 30,
  COMMENT_MOST = 65535,
  STORED = 0,
  DEFLATED = 8
};

typedef struct Entry {
  const char *name;
  uint32_t packed, unpacked, checksum, at; /* `at`: where its local header begins */
  unsigned method;
} Entry;

struct TrmZip {
  TrmArena *arena;
  const unsigned char *bytes;
  size_t length;
  Entry *entries;
  size_t count;
};

struct TrmZipFile {
  const Entry *entry;
  z_stream stream;
  int open, ended;
  uint32_t checksum;
  size_t given; /* bytes unpacked so far */
  unsigned char piece[TRM_ZIP_PIECE];
};

static unsigned two(const unsigned char *p) {
  return (unsigned)(p[0] | p[1] << 8);
}

static uint32_t four(const unsigned char *p) {
  return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

int trm_zip_is(const char *bytes, size_t length) {
  return length >= 4 && (memcmp(bytes, "PK\3\4", 4) == 0 || memcmp(bytes, "PK\5\6", 4) == 0);
}

int trm_zip_is_compound(const char *bytes, size_t length) {
  return length >= 8 && memcmp(bytes, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", 8) == 0;
}

static void *refuse(TrmZipFault *fault, const char *text, int large) {
  *fault = (TrmZipFault){text, large};
  return NULL;
}

/* the record at the archive's end, before a comment; NULL: there is none */
static const unsigned char *find_end(const TrmZip *zip) {
  if (zip->length < END_SIZE) return NULL;
  size_t first = zip->length - END_SIZE, most = first < COMMENT_MOST ? first : COMMENT_MOST;
  for (size_t back = 0; back <= most; back++) {
    const unsigned char *p = zip->bytes + first - back;
    if (memcmp(p, "PK\5\6", 4) == 0 && two(p + 20) == back) return p;
  }
  return NULL;
}

/* a name that stays inside the archive */
static int good_name(const char *name, size_t length) {
  if (!length || name[0] == '/' || memchr(name, 0, length)) return 0;
  for (size_t i = 0, begin = 0; i <= length; i++) {
    if (i < length && (name[i] == '\\' || name[i] == ':')) return 0;
    if (i < length && name[i] != '/') continue;
    if (i - begin == 2 && name[begin] == '.' && name[begin + 1] == '.') return 0;
    begin = i + 1;
  }
  return 1;
}

/* one line of the directory; NULL after a fault, else what follows it */
static const unsigned char *read_entry(TrmZip *zip, const unsigned char *p, size_t left,
                                       Entry *entry, TrmZipFault *fault) {
  if (left < ENTRY_SIZE || memcmp(p, "PK\1\2", 4) != 0)
    return refuse(fault, "its directory is damaged", 0);
  size_t name = two(p + 28), size = ENTRY_SIZE + name + two(p + 30) + two(p + 32);
  if (size > left) return refuse(fault, "its directory is damaged", 0);
  entry->method = two(p + 10);
  entry->checksum = four(p + 16);
  entry->packed = four(p + 20);
  entry->unpacked = four(p + 24);
  entry->at = four(p + 42);
  const char *text = (const char *)p + ENTRY_SIZE;
  if (!good_name(text, name))
    return refuse(fault, "a file in it has a name that leads out of it", 0);
  entry->name = trm_arena_copy(zip->arena, text, name);
  if (two(p + 8) & 1) return refuse(fault, "it is encrypted", 0);
  if (entry->packed == UINT32_MAX || entry->unpacked == UINT32_MAX || entry->at == UINT32_MAX)
    return refuse(fault, "it is of the kind for huge files (zip64)", 0);
  if (entry->method != STORED && entry->method != DEFLATED)
    return refuse(fault, "it is packed in a way other than deflate", 0);
  if ((size_t)entry->at + LOCAL_SIZE > zip->length || entry->packed > zip->length)
    return refuse(fault, "it is cut off", 0);
  return p + size;
}

/* files that share bytes unpack to far more than the archive holds */
static int overlap(const TrmZip *zip) {
  for (size_t i = 0; i < zip->count; i++)
    for (size_t k = 0; k < i; k++) {
      const Entry *a = &zip->entries[i], *b = &zip->entries[k];
      size_t from = a->at > b->at ? a->at : b->at;
      if (from < (size_t)a->at + LOCAL_SIZE + a->packed &&
          from < (size_t)b->at + LOCAL_SIZE + b->packed)
        return 1;
    }
  return 0;
}

TrmZip *trm_zip_open(TrmArena *arena, const char *bytes, size_t length, TrmZipFault *fault) {
  TrmZip *zip = trm_arena_alloc(arena, sizeof *zip);
  zip->arena = arena;
  zip->bytes = (const unsigned char *)bytes;
  zip->length = length;
  if (trm_zip_is_compound(bytes, length))
    return refuse(fault, "it is an old .xls, or has a password; save it as .xlsx without one", 0);
  const unsigned char *end = find_end(zip);
  if (!end) return refuse(fault, "it has no directory at its end; it may be cut off", 0);
  zip->count = two(end + 10);
  size_t size = four(end + 12), at = four(end + 16), place = (size_t)(end - zip->bytes);
  if (zip->count == 0xFFFF || at == UINT32_MAX || size == UINT32_MAX)
    return refuse(fault, "it is of the kind for huge files (zip64)", 0);
  if (two(end + 4) || two(end + 6) || two(end + 8) != zip->count)
    return refuse(fault, "it is one part of several", 0);
  if (at > place || size > place - at) return refuse(fault, "its directory is damaged", 0);
  if (zip->count > TRM_ZIP_FILES) return refuse(fault, "it holds more than 2000 files", 1);
  zip->entries = trm_arena_array(arena, zip->count + 1, sizeof *zip->entries);
  const unsigned char *p = zip->bytes + at;
  uint64_t total = 0;
  for (size_t i = 0; i < zip->count; i++) {
    p = read_entry(zip, p, (size_t)(end - p), &zip->entries[i], fault);
    if (!p) return NULL;
    total += zip->entries[i].unpacked;
  }
  if (total > TRM_ZIP_MOST) return refuse(fault, "it unpacks to more than 64 MB", 1);
  if (overlap(zip)) return refuse(fault, "files in it overlap", 0);
  return zip;
}

static void release(void *object) {
  TrmZipFile *file = object;
  if (file->open) inflateEnd(&file->stream);
  file->open = 0;
}

TrmZipFile *trm_zip_start(TrmZip *zip, const char *name, TrmZipFault *fault) {
  const Entry *entry = NULL;
  *fault = (TrmZipFault){0};
  for (size_t i = 0; i < zip->count && !entry; i++)
    if (trm_same_word(zip->entries[i].name, name)) entry = &zip->entries[i];
  if (!entry) return NULL;
  const unsigned char *local = zip->bytes + entry->at;
  if (memcmp(local, "PK\3\4", 4) != 0) return refuse(fault, "a file in it is damaged", 0);
  size_t at = entry->at + LOCAL_SIZE + (size_t)two(local + 26) + two(local + 28);
  if (at > zip->length || entry->packed > zip->length - at)
    return refuse(fault, "it is cut off", 0);
  TrmZipFile *file = trm_arena_alloc(zip->arena, sizeof *file);
  file->entry = entry;
  file->checksum = (uint32_t)crc32(0, NULL, 0);
  file->stream.next_in = (Bytef *)(uintptr_t)(zip->bytes + at);
  file->stream.avail_in = entry->packed;
  if (entry->method == STORED) return file;
  trm_arena_defer(zip->arena, release, file);
  /* negative: deflate without a header */
  if (inflateInit2(&file->stream, -MAX_WBITS) != Z_OK) trm_guard_leave();
  file->open = 1;
  return file;
}

/* the next bytes of a stored file */
static size_t copy(TrmZipFile *file) {
  size_t count = file->stream.avail_in < TRM_ZIP_PIECE ? file->stream.avail_in : TRM_ZIP_PIECE;
  if (count) memcpy(file->piece, file->stream.next_in, count);
  file->stream.next_in += count;
  file->stream.avail_in -= (uInt)count;
  file->ended = file->stream.avail_in == 0;
  return count;
}

int trm_zip_next(TrmZipFile *file, const char **bytes, size_t *length, TrmZipFault *fault) {
  size_t count = 0;
  while (!count && !file->ended) {
    if (file->entry->method == STORED) {
      count = copy(file);
      continue;
    }
    file->stream.next_out = file->piece;
    file->stream.avail_out = TRM_ZIP_PIECE;
    int status = inflate(&file->stream, Z_NO_FLUSH);
    if (status == Z_MEM_ERROR) trm_guard_leave();
    file->ended = status == Z_STREAM_END;
    count = TRM_ZIP_PIECE - file->stream.avail_out;
    if (status != Z_OK && !file->ended) break;
  }
  file->given += count;
  file->checksum = (uint32_t)crc32(file->checksum, file->piece, (uInt)count);
  int damaged = (!count && !file->ended) || file->given > file->entry->unpacked;
  if (!count && file->ended)
    damaged = file->given != file->entry->unpacked || file->checksum != file->entry->checksum;
  if (damaged) {
    refuse(fault, "a file in it is damaged", 0);
    return -1;
  }
  *bytes = (const char *)file->piece;
  *length = count;
  return count > 0;
}
