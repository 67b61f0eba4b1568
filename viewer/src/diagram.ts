// SPDX-License-Identifier: Apache-2.0
// Diagram: branches in a plane, as Campbell diagrams and root loci are. What is near the pointer is told in words, a click
// chooses it; dragging zooms, a double click shows all.
import { button, make, save } from "./dom";
import { plotSvg, type Curve, type Drawn } from "./svg";

export interface Branch extends Curve {
  number: number; // -1: a line that belongs to no branch
}

export interface DiagramHost {
  title: string;
  xLabel: string;
  yLabel: string;
  file: string;
  branches: () => Branch[];
  ink: () => { ink: string; line: string; back: string; accent: string };
  say: (branch: number, row: number) => string;
  choose: (branch: number, row: number) => void;
  csv: () => string;
}

const space = "http://www.w3.org/2000/svg";

export class Diagram {
  readonly card: HTMLElement;
  private readonly area = make("div", { class: "area" });
  private readonly read = make("div", { class: "readout", "aria-hidden": "true" });
  private drawn?: Drawn;
  private marks?: SVGGElement;
  private box?: [number, number, number, number]; // x and y that are shown, when not all
  private chosen = -1;
  private row = 0;

  constructor(private readonly host: DiagramHost) {
    const saves = make("div", { class: "saves" },
      button("PNG", `Save ${host.title} as PNG`, () => void this.savePng(), "plot-png"),
      button("SVG", `Save ${host.title} as SVG`, () => save(`${host.file}.svg`, new Blob([this.svg()], { type: "image/svg+xml" })), "plot-svg"),
      button("CSV", `Save the numbers of ${host.title} as CSV`, () => save(`${host.file}.csv`, new Blob([host.csv()], { type: "text/csv" })), "plot-csv"));
    this.card = make("section", { class: "plot diagram", "aria-label": host.title }, make("header", {}, make("span", { class: "title" }, host.title)), this.area, saves);
    this.read.hidden = true;
    this.bind();
    new ResizeObserver(() => this.draw()).observe(this.area);
  }
  private bind(): void {
    let from: [number, number] | undefined;
    const frame = make("div", { class: "u-select" });
    const at = (event: PointerEvent): [number, number] => {
      const rect = this.area.getBoundingClientRect();
      return [event.clientX - rect.left, event.clientY - rect.top];
    };
    this.area.addEventListener("pointerdown", (event) => {
      from = at(event);
      this.area.setPointerCapture(event.pointerId);
    });
    this.area.addEventListener("pointermove", (event) => {
      const [x, y] = at(event);
      this.hover(x, y);
      if (!from || Math.hypot(x - from[0], y - from[1]) < 5) return frame.remove();
      this.area.append(frame);
      Object.assign(frame.style, {
        left: `${Math.min(x, from[0])}px`, top: `${Math.min(y, from[1])}px`, width: `${Math.abs(x - from[0])}px`, height: `${Math.abs(y - from[1])}px`,
      });
    });
    this.area.addEventListener("pointerup", (event) => {
      const [x, y] = at(event), start = from;
      from = undefined;
      frame.remove();
      if (!start || !this.drawn) return;
      if (Math.abs(x - start[0]) > 8 && Math.abs(y - start[1]) > 8) {
        const d = this.drawn, sort = (a: number, b: number) => [Math.min(a, b), Math.max(a, b)];
        this.box = [...sort(d.fromX(start[0]), d.fromX(x)), ...sort(d.fromY(start[1]), d.fromY(y))] as [number, number, number, number];
        return this.draw();
      }
      const near = this.nearest(x, y);
      if (near) this.host.choose(near.number, near.row);
    });
    this.area.addEventListener("dblclick", () => {
      this.box = undefined;
      this.draw();
    });
    this.area.addEventListener("pointerleave", () => (this.read.hidden = true));
  }
  // The point of a branch that is nearest, and not far.
  private nearest(x: number, y: number): { number: number; row: number; x: number; y: number } | undefined {
    const d = this.drawn;
    let best = 24 * 24, found: { number: number; row: number; x: number; y: number } | undefined;
    if (!d) return undefined;
    for (const branch of this.host.branches()) {
      if (branch.number < 0) continue;
      for (let i = 0; i < branch.x.length; i++) {
        const px = d.toX(branch.x[i]), py = d.toY(branch.y[i]), far = (px - x) ** 2 + (py - y) ** 2;
        if (far < best) best = far, found = { number: branch.number, row: i, x: px, y: py };
      }
    }
    return found;
  }
  private hover(x: number, y: number): void {
    const near = this.nearest(x, y);
    this.read.hidden = !near;
    this.area.style.cursor = near ? "pointer" : "crosshair";
    if (!near) return;
    this.read.textContent = this.host.say(near.number, near.row);
    const left = near.x + 14 + this.read.offsetWidth < this.area.clientWidth ? near.x + 14 : Math.max(0, near.x - 14 - this.read.offsetWidth);
    this.read.style.left = `${left}px`;
    this.read.style.top = `${Math.max(0, Math.min(this.area.clientHeight - this.read.offsetHeight, near.y - 20))}px`;
  }
  private picture(style: { width: number; height: number; ink: string; line: string; back: string }, clip: string): Drawn {
    const [x0, x1, y0, y1] = this.box ?? [];
    const curves = this.host.branches().map((branch) => ({ ...branch, width: branch.number === this.chosen ? 3 : undefined }));
    return plotSvg(curves, this.host.xLabel, this.host.yLabel, { ...style, ends: true, clip, yWindow: this.box && [y0!, y1!] }, this.box && [x0!, x1!]);
  }
  draw(): void {
    const { host, area } = this, size = { width: Math.max(200, area.clientWidth), height: Math.max(150, area.clientHeight) };
    const colours = host.ink();
    this.drawn = this.picture({ ...size, ...colours }, host.file);
    const image = document.importNode(new DOMParser().parseFromString(this.drawn.text, "image/svg+xml").documentElement, true);
    this.marks = document.createElementNS(space, "g");
    image.append(this.marks);
    area.replaceChildren(image, this.read);
    this.mark(this.chosen, this.row, false);
  }
  // Rings where the branches are at a row, a filled one on the branch that is chosen.
  mark(chosen: number, row: number, again = true): void {
    const changed = chosen !== this.chosen;
    this.chosen = chosen;
    this.row = row;
    if (changed && again) return this.draw();
    const d = this.drawn, { accent, back } = this.host.ink();
    if (!d || !this.marks) return;
    this.marks.replaceChildren();
    for (const branch of this.host.branches()) {
      if (branch.number < 0) continue;
      const x = d.toX(branch.x[row]), y = d.toY(branch.y[row]);
      if (!d.within(x, y)) continue;
      const dot = document.createElementNS(space, "circle"), own = branch.number === chosen;
      dot.setAttribute("cx", x.toFixed(1));
      dot.setAttribute("cy", y.toFixed(1));
      dot.setAttribute("r", own ? "5.5" : "3.2");
      dot.setAttribute("fill", own ? accent : back);
      dot.setAttribute("stroke", own ? back : branch.colour);
      dot.setAttribute("stroke-width", "1.6");
      this.marks.append(dot);
    }
  }
  svg(): string {
    return this.picture({ width: 760, height: 460, ink: "#1b1f24", line: "#e1e5ea", back: "#ffffff" }, "c").text;
  }
  private async savePng(): Promise<void> {
    const image = new Image(), url = URL.createObjectURL(new Blob([this.svg()], { type: "image/svg+xml" }));
    image.src = url;
    await image.decode();
    const canvas = make("canvas");
    canvas.width = 2 * image.width;
    canvas.height = 2 * image.height;
    canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
    URL.revokeObjectURL(url);
    canvas.toBlob((blob) => blob && save(`${this.host.file}.png`, blob), "image/png");
  }
}
