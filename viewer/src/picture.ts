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
  eyes?: Frame[]; // what a rope runs through
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
export interface Contact {
  name: string;
  rigid: boolean;
  pairs: number; // of surfaces that may touch
  surfaces: (Curve | Plane)[]; // those that no shape shows
}
export interface Plane {
  body: number;
  at: number[];
  normal: number[];
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
  contacts: Contact[];
  markers: { name: string; frame: Frame }[];
  points: { name: string; at: number[] }[];
}

const empty: Picture = {
  planar: false, length: "m", time: "s", force: "N", angle: "rad", gravity: [0, 0, 0], ground: { shapes: [] },
  bodies: [], joints: [], motions: [], forces: [], contacts: [], markers: [], points: [],
};

// The picture of a run; one without bodies when the result has none.
export function readPicture(run: Run): Picture {
  try {
    return { ...empty, ...(JSON.parse(run.raw.picture) as Picture) };
  } catch {
    return empty;
  }
}

const row = { i: 0, f: 0 };

// Where a time lies among the rows: row `i` and the part of the way to the next, `f`. The answer is overwritten by the next.
function seek(time: Float32Array, t: number): { i: number; f: number } {
  const n = time.length;
  row.i = row.f = 0;
  if (n < 2 || t <= time[0]) return row;
  if (t >= time[n - 1]) {
    row.i = n - 2;
    row.f = 1;
    return row;
  }
  let low = 0, high = n - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (time[middle] <= t) low = middle;
    else high = middle;
  }
  const step = time[high] - time[low];
  row.i = low;
  row.f = step > 0 ? (t - time[low]) / step : 0;
  return row;
}
export function locate(time: Float32Array, t: number): [number, number] {
  const { i, f } = seek(time, t);
  return [i, f];
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
  private shapes: (Float32Array[] | undefined)[] = []; // of modes: moves and turns, real and imaginary
  private readonly swings: boolean;
  mode = 0; // of modes: which row is shown, and the length that a shape of one is
  amplitude = 0;
  constructor(readonly run: Run, readonly picture: Picture) {
    this.columns = picture.bodies.map((body) => {
      const found = ["x", "y", "z", "e0", "e1", "e2", "e3"].map((part) => run.column(`${body.name}.${part}`));
      return found.every((c) => c && c.length) ? (found as Float32Array[]) : undefined;
    });
    this.moving = this.columns.map((c) => c !== undefined);
    this.swings = run.raw.analysis === "modes" || run.raw.analysis === "mode_sweep";
    if (run.raw.analysis === "modes") this.takeShapes("");
    this.matrices = picture.bodies.map((body) =>
      new Matrix4().compose(
        new Vector3(...body.centre),
        new Quaternion(body.turn[1], body.turn[2], body.turn[3], body.turn[0]),
        unit,
      ),
    );
  }
  // Of a sweep: the shapes are those of one mode, whose signals begin with `prefix`.
  takeShapes(prefix: string): void {
    this.shapes = this.picture.bodies.map((body) => {
      const found = shapeParts.map((part) => this.run.column(`${prefix}${body.name}.${part}`));
      return found.every((c) => c && c.length) ? (found as Float32Array[]) : undefined;
    });
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
  // All bodies to a time. Between two rows places lie on a line and turns on the shorter arc; nothing is allocated.
  set(t: number): void {
    if (this.swings) return this.swing(t);
    const { i, f } = seek(this.run.time, t);
    for (let k = 0; k < this.columns.length; k++) {
      const c = this.columns[k];
      if (!c) continue;
      let x = c[0][i], y = c[1][i], z = c[2][i], w = c[3][i], a = c[4][i], b = c[5][i], d = c[6][i];
      if (f > 0 && i + 1 < c[0].length) {
        const j = i + 1;
        x += f * (c[0][j] - x), y += f * (c[1][j] - y), z += f * (c[2][j] - z);
        const w1 = c[3][j], a1 = c[4][j], b1 = c[5][j], d1 = c[6][j], cosine = w * w1 + a * a1 + b * b1 + d * d1, near = Math.abs(cosine);
        let keep = 1 - f, take = f;
        if (near < 0.9999995) {
          const angle = Math.acos(near), sine = Math.sin(angle);
          keep = Math.sin(keep * angle) / sine, take = Math.sin(f * angle) / sine;
        }
        if (cosine < 0) take = -take;
        w = keep * w + take * w1, a = keep * a + take * a1, b = keep * b + take * b1, d = keep * d + take * d1;
      }
      const norm = Math.sqrt(w * w + a * a + b * b + d * d);
      if (!Number.isFinite(x + y + z + norm) || norm === 0) continue;
      w /= norm, a /= norm, b /= norm, d /= norm;
      const m = this.matrices[k].elements;
      m[0] = 1 - 2 * (b * b + d * d), m[1] = 2 * (a * b + w * d), m[2] = 2 * (a * d - w * b);
      m[4] = 2 * (a * b - w * d), m[5] = 1 - 2 * (a * a + d * d), m[6] = 2 * (b * d + w * a);
      m[8] = 2 * (a * d + w * b), m[9] = 2 * (b * d - w * a), m[10] = 1 - 2 * (a * a + b * b);
      m[12] = x, m[13] = y, m[14] = z;
    }
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
