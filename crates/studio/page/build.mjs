// Builds the page: `npm ci && npm run build`. What it writes is committed, so it must depend on the
// sources and the lock file alone.

import { build } from "esbuild";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const to = process.argv[2] ?? "built";
const corpus = "../../../corpus";

/** Models of the corpus that the page offers as examples. */
const examples = [
  ["cases/input-output.lts", "Input and output: the papers' first example"],
  ["cases/dining-philosophers.lts", "Dining philosophers: a deadlock"],
  ["cases/single-lane-bridge.lts", "Single-lane bridge: safety"],
  ["cases/readers-writers.lts", "Readers and writers"],
  ["cases/client-server.lts", "Client and server: assumptions"],
  ["cases/alternating-bit.lts", "Alternating-bit protocol"],
  ["promela/peterson.pml", "Peterson's mutual exclusion"],
  ["promela/peterson-broken.pml", "Peterson's mutual exclusion, broken"],
  ["prism/die.prism", "A die from a coin"],
];

/** The examples as a module. */
const corpusPlugin = {
  name: "corpus",
  setup(builder) {
    builder.onResolve({ filter: /^corpus$/ }, () => ({ path: "corpus", namespace: "corpus" }));
    builder.onLoad({ filter: /.*/, namespace: "corpus" }, () => {
      const read = ([path, title]) => ({
        name: path.split("/").pop(),
        title,
        text: readFileSync(join(corpus, path), "utf8"),
      });
      return { contents: JSON.stringify(examples.map(read)), loader: "json" };
    });
  },
};

const common = {
  bundle: true,
  minify: true,
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  write: false,
  plugins: [corpusPlugin],
};

/** What esbuild makes of a source. */
async function made(source, format = "iife") {
  const { outputFiles } = await build({ ...common, entryPoints: [source], format });
  return outputFiles[0].text;
}

/** The licences of the libraries that are in the page. */
function licences(lock) {
  const parts = ["The page contains these libraries, under these licences.\n"];
  const bundled = Object.entries(lock.packages).filter(
    ([path]) => /^node_modules\/(@codemirror|@lezer|@marijn|crelt|style-mod|w3c-keyname)/.test(path),
  );
  for (const [path, { version }] of bundled.sort()) {
    const licence = readdirSync(path).find((name) => /^licen[cs]e/i.test(name));
    const name = path.replace("node_modules/", "");
    parts.push(`${"=".repeat(72)}\n${name} ${version}\n\n${readFileSync(join(path, licence), "utf8").trim()}\n`);
  }
  return parts.join("\n");
}

mkdirSync(to, { recursive: true });
const put = (name, text) => writeFileSync(join(to, name), text);
const [studio, worker, report, css] = await Promise.all([
  made("src/main.ts"),
  made("src/engine/worker.ts"),
  made("src/report/main.ts"),
  made("src/studio.css"),
]);
put("studio.js", studio);
put("worker.js", worker);
put("studio.css", css);
put("index.html", readFileSync("src/index.html", "utf8"));
put("icon.svg", readFileSync("src/icon.svg", "utf8"));
// A report is one file: script and style are inside. `</script` must not end them early.
const inline = readFileSync("src/report/report.html", "utf8")
  .replace("/*style*/", () => css)
  .replace("/*script*/", () => report.replaceAll("</script", "<\\/script"));
put("report.html", inline);
put("licences.txt", licences(JSON.parse(readFileSync("package-lock.json", "utf8"))));
