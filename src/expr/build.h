/* SPDX-License-Identifier: Apache-2.0
 *
 * Builder: nodes in single-assignment form, from which a program is laid out. Making a node folds
 * constants, simplifies, and gives back an equal node made before.
 */
#ifndef TRM_EXPR_BUILD_H
#define TRM_EXPR_BUILD_H

#include "base/map.h"
#include "expr/dimension.h"
#include "expr/program_data.h"

enum { TRM_NODE_LIMIT = 200000 };

/* Operands a, b, c, d are nodes, except: EXTERNAL a is its number; COMPONENT b; a of calls and
 * fields is the index of the call or pair. */
typedef struct TrmNode {
  uint32_t code, a, b, c, d;
  double k[5];
} TrmNode;

/* What a field node depends on: +first -second, body -1 where ground went into the offset. */
typedef struct TrmSides {
  int64_t body[2];
  double s[2][3];
  double offset[3];
} TrmSides;

typedef uint32_t TrmNodeId;

typedef struct TrmBuilder {
  TrmArena *arena;
  const TrmResolver *resolver;
  TrmLog *log;
  TrmPlace place; /* of the text being compiled */
  TrmNode *nodes;
  size_t count, capacity;
  TrmNodeId *table; /* hash of nodes by content; 0 is empty, else id + 1 */
  size_t table_size;
  TrmCall *calls; /* their arguments hold node ids */
  size_t call_count, call_capacity;
  TrmSides *sides;
  size_t side_count, side_capacity;
  TrmNodeId *events; /* switching functions; calls with events stand for all of theirs */
  size_t event_count, event_capacity;
  TrmMap *memo;         /* expression -> term, for names that mean expressions */
  int quiet;            /* no warnings about dimensions */
  const TrmExpr *meant; /* the last name that stood for an expression, and its quantity */
  TrmQuantity meant_quantity;
  unsigned depth;
  int failed;
} TrmBuilder;

/* A node and what is known of its dimension. */
typedef struct TrmTerm {
  TrmNodeId node;
  TrmQuantity q;
} TrmTerm;

void trm_builder_start(TrmBuilder *b, TrmArena *arena, const TrmResolver *resolver, TrmPlace place,
                       TrmLog *log);

/* 1 when the node is a scalar constant, whose value is then in `*value`. */
int trm_node_constant(const TrmBuilder *b, TrmNodeId id, double *value);

/* Scalars. */
TrmNodeId trm_build_constant(TrmBuilder *b, double value);
TrmNodeId trm_build_time(TrmBuilder *b);
TrmNodeId trm_build_external(TrmBuilder *b, unsigned number);
TrmNodeId trm_build_affine(TrmBuilder *b, TrmNodeId x, double factor, double offset);
TrmNodeId trm_build_binary(TrmBuilder *b, unsigned operation, TrmNodeId x, TrmNodeId y);
TrmNodeId trm_build_not(TrmBuilder *b, TrmNodeId x);
/* angle of (x, y), radians, counted through full turns: next to external `number`, which holds the
 * angle as it was counted last. */
TrmNodeId trm_build_counted(TrmBuilder *b, TrmNodeId y, TrmNodeId x, unsigned number);
TrmNodeId trm_build_select(TrmBuilder *b, TrmNodeId condition, TrmNodeId yes, TrmNodeId no);
TrmNodeId trm_build_atan2(TrmBuilder *b, TrmNodeId y, TrmNodeId x);
TrmNodeId trm_build_hypotenuse(TrmBuilder *b, TrmNodeId x, TrmNodeId y);
TrmNodeId trm_build_call(TrmBuilder *b, const TrmCall *call);

/* k x + m y as one operation for a polynomial of one node; 0 when it is none. */
TrmNodeId trm_build_polynomial(TrmBuilder *b, TrmNodeId x, double k, TrmNodeId y, double m);

/* k x + m y as one operation where one of them is k p q + l r; 0 when none is. */
TrmNodeId trm_build_product_sum(TrmBuilder *b, TrmNodeId x, double k, TrmNodeId y, double m);

/* Note a switching function. */
void trm_build_event(TrmBuilder *b, TrmNodeId node);

/* A call of a function that has an operation of its own; 0 when `function` has none. */
TrmNodeId trm_build_own(TrmBuilder *b, const TrmFunction *function, const TrmNodeId *arguments);

/* Vectors, in ground axes. A field of i less that of j; of ground they are constants. */
TrmNodeId trm_build_difference(TrmBuilder *b, TrmOpCode code, const TrmFrame *i, const TrmFrame *j);
/* Axis number n of a frame; and the cosine between axis p of i and axis q of j. */
TrmNodeId trm_build_axis(TrmBuilder *b, const TrmFrame *frame, unsigned n);
TrmNodeId trm_build_axes(TrmBuilder *b, const TrmFrame *i, unsigned p, const TrmFrame *j,
                         unsigned q);
TrmNodeId trm_build_vector_subtract(TrmBuilder *b, TrmNodeId x, TrmNodeId y);
TrmNodeId trm_build_cross(TrmBuilder *b, TrmNodeId x, TrmNodeId y);
TrmNodeId trm_build_dot(TrmBuilder *b, TrmNodeId x, TrmNodeId y);
TrmNodeId trm_build_norm(TrmBuilder *b, TrmNodeId x);
TrmNodeId trm_build_component(TrmBuilder *b, TrmNodeId x, unsigned component);

/* The node equal to `node`, new or made before; 0 and failed when there are too many. */
TrmNodeId trm_build_node(TrmBuilder *b, TrmNode node);

/* The term of an expression; on an error `failed` is set. */
TrmTerm trm_build_expr(TrmBuilder *b, const TrmExpr *e);

/* Lay the program out. */
TrmProgram *trm_builder_finish(TrmBuilder *b, TrmNodeId result);

#endif
