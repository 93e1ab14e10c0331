// Starts `surmise lsp` and lets it speak with the editor. All that is known about models is known
// there; here is only how to find the program, and what to say if it is not found.

'use strict';

const { commands, window, workspace } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

const LANGUAGES = ['fsp', 'promela', 'prism', 'surmise-net'];

/** @type {import('vscode-languageclient/node').LanguageClient | undefined} */
let client;

/** Starts the server, or says why it cannot be started. */
async function start() {
  const command = workspace.getConfiguration('surmise').get('path', 'surmise');
  const server = { command, args: ['lsp'] };
  const options = { documentSelector: LANGUAGES.map((language) => ({ language })) };
  client = new LanguageClient('surmise', 'Surmise', server, options);
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const choice = await window.showErrorMessage(
      `\`${command} lsp\` cannot be started: ${error}. Install surmise, or say where it is.`,
      'Open settings',
    );
    if (choice) {
      await commands.executeCommand('workbench.action.openSettings', 'surmise.path');
    }
  }
}

async function stop() {
  const running = client;
  client = undefined;
  await running?.stop();
}

async function restart() {
  await stop();
  await start();
}

/** @param {import('vscode').ExtensionContext} context */
async function activate(context) {
  context.subscriptions.push(
    commands.registerCommand('surmise.restart', restart),
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('surmise.path')) {
        void restart();
      }
    }),
  );
  await start();
}

module.exports = { activate, deactivate: stop };
