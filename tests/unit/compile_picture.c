/* SPDX-License-Identifier: Apache-2.0
 *
 * The picture of a model, against what is known apart: the triangles of a mesh, read back from the
 * text, enclose the volume that its mass follows from, with the body's mass centre as their own,
 * also in a mirror image; solids stand about the mass centre; texts are quoted.
 */
#define _XOPEN_SOURCE 700
#include "check.h"
#include "compile/picture.h"
#include "trammel/trammel.h"
#include <limits.h>
#include <stdint.h>
#include <unistd.h>

static char folder[] = "/tmp/trammel-picture-XXXXXX";

static void put_file(const char *name, const char *text) {
  char path[64];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  CHECK(file && fputs(text, file) >= 0 && fclose(file) == 0);
}

static int digit(char c) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const char *at = c ? strchr(digits, c) : NULL;
  return at ? (int)(at - digits) : -1;
}

/* words of 32 bits, little-endian, from base 64 up to the closing quote */
static size_t read_words(const char *text, uint32_t *words, size_t most) {
  unsigned buffer = 0, bits = 0;
  size_t bytes = 0;
  memset(words, 0, most * sizeof *words);
  for (; digit(*text) >= 0; text++) {
    buffer = buffer << 6 | (unsigned)digit(*text);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    if (bytes / 4 >= most) return 0;
    words[bytes / 4] |= (uint32_t)(buffer >> bits & 255) << 8 * (bytes % 4);
    bytes++;
  }
  return bytes / 4;
}

/* volume and first moments enclosed by the triangles of the mesh after `text` */
static double enclosed(const char *text, double centre[3]) {
  static uint32_t bits[300000], triangles[300000];
  const char *vertices = strstr(text, "\"vertices\":\""), *faces = strstr(text, "\"triangles\":\"");
  double volume = 0, sum[3] = {0};
  if (!vertices || !faces) return (double)NAN;
  size_t count = read_words(vertices + 12, bits, 300000);
  size_t corners = read_words(faces + 13, triangles, 300000);
  CHECK(count > 0 && count % 3 == 0 && corners > 0 && corners % 3 == 0);
  for (size_t i = 0; i + 2 < corners; i += 3) {
    float v[3][3];
    for (size_t k = 0; k < 3; k++) memcpy(v[k], bits + 3 * triangles[i + k], sizeof v[k]);
    double six = 0;
    for (int a = 0, b = 1, c = 2; a < 3; a++, b = (b + 1) % 3, c = (c + 1) % 3)
      six +=
          (double)v[0][a] * ((double)v[1][b] * (double)v[2][c] - (double)v[1][c] * (double)v[2][b]);
    volume += six / 6;
    for (int a = 0; a < 3; a++)
      sum[a] += six / 24 * ((double)v[0][a] + (double)v[1][a] + (double)v[2][a]);
  }
  for (int a = 0; a < 3; a++) centre[a] = sum[a] / volume;
  return volume;
}

typedef struct Context {
  const TrmSystem *system;
  TrmText out;
} Context;

static void draw(void *context) {
  Context *c = context;
  trm_picture_json(c->system, &c->out);
}

/* the part of the picture that begins with the body called `name` */
static const char *body_text(const Context *c, const char *name) {
  char wanted[64];
  snprintf(wanted, sizeof wanted, "{\"name\":\"%s\",\"mass\"", name);
  const char *at = strstr(c->out.bytes, wanted);
  CHECK(at != NULL);
  return at ? at : "";
}

/* the middle of the points of a body's only shape, as far as `count` of them */
static double middle_of(const Context *c, const char *name, int count) {
  const char *at = strstr(body_text(c, name), "\"points\":[");
  double sum[3] = {0};
  if (!at) return (double)NAN;
  char *next = (char *)(uintptr_t)(at + 10);
  for (int i = 0; i < 3 * count; i++, next++) sum[i % 3] += strtod(next, &next) / count;
  return sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
}

static void test_bodies(const Context *c) {
  static const char *const bracket[] = {"l_bracket", "r_bracket"};
  for (int i = 0; i < 2; i++) {
    double centre[3], volume = enclosed(body_text(c, bracket[i]), centre);
    TrmBodyInfo info = {0};
    for (size_t k = 0; k < trm_system_bodies(c->system); k++) {
      CHECK(trm_system_body(c->system, k, &info) == TRM_OK);
      if (strcmp(info.name, bracket[i]) == 0) break;
    }
    /* in mm: the mass at 2700 kg/m^3 */
    double error = fabs(volume * 1e-9 * 2700 / info.mass - 1);
    double size = cbrt(volume), off = 0;
    for (int a = 0; a < 3; a++) off = fmax(off, fabs(centre[a]) / size);
    check_figure("page",
                 i ? "volume of a mirrored mesh in the picture" : "volume of a mesh in the picture",
                 "its mass", error, 1e-5);
    check_figure("page",
                 i ? "centre of a mirrored mesh in the picture" : "centre of a mesh in the picture",
                 "its mass centre", off, 1e-5);
  }
  /* rods, balls, boxes and capsules stand about their mass centre */
  static const struct {
    const char *name;
    int points;
  } solids[] = {{"rod", 2}, {"ball", 1}, {"block", 1}, {"limb", 2}, {"wheel", 2}};
  for (int i = 0; i < 5; i++)
    for (int side = 0; side < 2; side++) {
      char name[32];
      snprintf(name, sizeof name, "%c_%s", "lr"[side], solids[i].name);
      CHECK(middle_of(c, name, solids[i].points) < 1e-4);
    }
}

int main(void) {
  char here[PATH_MAX], part[PATH_MAX + 1024], path[64];
  if (!mkdtemp(folder) || !getcwd(here, sizeof here)) return 1;
  snprintf(
      part, sizeof part,
      "bodies:\n"
      "  bracket: {at: [10, 20, 30], orient: {euler: [0.3, 0.5, 0.7]}, shape: {mesh: {file: "
      "%s/examples/bracket.stl, scale: 1*mm, density: 2.7e-6}}}\n"
      "  rod: {shape: {rod: {from: [0, 5, 1], to: [30, 15, 2], radius: 2, density: 1e-6}}}\n"
      "  ball: {shape: {sphere: {at: [3, 2, 1], radius: 2, density: 1e-6}}}\n"
      "  block: {shape: {box: {at: [3, 20, 1], size: [1, 2, 3], orient: {axis: [1, 1, 0], "
      "angle: 0.4}, density: 1e-6, colour: \"</script>\\\"\"}}}\n"
      "  limb: {shape: {capsule: {from: [0, 5, 1], to: [30, 15, 2], radius: 2, density: 1e-6}}}\n"
      "  wheel: {at: [1, 2, 3], shape: {cylinder: {radius: 9, inner_radius: 3, length: 4, axis: "
      "[1, 2, 3], density: 1e-6}}}\n",
      here);
  put_file("part.yaml", part);
  put_file("model.yaml", "trammel: 1\nunits: mmks\ninclude:\n"
                         "  - {file: part.yaml, prefix: l_}\n"
                         "  - {file: part.yaml, prefix: r_, mirror: y}\n");
  snprintf(path, sizeof path, "%s/model.yaml", folder);
  TrmLog *log = trm_log_new();
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  CHECK(trm_model_read(path, NULL, 0, log, &model) == TRM_OK);
  CHECK(model && trm_system_compile(model, log, &system) == TRM_OK);
  char *said = trm_log_render(log, TRM_LOG_PLAIN);
  if (!system) fputs(said, stderr);
  trm_text_free(said);
  Context context = {system, {0}};
  if (system) {
    CHECK(trm_guard(draw, &context) == TRM_OK);
    test_bodies(&context);
    CHECK(strstr(context.out.bytes, "\"colour\":\"</script>\\\"\"") != NULL);
    CHECK(strstr(context.out.bytes, "\"length\":\"mm\"") != NULL);
  }
  trm_text_clear(&context.out);
  trm_system_free(system);
  trm_model_free(model);
  trm_log_free(log);
  for (int i = 0; i < 2; i++) {
    snprintf(path, sizeof path, "%s/%s", folder, i ? "model.yaml" : "part.yaml");
    CHECK(unlink(path) == 0);
  }
  CHECK(rmdir(folder) == 0);
  return check_done();
}
