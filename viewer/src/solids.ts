// SPDX-License-Identifier: Apache-2.0
// Solids that are not copies of one form: frustums, tubes, plates, meshes from files, cams.
import {
  BufferAttribute, BufferGeometry, ExtrudeGeometry, LatheGeometry, Matrix4, Quaternion, Shape, Vector2, Vector3,
} from "three";
import type { Figure } from "./picture";

export function vectors(points: number[]): Vector3[] {
  const out: Vector3[] = [];
  for (let i = 0; i + 2 < points.length; i += 3) out.push(new Vector3(points[i], points[i + 1], points[i + 2]));
  return out;
}

// A body of revolution between two points, with radii at both and of a bore.
export function revolved(from: Vector3, to: Vector3, radius: number[]): BufferGeometry {
  const length = from.distanceTo(to), [r0, r1, bore] = [radius[0], radius[1], radius[2] ?? 0];
  const profile = [new Vector2(bore, 0), new Vector2(r0, 0), new Vector2(r1, length), new Vector2(bore, length)];
  if (bore > 0) profile.push(new Vector2(bore, 0));
  const geometry = new LatheGeometry(profile, 56).toNonIndexed();
  geometry.computeVertexNormals();
  const q = new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), to.clone().sub(from).normalize());
  return geometry.applyMatrix4(new Matrix4().compose(from, q, new Vector3(1, 1, 1)));
}

// Normal of a polygon (Newell), of length twice its area.
export function normalOf(points: Vector3[]): Vector3 {
  const n = new Vector3(), e = new Vector3();
  points.forEach((p, i) => n.add(e.crossVectors(p, points[(i + 1) % points.length])));
  return n;
}

// A flat polygon made thick, `half` on either side of its plane.
export function prism(corners: Vector3[], half: number): BufferGeometry {
  const n = normalOf(corners).normalize();
  if (!(n.length() > 0.5)) n.set(0, 0, 1);
  const x = corners[1].clone().sub(corners[0]);
  x.addScaledVector(n, -x.dot(n)).normalize();
  const y = new Vector3().crossVectors(n, x);
  const shape = new Shape(
    corners.map((c) => {
      const d = c.clone().sub(corners[0]);
      return new Vector2(d.dot(x), d.dot(y));
    }),
  );
  const geometry = new ExtrudeGeometry(shape, { depth: 2 * half, bevelEnabled: false, curveSegments: 1 });
  geometry.translate(0, 0, -half);
  return geometry.applyMatrix4(new Matrix4().makeBasis(x, y, n).setPosition(corners[0]));
}

function bytes(text: string): ArrayBuffer {
  return Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer;
}

// The triangles of a mesh; nothing when they are not in the result.
export function meshed(figure: Figure): BufferGeometry | undefined {
  if (!figure.vertices || !figure.triangles) return undefined;
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(bytes(figure.vertices)), 3));
  geometry.setIndex(new BufferAttribute(new Uint32Array(bytes(figure.triangles)), 1));
  // each triangle its own plane, as machined parts are
  const flat = geometry.toNonIndexed();
  flat.computeVertexNormals();
  return flat;
}

// The convex outline of points that lie about in a plane through `middle` with this normal.
export function outline(points: Vector3[], normal: Vector3, middle: Vector3): Vector3[] {
  const x = points.map((p) => p.clone().sub(middle)).sort((u, v) => v.length() - u.length())[0].normalize();
  const y = new Vector3().crossVectors(normal, x);
  const flat = points
    .map((p) => ({ p, u: p.clone().sub(middle).dot(x), v: p.clone().sub(middle).dot(y) }))
    .sort((a, b) => a.u - b.u || a.v - b.v);
  const turn = (o: { u: number; v: number }, a: { u: number; v: number }, b: { u: number; v: number }) =>
    (a.u - o.u) * (b.v - o.v) - (a.v - o.v) * (b.u - o.u);
  const half = (list: typeof flat) => {
    const hull: typeof flat = [];
    for (const item of list) {
      while (hull.length > 1 && turn(hull[hull.length - 2], hull[hull.length - 1], item) <= 0) hull.pop();
      hull.push(item);
    }
    hull.pop();
    return hull;
  };
  return [...half(flat), ...half([...flat].reverse())].map((item) => item.p);
}
