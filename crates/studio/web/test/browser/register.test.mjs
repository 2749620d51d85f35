import assert from "node:assert/strict";
import test from "node:test";
import { doubtful, openStudio } from "./studio.mjs";

test("the grid shows both times under the pointer and both figures there", async () => {
  const studio = await openStudio();
  const { page } = studio;
  await studio.select("walk-left", "walk-right");
  await studio.tool("Register");
  const box = await page.locator("#grid").boundingBox();
  const seen = new Set();
  for (const share of [0.3, 0.45, 0.6, 0.75, 0.9]) {
    await page.mouse.move(box.x + share * box.width, box.y + 0.4 * box.height);
    await studio.idle();
    const words = await page.locator("#cell").textContent();
    assert.match(words, /walk-left \d\.\d\d s · walk-right \d\.\d\d s · (\d+\.\d cm apart|no path leads here)/);
    seen.add(words);
    const times = (await studio.stats()).actors.map((one) => one.time.toFixed(2));
    for (const time of times) assert.ok(words.includes(time), `${words}: ${times}`);
  }
  assert.equal(seen.size, 5);
  await studio.close();
});

test("a click keeps the cell after the pointer has left, for a pin or a transition there; playing lets go of it", async () => {
  const studio = await openStudio();
  const { page } = studio;
  await studio.select("walk-left", "walk-right");
  await studio.tool("Register");
  const box = await page.locator("#grid").boundingBox();
  const words = () => page.locator("#cell").textContent();
  const times = async () => (await studio.stats()).actors.map((one) => one.time);
  await page.mouse.click(box.x + 0.5 * box.width, box.y + 0.5 * box.height);
  await studio.idle();
  const [kept, at] = [await words(), await times()];
  await page.mouse.move(box.x + 0.7 * box.width, box.y + 0.3 * box.height);
  await studio.idle();
  assert.notEqual(await words(), kept);
  await page.mouse.move(box.x - 300, box.y);
  await page.waitForTimeout(600);
  await studio.idle();
  assert.equal(await words(), kept);
  assert.deepEqual(await times(), at, "both figures are held there");
  await page.locator("#transition-here").click();
  await studio.idle();
  assert.equal((await studio.view()).tool, "transition");
  (await studio.document()).transition["walk-left + walk-right"].at_secs.forEach((secs, n) => assert.ok(Math.abs(secs - at[n]) < 1e-3, `${secs}, not ${at[n]}`));
  await page.keyboard.press("Control+z");
  await studio.tool("Register");
  await page.keyboard.press("Space");
  await page.locator("#cell", { hasText: /^Move over the grid/ }).waitFor();
  await studio.close();
});

test("a point of the path is pinned by dragging it, and the curve passes the pin", async () => {
  const studio = await openStudio();
  const { page } = studio;
  const takesPins = await page.evaluate(async () => "pins" in (await (await fetch("/api/session")).json()).verbs.register.register);
  if (!takesPins) return studio.close();
  await studio.select("walk-left", "walk-right");
  await studio.tool("Register");
  const grid = await page.evaluate(async () => {
    const request = { clips: { inputs: ["#walk-left", "#walk-right"] }, register: { reference: "1" } };
    const response = await fetch("/api/verbs/register", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(request) });
    const answer = await response.json();
    const [a, b] = answer.clips;
    const n = Math.floor(answer.u.length / 2);
    return { moments: [a.moments_secs[n], b.moments_secs[n]], secs: [a.duration_secs, b.duration_secs] };
  });
  const box = await page.locator("#grid").boundingBox();
  const at = ([first, second]) => ({ x: box.x + 30 + (first / grid.secs[0]) * (box.width - 38), y: box.y + 8 + (1 - second / grid.secs[1]) * (box.height - 38) });
  const from = at(grid.moments);
  const to = at([grid.moments[0], grid.moments[1] + 0.3]);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
  await studio.idle();
  const { pins } = (await studio.document()).register["walk-left + walk-right"];
  assert.equal(pins.length, 1);
  const off = await page.evaluate(async ([pin]) => {
    const request = { clips: { inputs: ["#walk-left", "#walk-right"] }, register: { reference: "1", pins: [{ clip: "2", ...pin }] } };
    const response = await fetch("/api/verbs/register", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(request) });
    const { clips: [a, b] } = await response.json();
    const n = a.moments_secs.findIndex((secs) => secs >= pin.reference_secs);
    const share = (pin.reference_secs - a.moments_secs[n - 1]) / (a.moments_secs[n] - a.moments_secs[n - 1]);
    return Math.abs(b.moments_secs[n - 1] + share * (b.moments_secs[n] - b.moments_secs[n - 1]) - pin.secs);
  }, pins);
  assert.ok(off < 0.5 / 30, `the curve passes the pin ${off} s away`);
  await page.mouse.move(box.x + box.width / 2, box.y - 20);
  await studio.idle();
  // Beside the diamond, the curve is where it was pinned, and not where it was before.
  const seen = await orangeNear(page, to.x - box.x - 14);
  assert.ok(seen.some((y) => Math.abs(y - (to.y - box.y + 14)) < 8), `the curve is drawn at ${seen}, the pin at ${to.y - box.y}`);
  await studio.close();
});

/** Where the curve is drawn on the grid at a pixel across, in pixels down. */
function orangeNear(page, x) {
  return page.evaluate((across) => {
    const canvas = document.querySelector("#grid");
    const ratio = canvas.width / canvas.clientWidth;
    const { data } = canvas.getContext("2d").getImageData(Math.round(across * ratio), 0, 1, canvas.height);
    const orange = (at) => data[at] > 200 && data[at + 1] > 80 && data[at + 1] < 170 && data[at + 2] < 90;
    return Array.from({ length: canvas.height }, (_, y) => y).filter((y) => orange(4 * y)).map((y) => y / ratio);
  }, x);
}

test("what the program warns of is said where it is made, and names stand out", async () => {
  const studio = await openStudio();
  const { page, folder } = studio;
  await studio.select("walk-left", "reach-low");
  const { stderr } = doubtful(folder, 0, "blend", "sample:walk-left", "sample:reach-low", "-o", "both.glb");
  const warned = [...stderr.matchAll(/^warning: (.*)$/gm)].map(([, words]) => words.replaceAll("`", ""));
  assert.ok(warned.length > 0, "the program warns of such a blend");
  for (const tool of ["Blend", "Register"]) {
    await studio.tool(tool);
    await page.locator(".warnings .note").first().waitFor();
    const said = await page.locator(".warnings .note").allTextContents();
    for (const words of warned) assert.ok(said.includes(`▲ ${words}`), `${tool} does not say: ${words}\n${said.join("\n")}`);
    assert.ok((await page.locator(".warnings code").allTextContents()).includes("walk-left"));
  }
  await studio.select("walk-left", "walk-right");
  assert.equal((await studio.view()).tool, "register", "pairs are compared as the last one was");
  assert.equal(await page.locator(".warnings .note").count(), 0);
});
