// The worker in which the engine runs as WebAssembly. Texts cross the border as UTF-8: the engine
// lends room for what it is asked, and hands over each line as a place in its memory.

import type { Order, Said } from "./static";

interface Exports {
  memory: WebAssembly.Memory;
  room(length: number): number;
  ask(): void;
}

const say = (said: Said) => (self as unknown as { postMessage(said: Said): void }).postMessage(said);

let exports: Exports | null = null;

/** Passes a line of the engine on to the page. */
function line(start: number, length: number): void {
  const bytes = new Uint8Array(exports!.memory.buffer, start, length).slice();
  const said = JSON.parse(new TextDecoder().decode(bytes));
  say("told" in said ? said : { last: said });
}

async function engine(): Promise<Exports> {
  if (exports) return exports;
  const response = await fetch("engine.wasm");
  if (!response.ok) throw new Error(`engine.wasm: ${response.statusText}`);
  const module = await WebAssembly.compile(await response.arrayBuffer());
  const imports: WebAssembly.Imports = { page: { line, now: () => performance.now() } };
  // Libraries that could be used from JavaScript mention what nobody here calls.
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    const absent = () => {
      throw new Error(`${from}.${name} is not there`);
    };
    if (from !== "page") (imports[from] ??= {})[name] = absent;
  }
  const instance = await WebAssembly.instantiate(module, imports);
  exports = instance.exports as unknown as Exports;
  return exports;
}

self.onmessage = async ({ data }: MessageEvent<Order>) => {
  try {
    const { memory, room, ask } = await engine();
    const envelope = new TextEncoder().encode(data.envelope);
    const at = room(envelope.length);
    new Uint8Array(memory.buffer, at, envelope.length).set(envelope);
    ask();
  } catch (error) {
    say({ broken: `the engine broke down: ${error instanceof Error ? error.message : error}` });
  }
};
