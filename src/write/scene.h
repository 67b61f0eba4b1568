/* SPDX-License-Identifier: Apache-2.0
 *
 * Scene: the mechanism of a result as forms in space, as the page of `view` draws it: bodies by
 * their shapes, or as links between their joints; joints, springs, motions, forces as arrows.
 */
#ifndef TRM_WRITE_SCENE_H
#define TRM_WRITE_SCENE_H

#include "base/json.h"
#include "results/store.h"
#include "write/render.h"

typedef struct TrmScene TrmScene;

/* Read the picture of a result; only inside a guard. */
TrmStatus trm_scene_new(TrmResult *result, TrmArena *arena, TrmLog *log, TrmScene **scene);

/* Draw the path of a point through the whole run: of a marker, a joint or a body's mass centre. */
TrmStatus trm_scene_trace(TrmScene *scene, const char *name, TrmLog *log);

/* Draw the reactions of joints too, as arrows to the scale of all forces. */
TrmStatus trm_scene_reactions(TrmScene *scene);

/* The first and the last time; the seconds that a unit of time has; what the unit is called. */
void trm_scene_span(const TrmScene *scene, double span[2]);
double trm_scene_second(const TrmScene *scene, const char **unit);

/* Move everything to a time. */
TrmStatus trm_scene_move(TrmScene *scene, double time);

/* Look at all of the motion from a side ("iso", "front", "top", "right", "back", "bottom", "left";
 * NULL: iso, or the front of a plane) with a picture so many times as wide as high; 0: no such
 * side. */
int trm_scene_look(const TrmScene *scene, const char *side, double aspect, TrmCamera *camera);

/* Draw it as it is now, on a light ground or a dark one. */
void trm_scene_draw(const TrmScene *scene, TrmRender *render, int dark);

#endif
