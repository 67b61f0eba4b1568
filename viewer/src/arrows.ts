// SPDX-License-Identifier: Apache-2.0
// Springs, dampers and beams between their ends; forces and reactions as arrows to one scale.
import { Color, Matrix4, Vector3 } from "three";
import { put, span, type Layer, type Ref } from "./batch";
import type { Mechanism } from "./mechanism";
import { between, locate, type Force, type Frame } from "./picture";

export const forceColour = "#d7263d", reactionColour = "#2e86de", gravityColour = "#3aa76d";

// The length of arrows: one scale for all forces of a run.
export interface Scale {
  unit: number; // length per force
  factor: number; // as the user likes it
  row: [number, number];
}
const scales = new WeakMap<Mechanism, Scale>();

export function arrowScale(m: Mechanism): Scale {
  let scale = scales.get(m);
  if (!scale) scales.set(m, (scale = { unit: 0, factor: 1, row: [0, 0] }));
  return scale;
}

// The columns of a force, found once they are there.
function triple(m: Mechanism, name: string): (() => Float32Array[] | undefined) {
  let found: Float32Array[] | undefined;
  return () => {
    if (found) return found;
    const c = ["fx", "fy", "fz"].map((part) => m.run.column(`${name}.${part}`));
    if (c.every((x) => x)) found = c as Float32Array[];
    return found;
  };
}

// Largest force, spikes of a single row left out, as 30 parts in a hundred of the mechanism's size.
export function setArrowScale(m: Mechanism): void {
  const sizes: number[] = [];
  for (const item of [...m.picture.joints, ...m.picture.forces]) {
    const c = triple(m, item.name)();
    if (!c) continue;
    const step = Math.max(1, Math.floor(c[0].length / 200));
    const own: number[] = [];
    for (let i = 0; i < c[0].length; i += step) own.push(Math.hypot(c[0][i], c[1][i], c[2][i]));
    own.sort((a, b) => a - b);
    const size = own[Math.floor(0.97 * (own.length - 1))];
    if (Number.isFinite(size)) sizes.push(size);
  }
  const most = Math.max(0, ...sizes);
  arrowScale(m).unit = most > 0 ? (0.3 * m.size) / most : 0;
}

export function moveArrows(m: Mechanism, t: number): void {
  arrowScale(m).row = locate(m.run.time, t);
}

function drawArrow(m: Mechanism, name: string, frame: Frame, colour: Color, layer: Layer, ref: Ref): void {
  const columns = triple(m, name), scale = arrowScale(m);
  const from = new Vector3(), to = new Vector3(), f = new Vector3();
  const vector = () => {
    const c = columns();
    if (!c) return 0;
    const [i, part] = scale.row;
    f.set(between(c[0], i, part), between(c[1], i, part), between(c[2], i, part)).multiplyScalar(scale.unit * scale.factor);
    const length = f.length();
    if (length > 2 * m.size) f.multiplyScalar((2 * m.size) / length);
    return Number.isFinite(length) ? Math.min(length, 2 * m.size) : 0;
  };
  const head = 3.2 * m.thick;
  m.batches.cylinder.add({
    body: -1, local: new Matrix4(), colour, layer, ref,
    place: (out) => {
      const length = vector();
      if (length < 0.6 * m.thick) return false;
      m.place(frame, from);
      span(out, from, to.copy(from).addScaledVector(f, Math.max(0.02, 1 - head / length)), 0.4 * m.thick, true);
      return true;
    },
  });
  m.batches.head.add({
    body: -1, local: new Matrix4(), colour, layer, ref,
    place: (out) => {
      const length = vector();
      if (length < 0.6 * m.thick) return false;
      const tip = Math.min(head, length);
      m.place(frame, from);
      to.copy(from).add(f);
      span(out, from.copy(to).addScaledVector(f, -tip / length), to, 1.15 * m.thick, false);
      return true;
    },
  });
}

function drawSpring(m: Mechanism, force: Force, first: Frame, second: Frame, ref: Ref): void {
  const a = new Vector3(), b = new Vector3(), c = new Vector3();
  const coil = new Color("#8f98a3"), tube = new Color("#4d5661"), r = m.thick;
  const own = (form: "cylinder" | "spring", from: number, to: number, radius: number, colour: Color) =>
    m.batches[form].add({
      body: -1, local: new Matrix4(), colour, layer: "springs", ref,
      place: (out) => {
        m.place(first, a);
        m.place(second, b);
        if (a.distanceTo(b) < 1e-6 * m.size) return false;
        c.lerpVectors(a, b, from);
        b.lerpVectors(a, b, to);
        span(out, c, b, radius, form === "cylinder");
        return true;
      },
    });
  if (force.type === "spring" && force.sprung !== false) own("spring", 0, 1, 2.1 * r, coil);
  if (force.damped || force.type === "actuator") {
    const accent = force.type === "actuator" ? new Color("#e08a2b") : tube;
    own("cylinder", 0, 0.55, force.sprung === false || force.type === "actuator" ? 1.3 * r : 1.0 * r, accent);
    own("cylinder", 0.45, 1, 0.5 * r, coil);
  }
  if (force.type === "beam") own("cylinder", 0, 1, 0.7 * r, new Color("#9aa4b0"));
  for (const frame of [first, second])
    m.add("ball", frame.body, put(new Vector3(...frame.at), 0.9 * r), tube, "springs", ref);
}

export function drawForces(m: Mechanism): void {
  const red = new Color(forceColour), blue = new Color(reactionColour);
  for (const force of m.picture.forces) {
    const ref = m.ref("force", force.name), { first, second } = force;
    if (!first) continue;
    const line = ["spring", "actuator", "beam"].includes(force.type);
    if (line && second) drawSpring(m, force, first, second, ref);
    else if (force.type === "bushing")
      m.add("box", first.body, put(new Vector3(...first.at), 3.2 * m.thick), new Color("#3d434b"), "springs", ref);
    else if (force.type === "torsion_spring")
      m.add("turn", first.body, put(new Vector3(...first.at), 2.4 * m.thick), new Color("#8f98a3"), "springs", ref);
    drawArrow(m, force.name, first, red, "forces", ref);
  }
  for (const joint of m.picture.joints)
    if (joint.first) drawArrow(m, joint.name, joint.first, blue, "reactions", m.ref("joint", joint.name));
}
