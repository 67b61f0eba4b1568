// SPDX-License-Identifier: Apache-2.0
// App: the page put together: scene, transport, tree, values, plots.
import { Color, Vector3 } from "three";
import { arrowScale, setArrowScale } from "./arrows";
import type { Layer, Ref } from "./batch";
import type { Run } from "./data";
import { button, check, fileName, make, save, select, sign, signed } from "./dom";
import { aboutDialog, helpDialog } from "./dialogs";
import { Mechanism } from "./mechanism";
import { isModes, Modes } from "./modes";
import { firstPlots } from "./first";
import { between, locate, type Picture } from "./picture";
import { Player, speeds } from "./player";
import { Plots, type PlotState } from "./plots";
import { Stage, type View } from "./stage";
import { readState, writeState, type State } from "./state";
import { brief, calm, short } from "./svg";
import { isSuspension, Suspension } from "./suspension";
import { aboutSweep, isSweep, Sweep } from "./sweep";
import { Tree } from "./tree";

const layerNames: [Layer, string][] = [
  ["shapes", "bodies"], ["joints", "joints"], ["supports", "supports"], ["springs", "springs and dampers"], ["motions", "motions"],
  ["forces", "forces"], ["reactions", "reactions"], ["contacts", "contacts"], ["markers", "markers"], ["gravity", "gravity"],
];
const views: [View, string][] = [
  ["iso", "Iso"], ["front", "Front"], ["top", "Top"], ["right", "Right"], ["back", "Back"], ["bottom", "Bottom"], ["left", "Left"],
];
const seconds: Record<string, number> = { s: 1, ms: 1000, us: 1e6, min: 1 / 60, h: 1 / 3600 };

// Runs that are shown one at a time: their titles, and which is shown.
export interface Sheets {
  titles: string[];
  chosen: number;
  choose: (sheet: number) => void;
}

export class App {
  readonly player: Player;
  readonly stage: Stage;
  readonly plots: Plots;
  readonly tree: Tree;
  readonly mechanisms: Mechanism[];
  private readonly slider = make("input", { type: "range", min: "0", max: "1", step: "any", class: "scrub", "aria-label": "Time" });
  private readonly clock = make("output", { class: "clock", "aria-live": "off" });
  private readonly playButton: HTMLButtonElement;
  private readonly loopButton: HTMLButtonElement;
  private readonly speedSelect: HTMLSelectElement;
  private readonly values = make("section", { class: "values", "aria-label": "Values" });
  private readonly menu = make("details", { class: "menu" });
  private readonly modes?: Modes;
  private readonly sweep?: Sweep;
  private readonly suspension?: Suspension;
  private readonly ended = new AbortController(); // of what listens
  private mode = 0; // of modes: which row is shown, and how far it swings, in tenths of the whole
  private branch = 0; // of a sweep: which mode
  private swing = 1;
  private readonly traces = new Set<string>();
  private readonly said = make("p", { class: "quiet", role: "status", "aria-live": "polite" });
  private theme = "";
  private waiting = 0;
  private moved = true;

  constructor(readonly runs: Run[], readonly pictures: Picture[], readonly root: HTMLElement, private readonly sheets?: Sheets) {
    const run = runs[0], picture = pictures[0], time = run.time;
    const start = time[0] ?? 0, end = time[time.length - 1] ?? 0;
    // a mode swings once in two seconds, in steps of ten degrees
    const swings = Float32Array.from({ length: 37 }, (_, i) => i / 36);
    const swing = isModes(run) || isSweep(run);
    this.player = swing ? new Player(0, 1, swings, 0.5) : new Player(start, Math.max(end, ...runs.map((r) => r.time[r.time.length - 1] ?? 0)), time, seconds[picture.time] ?? 1, isSuspension(run));
    const g = new Vector3(...picture.gravity), up = picture.planar ? new Vector3(0, 1, 0) : new Vector3(0, 0, 1);
    if (g.length() > 0 && !picture.planar) up.copy(g).negate().normalize();
    const scene = make("div", { class: "stage", role: "img", "aria-label": "The mechanism in motion" });
    this.mechanisms = runs.map((r, k) => new Mechanism(r, pictures[k], up, k > 0));
    this.stage = new Stage(scene);
    this.plots = new Plots({
      runs, unit: picture.time, over: isModes(run) ? "mode" : isSweep(run) ? aboutSweep(run).parameter : `time [${picture.time}]`, modes: isModes(run),
      time: () => this.at, seek: (t) => (swing ? this.setMode(this.rowOf(t)) : this.player.seek(t)), changed: () => this.remember(), ink: () => this.inks(),
    });
    if (isModes(run)) this.modes = new Modes(run, { choose: (row) => this.setMode(row), swing: (amplitude) => this.setSwing(amplitude) });
    if (isSweep(run))
      this.sweep = new Sweep(run, {
        choose: (branch, row) => (this.setBranch(branch), this.setMode(row)), swing: (amplitude) => this.setSwing(amplitude), ink: () => this.inks(),
      });
    if (isSuspension(run))
      this.suspension = new Suspension(run, {
        toggle: (state) => {
          const shown = this.plots.list.find((plot) => plot.state.title === state.title);
          if (shown) this.plots.remove(shown);
          else this.plots.add(state).card.scrollIntoView({ block: "nearest" });
          this.remember();
        },
        shown: (title) => this.plots.list.some((plot) => plot.state.title === title),
      });
    this.tree = new Tree(run, picture, {
      choose: (ref) => this.choose(ref), toggle: (name) => this.plots.toggle(name), plotted: (name) => this.plots.active?.has(name) ?? false,
    });
    this.plots.onActive = () => (this.tree.mark(this.stage.chosen), this.suspension?.mark());
    this.playButton = signed("play", "Play (space)", () => this.player.play());
    this.loopButton = signed("loop", "Begin again at the end (l)", () => this.setLoop(!this.player.loop));
    this.speedSelect = select("Speed", speeds.map((s) => [String(s), `${s}×`]), String(this.player.speed), (value) => {
      this.player.speed = Number(value);
      this.remember();
    });
    this.lay(scene);
    this.stage.show(this.mechanisms, up, picture.planar);
    this.setTheme("");
    this.player.onChange = () => (this.moved = true);
    this.bind(scene);
  }

  // ---- layout
  private lay(scene: HTMLElement): void {
    const { raw } = this.runs[0], plotsBox = make("section", { class: "plots", "aria-label": "Plots" });
    const about = aboutDialog(this.runs, this.pictures[0]), help = helpDialog();
    const title = make("h1", {}, raw.name || raw.file);
    const state = raw.status === "complete" ? "" : ` · ${raw.status === "running" ? "not ended" : raw.status}`;
    const header = make("header", { class: "bar" }, title,
      make("span", { class: "kind" }, `${this.sweep ? `modes over ${this.sweep.about.parameter}` : this.suspension ? "suspension" : raw.analysis}${state}`),
      this.sheets?.titles.length ? this.tabs(this.sheets) : undefined,
      this.runs.length > 1 ? make("span", { class: "kind" }, `with ${this.runs.slice(1).map((r) => r.raw.file).join(", ")} (pale, dashed)`) : undefined,
      make("span", { class: "space" }),
      button("Model", "Model and parts", () => document.body.classList.toggle("show-tree"), "tree"),
      button("About", "What was run, and how it went", () => about.showModal(), "about"),
      signed("half", "Light or dark (t)", () => this.setTheme(this.isDark() ? "light" : "dark"), "theme"),
      button("?", "Keys and mouse (?)", () => help.showModal(), "help"));
    const tools = make("div", { class: "scene-tools", role: "toolbar", "aria-label": "View" },
      button("Fit", "Show all (f)", () => this.stage.fit(), "fit"),
      select("Standard views", [["", "View"], ...views], "", (value) => {
        if (value) this.stage.view(value as View);
        (tools.querySelector("select") as HTMLSelectElement).value = "";
      }),
      this.menu, button("PNG", "Save the picture as PNG", () => void this.savePng(), "png"));
    scene.append(tools);
    this.fillMenu();
    const transport = make("footer", { class: "transport", role: "toolbar", "aria-label": "Time" },
      signed("begin", "To the beginning (Home)", () => this.player.seek(this.player.start)),
      signed("back", "One row back (←)", () => this.player.step(-1)), this.playButton,
      signed("on", "One row on (→)", () => this.player.step(1)), this.slider, this.clock, this.speedSelect, this.loopButton);
    if (this.modes) plotsBox.append(this.modes.box);
    document.body.classList.toggle("wide-plots", !!this.sweep || !!this.suspension);
    if (this.suspension) plotsBox.append(this.suspension.box);
    if (this.sweep) plotsBox.append(this.sweep.diagrams[0].card, this.sweep.box, this.sweep.diagrams[1].card);
    plotsBox.append(this.plots.box, button("+ plot", "Add another plot", () => {
      this.plots.add({ mode: "time", signals: [] }).card.scrollIntoView({ block: "nearest" });
      this.remember();
    }, "add-plot"));
    const side = make("aside", { class: "side" }, this.tree.box, this.values);
    this.root.replaceChildren(header, make("main", {}, side, scene, plotsBox), transport, this.said, about, help);
  }
  private tabs({ titles, chosen, choose }: Sheets): HTMLElement {
    const box = make("div", { class: "tabs", role: "tablist", "aria-label": "What is shown" });
    titles.forEach((title, k) => {
      const tab = button(title, `Show ${title}`, () => k !== chosen && choose(k), `sheet-${k}`);
      tab.setAttribute("role", "tab");
      tab.setAttribute("aria-selected", String(k === chosen));
      box.append(tab);
    });
    return box;
  }
  private fillMenu(): void {
    const picture = this.pictures[0];
    const has: Partial<Record<Layer, boolean>> = {
      contacts: picture.contacts.length > 0, springs: picture.forces.length > 0, motions: picture.motions.length > 0, forces: picture.forces.length > 0,
      markers: picture.markers.length > 0, gravity: new Vector3(...picture.gravity).length() > 0, reactions: picture.joints.length > 0, joints: picture.joints.length > 0,
      supports: picture.joints.length > 0,
    };
    const list = make("div", { class: "menu-list" });
    for (const [layer, text] of layerNames)
      if (has[layer] !== false) list.append(check(text, this.stage.layers.has(layer), (on) => this.setLayer(layer, on), layer));
    list.append(
      check("names", this.stage.labels, (on) => this.setFlag("labels", on), "labels"),
      check("frames", this.stage.frames, (on) => this.setFlag("frames", on), "frames"),
      check("grid", this.stage.grid, (on) => this.setFlag("grid", on), "grid"),
      check("parallel rays", this.stage.parallel, (on) => (this.stage.setParallel(on), this.remember()), "parallel"));
    const scale = make("input", { type: "range", min: "-1.5", max: "1.5", step: "0.05", value: "0", "aria-label": "Length of arrows" });
    scale.value = String(Math.log10(arrowScale(this.mechanisms[0]).factor));
    scale.addEventListener("input", () => this.setArrows(10 ** Number(scale.value)));
    list.append(make("label", { class: "check" }, "arrows", scale));
    this.menu.replaceChildren(make("summary", { title: "What is shown" }, "Show"), list);
  }

  // ---- what the user does
  private bind(scene: HTMLElement): void {
    this.slider.min = String(this.player.start);
    this.slider.max = String(this.player.end);
    this.slider.disabled = !(this.player.end > this.player.start);
    this.slider.addEventListener("input", () => this.player.seek(Number(this.slider.value)));
    const { signal } = this.ended;
    let down: [number, number] | undefined;
    this.stage.canvas.addEventListener("pointerdown", (event) => {
      down = [event.clientX, event.clientY];
      this.menu.open = false;
    }, { signal });
    this.stage.canvas.addEventListener("pointerup", (event) => {
      if (!down || Math.hypot(event.clientX - down[0], event.clientY - down[1]) > 4) return;
      const box = scene.getBoundingClientRect(), ref = this.stage.pick(event.clientX - box.left, event.clientY - box.top);
      this.choose(ref);
      if (ref) this.tree.reveal(ref);
    }, { signal });
    this.stage.canvas.addEventListener("dblclick", () => this.stage.fit(), { signal });
    this.stage.onMove = () => this.remember();
    document.addEventListener("keydown", (event) => this.key(event), { signal });
    window.addEventListener("hashchange", () => this.restore(readState()), { signal });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.setTheme(this.theme), { signal });
  }
  // Another sheet is shown in its place.
  close(): void {
    this.ended.abort();
    clearTimeout(this.waiting);
    this.restored = false;
    this.stage.close();
  }
  private key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (target.matches("input:not([type=range]):not([type=checkbox]), select, textarea")) return;
    if (target.matches("button, summary") && (event.key === " " || event.key === "Enter")) return;
    const step = event.shiftKey ? 10 : 1;
    const keys: Record<string, () => void> = {
      " ": () => this.player.play(), ArrowRight: () => this.player.step(step), ArrowLeft: () => this.player.step(-step),
      Home: () => this.player.seek(this.player.start), End: () => this.player.seek(this.player.end),
      "+": () => this.player.faster(1), "=": () => this.player.faster(1), "-": () => this.player.faster(-1),
      l: () => this.setLoop(!this.player.loop), f: () => this.stage.fit(), g: () => this.setFollow(!this.stage.follow),
      n: () => this.setFlag("labels", !this.stage.labels), r: () => this.setLayer("reactions", !this.stage.layers.has("reactions")),
      t: () => this.setTheme(this.isDark() ? "light" : "dark"), "/": () => this.tree.search.focus(),
      Escape: () => this.choose(undefined), "?": () => document.querySelector<HTMLDialogElement>("dialog.help")?.showModal(),
    };
    views.forEach(([view], k) => (keys[String(k + 1)] = () => this.stage.view(view)));
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
    this.fillMenu();
    this.remember();
  }
  choose(ref: Ref | undefined): void {
    this.stage.choose(ref);
    this.tree.mark(ref);
    if (this.stage.follow) this.stage.follow = ref;
    this.fillValues();
    this.said.textContent = ref ? `${ref.kind} ${ref.name} chosen` : "";
    this.moved = true;
    this.remember();
  }
  setFollow(on: boolean): void {
    this.stage.follow = on ? this.stage.chosen : undefined;
    this.stage.touch();
    this.fillValues();
    this.remember();
  }
  setLayer(layer: Layer, on: boolean): void {
    if (on) this.stage.layers.add(layer);
    else this.stage.layers.delete(layer);
    this.stage.touch();
    this.remember();
  }
  setFlag(flag: "labels" | "frames" | "grid", on: boolean): void {
    this.stage[flag] = on;
    this.stage.touch();
    this.remember();
  }
  setArrows(factor: number): void {
    for (const m of this.mechanisms) arrowScale(m).factor = factor;
    this.stage.touch();
    this.remember();
  }
  setLoop(on: boolean): void {
    this.player.loop = on;
    this.loopButton.setAttribute("aria-pressed", String(on));
    this.moved = true;
    this.remember();
  }
  setTrace(name: string, on: boolean): void {
    const picture = this.pictures[0];
    let body = picture.bodies.findIndex((b) => b.name === name), at = new Vector3();
    const marker = picture.markers.find((m) => m.name === name), joint = picture.joints.find((j) => j.name === name);
    const frame = marker?.frame ?? (joint?.first && joint.first.body >= 0 ? joint.first : joint?.second);
    if (frame && body < 0) body = frame.body, at = new Vector3(...frame.at);
    if (body < 0) return;
    if (on) this.traces.add(name);
    else this.traces.delete(name);
    for (const m of this.mechanisms) m.trace(name, body, at, on, m.ghost ? new Color("#8a929c") : m.colourOf(body));
    this.stage.touch();
    this.remember();
  }
  isDark(): boolean {
    return this.theme ? this.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  }
  setTheme(theme: string): void {
    this.theme = theme === "light" || theme === "dark" ? theme : "";
    document.documentElement.dataset.theme = this.isDark() ? "dark" : "light";
    const style = getComputedStyle(document.documentElement), read = (name: string) => style.getPropertyValue(name).trim();
    this.stage.setTheme(read("--scene"), read("--ink"), read("--grid"));
    this.plots.redraw();
    this.sweep?.draw();
    this.remember();
  }
  private inks(): { ink: string; line: string; back: string; accent: string } {
    const style = getComputedStyle(document.documentElement), read = (name: string) => style.getPropertyValue(name).trim();
    return { ink: read("--ink"), line: read("--line"), back: read("--panel"), accent: read("--accent") };
  }
  private async savePng(): Promise<void> {
    this.stage.touch();
    this.stage.draw(this.player.t, true);
    save(`${fileName(this.runs[0].raw.name || "scene")}.png`, await this.stage.png());
  }

  // ---- values of what is chosen
  private valueCells: { cell: HTMLElement; column: Float32Array; run: number; most: number }[] = [];
  private fillValues(): void {
    const ref = this.stage.chosen;
    this.valueCells = [];
    this.values.replaceChildren();
    if (!ref) {
      this.values.append(make("p", { class: "hint" }, "Click a part of the mechanism, or choose one above, to see its values."));
      return;
    }
    const picture = this.pictures[0];
    const type = ref.kind === "joint" ? picture.joints.find((j) => j.name === ref.name)?.type : ref.kind === "force" ? picture.forces.find((f) => f.name === ref.name)?.type : undefined;
    const table = make("table");
    for (const info of this.tree.signalsOf(ref.name)) {
      const cells = this.runs.map((run, k) => {
        const column = run.column(info.name), cell = make("td", {});
        const alike = this.tree.signalsOf(ref.name).filter((other) => other.unit === info.unit);
        if (column) this.valueCells.push({ cell, column, run: k, most: Math.max(...alike.map((other) => run.most(other.name))) });
        return cell;
      });
      const name = make("button", { type: "button", class: "signal", title: `Plot ${info.name}` }, info.name.slice(ref.name.length + 1));
      name.addEventListener("click", () => this.plots.toggle(info.name));
      table.append(make("tr", {}, make("th", { scope: "row" }, name), ...cells, make("td", {}, info.unit)));
    }
    if (this.runs.length > 1 && table.childElementCount)
      table.prepend(make("thead", {}, make("tr", {}, make("th"), ...this.runs.map((run) => make("th", { scope: "col", title: run.raw.file }, run.raw.file.replace(/\.h5$/, "").slice(-14))), make("th"))));
    const traced = ref.kind === "body" || ref.kind === "marker" || ref.kind === "joint";
    this.values.append(
      make("h3", {}, ref.name, make("small", {}, type ? `${type} ${ref.kind}` : ref.kind)),
      make("div", { class: "row" },
        check("follow", !!this.stage.follow, (on) => this.setFollow(on), "follow"),
        traced ? check("trace", this.traces.has(ref.name), (on) => this.setTrace(ref.name, on), "trace") : undefined),
      table.childElementCount ? table : make("p", { class: "hint" }, "No signals of it are in this page."));
    this.moveValues();
  }
  private moveValues(): void {
    const rows = this.runs.map((run) => locate(run.time, this.at)), digits = this.runs.length > 1 ? brief : short;
    for (const { cell, column, run, most } of this.valueCells) cell.textContent = digits(calm(between(column, ...rows[run]), most));
  }

  // ---- modes
  get at(): number {
    return this.modes || this.sweep ? this.runs[0].time[this.mode] : this.player.t;
  }
  // The row whose first number is nearest.
  private rowOf(t: number): number {
    return this.runs[0].time.reduce((best, v, i, all) => (Math.abs(v - t) < Math.abs(all[best] - t) ? i : best), 0);
  }
  setBranch(branch: number): void {
    this.branch = Math.min((this.sweep?.about.modes ?? 1) - 1, Math.max(0, branch));
    for (const m of this.mechanisms) m.poses.takeShapes(`mode_${this.branch + 1}.`);
  }
  setMode(row: number): void {
    this.mode = Math.min(this.runs[0].rows - 1, Math.max(0, row));
    this.setSwing(this.swing);
  }
  setSwing(amplitude: number): void {
    this.swing = amplitude;
    for (const m of this.mechanisms) m.poses.mode = this.mode, m.poses.amplitude = 0.1 * amplitude * m.size;
    this.modes?.mark(this.mode, amplitude);
    this.sweep?.mark(this.branch, this.mode, amplitude);
    this.moved = true;
    this.stage.touch();
    this.remember();
  }

  // ---- time
  frame(now: number): void {
    this.player.tick(now);
    const moved = this.moved;
    this.moved = false;
    this.stage.draw(this.player.t, moved);
    if (!moved) return;
    const { player } = this, digits = Math.max(0, Math.min(6, 3 - Math.floor(Math.log10((player.end - player.start) / 10 || 1))));
    this.slider.value = String(player.t);
    this.clock.textContent = this.suspension ? this.suspension.move(player.t) : this.sweep ? `${(360 * player.t).toFixed(0)}°` : this.modes ? `mode ${short(this.at)}, ${(360 * player.t).toFixed(0)}°` : `${player.t.toFixed(digits)} ${this.pictures[0].time}`;
    this.slider.setAttribute("aria-valuetext", this.clock.textContent);
    sign(this.playButton, player.playing ? "pause" : "play");
    this.playButton.setAttribute("aria-label", player.playing ? "Pause (space)" : "Play (space)");
    this.loopButton.setAttribute("aria-pressed", String(player.loop));
    if (this.speedSelect.value !== String(player.speed)) this.speedSelect.value = String(player.speed);
    this.plots.move();
    this.moveValues();
    if (!player.playing) this.remember();
  }
  // All columns are there: plots, arrows, values.
  ready(playing?: boolean): void {
    for (const m of this.mechanisms) setArrowScale(m);
    // arrows are known now; what the address says of the camera comes after
    this.stage.fit();
    const state = readState(), still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.restore(state, true);
    // a page that is opened plain begins to move
    if (playing ?? (!Object.keys(state).length && !still)) this.player.play(true);
    this.fillValues();
    this.stage.touch();
    this.moved = true;
  }
  // the first that swings, and not by rounding alone
  private firstMode(): number {
    const im = this.runs[0].column("im");
    if (!im) return 0;
    const most = this.runs[0].most("im");
    return Math.max(0, im.findIndex((v) => Math.abs(v) > 1e-6 * most));
  }
  private firstPlots(): PlotState[] {
    const run = this.runs[0];
    if (this.suspension) return this.suspension.firstPlots();
    if (this.sweep) {
      const swings = Array.from({ length: this.sweep.about.modes }, (_, k) => k + 1).filter((k) => run.column(`mode_${k}.im`)?.some((v) => v !== 0));
      return [{ mode: "time", signals: swings.slice(0, 6).map((k) => `mode_${k}.damping_ratio`) }];
    }
    if (this.modes) return [{ mode: "phase", signals: ["re", "im"] }, { mode: "time", signals: ["frequency"] }];
    return firstPlots(run);
  }

  // ---- the view in the address
  get state(): State {
    const { stage, player } = this, c = stage.camera.position, o = stage.controls.target;
    const round = (v: number) => (Math.abs(v) < 1e-9 * stage.size ? 0 : Number(v.toPrecision(5)));
    return {
      t: Number(player.t.toPrecision(7)), speed: player.speed, loop: player.loop,
      show: [...layerNames.map(([layer]) => layer).filter((layer) => stage.layers.has(layer)), ...(["labels", "frames", "grid"] as const).filter((flag) => stage[flag])],
      chosen: stage.chosen && { kind: stage.chosen.kind, name: stage.chosen.name }, follow: stage.follow ? true : undefined,
      parallel: stage.parallel || undefined, arrows: round(arrowScale(this.mechanisms[0]).factor), traces: this.traces.size ? [...this.traces] : undefined,
      camera: [c.x, c.y, c.z, o.x, o.y, o.z, stage.camera.zoom].map(round), plots: this.plots.state, theme: this.theme || undefined,
      mode: this.modes || this.sweep ? this.mode : undefined, swing: this.modes || this.sweep ? this.swing : undefined,
      branch: this.sweep ? this.branch : undefined, sheet: this.sheets?.titles.length ? this.sheets.chosen : undefined,
    };
  }
  private remember(): void {
    if (!this.restored) return;
    clearTimeout(this.waiting);
    this.waiting = window.setTimeout(() => writeState(this.state), 300);
  }
  private restored = false;
  restore(state: State, first = false): void {
    const { stage, player } = this, list = <T>(v: unknown, ok: (x: T) => boolean): T[] => (Array.isArray(v) ? (v as T[]).filter(ok) : []);
    if (state.theme) this.setTheme(state.theme);
    if (state.speed && state.speed > 0) player.speed = state.speed;
    if (typeof state.loop === "boolean") player.loop = state.loop;
    if (Array.isArray(state.show)) {
      stage.layers = new Set(layerNames.map(([layer]) => layer).filter((layer) => state.show!.includes(layer)));
      for (const flag of ["labels", "frames", "grid"] as const) stage[flag] = state.show.includes(flag);
    }
    if (state.parallel !== undefined) stage.setParallel(!!state.parallel);
    if (state.arrows && state.arrows > 0) this.setArrows(state.arrows);
    const camera = list<number>(state.camera, Number.isFinite);
    if (camera.length === 7) {
      stage.camera.position.set(camera[0], camera[1], camera[2]);
      stage.controls.target.set(camera[3], camera[4], camera[5]);
      stage.camera.zoom = camera[6] || 1;
      stage.camera.updateProjectionMatrix();
      stage.controls.update();
    }
    for (const name of list<string>(state.traces, (x) => typeof x === "string")) this.setTrace(name, true);
    const known = [...this.pictures[0].bodies, ...this.pictures[0].joints, ...this.pictures[0].motions, ...this.pictures[0].forces, ...this.pictures[0].contacts, ...this.pictures[0].markers, { name: "ground" }];
    if (state.chosen && known.some(({ name }) => name === state.chosen!.name)) this.choose({ kind: state.chosen.kind as Ref["kind"], name: state.chosen.name, run: 0 });
    if (state.follow) this.setFollow(true);
    const plots = list<PlotState>(state.plots, (p) => !!p && Array.isArray(p.signals));
    if (first || state.plots) {
      while (this.plots.list.length) this.plots.remove(this.plots.list[0]);
      for (const plot of state.plots ? plots : this.firstPlots())
        this.plots.add({ mode: ["phase", "spectrum", ...(this.runs.length > 1 ? ["difference"] : [])].includes(plot.mode) ? plot.mode : "time", signals: plot.signals.filter((s) => typeof s === "string").slice(0, 32), title: typeof plot.title === "string" ? plot.title : undefined });
    }
    if (this.sweep) {
      // the first that swings
      const { modes } = this.sweep.about, swings = Array.from({ length: modes }, (_, k) => k).find((k) => this.runs[0].column(`mode_${k + 1}.im`)?.some((v) => v > 0));
      this.setBranch(Number.isInteger(state.branch) ? state.branch! : (swings ?? 0));
      if (first) this.sweep.draw();
    }
    if (this.modes || this.sweep) {
      if (typeof state.swing === "number" && state.swing >= 0 && state.swing <= 3) this.swing = state.swing;
      this.setMode(Number.isInteger(state.mode) ? state.mode! : this.modes ? this.firstMode() : 0);
    }
    if (typeof state.t === "number") player.seek(state.t);
    else if (first && this.suspension) player.seek(this.suspension.rest());
    this.fillMenu();
    this.restored = true;
    this.moved = true;
  }
}
