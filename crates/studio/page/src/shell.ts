// The frame of the page: a bar at the top, the editor, and the views in tabs beside it.

import type { App } from "./app";
import { button, choice, h } from "./dom";
import type { Editor } from "./editor";
import type { Files } from "./files";
import type { View } from "./views/view";

export class Shell {
  readonly element: HTMLElement;
  private readonly tabs: HTMLButtonElement[];
  private readonly panel = h("div", { class: "panel", role: "tabpanel", tabindex: -1 });
  private readonly process = choice("Process", [["", "default"]], (name) => {
    this.app.process = name || null;
    this.now?.refresh();
  });
  private now: View | null = null;

  constructor(private readonly app: App, editor: Editor, files: Files, private readonly views: View[]) {
    this.tabs = views.map((view, index) =>
      button(view.title, () => this.go(view.title), { role: "tab", "aria-selected": false, title: `Alt-${index + 1}` }));
    const rows = h("div", { class: "tabs views", role: "tablist", "aria-label": "Views" }, ...this.tabs);
    rows.addEventListener("keydown", (event) => this.arrow(event));
    this.process.element.hidden = true;
    const header = h("header", {},
      h("h1", {}, h("img", { src: "icon.svg", alt: "", width: 22, height: 22 }), "Surmise studio"),
      files.element, this.process.element, button("◐", theme, { "aria-label": "Light or dark" }));
    const left = h("section", { class: "left", "aria-label": "Text" }, files.notice, editor.element);
    const right = h("section", { class: "right", "aria-label": "Views of the model" }, rows, this.panel);
    this.element = h("div", { class: "studio" }, header, h("main", {}, left, divider(left), right));
    document.addEventListener("keydown", (event) => {
      const view = event.altKey && !event.ctrlKey ? this.views[Number(event.key) - 1] : undefined;
      if (event.altKey && event.key === "0") editor.focus();
      if (!view) return;
      event.preventDefault();
      this.go(view.title);
      this.tabs[this.views.indexOf(view)]!.focus();
    });
    restoreTheme();
  }

  private arrow(event: KeyboardEvent): void {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined || !this.now) return;
    const next = (this.views.indexOf(this.now) + by + this.views.length) % this.views.length;
    this.go(this.views[next]!.title);
    this.tabs[next]!.focus();
  }

  /** Brings a view to the front. */
  go(title: string): void {
    const view = this.views.find((view) => view.title === title);
    if (!view) return;
    this.now = view;
    this.views.forEach((other, index) => {
      this.tabs[index]!.setAttribute("aria-selected", String(other === view));
      this.tabs[index]!.tabIndex = other === view ? 0 : -1;
    });
    this.panel.replaceChildren(view.element);
    view.refresh();
  }

  /** More is known about the text. */
  refresh(): void {
    const { known } = this.app;
    const composites = known?.language === "fsp" ? known.symbols.filter(({ kind }) => kind === "composite process") : [];
    const names = [...new Set(composites.map(({ name }) => name))];
    if (this.app.process && !names.includes(this.app.process)) this.app.process = null;
    const { element, select } = this.process;
    const options: [string, string][] = [["", `${names.at(-1) ?? "all"} (default)`], ...names.map((name): [string, string] => [name, name])];
    select.replaceChildren(...options.map(([value, text]) => h("option", { value }, text)));
    select.value = this.app.process ?? "";
    element.hidden = names.length < 2;
    const isWrong = known?.mistakes.some(({ diagnostic }) => diagnostic.severity === "error");
    // Half a word is no model: what is shown stays until the text can be read again.
    if (!isWrong) this.now?.refresh();
  }
}

/** A line between text and views that can be moved. */
function divider(left: HTMLElement): HTMLElement {
  const set = (percent: number) => {
    const width = Math.min(Math.max(percent, 15), 80);
    left.style.flexBasis = `${width}%`;
    line.setAttribute("aria-valuenow", String(Math.round(width)));
  };
  const now = () => Number(line.getAttribute("aria-valuenow"));
  const line = h("div", {
    class: "divider", role: "separator", tabindex: 0, "aria-label": "Width of the text", "aria-orientation": "vertical",
    "aria-valuemin": 15, "aria-valuemax": 80, "aria-valuenow": 38,
    onpointerdown: (event: PointerEvent) => line.setPointerCapture(event.pointerId),
    onpointermove: (event: PointerEvent) => {
      if (line.hasPointerCapture(event.pointerId)) set((100 * event.clientX) / window.innerWidth);
    },
    onkeydown: (event: KeyboardEvent) => {
      if (event.key === "ArrowLeft") set(now() - 3);
      if (event.key === "ArrowRight") set(now() + 3);
    },
  });
  return line;
}

/** The other one of light and dark. */
function theme(): void {
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = document.documentElement.dataset.theme ?? (isDark ? "dark" : "light");
  document.documentElement.dataset.theme = now === "dark" ? "light" : "dark";
  try {
    localStorage.setItem("surmise:theme", document.documentElement.dataset.theme);
  } catch {
    // Then it is forgotten.
  }
}

function restoreTheme(): void {
  const kept = localStorage.getItem("surmise:theme");
  if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
}
