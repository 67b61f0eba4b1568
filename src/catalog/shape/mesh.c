/* SPDX-License-Identifier: Apache-2.0
 *
 * Mesh: a shape from an STL or OBJ file. Where it has a density or a mass it must be closed; a mesh
 * that is only a picture need not be.
 */
#include "catalog/shape/mesh.h"
#include "catalog/shape/mesh_build.h"
#include <math.h>
#include <string.h>

/* 1 when the name ends in `ending`, whatever its case */
static int ends_in(const char *name, const char *ending) {
  size_t length = strlen(name), tail = strlen(ending);
  return length >= tail && trm_same_word(name + length - tail, ending);
}

/* 1 when the contents look like STL rather than OBJ */
static int contents_stl(const TrmSource *source) {
  size_t length;
  const char *text = trm_source_text(source, &length);
  if (trm_mesh_stl_fits(text, length)) return 1;
  while (length && strchr(" \t\r\n", *text) && *text) text++, length--;
  char word[6] = {0};
  if (length >= 5) memcpy(word, text, 5);
  return trm_same_word(word, "solid");
}

TrmMesh *trm_mesh_parse(TrmArena *arena, const TrmSource *source, const TrmMeshReport *report) {
  const char *name = trm_source_name(source);
  int stl = ends_in(name, ".stl") || (!ends_in(name, ".obj") && contents_stl(source));
  TrmMeshBuilder *builder = trm_mesh_builder_new(arena, report);
  int ok = stl ? trm_mesh_read_stl(builder, source, report)
               : trm_mesh_read_obj(arena, builder, source, report);
  return ok ? trm_mesh_builder_finish(builder) : NULL;
}

/* things to give back when memory is out on the way, or when done */
typedef struct Borrowed {
  TrmSource *source;
  TrmArena *arena;
} Borrowed;

static void give_back(void *object) {
  Borrowed *borrowed = object;
  trm_source_release(borrowed->source);
  trm_arena_free(borrowed->arena);
  *borrowed = (Borrowed){0};
}

static Borrowed *borrow(TrmArena *arena) {
  Borrowed *borrowed = trm_arena_alloc(arena, sizeof *borrowed);
  trm_arena_defer(arena, give_back, borrowed);
  return borrowed;
}

static TrmMeshReport mesh_report(const TrmValues *values) {
  return (TrmMeshReport){values->log, values->where(values, "file"), values->owner};
}

TrmMesh *trm_mesh_load(const TrmValues *values, TrmArena *arena) {
  const char *path, *reason;
  if (!values->file(values, "file", &path)) return NULL;
  TrmMeshReport report = mesh_report(values);
  Borrowed *borrowed = borrow(arena);
  TrmStatus status =
      trm_source_read(path, TRM_NAMED_BY_MODEL, TRM_SOURCE_MESH_LIMIT, &borrowed->source, &reason);
  if (status == TRM_NO_MEMORY) trm_guard_leave();
  if (status != TRM_OK) {
    trm_log_add(report.log, TRM_E_FILE_OPEN, report.place, report.owner,
                "mesh of '%s': cannot read '%s': %s", report.owner, path, reason);
    return NULL;
  }
  TrmMesh *mesh = trm_mesh_parse(arena, borrowed->source, &report);
  give_back(borrowed);
  return mesh;
}

/* a mesh without mass: where it is, and nothing about its volume */
static void mesh_picture(const TrmMesh *mesh, TrmMassProperties *out) {
  *out = (TrmMassProperties){0};
  for (int i = 0; i < 3; i++) out->centre[i] = mesh->low[i] + 0.5 * (mesh->high[i] - mesh->low[i]);
}

/* from the file's units and axes to where the mesh is put */
static void mesh_place(TrmMassProperties *out, double scale, const double R_g[9],
                       const double at[3]) {
  double cube = scale * scale * scale, centre[3], moments[9];
  double half = 0.5 * (out->inertia[0] + out->inertia[4] + out->inertia[8]);
  for (int i = 0; i < 9; i++) {
    double second = (i % 4 == 0 ? half : 0) - out->inertia[i];
    moments[i] = cube * scale * scale * second;
  }
  for (int i = 0; i < 3; i++)
    centre[i] = at[i] + scale * (R_g[3 * i] * out->centre[0] + R_g[3 * i + 1] * out->centre[1] +
                                 R_g[3 * i + 2] * out->centre[2]);
  trm_solid_turn(out, cube * out->volume, moments, R_g, centre);
}

static int mesh_solid(const TrmValues *values, TrmMassProperties *out) {
  double scale = 1, at[3], R_g[9];
  int ok = trm_shape_at(values, at);
  ok &= trm_shape_orient(values, R_g);
  ok &= trm_shape_positive(values, "scale", &scale);

  /* triangles and work space live only as long as this takes */
  Borrowed *borrowed = borrow(values->arena);
  borrowed->arena = trm_arena_new();
  if (!borrowed->arena) trm_guard_leave();
  TrmMesh *mesh = trm_mesh_load(values, borrowed->arena);
  TrmMeshReport report = mesh_report(values);
  int weighs = values->given(values, "density") || values->given(values, "mass");
  if (mesh && weighs)
    ok &= trm_mesh_closed(borrowed->arena, mesh, &report) &&
          trm_mesh_solid(borrowed->arena, mesh, &report, out);
  else if (mesh)
    mesh_picture(mesh, out);
  ok &= mesh != NULL;
  give_back(borrowed);
  if (ok) mesh_place(out, scale, R_g, at);
  return ok;
}

static void mesh_figure(const TrmValues *values, TrmFigure *figure) {
  double scale = 1;
  figure->form = TRM_FIGURE_MESH;
  values->number(values, "scale", &scale);
  values->file(values, "file", &figure->file);
  trm_figure_axes(values, figure, (double[3]){scale, scale, scale});
}

static const TrmParam params[] = {
    {.key = "file",
     .kind = TRM_KIND_TEXT,
     .flags = TRM_REQUIRED,
     .summary = "STL (text or binary) or OBJ file, beside the model"},
    {.key = "scale",
     .kind = TRM_KIND_NUMBER,
     .flags = TRM_LIMITED | TRM_ABOVE_LOW,
     .dimension = TRM_LENGTH,
     .summary = "length of one unit of the file, such as 1*mm",
     .fallback = "1",
     .low = 0,
     .high = HUGE_VAL},
    TRM_PARAM_PLACE("at", "where the file's origin lies; left out: the body's origin"),
    TRM_PARAM_ORIENT(0, "orientation of the file's axes; left out: the body's"),
    {.key = NULL}};

const TrmShapeType trm_shape_mesh = {
    .type =
        {.name = "mesh",
         .summary = "surface of triangles from an STL or OBJ file",
         .details =
             "The mass comes from the volume that the triangles enclose, exactly. For that the "
             "mesh must be closed, with the corners of each triangle anticlockwise as seen from "
             "outside. Without `density` and `mass` it is only a picture and may be open. Files "
             "carry no unit: `scale` says what one unit of the file is, by default one unit of "
             "length of the model.",
         .example = "trammel: 1\n"
                    "bodies:\n"
                    "  bracket: {shape: {mesh: {file: bracket.stl, scale: 1*mm, "
                    "density: 2700}}}\n",
         .params = params,
         .shared = trm_shape_shared},
    .solid = mesh_solid,
    .figure = mesh_figure};
