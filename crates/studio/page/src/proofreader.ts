// Reads the text again a moment after the last key: its outline at once, and then, if nothing is
// wrong with that, what compiling says.

import type { App } from "./app";
import { ask } from "./app";
import type { Asked } from "./engine/engine";
import type { Editor } from "./editor";
import type { Proofread } from "./messages";

const PAUSE = 250;

export function proofreader(app: App, editor: Editor, known: () => void): () => void {
  let timer: number | undefined;
  let running: Asked<Proofread> | null = null;
  const read = async () => {
    const { active } = app.documents;
    if (!active) return;
    const { name, text } = active;
    running?.cancel();
    running = ask<Proofread>(app, { kind: "proofread", model: name, compile: true }, { limits: { time: 5 } });
    const reply = await running.reply;
    // The text may be another one by now.
    if (app.documents.active !== active || active.text !== text || "failure" in reply) return;
    app.known = reply.answer.result;
    editor.mark(app.known, name);
    known();
  };
  return () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void read(), PAUSE);
  };
}
