// The extension's server, as the client of the extension speaks with it: the same messages over the
// same pipes, with the connection of vscode-languageclient. Left out if the program is not there.

'use strict';

const assert = require('node:assert');
const { spawn, spawnSync } = require('node:child_process');
const path = require('node:path');
const test = require('node:test');
const { createMessageConnection, StreamMessageReader, StreamMessageWriter } = require('vscode-jsonrpc/node');

const program = process.env.SURMISE ?? path.join(__dirname, '../../../target/debug/surmise');
const is_there = spawnSync(program, ['lsp', '--help']).status === 0;

test('a mistake is seen, and goes away', { skip: !is_there && `no ${program}` }, async () => {
  const server = spawn(program, ['lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const connection = createMessageConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  const waiting = [];
  const told = [];
  connection.onNotification('textDocument/publishDiagnostics', (said) => {
    const next = waiting.shift();
    if (next) next(said);
    else told.push(said);
  });
  connection.onRequest(() => null);
  const diagnostics = () =>
    told.length ? Promise.resolve(told.shift()) : new Promise((resolve) => waiting.push(resolve));
  connection.listen();
  await connection.sendRequest('initialize', { processId: process.pid, rootUri: null, capabilities: {} });
  await connection.sendNotification('initialized', {});
  const uri = 'file:///model.lts';
  const textDocument = { uri, languageId: 'fsp', version: 1, text: 'P = (a -> b).\n' };
  await connection.sendNotification('textDocument/didOpen', { textDocument });
  const wrong = await diagnostics();
  assert.strictEqual(wrong.uri, uri);
  assert.match(wrong.diagnostics[0].message, /->/);
  await connection.sendNotification('textDocument/didChange', {
    textDocument: { uri, version: 2 },
    contentChanges: [
      { range: { start: { line: 0, character: 10 }, end: { line: 0, character: 11 } }, text: 'P' },
    ],
  });
  let right = await diagnostics();
  while (right.diagnostics.length) right = await diagnostics();
  const lenses = await connection.sendRequest('textDocument/codeLens', { textDocument: { uri } });
  assert.ok(lenses.some(({ command }) => command.command === 'surmise.check'));
  await connection.sendRequest('shutdown');
  await connection.sendNotification('exit');
  const status = await new Promise((resolve) => server.on('exit', resolve));
  assert.strictEqual(status, 0);
});
