/* SPDX-License-Identifier: Apache-2.0
 *
 * XML, read by expat piece by piece. Hostile input is bounded: a document type (and with it every
 * entity of its own, expanding or external) is refused, so are deep nesting and too many elements.
 */
#ifndef TRM_READ_XML_H
#define TRM_READ_XML_H

#include "base/arena.h"
#include <stddef.h>
#include <stdint.h>

enum {
  TRM_XML_DEPTH = 64,
  TRM_XML_ELEMENTS = 4000000,
  TRM_XML_TOKEN = 1 << 20 /* bytes of one tag or comment, which the parser holds whole */
};

/* Who listens. Names come without a namespace's prefix; attributes are name, value, ..., NULL. `at`
 * is the byte at which the element begins. */
typedef struct TrmXmlEars {
  void *context;
  void (*open)(void *context, const char *name, const char **attributes, size_t at);
  void (*close)(void *context, const char *name);
  void (*text)(void *context, const char *bytes, size_t length); /* may be NULL */
  /* the next piece; 1 and a piece, 0 at the end, -1 when there is none to be had */
  int (*next)(void *context, const char **bytes, size_t *length);
  size_t elements; /* the most that may come; 0: TRM_XML_ELEMENTS */
} TrmXmlEars;

typedef enum TrmXmlFault {
  TRM_XML_GOOD,
  TRM_XML_BROKEN, /* not well-formed, or too deep or too large */
  TRM_XML_TYPED,  /* it has a document type */
  TRM_XML_CUT     /* next gave -1 */
} TrmXmlFault;

typedef struct TrmXmlEnd {
  TrmXmlFault fault;
  const char *text; /* what is wrong */
  uint32_t line;    /* from 1 */
  size_t column;    /* from 1, characters */
  size_t at;        /* byte */
} TrmXmlEnd;

/* Read a whole document. Only inside a guard; what `ears` do may leave it. */
TrmXmlEnd trm_xml_read(TrmArena *arena, const TrmXmlEars *ears);

/* The value of an attribute, NULL when it is not there. */
const char *trm_xml_attribute(const char **attributes, const char *name);

#endif
