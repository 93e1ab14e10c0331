// The engine as WebAssembly in workers of this page: no server is needed.
//
// One worker answers what an editor asks for as one types, another one everything else. To cancel
// is to end a worker and to start a new one: there is no memory that two threads share, since
// static sites may not have any.

import type { Reply, Told } from "../messages";
import { type Asked, type Asking, type Engine, broken, request } from "./engine";

/** What a worker is asked, and what it says. */
export interface Order {
  envelope: string;
}
export type Said = { told: Told } | { last: Reply<unknown> } | { broken: string };

const GLANCES = new Set(["proofread", "show", "step", "describe"]);

export class Workers implements Engine {
  private readonly glances = new Desk();
  private readonly checks = new Desk();

  ask<R>(question: { kind: string }, texts: Record<string, string>, asking: Asking = {}): Asked<R> {
    const desk = GLANCES.has(question.kind) ? this.glances : this.checks;
    const envelope = JSON.stringify({ request: request(question, asking), texts });
    return desk.ask<R>(envelope, asking.told);
  }
}

interface Waiting {
  envelope: string;
  told?: (event: Told) => void;
  done: (reply: Reply<unknown>) => void;
}

/** A worker, and what waits for it. */
class Desk {
  private worker: Worker | null = null;
  private now: Waiting | null = null;
  private queue: Waiting[] = [];

  ask<R>(envelope: string, told?: (event: Told) => void): Asked<R> {
    let waiting!: Waiting;
    const reply = new Promise<Reply<R>>((resolve) => {
      waiting = { envelope, told, done: resolve as (reply: Reply<unknown>) => void };
      this.queue.push(waiting);
    });
    this.next();
    return { reply, cancel: () => this.cancel(waiting) };
  }

  private next(): void {
    if (this.now || this.queue.length === 0) return;
    this.now = this.queue.shift()!;
    this.worker ??= this.started();
    this.worker.postMessage({ envelope: this.now.envelope } satisfies Order);
  }

  private started(): Worker {
    const worker = new Worker("worker.js");
    worker.onmessage = ({ data }: MessageEvent<Said>) => {
      if ("told" in data) this.now?.told?.(data.told);
      else if ("last" in data) this.finish(data.last);
      else this.restart(data.broken);
    };
    worker.onerror = (event) => this.restart(event.message || "the engine cannot be loaded");
    return worker;
  }

  private finish(reply: Reply<unknown>): void {
    const done = this.now?.done;
    this.now = null;
    done?.(reply);
    this.next();
  }

  /** A worker that broke down is of no use any more. */
  private restart(why: string, limit = "internal"): void {
    this.worker?.terminate();
    this.worker = null;
    this.finish(broken(why, limit));
  }

  private cancel(waiting: Waiting): void {
    if (this.now === waiting) {
      this.restart("cancelled", "interrupt");
    } else if (this.queue.includes(waiting)) {
      this.queue = this.queue.filter((other) => other !== waiting);
      waiting.done(broken("cancelled", "interrupt"));
    }
  }
}
