/* SPDX-License-Identifier: Apache-2.0
 *
 * Document: libyaml's events built into a tree. Places are counted by a cursor of our own that
 * follows the events through the text, because libyaml's marks count other line ends than ours and
 * stand on anchors, tags and quotes rather than on the content.
 */
#include "read/document.h"
#include "base/map.h"
#include "base/text.h"
#include <string.h>
#include <yaml.h>

/* a position in the text: libyaml's character index and our byte, line and column */
typedef struct Cursor {
  size_t index, byte, column;
  uint32_t line;
} Cursor;

typedef struct Anchor {
  TrmNode *node;
} Anchor;

typedef struct Builder {
  TrmArena *arena;
  const TrmSource *source;
  TrmLog *log;
  const char *text;
  size_t length;
  yaml_parser_t parser;
  yaml_event_t event;
  int has_parser, has_event, failed;
  Cursor cursor;
  TrmMap *anchors;   /* by name */
  TrmMap *keys;      /* by mapping and key, for large mappings */
  TrmNode **pending; /* children of the collections being read */
  size_t pending_count, pending_capacity;
  uint64_t aliased;
  size_t nodes;
} Builder;

static TrmNode *read_node(Builder *b, int depth);

static void drop_event(Builder *b) {
  if (b->has_event) yaml_event_delete(&b->event);
  b->has_event = 0;
}

static void release_builder(void *object) {
  Builder *b = object;
  drop_event(b);
  if (b->has_parser) yaml_parser_delete(&b->parser);
  b->has_parser = 0;
}

/* bytes of the character that begins with `c` */
static size_t width_of(unsigned char c) {
  return c < 0x80 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
}

static void step(const Builder *b, Cursor *at) {
  unsigned char c = (unsigned char)b->text[at->byte];
  if (c == '\n') {
    at->line++;
    at->column = 1;
  } else {
    at->column++;
  }
  at->byte += width_of(c);
  at->index++;
}

/* move the cursor on to libyaml's character `index` */
static void advance(Builder *b, size_t index) {
  while (b->cursor.index < index && b->cursor.byte < b->length) step(b, &b->cursor);
}

static TrmPlace place_at(const Builder *b, const Cursor *at, size_t length) {
  TrmPlace place = {b->source, at->line, 0, 0};
  return trm_place_part(place, at->column, length);
}

/* the byte of libyaml's character `index`, counted from the beginning */
static size_t byte_of(const Builder *b, size_t index) {
  Cursor at = {0};
  while (at.index < index && at.byte < b->length) step(b, &at);
  return at.byte;
}

/* fetch the next event; 0 after an error */
static int next_event(Builder *b) {
  drop_event(b);
  if (b->failed) return 0;
  if (++b->nodes > TRM_DOCUMENT_NODES) {
    trm_log_add(b->log, TRM_E_FILE_SIZE, place_at(b, &b->cursor, 1), NULL,
                "the file holds more than %d values", TRM_DOCUMENT_NODES);
    b->failed = 1;
    return 0;
  }
  if (yaml_parser_parse(&b->parser, &b->event)) {
    b->has_event = 1;
    return 1;
  }
  b->failed = 1;
  const yaml_parser_t *p = &b->parser;
  if (p->error == YAML_MEMORY_ERROR) trm_guard_leave();
  size_t skipped = (size_t)(b->text - trm_source_text(b->source, &(size_t){0}));
  size_t at = p->error == YAML_READER_ERROR ? p->problem_offset : byte_of(b, p->problem_mark.index);
  size_t context = p->context ? byte_of(b, p->context_mark.index) : at;
  trm_syntax_report(b->source, p->problem ? p->problem : "", at + skipped, context + skipped,
                    b->log);
  return 0;
}

/* step over anchors, tags, blanks and comments before a scalar's content */
static void skip_properties(const Builder *b, Cursor *at) {
  for (;;) {
    char c = at->byte < b->length ? b->text[at->byte] : 0;
    if (c == '&' || c == '!') {
      while (at->byte < b->length && !strchr(" \t\r\n", b->text[at->byte])) step(b, at);
    } else if (c == '#') {
      while (at->byte < b->length && b->text[at->byte] != '\n') step(b, at);
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      step(b, at);
    } else {
      return;
    }
  }
}

/* from the header of a block scalar to its first character */
static void skip_header(const Builder *b, Cursor *at) {
  while (at->byte < b->length && b->text[at->byte] != '\n') step(b, at);
  while (at->byte < b->length && strchr(" \r\n", b->text[at->byte])) step(b, at);
}

/* characters from `at` to the end of its line, at most `most` */
static size_t rest_of_line(const Builder *b, Cursor at, size_t most) {
  size_t count = 0;
  while (count < most && at.byte < b->length && b->text[at.byte] != '\n') {
    step(b, &at);
    count++;
  }
  return count;
}

/* where a scalar's content stands */
static TrmPlace scalar_place(Builder *b, const yaml_event_t *event) {
  advance(b, event->start_mark.index);
  Cursor at = b->cursor;
  if (event->data.scalar.anchor || event->data.scalar.tag) skip_properties(b, &at);
  yaml_scalar_style_t style = event->data.scalar.style;
  size_t end = event->end_mark.index;
  if (style == YAML_LITERAL_SCALAR_STYLE || style == YAML_FOLDED_SCALAR_STYLE) {
    skip_header(b, &at);
  } else if (style != YAML_PLAIN_SCALAR_STYLE && end > at.index + 1) {
    step(b, &at);
    end--;
  }
  size_t most = end > at.index ? end - at.index : 0;
  return place_at(b, &at, rest_of_line(b, at, most));
}

/* 1 when a tag is one of YAML's own; `*text` is set for !!str and `!` */
static int tag_allowed(Builder *b, const yaml_char_t *tag, TrmPlace place, int *text) {
  static const char *const core[] = {"str", "int", "float", "bool", "null", "map", "seq", NULL};
  static const char origin[] = "tag:yaml.org,2002:";
  const char *word = (const char *)tag;
  if (!word || !*word) return 1;
  if (strcmp(word, "!") == 0) {
    *text = 1;
    return 1;
  }
  if (strncmp(word, origin, sizeof origin - 1) == 0) {
    for (size_t i = 0; core[i]; i++) {
      if (strcmp(word + sizeof origin - 1, core[i]) != 0) continue;
      *text = i == 0;
      return 1;
    }
  }
  trm_log_add(b->log, TRM_E_YAML_TAG, place, NULL, "the tag '%.64s' has no meaning in a model",
              word);
  trm_log_hint(b->log, "leave the tag out");
  return 0;
}

/* remember a node under its anchor, replacing an earlier one */
static void name_node(Builder *b, const yaml_char_t *anchor, TrmNode *node) {
  if (!anchor) return;
  Anchor *slot = trm_map_get(b->anchors, NULL, (const char *)anchor);
  if (!slot) {
    slot = trm_arena_alloc(b->arena, sizeof *slot);
    trm_map_put(b->anchors, NULL, trm_arena_string(b->arena, (const char *)anchor), slot);
  }
  slot->node = node;
}

/* control characters can come in by escapes; NUL would cut the text short */
static int scalar_clean(const char *text, size_t length) {
  for (size_t i = 0; i < length; i++) {
    unsigned char c = (unsigned char)text[i];
    if ((c < 0x20 && c != '\n' && c != '\t' && c != '\r') || c == 0x7F) return 0;
  }
  return 1;
}

static TrmNode *read_scalar(Builder *b) {
  const yaml_event_t *event = &b->event;
  size_t length = event->data.scalar.length;
  const char *text = (const char *)event->data.scalar.value;
  TrmNode *node = trm_arena_alloc(b->arena, sizeof *node + length + 1);
  node->kind = TRM_NODE_SCALAR;
  /* a long text weighs more when it is repeated */
  node->expanded = 1 + (uint32_t)(length / 64);
  node->place = scalar_place(b, event);
  int is_text = event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
  tag_allowed(b, event->data.scalar.tag, node->place, &is_text);
  node->plain = !is_text;
  if (!scalar_clean(text, length)) {
    trm_log_add(b->log, TRM_E_ENCODING, node->place, NULL, "a text contains a control character");
    length = 0;
  }
  char *copy = (char *)(node + 1);
  if (length) memcpy(copy, text, length);
  node->text = copy;
  node->count = (uint32_t)length;
  name_node(b, event->data.scalar.anchor, node);
  return node;
}

/* the node an alias stands for; what it would write out is bounded */
static TrmNode *read_alias(Builder *b) {
  advance(b, b->event.start_mark.index);
  const char *name = (const char *)b->event.data.alias.anchor;
  TrmPlace place = place_at(b, &b->cursor, strlen(name) + 1);
  const Anchor *slot = trm_map_get(b->anchors, NULL, name);
  if (!slot || slot->node->open) {
    trm_log_add(b->log, TRM_E_ALIAS, place, NULL,
                slot ? "the alias '*%.64s' stands inside what it names"
                     : "the alias '*%.64s' has no anchor before it",
                name);
    if (!slot) trm_log_hint(b->log, "mark what it should repeat with '&%.64s'", name);
    return NULL;
  }
  b->aliased += slot->node->expanded;
  if (b->aliased <= TRM_DOCUMENT_ALIASED) return slot->node;
  trm_log_add(b->log, TRM_E_ALIAS_SIZE, place, NULL, "aliases would write out more than %d values",
              TRM_DOCUMENT_ALIASED);
  b->failed = 1;
  return NULL;
}

static void keep_child(Builder *b, TrmNode *node) {
  TRM_PUSH(b->arena, b->pending, b->pending_count, b->pending_capacity, node);
}

/* start a collection at the current event */
static TrmNode *open_collection(Builder *b, TrmNodeKind kind, int depth, const yaml_char_t *anchor,
                                const yaml_char_t *tag) {
  TrmNode *node = trm_arena_alloc(b->arena, sizeof *node);
  node->kind = kind;
  node->expanded = 1;
  node->open = 1;
  advance(b, b->event.start_mark.index);
  Cursor at = b->cursor;
  if (anchor || tag) skip_properties(b, &at);
  node->place = place_at(b, &at, 1);
  int is_text;
  tag_allowed(b, tag, node->place, &is_text);
  name_node(b, anchor, node);
  if (depth > TRM_DOCUMENT_DEPTH) {
    trm_log_add(b->log, TRM_E_YAML_DEPTH, node->place, NULL,
                "lists and maps are nested more than %d deep", TRM_DOCUMENT_DEPTH);
    b->failed = 1;
  }
  return node;
}

/* a collection in brackets on one line is underlined up to its end, which is the current event */
static void close_collection(Builder *b, TrmNode *node, int flow) {
  if (!flow) return;
  advance(b, b->event.end_mark.index);
  if (b->cursor.line != node->place.line || b->cursor.column <= node->place.column) return;
  node->place = trm_place_part(node->place, 0, b->cursor.column - node->place.column);
}

static TrmNode *read_sequence(Builder *b, int depth) {
  int flow = b->event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
  TrmNode *node = open_collection(b, TRM_NODE_SEQUENCE, depth, b->event.data.sequence_start.anchor,
                                  b->event.data.sequence_start.tag);
  size_t base = b->pending_count;
  /* the children wait on a stack, so that the list is allocated once */
  while (next_event(b) && b->event.type != YAML_SEQUENCE_END_EVENT) {
    TrmNode *child = read_node(b, depth + 1);
    if (b->failed) return NULL;
    if (child) keep_child(b, child);
  }
  if (b->failed) return NULL;
  close_collection(b, node, flow);
  node->count = (uint32_t)(b->pending_count - base);
  node->items = trm_arena_array(b->arena, node->count, sizeof *node->items);
  for (uint32_t i = 0; i < node->count; i++) {
    node->items[i] = b->pending[base + i];
    node->expanded += node->items[i]->expanded;
  }
  b->pending_count = base;
  node->open = 0;
  return node;
}

/* the key node already kept in [base, end) of the pending stack with the same text */
static TrmNode *earlier_key(Builder *b, const TrmNode *mapping, size_t base, TrmNode *key) {
  enum { FEW = 16 };
  size_t end = b->pending_count;
  if (end - base < FEW) {
    for (size_t i = base; i < end; i += 2)
      if (strcmp(b->pending[i]->text, key->text) == 0) return b->pending[i];
    return NULL;
  }
  /* large mappings: the first keys enter the map when it is first needed */
  if (end - base == FEW)
    for (size_t i = base; i < end; i += 2)
      trm_map_put(b->keys, mapping, b->pending[i]->text, b->pending[i]);
  return trm_map_put(b->keys, mapping, key->text, key);
}

static void keep_pair(Builder *b, TrmNode *key, TrmNode *value) {
  keep_child(b, key);
  keep_child(b, value);
}

/* work the pairs of `from` in, behind those that are there already */
static void merge_map(Builder *b, TrmNode *mapping, size_t base, const TrmNode *from,
                      TrmPlace place) {
  if (from->kind != TRM_NODE_MAPPING || from->open) {
    trm_log_add(b->log, TRM_E_MERGE, place, NULL, "'<<' takes a map or a list of maps, found %s",
                trm_node_word(from));
    return;
  }
  b->aliased += from->count;
  if (b->aliased > TRM_DOCUMENT_ALIASED) {
    trm_log_add(b->log, TRM_E_ALIAS_SIZE, place, NULL,
                "merge keys would write out more than %d values", TRM_DOCUMENT_ALIASED);
    b->failed = 1;
    return;
  }
  for (uint32_t i = 0; i < from->count; i++)
    if (!earlier_key(b, mapping, base, from->pairs[i].key))
      keep_pair(b, from->pairs[i].key, from->pairs[i].value);
}

static void merge(Builder *b, TrmNode *mapping, size_t base, const TrmNode *from, TrmPlace place) {
  if (from->kind != TRM_NODE_SEQUENCE) {
    merge_map(b, mapping, base, from, place);
    return;
  }
  for (uint32_t i = 0; i < from->count && !b->failed; i++)
    merge_map(b, mapping, base, from->items[i], place);
}

/* read one key; NULL when it cannot be one (reported), its value is then read and dropped */
static TrmNode *read_key(Builder *b, const TrmNode *mapping, size_t base, int depth) {
  TrmNode *key = read_node(b, depth + 1);
  if (!key || b->failed) return NULL;
  if (key->kind != TRM_NODE_SCALAR) {
    trm_log_add(b->log, TRM_E_KEY_KIND, key->place, NULL, "a key must be a word, found %s",
                trm_node_word(key));
    trm_log_hint(b->log, "put the key in quotes if it is meant as text");
    return NULL;
  }
  if (key->plain && strcmp(key->text, "<<") == 0) return key;
  TrmNode *earlier = earlier_key(b, mapping, base, key);
  if (!earlier) return key;
  trm_log_add(b->log, TRM_E_DUPLICATE_KEY, key->place, NULL, "'%.64s' is given twice", key->text);
  trm_log_note(b->log, earlier->place, "first given here");
  return NULL;
}

/* fix the pairs from the pending stack */
static void close_mapping(Builder *b, TrmNode *node, size_t base) {
  node->count = (uint32_t)((b->pending_count - base) / 2);
  node->pairs = trm_arena_array(b->arena, node->count, sizeof *node->pairs);
  for (uint32_t i = 0; i < node->count; i++) {
    node->pairs[i] = (TrmPair){b->pending[base + 2 * i], b->pending[base + 2 * i + 1]};
    node->expanded += 1 + node->pairs[i].value->expanded;
  }
  b->pending_count = base;
  node->open = 0;
}

static TrmNode *read_mapping(Builder *b, int depth) {
  int block = b->event.data.mapping_start.style == YAML_BLOCK_MAPPING_STYLE;
  TrmNode *node = open_collection(b, TRM_NODE_MAPPING, depth, b->event.data.mapping_start.anchor,
                                  b->event.data.mapping_start.tag);
  size_t base = b->pending_count, merge_count = 0, merge_capacity = 0;
  TrmPair *merges = NULL;
  int first = 1;
  while (next_event(b) && b->event.type != YAML_MAPPING_END_EVENT) {
    TrmNode *key = read_key(b, node, base, depth);
    if (b->failed) return NULL;
    /* a block map stands where its first key stands */
    if (key && first && block) node->place = key->place;
    first = 0;
    if (!next_event(b)) return NULL;
    TrmNode *value = read_node(b, depth + 1);
    if (b->failed) return NULL;
    if (!key || !value) continue;
    /* a value left out is shown at its key */
    if (value->kind == TRM_NODE_SCALAR && value->plain && value->count == 0)
      value->place = key->place;
    if (key->plain && strcmp(key->text, "<<") == 0)
      TRM_PUSH(b->arena, merges, merge_count, merge_capacity, ((TrmPair){key, value}));
    else
      keep_pair(b, key, value);
  }
  if (b->failed) return NULL;
  close_collection(b, node, !block);
  /* what is written beats what is merged, earlier merges beat later ones */
  for (size_t i = 0; i < merge_count && !b->failed; i++)
    merge(b, node, base, merges[i].value, merges[i].key->place);
  if (b->failed) return NULL;
  close_mapping(b, node, base);
  return node;
}

/* the node that begins with the current event; its last event stays current */
static TrmNode *read_node(Builder *b, int depth) {
  switch (b->event.type) {
  case YAML_SCALAR_EVENT: return read_scalar(b);
  case YAML_ALIAS_EVENT: return read_alias(b);
  case YAML_SEQUENCE_START_EVENT: return read_sequence(b, depth);
  case YAML_MAPPING_START_EVENT: return read_mapping(b, depth);
  default: b->failed = 1; return NULL;
  }
}

/* blank lines and comments may follow the document, nothing else */
static void check_rest(Builder *b, size_t index) {
  advance(b, index);
  Cursor at = b->cursor;
  while (at.byte < b->length) {
    char c = b->text[at.byte];
    if (c == '#') {
      while (at.byte < b->length && b->text[at.byte] != '\n') step(b, &at);
    } else if (strchr(" \t\r\n", c)) {
      step(b, &at);
    } else if (at.column == 1 && b->length - at.byte >= 3 &&
               strncmp(b->text + at.byte, "...", 3) == 0) {
      for (int i = 0; i < 3; i++) step(b, &at);
    } else {
      trm_log_add(b->log, TRM_E_SECOND_DOCUMENT, place_at(b, &at, rest_of_line(b, at, 3)), NULL,
                  "a second document begins here, and a file holds one model");
      trm_log_hint(b->log, "put it in a file of its own, or remove the line '---'");
      return;
    }
  }
}

/* many %TAG lines would cost libyaml quadratic time; none is of use in a model */
static int check_directives(Builder *b) {
  Cursor at = {0, 0, 1, 1};
  int count = 0;
  while (at.byte < b->length && strchr("%# \t\r\n", b->text[at.byte])) {
    if (b->text[at.byte] == '%' && ++count > TRM_DOCUMENT_DIRECTIVES) {
      trm_log_add(b->log, TRM_E_YAML, place_at(b, &at, 1), NULL,
                  "more than %d lines begin with '%%'", TRM_DOCUMENT_DIRECTIVES);
      return 0;
    }
    if (strchr("%#", b->text[at.byte]))
      while (at.byte < b->length && b->text[at.byte] != '\n') step(b, &at);
    else
      step(b, &at);
  }
  return 1;
}

static TrmNode *read_stream(Builder *b) {
  /* stream start, then the document or the stream's end */
  if (!next_event(b) || !next_event(b)) return NULL;
  TrmNode *root = NULL;
  if (b->event.type == YAML_DOCUMENT_START_EVENT) {
    if (!next_event(b)) return NULL;
    root = read_node(b, 1);
    if (!root || b->failed || !next_event(b)) return NULL;
    check_rest(b, b->event.end_mark.index);
  }
  if (!root || (trm_node_null(root) && root->count == 0)) {
    trm_log_add(b->log, TRM_E_EMPTY_FILE, trm_source_place(b->source, 0), NULL,
                "the file is empty");
    trm_log_hint(b->log, "a model begins with 'trammel: 1'");
    return NULL;
  }
  return root;
}

TrmNode *trm_document_read(TrmArena *arena, const TrmSource *source, TrmLog *log) {
  if (!trm_encoding_check(source, log)) return NULL;
  Builder *b = trm_arena_alloc(arena, sizeof *b);
  b->arena = arena;
  b->source = source;
  b->log = log;
  b->text = trm_source_text(source, &b->length);
  b->cursor = (Cursor){0, 0, 1, 1};
  /* a byte order mark is no part of the text */
  if (b->length >= 3 && memcmp(b->text, "\xEF\xBB\xBF", 3) == 0) {
    b->text += 3;
    b->length -= 3;
  }
  if (!check_directives(b)) return NULL;
  b->anchors = trm_map_new(arena);
  b->keys = trm_map_new(arena);
  trm_arena_defer(arena, release_builder, b);
  if (!yaml_parser_initialize(&b->parser)) trm_guard_leave();
  b->has_parser = 1;
  yaml_parser_set_encoding(&b->parser, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string(&b->parser, (const unsigned char *)b->text, b->length);
  TrmNode *root = read_stream(b);
  release_builder(b);
  return root;
}

int trm_node_null(const TrmNode *node) {
  if (node->kind != TRM_NODE_SCALAR || !node->plain) return 0;
  const char *t = node->text;
  return !*t || strcmp(t, "~") == 0 || strcmp(t, "null") == 0 || strcmp(t, "Null") == 0 ||
         strcmp(t, "NULL") == 0;
}

const TrmPair *trm_node_pair(const TrmNode *mapping, const char *key) {
  if (mapping->kind != TRM_NODE_MAPPING) return NULL;
  for (uint32_t i = 0; i < mapping->count; i++)
    if (strcmp(mapping->pairs[i].key->text, key) == 0) return &mapping->pairs[i];
  return NULL;
}

const char *trm_node_word(const TrmNode *node) {
  if (node->kind == TRM_NODE_SEQUENCE) return "a list";
  if (node->kind == TRM_NODE_MAPPING) return "a map";
  if (trm_node_null(node)) return "nothing";
  double number;
  if (node->plain && trm_number_parse(node->text, node->count, &number)) return "a number";
  return node->count ? "a text" : "an empty text";
}
