/* SPDX-License-Identifier: Apache-2.0
 *
 * Places and directions at the design position. A mirrored item is worked out on its unmirrored
 * side and reflected at the end with S = diag(+-1): positions S p, turning axes -S d, rotations S R
 * S. So the actual position of a named point is first taken back to the unmirrored side.
 */
#include "compile/compiler.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include <string.h>

void trm_mirror_vector(unsigned mirror, double v[3]) {
  for (unsigned k = 0; k < 3; k++)
    if (mirror >> k & 1) v[k] = -v[k];
}

/* det(S) S v */
void trm_mirror_axial(unsigned mirror, double v[3]) {
  trm_mirror_vector(mirror, v);
  for (unsigned k = 0; k < 3; k++)
    if (mirror >> k & 1)
      for (unsigned i = 0; i < 3; i++) v[i] = -v[i];
}

/* S M S */
void trm_mirror_matrix(unsigned mirror, double m[9]) {
  for (unsigned i = 0; i < 3; i++)
    for (unsigned j = 0; j < 3; j++)
      if ((mirror >> i & 1) != (mirror >> j & 1)) m[3 * i + j] = -m[3 * i + j];
}

Site trm_site(const TrmItem *item, const char *owner) {
  Site site = {.owner = owner, .kind = trm_item_kind(item), .mirror = trm_item_mirror(item)};
  trm_mat3_identity(site.axes);
  return site;
}

static const TrmParam coordinate = {
    .key = "place", .kind = TRM_KIND_NUMBER, .dimension = TRM_LENGTH};
static const TrmParam component = {.key = "direction", .kind = TRM_KIND_NUMBER};

/* [x, y, z], in planar models [x, y] */
static int read_list(Compiler *c, const Site *site, const TrmParam *param, const TrmValue *value,
                     double out[3]) {
  size_t count;
  out[0] = out[1] = out[2] = 0;
  if (!trm_compile_list(c, param, value, site->owner, out, 3, &count)) return 0;
  if (!c->system->planar && count != 3) {
    trm_log_add(trm_compile_log(c), TRM_E_PLACE_COUNT, value->place, site->owner,
                "%zu coordinate%s where [x, y, z] is wanted", count, count == 1 ? "" : "s");
    if (count == 2) trm_log_hint(trm_compile_log(c), "[x, y] is for models with `planar: true`");
    return 0;
  }
  if (c->system->planar && (count < 2 || out[2] != 0)) {
    trm_log_add(trm_compile_log(c), TRM_E_PLACE_COUNT, value->place, site->owner,
                count < 2 ? "one coordinate where [x, y] is wanted"
                          : "a place out of the plane in a planar model");
    return 0;
  }
  return 1;
}

/* the actual position of a point or marker */
static int named_place(Compiler *c, const Site *site, const TrmValue *value, double out[3]) {
  int point = trm_compile_index(c, GROUP_POINT, value->text);
  if (point >= 0) {
    c->system->points[point].used = 1;
    if (!trm_compile_point(c, (size_t)point)) return 0;
    memcpy(out, c->system->points[point].p_g, 3 * sizeof *out);
    return 1;
  }
  int marker = trm_compile_index(c, GROUP_MARKER, value->text);
  if (marker < 0) {
    trm_compile_unknown(c, value->place, value->text, TRM_REF_POINT | TRM_REF_MARKER, site->kind,
                        site->owner);
    return 0;
  }
  if (!trm_compile_marker(c, (size_t)marker)) return 0;
  const TrmMarker *m = &c->system->markers[marker];
  if (m->body == TRM_GROUND) {
    memcpy(out, m->s_b, 3 * sizeof *out);
  } else {
    const TrmBody *body = &c->system->bodies[m->body];
    trm_mat3_apply(body->R_gb, m->s_b, out);
    trm_vec3_add(out, 1, body->p_go_g, out);
  }
  return 1;
}

int trm_site_place(Compiler *c, const Site *site, const TrmValue *value, double out[3]) {
  if (value->form == TRM_FORM_LIST) return read_list(c, site, &coordinate, value, out);
  if (value->form != TRM_FORM_TEXT || !named_place(c, site, value, out)) return 0;
  trm_mirror_vector(site->mirror, out);
  if (site->local) {
    double d[3];
    trm_vec3_add(out, -1, site->p_go_g, d);
    trm_mat3_apply_transposed(site->R_gb, d, out);
  }
  return 1;
}

/* one of x y z -x -y -z */
static int read_word(const char *word, double out[3]) {
  double sign = *word == '-' ? -1 : 1;
  if (*word == '-') word++;
  if (*word < 'x' || *word > 'z' || word[1]) return 0;
  out[0] = out[1] = out[2] = 0;
  out[*word - 'x'] = sign;
  return 1;
}

/* the vector from one place to another */
static int read_from_to(Compiler *c, const Site *site, const TrmItem *item, double out[3]) {
  const TrmValue *from = trm_item_value(item, "from"), *to = trm_item_value(item, "to");
  double a[3], b[3];
  if (!from || !to) return 0;
  if (!trm_site_place(c, site, from, a) || !trm_site_place(c, site, to, b)) return 0;
  trm_vec3_add(b, -1, a, out);
  return 1;
}

int trm_site_direction(Compiler *c, const Site *site, const TrmValue *value, double out[3]) {
  int good = 0;
  if (value->form == TRM_FORM_TEXT) good = read_word(value->text, out);
  if (value->form == TRM_FORM_LIST) {
    /* in the plane an axis may still be given with three components: it is z */
    size_t count;
    out[0] = out[1] = out[2] = 0;
    good = trm_compile_list(c, &component, value, site->owner, out, 3, &count);
  }
  if (value->form == TRM_FORM_ITEM) good = read_from_to(c, site, value->item, out);
  if (good && !(trm_vec3_norm(out) > 0)) {
    trm_log_add(trm_compile_log(c), TRM_E_DIRECTION_ZERO, value->place, site->owner,
                "this direction has no length");
    return 0;
  }
  return good && trm_vec3_unit(out, out);
}
