/* SPDX-License-Identifier: Apache-2.0
 *
 * Surfaces of contacts: what the shapes of bodies are to those that touch them, and curves. In the
 * plane a cylinder across it is a disc, and one in it a rectangle.
 */
#include "catalog/shape/mesh.h"
#include "compile/contacts.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include <string.h>

static const double ground_axes[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

/* point k of a figure from the body's centre of mass, body axes */
static void point_of(const TrmSystem *system, const TrmSeen *seen, size_t k, double out[3]) {
  TrmFrame frame = trm_frame_on_body(system, seen->body, seen->figure.points + 3 * k, ground_axes);
  memcpy(out, frame.s, sizeof frame.s);
}

static void take_round(Compiler *c, const TrmSeen *seen, TrmSurface *s) {
  const double *radius = seen->figure.radius;
  double d[3];
  s->kind = TRM_SURFACE_ROUND;
  s->radius[0] = radius[0];
  s->radius[1] = radius[1];
  trm_vec3_add(s->p[1], -1, s->p[0], d);
  trm_vec3_unit(d, s->n);
  if (!c->system->planar) return;
  if (fabs(s->n[2]) > 0.5) {
    s->kind = TRM_SURFACE_BALL;
    s->radius[0] = fmax(radius[0], radius[1]);
    return;
  }
  double corners[4][3];
  const double across[3] = {-s->n[1], s->n[0], 0}, up[3] = {0, 0, 1};
  for (int k = 0; k < 4; k++)
    trm_vec3_add(s->p[k / 2], (k == 1 || k == 2 ? 1 : -1) * radius[k / 2], across, corners[k]);
  s->kind = TRM_SURFACE_HULL;
  /* the end of a cone may be a point */
  s->solid = trm_hull_prism(c->arena, corners[0], 4, up, 1);
}

static void take_box(Compiler *c, const TrmSeen *seen, TrmSurface *s) {
  double half[3][3], middle[3];
  point_of(c->system, seen, 0, middle);
  for (size_t k = 0; k < 3; k++) {
    point_of(c->system, seen, k + 1, half[k]);
    trm_vec3_add(half[k], -1, middle, half[k]);
  }
  s->kind = TRM_SURFACE_HULL;
  s->solid = trm_hull_box(c->arena, middle, half, c->system->planar);
}

/* the corners of a plate, and half its thickness across them */
static void take_prism(Compiler *c, const TrmSeen *seen, TrmSurface *s) {
  const TrmFigure *figure = &seen->figure;
  size_t count = figure->point_count;
  double *corners = trm_arena_array(c->arena, 3 * count, sizeof *corners);
  double sum[3] = {0, 0, 0};
  for (size_t k = 0; k < count; k++) point_of(c->system, seen, k, corners + 3 * k);
  /* the first corner may stand at the end again */
  double d[3], f[3], across[3];
  trm_vec3_add(corners + 3 * (count - 1), -1, corners, d);
  if (trm_vec3_norm(d) == 0) count--;
  for (size_t k = 1; k + 1 < count; k++) {
    trm_vec3_add(corners + 3 * k, -1, corners, d);
    trm_vec3_add(corners + 3 * (k + 1), -1, corners, f);
    trm_vec3_cross(d, f, across);
    trm_vec3_add(sum, 1, across, sum);
  }
  trm_vec3_unit(sum, sum);
  for (int i = 0; i < 3; i++) sum[i] *= figure->radius[0];
  s->kind = TRM_SURFACE_HULL;
  s->solid = trm_hull_prism(c->arena, corners, count, sum, c->system->planar);
}

/* vertices of the file at the figure's origin along its axes */
static int take_mesh(Compiler *c, const TrmSeen *seen, TrmSurface *s) {
  ValuesContext context = {c, trm_site(seen->item, "mesh")};
  TrmValues values = trm_site_values(&context, seen->item);
  const TrmMesh *mesh = c->system->planar ? NULL : trm_mesh_load(&values, c->arena);
  if (!mesh) return 0;
  double axis[4][3], *corners = trm_arena_array(c->arena, 3 * mesh->vertex_count, sizeof *corners);
  for (size_t k = 0; k < 4; k++) {
    point_of(c->system, seen, k, axis[k]);
    if (k) trm_vec3_add(axis[k], -1, axis[0], axis[k]);
  }
  for (size_t i = 0; i < mesh->vertex_count; i++) {
    double *p = corners + 3 * i;
    memcpy(p, axis[0], sizeof axis[0]);
    for (size_t k = 0; k < 3; k++) trm_vec3_add(p, mesh->vertices[3 * i + k], axis[k + 1], p);
  }
  /* a mirror image is turned outside again */
  double across[3];
  trm_vec3_cross(axis[1], axis[2], across);
  int odd = trm_vec3_dot(across, axis[3]) < 0;
  uint32_t *triangles = trm_arena_array(c->arena, 3 * mesh->triangle_count, sizeof *triangles);
  for (size_t i = 0; i < mesh->triangle_count; i++)
    for (size_t k = 0; k < 3; k++)
      triangles[3 * i + k] = mesh->triangles[3 * i + (odd ? 2 - k : k)];
  s->kind = TRM_SURFACE_HULL;
  s->solid = trm_hull_mesh(c->arena, corners, mesh->vertex_count, triangles, mesh->triangle_count);
  return 1;
}

int trm_contact_shape(Compiler *c, const TrmSeen *seen, TrmSurface *s) {
  const TrmFigure *figure = &seen->figure;
  if (figure->form == TRM_FIGURE_MESH) return take_mesh(c, seen, s);
  for (size_t k = 0; k < 2 && k < figure->point_count; k++) point_of(c->system, seen, k, s->p[k]);
  s->radius[0] = figure->radius[0];
  if (figure->form == TRM_FIGURE_BALL) s->kind = TRM_SURFACE_BALL;
  if (figure->form == TRM_FIGURE_CAPSULE) s->kind = TRM_SURFACE_CAPSULE;
  if (figure->form == TRM_FIGURE_ROUND) take_round(c, seen, s);
  if (figure->form == TRM_FIGURE_BOX) take_box(c, seen, s);
  if (figure->form == TRM_FIGURE_PRISM) take_prism(c, seen, s);
  return 1;
}

/* the plane a curve lies in, by the sum of its turns; zero when it is straight. 0 when it leaves
 * the plane */
static int curve_plane(const TrmCurve *curve, double n[3]) {
  enum { SAMPLES = 64 };
  double low, high, first[4][3], last[3] = {0, 0, 0}, d[3], across[3], sum[3] = {0, 0, 0};
  double size = 0;
  int closed;
  trm_curve_range(curve, &low, &high, &closed);
  if (closed) high = low + high;
  trm_curve_eval(curve, low, first);
  for (int i = 1; i <= SAMPLES; i++) {
    double c[4][3];
    trm_curve_eval(curve, low + (high - low) * i / SAMPLES, c);
    trm_vec3_add(c[0], -1, first[0], d);
    trm_vec3_cross(last, d, across);
    trm_vec3_add(sum, 1, across, sum);
    memcpy(last, d, sizeof last);
    size = fmax(size, trm_vec3_norm(d));
  }
  memset(n, 0, 3 * sizeof *n);
  if (trm_vec3_norm(sum) > 1e-9 * size * size) trm_vec3_unit(sum, n);
  for (int i = 1; i <= SAMPLES; i++) {
    double c[4][3];
    trm_curve_eval(curve, low + (high - low) * i / SAMPLES, c);
    trm_vec3_add(c[0], -1, first[0], d);
    if (!(fabs(trm_vec3_dot(n, d)) <= 1e-9 * size)) return 0;
  }
  return 1;
}

int trm_contact_curve(Compiler *c, const TrmItem *contact, const TrmItem *side,
                      const TrmValue *list, TrmSurface *s) {
  const TrmValue *on = trm_item_value(side, "on"), *closed = trm_item_value(side, "closed");
  if (!on || on->form != TRM_FORM_TEXT) return 0;
  s->carrier = trm_compile_carrier(c, on);
  s->body = s->carrier.body;
  s->curve = trm_compile_curve(c, contact, list, closed && closed->number != 0, &s->carrier);
  if (!s->curve) {
    unsigned least = closed && closed->number != 0 ? 3 : 4;
    if (list->form == TRM_FORM_LIST && list->count > 1 && list->count < least)
      trm_log_add(c->log, TRM_E_CURVE_POINTS, list->place, contact->name,
                  "the curve of '%s' needs at least %u points", contact->name, least);
    return 0;
  }
  s->side = 1;
  trm_surface_sample(c->arena, s);
  if (curve_plane(s->curve, s->n)) return 1;
  trm_log_add(c->log, TRM_E_CONTACT_SHAPE, side->place, contact->name,
              "the curve of contact '%s' does not lie in a plane", contact->name);
  return 0;
}

/* the place of a surface at the design position in ground */
static void place_of(const TrmSystem *system, const TrmSurface *s, double p[3]) {
  TrmFrame frame = {.body = s->body};
  double R[9];
  memcpy(frame.s, s->kind == TRM_SURFACE_PLANE ? s->p[0] : s->centre, sizeof frame.s);
  trm_mat3_identity(frame.A);
  trm_frame_in_ground(system, &frame, p, R);
}

void trm_contact_free_sides(TrmContact *contact, const TrmSystem *system) {
  for (size_t i = 0; i < contact->surface_count; i++) {
    TrmSurface *s = &contact->sides[i].surface;
    double sum = 0;
    if (s->kind != TRM_SURFACE_CURVE) continue;
    for (size_t k = 0; k < contact->surface_count && sum == 0; k++) {
      double origin[3], R[9], p[3], w[3], c[4][3], out[3];
      if (contact->sides[k].surface.body == s->body) continue;
      place_of(system, &contact->sides[k].surface, p);
      trm_frame_in_ground(system, &s->carrier, origin, R);
      trm_vec3_add(p, -1, origin, p);
      trm_mat3_apply_transposed(R, p, w);
      trm_curve_eval(s->curve, trm_curve_nearest(s->curve, w), c);
      trm_vec3_add(w, -1, c[0], w);
      /* a straight line lies in the plane of what touches it */
      if (trm_vec3_norm(s->n) == 0) trm_vec3_cross(c[1], w, out), trm_vec3_unit(out, s->n);
      trm_vec3_cross(s->n, c[1], out);
      sum = trm_vec3_dot(out, w);
    }
    s->side = sum < 0 ? -1 : 1;
  }
}
