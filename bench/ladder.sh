#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Write a model of COUNT bodies hanging from each other by COUNT joints: ladder.sh COUNT > FILE
# About 300 bytes for each body and joint; every value is written out, nothing is repeated.
set -eu
awk -v n="${1:-1000}" 'BEGIN {
  print "trammel: 1\nname: ladder of " n "\ngravity: [0, 0, -9.81]"
  print "parameters: {pitch: 0.05, rho: 7850}"
  print "bodies:"
  for (i = 1; i <= n; i++) {
    printf "  link%d:\n    at: [%.2f, 0, 0]\n    mass: 0.1\n    inertia: [1e-4, 1e-4, 1e-5]\n", i, i * 0.05
    printf "    markers: {head: {at: [0, 0, 0]}, tail: {at: [pitch, 0, 0]}}\n"
    printf "    shape: {rod: {from: [%.2f, 0, 0], to: [%.2f, 0, 0], radius: 0.004}}\n", i * 0.05, i * 0.05 + 0.05
  }
  print "joints:"
  for (i = 1; i <= n; i++) {
    first = i == 1 ? "ground" : "link" (i - 1)
    printf "  pin%d: {revolute: [%s, link%d], at: [%.2f, 0, 0], axis: y}\n", i, first, i, i * 0.05
  }
  print "simulate:\n  - dynamics: {until: 1, every: 0.01}"
}'
