/* SPDX-License-Identifier: Apache-2.0
 *
 * Robots: the tool of a six-axis arm against the product of its turns written out, a four-bar
 * closed by <loop_joint> against its loop equation solved in closed form, a slide with damping
 * against its falling speed, all types of joints, mimic with and without an offset.
 */
#include "verify/motion.h"
#include <time.h>

/* a turn by `angle` about a unit axis, and a frame after another */
typedef struct Frame {
  double R[3][3], p[3];
} Frame;

static Frame turn(double x, double y, double z, double angle) {
  double c = cos(angle), s = sin(angle), v = 1 - c;
  Frame f = {{{c + x * x * v, x * y * v - z * s, x * z * v + y * s},
              {y * x * v + z * s, c + y * y * v, y * z * v - x * s},
              {z * x * v - y * s, z * y * v + x * s, c + z * z * v}},
             {0, 0, 0}};
  return f;
}

static Frame move(double x, double y, double z) {
  Frame f = turn(1, 0, 0, 0);
  f.p[0] = x;
  f.p[1] = y;
  f.p[2] = z;
  return f;
}

static Frame then(Frame a, Frame b) {
  Frame c = a;
  for (int i = 0; i < 3; i++) {
    c.p[i] = a.p[i];
    for (int j = 0; j < 3; j++) {
      c.p[i] += a.R[i][j] * b.p[j];
      c.R[i][j] = 0;
      for (int k = 0; k < 3; k++) c.R[i][j] += a.R[i][k] * b.R[k][j];
    }
  }
  return c;
}

/* the arm of the example, its six angles given */
static Frame arm(const double q[6]) {
  Frame f = then(move(0, 0, 0.1), turn(0, 0, 1, q[0]));
  f = then(then(f, move(0.05, 0, 0.25)), turn(0, 1, 0, q[1]));
  f = then(then(f, move(0, 0, 0.4)), turn(0, 1, 0, 0.2 + q[2]));
  f = then(then(f, move(0.3, 0, 0)), turn(1, 0, 0, q[3]));
  f = then(f, turn(0, 1, 0, q[4]));
  f = then(then(f, move(0.06, 0, 0)), turn(1, 0, 0, q[5]));
  f = then(f, move(0.1, 0.02, 0));
  return then(f, then(turn(0, 0, 1, 0.3), then(turn(0, 1, 0, 0.2), turn(1, 0, 0, 0.1))));
}

/* a model with its joints driven: `drives` is joint and function, joint and function, NULL */
static Motion drive(const char *path, const char *text, const char *const *drives) {
  Motion m = {.log = trm_log_new()};
  m.status = text ? trm_model_parse(text, strlen(text), "r.urdf", NULL, 0, m.log, &m.model)
                  : trm_model_read(path, NULL, 0, m.log, &m.model);
  for (; m.status == TRM_OK && *drives; drives += 2) {
    TrmItem *item = NULL;
    char name[64];
    snprintf(name, sizeof name, "drive_%s", drives[0]);
    m.status = trm_model_add(m.model, "motions", name, "joint", m.log, &item);
    if (m.status == TRM_OK) m.status = trm_item_set_text(m.model, item, "joint", drives[0], m.log);
    if (m.status == TRM_OK) m.status = trm_item_set_text(m.model, item, "angle", drives[1], m.log);
  }
  if (m.status == TRM_OK) m.status = trm_system_compile(m.model, m.log, &m.system);
  if (m.status == TRM_OK) m.status = trm_analysis_new(m.system, m.log, &m.a);
  if (m.status == TRM_OK) m.status = trm_analysis_assemble(m.a, m.log);
  if (m.status == TRM_OK) m.status = trm_analysis_drive(m.a, m.log);
  m.count = m.a ? trm_analysis_signals(m.a) : 0;
  m.values = calloc(m.count + 1, sizeof *m.values);
  CHECK(m.status == TRM_OK);
  if (m.status != TRM_OK) motion_complain(&m);
  return m;
}

static void check_arm(void) {
  static const char *const drives[] = {"waist", "0.7*sin(time)",   "lift", "0.4 - 0.5*time",
                                       "elbow", "-0.8 + 0.3*time", "roll", "2*time",
                                       "bend",  "0.9*cos(time)",   "turn", "1 - 3*time",
                                       NULL};
  Motion m = drive("examples/urdf/arm.urdf", NULL, drives);
  double worst = 0, turned = 0;
  for (int i = 1; i <= 40; i++) {
    double t = 0.05 * i;
    const double q[6] = {0.7 * sin(t), 0.4 - 0.5 * t, -0.8 + 0.3 * t,
                         2 * t,        0.9 * cos(t),  1 - 3 * t};
    if (!motion_advance(&m, t)) break;
    Frame f = arm(q);
    const double p[3] = {motion_value(&m, "flange.tool.x"), motion_value(&m, "flange.tool.y"),
                         motion_value(&m, "flange.tool.z")};
    for (int k = 0; k < 3; k++) worst = motion_worse(worst, p[k] - f.p[k]);
    /* the first column from the Euler parameters */
    double e0 = motion_value(&m, "flange.tool.e0"), e1 = motion_value(&m, "flange.tool.e1");
    double e2 = motion_value(&m, "flange.tool.e2"), e3 = motion_value(&m, "flange.tool.e3");
    turned = motion_worse(turned, 1 - 2 * (e2 * e2 + e3 * e3) - f.R[0][0]);
    turned = motion_worse(turned, 2 * (e1 * e2 + e0 * e3) - f.R[1][0]);
    turned = motion_worse(turned, 2 * (e1 * e3 - e0 * e2) - f.R[2][0]);
    turned = motion_worse(turned, 2 * (e2 * e3 + e0 * e1) - f.R[2][1]);
  }
  check_figure("urdf", "tool of a six-axis arm, place", "product of turns", worst, 1e-12);
  check_figure("urdf", "tool of a six-axis arm, axes", "product of turns", turned, 1e-12);
  motion_end(&m);
}

/* crank a, coupler b, rocker c, ground d: the end of the rocker, on the side of the example */
static void check_loop(void) {
  static const char *const drives[] = {"a", "3*time", NULL};
  Motion m = drive("examples/urdf/four_bar.urdf", NULL, drives);
  const double a = 0.2, b = 0.5, c = 0.4, d = 0.45;
  double worst = 0;
  for (int i = 1; i <= 60; i++) {
    double t = 0.05 * i, angle = 1.2 + 3 * t;
    if (!motion_advance(&m, t)) break;
    /* where circles about the crank's pin and the rocker's hinge cut, above the line of both */
    double x = a * cos(angle), z = a * sin(angle), dx = d - x, dz = -z, r = hypot(dx, dz);
    double along = (r * r + b * b - c * c) / (2 * r), up = sqrt(b * b - along * along);
    double px = x + (along * dx - up * dz) / r, pz = z + (along * dz + up * dx) / r;
    /* the centre of the rocker is half way to it */
    worst = motion_worse(worst, motion_value(&m, "rocker.x") - (d + px) / 2);
    worst = motion_worse(worst, motion_value(&m, "rocker.z") - pz / 2);
    worst = motion_worse(worst, motion_value(&m, "rocker.y"));
  }
  check_figure("urdf", "four-bar closed by a loop joint", "loop equation", worst, 1e-12);
  motion_end(&m);
}

#define MASS(value)                                                                                \
  "<inertial><mass value='" value "'/><inertia ixx='1' iyy='1' izz='1'/></inertial>"

/* a load that slides down a slope against c v: v = (m g s/c) (1 - exp(-c t/m)) */
static void check_damping(void) {
  static const char text[] = "<robot name='slope'><link name='world'/><link name='load'>" MASS(
      "2") "</link>"
           "<joint name='rail' type='prismatic'><parent link='world'/><child link='load'/>"
           "<origin rpy='0 0.3 0' xyz='1 2 3'/><axis xyz='1 0 0'/>"
           "<dynamics damping='5'/></joint></robot>";
  TrmDynamicsOptions options = {.until = 2, .every = 0.5, .tolerance = 1e-12};
  Motion m = {.log = trm_log_new()};
  m.status = trm_model_parse(text, strlen(text), "slope.urdf", NULL, 0, m.log, &m.model);
  motion_prepare(&m, &options);
  CHECK(m.status == TRM_OK);
  if (m.status != TRM_OK) motion_complain(&m);
  double worst = 0;
  for (int i = 1; i <= 4 && motion_advance(&m, 0.5 * i); i++) {
    double t = 0.5 * i, end = 2 * 9.81 * sin(0.3) / 5, decay = exp(-2.5 * t);
    worst = motion_worse(worst, motion_value(&m, "load.vx") - end * (1 - decay) * cos(0.3));
    worst = motion_worse(worst,
                         motion_value(&m, "load.x") - 1 - end * (t - (1 - decay) / 2.5) * cos(0.3));
  }
  check_figure("urdf", "a damped slide", "closed form", worst, 1e-10);
  motion_end(&m);
}

#define JOINT(name, type, parent, child, rest)                                                     \
  "<joint name='" name "' type='" type "'><parent link='" parent "'/><child link='" child          \
  "'/>" rest "</joint>"

/* what becomes of every type, and of links without mass */
static void check_types(void) {
  static const char
      text[] =
          "<robot name='all types'><link name='base'>" MASS("1") "</link><link name='a'>" MASS("1") "</link><link name='b'>" MASS("1") "</link><link name='c'>" MASS("1") "</link><link name='d'>" MASS(
              "1") "</link><link name='e-1'>" MASS("1") "</link><link name='camera'/><link "
                                                        "name='lens'/>" JOINT("j1", "revolute",
                                                                              "base", "a",
                                                                              "<axis xyz='0 0 "
                                                                              "2'/><limit "
                                                                              "lower='-1' "
                                                                              "upper='2'/>"
                                                                              "<dynamics "
                                                                              "damping='0.5' "
                                                                              "friction='0.25'/>")
                                                            JOINT("j2", "prismatic", "a", "b",
                                                                  "<axis xyz='0 1 0'/><mimic "
                                                                  "joint='j1' multiplier='0.1'/>")
                                                                JOINT(
                                                                    "j3", "continuous", "b", "c",
                                                                    "<mimic joint='j1' "
                                                                    "multiplier='2' offset='0.3'/>")
                                                                    JOINT("j4", "planar", "base",
                                                                          "d",
                                                                          "<axis xyz='0 0 1'/>")
                                                                        JOINT("j5", "floating",
                                                                              "base", "e-1",
                                                                              "<origin xyz='1 2 "
                                                                              "3'/>") JOINT("j6",
                                                                                            "fixed",
                                                                                            "c",
                                                                                            "camer"
                                                                                            "a",
                                                                                            "<origi"
                                                                                            "n "
                                                                                            "xyz='"
                                                                                            "0 0 "
                                                                                            "1'/>")
                                                                            JOINT(
                                                                                "j7", "fixed",
                                                                                "camera", "lens",
                                                                                "<origin xyz='0 1 "
                                                                                "0'/>") "<loop_"
                                                                                        "joint "
                                                                                        "name='l1' "
                                                                                        "type='"
                                                                                        "ball'><"
                                                                                        "link1 "
                                                                                        "link='"
                                                                                        "lens'/"
                                                                                        "><link2 "
                                                                                        "link='d' "
                                                                                        "xyz='1 0 "
                                                                                        "0'/></"
                                                                                        "loop_"
                                                                                        "joint>"
                                                                                        "<gazebo/"
                                                                                        "><"
                                                                                        "transmissi"
                                                                                        "on "
                                                                                        "name='t'/"
                                                                                        "></robot>";
  static const char *const parts[] = {
      "name: all_types",
      "base_base: {fixed: [ground, base]}",
      "j1: {revolute: [base, a], at: [0, 0, 0], axis: [0, 0, 2], limits: [-1, 2]}",
      "j2: {prismatic: [a, b], at: [0, 0, 0], axis: [0, 1, 0]}",
      "axis: [1, 0, 0]",
      "j4: {planar: [base, d], at: [0, 0, 0], axis: [0, 0, 1]}",
      "e_1: {at: [1, 2, 3], mass: 1, inertia: [1, 1, 1]}",
      "camera: [0, 0, 1]",
      "lens: [0, 1, 1]",
      "j2_mimic: {coupler: [j1, j2], scales: [0.1, -1]}",
      "j3_mimic: {holonomic: angle(j3) - (2)*angle(j1) - (0.3)}",
      "l1: {spherical: [c.l1, d.l1]}",
      "torque: -0.5*speed - 0.25*tanh(1000*speed)",
      NULL};
  TrmLog *log = trm_log_new();
  TrmModel *model = NULL;
  CHECK(trm_model_parse(text, strlen(text), "all.urdf", NULL, 0, log, &model) == TRM_OK);
  char *yaml = model ? trm_model_to_yaml(model) : NULL, *said = trm_log_render(log, TRM_LOG_PLAIN);
  for (size_t i = 0; parts[i]; i++) {
    CHECK(yaml && strstr(yaml, parts[i]) != NULL);
    if (!yaml || !strstr(yaml, parts[i])) fprintf(stderr, "no '%s' in\n%s\n", parts[i], yaml);
  }
  CHECK(yaml && !strstr(yaml, "j5"));
  CHECK(said && strstr(said, "left out: gazebo transmission"));
  trm_text_free(said);
  trm_text_free(yaml);
  trm_model_free(model);
  trm_log_free(log);
}

/* meshes of a package that stands beside a folder above; the box around a COLLADA file */
static void check_meshes(void) {
  static const char text[] = "<robot name='r'><link name='world'/><link name='a'>" MASS(
      "1") "<visual><origin xyz='0 0 1'/><geometry><mesh filename='package://examples/bracket.stl' "
           "scale='0.001 0.001 0.001'/></geometry></visual>"
           "<visual><geometry><mesh filename='package://tests/verify/urdf/wedge.dae' scale='2 2 "
           "2'/>"
           "</geometry></visual></link>" JOINT("j", "continuous", "world", "a", "") "</robot>";
  TrmLog *log = trm_log_new();
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  TrmStatus status =
      trm_model_parse(text, strlen(text), "examples/urdf/m.urdf", NULL, 0, log, &model);
  if (status == TRM_OK) status = trm_system_compile(model, log, &system);
  CHECK(status == TRM_OK && trm_log_warnings(log) == 0);
  char *yaml = model ? trm_model_to_yaml(model) : NULL, *said = trm_log_render(log, TRM_LOG_PLAIN);
  CHECK(yaml && strstr(yaml, "/bracket.stl\", scale: 0.001, at: [0, 0, 1]"));
  /* 10 to 30 mm along x, y up: z of the robot is y of the file */
  CHECK(yaml && strstr(yaml, ", 0.08, 0.12], at: [0.04, -0.04, 0.06]}"));
  if (status != TRM_OK || check_failed) fprintf(stderr, "%s\n%s\n", said, yaml ? yaml : "");
  trm_text_free(said);
  trm_text_free(yaml);
  trm_system_free(system);
  trm_model_free(model);
  trm_log_free(log);
}

/* inertia given in axes of its own */
static void check_inertia(void) {
  static const char text[] =
      "<robot name='r'><link name='a'><inertial><origin xyz='1 2 3' rpy='0 0 1.5707963267948966'/>"
      "<mass value='2'/><inertia ixx='1' iyy='2' izz='2.5' ixy='0.1'/></inertial></link></robot>";
  TrmLog *log = trm_log_new();
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  TrmBodyInfo info = {0};
  CHECK(trm_model_parse(text, strlen(text), "a.urdf", NULL, 0, log, &model) == TRM_OK);
  CHECK(trm_system_compile(model, log, &system) == TRM_OK);
  CHECK(trm_system_body(system, 0, &info) == TRM_OK);
  const double expected[9] = {2, -0.1, 0, -0.1, 1, 0, 0, 0, 2.5};
  for (int i = 0; i < 9; i++) CHECK_NEAR(info.inertia[i], expected[i], 1e-15);
  for (int i = 0; i < 3; i++) CHECK_NEAR(info.centre[i], i + 1.0, 1e-15);
  trm_system_free(system);
  trm_model_free(model);
  trm_log_free(log);
}

/* robots that are made to be large, each bounded: code of what is said */
static void check_hostile(void) {
  static const struct {
    const char *head, *pattern, *code;
    size_t count;
  } cases[] = {{"<robot name='r'>", "<link name='a'/>", "E002", 600000},
               {"<robot name='r'>", "<a/>", "E732", 1500000},
               {"<robot name='", "aaaaaaaaaaaaaaaa", "E732", 400000},
               {"<robot name='r'>", "<a>", "E732", 1000},
               {"<robot name='r'><link name='a'/>",
                "<joint name='j' type='fixed'><parent link='b'/>"
                "<child link='c'/></joint>",
                "E732", 50000}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    size_t n = strlen(cases[i].pattern), m = strlen(cases[i].head);
    char *text = malloc(m + n * cases[i].count + 1);
    TrmLog *log = trm_log_new();
    TrmModel *model = NULL;
    TrmEntry entry = {.code = "none"};
    CHECK(text != NULL);
    if (!text) return;
    memcpy(text, cases[i].head, m);
    for (size_t k = 0; k < cases[i].count; k++) memcpy(text + m + k * n, cases[i].pattern, n);
    clock_t from = clock();
    TrmStatus status =
        trm_model_parse(text, m + n * cases[i].count, "r.urdf", NULL, 0, log, &model);
    double took = (double)(clock() - from) / CLOCKS_PER_SEC;
    CHECK(status != TRM_OK && took < (CHECK_ROUNDS(100) < 100 ? 20 : 2));
    trm_log_entry(log, 0, &entry);
    CHECK_TEXT(entry.code, cases[i].code);
    trm_log_free(log);
    free(text);
  }
}

int main(void) {
  check_arm();
  check_loop();
  check_damping();
  check_types();
  check_meshes();
  check_inertia();
  check_hostile();
  return check_done();
}
