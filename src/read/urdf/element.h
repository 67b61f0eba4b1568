/* SPDX-License-Identifier: Apache-2.0
 *
 * Elements of an XML file as a tree, each and each attribute with its place.
 */
#ifndef TRM_READ_URDF_ELEMENT_H
#define TRM_READ_URDF_ELEMENT_H

#include "base/journal.h"
#include "read/xml.h"

typedef struct TrmAttribute {
  const char *name, *value;
  TrmPlace place; /* of the value */
} TrmAttribute;

typedef struct TrmElement TrmElement;
struct TrmElement {
  const char *name;
  TrmPlace place; /* of the name */
  TrmAttribute *attributes;
  size_t attribute_count;
  TrmElement *first, *last, *next; /* children, the next sibling */
  TrmElement *parent;
};

/* The outermost element; NULL after an error. Only inside a guard. */
TrmElement *trm_element_read(TrmArena *arena, const TrmSource *source, TrmLog *log);

/* The first child called `name`, or the next one after `child`; NULL: none. */
TrmElement *trm_element_child(const TrmElement *element, const char *name);
TrmElement *trm_element_next(const TrmElement *child, const char *name);

const TrmAttribute *trm_element_attribute(const TrmElement *element, const char *name);

#endif
