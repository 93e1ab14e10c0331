// What went wrong, where a result would be.

import { Refusal } from "../app";
import { h } from "../dom";

export function complaint(error: unknown): HTMLElement {
  if (!(error instanceof Refusal)) return h("p", { class: "complaint", role: "alert" }, String(error));
  const { stopped, diagnostics } = error.failed;
  const lines = diagnostics.map(({ message, help, place, file }) =>
    h("li", {}, place && h("code", {}, `${file}:${place.line}:${place.column} `), message,
      help && h("div", { class: "faint" }, `help: ${help}`)));
  return h("div", { class: "complaint", role: "alert" }, stopped && h("p", {}, `Stopped: ${stopped}`),
    lines.length > 0 && h("ul", {}, ...lines));
}
