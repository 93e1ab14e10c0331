// Step: walk through the model by choosing what happens, or let chance choose.

import { type App, about, ask, found, parts } from "../app";
import { button, h } from "../dom";
import type { Part, Stepped } from "../messages";
import { chart } from "../parts/chart";
import { complaint } from "../parts/complaint";
import { exportRun } from "../parts/export-run";
import { Graph } from "../parts/graph";
import { Lanes } from "../parts/lanes";
import { momentsAt, ofSteps, type Run } from "../parts/run";
import type { View } from "./view";

/** So many graphs are shown at once. */
const MOST_GRAPHS = 16;

export class Step implements View {
  readonly title = "Step";
  readonly element: HTMLElement;
  private readonly choices = h("div", { class: "choices", role: "group", "aria-label": "What can happen" });
  private readonly state = h("p", { class: "verdict-line", role: "status" });
  private readonly graphs = h("div", { class: "graphs" });
  private readonly lanes = h("div");
  private readonly picture = h("div", { class: "chart" });
  private readonly until: HTMLInputElement;
  private shown = "";
  private taken: number[] = [];
  /** What was taken back, to be taken again. */
  private undone: number[] = [];
  private drawn: Graph[] = [];
  private initial: string[] = [];
  private run: Run | null = null;
  private seed = 1;

  constructor(private readonly app: App) {
    this.until = h("input", { type: "text", placeholder: "stop after these actions", "aria-label": "Breakpoints: actions, with commas between them" });
    const files = ([["text", "Text"], ["mermaid", "Mermaid"], ["svg", "SVG"], ["png", "PNG"], ["expect", "Test"]] as const)
      .map(([format, title]) => button(title, () => this.export(format), { class: "small" }));
    this.element = h("section", { class: "view", "aria-label": "Step" },
      h("div", { class: "bar" },
        button("|◀ Restart", () => this.go([])),
        button("◀ Back", () => this.back(), { title: "Take the last step back" }),
        button("▶ Again", () => this.again(), { title: "Take the step again that was taken back" }),
        button("Random step", () => void this.random(1), { title: "A step at random" }),
        button("Run at random", () => void this.random(100), { title: "Up to 100 steps at random, up to a breakpoint or a violation" }),
        this.until),
      h("div", { class: "body stepping" },
        h("div", { class: "aside" }, this.state, this.choices),
        h("div", {}, this.graphs, this.lanes,
          h("details", {}, h("summary", {}, "Message chart, and the run as a file"), h("div", { class: "bar" }, ...files), this.picture))));
    this.element.addEventListener("keydown", (event) => this.key(event));
  }

  refresh(): void {
    const now = JSON.stringify([about(this.app), this.app.documents.texts()]);
    if (now === this.shown) return;
    this.shown = now;
    this.drawn = [];
    this.go([]);
  }

  private export(format: "text" | "mermaid" | "svg" | "png" | "expect"): void {
    if (!this.run) return;
    const composites = this.app.known?.symbols.filter(({ kind }) => kind === "composite process") ?? [];
    const process = this.app.process ?? composites.at(-1)?.name ?? "DEFAULT";
    exportRun(format, this.run, this.picture.querySelector("svg"), this.app.documents.active?.name ?? "run", process);
  }

  private key(event: KeyboardEvent): void {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey) return;
    const number = Number(event.key);
    const buttons = this.choices.querySelectorAll("button");
    if (number >= 1 && number <= buttons.length) buttons[number - 1]!.click();
    else if (event.key === "Backspace") this.back();
    else return;
    event.preventDefault();
  }

  private go(taken: number[], keepUndone = false): void {
    if (!keepUndone) this.undone = [];
    void this.asked({ taken });
  }

  private back(): void {
    if (this.taken.length === 0) return;
    this.undone.push(this.taken.at(-1)!);
    this.go(this.taken.slice(0, -1), true);
  }

  private again(): void {
    const next = this.undone.pop();
    if (next !== undefined) this.go([...this.taken, next], true);
  }

  private async random(most: number): Promise<void> {
    const until = this.until.value.split(",").map((word) => word.trim()).filter(Boolean);
    this.undone = [];
    await this.asked({ taken: this.taken, random: { most, seed: this.seed++, until } });
  }

  private async asked(question: { taken: number[]; random?: object }): Promise<void> {
    try {
      const stepped = found(await ask<Stepped>(this.app, { kind: "step", ...about(this.app), ...question }).reply);
      if (this.drawn.length === 0) {
        this.initial = stepped.run.length ? this.initial : stepped.parts.map(({ state_name }) => state_name);
        const names = stepped.parts.slice(0, MOST_GRAPHS).map(({ name }) => name);
        this.draw(names.length ? await parts(this.app, names) : [], names);
      }
      this.show(stepped);
    } catch (error) {
      this.run = null;
      this.choices.replaceChildren();
      this.state.textContent = "";
      this.graphs.replaceChildren(complaint(error));
      this.lanes.replaceChildren();
    }
  }

  private draw(shown: Part[], names: string[]): void {
    this.drawn = names.flatMap((name) => shown.filter((part) => part.name === name && !part.property)).map((part) => new Graph(part));
    this.graphs.replaceChildren(...this.drawn.map(({ element }) => element));
  }

  private show(stepped: Stepped): void {
    this.taken = stepped.run.map(({ choice }) => choice);
    this.run = ofSteps(stepped, this.initial);
    const count = this.run.steps.length;
    const moments = momentsAt(this.run, count);
    this.drawn.forEach((graph, index) => graph.show(moments[index] ?? null));
    const lanes = new Lanes(this.run, (step) => this.go(this.taken.slice(0, step)));
    this.lanes.replaceChildren(lanes.element);
    lanes.show(count);
    this.picture.replaceChildren(chart(this.run));
    this.choices.replaceChildren(...stepped.choices.map(({ action, who }, index) =>
      button(action, () => this.go([...this.taken, index]), { title: who.join(", "), class: "action" })));
    if (stepped.more) this.choices.append(h("p", { class: "faint" }, `… ${stepped.more} more`));
    const [text, mood] = said(stepped);
    this.state.textContent = text;
    this.state.className = `verdict-line ${mood}`;
  }
}

/** What there is to say about where the run is. */
function said({ violated, wrong, ended, deadlock, choices, more }: Stepped): [string, string] {
  if (wrong.length) return [`✗ ${wrong.join(", ")} in the error state`, "bad"];
  if (violated.length) return [`✗ this violates ${violated.join(", ")}`, "bad"];
  if (deadlock) return ["✗ deadlock: nothing can happen", "bad"];
  if (ended) return ["✓ the system has ended", "good"];
  const count = choices.length + more;
  return [`${count} ${count === 1 ? "action" : "actions"} possible`, ""];
}
