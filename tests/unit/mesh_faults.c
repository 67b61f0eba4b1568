/* SPDX-License-Identifier: Apache-2.0
 *
 * Mesh files that are damaged, or surfaces that are no solids: each is diagnosed, and no bytes
 * crash.
 */
#include "unit/mesh_fixture.h"

static TrmArena *arena;
static TrmLog *log_;
static Solid solid;
static const double low[3] = {0, 0, 0}, high[3] = {1, 1, 1};

static void start_block(void) {
  solid.point_count = solid.triangle_count = 0;
  solid_block(&solid, low, high, 0);
}

/* the solid is refused (or only warned of) with this code */
static void judge(const char *code, int accepted) {
  TrmText text = {0};
  TrmMassProperties p;
  write_obj(&solid, &text);
  CHECK(mass_of(arena, log_, "solid.obj", &text, &p) == accepted);
  CHECK(one_entry(log_, code, 7));
  trm_text_clear(&text);
}

/* the text is refused with this code, at this line of the mesh file or 7 of the model */
static void refuse(const char *name, const char *text, const char *code, unsigned line) {
  CHECK(parse_bytes(arena, log_, name, text, strlen(text)) == NULL);
  CHECK(one_entry(log_, code, line));
}

static void test_surfaces(void) {
  TrmEntry entry;
  TrmText text = {0};
  TrmMassProperties p;

  /* without one triangle; the message counts three edges and says where */
  start_block();
  solid.triangle_count--;
  write_obj(&solid, &text);
  CHECK(!mass_of(arena, log_, "solid.obj", &text, &p));
  CHECK(trm_log_entry(log_, 0, &entry) == TRM_OK);
  CHECK_TEXT(entry.text, "mesh of 'part' is open: edges with one triangle only: 3, one near "
                         "(1, 0, 0.5) in the file's units");
  CHECK(entry.hint != NULL);
  CHECK(one_entry(log_, "E530", 7));
  trm_text_clear(&text);

  /* one triangle turned over */
  start_block();
  size_t *t = solid.triangles[4], first = t[0];
  t[0] = t[1];
  t[1] = first;
  judge("E531", 0);

  /* a wall through the inside: edges of three triangles, none open */
  start_block();
  solid_quad(&solid, 0, 3, 7, 4);
  judge("E532", 0);

  /* inside out; and a part of two that is */
  solid.point_count = solid.triangle_count = 0;
  solid_block(&solid, low, high, 1);
  judge("E533", 0);
  start_block();
  solid_block(&solid, (double[3]){2, 0, 0}, (double[3]){2.5, 0.5, 0.5}, 1);
  judge("E533", 0);

  /* both sides of a square */
  solid.point_count = solid.triangle_count = 0;
  for (int k = 0; k < 4; k++) solid_point(&solid, k == 1 || k == 2, k >= 2, 0);
  solid_quad(&solid, 0, 1, 2, 3);
  solid_quad(&solid, 1, 0, 3, 2);
  judge("E534", 0);

  /* two blocks that share an edge: right, but worth a word */
  start_block();
  solid_block(&solid, (double[3]){1, 1, 0}, (double[3]){2, 2, 1}, 0);
  judge("W535", 1);
}

/* vertices that differ by rounding are joined, those that differ by more are not */
static void test_joining(void) {
  static const double jitter[3] = {1e-12, 3e-10, 1e-6};
  for (int k = 0; k < 3; k++) {
    TrmText text = {0};
    TrmMassProperties p;
    start_block();
    for (size_t i = 0; i < solid.triangle_count; i++)
      for (size_t v = 0; v < 3; v++) {
        /* every corner gets a point of its own */
        double *x = solid.points[solid.triangles[i][v]];
        solid.triangles[i][v] = solid_point(&solid, x[0] + check_random(-0.5, 0.5) * jitter[k],
                                            x[1] + check_random(-0.5, 0.5) * jitter[k], x[2]);
      }
    write_stl_text(&solid, &text);
    CHECK(mass_of(arena, log_, "jitter.stl", &text, &p) == (k < 2));
    if (k < 2) CHECK_NEAR(p.volume, 1, 1e-9);
    if (k == 2) CHECK(one_entry(log_, "E530", 7));
    trm_text_clear(&text);
  }
  /* triangles without extent do no harm */
  start_block();
  solid_triangle(&solid, 0, 0, 1);
  solid_triangle(&solid, 5, 5, 5);
  size_t far = solid_point(&solid, 1e40, 0, 0), twin = solid_point(&solid, 1e-12, 0, 0);
  solid_triangle(&solid, far, far, 1);
  solid_triangle(&solid, 0, twin, 1);
  TrmText text = {0};
  TrmMassProperties p;
  write_obj(&solid, &text);
  CHECK(mass_of(arena, log_, "slivers.obj", &text, &p));
  CHECK_NEAR(p.volume, 1, 1e-15);
  trm_text_clear(&text);
}

static void test_stl(void) {
  refuse("a.stl", "", "E521", 7);
  refuse("a.stl", "solid x\nendsolid x\n", "E524", 7);
  refuse("a.stl", "solid x\nfacet normal 0 0 0\n", "E520", 3);
  refuse("a.stl", "solid x\nfacet normal 0 0 0\nouter loop\nvertex 0 0 nan\n", "E522", 4);
  refuse("a.stl", "solid x\nfacet normal nan nan nan\nouter loop\nvertex 0 0 1e999\n", "E522", 4);
  refuse("a.stl", "solid x\nfacet normal 0 0 0\nouter loop\nvertex 0 0\n", "E522", 4);
  refuse("a.stl", "solid x\nfacet normal 0 0 0\nouter ring\n", "E520", 3);
  refuse("a.stl", "solid x\n\n  corner 1 2 3\n", "E520", 3);
  refuse("a.stl", "solid x\n\x7F\xFF\xFE corner\n", "E520", 2);
  refuse("a", "  solid x\nfacet ", "E520", 2);

  /* binary: cut off, one triangle more or less than said, a vertex that is no number */
  TrmText text = {0};
  start_block();
  write_stl_binary(&solid, "solid", &text);
  CHECK(!parse_bytes(arena, log_, "a.stl", text.bytes, text.length - 1));
  CHECK(one_entry(log_, "E521", 7));
  CHECK(!parse_bytes(arena, log_, "a.stl", text.bytes, text.length - 50));
  CHECK(one_entry(log_, "E521", 7));
  text.bytes[80]--;
  CHECK(!parse_bytes(arena, log_, "a.stl", text.bytes, text.length));
  CHECK(one_entry(log_, "E521", 7));
  memset(text.bytes + 80, 0xFF, 4);
  CHECK(!parse_bytes(arena, log_, "a.stl", text.bytes, text.length));
  CHECK(one_entry(log_, "E521", 7));
  memcpy(text.bytes + 80, "\x0C\0\0\0", 4);
  memset(text.bytes + 84 + 50 + 12, 0xFF, 4);
  CHECK(!parse_bytes(arena, log_, "a.stl", text.bytes, text.length));
  CHECK(one_entry(log_, "E522", 7));
  trm_text_clear(&text);
}

static void test_obj(void) {
  refuse("a.obj", "", "E524", 7);
  refuse("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n", "E524", 7);
  refuse("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n", "E523", 4);
  refuse("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 0\n", "E523", 4);
  refuse("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf -1 -2 -4\n", "E523", 4);
  refuse("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 three\n", "E523", 4);
  refuse("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 99999999999999999999999\n", "E523", 4);
  refuse("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 \\\n\\\n2\n", "E520", 6);
  refuse("a.obj", "v 0 0\nv 1 0 0\n", "E522", 1);
  refuse("a.obj", "v 0 inf 0\n", "E522", 1);
  refuse("a.obj", "v 0 0x10 0\n", "E522", 1);
  refuse("a.obj", "# fine\nvertex 0 0 0\n", "E520", 2);
  refuse("a", "<html></html>", "E520", 1);
  /* too large or too small to compare */
  refuse("a.obj", "v -1e308 0 0\nv 1e308 0 0\nv 0 1 0\nf 1 2 3\n", "E506", 7);
  refuse("a.obj", "v 0 0 0\nv 1e-310 0 0\nv 0 1e-310 0\nf 1 2 3\n", "E506", 7);

  /* more triangles than are read: faces of 1,002 corners */
  TrmText text = {0};
  trm_text_add(&text, "v 0 0 0\n");
  for (unsigned k = 0; k <= TRM_MESH_LIMIT / 1000; k++) {
    trm_text_char(&text, 'f');
    for (int i = 0; i < 1002; i++) trm_text_bytes(&text, " 1", 2);
    trm_text_char(&text, '\n');
  }
  CHECK(parse_bytes(arena, log_, "a.obj", text.bytes, text.length) == NULL);
  CHECK(one_entry(log_, "E525", 7));
  trm_text_clear(&text);
}

/* outlines that meet themselves and long concave ones still become triangles */
static void test_outlines(void) {
  TrmText text = {0};
  trm_text_add(&text, "v 0 0 0\nv 2 2 0\nv 2 0 0\nv 0 2 0\nv 5 1 0\nf 1 2 3 4\nf 1 2 3 4 5 1 2\n"
                      "f 1 1 2 2 3 3 4 4\nf 1 3 1 3 1 3\n");
  for (int k = 0; k < 5000; k++) trm_text_printf(&text, "v %d %d 0\n", k, k % 2 ? 3 : 1);
  trm_text_add(&text, "v 5000 0 0\nv 0 0 0\nf");
  for (int k = 0; k < 5002; k++) trm_text_printf(&text, " %d", k - 5002);
  trm_text_char(&text, '\n');
  TrmMesh *mesh = parse_bytes(arena, log_, "a.obj", text.bytes, text.length);
  CHECK(mesh && mesh->triangle_count > 5000 && trm_log_count(log_) == 0);
  trm_text_clear(&text);
}

/* every beginning of a file, and every file with one byte changed, is a mesh or a message */
static void test_damage(void) {
  TrmText texts[3] = {{0}};
  const char *names[3] = {"a.stl", "b.stl", "c.obj"};
  start_block();
  solid.triangle_count = 12;
  write_stl_text(&solid, &texts[0]);
  write_stl_binary(&solid, "header", &texts[1]);
  write_obj(&solid, &texts[2]);
  TrmMeshReport report = {log_, {NULL, 7, 1, 1}, "part"};
  TrmMassProperties p;
  for (int k = 0; k < 3; k++) {
    /* the last line may lose its end, and the name of the solid its letters */
    size_t enough = texts[k].length - (k == 0 ? strlen(" made by a test\n") : k == 2 ? 1 : 0);
    for (size_t length = 0; length < enough; length++) {
      TrmArena *own = trm_arena_new();
      TrmMesh *mesh = parse_bytes(own, log_, names[k], texts[k].bytes, length);
      CHECK(k == 2 || !mesh);
      CHECK(!mesh || !trm_mesh_closed(own, mesh, &report));
      CHECK(trm_log_errors(log_) == 1);
      trm_log_clear(log_);
      trm_arena_free(own);
    }
    for (size_t at = 0; at < texts[k].length; at++) {
      TrmArena *own = trm_arena_new();
      char kept = texts[k].bytes[at];
      texts[k].bytes[at] = (char)(kept ^ (1 << (at % 8)));
      TrmMesh *mesh = parse_bytes(own, log_, names[k], texts[k].bytes, texts[k].length);
      int ok =
          mesh && trm_mesh_closed(own, mesh, &report) && trm_mesh_solid(own, mesh, &report, &p);
      CHECK(ok == (trm_log_errors(log_) == 0));
      texts[k].bytes[at] = kept;
      trm_log_clear(log_);
      trm_arena_free(own);
    }
    trm_text_clear(&texts[k]);
  }
}

static void run(void *context) {
  (void)context;
  test_surfaces();
  test_joining();
  test_stl();
  test_obj();
  test_outlines();
  test_damage();
}

int main(void) {
  return run_shape_tests(run, &arena, &log_);
}
