/* SPDX-License-Identifier: Apache-2.0
 *
 * What statements of Adams become in the model language: short forms, continuations, degrees,
 * names, inertia about another marker, old units, what is ignored, command files; and a dataset of
 * 140 parts and 1600 markers read and checked within a second.
 */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "check.h"
#include "trammel/trammel.h"
#include <time.h>
#include <unistd.h>

#define HEAD "a title that says nothing\nPART/1, GROUND\nMARKER/1, PART = 1\n"
#define BODY "PART/2, MASS = 2, CM = 20, IP = 1, 2, 3\nMARKER/20, PART = 2\n"

static char folder[] = "/tmp/trammel-adams-XXXXXX";

/* what a dataset is printed as; NULL after errors, which are then in `*errors` */
static char *import(const char *text, const char *name, const char *ignore, char **errors) {
  TrmLog *log = trm_log_new();
  TrmModel *model = NULL;
  char path[64];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "wb");
  CHECK(file != NULL);
  if (file) {
    fputs(text, file);
    fclose(file);
  }
  TrmReading reading = {.ignore = ignore};
  trm_model_load(path, &reading, log, &model);
  char *yaml = model ? trm_model_to_yaml(model) : NULL;
  if (errors) *errors = trm_log_render(log, TRM_LOG_PLAIN);
  if (!yaml && !errors) {
    char *said = trm_log_render(log, TRM_LOG_PLAIN);
    fprintf(stderr, "%s", said);
    trm_text_free(said);
  }
  trm_model_free(model);
  trm_log_free(log);
  remove(path);
  return yaml;
}

static void expect(const char *text, const char *const *parts) {
  char *yaml = import(text, "read.adm", NULL, NULL);
  CHECK(yaml != NULL);
  for (; yaml && *parts; parts++) {
    CHECK(strstr(yaml, *parts) != NULL);
    if (!strstr(yaml, *parts)) fprintf(stderr, "no '%s' in\n%s\n", *parts, yaml);
  }
  trm_text_free(yaml);
}

/* the same statement in several spellings */
static void check_spellings(void) {
  static const char *const forms[] = {
      "JOINT/7, REVOLUTE, I = 20, J = 1\nEND\n",
      "joint/07,rev,i=020,j=01\nend\n",
      "JOINT/7\n, REVOLUTE\n, I = 20\n, J = 1\nEND\n",
      "JOINT/7, J=1, &\n  I=20, &\n  REVOLUTE\nEND\n",
      "JOI/7  ! a comment\n!, FIXED\n\n   , J = 1  ! two\n, I = 20, REVOL\nEND\nnot read\n",
      "JOINT / 7, REVOLUTE, I = 20, J = 1\r\nEND\r\n"};
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    char text[1024];
    snprintf(text, sizeof text, HEAD BODY "%s", forms[i]);
    expect(text, (const char *const[]){"JOINT_7: {revolute: [ground.MARKER_1, PART_2.MARKER_20]}",
                                       "name: a title that says nothing", NULL});
  }
}

static void check_values(void) {
  /* degrees, exponents, signs apart, axes by points, inertia about a marker 1 along x */
  expect(
      HEAD
      "PART/2, MASS = 2, CM = 20, IM = 21, IP = 1.0E+1, 2D1, 30.0, 1, 0, 0, QG = - 1, +2, .5E-1\n"
      "MARKER/20, PART = 2, REULER = 90D, 0.5, -45.5D\n"
      "MARKER/21, PART = 2, QP = 1, 0, 0\n"
      "MARKER/22, PART = 2, QP = 0, 0, 1, ZP = 1, 0, 1, XP = 0, 5, 1\nEND\n",
      (const char *const[]){"at: [-1, 2, 0.05]", "inertia: [10, 18, 28, -1, 0, 0]",
                            "MARKER_20: {orient: {euler: [90*deg, 0.5, -45.5*deg]}}",
                            "MARKER_22: {at: [0, 0, 1], orient: {x: [0, 1, 0], z: [1, 0, 0]}}",
                            NULL});
  /* old units: force = mass times acceleration over GC */
  expect("old\nACCGRAV/JGRAV = -386.4, GC = 386.4\nPART/1, GROUND\nMARKER/1, PART = 1\n"
         "PART/2, MASS = 386.4, CM = 20, IP = 772.8, 772.8, 772.8\nMARKER/20, PART = 2\nEND\n",
         (const char *const[]){"gravity: [0, -386.4, 0]", "mass: 1, inertia: [2, 2, 2]", NULL});
  /* spin about the axes of CM, velocity along those of VM, kept values */
  expect(HEAD "PART/2, MASS = 1, CM = 20, IP = 1, 1, 1, QG = 0, 0, 2, WZ = 3, VX = 4, VM = 21\n"
              ", EXACT = X:PSI\n"
              "MARKER/20, PART = 2, QP = 0, 0, 1, ZP = 1, 0, 1\n"
              "MARKER/21, PART = 1, ZP = 0, 0, 1, XP = 0, 1, 0\nEND\n",
         (const char *const[]){"spin: [3, 0, 0]", "point: [0, 0, 3]", "velocity: [0, 4, 0]",
                               "exact: [x, psi]", NULL});
}

static void check_names(void) {
  expect("ADAMS/View model name: .model_1.x\n"
         "! adams_view_name='ground'\nPART/1, GROUND\n"
         "!   adams_view_name='ground.o'\nMARKER/1, PART = 1\n"
         "! adams_view_name='left arm'\nPART/2, MASS = 2, CM = 20, IP = 1, 2, 3\n"
         "! adams_view_name='cm'\nMARKER/20, PART = 2\n"
         "! adams_view_name='cm'\nMARKER/21, PART = 2\n"
         "! adams_view_name='m'\nVARIABLE/3, FUNCTION = 2*TIME\n"
         "! adams_view_name='left arm'\nJOINT/4, FIX, I = 20, J = 1\n"
         "VARIABLE/5, FUNCTION = VARVAL(3)**2\nEND\n",
         (const char *const[]){"name: \".model_1.x\"", "left_arm:", "cm: {}", "cm_21: {}",
                               "m_3: 2*time", "left_arm_4: {fixed: [ground.o, left_arm.cm]}",
                               "VARIABLE_5: m_3^2", NULL});
}

static void check_functions(void) {
  expect(HEAD BODY
         "SFORCE/1, TRANS, I = 20, J = 1, FUNCTION = -10*(DM(20,1) - 2)\n"
         ", - 3*VR(20, 1)\n"
         "SFORCE/2, TRANS, ACTION, I = 20, J = 1\n, FUN = STEP(TIME, 0\n, 0, 1, 5)\n"
         "VARIABLE/1, FUNCTION = IF(TIME-1: 0, DX(20, 0, 1), AZ(20)*RTOD) + PITCH(20, 1) + 30D\n"
         "VARIABLE/2, FUNCTION = VX(20, 1, 0, 20) + JOINT(1, 0, 2, 20) + SFORCE(2, 0, 4, 0)\n"
         "JOINT/1, SPH, I = 20, J = 1\nEND\n",
         (const char *const[]){
             "actuator: [PART_2.MARKER_20, ground.MARKER_1]",
             "force: \"-(-10*(dm(PART_2.MARKER_20, ground.MARKER_1) - 2) - 3*vr(PART_2.MARKER_20, "
             "ground.MARKER_1))\"",
             "vector: [0, 0, \"step(time, 0, 0, 1, 5)\"]",
             "if(time - 1: 0, dx(PART_2.MARKER_20, ground, ground.MARKER_1), "
             "az(PART_2.MARKER_20)/deg)",
             "-pitch(PART_2.MARKER_20, ground.MARKER_1) + 30*deg",
             "vx(PART_2.MARKER_20, ground.MARKER_1, ground, PART_2.MARKER_20)",
             "-fx(JOINT_1, PART_2.MARKER_20) + fz(SFORCE_2)", NULL});
}

static void check_ignored(void) {
  static const char text[] =
      HEAD BODY "! adams_view_name='hinge'\nJOINT/1, REVOLUTE, I = 20, J = 1, ICROT = 1, 2\n"
                "JPRIM/1, INPLANE, I = 20, J = 1\nTIRE/1, JOINT = 1\nSFORCE/3, ROTATION, I = 20, J "
                "= 1, FUNCTION = USER(1)\n"
                "SFORCE/4, ROTATION, I = 20, J = 1, FUNCTION = TIME\nEND\n";
  char *said;
  char *yaml = import(text, "read.adm", NULL, &said);
  CHECK(!yaml && said);
  CHECK(said && strstr(said, "3 errors") == NULL && strstr(said, "E703") != NULL);
  CHECK(said && strstr(said, "--ignore JOINT.ICROT") && strstr(said, "--ignore TIRE/1"));
  trm_text_free(said);
  yaml = import(text, "read.adm", "tire, SFORCE/3,JOINT.ICROT", &said);
  CHECK(yaml && strstr(yaml, "hinge: {revolute") && strstr(yaml, "SFORCE_4"));
  CHECK(yaml && !strstr(yaml, "SFORCE_3"));
  CHECK(said && strstr(said, "ignored on request"));
  trm_text_free(said);
  trm_text_free(yaml);
  yaml = import(text, "read.adm", "TIRE,hinge,SFORCE", &said);
  CHECK(yaml && !strstr(yaml, "hinge") && !strstr(yaml, "SFORCE_4"));
  trm_text_free(said);
  trm_text_free(yaml);
}

static void check_commands(void) {
  char path[64];
  snprintf(path, sizeof path, "%s/trammel-part.adm", folder);
  FILE *file = fopen(path, "wb");
  CHECK(file != NULL);
  if (!file) return;
  fputs(HEAD BODY "JOINT/1, REVOLUTE, I = 20, J = 1\nMOTION/1, JOINT = 1, FUNCTION = TIME\n"
                  "SFORCE/2, ROTATION, I = 20, J = 1, FUNCTION = 1\nEND\n",
        file);
  fclose(file);
  static const struct {
    const char *commands, *parts[5];
  } cases[] = {{"FILE/MODEL=trammel-part.adm\nSIM/STATIC\nSIM/DYN, END = 2, STEPS = "
                "100\nSTOP\nSIM/KIN, END=9\n",
                {"- statics: {}\n  - dynamics: {until: 2, every: 0.02}\n"}},
               {"trammel-part\nresults\nSIMULATE/KINEMATIC, DURATION = 1, DTOUT = 0.1\n"
                "SIMULATE/KINEMATIC, DURATION = 1, DTOUT = 0.05\n",
                {"- kinematics: {until: 2, every: 0.05}\n"}},
               {"file/model=trammel-part\nMOTION/1, FUNCTION = 2*TIME\nDEACT/SFORCE, ID = 2\n"
                "simulate/transient, end=1, dtout=0.1\nDEACTIVATE/MOTION, ID=1\nsim/trans, end=3, "
                "dtout=0.1\nstop\n",
                {"angle: 2*time", "active: 0", "- dynamics: {until: 3, every: 0.1}",
                 "switch_1: {when: time - 1, direction: rising, deactivate: [MOTION_1]}"}},
               {"FILE/MODEL=trammel-part\nSIM/STATIC, END = 1, STEPS = 4\n",
                {"- quasistatics: {until: 1, every: 0.25}"}},
               {"FILE/MODEL=trammel-part\nSIM/INITIAL\nSIM/STATIC\nLINEAR/EIGENSOL\n",
                {"- assemble: {}\n  - statics: {}\n  - linearize: {}"}}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char *yaml = import(cases[i].commands, "read.acf", NULL, NULL);
    CHECK(yaml != NULL);
    for (size_t k = 0; yaml && cases[i].parts[k]; k++) {
      CHECK(strstr(yaml, cases[i].parts[k]) != NULL);
      if (!strstr(yaml, cases[i].parts[k]))
        fprintf(stderr, "no '%s' in\n%s\n", cases[i].parts[k], yaml);
    }
    trm_text_free(yaml);
  }
  remove(path);
}

/* text in the encoding of old files */
static void check_encoding(void) {
  expect("b\xE4r\nPART/1, GROUND ! 45\xB0\nMARKER/1, PART = 1\n" BODY "END\n\x1A",
         (const char *const[]){"PART_2:", NULL});
}

/* a chain of 140 parts with 1600 markers, joints and requests, 0.4 MB */
static void check_size(void) {
  enum { PARTS = 140, MARKERS = 1600, SIZE = 1 << 20 };
  char *text = malloc(SIZE);
  size_t n = 0;
  CHECK(text != NULL);
  if (!text) return;
#define ADD(...) n += (size_t)snprintf(text + n, SIZE - n, __VA_ARGS__)
  ADD("ADAMS/View model name: chain\nACCGRAV/\n, KGRAV = -9.80665\nPART/1\n, GROUND\n");
  for (int i = 2; i <= PARTS; i++)
    ADD("!\n!                       adams_view_name='link_%d'\nPART/%d\n, QG = %d, 0, 0\n, MASS = "
        "1.25\n"
        ", CM = %d\n, IP = 1.0E-02, 2.0E-02, 3.0E-02\n!\n",
        i, i, i, i);
  for (int i = 1; i <= MARKERS; i++)
    ADD("!                          adams_view_name='MARKER_%d'\nMARKER/%d\n, PART = %d\n"
        ", QP = %.6f, 0.5, -0.25\n, REULER = 90D, %.3fD, 180D\n!        a line of words to fill it "
        "up\n",
        i, i, (i - 1) % PARTS + 1, i <= PARTS ? 0.0 : 0.001 * i, i <= PARTS ? 0.0 : 0.1 * i);
  for (int i = 2; i <= PARTS; i++)
    ADD("!                       adams_view_name='pin_%d'\nJOINT/%d\n, REVOLUTE\n, I = %d\n, J = "
        "%d\n",
        i, i, i, PARTS + i - 1);
  for (int i = 1; i <= 900; i++)
    ADD("REQUEST/%d\n, F2 = DX(%d, 1) + STEP(TIME, 0, 0, 1, VM(%d, %d))\\F3 = JOINT(%d, 0, 3, "
        "%d)\n",
        i, 1 + i % MARKERS, 1 + i % MARKERS, 1 + i * 7 % MARKERS, 2 + i % (PARTS - 1),
        1 + i * 5 % MARKERS);
  while (n < 400000)
    ADD("!  and words that nobody reads, as there are in real files, line by line\n");
  ADD("END\n");
  CHECK(n + 1 < SIZE);
  struct timespec from, to;
  clock_gettime(CLOCK_MONOTONIC, &from);
  TrmLog *log = trm_log_new();
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  TrmStatus status = trm_model_parse(text, n, "chain.adm", NULL, 0, log, &model);
  if (status == TRM_OK) status = trm_system_compile(model, log, &system);
  clock_gettime(CLOCK_MONOTONIC, &to);
  double took = (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
  CHECK(status == TRM_OK);
  if (status != TRM_OK) {
    char *said = trm_log_render(log, TRM_LOG_PLAIN);
    fprintf(stderr, "%.2000s\n", said);
    trm_text_free(said);
  }
  printf("%zu bytes read and checked in %.3f s\n", n, took);
  CHECK(took < (CHECK_ROUNDS(100) < 100 ? 20 : 1));
  trm_system_free(system);
  trm_model_free(model);
  trm_log_free(log);
  free(text);
}

int main(void) {
  CHECK(mkdtemp(folder) != NULL);
  check_spellings();
  check_values();
  check_names();
  check_functions();
  check_ignored();
  check_commands();
  check_encoding();
  check_size();
  rmdir(folder);
  return check_done();
}
