// How fast the Studio is, with the program that SEGUE names: dragging, ε, opening, starting. Prints a table.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { endBrowser } from "./browser/chromium.mjs";
import { makeLibrary } from "./browser/samples.mjs";
import { openStudio, segue, timelinePoint } from "./browser/studio.mjs";

const DRAGS = 150;
/** A small window: here the processor draws what elsewhere a graphics card does. */
const SMALL = { width: 1120, height: 540 };
/** The width of a slider's thumb. */
const THUMB = 16;
const KICK = [83, 231];
/** Pixels that a target is dragged. */
const REACH = 40;
const LONG_SECS = 600;
const CROWD = 10;
/** Samples beside those of the tests' library, for a crowd. */
const MORE = ["run", "jog", "sneak", "hop"];

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
function row(what, times, asked) {
  const sorted = [...times].sort((a, b) => a - b);
  console.log(`| ${what} | ${at(sorted, 0.5).toFixed(1)} | ${at(sorted, 0.99).toFixed(1)} | ${asked} |`);
}

/** Drags with the mouse to and fro between two points, a step for each frame, and reads what each step took. */
async function drag({ page }, from, to) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.evaluate(() => (window.studio.latencies().length = 0));
  for (let n = 1; n <= DRAGS; n += 1) {
    const share = 0.5 - 0.5 * Math.cos((4 * Math.PI * n) / DRAGS);
    await page.mouse.move(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  }
  const samples = await page.evaluate(() => [...window.studio.latencies()]);
  await page.mouse.up();
  await page.evaluate(() => window.studio.idle());
  return samples;
}

/** Drags the thumb of a slider from one share of it to another. */
async function slide(studio, selector, from, to) {
  const { x, y, width, height } = await studio.page.locator(selector).boundingBox();
  const at = (share) => ({ x: x + THUMB / 2 + (width - THUMB) * share, y: y + height / 2 });
  await studio.page.mouse.click(at(from).x, at(from).y);
  await studio.idle();
  return drag(studio, at(from), at(to));
}

/** What this machine takes to draw the scene as it is, whatever is computed. */
async function floor(what, { page }) {
  const times = [];
  for (let n = 0; n < 60; n += 1) times.push(await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done(window.studio.redraw())))));
  row(`${what}: the same picture drawn again`, times, "");
}

function drags(what, latencies) {
  row(`${what}: server`, latencies.map((one) => one.server_ms), "");
  row(`${what}: answered`, latencies.map((one) => one.round_ms), "");
  row(`${what}: drawn`, latencies.map((one) => one.drawn_ms), "16.7, 50");
}

/** A clip of ten minutes at 120 Hz: a walk, over and over. */
function longClip(folder) {
  segue(folder, "convert", "sample:walk", "walk.bvh");
  const [head, motion] = readFileSync(join(folder, "walk.bvh"), "utf8").split(/Frame Time:.*\n/);
  const rows = motion.trim().split("\n");
  const frames = LONG_SECS * 120;
  const all = Array.from({ length: frames }, (_, n) => rows[n % rows.length]);
  writeFileSync(join(folder, "long.bvh"), `${head.replace(/Frames:\s*\d+/, `Frames: ${frames}`)}Frame Time: 0.00833333\n${all.join("\n")}\n`);
  segue(folder, "library", "new", "long.segue");
  segue(folder, "library", "add", "long.segue", "long.bvh");
}

async function starting() {
  const times = [];
  const pages = [];
  for (let n = 0; n < 5; n += 1) {
    const begun = performance.now();
    const studio = await openStudio(SMALL);
    times.push(performance.now() - begun);
    pages.push(await studio.page.evaluate(() => performance.getEntriesByType("mark").find(({ name }) => name === "ready").startTime));
    await studio.close();
  }
  row("page usable, from its address", pages, "1000");
  row("page usable, from the start of the program and a new window", times, "");
}

async function blending() {
  const studio = await openStudio(SMALL);
  await studio.select("walk-left", "walk-right");
  drags("dragging a weight", await slide(studio, "#blend-slider", 0.1, 0.9));
  await floor("dragging a weight", studio);
  await studio.close();
}

async function searching() {
  const studio = await openStudio({ ...SMALL, prepare: (folder) => segue(folder, "index", "samples.segue") });
  const { page } = studio;
  await studio.click("take-kicks");
  const { rate } = await page.evaluate(() => window.studio.main());
  const [from, to] = await Promise.all(KICK.map((frame) => timelinePoint(studio, frame / rate, 0)));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up();
  await page.locator("#find").click();
  await page.locator("#found").waitFor({ timeout: 120000 });
  await studio.idle();
  await page.evaluate(() => performance.clearResourceTimings());
  await page.evaluate(() => performance.setResourceTimingBufferSize(2000));
  await slide(studio, "#epsilon", 0.9, 0.2);
  row("ε slider: answered", await page.evaluate(() => performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("/api/verbs/search")).map(({ duration }) => duration)), "50");
  await page.locator("#controllable").click();
  await page.waitForFunction(() => window.studio.view().tool === "control", undefined, { timeout: 180000 });
  await page.locator("#reach .said").waitFor({ timeout: 60000 });
  await studio.idle();
  const box = await page.locator(".view-canvas").boundingBox();
  const seen = await page.evaluate(() => window.studio.target());
  const ball = { x: box.x + seen.x * box.width, y: box.y + seen.y * box.height };
  drags("dragging a target", await drag(studio, ball, { x: ball.x + REACH, y: ball.y - REACH / 2 }));
  await floor("dragging a target", studio);
  await studio.close();
}

async function opening() {
  const studio = await openStudio({ ...SMALL, args: ["long.segue"], prepare: longClip });
  const opened = await studio.page.evaluate(async () => {
    const begun = performance.now();
    document.querySelector('[data-clip="long"]').click();
    while (!window.studio.stats().actors.length) await new Promise((done) => requestAnimationFrame(done));
    return performance.now() - begun;
  });
  row("a clip of ten minutes is drawn", [opened], "1000");
  await studio.close();
}

/** Ten figures that play: how long a frame takes to pose and to draw, and how many come in a second. */
async function crowd() {
  const studio = await openStudio(SMALL);
  const { page } = studio;
  const names = await page.evaluate(async () => (await (await fetch("/api/clips")).json()).clips.map((clip) => clip.name));
  if (names.length < CROWD) segue(studio.folder, "library", "add", "samples.segue", ...MORE.map((name) => `sample:${name}`));
  await page.reload();
  await page.evaluate(() => window.studio.ready);
  await page.locator(".clip").first().click();
  await page.getByRole("listbox", { name: "Clips" }).focus();
  for (let n = 1; n < CROWD; n += 1) for (const key of ["ArrowDown", "Enter"]) await page.keyboard.press(key);
  await page.getByRole("tab", { name: "Inspect" }).click();
  await page.waitForFunction((wanted) => window.studio.stats().actors.length >= wanted, CROWD);
  await studio.idle();
  const frames = await page.evaluate(async () => {
    const times = [];
    for (let n = 0; n < 120; n += 1) {
      await new Promise((done) => requestAnimationFrame(done));
      const from = performance.now();
      window.studio.setTime(n / 60);
      const posed = performance.now();
      times.push([posed - from, window.studio.redraw()]);
    }
    return times;
  });
  row("ten figures: a frame posed and sent to be drawn", frames.map(([posed]) => posed), "");
  row("ten figures: the same picture drawn again", frames.map(([, drawn]) => drawn), "16.7");
  await studio.close();
}

const own = process.env.LIBRARY ? null : makeLibrary();
if (own) process.env.LIBRARY = own;
console.log("| ms | median | 99 % | asked |\n|---|---|---|---|");
const wanted = process.argv.slice(2);
for (const part of [starting, blending, searching, opening, crowd]) if (wanted.length === 0 || wanted.includes(part.name)) await part();
await endBrowser();
if (own) rmSync(dirname(own), { recursive: true });
