// Verdicts in words, one card each.

import { h } from "../dom";
import type { Verdict } from "../messages";

/** What is claimed. */
export function claimed({ claim }: Verdict): string {
  if (claim.kind === "no-deadlock") return "no deadlock";
  if (claim.kind === "no-error") return "no error";
  if (claim.kind === "property") return `property ${claim.name}`;
  return `${claim.definition ?? claim.kind} ${claim.name ?? ""}`.trim();
}

const MARKS = { holds: "✓", violated: "✗", undecided: "?" } as const;

/** A card for a verdict; what follows from it is below. */
export function card(verdict: Verdict, ...below: (HTMLElement | null)[]): HTMLElement {
  const { by, statistics, reason, known, proof, counterexample } = verdict;
  const states = statistics.states === undefined ? "" : `, ${Number(statistics.states).toLocaleString("en")} states`;
  const head = h("h3", {},
    h("span", { class: "mark", "aria-hidden": "true" }, MARKS[verdict.verdict]), claimed(verdict),
    h("span", { class: `pill ${verdict.verdict}` }, verdict.verdict),
    h("span", { class: "faint" }, `by ${by}${states}`));
  const lines: string[] = [];
  if (proof) lines.push(shownBy(proof));
  if (counterexample) lines.push(counterexample.explanation);
  if (reason) lines.push(`${reason}${known ? `; known: ${known}` : ""}`);
  const waiting = counterexample?.waiting?.map(({ component, name, state, actions, ended }) =>
    h("li", {}, h("strong", {}, component), ` in ${name ?? state} `,
      ended ? "has ended" : actions.length ? `waits for ${actions.join(", ")}` : "can do nothing"));
  return h("article", { class: `card ${verdict.verdict}` }, head, ...lines.map((line) => h("p", {}, line)),
    waiting?.length ? h("ul", { class: "waiting" }, ...waiting) : null, ...below);
}

function shownBy(proof: NonNullable<Verdict["proof"]>): string {
  const assumptions = proof.assumptions?.map(({ name, states }) => `|${name}| = ${states}`) ?? [];
  if (assumptions.length) return `Proved by rule ${proof.rule} with ${assumptions.join(", ")}`;
  return proof.rule === "exhaustive" ? "All states were searched" : `Proved by: ${proof.rule}`;
}
