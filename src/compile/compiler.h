/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiler: what the files of this folder share while a system is being made from a model. Each
 * stage reads what earlier ones left in the system: units and parameters, points, splines, bodies,
 * markers, joints, then every remaining value and function.
 */
#ifndef TRM_COMPILE_COMPILER_H
#define TRM_COMPILE_COMPILER_H

#include "base/map.h"
#include "catalog/parameter.h"
#include "catalog/values.h"
#include "compile/system.h"

/* Name spaces of numbers and marks */
typedef enum Group { GROUP_POINT, GROUP_BODY, GROUP_MARKER, GROUP_JOINT } Group;

/* Lazy stages: places may refer to each other in any order */
typedef enum Progress { UNSEEN, OPEN, DONE } Progress;

typedef struct Compiler {
  TrmArena *arena; /* the system's */
  const TrmModel *model;
  TrmSystem *system;
  TrmLog *log;
  TrmParameters *parameters;
  TrmMap *numbers;        /* (group, name) -> number of points, bodies, markers, joints */
  TrmMap *splines;        /* name -> TrmSpline */
  struct TrmFold *folded; /* names without regard to case, made when first needed */
  TrmMap *parsed;         /* name -> expression of a variable or output */
  TrmMap *inputs;         /* name of an input of a linear model -> what stands in its place */
  int varies;             /* there are some */
  Progress *point_progress, *body_progress, *marker_progress;
  char *body_used; /* a joint, force or contact acts on it */
  int unranged;    /* a type's own code judges the values it reads */
  unsigned depth;  /* of places that refer to each other */
  int circle;      /* variables depend on each other in a circle: no function can be compiled */
  int quiet;       /* values are read a second time: errors are in the log already */
} Compiler;

/* Where geometry is read: whose it is, its mirror, the frame its numbers are in, and where left-out
 * places lie. Everything is on the unmirrored side. */
typedef struct Site {
  const char *owner, *kind; /* name for messages, and of what: "joint" */
  unsigned mirror;
  double origin[3], axes[9]; /* left-out place and orientation, in the frame of the numbers */
  int local;                 /* numbers are in a body's frame: */
  double p_go_g[3], R_gb[9]; /* its origin and axes */
} Site;

/* evaluate.c: numbers */
int trm_compile_number(Compiler *c, const TrmParam *param, const TrmValue *value,
                       const char *object, double *si);
int trm_compile_list(Compiler *c, const TrmParam *param, const TrmValue *value, const char *object,
                     double *si, size_t most, size_t *count);
void trm_compile_range(Compiler *c, const TrmParam *param, TrmPlace place, const char *object,
                       double si);
TrmLog *trm_compile_log(const Compiler *c);

/* number of the thing called `name` in a group, -1 when there is none */
int trm_compile_index(const Compiler *c, Group group, const char *name);
void trm_compile_register(Compiler *c, Group group, const char *name, size_t index);

/* place.c: places, directions, orientations on the unmirrored side of a site */
Site trm_site(const TrmItem *item, const char *owner);
int trm_site_place(Compiler *c, const Site *site, const TrmValue *value, double out[3]);
int trm_site_direction(Compiler *c, const Site *site, const TrmValue *value, double out[3]);
void trm_mirror_vector(unsigned mirror, double v[3]);
void trm_mirror_axial(unsigned mirror, double v[3]);
void trm_mirror_matrix(unsigned mirror, double m[9]);

/* orient.c: all forms of orientation */
int trm_site_orient(Compiler *c, const Site *site, const TrmItem *orient, double out[9]);

/* values.c: an item's parameters as its type's own code reads them */
typedef struct ValuesContext {
  Compiler *compiler;
  Site site;
} ValuesContext;
TrmValues trm_site_values(ValuesContext *context, const TrmItem *item);
const char *trm_compile_path(TrmArena *arena, const TrmValue *value); /* of a file it names */

/* Begin and end working something out on demand: -1 done before, 0 in error (reported), 1 begun */
int trm_compile_begin(Compiler *c, Progress *progress, const char *kind, const TrmItem *item);
void trm_compile_end(Compiler *c, Progress *progress);

/* points.c, bodies.c: made on demand; 0 when in error, reported */
int trm_compile_point(Compiler *c, size_t index);
int trm_compile_body_frame(Compiler *c, size_t index);
int trm_compile_marker(Compiler *c, size_t index);

/* refer.c: names of bodies, markers and everything else */
int trm_compile_body(const Compiler *c, const char *name, int *body);  /* ground too; 0: no body */
int trm_compile_frame(Compiler *c, const char *name, TrmFrame *frame); /* body, marker or point */
void trm_compile_refer(Compiler *c, const TrmParam *param, const TrmValue *value,
                       const TrmItem *item);
void trm_compile_unknown(Compiler *c, TrmPlace place, const char *name, unsigned refs,
                         const char *kind, const char *object);
const char *trm_item_kind(const TrmItem *item); /* "joint", "body": what people call it */
int trm_compile_broken(const Compiler *c, const char *section, const char *name);
void trm_frame_axis_in_plane(double R[9]); /* z in the plane of a planar model, y out of it */
TrmFrame trm_frame_on_body(const TrmSystem *system, int body, const double p_g[3],
                           const double R_g[9]);
void trm_frame_in_ground(const TrmSystem *system, const TrmFrame *frame, double p_g[3],
                         double R_g[9]);

/* relations.c: the frame that carries a curve: the marker's, or the body's own; and the curve of a
 * spline or through points, in that frame, or NULL */
TrmFrame trm_compile_carrier(Compiler *c, const TrmValue *side);
const TrmCurve *trm_compile_curve(Compiler *c, const TrmItem *item, const TrmValue *through,
                                  int closed, const TrmFrame *frame);

/* the stages */
void trm_compile_points(Compiler *c);
void trm_compile_splines(Compiler *c);
void trm_compile_bodies(Compiler *c);
void trm_compile_mass(Compiler *c, TrmBody *body, const Site *site);
void trm_compile_ground_shapes(Compiler *c);
void trm_compile_joints(Compiler *c);
void trm_compile_relation(Compiler *c, TrmJoint *joint); /* numbers, curves, other joints */
void trm_compile_onesided(Compiler *c, TrmJoint *joint); /* ropes, rebound, friction */
void trm_compile_contacts(Compiler *c);
void trm_compile_motions(Compiler *c);
void trm_compile_forces(Compiler *c);
void trm_compile_states(Compiler *c);
void trm_compile_functions_prepare(Compiler *c);
void trm_compile_function(Compiler *c, const TrmItem *item, const TrmParam *param,
                          const TrmValue *value);
void trm_compile_walk(Compiler *c);

/* inputs.c: find the inputs of linear models. 1 when the parameter or variable `name` varies with
 * one: the expression that stands in its place. The law of a force, varied when it is one; `index`
 * is its component, or -1. */
void trm_compile_inputs(Compiler *c);
int trm_compile_input(Compiler *c, const char *name, TrmExpr **expr);
const TrmExpr *trm_compile_law(Compiler *c, const TrmItem *item, const TrmParam *param, int index,
                               const TrmExpr *expr);
void trm_compile_analyses(Compiler *c);
void trm_compile_suspension(Compiler *c);
void trm_compile_notes(Compiler *c);

#endif
