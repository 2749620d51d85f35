import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { meshes, withMesh, withoutMotion } from "./hero.mjs";
import { drop, openStudio, segue } from "./studio.mjs";

/** A taller character with two clips, as a GLB with a mesh. */
function heroFile(folder) {
  for (const name of ["walk-left", "walk-right"]) segue(folder, "convert", `sample:${name}`, `${name}.bvh`);
  segue(folder, "convert", "walk-left.bvh?scale=0.012", "walk-right.bvh?scale=0.012", "motion.glb");
  const path = join(folder, "hero.glb");
  const bytes = withMesh(readFileSync(join(folder, "motion.glb")));
  writeFileSync(path, bytes);
  return { path, bytes };
}

test("walks are blended on the character that was dropped, compared and exported", async () => {
  const studio = await openStudio();
  const { page, folder } = studio;
  const hero = heroFile(folder);
  await studio.click("walk");
  await drop(studio, [hero.path]);
  await page.locator('[data-clip^="hero/"]').first().waitFor({ timeout: 30000 });
  await studio.idle();
  assert.deepEqual((await studio.view()).selection, ["walk"], "what was selected stays selected");
  const [left, right] = await page.evaluate(() => [...document.querySelectorAll('[data-clip^="hero/"]')].map((row) => row.dataset.clip));
  await studio.select(left, right);
  await page.waitForFunction(() => window.studio.stats().actors.some((one) => one.role === "main" && one.isDressed));
  assert.deepEqual(await page.locator(".slider-names span").allTextContents(), ["walk-left", "walk-right"], "the file's name would cut off what tells them apart");
  assert.deepEqual((await page.locator(".labels .label").allTextContents()).sort(), ["blend", "walk-left", "walk-right"]);
  await page.locator("#compare").click();
  await page.locator("#linear-verdict").waitFor();
  await studio.idle();
  await page.waitForFunction(() => window.studio.stats().actors.some((one) => one.role === "linear" && one.isDressed));
  const looks = Object.fromEntries((await studio.stats()).actors.map((one) => [one.role, one.isGhost]));
  assert.deepEqual([looks.main, looks.linear], [false, true], "the linear blend wears the mesh as a ghost");
  assert.match(await page.locator(".verdict .said").textContent(), /^✓ Good: feet held within/);
  const own = await studio.exported("GLB");
  assert.deepEqual(meshes(own.bytes), { joints: meshes(hero.bytes).joints, corners: meshes(hero.bytes).corners }, "the file keeps the character's mesh");
  segue(folder, "blend", `samples.segue#${left}`, `samples.segue#${right}`, "--weights", "0.5,0.5", "-o", own.name);
  assert.ok(own.bytes.equals(readFileSync(join(folder, own.name))), "the exported file differs from the program's");

  await studio.select("walk-left", "walk-right");
  assert.ok(!(await studio.stats()).actors.some((one) => one.isDressed), "these have no mesh");
  await page.locator("#character").getByRole("radio", { name: "hero" }).click();
  await studio.idle();
  await page.waitForFunction(() => window.studio.stats().actors.some((one) => one.role === "main" && one.isDressed));
  const lent = await studio.exported("GLB");
  assert.deepEqual(meshes(lent.bytes), meshes(own.bytes), "the file holds the mesh of the character that was chosen");
  segue(folder, "blend", "samples.segue#walk-left", "samples.segue#walk-right", "--skeleton", `samples.segue#${left}`, "--weights", "0.5,0.5", "-o", lent.name);
  assert.ok(lent.bytes.equals(readFileSync(join(folder, lent.name))), "the exported file differs from the program's");
  await page.keyboard.press("Control+z");
  await studio.idle();
  assert.deepEqual((await studio.document()).character ?? {}, {});
  await studio.close();
});

test("a character that has no motion of its own wears a blend", async () => {
  const studio = await openStudio();
  const { page, folder } = studio;
  const still = join(folder, "still.glb");
  writeFileSync(still, withoutMotion(heroFile(folder).bytes));
  await studio.select("walk-left", "walk-right");
  await drop(studio, [still]);
  await page.locator('[data-clip="still"]').getByText("figure").waitFor({ timeout: 30000 });
  await studio.idle();
  await page.locator("#character").getByRole("radio", { name: "still" }).click();
  await studio.idle();
  await page.waitForFunction(() => window.studio.stats().actors.some((one) => one.role === "main" && one.isDressed));
  const worn = await studio.exported("GLB");
  assert.deepEqual(meshes(worn.bytes), meshes(readFileSync(still)));
  segue(folder, "blend", "samples.segue#walk-left", "samples.segue#walk-right", "--skeleton", "samples.segue#still", "--weights", "0.5,0.5", "-o", worn.name);
  assert.ok(worn.bytes.equals(readFileSync(join(folder, worn.name))), "the exported file differs from the program's");
  await studio.close();
});
