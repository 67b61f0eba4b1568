/* SPDX-License-Identifier: Apache-2.0
 *
 * The skeleton is laid out by the library in HDF5's first format (superblock 0, object headers 1,
 * which carry no checksums), with /data empty and without storage. The messages of its object
 * header are then found by the HDF5 File Format Specification, version 3, IV.A.1 and IV.A.2, and
 * /data is given the end of the file as its storage.
 */
#include "results/skeleton.h"
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PAGE = 4096 };

/* a file being laid out; `bad` once anything failed */
typedef struct Maker {
  const TrmHdf5 *h;
  hid_t file;
  int bad;
} Maker;

/* the type of a string of `size` bytes, filled up with zeros */
static hid_t text_type(Maker *m, size_t size) {
  hid_t type = m->h->H5Tcopy(m->h->text);
  if (m->h->H5Tset_size(type, size) < 0 || m->h->H5Tset_cset(type, H5T_CSET_UTF8) < 0 ||
      m->h->H5Tset_strpad(type, H5T_STR_NULLPAD) < 0)
    m->bad = 1;
  return type;
}

/* a dataset of strings of `size` bytes; rank 0 is a single one. Returns where they stand. */
static uint64_t put_texts(Maker *m, hid_t parent, const char *name, int rank, const hsize_t *dims,
                          size_t size, const char *cells) {
  const TrmHdf5 *h = m->h;
  hid_t type = text_type(m, size);
  hid_t space = rank ? h->H5Screate_simple(rank, dims, NULL) : h->H5Screate(H5S_SCALAR);
  hid_t set = h->H5Dcreate2(parent, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  haddr_t where = HADDR_UNDEF;
  if (set < 0 || h->H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, cells) < 0)
    m->bad = 1;
  else
    where = h->H5Dget_offset(set);
  if (where == HADDR_UNDEF) m->bad = 1;
  if (h->H5Dclose(set) < 0) m->bad = 1;
  h->H5Sclose(space);
  h->H5Tclose(type);
  return where;
}

/* a text beside the root, which says what the file is */
static void put_mark(Maker *m, const char *name, const char *text) {
  const TrmHdf5 *h = m->h;
  hid_t type = text_type(m, strlen(text)), space = h->H5Screate(H5S_SCALAR);
  hid_t mark = h->H5Acreate2(m->file, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  if (mark < 0 || h->H5Awrite(mark, type, text) < 0 || h->H5Aclose(mark) < 0) m->bad = 1;
  h->H5Sclose(space);
  h->H5Tclose(type);
}

/* /data without a row and without storage; where its object header stands */
static uint64_t put_data(Maker *m, size_t signals) {
  const TrmHdf5 *h = m->h;
  hsize_t dims[2] = {0, signals};
  hid_t space = h->H5Screate_simple(2, dims, NULL), how = h->H5Pcreate(h->dataset_create);
  if (h->H5Pset_alloc_time(how, H5D_ALLOC_TIME_LATE) < 0) m->bad = 1;
  hid_t set = h->H5Dcreate2(m->file, "data", h->number, space, H5P_DEFAULT, how, H5P_DEFAULT);
  H5G_stat_t info = {0};
  if (h->H5Dclose(set) < 0 || h->H5Gget_objinfo(m->file, "data", 0, &info) < 0) m->bad = 1;
  h->H5Pclose(how);
  h->H5Sclose(space);
  return info.objno[0];
}

/* everything beside the numbers */
static void put_texts_about(Maker *m, const TrmOutline *o, TrmSkeleton *s) {
  static const char none[2 * TRM_STORE_NOTES * TRM_STORE_NOTE_SIZE];
  const TrmHdf5 *h = m->h;
  hsize_t signals = o->signals, notes[2] = {TRM_STORE_NOTES, 2};
  put_mark(m, "format", "trammel result 1");
  put_mark(m, "reading",
           "data[row][signal]; names in /signals, units in /units, what was run in /about");
  put_texts(m, m->file, "signals", 1, &signals, o->name_size, o->names);
  put_texts(m, m->file, "units", 1, &signals, o->unit_size, o->units);
  s->status = put_texts(m, m->file, "status", 0, NULL, TRM_STATUS_SIZE,
                        "running\0\0\0\0\0\0\0\0\0"); /* sixteen bytes */
  s->notes = put_texts(m, m->file, "statistics", 2, notes, TRM_STORE_NOTE_SIZE, none);
  hid_t about = h->H5Gcreate2(m->file, "about", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  for (size_t i = 0; i < o->attribute_count; i++) {
    const TrmAttribute *a = &o->attributes[i];
    size_t length = strlen(a->text);
    put_texts(m, about, a->name, 0, NULL, length ? length : 1, a->text);
  }
  if (h->H5Gclose(about) < 0) m->bad = 1;
}

int trm_skeleton_make(const TrmHdf5 *h, const char *path, const TrmOutline *outline,
                      TrmSkeleton *skeleton) {
  Maker m = {h, -1, 0};
  hid_t access = h->H5Pcreate(h->file_access);
  if (h->H5Pset_libver_bounds(access, H5F_LIBVER_EARLIEST, H5F_LIBVER_LATEST) < 0 ||
      h->H5Pset_alignment(access, TRM_STORE_NOTE_SIZE, TRM_STORE_NOTE_SIZE) < 0)
    m.bad = 1;
  m.file = h->H5Fcreate(path, TRM_HDF5_REPLACE, H5P_DEFAULT, access);
  h->H5Pclose(access);
  if (m.file < 0) return 0;
  /* /data first, so that its header is in the first page; `data` holds its place until the file is
   * adopted */
  skeleton->data = put_data(&m, outline->signals);
  put_texts_about(&m, outline, skeleton);
  if (h->H5Fclose(m.file) < 0) m.bad = 1;
  return !m.bad;
}

static uint64_t number_at(const unsigned char *bytes, int size) {
  uint64_t value = 0;
  for (int i = size; i-- > 0;) value = value << 8 | bytes[i];
  return value;
}

int trm_skeleton_bytes(int file, uint64_t offset, const void *bytes, size_t length) {
  const char *from = bytes;
  while (length) {
    ssize_t wrote = pwrite(file, from, length, (off_t)offset);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return errno;
    from += wrote;
    offset += (uint64_t)wrote;
    length -= (size_t)wrote;
  }
  return 0;
}

int trm_skeleton_number(int file, uint64_t offset, uint64_t value) {
  unsigned char bytes[8];
  for (int i = 0; i < 8; i++) bytes[i] = (unsigned char)(value >> 8 * i);
  return trm_skeleton_bytes(file, offset, bytes, sizeof bytes);
}

/* the messages of the object header at `start` of the first page */
static int find_messages(const unsigned char *page, uint64_t start, TrmSkeleton *s) {
  enum { SPACE = 1, LAYOUT = 8 };
  if (start + 16 > PAGE || page[start] != 1) return 0;
  uint64_t at = start + 16, end = at + number_at(page + start + 8, 4);
  if (end > PAGE) return 0;
  while (at + 8 <= end) {
    uint64_t type = number_at(page + at, 2), size = number_at(page + at + 2, 2), body = at + 8;
    if (body + size > end) return 0;
    /* version, rank, flags; then the dimensions and, if so flagged, the largest they can be */
    if (type == SPACE && size >= 24 && page[body] == 1 && page[body + 1] == 2) {
      s->rows = body + 8;
      s->most = page[body + 2] & 1 ? body + 24 : 0;
    }
    /* version 3, class 1 (all in one piece), address, size */
    if (type == LAYOUT && size >= 18 && page[body] == 3 && page[body + 1] == 1) {
      s->address = body + 2;
      s->size = body + 10;
    }
    at = body + size;
  }
  return s->rows && s->size && (!s->most || s->most + 8 <= end);
}

const char *trm_skeleton_adopt(int file, TrmSkeleton *s) {
  static const char unknown[] = "the HDF5 library lays files out in an unknown way";
  unsigned char page[PAGE];
  struct stat info;
  if (fstat(file, &info) != 0 || pread(file, page, PAGE, 0) != PAGE) return strerror(EIO);
  /* superblock 0 with addresses and lengths of eight bytes */
  if (memcmp(page, "\211HDF\r\n\032\n\0", 9) != 0 || page[13] != 8 || page[14] != 8) return unknown;
  s->file_end = 40;
  s->rows = s->most = s->size = 0;
  if (!find_messages(page, s->data, s)) return unknown;
  /* the rows begin at the next page after all that is there */
  s->data = ((uint64_t)info.st_size + PAGE - 1) / PAGE * PAGE;
  if (ftruncate(file, (off_t)s->data) != 0) return strerror(errno);
  int problem = trm_skeleton_number(file, s->file_end, s->data);
  if (!problem) problem = trm_skeleton_number(file, s->size, 0);
  if (!problem) problem = trm_skeleton_number(file, s->address, s->data);
  return problem ? strerror(problem) : NULL;
}
