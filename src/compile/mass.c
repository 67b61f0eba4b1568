/* SPDX-License-Identifier: Apache-2.0
 *
 * Mass properties of a body: as given, or from its shapes; and whether a body can have them. The
 * inertia must be positive definite, and its principal moments obey the triangle inequality,
 * l3 <= l1 + l2, because each is an integral over two squares.
 */
#include "compile/compiler.h"
#include "math/eigen3.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include <math.h>
#include <string.h>

/* keep what is seen of a shape, on its own side */
static void add_seen(Compiler *c, const TrmValues *values, int body, unsigned mirror) {
  TrmSystem *system = c->system;
  TrmSeen seen = {.body = body, .item = values->item};
  trm_shape_figure(values, &seen.figure);
  for (size_t i = 0; i < seen.figure.point_count; i++)
    trm_mirror_vector(mirror, seen.figure.points + 3 * i);
  TRM_PUSH(c->arena, system->seen, system->seen_count, system->seen_capacity, seen);
}

/* sum of the shapes in ground axes on the unmirrored side; their geometry is checked either way */
static TrmMassProperties add_shapes(Compiler *c, const TrmItem *item, const Site *frame, int body) {
  TrmMassProperties sum = {0};
  const TrmValue *shapes = trm_item_value(item, "shape");
  if (!shapes || shapes->form != TRM_FORM_LIST) return sum;
  ValuesContext context = {.compiler = c, .site = *frame};
  context.site.local = 0;
  memcpy(context.site.origin, frame->p_go_g, sizeof context.site.origin);
  memcpy(context.site.axes, frame->R_gb, sizeof context.site.axes);
  for (unsigned i = 0; i < shapes->count; i++) {
    if (shapes->list[i].form != TRM_FORM_ITEM) continue;
    TrmMassProperties part = {0};
    TrmValues values = trm_site_values(&context, shapes->list[i].item);
    c->unranged = 1;
    if (trm_shape_mass(&values, &part)) {
      if (part.mass > 0) trm_mass_add(&sum, &part);
      add_seen(c, &values, body, frame->mirror);
    }
    c->unranged = 0;
  }
  return sum;
}

void trm_compile_ground_shapes(Compiler *c) {
  const TrmItem *ground = trm_model_find(c->model, "bodies", "ground");
  if (!ground) return;
  Site site = trm_site(ground, "ground");
  trm_mat3_identity(site.R_gb);
  add_shapes(c, ground, &site, TRM_GROUND);
}

/* the tensor of 3 or 6 values, of one in the plane */
static int read_inertia(Compiler *c, TrmBody *body, const TrmValue *value) {
  const TrmItem *item = body->item;
  double v[6] = {0};
  size_t count;
  if (!trm_compile_list(c, trm_type_param(item->type, "inertia"), value, item->name, v, 6, &count))
    return 0;
  int planar = c->system->planar;
  if (planar ? count != 1 : count != 3 && count != 6) {
    trm_log_add(trm_compile_log(c), TRM_E_INERTIA_COUNT, value->place, item->name,
                "inertia of '%s' has %zu value%s; %s", item->name, count, count == 1 ? "" : "s",
                planar ? "in the plane it is one number" : "in space it has three or six");
    return 0;
  }
  if (planar) {
    body->inertia_b[8] = v[0];
  } else {
    double tensor[9] = {v[0], v[3], v[4], v[3], v[1], v[5], v[4], v[5], v[2]};
    memcpy(body->inertia_b, tensor, sizeof tensor);
  }
  return 1;
}

/* diagonal tensors: the message names the axis as the user wrote it */
static int check_diagonal(Compiler *c, const TrmBody *body, TrmPlace place, double scale,
                          const char *unit) {
  static const char *const axes[] = {"ixx", "iyy", "izz"};
  const double *I = body->inertia_b;
  for (unsigned k = 0; k < 3; k++) {
    double own = I[4 * k], others = I[0] + I[4] + I[8] - own;
    if (own <= others * (1 + 1e-9)) continue;
    trm_log_add(trm_compile_log(c), TRM_E_INERTIA_IMPOSSIBLE, place, body->item->name,
                "inertia of '%s' is impossible: %s = %g is more than %s + %s = %g (%s)",
                body->item->name, axes[k], own / scale, axes[k == 0 ? 1 : 0], axes[k == 2 ? 1 : 2],
                others / scale, unit);
    return 0;
  }
  return 1;
}

static void check_inertia(Compiler *c, const TrmBody *body, TrmPlace place) {
  const TrmParam *param = trm_type_param(body->item->type, "inertia");
  const TrmUnits *units = &c->system->units;
  double scale = trm_units_scale(units, param->dimension), moments[3], axes[9];
  char unit[32];
  trm_dimension_format(units, param->dimension, unit, sizeof unit);
  const double *I = body->inertia_b;
  if (c->system->planar) {
    if (!(I[8] > 0))
      trm_log_add(trm_compile_log(c), TRM_E_INERTIA_NOT_POSITIVE, place, body->item->name,
                  "inertia of '%s' is %g %s; it must be more than 0", body->item->name,
                  I[8] / scale, unit);
    return;
  }
  trm_eigen3(I, moments, axes);
  /* an axis has no sense: show the one that points forward */
  for (unsigned k = 0; k < 3; k++) {
    double lead = axes[k] != 0 ? axes[k] : axes[3 + k] != 0 ? axes[3 + k] : axes[6 + k];
    for (unsigned i = 0; i < 3; i++) axes[3 * i + k] = axes[3 * i + k] * copysign(1, lead) + 0.0;
  }
  unsigned least = 0, most = 0;
  for (unsigned k = 1; k < 3; k++) {
    if (moments[k] < moments[least]) least = k;
    if (moments[k] > moments[most]) most = k;
  }
  if (!(moments[least] > 0)) {
    trm_log_add(trm_compile_log(c), TRM_E_INERTIA_NOT_POSITIVE, place, body->item->name,
                "inertia of '%s' is not positive: %g %s about (%.3g, %.3g, %.3g)", body->item->name,
                moments[least] / scale, unit, axes[least], axes[3 + least], axes[6 + least]);
    if (moments[least] == 0)
      trm_log_hint(trm_compile_log(c), "a mass without moments is `point_mass: true`; without "
                                       "`inertia` the moments are those of its shape");
    return;
  }
  const TrmValue *as_given = trm_item_value(body->item, "inertia_as_given");
  if (as_given && as_given->form == TRM_FORM_FLAG && as_given->number != 0) return;
  if (I[1] == 0 && I[2] == 0 && I[5] == 0) {
    check_diagonal(c, body, place, scale, unit);
    return;
  }
  double others = moments[0] + moments[1] + moments[2] - moments[most];
  if (moments[most] > others * (1 + 1e-9))
    trm_log_add(trm_compile_log(c), TRM_E_INERTIA_IMPOSSIBLE, place, body->item->name,
                "inertia of '%s' is impossible: the principal moment %g about (%.3g, %.3g, %.3g) "
                "is more than the sum %g of the other two (%s)",
                body->item->name, moments[most] / scale, axes[most], axes[3 + most], axes[6 + most],
                others / scale, unit);
}

/* the sum of the shapes, from ground axes to the body's */
static void take_shapes(TrmBody *body, const TrmMassProperties *sum, const Site *frame,
                        int has_cm) {
  double d[3], turned[9];
  body->mass = sum->mass;
  trm_vec3_add(sum->centre, -1, frame->p_go_g, d);
  if (!has_cm) trm_mat3_apply_transposed(frame->R_gb, d, body->c_b);
  trm_mat3_transposed_product(frame->R_gb, sum->inertia, turned);
  trm_mat3_product(turned, frame->R_gb, body->inertia_b);
  body->has_inertia = 1;
}

void trm_compile_mass(Compiler *c, TrmBody *body, const Site *site) {
  const TrmItem *item = body->item;
  const TrmValue *mass = trm_item_value(item, "mass"), *cm = trm_item_value(item, "cm");
  const TrmValue *inertia = trm_item_value(item, "inertia");
  const TrmValue *point_mass = trm_item_value(item, "point_mass");
  body->point_mass = point_mass && point_mass->form == TRM_FORM_FLAG && point_mass->number != 0;
  /* everything is read on the unmirrored side, then reflected */
  if (cm) trm_site_place(c, site, cm, body->c_b);
  TrmMassProperties shapes = add_shapes(c, item, site, (int)(body - c->system->bodies));
  if (mass) {
    trm_compile_number(c, trm_type_param(item->type, "mass"), mass, item->name, &body->mass);
  } else if (shapes.mass > 0) {
    take_shapes(body, &shapes, site, cm != NULL);
  }
  if (inertia && read_inertia(c, body, inertia)) {
    body->has_inertia = 1;
    check_inertia(c, body, inertia->place);
  }
  if (inertia && !mass && !(shapes.mass > 0) && !trm_item_damaged(item))
    trm_log_add(trm_compile_log(c), TRM_E_MASS_INCOMPLETE, inertia->place, item->name,
                "body '%s' has an inertia but no mass", item->name);
  trm_mirror_vector(site->mirror, body->c_b);
  trm_mirror_matrix(site->mirror, body->inertia_b);
}
