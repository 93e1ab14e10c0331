// The proof of a verdict, premise by premise, with the stamp of the independent checker.

import { type App, about, found } from "../app";
import { button, h } from "../dom";
import type { Certified } from "../messages";
import { complaint } from "./complaint";

/** A button that lets the checker look at a certificate, and a row of lights for what it says. */
export function premises(app: App, certificate: string, files: Record<string, string>): HTMLElement {
  const lights = h("ol", { class: "lights" });
  const stamp = h("span", { class: "stamp", role: "status" });
  const texts = { ...app.documents.texts(), ...files };
  const asked = about(app);
  const check = async () => {
    stamp.textContent = "…";
    try {
      const question = { kind: "certify", ...asked, certificate };
      const reply = await app.engine.ask<Certified>(question, texts).reply;
      const { premises } = found(reply);
      const accepted = "answer" in reply && reply.answer.verdict === "holds";
      stamp.textContent = accepted ? "✓ accepted by the independent checker" : "✗ refused";
      stamp.classList.toggle("good", accepted);
      lights.replaceChildren(...(premises ?? []).map(({ statement, states }) =>
        h("li", { title: `${states} states visited` }, h("span", { class: "light" }), statement)));
    } catch (error) {
      stamp.replaceChildren(complaint(error));
    }
  };
  return h("div", { class: "premises" }, h("div", { class: "bar" }, button("Check the evidence", () => void check()), stamp), lights);
}
