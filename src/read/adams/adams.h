/* SPDX-License-Identifier: Apache-2.0
 *
 * Adams datasets: what the parts of this reader share. A file is cut into statements (lex.c), each
 * with its arguments (args.c); ids become names (names.c); every statement then writes what it
 * means as nodes of the model language (one handler a statement, statements.def), with places in
 * the dataset. The nodes are read by the descriptors as those of a YAML file are.
 */
#ifndef TRM_READ_ADAMS_ADAMS_H
#define TRM_READ_ADAMS_ADAMS_H

#include "base/map.h"
#include "expr/expr.h"
#include "model/model.h"
#include "read/document.h"

typedef struct TrmAdams TrmAdams;
typedef struct TrmAdamsStatement TrmAdamsStatement;

/* What becomes of a kind of statement. */
typedef enum TrmAdamsUse {
  TRM_ADAMS_MEANS, /* it is written as something of the model language */
  TRM_ADAMS_SKIP,  /* it has no effect on the motion */
  TRM_ADAMS_LACK,  /* it changes the motion, and the engine has nothing like it */
  TRM_ADAMS_ORDER  /* a command of an .acf file */
} TrmAdamsUse;

/* One line of statements.def. */
typedef struct TrmAdamsKind {
  const char *name; /* upper case */
  TrmAdamsUse use;
  /* its arguments, separated by blanks: FLAG, VALUE=, TEXT$; * before one that short forms mean */
  const char *keys;
  void (*write)(TrmAdams *a, TrmAdamsStatement *s);
  const char *about; /* what is skipped or lacking, in words */
  int pass;          /* when it is written: what others build on comes first */
} TrmAdamsKind;

typedef struct TrmAdamsArg {
  const char *key;       /* as in the table, upper case */
  size_t name, name_end; /* where it stands in the text of the statement */
  size_t at, length;     /* its value; of a flag none */
} TrmAdamsArg;

/* Where a run of the joined text comes from. */
typedef struct TrmAdamsRun {
  const TrmSource *source;
  size_t at;
  uint32_t line;
  size_t column;
} TrmAdamsRun;

struct TrmAdamsStatement {
  const TrmSource *source;
  const TrmAdamsKind *kind; /* NULL: unknown */
  char *text;               /* joined lines; '\n' where a line that begins with a comma goes on */
  size_t length;
  TrmAdamsRun *runs;
  size_t run_count, run_capacity;
  size_t word; /* length of its name */
  long id;     /* -1: none */
  TrmAdamsArg *args;
  size_t arg_count, arg_capacity;
  const char *view;        /* name given by a comment above; NULL: none */
  const char *name;        /* in the model; of a marker without its body */
  const char *full;        /* of a marker: body.marker */
  TrmAdamsStatement *part; /* of a marker */
  TrmPlace place;
  int dropped;       /* not to be written: ignored on request, in error, or a second of its id */
  int framed;        /* the frame below is known (-1: it cannot be) */
  double p[3], R[9]; /* of a part in ground, of a marker in its part */
  size_t index;      /* among all */
  int moved;         /* a part that stands elsewhere than its arguments say */
  int set_off;       /* it starts with the rates below, of its origin, in ground */
  double v[3], w[3];
  TrmNode *node;     /* what it is written as, where others add to it */
  TrmNode *markers;  /* of a part */
  TrmNode *shapes;   /* of a part */
  TrmNode *shape;    /* of a picture: what it is written as */
  const char *shown; /* why it is listed as skipped or lacking; NULL: it is not */
  unsigned read_as; /* of a SPLINE: bit 0 by cubspl, bit 1 by akispl; of a picture: it has its name;
                       of a contact: with a ball; of an LSE: bit n - 1 for state n */
};

/* sections in the order of the model language */
typedef enum TrmAdamsSection {
  TRM_ADAMS_SPLINES,
  TRM_ADAMS_POINTS,
  TRM_ADAMS_BODIES,
  TRM_ADAMS_JOINTS,
  TRM_ADAMS_MOTIONS,
  TRM_ADAMS_CONSTRAINTS,
  TRM_ADAMS_FORCES,
  TRM_ADAMS_CONTACTS,
  TRM_ADAMS_VARIABLES,
  TRM_ADAMS_EQUATIONS,
  TRM_ADAMS_TRANSFERS,
  TRM_ADAMS_SPACES,
  TRM_ADAMS_EVENTS,
  TRM_ADAMS_OUTPUTS,
  TRM_ADAMS_SECTIONS
} TrmAdamsSection;

struct TrmAdams {
  TrmArena *arena;
  TrmLog *log;
  const TrmSource *source; /* the dataset */
  const char *ignore;      /* names of statements and things, separated by commas; NULL: none */
  const char *title;
  const char *lead[2]; /* lines of a command file before its first command */
  size_t lead_count;
  TrmAdamsStatement **list;
  size_t count, capacity;
  TrmMap *ids;   /* (kind, id) -> statement */
  TrmMap *names; /* names that are taken, in lower case */
  TrmNode *root, *sections[TRM_ADAMS_SECTIONS];
  TrmNode *simulate;
  TrmNode *gravity[3];
  double mass_unit; /* GC of old datasets */
  int ended;
  TrmText *scratch; /* for printing */
  TrmLog *probe;    /* what parsing a function found, with places in its text */
  size_t shapes;    /* graphics that became shapes */
};

/* lex.c: cut a source into statements, appended to the list; the first line is a title where
 * `titled`. */
void trm_adams_lex(TrmAdams *a, const TrmSource *source, int titled);

/* kinds.c: the kind that `word` or a beginning of it means; NULL: none, or `*several`. */
const TrmAdamsKind *trm_adams_kind(const char *word, size_t length, int commands, int *several);
extern const TrmAdamsKind trm_adams_kinds[]; /* ends with a NULL name */

/* args.c: find the arguments of a statement; NULL when one was not given. */
void trm_adams_split(TrmAdams *a, TrmAdamsStatement *s);
const TrmAdamsArg *trm_adams_arg(const TrmAdamsStatement *s, const char *key);
int trm_adams_has(const TrmAdamsStatement *s, const char *key);
/* The one of the flags `words` (separated by bars) that was given; NULL after an error when none or
 * several were, or without an error when `optional`. */
const char *trm_adams_choice(TrmAdams *a, const TrmAdamsStatement *s, const char *words,
                             int optional);

/* The place of `length` bytes at `at` of the text; of a value; of the statement's name and id. */
TrmPlace trm_adams_place(const TrmAdamsStatement *s, size_t at, size_t length);
TrmPlace trm_adams_value_place(const TrmAdamsStatement *s, const TrmAdamsArg *arg);
TrmPlace trm_adams_name_place(const TrmAdamsStatement *s, const TrmAdamsArg *arg);

/* values.c: values of arguments; 0 (or NULL) when not given or after an error. */
int trm_adams_number(const char *text, size_t length, double *value, int *degrees);
int trm_adams_real(TrmAdams *a, TrmAdamsStatement *s, const char *key, double *value);
size_t trm_adams_reals(TrmAdams *a, TrmAdamsStatement *s, const TrmAdamsArg *arg, double **values);
int trm_adams_vector(TrmAdams *a, TrmAdamsStatement *s, const char *key, double *values,
                     size_t least, size_t most);
int trm_adams_id(TrmAdams *a, TrmAdamsStatement *s, const char *key, long *id);
size_t trm_adams_ids(TrmAdams *a, TrmAdamsStatement *s, const char *key, long **ids);
/* The same as nodes: degrees stay degrees. */
TrmNode *trm_adams_real_node(TrmAdams *a, TrmAdamsStatement *s, const char *key);
TrmNode *trm_adams_vector_node(TrmAdams *a, TrmAdamsStatement *s, const char *key, size_t least,
                               size_t most);
/* The text of a value without blanks around it, quotes or continuations. */
const char *trm_adams_text(TrmAdams *a, const TrmAdamsStatement *s, const char *key);
/* The statement that `key` names, of a kind called `kind`; an error when it is not there. */
TrmAdamsStatement *trm_adams_ref(TrmAdams *a, TrmAdamsStatement *s, const char *key,
                                 const char *kind, int required);

/* names.c: names for all statements; what an id stands for. */
void trm_adams_name_all(TrmAdams *a);
TrmAdamsStatement *trm_adams_find(const TrmAdams *a, const char *kind, long id);
const char *trm_adams_unique(TrmAdams *a, const char *wanted, long id);
/* 1 when the statement, or its kind, is to be left out on request. */
int trm_adams_ignored(const TrmAdams *a, const TrmAdamsStatement *s);

/* nodes.c: nodes of the model language. */
TrmNode *trm_adams_word(TrmAdams *a, TrmPlace place, const char *text);
TrmNode *trm_adams_wordf(TrmAdams *a, TrmPlace place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
TrmNode *trm_adams_value(TrmAdams *a, TrmPlace place, double value);
TrmNode *trm_adams_map(TrmAdams *a, TrmPlace place);
TrmNode *trm_adams_list(TrmAdams *a, TrmPlace place);
void trm_adams_put(TrmAdams *a, TrmNode *map, const char *key, TrmPlace place, TrmNode *value);
void trm_adams_push(TrmAdams *a, TrmNode *list, TrmNode *value);
TrmNode *trm_adams_values(TrmAdams *a, TrmPlace place, const double *values, size_t count);
TrmNode *trm_adams_pair(TrmAdams *a, TrmPlace place, const char *first, const char *second);
/* A named thing of a section, as an empty map. */
TrmNode *trm_adams_thing(TrmAdams *a, TrmAdamsSection section, TrmAdamsStatement *s);

/* frames.c: the frame of a part in ground, or of a marker in its part; 0 when it has none. */
int trm_adams_frame(TrmAdams *a, TrmAdamsStatement *s);
/* Of a marker in ground. */
int trm_adams_ground_frame(TrmAdams *a, TrmAdamsStatement *marker, double p[3], double R[9]);
/* `orient` of a map from a rotation that is given as such. */
void trm_adams_put_orient(TrmAdams *a, TrmNode *map, TrmPlace place, const double R[9]);
/* A marker beside `marker` whose z axis is its axis number `axis`; its full name. */
const char *trm_adams_turned(TrmAdams *a, TrmAdamsStatement *marker, int axis);
/* A marker on a part at a frame in ground, called after a statement; its full name. */
const char *trm_adams_placed(TrmAdams *a, const TrmAdamsStatement *s, TrmAdamsStatement *part,
                             const double p[3], const double R[9]);

/* mass.c: a marker that a part names as its own, NULL when it does not; mass and inertia as keys of
 * the body. */
TrmAdamsStatement *trm_adams_own_marker(TrmAdams *a, TrmAdamsStatement *s, const char *key);
void trm_adams_put_mass(TrmAdams *a, TrmAdamsStatement *s, TrmNode *map, TrmAdamsStatement *cm);

/* initial.c: put parts where initial values of joints want them, and set them off. */
void trm_adams_starts(TrmAdams *a);

/* joint.c: markers I and J of a statement; 0 after an error. */
int trm_adams_pair_of(TrmAdams *a, TrmAdamsStatement *s, TrmAdamsStatement *pair[2]);

/* function.c: the function that `key` holds in the model language; NULL after an error, or when it
 * was not given. `*level` (may be NULL) is 1 when it reads velocities. */
TrmNode *trm_adams_function(TrmAdams *a, TrmAdamsStatement *s, const char *key, int negative,
                            int *level);
TrmNode *trm_adams_expression(TrmAdams *a, TrmAdamsStatement *s, const TrmAdamsArg *arg,
                              int negative, int *level);

/* wrench.c: component `part` (1 size, 2 to 4 force, 5 size, 6 to 8 torque) of what element `e` puts
 * on its marker I (or J), along the axes of `rm` (NULL: ground); NULL after an error. */
TrmExpr *trm_adams_wrench(TrmAdams *a, TrmAdamsStatement *e, int on_j, int part,
                          TrmAdamsStatement *rm);
/* The sum over the elements that act between markers i and j (NULL: from outside). */
TrmExpr *trm_adams_between(TrmAdams *a, TrmAdamsStatement *i, TrmAdamsStatement *j, int part,
                           TrmAdamsStatement *rm);

/* joint.c: the angle that a joint about z of `marker` begins with, and the sign with which it
 * counts `part`, one of its two, turning about that z; 0 when their axes are not in line. */
int trm_adams_turn_of(TrmAdams *a, TrmAdamsStatement *pair[2], const TrmAdamsStatement *part,
                      TrmAdamsStatement *marker, double *begun);

/* force.c: is a torsion spring written about a joint? 1 when its I is on the part of the joint's,
 * -1 on the other, 0 when it is not. */
int trm_adams_turning_side(TrmAdams *a, TrmAdamsStatement *spring);

/* tree.c: small trees of expressions. */
TrmExpr *trm_adams_tree_number(TrmAdams *a, double value);
TrmExpr *trm_adams_tree_name(TrmAdams *a, const char *name);
TrmExpr *trm_adams_tree_binary(TrmAdams *a, TrmOperator operation, TrmExpr *x, TrmExpr *y);
TrmExpr *trm_adams_tree_negative(TrmAdams *a, TrmExpr *x);
TrmExpr *trm_adams_tree_call(TrmAdams *a, const char *name, TrmExpr **arguments, size_t count);
/* name(markers), ground where NULL, without those at the end that are ground. */
TrmExpr *trm_adams_tree_measure(TrmAdams *a, const char *name, TrmAdamsStatement **markers,
                                size_t count);
TrmNode *trm_adams_tree_node(TrmAdams *a, TrmPlace place, const TrmExpr *tree);

/* data.c: what ARYVAL(id, n) means; NULL when the engine has nothing like it. The name of a spline
 * read by akispl or cubspl. */
TrmExpr *trm_adams_array_value(TrmAdams *a, TrmAdamsStatement *array, long n);
const char *trm_adams_spline_name(TrmAdams *a, TrmAdamsStatement *spline, int akima);

/* The entries of the MATRIX that `key` names, by rows; NULL after an error. */
double *trm_adams_matrix(TrmAdams *a, TrmAdamsStatement *s, const char *key, size_t *rows,
                         size_t *columns);

/* reader.c: kinds and arguments of the statements from number `first` on. */
void trm_adams_sort(TrmAdams *a, size_t first, int commands);

/* acf.c: read the commands of a file, and give the path of the dataset that it names (NULL when it
 * names none); change statements as the commands before the first analysis say; write the analyses.
 */
const char *trm_adams_commands(TrmAdams *a, TrmAdams *commands, const TrmSource *source);
void trm_adams_changes(TrmAdams *a, TrmAdams *commands);
void trm_adams_analyses(TrmAdams *a, TrmAdams *commands);

/* contact.c: a warning that something is modelled in another way. */
void trm_adams_nearly(TrmAdams *a, const TrmAdamsStatement *s, TrmPlace place, const char *what);

/* summary.c: what was read, what was skipped, what is lacking. */
void trm_adams_summary(TrmAdams *a);
const char *trm_adams_label(TrmAdams *a, const TrmAdamsStatement *s);
/* `what` follows the label: "has a coupler by ..."; the second offers to ignore the argument only.
 */
void trm_adams_lacking(TrmAdams *a, TrmAdamsStatement *s, TrmPlace place, const char *what);
void trm_adams_lacking_argument(TrmAdams *a, TrmAdamsStatement *s, const char *key,
                                const char *what);

/* A statement that stands on something that was left out is left out with it. */
void trm_adams_orphan(TrmAdams *a, TrmAdamsStatement *s);

#endif
