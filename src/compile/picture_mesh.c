/* SPDX-License-Identifier: Apache-2.0
 *
 * Picture of a mesh: its file is read once more, for most uses of a model need no picture. Vertices
 * are single numbers and triangles numbers of 32 bits, both little-endian in base 64.
 */
#include "base/source.h"
#include "catalog/shape/mesh.h"
#include "compile/picture.h"
#include <stdint.h>
#include <string.h>

/* more triangles than these are shown as a box */
enum { MOST_TRIANGLES = 200000 };

/* what is given back when memory is out on the way, or when done */
typedef struct Borrowed {
  TrmSource *source;
  TrmLog *log;
} Borrowed;

static void give_back(void *object) {
  Borrowed *borrowed = object;
  trm_source_release(borrowed->source);
  trm_log_free(borrowed->log);
}

/* where a vertex of the file lies */
static void place_vertex(const double axes[12], const double v[3], double out[3]) {
  for (int i = 0; i < 3; i++) {
    out[i] = axes[i];
    for (int k = 0; k < 3; k++) out[i] += v[k] * (axes[3 * (k + 1) + i] - axes[i]);
  }
}

/* 1 when the axes are those of a mirror image */
static int mirrored(const double axes[12]) {
  double e[3][3];
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 3; i++) e[k][i] = axes[3 * (k + 1) + i] - axes[i];
  double volume = 0;
  for (int i = 0; i < 3; i++)
    volume +=
        e[0][i] * (e[1][(i + 1) % 3] * e[2][(i + 2) % 3] - e[1][(i + 2) % 3] * e[2][(i + 1) % 3]);
  return volume < 0;
}

static void add_box(const TrmMesh *mesh, const double axes[12], TrmText *out) {
  double middle[3], point[3];
  trm_text_add(out, ",\"box\":[");
  for (int i = 0; i < 3; i++) middle[i] = 0.5 * (mesh->low[i] + mesh->high[i]);
  for (int k = 0; k < 4; k++) {
    double v[3] = {middle[0], middle[1], middle[2]};
    if (k) v[k - 1] = mesh->high[k - 1];
    place_vertex(axes, v, point);
    trm_text_printf(out, "%s%.7g,%.7g,%.7g", k ? "," : "", point[0], point[1], point[2]);
  }
  trm_text_char(out, ']');
}

static void put_word(unsigned char *bytes, uint32_t word) {
  for (int i = 0; i < 4; i++) bytes[i] = (unsigned char)(word >> 8 * i);
}

static void add_triangles(TrmArena *arena, const TrmMesh *mesh, const double axes[12],
                          TrmText *out) {
  unsigned char *bytes = trm_arena_array(arena, mesh->vertex_count, 12);
  for (size_t i = 0; i < mesh->vertex_count; i++) {
    double point[3];
    place_vertex(axes, mesh->vertices + 3 * i, point);
    for (size_t k = 0; k < 3; k++) {
      float single = (float)point[k];
      uint32_t word;
      memcpy(&word, &single, sizeof word);
      put_word(bytes + 4 * (3 * i + k), word);
    }
  }
  trm_text_add(out, ",\"vertices\":\"");
  trm_text_base64(out, bytes, 12 * mesh->vertex_count);
  /* a mirror image is turned outside again */
  int odd = mirrored(axes);
  bytes = trm_arena_array(arena, mesh->triangle_count, 12);
  for (size_t i = 0; i < mesh->triangle_count; i++)
    for (size_t k = 0; k < 3; k++)
      put_word(bytes + 4 * (3 * i + k), mesh->triangles[3 * i + (odd ? 2 - k : k)]);
  trm_text_add(out, "\",\"triangles\":\"");
  trm_text_base64(out, bytes, 12 * mesh->triangle_count);
  trm_text_char(out, '"');
}

typedef struct Job {
  const char *path;
  const double *axes;
  TrmText *out;
  TrmArena *arena;
} Job;

static void draw(void *context) {
  Job *job = context;
  const char *reason;
  Borrowed *borrowed = trm_arena_alloc(job->arena, sizeof *borrowed);
  trm_arena_defer(job->arena, give_back, borrowed);
  borrowed->log = trm_log_new();
  TrmMeshReport report = {.log = borrowed->log, .owner = ""};
  TrmStatus status = trm_source_read(job->path, TRM_NAMED_BY_MODEL, TRM_SOURCE_MESH_LIMIT,
                                     &borrowed->source, &reason);
  if (status == TRM_NO_MEMORY) trm_guard_leave();
  if (status != TRM_OK) return;
  const TrmMesh *mesh = trm_mesh_parse(job->arena, borrowed->source, &report);
  if (mesh && mesh->triangle_count > MOST_TRIANGLES)
    add_box(mesh, job->axes, job->out);
  else if (mesh)
    add_triangles(job->arena, mesh, job->axes, job->out);
}

void trm_picture_mesh(const char *path, const double axes[12], TrmText *out) {
  Job job = {path, axes, out, trm_arena_new()};
  TrmStatus status = job.arena ? trm_guard(draw, &job) : TRM_NO_MEMORY;
  trm_arena_free(job.arena);
  if (status == TRM_NO_MEMORY) trm_guard_leave();
}
