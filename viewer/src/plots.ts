// SPDX-License-Identifier: Apache-2.0
// Plots: signals over time, over each other, or their spectra; one time cursor for all.
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { Run } from "./data";
import { button, fileName, make, save, select } from "./dom";
import { spectrum } from "./fft";
import { between, locate } from "./picture";
import { brief, calm, plotSvg, short, tickTexts, type Curve, type Drawn } from "./svg";

export type Mode = "time" | "phase" | "spectrum" | "difference";
export interface PlotState {
  mode: Mode;
  signals: string[];
  title?: string; // what the curves have in common
}

export const colours = ["#2f7de1", "#e4572e", "#2a9d5c", "#a855c9", "#c98a00", "#0f9fb0", "#d6336c", "#6b7a8f"];

export interface Host {
  runs: Run[];
  time: () => number;
  seek: (t: number) => void;
  changed: () => void;
  unit: string; // of time
  over: string; // what rows are: "time [s]", "mode", a parameter
  modes: boolean; // rows are modes, each by itself
  ink: () => { ink: string; line: string; back: string; accent: string };
}

function plain(column: ArrayLike<number>): (number | null)[] {
  return Array.from(column, (v) => (Number.isFinite(v) ? v : null));
}

// The range of an axis: some room above and below, also about what does not vary.
const around: uPlot.Range.Function = (_, low, high) => {
  if (low === null || high === null) return [0, 1];
  const most = Math.max(Math.abs(low), Math.abs(high));
  if (most > 1e-30 && high - low > 1e-9 * most) return uPlot.rangeNum(low, high, 0.1, true);
  const room = most > 1e-30 ? 0.1 * most : 1;
  return [low - room, high + room];
};

let phases = 0; // drawn so far: each has a name of its own

export class Plot {
  readonly card = make("section", { class: "plot", tabindex: "-1" });
  private readonly chips = make("div", { class: "chips", role: "list" });
  private readonly area = make("div", { class: "area" });
  private readonly modes: HTMLSelectElement;
  private chart?: uPlot;
  private drawn?: Drawn;
  private phase?: { curves: Curve[]; dots: SVGCircleElement[] }; // of signals over a signal, where each is now
  private mark?: HTMLElement;
  private values: HTMLElement[] = [];

  constructor(private readonly host: Host, readonly state: PlotState, owner: Plots) {
    this.modes = select("What the plot shows", [["time", host.over.startsWith("time") ? "over time" : `over ${host.over}`], ["phase", "over the first"], ["spectrum", "spectrum"],
      ...(host.runs.length > 1 ? [["difference", "difference"] as [string, string]] : [])], state.mode, (mode) => {
      state.mode = mode as Mode;
      this.draw();
      host.changed();
    });
    const saves = make("div", { class: "saves" },
      button("PNG", "Save this plot as PNG", () => void this.savePng(), "plot-png"),
      button("SVG", "Save this plot as SVG", () => save(`${this.fileName()}.svg`, new Blob([this.svg()], { type: "image/svg+xml" })), "plot-svg"),
      button("CSV", "Save these signals as CSV", () => save(`${this.fileName()}.csv`, new Blob([this.csv()], { type: "text/csv" })), "plot-csv"));
    const tools = make("div", { class: "tools" }, this.modes, button("×", "Remove this plot", () => owner.remove(this), "plot-close"));
    this.card.append(make("header", {}, this.chips, tools), this.area, saves);
    this.card.addEventListener("pointerdown", () => owner.activate(this));
    this.card.addEventListener("dragover", (event) => event.preventDefault());
    this.card.addEventListener("drop", (event) => {
      event.preventDefault();
      const name = event.dataTransfer?.getData("text/plain");
      if (name) this.toggle(name, true);
    });
    new ResizeObserver(() => this.resize()).observe(this.area);
  }
  private fileName(): string {
    return fileName(`${this.host.runs[0].raw.name}-${this.state.signals.slice(0, 3).join("-")}`);
  }
  has(name: string): boolean {
    return this.state.signals.includes(name);
  }
  toggle(name: string, on = !this.has(name)): void {
    if (!this.host.runs.some((run) => run.signals.has(name))) return;
    const rest = this.state.signals.filter((other) => other !== name);
    this.state.signals = on ? [...rest, name] : rest;
    this.draw();
    this.host.changed();
  }

  // The curves of all signals and runs.
  curves(): Curve[] {
    const out: Curve[] = [], { mode, signals } = this.state;
    if (mode === "difference") return this.differences();
    this.host.runs.forEach((run, r) => {
      const over = mode === "phase" ? run.column(signals[0] ?? "") : run.time;
      signals.forEach((name, k) => {
        const y = run.column(name), info = run.signals.get(name);
        if (!y || !info || !over || (mode === "phase" && k === 0)) return;
        const label = this.host.runs.length > 1 ? `${name} (${run.raw.file})` : name;
        const base = { label, unit: info.unit, colour: colours[k % colours.length], dashed: r > 0 || (!!this.state.title && k > 1), points: this.host.modes, time: run.time };
        if (mode === "spectrum") {
          const { frequency, amplitude } = spectrum(run.time, y);
          out.push({ ...base, x: frequency, y: amplitude });
        } else out.push({ ...base, x: over, y });
      });
    });
    return out;
  }
  // What the others have more than the first, at its times; nothing where they have no time.
  private differences(): Curve[] {
    const out: Curve[] = [], [first, ...others] = this.host.runs;
    others.forEach((run, r) => {
      const time = run.time, end = time[time.length - 1];
      this.state.signals.forEach((name, k) => {
        const own = first.column(name), other = run.column(name), info = first.signals.get(name);
        if (!own || !other || !info) return;
        const y = Float32Array.from(first.time, (t, i) => {
          if (!(t >= time[0] && t <= end)) return NaN;
          const [row, part] = locate(time, t);
          return between(other, row, part) - own[i];
        });
        const label = `${name} (${run.raw.file} − ${first.raw.file})`;
        out.push({ label, unit: info.unit, colour: colours[k % colours.length], dashed: r > 0, points: false, x: first.time, y });
      });
    });
    return out;
  }
  private xLabel(): string {
    if (this.state.mode === "time" || this.state.mode === "difference") return this.host.over;
    if (this.state.mode === "spectrum") return `frequency [${this.host.unit === "s" ? "Hz" : `1/${this.host.unit}`}]`;
    const info = this.host.runs[0].signals.get(this.state.signals[0] ?? "");
    return info ? (info.unit ? `${info.name} [${info.unit}]` : info.name) : "";
  }

  private yLabel(curves: Curve[]): string {
    return labelOf(curves, this.state.title);
  }

  draw(): void {
    this.chart?.destroy();
    this.chart = this.drawn = this.phase = this.mark = undefined;
    this.area.replaceChildren();
    this.modes.value = this.state.mode;
    this.drawChips();
    // what stands above takes its room before the curves are drawn
    this.move();
    if (!this.state.signals.length || (this.state.mode === "phase" && this.state.signals.length < 2)) {
      const hint = this.state.signals.length ? "Choose a second signal: the others are drawn over the first." : "Choose signals in the list, or drop them here.";
      this.area.append(make("p", { class: "hint" }, hint));
      return;
    }
    if (this.single()) return this.drawTable();
    if (this.state.mode === "phase") this.drawPhase();
    else this.drawChart();
    this.move();
  }
  // Of one position there are no curves.
  private single(): boolean {
    return this.state.mode !== "phase" && this.host.runs.every((run) => run.rows < 2);
  }
  private drawTable(): void {
    const { runs } = this.host, table = make("table"), rows = make("tbody");
    if (runs.length > 1) table.append(make("thead", {}, make("tr", {}, make("th"), ...runs.map((run) => make("th", { scope: "col" }, run.raw.file)), make("th"))));
    for (const name of this.state.signals) {
      const unit = runs.find((run) => run.signals.has(name))?.signals.get(name)?.unit ?? "";
      const cells = runs.map((run) => make("td", {}, run.column(name)?.length ? brief(calm(run.column(name)![0], run.mostOf(unit))) : "–"));
      rows.append(make("tr", {}, make("th", { scope: "row" }, name), ...cells, make("td", { class: "unit" }, unit), make("td", {}, button("×", `Remove ${name} from this plot`, () => this.toggle(name, false)))));
    }
    table.append(rows);
    this.area.append(make("div", { class: "numbers" }, table));
  }
  private drawChips(): void {
    const { title } = this.state, signals = this.single() ? [] : this.state.signals, shown = title && this.state.mode === "phase" ? signals.slice(1) : signals;
    this.card.classList.toggle("single", this.single());
    this.values = [];
    this.chips.replaceChildren(...(title ? [make("strong", {}, title)] : []), ...shown.map((name) => {
      const k = signals.indexOf(name), value = make("b", {}), mark = make("i", { style: `background:${colours[k % colours.length]}` });
      this.values[k] = value;
      return make("span", { class: "chip", role: "listitem", title: name }, mark, make("span", {}, name), value, button("×", `Remove ${name} from this plot`, () => this.toggle(name, false)));
    }));
  }
  private size(): { width: number; height: number } {
    return { width: Math.max(160, this.area.clientWidth), height: Math.max(110, this.area.clientHeight) };
  }
  private drawChart(): void {
    const curves = this.curves(), { ink, line, accent } = this.host.ink();
    if (!curves.length) {
      this.area.append(make("p", { class: "hint" }, "Not in this result."));
      return;
    }
    // curves of one unit share an axis; runs may have rows of their own
    const units = [...new Set(curves.map((c) => c.unit))], axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
    const data = curves.every((c) => c.x === curves[0].x)
      ? [plain(curves[0].x), ...curves.map((c) => plain(c.y))]
      : uPlot.join(curves.map((c) => [plain(c.x), plain(c.y)] as uPlot.AlignedData), curves.map(() => [2, 2]));
    const room = (_: uPlot, values: string[] | null) => 14 + 7 * Math.max(3, ...(values ?? []).map((v) => v?.length ?? 0));
    const options: uPlot.Options = {
      ...this.size(),
      legend: { show: false },
      cursor: { drag: { x: true, y: false }, focus: { prox: 24 }, points: { size: 6 } },
      scales: { x: { time: false }, ...Object.fromEntries(units.map((_, i) => [`y${i}`, { range: around }])) },
      series: [{}, ...curves.map((c): uPlot.Series => ({ label: c.label, stroke: c.colour, width: 1.5, scale: `y${units.indexOf(c.unit)}`, dash: c.dashed ? [5, 4] : undefined, spanGaps: true, pxAlign: 0, points: { show: !!c.points, size: 7, fill: c.points ? c.colour : undefined }, paths: c.points ? () => null : undefined }))],
      axes: [
        { ...axis, label: this.xLabel(), labelSize: 16, size: 34, labelFont: "11px system-ui", font: "11px system-ui", ...(this.host.modes && this.state.mode === "time" ? { incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] } : {}) },
        ...units.map((unit, i): uPlot.Axis => ({
          ...axis, scale: `y${i}`, side: i % 2 ? 1 : 3, space: (_u, _axis, _low, _high, room) => (room < 200 ? 26 : 40), grid: { show: i === 0, stroke: line, width: 1 }, size: room as unknown as number,
          label: unit || undefined, labelSize: unit ? 16 : 0, font: "11px system-ui", labelFont: "11px system-ui", values: (_u, splits) => tickTexts(splits),
        })),
      ],
      hooks: {
        // what is under the pointer, in numbers
        setCursor: [(u) => {
          const i = u.cursor.idx;
          read.hidden = i == null || (u.cursor.left ?? -1) < 0;
          if (i == null || read.hidden) return;
          const at = `${this.xLabel().replace(/ \[.*/, "")} ${short(u.data[0][i])}`;
          const words = curves.map((c, k) => [c, u.data[k + 1][i]] as const).filter(([, v]) => v != null).map(([c, v]) => `${c.label} ${short(v as number)}`);
          read.textContent = [at, ...words].join("\n");
          read.style.left = `${Math.min((u.cursor.left ?? 0) + u.over.offsetLeft + 12, Math.max(0, this.area.clientWidth - read.offsetWidth - 4))}px`;
          read.style.top = `${u.over.offsetTop + 4}px`;
        }],
        draw: [() => this.place()],
      },
    };
    const read = make("div", { class: "readout", "aria-hidden": "true" });
    read.hidden = true;
    this.mark = make("div", { class: "cursor", style: `background:${accent}` });
    this.chart = new uPlot(options, data as uPlot.AlignedData, this.area);
    this.chart.over.append(this.mark);
    if (this.state.mode === "spectrum") this.chart.setScale("x", { min: 0, max: endOf(curves) });
    this.area.append(read);
    this.place();
    // a click shows that time; dragging zooms, a double click shows all
    let pressed = 0;
    this.chart.over.addEventListener("pointerdown", (event) => (pressed = event.clientX));
    this.chart.over.addEventListener("click", (event) => {
      if (this.state.mode === "spectrum" || Math.abs(event.clientX - pressed) > 3) return;
      this.host.seek(this.chart!.posToVal(event.offsetX, "x"));
    });
  }
  private drawPhase(): void {
    const colours = this.host.ink(), curves = this.curves(), name = `phase-${++phases}`;
    if (!curves.length) return;
    this.drawn = plotSvg(curves, this.xLabel(), this.yLabel(curves), { ...this.size(), ...colours, clip: name, legend: false });
    const image = document.importNode(new DOMParser().parseFromString(this.drawn.text, "image/svg+xml").documentElement, true);
    const dots = curves.map((curve) => {
      const dot = document.createElementNS("http://www.w3.org/2000/svg", "circle");
      dot.setAttribute("r", "4.5");
      dot.setAttribute("fill", curve.dashed ? colours.back : curves.length > 1 ? curve.colour : colours.accent);
      dot.setAttribute("stroke", curve.dashed ? curve.colour : colours.back);
      image.append(dot);
      return dot;
    });
    this.phase = { curves, dots };
    const read = make("div", { class: "readout", "aria-hidden": "true" });
    read.hidden = true;
    this.area.append(image, read);
    // what is near the pointer, in numbers; a click goes to when it was so
    const near = (event: PointerEvent | MouseEvent) => {
      const box = this.area.getBoundingClientRect(), d = this.drawn!, at: [number, number] = [event.clientX - box.left, event.clientY - box.top];
      let best = 40 * 40, found: { curve: Curve; row: number; x: number; y: number } | undefined;
      for (const curve of curves)
        for (let row = 0; row < curve.x.length; row++) {
          const x = d.toX(curve.x[row]), y = d.toY(curve.y[row]), far = (x - at[0]) ** 2 + (y - at[1]) ** 2;
          if (far < best) best = far, found = { curve, row, x, y };
        }
      return found;
    };
    image.addEventListener("pointermove", (event) => {
      const found = near(event);
      read.hidden = !found;
      image.style.cursor = found ? "pointer" : "default";
      if (!found) return;
      const { curve, row } = found, over = this.host.over.replace(/ \[.*/, "");
      read.textContent = [`${over} ${short(curve.time![row])}`, `${this.xLabel().replace(/ \[.*/, "")} ${short(curve.x[row])}`, `${curve.label} ${short(curve.y[row])}`].join("\n");
      read.style.left = `${found.x + 14 + read.offsetWidth < this.area.clientWidth ? found.x + 14 : Math.max(0, found.x - 14 - read.offsetWidth)}px`;
      read.style.top = `${Math.max(0, Math.min(this.area.clientHeight - read.offsetHeight, found.y - 20))}px`;
    });
    image.addEventListener("pointerleave", () => (read.hidden = true));
    image.addEventListener("click", (event) => {
      const found = near(event);
      if (found) this.host.seek(found.curve.time![found.row]);
    });
  }
  // The line at the time shown: an element of its own, so that curves are not drawn again in every frame.
  private place(): void {
    const { chart, mark } = this;
    if (!chart || !mark) return;
    const { min, max } = chart.scales.x, t = this.host.time();
    mark.hidden = this.state.mode === "spectrum" || min == null || max == null || t < min || t > max;
    if (!mark.hidden) mark.style.transform = `translateX(${(chart.valToPos(t, "x") - 0.75).toFixed(2)}px)`;
  }
  // The cursor at the time shown, and the values there.
  move(): void {
    const { runs } = this.host, rows = runs.map((run) => locate(run.time, this.host.time()));
    this.state.signals.forEach((name, k) => {
      if (!this.values[k]) return;
      const words = runs.map((run, r) => {
        const column = run.column(name);
        return column ? brief(calm(between(column, ...rows[r]), run.most(name))) : "–";
      });
      const unit = runs.find((run) => run.signals.has(name))?.signals.get(name)?.unit;
      this.values[k].textContent = ` ${words.join(" | ")}${unit ? ` ${unit}` : ""}`;
    });
    this.place();
    if (!this.phase || !this.drawn) return;
    const { toX, toY } = this.drawn, { curves, dots } = this.phase;
    curves.forEach(({ x, y, time }, k) => {
      const [row, part] = locate(time as Float32Array, this.host.time()), cx = toX(between(x as Float32Array, row, part)), cy = toY(between(y as Float32Array, row, part));
      dots[k].setAttribute("visibility", Number.isFinite(cx + cy) ? "visible" : "hidden");
      if (!Number.isFinite(cx + cy)) return;
      dots[k].setAttribute("cx", cx.toFixed(2));
      dots[k].setAttribute("cy", cy.toFixed(2));
    });
  }
  resize(): void {
    if (this.chart) this.chart.setSize(this.size());
    else if (this.drawn) this.draw();
  }

  // For print: black on white, a panel for each unit.
  svg(): string {
    const curves = this.curves(), style = { width: 760, height: 380, ink: "#1b1f24", line: "#e1e5ea", back: "#ffffff" };
    const x = this.chart?.scales.x, window = this.state.mode !== "phase" && this.state.mode !== "spectrum" && x?.min != null && x.max != null ? ([x.min, x.max] as [number, number]) : undefined;
    const units = this.state.mode === "phase" ? [undefined] : [...new Set(curves.map((c) => c.unit))];
    const panels = units.map((unit) => {
      const own = unit === undefined ? curves : curves.filter((c) => c.unit === unit);
      return plotSvg(own, this.xLabel(), this.yLabel(own), style, window).text;
    });
    if (panels.length === 1) return panels[0];
    const inner = panels.map((panel, k) => panel.replace("<svg ", `<svg y="${k * style.height}" `).replace(/"c"|#c\)/g, (m) => (m === '"c"' ? `"c${k}"` : `#c${k})`)));
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${style.width}" height="${style.height * panels.length}">\n${inner.join("")}</svg>\n`;
  }
  csv(): string {
    const run = this.host.runs[0], names = this.state.signals.filter((name) => run.column(name));
    const head = [this.host.over, ...names.map((name) => (run.signals.get(name)!.unit ? `${name} [${run.signals.get(name)!.unit}]` : name))];
    const quote = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    const lines = [head.map(quote).join(",")], columns = [run.time, ...names.map((name) => run.column(name)!)];
    for (let i = 0; i < run.rows; i++) lines.push(columns.map((c) => String(Number(c[i].toPrecision(8)))).join(","));
    return lines.join("\n") + "\n";
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
    canvas.toBlob((blob) => blob && save(`${this.fileName()}.png`, blob), "image/png");
  }
}

// Where spectra have become small for good, and half as far again.
function endOf(curves: Curve[]): number {
  let end = 0;
  for (const { x, y } of curves) {
    let most = 0, i = y.length - 1;
    for (let k = 0; k < y.length; k++) most = Math.max(most, y[k]);
    while (i > 0 && !(y[i] > 0.01 * most)) i--;
    end = Math.max(end, Math.min(x[x.length - 1], Math.max(1.5 * x[i], x[Math.min(16, x.length - 1)])));
  }
  return end;
}

function labelOf(curves: Curve[], title?: string): string {
  const units = [...new Set(curves.map((c) => c.unit).filter((u) => u))];
  if (title && units.length < 2) return `${title}${units.length ? ` [${units[0]}]` : ""}`;
  return curves.length === 1 ? `${curves[0].label}${units.length ? ` [${units[0]}]` : ""}` : units.map((u) => `[${u}]`).join(" ");
}

export class Plots {
  readonly list: Plot[] = [];
  readonly box = make("div", { class: "plots-list" });
  active?: Plot;
  onActive: () => void = () => undefined;
  constructor(private readonly host: Host) {}
  add(state: PlotState): Plot {
    const plot = new Plot(this.host, state, this);
    this.list.push(plot);
    this.box.append(plot.card);
    this.activate(plot);
    plot.draw();
    return plot;
  }
  remove(plot: Plot): void {
    this.list.splice(this.list.indexOf(plot), 1);
    plot.card.remove();
    this.activate(this.list[this.list.length - 1]);
    this.host.changed();
  }
  activate(plot: Plot | undefined): void {
    this.active = plot;
    for (const other of this.list) other.card.classList.toggle("active", other === plot && this.list.length > 1);
    this.onActive();
  }
  toggle(name: string): void {
    (this.active ?? this.add({ mode: "time", signals: [] })).toggle(name);
    this.onActive();
  }
  move(): void {
    for (const plot of this.list) plot.move();
  }
  redraw(): void {
    for (const plot of this.list) plot.draw();
  }
  get state(): PlotState[] {
    return this.list.map((plot) => plot.state);
  }
}
