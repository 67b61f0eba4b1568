/* SPDX-License-Identifier: Apache-2.0
 *
 * Pictures: what is filled has the area of its outline, however outlines overlap; a PNG, unpacked
 * by its standard, holds the same pixels; letters stay in their box; a plot drawn as pixels, or as
 * dots of a terminal, has its curve where the values are.
 */
#include "check.h"
#include "write/curves.h"
#include "write/glyphs.h"
#include "write/svg.h"
#include <stdint.h>
#include <zlib.h>

static const TrmPixels everywhere = {0, 0, 1e6, 1e6};

/* how much of a white image is black, in pixels */
static double blackness(const TrmImage *image) {
  double sum = 0;
  for (size_t i = 0; i < image->width * image->height; i++)
    sum += (255.0 - image->pixels[3 * i]) / 255;
  return sum;
}

static double filled(TrmArena *arena, const double *points, size_t count, double width) {
  TrmImage *image = trm_image_new(arena, 80, 60, 0xffffff);
  TrmShape shape = {.arena = arena};
  if (width > 0)
    trm_shape_line(&shape, points, count, width);
  else
    trm_shape_outline(&shape, points, count);
  trm_image_fill(image, &shape, everywhere, 0);
  return blackness(image);
}

static void test_areas(TrmArena *arena) {
  /* a triangle, turned either way; a line is its length times its width, and two half discs */
  double triangle[] = {10.3, 5.1, 70.7, 20.2, 31.4, 55.6},
         back[] = {31.4, 55.6, 70.7, 20.2, 10.3, 5.1};
  double area = 0.5 * fabs((70.7 - 10.3) * (55.6 - 5.1) - (31.4 - 10.3) * (20.2 - 5.1));
  check_figure("pictures", "area of a triangle, pixels", "closed form",
               fabs(filled(arena, triangle, 3, 0) - area), 0.5);
  CHECK_NEAR(filled(arena, back, 3, 0), filled(arena, triangle, 3, 0), 1e-9);
  double line[] = {10, 10, 60, 47.5};
  check_figure("pictures", "area of a thick line, pixels", "closed form",
               fabs(filled(arena, line, 2, 5) - (hypot(50, 37.5) * 5 + 3.14159265 * 6.25)), 1.5);
  /* a rectangle between pixels is exact in x, to a sixteenth in y */
  double box[] = {10.25, 10.5, 20.75, 10.5, 20.75, 12.75, 10.25, 12.75};
  CHECK_NEAR(filled(arena, box, 4, 0), 10.5 * 2.25, 0.005);
  /* a line over itself is no blacker */
  double twice[] = {10, 30, 60, 30, 10, 30};
  CHECK_NEAR(filled(arena, twice, 3, 4), filled(arena, line, 0, 4) + 50 * 4 + 3.14159265 * 4, 0.02);
  /* outside the image, and what is no number, is nothing */
  double away[] = {-50, -50, -10, -50, -10, -10}, none[] = {0, 0, (double)NAN, 10, 10, 10};
  CHECK(filled(arena, away, 3, 0) == 0 && filled(arena, none, 3, 0) == 0);
}

static uint32_t word_at(const unsigned char *c) {
  return (uint32_t)c[0] << 24 | (uint32_t)c[1] << 16 | (uint32_t)c[2] << 8 | c[3];
}

/* undo the filters of ISO/IEC 15948 that are used */
static void test_png(TrmArena *arena) {
  TrmImage *image = trm_image_new(arena, 37, 23, 0x102030);
  TrmText out = {0};
  for (size_t i = 0; i < 3 * 37 * 23; i++) image->pixels[i] = (unsigned char)(i * i / 7);
  trm_image_png(image, arena, &out);
  const unsigned char *c = (const unsigned char *)out.bytes + 8, *end = c + out.length - 8;
  CHECK(memcmp(out.bytes, "\x89PNG\r\n\x1a\n", 8) == 0);
  static unsigned char bytes[23 * (3 * 37 + 1)];
  uLongf length = sizeof bytes;
  int chunks = 0, last = 0;
  while (c + 12 <= end) {
    uint32_t size = word_at(c);
    CHECK(word_at(c + 8 + size) == crc32(crc32(0, NULL, 0), c + 4, size + 4));
    if (memcmp(c + 4, "IHDR", 4) == 0) CHECK(word_at(c + 8) == 37 && word_at(c + 12) == 23);
    if (memcmp(c + 4, "IDAT", 4) == 0) CHECK(uncompress(bytes, &length, c + 8, size) == Z_OK);
    last = memcmp(c + 4, "IEND", 4) == 0;
    c += 12 + size;
    chunks++;
  }
  CHECK(chunks == 3 && last && c == end && length == sizeof bytes);
  int wrong = 0;
  for (size_t y = 0; y < 23; y++)
    for (size_t i = 0; i < 111; i++) {
      unsigned char *own = bytes + 112 * y + 1 + i;
      if (y) *own = (unsigned char)(*own + own[-112]);
      wrong += *own != image->pixels[111 * y + i];
    }
  CHECK(wrong == 0);
  trm_text_clear(&out);
}

typedef struct Extent {
  double left, right, low, high;
  size_t lines;
} Extent;

static void extend(void *context, const double *points, size_t count) {
  Extent *e = context;
  e->lines++;
  for (size_t i = 0; i < count; i++) {
    e->left = fmin(e->left, points[2 * i]);
    e->right = fmax(e->right, points[2 * i]);
    e->low = fmin(e->low, points[2 * i + 1]);
    e->high = fmax(e->high, points[2 * i + 1]);
  }
}

static Extent extent_of(const char *text) {
  Extent e = {1e9, -1e9, 1e9, -1e9, 0};
  trm_glyphs_draw(text, extend, &e);
  return e;
}

static void test_glyphs(void) {
  for (char c = '!'; c <= '~'; c++) {
    Extent e = extent_of((char[2]){c, 0});
    double width = trm_glyphs_width((char[2]){c, 0});
    CHECK(e.lines > 0 && e.left > -0.7 && e.right < width + 0.3 && e.low > -4 && e.high < 14);
  }
  /* capitals stand on the line and are 12 high; x is 8; none of the digits is wider than another */
  Extent capital = extent_of("H"), small = extent_of("x"), two = extent_of("xx");
  CHECK(capital.low == 0 && capital.high == TRM_GLYPH_CAPITAL && small.high == 8);
  CHECK_NEAR(two.right, trm_glyphs_width("x") + small.right, 1e-12);
  for (char c = '1'; c <= '9'; c++)
    CHECK(trm_glyphs_width((char[2]){c, 0}) == trm_glyphs_width("0"));
  /* what is not in the table is a box; bytes that are no text too */
  CHECK(extent_of("\xe4\xb8\xad").lines == 1 && extent_of("\xff").lines == 1);
  CHECK(extent_of("\xc2\xb0").lines == 1 && trm_glyphs_width("\xc2\xb0") == 5.6);
}

/* a straight line from corner to corner of a plot without names */
static void test_plot(TrmArena *arena) {
  double x[] = {0, 1}, y[] = {0, 1};
  TrmPlotSeries series = {.x = x, .y = y, .count = 2};
  TrmPlot plot = {.title = "<b>&\"", .series = &series, .count = 1};
  TrmText svg = {0}, text = {0};
  trm_plot_write(&plot, 1, 400, 300, arena, &svg);
  CHECK(!strstr(svg.bytes, "<b>"));
  TrmImage *image = trm_svg_image(svg.bytes, 2, 1000000, arena);
  CHECK(image && image->width == 800 && image->height == 600);
  CHECK(trm_svg_image(svg.bytes, 2, 1000, arena) == NULL);
  /* blue pixels lie on a line that climbs */
  size_t blue = 0;
  double sx = 0, sy = 0, sxx = 0, sxy = 0, syy = 0;
  for (size_t i = 0; image && i < 800 * 600; i++) {
    const unsigned char *p = image->pixels + 3 * i;
    if (p[2] < 120 || p[0] > 60) continue;
    double px = (double)(i % 800), py = (double)(i / 800);
    blue++, sx += px, sy += py, sxx += px * px, sxy += px * py, syy += py * py;
  }
  double n = (double)blue, cxy = sxy - sx * sy / n, cxx = sxx - sx * sx / n,
         cyy = syy - sy * sy / n;
  CHECK(blue > 1000 && cxy < 0);
  CHECK_NEAR(cxy * cxy / (cxx * cyy), 1, 1e-4);
  /* in the terminal: a dot in every column of dots, each where the line is */
  trm_plot_terminal(&plot, 60, 12, 0, arena, &text);
  const char *c = text.bytes;
  size_t dots = 0, wrong = 0, line = 0, columns = 60 - 15;
  for (c = strchr(c, '\n') + 1; line < 12; line++, c = strchr(c, '\n') + 1) {
    const char *cell = strstr(c, "┤"), *bar = strstr(c, "│");
    if (!cell || (bar && bar < cell)) cell = bar;
    cell += 3;
    for (size_t column = 0; column < columns; column++) {
      int bits = 0;
      if (*cell == ' ') {
        cell++;
      } else {
        bits = (cell[1] & 3) << 6 | (cell[2] & 63);
        cell += 3;
      }
      static const int order[8][2] = {{0, 0}, {0, 1}, {0, 2}, {1, 0},
                                      {1, 1}, {1, 2}, {0, 3}, {1, 3}};
      for (int k = 0; k < 8; k++) {
        if (!(bits >> k & 1)) continue;
        double right = ((double)column * 2 + order[k][0]) / (2.0 * (double)columns - 1);
        double up = 1 - ((double)line * 4 + order[k][1]) / 47;
        dots++;
        wrong += fabs(right - up) > 1.1 / 47;
      }
    }
  }
  CHECK(dots >= 2 * columns && wrong == 0);
  trm_text_clear(&svg);
  trm_text_clear(&text);
}

static void all(void *context) {
  TrmArena *arena = context;
  test_areas(arena);
  test_png(arena);
  test_glyphs();
  test_plot(arena);
}

int main(void) {
  TrmArena *arena = trm_arena_new();
  CHECK(trm_guard(all, arena) == TRM_OK);
  trm_arena_free(arena);
  return check_done();
}
