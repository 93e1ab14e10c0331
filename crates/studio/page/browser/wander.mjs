// Clicks, keys and edits at random: does the page stay whole, and is anything left behind?
//
//   node browser/wander.mjs PROGRAM [SITE] [--minutes N] [--seed S]
//
// PROGRAM is the `surmise` whose server is visited; with SITE, a static site is visited instead. The
// same seed makes the same choices, though what there is to choose from depends on time.

import assert from "node:assert/strict";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { browser, hosted, served } from "./visit.mjs";

const words = process.argv.slice(2);
const option = (name, otherwise) => {
  const at = words.indexOf(name);
  return Number(at < 0 ? otherwise : words.splice(at, 2)[1]);
};
const [minutes, seed] = [option("--minutes", 1), option("--seed", 1)];
const [program, site] = words;

/** What the page, and the server beside its limit of 2 GiB for checks, may take. */
const MOST_HEAP = 400 << 20;
const MOST_ELEMENTS = 200_000;
const MOST_THREADS = 40;

/** Numbers below another that look like chance (mulberry32). */
let state = seed >>> 0;
function below(bound) {
  state = (state + 0x6d2b79f5) >>> 0;
  let z = Math.imul(state ^ (state >>> 15), state | 1);
  z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
  return ((z ^ (z >>> 14)) >>> 0) % bound;
}
const any = (list) => list[below(list.length)];

const corpus = "../../../corpus/cases";
const models = ["input-output", "dining-philosophers", "readers-writers", "client-server", "alternating-bit"];
const folder = mkdtempSync(join(tmpdir(), "models-"));
for (const name of models) copyFileSync(join(corpus, `${name}.lts`), join(folder, `${name}.lts`));
const studio = site ? await hosted(site) : await served(program, folder);
const { context, complaints, close, profile } = await browser();
const page = context.pages()[0] ?? (await context.newPage());
page.setDefaultTimeout(2000);
page.on("dialog", (dialog) => void (below(2) ? dialog.accept() : dialog.dismiss()).catch(() => {}));
page.on("download", (download) => void download.delete().catch(() => {}));

const SNIPPETS = [
  "P = (a -> b -> P).\n", "property Q = (a -> Q).\n", "||S = (P || Q).\n", "(", ")", "->", "||", " ", "\n", "0", ".", "{a,b}",
  "progress L = {a}\n", "assert X = []<>a\n", "const N = 3\n", "<script>alert(1)</script>", "é\u{1F600}", "\"", "/*", "*/",
  "const N = 100000\nrange R = 0..N\nBIG = B[0], B[i:R] = (x[i] -> B[(i+1)%N]).\n",
  "C = C[0], C[i:0..9] = (up -> C[(i+1)%10]).\n||S = (forall [i:0..11] c[i]:C).\n",
];
const KEYS = [
  "Control+Z", "Control+Y", "Control+S", "Control+Space", "Escape", "Enter", "Tab", "Shift+Tab", "Backspace", "Delete",
  "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "PageDown", "Home", "End", "Space", "+", "-", "1", "2",
  "Alt+0", "Alt+1", "Alt+2", "Alt+3", "Alt+4", "Alt+5", "Control+F", "Control+Shift+M",
];
const PRESSED = "button:enabled:visible, summary:visible, svg.picture:visible, .lanes tr:visible";

const actions = {
  click: async () => {
    const all = page.locator(PRESSED);
    const count = await all.count();
    if (count) await all.nth(below(count)).click({ timeout: 700 });
  },
  tab: () => page.keyboard.press(`Alt+${1 + below(5)}`),
  choose: async () => {
    const all = page.locator("select:visible");
    const select = all.nth(below(Math.max(1, await all.count())));
    const values = await select.locator("option").evaluateAll((options) => options.map(({ value }) => value));
    if (values.length) await select.selectOption(any(values), { timeout: 700 });
  },
  slide: async () => {
    const all = page.locator("input[type=range]:visible");
    const count = await all.count();
    if (count) await all.nth(below(count)).press(any(["ArrowLeft", "ArrowRight", "Home", "End"]), { timeout: 700 });
  },
  fill: async () => {
    const all = page.locator("input[type=text]:visible:not([readonly]), input[type=search]:visible, textarea:visible");
    const count = await all.count();
    if (count) await all.nth(below(count)).fill(any(["a", "", "put, get", "Pmax=? [ F d=6 ]", "P=? [ F s=7"]), { timeout: 700 });
  },
  edit: async () => {
    const line = page.locator(".cm-line");
    const count = await line.count();
    if (count) await line.nth(below(count)).click({ timeout: 700 });
    await page.keyboard.press(any(["Home", "End", "ArrowRight"]));
    await page.keyboard.insertText(any(SNIPPETS));
  },
  remove: async () => {
    const line = page.locator(".cm-line");
    const count = await line.count();
    if (count) await line.nth(below(count)).click({ timeout: 700 });
    for (let i = below(4); i >= 0; i--) await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Delete");
  },
  key: () => page.keyboard.press(any(KEYS)),
  wheel: () => page.mouse.wheel(below(400) - 200, below(800) - 400),
  size: () => page.setViewportSize(any([{ width: 1280, height: 800 }, { width: 1920, height: 1080 }, { width: 700, height: 500 }])),
  again: async () => {
    if (below(4) === 0) await page.reload({ timeout: 10_000 });
  },
};
const CHANCES = { click: 30, tab: 6, choose: 8, slide: 4, fill: 3, edit: 12, remove: 6, key: 16, wheel: 5, size: 1, again: 1 };
const urn = Object.entries(CHANCES).flatMap(([name, count]) => Array(count).fill(name));

const inspector = await context.newCDPSession(page);
await inspector.send("Performance.enable");
/** What page and server take now. */
async function taken() {
  await inspector.send("HeapProfiler.collectGarbage");
  const { metrics } = await inspector.send("Performance.getMetrics");
  const metric = (wanted) => metrics.find(({ name }) => name === wanted).value;
  const status = studio.pid ? readFileSync(`/proc/${studio.pid}/status`, "utf8") : "";
  const of = (name) => Number(status.match(new RegExp(`^${name}:\\s+(\\d+)`, "m"))?.[1] ?? 0);
  return { heap: metric("JSHeapUsedSize"), elements: metric("Nodes"), server: of("VmRSS") << 10, threads: of("Threads") };
}
const mega = (bytes) => `${Math.round(bytes / (1 << 20))} MiB`;

const done = {};
let missed = 0;
try {
  await page.goto(studio.address);
  await page.locator(".cm-content").waitFor({ timeout: 20_000 });
  const start = Date.now();
  let next = start + 30_000;
  while (Date.now() - start < minutes * 60_000) {
    const name = any(urn);
    // What was chosen may be gone, or below something else, when it is clicked.
    await actions[name]().then(() => (done[name] = (done[name] ?? 0) + 1), () => missed++);
    for (const other of context.pages()) if (other !== page) await other.close();
    // A text is not saved over a file of another's: the page says so, and the browser says it again.
    const real = complaints.filter((line) => !line.includes("409 (Conflict)"));
    assert.deepEqual(real, [], `the console is empty after ${name}, seed ${seed}`);
    if (Date.now() < next) continue;
    next += 30_000;
    const { heap, elements, server, threads } = await taken();
    const now = `${Math.round((Date.now() - start) / 1000)} s`;
    console.log(`${now}: heap ${mega(heap)}, ${elements} elements, server ${mega(server)}, ${threads} threads`);
    assert(heap < MOST_HEAP && elements < MOST_ELEMENTS && threads < MOST_THREADS, "memory is bounded");
  }
  assert(await page.locator(".cm-content").isVisible(), "the page is still there");
  console.log(`done: ${JSON.stringify(done)}, ${missed} missed what they meant`);
} finally {
  await close();
  if (studio.pid) {
    // Nobody listens any more, so nothing is worked on.
    await new Promise((resolve) => setTimeout(resolve, 3000));
    const threads = readdirSync(`/proc/${studio.pid}/task`).length;
    console.log(`afterwards: ${threads} threads of the server`);
    assert(threads <= 3, "no thread is left");
  }
  await studio.close();
  rmSync(folder, { recursive: true, force: true });
  const commands = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map((id) => {
    const file = `/proc/${id}/cmdline`;
    return existsSync(file) ? readFileSync(file, "utf8") : "";
  });
  const left = commands.filter((command) => command.includes(profile) || command.includes(folder));
  assert.deepEqual(left, [], "no process is left");
}
console.log("ok  nothing broke, and nothing is left");
