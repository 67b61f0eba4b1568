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
