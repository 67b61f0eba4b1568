/* SPDX-License-Identifier: Apache-2.0
 *
 * Machine: a four-bar with a spring that is wound up, a motor behind a filter, a one-sided stop and
 * a state that an event sets: most of what a run has to keep. MACHINE(push, more, rest) adds to the
 * motor's torque, to the equations and after the events.
 */
#ifndef TRM_TESTS_MACHINE_H
#define TRM_TESTS_MACHINE_H

#define MACHINE(push, more, rest)                                                                  \
  "trammel: 1\n"                                                                                   \
  "planar: true\n"                                                                                 \
  "gravity: [0, -9.81]\n"                                                                          \
  "points: {A: [0, 0], B: [0.3, 0.4], C: [1.5, 0.9], D: [1.2, 0]}\n"                               \
  "bodies:\n"                                                                                      \
  "  crank: {at: [0.15, 0.2], mass: 1, inertia: 0.02}\n"                                           \
  "  coupler: {at: [0.9, 0.65], mass: 2, inertia: 0.3}\n"                                          \
  "  rocker: {at: [1.35, 0.45], mass: 1.5, inertia: 0.1}\n"                                        \
  "joints:\n"                                                                                      \
  "  a: {revolute: [ground, crank], at: A}\n"                                                      \
  "  b: {revolute: [crank, coupler], at: B}\n"                                                     \
  "  c: {revolute: [coupler, rocker], at: C}\n"                                                    \
  "  d: {revolute: [rocker, ground], at: D}\n"                                                     \
  "forces:\n"                                                                                      \
  "  coil: {torsion_spring: a, k: 0.5, c: 0.2}\n"                                                  \
  "  motor: {torque: crank, vector: \"25 + lag" push "\"}\n"                                       \
  "  stop: {spring: [ground, crank], from: [0, -0.8], to: [0.3, 0.4], pieces: [{below: 0.7, "      \
  "force: 200*(length - 0.7)}, {force: 0}]}\n"                                                     \
  "transfer_functions:\n"                                                                          \
  "  lag: {input: -0.1*wz(crank), numerator: [1], denominator: [0.1, 1]}\n"                        \
  "equations:\n"                                                                                   \
  "  turns: {rate: 0, initial: 0}\n" more "events:\n"                                              \
  "  round: {when: sin(angle(a)), direction: rising, set: {turns: turns + 1}}\n" rest

#endif
