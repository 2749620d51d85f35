// Every tool's main path with keys alone: no pointer is moved, what has the focus is seen, and Tab leads everywhere.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { openStudio, segue } from "./studio.mjs";

/** More presses of Tab than this lead nowhere. */
const MOST_TABS = 120;

/** Whether a person sees what has the focus: it is in the window and has a ring, or the row of a list that keys move has. */
function focusIsSeen(page) {
  return page.evaluate(() => {
    const focused = document.activeElement;
    const row = focused.querySelector?.(".active");
    const ringed = [focused, row].filter(Boolean).some((node) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(node);
      return (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) || boxShadow !== "none";
    });
    const box = (row ?? focused).getBoundingClientRect();
    const inSight = box.width > 0 && box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
    return ringed && inSight;
  });
}

const focused = (page) => page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120));

/** Presses Tab until something has the focus; everything on the way is seen. */
async function tabTo(studio, selector) {
  const { page } = studio;
  for (let n = 0; n < MOST_TABS; n += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement !== document.body)) assert.ok(await focusIsSeen(page), `the focus is not seen: ${await focused(page)}`);
  }
  assert.fail(`Tab does not lead to ${selector}; it is at ${await focused(page)}`);
}

/** Selects clips in the list. */
async function select(studio, ...names) {
  const { page } = studio;
  await tabTo(studio, ".list");
  const order = await page.evaluate(async () => (await (await fetch("/api/clips")).json()).clips.map((clip) => clip.name));
  for (const name of names) {
    await page.keyboard.press("Home");
    for (let n = 0; n < order.indexOf(name); n += 1) await page.keyboard.press("ArrowDown");
    assert.ok(await focusIsSeen(page), "the row is not seen");
    await page.keyboard.press("Enter");
  }
  await studio.idle();
}

/** Takes everything off the selection. */
async function unselect(studio) {
  const { selection } = await studio.view();
  await select(studio, ...selection);
  assert.deepEqual((await studio.view()).selection, []);
}

async function tool(studio, number) {
  await studio.page.keyboard.press(String(number));
  await studio.idle();
}

/** Ctrl+E, down to a line, Enter: the file. */
async function exported(studio, line) {
  const { page } = studio;
  await page.keyboard.press("Control+e");
  for (let n = 0; n < 12 && !(await page.evaluate((words) => document.activeElement?.textContent.startsWith(words), line)); n += 1) await page.keyboard.press("ArrowDown");
  const coming = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  const file = await coming;
  const saved = join(studio.folder, "downloaded");
  await file.saveAs(saved);
  return { name: file.suggestedFilename(), bytes: readFileSync(saved) };
}

test("two clips are registered, pinned, blended, compared, joined by a transition and exported by keys alone", async () => {
  const studio = await openStudio();
  const { page, folder } = studio;
  await select(studio, "walk-left", "walk-right");
  assert.deepEqual((await studio.view()).selection, ["walk-left", "walk-right"]);
  await tool(studio, 2);
  await tabTo(studio, "#grid");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+ArrowUp");
  await page.keyboard.press("p");
  await studio.idle();
  assert.equal((await studio.document()).register["walk-left + walk-right"].pins.length, 1);
  await page.keyboard.press("Control+z");
  await studio.idle();

  await tool(studio, 3);
  await tabTo(studio, "#blend-slider");
  for (let n = 0; n < 3; n += 1) await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("c");
  await page.locator("#linear-verdict").waitFor();
  await studio.idle();
  const blend = await exported(studio, "GLB");
  segue(folder, "blend", "sample:walk-left", "sample:walk-right", "--weights", "0.53,0.47", "-o", blend.name);
  assert.ok(blend.bytes.equals(readFileSync(join(folder, blend.name))), "the exported blend differs from the program's");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "export", "after the menu the focus is where it was opened");

  await tool(studio, 4);
  await tabTo(studio, "#strips");
  const before = await page.locator(".tool .facts dd").allTextContents();
  await page.keyboard.press("ArrowLeft");
  await studio.idle();
  await page.keyboard.press("Shift+ArrowLeft");
  await studio.idle();
  assert.notDeepEqual(await page.locator(".tool .facts dd").allTextContents(), before);
  const { at_secs, half_width_secs } = (await studio.document()).transition["walk-left + walk-right"];
  const transition = await exported(studio, "GLB");
  segue(folder, "transition", "sample:walk-left", "sample:walk-right", "--at", at_secs.join(","), "--half-width", String(half_width_secs), "-o", transition.name);
  assert.ok(transition.bytes.equals(readFileSync(join(folder, transition.name))), "the exported transition differs from the program's");
  await studio.close();
});

test("kicks are found, one is rejected, and the rest controlled by keys alone", async () => {
  const studio = await openStudio();
  const { page } = studio;
  await select(studio, "take-kicks");
  // Away from the list, whose Home is its own.
  await page.keyboard.press("F6");
  const { rate } = await page.evaluate(() => window.studio.main());
  await page.keyboard.press("Home");
  for (const [frames, end] of [[83, "i"], [148, "o"]]) {
    for (let n = 0; n < Math.floor(frames / 10); n += 1) await page.keyboard.press("Shift+ArrowRight");
    for (let n = 0; n < frames % 10; n += 1) await page.keyboard.press("ArrowRight");
    await page.keyboard.press(end);
  }
  const range = (await studio.view()).range.map((secs) => Math.round(secs * rate));
  assert.deepEqual(range, [83, 231]);
  await tool(studio, 5);
  await tabTo(studio, "#find");
  await page.keyboard.press("Enter");
  await studio.idle();
  if (await page.locator("#index-now").count()) {
    await tabTo(studio, "#index-now");
    await page.keyboard.press("Enter");
    await page.locator("#found").waitFor({ timeout: 180000 });
  }
  await studio.idle();
  await tabTo(studio, ".match");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("e");
  await page.getByRole("dialog").getByText(/^match \d+ of the search, found in step \d+$/).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  const inList = () => page.evaluate(() => document.activeElement?.matches(".match"));
  assert.ok(await inList(), "after the dialog the focus is back");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("reject");
  await page.keyboard.press("Enter");
  await studio.answered();
  assert.ok((await studio.document()).search.reject.length > 0, "the palette has the keys of what had the focus");
  assert.ok(await inList(), "the list keeps the focus");
  await page.keyboard.press("Control+z");
  await studio.answered();
  await tabTo(studio, "#controllable");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => window.studio.view().tool === "control", undefined, { timeout: 180000 });
  await page.locator("#reach .said").waitFor({ timeout: 60000 });
  await studio.idle();
  await tabTo(studio, '.tool input[type="range"]');
  await page.keyboard.press("ArrowRight");
  await studio.idle();
  assert.ok((await studio.document()).control.target);
  assert.match(await page.locator("#reach").textContent(), /Reached within|out of reach/);
  await studio.close();
});

test("a box is put into a scene and moved, and a hand placed, by keys alone", async () => {
  const studio = await openStudio();
  const { page } = studio;
  await tool(studio, 7);
  await tabTo(studio, "#sketch-example");
  await page.keyboard.press("Enter");
  await page.locator(".step-head").nth(1).waitFor({ timeout: 120000 });
  await studio.idle();
  await tabTo(studio, ".scene-shape summary");
  await page.keyboard.press("Enter");
  await tabTo(studio, '[aria-label^="height of box"]');
  await page.keyboard.press("Control+a");
  await page.keyboard.type("0.4");
  await page.keyboard.press("Enter");
  await studio.edited();
  assert.equal((await studio.document()).sketch.scene.blocks[0].greatest[1], 0.4);
  await tabTo(studio, "#play-rigid");
  await page.keyboard.press("Space");
  await page.locator("#play-rigid[aria-pressed=true]").waitFor({ timeout: 10000 });
  await studio.idle();

  await select(studio, "reach-low");
  await tool(studio, 8);
  await page.locator("#pose-reach .said").waitFor();
  await tabTo(studio, '[aria-label="Metres up"]');
  await page.keyboard.press("Control+a");
  await page.keyboard.type("1.1");
  await page.keyboard.press("Enter");
  await studio.idle();
  assert.equal((await studio.document()).pose["reach-low"].at[1], 1.1);
  await unselect(studio);
  await studio.close();
});
