// SPDX-License-Identifier: Apache-2.0
// The page of every example: no fault, a picture that is not empty and moves where the model does;
// all numbers are the result's in single precision; markers, joints and shapes are drawn where they are.
import { readdirSync } from "node:fs";
import { beside, check, equal, finish, launch, open, source, tableOf, trammelAside, work } from "./chromium.mjs";

const models = ["", "excel/", "urdf/"].flatMap((folder) => readdirSync(`${source}/examples/${folder}`).filter((file) => /\.(yaml|xlsx|urdf|adm)$/.test(file)).map((file) => folder + file));
// those that take longest first, so that no processor is left without work at the end
const long = ["pile.yaml", "rotor-run-up.yaml", "washer.yaml", "a05-flyball.yaml", "balance.yaml", "planar-ladder.yaml", "ladder.yaml"];
models.sort((a, b) => Number(long.includes(b)) - Number(long.includes(a)));

const browser = await launch();
let pages = 0, moving = 0;

// The result of a model. Several analyses leave a file each, and one is shown, also of a run that failed on the way;
// what others include, or waits for a choice of the user, is shown as it is put together.
async function resultOf(file, name) {
  const left = () => readdirSync(work).filter((f) => f.startsWith(name) && /^(-(statics|quasistatics|dynamics|kinematics|assemble|linearize)(-\d+)?)?\.h5$/.test(f.slice(name.length))).sort();
  try {
    await trammelAside("run", `${source}/examples/${file}`, "--quiet", "-o", `${work}/${name}.h5`);
  } catch (error) {
    if (!left().length) await trammelAside("assemble", `${source}/examples/${file}`, "--quiet", "-o", `${work}/${name}.h5`);
  }
  return `${work}/${left()[0]}`;
}

await beside(models, async (file, own) => {
  const name = file.replace("/", "-").replace(".yaml", ""), path = `${work}/${name}.html`, result = await resultOf(file, name);
  const [, table] = await Promise.all([trammelAside("view", result, "--quiet", "--no-open", "-o", path), trammelAside("export", result)]);
  const page = (own.page = await open(browser, path, { width: 720, height: 460, used: own.page }));
  pages++;
  const seen = await page.evaluate(() => {
    const { app } = window.trammel, { stage, player } = app, m = app.mechanisms[0];
    const look = (t) => {
      player.seek(t);
      stage.draw(t, true);
      const canvas = document.createElement("canvas");
      canvas.width = stage.canvas.width;
      canvas.height = stage.canvas.height;
      const g = canvas.getContext("2d");
      g.drawImage(stage.canvas, 0, 0);
      return g.getImageData(0, 0, canvas.width, canvas.height).data;
    };
    stage.grid = false;
    const a = look(player.start), b = look(player.start + 0.31 * (player.end - player.start));
    let drawn = 0, moved = 0;
    for (let i = 0; i < a.length; i += 4) {
      drawn += Math.abs(a[i] - a[0]) + Math.abs(a[i + 1] - a[1]) + Math.abs(a[i + 2] - a[2]) > 30;
      moved += Math.abs(a[i] - b[i]) + Math.abs(a[i + 1] - b[i + 1]) + Math.abs(a[i + 2] - b[i + 2]) > 30;
    }
    // where things are, against signals that were computed apart
    const run = app.runs[0], rows = [0, Math.floor(run.rows / 3), run.rows - 1];
    let worst = 0, markers = 0, gap = 0, joints = 0, off = 0, shapes = 0;
    const p = m.low.clone(), q = m.low.clone();
    // shapes of modes are those of small motions: joints are closed where nothing swings
    m.poses.amplitude = 0;
    for (const row of rows) {
      m.poses.set(run.time[row]);
      for (const marker of m.picture.markers) {
        const truth = ["x", "y", "z"].map((axis) => run.column(`${marker.name}.${axis}`)?.[row]);
        if (truth.some((v) => v === undefined)) continue;
        markers++;
        worst = Math.max(worst, m.place(marker.frame, p).distanceTo(q.set(...truth)) / m.size);
      }
      for (const joint of m.picture.joints) {
        if (!["revolute", "spherical", "universal", "fixed"].includes(joint.type) || !joint.first) continue;
        joints++;
        gap = Math.max(gap, m.place(joint.first, p).distanceTo(m.place(joint.second, q)) / m.size);
      }
    }
    // a body of one solid has its mass centre in the middle of it
    for (const body of m.picture.bodies) {
      const [shape] = body.shapes;
      if (body.shapes.length !== 1 || !["round", "capsule", "ball", "box"].includes(shape.form) || shape.radius?.[0] !== shape.radius?.[1] && shape.form === "round") continue;
      const points = shape.form === "box" ? shape.points.slice(0, 3) : shape.points, count = points.length / 3;
      const middle = [0, 1, 2].map((k) => points.filter((_, i) => i % 3 === k).reduce((sum, v) => sum + v, 0) / count);
      if (!(body.mass[0] > 0)) continue;
      shapes++;
      off = Math.max(off, Math.hypot(...middle) / m.size);
    }
    // all columns one after the other, as text: far quicker to hand over than numbers
    const names = run.list().map((info) => info.name), all = new Float32Array(names.length * run.rows), bytes = new Uint8Array(all.buffer);
    names.forEach((signal, k) => all.set(run.column(signal), k * run.rows));
    let columns = "";
    for (let i = 0; i < bytes.length; i += 0x6000) columns += btoa(String.fromCharCode(...bytes.subarray(i, i + 0x6000)));
    // how far anything goes or turns
    let far = 0;
    for (const body of m.picture.bodies)
      for (const part of ["x", "y", "z", "e0", "e1", "e2", "e3"]) {
        const c = run.column(`${body.name}.${part}`), row = Math.floor(0.31 * (run.rows - 1));
        if (c) far = Math.max(far, Math.abs(c[row] - c[0]) / (part.length > 1 ? 1 : m.size));
      }
    return { far, drawn: drawn / (a.length / 4), moved: moved / (a.length / 4), rows: run.rows, worst, markers, gap, joints, off, shapes, names, columns };
  });
  equal(page.faults, [], `${name}: faults`);
  check(seen.drawn > 0.002, `${name}: the picture is empty (${seen.drawn})`);
  check(seen.far < 1e-2 || seen.moved > 0.0005, `${name}: nothing moves (${seen.moved})`);
  moving += seen.far >= 1e-2;
  check(seen.worst < 2e-6, `${name}: markers are off by ${seen.worst} of its size`);
  const open_ = name.startsWith("bricard") ? 1e-5 : 2e-6;
  check(seen.gap < open_, `${name}: joints are open by ${seen.gap} of its size`);
  // shapes that carry a mass given apart may have their centre elsewhere
  check(seen.off < 2e-6 || ["balance", "macpherson"].includes(name) || /(adm|urdf)$/.test(name), `${name}: shapes are off by ${seen.off} of its size`);
  // every number
  const truth = tableOf(table), bytes = Uint8Array.from(Buffer.from(seen.columns, "base64")), columns = new Float32Array(bytes.buffer);
  let wrong = 0;
  seen.names.forEach((signal, k) => {
    const own = truth.get(signal);
    if (own?.length !== seen.rows) wrong++;
    else own.forEach((v, i) => (wrong += !Object.is(Math.fround(v), columns[k * seen.rows + i]) && Math.fround(v) !== columns[k * seen.rows + i]));
  });
  equal(wrong, 0, `${name}: numbers that are not the result's`);
  equal(seen.names.length, truth.size, `${name}: signals`);
});
equal(pages, models.length, "pages of examples");
check(pages > 70 && moving > 30, `only ${pages} pages, of which ${moving} move`);
console.log(`${pages} pages, of which ${moving} move`);
await finish(browser);
