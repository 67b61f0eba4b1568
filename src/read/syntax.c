/* SPDX-License-Identifier: Apache-2.0
 *
 * Syntax: what can be wrong with the text of a YAML file before it has any structure, said in words
 * a user can act on: bytes that are not UTF-8, control characters, and libyaml's complaints.
 */
#include "read/document.h"
#include <string.h>

TrmPlace trm_source_place(const TrmSource *source, size_t offset) {
  size_t length;
  const char *text = trm_source_text(source, &length);
  if (offset > length) offset = length;
  uint32_t line = 1;
  size_t column = 1, start = 0;
  for (size_t i = 0; i < offset; i++) {
    if (text[i] != '\n') continue;
    line++;
    start = i + 1;
  }
  /* a byte order mark has no width */
  if (start == 0 && length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) start = 3;
  for (size_t i = start; i < offset; i++) column += ((unsigned char)text[i] & 0xC0) != 0x80;
  return trm_place_part((TrmPlace){source, line, 0, 0}, column, 1);
}

/* bytes of the UTF-8 character at `s`; 0 when it is malformed, overlong or no character */
static size_t utf8_width(const unsigned char *s, size_t left, uint32_t *value) {
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  size_t width = s[0] < 0x80             ? 1
                 : (s[0] & 0xE0) == 0xC0 ? 2
                 : (s[0] & 0xF0) == 0xE0 ? 3
                 : (s[0] & 0xF8) == 0xF0 ? 4
                                         : 0;
  if (width == 0 || width > left) return 0;
  uint32_t c = width == 1 ? s[0] : s[0] & (0xFFu >> (width + 1));
  for (size_t i = 1; i < width; i++) {
    if ((s[i] & 0xC0) != 0x80) return 0;
    c = c << 6 | (s[i] & 0x3F);
  }
  if (c < least[width] || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) return 0;
  *value = c;
  return width;
}

/* characters that YAML refuses although they are good UTF-8 */
static int refused(uint32_t c) {
  if (c < 0x20) return c != '\t' && c != '\n' && c != '\r';
  return (c >= 0x7F && c < 0xA0 && c != 0x85) || c == 0xFFFE || c == 0xFFFF || c == 0xFEFF;
}

int trm_encoding_check(const TrmSource *source, TrmLog *log) {
  size_t length;
  const unsigned char *text = (const unsigned char *)trm_source_text(source, &length);
  size_t i = length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
  if (length >= 2 && (memcmp(text, "\xFF\xFE", 2) == 0 || memcmp(text, "\xFE\xFF", 2) == 0)) {
    trm_log_add(log, TRM_E_ENCODING, trm_source_place(source, 0), NULL,
                "the file is UTF-16, and models are UTF-8");
    trm_log_hint(log, "save it as UTF-8 in your editor");
    return 0;
  }
  while (i < length) {
    uint32_t c = 0;
    size_t width = utf8_width(text + i, length - i, &c);
    if (width == 0) {
      trm_log_add(log, TRM_E_ENCODING, trm_source_place(source, i), NULL,
                  "the byte 0x%02X is not UTF-8", text[i]);
      trm_log_hint(log, "save the file as UTF-8 in your editor");
      return 0;
    }
    if (refused(c)) {
      trm_log_add(log, TRM_E_ENCODING, trm_source_place(source, i), NULL,
                  "the control character U+%04X cannot stand in a model", (unsigned)c);
      return 0;
    }
    i += width;
  }
  return 1;
}

/* how libyaml's commonest complaints are said here */
typedef struct Saying {
  const char *problem; /* libyaml's text */
  const char *text, *hint;
  const char *begins; /* note at the context; NULL: none */
  int at_context;     /* the message stands where the context began */
} Saying;

static const Saying sayings[] = {
    {"mapping values are not allowed in this context", "a ':' is out of place here",
     "check the indentation, and put a text that contains ': ' in quotes", NULL, 0},
    {"could not find expected ':'", "a key without ':' after it",
     "write 'key: value' with a space after the colon", NULL, 1},
    {"did not find expected ',' or ']'", "expected ',' or ']'", NULL, "the list begins here", 0},
    {"did not find expected ',' or '}'", "expected ',' or '}'", NULL, "the map begins here", 0},
    {"did not find expected key", "expected a key here", "check the indentation",
     "the map begins here", 0},
    {"did not find expected '-' indicator", "expected '- ' here", "check the indentation",
     "the list begins here", 0},
    {"block sequence entries are not allowed in this context", "a '-' is out of place here",
     "begin the list on a line of its own", NULL, 0},
    {"block collections are not allowed in this context", "a list or map cannot begin here",
     "begin it on a line of its own", NULL, 0},
    {"found unexpected end of stream", "a quote that is not closed", NULL, NULL, 1},
    {"found unexpected document indicator", "a quote that is not closed", NULL, NULL, 1},
    {"found unknown escape character", "an unknown escape after '\\'",
     "use single quotes for a text with backslashes", NULL, 0},
    {"did not find expected node content", "expected a value here", NULL, NULL, 0},
    {"did not find expected <document start>", "the file goes on after its model has ended", NULL,
     NULL, 0},
    {"found undefined tag handle", "a tag that nothing defines", "leave the tag out", NULL, 0},
    {"found a tab character that violates indentation", "a tab is used for indentation",
     "indent with spaces", NULL, 0},
    {"found a tab character where an indentation space is expected",
     "a tab is used for indentation", "indent with spaces", NULL, 0},
    {"found incompatible YAML document", "a version of YAML that is not known",
     "leave the line '%YAML' out", NULL, 0},
};

/* a character that cannot begin a value */
static void report_character(TrmPlace place, char c, TrmLog *log) {
  if (c == '\t') {
    trm_log_add(log, TRM_E_YAML, place, NULL, "a tab is used for indentation");
    trm_log_hint(log, "indent with spaces");
    return;
  }
  trm_log_add(log, TRM_E_YAML, place, NULL, "'%c' cannot begin a value", c);
  trm_log_hint(log, "put the text in quotes");
}

void trm_syntax_report(const TrmSource *source, const char *problem, size_t at, size_t context,
                       TrmLog *log) {
  size_t length;
  const char *text = trm_source_text(source, &length);
  TrmPlace place = trm_source_place(source, at);
  if (strcmp(problem, "found character that cannot start any token") == 0 && at < length) {
    report_character(place, text[at], log);
    return;
  }
  for (size_t i = 0; i < sizeof sayings / sizeof *sayings; i++) {
    const Saying *s = &sayings[i];
    if (strcmp(problem, s->problem) != 0) continue;
    TrmPlace where = s->at_context ? trm_source_place(source, context) : place;
    trm_log_add(log, TRM_E_YAML, where, NULL, "%s", s->text);
    if (s->hint) trm_log_hint(log, "%s", s->hint);
    if (s->begins) trm_log_note(log, trm_source_place(source, context), "%s", s->begins);
    return;
  }
  trm_log_add(log, TRM_E_YAML, place, NULL, "%s", problem);
}
