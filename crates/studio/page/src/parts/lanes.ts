// A run as lanes: a row for each step, a column for each component that takes part.

import { h } from "../dom";
import { type Run, stateName } from "./run";

/** At most so many rows: a longer run is cut in its middle of interest, its end. */
const MOST_ROWS = 2000;

export class Lanes {
  readonly element = h("div", { class: "lanes", role: "region", "aria-label": "The run, step by step", tabindex: 0 });
  private rows: HTMLTableRowElement[] = [];
  private skipped = 0;

  constructor(private readonly run: Run, private readonly chosen: (step: number) => void) {
    const heads = run.lanes.map(({ name, property }) => h("th", { scope: "col", class: property ? "property" : "" }, name));
    const body = h("tbody");
    const table = h("table", {},
      h("caption", { class: "hidden" }, "The run, step by step"),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, ""), h("th", { scope: "col" }, "action"), ...heads)), body);
    body.append(this.start());
    this.skipped = Math.max(0, run.steps.length - MOST_ROWS);
    if (this.skipped) {
      body.append(h("tr", {}, h("td", { colspan: run.lanes.length + 2 }, `… ${this.skipped} steps …`)));
    }
    for (let index = this.skipped; index < run.steps.length; index++) body.append(this.row(index));
    this.element.append(table);
  }

  private start(): HTMLTableRowElement {
    const cells = this.run.lanes.map(({ initial_name }) => h("td", {}, initial_name));
    const row = h("tr", { onclick: () => this.chosen(0) }, h("td", { class: "number" }, "0"), h("td", { class: "faint" }, "start"), ...cells);
    this.rows[0] = row;
    return row;
  }

  private row(index: number): HTMLTableRowElement {
    const { action, moves } = this.run.steps[index]!;
    const { cycle } = this.run;
    const isLast = index === this.run.steps.length - 1;
    const cells = this.run.lanes.map((_, lane) => {
      const move = moves.find((move) => move.lane === lane);
      if (!move) return h("td", { class: "still" }, "│");
      const changes = move.changes?.map(({ variable, value }) => `${variable} = ${value}`).join(", ");
      const name = stateName(move);
      return h("td", { class: move.to < 0 ? "bad" : "move" }, `${move.to < 0 ? "✗" : "●"} ${name}`,
        changes && h("span", { class: "faint" }, ` ${changes}`));
    });
    const inCycle = cycle !== undefined && index >= cycle;
    const number = h("td", { class: "number" }, `${inCycle ? "↻ " : ""}${index + 1}`);
    const row = h("tr", { onclick: () => this.chosen(index + 1), class: isLast ? "last" : "" },
      number, h("th", { scope: "row" }, action), ...cells);
    this.rows[index + 1] = row;
    return row;
  }

  /** Marks the row of a step. */
  show(step: number): void {
    this.rows.forEach((row, index) => row.classList.toggle("now", index === step));
    const row = this.rows[step];
    // Only the lanes scroll, not what is around them.
    if (row) this.element.scrollTop = row.offsetTop - this.element.clientHeight / 2;
  }
}
