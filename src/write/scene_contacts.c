/* SPDX-License-Identifier: Apache-2.0
 *
 * Scene: contacts. Where one presses lies a disc, in the plane that both sides touch there, and the
 * force on the first side is an arrow that ends at it; planes are seen faintly.
 */
#include "math/vec3.h"
#include "write/scene_data.h"
#include <math.h>
#include <string.h>

enum { AMBER = 0xe08a00, GREY = 0x8a929c, MOST_PAIRS = 64 };

/* as large as everything reaches along its edges */
static void add_plane(TrmScene *s, const TrmJson *json) {
  TrmSheet sheet = {.body = (int)trm_json_number(json, "body", -1)};
  double at[3] = {0}, n[3], x[3] = {1, 0, 0}, y[3], centre[3], d[3];
  if (trm_json_numbers(json, "normal", n, 3) != 3 || !trm_vec3_unit(n, n)) return;
  if (sheet.body >= (int)s->body_count) return;
  trm_json_numbers(json, "at", at, 3);
  for (int k = 0; k < 3; k++) centre[k] = sheet.body < 0 ? (s->low[k] + s->high[k]) / 2 : at[k];
  if (fabs(n[0]) > 0.9) x[0] = 0, x[1] = 1;
  trm_vec3_add(x, -trm_vec3_dot(x, n), n, x);
  trm_vec3_unit(x, x);
  trm_vec3_cross(n, x, y);
  trm_vec3_add(at, -1, centre, d);
  trm_vec3_add(centre, trm_vec3_dot(d, n), n, centre);
  double u = 4 * s->thick, v = u;
  for (int k = 0; k < 3; k++) {
    u += 0.55 * fabs(x[k]) * (s->high[k] - s->low[k]);
    v += 0.55 * fabs(y[k]) * (s->high[k] - s->low[k]);
  }
  for (int i = 0; i < 4; i++) {
    trm_vec3_add(centre, i == 0 || i == 3 ? -u : u, x, sheet.corners[i]);
    trm_vec3_add(sheet.corners[i], i < 2 ? -v : v, y, sheet.corners[i]);
  }
  TRM_PUSH(s->arena, s->sheets, s->sheet_count, s->sheet_capacity, sheet);
}

/* surfaces that no shape shows; 1 when a plane is among them */
static int add_surfaces(TrmScene *s, const TrmJson *list) {
  int planes = 0;
  for (const TrmJson *json = list ? list->first : NULL; json; json = json->next) {
    double *p;
    size_t count = trm_scene_points(s, json, "points", &p);
    int body = (int)trm_json_number(json, "body", -1);
    if (trm_json_get(json, "normal")) {
      add_plane(s, json);
      planes = 1;
    }
    for (size_t i = 1; i < count && body < (int)s->body_count; i++)
      trm_scene_bar(s, body, p + 3 * (i - 1), p + 3 * i, 0.35 * s->thick, GREY);
  }
  return planes;
}

void trm_scene_press(TrmSceneItem *contact, const double *a, const double *b, double part) {
  /* a touch that begins or ends between two rows is where it presses */
  int before = a[contact->touch[6]] > 0, after = b[contact->touch[6]] > 0;
  double share = before && after ? part : before ? 0 : 1, normal[3];
  for (int k = 0; k < 3; k++) {
    const size_t *c = contact->touch + k;
    contact->first.place.p[k] = a[c[0]] + share * (b[c[0]] - a[c[0]]);
    normal[k] = a[c[3]] + share * (b[c[3]] - a[c[3]]);
  }
  double press = a[contact->touch[6]] + part * (b[contact->touch[6]] - a[contact->touch[6]]);
  const double *p = contact->first.place.p;
  contact->presses = press > 0 && isfinite(p[0] + p[1] + p[2]);
  if (!trm_vec3_unit(normal, contact->normal)) contact->presses = 0;
}

void trm_scene_contacts(TrmScene *s) {
  static const TrmPieceKind kinds[] = {TRM_PIECE_DISC, TRM_PIECE_SHAFT, TRM_PIECE_POINT};
  static const TrmSolidKind forms[] = {TRM_SOLID_CYLINDER, TRM_SOLID_CYLINDER, TRM_SOLID_HEAD};
  for (size_t i = 0; i < s->contact_count; i++) {
    const TrmSceneItem *contact = &s->contacts[i];
    int planes = add_surfaces(s, trm_json_get(contact->json, "surfaces"));
    /* where very many surfaces touch each other, the middle of their touches says nothing */
    if (!contact->touches) continue;
    if (!planes && trm_json_number(contact->json, "pairs", 0) > MOST_PAIRS) continue;
    for (int k = 0; k < 3; k++)
      if (k == 0 || contact->pulls)
        trm_scene_piece(
            s, (TrmPiece){
                   .kind = kinds[k], .form = s->forms[forms[k]], .item = contact, .colour = AMBER});
  }
}
