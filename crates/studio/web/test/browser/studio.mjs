// A Studio and a browser on it: the program of this build, a library of its own, and a page that answers questions.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { connectedBrowser, endBrowser } from "./chromium.mjs";

const PROGRAM = process.env.SEGUE ?? "segue";
/** Runs the program in a folder; its output as text. */
export function segue(folder, ...args) {
  return doubtful(folder, 0, ...args).stdout;
}

/** Runs the program in a folder where it may warn, which it says by the code `code`. */
export function doubtful(folder, code, ...args) {
  const done = spawnSync(PROGRAM, args, { cwd: folder, encoding: "utf8" });
  assert.ok(done.status === 0 || done.status === code, `segue ${args.join(" ")}\n${done.stderr}`);
  return done;
}

/** A running server. */
class Server {
  constructor(folder, args) {
    this.folder = folder;
    this.args = args;
  }

  /** Starts it; the same port after a restart, so that open pages find it again. */
  async start() {
    const port = this.port ?? 0;
    const env = { ...process.env, XDG_CACHE_HOME: join(this.folder, "cache"), HOME: this.folder };
    this.process = spawn(PROGRAM, ["studio", ...this.args, "--no-open", "--port", String(port)], { cwd: this.folder, env });
    this.said = "";
    this.process.stderr.on("data", (text) => (this.said += text));
    this.url = await new Promise((resolve, reject) => {
      let out = "";
      this.process.stdout.on("data", (text) => {
        out += text;
        const found = /http:\/\/\S+/.exec(out);
        if (found) resolve(found[0]);
      });
      this.process.once("exit", (code) => reject(new Error(`segue studio ended with ${code}\n${this.said}`)));
    });
    this.port = Number(new URL(this.url).port);
  }

  /** Ends it at once, as a crash would. */
  async kill() {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const ended = new Promise((resolve) => this.process.once("exit", resolve));
    this.process.kill("SIGKILL");
    await ended;
  }
}

const PATIENCE_MS = Number(process.env.PATIENCE_MS ?? 120_000);

/** Opens a Studio in a folder of its own, on a copy of the library that the runner made unless others are named. */
export async function openStudio({ args = ["samples.segue"], prepare, width = 1200, height = 640, theme = "light", dpr = 1, testing = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "segue-studio-"));
  if (process.env.LIBRARY) copyFileSync(process.env.LIBRARY, join(folder, "samples.segue"));
  prepare?.(folder);
  const server = new Server(folder, args);
  await server.start();
  const browser = await connectedBrowser();
  const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: dpr, colorScheme: theme, acceptDownloads: true, permissions: ["clipboard-read", "clipboard-write"] });
  // A machine that others use too may take long; what is stuck fails all the same.
  context.setDefaultTimeout(PATIENCE_MS);
  if (process.env.PAGE) await serveFrom(context, process.env.PAGE);
  const studio = new Studio(folder, server, browser, context, testing);
  studio.page = await studio.tab();
  return studio;
}

/** Serves the page from a folder instead of from the program, so that a change needs no build of the program. */
async function serveFrom(context, dist) {
  const swap = async (route, file) => {
    const response = await route.fetch({ url: new URL("/", route.request().url()).href });
    const headers = { ...response.headers(), "content-type": KINDS[file.split(".").pop()] };
    delete headers["content-length"];
    await route.fulfill({ status: 200, headers, body: readFileSync(join(dist, file)) });
  };
  await context.route(/^http:\/\/[^/]+\/(\?.*)?$/, (route) => swap(route, "index.html"));
  await context.route("**/assets/*", (route) => swap(route, new URL(route.request().url()).pathname.split("/").pop()));
}

const KINDS = { html: "text/html; charset=utf-8", js: "text/javascript", css: "text/css", svg: "image/svg+xml" };

/** What a message of the console is about that tests cause on purpose. */
const EXPECTED = [/ERR_CONNECTION_REFUSED/, /WebSocket connection/, /the server responded with a status of (4\d\d|503)/, /ERR_INCOMPLETE_CHUNKED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/, /GPU stall/];

const open = new Set();
// A test that failed leaves its Studio behind; the process would wait for it for ever. Scripts that are no tests end theirs.
if (process.env.NODE_TEST_CONTEXT) {
  after(async () => {
    for (const studio of open) await studio.end();
    await endBrowser();
  });
}

/** A Studio with its page. */
class Studio {
  constructor(folder, server, browser, context, testing) {
    Object.assign(this, { folder, server, browser, context, testing, errors: [] });
    open.add(this);
  }

  /** Opens a page on the Studio. */
  async tab() {
    const page = await this.context.newPage();
    page.on("console", (message) => {
      const text = message.text();
      if (message.type() === "error" && !EXPECTED.some((known) => known.test(text))) this.errors.push(`${text} ${message.location().url}`);
    });
    page.on("pageerror", (error) => this.errors.push(error.message));
    await page.goto(this.server.url + (this.testing ? "?testing=1" : ""));
    if (this.testing) {
      await page.waitForFunction(() => window.studio !== undefined);
      await page.evaluate(() => window.studio.ready);
      await this.idle(page);
    }
    return page;
  }

  idle(page = this.page) {
    return page.evaluate(() => window.studio.idle());
  }

  /** Idle but for jobs: the whole body of a sketch takes seconds that most edits need not wait for. */
  edited() {
    return this.page.evaluate(() => window.studio.idle(["jobs"]));
  }

  /** Idle but for frames: a match that has the focus plays. */
  answered() {
    return this.page.evaluate(() => window.studio.idle(["frames"]));
  }

  stats() {
    return this.page.evaluate(() => window.studio.stats());
  }

  view() {
    return this.page.evaluate(() => window.studio.view());
  }

  document(page = this.page) {
    return page.evaluate(() => window.studio.document());
  }

  setTime(secs) {
    return this.page.evaluate((time) => window.studio.setTime(time), secs);
  }

  /** Shows a clip in the list by filtering, then clicks it. */
  async click(name, modifiers = []) {
    const row = this.page.locator(`[data-clip="${name}"]`);
    const field = this.page.getByRole("searchbox", { name: "Filter clips" });
    await field.fill(name);
    await row.first().click({ modifiers });
    await field.fill("");
    await field.blur();
    await this.idle();
  }

  /** Selects clips and waits until they are there. */
  async select(...names) {
    for (const [n, name] of names.entries()) await this.click(name, n === 0 ? [] : ["Control"]);
  }

  async tool(name) {
    await this.page.getByRole("tab", { name }).click();
    await this.idle();
  }

  /** Drags with the mouse through points of an element, given as shares of its size. */
  async drag(selector, points, { steps = 8, modifiers = [] } = {}) {
    const box = await this.page.locator(selector).boundingBox();
    const at = ([x, y]) => [box.x + x * box.width, box.y + y * box.height];
    for (const key of modifiers) await this.page.keyboard.down(key);
    await this.page.mouse.move(...at(points[0]));
    await this.page.mouse.down();
    for (const point of points.slice(1)) await this.page.mouse.move(...at(point), { steps });
    await this.page.mouse.up();
    for (const key of modifiers) await this.page.keyboard.up(key);
    await this.idle();
  }

  /** Presses Export, chooses a line of the menu, and reads the file that comes. */
  async exported(line) {
    await this.page.locator("#export").click();
    const coming = this.page.waitForEvent("download");
    await this.page.getByRole("menuitem", { name: line }).first().click();
    const file = await coming;
    const saved = join(this.folder, "downloaded");
    await file.saveAs(saved);
    return { name: file.suggestedFilename(), bytes: readFileSync(saved) };
  }

  async end() {
    open.delete(this);
    await this.browser.close();
    await this.server.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Ends everything; errors of the console fail the test. */
  async close() {
    await this.end();
    const panics = this.server.said.split("\n").filter((line) => line.includes("panicked"));
    assert.deepEqual([...this.errors, ...panics].slice(0, 3), []);
  }
}

/** Drags files of the disk with the pointer into the page, over the viewport, and lets go. */
export async function drop(studio, paths) {
  const { page } = studio;
  const session = await studio.context.newCDPSession(page);
  const { x, y, width, height } = await page.locator(".view-canvas").boundingBox();
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  const tell = (type, share) => session.send("Input.dispatchDragEvent", { type, x: x + share * width, y: y + share * height, data });
  await tell("dragEnter", 0.1);
  await tell("dragOver", 0.3);
  await page.locator("body.dropping").waitFor();
  await tell("dragOver", 0.5);
  await tell("drop", 0.5);
  await page.locator("body:not(.dropping)").waitFor();
  await session.detach();
}

/** The pixel on the timeline of a moment, and the middle of a row by its number. */
export async function timelinePoint(studio, secs, row) {
  const at = await studio.page.evaluate(([time, n]) => ({ x: window.studio.timelineX(time), y: n < 0 ? 10 : window.studio.timelineY(n) }), [secs, row]);
  const box = await studio.page.locator(".timeline-canvas").boundingBox();
  return { x: box.x + at.x, y: box.y + at.y };
}

/** The frames of a kick of `take-kicks`. */
export const KICK = [83, 231];

/** Drags over a kick on the timeline. */
export async function chooseKick(studio) {
  await studio.click("take-kicks");
  const { rate } = await studio.page.evaluate(() => window.studio.main());
  const [from, to] = await Promise.all(KICK.map((frame) => timelinePoint(studio, frame / rate, 0)));
  await studio.page.mouse.move(from.x, from.y);
  await studio.page.mouse.down();
  await studio.page.mouse.move(to.x, to.y, { steps: 6 });
  await studio.page.mouse.up();
  await studio.idle();
}
