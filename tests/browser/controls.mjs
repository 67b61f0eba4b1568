// SPDX-License-Identifier: Apache-2.0
// Controls in detail: turning, moving and zooming the scene; joints that are picked; every plot's cursor at the time shown; an
// axis for each unit; all of it by keyboard alone, and what a screen reader is told; two fingers on a telephone.
import { check, equal, exported, finish, launch, near, open, pageOf, source, work } from "./chromium.mjs";

const browser = await launch(), path = pageOf(`${source}/examples/crank-rocker.yaml`, "crank-rocker"), page = await open(browser, path);
const app = (f, ...x) => page.evaluate(f, ...x), settle = (p = page) => p.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
const eye = (p = page) => p.evaluate(() => {
  const { stage } = window.trammel.app, c = stage.camera.position.toArray(), o = stage.controls.target.toArray(), d = c.map((v, k) => v - o[k]), distance = Math.hypot(...d);
  return { target: o, distance, way: d.map((v) => v / distance) };
});
const apart = (a, b) => Math.hypot(...a.map((v, k) => v - b[k]));
const middle = async (p = page) => {
  const box = await p.locator(".stage").boundingBox();
  return [box.x + 0.75 * box.width, box.y + 0.85 * box.height];
};
async function drag(button, dx, dy, keys) {
  const [x, y] = await middle();
  if (keys) await page.keyboard.down(keys);
  await page.mouse.move(x, y);
  await page.mouse.down({ button });
  await page.mouse.move(x + dx, y + dy, { steps: 4 });
  await page.mouse.up({ button });
  if (keys) await page.keyboard.up(keys);
  await settle();
}

// Turning keeps what is looked at and how far it is; moving keeps the direction; the wheel only comes nearer
const first = await eye();
await drag("left", -90, -30);
const turned = await eye();
check(apart(turned.way, first.way) > 0.1, "dragging turns");
near(turned.distance, first.distance, 1e-6 * first.distance, "and keeps the distance");
check(apart(turned.target, first.target) < 1e-9, "and what is looked at");
await drag("right", 60, -40);
const moved = await eye();
check(apart(moved.target, turned.target) > 0.01 && apart(moved.way, turned.way) < 1e-6, "the right button moves");
await page.mouse.move(...(await middle()));
await page.mouse.wheel(0, -240);
await settle();
const nearer = await eye();
check(nearer.distance < 0.95 * moved.distance, `the wheel zooms: ${moved.distance} to ${nearer.distance}`);
check(apart(nearer.way, moved.way) < 1e-3, "and keeps the direction");
// all of it is in sight again after Fit
await page.locator("[data-name=fit]").click();
await settle();
const seen = await app(() => {
  const { stage } = window.trammel.app, m = stage.mechanisms[0], p = m.low.clone();
  let most = 0;
  for (let i = 0; i < m.cloud.length; i += 4) {
    p.set(m.cloud[i], m.cloud[i + 1], m.cloud[i + 2]).project(stage.camera);
    most = Math.max(most, Math.abs(p.x), Math.abs(p.y));
  }
  return most;
});
check(seen < 1 && seen > 0.5, `after Fit everything reaches ${seen} of the half of the picture`);
// standard views look along axes
for (const [key, axis, sign] of [["2", 2, 1], ["3", 1, 1], ["4", 0, 1], ["5", 2, -1], ["7", 0, -1]]) {
  await page.keyboard.press(key);
  await settle();
  check(sign * (await eye()).way[axis] > 0.999, `view ${key} looks along axis ${axis}`);
}
await page.locator(".scene-tools select").selectOption("iso");
await settle();

// A joint is picked, and named to those who do not see
const spot = await app(() => {
  const { stage } = window.trammel.app, p = stage.placeOf({ kind: "joint", name: "c", run: 0 }).project(stage.camera), box = stage.host.getBoundingClientRect();
  return [box.left + ((p.x + 1) / 2) * box.width, box.top + ((1 - p.y) / 2) * box.height];
});
await page.mouse.click(...spot);
await settle();
equal(await app(() => [window.trammel.app.stage.chosen?.kind, window.trammel.app.stage.chosen?.name]), ["joint", "c"], "the joint that is picked");
equal(await page.locator("[role=status]").textContent(), "joint c chosen", "what is said of it");
check((await page.locator(".values h3").textContent()).includes("cylindrical joint"), "its type");

// The cursor of every plot is at the time shown, wherever that is set
const cursors = () => app(() => window.trammel.app.plots.list.map(({ chart, mark }) => {
  const at = new DOMMatrix(getComputedStyle(mark).transform).m41 + 0.75;
  return chart.posToVal(at, "x");
}));
for (const t of [0.1, 0.73]) {
  await app((time) => window.trammel.app.player.seek(time), t);
  await settle();
  for (const at of await cursors()) near(at, t, 2e-3, "a cursor");
}
const over = await page.locator(".plot .u-over").first().boundingBox();
await page.mouse.click(over.x + 0.6 * over.width, over.y + over.height / 2);
await settle();
const t = await app(() => window.trammel.app.player.t);
near(t, 0.6, 0.05, "a click in a plot");
for (const at of await cursors()) near(at, t, 2e-3, "a cursor after a click");
const values = exported(`${work}/crank-rocker.h5`);
const told = Number(/(-?[\d.e-]+) deg$/.exec((await page.locator(".plot .chip b").first().textContent()).trim())[1]);
const row = Math.floor(t * 100), part = t * 100 - row, own = values.get("rocker_angle");
near(told, own[row] + part * (own[row + 1] - own[row]), 1e-4 * Math.abs(told), "the value beside a name");
// zoomed in and all again
await page.mouse.move(over.x + 0.2 * over.width, over.y + 30);
await page.mouse.down();
await page.mouse.move(over.x + 0.5 * over.width, over.y + 40, { steps: 4 });
await page.mouse.up();
const width = () => app(() => { const { x } = window.trammel.app.plots.list[0].chart.scales; return x.max - x.min; });
check((await width()) < 0.4, "zoomed");
await page.mouse.dblclick(over.x + 0.5 * over.width, over.y + 40);
await settle();
check((await width()) > 0.99, "all again");

// Three units in one plot are three axes, each with the range of its own curves
await app(() => window.trammel.app.plots.add({ mode: "time", signals: ["drive.torque", "crank.wz", "coupler.x", "coupler.y"] }));
await settle();
const axes = await app(() => {
  const { chart } = window.trammel.app.plots.list.at(-1);
  return {
    axes: chart.axes.slice(1).map((axis) => [axis.label, axis.side]),
    series: chart.series.slice(1).map((s) => [s.label, s.scale]),
    ranges: Object.fromEntries(Object.entries(chart.scales).filter(([name]) => name !== "x").map(([name, scale]) => [name, [scale.min, scale.max]])),
  };
});
equal(axes.axes, [["N m", 3], ["rad/s", 1], ["m", 3]], "axes");
equal(axes.series, [["drive.torque", "y0"], ["crank.wz", "y1"], ["coupler.x", "y2"], ["coupler.y", "y2"]], "whose axis");
for (const [scale, names] of [["y0", ["drive.torque"]], ["y2", ["coupler.x", "coupler.y"]]]) {
  const all = names.flatMap((name) => values.get(name)), low = Math.min(...all), high = Math.max(...all), [from, to] = axes.ranges[scale];
  check(from <= low && to >= high && to - from < 2 * (high - low), `range of ${scale}: ${from} to ${to} for ${low} to ${high}`);
}
await page.locator(".plot").last().locator("[data-name=plot-close]").click();

// By keyboard alone: Tab reaches every control that is seen, in the order of the page, and shows where it is
const wanted = await page.locator("header.bar button, .scene-tools button, .scene-tools select, .menu > summary, .search input, .transport button, .transport select, .transport input").evaluateAll((all) => all.filter((e) => e.checkVisibility() && !e.disabled).length);
await app(() => document.activeElement?.blur());
const reached = new Set();
let outlined = 0;
for (let stops = 0; stops < 120 && reached.size < wanted; stops++) {
  await page.keyboard.press("Tab");
  const at = await app(() => {
    const e = document.activeElement;
    if (!e || e === document.body) return null;
    const known = (window.stops ??= []);
    if (!known.includes(e)) known.push(e);
    return { number: known.indexOf(e), outline: getComputedStyle(e).outlineStyle !== "none", fixed: !!e.closest("header.bar, .scene-tools, .search, .transport") };
  });
  // past the last control comes the page itself, then the first again
  if (!at) continue;
  if (at.fixed && !reached.has(at.number)) reached.add(at.number), (outlined += at.outline);
}
equal(reached.size, wanted, "controls that Tab reaches");
equal(outlined, wanted, "and that show it");
// space on a button presses it and does not play as well
await page.locator("[data-name=loop]").focus();
const looped = await page.getAttribute("[data-name=loop]", "aria-pressed");
await page.keyboard.press("Space");
equal([await page.getAttribute("[data-name=loop]", "aria-pressed") !== looped, await app(() => window.trammel.app.player.playing)], [true, false], "space on a button");
// a signal is plotted, a part chosen, without a mouse
await page.keyboard.press("/");
await page.keyboard.type("coupler.vx");
await page.keyboard.press("Enter");
equal(await app(() => document.activeElement?.dataset.signal), "coupler.vx", "Enter goes to what is found");
await page.keyboard.press("Space");
check(await app(() => window.trammel.app.plots.list.some((plot) => plot.state.signals.includes("coupler.vx"))), "it is plotted");
await page.keyboard.press("/");
await page.keyboard.press("Escape");
await page.locator("details.part[data-name=rocker] > summary").focus();
await page.keyboard.press("Enter");
equal(await app(() => window.trammel.app.stage.chosen?.name), "rocker", "a part is chosen");
equal(await page.locator("[role=status]").textContent(), "body rocker chosen", "and said");
for (const [key, test] of [["g", () => !!window.trammel.app.stage.follow], ["n", () => window.trammel.app.stage.labels], ["r", () => window.trammel.app.stage.layers.has("reactions")], ["t", () => document.documentElement.dataset.theme === "dark"], ["l", () => window.trammel.app.player.loop]]) {
  const was = await app(test);
  await page.keyboard.press(key);
  check((await app(test)) !== was, `key ${key}`);
}
await page.keyboard.press("Escape");

// What a screen reader is told: the language, landmarks, states, the time of the slider, dialogues that hold the focus
equal(await app(() => document.documentElement.lang), "en", "language");
for (const role of ["banner", "main", "toolbar", "status"]) check((await page.getByRole(role).count()) > 0, `a ${role}`);
equal(await page.getByRole("slider", { name: "Time" }).count(), 1, "the slider of time");
await app(() => window.trammel.app.player.seek(0.42));
await settle();
equal(await page.getByRole("slider", { name: "Time" }).getAttribute("aria-valuetext"), "0.4200 s", "the time that it tells");
await page.keyboard.press("?");
check(await app(() => document.querySelector("dialog.help").contains(document.activeElement) || document.activeElement === document.querySelector("dialog.help")), "the dialogue has the focus");
for (let i = 0; i < 5; i++) await page.keyboard.press("Tab");
check(await app(() => document.activeElement === document.body || document.querySelector("dialog.help").contains(document.activeElement)), "and keeps it");
await page.keyboard.press("Escape");
// text is told from its ground: at least 4.5 to 1, light and dark
for (const theme of ["light", "dark"]) {
  const worst = await app((name) => {
    window.trammel.app.setTheme(name);
    const light = (text) => { const [r, g, b] = text.match(/[\d.]+/g).slice(0, 3).map((v) => { const c = v / 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
    const ground = (e) => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor; if (!/, 0\)$/.test(c)) return c; } return "rgb(255, 255, 255)"; };
    return [...document.querySelectorAll("h1, h3, .kind, button, select, small, .hint, .clock, summary span, .chip b")].filter((e) => e.checkVisibility() && e.textContent.trim()).reduce((least, e) => {
      const a = light(getComputedStyle(e).color), b = light(ground(e)), ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      return ratio < least[0] ? [ratio, e.outerHTML.slice(0, 80)] : least;
    }, [99, ""]);
  }, theme);
  check(worst[0] >= 4.5, `contrast, ${theme}: ${worst}`);
}
equal(page.faults, [], "faults");
await page.context().close();

// A telephone: a finger picks, two come nearer
const phone = await open(browser, path, { width: 390, height: 780, hasTouch: true, isMobile: true });
const place = await phone.evaluate(() => {
  const { stage } = window.trammel.app, p = stage.placeOf({ kind: "body", name: "coupler", run: 0 }).project(stage.camera), box = stage.host.getBoundingClientRect();
  return [box.left + ((p.x + 1) / 2) * box.width, box.top + ((1 - p.y) / 2) * box.height];
});
await phone.touchscreen.tap(...place);
await settle(phone);
equal(await phone.evaluate(() => window.trammel.app.stage.chosen?.name), "coupler", "a finger picks");
const far = await eye(phone), touch = await phone.context().newCDPSession(phone), [x, y] = [190, 250];
const fingers = (type, wide) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: wide ? [{ x: x - wide, y, id: 1 }, { x: x + wide, y, id: 2 }] : [] });
await fingers("touchStart", 30);
for (let wide = 40; wide <= 90; wide += 10) await fingers("touchMove", wide);
await fingers("touchEnd", 0);
await settle(phone);
check((await eye(phone)).distance < 0.8 * far.distance, `two fingers zoom: ${far.distance} to ${(await eye(phone)).distance}`);
equal(phone.faults, [], "faults on a telephone");
await finish(browser);
