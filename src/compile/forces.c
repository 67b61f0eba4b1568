/* SPDX-License-Identifier: Apache-2.0
 *
 * Forces: the frames each element acts between, and its law prepared. Given by bodies, places lie
 * where `from`, `to` or `at` say at the design position; given by markers, the frames are theirs.
 * Whatever is wrong with single values is reported by the walk through all of them.
 */
#include "compile/compiler.h"
#include "math/mat3.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include <string.h>

static const double ground_axes[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

/* one end: its body or marker, and where it is on the unmirrored side */
typedef struct End {
  int body, marker;
  const char *key; /* of the place, for bodies */
  double p[3];
} End;

static int read_head(const Compiler *c, const TrmValue *value, End *end) {
  end->marker = -1;
  if (value->form != TRM_FORM_TEXT) return 0;
  if (trm_compile_body(c, value->text, &end->body)) return 1;
  end->marker = trm_compile_index(c, GROUP_MARKER, value->text);
  if (end->marker < 0) return 0;
  end->body = c->system->markers[end->marker].body;
  return 1;
}

static int report(Compiler *c, const TrmItem *item, TrmCode code, TrmPlace place, const char *what,
                  const char *hint) {
  if (trm_item_damaged(item)) return 0;
  trm_log_add(c->log, code, place, item->name, "%s '%s' %s", item->type->name, item->name, what);
  if (hint) trm_log_hint(c->log, "%s", hint);
  return 0;
}

/* the place of an end given by a body; a centre of mass where it may be left out */
static int read_place(Compiler *c, const Site *site, const TrmItem *item, End *end, int needed) {
  const TrmValue *at = end->key ? trm_item_value(item, end->key) : NULL;
  if (at) return trm_site_place(c, site, at, end->p);
  if (needed)
    return report(c, item, TRM_E_GEOMETRY_MISSING, item->place,
                  trm_arena_printf(c->arena, "between bodies needs `%s`", end->key),
                  "say where it is, or connect markers");
  if (end->body != TRM_GROUND) trm_body_centre(&c->system->bodies[end->body], end->p);
  trm_mirror_vector(site->mirror, end->p);
  return 1;
}

/* a marker says where its end is */
static int check_twice(Compiler *c, const TrmItem *item, const End *end) {
  const TrmValue *value = end->key ? trm_item_value(item, end->key) : NULL;
  if (!value) return 1;
  return report(
      c, item, TRM_E_GEOMETRY_TWICE, value->place,
      trm_arena_printf(c->arena, "is given by a marker, so `%s` says twice where it is", end->key),
      NULL);
}

/* axes of the frames on bodies, unmirrored: `orient`, ground's, or x from the first to the second
 */
static int read_axes(Compiler *c, const Site *site, const TrmForce *force, const End ends[2],
                     double R[9]) {
  const TrmItem *item = force->item;
  const TrmParam *param = trm_type_param(item->type, "orient");
  const TrmValue *orient = param ? trm_item_value(item, "orient") : NULL;
  trm_mat3_identity(R);
  if (orient && (orient->form != TRM_FORM_ITEM || !trm_site_orient(c, site, orient->item, R)))
    return 0;
  if (!force->type->straight) return 1;
  double d[3], y[3] = {R[1], R[4], R[7]}, x[3] = {R[0], R[3], R[6]};
  trm_vec3_add(ends[1].p, -1, ends[0].p, d);
  if (!trm_vec3_unit(d, d))
    return report(c, item, TRM_E_LINK_LENGTH, item->place, "has both ends at one place", NULL);
  if (!orient) {
    if (!c->system->planar) return trm_rotation_one_axis(0, d, R);
    const double out[3] = {0, 0, 1};
    return trm_rotation_two_axes(0, d, 2, out, R);
  }
  if (trm_vec3_dot(x, d) < 0.9998)
    return report(c, item, TRM_E_NOT_PERPENDICULAR, orient->place,
                  "has an `orient` whose x axis does not point along it", NULL);
  return trm_rotation_two_axes(0, d, 1, y, R);
}

/* frames of the ends; those of bodies are reflected at the end */
static int make_frames(Compiler *c, TrmForce *force, End ends[2], int needed) {
  const TrmSystem *system = c->system;
  const TrmItem *item = force->item;
  Site site = trm_site(item, item->name);
  double R[9], p[3];
  int alike = ends[0].key && ends[1].key && strcmp(ends[0].key, ends[1].key) == 0;
  int body = -1, marker = -1; /* the first end of either kind */
  for (int k = 1 + force->paired; k-- > 0;) *(ends[k].marker < 0 ? &body : &marker) = k;
  for (int k = 0; k <= force->paired; k++)
    if (ends[k].marker >= 0 && !check_twice(c, item, &ends[k])) return 0;
  for (int k = 0; k <= force->paired; k++) {
    if (ends[k].marker < 0) continue;
    force->frame[k] = trm_marker_frame(system, &system->markers[ends[k].marker]);
  }
  if (body < 0) return 1;
  /* one place for both: where the marker is, or where the first is */
  int shared = alike || !ends[body].key;
  if (marker >= 0) {
    double axes[9];
    trm_frame_in_ground(system, &force->frame[marker], p, axes);
    if (!shared && !read_place(c, &site, item, &ends[body], needed)) return 0;
    if (!shared) memcpy(p, ends[body].p, sizeof p);
    if (!shared) trm_mirror_vector(site.mirror, p);
    force->frame[body] = trm_frame_on_body(system, ends[body].body, p, axes);
    return 1;
  }
  for (int k = 0; k <= force->paired; k++) {
    if (k && shared)
      ends[1] = (End){ends[1].body, -1, ends[1].key, {ends[0].p[0], ends[0].p[1], ends[0].p[2]}};
    if ((!k || !shared) && !read_place(c, &site, item, &ends[k], needed)) return 0;
  }
  if (!read_axes(c, &site, force, ends, R)) return 0;
  trm_mirror_matrix(site.mirror, R);
  for (int k = 0; k <= force->paired; k++) {
    trm_mirror_vector(site.mirror, ends[k].p);
    force->frame[k] = trm_frame_on_body(system, ends[k].body, ends[k].p, R);
  }
  return 1;
}

/* about a joint: its frames. A mirrored joint that also slides counts its angle the other way */
static int frames_of_joint(Compiler *c, TrmForce *force, const TrmValue *name) {
  int index = name->form == TRM_FORM_TEXT ? trm_compile_index(c, GROUP_JOINT, name->text) : -1;
  if (index < 0) return 0;
  const TrmJoint *joint = &c->system->joints[index];
  if (!joint->type->turns)
    return report(c, force->item, TRM_E_TORSION_JOINT, name->place,
                  trm_arena_printf(c->arena,
                                   "acts about joint '%s', but a %s joint does not turn "
                                   "about one axis",
                                   name->text, joint->type->type.name),
                  NULL);
  if (!joint->has_frames) return 0;
  force->frame[0] = joint->frame_first;
  force->frame[1] = joint->frame_second;
  force->paired = 1;
  unsigned mirror = trm_item_mirror(joint->item), odd = (mirror ^ mirror >> 1 ^ mirror >> 2) & 1;
  for (int k = 0; k < 2 && odd && joint->type->slides; k++)
    for (int i = 0; i < 9; i++)
      if (i % 3) force->frame[k].A[i] = -force->frame[k].A[i];
  return 1;
}

static int read_frames(Compiler *c, TrmForce *force) {
  const TrmItem *item = force->item;
  const TrmParam *head = trm_type_flagged(item->type, TRM_HEAD);
  const TrmField *field = head ? trm_item_field(item, head) : NULL;
  if (!field) return 0;
  const TrmValue *value = &field->value;
  if (head->refs & TRM_REF_JOINT) return frames_of_joint(c, force, value);
  const TrmValue *list = value->form == TRM_FORM_LIST ? value->list : value;
  unsigned count = value->form == TRM_FORM_LIST ? value->count : 1;
  int line = trm_type_param(item->type, "from") != NULL;
  End ends[2] = {{.key = line ? "from" : "at"}, {.key = line ? "to" : "at"}};
  if (!line && !trm_type_param(item->type, "at")) ends[0].key = ends[1].key = NULL;
  force->paired = count == 2;
  for (unsigned k = 0; k < count && k < 2; k++)
    if (!read_head(c, &list[k], &ends[k])) return 0;
  if (force->paired && ends[0].body == ends[1].body) {
    const char *name = ends[0].body < 0 ? "ground" : c->system->bodies[ends[0].body].item->name;
    return report(c, item, TRM_E_SAME_BODY, value->place,
                  trm_arena_printf(c->arena, "connects '%s' with itself", name), NULL);
  }
  return make_frames(c, force, ends, head->least == 2);
}

/* the axes that components are along */
static int read_in(Compiler *c, TrmForce *force) {
  const TrmParam *param = trm_type_param(force->item->type, "in");
  const TrmValue *value = param ? trm_item_value(force->item, "in") : NULL;
  force->frame[2] = (TrmFrame){.body = TRM_GROUND, .A = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
  if (!value) return 1;
  return value->form == TRM_FORM_TEXT && trm_compile_frame(c, value->text, &force->frame[2]) > 0;
}

static void compile_force(Compiler *c, TrmForce *force) {
  const TrmItem *item = force->item;
  force->type = trm_force_type(item);
  force->active = trm_item_value(item, "active");
  ValuesContext context = {c, trm_site(item, item->name)};
  TrmForceSetup setup = {.values = trm_site_values(&context, item),
                         .units = &c->system->units,
                         .mirror = context.site.mirror};
  int quiet = c->quiet;
  c->quiet = 1;
  int good = force->type->prepare && read_frames(c, force) && read_in(c, force);
  if (good) {
    double p[2][3] = {{0}}, R[9];
    for (int k = 0; k < 2; k++) trm_frame_in_ground(c->system, &force->frame[k], p[k], R);
    trm_vec3_add(p[1], -1, p[0], p[1]);
    for (int k = 0; k < 2; k++) {
      int body = force->frame[k].body;
      setup.R_gb[k] = body < 0 ? ground_axes : c->system->bodies[body].R_gb;
    }
    if (force->paired) setup.distance = trm_vec3_norm(p[1]);
    memcpy(setup.frame, force->frame, sizeof setup.frame);
    force->data = trm_arena_alloc(c->arena, force->type->size);
    good = force->type->prepare(&setup, force->data);
    memcpy(force->frame, setup.frame, sizeof setup.frame);
  }
  c->quiet = quiet;
  force->laws = setup.laws;
  force->law_count = setup.law_count;
  force->ready = good;
}

void trm_compile_forces(Compiler *c) {
  TrmItem *const *items = trm_model_section(c->model, "forces", &c->system->force_count);
  size_t count = c->system->force_count;
  c->system->forces = trm_arena_array(c->arena, count, sizeof *c->system->forces);
  for (size_t i = 0; i < count; i++) {
    c->system->forces[i].item = items[i];
    compile_force(c, &c->system->forces[i]);
  }
}
