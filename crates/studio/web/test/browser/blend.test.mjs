import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { openStudio, segue } from "./studio.mjs";

const PAIR = "walk-left + walk-right";

/** Sets the slider by pointer. */
async function slide(studio, share) {
  const box = await studio.page.locator("#blend-slider").boundingBox();
  const x = box.x + 8 + share * (box.width - 16);
  await studio.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await studio.page.mouse.down();
  await studio.page.mouse.move(x, box.y + box.height / 2, { steps: 6 });
  await studio.page.mouse.up();
  await studio.idle();
}

test("two clips are blended at once, the slider is live, the file equals the program's, byte for byte", async () => {
  const studio = await openStudio();
  const { page, folder } = studio;
  await studio.select("walk-left", "walk-right");
  assert.equal((await studio.view()).tool, "blend");
  assert.deepEqual((await studio.stats()).stage.map((one) => one.role), ["main", "input", "input"]);
  await page.locator(".verdict .said").waitFor();
  await slide(studio, 0.25);
  const { weights } = (await studio.document()).blend[PAIR];
  assert.ok(weights[1] > 0.2 && weights[1] < 0.3, String(weights));
  const { name, bytes } = await studio.exported("GLB");
  segue(folder, "blend", "sample:walk-left", "sample:walk-right", "--weights", weights.join(","), "-o", name);
  assert.ok(bytes.equals(readFileSync(join(folder, name))), "the exported file differs from the program's");
  await page.keyboard.press("Control+z");
  await studio.idle();
  assert.equal((await studio.document()).blend?.[PAIR]?.weights, undefined);
  await studio.close();
});

test("changing weights does not make the figure jump in common time", async () => {
  const studio = await openStudio();
  await studio.select("walk-left", "walk-right");
  await studio.setTime(1.1);
  const before = (await studio.stats()).actors.find((one) => one.role === "input").time;
  await slide(studio, 0.8);
  const after = (await studio.stats()).actors.find((one) => one.role === "input").time;
  assert.ok(Math.abs(after - before) < 0.05, `${before} s, then ${after} s`);
  await studio.close();
});

test("the linear blend is shown dashed beside its verdict", async () => {
  const studio = await openStudio();
  const { page } = studio;
  await studio.select("walk-left", "walk-right");
  await page.locator("#compare").click();
  await page.locator("#linear-verdict").waitFor();
  await studio.idle();
  assert.ok((await studio.stats()).stage.some((one) => one.role === "linear"));
  await page.keyboard.press("c");
  await studio.idle();
  assert.ok(!(await studio.stats()).stage.some((one) => one.role === "linear"));
  await studio.close();
});

test("three clips have a pad, and keys change weights over time", async () => {
  const studio = await openStudio();
  const { page } = studio;
  await studio.select("walk-left", "walk-right", "walk");
  await studio.drag("#pad", [[0.5, 0.5], [0.5, 0.2]]);
  const kept = (await studio.document()).blend["walk-left + walk-right + walk"].weights;
  assert.ok(kept[0] > 0.6 && Math.abs(kept[0] + kept[1] + kept[2] - 1) < 1e-3, String(kept));
  await studio.setTime(1);
  await page.keyboard.press("k");
  await studio.idle();
  const { asked } = await page.evaluate(() => window.studio.exported());
  assert.equal(asked.verb, "control");
  assert.equal(asked.request.weights.length, 3);
  await studio.close();
});

test("dragging compiles no shader: what is drawn changes in place", async () => {
  const studio = await openStudio();
  await studio.select("walk-left", "walk-right");
  await slide(studio, 0.4);
  await studio.page.evaluate(() => {
    const { prototype } = WebGL2RenderingContext;
    const link = prototype.linkProgram;
    window.linked = 0;
    prototype.linkProgram = function count(...args) {
      window.linked += 1;
      return link.apply(this, args);
    };
  });
  await slide(studio, 0.7);
  await slide(studio, 0.2);
  assert.equal(await studio.page.evaluate(() => window.linked), 0);
  await studio.close();
});
