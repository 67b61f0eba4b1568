// SPDX-License-Identifier: Apache-2.0
// A plot as SVG: for export, and for signals over signals.

export interface Curve {
  label: string;
  unit: string;
  colour: string;
  x: ArrayLike<number>;
  y: ArrayLike<number>;
  dashed?: boolean;
  points?: boolean; // each by itself, not joined
  width?: number; // of the line
  from?: boolean; // a ring at its first point, a dot at its last
  most?: number; // values above are left out of the range and cut off
  time?: ArrayLike<number>; // of each point
}
export interface Style {
  width: number;
  height: number;
  ink: string;
  line: string;
  back: string;
  ends?: boolean; // labels at the ends of curves, instead of a legend
  legend?: boolean; // false: none, names stand elsewhere
  clip?: string; // a name that no other picture of the page has
  yWindow?: [number, number];
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]!);
}

// Round places for ticks between two values.
export function ticks(low: number, high: number, about: number): number[] {
  const raw = (high - low) / about, decade = 10 ** Math.floor(Math.log10(raw));
  const step = decade * ([1, 2, 5, 10].find((k) => k * decade >= raw) ?? 10), out: number[] = [];
  for (let v = Math.ceil(low / step - 1e-9) * step; v <= high + 1e-9 * step; v += step) out.push(Math.abs(v) < 1e-12 * step ? 0 : v);
  return out;
}

// What is left by rounding, beside the most that a signal has, is nothing.
export function calm(v: number, most: number): number {
  return Math.abs(v) < 1e-12 * most ? 0 : v;
}
// A number as it is read at a glance.
export function brief(v: number): string {
  return short(Number(v.toPrecision(5)));
}
export function short(v: number): string {
  if (!Number.isFinite(v)) return "–";
  const a = Math.abs(v);
  if (a !== 0 && (a >= 1e5 || a < 1e-3)) return v.toExponential(3).replace(/\.?0+e/, "e").replace("e+", "e");
  return String(Number(v.toPrecision(6)));
}

// Ticks of an axis as text: with the digits that tell them apart.
export function tickTexts(list: (number | null)[]): string[] {
  const own = list.filter((v): v is number => v !== null), most = own.reduce((m, v) => Math.max(m, Math.abs(v)), 0);
  const step = own.length > 1 ? Math.abs(own[1] - own[0]) : 0;
  if (!(step > 0) || most >= 1e5 || most < 1e-3) return list.map((v) => (v === null ? "" : short(Math.abs(v) < 1e-9 * step ? 0 : v)));
  let digits = 0;
  while (digits < 12 && Math.abs(Number(step.toFixed(digits)) - step) > 1e-3 * step) digits++;
  return list.map((v) => (v === null ? "" : Math.abs(v) < 1e-9 * step ? (0).toFixed(digits) : v.toFixed(digits)));
}

function range(curves: Curve[], key: "x" | "y"): [number, number] {
  let low = Infinity, high = -Infinity;
  for (const curve of curves)
    for (let i = 0; i < curve[key].length; i++) {
      const v = curve[key][i];
      if (key === "y" && curve.most !== undefined && v > curve.most) continue;
      if (v < low) low = v;
      if (v > high) high = v;
    }
  if (!(low <= high)) return [0, 1];
  if (high - low < 1e-12 * Math.max(Math.abs(low), Math.abs(high)) || high === low) {
    const room = Math.abs(high) * 0.05 || 1;
    return [low - room, high + room];
  }
  return [low, high];
}

export interface Drawn {
  text: string;
  toX: (v: number) => number;
  toY: (v: number) => number;
  fromX: (x: number) => number;
  fromY: (y: number) => number;
  within: (x: number, y: number) => boolean; // the frame
}

// Axes, grid, curves and a legend. `window` limits x.
export function plotSvg(curves: Curve[], xLabel: string, yLabel: string, style: Style, window?: [number, number]): Drawn {
  const { width, height } = style, left = 66, bottom = 42, longest = Math.max(0, ...curves.map((c) => c.label.length));
  const right = style.ends ? Math.min(20 + 6.2 * longest, 0.36 * width) : 14;
  // names above, as many beside each other as have room
  const named = !style.ends && style.legend !== false, words = curves.map((c) => (c.unit ? `${c.label} [${c.unit}]` : c.label));
  const beside = Math.max(1, Math.min(4, Math.floor((width - left - right) / (34 + 6.6 * Math.max(1, ...words.map((w) => w.length))))));
  const top = named ? 12 + 16 * Math.ceil(curves.length / beside) : 12;
  let [x0, x1] = window ?? range(curves, "x");
  // points by themselves stand off the frame
  if (!window && curves.some((curve) => curve.points || curve.from)) [x0, x1] = [x0 - 0.05 * (x1 - x0), x1 + 0.05 * (x1 - x0)];
  let [y0, y1] = style.yWindow ?? range(curves, "y");
  const room = style.yWindow ? 0 : 0.04 * (y1 - y0);
  y0 -= room;
  y1 += room;
  const toX = (v: number) => left + ((v - x0) / (x1 - x0)) * (width - left - right);
  const toY = (v: number) => height - bottom - ((v - y0) / (y1 - y0)) * (height - top - bottom);
  const clip = style.clip ?? "c";
  const out: string[] = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, Helvetica, Arial, sans-serif" font-size="12" role="img">`,
    `<rect width="${width}" height="${height}" fill="${style.back}"/>`,
  ];
  const line = (xa: number, ya: number, xb: number, yb: number, colour: string) =>
    out.push(`<line x1="${xa.toFixed(1)}" y1="${ya.toFixed(1)}" x2="${xb.toFixed(1)}" y2="${yb.toFixed(1)}" stroke="${colour}"/>`);
  const text = (x: number, y: number, words: string, anchor: string, more = "") =>
    out.push(`<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" fill="${style.ink}"${more}>${escape(words)}</text>`);
  const across = ticks(x0, x1, Math.max(2, width / 90)), up = ticks(y0, y1, Math.max(3, Math.min(8, (height - top - bottom) / 36)));
  const ticked = [tickTexts(across), tickTexts(up)];
  across.forEach((v, i) => {
    line(toX(v), top, toX(v), height - bottom, style.line);
    text(toX(v), height - bottom + 16, ticked[0][i], "middle");
  });
  up.forEach((v, i) => {
    line(left, toY(v), width - right, toY(v), style.line);
    text(left - 6, toY(v) + 4, ticked[1][i], "end");
  });
  text((left + width - right) / 2, height - 8, xLabel, "middle");
  text(14, (top + height - bottom) / 2, yLabel, "middle", ` transform="rotate(-90 14 ${((top + height - bottom) / 2).toFixed(1)})"`);
  out.push(`<clipPath id="${clip}"><rect x="${left}" y="${top}" width="${width - left - right}" height="${height - top - bottom}"/></clipPath><g clip-path="url(#${clip})">`);
  for (const curve of curves) {
    if (curve.points) {
      for (let i = 0; i < curve.x.length; i++)
        if (Number.isFinite(toX(curve.x[i]) + toY(curve.y[i])))
          out.push(`<path d="M${(toX(curve.x[i]) - 4).toFixed(1)} ${(toY(curve.y[i]) - 4).toFixed(1)}l8 8m0 -8l-8 8" stroke="${curve.colour}" stroke-width="1.8"/>`);
      continue;
    }
    let path = "", pen = false;
    for (let i = 0; i < curve.x.length; i++) {
      const x = toX(curve.x[i]), y = toY(curve.y[i]);
      if (!Number.isFinite(x + y)) pen = false;
      else path += `${pen ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`, pen = true;
    }
    out.push(`<path d="${path}" fill="none" stroke="${curve.colour}" stroke-width="${curve.width ?? 1.6}" stroke-linejoin="round"${curve.dashed ? ' stroke-dasharray="5 4"' : ""}/>`);
  }
  if (style.ends) curves.forEach((curve) => ends(curve, toX, toY, style, out));
  out.push("</g>");
  if (style.ends) labels(curves, toX, toY, [top, height - bottom], width - right, text);
  line(left, top, left, height - bottom, style.ink);
  line(left, height - bottom, width - right, height - bottom, style.ink);
  if (named) curves.forEach((curve, k) => {
    const x = left + 8 + (k % beside) * ((width - left - right) / beside), y = 16 + 16 * Math.floor(k / beside);
    out.push(`<line x1="${x.toFixed(1)}" y1="${y - 4}" x2="${(x + 18).toFixed(1)}" y2="${y - 4}" stroke="${curve.colour}" stroke-width="1.6"${curve.dashed ? ' stroke-dasharray="5 4"' : ""}/>`);
    text(x + 23, y, words[k], "start");
  });
  out.push("</svg>\n");
  return {
    text: out.join("\n"), toX, toY, fromX: (x) => x0 + ((x - left) / (width - left - right)) * (x1 - x0),
    fromY: (y) => y0 + ((height - bottom - y) / (height - top - bottom)) * (y1 - y0),
    within: (x, y) => x >= left - 1 && x <= width - right + 1 && y >= top - 1 && y <= height - bottom + 1,
  };
}

// The first and the last point of a curve that are numbers.
function endsOf(curve: Curve): [number, number] | undefined {
  let first = 0, last = curve.x.length - 1;
  const good = (i: number) => Number.isFinite(curve.x[i] + curve.y[i]) && !(curve.most !== undefined && curve.y[i] > curve.most);
  while (first <= last && !good(first)) first++;
  while (last > first && !good(last)) last--;
  return first <= last ? [first, last] : undefined;
}
function ends(curve: Curve, toX: (v: number) => number, toY: (v: number) => number, style: Style, out: string[]): void {
  const found = curve.from && endsOf(curve);
  if (!found) return;
  found.forEach((i, k) => out.push(`<circle cx="${toX(curve.x[i]).toFixed(1)}" cy="${toY(curve.y[i]).toFixed(1)}" r="3" fill="${k ? curve.colour : style.back}" stroke="${curve.colour}" stroke-width="1.4"/>`));
}
// Names to the right of where curves end, one below the other where they would meet.
function labels(curves: Curve[], toX: (v: number) => number, toY: (v: number) => number, [top, bottom]: [number, number], right: number,
  text: (x: number, y: number, words: string, anchor: string, more?: string) => void): void {
  const list = curves.flatMap((curve) => {
    const found = curve.label ? endsOf(curve) : undefined;
    if (!found) return [];
    const x = toX(curve.x[found[1]]), y = toY(curve.y[found[1]]);
    return y < top - 2 || y > bottom + 2 ? [] : [{ label: curve.label, x: Math.min(Math.max(x, 0), right), y }];
  }).sort((a, b) => a.y - b.y);
  // down where they meet, then up again from the bottom
  const apart = (order: typeof list, way: number) =>
    order.forEach((item, k) => {
      for (const other of order.slice(0, k)) if (Math.abs(other.x - item.x) < 60 && way * (item.y - other.y) < 12) item.y = other.y + 12 * way;
    });
  apart(list, 1);
  for (const item of list) item.y = Math.min(item.y, bottom);
  apart([...list].reverse(), -1);
  for (const item of list) text(item.x + 7, item.y + 4, item.label, "start", ' font-size="11"');
}
