// The row of tabs, the list of files and examples, and what happens to files on the disk.

import type { App } from "./app";
import type { Document } from "./documents";
import { button, h } from "./dom";
import { examples } from "./examples";

/** How often to look whether a file was changed by somebody else. */
const LOOK = 3000;

export class Files {
  readonly element: HTMLElement;
  private readonly tabs = h("div", { class: "tabs", role: "tablist", "aria-label": "Open texts" });
  private readonly menu: HTMLSelectElement;
  private readonly saving: HTMLButtonElement;
  readonly notice = h("div", { class: "notice", role: "status", hidden: true });
  private listed: string[] = [];
  /** The active text is another one on the disk, and the user wants that one. */
  replaced: (text: string) => void = () => {};

  constructor(private readonly app: App) {
    this.menu = h("select", { "aria-label": "Open a model", onchange: () => void this.chosen() });
    this.saving = button("Save", () => void this.save(), { title: "Ctrl-S", hidden: !app.engine.folder });
    this.element = h("div", { class: "files" }, this.tabs, this.menu, this.saving);
    document.addEventListener("keydown", (event) => {
      if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      void this.save();
    });
    window.addEventListener("beforeunload", (event) => {
      if (this.app.documents.open.some((one) => this.app.documents.isUnsaved(one) && one.saved !== null)) event.preventDefault();
    });
    if (app.engine.folder) setInterval(() => void this.look(), LOOK);
    this.fill();
  }

  /** Looks what is in the folder. */
  async list(): Promise<void> {
    const listed = await this.app.engine.folder?.list();
    this.listed = listed?.files.map(({ path }) => path) ?? [];
    this.fill();
  }

  private fill(): void {
    const files = this.listed.map((path) => h("option", { value: `file ${path}` }, path));
    const given = examples.map(({ title }, index) => h("option", { value: `example ${index}` }, title));
    this.menu.replaceChildren(h("option", { value: "" }, "Open…"), h("option", { value: "new" }, "New text"),
      files.length ? h("optgroup", { label: "Folder" }, ...files) : "", h("optgroup", { label: "Examples" }, ...given));
  }

  private async chosen(): Promise<void> {
    const [kind, ...rest] = this.menu.value.split(" ");
    this.menu.value = "";
    const { documents } = this.app;
    if (kind === "new") documents.add("model.lts", "P = (a -> b -> P).\n");
    if (kind === "example") documents.add(examples[Number(rest[0])]!.name, examples[Number(rest[0])]!.text);
    if (kind === "file") await documents.load(rest.join(" ")).catch((error) => this.say(String(error)));
  }

  refresh(): void {
    const { documents } = this.app;
    this.tabs.replaceChildren(...documents.open.map((document) => {
      const isActive = document === documents.active;
      const title = `${document.name}${documents.isUnsaved(document) ? " •" : ""}`;
      const tab = button(title, () => documents.show(document), { role: "tab", "aria-selected": isActive, class: isActive ? "active" : "" });
      const close = button("×", () => this.close(document), { class: "close", "aria-label": `Close ${document.name}`, tabindex: -1 });
      return h("span", { class: "tab", role: "presentation" }, tab, documents.open.length > 1 && close);
    }));
    this.saving.disabled = !documents.active || !documents.isUnsaved(documents.active);
  }

  private close(document: Document): void {
    const { documents } = this.app;
    if (documents.isUnsaved(document) && !confirm(`${document.name} is not saved. Close it?`)) return;
    documents.close(document);
  }

  private async save(): Promise<void> {
    const { active } = this.app.documents;
    if (!active) return;
    try {
      await this.app.documents.save(active);
      this.say(null);
      await this.list();
    } catch (error) {
      this.say(`${active.name} was not saved: ${error instanceof Error ? error.message : error}`);
    }
  }

  private say(text: string | null, ...more: HTMLElement[]): void {
    this.notice.hidden = text === null;
    this.notice.replaceChildren(text ?? "", ...more, button("×", () => this.say(null), { "aria-label": "Dismiss" }));
  }

  /** Was a file changed by somebody else? */
  private async look(): Promise<void> {
    const listed = await this.app.engine.folder!.list().catch(() => null);
    if (!listed) return;
    for (const { path, changed } of listed.files) {
      const document = this.app.documents.open.find(({ name, saved }) => name === path && saved !== null);
      if (!document || document.changed === changed) continue;
      const { text } = await this.app.engine.folder!.read(path);
      const isUnsaved = this.app.documents.isUnsaved(document);
      Object.assign(document, { saved: text, changed });
      if (document.text === text) continue;
      if (!isUnsaved) this.take(document, text);
      else this.say(`${path} has changed on the disk.`, button("Take that text", () => this.take(document, text)));
    }
  }

  private take(document: Document, text: string): void {
    document.text = text;
    this.say(null);
    if (document === this.app.documents.active) this.replaced(text);
    this.refresh();
  }
}
