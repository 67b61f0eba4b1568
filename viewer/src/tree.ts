// SPDX-License-Identifier: Apache-2.0
// Tree: the model by its parts, each with its signals; and a search over all names.
import type { Ref } from "./batch";
import { ownerOf, type Run, type SignalInfo } from "./data";
import { button, make } from "./dom";
import type { Picture } from "./picture";
import { aboutSweep, isShape, isSweep } from "./sweep";

interface Part {
  name: string;
  title: string;
  ref?: Ref;
  signals: SignalInfo[];
}

export interface TreeHost {
  choose: (ref: Ref | undefined) => void;
  toggle: (signal: string) => void;
  plotted: (signal: string) => boolean;
}

export class Tree {
  readonly box = make("nav", { class: "tree", "aria-label": "Model" });
  readonly search = make("input", { type: "search", "aria-label": "Search names", title: "Search names (/)" });
  private readonly list = make("div", { class: "tree-list" });
  private readonly groups: { title: string; parts: Part[] }[] = [];
  private chosen?: Ref;

  constructor(private readonly run: Run, picture: Picture, private readonly host: TreeHost) {
    const owned = new Map<string, SignalInfo[]>();
    const sweep = isSweep(run) ? aboutSweep(run) : undefined;
    for (const info of run.list()) {
      if (sweep && isShape(info.name)) continue;
      const [owner] = ownerOf(info.name);
      if (!owned.has(owner)) owned.set(owner, []);
      owned.get(owner)!.push(info);
    }
    const group = (title: string, kind: Ref["kind"], items: { name: string; type?: string }[]) => {
      const parts = items.map((item): Part => ({
        name: item.name, title: item.type ?? "", ref: { kind, name: item.name, run: 0 }, signals: owned.get(item.name) ?? [],
      }));
      for (const item of items) owned.delete(item.name);
      if (parts.length) this.groups.push({ title, parts });
    };
    const alone = (owned.get("") ?? []).filter((info) => info.index > 0), loose = alone.filter((info) => info.name !== "freedoms");
    owned.delete("");
    group("Bodies", "body", picture.bodies);
    group("Joints", "joint", picture.joints);
    group("Motions", "motion", picture.motions);
    group("Forces", "force", picture.forces);
    group("Contacts", "contact", picture.contacts);
    group("Markers", "marker", picture.markers);
    // what is left: outputs, then energy and such; of a sweep its modes
    const label = (name: string) => sweep?.labels[Number(name.replace("mode_", "")) - 1]?.replace(/^\d+ ?/, "") ?? "";
    const rest = [...owned].map(([name, signals]): Part => ({ name, title: label(name), signals }));
    for (const info of alone) if (info.name === "freedoms") rest.push({ name: "", title: "", signals: [info] });
    if (rest.length) this.groups.unshift({ title: sweep ? "Modes" : "Whole model", parts: rest });
    if (loose.length) this.groups.unshift({ title: "Outputs", parts: loose.map((info) => ({ name: "", title: "", signals: [info] })) });
    this.search.addEventListener("input", () => this.fill());
    this.search.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.search.value = "", this.fill(), this.search.blur();
      if (event.key !== "Enter") return;
      event.preventDefault();
      this.list.querySelector<HTMLElement>(":scope > button, summary")?.focus();
    });
    this.box.append(make("label", { class: "search" }, "Search", this.search), this.list);
    this.fill();
  }

  private signalRow(info: SignalInfo, whole: boolean): HTMLElement {
    const [, part] = ownerOf(info.name), name = whole ? info.name : part;
    const row = make("button", { type: "button", class: "signal", draggable: "true", title: `Plot ${info.name}`, "aria-pressed": String(this.host.plotted(info.name)) },
      name, make("small", {}, info.unit));
    row.dataset.signal = info.name;
    row.addEventListener("click", () => this.host.toggle(info.name));
    row.addEventListener("dragstart", (event) => event.dataTransfer?.setData("text/plain", info.name));
    return row;
  }
  private partRow(part: Part): HTMLElement {
    if (!part.name) return this.signalRow(part.signals[0], true);
    const body = make("div", { class: "signals" });
    const label = make("summary", {}, make("span", {}, part.name), make("small", {}, part.title));
    const row = make("details", { class: "part" }, label, body);
    if (part.ref) {
      row.dataset.kind = part.ref.kind;
      row.dataset.name = part.name;
      label.addEventListener("click", () => this.host.choose(part.ref));
    }
    // signals are made when they are looked at: there may be very many
    row.addEventListener("toggle", () => {
      if (row.open && !body.childElementCount) body.append(...part.signals.map((info) => this.signalRow(info, false)));
      if (row.open && !part.signals.length) body.append(make("small", {}, "no signals in this page"));
    });
    return row;
  }
  private fill(): void {
    const wanted = this.search.value.trim().toLowerCase();
    this.list.replaceChildren();
    if (wanted) {
      const found: HTMLElement[] = [];
      for (const { parts } of this.groups)
        for (const part of parts) {
          if (part.name.toLowerCase().includes(wanted) && part.name && found.length < 200) found.push(this.partRow(part));
          for (const info of part.signals)
            if (found.length < 200 && info.name.toLowerCase().includes(wanted) && !part.name.toLowerCase().includes(wanted)) found.push(this.signalRow(info, true));
        }
      this.list.append(...(found.length ? found : [make("p", { class: "hint" }, "Nothing has such a name.")]));
      return;
    }
    for (const { title, parts } of this.groups) {
      const box = make("div", { class: "group" }), shown = parts.slice(0, 300);
      box.append(...shown.map((part) => this.partRow(part)));
      if (parts.length > shown.length)
        box.append(button(`${parts.length - shown.length} more…`, `Show all ${title.toLowerCase()}`, () => box.replaceChildren(...parts.map((part) => this.partRow(part)))));
      this.list.append(make("h3", {}, title, make("small", {}, parts.length > 1 ? String(parts.length) : "")), box);
    }
    this.mark(this.chosen);
  }
  // Show what is chosen and what is plotted.
  mark(ref: Ref | undefined): void {
    this.chosen = ref;
    for (const row of this.list.querySelectorAll<HTMLElement>("details.part"))
      row.classList.toggle("chosen", !!ref && row.dataset.kind === ref.kind && row.dataset.name === ref.name);
    for (const row of this.list.querySelectorAll<HTMLElement>("button.signal"))
      row.setAttribute("aria-pressed", String(this.host.plotted(row.dataset.signal!)));
  }
  // Bring the chosen part into sight, opened.
  reveal(ref: Ref): void {
    for (const row of this.list.querySelectorAll<HTMLDetailsElement>("details.part"))
      if (row.dataset.kind === ref.kind && row.dataset.name === ref.name) {
        row.open = true;
        // its signals are made first
        requestAnimationFrame(() => row.scrollIntoView({ block: "nearest" }));
      }
  }
  // The signals of a part.
  signalsOf(name: string): SignalInfo[] {
    return this.run.list().filter((info) => ownerOf(info.name)[0] === name);
  }
}
