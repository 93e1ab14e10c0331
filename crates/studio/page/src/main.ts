// The page: text on the left, views of it on the right.

import type { App } from "./app";
import { Checking } from "./checking";
import { h } from "./dom";
import { Documents } from "./documents";
import { Editor } from "./editor";
import type { Engine } from "./engine/engine";
import { Server } from "./engine/server";
import { Workers } from "./engine/static";
import { examples } from "./examples";
import { Files } from "./files";
import { proofreader } from "./proofreader";
import { Shell } from "./shell";
import { unpacked } from "./share";
import { Check } from "./views/check";
import { See } from "./views/see";
import { Share } from "./views/share";
import { Step } from "./views/step";
import { Watch } from "./views/watch";

/** What stands after `#` in the address. */
function asked(): URLSearchParams {
  const words = new URLSearchParams(location.hash.slice(1));
  const token = words.get("token") ?? sessionStorage.getItem("token");
  if (token) sessionStorage.setItem("token", token);
  words.delete("token");
  // A token in the address would be in the history, and in every screenshot.
  if (location.hash) history.replaceState(null, "", location.pathname);
  return words;
}

function engine(): Engine {
  const kind = document.querySelector('meta[name="engine"]')?.getAttribute("content");
  return kind === "worker" ? new Workers() : new Server(sessionStorage.getItem("token") ?? "");
}

async function main(): Promise<void> {
  const words = asked();
  const checking: { now: Checking | null; watch: () => void } = { now: null, watch: () => {} };
  const answering = engine();
  const documents = new Documents(answering.folder, () => opened());
  const editor = new Editor((text) => {
    documents.type(text);
    files.refresh();
    read();
  });
  const app: App = {
    engine: answering, documents, known: null, process: null,
    reveal: (line) => editor.reveal(line),
    go: (view) => shell.go(view),
  };
  const check = new Check(app, checking);
  const watch = new Watch(app, checking, (method) => check.check(method));
  checking.watch = () => watch.refresh();
  const files = new Files(app);
  const shell = new Shell(app, editor, files, [new See(app), new Step(app), check, watch, new Share(app, checking)]);
  const read = proofreader(app, editor, () => shell.refresh());
  let shownDocument: unknown = null;
  const opened = () => {
    const { active } = documents;
    if (active !== shownDocument) {
      shownDocument = active;
      app.known = null;
      app.process = null;
      editor.open(active?.name ?? "", active?.text ?? "");
    }
    files.refresh();
    read();
  };
  files.replaced = (text) => {
    editor.replace(text);
    read();
  };
  document.body.append(shell.element);

  let folder: string | null = null;
  let first: string | null = null;
  try {
    const listed = await answering.folder?.list();
    if (listed) {
      folder = listed.name;
      first = listed.open ?? listed.files[0]?.path ?? null;
      document.title = `${listed.name}: Surmise studio`;
    }
  } catch (error) {
    document.body.replaceChildren(h("main", { class: "prose" }, h("h1", {}, "Surmise studio"),
      h("p", { role: "alert" }, error instanceof Error ? error.message : String(error))));
    return;
  }
  documents.restore(folder);
  const shared = words.get("model") ? await unpacked(words.get("model")!) : null;
  if (shared) documents.add(shared.name, shared.text);
  else if (first && !documents.open.some(({ name }) => name === first)) await documents.load(first);
  else if (documents.open.length === 0) documents.add(examples[0]!.name, examples[0]!.text);
  await files.list();
  opened();
  shell.go("See");
}

void main();
