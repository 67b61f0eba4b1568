/* SPDX-License-Identifier: Apache-2.0
 *
 * What laws are made of: vectors of moving frames with their slopes, and functions of the model.
 * With x fixed in the body and dtheta in body axes, d(R x) = R (dtheta x x).
 */
#include "catalog/force/law.h"
#include "math/mat3.h"
#include <string.h>

size_t trm_force_law(TrmForceSetup *setup, const TrmValue *value) {
  TRM_PUSH(setup->values.arena, setup->laws, setup->law_count, setup->law_capacity, value);
  return setup->law_count - 1;
}

int trm_force_components(TrmForceSetup *setup, const char *key, TrmForceComponents *c) {
  const TrmItem *item = setup->values.item;
  const TrmParam *param = trm_type_param(item->type, key);
  const TrmValue *value = param ? trm_item_value(item, key) : NULL;
  const TrmValue *list = value && value->form == TRM_FORM_LIST ? value->list : value;
  size_t count = !value ? 0 : value->form == TRM_FORM_LIST ? value->count : 1;
  unsigned mirror = setup->mirror, odd = (mirror ^ mirror >> 1 ^ mirror >> 2) & 1;
  int axial = param && param->flags & TRM_AXIAL;
  c->count = 0;
  if (value && count != 3 && !(setup->values.planar && count == (axial ? 1 : 2))) {
    if (trm_item_damaged(item)) return 0;
    trm_log_add(setup->values.log, TRM_E_PLACE_COUNT, value->place, item->name,
                "'%s' has %zu component%s, but %s are three%s", item->name, count,
                count == 1 ? "" : "s", setup->values.planar ? "there" : "in space there",
                setup->values.planar ? (axial ? ", or one in the plane" : ", or two in the plane")
                                     : "");
    return 0;
  }
  for (size_t i = 0; i < count && i < 3; i++) {
    size_t axis = count == 1 ? 2 : i;
    int turned = (mirror >> axis & 1) != 0;
    if (axial && odd) turned = !turned;
    c->axis[i] = axis;
    c->sign[i] = turned ? -1 : 1;
    c->law[i] = trm_force_law(setup, &list[i]);
    c->count++;
  }
  return 1;
}

double *trm_force_zero(TrmForceCall *call) {
  double *jet = trm_force_vector(call);
  memset(jet, 0, 3 * (call->n + 1) * sizeof *jet);
  return jet;
}

/* slopes R (e_k x x) into the three entries */
static void add_turn(const TrmForceSite *site, const int *entry, const double x[3], double *out) {
  const double across[3][3] = {{0, -x[2], x[1]}, {x[2], 0, -x[0]}, {-x[1], x[0], 0}};
  for (int k = 0; k < 3; k++) {
    double slope[3];
    if (!entry[k]) continue;
    trm_mat3_apply(site->motion->R, across[k], slope);
    trm_vec3_add(out + 3 * entry[k], 1, slope, out + 3 * entry[k]);
  }
}

/* slopes e_k, or R e_k, into the three entries */
static void add_move(const int *entry, const double *R, double *out) {
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 3 && entry[k]; i++) out[3 * entry[k] + i] += R ? R[3 * i + k] : i == k;
}

void trm_site_vector(const TrmForceSite *site, const double x_b[3], double *out, size_t n) {
  if (n) memset(out + 3, 0, 3 * n * sizeof *out);
  trm_mat3_apply(site->motion->R, x_b, out);
  if (n) add_turn(site, site->entry + 3, x_b, out);
}

const double *trm_force_point(TrmForceCall *call, TrmForceSide side) {
  const TrmForceSite *site = &call->site[side];
  double *p = trm_force_vector(call);
  trm_site_vector(site, site->frame->s, p, call->n);
  trm_vec3_add(p, 1, site->motion->r, p);
  if (call->n) add_move(site->entry, NULL, p);
  return p;
}

const double *trm_force_axis(TrmForceCall *call, TrmForceSide side, int axis) {
  const TrmForceSite *site = &call->site[side];
  const double *A = site->frame->A, x[3] = {A[axis], A[3 + axis], A[6 + axis]};
  double *v = trm_force_vector(call);
  trm_site_vector(site, x, v, call->n);
  return v;
}

/* v + R (w x s) */
const double *trm_force_velocity(TrmForceCall *call, TrmForceSide side) {
  const TrmForceSite *site = &call->site[side];
  double *v = trm_force_vector(call), across[3];
  trm_vec3_cross(site->motion->w, site->frame->s, across);
  trm_site_vector(site, across, v, call->n);
  trm_vec3_add(v, 1, site->motion->v, v);
  if (!call->n) return v;
  add_move(site->entry + 6, NULL, v);
  add_turn(site, site->entry + 9, site->frame->s, v);
  return v;
}

const double *trm_force_spin(TrmForceCall *call, TrmForceSide side) {
  const TrmForceSite *site = &call->site[side];
  double *w = trm_force_vector(call);
  trm_site_vector(site, site->motion->w, w, call->n);
  if (call->n) add_move(site->entry + 9, site->motion->R, w);
  return w;
}

void trm_force_local(TrmForceCall *call, int index, const double *jet, double unit) {
  int external = call->local[index];
  if (external < 0) return;
  call->externals[external] = jet[0] / unit;
  double *slopes = call->slopes + call->sources[external].first;
  for (size_t i = 0; i < call->n; i++) slopes[i] = jet[i + 1] / unit;
}

const double *trm_force_program(TrmForceCall *call, size_t index) {
  const TrmForceProgram *p = &call->programs[index];
  double *out = trm_force_scalar(call);
  if (!call->n) {
    out[0] = trm_program_value(p->program, &call->at, call->scratch);
    return out;
  }
  size_t count;
  const TrmColumn *columns = trm_program_columns(p->program, &count);
  memset(out, 0, (call->n + 1) * sizeof *out);
  out[0] = trm_program_gradient(p->program, &call->at, call->scratch, call->gradient);
  for (size_t k = 0; k < count; k++) {
    if (p->entry[k]) out[p->entry[k]] += call->gradient[k];
    if (columns[k].kind != TRM_COLUMN_EXTERNAL || !p->through[k]) continue;
    const TrmForceSource *source = &call->sources[columns[k].index];
    const double *slopes = call->slopes + source->first;
    for (size_t i = 0; i < source->count; i++)
      out[p->through[k][i]] += call->gradient[k] * slopes[i];
  }
  return out;
}

void trm_force_add_components(TrmForceCall *call, const TrmForceComponents *c, double *v) {
  for (size_t i = 0; i < c->count; i++) {
    const double *value = trm_force_program(call, c->law[i]);
    const double *axis = trm_force_axis(call, TRM_FORCE_AXES, (int)c->axis[i]);
    trm_jet_add_scaled(v, c->sign[i], value, axis, call->n);
  }
}
