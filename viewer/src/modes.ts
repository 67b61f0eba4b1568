// SPDX-License-Identifier: Apache-2.0
// Modes: the table of a result of `linearize`, one of which is shown swinging, and how far it swings.
import type { Run } from "./data";
import { make } from "./dom";
import { calm, short } from "./svg";

export function isModes(run: Run): boolean {
  return run.raw.analysis === "modes" && run.rows > 0;
}

export interface ModesHost {
  choose: (row: number) => void;
  swing: (amplitude: number) => void;
}

export class Modes {
  readonly box = make("section", { class: "modes", "aria-label": "Modes" });
  private readonly rows: HTMLTableRowElement[] = [];
  private readonly slider = make("input", { type: "range", min: "0", max: "3", step: "0.05", "aria-label": "Amplitude" });
  private readonly far = make("output", { class: "far" });
  constructor(run: Run, host: ModesHost) {
    const table = make("table"), head = make("tr");
    const columns: [string, string, string][] = [["mode", "mode", ""], ["frequency", "frequency", "Hz"], ["damping_ratio", "damping", ""], ["re", "real", "1/s"], ["im", "imaginary", "1/s"], ["whirl", "whirl", ""]];
    const there = columns.filter(([name]) => run.column(name)), most = Math.max(run.most("re"), run.most("im"));
    for (const [, title, unit] of there) head.append(make("th", { scope: "col" }, title, make("small", {}, unit)));
    table.append(make("thead", {}, head));
    const body = make("tbody");
    for (let i = 0; i < run.rows; i++) {
      const row = make("tr");
      there.forEach(([name], k) => {
        const rounded = { re: most, im: most, damping_ratio: 1 }[name] ?? 0, value = calm(run.column(name)![i], rounded), text = name === "whirl" ? String(Math.round(100 * value) / 100 + 0) : short(value);
        if (k) return row.append(make("td", {}, text));
        const button = make("button", { type: "button", class: "mode", title: `Show mode ${text}` }, text);
        button.addEventListener("click", () => host.choose(i));
        row.append(make("th", { scope: "row" }, button));
      });
      row.addEventListener("click", () => host.choose(i));
      this.rows.push(row);
      body.append(row);
    }
    table.append(body);
    this.slider.addEventListener("input", () => host.swing(Number(this.slider.value)));
    this.box.append(make("div", { class: "modes-list" }, table), make("label", { class: "check" }, "amplitude", this.slider, this.far));
  }
  mark(row: number, amplitude: number): void {
    this.rows.forEach((r, i) => {
      r.classList.toggle("chosen", i === row);
      r.setAttribute("aria-selected", String(i === row));
    });
    this.slider.value = String(amplitude);
    this.far.textContent = `${amplitude.toFixed(2)}×`;
  }
}
