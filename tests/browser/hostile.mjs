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

// the page refuses the network even to itself
const refused = await page.evaluate(() => fetch("http://127.0.0.1:9/").then(() => "answered", () => "refused"));
equal(refused, "refused", "a request");
await finish(browser);
