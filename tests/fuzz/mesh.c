/* SPDX-License-Identifier: Apache-2.0
 *
 * Any bytes as a mesh file. The first byte chooses the format: by its name, or left to be guessed.
 * Whatever is accepted must be closed, and have a volume, or be refused with a message.
 */
#include "catalog/shape/mesh.h"
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct Input {
  TrmArena *arena;
  TrmLog *log;
  TrmSource *source;
} Input;

static void read_mesh(void *context) {
  Input *input = context;
  TrmMeshReport report = {input->log, TRM_NOWHERE, "part"};
  TrmMassProperties properties;
  TrmMesh *mesh = trm_mesh_parse(input->arena, input->source, &report);
  int ok = mesh && trm_mesh_closed(input->arena, mesh, &report) &&
           trm_mesh_solid(input->arena, mesh, &report, &properties);
  if (ok == (trm_log_errors(input->log) > 0)) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const names[] = {"mesh.stl", "mesh.obj", "mesh"};
  if (size == 0) return 0;
  Input input = {trm_arena_new(), trm_log_new(),
                 trm_source_new(names[data[0] % 3], (const char *)data + 1, size - 1)};
  if (input.arena && input.log && input.source) (void)trm_guard(read_mesh, &input);
  trm_arena_free(input.arena);
  trm_log_free(input.log);
  if (input.source) trm_source_release(input.source);
  return 0;
}
