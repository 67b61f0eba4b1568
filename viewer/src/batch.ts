// SPDX-License-Identifier: Apache-2.0
// Batch: many copies of one form, drawn at once. Each copy belongs to a body and moves with it, or finds
// its own place.
import {
  BoxGeometry, BufferGeometry, Color, ConeGeometry, Curve, CylinderGeometry, DynamicDrawUsage, InstancedMesh,
  Material, Matrix4, Object3D, Quaternion, SphereGeometry, TorusGeometry, TubeGeometry, Vector3,
} from "three";
import { bodyMatrix, type Poses } from "./picture";

export interface Ref {
  kind: "body" | "joint" | "force" | "marker" | "motion" | "contact";
  name: string;
  run: number;
}

export const layers = ["shapes", "joints", "supports", "springs", "motions", "forces", "reactions", "contacts", "markers", "gravity"] as const;
export type Layer = (typeof layers)[number];

export interface Copy {
  body: number;
  local: Matrix4;
  colour: Color;
  layer: Layer;
  ref?: Ref;
  // sets its own place; false: not seen now
  place?: (out: Matrix4) => boolean;
}

const work = new Matrix4();

// out = a b for matrices whose last row is 0 0 0 1; `out` and `b` begin at `at`.
function product(a: ArrayLike<number>, b: Float64Array, out: { [i: number]: number }, at: number): void {
  for (let k = 0; k < 4; k++) {
    const x = b[at + 4 * k], y = b[at + 4 * k + 1], z = b[at + 4 * k + 2], w = k === 3 ? 1 : 0;
    out[at + 4 * k] = a[0] * x + a[4] * y + a[8] * z + a[12] * w;
    out[at + 4 * k + 1] = a[1] * x + a[5] * y + a[9] * z + a[13] * w;
    out[at + 4 * k + 2] = a[2] * x + a[6] * y + a[10] * z + a[14] * w;
    out[at + 4 * k + 3] = w;
  }
}

export class Batch {
  readonly copies: Copy[] = [];
  mesh?: InstancedMesh;
  private bodies = new Int32Array(0);
  private kinds = new Uint8Array(0); // number of the layer
  private locals = new Float64Array(0);
  private steady = new Uint8Array(0); // stands where it stood until other layers are shown
  private shown = -1;
  constructor(readonly geometry: BufferGeometry, readonly material: Material) {}
  add(copy: Copy): void {
    this.copies.push(copy);
  }
  build(parent: Object3D, moving: boolean[]): void {
    const count = this.copies.length;
    if (!count) return;
    this.mesh = new InstancedMesh(this.geometry, this.material, count);
    this.mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    this.mesh.frustumCulled = false;
    this.bodies = Int32Array.from(this.copies, (copy) => copy.body);
    this.kinds = Uint8Array.from(this.copies, (copy) => layers.indexOf(copy.layer));
    this.locals = new Float64Array(16 * count);
    this.steady = Uint8Array.from(this.copies, (copy) => Number(!copy.place && (copy.body < 0 || !moving[copy.body])));
    this.copies.forEach((copy, i) => {
      copy.local.toArray(this.locals, 16 * i);
      this.mesh!.setColorAt(i, copy.colour);
    });
    parent.add(this.mesh);
  }
  // Every copy to its place; nothing is allocated here. `seen`: a bit for each layer.
  refresh(poses: Poses, seen: number): void {
    const { mesh, bodies, kinds, locals, steady } = this;
    if (!mesh) return;
    const array = mesh.instanceMatrix.array, anew = seen !== this.shown;
    let changed = false;
    for (let i = 0; i < bodies.length; i++) {
      if (steady[i] && !anew) continue;
      changed = true;
      const at = 16 * i, place = this.copies[i].place;
      if (!((seen >> kinds[i]) & 1)) array.fill(0, at, at + 16);
      else if (place) {
        if (place(work)) work.toArray(array, at);
        else array.fill(0, at, at + 16);
      } else product(bodyMatrix(poses, bodies[i]).elements, locals, array, at);
    }
    this.shown = seen;
    if (!changed) return;
    mesh.instanceMatrix.needsUpdate = true;
    mesh.boundingSphere = null;
  }
  // Colours as they are, those of `chosen` lightened.
  paint(chosen: (ref: Ref | undefined) => boolean, accent: Color): void {
    if (!this.mesh) return;
    const colour = new Color();
    this.copies.forEach((copy, i) => {
      colour.copy(copy.colour);
      if (chosen(copy.ref)) colour.lerp(accent, 0.65);
      this.mesh!.setColorAt(i, colour);
    });
    if (this.mesh.instanceColor) this.mesh.instanceColor.needsUpdate = true;
  }
}

class Helix extends Curve<Vector3> {
  constructor() {
    super();
  }
  override getPoint(t: number, target = new Vector3()): Vector3 {
    const turns = 7, lead = 0.08, s = Math.min(Math.max((t - lead) / (1 - 2 * lead), 0), 1);
    const radius = Math.min(1, Math.min(t, 1 - t) / lead);
    return target.set(radius * Math.cos(2 * Math.PI * turns * s), radius * Math.sin(2 * Math.PI * turns * s), 6 * t);
  }
}

// Sides of round things: few where there are very many of them.
export type Detail = 1 | 2;

// The forms, of size one: round ones along z, from 0 to 1 (springs, arrow heads, domes) or about the middle.
export const forms = {
  cylinder: (d: Detail) => new CylinderGeometry(1, 1, 1, d > 1 ? 56 : 10).rotateX(Math.PI / 2),
  ball: (d: Detail) => new SphereGeometry(1, d > 1 ? 32 : 10, d > 1 ? 20 : 7),
  dome: (d: Detail) => new SphereGeometry(1, d > 1 ? 28 : 8, d > 1 ? 9 : 3, 0, 2 * Math.PI, 0, Math.PI / 2).rotateX(Math.PI / 2),
  tube: (d: Detail) => new CylinderGeometry(1, 1, 1, d > 1 ? 28 : 8, 1, true).rotateX(Math.PI / 2),
  box: () => new BoxGeometry(1, 1, 1),
  head: (d: Detail) => new ConeGeometry(1, 1, d > 1 ? 20 : 8).rotateX(Math.PI / 2).translate(0, 0, 0.5),
  pedestal: () => new CylinderGeometry(0.18, 1, 1, 4).rotateY(Math.PI / 4).rotateX(Math.PI / 2).translate(0, 0, -0.5),
  spring: (d: Detail) => new TubeGeometry(new Helix(), d > 1 ? 220 : 80, 0.13, d > 1 ? 6 : 4).scale(1, 1, 1 / 6),
  turn: () => new TorusGeometry(1, 0.09, 8, 40, 1.6 * Math.PI),
};

const a = new Vector3(), b = new Vector3(), d = new Vector3(), z = new Vector3(0, 0, 1), q = new Quaternion(), s = new Vector3();

// The matrix that lays a form of length one along z between two points; `middle`: about the middle.
export function span(out: Matrix4, from: Vector3, to: Vector3, radius: number, middle: boolean): Matrix4 {
  d.subVectors(to, from);
  const length = d.length();
  q.setFromUnitVectors(z, length > 0 ? d.divideScalar(length) : z);
  a.copy(from);
  if (middle) a.addVectors(from, to).multiplyScalar(0.5);
  return out.compose(a, q, s.set(radius, radius, length));
}

// Scaled and put at a point, axes unchanged.
export function put(at: Vector3, sx: number, sy = sx, sz = sx): Matrix4 {
  return new Matrix4().compose(b.copy(at), q.identity(), s.set(sx, sy, sz));
}
