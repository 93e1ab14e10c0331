// Watch the reasoning of the methods that find assumptions.

import { type App, found } from "../app";
import type { Checking } from "../checking";
import { button, h } from "../dom";
import type { Part, Shown } from "../messages";
import { Reasoning } from "../parts/reasoning";
import type { View } from "./view";

const WATCHABLE = ["learn", "agar", "circular", "quotient"];

export class Watch implements View {
  readonly title = "Watch";
  readonly element: HTMLElement;
  private readonly body = h("div", { class: "body" });
  private readonly state = h("output", { class: "progress", role: "status" });
  private reasoning: Reasoning | null = null;
  private of: Checking | null = null;
  private drawn = new Map<number, Promise<Part | null>>();
  private due = false;

  constructor(private readonly app: App, private readonly checking: { now: Checking | null }, check: (method: string) => void) {
    const methods = WATCHABLE.map((method) => button(method, () => check(method), { title: `Check with ${method}` }));
    this.element = h("section", { class: "view", "aria-label": "Watch the reasoning" },
      h("div", { class: "bar" }, h("span", {}, "Check with"), ...methods,
        button("Cancel", () => this.checking.now?.cancel()), this.state), this.body);
    this.body.append(this.hint());
  }

  private hint(): HTMLElement {
    return h("p", { class: "faint" }, "These methods look for assumptions that are enough to prove a property component by component. Start one, and see every assumption that it proposes.");
  }

  /** Something was told, or all of it is here. Drawn a few times a second at most. */
  refresh(): void {
    if (this.due || !this.element.isConnected) return;
    this.due = true;
    setTimeout(() => {
      this.due = false;
      this.update();
    }, 120);
  }

  private update(): void {
    const checking = this.checking.now;
    if (!checking) return;
    const { frames, since, reply } = checking;
    const verdicts = reply && "answer" in reply ? reply.answer.result.verdicts : [];
    const verdict = verdicts.map(({ claim, verdict }) => `${claim.name ?? claim.kind} ${verdict}`).join(", ");
    this.state.textContent = reply ? (checking.cancelled ? "cancelled" : verdict || "no verdict") : checking.progress;
    if (frames.length === 0) {
      const none = reply && h("p", { class: "faint" }, "No assumption was proposed: a shorter way was found, or the method does not propose any. What it said is below.");
      const said = h("ul", { class: "narration" }, ...checking.said.map((line) => h("li", {}, line)));
      this.body.replaceChildren(none ?? this.hint(), said);
      [this.reasoning, this.of] = [null, null];
      return;
    }
    if (this.of !== checking || !this.reasoning) {
      this.of = checking;
      this.drawn = new Map();
      this.reasoning = new Reasoning([...frames], since, (index) => this.part(checking, index));
      this.body.replaceChildren(this.reasoning.element);
      this.reasoning.transport.go(0);
    } else {
      this.reasoning.extend([...frames], since);
    }
  }

  /** What a conjecture looks like, asked for once. */
  private part(checking: Checking, index: number): Promise<Part | null> {
    let part = this.drawn.get(index);
    if (!part) {
      const text = JSON.stringify({ format: "surmise-lts", ...checking.frames[index]!.conjecture.lts });
      const question = { kind: "show", models: ["conjecture.json"] };
      part = this.app.engine.ask<Shown>(question, { "conjecture.json": text }).reply
        .then((reply) => found(reply).parts[0] ?? null).catch(() => null);
      this.drawn.set(index, part);
    }
    return part;
  }
}
