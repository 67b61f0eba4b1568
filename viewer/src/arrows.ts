// SPDX-License-Identifier: Apache-2.0
// Springs, dampers and beams between their ends; forces, reactions and contacts as arrows to one scale.
import { Color, Matrix4, Vector3 } from "three";
import { put, span, type Layer, type Ref } from "./batch";
import type { Mechanism } from "./mechanism";
import { between, locate, type Force, type Frame, type Plane } from "./picture";
import { vectors } from "./solids";

export const forceColour = "#d7263d", reactionColour = "#1756c9", contactColour = "#e08a00";

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

// Columns NAME.PART of a result, found once they are there; nothing when the result has none.
function columnsOf(m: Mechanism, name: string, parts: string[]): (() => Float32Array[] | undefined) | undefined {
  const names = parts.map((part) => `${name}.${part}`);
  if (!names.every((signal) => m.run.signals.has(signal))) return undefined;
  let found: Float32Array[] | undefined;
  return () => {
    if (found) return found;
    const c = names.map((signal) => m.run.column(signal));
    if (c.every((x) => x)) found = c as Float32Array[];
    return found;
  };
}
const forceParts = ["fx", "fy", "fz"];

// Largest force, spikes of a single row left out, as 20 parts in a hundred of the mechanism's size. Of contacts the rows count
// in which they press.
export function setArrowScale(m: Mechanism): void {
  const sizes: number[] = [];
  for (const item of [...m.picture.joints, ...m.picture.forces, ...m.picture.contacts]) {
    const c = columnsOf(m, item.name, forceParts)?.(), contact = "pairs" in item;
    if (!c) continue;
    const step = Math.max(1, Math.floor(c[0].length / 200));
    let own: number[] = [];
    for (let i = 0; i < c[0].length; i += step) own.push(Math.hypot(c[0][i], c[1][i], c[2][i]));
    if (contact) own = own.filter((size) => size > 0);
    own.sort((a, b) => a - b);
    const size = own[Math.floor((contact ? 0.8 : 0.97) * (own.length - 1))];
    if (Number.isFinite(size)) sizes.push(size);
  }
  const most = Math.max(0, ...sizes);
  const unit = (arrowScale(m).unit = most > 0 ? (0.2 * m.size) / most : 0);
  if (unit > 0) reachTips(m, unit);
}

// The tips of applied forces are in sight; of very long ones not all.
function reachTips(m: Mechanism, unit: number): void {
  const time = m.run.time, looks = Math.min(time.length, 20), at = new Vector3(), f = new Vector3();
  const items = m.picture.forces.flatMap(({ name, first }) => {
    const c = first && columnsOf(m, name, forceParts)?.();
    return first && c ? [{ first, c }] : [];
  });
  if (items.length > 200 || m.sway > 0) return;
  for (let k = 0; k < looks; k++) {
    const row = Math.floor((k * (time.length - 1)) / Math.max(looks - 1, 1));
    m.poses.set(time[row]);
    for (const { first, c } of items) {
      f.set(c[0][row], c[1][row], c[2][row]).multiplyScalar(unit).clampLength(0, 0.25 * m.size);
      m.place(first, at).add(f);
      m.reach(at.x, at.y, at.z);
    }
  }
}

export function moveArrows(m: Mechanism, t: number): void {
  const scale = arrowScale(m), at = locate(m.run.time, t);
  scale.row[0] = at[0];
  scale.row[1] = at[1];
}

// An arrow at a place that `from` finds, as long as the force NAME. One that pushes ends at the place: inside a body it would
// not be seen.
function drawArrow(m: Mechanism, name: string, from: (out: Vector3) => boolean, colour: Color, layer: Layer, ref: Ref, pushes = false): void {
  const columns = columnsOf(m, name, forceParts), scale = arrowScale(m);
  if (!columns) return;
  const begin = new Vector3(), to = new Vector3(), f = new Vector3(), most = pushes ? 0.6 : 2;
  const vector = () => {
    const c = columns();
    if (!c || !from(begin)) return 0;
    const [i, part] = scale.row;
    f.set(between(c[0], i, part), between(c[1], i, part), between(c[2], i, part)).multiplyScalar(scale.unit * scale.factor);
    const length = f.length();
    if (length > most * m.size) f.multiplyScalar((most * m.size) / length);
    if (pushes) begin.sub(f);
    return Number.isFinite(length) ? Math.min(length, most * m.size) : 0;
  };
  const head = 3.2 * m.thick;
  m.batches.shaft.add({
    body: -1, local: new Matrix4(), colour, layer, ref,
    place: (out) => {
      const length = vector();
      if (length < 0.6 * m.thick) return false;
      span(out, begin, to.copy(begin).addScaledVector(f, Math.max(0.02, 1 - head / length)), 0.4 * m.thick, true);
      return true;
    },
  });
  m.batches.head.add({
    body: -1, local: new Matrix4(), colour, layer, ref,
    place: (out) => {
      const length = vector();
      if (length < 0.6 * m.thick) return false;
      const tip = Math.min(head, length);
      to.copy(begin).add(f);
      span(out, begin.copy(to).addScaledVector(f, -tip / length), to, 1.15 * m.thick, false);
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
    drawArrow(m, force.name, (out) => !!m.place(first, out), red, "forces", ref);
  }
  for (const joint of m.picture.joints) {
    const { first } = joint;
    if (first) drawArrow(m, joint.name, (out) => !!m.place(first, out), blue, "reactions", m.ref("joint", joint.name));
  }
}

// Where a contact presses: a disc in the plane that both sides touch there, and the force on the first side. Where very many
// surfaces touch each other the middle of all their touches says nothing; planes are seen faintly.
export function drawContacts(m: Mechanism): void {
  const colour = new Color(contactColour), grey = new Color("#8a929c");
  for (const contact of m.picture.contacts) {
    const ref = m.ref("contact", contact.name);
    const planes = contact.surfaces.filter((surface): surface is Plane => "normal" in surface);
    for (const surface of contact.surfaces) {
      if ("normal" in surface) m.addPlane(surface);
      else vectors(surface.points).forEach((p, i, all) => i && m.bar(surface.body, all[i - 1], p, 0.35 * m.thick, grey, "contacts", ref));
    }
    if (contact.pairs > 64 && !planes.length) continue;
    const columns = columnsOf(m, contact.name, ["x", "y", "z", "nx", "ny", "nz", "press"]), { row } = arrowScale(m);
    if (!columns) continue;
    const at = new Vector3(), normal = new Vector3(), end = new Vector3();
    const find = (out: Vector3) => {
      const c = columns(), [i, f] = row;
      // a touch that begins or ends between two rows is shown where it is pressed
      if (!c || !(between(c[6], i, f) > 0)) return false;
      const j = c[6][i] > 0 ? i : i + 1, part = c[6][i] > 0 && c[6][i + 1] > 0 ? f : 0;
      out.set(between(c[0], j, part), between(c[1], j, part), between(c[2], j, part));
      normal.set(between(c[3], j, part), between(c[4], j, part), between(c[5], j, part));
      return Number.isFinite(out.x + out.y + out.z);
    };
    m.batches.cylinder.add({
      body: -1, local: new Matrix4(), colour, layer: "contacts", ref,
      place: (out) => {
        if (!find(at)) return false;
        if (!(normal.length() > 0.1)) normal.copy(m.up);
        normal.setLength(0.35 * m.thick);
        end.copy(at).add(normal);
        span(out, at.sub(normal), end, 1.6 * m.thick, true);
        return true;
      },
    });
    drawArrow(m, contact.name, find, colour, "contacts", ref, true);
  }
}
