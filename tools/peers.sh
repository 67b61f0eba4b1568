#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The table of peers from the lines that benchmarks print: peers.sh FILE...
#   solve ENGINE MODEL SETTING CPU_MS ERROR POSITION NOISE   a run: CPU time of the stepping alone,
#         error (A01: of the final position, m; else the largest drift of energy, J), error of the
#         final position (m), slowest over fastest of its repetitions
#   eval ENGINE MODEL BODIES NS_PER_BODY                     accelerations, everything included
# A run counts when it ends on the right branch: within a hundredth of the mechanism's size.
set -eu
export LC_ALL=C
grep -hE '^(solve|eval) ' "$@" | awk '
  function least(engine, model, error,    i, best) {
    best = ""
    for (i = 1; i <= runs[engine, model]; i++)
      if (fault[engine, model, i] <= error && (best == "" || time[engine, model, i] < time[engine, model, best])) best = i
    return best
  }
  function shown(x) { return x == "" ? "-" : sprintf(x < 10 ? "%.3f" : x < 100 ? "%.2f" : "%.1f", x) }
  # the time of an engine at an error; "best" stands for the best peer
  function at(engine, model, error,    i, k, t) {
    if (engine != "best") { i = least(engine, model, error); return i == "" ? "" : time[engine, model, i] }
    t = ""
    for (k = 1; k <= peers; k++) {
      i = at(peer[k], model, error)
      if (i != "" && (t == "" || i < t)) t = i
    }
    return t
  }
  function verdict(ratio, limit) {
    return ratio == "" ? "     -" : sprintf("%6.3f  %s", ratio, ratio <= limit ? "held" : "NOT held")
  }
  function hold(what, ours, theirs, limit) {
    printf "%-58s %9s %9s  %5.2f  %s\n", what, shown(ours), shown(theirs), limit,
           verdict(ours == "" || theirs == "" ? "" : ours / theirs, limit)
  }
  function solved(model, error, engine, limit, against,    e) {
    e = against ? against : error
    hold(sprintf("%s to %.0e, against %s%s", model, error, engine == "best" ? "the best peer" : engine,
                 against ? sprintf(" to %.0e", against) : ""),
         at("trammel", model, error), at(engine, model, e), limit)
  }
  function one(engine, model, n) { return (engine, model, n) in each ? each[engine, model, n] : "" }
  # the chain by KLU: beside the model in turns, or the faster of two ways in a run of its own
  function yardstick(n, model,    a, b) {
    if (one("klu-beside", model, n) != "") return one("klu-beside", model, n)
    a = one("klu-default", "chain", n); b = one("klu-natural", "chain", n)
    return a == "" || (b != "" && b < a) ? b : a
  }
  BEGIN {
    peers = split("simbody mujoco dart", peer); size["A03"] = 0.035
    targets = split("A01 1e-3,A01 1e-6,A02-2 1e-3,A02-2 1e-6,A02-40 1e-3,A02-40 1e-6,A03 1e-3,A03 1e-6,A04 1e-4,A04 1e-6", target, ",")
    sizes = split("100 1000 10000", bodies)
    kinds = split("chain 0.17,tree 0.17,ladder 0.35,planar-ladder 0.15", kind, ",")
  }
  $1 == "eval" && $5 != "failed" { each[$2, $3, $4] = $5 + 0 }
  $1 == "solve" && $5 + 0 > 0 && $7 <= ($3 in size ? size[$3] : 1) / 100 {
    i = ++runs[$2, $3]; setting[$2, $3, i] = $4; time[$2, $3, i] = $5 + 0; fault[$2, $3, i] = $6 + 0; place[$2, $3, i] = $7 + 0
    if ($8 + 0 > 0) { noise[$2] += $8; noisy[$2]++ }
  }
  END {
    print "Time to solution at equal measured error: CPU time of the stepping alone, ms, best setting of each."
    print "Error: A01 of the final position (m), the others the largest drift of energy (J). - is not reached.\n"
    printf "%-8s %-6s %10s %10s %10s %10s   %s\n", "model", "error", "trammel", "simbody", "mujoco", "dart", "settings"
    for (t = 1; t <= targets; t++) {
      split(target[t], f, " ")
      printf "%-8s %-6s %10s", f[1], f[2], shown(at("trammel", f[1], f[2] + 0))
      line = ""
      for (k = 0; k <= peers; k++) {
        e = k ? peer[k] : "trammel"
        i = least(e, f[1], f[2] + 0)
        if (k) printf " %10s", shown(at(e, f[1], f[2] + 0))
        if (i != "") line = line (line ? "; " : "") e " " setting[e, f[1], i]
      }
      print "   " line
    }
    print "\nAccelerations of one position, everything included: ns per body. KLU refactors and solves the"
    print "chain'"'"'s matrix of constraint forces.\n"
    printf "%-14s %7s %9s %9s %9s %9s %9s\n", "model", "bodies", "trammel", "klu", "simbody", "dart", "mujoco"
    for (k = 1; k <= kinds; k++) {
      split(kind[k], f, " ")
      for (s = 1; s <= sizes; s++) {
        n = bodies[s]
        if (f[1] != "chain" && one("trammel", f[1], n) == "") continue
        printf "%-14s %7d %9s %9s %9s %9s %9s\n", f[1], n, shown(one("trammel", f[1], n)), shown(yardstick(n, f[1])),
               shown(one("simbody", f[1], n)), shown(one("dart", f[1], n)), shown(one("mujoco", f[1], n))
      }
    }
    printf "\n%-58s %9s %9s  %5s  %6s\n", "what must hold", "ours", "theirs", "limit", "ratio"
    for (k = 1; k <= kinds; k++) {
      split(kind[k], f, " ")
      for (s = 1; s <= sizes; s++) hold(sprintf("accelerations, %s of %d, against KLU (ns)", f[1], bodies[s]),
                                        one("trammel", f[1], bodies[s]), yardstick(bodies[s], f[1]), f[2])
    }
    for (k = 1; k <= 3; k += 2)
      for (s = 1; s <= sizes; s++) {
        if (one(peer[k], "chain", bodies[s]) == "") continue
        hold(sprintf("accelerations, chain of %d, against %s (ns)", bodies[s], peer[k]),
             one("trammel", "chain", bodies[s]), one(peer[k], "chain", bodies[s]), 0.12)
      }
    solved("A01", 1e-6, "mujoco", 0.5)
    solved("A02-2", 1e-3, "best", 0.25)
    solved("A02-2", 1e-6, "simbody", 0.03)
    solved("A02-40", 1e-3, "mujoco", 0.06)
    solved("A02-40", 1e-6, "mujoco", 0.3, 1e-3)
    solved("A03", 1e-3, "simbody", 0.03)
    solved("A03", 1e-6, "simbody", 0.03)
    solved("A04", 1e-4, "simbody", 0.1)
    solved("A04", 1e-6, "simbody", 0.1)
    printf "\nNoise, slowest over fastest of a setting'"'"'s runs on average:"
    for (k = 0; k <= peers; k++) {
      e = k ? peer[k] : "trammel"
      if (noisy[e]) printf " %s %.2f", e, noise[e] / noisy[e]
    }
    print ".\n\nRuns that no other of the same engine beats in both time and error\n"
    printf "%-8s %-8s %10s %10s %10s  %s\n", "engine", "model", "ms", "error", "position", "setting"
    models = split("A01 A02-2 A02-40 A03 A04", model)
    for (k = 0; k <= peers; k++)
      for (s = 1; s <= models; s++) {
        e = k ? peer[k] : "trammel"
        for (last = "";; last = i) {
          # the next in order of time among those with less error
          i = ""
          for (r = 1; r <= runs[e, model[s]]; r++)
            if (last == "" || fault[e, model[s], r] < fault[e, model[s], last])
              if (i == "" || time[e, model[s], r] < time[e, model[s], i]) i = r
          if (i == "") break
          printf "%-8s %-8s %10.3f %10.2e %10.2e  %s\n", e, model[s], time[e, model[s], i],
                 fault[e, model[s], i], place[e, model[s], i], setting[e, model[s], i]
        }
      }
  }'
