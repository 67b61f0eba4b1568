// SPDX-License-Identifier: Apache-2.0
// Modes: the table of a result of `linearize`, one of which is shown swinging, and how far it swings.
import type { Run } from "./data";
import { make } from "./dom";
import { short } from "./svg";

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
  constructor(run: Run, host: ModesHost) {
    const table = make("table"), head = make("tr");
    const columns: [string, string][] = [["mode", "mode"], ["frequency", "Hz"], ["damping_ratio", "damping"], ["re", "real"], ["im", "imaginary"], ["whirl", "whirl"]];
    const there = columns.filter(([name]) => run.column(name));
    for (const [, title] of there) head.append(make("th", { scope: "col" }, title));
    table.append(make("thead", {}, head));
    const body = make("tbody");
    for (let i = 0; i < run.rows; i++) {
      const row = make("tr");
      there.forEach(([name], k) => {
        const value = run.column(name)![i], text = name === "whirl" ? String(Math.round(100 * value) / 100 + 0) : short(value);
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
    this.box.append(make("div", { class: "modes-list" }, table), make("label", { class: "check" }, "amplitude", this.slider));
  }
  mark(row: number, amplitude: number): void {
    this.rows.forEach((r, i) => {
      r.classList.toggle("chosen", i === row);
      r.setAttribute("aria-selected", String(i === row));
    });
    this.slider.value = String(amplitude);
  }
}
