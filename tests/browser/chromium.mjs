// SPDX-License-Identifier: Apache-2.0
// A browser that writes down whatever should not happen: errors, messages, requests, dialogues.
import { execFileSync } from "node:child_process";
import { chromium } from "playwright-core";

export const [command, source, work] = process.argv.slice(2);

export function trammel(...words) {
  return execFileSync(command, words, { cwd: work, encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"] });
}

// Run a model and write its page; the page's path.
export function pageOf(model, name, ...more) {
  trammel("run", model, "--quiet", "-o", `${work}/${name}.h5`, ...more);
  trammel("view", `${work}/${name}.h5`, "--quiet", "--no-open", "-o", `${work}/${name}.html`);
  return `${work}/${name}.html`;
}

export async function launch() {
  const args = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"];
  if (process.getuid?.() === 0) args.push("--no-sandbox");
  return chromium.launch({ executablePath: "/usr/bin/chromium", args });
}

// Open a page and wait until all is there. `faults` collects what must stay empty.
export async function open(browser, path, { width = 1100, height = 640, hash = "#{}", still = true, ...more } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, acceptDownloads: true, reducedMotion: still ? "reduce" : "no-preference", ...more });
  const page = await context.newPage(), faults = [];
  page.on("console", (message) => faults.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => (faults.push(`dialogue: ${dialog.message()}`), dialog.dismiss()));
  page.on("request", (request) => {
    if (!/^(file|data|blob):/.test(request.url())) faults.push(`request: ${request.url()}`);
  });
  page.faults = faults;
  await page.goto(`file://${encodeURI(path)}${hash}`);
  await page.waitForFunction(() => window.trammel?.app, null, { timeout: 60000 });
  await page.evaluate(() => window.trammel.ready);
  return page;
}

let failed = 0;
export function check(ok, text) {
  if (!ok) failed++, console.log(`FAILED: ${text}`);
}
export function equal(got, wanted, text) {
  check(JSON.stringify(got) === JSON.stringify(wanted), `${text}: ${JSON.stringify(got)}, not ${JSON.stringify(wanted)}`);
}
export function near(got, wanted, room, text) {
  check(Math.abs(got - wanted) <= room, `${text}: ${got}, not ${wanted} within ${room}`);
}
export async function finish(browser) {
  await browser.close();
  console.log(failed ? `${failed} failed` : "all as it should be");
  process.exit(failed ? 1 : 0);
}

// A table from `trammel export`: names and columns of numbers.
export function exported(result) {
  const lines = trammel("export", result).trim().split("\n"), names = lines[0].split(",").map((name) => name.replace(/ \[.*\]$/, ""));
  const columns = new Map(names.map((name) => [name, []]));
  for (const line of lines.slice(1)) line.split(",").forEach((text, k) => columns.get(names[k]).push(Number(text)));
  return columns;
}
