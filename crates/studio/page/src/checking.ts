// A check: what was asked, what was told meanwhile, what came of it. Views look at it as it grows.

import { type App, about, ask } from "./app";
import type { Asked } from "./engine/engine";
import type { Checked, Conjecture, Limits, Reply, Told } from "./messages";

/** A moment of the reasoning: an assumption, and what was said after it was proposed. */
export interface Frame {
  conjecture: Conjecture;
  /** What was said before it: what forced it. */
  because: string[];
}

export interface Choices {
  method: string;
  wanted: Record<string, unknown>;
  limits: Limits;
}

/** At most so many frames are kept: a long run has more than anybody watches. */
const MOST_FRAMES = 2000;

export class Checking {
  frames: Frame[] = [];
  /** What was said, in order. */
  said: string[] = [];
  /** What was said after the last conjecture. */
  since: string[] = [];
  /** Where the search is, in a line. */
  progress = "";
  reply: Reply<Checked> | null = null;
  cancelled = false;
  readonly started = performance.now();
  private readonly asked: Asked<Checked>;

  constructor(app: App, choices: Choices, private readonly changed: () => void) {
    const { method, wanted, limits } = choices;
    const question = {
      kind: "check", ...about(app), wanted, ignore_unchecked: true,
      evidence: { certificate: "proof.json" }, ...(method ? { method } : {}),
    };
    this.asked = ask<Checked>(app, question, { limits, follow: true, told: (event) => this.hear(event) });
    void this.asked.reply.then((reply) => {
      this.reply = reply;
      this.changed();
    });
  }

  cancel(): void {
    this.cancelled = true;
    this.asked.cancel();
  }

  private hear(event: Told): void {
    if (event.event === "conjecture") {
      if (this.frames.length < MOST_FRAMES) this.frames.push({ conjecture: event.conjecture, because: this.since });
      this.since = [];
    } else if (event.event === "narration") {
      this.since.push(event.text);
      this.said.push(event.text);
    } else if (event.event === "searching") {
      this.progress = `${event.states.toLocaleString("en")} states, depth ${event.depth}, ${megabytes(event.bytes)}`;
    } else if (event.event === "growing") {
      this.progress = `${event.nodes.toLocaleString("en")} nodes, ${megabytes(event.bytes)}`;
    } else if (event.event === "phase") {
      this.progress = event.text;
    } else if (event.event === "refined") {
      this.progress = `${event.about}: ${event.classes} classes after ${event.steps} steps`;
    }
    this.changed();
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / (1 << 20)).toFixed(1)} MiB`;
}
