// SPDX-License-Identifier: Apache-2.0
// How long a page takes to open and to draw a frame, in headless Chromium, which draws by its processor. The program's part of
// a frame (positions of all bodies) is told apart from what the graphics takes.
import { statSync } from "node:fs";
import { launch, open } from "./chromium.mjs";

const path = process.argv[2], browser = await launch();
const began = performance.now(), page = await open(browser, path, { width: 1280, height: 800 });
const all = performance.now() - began;
const seen = await page.evaluate(() => {
  const { app, first } = window.trammel, { stage, player } = app, m = app.mechanisms[0], pixel = new Uint8Array(4);
  const gl = stage.renderer.getContext();
  const measure = (work) => {
    const times = [];
    for (let i = 0; i < 60; i++) {
      const t = player.start + ((player.end - player.start) * (i + 0.5)) / 60, from = performance.now();
      work(t);
      times.push(performance.now() - from);
    }
    return times.sort((a, b) => a - b);
  };
  const own = measure((t) => m.refresh(t, stage.layers));
  const whole = measure((t) => {
    stage.draw(t, true);
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
  });
  return { first, bodies: m.picture.bodies.length, rows: app.runs[0].rows, own, whole, faults: 0 };
});
const middle = (list) => list[Math.floor(list.length / 2)].toFixed(1).padStart(8), least = (list) => list[0].toFixed(1).padStart(8);
console.log(`${seen.bodies} bodies, ${seen.rows} rows: page of ${(statSync(path).size / 1e6).toFixed(1)} MB (less than 100 wanted)`);
console.log(`first picture after ${(seen.first / 1000).toFixed(2)} s, all numbers after ${(all / 1000).toFixed(2)} s`);
console.log("\nof 60 frames, ms                                    least   median");
console.log(`positions of all bodies, the page's program      ${least(seen.own)} ${middle(seen.own)}`);
console.log(`the whole frame, drawn by the processor          ${least(seen.whole)} ${middle(seen.whole)}`);
console.log("a sixtieth of a second is                           16.7");
if (page.faults.length) console.log(page.faults.join("\n"));
await browser.close();
