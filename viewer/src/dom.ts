// SPDX-License-Identifier: Apache-2.0
// Elements of the page. Texts are always set as text, never as HTML.

type Child = Node | string | undefined;

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K, attributes: Record<string, string> = {}, ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  for (const child of children) if (child !== undefined) element.append(child);
  return element;
}

export function button(text: string, title: string, press: () => void, name?: string): HTMLButtonElement {
  const element = make("button", { type: "button", title, "aria-label": title }, text);
  if (name) element.dataset.name = name;
  element.addEventListener("click", press);
  return element;
}

// Signs drawn, not written: fonts differ
const signs: Record<string, string> = {
  play: "M4 2.5v11l9-5.5z", pause: "M4 2.5h3v11H4zM9 2.5h3v11H9z", begin: "M3 2.5h2v11H3zM13 2.5v11L6 8z", back: "M10 2.5v11L3 8zM11 2.5h2v11h-2z",
  on: "M6 2.5v11L13 8zM3 2.5h2v11H3z", loop: "M8 2.6a5.4 5.4 0 0 1 4.7 2.7V3h1.6v5H9.4V6.4h2.2A3.8 3.8 0 1 0 11.7 9h1.7A5.4 5.4 0 1 1 8 2.6z",
  half: "M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zm0 1.6v9.8a4.9 4.9 0 0 0 0-9.8z",
};
export function sign(element: HTMLElement, name: string): void {
  if (element.dataset.sign === name) return;
  element.dataset.sign = name;
  const space = "http://www.w3.org/2000/svg", picture = document.createElementNS(space, "svg"), path = document.createElementNS(space, "path");
  picture.setAttribute("viewBox", "0 0 16 16");
  picture.setAttribute("aria-hidden", "true");
  path.setAttribute("d", signs[name]);
  picture.append(path);
  element.replaceChildren(picture);
}
export function signed(name: string, title: string, press: () => void, key = name): HTMLButtonElement {
  const element = button("", title, press, key);
  sign(element, name);
  return element;
}

export function check(text: string, on: boolean, change: (on: boolean) => void, name?: string): HTMLLabelElement {
  const box = make("input", { type: "checkbox" });
  box.checked = on;
  if (name) box.dataset.name = name;
  box.addEventListener("change", () => change(box.checked));
  return make("label", { class: "check" }, box, text);
}

export function select(title: string, options: [string, string][], value: string, change: (value: string) => void): HTMLSelectElement {
  const element = make("select", { title, "aria-label": title });
  for (const [key, text] of options) element.append(make("option", { value: key }, text));
  element.value = value;
  element.addEventListener("change", () => change(element.value));
  return element;
}

// Give the user a file.
export function save(name: string, blob: Blob): void {
  const link = make("a", { download: name, href: URL.createObjectURL(blob) });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

export function fileName(text: string): string {
  return text.replace(/[^A-Za-z0-9._-]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 80) || "trammel";
}
