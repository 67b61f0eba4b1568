// SPDX-License-Identifier: Apache-2.0
// What is seen of a model, as src/compile/picture.c wrote it, and where its bodies are at a time.
import { Matrix4, Quaternion, Vector3 } from "three";
import type { Run } from "./data";

export interface Frame {
  body: number;
  at: number[];
  turn?: number[];
}
export interface Figure {
  form: "round" | "capsule" | "ball" | "box" | "prism" | "mesh";
  name?: string;
  colour?: string;
  points?: number[];
  radius?: number[];
  vertices?: string;
  triangles?: string;
  box?: number[];
}
export interface Body {
  name: string;
  mass: number[];
  centre: number[];
  turn: number[];
  inertia?: number[];
  point?: boolean;
  shapes: Figure[];
}
export interface Curve {
  body: number;
  closed: boolean;
  points: number[];
}
export interface Joint {
  name: string;
  type: string;
  first?: Frame;
  second?: Frame;
  length?: number[];
  curve1?: Curve;
  curve2?: Curve;
}
export interface Motion {
  name: string;
  turns: boolean;
  joint?: string;
  first?: Frame;
  second?: Frame;
}
export interface Force {
  name: string;
  type: string;
  first?: Frame;
  second?: Frame;
  damped?: boolean;
  sprung?: boolean;
}
export interface Picture {
  planar: boolean;
  length: string;
  time: string;
  force: string;
  angle: string;
  description?: string;
  gravity: number[];
  ground: { shapes: Figure[] };
  bodies: Body[];
  joints: Joint[];
  motions: Motion[];
  forces: Force[];
  markers: { name: string; frame: Frame }[];
  points: { name: string; at: number[] }[];
}

const empty: Picture = {
  planar: false, length: "m", time: "s", force: "N", angle: "rad", gravity: [0, 0, 0], ground: { shapes: [] },
  bodies: [], joints: [], motions: [], forces: [], markers: [], points: [],
};

// The picture of a run; one without bodies when the result has none.
export function readPicture(run: Run): Picture {
  try {
    return { ...empty, ...(JSON.parse(run.raw.picture) as Picture) };
  } catch {
    return empty;
  }
}

// Where a time lies among the rows: row `i` and the part of the way to the next.
export function locate(time: Float32Array, t: number): [number, number] {
  const n = time.length;
  if (n < 2 || t <= time[0]) return [0, 0];
  if (t >= time[n - 1]) return [n - 2, 1];
  let low = 0, high = n - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (time[middle] <= t) low = middle;
    else high = middle;
  }
  const step = time[high] - time[low];
  return [low, step > 0 ? (t - time[low]) / step : 0];
}

// The value of a column between two rows.
export function between(column: Float32Array, i: number, f: number): number {
  return f === 0 || i + 1 >= column.length ? column[i] : column[i] + f * (column[i + 1] - column[i]);
}

const shapeParts = ["", "_im"].flatMap((end) => ["move_x", "move_y", "move_z", "turn_x", "turn_y", "turn_z"].map((part) => part + end));
const turn = new Vector3();
const p = new Vector3(), q = new Quaternion(), r = new Quaternion(), unit = new Vector3(1, 1, 1);

// Positions of all bodies: matrices from body axes at the mass centre to ground.
export class Poses {
  readonly matrices: Matrix4[];
  readonly moving: boolean[]; // their positions are in the result
  private columns: (Float32Array[] | undefined)[];
  private readonly shapes: (Float32Array[] | undefined)[] = []; // of modes: moves and turns, real and imaginary
  mode = 0; // of modes: which row is shown, and the length that a shape of one is
  amplitude = 0;
  constructor(readonly run: Run, readonly picture: Picture) {
    this.columns = picture.bodies.map((body) => {
      const found = ["x", "y", "z", "e0", "e1", "e2", "e3"].map((part) => run.column(`${body.name}.${part}`));
      return found.every((c) => c && c.length) ? (found as Float32Array[]) : undefined;
    });
    this.moving = this.columns.map((c) => c !== undefined);
    if (run.raw.analysis === "modes")
      this.shapes = picture.bodies.map((body) => {
        const found = shapeParts.map((part) => run.column(`${body.name}.${part}`));
        return found.every((c) => c && c.length) ? (found as Float32Array[]) : undefined;
      });
    this.matrices = picture.bodies.map((body) =>
      new Matrix4().compose(
        new Vector3(...body.centre),
        new Quaternion(body.turn[1], body.turn[2], body.turn[3], body.turn[0]),
        unit,
      ),
    );
  }
  // A mode at a part `t` of its swing: its state of rest, and the real part of the shape times exp(i phase).
  private swing(t: number): void {
    const i = Math.min(this.mode, this.run.rows - 1), cosine = this.amplitude * Math.cos(2 * Math.PI * t), sine = this.amplitude * Math.sin(2 * Math.PI * t);
    this.columns.forEach((c, k) => {
      const s = this.shapes[k];
      if (!c) return;
      p.set(c[0][i], c[1][i], c[2][i]);
      q.set(c[4][i], c[5][i], c[6][i], c[3][i]);
      if (s) {
        const at = (part: number) => cosine * s[part][i] - sine * s[part + 6][i];
        p.x += at(0), p.y += at(1), p.z += at(2);
        turn.set(at(3), at(4), at(5));
        const angle = turn.length();
        if (angle > 0) q.premultiply(r.setFromAxisAngle(turn.divideScalar(angle), angle));
      }
      this.matrices[k].compose(p, q.normalize(), unit);
    });
  }
  set(t: number): void {
    if (this.shapes.length) return this.swing(t);
    const [i, f] = locate(this.run.time, t);
    this.columns.forEach((c, k) => {
      if (!c) return;
      const j = Math.min(i + 1, c[0].length - 1);
      p.set(between(c[0], i, f), between(c[1], i, f), between(c[2], i, f));
      q.set(c[4][i], c[5][i], c[6][i], c[3][i]);
      if (f > 0) {
        r.set(c[4][j], c[5][j], c[6][j], c[3][j]);
        q.slerp(r, f);
      }
      if (Number.isFinite(p.x + p.y + p.z + q.x + q.y + q.z + q.w)) this.matrices[k].compose(p, q.normalize(), unit);
    });
  }
  // The path of a point of a body through all rows.
  path(body: number, s: Vector3): Float32Array {
    const c = this.columns[body];
    const out = new Float32Array(c ? 3 * c[0].length : 0);
    if (!c) return out;
    for (let i = 0; i < c[0].length; i++) {
      q.set(c[4][i], c[5][i], c[6][i], c[3][i]);
      p.copy(s).applyQuaternion(q);
      out[3 * i] = p.x + c[0][i];
      out[3 * i + 1] = p.y + c[1][i];
      out[3 * i + 2] = p.z + c[2][i];
    }
    return out;
  }
}

const ground = new Matrix4();

export function bodyMatrix(poses: Poses, body: number): Matrix4 {
  return body < 0 ? ground : poses.matrices[body];
}

// The frame's own matrix, in the axes of its body.
export function frameMatrix(frame: Frame): Matrix4 {
  const t = frame.turn ?? [1, 0, 0, 0];
  return new Matrix4().compose(new Vector3(...frame.at), new Quaternion(t[1], t[2], t[3], t[0]), unit);
}
