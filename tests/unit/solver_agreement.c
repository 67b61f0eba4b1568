/* SPDX-License-Identifier: Apache-2.0
 *
 * Solvers: all ways of elimination give the same accelerations and multipliers, on all examples
 * and on generated chains, trees and ladders, at random velocities (consistent and not) and random
 * forces; what they give satisfies the equations; and the same input gives the same bits.
 */
#include "solver_bench.h"
#include <dirent.h>

enum { ROUNDS = 4 };

/* what is asked: largest differences of accelerations and multipliers, and largest imbalance */
typedef struct Limits {
  double a, lambda, balance;
} Limits;

/* results so far: by solver, over one family of models */
typedef struct Worst {
  double a[MOST_SOLVERS], lambda[MOST_SOLVERS], balance[MOST_SOLVERS];
  int applied[MOST_SOLVERS], contradicted;
} Worst;

/* the factors of a state serve other right-hand sides: the same as accelerate gives */
static void check_solve(Bench *b, size_t s, const double *a, double limit) {
  const TrmEquations *eq = b->m->eq;
  TrmSolver *solver = b->solver[s];
  double differ = 0;
  memcpy(b->f, b->Q, eq->column_count * sizeof *b->f);
  for (size_t i = 0; i < eq->body_count; i++) {
    const double *I = eq->system->bodies[i].inertia_b, *w = b->m->state->body[i].w;
    const int *c = eq->body_column[i];
    double h[3];
    for (int k = 0; k < 3; k++) h[k] = I[3 * k] * w[0] + I[3 * k + 1] * w[1] + I[3 * k + 2] * w[2];
    for (int k = 0; k < 3 && c[3] >= 0; k++)
      b->f[c[3 + k]] -= w[(k + 1) % 3] * h[(k + 2) % 3] - w[(k + 2) % 3] * h[(k + 1) % 3];
  }
  CHECK(solver->type->factor(solver, b->m->state) == TRM_OK);
  CHECK(solver->type->solve(solver, b->f, b->gamma, b->u, NULL) == TRM_OK);
  for (size_t k = 0; k < eq->column_count; k++) differ = fmax(differ, fabs(a[k] - b->u[k]));
  CHECK(differ <= limit * fmax(bench_largest(a, eq->column_count), PUSH));
}

/* the mechanism where it is: all ways at random velocities and forces */
static void compare(Bench *b, const char *name, Limits limits, Worst *worst) {
  const TrmEquations *eq = b->m->eq;
  size_t last = b->count - 1, columns = eq->column_count, rows = eq->row_count;
  for (int round = 0; round < ROUNDS; round++) {
    /* where rows contradict each other, only velocities that fit have accelerations */
    int shaken = bench_shake(b, round % 2 == 0);
    CHECK(shaken);
    if (!shaken) return;
    for (size_t s = b->count; s-- > 0;) {
      TrmSolver *solver = b->solver[s];
      if (!solver) continue;
      double *a = b->a[s], *lambda = b->lambda[s];
      TrmStatus status = solver->type->accelerate(solver, b->m->state, b->Q, a, lambda);
      CHECK(status == TRM_OK);
      if (status != TRM_OK) {
        fprintf(stderr, "%s: %s fails\n", name, solver->type->name);
        continue;
      }
      double off = bench_balance(b, a, lambda), differ = 0, pull = 0;
      /* redundant rows that contradict each other at these velocities: no answer */
      if (s == last && off > 1e-9) {
        worst->contradicted++;
        break;
      }
      for (size_t k = 0; k < columns; k++) differ = fmax(differ, fabs(a[k] - b->a[last][k]));
      for (size_t i = 0; i < rows; i++) pull = fmax(pull, fabs(lambda[i] - b->lambda[last][i]));
      /* to the largest, or to what the forces do to free bodies */
      differ /= fmax(bench_largest(b->a[last], columns), PUSH);
      pull /= fmax(bench_largest(b->lambda[last], rows), bench_largest(b->Q, columns));
      if (getenv("TRM_SHOW"))
        printf("%-28s %-7s %d a %.1e lambda %.1e balance %.1e corrections %zu\n", name,
               solver->type->name, round, differ, pull, off, solver->corrections);
      worst->applied[s]++;
      CHECK(differ <= limits.a);
      CHECK(pull <= limits.lambda);
      CHECK(off <= limits.balance);
      worst->a[s] = fmax(worst->a[s], differ);
      worst->lambda[s] = fmax(worst->lambda[s], pull);
      worst->balance[s] = fmax(worst->balance[s], off);
      /* the same bits again, also when multipliers are not asked for */
      memcpy(b->f, a, columns * sizeof *a);
      CHECK(solver->type->accelerate(solver, b->m->state, b->Q, a, NULL) == TRM_OK);
      CHECK(memcmp(b->f, a, columns * sizeof *a) == 0);
      check_solve(b, s, a, limits.a);
    }
  }
}

/* figures of a family of models */
static void report(const char *family, const Worst *worst, Limits limits) {
  size_t s = 0;
  for (const TrmSolverType *const *type = trm_solvers; type[1]; type++, s++) {
    char what[100];
    CHECK(worst->applied[s] > 0);
    snprintf(what, sizeof what, "%s, %s: accelerations", (*type)->name, family);
    check_figure("Solvers", what, "the sparse solver", worst->a[s], limits.a);
    snprintf(what, sizeof what, "%s, %s: multipliers", (*type)->name, family);
    check_figure("Solvers", what, "the sparse solver", worst->lambda[s], limits.lambda);
    snprintf(what, sizeof what, "%s, %s: balance", (*type)->name, family);
    check_figure("Solvers", what, "Newton and Euler, constraints", worst->balance[s],
                 limits.balance);
    printf("%-40s applied %4d, contradicted %d: a %.1e lambda %.1e balance %.1e\n", what,
           worst->applied[s], worst->contradicted, worst->a[s], worst->lambda[s],
           worst->balance[s]);
  }
}

/* a thousandth of the inertia about one axis of every body, oblique where it has products of
 * inertia already */
static void make_slender(TrmSystem *system) {
  for (size_t i = 0; i < system->body_count && !system->planar; i++) {
    double *I = system->bodies[i].inertia_b, P[9], J[9] = {0};
    int oblique = I[1] != 0 || I[2] != 0 || I[5] != 0;
    double axis[3] = {oblique ? 0.6 : 1, 0, oblique ? 0.8 : 0};
    for (int k = 0; k < 9; k++) P[k] = (k % 4 == 0) - (1 - 3e-2) * axis[k / 3] * axis[k % 3];
    for (int a = 0; a < 3; a++)
      for (int b = 0; b < 3; b++)
        for (int c = 0; c < 9; c++) J[3 * a + b] += P[3 * a + c / 3] * I[c] * P[3 * (c % 3) + b];
    for (int a = 0; a < 3; a++)
      for (int b = 0; b < 3; b++) I[3 * a + b] = (J[3 * a + b] + J[3 * b + a]) / 2;
  }
}

static int check_examples(int slender) {
  DIR *folder = opendir("examples");
  struct dirent *entry;
  Limits limits = {1e-11, 1e-11, 1e-11};
  Worst worst = {0};
  int count = 0;
  CHECK(folder != NULL);
  while (folder && (entry = readdir(folder))) {
    char path[300];
    if (!strstr(entry->d_name, ".yaml")) continue;
    snprintf(path, sizeof path, "examples/%s", entry->d_name);
    Bench b = {.log = trm_log_new()};
    trm_model_read(path, NULL, 0, b.log, &b.model);
    if (b.model) trm_system_compile(b.model, b.log, &b.system);
    if (b.system && slender) make_slender(b.system);
    if (bench_start(&b)) {
      count++;
      compare(&b, entry->d_name, limits, &worst);
    }
    bench_release(&b);
  }
  if (folder) closedir(folder);
  report(slender ? "examples of slender bodies" : "examples", &worst, limits);
  return count;
}

/* a model that is written into `text` and compared where it is assembled */
typedef struct Text {
  char *text;
  size_t length;
  FILE *out;
} Text;

static void text_new(Text *t, int planar) {
  t->out = open_memstream(&t->text, &t->length);
  fprintf(t->out, "trammel: 1\nplanar: %s\n", planar ? "true" : "false");
}

static int begin(Bench *b, Text *t) {
  fclose(t->out);
  *b = (Bench){.log = trm_log_new()};
  trm_model_parse(t->text, t->length, "model.yaml", NULL, 0, b->log, &b->model);
  int good = bench_start(b);
  if (!good) {
    char *messages = trm_log_render(b->log, TRM_LOG_PLAIN);
    fprintf(stderr, "%s\n%s\n", t->text, messages ? messages : "out of memory");
    trm_text_free(messages);
  }
  free(t->text);
  return good;
}

/* bodies anywhere, with masses over `decades`, on a tree of all kinds of joints, and some joints
 * and motions more; every order of first and second */
static void write_random(Text *t, int planar, int bodies, int more, double decades) {
  static const char *const space[] = {"revolute",  "spherical", "universal",   "cylindrical",
                                      "prismatic", "fixed",     "planar",      "inline",
                                      "inplane",   "parallel",  "orientation", "point"};
  static const char *const plane[] = {"revolute", "prismatic", "fixed",      "point",
                                      "inline",   "inplane",   "orientation"};
  double at[64][3];
  fputs("bodies:\n", t->out);
  for (int i = 0; i < bodies; i++) {
    double m = pow(10, check_random(-decades / 2, decades / 2)), I[3];
    for (int k = 0; k < 3; k++) {
      at[i][k] = check_random(-2, 2);
      I[k] = m * check_random(0.03, 0.05);
    }
    if (more && i % 7 == 6) {
      fprintf(t->out,
              planar ? "  b%d: {at: [%.9g, %.9g], mass: %.9g, point_mass: true}\n"
                     : "  b%d: {at: [%.9g, %.9g, %.9g], mass: %.9g, point_mass: true}\n",
              i, at[i][0], at[i][1], planar ? m : at[i][2], m);
    } else if (planar) {
      fprintf(t->out, "  b%d: {at: [%.9g, %.9g], mass: %.9g, inertia: %.9g}\n", i, at[i][0],
              at[i][1], m, I[2]);
    } else {
      fprintf(t->out,
              "  b%d: {at: [%.9g, %.9g, %.9g], mass: %.9g, inertia: [%.9g, %.9g, %.9g, %.9g, 0, "
              "%.9g], orient: {axis: [1, 2, %.3g], angle: %.3g}}\n",
              i, at[i][0], at[i][1], at[i][2], m, I[0], I[1], I[2], 0.2 * I[0], 0.1 * I[1],
              check_random(-1, 1), check_random(-3, 3));
    }
  }
  fputs("joints:\n", t->out);
  for (int i = 0; i < bodies + more; i++) {
    int body = i < bodies ? i : (int)check_random(1, bodies);
    int other = (int)check_random(0, body + 1) - 1;
    if (body % 7 == 6) {
      /* some bodies are free, or point masses on a rod */
      if (more && i < bodies)
        fprintf(t->out,
                planar ? "  j%d: {distance: [b%d, b%d], from: [%.9g, %.9g], to: [%.9g, %.9g]}\n"
                       : "  j%d: {distance: [b%d, b%d], from: [%.9g, %.9g, 0], to: [%.9g, %.9g, "
                         "%.9g]}\n",
                i, i - 1, i, at[i - 1][0] + 0.1, at[i - 1][1], at[i][0], at[i][1], at[i][2]);
      continue;
    }
    if (more && other >= 0 && other % 7 == 6) other--;
    size_t kinds = planar ? sizeof plane / sizeof *plane : sizeof space / sizeof *space;
    size_t kind = (size_t)check_random(0, (double)kinds);
    const char *name = planar ? plane[kind] : space[kind];
    char first[16], second[16];
    snprintf(first, sizeof first, "b%d", body);
    snprintf(second, sizeof second, "b%d", other);
    if (other < 0) snprintf(second, sizeof second, "ground");
    int turned = check_random(0, 1) < 0.5;
    fprintf(t->out, "  j%d: {%s: [%s, %s]", i, name, turned ? first : second,
            turned ? second : first);
    int directed = strcmp(name, "orientation") != 0, placed = directed;
    placed = placed && strcmp(name, "parallel") != 0;
    if (placed && planar)
      fprintf(t->out, ", at: [%.9g, %.9g]", check_random(-2, 2), check_random(-2, 2));
    if (placed && !planar)
      fprintf(t->out, ", at: [%.9g, %.9g, %.9g]", check_random(-2, 2), check_random(-2, 2),
              check_random(-2, 2));
    directed = directed && strcmp(name, "point") != 0 && strcmp(name, "fixed") != 0 &&
               strcmp(name, "spherical") != 0;
    if (strcmp(name, "universal") == 0) {
      fputs(", axes: [[1, 1, 0], [1, -1, 0.5]]", t->out);
    } else if (directed && planar && strcmp(name, "revolute") != 0) {
      fprintf(t->out, ", axis: [%.3g, 1]", check_random(-1, 1));
    } else if (directed && !planar) {
      fprintf(t->out, ", axis: [%.3g, %.3g, 1]", check_random(-1, 1), check_random(-1, 1));
    }
    fputs("}\n", t->out);
  }
}

static void check_random_models(int planar, int more, double decades, Limits limits,
                                const char *family) {
  Worst worst = {0};
  for (int i = 0; i < CHECK_ROUNDS(25); i++) {
    Text t;
    Bench b;
    text_new(&t, planar);
    char name[60];
    snprintf(name, sizeof name, "%s %d", family, i);
    write_random(&t, planar, 20, more, decades);
    if (begin(&b, &t)) compare(&b, name, limits, &worst);
    bench_release(&b);
  }
  report(family, &worst, limits);
}

/* N four-bars side by side; every joint `copies` times; heavy and light parts in turn */
static void write_ladder(Text *t, int loops, int planar, int copies, double ratio) {
  const char *z = planar ? "" : ", 0", *axis = planar ? "" : ", axis: z";
  fputs("bodies:\n", t->out);
  for (int i = 0; i <= loops; i++) {
    double m = i % 2 ? ratio : 1;
    fprintf(t->out, "  u%d: {at: [%d, 0.5%s], mass: %g, inertia: ", i, i, z, m);
    fprintf(t->out, planar ? "%g}\n" : "[%g, %g, %g]}\n", m / 12, m * 1e-2, m / 12);
    fprintf(t->out, "  h%d: {at: [%g, 1%s], mass: 1, inertia: %s}\n", i, i - 0.5, z,
            planar ? "0.1" : "[0.01, 0.1, 0.1]");
  }
  fputs("joints:\n", t->out);
  for (int i = 0; i <= loops; i++)
    for (int k = 0; k < copies; k++) {
      fprintf(t->out, "  a%d_%d: {revolute: [ground, u%d], at: [%d, 0%s]%s}\n", i, k, i, i, z,
              axis);
      fprintf(t->out, "  c%d_%d: {revolute: [u%d, h%d], at: [%d, 1%s]%s}\n", i, k, i, i, i, z,
              axis);
      if (i)
        fprintf(t->out, "  b%d_%d: {revolute: [u%d, h%d], at: [%d, 1%s]%s}\n", i, k, i - 1, i,
                i - 1, z, axis);
    }
}

static void check_ladders(const char *family, int loops, int copies, double ratio, Limits limits) {
  Worst worst = {0};
  for (int planar = 0; planar < 2; planar++) {
    Text t;
    Bench b;
    text_new(&t, planar);
    write_ladder(&t, loops, planar, copies, ratio);
    if (begin(&b, &t)) compare(&b, family, limits, &worst);
    bench_release(&b);
  }
  report(family, &worst, limits);
}

/* a chain of hinges, or a binary tree */
static void check_trees(int bodies, Limits limits) {
  for (int binary = 0; binary < 2; binary++) {
    Worst worst = {0};
    Text t;
    Bench b;
    text_new(&t, 0);
    fputs("bodies:\n", t.out);
    for (int i = 0; i < bodies; i++)
      fprintf(t.out, "  b%d: {at: [%g, %g, 0], mass: 1, inertia: [1e-3, 1/12, 1/12]}\n", i, i + 0.5,
              0.01 * (i % 7));
    fputs("joints:\n", t.out);
    for (int i = 0; i < bodies; i++) {
      int parent = binary ? (i - 1) / 2 : i - 1;
      char name[20] = "ground";
      if (i) snprintf(name, sizeof name, "b%d", parent);
      fprintf(t.out, "  j%d: {revolute: [%s, b%d], at: [%d, 0, 0], axis: %s}\n", i, name, i,
              binary ? parent + 1 : i, i % 2 ? "y" : "z");
    }
    if (begin(&b, &t)) compare(&b, binary ? "binary tree" : "chain", limits, &worst);
    bench_release(&b);
    report(binary ? "binary tree" : "chain", &worst, limits);
  }
}

/* three chains of rods that hold point masses and bodies by their arms, in either order */
static void check_rods(Limits limits) {
  Worst worst = {0};
  for (int round = 0; round < 2 * CHECK_ROUNDS(10); round++) {
    int planar = round % 2;
    char list[2048] = "joints:\n", name[2][16], end[2][60];
    const char *z = planar ? "" : ", 0.1";
    Text t;
    Bench b;
    text_new(&t, planar);
    fputs("bodies:\n", t.out);
    for (int i = 0; i < 12; i++) {
      int point = check_random(0, 1) < 0.5, to = check_random(0, 1) < 0.5;
      double x = check_random(-2, 2), y = i + check_random(0, 0.5);
      fprintf(t.out, "  b%d: {at: [%.9g, %.9g%s], mass: 1.5, %s}\n", i, x, y, z,
              point    ? "point_mass: true"
              : planar ? "inertia: 0.3"
                       : "inertia: [0.3, 0.2, 0.4]");
      /* from the last body or ground, off the centre where a body can turn */
      if (i % 4 == 0) snprintf(name[0], 16, "ground"), snprintf(end[0], 60, "[3, %d%s]", i, z);
      snprintf(name[1], 16, "b%d", i);
      snprintf(end[1], 60, "[%.9g, %.9g%s]", x, y + (point ? 0 : 0.4), z);
      snprintf(list + strlen(list), sizeof list - strlen(list),
               "  r%d: {distance: [%s, %s], from: %s, to: %s}\n", i, name[!to], name[to], end[!to],
               end[to]);
      snprintf(name[0], 16, "b%d", i);
      snprintf(end[0], 60, "[%.9g, %.9g%s]", x - (point ? 0 : 0.3), y, z);
    }
    fputs(list, t.out);
    if (begin(&b, &t)) compare(&b, "rods", limits, &worst);
    bench_release(&b);
  }
  report("chains of rods", &worst, limits);
}

/* a parallelogram folded flat: its rows depend on each other there */
static void check_folded(Limits limits) {
  Worst worst = {0};
  for (int planar = 0; planar < 2; planar++) {
    const char *z = planar ? "" : ", 0", *axis = planar ? "" : ", axis: z";
    Text t;
    Bench b;
    text_new(&t, planar);
    fputs("bodies:\n", t.out);
    for (int i = 0; i < 3; i++)
      fprintf(t.out, "  b%d: {at: [%g, 0%s], mass: %d, inertia: %s}\n", i, i == 0 ? 0.5 : 1.5, z,
              i + 1, planar ? "0.1" : "[0.01, 0.1, 0.1]");
    fprintf(t.out,
            "joints:\n  a: {revolute: [ground, b0], at: [0, 0%s]%s}\n"
            "  b: {revolute: [b0, b1], at: [1, 0%s]%s}\n"
            "  c: {revolute: [b2, b1], at: [2, 0%s]%s}\n"
            "  d: {revolute: [ground, b2], at: [1, 0%s]%s}\n",
            z, axis, z, axis, z, axis, z, axis);
    if (begin(&b, &t)) {
      b.still = 1;
      compare(&b, "folded four-bar", limits, &worst);
    }
    bench_release(&b);
  }
  report("folded four-bar", &worst, limits);
}

/* the same bits with every compiler and width of registers: accelerations and multipliers of a
 * moving chain and of a ladder in space and plane, against what was found once */
static void check_bits(void) {
  static const unsigned long long known[3] = {0x1d379601c4b2ec7eull, 0x407b67c6aec92b8aull,
                                              0x8e678826d162699bull};
  for (int kind = 0; kind < 3; kind++) {
    Text t;
    Bench b;
    unsigned long long hash = 1469598103934665603ull, bits;
    text_new(&t, kind == 2);
    if (kind) {
      write_ladder(&t, 9, kind == 2, 1, 0.5);
    } else {
      fputs("bodies:\n", t.out);
      for (int i = 0; i < 9; i++)
        fprintf(t.out, "  b%d: {at: [%d.5, 0, 0], mass: 1, inertia: [0.5, 0.25, 0.5]}\n", i, i);
      fputs("joints:\n", t.out);
      fputs("  j0: {revolute: [ground, b0], at: [0, 0, 0], axis: z}\n", t.out);
      for (int i = 1; i < 9; i++)
        fprintf(t.out, "  j%d: {revolute: [b%d, b%d], at: [%d, 0, 0], axis: %s}\n", i, i - 1, i, i,
                i % 2 ? "y" : "z");
    }
    int begun = begin(&b, &t);
    CHECK(begun);
    if (!begun) return;
    const TrmEquations *eq = b.m->eq;
    for (size_t i = 0; i < eq->body_count; i++)
      for (size_t k = 0; k < 3; k++) {
        TrmBodyMotion *m = &b.m->state->body[i];
        m->w[k] = eq->body_column[i][3 + k] < 0 ? 0 : 0.1 * (double)((7 * i + 3 * k) % 11);
        m->v[k] = eq->body_column[i][k] < 0 ? 0 : 0.05 * (double)((5 * i + k) % 13);
      }
    for (size_t k = 0; k < eq->column_count; k++) b.Q[k] = 0.125 * (double)(k % 17) - 1;
    TrmSolver *tree = b.solver[0];
    CHECK(tree->type->accelerate(tree, b.m->state, b.Q, b.a[0], b.lambda[0]) == TRM_OK);
    for (size_t k = 0; k < eq->column_count; k++) {
      memcpy(&bits, &b.a[0][k], sizeof bits);
      hash = (hash ^ bits) * 1099511628211ull;
    }
    for (size_t i = 0; i < eq->row_count; i++) {
      memcpy(&bits, &b.lambda[0][i], sizeof bits);
      hash = (hash ^ bits) * 1099511628211ull;
    }
    CHECK(hash == known[kind]);
    if (hash != known[kind]) fprintf(stderr, "bits %d: 0x%016llx\n", kind, hash);
    bench_release(&b);
  }
}

int main(void) {
  Limits tight = {1e-11, 1e-11, 1e-11};
  check_random_models(0, 0, 0, tight, "random trees in space");
  check_random_models(1, 0, 0, tight, "random trees in the plane");
  check_random_models(0, 4, 0, tight, "random loops in space");
  check_random_models(1, 4, 0, tight, "random loops in the plane");
  check_random_models(0, 0, 6, tight, "masses over six decades");
  check_random_models(0, 2, 6, tight, "loops, masses over six decades");
  check_trees(CHECK_ROUNDS(100), tight);
  check_ladders("ladders", 20, 1, 1, tight);
  check_ladders("ladders of double joints", 6, 2, 1, tight);
  check_ladders("ladders, mass ratio 1e6", 6, 1, 1e-6, tight);
  check_rods(tight);
  /* the last, so that more of them do not change the random models */
  for (int slender = 0; slender < 2; slender++) CHECK(check_examples(slender) >= 45);
  check_folded(tight);
  check_bits();
  return check_done();
}
