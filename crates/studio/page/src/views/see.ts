// See: every component as a graph, the map of who shares what with whom, and the composition.

import { type App, about, ask, found, parts } from "../app";
import { button, choice, h } from "../dom";
import type { Described, Part, Shown, Written } from "../messages";
import { complaint } from "../parts/complaint";
import { Graph } from "../parts/graph";
import { map } from "../parts/map";
import { savePng, saveSvg } from "../parts/picture-file";
import type { View } from "./view";

/** So many graphs are drawn without being asked for. */
const AT_ONCE = 24;
/** A composition is drawn up to this many states. */
const MOST_COMPOSED = 5000;

export class See implements View {
  readonly title = "See";
  readonly element: HTMLElement;
  private readonly body = h("div", { class: "body" });
  private readonly hits = h("output", { class: "faint" });
  private readonly wanted: HTMLInputElement;
  private graphs: Graph[] = [];
  private seen = "";

  constructor(private readonly app: App) {
    this.wanted = h("input", {
      type: "search", placeholder: "Find a state or action", "aria-label": "Find a state or action",
      oninput: () => this.find(),
    });
    const saved = choice("Save", [["", "Save as…"], ["svg", "SVG"], ["png", "PNG"]], (format) => {
      this.save(format);
      saved.select.value = "";
    });
    this.element = h("section", { class: "view", "aria-label": "See" },
      h("div", { class: "bar" },
        button("Components", () => this.components(), { title: "LTSA: Compile" }),
        button("Compose", () => void this.whole("compose"), { title: "All components as one graph" }),
        button("Minimise", () => void this.whole("minimise"), { title: "The smallest graph that is equivalent" }),
        this.wanted, this.hits, saved.element),
      this.body);
  }

  refresh(): void {
    const now = JSON.stringify([about(this.app), this.app.documents.texts()]);
    if (now === this.seen) return;
    this.seen = now;
    this.components();
  }

  private components(): void {
    void this.filled(async () => {
      const described = found(await ask<Described>(this.app, { kind: "describe", ...about(this.app) }).reply);
      const all = [...described.components, ...(described.properties ?? [])].map(({ name }) => name);
      const drawn = all.slice(0, AT_ONCE);
      const shown = drawn.length ? await parts(this.app, drawn) : [];
      const rest = all.slice(AT_ONCE).map((name): [string, string] => [name, name]);
      const more = rest.length > 0 && choice(`${rest.length} more`, [["", "draw …"], ...rest], (name) => {
        if (name) void parts(this.app, [name]).then((shown) => this.add(shown));
      }).element;
      return [map(described), this.alphabets(described), more, this.grid(shown)];
    });
  }

  private alphabets({ components, properties }: Described): HTMLElement {
    const rows = [...components, ...(properties ?? [])].filter(({ alphabet }) => alphabet).map(({ name, alphabet }) =>
      h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, h("code", {}, alphabet!.join(", ")))));
    return h("details", {}, h("summary", {}, "Alphabets"), h("table", { class: "plain" }, ...rows));
  }

  private grid(shown: Part[]): HTMLElement {
    this.graphs = [];
    const grid = h("div", { class: "graphs" });
    this.add(shown, grid);
    return grid;
  }

  private add(shown: Part[], grid = this.body.querySelector(".graphs")): void {
    for (const part of shown) {
      const graph: Graph = new Graph(part, {}, () => void this.insist(graph));
      this.graphs.push(graph);
      grid?.append(graph.element);
    }
  }

  /** Draws what is too large to be read. */
  private async insist(graph: Graph): Promise<void> {
    try {
      const [part] = await parts(this.app, [graph.part.name], true);
      const drawn = new Graph(part!);
      this.graphs = this.graphs.map((one) => (one === graph ? drawn : one));
      graph.element.replaceWith(drawn.element);
    } catch (error) {
      graph.element.append(complaint(error));
    }
  }

  private async whole(kind: "compose" | "minimise"): Promise<void> {
    await this.filled(async () => {
      const { models, input } = about(this.app);
      const output = { format: "json" };
      const question = kind === "compose" ? { kind, models, input, output } : { kind, model: models[0], input, output };
      const asked = ask<Written>(this.app, question, { limits: { states: 200_000, time: 60 } });
      const { text, states, transitions } = found(await asked.reply);
      const size = `${states} states, ${transitions} transitions`;
      if (states > MOST_COMPOSED) return [h("p", {}, `${size}: too many to draw. What was asked for is there to be saved as JSON by the command line.`)];
      const show = { kind: "show", models: ["whole.json"], force: true };
      const shown = found(await this.app.engine.ask<Shown>(show, { "whole.json": text! }).reply);
      return [h("p", { class: "faint" }, `${kind === "compose" ? "The composition" : "Minimised"}: ${size}`), this.grid(shown.parts)];
    });
  }

  /** Fills the view with what comes of some work. */
  private async filled(work: () => Promise<(HTMLElement | false)[]>): Promise<void> {
    this.body.setAttribute("aria-busy", "true");
    try {
      this.body.replaceChildren(...(await work()).filter((part) => part !== false));
    } catch (error) {
      this.graphs = [];
      this.body.replaceChildren(complaint(error));
    }
    this.body.removeAttribute("aria-busy");
    this.find();
  }

  private find(): void {
    const found = this.graphs.reduce((sum, graph) => sum + graph.find(this.wanted.value), 0);
    this.hits.textContent = this.wanted.value ? `${found} found` : "";
  }

  private save(format: string): void {
    for (const { part, svg } of this.graphs) {
      if (svg && format === "svg") saveSvg(part.name, svg);
      if (svg && format === "png") savePng(part.name, svg);
    }
  }
}
