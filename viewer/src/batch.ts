// SPDX-License-Identifier: Apache-2.0
// Batch: many copies of one form, drawn at once. Each copy belongs to a body and moves with it, or finds
// its own place.
import {
  BoxGeometry, BufferGeometry, Color, ConeGeometry, Curve, CylinderGeometry, DynamicDrawUsage, InstancedMesh,
  Material, Matrix4, Object3D, Quaternion, SphereGeometry, TorusGeometry, TubeGeometry, Vector3,
} from "three";
import { bodyMatrix, type Poses } from "./picture";

export interface Ref {
  kind: "body" | "joint" | "force" | "marker" | "motion";
  name: string;
  run: number;
}

export type Layer = "shapes" | "joints" | "supports" | "springs" | "forces" | "reactions" | "markers" | "motions" | "gravity";

export interface Copy {
  body: number;
  local: Matrix4;
  colour: Color;
  layer: Layer;
  ref?: Ref;
  // sets its own place; false: not seen now
  place?: (out: Matrix4) => boolean;
}

const hidden = new Matrix4().makeScale(0, 0, 0);
const work = new Matrix4();

export class Batch {
  readonly copies: Copy[] = [];
  mesh?: InstancedMesh;
  constructor(readonly geometry: BufferGeometry, readonly material: Material) {}
  add(copy: Copy): void {
    this.copies.push(copy);
  }
  build(parent: Object3D): void {
    if (!this.copies.length) return;
    this.mesh = new InstancedMesh(this.geometry, this.material, this.copies.length);
    this.mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    this.mesh.frustumCulled = false;
    this.copies.forEach((copy, i) => this.mesh!.setColorAt(i, copy.colour));
    parent.add(this.mesh);
  }
  refresh(poses: Poses, layers: Set<Layer>): void {
    if (!this.mesh) return;
    const array = this.mesh.instanceMatrix.array;
    this.copies.forEach((copy, i) => {
      let seen = layers.has(copy.layer);
      if (seen && copy.place) seen = copy.place(work);
      else if (seen) work.multiplyMatrices(bodyMatrix(poses, copy.body), copy.local);
      (seen ? work : hidden).toArray(array, 16 * i);
    });
    this.mesh.instanceMatrix.needsUpdate = true;
    this.mesh.boundingSphere = null;
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

// The forms, of size one: round ones along z, from 0 to 1 (springs, arrow heads) or about the middle.
export const forms = {
  cylinder: (d: Detail) => new CylinderGeometry(1, 1, 1, d > 1 ? 28 : 10).rotateX(Math.PI / 2),
  ball: (d: Detail) => new SphereGeometry(1, d > 1 ? 28 : 10, d > 1 ? 18 : 7),
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
