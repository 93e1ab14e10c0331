// How probable is it? The check of a probabilistic model.

import { type App, about, ask, found } from "../app";
import { button, h } from "../dom";
import { complaint } from "../parts/complaint";

interface Bound {
  low: string;
  high: string;
  exact: boolean;
}

interface Measured {
  probabilities: { property: string; verdict: string; smallest?: Bound; largest?: Bound; reason?: string }[];
}

const shown = (bound?: Bound) => (!bound ? "" : bound.exact || bound.low === bound.high ? bound.low : `${bound.low} … ${bound.high}`);

export class Probabilities {
  readonly element: HTMLElement;
  private readonly results = h("div", { class: "body" });
  private readonly formulas: HTMLTextAreaElement;

  constructor(private readonly app: App) {
    this.formulas = h("textarea", { rows: 3, spellcheck: "false", "aria-label": "Properties, one on each line", placeholder: 'Pmax=? [ F "label" ]' });
    this.element = h("div", { class: "view-part" },
      h("div", { class: "bar" }, this.formulas, button("Compute", () => void this.compute(), { class: "primary" })), this.results);
  }

  private async compute(): Promise<void> {
    const properties = this.formulas.value.split("\n").map((line) => line.trim()).filter(Boolean);
    try {
      const question = { kind: "measure", ...about(this.app), properties };
      const { probabilities } = found(await ask<Measured>(this.app, question, { limits: { time: 60 } }).reply);
      const rows = probabilities.map(({ property, verdict, smallest, largest, reason }) =>
        h("tr", {}, h("td", {}, h("code", {}, property)), h("td", {}, reason ?? (verdict === "value" ? "" : verdict)),
          h("td", {}, shown(smallest)), h("td", {}, shown(largest))));
      const heads = ["property", "verdict", "smallest", "largest"].map((head) => h("th", { scope: "col" }, head));
      this.results.replaceChildren(h("table", { class: "plain" }, h("thead", {}, h("tr", {}, ...heads)), h("tbody", {}, ...rows)));
    } catch (error) {
      this.results.replaceChildren(complaint(error));
    }
  }
}
