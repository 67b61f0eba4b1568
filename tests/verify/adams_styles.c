/* SPDX-License-Identifier: Apache-2.0
 *
 * Datasets as other hands write them. One pendulum in many ways of writing moves as the pendulum
 * does; elements that few datasets have move as their closed forms; and every statement and
 * function that is known stands in one of the two datasets of everything.
 */
#include "verify/adams/styles.h"
#include "verify/motion.h"
#include <ctype.h>

static Motion parse(const char *text, const TrmDynamicsOptions *options) {
  Motion m = {.log = trm_log_new()};
  m.status = trm_model_parse(text, strlen(text), "style.adm", NULL, 0, m.log, &m.model);
  motion_prepare(&m, options);
  CHECK(m.status == TRM_OK);
  if (m.status != TRM_OK) motion_complain(&m);
  return m;
}

/* angle below the level after 1 s, let go level: 2 kg at 0.5 m, 0.1 kg m^2 about the mass centre */
static double swing(void) {
  const long double k = 2 * 9.80665L * 0.5L / 0.6L, h = 1.0L / 20000;
  long double a = 0, w = 0;
  for (int i = 0; i < 20000; i++) {
    long double a1 = w, w1 = k * cosl(a);
    long double a2 = w + h / 2 * w1, w2 = k * cosl(a + h / 2 * a1);
    long double a3 = w + h / 2 * w2, w3 = k * cosl(a + h / 2 * a2);
    long double a4 = w + h * w3, w4 = k * cosl(a + h * a3);
    a += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    w += h / 6 * (w1 + 2 * w2 + 2 * w3 + w4);
  }
  return (double)a;
}

static void check_styles(void) {
  double angle = swing(), worst = 0;
  for (size_t i = 0; i < sizeof styles / sizeof *styles; i++) {
    const Style *s = &styles[i];
    TrmDynamicsOptions options = {.until = 1, .every = 1, .tolerance = 1e-11};
    Motion m = parse(s->text, &options);
    motion_advance(&m, 1);
    double x = motion_value(&m, "REQUEST_1.F2") / s->metre - 0.5 * cos(angle);
    double z = motion_value(&m, "REQUEST_1.F4") / s->metre + 0.5 * sin(angle);
    if (!(fabs(x) < 1e-9 && fabs(z) < 1e-9)) fprintf(stderr, "%s: off by %g, %g\n", s->what, x, z);
    worst = motion_worse(motion_worse(worst, x), z);
    motion_end(&m);
  }
  check_figure("Adams datasets", "a pendulum written in many ways, m",
               "Runge-Kutta in extended precision", worst, 1e-9);
}

#define MODEL                                                                                      \
  "t\nUNITS/SYSTEM=MKS\nACCGRAV/KGRAV=-9.80665\nPART/1,GROUND\nMARKER/1,PART=1\n"                  \
  "PART/2,MASS=1,CM=20,IP=0.04,0.1,0.1\nMARKER/20,PART=2\n"
#define SLIDE MODEL "JOINT/1,TRANSLATIONAL,I=20,J=1\n"

static const double degree = 3.14159265358979323846 / 180, gravity = 9.80665;

/* the turns by b1, b2, b3 about x, y, z in turn, as Euler parameters */
static double led(double t, int part) {
  double a = 15 * degree * sin(t), b = 10 * degree * sin(2 * t), c = 180 * degree * t;
  double cc[] = {cos(a), cos(b), cos(c)}, s[] = {sin(a), sin(b), sin(c)};
  /* (ca + i sa)(cb + j sb)(cc + k sc) */
  double e[] = {
      cc[0] * cc[1] * cc[2] - s[0] * s[1] * s[2], s[0] * cc[1] * cc[2] + cc[0] * s[1] * s[2],
      cc[0] * s[1] * cc[2] - s[0] * cc[1] * s[2], cc[0] * cc[1] * s[2] + s[0] * s[1] * cc[2]};
  return e[part];
}
static double led_0(double t) {
  return led(t, 0);
}
static double led_1(double t) {
  return led(t, 1);
}
static double led_2(double t) {
  return led(t, 2);
}
static double led_3(double t) {
  return led(t, 3);
}

/* x'' + x' + 4 x = sin t from rest: (3 sin t - cos t)/10 and what dies away */
static double forced(double t) {
  double w = sqrt(3.75), e = exp(-t / 2);
  return 0.1 * (3 * sin(t) - cos(t)) + e * (0.1 * cos(w * t) - 0.25 / w * sin(w * t));
}
/* the same at rest from 1 without its push, and its rate */
static double free_place(double t) {
  double w = sqrt(3.75);
  return exp(-t / 2) * (cos(w * t) + 0.5 / w * sin(w * t));
}
static double free_rate(double t) {
  double w = sqrt(3.75);
  return -4 / w * exp(-t / 2) * sin(w * t);
}
/* 0.1 t'' = 2.4 - 0.1 t: rate and torque, through two turns within a second */
static double wound(double t) {
  return 24 * sin(t);
}
static double unwinding(double t) {
  return 2.4 * cos(t);
}
static double geared(double t) {
  return -gravity * t * t / 52;
}
static double shape(double t) {
  return 30 * degree * t * t * (3 - 2 * t);
}
static double sum(double t) {
  return 50 * t * t + 10 * t - degree - 1;
}
static double constants(double t) {
  (void)t;
  return 0.5 + 2 * degree * 180 * degree - 4;
}
static double wire_y(double t) {
  return -0.5 * gravity * sin(30 * degree) * cos(30 * degree) * t * t;
}
static double press_y(double t) {
  (void)t;
  return -gravity * cos(30 * degree) * sin(30 * degree);
}
static double halted(double t) {
  (void)t;
  return -1;
}
static double square(double t) {
  return t * t;
}

static const struct {
  const char *what, *text, *signal;
  double (*truth)(double t);
} forms[] = {
    {"a body led through three angles",
     MODEL
     "MOTION/1,I=20,J=1,X,FUNCTION=0\nMOTION/2,I=20,J=1,Y,FUNCTION=0\n"
     "MOTION/3,I=20,J=1,Z,FUNCTION=0\nMOTION/4,I=20,J=1,B1,FUNCTION=30D*SIN(TIME)\n"
     "MOTION/5,I=20,J=1,B2,FUNCTION=20D*SIN(2*TIME)\nMOTION/6,I=20,J=1,B3,FUNCTION=360D*TIME\n"
     "REQUEST/1,F1=ORIENT(27,1,20,1)\\F2=ORIENT(27,2,20,1)\\F3=ORIENT(27,3,20,1)\\F4=ORIENT(27,"
     "4,20,1)\nEND\n",
     "REQUEST_1.F1", led_0},
    {NULL, NULL, "REQUEST_1.F2", led_1},
    {NULL, NULL, "REQUEST_1.F3", led_2},
    {NULL, NULL, "REQUEST_1.F4", led_3},
    {"a linear system of a sparse matrix, and one without inputs",
     SLIDE "MATRIX/1,SPARSE,M=2,N=2,I=1,2,2,J=2,1,2,VALUES=1,-4,-1\n"
           "MATRIX/2,FULL=CORDER,M=2,N=1,VALUES=0,1\nMATRIX/3,FULL=RORDER,M=1,N=2,VALUES=1,0\n"
           "VARIABLE/1,FUNCTION=SIN(TIME)\nARRAY/1,X,SIZE=2\nARRAY/2,U,SIZE=1,VARIABLES=1\n"
           "ARRAY/3,Y,SIZE=1\nARRAY/4,X\nARRAY/5,IC,NUMBERS=1,0\nLSE/1,X=1,U=2,Y=3,A=1,B=2,C=3\n"
           "LSE/2,X=4,A=1,IC=5\n"
           "REQUEST/1,F1=ARYVAL(3,1)\\F2=ARYVAL(1,1)\\F3=ARYVAL(4,1)\\F4=ARYVAL(4,2)\nEND\n",
     "REQUEST_1.F1", forced},
    {NULL, NULL, "REQUEST_1.F2", forced},
    {NULL, NULL, "REQUEST_1.F3", free_place},
    {NULL, NULL, "REQUEST_1.F4", free_rate},
    {"a torsion spring on markers of its own, through full turns",
     MODEL "JOINT/1,REVOLUTE,I=1,J=20\nMARKER/5,PART=1,QP=0,0,1,REULER=30D,0,0\n"
           "MARKER/25,PART=2,QP=0,0,2\n"
           "SPRINGDAMPER/1,ROTATION,I=25,J=5,KT=0.1,CT=0,ANGLE=-30D,TORQUE=2.4\n"
           "REQUEST/1,V,I=20,J=1\nREQUEST/2,F2=SPDP(1,0,8,0)\\F3=TZ(25,5)\nEND\n",
     "REQUEST_1.F8", wound},
    {NULL, NULL, "REQUEST_2.F2", unwinding},
    {NULL, NULL, "REQUEST_2.F3", unwinding},
    {"a coupler of a slide with a turn",
     MODEL "JOINT/1,CYLINDRICAL,I=20,J=1\nPART/3,MASS=1,CM=30,IP=1,1,1,QG=1,0,0\n"
           "MARKER/30,PART=3\nMARKER/2,PART=1,QP=1,0,0\nJOINT/2,REVOLUTE,I=30,J=2\n"
           "COUPLER/1,JOINTS=1,2,TYPE=T:R,SCALES=0.2\nREQUEST/1,D,I=20,J=1\nEND\n",
     "REQUEST_1.F4", geared},
    {"numbers in functions",
     SLIDE "REQUEST/1,F2=STEP(TIME,0.0D0,0,1.D0,30D)\\F3=.5D2*TIME**2.0+1.E+1*TIME-1D-1\n"
           ", \\F4=SIN(30D)+2*PI/RTOD -2**2\n"
           "REQUEST/2,VARIABLES=1,2\nVARIABLE/1,FUNCTION=TIME\nVARIABLE/2,FUNCTION=TIME*\n, TIME\n"
           "END\n",
     "REQUEST_1.F2", shape},
    {NULL, NULL, "REQUEST_1.F3", sum},
    {NULL, NULL, "REQUEST_1.F4", constants},
    {NULL, NULL, "REQUEST_2.F2", square},
    {"a bead on a straight wire",
     MODEL "MARKER/5,PART=1,QP=0,0,0,REULER=0,30D,0\nMARKER/6,PART=1,FLOATING\n"
           "MATRIX/1,FULL=RORDER,M=5,N=3,VALUES=0,0,0,0,-1,0,0,-2,0,0,-5,0,0,-9,0\n"
           "CURVE/1,OPEN,MATRIX=1,CURVE_POINTS\nPTCV/1,I=20,JFLOAT=6,CURVE=1,RM=5\n"
           "REQUEST/1,D,I=20,J=1\nREQUEST/2,F3=PTCV(1,0,3,0)\nEND\n",
     "REQUEST_1.F3", wire_y},
    {NULL, NULL, "REQUEST_2.F3", press_y},
    {"a sensor that halts",
     SLIDE "SENSOR/1,FUNCTION=DZ(20,1),VALUE=-1,LE,HALT,ERROR=1E-3\nREQUEST/1,D,I=20,J=1\nEND\n",
     "REQUEST_1.F4", halted}};

static void check_forms(void) {
  size_t count = sizeof forms / sizeof *forms;
  for (size_t first = 0, next; first < count; first = next) {
    TrmDynamicsOptions options = {.until = 1, .every = 0.25, .tolerance = 1e-12};
    Motion m = parse(forms[first].text, &options);
    double worst = 0;
    int moving = m.status == TRM_OK;
    int halts = forms[first].truth == halted;
    for (int i = 1; i <= 4 && moving; i++) {
      moving = motion_advance(&m, 0.25 * i);
      if (halts) continue;
      for (size_t k = first; k < count && (k == first || !forms[k].text); k++)
        worst = motion_worse(worst, motion_value(&m, forms[k].signal) - forms[k].truth(0.25 * i));
    }
    if (halts) worst = motion_value(&m, forms[first].signal) - halted(0);
    for (next = first + 1; next < count && !forms[next].text;) next++;
    check_figure("Adams datasets", forms[first].what, "closed form", fabs(worst), 1e-9);
    motion_end(&m);
  }
}

static char *read_all(const char *path, char *end) {
  FILE *file = fopen(path, "r");
  CHECK(file != NULL);
  if (!file) return end;
  end += fread(end, 1, 60000, file);
  fclose(file);
  *end = 0;
  return end;
}

/* does `word` stand in the datasets, followed by `mark`? */
static int stands(const char *text, const char *word, size_t length, char mark) {
  for (const char *at = text; (at = strchr(at, *word)) != NULL; at++)
    if (strncmp(at, word, length) == 0 && at[length] == mark &&
        (at == text || !(isalnum((unsigned char)at[-1]) || at[-1] == '_')))
      return 1;
  return 0;
}

static int is_lacking(const char *at, const char *line_end) {
  const char *found = strstr(at, ", NONE,");
  return found && found < line_end;
}

/* what a table of the reader lists stands in one of the datasets of everything */
static size_t check_listed(const char *table, const char *macro, char mark, const char *text) {
  static char list[60001];
  size_t count = 0;
  read_all(table, list);
  for (const char *at = list; (at = strstr(at, macro)) != NULL;) {
    at += strlen(macro);
    size_t length = strcspn(at, ",");
    const char *line_end = strchr(at, '\n');
    if (line_end && is_lacking(at, line_end)) continue;
    count++;
    int known = stands(text, at, length, mark);
    CHECK(known);
    if (!known) fprintf(stderr, "%.*s is in neither dataset\n", (int)length, at);
  }
  return count;
}

static void check_all_is_there(void) {
  static char text[120001];
  read_all("tests/verify/adams/more.adm", read_all("tests/verify/adams/everything.adm", text));
  size_t statements =
      check_listed("src/read/adams/statements.def", "TRM_ADAMS_STATEMENT(", '/', text);
  size_t functions = check_listed("src/read/adams/functions.def", "TRM_ADAMS_FUNCTION(", '(', text);
  printf("%zu statements and %zu functions in the datasets\n", statements, functions);
  CHECK(statements > 30 && functions > 90);
}

int main(void) {
  check_styles();
  check_forms();
  check_all_is_there();
  return check_done();
}
