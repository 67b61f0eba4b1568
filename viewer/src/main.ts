// SPDX-License-Identifier: Apache-2.0
// Start: positions first, so that there is a picture at once, then all other signals.
import { App } from "./app";
import { loadFirst, loadRest, readRuns, type Run } from "./data";
import { readPicture } from "./picture";
import { readState, writeState } from "./state";
import "./style.css";

declare global {
  interface Window {
    trammel?: { app: App; ready: Promise<void>; first: number };
  }
}

performance.mark("program");
const runs = readRuns(), pictures = runs.map(readPicture), root = document.getElementById("app")!;
// runs that belong together are shown one at a time, others over each other
const titles = runs.length > 1 && runs.every((run) => run.raw.sheet) ? runs.map((run) => run.raw.sheet!) : [];
const bodies = (run: Run): string[] => pictures[run.number].bodies.map((body) => body.name);

async function open(sheet: number): Promise<App> {
  const own = titles.length ? [runs[sheet]] : runs;
  await loadFirst(own, bodies);
  return new App(own, own.map((run) => pictures[run.number]), root, { titles, chosen: sheet, choose: (next) => void turn(next) });
}
async function turn(sheet: number): Promise<void> {
  const { app } = window.trammel!, { theme } = app.state, playing = app.player.playing;
  app.close();
  writeState({ sheet, theme });
  const next = (window.trammel!.app = await open(sheet));
  next.frame(performance.now());
  await window.trammel!.ready;
  next.ready(playing);
}

const asked = readState().sheet;
const app = await open(asked !== undefined && titles[asked] ? asked : 0);
performance.mark("scene");
app.frame(performance.now());
const first = performance.now();
window.trammel = { app, ready: Promise.resolve(), first };
window.trammel.ready = loadRest().then(() => app.ready());

function loop(now: number): void {
  window.trammel!.app.frame(now);
  requestAnimationFrame(loop);
}
requestAnimationFrame(loop);
