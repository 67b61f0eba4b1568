/* SPDX-License-Identifier: Apache-2.0
 *
 * The YAML layer: places of every kind of scalar, aliases, merge keys, encodings.
 */
#include "read/document.h"
#include "read_fixture.h"

static TrmLog *the_log;
static TrmSource *the_source;
static TrmArena *the_arena;
static const TrmNode *the_root;

static void read_it(void *context) {
  (void)context;
  the_root = trm_document_read(the_arena, the_source, the_log);
}

static const TrmNode *read_bytes(const char *text, size_t length) {
  trm_arena_free(the_arena);
  trm_source_release(the_source);
  trm_log_clear(the_log);
  the_arena = trm_arena_new();
  the_source = trm_source_new("test.yaml", text, length);
  the_root = NULL;
  CHECK(trm_guard(read_it, NULL) == TRM_OK);
  return the_root;
}

static const TrmNode *read_text(const char *text) {
  return read_bytes(text, strlen(text));
}

static const TrmNode *value_of(const TrmNode *node, const char *key) {
  const TrmPair *pair = node ? trm_node_pair(node, key) : NULL;
  return pair ? pair->value : NULL;
}

/* the value of `key` at the top has this text and stands there */
static void check_scalar(const char *key, const char *text, unsigned line, unsigned column,
                         unsigned length, int plain) {
  const TrmNode *node = value_of(the_root, key);
  CHECK(node && node->kind == TRM_NODE_SCALAR);
  if (!node) return;
  CHECK_TEXT(node->text, text);
  CHECK(node->count == strlen(text));
  CHECK(node->place.line == line && node->place.column == column && node->place.length == length);
  CHECK(node->plain == plain);
}

static void test_places(void) {
  read_text("plain: abc def\n"
            "double: \"in quotes\"\n"
            "single: 'it''s'\n"
            "anchored: &name value\n"
            "tagged: !!str 12\n"
            "quoted_anchor: &other \"text\"\n"
            "literal: |\n"
            "  first\n"
            "  second\n"
            "folded: >-\n"
            "\n"
            "    deep\n"
            "accent: \xC3\xA9\xC3\xA8 x\n"
            "\xC3\xA9t\xC3\xA9: after\n"
            "flow: {a: 1, \"b\": [x, yy]}\n");
  check_scalar("plain", "abc def", 1, 8, 7, 1);
  check_scalar("double", "in quotes", 2, 10, 9, 0);
  check_scalar("single", "it's", 3, 10, 5, 0);
  check_scalar("anchored", "value", 4, 17, 5, 1);
  check_scalar("tagged", "12", 5, 15, 2, 0);
  check_scalar("quoted_anchor", "text", 6, 24, 4, 0);
  check_scalar("literal", "first\nsecond\n", 8, 3, 5, 0);
  check_scalar("folded", "\ndeep", 12, 5, 4, 0);
  check_scalar("accent", "\xC3\xA9\xC3\xA8 x", 13, 9, 4, 1);
  check_scalar("\xC3\xA9t\xC3\xA9", "after", 14, 6, 5, 1);
  const TrmNode *flow = value_of(the_root, "flow");
  CHECK(flow && flow->place.line == 15 && flow->place.column == 7 && flow->place.length == 20);
  const TrmNode *list = value_of(flow, "b");
  CHECK(list && list->count == 2 && list->place.length == 7 && list->items[1]->place.column == 23);
}

/* line ends of other systems, a byte order mark */
static void test_line_ends(void) {
  read_text("a: 1\r\nb:\r\n  - x\r\n  - \"y\"\r\nc: 3\r\n");
  check_scalar("c", "3", 5, 4, 1, 1);
  const TrmNode *list = value_of(the_root, "b");
  CHECK(list && list->count == 2);
  if (list) CHECK(list->items[1]->place.line == 4 && list->items[1]->place.column == 6);
  read_text("\xEF\xBB\xBF"
            "a: 1\nb: 2\n");
  check_scalar("a", "1", 1, 4, 1, 1);
  check_scalar("b", "2", 2, 4, 1, 1);
  /* YAML's further line ends count as characters here, as in editors */
  read_text("a: \"x\xE2\x80\xA8y\"\nb: 2\n");
  check_scalar("b", "2", 2, 4, 1, 1);
}

static void test_nothing(void) {
  read_text("a:\nb: ~\nc: null\nd: ''\ne: {}\nf: [,]\n");
  CHECK(the_root == NULL && trm_log_errors(the_log) == 1);
  read_text("a:\nb: ~\nc: null\nd: ''\ne: {}\n");
  CHECK(trm_node_null(value_of(the_root, "a")) && trm_node_null(value_of(the_root, "b")));
  CHECK(trm_node_null(value_of(the_root, "c")) && !trm_node_null(value_of(the_root, "d")));
  CHECK(!trm_node_null(value_of(the_root, "e")));
  /* a value left out is shown at its key */
  CHECK(value_of(the_root, "a")->place.line == 1 && value_of(the_root, "a")->place.column == 1);
}

static void test_aliases(void) {
  read_text("a: &x [1, 2]\nb: *x\nc: &x 3\nd: *x\n");
  CHECK(value_of(the_root, "a") == value_of(the_root, "b"));
  CHECK(value_of(the_root, "c") == value_of(the_root, "d"));
}

/* what is written beats what is merged; earlier merges beat later ones */
static void test_merge(void) {
  read_text("p: &p {a: 1, b: 2}\nq: &q {b: 3, c: 4}\n"
            "r: {<<: *p, b: 5}\ns: {<<: [*p, *q]}\nt: {'<<': 1}\n");
  const TrmNode *r = value_of(the_root, "r"), *s = value_of(the_root, "s");
  CHECK(r && r->count == 2 && s && s->count == 3);
  CHECK_TEXT(value_of(r, "a")->text, "1");
  CHECK_TEXT(value_of(r, "b")->text, "5");
  CHECK_TEXT(value_of(s, "b")->text, "2");
  CHECK_TEXT(value_of(s, "c")->text, "4");
  CHECK(value_of(value_of(the_root, "t"), "<<") != NULL);
  CHECK(trm_log_errors(the_log) == 0);
}

/* E004 for every byte sequence that is not UTF-8 text, with the place of its first byte */
static void test_encoding(void) {
  static const struct {
    const char *bytes;
    size_t length;
    unsigned column;
  } bad[] = {{"\xFF\xFE"
              "a\0",
              4, 1},
             {"\xFE\xFF\0a", 4, 1},
             {"a: \x80", 4, 4},
             {"a: \xC3", 4, 4},
             {"a: \xE2\x82", 5, 4},
             {"a: \xF4\x90\x80\x80", 7, 4},
             {"a: \xE0\x80\xAF", 6, 4},
             {"a: x\0y", 6, 5},
             {"a: \x1B[0m", 7, 4},
             {"a: \xC2\x80", 5, 4},
             {"a: \xEF\xBF\xBF", 6, 4},
             {"\xC3\xA9: \x7F", 5, 4}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    CHECK(read_bytes(bad[i].bytes, bad[i].length) == NULL);
    TrmEntry entry = {0};
    CHECK(trm_log_count(the_log) == 1 && trm_log_entry(the_log, 0, &entry) == TRM_OK);
    CHECK_TEXT(entry.code, "E004");
    CHECK(entry.line == 1 && entry.column == bad[i].column);
  }
}

/* any prefix of a text is read or refused with exactly one place, never worse */
static void test_prefixes(void) {
  static const char text[] = "a: &x {b: [1, \"two\\n\", 'three'], ? c : |\n  d}\n}\ne: *x\n"
                             "f: >-\n  g\n# h\n--- {i: !!str j}\n...\n";
  for (size_t n = 0; n < sizeof text; n++) {
    read_bytes(text, n);
    CHECK(the_root != NULL || trm_log_errors(the_log) > 0);
  }
}

int main(void) {
  the_log = trm_log_new();
  test_places();
  test_line_ends();
  test_nothing();
  test_aliases();
  test_merge();
  test_encoding();
  test_prefixes();
  trm_arena_free(the_arena);
  trm_source_release(the_source);
  trm_log_free(the_log);
  return check_done();
}
