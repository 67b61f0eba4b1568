// SPDX-License-Identifier: Apache-2.0
// What people do with a page: play, scrub, step, pick, search, plot, zoom, export, share; light and dark; keys;
// a telephone. Nothing is said on the console, nothing is requested.
import { readFileSync, statSync } from "node:fs";
import { check, equal, exported, finish, launch, near, open, pageOf, source, work } from "./chromium.mjs";

const browser = await launch();
const path = pageOf(`${source}/examples/crank-rocker.yaml`, "crank-rocker");
const page = await open(browser, path);
const app = (f, ...x) => page.evaluate(f, ...x);
const time = () => app(() => window.trammel.app.player.t);
const settle = () => page.waitForTimeout(150);
// until the picture is another one than `was`
async function changes(was) {
  for (let i = 0; i < 30; i++) {
    if ((await picture()) !== was) return true;
    await page.waitForTimeout(100);
  }
  return false;
}

// The title, and the first things to be seen
equal(await page.title(), "crank-rocker", "title");
equal(await page.locator(".bar h1").textContent(), "crank-rocker", "heading");
check((await page.locator(".plot").count()) === 2, "two plots at first");

// Playing moves time and picture; pausing stops it
const picture = () => app(() => window.trammel.app.stage.canvas.toDataURL());
const before = await picture();
await page.keyboard.press("Space");
await page.waitForTimeout(700);
const playing = await time();
check(playing > 0.01, `time went on to ${playing}`);
await page.keyboard.press("Space");
await settle();
const paused = await time();
await page.waitForTimeout(200);
equal(await time(), paused, "paused");
check((await picture()) !== before, "the picture moved");

// Keys: rows, ends, speed
await page.keyboard.press("Home");
equal(await time(), 0, "Home");
await page.keyboard.press("ArrowRight");
near(await time(), 0.01, 1e-6, "a row on");
await page.keyboard.press("Shift+ArrowRight");
near(await time(), 0.11, 1e-6, "ten rows on");
await page.keyboard.press("ArrowLeft");
near(await time(), 0.1, 1e-6, "a row back");
await page.keyboard.press("End");
equal(await time(), 1, "End");
const speed = await app(() => window.trammel.app.player.speed);
await page.keyboard.press("+");
check((await app(() => window.trammel.app.player.speed)) > speed, "faster");

// At the end it begins again, or stops
await page.selectOption(".transport select", "1");
await app(() => window.trammel.app.player.seek(0.95));
await page.click("[data-name=play]");
await page.waitForFunction(() => window.trammel.app.player.t < 0.9, null, { timeout: 5000 });
await page.click("[data-name=loop]");
equal(await page.getAttribute("[data-name=loop]", "aria-pressed"), "false", "loop is off");
await app(() => window.trammel.app.player.seek(0.95));
await page.waitForFunction(() => !window.trammel.app.player.playing, null, { timeout: 5000 });
equal(await time(), 1, "stopped at the end");

// Scrubbing
const bar = await page.locator(".scrub").boundingBox();
await page.mouse.click(bar.x + bar.width / 2, bar.y + bar.height / 2);
await settle();
near(await time(), 0.5, 0.02, "half way");
check((await page.locator(".clock").textContent()).startsWith((await time()).toFixed(3)), "the clock shows the time");

// Pick a body in the scene: its values are those of the result
const truth = exported(`${work}/crank-rocker.h5`);
await app(() => window.trammel.app.player.seek(0.25));
await settle();
const spot = await app(() => {
  const { stage } = window.trammel.app, p = stage.placeOf({ kind: "body", name: "coupler", run: 0 }).project(stage.camera);
  const box = stage.host.getBoundingClientRect();
  return [box.left + ((p.x + 1) / 2) * box.width, box.top + ((1 - p.y) / 2) * box.height];
});
await page.mouse.click(...spot);
await settle();
equal(await app(() => window.trammel.app.stage.chosen?.name), "coupler", "picked");
equal(await page.locator(".values h3").evaluate((e) => e.firstChild.textContent), "coupler", "its values are shown");
const shown = Number(await page.locator(".values tr", { hasText: /^x/ }).first().locator("td").first().textContent());
near(shown, truth.get("coupler.x")[25], 1e-6 * Math.abs(shown), "its x");
check((await page.locator("details.part.chosen").getAttribute("data-name")) === "coupler", "chosen in the tree");
await page.locator("[data-name=trace]").check();
equal(await app(() => [...window.trammel.app.mechanisms[0].traces.keys()]), ["coupler"], "a trace");
await page.locator("[data-name=follow]").check();
const target = () => app(() => window.trammel.app.stage.controls.target.toArray());
await settle();
const there = await target();
await app(() => window.trammel.app.player.seek(0.5));
await settle();
const moved = (await target()).map((v, k) => v - there[k]);
["x", "y", "z"].forEach((axis, k) => near(moved[k], truth.get(`coupler.${axis}`)[50] - truth.get(`coupler.${axis}`)[25], 1e-5, `follows in ${axis}`));
await page.keyboard.press("Escape");
equal(await app(() => window.trammel.app.stage.chosen), undefined, "nothing chosen");

// Search, and a signal into the plot by a click; by dragging into the other
await page.keyboard.press("/");
await page.keyboard.type("rocker.wz");
await page.locator(".tree button.signal").first().click();
check((await page.locator(".plot.active .chip").allTextContents()).some((t) => t.startsWith("rocker.wz")), "rocker.wz is plotted");
equal(await page.locator(".tree button.signal").first().getAttribute("aria-pressed"), "true", "and marked");
await page.locator(".tree button.signal").first().dragTo(page.locator(".plot").first().locator(".area"));
check((await page.locator(".plot").first().locator(".chip").allTextContents()).some((t) => t.startsWith("rocker.wz")), "dropped into the first plot");
await page.fill(".tree input", "no such thing");
equal(await page.locator(".tree .hint").textContent(), "Nothing has such a name.", "search without success");
await page.fill(".tree input", "");

// A click in a plot goes to that time; dragging zooms
const over = await page.locator(".plot").first().locator(".u-over").boundingBox();
await page.mouse.click(over.x + over.width / 4, over.y + 20);
await settle();
near(await time(), 0.25, 0.02, "a click in the plot");
await page.mouse.move(over.x + over.width / 4, over.y + 20);
await page.mouse.down();
await page.mouse.move(over.x + over.width / 2, over.y + 30, { steps: 5 });
await page.mouse.up();
const zoomed = await app(() => { const { x } = window.trammel.app.plots.list[0].chart.scales; return [x.min, x.max]; });
near(zoomed[0], 0.25, 0.02, "zoomed from");
near(zoomed[1], 0.5, 0.02, "zoomed to");

// One signal over another
await page.click("[data-name=add-plot]");
await page.fill(".tree input", "coupler");
await page.locator("details.part[data-name=coupler] summary").click();
for (const part of ["coupler.x", "coupler.y"]) await page.locator(`.tree [data-signal="${part}"]`).click();
await page.locator(".plot").last().locator("select").selectOption("phase");
const dot = await page.locator(".plot").last().locator("svg circle").evaluate((e) => [Number(e.getAttribute("cx")), Number(e.getAttribute("cy"))]);
check(dot.every((v) => Number.isFinite(v) && v > 0), `a dot on the curve: ${dot}`);
equal(await page.locator(".plot").last().locator("svg path").count(), 1, "one curve");

// Export: CSV holds the result's numbers, SVG the curves, PNG pictures
async function saved(press) {
  const [download] = await Promise.all([page.waitForEvent("download"), press()]);
  const to = `${work}/${download.suggestedFilename()}`;
  await download.saveAs(to);
  return to;
}
const csv = readFileSync(await saved(() => page.locator(".plot").last().locator("[data-name=plot-csv]").click()), "utf8").trim().split("\n");
equal(csv[0], "time [s],coupler.x [m],coupler.y [m]", "the head of the table");
equal(csv.length, 102, "its rows");
near(Number(csv[31].split(",")[1]), truth.get("coupler.x")[30], 1e-7, "a number of it");
const svg = readFileSync(await saved(() => page.locator(".plot").last().locator("[data-name=plot-svg]").click()), "utf8");
check(svg.startsWith("<svg ") && svg.includes("coupler.y [m]") && (svg.match(/L[\d.]+ [\d.]+/g) ?? []).length === 100, "a plot as SVG");
for (const name of ["[data-name=png]", ".plot:last-child [data-name=plot-png]"]) {
  const file = await saved(() => page.locator(name).click()), bytes = readFileSync(file);
  equal([...bytes.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47], `${name} is a PNG`);
  check(statSync(file).size > 5000, `${name} has something in it`);
}

// What is shown, where forces are large
await app(() => window.trammel.app.player.seek(0.45));
await settle();
for (const name of ["reactions", "labels", "frames", "parallel"]) {
  const was = await picture();
  if (!(await page.locator(".menu").getAttribute("open")) && !(await page.locator(".menu-list").isVisible())) await page.locator(".menu > summary").click();
  await page.locator(`.menu [data-name=${name}]`).setChecked(true);
  if (name !== "labels") check(await changes(was), `${name} change the picture`);
}
await page.locator(".menu > summary").click();
for (let k = 1; k <= 7; k++) {
  const was = await picture();
  await page.keyboard.press(String(k));
  check(await changes(was), `view ${k}`);
}

// Light and dark
const bright = () => app(() => getComputedStyle(document.body).backgroundColor);
const light = await bright();
await page.click("[data-name=theme]");
check((await bright()) !== light, "dark");

// The address holds the view: another page opened with it shows the same
await page.waitForTimeout(500);
const hash = await app(() => location.hash), state = await app(() => JSON.stringify(window.trammel.app.state));
const other = await open(browser, path, { hash });
await other.waitForTimeout(200);
equal(JSON.parse(await other.evaluate(() => JSON.stringify(window.trammel.app.state))), JSON.parse(state), "the same view");
equal(other.faults, [], "faults of the shared view");
// nonsense in the address does no harm
for (const bad of ["#%%%", "#[1,2]", "#{\"t\":\"x\",\"plots\":[3,{\"signals\":[{}]}],\"camera\":[1],\"show\":5}", "#{\"plots\":[{\"mode\":\"phase\",\"signals\":[\"<img src=x onerror=alert(1)>\"]}]}"]) {
  const odd = await open(browser, path, { hash: bad });
  equal(odd.faults, [], `faults with ${bad}`);
  equal(await odd.locator("img").count(), 0, "no picture from the address");
  await odd.context().close();
}

// Dialogues, and names for those who do not see
await page.click("[data-name=about]");
check((await page.locator("dialog.about").textContent()).includes("kinematics"), "what was run");
await page.keyboard.press("Escape");
await page.keyboard.press("?");
check(await page.locator("dialog.help").isVisible(), "help");
await page.keyboard.press("Escape");
const nameless = await page.locator("button, input, select").evaluateAll((all) =>
  all.filter((e) => !e.getAttribute("aria-label") && !e.textContent.trim() && !e.labels?.[0]?.textContent.trim()).map((e) => e.outerHTML));
equal(nameless, [], "controls without a name");
equal(page.faults, [], "faults");

// A page that is opened plain begins to move
const plain = await open(browser, path, { hash: "", still: false });
await plain.waitForTimeout(500);
check(await plain.evaluate(() => window.trammel.app.player.playing && window.trammel.app.player.t > 0), "begins to move");
equal(plain.faults, [], "faults of the plain page");

// On a telephone: nothing is wider than the screen, scene and plots are there, the model on demand
const phone = await open(browser, path, { width: 390, height: 780, hasTouch: true, isMobile: true });
check(await phone.evaluate(() => document.documentElement.scrollWidth <= 390), "fits a telephone");
check(await phone.locator(".stage").isVisible() && await phone.locator(".plot").first().isVisible(), "scene and plots");
await phone.locator("[data-name=tree]").tap();
check(await phone.locator(".tree").isVisible(), "the model");
await phone.locator("[data-name=play]").tap();
await phone.waitForTimeout(400);
check(await phone.evaluate(() => window.trammel.app.player.t > 0), "plays");
equal(phone.faults, [], "faults on a telephone");
await finish(browser);
