/* SPDX-License-Identifier: Apache-2.0
 *
 * OBJ files: `v x y z` adds a vertex, `f` a polygon of vertices by number (from 1, or from -1
 * backwards), each with texture and normal numbers after slashes, which are not read. Comments
 * start with #, a backslash continues a line. Everything about looks, lines and free forms is left
 * out.
 */
#include "catalog/shape/mesh_build.h"
#include <stdio.h>

/* what an OBJ file may say besides v and f, without meaning for a surface of triangles */
static const char *const others[] = {
    "vt",     "vn",     "vp",     "g",         "o",         "s",        "mg",    "usemtl",
    "mtllib", "usemap", "maplib", "l",         "p",         "curv",     "curv2", "surf",
    "cstype", "deg",    "bmat",   "step",      "parm",      "trim",     "hole",  "scrv",
    "sp",     "end",    "con",    "bevel",     "c_interp",  "d_interp", "lod",   "ctech",
    "stech",  "call",   "csh",    "trace_obj", "shadow_obj"};

#define UNUSED UINT32_MAX

typedef struct ObjFile {
  TrmArena *arena;
  TrmMeshBuilder *builder;
  double (*vertices)[3];
  size_t vertex_count, vertex_capacity;
  uint32_t *numbers; /* the builder's number of each vertex, once a face uses it */
  size_t number_count, number_capacity;
  uint32_t *corners, *work; /* of the face being read */
  size_t corner_count, corner_capacity, work_capacity;
} ObjFile;

static int read_vertex(ObjFile *file, TrmMeshScan *scan) {
  double(*grown)[3] = file->vertices;
  if (file->vertex_count == file->vertex_capacity)
    grown = trm_arena_grow(file->arena, file->vertices, file->vertex_count, &file->vertex_capacity,
                           sizeof *file->vertices);
  file->vertices = grown;
  for (int i = 0; i < 3; i++)
    if (!trm_mesh_scan_number(scan, &file->vertices[file->vertex_count][i])) return 0;
  file->vertex_count++;
  TRM_PUSH(file->arena, file->numbers, file->number_count, file->number_capacity, UNUSED);
  return 1;
}

/* the whole number that the word begins with, up to a slash; 0 when there is none */
static long long corner_number(const TrmMeshScan *scan) {
  size_t i = 0;
  int negative = scan->word[0] == '-';
  long long number = 0;
  if (negative || scan->word[0] == '+') i++;
  for (; i < scan->length && scan->word[i] >= '0' && scan->word[i] <= '9'; i++)
    if (number < UINT32_MAX) number = 10 * number + (scan->word[i] - '0');
  if (i < scan->length && scan->word[i] != '/') return 0;
  return negative ? -number : number;
}

/* the vertex that the word names; 0 and a message when there is none */
static int find_corner(ObjFile *file, TrmMeshScan *scan, uint32_t *corner) {
  long long count = (long long)file->vertex_count, number = corner_number(scan);
  long long index = number > 0 ? number - 1 : count + number;
  if (number == 0 || index < 0 || index >= count) {
    char expected[64];
    snprintf(expected, sizeof expected, "the number of one of %lld vertices", count);
    trm_mesh_scan_error(scan, TRM_E_MESH_VERTEX, expected);
    return 0;
  }
  if (file->numbers[index] == UNUSED)
    file->numbers[index] = trm_mesh_builder_vertex(file->builder, file->vertices[index]);
  *corner = file->numbers[index];
  return 1;
}

static int read_face(ObjFile *file, TrmMeshScan *scan) {
  file->corner_count = 0;
  while (trm_mesh_scan_word(scan) && scan->word[0] != '#') {
    uint32_t corner;
    if (!find_corner(file, scan, &corner)) return 0;
    TRM_PUSH(file->arena, file->corners, file->corner_count, file->corner_capacity, corner);
  }
  if (file->corner_count < 3) {
    trm_mesh_scan_error(scan, TRM_E_MESH_FORMAT, "a further corner of a face");
    return 0;
  }
  if (file->work_capacity < file->corner_capacity) {
    file->work_capacity = file->corner_capacity;
    file->work = trm_arena_array(file->arena, file->work_capacity, sizeof *file->work);
  }
  return trm_mesh_polygon(file->builder, file->corners, file->corner_count, file->work);
}

/* leave out a comment or a statement without meaning here; 0 when it is neither */
static int skip_other(TrmMeshScan *scan) {
  if (scan->word[0] == '#') return 1;
  size_t i = 0, count = sizeof others / sizeof *others;
  while (i < count && !trm_mesh_scan_is(scan, others[i])) i++;
  if (i == count) return 0;
  while (trm_mesh_scan_word(scan) && scan->word[0] != '#') continue;
  return 1;
}

int trm_mesh_read_obj(TrmArena *arena, TrmMeshBuilder *builder, const TrmSource *source,
                      const TrmMeshReport *report) {
  ObjFile file = {.arena = arena, .builder = builder};
  TrmMeshScan scan = trm_mesh_scan(source, report);
  do {
    if (!trm_mesh_scan_word(&scan)) continue;
    if (trm_mesh_scan_is(&scan, "v")) {
      if (!read_vertex(&file, &scan)) return 0;
    } else if (trm_mesh_scan_is(&scan, "f") || trm_mesh_scan_is(&scan, "fo")) {
      if (!read_face(&file, &scan)) return 0;
    } else if (!skip_other(&scan)) {
      trm_mesh_scan_error(&scan, TRM_E_MESH_FORMAT, "a word of OBJ files");
      return 0;
    }
  } while (trm_mesh_scan_line(&scan));
  return 1;
}
