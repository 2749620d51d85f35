import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { openStudio, segue, timelinePoint } from "./studio.mjs";

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

test("the linear blend says where it is worse, in the time and the numbers that are shown", async () => {
  const studio = await openStudio();
  const { page } = studio;
  await studio.select("walk", "walk-right");
  await page.locator("#compare").click();
  await page.locator("#linear-verdict").waitFor();
  await studio.idle();
  const ghost = (await studio.stats()).actors.find((one) => one.role === "linear");
  assert.ok(ghost.isGhost, "it is told apart from the blend");
  const { frames, rate } = await page.evaluate(() => window.studio.main());
  for (let n = 0; n <= 6; n += 1) {
    await studio.setTime((n * (frames - 1)) / (6 * rate));
    const roots = (await studio.stats()).actors.map(({ role, places: [x, , z] }) => ({ role, x, z }));
    const linear = roots.find(({ role }) => role === "linear");
    for (const other of roots.filter((one) => one !== linear)) assert.ok(Math.hypot(other.x - linear.x, other.z - linear.z) > 0.6, `it walks into others: ${JSON.stringify(roots)}`);
  }
  const said = await page.locator("#linear-verdict p").textContent();
  const [, plain, own] = /slide at (\d+\.\d) cm\/s, those of the blend at (\d+\.\d)\./.exec(said) ?? assert.fail(said);
  await page.getByText(`${own} cm/s · linear ${plain}`, { exact: true }).waitFor();
  const when = /at (\d+\.\d\d) s;/.exec(said);
  assert.equal(await page.locator("#show-linear").count(), when ? 1 : 0);
  if (when) {
    await page.locator("#show-linear").click();
    assert.ok(Math.abs((await studio.view()).time - Number(when[1])) < 0.006, said);
  }
  await page.keyboard.press("c");
  await studio.idle();
  assert.ok(!(await studio.stats()).stage.some((one) => one.role === "linear"));
  await studio.close();
});

test("keys of the weights are set, dragged and deleted on the timeline", async () => {
  const studio = await openStudio({ width: 1280, height: 720 });
  const { page, folder } = studio;
  await studio.select("walk-left", "walk-right");
  const keys = async () => (await studio.document()).blend?.[PAIR]?.keys ?? [];
  const at = (secs) => timelinePoint(studio, secs, 1);
  const middle = await at(1.2);
  await page.mouse.dblclick(middle.x, middle.y);
  await studio.idle();
  assert.deepEqual((await keys()).map((key) => key.weights[1]), [0.5, 0.5, 0.5], "it has keys at both ends beside it");
  const drag = async (from, x, y) => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + x, from.y + y, { steps: 6 });
    await page.mouse.up();
    await studio.idle();
  };
  const before = (await keys())[1];
  await drag(await at(before.secs), 0, -9);
  const raised = (await keys())[1];
  assert.ok(raised.weights[1] > 0.7 && raised.secs === before.secs, JSON.stringify(raised));
  const from = await at(raised.secs);
  await drag({ x: from.x, y: from.y - 9 }, (await at(raised.secs + 0.4)).x - from.x, 0);
  const moved = (await keys())[1];
  assert.ok(Math.abs(moved.secs - raised.secs - 0.4) < 0.02, JSON.stringify(moved));
  assert.deepEqual(moved.weights, raised.weights);

  await studio.setTime(0.6);
  await slide(studio, 0.1);
  const four = await keys();
  assert.deepEqual(four.map((key) => key.secs), [0, 0.6, moved.secs, four[3].secs], "with keys the slider sets the weights at the playhead");
  assert.ok(four[1].weights[1] < 0.15);

  const { name, bytes } = await studio.exported("GLB");
  writeFileSync(join(folder, "weights.csv"), four.map((key) => [key.secs, ...key.weights].join(",")).join("\n"));
  segue(folder, "control", "sample:walk-left", "sample:walk-right", "--weights-file", "weights.csv", "-o", name);
  assert.ok(bytes.equals(readFileSync(join(folder, name))), "the exported file differs from the program's");

  await page.locator("#weight-key-1").focus();
  await page.keyboard.press("ArrowUp");
  await studio.idle();
  assert.ok(Math.abs((await keys())[1].weights[1] - four[1].weights[1] - 0.05) < 1e-9, "the keyboard changes it, too");
  await page.keyboard.press("Delete");
  await studio.idle();
  assert.deepEqual((await keys()).map((key) => key.secs), [0, moved.secs, four[3].secs]);
  for (let n = 0; n < 6; n += 1) await page.keyboard.press("Control+z");
  await studio.idle();
  assert.deepEqual(await keys(), []);
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

test("a bad verdict offers what makes it better, tried before, in one click; Show looks at the joint", async () => {
  const studio = await openStudio({ prepare: (folder) => segue(folder, "library", "add", "samples.segue", "sample:run") });
  const { page } = studio;
  await studio.select("walk", "run");
  await page.getByText("Settings", { exact: true }).click();
  await page.getByLabel("Hold planted feet").uncheck();
  await page.locator(".verdict:not(.good)").waitFor();
  await page.getByRole("button", { name: "Try holding planted feet" }).click();
  await page.locator(".verdict.good").waitFor();
  assert.ok(await page.getByLabel("Hold planted feet").isChecked());
  await studio.idle();
  assert.equal(await page.getByRole("button", { name: /^Try / }).count(), 0);
  await page.getByLabel("Go beyond the clips").check();
  await studio.idle();
  await page.getByLabel("Share of the second clip, as a number").fill("-0.5");
  await page.getByLabel("Share of the second clip, as a number").press("Enter");
  await page.locator("#show-worst").click();
  await studio.idle();
  const { position, target } = await page.evaluate(() => window.studio.camera());
  assert.ok(Math.hypot(...position.map((value, n) => value - target[n])) < 3, "the joint is looked at closely");
  await page.getByRole("button", { name: "Try weights between the clips" }).click();
  await page.locator(".verdict.good").waitFor();
  assert.deepEqual((await studio.document()).blend["walk + run"].weights, [1, 0]);
  await studio.close();
});

test("work that takes longer can be cancelled and gone on with", async () => {
  const studio = await openStudio();
  const { page } = studio;
  let held = true;
  await page.route("**/api/verbs/register", async (route) => {
    while (held) await new Promise((resolve) => setTimeout(resolve, 50));
    await route.continue().catch(() => {});
  });
  await page.locator('[data-clip="walk-left"]').click();
  await page.locator('[data-clip="walk-right"]').click({ modifiers: ["Control"] });
  await page.getByRole("tab", { name: "Register" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Cancelled.").waitFor();
  held = false;
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByText("Matched plants").waitFor();
  assert.equal(await page.getByText("Cancelled.").count(), 0);
  await studio.close();
});

test("with Alt the slider goes beyond the clips, Compare that is held shows only so long, Enter goes to the worst moment", async () => {
  const studio = await openStudio();
  const { page } = studio;
  await studio.select("walk-left", "walk-right");
  const slider = await page.locator("#blend-slider").boundingBox();
  await page.mouse.move(slider.x + slider.width / 2, slider.y + slider.height / 2);
  await page.keyboard.down("Alt");
  await page.waitForFunction(() => document.querySelector("#blend-slider").max === "1.5");
  await page.mouse.down();
  await page.mouse.move(slider.x + slider.width - 12, slider.y + slider.height / 2, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up("Alt");
  await studio.idle();
  const [, share] = (await studio.document()).blend["walk-left + walk-right"].weights;
  assert.ok(share > 1.2, `the share is ${share}`);
  assert.equal(await page.locator("#blend-slider").getAttribute("max"), "1.5", "what is beyond the clips stays in sight");
  await page.keyboard.press("Control+z");
  await studio.idle();
  assert.equal(await page.locator("#blend-slider").getAttribute("max"), "1");

  const compare = page.locator("#compare");
  await compare.hover();
  await page.mouse.down();
  await page.waitForFunction(() => document.querySelector("#compare").ariaPressed === "true");
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelector("#compare").ariaPressed === "false");
  await studio.close();
});
