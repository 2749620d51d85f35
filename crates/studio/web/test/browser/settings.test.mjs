import assert from "node:assert/strict";
import test from "node:test";
import { chooseKick, openStudio, segue } from "./studio.mjs";

/** What sets something, whatever the tool. */
const CONTROLS = '#tool :is(input[type="checkbox"], input[type="range"], input[type="number"], select):visible';

/** The document without places where nothing is left. */
function filled(value) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  const kept = Object.entries(value).map(([key, one]) => [key, filled(one)]).filter(([, one]) => one !== null && JSON.stringify(one) !== "{}");
  return Object.fromEntries(kept);
}

const valueOf = (control) => control.evaluate((node) => (node.type === "checkbox" ? node.checked : node.value));
const nameOf = (control) => control.evaluate((node) => node.getAttribute("aria-label") ?? node.labels?.[0]?.textContent ?? node.id);

/** Sets a control by a key; where it is at its end already, the other way. */
async function set(studio, control, settled) {
  const before = await valueOf(control);
  const isBox = await control.evaluate((node) => node.type === "checkbox");
  for (const key of isBox ? ["Space"] : ["ArrowUp", "ArrowDown"]) {
    await control.focus();
    await studio.page.keyboard.press(key);
    await settled();
    if ((await valueOf(control)) !== before) return;
  }
}

/** Sets every control of the open tool, and takes each back by one undo; says which there were. */
async function everyControlIsAStep(studio, settled = () => studio.idle()) {
  const { page } = studio;
  const closed = page.locator("#tool details:not([open]) > summary:visible");
  while ((await closed.count()) > 0) await closed.first().click();
  await settled();
  const names = [];
  for (let n = 0; n < (await page.locator(CONTROLS).count()); n += 1) {
    const control = page.locator(CONTROLS).nth(n);
    // What is disabled, or has one choice, sets nothing.
    if (await control.evaluate((node) => node.disabled || node.options?.length < 2)) continue;
    const name = await nameOf(control);
    const [before, value] = [filled(await studio.document()), await valueOf(control)];
    await set(studio, control, settled);
    assert.notDeepEqual(filled(await studio.document()), before, `${name} is kept in the document`);
    await page.getByRole("button", { name: "Undo", exact: false }).first().click();
    await settled();
    assert.deepEqual(filled(await studio.document()), before, `one undo takes back what ${name} set`);
    assert.equal(await valueOf(page.locator(CONTROLS).nth(n)), value, `${name} shows what it showed before`);
    names.push(name);
  }
  return names;
}

test("every control of the tools for clips is a step of undo", async () => {
  const studio = await openStudio();
  await studio.click("walk-left");
  assert.deepEqual(await everyControlIsAStep(studio), ["Mirror left and right"]);
  await studio.click("reach-low");
  await studio.tool("Pose");
  const posed = await everyControlIsAStep(studio);
  assert.ok(posed.includes("Metres up"), posed.join());
  await studio.select("walk-left", "walk-right");
  const blended = await everyControlIsAStep(studio);
  for (const name of ["Share of the second clip", "Hold planted feet", "Go beyond the clips"]) assert.ok(blended.includes(name), blended.join());
  await studio.tool("Register");
  assert.deepEqual(await everyControlIsAStep(studio), ["Ends"]);
  await studio.tool("Transition");
  assert.deepEqual(await everyControlIsAStep(studio), ["Half width of the transition"]);
  await studio.close();
});

test("every control of Search and Control is a step of undo", async () => {
  const studio = await openStudio({ prepare: (folder) => segue(folder, "index", "samples.segue") });
  const { page } = studio;
  await chooseKick(studio);
  await page.locator("#find").click();
  await page.locator("#found").waitFor();
  await studio.idle();
  assert.deepEqual(await everyControlIsAStep(studio, () => studio.answered()), ["ε in centimetres", "Variants", "Mirrored"]);
  await page.locator("#controllable").click();
  await page.waitForFunction(() => window.studio.view().tool === "control");
  await page.locator("#reach .said").waitFor();
  await studio.idle();
  const measured = await everyControlIsAStep(studio);
  assert.ok(measured.length >= 6, measured.join());
  await studio.close();
});

test("every control of Sketch is a step of undo", async () => {
  const studio = await openStudio();
  const { page } = studio;
  await studio.tool("Sketch");
  await page.locator("#sketch-example").click();
  await page.locator(".step-head").nth(1).waitFor();
  await studio.edited();
  const names = await everyControlIsAStep(studio, () => studio.edited());
  assert.ok(names.length >= 5, names.join());
  await studio.close();
});

test("a result that is opened again is one step, whatever it was made with", async () => {
  const studio = await openStudio();
  const { page } = studio;
  await studio.select("walk-left", "walk-right");
  const settings = async () => {
    const { blend, register } = filled(await studio.document());
    return [blend?.["walk-left + walk-right"], register?.["walk-left + walk-right"]];
  };
  const share = page.locator("#blend-slider");
  const hold = page.getByRole("checkbox", { name: "Hold planted feet" });
  const nth = async (n) => {
    await share.focus();
    await page.keyboard.press(["Home", "End"][n]);
    await hold.click();
    await studio.tool("Register");
    const ends = page.getByLabel("Ends", { exact: true });
    if (await ends.isHidden()) await page.locator("#tool summary", { hasText: "Settings" }).click();
    await ends.focus();
    await page.keyboard.press("ArrowDown");
    await studio.idle();
    await studio.tool("Blend");
  };
  await page.locator("#tool summary", { hasText: "Settings" }).click();
  await nth(0);
  const first = await settings();
  assert.deepEqual(first, [{ weights: [1, 0], hold: false }, { ends: "pinned" }]);
  await page.locator("#export").click();
  await page.getByRole("menuitem", { name: /Keep in the library/ }).click();
  await page.getByRole("textbox", { name: /Keep in the library/ }).fill("mine");
  await page.keyboard.press("Enter");
  await page.locator('[data-clip="mine"]').getByText("result").waitFor();
  await studio.idle();
  await nth(1);
  const second = await settings();
  assert.deepEqual(second, [{ weights: [0, 1] }, { ends: "open" }]);
  await studio.click("mine");
  await page.locator("#reopen").click();
  await studio.idle();
  assert.deepEqual(await settings(), first);
  assert.equal(await hold.isChecked(), false);
  await page.keyboard.press("Control+z");
  await page.getByText("Undone: open mine again.").waitFor();
  await studio.idle();
  assert.deepEqual(await settings(), second, "one undo takes all of it back");
  await page.keyboard.press("Control+Shift+z");
  await studio.idle();
  assert.deepEqual(await settings(), first);
  await studio.close();
});
