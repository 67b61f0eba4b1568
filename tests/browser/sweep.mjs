// SPDX-License-Identifier: Apache-2.0
// A sweep of modes: Campbell diagram and root locus hold the branches that `linearize --sweep` writes, the table the
// eigenvalues at the value that is chosen; what is under the pointer is told, a click chooses it, and its shape swings.
import { readFileSync, writeFileSync } from "node:fs";
import { check, equal, finish, launch, near, open, source, trammel, work } from "./chromium.mjs";

const model = `${source}/examples/rotor-stator.yaml`;
trammel("linearize", model, "--sweep", "speed=1:25:9", "--orders", "1,0.5", "--quiet", "-o", `${work}/sweep.h5`, "--csv", `${work}/sweep.csv`);
trammel("view", `${work}/sweep.h5`, "--quiet", "--no-open", "-o", `${work}/sweep.html`);
const truth = readFileSync(`${work}/sweep.csv`, "utf8").trim().split("\n").slice(1).map((line) => line.split(",").map(Number));
const modes = (truth[0].length - 1) / 5, value = (row, mode, part) => truth[row][1 + 5 * mode + part];
const [FREQUENCY, , RE, IM] = [0, 1, 2, 3];

const browser = await launch(), page = await open(browser, `${work}/sweep.html`, { width: 1440, height: 900 });
const app = (work, argument) => page.evaluate(work, argument), settle = () => app(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
equal(await page.locator(".bar .kind").first().textContent(), "modes over speed", "what it is");

// the table at the first value and at another one
const table = () => page.$$eval(".sweep tbody tr", (rows) => rows.map((row) => [...row.querySelectorAll("td:not(.what)")].map((cell) => Number(cell.textContent))));
async function judge(row) {
  const cells = await table();
  equal(cells.length, modes, "modes in the table");
  cells.forEach((own, mode) => own.forEach((v, part) => near(v, value(row, mode, part), 6e-3 * Math.abs(value(row, mode, part)) * (part === 4 ? 5 : 0.1) + 1e-6, `number ${part} of mode ${mode + 1} at row ${row}`)));
}
await judge(0);
await page.locator(".sweep input").first().fill("5");
await judge(5);
equal(Number(await page.locator(".sweep .clock").textContent()), truth[5][0], "the value that is told");

// every point of both diagrams is where its numbers are: frequency = |im|/2 pi over the speed; eigenvalues and their mirror images
const seen = await app(() => window.trammel.app.sweep.diagrams.map((d) => {
  const { drawn } = d, box = d.area.getBoundingClientRect();
  return {
    box: [box.left, box.top], x: [0, 1].map((v) => drawn.toX(v)), y: [0, 1].map((v) => drawn.toY(v)),
    branches: d.host.branches().map((b) => ({ number: b.number, label: b.label, dashed: !!b.dashed, x: [...b.x], y: [...b.y] })),
    rings: [...d.marks.children].map((c) => [Number(c.getAttribute("cx")), Number(c.getAttribute("cy")), c.getAttribute("r")]),
    paths: d.area.querySelectorAll("svg path").length, dashes: d.area.querySelectorAll("svg path[stroke-dasharray]").length,
    words: [...d.area.querySelectorAll("svg text")].map((t) => t.textContent),
  };
}));
const [campbell, locus] = seen;
const swinging = Array.from({ length: modes }, (_, k) => k).filter((k) => truth.some((_, row) => value(row, k, IM) !== 0));
check(swinging.length >= 5, `only ${swinging.length} modes swing`);
equal(campbell.branches.filter((b) => b.number >= 0).map((b) => b.number), swinging, "branches of the Campbell diagram");
for (const branch of campbell.branches) branch.y.forEach((y, row) => {
  near(branch.x[row], truth[row][0], 1e-6, "speed");
  if (branch.number >= 0 && y !== null && !Number.isNaN(y)) near(y, Math.abs(value(row, branch.number, IM)) / (2 * Math.PI), 1e-6 * (1 + y), `frequency of mode ${branch.number + 1}`);
});
// lines of the speed itself, in turns a second, and of half of it
const orders = campbell.branches.filter((b) => b.dashed);
equal(orders.map((b) => b.label), ["1x", "0.5x"], "orders");
orders.forEach((b, k) => b.y.forEach((y, row) => near(y, ([1, 0.5][k] * truth[row][0]) / (2 * Math.PI), 1e-6 * (1 + y), `order ${k}`)));
equal(campbell.dashes, 2, "dashed lines");
check(campbell.words.some((word) => /^\d+ rotor, forward$/.test(word)), `labels at the ends: ${campbell.words}`);
for (const branch of locus.branches) branch.y.forEach((y, row) => {
  near(branch.x[row], value(row, branch.number, RE), 1e-6, `real part of mode ${branch.number + 1}`);
  near(Math.abs(y), Math.abs(value(row, branch.number, IM)), 1e-5, `imaginary part of mode ${branch.number + 1}`);
});
equal(locus.branches.length, modes + swinging.length, "eigenvalues and mirror images");

// hover over a point that is far from all others, and click it
const mode = swinging.reduce((best, k) => (value(6, k, FREQUENCY) > value(6, best, FREQUENCY) ? k : best));
const at = (diagram, x, y) => [diagram.box[0] + diagram.x[0] + x * (diagram.x[1] - diagram.x[0]), diagram.box[1] + diagram.y[0] + y * (diagram.y[1] - diagram.y[0])];
const spot = at(campbell, truth[6][0], Math.abs(value(6, mode, IM)) / (2 * Math.PI));
await page.mouse.move(...spot);
const read = await page.locator(".diagram .readout").first().textContent();
check(read.startsWith(`mode ${mode + 1} `) && read.includes(`speed ${truth[6][0]}`) && read.includes(`${Number(value(6, mode, FREQUENCY).toPrecision(6))} Hz`), `under the pointer: ${read}`);
await page.mouse.click(...spot);
equal(await app(() => [window.trammel.app.branch, window.trammel.app.mode]), [mode, 6], "what was clicked");
equal(await page.$$eval(".sweep tr.chosen .mode", (all) => all.map((b) => Number(b.textContent))), [mode + 1], "chosen in the table");
const ring = await app(() => [...window.trammel.app.sweep.diagrams[0].marks.children].filter((c) => c.getAttribute("r") === "5.5").map((c) => [Number(c.getAttribute("cx")), Number(c.getAttribute("cy"))]));
near(ring[0][0], spot[0] - campbell.box[0], 0.1, "the mark on it, across");
near(ring[0][1], spot[1] - campbell.box[1], 0.1, "the mark on it, up");
check(await page.locator(".diagram .readout").first().isVisible(), "it is told");

// the shape at that value swings: rest + a Re((re + i im) exp(i p)), as the numbers of the result say
for (const part of [0, 0.2, 0.7]) {
  const far = await app(([part, mode]) => {
    const { app } = window.trammel, m = app.mechanisms[0], run = app.runs[0], angle = 2 * Math.PI * part;
    m.poses.set(part);
    let worst = 0, most = 0;
    m.picture.bodies.forEach((body, k) => {
      const e = m.poses.matrices[k].elements, v = (name) => run.column(name)[app.mode];
      ["x", "y", "z"].forEach((axis, i) => {
        const re = v(`mode_${mode + 1}.${body.name}.move_${axis}`), im = v(`mode_${mode + 1}.${body.name}.move_${axis}_im`);
        const wanted = v(`${body.name}.${axis}`) + 0.1 * m.size * (Math.cos(angle) * re - Math.sin(angle) * im);
        worst = Math.max(worst, Math.abs(e[12 + i] - wanted) / m.size);
        most = Math.max(most, Math.abs(wanted - v(`${body.name}.${axis}`)) / m.size);
      });
    });
    return { worst, most };
  }, [part, mode]);
  check(far.worst < 1e-6, `places at ${part} of a swing: off by ${far.worst}`);
}
const pictures = await app(() => [0, 0.25].map((part) => {
  const { app } = window.trammel;
  app.player.seek(part);
  app.frame(performance.now());
  return app.stage.canvas.toDataURL();
}));
check(pictures[0] !== pictures[1], "it moves");

// dragging zooms the locus, a double click shows all; files hold what is drawn
const [x, y] = at(locus, locus.branches[0].x[0], locus.branches[0].y[0]);
await page.mouse.move(x - 40, y - 30);
await page.mouse.down();
await page.mouse.move(x + 30, y + 30, { steps: 3 });
await page.mouse.up();
const wide = () => app(() => { const { drawn } = window.trammel.app.sweep.diagrams[1]; return 1 / Math.abs(drawn.toY(1) - drawn.toY(0)); });
const zoomed = await wide();
check(zoomed < 0.9 / Math.abs(locus.y[1] - locus.y[0]), "zoomed");
await page.locator(".diagram .area").nth(1).dblclick({ position: { x: 100, y: 5 } });
near(await wide(), 1 / Math.abs(locus.y[1] - locus.y[0]), 1e-9, "all again");
const [download] = await Promise.all([page.waitForEvent("download"), page.locator(".diagram [data-name=plot-csv]").first().click()]);
await download.saveAs(`${work}/saved.csv`);
const saved = readFileSync(`${work}/saved.csv`, "utf8").trim().split("\n").map((line) => line.split(","));
equal(saved[0][0], "speed", "the head of the table");
equal(saved.length, truth.length + 1, "its rows");
saved.slice(1).forEach((row, i) => row.forEach((text, k) => near(Number(text), truth[i][k], 1e-6 * (1 + Math.abs(truth[i][k])), `number ${k} of row ${i}`)));
equal(page.faults, [], "faults");

// the address holds mode and value
await settle();
await page.waitForTimeout(400);
const hash = await app(() => location.hash), other = await open(browser, `${work}/sweep.html`, { hash });
equal(await other.evaluate(() => [window.trammel.app.branch, window.trammel.app.mode]), [mode, 6], "the same from the address");
equal(other.faults, [], "faults of the shared view");

// names are text here too, and a telephone shows all of it
writeFileSync(`${work}/odd.yaml`, readFileSync(model, "utf8").replaceAll("speed", "pace"));
trammel("linearize", `${work}/odd.yaml`, "--sweep", "pace=1:3:3", "--quiet", "-o", `${work}/odd.h5`);
trammel("view", `${work}/odd.h5`, "--quiet", "--no-open", "-o", `${work}/odd.html`);
const odd = readFileSync(`${work}/odd.html`, "utf8"), evil = "<img src=x onerror=alert(1)>";
check(odd.includes('\\"labels\\": [\\"1\\"'), "labels are in the page");
writeFileSync(`${work}/odd.html`, odd.replace('\\"labels\\": [\\"1\\"', `\\"labels\\": [\\"1 ${evil.replaceAll("<", "\\u003c")}\\"`));
const phone = await open(browser, `${work}/odd.html`, { width: 390, height: 780, hasTouch: true, isMobile: true });
equal(await phone.locator("img").count(), 0, "no picture from a label");
check((await phone.locator(".sweep .what").allTextContents()).includes(evil), "the label is text");
check(await phone.evaluate(() => document.documentElement.scrollWidth <= 390), "fits a telephone");
equal(phone.faults, [], "faults on a telephone");
await finish(browser);
