import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { openStudio, segue, timelinePoint } from "./studio.mjs";

/** The plants of the leading clip as the page shows them. */
const plants = (studio) => studio.page.evaluate(() => window.studio.main().plants);

test("a plant's end is dragged, kept by the library, undone, and still there after a reload", async () => {
  const studio = await openStudio();
  const { page } = studio;
  await studio.click("walk-left");
  const before = await plants(studio);
  const { rate } = await page.evaluate(() => window.studio.main());
  const [first, last] = before.left_heel[1];
  const from = await timelinePoint(studio, last / rate, 1);
  const to = await timelinePoint(studio, (last + 4) / rate, 1);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
  await studio.idle();
  const after = await plants(studio);
  assert.deepEqual(after.left_heel[1], [first, last + 4]);
  const answer = await page.evaluate(async () => {
    const { clips } = await (await fetch("/api/clips")).json();
    const clip = clips.find((one) => one.name === "walk-left");
    return (await fetch(`/api/clips/${clip.hash}/plants?name=walk-left`)).json();
  });
  assert.deepEqual(answer.plants.left_heel[1], [first, last + 4]);
  assert.deepEqual(answer.corrected, ["left_heel"]);
  await page.reload();
  await page.evaluate(() => window.studio.ready);
  await studio.idle();
  assert.deepEqual((await plants(studio)).left_heel[1], [first, last + 4]);
  await page.getByRole("button", { name: "Revert to detected" }).click();
  await studio.idle();
  assert.deepEqual((await plants(studio)).left_heel, before.left_heel);
  await page.keyboard.press("Control+z");
  await studio.idle();
  assert.deepEqual((await plants(studio)).left_heel[1], [first, last + 4]);
  await studio.close();
});

test("plants are added, split, joined and removed by keyboard", async () => {
  const studio = await openStudio();
  const { page } = studio;
  await studio.click("walk-left");
  const before = (await plants(studio)).right_toe;
  const { rate } = await page.evaluate(() => window.studio.main());
  const [first, last] = before[1];
  await studio.setTime(Math.round((first + last) / 2) / rate);
  await page.locator("#plant-right_toe-1").focus();
  await page.keyboard.press("s");
  await studio.idle();
  assert.equal((await plants(studio)).right_toe.length, before.length + 1);
  await page.locator("#plant-right_toe-1").focus();
  await page.keyboard.press("m");
  await studio.idle();
  assert.deepEqual((await plants(studio)).right_toe, before);
  await page.locator("#plant-right_toe-1").focus();
  await page.keyboard.press("ArrowRight");
  await studio.idle();
  assert.equal((await plants(studio)).right_toe[1][1], last + 1);
  await page.locator("#plant-right_toe-1").focus();
  await page.keyboard.press("Delete");
  await studio.idle();
  assert.equal((await plants(studio)).right_toe.length, before.length - 1);
  for (let n = 0; n < 4; n += 1) await page.keyboard.press("Control+z");
  await studio.idle();
  assert.deepEqual((await plants(studio)).right_toe, before);
  await studio.close();
});

test("the strip shows where feet slide and joints jolt; a click and a key jump there", async () => {
  const studio = await openStudio({
    prepare: (folder) => {
      // A walk whose root jumps sideways by 20 cm in the middle.
      segue(folder, "convert", "sample:walk", "walk.bvh");
      const [head, motion] = readFileSync(join(folder, "walk.bvh"), "utf8").split(/(?<=Frame Time:.*\n)/);
      const rows = motion.trim().split("\n").map((row) => row.trim().split(/\s+/).map(Number));
      const shifted = rows.map((row, n) => (n >= rows.length / 2 ? [row[0] + 20, ...row.slice(1)] : row).join(" "));
      writeFileSync(join(folder, "broken.bvh"), `${head}${shifted.join("\n")}\n`);
      segue(folder, "library", "add", "samples.segue", "broken.bvh");
    },
  });
  const { page } = studio;
  await studio.click("broken");
  await page.locator("#next-trouble").waitFor();
  const { frames, rate } = await page.evaluate(() => window.studio.main());
  const found = await page.evaluate(() => window.studio.troubles());
  const jolt = found.find((one) => one.kind === "jolt" && Math.abs(one.worst - frames / 2) < 4);
  assert.ok(jolt, JSON.stringify(found));
  await page.keyboard.press("Home");
  const at = await timelinePoint(studio, jolt.worst / rate, 0);
  await page.mouse.click(at.x, at.y + 9);
  assert.ok(Math.abs((await studio.view()).time * rate - jolt.worst) < 0.6, "a click jumps to the worst frame");
  await page.keyboard.press("Home");
  await page.keyboard.press("n");
  const { time } = await studio.view();
  assert.ok(found.some((one) => Math.abs(one.worst - time * rate) < 0.6), "a key jumps, too");
  await studio.close();
});
