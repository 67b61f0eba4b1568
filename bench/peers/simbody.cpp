/* SPDX-License-Identifier: Apache-2.0
 *
 * Simbody: pins in a tree, loops closed by constraints without redundant equations (in the plane a
 * point on a line, in space that and two angles, so that the cut hinge of A04 may slide along its
 * axis). Its integrators by accuracy, and at fixed steps.
 */
#include "sweep.h"
#include <Simbody.h>

using namespace SimTK;

struct Model {
  const Mechanism &m;
  MultibodySystem system;
  SimbodyMatterSubsystem matter{system};
  GeneralForceSubsystem forces{system};
  std::vector<MobilizedBody> bodies;
  State start;

  explicit Model(const Mechanism &mechanism) : m(mechanism), bodies(m.parts) {
    system.setUseUniformBackground(true);
    if (m.gravity > 0) Force::UniformGravity(forces, matter, Vec3(0, -m.gravity, 0));
    for (int i = 0; i < m.pins; i++) m.pin[i].cut ? close(m.pin[i]) : hang(m.pin[i]);
    if (m.k > 0)
      Force::TwoPointLinearSpring(forces, matter.Ground(), vec(m.spring_ground),
                                  bodies[m.spring_part], local(m.spring_part, m.spring_end), m.k,
                                  m.length);
    if (m.torque != 0)
      Force::MobilityConstantForce(forces, bodies[m.pin[0].second], MobilizerUIndex(0), m.torque);
    start = system.realizeTopology();
    for (int i = 0; i < m.pins; i++)
      if (!m.pin[i].cut) bodies[m.pin[i].second].setOneU(start, 0, m.pin[i].rate);
    system.realize(start, Stage::Acceleration);
  }

  static Vec3 vec(const double *x) {
    return Vec3(x[0], x[1], x[2]);
  }
  Vec3 local(int part, const double *at) const {
    return part < 0 ? vec(at) : Vec3(vec(at) - vec(m.part[part].centre));
  }
  MobilizedBody &body(int part) {
    return part < 0 ? matter.updGround() : bodies[part];
  }

  /* a part on a pin of the tree; body frames are in the mass centres */
  void hang(const Pin &pin) {
    const Part &part = m.part[pin.second];
    Rotation R(UnitVec3(vec(pin.axis)), ZAxis);
    Body::Rigid rigid(MassProperties(part.mass, Vec3(0), Inertia(vec(part.inertia))));
    bodies[pin.second] = MobilizedBody::Pin(body(pin.first), Transform(R, local(pin.first, pin.at)),
                                            rigid, Transform(R, local(pin.second, pin.at)));
  }

  void close(const Pin &pin) {
    UnitVec3 axis(vec(pin.axis));
    Constraint::PointOnLine(body(pin.first), axis, local(pin.first, pin.at), body(pin.second),
                            local(pin.second, pin.at));
    if (m.planar) return;
    UnitVec3 across = axis.perp(), other(cross(axis, across));
    Constraint::ConstantAngle(body(pin.first), across, body(pin.second), axis, Pi / 2);
    Constraint::ConstantAngle(body(pin.first), other, body(pin.second), axis, Pi / 2);
  }

  void motion(const State &state, std::vector<PartMotion> &out) const {
    for (int i = 0; i < m.parts; i++) {
      Mat33 R = bodies[i].getBodyRotation(state).asMat33();
      Vec3 p = bodies[i].getBodyOriginLocation(state);
      Vec3 v = bodies[i].getBodyOriginVelocity(state), w = bodies[i].getBodyAngularVelocity(state);
      for (int k = 0; k < 3; k++) {
        for (int l = 0; l < 3; l++) out[i].R[3 * k + l] = R(k, l);
        out[i].p[k] = p[k], out[i].v[k] = v[k], out[i].w[k] = w[k];
      }
    }
  }
};

enum Method { FEHLBERG, MERSON, RK3, BDF, ADAMS, VERLET };
static const char *const method_names[] = {"rkfehlberg", "rkmerson", "rk3",
                                           "bdf",        "adams",    "verlet"};

static std::unique_ptr<Integrator> make_integrator(const MultibodySystem &system, Method method) {
  switch (method) {
  case MERSON: return std::make_unique<RungeKuttaMersonIntegrator>(system);
  case FEHLBERG: return std::make_unique<RungeKuttaFeldbergIntegrator>(system);
  case RK3: return std::make_unique<RungeKutta3Integrator>(system);
  case VERLET: return std::make_unique<VerletIntegrator>(system);
  case ADAMS: return std::make_unique<CPodesIntegrator>(system, CPodes::Adams);
  default: return std::make_unique<CPodesIntegrator>(system, CPodes::BDF);
  }
}

/* one run by accuracy, or at a fixed step with constraints kept to a tolerance */
static Outcome run(const Model &model, Method method, bool fixed, bool project, double value,
                   bool errors) {
  const Mechanism &m = model.m;
  Outcome out;
  Watch watch(m);
  std::vector<PartMotion> motion(m.parts);
  try {
    auto integrator = make_integrator(model.system, method);
    if (fixed) {
      integrator->setFixedStepSize(m.until / std::ceil(m.until / value));
      integrator->setConstraintTolerance(1e-8);
    } else {
      integrator->setAccuracy(value);
    }
    integrator->setProjectEveryStep(project);
    integrator->setAllowInterpolation(false);
    integrator->setFinalTime(m.until);
    integrator->setReturnEveryInternalStep(errors);
    integrator->setInternalStepLimit(2000);
    integrator->initialize(model.start);
    if (errors) {
      model.motion(integrator->getState(), motion);
      watch.look(motion.data(), 0);
    }
    double start = cpu_now();
    while (integrator->getTime() < m.until * (1 - 1e-14)) {
      if (integrator->stepTo(m.until) == Integrator::EndOfSimulation) break;
      if (cpu_now() - start > (errors ? 4 : 1) * m.limit) return Outcome::late();
      if (!errors) continue;
      model.system.realize(integrator->getState(), Stage::Velocity);
      model.motion(integrator->getState(), motion);
      watch.look(motion.data(), model.bodies[m.pin[0].second].getOneQ(integrator->getState(), 0));
    }
    out.cpu = cpu_now() - start;
    model.system.realize(integrator->getState(), Stage::Velocity);
    model.motion(integrator->getState(), motion);
    out.drift = watch.drift;
    out.miss = mechanism_miss(&m, motion.data());
  } catch (const std::exception &) {
    return {};
  }
  return out;
}

static void solve(const Mechanism &m) {
  Model model(m);
  double best[2] = {HUGE_VAL, HUGE_VAL};
  bool loops = model.start.getNMultipliers() > 0;
  for (bool project : {true, false}) {
    /* where loops become singular only projected runs stay on their branch */
    if (project ? !loops : loops && m.singular) continue;
    for (Method method : {FEHLBERG, MERSON, RK3, BDF, ADAMS, VERLET}) {
      if (loops && method >= ADAMS) continue; /* these fail on loops */
      bool large = m.parts > 20;
      if (large && method != FEHLBERG) continue; /* the others take longer than the limit */
      std::string name = std::string(method_names[method]) + (project ? "+project" : "");
      Sweep{"simbody",
            m,
            best,
            name + ",accuracy",
            large ? 1e-6 : 1e-2,
            1e-13,
            std::sqrt(10.0),
            [&](double value, bool errors) {
              return run(model, method, false, project, value, errors);
            }}
          .go();
      if (large || method == BDF || method == ADAMS) continue;
      Sweep{"simbody",
            m,
            best,
            name + ",step",
            m.until / 100,
            m.until / 1e6,
            2,
            [&](double value, bool errors) {
              return run(model, method, true, project, value, errors);
            }}
          .go();
    }
  }
}

static void chain(int bodies) {
  MultibodySystem system;
  SimbodyMatterSubsystem matter(system);
  GeneralForceSubsystem forces(system);
  Force::UniformGravity(forces, matter, Vec3(0, -9.81, 0));
  Body::Rigid rigid(MassProperties(1, Vec3(0), Inertia(1e-3, 1. / 12, 1. / 12)));
  MobilizedBody last = matter.Ground();
  for (int i = 0; i < bodies; i++) {
    Rotation R(i % 2 ? UnitVec3(0, 1, 0) : UnitVec3(0, 0, 1), ZAxis);
    last = MobilizedBody::Pin(last, Transform(R, Vec3(i ? 0.5 : 0, 0, 0)), rigid,
                              Transform(R, Vec3(-0.5, 0, 0)));
  }
  State state = system.realizeTopology();
  for (int i = 0; i < bodies; i++)
    state.updQ()[i] = chain_angle(i), state.updU()[i] = chain_rate(i);
  evaluate_chain("simbody", bodies, [&] {
    state.updQ();
    system.realize(state, Stage::Acceleration);
  });
}

int main(int argc, char **argv) {
  static Mechanism m;
  std::string only = argc > 1 ? argv[1] : "";
  auto wanted = [&](const char *name) { return only.empty() || only == name; };
  if (wanted("chain"))
    for (int bodies : {100, 1000, 10000}) chain(bodies);
  if (wanted("A01")) mechanism_a01(&m), solve(m);
  if (wanted("A02-2")) mechanism_a02(&m, 2), solve(m);
  if (wanted("A02-40")) mechanism_a02(&m, 40), solve(m);
  if (wanted("A03")) mechanism_a03(&m), solve(m);
  if (wanted("A04")) mechanism_a04(&m), solve(m);
  return 0;
}
