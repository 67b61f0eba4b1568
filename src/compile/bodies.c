/* SPDX-License-Identifier: Apache-2.0
 *
 * Bodies and markers: frames at the design position, initial motion. Frames are made on demand,
 * since one may be placed by another's marker.
 */
#include "compile/compiler.h"
#include "math/mat3.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include <math.h>
#include <string.h>

/* a rotation about z only */
static int stays_in_plane(const double R[9]) {
  return fabs(R[8] - 1) < 1e-12;
}

/* orientation by `orient`, or in planar models by `angle` */
static int read_axes(Compiler *c, const Site *site, const TrmItem *item, double R[9]) {
  const TrmValue *orient = trm_item_value(item, "orient"), *angle = trm_item_value(item, "angle");
  trm_mat3_identity(R);
  if (angle && !c->system->planar) {
    trm_log_add(trm_compile_log(c), TRM_E_NOT_PLANAR, angle->place, site->owner,
                "`angle` of '%s' is for planar models", site->owner);
    trm_log_hint(trm_compile_log(c), "write orient: {axis: z, angle: ...}");
    return 0;
  }
  if (angle) {
    double z[3] = {0, 0, 1}, turn;
    const TrmParam *param = trm_type_param(item->type, "angle");
    return trm_compile_number(c, param, angle, site->owner, &turn) &&
           trm_rotation_axis_angle(z, turn, R);
  }
  if (!orient || orient->form != TRM_FORM_ITEM) return 1;
  if (!trm_site_orient(c, site, orient->item, R)) return 0;
  if (c->system->planar && !stays_in_plane(R)) {
    trm_log_add(trm_compile_log(c), TRM_E_NOT_PLANAR, orient->place, site->owner,
                "the orientation of '%s' turns it out of the plane", site->owner);
    return 0;
  }
  return 1;
}

int trm_compile_body_frame(Compiler *c, size_t index) {
  TrmBody *body = &c->system->bodies[index];
  Progress *progress = &c->body_progress[index];
  int begun = trm_compile_begin(c, progress, "body", body->item);
  if (begun <= 0) return begun;
  Site site = trm_site(body->item, body->item->name);
  const TrmValue *at = trm_item_value(body->item, "at");
  int good = !at || trm_site_place(c, &site, at, body->p_go_g);
  memcpy(site.origin, body->p_go_g, sizeof site.origin);
  good &= read_axes(c, &site, body->item, body->R_gb);
  trm_mirror_vector(site.mirror, body->p_go_g);
  trm_mirror_matrix(site.mirror, body->R_gb);
  trm_compile_end(c, progress);
  return good;
}

/* the body's own frame as a place to read numbers in, on the unmirrored side */
static Site body_site(const Compiler *c, int body, const TrmItem *item, const char *owner) {
  Site site = trm_site(item, owner);
  trm_mat3_identity(site.R_gb);
  site.local = 1;
  if (body == TRM_GROUND) return site;
  const TrmBody *b = &c->system->bodies[body];
  memcpy(site.p_go_g, b->p_go_g, sizeof site.p_go_g);
  memcpy(site.R_gb, b->R_gb, sizeof site.R_gb);
  trm_mirror_vector(site.mirror, site.p_go_g);
  trm_mirror_matrix(site.mirror, site.R_gb);
  return site;
}

int trm_compile_marker(Compiler *c, size_t index) {
  TrmMarker *marker = &c->system->markers[index];
  Progress *progress = &c->marker_progress[index];
  int begun = trm_compile_begin(c, progress, "marker", marker->item);
  if (begun <= 0) return begun;
  int body = marker->body;
  int good = body == TRM_GROUND || trm_compile_body_frame(c, (size_t)body);
  /* markers follow their body; those of ground are mirrored on their own */
  const TrmItem *mirrored = body == TRM_GROUND ? marker->item : marker->item->owner;
  Site site = body_site(c, body, mirrored, marker->name);
  site.kind = "marker";
  const TrmValue *at = trm_item_value(marker->item, "at");
  double *s = marker->s_b;
  if (at) good &= trm_site_place(c, &site, at, s);
  memcpy(site.origin, s, sizeof site.origin);
  good &= read_axes(c, &site, marker->item, marker->A);
  trm_mirror_vector(site.mirror, s);
  trm_mirror_matrix(site.mirror, marker->A);
  trm_compile_end(c, progress);
  return good;
}

static void add_markers(Compiler *c, const TrmItem *item, int body) {
  TrmSystem *system = c->system;
  const TrmValue *markers = trm_item_value(item, "markers");
  if (!markers || markers->form != TRM_FORM_ITEMS) return;
  for (unsigned i = 0; i < markers->count; i++) {
    TrmMarker marker = {.item = markers->items[i], .body = body};
    marker.name = trm_arena_printf(c->arena, "%s.%s", item->name, markers->items[i]->name);
    trm_compile_register(c, GROUP_MARKER, marker.name, system->marker_count);
    TRM_PUSH(c->arena, system->markers, system->marker_count, system->marker_capacity, marker);
  }
}

/* bits of `exact` in the order of the language's words; psi is the angle in the plane */
static unsigned read_exact(const TrmItem *item) {
  static const char words[] = "x|y|z|psi|theta|phi|vx|vy|vz|wx|wy|wz";
  const TrmValue *exact = trm_item_value(item, "exact");
  unsigned bits = 0;
  for (unsigned i = 0; exact && exact->form == TRM_FORM_LIST && i < exact->count; i++) {
    const char *word = exact->list[i].text, *candidate;
    size_t length;
    for (unsigned k = 0; (candidate = trm_words_at(words, k, &length)); k++)
      if (strlen(word) == length && memcmp(word, candidate, length) == 0) bits |= 1u << k;
  }
  return bits;
}

/* velocity of the mass centre from that of the origin or of a point, and the spin */
static void read_motion(Compiler *c, TrmBody *body) {
  const TrmItem *item = body->item;
  const TrmValue *spin = trm_item_value(item, "spin"), *object = trm_item_value(item, "velocity");
  Site site = trm_site(item, item->name);
  size_t count = 0;
  if (spin && trm_compile_list(c, trm_type_param(item->type, "spin"), spin, item->name, body->w_g,
                               3, &count)) {
    if (count == 1 && c->system->planar) {
      body->w_g[2] = body->w_g[0];
      body->w_g[0] = 0;
    } else if (count != 3) {
      trm_log_add(trm_compile_log(c), TRM_E_PLACE_COUNT, spin->place, item->name,
                  "the spin of '%s' needs three components in space", item->name);
    }
    trm_mirror_axial(site.mirror, body->w_g);
    body->has_spin = 1;
  }
  if (!object || object->form != TRM_FORM_ITEM) return;
  const TrmValue *velocity = trm_item_value(object->item, "velocity");
  const TrmValue *point = trm_item_value(object->item, "point");
  double p[3], centre[3], arm[3], carried[3];
  memcpy(p, body->p_go_g, sizeof p);
  if (point && trm_site_place(c, &site, point, p)) trm_mirror_vector(site.mirror, p);
  if (!velocity || !trm_compile_list(c, trm_type_param(object->item->type, "velocity"), velocity,
                                     item->name, body->v_g, 3, &count))
    return;
  if (count == 2 && !c->system->planar)
    trm_log_add(trm_compile_log(c), TRM_E_PLACE_COUNT, velocity->place, item->name,
                "the velocity of '%s' needs three components in space", item->name);
  trm_mirror_vector(site.mirror, body->v_g);
  trm_body_centre(body, centre);
  trm_vec3_add(centre, -1, p, arm);
  trm_vec3_cross(body->w_g, arm, carried);
  trm_vec3_add(body->v_g, 1, carried, body->v_g);
  body->has_velocity = 1;
}

void trm_compile_bodies(Compiler *c) {
  TrmSystem *system = c->system;
  size_t count;
  TrmItem *const *items = trm_model_section(c->model, "bodies", &count);
  system->bodies = trm_arena_array(c->arena, count, sizeof *system->bodies);
  c->body_progress = trm_arena_array(c->arena, count, sizeof *c->body_progress);
  c->body_used = trm_arena_array(c->arena, count, sizeof *c->body_used);
  /* numbers first, so that everything can refer to everything */
  for (size_t i = 0; i < count; i++) {
    int ground = strcmp(items[i]->name, "ground") == 0;
    add_markers(c, items[i], ground ? TRM_GROUND : (int)system->body_count);
    if (ground) continue;
    trm_compile_register(c, GROUP_BODY, items[i]->name, system->body_count);
    system->bodies[system->body_count++].item = items[i];
  }
  c->marker_progress = trm_arena_array(c->arena, system->marker_count, sizeof *c->marker_progress);
  trm_compile_ground_shapes(c);
  /* frames, then what hangs on them */
  for (size_t i = 0; i < system->body_count; i++) trm_compile_body_frame(c, i);
  for (size_t i = 0; i < system->marker_count; i++) trm_compile_marker(c, i);
  for (size_t i = 0; i < system->body_count; i++) {
    TrmBody *body = &system->bodies[i];
    Site site = body_site(c, (int)i, body->item, body->item->name);
    trm_compile_mass(c, body, &site);
    read_motion(c, body);
    body->exact = read_exact(body->item);
  }
}
