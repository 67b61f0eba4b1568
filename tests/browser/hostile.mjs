// SPDX-License-Identifier: Apache-2.0
// Names and texts are text: a model named <script>, descriptions, colours, names of files and of shapes that would
// be HTML or addresses if anybody took them for that.
import { writeFileSync } from "node:fs";
import { check, equal, finish, launch, open, trammel, work } from "./chromium.mjs";

const name = "</title></script><script>window.harmed=1;alert(1)</script><img src=x onerror=\"window.harmed=1\"><!--";
const model = `trammel: 1
name: ${JSON.stringify(name)}
description: ${JSON.stringify("</script><svg onload=window.harmed=1> --> ]]> \u2028 & &lt; " + name)}
gravity: [0, -9.81, 0]
bodies:
  arm:
    shape:
      rod: {from: [0, 0, 0], to: [1, 0, 0], radius: 0.02, density: 1000, name: ${JSON.stringify(name)}, colour: "red;background:url(http://127.0.0.1:9/x)"}
joints:
  pin: {revolute: [ground, arm], at: [0, 0, 0], axis: z}
simulate:
  - dynamics: {until: 1, every: 0.01}
`;
writeFileSync(`${work}/hostile.yaml`, model);
const result = "<img src=x onerror=window.harmed=1>.h5";
trammel("run", `${work}/hostile.yaml`, "--quiet", "-o", `${work}/${result}`);
trammel("view", `${work}/${result}`, "--quiet", "--no-open", "-o", `${work}/hostile.html`);

const browser = await launch(), page = await open(browser, `${work}/hostile.html`);
await page.click("[data-name=about]");
await page.waitForTimeout(300);
equal(await page.evaluate(() => window.harmed), undefined, "harm");
equal(await page.title(), name, "the title is the name");
equal(await page.locator(".bar h1").textContent(), name, "so is the heading");
check((await page.locator("dialog.about").textContent()).includes("<svg onload"), "the description is text");
check((await page.locator("dialog.about").textContent()).includes(result), "so is the file's name");
equal(await page.locator("img, iframe, object, embed, link[rel=stylesheet]").count(), 0, "elements from texts");
equal(await page.locator("script:not([type])").count(), 1, "programs in the page beside its own");
equal(page.faults, [], "faults");

// the report and plots: the same texts, and no program at all
trammel("report", `${work}/${result}`, "--quiet", "-o", `${work}/report.html`);
trammel("plot", `${work}/${result}`, "arm.x", "pin.angle", "--title", name, "-o", `${work}/plot.svg`);
for (const file of ["report.html", "plot.svg"]) {
  const context = await browser.newContext(), other = await context.newPage(), faults = [];
  other.on("console", (message) => faults.push(message.text()));
  other.on("pageerror", (error) => faults.push(error.message));
  other.on("dialog", (dialog) => (faults.push(dialog.message()), dialog.dismiss()));
  other.on("request", (request) => !/^(file|data):/.test(request.url()) && faults.push(request.url()));
  await other.goto(`file://${work}/${file}`);
  await other.waitForTimeout(200);
  equal(await other.evaluate(() => [window.harmed, document.querySelectorAll("script, iframe, object, embed, [onerror], [onload]").length]), [undefined, 0], `harm in ${file}`);
  equal(faults, [], `faults of ${file}`);
  if (file === "plot.svg") check((await other.evaluate(() => document.documentElement.textContent)).includes("<script>window.harmed=1"), "the title is text");
  else {
    equal(await other.locator("h1").textContent(), name, "the heading is the name");
    check((await other.locator("pre").last().textContent()).includes("<svg onload"), "the description is text");
    check(await other.evaluate(() => [...document.images].every((image) => image.naturalWidth > 0)), "its pictures are pictures");
  }
  await context.close();
}

// the page refuses the network even to itself
const refused = await page.evaluate(() => fetch("http://127.0.0.1:9/").then(() => "answered", () => "refused"));
equal(refused, "refused", "a request");
await finish(browser);
