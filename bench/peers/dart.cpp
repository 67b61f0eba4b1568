/* SPDX-License-Identifier: Apache-2.0
 *
 * DART: hinges in a tree, loops closed by ball joint constraints (two for a hinge in space). Its
 * world steps by the semi-implicit Euler method and has no other; what varies is how fast gaps are
 * closed.
 */
#include "sweep.h"
#include <dart/constraint/BallJointConstraint.hpp>
#include <dart/constraint/ConstraintSolver.hpp>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>
#include <dart/simulation/World.hpp>
#include <sys/wait.h>
#include <unistd.h>

using namespace dart::dynamics;
using dart::constraint::BallJointConstraint;
using dart::constraint::DynamicJointConstraint;

struct Model {
  const Mechanism &m;
  dart::simulation::WorldPtr world = dart::simulation::World::create();
  SkeletonPtr skeleton = Skeleton::create();
  std::vector<BodyNode *> bodies;
  Eigen::VectorXd q0, v0;

  explicit Model(const Mechanism &mechanism) : m(mechanism), bodies(m.parts) {
    skeleton->setGravity(Eigen::Vector3d(0, -m.gravity, 0));
    world->setGravity(Eigen::Vector3d(0, -m.gravity, 0));
    for (int i = 0; i < m.pins; i++)
      if (!m.pin[i].cut) hang(m.pin[i]);
    skeleton->disableSelfCollisionCheck();
    world->addSkeleton(skeleton);
    for (int i = 0; i < m.pins; i++)
      if (m.pin[i].cut) close(m.pin[i]);
    q0 = skeleton->getPositions(), v0 = skeleton->getVelocities();
  }

  static Eigen::Vector3d vec(const double *x) {
    return Eigen::Vector3d(x[0], x[1], x[2]);
  }
  Eigen::Isometry3d local(int part, const double *at) const {
    Eigen::Isometry3d X = Eigen::Isometry3d::Identity();
    X.translation() = part < 0 ? vec(at) : Eigen::Vector3d(vec(at) - vec(m.part[part].centre));
    return X;
  }

  void hang(const Pin &pin) {
    const Part &part = m.part[pin.second];
    RevoluteJoint::Properties hinge;
    hinge.mAxis = vec(pin.axis);
    hinge.mT_ParentBodyToJoint = local(pin.first, pin.at);
    hinge.mT_ChildBodyToJoint = local(pin.second, pin.at);
    hinge.mName = "pin" + std::to_string(pin.second);
    BodyNode::Properties body;
    body.mName = "part" + std::to_string(pin.second);
    body.mInertia =
        Inertia(part.mass, 0, 0, 0, part.inertia[0], part.inertia[1], part.inertia[2], 0, 0, 0);
    auto pair = skeleton->createJointAndBodyNodePair<RevoluteJoint>(
        pin.first < 0 ? nullptr : bodies[pin.first], hinge, body);
    pair.first->setVelocity(0, pin.rate);
    bodies[pin.second] = pair.second;
  }

  void close(const Pin &pin) {
    for (int k = 0; k < (m.planar ? 1 : 2); k++) {
      Eigen::Vector3d at = vec(pin.at) + k * vec(pin.axis);
      auto ball = pin.first < 0 ? std::make_shared<BallJointConstraint>(bodies[pin.second], at)
                                : std::make_shared<BallJointConstraint>(bodies[pin.first],
                                                                        bodies[pin.second], at);
      world->getConstraintSolver()->addConstraint(ball);
    }
  }

  void load_forces() {
    if (m.torque != 0) skeleton->setForce(0, m.torque);
    if (m.k <= 0) return;
    Eigen::Vector3d offset = local(m.spring_part, m.spring_end).translation();
    Eigen::Vector3d line = bodies[m.spring_part]->getTransform() * offset - vec(m.spring_ground);
    bodies[m.spring_part]->addExtForce(-m.k * (1 - m.length / line.norm()) * line, offset);
  }

  void motion(std::vector<PartMotion> &out) const {
    for (int i = 0; i < m.parts; i++) {
      const Eigen::Isometry3d &X = bodies[i]->getTransform();
      Eigen::Vector3d v = bodies[i]->getLinearVelocity(), w = bodies[i]->getAngularVelocity();
      for (int k = 0; k < 3; k++) {
        for (int l = 0; l < 3; l++) out[i].R[3 * k + l] = X.linear()(k, l);
        out[i].p[k] = X.translation()[k], out[i].v[k] = v[k], out[i].w[k] = w[k];
      }
    }
  }
};

/* `reduction` is the part of a loop's gap that a step is to close */
static Outcome run(Model &model, double reduction, double step, bool errors) {
  const Mechanism &m = model.m;
  Outcome out;
  Watch watch(m);
  std::vector<PartMotion> motion(m.parts);
  long steps = (long)std::ceil(m.until / step * (1 - 1e-9));
  double h = m.until / (double)steps;
  model.world->setTimeStep(h);
  model.skeleton->clearExternalForces();
  model.skeleton->clearInternalForces();
  model.skeleton->setPositions(model.q0);
  model.skeleton->setVelocities(model.v0);
  DynamicJointConstraint::setErrorReductionParameter(reduction);
  if (errors) model.motion(motion), watch.look(motion.data(), 0);
  double start = cpu_now();
  for (long i = 0; i < steps; i++) {
    model.load_forces();
    model.world->step();
    if (errors) {
      model.motion(motion);
      watch.look(motion.data(), model.skeleton->getPosition(0));
    }
    if (i % 1000 == 999 && cpu_now() - start > (errors ? 4 : 1) * m.limit) return Outcome::late();
  }
  out.cpu = cpu_now() - start;
  model.motion(motion);
  out.drift = watch.drift;
  out.miss = mechanism_miss(&m, motion.data());
  return std::isfinite(out.miss) ? out : Outcome();
}

/* The same in a process of its own: DART aborts when a step goes wrong. */
static Outcome run_apart(Model &model, double reduction, double step, bool errors) {
  int ends[2];
  Outcome out;
  if (pipe(ends) != 0) return out;
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    if (!freopen("/dev/null", "w", stderr)) _exit(1);
    out = run(model, reduction, step, errors);
    _exit(write(ends[1], &out, sizeof out) == (ssize_t)sizeof out ? 0 : 1);
  }
  close(ends[1]);
  Outcome got;
  if (read(ends[0], &got, sizeof got) == (ssize_t)sizeof got) out = got;
  close(ends[0]);
  if (child > 0) waitpid(child, nullptr, 0);
  return out;
}

static void solve(const Mechanism &m) {
  Model model(m);
  double best[2] = {HUGE_VAL, HUGE_VAL};
  bool loops = m.pins > m.parts;
  for (double reduction : {0.8, 0.2}) {
    if (!loops && reduction < 0.8) continue;
    char name[64];
    snprintf(name, sizeof name, "euler,erp=%g", reduction);
    Sweep{"dart",
          m,
          best,
          std::string(name) + ",step",
          m.until / (m.parts > 20 ? 2000 : 100),
          m.until / 1e8,
          2,
          [&](double value, bool errors) { return run_apart(model, reduction, value, errors); }}
        .go();
  }
}

static void chain(int bodies) {
  SkeletonPtr skeleton = Skeleton::create();
  skeleton->setGravity(Eigen::Vector3d(0, -9.81, 0));
  BodyNode *last = nullptr;
  for (int i = 0; i < bodies; i++) {
    RevoluteJoint::Properties hinge;
    hinge.mAxis = i % 2 ? Eigen::Vector3d::UnitY() : Eigen::Vector3d::UnitZ();
    hinge.mT_ParentBodyToJoint.translation() = Eigen::Vector3d(i ? 0.5 : 0, 0, 0);
    hinge.mT_ChildBodyToJoint.translation() = Eigen::Vector3d(-0.5, 0, 0);
    hinge.mName = "pin" + std::to_string(i); /* finding names that are free takes long */
    BodyNode::Properties body;
    body.mName = "part" + std::to_string(i);
    body.mInertia = Inertia(1, 0, 0, 0, 1e-3, 1. / 12, 1. / 12, 0, 0, 0);
    last = skeleton->createJointAndBodyNodePair<RevoluteJoint>(last, hinge, body).second;
  }
  /* two positions in turn, as DART keeps what it knows of a position that is set again */
  Eigen::VectorXd q(bodies), v(bodies);
  for (int i = 0; i < bodies; i++) q[i] = chain_angle(i), v[i] = chain_rate(i);
  Eigen::VectorXd other = 1.001 * q, faster = 1.001 * v;
  bool second = false;
  evaluate_chain("dart", bodies, [&] {
    second = !second;
    skeleton->setPositions(second ? other : q);
    skeleton->setVelocities(second ? faster : v);
    skeleton->computeForwardDynamics();
  });
}

int main(int argc, char **argv) {
  static Mechanism m;
  std::string only = argc > 1 ? argv[1] : "";
  auto wanted = [&](const char *name) { return only.empty() || only == name; };
  if (wanted("chain"))
    for (int bodies : {100, 1000}) chain(bodies); /* building 10000 takes many minutes */
  if (wanted("A01")) mechanism_a01(&m), solve(m);
  if (wanted("A02-2")) mechanism_a02(&m, 2), solve(m);
  if (wanted("A02-40")) mechanism_a02(&m, 40), solve(m);
  if (wanted("A03")) mechanism_a03(&m), solve(m);
  if (wanted("A04")) mechanism_a04(&m), solve(m);
  return 0;
}
