// How fast the Studio is, with the program that SEGUE names: dragging, ε, opening, starting. Prints a table.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { endBrowser } from "./browser/chromium.mjs";
import { makeLibrary } from "./browser/samples.mjs";
import { openStudio, segue, timelinePoint } from "./browser/studio.mjs";

const DRAGS = 150;
/** A small window: here the processor draws what elsewhere a graphics card does. */
const SMALL = { width: 1120, height: 540 };
const KICK = [83, 231];
const LONG_SECS = 600;

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
function row(what, times, asked) {
  const sorted = [...times].sort((a, b) => a - b);
  console.log(`| ${what} | ${at(sorted, 0.5).toFixed(1)} | ${at(sorted, 0.99).toFixed(1)} | ${asked} |`);
}

/** Moves a slider to and fro as a hand does, a step for each frame, and reads what each step took. */
async function slide(studio, id, from, to) {
  await studio.page.evaluate(async ([name, low, high, steps]) => {
    const input = document.getElementById(name);
    window.studio.latencies().length = 0;
    for (let n = 0; n < steps; n += 1) {
      const share = 0.5 - 0.5 * Math.cos((4 * Math.PI * n) / steps);
      input.value = String(low + (high - low) * share);
      input.dispatchEvent(new Event("input", { bubbles: true }));
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }, [id, from, to, DRAGS]);
  await studio.idle();
  return studio.page.evaluate(() => window.studio.latencies());
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
  drags("dragging a weight", await slide(studio, "blend-slider", 0, 1));
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
  await slide(studio, "epsilon", 8, 2);
  row("ε slider: answered", await page.evaluate(() => performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("/api/verbs/search")).map(({ duration }) => duration)), "50");
  await page.locator("#controllable").click();
  await page.waitForFunction(() => window.studio.view().tool === "control", undefined, { timeout: 180000 });
  await page.locator("#reach .said").waitFor({ timeout: 60000 });
  await studio.idle();
  const bounds = await page.locator("input[type=range]").first().evaluate((input) => {
    input.id = "first-measure";
    return [Number(input.min), Number(input.max)];
  });
  drags("dragging a target", await slide(studio, "first-measure", ...bounds));
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

const own = process.env.LIBRARY ? null : makeLibrary();
if (own) process.env.LIBRARY = own;
console.log("| ms | median | 99 % | asked |\n|---|---|---|---|");
await starting();
await blending();
await searching();
await opening();
await endBrowser();
if (own) rmSync(dirname(own), { recursive: true });
