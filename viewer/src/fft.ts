// SPDX-License-Identifier: Apache-2.0
// Amplitude spectrum: the signal, evenly sampled again, less its mean, under a Hann window, by a fast
// Fourier transform of a power of two. A sine of amplitude A shows a peak of height A.

export function fft(re: Float64Array, im: Float64Array): void {
  const n = re.length;
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [re[i], re[j]] = [re[j], re[i]];
      [im[i], im[j]] = [im[j], im[i]];
    }
  }
  for (let size = 2; size <= n; size <<= 1) {
    const angle = (-2 * Math.PI) / size;
    for (let first = 0; first < n; first += size)
      for (let k = 0; k < size / 2; k++) {
        const c = Math.cos(angle * k), s = Math.sin(angle * k), a = first + k, b = a + size / 2;
        const x = re[b] * c - im[b] * s, y = re[b] * s + im[b] * c;
        re[b] = re[a] - x;
        im[b] = im[a] - y;
        re[a] += x;
        im[a] += y;
      }
  }
}

// The cubic through the four rows about t.
function cubic(time: Float32Array, values: Float32Array, at: number, t: number): number {
  const rows = time.length, first = Math.min(Math.max(at - 1, 0), Math.max(rows - 4, 0)), last = Math.min(first + 3, rows - 1);
  let sum = 0;
  for (let i = first; i <= last; i++) {
    let weight = 1;
    for (let j = first; j <= last; j++) if (j !== i) weight *= (t - time[j]) / (time[i] - time[j]);
    sum += weight * values[i];
  }
  return sum;
}

export function spectrum(time: Float32Array, values: Float32Array): { frequency: Float64Array; amplitude: Float64Array } {
  const rows = time.length;
  let n = 2;
  while (n * 2 <= Math.max(rows, 2)) n *= 2;
  if (n < rows) n *= 2;
  const re = new Float64Array(n), im = new Float64Array(n), span = time[rows - 1] - time[0];
  let at = 0, mean = 0;
  for (let i = 0; i < n; i++) {
    const t = time[0] + (span * i) / n;
    while (at + 2 < rows && time[at + 1] <= t) at++;
    re[i] = cubic(time, values, at, t);
    mean += re[i] / n;
  }
  for (let i = 0; i < n; i++) re[i] = (re[i] - mean) * (1 - Math.cos((2 * Math.PI * i) / n));
  fft(re, im);
  const half = n / 2, frequency = new Float64Array(half), amplitude = new Float64Array(half);
  for (let i = 0; i < half; i++) {
    frequency[i] = i / span;
    amplitude[i] = (2 * Math.hypot(re[i], im[i])) / n;
  }
  return { frequency, amplitude };
}
