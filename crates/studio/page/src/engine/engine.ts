// Whoever answers questions: a server, or a worker in this page. Both speak the same messages.

import type { Limits, Question, Reply, Request, Told } from "../messages";

/** How a question is asked. */
export interface Asking {
  limits?: Limits;
  /** Whether the reasoning is told, with the assumptions that are proposed. */
  follow?: boolean;
  told?: (event: Told) => void;
}

/** A question that is being answered. */
export interface Asked<R> {
  reply: Promise<Reply<R>>;
  cancel(): void;
}

export interface Engine {
  ask<R>(question: Question, texts: Record<string, string>, asking?: Asking): Asked<R>;
  /** The folder that the engine has, if it has one. */
  folder?: Folder;
}

/** Files of the machine that the engine runs on. */
export interface Folder {
  list(): Promise<{ name: string; open: string | null; files: { path: string; changed: number }[] }>;
  read(path: string): Promise<{ text: string; changed: number }>;
  /** Saves a text; fails if the file has changed since. */
  write(path: string, text: string, changed: number | null): Promise<number>;
}

/** A request as the engines want it. */
export function request(question: Question, { limits, follow }: Asking): Request {
  const told = follow ?? false;
  return { version: 1, limits: limits ?? {}, follow: told, conjectures: told, question };
}

/** Why there is no answer, as if the engine had said it. */
export function broken(message: string, limit: string | null = "internal"): Reply<never> {
  return { failure: { stopped: message, limit, diagnostics: [] } };
}
