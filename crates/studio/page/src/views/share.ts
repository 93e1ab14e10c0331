// Share: a link that carries the text, and the report of a check as one file.

import { type App, Refusal, found, parts } from "../app";
import type { Checking } from "../checking";
import { button, download, h } from "../dom";
import type { Part, Shown } from "../messages";
import { complaint } from "../parts/complaint";
import { filled } from "../report/fill";
import { packed } from "../share";
import type { View } from "./view";

/** So many conjectures are drawn for a report. */
const MOST_DRAWN = 200;

export class Share implements View {
  readonly title = "Share";
  readonly element: HTMLElement;
  private readonly link: HTMLInputElement;
  private readonly said = h("output", { role: "status" });

  constructor(private readonly app: App, private readonly checking: { now: Checking | null }) {
    this.link = h("input", { type: "text", readonly: true, "aria-label": "Link", class: "link" });
    this.element = h("section", { class: "view", "aria-label": "Share" }, h("div", { class: "body prose" },
      h("h2", {}, "A link"),
      h("p", {}, "The link holds the whole text, in the part that browsers send to nobody. It opens in any studio: what stands after # can be put behind the address of another one."),
      h("div", { class: "bar" }, this.link, button("Copy", () => void this.copy(), { class: "primary" }), this.said),
      h("h2", {}, "A report"),
      h("p", {}, "One file with the verdicts, runs, graphs and assumptions of the last check. It opens without a server and without a network. ", h("code", {}, "surmise report"), " makes the same file."),
      h("div", { class: "bar" }, button("Save the report", () => void this.report(), { class: "primary" })),
      h("h2", {}, "Licences"),
      h("p", {}, "The page contains CodeMirror and Lezer. ", h("a", { href: "licences.txt", target: "_blank" }, "Their licences"))));
  }

  refresh(): void {
    const { active } = this.app.documents;
    if (!active) return;
    void packed({ name: active.name, text: active.text }).then((word) => {
      this.link.value = `${location.origin}${location.pathname}#model=${word}`;
    });
  }

  private async copy(): Promise<void> {
    this.link.select();
    try {
      await navigator.clipboard.writeText(this.link.value);
      this.said.textContent = "copied";
    } catch {
      this.said.textContent = "press Ctrl-C";
    }
  }

  private async report(): Promise<void> {
    const checking = this.checking.now;
    try {
      if (!checking?.reply) throw new Error("Check something first: a report is about a check.");
      if ("failure" in checking.reply) throw new Refusal(checking.reply.failure);
      const template = await (await fetch("report.html")).text();
      const shown = await parts(this.app, []).catch((): Part[] => []);
      const drawn = checking.frames.slice(0, MOST_DRAWN).map(async ({ conjecture }) => {
        const text = JSON.stringify({ format: "surmise-lts", ...conjecture.lts });
        const asked = this.app.engine.ask<Shown>({ kind: "show", models: ["conjecture.json"] }, { "conjecture.json": text });
        return found(await asked.reply).parts[0] ?? null;
      });
      const { active } = this.app.documents;
      const data = {
        texts: active ? [[active.name, active.text] as [string, string]] : [],
        frames: checking.frames.slice(0, MOST_DRAWN), since: checking.since,
        checked: checking.reply.answer.result, shown, conjectures: await Promise.all(drawn),
      };
      download("report.html", filled(template, data), "text/html");
      this.said.textContent = "";
    } catch (error) {
      this.said.replaceChildren(complaint(error));
    }
  }
}
