import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { openStudio, segue } from "./studio.mjs";

const PAIR = "walk-left + walk-right";

/** The moments of both clips, as the panel says them. */
async function moments(studio) {
  const said = await studio.page.locator(".tool .facts dd").allTextContents();
  return said.slice(0, 2).map((words) => Number(/at (\d+\.\d+) s/.exec(words)[1]));
}

/** Where the diamonds are, how many pixels a second has, and how long the clips are. */
async function laid(studio) {
  const secs = await studio.page.evaluate(async () => {
    const { clips } = await (await fetch("/api/clips")).json();
    return ["walk-left", "walk-right"].map((name) => clips.find((clip) => clip.name === name).duration_secs);
  });
  const at = await moments(studio);
  const box = await studio.page.locator("#strips").boundingBox();
  const before = Math.max(...at);
  const scale = (box.width - 20) / (before + Math.max(...secs.map((length, n) => length - at[n])));
  return { secs, at, scale, x: box.x + 10 + before * scale, rows: [box.y + 26, box.y + 64] };
}

/** Drags a diamond by pixels. */
async function dragDiamond(studio, n, by) {
  const { x, rows } = await laid(studio);
  await studio.page.mouse.move(x, rows[n]);
  await studio.page.mouse.down();
  await studio.page.mouse.move(x + by, rows[n], { steps: 8 });
  await studio.page.mouse.up();
  await studio.idle();
}

test("a diamond goes where the hand goes, an edge makes it wider, and the file equals the program's", async () => {
  const studio = await openStudio();
  const { page, folder } = studio;
  await studio.select("walk-left", "walk-right");
  await studio.tool("Transition");
  await page.locator("#strips").waitFor();
  for (const [n, by] of [[0, 30], [0, -50], [1, 24]]) {
    const { at, scale } = await laid(studio);
    await dragDiamond(studio, n, by);
    const now = await moments(studio);
    assert.ok(Math.abs(now[n] - at[n] - by / scale) < 0.03, `${at} became ${now}, ${by} pixels of ${scale} a second`);
    assert.ok(Math.abs(now[1 - n] - at[1 - n]) < 0.011, "the other clip stays");
  }
  await page.locator("#half-width").focus();
  await page.keyboard.press("ArrowLeft");
  await studio.idle();
  const { at_secs, half_width_secs } = (await studio.document()).transition[PAIR];
  const { name, bytes } = await studio.exported("GLB");
  segue(folder, "transition", "sample:walk-left", "sample:walk-right", "--at", at_secs.join(","), "--half-width", String(half_width_secs), "-o", name);
  assert.ok(bytes.equals(readFileSync(join(folder, name))), "the exported file differs from the program's");
  await studio.close();
});

test("a window that changes its size under a drag leaves everything as it was", async () => {
  const studio = await openStudio();
  const { page } = studio;
  await studio.select("walk-left", "walk-right");
  await studio.tool("Transition");
  const before = await moments(studio);
  const { x, y, width, height } = await page.locator("#strips").boundingBox();
  await page.mouse.move(x + 0.5 * width, y + 0.2 * height);
  await page.mouse.down();
  await page.mouse.move(x + 0.55 * width, y + 0.2 * height, { steps: 4 });
  await page.waitForFunction((was) => window.studio.exported()?.asked.request.middle.at_secs?.[0] !== was, before[0]);
  await page.setViewportSize({ width: 900, height: 560 });
  await page.waitForFunction(() => innerWidth === 900);
  await page.mouse.move(x - 0.8 * width, y + 0.2 * height, { steps: 4 });
  await page.mouse.up();
  await studio.idle();
  assert.equal((await studio.document()).transition?.[PAIR], undefined, "half a drag is none");
  assert.deepEqual(await moments(studio), before);
  await studio.close();
});

test("a diamond that is dragged out of its clip stays in the room that there is", async () => {
  const studio = await openStudio();
  const { page } = studio;
  await studio.select("walk-left", "walk-right");
  await studio.tool("Transition");
  await page.locator("#strips").waitFor();
  await dragDiamond(studio, 0, 400);
  const { at_secs: [at], half_width_secs: half } = (await studio.document()).transition[PAIR];
  const { secs } = await page.evaluate(async () => ({ secs: (await (await fetch("/api/clips")).json()).clips.find((clip) => clip.name === "walk-left").duration_secs }));
  assert.ok(at + half <= secs + 1e-3, `${at} ± ${half} of ${secs} s`);
  assert.ok(await page.locator("#strips").isVisible(), "the strips stay under the hand");
  // What the program still refuses has a way out, or it was made.
  const way = page.getByRole("button", { name: /^Use \d\.\d\d s to either side$/ });
  if (await page.getByText("No transition.").count()) await way.click();
  await studio.idle();
  assert.equal(await page.getByText("No transition.").count(), 0);
  assert.ok(Math.abs((await moments(studio))[0] - at) < 0.02);
  await page.keyboard.press("Control+z");
  await studio.close();
});
