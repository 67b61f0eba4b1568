// SPDX-License-Identifier: Apache-2.0
// Dialogues: what was run and how it went; keys and mouse.
import type { Run } from "./data";
import { button, make } from "./dom";
import type { Picture } from "./picture";

function dialog(name: string, title: string, ...children: Node[]): HTMLDialogElement {
  const box = make("dialog", { class: name, "aria-label": title });
  box.append(make("header", {}, make("h2", {}, title), button("×", "Close", () => box.close())), ...children);
  box.addEventListener("click", (event) => event.target === box && box.close());
  return box;
}

export function aboutDialog(runs: Run[], picture: Picture): HTMLDialogElement {
  const parts: Node[] = [];
  if (picture.description) parts.push(make("p", {}, picture.description));
  for (const run of runs) {
    const { raw } = run, table = make("table");
    const row = (name: string, text: string) => text && table.append(make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, text)));
    row("result", raw.file);
    row("model", raw.name);
    row("analysis", raw.analysis);
    row("status", raw.status === "running" ? "not ended: still running, or stopped by force" : raw.status);
    row("settings", raw.settings.trim());
    row("rows", raw.rows < raw.all_rows ? `${raw.rows} of ${raw.all_rows}, evenly` : String(raw.rows));
    row("signals", run.signals.size < raw.all_signals ? `${run.signals.size} of ${raw.all_signals}` : String(run.signals.size));
    for (const [name, text] of raw.notes) row(name.replaceAll("_", " "), text);
    row("made by", `Trammel ${raw.version}`);
    parts.push(table);
    if (raw.model_text) parts.push(make("details", {}, make("summary", {}, `the model (${raw.file})`), make("pre", {}, raw.model_text)));
  }
  return dialog("about", "About this result", ...parts);
}

export function helpDialog(): HTMLDialogElement {
  const keys: [string, string][] = [
    ["space", "play or pause"], ["← →", "one row back or on; with shift ten"], ["Home, End", "the beginning, the end"], ["+ −", "faster, slower"],
    ["l", "begin again at the end, or not"], ["f", "show all"], ["1 … 7", "iso, front, top, right, back, bottom, left"], ["g", "follow what is chosen"],
    ["n", "names"], ["r", "reactions"], ["/", "search names"], ["t", "light or dark"], ["Esc", "choose nothing"],
    ["drag", "turn; with the right button, or two fingers: move; wheel: zoom"], ["click", "choose a body or joint and see its values"],
    ["in plots", "click: go to that time; drag: zoom; double click: all. Drop signals from the list into a plot."],
  ];
  const table = make("table");
  for (const [key, text] of keys) table.append(make("tr", {}, make("th", { scope: "row" }, key), make("td", {}, text)));
  const note = make("p", {}, "The address of this page holds the view: copy it to share what you see. Values are kept in single precision, about seven digits.");
  return dialog("help", "Keys and mouse", table, note);
}
