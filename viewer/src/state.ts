// SPDX-License-Identifier: Apache-2.0
// State: what is shown, written into the fragment of the address, so that a view can be shared.
import type { PlotState } from "./plots";

export interface State {
  t?: number;
  speed?: number;
  loop?: boolean;
  show?: string[];
  chosen?: { kind: string; name: string };
  follow?: boolean;
  parallel?: boolean;
  arrows?: number;
  camera?: number[];
  traces?: string[];
  plots?: PlotState[];
  theme?: string;
  mode?: number;
  branch?: number;
  swing?: number;
  sheet?: number; // which of the runs that are shown one at a time
}

export function readState(): State {
  const text = location.hash.slice(1);
  if (!text) return {};
  try {
    const state = JSON.parse(decodeURIComponent(text)) as State;
    return state && typeof state === "object" ? state : {};
  } catch {
    return {};
  }
}

export function writeState(state: State): void {
  const text = encodeURIComponent(JSON.stringify(state)).replace(/%(?:2C|3A|5B|5D|7B|7D)/g, decodeURIComponent);
  try {
    history.replaceState(null, "", `#${text}`);
  } catch {
    // a browser may refuse on files; the view is then not in the address
  }
}
