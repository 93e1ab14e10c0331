// A report: the parts of the studio, filled with what was found. There is no engine behind it.

import { h } from "../dom";
import { Graph } from "../parts/graph";
import { Player } from "../parts/player";
import { Reasoning } from "../parts/reasoning";
import { ofTrace } from "../parts/run";
import { card } from "../parts/verdicts";
import type { Found } from "./fill";

function main(): void {
  const text = document.getElementById("found")?.textContent;
  if (!text) return void document.body.append(h("p", {}, "There is nothing in this report."));
  const { texts, frames, since, checked, shown, conjectures } = JSON.parse(text) as Found;
  const files = checked.models.map(({ file, process }) => (process ? `${file}: ${process}` : file)).join(", ");
  document.title = `Surmise: ${files}`;
  const page = h("main", {}, h("h1", {}, files), h("p", { class: "faint" }, `Method ${checked.method}; components ${checked.components.join(", ")}`));
  page.append(h("h2", {}, "Verdicts"));
  for (const verdict of checked.verdicts) {
    const trace = verdict.counterexample;
    page.append(card(verdict, trace ? new Player(ofTrace(trace), shown, () => {}).element : null));
  }
  if (frames.length > 0) {
    const reasoning = new Reasoning(frames, since, (index) => Promise.resolve(conjectures[index] ?? null));
    page.append(h("h2", {}, "The reasoning"), reasoning.element);
    reasoning.transport.go(frames.length - 1);
  }
  page.append(h("h2", {}, "Components"), h("div", { class: "graphs" }, ...shown.map((part) => new Graph(part).element)));
  for (const [name, model] of texts) page.append(h("details", {}, h("summary", {}, name), h("pre", {}, model)));
  document.body.append(page);
}

main();
