import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { openStudio, segue } from "./studio.mjs";

test("the diamond and an edge are dragged, and the file equals the program's", async () => {
  const studio = await openStudio();
  const { page, folder } = studio;
  await studio.select("walk-left", "walk-right");
  await studio.tool("Transition");
  await page.locator("#strips").waitFor();
  await studio.drag("#strips", [[0.5, 0.25], [0.53, 0.25]]);
  await page.locator("#half-width").focus();
  await page.keyboard.press("ArrowLeft");
  await studio.idle();
  const { at_secs, half_width_secs } = (await studio.document()).transition["walk-left + walk-right"];
  const { name, bytes } = await studio.exported("GLB");
  segue(folder, "transition", "sample:walk-left", "sample:walk-right", "--at", at_secs.join(","), "--half-width", String(half_width_secs), "-o", name);
  assert.ok(bytes.equals(readFileSync(join(folder, name))), "the exported file differs from the program's");
  await studio.close();
});
