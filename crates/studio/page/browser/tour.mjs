// A tour through the studio in a real browser: what a user does, from the first mistake to the report.
//
//   node browser/tour.mjs PROGRAM [SITE] [--pictures DIR]
//
// PROGRAM is the `surmise` whose server is visited; with SITE, a static site is visited instead.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import axe from "axe-core";
import { browser, hosted, served } from "./visit.mjs";

const words = process.argv.slice(2);
const at = words.indexOf("--pictures");
const pictures = at < 0 ? null : words.splice(at, 2)[1];
const [program, site] = words;

const DEADLOCK = `FORK = (get -> put -> FORK).
PHIL = (left.get -> right.get -> eat -> left.put -> right.put -> PHIL).
||TABLE = (a:PHIL || b:PHIL || {a.left,b.right}::FORK || {a.right,b.left}::FORK).
`;
const LONG = `C = C[0], C[i:0..9] = (up -> C[(i+1)%10]).
||S = (forall [i:0..11] c[i]:C).
property P = (c[0].up -> P).
||T = (S || P).
`;
const LEARNT = `INPUT = (input -> send -> ack -> INPUT).
OUTPUT = (send -> output -> ack -> OUTPUT).
property ORDER = (input -> output -> ORDER).
||SYSTEM = (INPUT || OUTPUT || ORDER).
`;

const folder = mkdtempSync(join(tmpdir(), "models-"));
writeFileSync(join(folder, "table.lts"), DEADLOCK);
const studio = site ? await hosted(site) : await served(program, join(folder, "table.lts"));
const { context, complaints, close } = await browser();
const page = context.pages()[0] ?? (await context.newPage());
page.setDefaultTimeout(20_000);

const button = (name) => page.getByRole("button", { name, exact: true });
const text = page.locator(".cm-content");
const done = (what) => console.log(`ok  ${what}`);

/** Replaces the text, as by typing. */
async function write(model) {
  await text.click();
  await page.keyboard.press("Control+A");
  // In place of a selection Chromium itself puts text with a style, which the policy refuses.
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(model);
}

async function picture(name) {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.waitForTimeout(400);
  // To hide the caret a style would be put into the page, which its policy refuses.
  await page.screenshot({ path: join(pictures, `studio-${name}.png`), caret: "initial" });
}

async function go(view) {
  await page.getByRole("tab", { name: view, exact: true }).click();
}

try {
  await page.goto(studio.address);
  await page.locator(".graph").first().waitFor();
  assert(!page.url().includes("token"), "the token stays out of the address bar");
  done("open");

  await write(DEADLOCK.replace("(a:PHIL ", "(a:PHILL "));
  await page.locator(".cm-lintRange-error").first().waitFor();
  await page.locator(".cm-lint-marker-error").first().hover();
  await page.locator(".cm-diagnostic").first().waitFor();
  await picture("edit");
  // The list of all diagnostics, by keyboard.
  await page.keyboard.press("Control+Shift+M");
  await page.locator(".cm-panel-lint .cm-diagnosticAction").first().click();
  await page.keyboard.press("Escape");
  await page.locator(".cm-lintRange-error").first().waitFor({ state: "detached" });
  assert.match(await text.innerText(), /\(a:PHIL \|\|/, "the fix was written");
  done("a mistake is marked, and its fix is written");

  await go("See");
  await page.getByRole("img", { name: /^a:PHIL: 5 states/ }).waitFor();
  await button("Compose").click();
  await page.getByText(/The composition: \d+ states/).waitFor();
  await button("Components").click();
  await page.getByRole("img", { name: /^a:PHIL/ }).waitFor();
  await picture("see");
  done("draw");

  await go("Step");
  for (const action of ["a.left.get", "b.left.get"]) {
    await page.locator(".choices").getByText(action, { exact: true }).click();
    await page.locator(".lanes tr.now").getByText(action, { exact: true }).waitFor();
  }
  await page.getByText("deadlock: nothing can happen").waitFor();
  await picture("step");
  await button("◀ Back").click();
  await page.locator(".choices button").first().waitFor();
  done("step to a deadlock, and back");

  await go("Check");
  await button("Check").click();
  const violated = page.locator(".card.violated").first();
  await violated.waitFor();
  await violated.getByText(/waits for/).first().waitFor();
  await violated.getByRole("button", { name: "To the end" }).click();
  assert.equal(await violated.locator(".graph .state.now").count(), 4, "everybody is somewhere");
  assert.match(await violated.locator(".lanes tr.now").innerText(), /b\.left\.get|a\.left\.get/);
  await violated.getByRole("button", { name: "Check the evidence" }).click();
  await violated.getByText("accepted by the independent checker").waitFor();
  await picture("check");
  done("check, and play the counterexample to its end on the graphs");

  await write(LEARNT);
  await page.waitForTimeout(600);
  await go("Watch");
  await button("learn").click();
  await page.locator(".reasoning .graph").first().waitFor();
  await page.getByText("ORDER holds").waitFor();
  const where = page.locator(".reasoning .transport output");
  const last = Number((await where.innerText()).split(" of ")[1]);
  assert(last >= 1, "several conjectures");
  await button("To the end").click();
  await page.locator(".reasoning .state.new, .reasoning .state.split, .reasoning .arrow.new").first().waitFor();
  await picture("watch");
  await button("One step back").click();
  assert.match(await where.innerText(), new RegExp(`^${last - 1} of`));
  done(`watch ${last + 1} conjectures, forward and back`);

  await go("Share");
  const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
  const saving = page.waitForEvent("download");
  await button("Save the report").click();
  const report = join(folder, "report.html");
  await (await saving).saveAs(report);
  const reading = await context.newPage();
  await reading.goto(`file://${report}`);
  await reading.locator(".card.holds").first().waitFor();
  await reading.locator(".reasoning .graph").first().waitFor();
  await reading.close();
  done("export the report, and open it");

  const opened = await context.newPage();
  const token = new URL(studio.address).hash;
  await opened.goto(token ? link.replace("#", `${token}&`) : link);
  await opened.getByRole("tab", { name: /\.lts/ }).first().waitFor();
  await opened.locator(".cm-content").getByText("property ORDER").first().waitFor();
  await opened.close();
  done("share link, there and back");

  await write(LONG);
  await page.waitForTimeout(600);
  await go("Check");
  await page.getByLabel("Method").selectOption("mono");
  await button("Check").click();
  await page.locator(".progress").filter({ hasText: /states/ }).first().waitFor();
  await button("Cancel").click();
  await page.getByText(/cancelled after/).waitFor();
  done("cancel a long check");

  assert.deepEqual(complaints, [], "the console is empty");
  done("no error in the console, and nobody else was asked");

  await page.evaluate(axe.source);
  for (const theme of ["light", "dark"]) {
    await page.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
    for (const view of ["See", "Step", "Check", "Watch", "Share"]) {
      await go(view);
      await page.waitForTimeout(200);
      const { violations } = await page.evaluate(() => window.axe.run());
      const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      const told = serious.map(({ id, nodes }) => `${view} ${theme}: ${id}: ${nodes[0].html.slice(0, 160)}`);
      assert.deepEqual(told, [], "axe");
    }
  }
  done("axe finds nothing serious, light and dark");

} catch (error) {
  if (pictures) await picture("failed");
  throw error;
} finally {
  await close();
  await studio.close();
}
