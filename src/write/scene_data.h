/* SPDX-License-Identifier: Apache-2.0
 *
 * Scene: what its files share.
 */
#ifndef TRM_WRITE_SCENE_DATA_H
#define TRM_WRITE_SCENE_DATA_H

#include "write/scene.h"

/* a place on a body, with axes; body -1 is ground */
typedef struct TrmSpot {
  int body;
  TrmPose place;
} TrmSpot;

typedef struct TrmSceneBody {
  const char *name;
  double mass, inertia[3];
  int has_inertia, point;
  const TrmJson *shapes; /* the first */
  TrmPose pose;
  int moves;
  size_t columns[7]; /* of its place and its turn */
} TrmSceneBody;

/* a joint, a force, a motion or a contact */
typedef struct TrmSceneItem {
  const char *name, *type;
  const TrmJson *json;
  int has_first, has_second;
  TrmSpot first, second;
  int pulls; /* its force is in the result */
  size_t columns[3];
  double force[3];
  int touches, presses; /* a contact whose touches are in the result; it presses now */
  size_t touch[7];      /* columns of its place, normal and pressing force */
  double normal[3];
} TrmSceneItem;

/* a plane that things touch, as a sheet on a body */
typedef struct TrmSheet {
  int body;
  double corners[4][3];
} TrmSheet;

typedef enum TrmPieceKind {
  TRM_PIECE_FIXED, /* on its body */
  TRM_PIECE_SPAN,  /* between the two places of an item, from one part of the way to another */
  TRM_PIECE_SHAFT, /* of the arrow of a force */
  TRM_PIECE_POINT, /* its head */
  TRM_PIECE_DISC   /* where a contact presses */
} TrmPieceKind;

typedef struct TrmPiece {
  TrmPieceKind kind;
  const TrmSolid *form;
  uint32_t colour;
  int body;
  TrmPose local;
  const TrmSceneItem *item;
  double from, to, radius;
  int plain;       /* no light falls on it */
  int middle;      /* the form lies about its middle */
  TrmSpot ends[2]; /* of a span that is not between the places of an item */
} TrmPiece;

typedef struct TrmTrace {
  double *points; /* three of each row that is kept */
  uint32_t colour;
} TrmTrace;

struct TrmScene {
  TrmArena *arena;
  TrmResult *result;
  const TrmJson *picture;
  size_t rows, row_size;
  double *time, *rows_read; /* two rows */
  size_t row_held;          /* which are read; SIZE_MAX: none */
  TrmSceneBody *bodies;
  TrmSceneItem *joints, *forces, *motions, *contacts;
  size_t body_count, joint_count, force_count, motion_count, contact_count;
  int planar;
  double gravity[3], up[3];
  double size, thick; /* of the whole, a diagonal; half the thickness of what has none */
  double low[3], high[3];
  double (*cloud)[4]; /* places that are reached, and the room about each */
  size_t cloud_count, cloud_capacity;
  const TrmSolid *forms[TRM_SOLID_KINDS];
  TrmPiece *pieces;
  size_t piece_count, piece_capacity;
  double arrow;  /* length per force */
  int reactions; /* those of joints are drawn too */
  TrmSheet *sheets;
  size_t sheet_count, sheet_capacity;
  TrmTrace *traces;
  size_t trace_count, trace_capacity;
  size_t trace_rows, trace_stride;
  double now;
};

/* Where a place is now. */
void trm_scene_place(const TrmScene *scene, const TrmSpot *spot, double out[3]);

/* The colour of a body; the place that a member of an object of JSON is, 0: it is none. */
uint32_t trm_scene_colour(int body);
int trm_scene_spot(const TrmJson *json, const char *name, TrmSpot *spot);

/* Three numbers each of an array of JSON; their count. */
size_t trm_scene_points(TrmScene *scene, const TrmJson *json, const char *name, double **points);

/* Add a form that stands on a body; a bar between two of its points. */
void trm_scene_add(TrmScene *scene, const TrmSolid *form, int body, TrmPose local, uint32_t colour);
void trm_scene_bar(TrmScene *scene, int body, const double from[3], const double to[3],
                   double radius, uint32_t colour);
void trm_scene_piece(TrmScene *scene, TrmPiece piece);

/* scene_measure.c: how large everything is, over the run; how far something slides. */
TrmStatus trm_scene_measure(TrmScene *scene);
TrmStatus trm_scene_travel(TrmScene *scene, const TrmSpot *first, const TrmSpot *second,
                           double range[2]);

/* scene_view.c: the ends of the arrow of a force, shortened where it is too long; its length. */
double trm_scene_arrow(const TrmScene *scene, const TrmSceneItem *item, double from[3],
                       double arrow[3]);

/* scene_contacts.c: where a contact presses, some part of the way between two rows. */
void trm_scene_press(TrmSceneItem *contact, const double *a, const double *b, double part);

/* scene_struts.c: a body that turns about its mass centre as a disc: 1, with the axis and the
 * radius that its mass and inertia tell, when all that is attached to it is within `room` of the
 * centre; bars from a body's shapes to what is attached far from them; bands on balls that roll; a
 * spoke on each face of what is a disc, so that its turning is seen. */
void trm_scene_spoke(TrmScene *scene, int body, const double *ends, double radius, uint32_t colour);
int trm_scene_disc(const TrmScene *scene, size_t body, double room, double axis[3], double *radius);
void trm_scene_struts(TrmScene *scene, size_t body, uint32_t colour);

/* scene_bodies.c, scene_joints.c, scene_forces.c, scene_contacts.c: what is drawn. */
void trm_scene_bodies(TrmScene *scene);
TrmStatus trm_scene_joints(TrmScene *scene);
TrmStatus trm_scene_forces(TrmScene *scene);
void trm_scene_contacts(TrmScene *scene);

#endif
