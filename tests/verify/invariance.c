/* SPDX-License-Identifier: Apache-2.0
 *
 * Invariance, for every type of the tables of joints, motions and constraints, in space and in the
 * plane: first and second exchanged, other units, a rigid displacement of everything, bodies listed
 * the other way round, and the same said by other means give the same motion and the same
 * reactions, and these keep the balance of every body. Each model is looked at as it is assembled,
 * free to move, and driven through time by constraints that take all its freedoms. A type without a
 * case fails. Terms are displaced at random states too.
 */
#include "catalog/catalog.h"
#include "check.h"
#include "system/equations.h"
#include "variant_cases.h"
#include "variant_motions.h"

static const Variant plain = {.name = "as it is", .units = "mks"};
static const Variant variants[] = {
    {.name = "first and second exchanged", .units = "mks", .exchange = 1},
    {.name = "joints in the other order", .units = "mks", .order = 1},
    {.name = "said by other means", .units = "mks", .twin = 1},
    {.name = "bodies in the other order", .units = "mks", .reversed = 1},
    {.name = "millimetres", .units = "mmks"},
    {.name = "millimetres, milliseconds and degrees",
     .units = "{length: mm, mass: kg, time: ms, force: N, angle: deg}"},
    {.name = "rigid displacement",
     .units = "mks",
     .turn = {0.5, 0.3, -0.6, 0.4},
     .shift = {0.7, -0.4, 0.2}},
    {.name = "all of it at once",
     .units = "{length: mm, mass: kg, time: ms, force: N, angle: deg}",
     .exchange = 1,
     .reversed = 1,
     .turn = {-0.2, 0.5, 0.1, 0.8},
     .shift = {-0.3, 0.6, -0.5}}};
enum { VARIANTS = sizeof variants / sizeof *variants };
static const double limit = 1e-10;

static int exchangeable(const Case *c) {
  return strchr(c->joints ? c->joints : "", '<') ||
         strchr(c->constraints ? c->constraints : "", '<');
}

/* where a variant is the same text as the plain one there is nothing to look at */
static int applies(const Case *c, const Variant *v) {
  int says = 0;
  if (v->exchange) says |= exchangeable(c) || v->reversed;
  if (v->order) says |= strchr(c->joints ? c->joints : "", '~') != NULL;
  if (v->twin) says |= c->twin_joints || c->twin_constraints;
  return says || !(v->exchange || v->order || v->twin);
}

/* greatest difference and greatest size of a kind of vector */
typedef struct Kind {
  double difference, size;
} Kind;

static void compare(Kind *kind, const double *a, const double *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    double d = fabs(a[i] - b[i]);
    if (!(d <= kind->difference)) kind->difference = d;
    kind->size = fmax(kind->size, fabs(a[i]));
  }
}

/* power that a wrench about the origin has on a body */
static double power_on(const Instant *at, int link, int body) {
  double carried[3], v[3];
  trm_vec3_cross(at->body[body].w, at->body[body].r, carried);
  trm_vec3_add(at->body[body].v, -1, carried, v);
  return trm_vec3_dot(at->link[link].force, v) +
         trm_vec3_dot(at->link[link].torque, at->body[body].w);
}

enum { OF_R, OF_TURN, OF_V, OF_A, OF_W, OF_WD, OF_FORCE, OF_TORQUE, OF_JOINT, OF_EFFORT, KINDS };

static void compare_links(const Case *c, const Variant *v, const Instant *x, const Instant *y,
                          Kind *kinds) {
  for (int k = 0; k < LINKS && c->links[k].name && !v->twin; k++) {
    const Link *link = &c->links[k];
    if (v->order && link->order == 1) {
      /* what a coupling takes from one joint it gives to the other */
      double taken = -power_on(x, k, 0), given = power_on(y, k + 1, 1);
      compare(&kinds[OF_EFFORT], &taken, &given, 1);
    }
    if (link->order == 2 || (v->order && link->order)) continue;
    compare(&kinds[OF_FORCE], x->link[k].force, y->link[k].force, 3);
    compare(&kinds[OF_TORQUE], x->link[k].torque, y->link[k].torque, 3);
    compare(&kinds[OF_JOINT], x->link[k].angle, y->link[k].angle, 2);
    compare(&kinds[OF_JOINT], x->link[k].displacement, y->link[k].displacement, 2);
  }
}

/* largest difference of two records, relative to the largest value of its kind */
static double difference(const Case *c, const Variant *v, const Record *a, const Record *b) {
  /* sizes below which all is rounding: m, 1, m/s, m/s^2, rad/s, rad/s^2, N, N m, rad or m, N m/s */
  static const double least[KINDS] = {0.1, 1, 0.1, 1, 0.1, 1, 1, 0.1, 0.1, 0.1};
  Kind kinds[KINDS] = {{0, 0}};
  double worst = 0;
  CHECK(a->count && a->count == b->count);
  for (size_t i = 0; i < a->count && i < b->count; i++) {
    const Instant *x = &a->at[i], *y = &b->at[i];
    for (int k = 0; k < BODIES; k++) {
      compare(&kinds[OF_R], x->body[k].r, y->body[k].r, 3);
      compare(&kinds[OF_TURN], x->body[k].R, y->body[k].R, 9);
      compare(&kinds[OF_V], x->body[k].v, y->body[k].v, 3);
      compare(&kinds[OF_A], x->body[k].a, y->body[k].a, 3);
      compare(&kinds[OF_W], x->body[k].w, y->body[k].w, 3);
      compare(&kinds[OF_WD], x->body[k].wd, y->body[k].wd, 3);
    }
    compare_links(c, v, x, y, kinds);
    compare(&kinds[OF_EFFORT], &x->effort, &y->effort, 1);
    compare(&kinds[OF_EFFORT], &x->power, &y->power, 1);
  }
  for (int k = 0; k < KINDS; k++) {
    double error = kinds[k].difference / fmax(kinds[k].size, least[k]);
    if (!(error <= limit))
      fprintf(stderr, "%s, %s: kind %d differs by %g of %g\n", c->name, v->name, k,
              kinds[k].difference, kinds[k].size);
    if (!(error <= worst)) worst = error;
  }
  return worst;
}

/* m (a - g) and J wd + w x J w against the links' wrenches, relative to the weight */
static double unbalance(const Case *c, const Instant *at) {
  double worst = 0;
  for (int k = 0; k < BODIES; k++) {
    const double *I = inertias[k];
    double J[9] = {I[0], I[3], I[4], I[3], I[1], I[5], I[4], I[5], I[2]};
    double w[3], wd[3], Jw[3], Jwd[3], gyro[3], local[3], torque[3], force[3], moment[3];
    if (!(c->balance & 1 << k)) continue;
    trm_mat3_apply_transposed(at->body[k].R, at->body[k].w, w);
    trm_mat3_apply_transposed(at->body[k].R, at->body[k].wd, wd);
    trm_mat3_apply(J, w, Jw);
    trm_mat3_apply(J, wd, Jwd);
    trm_vec3_cross(w, Jw, gyro);
    trm_vec3_add(Jwd, 1, gyro, local);
    if (c->planar) local[0] = local[1] = 0;
    trm_mat3_apply(at->body[k].R, local, torque);
    for (int i = 0; i < 3; i++)
      force[i] = masses[k] * (at->body[k].a[i] - (c->planar && i == 2 ? 0 : gravity[i]));
    for (int l = 0; l < LINKS && c->links[l].name; l++) {
      const Link *link = &c->links[l];
      int first = body_index(link->first) == k, second = body_index(link->second) == k;
      double sign = first ? 1 : -1;
      if ((!first && !second) || link->order == 2) continue;
      trm_vec3_add(force, -sign, at->link[l].force, force);
      trm_vec3_cross(at->body[k].r, at->link[l].force, moment);
      trm_vec3_add(torque, -sign, at->link[l].torque, torque);
      trm_vec3_add(torque, sign, moment, torque);
    }
    if (c->planar) torque[0] = torque[1] = 0;
    worst = fmax(worst, trm_vec3_norm(force) / (masses[k] * trm_vec3_norm(gravity)));
    worst = fmax(worst, trm_vec3_norm(torque) / (0.1 * masses[k] * trm_vec3_norm(gravity)));
  }
  return worst;
}

/* constraints that take the freedoms of p against ground and of q against p, one after the other
 * where one helps; the text is the caller's */
static char *find_drives(const Case *c) {
  static const char *const frames[BODIES] = {"ground.o", "p.o"};
  static const double tips[3][3] = {{0, 0, 0}, {0.4, 0, 0}, {0, 0.4, 0}};
  Record record;
  char *drives = strdup("");
  int freedoms = run_variant(c, &plain, "", 0, &record), number = 0;
  for (int body = 0; body < BODIES; body++)
    for (int tip = 0; tip < (c->planar ? 2 : 3); tip++)
      for (int axis = 0; axis < (c->planar ? 2 : 3) && freedoms > 0; axis++, number++) {
        char *longer = malloc(strlen(drives) + 200);
        sprintf(
            longer,
            "%s  drive%d: {holonomic: 'd%c(%s.t%d, %s, %s) - %g*m - %g*m*sin(%g*rad*time/s)'}\n",
            drives, number, "xyz"[axis], body_names[body], tip + 1, frames[body], frames[body],
            tips[tip][axis], 0.02 + 0.003 * (number % 5), 1.1 + 0.37 * (number % 7));
        int left = run_variant(c, &plain, longer, 0, &record);
        char *worse = left >= 0 && left < freedoms ? drives : longer;
        if (worse == drives) {
          freedoms = left;
          drives = longer;
        }
        free(worse);
      }
  CHECK(freedoms == 0);
  return drives;
}

static void test_case(const char *table, const Case *c) {
  Record reference[2], other;
  char what[160];
  char *drives = c->motions ? strdup("") : find_drives(c);
  int undriven = strcmp(table, "motion") != 0, holds = strcmp(c->name, "nonholonomic") != 0;
  for (int driven = !undriven; driven <= holds; driven++)
    run_variant(c, &plain, driven ? drives : "", driven, &reference[driven]);
  if (c->balance && undriven) {
    snprintf(what, sizeof what, "%s%s: action and reaction", c->name, c->planar ? ", plane" : "");
    check_figure("invariance", what, "balance of each body", unbalance(c, &reference[0].at[0]),
                 limit);
  }
  for (size_t i = 0; i < VARIANTS; i++) {
    double error = 0;
    if (!applies(c, &variants[i])) continue;
    Variant v = variants[i];
    /* in the plane everything turns about z */
    if (c->planar) v.turn[1] = v.turn[2] = v.shift[2] = 0;
    v.exchange = v.exchange && exchangeable(c);
    /* weights of the assembly belong to joints: what is said otherwise begins where it ended */
    if (v.twin) v.given = &reference[0].at[0];
    for (int driven = !undriven; driven <= holds; driven++) {
      run_variant(c, &v, driven ? drives : "", driven, &other);
      error = fmax(error, difference(c, &v, &reference[driven], &other));
    }
    snprintf(what, sizeof what, "%s%s: %s", c->name, c->planar ? ", plane" : "", v.name);
    check_figure("invariance", what, "the same model", error, limit);
  }
  free(drives);
}

/* every case of a name, in space or in the plane; there must be one, and it must be exchanged */
static void test_name(const char *table, const Case *cases, size_t count, const char *name,
                      int planar) {
  size_t found = 0;
  for (size_t i = 0; i < count; i++) {
    const Case *c = &cases[i];
    if (strcmp(c->name, name) != 0 || c->planar != planar) continue;
    found++;
    CHECK(applies(c, &variants[0]) || applies(c, &variants[2]));
    test_case(table, c);
  }
  if (!found)
    fprintf(stderr, "%s '%s' has no case %s in tests/verify/variant_*.h\n", table, name,
            planar ? "in the plane" : "in space");
  CHECK(found);
}

typedef struct Layout {
  TrmArena *arena;
  const TrmSystem *system;
  TrmLog *log;
  TrmEquations *eq;
} Layout;

static void lay_out(void *context) {
  Layout *l = context;
  l->eq = trm_equations_new(l->arena, l->system, l->log);
}

static void random_rotation(double R[9]) {
  double e[4] = {check_random(-1, 1), check_random(-1, 1), check_random(-1, 1), 0.3};
  trm_quat_unit(e, e);
  trm_quat_matrix(e, R);
}

/* one term at a random motion, and at the same displaced as a whole */
static double displaced_error(const TrmTermPlan *plan) {
  TrmBodyMotion body[2], moved[2];
  TrmPairMotion m = {.s = {0.01, 0.02}}, n = {.s = {0.01, 0.02}};
  double T[9], shift[3], g[TRM_LOCAL], h[TRM_LOCAL], error;
  random_rotation(T);
  for (int k = 0; k < 3; k++) shift[k] = check_random(-2, 2);
  for (int b = 0; b < 2; b++) {
    body[b] = (TrmBodyMotion){.r = {check_random(-1, 1), check_random(-1, 1), check_random(-1, 1)}};
    random_rotation(body[b].R);
    moved[b] = body[b];
    trm_mat3_apply(T, body[b].r, moved[b].r);
    trm_vec3_add(moved[b].r, 1, shift, moved[b].r);
    trm_mat3_product(T, body[b].R, moved[b].R);
    m.body[b] = &body[b];
    n.body[b] = &moved[b];
  }
  double value = trm_term_gradient(plan, &m, 0, g);
  error = fabs(trm_term_gradient(plan, &n, 0, h) - value) / (1 + fabs(value));
  for (int b = 0; b < 2; b++) {
    double turned[3];
    trm_mat3_apply(T, g + 6 * b, turned);
    for (int k = 0; k < 3; k++) {
      double size = 1 + fabs(g[6 * b + 3 + k]) + fabs(turned[k]);
      error = fmax(error, fabs(h[6 * b + k] - turned[k]) / size);
      error = fmax(error, fabs(h[6 * b + 3 + k] - g[6 * b + 3 + k]) / size);
    }
  }
  return error;
}

static void test_terms(void) {
  const TrmTable *tables[] = {&trm_table_joints, &trm_table_motions};
  for (size_t t = 0; t < 2; t++)
    for (const TrmType *const *type = tables[t]->types; *type; type++) {
      const char *text = (*type)->example;
      Layout l = {.arena = trm_arena_new(), .log = trm_log_new()};
      TrmModel *model = NULL;
      TrmSystem *system = NULL;
      trm_model_parse(text, strlen(text), "model.yaml", NULL, 0, l.log, &model);
      CHECK(model && trm_system_compile(model, l.log, &system) == TRM_OK);
      l.system = system;
      CHECK(system && trm_guard(lay_out, &l) == TRM_OK && l.eq);
      double worst = 0;
      size_t terms = 0;
      for (size_t i = 0; l.eq && i < l.eq->row_count; i++)
        for (size_t k = 0; k < l.eq->rows[i].term_count; k++, terms++) {
          TrmPiece room;
          const TrmPiece *piece = trm_row_piece(l.eq, &l.eq->rows[i], k, &room);
          for (int round = 0; round < 200; round++)
            worst = fmax(worst, displaced_error(&piece->plan));
        }
      char what[128];
      snprintf(what, sizeof what, "%s: rigid displacement of its terms", (*type)->name);
      if (terms) check_figure("invariance", what, "the same terms", worst, 1e-11);
      trm_system_free(system);
      trm_model_free(model);
      trm_log_free(l.log);
      trm_arena_free(l.arena);
    }
}

static void test_joints(void) {
  for (const TrmType *const *type = trm_table_joints.types; *type; type++) {
    const TrmJointType *joint = (const TrmJointType *)(const void *)*type;
    size_t count = sizeof joint_cases / sizeof *joint_cases;
    test_name("joint", joint_cases, count, (*type)->name, 0);
    if (joint->planar_equations) test_name("joint", joint_cases, count, (*type)->name, 1);
  }
}

/* what a type of motion prescribes beside the courses of angles and displacements */
static void test_own_courses(const TrmType *type) {
  for (const TrmParam *param = type->params; param->key; param++)
    for (int planar = 0; planar < 2 && param->kind == TRM_KIND_FUNCTION; planar++) {
      char name[96];
      snprintf(name, sizeof name, "%s, %s", type->name, param->key);
      test_name("motion", motion_cases, sizeof motion_cases / sizeof *motion_cases, name, planar);
    }
}

static void test_motions(void) {
  for (const TrmType *const *type = trm_table_motions.types; *type; type++) test_own_courses(*type);
  for (const TrmType *const *type = trm_table_motions.types; *type; type++)
    for (const TrmParam *param = (*type)->shared; param->key; param++) {
      if (param->kind != TRM_KIND_FUNCTION || strcmp(param->key, "active") == 0) continue;
      int angle = strcmp(param->key, "angle") == 0, moves = strcmp(param->key, "displacement") == 0;
      for (int turns = 0; turns < 2; turns++)
        for (int planar = 0; planar < 2; planar++) {
          char name[96];
          if ((angle && !turns) || (moves && turns)) continue;
          snprintf(name, sizeof name, "%s, %s%s", (*type)->name, param->key,
                   angle || moves ? ""
                   : turns        ? " of an angle"
                                  : " of a displacement");
          test_name("motion", motion_cases, sizeof motion_cases / sizeof *motion_cases, name,
                    planar);
        }
    }
}

static void test_constraints(void) {
  for (const TrmType *const *type = trm_table_constraints.types; *type; type++)
    for (int planar = 0; planar < 2; planar++)
      test_name("constraint", constraint_cases, sizeof constraint_cases / sizeof *constraint_cases,
                (*type)->name, planar);
}

int main(void) {
  test_terms();
  test_joints();
  test_motions();
  test_constraints();
  return check_done();
}
