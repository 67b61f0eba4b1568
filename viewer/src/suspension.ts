// SPDX-License-Identifier: Apache-2.0
// Suspension: a sweep of `trammel suspension`: what each wheel does at the place shown, as a table. A name draws that quantity
// of all wheels over what moves.
import type { Run } from "./data";
import { make } from "./dom";
import { between, locate } from "./picture";
import type { PlotState } from "./plots";
import { calm, short } from "./svg";

interface Quantity {
  title: string;
  unit: string;
  signals: Map<string, string>; // of each wheel or axle
}

export interface SuspensionHost {
  toggle: (state: PlotState) => void;
  shown: (title: string) => boolean;
}

export function isSuspension(run: Run): boolean {
  return !!run.raw.suspension && run.rows > 0;
}

// What is worth a plot at first, by what moves.
const first: Record<string, string[]> = {
  travel: ["camber", "toe", "roll centre", "ratio"], roll: ["camber", "roll centre", "toe", "travel"], steer: ["Ackermann", "steer", "camber", "caster"],
};

export class Suspension {
  readonly box = make("section", { class: "modes suspension", "aria-label": "What the wheels do" });
  readonly word: string;
  readonly over: string; // the signal of what moves
  readonly unit: string;
  private readonly wheels: string[] = [];
  private readonly quantities: Quantity[] = [];
  private readonly cells: { cell: HTMLElement; signal: string }[] = [];
  private readonly buttons: { button: HTMLButtonElement; title: string }[] = [];

  constructor(private readonly run: Run, private readonly host: SuspensionHost) {
    let about: { word?: unknown; over?: unknown; columns?: unknown } = {};
    try {
      about = (JSON.parse(run.raw.suspension ?? "{}") ?? {}) as typeof about;
    } catch {
      // a page that was changed by hand: the numbers are there all the same
    }
    this.word = String(about.word ?? "travel");
    this.over = String(about.over ?? "");
    for (const column of Array.isArray(about.columns) ? (about.columns as unknown[]) : []) {
      if (!Array.isArray(column)) continue;
      const [name, wheel, title, unit] = column.map(String), values: unknown = column[4];
      if (Array.isArray(values)) run.add(name, unit, Float32Array.from(values, (v) => (typeof v === "number" ? v : NaN)));
      if (!run.signals.has(name)) continue;
      if (!this.wheels.includes(wheel)) this.wheels.push(wheel);
      let quantity = this.quantities.find((q) => q.title === title);
      if (!quantity) this.quantities.push((quantity = { title, unit, signals: new Map() }));
      quantity.signals.set(wheel, name);
    }
    this.unit = run.signals.get(this.over)?.unit ?? "";
    this.box.append(this.table());
  }
  private table(): HTMLElement {
    const table = make("table"), head = make("tr", {}, make("th", { scope: "col" })), body = make("tbody");
    for (const wheel of this.wheels) head.append(make("th", { scope: "col" }, wheel.replaceAll("_", " ")));
    head.append(make("th", {}));
    for (const { title, unit, signals } of this.quantities) {
      const button = make("button", { type: "button", class: "mode", title: `Plot ${title} over ${this.word}`, "aria-label": `Plot ${title} over ${this.word}` }, title);
      button.addEventListener("click", () => this.host.toggle(this.plotOf(title)));
      this.buttons.push({ button, title });
      const row = make("tr", {}, make("th", { scope: "row" }, button));
      for (const wheel of this.wheels) {
        const signal = signals.get(wheel), cell = make("td");
        if (signal) this.cells.push({ cell, signal });
        row.append(cell);
      }
      row.append(make("td", { class: "what" }, unit));
      body.append(row);
    }
    table.append(make("thead", {}, head), body);
    return make("div", { class: "modes-list" }, table);
  }
  plotOf(title: string): PlotState {
    const signals = [...(this.quantities.find((q) => q.title === title)?.signals.values() ?? [])];
    return { mode: "phase", signals: [this.over, ...signals.filter((name) => name !== this.over)], title };
  }
  firstPlots(): PlotState[] {
    return (first[this.word] ?? []).filter((title) => this.quantities.some((q) => q.title === title)).map((title) => this.plotOf(title)).filter((plot) => plot.signals.length > 1);
  }
  // When it stands as it was designed: nothing has moved.
  rest(): number {
    const column = this.run.column(this.over);
    if (!column) return 0;
    return this.run.time[column.reduce((best, v, i) => (Math.abs(v) < Math.abs(column[best]) ? i : best), 0)];
  }
  // What is plotted is pressed.
  mark(): void {
    for (const { button, title } of this.buttons) button.setAttribute("aria-pressed", String(this.host.shown(title)));
  }
  // The numbers at a time; what moves, in words.
  move(t: number): string {
    const { run } = this, [i, f] = locate(run.time, t), at = (name: string) => {
      const column = run.column(name);
      return column ? calm(between(column, i, f), run.most(name)) : NaN;
    };
    for (const { cell, signal } of this.cells) cell.textContent = short(Number(at(signal).toPrecision(4)));
    return `${this.word} ${short(Number(at(this.over).toPrecision(4)))} ${this.unit}`;
  }
}
