// What changed from one assumption to the next. Both are walked side by side from their initial
// states: states that are reached by the same actions belong together. A state of the old one that
// belongs to several of the new one was split; several of the old one that belong to one were
// merged.

import type { Lts } from "./messages";

export interface Changes {
  /** Of the new one: `new`, `split` or `merged`; the others are as they were. */
  states: Map<number, string>;
  /** Of the new one, by `from to`: an arrow with an action on it that was not there. */
  arrows: Map<string, string>;
  /** Arrows of the old one, by `from to`, with an action on them that is gone. */
  gone: Map<string, string>;
}

type Row = Map<string, number[]>;

function rows(lts: Lts): Row[] {
  const rows: Row[] = Array.from({ length: lts.states }, () => new Map());
  for (const [from, action, to] of lts.transitions) {
    const row = rows[from]!;
    row.set(action, [...(row.get(action) ?? []), to]);
  }
  return rows;
}

export function changes(before: Lts, after: Lts): Changes {
  const [old, now] = [rows(before), rows(after)];
  const pairs = new Set<string>();
  const queue: [number, number][] = [[before.initial ?? 0, after.initial ?? 0]];
  const oldOf = new Map<number, Set<number>>();
  const newOf = new Map<number, Set<number>>();
  const result: Changes = { states: new Map(), arrows: new Map(), gone: new Map() };
  for (let pair = queue.shift(); pair; pair = queue.shift()) {
    const [one, other] = pair;
    const key = `${one} ${other}`;
    if (one < 0 || other < 0 || pairs.has(key)) continue;
    pairs.add(key);
    oldOf.set(other, (oldOf.get(other) ?? new Set()).add(one));
    newOf.set(one, (newOf.get(one) ?? new Set()).add(other));
    for (const [action, targets] of now[other]!) {
      const known = old[one]!.get(action);
      if (!known) for (const to of targets) result.arrows.set(`${other} ${to}`, "new");
      for (const from of known ?? []) for (const to of targets) queue.push([from, to]);
    }
    for (const [action, targets] of old[one]!) {
      if (!now[other]!.has(action)) for (const to of targets) result.gone.set(`${one} ${to}`, "gone");
    }
  }
  for (let state = 0; state < after.states; state++) {
    const origins = oldOf.get(state);
    if (!origins) result.states.set(state, "new");
    else if (origins.size > 1) result.states.set(state, "merged");
    else if ([...origins].some((origin) => newOf.get(origin)!.size > 1)) result.states.set(state, "split");
  }
  return result;
}
