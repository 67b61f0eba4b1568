// SPDX-License-Identifier: Apache-2.0
// The results in the page: JSON about the runs, and blocks of columns. A column is unpacked when it is
// first asked for; src/write/pack.h says how it was packed.

export interface SignalInfo {
  name: string;
  unit: string;
  index: number; // in the result
  block: number;
  place: number;
  order: number;
}

interface RawRun {
  file: string;
  status: string;
  name: string;
  analysis: string;
  version: string;
  settings: string;
  picture: string;
  model_text: string;
  sweep?: string;
  sheet?: string; // of runs that are shown one at a time: its title
  suspension?: string;
  notes: [string, string][];
  rows: number;
  all_rows: number;
  all_signals: number;
  signals: [string, string, number, number, number, number][];
}

const blocks: (Uint8Array | undefined)[] = [];
const packed: number[] = []; // of each block, how many columns nobody has asked for; its bytes go with the last

async function inflate(text: string): Promise<Uint8Array> {
  const plain = atob(text), packed = new Uint8Array(plain.length);
  for (let i = 0; i < plain.length; i++) packed[i] = plain.charCodeAt(i);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Read block number `index`; its text is given back.
async function load(index: number): Promise<void> {
  if (blocks[index]) return;
  const element = document.querySelectorAll("script.block")[index];
  blocks[index] = await inflate(element.textContent ?? "");
  element.textContent = "";
}

const single = new Float32Array(1);
const bits = new Uint32Array(single.buffer);

function rankOf(value: number): number {
  single[0] = value;
  const b = bits[0];
  return (b & 0x80000000 ? ~b : b | 0x80000000) >>> 0;
}

function unpack(bytes: Uint8Array, first: number, count: number, order: number): Float32Array {
  const v = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const at = first + i;
    const word =
      (bytes[at] | (bytes[at + count] << 8) | (bytes[at + 2 * count] << 16) | (bytes[at + 3 * count] << 24)) >>> 0;
    let p = 0;
    switch (Math.min(i, order)) {
      case 1: p = v[i - 1]; break;
      case 2: p = 2 * v[i - 1] - v[i - 2]; break;
      case 3: p = 3 * (v[i - 1] - v[i - 2]) + v[i - 3]; break;
      case 4: p = 4 * (v[i - 1] + v[i - 3]) - 6 * v[i - 2] - v[i - 4]; break;
    }
    p = Math.fround(p);
    if (!Number.isFinite(p)) p = 0;
    const difference = (word >>> 1) ^ (word & 1 ? 0xffffffff : 0);
    const rank = (difference + rankOf(p)) >>> 0;
    bits[0] = rank & 0x80000000 ? rank & 0x7fffffff : ~rank;
    v[i] = single[0];
  }
  return v;
}

export class Run {
  readonly signals = new Map<string, SignalInfo>();
  readonly columns = new Map<string, Float32Array>();
  constructor(readonly raw: RawRun, readonly number: number) {
    for (const [name, unit, index, block, place, order] of raw.signals) {
      this.signals.set(name, { name, unit, index, block, place, order });
      packed[block] = (packed[block] ?? 0) + 1;
    }
  }
  // The largest size of a signal.
  private readonly largest = new Map<string, number>();
  most(name: string): number {
    let most = this.largest.get(name);
    if (most === undefined) {
      most = 0;
      for (const v of this.column(name) ?? []) if (Math.abs(v) > most) most = Math.abs(v);
      this.largest.set(name, most);
    }
    return most;
  }
  // The largest size of all signals of a unit; of angles at least one.
  mostOf(unit: string): number {
    let most = unit === "rad" ? 1 : 0;
    for (const info of this.signals.values()) if (info.unit === unit) most = Math.max(most, this.most(info.name));
    return most;
  }
  // One more signal, computed from others.
  add(name: string, unit: string, column: Float32Array): void {
    if (this.signals.has(name) || column.length !== this.rows) return;
    this.signals.set(name, { name, unit, index: this.signals.size, block: -1, place: 0, order: 0 });
    this.columns.set(name, column);
  }
  get rows(): number {
    return this.raw.rows;
  }
  // Signals in the order of the result.
  list(): SignalInfo[] {
    return [...this.signals.values()].sort((a, b) => a.index - b.index);
  }
  // Values of a signal; nothing when it is not there or its block is not loaded yet.
  column(name: string): Float32Array | undefined {
    const known = this.columns.get(name);
    if (known) return known;
    const info = this.signals.get(name);
    const bytes = info && blocks[info.block];
    if (!info || !bytes) return undefined;
    const column = unpack(bytes, 4 * info.place * this.rows, this.rows, info.order);
    this.columns.set(name, column);
    if (--packed[info.block] === 0) blocks[info.block] = new Uint8Array(0);
    return column;
  }
  get time(): Float32Array {
    return this.column(timeName(this)) ?? new Float32Array(this.rows);
  }
}

function timeName(run: Run): string {
  for (const info of run.signals.values()) if (info.index === 0) return info.name;
  return "time";
}

// The part of a name before its last dot, and what follows.
export function ownerOf(name: string): [string, string] {
  const dot = name.lastIndexOf(".");
  return dot < 0 ? ["", name] : [name.slice(0, dot), name.slice(dot + 1)];
}

export function readRuns(): Run[] {
  const json = JSON.parse(document.getElementById("trammel")!.textContent!) as { runs: RawRun[] };
  return json.runs.map((raw, number) => new Run(raw, number));
}

// The blocks that hold time and the positions of bodies, then all others.
export async function loadFirst(runs: Run[], bodies: (run: Run) => string[]): Promise<void> {
  const wanted = new Set<number>();
  for (const run of runs) {
    const names = [timeName(run)];
    for (const body of bodies(run)) for (const part of poseParts) names.push(`${body}.${part}`);
    for (const name of names) {
      const info = run.signals.get(name);
      if (info) wanted.add(info.block);
    }
  }
  await Promise.all([...wanted].map(load));
}

export async function loadRest(): Promise<void> {
  const count = document.querySelectorAll("script.block").length;
  for (let i = 0; i < count; i++) await load(i);
}

export const poseParts = ["x", "y", "z", "e0", "e1", "e2", "e3"];
