// SPDX-License-Identifier: Apache-2.0
// Player: the time that is shown, and how it runs.

export const speeds = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];

export class Player {
  t: number;
  playing = false;
  loop = true;
  speed = 1; // seconds of the model per second
  onChange: () => void = () => undefined;
  private last = 0;
  private way = 1;

  // `second`: how many units of time are a second. `back`: from the end it goes back again.
  constructor(readonly start: number, readonly end: number, readonly time: Float32Array, private readonly second: number, private readonly back = false) {
    this.t = start;
    // a whole run takes between two seconds and half a minute
    const seconds = (end - start) / second;
    if (seconds > 0 && (seconds < 2 || seconds > 30))
      this.speed = speeds.reduce((best, s) => (Math.abs(Math.log(seconds / s / 6)) < Math.abs(Math.log(seconds / best / 6)) ? s : best), 1);
  }
  seek(t: number): void {
    this.t = Math.min(this.end, Math.max(this.start, Number.isFinite(t) ? t : this.start));
    this.onChange();
  }
  play(on = !this.playing): void {
    if (on && !(this.end > this.start)) on = false;
    if (on && !this.loop && this.t >= this.end) this.t = this.start;
    if (!this.loop) this.way = 1;
    this.playing = on;
    this.last = 0;
    this.onChange();
  }
  // To another row.
  step(rows: number): void {
    this.playing = false;
    let i = 0;
    while (i + 1 < this.time.length && this.time[i + 1] <= this.t + 1e-9 * (this.end - this.start)) i++;
    if (rows < 0 && this.time[i] < this.t) i++;
    this.seek(this.time[Math.min(this.time.length - 1, Math.max(0, i + rows))]);
  }
  faster(by: number): void {
    const i = speeds.reduce((best, s, k) => (Math.abs(s - this.speed) < Math.abs(speeds[best] - this.speed) ? k : best), 0);
    this.speed = speeds[Math.min(speeds.length - 1, Math.max(0, i + by))];
    this.onChange();
  }
  // The clock of the page, in milliseconds; true when time went on.
  tick(now: number): boolean {
    if (!this.playing) return false;
    const passed = this.last ? Math.max(0, Math.min(250, now - this.last)) : 0;
    this.last = now;
    const span = this.end - this.start;
    let t = this.t + (this.way * passed * this.speed * this.second) / 1000;
    if (t > this.end && !this.loop) {
      this.playing = false;
      t = this.end;
    } else if (t > this.end || t < this.start) {
      const over = (t > this.end ? t - this.end : this.start - t) % span;
      if (this.back) this.way = -this.way;
      t = this.back ? (this.way < 0 ? this.end - over : this.start + over) : this.start + over;
    }
    this.t = t;
    this.onChange();
    return true;
  }
}
