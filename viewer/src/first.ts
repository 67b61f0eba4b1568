// SPDX-License-Identifier: Apache-2.0
// What the plots of a page show at first: what varies, and of that what can be read on the same axes.
import type { Run, SignalInfo } from "./data";
import type { PlotState } from "./plots";

interface Range {
  low: number;
  high: number;
  varies: boolean;
}

function rangeOf(run: Run, name: string): Range {
  let low = Infinity, high = -Infinity;
  for (const v of run.column(name) ?? []) low = v < low ? v : low, high = v > high ? v : high;
  return { low, high, varies: high - low > Math.max(1e-12, 1e-9 * Math.max(Math.abs(low), Math.abs(high))) };
}

// The first that varies, and others that do: of at most two units, and of one unit such as are not lost beside each other.
function together(run: Run, list: SignalInfo[], count: number): string[] {
  const taken: { info: SignalInfo; range: Range }[] = [];
  for (const info of list.slice(0, 64)) {
    const range = rangeOf(run, info.name);
    if (!range.varies || taken.length >= count) continue;
    const alike = taken.filter((other) => other.info.unit === info.unit), units = new Set(taken.map((other) => other.info.unit));
    const seen = alike.every((other) => {
      const all = Math.max(range.high, other.range.high) - Math.min(range.low, other.range.low);
      return 30 * (range.high - range.low) > all && 30 * (other.range.high - other.range.low) > all;
    });
    if (alike.length ? seen : units.size < 2) taken.push({ info, range });
  }
  return taken.map(({ info }) => info.name);
}

export function firstPlots(run: Run): PlotState[] {
  const names = run.list().filter((info) => info.index > 0);
  const outputs = names.filter((info) => !info.name.includes(".") && info.name !== "freedoms");
  const drives = names.filter((info) => /\.(torque|force)$/.test(info.name)), joints = names.filter((info) => /\.(angle|displacement)$/.test(info.name));
  const places = names.filter((info) => /^[^.]+\.[xyz]$/.test(info.name));
  // of one position its numbers
  if (run.rows < 2) {
    const tables: [string, SignalInfo[]][] = [["Outputs", outputs], ["Forces and torques", drives], ["Joints", joints]];
    const filled = tables.filter(([, list]) => list.length);
    return (filled.length ? filled : ([["Places", places]] as typeof tables)).map(([title, list]) => ({ mode: "time", title, signals: list.slice(0, 16).map((info) => info.name) }));
  }
  const energy = ["energy.kinetic", "energy.potential", "energy.total"].filter((name) => run.signals.has(name)), dynamics = run.raw.analysis === "dynamics";
  const moving = dynamics && energy.some((name) => rangeOf(run, name).varies), joint = together(run, joints, 2);
  const lists = [together(run, outputs, 3), together(run, drives, 2), moving ? energy : joint, joint, together(run, places, 2)];
  // where little moves, what stands still too
  lists.push(dynamics ? energy : [], ...[outputs, places].map((list) => list.slice(0, 2).map((info) => info.name)));
  const known = new Set<string>(), different = lists.filter((list) => list.length && !known.has(list.join()) && known.add(list.join()));
  return different.slice(0, 2).map((signals) => ({ mode: "time", signals }));
}
