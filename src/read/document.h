/* SPDX-License-Identifier: Apache-2.0
 *
 * Document: the text of one YAML file as a tree of scalars, sequences and mappings, each with its
 * place. Nothing is interpreted here beyond YAML itself: aliases share the node they name, merge
 * keys (`<<`) are worked in, duplicate keys are reported. Hostile input is bounded: nesting, alias
 * expansion, directives.
 */
#ifndef TRM_READ_DOCUMENT_H
#define TRM_READ_DOCUMENT_H

#include "base/arena.h"
#include "base/journal.h"
#include "base/source.h"

enum {
  TRM_DOCUMENT_DEPTH = 64,        /* collections inside collections */
  TRM_DOCUMENT_NODES = 30000000,  /* values in one file */
  TRM_DOCUMENT_ALIASED = 1000000, /* nodes that aliases and merge keys may add */
  TRM_DOCUMENT_DIRECTIVES = 8     /* %YAML and %TAG lines */
};

typedef enum TrmNodeKind { TRM_NODE_SCALAR, TRM_NODE_SEQUENCE, TRM_NODE_MAPPING } TrmNodeKind;

typedef struct TrmNode TrmNode;

typedef struct TrmPair {
  TrmNode *key, *value; /* the key is a scalar */
} TrmPair;

struct TrmNode {
  TrmNodeKind kind;
  unsigned char plain; /* a scalar without quotes, so that it may be a number or a flag */
  unsigned char open;  /* a collection that is still being read */
  uint32_t count;      /* bytes of text, items, or pairs */
  uint32_t expanded;   /* nodes in it, aliases written out */
  TrmPlace place;      /* of a scalar: its content, inside the quotes */
  union {
    const char *text; /* terminated */
    TrmNode **items;
    TrmPair *pairs;
  };
};

/* Read the one document in `source`. NULL after an error that leaves no tree; other errors (in the
 * log) leave out what is wrong. An empty file is an error. Only inside a guard. */
TrmNode *trm_document_read(TrmArena *arena, const TrmSource *source, TrmLog *log);

/* 1 for nothing at all, `~` and `null`. */
int trm_node_null(const TrmNode *node);

/* The pair with this key, or NULL. */
const TrmPair *trm_node_pair(const TrmNode *mapping, const char *key);

/* "a list", "a map", "nothing", "a number" or the like, for messages. */
const char *trm_node_word(const TrmNode *node);

/* Place of byte `offset` of the source, one character long. */
TrmPlace trm_source_place(const TrmSource *source, size_t offset);

/* Report bytes that are not UTF-8 and control characters; 1 when there are none. */
int trm_encoding_check(const TrmSource *source, TrmLog *log);

/* Report what YAML's scanner or parser found: `problem` at byte `at`, inside something that began
 * at byte `context`. Both are byte offsets into the source. */
void trm_syntax_report(const TrmSource *source, const char *problem, size_t at, size_t context,
                       TrmLog *log);

#endif
