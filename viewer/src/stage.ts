// SPDX-License-Identifier: Apache-2.0
// Stage: the 3D view. Camera and its controls, light, grid, labels; picking and pictures of it.
import {
  AmbientLight, BufferGeometry, Color, DirectionalLight, Float32BufferAttribute, HemisphereLight, LineBasicMaterial,
  LineSegments, Matrix4, Mesh, OrthographicCamera, PerspectiveCamera, Quaternion, Raycaster, Scene, Vector2, Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { moveArrows } from "./arrows";
import type { Layer, Ref } from "./batch";
import type { Mechanism } from "./mechanism";
import { bodyMatrix, type Frame } from "./picture";

export type View = "iso" | "front" | "back" | "left" | "right" | "top" | "bottom";
export type Extra = "labels" | "frames" | "grid" | "names";

interface Label {
  text: string;
  frame: Frame;
  kind: Ref["kind"];
}

// One for all stages: a browser has few of them.
const canvas = document.createElement("canvas");
let renderer: WebGLRenderer | undefined;

export class Stage {
  readonly scene = new Scene();
  readonly canvas = canvas;
  readonly overlay = document.createElement("canvas");
  readonly renderer: WebGLRenderer | undefined;
  camera: PerspectiveCamera | OrthographicCamera;
  controls: OrbitControls;
  mechanisms: Mechanism[] = [];
  up = new Vector3(0, 0, 1);
  planar = false;
  layers = new Set<Layer>(["shapes", "joints", "supports", "springs", "forces", "contacts", "motions", "gravity"]);
  labels = false;
  frames = false;
  grid = true;
  follow: Ref | undefined;
  chosen: Ref | undefined;
  ink = "#222";
  onMove: () => void = () => undefined;
  private dirty = true;
  private gridLines?: LineSegments;
  private frameLines = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ vertexColors: true }));
  private followed?: Vector3;
  private listed: Label[] = [];
  private readonly sun = new DirectionalLight("#ffffff", 1.9);

  constructor(readonly host: HTMLElement) {
    this.canvas.className = "scene";
    this.overlay.className = "overlay";
    host.append(this.canvas, this.overlay);
    try {
      this.renderer = renderer ??= new WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
    } catch {
      const note = document.createElement("p");
      note.className = "note";
      note.textContent = "This browser shows no 3D pictures (WebGL is off). Plots and values work.";
      host.append(note);
    }
    this.camera = new PerspectiveCamera(28, 1, 0.01, 100);
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.scene.add(new HemisphereLight("#ffffff", "#7d8896", 1.5), new AmbientLight("#ffffff", 0.35), this.sun, this.sun.target);
    this.frameLines.frustumCulled = false;
    this.scene.add(this.frameLines);
    new ResizeObserver(() => this.resize()).observe(host);
  }

  close(): void {
    this.controls.dispose();
    this.scene.traverse((object) => object instanceof Mesh && object.geometry.dispose());
    this.closed = true;
  }
  private closed = false;
  // Show these, the first in front.
  show(mechanisms: Mechanism[], up: Vector3, planar: boolean): void {
    this.mechanisms = mechanisms;
    this.up.copy(up);
    this.planar = planar;
    for (const m of mechanisms) this.scene.add(m.group);
    this.makeControls();
    this.makeGrid();
    this.view(planar ? "front" : "iso");
    const first = mechanisms[0];
    this.listed = [
      ...first.picture.bodies.map((b, k): Label => ({ text: b.name, frame: { body: k, at: [0, 0, 0] }, kind: "body" })),
      ...first.picture.joints.flatMap((j): Label[] => (j.first ? [{ text: j.name, frame: j.first, kind: "joint" }] : [])),
      ...first.picture.forces.flatMap((f): Label[] => (f.first ? [{ text: f.name, frame: f.first, kind: "force" }] : [])),
      ...first.picture.markers.map((m): Label => ({ text: m.name, frame: m.frame, kind: "marker" })),
    ];
  }
  private makeControls(): void {
    this.controls.dispose();
    this.camera.up.copy(this.up);
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.enableDamping = false;
    this.controls.zoomToCursor = true;
    this.controls.enableRotate = true;
    this.controls.addEventListener("change", () => {
      this.touch();
      this.onMove();
    });
  }

  get size(): number {
    return this.mechanisms[0]?.size ?? 1;
  }
  get centre(): Vector3 {
    const m = this.mechanisms[0];
    return m ? m.low.clone().add(m.high).multiplyScalar(0.5) : new Vector3();
  }

  // Parallel or perspective rays, from where we stand.
  setParallel(on: boolean): void {
    if (on === this.camera instanceof OrthographicCamera) return;
    const { position, quaternion } = this.camera, target = this.controls.target.clone();
    const distance = position.distanceTo(target), half = Math.tan((14 * Math.PI) / 180) * distance;
    const next = on ? new OrthographicCamera(-half, half, half, -half, -10 * this.size, 20 * this.size) : new PerspectiveCamera(28, 1, 0.01, 100);
    next.position.copy(position);
    next.quaternion.copy(quaternion);
    this.camera = next;
    this.makeControls();
    this.controls.target.copy(target);
    this.resize();
  }
  get parallel(): boolean {
    return this.camera instanceof OrthographicCamera;
  }

  // Directions of x to the right and of depth, such that the model stands upright.
  private axes(): { right: Vector3; depth: Vector3 } {
    if (this.planar) return { right: new Vector3(1, 0, 0), depth: new Vector3(0, 0, 1) };
    const right = Math.abs(this.up.x) > 0.9 ? new Vector3(0, 1, 0) : new Vector3(1, 0, 0);
    right.addScaledVector(this.up, -right.dot(this.up)).normalize();
    return { right, depth: new Vector3().crossVectors(right, this.up) };
  }
  view(name: View): void {
    const { right, depth } = this.axes(), up = this.up;
    const d = {
      iso: depth.clone().multiplyScalar(1.25).addScaledVector(right, 0.85).addScaledVector(up, 0.75),
      front: depth.clone(), back: depth.clone().negate(), right: right.clone(), left: right.clone().negate(),
      // not quite straight down: the camera must know where up is
      top: up.clone().addScaledVector(depth, 1e-4), bottom: up.clone().negate().addScaledVector(depth, 1e-4),
    }[name].normalize();
    this.controls.target.copy(this.centre);
    this.camera.position.copy(this.centre).addScaledVector(d, 3 * this.size);
    this.fit();
  }
  // All of the motion in sight, from the same direction.
  fit(): void {
    const m = this.mechanisms[0];
    if (!m) return;
    const centre = this.centre, d = this.camera.position.clone().sub(this.controls.target).normalize();
    this.camera.position.copy(centre).add(d);
    this.camera.lookAt(centre);
    const turn = new Matrix4().makeRotationFromQuaternion(this.camera.quaternion.clone().invert());
    const room = 3 * m.thick + m.sway;
    // the least distance from which every place is in sight; with parallel rays, the least width
    const aspect = this.host.clientWidth / Math.max(1, this.host.clientHeight), slope = Math.tan((14 * Math.PI) / 180);
    const p = new Vector3();
    let half = 0.02 * m.size, distance = half / slope;
    for (let i = 0; i < m.cloud.length; i += 4) {
      p.set(m.cloud[i], m.cloud[i + 1], m.cloud[i + 2]).sub(centre).applyMatrix4(turn);
      const reach = 1.15 * Math.max(Math.abs(p.y) + room + m.cloud[i + 3], (Math.abs(p.x) + room + m.cloud[i + 3]) / aspect);
      half = Math.max(half, reach);
      distance = Math.max(distance, reach / slope + p.z);
    }
    this.camera.position.copy(centre).addScaledVector(d, distance);
    if (this.camera instanceof OrthographicCamera) this.camera.zoom = this.camera.top / half;
    this.controls.target.copy(centre);
    this.followed = undefined;
    this.resize();
    this.controls.update();
    this.touch();
    this.onMove();
  }

  setTheme(back: string, ink: string, line: string): void {
    this.scene.background = new Color(back);
    this.ink = ink;
    if (this.gridLines) (this.gridLines.material as LineBasicMaterial).color.set(line);
    this.touch();
  }
  private makeGrid(): void {
    const m = this.mechanisms[0], wide = (this.planar ? 4 : 1.5) * Math.max(m.size, 1e-9), raw = wide / (this.planar ? 36 : 14);
    const decade = 10 ** Math.floor(Math.log10(raw)), step = decade * [1, 2, 5, 10].find((k) => k * decade >= raw)!;
    const n = Math.ceil(wide / step / 2) + 2, { right } = this.axes();
    const normal = this.planar ? new Vector3(0, 0, 1) : this.up;
    const other = new Vector3().crossVectors(normal, right), centre = this.centre, base = new Vector3();
    // under everything; in the plane, behind it
    let low = Infinity;
    for (let k = 0; k < 8; k++)
      low = Math.min(low, new Vector3(k & 1 ? m.high.x : m.low.x, k & 2 ? m.high.y : m.low.y, k & 4 ? m.high.z : m.low.z).dot(normal));
    base.addScaledVector(normal, low - 4.4 * m.thick);
    for (const axis of [right, other]) base.addScaledVector(axis, Math.round(centre.dot(axis) / step) * step);
    const points: number[] = [];
    const line = (a: Vector3, b: Vector3) => points.push(...a.toArray(), ...b.toArray());
    for (let i = -n; i <= n; i++)
      for (const [along, across] of [[right, other], [other, right]])
        line(base.clone().addScaledVector(along, -n * step).addScaledVector(across, i * step),
          base.clone().addScaledVector(along, n * step).addScaledVector(across, i * step));
    const geometry = new BufferGeometry().setAttribute("position", new Float32BufferAttribute(points, 3));
    this.gridLines = new LineSegments(geometry, new LineBasicMaterial({ color: "#c8ced6", transparent: true, opacity: 0.75 }));
    this.gridStep = step;
    this.scene.add(this.gridLines);
  }
  gridStep = 1;

  touch(): void {
    this.dirty = true;
  }
  resize(): void {
    if (this.closed) return;
    const w = Math.max(1, this.host.clientWidth), h = Math.max(1, this.host.clientHeight), ratio = Math.min(2, devicePixelRatio || 1);
    this.renderer?.setPixelRatio(ratio);
    this.renderer?.setSize(w, h, false);
    this.overlay.width = w * ratio;
    this.overlay.height = h * ratio;
    if (this.camera instanceof PerspectiveCamera) {
      const distance = this.camera.position.distanceTo(this.controls.target) || 1;
      this.camera.aspect = w / h;
      this.camera.near = distance / 200;
      this.camera.far = 40 * distance + 10 * this.size;
    } else {
      const half = (this.camera.top - this.camera.bottom) / 2;
      this.camera.left = (-half * w) / h;
      this.camera.right = (half * w) / h;
    }
    this.camera.updateProjectionMatrix();
    this.touch();
  }

  // Draw the mechanisms at time t, when anything has changed.
  draw(t: number, moved: boolean): boolean {
    if (this.closed || (!this.dirty && !moved)) return false;
    this.dirty = false;
    for (const m of this.mechanisms) {
      moveArrows(m, t);
      m.refresh(t, this.layers, this.pixels());
    }
    this.keepFollowed();
    if (this.camera instanceof PerspectiveCamera) {
      const distance = this.camera.position.distanceTo(this.controls.target);
      this.camera.near = distance / 200;
      this.camera.far = 40 * distance + 10 * this.size;
      this.camera.updateProjectionMatrix();
    }
    this.sun.position.copy(this.camera.position).addScaledVector(this.up, 0.7 * this.size).add(new Vector3(0.3 * this.size, 0, 0));
    this.sun.target.position.copy(this.controls.target);
    if (this.gridLines) this.gridLines.visible = this.grid;
    this.drawFrames();
    this.renderer?.render(this.scene, this.camera);
    this.drawLabels();
    return true;
  }
  // Pixels of a length of one, at the nearest of the mechanism.
  pixels(): number {
    const high = this.overlay.height;
    if (this.camera instanceof OrthographicCamera) return (high * this.camera.zoom) / (this.camera.top - this.camera.bottom);
    const distance = this.camera.position.distanceTo(this.centre);
    return high / (2 * Math.tan((14 * Math.PI) / 180) * Math.max(distance - 0.5 * this.size, 0.02 * this.size));
  }
  private keepFollowed(): void {
    const place = this.follow && this.placeOf(this.follow);
    if (!place) {
      this.followed = undefined;
      return;
    }
    if (this.followed) {
      const d = place.clone().sub(this.followed);
      this.camera.position.add(d);
      this.controls.target.add(d);
    }
    this.followed = place;
  }
  // Where the thing is now.
  placeOf(ref: Ref): Vector3 | undefined {
    const m = this.mechanisms[ref.run] ?? this.mechanisms[0], label = this.listed.find((l) => l.kind === ref.kind && l.text === ref.name);
    return label && m?.place(label.frame);
  }

  private drawFrames(): void {
    this.frameLines.visible = this.frames;
    const m = this.mechanisms[0];
    if (!this.frames || !m) return;
    const points: number[] = [], colours: number[] = [], length = 0.07 * m.size;
    const rgb = [[0.85, 0.2, 0.2], [0.2, 0.65, 0.25], [0.2, 0.4, 0.9]];
    const frame = (matrix: Matrix4) => {
      const at = new Vector3().setFromMatrixPosition(matrix), q = new Quaternion().setFromRotationMatrix(matrix);
      [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)].forEach((axis, k) => {
        const tip = axis.applyQuaternion(q).multiplyScalar(length).add(at);
        points.push(...at.toArray(), ...tip.toArray());
        colours.push(...rgb[k], ...rgb[k]);
      });
    };
    frame(new Matrix4());
    m.poses.matrices.forEach(frame);
    for (const marker of m.picture.markers) {
      const t = marker.frame.turn ?? [1, 0, 0, 0];
      frame(bodyMatrix(m.poses, marker.frame.body).clone().multiply(
        new Matrix4().compose(new Vector3(...marker.frame.at), new Quaternion(t[1], t[2], t[3], t[0]), new Vector3(1, 1, 1))));
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new Float32BufferAttribute(points, 3));
    geometry.setAttribute("color", new Float32BufferAttribute(colours, 3));
    this.frameLines.geometry.dispose();
    this.frameLines.geometry = geometry;
  }
  private drawLabels(): void {
    const g = this.overlay.getContext("2d")!, ratio = this.overlay.width / Math.max(1, this.host.clientWidth);
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    g.clearRect(0, 0, this.overlay.width, this.overlay.height);
    const m = this.mechanisms[0];
    if (!m) return;
    g.font = "12px system-ui, sans-serif";
    g.textBaseline = "middle";
    const w = this.host.clientWidth, h = this.host.clientHeight, p = new Vector3();
    // a label that would lie on another steps down
    const taken: [number, number, number][] = [];
    const write = (text: string, at: Vector3, strong: boolean) => {
      p.copy(at).project(this.camera);
      if (p.z > 1 || Math.abs(p.x) > 1.1 || Math.abs(p.y) > 1.1) return;
      const x = ((p.x + 1) / 2) * w + 8;
      let y = ((1 - p.y) / 2) * h - 10;
      g.font = `${strong ? 600 : 400} 12px system-ui, sans-serif`;
      const wide = g.measureText(text).width;
      for (let tries = 0; tries < 8 && taken.some(([a, b, c]) => Math.abs(b - y) < 13 && x < a + c && a < x + wide); tries++) y += 13;
      taken.push([x, y, wide]);
      g.lineWidth = 3;
      g.strokeStyle = `#${(this.scene.background as Color).getHexString()}`;
      g.strokeText(text, x, y);
      g.fillStyle = this.ink;
      g.fillText(text, x, y);
    };
    const chosen = this.chosen && this.placeOf(this.chosen);
    if (this.chosen && chosen) write(this.chosen.name, chosen, true);
    if (this.labels)
      for (const label of this.listed.slice(0, 400)) {
        if (label.kind === this.chosen?.kind && label.text === this.chosen.name) continue;
        if (label.kind === "marker" && !this.layers.has("markers")) continue;
        if (label.kind === "force" && !this.layers.has("forces") && !this.layers.has("springs")) continue;
        write(label.text, m.place(label.frame), false);
      }
    this.drawCompass(g, w, h);
    if (this.grid) {
      g.font = "11px system-ui, sans-serif";
      g.fillStyle = this.ink;
      g.globalAlpha = 0.65;
      g.fillText(`grid ${Number(this.gridStep.toPrecision(3))} ${m.picture.length}`, 58, h - 14);
      g.globalAlpha = 1;
    }
  }
  // The directions of the axes in a corner, and of gravity.
  private drawCompass(g: CanvasRenderingContext2D, w: number, h: number): void {
    void w;
    const q = this.camera.quaternion.clone().invert(), x0 = 30, y0 = h - 30, gravity = new Vector3(...this.mechanisms[0].picture.gravity);
    const arms: [string, Vector3, string][] = [
      ["x", new Vector3(1, 0, 0), "#d9534f"], ["y", new Vector3(0, 1, 0), "#3c9d5b"], ["z", new Vector3(0, 0, 1), "#3f7fd9"],
    ];
    g.font = "600 11px system-ui, sans-serif";
    for (const [name, axis, colour] of arms) {
      const d = axis.applyQuaternion(q);
      if (Math.hypot(d.x, d.y) < 0.08) continue;
      g.strokeStyle = g.fillStyle = colour;
      g.lineWidth = 2;
      g.beginPath();
      g.moveTo(x0, y0);
      g.lineTo(x0 + 18 * d.x, y0 - 18 * d.y);
      g.stroke();
      g.fillText(name, x0 + 25 * d.x - 3, y0 - 25 * d.y);
    }
    if (gravity.length() > 0 && this.layers.has("gravity")) {
      const d = gravity.normalize().applyQuaternion(q), x = x0 + 120, y = y0 - 4;
      if (Math.hypot(d.x, d.y) < 0.1) return;
      g.strokeStyle = g.fillStyle = this.ink;
      g.globalAlpha = 0.75;
      g.beginPath();
      g.moveTo(x - 13 * d.x, y + 13 * d.y);
      g.lineTo(x + 10 * d.x, y - 10 * d.y);
      g.stroke();
      g.beginPath();
      g.moveTo(x + 15 * d.x, y - 15 * d.y);
      g.lineTo(x + 8 * d.x - 4 * d.y, y - 8 * d.y - 4 * d.x);
      g.lineTo(x + 8 * d.x + 4 * d.y, y - 8 * d.y + 4 * d.x);
      g.fill();
      g.fillText("g", x + 8, y);
      g.globalAlpha = 1;
    }
  }

  // What is under a place of the canvas, in pixels.
  pick(x: number, y: number): Ref | undefined {
    const ray = new Raycaster();
    ray.setFromCamera(new Vector2((2 * x) / this.host.clientWidth - 1, 1 - (2 * y) / this.host.clientHeight), this.camera);
    for (const m of this.mechanisms) {
      if (m.ghost) continue;
      for (const hit of ray.intersectObjects(m.targets(), false)) {
        const ref = m.refOf(hit.object, hit.instanceId);
        if (ref) return ref;
      }
    }
    return undefined;
  }
  choose(ref: Ref | undefined): void {
    this.chosen = ref;
    const accent = new Color("#ffd60a");
    for (const m of this.mechanisms) m.paint((r) => !!ref && r?.kind === ref.kind && r.name === ref.name, accent);
    this.touch();
  }
  // Scene and labels as one picture.
  async png(): Promise<Blob> {
    const out = document.createElement("canvas");
    out.width = this.overlay.width;
    out.height = this.overlay.height;
    const g = out.getContext("2d")!;
    if (this.renderer) g.drawImage(this.canvas, 0, 0, out.width, out.height);
    g.drawImage(this.overlay, 0, 0);
    return new Promise((done, fail) => out.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"));
  }
}
