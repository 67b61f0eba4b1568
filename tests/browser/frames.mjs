// SPDX-License-Identifier: Apache-2.0
// As large as a page may be: 1,000 bodies in 10,000 frames. The page is below 100 MB, bodies are where a closed form says,
// and its own program needs a small part of a sixtieth of a second for a frame. Drawing is told apart: here a processor does
// it, on a laptop its graphics.
import { execFileSync } from "node:child_process";
import { rmSync, statSync } from "node:fs";
import { check, command, equal, finish, launch, open, trammel, work } from "./chromium.mjs";

const [bodies, rows] = [1000, 10000];
execFileSync(command.replace(/trammel$/, "frames"), [`${work}/many.h5`, String(bodies), String(rows)]);
trammel("view", `${work}/many.h5`, "--quiet", "--no-open", "-o", `${work}/many.html`);
rmSync(`${work}/many.h5`);
const size = statSync(`${work}/many.html`).size;
check(size < 100e6, `the page has ${size} bytes`);

const browser = await launch(), page = await open(browser, `${work}/many.html`, { width: 1280, height: 800 });
const seen = await page.evaluate(() => {
  const { app } = window.trammel, { stage, player } = app, m = app.mechanisms[0], pixel = new Uint8Array(4), gl = stage.renderer.getContext();
  const drain = () => gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
  const own = [], whole = [];
  for (let i = 0; i < 40; i++) {
    player.seek(player.start + ((player.end - player.start) * (i + 0.5)) / 40);
    const from = performance.now();
    app.frame(performance.now());
    own.push(performance.now() - from);
    drain();
    whole.push(performance.now() - from);
  }
  // bench/frames.c: body i at a time of row k, and how far the page has it from there
  let worst = 0;
  for (let n = 0; n < 500; n++) {
    const i = (977 * n) % m.picture.bodies.length, k = (6151 * n) % app.runs[0].rows, time = 1e-3 * k;
    m.poses.set(app.runs[0].time[k]);
    const phase = 0.37 * i, a = (1 + 0.5 * Math.sin(i)) * time + phase, e = m.poses.matrices[i].elements;
    const q = [Math.cos(a / 2), Math.sin(a / 2) * Math.sin(phase), 0, Math.sin(a / 2) * Math.cos(phase)];
    const wanted = { 12: (i % 32) + 0.3 * Math.cos(a), 13: Math.floor(i / 32) + 0.3 * Math.sin(a), 14: 0.2 * Math.sin(2 * a),
      0: 1 - 2 * q[3] ** 2, 1: 2 * q[0] * q[3], 2: 2 * q[1] * q[3] };
    for (const [place, v] of Object.entries(wanted)) worst = Math.max(worst, Math.abs(e[place] - v));
  }
  const middle = (list) => list.sort((a, b) => a - b)[list.length >> 1];
  return { bodies: m.picture.bodies.length, rows: app.runs[0].rows, own: middle(own), whole: middle(whole), worst, first: window.trammel.first };
});
equal([seen.bodies, seen.rows], [bodies, rows], "bodies and frames");
// places reach 32, in single precision
check(seen.worst < 5e-6, `bodies are off by ${seen.worst} of a length`);
console.log(`page of ${(size / 1e6).toFixed(1)} MB, first picture after ${(seen.first / 1000).toFixed(1)} s; a frame: program ${seen.own.toFixed(1)} ms, with the drawing by a processor ${seen.whole.toFixed(0)} ms`);
check(seen.own < 1000 / 60, `the page's program takes ${seen.own} ms of a frame`);
equal(page.faults, [], "faults");
await finish(browser);
