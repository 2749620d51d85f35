import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { chooseKick, KICK, openStudio, segue } from "./studio.mjs";

test("all kicks from one, then kick there", async () => {
  const studio = await openStudio();
  const { page, folder } = studio;
  await chooseKick(studio);
  assert.equal((await studio.view()).tool, "search");
  // Before anything is found, what is shown can be exported: the range.
  const range = await studio.exported("BVH");
  segue(folder, "convert", `samples.segue#take-kicks@${KICK.join("-")}`, range.name);
  assert.ok(range.bytes.equals(readFileSync(join(folder, range.name))), "the exported range differs from the program's");
  await page.locator("#find").click();
  await studio.idle();
  const index = page.locator("#index-now");
  if (await index.count()) {
    await index.click();
    await page.locator("#found").waitFor({ timeout: 180000 });
  }
  await studio.idle();
  // Kicks that follow one another are one line, which opens to them.
  const family = page.locator("[data-family]").first();
  const [, many] = /^(\d+) matches of take-kicks that follow one another/.exec(await family.getAttribute("aria-label")) ?? assert.fail("no family");
  assert.equal(await page.locator("[data-match]").count(), 0);
  await family.focus();
  await page.keyboard.press("ArrowRight");
  await studio.answered();
  assert.equal(await page.locator("[data-match]").count(), Number(many));
  assert.ok(Number(many) >= 4, `${many} matches`);
  const names = await page.locator("[data-match]").evaluateAll((rows) => rows.map((row) => row.dataset.match));
  const starts = names.map((name) => Number(/@(\d+)-/.exec(name)[1]));
  assert.deepEqual(starts, [...starts].sort((a, b) => a - b), "in order of time");
  await page.locator("[data-match]").first().focus();
  await page.keyboard.press("x");
  await studio.answered();
  assert.deepEqual((await studio.document()).search.reject, [names[0]]);
  const focused = await page.locator(":focus").getAttribute("data-line");
  assert.ok(focused !== null && !focused.includes(names[0]), `what came in its place has the focus: ${focused}`);
  await page.keyboard.press("Control+z");
  await studio.answered();
  assert.deepEqual((await studio.document()).search.reject, []);
  await family.focus();
  await page.keyboard.press("x");
  await studio.answered();
  assert.deepEqual((await studio.document()).search.reject, names, "a family is rejected as one");
  await page.keyboard.press("Control+z");
  await studio.answered();
  await page.locator("[data-match]").nth(1).hover();
  await page.waitForFunction(() => window.studio.main().name.includes("@"));
  const kept = await page.evaluate(() => window.studio.main());
  assert.ok(Object.values(kept.plants).some((ranges) => ranges.length > 0 && ranges.every(([a, b]) => a >= 0 && b < kept.frames)), "a match that plays shows its plants");
  await page.mouse.move(600, 300);
  await page.locator("#sync").click();
  await page.waitForFunction(() => window.studio.stats().actors.length >= 4);
  await page.locator(".labels .label").nth(3).waitFor();
  const badges = await page.locator(".labels .label").evaluateAll((all) => all.map((one) => [one.textContent, one.offsetWidth]));
  badges.forEach(([words, width]) => assert.ok(width < 40, `the badge of ${words} is ${width} pixels wide`));
  const labels = await page.locator(".labels .label").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  const covers = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  assert.ok(labels.every((a, n) => labels.slice(n + 1).every((b) => !covers(a, b))), `labels cover each other: ${JSON.stringify(labels)}`);
  assert.equal(await page.getByText(/^range /).filter({ visible: true }).count(), 0, "a stretch of the take is not one of the match");
  await page.locator("#sync").click();

  await page.locator("#controllable").click();
  await page.waitForFunction(() => window.studio.view().tool === "control", undefined, { timeout: 180000 });
  await page.locator("#reach").locator(".said").waitFor({ timeout: 60000 });
  await studio.idle();
  assert.match(await page.locator("#reach").textContent(), /Reached within \d\.\d mm/);
  const arrows = await page.evaluate(() => window.studio.arrows());
  assert.ok(arrows.every(({ x, y }) => Math.min(x, y, 1 - x, 1 - y) > 0), `an arrow of the target is out of sight: ${JSON.stringify(arrows)}`);
  const { name, bytes } = await studio.exported("GLB");
  const { target } = (await page.evaluate(() => window.studio.exported())).asked.request;
  segue(folder, "parametric", "at", "samples.segue#take-kicks-control", target.join(","), "-o", name);
  assert.ok(bytes.equals(readFileSync(join(folder, name))), "the exported file differs from the program's");

  // The figure holds the moment that is measured: the foot is where the target is.
  const measured = (await studio.stats()).actors.find((one) => one.role === "main");
  const seen = await page.evaluate(() => window.studio.target());
  const foot = measured.joints.findIndex((name) => /right.*(ankle|foot)|rfoot|rightfoot/i.test(name));
  const there = await page.evaluate((place) => window.studio.project(...place), measured.places.slice(3 * foot, 3 * foot + 3));
  assert.ok(Math.hypot(there.x - seen.x, there.y - seen.y) < 0.02, `${measured.joints[foot]} at ${JSON.stringify(there)}, the target at ${JSON.stringify(seen)}`);
  const box = await page.locator(".view-canvas").boundingBox();
  const place = (at) => [box.x + at.x * box.width, box.y + at.y * box.height];
  await page.mouse.move(...place(seen));
  await page.mouse.down();
  const camera = await page.evaluate(() => window.studio.camera());
  await page.mouse.move(...place({ x: seen.x, y: seen.y - 0.12 }), { steps: 5 });
  await studio.idle();
  assert.deepEqual(await page.evaluate(() => window.studio.camera()), camera, "the camera stays while the hand drags");
  const held = await page.evaluate(() => window.studio.target());
  assert.ok(Math.hypot(held.x - seen.x, held.y - seen.y + 0.12) < 0.01, `the target stays under the hand: ${JSON.stringify(held)}`);
  await page.mouse.up();
  await studio.idle();
  const moved = (await studio.document()).control.target;
  assert.ok(moved[1] > target[1] + 0.05, `${target} to ${moved}`);
  await page.mouse.move(...place(await page.evaluate(() => window.studio.target())));
  await page.mouse.down();
  await page.mouse.move(...place({ x: 0.05, y: 0.05 }), { steps: 5 });
  await page.mouse.up();
  await studio.idle();
  assert.match(await page.locator("#reach").textContent(), /\d+\.\d cm out of reach; this is the nearest motion\./);
  await page.locator("#project").click();
  await studio.idle();
  assert.match(await page.locator("#reach").textContent(), /Reached/);
  await page.getByRole("button", { name: "Sweep" }).click();
  await page.waitForFunction(() => window.studio.stats().actors.length >= 4);
  await studio.idle();
  const stands = (await studio.stats()).actors.map(({ places: [x, , z] }) => [x, z]);
  stands.forEach((a, n) => stands.slice(n + 1).forEach((b) => assert.ok(Math.hypot(a[0] - b[0], a[1] - b[1]) > 0.4, `figures stand inside each other: ${stands.join(" | ")}`)));
  await studio.close();
});

test("clips that came after the index are named, and found once they are indexed", async () => {
  const studio = await openStudio({ prepare: (folder) => {
    segue(folder, "index", "samples.segue");
    segue(folder, "convert", "sample:take-kicks@600-1000", "more.bvh");
    segue(folder, "library", "add", "samples.segue", "more.bvh");
  } });
  const { page } = studio;
  await chooseKick(studio);
  await page.locator("#find").click();
  await page.getByText("Clips that were added since the last index are not searched.").waitFor();
  await page.locator("[data-line]").first().waitFor();
  const clips = () => page.locator("[data-line] .name").evaluateAll((names) => names.map((name) => name.textContent));
  assert.ok((await clips()).length > 0);
  assert.ok(!(await clips()).includes("more"));
  await page.locator("#index-now").click();
  // A match under the pointer would play, and the page would never be idle.
  await page.mouse.move(600, 300);
  await page.locator("[data-line] .name", { hasText: /^more/ }).first().waitFor({ timeout: 180000 });
  await studio.idle();
  assert.equal(await page.locator("#index-now").count(), 0);

  const [node] = await page.locator(".graph-node:not(.query)").all();
  assert.ok((await node.locator("canvas").count()) === 1, "the match is drawn");
  await node.click();
  await page.waitForFunction(() => window.studio.document().search.reject.length === 1);
  await studio.close();
});

test("motions with controls that the library holds are chosen in Control", async () => {
  const studio = await openStudio({ prepare: (folder) => {
    segue(folder, "parametric", "from", "samples.segue", "--query", `take-kicks@${KICK.join("-")}`, "--measure", "ankle.r @apex", "-o", "samples.segue#kick");
  } });
  const { page, folder } = studio;
  await studio.tool("Control");
  await page.getByText("Find an action with Search, then make it controllable.").waitFor();
  await page.getByLabel("Motion with controls").selectOption("kick");
  await page.locator("#reach .said").waitFor({ timeout: 60000 });
  await studio.idle();
  const { name, bytes } = await studio.exported("GLB");
  const { target } = (await page.evaluate(() => window.studio.exported())).asked.request;
  segue(folder, "parametric", "at", "samples.segue#kick", target.join(","), "-o", name);
  assert.ok(bytes.equals(readFileSync(join(folder, name))), "the exported file differs from the program's");
  await page.keyboard.press("Control+z");
  await page.getByText("Find an action with Search, then make it controllable.").waitFor();
  await studio.close();
});
