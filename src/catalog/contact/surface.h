/* SPDX-License-Identifier: Apache-2.0
 *
 * Surface: the geometry of one side of a contact, fixed on a body, in axes of the body from its
 * centre of mass (ground: ground axes). Where two surfaces come near each other they touch at one
 * point or several; each touch is a pair of simple features, a spot and a plane for example, so
 * that gap, normal and point follow in closed form with exact slopes.
 */
#ifndef TRM_CATALOG_CONTACT_SURFACE_H
#define TRM_CATALOG_CONTACT_SURFACE_H

#include "catalog/force/law.h"
#include "math/curve.h"

/* Kinds, in the order in which pairs are looked up
 *   BALL     centre p[0], radius[0]; a point when that is 0
 *   CAPSULE  centres of its ends p[0], p[1], radius[0]
 *   ROUND    middles of its ends p[0], p[1], their radii, unit axis n
 *   SOLID    convex, or a heap of corners that only planes can touch
 *   CURVE    on the frame `carrier`; n is the free side
 *   PLANE    a point p[0], unit normal n outwards
 */
typedef enum TrmSurfaceKind {
  TRM_SURFACE_BALL,
  TRM_SURFACE_CAPSULE,
  TRM_SURFACE_ROUND,
  TRM_SURFACE_HULL,
  TRM_SURFACE_CURVE,
  TRM_SURFACE_PLANE,
  TRM_SURFACE_KINDS
} TrmSurfaceKind;

/* Corners, and of convex ones the faces with their corners anticlockwise as seen from outside. In
 * the plane a face is a side, from corner to corner. */
typedef struct TrmHull {
  int flat, convex;
  double *corner;         /* x, y, z of each */
  double *normal;         /* of each face, unit, outwards */
  double *offset;         /* normal . x on the face */
  unsigned *start, *loop; /* corners of face i: loop[start[i]] to loop[start[i + 1]] */
  unsigned (*edge)[2];
  double *direction; /* those of edges, each once, unit */
  size_t corner_count, face_count, edge_count, direction_count;
} TrmHull;

typedef struct TrmSurface {
  TrmSurfaceKind kind;
  int body;
  double p[2][3], n[3], radius[2];
  const TrmHull *solid;
  const TrmCurve *curve;
  TrmFrame carrier;
  double side; /* of a curve: 1 when its free side is n x c', else -1; places along it: */
  double (*samples)[3], sample_first, sample_step;
  size_t sample_count;
  double centre[3], reach; /* a ball around it; infinite for planes and curves */
} TrmSurface;

/* Features that touch; role one is a spot or line, role two what it touches */
typedef enum TrmTouchKind {
  TRM_TOUCH_SPOT_PLANE,  /* one: spot; two: point, normal */
  TRM_TOUCH_SPOT_SPOT,   /* one: spot; two: spot */
  TRM_TOUCH_SPOT_LINE,   /* one: spot; two: point, unit direction */
  TRM_TOUCH_LINE_LINE,   /* one: point, direction; two: point, direction */
  TRM_TOUCH_RIM_PLANE,   /* one: centre, unit axis, radius; two: point, normal */
  TRM_TOUCH_SPOT_RIM,    /* one: spot; two: centre, unit axis, radius */
  TRM_TOUCH_CUT_PLANE,   /* one: point, direction; two: point, normal; point, normal that cuts it */
  TRM_TOUCH_SPOT_FACE,   /* one: spot, unit direction; two: point, normal of the face it meets */
  TRM_TOUCH_SPOT_CURVE,  /* one: spot; two: the curve, at its parameter */
  TRM_TOUCH_SPOT_CONE,   /* one: spot; two: middle of an end, unit axis to the other, radius there;
                            cosine: how fast the radius grows along the axis */
  TRM_TOUCH_RIM_LINE,    /* one: centre, unit axis, unit direction to the place, radius; two: point,
                            unit direction, radius */
  TRM_TOUCH_RIM_RIM,     /* one: as before; two: centre, unit axis, radius */
  TRM_TOUCH_CUT_RIM,     /* one: as before; two: point, normal; point, normal that cuts the rim */
  TRM_TOUCH_PLANE_CURVE, /* one: point, normal; two: the curve, at its parameter */
  TRM_TOUCH_CURVE_CURVE  /* one, two: the curves, each at its parameter */
} TrmTouchKind;

typedef struct TrmTouch {
  TrmTouchKind kind;
  int turned;    /* role one is on the second surface */
  unsigned slot; /* of the pair: it tells touches apart that can begin at different times */
  double one[3][3], two[4][3], radius[2];
  double cosine, sine; /* the place on a rim from its lowest point; sign of a crossing of lines, 0
                          where the normal is that of the shortest way between them */
  int planar;
  const TrmSurface *curve, *curve_one;
  double at, at_one; /* parameters on the curves */
  /* as measured, ground axes: normal from the first to the second; the point is between both */
  double gap, normal[3], point[3];
} TrmTouch;

/* Most touches of a pair that are kept, the deepest; most slots */
enum { TRM_MOST_TOUCHES = 64, TRM_MOST_SLOTS = 8 };

/* Two surfaces, how their bodies move, and the touches found. */
typedef struct TrmEncounter {
  const TrmSurface *surface[2];
  const TrmBodyMotion *motion[2];
  int planar;
  double margin;  /* touches with a gap of at most this are wanted */
  double nearest; /* the least gap that was found, or a bound of it when nothing is near */
  size_t count;
  TrmTouch touch[TRM_MOST_TOUCHES];
} TrmEncounter;

/* What kind a surface is: "a capsule". */
const char *trm_surface_name(const TrmSurface *surface);

/* NULL when surfaces of these can touch, else why not: "a cylinder against a box". */
const char *trm_surface_apart(TrmArena *arena, const TrmSurface *first, const TrmSurface *second,
                              int planar);

/* Find the touches of surface[0] and surface[1]. */
void trm_encounter_find(TrmEncounter *encounter);

/* How many slots the touches of a pair have. */
unsigned trm_surface_slots(const TrmSurface *first, const TrmSurface *second);

/* Jets of a touch over the columns of a call whose sites 0 and 1 are the bodies. */
typedef struct TrmTouchJets {
  double *gap, *normal, *point;
} TrmTouchJets;
void trm_touch_jets(const TrmTouch *touch, TrmForceCall *call, TrmTouchJets *jets);

/* surface_solid.c: a solid of corners given in its own axes: a box by its middle and half its
 * axes, a prism over a polygon, triangles. All only inside a guard. */
const TrmHull *trm_hull_box(TrmArena *arena, const double middle[3], double half[3][3], int planar);
const TrmHull *trm_hull_prism(TrmArena *arena, const double *corners, size_t count,
                              const double half[3], int planar);
const TrmHull *trm_hull_mesh(TrmArena *arena, const double *corners, size_t count,
                             const uint32_t *triangles, size_t triangle_count);

/* Fill in centre and reach. */
void trm_surface_bound(TrmSurface *surface);

/* For the files that find touches: a place and a direction of surface `i` in ground axes, and a
 * touch whose kind and features are filled in, measured and kept when it is near. */
void trm_encounter_place(const TrmEncounter *e, int i, const double x_b[3], double out[3]);
void trm_encounter_turn(const TrmEncounter *e, int i, const double x_b[3], double out[3]);
void trm_encounter_measure(const TrmEncounter *e, TrmTouch *touch);
void trm_encounter_keep(TrmEncounter *e, const TrmTouch *touch);
void trm_encounter_spot_spot(TrmEncounter *e, int one, const double a[3], const double b[3],
                             double radius_one, double radius_two, unsigned slot);
void trm_encounter_spot_line(TrmEncounter *e, int one, const double a[3], const double b[3],
                             const double unit[3], double radius_one, double radius_two,
                             unsigned slot);
void trm_encounter_spot_plane(TrmEncounter *e, int one, const double a[3], const double b[3],
                              const double normal[3], double radius, unsigned slot);

void trm_encounter_spot_capsule(TrmEncounter *e, int one, const double spot[3], double radius,
                                unsigned slot);

/* Parameters of the nearest points of two segments p + s d, q + t f, both from 0 to 1; 0 when they
 * are parallel. */
int trm_segments_nearest(const double p[3], const double d[3], const double q[3], const double f[3],
                         double *s, double *t);

/* touch_curve.c: places along a curve, in its surface; once, inside a guard. */
void trm_surface_sample(TrmArena *arena, TrmSurface *surface);

/* touch_solid.c, touch_round.c, touch_cylinders.c, touch_curve.c, touch_curves.c: the pairs of
 * these; `one` is the number of the surface of the lower kind */
void trm_touch_ball_solid(TrmEncounter *e, int one);
void trm_touch_capsule_solid(TrmEncounter *e, int one);
void trm_touch_solid_solid(TrmEncounter *e, int one);
void trm_touch_ball_round(TrmEncounter *e, int one);
void trm_touch_round_plane(TrmEncounter *e, int one);
void trm_touch_cylinder(TrmEncounter *e, int one);
void trm_touch_ball_curve(TrmEncounter *e, int one);
void trm_touch_capsule_curve(TrmEncounter *e, int one);
void trm_touch_solid_curve(TrmEncounter *e, int one);
void trm_touch_curve_plane(TrmEncounter *e, int one);
void trm_touch_curves(TrmEncounter *e, int one);
void trm_touch_spot_on_solid(TrmEncounter *e, int one, const double spot[3], double radius,
                             unsigned slot);

#endif
