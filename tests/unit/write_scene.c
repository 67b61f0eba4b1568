/* SPDX-License-Identifier: Apache-2.0
 *
 * Films: a ball is as large and as near in the picture as optics say; solids have the area of their
 * formulas; a GIF, unpacked by another hand, holds the frames that were given; a body is drawn
 * where its signals say; pictures that are broken, or not there, are diagnosed.
 */
#define _XOPEN_SOURCE 700
#include "check.h"
#include "math/vec3.h"
#include "write/gif.h"
#include "write/scene.h"
#include <unistd.h>

enum { WIDE = 200, HIGH = 160 };

static double area_of(const TrmSolid *solid) {
  double sum = 0;
  for (size_t i = 0; i + 2 < solid->count; i += 3) {
    double a[3], b[3], c[3];
    trm_vec3_add(solid->corners[i + 1], -1, solid->corners[i], a);
    trm_vec3_add(solid->corners[i + 2], -1, solid->corners[i], b);
    trm_vec3_cross(a, b, c);
    sum += trm_vec3_norm(c) / 2;
  }
  return sum;
}

static void test_solids(TrmArena *arena) {
  const double pi = 3.14159265358979;
  CHECK_NEAR(area_of(trm_solid_new(arena, TRM_SOLID_BLOCK)), 6, 1e-12);
  check_figure("pictures", "area of a ball of triangles", "4 pi",
               fabs(area_of(trm_solid_new(arena, TRM_SOLID_BALL)) / (4 * pi) - 1), 0.02);
  check_figure("pictures", "area of a cylinder of triangles", "4 pi",
               fabs(area_of(trm_solid_new(arena, TRM_SOLID_CYLINDER)) / (4 * pi) - 1), 0.01);
  /* an L is cut into ears that do not overlap: 3 + 3 above and below, 8 around, 0.2 thick */
  const double corners[] = {0, 0, 0, 2, 0, 0, 2, 1, 0, 1, 1, 0, 1, 2, 0, 0, 2, 0};
  CHECK_NEAR(area_of(trm_solid_prism(arena, corners, 6, 0.1)), 3 + 3 + 8 * 0.2, 1e-12);
  const double from[3] = {0, 0, 0}, to[3] = {1, 2, 2}, radius[3] = {1, 0.5, 0};
  double cone = pi * 1.5 * sqrt(9 + 0.25) + pi * 1.25;
  CHECK_NEAR(area_of(trm_solid_revolved(arena, from, to, radius)), cone, 0.01);
  /* a triangle of a point that is not there ends a mesh */
  const float points[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
  const unsigned triangles[6] = {0, 1, 2, 0, 1, 7};
  CHECK(trm_solid_mesh(arena, points, 3, triangles, 2)->count == 3);
}

static const TrmCamera camera = {.eye = {0, 0, 10},
                                 .right = {1, 0, 0},
                                 .up = {0, 1, 0},
                                 .ahead = {0, 0, -1},
                                 .slope = 0.25,
                                 .sun = {0, 0, 1},
                                 .sky = {0, 1, 0}};

/* how many pixels are redder than blue, and their middle */
static size_t red_pixels(const TrmImage *image, double middle[2]) {
  size_t count = 0;
  middle[0] = middle[1] = 0;
  for (size_t i = 0; i < image->width * image->height; i++) {
    const unsigned char *p = image->pixels + 3 * i;
    if (p[0] <= p[2] + 20) continue;
    count++;
    middle[0] += (double)(i % image->width) + 0.5;
    middle[1] += (double)(i / image->width) + 0.5;
  }
  for (int k = 0; k < 2; k++) middle[k] /= count ? (double)count : 1;
  return count;
}

static void test_render(TrmArena *arena) {
  TrmRender *r = trm_render_new(arena, WIDE, HIGH, 3);
  TrmImage *image = trm_image_new(arena, WIDE, HIGH, 0);
  const TrmSolid *ball = trm_solid_new(arena, TRM_SOLID_BALL);
  const double at[3] = {0, 0, 2}, behind[3] = {0, 0, 0};
  TrmPose place = trm_pose_at(at, 1, 1, 1), far = trm_pose_at(behind, 1.1, 1.1, 1.1);
  double middle[2], out[3];
  r->camera = camera;
  trm_render_clear(r, 0xffffff);
  trm_render_solid(r, ball, &place, 0xd02020);
  trm_render_image(r, image);
  /* a ball of radius 1 at distance 8 is seen as a disc of tan(asin(1/8)) */
  double scale = HIGH / (2 * 0.25), disc = scale * tan(asin(1.0 / 8));
  double pixels = (double)red_pixels(image, middle);
  check_figure("pictures", "area of a ball in a picture", "perspective",
               fabs(pixels / (3.14159265 * disc * disc) - 1), 0.03);
  CHECK_NEAR(middle[0], WIDE / 2.0, 5e-3);
  CHECK_NEAR(middle[1], HIGH / 2.0, 5e-3);
  /* what stands behind it is hidden, whichever is drawn first */
  trm_render_solid(r, ball, &far, 0x2020d0);
  trm_render_image(r, image);
  CHECK((double)red_pixels(image, middle) == pixels);
  trm_render_clear(r, 0xffffff);
  trm_render_solid(r, ball, &far, 0x2020d0);
  trm_render_solid(r, ball, &place, 0xd02020);
  trm_render_image(r, image);
  CHECK((double)red_pixels(image, middle) == pixels);
  /* behind the eye is nothing */
  const double back[3] = {0, 0, 11};
  CHECK(!trm_render_project(r, back, out));
  /* a line four pixels wide and 100 long */
  const double a[3] = {-1, 0, 5}, b[3] = {1, 0, 5};
  trm_render_clear(r, 0xffffff);
  trm_render_line(r, a, b, 4, 0xff0000, 1);
  trm_render_image(r, image);
  CHECK_NEAR((double)red_pixels(image, middle), 2 * scale / 5 * 4, 0.01);
}

/* reading codes of LZW, least bit first, out of blocks */
typedef struct Codes {
  const unsigned char *at;
  unsigned left, bits;
  unsigned long held;
} Codes;

static unsigned read_code(Codes *c, unsigned size) {
  while (c->bits < size) {
    if (!c->left) c->left = *c->at++;
    c->held |= (unsigned long)*c->at++ << c->bits;
    c->bits += 8;
    c->left--;
  }
  unsigned code = (unsigned)(c->held & ((1ul << size) - 1));
  c->held >>= size;
  c->bits -= size;
  return code;
}

/* one picture's bytes; where the next part begins */
static const unsigned char *unpack(const unsigned char *at, unsigned char *out, size_t most,
                                   size_t *length) {
  static unsigned short before[4096];
  static unsigned char last[4096], text[4097];
  Codes c = {.at = at + 1};
  unsigned size = 9, used = 258, old = 4096, first = 0;
  *length = 0;
  CHECK(at[0] == 8);
  for (;;) {
    unsigned code = read_code(&c, size), walk = code, n = 0;
    if (code == 257) break;
    if (code == 256) {
      size = 9, used = 258, old = 4096;
      continue;
    }
    if (code >= used) {
      if (old == 4096 || code > used) return NULL;
      text[n++] = (unsigned char)first, walk = old;
    }
    while (walk > 257) text[n++] = last[walk], walk = before[walk];
    text[n++] = (unsigned char)walk;
    first = walk;
    if (old != 4096 && used < 4096) {
      before[used] = (unsigned short)old;
      last[used++] = (unsigned char)first;
      if (used == 1u << size && size < 12) size++;
    }
    old = code;
    while (n && *length < most) out[(*length)++] = text[--n];
    if (n) return NULL;
  }
  while (c.left) c.at++, c.left--;
  return *c.at == 0 ? c.at + 1 : NULL;
}

/* play a film: the frames shown, against those given; returns how many */
static size_t play(const TrmText *film, TrmImage *const *given, size_t most, double *worst) {
  static unsigned char shown[3 * WIDE * HIGH], bytes[WIDE * HIGH];
  const unsigned char *start = (const unsigned char *)film->bytes, *c = start;
  const unsigned char *end = start + film->length, *palette = start + 13;
  size_t frames = 0, length;
  *worst = 0;
  CHECK(memcmp(c, "GIF89a", 6) == 0 && c[6] + 256 * c[7] == WIDE && c[8] + 256 * c[9] == HIGH);
  c += 13 + 768 + 19;
  while (c < end && *c == 0x21) {
    int through = c[3] & 1 ? c[6] : -1;
    CHECK(c[1] == 0xF9 && c[4] + 256 * c[5] == 4);
    c += 8;
    size_t x0 = c[1] + 256u * c[2], y0 = c[3] + 256u * c[4], w = c[5] + 256u * c[6];
    size_t h = c[7] + 256u * c[8];
    CHECK(*c == 0x2C && x0 + w <= WIDE && y0 + h <= HIGH);
    c = unpack(c + 10, bytes, w * h, &length);
    CHECK(c != NULL && length == w * h);
    if (!c) return frames;
    for (size_t i = 0; i < length; i++)
      if (bytes[i] != through)
        memcpy(shown + 3 * ((y0 + i / w) * WIDE + x0 + i % w), palette + 3 * bytes[i], 3);
    double sum = 0;
    for (size_t i = 0; i < sizeof shown && frames < most; i++)
      sum += fabs((double)shown[i] - given[frames]->pixels[i]);
    *worst = fmax(*worst, sum / (double)sizeof shown);
    frames++;
  }
  CHECK(c + 1 == end && *c == 0x3B);
  return frames;
}

static void test_gif(TrmArena *arena) {
  enum { FRAMES = 6 };
  TrmImage *flat[FRAMES], *noise[FRAMES];
  TrmText film = {0};
  double worst;
  unsigned seed = 1;
  for (size_t f = 0; f < FRAMES; f++) {
    flat[f] = trm_image_new(arena, WIDE, HIGH, 0xeef1f5);
    noise[f] = trm_image_new(arena, WIDE, HIGH, 0);
    for (size_t i = 0; i < WIDE * HIGH; i++) {
      if (i % WIDE / 10 == f) memcpy(flat[f]->pixels + 3 * i, (unsigned char[3]){200, 40, 30}, 3);
      for (size_t k = 0; k < 3; k++) {
        seed = seed * 1103515245u + 12345u;
        noise[f]->pixels[3 * i + k] = (unsigned char)(seed >> 16);
      }
    }
  }
  /* two colours come back as they are; nothing moves in the last frame */
  memcpy(flat[FRAMES - 1]->pixels, flat[FRAMES - 2]->pixels, 3 * WIDE * HIGH);
  TrmGif *gif = trm_gif_begin((const TrmImage *const *)flat, FRAMES, arena, &film);
  for (size_t f = 0; f < FRAMES; f++) trm_gif_add(gif, flat[f], 4);
  trm_gif_end(gif);
  CHECK(play(&film, flat, FRAMES, &worst) == FRAMES);
  check_figure("pictures", "colours of a GIF of two colours", "the frames", worst, 0);
  CHECK(film.length < 6000);
  film.length = 0;
  /* noise fills the dictionary again and again; 255 of all colours are near on the average */
  gif = trm_gif_begin((const TrmImage *const *)noise, FRAMES, arena, &film);
  for (size_t f = 0; f < FRAMES; f++) trm_gif_add(gif, noise[f], 4);
  trm_gif_end(gif);
  CHECK(play(&film, noise, FRAMES, &worst) == FRAMES);
  check_figure("pictures", "colours of a GIF of noise, of 255", "the frames", worst, 20);
  trm_text_clear(&film);
}

static void test_json(TrmArena *arena) {
  const TrmJson *j = trm_json_read(
      "{\"a\": [1, -2.5e3, true, null, {\"b\": \"x\\n\\u00e9\\ud83d\\ude00\"}], \"c\": {}}", arena);
  double numbers[4];
  CHECK(j && j->kind == TRM_JSON_OBJECT && j->count == 2);
  CHECK(trm_json_numbers(j, "a", numbers, 4) == 2 && numbers[1] == -2500);
  const TrmJson *last = trm_json_get(j, "a")->first;
  while (last->next) last = last->next;
  CHECK_TEXT(trm_json_text(last, "b", ""), "x\n\xc3\xa9\xf0\x9f\x98\x80");
  CHECK(trm_json_number(j, "none", 7) == 7 && trm_json_get(NULL, "a") == NULL);
  static const char *const wrong[] = {"",      "{",          "[1,]",      "{\"a\" 1}", "\"x",
                                      "[1 2]", "{\"a\":1,}", "nul",       "1 2",       "\"\\q\"",
                                      "[1",    "{1:2}",      "\"\\u12\"", "-",         "[\"a\\"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    CHECK(trm_json_read(wrong[i], arena) == NULL);
  char deep[201];
  memset(deep, '[', 200);
  deep[200] = 0;
  CHECK(trm_json_read(deep, arena) == NULL);
}

static char path[] = "/tmp/trammel-scene-XXXXXX";

/* a ball that goes from x = -1 to 1 in a second, with or without a picture */
static TrmScene *scene_of(TrmArena *arena, const char *picture, TrmLog *log, TrmResult **result) {
  static const TrmSignal signals[] = {{"time", "s"}, {"b.x", "m"}, {"b.y", "m"}, {"b.z", "m"},
                                      {"b.e0", ""},  {"b.e1", ""}, {"b.e2", ""}, {"b.e3", ""}};
  const TrmAttribute about[] = {{"name", "ball"}, {"picture", picture}};
  TrmStore *store = NULL;
  TrmScene *scene = NULL;
  CHECK(trm_store_create(path, signals, 8, about, picture ? 2 : 1, 0, log, &store) == TRM_OK);
  for (int i = 0; i <= 4; i++) {
    double row[8] = {0.25 * i, -1 + 0.5 * i, 0, 0, 1, 0, 0, 0};
    CHECK(trm_store_append(store, row) == TRM_OK);
  }
  CHECK(trm_store_close(store, 1) == TRM_OK);
  CHECK(trm_result_open(path, log, result) == TRM_OK);
  return trm_scene_new(*result, arena, log, &scene) == TRM_OK ? scene : NULL;
}

static void test_scene(TrmArena *arena) {
  static const char picture[] =
      "{\"planar\":true,\"time\":\"s\",\"gravity\":[0,0,0],\"ground\":{\"shapes\":[]},"
      "\"bodies\":[{\"name\":\"b\",\"mass\":[1],\"centre\":[0,0,0],\"turn\":[1,0,0,0],"
      "\"shapes\":[{\"form\":\"ball\",\"colour\":\"#ff0000\",\"points\":[0,0,0],"
      "\"radius\":[0.2,0.2,0]}]}],\"joints\":[],\"motions\":[],\"forces\":[],\"markers\":[]}";
  TrmLog *log = trm_log_new();
  TrmResult *result = NULL;
  TrmEntry entry;
  TrmScene *scene = scene_of(arena, picture, log, &result);
  TrmRender *r = trm_render_new(arena, WIDE, HIGH, 2);
  TrmImage *image = trm_image_new(arena, WIDE, HIGH, 0);
  CHECK(scene && trm_scene_look(scene, "front", (double)WIDE / HIGH, &r->camera));
  CHECK(scene && !trm_scene_look(scene, "sideways", 1, &r->camera));
  for (int i = 0; scene && i <= 8; i++) {
    double middle[2], x = -1 + 0.25 * i, out[3];
    trm_scene_look(scene, "front", (double)WIDE / HIGH, &r->camera);
    CHECK(trm_scene_move(scene, 0.125 * i) == TRM_OK);
    trm_scene_draw(scene, r, 0);
    trm_render_image(r, image);
    CHECK(trm_render_project(r, (double[3]){x, 0, 0}, out));
    CHECK(red_pixels(image, middle) > 100);
    check_figure("pictures", "where a ball is drawn, pixels", "its signals",
                 fmax(fabs(middle[0] - out[0]), fabs(middle[1] - out[1])), 0.6);
  }
  CHECK(scene && trm_scene_trace(scene, "b", log) == TRM_OK);
  trm_result_free(result);
  /* none, and broken ones */
  static const char *const broken[] = {NULL, "", "[]", "{\"bodies\":"};
  for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
    trm_log_clear(log);
    CHECK(scene_of(arena, broken[i], log, &result) == NULL);
    CHECK(trm_log_entry(log, 0, &entry) == TRM_OK && strcmp(entry.code, "E611") == 0);
    trm_result_free(result);
  }
  /* bodies that are not there, numbers that are missing: drawn as far as it goes */
  static const char *const odd[] = {
      "{\"bodies\":[{\"name\":\"b\"}],\"joints\":[{\"name\":\"j\",\"type\":\"revolute\",\"first\":"
      "{\"body\":99,\"at\":[0,0,0]},\"second\":{\"body\":0,\"at\":[0,0]}}]}",
      "{\"bodies\":[{\"name\":\"b\",\"shapes\":[{\"form\":\"ball\"},{\"form\":\"prism\",\"points\":"
      "[0,0,0]},{\"form\":\"mesh\",\"vertices\":\"AAAA\",\"triangles\":\"////////////////\"}]}],"
      "\"forces\":[{\"name\":\"b\",\"type\":\"spring\",\"first\":{\"body\":0,\"at\":[0,0,0]},"
      "\"second\":{\"body\":-7,\"at\":[0,0,0]}}]}",
      "{}"};
  for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
    scene = scene_of(arena, odd[i], log, &result);
    CHECK(scene && trm_scene_look(scene, NULL, 1, &r->camera));
    if (scene) trm_scene_draw(scene, r, 1);
    trm_result_free(result);
  }
  trm_log_free(log);
}

/* what is amber, and its middle */
static size_t amber_pixels(const TrmImage *image, double middle[2]) {
  size_t count = 0;
  middle[0] = middle[1] = 0;
  for (size_t i = 0; i < image->width * image->height; i++) {
    const unsigned char *p = image->pixels + 3 * i;
    if (p[0] < 5 * p[2] || p[0] < 80) continue;
    count++;
    middle[0] += (double)(i % image->width) + 0.5;
    middle[1] += (double)(i / image->width) + 0.5;
  }
  for (int k = 0; k < 2; k++) middle[k] /= count ? (double)count : 1;
  return count;
}

/* a contact that presses in the first half of a second, at places and with forces of its own; a
 * rope over three eyes */
static void test_contact(TrmArena *arena) {
  static const char picture[] =
      "{\"planar\":true,\"time\":\"s\",\"gravity\":[0,0,0],\"ground\":{\"shapes\":[]},"
      "\"bodies\":[{\"name\":\"b\",\"mass\":[1],\"centre\":[0,0,0],\"turn\":[1,0,0,0],"
      "\"shapes\":[{\"form\":\"ball\",\"colour\":\"#0000ff\",\"points\":[0,0,0],"
      "\"radius\":[0.02,0.02,0]}]}],\"joints\":[{\"name\":\"r\",\"type\":\"rope\",\"eyes\":["
      "{\"body\":-1,\"at\":[-1,0.6,0]},{\"body\":-1,\"at\":[0,0.9,0]},"
      "{\"body\":-1,\"at\":[1,0.6,0]}]}],\"motions\":[],\"forces\":[],\"markers\":[],"
      "\"contacts\":[{\"name\":\"c\",\"pairs\":1,\"surfaces\":["
      "{\"body\":-1,\"at\":[0,-0.5,0],\"normal\":[0,0,1]}]}]}";
  static const TrmSignal signals[] = {{"time", "s"}, {"c.fx", "N"}, {"c.fy", "N"},   {"c.fz", "N"},
                                      {"c.x", "m"},  {"c.y", "m"},  {"c.z", "m"},    {"c.nx", ""},
                                      {"c.ny", ""},  {"c.nz", ""},  {"c.press", "N"}};
  const TrmAttribute about[] = {{"name", "touch"}, {"picture", picture}};
  TrmLog *log = trm_log_new();
  TrmStore *store = NULL;
  TrmResult *result = NULL;
  TrmScene *scene = NULL;
  CHECK(trm_store_create(path, signals, 11, about, 2, 0, log, &store) == TRM_OK);
  for (int i = 0; i <= 8; i++) {
    double on = i <= 4, x = -0.8 + 0.2 * i;
    double row[11] = {0.125 * i, 0, 3 * on, 0, x, 0.5 * on, 0, 0, on, 0, 3 * on};
    CHECK(trm_store_append(store, row) == TRM_OK);
  }
  CHECK(trm_store_close(store, 1) == TRM_OK);
  CHECK(trm_result_open(path, log, &result) == TRM_OK);
  CHECK(trm_scene_new(result, arena, log, &scene) == TRM_OK);
  TrmRender *r = trm_render_new(arena, WIDE, HIGH, 2);
  TrmImage *image = trm_image_new(arena, WIDE, HIGH, 0);
  CHECK(trm_scene_look(scene, "front", (double)WIDE / HIGH, &r->camera));
  for (int i = 0; i <= 8; i++) {
    double middle[2], at[3], x = -0.8 + 0.2 * i;
    CHECK(trm_scene_move(scene, 0.125 * i) == TRM_OK);
    trm_scene_draw(scene, r, 0);
    trm_render_image(r, image);
    size_t count = amber_pixels(image, middle);
    CHECK(i <= 4 ? count > 40 : count == 0);
    if (i > 4) continue;
    /* the arrow lies below its place, which it points up to: its middle is on the same upright */
    CHECK(trm_render_project(r, (double[3]){x, 0.5, 0}, at));
    check_figure("pictures", "where a contact is drawn, pixels", "its signals",
                 fabs(middle[0] - at[0]), 0.6);
    CHECK(middle[1] > at[1] && middle[1] < at[1] + 30);
  }
  /* a rope is brown where its spans are, and not between its ends */
  for (int i = 0; i < 3; i++) {
    double at[3], place[3] = {i == 0 ? -0.5 : i == 1 ? 0.5 : 0, i == 2 ? 0.6 : 0.75, 0};
    CHECK(trm_render_project(r, place, at));
    int brown = 0;
    for (int y = -2; y <= 2; y++) {
      const unsigned char *p = image->pixels + 3 * ((size_t)(at[1] + y) * WIDE + (size_t)at[0]);
      brown |= p[0] > p[2] + 25;
    }
    CHECK(brown == (i < 2));
  }
  trm_result_free(result);
  trm_log_free(log);
}

static void all(void *context) {
  TrmArena *arena = context;
  test_solids(arena);
  test_render(arena);
  test_gif(arena);
  test_json(arena);
  test_scene(arena);
  test_contact(arena);
}

int main(void) {
  TrmArena *arena = trm_arena_new();
  int file = mkstemp(path);
  CHECK(file >= 0);
  close(file);
  CHECK(trm_guard(all, arena) == TRM_OK);
  trm_arena_free(arena);
  unlink(path);
  return check_done();
}
