// SPDX-License-Identifier: Apache-2.0
// What an editor does with the JSON Schema: starts yaml-language-server, opens models, and checks the
// words it offers and the places of its complaints.
//   node language_server.js SCHEMA MODULES [MODEL...]     MODELs must raise no complaint
'use strict';
const { spawn } = require('child_process');
const fs = require('fs');
const path = require('path');

const [schema, modules, ...models] = process.argv.slice(2);
const program = path.join(modules, 'yaml-language-server', 'bin', 'yaml-language-server');
const server = spawn(process.execPath, [program, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
const limit = setTimeout(() => finish('no answer within 60 s'), 60000);

let failed = 0;
let checks = 0;
function check(good, what) {
  checks++;
  if (good) return;
  failed++;
  console.error(`failed: ${what}`);
}

function finish(error) {
  clearTimeout(limit);
  if (error) check(false, error);
  server.kill();
  console.log(`${checks} checks, ${failed} failed`);
  process.exit(failed ? 1 : 0);
}

// The protocol: JSON with a header that gives its length in bytes
let received = Buffer.alloc(0);
let count = 0;
const answers = new Map(); // id -> what waits for it
const reports = new Map(); // document -> what waits for its diagnostics

function send(message) {
  const body = JSON.stringify({ jsonrpc: '2.0', ...message });
  server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

function ask(method, params) {
  const id = ++count;
  send({ id, method, params });
  return new Promise((resolve) => answers.set(id, resolve));
}

function take(message) {
  if (message.method === 'workspace/configuration') {
    const settings = {
      yaml: { schemas: { [`file://${path.resolve(schema)}`]: '*.yaml' }, validate: true, completion: true, hover: true,
        schemaStore: { enable: false }, suggest: { parentSkeletonSelectedFirst: false } },
    };
    const result = message.params.items.map((item) => settings[item.section] ?? null);
    send({ id: message.id, result });
  } else if (message.method === 'textDocument/publishDiagnostics') {
    reports.get(message.params.uri)?.(message.params.diagnostics);
  } else if (message.method && message.id !== undefined) {
    send({ id: message.id, result: null });
  } else if (answers.has(message.id)) {
    answers.get(message.id)(message.result);
    answers.delete(message.id);
  }
}

server.stdout.on('data', (bytes) => {
  received = Buffer.concat([received, bytes]);
  for (;;) {
    const end = received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = Number(/Content-Length: (\d+)/i.exec(received.subarray(0, end).toString())[1]);
    if (received.length < end + 4 + length) return;
    const body = received.subarray(end + 4, end + 4 + length).toString();
    received = received.subarray(end + 4 + length);
    take(JSON.parse(body));
  }
});
server.on('exit', (code) => finish(`the language server ended with ${code}`));

// Open a document; resolves to its diagnostics. `|` in the text is the cursor, kept aside.
let documents = 0;
async function open(marked) {
  const cursor = marked.indexOf('|');
  const text = marked.replace('|', '');
  const before = marked.slice(0, Math.max(cursor, 0)).split('\n');
  const uri = `file:///model${++documents}.yaml`;
  const reported = new Promise((resolve) => reports.set(uri, resolve));
  send({ method: 'textDocument/didOpen',
    params: { textDocument: { uri, languageId: 'yaml', version: 1, text } } });
  return { uri, text, at: { line: before.length - 1, character: before[before.length - 1].length },
    diagnostics: await reported };
}

// The words offered at the cursor contain all of `expected` and none of `others`
async function offers(marked, expected, others = []) {
  const document = await open(marked);
  const list = await ask('textDocument/completion',
    { textDocument: { uri: document.uri }, position: document.at });
  const labels = (list?.items ?? []).map((item) => item.label);
  for (const word of expected)
    check(labels.includes(word), `'${word}' is not offered in\n${marked}\noffered: ${labels.join(' ')}`);
  for (const word of others)
    check(!labels.includes(word), `'${word}' is offered in\n${marked}`);
}

// The document has exactly one complaint, at the word `wrong`, that says `words`
async function complains(text, wrong, words) {
  const { diagnostics } = await open(text);
  const lines = text.split('\n');
  const line = lines.findIndex((l) => l.includes(wrong));
  const character = lines[line].indexOf(wrong);
  const found = diagnostics.map((d) => `${d.range.start.line + 1}:${d.range.start.character + 1}-` +
    `${d.range.end.line + 1}:${d.range.end.character + 1} ${d.message}`).join('\n');
  const expected = { start: { line, character }, end: { line, character: character + wrong.length } };
  check(diagnostics.length === 1 &&
    JSON.stringify(diagnostics[0].range) === JSON.stringify(expected) &&
    diagnostics[0].message.includes(words),
  `expected one complaint at '${wrong}' (${line + 1}:${character + 1}) with '${words}' in\n${text}\nfound:\n${found}`);
}

// What the pointer is told over the cursor contains `words`
async function explains(marked, words) {
  const document = await open(marked);
  const hover = await ask('textDocument/hover',
    { textDocument: { uri: document.uri }, position: document.at });
  const text = JSON.stringify(hover?.contents ?? '');
  check(text.includes(words), `'${words}' is not said in\n${marked}\nsaid: ${text}`);
}

const BODIES = 'trammel: 1\nbodies:\n  arm: {mass: 1}\n';

async function run() {
  await ask('initialize', { processId: process.pid, rootUri: null, workspaceFolders: null,
    capabilities: { workspace: { configuration: true, didChangeConfiguration: { dynamicRegistration: true } },
      textDocument: { completion: { completionItem: { snippetSupport: false } },
        hover: { contentFormat: ['markdown'] } } } });
  send({ method: 'initialized', params: {} });
  send({ method: 'workspace/didChangeConfiguration', params: { settings: {} } });

  // words where a user types them
  await offers(`${BODIES}joints: {a: {rev|`, ['revolute', 'revolute_revolute'], ['spring']);
  await offers(`${BODIES}joints:\n  a: {rev|}\n`, ['revolute']);
  await offers(`${BODIES}joints:\n  a:\n    |\n`, ['revolute', 'spherical', 'rope'], ['rod']);
  await offers(`${BODIES}joints:\n  a: {revolute: [ground, arm], a|}\n`, ['at', 'axis', 'active'], ['pitch']);
  await offers(`${BODIES}joints:\n  a:\n    screw: [ground, arm]\n    |\n`, ['pitch', 'at'], ['ratio']);
  await offers('trammel: 1\nbodies:\n  arm:\n    |\n', ['mass', 'inertia', 'shape', 'markers'], ['revolute']);
  await offers('trammel: 1\nbodies:\n  arm:\n    shape:\n      |\n', ['rod', 'box', 'sphere'], ['mass']);
  await offers('trammel: 1\n|\n', ['bodies', 'joints', 'simulate'], ['revolute']);
  await offers('trammel: 1\nunits: |\n', ['mks', 'mmks']);
  await offers(`${BODIES}simulate:\n  - |\n`, ['dynamics', 'statics', 'linearize']);
  await offers(`${BODIES}simulate:\n  - dynamics:\n      until: 1\n      |\n`, ['every', 'integrator']);
  await offers(`${BODIES}simulate:\n  - dynamics: {until: 1, integrator: |}\n`, ['hht', 'radau5']);

  // one complaint each, at the very word
  await complains(`${BODIES}joints:\n  a: {revolute: [ground, arm], att: A}\n`, 'att', 'att');
  await complains(`${BODIES}joints:\n  a: {revolut: [ground, arm], at: A}\n`.replace(', at: A', ''), 'revolut', 'revolut');
  await complains('trammel: 1\nbodies:\n  arm:\n    mas: 1\n', 'mas', 'mas');
  await complains('trammel: 1\nbodies:\n  arm:\n    mass: -1\n', '-1', '0');
  await complains('trammel: 1\nbodiez: {}\n', 'bodiez', 'bodiez');
  await complains(`${BODIES}forces:\n  f: {spring: [ground, arm], force: 3*length, stiffness: 3}\n`, 'stiffness', 'stiffness');
  await complains(`${BODIES}simulate:\n  - dynamics: {until: 1, integrator: hht2}\n`, 'hht2', 'hht');
  await complains(`${BODIES}splines:\n  s: {x: [0, 1], y: [0, 1], kind: qubic}\n`, 'qubic', 'cubic');

  // what a word means
  await explains(`${BODIES}joints:\n  a: {revolute: [ground, arm], li|mits: [0, 1]}\n`, 'low, high');
  await explains('trammel: 1\nbodies:\n  arm: {ma|ss: 1}\n', 'mass; that of its shapes');

  // models that are right, all at once
  await Promise.all(models.map(async (model) => {
    const { diagnostics } = await open(fs.readFileSync(model, 'utf8'));
    check(diagnostics.length === 0, `${model}: ${diagnostics.map((d) =>
      `${d.range.start.line + 1}:${d.range.start.character + 1} ${d.message}`).join('; ')}`);
  }));
  server.removeAllListeners('exit');
  finish();
}

run().catch((error) => finish(error.stack));
