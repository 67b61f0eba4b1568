/* SPDX-License-Identifier: Apache-2.0
 *
 * System: the model made precise. Names are numbers, units are SI, places and directions are
 * vectors at the design position, mass properties are known, functions are programs. It is compiled
 * once and never changes, so threads can share it. The equations of motion are laid out on top of
 * it.
 */
#ifndef TRM_COMPILE_SYSTEM_H
#define TRM_COMPILE_SYSTEM_H

#include "catalog/catalog.h"
#include "catalog/contact/contact_law.h"
#include "catalog/force/law.h"
#include "catalog/shape/shape.h"
#include "expr/program.h"
#include "math/curve.h"
#include "trammel/system.h"

enum { TRM_GROUND = -1 };

/* A rigid body at the design position. */
typedef struct TrmBody {
  const TrmItem *item;
  double p_go_g[3];    /* from ground's origin to the body frame's, ground axes */
  double R_gb[9];      /* body axes in ground, row-major */
  double c_b[3];       /* centre of mass in the body frame */
  double mass;         /* kg; 0: not given */
  double inertia_b[9]; /* about the centre of mass, body axes, row-major */
  int has_inertia, point_mass;
  double v_g[3], w_g[3];      /* initial velocity of the centre of mass, angular velocity */
  int has_velocity, has_spin; /* given, not left to the assembly */
  unsigned exact;             /* bits in the order x y z psi theta phi vx vy vz wx wy wz */
} TrmBody;

/* What is seen of a body; ground axes at the design position, mirrored. */
typedef struct TrmSeen {
  int body; /* TRM_GROUND for ground's */
  const TrmItem *item;
  TrmFigure figure;
} TrmSeen;

/* A frame fixed on a body. */
typedef struct TrmMarker {
  const TrmItem *item;
  const char *name; /* body.marker */
  int body;         /* TRM_GROUND for ground's */
  double s_b[3];    /* from the body frame's origin, body axes */
  double A[9];      /* its axes in the body's, row-major */
} TrmMarker;

typedef struct TrmPoint {
  const TrmItem *item;
  double p_g[3];
  int used;
} TrmPoint;

/* Dry friction of a joint, SI; 0: not given. */
typedef struct TrmJointFriction {
  int given, regularised, forceless; /* forceless: the joint's force does not press */
  double stick, slide, radius, length, preload, speed;
  double bending_arm, axial_arm, torsion_arm; /* axial_arm < 0: not given */
} TrmJointFriction;

/* A joint: the frames it brings together, z along its axis. Couplings of joints have no bodies. */
typedef struct TrmJoint {
  const TrmItem *item;
  const TrmJointType *type;
  int first, second;             /* body numbers; TRM_GROUND */
  int coupling;                  /* acts on other joints */
  int geometry_read, has_frames; /* looked at; looked at and good */
  TrmFrame frame_first, frame_second;
  int equations;
  int placed;     /* where it is was given, not chosen */
  int by_markers; /* else given by bodies, at the design position */
  int joints[3];  /* those a coupling relates */
  size_t joint_count;
  double numbers[3]; /* pitch, radius, ratio or scales, SI */
  size_t number_count;
  double length;            /* of a link; 0: what it is at the design position */
  const TrmCurve *curve[2]; /* on the first, on the second */
  TrmFrame carrier[2];      /* the frames that carry curves and surfaces */
  const TrmSpline *surface;
  unsigned held; /* coordinates: bits in the order x y z psi theta phi */
  int limited;   /* its angle or displacement has limits: */
  double limits[2];
  double restitution; /* at a limit, of a rope or a separator */
  TrmFrame *eyes;     /* what a rope runs through, from end to end */
  size_t eye_count;
  TrmJointFriction friction;
} TrmJoint;

/* A prescribed motion: one equation. */
typedef struct TrmMotion {
  const TrmItem *item;
  int joint;              /* number, or -1 between markers */
  int turns;              /* prescribes an angle (or its rate), else a displacement */
  int spans;              /* prescribes the distance of the frames' origins */
  int level;              /* 0 position, 1 speed, 2 acceleration */
  TrmFrame first, second; /* z of the first is the axis */
  int has_frames;
  const TrmValue *course; /* the function it follows */
  double limit;           /* largest torque or force, or 0: as much as it takes */
} TrmMotion;

/* A force element: the frames it acts between, and its law. */
typedef struct TrmForce {
  const TrmItem *item;
  const TrmForceType *type;
  TrmFrame frame[3]; /* by TrmForceSide: on the first, on the second, the axes of components */
  int paired;        /* a second body bears it; else it comes from outside */
  int ready;         /* frames and law are known; else no analysis computes it */
  void *data;        /* of its type's law */
  const TrmValue **laws;
  size_t law_count;
  const TrmValue *active; /* NULL: always */
} TrmForce;

/* A surface of a contact, and the sides it belongs to: 1 first, 2 second. */
typedef struct TrmContactSide {
  TrmSurface surface;
  const TrmSeen *seen; /* the shape it is made of, or NULL */
  unsigned marks;
} TrmContactSide;

/* A contact: surfaces that may touch, pair by pair, and the law. */
typedef struct TrmContact {
  const TrmItem *item;
  int rigid, ready;    /* ready: both sides and the law are known */
  const char *lacking; /* a pair that cannot be followed: "a cylinder against a box", or NULL */
  TrmContactSide *sides;
  size_t surface_count;
  TrmContactLaw law;
  const TrmValue *active; /* NULL: always */
} TrmContact;

/* 1 when surfaces i and k of a contact may touch, i being of the first side; -1 when k is. */
int trm_contact_meets(const TrmContact *contact, size_t i, size_t k);

/* A differential equation: one of rate and residual is given. */
typedef struct TrmEquation {
  const TrmItem *item;
  const TrmValue *rate, *residual;
  double initial, initial_rate; /* in the model's units */
} TrmEquation;

/* A linear system x' = (A x + B u) per unit of time, y = C x + D u, matrices row-major; y is the
 * first output. */
typedef struct TrmBlock {
  const TrmItem *item;
  int ready;
  size_t states, input_count;
  const TrmValue *inputs; /* functions, one after the other */
  double *A, *B, *C, *D;
  double *start; /* NULL: at rest with the initial input */
} TrmBlock;

/* A function of the model, where it stands and compiled. */
typedef struct TrmUse {
  const TrmValue *value;
  const TrmItem *item;
  const TrmParam *param;
  const TrmProgram *program;
} TrmUse;

/* A signal that programs read but the mechanism supplies: component `what` of element `name`. */
typedef struct TrmExternal {
  const char *what, *name;
  TrmFrame frame; /* of Euler parameters, and where the force of a constraint acts */
} TrmExternal;

/* A wheel whose suspension is described: places and directions in ground at the design position. */
typedef struct TrmWheel {
  const TrmItem *item;
  int carrier; /* body number */
  double forward[3], left[3], up[3];
  double side;                     /* 1: left of the middle, -1: right */
  double centre[3], axis[3];       /* of the wheel; the axis points outwards */
  double radius;                   /* m */
  int steered;                     /* has a steering axis: */
  double lower[3], upper[3];       /* its ends */
  int strut;                       /* the upper end is ground's */
  int spring, rack;                /* force and joint numbers, or -1 */
  int rear;                        /* else of the front axle */
  double wheelbase, cg_height;     /* m; 0: not given */
  double brake_share, drive_share; /* 0 to 1 */
} TrmWheel;

/* An analysis that `simulate` lists. */
typedef struct TrmRun {
  const TrmItem *item;
  double until, every; /* s; 0: not given */
  size_t steps;
  int by_inertia; /* assemblies weigh changes by inertia */
  /* of dynamics; 0 or NULL: not given */
  const char *integrator, *formulation, *solver;
  double tolerance, absolute_tolerance, step, max_step, min_step, max_order;
  double penalty, omega, mu, alpha, beta, damping;
  /* of linear models: s, ascending */
  double *times;
  size_t time_count;
  /* of statics */
  size_t iterations;
  int stable;
} TrmRun;

struct TrmSystem {
  TrmArena *arena;
  const TrmModel *model;
  TrmUnits units;
  int planar;
  double gravity[3];
  TrmBody *bodies;
  size_t body_count;
  TrmSeen *seen;
  size_t seen_count, seen_capacity;
  TrmMarker *markers;
  size_t marker_count, marker_capacity;
  TrmPoint *points;
  size_t point_count;
  TrmJoint *joints;
  size_t joint_count;
  TrmMotion *motions;
  size_t motion_count;
  TrmForce *forces;
  size_t force_count;
  TrmContact *contacts;
  size_t contact_count;
  TrmEquation *equations;
  size_t equation_count;
  TrmBlock *blocks; /* transfer functions, then state spaces */
  size_t block_count;
  TrmUse **functions;
  size_t function_count, function_capacity;
  struct TrmMap *programs; /* value in the model -> its TrmUse */
  TrmExternal *externals;
  size_t external_count, external_capacity;
  TrmRun *runs;
  size_t run_count;
  TrmWheel *wheels;
  size_t wheel_count;
  double mass, centre[3]; /* of all bodies that have mass */
};

/* The program of the function that stands at `value` in the model, or NULL. */
const TrmProgram *trm_system_program(const TrmSystem *system, const TrmValue *value);

/* The marker as programs want it: from the body's centre of mass. */
TrmFrame trm_marker_frame(const TrmSystem *system, const TrmMarker *marker);

/* Position of the body's centre of mass, ground axes. */
void trm_body_centre(const TrmBody *body, double out[3]);

#endif
