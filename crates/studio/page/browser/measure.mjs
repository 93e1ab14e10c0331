// How long a user waits: for a graph of 500 states, for one of 5,000, for a key in a long text.
//
//   node browser/measure.mjs PROGRAM

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { browser, served } from "./visit.mjs";

const folder = mkdtempSync(join(tmpdir(), "models-"));
const ring = (states) => `P = P[0], P[i:0..${states - 1}] = (next -> P[(i+1)%${states}] | when (i%7==0) back[i] -> P[0]).\n`;
const long = Array.from({ length: 2000 }, (_, i) => `P${i} = (a${i} -> b${i} -> P${i}).`).join("\n") + "\n||S = (P0 || P1).\n";
const models = { "a500.lts": ring(500), "b5000.lts": ring(5000), "long.lts": long };
for (const [name, text] of Object.entries(models)) writeFileSync(join(folder, name), text);

const studio = await served(process.argv[2], join(folder, "a500.lts"));
const { context, complaints, close } = await browser();
const page = context.pages()[0] ?? (await context.newPage());
page.setDefaultTimeout(120_000);
const open = (name) => page.getByLabel("Open a model").selectOption(`file ${name}`);

/** The longest time that the page did not react while something went on. */
const frozen = () => page.evaluate(() => {
  window.longest = 0;
  let last = performance.now();
  const tick = () => {
    const now = performance.now();
    window.longest = Math.max(window.longest, now - last);
    last = now;
    window.ticking = setTimeout(tick, 5);
  };
  tick();
});

let start = Date.now();
await page.goto(studio.address);
await page.getByRole("img", { name: /^P: 500 states/ }).waitFor();
console.log(`500 states: ${Date.now() - start} ms from the address to the graph`);

await open("b5000.lts");
const anyway = page.getByRole("button", { name: "Draw it all the same" });
await anyway.waitFor();
await frozen();
start = Date.now();
await anyway.click();
await page.getByRole("img", { name: /^P: 5000 states/ }).or(page.locator(".complaint")).first().waitFor();
const drawn = await page.getByRole("img", { name: /^P: 5000 states/ }).count();
console.log(`5000 states: ${drawn ? "drawn" : "refused"} after ${Date.now() - start} ms, at most ${Math.round(await page.evaluate(() => window.longest))} ms without an answer`);

await open("long.lts");
await page.waitForTimeout(1500);
await page.locator(".cm-content").click();
const times = [];
for (let i = 0; i < 40; i++) {
  const before = await page.evaluate(() => performance.now());
  await page.keyboard.type("x");
  times.push((await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done(performance.now()))))) - before);
}
times.sort((a, b) => a - b);
console.log(`a key at 2000 lines: ${times[20].toFixed(0)} ms in the middle, ${times[38].toFixed(0)} ms for 95 in 100`);
console.log(`complaints: ${complaints.length}`);
await close();
await studio.close();
