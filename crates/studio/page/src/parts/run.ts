// A run, wherever it comes from: a counterexample, or steps that somebody took.

import type { Move, Stepped, Trace } from "../messages";
import type { Moment } from "./graph";

export interface Run {
  lanes: { name: string; property: boolean; initial: number; initial_name: string }[];
  steps: { action: string; moves: Move[] }[];
  /** From this step on the run repeats for ever. */
  cycle?: number;
}

const shown = (state: number, name?: string) => (state < 0 ? "π" : (name ?? String(state)));

/** A counterexample as a run. */
export function ofTrace(trace: Trace): Run {
  const lanes = trace.lanes.map((lane) => ({ ...lane, initial_name: shown(lane.initial, lane.initial_name) }));
  return { lanes, steps: trace.steps, cycle: trace.violation.cycle };
}

/** The steps that were taken as a run. */
export function ofSteps(stepped: Stepped, initial: string[]): Run {
  const lanes = stepped.parts.map((part, index) => ({
    name: part.name, property: false, initial: part.initial, initial_name: initial[index] ?? String(part.initial),
  }));
  const steps = stepped.run.map(({ action, moves }) => ({
    action,
    moves: moves.map(({ part, from, to, to_name }) => ({ lane: part, from, to, to_name })),
  }));
  return { lanes, steps };
}

/** Where every lane is after so many steps. */
export function momentsAt(run: Run, count: number): Moment[] {
  const moments: Moment[] = run.lanes.map(({ initial }) => ({ state: initial }));
  run.steps.slice(0, count).forEach(({ action, moves }, index) => {
    for (const { lane, from, to } of moves) {
      moments[lane] = { state: to, came: index === count - 1 ? { from, action } : undefined };
    }
  });
  // Who did not move in the last step came by none of it.
  const last = new Set(run.steps[count - 1]?.moves.map(({ lane }) => lane));
  return moments.map((moment, lane) => (last.has(lane) ? moment : { state: moment.state }));
}

/** The name of the state after a move. */
export function stateName(move: Move): string {
  return shown(move.to, move.to_name);
}
