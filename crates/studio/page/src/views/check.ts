// Check: what holds, and if not, a run that shows it.

import { type App, Refusal, parts } from "../app";
import { Checking } from "../checking";
import { button, choice, h } from "../dom";
import type { Checked, Verdict } from "../messages";
import { complaint } from "../parts/complaint";
import { Player } from "../parts/player";
import { premises } from "../parts/premises";
import { ofTrace } from "../parts/run";
import { card } from "../parts/verdicts";
import { Probabilities } from "./probabilities";
import type { View } from "./view";

/** The methods, with a few words about each. */
export const METHODS: [string, string][] = [
  ["", "automatic"], ["mono", "mono: search"], ["symbolic", "symbolic: diagrams"],
  ["learn", "learn: L*"], ["agar", "agar: refinement"], ["circular", "circular"], ["quotient", "quotient"],
];

const TIMES: [string, string][] = [["10", "10 s"], ["60", "1 min"], ["600", "10 min"]];

export class Check implements View {
  readonly title = "Check";
  readonly element: HTMLElement;
  private readonly claims = choice("Claims", [["all", "everything declared"]], () => {});
  private readonly method = choice("Method", METHODS, () => {});
  private readonly time = choice("Limit", TIMES, () => {});
  private readonly start: HTMLButtonElement;
  private readonly stop: HTMLButtonElement;
  private readonly progress = h("output", { class: "progress", role: "status" });
  private readonly results = h("div", { class: "body" });
  private readonly plain: HTMLElement;
  private readonly probabilities: Probabilities;
  private readonly shown = h("div", { class: "view-part" });

  constructor(private readonly app: App, private readonly checking: { now: Checking | null; watch: () => void }) {
    this.start = button("Check", () => this.check(), { class: "primary" });
    this.stop = button("Cancel", () => this.checking.now?.cancel(), { hidden: true });
    this.time.select.value = "60";
    this.plain = h("div", { class: "view-part" },
      h("div", { class: "bar" }, this.claims.element, this.method.element, this.time.element, this.start, this.stop, this.progress),
      this.results);
    this.probabilities = new Probabilities(app);
    this.element = h("section", { class: "view", "aria-label": "Check" }, this.shown);
  }

  refresh(): void {
    const isProbabilistic = this.app.known?.language === "prism";
    const wanted = isProbabilistic ? this.probabilities.element : this.plain;
    if (this.shown.firstChild !== wanted) this.shown.replaceChildren(wanted);
    const declared = (this.app.known?.symbols ?? []).filter(({ kind }) => kind === "property").map(({ name }) => name);
    const options: [string, string][] = [
      ["all", "everything declared"], ["safety", "Safety: errors and deadlock"], ["progress", "Progress"],
      ...declared.map((name): [string, string] => [`property ${name}`, `property ${name}`]),
    ];
    const { select } = this.claims;
    const before = select.value;
    select.replaceChildren(...options.map(([value, text]) => h("option", { value }, text)));
    select.value = options.some(([value]) => value === before) ? before : "all";
  }

  private wanted(): Record<string, unknown> {
    const chosen = this.claims.select.value;
    if (chosen === "safety") return { deadlock: true, errors: true };
    if (chosen === "progress") return { properties: [], deadlock: false, temporal: { progress: true } };
    if (chosen.startsWith("property ")) return { properties: [chosen.slice("property ".length)] };
    return {};
  }

  /** Starts a check, with another method if one is given. */
  check(method = this.method.select.value): Checking {
    this.checking.now?.cancel();
    this.method.select.value = method;
    const limits = { time: Number(this.time.select.value) };
    const checking: Checking = new Checking(this.app, { method, wanted: this.wanted(), limits }, () => this.changed(checking));
    this.checking.now = checking;
    this.results.replaceChildren();
    this.changed(checking);
    return checking;
  }

  private changed(checking: Checking): void {
    if (checking !== this.checking.now) return;
    const { reply } = checking;
    this.start.disabled = reply === null;
    this.stop.hidden = reply !== null;
    const time = `${((performance.now() - checking.started) / 1000).toFixed(1)} s`;
    this.progress.textContent = reply ? `${checking.cancelled ? "cancelled after" : "done in"} ${time}` : checking.progress || "…";
    if (reply) this.finish(checking);
    this.checking.watch();
  }

  private finish(checking: Checking): void {
    const reply = checking.reply!;
    if ("failure" in reply) {
      const { progress, frames } = checking;
      const sofar = h("p", { class: "faint" }, `So far: ${[progress, `${frames.length} conjectures`].filter(Boolean).join("; ")}`);
      this.results.replaceChildren(complaint(new Refusal(reply.failure)), sofar);
      return;
    }
    const remarks = reply.answer.diagnostics.map(({ severity, message }) => h("p", { class: "faint" }, `${severity}: ${message}`));
    this.results.replaceChildren(...remarks, ...this.cards(reply.answer.result, reply.files, checking));
    // The first violation is what everybody wants to see.
    this.results.querySelector<HTMLButtonElement>("button.play-run")?.click();
  }

  private cards({ verdicts }: Checked, files: Record<string, string>, checking: Checking): HTMLElement[] {
    return verdicts.map((verdict) => {
      const stage = h("div", { class: "stage" });
      const play = verdict.counterexample && button("Play the run", () => void this.play(verdict, stage), { class: "play-run" });
      const watch = checking.frames.length > 0 && button("Watch the reasoning", () => this.app.go("Watch"));
      const bar = h("div", { class: "bar" }, play, watch);
      const certificate = verdict.evidence?.certificate;
      return card(verdict, bar, certificate ? premises(this.app, certificate, files) : null, stage);
    });
  }

  private async play(verdict: Verdict, stage: HTMLElement): Promise<void> {
    const run = ofTrace(verdict.counterexample!);
    try {
      // Lanes of a program that was searched as it is have no graphs.
      const shown = await parts(this.app, []).catch(() => []);
      const player = new Player(run, shown, (line) => this.app.reveal(line));
      stage.replaceChildren(player.element);
    } catch (error) {
      stage.replaceChildren(complaint(error));
    }
  }
}
