// SPDX-License-Identifier: Apache-2.0
// Photographs of pages for README and guide (tools/pictures.sh); no test.
import { execFileSync } from "node:child_process";
import { equal, finish, launch, open, pageOf, source, trammel, work } from "./chromium.mjs";

const browser = await launch(), example = (name) => pageOf(`${source}/examples/${name}.yaml`, name);
async function shoot(picture, path, width, height, view, more = {}) {
  const page = await open(browser, path, { width, height, hash: `#${JSON.stringify(view)}`, ...more });
  await page.waitForTimeout(400);
  await page.screenshot({ path: `${work}/${picture}` });
  equal(page.faults, [], picture);
  await page.context().close();
  // as many colours as a small file has
  execFileSync("ffmpeg", ["-loglevel", "error", "-y", "-i", picture, "-vf", "split[a][b];[a]palettegen=max_colors=200:stats_mode=full[p];[b][p]paletteuse=dither=none", `small-${picture}`], { cwd: work });
}
trammel("linearize", `${source}/examples/rotor-stator.yaml`, "--sweep", "speed=1:25:25", "--orders", "1", "--quiet", "-o", "sweep.h5");
trammel("view", "sweep.h5", "--quiet", "--no-open", "-o", "sweep.html");
const crank = example("crank-rocker");
await shoot("crank-rocker.png", crank, 1180, 660, { t: 0.31, traces: ["b", "c"], theme: "light" });
await shoot("phone.png", crank, 390, 780, { t: 0.31, theme: "light" }, { isMobile: true, hasTouch: true });
await shoot("double-wishbone.png", example("double-wishbone"), 1180, 660, { t: 0.31, traces: ["upright.axle"], theme: "light" });
await shoot("pile.png", example("pile"), 1180, 660, { t: 1.2, theme: "dark" });
await shoot("campbell.png", `${work}/sweep.html`, 1180, 760, { t: 0.15, mode: 9, branch: 6, theme: "light" });
await finish(browser);
