/* SPDX-License-Identifier: Apache-2.0
 *
 * STL files, text and binary. Binary: 80 bytes, the number of triangles, then 50 bytes for each (a
 * normal and three vertices as little-endian floats, two bytes more). Text: facets between `solid`
 * and `endsolid`. Normals are not read: the order of the corners says where the outside is.
 */
#include "catalog/shape/mesh_build.h"
#include <math.h>
#include <string.h>

enum { HEADER = 84, RECORD = 50 };

/* four bytes, lowest first */
static uint32_t read_word(const unsigned char *bytes) {
  return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
         (uint32_t)bytes[3] << 24;
}

static double read_float(const unsigned char *bytes) {
  uint32_t word = read_word(bytes);
  float value;
  memcpy(&value, &word, sizeof value);
  return (double)value;
}

int trm_mesh_stl_fits(const char *text, size_t length) {
  if (length < HEADER) return 0;
  size_t count = read_word((const unsigned char *)text + 80);
  return (length - HEADER) % RECORD == 0 && (length - HEADER) / RECORD == count;
}

static int read_binary(TrmMeshBuilder *builder, const unsigned char *bytes, size_t length,
                       const TrmMeshReport *report) {
  size_t count = length < HEADER ? 0 : read_word(bytes + 80);
  if (!trm_mesh_stl_fits((const char *)bytes, length)) {
    if (length < HEADER)
      trm_log_add(report->log, TRM_E_MESH_COUNT, report->place, report->owner,
                  "mesh of '%s' is a binary STL file of %zu bytes, less than its header of %d",
                  report->owner, length, HEADER);
    else
      trm_log_add(report->log, TRM_E_MESH_COUNT, report->place, report->owner,
                  "mesh of '%s' says that it has %zu triangles, but its length is that of %.6g",
                  report->owner, count, (double)(length - HEADER) / RECORD);
    return 0;
  }
  for (size_t k = 0; k < count; k++) {
    const unsigned char *record = bytes + HEADER + k * RECORD;
    uint32_t corners[3];
    for (size_t v = 0; v < 3; v++) {
      double p[3];
      for (size_t i = 0; i < 3; i++) p[i] = read_float(record + 12 + 12 * v + 4 * i);
      if (!isfinite(p[0]) || !isfinite(p[1]) || !isfinite(p[2])) {
        trm_log_add(report->log, TRM_E_MESH_VALUE, report->place, report->owner,
                    "mesh of '%s' has vertex (%g, %g, %g) in triangle %zu", report->owner, p[0],
                    p[1], p[2], k + 1);
        return 0;
      }
      corners[v] = trm_mesh_builder_vertex(builder, p);
    }
    if (!trm_mesh_builder_triangle(builder, corners[0], corners[1], corners[2])) return 0;
  }
  return 1;
}

/* the next word on this line or a later one */
static int next_word(TrmMeshScan *scan) {
  while (!trm_mesh_scan_word(scan))
    if (!trm_mesh_scan_line(scan)) return 0;
  return 1;
}

/* the next word must be this one; `text` says so in a message */
static int expect(TrmMeshScan *scan, const char *word, const char *text) {
  if (next_word(scan) && trm_mesh_scan_is(scan, word)) return 1;
  trm_mesh_scan_error(scan, TRM_E_MESH_FORMAT, text);
  return 0;
}

/* what follows the word `facet`: normal, outer loop, three vertices, endloop, endfacet */
static int read_facet(TrmMeshBuilder *builder, TrmMeshScan *scan) {
  uint32_t corners[3];
  if (!expect(scan, "normal", "'normal'")) return 0;
  for (int i = 0; i < 3; i++) {
    if (next_word(scan)) continue;
    trm_mesh_scan_error(scan, TRM_E_MESH_FORMAT, "a normal");
    return 0;
  }
  if (!expect(scan, "outer", "'outer'") || !expect(scan, "loop", "'loop'")) return 0;
  for (int v = 0; v < 3; v++) {
    double p[3];
    if (!expect(scan, "vertex", "'vertex'")) return 0;
    for (int i = 0; i < 3; i++)
      if (!trm_mesh_scan_number(scan, &p[i])) return 0;
    corners[v] = trm_mesh_builder_vertex(builder, p);
  }
  return expect(scan, "endloop", "'endloop'") && expect(scan, "endfacet", "'endfacet'") &&
         trm_mesh_builder_triangle(builder, corners[0], corners[1], corners[2]);
}

static int read_text(TrmMeshBuilder *builder, const TrmSource *source,
                     const TrmMeshReport *report) {
  TrmMeshScan scan = trm_mesh_scan(source, report);
  int inside = 0;
  while (next_word(&scan)) {
    if (!inside && trm_mesh_scan_is(&scan, "solid")) {
      /* the rest of the line is a name */
      inside = 1;
      trm_mesh_scan_line(&scan);
    } else if (inside && trm_mesh_scan_is(&scan, "endsolid")) {
      inside = 0;
      trm_mesh_scan_line(&scan);
    } else if (inside && trm_mesh_scan_is(&scan, "facet")) {
      if (!read_facet(builder, &scan)) return 0;
    } else {
      trm_mesh_scan_error(&scan, TRM_E_MESH_FORMAT, inside ? "'facet' or 'endsolid'" : "'solid'");
      return 0;
    }
  }
  if (inside) trm_mesh_scan_error(&scan, TRM_E_MESH_FORMAT, "'facet' or 'endsolid'");
  return !inside;
}

/* 1 when the beginning is text: `solid` and no bytes that text does not have */
static int looks_text(const char *text, size_t length) {
  size_t seen = length < 1024 ? length : 1024, start = 0;
  if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) start = 3;
  while (start < seen && strchr(" \t\r\n", text[start]) && text[start]) start++;
  if (seen - start < 5) return 0;
  char word[6] = {0};
  memcpy(word, text + start, 5);
  if (!trm_same_word(word, "solid")) return 0;
  for (size_t i = start; i < seen; i++) {
    unsigned char c = (unsigned char)text[i];
    if (c < ' ' && !(c >= '\t' && c <= '\r')) return 0;
  }
  return 1;
}

int trm_mesh_read_stl(TrmMeshBuilder *builder, const TrmSource *source,
                      const TrmMeshReport *report) {
  size_t length;
  const char *text = trm_source_text(source, &length);
  /* many binary files begin with `solid` too: the length decides first */
  if (!trm_mesh_stl_fits(text, length) && looks_text(text, length))
    return read_text(builder, source, report);
  return read_binary(builder, (const unsigned char *)text, length, report);
}
