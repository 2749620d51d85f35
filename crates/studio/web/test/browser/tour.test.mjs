import assert from "node:assert/strict";
import test from "node:test";
import { openStudio, timelinePoint } from "./studio.mjs";

test("the first start offers the tour, although it still reads the samples in", async () => {
  const studio = await openStudio({ args: ["walk-left", "walk-right", "take-kicks"].map((name) => `sample:${name}`), testing: false });
  const { page } = studio;
  await page.getByText("Step 1 of 5").waitFor();
  await page.getByRole("button", { name: "Skip" }).click();
  await page.reload();
  await page.locator('[data-clip="walk-left"]').waitFor();
  await page.waitForTimeout(300);
  assert.ok(!(await page.getByText("Step 1 of 5").isVisible()), "it is offered once");
  await studio.close();
});

test("five steps, each ends when it was done, the last with an exported file", async () => {
  const studio = await openStudio({ width: 1280, height: 660 });
  const { page } = studio;
  await page.keyboard.press("?");
  await page.getByRole("button", { name: "Start the tour" }).click();
  const step = (n) => page.getByText(`Step ${n} of 5`).waitFor();
  /** Whether the clip of the step is in sight, although the list is longer. */
  const isSeen = (name) => page.waitForFunction((clip) => {
    const [row, list] = [document.querySelector(`.sought[data-clip="${clip}"]`), document.querySelector(".list")].map((node) => node?.getBoundingClientRect());
    return row && row.top >= list.top - 1 && row.bottom <= list.bottom + 1;
  }, name);
  await step(1);
  await isSeen("walk-left");
  await studio.click("walk-left");
  await page.keyboard.press("Space");
  await step(2);
  await page.keyboard.press("Space");
  await isSeen("walk-right");
  await studio.idle();
  assert.deepEqual(await covered(studio), [], "the card lies over what the steps are about");
  await studio.click("walk-right", ["Control"]);
  await page.locator("#blend-slider").press("ArrowRight");
  await step(3);
  await page.locator("#compare").click();
  await step(4);
  await isSeen("take-kicks");
  await studio.click("take-kicks");
  const { rate } = await page.evaluate(() => window.studio.main());
  const [from, to] = await Promise.all([83, 231].map((frame) => timelinePoint(studio, frame / rate, 0)));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await page.locator("#find").click();
  await step(5);
  await studio.select("walk-left", "walk-right");
  const { bytes } = await studio.exported("GLB");
  assert.equal(bytes.subarray(0, 4).toString(), "glTF");
  await page.locator(".tour").waitFor({ state: "hidden" });
  await studio.close();
});

/** What the card covers of clips, tools, the timeline and the joints of the figure. */
function covered(studio) {
  return studio.page.evaluate(() => {
    const card = document.querySelector(".tour").getBoundingClientRect();
    const isUnder = (x, y) => x >= card.left && x <= card.right && y >= card.top && y <= card.bottom;
    const canvas = document.querySelector(".view-canvas").getBoundingClientRect();
    const [{ places, joints }] = window.studio.stats().actors;
    const under = joints.filter((_, n) => {
      const { x, y } = window.studio.project(...places.slice(3 * n, 3 * n + 3));
      return isUnder(canvas.left + x * canvas.width, canvas.top + y * canvas.height);
    });
    const panels = [...document.querySelectorAll(".library, .tool, .timeline, .view-bar")].filter((node) => {
      const box = node.getBoundingClientRect();
      return box.left < card.right && box.right > card.left && box.top < card.bottom && box.bottom > card.top;
    });
    return [...under, ...panels.map((node) => node.className)];
  });
}
