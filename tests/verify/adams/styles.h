/* SPDX-License-Identifier: Apache-2.0
 *
 * One pendulum in many hands' datasets: how much a metre is in each, and its text.
 */
#ifndef TRM_TESTS_ADAMS_STYLES_H
#define TRM_TESTS_ADAMS_STYLES_H

typedef struct Style {
  const char *what;
  double metre;
  const char *text;
} Style;

static const Style styles[] = {
    {"plain", 1,
     "a pendulum\n"
     "UNITS/SYSTEM=MKS\n"
     "ACCGRAV/KGRAV=-9.80665\n"
     "PART/1,GROUND\n"
     "MARKER/1,PART=1,REULER=0,90D,0\n"
     "PART/2,MASS=2,CM=20,IP=.1,.1,.1\n"
     "MARKER/20,PART=2,QP=.5,0,0\n"
     "MARKER/21,PART=2,REULER=0,90D,0\n"
     "JOINT/1,REV,I=21,J=1\n"
     "REQUEST/1,DIS,I=20,J=1\n"
     "END\n"},
    {"short words, lower case, leading zeros, lines that go on, D exponents", 1000,
     "!my pendulum\n"
     "uni/for=newt,mas=kilog,len=mill,tim=sec\n"
     "acc/k=-9806.65\n"
     "part/001\n"
     ",gro\n"
     "marker/1\n"
     ",reu=0,90.0d,0\n"
     ",part=1\n"
     "part/0002\n"
     "! a comment in between\n"
     ",cm=020\n"
     ",ip=1.e5,1.0D+5\n"
     ", 1D5\n"
     "\n"
     ",ma=2.\n"
     "mar/20,part=2,qp=5.0e2\n"
     ",0.,0\n"
     "mar/21,part=2,reu = 0 , 1.5707963267948966 , 0\n"
     "joi/1,i=21,rev,j=1\n"
     "req/1,i=20,d,j=1\n"
     "end\n"},
    {"kN, tonnes, centimetres and milliseconds; statements in any order; & and points for axes",
     100,
     "ADAMS/View model name: p\n"
     "UNITS/FORCE = KNEWTON, MASS = MEGAGRAM, LENGTH = CENTIMETERS, TIME = MILLISECONDS\n"
     "ACCGRAV/\n"
     ", IGRAV = 0.0\n"
     ", JGRAV = 0.0\n"
     ", KGRAV = -9.80665E-4\n"
     "JOINT/1 , REVOLUTE , &\n"
     " I = 21 , J = &\n"
     " 1\n"
     "MARKER/21, PART = 2, ZP = 0, -1, 0, XP = 1, 0, 0\n"
     "MARKER/20, PART = 2, QP = 50, 0, 0\n"
     "MARKER/1, PART = 1, ZP = 0, -1.0, 0, XP = 1, 0, 0\n"
     "!                            adams_view_name='.p.arm'\n"
     "PART/2, CM = 20, MASS = 0.002, IP = 1, 1, 1\n"
     "PART/1, GROUND\n"
     "REQUEST/1, DISPLACEMENT, I = 20, J = 1\n"
     "END\n"
     "this is after the end\n"},
    {"system CGS", 100,
     "p\n"
     "UNITS/SYSTEM=CGS\n"
     "ACCGRAV/KGRAV=-980.665\n"
     "PART/1,GROUND\n"
     "MARKER/1,PART=1,REULER=0,90D,0\n"
     "PART/2,MASS=2000,CM=20,IP=1E6,1E6,1E6\n"
     "MARKER/20,PART=2,QP=50,0,0\n"
     "MARKER/21,PART=2,REULER=0,90D,0\n"
     "JOINT/1,REV,I=21,J=1\n"
     "REQUEST/1,DIS,I=20,J=1\n"
     "END\n"},
    {"system IPS", 39.370078740157481,
     "p\n"
     "UNITS/SYSTEM=IPS\n"
     "ACCGRAV/KGRAV=-386.08858267716533\n"
     "PART/1,GROUND\n"
     "MARKER/1,PART=1,REULER=0,90D,0\n"
     "PART/"
     "2,MASS=4.4092452436975513,CM=20,IP=341.71718982093989,341.71718982093989,341.71718982093989\n"
     "MARKER/20,PART=2,QP=19.685039370078741,0,0\n"
     "MARKER/21,PART=2,REULER=0,90D,0\n"
     "JOINT/1,REV,I=21,J=1\n"
     "REQUEST/1,DIS,I=20,J=1\n"
     "END\n"},
    {"a units consistency factor", 39.370078740157481,
     "p\n"
     "UNITS/UCF=386.08858267716533\n"
     "ACCGRAV/KGRAV=-386.08858267716533\n"
     "PART/1,GROUND\n"
     "MARKER/1,PART=1,REULER=0,90D,0\n"
     "PART/"
     "2,MASS=4.4092452436975513,CM=20,IP=341.71718982093989,341.71718982093989,341.71718982093989\n"
     "MARKER/20,PART=2,QP=19.685039370078741,0,0\n"
     "MARKER/21,PART=2,REULER=0,90D,0\n"
     "JOINT/1,REV,I=21,J=1\n"
     "REQUEST/1,DIS,I=20,J=1\n"
     "END\n"},
    {"old datasets: GC", 39.370078740157481,
     "p\n"
     "ACCGRAV/GC=386.08858267716533,KGRAV=-386.08858267716533\n"
     "PART/1,GROUND\n"
     "MARKER/1,PART=1,REULER=0,90D,0\n"
     "PART/"
     "2,MASS=4.4092452436975513,CM=20,IP=341.71718982093989,341.71718982093989,341.71718982093989\n"
     "MARKER/20,PART=2,QP=19.685039370078741,0,0\n"
     "MARKER/21,PART=2,REULER=0,90D,0\n"
     "JOINT/1,REV,I=21,J=1\n"
     "REQUEST/1,DIS,I=20,J=1\n"
     "END\n"},
    {"slinches", 39.370078740157481,
     "p\n"
     "UNITS/FORCE=POUND_FORCE,MASS=SLINCH,LENGTH=INCH,TIME=SECOND\n"
     "ACCGRAV/KGRAV=-386.08858267716533\n"
     "PART/1,GROUND\n"
     "MARKER/1,PART=1,REULER=0,90D,0\n"
     "PART/"
     "2,MASS=0.011420294309465293,CM=20,IP=0.88507457913271859,0.88507457913271859,0."
     "88507457913271859\n"
     "MARKER/20,PART=2,QP=19.685039370078741,0,0\n"
     "MARKER/21,PART=2,REULER=0,90D,0\n"
     "JOINT/1,REV,I=21,J=1\n"
     "REQUEST/1,DIS,I=20,J=1\n"
     "END\n"},
    {"line ends of Windows", 1,
     "p\r\n"
     "UNITS/SYSTEM=MKS\r\n"
     "ACCGRAV/KGRAV=-9.80665\r\n"
     "PART/1,GROUND\r\n"
     "MARKER/1,PART=1,REULER=0,90D,0\r\n"
     "PART/2,MASS=2,CM=20,IP=.1,.1,.1\r\n"
     "MARKER/20,PART=2,QP=.5,0,0\r\n"
     "MARKER/21,PART=2,REULER=0,90D,0\r\n"
     "JOINT/1,REV,I=21,J=1\r\n"
     "REQUEST/1,DIS,I=20,J=1\r\n"
     "END\r\n"},
    {"tabs and blanks", 1,
     "p\n"
     "UNITS/SYSTEM  =\tMKS\n"
     "ACCGRAV/KGRAV  =\t-9.80665\n"
     "PART/1 ,\tGROUND\n"
     "MARKER/1 ,\tPART  =\t1 ,\tREULER  =\t0 ,\t90D ,\t0\n"
     "PART/2 ,\tMASS  =\t2 ,\tCM  =\t20 ,\tIP  =\t.1 ,\t.1 ,\t.1\n"
     "MARKER/20 ,\tPART  =\t2 ,\tQP  =\t.5 ,\t0 ,\t0\n"
     "MARKER/21 ,\tPART  =\t2 ,\tREULER  =\t0 ,\t90D ,\t0\n"
     "JOINT/1 ,\tREV ,\tI  =\t21 ,\tJ  =\t1\n"
     "REQUEST/1 ,\tDIS ,\tI  =\t20 ,\tJ  =\t1\n"
     "END\n"},
    {"names in comments, those of statements that are commented out, and a request called as what "
     "is left out",
     1,
     "p\n"
     "UNITS/SYSTEM=MKS\n"
     "ACCGRAV/KGRAV=-9.80665\n"
     "PART/1,GROUND\n"
     "MARKER/1,PART=1,REULER=0,90D,0\n"
     "PART/2,MASS=2,CM=20,IP=.1,.1,.1\n"
     "MARKER/20,PART=2,QP=.5,0,0\n"
     "MARKER/21,PART=2,REULER=0,90D,0\n"
     "!\n"
     "!---------------------- JOINTS ---------\n"
     "!                           adams_view_name='hinge'\n"
     "!JOINT/7\n"
     "!, REVOLUTE\n"
     "!\n"
     "!                           adams_view_name='JOINT_9'\n"
     "JOINT/1,REV,I=21,J=1\n"
     "!   adams_view_name='REQUEST_1'\n"
     "OUTPUT/REQSAVE\n"
     "REQUEST/1,DIS,I=20,J=1\n"
     "END\n"},
    {"everything that is left out", 1,
     "p\n"
     "UNITS/SYSTEM=MKS\n"
     "ACCGRAV/KGRAV=-9.80665\n"
     "PART/1,GROUND\n"
     "MARKER/1,PART=1,REULER=0,90D,0\n"
     "PART/2,MASS=2,CM=20,IP=.1,.1,.1\n"
     "MARKER/20,PART=2,QP=.5,0,0\n"
     "MARKER/21,PART=2,REULER=0,90D,0\n"
     "JOINT/1,REV,I=21,J=1\n"
     "INTEGRATOR/GSTIFF, I3, ERROR=1E-5, HMAX=1E-3\n"
     "EQUILIBRIUM/ALIMIT=10D, ERROR=1E-6\n"
     "KINEMATICS/MAXIT=50\n"
     "IC/ERROR=1E-3\n"
     "LSOLVER/CALAHAN\n"
     "DEBUG/NODEBUG\n"
     "PREFERENCES/SOLVER=CXX\n"
     "RESULTS/XRF\n"
     "EXECUTABLE/MODEL=x\n"
     "MATERIAL/1,NAME=steel,YOUNGS_MODULUS=2.07E+11,POISSONS_RATIO=.29,DENSITY=7801\n"
     "STRING/1,STRING=hello, world = 3\n"
     "REQUEST/1,DIS,I=20,J=1,C=a text, with = signs, \\ and commas\n"
     "END\n"},
    {"inertia about a marker elsewhere, mass off the origin, a part that is turned", 1,
     "p\n"
     "UNITS/SYSTEM=MKS\n"
     "ACCGRAV/KGRAV=-9.80665\n"
     "PART/1,GROUND\n"
     "MARKER/1,PART=1,REULER=0,90D,0\n"
     "PART/2,QG=1,2,3,REULER=30D,40D,50D,MASS=2,CM=20,IM=22,IP=.1,.6,.6\n"
     "MARKER/1000,PART=2\n"
     "MARKER/"
     "20,PART=2,QP=-3.2680375535745685,-0.87154387912207465,-1.3454894333257301,REULER=-50D,-40D,-"
     "30D\n"
     "MARKER/"
     "22,PART=2,QP=-3.399666730979412,-0.41673593591107949,-1.506186335747365,REULER=-50D,-40D,-"
     "30D\n"
     "MARKER/"
     "21,PART=2,QP=-3.399666730979412,-0.41673593591107949,-1.506186335747365,REULER=-1."
     "5185150237127802,0.98042395978929064,0.39724525031411317\n"
     "JOINT/1,REV,I=21,J=1\n"
     "REQUEST/1,DIS,I=20,J=1\n"
     "END\n"},
};

#endif
