// SPDX-License-Identifier: Apache-2.0
// Sweep: modes over the values of a parameter, as `linearize --sweep` keeps them: Campbell diagram, root locus and the table
// of eigenvalues at one value. A branch that is chosen swings in the scene.
import type { Run } from "./data";
import { Diagram, type Branch } from "./diagram";
import { fileName, make } from "./dom";
import { colours } from "./plots";
import { short } from "./svg";

interface About {
  parameter: string;
  modes: number;
  labels: string[];
  orders: [number, number][];
}

export function isSweep(run: Run): boolean {
  return run.raw.analysis === "mode_sweep" && run.rows > 0;
}

// What the result says of its sweep; nothing that is missing is believed.
export function aboutSweep(run: Run): About {
  let about: Partial<About> = {};
  try {
    about = (JSON.parse(run.raw.sweep ?? "{}") ?? {}) as Partial<About>;
  } catch {
    // the numbers are there all the same
  }
  let modes = 0;
  while (run.signals.has(`mode_${modes + 1}.re`)) modes++;
  const labels = Array.isArray(about.labels) ? about.labels.map(String) : [];
  const orders = Array.isArray(about.orders) ? about.orders.filter((o) => Array.isArray(o) && o.every(Number.isFinite) && o.length === 2) : [];
  return {
    parameter: String(about.parameter ?? run.list()[0]?.name ?? "parameter"), modes,
    labels: Array.from({ length: modes }, (_, k) => labels[k] ?? String(k + 1)), orders,
  };
}

// The shapes of modes are for the scene, not for the list of signals.
export function isShape(name: string): boolean {
  return /^mode_\d+\..+\.(move|turn)_[xyz](_im)?$/.test(name);
}

export interface SweepHost {
  choose: (branch: number, row: number) => void;
  swing: (amplitude: number) => void;
  ink: () => { ink: string; line: string; back: string; accent: string };
}

const parts: [string, string, string][] = [["frequency", "frequency", "Hz"], ["damping_ratio", "damping", ""], ["re", "real", "1/s"], ["im", "imaginary", "1/s"], ["whirl", "whirl", ""]];

export class Sweep {
  readonly about: About;
  readonly box = make("section", { class: "modes sweep", "aria-label": "Modes over the parameter" });
  readonly diagrams: Diagram[];
  readonly shaped: boolean; // shapes are in the result
  private readonly value = make("input", { type: "range", min: "0", step: "1" });
  private readonly told = make("output", { class: "clock" });
  private readonly slider = make("input", { type: "range", min: "0", max: "3", step: "0.05", "aria-label": "Amplitude" });
  private readonly far = make("output", { class: "far" });
  private readonly rows: { row: HTMLTableRowElement; cells: HTMLElement[] }[] = [];
  private made?: Branch[][];
  private readonly names: string[];

  constructor(private readonly run: Run, private readonly host: SweepHost) {
    this.about = aboutSweep(run);
    const { parameter, labels } = this.about, name = fileName(run.raw.name);
    this.shaped = run.list().some((info) => isShape(info.name));
    this.names = labels.map((label) => label.replace(/^\d+ ?/, ""));
    const shared = {
      ink: host.ink, say: (branch: number, row: number) => this.say(branch, row), choose: (branch: number, row: number) => host.choose(branch, row), csv: () => this.csv(),
    };
    this.diagrams = [
      new Diagram({ ...shared, title: "Campbell diagram", xLabel: parameter, yLabel: "frequency [Hz]", file: `${name}-campbell`, branches: () => this.branches()[0] }),
      new Diagram({ ...shared, title: "Root locus", xLabel: "real part [1/s]", yLabel: "imaginary part [1/s]", file: `${name}-locus`, branches: () => this.branches()[1] }),
    ];
    this.value.max = String(run.rows - 1);
    this.value.setAttribute("aria-label", parameter);
    this.value.addEventListener("input", () => host.choose(this.chosen, Number(this.value.value)));
    this.slider.addEventListener("input", () => host.swing(Number(this.slider.value)));
    this.box.append(make("label", { class: "check" }, parameter, this.value, this.told), this.table(),
      ...(this.shaped ? [make("label", { class: "check" }, "amplitude", this.slider, this.far)] : [make("p", { class: "hint" }, "Shapes are not in this result: it has too many modes and bodies.")]));
  }
  private chosen = 0;
  private row = 0;

  private table(): HTMLElement {
    const table = make("table"), head = make("tr", {}, make("th", { scope: "col" }, "mode"), make("th", { scope: "col", class: "what" }, "moves most")), body = make("tbody");
    for (const [, title, unit] of parts) head.append(make("th", { scope: "col" }, title, make("small", {}, unit)));
    for (let k = 0; k < this.about.modes; k++) {
      const button = make("button", { type: "button", class: "mode", title: `Show mode ${this.about.labels[k]}` }, String(k + 1));
      const cells = parts.map(() => make("td"));
      const row = make("tr", {}, make("th", { scope: "row" }, make("i", { style: `background:${colours[k % colours.length]}` }), button), make("td", { class: "what" }, this.names[k]), ...cells);
      row.addEventListener("click", () => this.host.choose(k, this.row));
      this.rows.push({ row, cells });
      body.append(row);
    }
    table.append(make("thead", {}, head), body);
    return make("div", { class: "modes-list" }, table);
  }
  private number(mode: number, part: string, row: number): number {
    return this.run.column(`mode_${mode + 1}.${part}`)?.[row] ?? NaN;
  }
  private say(mode: number, row: number): string {
    const value = (part: string) => short(this.number(mode, part, row));
    const im = this.number(mode, "im", row);
    return [`mode ${this.about.labels[mode]}`, `${this.about.parameter} ${short(this.run.time[row])}`, `${value("frequency")} Hz, damping ${value("damping_ratio")}`,
      `${value("re")} ${im < 0 ? "−" : "+"} ${short(Math.abs(im))}i 1/s`].join("\n");
  }
  // The branches of both diagrams: frequencies where a mode swings, with multiples of the parameter; eigenvalues and mirror images.
  private branches(): Branch[][] {
    if (this.made) return this.made;
    const { run, about } = this, time = run.time, campbell: Branch[] = [], locus: Branch[] = [];
    for (let k = 0; k < about.modes; k++) {
      const [re, im] = ["re", "im"].map((part) => run.column(`mode_${k + 1}.${part}`));
      if (!re || !im) continue;
      const base = { number: k, unit: "", colour: colours[k % colours.length], label: String(k + 1) };
      const swings = Float64Array.from(im, (v) => (v === 0 ? NaN : Math.abs(v) / (2 * Math.PI)));
      if (swings.some(Number.isFinite)) campbell.push({ ...base, label: about.labels[k], x: time, y: swings });
      locus.push({ ...base, x: re, y: im, from: true });
      if (im.some((v) => v !== 0)) locus.push({ ...base, label: "", x: re, y: im.map((v) => -v), from: true });
    }
    // an order that leaves the picture ends at its edge
    const most = Math.max(0, ...campbell.map((b) => Array.from(b.y).reduce((m, v) => (v > m ? v : m), 0)));
    for (const [order, unit] of about.orders) {
      const y = Float64Array.from(time, (v) => Math.abs(order * unit * v));
      campbell.push({ number: -1, unit: "", colour: "#8a929c", label: `${short(order)}x`, x: time, y, dashed: true, most: most > 0 ? 1.05 * most : undefined });
    }
    return (this.made = [campbell, locus]);
  }
  // All columns are there.
  draw(): void {
    this.made = undefined;
    for (const diagram of this.diagrams) diagram.draw();
  }
  mark(mode: number, row: number, amplitude: number): void {
    this.chosen = mode;
    this.row = row;
    this.rows.forEach(({ row: line, cells }, k) => {
      line.classList.toggle("chosen", k === mode);
      line.setAttribute("aria-selected", String(k === mode));
      parts.forEach(([part], i) => {
        const value = this.number(k, part, row);
        cells[i].textContent = part === "whirl" && Number.isFinite(value) ? String(Math.round(100 * value) / 100 + 0) : short(Number(value.toPrecision(4)));
      });
    });
    this.value.value = String(row);
    this.told.textContent = short(this.run.time[row]);
    this.value.setAttribute("aria-valuetext", `${this.about.parameter} ${this.told.textContent}`);
    this.slider.value = String(amplitude);
    this.far.textContent = `${amplitude.toFixed(2)}×`;
    for (const diagram of this.diagrams) diagram.mark(mode, row);
  }
  private csv(): string {
    const { run, about } = this, columns: Float32Array[] = [run.time], head = [about.parameter];
    for (let k = 0; k < about.modes; k++)
      for (const [part] of parts) {
        const column = run.column(`mode_${k + 1}.${part}`), unit = run.signals.get(`mode_${k + 1}.${part}`)?.unit;
        if (column) columns.push(column), head.push(`mode_${k + 1}.${part}${unit ? ` [${unit}]` : ""}`);
      }
    const quote = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text), lines = [head.map(quote).join(",")];
    for (let i = 0; i < run.rows; i++) lines.push(columns.map((c) => (Number.isFinite(c[i]) ? String(Number(c[i].toPrecision(8))) : "")).join(","));
    return lines.join("\n") + "\n";
  }
}
