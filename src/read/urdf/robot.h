/* SPDX-License-Identifier: Apache-2.0
 *
 * Robot: links and joints by name, their tree, and the frames of links in ground while all joints
 * are at zero, which is the design position of the model.
 */
#ifndef TRM_READ_URDF_ROBOT_H
#define TRM_READ_URDF_ROBOT_H

#include "base/map.h"
#include "read/node.h"
#include "read/urdf/element.h"

typedef struct TrmRobotJoint TrmRobotJoint;

typedef struct TrmRobotLink {
  const char *given, *name; /* in the file, in the model */
  const TrmElement *element;
  TrmRobotJoint *above;             /* its joint to the link above; NULL of the root */
  struct TrmRobotLink *body;        /* the link whose body it is part of; itself; NULL: ground */
  double p[3], R[9];                /* its frame in ground */
  TrmNode *node, *markers, *shapes; /* of a body */
  int placed;
} TrmRobotLink;

/* What a type of joint is in the model; joint NULL: no joint at all. */
typedef struct TrmRobotType {
  const char *word, *joint;
  int turns, slides, has_axis, loop_only;
} TrmRobotType;

struct TrmRobotJoint {
  const char *given, *name;
  const TrmElement *element;
  const TrmRobotType *type;
  TrmRobotLink *parent, *child;
  double p[3], R[9]; /* origin in the frame of the parent */
  double axis_g[3];  /* in ground, at the design position */
  TrmNode *node;
};

typedef struct TrmRobot {
  TrmArena *arena;
  TrmLog *log;
  const TrmSource *source;
  const TrmElement *root;
  TrmMap *links_by_name, *joints_by_name, *materials, *names;
  TrmRobotLink **links;
  size_t link_count, link_capacity;
  TrmRobotJoint **joints;
  size_t joint_count, joint_capacity;
  TrmRobotLink ground;
  TrmNode *model, *bodies, *joints_node, *constraints, *forces;
  size_t merged, meshes, loops;
  const char *skipped; /* kinds of elements that were left out */
  int xacro_told;      /* that xacro comes first */
  const char *ignore;  /* what is to be left out on request, apart by commas; NULL: nothing */
} TrmRobot;

/* values.c: numbers of attributes; 0 after an error. The attribute of a child, such as
 * <origin xyz="...">, keeps its default when it is not there. */
int trm_robot_numbers(TrmRobot *r, const TrmAttribute *a, double *values, size_t count);
int trm_robot_number(TrmRobot *r, const TrmElement *e, const char *name, double *value);
/* A number that must be there. */
int trm_robot_need(TrmRobot *r, const TrmElement *e, const char *name, double *value);
int trm_robot_origin(TrmRobot *r, const TrmElement *e, double p[3], double R[9]);
const char *trm_robot_text(TrmRobot *r, const TrmElement *e, const char *name);
/* A name for `kind` that nothing there has yet. */
const char *trm_robot_name(TrmRobot *r, const char *kind, const char *wanted);
/* 1 when limits, damping, friction or mimic are to be left out. */
int trm_robot_ignores(const TrmRobot *r, const char *what);
/* Report children that mean nothing; `known` are apart by bars. */
void trm_robot_check_children(TrmRobot *r, const TrmElement *e, const char *known);
/* A frame inside another: p and R of the inner one in the outer's outer. */
void trm_robot_compose(const double p[3], const double R[9], const double q[3], const double S[9],
                       double p_out[3], double R_out[9]);
void trm_robot_put_frame(TrmRobot *r, TrmNode *map, TrmPlace place, const double p[3],
                         const double R[9], int always);
TrmNode *trm_robot_vector(TrmRobot *r, TrmPlace place, const double v[3]);

/* links.c: bodies with their mass; shape.c: what is seen of them. */
void trm_robot_link(TrmRobot *r, TrmRobotLink *link);
int trm_robot_has_mass(const TrmRobotLink *link);
void trm_robot_shapes(TrmRobot *r, TrmRobotLink *link);

/* joints.c: joints of the tree, then those that close loops. */
const TrmRobotType *trm_robot_type(TrmRobot *r, const TrmElement *e, int loop);
void trm_robot_joint(TrmRobot *r, TrmRobotJoint *joint);
void trm_robot_mimic(TrmRobot *r, TrmRobotJoint *joint);
void trm_robot_loop(TrmRobot *r, const TrmElement *e);

/* mesh.c: the path of a mesh from the folder of the robot; NULL when it is not to be had. The box
 * around the vertices of a COLLADA file; 0 when there is none. */
const char *trm_robot_mesh_path(TrmRobot *r, const TrmAttribute *file);
int trm_robot_mesh_box(TrmRobot *r, const char *path, double low[3], double high[3]);

#endif
