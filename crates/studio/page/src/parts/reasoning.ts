// The reasoning, conjecture by conjecture: each assumption beside the last one of the same name,
// with what was added, split or merged in colour, and the words that led there.

import type { Frame } from "../checking";
import { changes } from "../diff";
import { h } from "../dom";
import type { Part } from "../messages";
import { Graph } from "./graph";
import { sizes } from "./sizes";
import { Transport } from "./transport";

export class Reasoning {
  readonly element: HTMLElement;
  readonly transport: Transport;
  private readonly pictures = h("div", { class: "graphs pair" });
  private readonly words = h("ul", { class: "narration", "aria-label": "Why" });
  private readonly over = h("div", { class: "sizes" });

  /** Who draws says what a conjecture looks like. */
  constructor(private frames: Frame[], private last: string[], private readonly drawn: (index: number) => Promise<Part | null>) {
    this.transport = new Transport(Math.max(0, frames.length - 1), "the reasoning", (at) => void this.show(at));
    const legend = (["new", "split", "merged", "gone"] as const).map((kind) => h("span", { class: `key ${kind}` }, kind));
    this.element = h("div", { class: "reasoning" }, this.transport.element, h("p", { class: "legend" }, ...legend), this.pictures, this.words, this.over);
  }

  /** More has been told. */
  extend(frames: Frame[], last: string[]): void {
    const wasLast = this.transport.at >= this.frames.length - 2;
    [this.frames, this.last] = [frames, last];
    this.transport.extend(Math.max(0, frames.length - 1));
    if (wasLast) this.transport.go(frames.length - 1);
  }

  private async show(at: number): Promise<void> {
    const frame = this.frames[at];
    if (!frame) return;
    const { name } = frame.conjecture;
    const before = this.frames.findLastIndex((other, index) => index < at && other.conjecture.name === name && isSameTask(other, frame));
    const change = before < 0 ? null : changes(this.frames[before]!.conjecture.lts, frame.conjecture.lts);
    const [old, now] = await Promise.all([before < 0 ? null : this.drawn(before), this.drawn(at)]);
    if (this.transport.at !== at) return;
    const titled = (part: Part | null, index: number, marks: object) =>
      part && new Graph({ ...part, name: `${name} (${index + 1})` }, marks).element;
    const pair = [old && titled(old, before, { arrows: change?.gone }), titled(now, at, change ?? {})];
    this.pictures.replaceChildren(...pair.filter((element) => element !== null));
    const after = this.frames[at + 1]?.because ?? this.last;
    this.words.replaceChildren(...spoken(frame.because, "before"), ...spoken(after, "after"));
    this.over.replaceChildren(sizes(this.frames, at, (to) => this.transport.go(to)));
  }
}

/** Assumptions about different properties begin anew. */
function isSameTask(one: Frame, other: Frame): boolean {
  return one.conjecture.number < other.conjecture.number || one.conjecture.rule === "quotient";
}

function spoken(lines: string[], when: string): HTMLElement[] {
  return lines.map((line) => {
    const mood = / (accepts|holds)/.test(line) ? "good" : /(refuses|fails|violate)/.test(line) ? "bad" : "";
    return h("li", { class: `${when} ${mood}` }, line);
  });
}
