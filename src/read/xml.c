/* SPDX-License-Identifier: Apache-2.0
 *
 * XML: expat's events with its limits set. The parser belongs to the arena, so that a guard may be
 * left from inside a handler.
 */
#include "read/xml.h"
#include <expat.h>
#include <string.h>

typedef struct Reading {
  const TrmXmlEars *ears;
  XML_Parser parser;
  size_t depth, elements, given; /* bytes given to the parser */
  TrmXmlEnd end;
} Reading;

static void release(void *object) {
  Reading *r = object;
  if (r->parser) XML_ParserFree(r->parser);
  r->parser = NULL;
}

/* note the first fault and where it is */
static void fail(Reading *r, TrmXmlFault fault, const char *text) {
  if (r->end.fault) return;
  r->end.fault = fault;
  r->end.text = text;
  r->end.line = (uint32_t)XML_GetCurrentLineNumber(r->parser);
  r->end.column = (size_t)XML_GetCurrentColumnNumber(r->parser) + 1;
  XML_Index at = XML_GetCurrentByteIndex(r->parser);
  r->end.at = at > 0 ? (size_t)at : 0;
}

static void stop(Reading *r, TrmXmlFault fault, const char *text) {
  fail(r, fault, text);
  XML_StopParser(r->parser, XML_FALSE);
}

/* without the prefix of a namespace */
static const char *local(const char *name) {
  const char *colon = strrchr(name, ':');
  return colon ? colon + 1 : name;
}

static void XMLCALL on_open(void *data, const char *name, const char **attributes) {
  Reading *r = data;
  if (r->end.fault) return;
  if (++r->depth > TRM_XML_DEPTH) {
    stop(r, TRM_XML_BROKEN, "elements are nested too deep");
  } else if (++r->elements > (r->ears->elements ? r->ears->elements : TRM_XML_ELEMENTS)) {
    stop(r, TRM_XML_BROKEN, "there are too many elements");
  } else {
    XML_Index at = XML_GetCurrentByteIndex(r->parser);
    r->ears->open(r->ears->context, local(name), attributes, at > 0 ? (size_t)at : 0);
  }
}

static void XMLCALL on_close(void *data, const char *name) {
  Reading *r = data;
  if (r->end.fault) return;
  r->depth--;
  r->ears->close(r->ears->context, local(name));
}

static void XMLCALL on_text(void *data, const char *bytes, int length) {
  Reading *r = data;
  if (!r->end.fault && r->ears->text) r->ears->text(r->ears->context, bytes, (size_t)length);
}

static void XMLCALL on_type(void *data, const char *name, const char *system, const char *public,
                            int internal) {
  (void)name;
  (void)system;
  (void)public;
  (void)internal;
  stop(data, TRM_XML_TYPED, "it has a document type (<!DOCTYPE)");
}

/* give expat one piece; 0 when it is to end */
static int feed(Reading *r, const char *bytes, size_t length, int last) {
  enum { PIECE = 1 << 16 };
  do {
    size_t count = length < PIECE ? length : PIECE;
    if (XML_Parse(r->parser, bytes, (int)count, last && count == length) != XML_STATUS_OK) {
      enum XML_Error error = XML_GetErrorCode(r->parser);
      if (error == XML_ERROR_NO_MEMORY) trm_guard_leave();
      fail(r, TRM_XML_BROKEN, XML_ErrorString(error));
      return 0;
    }
    bytes += count;
    length -= count;
    r->given += count;
    /* a tag in pieces is looked through anew with every piece */
    XML_Index at = XML_GetCurrentByteIndex(r->parser);
    if (r->given > TRM_XML_TOKEN + (size_t)(at > 0 ? at : 0)) {
      fail(r, TRM_XML_BROKEN, "a tag or comment is longer than 1 MB");
      return 0;
    }
  } while (length);
  return 1;
}

TrmXmlEnd trm_xml_read(TrmArena *arena, const TrmXmlEars *ears) {
  Reading *r = trm_arena_alloc(arena, sizeof *r);
  r->ears = ears;
  trm_arena_defer(arena, release, r);
  r->parser = XML_ParserCreate(NULL);
  if (!r->parser) trm_guard_leave();
  XML_SetUserData(r->parser, r);
  XML_SetElementHandler(r->parser, on_open, on_close);
  XML_SetCharacterDataHandler(r->parser, on_text);
  XML_SetStartDoctypeDeclHandler(r->parser, on_type);
  /* the same seed always: no random bytes from the system, the same run every time */
  XML_SetHashSalt(r->parser, 0x7472616d);
  const char *bytes;
  size_t length;
  int more;
  while ((more = ears->next(ears->context, &bytes, &length)) > 0)
    if (!feed(r, bytes, length, 0)) break;
  if (more < 0) fail(r, TRM_XML_CUT, "it is cut off");
  if (more == 0) feed(r, "", 0, 1);
  release(r);
  return r->end;
}

const char *trm_xml_attribute(const char **attributes, const char *name) {
  for (; *attributes; attributes += 2)
    if (strcmp(local(attributes[0]), name) == 0) return attributes[1];
  return NULL;
}
