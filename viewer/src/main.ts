// SPDX-License-Identifier: Apache-2.0
// Start: positions first, so that there is a picture at once, then all other signals.
import { App } from "./app";
import { loadFirst, loadRest, readRuns } from "./data";
import { readPicture } from "./picture";
import "./style.css";

declare global {
  interface Window {
    trammel?: { app: App; ready: Promise<void>; first: number };
  }
}

performance.mark("program");
const runs = readRuns();
const pictures = runs.map(readPicture);
await loadFirst(runs, (run) => pictures[run.number].bodies.map((body) => body.name));
performance.mark("positions");
const app = new App(runs, pictures, document.getElementById("app")!);
performance.mark("scene");
app.frame(performance.now());
const first = performance.now();
const ready = loadRest().then(() => app.ready());
window.trammel = { app, ready, first };

function loop(now: number): void {
  app.frame(now);
  requestAnimationFrame(loop);
}
requestAnimationFrame(loop);
