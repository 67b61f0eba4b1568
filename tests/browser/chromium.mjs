// SPDX-License-Identifier: Apache-2.0
// A browser that writes down whatever should not happen: errors, messages, requests, dialogues.
import { execFile, execFileSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { chromium } from "playwright-core";

export const [command, source, work] = process.argv.slice(2);

export function trammel(...words) {
  return execFileSync(command, words, { cwd: work, encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"] });
}

// The same beside other work; what it printed.
export async function trammelAside(...words) {
  return (await promisify(execFile)(command, words, { cwd: work, encoding: "utf8", maxBuffer: 1 << 28 })).stdout;
}

// Do `task` to each of a list, in its order, as many at once as there are processors; `own` is kept from one to the next.
export async function beside(list, task) {
  const waiting = list.values();
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, async () => {
    const own = {};
    for (const item of waiting) await task(item, own);
  }));
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

// Open a page and wait until all is there. `faults` collects what must stay empty. `used`: in place of another page.
export async function open(browser, path, { used, width = 1100, height = 640, hash = "#{}", still = true, ...more } = {}) {
  const page = used ?? (await blank(browser, { viewport: { width, height }, acceptDownloads: true, reducedMotion: still ? "reduce" : "no-preference", ...more }));
  page.faults.length = 0;
  await page.goto(`file://${encodeURI(path)}${hash}`);
  await page.waitForFunction(() => window.trammel?.app, null, { timeout: 60000, polling: 20 });
  await page.evaluate(() => window.trammel.ready);
  return page;
}
async function blank(browser, options) {
  const context = await browser.newContext(options);
  const page = await context.newPage(), faults = [];
  page.on("console", (message) => faults.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => (faults.push(`dialogue: ${dialog.message()}`), dialog.dismiss()));
  page.on("request", (request) => {
    if (!/^(file|data|blob):/.test(request.url())) faults.push(`request: ${request.url()}`);
  });
  page.faults = faults;
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
  return tableOf(trammel("export", result));
}
export function tableOf(text) {
  const lines = text.trim().split("\n"), names = lines[0].split(",").map((name) => name.replace(/ \[.*\]$/, ""));
  const columns = new Map(names.map((name) => [name, []]));
  for (const line of lines.slice(1)) line.split(",").forEach((text, k) => columns.get(names[k]).push(Number(text)));
  return columns;
}
