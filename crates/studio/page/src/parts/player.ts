// A run played on the graphs of all who take part, with its lanes below.

import { h } from "../dom";
import type { Part } from "../messages";
import { Graph } from "./graph";
import { Lanes } from "./lanes";
import { type Run, momentsAt } from "./run";
import { Transport } from "./transport";

/** So many graphs are shown at once. */
const MOST_GRAPHS = 16;

export class Player {
  readonly element: HTMLElement;
  private readonly graphs: (Graph | null)[];
  private readonly lanes: Lanes;
  readonly transport: Transport;

  constructor(private readonly run: Run, parts: Part[], private readonly reveal: (line: number) => void) {
    const graph = (name: string) => {
      const part = parts.find((part) => part.name === name);
      return part ? new Graph(part) : null;
    };
    this.graphs = run.lanes.slice(0, MOST_GRAPHS).map(({ name }) => graph(name));
    this.lanes = new Lanes(run, (step) => this.transport.go(step));
    this.transport = new Transport(run.steps.length, "the run", (step) => this.show(step));
    const shown = this.graphs.filter((graph) => graph !== null);
    this.element = h("div", { class: "player" }, this.transport.element,
      h("div", { class: "graphs" }, ...shown.map((graph) => graph.element)), this.lanes.element);
    this.transport.go(0);
  }

  private show(step: number): void {
    const moments = momentsAt(this.run, step);
    this.graphs.forEach((graph, lane) => graph?.show(moments[lane] ?? null));
    this.lanes.show(step);
    const line = this.run.steps[step - 1]?.moves.find((move) => move.line !== undefined)?.line;
    if (line !== undefined) this.reveal(line);
  }
}
