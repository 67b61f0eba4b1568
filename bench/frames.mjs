// SPDX-License-Identifier: Apache-2.0
// How long a page takes to open and to draw a frame, in headless Chromium. Its own program (positions of all bodies, what is
// handed to the graphics, labels, plots, values) is told apart from the drawing, which here a processor does in another process
// and on a laptop the graphics card.
import { statSync } from "node:fs";
import { launch, open } from "./chromium.mjs";

const path = process.argv[2], browser = await launch();
const began = performance.now(), page = await open(browser, path, { width: 1280, height: 800 });
const all = performance.now() - began;
const seen = await page.evaluate(() => {
  const { app, first } = window.trammel, { stage, player } = app, m = app.mechanisms[0], pixel = new Uint8Array(4);
  const gl = stage.renderer.getContext(), count = 120;
  const drain = () => gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
  const measure = (work, drained) => {
    const times = [];
    for (let i = 0; i < count; i++) {
      player.seek(player.start + ((player.end - player.start) * (i + 0.5)) / count);
      const from = performance.now();
      work(player.t);
      if (drained) drain();
      times.push(performance.now() - from);
      if (!drained) drain();
    }
    return times.sort((a, b) => a - b);
  };
  const places = measure((t) => m.refresh(t, stage.layers, stage.pixels()), false);
  const own = measure(() => app.frame(performance.now()), false);
  const whole = measure(() => app.frame(performance.now()), true);
  const { calls, triangles } = stage.renderer.info.render;
  return { first, bodies: m.picture.bodies.length, rows: app.runs[0].rows, places, own, whole, calls, triangles, heap: performance.memory?.usedJSHeapSize };
});
const row = (text, list) => console.log(`${text.padEnd(62)}${[0, 0.5, 0.95].map((p) => list[Math.floor(p * list.length)].toFixed(1).padStart(8)).join(" ")}`);
console.log(`${seen.bodies} bodies, ${seen.rows} rows: page of ${(statSync(path).size / 1e6).toFixed(1)} MB (less than 100 wanted)`);
console.log(`first picture after ${(seen.first / 1000).toFixed(2)} s, all numbers after ${(all / 1000).toFixed(2)} s`);
console.log(`a frame is ${seen.calls} calls of the graphics, ${seen.triangles} triangles`);
console.log("\nof 120 frames, ms                                                least   median  19 of 20");
row("positions of all bodies and of what is drawn of them", seen.places);
row("the page's whole program: positions, calls, labels, plots", seen.own);
row("the same and the drawing, by the processor", seen.whole);
console.log("a sixtieth of a second is                                                 16.7");
if (page.faults.length) console.log(page.faults.join("\n"));
await browser.close();
