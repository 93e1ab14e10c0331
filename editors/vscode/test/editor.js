// As much of the editor as `vscode-languageclient` needs to run under Node, without a window: texts
// that are opened and edited, diagnostics that are kept, and providers and commands that a test can
// call. What the client touches and a session does not need is an empty class or does nothing.

'use strict';

const Module = require('node:module');

class Emitter {
  constructor() {
    this.listeners = new Set();
    this.event = (listener, self) => {
      const bound = self ? listener.bind(self) : listener;
      this.listeners.add(bound);
      return { dispose: () => this.listeners.delete(bound) };
    };
  }
  fire(what) {
    return Promise.all([...this.listeners].map((listener) => listener(what)));
  }
  dispose() {}
}

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}

class Range {
  constructor(start, end, ...rest) {
    const numbers = rest.length === 2;
    this.start = numbers ? new Position(start, end) : start;
    this.end = numbers ? new Position(...rest) : end;
  }
}

class Uri {
  constructor(text) {
    Object.assign(this, { text, scheme: text.split(':')[0], fsPath: text.replace(/^\w+:\/\//, '') });
  }
  static parse(text) {
    return new Uri(text);
  }
  static file(path) {
    return new Uri(`file://${path}`);
  }
  toString() {
    return this.text;
  }
}

class WorkspaceEdit {
  constructor() {
    this.edits = [];
  }
  set(uri, edits) {
    this.edits.push(...edits.map((edit) => ({ uri, ...edit })));
  }
  replace(uri, range, newText) {
    this.edits.push({ uri, range, newText });
  }
}

class Diagnostic {
  constructor(range, message, severity) {
    Object.assign(this, { range, message, severity });
  }
}

class CodeLens {
  constructor(range, command) {
    Object.assign(this, { range, command });
  }
}

class TextEdit {
  constructor(range, newText) {
    Object.assign(this, { range, newText });
  }
  static replace(range, newText) {
    return new TextEdit(range, newText);
  }
}

/** A text that is open. */
class Document {
  constructor(uri, languageId, text) {
    Object.assign(this, { uri, languageId, text, version: 1, isClosed: false, fileName: uri.fsPath });
  }
  getText() {
    return this.text;
  }
  offset({ line, character }) {
    return this.text.split('\n').slice(0, line).join('\n').length + (line ? 1 : 0) + character;
  }
}

const source = { token: { isCancellationRequested: false, onCancellationRequested: new Emitter().event } };
const nothing = { dispose() {} };

/** An editor, of which `require('vscode')` is a part from now on. */
function editor(settings) {
  const events = new Map();
  const event = (name) => {
    if (!events.has(name)) events.set(name, new Emitter());
    return events.get(name);
  };
  const providers = new Map();
  const commands = new Map();
  const diagnostics = new Map();
  const published = new Emitter();
  const said = [];

  // What nobody has described is an event, a function that does nothing, or an empty class.
  const lenient = (known, name) =>
    new Proxy(known, {
      get(target, key) {
        if (key in target || typeof key === 'symbol') return target[key];
        if (key.startsWith('on')) return event(`${name}.${key}`).event;
        if (key.startsWith('register')) {
          return (...given) => {
            const provider = given.findLast((one) => one && typeof one === 'object');
            providers.set(key, provider);
            return nothing;
          };
        }
        if (/^[A-Z]/.test(key)) return (target[key] = class {});
        return () => undefined;
      },
    });

  const texts = [];
  const vscode = lenient(
    {
      EventEmitter: Emitter, Position, Range, Uri, WorkspaceEdit, Diagnostic, CodeLens, TextEdit,
      Disposable: class {
        constructor(dispose) {
          this.dispose = dispose;
        }
        static from(...all) {
          return { dispose: () => all.forEach((one) => one.dispose()) };
        }
      },
      CancellationTokenSource: class {
        constructor() {
          Object.assign(this, source, { cancel() {}, dispose() {} });
        }
      },
      CancellationError: class extends Error {},
      DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
      DiagnosticTag: { Unnecessary: 1, Deprecated: 2 },
      CompletionItemKind: lenient({}, 'CompletionItemKind'),
      SymbolKind: lenient({}, 'SymbolKind'),
      CodeActionKind: new Proxy({}, { get: (_, key) => ({ value: key, append: () => ({}) }) }),
      ProgressLocation: { Notification: 15, Window: 10 },
      env: { appName: 'none', language: 'en', appHost: 'desktop' },
      version: '1.82.0',
      extensions: lenient({ all: [] }, 'extensions'),
      commands: lenient(
        {
          registerCommand(name, command) {
            commands.set(name, command);
            return nothing;
          },
          executeCommand: async (name, ...given) => commands.get(name)?.(...given),
        },
        'commands',
      ),
      languages: lenient(
        {
          match: (selector, document) =>
            [selector].flat().some((one) => (one.language ?? one) === document.languageId) ? 10 : 0,
          createDiagnosticCollection: () => ({
            set(uri, found) {
              diagnostics.set(uri.toString(), found);
              void published.fire({ uri: uri.toString(), found });
            },
            delete() {},
            clear() {},
            dispose() {},
          }),
        },
        'languages',
      ),
      window: lenient(
        {
          createOutputChannel: () => lenient({ appendLine: (line) => said.push(line) }, 'channel'),
          showErrorMessage: async (line) => void said.push(line),
          showInformationMessage: async (line) => void said.push(line),
          withProgress: (_, work) => work({ report() {} }, source.token),
          visibleTextEditors: [],
          tabGroups: lenient({ all: [] }, 'tabGroups'),
        },
        'window',
      ),
      workspace: lenient(
        {
          textDocuments: texts,
          notebookDocuments: [],
          workspaceFolders: undefined,
          getConfiguration: () => ({ get: (name, otherwise) => settings[name] ?? otherwise }),
          createFileSystemWatcher: () => lenient({ dispose() {} }, 'watcher'),
          fs: lenient({}, 'fs'),
        },
        'workspace',
      ),
    },
    'vscode',
  );

  const load = Module._load;
  Module._load = (name, ...rest) => (name === 'vscode' ? vscode : load(name, ...rest));

  return {
    said,
    providers,
    token: source.token,
    commands,
    /** Opens a text. */
    async open(uri, languageId, text) {
      const document = new Document(Uri.parse(uri), languageId, text);
      texts.push(document);
      await event('workspace.onDidOpenTextDocument').fire(document);
      return document;
    },
    /** Replaces what is between two places, as somebody who types does. */
    async edit(document, range, text) {
      const [start, end] = [document.offset(range.start), document.offset(range.end)];
      document.text = document.text.slice(0, start) + text + document.text.slice(end);
      document.version += 1;
      const contentChanges = [{ range, rangeOffset: start, rangeLength: end - start, text }];
      await event('workspace.onDidChangeTextDocument').fire({ document, contentChanges });
    },
    /** Waits until the diagnostics of a text are as wanted. */
    diagnostics(document, wanted) {
      const uri = document.uri.toString();
      return new Promise((resolve) => {
        const seen = published.event((what) => {
          if (what.uri === uri && wanted(what.found)) {
            seen.dispose();
            resolve(what.found);
          }
        });
      });
    },
    range: (...numbers) => new Range(...numbers),
    position: (line, character) => new Position(line, character),
  };
}

module.exports = { editor };
