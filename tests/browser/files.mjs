// SPDX-License-Identifier: Apache-2.0
// What `trammel video` and `trammel plot` write, read by others. Films are decoded by ffmpeg and played by the browser: size,
// frames, rate, and every frame beside a picture of that instant; the same pixels move. Plots are drawn by the browser from
// SVG and decoded from PNG: every row of the result lies where the axes say, on its curve, and no curve is elsewhere.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { check, equal, exported, finish, launch, near, source, trammel, work } from "./chromium.mjs";

const tool = (name, ...words) => execFileSync(name, ["-loglevel", "error", ...words], { cwd: work, maxBuffer: 1 << 28 });
const pixelsOf = (file) => tool("ffmpeg", "-i", file, "-f", "rawvideo", "-pix_fmt", "rgb24", "-");
const aboutOf = (file) => {
  const { streams, format } = JSON.parse(tool("ffprobe", "-count_frames", "-show_streams", "-show_format", "-of", "json", file));
  equal(streams.length, 1, `streams of ${file}`);
  return { ...streams[0], seconds: Number(format.duration) };
};
// where two pictures differ by more than 60 in the sum of their colours
const moved = (a, b) => {
  const where = new Uint8Array(a.length / 3);
  for (let i = 0; i < where.length; i++) where[i] = Math.abs(a[3 * i] - b[3 * i]) + Math.abs(a[3 * i + 1] - b[3 * i + 1]) + Math.abs(a[3 * i + 2] - b[3 * i + 2]) > 60;
  return where;
};
const sum = (list) => list.reduce((all, v) => all + v, 0);

// ---- films
trammel("run", `${source}/examples/crank-rocker.yaml`, "--quiet", "-o", "a.h5");
const browser = await launch(), context = await browser.newContext({ viewport: { width: 700, height: 500 }, deviceScaleFactor: 2 }), page = await context.newPage();
const [wide, high, fps, speed, count] = [200, 150, 10, 0.5, 20], one = 3 * wide * high;
const stills = [0, 3, 7, 13, 19].map((k) => {
  trammel("video", "a.h5", `still${k}.png`, "--at", String((k * speed) / fps), "--size", `${wide}x${high}`, "--quiet");
  return [k, pixelsOf(`still${k}.png`)];
});
for (const [file, codec, off] of [["film.mp4", "h264", 2.5], ["film.webm", "vp9", 3.5], ["film.gif", "gif", 2.5]]) {
  trammel("video", "a.h5", file, "--size", `${wide}x${high}`, "--fps", String(fps), "--speed", String(speed), "--quiet");
  const about = aboutOf(file), frames = pixelsOf(file);
  equal([about.codec_name, about.width, about.height, Number(about.nb_read_frames), about.avg_frame_rate], [codec, wide, high, count, `${fps}/1`], file);
  near(about.seconds, count / fps, 1e-6, `seconds of ${file}`);
  equal(frames.length, count * one, `bytes of the frames of ${file}`);
  const frame = (k) => frames.subarray(k * one, (k + 1) * one);
  let worst = 0, least = 1;
  for (const [k, still] of stills) {
    let error = 0;
    still.forEach((v, i) => (error += Math.abs(v - frame(k)[i])));
    worst = Math.max(worst, error / one);
    if (k === 0) continue;
    // what moves in the film is what moves in the pictures
    const own = moved(frame(k), frame(0)), wanted = moved(still, stills[0][1]), both = sum(own.map((v, i) => v & wanted[i]));
    check(sum(wanted) > 0.005 * wanted.length, `only ${sum(wanted)} pixels move in the pictures`);
    least = Math.min(least, both / (sum(own) + sum(wanted) - both));
  }
  console.log(`${file}: ${count} frames of ${wide}x${high}, off by ${worst.toFixed(2)} of 255, ${(100 * least).toFixed(0)} % of what moves in common`);
  check(worst < off, `${file}: frames are off by ${worst} of 255`);
  check(least > 0.75, `${file}: only ${least} of what moves in common`);
  if (codec === "gif") continue;
  // a browser plays it
  await page.goto(`file://${work}/still0.png`);
  const played = await page.evaluate(async (url) => {
    const video = document.createElement("video");
    video.muted = true;
    video.src = url;
    await new Promise((done, fail) => ((video.onloadeddata = done), (video.onerror = () => fail(new Error(video.error?.message)))));
    video.playbackRate = 4;
    await video.play();
    await new Promise((done) => (video.onended = done));
    return [video.videoWidth, video.videoHeight, video.duration, video.currentTime];
  }, `file://${work}/${file}`);
  equal(played.slice(0, 2), [wide, high], `${file} in a browser`);
  near(played[2], count / fps, 1e-3, `its seconds in a browser`);
  near(played[3], count / fps, 1e-3, `how far a browser plays ${file}`);
}

// ---- plots: places of ticks in the SVG give the axes; then each row must be on its curve, in both pictures
async function judge(name, words, curves) {
  trammel("plot", "a.h5", ...words, "--size", "600x400", "-o", `${name}.svg`);
  trammel("plot", "a.h5", ...words, "--size", "600x400", "-o", `${name}.png`);
  const svg = readFileSync(`${work}/${name}.svg`, "utf8");
  const ticks = [...svg.matchAll(/<path d="M([\d.]+) ([\d.]+)([vh])[\d.]+"\/><text [^>]*>([^<]+)<\/text>/g)].map(([, x, y, way, text]) => ({ way, at: Number(way === "v" ? x : y), value: Number(text.replace("−", "-")) }));
  const axis = (way) => {
    const own = ticks.filter((tick) => tick.way === way), [a, b] = [own[0], own[own.length - 1]];
    check(own.length >= 3 && own.every((t) => Math.abs(a.at + ((t.value - a.value) / (b.value - a.value)) * (b.at - a.at) - t.at) < 0.02), `${name}: ticks of ${way} are even`);
    return (v) => a.at + ((v - a.value) / (b.value - a.value)) * (b.at - a.at);
  };
  const toX = axis("v"), toY = axis("h");
  // as the browser draws it
  await page.goto(`file://${work}/${name}.svg`);
  await page.screenshot({ path: `${work}/${name}-drawn.png`, clip: { x: 0, y: 0, width: 600, height: 400 } });
  for (const file of [`${name}.png`, `${name}-drawn.png`]) {
    const about = aboutOf(file), pixels = pixelsOf(file);
    equal([about.codec_name, about.width, about.height], ["png", 1200, 800], file);
    const like = (x, y, colour) => {
      const i = 3 * (Math.round(y) * 1200 + Math.round(x));
      return Math.abs(pixels[i] - colour[0]) + Math.abs(pixels[i + 1] - colour[1]) + Math.abs(pixels[i + 2] - colour[2]) < 90;
    };
    for (const { colour, points } of curves) {
      const places = points.map(([x, y]) => [2 * toX(x) - 0.5, 2 * toY(y) - 0.5]);
      const lost = places.filter(([x, y]) => ![-1, 0, 1].some((dx) => [-1, 0, 1].some((dy) => like(x + dx, y + dy, colour))));
      // a later curve may lie over this one here and there
      check(lost.length <= 0.03 * places.length, `${file}: ${lost.length} of ${places.length} rows are not on their curve`);
      // and every pixel of this colour within the axes is near the curve
      const [left, right] = [Math.min(...places.map(([x]) => x)), Math.max(...places.map(([x]) => x))];
      let stray = 0, seen = 0;
      for (let y = Math.ceil(2 * toY(Math.max(...ticks.filter((t) => t.way === "h").map((t) => t.value)))); y < 2 * toY(Math.min(...ticks.filter((t) => t.way === "h").map((t) => t.value))); y++)
        for (let x = Math.ceil(left); x < right; x++) {
          if (!like(x, y, colour)) continue;
          seen++;
          const near_ = places.some(([a, b], i) => {
            const [c, d] = places[Math.min(i + 1, places.length - 1)], l = (c - a) ** 2 + (d - b) ** 2, u = l > 0 ? Math.max(0, Math.min(1, ((x - a) * (c - a) + (y - b) * (d - b)) / l)) : 0;
            return Math.hypot(x - a - u * (c - a), y - b - u * (d - b)) < 3.5;
          });
          stray += !near_;
        }
      check(seen > 500, `${file}: ${seen} pixels of a curve`);
      equal(stray, 0, `${file}: pixels of a curve elsewhere`);
    }
  }
}
const truth = exported(`${work}/a.h5`), rows = (x, y) => truth.get(x).map((v, i) => [v, truth.get(y)[i]]);
const [blue, orange, green] = [[0, 114, 178], [213, 94, 0], [0, 158, 115]];
await judge("angle", ["rocker_angle"], [{ colour: blue, points: rows("time", "rocker_angle") }]);
await judge("three", ["rocker.vx", "coupler.vx", "crank.vy"], [
  { colour: blue, points: rows("time", "rocker.vx") }, { colour: orange, points: rows("time", "coupler.vx") }, { colour: green, points: rows("time", "crank.vy") },
]);
// the legend names each beside a line of its colour
equal([...readFileSync(`${work}/three.svg`, "utf8").matchAll(/stroke="(#\w+)"[^>]*><path fill="none" d="M[\d. ]+h\d+"\/><\/g><text [^>]*>([^<]+)</g)].map((m) => m.slice(1)),
  [["#0072b2", "rocker.vx"], ["#d55e00", "coupler.vx"], ["#009e73", "crank.vy"]], "the legend");
await judge("phase", ["rocker.wz", "--versus", "rocker_angle"], [{ colour: blue, points: rows("rocker_angle", "rocker.wz") }]);
await finish(browser);
