/* SPDX-License-Identifier: Apache-2.0
 *
 * Contacts: both sides as surfaces on bodies, and the law. A body stands for all its shapes, a
 * pattern for those of many bodies. Whatever is wrong with single values is reported by the walk
 * through all of them.
 */
#include "compile/contacts.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include <string.h>

/* one contact while it is read */
typedef struct Reading {
  Compiler *c;
  TrmContact *contact;
  const TrmItem *side;
  unsigned mark; /* of the side: 1 first, 2 second */
  Site site;
  size_t capacity;
} Reading;

static int report(const Reading *r, TrmCode code, TrmPlace place, const char *what,
                  const char *hint) {
  const TrmItem *item = r->contact->item;
  if (trm_item_damaged(item)) return 0;
  trm_log_add(r->c->log, code, place, item->name, "contact '%s' %s", item->name, what);
  if (hint) trm_log_hint(r->c->log, "%s", hint);
  return 0;
}

static int is_type(const TrmItem *item, const char *name) {
  return strcmp(item->type->name, name) == 0;
}

/* add a surface to the contact, or mark one that is there as on this side too */
static void add_surface(Reading *r, TrmSurface *surface, const TrmSeen *seen) {
  TrmContact *contact = r->contact;
  for (size_t i = 0; seen && i < contact->surface_count; i++)
    if (contact->sides[i].seen == seen) {
      contact->sides[i].marks |= r->mark;
      return;
    }
  TrmContactSide side = {.surface = *surface, .seen = seen, .marks = r->mark};
  trm_surface_bound(&side.surface);
  TRM_PUSH(r->c->arena, contact->sides, contact->surface_count, r->capacity, side);
}

/* a place in ground at the design position, seen from a body's centre of mass */
static void to_body(const TrmSystem *system, int body, const double p_g[3], double out[3]) {
  static const double axes[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  TrmFrame frame = trm_frame_on_body(system, body, p_g, axes);
  memcpy(out, frame.s, sizeof frame.s);
}

/* a shape of a body as a surface */
static int add_shape(Reading *r, const TrmSeen *seen) {
  TrmSurface surface = {.body = seen->body};
  if (!trm_contact_shape(r->c, seen, &surface))
    return report(
        r, TRM_E_CONTACT_SHAPE, r->side->place,
        trm_arena_printf(r->c->arena, "cannot read the shape of '%s' as a surface",
                         seen->body < 0 ? "ground" : r->c->system->bodies[seen->body].item->name),
        NULL);
  add_surface(r, &surface, seen);
  return 1;
}

/* shapes of `body`, of this name unless that is NULL; how many */
static size_t add_shapes(Reading *r, int body, const char *name) {
  const TrmSystem *system = r->c->system;
  size_t found = 0;
  for (size_t i = 0; i < system->seen_count; i++) {
    const TrmSeen *seen = &system->seen[i];
    if (seen->body != body) continue;
    if (name && strcmp(seen->figure.name ? seen->figure.name : seen->item->type->name, name) != 0)
      continue;
    found++;
    if (!add_shape(r, seen)) return found;
  }
  return found;
}

static int read_shapes(Reading *r, const char *name) {
  char first[256];
  const char *rest = trm_name_split(name, first, sizeof first);
  int body;
  if (!trm_compile_body(r->c, first, &body)) return 0;
  if (add_shapes(r, body, rest)) return 1;
  if (rest) return 0;
  const TrmItem *item = trm_model_find(r->c->model, "bodies", first);
  if (item && trm_item_damaged(item)) return 0;
  return report(r, TRM_E_CONTACT_BARE, r->side->place,
                trm_arena_printf(r->c->arena, "needs the shape of '%s', which has none", first),
                "give the body a `shape`, or write the side out: {sphere: .., radius: ..}, "
                "{point: ..}, {plane: ..}");
}

static int read_every(Reading *r, const char *pattern) {
  size_t found = 0;
  for (size_t i = 0; i < r->c->system->body_count; i++) {
    if (!trm_text_fits(pattern, r->c->system->bodies[i].item->name)) continue;
    found += add_shapes(r, (int)i, NULL);
    r->c->body_used[i] = 1;
  }
  if (found) return 1;
  return report(r, TRM_E_CONTACT_BARE, r->side->place,
                trm_arena_printf(r->c->arena, "finds no shape of a body called '%s'", pattern),
                "* stands for any letters, and the bodies need a `shape`");
}

/* the body or marker a side is written on, and its place in ground; left out, the body's origin */
static int read_frame(Reading *r, const char *name, TrmFrame *frame, double p[3], double R[9]) {
  Compiler *c = r->c;
  const TrmValue *at = trm_item_value(r->side, "at");
  int body, marker = trm_compile_index(c, GROUP_MARKER, name);
  if (marker >= 0) {
    *frame = trm_marker_frame(c->system, &c->system->markers[marker]);
    trm_frame_in_ground(c->system, frame, p, R);
    if (!at) return 1;
    return report(r, TRM_E_GEOMETRY_TWICE, at->place,
                  "is given by a marker, so `at` says twice where it is", NULL);
  }
  if (!trm_compile_body(c, name, &body)) return 0;
  *frame = (TrmFrame){.body = body};
  trm_mat3_identity(R);
  memset(p, 0, 3 * sizeof *p);
  if (body >= 0) {
    memcpy(R, c->system->bodies[body].R_gb, 9 * sizeof *R);
    memcpy(p, c->system->bodies[body].p_go_g, 3 * sizeof *p);
  }
  if (!at) return 1;
  if (!trm_site_place(c, &r->site, at, p)) return 0;
  trm_mirror_vector(r->site.mirror, p);
  return 1;
}

static int read_plane(Reading *r, const char *name) {
  TrmSurface s = {.kind = TRM_SURFACE_PLANE};
  TrmFrame frame;
  double p[3], R[9], n[3];
  const TrmValue *normal = trm_item_value(r->side, "normal");
  if (!read_frame(r, name, &frame, p, R)) return 0;
  int marker = trm_compile_index(r->c, GROUP_MARKER, name) >= 0;
  if (normal && !trm_site_direction(r->c, &r->site, normal, n)) return 0;
  if (normal) trm_mirror_vector(r->site.mirror, n);
  if (!normal && (!marker || r->c->system->planar))
    return report(r, TRM_E_GEOMETRY_MISSING, r->side->place, "needs the `normal` of its plane",
                  "the normal points out of the solid, towards what may touch it");
  for (int i = 0; !normal && i < 3; i++) n[i] = R[3 * i + 2];
  if (r->c->system->planar) n[2] = 0;
  if (!trm_vec3_unit(n, n)) return 0;
  s.body = frame.body;
  to_body(r->c->system, s.body, p, s.p[0]);
  const double *R_gb =
      s.body < 0 ? (double[9]){1, 0, 0, 0, 1, 0, 0, 0, 1} : r->c->system->bodies[s.body].R_gb;
  trm_mat3_apply_transposed(R_gb, n, s.n);
  add_surface(r, &s, NULL);
  return 1;
}

static int read_ball(Reading *r, const char *name) {
  TrmSurface s = {.kind = TRM_SURFACE_BALL};
  TrmFrame frame;
  double p[3], R[9];
  const TrmParam *param = trm_type_param(r->side->type, "radius");
  const TrmValue *radius = param ? trm_item_value(r->side, "radius") : NULL;
  if (!read_frame(r, name, &frame, p, R)) return 0;
  if (param && (!radius || !trm_compile_number(r->c, param, radius, r->site.owner, &s.radius[0])))
    return 0;
  s.body = frame.body;
  to_body(r->c->system, s.body, p, s.p[0]);
  add_surface(r, &s, NULL);
  return 1;
}

static int read_side(Reading *r) {
  const TrmParam *head = trm_type_flagged(r->side->type, TRM_HEAD);
  const TrmField *field = head ? trm_item_field(r->side, head) : NULL;
  if (!field) return 0;
  if (is_type(r->side, "curve")) {
    TrmSurface s = {.kind = TRM_SURFACE_CURVE};
    int good = trm_contact_curve(r->c, r->contact->item, r->side, &field->value, &s);
    if (good) add_surface(r, &s, NULL);
    return good;
  }
  if (field->value.form != TRM_FORM_TEXT) return 0;
  const char *name = field->value.text;
  if (is_type(r->side, "every")) return read_every(r, name);
  if (is_type(r->side, "plane")) return read_plane(r, name);
  if (is_type(r->side, "shapes")) return read_shapes(r, name);
  return read_ball(r, name);
}

int trm_contact_meets(const TrmContact *contact, size_t i, size_t k) {
  unsigned a = contact->sides[i].marks, b = contact->sides[k].marks;
  if (contact->sides[i].surface.body == contact->sides[k].surface.body) return 0;
  return (a & 1 && b & 2) ? 1 : (a & 2 && b & 1) ? -1 : 0;
}

/* every pair can touch; there is one */
static int check_pairs(Reading *r) {
  TrmContact *contact = r->contact;
  size_t found = 0;
  for (size_t i = 0; i < contact->surface_count; i++)
    for (size_t k = i + 1; k < contact->surface_count; k++) {
      if (!trm_contact_meets(contact, i, k)) continue;
      found++;
      const TrmSurface *a = &contact->sides[i].surface, *b = &contact->sides[k].surface;
      if (!contact->lacking)
        contact->lacking = trm_surface_apart(r->c->arena, a, b, r->c->system->planar);
    }
  if (found) return 1;
  return report(r, TRM_E_CONTACT_SELF, contact->item->place, "is between a body and itself",
                "a contact acts between two bodies");
}

static double number(Reading *r, const TrmItem *item, const char *key) {
  ValuesContext context = {r->c, r->site};
  TrmValues values = trm_site_values(&context, item);
  double out = 0;
  values.number(&values, key, &out);
  return out;
}

static int read_friction(Reading *r, const TrmItem *item) {
  TrmContactLaw *law = &r->contact->law;
  const TrmValue *at = trm_item_value(item, "slip_speed");
  law->rubs = 1;
  law->mu_dynamic = number(r, item, "dynamic");
  law->mu_static = trm_item_value(item, "static") ? number(r, item, "static") : law->mu_dynamic;
  law->stick = number(r, item, "stiction_speed");
  law->slip = number(r, item, "slip_speed");
  if (law->slip > law->stick) return 1;
  return report(r, TRM_E_CONTACT_SPEEDS, at ? at->place : item->place,
                "has a slip speed that is not above its stiction speed",
                "friction is static at `stiction_speed` and dynamic from `slip_speed` on");
}

static int read_law(Reading *r) {
  TrmContact *contact = r->contact;
  const TrmItem *item = contact->item;
  TrmContactLaw *law = &contact->law;
  const TrmValue *word = trm_item_value(item, "law"), *rubs = trm_item_value(item, "friction");
  const TrmValue *damping = trm_item_value(item, "damping");
  const TrmValue *restitution = trm_item_value(item, "restitution");
  int good = 1;
  contact->rigid = word && word->form == TRM_FORM_TEXT && strcmp(word->text, "rigid") == 0;
  law->stiffness = number(r, item, "stiffness");
  law->exponent = number(r, item, "exponent");
  law->damping = number(r, item, "damping");
  law->depth = number(r, item, "depth");
  law->restitution = number(r, item, "restitution");
  /* the stiffness is in the model's units of force and length, whatever the exponent */
  const TrmUnits *units = &r->c->system->units;
  law->stiffness *= units->force / pow(units->length, law->exponent);
  const TrmValue *rebound = trm_item_value(item, "rebound");
  law->poisson = rebound && rebound->form == TRM_FORM_TEXT && strcmp(rebound->text, "poisson") == 0;
  if (rubs && rubs->form == TRM_FORM_ITEM) good &= read_friction(r, rubs->item);
  if (contact->rigid) return good;
  if (!trm_item_value(item, "stiffness")) contact->lacking = "unknown stiffness";
  if (damping && restitution)
    good = report(r, TRM_E_CONTACT_LAW, restitution->place, "has both `damping` and `restitution`",
                  "leave out one of them");
  if (restitution) law->rebound = trm_contact_rebound(law->restitution);
  return good;
}

static void compile_contact(Compiler *c, TrmContact *contact) {
  const TrmItem *item = contact->item;
  const TrmValue *between = trm_item_value(item, "between");
  Reading r = {.c = c, .contact = contact, .site = trm_site(item, item->name)};
  contact->active = trm_item_value(item, "active");
  if (!between || between->form != TRM_FORM_LIST || between->count != 2) return;
  int good = 1;
  for (unsigned i = 0; i < 2; i++) {
    r.mark = 1 + i;
    r.side = between->list[i].form == TRM_FORM_ITEM ? between->list[i].item : NULL;
    good &= r.side && read_side(&r);
  }
  good = good && check_pairs(&r);
  int law = read_law(&r);
  contact->ready = good && law;
  if (contact->ready) trm_contact_free_sides(contact, c->system);
}

void trm_compile_contacts(Compiler *c) {
  TrmSystem *system = c->system;
  TrmItem *const *items = trm_model_section(c->model, "contacts", &system->contact_count);
  int quiet = c->quiet;
  c->quiet = 1;
  system->contacts = trm_arena_array(c->arena, system->contact_count + 1, sizeof(TrmContact));
  for (size_t i = 0; i < system->contact_count; i++) {
    system->contacts[i].item = items[i];
    compile_contact(c, &system->contacts[i]);
  }
  c->quiet = quiet;
}
