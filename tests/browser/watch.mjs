// SPDX-License-Identifier: Apache-2.0
// run --watch in a browser: the page of the result, run again when the file changes, with the view kept; messages at
// their lines; texts are only ever text. The server hears this machine only, and only by its name.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import http from "node:http";
import net from "node:net";
import { check, command, equal, finish, launch, source, work } from "./chromium.mjs";

const name = "<b>watched.yaml", model = `${work}/${name}`, text = readFileSync(`${source}/examples/crank-rocker.yaml`, "utf8");
writeFileSync(model, text.replace("name: crank-rocker", 'name: "<script>alert(1)</script>"'));
const child = spawn(command, ["run", name, "--watch", "--no-open"], { cwd: work, env: { ...process.env, TMPDIR: work }, stdio: ["ignore", "pipe", "pipe"] });
const ended = new Promise((done) => child.on("exit", (code) => done(code)));
let said = "";
const address = await new Promise((done, fail) => {
  child.stderr.on("data", (data) => {
    said += data;
    const found = /http:\/\/127\.0\.0\.1:(\d+)\//.exec(said);
    if (found) done(found[0]);
  });
  child.on("exit", () => fail(new Error(`it ended: ${said}`)));
});
const port = Number(new URL(address).port);

// what a request gets: [status, body]
const ask = (path, { host = `127.0.0.1:${port}`, method = "GET", to = "127.0.0.1" } = {}) =>
  new Promise((done) => {
    const request = http.request({ host: to, port, path, method, headers: { host }, timeout: 3000 }, (reply) => {
      let body = "";
      reply.on("data", (data) => (body += data));
      reply.on("end", () => done([reply.statusCode, body, reply.headers]));
    });
    request.on("error", (error) => done([error.code, "", {}]));
    request.on("timeout", () => request.destroy(new Error("time")));
    request.end();
  });
const state = async () => JSON.parse((await ask("/state"))[1]);
async function until(what, told) {
  for (let i = 0; i < 300; i++) {
    if (await what()) return true;
    await new Promise((done) => setTimeout(done, 100));
  }
  check(false, `never: ${told}`);
  return false;
}

// who may ask what
for (const host of ["evil.example", `evil.example:${port}`, "127.0.0.1", `127.0.0.1.evil.example:${port}`, `127.0.0.1:${port + 1}`])
  equal((await ask("/state", { host }))[0], 403, `host '${host}'`);
// as it stands: no host, two of them, a byte 0, what has no end
const send = (words) =>
  new Promise((done) => {
    let got = "";
    const socket = net.connect(port, "127.0.0.1", () => socket.write(words));
    socket.on("data", (data) => (got += data));
    socket.on("close", () => done(got.slice(9, 12)));
    socket.on("error", () => done(got.slice(9, 12)));
  });
equal(await send("GET /state HTTP/1.0\r\n\r\n"), "403", "no host");
equal(await send(`GET /state HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nHost: evil.example\r\n\r\n`), "403", "two hosts");
equal(await send("GET /\0 HTTP/1.1\r\n\r\n"), "400", "a byte 0");
equal(await send(`GET /${"a".repeat(9000)}`), "431", "a request without an end");
equal((await ask("/state", { host: `localhost:${port}` }))[0], 200, "host localhost");
for (const path of ["/../../etc/passwd", "/etc/passwd", "/%2e%2e/state", "//state", "/state/", "/result.h5", `/${name}`, "/model/../state"])
  equal((await ask(path))[0], 404, `path ${path}`);
for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) equal((await ask("/state", { method }))[0], 405, method);
equal((await ask("/", { method: "HEAD" }))[1], "", "HEAD has no body");
// the socket is bound to the loopback address and to no other
const hex = port.toString(16).toUpperCase().padStart(4, "0");
const bound = ["tcp", "tcp6"].flatMap((kind) => readFileSync(`/proc/net/${kind}`, "utf8").split("\n")).map((line) => line.trim().split(/\s+/))
  .filter((words) => words[3] === "0A" && words[1]?.endsWith(`:${hex}`)).map((words) => words[1]);
equal(bound, [`0100007F:${hex}`], "where it listens");

// the page
const browser = await launch(), context = await browser.newContext({ viewport: { width: 1200, height: 760 }, reducedMotion: "reduce" });
const page = await context.newPage(), faults = [];
page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
page.on("pageerror", (error) => faults.push(error.message));
page.on("dialog", (dialog) => (faults.push(dialog.message()), dialog.dismiss()));
page.on("request", (request) => !request.url().startsWith(address) && !/^(data|blob):/.test(request.url()) && faults.push(request.url()));
await page.goto(address);
const frame = async () => {
  const handle = await page.waitForSelector("iframe#page:not([hidden])", { timeout: 60000 });
  const inner = await handle.contentFrame();
  await inner.waitForFunction(() => window.trammel?.app, null, { timeout: 60000 });
  await inner.evaluate(() => window.trammel.ready);
  return inner;
};
let inner = await frame();
equal(await inner.evaluate(() => document.querySelector("h1").textContent), "<script>alert(1)</script>", "the name is text");
equal(await page.evaluate(() => document.getElementById("name").textContent), name, "the file's name is text");
equal(await inner.evaluate(() => window.trammel.app.runs[0].rows), 101, "rows");

// another interval: run again, and the view stays
await inner.evaluate(() => {
  window.trammel.app.setFlag("labels", true);
  window.trammel.app.player.seek(0.5);
});
await page.waitForTimeout(600);
check(/^(Done|Accuracy)/.test((await page.evaluate(() => document.getElementById("state").textContent))), "how it went is told, not where its result lies");
const before = (await state()).page;
writeFileSync(model, text.replace("every: 0.01", "every: 0.02"));
check(text.includes("every: 0.01"), "the example has another interval");
await until(async () => (await state()).page > before, "a new page");
await page.waitForTimeout(600);
inner = await frame();
equal(await inner.evaluate(() => window.trammel.app.runs[0].rows), 51, "rows of the new run");
equal(await inner.evaluate(() => [window.trammel.app.stage.labels, window.trammel.app.player.t]), [true, 0.5], "the view is kept");

// a mistake: the message stands under its line
const lines = text.split("\n"), wrong = lines.findIndex((line) => /^ {2}b: /.test(line));
check(wrong > 0, "the example has a joint b");
writeFileSync(model, lines.with(wrong, lines[wrong].replace("spherical", "spherica<i>l")).join("\n"));
await page.waitForSelector("#text div.error", { timeout: 30000 });
const shown = await page.evaluate(() => [...document.querySelectorAll("#text div")].map((d) => ({ text: d.textContent, n: d.dataset.n, kind: d.className })));
const at = shown.findIndex((row) => row.kind === "error");
equal(Number(shown[at - 1]?.n), wrong + 1, "the line above the message");
check(/^E\d+: /.test(shown[at]?.text ?? "") && shown[at].text.includes("spherica<i>l"), `the message: ${shown[at]?.text}`);
equal(await page.evaluate(() => document.querySelectorAll("#text i, #text b, header i").length), 0, "tags from texts");
check(await page.evaluate(() => !document.getElementById("page").hidden), "the last result stays in sight");
// mended: gone again
writeFileSync(model, text);
await page.waitForFunction(() => document.getElementById("text").hidden, null, { timeout: 30000 });
equal((await state()).code, 0, "it runs again");

// what a model is made of is watched wherever it is: a part in another folder, wrong, mended, taken away and given back
const parts = mkdtempSync(`${work}/parts-`), part = `${parts}/rod.yaml`, rod = "trammel: 1\nbodies:\n  extra: {at: [3, 0, 0], mass: 1, inertia: [1, 1, 1]}\njoints:\n  extra_weld: {fixed: [ground, extra], at: [3, 0, 0]}\n";
writeFileSync(part, rod);
writeFileSync(model, `${text}\ninclude: [${relative(work, parts)}/rod.yaml]\n`);
const bodies = async () => {
  try {
    return await (await frame()).evaluate(() => window.trammel.app.pictures[0].bodies.map((body) => body.name).join());
  } catch {
    return ""; // the page is being changed
  }
};
const shows = (names, told) => until(async () => { const s = await state(); return !s.running && s.code === 0 && (await bodies()) === names; }, told);
await shows("crank,coupler,rocker,extra", "the included part");
writeFileSync(part, rod.replaceAll("extra", "other"));
await shows("crank,coupler,rocker,other", "the part that was changed");
writeFileSync(part, rod.replace("inertia", "inerta"));
await page.waitForFunction(() => /inerta/.test(document.getElementById("text").textContent) && !document.getElementById("text").hidden, null, { timeout: 30000 });
const foreign = await page.evaluate(() => [...document.querySelectorAll("#text div")].map((d) => [d.className, d.textContent]));
check(foreign[0][0] === "error" && /rod\.yaml:3: E\d+: /.test(foreign[0][1]), `the message of another file: ${foreign[0]}`);
check(foreign.some(([, line]) => /^ +3 \| .*inerta/.test(line)), "and the line that it is about");
rmSync(part);
await until(async () => { const s = await state(); return !s.running && s.code !== 0 && s.output.includes("there is no such file"); }, "a file that is gone");
writeFileSync(part, rod);
await shows("crank,coupler,rocker,extra", "the part that is back");
const still = (await state()).run;
await page.waitForTimeout(1200);
equal((await state()).run, still, "nothing changes, and nothing runs");
writeFileSync(model, text);
await shows("crank,coupler,rocker", "without the part");

// progress of a long run, and a change that cuts it short
writeFileSync(model, text.replace("every: 0.01", "every: 0.000002"));
await until(async () => /\d+%/.test((await state()).progress), "progress");
await page.waitForFunction(() => !document.getElementById("bar").hidden, null, { timeout: 10000 });
writeFileSync(model, text);
await until(async () => { const s = await state(); return !s.running && s.code === 0; }, "the short run");
equal(faults.filter((fault) => !/favicon/.test(fault)), [], "faults");

// the end: nothing is left
child.kill("SIGINT");
equal(await ended, 0, "how it ends");
equal(readdirSync(work).filter((file) => file.startsWith("trammel-watch-")), [], "folders that are left");
await page.waitForFunction(() => /has ended/.test(document.getElementById("state").textContent), null, { timeout: 20000 });
await finish(browser);
