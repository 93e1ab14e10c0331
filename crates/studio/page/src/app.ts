// What the views know of the page: who answers, and what is asked about.

import type { Asked, Asking, Engine } from "./engine/engine";
import type { Documents } from "./documents";
import type { Failed, Part, Proofread, Question, Reply, Shown } from "./messages";

export interface App {
  engine: Engine;
  documents: Documents;
  /** What is known about the active text. */
  known: Proofread | null;
  /** The process that was chosen, where a text has several. */
  process: string | null;
  /** Brings a line of the text into view. */
  reveal(line: number): void;
  go(view: string): void;
}

/** Which model a question is about. */
export function about(app: App): { models: string[]; input: Record<string, unknown> } {
  const name = app.documents.active?.name ?? "";
  const input = app.process && app.known?.language === "fsp" ? { fsp: { process: app.process } } : {};
  return { models: [name], input };
}

/** Asks about the active text. */
export function ask<R>(app: App, question: Question, asking?: Asking): Asked<R> {
  return app.engine.ask<R>(question, app.documents.texts(), asking);
}

/** What parts look like; all of them if none are named. */
export async function parts(app: App, names: string[], force = false): Promise<Part[]> {
  const question = { kind: "show", ...about(app), parts: names, force };
  return found(await ask<Shown>(app, question).reply).parts;
}

/** A failure as an error that can be thrown. */
export class Refusal extends Error {
  constructor(readonly failed: Failed) {
    super(failed.diagnostics.map(({ message }) => message).join("\n") || (failed.stopped ?? "there is no answer"));
  }
}

/** The result of a reply, or an error. */
export function found<R>(reply: Reply<R>): R {
  if ("failure" in reply) throw new Refusal(reply.failure);
  return reply.answer.result;
}
