// SPDX-License-Identifier: Apache-2.0
// The page that Vite made (dist/index.html) as the three parts that src/write/page.c puts together:
// up to the title, up to the results, and the rest. Its program is deflated: a page is mostly that.
import { readFileSync, writeFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";

const html = readFileSync("dist/index.html", "utf8");
const found = html.match(/<script type="module"[^>]*>([\s\S]*?)<\/script>/);
if (!found) throw new Error("dist/index.html has no program in it");
const program = deflateRawSync(Buffer.from(found[1], "utf8"), { level: 9 }).toString("base64");

// Unpacks the program and runs it; says so where a browser is too old for that
const loader = `(async () => {
  const say = (text) => { document.getElementById("app").textContent = text; };
  if (typeof DecompressionStream === "undefined")
    return say("This page needs a browser of 2023 or later (DecompressionStream).");
  try {
    const packed = Uint8Array.from(atob(document.getElementById("program").textContent), (c) => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const script = document.createElement("script");
    script.type = "module";
    script.textContent = await new Response(stream).text();
    document.body.append(script);
  } catch (error) { say("This page is damaged: " + error); }
})();`;
const licences = `<!--
Made by Trammel (Apache-2.0). It contains three.js (MIT, (c) three.js authors) and uPlot (MIT, (c) Leon
Sorokin): permission is granted, free of charge, to deal in them without restriction; they are provided
"as is", without warranty of any kind.
-->`;

let page = html.replace(found[0], "").replace("<head>", () => "<head>\n" + licences);
page = page.replace("</body>", () =>
  `<script type="text/plain" id="program">${program}</script>\n<script>${loader}</script>\n</body>`);
const parts = page.split(/TRAMMEL_TITLE|<!--TRAMMEL_DATA-->/);
if (parts.length !== 3) throw new Error(`the page has ${parts.length - 1} places to fill, not 2`);

// As C, for the library
let text = "/* Made from viewer/ by viewer/pack.mjs. */\n#include \"write/page.h\"\n\n";
parts.forEach((part, k) => {
  const bytes = Buffer.from(part, "utf8");
  const lines = [];
  for (let i = 0; i < bytes.length; i += 24) lines.push([...bytes.subarray(i, i + 24)].join(","));
  text += `static const unsigned char part_${k}[] = {\n${lines.join(",\n")}};\n\n`;
});
text += "const TrmPagePart trm_page_parts[3] = {\n" +
  "    {part_0, sizeof part_0}, {part_1, sizeof part_1}, {part_2, sizeof part_2}};\n";
writeFileSync("page.c", text);
