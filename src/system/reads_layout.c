/* SPDX-License-Identifier: Apache-2.0
 *
 * Layout of reads: what of an external or acceleration is one, and where it stands among the
 * columns of forces.
 */
#include "system/reads.h"
#include <string.h>

static size_t push(TrmEquations *eq, struct TrmForces *f, TrmRead read) {
  TRM_PUSH(eq->arena, f->reads, f->read_count, f->read_capacity, read);
  return f->read_count - 1;
}

void trm_reads_add_acceleration(TrmEquations *eq, struct TrmForces *f, size_t column) {
  if (f->acceleration_of[column] >= 0) return;
  TrmRead read = {.column = (int)column, .factor = 1};
  for (size_t i = 0; i < eq->body_count; i++)
    for (int k = 0; k < 6; k++)
      if (eq->body_column[i][k] == (int)column) read.body = i, read.component = k;
  f->acceleration_of[column] = (int)push(eq, f, read);
}

/* the rows and frame of the joint or motion; 0 when there is none that can be read */
static int find(const TrmEquations *eq, const char *name, TrmRead *read, double *sign) {
  const TrmSystem *system = eq->system;
  for (size_t i = 0; i < system->joint_count; i++) {
    const TrmJoint *joint = &system->joints[i];
    if (strcmp(joint->item->name, name) != 0) continue;
    if (!joint->has_frames || joint->coupling || eq->joint_rows[i] < 1) return 0;
    read->first = (size_t)eq->joint_row[i];
    read->count = (size_t)eq->joint_rows[i];
    read->at = &joint->frame_first;
    *sign = 1;
    return 1;
  }
  for (size_t i = 0; i < system->motion_count; i++) {
    const TrmMotion *motion = &system->motions[i];
    if (strcmp(motion->item->name, name) != 0) continue;
    if (eq->motion_row[i] < 0) return 0;
    read->first = (size_t)eq->motion_row[i];
    read->count = 1;
    read->at = &motion->first;
    *sign = -1; /* of a motion, what drives the second */
    return 1;
  }
  return 0;
}

int trm_reads_add_external(TrmEquations *eq, struct TrmForces *f, unsigned external) {
  const TrmExternal *e = &eq->system->externals[external];
  const TrmUnits *units = &eq->system->units;
  const char *what = e->what;
  TrmRead read = {.column = -1};
  double sign = 1;
  int turns = what[0] == 't', axis = strlen(what) == 2 ? what[1] - 'x' : -1;
  if (strlen(what) != 2 || (what[0] != 'f' && !turns)) return 0;
  if ((axis < 0 || axis > 2) && what[1] != 'm') return 0;
  if (!find(eq, e->name, &read, &sign)) return 0;
  read.factor =
      sign / trm_units_scale(units, turns ? (TrmDimension)TRM_TORQUE : (TrmDimension)TRM_FORCE);
  f->read_of[external] = (int)f->read_count;
  for (int k = 0; k < 3; k++) {
    if (what[1] != 'm' && k != axis) continue;
    read.component = (turns ? 3 : 0) + k;
    push(eq, f, read);
  }
  f->read_wide[external] = (unsigned char)(f->read_count - (size_t)f->read_of[external]);
  return 1;
}

void trm_reads_number(TrmEquations *eq, struct TrmForces *f) {
  eq->read_count = f->read_count;
  f->first_read = 2 * eq->column_count + eq->state_count + eq->input_count;
  f->read_list = trm_arena_array(eq->arena, f->read_count + 1, sizeof *f->read_list);
  for (size_t k = 0; k < f->read_count; k++) {
    f->read_list[k] = f->first_read + k;
    f->reads[k].weights = f->read_weights;
    f->read_weights += f->reads[k].count;
  }
}
