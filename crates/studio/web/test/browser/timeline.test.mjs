import assert from "node:assert/strict";
import test from "node:test";
import { openStudio, timelinePoint } from "./studio.mjs";

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
