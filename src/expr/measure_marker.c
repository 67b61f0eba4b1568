/* SPDX-License-Identifier: Apache-2.0
 *
 * Measures between markers i and j, in the axes of k, differentiated in l:
 *   d = p_i - p_j,  v = v_i - v_j - w_l x d,
 *   a = a_i - a_j - alpha_l x d - w_l x (w_l x d) - 2 w_l x v.
 */
#include "expr/measure.h"

/* w or alpha of a frame */
static TrmNodeId turning(TrmBuilder *b, TrmOpCode code, const TrmFrame *f) {
  return trm_build_difference(b, code, f, NULL);
}

/* the component that the measure asks for: along an axis of argument 2, or the magnitude */
static TrmTerm component(TrmBuilder *b, const TrmMeasure *m, const TrmExpr *call, TrmNodeId v) {
  if (m->component == 3) return trm_measure_term(b, m, trm_build_norm(b, v));
  TrmFrame k = trm_argument_frame(b, call, 2);
  return trm_measure_term(b, m, trm_build_dot(b, v, trm_build_axis(b, &k, m->component)));
}

/* the frame of differentiation: after k, or in its place for a magnitude */
static TrmFrame observer(TrmBuilder *b, const TrmMeasure *m, const TrmExpr *call) {
  return trm_argument_frame(b, call, m->component == 3 ? 2 : 3);
}

TrmTerm trm_measure_place(TrmBuilder *b, const TrmMeasure *m, const TrmExpr *call) {
  TrmFrame i = trm_argument_frame(b, call, 0), j = trm_argument_frame(b, call, 1);
  return component(b, m, call, trm_build_difference(b, TRM_DO_POINT, &i, &j));
}

/* v_i - v_j - w_l x d */
static TrmNodeId velocity(TrmBuilder *b, const TrmFrame *i, const TrmFrame *j, const TrmFrame *l) {
  TrmNodeId d = trm_build_difference(b, TRM_DO_POINT, i, j);
  TrmNodeId carried = trm_build_cross(b, turning(b, TRM_DO_OMEGA, l), d);
  return trm_build_vector_subtract(b, trm_build_difference(b, TRM_DO_VELOCITY, i, j), carried);
}

TrmTerm trm_measure_velocity(TrmBuilder *b, const TrmMeasure *m, const TrmExpr *call) {
  TrmFrame i = trm_argument_frame(b, call, 0), j = trm_argument_frame(b, call, 1);
  TrmFrame l = observer(b, m, call);
  return component(b, m, call, velocity(b, &i, &j, &l));
}

TrmTerm trm_measure_approach(TrmBuilder *b, const TrmMeasure *m, const TrmExpr *call) {
  TrmFrame i = trm_argument_frame(b, call, 0), j = trm_argument_frame(b, call, 1);
  trm_argument_frame(b, call, 2); /* a distance is the same for every observer */
  TrmNodeId d = trm_build_difference(b, TRM_DO_POINT, &i, &j);
  TrmNodeId v = trm_build_difference(b, TRM_DO_VELOCITY, &i, &j);
  TrmNodeId rate = trm_build_binary(b, TRM_OP_DIVIDE, trm_build_dot(b, d, v), trm_build_norm(b, d));
  return trm_measure_term(b, m, rate);
}

TrmTerm trm_measure_spin(TrmBuilder *b, const TrmMeasure *m, const TrmExpr *call) {
  TrmFrame i = trm_argument_frame(b, call, 0), j = trm_argument_frame(b, call, 1);
  return component(b, m, call, trm_build_difference(b, TRM_DO_OMEGA, &i, &j));
}

TrmTerm trm_measure_acceleration(TrmBuilder *b, const TrmMeasure *m, const TrmExpr *call) {
  TrmFrame i = trm_argument_frame(b, call, 0), j = trm_argument_frame(b, call, 1);
  TrmFrame l = observer(b, m, call);
  TrmNodeId d = trm_build_difference(b, TRM_DO_POINT, &i, &j);
  TrmNodeId w = turning(b, TRM_DO_OMEGA, &l);
  TrmNodeId a = trm_build_difference(b, TRM_DO_ACCELERATION, &i, &j);
  a = trm_build_vector_subtract(b, a, trm_build_cross(b, turning(b, TRM_DO_ALPHA, &l), d));
  a = trm_build_vector_subtract(b, a, trm_build_cross(b, w, trm_build_cross(b, w, d)));
  TrmNodeId coriolis = trm_build_cross(b, w, velocity(b, &i, &j, &l));
  a = trm_build_vector_subtract(b, trm_build_vector_subtract(b, a, coriolis), coriolis);
  return component(b, m, call, a);
}

TrmTerm trm_measure_spin_rate(TrmBuilder *b, const TrmMeasure *m, const TrmExpr *call) {
  TrmFrame i = trm_argument_frame(b, call, 0), j = trm_argument_frame(b, call, 1);
  TrmFrame l = observer(b, m, call);
  TrmNodeId carried = trm_build_cross(b, turning(b, TRM_DO_OMEGA, &l),
                                      trm_build_difference(b, TRM_DO_OMEGA, &i, &j));
  TrmNodeId rate =
      trm_build_vector_subtract(b, trm_build_difference(b, TRM_DO_ALPHA, &i, &j), carried);
  return component(b, m, call, rate);
}

static TrmNodeId negative(TrmBuilder *b, TrmNodeId x) {
  return trm_build_affine(b, x, -1, 0);
}

/* the axis after n about which i turned: the z axis for x, x for y, y for z */
TrmTerm trm_measure_axis_angle(TrmBuilder *b, const TrmMeasure *m, const TrmExpr *call) {
  TrmFrame i = trm_argument_frame(b, call, 0), j = trm_argument_frame(b, call, 1);
  unsigned p = (m->component + 2) % 3, q = (m->component + 1) % 3;
  TrmNodeId y = negative(b, trm_build_axes(b, &i, p, &j, q));
  return trm_measure_term(b, m, trm_build_atan2(b, y, trm_build_axes(b, &i, p, &j, p)));
}

TrmTerm trm_measure_euler(TrmBuilder *b, const TrmMeasure *m, const TrmExpr *call) {
  TrmFrame i = trm_argument_frame(b, call, 0), j = trm_argument_frame(b, call, 1);
  TrmNodeId angle, alone;
  TrmNodeId sine =
      trm_build_hypotenuse(b, trm_build_axes(b, &i, 2, &j, 0), trm_build_axes(b, &i, 2, &j, 1));
  if (m->component == 1)
    return trm_measure_term(b, m, trm_build_atan2(b, sine, trm_build_axes(b, &i, 2, &j, 2)));
  if (m->component == 0) {
    angle = trm_build_atan2(b, trm_build_axes(b, &i, 2, &j, 0),
                            negative(b, trm_build_axes(b, &i, 2, &j, 1)));
    alone = trm_build_atan2(b, trm_build_axes(b, &i, 0, &j, 1), trm_build_axes(b, &i, 0, &j, 0));
  } else {
    angle = trm_build_atan2(b, trm_build_axes(b, &i, 0, &j, 2), trm_build_axes(b, &i, 1, &j, 2));
    alone = trm_build_constant(b, 0);
  }
  /* where z axes are parallel, as in the plane, psi is the whole turn; no event marks it */
  if (b->failed) return trm_measure_term(b, m, angle);
  TrmNodeId least = trm_build_constant(b, 1e-15);
  double value;
  if (trm_node_constant(b, sine, &value))
    return trm_measure_term(b, m, value < 1e-15 ? alone : angle);
  TrmNode select = {.code = TRM_DO_SELECT_LESS, .a = sine, .b = least, .c = alone, .d = angle};
  return trm_measure_term(b, m, trm_build_node(b, select));
}

TrmTerm trm_measure_yaw(TrmBuilder *b, const TrmMeasure *m, const TrmExpr *call) {
  TrmFrame i = trm_argument_frame(b, call, 0), j = trm_argument_frame(b, call, 1);
  TrmNodeId angle;
  if (m->component == 0) {
    angle = trm_build_atan2(b, trm_build_axes(b, &i, 0, &j, 1), trm_build_axes(b, &i, 0, &j, 0));
  } else if (m->component == 1) {
    TrmNodeId level =
        trm_build_hypotenuse(b, trm_build_axes(b, &i, 0, &j, 0), trm_build_axes(b, &i, 0, &j, 1));
    angle = trm_build_atan2(b, negative(b, trm_build_axes(b, &i, 0, &j, 2)), level);
  } else {
    angle = trm_build_atan2(b, trm_build_axes(b, &i, 1, &j, 2), trm_build_axes(b, &i, 2, &j, 2));
  }
  return trm_measure_term(b, m, angle);
}

/* the angle of a joint, through full turns where they are counted */
static TrmNodeId joint_angle(TrmBuilder *b, const TrmJointFrames *f, const char *name) {
  const TrmResolver *r = b->resolver;
  unsigned number;
  TrmNodeId y = trm_build_axes(b, &f->second, 0, &f->first, 1);
  TrmNodeId x = trm_build_axes(b, &f->second, 0, &f->first, 0);
  int counted = r->element && r->element(r->context, "turns", name, &number) > 0;
  return counted ? trm_build_counted(b, y, x, number) : trm_build_atan2(b, y, x);
}

/* angle, displacement or speed of the second frame relative to the first */
TrmTerm trm_measure_joint(TrmBuilder *b, const TrmMeasure *m, const TrmExpr *call) {
  static const char *const verbs[] = {"turn about", "slide along", "move about or along"};
  TrmTerm nothing = {0, trm_quantity_unknown()};
  TrmJointFrames f = trm_argument_joint(b, call, 0);
  if (b->failed) return nothing;
  int allowed = m->component == 0 ? f.turns : m->component == 1 ? f.slides : f.turns || f.slides;
  if (!allowed) {
    const TrmExpr *e = call->arguments[0];
    b->failed = 1;
    trm_log_add(b->log, TRM_E_JOINT_FREEDOM, trm_place_part(b->place, e->at, e->length), e->name,
                "joint '%s' does not %s an axis", e->name, verbs[m->component]);
    if (m->component == 0 && f.slides) trm_log_hint(b->log, "write displacement(%s)", e->name);
    if (m->component == 1 && f.turns) trm_log_hint(b->log, "write angle(%s)", e->name);
    return nothing;
  }
  TrmNodeId z = trm_build_axis(b, &f.first, 2), node;
  TrmMeasure shaped = *m;
  if (m->component == 0) {
    node = joint_angle(b, &f, call->arguments[0]->name);
  } else if (m->component == 1) {
    node = trm_build_dot(b, trm_build_difference(b, TRM_DO_POINT, &f.second, &f.first), z);
  } else if (f.turns) {
    node = trm_build_dot(b, trm_build_difference(b, TRM_DO_OMEGA, &f.second, &f.first), z);
    shaped.dimension = (TrmDimension)TRM_SPIN;
  } else {
    node = trm_build_dot(b, velocity(b, &f.second, &f.first, &f.first), z);
    shaped.dimension = (TrmDimension)TRM_VELOCITY;
  }
  return trm_measure_term(b, &shaped, node);
}
