// A session of the extension as it is, with its own client, `vscode-languageclient`, in an editor
// without a window: open, mistype, fix, rename, check. Left out if the program is not there.

'use strict';

const assert = require('node:assert');
const { spawnSync } = require('node:child_process');
const path = require('node:path');
const test = require('node:test');
const { editor } = require('./editor');

const program = process.env.SURMISE ?? path.join(__dirname, '../../../target/debug/surmise');
const is_there = spawnSync(program, ['lsp', '--help']).status === 0;

const MODEL = `SEMA = (up -> down -> SEMA).
P = (enter -> up -> down -> exit -> P).
||SYSTEM = (a:P || b:P || {a,b}::SEMA).
property ONE = (a.enter -> b.enter -> ONE).
||CHECK = (SYSTEM || ONE).
`;

/** How many milliseconds pass between a key and the diagnostics of a long text, in order. */
async function keys(desk) {
  const part = (i) => `P${i} = (a${i} -> Q${i} | stop -> STOP),
Q${i} = (b${i} -> c${i}
  -> P${i}
  | stop -> STOP
).
`;
  const text = Array.from({ length: 1000 }, (_, i) => part(i)).join('');
  const first = desk.diagnostics({ uri: 'file:///long.lts' }, () => true);
  const document = await desk.open('file:///long.lts', 'fsp', text);
  await first;
  const times = [];
  for (let line = 100; line < 5000; line += 1000) {
    const column = text.split('\n')[line].indexOf('->');
    for (const [key, is_seen] of [['>', (found) => found.length > 0], ['-', (found) => found.length === 0]]) {
      const told = desk.diagnostics(document, is_seen);
      const start = performance.now();
      await desk.edit(document, desk.range(line, column, line, column + 1), key);
      await told;
      times.push(Math.round(performance.now() - start));
    }
  }
  return times.sort((one, other) => one - other);
}

test('a session', { skip: !is_there && `no ${program}`, timeout: 60_000 }, async () => {
  const desk = editor({ path: program });
  const extension = require('../extension');
  await extension.activate({ subscriptions: [] });
  try {
    const document = await desk.open('file:///model.lts', 'fsp', MODEL);

    // Mistyped: `P` becomes `p`, which is no process.
    let told = desk.diagnostics(document, (found) => found.length > 0);
    await desk.edit(document, desk.range(1, 36, 1, 37), 'p');
    const [mistake] = await told;
    assert.strictEqual(mistake.range.start.line, 1);

    told = desk.diagnostics(document, (found) => found.length === 0);
    await desk.edit(document, desk.range(1, 36, 1, 37), 'P');
    await told;

    const renaming = desk.providers.get('registerRenameProvider');
    const at = desk.position(0, 1);
    const { edits } = await renaming.provideRenameEdits(document, at, 'MUTEX', desk.token);
    assert.deepStrictEqual(
      edits.map(({ range }) => range.start.line).sort(),
      [0, 0, 2],
      'the definition and its two uses',
    );
    edits.sort((one, other) => document.offset(other.range.start) - document.offset(one.range.start));
    for (const { range, newText } of edits) await desk.edit(document, range, newText);
    assert.match(document.getText(), /^MUTEX = \(up -> down -> MUTEX\)\./);
    assert.match(document.getText(), /\{a,b\}::MUTEX/);

    const lensing = desk.providers.get('registerCodeLensProvider');
    let lenses = await (lensing.provider ?? lensing).provideCodeLenses(document, desk.token);
    const check = lenses.find(({ range, command }) => range.start.line === 4 && command.command === 'surmise.check');
    assert.ok(check, 'a lens over the composite process');
    await desk.commands.get('surmise.check')(...check.command.arguments);
    // The verdict is in the lens as soon as it is known.
    for (let waited = 0; ; waited += 20) {
      lenses = await (lensing.provider ?? lensing).provideCodeLenses(document, desk.token);
      const titles = lenses.map(({ command }) => command.title).join('\n');
      if (/violated/.test(titles)) break;
      assert.ok(waited < 20_000, titles);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }

    // A text of 5,000 lines: a mistake is seen, and its end, within 100 ms of a key.
    const times = await keys(desk);
    assert.ok(times[Math.floor(times.length / 2)] < 100, `${times.join(' ms, ')} ms`);
  } finally {
    await extension.deactivate();
  }
});
