/* SPDX-License-Identifier: Apache-2.0
 *
 * MuJoCo: hinges in a tree, loops closed by `connect` (a soft constraint; a hinge in space is two
 * of them), as hard as it allows: impedance 0.9999, and a time constant that shrinks with the step.
 * Newton's solver needs one iteration, as there are no inequalities. Its integrators at fixed
 * steps.
 */
#include "sweep.h"
#include <mujoco/mujoco.h>
#include <unistd.h>

struct Model {
  const Mechanism &m;
  mjModel *model = nullptr;
  mjData *data = nullptr;
  std::string text;
  std::vector<int> joint; /* of each pin */

  explicit Model(const Mechanism &mechanism) : m(mechanism) {
    char line[512];
    snprintf(line, sizeof line, "<option gravity=\"0 %.17g 0\"/>", -m.gravity);
    text = std::string("<mujoco><compiler angle=\"radian\" inertiafromgeom=\"false\" "
                       "boundinertia=\"0\"/>") +
           line + "<worldbody>";
    if (m.k > 0) site("anchor", -1, m.spring_ground);
    hang(-1);
    text += "</worldbody><equality>";
    for (int i = 0; i < m.pins; i++)
      if (m.pin[i].cut) close(m.pin[i]);
    text += "</equality>";
    if (m.k > 0) {
      snprintf(line, sizeof line,
               "<tendon><spatial stiffness=\"%.17g\" springlength=\"%.17g\"><site site=\"anchor\"/>"
               "<site site=\"end\"/></spatial></tendon>",
               m.k, m.length);
      text += line;
    }
    text += "</mujoco>";
    load();
  }
  ~Model() {
    mj_deleteData(data);
    mj_deleteModel(model);
  }

  /* place of a point in a part's frame: its mass centre, ground axes at the start */
  std::string place(int part, const double *at, double along = 0, const double *axis = nullptr) {
    char line[128];
    double x[3];
    for (int k = 0; k < 3; k++)
      x[k] = at[k] - (part < 0 ? 0 : m.part[part].centre[k]) + (axis ? along * axis[k] : 0);
    snprintf(line, sizeof line, "\"%.17g %.17g %.17g\"", x[0], x[1], x[2]);
    return line;
  }
  void site(const char *name, int part, const double *at) {
    text += std::string("<site name=\"") + name + "\" pos=" + place(part, at) + "/>";
  }

  /* all parts that hang on `parent` in the tree */
  void hang(int parent) {
    char line[512];
    for (int i = 0; i < m.pins; i++) {
      const Pin &pin = m.pin[i];
      if (pin.cut || pin.first != parent) continue;
      const Part &part = m.part[pin.second];
      snprintf(line, sizeof line, "<body name=\"p%d\" pos=%s>", pin.second,
               place(parent, part.centre).c_str());
      text += line;
      snprintf(line, sizeof line,
               "<inertial pos=\"0 0 0\" mass=\"%.17g\" diaginertia=\"%.17g %.17g %.17g\"/>"
               "<joint name=\"j%d\" type=\"hinge\" axis=\"%g %g %g\" pos=%s/>",
               part.mass, part.inertia[0], part.inertia[1], part.inertia[2], i, pin.axis[0],
               pin.axis[1], pin.axis[2], place(pin.second, pin.at).c_str());
      text += line;
      if (m.k > 0 && m.spring_part == pin.second) site("end", pin.second, m.spring_end);
      hang(pin.second);
      text += "</body>";
    }
  }

  void close(const Pin &pin) {
    for (int k = 0; k < (m.planar ? 1 : 2); k++) {
      text += "<connect body1=\"p" + std::to_string(pin.second) +
              "\" anchor=" + place(pin.second, pin.at, k, pin.axis);
      if (pin.first >= 0) text += " body2=\"p" + std::to_string(pin.first) + "\"";
      text += "/>";
    }
  }

  void load() {
    char path[] = "/tmp/trammel-mujoco-XXXXXX", message[1000] = "";
    int file = mkstemp(path);
    if (file < 0 || write(file, text.data(), text.size()) != (ssize_t)text.size()) exit(1);
    ::close(file);
    model = mj_loadXML(path, nullptr, message, sizeof message);
    unlink(path);
    if (!model) fprintf(stderr, "%s\n", message), exit(1);
    data = mj_makeData(model);
    joint.assign(m.pins, -1);
    for (int i = 0; i < m.pins; i++)
      if (!m.pin[i].cut)
        joint[i] = mj_name2id(model, mjOBJ_JOINT, ("j" + std::to_string(i)).c_str());
    model->opt.disableflags |= mjDSBL_CONTACT | mjDSBL_LIMIT | mjDSBL_FRICTIONLOSS |
                               mjDSBL_CLAMPCTRL | mjDSBL_ACTUATION | mjDSBL_SENSOR | mjDSBL_REFSAFE;
    if (!model->neq) model->opt.disableflags |= mjDSBL_CONSTRAINT;
    if (m.k <= 0) model->opt.disableflags |= mjDSBL_PASSIVE;
  }

  void start() {
    mj_resetData(model, data);
    for (int i = 0; i < m.pins; i++)
      if (!m.pin[i].cut) data->qvel[model->jnt_dofadr[joint[i]]] = m.pin[i].rate;
    data->qfrc_applied[model->jnt_dofadr[joint[0]]] = m.torque;
  }

  void motion(std::vector<PartMotion> &out) {
    mj_kinematics(model, data);
    mj_comPos(model, data);
    mj_fwdVelocity(model, data);
    for (int i = 0; i < m.parts; i++) {
      int body = mj_name2id(model, mjOBJ_BODY, ("p" + std::to_string(i)).c_str());
      mjtNum both[6];
      mj_objectVelocity(model, data, mjOBJ_BODY, body, both, 0);
      for (int k = 0; k < 9; k++) out[i].R[k] = data->xmat[9 * body + k];
      for (int k = 0; k < 3; k++)
        out[i].p[k] = data->xipos[3 * body + k], out[i].w[k] = both[k], out[i].v[k] = both[3 + k];
    }
  }
};

struct Method {
  std::string name;
  int integrator;
  double ratio, damping; /* time constant over step, damping ratio */
  int jacobian;
};

static Outcome run(Model &model, const Method &method, double step, bool errors) {
  const Mechanism &m = model.m;
  Outcome out;
  Watch watch(m);
  std::vector<PartMotion> motion(m.parts);
  mjOption &option = model.model->opt;
  long steps = (long)std::ceil(m.until / step * (1 - 1e-9));
  option.timestep = m.until / (double)steps;
  option.integrator = method.integrator;
  option.solver = mjSOL_NEWTON;
  option.jacobian = method.jacobian;
  option.iterations = 1;
  option.tolerance = 0;
  for (int i = 0; i < model.model->neq; i++) {
    mjtNum *ref = model.model->eq_solref + i * mjNREF, *imp = model.model->eq_solimp + i * mjNIMP;
    ref[0] = method.ratio * option.timestep, ref[1] = method.damping;
    imp[0] = imp[1] = 0.9999;
  }
  model.start();
  if (errors) model.motion(motion), watch.look(motion.data(), 0);
  double start = cpu_now();
  for (long i = 0; i < steps; i++) {
    mj_step(model.model, model.data);
    if (errors) {
      model.motion(motion);
      watch.look(motion.data(), model.data->qpos[model.model->jnt_qposadr[model.joint[0]]]);
    }
    if (i % 1000 == 999 && cpu_now() - start > (errors ? 4 : 1) * m.limit) return Outcome::late();
  }
  out.cpu = cpu_now() - start;
  model.motion(motion);
  out.drift = watch.drift;
  out.miss = mechanism_miss(&m, motion.data());
  if (!std::isfinite(out.miss) || model.data->warning[mjWARN_BADQACC].number > 0) return {};
  return out;
}

static void solve(const Mechanism &m) {
  Model model(m);
  double best[2] = {HUGE_VAL, HUGE_VAL};
  /* the two time constants are about the stiffest that rk4 bears, much and little damped */
  std::vector<Method> methods;
  for (int jacobian : {mjJAC_SPARSE, mjJAC_DENSE}) {
    const char *kind = jacobian == mjJAC_DENSE ? "" : "+sparse";
    if (jacobian == mjJAC_SPARSE && model.model->nv < 20) continue;
    methods.push_back({std::string("rk4+damped") + kind, mjINT_RK4, 1, 0.5, jacobian});
    methods.push_back({std::string("rk4+ringing") + kind, mjINT_RK4, 4, 0.1, jacobian});
    methods.push_back({std::string("rk4") + kind, mjINT_RK4, 2, 1, jacobian});
    methods.push_back({std::string("euler") + kind, mjINT_EULER, 2, 1, jacobian});
    methods.push_back({std::string("implicit") + kind, mjINT_IMPLICIT, 2, 1, jacobian});
    if (!model.model->neq) methods.erase(methods.begin(), methods.begin() + 2);
  }
  for (const Method &method : methods)
    Sweep{"mujoco",
          m,
          best,
          method.name + ",step",
          m.until / 50,
          m.until / 2e7,
          2,
          [&](double value, bool errors) { return run(model, method, value, errors); }}
        .go();
}

/* A chain as files that include each other, as XML may not be nested deeper than 100. */
static mjModel *load_chain(int bodies) {
  const int each = 80;
  char folder[] = "/tmp/trammel-mujoco-XXXXXX", message[1000] = "";
  if (!mkdtemp(folder)) exit(1);
  std::vector<std::string> paths;
  for (int from = 0; from < bodies; from += each) {
    int to = std::min(bodies, from + each);
    std::string text = from ? "<mujocoinclude>"
                            : "<mujoco><compiler angle=\"radian\" inertiafromgeom=\"false\"/>"
                              "<option gravity=\"0 -9.81 0\"/><worldbody>";
    for (int i = from; i < to; i++)
      text += std::string("<body pos=\"") + (i ? "1" : "0.5") +
              " 0 0\"><inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"0.001 0.08333 0.08333\"/>"
              "<joint type=\"hinge\" pos=\"-0.5 0 0\" axis=\"" +
              (i % 2 ? "0 1 0" : "0 0 1") + "\"/>";
    if (to < bodies) text += "<include file=\"" + std::to_string(to) + ".xml\"/>";
    for (int i = from; i < to; i++) text += "</body>";
    text += from ? "</mujocoinclude>" : "</worldbody></mujoco>";
    paths.push_back(std::string(folder) + "/" + std::to_string(from) + ".xml");
    FILE *file = fopen(paths.back().c_str(), "w");
    if (!file) exit(1);
    fputs(text.c_str(), file);
    fclose(file);
  }
  mjModel *model = mj_loadXML(paths[0].c_str(), nullptr, message, sizeof message);
  for (const std::string &path : paths) unlink(path.c_str());
  rmdir(folder);
  if (!model) fprintf(stderr, "chain of %d: %s\n", bodies, message);
  return model;
}

static void chain(int bodies) {
  mjModel *model = load_chain(bodies);
  if (!model) return;
  mjData *data = mj_makeData(model);
  model->opt.disableflags |= mjDSBL_CONSTRAINT | mjDSBL_PASSIVE | mjDSBL_ACTUATION | mjDSBL_SENSOR;
  for (int i = 0; i < bodies; i++) data->qpos[i] = chain_angle(i), data->qvel[i] = chain_rate(i);
  evaluate_chain("mujoco", bodies, [&] { mj_forward(model, data); });
  mj_deleteData(data);
  mj_deleteModel(model);
}

/* nothing is written to a log file */
static void be_silent(const char *) {
}

int main(int argc, char **argv) {
  static Mechanism m;
  mju_user_warning = be_silent;
  std::string only = argc > 1 ? argv[1] : "";
  auto wanted = [&](const char *name) { return only.empty() || only == name; };
  if (wanted("chain"))
    for (int bodies : {100, 1000}) chain(bodies); /* its cost grows with the square of the length */
  if (wanted("A01")) mechanism_a01(&m), solve(m);
  if (wanted("A02-2")) mechanism_a02(&m, 2), solve(m);
  if (wanted("A02-40")) mechanism_a02(&m, 40), solve(m);
  if (wanted("A03")) mechanism_a03(&m), solve(m);
  if (wanted("A04")) mechanism_a04(&m), solve(m);
  return 0;
}
