// The engine behind the server that this page came from.

import type { Reply, Told } from "../messages";
import { type Asked, type Asking, type Engine, type Folder, broken, request } from "./engine";

type Line = { told: Told } | Reply<unknown>;

/** Asks the server, which wants the token that was in the page's address. */
export class Server implements Engine {
  private count = 0;
  private readonly name = crypto.randomUUID();
  readonly folder: Folder;

  constructor(private readonly token: string) {
    const at = (path: string) => `/api/file?path=${encodeURIComponent(path)}`;
    this.folder = {
      list: () => this.json("/api/folder"),
      read: (path) => this.json(at(path)),
      write: (path, text, changed) =>
        this.json(at(path), { method: "PUT", body: JSON.stringify({ text, changed }) }),
    };
  }

  private async call(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { authorization: `Bearer ${this.token}`, "content-type": "application/json" };
    const response = await fetch(path, { ...init, headers });
    if (!response.ok) throw new Error((await response.text()).trim() || response.statusText);
    return response;
  }

  private async json<T>(path: string, init?: RequestInit): Promise<T> {
    return (await this.call(path, init)).json() as Promise<T>;
  }

  ask<R>(question: { kind: string }, texts: Record<string, string>, asking: Asking = {}): Asked<R> {
    const id = `${this.name}-${this.count++}`;
    const body = JSON.stringify({ request: request(question, asking), texts });
    const cancel = () => void this.call(`/api/cancel?id=${id}`, { method: "POST" }).catch(() => {});
    const read = async (): Promise<Reply<R>> => {
      const response = await this.call(`/api/ask?id=${id}`, { method: "POST", body });
      let last: Reply<R> = broken("the server ended in the middle of an answer");
      for await (const line of lines(response)) {
        const said = JSON.parse(line) as Line;
        if ("told" in said) asking.told?.(said.told);
        else last = said as Reply<R>;
      }
      return last;
    };
    const unreachable = (error: unknown) =>
      broken(error instanceof TypeError ? "the server does not answer any more" : String(error));
    return { reply: read().catch(unreachable), cancel };
  }
}

/** The lines of an answer, as they come. */
async function* lines(response: Response): AsyncGenerator<string> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const parts = (rest + value).split("\n");
    rest = parts.pop()!;
    yield* parts;
  }
  if (rest) yield rest;
}
