// A run as a file: text, Mermaid, pictures, or a line that `surmise test` checks.

import { download } from "../dom";
import { savePng, saveSvg } from "./picture-file";
import type { Run } from "./run";

export function exportRun(format: "text" | "mermaid" | "svg" | "png" | "expect", run: Run, picture: SVGSVGElement | null, model: string, process: string): void {
  const name = model.replace(/\.[^.]*$/, "");
  const actions = run.steps.map(({ action }) => action);
  if (format === "text") download(`${name}-run.txt`, actions.join("\n") + "\n", "text/plain");
  else if (format === "mermaid") download(`${name}-run.mmd`, mermaid(run), "text/plain");
  else if (format === "expect") download(`${name}-run.lts`, asTest(run, process), "text/plain");
  else if (picture && format === "svg") saveSvg(`${name}-run`, picture);
  else if (picture) savePng(`${name}-run`, picture);
}

/** A sequence diagram. Names are replaced by letters that Mermaid cannot misread. */
export function mermaid({ lanes, steps }: Run): string {
  const clean = (text: string) => text.replace(/[;#\n]/g, " ");
  const lines = ["sequenceDiagram", ...lanes.map(({ name }, lane) => `  participant P${lane} as ${clean(name)}`)];
  for (const { action, moves } of steps) {
    const [first, ...others] = moves.map(({ lane }) => lane);
    if (first === undefined) continue;
    if (others.length === 0) lines.push(`  P${first}->>P${first}: ${clean(action)}`);
    for (const other of others) lines.push(`  P${first}->>P${other}: ${clean(action)}`);
  }
  return lines.join("\n") + "\n";
}

/** What to add to an FSP model so that `surmise test` sees that this run is still possible. */
export function asTest({ steps }: Run, process: string): string {
  const actions = steps.map(({ action }) => action).filter((action) => action !== "τ");
  return `// The model can do this run.
RUN_STEPS = (${[...actions, "run.done"].join(" -> ")} -> STOP).
property NOT_DONE = STOP + {run.done}.
||RUN_TEST = (${process} || RUN_STEPS || NOT_DONE).
// expect RUN_TEST: violated NOT_DONE
`;
}
