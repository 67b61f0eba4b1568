/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of measures. Marker arguments follow Adams: (to i, from j, along the axes of k,
 * differentiated in l); one left out is ground.
 */
#include "expr/measure.h"
#include "expr/constant.h"

#define PURE 1, TRM_DIMENSIONLESS
#define OF(...) 1, __VA_ARGS__
#define FREE 0, TRM_DIMENSIONLESS

#define D_(axis, n)                                                                                \
  {                                                                                                \
    "d" axis, "d" axis "(i[, j][, k])", "distance from j to i along the " axis " axis of k",       \
        "(p_i - p_j) . " axis "_k", "d" axis "(a, b)", "m|mm", OF(TRM_LENGTH), n,                  \
        trm_measure_place                                                                          \
  }
#define V_(axis, n)                                                                                \
  {                                                                                                \
    "v" axis, "v" axis "(i[, j][, k][, l])",                                                       \
        "velocity of i relative to j along the " axis " axis of k, seen from l",                   \
        "(v_i - v_j - w_l x (p_i - p_j)) . " axis "_k", "v" axis "(a, b)", "m|mmm",                \
        OF(TRM_VELOCITY), n, trm_measure_velocity                                                  \
  }
#define W_(axis, n)                                                                                \
  {                                                                                                \
    "w" axis, "w" axis "(i[, j][, k])",                                                            \
        "angular velocity of i relative to j about the " axis " axis of k",                        \
        "(w_i - w_j) . " axis "_k", "w" axis "(a, b)", "m|mm", OF(TRM_SPIN), n, trm_measure_spin   \
  }
#define ACC_(axis, n)                                                                              \
  {                                                                                                \
    "acc" axis, "acc" axis "(i[, j][, k][, l])",                                                   \
        "acceleration of i relative to j along the " axis " axis of k, seen from l",               \
        "(a_i - a_j - alpha_l x d - w_l x (w_l x d) - 2 w_l x v) . " axis                          \
        "_k, d and v as in dx and vx",                                                             \
        "acc" axis "(a, b)", "m|mmm", OF(TRM_ACCELERATION), n, trm_measure_acceleration            \
  }
#define WDT_(axis, n)                                                                              \
  {                                                                                                \
    "wdt" axis, "wdt" axis "(i[, j][, k][, l])",                                                   \
        "angular acceleration of i relative to j about the " axis " axis of k, seen from l",       \
        "(alpha_i - alpha_j - w_l x (w_i - w_j)) . " axis "_k", "wdt" axis "(a, b)", "m|mmm",      \
        OF(TRM_SPIN_RATE), n, trm_measure_spin_rate                                                \
  }
#define FORCE_(name, what, axis, n, ...)                                                           \
  {                                                                                                \
    name, name "(e[, k])", what " " axis " of a joint, motion or force element on its first body", \
        what " in the axes of k; in those of ground it is the signal e." name, name "(a)", "e|m",  \
        OF(__VA_ARGS__), n, trm_measure_force                                                      \
  }
#define EULER_(name, n, text)                                                                      \
  {                                                                                                \
    name, name "(i[, j])",                                                                         \
        text " Euler parameter of i relative to j; it does not jump as i turns",                   \
        "of the unit quaternion that turns the axes of j to those of i", name "(a, b)", "m|m",     \
        PURE, n, trm_measure_parameter                                                             \
  }

const TrmMeasure trm_measures[] = {
    D_("x", 0),
    D_("y", 1),
    D_("z", 2),
    {"dm", "dm(i[, j])", "distance between j and i", "|p_i - p_j|", "dm(a, b)", "m|m",
     OF(TRM_LENGTH), 3, trm_measure_place},
    V_("x", 0),
    V_("y", 1),
    V_("z", 2),
    {"vm", "vm(i[, j][, l])", "speed of i relative to j, seen from l",
     "|v_i - v_j - w_l x (p_i - p_j)|", "vm(a, b)", "m|mm", OF(TRM_VELOCITY), 3,
     trm_measure_velocity},
    {"vr", "vr(i[, j][, l])", "speed at which i and j move apart", "d/dt |p_i - p_j|", "vr(a, b)",
     "m|mm", OF(TRM_VELOCITY), 3, trm_measure_approach},
    W_("x", 0),
    W_("y", 1),
    W_("z", 2),
    {"wm", "wm(i[, j])", "size of the angular velocity of i relative to j", "|w_i - w_j|",
     "wm(a, b)", "m|m", OF(TRM_SPIN), 3, trm_measure_spin},
    ACC_("x", 0),
    ACC_("y", 1),
    ACC_("z", 2),
    {"accm", "accm(i[, j][, l])", "size of the acceleration of i relative to j, seen from l",
     "|a_i - a_j - alpha_l x d - w_l x (w_l x d) - 2 w_l x v|", "accm(a, b)", "m|mm",
     OF(TRM_ACCELERATION), 3, trm_measure_acceleration},
    WDT_("x", 0),
    WDT_("y", 1),
    WDT_("z", 2),
    {"wdtm", "wdtm(i[, j][, l])",
     "size of the angular acceleration of i relative to j, seen from l",
     "|alpha_i - alpha_j - w_l x (w_i - w_j)|", "wdtm(a, b)", "m|mm", OF(TRM_SPIN_RATE), 3,
     trm_measure_spin_rate},
    {"ax", "ax(i[, j])", "angle of i about the x axis of j", "atan2(-z_i . y_j, z_i . z_j)",
     "ax(a, b)", "m|m", OF(TRM_ANGLE), 0, trm_measure_axis_angle},
    {"ay", "ay(i[, j])", "angle of i about the y axis of j", "atan2(-x_i . z_j, x_i . x_j)",
     "ay(a, b)", "m|m", OF(TRM_ANGLE), 1, trm_measure_axis_angle},
    {"az", "az(i[, j])", "angle of i about the z axis of j", "atan2(-y_i . x_j, y_i . y_j)",
     "az(a, b)", "m|m", OF(TRM_ANGLE), 2, trm_measure_axis_angle},
    {"psi", "psi(i[, j])", "first of the body 3-1-3 angles of i relative to j",
     "atan2(z_i . x_j, -z_i . y_j); the whole turn where the z axes are parallel", "psi(a, b)",
     "m|m", OF(TRM_ANGLE), 0, trm_measure_euler},
    {"theta", "theta(i[, j])", "second of the body 3-1-3 angles of i relative to j",
     "the angle between z_i and z_j", "theta(a, b)", "m|m", OF(TRM_ANGLE), 1, trm_measure_euler},
    {"phi", "phi(i[, j])", "third of the body 3-1-3 angles of i relative to j",
     "atan2(x_i . z_j, y_i . z_j); 0 where the z axes are parallel", "phi(a, b)", "m|m",
     OF(TRM_ANGLE), 2, trm_measure_euler},
    {"yaw", "yaw(i[, j])", "first of the body 3-2-1 angles of i relative to j",
     "atan2(x_i . y_j, x_i . x_j)", "yaw(a, b)", "m|m", OF(TRM_ANGLE), 0, trm_measure_yaw},
    {"pitch", "pitch(i[, j])",
     "second of the body 3-2-1 angles of i relative to j, a right-handed turn about y",
     "asin(-x_i . z_j)", "pitch(a, b)", "m|m", OF(TRM_ANGLE), 1, trm_measure_yaw},
    {"roll", "roll(i[, j])", "third of the body 3-2-1 angles of i relative to j",
     "atan2(y_i . z_j, z_i . z_j)", "roll(a, b)", "m|m", OF(TRM_ANGLE), 2, trm_measure_yaw},
    EULER_("e0", 0, "first"),
    EULER_("e1", 1, "second"),
    EULER_("e2", 2, "third"),
    EULER_("e3", 3, "fourth"),
    {"angle", "angle(j)", "angle of a joint about its axis, second body relative to first",
     "atan2(x_2 . y_1, x_2 . x_1), counted through full turns", "angle(hinge)", "j", OF(TRM_ANGLE),
     0, trm_measure_joint},
    {"displacement", "displacement(j)", "displacement of a joint along its axis",
     "(p_2 - p_1) . z_1", "displacement(slide)", "j", OF(TRM_LENGTH), 1, trm_measure_joint},
    {"speed", "speed(j)", "rate of a joint: angular where it turns, else along its axis",
     "(w_2 - w_1) . z_1, or d/dt displacement(j)", "speed(hinge)", "j", FREE, 2, trm_measure_joint},
    FORCE_("fx", "force", "x", 0, TRM_FORCE),
    FORCE_("fy", "force", "y", 1, TRM_FORCE),
    FORCE_("fz", "force", "z", 2, TRM_FORCE),
    FORCE_("fm", "force", "size", 3, TRM_FORCE),
    FORCE_("tx", "torque", "x", 0, TRM_TORQUE),
    FORCE_("ty", "torque", "y", 1, TRM_TORQUE),
    FORCE_("tz", "torque", "z", 2, TRM_TORQUE),
    FORCE_("tm", "torque", "size", 3, TRM_TORQUE),
    {"dif", "dif(e)", "state of a differential equation", "the value of e", "dif(e)", "v", FREE, 0,
     trm_measure_element},
    {"dif1", "dif1(e)", "rate of a differential equation's state", "d/dt dif(e)", "dif1(e)", "v",
     FREE, 0, trm_measure_element},
    {"varval", "varval(v)", "value of a variable", "the value of v", "varval(v)", "v", FREE, 0,
     trm_measure_variable},
    {"spline", "spline(name, x[, z][, order])",
     "value of a spline, or its x derivative of the given order (0, 1, 2)",
     "y(x), or y(x, z) of a family of curves", "spline(table, time)", "sx|xc", FREE, 0,
     trm_measure_spline},
    {"akispl", "akispl(x, z, name[, order])", "value of a spline, arguments as in Adams",
     "spline(name, x, z, order)", "akispl(time, 0, table)", "xxs|c", FREE, 0, trm_measure_table},
    {"cubspl", "cubspl(x, z, name[, order])", "value of a spline, arguments as in Adams",
     "spline(name, x, z, order)", "cubspl(time, 0, table)", "xxs|c", FREE, 0, trm_measure_table},
    {"noise", "noise(seed, rate)",
     "smooth random function of time, about -1 to 1, the same every run",
     "a C1 cubic through random values in [-1, 1] at multiples of 1/rate", "noise(1, 100)", "cc",
     PURE, 0, trm_measure_noise},
    {.name = NULL}};

const TrmMeasure *trm_measure_find(const char *name) {
  for (const TrmMeasure *m = trm_measures; m->name; m++)
    if (trm_same_word(m->name, name)) return m;
  return NULL;
}

TrmTerm trm_measure_term(TrmBuilder *b, const TrmMeasure *measure, TrmNodeId node) {
  double scale = trm_units_scale(b->resolver->units, measure->dimension);
  return (TrmTerm){trm_build_affine(b, node, 1 / scale, 0),
                   trm_quantity_measured(measure->dimension)};
}

TrmTerm trm_measure_build(TrmBuilder *b, const TrmMeasure *measure, const TrmExpr *call) {
  size_t least = 0, most = 0;
  int optional = 0;
  for (const char *c = measure->pattern; *c; c++) {
    optional |= *c == '|';
    most += *c != '|';
    least += !optional;
  }
  if (call->count < least || call->count > most) {
    trm_call_count_error(call, measure->form, b->place, b->log);
    b->failed = 1;
    return (TrmTerm){0, trm_quantity_unknown()};
  }
  return measure->build(b, measure, call);
}
