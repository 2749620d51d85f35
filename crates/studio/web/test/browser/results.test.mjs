// Results that are kept as clips, and what of the work survives a reload.
import assert from "node:assert/strict";
import test from "node:test";
import { openStudio } from "./studio.mjs";

const weights = async (studio) => (await studio.document()).blend?.["walk-left + walk-right"]?.weights;

test("a blend is kept in the library and opened again as it was; what was done is undone after a reload", async () => {
  const studio = await openStudio();
  const { page } = studio;
  await studio.select("walk-left", "walk-right");
  await page.locator("#blend-slider").focus();
  for (let n = 0; n < 20; n += 1) await page.keyboard.press("ArrowRight");
  await studio.idle();
  assert.deepEqual(await weights(studio), [0.3, 0.7]);
  await page.locator("#export").click();
  await page.getByRole("menuitem", { name: /Keep in the library/ }).click();
  await page.getByRole("textbox", { name: /Keep in the library/ }).fill("mine");
  await page.keyboard.press("Enter");
  await page.locator('[data-clip="mine"]').getByText("result").waitFor();
  await studio.idle();
  await page.keyboard.press("Control+z");
  await studio.idle();
  assert.notDeepEqual(await weights(studio), [0.3, 0.7], "a clip that was kept stays: what is undone is the step before");
  await page.keyboard.press("Control+Shift+z");
  await studio.idle();

  await page.locator("#blend-slider").focus();
  await page.keyboard.press("Home");
  await studio.idle();
  assert.deepEqual(await weights(studio), [1, 0]);
  await studio.click("mine");
  await page.locator("#reopen").click();
  await studio.idle();
  const { tool, selection } = await studio.view();
  assert.deepEqual([tool, selection, await weights(studio)], ["blend", ["walk-left", "walk-right"], [0.3, 0.7]]);

  await page.reload();
  await page.evaluate(() => window.studio.ready);
  await studio.idle();
  await page.keyboard.press("Control+z");
  await studio.idle();
  assert.deepEqual(await weights(studio), [1, 0], "the last step before the reload is undone");
  await page.keyboard.press("Control+Shift+z");
  await studio.idle();
  assert.deepEqual(await weights(studio), [0.3, 0.7]);
  await studio.close();
});

test("from 1920 pixels thumbnails stand in two columns, and arrows go to all of them", async () => {
  const studio = await openStudio({ width: 1920, height: 1080 });
  const { page } = studio;
  const lefts = await page.locator(".clip").evaluateAll((rows) => new Set(rows.map((row) => Math.round(row.getBoundingClientRect().left))).size);
  assert.equal(lefts, 2);
  const cut = await page.locator(".clip").evaluateAll((rows) => rows.flatMap((row) => [...row.querySelectorAll(".clip-name, .clip-facts")].filter((node) => node.scrollWidth > node.clientWidth + 1).map((node) => node.textContent)));
  assert.deepEqual(cut, [], "texts that are cut off");
  const names = await page.evaluate(async () => (await (await fetch("/api/clips")).json()).clips.map((clip) => clip.name));
  await page.getByRole("listbox", { name: "Clips" }).focus();
  for (const key of ["Home", "ArrowRight", "ArrowDown", "Enter"]) await page.keyboard.press(key);
  await studio.idle();
  assert.deepEqual((await studio.view()).selection, [names[3]]);
  await studio.close();
});

test("a clip is seen as it is changed, beside what it was", async () => {
  const studio = await openStudio();
  const { page } = studio;
  await studio.click("walk-left");
  const before = await page.evaluate(() => window.studio.stats().actors[0].places);
  await page.getByRole("checkbox", { name: "Mirror left and right" }).check();
  await page.waitForFunction(() => window.studio.stats().actors.length === 2);
  const [after, own] = (await studio.stats()).actors;
  assert.deepEqual([after.label, own.label], ["changed", "walk-left"]);
  const hip = after.joints.findIndex((name) => /left.*up.*leg|lefthip|lhip/i.test(name));
  assert.ok(Math.abs(after.places[3 * hip] + before[3 * after.joints.findIndex((name) => /right.*up.*leg|righthip|rhip/i.test(name))]) < 0.05, "left stands where right stood, seen in a mirror");
  await studio.close();
});
