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

// How finely a form is drawn: from a few sides, where it is a few pixels large, to as many as an eye can see.
export type Detail = 0 | 1 | 2;
const small = 2.5, middle = 9; // radius in pixels below which less is drawn
const numerous = 100; // copies from which it matters

export class Batch {
  readonly copies: Copy[] = [];
  mesh?: InstancedMesh;
  private readonly made: (BufferGeometry | undefined)[] = [];
  private radius = 0; // of a usual copy
  private bodies = new Int32Array(0);
  private kinds = new Uint8Array(0); // number of the layer
  private locals = new Float64Array(0);
  private steady = new Uint8Array(0); // stands where it stood until other layers are shown
  private shown = -1;
  constructor(private readonly form: (d: Detail) => BufferGeometry, readonly material: Material) {}
  private geometry(detail: Detail): BufferGeometry {
    return (this.made[detail] ??= this.form(detail));
  }
  add(copy: Copy): void {
    this.copies.push(copy);
  }
  // `thick`: the usual radius of what finds its own place.
  build(parent: Object3D, moving: boolean[], thick: number): void {
    const count = this.copies.length;
    if (!count) return;
    const wide = this.copies.map(({ place, local }) => (place ? thick : Math.hypot(...local.elements.slice(0, 3)))).sort((a, b) => a - b);
    this.radius = wide[Math.floor(0.9 * (count - 1))];
    this.mesh = new InstancedMesh(this.geometry(count > numerous ? 0 : 2), this.material, count);
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
  // Every copy to its place; nothing is allocated here. `seen`: a bit for each layer; `pixels` of a length of one.
  refresh(poses: Poses, seen: number, pixels: number): void {
    const { mesh, bodies, kinds, locals, steady } = this;
    if (!mesh) return;
    const large = this.radius * pixels;
    if (bodies.length > numerous) mesh.geometry = this.geometry(large < small ? 0 : large < middle ? 1 : 2);
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

const pick = (d: Detail, few: number, some: number, many: number): number => [few, some, many][d];

// The forms, of size one: round ones along z, from 0 to 1 (springs, arrow heads, domes) or about the middle.
export const forms = {
  cylinder: (d: Detail) => new CylinderGeometry(1, 1, 1, pick(d, 5, 10, 56)).rotateX(Math.PI / 2),
  ball: (d: Detail) => new SphereGeometry(1, pick(d, 6, 10, 32), pick(d, 4, 7, 20)),
  dome: (d: Detail) => new SphereGeometry(1, pick(d, 4, 8, 28), pick(d, 1, 3, 9), 0, 2 * Math.PI, 0, Math.PI / 2).rotateX(Math.PI / 2),
  tube: (d: Detail) => new CylinderGeometry(1, 1, 1, pick(d, 4, 8, 28), 1, true).rotateX(Math.PI / 2),
  box: () => new BoxGeometry(1, 1, 1),
  shaft: (d: Detail) => new CylinderGeometry(1, 1, 1, pick(d, 4, 6, 12)).rotateX(Math.PI / 2),
  head: (d: Detail) => new ConeGeometry(1, 1, pick(d, 4, 8, 20)).rotateX(Math.PI / 2).translate(0, 0, 0.5),
  pedestal: () => new CylinderGeometry(0.18, 1, 1, 4).rotateY(Math.PI / 4).rotateX(Math.PI / 2).translate(0, 0, -0.5),
  spring: (d: Detail) => new TubeGeometry(new Helix(), pick(d, 40, 80, 220), 0.13, pick(d, 3, 4, 6)).scale(1, 1, 1 / 6),
  ring: () => new TorusGeometry(1, 0.09, 8, 40, 1.6 * Math.PI),
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
