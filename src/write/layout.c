/* SPDX-License-Identifier: Apache-2.0
 *
 * The layout, after a thesis on the analysis of mechanisms whose interface is a workbook.
 */
#include "write/layout.h"
#include <string.h>

#define XYZ "x|y|z"
#define ROW(name, others, list, text)                                                              \
  { .title = name, .size = 1, .also = others, .words = list, .about = text }
#define ONE(name, others, list, text) ROW(name, others, list, text)
#define THREE(name, names, others, text)                                                           \
  { .title = name, .size = 3, .parts = names, .also = others, .about = text }
#define NEEDED(name, others, list, text)                                                           \
  { .title = name, .size = 1, .also = others, .words = list, .about = text, .needed = 1 }

#define YES "Yes|No"

static const TrmLayoutColumn parameters[] = {
    ROW("Run simulation for", "runsimulationfor|simulationtime|endtime", NULL, "s"),
    ROW("Time Step", "timestep|step", NULL, "s, between two results"),
    ROW("Type of Simulation", "typeofsimulation|simulationtype", "Kin|Dyn",
        "Kin: by drivers alone, Dyn: under forces"),
    ROW("Gravity Direction", "gravitydirection", "x|y|z", "global axis"),
    ROW("Gravity Magnitude", "gravitymagnitude|gravity", NULL, "+g or -g, along that axis"),
    ROW("Units System", "unitssystem|unitsystem|units", "MMKS|MKS|SI",
        "MMKS: mm, kg, N, s, kg mm2, rad; MKS and SI: m, kg, N, s, kg m2, rad"),
    ROW("Post Processing", "postprocessing", YES, "name points by the sheet PosProcessing"),
    ROW("Max Step", "maxstep|maximumstep", NULL, "s, largest step of Dyn; blank: the Time Step"),
    ROW("Integrator", "integrator",
        "auto|gstiff|si2|hht|generalized_alpha|abm|bdf|dopri5|dop853|rk4|radau5",
        "blank: chosen by the program"),
    ROW("Formulation", "formulation",
        "auto|multipliers|baumgarte|penalty|augmented_lagrangian|projection|partitioning|"
        "constraint_force",
        "blank: chosen by the program"),
    ROW("Relative Tolerance", "relativetolerance|tolerance", NULL, "error allowed in a step"),
    ROW("Alpha", "alpha", NULL, "penalty of the formulations with one"),
    ROW("Omega", "omega", NULL, "1/s, the same"),
    ROW("Mu", "mu", NULL, "damping ratio, the same"),
    ROW("Position", "position", YES, "what is to be plotted"),
    ROW("Translational Velocity", "translationalvelocity", YES, ""),
    ROW("Angular Velocity", "angularvelocity", YES, ""),
    ROW("Translational Acceleration", "translationalacceleration", YES, ""),
    ROW("Angular Acceleration", "angularacceleration", YES, ""),
    ROW("Center of Mass", "centerofmass|centreofmass", YES, "of the bodies listed below"),
    ROW("Joints", "joints", YES, "of the points listed below"),
    ROW("Animation", "animation", YES, ""),
    ROW("Animation Video", "animationvideo", YES, ""),
    ROW("Bodies", "bodies", NULL, "numbers of bodies, such as 2, 3"),
    ROW("Points", "points", NULL, "numbers of points, in the order of the sheet Joints"),
    {.title = NULL}};

static const TrmLayoutColumn bodies[] = {
    NEEDED("Bodies ID", "bodiesid|bodyid|bodies|body|bodyname|bodiesname|name", NULL,
           "name; row 1 is the absolute frame, and bodies are numbered by rows"),
    {.title = "Body Frame-Origin-CoM",
     .size = 3,
     .parts = XYZ,
     .also = "bodyframeorigincom|centreofmass|centerofmass|com|position|bodyposition|origin|cog|x",
     .about = "centre of mass",
     .needed = 1},
    THREE("Point on x axis BF", XYZ, "pointonxaxisbf|pointonxaxis|pointonthexaxis",
          "form 1 of the orientation: a point on the body's x axis"),
    THREE("Point on y axis BF", XYZ, "pointonyaxisbf|pointonyaxis|pointontheyaxis",
          "and one on its y axis"),
    THREE("Euler Angles (X-Y-Z) Order", "roll|pitch|yaw",
          "euleranglesorder|eulerangles|eulerxyz|bryantangles|roll",
          "form 2: Bryant angles x-y-z, rad"),
    THREE("Axis Direction Vector", "u1|u2|u3", "axisdirectionvector|axisofrotation|u1",
          "form 3: axis of a rotation"),
    ONE("Rot Ang [Rad]", "rotang|rotationangle|angle", NULL, "and its angle, rad"),
    ONE("Mass", "mass|m", NULL, "kg"),
    THREE("Principal Inertia", "Ixx|Iyy|Izz",
          "principalinertia|momentsofinertia|inertia|ixx|principalmomentsofinertia",
          "about the centre of mass, in the axes of the body"),
    THREE("Initial Velocity", XYZ,
          "initialvelocity|initialtranslationalvelocity|velocity|translationalvelocity|v|vx",
          "of the centre of mass"),
    THREE("Initial Angular Velocity", XYZ, "initialangularvelocity|angularvelocity|w|omega|wx",
          "rad/s, global"),
    THREE("Force", XYZ, "force|forces|initialforce|initialforces|fx",
          "on the centre of mass, global; numbers or functions @(t)"),
    THREE("Moment", XYZ,
          "moment|moments|torque|torques|initialmoment|initialmoments|initialtorques|mx",
          "global; numbers or functions @(t)"),
    {.title = NULL}};

static const TrmLayoutColumn joints[] = {
    NEEDED("Type", "type|jointtype|typeofjoint|jointstype|joint|joints|jointid|jointsid|matlabid",
           "Spherical|CompSpherical|Universal|Revolute|"
           "Cylindrical|Translation|SphRev|TraRev|Ground|Driver|Simple|Points",
           "type of the joint"),
    NEEDED("Body i", "bodyi|i|body1|firstbody|bodya|body", NULL, "number of the first body"),
    ONE("Body j", "bodyj|j|body2|secondbody|bodyb", NULL,
        "number of the second; of Simple the direction that is held, 1 to 6"),
    THREE("P", XYZ, "pointp|point|position|jointposition|globalposition|rp|pi|p1|px|p",
          "place of the joint, global"),
    THREE("s_i", XYZ, "si|vectorsi|six|axisi|axis", "axis on body i"),
    THREE("s_j", XYZ, "sj|vectorsj|sjx|axisj", "axis on body j (Universal, TraRev)"),
    THREE("P2", XYZ, "p2|pointp2|point2|pj|secondpoint|p2x",
          "second place, on body j (CompSpherical, SphRev, TraRev)"),
    ONE("Name", "name|jointname|pointname", NULL, "what it is called in results"),
    {.title = NULL}};

static const TrmLayoutColumn drivers[] = {
    NEEDED("Body", "body|bodyi|bodies|i|bodyid|bodynumber", NULL,
           "number of the body that is driven"),
    NEEDED("Direction", "direction|dir", "1|2|3|4|5|6",
           "1 to 3: along x, y, z; 4 to 6: about x, y, z"),
    THREE("u", XYZ, "u|directionvector|vectoru|ux|u1", "direction of the input"),
    NEEDED("f", "f|function|ft|position", NULL, "absolute coordinate or angle, @(t)"),
    ONE("f'", "f'|df|fd|firstderivative|velocity|dfdt", NULL,
        "first derivative; blank: worked out"),
    ONE("f''", "f''|ddf|fdd|secondderivative|acceleration|d2fdt2", NULL,
        "second derivative; blank: worked out"),
    {.title = NULL}};

static const TrmLayoutColumn forces[] = {
    NEEDED(
        "Type",
        "type|forceelement|forceelements|forceelementtype|forcetype|element|elementtype|matlabid",
        "Spring|Damper|Tspring|Actuator", "type of the element"),
    NEEDED("Body i", "bodyi|i|body1|firstbody", NULL, "number of the first body"),
    NEEDED("Body j", "bodyj|j|body2|secondbody", NULL, "number of the second"),
    THREE("P_i", XYZ, "pi|pointi|rpi|rip|p1|si|pix",
          "end on body i, global; of Tspring a direction"),
    THREE("P_j", XYZ, "pj|pointj|rpj|rjp|p2|sj|pjx",
          "end on body j, global; of Tspring a direction"),
    ONE("Constant", "constant|k|c|stiffness|springconstant|dampingcoefficient|coefficient", NULL,
        "stiffness or damping of a linear element"),
    ONE("Rest Length or Angle",
        "restlengthorangle|restlength|restangle|undeformedlength|freelength|naturallength|l0", NULL,
        "where it is free"),
    ONE("Number of Functions", "numberoffunctions|nooffunctions|functions|nfunctions", "0|1|2|3",
        "0: linear; 2: split at x1; 3: split at x1 and x2"),
    ONE("x1", "x1", NULL, "end of the first function's interval"),
    ONE("x2", "x2", NULL, "end of the second's"),
    ONE("f1", "f1|function1", NULL, "force, @(t); positive pulls together"),
    ONE("f2", "f2|function2", NULL, ""),
    ONE("f3", "f3|function3", NULL, ""),
    ONE("Argument", "argument|argumentoffunctions", "stretch|length|rate|angle|time",
        "what t stands for; blank: stretch, rate, angle from rest, time by type"),
    ONE("Name", "name|elementname", NULL, "what it is called in results"),
    {.title = NULL}};

static const TrmLayoutColumn roles[] = {
    NEEDED("Point", "point|pointnumber|points|number", NULL,
           "number of the point, in the order of the sheet Joints"),
    NEEDED("Role", "role|matlabid|id|part", NULL,
           "such as lower_ball_joint, tie_rod_outer, wheel_centre"),
    {.title = NULL}};

const TrmLayout trm_layout_parameters = {"SimParam", "simparam|simulationparameters",
                                         "What is to be simulated, and in which units.",
                                         parameters};
const TrmLayout trm_layout_bodies = {
    "Bodies", "bodies|body",
    "One row a body. Everything is global but the inertia. At most one of the three forms of "
    "orientation.",
    bodies};
const TrmLayout trm_layout_joints = {
    "Joints", "joints",
    "One row a joint, a driver or a point of interest. Everything is global, as drawn.", joints};
const TrmLayout trm_layout_drivers = {"Joints Drivers",
                                      "jointsdrivers|jointdrivers|drivers|drivinginputs",
                                      "One row for each row Driver of the sheet Joints.", drivers};
const TrmLayout trm_layout_forces = {"Force Elements", "forceelements|forces",
                                     "Springs, dampers and actuators of a simulation Dyn.", forces};
const TrmLayout trm_layout_roles = {"PosProcessing", "posprocessing|postprocessing",
                                    "What points of a suspension are called.", roles};

const TrmLayout *const trm_layouts[] = {&trm_layout_parameters,
                                        &trm_layout_bodies,
                                        &trm_layout_joints,
                                        &trm_layout_drivers,
                                        &trm_layout_forces,
                                        &trm_layout_roles,
                                        NULL};

int trm_layout_lists(const char *words, const char *word, size_t length) {
  for (const char *at = words; at;) {
    const char *bar = strchr(at, '|');
    size_t count = bar ? (size_t)(bar - at) : strlen(at);
    if (count == length && memcmp(at, word, length) == 0) return 1;
    at = bar ? bar + 1 : NULL;
  }
  return 0;
}
