// Elements from values. Text is always text: nothing here, and nothing elsewhere, reads markup.

type Child = Node | string | null | undefined | false;
type Value = string | number | boolean | null | undefined | ((event: never) => void);

const SVG = "http://www.w3.org/2000/svg";

/** Sets attributes; what begins with `on` is a listener, `false` and `null` mean none. */
function furnish(element: Element, attributes: Record<string, Value>, children: Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      element.addEventListener(name.slice(2), value as EventListener);
    } else if (value === true) {
      element.setAttribute(name, "");
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, String(value));
    }
  }
  for (const child of children) {
    if (child) element.append(child);
  }
}

/** An element of the page. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, Value> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  furnish(element, attributes, children);
  return element;
}

/** An element of a picture. */
export function s<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Record<string, Value> = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, tag) as SVGElementTagNameMap[K];
  furnish(element, attributes, children);
  return element;
}

/** A button with a text, and perhaps a longer explanation. */
export function button(
  text: string,
  pressed: () => void,
  attributes: Record<string, Value> = {},
): HTMLButtonElement {
  return h("button", { type: "button", onclick: pressed, ...attributes }, text);
}

/** A list to choose from; the first of each pair is the value. */
export function choice(
  label: string,
  options: [string, string][],
  changed: (value: string) => void,
  attributes: Record<string, Value> = {},
): { element: HTMLLabelElement; select: HTMLSelectElement } {
  const entries = options.map(([value, text]) => h("option", { value }, text));
  const select = h("select", { onchange: () => changed(select.value), ...attributes }, ...entries);
  return { element: h("label", { class: "choice" }, h("span", {}, label), select), select };
}

/** Saves a text as a file of the user's. */
export function download(name: string, content: BlobPart, type: string): void {
  const link = h("a", { href: URL.createObjectURL(new Blob([content], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
