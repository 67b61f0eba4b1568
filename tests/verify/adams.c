/* SPDX-License-Identifier: Apache-2.0
 *
 * Adams datasets move as Adams moved them: six models against extracts of its tables, and all of
 * the tables where the folder of references is at hand. The tables of the spring are those of
 * another spring than its dataset has: a closed form of them says which. Two of the tables are off
 * by Adams' own error, which a pendulum integrated in extended precision shows; they count within
 * that. A spring, reactions of a slide seen from both sides, and a dataset of every statement
 * complete it.
 */
#include "verify/adams/tables.h"
#include "verify/motion.h"
#include <unistd.h>

#define FOLDER "tests/verify/adams/"

/* Limits in parts of a table's range: what their digits allow, and Adams' own errors.
 * Among `all` rows a few are off by more: after the distance has turned over, and an angular
 * acceleration that is more than gravity can give. */
static double limit_of(const char *model, int table, int all) {
  int swings = strcmp(model, "spherical") == 0 || strcmp(model, "universal") == 0;
  if (swings) return 6e-4;
  if (all && strcmp(model, "distance") == 0 && (table == 1 || table == 2)) return 5e-5;
  if (all && strcmp(model, "revolute") == 0 && table == 4) return 1.1e-4;
  return table < 3 ? 1e-5 : 1e-4;
}

static double component(const Motion *m, int column) {
  char name[32];
  snprintf(name, sizeof name, "REQUEST_%d.F%d", table_columns[column].request,
           table_columns[column].component);
  return motion_value(m, name);
}

static void follow_table(const Table *t) {
  char path[128], what[128];
  double worst[8] = {0};
  snprintf(path, sizeof path, FOLDER "%s.adm", t->model);
  TrmDynamicsOptions options = {.until = 5, .every = 0.5};
  Motion m = motion_read(path, NULL, 0, &options);
  CHECK(m.status == TRM_OK);
  for (int i = 0; i < TABLE_TIMES; i++) {
    if (i && !motion_advance(&m, t->rows[i][0])) break;
    for (int k = 0; k < TABLE_COLUMNS; k++) {
      int table = table_columns[k].table;
      double range = t->range[table] > 1e-9 ? t->range[table] : 1;
      worst[table] = motion_worse(worst[table], (component(&m, k) - t->rows[i][1 + k]) / range);
    }
  }
  for (int k = 0; k < 8; k++) {
    snprintf(what, sizeof what, "%s of the %s model, in parts of its range", table_names[k],
             t->model);
    check_figure("Adams datasets", what, "tables printed by Adams", worst[k],
                 limit_of(t->model, k, 0));
  }
  motion_end(&m);
}

/* a plane pendulum let go level: angle below the level, by Runge-Kutta in extended precision */
static long double swing(double until) {
  const long double k = 2 * 9.80665L / 4.1L;
  const int steps = 20000;
  long double a = 0, w = 0, h = (long double)until / steps;
  for (int i = 0; i < steps; i++) {
    long double a1 = w, w1 = -k * cosl(a);
    long double a2 = w + h / 2 * w1, w2 = -k * cosl(a + h / 2 * a1);
    long double a3 = w + h / 2 * w2, w3 = -k * cosl(a + h / 2 * a2);
    long double a4 = w + h * w3, w4 = -k * cosl(a + h * a3);
    a += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    w += h / 6 * (w1 + 2 * w2 + 2 * w3 + w4);
  }
  return a;
}

/* ours is the pendulum; what Adams printed for it is off by more than is asked of us */
static void check_pendulums(void) {
  static const char *const names[] = {"spherical", "universal"};
  TrmDynamicsOptions options = {.until = 5, .every = 0.5};
  double truth = 2 * (double)sinl(swing(5));
  for (size_t k = 0; k < 2; k++) {
    char path[128];
    snprintf(path, sizeof path, FOLDER "%s.adm", names[k]);
    Motion m = motion_read(path, NULL, 0, &options);
    motion_advance(&m, 5);
    check_figure(
        "Adams datasets", k ? "height of the universal model" : "height of the spherical model",
        "Runge-Kutta in extended precision", fabs(motion_value(&m, "REQUEST_1.F4") - truth), 1e-6);
    motion_end(&m);
  }
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
    if (strcmp(tables[i].model, "spherical") == 0)
      CHECK(fabs(tables[i].rows[TABLE_TIMES - 1][3] - truth) > 1e-4 * tables[i].range[0]);
}

/* The energy of a pendulum by its own printed rows: mass 1, inertia 0.1 about the axis it swings
 * about. Nothing takes energy, and yet two of the tables lose it, to the same digits; one begins
 * with more angular acceleration than gravity gives. */
static double printed_loss(const Table *t) {
  double energy[2];
  for (int end = 0; end < 2; end++) {
    const double *row = t->rows[end ? TABLE_TIMES - 1 : 0] + 1, *v = row + 3, *w = row + 6;
    energy[end] = 9.80665 * row[2];
    for (int k = 0; k < 3; k++) energy[end] += 0.5 * v[k] * v[k] + 0.05 * w[k] * w[k];
  }
  return energy[0] - energy[1];
}

static void check_printed_energy(void) {
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
    const char *model = tables[i].model;
    int swings = strcmp(model, "spherical") == 0 || strcmp(model, "universal") == 0;
    if (swings) CHECK_NEAR(printed_loss(&tables[i]), 7.93e-3, 5e-5);
    if (strcmp(model, "revolute") == 0) CHECK_NEAR(printed_loss(&tables[i]), 0, 1e-4);
  }
}

/* a mass on a spring at the origin, free length 2, from (0, 2, 0) at rest: y, z and their rates */
static void spring_rates(const long double x[4], long double out[4]) {
  long double length = sqrtl(x[0] * x[0] + x[1] * x[1]);
  long double rate = (x[0] * x[2] + x[1] * x[3]) / length;
  long double pull = (100 * (length - 2) + rate) / length;
  out[0] = x[2];
  out[1] = x[3];
  out[2] = -pull * x[0];
  out[3] = -pull * x[1] - 9.80665L;
}

static void spring_truth(double until, long double x[4]) {
  const int steps = 40000;
  long double h = (long double)until / steps, k[4][4], y[4];
  const long double start[4] = {2, 0, 0, 0};
  memcpy(x, start, sizeof start);
  for (int i = 0; i < steps; i++) {
    static const long double part[] = {0, 0.5L, 0.5L, 1};
    for (int s = 0; s < 4; s++) {
      for (int c = 0; c < 4; c++) y[c] = x[c] + (s ? part[s] * h * k[s - 1][c] : 0);
      spring_rates(y, k[s]);
    }
    for (int c = 0; c < 4; c++) x[c] += h / 6 * (k[0][c] + 2 * k[1][c] + 2 * k[2][c] + k[3][c]);
  }
}

/* the tables of the spring: 10 N/m and 0.5 N s/m, hanging, let go at rest */
static void check_hanging(void) {
  double worst[2] = {0, 0};
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
    if (strcmp(tables[i].model, "hanging") != 0) continue;
    for (int r = 0; r < TABLE_TIMES; r++) {
      const double *row = tables[i].rows[r];
      double t = row[0], w = sqrt(10 - 0.0625), low = 0.980665, e = exp(-0.25 * t);
      double z = -low + low * e * (cos(w * t) + 0.25 / w * sin(w * t));
      double v = -low * e * 10 / w * sin(w * t);
      worst[0] = motion_worse(worst[0], (row[3] - z) / tables[i].range[0]);
      worst[1] = motion_worse(worst[1], (row[6] - v) / tables[i].range[1]);
    }
  }
  CHECK(worst[0] > 0 && worst[0] < 5e-6 && worst[1] > 0 && worst[1] < 5e-6);
}

static void check_spring(void) {
  TrmDynamicsOptions options = {.until = 5, .every = 0.5, .tolerance = 1e-10};
  Motion m = motion_read(FOLDER "spring.adm", NULL, 0, &options);
  long double x[4], rate[4];
  double worst = 0;
  for (int i = 1; i <= 5; i++) {
    if (!motion_advance(&m, i)) break;
    spring_truth(i, x);
    spring_rates(x, rate);
    worst = motion_worse(worst, motion_value(&m, "REQUEST_1.F3") - (double)x[0]);
    worst = motion_worse(worst, motion_value(&m, "REQUEST_1.F4") - (double)x[1]);
    worst = motion_worse(worst, motion_value(&m, "REQUEST_2.F3") - (double)x[2]);
    worst = motion_worse(worst, motion_value(&m, "REQUEST_2.F4") - (double)x[3]);
    /* on the ground's marker acts what the mass is pulled by, turned round */
    worst = motion_worse(worst, motion_value(&m, "REQUEST_5.F3") + (double)rate[2]);
    worst = motion_worse(worst, motion_value(&m, "REQUEST_5.F4") + (double)(rate[3] + 9.80665L));
  }
  check_figure("Adams datasets", "a mass on an SFORCE, its force on I",
               "Runge-Kutta in extended precision", worst, 1e-7);
  motion_end(&m);
}

/* A body slides along x from its start at 3 m/s, I on it 0.4 ahead of its mass centre at y = 0.1, J
 * on ground. Gravity -z: on J acts (0, 0, -m g) through the mass centre, on I the opposite. */
static const char slide[] = "slide\n"
                            "UNITS/SYSTEM = MKS\n"
                            "ACCGRAV/KGRAV = -10\n"
                            "PART/1, GROUND\n"
                            "MARKER/1, PART = 1, QP = 0, 0.1, 0, ZP = 1, 0.1, 0, XP = 0, 1, 0\n"
                            "PART/2, MASS = 2, CM = 3, IP = 1, 1, 1, VX = 3\n"
                            "MARKER/2, PART = 2, QP = 0.4, 0.1, 0, ZP = 1, 0.1, 0, XP = 0.4, 1, 0\n"
                            "MARKER/3, PART = 2\n"
                            "JOINT/1, TRANSLATIONAL, I = 2, J = 1\n"
                            "REQUEST/1, F2 = JOINT(1,0,2,0)\\F3 = JOINT(1,0,3,0)\\F4 = "
                            "JOINT(1,0,4,0)\\F5 = JOINT(1,0,5,0)\\"
                            "F6 = JOINT(1,0,6,0)\\F7 = JOINT(1,0,7,0)\\F8 = JOINT(1,0,8,0)\n"
                            "REQUEST/2, F4 = JOINT(1,1,4,0)\\F6 = JOINT(1,1,6,0)\\F7 = "
                            "JOINT(1,1,7,0)\\F8 = JOINT(1,1,8,0)\n"
                            "REQUEST/3, FORCE, I = 2, J = 1, RM = 2\n"
                            "END\n";

static void check_slide(void) {
  TrmDynamicsOptions options = {.until = 1, .every = 0.5};
  Motion m = {.log = trm_log_new()};
  m.status = trm_model_parse(slide, strlen(slide), "slide.adm", NULL, 0, m.log, &m.model);
  motion_prepare(&m, &options);
  CHECK(m.status == TRM_OK);
  if (m.status != TRM_OK) motion_complain(&m);
  double worst = 0;
  for (int i = 0; i <= 2; i++) {
    double t = 0.5 * i, g = 20;
    if (i && !motion_advance(&m, t)) break;
    /* moments of g about y and x: arms from the marker to the mass centre */
    const struct {
      const char *name;
      double value;
    } expected[] = {
        {"REQUEST_1.F2", 0},       {"REQUEST_1.F4", g},       {"REQUEST_1.F6", -0.1 * g},
        {"REQUEST_1.F7", 0.4 * g}, {"REQUEST_1.F8", 0},       {"REQUEST_1.F5", g * sqrt(0.17)},
        {"REQUEST_2.F4", -g},      {"REQUEST_2.F6", 0.1 * g}, {"REQUEST_2.F7", 3 * t * g},
        {"REQUEST_2.F8", 0},       {"REQUEST_3.F1", g},       {"REQUEST_3.F3", g},
        {"REQUEST_3.F6", 0.4 * g}, {"REQUEST_3.F8", -0.1 * g}};
    for (size_t k = 0; k < sizeof expected / sizeof *expected; k++) {
      double error = motion_value(&m, expected[k].name) - expected[k].value;
      worst = motion_worse(worst, error);
      if (fabs(error) > 1e-9)
        fprintf(stderr, "t = %g: %s is off by %g\n", t, expected[k].name, error);
    }
  }
  check_figure("Adams datasets", "reaction of a slide on I and on J, N and N m", "statics", worst,
               1e-9);
  motion_end(&m);
}

/* the dataset with every statement, and the model that it is written as, move alike */
static void check_everything(const char *path, const char *what) {
  TrmDynamicsOptions options = {.until = 1, .every = 0.1};
  Motion m = motion_read(path, NULL, 0, &options);
  CHECK(m.status == TRM_OK);
  char *text = m.model ? trm_model_to_yaml(m.model) : NULL;
  Motion again = motion_begin(text ? text : "", &options);
  CHECK(m.count == again.count);
  double worst = 0;
  for (int i = 0; i <= 10 && m.count == again.count; i++) {
    if (i && (!motion_advance(&m, 0.1 * i) || !motion_advance(&again, 0.1 * i))) break;
    for (size_t k = 0; k < m.count; k++) {
      double size = fmax(1, fabs(m.values[k]));
      CHECK(isnan(m.values[k]) == isnan(again.values[k]));
      if (!isnan(m.values[k])) worst = motion_worse(worst, (m.values[k] - again.values[k]) / size);
    }
  }
  check_figure("Adams datasets", what, "the same model as YAML", worst, 1e-12);
  trm_text_free(text);
  motion_end(&m);
  motion_end(&again);
}

/* the references themselves, all rows, where the folder is at hand */
static void follow_reference(const char *folder, const char *model, const char *own) {
  static const char *const files[] = {"Pos",  "Vel",  "Avel",   "Acc",
                                      "Aacc", "Quat", "Rforce", "Rtorque"};
  char path[256];
  FILE *file[8];
  if (strcmp(own, "hanging") == 0)
    snprintf(path, sizeof path, FOLDER "hanging.adm");
  else
    snprintf(path, sizeof path, "%s/%s.adm", folder, model);
  TrmDynamicsOptions options = {.until = 5, .every = 0.01};
  Motion m = motion_read(path, NULL, 0, &options);
  CHECK(m.status == TRM_OK);
  for (int k = 0; k < 8; k++) {
    snprintf(path, sizeof path, "%s/%s_ADAMS_%s.txt", folder, model, files[k]);
    file[k] = fopen(path, "r");
    CHECK(file[k] != NULL);
    for (int line = 0; file[k] && line < 3; line++)
      CHECK(fgets(path, sizeof path, file[k]) != NULL);
  }
  const Table *t = tables;
  while (strcmp(t->model, own) != 0) t++;
  double worst[8] = {0};
  for (int i = 0; i <= 500; i++) {
    if (i && !motion_advance(&m, 0.01 * i)) break;
    for (int column = 0, k = 0; k < 8 && file[k]; k++) {
      double time, value;
      CHECK(fscanf(file[k], "%lf", &time) == 1);
      for (; column < TABLE_COLUMNS && table_columns[column].table == k; column++) {
        CHECK(fscanf(file[k], "%lf", &value) == 1);
        double range = t->range[k] > 1e-9 ? t->range[k] : 1;
        worst[k] = motion_worse(worst[k], (component(&m, column) - value) / range);
      }
    }
  }
  for (int k = 0; k < 8; k++) {
    CHECK(worst[k] <= limit_of(own, k, 1));
    if (file[k]) fclose(file[k]);
    if (!(worst[k] <= limit_of(own, k, 1)))
      fprintf(stderr, "%s: %s is off by %g of its range\n", model, table_names[k], worst[k]);
  }
  motion_end(&m);
}

static void check_references(void) {
  static const char *const folders[] = {"../shared/reference/adams",
                                        "../../shared/reference/adams"};
  for (size_t i = 0; i < 2; i++) {
    if (access(folders[i], R_OK) != 0) continue;
    follow_reference(folders[i], "Distance_Case02", "distance");
    follow_reference(folders[i], "Prismatic_Case01", "prismatic");
    follow_reference(folders[i], "Revolute_Case02", "revolute");
    follow_reference(folders[i], "Spherical_Case01", "spherical");
    follow_reference(folders[i], "Universal_Case01", "universal");
    follow_reference(folders[i], "TranSpring_Case01", "hanging");
    printf("all tables of %s\n", folders[i]);
    return;
  }
}

int main(void) {
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) follow_table(&tables[i]);
  check_pendulums();
  check_printed_energy();
  check_hanging();
  check_spring();
  check_slide();
  check_everything(FOLDER "everything.adm", "every statement and function, against its YAML");
  check_everything(FOLDER "more.adm", "joints, curves, contact and friction, against its YAML");
  check_references();
  return check_done();
}
