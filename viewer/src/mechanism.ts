// SPDX-License-Identifier: Apache-2.0
// Mechanism: everything of one run that is drawn: bodies by their shapes, or as links between their
// joints; joints, springs, motions, forces and reactions; traces.
import {
  BufferAttribute, BufferGeometry, Color, Group, Line, LineBasicMaterial, Material, Matrix4, Mesh, MeshBasicMaterial,
  MeshLambertMaterial, MeshStandardMaterial, Vector3,
} from "three";
import { Batch, forms, layers as allLayers, put, span, type Layer, type Ref } from "./batch";
import type { Run } from "./data";
import { drawContacts, drawForces } from "./arrows";
import { drawJoints } from "./joints";
import { bodyMatrix, frameMatrix, Poses, type Body, type Figure, type Frame, type Picture, type Plane } from "./picture";
import { meshed, normalOf, outline, prism, revolved, vectors } from "./solids";

const palette = ["#3b7dd8", "#e08a2b", "#3aa76d", "#c2559d", "#8c6bd1", "#c9a227", "#2fa3b5", "#d0584f", "#7a8f3c", "#5f7a99"];

// Joints along which things slide: their frames need not be at the bodies.
const slides = new Set(["prismatic", "translational", "cylindrical", "screw", "inline", "inplane", "planar"]);

// Joints that let nothing turn.
const straight = new Set(["prismatic", "translational", "fixed"]);

// With more bodies than these, light is reckoned more simply, and balls wear no bands.
const many = 200;

export class Mechanism {
  readonly group = new Group();
  readonly batches: Record<keyof typeof forms, Batch>;
  readonly solids = new Map<string, Batch>(); // forms of their own; equal ones are one
  private all: Batch[] = [];
  private readonly planes: { mesh: Mesh; body: number }[] = [];
  readonly traces = new Map<string, { whole: Line; done: Line }>();
  readonly material: Material;
  private readonly both: Material; // for surfaces that are seen from behind too
  readonly poses: Poses;
  size = 1; // of the whole, a diagonal
  thick = 0.01; // half the thickness of what has none
  sway = 0; // how far modes swing beyond where it rests
  readonly low = new Vector3();
  readonly high = new Vector3();
  readonly cloud: number[] = []; // places that are reached, x y z and the room about each

  constructor(readonly run: Run, readonly picture: Picture, readonly up: Vector3, readonly ghost: boolean) {
    this.poses = new Poses(run, picture);
    this.material = picture.bodies.length > many ? new MeshLambertMaterial() : new MeshStandardMaterial({ roughness: 0.55, metalness: 0.12 });
    if (ghost) Object.assign(this.material, { transparent: true, opacity: 0.3, depthWrite: false });
    this.both = this.material.clone();
    this.both.side = 2;
    this.batches = {} as Record<keyof typeof forms, Batch>;
    // arrows are signs, not bodies: no light falls on them
    const plain = new MeshBasicMaterial(ghost ? { transparent: true, opacity: 0.3, depthWrite: false } : {});
    for (const key of Object.keys(forms) as (keyof typeof forms)[])
      this.batches[key] = new Batch(forms[key], key === "shaft" || key === "head" || key === "ring" ? plain : this.material);
    this.measure();
    if (run.raw.analysis === "modes" || run.raw.analysis === "mode_sweep") this.sway = 0.1 * this.size;
    this.thick = this.usualThick();
    picture.bodies.forEach((body, k) => this.drawBody(body, k));
    picture.ground.shapes.forEach((figure) => this.drawFigure(figure, -1, new Color("#8a929c"), this.ref("body", "ground")));
    drawJoints(this);
    drawForces(this);
    drawContacts(this);
    this.all = [...Object.values(this.batches), ...this.solids.values()];
    for (const batch of this.all) batch.build(this.group, this.poses.moving, this.thick);
  }

  ref(kind: Ref["kind"], name: string): Ref {
    return { kind, name, run: this.run.number };
  }
  colourOf(body: number): Color {
    if (this.ghost) return new Color("#7f8794");
    return new Color(body < 0 ? "#8a929c" : palette[body % palette.length]);
  }
  // Where a frame is now.
  place(frame: Frame, out = new Vector3()): Vector3 {
    return out.set(frame.at[0], frame.at[1], frame.at[2]).applyMatrix4(bodyMatrix(this.poses, frame.body));
  }
  add(form: keyof typeof forms, body: number, local: Matrix4, colour: Color, layer: Layer, ref?: Ref): void {
    this.batches[form].add({ body, local, colour, layer, ref });
  }
  bar(body: number, from: Vector3, to: Vector3, radius: number, colour: Color, layer: Layer, ref?: Ref): void {
    this.add("cylinder", body, span(new Matrix4(), from, to, radius, true), colour, layer, ref);
  }

  // Points of a body at which something is attached, in its axes.
  attached(body: number): Vector3[] {
    const all: Frame[] = [];
    for (const joint of this.picture.joints)
      for (const frame of joint.eyes ?? [joint.first, joint.second]) if (frame?.body === body) all.push(frame);
    for (const force of this.picture.forces)
      for (const frame of [force.first, force.second]) if (frame?.body === body) all.push(frame);
    const points: Vector3[] = [];
    for (const frame of all) {
      const p = new Vector3(...frame.at);
      if (!points.some((other) => other.distanceTo(p) < 1e-4 * this.size)) points.push(p);
    }
    return points;
  }

  private usualThick(): number {
    return Math.min(0.011 * this.size, 0.09 * this.usualLength());
  }
  // How long links usually are.
  private usualLength(): number {
    const reach = new Float64Array(this.picture.bodies.length), first: (Vector3 | undefined)[] = [];
    for (const item of [...this.picture.joints, ...this.picture.forces])
      for (const frame of [item.first, item.second]) {
        if (!frame || frame.body < 0) continue;
        const p = new Vector3(...frame.at), known = (first[frame.body] ??= p);
        reach[frame.body] = Math.max(reach[frame.body], p.length(), p.distanceTo(known));
      }
    const long = [...reach].filter((r) => r > 1e-4 * this.size).sort((a, b) => a - b);
    return long.length ? long[Math.floor(long.length / 2)] : this.size;
  }

  // The box around everything, over all times.
  private measure(): void {
    this.low.setScalar(Infinity);
    this.high.setScalar(-Infinity);
    const p = new Vector3();
    const take = (q: Vector3, room = 0) => {
      if (!Number.isFinite(q.x + q.y + q.z)) return;
      this.low.min(p.copy(q).subScalar(room));
      this.high.max(p.copy(q).addScalar(room));
      if (this.cloud.length < 40000) this.cloud.push(q.x, q.y, q.z, room);
    };
    const near: { body: number; at: Vector3; room: number }[] = [];
    this.picture.bodies.forEach((body, k) => {
      near.push({ body: k, at: new Vector3(), room: 0 });
      for (const figure of body.shapes) this.extent(figure).forEach((e) => near.push({ body: k, ...e }));
    });
    for (const figure of this.picture.ground.shapes) this.extent(figure).forEach((e) => near.push({ body: -1, ...e }));
    for (const item of [...this.picture.joints, ...this.picture.forces])
      for (const frame of "eyes" in item && item.eyes ? item.eyes : [item.first, item.second])
        if (frame) near.push({ body: frame.body, at: new Vector3(...frame.at), room: 0 });
    for (const { frame } of this.picture.markers)
      if (frame.body >= 0 && !this.picture.bodies[frame.body].shapes.length) near.push({ body: frame.body, at: new Vector3(...frame.at), room: 0 });
    for (const joint of this.picture.joints)
      for (const curve of [joint.curve1, joint.curve2])
        if (curve) vectors(curve.points).forEach((at) => near.push({ body: curve.body, at, room: 0 }));
    for (const contact of this.picture.contacts)
      for (const surface of contact.surfaces)
        if ("points" in surface) vectors(surface.points).forEach((at) => near.push({ body: surface.body, at, room: 0 }));
    const time = this.run.time, looks = Math.min(this.run.rows, near.length > 2000 ? 6 : 40);
    const q = new Vector3();
    for (let i = 0; i < Math.max(looks, 1); i++) {
      this.poses.set(time[Math.floor((i * (time.length - 1)) / Math.max(looks - 1, 1))] ?? 0);
      for (const { body, at, room } of near) take(q.copy(at).applyMatrix4(bodyMatrix(this.poses, body)), room);
    }
    if (this.low.x > this.high.x) this.low.setScalar(-0.5), this.high.setScalar(0.5);
    this.size = this.high.distanceTo(this.low) || 1;
    // discs are as large as their inertia tells
    this.thick = this.usualThick();
    const wide = this.picture.bodies.map((body, k) => (body.shapes.length || !this.turnsAboutItself(k) ? 0 : Math.min(0.2 * this.size, this.discRadius(k))));
    if (!wide.some((radius) => radius > 0)) return;
    for (let i = 0; i < Math.max(looks, 1); i++) {
      this.poses.set(time[Math.floor((i * (time.length - 1)) / Math.max(looks - 1, 1))] ?? 0);
      wide.forEach((radius, k) => radius > 0 && take(q.setFromMatrixPosition(this.poses.matrices[k]), radius));
    }
    this.size = this.high.distanceTo(this.low) || 1;
  }
  // All that is attached to a body is attached at its mass centre, and something lets it turn.
  private turnsAboutItself(body: number): boolean {
    const points = this.attached(body), own = this.picture.joints.filter((j) => j.first?.body === body || j.second?.body === body);
    return points.length > 0 && !(own.length && own.every((j) => straight.has(j.type))) && points.every((p) => p.length() <= 2 * this.thick);
  }
  // The joint at the mass centre of a body, and the radius of a disc of its mass and inertia about the joint's axis.
  private discAxis(body: number): Vector3 {
    const joint = this.picture.joints.find((j) => j.first?.body === body || j.second?.body === body);
    const frame = joint?.first?.body === body ? joint.first : joint?.second, axis = new Vector3(0, 0, 1);
    return frame ? axis.transformDirection(frameMatrix(frame)) : axis;
  }
  private discRadius(body: number): number {
    const { mass, inertia } = this.picture.bodies[body], [x, y, z] = inertia ?? [0, 0, 0], axis = this.discAxis(body);
    return mass[0] > 0 ? Math.sqrt((2 * (x * axis.x ** 2 + y * axis.y ** 2 + z * axis.z ** 2)) / mass[0]) : 0;
  }
  private extent(figure: Figure): { at: Vector3; room: number }[] {
    if (figure.form === "mesh") {
      const geometry = meshed(figure);
      if (!geometry) return vectors(figure.box ?? []).map((at) => ({ at, room: 0 }));
      geometry.computeBoundingBox();
      const box = geometry.boundingBox!;
      return [{ at: box.min.clone(), room: 0 }, { at: box.max.clone(), room: 0 }];
    }
    const points = vectors(figure.points ?? []);
    if (figure.form === "box" && points.length === 4) {
      const reach = points.slice(1).reduce((sum, p) => sum + p.distanceTo(points[0]), 0);
      return [{ at: points[0], room: 0.6 * reach }];
    }
    const room = figure.form === "prism" ? 0 : Math.max(figure.radius?.[0] ?? 0, figure.radius?.[1] ?? 0);
    return points.map((at) => ({ at, room }));
  }

  private drawBody(body: Body, k: number): void {
    const colour = this.colourOf(k), ref = this.ref("body", body.name);
    if (body.shapes.length) {
      for (const figure of body.shapes) this.drawFigure(figure, k, colour, ref);
      this.drawStruts(body, k, colour, ref);
      if (!this.held(k)) this.drawBands(body, k, colour, ref);
      return;
    }
    const points = this.attached(k);
    // where joints tell little, markers tell more
    if (points.length < 2)
      for (const { frame } of this.picture.markers) {
        const p = new Vector3(...frame.at);
        if (frame.body === k && !points.some((other) => other.distanceTo(p) < 1e-4 * this.size)) points.push(p);
      }
    const curves = this.picture.joints.some((j) => j.curve1?.body === k || j.curve2?.body === k);
    const centre = new Vector3();
    if (points.length === 0) this.drawLump(body, k, colour, ref);
    else if (points.length === 1 && !curves) this.drawPendulum(points[0], k, colour, ref);
    else if (points.length === 2) {
      this.bar(k, points[0], points[1], this.thick, colour, "shapes", ref);
      // a mass centre far from the line is worth an arm
      const d = points[1].clone().sub(points[0]);
      const near = points[0].clone().addScaledVector(d, Math.min(1, Math.max(0, -points[0].dot(d) / d.lengthSq())));
      if (near.length() > 0.15 * d.length() + 2 * this.thick) {
        this.bar(k, near, centre, 0.6 * this.thick, colour, "shapes", ref);
        this.add("ball", k, put(centre, 1.5 * this.thick), colour, "shapes", ref);
      }
    } else if (points.length > 2) this.drawPlate(points, k, colour, ref);
  }
  private held(body: number): boolean {
    return this.picture.joints.some((j) => [j.first, j.second, ...(j.eyes ?? [])].some((frame) => frame?.body === body));
  }
  // What is attached far from all shapes of a body is held to the nearest by a thin bar.
  private drawStruts(body: Body, k: number, colour: Color, ref: Ref): void {
    const frames: (Frame | undefined)[] = [
      ...this.picture.joints.flatMap((j) => (slides.has(j.type) || j.curve1 || j.curve2 ? [] : (j.eyes ?? [j.first, j.second]))),
      ...this.picture.forces.flatMap((f) => (["spring", "actuator", "beam", "bushing"].includes(f.type) ? [f.first, f.second] : [])),
    ];
    for (const frame of frames) {
      if (frame?.body !== k) continue;
      const at = new Vector3(...frame.at), to = new Vector3(), near = new Vector3();
      let gap = Infinity;
      for (const figure of body.shapes) {
        const own = gapTo(figure, at, near);
        if (own < gap) gap = own, to.copy(near);
      }
      if (gap > 0.05 * this.size && Number.isFinite(gap)) this.bar(k, at, to, 0.4 * this.thick, colour, "shapes", ref);
    }
  }
  // Balls that roll show it by two bands.
  private drawBands(body: Body, k: number, colour: Color, ref: Ref): void {
    if (this.ghost || this.picture.bodies.length > many) return;
    for (const figure of body.shapes) {
      if (figure.form !== "ball") continue;
      const [centre] = vectors(figure.points ?? []), r = figure.radius?.[0] ?? 0, pale = (namedColour(figure.colour) ?? colour).clone().lerp(new Color("#ffffff"), 0.5);
      for (const axis of [new Vector3(0, 0, 1), new Vector3(1, 0, 0)])
        this.bar(k, centre.clone().addScaledVector(axis, -0.06 * r), centre.clone().addScaledVector(axis, 0.06 * r), 1.006 * r, pale, "shapes", ref);
    }
  }
  // No joint: a block with its inertia, or a ball
  private drawLump(body: Body, k: number, colour: Color, ref: Ref, part = 0.35): void {
    const least = 0.03 * this.size, most = part * this.size;
    const m = body.mass[0], [x, y, z] = body.inertia ?? [0, 0, 0];
    if (body.point || !body.inertia || !(m > 0)) {
      this.add("ball", k, put(new Vector3(), 1.4 * least), colour, "shapes", ref);
      return;
    }
    const edge = (v: number) => Math.min(most, Math.max(least, Math.sqrt(Math.max(0, (6 * v) / m))));
    this.add("box", k, put(new Vector3(), edge(y + z - x), edge(z + x - y), edge(x + y - z)), colour, "shapes", ref);
  }
  // One joint: an arm to the mass centre with a bob
  private drawPendulum(point: Vector3, k: number, colour: Color, ref: Ref): void {
    const centre = new Vector3();
    if (point.length() > 2 * this.thick) {
      // a slender rod reaches as far beyond its centre; its inertia tells
      const m = this.picture.bodies[k].mass[0], inertia = this.picture.bodies[k].inertia;
      const l = point.length(), across = inertia ? Math.max(...inertia) : 0;
      const rod = m > 0 && Math.abs(across - (m * l * l) / 3) < 0.2 * ((m * l * l) / 3);
      const end = rod ? point.clone().multiplyScalar(-1) : centre;
      this.bar(k, point, end, this.thick, colour, "shapes", ref);
      if (!rod) this.add("ball", k, put(centre, 3 * this.thick), colour, "shapes", ref);
      return;
    }
    // a joint at its mass centre: a disc with a spoke, so that its turning is seen; what does not turn is a block
    if (!this.turnsAboutItself(k)) return this.drawLump(this.picture.bodies[k], k, colour, ref, 0.1);
    const axis = this.discAxis(k), radius = Math.min(0.2 * this.size, Math.max(3.2 * this.thick, this.discRadius(k)));
    const half = axis.clone().multiplyScalar(0.8 * this.thick), side = new Vector3(1, 0, 0);
    if (Math.abs(axis.x) > 0.9) side.set(0, 1, 0);
    side.addScaledVector(axis, -side.dot(axis)).setLength(radius);
    this.bar(k, half.clone().negate(), half, radius, colour, "shapes", ref);
    for (const face of [half.clone().negate(), half])
      this.bar(k, face, face.clone().add(side), 0.4 * this.thick, new Color("#f4f6f8"), "shapes", ref);
  }
  // Three joints or more: a plate where they lie in a plane, else arms from their middle
  private drawPlate(points: Vector3[], k: number, colour: Color, ref: Ref): void {
    const middle = points.reduce((sum, p) => sum.add(p), new Vector3()).divideScalar(points.length);
    const far = [...points].sort((a, b) => b.distanceTo(middle) - a.distanceTo(middle));
    const reach = far[0].distanceTo(middle);
    let normal = new Vector3();
    for (let i = 0; i < points.length; i++)
      for (let j = 0; j < i; j++) {
        const n = new Vector3().crossVectors(points[i].clone().sub(middle), points[j].clone().sub(middle));
        if (n.length() > normal.length()) normal = n;
      }
    const line = normal.length() < 0.02 * reach * reach;
    if (line) {
      const a = far[0], b = points.reduce((best, p) => (p.distanceTo(a) > best.distanceTo(a) ? p : best), a);
      this.bar(k, a, b, this.thick, colour, "shapes", ref);
      return;
    }
    normal.normalize();
    const flat = points.every((p) => Math.abs(p.clone().sub(middle).dot(normal)) < 0.02 * reach);
    const hull = flat ? outline(points, normal, middle) : [];
    const area = hull.length > 2 ? normalOf(hull).length() / 2 : 0;
    if (flat && area > 0.02 * reach * reach) {
      this.addSolid(hull, () => prism(hull, 0.35 * this.thick), k, colour, ref);
      hull.forEach((p, i) => this.bar(k, p, hull[(i + 1) % hull.length], 0.7 * this.thick, colour, "shapes", ref));
      return;
    }
    for (const p of points) this.bar(k, middle, p, 0.9 * this.thick, colour, "shapes", ref);
    this.add("ball", k, put(middle, 1.3 * this.thick), colour, "shapes", ref);
  }

  private drawFigure(figure: Figure, k: number, usual: Color, ref: Ref): void {
    const points = vectors(figure.points ?? []), radius = figure.radius ?? [0, 0, 0];
    const colour = this.ghost ? usual : (namedColour(figure.colour) ?? usual);
    if (figure.form === "ball") this.add("ball", k, put(points[0], radius[0]), colour, "shapes", ref);
    else if (figure.form === "round" && radius[0] === radius[1] && !radius[2]) {
      this.bar(k, points[0], points[1], radius[0], colour, "shapes", ref);
      if (k >= 0) this.drawSpokes(points[0], points[1], radius[0], k, colour, ref);
    }
    else if (figure.form === "round") this.addSolid(figure, () => revolved(points[0], points[1], radius), k, colour, ref);
    else if (figure.form === "capsule") {
      const [a, b] = points, r = radius[0], d = b.clone().sub(a);
      if (!(d.length() > 0)) return this.add("ball", k, put(a, r), colour, "shapes", ref);
      this.add("tube", k, span(new Matrix4(), a, b, r, true), colour, "shapes", ref);
      d.setLength(r);
      this.add("dome", k, span(new Matrix4(), b, b.clone().add(d), r, false), colour, "shapes", ref);
      this.add("dome", k, span(new Matrix4(), a, a.clone().sub(d), r, false), colour, "shapes", ref);
    } else if (figure.form === "prism") this.addSolid(figure, () => prism(points, radius[0]), k, colour, ref);
    else {
      const geometry = figure.form === "mesh" ? meshed(figure) : undefined;
      if (geometry) this.addSolid(figure, () => geometry, k, colour, ref);
      else this.drawBox(figure.form === "box" ? points : vectors(figure.box ?? []), k, colour, ref);
    }
  }
  // A disc that turns shows it by a spoke on each face.
  private drawSpokes(from: Vector3, to: Vector3, radius: number, k: number, colour: Color, ref: Ref): void {
    const axis = to.clone().sub(from), side = new Vector3(1, 0, 0);
    if (this.ghost || this.picture.bodies.length > many || axis.length() > 1.6 * radius || radius < 3 * this.thick) return;
    axis.normalize();
    if (Math.abs(axis.x) > 0.9) side.set(0, 1, 0);
    side.addScaledVector(axis, -side.dot(axis)).setLength(radius);
    const pale = colour.clone().lerp(new Color("#ffffff"), 0.5);
    for (const face of [from, to])
      this.bar(k, face.clone().addScaledVector(side, 0.12), face.clone().addScaledVector(side, 0.94), 0.018 * radius, pale, "shapes", ref);
  }
  private drawBox(points: Vector3[], k: number, colour: Color, ref: Ref): void {
    if (points.length < 4) return;
    const edges = points.slice(1).map((p) => p.clone().sub(points[0]));
    const size = edges.map((e) => 2 * e.length()), axes = edges.map((e) => e.normalize());
    // of a mirror image, one axis is turned round: a box does not mind
    axes[2].crossVectors(axes[0], axes[1]);
    const local = new Matrix4().makeBasis(axes[0], axes[1], axes[2]).scale(new Vector3(...size)).setPosition(points[0]);
    this.add("box", k, local, colour, "shapes", ref);
  }
  // A form that `what` describes wholly.
  addSolid(what: unknown, geometry: () => BufferGeometry, body: number, colour: Color, ref: Ref): void {
    const key = JSON.stringify(what, (name, value: unknown) => (name === "name" || name === "colour" ? undefined : value));
    let batch = this.solids.get(key);
    if (!batch) this.solids.set(key, (batch = new Batch(geometry, this.both)));
    batch.add({ body, local: new Matrix4(), colour, layer: "shapes", ref });
  }
  // A plane that things touch, as far as the mechanism reaches; it is not picked.
  addPlane(plane: Plane): void {
    const normal = new Vector3(...plane.normal).normalize(), at = new Vector3(...plane.at), half = this.high.clone().sub(this.low).multiplyScalar(0.55);
    const matrix = bodyMatrix(this.poses, plane.body), centre = this.low.clone().add(this.high).multiplyScalar(0.5);
    if (plane.body >= 0) centre.applyMatrix4(matrix.clone().invert());
    const x = new Vector3(1, 0, 0);
    if (Math.abs(normal.x) > 0.9) x.set(0, 1, 0);
    x.addScaledVector(normal, -x.dot(normal)).normalize();
    const y = new Vector3().crossVectors(normal, x);
    centre.addScaledVector(normal, at.sub(centre).dot(normal));
    // as far as the box around everything reaches along each edge
    const reach = (axis: Vector3) => Math.abs(axis.x) * half.x + Math.abs(axis.y) * half.y + Math.abs(axis.z) * half.z + 4 * this.thick;
    const u = x.clone().multiplyScalar(reach(x)), v = y.clone().multiplyScalar(reach(y)), points: number[] = [];
    for (const [a, b] of [[-1, -1], [1, -1], [1, 1], [-1, -1], [1, 1], [-1, 1]])
      points.push(...centre.clone().addScaledVector(u, a).addScaledVector(v, b).toArray());
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(points), 3));
    const mesh = new Mesh(geometry, new MeshBasicMaterial({ color: "#8a929c", transparent: true, opacity: this.ghost ? 0.05 : 0.16, side: 2, depthWrite: false }));
    mesh.matrixAutoUpdate = false;
    mesh.frustumCulled = false;
    this.group.add(mesh);
    this.planes.push({ mesh, body: plane.body });
  }

  // `pixels`: how many a length of one is, where it is seen largest.
  refresh(t: number, layers: Set<Layer>, pixels: number): void {
    this.poses.set(t);
    let seen = 0;
    for (let i = 0; i < allLayers.length; i++) if (layers.has(allLayers[i])) seen |= 1 << i;
    for (const batch of this.all) batch.refresh(this.poses, seen, pixels);
    for (const { mesh, body } of this.planes) {
      mesh.matrix.copy(bodyMatrix(this.poses, body));
      mesh.matrixWorldNeedsUpdate = true;
      mesh.visible = layers.has("contacts");
    }
    if (!this.traces.size) return;
    const row = this.run.rows > 1 ? this.rowAt(t) : 0;
    for (const { done } of this.traces.values()) done.geometry.setDrawRange(0, row + 1);
  }
  private rowAt(t: number): number {
    const time = this.run.time;
    let low = 0, high = time.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (time[middle] <= t) low = middle;
      else high = middle - 1;
    }
    return low;
  }
  paint(chosen: (ref: Ref | undefined) => boolean, accent: Color): void {
    for (const batch of this.all) batch.paint(chosen, accent);
  }
  // How far the second frame of a joint moves along the axis of the first, over the run, and where the first is.
  travel(first: Frame, second: Frame): [number, number] {
    const time = this.run.time, looks = Math.min(this.run.rows, 60), a = new Vector3(), b = new Vector3(), axis = new Vector3();
    const local = frameMatrix(first);
    let low = 0, high = 0;
    for (let i = 0; i < looks; i++) {
      this.poses.set(time[Math.floor((i * (time.length - 1)) / Math.max(looks - 1, 1))]);
      axis.set(0, 0, 1).transformDirection(local).transformDirection(bodyMatrix(this.poses, first.body));
      const d = this.place(second, b).sub(this.place(first, a)).dot(axis);
      low = Math.min(low, d);
      high = Math.max(high, d);
    }
    return [low, high];
  }
  // A trace of a point through the whole run, the part already passed stronger.
  trace(name: string, body: number, at: Vector3, on: boolean, colour: Color): void {
    const old = this.traces.get(name);
    if (old) this.group.remove(old.whole, old.done), this.traces.delete(name);
    if (!on) return;
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(this.poses.path(body, at), 3));
    const make = (opacity: number, g: BufferGeometry) => {
      const line = new Line(g, new LineBasicMaterial({ color: colour, transparent: true, opacity }));
      line.frustumCulled = false;
      this.group.add(line);
      return line;
    };
    this.traces.set(name, { whole: make(0.3, geometry), done: make(1, geometry.clone()) });
  }
  // Places that are to be in sight too.
  reach(x: number, y: number, z: number): void {
    if (Number.isFinite(x + y + z)) this.cloud.push(x, y, z, 0);
  }
  // What lies under a ray, nearest first, comes from these.
  targets(): Mesh[] {
    return this.all.flatMap((batch) => (batch.mesh ? [batch.mesh] : []));
  }
  refOf(object: unknown, instance: number | undefined): Ref | undefined {
    return instance === undefined ? undefined : this.all.find((batch) => batch.mesh === object)?.copies[instance].ref;
  }
}

// How far a point is from a shape, and the place in it that is nearest; -Infinity where that is not known.
function gapTo(figure: Figure, at: Vector3, near: Vector3): number {
  const points = vectors(figure.points ?? []), radius = Math.max(0, ...(figure.radius ?? []));
  if (figure.form === "ball") return near.copy(points[0]).distanceTo(at) - radius;
  if ((figure.form === "round" || figure.form === "capsule") && points.length === 2) {
    const d = points[1].clone().sub(points[0]), part = at.clone().sub(points[0]).dot(d) / (d.lengthSq() || 1);
    return near.copy(points[0]).addScaledVector(d, Math.min(1, Math.max(0, part))).distanceTo(at) - radius;
  }
  if (figure.form === "box" && points.length === 4) {
    near.copy(points[0]);
    for (const end of points.slice(1)) {
      const half = end.clone().sub(points[0]);
      near.addScaledVector(half, Math.min(1, Math.max(-1, at.clone().sub(points[0]).dot(half) / (half.lengthSq() || 1))));
    }
    return near.distanceTo(at);
  }
  if (figure.form !== "prism" || !points.length) return -Infinity;
  near.set(0, 0, 0);
  for (const p of points) near.addScaledVector(p, 1 / points.length);
  return near.distanceTo(at) - Math.max(...points.map((p) => p.distanceTo(near)));
}

// A colour that the model names; nothing when it is none.
function namedColour(text: string | undefined): Color | undefined {
  if (!text) return undefined;
  if (/^#[0-9a-f]{6}$/i.test(text)) return new Color(text);
  const name = text.toLowerCase().replace("grey", "gray");
  return /^[a-z]+$/.test(name) && name in Color.NAMES ? new Color(name) : undefined;
}
