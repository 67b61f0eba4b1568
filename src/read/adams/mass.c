/* SPDX-License-Identifier: Apache-2.0
 *
 * Mass and inertia of parts. Inertia is given about the marker IM (else CM) with positive integrals
 * off the diagonal: I_cm = R I R' - m (d.d 1 - d d'), d from IM to CM. Adams moves parts without
 * mass, or without inertia about some axis, where other parts hold them; here they get 1e-9 of what
 * is beside it. And it takes tensors that no body can have.
 */
#include "math/eigen3.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include "read/adams/adams.h"
#include <string.h>

static const double SMALL = 1e-9;

TrmAdamsStatement *trm_adams_own_marker(TrmAdams *a, TrmAdamsStatement *s, const char *key) {
  TrmAdamsStatement *marker = trm_adams_ref(a, s, key, "MARKER", 0);
  if (!marker || marker->part == s) return marker && trm_adams_frame(a, marker) ? marker : NULL;
  trm_log_add(a->log, TRM_E_ADAMS_REFERENCE, trm_adams_value_place(s, trm_adams_arg(s, key)),
              s->name, "MARKER/%ld is not on %s/%ld", marker->id, s->kind->name, s->id);
  return NULL;
}

/* xx yy zz xy xz yz as a tensor about the mass centre, axes of the part */
static void turn_inertia(const double ip[6], const TrmAdamsStatement *im,
                         const TrmAdamsStatement *cm, double mass, double out[9]) {
  const double I[9] = {ip[0], -ip[3], -ip[4], -ip[3], ip[1], -ip[5], -ip[4], -ip[5], ip[2]};
  double half[9], back[9], d[3] = {0, 0, 0};
  trm_mat3_product(im->R, I, half);
  trm_mat3_transpose(im->R, back);
  trm_mat3_product(half, back, out);
  if (cm) trm_vec3_add(cm->p, -1, im->p, d);
  double square = trm_vec3_dot(d, d);
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) out[3 * i + k] -= mass * ((i == k ? square : 0) - d[i] * d[k]);
}

/* the least mass of all parts that have one; 0 when none has */
static double lightest(TrmAdams *a) {
  double least = 0, mass;
  for (size_t i = 0; i < a->count; i++) {
    TrmAdamsStatement *s = a->list[i];
    const TrmAdamsArg *arg = s->kind && !s->dropped ? trm_adams_arg(s, "MASS") : NULL;
    int degrees;
    if (!arg || !trm_adams_number(s->text + arg->at, arg->length, &mass, &degrees)) continue;
    if (mass > 0 && (!(least > 0) || mass < least)) least = mass;
  }
  return least;
}

/* how far the markers of a part are from its mass centre, 1 when they are all there */
static double reach(TrmAdams *a, const TrmAdamsStatement *s, const TrmAdamsStatement *cm) {
  static const double origin[3] = {0, 0, 0};
  double most = 0, d[3];
  for (size_t i = 0; i < a->count; i++) {
    TrmAdamsStatement *m = a->list[i];
    if (!m->kind || m->dropped || m->part != s || !trm_adams_frame(a, m)) continue;
    trm_vec3_add(m->p, -1, cm ? cm->p : origin, d);
    double size = trm_vec3_norm(d);
    if (size > most) most = size;
  }
  return most > 0 ? most : 1;
}

/* raise the principal moments that are zero to `least`, or to 1e-9 of the largest; what was done */
static int firm(double I[9], double least) {
  double moments[3], V[9], most = 0;
  int raised = 0;
  trm_eigen3(I, moments, V);
  for (int k = 0; k < 3; k++)
    if (moments[k] > most) most = moments[k];
  if (most > 0) least = SMALL * most;
  for (int k = 0; k < 3; k++) {
    double lack = least - moments[k];
    if (!(lack > 0) || lack > 2 * least) continue;
    raised = 1;
    for (int i = 0; i < 9; i++) I[i] += lack * V[i - i % 3 + k] * V[i % 3 * 3 + k];
  }
  return raised;
}

/* is one moment more than the sum of the others? */
static int is_impossible(const double I[9]) {
  double moments[3], V[9], sum = 0, most = 0;
  trm_eigen3(I, moments, V);
  for (int k = 0; k < 3; k++) {
    sum += moments[k];
    if (moments[k] > most) most = moments[k];
  }
  return most > (sum - most) * (1 + 1e-10);
}

/* entries that are rounding beside the largest are left out */
static void put_inertia(TrmAdams *a, TrmAdamsStatement *s, TrmNode *map, const double I[9]) {
  const TrmAdamsArg *arg = trm_adams_arg(s, "IP");
  TrmPlace place = arg ? trm_adams_value_place(s, arg) : s->place;
  double tensor[6] = {I[0], I[4], I[8], I[1], I[2], I[5]}, most = 0;
  for (int k = 0; k < 6; k++) {
    double size = tensor[k] < 0 ? -tensor[k] : tensor[k];
    if (size > most) most = size;
  }
  int off = 0;
  for (int k = 3; k < 6; k++) {
    if (tensor[k] < 1e-15 * most && tensor[k] > -1e-15 * most) tensor[k] = 0;
    off |= tensor[k] != 0;
  }
  trm_adams_put(a, map, "inertia", arg ? trm_adams_name_place(s, arg) : s->place,
                trm_adams_values(a, place, tensor, off ? 6 : 3));
  if (!is_impossible(I)) return;
  trm_adams_put(a, map, "inertia_as_given", place, trm_adams_word(a, place, "true"));
  trm_adams_nearly(a, s, place, "has an inertia that no body can have; it is taken as it is");
}

/* the tensor of IP about the mass centre; 0 when there is none, -1 after an error */
static int read_inertia(TrmAdams *a, TrmAdamsStatement *s, TrmAdamsStatement *cm, double mass,
                        double I[9]) {
  double ip[6] = {0};
  TrmAdamsStatement *im = trm_adams_own_marker(a, s, "IM");
  if (!trm_adams_has(s, "IP")) return 0;
  int count = trm_adams_vector(a, s, "IP", ip, 3, 6);
  if (count != 3 && count != 6) {
    if (count)
      trm_log_add(a->log, TRM_E_ADAMS_VALUE, trm_adams_value_place(s, trm_adams_arg(s, "IP")),
                  s->name, "IP needs 3 or 6 numbers, found %d", count);
    return -1;
  }
  if (!im) im = cm ? cm : s;
  /* of a part without CM, its own frame */
  TrmAdamsStatement own = *im;
  if (im == s) {
    memset(own.p, 0, sizeof own.p);
    trm_mat3_identity(own.R);
  }
  turn_inertia(ip, &own, cm ? cm : &own, mass, I);
  return 1;
}

void trm_adams_put_mass(TrmAdams *a, TrmAdamsStatement *s, TrmNode *map, TrmAdamsStatement *cm) {
  double mass = 0, least = 0, I[9] = {0};
  const TrmAdamsArg *given = trm_adams_arg(s, "MASS");
  int point = strcmp(s->kind->name, "POINT_MASS") == 0;
  trm_adams_real(a, s, "MASS", &mass);
  int light = mass == 0;
  if (light) mass = SMALL * lightest(a);
  int has_inertia = read_inertia(a, s, cm, light ? 0 : mass, I);
  if (mass == 0 || s->dropped) return;
  TrmPlace place = given ? trm_adams_value_place(s, given) : s->place;
  TrmPlace name = given ? trm_adams_name_place(s, given) : s->place;
  trm_adams_put(a, map, "mass", name, trm_adams_value(a, place, mass / a->mass_unit));
  if (cm && (cm->p[0] != 0 || cm->p[1] != 0 || cm->p[2] != 0)) {
    const TrmAdamsArg *arg = trm_adams_arg(s, "CM");
    trm_adams_put(a, map, "cm", trm_adams_name_place(s, arg),
                  trm_adams_values(a, trm_adams_value_place(s, arg), cm->p, 3));
  }
  if (light)
    trm_adams_nearly(a, s, place, "has no mass; 1e-9 of that of the lightest part is taken");
  if (point || has_inertia < 0 || (!cm && trm_adams_has(s, "CM"))) return;
  if (!has_inertia || light || I[0] + I[4] + I[8] == 0) {
    double arm = reach(a, s, cm);
    least = (light ? 1 : SMALL) * mass * arm * arm;
  }
  if (firm(I, least) && !light)
    trm_adams_nearly(
        a, s, place,
        "has no moment of inertia about some axis; 1e-9 of what is beside it is taken");
  for (int k = 0; k < 9; k++) I[k] /= a->mass_unit;
  put_inertia(a, s, map, I);
}
