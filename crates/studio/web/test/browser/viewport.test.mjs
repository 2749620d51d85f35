import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { AnimationMixer, Vector3 } from "three";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import { openStudio, segue } from "./studio.mjs";

/** Where the joints of a GLB file are at a moment, by name. */
async function places(file, secs) {
  const bytes = readFileSync(file);
  const { scene, animations } = await new GLTFLoader().parseAsync(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), "");
  const mixer = new AnimationMixer(scene);
  mixer.clipAction(animations[0]).play();
  mixer.setTime(secs);
  scene.updateMatrixWorld(true);
  const found = new Map();
  scene.traverse((node) => found.set(node.name, new Vector3().setFromMatrixPosition(node.matrixWorld)));
  return found;
}

test("the figure stands where the exported file says, at any time", async () => {
  const studio = await openStudio();
  segue(studio.folder, "convert", "sample:walk-left", "walk.glb");
  await studio.click("walk-left");
  for (const time of [0, 0.5, 1.234]) {
    await studio.setTime(time);
    const { actors } = await studio.stats();
    const wanted = await places(join(studio.folder, "walk.glb"), time);
    const [{ joints, places: shown }] = actors;
    joints.forEach((name, joint) => {
      const at = wanted.get(name);
      assert.ok(at, `the file has no ${name}`);
      const off = at.distanceTo(new Vector3(...shown.slice(3 * joint, 3 * joint + 3)));
      assert.ok(off < 1e-4, `${name} is ${off} m off at ${time} s`);
    });
  }
  await studio.close();
});

test("play, scrub, step, orbit, views and follow", async () => {
  const studio = await openStudio();
  const { page } = studio;
  await studio.click("walk");
  // Space plays, whatever was clicked before.
  await page.getByRole("button", { name: "Trails" }).click();
  await page.keyboard.press("Space");
  await page.waitForFunction(() => window.studio.view().time > 0.05);
  await page.keyboard.press("Space");
  assert.equal((await studio.view()).playing, false);
  await page.keyboard.press("Home");
  for (let n = 0; n < 3; n += 1) await page.keyboard.press("ArrowRight");
  const { time } = await studio.view();
  const { rate } = await page.evaluate(() => window.studio.main());
  assert.ok(Math.abs(time - 3 / rate) < 1e-9);
  await studio.drag(".timeline-canvas", [[0.2, 0.05], [0.6, 0.05]]);
  assert.ok((await studio.view()).time > time + 0.2);
  const before = await page.evaluate(() => window.studio.project(0, 1, 0));
  await studio.drag(".view-canvas", [[0.8, 0.3], [0.6, 0.4]]);
  const after = await page.evaluate(() => window.studio.project(0, 1, 0));
  assert.ok(Math.hypot(after.x - before.x, after.y - before.y) > 0.001);
  await page.keyboard.press("v");
  assert.equal((await studio.view()).camera, "front");
  await page.locator(".cube-side", { hasText: "top" }).click({ force: true });
  await studio.idle();
  assert.equal((await studio.view()).camera, "top", "a side of the cube is clicked");
  await studio.drag(".cube", [[0.5, 0.5], [0.9, 0.1]]);
  assert.equal((await studio.view()).camera, "free", "the cube is dragged");
  await page.keyboard.press("g");
  assert.equal((await studio.view()).follow, false);
  await studio.close();
});

test("a click on a clip plays it, and a person who wants less motion sees it stand", async () => {
  const studio = await openStudio({ testing: false });
  const { page } = studio;
  const time = () => page.locator(".readout").textContent();
  await page.getByText("walk-left", { exact: true }).click();
  await page.waitForFunction(() => !document.querySelector(".readout").textContent.startsWith("0.00 s"));
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.reload();
  await page.getByText("walk-right", { exact: true }).click();
  await page.locator(".play[aria-pressed=false]").waitFor();
  assert.match(await time(), /^0\.00 s/);
  await studio.close();
});

test("a click on a sole goes to where the foot comes down", async () => {
  const studio = await openStudio();
  const { page } = studio;
  await studio.click("walk");
  const { plants, rate } = await page.evaluate(() => window.studio.main());
  const [first, last] = plants.left_heel.find(([from]) => from > 0);
  await studio.setTime((first + last) / 2 / rate);
  const [{ joints, places }] = (await studio.stats()).actors;
  const [x, , z] = places.slice(3 * joints.indexOf("LeftFoot"));
  await studio.setTime(last / rate + 0.3);
  const box = await page.locator(".view-canvas").boundingBox();
  const seen = await page.evaluate(([x, z]) => window.studio.project(x, 0, z), [x, z]);
  await page.mouse.click(box.x + seen.x * box.width, box.y + seen.y * box.height);
  await studio.idle();
  const { time } = await studio.view();
  assert.ok(Math.abs(time - first / rate) < 0.06, `${time} s, the plant begins at ${first / rate} s`);
  await studio.close();
});

test("Tab goes from figure to figure, F looks at one, A at all, and Enter selects its clip", async () => {
  const studio = await openStudio();
  const { page } = studio;
  await studio.select("walk-left", "walk-right");
  await studio.tool("Inspect");
  await page.locator(".view-canvas").focus();
  const focused = () => page.evaluate(() => document.activeElement.dataset.handle);
  const lookedAt = async () => (await page.evaluate(() => window.studio.camera())).target[0];
  const places = (await studio.stats()).actors.map(({ places: [x] }) => x);
  await page.keyboard.press("a");
  const all = await lookedAt();
  places.forEach((x) => assert.ok(Math.abs(all - x) > 0.2, "the middle of both is looked at"));
  await page.keyboard.press("Tab");
  assert.equal(await focused(), "clip:walk-left");
  assert.ok((await page.locator(".handle:focus").boundingBox()).width > 20, "what has the focus is named");
  await page.keyboard.press("Tab");
  assert.equal(await focused(), "clip:walk-right");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("f");
  assert.ok(Math.abs((await lookedAt()) - places[0]) < 0.2, `${await lookedAt()}, the figure is at ${places[0]}`);
  await page.keyboard.press("a");
  assert.ok(Math.abs((await lookedAt()) - all) < 0.01);
  await page.keyboard.press("Enter");
  await studio.idle();
  assert.deepEqual((await studio.view()).selection, ["walk-left"]);
  await studio.close();
});
