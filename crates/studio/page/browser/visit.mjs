// A real browser, and a studio to visit: the server, or a static site when an engine is given.

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { chromium } from "playwright-core";

const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

/** The server of a program. */
export async function served(program, place) {
  const studio = spawn(program, ["studio", place], { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((resolve, reject) => {
    studio.stdout.once("data", (line) => resolve(String(line).trim()));
    studio.once("exit", (code) => reject(new Error(`the studio ended with ${code}`)));
  });
  const close = () => new Promise((resolve) => {
    studio.once("exit", resolve);
    studio.kill();
  });
  return { address, pid: studio.pid, close };
}

/** A folder as a static site, with the headers that static hosts send and no others. */
export async function hosted(folder) {
  const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm" };
  const server = createServer((request, response) => {
    const name = new URL(request.url, "http://x").pathname.replace(/^\/$/, "/index.html");
    try {
      const text = readFileSync(join(folder, name.replaceAll("..", "")));
      response.writeHead(200, { "content-type": types[extname(name)] ?? "text/plain" }).end(text);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** A browser without a past. What it complains about is kept. */
export async function browser(options = {}) {
  const profile = mkdtempSync(join(tmpdir(), "studio-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true,
    viewport: { width: 1280, height: 800 }, args: FLAGS, acceptDownloads: true, ...options,
  });
  const complaints = [];
  const listen = (page) => {
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("request", (request) => {
      const { hostname, protocol } = new URL(request.url());
      if (protocol.startsWith("http") && hostname !== "127.0.0.1") complaints.push(`asked ${hostname}`);
    });
  };
  context.pages().forEach(listen);
  context.on("page", listen);
  const close = async () => {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  };
  return { context, complaints, close, profile };
}
