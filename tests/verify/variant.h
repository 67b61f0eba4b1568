/* SPDX-License-Identifier: Apache-2.0
 *
 * Variant: one model written in many ways. Templates are model text in which
 *   P() places, D() directions, V() velocities, W() spins, A() accelerations, Q() orientations (in
 *   the plane K(), an angle) are in the axes of the design, displaced as the variant says;
 *   <a|b> is a, or b where first and second are exchanged; ~a|b~ the same for the order of joints.
 * What a variant does is read in the units of its headings, in SI and in the axes of the design.
 */
#ifndef TRM_TESTS_VARIANT_H
#define TRM_TESTS_VARIANT_H

#include "check.h"
#include "math/mat3.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "trammel/trammel.h"
#include <ctype.h>

typedef struct Variant {
  const char *name, *units;
  int exchange, order, reversed, twin;
  double turn[4], shift[3];    /* of everything; about z in the plane */
  const struct Instant *given; /* velocities to begin with, in axes of the design; NULL: others */
} Variant;

/* a joint whose reaction is looked at: between which bodies, and where on each at the design */
typedef struct Link {
  const char *name, *first, *second;
  double at[2][3];
  int swaps; /* exchanged where the variant says so */
  int order; /* 1: only in the usual order of joints, 2: only in the other, 0: in both */
} Link;

enum { LINKS = 3, BODIES = 2, INSTANTS = 6 };

typedef struct Case {
  const char *name;        /* of a type, or of a type and what it is given */
  const char *joints;      /* the lines of each section */
  const char *constraints; /* may be NULL, as all that follow */
  const char *motions, *extra;
  const char *twin_joints, *twin_constraints; /* the same model said otherwise */
  Link links[LINKS];
  int balance; /* bodies (bits) on which nothing but the links acts */
  int planar;
} Case;

/* what is compared at an instant, in SI */
typedef struct Instant {
  struct {
    double r[3], R[9], v[3], a[3], w[3], wd[3];
  } body[BODIES];
  struct {
    double force[3], torque[3];       /* on the first, torque about the origin */
    double angle[2], displacement[2]; /* with their rates */
  } link[LINKS];
  double effort, power; /* of the motion m */
} Instant;

typedef struct Record {
  size_t count;
  Instant at[INSTANTS];
} Record;

static const char *const body_names[BODIES] = {"p", "q"};

static inline void variant_rotation(const Variant *v, double T[9]) {
  double e[4];
  if (!trm_quat_unit(v->turn, e)) e[0] = 1, e[1] = e[2] = e[3] = 0;
  trm_quat_matrix(e, T);
}

/* one bracket: its letter and numbers */
static inline void expand_numbers(FILE *out, const Variant *v, int planar, char letter,
                                  const double *x, int count) {
  static const char letters[] = "PDVAW";
  static const char *const units[] = {"*m", "", "*m/s", "*m/s^2", "*rad/s"};
  double T[9], y[3] = {0, 0, 0}, R[9], S[9];
  const char *unit = strchr(letters, letter) ? units[strchr(letters, letter) - letters] : "";
  variant_rotation(v, T);
  if (letter == 'K' || (planar && letter == 'W')) {
    double more = letter == 'K' ? atan2(T[3], T[0]) : 0;
    fprintf(out, "%.17g%s", x[0] + more, letter == 'K' ? "*rad" : unit);
    return;
  }
  if (letter == 'Q') {
    trm_quat_matrix(x, R);
    trm_mat3_product(T, R, S);
    fprintf(out, "{matrix: [[%.17g, %.17g, %.17g], [%.17g, %.17g, %.17g], [%.17g, %.17g, %.17g]]}",
            S[0], S[1], S[2], S[3], S[4], S[5], S[6], S[7], S[8]);
    return;
  }
  trm_mat3_apply(T, x, y);
  if (letter == 'P') trm_vec3_add(y, 1, v->shift, y);
  for (int i = 0; i < count; i++) fprintf(out, "%s%.17g%s", i ? ", " : "[", y[i], unit);
  fputc(']', out);
}

/* the template up to `end`; returns where it stopped */
static inline const char *expand(FILE *out, const Variant *v, int planar, const char *text,
                                 const char *end) {
  while (*text && !strchr(end, *text)) {
    if (*text == '<' || *text == '~') {
      int second = *text == '<' ? v->exchange : v->order;
      const char *close = *text == '<' ? ">" : "~";
      FILE *nowhere = fopen("/dev/null", "w");
      text = expand(second ? nowhere : out, v, planar, text + 1, "|") + 1;
      text = expand(second ? out : nowhere, v, planar, text, close) + 1;
      fclose(nowhere);
    } else if (strchr("PDVAWQK", *text) && text[1] == '(' &&
               (text[-1] == ' ' || text[-1] == '[' || text[-1] == '<' || text[-1] == '|')) {
      double x[4] = {0, 0, 0, 0};
      int count = 0;
      char letter = *text, *next;
      for (text += 2; *text != ')' && count < 4; count++) {
        x[count] = strtod(text, &next);
        text = next + strspn(next, ", ");
      }
      expand_numbers(out, v, planar, letter, x, count);
      text++;
    } else {
      fputc(*text++, out);
    }
  }
  return text;
}

static const double masses[BODIES] = {1.3, 0.8};
static const double inertias[BODIES][6] = {{0.021, 0.034, 0.043, 0.0012, -0.0021, 0.0032},
                                           {0.015, 0.012, 0.019, -0.0008, 0.0011, 0.0017}};
static const double centres[BODIES][3] = {{0.05, 0.1, -0.04}, {0.35, 0.25, 0.06}};
static const double gravity[3] = {1.5, -9, 2.5};

/* body frames lie in ground's at the design, so that markers are in coordinates of the design */
static const char *const space_bodies[BODIES] = {
    "  p: {at: P(0, 0, 0), orient: Q(1, 0, 0, 0), mass: 1.3*kg, cm: [0.05*m, 0.1*m, -0.04*m],\n"
    "    inertia: [0.021*kg*m^2, 0.034*kg*m^2, 0.043*kg*m^2, 0.0012*kg*m^2, -0.0021*kg*m^2, "
    "0.0032*kg*m^2],\n",
    "  q: {at: P(0, 0, 0), orient: Q(1, 0, 0, 0), mass: 0.8*kg, cm: [0.35*m, 0.25*m, 0.06*m],\n"
    "    inertia: [0.015*kg*m^2, 0.012*kg*m^2, 0.019*kg*m^2, -0.0008*kg*m^2, 0.0011*kg*m^2, "
    "0.0017*kg*m^2],\n"};
static const char *const plane_bodies[BODIES] = {
    "  p: {at: P(0, 0), angle: K(0), mass: 1.3*kg, cm: [0.05*m, 0.1*m], inertia: 0.043*kg*m^2,\n",
    "  q: {at: P(0, 0), angle: K(0), mass: 0.8*kg, cm: [0.35*m, 0.25*m], inertia: 0.019*kg*m^2,\n"};

/* markers that constraints measure between, on each body; j and k have z along an axis */
static const char space_marks[] =
    "o: [0, 0, 0], t1: [0, 0, 0], t2: [0.4*m, 0, 0], t3: [0, 0.4*m, 0], b: [0.1*m, -0.2*m, "
    "0.3*m],\n"
    "    j: {at: [0.25*m, 0.15*m, 0], orient: {z: [0.3, -0.5, 0.8], x: [0.8, 0, -0.3]}},\n"
    "    k: {at: [0.4*m, 0.3*m, 0.1*m], orient: {z: [0.3, -0.5, 0.8], x: [0.8, 0, -0.3]}}";
static const char plane_marks[] =
    "o: [0, 0], t1: [0, 0], t2: [0.4*m, 0], b: [0.1*m, -0.2*m],\n"
    "    j: {at: [0.25*m, 0.15*m], angle: 30*deg}, k: {at: [0.4*m, 0.3*m], angle: 30*deg}";

/* velocities of the frames' origins and spins that the assembly begins with */
static const double first_moves[BODIES][3] = {{0.3, -0.2, 0.4}, {-0.1, 0.5, 0.2}};
static const double first_spins[BODIES][3] = {{0.7, -1.1, 0.5}, {-0.9, 0.4, 1.3}};

static inline void write_velocity(FILE *out, const Variant *v, int planar, int body) {
  double move[3], spin[3], carried[3];
  memcpy(move, first_moves[body], sizeof move);
  memcpy(spin, first_spins[body], sizeof spin);
  if (v->given) {
    memcpy(spin, v->given->body[body].w, sizeof spin);
    trm_vec3_cross(spin, v->given->body[body].r, carried);
    trm_vec3_add(v->given->body[body].v, -1, carried, move);
  }
  if (planar) move[2] = 0;
  fputs("    velocity: ", out);
  expand_numbers(out, v, planar, 'V', move, planar ? 2 : 3);
  fputs(", spin: ", out);
  expand_numbers(out, v, planar, 'W', planar ? spin + 2 : spin, 3);
  fputs(",\n", out);
}

static inline void write_body(FILE *out, const Variant *v, int planar, int body) {
  const char *text = planar ? plane_bodies[body] : space_bodies[body];
  expand(out, v, planar, text, "");
  write_velocity(out, v, planar, body);
  fprintf(out, "    markers: {%s}}\n", planar ? plane_marks : space_marks);
}

static inline void write_section(FILE *out, const Variant *v, int planar, const char *name,
                                 const char *lines, const char *more) {
  if (!lines && !(more && *more)) return;
  fprintf(out, "%s:\n", name);
  if (lines) expand(out, v, planar, lines, "");
  if (more) expand(out, v, planar, more, "");
}

/* the whole model; `drives` are further constraints */
static inline char *write_model(const Case *c, const Variant *v, const char *drives) {
  char *text = NULL;
  size_t length;
  FILE *out = open_memstream(&text, &length);
  int twin = v->twin && (c->twin_joints || c->twin_constraints);
  fprintf(out, "trammel: 1\nunits: %s\nplanar: %s\n", v->units, c->planar ? "true" : "false");
  expand(out, v, c->planar, c->planar ? "gravity: A(1.5, -9)\n" : "gravity: A(1.5, -9, 2.5)\n", "");
  if (c->extra) expand(out, v, c->planar, c->extra, "");
  fputs("bodies:\n", out);
  expand(out, v, c->planar,
         c->planar ? "  ground: {markers: {o: {at: P(0, 0), angle: K(0)}}}\n"
                   : "  ground: {markers: {o: {at: P(0, 0, 0), orient: Q(1, 0, 0, 0)}}}\n",
         "");
  for (int k = 0; k < BODIES; k++) write_body(out, v, c->planar, v->reversed ? 1 - k : k);
  write_section(out, v, c->planar, "joints", twin ? c->twin_joints : c->joints, NULL);
  write_section(out, v, c->planar, "motions", c->motions, NULL);
  write_section(out, v, c->planar, "constraints", twin ? c->twin_constraints : c->constraints,
                drives);
  return fclose(out) == 0 ? text : NULL;
}

/* a unit as it is shown, in SI: "N mm/s^2" */
static inline double unit_value(const char *unit) {
  static const struct {
    const char *name;
    double value;
  } known[] = {{"m", 1},     {"mm", 1e-3}, {"kg", 1},  {"s", 1},
               {"ms", 1e-3}, {"N", 1},     {"rad", 1}, {"deg", 0.017453292519943295},
               {"J", 1},     {"W", 1}};
  double value = 1, sign = 1;
  while (unit && *unit) {
    size_t length = strcspn(unit, " /^"), k = 0, count = sizeof known / sizeof *known;
    double power = 1;
    if (strncmp(unit, "1", length) == 0 && length == 1) {
      unit += length;
    } else {
      for (; k < count; k++)
        if (strlen(known[k].name) == length && strncmp(unit, known[k].name, length) == 0) break;
      CHECK(k < count);
      if (k == count) return HUGE_VAL;
      unit += length;
      char *next;
      if (*unit == '^') power = strtod(unit + 1, &next), unit = next;
      value *= pow(known[k].value, sign * power);
    }
    if (*unit == '/') sign = -1;
    if (*unit) unit++;
  }
  return value;
}

/* a signal in SI; 0 when the model has none of that name */
static inline double read_signal(TrmAnalysis *analysis, const double *values, const char *owner,
                                 const char *signal) {
  char name[64];
  snprintf(name, sizeof name, "%s.%s", owner, signal);
  for (size_t i = 0; i < trm_analysis_signals(analysis); i++) {
    const char *unit;
    if (strcmp(trm_analysis_signal(analysis, i, &unit), name) == 0)
      return values[i] * unit_value(unit);
  }
  return 0;
}

static inline void read_vector(TrmAnalysis *analysis, const double *values, const char *owner,
                               const char *stem, double out[3]) {
  for (int k = 0; k < 3; k++) {
    char signal[16];
    snprintf(signal, sizeof signal, "%s%c", stem, "xyz"[k]);
    out[k] = read_signal(analysis, values, owner, signal);
  }
}

static inline int body_index(const char *name) {
  for (int k = 0; k < BODIES; k++)
    if (strcmp(name, body_names[k]) == 0) return k;
  return -1;
}

/* everything at an instant, as the model reports it in its own axes */
static inline void read_bodies(TrmAnalysis *analysis, const double *values, Instant *at) {
  for (int k = 0; k < BODIES; k++) {
    const char *name = body_names[k];
    double e[4];
    read_vector(analysis, values, name, "", at->body[k].r);
    read_vector(analysis, values, name, "v", at->body[k].v);
    read_vector(analysis, values, name, "a", at->body[k].a);
    read_vector(analysis, values, name, "w", at->body[k].w);
    read_vector(analysis, values, name, "wd", at->body[k].wd);
    for (int i = 0; i < 4; i++) {
      char signal[] = {'e', (char)('0' + i), 0};
      e[i] = read_signal(analysis, values, name, signal);
    }
    trm_quat_matrix(e, at->body[k].R);
  }
}

/* where a point of the design, fixed on a body, is now */
static inline void carry(const Instant *now, int planar, int body, const double p[3],
                         double out[3]) {
  double local[3], turned[3];
  trm_vec3_add(p, -1, centres[body], local);
  if (planar) local[2] = 0;
  trm_mat3_apply(now->body[body].R, local, turned);
  trm_vec3_add(now->body[body].r, 1, turned, out);
}

/* a joint's wrench on its first body as the case names it, about the model's origin */
static inline void read_link(TrmAnalysis *analysis, const double *values, const Link *link,
                             const Variant *v, int planar, Instant *at, int index) {
  int swapped = link->swaps && v->exchange;
  const char *reported = swapped ? link->second : link->first;
  const double *p = link->at[swapped];
  double T[9], now[3], moment[3], sign = swapped ? -1 : 1;
  double *force = at->link[index].force, *torque = at->link[index].torque;
  if (body_index(reported) >= 0) {
    carry(at, planar, body_index(reported), p, now);
  } else {
    variant_rotation(v, T);
    trm_mat3_apply(T, p, now);
    trm_vec3_add(now, 1, v->shift, now);
  }
  read_vector(analysis, values, link->name, "f", force);
  read_vector(analysis, values, link->name, "t", torque);
  trm_vec3_cross(now, force, moment);
  for (int k = 0; k < 3; k++) {
    torque[k] = sign * (torque[k] + moment[k]);
    force[k] *= sign;
  }
  at->link[index].angle[0] = sign * read_signal(analysis, values, link->name, "angle");
  at->link[index].angle[1] = sign * read_signal(analysis, values, link->name, "angle_rate");
  at->link[index].displacement[0] =
      sign * read_signal(analysis, values, link->name, "displacement");
  at->link[index].displacement[1] =
      sign * read_signal(analysis, values, link->name, "displacement_rate");
}

/* back to the axes of the design */
static inline void undo_displacement(const Variant *v, Instant *at) {
  double T[9], d[3], moved[3], R[9];
  variant_rotation(v, T);
  for (int k = 0; k < BODIES; k++) {
    double *vectors[] = {at->body[k].v, at->body[k].a, at->body[k].w, at->body[k].wd};
    trm_vec3_add(at->body[k].r, -1, v->shift, d);
    trm_mat3_apply_transposed(T, d, at->body[k].r);
    for (int i = 0; i < 4; i++) {
      memcpy(d, vectors[i], sizeof d);
      trm_mat3_apply_transposed(T, d, vectors[i]);
    }
    memcpy(R, at->body[k].R, sizeof R);
    trm_mat3_transposed_product(T, R, at->body[k].R);
  }
  for (int k = 0; k < LINKS; k++) {
    trm_vec3_cross(v->shift, at->link[k].force, moved);
    trm_vec3_add(at->link[k].torque, -1, moved, d);
    trm_mat3_apply_transposed(T, d, at->link[k].torque);
    memcpy(d, at->link[k].force, sizeof d);
    trm_mat3_apply_transposed(T, d, at->link[k].force);
  }
}

static inline void read_instant(TrmAnalysis *analysis, const Case *c, const Variant *v,
                                double *values, Record *record) {
  Instant *at = &record->at[record->count];
  trm_analysis_values(analysis, values);
  read_bodies(analysis, values, at);
  for (int k = 0; k < LINKS && c->links[k].name; k++)
    if (c->links[k].order != (v->order ? 1 : 2))
      read_link(analysis, values, &c->links[k], v, c->planar, at, k);
  /* what pushes two points apart is the same from both ends */
  int apart = c->motions && strstr(c->motions, "m: {distance") != NULL;
  double sign = v->exchange && !apart ? -1 : 1;
  at->effort = sign * (read_signal(analysis, values, "m", "torque") +
                       read_signal(analysis, values, "m", "force"));
  at->power = read_signal(analysis, values, "m", "power");
  undo_displacement(v, at);
  record->count++;
}

/* assemble, and where `driven` go on through time; freedoms left (-1: it failed) */
static inline int run_variant(const Case *c, const Variant *v, const char *drives, int driven,
                              Record *record) {
  char *text = write_model(c, v, drives);
  TrmLog *log = trm_log_new();
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  TrmAnalysis *analysis = NULL;
  int freedoms = -1, redundant;
  memset(record, 0, sizeof *record);
  trm_model_parse(text, strlen(text), "model.yaml", NULL, 0, log, &model);
  if (model) trm_system_compile(model, log, &system);
  if (system) trm_analysis_new(system, log, &analysis);
  int good = analysis && trm_analysis_assemble(analysis, log) == TRM_OK;
  /* the report decides the rank */
  if (good) trm_text_free(trm_analysis_report(analysis));
  if (good) trm_analysis_freedoms(analysis, &freedoms, &redundant);
  if (good && driven) good = trm_analysis_drive(analysis, log) == TRM_OK;
  double *values = good ? calloc(trm_analysis_signals(analysis) + 1, sizeof *values) : NULL;
  for (int i = 0; good && i < (driven ? INSTANTS : 1); i++) {
    if (i) good = trm_analysis_advance(analysis, 0.15 * i, log) == TRM_OK;
    if (good) read_instant(analysis, c, v, values, record);
  }
  if (!good) {
    char *messages = trm_log_render(log, TRM_LOG_PLAIN);
    fprintf(stderr, "%s, %s:\n%s\n%s\n", c->name, v->name, messages, text);
    trm_text_free(messages);
    freedoms = -1;
  }
  CHECK(good);
  free(values);
  trm_analysis_free(analysis);
  trm_system_free(system);
  trm_model_free(model);
  trm_log_free(log);
  free(text);
  return freedoms;
}

#endif
