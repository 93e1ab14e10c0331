// The colours of words: each grammar is loaded as VS Code loads it, and gives words their scopes.

'use strict';

const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const test = require('node:test');
const oniguruma = require('vscode-oniguruma');
const textmate = require('vscode-textmate');

const root = path.join(__dirname, '..');
const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
const wasm = fs.readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm'));
const onigLib = oniguruma.loadWASM(wasm.buffer).then(() => ({
  createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
  createOnigString: (text) => new oniguruma.OnigString(text),
}));
const registry = new textmate.Registry({
  onigLib,
  loadGrammar: async (scope) => {
    const found = manifest.contributes.grammars.find((grammar) => grammar.scopeName === scope);
    const file = path.join(root, found.path);
    return textmate.parseRawGrammar(fs.readFileSync(file, 'utf8'), file);
  },
});

/** The words of a text with their scopes. */
async function words(language, text) {
  const scope = manifest.contributes.grammars.find((one) => one.language === language).scopeName;
  const grammar = await registry.loadGrammar(scope);
  const found = [];
  let state = textmate.INITIAL;
  for (const line of text.split('\n')) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    for (const { startIndex, endIndex, scopes } of tokens) {
      found.push([line.slice(startIndex, endIndex).trim(), scopes[scopes.length - 1]]);
    }
  }
  return found;
}

async function expect(language, text, expected) {
  const found = await words(language, text);
  for (const [word, scope] of expected) {
    const scopes = found.filter(([text]) => text === word).map(([, scope]) => scope);
    assert.ok(
      scopes.some((one) => one.startsWith(scope)),
      `${word}: ${scope} expected, found ${scopes.join(', ') || 'nothing'}`,
    );
  }
}

test('FSP', () =>
  expect(
    'fsp',
    `const N = 3 // how many
property SAFE = (a.set -> STOP).
/* two
lines */
||SYS(K=2) = (forall [i:1..N] p[i]:P(1) || LOCK) << {go}.
CELL[v:0..1] = (when (v > 0x1) get[v] -> CELL[v]).`,
    [
      ['const', 'keyword.other'],
      ['N', 'entity.name.constant'],
      ['3', 'constant.numeric'],
      ['// how many', 'comment.line'],
      ['property', 'storage.modifier'],
      ['SAFE', 'entity.name.type'],
      ['set', 'entity.name.function.action'],
      ['STOP', 'constant.language'],
      ['lines', 'comment.block'],
      ['||', 'keyword.operator'],
      ['SYS', 'entity.name.type'],
      ['forall', 'keyword.control'],
      ['i', 'variable.parameter'],
      ['when', 'keyword.control'],
      ['0x1', 'constant.numeric'],
      ['->', 'keyword.operator'],
    ],
  ));

test('Promela', () =>
  expect(
    'promela',
    `#define MAX 4
mtype = { msg }
active proctype P(byte x) { do :: x < MAX -> atomic { x++; q!msg } od }`,
    [
      ['#define', 'meta.preprocessor'],
      ['mtype', 'storage.type'],
      ['active', 'storage.modifier'],
      ['P', 'entity.name.function'],
      ['do', 'keyword.control'],
      ['::', 'keyword.operator'],
      ['atomic', 'keyword.control'],
      ['4', 'constant.numeric'],
    ],
  ));

test('PRISM', () =>
  expect(
    'prism',
    `dtmc
const double p = 0.5;
module coin
  s : [0..2] init 0;
  [toss] s=0 -> p:(s'=1) + 1-p:(s'=2);
endmodule
label "heads" = s=1; // P
P=? [ F "heads" ]`,
    [
      ['dtmc', 'keyword.other.model'],
      ['const double', 'keyword.other'],
      ['0.5', 'constant.numeric'],
      ['coin', 'entity.name.type'],
      ['toss', 'entity.name.function.action'],
      ["s'", 'variable.other.assigned'],
      ['endmodule', 'keyword.other'],
      ['"heads"', 'entity.name.type'],
      ['P', 'keyword.operator.temporal'],
      ['F', 'keyword.operator.temporal'],
    ],
  ));

test('networks', () =>
  expect(
    'surmise-net',
    `# Two clients.
component client.aut as c1 rename request -> request.1
component "the server.aut"
    hide think`,
    [
      ['# Two clients.', 'comment.line'],
      ['component', 'keyword.other'],
      ['client.aut', 'string.unquoted.file'],
      ['c1', 'entity.name.type'],
      ['rename', 'keyword.control'],
      ['"the server.aut"', 'string.quoted'],
      ['hide', 'keyword.control'],
    ],
  ));

test('every language has its files', () => {
  for (const { configuration } of manifest.contributes.languages) {
    JSON.parse(fs.readFileSync(path.join(root, configuration), 'utf8'));
  }
  const languages = manifest.contributes.languages.map(({ id }) => id).sort();
  const coloured = manifest.contributes.grammars.map(({ language }) => language).sort();
  assert.deepStrictEqual(languages, coloured);
});
