// Does the engine as WebAssembly say what the program says? Every model of some folders is checked by
// both, and their reports are compared, byte for byte.
//
//   node browser/engine.mjs PROGRAM ENGINE FOLDER…

import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const [program, engine, ...folders] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(engine));

/** Asks an engine that has answered nothing before. */
function asked(envelope) {
  let last = null;
  const line = (start, length) => {
    const said = JSON.parse(Buffer.from(instance.exports.memory.buffer, start, length).toString());
    if (!("told" in said)) last = said;
  };
  const imports = { page: { line, now: () => performance.now() } };
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    if (from !== "page") (imports[from] ??= {})[name] = () => { throw new Error(`${from}.${name}`); };
  }
  const instance = new WebAssembly.Instance(module, imports);
  const bytes = Buffer.from(JSON.stringify(envelope));
  const at = instance.exports.room(bytes.length);
  new Uint8Array(instance.exports.memory.buffer, at, bytes.length).set(bytes);
  instance.exports.ask();
  return last;
}

let [compared, different] = [0, 0];
for (const folder of folders) {
  const names = readdirSync(folder).filter((name) => /\.(lts|pml|h|net|aut)$/.test(name));
  const texts = Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
  for (const name of names.filter((name) => !name.endsWith(".h"))) {
    const native = spawnSync(program, ["check", name, "--format", "json", "--states", "200000"], { cwd: folder, maxBuffer: 1 << 28 });
    const { result, diagnostics } = JSON.parse(native.stdout.toString());
    const request = { version: 1, limits: { states: 200000 }, question: { kind: "check", models: [name] } };
    let said;
    try {
      said = asked({ request, texts });
    } catch (error) {
      said = { broken: error.message };
    }
    compared++;
    const ours = "answer" in said ? said.answer.result : null;
    const same = JSON.stringify(ours) === JSON.stringify(result) && (ours || said.failure?.diagnostics?.length === diagnostics.length);
    if (same) continue;
    different++;
    console.log(`${name}: ${JSON.stringify(said).slice(0, 300)}\n  ${JSON.stringify(result ?? diagnostics).slice(0, 300)}`);
  }
}
console.log(`${compared} models compared, ${different} different`);
process.exitCode = different === 0 ? 0 : 1;
