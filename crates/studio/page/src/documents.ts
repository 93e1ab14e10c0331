// The texts that are open: in tabs, kept in the browser while they are not saved.

import type { Folder } from "./engine/engine";

export interface Document {
  name: string;
  text: string;
  /** What is on the disk, or nothing if it was never saved there. */
  saved: string | null;
  /** When the file on the disk was changed. */
  changed: number | null;
}

type Kept = Pick<Document, "name" | "text">;

export class Documents {
  open: Document[] = [];
  active: Document | null = null;
  private storage = "surmise:browser";

  constructor(private readonly folder: Folder | undefined, private readonly changed: () => void) {}

  /** Unsaved texts of the same folder come back. */
  restore(folder: string | null): void {
    if (folder !== null) this.storage = `surmise:folder:${folder}`;
    try {
      const kept = JSON.parse(localStorage.getItem(this.storage) ?? "[]") as Kept[];
      for (const { name, text } of kept) this.open.push({ name, text, saved: null, changed: null });
    } catch {
      // What cannot be read was not written by this page.
    }
    this.active = this.open[0] ?? null;
  }

  /** Without a folder, the browser's storage is where texts are saved. */
  isUnsaved(document: Document): boolean {
    return this.folder !== undefined && document.text !== document.saved;
  }

  /** Keeps what is not on a disk in the browser. */
  keep(): void {
    const kept = this.open.filter((one) => !this.folder || this.isUnsaved(one));
    try {
      localStorage.setItem(this.storage, JSON.stringify(kept.map(({ name, text }) => ({ name, text }))));
    } catch {
      // There may be no room, or no storage at all. Then texts live as long as the page.
    }
  }

  /** Opens a text that is in no file, under a name that no other text has. */
  add(name: string, text: string): void {
    const same = this.open.find((one) => one.name === name && one.text === text);
    if (same) return this.show(same);
    const [stem, extension] = [name.replace(/\.[^.]*$/, ""), name.match(/\.[^.]*$/)?.[0] ?? ".lts"];
    let free = stem + extension;
    for (let number = 2; this.open.some((one) => one.name === free); number++) free = `${stem}-${number}${extension}`;
    const document = { name: free, text, saved: null, changed: null };
    this.open.push(document);
    this.show(document);
  }

  /** Opens a file of the folder. */
  async load(name: string): Promise<void> {
    const known = this.open.find((one) => one.name === name);
    if (known && known.saved !== null) return this.show(known);
    const { text, changed } = await this.folder!.read(name);
    const document = known ?? { name, text, saved: text, changed };
    if (known) Object.assign(known, { saved: text, changed });
    else this.open.push(document);
    this.show(document);
  }

  show(document: Document): void {
    this.active = document;
    this.keep();
    this.changed();
  }

  close(document: Document): void {
    const at = this.open.indexOf(document);
    this.open.splice(at, 1);
    if (this.active === document) this.active = this.open[Math.min(at, this.open.length - 1)] ?? null;
    this.keep();
    this.changed();
  }

  type(text: string): void {
    if (this.active) this.active.text = text;
    this.keep();
  }

  async save(document: Document): Promise<void> {
    if (!this.folder) return this.keep();
    const { text } = document;
    document.changed = await this.folder.write(document.name, text, document.changed);
    document.saved = text;
    this.keep();
    this.changed();
  }

  /** All texts by name: one may mention another. */
  texts(): Record<string, string> {
    return Object.fromEntries(this.open.map(({ name, text }) => [name, text]));
  }
}
