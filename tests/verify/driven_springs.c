/* SPDX-License-Identifier: Apache-2.0
 *
 * A crank driven against a spring and a torsion spring: the signals of forces, what functions read
 * of them, the energy kept, and the torque of the drive, against closed forms through three turns.
 */
#include "run.h"

static const char text[] =
    "trammel: 1\n"
    "units: {length: mm, mass: kg, time: s, force: N, angle: deg}\n"
    "bodies:\n"
    "  crank: {mass: 2, inertia: [3e4, 3e4, 5e4]}\n"
    "joints:\n"
    "  hinge: {revolute: [ground, crank], at: [0, 0, 0], axis: z}\n"
    "motions:\n"
    "  drive: {joint: hinge, angle: 360*time}\n"
    "forces:\n"
    "  line: {spring: [crank, ground], from: [1000, 0, 0], to: [2000, 0, 0], k: 0.3, c: 0.02, "
    "length: 900, preload: 5}\n"
    "  coil: {torsion_spring: hinge, k: 100, angle: 30}\n"
    "  brake: {torque: [crank, ground], vector: [0, 0, -2*fm(line) - count]}\n"
    "equations:\n"
    "  count: {rate: 1, initial: 7}\n"
    "transfer_functions:\n"
    "  slow: {input: 3, numerator: [2], denominator: [1, 4]}\n"
    "outputs:\n"
    "  pull: fx(line)\n"
    "  twist: tz(coil)\n"
    "  all: slow + count + varval(sum)\n"
    "variables: {sum: fm(line)}\n";

static void compare(const Run *run, const char *name, size_t row, double expected, double *worst) {
  double error = fabs(run_value(run, name, row) - expected) / fmax(1, fabs(expected));
  if (!(error <= *worst)) {
    *worst = error;
    if (error > 1e-10) fprintf(stderr, "%s in row %zu is not %.17g\n", name, row, expected);
  }
}

static void check_row(const Run *run, size_t row, double *worst) {
  const double pi = 3.14159265358979323846, w = 2 * pi;
  double t = run_at(run, 0, row), angle = w * t, x = cos(angle), y = sin(angle);
  double length = sqrt(5 - 4 * x), speed = 2 * y * w / length;
  double tension = 300 * (length - 0.9) + 20 * speed + 5;
  double fx = tension * (2 - x) / length, fy = -tension * y / length;
  double coil = -100 * (360 * t - 30), brake = -2 * fabs(tension) - 7;
  double stretch = length - 0.9, twist = 360 * t - 30;
  compare(run, "line.length", row, 1000 * length, worst);
  compare(run, "line.speed", row, 1000 * speed, worst);
  compare(run, "line.force", row, tension, worst);
  compare(run, "line.fx", row, fx, worst);
  compare(run, "line.fy", row, fy, worst);
  compare(run, "line.tz", row, 0, worst);
  compare(run, "coil.angle", row, 360 * t, worst);
  compare(run, "coil.speed", row, 360, worst);
  compare(run, "coil.torque", row, coil, worst);
  compare(run, "coil.tz", row, -coil, worst);
  compare(run, "brake.tz", row, brake, worst);
  compare(run, "pull", row, fx, worst);
  compare(run, "twist", row, -coil, worst);
  compare(run, "count", row, 7, worst);
  compare(run, "slow", row, 1.5, worst);
  compare(run, "all", row, 8.5 + fabs(tension), worst);
  compare(run, "energy.potential", row,
          1000 * (150 * stretch * stretch + 5 * stretch) + 50 * twist * twist * pi / 180, worst);
  /* the drive bears what the springs and the brake do about the hinge */
  compare(run, "drive.torque", row, -(1000 * (x * fy - y * fx) + coil + brake), worst);
  compare(run, "hinge.fx", row, fx, worst);
  compare(run, "hinge.fy", row, fy, worst);
}

int main(int argc, char **argv) {
  char path[] = "/tmp/trammel-springs-XXXXXX";
  int file = argc < 2 ? -1 : mkstemp(path);
  double worst = 0;
  CHECK(file >= 0);
  if (file < 0) return check_done();
  CHECK(write(file, text, sizeof text - 1) == (ssize_t)(sizeof text - 1));
  close(file);
  Run run = run_kinematics(argv[1], path, "--until 3 --steps 60");
  CHECK(run.rows == 61);
  for (size_t row = 0; row < run.rows; row++) check_row(&run, row, &worst);
  check_figure("kinematics", "crank against springs: signals and torque", "closed form", worst,
               1e-10);
  run_free(&run);
  unlink(path);
  return check_done();
}
