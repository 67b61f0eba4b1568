// SPDX-License-Identifier: Apache-2.0
// How joints, curves, markers and motions are drawn: one small figure per type, z along the joint's axis.
import { Color, Matrix4, Vector3 } from "three";
import { put, span, type Ref } from "./batch";
import type { Mechanism } from "./mechanism";
import { frameMatrix, type Frame, type Joint } from "./picture";
import { prism, vectors } from "./solids";

const steel = "#c3c9d1", dark = "#59616c", driven = "#e4572e";

interface Pen {
  m: Mechanism;
  frame: Frame;
  local: Matrix4;
  ref: Ref;
  r: number;
  colour: Color;
}

function rod(pen: Pen, axis: [number, number, number], half: number, radius: number): void {
  const to = new Vector3(...axis).multiplyScalar(half), from = to.clone().negate();
  const matrix = pen.local.clone().multiply(span(new Matrix4(), from, to, radius, true));
  pen.m.add("cylinder", pen.frame.body, matrix, pen.colour, "joints", pen.ref);
}
function ball(pen: Pen, radius: number): void {
  pen.m.add("ball", pen.frame.body, pen.local.clone().multiply(put(new Vector3(), radius)), pen.colour, "joints", pen.ref);
}
function block(pen: Pen, x: number, y: number, z: number): void {
  pen.m.add("box", pen.frame.body, pen.local.clone().multiply(put(new Vector3(), x, y, z)), pen.colour, "joints", pen.ref);
}

// One entry per type; what is not here is a small ball
const figures: Record<string, (pen: Pen) => void> = {
  revolute: (p) => rod(p, [0, 0, 1], 1.9 * p.r, 1.45 * p.r),
  cylindrical: (p) => rod(p, [0, 0, 1], 3.2 * p.r, 1.35 * p.r),
  screw: (p) => { rod(p, [0, 0, 1], 3.2 * p.r, 1.2 * p.r); rod(p, [0, 0, 1], 0.8 * p.r, 1.8 * p.r); },
  prismatic: (p) => block(p, 2.8 * p.r, 2.8 * p.r, 5.5 * p.r),
  translational: (p) => block(p, 2.8 * p.r, 2.8 * p.r, 5.5 * p.r),
  spherical: (p) => ball(p, 1.75 * p.r),
  point: (p) => ball(p, 1.75 * p.r),
  universal: (p) => { rod(p, [1, 0, 0], 2.4 * p.r, 0.8 * p.r); rod(p, [0, 1, 0], 2.4 * p.r, 0.8 * p.r); },
  constant_velocity: (p) => { ball(p, 1.8 * p.r); rod(p, [0, 0, 1], 2.4 * p.r, 0.9 * p.r); },
  fixed: (p) => block(p, 2.4 * p.r, 2.4 * p.r, 2.4 * p.r),
  planar: (p) => block(p, 6 * p.r, 6 * p.r, 0.5 * p.r),
  inline: (p) => rod(p, [0, 0, 1], 3 * p.r, 1.1 * p.r),
  inplane: (p) => block(p, 5 * p.r, 5 * p.r, 0.5 * p.r),
};

const sliding = new Set(["prismatic", "translational", "cylindrical", "screw", "inline"]);

// Joints that hold two points apart, or let them come no nearer
const lines = new Set(["distance", "rope", "separator", "spherical_revolute", "revolute_revolute", "revolute_prismatic", "revolute_cylindrical"]);

function drawLink(m: Mechanism, joint: Joint, first: Frame, second: Frame): void {
  const a = new Vector3(), b = new Vector3(), ref = m.ref("joint", joint.name);
  const radius = joint.type === "rope" ? 0.3 * m.thick : joint.type === "separator" ? 0.2 * m.thick : 0.55 * m.thick;
  m.batches.cylinder.add({
    body: -1, local: new Matrix4(), colour: new Color(joint.type === "rope" ? "#a5793f" : steel), layer: "joints", ref,
    place: (out) => span(out, m.place(first, a), m.place(second, b), radius, true) !== undefined,
  });
  for (const frame of [first, second])
    m.add("ball", frame.body, put(new Vector3(...frame.at), 1.2 * m.thick), new Color(dark), "joints", ref);
}

// A rail along which the second slides on the first
function drawRail(m: Mechanism, first: Frame, second: Frame, ref: Ref): void {
  const [low, high] = m.travel(first, second), room = 5 * m.thick;
  const turned = second.body < 0; // the rail stays where the ground is
  const from = new Vector3(0, 0, turned ? -high - room : low - room), to = new Vector3(0, 0, turned ? -low + room : high + room);
  const frame = turned ? second : first;
  m.add("cylinder", frame.body, frameMatrix(frame).multiply(span(new Matrix4(), from, to, 0.42 * m.thick, true)), new Color(m.ghost ? "#7f8794" : "#9aa4b0"), "joints", ref);
}

// What stands on the ground stands on something
function drawSupport(m: Mechanism, frame: Frame, ref: Ref): void {
  if (frame.body >= 0) return;
  const at = new Vector3(...frame.at), matrix = new Matrix4();
  span(matrix, at.clone().sub(m.up), at, 1, false);
  const top = new Matrix4().makeTranslation(0, 0, 1).scale(new Vector3(2.9 * m.thick, 2.9 * m.thick, 4.2 * m.thick));
  m.add("pedestal", -1, matrix.multiply(top), new Color("#767e89"), "supports", ref);
}

function drawCurves(m: Mechanism, joint: Joint): void {
  for (const curve of [joint.curve1, joint.curve2]) {
    if (!curve) continue;
    const points = vectors(curve.points), colour = m.colourOf(curve.body);
    const owner = curve.body < 0 ? "ground" : m.picture.bodies[curve.body].name;
    const shaped = curve.body >= 0 && m.picture.bodies[curve.body].shapes.length > 0;
    if (curve.closed && !shaped) m.addSolid(curve.points, () => prism(points, 0.8 * m.thick), curve.body, colour, m.ref("body", owner));
    else points.slice(1).forEach((p, i) =>
      m.bar(curve.body, points[i], p, 0.35 * m.thick, colour, "shapes", m.ref("body", owner)));
  }
}

// A rope that runs over several points, from eye to eye; over those between it rolls
function drawRope(m: Mechanism, joint: Joint, eyes: Frame[]): void {
  const ref = m.ref("joint", joint.name), colour = new Color("#a5793f");
  eyes.forEach((eye, i) => {
    const inner = i > 0 && i + 1 < eyes.length;
    m.add("ball", eye.body, put(new Vector3(...eye.at), (inner ? 1.7 : 1.2) * m.thick), new Color(inner ? steel : dark), "joints", ref);
    if (inner) drawSupport(m, eye, ref);
    if (i === 0) return;
    const a = new Vector3(), b = new Vector3();
    m.batches.cylinder.add({
      body: -1, local: new Matrix4(), colour, layer: "joints", ref,
      place: (out) => span(out, m.place(eyes[i - 1], a), m.place(eye, b), 0.3 * m.thick, true) !== undefined,
    });
  });
}

export function drawJoints(m: Mechanism): void {
  const r = m.thick;
  for (const joint of m.picture.joints) {
    drawCurves(m, joint);
    const { first, second } = joint, ref = m.ref("joint", joint.name);
    if (joint.eyes) drawRope(m, joint, joint.eyes);
    if (!first || !second || joint.eyes) continue;
    if (lines.has(joint.type)) drawLink(m, joint, first, second);
    else {
      const slides = sliding.has(joint.type);
      const frame = joint.curve2 && !joint.curve1 ? first : slides ? (first.body < 0 ? second : first) : second.body < 0 ? second : first;
      if (slides) drawRail(m, first, second, ref);
      const pen: Pen = { m, frame, local: frameMatrix(frame), ref, r: joint.curve2 ? 0.7 * r : r, colour: new Color(m.ghost ? "#7f8794" : steel) };
      (figures[joint.type] ?? ((p: Pen) => ball(p, 1.3 * p.r)))(pen);
    }
    if (!joint.curve2) for (const frame of [first, second]) drawSupport(m, frame, ref);
  }
  // a round arrow about what is driven to turn, a straight one along what is driven to slide
  for (const motion of m.picture.motions) {
    const joint = m.picture.joints.find((j) => j.name === motion.joint);
    const frame = motion.first ?? joint?.first, ref = m.ref("motion", motion.name);
    if (!frame) continue;
    const local = frameMatrix(frame), colour = new Color(driven);
    if (motion.turns) {
      m.add("ring", frame.body, local.clone().multiply(put(new Vector3(0, 0, 0), 3.2 * r)), colour, "motions", ref);
      const tip = new Matrix4().makeRotationZ(1.6 * Math.PI).multiply(new Matrix4().makeTranslation(3.2 * r, 0, 0));
      tip.multiply(new Matrix4().makeRotationX(-Math.PI / 2)).scale(new Vector3(0.8 * r, 0.8 * r, 1.7 * r));
      m.add("head", frame.body, local.clone().multiply(tip), colour, "motions", ref);
    } else {
      const shaft = span(new Matrix4(), new Vector3(2.2 * r, 0, -4 * r), new Vector3(2.2 * r, 0, 3 * r), 0.35 * r, true);
      m.add("shaft", frame.body, local.clone().multiply(shaft), colour, "motions", ref);
      m.add("head", frame.body, local.clone().multiply(put(new Vector3(2.2 * r, 0, 3 * r), 0.9 * r, 0.9 * r, 1.9 * r)), colour, "motions", ref);
    }
  }
  for (const marker of m.picture.markers)
    m.add("ball", marker.frame.body, put(new Vector3(...marker.frame.at), 0.9 * r), new Color("#f2c14e"), "markers", m.ref("marker", marker.name));
}
