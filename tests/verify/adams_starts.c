/* SPDX-License-Identifier: Apache-2.0
 *
 * What parts of a dataset start with: initial values of joints and motions, in chains, too, and
 * parts without mass or with inertia that Adams takes; against closed forms. Reading of command
 * files by their words is here as well.
 */
#include "verify/motion.h"

#define HEAD                                                                                       \
  "t\nUNITS/SYSTEM=MKS\nACCGRAV/KGRAV=-9.80665\nPART/1,GROUND\nMARKER/1,PART=1\n"                  \
  "MARKER/2,PART=1,QP=0,0,1.5\n"
#define PART2 "PART/2,MASS=2,CM=20,IP=0.1,0.1,0.1\nMARKER/20,PART=2\n"
#define HEIGHT "REQUEST/1,D,I=20,J=1\nREQUEST/2,F2=AZ(20,1)\\F3=WZ(20,1,1)\nEND\n"
/* two links in a row, each a metre long, both hinges about z */
#define CHAIN                                                                                      \
  "t\nUNITS/SYSTEM=MKS\nPART/1,GROUND\nMARKER/1,PART=1\nPART/2,MASS=1,CM=20,IP=1,1,1\n"            \
  "MARKER/20,PART=2,QP=1,0,0\nMARKER/21,PART=2\nMARKER/22,PART=2,QP=1,0,0\n"                       \
  "PART/3,MASS=1,CM=30,IP=1,1,1,QG=1,0,0\nMARKER/30,PART=3,QP=1,0,0\nMARKER/31,PART=3\n"           \
  "REQUEST/1,D,I=30,J=1\nREQUEST/2,V,I=30,J=1\n"

static const struct {
  const char *what, *text;
  double until;
  struct {
    const char *signal;
    double value;
  } truth[4];
} cases[] = {
    {"a slide that starts with a place and a speed",
     HEAD PART2 "JOINT/1,TRANS,I=20,J=1,ICTRAN=0.5,2\n" HEIGHT,
     1,
     {{"REQUEST_1.F4", 0.5 + 2 - 9.80665 / 2}}},
    {"a slide seen from the other side",
     HEAD PART2 "JOINT/1,TRANS,I=1,J=20,ICTRAN=0.5,2\n" HEIGHT,
     1,
     {{"REQUEST_1.F4", -0.5 - 2 - 9.80665 / 2}}},
    {"a cylindrical joint that starts with both",
     HEAD PART2 "JOINT/1,CYLIND,I=20,J=1,ICTRAN=0.5,2,ICROT=30D,1.0\n" HEIGHT,
     1,
     {{"REQUEST_1.F4", 0.5 + 2 - 9.80665 / 2},
      {"REQUEST_2.F2", 30 * 3.14159265358979323846 / 180 + 1},
      {"REQUEST_2.F3", 1}}},
    {"a motion by its speed, from a place",
     HEAD PART2
     "JOINT/1,TRANS,I=20,J=1\nMOTION/1,JOINT=1,TRANS,VELO,FUNCTION=2*TIME,ICDISP=.5\n" HEIGHT,
     1,
     {{"REQUEST_1.F4", 1.5}}},
    {"a motion by its acceleration, from a place with a speed",
     HEAD PART2 "JOINT/1,TRANS,I=20,J=1\n"
                "MOTION/1,JOINT=1,TRANS,ACCE,FUNCTION=2,ICDISP=0.5,ICVEL=1.0\n" HEIGHT,
     1,
     {{"REQUEST_1.F4", 2.5}}},
    {"two hinges in a row, turned up and back",
     CHAIN "JOINT/1,REV,I=21,J=1,ICROT=90D,2\nJOINT/2,REV,I=31,J=22,ICROT=-90D,3\nEND\n",
     0,
     {{"REQUEST_1.F2", 1}, {"REQUEST_1.F3", 1}, {"REQUEST_2.F2", -2}, {"REQUEST_2.F3", 5}}},
    {"the same hinges with their markers exchanged",
     CHAIN "JOINT/1,REV,I=1,J=21,ICROT=-90D,-2\nJOINT/2,REV,I=22,J=31,ICROT=90D,-3\nEND\n",
     0,
     {{"REQUEST_1.F2", 1}, {"REQUEST_1.F3", 1}, {"REQUEST_2.F2", -2}, {"REQUEST_2.F3", 5}}},
    {"initial values in a loop that are there already",
     HEAD PART2 "JOINT/1,CYL,I=20,J=1,ICROT=0D,0.0,ICTRAN=0\nJPRIM/1,ORIENT,I=20,J=1\n" HEIGHT,
     1,
     {{"REQUEST_1.F4", -9.80665 / 2}}},
    {"a part without mass between two others",
     HEAD PART2 "PART/3\nMARKER/30,PART=3\nMARKER/31,PART=3\nJOINT/1,TRANS,I=30,J=1\n"
                "JOINT/2,FIXED,I=20,J=31\n" HEIGHT,
     1,
     {{"REQUEST_1.F4", -9.80665 / 2}}},
    {"a part without mass on a motion, which carries another",
     HEAD PART2 "PART/3\nMARKER/30,PART=3\nMARKER/31,PART=3\nJOINT/1,TRANS,I=30,J=1\n"
                "MOTION/1,JOINT=1,TRANS,FUNCTION=TIME**2\nJOINT/2,FIXED,I=20,J=31\n"
                "REQUEST/3,F4=JOINT(2,0,4,0)\n" HEIGHT,
     1,
     {{"REQUEST_1.F4", 1}, {"REQUEST_3.F4", 2 * (9.80665 + 2)}}},
    {"a slide without inertia",
     HEAD "PART/2,MASS=2,CM=20\nMARKER/20,PART=2\nJOINT/1,TRANS,I=20,J=1\n" HEIGHT,
     1,
     {{"REQUEST_1.F4", -9.80665 / 2}}},
    {"a flat body: inertia about one axis",
     HEAD "PART/2,MASS=2,CM=20,IP=0,0,1\nMARKER/20,PART=2\nJOINT/1,REV,I=20,J=1\n"
          "SFORCE/1,ROTATION,I=20,J=1,FUNCTION=2\n" HEIGHT,
     1,
     {{"REQUEST_2.F2", 1}, {"REQUEST_2.F3", 2}}},
    {"inertia that no body can have",
     HEAD "PART/2,MASS=2,CM=20,IP=1,1,5\nMARKER/20,PART=2\nJOINT/1,REV,I=20,J=1\n"
          "SFORCE/1,ROTATION,I=20,J=1,FUNCTION=10\n" HEIGHT,
     1,
     {{"REQUEST_2.F2", 1}, {"REQUEST_2.F3", 2}}},
    {"a force without RM, and requests of which some are left out",
     HEAD PART2 "MARKER/3,PART=1,FLOATING\nVFORCE/1,I=20,JFLOAT=3,FX=0\\FY=0\\FZ=9.80665\n"
                "REQUEST/3,F2=USER(1,2)\\F3=CONTACT(1,0,2,0)\\F4=VZ(20)\n" HEIGHT,
     1,
     {{"REQUEST_1.F4", -9.80665 / 4}, {"REQUEST_3.F4", -9.80665 / 2}}}};

static void check_cases(void) {
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    TrmDynamicsOptions options = {.until = 1, .every = 1, .tolerance = 1e-11};
    Motion m = {.log = trm_log_new()};
    m.status = trm_model_parse(cases[i].text, strlen(cases[i].text), "start.adm", NULL, 0, m.log,
                               &m.model);
    motion_prepare(&m, &options);
    CHECK(m.status == TRM_OK);
    if (m.status != TRM_OK) motion_complain(&m);
    double worst = 0;
    if (m.status == TRM_OK && cases[i].until > 0) motion_advance(&m, cases[i].until);
    for (int k = 0; k < 4 && cases[i].truth[k].signal && m.status == TRM_OK; k++)
      worst =
          motion_worse(worst, motion_value(&m, cases[i].truth[k].signal) - cases[i].truth[k].value);
    /* what has no mass weighs 1e-9 of its neighbours */
    check_figure("Adams datasets", cases[i].what, "closed form", worst,
                 strstr(cases[i].what, "without mass") ? 1e-7 : 1e-8);
    motion_end(&m);
  }
}

int main(void) {
  check_cases();
  return check_done();
}
