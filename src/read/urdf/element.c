/* SPDX-License-Identifier: Apache-2.0
 *
 * Elements: built from the parser's events; places of attributes are found by going through the
 * text of the tag once more.
 */
#include "read/urdf/element.h"
#include "base/text.h"
#include "read/document.h"
#include <string.h>

enum { ELEMENTS = 400000, LONGEST = 8 << 20 }; /* of one robot; bytes of its file */

typedef struct Building {
  TrmArena *arena;
  const TrmSource *source;
  const char *text;
  size_t length, given;
  TrmElement *root, *present;
  /* where the last place was counted to */
  size_t at;
  uint32_t line;
  size_t column;
} Building;

/* the place of byte `at`, which is not before the last one asked for */
static TrmPlace place_of(Building *b, size_t at, size_t length) {
  for (; b->at < at && b->at < b->length; b->at++) {
    unsigned char c = (unsigned char)b->text[b->at];
    if (c == '\n') {
      b->line++;
      b->column = 1;
    } else if ((c & 0xC0) != 0x80) {
      b->column++;
    }
  }
  TrmPlace place = {b->source, b->line, 0, 0};
  return trm_place_part(place, b->column, length ? length : 1);
}

static int is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* name and value of the attribute that begins at `*at`; 0 at the end of the tag */
static int next_attribute(const Building *b, size_t *at, size_t *value, size_t *length) {
  while (*at < b->length && is_blank(b->text[*at])) ++*at;
  while (*at < b->length && b->text[*at] != '=' && b->text[*at] != '>') ++*at;
  if (*at >= b->length || b->text[*at] == '>') return 0;
  ++*at;
  while (*at < b->length && is_blank(b->text[*at])) ++*at;
  if (*at >= b->length) return 0;
  const char *end = memchr(b->text + *at + 1, b->text[*at], b->length - *at - 1);
  if (!end) return 0;
  *value = *at + 1;
  *length = (size_t)(end - b->text) - *value;
  *at = *value + *length + 1;
  return 1;
}

static const char *local(const char *name) {
  const char *colon = strrchr(name, ':');
  return colon ? colon + 1 : name;
}

static void open_element(void *context, const char *name, const char **attributes, size_t at) {
  Building *b = context;
  TrmElement *e = trm_arena_alloc(b->arena, sizeof *e);
  size_t count = 0, value, length;
  while (attributes[2 * count]) count++;
  e->name = trm_arena_string(b->arena, name);
  e->place = place_of(b, at + 1, strlen(name));
  e->parent = b->present;
  e->attributes = trm_arena_array(b->arena, count + 1, sizeof *e->attributes);
  e->attribute_count = count;
  /* attributes come in the order of the text */
  size_t scan = at + 1;
  while (scan < b->length && !is_blank(b->text[scan]) && b->text[scan] != '>') scan++;
  for (size_t i = 0; i < count; i++) {
    TrmAttribute *a = &e->attributes[i];
    a->name = trm_arena_string(b->arena, local(attributes[2 * i]));
    a->value = trm_arena_string(b->arena, attributes[2 * i + 1]);
    a->place = next_attribute(b, &scan, &value, &length) ? place_of(b, value, length) : e->place;
  }
  if (!b->present) b->root = e;
  if (b->present && b->present->last) b->present->last->next = e;
  if (b->present && !b->present->first) b->present->first = e;
  if (b->present) b->present->last = e;
  b->present = e;
}

static void close_element(void *context, const char *name) {
  Building *b = context;
  (void)name;
  b->present = b->present->parent;
}

/* the whole text in one piece */
static int next_piece(void *context, const char **bytes, size_t *length) {
  Building *b = context;
  if (b->given) return 0;
  b->given = 1;
  *bytes = b->text;
  *length = b->length;
  return 1;
}

TrmElement *trm_element_read(TrmArena *arena, const TrmSource *source, TrmLog *log) {
  Building *b = trm_arena_alloc(arena, sizeof *b);
  b->arena = arena;
  b->source = source;
  b->text = trm_source_text(source, &b->length);
  b->line = 1;
  b->column = 1;
  if (b->length > LONGEST) {
    trm_log_add(log, TRM_E_FILE_SIZE, trm_source_place(source, 0), NULL,
                "a robot of more than 8 MB is not read");
    return NULL;
  }
  /* a byte order mark has no width */
  if (b->length >= 3 && memcmp(b->text, "\xEF\xBB\xBF", 3) == 0) b->at = 3;
  TrmXmlEars ears = {b, open_element, close_element, NULL, next_piece, ELEMENTS};
  TrmXmlEnd end = trm_xml_read(arena, &ears);
  if (end.fault == TRM_XML_GOOD) return b->root;
  TrmPlace place = {source, end.line, 0, 0};
  trm_log_add(log, end.fault == TRM_XML_TYPED ? TRM_E_XML_TYPE : TRM_E_XML,
              trm_place_part(place, end.column, 1), NULL, "the XML cannot be read: %s", end.text);
  return NULL;
}

TrmElement *trm_element_next(const TrmElement *child, const char *name) {
  for (TrmElement *e = child->next; e; e = e->next)
    if (strcmp(e->name, name) == 0) return e;
  return NULL;
}

TrmElement *trm_element_child(const TrmElement *element, const char *name) {
  TrmElement *e = element ? element->first : NULL;
  return !e || strcmp(e->name, name) == 0 ? e : trm_element_next(e, name);
}

const TrmAttribute *trm_element_attribute(const TrmElement *element, const char *name) {
  for (size_t i = 0; element && i < element->attribute_count; i++)
    if (strcmp(element->attributes[i].name, name) == 0) return &element->attributes[i];
  return NULL;
}
