/* SPDX-License-Identifier: Apache-2.0
 *
 * Hostile input: every text here is refused or read within a second (ten with sanitizers), whatever
 * it makes YAML's scanner, the aliases or the messages do; and reading takes time in proportion.
 */
#include "read_fixture.h"

#if defined(__SANITIZE_ADDRESS__)
#define SLOW 10
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SLOW 10
#endif
#endif
#ifndef SLOW
#define SLOW 1
#endif

static char *text;
static size_t length, capacity;

static void add(const char *piece, size_t times) {
  size_t n = strlen(piece);
  while (length + n * times + 1 > capacity) {
    capacity = capacity ? capacity * 2 : 1 << 20;
    text = realloc(text, capacity);
    if (!text) abort();
  }
  for (size_t i = 0; i < times; i++, length += n) memcpy(text + length, piece, n + 1);
}

/* numbered pieces: the format has one %d */
static void add_numbered(const char *format, int times) {
  char piece[128];
  for (int i = 0; i < times; i++) {
    snprintf(piece, sizeof piece, format, i, i);
    add(piece, 1);
  }
}

/* read what was collected; the first code must be `code` ("" for none) */
static void check_text(const char *what, const char *code) {
  double start = fixture_now();
  TrmModel *model = fixture_parse(text, length, "test.yaml", NULL, 0);
  double seconds = fixture_now() - start;
  int good = strncmp(fixture_codes, code, *code ? 4 : 1) == 0 && seconds < 1.0 * SLOW;
  CHECK(good);
  if (!good) fprintf(stderr, "  %s: %.40s, %.2f s\n", what, fixture_codes, seconds);
  trm_model_free(model);
  length = 0;
}

static void test_nesting(void) {
  add("[", 10000);
  check_text("brackets", "E005");
  add("{a: ", 10000);
  check_text("braces", "E005");
  add("- ", 100000);
  check_text("dashes", "E005");
  add("? ", 100000);
  check_text("questions", "E005");
  add("a: &a [", 1);
  add("[", 62);
  add("]", 62);
  add("]\n", 1);
  check_text("as deep as allowed", "E101");
}

static void test_aliases(void) {
  add("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n", 1);
  for (int i = 1; i < 30; i++) {
    char piece[64];
    snprintf(piece, sizeof piece, "a%d: &a%d [", i, i);
    add(piece, 1);
    snprintf(piece, sizeof piece, "*a%d, ", i - 1);
    add(piece, 10);
    add("x]\n", 1);
  }
  check_text("laughs", "E007");
  add("trammel: 1\na: &a {", 1);
  add_numbered("k%d: 1, ", 5000);
  add("}\nb: [", 1);
  add("{<<: *a}, ", 5000);
  add("]\n", 1);
  check_text("merges", "E007");
  add("a: &a \"", 1);
  add("long text ", 100000);
  add("\"\nb: [", 1);
  add("*a, ", 100000);
  add("]\n", 1);
  check_text("long texts", "E007");
  add("a: [", 1);
  add_numbered("&a%d 1, *a%d, ", 100000);
  add("]\n", 1);
  check_text("many anchors", "E101");
}

/* where a scanner could be driven to quadratic time */
static void test_scanner(void) {
  add("a: [", 1);
  add("1, ", 300000);
  add("]\n", 1);
  check_text("one long list", "E101");
  add("{", 1);
  add_numbered("k%d: 1, ", 200000);
  add("}\n", 1);
  check_text("one long map", "E101");
  add_numbered("k%d: 1\n", 200000);
  check_text("many keys", "E101");
  add("k: 1\n", 200000);
  check_text("one key again and again", "E013");
  add("a: ", 1);
  add("word ", 2000000);
  add("\n", 1);
  check_text("a long plain text", "E101");
  add("a: \"", 1);
  add("x\n ", 1000000);
  add("\"\n", 1);
  check_text("a quoted text of many lines", "E101");
  add("a: '", 1);
  add("''", 2000000);
  check_text("quotes that never close", "E003");
  add_numbered("%%TAG !t%d! x\n", 200000);
  add("---\na: 1\n", 1);
  check_text("directives", "E003");
  add("a: 1\n...\n", 1);
  add_numbered("%%TAG !t%d! x\n", 200000);
  check_text("directives behind", "E011");
  add("#", 5000000);
  check_text("a long comment", "E010");
  add(" ", 5000000);
  add("a: 1", 1);
  check_text("a long indentation", "E101");
  add(":", 2000000);
  check_text("colons", "E003");
  add("\n", 5000000);
  check_text("blank lines", "E010");
}

/* bytes without sense, raw and from YAML's own alphabet */
static void test_noise(void) {
  static const char alphabet[] = "[]{}:,-?&*!|>'\"%@` \n\tab01#~<.";
  for (int round = 0; round < 200; round++) {
    size_t count = (size_t)check_random(1, 3000);
    for (size_t i = 0; i < count; i++) {
      int raw = round % 4 == 0;
      char c[2] = {
          raw ? (char)(unsigned char)check_random(1, 256) : alphabet[(int)check_random(0, 30)], 0};
      add(c, 1);
    }
    double start = fixture_now();
    trm_model_free(fixture_parse(text, length, "test.yaml", NULL, 0));
    CHECK(fixture_now() - start < 1.0 * SLOW);
    length = 0;
  }
}

/* what the language itself could be made to do */
static void test_language(void) {
  add("trammel: 1\nrepeat: {for: {i: 0..999, j: 0..999, k: 0..999}}\nbodies: {}\n", 1);
  check_text("a thousand million copies", "E031");
  add("trammel: 1\nbodies: {}\nrepeat: {for: {i: 1..1000000}, points: {P: [", 1);
  add("i, ", 2000);
  add("]}}\n", 1);
  check_text("copies of a long list", "E103");
  add("trammel: 1\nbodies: {}\nrepeat: {for: {i: 1..900000}, splines: {\"s{i}\": {x: [", 1);
  add("1, ", 2000);
  add("]}}}\n", 1);
  check_text("too many values", "E031");
  add("trammel: 1\nbodies: {}\nname: x\nrepeat: {for: {i: 1..2}, splines: {\"s{i}\": {file: \"", 1);
  add("{i}", 20000);
  add("\"}}}\n", 1);
  check_text("many braces", "");
  add("trammel: 1\nparameters: {a: \"", 1);
  add("(", 100000);
  add("\"}\nbodies: {}\n", 1);
  check_text("parentheses", "E406");
  add("trammel: 1\nbodies: {}\njoints: {j: {", 1);
  add_numbered("k%d: 1, ", 100000);
  add("}}\n", 1);
  check_text("a joint of many keys", "E106");
  add("trammel: 1\nbodies:\n", 1);
  add_numbered("  b%d: {masss: 1}\n", 50000);
  check_text("many errors", "E101");
  add("trammel: 1\nbodies: {}\njoints:\n", 1);
  add_numbered("  j%d: {revolutt: [a, b]}\n", 50000);
  check_text("many wrong types", "E106");
}

/* ten times the model takes ten times the time, not a hundred */
static void test_proportion(void) {
  double seconds[2];
  for (int k = 0; k < 2; k++) {
    int count = k ? 20000 : 2000;
    add("trammel: 1\nbodies:\n", 1);
    add_numbered("  link%d: {mass: 0.1, inertia: [1e-4, 1e-4, 1e-5], at: [%d, 0, 0]}\n", count);
    add("joints:\n", 1);
    add_numbered("  pin%d: {revolute: [ground, link%d], at: [0, 0, 0], axis: y}\n", count);
    double start = fixture_now();
    TrmModel *model = fixture_parse(text, length, "test.yaml", NULL, 0);
    seconds[k] = fixture_now() - start;
    CHECK(model != NULL);
    trm_model_free(model);
    length = 0;
  }
  CHECK(seconds[1] < 40 * seconds[0] + 0.1);
}

int main(void) {
  test_nesting();
  test_aliases();
  test_scanner();
  test_noise();
  test_language();
  test_proportion();
  free(text);
  return check_done();
}
