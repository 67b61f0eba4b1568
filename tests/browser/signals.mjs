// SPDX-License-Identifier: Apache-2.0
// Spectra show frequency and amplitude of what moves; several results lie over each other; a few signals make a
// small page; the first picture is there within a second, and the page is small.
import { readFileSync, statSync } from "node:fs";
import { check, equal, exported, finish, launch, near, open, pageOf, source, trammel, work } from "./chromium.mjs";

const browser = await launch();

// each leg of the platform moves by 0.05 sin(2 pi t), measured from where it is at the design position
const stewart = await open(browser, pageOf(`${source}/examples/stewart.yaml`, "stewart"));
const peak = await stewart.evaluate(() => {
  const { plots } = window.trammel.app, plot = plots.add({ mode: "spectrum", signals: ["leg0.displacement"] });
  const [curve] = plot.curves();
  let best = 0;
  for (let i = 1; i < curve.y.length; i++) if (curve.y[i] > curve.y[best]) best = i;
  return [curve.x[best], curve.y[best]];
});
near(peak[0], 1, 1e-6, "frequency of a leg");
near(peak[1], 0.05, 2e-7, "amplitude of a leg");
equal(stewart.faults, [], "faults of the platform");

// two results: the second is pale, and its curves are dashed
pageOf(`${source}/examples/crank-rocker.yaml`, "slow");
pageOf(`${source}/examples/crank-rocker.yaml`, "fast", "--set", "speed=120*rpm");
trammel("view", `${work}/slow.h5`, `${work}/fast.h5`, "--quiet", "--no-open", "-o", `${work}/both.html`);
const both = await open(browser, `${work}/both.html`);
equal(await both.evaluate(() => window.trammel.app.mechanisms.map((m) => m.ghost)), [false, true], "the second is pale");
const curves = await both.evaluate(() => window.trammel.app.plots.list[0].curves().map((c) => [c.label, !!c.dashed]));
equal(curves, [["rocker_angle (slow.h5)", false], ["rocker_angle (fast.h5)", true]], "curves of both");
// their difference at each time of the first, against both tables
const slow = exported(`${work}/slow.h5`), fast = exported(`${work}/fast.h5`);
const more = await both.evaluate(() => {
  const plot = window.trammel.app.plots.add({ mode: "difference", signals: ["rocker_angle"] });
  return plot.curves().map((c) => [c.label, Array.from(c.y)]);
});
equal(more.map(([label]) => label), ["rocker_angle (fast.h5 − slow.h5)"], "the curve of the difference");
const wrong = more[0][1].filter((v, i) => !(Math.abs(v - (fast.get("rocker_angle")[i] - slow.get("rocker_angle")[i])) < 2e-5));
equal([more[0][1].length, wrong], [101, []], "differences");
// what is under the pointer
await both.locator(".plot").last().scrollIntoViewIfNeeded();
const chart = await both.locator(".plot .u-over").last().boundingBox();
await both.mouse.move(chart.x + chart.width / 2, chart.y + chart.height / 2);
await both.waitForTimeout(100);
const read = await both.locator(".readout:not([hidden])").innerText();
const row = Math.round(100 * Number(/^time (\S+)/.exec(read)?.[1]));
check(Math.abs(row - 50) <= 1, `the readout is in the middle: ${read}`);
near(Number(/slow\.h5\) (\S+)/.exec(read)?.[1]), fast.get("rocker_angle")[row] - slow.get("rocker_angle")[row], 1e-4, "the readout");
equal(both.faults, [], "faults of two results");

// a small page: only what was asked for, and where bodies are
trammel("view", `${work}/slow.h5`, "--signals", "rocker_angle", "--quiet", "--no-open", "-o", `${work}/few.html`);
const few = await open(browser, `${work}/few.html`);
equal(await few.evaluate(() => window.trammel.app.runs[0].list().length), 1 + 3 * 7 + 1, "time, positions and one signal");
check(statSync(`${work}/few.html`).size < statSync(`${work}/slow.html`).size, "a smaller page");
equal(few.faults, [], "faults of the small page");

// a result without positions is shown at its design position
trammel("run", `${source}/examples/crank-rocker.yaml`, "--quiet", "--signals", "rocker_angle", "-o", `${work}/bare.h5`);
trammel("view", `${work}/bare.h5`, "--quiet", "--no-open", "-o", `${work}/bare.html`);
const bare = await open(browser, `${work}/bare.html`);
equal(await bare.evaluate(() => window.trammel.app.mechanisms[0].poses.moving), [false, false, false], "nothing moves");
equal(bare.faults, [], "faults of the bare page");

// the linkage of the benchmark: small, and quick to be seen
const path = pageOf(`${source}/examples/a04-bricard.yaml`, "bricard"), size = statSync(path).size;
console.log(`page of a04-bricard: ${size} bytes`);
check(size < 1.5e6, `the page of a04-bricard has ${size} bytes`);
let least = Infinity;
for (let i = 0; i < 5; i++) {
  const page = await open(browser, path);
  least = Math.min(least, await page.evaluate(() => window.trammel.first));
  equal(page.faults, [], "faults of the linkage");
  await page.context().close();
}
console.log(`first picture after ${Math.round(least)} ms, the best of five`);
check(least < 1000, `the first picture takes ${least} ms`);
// What is shown at first: of outputs those that are read on the same axes, each in its unit
{
  const page = await open(browser, pageOf(`${source}/examples/four-bar.yaml`, "four-bar"));
  equal(await page.evaluate(() => window.trammel.app.plots.state.map(({ signals }) => signals)), [["rocker_angle", "path_x", "path_y"], ["drive.torque"]], "first plots");
  equal(await page.evaluate(() => window.trammel.app.plots.list[0].chart.axes.slice(1).map(({ label }) => label)), ["deg", "m"], "their axes");
  // an axis whose ticks lie close has the digits to tell them apart
  const texts = await page.evaluate(async () => {
    const plot = window.trammel.app.plots.add({ mode: "time", signals: ["path_x"] }), { chart } = plot;
    chart.setScale("y0", { min: 1.21427, max: 1.2143 });
    await new Promise(requestAnimationFrame);
    return chart.axes[1]._values;
  });
  check(texts.length > 2 && new Set(texts).size === texts.length, `ticks are told apart: ${texts}`);
  equal(page.faults, [], "faults");
  await page.context().close();
}

// One position has no curves: its numbers are listed, in their units, and saved
{
  trammel("statics", `${source}/examples/crane.yaml`, "--quiet", "-o", `${work}/crane.h5`);
  trammel("view", `${work}/crane.h5`, "--quiet", "--no-open", "-o", `${work}/crane.html`);
  const page = await open(browser, `${work}/crane.html`), truth = exported(`${work}/crane.h5`);
  const rows = await page.locator(".numbers tbody tr").evaluateAll((all) => all.map((row) => [...row.children].slice(0, 3).map((cell) => cell.textContent)));
  equal(rows.filter(([name]) => name.startsWith("rail")).map(([, , unit]) => unit), ["m"], "a unit");
  check(rows.length >= 5, `only ${rows.length} numbers`);
  for (const [name, text] of rows) near(Number(text), truth.get(name)[0], 1e-4 * Math.abs(truth.get(name)[0]) + 1e-9, name);
  await page.locator(".tree details.part[data-name=load] > summary").click();
  await page.locator(".tree button.signal[data-signal='load.z']").click();
  check((await page.locator(".numbers").allTextContents()).some((text) => text.includes("load.z")), "another number is listed");
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator(".plot [data-name=plot-csv]").first().click()]);
  check(readFileSync(await download.path(), "utf8").split("\n").length === 3, "numbers as CSV");
  equal(page.faults, [], "faults");
}
await finish(browser);
