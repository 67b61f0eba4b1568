// SPDX-License-Identifier: Apache-2.0
// The page of `trammel suspension`: three sweeps, one shown at a time; the table and the curves tell what the JSON of the command
// tells; the mechanism moves forth and back; a name draws its quantity; the address holds the sheet.
import { check, equal, finish, launch, near, open, source, trammel, work } from "./chromium.mjs";

const model = `${source}/examples/formula-front-axle.yaml`;
trammel("suspension", model, "--quiet");
const told = JSON.parse(trammel("suspension", model, "--json", "--quiet", "-o", "again.h5"));
const path = `${work}/formula-front-axle-suspension.html`, browser = await launch(), page = await open(browser, path);
const app = (f, ...x) => page.evaluate(f, ...x), settle = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
const columnOf = (sweep, name) => told.sweeps.find((s) => s.sweep === sweep).columns.find((c) => c.name === name).values;
const cell = async (title, column) => Number(await page.locator(".suspension tbody tr", { has: page.getByRole("button", { name: new RegExp(`^Plot ${title} over`) }) }).locator("td").nth(column).textContent());

equal(await page.locator("[role=tab]").allTextContents(), ["travel", "roll", "steer"], "sheets");
equal(await page.locator(".suspension thead th").allTextContents(), ["", "left", "right", "front axle", ""], "whose numbers");
// at first it stands as it was designed
await settle();
check((await page.locator(".clock").textContent()).startsWith("travel 0 mm"), "it begins at rest");
for (const row of [0, 17, 42, 60]) {
  await app((t) => window.trammel.app.player.seek(t), row / 60);
  await settle();
  for (const [title, name, column] of [["travel", "left_travel", 0], ["camber", "right_camber", 1], ["roll centre", "left_roll_centre", 0], ["ratio", "left_motion_ratio", 0], ["track", "front_axle_track", 2]]) {
    const wanted = columnOf("travel", name)[row];
    near(await cell(title, column), wanted, 6e-4 * Math.abs(wanted) + 1e-6, `${name} in row ${row}`);
  }
}
// curves over the travel, with a dot on each where it is
const places = await app(() => window.trammel.app.plots.list.map(({ state, phase, drawn }) => ({
  signals: state.signals, title: state.title, dots: phase.dots.map((dot) => [Number(dot.getAttribute("cx")), Number(dot.getAttribute("cy"))]),
  wanted: phase.curves.map(({ x, y }) => [drawn.toX(x[x.length - 1]), drawn.toY(y[y.length - 1])]),
})));
equal(places.map((p) => p.title), ["camber", "toe", "roll centre", "ratio"], "first plots");
equal(places[0].signals, ["left_travel", "left_camber", "right_camber"], "camber of both wheels over the travel");
for (const { dots, wanted } of places) dots.forEach(([x, y], k) => check(Math.hypot(x - wanted[k][0], y - wanted[k][1]) < 0.02, "a dot at the end of its curve"));
// a click in a curve goes there
const spot = await app(() => {
  const { phase, drawn, area } = window.trammel.app.plots.list[0], box = area.getBoundingClientRect(), { x, y } = phase.curves[0];
  return [box.left + drawn.toX(x[15]), box.top + drawn.toY(y[15])];
});
await page.mouse.click(...spot);
await settle();
near(await app(() => window.trammel.app.player.t), 0.25, 0.02, "a click in a curve");
// names draw, and take away
const plots = () => app(() => window.trammel.app.plots.list.map((plot) => plot.state.title));
await page.getByRole("button", { name: "Plot caster over travel" }).click();
equal(await plots(), ["camber", "toe", "roll centre", "ratio", "caster"], "one more");
await page.getByRole("button", { name: "Plot caster over travel" }).click();
equal(await plots(), ["camber", "toe", "roll centre", "ratio"], "one less");
// forth, and back again at the end
await page.selectOption(".transport select", "1");
await app(() => (window.trammel.app.player.seek(0.9), window.trammel.app.player.play(true)));
await page.waitForFunction(() => window.trammel.app.player.way < 0 && window.trammel.app.player.t < 0.95, null, { timeout: 10000 });
check(await app(() => window.trammel.app.player.t) > 0.3, "it goes back, and does not jump to the beginning");
await app(() => window.trammel.app.player.play(false));

// another sheet: its own mechanism, numbers and plots; what is computed of both wheels too
await page.locator("[data-name=sheet-2]").click();
await page.waitForFunction(() => window.trammel.app.plots.list.length === 4 && window.trammel.app.plots.list[0].state.title === "Ackermann");
equal(await page.locator("[role=tab][aria-selected=true]").textContent(), "steer", "the sheet that is shown");
for (const row of [5, 55]) {
  await app((t) => window.trammel.app.player.seek(t), row / 60);
  await settle();
  for (const [title, name, column] of [["steer", "left_steer", 0], ["steer", "right_steer", 1], ["Ackermann", "front_axle_ackermann", 2]]) {
    const wanted = columnOf("steer", name)[row];
    near(await cell(title, column), wanted, 6e-4 * Math.abs(wanted), `${name} in row ${row}`);
  }
}
// the wheels really turn in the scene: the axis of the left wheel by its steer angle
const turned = await app(() => {
  const { mechanisms: [m], runs: [run] } = window.trammel.app, k = m.picture.bodies.findIndex((b) => b.name === "left_upright"), row = 55;
  const at = (t) => (m.poses.set(t), Math.atan2(m.poses.matrices[k].elements[1], m.poses.matrices[k].elements[0]));
  return [((at(run.time[row]) - at(run.time[30])) * 180) / Math.PI, run.column("left_steer")[row]];
});
near(turned[0], turned[1], 0.3, "the upright turns as the wheel steers");
await page.waitForTimeout(500);
const hash = await app(() => location.hash), other = await open(browser, path, { hash });
equal(await other.locator("[role=tab][aria-selected=true]").textContent(), "steer", "the address holds the sheet");
equal([...page.faults, ...other.faults], [], "faults");
// many times: the browser has one picture only
for (let k = 0; k < 24; k++) {
  await page.locator(`[data-name=sheet-${k % 3}]`).click();
  await page.waitForFunction((n) => window.trammel.app.sheets.chosen === n && window.trammel.app.plots.list.length > 0, k % 3);
}
check(await app(() => !window.trammel.app.stage.renderer.getContext().isContextLost()), "the picture is there after many changes");
equal(page.faults, [], "faults after many changes");
await finish(browser);
