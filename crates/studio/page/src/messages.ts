// The messages of the library, as far as the page reads them. `docs/messages.schema.json` describes
// all of them.

export type Question = { kind: string } & Record<string, unknown>;

export interface Limits {
  time?: number;
  memory?: number;
  states?: number;
}

export interface Request {
  version: 1;
  limits?: Limits;
  follow?: boolean;
  conjectures?: boolean;
  question: Question;
}

export interface Spot {
  line: number;
  column: number;
  start: number;
  end: number;
  label: string;
}

export interface Diagnostic {
  severity: "error" | "warning" | "note";
  message: string;
  help: string | null;
  file: string | null;
  place: Spot | null;
  related: Spot[];
}

/** What a job tells while it runs. */
export type Told =
  | { event: "remark"; remark: Diagnostic }
  | { event: "searching"; states: number; waiting: number; depth: number; bytes: number }
  | { event: "growing"; nodes: number; bytes: number }
  | { event: "refined"; about: string; steps: number; classes: number; assumption: number | null }
  | { event: "conjecture"; conjecture: Conjecture }
  | { event: "phase"; text: string }
  | { event: "narration"; text: string };

export interface Lts {
  name?: string;
  states: number;
  initial?: number;
  alphabet: string[];
  transitions: [number, string, number][];
}

export interface Conjecture {
  name: string;
  group: string[];
  rule: string;
  number: number;
  lts: Lts;
}

export interface Failed {
  stopped: string | null;
  limit: string | null;
  diagnostics: Diagnostic[];
}

/** The last line: an answer, or why there is none. */
export type Reply<R> =
  | {
      answer: { kind: string; verdict: string; diagnostics: Diagnostic[]; result: R };
      files: Record<string, string>;
    }
  | { failure: Failed };

export interface Proofread {
  language: string | null;
  keywords: string[];
  symbols: { name: string; kind: string; definition: [number, number]; uses: [number, number][] }[];
  mistakes: { diagnostic: Diagnostic; instead?: string }[];
}

export interface Picture {
  width: number;
  height: number;
  start: [number, number];
  first: string;
  states: {
    state: number;
    name: string;
    kind: string;
    at: [number, number];
    size: [number, number];
  }[];
  arrows: {
    from: number;
    to: number;
    path: string;
    label: [number, number] | null;
    lines: string[];
    all?: string;
  }[];
}

export interface Part {
  name: string;
  property: boolean;
  states: number;
  transitions: number;
  alphabet: string[];
  refusal?: string;
  picture?: Picture;
}

export interface Shown {
  parts: Part[];
}

export interface Described {
  components: { name: string; states: number; transitions: number; alphabet?: string[] }[];
  properties?: { name: string; states: number; transitions: number; alphabet?: string[] }[];
  shared: { components: string[]; actions: string[] }[];
}

export interface Stepped {
  parts: { name: string; state: number; state_name: string; initial: number }[];
  run: {
    action: string;
    choice: number;
    moves: { part: number; from: number; to: number; to_name: string }[];
  }[];
  choices: { action: string; who: string[] }[];
  more: number;
  violated: string[];
  wrong: string[];
  ended: boolean;
  deadlock: boolean;
}

export interface Move {
  lane: number;
  from: number;
  to: number;
  to_name?: string;
  line?: number;
  changes?: { variable: string; value: string }[];
}

export interface Trace {
  violation: { kind: string; property?: string; component?: string; cycle?: number };
  lanes: { name: string; property: boolean; initial: number; initial_name?: string }[];
  steps: { action: string; moves: Move[] }[];
  shortest: boolean;
  explanation: string;
  waiting?: { component: string; state: number; name?: string; actions: string[]; ended: boolean }[];
}

export interface Proof {
  rule: string;
  assumptions?: { name: string; states: number; transitions: number; alphabet: string[] }[];
  [more: string]: unknown;
}

export interface Verdict {
  claim: { kind: string; name?: string; definition?: string; formula?: string };
  by: string;
  verdict: "holds" | "violated" | "undecided";
  proof?: Proof;
  counterexample?: Trace;
  reason?: string;
  known?: string;
  evidence?: { certificate?: string; confirmed?: boolean };
  statistics: Record<string, number | string>;
}

export interface Checked {
  models: { file: string; process?: string; other_processes?: string[] }[];
  components: string[];
  method: string;
  verdicts: Verdict[];
}

export interface Written {
  name: string;
  states: number;
  transitions: number;
  text?: string;
}

export interface Certified {
  premises?: { statement: string; states: number }[];
  [more: string]: unknown;
}
