// SPDX-License-Identifier: Apache-2.0
// Modes: the table holds the eigenvalues that `linearize` prints; a body swings as its shape says, in phase and out
// of it, as far as the slider tells; the choice is kept in the address.
import { check, equal, finish, launch, near, open, source, trammel, work } from "./chromium.mjs";

const model = `${source}/examples/rotor-stator.yaml`;
trammel("linearize", model, "--quiet", "-o", `${work}/modes.h5`);
trammel("view", `${work}/modes.h5`, "--quiet", "--no-open", "-o", `${work}/modes.html`);
const truth = JSON.parse(trammel("linearize", model, "--json", "--shapes"));
// pairs once, as in the table
const values = truth.eigenvalues.filter((v) => v.im >= 0);

const browser = await launch();
let page = await open(browser, `${work}/modes.html`);
const cells = await page.$$eval(".modes tbody tr", (rows) => rows.map((row) => [...row.children].map((cell) => Number(cell.textContent))));
equal(cells.length, values.length, "modes in the table");
cells.forEach((row, i) => {
  equal(row[0], i + 1, "number of the mode");
  near(row[1], values[i].frequency_hz, 1e-5 * (1 + values[i].frequency_hz), `frequency of mode ${i + 1}`);
  near(row[3], values[i].re, 1e-5, `real part of mode ${i + 1}`);
  near(row[4], values[i].im, 1e-4, `imaginary part of mode ${i + 1}`);
});
equal(await page.$$eval(".modes tr.chosen", (rows) => rows.length), 1, "modes chosen");
equal(await page.evaluate(() => window.trammel.app.state.mode), cells.findIndex((row) => row[1] > 0), "the first that swings");

// where bodies are at a phase: rest + a Re((re + i im) exp(i p)), turned by a Re(turn exp(i p)) about axes of ground
const chosen = cells.length - 2;
await page.click(`.modes tbody tr:nth-child(${chosen + 1}) button`);
for (const [amplitude, part] of [[1, 0], [1, 0.25], [2.5, 0.4], [0, 0.1]]) {
  const seen = await page.evaluate(([amplitude, part]) => {
    const { app } = window.trammel, m = app.mechanisms[0], run = app.runs[0];
    const slider = document.querySelector(".modes input");
    slider.value = String(amplitude);
    slider.dispatchEvent(new Event("input"));
    m.poses.set(part);
    return m.picture.bodies.map((body, k) => {
      const value = (name) => run.column(`${body.name}.${name}`)[app.mode];
      const names = ["move_x", "move_y", "move_z", "turn_x", "turn_y", "turn_z"];
      return { size: m.size, row: app.mode, matrix: m.poses.matrices[k].elements, rest: ["x", "y", "z", "e0", "e1", "e2", "e3"].map(value), re: names.map(value), im: names.map((name) => value(`${name}_im`)) };
    });
  }, [amplitude, part]);
  for (const body of seen) {
    equal(body.row, chosen, "the mode that is shown");
    const a = 0.1 * amplitude * body.size, s = body.re.map((re, k) => a * (re * Math.cos(2 * Math.PI * part) - body.im[k] * Math.sin(2 * Math.PI * part)));
    for (let k = 0; k < 3; k++) near(body.matrix[12 + k], body.rest[k] + s[k], 1e-6 * body.size, `place ${k} at ${part}`);
    // Rodrigues' formula on the axes of rest
    const w = s.slice(3), angle = Math.hypot(...w), n = w.map((x) => x / (angle || 1)), [e0, e1, e2, e3] = body.rest.slice(3);
    const axes = [
      [1 - 2 * (e2 * e2 + e3 * e3), 2 * (e1 * e2 + e0 * e3), 2 * (e1 * e3 - e0 * e2)],
      [2 * (e1 * e2 - e0 * e3), 1 - 2 * (e1 * e1 + e3 * e3), 2 * (e2 * e3 + e0 * e1)],
    ];
    axes.forEach((v, column) => {
      const dot = v.reduce((sum, x, k) => sum + x * n[k], 0), cross = [n[1] * v[2] - n[2] * v[1], n[2] * v[0] - n[0] * v[2], n[0] * v[1] - n[1] * v[0]];
      v.forEach((x, k) => near(body.matrix[4 * column + k], x * Math.cos(angle) + cross[k] * Math.sin(angle) + n[k] * dot * (1 - Math.cos(angle)), 2e-6, `axis ${column} at ${part}`));
    });
  }
}
const moving = await page.evaluate(() => {
  const { app } = window.trammel;
  app.setSwing(1.5);
  return app.runs[0].columns.size > 0 && app.at;
});
equal(moving, chosen + 1, "the mode that plots show");
// a plane of eigenvalues: a cross for each
equal(await page.$$eval(".plot svg path[stroke-width='1.8']", (list) => list.length), values.length, "crosses");
// the address keeps it
await page.waitForTimeout(600);
const hash = new URL(page.url()).hash;
equal(page.faults, [], "faults");
await page.context().close();
page = await open(browser, `${work}/modes.html`, { hash });
equal(await page.evaluate(() => [window.trammel.app.mode, window.trammel.app.state.swing]), [chosen, 1.5], "the mode and amplitude of the address");
check((await page.textContent(".clock")).startsWith(`mode ${chosen + 1}`), "the clock says the mode");
equal(page.faults, [], "faults");
// what is zero but for rounding does not count as swinging
trammel("linearize", `${source}/examples/hoop.yaml`, "--quiet", "-o", `${work}/hoop.h5`);
trammel("view", `${work}/hoop.h5`, "--quiet", "--no-open", "-o", `${work}/hoop.html`);
page = await open(browser, `${work}/hoop.html`);
check((await page.evaluate(() => window.trammel.app.runs[0].column("im")[window.trammel.app.mode])) > 1, "the mode of the hoop that swings");
equal(page.faults, [], "faults of the hoop");
await finish(browser);
