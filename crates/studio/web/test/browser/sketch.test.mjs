import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { doubtful, openStudio, segue } from "./studio.mjs";

const BOX = { least: [-0.5, 0, 3.2], greatest: [0.5, 0.5, 4.6] };
/** Two flights over Z: where each begins and ends, how high there, how much higher in the middle. */
const FLIGHTS = [[0, 1.8, 0.95, 0.95, 0.22], [1.8, 3.7, 0.95, 1.45, 0.35]];

const height = (z) => {
  const [from, to, a, b, rise] = FLIGHTS.find(([, end]) => z <= end) ?? FLIGHTS.at(-1);
  const share = (z - from) / (to - from);
  return a + (b - a) * share + 4 * rise * share * (1 - share);
};
const path = (z) => [0, height(z), z];
const shadow = (z) => [0, z > BOX.least[2] ? BOX.greatest[1] : 0, z];

let open = null;

/** Sketch with nothing drawn, in a Studio of its own; the one before is closed. */
async function sketching() {
  await open?.close();
  open = await openStudio();
  await open.page.getByRole("tab", { name: "Sketch" }).click();
  await open.edited();
  return open;
}

/** The pixel of a place in the world. */
async function pixel(studio, place) {
  const box = await studio.page.locator(".view-canvas").boundingBox();
  const { x, y } = await studio.page.evaluate((at) => window.studio.project(...at), place);
  return [box.x + x * box.width, box.y + y * box.height];
}

/** Presses, moves through pixels, lets go. */
async function stroke(studio, pixels) {
  await studio.page.mouse.move(...pixels[0]);
  await studio.page.mouse.down();
  for (const at of pixels.slice(1)) await studio.page.mouse.move(...at);
  await studio.page.mouse.up();
  await studio.edited();
}

/** Draws over Z from the start to the end of the flights. */
async function draw(studio, place, from = 0, to = 3.7, points = 32) {
  const places = Array.from({ length: points + 1 }, (_, n) => place(from + ((to - from) * n) / points));
  await stroke(studio, await Promise.all(places.map((one) => pixel(studio, one))));
}

/** How many strokes lie over the viewport. */
const strokes = (studio) => studio.page.locator(".stroke").count();

const drawn = async (studio) => (await studio.document()).sketch;

/** Opens Sketch, puts a box there and draws the leap onto it. */
async function leap() {
  const studio = await sketching();
  await studio.page.locator("#add-box").click();
  await stroke(studio, await Promise.all([[BOX.least[0], 0, BOX.least[2]], [BOX.greatest[0], 0, BOX.greatest[2]]].map((at) => pixel(studio, at))));
  await draw(studio, path);
  assert.match(await studio.page.locator("#sketch-guide").textContent(), /^Now draw its shadow/);
  await draw(studio, shadow);
  return studio;
}

test("a leap onto a box is drawn, played as a body and exported as the program makes it, byte for byte", async () => {
  const studio = await leap();
  const { page, folder } = studio;
  const { scene, paths, camera } = await drawn(studio);
  for (const corner of ["least", "greatest"]) {
    scene.blocks[0][corner].forEach((value, axis) => assert.ok(Math.abs(value - BOX[corner][axis]) < 0.03, `${corner}: ${scene.blocks[0][corner]}`));
  }
  assert.equal(paths.length, 1);
  await page.locator("#verdicts .verdict").first().waitFor({ timeout: 120000 });
  await page.waitForFunction(() => window.studio.stats().stage.some((one) => one.key === "sketch"), undefined, { timeout: 120000 });
  await studio.idle();
  const now = await page.evaluate(() => window.studio.camera());
  now.position.forEach((value, axis) => assert.ok(Math.abs(value - camera.position[axis]) < 1e-6, "the camera stays where the strokes were drawn"));

  assert.equal((await drawn(studio)).paths[0].end, "stand");
  assert.equal(await strokes(studio), 2, "path and shadow are seen");
  const feet = await landing(studio);
  assert.ok(feet > BOX.greatest[1] - 0.1, `it ends with its feet at ${feet} m`);

  writeFileSync(join(folder, "sketch.json"), JSON.stringify(await drawn(studio)));
  const { name, bytes } = await studio.exported("GLB");
  const { stderr } = doubtful(folder, 1, "stance", "path", "sketch.json", "-o", name);
  assert.ok(bytes.equals(readFileSync(join(folder, name))), "the exported file differs from the program's");
  const said = await page.locator("#verdicts").textContent();
  const warnings = [...stderr.matchAll(/^warning: (.*)$/gm)].flatMap(([, words]) => words.split(/(?<=steps are not good); /));
  for (const warning of warnings) assert.ok(said.includes(warning), `the page does not say: ${warning}`);
  for (const head of await page.locator(".step-head[aria-expanded=false]").all()) assert.ok((await head.boundingBox()).height < 64, "a step that is not chosen takes three lines at most");
  const isGood = !/^warning: step/m.test(stderr);
  assert.match(await page.locator("#path-verdict").textContent(), isGood ? /^✓ a body can do this$/ : /^▲ /, "the page's verdict is the program's");
  await page.reload();
  await page.evaluate(() => window.studio.ready);
  await studio.idle();
  assert.equal((await drawn(studio)).paths[0].end, "stand", "a reload keeps the sketch");
});

test("in a window of another size strokes lie where they were drawn, and a part is drawn again", async () => {
  const studio = await leap();
  const { page } = studio;
  const long = (await drawn(studio)).paths[0].path.length;
  await page.setViewportSize({ width: 1500, height: 900 });
  await studio.edited();
  assert.equal(await strokes(studio), 2, "path and shadow are seen");
  const [x, y] = (await page.locator(".stroke.path").getAttribute("points")).split(" ")[0].split(",").map(Number);
  const box = await page.locator(".view-canvas").boundingBox();
  const start = await pixel(studio, path(0));
  assert.ok(Math.hypot(start[0] - box.x - x, start[1] - box.y - y) < 3, `the path begins at ${[x, y]}, its place is seen at ${start}`);
  await draw(studio, (z) => [0, height(z) + 0.12 * Math.sin((Math.PI * (z - 2.1)) / 1.2), z], 2.1, 3.3);
  const { paths, camera } = await drawn(studio);
  assert.ok(paths.length === 1 && Math.abs(paths[0].path.length - long) < long / 4, "a part of the path is drawn again");
  const highest = Math.min(...paths[0].path.map(([, down]) => down));
  assert.ok(highest > 0 && highest < camera.size[1] / 2, "it is kept in the picture in which it was begun");
});

test("a shadow in the sky is refused in a person's words, and the path is kept", async () => {
  const studio = await sketching();
  const { page } = studio;
  await draw(studio, path);
  await draw(studio, (z) => [0, 3.2, z]);
  await page.getByText("The shadow leaves the ground on the left.").waitFor();
  assert.equal((await drawn(studio)).paths[0].shadow.length, 0);
  await draw(studio, (z) => [0, 0, z]);
  assert.ok((await drawn(studio)).paths[0].shadow.length > 8);
  assert.equal(await page.getByText("The shadow leaves the ground").count(), 0);
});

test("a shadow that is drawn straight on, over the side of a box, lies on the box", async () => {
  const studio = await sketching();
  await studio.page.locator("#add-box").click();
  await stroke(studio, await Promise.all([[BOX.least[0], 0, BOX.least[2]], [BOX.greatest[0], 0, BOX.greatest[2]]].map((at) => pixel(studio, at))));
  await draw(studio, path);
  await draw(studio, (z) => [0, 0, z]);
  const { contacts } = await studio.page.evaluate(() => window.studio.sketched().plan);
  contacts.forEach(({ place: [x] }) => assert.ok(Math.abs(x) < 0.15, `the path bends: ${JSON.stringify(contacts)}`));
  const [, height, z] = contacts.at(-1).place;
  assert.ok(Math.abs(height - BOX.greatest[1]) < 0.02 && z > BOX.least[2], `it ends at ${contacts.at(-1).place}`);
});

test("a shadow that is drawn before the path was answered belongs to it, and strokes stay in sight meanwhile", async () => {
  const studio = await sketching();
  const { page } = studio;
  let release;
  const bothDrawn = new Promise((done) => (release = done));
  await page.route("**/api/verbs/stance.sketch", async (route) => {
    await bothDrawn;
    await route.continue();
  });
  const places = (place) => Promise.all(Array.from({ length: 33 }, (_, n) => pixel(studio, place((3.7 * n) / 32))));
  for (const pixels of [await places(path), await places((z) => [0, 0, z])]) {
    await page.mouse.move(...pixels[0]);
    await page.mouse.down();
    for (const at of pixels.slice(1)) await page.mouse.move(...at);
    await page.mouse.up();
    assert.ok((await strokes(studio)) > 0, "the stroke is gone");
  }
  release();
  await studio.edited();
  const { paths } = await drawn(studio);
  assert.equal(paths.length, 1);
  assert.ok(paths[0].path.length > 8 && paths[0].shadow.length > 8, JSON.stringify(paths));
});

/** The height of the lowest joint in the last frame. */
async function landing(studio) {
  const { frames, rate } = await studio.page.evaluate(() => window.studio.main());
  await studio.setTime((frames - 1) / rate);
  const { places } = (await studio.stats()).actors[0];
  return Math.min(...places.filter((_, n) => n % 3 === 1));
}

test("handles change the plan, a part is drawn again, a scribble deletes, and undo goes back to nothing", async () => {
  const studio = await leap();
  const { page } = studio;
  await page.locator("#verdicts .verdict").first().waitFor({ timeout: 120000 });
  const handle = (kind, index) => page.evaluate(([k, n]) => window.studio.handles().find((one) => one.kind === k && one.index === n).at, [kind, index]);
  const arcs = () => page.evaluate(() => window.studio.sketched().plan.arcs);

  const before = await arcs();
  const apex = await handle("apex", 1);
  await stroke(studio, await Promise.all([apex, [apex[0], apex[1] + 0.02, apex[2]], [apex[0], apex[1] - 0.1, apex[2]]].map((at) => pixel(studio, at))));
  assert.ok(Math.abs((await drawn(studio)).paths[0].wishes[0].apex_height - (apex[1] - 0.1)) < 0.03, JSON.stringify((await drawn(studio)).paths[0].wishes));
  assert.ok((await arcs())[1].apex[1] < before[1].apex[1], "the apex is lower");

  const contact = await handle("contact", 1);
  await stroke(studio, await Promise.all([contact, [contact[0], contact[1], contact[2] + 0.05], [contact[0], contact[1], contact[2] + 0.15]].map((at) => pixel(studio, at))));
  const places = (await drawn(studio)).paths[0].wishes.map((wish) => wish.place).filter(Boolean);
  assert.ok(Math.abs(places[0][2] - contact[2] - 0.15) < 0.03, JSON.stringify(places));

  const long = (await drawn(studio)).paths[0].path.length;
  await draw(studio, (z) => [0, height(z) + 0.12 * Math.sin((Math.PI * (z - 2.1)) / 1.2), z], 2.1, 3.3);
  const again = (await drawn(studio)).paths[0].path;
  assert.ok(Math.abs(again.length - long) < long / 4, "a part of the path is drawn again");

  const middle = await pixel(studio, path(0.9));
  const zigzag = Array.from({ length: 13 }, (_, n) => [middle[0] - 60 + 10 * n, middle[1] + (n % 2 === 0 ? -14 : 14)]);
  const there = [zigzag[0], zigzag[12], zigzag[0], zigzag[12], zigzag[0], zigzag[12], zigzag[0]];
  await stroke(studio, there.flatMap((to, n) => (n === 0 ? [to] : Array.from({ length: 12 }, (_, k) => [there[n - 1][0] + ((to[0] - there[n - 1][0]) * (k + 1)) / 12, middle[1] + 3 * n]))));
  await page.getByText("Deleted the path.").waitFor();
  assert.equal((await drawn(studio)).paths.length, 0);
  assert.equal(await strokes(studio), 0, "deleted strokes are not seen");

  for (let n = 0; n < 12 && (await drawn(studio)); n += 1) {
    await page.keyboard.press("Control+z");
    await studio.edited();
  }
  assert.equal(await drawn(studio), undefined, "undone to the empty scene");
});

test("a click on a contact opens its step, an arrow turns with Alt, and the hand sees its numbers", async () => {
  const studio = await leap();
  const { page } = studio;
  await page.locator("#verdicts .verdict").first().waitFor({ timeout: 120000 });
  const handle = (kind, index) => page.evaluate(([k, n]) => window.studio.handles().find((one) => one.kind === k && one.index === n).at, [kind, index]);
  await page.mouse.click(...(await pixel(studio, await handle("contact", 1))));
  await page.locator(".step").nth(1).locator('.step-head[aria-expanded="true"]').waitFor();

  const contact = await handle("contact", 1);
  const head = await pixel(studio, await handle("arrow", 0));
  await page.mouse.move(...head);
  await page.keyboard.down("Alt");
  await page.mouse.down();
  await page.mouse.move(head[0], head[1] + 25, { steps: 3 });
  await page.locator(".in-hand").getByText(/ m on, -?0\.\d\d m aside/).waitFor();
  await page.mouse.up();
  await page.keyboard.up("Alt");
  await studio.edited();
  const moved = (await drawn(studio)).paths[0].wishes.find((wish) => wish.contact === 1).place;
  assert.ok(Math.abs(moved[0] - contact[0]) > 0.05, `the flight lands at ${moved}, before at ${contact}`);
  assert.equal(await page.locator(".in-hand").isVisible(), false);
});

test("an example is kept although the page is closed at once, and its button passes the focus on", async () => {
  const studio = await sketching();
  const { page } = studio;
  await page.locator("#sketch-example").focus();
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.id), "sketch-guide");
  await page.close();
  studio.page = await studio.tab();
  await studio.edited();
  assert.equal((await drawn(studio)).paths.length, 1);
});

test("a body can do the example, however large the window is", async () => {
  const studio = await sketching();
  const { page } = studio;
  const before = page.viewportSize();
  for (const size of [{ width: 800, height: 600 }, { width: 1440, height: 900 }, { width: 2560, height: 1440 }]) {
    await page.setViewportSize(size);
    await studio.edited();
    await page.locator("#sketch-example").click();
    await page.locator("#path-verdict", { hasText: "✓ a body can do this" }).waitFor();
    await page.getByRole("button", { name: "Start again" }).click();
    await studio.edited();
  }
  await page.setViewportSize(before);
});

test("a slope is drawn in profile, raised, and kept with the sketch; the example is one click away", async () => {
  const studio = await sketching();
  const { page } = studio;
  await page.locator("#add-slope").click();
  await stroke(studio, await Promise.all([[-0.5, 0, 1], [0, 0, 1.5], [0.5, 0, 3]].map((at) => pixel(studio, at))));
  const slope = async () => (await drawn(studio)).scene.planes[0].corners;
  const near = (found, wanted) => found.forEach((corner, n) => corner.forEach((value, axis) => assert.ok(Math.abs(value - wanted[n][axis]) < 0.03, JSON.stringify(found))));
  near(await slope(), [[-0.5, 0, 1], [0.5, 0, 1], [0.5, 0.5, 3], [-0.5, 0.5, 3]]);
  await stroke(studio, await Promise.all([[0, 0.5, 3], [0, 0.6, 3], [0, 0.8, 3]].map((at) => pixel(studio, at))));
  near(await slope(), [[-0.5, 0, 1], [0.5, 0, 1], [0.5, 0.8, 3], [-0.5, 0.8, 3]]);
  await page.getByRole("button", { name: "Remove slope 1" }).click();
  await studio.edited();
  assert.deepEqual((await drawn(studio)).scene.planes, []);

  await page.locator("#sketch-example").click();
  await page.locator("#verdicts .verdict").first().waitFor({ timeout: 120000 });
  const { paths, scene } = await drawn(studio);
  assert.deepEqual([paths.length, scene.blocks.length], [1, 1]);
});

test("a side of a box is dragged along its axis, with Shift the whole box goes along; seen from its end it cannot be taken", async () => {
  const studio = await sketching();
  const { page } = studio;
  await page.locator("#add-box").click();
  await stroke(studio, await Promise.all([[-0.5, 0, 3], [0, 0, 3.5], [0.5, 0, 4]].map((at) => pixel(studio, at))));
  const box = async () => (await drawn(studio)).scene.blocks[0];
  const side = (axis, isFar) => page.evaluate(([a, far]) => window.studio.handles().find((one) => one.kind === "side" && one.axis === a && one.isFar === far).at, [axis, isFar]);
  const pull = async (from, to) => stroke(studio, await Promise.all([from, from.map((value, n) => (value + to[n]) / 2), to].map((at) => pixel(studio, at))));
  const near = (found, wanted) => found.forEach((value, n) => assert.ok(Math.abs(value - wanted[n]) < 0.03, `${found}, not ${wanted}`));
  const before = await box();
  const far = await side("z", true);
  await pull(far, [far[0], far[1], far[2] + 0.6]);
  near((await box()).greatest, [before.greatest[0], before.greatest[1], before.greatest[2] + 0.6]);
  near((await box()).least, before.least);
  const first = await side("z", false);
  await page.keyboard.down("Shift");
  await pull(first, [first[0], first[1], first[2] - 0.5]);
  await page.keyboard.up("Shift");
  near((await box()).least, [before.least[0], 0, before.least[2] - 0.5]);
  near((await box()).greatest, [before.greatest[0], before.greatest[1], before.greatest[2] + 0.1]);
  await page.evaluate(() => window.studio.setView("side"));
  const end = await side("x", true);
  const was = await box();
  await pull(end, [end[0], end[1], end[2] + 0.4]);
  const wide = ({ least, greatest }) => [least[0], greatest[0]];
  assert.deepEqual(wide(await box()), wide(was), "what is seen from its end stays");
  await page.keyboard.press("Escape");
});

test("a side of a slope is dragged along its axis, also that of its high edge, and undo takes it back", async () => {
  const studio = await sketching();
  const { page } = studio;
  await page.locator("#add-slope").click();
  await stroke(studio, await Promise.all([[-0.5, 0, 1], [0, 0, 1.5], [0.5, 0, 3]].map((at) => pixel(studio, at))));
  const slope = async () => (await drawn(studio)).scene.planes[0].corners;
  const side = (axis, isFar) => page.evaluate(([a, far]) => window.studio.handles().find((one) => one.kind === "side" && one.axis === a && one.isFar === far).at, [axis, isFar]);
  const pull = async (from, on) => stroke(studio, await Promise.all([from, [from[0], from[1], from[2] + on / 2], [from[0], from[1], from[2] + on]].map((at) => pixel(studio, at))));
  const near = (found, wanted) => found.forEach((corner, n) => corner.forEach((value, axis) => assert.ok(Math.abs(value - wanted[n][axis]) < 0.03, JSON.stringify(found))));
  const drawnSlope = [[-0.5, 0, 1], [0.5, 0, 1], [0.5, 0.5, 3], [-0.5, 0.5, 3]];
  near(await slope(), drawnSlope);
  await pull(await side("z", true), 0.6);
  near(await slope(), [[-0.5, 0, 1], [0.5, 0, 1], [0.5, 0.5, 3.6], [-0.5, 0.5, 3.6]]);
  await pull(await side("z", false), 0.4);
  near(await slope(), [[-0.5, 0, 1.4], [0.5, 0, 1.4], [0.5, 0.5, 3.6], [-0.5, 0.5, 3.6]]);
  await page.keyboard.down("Shift");
  await pull(await side("z", true), 0.5);
  await page.keyboard.up("Shift");
  near(await slope(), [[-0.5, 0, 1.9], [0.5, 0, 1.9], [0.5, 0.5, 4.1], [-0.5, 0.5, 4.1]]);
  for (let n = 0; n < 3; n += 1) await page.keyboard.press("Control+z");
  await studio.edited();
  near(await slope(), drawnSlope);
});

test("steps are chosen, moved, asked for and locked by keyboard alone", async () => {
  const studio = await sketching();
  const { page } = studio;
  await page.locator("#sketch-example").click();
  await page.locator(".step-head").nth(1).waitFor({ timeout: 120000 });
  await studio.edited();
  const wish = async (contact) => (await drawn(studio)).paths[0].wishes?.find((one) => one.contact === contact);
  const contact = async (n) => (await page.evaluate(() => window.studio.sketched().plan.contacts))[n].place;
  await page.locator(".step-head").first().focus();
  await page.keyboard.press("ArrowDown");
  await studio.edited();
  assert.equal(await page.locator(".step-head:focus").getAttribute("aria-expanded"), "true");
  const before = await contact(1);
  await page.keyboard.press("ArrowRight");
  await studio.edited();
  assert.ok(Math.abs((await wish(1)).place[2] - before[2] - 0.05) < 0.01, JSON.stringify([before, await wish(1)]));
  assert.equal(await page.locator(".step-head:focus").count(), 1, "the focus stays");
  await page.keyboard.press("Delete");
  await studio.edited();
  assert.equal(await wish(1), undefined, "it is as drawn again");

  await page.keyboard.press("Tab");
  await page.getByLabel("Feet of step 1").selectOption("left");
  await studio.edited();
  await page.getByLabel("Style of step 1").selectOption("leap");
  await studio.edited();
  assert.deepEqual([(await wish(1)).foot, (await wish(1)).style], ["left", "leap"]);
  await page.locator(".step").nth(1).getByRole("button", { name: "Lock" }).press("Enter");
  await studio.edited();
  assert.equal((await wish(1)).locked, true);
  const held = await contact(1);
  await page.locator(".step-head").nth(1).focus();
  await page.keyboard.press("ArrowRight");
  await studio.edited();
  assert.ok(Math.abs((await contact(1))[2] - held[2]) < 0.005, "what is locked does not move");
  await page.getByText("is locked; unlock it to change it").waitFor();
  assert.equal(await page.locator(".step").getByRole("button", { name: "Remove", exact: true }).count(), 0, "the only contact between the ends stays");
});

test("a contact between two others is removed by its button, and undo brings it back", async () => {
  const studio = await sketching();
  const { page } = studio;
  const three = (z) => [0, 0.95 + 0.1 * Math.abs(Math.sin((Math.PI * z) / 0.9)), z];
  await draw(studio, three, 0, 2.7, 48);
  await draw(studio, (z) => [0, 0, z], 0, 2.7, 48);
  await page.locator(".step-head").nth(1).waitFor();
  await studio.edited();
  const contacts = async () => (await page.evaluate(() => window.studio.sketched()?.plan.contacts.length)) ?? null;
  const before = await contacts();
  assert.ok(before >= 4, `${before} contacts`);
  const remove = async () => {
    if ((await page.locator(".step-head").nth(1).getAttribute("aria-expanded")) !== "true") await page.locator(".step-head").nth(1).click();
    await page.locator(".step").nth(1).getByRole("button", { name: "Remove", exact: true }).click();
    await studio.edited();
  };
  await page.locator("#end-moving").click();
  await studio.edited();
  await remove();
  assert.equal(await contacts(), before - 1);
  await page.keyboard.press("Control+z");
  await studio.edited();
  assert.equal(await contacts(), before);

  // At such a speed nobody stands still: what was asked for says so, and the way back is beside it.
  await page.locator("#end-standing").click();
  await studio.edited();
  await remove();
  await page.getByText("No body can do this.").waitFor();
  await page.locator("#undo-sketch").click();
  await studio.edited();
  assert.equal(await contacts(), before);
});

/** A pointer of some type moves over the viewport. */
async function touch(studio, type, pixels, buttons = 1) {
  await studio.page.evaluate(([kind, points, held]) => {
    const canvas = document.querySelector(".view-canvas");
    canvas.setPointerCapture = () => {};
    const tell = (name, [x, y], down) => canvas.dispatchEvent(new PointerEvent(name, {
      pointerType: kind, pointerId: 7, isPrimary: true, clientX: x, clientY: y, buttons: down ? held : 0, button: held === 32 ? 5 : 0, bubbles: true,
    }));
    tell("pointerdown", points[0], true);
    for (const point of points.slice(1)) tell("pointermove", point, true);
    tell("pointerup", points.at(-1), false);
  }, [type, pixels, buttons]);
  await studio.edited();
}

test("a pen draws and its eraser deletes; after it fingers turn the view, two of them zoom", async () => {
  const studio = await sketching();
  const { page } = studio;
  const places = Array.from({ length: 33 }, (_, n) => path((3.7 * n) / 32));
  const pixels = await Promise.all(places.map((one) => pixel(studio, one)));
  await touch(studio, "pen", pixels);
  assert.equal((await drawn(studio)).paths.length, 1, "the pen draws");
  await touch(studio, "pen", [pixels[16], pixels[16]], 32);
  assert.equal((await drawn(studio)).paths.length, 0, "the eraser deletes");

  const camera = () => page.evaluate(() => window.studio.camera());
  const before = await camera();
  await touch(studio, "touch", [[600, 300], [640, 310], [700, 320]]);
  assert.equal((await drawn(studio)).paths.length, 0, "a finger does not draw");
  assert.notDeepEqual((await camera()).position, before.position, "it turns the view");
  await page.locator("#fingers-draw").click();
  await touch(studio, "touch", [[500, 300], [560, 280], [640, 300], [700, 320]]);
  assert.equal((await drawn(studio)).paths.length, 1, "unless it is told to draw");

  const far = async () => {
    const { position, target } = await camera();
    return Math.hypot(...position.map((value, axis) => value - target[axis]));
  };
  await page.keyboard.press("Escape");
  await studio.edited();
  const distance = await far();
  await page.evaluate(() => {
    const canvas = document.querySelector(".view-canvas");
    const tell = (name, id, x) => canvas.dispatchEvent(new PointerEvent(name, { pointerType: "touch", pointerId: id, clientX: x, clientY: 300, buttons: 1, bubbles: true }));
    tell("pointerdown", 8, 560);
    tell("pointerdown", 9, 640);
    for (let n = 1; n <= 10; n += 1) tell("pointermove", 9, 640 + 8 * n);
    tell("pointerup", 9, 720);
    tell("pointerup", 8, 560);
  });
  await studio.edited();
  assert.ok((await far()) < 0.7 * distance, "two fingers apart come nearer");
});

test("nothing went wrong on the last page", () => open?.close());

test("in an empty library a built-in figure stands beside the drawing, for scale", async () => {
  await open?.close();
  open = await openStudio({ args: ["empty.segue"], prepare: (folder) => segue(folder, "library", "new", "empty.segue") });
  await open.page.getByRole("tab", { name: "Sketch" }).click();
  await open.idle();
  const [figure] = (await open.stats()).actors;
  const tall = Number(/(\d\.\d\d) m tall/.exec(await open.page.locator("#sketch-guide").textContent())[1]);
  const top = Math.max(...figure.places.filter((_, n) => n % 3 === 1));
  assert.ok(Math.abs(top - tall) < 0.35, `${top} m, said to be ${tall}`);
});

test("a step that would fall gets a suggestion that was tried, one click away", async () => {
  const studio = await sketching();
  const { page } = studio;
  await page.locator("#add-box").click();
  await stroke(studio, await Promise.all([[-0.6, 0, 3.29], [0.6, 0, 5.04]].map((at) => pixel(studio, at))));
  const over = [[0, 0.95, 0], [0, 1.2, 0.5], [0, 1.25, 0.9], [0, 1.15, 1.4], [0, 0.95, 1.8], [0, 1.3, 2.48], [0, 1.6, 3.29], [0, 1.55, 3.83], [0, 1.42, 4.37]];
  const between = (points) => points.slice(1).flatMap((to, n) => [1, 2, 3, 4].map((k) => to.map((value, axis) => points[n][axis] + (k / 4) * (value - points[n][axis]))));
  await stroke(studio, await Promise.all(between(over).map((at) => pixel(studio, at))));
  await stroke(studio, await Promise.all(between([[0, 0, 0], [0, 0, 1.5], [0, 0, 3.15], [0, 0, 4.37]]).map((at) => pixel(studio, at))));
  await page.getByText(/it would fall: the body stands/).waitFor();
  await page.getByRole("button", { name: /^Use .* before it/ }).click();
  await page.locator("#path-verdict", { hasText: "✓ a body can do this" }).waitFor();
  await studio.idle();
  assert.equal(await page.getByRole("button", { name: /^Use / }).filter({ visible: true }).count(), 0);
});
